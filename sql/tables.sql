-- Our types in tables: defaults, domains, keys, partitions, arrays, aggregates.
\i test/lib/helpers.sql
\i test/lib/types.sql
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;

\echo '-- ---------- defaults ----------'

-- of the type, and of text
DO $$ BEGIN
    EXECUTE format('CREATE TEMP TABLE defaults (n integer, %s)',
                   pg_temp.list_of_types('%1$s %1$s UNIQUE DEFAULT %3$s,
                       %1$s_text text UNIQUE DEFAULT (%3$s)::%1$s,
                                          %1$s_varchar varchar(40) DEFAULT (%3$s)::%1$s'));
END $$;
ALTER TABLE defaults ADD nil typeid DEFAULT typeid_generate(),
    ADD made_text text DEFAULT typeid_generate_text('user'),
    ADD xid varchar(11) DEFAULT xid_new();
INSERT INTO defaults (n) SELECT generate_series(1, 1000);
SELECT * FROM pg_temp.laws_of_types($$
    SELECT count(*) = 1000 AND count(DISTINCT %1$s) = 1000 AS type,
           bool_and(%1$s_is_valid(%1$s_text)) AS text,
           bool_and(%1$s_is_valid(%1$s_varchar)) AS varchar,
           bool_and(%1$s > previous) OR NOT ascending AS ascending
      FROM (SELECT *, lag(%1$s) OVER (ORDER BY n) AS previous FROM defaults) AS d, id_types AS t
      WHERE t.type = '%1$s' GROUP BY ascending$$);
SELECT count(DISTINCT nil),
       bool_and(nil @> '' AND typeid @> 'user' AND typeid_check_text(typeid_text, 'user')
           AND typeid_check_text(made_text, 'user')) AS prefixes,
       bool_and(uid11_is_valid(xid)) AS xid
  FROM defaults;
\echo '-- the fields of an id in generated columns'
CREATE TEMP TABLE generated
(id uid11, made timestamptz GENERATED ALWAYS AS (xid_timestamp(id)) STORED,
                              short text GENERATED ALWAYS AS (left(id::text, 6)) STORED);
INSERT INTO generated VALUES ('113q8KFkAEs');
SELECT * FROM generated;

\echo '-- ---------- domains ----------'

CREATE DOMAIN user_id AS typeid DEFAULT typeid_generate('user') CHECK (typeid_check(VALUE, 'user'));
CREATE DOMAIN order_id AS typeid DEFAULT typeid_generate('order') CHECK (VALUE @> 'order');
CREATE DOMAIN user_id_text AS text DEFAULT typeid_generate_text('user')
CHECK (typeid_check_text(VALUE, 'user'));
CREATE TABLE users (id user_id PRIMARY KEY, name text);
CREATE TABLE orders (id order_id PRIMARY KEY, buyer user_id NOT NULL REFERENCES users ON
    UPDATE CASCADE ON DELETE CASCADE);
INSERT INTO users (name) VALUES ('Ada'), ('Grace');
INSERT INTO orders (buyer) SELECT id FROM users;
SELECT count(*), bool_and(u.id @> 'user' AND o.id @> 'order') AS prefixes FROM users u JOIN orders o
ON o.buyer = u.id;
\echo '-- Ids of another kind are refused, by INSERT, UPDATE and cast.'
INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02q', 'Edsger');
INSERT INTO users VALUES ('order_01h455vb4pex5vsknk084sn02q', 'Mallory');
INSERT INTO users VALUES (typeid_generate('order'), 'Mallory');
UPDATE users SET id = 'admin_01h455vb4pex5vsknk084sn02q' WHERE name = 'Edsger';
SELECT 'order_01h455vb4pex5vsknk084sn02q'::user_id;
SELECT 'user_01h455vb4pex5vsknk084sn02q'::text::user_id,
typeid_prefix('user_01h455vb4pex5vsknk084sn02q'::user_id),
       'user_01h455vb4pex5vsknk084sn02q'::user_id = 'user_01h455vb4pex5vsknk084sn02q'::typeid AS eq;
\echo '-- of a domain over text: another kind, no id, an id'
SELECT pg_temp.sqlstate_of($$SELECT 'order_01h455vb4pex5vsknk084sn02q'::user_id_text$$),
pg_temp.sqlstate_of($$SELECT 'nonsense'::user_id_text$$),
       pg_temp.sqlstate_of($$SELECT 'user_01h455vb4pex5vsknk084sn02q'::user_id_text$$);
\echo '-- a domain column is searched by index'
INSERT INTO users (name) SELECT 'user ' || n FROM generate_series(1, 2000) AS n;
ANALYZE users;
SELECT pg_temp.plan_of($$SELECT name FROM users WHERE id = 'user_01h455vb4pex5vsknk084sn02q'$$);
SELECT pg_temp.plan_of($$SELECT name FROM users
    WHERE id = 'user_01h455vb4pex5vsknk084sn02q'::text$$);
SELECT pg_temp.plan_of($$SELECT name FROM users WHERE id ^@ 'user_01h45'$$);
SELECT name FROM users WHERE id ^@ 'user_01h45';

\echo '-- ---------- keys ----------'

\echo '-- the foreign key acts in both directions'
UPDATE users SET id = 'user_01h455vb4pex5vsknk084sn02r' WHERE name = 'Edsger';
INSERT INTO orders (buyer) VALUES ('user_01h455vb4pex5vsknk084sn02q');
INSERT INTO orders VALUES ('order_01h455vb4pex5vsknk084sn02q', 'user_01h455vb4pex5vsknk084sn02r');
UPDATE users SET id = 'user_01h455vb4pex5vsknk084sn02s' WHERE name = 'Edsger';
SELECT * FROM orders WHERE id = 'order_01h455vb4pex5vsknk084sn02q';
DELETE FROM users WHERE name = 'Edsger';
SELECT count(*) FROM orders WHERE id = 'order_01h455vb4pex5vsknk084sn02q';
INSERT INTO users SELECT * FROM users LIMIT 1 ON CONFLICT DO NOTHING;
INSERT INTO users SELECT id, 'again' FROM users WHERE name = 'Ada'
ON CONFLICT (id) DO UPDATE SET name = excluded.name;
SELECT name FROM users WHERE name IN ('Ada', 'again');
DROP TABLE orders, users;
DROP DOMAIN user_id, order_id, user_id_text;

\echo '-- a uuid column references a base62id key, and the other way round: an orphan is refused,'
\echo '-- and the row of a key that is deleted goes with it (499 of 500, 998 of 999)'
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
\echo '-- ---------- arrays, rows, aggregates ----------'

CALL pg_temp.create_rows('ids', $$SELECT n, decode(md5(n::text), 'hex')
    FROM generate_series(1, 2000) AS n$$);
SELECT * FROM pg_temp.laws_of_types($$
    SELECT min(%1$s)::text = min(%1$s::text COLLATE "C") AS min,
    max(%1$s)::text = max(%1$s::text COLLATE "C") AS max,
           min(%1$s) FILTER (WHERE n < 0) IS NULL AND max(%1$s)
           FILTER (WHERE n < 0) IS NULL AS none,
           greatest(min(%1$s), max(%1$s)) = max(%1$s) AS greatest,
           array_agg(%1$s ORDER BY %1$s)::text[] = array_agg(%1$s::text
               ORDER BY %1$s::text COLLATE "C") AS sorted,
           array_agg(%1$s ORDER BY n) = array_agg(%1$s ORDER BY n) AS eq,
           array_agg(%1$s ORDER BY %1$s) < array_agg(%1$s ORDER BY %1$s DESC) AS lt,
           min(%1$s) = ANY (array_agg(%1$s))
           AND NOT min(%1$s) = ANY (array_agg(%1$s) FILTER (WHERE n < 3)) AS any,
           array_position(array_agg(%1$s ORDER BY n), (array_agg(%1$s ORDER BY n))[2]) =
           2 AS position,
           array_agg(%1$s) FILTER (WHERE n > 1990) <@ array_agg(%1$s)
           AND NOT array_agg(%1$s) <@ array_agg(%1$s) FILTER (WHERE n > 1990) AS contained,
           array_agg(%1$s) && array_agg(%1$s) AND NOT array_agg(%1$s)
           FILTER (WHERE n > 5) && array_agg(%1$s) FILTER (WHERE n < 5) AS overlap
      FROM ids$$);
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and(row(%1$s, n) = row(%1$s, n) AND row(%1$s, 1) < row(%1$s, 2)) AS rows,
           bool_and(row(n, %1$s)::text = format('(%%s,%%s)', n, %1$s)) AS text,
           bool_and(to_jsonb(ids) ->> '%1$s' = %1$s::text) AS to_jsonb,
           bool_and((SELECT j.%1$s = ids.%1$s
               FROM jsonb_to_record(to_jsonb(ids)) AS j(%1$s %1$s))) AS from_jsonb
      FROM ids WHERE n < 100$$);
\echo '-- by index'
CALL pg_temp.for_types('CREATE INDEX ids_%1$s ON ids (%1$s)');
ANALYZE ids;
SELECT string_agg(type, ' ' ORDER BY n), f, plan, bool_and(same) AS same FROM (
SELECT n, type, f,
(SELECT string_agg(replace(substring(line FROM 'Index Only Scan.*using \w+'), type, 'TYPE'), '; ')
                   FROM pg_temp.plan_of(format('SELECT %s(%I) FROM ids', f, type)) AS line) AS plan,
       pg_temp.value_of(format('SELECT %s(%I) FROM ids', f, type))
       = pg_temp.value_of(format('SELECT %s(%I) FROM ids WHERE n + 0 > 0', f, type)) AS same
  FROM id_types, unnest('{min,max}'::text[]) AS f) AS v GROUP BY f, plan ORDER BY f DESC;

\echo '-- ---------- partitions ----------'

-- by hash: pruned while planning, and while executing
CREATE TABLE by_hash (id typeid, PRIMARY KEY (id)) PARTITION BY HASH (id);
CREATE TABLE by_hash_0 PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER 0);
CREATE TABLE by_hash_1 PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER 1);
CREATE TABLE by_hash_2 PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER 2);
CREATE TABLE by_hash_3 PARTITION OF by_hash FOR VALUES WITH (MODULUS 4, REMAINDER 3);
INSERT INTO by_hash SELECT typeid FROM ids;
\echo '-- by hash: all rows, evenly over four partitions, and where a search looks for them'
SELECT count(*), count(DISTINCT tableoid), min(n) > 400 AS even
  FROM by_hash, LATERAL (SELECT count(*) AS n FROM by_hash AS b
      WHERE b.tableoid = by_hash.tableoid) AS c;
