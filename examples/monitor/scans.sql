-- Finds views, materialized views, policies and functions that compare the time of an id, as in
--     WHERE user_id_timestamp(id) >= now() - interval '1 day'
-- which reads the whole table.  user_id_min(now() - interval '1 day') <= id is an index scan.
--
--     psql -X -q -d DATABASE -f scans.sql
--
-- It reads texts: a comment that has such words is found too, and what a function puts together at
-- run time is not.
--
-- pg_get_viewdef looks up operators by the search_path of its caller, which is pinned here: a
-- superuser may run this in a database of others.
BEGIN;
SET LOCAL search_path = pg_catalog, pg_temp;
WITH times AS (
    SELECT p.proname::pg_catalog.text AS name,
        pg_catalog.regexp_replace(p.proname, '_timestamp$', '_min') AS instead
    FROM pg_catalog.pg_proc AS p
    JOIN pg_catalog.pg_type AS t ON t.oid OPERATOR(pg_catalog.=) p.proargtypes[0]
    WHERE p.proname OPERATOR(pg_catalog.~) '_timestamp$'
        AND p.pronargs OPERATOR(pg_catalog.=) 1
        AND p.prorettype OPERATOR(pg_catalog.=) 'pg_catalog.timestamptz'::pg_catalog.regtype
        AND p.probin OPERATOR(pg_catalog.~) 'base62id$'
), texts AS (
    SELECT CASE WHEN c.relkind OPERATOR(pg_catalog.=) 'm' THEN 'materialized view'
            ELSE 'view' END AS kind,
        c.oid::pg_catalog.regclass::pg_catalog.text AS object,
        pg_catalog.pg_get_viewdef(c.oid) AS body
    FROM pg_catalog.pg_class AS c
    WHERE c.relkind OPERATOR(pg_catalog.=) ANY ('{v,m}'::pg_catalog."char"[])
        AND c.relnamespace OPERATOR(pg_catalog.<>) 'pg_catalog'::pg_catalog.regnamespace
        AND c.relnamespace OPERATOR(pg_catalog.<>) 'information_schema'::pg_catalog.regnamespace
    UNION ALL
    SELECT 'policy',
        pg_catalog.format('%I on %s', o.polname, o.polrelid::pg_catalog.regclass),
        pg_catalog.concat_ws(' ', pg_catalog.pg_get_expr(o.polqual, o.polrelid),
            pg_catalog.pg_get_expr(o.polwithcheck, o.polrelid))
    FROM pg_catalog.pg_policy AS o
    UNION ALL
    SELECT CASE WHEN p.prokind OPERATOR(pg_catalog.=) 'p' THEN 'procedure' ELSE 'function' END,
        p.oid::pg_catalog.regprocedure::pg_catalog.text,
        coalesce(pg_catalog.pg_get_function_sqlbody(p.oid), p.prosrc)
    FROM pg_catalog.pg_proc AS p
    JOIN pg_catalog.pg_language AS l ON l.oid OPERATOR(pg_catalog.=) p.prolang
    WHERE l.lanname OPERATOR(pg_catalog.=) ANY ('{sql,plpgsql}'::pg_catalog.name[])
        AND p.pronamespace OPERATOR(pg_catalog.<>) 'pg_catalog'::pg_catalog.regnamespace
)
SELECT x.kind, x.object, t.name AS compares, t.instead AS use
FROM texts AS x
JOIN times AS t
    ON x.body OPERATOR(pg_catalog.~*) pg_catalog.format(
        '\m%1$s"?\([^()]*\)\s*([<>=]|between)'
        '|[<>=]\s*([[:alnum:]_"]+\.)?"?%1$s"?\('
        '|between\s+([[:alnum:]_"]+\.)?"?%1$s"?\(',
        t.name)
ORDER BY 1, 2, 3;
COMMIT;
