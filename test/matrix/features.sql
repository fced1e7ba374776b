-- What a key can do: each feature is tried with uuid and with each of our types, in a subtransaction of its own. Output: a line
-- "difference<TAB>title<TAB>type<TAB>what uuid gave<TAB>what the type gave" for each difference, and the number of features.
\i test/lib/helpers.sql
\i test/lib/types.sql
\set ECHO none
\pset tuples_only on
\pset format unaligned
SET jit = off;
SET max_parallel_workers_per_gather = 0;
SET client_min_messages = error;
CREATE EXTENSION btree_gist;
CREATE EXTENSION btree_gin;

CREATE TABLE kinds AS SELECT 0 AS k, 'uuid' AS type, 'u' AS value UNION ALL SELECT n, type, value FROM id_types;
\o /dev/null
SELECT typeid_create_type('item_id', 'item');
\o
INSERT INTO kinds VALUES (100, 'item_id', 'u::item_id');
-- For each type (typeids of one type prefix): t_T and u_T of the same ids, some of them twice, the domain d_T, and v_T(i), the i-th id.
DO $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT * FROM kinds LOOP
        EXECUTE format('CREATE DOMAIN d_%s AS %1$s', t.type);
        EXECUTE format('CREATE TABLE t_%s (id %1$s, d d_%1$s, k integer, span int4range, words tsvector)', t.type);
        EXECUTE format('INSERT INTO t_%s SELECT v, v, g, int4range(g, g + 5), to_tsvector(''simple'', ''word'' || g)
            FROM generate_series(1, 400) AS g, LATERAL (SELECT (%s)::%1$s AS v FROM pg_temp.octets(5 * (g %% 300))) AS x', t.type, t.value);
        EXECUTE format('INSERT INTO t_%s VALUES (NULL, NULL, 0, ''empty'', '''')', t.type);
        EXECUTE format('CREATE TABLE u_%s AS SELECT DISTINCT ON (id) id, k, span FROM t_%1$s WHERE id IS NOT NULL ORDER BY id, k', t.type);
        EXECUTE format('CREATE TABLE values_%s AS SELECT g AS i, (SELECT (%s)::%1$s FROM pg_temp.octets(5 * g)) AS v FROM generate_series(1, 20) AS g', t.type, t.value);
        EXECUTE format('CREATE FUNCTION v_%s(i integer) RETURNS %1$s LANGUAGE plpgsql IMMUTABLE AS $f$BEGIN RETURN v FROM values_%1$s AS x WHERE x.i = $1; END$f$', t.type);
        EXECUTE format('ANALYZE t_%s', t.type);
        EXECUTE format('ANALYZE u_%s', t.type);
    END LOOP;
END $$;

-- How a query is executed, as far as that should not depend on the type.
CREATE FUNCTION shape(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    plan text := '';
    line text;
    n bigint;
BEGIN
    PERFORM set_config('enable_seqscan', 'off', true);
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP plan := plan || line || E'\n'; END LOOP;
    EXECUTE 'SELECT count(*) FROM (' || query || ') AS q' INTO n;
    RETURN concat_ws(' ', n, CASE WHEN plan ~ 'Index Cond' THEN 'by index' END, substring(plan FROM 'Filter'), substring(plan FROM 'Hash Join|Merge Join|Nested Loop'));
END $$;

CREATE TABLE features (n serial, title text UNIQUE, since integer, setup text, query text);
-- {T}: the type; {v 7}: its seventh value; {l 7}: the same as a literal.
CREATE PROCEDURE feature(title text, query text, setup text DEFAULT NULL, since integer DEFAULT 15) LANGUAGE sql AS
    'INSERT INTO features (title, since, setup, query) VALUES (title, since, setup, query)';

-- Indexes: each method with each condition.
INSERT INTO features (title, since, setup, query)
SELECT format('%s: %s', method, condition), 15, definition, format('SELECT shape($q$SELECT id FROM t_{T} WHERE %s$q$)', condition)
  FROM (VALUES ('btree', 'CREATE INDEX ON t_{T} (id)'), ('btree desc', 'CREATE INDEX ON t_{T} (id DESC NULLS FIRST)'), ('btree include', 'CREATE INDEX ON t_{T} (id) INCLUDE (k)'),
               ('btree of two columns', 'CREATE INDEX ON t_{T} (id, k)'), ('btree of an expression', 'CREATE INDEX ON t_{T} (coalesce(id, id))'),
               ('btree, partial', 'CREATE INDEX ON t_{T} (id) WHERE k >= 0'),
               ('hash', 'CREATE INDEX ON t_{T} USING hash (id)'), ('brin', 'CREATE INDEX ON t_{T} USING brin (id)'),
               ('brin minmax_multi', 'CREATE INDEX ON t_{T} USING brin (id {T}_minmax_multi_ops)'), ('brin bloom', 'CREATE INDEX ON t_{T} USING brin (id {T}_bloom_ops)'),
               ('gist', 'CREATE INDEX ON t_{T} USING gist (id)'), ('gist of two columns', 'CREATE INDEX ON t_{T} USING gist (id, span)'),
               ('gin', 'CREATE INDEX ON t_{T} USING gin (id)'), ('gin of two columns', 'CREATE INDEX ON t_{T} USING gin (id, words)'),
               ('spgist', 'CREATE INDEX ON t_{T} USING spgist (id)')) AS m(method, definition),
       (VALUES ('id = {v 7}'), ('id <> {v 7}'), ('id < {v 7}'), ('id <= {v 7}'), ('id > {v 7}'), ('id >= {v 7}'), ('id BETWEEN {v 7} AND {v 8}'), ('id IN ({v 7}, {v 8})'),
               ('id = ANY (ARRAY[{v 7}, {v 8}, NULL]::{T}[])'), ('id IS NULL'), ('id IS NOT NULL'), ('id = (SELECT v FROM values_{T} WHERE i = 7)'),
               ('id = {v 7} AND span @> 8'), ('id = {v 7} AND words @@ ''word7''')) AS c(condition);
