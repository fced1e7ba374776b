-- A search as id ^@ 'user_' has an operator of ours, of which the planner knows nothing. On
-- partitioned tables it gets the range of comparisons beside the search, and by those prunes
-- partitions: id >= 'user_0...' AND id <= 'user_7...'.  Foreign tables: prefix_foreign.sql.
\i test/lib/helpers.sql
\i test/lib/types.sql

SET max_parallel_workers_per_gather = 0;
SET jit = off;
SET enable_bitmapscan = off;

-- How many scans a plan has: of tables, and of subqueries and common table expressions, too.
CREATE FUNCTION pg_temp.scans(query text) RETURNS bigint LANGUAGE sql AS $$
    SELECT count(*) FROM pg_temp.plan_of(query) AS line
    WHERE line ~ 'Scan (using \S+ )?on ' AND line !~ 'Replaces:' -- 19 says what a Result stands for
$$;

\echo '-- ---------- every type: six partitions ----------'
CREATE FUNCTION pg_temp.in_partitions(t text, expression text)
    RETURNS TABLE (type text, scans text, results text) LANGUAGE plpgsql AS $$
DECLARE
    bounds text[];
    condition text;
    start text;
    counts bigint[] := '{}';
    same boolean := true;
BEGIN
    EXECUTE format('CREATE TABLE flat AS SELECT nr AS n, %s AS id
                      FROM generate_series(1, 3000) AS nr, pg_temp.octets(nr)',
        expression);
    EXECUTE format('SELECT array_agg(id ORDER BY id)
        FROM (SELECT id, row_number() OVER (ORDER BY id) AS i FROM flat)
    AS s WHERE i IN (501, 1001, 1501, 2001, 2501)') INTO bounds;
    EXECUTE format('CREATE TABLE parts (n bigint, id %s) PARTITION BY RANGE (id)', t);
    FOR i IN 0..5 LOOP
        EXECUTE format('CREATE TABLE parts_%s PARTITION OF parts FOR VALUES FROM (%s) TO (%s)', i,
            coalesce(quote_literal(bounds[i]), 'MINVALUE'),
            coalesce(quote_literal(bounds[i + 1]), 'MAXVALUE'));
    END LOOP;
    INSERT INTO parts SELECT * FROM flat;
    EXECUTE 'SELECT left(id::text, 9) FROM flat WHERE n = 7' INTO start;
    FOREACH condition IN ARRAY ARRAY['id ^@ %1$L', 'id LIKE %2$L', 'id ILIKE %2$L',
        '%3$s_starts_with(id, %1$L)'] LOOP
        condition := format(condition, start, replace(start, '_', '\_') || '%', t);
        counts := counts || pg_temp.scans('SELECT n FROM parts WHERE ' || condition);
        same := same
                AND pg_temp.value_of('SELECT count(*) FROM parts WHERE ' || condition)
                    = pg_temp.value_of('SELECT count(*) FROM flat WHERE ' || condition)
                AND pg_temp.value_of('SELECT count(*) FROM parts WHERE NOT ' || condition)
                    = pg_temp.value_of('SELECT count(*) FROM flat WHERE NOT ' || condition)
                AND pg_temp.value_of('SELECT count(*) FROM flat WHERE ' || condition) > '0';
    END LOOP;
    type := t;
    scans := counts;
    results := CASE WHEN same THEN 'same' ELSE 'different' END;
    DROP TABLE flat, parts;
    RETURN NEXT;
END $$;
\echo '-- How many of six partitions are scanned by ^@, LIKE, ILIKE, and a function. ILIKE has a'
\echo '-- range only up to the first letter that has two cases.'
SELECT p.* FROM id_types AS t, pg_temp.in_partitions(t.type, t.value || '::' || t.type) AS p
    ORDER BY t.n;

\echo '-- ---------- typeids by type prefix ----------'
CREATE TABLE parted (id typeid, n integer) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES FROM (%L) TO (%L)', p,
              p || '_00000000000000000000000000', p || 's_00000000000000000000000000')
  FROM unnest('{a,b,c,order,user,z}'::text[]) AS p
