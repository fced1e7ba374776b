-- ---------- which columns move, and to which type ----------

-- The types whose values are a uuid's 16 bytes, and typed ids that are numbers.
CREATE FUNCTION base62id_moves.family() RETURNS TABLE (type oid, typed boolean, number boolean)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    home CONSTANT name := base62id_moves.home();
BEGIN
    RETURN QUERY
    SELECT t.oid, false, false FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
    WHERE n.nspname = home AND t.typname IN ('base62id', 'base64uuid', 'ulid');
    RETURN QUERY EXECUTE format('SELECT t.type::oid, true, t.notation = ''uid11'' FROM %I.typeid_types() AS t', home);
END $$;

-- The current user, and the roles that it inherits from along the whole path, as PostgreSQL checks ownership. Being a
-- superuser counts for nothing here: it says nothing about whose tables should move.
CREATE FUNCTION base62id_moves.roles() RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    -- inherit_option: from PostgreSQL 16 on
    RETURN QUERY
    WITH RECURSIVE mine AS (
        SELECT r.oid FROM pg_roles AS r WHERE r.rolname = current_user
        UNION
        SELECT g.role FROM mine AS i, LATERAL (
            SELECT m.roleid FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
            WHERE m.member = i.oid AND coalesce((to_jsonb(m) ->> 'inherit_option'::text)::boolean, r.rolinherit)
            UNION ALL
            SELECT o.oid FROM pg_database AS d JOIN pg_roles AS o ON o.rolname = 'pg_database_owner'
            WHERE d.datname = current_database() AND d.datdba = i.oid) AS g(role)
    )
    SELECT i.oid FROM mine AS i;
END $$;

-- The tables and composite types that SCHEMAS and TABLES name. With TABLES, composite types stay. Tables of extensions
-- always stay.
CREATE FUNCTION base62id_moves.meant(schemas name[], tables regclass[]) RETURNS TABLE (relation oid, owner oid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT c.oid, c.relowner FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE (c.relkind IN ('r', 'p') OR c.relkind = 'c' AND tables IS NULL) AND c.relpersistence <> 't'
        AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema' AND n.nspname <> 'base62id_moves'
        AND (schemas IS NULL OR n.nspname = ANY (schemas)) AND (tables IS NULL OR c.oid = ANY (tables::oid[]))
        AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.deptype = 'e'
            AND (d.classid, d.objid) IN (('pg_class'::regclass::oid, c.oid), ('pg_type'::regclass::oid, c.reltype)));
END $$;

-- Those of them that move, with what inherits from them.
CREATE FUNCTION base62id_moves.relations(schemas name[], tables regclass[]) RETURNS SETOF oid
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    roles CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.roles() AS r);
BEGIN
    RETURN QUERY
    WITH RECURSIVE wanted AS (
        SELECT m.relation FROM base62id_moves.meant(schemas, tables) AS m WHERE m.owner = ANY (roles)
        UNION
        SELECT i.inhrelid FROM wanted AS w JOIN pg_inherits AS i ON i.inhparent = w.relation
    )
    SELECT w.relation FROM wanted AS w JOIN pg_class AS c ON c.oid = w.relation WHERE c.relowner = ANY (roles);
END $$;

-- All relations that share this column: parents and children, partitions, tables OF a composite type. Most columns are
-- in one relation only. OFFSET 0 keeps the planner from starting with all columns of the same name.
CREATE FUNCTION base62id_moves.relatives(relation oid, attribute integer) RETURNS TABLE (relative oid, place integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NOT EXISTS (
            SELECT FROM pg_class AS c WHERE c.oid = relation AND (c.relkind = 'c' OR c.reloftype <> 0)
            UNION ALL SELECT FROM pg_inherits AS i WHERE i.inhrelid = relation
            UNION ALL SELECT FROM pg_inherits AS i WHERE i.inhparent = relation) THEN
        RETURN QUERY VALUES (relation, attribute);
        RETURN;
    END IF;
    RETURN QUERY
    WITH RECURSIVE there AS (
        SELECT a.attrelid, a.attnum, a.attname FROM pg_attribute AS a
        WHERE a.attrelid = relation AND a.attnum = attribute
        UNION
        SELECT a.attrelid, a.attnum, a.attname FROM there AS t,
            LATERAL (
                SELECT i.inhparent FROM pg_inherits AS i WHERE i.inhrelid = t.attrelid
                UNION ALL SELECT i.inhrelid FROM pg_inherits AS i WHERE i.inhparent = t.attrelid
                UNION ALL SELECT y.typrelid FROM pg_class AS c JOIN pg_type AS y ON y.oid = c.reloftype
                    WHERE c.oid = t.attrelid
                UNION ALL SELECT o.oid FROM pg_class AS c JOIN pg_class AS o ON o.reloftype = c.reltype
                    WHERE c.oid = t.attrelid AND c.relkind = 'c'
            ) AS next(oid),
            LATERAL (
                SELECT x.attrelid, x.attnum, x.attname FROM pg_attribute AS x
                WHERE x.attrelid = next.oid AND x.attname = t.attname AND NOT x.attisdropped OFFSET 0) AS a
    )
    SELECT t.attrelid, t.attnum::integer FROM there AS t;
END $$;

-- Virtual generated columns (PostgreSQL 18) allow no types of extensions.
CREATE FUNCTION base62id_moves.virtual_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT format('the virtual generated column %s reads it, and PostgreSQL allows no types of extensions there',
            string_agg(format('%I', g.attname), ', '::text ORDER BY g.attnum))
        FROM pg_attribute AS g JOIN pg_attrdef AS f ON f.adrelid = g.attrelid AND f.adnum = g.attnum
        WHERE g.attrelid = relation AND g.attgenerated = 'v' AND (g.attnum = attribute OR EXISTS (
            SELECT FROM pg_depend AS d
            WHERE d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
                AND d.refclassid = 'pg_class'::regclass AND d.refobjid = relation AND d.refobjsubid = attribute))
        HAVING count(*) > 0);
