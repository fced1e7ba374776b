-- What CREATE EXTENSION makes, checked in the catalogs as core's opr_sanity and type_sanity check
-- what is core's. Queries under "offences" find what must not be.
\i test/lib/helpers.sql
\i test/lib/types.sql

CREATE TEMP VIEW ours AS
    SELECT classid, objid FROM pg_depend
     WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
       AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'base62id');
CREATE TEMP VIEW our_functions AS
    SELECT p.* FROM pg_proc p JOIN ours ON classid = 'pg_proc'::regclass AND objid = p.oid;
CREATE TEMP VIEW our_operators AS
    SELECT o.* FROM pg_operator o JOIN ours ON classid = 'pg_operator'::regclass AND objid = o.oid;
CREATE TEMP VIEW our_types AS
    SELECT t.* FROM pg_type t JOIN ours ON classid = 'pg_type'::regclass AND objid = t.oid
     WHERE typcategory <> 'A';

SELECT extname, extversion, extrelocatable FROM pg_extension WHERE extname = 'base62id';

-- What there is, line for line: sql/surface.sql. Here is what later majors add, and what
-- must not be.

\echo '-- ---------- operator classes ----------'

-- From 18 on hashvalidate() wants the very type as the argument of a hash function. Core hashes
-- lists only where both sides have the same function, so that the types of a family cannot have one
-- of their own.
\echo '-- Those that amvalidate() finds fault with: no row.'
SELECT am.amname, opcname
  FROM pg_opclass c JOIN ours ON classid = 'pg_opclass'::regclass AND objid = c.oid
  JOIN pg_am am ON am.oid = opcmethod
 WHERE NOT CASE WHEN current_setting('server_version_num')::integer < 180000 OR am.amname <> 'hash'
 OR opcintype::regtype::text NOT IN (SELECT type FROM id_types WHERE family IS NOT NULL)
                THEN amvalidate(c.oid) ELSE true END
 ORDER BY am.amname COLLATE "C", opcname COLLATE "C";
\echo '-- Skip support is there from PostgreSQL 18 on, and only there.'
SELECT count(*) FILTER (WHERE proname LIKE '%skipsupport')
       = CASE WHEN current_setting('server_version_num')::int >= 180000 THEN (SELECT count(*)
           FROM id_types) ELSE 0 END AS skip_support
  FROM our_functions;
SELECT amproclefttype::regtype, count(*) FILTER (WHERE amprocnum = 6)
       = (current_setting('server_version_num')::int >= 180000)::int AS skip_support
  FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily
  JOIN ours ON classid = 'pg_opfamily'::regclass AND objid = f.oid
 WHERE opfmethod = (SELECT oid FROM pg_am WHERE amname = 'btree')
 AND amproclefttype <> 'uuid'::regtype
 GROUP BY 1 ORDER BY amproclefttype::regtype::text COLLATE "C";

\echo '-- ---------- casts ----------'

\echo '-- To and from bytea there are those of uuid, which has them from PostgreSQL 19 on.'
CREATE TEMP VIEW bytea_casts AS
    SELECT CASE WHEN castsource = 'bytea'::regtype THEN casttarget ELSE castsource END AS of,
           concat_ws(' ', castsource = 'bytea'::regtype, castfunc::regprocedure, castcontext,
               castmethod) AS shape, EXISTS (SELECT FROM ours
           WHERE classid = 'pg_cast'::regclass AND objid = c.oid) AS is_ours
      FROM pg_cast c WHERE 'bytea'::regtype IN (castsource, casttarget);
SELECT type, (SELECT string_agg(shape, ', ' ORDER BY shape) FROM bytea_casts
    WHERE of = type::regtype AND is_ours)
       IS NOT DISTINCT FROM (SELECT string_agg(shape, ', ' ORDER BY shape) FROM bytea_casts
           WHERE of = 'uuid'::regtype AND family IS NOT NULL) AS "as uuid, or none"
  FROM id_types ORDER BY n;
SELECT count(*) = CASE WHEN current_setting('server_version_num')::integer < 190000 THEN 0 ELSE 2
    END AS of_uuid FROM bytea_casts WHERE of = 'uuid'::regtype;

\echo '-- ---------- offences ----------'

\echo '-- No row, but under the two titles that say which.'
\echo '-- a function LANGUAGE internal, which fmgr looks for by name, among all of core''s'
SELECT oid::regprocedure, prosrc FROM our_functions
 WHERE prolang = (SELECT oid FROM pg_language WHERE lanname = 'internal') AND prokind = 'f';
\echo '-- something without a comment'
SELECT oid::regprocedure FROM our_functions WHERE obj_description(oid, 'pg_proc') IS NULL;
SELECT oid::regtype FROM our_types WHERE obj_description(oid, 'pg_type') IS NULL;
SELECT oid::regoperator FROM our_operators WHERE obj_description(oid, 'pg_operator') IS NULL;
\echo '-- a function that is not strict or not parallel safe: those that create, change and drop'
\echo '-- types, which run DDL, and those that ask for a mask key, of which a worker may have other'
\echo '-- ones'
SELECT oid::regprocedure FROM our_functions
 WHERE NOT proisstrict AND prokind <> 'a' OR proparallel <> 's';
