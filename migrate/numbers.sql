-- ---------- numbers ----------
--
-- types => {"invoices": ["invoice_id", "inv", "uid11", mask_key]} moves the key of a table, and what references it,
-- from bigint, integer or smallint to a typed id over numbers; target bigint brings back what a typed id over numbers
-- has. An identity becomes a default of a sequence of the same name and value, and an identity again. The mark says
-- whether it was GENERATED ALWAYS, and which width the number had.

-- The numbers that foreign keys connect with a key for which TYPES has a type. BASE is the number of the mask's key.
CREATE FUNCTION base62id_moves.numbers(moving oid[], types jsonb) RETURNS SETOF base62id_moves.moving
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    candidates base62id_moves.moving[];
BEGIN
    IF NOT EXISTS (SELECT FROM jsonb_each(types) AS t WHERE t.value ->> 2 = 'uid11') THEN
        RETURN;
    END IF;
    candidates := ARRAY(
        SELECT ROW(a.attrelid, a.attnum, CASE WHEN a.attinhcount > 0 THEN 'inherit' ELSE 'change' END, a.atttypid,
            NULL, NULL, NULL, NULL, NULL,
            jsonb_strip_nulls(jsonb_build_object('type', format_type(a.atttypid, -1),
                'identity', nullif(a.attidentity::text, ''::text))),
            coalesce(base62id_moves.text_obstacle(a.attrelid, a.attnum::integer),
                base62id_moves.obstacle(a.attrelid, a.attnum::integer, moving)))::base62id_moves.moving
        FROM unnest(moving) AS m
            JOIN pg_class AS c ON c.oid = m AND c.relkind IN ('r', 'p')
            JOIN pg_attribute AS a ON a.attrelid = m AND a.attnum > 0 AND NOT a.attisdropped
                AND a.atttypid IN ('bigint'::regtype, 'integer'::regtype, 'smallint'::regtype)
        WHERE EXISTS (SELECT FROM pg_constraint AS k
            WHERE a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
                    AND (k.contype = 'f' OR k.contype = 'p' AND cardinality(k.conkey) = 1)
                OR a.attrelid = k.confrelid AND a.attnum = ANY (k.confkey)));
    RETURN QUERY
    WITH kind AS MATERIALIZED (
        SELECT k.*, base62id_moves.given(types, k.leader) AS given FROM base62id_moves.kinds(candidates) AS k
    ), named AS (
        SELECT k.*, k.given ->> 1 AS prefix, coalesce((k.given ->> 3)::integer, 0) AS mask, n.oid AS schema,
            format('%I.%I', n.nspname, k.given ->> 0) AS type
        FROM kind AS k
            JOIN pg_class AS c ON c.oid = k.leader
            JOIN pg_namespace AS n ON n.oid = c.relnamespace
        WHERE k.given ->> 2 = 'uid11'
    )
    SELECT c.relation, c.attribute, CASE WHEN n.outside IS NULL THEN c.how ELSE 'stay' END, c.source, NULL::oid,
        coalesce(y.type::regtype::text, n.type), n.mask::text, CASE WHEN y.type IS NULL THEN n.prefix END, 'uid11',
        c.was, n.outside
    FROM unnest(candidates) AS c
        JOIN named AS n ON n.origin = base62id_moves.origin(c.relation, c.attribute)
        LEFT JOIN LATERAL (
            SELECT min(i.type) AS type FROM base62id_moves.typed_ids() AS i
            WHERE i.schema = n.schema AND i.prefix = n.prefix AND i.notation = 'uid11' AND i.mask_key = n.mask
            ) AS y ON true;
END $$;

-- The sequences of identities that move, and those that stand for one. KIND: what the identity was.
CREATE FUNCTION base62id_moves.identities(target text, columns base62id_moves.moving[])
RETURNS TABLE (relation oid, attribute integer, sequence oid, kind text)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN QUERY
    SELECT c.relation, c.attribute, d.objid, c.was ->> 'identity'::text
    FROM base62id_moves.movers(columns) AS c
        JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
            AND d.refobjid = c.relation AND d.refobjsubid = c.attribute
            AND d.deptype = CASE WHEN target = 'bigint' THEN 'a'::"char" ELSE 'i'::"char" END
        JOIN pg_sequence AS s ON s.seqrelid = d.objid
    WHERE c.was ? 'identity' AND c.how = 'change'
    ORDER BY c.relation::regclass::text;
END $$;

CREATE FUNCTION base62id_moves.sequence_options(sequence oid) RETURNS text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RETURN (
        SELECT format('INCREMENT BY %s MINVALUE %s MAXVALUE %s START WITH %s CACHE %s %s', s.seqincrement, s.seqmin,
            s.seqmax, s.seqstart, s.seqcache, CASE WHEN s.seqcycle THEN 'CYCLE' ELSE 'NO CYCLE' END)
        FROM pg_sequence AS s WHERE s.seqrelid = sequence);
END $$;

