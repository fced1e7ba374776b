-- ---------- the function ----------

CREATE FUNCTION base62id_migrate_before(target text, columns jsonb, nodes jsonb, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    dropped oid[] := ARRAY(SELECT n.object FROM jsonb_to_recordset(nodes) AS n(class oid, object oid, sub integer, how text)
        WHERE n.class = 'pg_class'::regclass AND n.sub = 0 AND n.how = 'drop');
BEGIN
    RETURN NEXT concat('SET search_path = ', current_setting('base62id_migrate.path'), (SELECT string_agg(DISTINCT ', ' || quote_ident((parse_ident(c.type))[1]), '')
        FROM jsonb_to_recordset(columns) AS c(how text, type text) WHERE c.how <> 'stay' AND target = 'typed'), ', pg_temp');
    RETURN NEXT 'SET base62id.output = ''id''';
    IF nodes @> '[{"how": "stub"}]' THEN
        RETURN NEXT 'SET check_function_bodies = off';
    END IF;
    RETURN QUERY SELECT d FROM jsonb_to_recordset(nodes) AS n(class oid, object oid, sub integer, how text, depth integer),
            LATERAL @extschema@.base62id_migrate_drop(n.class, n.object, n.how, dropped) AS d
        WHERE n.how IN ('drop', 'stub') ORDER BY n.depth DESC, n.class::regclass::text, n.object DESC;
    RETURN QUERY SELECT r.statement FROM @extschema@.base62id_migrate_row_statements(nodes) AS r WHERE r.kind = 'before';
    RETURN QUERY SELECT k.statement FROM @extschema@.base62id_migrate_kind_statements(target, columns) AS k WHERE k.kind = 'before';
    RETURN QUERY SELECT d.statement FROM @extschema@.base62id_migrate_domains(columns, words) AS d WHERE d.kind = 'before';
    RETURN QUERY SELECT format('ALTER TABLE %s DROP COLUMN %s', n.object::regclass, @extschema@.base62id_migrate_column(n.object, n.sub))
        FROM @extschema@.base62id_migrate_lonely(columns, nodes) AS n;
END $$;
COMMENT ON FUNCTION base62id_migrate_before(text, jsonb, jsonb, jsonb) IS 'the statements before the change';

CREATE FUNCTION base62id_migrate_after(target text, columns jsonb, nodes jsonb, words jsonb, path text) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT format('ALTER TABLE %s ADD COLUMN %s', n.object::regclass, @extschema@.base62id_migrate_column_definition(n.object, n.sub,
            (SELECT c.type FROM jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text, type text)
             WHERE c.relation = n.object AND c.attribute = n.sub AND c.how <> 'stay'), words))
        FROM @extschema@.base62id_migrate_lonely(columns, nodes) AS n;
    RETURN QUERY SELECT r.statement FROM @extschema@.base62id_migrate_row_statements(nodes) AS r WHERE r.kind = 'after';
    RETURN QUERY SELECT t FROM @extschema@.base62id_migrate_touch_up(columns, nodes, words) AS t;
    RETURN QUERY SELECT b FROM @extschema@.base62id_migrate_back(nodes, words) AS b;
    RETURN QUERY SELECT t FROM @extschema@.base62id_migrate_touch_up_indexes(columns) AS t;
    RETURN QUERY SELECT * FROM (SELECT d.statement FROM @extschema@.base62id_migrate_domains(columns, words)
        WITH ORDINALITY AS d(kind, statement, n) WHERE d.kind = 'after' ORDER BY d.n DESC) AS d;
    RETURN QUERY SELECT k.statement FROM @extschema@.base62id_migrate_kind_statements(target, columns) AS k WHERE k.kind = 'after';
    IF nodes @> '[{"how": "stub"}]' THEN
        RETURN NEXT 'RESET check_function_bodies';
    END IF;
    RETURN NEXT 'RESET base62id.output';
    RETURN NEXT CASE WHEN path = '' THEN 'SET search_path = ''''' ELSE 'SET search_path = ' || path END;
END $$;
COMMENT ON FUNCTION base62id_migrate_after(text, jsonb, jsonb, jsonb, text) IS 'the statements after the change';

CREATE FUNCTION base62id_migrate_all(target text, schemas name[], tables regclass[], types jsonb, path text)
RETURNS TABLE (kind text, statement text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET base62id_migrate.path = '' AS $$
DECLARE
    path_set text := set_config('base62id_migrate.path', @extschema@.base62id_migrate_path(), true);
    columns jsonb := (SELECT coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('base', CASE WHEN target IN ('uuid', 'text') THEN target ELSE
            (SELECT format('%I.%I', n.nspname, target) FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
             WHERE e.extname = 'base62id') END) ORDER BY c.relation, c.attribute), '[]')
        FROM @extschema@.base62id_migrate_columns(target, schemas, tables, types) AS c);
    nodes jsonb := (SELECT coalesce(jsonb_agg(n), '[]') FROM @extschema@.base62id_migrate_nodes(columns) AS n);
    words jsonb := @extschema@.base62id_migrate_words(target, columns);
BEGIN
    RETURN QUERY SELECT 'check', r.query, r.remark FROM @extschema@.base62id_migrate_remarks(target, schemas, tables, columns, nodes) AS r;
    IF NOT EXISTS (SELECT FROM jsonb_to_recordset(columns) AS c(how text) WHERE c.how <> 'stay') THEN
        RETURN;
    END IF;
    RETURN QUERY SELECT 'before', s, NULL FROM @extschema@.base62id_migrate_before(target, columns, nodes, words) AS s;
    RETURN QUERY SELECT 'change', p.statement, p.remark FROM @extschema@.base62id_migrate_partitions(columns, words) AS p WHERE p.before;
    RETURN QUERY SELECT 'change', c.statement, c.remark FROM @extschema@.base62id_migrate_change(columns, nodes, words) AS c;
    RETURN QUERY SELECT 'change', p.statement, p.remark FROM @extschema@.base62id_migrate_partitions(columns, words) AS p WHERE NOT p.before;
    RETURN QUERY SELECT 'after', s, NULL FROM @extschema@.base62id_migrate_after(target, columns, nodes, words, path) AS s;
    RETURN QUERY SELECT 'analyze', format('ANALYZE %s', a.relation::regclass), 'ALTER TYPE drops the statistics of a column'
        FROM (SELECT c.relation FROM jsonb_to_recordset(columns) AS c(relation oid, how text) JOIN pg_class AS r ON r.oid = c.relation AND r.relkind <> 'c'
              WHERE c.how <> 'stay'
              UNION SELECT m.oid FROM jsonb_to_recordset(nodes) AS n(class oid, object oid, how text) JOIN pg_class AS m
              ON n.class = 'pg_class'::regclass AND m.oid = n.object AND m.relkind = 'm' AND m.relispopulated AND n.how = 'drop') AS a
        ORDER BY a.relation::regclass::text;
END $$;
COMMENT ON FUNCTION base62id_migrate_all(text, name[], regclass[], jsonb, text) IS 'what base62id_migrate returns, without numbers';

CREATE FUNCTION base62id_migrate(target text, schemas name[] DEFAULT NULL, tables regclass[] DEFAULT NULL, types jsonb DEFAULT NULL)
RETURNS TABLE (step integer, kind text, statement text, remark text)
LANGUAGE plpgsql STABLE AS $$
BEGIN
    -- It alone has the caller's search_path, to put it back at the end of what it writes.
    IF target OPERATOR(pg_catalog.=) ANY ('{base62id,base64uuid,ulid,typed,uuid,text}'::pg_catalog.text[]) IS NOT TRUE THEN
        RAISE EXCEPTION USING ERRCODE = 'invalid_parameter_value', MESSAGE = pg_catalog.format('there is no target %L', target),
            HINT = 'The targets are base62id, base64uuid, ulid, typed, uuid and text.';
    END IF;
    RETURN QUERY SELECT (pg_catalog.row_number() OVER ())::pg_catalog.int4, a.kind, pg_catalog.concat(a.statement, CASE WHEN a.statement IS NOT NULL THEN ';' END), a.remark
        FROM @extschema@.base62id_migrate_all(target, schemas, tables, types, pg_catalog.current_setting('search_path')) AS a;
END $$;
COMMENT ON FUNCTION base62id_migrate(text, name[], regclass[], jsonb) IS 'writes the statements that move a schema between uuid and other types of ids, and executes none';
