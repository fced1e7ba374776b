-- Searches of foreign tables go to the other server: what postgres_fdw, of PostgreSQL's contrib,
-- would send; nothing is connected to.
\i test/lib/helpers.sql
SET max_parallel_workers_per_gather = 0;
SET jit = off;
CREATE EXTENSION postgres_fdw;
CREATE SERVER prefix_server FOREIGN DATA WRAPPER postgres_fdw OPTIONS (extensions 'base62id');
CREATE USER MAPPING FOR CURRENT_USER SERVER prefix_server;
CREATE FOREIGN TABLE prefix_foreign (id typeid, u11 uid11, n integer) SERVER prefix_server OPTIONS
    (schema_name 'remote', table_name 'ids');
CREATE FUNCTION pg_temp.remote_sql(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    line text;
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS OFF) ' || query LOOP
        IF line ~ 'Remote SQL' THEN
            RETURN NEXT replace(substring(line FROM 'FROM remote.*'),
                                (SELECT extnamespace::regnamespace::text FROM pg_extension
                                    WHERE extname = 'base62id') || '.', '');
        ELSIF line ~ 'Filter|Aggregate' THEN
            RETURN NEXT line;
        END IF;
    END LOOP;
END $$;
\echo '-- Each sends our function and the range that an index of the other server serves, NOT both'
\echo '-- of them negated; a pattern without a beginning has no range. Nothing is left as a Filter'
\echo '-- here.'
SELECT query, sent
    FROM unnest(ARRAY[$$SELECT count(*), min(id) FROM prefix_foreign WHERE id ^@ 'user_0'$$,
    $$SELECT n FROM prefix_foreign WHERE id @> 'user'$$, $$SELECT n FROM prefix_foreign
    WHERE 'user' <@ id$$,
    $$SELECT n FROM prefix_foreign WHERE u11 ^@ '4j'$$,
    $$SELECT n FROM prefix_foreign WHERE id LIKE 'user_0%a'$$, $$SELECT n FROM prefix_foreign
    WHERE id LIKE '%a'$$,
    $$SELECT n FROM prefix_foreign WHERE id ILIKE 'USER_0%'$$, $$SELECT n FROM prefix_foreign
    WHERE id ^@ 'User'$$,
    $$SELECT n FROM prefix_foreign WHERE NOT id @> 'user'$$, $$SELECT n FROM prefix_foreign
    WHERE id ^@ 'user_01h455vb4pex5vsknk084sn02q'$$,
    $$DELETE FROM prefix_foreign WHERE id @> 'user'$$])
        WITH ORDINALITY AS q(query, i), pg_temp.remote_sql(query) AS sent ORDER BY i;
SET plan_cache_mode = force_generic_plan;
PREPARE foreign_type(text) AS SELECT n FROM prefix_foreign WHERE id @> $1;
SELECT pg_temp.remote_sql($$EXECUTE foreign_type('user')$$);
RESET plan_cache_mode;
DEALLOCATE ALL;
\echo '-- As a partition: the search is sent where its ids may be, and is done here where they are'
\echo '-- not.'
CREATE TABLE prefix_sharded (id typeid, u11 uid11, n integer) PARTITION BY RANGE (id);
ALTER TABLE prefix_sharded ATTACH PARTITION prefix_foreign FOR VALUES
FROM ('user_00000000000000000000000000') TO (MAXVALUE);
CREATE TABLE prefix_local PARTITION OF prefix_sharded FOR VALUES
FROM (MINVALUE) TO ('user_00000000000000000000000000');
SELECT pg_temp.remote_sql($$SELECT n FROM prefix_sharded WHERE id ^@ 'user_0'$$);
SELECT pg_temp.plan_of($$SELECT n FROM prefix_sharded WHERE id @> 'order'$$);
DROP TABLE prefix_sharded;
DROP SERVER prefix_server CASCADE;
DROP EXTENSION postgres_fdw;
