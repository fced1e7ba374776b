-- Turns the domains of typeid_create_uuid_domain into the extension's types of the same names, and
-- their columns with them, in place and in one transaction. The extension is there, in any schema;
-- README.md says the rest.
BEGIN;
-- Names then come out with their schemas, and nobody else's are looked up.
SET LOCAL search_path = pg_catalog, pg_temp;
SET LOCAL lock_timeout = '5s';
SET LOCAL client_min_messages = notice;
DO $$
DECLARE
    home CONSTANT text := (
        SELECT quote_ident(nspname)
        FROM pg_extension AS e
        JOIN pg_namespace AS n ON n.oid = e.extnamespace
        WHERE extname = 'base62id'
    );
    kind record;
    command text;
BEGIN
    IF home IS NULL THEN
        RAISE undefined_object USING MESSAGE = 'the extension base62id is not there';
    END IF;
    CREATE TEMP TABLE base62id_kinds ON COMMIT DROP AS
        SELECT
            t.oid,
            t.typarray,
            t.oid::regtype::text AS name,
            n.nspname,
            t.typname,
            said[1] AS prefix,
            said[2] AS notation
        FROM pg_type AS t
        JOIN pg_namespace AS n ON n.oid = t.typnamespace,
        regexp_match(
            obj_description(t.oid, 'pg_type'),
            '^UUIDs that are read and written as ids of the type prefix "(.*)" '
            'in notation (\w+)$') AS said
        WHERE t.typtype = 'd'
            AND t.typbasetype = 'uuid'::regtype
            AND to_regprocedure(
                format('%I.%I(text)', n.nspname, t.typname || '__from_text')) IS NOT NULL;

    -- Columns, in the order of their tables. What refers to a key of plain uuid, as to auth.users,
    -- stays one.
    CREATE TEMP TABLE base62id_columns ON COMMIT DROP AS
        SELECT
            a.attrelid,
            a.attname,
            a.attnum,
            k.name,
            CASE WHEN a.atttypid = k.oid THEN '' ELSE '[]' END AS list,
            pg_get_expr(x.adbin, x.adrelid) AS default_,
            EXISTS (
                SELECT
                FROM pg_constraint AS c, unnest(c.conkey, c.confkey) AS pair (own, other)
                WHERE c.contype = 'f'
                    AND c.conrelid = a.attrelid
                    AND pair.own = a.attnum
                    AND EXISTS (
                        SELECT
                        FROM pg_attribute AS o
                        WHERE o.attrelid = c.confrelid
                            AND o.attnum = pair.other
                            AND o.atttypid = 'uuid'::regtype
                    )
            ) AS stays
        FROM pg_temp.base62id_kinds AS k
        JOIN pg_attribute AS a ON a.atttypid IN (k.oid, k.typarray)
        JOIN pg_class AS r ON r.oid = a.attrelid
        LEFT JOIN pg_attrdef AS x ON (x.adrelid, x.adnum) = (a.attrelid, a.attnum)
        WHERE r.relkind IN ('r', 'p') AND a.attinhcount = 0 AND NOT a.attisdropped;
    CREATE TEMP TABLE base62id_keys ON COMMIT DROP AS
        SELECT DISTINCT
            c.conrelid::regclass AS of_table,
            c.conname,
            pg_get_constraintdef(c.oid) AS definition
        FROM pg_constraint AS c
        JOIN pg_temp.base62id_columns AS k
            ON (k.attrelid = c.conrelid AND k.attnum = ANY (c.conkey))
            OR (k.attrelid = c.confrelid AND k.attnum = ANY (c.confkey))
        WHERE c.contype = 'f' AND c.conparentid = 0;

    FOR command IN
        SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', of_table, conname)
        FROM pg_temp.base62id_keys
        UNION ALL
        SELECT format('ALTER TABLE %s %s',
            attrelid::regclass,
            string_agg(
                CASE
                    WHEN default_ IS NULL THEN ''
                    ELSE format('ALTER %I DROP DEFAULT, ', attname)
                END || format('ALTER %I TYPE uuid%s', attname, list),
                ', '))
        FROM pg_temp.base62id_columns
        GROUP BY attrelid
    LOOP
        EXECUTE command;
    END LOOP;
    FOR kind IN SELECT * FROM pg_temp.base62id_kinds LOOP
        FOR command IN
            SELECT format('DROP CAST (%s AS %s)', castsource::regtype, casttarget::regtype)
            FROM pg_cast
            WHERE kind.oid IN (castsource, casttarget)
            UNION ALL
            SELECT 'DROP FUNCTION ' || oid::regprocedure
            FROM pg_proc
            WHERE pronamespace = to_regnamespace(quote_ident(kind.nspname))
                AND proname ~ '__(to|from)_(text|json)$'
                AND kind.oid IN (prorettype, proargtypes[0])
                AND starts_with(proname, kind.typname || '__')
        LOOP
            EXECUTE command;
        END LOOP;
        EXECUTE format('DROP DOMAIN %s', kind.name);
        EXECUTE format(
            'SELECT %s.typeid_create_type(%L::text, %L::text, %L::text, 0, true, false)',
            home, kind.name, kind.prefix, kind.notation);
    END LOOP;
    FOR command IN
        SELECT format('ALTER TABLE %s %s',
            attrelid::regclass,
            string_agg(
                format('ALTER %1$I TYPE %2$s USING %1$I::%2$s',
                    attname, CASE WHEN stays THEN 'uuid' ELSE name END || list)
                || CASE
                    WHEN default_ IS NULL THEN ''
                    ELSE format(', ALTER %I SET DEFAULT %s', attname, default_)
                END,
                ', '))
        FROM pg_temp.base62id_columns
        GROUP BY attrelid
        UNION ALL
        SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', of_table, conname, definition)
        FROM pg_temp.base62id_keys
    LOOP
        EXECUTE command;
    END LOOP;
END $$;
COMMIT;
