-- EXECUTE: a plan asks for the functions that it was given instead of a search or a comparison, and
-- for those that these stand for. So what a role may not call is refused in every plan, and what it
-- may call works in every plan.
\i test/lib/helpers.sql
\i test/lib/types.sql

SET max_parallel_workers_per_gather = 0;
SET jit = off;

CALL pg_temp.create_rows('ids', $$SELECT n, decode(md5(n::text), 'hex')
    FROM generate_series(1, 2000) AS n$$);
SELECT typeid_create_type('user_id', 'user');
ALTER TABLE ids ADD user_id user_id, ADD u uuid;
UPDATE ids SET u = md5(n::text)::uuid, user_id = md5(n::text)::uuid;
CALL pg_temp.for_types('CREATE INDEX ON ids (%1$s)');
CREATE INDEX ON ids (user_id);
CREATE INDEX ON ids (u);
VACUUM ANALYZE ids;
CREATE ROLE regress_base62id_caller;
GRANT SELECT ON ids TO regress_base62id_caller;

-- What the role gets of a query, a count or an SQLSTATE, by each kind of plan, and which of
-- them used an index.
CREATE FUNCTION pg_temp.by_plans(query text) RETURNS TABLE (outcomes text, by_index boolean)
LANGUAGE plpgsql AS $$
DECLARE
    scan text;
    line text;
    found text;
    seen text[] := '{}';
    indexed boolean := false;
