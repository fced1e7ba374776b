-- ---------- remarks ----------
--
-- What no statement can do, or what has to be known before the statements are run. QUERY shows more, where there is more.

CREATE FUNCTION base62id_migrate_remarks_locks(columns jsonb, nodes jsonb) RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    relations oid[] := ARRAY(SELECT DISTINCT r.oid FROM jsonb_to_recordset(columns) AS c(relation oid, how text)
        JOIN pg_class AS r ON r.oid = c.relation AND r.relkind <> 'c' WHERE c.how <> 'stay');
    list text := (SELECT string_agg(quote_literal(r::regclass), ', ' ORDER BY r::regclass::text) FROM unnest(relations) AS r);
    foreign_keys bigint := (SELECT count(*) FROM jsonb_to_recordset(nodes) AS n(class oid, object oid)
        JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass AND k.oid = n.object AND k.contype = 'f');
BEGIN
    IF list IS NULL THEN
        RETURN QUERY VALUES (NULL::text, 'no column moves');
        RETURN;
    END IF;
    RETURN QUERY VALUES (
        format(E'SELECT c.oid::pg_catalog.regclass, pg_catalog.pg_size_pretty(pg_catalog.pg_table_size(c.oid)) AS rows, '
               'pg_catalog.pg_size_pretty(pg_catalog.pg_indexes_size(c.oid)) AS indexes\n'
               '  FROM pg_catalog.unnest(ARRAY[%s]::pg_catalog.regclass[]) AS c(oid) ORDER BY pg_catalog.pg_indexes_size(c.oid) DESC', list),
        format('Run the statements in one transaction: when one fails, nothing has happened. %s %s locked against everybody (ACCESS EXCLUSIVE) until it '
               'commits: as long as the indexes of %s columns are built again%s. Set lock_timeout first, and try again when it strikes; to lock less '
               'at a time, give "tables" and move one after the other.',
               cardinality(relations), CASE cardinality(relations) WHEN 1 THEN 'table is' ELSE 'tables are' END,
               (SELECT count(*) FROM jsonb_to_recordset(columns) AS c(how text) WHERE c.how <> 'stay'),
               CASE WHEN foreign_keys > 0 THEN format(' and %s foreign keys are checked', foreign_keys) ELSE '' END));
    RETURN QUERY VALUES (NULL::text, 'Sessions that have prepared a query of these columns get "cached plan must not change result type" once: let the '
        'connections of poolers and drivers be made anew afterwards.');
END $$;
COMMENT ON FUNCTION base62id_migrate_remarks_locks(jsonb, jsonb) IS 'remarks on locks';

-- What is more work than a change of the catalog, and what is not the same afterwards.
CREATE FUNCTION base62id_migrate_remarks_written(columns jsonb, nodes jsonb) RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT NULL::text, format('%s is partitioned by a column that moves, which PostgreSQL cannot change: it is dropped and made again, and its '
            'partitions (%s) are detached before and attached after. ATTACH PARTITION reads each of them once.', r::regclass,
            (SELECT count(*) FROM pg_inherits AS i WHERE i.inhparent = r))
        FROM @extschema@.base62id_migrate_remade(columns) AS r ORDER BY r::regclass::text;
    RETURN QUERY SELECT NULL::text, format('%s.%s holds rows of a type that changes: the table is written anew twice, because they are text meanwhile.',
            n.object::regclass, @extschema@.base62id_migrate_column(n.object, n.sub))
        FROM jsonb_to_recordset(nodes) AS n(object oid, sub integer, how text) WHERE n.how = 'text' ORDER BY n.object::regclass::text, n.sub;
    RETURN QUERY
    WITH generated AS (
        SELECT n.object, n.sub FROM jsonb_to_recordset(nodes) AS n(object oid, sub integer, how text) WHERE n.how = 'generated'
    )
    SELECT NULL::text, format('%s.%s is a generated column that has to be dropped and added again: it comes behind the other columns, and stays there on the way '
            'back. SELECT * and INSERT without a list of columns notice.', g.object::regclass, @extschema@.base62id_migrate_column(g.object, g.sub))
        FROM generated AS g WHERE EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = g.object AND a.attnum > g.sub AND NOT a.attisdropped
            AND (a.attrelid, a.attnum) NOT IN (SELECT o.object, o.sub FROM generated AS o))
        ORDER BY g.object::regclass::text, g.sub;
