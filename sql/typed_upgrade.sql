-- typeid_upgrade_type() makes a type of an older shape equal to one that is made now: every object, member, attribute, comment and tie.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql

\echo '-- What a type consists of, with its name taken out.'
CREATE FUNCTION pg_temp.shape(t regtype) RETURNS SETOF text LANGUAGE sql AS $$
    WITH parts AS (
        SELECT classid, objid FROM pg_depend WHERE refclassid = 'pg_type'::regclass AND refobjid = t AND classid <> 'pg_type'::regclass
        UNION SELECT d.classid, d.objid FROM pg_depend d JOIN pg_opclass c ON d.refclassid = 'pg_opclass'::regclass AND d.refobjid = c.oid AND c.opcintype = t)
    SELECT replace(replace(replace(s, t::text, 'T'), rtrim(left(t::text, 3), '_'), 'P'), upper(t::text), 'T') FROM (
        SELECT pg_describe_object(classid, objid, 0) || ' -- ' || coalesce(obj_description(objid, relname::text), '') AS s
          FROM parts JOIN pg_class c ON c.oid = classid
        UNION ALL SELECT pg_describe_object(d.classid, d.objid, 0) || ' depends on ' || pg_describe_object(d.refclassid, d.refobjid, 0) || ' ' || d.deptype::text
          FROM parts JOIN pg_depend d USING (classid, objid)
        UNION ALL SELECT pg_get_functiondef(objid) FROM parts JOIN pg_proc ON oid = objid AND classid = 'pg_proc'::regclass AND prokind = 'f'
        UNION ALL SELECT oprcode::text || ' ' || (to_jsonb(o) - '{oid,oprnamespace,oprleft,oprright,oprcode,oprcom,oprnegate}'::text[])::text FROM parts JOIN pg_operator o ON o.oid = objid AND classid = 'pg_operator'::regclass
        UNION ALL SELECT pg_describe_object('pg_cast'::regclass, c.oid, 0) || ' ' || castcontext::text || castmethod::text FROM pg_cast c WHERE t IN (castsource, casttarget)
        UNION ALL SELECT obj_description(t, 'pg_type')) AS x $$;

-- The templates of an older version: without decode, two operators, a comment, members and a cast of the class; with other attributes.
CREATE TEMP TABLE templates AS SELECT oid, proname, prosrc FROM pg_proc WHERE proname IN ('typed_id_template', 'typed_number_template');
UPDATE pg_proc p SET prosrc =
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(p.prosrc,
        'CREATE FUNCTION @type@_decode[^;]*;\s*COMMENT[^;]*;', ''),
        'CREATE OPERATOR @schema@\.[!]?~~\* [^;]*;', '', 'g'), 'COMMENT ON OPERATOR @schema@\.[!]?~~\*[^;]*;', '', 'g'),
        'FUNCTION 2 @base62id@.typed_(id|number)_sortsupport\(internal\),', ''),
        'FUNCTION 11 @base62id@.typed_(id|number)_brin_distance\(internal, internal\)', 'FUNCTION 11 @base62id@.typed_\1_brin_distance(internal, internal)'),
        'CREATE CAST \(varchar AS[^;]*;', ''),
        '(CREATE FUNCTION @type@_hash\(@type@\)[^;]*) LEAKPROOF', '\1'),
        'RESTRICT = scalarltsel', 'RESTRICT = neqsel')
  FROM templates t WHERE t.oid = p.oid;
SELECT typeid_create_type('old_id', 'old'), typeid_create_type('ola_id', 'ola', 'base62id', accept_uuid => true), typeid_create_type('oln_id', 'oln', 'uid11');
UPDATE pg_proc p SET prosrc = t.prosrc FROM templates t WHERE t.oid = p.oid;
SELECT typeid_create_type('fre_id', 'fre'), typeid_create_type('fra_id', 'fra', 'base62id', accept_uuid => true), typeid_create_type('frn_id', 'frn', 'uid11');
\echo '-- More that was lost or changed since.'
DROP OPERATOR CLASS ola_id_gin_ops USING gin;
DROP FUNCTION old_id_cmp(old_id, old_id) CASCADE;
ALTER FUNCTION old_id_like(old_id, text) COST 7 VOLATILE;
COMMENT ON TYPE old_id IS 'mine';
CREATE FUNCTION pg_temp.differences(old regtype, new regtype) RETURNS TABLE (only_of text, what text) LANGUAGE sql AS $$
    (SELECT 'old', s FROM pg_temp.shape(old) AS s EXCEPT ALL SELECT 'old', s FROM pg_temp.shape(new) AS s)
    UNION ALL (SELECT 'new', s FROM pg_temp.shape(new) AS s EXCEPT ALL SELECT 'new', s FROM pg_temp.shape(old) AS s) $$;
SELECT old, count(d.*) > 20 AS differ FROM (VALUES ('old_id'::regtype, 'fre_id'::regtype), ('ola_id', 'fra_id'), ('oln_id', 'frn_id')) AS v(old, new), pg_temp.differences(old, new) AS d GROUP BY old ORDER BY old;
SELECT what, state, left(detail, 80) AS detail FROM base62id_health() WHERE what ~ '^typed id ';
SELECT typeid_upgrade_type('old_id'), typeid_upgrade_type('ola_id'), typeid_upgrade_type('oln_id');
SELECT old, d.* FROM (VALUES ('old_id'::regtype, 'fre_id'::regtype), ('ola_id', 'fra_id'), ('oln_id', 'frn_id')) AS v(old, new), pg_temp.differences(old, new) AS d;
SELECT count(*) > 400 AS compared FROM pg_temp.shape('old_id');
SELECT what, state, left(detail, 80) AS detail FROM base62id_health() WHERE what ~ '^typed id ';
\echo '-- An upgrade of a type that lacks nothing writes nothing.'
SELECT pg_current_xact_id_if_assigned() IS NULL AS none_yet;
CREATE TEMP TABLE versions AS SELECT oid, xmin::text AS version FROM pg_proc WHERE proname ~ '^old_id_' UNION ALL SELECT oid, xmin::text FROM pg_operator WHERE oprleft = 'old_id'::regtype;
SELECT typeid_upgrade_type('old_id');
SELECT count(*) AS written FROM versions v WHERE NOT EXISTS (SELECT FROM pg_proc p WHERE p.oid = v.oid AND p.xmin::text = v.version UNION ALL SELECT FROM pg_operator p WHERE p.oid = v.oid AND p.xmin::text = v.version);
\echo '-- What this library does not know is no crash, and names both versions.'
UPDATE pg_proc p SET prosrc = p.prosrc || E'CREATE FUNCTION @type@_future(@type@) RETURNS text\nAS ''@library@'', ''typed_id_future'' LANGUAGE c STRICT;' FROM templates t WHERE t.oid = p.oid;
SELECT regexp_replace(pg_temp.error_of($$SELECT typeid_upgrade_type('old_id')$$), '[0-9.]+[0-9]', 'N', 'g');
UPDATE pg_proc p SET prosrc = t.prosrc || '@future@' FROM templates t WHERE t.oid = p.oid;
SELECT regexp_replace(pg_temp.error_of($$SELECT typeid_create_type('x_id', 'x')$$), '[0-9.]+[0-9]', 'N', 'g');
UPDATE pg_proc p SET prosrc = t.prosrc FROM templates t WHERE t.oid = p.oid;
SELECT typeid_drop_type(type) FROM typeid_types();
SELECT count(*) FROM pg_opfamily WHERE opfname IN ('typed_id_ops', 'typed_id_hash_ops', 'typed_id_gist_ops', 'typed_id_gin_ops');