\echo '-- a function that runs with its owner''s rights or with settings, that returns a set but'
\echo '-- for the five that list something, or that not everybody may call: those of id types and'
\echo '-- of masks'
SELECT oid::regprocedure FROM our_functions
 WHERE prosecdef OR proconfig IS NOT NULL OR proretset
 AND proname NOT IN ('typeid_types', 'base62id_inspect', 'base62id_find', 'base62id_health',
        'base62id_settings')
 OR proacl IS NOT NULL;
\echo '-- an SQL-visible function with an internal result but no internal argument (type_sanity)'
SELECT oid::regprocedure FROM our_functions
 WHERE prorettype = 'internal'::regtype AND 'internal'::regtype <> ALL (proargtypes::oid[]);
\echo '-- an operator without implementation, result, or with a selectivity function of the wrong'
\echo '-- kind'
SELECT o.oid::regoperator FROM our_operators o JOIN pg_proc p ON p.oid = oprcode
 WHERE oprresult <> 'boolean'::regtype OR prorettype <> oprresult
    OR proargtypes[0] <> oprleft OR proargtypes[1] <> oprright OR oprrest = 0 OR oprjoin = 0;
\echo '-- a comparison operator without commutator or negator, or whose partner does not point back'
SELECT o.oid::regoperator FROM our_operators o
  LEFT JOIN pg_operator c ON c.oid = o.oprcom LEFT JOIN pg_operator n ON n.oid = o.oprnegate
 WHERE o.oprname IN ('=', '<>', '<', '<=', '>', '>=')
   AND (c.oprcom IS DISTINCT FROM o.oid OR n.oprnegate IS DISTINCT FROM o.oid
        OR c.oprleft <> o.oprright OR c.oprright <> o.oprleft OR n.oid = o.oid);
\echo '-- an operator that says MERGES or HASHES without being the equality of such an operator'
\echo '-- family'
SELECT o.oid::regoperator FROM our_operators o
 WHERE oprcanmerge AND NOT EXISTS (SELECT FROM pg_amop JOIN pg_am am ON am.oid = amopmethod
                                    WHERE amopopr = o.oid AND amname = 'btree' AND amopstrategy = 3)
    OR oprcanhash AND NOT EXISTS (SELECT FROM pg_amop JOIN pg_am am ON am.oid = amopmethod
                                   WHERE amopopr = o.oid AND amname = 'hash' AND amopstrategy = 1);
\echo '-- an operator in a btree or hash family whose function is not leakproof or not immutable'
\echo '-- (opr_sanity)'
SELECT amopopr::regoperator FROM pg_amop JOIN our_operators o ON o.oid = amopopr JOIN pg_proc p
    ON p.oid = oprcode
 WHERE NOT proleakproof OR provolatile <> 'i';
\echo '-- a cast whose function has the wrong argument or result (opr_sanity)'
SELECT castsource::regtype, casttarget::regtype
  FROM pg_cast JOIN ours ON classid = 'pg_cast'::regclass AND objid = pg_cast.oid JOIN pg_proc p
  ON p.oid = castfunc
 WHERE 'bytea'::regtype NOT IN (castsource, casttarget)
   AND (prorettype <> casttarget
       AND NOT (prorettype = 'text'::regtype
       AND casttarget IN ('varchar'::regtype, 'bpchar'::regtype)) OR pronargs <> 1
        OR proargtypes[0] <> castsource
        AND NOT (castsource = 'varchar'::regtype AND proargtypes[0] = 'text'::regtype));
\echo '-- a type without an array type, without binary I/O, or with the wrong signatures of its I/O'
\echo '-- (type_sanity)'
SELECT t.oid::regtype FROM our_types t
  JOIN pg_proc i ON i.oid = typinput JOIN pg_proc o ON o.oid = typoutput
  LEFT JOIN pg_proc r ON r.oid = typreceive LEFT JOIN pg_proc s ON s.oid = typsend
 WHERE typarray = 0
    OR i.proargtypes[0] <> 'cstring'::regtype OR i.prorettype <> t.oid
    OR o.proargtypes[0] <> t.oid OR o.prorettype <> 'cstring'::regtype
    OR r.proargtypes[0] IS DISTINCT FROM 'internal'::regtype::oid OR r.prorettype <> t.oid
    OR s.proargtypes[0] IS DISTINCT FROM t.oid OR s.prorettype <> 'bytea'::regtype;
\echo '-- an object in another schema than the extension''s'
SELECT pronamespace::regnamespace FROM our_functions
 WHERE pronamespace <> (SELECT extnamespace FROM pg_extension WHERE extname = 'base62id');

\echo '-- ---------- version ----------'

SELECT base62id_version() ~ '^\d+\.\d+\.\d+$' AS well_formed,
       starts_with(base62id_version(), extversion || '.') AS of_the_extension
  FROM pg_extension WHERE extname = 'base62id';