END $$;
COMMENT ON FUNCTION base62id_migrate_remarks_written(jsonb, jsonb) IS 'remarks on what is written or made again';

CREATE FUNCTION base62id_migrate_remarks_refused(schemas name[], tables regclass[], columns jsonb, nodes jsonb)
RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT NULL::text, format('STOP: %s depends on what changes, and cannot be made again from here. Drop it before, and make it again after.',
            pg_describe_object(n.class, n.object, n.sub))
        FROM jsonb_to_recordset(nodes) AS n(class oid, object oid, sub integer, how text) WHERE n.how = 'unknown';
    RETURN QUERY SELECT NULL::text, format('%s.%s stays as it is: %s', c.relation::regclass, @extschema@.base62id_migrate_column(c.relation, c.attribute), c.reason)
        FROM jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text, reason text)
        WHERE c.how = 'stay' AND (SELECT a.attinhcount = 0 FROM pg_attribute AS a WHERE a.attrelid = c.relation AND a.attnum = c.attribute)
        ORDER BY c.relation::regclass::text, c.attribute;
    RETURN QUERY SELECT NULL::text, format('%s is a table of the extension %s and stays as it is', c.oid::regclass, e.extname)
        FROM pg_depend AS d JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid AND c.relkind IN ('r', 'p')
            JOIN pg_extension AS e ON d.refclassid = 'pg_extension'::regclass AND e.oid = d.refobjid JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE d.deptype = 'e' AND (schemas IS NULL OR n.nspname = ANY (schemas)) AND (tables IS NULL OR c.oid = ANY (tables))
            AND EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.atttypid = 'uuid'::regtype AND NOT a.attisdropped)
        ORDER BY c.oid::regclass::text;
    RETURN QUERY SELECT NULL::text, format('%s belongs to %s: run this as its owner', c.oid::regclass, quote_ident(pg_get_userbyid(c.relowner)))
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND NOT pg_has_role(c.relowner, 'USAGE') AND c.relpersistence <> 't' AND n.nspname !~ '^pg_'
            AND n.nspname <> 'information_schema' AND (schemas IS NULL OR n.nspname = ANY (schemas)) AND (tables IS NULL OR c.oid = ANY (tables))
            AND EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.atttypid = 'uuid'::regtype AND NOT a.attisdropped)
        ORDER BY c.oid::regclass::text;
END $$;
COMMENT ON FUNCTION base62id_migrate_remarks_refused(name[], regclass[], jsonb, jsonb) IS 'remarks on what does not move';

