-- ---------- what stands in the way ----------
--
-- A node is what has to be taken down before a type can change, and put back after it:
--   drop       an object: a view, an index, a policy, a constraint, a function that has a view's row in its signature ...
--   stub       a function with a body BEGIN ATOMIC that reads what changes: its body alone is taken away
--   generated  a generated column
--   text       a column that has a changing table's row type: it is text meanwhile
--   unknown    an object that this extension cannot make again

-- A column of an index whose operator class is not the default of uuid, and is the default of no type: it has to be named
-- anew, which ALTER TYPE does not do.
CREATE FUNCTION base62id_migrate_opclasses(index oid) RETURNS TABLE (name name, method oid, input oid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT o.opcname, o.opcmethod, o.opcintype
        FROM pg_index AS i, unnest(i.indclass::oid[]) AS u(class) JOIN pg_opclass AS o ON o.oid = u.class
        WHERE i.indexrelid = index AND NOT o.opcdefault
            AND o.opcintype IN (SELECT 'uuid'::regtype UNION ALL SELECT f.type FROM @extschema@.base62id_migrate_family() AS f);
END $$;
COMMENT ON FUNCTION base62id_migrate_opclasses(oid) IS 'the operator classes of an index that are chosen by name';

CREATE FUNCTION base62id_migrate_top_constraint(object oid) RETURNS oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    parent oid := (SELECT coalesce(nullif(k.conparentid, 0), (SELECT p.oid FROM pg_inherits AS i JOIN pg_constraint AS p ON p.conrelid = i.inhparent
                AND p.conname = k.conname AND p.contype = 'c' WHERE i.inhrelid = k.conrelid AND k.contype = 'c' AND k.coninhcount > 0 LIMIT 1))
            FROM pg_constraint AS k WHERE k.oid = object);
BEGIN
    RETURN CASE WHEN parent IS NULL THEN object ELSE @extschema@.base62id_migrate_top_constraint(parent) END;
END $$;
COMMENT ON FUNCTION base62id_migrate_top_constraint(oid) IS 'the constraint that a partition has this one from';

-- What refers to the node in pg_depend. A relation brings its row type and that type's array, a type its array, a
-- constraint its index.
CREATE FUNCTION base62id_migrate_references(class oid, object oid, sub integer) RETURNS TABLE (classid oid, objid oid, objsubid integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH target AS (
        SELECT class AS c, object AS o
        UNION ALL
        SELECT 'pg_type'::regclass, u.t FROM pg_type AS t, unnest(ARRAY[t.oid, t.typarray]) AS u(t)
            WHERE class = 'pg_class'::regclass AND sub = 0 AND t.typrelid = object OR class = 'pg_type'::regclass AND t.oid = object
        UNION ALL
        SELECT 'pg_class'::regclass, k.conindid FROM pg_constraint AS k
            WHERE class = 'pg_constraint'::regclass AND k.oid = object AND k.contype IN ('p', 'u', 'x')
    )
    SELECT DISTINCT d.classid, d.objid, d.objsubid FROM target AS t
        JOIN pg_depend AS d ON d.refclassid = t.c AND d.refobjid = t.o AND (sub = 0 OR d.refobjsubid = sub)
        WHERE (d.classid, d.objid) IS DISTINCT FROM (class, object) OR d.objsubid <> 0;
END $$;
COMMENT ON FUNCTION base62id_migrate_references(oid, oid, integer) IS 'what depends on an object, or on a column';

-- A view is its rule _RETURN in pg_depend. A default is an object of its own, unless it is the changing column's.
CREATE FUNCTION base62id_migrate_next_relation(class oid, object oid, sub integer, how text, reference oid, refclass oid, refsub integer)
RETURNS TABLE (nclass oid, nobject oid, nsub integer, nhow text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    changes boolean := how IN ('change', 'inherit');
BEGIN
    CASE refclass::regclass::text
    WHEN 'pg_rewrite' THEN
        RETURN QUERY SELECT x.c, x.o, 0, 'drop'::text FROM pg_rewrite AS r, LATERAL (
                SELECT 'pg_class'::regclass::oid AS c, r.ev_class AS o WHERE r.rulename = '_RETURN'
                UNION ALL SELECT refclass, r.oid WHERE r.rulename <> '_RETURN') AS x
            WHERE r.oid = reference AND (x.c, x.o) IS DISTINCT FROM (class, object);
    WHEN 'pg_attrdef' THEN
        RETURN QUERY SELECT CASE g.generated WHEN true THEN 'pg_class'::regclass ELSE refclass END, CASE g.generated WHEN true THEN d.adrelid ELSE d.oid END,
                CASE g.generated WHEN true THEN d.adnum ELSE 0 END::integer, CASE g.generated WHEN true THEN 'generated' ELSE 'drop' END
            FROM pg_attrdef AS d JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum, LATERAL (SELECT a.attgenerated <> '') AS g(generated)
            WHERE d.oid = reference AND NOT (d.adrelid = object AND d.adnum = sub AND (g.generated OR how <> 'text'))
                AND NOT (how = 'remake' AND d.adrelid = object)
                -- a partition that changes by itself has been detached
                AND NOT (g.generated AND a.attinhcount > 0 AND NOT (how = 'change' AND (SELECT c.relispartition FROM pg_class AS c WHERE c.oid = object)));
    WHEN 'pg_class' THEN
        RETURN QUERY SELECT refclass, CASE WHEN c.relkind = 'I' THEN pg_partition_root(c.oid)::oid ELSE c.oid END,
                CASE WHEN c.relkind IN ('r', 'p', 'f') THEN refsub ELSE 0 END, CASE
                WHEN c.relkind IN ('r', 'p', 'f') THEN 'text' WHEN c.relkind = 'c' THEN 'unknown' ELSE 'drop' END
            FROM pg_class AS c LEFT JOIN pg_index AS i ON i.indexrelid = c.oid
            WHERE c.oid = reference AND (c.relkind IN ('r', 'p', 'f', 'v', 'm', 'c') AND refsub <> 0 AND c.oid <> object
                    AND NOT (how = 'domain' AND c.relkind IN ('r', 'p', 'f', 'c') OR how = 'composite' AND c.relkind = 'c')
                OR c.relkind IN ('i', 'I') AND (NOT c.relispartition OR how = 'remake')
                    AND NOT EXISTS (SELECT FROM pg_constraint AS k WHERE k.conindid = c.oid AND k.contype IN ('p', 'u', 'x'))
                    AND (NOT changes OR c.relkind = 'I' OR EXISTS (SELECT FROM @extschema@.base62id_migrate_opclasses(c.oid))));
    END CASE;
END $$;
COMMENT ON FUNCTION base62id_migrate_next_relation(oid, oid, integer, text, oid, oid, integer) IS 'the nodes that a rule, a default or a relation makes';

-- ALTER TYPE makes indexes and constraints again by itself, but gives those of partitions other names. Foreign keys are taken down so that each is checked once, when all has
-- changed; checks that call functions, because those may look at tables that have changed only in part.
CREATE FUNCTION base62id_migrate_next_constraint(object oid, how text, reference oid) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    changes boolean := how IN ('change', 'inherit');
BEGIN
    RETURN QUERY SELECT @extschema@.base62id_migrate_top_constraint(k.oid) FROM pg_constraint AS k
        WHERE k.oid = reference AND CASE
            WHEN k.contypid <> 0 THEN false
            WHEN k.contype = 'f' THEN true
            WHEN k.contype = 'c' THEN (k.coninhcount = 0 OR how = 'remake') AND (NOT changes OR EXISTS (SELECT FROM pg_depend AS d
                WHERE d.classid = 'pg_constraint'::regclass AND d.objid = k.oid AND d.refclassid = 'pg_proc'::regclass))
            WHEN k.contype IN ('p', 'u', 'x') THEN (k.conparentid = 0 OR how = 'remake')
                AND (NOT changes OR (SELECT c.relkind = 'I' FROM pg_class AS c WHERE c.oid = k.conindid)
                    OR EXISTS (SELECT FROM @extschema@.base62id_migrate_opclasses(k.conindid)))
            ELSE false
        END;
END $$;
COMMENT ON FUNCTION base62id_migrate_next_constraint(oid, text, oid) IS 'the constraint of a node that has to be taken down';

-- A function is dropped for its signature only; else its body is taken away. pg_depend does not tell which it is. A composite type stays the
-- same object, so signatures do not mind.
CREATE FUNCTION base62id_migrate_next_function(class oid, object oid, how text, reference oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT CASE
            WHEN how = 'composite' THEN CASE WHEN p.prosqlbody IS NOT NULL THEN 'stub' END
            WHEN p.prokind NOT IN ('f', 'p') THEN 'unknown'
            WHEN EXISTS (SELECT FROM unnest(p.prorettype || coalesce(p.proallargtypes, p.proargtypes::oid[])) AS s(type) JOIN pg_type AS t
                    ON s.type IN (t.oid, t.typarray) WHERE class = 'pg_class'::regclass AND t.typrelid = object OR class = 'pg_type'::regclass AND t.oid = object)
                THEN 'drop'
            WHEN p.prosqlbody IS NOT NULL THEN 'stub'
            ELSE 'unknown'
        END FROM pg_proc AS p WHERE p.oid = reference);
END $$;
COMMENT ON FUNCTION base62id_migrate_next_function(oid, oid, text, oid) IS 'whether a function is dropped, or loses its body';

CREATE FUNCTION base62id_migrate_next(class oid, object oid, sub integer, how text)
RETURNS TABLE (nclass oid, nobject oid, nsub integer, nhow text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    r record;
BEGIN
    FOR r IN SELECT x.* FROM @extschema@.base62id_migrate_references(class, object, sub) AS x LOOP
        CASE r.classid::regclass::text
        WHEN 'pg_rewrite', 'pg_attrdef', 'pg_class' THEN
            RETURN QUERY SELECT n.* FROM @extschema@.base62id_migrate_next_relation(class, object, sub, how, r.objid, r.classid, r.objsubid) AS n;
        WHEN 'pg_constraint' THEN
            RETURN QUERY SELECT r.classid, c, 0, 'drop'::text FROM @extschema@.base62id_migrate_next_constraint(object, how, r.objid) AS c
                WHERE (r.classid, c) IS DISTINCT FROM (class, object);
        WHEN 'pg_proc' THEN
            RETURN QUERY SELECT r.classid, r.objid, 0, f FROM @extschema@.base62id_migrate_next_function(class, object, how, r.objid) AS f WHERE f IS NOT NULL;
        WHEN 'pg_trigger' THEN
            RETURN QUERY WITH RECURSIVE above AS (
                    SELECT t.oid, t.tgparentid FROM pg_trigger AS t WHERE t.oid = r.objid AND NOT t.tgisinternal AND (t.tgparentid = 0 OR how = 'remake')
                    UNION ALL SELECT t.oid, t.tgparentid FROM above AS a JOIN pg_trigger AS t ON t.oid = a.tgparentid
                ) SELECT r.classid, a.oid, 0, 'drop'::text FROM above AS a WHERE a.tgparentid = 0;
        WHEN 'pg_policy', 'pg_publication_rel', 'pg_statistic_ext' THEN
            RETURN QUERY SELECT r.classid, r.objid, 0, 'drop'::text;
        WHEN 'pg_type' THEN
            RETURN QUERY SELECT r.classid, r.objid, 0, 'unknown'::text FROM pg_type AS t
                WHERE t.oid = r.objid AND t.typtype = 'd' AND class <> r.classid;
        WHEN 'pg_default_acl', 'pg_init_privs', 'pg_shdepend' THEN NULL;
        ELSE
            RETURN QUERY SELECT r.classid, r.objid, 0, 'unknown'::text WHERE how <> 'composite';
        END CASE;
    END LOOP;
END $$;
COMMENT ON FUNCTION base62id_migrate_next(oid, oid, integer, text) IS 'the nodes that depend on a node';

-- Columns of other tables that hold rows of a changing table, and bodies that speak of them: directly, as an array, in a domain or a composite type.
CREATE FUNCTION base62id_migrate_row_columns(relations oid[]) RETURNS TABLE (class oid, object oid, sub integer, how text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE within AS (
        SELECT u.t FROM unnest(relations) AS r JOIN pg_type AS t ON t.typrelid = r, unnest(ARRAY[t.oid, t.typarray]) AS u(t)
        UNION
        SELECT u.t FROM within AS w JOIN pg_type AS t ON t.typtype = 'd' AND t.typbasetype = w.t
            OR EXISTS (SELECT FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind = 'c'
                       WHERE c.oid = t.typrelid AND a.atttypid = w.t AND NOT a.attisdropped), unnest(ARRAY[t.oid, t.typarray]) AS u(t)
    )
    SELECT 'pg_class'::regclass::oid, c.oid, CASE c.relkind WHEN 'm' THEN 0 ELSE a.attnum END::integer,
        CASE c.relkind WHEN 'm' THEN 'drop' ELSE 'text' END
    FROM within AS w JOIN pg_attribute AS a ON a.atttypid = w.t AND NOT a.attisdropped AND a.attnum > 0 AND a.attinhcount = 0
        JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind IN ('r', 'p', 'm')
    UNION ALL
    -- a parsed body that mentions the row type
    SELECT d.classid, d.objid, 0, 'stub' FROM within AS w JOIN pg_depend AS d ON d.refclassid = 'pg_type'::regclass AND d.refobjid = w.t
        JOIN pg_proc AS p ON d.classid = 'pg_proc'::regclass AND p.oid = d.objid AND p.prosqlbody IS NOT NULL;
END $$;
COMMENT ON FUNCTION base62id_migrate_row_columns(oid[]) IS 'the columns and bodies that have the row type of a changing table';

-- All nodes, each behind those that it depends on. COLUMNS: what base62id_migrate_columns gave.
CREATE FUNCTION base62id_migrate_nodes(columns jsonb) RETURNS TABLE (class oid, object oid, sub integer, how text, depth integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    deepest CONSTANT integer := 200;
BEGIN
    RETURN QUERY
    WITH RECURSIVE moving AS (
        SELECT c.* FROM jsonb_to_recordset(columns) AS c(relation oid, attribute integer, how text, domain oid) WHERE c.how <> 'stay'
    ), node AS (
        -- a table that is made again and a composite type as a whole, of other tables the columns
        SELECT DISTINCT 'pg_class'::regclass::oid AS class, m.relation AS object, CASE WHEN k.how IS NULL THEN m.attribute ELSE 0 END AS sub,
            coalesce(k.how, m.how) AS how, 0 AS depth
        FROM moving AS m JOIN pg_class AS c ON c.oid = m.relation,
            LATERAL (SELECT CASE WHEN c.relkind = 'c' THEN 'composite' WHEN m.how = 'remake' THEN m.how END) AS k(how)
        UNION
        SELECT DISTINCT 'pg_type'::regclass::oid, m.domain, 0, 'domain', 0 FROM moving AS m WHERE m.domain IS NOT NULL
        UNION
        SELECT r.class, r.object, r.sub, r.how, 0 FROM @extschema@.base62id_migrate_row_columns(ARRAY(SELECT DISTINCT m.relation FROM moving AS m)) AS r
        UNION
        SELECT x.nclass, x.nobject, x.nsub, x.nhow, n.depth + 1
        FROM node AS n, LATERAL @extschema@.base62id_migrate_next(n.class, n.object, n.sub, n.how) AS x
        WHERE n.how NOT IN ('stub', 'unknown') AND n.depth < deepest
    ), ranked AS (
        SELECT n.class, n.object, n.sub, (array_agg(n.how ORDER BY n.how <> 'unknown', n.how = 'stub'))[1] AS how, max(n.depth) AS depth
        FROM node AS n WHERE n.how NOT IN ('change', 'inherit', 'domain', 'remake', 'composite') GROUP BY n.class, n.object, n.sub
    )
    SELECT r.class, r.object, r.sub, CASE WHEN r.depth >= deepest THEN 'unknown' ELSE r.how END, r.depth FROM ranked AS r;
END $$;
COMMENT ON FUNCTION base62id_migrate_nodes(jsonb) IS 'what has to be taken down and put back, in order of dependence';
