-- Puts the extension base62id in the place of the functions in SQL, in one transaction; README.md
-- says what it locks.
BEGIN;
SET LOCAL search_path = public;  -- the schema that holds the functions
SET LOCAL lock_timeout = '5s';
SET LOCAL client_min_messages = notice;

-- 1. Columns of id types become text, without a rewrite, and what is to come back is remembered.
CREATE TEMP TABLE base62id_later (step integer, command text) ON COMMIT DROP;
DO $$
DECLARE
    kinds pg_catalog.oid[];
    command pg_catalog.text;
    kind record;
    home CONSTANT pg_catalog.text :=
        pg_catalog.quote_ident(pg_catalog.current_schema()::pg_catalog.text);
BEGIN
    -- Names then come out with their schemas, and nobody else's are looked up.
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    -- What typeid_types() says, without calling it: that function is somebody else's.
    SELECT array_agg(c.contypid) INTO kinds
    FROM pg_constraint AS c
    JOIN pg_description AS d
        ON d.objoid = c.oid AND d.classoid = c.tableoid AND d.objsubid = 0
    WHERE c.conname = 'base62id_kind'
        AND starts_with(d.description, 'TypeIDs of the type prefix "');

    CREATE TEMP TABLE base62id_columns ON COMMIT DROP AS
        SELECT
            a.attrelid,
            a.attnum,
            a.attname,
            t.oid::regtype::text || list AS type,
            list,
            pg_get_expr(x.adbin, x.adrelid) AS default_
        FROM pg_type AS t
        JOIN pg_attribute AS a ON a.atttypid IN (t.oid, t.typarray)
        JOIN pg_class AS c ON c.oid = a.attrelid
        LEFT JOIN pg_attrdef AS x ON (x.adrelid, x.adnum) = (a.attrelid, a.attnum),
        LATERAL (SELECT CASE WHEN a.atttypid = t.oid THEN '' ELSE '[]' END) AS l (list)
        WHERE t.oid = ANY (kinds)
            AND c.relkind IN ('r', 'p')
            AND a.attinhcount = 0
            AND NOT a.attisdropped;
    CREATE TEMP TABLE base62id_keys ON COMMIT DROP AS
        SELECT DISTINCT c.conrelid, c.conname, pg_get_constraintdef(c.oid) AS definition
        FROM pg_constraint AS c
        JOIN pg_temp.base62id_columns AS k
            ON (k.attrelid = c.conrelid AND k.attnum = ANY (c.conkey))
            OR (k.attrelid = c.confrelid AND k.attnum = ANY (c.confkey))
        WHERE c.contype = 'f' AND c.conparentid = 0;

    INSERT INTO pg_temp.base62id_later
        SELECT
            1,
            format(
                'SELECT %s.typeid_create_type(%L::text, '
                'split_part(%L::text, ''"''::text, 2), ''typeid''::text, 0, false, false)',
                home, c.contypid::regtype, obj_description(c.oid, 'pg_constraint'))
        FROM pg_constraint AS c
        WHERE c.contypid = ANY (kinds) AND c.conname = 'base62id_kind'
        UNION ALL
        SELECT
            2,
            format('ALTER TABLE %s %s',
                attrelid::regclass,
                string_agg(
                    format('ALTER %1$I TYPE %2$s USING %1$I::text%3$s::%2$s',
                        attname, type, list)
                    || CASE
                        WHEN default_ IS NULL THEN ''
                        ELSE format(', ALTER %I SET DEFAULT %s', attname, default_)
                    END,
                    ', '))
        FROM pg_temp.base62id_columns
        GROUP BY attrelid
        UNION ALL
        SELECT
            3,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s',
                conrelid::regclass, conname, definition)
        FROM pg_temp.base62id_keys;

    FOR command IN
        SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname)
        FROM pg_temp.base62id_keys
        UNION ALL
        SELECT format('ALTER TABLE %s %s',
            attrelid::regclass,
            string_agg(
                CASE
                    WHEN default_ IS NULL THEN ''
                    ELSE format('ALTER %I DROP DEFAULT, ', attname)
                END || format('ALTER %I TYPE text%s COLLATE "C"', attname, list),
                ', '))
        FROM pg_temp.base62id_columns
        GROUP BY attrelid
    LOOP
        EXECUTE command;
    END LOOP;
    FOR kind IN
        SELECT t.oid::regtype AS name, n.nspname, t.typname
        FROM pg_type AS t
        JOIN pg_namespace AS n ON n.oid = t.typnamespace
        WHERE t.oid = ANY (kinds)
    LOOP
        EXECUTE format(
            'DROP FUNCTION %1$I.%2$I(), %1$I.%2$I(timestamptz), %1$I.%3$I(timestamptz), '
            '%1$I.%4$I(timestamptz), %1$I.%5$I(%6$s), %1$I.%7$I(text)',
            kind.nspname,
            kind.typname || '_new',
            kind.typname || '_min',
            kind.typname || '_max',
            kind.typname || '_timestamp',
            kind.name,
            kind.typname || '_decode');
        EXECUTE format('DROP DOMAIN %s', kind.name);
    END LOOP;
    PERFORM set_config('search_path', home, true);
END $$;

