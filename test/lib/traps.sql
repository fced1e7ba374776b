-- Functions, operators and types that fit better than those which a text means to call, in a schema
-- "trap" that is the first of the path.  Each says that it was caught, and as whom.
--
--     CALL trap.set('{words,of,the,text}')       core's functions of these names, operators, types
--     CALL trap.set_ours('{words,of,the,text}')  functions of the extension base62id
CREATE SCHEMA trap;
GRANT ALL ON SCHEMA trap TO public;

CREATE FUNCTION trap.caught(what pg_catalog.text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
    RAISE WARNING 'CAUGHT: % as %', what, current_user;
    RETURN true;
END $$;

-- What an argument of a type may be given as, itself among them.
CREATE FUNCTION trap.nearer(type pg_catalog.oid) RETURNS pg_catalog.text[] LANGUAGE sql AS $$
    SELECT CASE
        WHEN name = 'text' THEN '{pg_catalog.text,pg_catalog.name,pg_catalog.varchar}'
        WHEN name = 'oid' THEN '{pg_catalog.oid,pg_catalog.regtype,pg_catalog.regclass}'
        WHEN name IN ('"any"', 'anyelement', 'anynonarray', 'anycompatible')
            THEN '{pg_catalog.text,pg_catalog.name,pg_catalog.oid,pg_catalog.regtype}'
        WHEN name IN ('anyarray', 'anycompatiblearray')
            THEN '{pg_catalog.text[],pg_catalog.oid[]}'
        WHEN name = 'integer' THEN '{pg_catalog.int4,pg_catalog.int8}'
        WHEN name ~ '^any|internal|cstring' THEN '{}'
        ELSE ARRAY[name]
    END
    FROM (SELECT pg_catalog.format_type(type, NULL)) AS t (name)
$$;

-- A function that says that it was caught, unless there cannot be such a one.
CREATE PROCEDURE trap.catch_call(
    place pg_catalog.text,
    function pg_catalog.text,
    arguments pg_catalog.text,
    result pg_catalog.text,
    of_set boolean
) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE FUNCTION %I.%I(%s) RETURNS %s LANGUAGE plpgsql AS %L',
        place, function, arguments,
        CASE WHEN of_set AND result !~ '^(SETOF|TABLE)' THEN 'SETOF ' ELSE '' END || result,
        format('BEGIN PERFORM trap.caught(%L); RETURN%s; END',
            format('%s.%s(%s)', place, function, arguments),
            CASE WHEN of_set THEN '' ELSE ' NULL' END));
EXCEPTION WHEN OTHERS THEN NULL;
END $$;

CREATE PROCEDURE trap.catch_operator(
    number integer,
    operator pg_catalog.text,
    left_type pg_catalog.text,
    right_type pg_catalog.text
) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE FUNCTION trap.operator_%s(%s, %s) RETURNS %s LANGUAGE plpgsql AS %L',
        number, left_type, right_type,
        CASE operator WHEN '||' THEN 'text' ELSE 'bool' END,
        format('BEGIN PERFORM trap.caught(%L); RETURN NULL; END',
            format('%s %s %s', left_type, operator, right_type)));
    EXECUTE format(
        'CREATE OPERATOR trap.%s (FUNCTION = trap.operator_%s, LEFTARG = %s, RIGHTARG = %s)',
        operator, number, left_type, right_type);
EXCEPTION WHEN OTHERS THEN NULL;
END $$;

CREATE PROCEDURE trap.set(words pg_catalog.text[])
    LANGUAGE plpgsql SET client_min_messages = error AS $$
DECLARE
    f record;
    arguments text[];
    given text;
    number integer := 0;
    last_one integer;
BEGIN
    FOR f IN
        SELECT
            proname,
            proretset,
            CASE
                WHEN prorettype::regtype::text ~ '^any|internal|cstring|record|void' THEN 'text'
                ELSE format_type(prorettype, NULL)
            END AS result,
            provariadic <> 0 AS variadic,
            proargtypes::oid[] AS types
        FROM pg_catalog.pg_proc
        WHERE pronamespace = 'pg_catalog'::regnamespace
            AND proname = ANY (words)
            AND prokind = 'f'
            AND pronargs <= 4
    LOOP
        -- All ways to give the arguments; of a list "any", up to three of them.
        arguments := ARRAY[''];
        last_one := cardinality(f.types) - 1;
        FOR i IN 0 .. last_one + CASE WHEN f.variadic THEN 2 ELSE 0 END LOOP
            SELECT array_agg(concat_ws(', ', nullif(a, ''), n)) INTO arguments
            FROM unnest(arguments) AS a,
                unnest(trap.nearer(f.types[least(i, last_one)])) AS n;
            EXIT WHEN arguments IS NULL OR cardinality(arguments) > 500;
            CONTINUE WHEN i < last_one;
            FOREACH given IN ARRAY arguments LOOP
                CALL trap.catch_call('trap', f.proname, given, f.result, f.proretset);
            END LOOP;
        END LOOP;
    END LOOP;
    FOR f IN
        SELECT DISTINCT operator, 'pg_catalog.' || l AS left_type, 'pg_catalog.' || r AS right_type
        FROM unnest('{=,<>,<,>,<=,>=,||,~,!~,+,-,/,^@}'::text[]) AS operator,
            unnest(ARRAY['text', 'name', 'oid', 'regclass', 'regtype', 'int4', 'int8', 'bool',
                         '"char"']) AS l,
            unnest(ARRAY['text', 'name', 'oid', 'regclass', 'regtype', 'int4', 'int8', 'bool',
                         '"char"', 'text[]', 'oid[]']) AS r
    LOOP
        number := number + 1;
        CALL trap.catch_operator(number, f.operator, f.left_type, f.right_type);
    END LOOP;
    FOREACH given IN ARRAY
        '{text,name,oid,regclass,regtype,regnamespace,uuid,bytea,int8,bool,timestamptz}'::text[]
    LOOP
        EXECUTE format('CREATE DOMAIN trap.%I AS pg_catalog.%1$I CHECK (trap.caught(%L))',
            given, 'type ' || given);
    END LOOP;
END $$;

-- What fits better than a function of the extension, or as well in a schema before: the same
-- arguments in "trap", others in the extension's own schema, "public", where a stranger may create.
CREATE PROCEDURE trap.set_ours(words pg_catalog.text[]) LANGUAGE plpgsql AS $$
DECLARE
    f record;
    given text;
BEGIN
    FOR f IN
        SELECT
            proname,
            pg_get_function_identity_arguments(p.oid) AS arguments,
            proretset,
            pg_get_function_result(p.oid) AS result
        FROM pg_catalog.pg_proc AS p
        JOIN pg_catalog.pg_depend AS d ON d.objid = p.oid
        WHERE d.classid = 'pg_proc'::regclass
            AND d.refclassid = 'pg_extension'::regclass
            AND d.deptype = 'e'
            AND proname = ANY (words)
            AND d.refobjid = (
                SELECT oid FROM pg_catalog.pg_extension WHERE extname = 'base62id'
            )
    LOOP
        CALL trap.catch_call('trap', f.proname, f.arguments, f.result, f.proretset);
        FOREACH given IN ARRAY ARRAY[
            'text', 'name', 'oid', 'regclass', 'anyelement', 'text, text', 'name, name',
            'text, bool', 'oid, bool', 'name, bool', 'text, text, text',
            'text, text, text, int4, bool', 'name, name, name, int4, bool, bool']
        LOOP
            CALL trap.catch_call('public', f.proname, given, f.result, f.proretset);
        END LOOP;
    END LOOP;
END $$;