SELECT tableoid::regclass::text = substring(line FROM 'on (by_hash_\d)') AS pruned_to_the_right_one
  FROM by_hash, LATERAL (SELECT string_agg(l, ' ') AS line
      FROM pg_temp.plan_of(format('SELECT * FROM by_hash WHERE id = %L', id)) AS l) AS p
 WHERE id = (SELECT typeid FROM ids WHERE n = 77);
\echo '-- by range: two months of xid, and the type prefixes of typeid'
CREATE TABLE by_range (id uid11 PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE by_range_01 PARTITION OF by_range FOR VALUES
FROM (xid_min('2025-01-01')) TO (xid_min('2025-02-01'));
CREATE TABLE by_range_02 PARTITION OF by_range FOR VALUES
FROM (xid_min('2025-02-01')) TO (xid_min('2025-03-01'));
CREATE TABLE by_range_default PARTITION OF by_range DEFAULT;
INSERT INTO by_range SELECT xid_new(t)
FROM generate_series(timestamptz '2025-01-01', '2025-03-31 23:59', '1 hour') AS t;
SELECT tableoid::regclass, count(*), min(xid_timestamp(id)), max(xid_timestamp(id)) FROM by_range
GROUP BY 1 ORDER BY 1;
SELECT DISTINCT substring(line FROM ' on (by_range_\d\d) ') AS scanned
  FROM pg_temp.plan_of($$SELECT * FROM by_range
      WHERE id >= xid_min('2025-01-10') AND id <= xid_max('2025-01-11')$$) AS line
      WHERE line ~ ' on ';
CREATE TABLE by_prefix (id typeid) PARTITION BY RANGE (id);
CREATE TABLE by_prefix_order PARTITION OF by_prefix FOR VALUES
FROM (typeid_type_lower('order')) TO (typeid_type_lower('orders'));
CREATE TABLE by_prefix_user PARTITION OF by_prefix FOR VALUES
FROM (typeid_type_lower('user')) TO (typeid_type_lower('users'));
CREATE TABLE by_prefix_other PARTITION OF by_prefix DEFAULT;
CREATE INDEX ON by_prefix (id);
INSERT INTO by_prefix SELECT typeid FROM ids;
SELECT tableoid::regclass, count(*), min(typeid_prefix(id)), max(typeid_prefix(id)) FROM by_prefix
GROUP BY 1 ORDER BY 1;
\echo '-- while executing: a parameter leaves one partition of four, and one of three'
SET plan_cache_mode = force_generic_plan;
PREPARE pruned(typeid) AS SELECT count(*) FROM by_hash WHERE id = $1;
PREPARE pruned_range(timestamptz, timestamptz) AS SELECT count(*) FROM by_range
WHERE id BETWEEN xid_min($1) AND xid_max($2);
SELECT line FROM pg_temp.plan_of($$EXECUTE pruned('user_01h455vb4pex5vsknk084sn02q')$$) AS line
WHERE line ~ 'Subplans Removed';
SELECT line FROM pg_temp.plan_of($$EXECUTE pruned_range('2025-02-10', '2025-02-11')$$) AS line
WHERE line ~ 'Subplans Removed';
EXECUTE pruned_range('2025-02-10', '2025-02-10 23:59');
RESET plan_cache_mode;
\echo '-- partitionwise join, and a partition key of every type: by hash, range and list'
SET enable_partitionwise_join = on;
SELECT count(*) FROM by_hash AS a JOIN by_hash AS b USING (id);
SELECT type, pg_temp.sqlstate_of(format('CREATE TEMP TABLE p_%1$s (id %1$s) PARTITION BY HASH (id)',
    type)),
       pg_temp.sqlstate_of(format('CREATE TEMP TABLE r_%1$s (id %1$s) PARTITION BY RANGE (id)',
           type)),
       pg_temp.sqlstate_of(format('CREATE TEMP TABLE l_%1$s (id %1$s) PARTITION BY LIST (id)',
           type))
  FROM id_types ORDER BY n;
DROP TABLE ids, by_hash, by_range, by_prefix;
