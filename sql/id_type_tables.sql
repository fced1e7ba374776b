-- Id types in tables: size, indexes of every kind, partitions, row security, search by the
-- start of the text, changes of type.
\i test/lib/helpers.sql
SET max_parallel_workers_per_gather = 0;
SET jit = off;

SELECT typeid_create_type('user_id', 'user'), typeid_create_type('bare_id', '');
CREATE TABLE u (id user_id PRIMARY KEY, n integer);
CREATE TABLE plain (id uuid PRIMARY KEY, n integer);
CREATE TABLE bare (id bare_id PRIMARY KEY);
INSERT INTO plain SELECT md5(i::text)::uuid, i FROM generate_series(1, 6000) AS i;
INSERT INTO u SELECT * FROM plain;
INSERT INTO bare SELECT id FROM plain;
VACUUM ANALYZE u, plain, bare;

\echo '-- ---------- as large as uuid, in uuid''s order, which is the order of the texts ----------'

SELECT pg_relation_size('u') = pg_relation_size('plain') AS heap,
    pg_relation_size('u_pkey') = pg_relation_size('plain_pkey') AS index,
       pg_column_size(id) FROM u LIMIT 1;
SELECT bool_and(a.id::uuid = b.id AND a.id::text = c.t) AS same
    FROM (SELECT id, row_number() OVER (ORDER BY id) AS r FROM u) AS a
  JOIN (SELECT id, row_number() OVER (ORDER BY id) AS r FROM plain) AS b USING (r)
  JOIN (SELECT id::text AS t, row_number() OVER (ORDER BY id::text COLLATE "C") AS r FROM u) AS c
  USING (r);
SELECT count(*),
    bool_and((a.id < b.id) = (a.id::uuid < b.id::uuid)
    AND (a.id <= b.id) = (a.id::uuid <= b.id::uuid)
                          AND (a.id > b.id) = (a.id::uuid > b.id::uuid)
       AND (a.id >= b.id) = (a.id::uuid >= b.id::uuid) AND (a.id = b.id) = (a.id::uuid = b.id::uuid)
       AND (a.id <> b.id) = (a.id::uuid <> b.id::uuid)
       AND sign(btrecordcmp(ROW(a.id), ROW(b.id))) = sign(uuid_cmp(a.id::uuid, b.id::uuid))) AS law
  FROM u AS a, u AS b WHERE a.n <= 200 AND b.n <= 200;
SELECT bool_and(hash_record(ROW(id)) = uuid_hash(id::uuid)
    AND hash_record_extended(ROW(id), 7) = uuid_hash_extended(id::uuid, 7)) AS hashed_as_uuid
    FROM u;
SELECT min(id) = (array_agg(id ORDER BY id))[1] AS min,
    max(id) = (array_agg(id ORDER BY id DESC))[1] AS max FROM u;
SELECT count(*) AS by_index FROM pg_temp.plan_of('SELECT min(id) FROM u') AS line
    WHERE line ~ 'Index Only Scan using u_pkey';
\echo '-- external sort, with abbreviated keys'
SET work_mem = '64kB';
SELECT bool_and(before < id) AS sorted
    FROM (SELECT id, lag(id) OVER (ORDER BY id) AS before
    FROM (SELECT id FROM u ORDER BY n OFFSET 0) AS s) AS t
 WHERE before IS NOT NULL;
RESET work_mem;

\echo '-- ---------- changes of type keep the heap ----------'

CREATE TABLE changed (id uuid PRIMARY KEY, t typeid, s text);
INSERT INTO changed SELECT id, uuid_to_typeid('user', id), uuid_to_typeid('user', id)::text
    FROM plain LIMIT 100;
SELECT pg_relation_filenode('changed') AS before \gset
ALTER TABLE changed ALTER id TYPE user_id;
SELECT pg_relation_filenode('changed') = :before AS kept, bool_and(id::text = s) AS same
    FROM changed;
ALTER TABLE changed ALTER t TYPE user_id;
ALTER TABLE changed ALTER s TYPE user_id USING s::user_id;
SELECT count(*) AS all FROM changed WHERE id = t AND id = s;
ALTER TABLE changed ALTER id TYPE uuid, ALTER t TYPE typeid, ALTER s TYPE text;
SELECT count(*) AS all FROM changed WHERE t = uuid_to_typeid('user', id) AND s = t::text;
UPDATE changed SET t = uuid_to_typeid('order', id) WHERE s = (SELECT min(s) FROM changed);
SELECT pg_temp.error_of('ALTER TABLE changed ALTER t TYPE user_id') ~ '^22023' AS checked;
DROP TABLE changed;

