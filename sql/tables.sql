-- Our types in tables: defaults, domains, keys, partitions, arrays, aggregates.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;

-- ---------- defaults ----------

CREATE TEMP TABLE defaults (
    n integer,
    b62 base62id DEFAULT gen_random_uuid(),
    b64 base64uuid DEFAULT gen_random_uuid(),
    u11 uid11 PRIMARY KEY DEFAULT xid_new(),
    tid typeid UNIQUE DEFAULT typeid_generate('user'),
    nil typeid DEFAULT typeid_generate(),
    bid baseuid UNIQUE DEFAULT baseuid_new(),
    b62_text text DEFAULT gen_random_uuid()::base62id,
    u11_text text UNIQUE DEFAULT xid_new(),
    u11_varchar varchar(11) DEFAULT xid_new(),
    tid_text text DEFAULT typeid_generate('user'),
    tid_text2 text DEFAULT typeid_generate_text('user'),
    bid_text text DEFAULT baseuid_new()
);
INSERT INTO defaults (n) SELECT generate_series(1, 1000);
SELECT count(*), count(DISTINCT b62), count(DISTINCT b64), count(DISTINCT u11), count(DISTINCT tid), count(DISTINCT nil), count(DISTINCT bid),
       bool_and(tid @> 'user' AND nil @> '') AS prefixes,
       bool_and(base62id_is_valid(b62_text) AND uid11_is_valid(u11_text) AND uid11_is_valid(u11_varchar) AND typeid_check_text(tid_text, 'user')
                AND typeid_check_text(tid_text2, 'user') AND baseuid_is_valid(bid_text)) AS texts
  FROM defaults;
-- ids made later are greater, for the types that promise it
SELECT bool_and(tid > previous_tid) AS typeid, bool_and(bid > previous_bid) AS baseuid
  FROM (SELECT tid, lag(tid) OVER (ORDER BY n) AS previous_tid, bid, lag(bid) OVER (ORDER BY n) AS previous_bid FROM defaults) AS v WHERE previous_tid IS NOT NULL;
SELECT bool_and(abs(extract(epoch FROM now() - xid_timestamp(u11))) < 60 AND abs(extract(epoch FROM now() - typeid_timestamp(tid))) < 60
                AND abs(extract(epoch FROM now() - baseuid_timestamp(bid))) < 60) AS of_now FROM defaults;
-- the fields of an id in generated columns
CREATE TEMP TABLE generated (id uid11, made timestamptz GENERATED ALWAYS AS (xid_timestamp(id)) STORED, short text GENERATED ALWAYS AS (left(id::text, 6)) STORED);
INSERT INTO generated VALUES ('113q8KFkAEs');
SELECT * FROM generated;

-- ---------- domains ----------

CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
CREATE DOMAIN order_id AS typeid DEFAULT typeid_generate('order') CHECK (VALUE @> 'order');
CREATE DOMAIN user_id_text AS text DEFAULT typeid_generate_text('user') CHECK (typeid_check_text(VALUE, 'user'));
CREATE TABLE users (id user_id PRIMARY KEY, name text);
CREATE TABLE orders (id order_id PRIMARY KEY, buyer user_id NOT NULL REFERENCES users ON UPDATE CASCADE ON DELETE CASCADE);
INSERT INTO users (name) VALUES ('Ada'), ('Grace');
INSERT INTO orders (buyer) SELECT id FROM users;
SELECT count(*), bool_and(u.id @> 'user' AND o.id @> 'order') AS prefixes FROM users u JOIN orders o ON o.buyer = u.id;
INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02q', 'Edsger');
INSERT INTO users VALUES ('order_01h455vb4pex5vsknk084sn02q', 'Mallory');
INSERT INTO users VALUES (typeid_generate('order'), 'Mallory');
UPDATE users SET id = 'admin_01h455vb4pex5vsknk084sn02q' WHERE name = 'Edsger';
SELECT 'order_01h455vb4pex5vsknk084sn02q'::user_id;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::text::user_id, typeid_prefix('user_01h455vb4pex5vsknk084sn02q'::user_id), 'user_01h455vb4pex5vsknk084sn02q'::user_id = 'user_01h455vb4pex5vsknk084sn02q'::typeid AS eq;
SELECT pg_temp.sqlstate_of($$SELECT 'order_01h455vb4pex5vsknk084sn02q'::user_id_text$$), pg_temp.sqlstate_of($$SELECT 'nonsense'::user_id_text$$),
       pg_temp.sqlstate_of($$SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_id_text$$);
