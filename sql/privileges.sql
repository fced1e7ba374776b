-- EXECUTE: a plan asks for the functions that it was given instead of a search or a comparison, and for those that these stand
-- for.  So what a role may not call is refused in every plan, and what it may call works in every plan.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
\i :srcdir/test/lib/types.sql
SET max_parallel_workers_per_gather = 0;
SET jit = off;

CALL pg_temp.create_rows('ids', $$SELECT n, decode(md5(n::text), 'hex') FROM generate_series(1, 2000) AS n$$);
SELECT typeid_create_type('user_id', 'user');
ALTER TABLE ids ADD user_id user_id, ADD u uuid;
UPDATE ids SET u = md5(n::text)::uuid, user_id = md5(n::text)::uuid;
CALL pg_temp.for_types('CREATE INDEX ON ids (%1$s)');
CREATE INDEX ON ids (user_id);
CREATE INDEX ON ids (u);
VACUUM ANALYZE ids;
CREATE ROLE regress_base62id_caller;
GRANT SELECT ON ids TO regress_base62id_caller;

-- What the role gets of a query, a count or an SQLSTATE, by each kind of plan, and which of them used an index.
CREATE FUNCTION pg_temp.by_plans(query text) RETURNS TABLE (outcomes text, by_index boolean) LANGUAGE plpgsql AS $$
DECLARE
    scan text;
    line text;
    found text;
    seen text[] := '{}';
    indexed boolean := false;
BEGIN
    FOREACH scan IN ARRAY '{enable_seqscan,enable_indexscan,enable_bitmapscan}'::text[] LOOP
        PERFORM set_config(s, 'off', true) FROM unnest('{enable_seqscan,enable_indexscan,enable_indexonlyscan,enable_bitmapscan}'::text[]) AS s;
        PERFORM set_config(scan, 'on', true);
        SET LOCAL ROLE regress_base62id_caller;
        BEGIN
            FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
                indexed := indexed OR line ~ 'Index Cond';
            END LOOP;
            EXECUTE query INTO found;
        EXCEPTION WHEN OTHERS THEN
            found := sqlstate;
        END;
        RESET ROLE;
        seen := seen || found;
    END LOOP;
    RETURN QUERY SELECT string_agg(DISTINCT o, ' ' ORDER BY o), indexed FROM unnest(seen) AS o;
END $$;
-- The same with EXECUTE revoked on a function, or on none.
CREATE FUNCTION pg_temp.without(function regprocedure, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    outcome text;
BEGIN
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', function);
    SELECT outcomes || CASE WHEN by_index THEN ' by index' ELSE '' END INTO outcome FROM pg_temp.by_plans(query);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', function);
    RETURN outcome;
END $$;

-- A function of a type; typed ids share those that find bounds.
CREATE FUNCTION pg_temp.function_of(type text, symbol text) RETURNS regprocedure LANGUAGE sql AS $$
    SELECT CASE WHEN type = 'user_id' AND symbol ~ '^prefix' THEN 'typed_id_' || replace(symbol, '(text)', '(text,text)') ELSE format('%1$s_' || symbol, type) END::regprocedure
$$;

-- searches: by the start of the text, a whole text, a pattern, and a right side that is found when the plan runs
CREATE TEMP TABLE searches AS
    SELECT type, name, format('SELECT count(*) FROM ids WHERE %I %s', type, format(condition, start, whole)) AS query
      FROM (SELECT type, left(value, CASE type WHEN 'typeid' THEN 1 ELSE 2 END) AS start, value AS whole
              FROM pg_temp.value_of_types('SELECT %1$s FROM ids WHERE n = 1')
            UNION ALL SELECT 'user_id', left(user_id::text, 6), user_id::text FROM ids WHERE n = 1) AS v,
           (VALUES ('start', '^@ %1$L'), ('whole', '^@ %2$L'), ('pattern', 'LIKE %1$L || ''%%'''),
                   ('at run time', '^@ (SELECT %1$L || left(max(n)::text, 0) FROM ids)')) AS c(name, condition);
SELECT name, outcome, all_types, string_agg(symbol, ' ' ORDER BY symbol COLLATE "C") AS without FROM (
SELECT name, symbol, string_agg(DISTINCT regexp_replace(outcome, '^\d+', CASE WHEN outcome ~ '^42501' THEN '42501' ELSE 'rows' END), ', ') AS outcome,
       count(*) = (SELECT count(*) + 1 FROM id_types) AS all_types
  FROM searches,
       unnest('{ge(%1$s\,%1$s),le(%1$s\,%1$s),eq(%1$s\,%1$s),prefix_lower(text),prefix_upper(text),starts_with(%1$s\,text),like(%1$s\,text)}'::text[]) AS symbol,
       LATERAL (SELECT pg_temp.without(pg_temp.function_of(type, symbol), query) AS outcome) AS o
 GROUP BY name, symbol) AS o GROUP BY 1, 2, 3 ORDER BY name COLLATE "C", outcome COLLATE "C";
-- the rows are those that everybody finds
SELECT type, name FROM searches,
       unnest('{ge(%1$s\,%1$s),le(%1$s\,%1$s),eq(%1$s\,%1$s),prefix_lower(text),prefix_upper(text)}'::text[]) AS symbol
 WHERE pg_temp.without(pg_temp.function_of(type, symbol), query) !~ ('^' || pg_temp.value_of(query) || '( |$)');

\echo '-- one family with uuid'
SELECT symbol, condition, string_agg(DISTINCT outcome, ', ') AS outcome
  FROM id_types, unnest('{%1$s_eq_uuid(%1$s\,uuid),uuid_eq_%1$s(uuid\,%1$s),%1$s_ge_uuid(%1$s\,uuid),%1$s_eq(%1$s\,%1$s),%1$s_ge(%1$s\,%1$s)}'::text[]) AS symbol,
       unnest(ARRAY['%1$I = %2$L::uuid', 'u = %2$L::uuid::%1$I', '%1$I >= %2$L::uuid AND %1$I <= %2$L::uuid', 'u = (SELECT %1$I FROM ids WHERE n = 1)']) AS condition,
       LATERAL (SELECT pg_temp.without(format(symbol, type)::regprocedure,
                                       format('SELECT count(*) FROM ids WHERE ' || condition, type, md5('1'))) AS outcome) AS o
 WHERE family = 'uuid'
 GROUP BY symbol, condition ORDER BY symbol COLLATE "C", condition COLLATE "C";

\echo '-- A plan that was made while the role might call them is made anew.'
SET plan_cache_mode = force_generic_plan;
PREPARE kept AS SELECT count(*) FROM ids WHERE ulid = 'c4ca4238-a0b9-2382-0dcc-509a6f75849b'::uuid;
SET ROLE regress_base62id_caller;
EXECUTE kept;
RESET ROLE;
REVOKE EXECUTE ON FUNCTION ulid_eq_uuid(ulid, uuid) FROM PUBLIC;
SET ROLE regress_base62id_caller;
SELECT pg_temp.sqlstate_of('EXECUTE kept');
RESET ROLE;
GRANT EXECUTE ON FUNCTION ulid_eq_uuid(ulid, uuid) TO PUBLIC;
SET ROLE regress_base62id_caller;
EXECUTE kept;
RESET ROLE;
DEALLOCATE kept;
RESET plan_cache_mode;
DROP TABLE ids;
DROP TYPE user_id CASCADE;
DROP ROLE regress_base62id_caller;
