-- The right side of a search is evaluated for each of the two bounds of an index condition: once a bound and scan.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
\i :srcdir/test/lib/types.sql
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SET enable_memoize = off;

-- Outer rows with a text to search for: starts of ids, some that no id has, and NULL; and how often they were asked for.
CREATE SEQUENCE asked;
CREATE FUNCTION counted(t text) RETURNS text LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
    PERFORM nextval('asked');
    RETURN t;
END $$;
CALL pg_temp.create_rows('ids', $$SELECT n, decode(md5((n / 9)::text || n), 'hex') FROM generate_series(1, 90) AS n$$);
UPDATE ids SET typeid = uuid_to_typeid((ARRAY['user', 'users', 'u'])[1 + n % 3], typeid::uuid);
CALL pg_temp.for_types('CREATE INDEX ON ids (%1$s)');
\echo '-- a typed id beside them'
SELECT typeid_create_type('user_id', 'user');
ALTER TABLE ids ADD user_id user_id;
UPDATE ids SET user_id = uuid_to_typeid('user', typeid::uuid)::text::user_id;
CREATE INDEX ON ids (user_id);
CREATE TABLE starts (type text, k integer, start text);
CREATE TABLE outers AS SELECT k FROM generate_series(1, 8) AS k;
CALL pg_temp.for_types($$
    INSERT INTO starts SELECT '%1$s', k, CASE WHEN k = 7 THEN 'é' WHEN k < 8 THEN left(%1$s::text, k) END
      FROM generate_series(1, 8) AS k, ids WHERE n = 1$$);
INSERT INTO starts SELECT 'user_id', k, CASE WHEN k = 7 THEN 'é' WHEN k < 8 THEN left(user_id::text, k + 4) END
  FROM generate_series(1, 8) AS k, ids WHERE n = 1;
INSERT INTO starts VALUES ('typeid @>', 1, 'user'), ('typeid @>', 2, 'u'), ('typeid @>', 3, 'none'), ('typeid @>', 4, ''), ('typeid @>', 5, NULL);
VACUUM ANALYZE ids, starts, outers;

-- For each type and operator: what a join finds by the index and by a filter, and how often the right side ran for 8 outer rows.
CREATE TABLE runs (type text, operator text, kind text, found text, evaluated bigint, by_index boolean);
CREATE PROCEDURE pg_temp.run(type text, operator text, kind text) LANGUAGE plpgsql AS $$
DECLARE
    query text := format('SELECT count(i.n) || '' '' || coalesce(md5(string_agg(o.k || '','' || i.n, '' '' ORDER BY o.k, i.n)), '''')
         FROM outers AS o JOIN ids AS i ON i.%I %s (SELECT counted(start)%s FROM starts AS s WHERE s.k = o.k AND s.type = %L)',
        split_part(type, ' ', 1), operator, CASE WHEN operator ~ 'LIKE' THEN ' || ''%''' ELSE '' END, type);
    found text;
    line text;
    by_index boolean := false;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        by_index := by_index OR
            line ~ 'Index Cond: .*_lower\(.*\(SubPlan \w+\).*_upper\(.*\(SubPlan \w+\)';
    END LOOP;
    PERFORM setval('asked', 1, false);
    EXECUTE query INTO found;
    INSERT INTO runs SELECT type, operator, kind, found, CASE WHEN is_called THEN last_value ELSE 0 END, by_index FROM asked;
