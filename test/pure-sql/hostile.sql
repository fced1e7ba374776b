-- The schema "evil", which stands in front of pg_catalog in a hostile search_path: twins of the
-- functions, operators and types of pg_catalog that the bodies of pure-sql use.  A body that does
-- not say pg_catalog gets the twin, and a twin raises an error when it is used.
\set QUIET on
CREATE SCHEMA evil;
CREATE FUNCTION pg_temp.create_function(
    name text, arguments text, result text, message text DEFAULT 'hostile function'
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE FUNCTION evil.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L',
        name, arguments, result, format('BEGIN RAISE EXCEPTION %L; END', message));
END $$;
CREATE FUNCTION pg_temp.create_operator(
    name text, function_name text, left_type text, right_type text, result text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_temp.create_function(
        function_name, left_type || ', ' || right_type, result, 'hostile operator');
    EXECUTE format(
        'CREATE OPERATOR evil.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = evil.%I)',
        name, left_type, right_type, function_name);
END $$;

-- Functions that the bodies call, with the same signatures, polymorphic ones too.  Left out are
-- those that return sets, are VARIADIC, or have pseudo-types as internal: the bodies call none of
-- them but two of VARIADIC "any", which PL/pgSQL cannot have and which stand below.
SELECT pg_temp.create_function(
    p.proname,
    pg_get_function_identity_arguments(p.oid),
    format_type(p.prorettype, NULL))
FROM pg_proc AS p
WHERE pronamespace = 'pg_catalog'::regnamespace
    AND prokind = 'f'
    AND NOT proretset
    AND provariadic = 0
    AND NOT EXISTS (
        SELECT
        FROM unnest(p.proargtypes || p.prorettype) AS a (t)
        JOIN pg_type ON oid = t
        WHERE typtype = 'p' AND typname !~ '^any.'
    )
    AND EXISTS (
        SELECT
        FROM pg_proc AS ours
        WHERE ours.pronamespace = 'public'::regnamespace
            AND strpos(ours.prosrc, p.proname || '(') > 0
    ) \g /dev/null

-- The two of VARIADIC "any", with arguments that the bodies give them.  Calls of format() that have
-- numbers among them get pg_catalog's.
SELECT pg_temp.create_function('format', 'text, VARIADIC text[]', 'text') \g /dev/null
SELECT pg_temp.create_function('json_build_array', 'VARIADIC json[]', 'json') \g /dev/null

-- The operators that they use, with the same signatures.
SELECT pg_temp.create_operator(
    o.oprname,
    'op' || o.oid,
    format_type(oprleft, NULL),
    format_type(oprright, NULL),
    format_type(oprresult, NULL))
FROM pg_operator AS o
WHERE oprnamespace = 'pg_catalog'::regnamespace
    AND oprkind = 'b'
    AND oprname IN (
        '+', '-', '*', '/', '%', '&', '|', '<<', '>>', '||',
        '=', '<>', '<', '<=', '>', '>=', '~', '!~', '~~')
    AND oprleft = ANY (
        '{int2,int4,int8,numeric,float8,text,bytea,timestamptz,uuid,bool}'::regtype[])
    AND oprright = ANY (
        '{int2,int4,int8,numeric,float8,text,bytea,timestamptz,interval,uuid,bool}'::regtype[])
\g /dev/null

-- Operators over two types, as of int4 and numeric, of which pg_catalog has none: its own needs a
-- cast of one side.  An operator of exactly these types wins, even behind pg_catalog in the path.
SELECT pg_temp.create_operator(
    name, 'mix' || row_number() OVER (), left_type, right_type, 'boolean')
FROM unnest('{+,-,*,/,%,&,|,<,<=,>,>=,=,<>}'::text[]) AS name,
    unnest('{int4,int8,numeric}'::text[]) AS left_type,
    unnest('{int4,int8,numeric}'::text[]) AS right_type
WHERE NOT EXISTS (
    SELECT
    FROM pg_operator
    WHERE oprname = name
        AND oprleft = left_type::regtype
        AND oprright = right_type::regtype
        AND oprnamespace = 'evil'::regnamespace
) \g /dev/null

-- Types of the names that the bodies use.  Most values of the bodies cannot be cast to them.
CREATE DOMAIN evil.text AS pg_catalog.int4;
CREATE DOMAIN evil.uuid AS pg_catalog.int4;
CREATE DOMAIN evil.bytea AS pg_catalog.int4;
CREATE DOMAIN evil.int8 AS pg_catalog.text;
CREATE DOMAIN evil.timestamptz AS pg_catalog.text;
