-- Sorts that do not fit into memory, index builds by parallel workers, and indexes under inserts, deletes and vacuum.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql
SET jit = off;
CREATE EXTENSION IF NOT EXISTS amcheck;

CREATE TABLE big WITH (autovacuum_enabled = off) AS
    SELECT n, md5(n::text)::uuid::base62id AS base62id, md5((-n)::text)::uuid::base64uuid AS base64uuid, ('x' || md5(n::text))::bit(63)::bigint::uid11 AS uid11,
           uuid_to_typeid((ARRAY['user', 'user', 'user', 'user', 'order', 'a_b', 'a', 'userx', '', repeat('z', 63)])[1 + n % 10],
                          (CASE WHEN n % 3 = 0 THEN overlay(md5(n::text) PLACING '0000000000000000' FROM 1) ELSE md5(n::text) END)::uuid) AS typeid,
           baseuid_encode(decode(left(CASE WHEN n % 3 = 0 THEN overlay(md5(n::text) PLACING '0000000000000000' FROM 1) ELSE md5(n::text) END, 30), 'hex'))::baseuid AS baseuid,
           -- few distinct values: abbreviation is given up
           uuid_to_typeid('few', md5((n % 5)::text)::uuid) AS few_typeid, baseuid_encode(decode(left(md5((n % 5)::text), 30), 'hex'))::baseuid AS few_baseuid
      FROM generate_series(1, 20000) AS n;
ANALYZE big;

-- Whether a query's rows come in the order of the text; rows arrive through a sort of the plan.
CREATE FUNCTION pg_temp.in_order(c text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    r record;
    rows int := 0;
    previous text COLLATE "C" := '';
    wrong int := 0;
BEGIN
    FOR r IN EXECUTE format('SELECT %1$I::text AS t FROM (SELECT %1$I FROM big ORDER BY %1$I OFFSET 0) AS s', c) LOOP
        wrong := wrong + (r.t COLLATE "C" < previous)::int;
        previous := r.t;
        rows := rows + 1;
    END LOOP;
    RETURN format('%s rows, %s out of order', rows, wrong);
END $$;
CREATE FUNCTION pg_temp.sort_method(c text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE format('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT %1$I FROM big ORDER BY %1$I', c) LOOP
        IF line ~ 'Sort Method' THEN
            RETURN substring(line FROM 'Sort Method: ([a-z ]+?) *(?:Memory|Disk|$)');
        END IF;
    END LOOP;
END $$;
SET max_parallel_workers_per_gather = 0;
SET work_mem = '64kB';
SELECT c, pg_temp.sort_method(c), pg_temp.in_order(c) FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid,few_typeid,few_baseuid}'::text[]) AS c;
SET work_mem = '64MB';
SELECT c, pg_temp.sort_method(c), pg_temp.in_order(c) FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid,few_typeid,few_baseuid}'::text[]) AS c;
-- by parallel workers and a merge of what they sorted
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET work_mem = '64kB';
SELECT c, (SELECT string_agg(line, ' ') ~ 'Gather Merge' FROM pg_temp.plan_of(format('SELECT %1$I FROM big ORDER BY %1$I', c)) AS line) AS parallel, pg_temp.in_order(c)
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS c;
RESET work_mem;
SET max_parallel_workers_per_gather = 0;

