-- ---------- the statements ----------

-- The schemas of the operators on ids, for the search_path of the statements. An expression that was written for uuid
-- finds the new type's operators by it. Any other name in a definition has its schema.
CREATE FUNCTION base62id_moves.operator_schemas(columns base62id_moves.moving[]) RETURNS SETOF name
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN NEXT base62id_moves.home();
    RETURN QUERY
    SELECT DISTINCT x.schema
    FROM base62id_moves.movers(columns) AS c, LATERAL (
        SELECT n.nspname FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace WHERE t.oid = c.source
        UNION ALL SELECT (parse_ident(c.type, false))[1]::name WHERE c.domain IS NULL AND c.type LIKE '%.%'
        ) AS x(schema)
    WHERE x.schema NOT IN ('pg_catalog', base62id_moves.home())
    ORDER BY 1;
END $$;

-- What changes in definitions. Operators lose the schemas that the statements search. On the way back "::base62id" is
-- "::uuid"; on the way there "::uuid" remains, but PostgreSQL writes it behind the ELSE NULL of a CASE, too, where it
-- would not go with a typed id. Operator classes that are chosen by name are those of the new type.
CREATE FUNCTION base62id_moves.words(target text, columns base62id_moves.moving[]) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    family CONSTANT oid[] := ARRAY(
        SELECT 'uuid'::regtype UNION ALL SELECT f.type FROM base62id_moves.family() AS f WHERE NOT f.typed);
    there CONSTANT oid := (SELECT t.oid FROM pg_type AS t WHERE t.oid = ANY (family) AND t.typname = target);
BEGIN
    RETURN (SELECT coalesce(jsonb_object_agg(w.old, w.new), '{}') FROM (
        SELECT DISTINCT format('OPERATOR(%I.%s)', n.nspname, o.oprname) AS old, o.oprname::text AS new
        FROM base62id_moves.operator_schemas(columns) AS s
            JOIN pg_namespace AS n ON n.nspname = s
            JOIN pg_operator AS o ON o.oprnamespace = n.oid
        UNION ALL
        SELECT DISTINCT x.old, x.new
        FROM base62id_moves.movers(columns) AS c,
            LATERAL (SELECT base62id_moves.definition('type'::text, c.source)) AS t(name),
            LATERAL (VALUES (format('::%s', t.name), format('::%s', target), ARRAY['uuid', 'text', 'bigint']),
                (format('ELSE NULL::%s', t.name), 'ELSE NULL', ARRAY['typed', 'ulid'])) AS x(old, new, targets)
        WHERE target = ANY (x.targets)
        UNION ALL
        SELECT DISTINCT base62id_moves.opclass_name(a.oid), base62id_moves.opclass_name(b.oid)
        FROM pg_opclass AS a
            JOIN pg_opclass AS b ON b.opcmethod = a.opcmethod AND b.opcintype = there AND NOT a.opcdefault
                AND a.opcintype = ANY (family) AND a.opcintype <> there
            JOIN pg_type AS t ON t.oid = a.opcintype AND b.opcname = replace(a.opcname::text, t.typname::text, target)
    ) AS w);
END $$;

-- As an index's definition has it.
CREATE FUNCTION base62id_moves.opclass_name(opclass oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT CASE n.nspname WHEN 'pg_catalog' THEN format('%I', o.opcname)
                ELSE format('%I.%I', n.nspname, o.opcname) END
            FROM pg_opclass AS o JOIN pg_namespace AS n ON n.oid = o.opcnamespace WHERE o.oid = opclass);
END $$;

