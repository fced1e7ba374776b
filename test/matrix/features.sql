-- What a key can do: each feature is tried with uuid and with each of our types, in a
-- subtransaction of its own.  The table "answers" has what it gave.
\i test/lib/helpers.sql
\i test/lib/types.sql
\set ECHO none
\pset tuples_only on
\pset format csv
SET jit = off;
SET max_parallel_workers_per_gather = 0;
SET client_min_messages = error;
CREATE EXTENSION btree_gist;
CREATE EXTENSION btree_gin;

CREATE TABLE kinds AS
    SELECT 0 AS k, 'uuid' AS type, 'u' AS value
    UNION ALL
    SELECT n, type, value FROM id_types;
\o /dev/null
SELECT typeid_create_type('item_id', 'item');
\o
INSERT INTO kinds VALUES (100, 'item_id', 'u::item_id');

-- For each type (typeids of one type prefix): t_T and u_T of the same ids, some of them twice, the
-- domain d_T, and v_T(i), the i-th id.
CREATE PROCEDURE make_tables(type text, value text) LANGUAGE plpgsql AS $make$
DECLARE
    command text;
BEGIN
    FOREACH command IN ARRAY ARRAY[
        $$ CREATE DOMAIN d_{T} AS {T} $$,
        $$ CREATE TABLE t_{T} (id {T}, d d_{T}, k integer, span int4range, words tsvector) $$,
        $$ INSERT INTO t_{T}
           SELECT v, v, g, int4range(g, g + 5), to_tsvector('simple', 'word' || g)
           FROM generate_series(1, 400) AS g,
               LATERAL (SELECT ({value})::{T} AS v FROM pg_temp.octets(5 * (g % 300))) AS x $$,
        $$ INSERT INTO t_{T} VALUES (NULL, NULL, 0, 'empty', '') $$,
        $$ CREATE TABLE u_{T} AS
           SELECT DISTINCT ON (id) id, k, span
           FROM t_{T}
           WHERE id IS NOT NULL
           ORDER BY id, k $$,
        $$ CREATE TABLE values_{T} AS
           SELECT g AS i, (SELECT ({value})::{T} FROM pg_temp.octets(5 * g)) AS v
           FROM generate_series(1, 20) AS g $$,
        $$ CREATE FUNCTION v_{T}(i integer) RETURNS {T} LANGUAGE plpgsql IMMUTABLE AS
           'BEGIN RETURN v FROM values_{T} AS x WHERE x.i = $1; END' $$,
        $$ ANALYZE t_{T} $$,
        $$ ANALYZE u_{T} $$]
    LOOP
        EXECUTE replace(replace(command, '{T}', type), '{value}', value);
    END LOOP;
END $make$;
DO $$
DECLARE
    kind record;
BEGIN
    FOR kind IN SELECT * FROM kinds LOOP
        CALL make_tables(kind.type, kind.value);
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
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        plan := plan || line || E'\n';
    END LOOP;
    EXECUTE 'SELECT count(*) FROM (' || query || ') AS q' INTO n;
    RETURN concat_ws(' ',
        n,
        CASE WHEN plan ~ 'Index Cond' THEN 'by index' END,
        substring(plan FROM 'Filter'),
        substring(plan FROM 'Hash Join|Merge Join|Nested Loop'));
END $$;

CREATE TABLE features (n serial, title text UNIQUE, since integer, setup text, query text);
-- {T}: the type; {v 7}: its seventh value; {l 7}: the same as a literal.
CREATE PROCEDURE feature(title text, query text, setup text DEFAULT NULL, since integer DEFAULT 15)
LANGUAGE sql AS $$
    INSERT INTO features (title, since, setup, query) VALUES (title, since, setup, query)
$$;

-- Indexes: each method with each condition.
INSERT INTO features (title, since, setup, query)
SELECT format('%s: %s', method, condition),
    15,
    'CREATE INDEX ON t_{T} ' || definition,
    format('SELECT shape($q$SELECT id FROM t_{T} WHERE %s$q$)', condition)
