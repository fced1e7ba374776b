\set ECHO none
-- What the tests share, to be read at the start of each: \i test/lib/helpers.sql. psql runs in the
-- directory of the sources.
--
-- Everything lives in the session: settings that expected output depends on, and functions in
-- pg_temp. Expected output has answers, under titles (\echo), and statements that fail; the others
-- stand in the test alone.
\pset format unaligned
\pset tuples_only on
\pset null (null)
SET client_encoding = 'UTF8';
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO, YMD';
SET IntervalStyle = 'postgres';

-- What a query raises: SQLSTATE, message and DETAIL; or 'no error'.
CREATE FUNCTION pg_temp.error_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    message text;
    detail text;
BEGIN
    EXECUTE query;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
    -- Core has a DETAIL for 42883 from 19 on.
    RETURN concat_ws(' | ',
        sqlstate, message, CASE WHEN sqlstate <> '42883' THEN nullif(detail, '') END);
END $$;

-- The same, the SQLSTATE alone: 00000 where nothing is raised.
CREATE FUNCTION pg_temp.sqlstate_of(query text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE query;
    RETURN '00000';
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;

\ir outcome_of.sql

-- amvalidate(), but of classes whose family holds core's operators beside the type's: these have no
-- operators over both, which amvalidate() misses, and says so to every client.
CREATE FUNCTION pg_temp.is_valid_class(class oid) RETURNS boolean LANGUAGE sql AS $$
    SELECT EXISTS (
        SELECT
        FROM pg_amop
        JOIN pg_opclass c ON c.oid = class AND opcfamily = amopfamily
        WHERE opcmethod IN (403, 405)
            AND opcintype <> 'uuid'::regtype
            AND 'uuid'::regtype IN (amoplefttype, amoprighttype)
    ) OR amvalidate(class)
$$;

-- The plan of a query.
CREATE FUNCTION pg_temp.plan_of(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE 'EXPLAIN (COSTS OFF) ' || query;
END $$;

-- How many rows the planner expects of a query, or at what cost.
CREATE FUNCTION pg_temp.estimate_of(query text, what text DEFAULT 'Plan Rows') RETURNS float8
LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> what;
END $$;

-- The single value that a query gives, as text.
CREATE FUNCTION pg_temp.value_of(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    v text;
BEGIN
    EXECUTE query INTO v;
    RETURN v;
END $$;

-- The laws of order, equality and hashes over every pair of the ids that a query gives: each
-- operator and function against the texts.
CREATE FUNCTION pg_temp.laws(type text, ids text) RETURNS TABLE (
    pairs bigint,
    lt bool,
    le bool,
    eq bool,
    ne bool,
    ge bool,
    gt bool,
    cmp bool,
    hash bool,
    hash_extended bool,
    smaller bool,
    larger bool
) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format($q$
        WITH v AS MATERIALIZED (
            SELECT
                v,
                v::text COLLATE "C" AS t,
                hash_record(ROW(v)) AS h,
                hash_record_extended(ROW(v), 0) AS h0,
                hash_record_extended(ROW(v), 42) AS h42
            FROM (%2$s) AS ids(v)
        )
        SELECT
            count(*),
            bool_and((a.v < b.v) = (a.t < b.t)),
            bool_and((a.v <= b.v) = (a.t <= b.t)),
            bool_and((a.v = b.v) = (a.t = b.t)),
            bool_and((a.v <> b.v) = (a.t <> b.t)),
            bool_and((a.v >= b.v) = (a.t >= b.t)),
            bool_and((a.v > b.v) = (a.t > b.t)),
            bool_and(sign(btrecordcmp(ROW(a.v), ROW(b.v))) = sign(bttextcmp(a.t, b.t))),
            bool_and(a.t <> b.t OR a.h = b.h),
            bool_and(
                a.t <> b.t
                OR a.h0 = b.h0
                AND a.h42 = b.h42
                AND (a.h0 & 4294967295) = (a.h::bigint & 4294967295)),
            bool_and(%1$s_smaller(a.v, b.v)::text = least(a.t, b.t)),
            bool_and(%1$s_larger(a.v, b.v)::text = greatest(a.t, b.t))
        FROM v AS a, v AS b
        $q$, type, ids);
END $$;
\set ECHO errors