-- An identity cannot give its sequence away, and takes none that is there. So one is dropped and the other made, with
-- the value that is read under the lock.
CREATE FUNCTION base62id_moves.number_statements(target text, columns base62id_moves.moving[])
RETURNS SETOF base62id_moves.row
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    i record;
    body CONSTANT text := E'DECLARE\n    was pg_catalog.int8;\n    called pg_catalog.bool;\nBEGIN\n'
        '    SELECT last_value, is_called INTO was, called FROM %s;%s\n'
        '    PERFORM pg_catalog.setval(%L::pg_catalog.regclass, was, called);\nEND';
BEGIN
    FOR i IN
        SELECT x.*, x.sequence::regclass AS name, q.relname, q.relacl, q.relowner, q.relnamespace,
            s.seqtypid::regtype AS width, q.relpersistence, base62id_moves.sequence_options(x.sequence) AS options,
            format('ALTER TABLE %s ALTER COLUMN %s', x.relation::regclass,
                base62id_moves.column_name(x.relation, x.attribute)) AS alter
        FROM base62id_moves.identities(target, columns) AS x
            JOIN pg_class AS q ON q.oid = x.sequence
            JOIN pg_sequence AS s ON s.seqrelid = x.sequence
    LOOP
        IF target = 'bigint' THEN
            RETURN QUERY VALUES
                ('before', format('%s DROP DEFAULT', i.alter), NULL::text),
                ('after', format('DO %L', format(body, i.name, format(
                    E'\n    DROP SEQUENCE %s;\n    %s ADD GENERATED %s AS IDENTITY (SEQUENCE NAME %s %s);',
                    i.name, i.alter, CASE i.kind WHEN 'a' THEN 'ALWAYS' ELSE 'BY DEFAULT' END, i.name, i.options),
                    i.name)), NULL::text);
        ELSE
            RETURN QUERY VALUES ('before', format('DO %L', format(body, i.name, format(
                E'\n    %s DROP IDENTITY;\n    CREATE %sSEQUENCE %s AS %s %s;', i.alter,
                CASE i.relpersistence WHEN 'u' THEN 'UNLOGGED ' END, i.name, i.width, i.options), i.name)), NULL::text);
            RETURN QUERY
            SELECT 'before', o, NULL::text
            FROM base62id_moves.owner('pg_class'::regclass::oid, i.sequence, i.relowner) AS o;
            RETURN QUERY VALUES
                ('after', format('ALTER SEQUENCE %s OWNED BY %s.%s', i.name, i.relation::regclass,
                    base62id_moves.column_name(i.relation, i.attribute)), NULL::text),
                ('after', format('%s SET DEFAULT pg_catalog.nextval(%L::pg_catalog.regclass)', i.alter, i.name),
                    NULL::text);
        END IF;
        RETURN QUERY
        SELECT 'after', n, NULL::text FROM base62id_moves.notes('pg_class'::regclass::oid, i.sequence, 0) AS n;
        RETURN QUERY
        SELECT 'after', g, NULL::text FROM base62id_moves.grants('SEQUENCE'::text, i.name::text, 's'::"char",
            i.relnamespace, i.relacl, i.relowner, ''::text) AS g;
    END LOOP;
END $$;

-- Numbers that would not keep their order, and functions that take numbers.
CREATE FUNCTION base62id_moves.stops_of_numbers(columns base62id_moves.moving[]) RETURNS SETOF text
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    c record;
BEGIN
    FOR c IN
        SELECT m.*, m.relation::regclass AS name, x.attname, base62id_moves.escaped(r.relname::text) AS table_word,
            base62id_moves.escaped(x.attname) AS column_word
        FROM base62id_moves.movers(columns) AS m
            JOIN pg_class AS r ON r.oid = m.relation,
            LATERAL (SELECT base62id_moves.column_name(m.relation, m.attribute)) AS x(attname)
        WHERE m.source IN ('bigint'::regtype, 'integer'::regtype, 'smallint'::regtype)
        ORDER BY m.relation::regclass::text, m.attribute
    LOOP
        IF c.how = 'change' AND base62id_moves.finds(format(
                'SELECT FROM %s AS t WHERE t.%s OPERATOR(pg_catalog.<) 0::pg_catalog.int2', c.name, c.attname)) THEN
            RETURN NEXT format('%s.%s holds numbers below zero, which would sort behind all others. Change or delete '
                'them before.', c.name, c.attname);
        END IF;
        RETURN QUERY
        SELECT format('the function %s speaks of %s and %s, and takes or compares with numbers. Let it take %s, or '
            'cast: %s::bigint.', p.oid::regprocedure, c.name, c.attname, c.type, c.attname)
        FROM pg_proc AS p
        WHERE p.prosrc ~* format('\m%s\M', c.table_word) AND p.prosrc ~* format('\m%s\M', c.column_word)
            AND p.prosrc !~* format('\m%s"?::bigint\M', c.column_word)
            AND (p.proargtypes::oid[] && ARRAY['bigint'::regtype, 'integer'::regtype, 'smallint'::regtype]::oid[]
                OR p.prosrc ~* format('\m%s"?\s*(=|<>|!=|<|>|\min\M)[=>]?\s*\(?\s*\d', c.column_word))
            AND NOT EXISTS (SELECT FROM pg_depend AS d
                WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
        ORDER BY 1;
    END LOOP;
END $$;
