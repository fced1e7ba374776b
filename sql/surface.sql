-- Everything that CREATE EXTENSION and typeid_create_type make, one promise a line: from 1.0 on no
-- line changes or goes. In a line of several types, T is the type's name, and the types follow the
-- bar. After a change of src/sql, read the difference and take over results/surface.out. What only
-- later majors have is left out here: sql/00_install.sql.
--
-- Functions are IMMUTABLE STRICT PARALLEL SAFE where the line says nothing else, and C
-- functions of the same name.
\set ECHO errors
\pset format unaligned
\pset tuples_only on
SET client_min_messages = warning;
-- Families that a plain DROP TYPE has left behind go, too.
DO $$BEGIN PERFORM typeid_drop_type(typeid_create_type('last_id', 'last')); END$$;

CREATE FUNCTION pg_temp.comment(object oid, catalog name) RETURNS text LANGUAGE sql
STABLE AS $$ SELECT ' -- ' || obj_description(object, catalog) $$;
CREATE TEMP VIEW objects AS
    SELECT 'pg_type'::regclass AS classid, t.oid AS objid, t.oid AS made,
    concat('type ', t.oid::regtype, ': ', typlen, CASE WHEN typbyval THEN ' by value'
        END, ' ', typalign, typstorage, typcategory,
               CASE WHEN typispreferred THEN ' preferred'
               END, ', ', concat_ws(' ', typinput, typoutput, typreceive, typsend,
                   nullif(typanalyze::oid, 0)::regproc::text,
               nullif(typmodin::oid, 0)::regproc::text),
               pg_temp.comment(t.oid, 'pg_type')) AS line
      FROM pg_type AS t WHERE typtype <> 'c' AND typcategory <> 'A'
    UNION ALL
    SELECT 'pg_proc'::regclass, p.oid, p.oid,
    concat(CASE prokind WHEN 'a' THEN 'aggregate ' ELSE 'function '
        END, proname, '(', pg_get_function_arguments(p.oid), ') -> ', pg_get_function_result(p.oid),
               CASE provolatile WHEN 'v' THEN ' VOLATILE' WHEN 's' THEN ' STABLE' END, CASE
               WHEN NOT proisstrict AND prokind = 'f' THEN ' CALLED ON NULL' END, CASE
               WHEN proleakproof THEN ' LEAKPROOF' END,
               CASE proparallel WHEN 'u' THEN ' UNSAFE' WHEN 'r' THEN ' RESTRICTED' END, CASE
               WHEN prosecdef THEN ' SECURITY DEFINER' END, ' ' || proconfig::text,
               CASE WHEN procost <> 1 THEN ' COST ' || procost END, CASE
               WHEN prorows <> 0 THEN ' ROWS ' || prorows
               END, ' SUPPORT ' || nullif(prosupport::oid, 0)::regproc::text, ' EXECUTE for '
               || (SELECT string_agg(CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text
                   END || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END, ', ')
                   FROM aclexplode(proacl) WHERE grantee <> proowner),
               CASE WHEN prokind = 'a' THEN
               (SELECT concat(' ', aggtransfn, ' ', aggcombinefn, ' ', aggsortop::regoperator)
                   FROM pg_aggregate WHERE aggfnoid = p.oid)
                    WHEN lanname <> 'c' OR prosrc <> proname THEN concat(' AS ', CASE
                        WHEN lanname <> 'c' THEN lanname || ' ' END, body)
                        END, pg_temp.comment(p.oid, 'pg_proc'))
      FROM pg_proc AS p JOIN pg_language AS l
      ON l.oid = prolang, LATERAL (SELECT CASE WHEN length(prosrc) > 200 THEN 'a text' ELSE prosrc
          END AS body) AS b
    UNION ALL
    SELECT 'pg_operator'::regclass, o.oid, o.oid,
    concat('operator ', oprleft::regtype, ' ', oprname, ' ', oprright::regtype, ': ', oprcode,
        ', commutator ' || nullif(oprcom, 0)::regoperator::text,
    ', negator ' || nullif(oprnegate, 0)::regoperator::text, ', ', oprrest, ' ', oprjoin,
               CASE WHEN oprcanmerge THEN ' MERGES' END, CASE WHEN oprcanhash THEN ' HASHES'
               END, pg_temp.comment(o.oid, 'pg_operator'))
      FROM pg_operator AS o
    UNION ALL
    SELECT 'pg_opclass'::regclass, c.oid, c.oid,
    concat('class ', amname, ' ', opcname, ' of ', opcintype::regtype,
        ', key ' || nullif(opckeytype, 0)::regtype::text, CASE WHEN opcdefault THEN ', default' END,
               ', family ', opfname, pg_temp.comment(c.oid, 'pg_opclass'))
      FROM pg_opclass AS c JOIN pg_am AS am ON am.oid = opcmethod JOIN pg_opfamily AS f
      ON f.oid = opcfamily
    UNION ALL
    SELECT 'pg_opfamily'::regclass, f.oid, max(member.oid),
    concat('family ', amname, ' ', opfname, ' of ', a::regtype, ' and ', b::regtype, ': ',
        string_agg(name, ', ' ORDER BY kind, number))
      FROM pg_opfamily AS f JOIN pg_am AS am ON am.oid = opfmethod, LATERAL (
          SELECT o.oid, amoplefttype AS a, amoprighttype AS b, 1 AS kind, amopstrategy AS number,
          concat(amopstrategy, ' ', oprname, CASE WHEN amoppurpose <> 's' THEN ' ORDER BY'
              END) AS name
            FROM pg_amop AS o JOIN pg_operator AS op ON op.oid = amopopr WHERE amopfamily = f.oid
          UNION ALL
          SELECT p.oid, amproclefttype, amprocrighttype, 2, amprocnum,
          concat('function ', amprocnum, ' ', amproc::oid::regproc)
            FROM pg_amproc AS p WHERE amprocfamily = f.oid
            AND (amname, amprocnum) NOT IN (('btree', 6), ('gist', 12))) AS member  -- from 18 on
     GROUP BY f.oid, amname, opfname, a, b
    UNION ALL
    SELECT 'pg_cast'::regclass, c.oid, c.oid,
    concat('cast ', castsource::regtype, ' to ', casttarget::regtype, CASE castcontext
        WHEN 'i' THEN ' implicit' WHEN 'a' THEN ' in assignments' END,
               CASE castmethod WHEN 'b' THEN ', binary' WHEN 'f' THEN ', ' || castfunc::regprocedure
               ELSE ', by text' END)
      FROM pg_cast AS c WHERE 'bytea'::regtype NOT IN (castsource, casttarget)  -- from 19 on
    UNION ALL
    SELECT 'pg_language'::regclass, l.oid, l.oid,
    concat('language ', lanname, CASE WHEN lanpltrusted THEN ' trusted'
        END, ' ', lanplcallfoid::regproc, ' ', nullif(laninline, 0)::regproc, ' ',
    lanvalidator::regproc,
               pg_temp.comment(l.oid, 'pg_language'))
      FROM pg_language AS l;