FROM (VALUES
    ('btree', '(id)'),
    ('btree desc', '(id DESC NULLS FIRST)'),
    ('btree include', '(id) INCLUDE (k)'),
    ('btree of two columns', '(id, k)'),
    ('btree of an expression', '(coalesce(id, id))'),
    ('btree, partial', '(id) WHERE k >= 0'),
    ('hash', 'USING hash (id)'),
    ('brin', 'USING brin (id)'),
    ('brin minmax_multi', 'USING brin (id {T}_minmax_multi_ops)'),
    ('brin bloom', 'USING brin (id {T}_bloom_ops)'),
    ('gist', 'USING gist (id)'),
    ('gist of two columns', 'USING gist (id, span)'),
    ('gin', 'USING gin (id)'),
    ('gin of two columns', 'USING gin (id, words)'),
    ('spgist', 'USING spgist (id)')) AS m (method, definition),
    (VALUES
    ('id = {v 7}'),
    ('id <> {v 7}'),
    ('id < {v 7}'),
    ('id <= {v 7}'),
    ('id > {v 7}'),
    ('id >= {v 7}'),
    ('id BETWEEN {v 7} AND {v 8}'),
    ('id IN ({v 7}, {v 8})'),
    ('id = ANY (ARRAY[{v 7}, {v 8}, NULL]::{T}[])'),
    ('id IS NULL'),
    ('id IS NOT NULL'),
    ('id = (SELECT v FROM values_{T} WHERE i = 7)'),
    ('id = {v 7} AND span @> 8'),
    ($$id = {v 7} AND words @@ 'word7'$$)) AS c (condition);
INSERT INTO features (title, since, setup, query)
SELECT format('%s on a domain: %s', method, condition),
    15,
    format('CREATE INDEX ON t_{T} USING %s (d)', method),
    format('SELECT shape($q$SELECT id FROM t_{T} WHERE %s$q$)', condition)
FROM unnest('{btree,hash,brin,gist,gin}'::text[]) AS method,
    unnest(ARRAY['d = {v 7}', 'd > {v 7}']) AS condition;

-- Joins by each strategy.
INSERT INTO features (title, since, setup, query)
SELECT format('%s: %s', strategy, form),
    15,
    format('SET LOCAL enable_hashjoin = %L;', strategy = 'hash join')
        || format('SET LOCAL enable_mergejoin = %L;', strategy = 'merge join')
        || format('SET LOCAL enable_nestloop = %L;', strategy = 'nested loop')
        || 'CREATE INDEX ON u_{T} (id)',
    format('SELECT shape($q$SELECT t.k FROM t_{T} AS t %s$q$)', form)
FROM unnest('{hash join,merge join,nested loop}'::text[]) AS strategy,
    unnest(ARRAY[
        'JOIN u_{T} AS u ON u.id = t.id',
        'LEFT JOIN u_{T} AS u ON u.id = t.id',
        'FULL JOIN u_{T} AS u USING (id)',
        'WHERE id IN (SELECT id FROM u_{T})',
        'WHERE NOT EXISTS (SELECT FROM u_{T} AS u WHERE u.id = t.id)']) AS form;
\ir plain.sql

CREATE FUNCTION filled(template text, type text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    literal text;
BEGIN
    EXECUTE format('SELECT quote_literal(v) FROM values_%s WHERE i = 7', type) INTO literal;
    -- An id type of 16 bytes has no such classes: uuid's own serve it, over an expression.
    IF type = 'item_id' THEN
        template := regexp_replace(template,
            '\(id \{T\}_(minmax_multi|bloom)_ops\)', '((id::uuid) uuid_\1_ops)');
    END IF;
    template := replace(template, '{T}', type);
    template := replace(template, '{l 7}', literal || '::' || type);
    RETURN regexp_replace(template, '\{v (\d+)\}', format('v_%s(\1)', type), 'g');
END $$;
-- What a feature gives for a type: its answer, or the SQLSTATE. Nothing stays.
CREATE FUNCTION attempt(setup text, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    IF setup IS NOT NULL THEN
        EXECUTE setup;
    END IF;
    EXECUTE query INTO answer;
    RAISE SQLSTATE 'B6200' USING MESSAGE = coalesce(answer, 'NULL');
EXCEPTION
    WHEN SQLSTATE 'B6200' THEN RETURN sqlerrm;
    WHEN OTHERS THEN RETURN sqlstate;
END $$;
CREATE TABLE answers AS
    SELECT f.n, title, k, type, attempt(filled(setup, type), filled(query, type)) AS answer
    FROM features AS f, kinds
    WHERE since <= current_setting('server_version_num')::integer / 10000;
