-- Typed ids are made whatever lies in whose schema: functions of the same names, types that hide core's, event triggers with
-- unqualified names, and objects that are renamed and moved in the midst of it.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql

\echo '-- ---------- functions of the same name ----------'

CREATE FUNCTION foo_id_cmp(text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION foo_id_hash(text, text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION foo_id_smaller(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION foo_id_from_text(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION base62id_brin_minmax_opcinfo(text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
SELECT typeid_create_type('foo_id', 'foo');
DROP OPERATOR FAMILY typed_id_ops USING btree CASCADE;
DROP OPERATOR CLASS foo_id_minmax_ops USING brin CASCADE;
DROP AGGREGATE min(foo_id);
CREATE FUNCTION foo_id_larger(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
SELECT typeid_upgrade_type('foo_id');
SELECT count(*), bool_and(pg_temp.is_valid_class(oid)) FROM pg_opclass WHERE opcintype = 'foo_id'::regtype;
SELECT min(id) = max(id) AS aggregates FROM (SELECT foo_id_new() AS id) AS one;
DROP TYPE foo_id CASCADE;
DROP FUNCTION foo_id_cmp(text), foo_id_hash(text, text), foo_id_smaller(integer), foo_id_from_text(integer), foo_id_larger(integer),
    base62id_brin_minmax_opcinfo(text);

-- The families that types share have that name, so one with families of its own cannot.
SELECT pg_temp.error_of($$SELECT typeid_create_type('typed_id', 'x', 'uid11')$$);

\echo '-- ---------- types and operators that hide core''s ----------'

CREATE SCHEMA hides;
CREATE DOMAIN hides.text AS integer;
CREATE DOMAIN hides.cstring AS integer;
CREATE DOMAIN hides.internal AS integer;
CREATE DOMAIN hides.bytea AS integer;
CREATE DOMAIN hides.uuid AS integer;
CREATE DOMAIN hides.oid AS integer;
CREATE FUNCTION hides.no(oid, oid) RETURNS boolean LANGUAGE sql AS 'SELECT false';
CREATE OPERATOR hides.= (FUNCTION = hides.no, LEFTARG = pg_catalog.oid, RIGHTARG = pg_catalog.oid);
CREATE FUNCTION hides.eqsel(pg_catalog.internal, oid, internal, integer) RETURNS float8 LANGUAGE internal AS 'neqsel';
SET search_path = hides, public, pg_catalog;
SELECT typeid_create_type('public.seen_id', 'seen');
DROP OPERATOR public.^@ (seen_id, pg_catalog.text);
SELECT typeid_upgrade_type('seen_id'), count(*) FROM typeid_types();
RESET search_path;
SELECT seen_id '"seen_01h455vb4pex5vsknk084sn02q"', 'seen_01h455vb4pex5vsknk084sn02q'::text::seen_id ^@ 'seen_0', seen_id_send('seen_01h455vb4pex5vsknk084sn02q');
SELECT DISTINCT oprrest, oprjoin FROM pg_operator WHERE oprleft = 'seen_id'::regtype ORDER BY 1, 2;
DROP TYPE seen_id CASCADE;
DROP SCHEMA hides CASCADE;

\echo '-- ---------- event triggers ----------'

-- A log of DDL. Its triggers run as the type is made: by the bootstrap superuser, under a search_path that finds core's names only.
CREATE SCHEMA app;
SET search_path = app, public;
CREATE TABLE ddl_log (tag text, what text, path text, messages text);
CREATE FUNCTION note(tag text, what text) RETURNS void LANGUAGE sql AS
    $$INSERT INTO ddl_log VALUES (tag, what, current_setting('search_path'), current_setting('client_min_messages'))$$;
CREATE FUNCTION log_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM note(command_tag, object_identity) FROM pg_event_trigger_ddl_commands();
END $$;
CREATE EVENT TRIGGER log_ddl ON ddl_command_end EXECUTE FUNCTION log_ddl();
\echo '-- One that relies on the session''s names ends the call.'
SELECT pg_temp.error_of($$SELECT typeid_create_type('logged_id', 'logged')$$), to_regtype('logged_id') IS NULL AS nothing;
CREATE OR REPLACE FUNCTION log_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO app.ddl_log SELECT command_tag, object_identity, concat_ws(' ', 'bootstrap superuser:', current_user = pg_get_userbyid(10), current_setting('search_path')), current_setting('client_min_messages')
      FROM pg_event_trigger_ddl_commands();
END $$;
TRUNCATE app.ddl_log;
SELECT typeid_create_type('logged_id', 'logged');
DROP OPERATOR ~~ (logged_id, text);
SELECT typeid_upgrade_type('logged_id');
DROP EVENT TRIGGER log_ddl;
\echo '-- Skip support, from 18 on, is an ALTER OPERATOR FAMILY.'
SELECT tag, count(*), min(what COLLATE "C") AS first FROM ddl_log WHERE tag NOT IN ('COMMENT', 'ALTER OPERATOR FAMILY') GROUP BY tag ORDER BY tag;
SELECT DISTINCT path FROM ddl_log;

\echo '-- One that renames and moves things under our feet ends the call, too; nothing is left of it.'
CREATE SEQUENCE public.statements;
CREATE FUNCTION public.meddle() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    IF nextval('public.statements') = current_setting('meddle.at')::bigint THEN
        EXECUTE current_setting('meddle.how');
    END IF;
END $$;
CREATE EVENT TRIGGER meddle ON ddl_command_end EXECUTE FUNCTION public.meddle();
SELECT set_config('meddle.at', at::text, false) <> '' AS set, set_config('meddle.how', how, false) AS how, setval('public.statements', 1, false) AS first,
       pg_temp.error_of($$SELECT typeid_create_type('app.early_id', 'early')$$), to_regtype('app.early_id') IS NULL AS nothing
  FROM (VALUES (10, 'ALTER TYPE app.early_id RENAME TO "Late id"'), (20, 'ALTER TYPE app.early_id SET SCHEMA public'),
               (40, 'ALTER SCHEMA app RENAME TO "renamed app"; CREATE SCHEMA app')) AS v(at, how);
DROP EVENT TRIGGER meddle;
\echo '-- One that drops it ends in an error with a name.'
CREATE FUNCTION public.destroy() RETURNS event_trigger LANGUAGE plpgsql SET client_min_messages = error AS $$
BEGIN
    DROP TYPE IF EXISTS public.doomed_id CASCADE;
END $$;
CREATE EVENT TRIGGER destroy ON ddl_command_end WHEN TAG IN ('CREATE CAST') EXECUTE FUNCTION public.destroy();
SELECT pg_temp.error_of($$SELECT typeid_create_type('public.doomed_id', 'doomed')$$) AS named;
DROP EVENT TRIGGER destroy;
DROP SCHEMA app CASCADE;
DROP SEQUENCE public.statements;
DROP FUNCTION public.destroy(), public.meddle();
RESET search_path;

\echo '-- ---------- what of the extension was renamed ----------'

ALTER TYPE typeid RENAME TO "Tid";
ALTER LANGUAGE typed_id RENAME TO "Language";
SELECT typeid_create_type('renamed_id', 'renamed');
SELECT (renamed_id 'renamed_01h455vb4pex5vsknk084sn02q')::"Tid"::renamed_id;
SELECT * FROM typeid_types();
CREATE ROLE typed_nobody;
SET ROLE typed_nobody;
SELECT typeid_create_type('mine_id', 'mine');
RESET ROLE;
DROP ROLE typed_nobody;
DROP TYPE renamed_id CASCADE;
ALTER TYPE "Tid" RENAME TO typeid;
ALTER LANGUAGE "Language" RENAME TO typed_id;

\echo '-- ---------- refused ----------'

SELECT name, pg_temp.error_of(format('SELECT typeid_create_type(%L, %L)', name, 'x'))
  FROM unnest('{pg_catalog.x_id,pg_toast.x_id,information_schema.x_id,pg_temp.x_id}'::text[]) AS name;
SELECT pg_temp.error_of('SELECT typeid_upgrade_type(1)') AS no_type, pg_temp.error_of('SELECT typeid_upgrade_type(4294967295)') AS none_at_all;
