-- typeid_drop_type() drops what typeid_create_type() made, and nothing else.
\i test/lib/helpers.sql

-- What is in the catalogs.
CREATE FUNCTION pg_temp.objects() RETURNS SETOF text LANGUAGE sql AS $$
    SELECT i.type || ' ' || i.identity
      FROM (SELECT 'pg_type'::regclass AS c, oid FROM pg_type UNION ALL
          SELECT 'pg_proc'::regclass, oid FROM pg_proc
            UNION ALL SELECT 'pg_operator'::regclass, oid FROM pg_operator UNION ALL
            SELECT 'pg_cast'::regclass, oid FROM pg_cast
            UNION ALL SELECT 'pg_opclass'::regclass, oid FROM pg_opclass UNION ALL
            SELECT 'pg_opfamily'::regclass, oid FROM pg_opfamily
            UNION ALL SELECT 'pg_amop'::regclass, oid FROM pg_amop UNION ALL
            SELECT 'pg_amproc'::regclass, oid FROM pg_amproc) AS x,
           pg_identify_object(x.c, x.oid, 0) AS i $$;
\echo '-- Not the operator families that types of other tests have left: the last type takes them'
\echo '-- along.'
SELECT typeid_create_type('last_id', 'last');
SELECT typeid_drop_type('last_id');
CREATE TEMP TABLE before (o text);
-- What there is more or less than before.
CREATE FUNCTION pg_temp.changes() RETURNS TABLE (change text, o text) LANGUAGE sql AS $$
    (SELECT 'left behind', o FROM pg_temp.objects() AS o EXCEPT SELECT 'left behind', o FROM before)
    UNION ALL
    (SELECT 'gone', o FROM before EXCEPT SELECT 'gone', o FROM pg_temp.objects() AS o) $$;
INSERT INTO before SELECT o FROM pg_temp.objects() AS o;
SELECT count(*) AS dependencies FROM pg_depend \gset
SELECT count(*) AS comments FROM pg_description \gset

\echo '-- ---------- all kinds of types ----------'

SELECT typeid_create_type('plain_id', 'plain'),
    typeid_create_type('open_id', 'open', accept_uuid => true),
       typeid_create_type('ulid_id', 'u', 'ulid'), typeid_create_type('number_id', 'n', 'uid11');
SELECT typeid_drop_type('plain_id'), typeid_drop_type('open_id'), typeid_drop_type('ulid_id'),
    typeid_drop_type('number_id');
\echo '-- Nothing of them is left, and nothing else is gone: no row, 0 and 0.'
SELECT * FROM pg_temp.changes();
SELECT :dependencies - (SELECT count(*) FROM pg_depend) AS dependencies,
    :comments - (SELECT count(*) FROM pg_description) AS comments;

\echo '-- As after a restore, where operator families do not depend on the type.'
SELECT typeid_create_type('plain_id', 'plain');
DELETE FROM pg_depend WHERE classid = 'pg_opfamily'::regclass AND refobjid = 'plain_id'::regtype
    AND deptype = 'a';
-- Without some of its objects, and under another name.
DROP OPERATOR ~~ (plain_id, text);
DROP CAST (plain_id AS text);
DROP OPERATOR CLASS plain_id_hash_ops USING hash;
DROP FUNCTION plain_id_new();
CREATE SCHEMA "other schema";
ALTER TYPE plain_id SET SCHEMA "other schema";
ALTER TYPE "other schema".plain_id RENAME TO "Renamed Id";
SELECT typeid_drop_type('"other schema"."Renamed Id"');
DROP SCHEMA "other schema";
\echo '-- no row'
SELECT * FROM pg_temp.changes();

\echo '-- ---------- what is made of a type is an error ----------'

