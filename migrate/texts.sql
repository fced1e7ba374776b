-- ---------- texts that are ids already ----------
--
-- Targets typed and ulid also take columns of text, varchar and char: typed those whose values all have one type prefix
-- and one notation behind it, ulid those whose values all are ULIDs. Only the values show that, so some are read. The
-- statement that changes the column reads all, and fails where another value was overlooked.

-- What the values of a column are: a row for each type prefix and notation, and one for all that are no such ids.
CREATE FUNCTION base62id_moves.values_query(target text, relation oid, attribute integer, most text) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    ulid CONSTANT text := '[0-7][0-9A-HJKMNP-TV-Z]{25}$';
    prefix CONSTANT text := '^[a-z]([a-z_]{0,61}[a-z])?_';
BEGIN
    RETURN format($query$SELECT CASE WHEN n.notation IS NOT NULL AND %4$L::pg_catalog.text <> 'ulid'
        THEN pg_catalog.left(v.value, CASE WHEN n.notation IN ('typeid', 'ulid') THEN -27 ELSE -23 END) END AS prefix,
    n.notation, pg_catalog.count(*) AS rows, pg_catalog.min(v.value) AS example
FROM (SELECT %1$s::pg_catalog.text AS value FROM %2$s WHERE %1$s IS NOT NULL%3$s) AS v, LATERAL (SELECT CASE
    WHEN %4$L::pg_catalog.text = 'ulid' THEN CASE WHEN v.value ~ %5$L THEN 'ulid' END
    WHEN v.value ~ %6$L THEN 'typeid'
    WHEN v.value ~ %7$L THEN 'ulid'
    WHEN v.value !~ %8$L THEN NULL
    WHEN NOT %9$I.base62id_is_valid(pg_catalog.right(v.value, 22)) THEN
        CASE WHEN %9$I.base64uuid_is_valid(pg_catalog.right(v.value, 22)) THEN 'base64uuid' END
    WHEN %9$I.base64uuid_is_valid(pg_catalog.right(v.value, 22)) THEN 'either'
    ELSE 'base62id' END) AS n(notation)
GROUP BY 1, 2 ORDER BY 3 DESC$query$, base62id_moves.column_name(relation, attribute), relation::regclass,
        CASE WHEN most IS NOT NULL THEN format(' LIMIT %s', most) END, target, concat('^', ulid),
        concat(prefix, '[0-7][0-9a-hjkmnp-tv-z]{25}$'), concat(prefix, ulid), concat(prefix, '.{22}$'),
        base62id_moves.home());
END $$;

-- No row where the column holds no ids. OBSTACLE: why it cannot become such an id. Some texts of 22 symbols are of two
-- notations; other values of the column show which is meant.
CREATE FUNCTION base62id_moves.look(target text, relation oid, attribute integer)
RETURNS TABLE (prefix text, notation text, looked bigint, obstacle text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    v record;
    prefixes text[] := '{}';
    notations text[] := '{}';
    rows bigint := 0;
    strange bigint := 0;
    stranger text;
BEGIN
    IF NOT base62id_moves.finds(format('SELECT FROM (%s) AS v WHERE v.notation IS NOT NULL',
            base62id_moves.values_query(target, relation, attribute, '1000'::text))) THEN
        RETURN;
    END IF;
    FOR v IN EXECUTE base62id_moves.values_query(target, relation, attribute, '100000'::text) LOOP
        rows := rows + v.rows;
        IF v.notation IS NULL THEN
            strange := v.rows;
            stranger := v.example;
            CONTINUE;
        END IF;
        prefixes := CASE WHEN v.prefix = ANY (prefixes) THEN prefixes ELSE prefixes || v.prefix END;
        notations := CASE WHEN v.notation = ANY (notations) THEN notations ELSE notations || v.notation END;
    END LOOP;
    IF cardinality(notations) > 1 THEN
        notations := array_remove(notations, 'either'::text);
    END IF;
    RETURN QUERY SELECT prefixes[1], notations[1], rows, CASE
        WHEN stranger IS NOT NULL THEN format('%s of %s values are no such ids, as %L', strange, rows, stranger)
        WHEN cardinality(prefixes) > 1
        THEN format('it holds ids of several type prefixes, as %s and %s', prefixes[1], prefixes[2])
        WHEN cardinality(notations) > 1
        THEN format('it holds ids of several notations, %s and %s', notations[1], notations[2])
        WHEN notations[1] = 'either' THEN 'its few ids can be base62id or base64uuid'
        END;
END $$;

CREATE FUNCTION base62id_moves.finds(query text) RETURNS boolean
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET row_security = off AS $$
DECLARE
    found_one boolean;
BEGIN
    EXECUTE format('SELECT EXISTS (%s)', query) INTO found_one;
    RETURN found_one;
END $$;

-- Why a text column keeps its type, whatever it holds.
CREATE FUNCTION base62id_moves.text_obstacle(relation oid, attribute integer) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT min(x.why)
        FROM base62id_moves.relatives(relation, attribute) AS r
            JOIN pg_class AS c ON c.oid = r.relative
            JOIN pg_attribute AS a ON a.attrelid = r.relative AND a.attnum = r.place,
            LATERAL (
                SELECT format('it is of the partition key of %s, and ids sort or hash otherwise', c.oid::regclass)
                FROM pg_partitioned_table AS p
                WHERE p.partrelid = c.oid AND (a.attnum = ANY (p.partattrs::smallint[])
                    OR p.partexprs::text ~ format(':varattno %s ', a.attnum))
                UNION ALL SELECT format('%s is a table OF a composite type', c.oid::regclass) WHERE c.reloftype <> 0
                UNION ALL SELECT format('the foreign table %s has it too', c.oid::regclass) WHERE c.relkind = 'f'
                UNION ALL SELECT 'it is a generated column' WHERE a.attgenerated <> ''
                UNION ALL
                SELECT format('the index %s chooses an operator class or a collation', i.indexrelid::regclass)
                FROM pg_index AS i,
                    unnest(i.indkey::smallint[], i.indclass::oid[], i.indcollation::oid[]) AS k(attribute, class, coll)
                    JOIN pg_opclass AS o ON o.oid = k.class
                WHERE i.indrelid = c.oid AND k.attribute = a.attnum
                    AND (NOT o.opcdefault OR k.coll NOT IN (0, a.attcollation))) AS x(why));
