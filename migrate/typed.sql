-- ---------- typed ids: one type for each kind of id ----------

-- The column that a partition's or a child's column is inherited from, as RELATION.ATTRIBUTE.
CREATE FUNCTION base62id_migrate_origin(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        WITH RECURSIVE above AS (
            SELECT a.attrelid, a.attnum, a.attname, 0 AS level FROM pg_attribute AS a
            WHERE a.attrelid = relation AND a.attnum = attribute
            UNION
            SELECT p.attrelid, p.attnum, p.attname, a.level + 1 FROM above AS a JOIN pg_inherits AS i ON i.inhrelid = a.attrelid
                JOIN pg_attribute AS p ON p.attrelid = i.inhparent AND p.attname = a.attname AND NOT p.attisdropped
        )
        SELECT a.attrelid || '.' || a.attnum FROM above AS a ORDER BY a.level DESC, a.attrelid LIMIT 1);
END $$;
COMMENT ON FUNCTION base62id_migrate_origin(oid, integer) IS 'where a column is inherited from';

-- order_items -> order_item, OrderItem -> order_item, addresses -> address. Nothing but a-z and _ stands in a type prefix.
CREATE FUNCTION base62id_migrate_singular(name text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    word text := lower(regexp_replace(name, '([a-z0-9])([A-Z])', '\1_\2', 'g'));
BEGIN
    word := trim('_' FROM regexp_replace(regexp_replace(word, '[^a-z_]+', '', 'g'), '__+', '_', 'g'));
    RETURN CASE
        WHEN word ~ '(^|_)people$' THEN regexp_replace(word, 'people$', 'person')
        WHEN word ~ '(^|_)children$' THEN regexp_replace(word, 'ren$', '')
        WHEN word ~ '[^aeiou]ies$' AND word !~ '(^|_)(series|species|movies|cookies)$' THEN regexp_replace(word, 'ies$', 'y')
        WHEN word ~ '(ss|x|ch|sh|tus|rus|bus|nus|lias)es$' THEN regexp_replace(word, 'es$', '')
        WHEN word ~ '[^siu]s$' AND word !~ '(^|_)(series|species|news|sms)$' THEN regexp_replace(word, 's$', '')
        ELSE word
    END;
END $$;
COMMENT ON FUNCTION base62id_migrate_singular(text) IS 'the singular of a table''s name, of the letters that a type prefix may have';

-- Columns that foreign keys connect are one kind of id: its type is named by the table whose key they all refer to.
CREATE FUNCTION base62id_migrate_kinds(candidates jsonb) RETURNS TABLE (origin text, leader oid, outside text, component text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH RECURSIVE node AS (
        SELECT DISTINCT ON (o) @extschema@.base62id_migrate_origin(c.relation, c.attribute) AS o, c.relation, c.attribute, c.obstacle
        FROM jsonb_to_recordset(candidates) AS c(relation oid, attribute integer, how text, obstacle text)
        ORDER BY o, c.how, c.relation
    ), reference AS (
        SELECT DISTINCT @extschema@.base62id_migrate_origin(k.conrelid, u.a) AS a, @extschema@.base62id_migrate_origin(k.confrelid, u.b) AS b
        FROM pg_constraint AS k, unnest(k.conkey::integer[], k.confkey::integer[]) AS u(a, b) WHERE k.contype = 'f'
    ), edge AS (
        SELECT r.a, r.b FROM reference AS r UNION SELECT r.b, r.a FROM reference AS r
    ), reach AS (
        SELECT n.o AS from, n.o AS to FROM node AS n UNION SELECT r.from, e.b FROM reach AS r JOIN edge AS e ON e.a = r.to
    ), rank AS (
        SELECT n.*, EXISTS (SELECT FROM reference AS r WHERE r.a = n.o AND r.b <> n.o) AS refers,
            EXISTS (SELECT FROM reference AS r WHERE r.b = n.o) AS referenced,
            EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = n.relation AND i.indisprimary AND i.indkey::text = n.attribute::text) AS key
        FROM node AS n
    )
    SELECT r.from,
        (array_agg(n.relation ORDER BY n.refers, NOT n.key, n.relation::regclass::text) FILTER (WHERE n.key OR n.referenced))[1],
        min(CASE WHEN n.o IS NULL THEN format('its foreign keys lead to %s, which does not move', split_part(r.to, '.', 1)::oid::regclass)
                 WHEN r.from = r.to OR n.obstacle IS NULL THEN n.obstacle
                 ELSE format('its foreign keys lead to %s.%s, which stays: %s', n.relation::regclass, @extschema@.base62id_migrate_column(n.relation, n.attribute), n.obstacle) END),
        min(r.to)
    FROM reach AS r LEFT JOIN rank AS n ON n.o = r.to GROUP BY r.from;
END $$;
COMMENT ON FUNCTION base62id_migrate_kinds(jsonb) IS 'which columns hold the same kind of id, and the table that names it';

-- The type and the type prefix of each kind, or why there is none. TYPES overrides them: {"table": ["type", "prefix"]}, or "schema.table".
CREATE FUNCTION base62id_migrate_kind_names(leaders oid[], types jsonb) RETURNS TABLE (leader oid, type text, prefix text, made boolean, why text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    home name := (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'base62id');
    there jsonb;
BEGIN
    EXECUTE format('SELECT coalesce(jsonb_object_agg(t.relnamespace || '':'' || p.prefix, p.type::oid), ''{}'')
        FROM (SELECT y.type, y.prefix FROM %I.typeid_types() AS y) AS p, LATERAL
            (SELECT typnamespace AS relnamespace FROM pg_type WHERE oid = p.type) AS t', home) INTO there;
    RETURN QUERY
    WITH leader_table AS (
        SELECT c.oid, n.oid AS schema, n.nspname, c.relname, @extschema@.base62id_migrate_singular(c.relname) AS word,
            coalesce(types -> format('%s.%s', n.nspname, c.relname), types -> c.relname) AS given
        FROM unnest(leaders) AS l JOIN pg_class AS c ON c.oid = l JOIN pg_namespace AS n ON n.oid = c.relnamespace
    ), told AS (
        SELECT n.*, CASE WHEN count(*) OVER (PARTITION BY n.schema, n.word) = 1 THEN n.word
            ELSE trim('_' FROM regexp_replace(lower(n.relname), '[^a-z_]+', '', 'g')) END AS base
        FROM leader_table AS n
    ), wanted AS (
        SELECT t.*, coalesce(t.given ->> 1, left(t.base, 63)) AS prefix, coalesce(t.given ->> 0, left(t.base, 43) || '_id') AS type FROM told AS t
    ), named AS (
        SELECT w.oid, coalesce((there ->> (w.schema || ':' || w.prefix))::oid::regtype::text, format('%I.%I', w.nspname, w.type)) AS name, w.prefix,
            there ? (w.schema || ':' || w.prefix) AS made
        FROM wanted AS w
    )
    SELECT n.oid, n.name, n.prefix, n.made, CASE
            WHEN n.prefix !~ '^[a-z]([a-z_]{0,61}[a-z])?$' THEN format('no type prefix can be made of the name of %s; give one in "types"', n.oid::regclass)
            WHEN count(*) OVER same > 1 THEN format('%s would have one type, %s; give others in "types"', string_agg(n.oid::regclass::text, ' and ') OVER same, n.name)
        END
    FROM named AS n WINDOW same AS (PARTITION BY n.name ORDER BY n.oid::regclass::text ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING);
END $$;
COMMENT ON FUNCTION base62id_migrate_kind_names(oid[], jsonb) IS 'the type and the type prefix of each kind of id';

-- commentable_type beside commentable_id, ownerType beside ownerId.
CREATE FUNCTION base62id_migrate_kind_column(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT quote_ident(min(t.attname::text)) FROM pg_attribute AS i JOIN pg_attribute AS t ON t.attrelid = i.attrelid AND t.attnum > 0 AND NOT t.attisdropped
            WHERE i.attrelid = relation AND i.attnum = attribute AND i.attname ~ '(_id|Id|ID)$'
                AND lower(t.attname) IN (SELECT lower(regexp_replace(i.attname, '(_?)(id|Id|ID)$', '\1' || w)) FROM unnest('{type,kind}'::text[]) AS w));
END $$;
COMMENT ON FUNCTION base62id_migrate_kind_column(oid, integer) IS 'the column that says of which table an id is';

CREATE FUNCTION base62id_migrate_typed(schemas name[], tables regclass[], types jsonb)
RETURNS TABLE (relation oid, attribute integer, how text, source oid, domain oid, type text, prefix text, notation text, reason text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    candidates jsonb := (SELECT coalesce(jsonb_agg(c), '[]') FROM @extschema@.base62id_migrate_candidates('typed', schemas, tables) AS c);
    kinds jsonb;
BEGIN
    kinds := (SELECT coalesce(jsonb_agg(k), '[]') FROM @extschema@.base62id_migrate_kinds(candidates) AS k);
    RETURN QUERY
    WITH kind AS (
        SELECT k.* FROM jsonb_to_recordset(kinds) AS k(origin text, leader oid, outside text)
    ), named AS (
        SELECT n.* FROM @extschema@.base62id_migrate_kind_names(
            ARRAY(SELECT DISTINCT k.leader FROM kind AS k WHERE k.outside IS NULL AND k.leader IS NOT NULL), types) AS n
    ), found AS (
        SELECT c.*, n.type, n.prefix, n.made, CASE
                WHEN k.outside IS NOT NULL THEN k.outside
                WHEN k.leader IS NULL THEN concat('no foreign key says whose id it is',
                    '; with ' || @extschema@.base62id_migrate_kind_column(c.relation, c.attribute) || ' beside it, it may hold ids of several tables')
                WHEN n.why IS NOT NULL THEN n.why
                WHEN c.domain IS NOT NULL THEN format('it is of the domain %s', c.domain::regtype)
            END AS why
        FROM jsonb_to_recordset(candidates) AS c(relation oid, attribute integer, how text, source oid, domain oid, obstacle text)
            LEFT JOIN kind AS k ON k.origin = @extschema@.base62id_migrate_origin(c.relation, c.attribute)
            LEFT JOIN named AS n ON n.leader = k.leader
    )
    SELECT f.relation, f.attribute, CASE WHEN f.why IS NULL THEN f.how ELSE 'stay' END, f.source, NULL::oid, f.type,
        CASE WHEN NOT f.made THEN f.prefix END, NULL::text, f.why
    FROM found AS f;
    RETURN QUERY SELECT t.relation, t.attribute, t.how, t.source, NULL::oid, t.type, t.prefix, t.notation, t.reason
        FROM @extschema@.base62id_migrate_typed_texts(schemas, tables, types) AS t;
END $$;
COMMENT ON FUNCTION base62id_migrate_typed(name[], regclass[], jsonb) IS 'the columns that become typed ids, and their types';