\gexec
INSERT INTO parted
    SELECT uuid_to_typeid((ARRAY['a', 'b', 'c', 'order', 'user', 'z'])[1 + n % 6],
    md5(n::text)::uuid), n
    FROM generate_series(1, 12000) AS n;
INSERT INTO parted SELECT uuid_to_typeid('user', md5(n::text)::uuid), n
    FROM generate_series(12001, 15000) AS n;
CREATE INDEX ON parted (id);
ANALYZE parted;
CREATE VIEW parted_view AS SELECT id, n FROM parted WHERE n > 0;
SELECT pg_temp.plan_of($$SELECT n FROM parted WHERE id ^@ 'user_0'$$);
SELECT pg_temp.plan_of($$SELECT n FROM parted WHERE id @> 'user'$$);
SELECT pg_temp.plan_of($$SELECT n FROM parted WHERE id LIKE 'order_01h%q'$$);
\echo '-- no id begins so: no scan'
SELECT pg_temp.scans($$SELECT n FROM parted WHERE id ^@ 'User'$$);
\echo '-- a whole id'
SELECT pg_temp.plan_of($$SELECT n FROM parted WHERE id ^@ 'user_01h455vb4pex5vsknk084sn02q'$$);
\echo '-- How many scans there have to be, and those plans that have another number: none. Six'
\echo '-- partitions are all of them; a subquery or a common table expression is a scan of its own.'
CREATE TEMP TABLE scanned (n serial, wanted integer, query text);
INSERT INTO scanned (wanted, query) VALUES
    (6, $$SELECT n FROM parted WHERE id ^@ ''$$),
    (6, $$SELECT n FROM parted WHERE id LIKE '%a'$$),
    (1, $$SELECT n FROM parted WHERE 'user' <@ id$$),
    (2, $$SELECT n FROM parted WHERE id @> 'user' OR id ^@ 'a_'$$),
    (6, $$SELECT n FROM parted WHERE NOT (id @> 'user' AND n > 5)$$),
    (1, $$SELECT n FROM parted_view WHERE id @> 'user'$$),
    (2, $$WITH w AS MATERIALIZED (SELECT n FROM parted WHERE id @> 'user') SELECT * FROM w$$),
    (2, $$SELECT n FROM (SELECT DISTINCT id, n FROM parted) AS s WHERE id @> 'user'$$),
    (1, $$DELETE FROM parted WHERE id @> 'user'$$),
    (1, $$UPDATE parted SET n = 0 WHERE id ^@ 'user_'$$),
    (1, $$SELECT 1 WHERE EXISTS (SELECT FROM parted WHERE id @> 'user')$$),
    (1, $$SELECT v.x FROM (VALUES (5)) AS v(x)
        WHERE EXISTS (SELECT FROM parted WHERE id @> 'user' AND n = x)$$),
    (2, $$SELECT n FROM parted WHERE id @> 'user' UNION ALL SELECT n FROM parted WHERE id @> 'a'$$),
    (2, $$SELECT a.n FROM parted AS a JOIN parted AS b USING (n)
        WHERE a.id @> 'user' AND b.id @> 'a'$$),
    (1, $$SELECT n FROM parted WHERE id @> ('us' || 'er')$$),
    (1, $$SELECT n FROM parted WHERE id ^@ 'user'::varchar$$),
    (1, $$SELECT b.n FROM (VALUES (1)) AS v(x)
        LEFT JOIN parted AS b ON b.n = x AND b.id @> 'user'$$),
    (2, $$SELECT n FROM (SELECT n, id FROM parted UNION ALL SELECT n, id FROM parted) AS u
        WHERE id @> 'user'$$);
SELECT count(*) AS queries FROM scanned;
SELECT query, wanted, pg_temp.scans(query) AS found
    FROM scanned
    WHERE pg_temp.scans(query) <> wanted
    ORDER BY n;
