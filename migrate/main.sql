-- ---------- the function ----------

-- The settings under which the statements run; the last of them puts the old ones back. They end with the transaction.
CREATE FUNCTION base62id_moves.settings(columns base62id_moves.moving[], nodes base62id_moves.node[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN NEXT format('SET LOCAL search_path = pg_catalog, %s, pg_temp',
        (SELECT string_agg(format('%I', s), ', '::text) FROM base62id_moves.operator_schemas(columns) AS s));
    RETURN NEXT 'SET LOCAL base62id.output = ''id''';
    RETURN NEXT 'SET LOCAL standard_conforming_strings = on';
    IF EXISTS (SELECT FROM unnest(nodes) AS n WHERE n.how = 'stub') THEN
        RETURN NEXT 'SET LOCAL check_function_bodies = off';
    END IF;
END $$;

-- A digest of all that the statements take down, put back or change, as the catalogs have it now.
CREATE FUNCTION base62id_moves.digest(target text, movers base62id_moves.moving[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    nodes CONSTANT base62id_moves.node[] := ARRAY(SELECT n FROM base62id_moves.nodes(movers) AS n);
    words CONSTANT jsonb := base62id_moves.words(target, movers);
BEGIN
    RETURN (SELECT md5(string_agg(x.s, E'\n'::text ORDER BY x.s COLLATE "C")) FROM (
        SELECT b FROM base62id_moves.back(nodes, words) AS b
        UNION ALL SELECT t FROM base62id_moves.touch_up(nodes) AS t
        UNION ALL SELECT d.statement FROM base62id_moves.defaults(movers, nodes, words) AS d
        UNION ALL SELECT d.statement FROM base62id_moves.domains(movers, words) AS d
        UNION ALL SELECT n.statement FROM base62id_moves.number_statements(target, movers) AS n
        UNION ALL SELECT p.statement FROM base62id_moves.partitions(true, movers, words) AS p
        UNION ALL SELECT p.statement FROM base62id_moves.partitions(false, movers, words) AS p
        UNION ALL SELECT c.statement FROM base62id_moves.change(movers, nodes, words) AS c) AS x(s));
END $$;

-- The first statement behind the locks. A snapshot from before the locks would not show what has changed.
--
-- JIT is off here and in base62id_migrate(). Queries of the catalogs look expensive to the planner, but read few rows;
-- compiling them took nine tenths of the time in which the locks are held.
CREATE FUNCTION base62id_moves.unchanged(planned text, target text, movers base62id_moves.moving[]) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET jit = off AS $$
BEGIN
    IF current_setting('transaction_isolation'::text) NOT IN ('read committed', 'read uncommitted') THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_transaction_state',
            MESSAGE = 'the statements of base62id_migrate run at the isolation level READ COMMITTED only';
    ELSIF base62id_moves.digest(target, movers) IS DISTINCT FROM planned THEN
        RAISE EXCEPTION USING ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = 'what depends on the columns has changed since these statements were written',
            HINT = 'Ask base62id_migrate for them again.';
    END IF;
END $$;

CREATE FUNCTION base62id_moves.before(target text, columns base62id_moves.moving[], nodes base62id_moves.node[],
    locked oid[], words jsonb)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    dropped CONSTANT oid[] := ARRAY(SELECT n.object FROM unnest(nodes) AS n
        WHERE n.class = 'pg_class'::regclass AND n.sub = 0 AND n.how = 'drop');
    movers CONSTANT base62id_moves.moving[] := ARRAY(SELECT m FROM base62id_moves.movers(columns) AS m);
BEGIN
    RETURN QUERY SELECT s FROM base62id_moves.new_types(columns) AS s;
    RETURN QUERY SELECT s FROM base62id_moves.lock_statements(columns, nodes, locked) AS s;
    RETURN NEXT format('SELECT base62id_moves.unchanged('
        '%L::pg_catalog.text, %L::pg_catalog.text, %L::base62id_moves.moving[])',
        base62id_moves.digest(target, movers), target, movers);
    RETURN QUERY SELECT s FROM base62id_moves.settings(columns, nodes) AS s;
    RETURN QUERY
    SELECT d FROM unnest(nodes) AS n, LATERAL base62id_moves.take_down(n.class, n.object, n.how, dropped) AS d
    WHERE n.how IN ('drop', 'stub')
    ORDER BY n.depth DESC, n.class::regclass::text, n.object DESC;
    RETURN QUERY SELECT r.statement FROM base62id_moves.row_statements(nodes) AS r WHERE r.kind = 'before';
    RETURN QUERY SELECT d.statement FROM base62id_moves.defaults(columns, nodes, words) AS d WHERE d.kind = 'before';
    RETURN QUERY SELECT d.statement FROM base62id_moves.domains(columns, words) AS d WHERE d.kind = 'before';
    RETURN QUERY SELECT s.statement FROM base62id_moves.number_statements(target, columns) AS s WHERE s.kind = 'before';
    RETURN QUERY
    SELECT format('ALTER TABLE %s DROP COLUMN %s', n.object::regclass, base62id_moves.column_name(n.object, n.sub))
    FROM base62id_moves.lonely(columns, nodes) AS n;
END $$;

CREATE FUNCTION base62id_moves.after(target text, columns base62id_moves.moving[], nodes base62id_moves.node[],
    words jsonb, path text)
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('ALTER TABLE %s ADD COLUMN %s', n.object::regclass,
        base62id_moves.column_definition(n.object, n.sub, (SELECT c.type FROM base62id_moves.movers(columns) AS c
            WHERE c.relation = n.object AND c.attribute = n.sub), words))
    FROM base62id_moves.lonely(columns, nodes) AS n;
    RETURN QUERY SELECT r.statement FROM base62id_moves.row_statements(nodes) AS r WHERE r.kind = 'after';
    RETURN QUERY SELECT d.statement FROM base62id_moves.defaults(columns, nodes, words) AS d WHERE d.kind = 'after';
    RETURN QUERY SELECT s.statement FROM base62id_moves.number_statements(target, columns) AS s WHERE s.kind = 'after';
    RETURN QUERY SELECT t FROM base62id_moves.touch_up(nodes) AS t;
    RETURN QUERY SELECT b FROM base62id_moves.back(nodes, words) AS b;
    RETURN QUERY SELECT t FROM base62id_moves.touch_up_indexes(columns) AS t;
    RETURN QUERY SELECT m FROM base62id_moves.marks(target, columns) AS m;
    RETURN QUERY
    SELECT d.statement
    FROM base62id_moves.domains(columns, words) WITH ORDINALITY AS d(kind, statement, remark, n)
    WHERE d.kind = 'after'
    ORDER BY d.n DESC;
    RETURN QUERY SELECT t FROM base62id_moves.drop_types(target, columns) AS t;
    RETURN NEXT format('SELECT pg_catalog.set_config(s.name, s.value, true) FROM (VALUES '
        '(''search_path''::pg_catalog.text, %L::pg_catalog.text), (''base62id.output'', %L), '
        '(''standard_conforming_strings'', %L), (''check_function_bodies'', %L)) AS s(name, value)',
        path, current_setting('base62id.output'::text), current_setting('standard_conforming_strings'::text),
        current_setting('check_function_bodies'::text));
END $$;

CREATE FUNCTION base62id_moves.remarks(target text, schemas name[], tables regclass[],
    columns base62id_moves.moving[], nodes base62id_moves.node[], locked oid[])
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_locks(target, columns, nodes, locked) AS r;
    RETURN QUERY SELECT NULL::text, r FROM base62id_moves.remarks_on_rewrites(target, columns, nodes) AS r;
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_stays(columns) AS r;
    RETURN QUERY SELECT NULL::text, r FROM base62id_moves.remarks_on_what_stays(schemas, tables) AS r;
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_texts(target, schemas, tables, columns) AS r;
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_keys(target, columns) AS r;
    RETURN QUERY SELECT r.* FROM base62id_moves.remarks_on_code(target, columns, nodes) AS r;
END $$;

CREATE FUNCTION base62id_moves.plan(target text, schemas name[], tables regclass[], types jsonb, path text)
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    moving CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.relations(schemas, tables) AS r);
    columns CONSTANT base62id_moves.moving[] := ARRAY(SELECT c FROM base62id_moves.columns(target, moving, types) AS c);
    nodes CONSTANT base62id_moves.node[] := ARRAY(SELECT n FROM base62id_moves.nodes(columns) AS n);
    locked CONSTANT oid[] := ARRAY(SELECT l FROM base62id_moves.locked(columns, nodes) AS l);
    words CONSTANT jsonb := base62id_moves.words(target, columns);
    stops CONSTANT base62id_moves.row[] :=
        ARRAY(SELECT s FROM base62id_moves.stops(target, columns, nodes, locked) AS s);
BEGIN
    RETURN QUERY SELECT s.* FROM unnest(stops) AS s;
    RETURN QUERY SELECT 'check', r.query, r.remark
        FROM base62id_moves.remarks(target, schemas, tables, columns, nodes, locked) AS r;
    IF cardinality(stops) > 0 OR NOT EXISTS (SELECT FROM base62id_moves.movers(columns)) THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT 'before', s, NULL::text FROM base62id_moves.before(target, columns, nodes, locked, words) AS s;
    RETURN QUERY SELECT p.* FROM base62id_moves.partitions(true, columns, words) AS p;
    RETURN QUERY SELECT c.* FROM base62id_moves.change(columns, nodes, words) AS c;
    RETURN QUERY SELECT p.* FROM base62id_moves.partitions(false, columns, words) AS p;
    RETURN QUERY SELECT 'after', s, NULL::text FROM base62id_moves.after(target, columns, nodes, words, path) AS s;
    RETURN QUERY
    SELECT 'analyze', format('ANALYZE %s', a.relation::regclass), 'ALTER TYPE drops the statistics of a column'
    FROM (
        SELECT c.relation
        FROM base62id_moves.movers(columns) AS c JOIN pg_class AS r ON r.oid = c.relation AND r.relkind <> 'c'
        UNION
        SELECT m.oid
        FROM unnest(nodes) AS n JOIN pg_class AS m ON n.class = 'pg_class'::regclass AND m.oid = n.object
            AND m.relkind = 'm' AND m.relispopulated AND n.how = 'drop') AS a
    ORDER BY a.relation::regclass::text;
END $$;

-- This function has the caller's search_path, to write the statement that puts it back. So it names all schemas and
-- exact types itself.
CREATE FUNCTION base62id_migrate(target text, schemas name[] DEFAULT NULL, tables regclass[] DEFAULT NULL,
    types jsonb DEFAULT NULL)
RETURNS TABLE (step integer, kind text, statement text, remark text)
LANGUAGE plpgsql STABLE SET jit = off AS $$
BEGIN
    IF target OPERATOR(pg_catalog.=) ANY ('{base62id,base64uuid,ulid,typed,uuid,text,bigint}'::pg_catalog.text[])
        IS NOT TRUE THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value',
            MESSAGE = pg_catalog.concat('there is no target ', pg_catalog.quote_nullable(target)),
            HINT = 'The targets are base62id, base64uuid, ulid, typed, uuid, text and bigint.';
    END IF;
    RETURN QUERY
    SELECT (pg_catalog.row_number() OVER ())::pg_catalog.int4, p.kind,
        CASE WHEN p.statement IS NOT NULL THEN pg_catalog.concat(p.statement, ';') END, p.remark
    FROM base62id_moves.plan(target, schemas, tables, types,
        pg_catalog.current_setting('search_path'::pg_catalog.text)) AS p;
END $$;
COMMENT ON FUNCTION base62id_migrate(text, name[], regclass[], jsonb)
    IS 'writes the statements that move a schema between uuid and other types of ids, and executes none';
