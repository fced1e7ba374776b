-- ---------- stops ----------
--
-- What has to be changed by hand before anything moves. While there is one, no statements are written.

CREATE FUNCTION base62id_moves.owner_of(class oid, object oid) RETURNS oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT c.relowner FROM pg_class AS c WHERE class = 'pg_class'::regclass AND c.oid = object
        UNION ALL SELECT p.proowner FROM pg_proc AS p WHERE class = 'pg_proc'::regclass AND p.oid = object
        UNION ALL SELECT s.stxowner FROM pg_statistic_ext AS s
            WHERE class = 'pg_statistic_ext'::regclass AND s.oid = object
        UNION ALL SELECT t.typowner FROM pg_type AS t WHERE class = 'pg_type'::regclass AND t.oid = object
        UNION ALL SELECT b.pubowner FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
            WHERE class = 'pg_publication_rel'::regclass AND p.oid = object
        UNION ALL SELECT c.relowner FROM pg_class AS c JOIN (
            SELECT k.conrelid FROM pg_constraint AS k WHERE class = 'pg_constraint'::regclass AND k.oid = object
            UNION ALL SELECT d.adrelid FROM pg_attrdef AS d WHERE class = 'pg_attrdef'::regclass AND d.oid = object
            UNION ALL SELECT p.polrelid FROM pg_policy AS p WHERE class = 'pg_policy'::regclass AND p.oid = object
            UNION ALL SELECT t.tgrelid FROM pg_trigger AS t WHERE class = 'pg_trigger'::regclass AND t.oid = object
            UNION ALL SELECT r.ev_class FROM pg_rewrite AS r WHERE class = 'pg_rewrite'::regclass AND r.oid = object
        ) AS x(relation) ON c.oid = x.relation);
END $$;

