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

-- Why a column cannot change its type, or NULL. The dependency of a partition key is from the column to the table.
CREATE FUNCTION base62id_migrate_obstacle(relation oid, attribute integer, moving oid[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    name name := (SELECT a.attname FROM pg_attribute AS a WHERE a.attrelid = relation AND a.attnum = attribute);
BEGIN
    RETURN (
        WITH RECURSIVE above AS (
            SELECT relation AS oid
            UNION
            SELECT i.inhparent FROM above AS a JOIN pg_inherits AS i ON i.inhrelid = a.oid
                JOIN pg_attribute AS p ON p.attrelid = i.inhparent AND p.attname = name AND NOT p.attisdropped
        ), there AS (
            SELECT c.*, p.attnum FROM above AS a JOIN pg_class AS c ON c.oid = a.oid
                JOIN pg_attribute AS p ON p.attrelid = c.oid AND p.attname = name
        )
        SELECT min(CASE
            WHEN t.reloftype <> 0 THEN format('%s is a table OF a composite type', t.oid::regclass)
            WHEN NOT t.oid = ANY (moving) THEN format('it is inherited from %s, which does not move', t.oid::regclass)
            WHEN EXISTS (SELECT FROM pg_depend AS d WHERE d.classid = 'pg_class'::regclass AND d.objid = t.oid AND d.objsubid = t.attnum
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid AND d.refobjsubid = 0 AND d.deptype = 'i')
            THEN format('it is of the partition key of %s', t.oid::regclass)
            ELSE (SELECT format('the row filter of publication %s reads it, and PostgreSQL allows no types of extensions there',
                    string_agg(quote_ident(b.pubname), ', ' ORDER BY b.pubname))
                FROM pg_publication_rel AS r JOIN pg_publication AS b ON b.oid = r.prpubid
                WHERE r.prrelid = t.oid AND r.prqual::text ~ format(':varattno %s ', t.attnum) HAVING count(*) > 0)
        END) FROM there AS t);
END $$;
COMMENT ON FUNCTION base62id_migrate_obstacle(oid, integer, oid[]) IS 'why PostgreSQL refuses to change the type of a column';

-- All columns of the types that move, in the tables that move. HOW: change, inherit (changes with its parent), or stay.
CREATE FUNCTION base62id_migrate_candidates(target text, schemas name[], tables regclass[])
RETURNS TABLE (relation oid, attribute integer, how text, source oid, domain oid, obstacle text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    moving oid[] := ARRAY(SELECT t.relation FROM @extschema@.base62id_migrate_tables(schemas, tables) AS t);
    sources oid[] := CASE target WHEN 'uuid' THEN ARRAY(SELECT f.type FROM @extschema@.base62id_migrate_family() AS f)
                     ELSE ARRAY['uuid'::regtype::oid] END;
BEGIN
    RETURN QUERY
    WITH RECURSIVE based AS (
        SELECT s AS type, s AS source FROM unnest(sources) AS s
        UNION
        SELECT t.oid, b.source FROM based AS b JOIN pg_type AS t ON t.typtype = 'd' AND t.typbasetype = b.type
    ), found AS (
        SELECT a.attrelid, a.attnum::integer, a.attinhcount, b.source, CASE WHEN b.type <> b.source THEN b.type END AS domain,
            coalesce(@extschema@.base62id_migrate_obstacle(a.attrelid, a.attnum, moving),
                     @extschema@.base62id_migrate_domain_obstacle(CASE WHEN b.type <> b.source THEN b.type END, moving)) AS obstacle
        FROM unnest(moving) AS m JOIN pg_attribute AS a ON a.attrelid = m AND a.attnum > 0 AND NOT a.attisdropped
            JOIN based AS b ON b.type = a.atttypid
    )
    SELECT f.attrelid, f.attnum, CASE WHEN f.obstacle IS NOT NULL THEN 'stay' WHEN f.attinhcount > 0 THEN 'inherit' ELSE 'change' END,
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

-- The columns that move, with the text of their new type. OF and PREFIX: for a typed id that has to be made.
CREATE FUNCTION base62id_migrate_columns(target text, schemas name[], tables regclass[], types jsonb)
RETURNS TABLE (relation oid, attribute integer, how text, source oid, domain oid, type text, prefix text, reason text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF target = 'typed' THEN
        RETURN QUERY SELECT * FROM @extschema@.base62id_migrate_typed(schemas, tables, types);
        RETURN;
    END IF;
    RETURN QUERY
    SELECT c.relation, c.attribute, c.how, c.source, c.domain,
        CASE WHEN c.domain IS NOT NULL THEN c.domain::regtype::text
             WHEN target = 'uuid' THEN 'uuid'
             ELSE (SELECT format('%I.%I', n.nspname, target) FROM pg_extension AS e
                   JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'base62id') END,
        NULL, c.obstacle
    FROM @extschema@.base62id_migrate_candidates(target, schemas, tables) AS c;
END $$;
COMMENT ON FUNCTION base62id_migrate_columns(text, name[], regclass[], jsonb) IS 'the columns that move, and their new types';
