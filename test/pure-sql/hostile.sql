-- A schema "evil" in front of pg_catalog: the operators, functions and types that a careless function body would
-- pick up.  Each of them raises when it is used.
\set QUIET on
CREATE SCHEMA evil;
DO $$
DECLARE
    f record;
BEGIN
    -- functions that the bodies call, and those behind the operators that they use, with the same signatures
    FOR f IN
        SELECT p.proname AS name, pg_get_function_identity_arguments(p.oid) AS arguments, format_type(p.prorettype, NULL) AS result
          FROM pg_proc AS p
         WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND NOT proretset AND provariadic = 0
           AND 'internal'::regtype <> ALL (p.proargtypes) AND 'cstring'::regtype <> ALL (p.proargtypes)
           AND p.prorettype NOT IN ('internal'::regtype, 'cstring'::regtype)
           AND NOT EXISTS (SELECT FROM unnest(p.proargtypes) AS a (t) JOIN pg_type ON oid = t WHERE typtype = 'p')
           AND EXISTS (SELECT FROM pg_proc AS ours WHERE ours.pronamespace = 'public'::regnamespace
                        AND strpos(ours.prosrc, p.proname || '(') > 0)
    LOOP
        EXECUTE format('CREATE FUNCTION evil.%I(%s) RETURNS %s LANGUAGE plpgsql AS '
                       '''BEGIN RAISE EXCEPTION ''''hostile function''''; END''', f.name, f.arguments, f.result);
    END LOOP;
    FOR f IN
        SELECT o.oprname AS name, format_type(oprleft, NULL) AS l, format_type(oprright, NULL) AS r, format_type(oprresult, NULL) AS result, o.oid
          FROM pg_operator AS o
         WHERE oprnamespace = 'pg_catalog'::regnamespace AND oprkind = 'b'
           AND oprname IN ('+', '-', '*', '/', '%', '&', '|', '<<', '>>', '||', '=', '<>', '<', '<=', '>', '>=', '~', '!~', '~~')
           AND oprleft IN (SELECT unnest('{int2,int4,int8,numeric,float8,text,bytea,timestamptz,uuid,bool}'::regtype[]))
           AND oprright IN (SELECT unnest('{int2,int4,int8,numeric,float8,text,bytea,timestamptz,interval,uuid,bool}'::regtype[]))
    LOOP
        EXECUTE format('CREATE FUNCTION evil.%I(%s, %s) RETURNS %s LANGUAGE plpgsql AS '
                       '''BEGIN RAISE EXCEPTION ''''hostile operator''''; END''', 'op' || f.oid, f.l, f.r, f.result);
        EXECUTE format('CREATE OPERATOR evil.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = evil.%I)', f.name, f.l, f.r, 'op' || f.oid);
    END LOOP;
    -- operators that match better than pg_catalog's where the bodies mix types
    FOR f IN
        SELECT name, l, r, row_number() OVER () AS n
          FROM unnest('{+,-,*,/,%,&,|,<,<=,>,>=,=,<>}'::text[]) AS name, unnest('{int4,int8,numeric}'::text[]) AS l, unnest('{int4,int8,numeric}'::text[]) AS r
         WHERE NOT EXISTS (SELECT FROM pg_operator WHERE oprname = name AND (oprleft, oprright, oprnamespace)
                            = (l::regtype, r::regtype, 'evil'::regnamespace))
    LOOP
        EXECUTE format('CREATE FUNCTION evil.%I(%s, %s) RETURNS boolean LANGUAGE plpgsql AS '
                       '''BEGIN RAISE EXCEPTION ''''hostile operator''''; END''', 'mix' || f.n, f.l, f.r);
        EXECUTE format('CREATE OPERATOR evil.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = evil.%I)', f.name, f.l, f.r, 'mix' || f.n);
    END LOOP;
END $$;
CREATE DOMAIN evil.text AS pg_catalog.int4;
CREATE DOMAIN evil.uuid AS pg_catalog.int4;
CREATE DOMAIN evil.bytea AS pg_catalog.int4;
CREATE DOMAIN evil.int8 AS pg_catalog.text;
CREATE DOMAIN evil.timestamptz AS pg_catalog.text;