-- PostgreSQL drops no member of an extension alone. A body can change: CREATE OR REPLACE leaves a member one.
CREATE FUNCTION base62id_moves.stops_of_members(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT format('%1$s depends on what changes, and is of the extension %2$I, which does not let it go. '
        'Run ALTER EXTENSION %2$I DROP for it before, and ADD after.',
        pg_describe_object(m.class, m.object, 0), e.extname)
    FROM (
        SELECT n.class, n.object FROM unnest(nodes) AS n WHERE n.how = 'drop'
        UNION SELECT 'pg_type'::regclass::oid, c.domain FROM base62id_moves.movers(columns) AS c) AS m
        JOIN pg_depend AS d ON d.classid = m.class AND d.objid = m.object AND d.deptype = 'e'
        JOIN pg_extension AS e ON e.oid = d.refobjid
    ORDER BY 1;
END $$;

-- What somebody else owns. A superuser could take it down, and would then run what it calls.
CREATE FUNCTION base62id_moves.stops_of_others(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    roles CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.roles() AS r);
BEGIN
    RETURN QUERY
    WITH owned AS (
        SELECT n.class, n.object, base62id_moves.owner_of(n.class, n.object) AS owner
        FROM unnest(nodes) AS n WHERE n.how <> 'unknown'
        UNION
        SELECT 'pg_type'::regclass::oid, c.domain, base62id_moves.owner_of('pg_type'::regclass::oid, c.domain)
        FROM base62id_moves.movers(columns) AS c WHERE c.domain IS NOT NULL
        UNION
        SELECT n.class, n.object, r.relowner
        FROM unnest(nodes) AS n
            JOIN pg_constraint AS k ON n.class = 'pg_constraint'::regclass AND k.oid = n.object
            JOIN pg_class AS r ON r.oid = k.confrelid
    )
    SELECT format('%1$s depends on what changes, and belongs to %2$s. Run this as a role that inherits from %2$s and '
        'from the owner of the tables (GRANT %2$s TO ...), or drop it before and let %2$s make it again after.',
        pg_describe_object(o.class, o.object, 0), base62id_moves.role_name(o.owner))
    FROM owned AS o
    WHERE NOT o.owner = ANY (roles)
    ORDER BY 1;
END $$;

-- A PL/pgSQL function that declares the old type and returns the rows of a query: PL/pgSQL compares the types when it
-- runs. One with as many casts as it needs is no stop.
CREATE FUNCTION base62id_moves.stops_of_functions(columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    names CONSTANT text := (
        SELECT format('(?<!\w)(%s)(?!\w)', string_agg(DISTINCT base62id_moves.escaped(
            replace(r.relname::text, '"'::text, '""'::text)), '|'::text))
        FROM base62id_moves.movers(columns) AS c JOIN pg_class AS r ON r.oid = c.relation);
BEGIN
    RETURN QUERY
    WITH source AS (
        SELECT DISTINCT c.source, format_type(c.source, -1) AS full_name, t.typname
        FROM base62id_moves.movers(columns) AS c JOIN pg_type AS t ON t.oid = c.source
    ), function AS (
        SELECT p.oid, p.prosrc, s.full_name, s.typname,
            regexp_count(p.prosrc, 'return\s+query'::text, 1, 'i'::text) AS queries,
            regexp_count(p.prosrc, format('(::|\mas)\s*("?\w+"?\.)?"?%s\M', s.typname), 1, 'i'::text) AS casts,
            (SELECT count(*) FROM unnest(p.proallargtypes, p.proargmodes) AS u(type, mode)
             WHERE u.type = s.source AND u.mode IN ('o', 'b', 't'))
            + CASE WHEN p.prorettype = s.source THEN 1 ELSE 0 END
            + (SELECT count(*) FROM pg_type AS t
                   JOIN pg_attribute AS a ON a.attrelid = t.typrelid AND NOT a.attisdropped AND a.attnum > 0
                       AND a.atttypid = s.source
               WHERE t.oid = p.prorettype AND p.prosrc ~* names
                   AND (a.attrelid, a.attnum::integer) NOT IN (
                       SELECT c.relation, c.attribute FROM base62id_moves.movers(columns) AS c)) AS declared
        FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang AND l.lanname = 'plpgsql', source AS s
        -- the query of RETURN QUERY EXECUTE may be put together of pieces of a name
        WHERE p.proretset AND p.prosrc ~* concat(names, '|return\s+query\s+execute')
            AND NOT EXISTS (SELECT FROM pg_depend AS d
                WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    )
    SELECT format('the function %1$s says that it returns %2$s, and returns what a query gives: PL/pgSQL compares the '
        'two when it runs, and would end in "structure of query does not match function result type". '
        'Write id::%2$s in its RETURN QUERY for each id that it returns; that works before and after.',
        f.oid::regprocedure, f.full_name)
    FROM function AS f
    WHERE f.declared > 0 AND f.queries > 0 AND f.casts < f.queries * f.declared
    ORDER BY f.oid::regprocedure::text;
END $$;

-- A function or an operator of somebody else that fits the new type better than the one an expression means now.
CREATE FUNCTION base62id_moves.stops_of_overloads(columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    trusted CONSTANT oid[] := ARRAY(
        SELECT r FROM base62id_moves.roles() AS r
        UNION SELECT r.oid FROM pg_roles AS r WHERE r.rolsuper
        UNION SELECT base62id_moves.owner_of(n.class, n.object) FROM unnest(nodes) AS n);
BEGIN
    RETURN QUERY
    SELECT format('the operator %s is of %s, and an expression that is read again could mean it. Drop it, or move the '
        'extension to a schema in which nobody else creates.',
        o.oid::regoperator, base62id_moves.role_name(o.oprowner))
    FROM base62id_moves.operator_schemas(columns) AS s
        JOIN pg_namespace AS n ON n.nspname = s
        JOIN pg_operator AS o ON o.oprnamespace = n.oid
    WHERE NOT o.oprowner = ANY (trusted)
    ORDER BY 1;

    RETURN QUERY
    SELECT DISTINCT format('the function %s is of %s, and what calls %s could mean it when it is read again. '
        'Drop it or give it another name.',
        q.oid::regprocedure, base62id_moves.role_name(q.proowner), p.oid::regprocedure)
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = c.relation
        JOIN pg_depend AS f ON f.classid = d.classid AND f.objid = d.objid AND f.refclassid = 'pg_proc'::regclass
        JOIN pg_proc AS p ON p.oid = f.refobjid
        JOIN pg_proc AS q ON q.proname = p.proname AND q.pronamespace = p.pronamespace AND q.oid <> p.oid
    WHERE NOT q.proowner = ANY (trusted)
    ORDER BY 1;
END $$;

-- An index that names an operator class of one type. Each typed id has its own classes.
CREATE FUNCTION base62id_moves.stops_of_indexes(target text, columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT DISTINCT format('the index %s names the operator class %s, which %s does not have. Drop it before, and make '
        'it again after with one of that type.', i.indexrelid::regclass, base62id_moves.opclass_name(o.oid), c.type)
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_index AS i ON i.indrelid = c.relation
        JOIN pg_class AS r ON r.oid = i.indexrelid AND NOT r.relispartition,
        unnest(i.indkey::smallint[], i.indclass::oid[]) AS k(attribute, class)
        JOIN pg_opclass AS o ON o.oid = k.class
    WHERE k.attribute = c.attribute AND NOT o.opcdefault
        AND (target = 'typed' OR c.source IN (SELECT f.type FROM base62id_moves.family() AS f WHERE f.typed))
    ORDER BY 1;
END $$;

-- What others made of a typed id that is to be dropped.
CREATE FUNCTION base62id_moves.stops_of_types(target text, columns base62id_moves.moving[], nodes base62id_moves.node[])
RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    tables CONSTANT oid[] := ARRAY(SELECT DISTINCT c.relation FROM base62id_moves.movers(columns) AS c);
BEGIN
    RETURN QUERY
    SELECT DISTINCT format('%s is made of the type %s, which would go. Change it to %s or drop it before.',
        pg_describe_object(m.class, m.object, m.sub), t.type::regtype, target)
    FROM base62id_moves.old_types(target, columns) AS t, LATERAL base62id_moves.made_of(t.type) AS m
    WHERE t.remains IS NULL
        AND NOT (m.class = 'pg_class'::regclass AND (m.object, m.sub) IN (
            SELECT c.relation, x.sub
            FROM base62id_moves.movers(columns) AS c, LATERAL (VALUES (c.attribute), (0)) AS x(sub)))
        -- what of these tables is made again with the new type: indexes, checks, generated columns, and a table that is
        -- partitioned by such a column, with its defaults
        AND NOT EXISTS (
            SELECT FROM pg_index AS i
            WHERE m.class = 'pg_class'::regclass AND i.indexrelid = m.object AND i.indrelid = ANY (tables)
            UNION ALL SELECT FROM pg_constraint AS k
            WHERE m.class = 'pg_constraint'::regclass AND k.oid = m.object AND k.conrelid = ANY (tables)
            UNION ALL SELECT FROM pg_attrdef AS f
                JOIN pg_attribute AS a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
            WHERE m.class = 'pg_attrdef'::regclass AND f.oid = m.object AND f.adrelid = ANY (tables)
                AND (a.attgenerated <> '' OR f.adrelid IN (SELECT r FROM base62id_moves.remade(columns) AS r)
                    AND base62id_moves.calls_none_of(f.oid, t.type))
            UNION ALL SELECT FROM unnest(nodes) AS n
            WHERE n.how <> 'unknown' AND n.class = m.class AND n.object = m.object
                AND (n.how <> 'default' OR base62id_moves.calls_none_of(m.object, t.type))
            UNION ALL SELECT FROM unnest(nodes) AS n JOIN pg_rewrite AS r ON r.ev_class = n.object
            WHERE n.class = 'pg_class'::regclass AND m.class = 'pg_rewrite'::regclass AND r.oid = m.object)
    ORDER BY 1;
END $$;

-- A default that is a constant of the type, and no call as order_id_new().
CREATE FUNCTION base62id_moves.calls_none_of(object oid, type oid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN NOT EXISTS (
        SELECT FROM pg_depend AS d
        WHERE d.classid = 'pg_attrdef'::regclass AND d.objid = object AND d.refclassid = 'pg_proc'::regclass
            AND (d.refclassid, d.refobjid) IN (SELECT p.class, p.object FROM base62id_moves.own_parts(type) AS p));
END $$;

CREATE FUNCTION base62id_moves.stops(target text, columns base62id_moves.moving[], nodes base62id_moves.node[],
    locked oid[])
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT 'stop', NULL::text, s FROM (
        SELECT format('%s depends on what changes, and cannot be made again from here. Drop it before, and make it '
            'again after.', pg_describe_object(n.class, n.object, n.sub))
        FROM unnest(nodes) AS n WHERE n.how = 'unknown'
        ORDER BY 1) AS x(s);
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_others(columns, nodes) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_members(columns, nodes) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_functions(columns) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_overloads(columns, nodes) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_expressions(target, columns, nodes) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_numbers(columns) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_indexes(target, columns) AS s;
    RETURN QUERY SELECT 'stop', NULL::text, s FROM base62id_moves.stops_of_types(target, columns, nodes) AS s;
    RETURN QUERY
    SELECT 'stop', NULL::text, format('Two kinds of ids would have the type %s: those of %s. Give other names in '
        '"types".', c.type, string_agg(DISTINCT format('%s.%s', c.relation::regclass,
            base62id_moves.column_name(c.relation, c.attribute)), ', '::text))
    FROM base62id_moves.movers(columns) AS c
    WHERE c.prefix IS NOT NULL
    GROUP BY c.type HAVING count(DISTINCT concat_ws(' ', c.prefix, c.notation)) > 1;
    RETURN QUERY
    SELECT 'stop', s, 'only a superuser makes typed ids: let one run this statement, and come back'
    FROM base62id_moves.new_types(columns) AS s
    WHERE NOT (SELECT r.rolsuper FROM pg_roles AS r WHERE r.rolname = current_user);
    RETURN QUERY
    SELECT 'stop', NULL::text, format('The move takes about %s locks, and the server has room for %s. '
        'Raise max_locks_per_transaction to %s, or give "tables" and move some at a time.', l.needed, l.room,
        current_setting('max_locks_per_transaction'::text)::bigint * l.needed / l.room * 2)
    FROM base62id_moves.number_of_locks(target, columns, nodes, locked) AS l
    WHERE l.needed > l.room;
END $$;
