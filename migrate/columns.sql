-- ---------- which columns move, and to which type ----------

CREATE FUNCTION base62id_migrate_family() RETURNS TABLE (type oid, typed boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    home name := (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'base62id');
BEGIN
    RETURN QUERY SELECT t.oid, false FROM pg_type AS t
        WHERE t.typnamespace = quote_ident(home)::regnamespace AND t.typname IN ('base62id', 'base64uuid', 'ulid');
    RETURN QUERY EXECUTE format('SELECT t.type::oid, true FROM %I.typeid_types() AS t', home);
END $$;
COMMENT ON FUNCTION base62id_migrate_family() IS 'the types whose values are a uuid''s 16 bytes';

-- An owner's tables; those of extensions are the extensions' own affair. What inherits from a table comes with it.
CREATE FUNCTION base62id_migrate_tables(schemas name[], tables regclass[]) RETURNS TABLE (relation oid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE wanted AS (
        SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p') AND c.relpersistence <> 't' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
            AND (schemas IS NULL OR n.nspname = ANY (schemas)) AND (tables IS NULL OR c.oid = ANY (tables))
            AND pg_has_role(c.relowner, 'USAGE')
            AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
        UNION
        SELECT i.inhrelid FROM wanted AS w JOIN pg_inherits AS i ON i.inhparent = w.oid
    )
    SELECT w.oid FROM wanted AS w;
END $$;
COMMENT ON FUNCTION base62id_migrate_tables(name[], regclass[]) IS 'the tables of a migration';

-- Composite types by themselves. Where TABLES are chosen they stay, and with them what is made of them.
CREATE FUNCTION base62id_migrate_composites(schemas name[], tables regclass[]) RETURNS TABLE (relation oid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_type AS t ON t.oid = c.reltype
        WHERE c.relkind = 'c' AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND (schemas IS NULL OR n.nspname = ANY (schemas))
            AND tables IS NULL AND pg_has_role(c.relowner, 'USAGE')
            AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_type'::regclass AND d.objid = t.oid AND d.deptype = 'e');
END $$;
COMMENT ON FUNCTION base62id_migrate_composites(name[], regclass[]) IS 'the composite types of a migration';

-- All relations that have this column from each other: by inheritance, as partitions, and tables OF a composite type.
CREATE FUNCTION base62id_migrate_relatives(relation oid, name name) RETURNS TABLE (relative oid, place integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE there AS (
        SELECT a.attrelid, a.attnum FROM pg_attribute AS a WHERE a.attrelid = relation AND a.attname = name
        UNION
        SELECT a.attrelid, a.attnum FROM there AS t, LATERAL (
                SELECT i.inhparent FROM pg_inherits AS i WHERE i.inhrelid = t.attrelid
                UNION ALL SELECT i.inhrelid FROM pg_inherits AS i WHERE i.inhparent = t.attrelid
                UNION ALL SELECT y.typrelid FROM pg_class AS c JOIN pg_type AS y ON y.oid = c.reloftype WHERE c.oid = t.attrelid
                UNION ALL SELECT c.oid FROM pg_type AS y JOIN pg_class AS c ON c.reloftype = y.oid WHERE y.typrelid = t.attrelid
            ) AS next(oid) JOIN pg_attribute AS a ON a.attrelid = next.oid AND a.attname = name AND NOT a.attisdropped
    )
    SELECT t.attrelid, t.attnum::integer FROM there AS t;
END $$;
COMMENT ON FUNCTION base62id_migrate_relatives(oid, name) IS 'the relations whose columns change together';

CREATE FUNCTION base62id_migrate_virtual_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT format('the virtual generated column %s reads it, and PostgreSQL allows no types of extensions there', string_agg(quote_ident(g.attname), ', ' ORDER BY g.attnum))
        FROM pg_attribute AS g JOIN pg_attrdef AS f ON f.adrelid = g.attrelid AND f.adnum = g.attnum
        WHERE g.attrelid = relation AND g.attgenerated = 'v' AND (g.attnum = attribute OR EXISTS (SELECT FROM pg_depend AS d
            WHERE d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid = relation AND d.refobjsubid = attribute))
        HAVING count(*) > 0);
END $$;
COMMENT ON FUNCTION base62id_migrate_virtual_obstacle(oid, integer) IS 'the virtual generated columns of PostgreSQL 18 that keep a column as it is';

-- Why a column cannot change its type, or NULL.
CREATE FUNCTION base62id_migrate_obstacle(relation oid, attribute integer, moving oid[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT min(CASE
            WHEN NOT c.oid = ANY (moving) AND c.relkind = 'c' THEN format('the composite type %s has it too, and does not move', c.oid::regclass)
            WHEN NOT c.oid = ANY (moving) THEN format('%s has it too, and does not move', c.oid::regclass)
            WHEN c.reloftype <> 0 AND EXISTS (SELECT FROM pg_attribute AS g WHERE g.attrelid = c.oid AND g.attgenerated <> '')
            THEN format('%s is a table OF a composite type and has a generated column', c.oid::regclass)
            ELSE coalesce(@extschema@.base62id_migrate_key_obstacle(c.oid, r.place), @extschema@.base62id_migrate_virtual_obstacle(c.oid, r.place),
                (SELECT format('the row filter of publication %s reads it, and PostgreSQL allows no types of extensions there',
                        string_agg(quote_ident(b.pubname), ', ' ORDER BY b.pubname))
                    FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
                    WHERE p.prrelid = c.oid AND p.prqual::text ~ format(':varattno %s ', r.place) HAVING count(*) > 0))
        END)
        FROM pg_attribute AS a, LATERAL @extschema@.base62id_migrate_relatives(relation, a.attname) AS r JOIN pg_class AS c ON c.oid = r.relative
        WHERE a.attrelid = relation AND a.attnum = attribute);
END $$;
COMMENT ON FUNCTION base62id_migrate_obstacle(oid, integer, oid[]) IS 'why PostgreSQL refuses to change the type of a column';

-- All columns of the types that move, in the tables that move. HOW: change, inherit (changes with its parent or its composite type), or stay.
CREATE FUNCTION base62id_migrate_candidates(target text, schemas name[], tables regclass[])
RETURNS TABLE (relation oid, attribute integer, how text, source oid, domain oid, obstacle text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    moving oid[] := ARRAY(SELECT t.relation FROM @extschema@.base62id_migrate_tables(schemas, tables) AS t
                          UNION ALL SELECT c.relation FROM @extschema@.base62id_migrate_composites(schemas, tables) AS c);
    sources oid[] := CASE WHEN target IN ('uuid', 'text') THEN ARRAY(SELECT f.type FROM @extschema@.base62id_migrate_family() AS f WHERE target = 'uuid' OR f.typed)
                     ELSE ARRAY['uuid'::regtype::oid] END;
BEGIN
    RETURN QUERY
    WITH RECURSIVE based AS (
        SELECT s AS type, s AS source FROM unnest(sources) AS s
        UNION
        SELECT t.oid, b.source FROM based AS b JOIN pg_type AS t ON t.typtype = 'd' AND t.typbasetype = b.type
    ), found AS (
        SELECT a.attrelid, a.attnum::integer, a.attinhcount > 0 OR c.reloftype <> 0 AS inherited, b.source, CASE WHEN b.type <> b.source THEN b.type END AS domain,
            coalesce(CASE WHEN target = 'text' THEN @extschema@.base62id_migrate_text_obstacle(a.attrelid, a.attnum) END,
                     @extschema@.base62id_migrate_obstacle(a.attrelid, a.attnum, moving),
                     @extschema@.base62id_migrate_domain_obstacle(CASE WHEN b.type <> b.source THEN b.type END, moving)) AS obstacle
        FROM unnest(moving) AS m JOIN pg_class AS c ON c.oid = m JOIN pg_attribute AS a ON a.attrelid = m AND a.attnum > 0 AND NOT a.attisdropped
            JOIN based AS b ON b.type = a.atttypid
    )
    SELECT f.attrelid, f.attnum, CASE WHEN f.obstacle IS NOT NULL THEN 'stay' WHEN f.inherited THEN 'inherit' ELSE 'change' END,
        f.source, f.domain, f.obstacle
    FROM found AS f;
END $$;
COMMENT ON FUNCTION base62id_migrate_candidates(text, name[], regclass[]) IS 'the columns that could move, and what hinders them';

-- A domain is made again over the new type. What it is used for besides columns and functions has to stay as it is.
CREATE FUNCTION base62id_migrate_domain_obstacle(domain oid, moving oid[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT min(format('the domain %s is used by %s, which does not move', domain::regtype,
                              pg_describe_object(d.classid, d.objid, d.objsubid)))
            FROM pg_type AS t JOIN pg_depend AS d
                ON d.refclassid = 'pg_type'::regclass AND d.refobjid IN (t.oid, t.typarray) AND d.objid <> t.typarray
                LEFT JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
            WHERE t.oid = domain AND d.classid NOT IN ('pg_proc'::regclass, 'pg_constraint'::regclass, 'pg_rewrite'::regclass,
                    'pg_attrdef'::regclass, 'pg_policy'::regclass)
                AND NOT (coalesce(c.relkind, '-') IN ('v', 'm') OR d.objid = ANY (moving) AND d.refobjid = t.oid));
END $$;
COMMENT ON FUNCTION base62id_migrate_domain_obstacle(oid, oid[]) IS 'why a domain cannot be made again over another type';

-- The columns that could move, with the text of their new type. PREFIX and NOTATION: of a typed id that has to be made.
CREATE FUNCTION base62id_migrate_wanted(target text, schemas name[], tables regclass[], types jsonb)
RETURNS TABLE (relation oid, attribute integer, how text, source oid, domain oid, type text, prefix text, notation text, reason text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF target = 'typed' THEN
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_typed(schemas, tables, types);
        RETURN;
    END IF;
    RETURN QUERY
    SELECT c.relation, c.attribute, c.how, c.source, c.domain,
        CASE WHEN c.domain IS NOT NULL THEN c.domain::regtype::text
             WHEN target IN ('uuid', 'text') THEN target
             ELSE (SELECT format('%I.%I', n.nspname, target) FROM pg_extension AS e
                   JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'base62id') END,
        NULL, NULL, c.obstacle
    FROM @extschema@.base62id_migrate_candidates(target, schemas, tables) AS c;
END $$;
COMMENT ON FUNCTION base62id_migrate_wanted(text, name[], regclass[], jsonb) IS 'the columns that could move, and their new types';

-- The same, with HOW for what becomes of partitions: the columns of a table that is made again are remade, and its partitions
-- change by themselves.
CREATE FUNCTION base62id_migrate_columns(target text, schemas name[], tables regclass[], types jsonb)
RETURNS TABLE (relation oid, attribute integer, how text, source oid, domain oid, type text, prefix text, notation text, reason text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    wanted jsonb := (SELECT coalesce(jsonb_agg(w), '[]') FROM @extschema@.base62id_migrate_wanted(target, schemas, tables, types) AS w);
    remade oid[] := ARRAY(SELECT @extschema@.base62id_migrate_remade(wanted));
BEGIN
    RETURN QUERY SELECT w.relation, w.attribute, CASE
            WHEN w.how = 'stay' THEN w.how
            WHEN w.relation = ANY (remade) THEN 'remake'
            WHEN EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhrelid = w.relation AND i.inhparent = ANY (remade)) THEN 'change'
            ELSE w.how
        END, w.source, w.domain, w.type, w.prefix, w.notation, w.reason
    FROM jsonb_to_recordset(wanted) AS w(relation oid, attribute integer, how text, source oid, domain oid, type text, prefix text, notation text, reason text);
END $$;
COMMENT ON FUNCTION base62id_migrate_columns(text, name[], regclass[], jsonb) IS 'the columns that move, and how';