-- a domain column is searched by index
INSERT INTO users (name) SELECT 'user ' || n FROM generate_series(1, 2000) AS n;
ANALYZE users;
SELECT pg_temp.plan_of($$SELECT name FROM users WHERE id = 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT pg_temp.plan_of($$SELECT name FROM users WHERE id = 'user_01h455vb4pex5vsknk084sn02q'::text$$);
SELECT pg_temp.plan_of($$SELECT name FROM users WHERE id ^@ 'user_01h45'$$);
SELECT name FROM users WHERE id ^@ 'user_01h45';

-- ---------- keys ----------

-- the foreign key acts in both directions
UPDATE users SET id = 'user_01h455vb4pex5vsknk084sn02r' WHERE name = 'Edsger';
INSERT INTO orders (buyer) VALUES ('user_01h455vb4pex5vsknk084sn02q');
INSERT INTO orders VALUES ('order_01h455vb4pex5vsknk084sn02q', 'user_01h455vb4pex5vsknk084sn02r');
UPDATE users SET id = 'user_01h455vb4pex5vsknk084sn02s' WHERE name = 'Edsger';
SELECT * FROM orders WHERE id = 'order_01h455vb4pex5vsknk084sn02q';
DELETE FROM users WHERE name = 'Edsger';
SELECT count(*) FROM orders WHERE id = 'order_01h455vb4pex5vsknk084sn02q';
INSERT INTO users SELECT * FROM users LIMIT 1 ON CONFLICT DO NOTHING;
INSERT INTO users SELECT id, 'again' FROM users WHERE name = 'Ada' ON CONFLICT (id) DO UPDATE SET name = excluded.name;
SELECT name FROM users WHERE name IN ('Ada', 'again');
DROP TABLE orders, users;
DROP DOMAIN user_id, order_id, user_id_text;

-- a uuid column references a base62id key, and the other way round
CREATE TABLE keys62 (id base62id PRIMARY KEY);
CREATE TABLE keys (id uuid PRIMARY KEY);
CREATE TABLE uuid_refers (id uuid REFERENCES keys62 ON DELETE CASCADE);
INSERT INTO keys62 SELECT md5(n::text)::uuid FROM generate_series(1, 1000) AS n;
INSERT INTO uuid_refers SELECT md5(n::text)::uuid FROM generate_series(1, 500) AS n;
INSERT INTO uuid_refers VALUES ('00000000-0000-0000-0000-000000000000');
DELETE FROM keys62 WHERE id = md5('1')::uuid;
SELECT count(*) FROM uuid_refers;
CREATE TABLE base62id_refers (id base62id REFERENCES keys ON DELETE CASCADE);
INSERT INTO keys SELECT id FROM keys62;
INSERT INTO base62id_refers SELECT id FROM keys62;
DELETE FROM keys WHERE id = md5('2')::uuid;
SELECT count(*) FROM base62id_refers;
DROP TABLE base62id_refers, uuid_refers, keys62, keys;
-- exclusion constraint
CREATE TEMP TABLE excluded (id uid11, EXCLUDE USING hash (id WITH =));
INSERT INTO excluded VALUES ('113q8KFkAEs'), ('113q8KFkAEt');
SELECT pg_temp.sqlstate_of($$INSERT INTO excluded VALUES ('113q8KFkAEs')$$);

-- ---------- arrays, rows, aggregates ----------

CREATE TEMP TABLE ids AS
    SELECT n, md5(n::text)::uuid::base62id AS b62, md5(n::text)::uuid::base64uuid AS b64, ('x' || md5(n::text))::bit(63)::bigint::uid11 AS u11,
           uuid_to_typeid((ARRAY['user', 'order', '', 'a_b'])[1 + n % 4], md5(n::text)::uuid) AS tid, baseuid_encode(decode(left(md5(n::text), 30), 'hex'))::baseuid AS bid
      FROM generate_series(1, 2000) AS n;
SELECT min(b62), max(b62), min(b64), max(b64), min(u11), max(u11), min(tid), max(tid), min(bid), max(bid) FROM ids;
SELECT min(b62) FILTER (WHERE false), max(tid) FILTER (WHERE false), min(u11) FILTER (WHERE n < 0) FROM ids;
SELECT array_agg(tid ORDER BY tid) AS sorted, typeid 'user_01h455vb4pex5vsknk084sn02q' = ANY (array_agg(tid)) AS "any",
       array_position(array_agg(u11 ORDER BY n), (array_agg(u11 ORDER BY n))[2]) AS position, greatest(min(tid), max(tid)) = max(tid) AS greatest
  FROM ids WHERE n <= 3;
SELECT array_agg(tid) <@ (array_agg(tid) || '00000000000000000000000000'::typeid) AS contained, array_agg(bid) && array_agg(bid) AS overlap,
       array_agg(u11 ORDER BY n) = array_agg(u11 ORDER BY n) AS eq, array_agg(u11 ORDER BY u11) < array_agg(u11 ORDER BY u11 DESC) AS lt FROM ids;
SELECT (row(tid, u11) = row(tid, u11)) AND row(b62, 1) < row(b62, 2) AS rows, row(b62, b64, u11, bid)::text = format('(%s,%s,%s,%s)', b62, b64, u11, bid) AS text FROM ids WHERE n = 7;
SELECT to_jsonb(i) - 'n' FROM (SELECT * FROM ids WHERE n = 1) AS i;
SELECT * FROM jsonb_to_record('{"tid": "user_01h455vb4pex5vsknk084sn02q", "u11": "113q8KFkAEs", "b62": "Fa84QWiAxLXUJaHZmEVPEG"}') AS j(tid typeid, u11 uid11, b62 base62id);
-- by index
CREATE INDEX ON ids (b62);
CREATE INDEX ON ids (b64);
CREATE INDEX ON ids (u11);
CREATE INDEX ON ids (tid);
CREATE INDEX ON ids (bid);
ANALYZE ids;
SELECT c, f, (SELECT string_agg(substring(line FROM 'Index Only Scan.*using \w+'), '; ') FROM pg_temp.plan_of(format('SELECT %s(%I) FROM ids', f, c)) AS line) AS plan,
       pg_temp.value_of(format('SELECT %s(%I) FROM ids', f, c)) = pg_temp.value_of(format('SELECT %s(%I) FROM ids WHERE n + 0 > 0', f, c)) AS same
  FROM unnest('{b62,b64,u11,tid,bid}'::text[]) WITH ORDINALITY AS x(c, i), unnest('{min,max}'::text[]) AS f ORDER BY i, f DESC;

-- DISTINCT, GROUP BY, set operations, windows: by hash and by sort
CREATE TEMP TABLE twice AS SELECT * FROM ids UNION ALL SELECT n + 2000, b62, b64, u11, tid, bid FROM ids WHERE n % 2 = 0;
ANALYZE twice;
CREATE TEMP VIEW groupings AS
SELECT c, pg_temp.value_of(format('SELECT count(%1$I) || '' '' || count(DISTINCT %1$I) FROM twice', c)) AS count_distinct,
       pg_temp.value_of(format('SELECT count(*) FROM (SELECT DISTINCT %I FROM twice) AS d', c)) AS distinct,
       pg_temp.value_of(format('SELECT string_agg(DISTINCT c::text, '','') FROM (SELECT count(*) AS c FROM twice GROUP BY %I) AS g', c)) AS group_sizes,
       pg_temp.value_of(format('SELECT count(*) FROM (SELECT %1$I FROM twice EXCEPT SELECT %1$I FROM ids WHERE n > 1000) AS e', c)) AS "except",
       pg_temp.value_of(format('SELECT count(*) FROM (SELECT %1$I FROM twice INTERSECT SELECT %1$I FROM ids WHERE n > 1000) AS e', c)) AS "intersect",
       pg_temp.value_of(format('SELECT max(r) FROM (SELECT dense_rank() OVER (ORDER BY %I) AS r FROM twice) AS w', c)) AS dense_rank,
       pg_temp.value_of(format('SELECT sum(k) FROM (SELECT row_number() OVER (PARTITION BY %I ORDER BY n) AS k FROM twice) AS w', c)) AS row_number,
       (SELECT string_agg(line, '') ~ 'HashAggregate' FROM pg_temp.plan_of(format('SELECT DISTINCT %I FROM twice', c)) AS line) AS by_hash
  FROM unnest('{b62,b64,u11,tid,bid}'::text[]) WITH ORDINALITY AS x(c, i) ORDER BY i;
SET enable_sort = off;
SELECT * FROM groupings;
RESET enable_sort;
SET enable_hashagg = off;
SELECT * FROM groupings;
RESET enable_hashagg;

-- ---------- partitions ----------

-- by hash: pruned while planning, and while executing
CREATE TABLE by_hash (id typeid, PRIMARY KEY (id)) PARTITION BY HASH (id);
CREATE TABLE by_hash_0 PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE by_hash_1 PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE by_hash_2 PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE by_hash_3 PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER 3);
INSERT INTO by_hash SELECT tid FROM ids;
SELECT count(*), count(DISTINCT tableoid), min(n) > 400 AS even FROM by_hash, LATERAL (SELECT count(*) AS n FROM by_hash AS b WHERE b.tableoid = by_hash.tableoid) AS c;
SELECT tableoid::regclass::text = substring(line FROM 'on (by_hash_\d)') AS pruned_to_the_right_one
  FROM by_hash, LATERAL (SELECT string_agg(l, ' ') AS line FROM pg_temp.plan_of(format('SELECT * FROM by_hash WHERE id = %L', id)) AS l) AS p
 WHERE id = (SELECT tid FROM ids WHERE n = 77);
