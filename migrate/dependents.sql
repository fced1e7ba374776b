-- ---------- what depends on what changes ----------

-- An index with an operator class of the family that is no default: ALTER TYPE does not name another.
CREATE FUNCTION base62id_moves.has_named_opclass(index oid) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM pg_index AS i, unnest(i.indclass::oid[]) AS u(class) JOIN pg_opclass AS o ON o.oid = u.class
        WHERE i.indexrelid = index AND NOT o.opcdefault
            AND o.opcintype IN (SELECT 'uuid'::regtype UNION ALL SELECT f.type FROM base62id_moves.family() AS f));
END $$;

-- The constraint from which a partition has this one.
CREATE FUNCTION base62id_moves.top_constraint(object oid) RETURNS oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    parent CONSTANT oid := (
        SELECT coalesce(nullif(k.conparentid, 0::oid), (
            SELECT p.oid
            FROM pg_inherits AS i
                JOIN pg_constraint AS p ON p.conrelid = i.inhparent AND p.conname = k.conname AND p.contype = 'c'
            WHERE i.inhrelid = k.conrelid AND k.contype = 'c' AND k.coninhcount > 0 LIMIT 1))
        FROM pg_constraint AS k WHERE k.oid = object);
BEGIN
    RETURN CASE WHEN parent IS NULL THEN object ELSE base62id_moves.top_constraint(parent) END;
END $$;

-- What refers to the node in pg_depend. A relation includes its row type and that type's array, a type its array, and a
-- constraint its index.
CREATE FUNCTION base62id_moves.referrers(class oid, object oid, sub integer)
RETURNS TABLE (classid oid, objid oid, objsubid integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH target AS (
        SELECT class AS c, object AS o
        UNION ALL
        SELECT 'pg_type'::regclass, u.t FROM pg_type AS t, unnest(ARRAY[t.oid, t.typarray]) AS u(t)
        WHERE class = 'pg_class'::regclass AND sub = 0 AND t.typrelid = object
            OR class = 'pg_type'::regclass AND t.oid = object
        UNION ALL
        SELECT 'pg_class'::regclass, k.conindid FROM pg_constraint AS k
        WHERE class = 'pg_constraint'::regclass AND k.oid = object AND k.contype IN ('p', 'u', 'x')
    )
    SELECT DISTINCT d.classid, d.objid, d.objsubid
    FROM target AS t
        JOIN pg_depend AS d ON d.refclassid = t.c AND d.refobjid = t.o AND (sub = 0 OR d.refobjsubid = sub)
    WHERE (d.classid, d.objid) IS DISTINCT FROM (class, object) OR d.objsubid <> 0;
END $$;

-- A view is its rule _RETURN in pg_depend. A default is an object of its own, unless it is the changing column's.
CREATE FUNCTION base62id_moves.next_relation(n base62id_moves.node, refclass oid, reference oid, refsub integer)
RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    changes CONSTANT boolean := n.how IN ('change', 'inherit');
BEGIN
    CASE refclass::regclass::text
    WHEN 'pg_rewrite' THEN
        RETURN QUERY
        SELECT x.c, x.o, 0, 'drop'::text, n.depth + 1
        FROM pg_rewrite AS r, LATERAL (
            SELECT 'pg_class'::regclass::oid, r.ev_class WHERE r.rulename = '_RETURN'
            UNION ALL SELECT refclass, r.oid WHERE r.rulename <> '_RETURN') AS x(c, o)
        WHERE r.oid = reference AND (x.c, x.o) IS DISTINCT FROM (n.class, n.object);
    WHEN 'pg_attrdef' THEN
        RETURN QUERY
        SELECT CASE WHEN g.generated THEN 'pg_class'::regclass::oid ELSE refclass END,
            CASE WHEN g.generated THEN d.adrelid ELSE d.oid END,
            CASE WHEN g.generated THEN d.adnum ELSE 0 END::integer,
            CASE WHEN g.generated THEN 'generated' ELSE 'drop' END,
            n.depth + 1
        FROM pg_attrdef AS d
            JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum,
            LATERAL (SELECT a.attgenerated <> '') AS g(generated)
        WHERE d.oid = reference
            AND NOT (d.adrelid = n.object AND d.adnum = n.sub AND (g.generated OR n.how <> 'text'))
            AND NOT (n.how = 'remake' AND d.adrelid = n.object)
            -- a partition that changes by itself has been detached
            AND NOT (g.generated AND a.attinhcount > 0
                AND NOT (n.how = 'change' AND (SELECT c.relispartition FROM pg_class AS c WHERE c.oid = n.object)));
    WHEN 'pg_class' THEN
        RETURN QUERY
        SELECT refclass, CASE WHEN c.relkind = 'I' THEN pg_partition_root(c.oid::regclass)::oid ELSE c.oid END,
            CASE WHEN c.relkind IN ('r', 'p', 'f') THEN refsub ELSE 0 END,
            CASE WHEN c.relkind IN ('r', 'p', 'f') THEN 'text' WHEN c.relkind = 'c' THEN 'unknown' ELSE 'drop' END,
            n.depth + 1
        FROM pg_class AS c
        WHERE c.oid = reference AND (
            c.relkind IN ('r', 'p', 'f', 'v', 'm', 'c') AND refsub <> 0 AND c.oid <> n.object
                AND NOT (n.how = 'domain' AND c.relkind IN ('r', 'p', 'f', 'c')
                    OR n.how = 'composite' AND c.relkind = 'c')
            OR c.relkind IN ('i', 'I') AND (NOT c.relispartition OR n.how = 'remake')
                AND NOT EXISTS (SELECT FROM pg_constraint AS k
                    WHERE k.conindid = c.oid AND k.contype IN ('p', 'u', 'x'))
                AND (NOT changes OR c.relkind = 'I' OR base62id_moves.has_named_opclass(c.oid)
                    OR EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = refclass AND d.objid = c.oid
                        AND d.refclassid = 'pg_type'::regclass)));
    END CASE;
