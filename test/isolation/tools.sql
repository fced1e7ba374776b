-- What the pairs and the storm need of their database.

-- What a race has left of objects of superusers whose type, schema or function is gone, and type
-- prefixes that serve twice in a schema (not of types that a superuser has moved there: ALTER TYPE
-- does not ask us).
CREATE FUNCTION is_type(type oid) RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (SELECT FROM pg_type WHERE oid = type)
$$;
CREATE FUNCTION is_schema(schema oid) RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (SELECT FROM pg_namespace WHERE oid = schema)
$$;
CREATE FUNCTION is_function(function oid) RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (SELECT FROM pg_proc WHERE oid = function)
$$;
CREATE FUNCTION is_family(family oid) RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (SELECT FROM pg_opfamily WHERE oid = family)
$$;
CREATE FUNCTION broken() RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
    here text := (
        SELECT quote_ident(nspname)
        FROM pg_proc p
        JOIN pg_namespace n ON n.oid = pronamespace
        WHERE proname = 'typeid_types'
    );
BEGIN
    RETURN QUERY
    SELECT format('function %s', proname)
    FROM pg_proc
    WHERE proowner = 10
        AND (
            NOT is_schema(pronamespace)
            OR NOT EXISTS (SELECT FROM pg_language l WHERE l.oid = prolang)
            OR EXISTS (
                SELECT FROM unnest(proargtypes || prorettype) AS a WHERE NOT is_type(a)
            )
        )
    UNION ALL
    SELECT format('operator %s %s', oid, oprname)
    FROM pg_operator
    WHERE oprowner = 10
        AND (
            NOT is_schema(oprnamespace)
            OR oprcode <> 0 AND NOT is_function(oprcode)
            OR EXISTS (
                SELECT FROM unnest(ARRAY[oprleft, oprright]) AS a WHERE a <> 0 AND NOT is_type(a)
            )
        )
    UNION ALL
    SELECT format('type %s', typname)
    FROM pg_type
    WHERE NOT is_schema(typnamespace) OR NOT is_function(typinput)
    UNION ALL
    SELECT format('operator class %s', opcname)
    FROM pg_opclass
    WHERE NOT is_schema(opcnamespace) OR NOT is_type(opcintype) OR NOT is_family(opcfamily)
    UNION ALL
    SELECT format('support function %s', oid)
    FROM pg_amproc
    WHERE NOT is_function(amproc) OR NOT is_family(amprocfamily)
    UNION ALL
    SELECT format('cast %s', oid)
    FROM pg_cast
    WHERE NOT is_type(castsource)
        OR NOT is_type(casttarget)
        OR castfunc <> 0 AND NOT is_function(castfunc);
    IF here IS NOT NULL THEN
        RETURN QUERY EXECUTE format(
            $q$
            SELECT format('type prefix %%s of %%s types', prefix, count(*))
            FROM %s.typeid_types() u
            JOIN pg_type t ON t.oid = u.type
            JOIN pg_proc p ON p.oid = typinput AND pronamespace = typnamespace
            GROUP BY typnamespace, prefix
            HAVING count(*) > 1
            $q$,
            here);
    END IF;
END $$;

-- Code of others that runs where a superuser's type, operator, class or cast is used.
CREATE FUNCTION captured() RETURNS SETOF text LANGUAGE sql AS $$
    WITH used AS (
        SELECT format('operator %s', o.oid::regoperator) AS what, oprcode AS function
        FROM pg_operator o
        WHERE oprowner = 10
        UNION ALL
        SELECT format('support function %s of family %s', amprocnum, opfname), amproc
        FROM pg_amproc
        JOIN pg_opfamily f ON f.oid = amprocfamily
        WHERE opfowner = 10
        UNION ALL
        SELECT format('operator %s of family %s', amopopr::regoperator, opfname), oprcode
        FROM pg_amop
        JOIN pg_opfamily f ON f.oid = amopfamily
        JOIN pg_operator o ON o.oid = amopopr
        WHERE opfowner = 10
        UNION ALL
        SELECT
            format('type %s', t.oid::regtype),
            unnest(ARRAY[typinput, typoutput, typreceive, typsend, typanalyze]::oid[])
        FROM pg_type t
        WHERE typowner = 10 AND typtype = 'b'
        UNION ALL
        SELECT
            format('cast of %s to %s', castsource::regtype, casttarget::regtype),
            castfunc
        FROM pg_cast
    )
    SELECT format('%s: function %s of %s',
        what, function::regprocedure, pg_get_userbyid(proowner))
    FROM used
    JOIN pg_proc p ON p.oid = function
    WHERE proowner <> 10
    UNION ALL
    SELECT format('class %s', opcname)
    FROM pg_opclass
    JOIN pg_opfamily f ON f.oid = opcfamily
    WHERE opcowner = 10 AND opfowner <> 10
$$;

-- Everything as it was: the extension in public, a type with a missing operator, a table, and
-- schemas to move to.
CREATE FUNCTION reset() RETURNS void
LANGUAGE plpgsql SET client_min_messages = error SET search_path = public, pg_catalog AS $$
BEGIN
    DROP SCHEMA IF EXISTS r, s, t, e CASCADE;
    IF NOT EXISTS (
        SELECT
        FROM pg_extension e
        WHERE extname = 'base62id'
            AND extnamespace = 'public'::regnamespace
            AND extversion <> 'next'
    ) THEN
        DROP EXTENSION IF EXISTS base62id CASCADE;
        CREATE EXTENSION base62id SCHEMA public;
    END IF;
    CREATE SCHEMA s;
    CREATE SCHEMA t;
    CREATE SCHEMA e;
    PERFORM typeid_create_type('s.x_id', 'x');
    DROP OPERATOR s.~~ (s.x_id, text);
    CREATE TABLE s.items (id s.x_id PRIMARY KEY DEFAULT s.x_id_new(), n integer);
    INSERT INTO s.items VALUES ('x_01h455vb4pex5vsknk084sn02q', 1);
END $$;
