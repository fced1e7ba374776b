-- What is in the database that an archive is restored into, and what the session's role may do.
SELECT
    session_user AS role,
    pg_get_userbyid(d.datdba) AS owner,
    has_database_privilege(session_user, d.oid, 'CREATE') AS creates,
    coalesce(
        (SELECT bool_or(has_function_privilege(session_user, p.oid, 'EXECUTE'))
         FROM pg_proc AS p
         JOIN pg_depend AS m ON m.classid = 'pg_proc'::regclass AND m.objid = p.oid
             AND m.deptype = 'e'
         JOIN pg_extension AS x ON m.refclassid = 'pg_extension'::regclass AND m.refobjid = x.oid
         WHERE x.extname = 'base62id' AND p.proname = 'typeid_create_type'),
        pg_has_role(session_user, d.datdba, 'USAGE')
    ) AS creates_types,
    (SELECT json_agg(nspname) FROM pg_namespace) AS schemas,
    (SELECT coalesce(json_object_agg(x.extname, n.nspname), '{}')
     FROM pg_extension AS x
     JOIN pg_namespace AS n ON n.oid = x.extnamespace) AS extensions
FROM pg_database AS d
WHERE d.datname = current_database()