END $$;

-- ALTER TYPE makes indexes and constraints again by itself, but gives those of partitions other names. Foreign keys are
-- taken down, so that each is checked once, when all has changed; so are checks that call functions, which may look at
-- tables that have changed only in part.
CREATE FUNCTION base62id_moves.next_constraint(n base62id_moves.node, reference oid) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    changes CONSTANT boolean := n.how IN ('change', 'inherit');
BEGIN
    RETURN QUERY
    SELECT base62id_moves.top_constraint(k.oid)
    FROM pg_constraint AS k
    WHERE k.oid = reference AND CASE
        WHEN k.contypid <> 0 THEN false
        WHEN k.contype = 'f' THEN true
        WHEN k.contype = 'c' THEN (k.coninhcount = 0 OR n.how = 'remake')
            AND (NOT changes OR EXISTS (SELECT FROM pg_depend AS d
                WHERE d.classid = 'pg_constraint'::regclass AND d.objid = k.oid
                    AND d.refclassid IN ('pg_proc'::regclass, 'pg_type'::regclass)))
        WHEN k.contype IN ('p', 'u', 'x') THEN (k.conparentid = 0 OR n.how = 'remake')
            AND (NOT changes OR (SELECT c.relkind = 'I' FROM pg_class AS c WHERE c.oid = k.conindid)
                OR base62id_moves.has_named_opclass(k.conindid))
        ELSE false
    END;
END $$;

-- A function is dropped only for its signature, else its body is taken away; pg_depend does not say which it is. The
-- change of a composite type leaves signatures as they are.
CREATE FUNCTION base62id_moves.next_function(n base62id_moves.node, reference oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT CASE
            WHEN n.how = 'composite' THEN CASE WHEN p.prosqlbody IS NOT NULL THEN 'stub' END
            WHEN p.prokind NOT IN ('f', 'p') THEN 'unknown'
            WHEN EXISTS (
                SELECT FROM unnest(p.prorettype || coalesce(p.proallargtypes, p.proargtypes::oid[])) AS s(type)
                    JOIN pg_type AS t ON s.type IN (t.oid, t.typarray)
                WHERE n.class = 'pg_class'::regclass AND t.typrelid = n.object
                    OR n.class = 'pg_type'::regclass AND t.oid = n.object)
            THEN 'drop'
            WHEN p.prosqlbody IS NOT NULL THEN 'stub'
            ELSE 'unknown'
        END FROM pg_proc AS p WHERE p.oid = reference);
