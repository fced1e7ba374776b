-- What base62id has put on this server and into this database: files, settings, shared memory,
-- processes, objects.  It changes nothing.
--
--   psql -X -q -d DATABASE -f base62id-inventory.sql        as a superuser, once in each database
--
-- After the extension has been removed (docs/remove.md), it returns no row: so keep a copy of this
-- file when you remove the package.
--
-- The database may be another's, who can overload anything in the first schema of the path: so the
-- path is pinned before anything is looked up.
SET search_path = pg_catalog, pg_temp;

-- Segments of shared memory that were taken by a name, and not requested at the start, are in no
-- view before PostgreSQL 19.
SELECT to_regclass('pg_dsm_registry_allocations') IS NOT NULL AS sees_named_segments \gset
\if :sees_named_segments
    \set named_segments 'SELECT name, size FROM pg_dsm_registry_allocations'
\else
    \set named_segments 'SELECT NULL, NULL WHERE false'
\endif

WITH RECURSIVE
-- Files -------------------------------------------------------------------------------------------
directory AS (
    SELECT root || setting || CASE name WHEN 'SHAREDIR' THEN '/extension' ELSE '' END AS path
      FROM pg_config(),
           (VALUES (''), (current_setting('extension_destdir', true))) AS destination(root)
     WHERE name IN ('BINDIR', 'PKGLIBDIR', 'SHAREDIR')
     UNION
    SELECT path
      FROM string_to_table(current_setting('dynamic_library_path'), ':') AS path
     WHERE path LIKE '/%'
     UNION
    SELECT path || '/extension'
      FROM string_to_table(current_setting('extension_control_path', true), ':') AS path
     WHERE path LIKE '/%'
     UNION
    SELECT current_setting('data_directory') || '/pg_stat'
),
file AS (
    SELECT path || '/' || name AS path, (pg_stat_file(path || '/' || name)).size
      FROM directory, pg_ls_dir(path, true, false) AS name
     WHERE name LIKE 'base62id%'
),
-- Settings ----------------------------------------------------------------------------------------
setting AS (
    SELECT 'setting' AS part, name AS what, setting AS detail
      FROM pg_settings
     WHERE name LIKE 'base62id.%'
        OR name LIKE '%\_preload\_libraries' AND setting ~ '\mbase62id\M'
        OR name IN ('dynamic_library_path', 'extension_control_path') AND setting ~ '/base62id/'
     UNION ALL
    SELECT 'line of a configuration file',
           format('%s, line %s', sourcefile, sourceline),
           format('%s = %L', name, setting)
      FROM pg_file_settings
     WHERE name LIKE 'base62id.%' OR name LIKE '%\_preload\_libraries' AND setting ~ '\mbase62id\M'
     UNION ALL
    SELECT 'setting of a role or database',
           concat_ws(' in database ', 'role ' || nullif(setrole, 0)::regrole,
                     (SELECT quote_ident(datname) FROM pg_database AS d WHERE d.oid = setdatabase)),
           entry
      FROM pg_db_role_setting, unnest(setconfig) AS entry
     WHERE entry ~ '^base62id\.|^[a-z]+_preload_libraries=.*\mbase62id\M'
     UNION ALL
    SELECT 'setting of a function', p.oid::regprocedure::text, entry
      FROM pg_proc AS p, unnest(proconfig) AS entry
     WHERE entry LIKE 'base62id.%'
     UNION ALL
    SELECT 'grant on a setting', parname, paracl::text
      FROM pg_parameter_acl
     WHERE parname LIKE 'base62id.%'
),
-- Objects -----------------------------------------------------------------------------------------
extension AS (
    SELECT oid, extname, extversion, extnamespace, extowner
      FROM pg_extension
     WHERE extname = 'base62id'
),
member AS (
    SELECT classid, objid
      FROM pg_depend
     WHERE refclassid = 'pg_extension'::regclass
       AND refobjid = (SELECT oid FROM extension)
       AND deptype = 'e'
),
-- With the array of a type, and what classes and families are made of.
owned AS (
    SELECT classid, objid
      FROM member
     UNION
    SELECT d.classid, d.objid
      FROM member AS m
      JOIN pg_depend AS d ON d.refclassid = m.classid AND d.refobjid = m.objid
     WHERE d.deptype IN ('a', 'i')
       AND (m.classid = 'pg_type'::regclass AND d.classid = 'pg_type'::regclass
            OR m.classid IN ('pg_opclass'::regclass, 'pg_opfamily'::regclass)
               AND d.classid IN ('pg_amop'::regclass, 'pg_amproc'::regclass))
),
-- The extension, and whatever is made of it, to the columns, views and functions at the end.
reached AS (
    SELECT 'pg_extension'::regclass::oid AS classid, oid AS objid, 0 AS objsubid
      FROM extension
     UNION
    SELECT classid, objid, 0
      FROM member
     UNION
    SELECT 'pg_proc'::regclass, oid, 0
      FROM pg_proc
     WHERE probin LIKE '%base62id%'
     UNION
    SELECT d.classid, d.objid, d.objsubid
      FROM reached AS r
      JOIN pg_depend AS d ON d.refclassid = r.classid AND d.refobjid = r.objid
     WHERE d.deptype <> 'e' AND r.classid <> 'pg_class'::regclass
),
object AS (
    SELECT r.*,
           (pg_identify_object(classid, objid, objsubid)).type AS kind,
           (classid, objid) IN (SELECT classid, objid FROM owned) AS is_member
      FROM reached AS r
     WHERE classid <> 'pg_extension'::regclass OR objid <> (SELECT oid FROM extension)
),
-- An id type's own functions, operators, classes and casts, which the initial superuser owns.
-- What somebody has made over them is his.
sorted AS (
    SELECT
        o.*,
        CASE classid
            WHEN 'pg_type'::regclass THEN (
                SELECT t.typtype = 'b' AND t.typowner = 10 AND e.typtype IS DISTINCT FROM 'd'
                FROM pg_type AS t
                LEFT JOIN pg_type AS e ON e.oid = t.typelem
                WHERE t.oid = objid
            )
            WHEN 'pg_proc'::regclass THEN (
                SELECT proowner = 10 AND lanname IN ('c', 'internal', 'id_type')
                FROM pg_proc AS p
                JOIN pg_language AS l ON l.oid = p.prolang
                WHERE p.oid = objid
            )
            WHEN 'pg_operator'::regclass THEN (
                SELECT oprowner = 10 FROM pg_operator WHERE oid = objid
            )
            WHEN 'pg_opclass'::regclass THEN (
                SELECT opcowner = 10 FROM pg_opclass WHERE oid = objid
            )
            WHEN 'pg_opfamily'::regclass THEN (
                SELECT opfowner = 10 FROM pg_opfamily WHERE oid = objid
            )
            ELSE classid IN ('pg_cast'::regclass, 'pg_amop'::regclass, 'pg_amproc'::regclass)
        END AS is_part
    FROM object AS o
),
-- A body is text: PostgreSQL does not record what it calls.
named AS (
    SELECT proname::text AS name
      FROM sorted JOIN pg_proc AS p ON p.oid = objid
     WHERE classid = 'pg_proc'::regclass AND (is_member OR is_part) AND prokind = 'f'
),
body AS (
    SELECT p.oid::regprocedure::text AS function, string_agg(DISTINCT word[1], ', ') AS names
      FROM pg_proc AS p
      JOIN pg_language AS l ON l.oid = prolang AND lanname NOT IN ('c', 'internal', 'id_type')
      CROSS JOIN regexp_matches(prosrc, '\w+', 'g') AS word
     WHERE pronamespace <> 'pg_catalog'::regnamespace
       AND (word[1] LIKE 'base62id%' OR word[1] IN (SELECT name FROM named))
     GROUP BY p.oid
),
-- All of it ---------------------------------------------------------------------------------------
inventory AS (
    SELECT 1 AS line, 'file' AS part, path AS what, size || ' bytes' AS detail
      FROM file
     UNION ALL
    SELECT 2, part, what, detail
      FROM setting
     UNION ALL
    SELECT 3, 'shared memory', name, size || ' bytes'
      FROM (SELECT name, size FROM pg_shmem_allocations UNION ALL :named_segments) AS segment
     WHERE name LIKE 'base62id%'
     UNION ALL
    SELECT 4, 'process', backend_type, 'process ' || pid
      FROM pg_stat_activity
     WHERE backend_type LIKE 'base62id%'
     UNION ALL
    SELECT 5, 'extension', extname,
           format('version %s in schema %I, of role %I', extversion,
                  extnamespace::regnamespace::name, extowner::regrole::name)
      FROM extension
     UNION ALL
    SELECT 6, 'objects of the extension', kind, count(*)::text
      FROM sorted
     WHERE is_member
     GROUP BY kind
     UNION ALL
    SELECT
        7,
        'function of the extension that is not for PUBLIC',
        objid::regprocedure::text,
        proacl::text
    FROM member
    JOIN pg_proc AS p ON p.oid = objid
    WHERE classid = 'pg_proc'::regclass
        AND NOT EXISTS (
            SELECT
            FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) AS granted
            WHERE grantee = 0 AND privilege_type = 'EXECUTE'
        )
     UNION ALL
    SELECT 8, 'objects of id types', kind, count(*)::text
      FROM sorted
     WHERE is_part AND NOT is_member
     GROUP BY kind
     UNION ALL
    SELECT 9, 'uses it', pg_describe_object(classid, objid, objsubid), kind
      FROM sorted
     WHERE NOT is_part AND NOT is_member
     UNION ALL
    SELECT 10, 'names it in its body', function, names
      FROM body
)
SELECT part, what, detail
  FROM inventory
 ORDER BY line, part, detail ~ '^\d+$', CASE WHEN detail ~ '^\d+$' THEN -detail::bigint END, what;

RESET search_path;
