-- A schema "evil" in front of pg_catalog: the operators, functions and types that a careless
-- function body would pick up.  Each of them raises when it is used.
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

-- Functions that the bodies call, with the same signatures.
SELECT pg_temp.create_function(
    p.proname,
    pg_get_function_identity_arguments(p.oid),
    format_type(p.prorettype, NULL))
FROM pg_proc AS p
WHERE pronamespace = 'pg_catalog'::regnamespace
    AND prokind = 'f'
    AND NOT proretset
    AND provariadic = 0
    AND 'internal'::regtype <> ALL (p.proargtypes)
    AND 'cstring'::regtype <> ALL (p.proargtypes)
    AND p.prorettype NOT IN ('internal'::regtype, 'cstring'::regtype)
    AND NOT EXISTS (
        SELECT
        FROM unnest(p.proargtypes) AS a (t)
        JOIN pg_type ON oid = t
        WHERE typtype = 'p'
    )
    AND EXISTS (
        SELECT
        FROM pg_proc AS ours
        WHERE ours.pronamespace = 'public'::regnamespace
            AND strpos(ours.prosrc, p.proname || '(') > 0
    ) \g /dev/null

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

-- Operators that match better than pg_catalog's where the bodies mix types.
SELECT pg_temp.create_operator(name, 'mix' || row_number() OVER (), l, r, 'boolean')
FROM unnest('{+,-,*,/,%,&,|,<,<=,>,>=,=,<>}'::text[]) AS name,
    unnest('{int4,int8,numeric}'::text[]) AS l,
    unnest('{int4,int8,numeric}'::text[]) AS r
WHERE NOT EXISTS (
    SELECT
    FROM pg_operator
    WHERE oprname = name
        AND oprleft = l::regtype
        AND oprright = r::regtype
        AND oprnamespace = 'evil'::regnamespace
) \g /dev/null

CREATE DOMAIN evil.text AS pg_catalog.int4;
CREATE DOMAIN evil.uuid AS pg_catalog.int4;
CREATE DOMAIN evil.bytea AS pg_catalog.int4;
CREATE DOMAIN evil.int8 AS pg_catalog.text;
CREATE DOMAIN evil.timestamptz AS pg_catalog.text;
