-- What plpgsql_check says of functions in PL/pgSQL, of those of triggers for each of their tables.
-- An error is known again by its table, its line and its SQLSTATE: its text may name a type.
-- check: the schema of plpgsql_check
SELECT names.f,
    pg_catalog.jsonb_object_agg(
        pg_catalog.concat_ws(' ', t.tgrelid, c.lineno, c.sqlstate),
        pg_catalog.format('line %s: %s', c.lineno, c.message)
    ) FILTER (WHERE c.level = 'error') AS errors
FROM pg_temp.base62id_migrate_names AS names JOIN pg_proc AS p ON p.oid = names.o
JOIN pg_language AS l ON l.oid = p.prolang
LEFT JOIN pg_trigger AS t ON t.tgfoid = p.oid AND NOT t.tgisinternal
LEFT JOIN LATERAL :check.plpgsql_check_function_tb(p.oid, coalesce(t.tgrelid, 0),
    fatal_errors => false, other_warnings => false, performance_warnings => false,
    extra_warnings => false
) AS c ON true
WHERE p.oid >= 16384 AND l.lanname = 'plpgsql'
    AND (t.oid IS NOT NULL OR p.prorettype NOT IN ('trigger'::regtype, 'event_trigger'::regtype))
    AND NOT EXISTS (SELECT FROM pg_depend AS d
        WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
GROUP BY 1 ORDER BY 1