-- Index builds: by parallel workers with little memory, then by one process.
SET max_parallel_maintenance_workers = 2;
SET maintenance_work_mem = '2MB';
ALTER TABLE big SET (parallel_workers = 2);
CREATE FUNCTION pg_temp.build(c text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE INDEX big_%1$s ON big (%1$I)', c);
    PERFORM bt_index_check(format('big_%s', c)::regclass, heapallindexed => true);
    PERFORM bt_index_parent_check(format('big_%s', c)::regclass, heapallindexed => true, rootdescend => true);
    RETURN 'checked';
END $$;
SELECT c, pg_temp.build(c) FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid,few_typeid,few_baseuid}'::text[]) AS c;
-- the index gives the order of the text
SET enable_seqscan = off;
SET enable_sort = off;
SELECT c, (SELECT string_agg(line, ' ') ~ 'Index Only Scan' FROM pg_temp.plan_of(format('SELECT %1$I FROM big ORDER BY %1$I', c)) AS line) AS by_index, pg_temp.in_order(c)
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid,few_typeid,few_baseuid}'::text[]) AS c;
RESET enable_seqscan;
RESET enable_sort;
-- deduplication: 20,000 entries of five values, as small as those of uuid or smaller
CREATE INDEX big_uuid ON big ((md5((n % 5)::text)::uuid));
CREATE INDEX big_not_deduplicated ON big (few_typeid) WITH (deduplicate_items = off);
SELECT pg_relation_size('big_few_typeid') < pg_relation_size('big_not_deduplicated') / 3 AS typeid,
       pg_relation_size('big_few_typeid') <= pg_relation_size('big_uuid') * 1.02 AS typeid_as_uuid, pg_relation_size('big_few_baseuid') <= pg_relation_size('big_uuid') * 1.02 AS baseuid_as_uuid;
DROP INDEX big_uuid, big_not_deduplicated;

-- Random inserts, deletes and updates with vacuum in between; then every index is whole.
CREATE INDEX big_typeid_hash ON big USING hash (typeid);
CREATE INDEX big_uid11_hash ON big USING hash (uid11);
CREATE INDEX big_minmax ON big USING brin (base62id, base64uuid, uid11, typeid, baseuid);
CREATE INDEX big_multi ON big USING brin (base62id base62id_minmax_multi_ops, base64uuid base64uuid_minmax_multi_ops, uid11 uid11_minmax_multi_ops, typeid typeid_minmax_multi_ops, baseuid baseuid_minmax_multi_ops);
CREATE INDEX big_bloom ON big USING brin (base62id base62id_bloom_ops (n_distinct_per_range = 300), base64uuid base64uuid_bloom_ops (n_distinct_per_range = 300), uid11 uid11_bloom_ops (n_distinct_per_range = 300), typeid typeid_bloom_ops (n_distinct_per_range = 300), baseuid baseuid_bloom_ops (n_distinct_per_range = 300));
DELETE FROM big WHERE n % 3 = 1;
VACUUM big;
INSERT INTO big SELECT n + 100000, md5(random()::text)::uuid, md5(random()::text)::uuid, ('x' || md5(random()::text))::bit(63)::bigint::uid11, uuid_to_typeid('user', md5(random()::text)::uuid),
                       baseuid_encode(decode(left(md5(random()::text), 30), 'hex'))::baseuid, typeid, baseuid FROM big WHERE n % 2 = 0;