-- 2. The functions make place.
DO $$
DECLARE
    home CONSTANT pg_catalog.text :=
        pg_catalog.quote_ident(pg_catalog.current_schema()::pg_catalog.text);
    ours pg_catalog.oid[];
    in_the_way pg_catalog.text;
    before pg_catalog.text[];
    after pg_catalog.text[];
    command pg_catalog.text;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);

    -- Domains over uuid, whose functions call those that are dropped here.
    CREATE TEMP TABLE base62id_domains ON COMMIT DROP AS
        SELECT t.oid, t.typarray, t.oid::regtype::text AS name
        FROM pg_cast AS c
        JOIN pg_type AS t ON t.oid = c.castsource
        JOIN pg_proc AS p ON p.oid = c.castfunc
        WHERE c.casttarget = 'text'::regtype
            AND t.typtype = 'd'
            AND t.typbasetype = 'uuid'::regtype
            AND starts_with(p.prosrc, format('SELECT %s.typeid__written(', home));
    -- Where domains-to-types.sql would stop, stop before anything is dropped.
    SELECT string_agg(DISTINCT pg_describe_object(d.classid, d.objid, d.objsubid), E'\n')
    INTO in_the_way
    FROM pg_depend AS d
    WHERE d.classid IN (
            'pg_rewrite'::regclass,
            'pg_policy'::regclass,
            'pg_trigger'::regclass,
            'pg_attrdef'::regclass)
        AND (
            EXISTS (
                SELECT
                FROM pg_temp.base62id_domains AS k
                JOIN pg_cast AS c ON k.oid IN (c.castsource, c.casttarget)
                WHERE (d.refclassid, d.refobjid) = ('pg_proc'::regclass, c.castfunc)
            )
            OR EXISTS (
                SELECT
                FROM pg_temp.base62id_domains AS k
                JOIN pg_attribute AS a ON a.atttypid IN (k.oid, k.typarray)
                LEFT JOIN pg_attrdef AS x ON (x.adrelid, x.adnum) = (a.attrelid, a.attnum)
                WHERE (d.refclassid, d.refobjid, d.refobjsubid)
                        = ('pg_class'::regclass, a.attrelid, a.attnum)
                    AND (d.classid, d.objid)
                        IS DISTINCT FROM ('pg_attrdef'::regclass, x.oid)
            )
        );
    IF in_the_way IS NOT NULL THEN
        RAISE dependent_objects_still_exist USING
            MESSAGE = 'domains over uuid cannot be converted while other objects use them',
            DETAIL = in_the_way,
            HINT = 'README.md says what to do with them.';
    END IF;

    SELECT array_agg(p.oid) INTO ours
    FROM pg_proc AS p
    WHERE p.pronamespace = home::regnamespace
        AND (
            p.proname ~ '^(base62id|uid11|typeid|baseuid|ulid)__'
            OR obj_description(p.oid, 'pg_proc') LIKE '% (base62id in SQL)'
        );

    SELECT array_agg(DISTINCT u.before), array_agg(DISTINCT u.after) INTO before, after
    FROM pg_depend AS d, LATERAL (
        SELECT
            format('ALTER TABLE %s ALTER %I DROP DEFAULT', a.attrelid::regclass, a.attname),
            format('ALTER TABLE %s ALTER %I SET DEFAULT %s',
                a.attrelid::regclass, a.attname, pg_get_expr(x.adbin, x.adrelid))
        FROM pg_attrdef AS x
        JOIN pg_attribute AS a ON (a.attrelid, a.attnum) = (x.adrelid, x.adnum)
        WHERE (d.classid, d.objid) = ('pg_attrdef'::regclass, x.oid) AND a.attgenerated = ''
        UNION ALL
        SELECT
            format('ALTER DOMAIN %s DROP DEFAULT', t.oid::regtype),
            format('ALTER DOMAIN %s SET DEFAULT %s',
                t.oid::regtype, pg_get_expr(t.typdefaultbin, 0))
        FROM pg_type AS t
        WHERE (d.classid, d.objid) = ('pg_type'::regclass, t.oid) AND t.typtype = 'd'
        UNION ALL
        SELECT
            format('ALTER %s DROP CONSTRAINT %I', k.owner, c.conname),
            format('ALTER %s ADD CONSTRAINT %I %s NOT VALID',
                k.owner,
                c.conname,
                regexp_replace(pg_get_constraintdef(c.oid), ' NOT VALID$', ''))
        FROM pg_constraint AS c, LATERAL (
            SELECT CASE
                WHEN c.contypid <> 0 THEN format('DOMAIN %s', c.contypid::regtype)
                ELSE format('TABLE %s', c.conrelid::regclass)
            END
        ) AS k (owner)
        WHERE (d.classid, d.objid) = ('pg_constraint'::regclass, c.oid)
            AND c.contype = 'c'
            AND c.coninhcount = 0
    ) AS u (before, after)
    WHERE d.refclassid = 'pg_proc'::regclass AND d.refobjid = ANY (ours);

    FOREACH command IN ARRAY coalesce(before, '{}') LOOP
        EXECUTE command;
    END LOOP;
    FOR i IN 1 .. cardinality(ours) LOOP
        EXECUTE format('DROP FUNCTION %s', ours[i]::regprocedure);
    END LOOP;
    EXECUTE format('CREATE EXTENSION base62id SCHEMA %s', home);
    FOREACH command IN ARRAY coalesce(after, '{}') LOOP
        RAISE NOTICE '%', command;
        EXECUTE command;
    END LOOP;
END $$;

-- 3. Id types again, as types of the extension.
DO $$
DECLARE
    command pg_catalog.text;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    FOR command IN SELECT l.command FROM pg_temp.base62id_later AS l ORDER BY step LOOP
        RAISE NOTICE '%', command;
        EXECUTE command;
    END LOOP;
END $$;

-- 4. What is still to be done.
DO $$
DECLARE
    domains pg_catalog.text;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    SELECT string_agg(name, ', ' ORDER BY name) INTO domains FROM pg_temp.base62id_domains;
    IF domains IS NOT NULL THEN
        RAISE WARNING USING
            ERRCODE = 'undefined_function',
            MESSAGE = format('the functions of domains over uuid do not work now: %s', domains),
            HINT = 'Run domains-to-types.sql next, which converts these domains.';
    END IF;
END $$;
COMMIT;