-- by range: two months of xid, and the type prefixes of typeid
CREATE TABLE by_range (id uid11 PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE by_range_01 PARTITION OF by_range FOR VALUES FROM (xid_min('2025-01-01')) TO (xid_min('2025-02-01'));
CREATE TABLE by_range_02 PARTITION OF by_range FOR VALUES FROM (xid_min('2025-02-01')) TO (xid_min('2025-03-01'));
CREATE TABLE by_range_default PARTITION OF by_range DEFAULT;
INSERT INTO by_range SELECT xid_new(t) FROM generate_series(timestamptz '2025-01-01', '2025-03-31 23:59', '1 hour') AS t;
SELECT tableoid::regclass, count(*), min(xid_timestamp(id)), max(xid_timestamp(id)) FROM by_range GROUP BY 1 ORDER BY 1;
SELECT DISTINCT substring(line FROM ' on (by_range_\d\d) ') AS scanned FROM pg_temp.plan_of($$SELECT * FROM by_range WHERE id >= xid_min('2025-01-10') AND id <= xid_max('2025-01-11')$$) AS line WHERE line ~ ' on ';
CREATE TABLE by_prefix (id typeid) PARTITION BY RANGE (id);
CREATE TABLE by_prefix_order PARTITION OF by_prefix FOR VALUES FROM (typeid_type_lower('order')) TO (typeid_type_lower('orders'));
CREATE TABLE by_prefix_user PARTITION OF by_prefix FOR VALUES FROM (typeid_type_lower('user')) TO (typeid_type_lower('users'));
CREATE TABLE by_prefix_other PARTITION OF by_prefix DEFAULT;
CREATE INDEX ON by_prefix (id);
INSERT INTO by_prefix SELECT tid FROM ids;
SELECT tableoid::regclass, count(*), min(typeid_prefix(id)), max(typeid_prefix(id)) FROM by_prefix GROUP BY 1 ORDER BY 1;
-- while executing: a parameter
SET plan_cache_mode = force_generic_plan;
PREPARE pruned(typeid) AS SELECT count(*) FROM by_hash WHERE id = $1;
PREPARE pruned_range(timestamptz, timestamptz) AS SELECT count(*) FROM by_range WHERE id BETWEEN xid_min($1) AND xid_max($2);
SELECT line FROM pg_temp.plan_of($$EXECUTE pruned('user_01h455vb4pex5vsknk084sn02q')$$) AS line WHERE line ~ 'Subplans Removed';
SELECT line FROM pg_temp.plan_of($$EXECUTE pruned_range('2025-02-10', '2025-02-11')$$) AS line WHERE line ~ 'Subplans Removed';
EXECUTE pruned_range('2025-02-10', '2025-02-10 23:59');
RESET plan_cache_mode;
-- partitionwise join, and a partition key of every type
SET enable_partitionwise_join = on;
SELECT count(*) FROM by_hash AS a JOIN by_hash AS b USING (id);
SELECT type, pg_temp.sqlstate_of(format('CREATE TEMP TABLE p_%1$s (id %1$s) PARTITION BY HASH (id)', type)),
       pg_temp.sqlstate_of(format('CREATE TEMP TABLE r_%1$s (id %1$s) PARTITION BY RANGE (id)', type)),
       pg_temp.sqlstate_of(format('CREATE TEMP TABLE l_%1$s (id %1$s) PARTITION BY LIST (id)', type))
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS type;
DROP TABLE by_hash, by_range, by_prefix;
