-- What event triggers see of the functions that make, change and drop id types: one CREATE,
-- ALTER or DROP TYPE a call, as the caller, under his search_path, and nothing of the superuser
-- who makes parts.
\i test/lib/helpers.sql

CREATE ROLE event_owner;
CREATE SCHEMA events AUTHORIZATION event_owner;
SELECT current_database() AS db, pg_get_userbyid(datdba) AS owner FROM pg_database
WHERE datname = current_database() \gset
ALTER DATABASE :"db" OWNER TO event_owner;

CREATE TABLE seen (
    n serial,
    event text,
    tag text,
    as_caller boolean,
    path text,
    objects text
);
GRANT ALL ON seen, seen_n_seq TO PUBLIC;
CREATE FUNCTION see() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE
    objects text;
BEGIN
    IF tg_event = 'ddl_command_end' THEN
        objects := (SELECT string_agg(command_tag || ' ' || object_identity, ', ')
            FROM pg_event_trigger_ddl_commands());
    ELSIF tg_event = 'sql_drop' THEN
        objects := (SELECT string_agg(DISTINCT object_type, ', ' ORDER BY object_type)
            FROM pg_event_trigger_dropped_objects());
    END IF;
    INSERT INTO public.seen (event, tag, as_caller, path, objects)
    VALUES (tg_event, tg_tag, current_user = 'event_owner',
        pg_catalog.current_setting('search_path'), objects);
END $$;
CREATE EVENT TRIGGER see_start ON ddl_command_start EXECUTE FUNCTION see();
CREATE EVENT TRIGGER see_end ON ddl_command_end EXECUTE FUNCTION see();
CREATE EVENT TRIGGER see_drop ON sql_drop EXECUTE FUNCTION see();

SET SESSION AUTHORIZATION event_owner;
SET search_path = events, public;
SELECT typeid_create_type('a_id', 'a');
\echo '-- A skip fires both, as in core, and has no row.'
SELECT typeid_create_type('a_id', 'a', if_not_exists => true);
SELECT typeid_accept_uuid('a_id', true);
SELECT typeid_accept_uuid('a_id', false);
SELECT typeid_upgrade_type('a_id');
SELECT typeid_create_type('n_id', 'n', 'uid11');
SELECT typeid_accept_bigint('n_id', true);
\echo '-- What is refused: the start alone. Nothing of its state stays.'
SELECT pg_temp.error_of($$SELECT typeid_create_type('b_id', 'a')$$);
CREATE TABLE after_an_error (x integer);
SELECT typeid_drop_type('a_id'), typeid_drop_type('n_id');
\echo '-- What only reads fires none.'
SELECT typeid_create_type_sql('c_id', 'c') <> '' AS text, count(*) FROM typeid_types();
RESET SESSION AUTHORIZATION;
RESET search_path;
\echo '-- What they saw, in this order.'
SELECT event, tag, as_caller, path, objects FROM seen ORDER BY n;

\echo '-- ---------- a log without a schema ----------'

\echo '-- The caller''s temporary table takes the place of the log, and its trigger runs as the'
\echo '-- caller, who is no superuser.'
CREATE TABLE public.ddl_log (tag text);
GRANT INSERT ON public.ddl_log TO PUBLIC;
CREATE OR REPLACE FUNCTION see() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO ddl_log VALUES (tg_tag);
END $$;
SELECT typeid_create_type('events.x_id', 'x');
SET SESSION AUTHORIZATION event_owner;
CREATE TEMP TABLE ddl_log (tag text);
CREATE FUNCTION events.gain() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE NOTICE 'by % of %, superuser: %', new.tag, current_user,
        (SELECT rolsuper FROM pg_roles WHERE rolname = current_user);
    RETURN new;
END $$;
CREATE TRIGGER gain BEFORE INSERT ON pg_temp.ddl_log FOR EACH ROW EXECUTE FUNCTION events.gain();
SET client_min_messages = notice;
SELECT typeid_drop_type('events.x_id');
SELECT typeid_create_type('events.x_id', 'x');
SELECT typeid_upgrade_type('events.x_id');
SELECT typeid_drop_type('events.x_id');
RESET client_min_messages;
DROP TABLE pg_temp.ddl_log;
RESET SESSION AUTHORIZATION;

\echo '-- ---------- a trigger that raises or drops ----------'

SET events.ddl_command_start = 'SELECT';
SET events.ddl_command_end = 'SELECT';
SET events.sql_drop = 'SELECT';
CREATE OR REPLACE FUNCTION see() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE current_setting('events.' || tg_event);
END $$;
SET SESSION AUTHORIZATION event_owner;
\echo '-- What it raises ends the call: there is no type, and user and search_path are the'
\echo '-- caller''s.'
SET events.ddl_command_end = 'DO $d$BEGIN RAISE EXCEPTION ''refused by a trigger''; END$d$';
SELECT pg_temp.error_of($$SELECT typeid_create_type('events.x_id', 'x')$$),
    to_regtype('events.x_id'), current_user, current_setting('search_path');
SET events.ddl_command_end = 'SELECT';
SET events.ddl_command_start = 'DO $d$BEGIN RAISE EXCEPTION ''refused at the start''; END$d$';
SELECT pg_temp.error_of($$SELECT typeid_create_type('events.x_id', 'x')$$);
SET events.ddl_command_start = 'SELECT';
\echo '-- One that drops the type may do what its caller may.'
SET client_min_messages = warning;
SET events.ddl_command_end = 'SET events.ddl_command_end = ''SELECT'';
                              DROP TYPE events.x_id CASCADE';
SELECT pg_temp.error_of($$SELECT typeid_create_type('events.x_id', 'x')$$),
       to_regtype('events.x_id');
\echo '-- Rights are looked up after the start, as in core: a trigger at the start is the first to'
\echo '-- refuse.'
RESET SESSION AUTHORIZATION;
CREATE ROLE event_nobody;
GRANT EXECUTE ON FUNCTION typeid_create_type TO event_nobody;
SET ROLE event_nobody;
SELECT pg_temp.error_of($$SELECT typeid_create_type('events.x_id', 'x')$$);
SET events.ddl_command_start = 'DO $d$BEGIN RAISE EXCEPTION ''refused at the start''; END$d$';
SELECT pg_temp.error_of($$SELECT typeid_create_type('events.x_id', 'x')$$);
SET events.ddl_command_start = 'SELECT';
RESET ROLE;
DROP EVENT TRIGGER see_start;
DROP EVENT TRIGGER see_end;
DROP EVENT TRIGGER see_drop;
SET client_min_messages = warning;
ALTER DATABASE :"db" OWNER TO :"owner";
DROP FUNCTION see();
DROP TABLE seen, ddl_log;
DROP OWNED BY event_owner, event_nobody CASCADE;
DROP ROLE event_owner, event_nobody;
