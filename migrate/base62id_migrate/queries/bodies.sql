-- Functions whose texts name a type or a function of the extension.
WITH ours AS (
    SELECT p.oid, p.proname AS name FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang
    WHERE p.probin = '$libdir/base62id' OR l.lanname = 'id_type'
), named AS (
    SELECT name FROM ours
    UNION SELECT t.typname FROM ours JOIN pg_type AS t ON t.typinput = ours.oid
), words AS (
    SELECT p.oid, w.w AS name FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang,
        LATERAL regexp_split_to_table(p.prosrc, '[^A-Za-z0-9_]+') AS w(w)
    WHERE p.oid >= 16384 AND l.lanname NOT IN ('c', 'internal', 'id_type')
)
SELECT w.oid::regprocedure::text AS f, string_agg(DISTINCT w.name, ', ' ORDER BY w.name) AS names
FROM words AS w JOIN named USING (name)
WHERE NOT EXISTS (SELECT FROM pg_proc AS p WHERE p.proname = w.name
    AND p.pronamespace = 'pg_catalog'::regnamespace)
GROUP BY 1 ORDER BY 1
