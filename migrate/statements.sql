-- ---------- the statements ----------

-- The words of the definitions that name the new type after a move back: "::base62id" is "::uuid" then. Definitions that
-- say "::uuid" go on to do so after a move there. Operator classes that are chosen by name are those of the new type.
CREATE FUNCTION base62id_migrate_words(target text, columns jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    family oid[] := ARRAY(SELECT 'uuid'::regtype UNION ALL SELECT f.type FROM @extschema@.base62id_migrate_family() AS f WHERE NOT f.typed);
    there oid := (SELECT t.oid FROM pg_type AS t WHERE t.oid = ANY (family) AND t.typname = target);
BEGIN
    RETURN (
        SELECT coalesce(jsonb_object_agg(w.old, w.new), '{}') FROM (
            SELECT DISTINCT '::' || @extschema@.base62id_migrate_definition('type', c.source, -1) AS old, '::' || target AS new
            FROM jsonb_to_recordset(columns) AS c(how text, source oid) WHERE target IN ('uuid', 'text') AND c.how <> 'stay'
            UNION ALL
            SELECT DISTINCT a.opcname::text, b.opcname::text FROM pg_opclass AS a JOIN pg_opclass AS b
                ON b.opcmethod = a.opcmethod AND b.opcintype = there AND NOT a.opcdefault AND a.opcintype = ANY (family) AND a.opcintype <> there
                JOIN pg_type AS t ON t.oid = a.opcintype AND b.opcname = replace(a.opcname, t.typname, target)
        ) AS w);
END $$;
COMMENT ON FUNCTION base62id_migrate_words(text, jsonb) IS 'the words that definitions have to change';

-- Generated columns of a table that inherits a column that changes: its parent's statement changes that.
CREATE FUNCTION base62id_migrate_lonely(columns jsonb, nodes jsonb) RETURNS TABLE (object oid, sub integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT n.object, n.sub FROM jsonb_to_recordset(nodes) AS n(object oid, sub integer, how text)
        WHERE n.how = 'generated' AND EXISTS (SELECT FROM jsonb_to_recordset(columns) AS c(relation oid, how text)
            WHERE c.relation = n.object AND c.how = 'inherit') ORDER BY n.object, n.sub;
END $$;
COMMENT ON FUNCTION base62id_migrate_lonely(jsonb, jsonb) IS 'generated columns that have to be dropped by themselves';

-- One ALTER TABLE a table. A generated column of the changing table is dropped and added by the same statement, so that
-- the table is written once; PostgreSQL drops first, changes types then, and adds last.
CREATE FUNCTION base62id_migrate_change(columns jsonb, nodes jsonb, words jsonb) RETURNS TABLE (statement text, remark text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH moving AS (
        SELECT c.*, r.relkind = 'c' AS composite FROM jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text, source oid, type text)
            JOIN pg_class AS r ON r.oid = c.relation WHERE c.how = 'change'
    ), generated AS (
        SELECT n.object AS relation, n.sub AS attribute FROM jsonb_to_recordset(nodes) AS n(object oid, sub integer, how text) WHERE n.how = 'generated'
    ), anew AS (
        SELECT g.* FROM generated AS g
        WHERE (g.relation, g.attribute) NOT IN (SELECT l.object, l.sub FROM @extschema@.base62id_migrate_lonely(columns, nodes) AS l)
    ), part AS (
        SELECT g.relation, 1 AS pass, g.attribute, format('DROP COLUMN %s', @extschema@.base62id_migrate_column(g.relation, g.attribute)) AS text
        FROM anew AS g
        UNION ALL
        SELECT m.relation, CASE WHEN m.source IN ('text'::regtype, 'varchar'::regtype) OR m.type = 'text' THEN 2.5 ELSE 2 END, m.attribute, format(CASE WHEN m.composite THEN 'ALTER ATTRIBUTE %s TYPE %s CASCADE' ELSE 'ALTER COLUMN %s TYPE %s' END,
            @extschema@.base62id_migrate_column(m.relation, m.attribute), m.type)
        FROM moving AS m WHERE (m.relation, m.attribute) NOT IN (SELECT g.relation, g.attribute FROM generated AS g)
        UNION ALL
        SELECT g.relation, 3, g.attribute, 'ADD COLUMN ' || @extschema@.base62id_migrate_column_definition(g.relation, g.attribute, m.type, words)
        FROM anew AS g LEFT JOIN moving AS m ON m.relation = g.relation AND m.attribute = g.attribute
    )
    SELECT format('ALTER %s %s%s', CASE c.relkind WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, c.oid::regclass, string_agg(E'\n    ' || p.text, ',' ORDER BY p.pass, p.attribute)),
        CASE WHEN c.relkind = 'c' THEN 'tables OF it change with it' 
            WHEN max(p.pass) = 2.5 THEN 'the table is written anew'
            WHEN max(p.pass) = 3 THEN 'the table is written anew: it has a generated column, which becomes its last one'
             ELSE 'the rows stay where they are; the indexes of these columns are built again' END
    FROM part AS p JOIN pg_class AS c ON c.oid = p.relation WHERE p.relation IN (SELECT m.relation FROM moving AS m)
    GROUP BY c.oid, c.relkind ORDER BY c.oid::regclass::text;
END $$;
COMMENT ON FUNCTION base62id_migrate_change(jsonb, jsonb, jsonb) IS 'the ALTER TABLE of each table';

-- Domains are made again under their names, over the new type; the old ones wait under another name until no column has them.
CREATE FUNCTION base62id_migrate_domains(columns jsonb, words jsonb) RETURNS TABLE (kind text, statement text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    d record;
    aside text;
BEGIN
    FOR d IN
        SELECT DISTINCT ON (length(t.oid::regtype::text), t.oid) t.*, t.oid, c.source, c.base FROM pg_type AS t
            JOIN jsonb_to_recordset(columns) AS c(how text, domain oid, source oid, base text) ON c.domain = t.oid AND c.how <> 'stay'
    LOOP
        aside := left(d.typname, 50) || ' (before)';
        kind := 'before';
        RETURN QUERY SELECT kind, s FROM unnest(ARRAY[
            format('ALTER DOMAIN %s RENAME TO %I', d.oid::regtype, aside),
            concat('CREATE DOMAIN ', d.oid::regtype, ' AS ', CASE WHEN d.typbasetype = d.source THEN d.base ELSE d.typbasetype::regtype::text END,
                ' DEFAULT ' || @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('domain default', d.oid), words),
                CASE WHEN d.typnotnull THEN ' NOT NULL' END,
                (SELECT string_agg(format(' CONSTRAINT %I %s', k.conname,
                    @extschema@.base62id_migrate_reword(@extschema@.base62id_migrate_definition('constraint', k.oid), words)), '' ORDER BY k.conname)
                 FROM pg_constraint AS k WHERE k.contypid = d.oid AND k.contype = 'c'))]) AS s;
        RETURN QUERY SELECT 'before', s FROM @extschema@.base62id_migrate_owner('pg_type'::regclass, d.oid, d.typowner) AS s;
        RETURN QUERY SELECT 'before', s FROM @extschema@.base62id_migrate_notes('pg_type'::regclass, d.oid) AS s;
        RETURN QUERY SELECT 'before', format('COMMENT ON CONSTRAINT %I ON DOMAIN %s IS %L', k.conname, d.oid::regtype, obj_description(k.oid, 'pg_constraint'))
            FROM pg_constraint AS k WHERE k.contypid = d.oid AND obj_description(k.oid, 'pg_constraint') IS NOT NULL;
        RETURN QUERY SELECT 'before', s FROM @extschema@.base62id_migrate_grants('DOMAIN', d.oid::regtype::text, 'T', d.typnamespace, d.typacl, d.typowner) AS s;
        RETURN QUERY SELECT 'after', format('DROP DOMAIN %I.%I', n.nspname, aside) FROM pg_namespace AS n WHERE n.oid = d.typnamespace;
    END LOOP;
END $$;
COMMENT ON FUNCTION base62id_migrate_domains(jsonb, jsonb) IS 'domains over the type that moves, made again';

-- Typed ids are made before the change, and go after the way back: unless something has them meanwhile.
CREATE FUNCTION base62id_migrate_kind_statements(target text, columns jsonb) RETURNS TABLE (kind text, statement text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    home name := (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'base62id');
BEGIN
    RETURN QUERY SELECT DISTINCT 'before', format(CASE WHEN c.notation IS NULL THEN 'SELECT %I.typeid_create_type(%L, %L, accept_uuid => true)'
                ELSE 'SELECT %I.typeid_create_type(%L, %L, %L)' END, home, c.type, c.prefix, c.notation)
        FROM jsonb_to_recordset(columns) AS c(how text, type text, prefix text, notation text) WHERE c.how <> 'stay' AND c.prefix IS NOT NULL ORDER BY 2;
    RETURN QUERY SELECT DISTINCT 'after', format($do$DO $move$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_catalog.pg_attribute AS a JOIN pg_catalog.pg_type AS t ON a.atttypid IN (t.oid, t.typarray)
                   WHERE t.oid = %1$L::pg_catalog.regtype AND NOT a.attisdropped) THEN
        DROP TYPE %1$s CASCADE;
    END IF;
END $move$ $do$, f.type::regtype)
        FROM jsonb_to_recordset(columns) AS c(how text, source oid) JOIN @extschema@.base62id_migrate_family() AS f ON f.type = c.source AND f.typed
        WHERE target IN ('uuid', 'text') AND c.how <> 'stay' ORDER BY 2;
END $$;
COMMENT ON FUNCTION base62id_migrate_kind_statements(text, jsonb) IS 'typed ids, made and dropped';

-- What is put back, in its order: objects, then checks and foreign keys, then the contents of materialized views, which
-- may call anything, then what is built from those contents.
CREATE FUNCTION base62id_migrate_back(nodes jsonb, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH node AS (
        SELECT n.*, CASE WHEN k.contype IN ('c', 'f') THEN 2 WHEN m.relkind = 'm' THEN 4 ELSE 1 END AS stage
        FROM jsonb_to_recordset(nodes) AS n(class oid, object oid, sub integer, how text, depth integer)
            LEFT JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass AND k.oid = n.object
            LEFT JOIN pg_index AS i ON n.class = 'pg_class'::regclass AND i.indexrelid = n.object
            LEFT JOIN pg_statistic_ext AS s ON n.class = 'pg_statistic_ext'::regclass AND s.oid = n.object
            LEFT JOIN pg_class AS m ON m.oid = coalesce(i.indrelid, s.stxrelid)
        WHERE n.how IN ('drop', 'stub')
    ), made AS (
        SELECT n.stage, n.depth, n.class, n.object, s.o, s.statement FROM node AS n,
            LATERAL @extschema@.base62id_migrate_make(n.class, n.object, n.how, words) WITH ORDINALITY AS s(statement, o)
        UNION ALL
        SELECT 3, n.depth, n.class, n.object, 1, format('REFRESH MATERIALIZED VIEW %s', c.oid::regclass)
        FROM node AS n JOIN pg_class AS c ON n.class = 'pg_class'::regclass AND c.oid = n.object AND c.relkind = 'm' AND c.relispopulated
    )
    SELECT m.statement FROM made AS m ORDER BY m.stage, m.depth, m.class::regclass::text, m.object, m.o;
END $$;
COMMENT ON FUNCTION base62id_migrate_back(jsonb, jsonb) IS 'the statements that put everything back';

-- Rows inside of other tables become text under the form of ids that either type reads.
CREATE FUNCTION base62id_migrate_row_statements(nodes jsonb) RETURNS TABLE (kind text, statement text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    n record;
BEGIN
    FOR n IN
        SELECT a.attrelid::regclass AS relation, quote_ident(a.attname) AS name, format_type(a.atttypid, a.atttypmod) AS type
        FROM jsonb_to_recordset(nodes) AS x(class oid, object oid, sub integer, how text)
            JOIN pg_attribute AS a ON a.attrelid = x.object AND a.attnum = x.sub WHERE x.how = 'text' ORDER BY 1, x.sub
    LOOP
        RETURN QUERY VALUES
            ('before', format('SET base62id.output = %L', 'uuid')),
            ('before', format('ALTER TABLE %s ALTER COLUMN %s TYPE text USING %s::text', n.relation, n.name, n.name)),
            ('before', format('SET base62id.output = %L', 'id')),
            ('after', format('SET base62id.output = %L', 'uuid')),
            ('after', format('ALTER TABLE %s ALTER COLUMN %s TYPE %s USING %s::%s', n.relation, n.name, n.type, n.name, n.type)),
            ('after', format('SET base62id.output = %L', 'id'));
    END LOOP;
END $$;
COMMENT ON FUNCTION base62id_migrate_row_statements(jsonb) IS 'columns that hold rows of a changing table, by way of text';

-- Columns keep their privileges and options through ALTER TYPE, except generated ones, which are new.
CREATE FUNCTION base62id_migrate_touch_up(columns jsonb, nodes jsonb, words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH generated AS (
        SELECT c.*, a.attname, a.attacl, a.attnum FROM jsonb_to_recordset(nodes) AS n(object oid, sub integer, how text)
            JOIN pg_class AS c ON c.oid = n.object JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = n.sub
        WHERE n.how = 'generated'
    )
    SELECT s.statement FROM generated AS g, LATERAL (
        SELECT o, 1 FROM @extschema@.base62id_migrate_column_options(g.oid, g.attnum) AS o
        UNION ALL SELECT o, 2 FROM @extschema@.base62id_migrate_notes('pg_class'::regclass, g.oid, g.attnum) AS o
        UNION ALL SELECT o, 3 FROM @extschema@.base62id_migrate_grants('TABLE', g.oid::regclass::text, 'r', g.relnamespace, g.attacl, g.relowner,
            format(' (%I)', g.attname)) AS o WHERE g.attacl IS NOT NULL
    ) AS s(statement, n) ORDER BY g.oid, g.attnum, s.n;
END $$;
COMMENT ON FUNCTION base62id_migrate_touch_up(jsonb, jsonb, jsonb) IS 'what generated columns lose';

-- Indexes that ALTER TYPE makes again lose the statistics targets of their expressions.
CREATE FUNCTION base62id_migrate_touch_up_indexes(columns jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT DISTINCT o FROM jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text)
        JOIN pg_index AS i ON i.indrelid = c.relation, LATERAL @extschema@.base62id_migrate_column_options(i.indexrelid, 0) AS o
        WHERE c.how <> 'stay' ORDER BY 1;
END $$;
COMMENT ON FUNCTION base62id_migrate_touch_up_indexes(jsonb) IS 'what indexes lose';