UPDATE big SET typeid = uuid_to_typeid('order', typeid::uuid), uid11 = uid11_encode((uid11::bigint + 1) % 9223372036854775807)::uid11 WHERE n % 5 = 0;
VACUUM big;
DELETE FROM big WHERE n % 7 = 1;
INSERT INTO big (n, typeid, uid11, baseuid) SELECT -n, typeid_generate('user'), xid_new(), baseuid_new() FROM generate_series(1, 5000) AS n;
VACUUM ANALYZE big;
SELECT c, bt_index_check(format('big_%s', c)::regclass, heapallindexed => true), bt_index_parent_check(format('big_%s', c)::regclass, heapallindexed => true, rootdescend => true)
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid,few_typeid,few_baseuid}'::text[]) AS c;
SELECT count(*) AS problems FROM verify_heapam('big');
-- Every id is found through every kind of index.
CREATE FUNCTION pg_temp.lookups(c text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v text;
    found bigint := 0;
    wanted bigint := 0;
BEGIN
    FOR v IN EXECUTE format('SELECT %1$I::text FROM big WHERE %1$I IS NOT NULL AND n %% 499 = 0', c) LOOP
        wanted := wanted + 1;
        found := found + pg_temp.value_of(format('SELECT (count(*) > 0)::int FROM big WHERE %I = %L', c, v))::int;
    END LOOP;
    RETURN found = wanted AND wanted > 20;
END $$;
SET enable_seqscan = off;
SELECT c, pg_temp.lookups(c) AS btree FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS c;
DROP INDEX big_base62id, big_base64uuid, big_uid11, big_typeid, big_baseuid;
SELECT c, pg_temp.lookups(c) AS hash, (SELECT string_agg(line, ' ') ~ 'big_\w+_hash' FROM pg_temp.plan_of(format('SELECT n FROM big WHERE %I = (SELECT NULL::%I)', c, c)) AS line) AS used
  FROM unnest('{uid11,typeid}'::text[]) AS c;
DROP INDEX big_typeid_hash, big_uid11_hash, big_multi, big_bloom;
SELECT c, pg_temp.lookups(c) AS minmax, (SELECT string_agg(line, ' ') ~ 'big_minmax' FROM pg_temp.plan_of(format('SELECT n FROM big WHERE %I = (SELECT NULL::%I)', c, c)) AS line) AS used
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS c;
DROP INDEX big_minmax;
CREATE INDEX big_multi ON big USING brin (base62id base62id_minmax_multi_ops, base64uuid base64uuid_minmax_multi_ops, uid11 uid11_minmax_multi_ops, typeid typeid_minmax_multi_ops, baseuid baseuid_minmax_multi_ops) WITH (pages_per_range = 4);
SELECT c, pg_temp.lookups(c) AS minmax_multi, (SELECT string_agg(line, ' ') ~ 'big_multi' FROM pg_temp.plan_of(format('SELECT n FROM big WHERE %I = (SELECT NULL::%I)', c, c)) AS line) AS used
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS c;
DROP INDEX big_multi;
CREATE INDEX big_bloom ON big USING brin (base62id base62id_bloom_ops (n_distinct_per_range = 300), base64uuid base64uuid_bloom_ops (n_distinct_per_range = 300), uid11 uid11_bloom_ops (n_distinct_per_range = 300), typeid typeid_bloom_ops (n_distinct_per_range = 300), baseuid baseuid_bloom_ops (n_distinct_per_range = 300)) WITH (pages_per_range = 4);
SELECT c, pg_temp.lookups(c) AS bloom, (SELECT string_agg(line, ' ') ~ 'big_bloom' FROM pg_temp.plan_of(format('SELECT n FROM big WHERE %I = (SELECT NULL::%I)', c, c)) AS line) AS used
  FROM unnest('{base62id,base64uuid,uid11,typeid,baseuid}'::text[]) AS c;
DROP TABLE big;

-- Rows so long that core compresses the ids: comparisons and abbreviated keys read them all the same.
DO $$ BEGIN
    EXECUTE (SELECT format('CREATE TABLE long_rows (id typeid, %s)', string_agg(format('c%s name DEFAULT ''x''', c), ', ')) FROM generate_series(1, 40) AS c);
END $$;
INSERT INTO long_rows (id) SELECT uuid_to_typeid(repeat('a', 61 + n / 2 % 3), md5((n / 2)::text)::uuid) FROM generate_series(1, 300) AS n;
SELECT count(*), count(pg_column_compression(id)) AS compressed, count(DISTINCT id::text) AS distinct FROM long_rows;
SELECT array_agg(id::text ORDER BY id) = array_agg(id::text ORDER BY id::text COLLATE "C") AS up,
       array_agg(id::text ORDER BY id DESC) = array_agg(id::text ORDER BY id::text COLLATE "C" DESC) AS down,
       min(id)::text = min(id::text COLLATE "C") AS min, max(id)::text = max(id::text COLLATE "C") AS max, count(DISTINCT id) AS distinct FROM long_rows;
SELECT bool_and((a.id < b.id) = (a.id::text COLLATE "C" < b.id::text) AND (a.id = b.id) = (a.id::text = b.id::text)) AS compared FROM long_rows AS a, long_rows AS b WHERE a.ctid < b.ctid;
DROP TABLE long_rows;