-- Arrays, foreign tables, and texts that may hold ids: they stay, and queries may notice.
CREATE FUNCTION base62id_migrate_remarks_columns(target text, schemas name[], tables regclass[], columns jsonb) RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    uuid_text CONSTANT text := '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';
BEGIN
    RETURN QUERY SELECT NULL::text, format('%s.%I is an array and stays %s: it would be written anew, and an array of another type does not compare with it. '
            'Where a query compares it with ids of the new type, cast its other side: @> ARRAY[id]::uuid[]', c.oid::regclass, a.attname, a.atttypid::regtype)
        FROM @extschema@.base62id_migrate_tables(schemas, tables) AS t JOIN pg_class AS c ON c.oid = t.relation
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attinhcount = 0
        WHERE a.atttypid = 'uuid[]'::regtype ORDER BY c.oid::regclass::text, a.attnum;
    RETURN QUERY SELECT NULL::text, format('%s is a foreign table: its columns stay as they are. What is sent to the other server is of the type that it has there.',
            c.oid::regclass)
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind = 'f' AND (schemas IS NULL OR n.nspname = ANY (schemas)) AND tables IS NULL
            AND EXISTS (SELECT FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.atttypid = 'uuid'::regtype AND NOT a.attisdropped)
        ORDER BY c.oid::regclass::text;
    RETURN QUERY SELECT format('SELECT pg_catalog.count(*) AS rows, pg_catalog.count(*) FILTER (WHERE %1$I::text ~ %2$L) AS uuids FROM %3$s', a.attname, uuid_text, c.oid::regclass),
            format('%s.%I is %s and looks like an id by its name. Where it holds texts of uuids and is compared with id::text, it finds nothing '
                   'afterwards: id::text is the new text. Compare it with id::uuid::text, or change the column too.',
                   c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod))
        FROM @extschema@.base62id_migrate_tables(schemas, tables) AS t JOIN pg_class AS c ON c.oid = t.relation
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND NOT a.attisdropped AND a.attinhcount = 0 JOIN pg_type AS y ON y.oid = a.atttypid
        WHERE (y.typcategory = 'S') AND @extschema@.base62id_migrate_named_as_id(a.attname) AND target NOT IN ('uuid', 'text')
            AND NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.contype = 'f' AND k.conrelid = c.oid AND a.attnum = ANY (k.conkey))
            AND NOT EXISTS (SELECT FROM jsonb_to_recordset(columns) AS m(relation oid, attribute integer) WHERE m.relation = c.oid AND m.attribute = a.attnum)
        ORDER BY c.oid::regclass::text, a.attnum;
    -- A table of less than 3 MB cannot have more values than base62id_migrate_values looks at.
    RETURN QUERY SELECT CASE WHEN s.large THEN @extschema@.base62id_migrate_values_query(m.relation, m.attribute, NULL) END,
            concat(format('%s.%s holds texts of ids and becomes %s.', m.relation::regclass, @extschema@.base62id_migrate_column(m.relation, m.attribute), m.type),
                CASE WHEN s.large THEN ' Its first 100,000 values have been looked at; the query looks at all. Where it gives more than one row, the statement that changes the '
                    'column fails.' END)
        FROM jsonb_to_recordset(columns) AS m(relation oid, attribute integer, how text, source oid, type text) JOIN pg_class AS c ON c.oid = m.relation,
            LATERAL (SELECT c.relkind = 'p' OR pg_relation_size(c.oid) > 3000000) AS s(large)
        WHERE m.how = 'change' AND m.source IN ('text'::regtype, 'varchar'::regtype) ORDER BY m.relation::regclass::text, m.attribute;
END $$;
COMMENT ON FUNCTION base62id_migrate_remarks_columns(text, name[], regclass[], jsonb) IS 'remarks on columns that stay';