-- Lines that differ in the type's name only are one.
CREATE FUNCTION pg_temp.promises(names text[], lines text[]) RETURNS SETOF text
    LANGUAGE sql STABLE AS $$
    SELECT CASE count(*) WHEN 1 THEN min(line)
           ELSE concat(form, ' | ', string_agg(name, ' ' ORDER BY name COLLATE "C")) END AS promise
      FROM unnest(lines) AS line,
           LATERAL (SELECT substring(line, format('\m(%s)(?:_|\M)', array_to_string(names, '|'))))
               AS f(name),
           LATERAL (SELECT coalesce(regexp_replace(regexp_replace(line,
                                                       '(AS id_type \w+ kind)( \w+=\w+)+', '\1'),
                                                   format('\m%s(?=_|\M)', name), 'T', 'g'),
                                    line)) AS t(form)
     GROUP BY form ORDER BY form COLLATE "C" $$;

\echo '-- CREATE EXTENSION'
CREATE TEMP TABLE before AS SELECT * FROM objects WHERE made >= 16384;
SELECT pg_temp.promises(ARRAY(SELECT typname::text
                                FROM pg_type
                                JOIN pg_depend ON classid = 'pg_type'::regclass
                                                  AND objid = pg_type.oid AND deptype = 'e'
                                WHERE refclassid = 'pg_extension'::regclass AND refobjid = e.oid
                                  AND typtype = 'b' AND typcategory <> 'A'),
                        ARRAY(SELECT line
                                FROM before
                                JOIN pg_depend AS d USING (classid, objid)
                                WHERE refclassid = 'pg_extension'::regclass AND refobjid = e.oid
                                  AND deptype = 'e' AND line !~ 'skipsupport'))
  FROM pg_extension AS e WHERE extname = 'base62id';

\echo '-- typeid_create_type; what masked ones have otherwise: test/masks/surface.txt'
CREATE SCHEMA surface;
SELECT typeid_create_type('surface.a_typeid', 'kind'),
       typeid_create_type('surface.an_accepting', 'accepting', accept_uuid => true),
       typeid_create_type('surface.a_ulid', 'kind', 'ulid'),
       typeid_create_type('surface.a_number', 'kind', 'uid11') \g /dev/null
SET search_path = public, surface;
CREATE TEMP TABLE after AS SELECT * FROM objects WHERE made >= 16384;
-- A type that accepts UUIDs has a prefix of its own; its lines are compared as if it had that of
-- the others.
SELECT pg_temp.promises('{a_typeid,an_accepting,a_ulid,a_number}',
                        ARRAY(SELECT regexp_replace(line, '\maccepting\M', 'kind')
                                FROM after
                                WHERE line !~ 'skipsupport'
                                  AND (classid, made) NOT IN (SELECT classid, made FROM before)));
RESET search_path;
DROP SCHEMA surface CASCADE;