DROP TABLE scanned;
\echo '-- The conditions that find other rows than without partitions: none.'
CREATE TABLE flat AS SELECT * FROM parted;
INSERT INTO flat VALUES (NULL, 0);
CREATE TABLE parted_null PARTITION OF parted DEFAULT;
INSERT INTO parted VALUES (NULL, 0);
SELECT condition
FROM unnest(ARRAY[
        $$id ^@ 'user_0'$$,
        $$NOT id ^@ 'user_0'$$,
        $$id ^@ 'User'$$,
        $$NOT id ^@ 'User'$$,
        $$(id ^@ 'User') IS NULL$$,
        $$(id @> 'user') IS NOT TRUE$$,
        $$(id LIKE 'user\_%') IS FALSE$$,
        $$NOT (id @> 'user' OR id LIKE 'a%')$$,
        $$id NOT LIKE 'user%'$$,
        $$NOT id NOT LIKE 'user%'$$,
        $$id ^@ ANY (SELECT x FROM (VALUES ('user_0'), ('a_')) AS v(x))$$,
        $$id LIKE ALL (SELECT x FROM (VALUES ('user\_0%'), ('%a')) AS v(x))$$,
        $$id ^@ ANY ('{user_0,a_}')$$,
        $$id ^@ (SELECT 'user_0')$$,
        $$id ^@ 'user_01h455vb4pex5vsknk084sn02q' IS NOT TRUE$$,
        $$CASE WHEN id @> 'user' THEN n > 6000 ELSE id ^@ 'a_1' END$$
    ]) AS condition,
    CAST('SELECT md5(string_agg(n::text, '','' ORDER BY n)) FROM %I WHERE %s' AS text) AS rows_of
WHERE pg_temp.value_of(format(rows_of, 'parted', condition))
    IS DISTINCT FROM pg_temp.value_of(format(rows_of, 'flat', condition));
\echo '-- grouping by a search'
SELECT id @> 'user' AS users, count(*) FROM parted GROUP BY id @> 'user' ORDER BY users;
DROP TABLE parted_null, flat;
\echo '-- estimates are those of the search'
SELECT count(*), string_agg(format('%s: estimated %s, found %s', condition, estimate, truth), '; ')
                 FILTER (WHERE (estimate BETWEEN truth / 2 AND truth * 2
                     OR greatest(truth, estimate) <= 25) IS NOT TRUE) AS not_close
  FROM unnest(ARRAY[$$id @> 'user'$$, $$id ^@ 'user_'$$, $$id ^@ 'user_0'$$,
    $$id ^@ 'user_3z'$$, $$id ^@ 'u'$$, $$id @> 'order'$$, $$id @> 'nobody'$$,
      $$NOT id @> 'user'$$, $$NOT id ^@ 'order_3'$$, $$id LIKE 'user_3%a'$$, $$id LIKE '%a'$$,
                    $$id @> 'user' OR id @> 'a'$$, $$id @> 'user' AND n < 6000$$,
                    $$id ^@ 'user_01h455vb4pex5vsknk084sn02q'$$]) AS condition,
       LATERAL (SELECT pg_temp.estimate_of('SELECT FROM parted WHERE ' || condition) AS estimate,
                       pg_temp.value_of('SELECT count(*) FROM parted WHERE ' ||
                           condition)::float8 AS truth) AS e;
\echo '-- a rare type prefix among others in one partition: the statistics of type prefixes'
CREATE TABLE parted_rest PARTITION OF parted DEFAULT;
INSERT INTO parted
    SELECT uuid_to_typeid((ARRAY['x', 'xa', 'xb', 'xc'])[CASE WHEN n % 500 = 0 THEN 1
    WHEN n % 50 = 0 THEN 2 WHEN n % 5 = 0 THEN 3
    ELSE 4 END], md5(n::text)::uuid), n FROM generate_series(1, 20000) AS n;
