-- Drops the domains of typeid_create_type and typeid_create_uuid_domain, and then the functions of
-- base62id.sql and masks.sql, in one transaction. Where anything else still uses one of them,
-- PostgreSQL refuses, and nothing is removed; README.md says what to do with columns before.
BEGIN;
SET LOCAL search_path = public;  -- the schema that holds the functions
SET LOCAL lock_timeout = '5s';
SET LOCAL client_min_messages = notice;
DO $$
DECLARE
    home CONSTANT pg_catalog.text :=
        pg_catalog.quote_ident(pg_catalog.current_schema()::pg_catalog.text);
    kinds pg_catalog.oid[];
    functions_of_kinds pg_catalog.oid[];
    functions pg_catalog.oid[];
    command pg_catalog.text;
    message pg_catalog.text;
    detail pg_catalog.text;
BEGIN
    -- Names then come out with their schemas, and nobody else's are looked up.
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);

    -- A domain over text has a constraint that depends on a function. A domain over uuid depends on
    -- none: its functions have bodies that are texts, and would stay behind, broken.
    SELECT array_agg(oid) INTO kinds
    FROM (
        SELECT c.contypid
        FROM pg_constraint AS c
        JOIN pg_depend AS d ON (d.classid, d.objid) = ('pg_constraint'::regclass, c.oid)
        WHERE c.conname = 'base62id_kind'
            AND c.contypid <> 0
            AND d.refclassid = 'pg_proc'::regclass
            AND d.refobjid = to_regprocedure(home || '.typeid_check_text(text, text)')
        UNION
        SELECT t.oid
        FROM pg_cast AS c
        JOIN pg_type AS t ON t.oid = c.castsource
        JOIN pg_proc AS p ON p.oid = c.castfunc
        WHERE c.casttarget = 'text'::regtype
            AND t.typtype = 'd'
            AND t.typbasetype = 'uuid'::regtype
            AND starts_with(p.prosrc, format('SELECT %s.typeid__written(', home))
    ) AS k (oid);
    SELECT array_agg(p.oid) INTO functions_of_kinds
    FROM pg_type AS t
    JOIN pg_namespace AS n ON n.oid = t.typnamespace
    CROSS JOIN LATERAL (
        VALUES
            ('_new', ''),
            ('_new', 'timestamptz'),
            ('_min', 'timestamptz'),
            ('_max', 'timestamptz'),
            ('_timestamp', t.oid::regtype::text),
            ('_decode', 'text'),
            ('__to_text', t.oid::regtype::text),
            ('__to_json', t.oid::regtype::text),
            ('__from_text', 'text'),
            ('__from_json', 'json')
    ) AS f (ending, argument)
    JOIN pg_proc AS p
        ON p.oid = to_regprocedure(
            format('%I.%I(%s)', n.nspname, t.typname || f.ending, f.argument))
    WHERE t.oid = ANY (kinds)
        AND t.oid IN (p.prorettype, p.proargtypes[0])
        AND strpos(p.prosrc, home || '.typeid_') > 0;

    -- The members of an extension of pg_tle are dropped with it.
    SELECT array_agg(p.oid) INTO functions
    FROM pg_proc AS p
    WHERE p.pronamespace = to_regnamespace(home)
        AND (
            p.proname ~ '^(base62id|uid11|typeid|baseuid|ulid)__'
            OR obj_description(p.oid, 'pg_proc') LIKE '% (base62id in SQL)'
        )
        AND p.oid <> ALL (coalesce(functions_of_kinds, '{}'))
        AND NOT EXISTS (
            SELECT
            FROM pg_depend AS d
            WHERE (d.classid, d.objid, d.deptype) = ('pg_proc'::regclass, p.oid, 'e')
        );
    IF kinds IS NULL AND functions IS NULL THEN
        RAISE undefined_function USING
            MESSAGE = format('the schema %s has no functions of base62id.sql', home),
            HINT = 'Write the schema that holds them after "SET LOCAL search_path =".';
    END IF;

    FOR command IN
        SELECT format('DROP CAST (%s AS %s)', castsource::regtype, casttarget::regtype)
        FROM pg_cast
        WHERE castfunc = ANY (functions_of_kinds)
        UNION ALL
        SELECT 'DROP FUNCTION ' || string_agg(f::regprocedure::text, ', ')
        FROM unnest(functions_of_kinds) AS f
        HAVING count(*) > 0
        UNION ALL
        SELECT 'DROP DOMAIN ' || string_agg(k::regtype::text, ', ')
        FROM unnest(kinds) AS k
        HAVING count(*) > 0
        UNION ALL
        SELECT 'DROP FUNCTION ' || string_agg(f::regprocedure::text, ', ')
        FROM unnest(functions) AS f
        HAVING count(*) > 0
    LOOP
        EXECUTE command;
    END LOOP;
EXCEPTION
    WHEN dependent_objects_still_exist THEN
        -- PostgreSQL's hint is to use CASCADE, which would drop the columns with their values.
        GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
        RAISE dependent_objects_still_exist USING
            MESSAGE = message,
            DETAIL = detail,
            HINT = 'Nothing was removed. Convert columns of domains over uuid to uuid, and columns '
                'of domains over text to text. README.md has the statements.';
END $$;
COMMIT;