-- Generated columns of a table that inherits a column that changes: the statement of its parent changes that one.
CREATE FUNCTION base62id_moves.lonely(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT n.* FROM unnest(nodes) AS n
    WHERE n.how = 'generated'
        AND EXISTS (SELECT FROM unnest(columns) AS c WHERE c.relation = n.object AND c.how = 'inherit')
    ORDER BY n.object, n.sub;
END $$;

-- One ALTER TABLE a table. It drops and adds the generated columns that read a changing one, so that the table is
-- written once: PostgreSQL drops first, changes types then, and adds last. CASCADE of ALTER ATTRIBUTE drops nothing: it
-- changes the tables OF the type, which PostgreSQL asks for where there are any. All of them move (see obstacle()).
CREATE FUNCTION base62id_moves.change(columns base62id_moves.moving[], nodes base62id_moves.node[], words jsonb)
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH moving AS (
        SELECT c.*, CASE WHEN r.relkind <> 'c' THEN NULL
                WHEN EXISTS (SELECT FROM pg_class AS o WHERE o.reloftype = r.reltype)
                THEN 'ALTER ATTRIBUTE %1$s TYPE %2$s CASCADE'
                ELSE 'ALTER ATTRIBUTE %1$s TYPE %2$s' END AS composite,
            s.typcategory = 'S' OR t.typcategory = 'S' OR s.typlen <> t.typlen AS anew
        FROM base62id_moves.movers(columns) AS c
            JOIN pg_class AS r ON r.oid = c.relation
            JOIN pg_type AS s ON s.oid = c.source
            LEFT JOIN pg_type AS t ON c.domain IS NULL AND t.oid = to_regtype(split_part(c.type, ' COLLATE '::text, 1))
        WHERE c.how = 'change'
    ), generated AS (
        SELECT n.object AS relation, n.sub AS attribute FROM unnest(nodes) AS n WHERE n.how = 'generated'
    ), anew AS (
        SELECT g.* FROM generated AS g
        WHERE (g.relation, g.attribute) NOT IN (SELECT l.object, l.sub FROM base62id_moves.lonely(columns, nodes) AS l)
    ), part AS (
        SELECT g.relation, 1 AS pass, g.attribute, false AS anew,
            format('DROP COLUMN %s', base62id_moves.column_name(g.relation, g.attribute)) AS text
        FROM anew AS g
        UNION ALL
        SELECT m.relation, 2, m.attribute, m.anew, format(CASE
                WHEN m.composite IS NOT NULL THEN m.composite
                WHEN m.type = 'smallint' THEN 'ALTER COLUMN %1$s TYPE %2$s USING %1$s::bigint::%2$s'
                WHEN m.source = 'character'::regtype THEN 'ALTER COLUMN %1$s TYPE %2$s USING %1$s::text::%2$s'
                ELSE 'ALTER COLUMN %1$s TYPE %2$s' END,
            base62id_moves.column_name(m.relation, m.attribute), m.type)
        FROM moving AS m
        WHERE (m.relation, m.attribute) NOT IN (SELECT g.relation, g.attribute FROM generated AS g)
        UNION ALL
        SELECT g.relation, 3, g.attribute, true,
            format('ADD COLUMN %s', base62id_moves.column_definition(g.relation, g.attribute, m.type, words))
        FROM anew AS g LEFT JOIN moving AS m ON m.relation = g.relation AND m.attribute = g.attribute
    )
    SELECT 'change', format('ALTER %s %s%s', CASE c.relkind WHEN 'c' THEN 'TYPE' ELSE 'TABLE' END, c.oid::regclass,
            string_agg(format(E'\n    %s', p.text), ','::text ORDER BY p.pass, p.attribute)),
        CASE WHEN c.relkind = 'c' THEN 'tables OF it change with it'
            WHEN max(p.pass) = 3 THEN 'the table is written anew: it has a generated column, which becomes its last one'
            WHEN bool_or(p.anew) THEN 'the table is written anew'
            ELSE 'the rows stay where they are; the indexes of these columns are built again' END
    FROM part AS p JOIN pg_class AS c ON c.oid = p.relation
    WHERE p.relation IN (SELECT m.relation FROM moving AS m)
    GROUP BY c.oid, c.relkind
    ORDER BY c.oid::regclass::text;
END $$;

-- A domain is made again under its name, over the new type. The old one has another name until no column has it.
CREATE FUNCTION base62id_moves.domains(columns base62id_moves.moving[], words jsonb) RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    d record;
    aside text;
BEGIN
    FOR d IN
        SELECT DISTINCT ON (length(t.oid::regtype::text), t.oid) t.*, c.source, c.base, n.nspname
        FROM pg_type AS t
            JOIN pg_namespace AS n ON n.oid = t.typnamespace
            JOIN base62id_moves.movers(columns) AS c ON c.domain = t.oid
    LOOP
        aside := concat(left(d.typname::text, 12), ' before ', d.oid);
        RETURN QUERY
        SELECT 'before', s, NULL::text FROM (
            SELECT format('ALTER DOMAIN %s RENAME TO %I', d.oid::regtype, aside)
            UNION ALL
            SELECT concat('CREATE DOMAIN ', d.oid::regtype, ' AS ',
                CASE WHEN d.typbasetype = d.source THEN d.base ELSE d.typbasetype::regtype::text END,
                CASE WHEN d.typdefaultbin IS NOT NULL THEN format(' DEFAULT %s',
                    base62id_moves.reworded(base62id_moves.definition('domain default'::text, d.oid), words)) END,
                CASE WHEN d.typnotnull THEN ' NOT NULL' END,
                (SELECT string_agg(format(' CONSTRAINT %I %s', k.conname,
                     base62id_moves.reworded(base62id_moves.definition('constraint'::text, k.oid), words)), ''::text
                     ORDER BY k.conname)
                 FROM pg_constraint AS k WHERE k.contypid = d.oid AND k.contype = 'c'))
            UNION ALL
            SELECT * FROM base62id_moves.owner('pg_type'::regclass::oid, d.oid, d.typowner)
            UNION ALL
            SELECT * FROM base62id_moves.notes('pg_type'::regclass::oid, d.oid, 0)
            UNION ALL
            SELECT format('COMMENT ON CONSTRAINT %I ON DOMAIN %s IS %L', k.conname, d.oid::regtype,
                obj_description(k.oid, 'pg_constraint'::name))
            FROM pg_constraint AS k
            WHERE k.contypid = d.oid AND obj_description(k.oid, 'pg_constraint'::name) IS NOT NULL
            UNION ALL
            SELECT * FROM base62id_moves.grants('DOMAIN'::text, d.oid::regtype::text, 'T'::"char", d.typnamespace,
                d.typacl, d.typowner, ''::text)) AS x(s);
        RETURN QUERY SELECT 'after', format('DROP DOMAIN %I.%I', d.nspname, aside), NULL::text;
    END LOOP;
END $$;

-- Defaults that go before the change come back with two casts, by which the way back knows them. Each table has its
-- own: a partition may have none where its table has one.
CREATE FUNCTION base62id_moves.defaults(columns base62id_moves.moving[], nodes base62id_moves.node[], words jsonb)
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH default_of AS (
        SELECT format('ALTER TABLE ONLY %s ALTER COLUMN %s', c.relation::regclass,
                base62id_moves.column_name(c.relation, c.attribute)) AS alter,
            base62id_moves.definition('default'::text, n.object) AS old, c.type, c.domain,
            base62id_moves.definition('type'::text, c.source) AS source,
            EXISTS (SELECT FROM pg_depend AS x
                JOIN pg_proc AS p ON x.refclassid = 'pg_proc'::regclass AND p.oid = x.refobjid
                WHERE x.classid = n.class AND x.objid = n.object
                    AND p.prorettype IN (SELECT f.type FROM base62id_moves.family() AS f)) AS calls
        FROM unnest(nodes) AS n
            JOIN pg_attrdef AS d ON n.how = 'default' AND d.oid = n.object
            JOIN base62id_moves.movers(columns) AS c ON c.relation = d.adrelid AND c.attribute = d.adnum
        WHERE NOT coalesce(c.was ? 'identity', false)
    ), back AS (
        -- a domain keeps its name, and takes uuids without a cast
        SELECT d.*, format(')::uuid)::%s', CASE WHEN d.domain IS NULL THEN d.source ELSE d.type END) AS ending,
            d.domain IS NOT NULL AND NOT d.calls AS plain
        FROM default_of AS d
    )
    SELECT x.kind, x.statement, NULL::text
    FROM back AS b, LATERAL (VALUES
        ('before', format('%s DROP DEFAULT', b.alter)),
        ('after', format('%s SET DEFAULT %s', b.alter, CASE
            WHEN b.old LIKE '((%' AND right(b.old, length(b.ending)) = b.ending
            THEN substr(b.old, 3, length(b.old) - 2 - length(b.ending))
            WHEN b.type = 'uuid' OR b.source <> 'uuid' OR b.plain THEN base62id_moves.reworded(b.old, words)
            ELSE format('((%s)::uuid)::%s', b.old, b.type) END))) AS x(kind, statement);
END $$;

-- Columns that hold rows of a changing table become text, with ids in the form that both types read.
CREATE FUNCTION base62id_moves.row_statements(nodes base62id_moves.node[]) RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT x.kind, x.statement, NULL::text
    FROM unnest(nodes) AS n
        JOIN pg_attribute AS a ON a.attrelid = n.object AND a.attnum = n.sub,
        LATERAL (SELECT format('ALTER TABLE %1$s ALTER COLUMN %2$I TYPE %3$s USING %2$I::%3$s', a.attrelid::regclass,
            a.attname, t.name) FROM (VALUES ('text'), (format_type(a.atttypid, a.atttypmod))) AS t(name)) AS s(alter),
        LATERAL (VALUES
            (1, 'SET LOCAL base62id.output = ''uuid'''), (2, s.alter), (3, 'SET LOCAL base62id.output = ''id''')
            ) AS y(n, statement),
        LATERAL (SELECT CASE WHEN s.alter LIKE '%::text' THEN 'before' ELSE 'after' END, y.statement)
            AS x(kind, statement)
    WHERE n.how = 'text'
    ORDER BY a.attrelid::regclass::text, n.sub, x.kind DESC, y.n;
END $$;

-- The comment of a moved column says what it was, behind what it said before.
CREATE FUNCTION base62id_moves.marks(target text, columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('COMMENT ON COLUMN %s.%s IS %L', c.relation::regclass,
        base62id_moves.column_name(c.relation, c.attribute), CASE WHEN target IN ('text', 'bigint') THEN m.remains
            ELSE concat_ws(E'\n', m.remains, format('[base62id_migrate: %s]', c.was)) END)
    FROM base62id_moves.movers(columns) AS c, LATERAL base62id_moves.mark(c.relation, c.attribute) AS m
    WHERE c.was IS NOT NULL AND c.how = 'change'
    ORDER BY c.relation::regclass::text, c.attribute;
END $$;

-- What is put back, in its order: objects, then checks and foreign keys, then the contents of materialized views, which
-- may call anything, then what is built from those contents.
CREATE FUNCTION base62id_moves.back(nodes base62id_moves.node[], words jsonb) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH node AS (
        SELECT n.*, CASE WHEN k.contype IN ('c', 'f') THEN 2 WHEN m.relkind = 'm' THEN 4 ELSE 1 END AS stage
        FROM unnest(nodes) AS n
            LEFT JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass AND k.oid = n.object
            LEFT JOIN pg_index AS i ON n.class = 'pg_class'::regclass AND i.indexrelid = n.object
            LEFT JOIN pg_statistic_ext AS s ON n.class = 'pg_statistic_ext'::regclass AND s.oid = n.object
            LEFT JOIN pg_class AS m ON m.oid = coalesce(i.indrelid, s.stxrelid)
        WHERE n.how IN ('drop', 'stub')
    ), made AS (
        SELECT n.stage, n.depth, n.class, n.object, s.o, s.statement
        FROM node AS n,
            LATERAL base62id_moves.make(n.class, n.object, n.how, words) WITH ORDINALITY AS s(statement, o)
        UNION ALL
        SELECT 3, n.depth, n.class, n.object, 1, format('REFRESH MATERIALIZED VIEW %s', c.oid::regclass)
        FROM node AS n JOIN pg_class AS c ON n.class = 'pg_class'::regclass AND c.oid = n.object
            AND c.relkind = 'm' AND c.relispopulated
    )
    SELECT m.statement FROM made AS m ORDER BY m.stage, m.depth, m.class::regclass::text, m.object, m.o;
END $$;

-- ALTER TYPE keeps the privileges and options of columns, but a generated column is new.
CREATE FUNCTION base62id_moves.touch_up(nodes base62id_moves.node[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH generated AS (
        SELECT c.*, a.attname, a.attacl, a.attnum::integer AS attnum
        FROM unnest(nodes) AS n
            JOIN pg_class AS c ON c.oid = n.object
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = n.sub
        WHERE n.how = 'generated'
    )
    SELECT s.statement
    FROM generated AS g, LATERAL (
        SELECT o, 1 FROM base62id_moves.column_options(g.oid, g.attnum) AS o
        UNION ALL SELECT o, 2 FROM base62id_moves.notes('pg_class'::regclass::oid, g.oid, g.attnum) AS o
        UNION ALL SELECT o, 3 FROM base62id_moves.grants('TABLE'::text, g.oid::regclass::text, 'r'::"char",
            g.relnamespace, g.attacl, g.relowner, format(' (%I)', g.attname)) AS o
        WHERE g.attacl IS NOT NULL) AS s(statement, n)
    ORDER BY g.oid, g.attnum, s.n;
END $$;

-- Indexes that ALTER TYPE makes again lose the statistics targets of their expressions.
CREATE FUNCTION base62id_moves.touch_up_indexes(columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT DISTINCT o
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_index AS i ON i.indrelid = c.relation,
        LATERAL base62id_moves.column_options(i.indexrelid, 0) AS o
    ORDER BY 1;
END $$;

-- Typed ids are made before the change, and given to the owner of the tables.
CREATE FUNCTION base62id_moves.new_types(columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format(E'SELECT %I.typeid_create_type(%L::pg_catalog.text, %L::pg_catalog.text, %L::pg_catalog.text, %s, '
        '%L::pg_catalog.bool);\nCOMMENT ON TYPE %s IS %L;\nALTER TYPE %s OWNER TO %I',
        base62id_moves.home(), c.type, c.prefix, coalesce(c.notation, 'typeid'), k.mask, c.notation IS NULL,
        c.type, base62id_moves.made_here(), c.type, pg_get_userbyid(min(r.relowner)))
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_class AS r ON r.oid = c.relation,
        LATERAL (SELECT CASE WHEN c.notation = 'uid11' THEN c.base ELSE '0' END) AS k(mask)
    WHERE c.prefix IS NOT NULL
    GROUP BY c.type, c.prefix, c.notation, k.mask
    ORDER BY c.type;
END $$;

-- The comment by which the way back knows the types that it drops.
CREATE FUNCTION base62id_moves.made_here() RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN 'made by base62id_migrate, and dropped by it when its columns move back';
END $$;

-- The typed ids that no column has any more when these have moved back. REMAINS: why one stays.
CREATE FUNCTION base62id_moves.old_types(target text, columns base62id_moves.moving[])
RETURNS TABLE (type oid, remains text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT s.source, CASE
            WHEN obj_description(s.source, 'pg_type'::name) IS DISTINCT FROM base62id_moves.made_here()
            THEN format('the type %s stays, because no move made it; no column has it any more', s.source::regtype)
            WHEN u.used IS NOT NULL THEN format('the type %s stays: %s has it', s.source::regtype, u.used)
            WHEN e.extname IS NOT NULL
            THEN format('the type %s stays: it is of the extension %s', s.source::regtype, e.extname)
        END
    FROM (SELECT DISTINCT c.source FROM base62id_moves.movers(columns) AS c
              JOIN base62id_moves.family() AS f ON f.type = c.source AND f.typed
          WHERE target IN ('uuid', 'text', 'bigint')) AS s(source)
        LEFT JOIN pg_depend AS x ON x.classid = 'pg_type'::regclass AND x.objid = s.source AND x.deptype = 'e'
        LEFT JOIN pg_extension AS e ON e.oid = x.refobjid,
        LATERAL (
            SELECT min(format('%s.%I', a.attrelid::regclass, a.attname))
            FROM pg_type AS t
                JOIN pg_attribute AS a ON a.atttypid IN (t.oid, t.typarray) AND NOT a.attisdropped
                JOIN pg_class AS r ON r.oid = a.attrelid AND r.relkind IN ('r', 'p', 'f', 'c')
            WHERE t.oid = s.source AND (a.attrelid, a.attnum::integer) NOT IN (
                SELECT c.relation, c.attribute FROM base62id_moves.movers(columns) AS c)) AS u(used)
    ORDER BY s.source::regtype::text;
END $$;

CREATE FUNCTION base62id_moves.drop_types(target text, columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('SELECT %I.typeid_drop_type(%L::pg_catalog.regtype)', base62id_moves.home(), t.type::regtype)
    FROM base62id_moves.old_types(target, columns) AS t
    WHERE t.remains IS NULL;
END $$;