END $$;

-- user_id, userId, id: without a foreign key, only its name says that the column will hold nothing but ids.
CREATE FUNCTION base62id_moves.named_as_id(name text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN name ~ '(^|_)(id|uuid|guid|gid)$' OR name ~ '[a-z](Id|ID|Uuid|UUID)$';
END $$;

-- The notation that TYPES gives the texts of a table: {"table": ["ulid"]} for target ulid, the third word for typed.
CREATE FUNCTION base62id_moves.given_notation(target text, types jsonb, relation oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN base62id_moves.given(types, relation) ->> CASE target WHEN 'ulid' THEN 0 ELSE 2 END;
END $$;

-- Columns of 26 symbols that are keys or named as ids. Where they are empty, only TYPES can say that they hold ULIDs.
CREATE FUNCTION base62id_moves.could_be_ulid(type oid, modifier integer, key boolean, name text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN type IN ('varchar'::regtype, 'character'::regtype) AND modifier = 26 + 4
        AND (key OR base62id_moves.named_as_id(name));
END $$;

-- Text columns that hold ids, and those that could: keys, and what foreign keys connect with others. BASE: how many
-- values were read.
CREATE FUNCTION base62id_moves.text_candidates(target text, moving oid[], types jsonb)
RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    -- no value is read before it is known which columns move
    WITH found AS MATERIALIZED (
        SELECT a.attrelid, a.attnum::integer AS attnum, a.attname, a.atttypid, a.atttypmod,
            CASE WHEN a.attinhcount > 0 THEN 'inherit' ELSE 'change' END AS how,
            base62id_moves.given_notation(target, types, a.attrelid) AS given,
            jsonb_build_object('type', concat(format_type(a.atttypid, a.atttypmod),
                CASE WHEN a.attcollation <> t.typcollation THEN (
                    SELECT format(' COLLATE %I.%I', n.nspname, l.collname)
                    FROM pg_collation AS l JOIN pg_namespace AS n ON n.oid = l.collnamespace
                    WHERE l.oid = a.attcollation) END)) AS was,
            coalesce(base62id_moves.text_obstacle(a.attrelid, a.attnum::integer),
                base62id_moves.obstacle(a.attrelid, a.attnum::integer, moving)) AS obstacle,
            EXISTS (SELECT FROM pg_constraint AS k
                WHERE k.contype IN ('p', 'f') AND (k.conrelid = a.attrelid AND a.attnum = ANY (k.conkey)
                    OR k.confrelid = a.attrelid AND a.attnum = ANY (k.confkey))) AS key
        FROM unnest(moving) AS m
            JOIN pg_class AS c ON c.oid = m AND c.relkind IN ('r', 'p')
            JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
                AND a.atttypid IN ('text'::regtype, 'varchar'::regtype, 'character'::regtype)
            JOIN pg_type AS t ON t.oid = a.atttypid
    )
    SELECT f.attrelid, f.attnum, f.how, f.atttypid, NULL::oid, NULL::text, v.looked::text, v.prefix, v.notation, f.was,
        coalesce(v.obstacle, f.obstacle, CASE
            WHEN f.given IS NOT NULL AND v.notation IS NULL AND f.how = 'change' AND base62id_moves.finds(
                format('SELECT FROM %s WHERE %I IS NOT NULL', f.attrelid::regclass, f.attname))
            THEN 'none of its first values is such an id'
            WHEN f.how = 'change' AND NOT f.key AND NOT base62id_moves.named_as_id(f.attname::text)
            THEN 'it holds ids, but has no foreign key and is not named as an id: it may hold other texts tomorrow'
            END)
    FROM found AS f
        LEFT JOIN LATERAL base62id_moves.look(target, f.attrelid, f.attnum) AS v
            ON f.how = 'change' AND (f.obstacle IS NULL OR f.obstacle !~ '^the foreign table ')
    WHERE f.key OR v.notation IS NOT NULL OR f.how = 'inherit' OR target = 'ulid' AND f.given = 'ulid'
        AND base62id_moves.could_be_ulid(f.atttypid, f.atttypmod, f.key, f.attname::text);
END $$;

-- What foreign keys connect is one kind of id, and so is what has one type prefix and notation. PREFIX and NOTATION are
-- those of the values, or where there are none those that TYPES gives. A table of the kind names the type: the one
-- whose key it is, if there is one.
CREATE FUNCTION base62id_moves.text_kinds(target text, candidates base62id_moves.moving[], types jsonb)
RETURNS TABLE (origin text, type text, prefix text, notation text, made boolean, why text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    WITH kind_of AS MATERIALIZED (
        SELECT k.* FROM base62id_moves.kinds(candidates) AS k
    ), member AS (
        SELECT k.origin, k.component, k.leader, k.outside, c.notation, t.relnamespace, t.relname, n.nspname,
            coalesce(c.prefix, CASE WHEN c.notation IS NOT NULL THEN '' END) AS prefix,
            base62id_moves.given(types, t.oid) AS given,
            base62id_moves.given_notation(target, types, t.oid) AS given_notation
        FROM kind_of AS k
            JOIN unnest(candidates) AS c ON c.how = 'change' AND k.origin = format('%s.%s', c.relation, c.attribute)
            JOIN pg_class AS t ON t.oid = coalesce(k.leader, c.relation)
            JOIN pg_namespace AS n ON n.oid = t.relnamespace
    ), kind AS (
        SELECT m.component, count(m.outside) > 0 AS stays,
            coalesce(min(m.prefix), min(CASE WHEN target <> 'ulid' THEN m.given ->> 1
                WHEN m.given_notation = 'ulid' THEN '' END)) AS prefix,
            coalesce(min(m.notation), min(m.given_notation)) AS notation,
            CASE WHEN count(DISTINCT format('%s:%s', m.prefix, m.notation)) FILTER (WHERE m.notation IS NOT NULL) > 1
                THEN format('its foreign keys connect ids of the type prefixes %s',
                    string_agg(DISTINCT m.prefix, ', '::text)) END AS why
        FROM member AS m GROUP BY m.component
    ), named AS (
        SELECT DISTINCT ON (k.prefix, k.notation) k.prefix, k.notation, m.relnamespace, m.nspname,
            coalesce(m.given ->> 0, concat(CASE WHEN m.leader IS NULL THEN k.prefix
                ELSE left(base62id_moves.singular(m.relname::text), 43) END, '_id')) AS name
        FROM kind AS k JOIN member AS m ON m.component = k.component
        WHERE k.why IS NULL AND NOT k.stays AND k.prefix IS NOT NULL AND k.notation IS NOT NULL AND target = 'typed'
        ORDER BY k.prefix, k.notation, m.leader IS NULL, m.nspname, m.relname
    )
    SELECT m.origin, CASE WHEN target = 'ulid' THEN format('%I.ulid', base62id_moves.home())
            WHEN n.name IS NOT NULL THEN coalesce(y.type::regtype::text, format('%I.%I', n.nspname, n.name)) END,
        k.prefix, k.notation, target = 'ulid' OR y.type IS NOT NULL, coalesce(m.outside, k.why)
    FROM kind AS k
        JOIN member AS m ON m.component = k.component
        LEFT JOIN named AS n ON n.prefix = k.prefix AND n.notation = k.notation
        LEFT JOIN LATERAL (
            SELECT min(i.type) AS type FROM base62id_moves.typed_ids() AS i
            WHERE i.schema = n.relnamespace AND i.prefix = k.prefix AND i.notation = k.notation AND i.mask_key = 0
            ) AS y ON true
    WHERE k.prefix IS NOT NULL AND k.notation IS NOT NULL;
END $$;

-- The text columns that become ids, and their types.
CREATE FUNCTION base62id_moves.texts(target text, moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    candidates CONSTANT base62id_moves.moving[] :=
        ARRAY(SELECT c FROM base62id_moves.text_candidates(target, moving, types) AS c);
BEGIN
    RETURN QUERY
    SELECT c.relation, c.attribute, CASE WHEN k.why IS NULL THEN c.how ELSE 'stay' END, c.source, NULL::oid, k.type,
        c.base, CASE WHEN NOT k.made THEN k.prefix END, CASE WHEN NOT k.made THEN k.notation END, c.was, k.why
    FROM unnest(candidates) AS c
        JOIN base62id_moves.text_kinds(target, candidates, types) AS k
            ON k.origin = base62id_moves.origin(c.relation, c.attribute);
END $$;
