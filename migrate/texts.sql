-- ---------- texts that are ids with a type prefix already ----------
--
-- Target typed also takes text columns: those whose values all have one type prefix, and one notation behind it. Nobody says so but
-- the values, so they are looked at; the statement that changes the column fails where one has been overlooked.

-- What the values of a column are: a row for each type prefix and notation, and one for all that are no such ids.
CREATE FUNCTION base62id_migrate_values_query(relation oid, attribute integer, most text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN format($query$SELECT CASE WHEN n.notation IS NOT NULL THEN pg_catalog.left(v.value, CASE WHEN n.notation IN ('typeid', 'ulid') THEN -27 ELSE -23 END) END AS prefix,
    n.notation, pg_catalog.count(*) AS rows, pg_catalog.min(v.value) AS example
FROM (SELECT %1$s::pg_catalog.text AS value FROM %2$s WHERE %1$s IS NOT NULL%3$s) AS v, LATERAL (SELECT CASE
    WHEN v.value ~ '^[a-z]([a-z_]{0,61}[a-z])?_[0-7][0-9a-hjkmnp-tv-z]{25}$' THEN 'typeid'
    WHEN v.value ~ '^[a-z]([a-z_]{0,61}[a-z])?_[0-7][0-9A-HJKMNP-TV-Z]{25}$' THEN 'ulid'
    WHEN v.value !~ '^[a-z]([a-z_]{0,61}[a-z])?_.{22}$' THEN NULL
    WHEN NOT %4$I.base62id_is_valid(pg_catalog.right(v.value, 22)) THEN CASE WHEN %4$I.base64uuid_is_valid(pg_catalog.right(v.value, 22)) THEN 'base64uuid' END
    WHEN %4$I.base64uuid_is_valid(pg_catalog.right(v.value, 22)) THEN 'either'
    ELSE 'base62id' END) AS n(notation)
GROUP BY 1, 2 ORDER BY 3 DESC$query$, @extschema@.base62id_migrate_column(relation, attribute), relation::regclass, ' LIMIT ' || most,
        (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'base62id'));
END $$;
COMMENT ON FUNCTION base62id_migrate_values_query(oid, integer, text) IS 'a query that says which ids a text column holds';

-- OBSTACLE: why it cannot become a typed id, where it holds any ids. Texts of 22 symbols can be of two notations; other values
-- of the column tell which.
CREATE FUNCTION base62id_migrate_values(relation oid, attribute integer) RETURNS TABLE (prefix text, notation text, obstacle text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    v record;
    prefixes text[] := '{}';
    notations text[] := '{}';
    stranger text;
BEGIN
    IF NOT @extschema@.base62id_migrate_finds(format('SELECT FROM (%s) AS v WHERE v.notation IS NOT NULL',
            @extschema@.base62id_migrate_values_query(relation, attribute, '1000'))) THEN
        RETURN;
    END IF;
    FOR v IN EXECUTE @extschema@.base62id_migrate_values_query(relation, attribute, '100000') LOOP
        IF v.notation IS NULL THEN
            stranger := v.example;
            CONTINUE;
        END IF;
        prefixes := CASE WHEN v.prefix = ANY (prefixes) THEN prefixes ELSE prefixes || v.prefix END;
        notations := CASE WHEN v.notation = ANY (notations) THEN notations ELSE notations || v.notation END;
    END LOOP;
    IF cardinality(notations) > 1 THEN
        notations := array_remove(notations, 'either');
    END IF;
    RETURN QUERY SELECT prefixes[1], notations[1], CASE
        WHEN stranger IS NOT NULL THEN format('it holds ids and other texts, as %L', stranger)
        WHEN cardinality(prefixes) > 1 THEN format('it holds ids of several type prefixes, as %s and %s', prefixes[1], prefixes[2])
        WHEN cardinality(notations) > 1 THEN format('it holds ids of several notations, %s and %s', notations[1], notations[2])
        WHEN notations[1] = 'either' THEN 'its few ids can be base62id or base64uuid'
    END;
END $$;
COMMENT ON FUNCTION base62id_migrate_values(oid, integer) IS 'the type prefix and the notation of the ids in a text column';

-- Why a text column cannot become a typed id, whatever it holds.
CREATE FUNCTION base62id_migrate_text_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (SELECT min(x.why) FROM pg_attribute AS o, LATERAL @extschema@.base62id_migrate_relatives(relation, o.attname) AS r
        JOIN pg_attribute AS a ON a.attrelid = r.relative AND a.attnum = r.place, LATERAL (
            SELECT format('it is of the partition key of %s, and ids sort and hash otherwise than texts', p.partrelid::regclass) AS why
                FROM pg_partitioned_table AS p WHERE p.partrelid = a.attrelid
                AND (a.attnum = ANY (p.partattrs) OR p.partexprs::text ~ format(':varattno %s ', a.attnum))
            UNION ALL SELECT format('%s is a table OF a composite type', c.oid::regclass) FROM pg_class AS c WHERE c.oid = a.attrelid AND c.reloftype <> 0
            UNION ALL SELECT 'it is a generated column' WHERE a.attgenerated <> ''
            UNION ALL SELECT format('the index %s chooses an operator class or a collation', i.indexrelid::regclass)
                FROM pg_index AS i, unnest(i.indkey::integer[], i.indclass::oid[], i.indcollation::oid[]) AS k(attribute, class, coll)
                    JOIN pg_opclass AS c ON c.oid = k.class
                WHERE i.indrelid = a.attrelid AND k.attribute = a.attnum AND (NOT c.opcdefault OR k.coll NOT IN (0, a.attcollation))
        ) AS x WHERE o.attrelid = relation AND o.attnum = attribute);
END $$;
COMMENT ON FUNCTION base62id_migrate_text_obstacle(oid, integer) IS 'why a text column keeps its type';

-- user_id, userId, id: of a column without a foreign key, nothing but its name says that it will hold nothing else.
CREATE FUNCTION base62id_migrate_named_as_id(name name) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN name ~ '(^|_)(id|uuid|guid|gid)$' OR name ~ '[a-z](Id|ID|Uuid|UUID)$';
END $$;
COMMENT ON FUNCTION base62id_migrate_named_as_id(name) IS 'whether a column is named as an id';

-- Text columns that hold ids, and those that could hold them: keys, and what foreign keys connect with others.
CREATE FUNCTION base62id_migrate_texts(schemas name[], tables regclass[])
RETURNS TABLE (relation oid, attribute integer, how text, source oid, obstacle text, prefix text, notation text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH found AS (
        SELECT a.attrelid, a.attnum::integer, a.attname, CASE WHEN a.attinhcount > 0 THEN 'inherit' ELSE 'change' END AS how, a.atttypid, v.*,
            EXISTS (SELECT FROM pg_constraint AS k WHERE k.contype IN ('p', 'f') AND (k.conrelid = a.attrelid AND a.attnum = ANY (k.conkey)
                OR k.confrelid = a.attrelid AND a.attnum = ANY (k.confkey))) AS key
        FROM @extschema@.base62id_migrate_tables(schemas, tables) AS t JOIN pg_class AS c ON c.oid = t.relation AND c.relkind IN ('r', 'p')
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'varchar'::regtype)
            LEFT JOIN LATERAL @extschema@.base62id_migrate_values(a.attrelid, a.attnum) AS v ON a.attinhcount = 0
    )
    SELECT f.attrelid, f.attnum, f.how, f.atttypid,
        coalesce(f.obstacle, @extschema@.base62id_migrate_text_obstacle(f.attrelid, f.attnum),
            CASE WHEN f.how = 'change' AND NOT f.key AND NOT @extschema@.base62id_migrate_named_as_id(f.attname)
                 THEN 'it holds ids, but has no foreign key and is not named as an id: it may hold other texts tomorrow' END), f.prefix, f.notation
    FROM found AS f WHERE f.key OR f.prefix IS NOT NULL OR f.how = 'inherit';
END $$;
COMMENT ON FUNCTION base62id_migrate_texts(name[], regclass[]) IS 'the text columns that could become typed ids';

-- What foreign keys connect is one kind of id, and so is what has one type prefix and notation. PREFIX and NOTATION are the values', or those
-- that TYPES gives where there are none. A table of the kind, whose key it is if there is one, names the type.
CREATE FUNCTION base62id_migrate_text_kinds(candidates jsonb, types jsonb)
RETURNS TABLE (origin text, type text, prefix text, notation text, made boolean, why text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
    home name := (SELECT n.nspname FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'base62id');
    kinds jsonb := (SELECT coalesce(jsonb_agg(k), '[]') FROM @extschema@.base62id_migrate_kinds(candidates) AS k);
    there jsonb;
BEGIN
    EXECUTE format('SELECT coalesce(jsonb_object_agg(concat_ws('':'', t.typnamespace, y.prefix, y.notation), t.oid), ''{}'')
        FROM %I.typeid_types() AS y JOIN pg_type AS t ON t.oid = y.type WHERE y.mask_key = 0', home) INTO there;
    RETURN QUERY
    WITH member AS (
        SELECT k.origin, k.component, k.leader, k.outside, c.prefix, c.notation, t.relnamespace, t.relname, n.nspname,
            coalesce(types -> format('%s.%s', n.nspname, t.relname), types -> t.relname) AS given
        FROM jsonb_to_recordset(kinds) AS k(origin text, leader oid, outside text, component text)
            JOIN jsonb_to_recordset(candidates) AS c(relation oid, attribute integer, how text, prefix text, notation text)
                ON c.how = 'change' AND k.origin = c.relation || '.' || c.attribute
            JOIN pg_class AS t ON t.oid = coalesce(k.leader, c.relation) JOIN pg_namespace AS n ON n.oid = t.relnamespace
    ), kind AS (
        SELECT m.component, coalesce(min(m.prefix), min(m.given ->> 1)) AS prefix, coalesce(min(m.notation), min(m.given ->> 2)) AS notation,
            CASE WHEN count(DISTINCT m.prefix || ':' || m.notation) > 1
                 THEN format('its foreign keys connect ids of the type prefixes %s', string_agg(DISTINCT m.prefix, ', ')) END AS why, count(m.outside) > 0 AS stays
        FROM member AS m GROUP BY m.component
    ), named AS (
        SELECT DISTINCT ON (k.prefix, k.notation) k.prefix, k.notation, m.relnamespace, m.nspname,
            coalesce(m.given ->> 0, CASE WHEN m.leader IS NULL THEN k.prefix ELSE left(@extschema@.base62id_migrate_singular(m.relname), 43) END || '_id') AS name
        FROM kind AS k JOIN member AS m ON m.component = k.component WHERE k.why IS NULL AND NOT k.stays AND k.prefix IS NOT NULL AND k.notation IS NOT NULL
        ORDER BY k.prefix, k.notation, m.leader IS NULL, m.nspname, m.relname
    )
    SELECT m.origin, coalesce((there ->> concat_ws(':', n.relnamespace, k.prefix, k.notation))::oid::regtype::text, quote_ident(n.nspname) || '.' || quote_ident(n.name)),
        k.prefix, k.notation, there ? concat_ws(':', n.relnamespace, k.prefix, k.notation), coalesce(m.outside, k.why)
    FROM kind AS k JOIN member AS m ON m.component = k.component LEFT JOIN named AS n ON n.prefix = k.prefix AND n.notation = k.notation
    WHERE k.prefix IS NOT NULL AND k.notation IS NOT NULL;
END $$;
COMMENT ON FUNCTION base62id_migrate_text_kinds(jsonb, jsonb) IS 'the kinds of ids that text columns hold, and their types';

CREATE FUNCTION base62id_migrate_typed_texts(schemas name[], tables regclass[], types jsonb)
RETURNS TABLE (relation oid, attribute integer, how text, source oid, type text, prefix text, notation text, reason text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    candidates jsonb := (SELECT coalesce(jsonb_agg(c), '[]') FROM @extschema@.base62id_migrate_texts(schemas, tables) AS c);
BEGIN
    RETURN QUERY SELECT c.relation, c.attribute, CASE WHEN k.why IS NULL THEN c.how ELSE 'stay' END, c.source, k.type,
            CASE WHEN NOT k.made THEN k.prefix END, CASE WHEN NOT k.made THEN k.notation END, k.why
        FROM jsonb_to_recordset(candidates) AS c(relation oid, attribute integer, how text, source oid)
            JOIN @extschema@.base62id_migrate_text_kinds(candidates, types) AS k
                ON k.origin = @extschema@.base62id_migrate_origin(c.relation, c.attribute);
END $$;
COMMENT ON FUNCTION base62id_migrate_typed_texts(name[], regclass[], jsonb) IS 'the text columns that become typed ids, and their types';