-- Columns of ids without a foreign key: by their name, whose ids they could be; the query asks the values.
CREATE FUNCTION base62id_migrate_remarks_keys(target text, columns jsonb) RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH lone AS (
        SELECT c.relation, c.attribute, a.attname, c.how,
            regexp_replace(@extschema@.base62id_migrate_singular(a.attname), '_?(id|uuid)$', '') AS word
        FROM jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text)
            JOIN pg_attribute AS a ON a.attrelid = c.relation AND a.attnum = c.attribute AND a.attinhcount = 0 AND a.atttypid = 'uuid'::regtype
        WHERE NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.contype = 'f' AND k.conrelid = c.relation AND c.attribute = ANY (k.conkey))
            AND NOT EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = c.relation AND i.indisprimary AND i.indkey::text = c.attribute::text)
    ), named AS (
        SELECT DISTINCT ON (l.relation, l.attribute) l.*, k.conrelid AS other, k.conkey[1]::integer AS key
        FROM lone AS l JOIN pg_constraint AS k ON k.contype = 'p' AND cardinality(k.conkey) = 1
            JOIN jsonb_to_recordset(columns) AS c(relation oid, attribute integer) ON c.relation = k.conrelid AND c.attribute = k.conkey[1]
            JOIN pg_class AS t ON t.oid = k.conrelid
        WHERE l.word <> '' AND (@extschema@.base62id_migrate_singular(t.relname) = l.word OR @extschema@.base62id_migrate_singular(t.relname) ~ ('_' || l.word || '$'))
        ORDER BY l.relation, l.attribute, length(t.relname), k.conrelid
    )
    SELECT format('SELECT pg_catalog.count(*) AS rows, pg_catalog.count(*) FILTER (WHERE NOT EXISTS (SELECT FROM %s AS k WHERE k.%s::pg_catalog.text = '
                  't.%I::pg_catalog.text)) AS strangers FROM %s AS t WHERE t.%I IS NOT NULL',
                  n.other::regclass, @extschema@.base62id_migrate_column(n.other, n.key), n.attname, n.relation::regclass, n.attname),
        format('%s.%I has no foreign key; by its name it holds ids of %s. %s', n.relation::regclass, n.attname, n.other::regclass,
            CASE WHEN target = 'typed' THEN 'Without one it stays uuid, which does not compare with a typed id: add the foreign key first, where there are no strangers.'
                 ELSE 'It moves with them.' END)
    FROM named AS n WHERE target = 'typed' ORDER BY n.relation::regclass::text, n.attribute;
    RETURN QUERY SELECT NULL::text, format('%s have keys of one type, %s: %s.', string_agg(c.relation::regclass::text, ', ' ORDER BY c.relation::regclass::text), c.type,
            CASE WHEN min(c.source) = 'uuid'::regtype THEN 'foreign keys connect them' ELSE 'their ids have one type prefix' END)
        FROM jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text, source oid, type text)
            JOIN pg_index AS i ON i.indrelid = c.relation AND i.indisprimary AND i.indkey::text = c.attribute::text
        WHERE target = 'typed' AND c.how = 'change'
            AND NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.contype = 'f' AND k.conrelid = c.relation AND c.attribute = ANY (k.conkey))
        GROUP BY c.type HAVING count(*) > 1 ORDER BY c.type;
END $$;
COMMENT ON FUNCTION base62id_migrate_remarks_keys(text, jsonb) IS 'remarks on ids without a foreign key';

-- Code that PostgreSQL does not look into.
CREATE FUNCTION base62id_migrate_remarks_code(target text, schemas name[], columns jsonb) RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    functions CONSTANT text := format('SELECT p.oid::pg_catalog.regprocedure FROM pg_catalog.pg_proc AS p JOIN pg_catalog.pg_language AS l ON l.oid = p.prolang '
        'JOIN pg_catalog.pg_namespace AS n ON n.oid = p.pronamespace WHERE n.nspname !~ ''^(pg_|information_schema$)'' AND %%s '
        'AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend AS d WHERE d.objid = p.oid AND d.deptype = ''e'') %s'
        'ORDER BY p.oid::pg_catalog.regprocedure::pg_catalog.text', 'AND n.nspname = ANY (' || quote_literal(schemas) || ') ');
    declared CONSTANT text := format(functions, 'l.lanname = ''plpgsql'' AND p.prosrc ~* ''return\s+query'' AND ''uuid''::pg_catalog.regtype '
        'OPERATOR(pg_catalog.=) ANY (p.prorettype || coalesce(p.proallargtypes, ''{}''))');
    texts CONSTANT text := format(functions, 'p.prosrc ~* ''id\M["\s]*(::|\s+as\s+)\s*(text|varchar|character varying)''');