END $$;
CREATE PROCEDURE pg_temp.run_all(kind text) LANGUAGE plpgsql AS $$
BEGIN
    CALL pg_temp.for_types('CALL pg_temp.run(''%1$s'', ''^@'', ''' || kind || ''')');
    CALL pg_temp.for_types('CALL pg_temp.run(''%1$s'', ''LIKE'', ''' || kind || ''')');
    CALL pg_temp.for_types('CALL pg_temp.run(''%1$s'', ''ILIKE'', ''' || kind || ''')');
    CALL pg_temp.run('user_id', '^@', kind);
    CALL pg_temp.run('user_id', 'LIKE', kind);
    CALL pg_temp.run('user_id', 'ILIKE', kind);
    CALL pg_temp.run('typeid @>', '@>', kind);
END $$;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
CALL pg_temp.run_all('filter');
RESET enable_indexscan;
SET enable_seqscan = off;
CALL pg_temp.run_all('index scan');
SET enable_indexscan = off;
SET enable_bitmapscan = on;
CALL pg_temp.run_all('bitmap scan');
RESET enable_indexscan;
RESET enable_indexonlyscan;
\echo '-- all by the index, but for the filter'
SELECT kind, count(*) = count(DISTINCT (type, operator)) AS each_once, bool_and(by_index) AS by_index, bool_or(by_index) AS some_by_index
  FROM runs GROUP BY kind ORDER BY kind;
-- the same rows, and some
SELECT type, operator FROM runs GROUP BY type, operator HAVING count(DISTINCT found) <> 1 OR bool_or(found ~ '^0 ');
-- An outer row's text is asked for once for each bound; NULL is not counted.  By a filter once for each pair.  A bitmap heap scan
-- keeps the search as a filter of what it finds, as of any condition that a support function made (create_bitmap_scan_plan).
SELECT type, operator, kind, evaluated FROM runs, CAST(CASE type WHEN 'typeid @>' THEN 4 ELSE 7 END AS bigint) AS texts
 WHERE evaluated NOT BETWEEN CASE WHEN kind = 'filter' THEN 90 * texts ELSE 2 * texts END
                         AND CASE kind WHEN 'filter' THEN 90 * texts WHEN 'bitmap scan' THEN split_part(found, ' ', 1)::bigint + 2 * texts ELSE 2 * texts END
       AND NOT (kind <> 'filter' AND operator IN ('LIKE', 'ILIKE'));
\echo '-- A pattern is looked at again for each row that its beginning finds: twice for a scan, and once for each of those.  Where texts'
\echo '-- have no _, which is a wildcard, that is each row found.'
SELECT count(*) > 0 AS some, bool_and(evaluated > split_part(found, ' ', 1)::bigint) AS all_found,
       bool_and(evaluated <= split_part(found, ' ', 1)::bigint + 2 * 7) AS no_more
  FROM runs WHERE kind = 'index scan' AND operator = 'LIKE'
   AND NOT EXISTS (SELECT FROM starts AS s WHERE s.type = runs.type AND start ~ '_');

\echo '-- Two searches in one scan, by an index of two columns and by two indexes; a search in the subquery of another.'
CREATE INDEX ids_both ON ids (typeid, uid11);
CREATE FUNCTION pg_temp.plan_without_numbers(query text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT regexp_replace(line, 'SubPlan \w+', 'SubPlan N', 'g')
      FROM pg_temp.plan_of(query) AS line
     WHERE line !~ 'Disabled'
$$;
CREATE VIEW searches AS
    SELECT 'two' AS search, o.k, i.n FROM outers AS o JOIN ids AS i
        ON i.typeid ^@ (SELECT counted(start) FROM starts AS s WHERE s.k = o.k AND s.type = 'typeid')
       AND i.uid11 ^@ (SELECT counted(left(j.uid11::text, o.k - 3)) FROM outers AS p JOIN ids AS j ON j.n = p.k WHERE p.k = o.k)
    UNION ALL
    SELECT 'either', o.k, i.n FROM outers AS o JOIN ids AS i
        ON i.typeid ^@ (SELECT counted(start) FROM starts AS s WHERE s.k = o.k AND s.type = 'typeid')
        OR i.uid11 ^@ (SELECT counted(start) FROM starts AS s WHERE s.k = o.k AND s.type = 'uid11')
    UNION ALL
    SELECT 'nested', o.k, i.n FROM outers AS o JOIN ids AS i ON i.typeid ^@ (
        SELECT left(j.typeid::text, o.k) FROM starts AS s JOIN ids AS j
            ON j.typeid @> (SELECT t.start FROM starts AS t WHERE t.k = s.k AND t.type = 'typeid @>')
         WHERE s.k <= o.k AND s.type = 'typeid' ORDER BY j.typeid LIMIT 1);
SELECT count(*) FILTER (WHERE line ~ 'Index Cond: .*_lower\(.*SubPlan.*_upper\(.*SubPlan.*_lower\(.*SubPlan.*_upper\(.*SubPlan') AS two,
       count(*) FILTER (WHERE line ~ 'Index Cond: .*_lower\(.*SubPlan.*_upper\(.*SubPlan') AS scans
  FROM pg_temp.plan_of('SELECT * FROM searches') AS line;
CREATE TABLE by_index AS SELECT * FROM searches;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
SET enable_seqscan = on;
SELECT bool_or(line ~ 'Index Cond') AS by_index FROM pg_temp.plan_of('SELECT * FROM searches') AS line;
SELECT search, count(*) > 0 AS some, count(*) = (SELECT count(*) FROM by_index WHERE by_index.search = s.search) AS as_many,
       count(*) = (SELECT count(*) FROM (SELECT * FROM by_index INTERSECT ALL SELECT * FROM searches) AS i WHERE i.search = s.search) AS the_same
  FROM searches AS s GROUP BY search ORDER BY search;
RESET enable_indexscan;
RESET enable_indexonlyscan;
SET enable_seqscan = off;
\echo '-- An expression of an outer row''s column that is more than the column.'
SELECT * FROM pg_temp.plan_without_numbers($$SELECT count(*) FROM starts AS s JOIN ids AS i ON i.typeid ^@ counted(s.start)$$);
SELECT * FROM pg_temp.plan_without_numbers($$SELECT count(*) FROM starts AS s JOIN ids AS i ON i.typeid ^@ s.start$$);

\echo '-- An error in a right side, and a search after it.'
CREATE FUNCTION refusing(t text) RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RAISE 'no'; END $$;
SELECT pg_temp.error_of($$SELECT FROM outers AS o JOIN ids AS i
    ON i.typeid ^@ (SELECT refusing(start) FROM starts AS s WHERE s.k = o.k AND s.type = 'typeid')$$);
SELECT count(*) FROM outers AS o JOIN ids AS i ON i.typeid ^@ (SELECT start FROM starts AS s WHERE s.k = o.k AND s.type = 'typeid');
DROP VIEW searches;
DROP TABLE ids, starts, outers, runs, by_index;
DROP FUNCTION counted, refusing;
DROP SEQUENCE asked;
DROP TYPE user_id CASCADE;
