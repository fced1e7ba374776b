-- What PostgreSQL says of functions in SQL when it reads their texts, each as its owner and on its
-- search_path.
-- path: the search_path of the database, a constant
SELECT p.oid::pg_catalog.regprocedure::text AS f,
    jsonb_strip_nulls(jsonb_build_object('', pg_temp.read(p.oid, pg_get_userbyid(p.proowner),
        coalesce((SELECT substr(c, length('search_path=') + 1) FROM unnest(p.proconfig) AS c
            WHERE c ~ '^search_path='), :path)))) AS errors
FROM pg_proc AS p JOIN pg_language AS l ON l.oid = p.prolang
WHERE p.oid >= 16384 AND l.lanname = 'sql' AND p.prosqlbody IS NULL AND NOT EXISTS (
    SELECT FROM pg_depend AS d
    WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
ORDER BY 1
