-- Whose code could run with the rights of who plans or runs: who owns something in the database, or
-- the database, may create in one of its schemas, or can become such a role.  Not superusers, nor
-- the session's user.  What calls what is not asked: a plan restores all definitions.
-- trusted: an array of names
WITH RECURSIVE does(role, classid, objid, how) AS (
    SELECT d.refobjid, d.classid, d.objid, 'owns' FROM pg_shdepend AS d
    WHERE d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND d.deptype = 'o' AND d.refclassid = 'pg_authid'::regclass
        AND d.classid NOT IN ('pg_largeobject'::regclass, 'pg_default_acl'::regclass)
        AND NOT EXISTS (SELECT FROM pg_class AS c
            WHERE d.classid = 'pg_class'::regclass AND c.oid = d.objid AND c.relpersistence = 't')
        AND NOT EXISTS (SELECT FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
            WHERE d.classid = 'pg_type'::regclass AND t.oid = d.objid
                AND n.nspname ~ '^pg_(toast_)?temp_')
    UNION ALL SELECT nspowner, 'pg_namespace'::regclass, oid, 'owns' FROM pg_namespace
    UNION ALL SELECT a.grantee, 'pg_namespace'::regclass, n.oid, 'may create in'
    FROM pg_namespace AS n, aclexplode(n.nspacl) AS a
    WHERE a.privilege_type = 'CREATE' AND n.nspname !~ '^pg_(toast_)?temp_'
    UNION ALL SELECT datdba, 'pg_database'::regclass, oid, 'owns' FROM pg_database
    WHERE datname = current_database()
), acts(role, what) AS (
    SELECT CASE WHEN d.role = 'pg_database_owner'::regrole THEN (
            SELECT datdba FROM pg_database WHERE datname = current_database()) ELSE d.role END,
        min(format('%s %s %s', d.how, i.type, i.identity))
    FROM does AS d, LATERAL pg_identify_object(d.classid, d.objid, 0) AS i GROUP BY 1
), makers(oid) AS (
    -- who grants itself any role that is no superuser: before 16 whoever has CREATEROLE, or is a
    -- member of who has
    SELECT m.oid FROM pg_roles AS c, pg_roles AS m
    WHERE c.rolcreaterole AND NOT c.rolsuper AND pg_has_role(m.oid, c.oid, 'MEMBER')
        AND current_setting('server_version_num')::int < 160000
), becomes(role, what) AS (
    SELECT a.role, a.what FROM acts AS a LEFT JOIN pg_roles AS r ON r.oid = a.role
    WHERE r.rolsuper IS NOT TRUE
    UNION ALL SELECT m.oid, 'can become ' || quote_ident(r.rolname) FROM acts AS a
    JOIN pg_roles AS r ON r.oid = a.role AND NOT r.rolsuper AND r.rolname <> session_user
    JOIN pg_roles AS m ON m.oid <> r.oid
        AND (pg_has_role(m.oid, r.oid, 'MEMBER') OR m.oid IN (SELECT oid FROM makers))
)
SELECT coalesce(quote_ident(r.rolname), 'PUBLIC') AS role, min(b.what) AS what
FROM becomes AS b LEFT JOIN pg_roles AS r ON r.oid = b.role
WHERE r.rolsuper IS NOT TRUE AND r.rolname IS DISTINCT FROM session_user
    AND (r.rolname IS NULL OR r.rolname <> ALL (:trusted))
GROUP BY 1 ORDER BY 1