\echo '-- ---------- indexes ----------'

\echo '-- Each kind of index finds as many rows as a scan without one: no row of what differs.'
CREATE FUNCTION pg_temp.found(sample integer)
    RETURNS TABLE (equal bigint, of_range bigint, started bigint) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY SELECT (SELECT count(*) FROM u WHERE id = (SELECT a.id FROM u a WHERE n = sample)),
                        (SELECT count(*) FROM u
                            WHERE id >= (SELECT a.id FROM u a WHERE n = sample)
                        AND id < 'user_40000000000000000000000000'),
                        (SELECT count(*) FROM u
                            WHERE id ^@ (SELECT left(a.id::text, 8) FROM u a WHERE n = sample));
END $$;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
CREATE TABLE expected AS SELECT s, f.* FROM generate_series(1, 6000, 577) AS s,
    pg_temp.found(s) AS f;
RESET enable_indexscan;
RESET enable_indexonlyscan;
RESET enable_bitmapscan;
SET enable_seqscan = off;
\echo '-- btree'
SELECT * FROM expected EXCEPT SELECT s, f.*
    FROM generate_series(1, 6000, 577) AS s, pg_temp.found(s) AS f;
ALTER TABLE u DROP CONSTRAINT u_pkey;
\echo '-- hash, for = alone'
CREATE INDEX u_hash ON u USING hash (id);
SELECT pg_temp.plan_of($$SELECT FROM u WHERE id = 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT * FROM expected EXCEPT SELECT s, f.*
    FROM generate_series(1, 6000, 577) AS s, pg_temp.found(s) AS f;
DROP INDEX u_hash;
CREATE TABLE sorted AS SELECT * FROM u ORDER BY id;
DROP TABLE u;
ALTER TABLE sorted RENAME TO u;
\echo '-- BRIN: minmax'
CREATE INDEX u_minmax ON u USING brin (id) WITH (pages_per_range = 4);
SELECT pg_temp.plan_of($$SELECT FROM u WHERE id ^@ 'user_01h'$$);
SELECT * FROM expected EXCEPT SELECT s, f.*
    FROM generate_series(1, 6000, 577) AS s, pg_temp.found(s) AS f;
DROP INDEX u_minmax;
\echo '-- ... uuid''s minmax_multi'
CREATE INDEX u_multi ON u USING brin ((id::uuid) uuid_minmax_multi_ops) WITH (pages_per_range = 4);
SELECT pg_temp.plan_of($$SELECT FROM u WHERE id > 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT * FROM expected EXCEPT SELECT s, f.*
    FROM generate_series(1, 6000, 577) AS s, pg_temp.found(s) AS f;
DROP INDEX u_multi;
\echo '-- ... uuid''s bloom, for = alone'
CREATE INDEX u_bloom ON u USING brin ((id::uuid) uuid_bloom_ops) WITH (pages_per_range = 4);
SELECT pg_temp.plan_of($$SELECT FROM u WHERE id = 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT * FROM expected EXCEPT SELECT s, f.*
    FROM generate_series(1, 6000, 577) AS s, pg_temp.found(s) AS f;
DROP INDEX u_bloom;
\echo '-- a domain over the type, in BRIN and btree'
CREATE DOMAIN vip_id AS user_id CHECK (VALUE <> 'user_00000000000000000000000000');
CREATE TABLE vips (id vip_id PRIMARY KEY);
INSERT INTO vips SELECT id FROM u;
CREATE INDEX vips_brin ON vips USING brin (id user_id_minmax_ops) WITH (pages_per_range = 4);
SELECT pg_temp.plan_of($$SELECT FROM vips WHERE id = 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT pg_temp.sqlstate_of($$INSERT INTO vips VALUES ('user_00000000000000000000000000')$$),
    count(*) FROM vips JOIN u USING (id);
DROP TABLE vips;
DROP DOMAIN vip_id;
RESET enable_seqscan;

\echo '-- ---------- search by the start of the text ----------'

CREATE INDEX u_id ON u (id);
VACUUM ANALYZE u;
\echo '-- As many rows by the operator, by the text, and between the bounds.'
SELECT start, count(*) FILTER (WHERE id ^@ start) AS operator, count(*)
    FILTER (WHERE starts_with(id::text, start)) AS text,
       count(*) FILTER (WHERE id >= id_type_prefix_lower(start, 'user')::user_id
           AND id <= id_type_prefix_upper(start, 'user')::user_id) AS bounds
  FROM u, unnest(ARRAY['', 'u', 'user', 'user_', 'user_0', 'user_1', 'user_1h', 'user_1h4',
      'user_8', 'users', 'order_', 'x', 'user_1H', 'user__',
                       '_', 'user_u',
                       'user_01h455vb4pex5vsknk084sn02q',
                       'user_01h455vb4pex5vsknk084sn02qx']) AS start
 GROUP BY start ORDER BY start COLLATE "C";
SELECT start, count(*) FILTER (WHERE id ^@ start) AS operator, count(*)
    FILTER (WHERE starts_with(id::text, start)) AS text
  FROM bare, unnest(ARRAY['', '0', '1h', '8', 'u', 'user_', '_']) AS start GROUP BY start
  ORDER BY start COLLATE "C";
SELECT count(*), bool_and((a.id ^@ start) = starts_with(a.id::text, start)) AS same
  FROM u AS a, (SELECT left(b.id::text, l) AS start FROM u AS b, generate_series(0, 31) AS l
      WHERE b.n <= 20) AS s WHERE a.n <= 200;
SELECT pg_temp.plan_of($$SELECT FROM u WHERE id ^@ 'user_01h4'$$);
SELECT pg_temp.plan_of($$SELECT FROM u WHERE id ^@ 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT pg_temp.plan_of($$SELECT FROM u WHERE id ^@ 'order_'$$);
SET plan_cache_mode = force_generic_plan;
PREPARE started(text) AS SELECT count(*) FROM u WHERE id ^@ $1;
SELECT pg_temp.plan_of($$EXECUTE started('user_1')$$);
EXECUTE started('user_1');
EXECUTE started('order_1');
EXECUTE started(NULL);
RESET plan_cache_mode;
\echo '-- estimates: within a factor of two'
SELECT start, pg_temp.estimate_of(format('SELECT FROM u WHERE id ^@ %L', start)) BETWEEN count(*) *
    0.5 AND count(*) * 2 AS close
  FROM u, unnest(ARRAY['', 'user_', 'user_0', 'user_1', 'user_1h']) AS start WHERE id ^@ start
  GROUP BY start ORDER BY start;
\echo '-- The type''s and its functions'' names do not matter, and neither does the schema.'
CREATE SCHEMA elsewhere;
ALTER TYPE user_id RENAME TO member_id;
ALTER TYPE member_id SET SCHEMA elsewhere;
SET enable_seqscan = off;
SET plan_cache_mode = force_generic_plan;
SELECT pg_temp.plan_of($$EXECUTE started('user_1')$$);
EXECUTE started('user_1');
SELECT pg_temp.plan_of($$SELECT FROM u WHERE id ^@ 'user_01h4'$$);
ALTER TYPE elsewhere.member_id SET SCHEMA public;
ALTER TYPE member_id RENAME TO user_id;
\echo '-- Where a bound function cannot be found by its name, there is no index condition, and the'
\echo '-- answer is the same.'
ALTER FUNCTION id_type_prefix_lower(text, text) RENAME TO hidden;
SELECT pg_temp.plan_of($$EXECUTE started('user_1')$$);
EXECUTE started('user_1');
ALTER FUNCTION hidden(text, text) RENAME TO id_type_prefix_lower;
\echo '-- A function of another role under that name is not called.'
ALTER FUNCTION id_type_prefix_lower(text, text) RENAME TO hidden;
ALTER FUNCTION id_type_prefix_upper(text, text) RENAME TO id_type_prefix_lower;
SELECT pg_temp.plan_of($$EXECUTE started('user_1')$$);
ALTER FUNCTION id_type_prefix_lower(text, text) RENAME TO id_type_prefix_upper;
ALTER FUNCTION hidden(text, text) RENAME TO id_type_prefix_lower;
DROP SCHEMA elsewhere;
RESET enable_seqscan;
RESET plan_cache_mode;

\echo '-- ---------- partitions ----------'

CREATE TABLE parted (id user_id PRIMARY KEY, n integer) PARTITION BY HASH (id);
CREATE TABLE parted_uuid (id uuid PRIMARY KEY, n integer) PARTITION BY HASH (id);
SELECT
    format('CREATE TABLE parted%s_%s
              PARTITION OF parted%s
              FOR VALUES WITH (MODULUS 3, REMAINDER %s)',
    s, r, s, r) AS create
  FROM unnest(ARRAY['', '_uuid']) AS s, generate_series(0, 2) AS r \gexec
INSERT INTO parted SELECT * FROM u;
INSERT INTO parted_uuid SELECT * FROM u;
\echo '-- An id is in the partition of its uuid.'
SELECT a.tableoid::regclass, b.tableoid::regclass, count(*) > 1800 AS third FROM parted a
    JOIN parted_uuid b ON a.id::uuid = b.id GROUP BY 1, 2
 ORDER BY 1, 2;
\echo '-- One partition; which one depends on the machine''s order of octets, as hash values do.'
SELECT regexp_replace(plan_of, 'parted_\d', 'parted_N', 'g')
  FROM pg_temp.plan_of($$SELECT n FROM parted WHERE id = 'user_01h455vb4pex5vsknk084sn02q'$$);
\echo '-- By range: the old ones are below the bound, the new ones are not.'
CREATE TABLE ranged (id user_id NOT NULL, n integer) PARTITION BY RANGE (id);
CREATE TABLE ranged_old PARTITION OF ranged FOR VALUES
    FROM (MINVALUE) TO ('user_40000000000000000000000000');
CREATE TABLE ranged_new PARTITION OF ranged FOR VALUES
    FROM ('user_40000000000000000000000000') TO (MAXVALUE);
INSERT INTO ranged SELECT * FROM u;
SELECT r.tableoid::regclass, min(id) < 'user_40000000000000000000000000' AS low,
    max(id) < 'user_40000000000000000000000000' AS all_low FROM ranged r
 GROUP BY 1 ORDER BY 1;
SELECT pg_temp.plan_of($$SELECT n FROM ranged WHERE id > 'user_50000000000000000000000000'$$);
SET enable_partitionwise_join = on;
SELECT count(*) FROM parted a JOIN parted b USING (id);
RESET enable_partitionwise_join;
SELECT pg_temp.error_of($$CREATE TABLE ranged_bad PARTITION OF ranged FOR VALUES
    FROM ('order_40000000000000000000000000')
                            TO (MAXVALUE)$$) ~ '^22P02' AS other_kind;
DROP TABLE parted, parted_uuid, ranged;

\echo '-- ---------- row security ----------'

CREATE ROLE id_type_tenant;
CREATE TABLE notes (id bigint PRIMARY KEY, owner user_id NOT NULL);
INSERT INTO notes SELECT n, id FROM u;
CREATE INDEX ON notes (owner);
ANALYZE notes;
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON notes USING (owner = current_setting('app.me')::user_id);
GRANT SELECT, INSERT ON notes TO id_type_tenant;
SELECT id AS me FROM u WHERE n = 77 \gset
\echo '-- A tenant has one of the 6000 notes, and may add none of another''s (42501); who is of'
\echo '-- another kind is nobody (22P02).'
SET app.me = :'me';
SET ROLE id_type_tenant;
SELECT count(*), min(id) FROM notes;
SELECT pg_temp.sqlstate_of($$INSERT INTO notes VALUES (0, 'user_01h455vb4pex5vsknk084sn02q')$$);
SET app.me = 'order_01h455vb4pex5vsknk084sn02q';
SELECT pg_temp.sqlstate_of('SELECT count(*) FROM notes');
\echo '-- Comparison is leakproof, so a condition on the id may use the index beside the policy''s.'
SET app.me = :'me';
SELECT pg_temp.plan_of($$SELECT FROM notes WHERE owner = 'user_01h455vb4pex5vsknk084sn02q'$$);
RESET ROLE;
DROP TABLE notes;
DROP ROLE id_type_tenant;

DROP TABLE u, plain, bare, expected;
DROP TYPE user_id, bare_id CASCADE;