BEGIN
    FOREACH scan IN ARRAY '{enable_seqscan,enable_indexscan,enable_bitmapscan}'::text[] LOOP
        PERFORM set_config(s, 'off', true)
        FROM
        unnest('{enable_seqscan,enable_indexscan,enable_indexonlyscan,enable_bitmapscan}'::text[])
        AS s;
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
CREATE FUNCTION pg_temp.without(function regprocedure, query text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    outcome text;
BEGIN
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', function);
    SELECT outcomes || CASE WHEN by_index THEN ' by index' ELSE '' END INTO outcome
    FROM pg_temp.by_plans(query);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO PUBLIC', function);
    RETURN outcome;
END $$;

-- A function of a type; id types share those that find bounds.
CREATE FUNCTION pg_temp.function_of(type text, symbol text) RETURNS regprocedure LANGUAGE sql AS $$
    SELECT CASE WHEN type = 'user_id' AND symbol ~ '^prefix' THEN 'id_type_' ||
    replace(symbol, '(text)', '(text,text)') ELSE format('%1$s_' || symbol, type) END::regprocedure
$$;

-- searches: by the start of the text, a whole text, a pattern, and a right side that is found
-- when the plan runs
CREATE TEMP TABLE searches AS
    SELECT type, name,
    format('SELECT count(*) FROM ids WHERE %I %s', type, format(condition, start, whole)) AS query
      FROM (SELECT type, left(value, CASE type WHEN 'typeid' THEN 1 ELSE 2 END) AS start,
          value AS whole
              FROM pg_temp.value_of_types('SELECT %1$s FROM ids WHERE n = 1')
            UNION ALL SELECT 'user_id', left(user_id::text, 6), user_id::text FROM ids
            WHERE n = 1) AS v,
           (VALUES ('start', '^@ %1$L'), ('whole', '^@ %2$L'), ('pattern', 'LIKE %1$L || ''%%'''),
                   ('at run time', '^@ (SELECT %1$L || left(max(n)::text, 0) FROM ids)')) AS c(name,
                   condition);
\echo '-- Without EXECUTE on one of the functions that stand last: the search is refused in each'
\echo '-- plan (42501), or finds its rows, though not always by the index.'
SELECT name, outcome, all_types, string_agg(symbol, ' ' ORDER BY symbol COLLATE "C") AS without
FROM (
SELECT name, symbol,
string_agg(DISTINCT regexp_replace(outcome, '^\d+', CASE WHEN outcome ~ '^42501' THEN '42501'
    ELSE 'rows' END), ', ') AS outcome,
       count(*) = (SELECT count(*) + 1 FROM id_types) AS all_types
  FROM searches,
       unnest('{ge(%1$s\,%1$s),le(%1$s\,%1$s),eq(%1$s\,%1$s),prefix_lower(text),prefix_upper(text),starts_with(%1$s\,text),like(%1$s\,text)}'::text[])
       AS symbol,
       LATERAL (SELECT pg_temp.without(pg_temp.function_of(type, symbol), query) AS outcome) AS o
 GROUP BY name, symbol) AS o GROUP BY 1, 2, 3 ORDER BY name COLLATE "C", outcome COLLATE "C";
\echo '-- The rows are those that everybody finds: no row of what differs.'
SELECT type, name FROM searches,
       unnest('{ge(%1$s\,%1$s),le(%1$s\,%1$s),eq(%1$s\,%1$s),prefix_lower(text),prefix_upper(text)}'::text[])
       AS symbol
 WHERE pg_temp.without(pg_temp.function_of(type, symbol), query) !~
 ('^' || pg_temp.value_of(query) || '( |$)');

\echo '-- by type prefix, found when the plan runs: of PUBLIC, and where the role alone may call it'
PREPARE by_type AS
SELECT symbol,
pg_temp.without(symbol::regprocedure,
    'SELECT count(*) FROM ids WHERE typeid @> (SELECT typeid_prefix(typeid) FROM ids WHERE n = 1)')
  FROM
  unnest('{"typeid_has_prefix(typeid,text)",typeid_type_lower(text),typeid_type_upper(text)}'::text[])
  AS symbol;
EXECUTE by_type;
GRANT EXECUTE ON FUNCTION typeid_type_lower(text) TO regress_base62id_caller;
EXECUTE by_type;
REVOKE EXECUTE ON FUNCTION typeid_type_lower(text) FROM regress_base62id_caller;

\echo '-- One family with uuid: without EXECUTE on the function of the condition''s own operator it'
\echo '-- is refused, without another one it finds its row by the index.'
SELECT symbol, condition, string_agg(DISTINCT outcome, ', ') AS outcome
  FROM id_types,
  unnest('{%1$s_eq_uuid(%1$s\,uuid),uuid_eq_%1$s(uuid\,%1$s),%1$s_ge_uuid(%1$s\,uuid),%1$s_eq(%1$s\,%1$s),%1$s_ge(%1$s\,%1$s)}'::text[])
  AS symbol,
       unnest(ARRAY['%1$I = %2$L::uuid', 'u = %2$L::uuid::%1$I',
           '%1$I >= %2$L::uuid AND %1$I <= %2$L::uuid',
       'u = (SELECT %1$I FROM ids WHERE n = 1)']) AS condition,
       LATERAL (SELECT pg_temp.without(format(symbol, type)::regprocedure,
                                       format('SELECT count(*) FROM ids WHERE ' || condition, type,
                                           md5('1'))) AS outcome) AS o
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

\echo '-- ========== Row-level security and security-barrier views =========='
-- Comparisons are leakproof, so they go below the barrier and use the index; searches by prefix
-- are not, so that an error or a message of theirs could not tell of hidden rows.
SET max_parallel_workers_per_gather = 0;
SET enable_bitmapscan = off;

CALL pg_temp.create_rows('accounts', $$SELECT n, decode(md5(n::text), 'hex')
    FROM generate_series(1, 5000) AS n$$);
ALTER TABLE accounts ADD owner name, ADD hidden text;
UPDATE accounts SET owner = CASE WHEN n % 2 = 0 THEN 'regress_base62id_reader' ELSE 'other'
    END, hidden = 'row ' || n,
                    typeid = uuid_to_typeid('user', typeid::uuid);
CALL pg_temp.for_types('CREATE INDEX accounts_%1$s ON accounts (%1$s)');
VACUUM ANALYZE accounts;
CREATE VIEW my_accounts WITH (security_barrier) AS SELECT * FROM accounts
    WHERE owner = 'regress_base62id_reader';
CREATE ROLE regress_base62id_reader;
GRANT SELECT ON accounts, my_accounts TO regress_base62id_reader;
ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON accounts USING (owner = current_user);
-- values: of a row of one's own, and of another's
CREATE TEMP TABLE known AS SELECT * FROM accounts WHERE n IN (100, 101);
GRANT SELECT ON known, id_types TO regress_base62id_reader;
SELECT typeid FROM known WHERE n = 100 \gset own_
SELECT typeid FROM known WHERE n = 101 \gset other_

SET enable_seqscan = off;
SET ROLE regress_base62id_reader;
SELECT * FROM pg_temp.laws_of_types($$
    SELECT bool_and((
               SELECT string_agg(line, ' ') ~ 'Index Cond: .%1$s'
                 FROM
                 pg_temp.plan_of(format('SELECT hidden
                                           FROM %%s
                                           WHERE %1$s %%s %%L
                                           ORDER BY %1$s
                                           LIMIT 1',
                     t, op, own)) AS line)) AS by_index,
           bool_and(pg_temp.value_of(format('SELECT hidden FROM %%s WHERE %1$s = %%L', t, own)) =
               'row 100') AS own_row,
           bool_and(pg_temp.value_of(format('SELECT hidden FROM %%s WHERE %1$s = %%L', t, other))
               IS NULL) AS no_other_row,
           bool_and(pg_temp.value_of(format('SELECT count(*) FROM %%s WHERE %1$s IN (%%L, %%L)', t,
               own, other)) = '1') AS one_of_two
      FROM (SELECT max(%1$s::text) FILTER (WHERE n = 100) AS own, max(%1$s::text)
          FILTER (WHERE n = 101) AS other FROM known) AS v,
           unnest('{accounts,my_accounts}'::text[]) AS t, unnest('{=,<}'::text[]) AS op$$);
\echo '-- A search by prefix finds own rows only, 2500 of 5000; its filter stays above the barrier.'
\echo '-- The start of another''s id finds no row.'
RESET enable_seqscan;
SELECT pg_temp.plan_of($$SELECT hidden FROM accounts WHERE typeid ^@ 'user_0'$$);
SELECT count(*) FROM accounts WHERE typeid @> 'user';
SELECT count(*) FROM my_accounts WHERE typeid ^@ 'user_';
SELECT hidden FROM accounts WHERE typeid ^@ left(:'own_typeid', 12);
SELECT hidden FROM accounts WHERE typeid ^@ left(:'other_typeid', 12);
\echo '-- the functions are everybody''s'
SELECT has_function_privilege('typeid_generate(text)', 'execute') AS generate;
SELECT * FROM pg_temp.laws_of_types($$SELECT count(*) = 1 AS made
    FROM (SELECT (%3$s)::%1$s AS id) AS v WHERE id::text > ''$$);
RESET ROLE;
DROP TABLE accounts CASCADE;
DROP TABLE known;
REVOKE SELECT ON id_types FROM regress_base62id_reader;
DROP ROLE regress_base62id_reader;

\echo '-- ---------- a range beside a search ----------'
-- It is an index condition where the search may not be one, and is priced as what it finds: on
-- a partitioned table, where it is made, and on a plain one, where it is written by hand and a
-- policy has the search.
CREATE ROLE regress_base62id_reader;
CALL pg_temp.create_rows('rows', $$SELECT n, decode(md5(n::text), 'hex')
    FROM generate_series(1, 20000) AS n$$);
UPDATE rows SET typeid = uuid_to_typeid('user', typeid::uuid);
CREATE TEMP TABLE prices (type text, what text, cost float8, rows float8);
GRANT ALL ON prices TO regress_base62id_reader;
CREATE PROCEDURE pg_temp.price(type text) LANGUAGE plpgsql AS $$
DECLARE
    start text;
    range text;
    query text;
BEGIN
    EXECUTE format('SELECT left(%1$s::text, CASE %1$L WHEN ''typeid'' THEN 8 ELSE 4 END)
                      FROM rows
                      WHERE n = 1',
        type) INTO start;
    range := format('id >= %1$s_prefix_lower(%2$L) AND id <= %1$s_prefix_upper(%2$L)', type, start);
    EXECUTE format('CREATE TABLE parts (id %1$s) PARTITION BY RANGE (id)', type);
    CREATE TABLE part PARTITION OF parts DEFAULT;
    EXECUTE format('INSERT INTO parts SELECT %1$s FROM rows', type);
    EXECUTE format('CREATE TABLE plain AS SELECT %1$s AS id FROM rows', type);
    CREATE INDEX ON parts (id);
    CREATE INDEX ON plain (id);
    ANALYZE parts, plain;
    ALTER TABLE parts ENABLE ROW LEVEL SECURITY;
    ALTER TABLE plain ENABLE ROW LEVEL SECURITY;
    CREATE POLICY p ON parts USING (id IS NOT NULL);
    EXECUTE format('CREATE POLICY p ON plain USING (id ^@ %L)', start);
    GRANT SELECT ON parts, plain TO regress_base62id_reader;
    query := 'SELECT FROM plain WHERE ' || range;
    INSERT INTO prices
    VALUES (type, 'nobody''s', pg_temp.estimate_of(query, 'Total Cost'),
        pg_temp.estimate_of(query));
    SET LOCAL ROLE regress_base62id_reader;
    INSERT INTO prices
    VALUES (type, 'policy', pg_temp.estimate_of(query, 'Total Cost'), pg_temp.estimate_of(query));
    query := format('SELECT FROM parts WHERE id ^@ %L', start);
    INSERT INTO prices
    VALUES (type, 'partitioned', pg_temp.estimate_of(query, 'Total Cost'),
        pg_temp.estimate_of(query));
    RESET ROLE;
    DROP TABLE parts, plain;
END $$;
CALL pg_temp.for_types('CALL pg_temp.price(''%1$s'')');
\echo '-- Each costs at most three times what the range costs to a role without policies.'
SELECT what, count(*) = (SELECT count(*) FROM id_types) AS all_types,
    bool_and(cost < 3 * of_range + 20) AS priced_by_range,
    bool_and(rows <= 3 * found + 20) AS rows_of_range
  FROM prices, LATERAL (SELECT n.cost AS of_range, n.rows AS found FROM prices AS n
      WHERE n.type = prices.type AND n.what = 'nobody''s') AS n
 GROUP BY what ORDER BY what;
DROP TABLE rows, prices;
DROP ROLE regress_base62id_reader;
