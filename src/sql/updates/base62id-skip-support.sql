-- Adds skip support, and what WITHOUT OVERLAPS and PERIOD need, to an extension that pg_upgrade
-- brought from PostgreSQL 15, 16 or 17 to 18 or later; on 19 or later also the casts to and from
-- bytea, to one that came from before 19.
--
--   psql -d DATABASE -f base62id-skip-support.sql        as a superuser, once in each database
--
-- pg_upgrade keeps the catalogs of an extension as they are, and before PostgreSQL 18 there was no
-- support function 6 of btree and no 12 of GiST.  Without them every query gives the same rows;
-- skip scans on a leading column of our types take more steps, and a key WITHOUT OVERLAPS is
-- refused. Before PostgreSQL 19 uuid had no casts to and from bytea.  A database in which the
-- extension was created on that major or later has it all already: then this does nothing.
--
-- The database may be another's, who can overload anything in the first schema of the path: so
-- nothing is looked up before the path is pinned, and the types of variables, which are looked up
-- at once, have their schema.

DO $do$
DECLARE
    home pg_catalog.text;
    type pg_catalog.text;
    family pg_catalog.text;
    skip_support pg_catalog.text;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    SELECT quote_ident(nspname::text) INTO home
    FROM pg_extension AS e
    JOIN pg_namespace AS n ON n.oid = e.extnamespace
    WHERE extname = 'base62id';
    IF home IS NULL THEN
        RAISE EXCEPTION 'this database does not have the extension base62id';
    END IF;
    IF current_setting('server_version_num')::integer < 180000 THEN
        RAISE EXCEPTION 'skip support exists from PostgreSQL 18 on';
    END IF;
    FOR type IN
        SELECT quote_ident(typname::text)
        FROM pg_type AS t
        JOIN pg_depend AS d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid
        JOIN pg_extension AS e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
        WHERE extname = 'base62id' AND deptype = 'e' AND typtype = 'b' AND typcategory <> 'A'
    LOOP
        skip_support := format('%s.%s_skipsupport(internal)', home, type);
        CONTINUE WHEN to_regprocedure(skip_support) IS NOT NULL;
        EXECUTE format(
            'CREATE FUNCTION %s RETURNS void '
            'AS ''$libdir/base62id'' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE',
            skip_support);
        EXECUTE format('COMMENT ON FUNCTION %s IS ''skip support''', skip_support);
        EXECUTE format(
            'ALTER OPERATOR FAMILY %1$s.%2$s_ops USING btree '
            'ADD FUNCTION 6 (%1$s.%2$s, %1$s.%2$s) %3$s',
            home, type, skip_support);
        EXECUTE format('ALTER EXTENSION base62id ADD FUNCTION %s', skip_support);
    END LOOP;
    FOR family IN
        SELECT quote_ident(opfname::text)
        FROM pg_opfamily AS f
        JOIN pg_depend AS d ON d.classid = 'pg_opfamily'::regclass AND d.objid = f.oid
        JOIN pg_extension AS e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
        JOIN pg_am AS a ON a.oid = opfmethod
        WHERE extname = 'base62id'
            AND deptype = 'e'
            AND amname = 'gist'
            AND NOT EXISTS (
                SELECT FROM pg_amproc WHERE amprocfamily = f.oid AND amprocnum = 12
            )
    LOOP
        EXECUTE format(
            'ALTER OPERATOR FAMILY %s.%s USING gist ADD FUNCTION 12 ("any", "any") '
            'pg_catalog.gist_translate_cmptype_common(integer)',
            home, family);
    END LOOP;
    IF current_setting('server_version_num')::integer < 190000 THEN
        RETURN;
    END IF;
    FOR type IN
        SELECT format('%s.%I', home, typname)
        FROM pg_type AS t
        JOIN pg_depend AS d ON d.classid = 'pg_type'::regclass AND d.objid = t.oid
        JOIN pg_extension AS e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
        JOIN pg_cast AS c
            ON castsource = t.oid AND casttarget = 'uuid'::regtype AND castmethod = 'b'
        WHERE castcontext = 'i'
            AND extname = 'base62id'
            AND deptype = 'e'
            AND NOT EXISTS (
                SELECT FROM pg_cast WHERE castsource = t.oid AND casttarget = 'bytea'::regtype
            )
    LOOP
        EXECUTE format('CREATE CAST (%s AS bytea) WITH FUNCTION pg_catalog.bytea(uuid)', type);
        EXECUTE format('CREATE CAST (bytea AS %s) WITH FUNCTION pg_catalog.uuid(bytea)', type);
        EXECUTE format('ALTER EXTENSION base62id ADD CAST (%s AS bytea)', type);
        EXECUTE format('ALTER EXTENSION base62id ADD CAST (bytea AS %s)', type);
    END LOOP;
END
$do$;
