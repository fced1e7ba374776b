-- ---------- typed ids: one type for each kind of id ----------

-- The column that a partition's or a child's column is inherited from, as RELATION.ATTRIBUTE.
CREATE FUNCTION base62id_moves.origin(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        WITH RECURSIVE above AS (
            SELECT a.attrelid, a.attnum, a.attname, 0 AS level FROM pg_attribute AS a
            WHERE a.attrelid = relation AND a.attnum = attribute
            UNION
            SELECT p.attrelid, p.attnum, p.attname, a.level + 1
            FROM above AS a
                JOIN pg_inherits AS i ON i.inhrelid = a.attrelid
                JOIN pg_attribute AS p ON p.attrelid = i.inhparent AND p.attname = a.attname AND NOT p.attisdropped
        )
        SELECT format('%s.%s', a.attrelid, a.attnum) FROM above AS a ORDER BY a.level DESC, a.attrelid LIMIT 1);
END $$;

-- order_items -> order_item, OrderItem -> order_item, addresses -> address. A type prefix has a-z and _ only.
CREATE FUNCTION base62id_moves.singular(name text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    word text := lower(regexp_replace(name, '([a-z0-9])([A-Z])'::text, '\1_\2'::text, 'g'::text));
BEGIN
    word := regexp_replace(word, '[^a-z_]+'::text, ''::text, 'g'::text);
    word := btrim(regexp_replace(word, '__+'::text, '_'::text, 'g'::text), '_'::text);
    RETURN CASE
        WHEN word ~ '(^|_)people$' THEN regexp_replace(word, 'people$'::text, 'person'::text)
        WHEN word ~ '(^|_)children$' THEN regexp_replace(word, 'ren$'::text, ''::text)
        WHEN word ~ '[^aeiou]ies$' AND word !~ '(^|_)(series|species|movies|cookies)$'
        THEN regexp_replace(word, 'ies$'::text, 'y'::text)
        WHEN word ~ '(ss|x|ch|sh|tus|rus|bus|nus|lias)es$' THEN regexp_replace(word, 'es$'::text, ''::text)
        WHEN word ~ '[^siu]s$' AND word !~ '(^|_)(series|species|news|sms)$'
        THEN regexp_replace(word, 's$'::text, ''::text)
        ELSE word
    END;
END $$;

-- Columns that foreign keys connect are one kind of id. LEADER is the table whose key they all refer to, which names
-- the type; COMPONENT is the same for all columns of a kind; OUTSIDE is why the kind cannot move.
CREATE FUNCTION base62id_moves.kinds(candidates base62id_moves.moving[])
RETURNS TABLE (origin text, leader oid, outside text, component text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE node AS MATERIALIZED (
        SELECT DISTINCT ON (x.o) x.o, c.relation, c.attribute, c.reason
        FROM unnest(candidates) AS c, LATERAL (SELECT base62id_moves.origin(c.relation, c.attribute)) AS x(o)
        ORDER BY x.o, c.how, c.relation
    ), reference AS MATERIALIZED (
        SELECT DISTINCT base62id_moves.origin(k.conrelid, u.a) AS a, base62id_moves.origin(k.confrelid, u.b) AS b
        FROM pg_constraint AS k, unnest(k.conkey::integer[], k.confkey::integer[]) AS u(a, b)
        WHERE k.contype = 'f'
    ), edge AS MATERIALIZED (
        SELECT r.a, r.b FROM reference AS r UNION SELECT r.b, r.a FROM reference AS r
    ), reach AS (
        SELECT n.o AS here, n.o AS there FROM node AS n
        UNION
        SELECT r.here, e.b FROM reach AS r JOIN edge AS e ON e.a = r.there
    ), rank AS (
        SELECT n.*, EXISTS (SELECT FROM reference AS r WHERE r.a = n.o AND r.b <> n.o) AS refers,
            EXISTS (SELECT FROM reference AS r WHERE r.b = n.o) AS referenced,
            EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = n.relation AND i.indisprimary
                AND i.indkey::text = n.attribute::text) AS key
        FROM node AS n
    )
    SELECT r.here,
        (array_agg(n.relation ORDER BY n.refers, NOT n.key, n.relation::regclass::text)
            FILTER (WHERE n.key OR n.referenced))[1],
        min(CASE
            WHEN n.o IS NULL THEN format('its foreign keys lead to %s, which does not move',
                split_part(r.there, '.'::text, 1)::oid::regclass)
            WHEN r.here = r.there OR n.reason IS NULL THEN n.reason
            ELSE format('its foreign keys lead to %s.%s, which stays: %s', n.relation::regclass,
                base62id_moves.column_name(n.relation, n.attribute), n.reason) END),
        min(r.there)
    FROM reach AS r LEFT JOIN rank AS n ON n.o = r.there
    GROUP BY r.here;
END $$;

-- What TYPES gives for a table: {"table": ["type", "prefix", "notation"]}, or "schema.table".
CREATE FUNCTION base62id_moves.given(types jsonb, relation oid) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT coalesce(types -> format('%s.%s', n.nspname, c.relname), types -> c.relname::text)
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.oid = relation);
END $$;

