-- Id types are made and upgraded whatever names there are: functions that are called as their parts
-- but for the arguments, a log of DDL of a superuser's, and objects of the extension that were
-- renamed. Not in a schema that dumps leave out or searches do not look into.
\i test/lib/helpers.sql

\echo '-- ---------- functions of the same name ----------'

CREATE FUNCTION foo_id_cmp(text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION foo_id_hash(text, text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION foo_id_smaller(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION foo_id_from_text(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION base62id_brin_minmax_opcinfo(text) RETURNS integer LANGUAGE sql AS 'SELECT 1';
SELECT typeid_create_type('foo_id', 'foo');
DROP OPERATOR FAMILY id_type_ops USING btree CASCADE;
DROP OPERATOR CLASS foo_id_minmax_ops USING brin CASCADE;
DROP AGGREGATE min(foo_id);
CREATE FUNCTION foo_id_larger(integer) RETURNS integer LANGUAGE sql AS 'SELECT 1';
SELECT typeid_upgrade_type('foo_id');
\echo '-- All operator classes and aggregates are there again, and valid.'
SELECT count(*), bool_and(pg_temp.is_valid_class(oid)) FROM pg_opclass
    WHERE opcintype = 'foo_id'::regtype;
SELECT min(id) = max(id) AS aggregates FROM (SELECT foo_id_new() AS id) AS one;
DROP TYPE foo_id CASCADE;
DROP FUNCTION foo_id_cmp(text), foo_id_hash(text, text), foo_id_smaller(integer),
    foo_id_from_text(integer), foo_id_larger(integer),
    base62id_brin_minmax_opcinfo(text);

\echo '-- The families that types share have that name, so one with families of its own cannot.'
SELECT pg_temp.error_of($$SELECT typeid_create_type('id_type', 'x', 'uid11')$$);

\echo '-- ---------- event triggers ----------'

-- A log of DDL. It sees one CREATE TYPE or ALTER TYPE, as the caller, under his search_path
-- (id_type_events.sql). Parts are made as the bootstrap superuser, so the caller is another one.
CREATE ROLE id_type_dba SUPERUSER;
SET SESSION AUTHORIZATION id_type_dba;
CREATE SCHEMA app;
SET search_path = app, public;
CREATE TABLE ddl_log (tag text, what text, who name, path text);
CREATE FUNCTION log_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO app.ddl_log
    SELECT command_tag, object_identity, current_user, current_setting('search_path')
    FROM pg_event_trigger_ddl_commands();
END $$;
CREATE EVENT TRIGGER log_ddl ON ddl_command_end EXECUTE FUNCTION log_ddl();
SELECT typeid_create_type('logged_id', 'logged');
DROP OPERATOR ~~ (logged_id, text);
SELECT typeid_upgrade_type('logged_id');
DROP EVENT TRIGGER log_ddl;
SELECT tag, what, who, path FROM ddl_log ORDER BY tag, what COLLATE "C";

DROP SCHEMA app CASCADE;
RESET SESSION AUTHORIZATION;
RESET search_path;
DROP ROLE id_type_dba;

\echo '-- ---------- what of the extension was renamed ----------'

ALTER TYPE typeid RENAME TO "Tid";
ALTER LANGUAGE id_type RENAME TO "Language";
SELECT typeid_create_type('renamed_id', 'renamed');
SELECT (renamed_id 'renamed_01h455vb4pex5vsknk084sn02q')::"Tid"::renamed_id;
SELECT * FROM typeid_types();
\echo '-- Who may not create types is refused as ever.'
CREATE ROLE id_type_nobody;
SET ROLE id_type_nobody;
SELECT typeid_create_type('mine_id', 'mine');
RESET ROLE;
DROP ROLE id_type_nobody;
DROP TYPE renamed_id CASCADE;
ALTER TYPE "Tid" RENAME TO typeid;
ALTER LANGUAGE "Language" RENAME TO id_type;

\echo '-- ---------- refused ----------'

SELECT name, pg_temp.error_of(format('SELECT typeid_create_type(%L, %L)', name, 'x'))
  FROM unnest('{pg_catalog.x_id,pg_toast.x_id,information_schema.x_id,pg_temp.x_id}'::text[]) AS
  name;
SELECT pg_temp.error_of('SELECT typeid_upgrade_type(1)') AS no_type,
    pg_temp.error_of('SELECT typeid_upgrade_type(4294967295)') AS none_at_all;