SELECT typeid_create_type('kept_id', 'kept');
CREATE FUNCTION pg_temp.depends(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    code text;
    about text;
    what text;
BEGIN
    EXECUTE statement;
    BEGIN
        PERFORM typeid_drop_type('kept_id');
        RETURN 'dropped';
    EXCEPTION WHEN OTHERS THEN
        GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, about = MESSAGE_TEXT,
        what = PG_EXCEPTION_DETAIL;
    END;
    RAISE EXCEPTION USING MESSAGE = format('%s %s: %s', code, about, what);
EXCEPTION WHEN raise_exception THEN -- undoes the statement
    RETURN SQLERRM;
END $$;
SELECT pg_temp.depends(s) FROM unnest(ARRAY[
    'CREATE TABLE uses (id kept_id)',
    'CREATE TABLE uses (ids kept_id[])',
    'CREATE TABLE uses (id uuid DEFAULT kept_id_new()::uuid)',
    'CREATE TABLE uses (id uuid); CREATE INDEX uses_id ON uses ((id::kept_id))',
    'CREATE VIEW uses AS SELECT NULL::kept_id AS id',
    'CREATE VIEW uses AS SELECT NULL::kept_id = NULL AS equal',
    'CREATE DOMAIN uses AS kept_id',
    'CREATE TYPE uses AS RANGE (subtype = kept_id)',
    'CREATE FUNCTION uses(kept_id) RETURNS integer LANGUAGE sql AS ''SELECT 1''',
    'CREATE FUNCTION uses() RETURNS boolean LANGUAGE sql RETURN kept_id_new() IS NULL',
    'CREATE OPERATOR === (FUNCTION = kept_id_eq, LEFTARG = kept_id, RIGHTARG = kept_id)',
    'CREATE AGGREGATE uses(kept_id) (SFUNC = kept_id_larger, STYPE = kept_id)',
    'CREATE OPERATOR CLASS uses FOR TYPE kept_id USING hash AS OPERATOR 1 =,
        FUNCTION 1 (kept_id, kept_id) uuid_hash(uuid)'])
        AS s;
\echo '-- PostgreSQL would recommend DROP ... CASCADE, which drops columns.'
CREATE VIEW uses AS SELECT NULL::kept_id AS id;
SELECT typeid_drop_type('kept_id');
DROP VIEW uses;
\echo '-- A cast that somebody made in place of ours is theirs.'
CREATE FUNCTION kept_text(kept_id) RETURNS text LANGUAGE sql AS 'SELECT ''''';
SELECT
    pg_temp.depends('DROP CAST (kept_id AS text);
    CREATE CAST (kept_id AS text) WITH FUNCTION kept_text(kept_id)');
DROP FUNCTION kept_text(kept_id), pg_temp.depends(text);
SELECT count(*) FROM typeid_types() WHERE type = 'kept_id'::regtype;

\echo '-- ---------- who may ----------'

CREATE ROLE id_type_owner;
CREATE ROLE id_type_other;
SET ROLE id_type_other;
SELECT pg_temp.error_of($$SELECT typeid_drop_type('kept_id')$$);
RESET ROLE;
ALTER TYPE kept_id OWNER TO id_type_owner;
SET ROLE id_type_owner;
SELECT pg_temp.error_of($$SELECT typeid_drop_type('uuid')$$);
SELECT pg_temp.error_of($$SELECT typeid_drop_type(0)$$),
    pg_temp.error_of($$SELECT typeid_drop_type(NULL)$$) AS nothing;
RESET ROLE;
\echo '-- Extensions keep their members.'
CREATE EXTENSION IF NOT EXISTS tcn;
ALTER EXTENSION tcn ADD TYPE kept_id;
SELECT pg_temp.error_of($$SELECT typeid_drop_type('kept_id')$$);
ALTER EXTENSION tcn DROP TYPE kept_id;
DROP EXTENSION tcn;
\echo '-- Event triggers see it.'
CREATE FUNCTION seen() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE
    seen text := (SELECT format('%s: %s, and %s others', tg_tag, min(object_identity)
        FILTER (WHERE original), count(*) FILTER (WHERE NOT original))
        FROM pg_event_trigger_dropped_objects());
BEGIN
    RAISE WARNING '%', regexp_replace(seen, '\d{2,3} others', 'all others');
END $$;
CREATE EVENT TRIGGER seen ON sql_drop EXECUTE FUNCTION seen();
SET client_min_messages = notice;
SET ROLE id_type_owner;
SELECT typeid_drop_type('kept_id');
RESET ROLE;
SET client_min_messages = warning;
DROP EVENT TRIGGER seen;
DROP FUNCTION seen();
DROP ROLE id_type_owner, id_type_other;
\echo '-- no row'
SELECT * FROM pg_temp.changes();

\echo '-- ========== typeid_upgrade_type() makes an older type equal to one that is made now'
\echo '-- =========='
\echo '-- What a type consists of, with its name taken out.'
CREATE FUNCTION pg_temp.shape(t regtype) RETURNS SETOF text LANGUAGE sql AS $$
    WITH parts AS (
        SELECT classid, objid FROM pg_depend
        WHERE refclassid = 'pg_type'::regclass AND refobjid = t AND classid <> 'pg_type'::regclass
        UNION SELECT d.classid, d.objid FROM pg_depend d JOIN pg_opclass c
        ON d.refclassid = 'pg_opclass'::regclass AND d.refobjid = c.oid AND c.opcintype = t)
    SELECT replace(replace(replace(s, t::text, 'T'), rtrim(left(t::text, 3), '_'), 'P'),
        upper(t::text), 'T') FROM (
        SELECT pg_describe_object(classid, objid, 0) || ' -- ' ||
        coalesce(obj_description(objid, relname::text), '') AS s
          FROM parts JOIN pg_class c ON c.oid = classid
        UNION ALL SELECT pg_describe_object(d.classid, d.objid, 0) || ' depends on ' ||
        pg_describe_object(d.refclassid, d.refobjid, 0) || ' ' || d.deptype::text
          FROM parts JOIN pg_depend d USING (classid, objid)
        UNION ALL SELECT pg_get_functiondef(objid) FROM parts JOIN pg_proc
        ON oid = objid AND classid = 'pg_proc'::regclass AND prokind = 'f'
        UNION ALL SELECT oprcode::text || ' ' ||
        (to_jsonb(o) - '{oid,oprnamespace,oprleft,oprright,oprcode,oprcom,oprnegate}'::text[])::text
        FROM parts JOIN pg_operator o ON o.oid = objid AND classid = 'pg_operator'::regclass
        UNION ALL SELECT pg_describe_object('pg_cast'::regclass, c.oid, 0) || ' ' ||
        castcontext::text || castmethod::text FROM pg_cast c WHERE t IN (castsource, casttarget)
        UNION ALL SELECT obj_description(t, 'pg_type')) AS x $$;

-- The templates of an older version: without decode, two operators, a comment, members and
-- a cast of the class; with other attributes.
CREATE TEMP TABLE templates AS SELECT oid, proname, prosrc FROM pg_proc
    WHERE proname IN ('id_type_template', 'numeric_id_type_template');
UPDATE pg_proc p SET prosrc =
    regexp_replace(regexp_replace(regexp_replace(regexp_replace(
        regexp_replace(regexp_replace(regexp_replace(p.prosrc,
        'CREATE FUNCTION @type@_decode[^;]*;\s*COMMENT[^;]*;', ''),
        'CREATE OPERATOR @schema@\.[!]?~~\* [^;]*;', '', 'g'),
        'FUNCTION 2 (\(@type@, @type@\) pg_catalog.uuid|@base62id@.numeric_id_type)_sortsupport\(internal\),',
            ''),
        'the parts of base62id 1.0', 'the parts of base62id 0.9'),
        'CREATE CAST \(varchar AS[^;]*;', ''),
        '(CREATE FUNCTION @type@_eq\(@type@, @type@\)[^;]*) LEAKPROOF', '\1'),
        'RESTRICT = pg_catalog.scalarltsel', 'RESTRICT = pg_catalog.neqsel')
  FROM templates t WHERE t.oid = p.oid;
SELECT typeid_create_type('old_id', 'old'),
    typeid_create_type('ola_id', 'ola', 'base62id', accept_uuid => true),
    typeid_create_type('oln_id', 'oln', 'uid11');
UPDATE pg_proc p SET prosrc = t.prosrc FROM templates t WHERE t.oid = p.oid;
SELECT typeid_create_type('fre_id', 'fre'),
    typeid_create_type('fra_id', 'fra', 'base62id', accept_uuid => true),
    typeid_create_type('frn_id', 'frn', 'uid11');
\echo '-- More that was lost or changed since.'
DROP OPERATOR CLASS ola_id_gin_ops USING gin;
DROP FUNCTION old_id_smaller(old_id, old_id) CASCADE;
ALTER FUNCTION old_id_like(old_id, text) COST 7 VOLATILE;
COMMENT ON TYPE old_id IS 'mine';
CREATE FUNCTION pg_temp.differences(old regtype, new regtype)
    RETURNS TABLE (only_of text, what text) LANGUAGE sql AS $$
    (SELECT 'old', s FROM pg_temp.shape(old) AS s EXCEPT ALL SELECT 'old', s
        FROM pg_temp.shape(new) AS s)
    UNION ALL (SELECT 'new', s FROM pg_temp.shape(new) AS s EXCEPT ALL SELECT 'new', s
        FROM pg_temp.shape(old) AS s) $$;
SELECT old, count(d.*) > 20 AS differ
    FROM (VALUES ('old_id'::regtype, 'fre_id'::regtype), ('ola_id', 'fra_id'),
    ('oln_id', 'frn_id')) AS v(old, new), pg_temp.differences(old, new) AS d GROUP BY old
    ORDER BY old;
SELECT what, state, left(detail, 80) AS detail FROM base62id_health() WHERE what ~ '^id type ';
SELECT typeid_upgrade_type('old_id'), typeid_upgrade_type('ola_id'), typeid_upgrade_type('oln_id');
\echo '-- No difference is left, and health says nothing of them any more: no row.'
SELECT old, d.*
    FROM (VALUES ('old_id'::regtype, 'fre_id'::regtype), ('ola_id', 'fra_id'),
    ('oln_id', 'frn_id')) AS v(old, new), pg_temp.differences(old, new) AS d;
SELECT what, state, left(detail, 80) AS detail FROM base62id_health() WHERE what ~ '^id type ';
SELECT count(*) > 300 AS compared FROM pg_temp.shape('old_id');
\echo '-- An upgrade of a type that lacks nothing writes nothing.'
CREATE TEMP TABLE versions AS SELECT oid, xmin::text AS version FROM pg_proc
    WHERE proname ~ '^old_id_' UNION ALL SELECT oid, xmin::text FROM pg_operator
    WHERE oprleft = 'old_id'::regtype;
SELECT typeid_upgrade_type('old_id');
SELECT count(*) AS written FROM versions v
    WHERE NOT EXISTS (SELECT FROM pg_proc p WHERE p.oid = v.oid AND p.xmin::text = v.version
    UNION ALL SELECT FROM pg_operator p WHERE p.oid = v.oid AND p.xmin::text = v.version);
\echo '-- Casts of others do not stand in for one that was lost.'
CREATE TYPE colour AS ENUM ('red');
CREATE FUNCTION colour_of(old_id) RETURNS colour LANGUAGE sql RETURN 'red'::colour;
CREATE FUNCTION count_of(old_id) RETURNS integer LANGUAGE sql RETURN 1;
CREATE CAST (old_id AS colour) WITH FUNCTION colour_of(old_id);
CREATE CAST (old_id AS integer) WITH FUNCTION count_of(old_id);
DROP CAST (varchar AS old_id);
SELECT what, state, substring(detail FROM 'lacks [^;]*') AS lacks
  FROM base62id_health()
  WHERE what ~ '^id type ';
DROP FUNCTION colour_of(old_id), count_of(old_id) CASCADE;
DROP TYPE colour;
SELECT typeid_upgrade_type('old_id');
SELECT count(*) AS rows FROM base62id_health() WHERE what ~ '^id type ';
\echo '-- What this library does not know is no crash, and names both versions.'
UPDATE pg_proc p
    SET prosrc = p.prosrc ||
    E'CREATE FUNCTION @type@_future(@type@) RETURNS text\n'
        'AS ''@library@'', ''id_type_future'' LANGUAGE c STRICT;'
    FROM templates t WHERE t.oid = p.oid;
SELECT regexp_replace(pg_temp.error_of($$SELECT typeid_upgrade_type('old_id')$$), '[0-9.]+[0-9]',
    'N', 'g');
UPDATE pg_proc p SET prosrc = t.prosrc || '@future@' FROM templates t WHERE t.oid = p.oid;
SELECT regexp_replace(pg_temp.error_of($$SELECT typeid_create_type('x_id', 'x')$$), '[0-9.]+[0-9]',
    'N', 'g');
UPDATE pg_proc p SET prosrc = t.prosrc FROM templates t WHERE t.oid = p.oid;
SELECT typeid_drop_type(type) FROM typeid_types();
\echo '-- The last type takes the families along: 0.'
SELECT count(*) FROM pg_opfamily
    WHERE opfname IN ('id_type_ops', 'id_type_hash_ops', 'id_type_gist_ops', 'id_type_gin_ops');