END $$;

-- Why a column cannot change its type, or NULL.
CREATE FUNCTION base62id_moves.obstacle(relation oid, attribute integer, moving oid[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT min(CASE
            WHEN c.relkind = 'f' THEN format('the foreign table %s has it too', c.oid::regclass)
            WHEN NOT c.oid = ANY (moving) AND c.relkind = 'c'
            THEN format('the composite type %s has it too, and does not move', c.oid::regclass)
            WHEN NOT c.oid = ANY (moving) THEN format('%s has it too, and does not move', c.oid::regclass)
            WHEN c.reloftype <> 0 AND EXISTS (
                SELECT FROM pg_attribute AS g WHERE g.attrelid = c.oid AND g.attgenerated <> '')
            THEN format('%s is a table OF a composite type and has a generated column', c.oid::regclass)
            ELSE coalesce(base62id_moves.key_obstacle(c.oid, r.place),
                base62id_moves.virtual_obstacle(c.oid, r.place), (
                SELECT format('the row filter of publication %s reads it, and PostgreSQL allows no types of extensions '
                    'there', string_agg(format('%I', b.pubname), ', '::text ORDER BY b.pubname))
                FROM pg_publication_rel AS p JOIN pg_publication AS b ON b.oid = p.prpubid
                WHERE p.prrelid = c.oid AND p.prqual::text ~ format(':varattno %s ', r.place)
                HAVING count(*) > 0))
            END)
        FROM base62id_moves.relatives(relation, attribute) AS r JOIN pg_class AS c ON c.oid = r.relative);
END $$;

-- A domain is made again over the new type, with the columns and functions that use it. Anything else that uses it has
-- to stay as it is, and keeps it.
CREATE FUNCTION base62id_moves.domain_obstacle(domain oid, moving oid[]) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT min(format('the domain %s is used by %s, which does not move', domain::regtype,
            pg_describe_object(d.classid, d.objid, d.objsubid)))
        FROM pg_type AS t
            JOIN pg_depend AS d ON d.refclassid = 'pg_type'::regclass AND d.refobjid IN (t.oid, t.typarray)
                AND d.objid <> t.typarray
            LEFT JOIN pg_class AS c ON d.classid = 'pg_class'::regclass AND c.oid = d.objid
        WHERE t.oid = domain
            AND d.classid NOT IN ('pg_proc'::regclass, 'pg_constraint'::regclass, 'pg_rewrite'::regclass,
                'pg_attrdef'::regclass, 'pg_policy'::regclass)
            AND NOT (coalesce(c.relkind IN ('v', 'm'), false) OR d.objid = ANY (moving) AND d.refobjid = t.oid));
END $$;

