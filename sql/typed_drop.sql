-- typeid_drop_type() drops what typeid_create_type() made, and nothing else.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql

-- What is in the catalogs.
CREATE FUNCTION pg_temp.objects() RETURNS SETOF text LANGUAGE sql AS $$
    SELECT i.type || ' ' || i.identity
      FROM (SELECT 'pg_type'::regclass AS c, oid FROM pg_type UNION ALL SELECT 'pg_proc'::regclass, oid FROM pg_proc
            UNION ALL SELECT 'pg_operator'::regclass, oid FROM pg_operator UNION ALL SELECT 'pg_cast'::regclass, oid FROM pg_cast
            UNION ALL SELECT 'pg_opclass'::regclass, oid FROM pg_opclass UNION ALL SELECT 'pg_opfamily'::regclass, oid FROM pg_opfamily
            UNION ALL SELECT 'pg_amop'::regclass, oid FROM pg_amop UNION ALL SELECT 'pg_amproc'::regclass, oid FROM pg_amproc) AS x,
           pg_identify_object(x.c, x.oid, 0) AS i $$;
\echo '-- Not the operator families that types of other tests have left: the last type takes them along.'
SELECT typeid_create_type('last_id', 'last');
SELECT typeid_drop_type('last_id');
CREATE TEMP TABLE before (o text);
INSERT INTO before SELECT o FROM pg_temp.objects() AS o;
SELECT count(*) AS dependencies FROM pg_depend \gset
SELECT count(*) AS comments FROM pg_description \gset

\echo '-- ---------- all kinds of types ----------'

SELECT typeid_create_type('plain_id', 'plain'), typeid_create_type('open_id', 'open', accept_uuid => true),
       typeid_create_type('ulid_id', 'u', 'ulid'), typeid_create_type('number_id', 'n', 'uid11');
SELECT typeid_drop_type('plain_id'), typeid_drop_type('open_id'), typeid_drop_type('ulid_id'), typeid_drop_type('number_id');
SELECT o FROM pg_temp.objects() AS o EXCEPT SELECT o FROM before;
SELECT :dependencies - (SELECT count(*) FROM pg_depend) AS dependencies, :comments - (SELECT count(*) FROM pg_description) AS comments;

\echo '-- As after a restore, where operator families do not depend on the type.'
SELECT typeid_create_type('plain_id', 'plain');
DELETE FROM pg_depend WHERE classid = 'pg_opfamily'::regclass AND refobjid = 'plain_id'::regtype AND deptype = 'a';
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
SELECT o FROM pg_temp.objects() AS o EXCEPT SELECT o FROM before;

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
        GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, about = MESSAGE_TEXT, what = PG_EXCEPTION_DETAIL;
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
    'CREATE OPERATOR CLASS uses FOR TYPE kept_id USING hash AS OPERATOR 1 =, FUNCTION 1 kept_id_hash(kept_id)']) AS s;
\echo '-- A cast that somebody made in place of ours is theirs.'
CREATE FUNCTION kept_text(kept_id) RETURNS text LANGUAGE sql AS 'SELECT ''''';
SELECT pg_temp.depends('DROP CAST (kept_id AS text); CREATE CAST (kept_id AS text) WITH FUNCTION kept_text(kept_id)');
DROP FUNCTION kept_text(kept_id), pg_temp.depends(text);
SELECT count(*) FROM typeid_types() WHERE type = 'kept_id'::regtype;

\echo '-- ---------- who may ----------'

CREATE ROLE typed_owner;
CREATE ROLE typed_other;
SET ROLE typed_other;
SELECT pg_temp.error_of($$SELECT typeid_drop_type('kept_id')$$);
RESET ROLE;
ALTER TYPE kept_id OWNER TO typed_owner;
SET ROLE typed_owner;
SELECT pg_temp.error_of($$SELECT typeid_drop_type('uuid')$$);
SELECT pg_temp.error_of($$SELECT typeid_drop_type(0)$$), pg_temp.error_of($$SELECT typeid_drop_type(NULL)$$) AS nothing;
RESET ROLE;
\echo '-- Extensions keep their members.'
CREATE EXTENSION IF NOT EXISTS tcn;
ALTER EXTENSION tcn ADD TYPE kept_id;
SELECT pg_temp.error_of($$SELECT typeid_drop_type('kept_id')$$);
ALTER EXTENSION tcn DROP TYPE kept_id;
DROP EXTENSION tcn;
-- Event triggers see it.
CREATE FUNCTION seen() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE
    seen text := (SELECT format('%s: %s, and %s others', tg_tag, min(object_identity) FILTER (WHERE original), count(*) FILTER (WHERE NOT original))
        FROM pg_event_trigger_dropped_objects());
BEGIN
    RAISE WARNING '%', regexp_replace(seen, '\d{3}', 'some hundred');
END $$;
CREATE EVENT TRIGGER seen ON sql_drop EXECUTE FUNCTION seen();
SET client_min_messages = notice;
SET ROLE typed_owner;
SELECT typeid_drop_type('kept_id');
RESET ROLE;
SET client_min_messages = warning;
DROP EVENT TRIGGER seen;
DROP FUNCTION seen();
DROP ROLE typed_owner, typed_other;
SELECT o FROM pg_temp.objects() AS o EXCEPT SELECT o FROM before;