BEGIN
    IF @extschema@.base62id_migrate_finds(declared) THEN
        RETURN QUERY VALUES (declared, 'Functions that RETURN QUERY a uuid: PL/pgSQL wants the very type that is declared, and its cast in '
            'the query: SELECT id::uuid. The query lists those that declare a uuid.');
    END IF;
    IF @extschema@.base62id_migrate_finds(texts) THEN
        RETURN QUERY VALUES (texts, 'Functions that write ids as text: id::text is the new text afterwards, and finds nothing in columns that keep a uuid''s. '
            'The query lists functions whose source says so.');
    END IF;
    RETURN QUERY SELECT NULL::text, format('%s is published by %s: change the type on each subscriber too; either side reads what the other sends in text while '
            'base62id.output is id for the replicating role.', p.prrelid::regclass, string_agg(quote_ident(b.pubname), ', ' ORDER BY b.pubname))
        FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
        WHERE p.prrelid IN (SELECT c.relation FROM jsonb_to_recordset(columns) AS c(relation oid, how text) WHERE c.how <> 'stay')
        GROUP BY p.prrelid ORDER BY p.prrelid::regclass::text;
    RETURN QUERY SELECT NULL::text, format('%s is filled by a subscription: change the type at its publisher too; either side reads what the other sends in text while '
            'base62id.output is id for the replicating role.', s.srrelid::regclass)
        FROM pg_subscription_rel AS s WHERE s.srrelid IN (SELECT c.relation FROM jsonb_to_recordset(columns) AS c(relation oid, how text) WHERE c.how <> 'stay')
        ORDER BY s.srrelid::regclass::text;
    RETURN QUERY SELECT NULL::text, format('The index %s calls a function in a procedural language on a column that moves: ids that such a function writes as text have the '
            'session''s form. Give the function SET base62id.output = ''id'', and REINDEX.', i.indexrelid::regclass)
        FROM pg_index AS i JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid AND d.refclassid = 'pg_proc'::regclass
            JOIN pg_proc AS p ON p.oid = d.refobjid JOIN pg_language AS l ON l.oid = p.prolang AND l.lanname NOT IN ('internal', 'c')
        WHERE EXISTS (SELECT FROM pg_depend AS o JOIN jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text)
            ON c.how <> 'stay' AND o.refclassid = 'pg_class'::regclass AND o.refobjid = c.relation AND o.refobjsubid = c.attribute
            WHERE o.classid = 'pg_class'::regclass AND o.objid = i.indexrelid) ORDER BY i.indexrelid::regclass::text;
    IF target NOT IN ('uuid', 'text') THEN
        RETURN QUERY VALUES (NULL::text, 'An application that knows uuids only goes on as it is after: ALTER ROLE app SET base62id.output = uuid. citext, JSON, format, concat '
            'and procedural languages write the session''s form: what stores or compares such text has to pin base62id.output.');
    END IF;
END $$;
COMMENT ON FUNCTION base62id_migrate_remarks_code(text, name[], jsonb) IS 'remarks on functions, publications and applications';

CREATE FUNCTION base62id_migrate_finds(query text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    found_one boolean;
BEGIN
    EXECUTE format('SELECT EXISTS (%s)', query) INTO found_one;
    RETURN found_one;
END $$;
COMMENT ON FUNCTION base62id_migrate_finds(text) IS 'whether a query of these remarks gives a row';

CREATE FUNCTION base62id_migrate_remarks(target text, schemas name[], tables regclass[], columns jsonb, nodes jsonb) RETURNS TABLE (query text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_remarks_locks(columns, nodes);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_remarks_written(columns, nodes);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_remarks_refused(schemas, tables, columns, nodes);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_remarks_columns(target, schemas, tables, columns);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_remarks_keys(target, columns);
    RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_remarks_code(target, schemas, columns);
END $$;
COMMENT ON FUNCTION base62id_migrate_remarks(text, name[], regclass[], jsonb, jsonb) IS 'the rows of kind check';