-- The mark that a move left in the comment of a column, and the comment without it.
CREATE FUNCTION base62id_moves.mark(relation oid, attribute integer, OUT was jsonb, OUT remains text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    parts CONSTANT text[] := regexp_match(col_description(relation, attribute),
        '^(.*?)\n?\[base62id_migrate: (\{[^\n]*\})\]$'::text);
BEGIN
    remains := CASE WHEN parts IS NULL THEN col_description(relation, attribute) ELSE nullif(parts[1], ''::text) END;
    was := parts[2];
EXCEPTION WHEN invalid_text_representation THEN -- it looks like a mark, and is none
    remains := col_description(relation, attribute);
END $$;

-- All columns of the types that move, in the relations that move.
CREATE FUNCTION base62id_moves.candidates(target text, moving oid[]) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    sources oid[] := CASE WHEN target IN ('uuid', 'text', 'bigint')
        THEN ARRAY(SELECT f.type FROM base62id_moves.family() AS f WHERE f.number = (target = 'bigint'))
        ELSE ARRAY['uuid'::regtype::oid] END;
BEGIN
    RETURN QUERY
    WITH RECURSIVE based AS (
        SELECT s AS type, s AS source FROM unnest(sources) AS s
        UNION
        SELECT t.oid, b.source FROM based AS b JOIN pg_type AS t ON t.typtype = 'd' AND t.typbasetype = b.type
    ), found AS (
        SELECT a.attrelid, a.attnum::integer AS attnum, a.attinhcount > 0 OR c.reloftype <> 0 AS inherited, b.source,
            CASE WHEN b.type <> b.source THEN b.type END AS domain, k.was
        FROM unnest(moving) AS m
            JOIN pg_class AS c ON c.oid = m
            JOIN pg_attribute AS a ON a.attrelid = m AND a.attnum > 0 AND NOT a.attisdropped
            JOIN based AS b ON b.type = a.atttypid,
            LATERAL base62id_moves.mark(a.attrelid, a.attnum::integer) AS k
    ), judged AS (
        SELECT f.*, coalesce(
            CASE WHEN target IN ('text', 'bigint') THEN base62id_moves.text_obstacle(f.attrelid, f.attnum) END,
            base62id_moves.obstacle(f.attrelid, f.attnum, moving),
            base62id_moves.domain_obstacle(f.domain, moving)) AS why
        FROM found AS f
    )
    SELECT j.attrelid, j.attnum,
        CASE WHEN j.why IS NOT NULL THEN 'stay' WHEN j.inherited THEN 'inherit' ELSE 'change' END,
        j.source, j.domain, NULL::text, NULL::text, NULL::text, NULL::text, j.was, j.why
    FROM judged AS j;
END $$;

-- What was text becomes text, with all that foreign keys connect with it; all else becomes uuid.
CREATE FUNCTION base62id_moves.on_the_way_back(target text, candidates base62id_moves.moving[])
RETURNS base62id_moves.moving[]
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN ARRAY(
        WITH candidate AS (
            SELECT c, k.component FROM unnest(candidates) AS c
                JOIN base62id_moves.kinds(candidates) AS k ON k.origin = base62id_moves.origin(c.relation, c.attribute)
        ), marked AS (
            SELECT DISTINCT x.component FROM candidate AS x WHERE (x.c).was IS NOT NULL
        )
        SELECT x.c FROM candidate AS x
        WHERE (target = 'text') = EXISTS (SELECT FROM marked AS m WHERE m.component = x.component));
END $$;

-- The columns that could move, with the text of their new type.
CREATE FUNCTION base62id_moves.wanted(target text, moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    new_type CONSTANT text := CASE WHEN target IN ('uuid', 'text', 'bigint') THEN target
        ELSE format('%I.%I', base62id_moves.home(), target) END;
    candidates base62id_moves.moving[];
BEGIN
    IF target = 'typed' THEN
        RETURN QUERY SELECT t.* FROM base62id_moves.typed(moving, types) AS t;
        RETURN;
    END IF;
    candidates := ARRAY(SELECT c FROM base62id_moves.candidates(target, moving) AS c);
    IF target IN ('uuid', 'text') THEN
        candidates := base62id_moves.on_the_way_back(target, candidates);
    END IF;
    RETURN QUERY
    SELECT c.relation, c.attribute, c.how, c.source, c.domain,
        CASE WHEN c.domain IS NOT NULL THEN c.domain::regtype::text ELSE coalesce(c.was ->> 'type'::text, new_type) END,
        new_type, NULL::text, NULL::text, c.was, c.reason
    FROM unnest(candidates) AS c;
    IF target = 'ulid' THEN
        RETURN QUERY SELECT t.* FROM base62id_moves.texts(target, moving, types) AS t;
    END IF;
END $$;

-- The same, with HOW for partitions: the columns of a table that is made again are remade, and its partitions change by
-- themselves.
CREATE FUNCTION base62id_moves.columns(target text, moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    wanted CONSTANT base62id_moves.moving[] := ARRAY(SELECT w FROM base62id_moves.wanted(target, moving, types) AS w);
    remade CONSTANT oid[] := ARRAY(SELECT r FROM base62id_moves.remade(wanted) AS r);
BEGIN
    RETURN QUERY
    SELECT w.relation, w.attribute, CASE
            WHEN w.how = 'stay' THEN w.how
            WHEN w.relation = ANY (remade) THEN 'remake'
            WHEN EXISTS (SELECT FROM pg_inherits AS i WHERE i.inhrelid = w.relation AND i.inhparent = ANY (remade))
            THEN 'change'
            ELSE w.how END,
        w.source, w.domain, w.type, w.base, w.prefix, w.notation, w.was, w.reason
    FROM unnest(wanted) AS w
    ORDER BY w.relation, w.attribute;
END $$;