END $$;

-- The nodes that depend on a node.
CREATE FUNCTION base62id_moves.next(n base62id_moves.node) RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    r record;
BEGIN
    FOR r IN SELECT x.* FROM base62id_moves.referrers(n.class, n.object, n.sub) AS x LOOP
        CASE r.classid::regclass::text
        WHEN 'pg_rewrite', 'pg_attrdef', 'pg_class' THEN
            RETURN QUERY SELECT x.* FROM base62id_moves.next_relation(n, r.classid, r.objid, r.objsubid) AS x;
        WHEN 'pg_constraint' THEN
            RETURN QUERY
            SELECT r.classid, c, 0, 'drop'::text, n.depth + 1 FROM base62id_moves.next_constraint(n, r.objid) AS c
            WHERE (r.classid, c) IS DISTINCT FROM (n.class, n.object);
        WHEN 'pg_proc' THEN
            RETURN QUERY
            SELECT r.classid, r.objid, 0, f, n.depth + 1 FROM base62id_moves.next_function(n, r.objid) AS f
            WHERE f IS NOT NULL;
        WHEN 'pg_trigger' THEN
            RETURN QUERY
            WITH RECURSIVE above AS (
                SELECT t.oid, t.tgparentid FROM pg_trigger AS t
                WHERE t.oid = r.objid AND NOT t.tgisinternal AND (t.tgparentid = 0 OR n.how = 'remake')
                UNION ALL
                SELECT t.oid, t.tgparentid FROM above AS a JOIN pg_trigger AS t ON t.oid = a.tgparentid
            )
            SELECT r.classid, a.oid, 0, 'drop'::text, n.depth + 1 FROM above AS a WHERE a.tgparentid = 0;
        WHEN 'pg_policy', 'pg_publication_rel', 'pg_statistic_ext' THEN
            RETURN QUERY SELECT r.classid, r.objid, 0, 'drop'::text, n.depth + 1;
        WHEN 'pg_type' THEN
            RETURN QUERY
            SELECT r.classid, r.objid, 0, 'unknown'::text, n.depth + 1 FROM pg_type AS t
            WHERE t.oid = r.objid AND t.typtype IN ('d', 'r') AND (n.class <> r.classid OR t.typtype = 'r');
        WHEN 'pg_default_acl', 'pg_init_privs', 'pg_shdepend' THEN NULL;
        ELSE
            RETURN QUERY SELECT r.classid, r.objid, 0, 'unknown'::text, n.depth + 1 WHERE n.how <> 'composite';
        END CASE;
    END LOOP;
END $$;

-- Columns of other tables that hold rows of a changing table, and parsed bodies that have its row type: by itself, as
-- an array, in a domain or in a composite type.
CREATE FUNCTION base62id_moves.row_columns(relations oid[]) RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE within AS (
        SELECT u.t
        FROM unnest(relations) AS r JOIN pg_type AS t ON t.typrelid = r, unnest(ARRAY[t.oid, t.typarray]) AS u(t)
        UNION
        SELECT u.t
        FROM within AS w
            JOIN pg_type AS t ON t.typtype = 'd' AND t.typbasetype = w.t
                OR EXISTS (SELECT FROM pg_attribute AS a
                    JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind = 'c'
                    WHERE c.oid = t.typrelid AND a.atttypid = w.t AND NOT a.attisdropped),
            unnest(ARRAY[t.oid, t.typarray]) AS u(t)
    )
    SELECT 'pg_class'::regclass::oid, c.oid, CASE c.relkind WHEN 'm' THEN 0 ELSE a.attnum END::integer,
        CASE c.relkind WHEN 'm' THEN 'drop' ELSE 'text' END, 0
    FROM within AS w
        JOIN pg_attribute AS a ON a.atttypid = w.t AND NOT a.attisdropped AND a.attnum > 0 AND a.attinhcount = 0
        JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'm')
    UNION ALL
    SELECT d.classid, d.objid, 0, 'stub', 0
    FROM within AS w
        JOIN pg_depend AS d ON d.refclassid = 'pg_type'::regclass AND d.refobjid = w.t
        JOIN pg_proc AS p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid AND p.prosqlbody IS NOT NULL;