-- The typed ids that there are.
CREATE FUNCTION base62id_moves.typed_ids() RETURNS TABLE (type oid, schema oid, prefix text, notation text,
    mask_key integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY EXECUTE format('SELECT t.oid, t.typnamespace, y.prefix, y.notation, y.mask_key
        FROM %I.typeid_types() AS y JOIN pg_type AS t ON t.oid = y.type', base62id_moves.home());
END $$;

-- The type and the type prefix of each kind, or why there is none.
CREATE FUNCTION base62id_moves.kind_names(leaders oid[], types jsonb)
RETURNS TABLE (leader oid, type text, prefix text, made boolean, why text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH leader_table AS (
        SELECT c.oid, n.oid AS schema, n.nspname, c.relname, base62id_moves.singular(c.relname::text) AS word,
            base62id_moves.given(types, c.oid) AS given
        FROM unnest(leaders) AS l JOIN pg_class AS c ON c.oid = l JOIN pg_namespace AS n ON n.oid = c.relnamespace
    ), based AS (
        SELECT n.*, CASE WHEN count(*) OVER (PARTITION BY n.schema, n.word) = 1 THEN n.word
            ELSE btrim(regexp_replace(lower(n.relname::text), '[^a-z_]+'::text, ''::text, 'g'::text), '_'::text)
            END AS base
        FROM leader_table AS n
    ), wanted AS (
        SELECT t.*, coalesce(t.given ->> 1, left(t.base, 63)) AS prefix,
            coalesce(t.given ->> 0, concat(left(t.base, 43), '_id')) AS type
        FROM based AS t
    ), named AS (
        SELECT w.oid, coalesce(y.type::regtype::text, format('%I.%I', w.nspname, w.type)) AS name, w.prefix,
            y.type IS NOT NULL AS made
        FROM wanted AS w LEFT JOIN LATERAL (
            SELECT min(i.type) AS type FROM base62id_moves.typed_ids() AS i
            WHERE i.schema = w.schema AND i.prefix = w.prefix AND i.mask_key = 0 AND i.notation <> 'uid11') AS y ON true
    )
    SELECT n.oid, n.name, n.prefix, n.made, CASE
        WHEN n.prefix !~ '^[a-z]([a-z_]{0,61}[a-z])?$'
        THEN format('no type prefix can be made of the name of %s; give one in "types"', n.oid::regclass)
        WHEN count(*) OVER same > 1
        THEN format('%s would have one type, %s; give others in "types"',
            string_agg(n.oid::regclass::text, ' and '::text) OVER same, n.name)
        END
    FROM named AS n
    WINDOW same AS (PARTITION BY n.name ORDER BY n.oid::regclass::text
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);
END $$;

-- The column that says of which table an id is: commentable_type beside commentable_id, ownerType beside ownerId.
CREATE FUNCTION base62id_moves.kind_column(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT format('%I', min(t.attname::text))
        FROM pg_attribute AS i
            JOIN pg_attribute AS t ON t.attrelid = i.attrelid AND t.attnum > 0 AND NOT t.attisdropped
        WHERE i.attrelid = relation AND i.attnum = attribute AND i.attname ~ '(_id|Id|ID)$'
            AND lower(t.attname::text) IN (
                SELECT lower(regexp_replace(i.attname::text, '(_?)(id|Id|ID)$'::text, concat('\1', w)))
                FROM unnest('{type,kind}'::text[]) AS w)
        HAVING count(*) > 0);
END $$;

-- The columns that become typed ids, and their types.
CREATE FUNCTION base62id_moves.typed(moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    -- a domain stays, and all that foreign keys connect with it
    candidates CONSTANT base62id_moves.moving[] := ARRAY(SELECT (c.relation, c.attribute, c.how, c.source, c.domain,
            c.type, c.base, c.prefix, c.notation, c.was, coalesce(c.reason, CASE WHEN c.domain IS NOT NULL
                THEN format('it is of the domain %s', c.domain::regtype) END))::base62id_moves.moving
        FROM base62id_moves.candidates('typed'::text, moving) AS c);
BEGIN
    RETURN QUERY
    WITH kind AS MATERIALIZED (
        SELECT k.* FROM base62id_moves.kinds(candidates) AS k
    ), named AS MATERIALIZED (
        SELECT n.* FROM base62id_moves.kind_names(
            ARRAY(SELECT DISTINCT k.leader FROM kind AS k WHERE k.outside IS NULL AND k.leader IS NOT NULL), types) AS n
    ), found AS (
        SELECT c.*, n.type AS new_type, n.prefix AS new_prefix, n.made, CASE
            WHEN k.outside IS NOT NULL THEN k.outside
            WHEN k.leader IS NULL THEN concat('no foreign key says whose id it is', (
                SELECT format('; with %s beside it, it may hold ids of several tables', x.name)
                FROM base62id_moves.kind_column(c.relation, c.attribute) AS x(name) WHERE x.name IS NOT NULL))
            ELSE n.why
            END AS why
        FROM unnest(candidates) AS c
            LEFT JOIN kind AS k ON k.origin = base62id_moves.origin(c.relation, c.attribute)
            LEFT JOIN named AS n ON n.leader = k.leader
    )
    SELECT f.relation, f.attribute, CASE WHEN f.why IS NULL THEN f.how ELSE 'stay' END, f.source, NULL::oid, f.new_type,
        NULL::text, CASE WHEN NOT f.made THEN f.new_prefix END, NULL::text, NULL::jsonb, f.why
    FROM found AS f;
    RETURN QUERY SELECT t.* FROM base62id_moves.texts('typed'::text, moving, types) AS t;
    RETURN QUERY SELECT n.* FROM base62id_moves.numbers(moving, types) AS n;
END $$;

-- What typeid_create_type made for a type, and nothing that somebody made of it.
CREATE FUNCTION base62id_moves.own_parts(type oid) RETURNS TABLE (class oid, object oid)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH self AS (
        SELECT t.oid, t.typarray, t.typnamespace, t.typname FROM pg_type AS t WHERE t.oid = type
    ), function AS (
        SELECT p.oid
        FROM self AS s
            JOIN pg_proc AS p ON p.pronamespace = s.typnamespace
            JOIN pg_language AS l ON l.oid = p.prolang
        WHERE (s.oid = p.prorettype OR s.oid = ANY (p.proargtypes::oid[])
                OR p.proname LIKE replace(s.typname::text, '_', '\_') || '\_%')
            AND (l.lanname = 'typed_id' OR p.probin = (
                SELECT m.probin FROM pg_proc AS m JOIN pg_namespace AS n ON n.oid = m.pronamespace
                WHERE n.nspname = base62id_moves.home() AND m.proname = 'typeid_create_type'))
    ), routine AS (
        SELECT f.oid FROM function AS f
        UNION SELECT a.aggfnoid FROM pg_aggregate AS a WHERE a.aggtransfn::oid IN (SELECT f.oid FROM function AS f)
            AND (SELECT p.proname IN ('min', 'max') FROM pg_proc AS p WHERE p.oid = a.aggfnoid)
    ), opclass AS (
        SELECT o.oid, o.opcfamily
        FROM self AS s
            JOIN pg_opclass AS o ON o.opcintype = s.oid AND o.opcnamespace = s.typnamespace
                AND left(o.opcname::text, length(s.typname::text) + 1) = concat(s.typname, '_')
    )
    SELECT 'pg_type'::regclass::oid, x.oid FROM self AS s, LATERAL (VALUES (s.oid), (s.typarray)) AS x(oid)
    UNION ALL SELECT 'pg_proc'::regclass, r.oid FROM routine AS r
    UNION ALL SELECT 'pg_operator'::regclass, o.oid FROM pg_operator AS o
        WHERE o.oprcode::oid IN (SELECT f.oid FROM function AS f)
    UNION ALL SELECT 'pg_cast'::regclass, c.oid FROM pg_cast AS c
        WHERE type IN (c.castsource, c.casttarget) AND (c.castmethod = 'b'
            OR c.castfunc IN (SELECT f.oid FROM function AS f)
            OR c.castfunc IN (SELECT d.objid FROM pg_depend AS d JOIN pg_extension AS e ON e.oid = d.refobjid
                WHERE d.classid = 'pg_proc'::regclass AND d.refclassid = 'pg_extension'::regclass AND d.deptype = 'e'
                    AND e.extname = 'base62id'))
    UNION ALL SELECT 'pg_opclass'::regclass, o.oid FROM opclass AS o
    UNION ALL SELECT DISTINCT 'pg_opfamily'::regclass::oid, o.opcfamily FROM opclass AS o
    UNION ALL SELECT 'pg_amop'::regclass, a.oid FROM pg_amop AS a WHERE type IN (a.amoplefttype, a.amoprighttype)
    UNION ALL SELECT 'pg_amproc'::regclass, a.oid FROM pg_amproc AS a
        WHERE type IN (a.amproclefttype, a.amprocrighttype);
END $$;

-- What others made of a typed id, beside columns of the type or its array.
CREATE FUNCTION base62id_moves.made_of(type oid) RETURNS TABLE (class oid, object oid, sub integer)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET jit = off AS $$
BEGIN
    RETURN QUERY
    WITH own AS MATERIALIZED (
        SELECT p.class, p.object FROM base62id_moves.own_parts(type) AS p
    )
    SELECT DISTINCT d.classid, d.objid, d.objsubid
    FROM own AS o JOIN pg_depend AS d ON d.refclassid = o.class AND d.refobjid = o.object
    WHERE (d.classid, d.objid) NOT IN (SELECT p.class, p.object FROM own AS p)
        AND NOT (o.class = 'pg_opfamily'::regclass AND d.deptype IN ('a', 'i')
            AND d.classid IN ('pg_amop'::regclass, 'pg_amproc'::regclass, 'pg_opclass'::regclass));
END $$;
