-- Functions whose texts name a table that moves, a column of its rows in a trigger, or that take or
-- return its rows.
-- First of all without the functions of types: a thousand types have thirty thousand.
-- tables, columns: arrays of names; odd: those of tables that are no words
WITH p AS MATERIALIZED (SELECT p.* FROM pg_proc AS p
    JOIN pg_language AS l ON l.oid = p.prolang
    WHERE p.oid >= 16384 AND l.lanname NOT IN ('c', 'internal', 'id_type')
    AND coalesce(p.prosrc, '') <> '' AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE
        d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'))
SELECT p.oid::regprocedure::text AS f FROM p
WHERE EXISTS (SELECT FROM regexp_split_to_table(p.prosrc, '\W+') AS w WHERE w = ANY (:tables))
OR EXISTS (SELECT FROM unnest(:odd) AS t(n)
    WHERE p.prosrc ~ ('\m' || regexp_replace(t.n, '\W', '.', 'g') || '\M'))
OR EXISTS (SELECT FROM unnest(p.prorettype || p.proargtypes::oid[]) AS a(o)
    JOIN pg_type AS t ON t.oid = a.o JOIN pg_class AS c ON c.oid = t.typrelid
    WHERE c.relname = ANY (:tables))
OR EXISTS (SELECT FROM pg_trigger AS g JOIN pg_class AS c ON c.oid = g.tgrelid,
    unnest(:columns) AS t(n) WHERE g.tgfoid = p.oid AND c.relname = ANY (:tables)
    AND p.prosrc ~* ('\m(new|old)\W+' || regexp_replace(t.n, '\W', '.', 'g') || '\M'))
ORDER BY 1