END $$;

-- Defaults that ALTER TYPE does not take along: one of another type of the family has no cast to the new one in
-- assignments (id uuid DEFAULT ulid_generate()), and a constant of a type that goes would keep it.
CREATE FUNCTION base62id_moves.foreign_defaults(columns base62id_moves.moving[]) RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT 'pg_attrdef'::regclass::oid, d.oid, 0, 'default', 0
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_attrdef AS d ON d.adrelid = c.relation AND d.adnum = c.attribute
        JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum AND a.attgenerated = ''
    WHERE c.how <> 'remake' AND EXISTS (
        SELECT FROM pg_depend AS x
            LEFT JOIN pg_proc AS p ON x.refclassid = 'pg_proc'::regclass AND p.oid = x.refobjid
        WHERE x.classid = 'pg_attrdef'::regclass AND x.objid = d.oid AND (x.refclassid = 'pg_type'::regclass
            OR p.prorettype IN (SELECT f.type FROM base62id_moves.family() AS f WHERE NOT f.number)));
END $$;

-- All nodes. Each has a greater depth than those that it depends on.
CREATE FUNCTION base62id_moves.nodes(columns base62id_moves.moving[]) RETURNS SETOF base62id_moves.node
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    deepest CONSTANT integer := 200;
BEGIN
    RETURN QUERY
    WITH RECURSIVE moving AS (
        SELECT m.* FROM base62id_moves.movers(columns) AS m
    ), node AS (
        -- a table that is made again and a composite type as a whole, of other tables the columns
        SELECT DISTINCT 'pg_class'::regclass::oid AS class, m.relation AS object,
            CASE WHEN k.how IS NULL THEN m.attribute ELSE 0 END AS sub, coalesce(k.how, m.how) AS how, 0 AS depth
        FROM moving AS m
            JOIN pg_class AS c ON c.oid = m.relation,
            LATERAL (SELECT CASE WHEN c.relkind = 'c' THEN 'composite' WHEN m.how = 'remake' THEN m.how END) AS k(how)
        UNION
        SELECT DISTINCT 'pg_type'::regclass::oid, m.domain, 0, 'domain', 0 FROM moving AS m WHERE m.domain IS NOT NULL
        UNION
        SELECT r.* FROM base62id_moves.row_columns(ARRAY(SELECT DISTINCT m.relation FROM moving AS m)) AS r
        UNION
        SELECT f.* FROM base62id_moves.foreign_defaults(columns) AS f
        UNION
        SELECT x.*
        FROM node AS n,
            LATERAL base62id_moves.next(ROW(n.class, n.object, n.sub, n.how, n.depth)::base62id_moves.node) AS x
        WHERE n.how NOT IN ('stub', 'unknown', 'default') AND n.depth < deepest
    ), ranked AS (
        SELECT n.class, n.object, n.sub, max(n.depth) AS depth,
            (array_agg(n.how ORDER BY n.how <> 'unknown', n.how = 'stub', n.how <> 'default'))[1] AS how
        FROM node AS n WHERE n.how NOT IN ('change', 'inherit', 'domain', 'remake', 'composite')
        GROUP BY n.class, n.object, n.sub
    )
    SELECT r.class, r.object, r.sub, CASE WHEN r.depth >= deepest THEN 'unknown' ELSE r.how END, r.depth
    FROM ranked AS r;
END $$;
