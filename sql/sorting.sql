-- Sorts that do not fit into memory, index builds by parallel workers, and indexes under
-- inserts, deletes and vacuum.
\i test/lib/helpers.sql
\i test/lib/types.sql
SET jit = off;
CREATE EXTENSION IF NOT EXISTS amcheck;

-- Rows of all types: a column T of many values, of which a third agree in the first eight
-- octets, and a column few_T of five, where abbreviation is given up.
CREATE PROCEDURE pg_temp.create_big(name text, first integer, last integer) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE concat(format('CREATE TABLE %I WITH (autovacuum_enabled = off) AS SELECT nr AS n, ',
        name), pg_temp.list_of_types('%1$s, few_%1$s'),
        format('
              FROM generate_series(%s, %s) AS nr,
                   LATERAL (SELECT decode(CASE WHEN nr %% 3 = 0
                                               THEN repeat(''0'', 16) || right(md5(nr::text), 16)
                                               ELSE md5(nr::text) END, ''hex''),
                                   decode(md5((nr %% 5)::text), ''hex'')) AS x(many, few),',
               first, last),
        pg_temp.list_of_types('LATERAL (SELECT %2$s AS %1$s FROM pg_temp.octets(nr, many)) AS a%1$s,
                               LATERAL (SELECT %2$s AS few_%1$s FROM pg_temp.octets(3, few))
                                   AS b%1$s'));
END $$;
CALL pg_temp.create_big('big', 1, 20000);
CALL pg_temp.create_big('more', 100001, 120000);
-- type prefixes of all kinds, half of them the same
UPDATE big SET typeid = uuid_to_typeid(p[1 + n % 10], typeid::uuid)
  FROM (VALUES (ARRAY['user', 'user', 'user', 'user', 'order', 'a_b', 'a', 'userx', '',
      repeat('z', 63)])) AS v(p);
VACUUM ANALYZE big;
CREATE TEMP VIEW columns AS SELECT n, type AS c, type FROM id_types;
CREATE TEMP VIEW all_columns AS SELECT n, type AS c, type FROM id_types UNION ALL
    SELECT 100 + n, 'few_' || type, type FROM id_types;

-- Whether a query's rows come in the order of the text; rows arrive through a sort of the plan.
CREATE FUNCTION pg_temp.in_order(c text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE format('SELECT format(''%%s rows, %%s out of order'', count(*),
                                  count(*) FILTER (WHERE t COLLATE "C" < before))
                      FROM (SELECT t, lag(t) OVER () AS before
                              FROM (SELECT %1$I::text AS t
                                      FROM (SELECT %1$I FROM big ORDER BY %1$I OFFSET 0) AS s
                                   ) AS texts) AS pairs', c) INTO answer;
    RETURN answer;
END $$;
CREATE FUNCTION pg_temp.sort_method(c text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE format('EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) SELECT %1$I
                                  FROM big
                                  ORDER BY %1$I',
        c) LOOP
        IF line ~ 'Sort Method' THEN
            RETURN substring(line FROM 'Sort Method: ([a-z ]+?) *(?:Memory|Disk|$)');
        END IF;
    END LOOP;
END $$;
\echo '-- with too little memory, and with enough'
SET max_parallel_workers_per_gather = 0;
SET work_mem = '64kB';
SELECT string_agg(c, ' ' ORDER BY n), pg_temp.sort_method(c), pg_temp.in_order(c) FROM all_columns
    GROUP BY 2, 3 ORDER BY min(n);
SET work_mem = '64MB';
SELECT string_agg(c, ' ' ORDER BY n), pg_temp.sort_method(c), pg_temp.in_order(c) FROM all_columns
    GROUP BY 2, 3 ORDER BY min(n);
\echo '-- by parallel workers and a merge of what they sorted'
SET max_parallel_workers_per_gather = 2;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET work_mem = '64kB';
SELECT string_agg(c, ' ' ORDER BY n), (SELECT string_agg(line, ' ') ~ 'Gather Merge'
    FROM pg_temp.plan_of(format('SELECT %1$I FROM big ORDER BY %1$I', c)) AS line) AS parallel,
       pg_temp.in_order(c)
  FROM columns GROUP BY 2, 3 ORDER BY min(n);
RESET work_mem;
SET max_parallel_workers_per_gather = 0;

\echo '-- Indexes that are built by parallel workers with little memory are sound (amcheck).'
SET max_parallel_maintenance_workers = 2;
SET maintenance_work_mem = '2MB';
ALTER TABLE big SET (parallel_workers = 2);
CREATE FUNCTION pg_temp.build(c text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE INDEX big_%1$s ON big (%1$I)', c);
    PERFORM bt_index_parent_check(format('big_%s', c)::regclass, heapallindexed => true,
        rootdescend => true);
    RETURN 'checked';
END $$;
SELECT string_agg(c, ' ' ORDER BY n), pg_temp.build(c) FROM all_columns GROUP BY 2 ORDER BY min(n);
\echo '-- the index gives the order of the text'
SET enable_seqscan = off;
SET enable_sort = off;
SELECT string_agg(c, ' ' ORDER BY n),
       (SELECT string_agg(line, ' ') ~ 'Index Only Scan'
           FROM pg_temp.plan_of(format('SELECT %1$I FROM big ORDER BY %1$I',
           c)) AS line) AS by_index,
       pg_temp.in_order(c)
  FROM all_columns GROUP BY 2, 3 ORDER BY min(n);
RESET enable_seqscan;
RESET enable_sort;
\echo '-- deduplication: 20,000 entries of five values, as small as those of uuid or smaller'
CREATE INDEX big_uuid ON big ((md5((n % 5)::text)::uuid));
CALL pg_temp.for_types('CREATE INDEX big_not_deduplicated_%1$s ON big (few_%1$s)
                          WITH (deduplicate_items = off)');
SELECT * FROM pg_temp.laws_of_types($$
    SELECT pg_relation_size('big_few_%1$s') < pg_relation_size('big_not_deduplicated_%1$s') / CASE
    typlen WHEN 8 THEN 2 ELSE 3 END AS deduplicated,
           pg_relation_size('big_few_%1$s') <= pg_relation_size('big_uuid') *
           1.02 AS as_small_as_uuid
      FROM pg_type WHERE oid = '%1$s'::regtype$$);
DROP INDEX big_uuid;
CALL pg_temp.for_types('DROP INDEX big_not_deduplicated_%1$s');

\echo '-- After inserts, deletes and updates with vacuum in between all 12 btree indexes and the'
\echo '-- heap are sound, without a problem.'
CREATE PROCEDURE pg_temp.create_brin(name text, opclass text, options text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE INDEX %s ON big USING brin (%s) %s', name,
        pg_temp.list_of_types('%1$s ' || opclass), options);
END $$;
CALL pg_temp.for_types('CREATE INDEX big_%1$s_hash ON big USING hash (%1$s)');
CALL pg_temp.create_brin('big_minmax', '', '');
CALL pg_temp.create_brin('big_multi', '%1$s_minmax_multi_ops', '');
CALL pg_temp.create_brin('big_bloom', '%1$s_bloom_ops (n_distinct_per_range = 300)', '');
DELETE FROM big WHERE n % 3 = 1;
VACUUM big;
INSERT INTO big SELECT more.* FROM more JOIN big ON more.n = big.n + 100000 WHERE big.n % 2 = 0;
DO $$ BEGIN
    EXECUTE 'UPDATE big SET ' || pg_temp.list_of_types('%1$s = more.%1$s') ||
    ' FROM more WHERE more.n = big.n + 100000 AND big.n % 5 = 0';
END $$;
VACUUM big;
DELETE FROM big WHERE n % 7 = 1;
DO $$ BEGIN
    EXECUTE format('INSERT INTO big (n, %s) SELECT -n, %s FROM generate_series(1, 5000) AS n',
                   pg_temp.list_of_types('%1$s'), pg_temp.list_of_types('%3$s'));
END $$;
VACUUM ANALYZE big;
SELECT count(bt_index_parent_check(format('big_%s', c)::regclass, heapallindexed => true,
    rootdescend => true)) AS checked FROM all_columns;
SELECT count(*) AS problems FROM verify_heapam('big');
\echo '-- Every id is found through every kind of index.'
CREATE FUNCTION pg_temp.lookups(c text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    v text;
    found bigint := 0;
    wanted bigint := 0;
BEGIN
    FOR v IN EXECUTE format('SELECT %1$I::text FROM big WHERE %1$I IS NOT NULL AND n %% 499 = 0', c)
    LOOP
        wanted := wanted + 1;
        found := found +
        pg_temp.value_of(format('SELECT (count(*) > 0)::int FROM big WHERE %I = %L', c, v))::int;
    END LOOP;
    RETURN found = wanted AND wanted > 20;
END $$;
SET enable_seqscan = off;
SELECT string_agg(c, ' ' ORDER BY n), pg_temp.lookups(c) AS btree FROM columns GROUP BY 2
ORDER BY min(n);
CALL pg_temp.for_types('DROP INDEX big_%1$s');
CREATE FUNCTION pg_temp.uses(c text, index text) RETURNS boolean LANGUAGE sql AS $$
    SELECT string_agg(line, ' ') ~ index
    FROM pg_temp.plan_of(format('SELECT n FROM big WHERE %I = (SELECT NULL::%I)', c, c)) AS line
$$;
SELECT string_agg(c, ' ' ORDER BY n), pg_temp.lookups(c) AS hash,
pg_temp.uses(c, 'big_\w+_hash') AS used FROM columns GROUP BY 2, 3 ORDER BY min(n);
CALL pg_temp.for_types('DROP INDEX big_%1$s_hash');
DROP INDEX big_multi, big_bloom;
SELECT string_agg(c, ' ' ORDER BY n), pg_temp.lookups(c) AS minmax,
pg_temp.uses(c, 'big_minmax') AS used FROM columns GROUP BY 2, 3 ORDER BY min(n);
DROP INDEX big_minmax;
CALL pg_temp.create_brin('big_multi', '%1$s_minmax_multi_ops', 'WITH (pages_per_range = 4)');
SELECT string_agg(c, ' ' ORDER BY n), pg_temp.lookups(c) AS minmax_multi,
pg_temp.uses(c, 'big_multi') AS used FROM columns GROUP BY 2, 3 ORDER BY min(n);
DROP INDEX big_multi;
CALL pg_temp.create_brin('big_bloom', '%1$s_bloom_ops (n_distinct_per_range = 300)',
    'WITH (pages_per_range = 4)');
SELECT string_agg(c, ' ' ORDER BY n), pg_temp.lookups(c) AS bloom,
pg_temp.uses(c, 'big_bloom') AS used FROM columns GROUP BY 2, 3 ORDER BY min(n);
DROP TABLE big, more;

\echo '-- Rows so long that core compresses the ids: comparisons and abbreviated keys read them'
\echo '-- all the same.'
DO $$ BEGIN
    EXECUTE (SELECT format('CREATE TABLE long_rows (id typeid, %s)',
        string_agg(format('c%s name DEFAULT ''x''', c), ', '))
               FROM generate_series(1, 40) AS c);
END $$;
INSERT INTO long_rows (id)
SELECT uuid_to_typeid(repeat('a', 61 + n / 2 % 3), md5((n / 2)::text)::uuid)
FROM generate_series(1, 300) AS n;
SELECT count(*), count(pg_column_compression(id)) AS compressed,
count(DISTINCT id::text) AS distinct FROM long_rows;
SELECT array_agg(id::text ORDER BY id) = array_agg(id::text ORDER BY id::text COLLATE "C") AS up,
       array_agg(id::text ORDER BY id DESC) = array_agg(id::text
           ORDER BY id::text COLLATE "C" DESC) AS down,
       min(id)::text = min(id::text COLLATE "C") AS min,
       max(id)::text = max(id::text COLLATE "C") AS max, count(DISTINCT id) AS distinct
  FROM long_rows;
SELECT bool_and((a.id < b.id) = (a.id::text COLLATE "C" < b.id::text)
    AND (a.id = b.id) = (a.id::text = b.id::text)) AS compared
  FROM long_rows AS a, long_rows AS b WHERE a.ctid < b.ctid;
DROP TABLE long_rows;

\echo '-- ---------- ulid''s abbreviated keys ----------'

-- They keep less of some times than of others, and what they keep depends on the first id and
-- on what was seen of a millisecond: each mixture, in several orders, sorts as the uuids do.
CREATE TEMP TABLE ulids (kind text, id uuid, o text);
INSERT INTO ulids SELECT 'one session', id, md5(id::text)
FROM (SELECT ulid_generate() AS id FROM generate_series(1, 20000)) AS g;
INSERT INTO ulids SELECT 'one millisecond', id, md5(id::text)
FROM (SELECT ulid_generate('2026-01-01') AS id FROM generate_series(1, 3000)) AS g;
INSERT INTO ulids SELECT 'weeks', id, md5(id::text)
FROM (SELECT ulid_generate('2026-01-01'::timestamptz + i * interval '90 s') AS id
    FROM generate_series(1, 30000) AS i) AS g;
INSERT INTO ulids SELECT 'anything', md5(i::text)::uuid, md5(i || 'o')
FROM generate_series(1, 5000) AS i;
-- beside each other, across the carry into the 64th bit, and at the edges of what is near
INSERT INTO ulids SELECT 'edges', id, md5(id::text) FROM (
    SELECT (lpad(to_hex(ms), 12, '0') || high || lpad(low, 16, '0'))::uuid AS id
      FROM unnest(ARRAY[0, 1, 536870911, 536870912, 536870913, 1073741823, 1073741824,
          1767225600000, 281474976710655]::bigint[]) AS ms,
           unnest('{0000,0001,7fff,8000,ffff}'::text[]) AS high,
           unnest('{0,1,7fffffff,80000000,80000001,ffffffff,100000000,7fffffffffffffff,8000000000000000,ffffffff7fffffff,ffffffffffffffff}'::text[])
           AS low) AS g;
\echo '-- Each mixture, in three orders, sorts as the uuids do; so does an index, without a wrong'
\echo '-- pair.'
SELECT kinds, count(*) AS directions, bool_and(same) AS same FROM (
SELECT kinds, direction, array_agg(id ORDER BY id::ulid) = array_agg(id ORDER BY id) AS same
  FROM (VALUES ('one session'), ('one millisecond'), ('weeks'), ('anything'), ('edges'),
      ('one session, weeks'), ('one millisecond, anything, edges'),
               ('one session, one millisecond, weeks, anything, edges')) AS v(kinds),
       (VALUES (1), (2), (3)) AS d(direction),
       LATERAL (SELECT id FROM ulids WHERE kind = ANY (string_to_array(kinds, ', '))
                 ORDER BY CASE direction WHEN 1 THEN o END, CASE direction WHEN 2 THEN id
                 END, CASE direction WHEN 3 THEN id END DESC) AS rows
 GROUP BY 1, 2) AS sorted GROUP BY 1 ORDER BY 1;
CREATE INDEX ON ulids ((id::ulid));
SET enable_seqscan = off;
SELECT count(*) FILTER (WHERE id < before) AS wrong, count(*) = (SELECT count(*) FROM ulids) AS all
  FROM (SELECT id, lag(id) OVER (ORDER BY id::ulid) AS before FROM ulids) AS s;
RESET enable_seqscan;
DROP TABLE ulids;