INSERT INTO features (title, since, setup, query)
SELECT format('%s on a domain: %s', method, condition), 15, format('CREATE INDEX ON t_{T} USING %s (d)', method), format('SELECT shape($q$SELECT id FROM t_{T} WHERE %s$q$)', condition)
  FROM unnest('{btree,hash,brin,gist,gin}'::text[]) AS method, unnest(ARRAY['d = {v 7}', 'd > {v 7}']) AS condition;
-- Joins by each strategy.
INSERT INTO features (title, since, setup, query)
SELECT format('%s: %s', strategy, form), 15, 'SET LOCAL enable_hashjoin = ' || (strategy = 'hash join')::text || '; SET LOCAL enable_mergejoin = ' || (strategy = 'merge join')::text
       || '; SET LOCAL enable_nestloop = ' || (strategy = 'nested loop')::text || '; CREATE INDEX ON u_{T} (id)', format('SELECT shape($q$SELECT t.k FROM t_{T} AS t %s$q$)', form)
  FROM unnest('{hash join,merge join,nested loop}'::text[]) AS strategy,
       unnest(ARRAY['JOIN u_{T} AS u ON u.id = t.id', 'LEFT JOIN u_{T} AS u ON u.id = t.id', 'FULL JOIN u_{T} AS u USING (id)', 'WHERE id IN (SELECT id FROM u_{T})',
                    'WHERE NOT EXISTS (SELECT FROM u_{T} AS u WHERE u.id = t.id)']) AS form;
\ir plain.sql

-- What a feature gives for a type: its answer, or the SQLSTATE. Nothing stays.
CREATE FUNCTION filled(template text, type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    literal text;
BEGIN
    EXECUTE format('SELECT quote_literal(v) || ''::%1$s'' FROM values_%1$s WHERE i = 7', type) INTO literal;
    -- An id type of 16 bytes has no such classes: uuid's own serve it, over an expression.
    IF type = 'item_id' THEN
        template := regexp_replace(template, '\(id \{T\}_(minmax_multi|bloom)_ops\)', '((id::uuid) uuid_\1_ops)');
    END IF;
    RETURN regexp_replace(replace(replace(template, '{T}', type), '{l 7}', literal), '\{v (\d+)\}', format('v_%s(\1)', type), 'g');
END $$;
CREATE FUNCTION attempt(setup text, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    IF setup IS NOT NULL THEN EXECUTE setup; END IF;
    EXECUTE query INTO answer;
    RAISE SQLSTATE 'B6200' USING MESSAGE = coalesce(answer, 'NULL');
EXCEPTION
    WHEN SQLSTATE 'B6200' THEN RETURN sqlerrm;
    WHEN OTHERS THEN RETURN sqlstate;
END $$;

CREATE TABLE answers AS
    SELECT f.n, title, k, type, attempt(filled(setup, type), filled(query, type)) AS answer
      FROM features AS f, kinds WHERE since <= current_setting('server_version_num')::integer / 10000;
-- An index on (id::uuid) is searched by a condition that is derived from the one on id, which stays as a filter.
SELECT concat_ws(E'\t', 'difference', a.title, a.type, u.answer, a.answer)
  FROM answers AS a
  JOIN answers AS u ON u.n = a.n AND u.type = 'uuid'
 WHERE a.answer <> u.answer
   AND NOT (a.type = 'item_id' AND a.title ~ '^brin (minmax_multi|bloom):' AND a.answer = u.answer || ' Filter')
 ORDER BY a.n, a.k;
SELECT concat_ws(E'\t', 'features', count(*), count(*) FILTER (WHERE answer !~ '^[0-9A-Z]{5}$')) FROM answers WHERE type = 'uuid';
SELECT concat_ws(E'\t', 'refused', title, answer) FROM answers WHERE type = 'uuid' AND answer ~ '^[0-9][0-9A-Z]{4}$' ORDER BY n;