INSERT INTO parted SELECT NULL, n FROM generate_series(1, 10000) AS n;
ANALYZE parted_rest;
SELECT p, pg_temp.estimate_of(format('SELECT FROM parted WHERE id @> %L', p)) AS estimate,
    pg_temp.value_of(format('SELECT count(*)
    FROM parted WHERE id @> %L', p)) AS truth FROM unnest('{x,xa,xb,xc}'::text[]) AS p;
\echo '-- a partial index is chosen by its predicate'
CREATE INDEX parted_partial ON parted (n) WHERE id ^@ 'user_0';
CREATE INDEX parted_like ON parted (n) WHERE id LIKE 'order\_0%';
SELECT pg_temp.plan_of($$SELECT n FROM parted WHERE id ^@ 'user_0' AND n < 10$$);
SELECT pg_temp.plan_of($$SELECT n FROM parted WHERE id LIKE 'order\_0%' AND n < 10$$);
\echo '-- parameters prune when the plan runs'
SET plan_cache_mode = force_generic_plan;
PREPARE of_type(text) AS SELECT count(*) FROM parted WHERE id @> $1;
PREPARE not_of_type(text) AS SELECT count(*) FROM parted WHERE NOT id @> $1;
PREPARE of_pattern(varchar) AS SELECT count(*) FROM parted WHERE id LIKE $1;
EXPLAIN (COSTS OFF) EXECUTE of_type('user');
EXPLAIN (COSTS OFF) EXECUTE of_pattern('user\_0%');
EXECUTE of_type('user');
EXECUTE of_type('User');
EXECUTE of_type(NULL);
EXECUTE not_of_type('user');
EXECUTE not_of_type('User');
EXECUTE not_of_type(NULL);
EXECUTE of_pattern('us%_0%');
SELECT pg_temp.estimate_of($$EXECUTE of_type('user')$$);
\echo '-- without the privilege for the bound functions: no range, and no error'
BEGIN;
REVOKE EXECUTE ON FUNCTION typeid_type_lower FROM PUBLIC;
CREATE ROLE regress_base62id_parted;
GRANT SELECT ON parted TO regress_base62id_parted;
SET ROLE regress_base62id_parted;
SELECT pg_temp.scans($$EXECUTE of_type('user')$$);
EXECUTE of_type('user');
ROLLBACK;
RESET plan_cache_mode;
DEALLOCATE ALL;
DROP TABLE parted CASCADE;

\echo '-- ---------- other partitions ----------'
-- of a domain; by list; below a table that is partitioned by something else; by hash, which
-- no range prunes; by an expression
CREATE DOMAIN parted_id AS typeid CHECK (typeid_check(VALUE, 'user'));
CREATE TABLE by_domain (id parted_id) PARTITION BY RANGE (id);
CREATE TABLE by_domain_1 PARTITION OF by_domain FOR VALUES
    FROM ('user_00000000000000000000000000') TO ('user_40000000000000000000000000');
CREATE TABLE by_domain_2 PARTITION OF by_domain FOR VALUES
    FROM ('user_40000000000000000000000000') TO (MAXVALUE);
CREATE TABLE by_list (id typeid) PARTITION BY LIST (id);
CREATE TABLE by_list_1 PARTITION OF by_list FOR VALUES IN ('user_00000000000000000000000000');
CREATE TABLE by_list_2 PARTITION OF by_list FOR VALUES IN ('order_00000000000000000000000000');
CREATE TABLE by_number (n integer, id typeid) PARTITION BY RANGE (n);
CREATE TABLE by_number_1 PARTITION OF by_number FOR VALUES FROM (0) TO (10) PARTITION BY RANGE (id);
CREATE TABLE by_number_1a PARTITION OF by_number_1 FOR VALUES
    FROM (MINVALUE) TO ('user_00000000000000000000000000');
CREATE TABLE by_number_1b PARTITION OF by_number_1 FOR VALUES
    FROM ('user_00000000000000000000000000') TO (MAXVALUE);
CREATE TABLE by_number_2 PARTITION OF by_number FOR VALUES FROM (10) TO (20);
CREATE TABLE twice (n integer, id typeid) PARTITION BY RANGE (id);
CREATE TABLE twice_1 PARTITION OF twice FOR VALUES
    FROM (MINVALUE) TO ('user_00000000000000000000000000') PARTITION BY RANGE (id);
CREATE TABLE twice_1a PARTITION OF twice_1 FOR VALUES
    FROM (MINVALUE) TO ('order_00000000000000000000000000');
CREATE TABLE twice_1b PARTITION OF twice_1 FOR VALUES
    FROM ('order_00000000000000000000000000') TO (MAXVALUE);
CREATE TABLE twice_2 PARTITION OF twice FOR VALUES
    FROM ('user_00000000000000000000000000') TO (MAXVALUE);
CREATE TABLE by_hash (id typeid) PARTITION BY HASH (id);
CREATE TABLE by_hash_1 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE by_hash_2 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 1);
SELECT pg_temp.plan_of($$SELECT FROM by_domain WHERE id ^@ 'user_01'$$);
SELECT pg_temp.plan_of($$SELECT FROM by_list WHERE id @> 'user'$$);
SELECT pg_temp.plan_of($$SELECT FROM by_number WHERE id @> 'user'$$);
SELECT pg_temp.plan_of($$SELECT FROM twice WHERE id @> 'order'$$);
SELECT pg_temp.plan_of($$SELECT FROM by_hash WHERE id @> 'order'$$);
SELECT pg_temp.plan_of($$SELECT FROM by_hash WHERE id ^@ 'user_01h455vb4pex5vsknk084sn02q'$$);
\echo '-- what is no column is evaluated once: no range'
SELECT pg_temp.plan_of($$SELECT FROM by_list WHERE typeid_decode(id::text) @> 'user'$$);
SELECT pg_temp.plan_of($$SELECT FROM by_list WHERE id ^@ left(random()::text, 1)$$);
DROP TABLE by_domain, by_list, by_number, twice, by_hash;
DROP DOMAIN parted_id;

\echo '-- ---------- plain tables ----------'
CREATE TABLE plain (id typeid, n integer);
INSERT INTO plain SELECT uuid_to_typeid((ARRAY['user', 'order'])[1 + n % 2], md5(n::text)::uuid), n
    FROM generate_series(1, 2000) AS n;
ANALYZE plain;
SELECT pg_temp.plan_of($$SELECT n FROM plain WHERE id ^@ 'user_0'$$);
\echo '-- who writes the range too is not thought to look for fewer rows, however it is written'
SELECT condition, pg_temp.estimate_of('SELECT FROM plain WHERE ' || condition) BETWEEN 500
    AND 2000 AS close FROM unnest(ARRAY[$$id @> 'user'$$,
    $$id @> 'user' AND id >= 'user_00000000000000000000000000'
    AND id <= 'user_7zzzzzzzzzzzzzzzzzzzzzzzzz'$$,
      $$id >= 'user_00000000000000000000000000' AND id @> 'user'$$]) AS condition;
DROP TABLE plain;

\echo '-- ---------- nested conditions ----------'
-- Each level doubled the time of planning when a search looked through them twice: 24
-- levels took seconds.
CREATE TABLE nested (id typeid, n integer);
CREATE TABLE nested_parted (id typeid, n integer) PARTITION BY RANGE (id);
CREATE TABLE nested_parted_1 PARTITION OF nested_parted FOR VALUES
    FROM ('user_00000000000000000000000000') TO ('user_7zzzzzzzzzzzzzzzzzzzzzzzzz');
SET statement_timeout = '20s';
DO $$
DECLARE
    condition text;
    search text;
    levels integer;
BEGIN
    -- 24 first: more would take all memory, were it so again
    FOREACH levels IN ARRAY ARRAY[24, 200] LOOP
        FOREACH search IN ARRAY ARRAY[$s$id ^@ 'user_0'$s$, $s$id @> 'user'$s$,
            $s$id LIKE 'user\_0%'$s$, $s$id ILIKE 'us%r'$s$, $s$id NOT LIKE 'user%'$s$] LOOP
            condition := search;
            FOR n IN 1..levels LOOP
                condition := format(CASE n % 2 WHEN 1 THEN '(n = %s OR %s)' ELSE '(n > %s AND %s)'
                    END, n, condition);
            END LOOP;
            condition := format('%s AND %s', search, condition);
            EXECUTE 'EXPLAIN SELECT FROM nested WHERE ' || condition;
            EXECUTE 'EXPLAIN SELECT FROM nested_parted WHERE ' || condition;
        END LOOP;
    END LOOP;
END $$;
RESET statement_timeout;
-- A search looks for its range among 32 conditions only. Behind more of them the range counts once
-- all the same.
ALTER TABLE nested_parted ATTACH PARTITION nested DEFAULT;
INSERT INTO nested_parted
    SELECT uuid_to_typeid((ARRAY['item', 'order'])[1 + n % 2], md5(n::text)::uuid), n
    FROM generate_series(1, 2000) AS n;
ANALYZE nested_parted;
SELECT conditions,
    pg_temp.estimate_of(format($$SELECT FROM nested_parted
    WHERE %s id @> 'item'$$, repeat('n > 0 AND ', conditions))) BETWEEN 990 AND 1010 AS close
FROM unnest(ARRAY[0, 40, 400]) AS conditions;
DROP TABLE nested_parted;

\echo '-- ---------- what a search became ----------'
CREATE TABLE told (id typeid PRIMARY KEY, u uid11);
CREATE INDEX ON told USING gist (u);
SET client_min_messages = debug2;
EXPLAIN (COSTS OFF) SELECT FROM told WHERE id LIKE 'user_01h%5';
EXPLAIN (COSTS OFF) SELECT FROM told WHERE id ^@ 'user_01' AND id NOT LIKE '%5';
EXPLAIN (COSTS OFF) SELECT FROM told WHERE id ^@ left(random()::text, 1) AND id LIKE '%5';
EXPLAIN (COSTS OFF) SELECT FROM told WHERE u ^@ '5c';
SET client_min_messages = warning;
DROP TABLE told;

\echo '-- ========== A right side is evaluated once for each bound of an index condition and scan'
\echo '-- =========='
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SET enable_memoize = off;

-- Outer rows with a text to search for: starts of ids, some that no id has, and NULL; and
-- how often they were asked for.
CREATE SEQUENCE asked;
CREATE FUNCTION counted(t text) RETURNS text LANGUAGE plpgsql STABLE STRICT AS $$
BEGIN
    PERFORM nextval('asked');
    RETURN t;
END $$;
CALL pg_temp.create_rows('ids', $$SELECT n, decode(md5((n / 9)::text || n), 'hex')
    FROM generate_series(1, 90) AS n$$);
UPDATE ids SET typeid = uuid_to_typeid((ARRAY['user', 'users', 'u'])[1 + n % 3], typeid::uuid);
CALL pg_temp.for_types('CREATE INDEX ON ids (%1$s)');
\echo '-- an id type beside them'
SELECT typeid_create_type('user_id', 'user');
ALTER TABLE ids ADD user_id user_id;
UPDATE ids SET user_id = uuid_to_typeid('user', typeid::uuid)::text::user_id;
CREATE INDEX ON ids (user_id);
CREATE TABLE starts (type text, k integer, start text);
CREATE TABLE outers AS SELECT k FROM generate_series(1, 8) AS k;
CALL pg_temp.for_types($$
    INSERT INTO starts SELECT '%1$s', k, CASE WHEN k = 7 THEN 'é' WHEN k < 8 THEN
    left(%1$s::text, k) END
      FROM generate_series(1, 8) AS k, ids WHERE n = 1$$);
INSERT INTO starts SELECT 'user_id', k, CASE WHEN k = 7 THEN 'é' WHEN k < 8 THEN
left(user_id::text, k + 4) END
  FROM generate_series(1, 8) AS k, ids WHERE n = 1;
INSERT INTO starts VALUES ('typeid @>', 1, 'user'), ('typeid @>', 2, 'u'), ('typeid @>', 3, 'none'),
('typeid @>', 4, ''), ('typeid @>', 5, NULL);
VACUUM ANALYZE ids, starts, outers;

-- For each type and operator: what a join finds by the index and by a filter, and how often the
-- right side ran for 8 outer rows.
CREATE TABLE runs (type text, operator text, kind text, found text, evaluated bigint,
    by_index boolean);
CREATE PROCEDURE pg_temp.run(type text, operator text, kind text) LANGUAGE plpgsql AS $$
DECLARE
    query text :=
    format('SELECT count(i.n) || '' ''
                || coalesce(md5(string_agg(o.k || '','' || i.n, '' '' ORDER BY o.k, i.n)), '''')
         FROM outers AS o JOIN ids AS i ON i.%I %s (SELECT counted(start)%s
                                                      FROM starts AS s
                                                      WHERE s.k = o.k AND s.type = %L)',
        split_part(type, ' ', 1), operator, CASE WHEN operator ~ 'LIKE' THEN ' || ''%''' ELSE ''
        END, type);
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
    INSERT INTO runs SELECT type, operator, kind, found, CASE WHEN is_called THEN last_value ELSE 0
    END, by_index FROM asked;
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
SELECT kind, count(*) = count(DISTINCT (type, operator)) AS each_once,
bool_and(by_index) AS by_index, bool_or(by_index) AS some_by_index
  FROM runs GROUP BY kind ORDER BY kind;
\echo '-- Searches that found other rows by one kind of scan than by another, or no row: none.'
SELECT type, operator FROM runs GROUP BY type, operator
HAVING count(DISTINCT found) <> 1 OR bool_or(found ~ '^0 ');
\echo '-- Right sides that were evaluated more or less often than they have to be: none.'
-- An outer row's text is asked for once for each of the two bounds; NULL is not counted. By a
-- filter it is once for each pair of an outer row and one of the 90 ids. A bitmap heap scan keeps
-- the search as a filter of what it finds, as of any condition that a support function made
-- (create_bitmap_scan_plan), so that up to all rows found are added. Patterns: below.
WITH rated AS (
    SELECT *,
        CASE type WHEN 'typeid @>' THEN 4 ELSE 7 END AS texts,
        split_part(found, ' ', 1)::bigint AS rows_found
    FROM runs
), wanted AS (
    SELECT *,
        CASE kind WHEN 'filter' THEN 90 * texts ELSE 2 * texts END AS least,
        CASE kind WHEN 'filter' THEN 90 * texts ELSE 2 * texts END
            + CASE kind WHEN 'bitmap scan' THEN rows_found ELSE 0 END AS most
    FROM rated
)
SELECT type, operator, kind, evaluated
    FROM wanted
    WHERE evaluated NOT BETWEEN least AND most
        AND (kind = 'filter' OR operator NOT IN ('LIKE', 'ILIKE'));
\echo '-- A pattern is looked at again for each row that its beginning finds: twice for a scan,'
\echo '-- and once for each of those. Where texts have no _, which is a wildcard, that is each'
\echo '-- row found.'
SELECT count(*) > 0 AS some, bool_and(evaluated > split_part(found, ' ', 1)::bigint) AS all_found,
       bool_and(evaluated <= split_part(found, ' ', 1)::bigint + 2 * 7) AS no_more
  FROM runs WHERE kind = 'index scan' AND operator = 'LIKE'
   AND NOT EXISTS (SELECT FROM starts AS s WHERE s.type = runs.type AND start ~ '_');

\echo '-- Two searches in one scan, by an index of two columns and by two indexes; a search in'
\echo '-- the subquery of another.'
CREATE INDEX ids_both ON ids (typeid, uid11);
CREATE FUNCTION pg_temp.plan_without_numbers(query text) RETURNS SETOF text LANGUAGE sql AS $$
    SELECT regexp_replace(line, 'SubPlan \w+', 'SubPlan N', 'g')
      FROM pg_temp.plan_of(query) AS line
     WHERE line !~ 'Disabled'
$$;
CREATE VIEW searches AS
    SELECT 'two' AS search, o.k, i.n FROM outers AS o JOIN ids AS i
        ON i.typeid ^@ (SELECT counted(start)
                          FROM starts AS s
                          WHERE s.k = o.k AND s.type = 'typeid')
       AND i.uid11 ^@ (SELECT counted(left(j.uid11::text, o.k - 3))
                         FROM outers AS p
                         JOIN ids AS j ON j.n = p.k
                         WHERE p.k = o.k)
    UNION ALL
    SELECT 'either', o.k, i.n FROM outers AS o JOIN ids AS i
        ON i.typeid ^@ (SELECT counted(start)
                          FROM starts AS s
                          WHERE s.k = o.k AND s.type = 'typeid')
        OR i.uid11 ^@ (SELECT counted(start) FROM starts AS s WHERE s.k = o.k AND s.type = 'uid11')
    UNION ALL
    SELECT 'nested', o.k, i.n FROM outers AS o JOIN ids AS i ON i.typeid ^@ (
        SELECT left(j.typeid::text, o.k) FROM starts AS s JOIN ids AS j
            ON j.typeid @> (SELECT t.start
                              FROM starts AS t
                              WHERE t.k = s.k AND t.type = 'typeid @>')
         WHERE s.k <= o.k AND s.type = 'typeid' ORDER BY j.typeid LIMIT 1);
SELECT
    count(*) FILTER (WHERE
        line ~ 'Index Cond: (.*_lower\(.*SubPlan.*_upper\(.*SubPlan){2}') AS two,
    count(*) FILTER (WHERE
        line ~ 'Index Cond: .*_lower\(.*SubPlan.*_upper\(.*SubPlan') AS scans
FROM pg_temp.plan_of('SELECT * FROM searches') AS line;
CREATE TABLE by_index AS SELECT * FROM searches;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SET enable_bitmapscan = off;
SET enable_seqscan = on;
SELECT bool_or(line ~ 'Index Cond') AS by_index
  FROM pg_temp.plan_of('SELECT * FROM searches') AS line;
SELECT search, count(*) > 0 AS some,
       count(*) = (SELECT count(*) FROM by_index WHERE by_index.search = s.search) AS as_many,
       count(*) = (SELECT count(*)
                     FROM (SELECT * FROM by_index INTERSECT ALL SELECT * FROM searches) AS i
                     WHERE i.search = s.search) AS the_same
  FROM searches AS s GROUP BY search ORDER BY search;
RESET enable_indexscan;
RESET enable_indexonlyscan;
SET enable_seqscan = off;
\echo '-- An expression of an outer row''s column that is more than the column.'
SELECT * FROM pg_temp.plan_without_numbers($$SELECT count(*)
                                               FROM starts AS s
                                               JOIN ids AS i ON i.typeid ^@ counted(s.start)$$);
SELECT * FROM pg_temp.plan_without_numbers($$SELECT count(*)
                                               FROM starts AS s
                                               JOIN ids AS i ON i.typeid ^@ s.start$$);

\echo '-- An error in a right side, and a search after it.'
CREATE FUNCTION refusing(t text) RETURNS text LANGUAGE plpgsql STABLE AS $$ BEGIN RAISE 'no';
    END $$;
SELECT pg_temp.error_of($$SELECT FROM outers AS o JOIN ids AS i
    ON i.typeid ^@ (SELECT refusing(start) FROM starts AS s
        WHERE s.k = o.k AND s.type = 'typeid')$$);
SELECT count(*) FROM outers AS o JOIN ids AS i
    ON i.typeid ^@ (SELECT start FROM starts AS s WHERE s.k = o.k AND s.type = 'typeid');
DROP VIEW searches;
DROP TABLE ids, starts, outers, runs, by_index;
DROP FUNCTION counted, refusing;
DROP SEQUENCE asked;
DROP TYPE user_id CASCADE;
