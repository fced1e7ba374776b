-- Typed ids made, changed and dropped that stop in the middle, or begin where somebody else's code runs: afterwards the user, the
-- security context, the settings, the catalogs and the locks are the caller's again, and nothing is left or captured.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql

\echo '-- A worker that builds an index would refuse it as a parallel worker.'
SET max_parallel_maintenance_workers = 0;
CREATE ROLE mid_owner;
CREATE ROLE mid_user;
CREATE ROLE mid_setter;
SELECT current_database() AS db, pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database() \gset
ALTER DATABASE :"db" OWNER TO mid_owner;
CREATE SCHEMA mid AUTHORIZATION mid_owner;
GRANT USAGE ON SCHEMA mid TO mid_user;
SELECT typeid_create_type('mid.whole_id', 'whole', 'base62id', accept_uuid => true), typeid_create_type('mid.lacks_id', 'lacks', 'base62id', accept_uuid => true);

\echo '-- How many parts a type has, and whose.'
CREATE FUNCTION pg_temp.parts(type regtype) RETURNS text LANGUAGE sql AS $$
    WITH RECURSIVE parts(classid, objid) AS (
        SELECT 'pg_type'::regclass::oid, type::oid
        UNION SELECT d.classid, d.objid FROM parts p JOIN pg_depend d ON d.refclassid = p.classid AND d.refobjid = p.objid AND d.deptype IN ('a', 'i', 'n') AND d.classid <> 'pg_class'::regclass)
    SELECT count(*) || ' parts, others'' ' || (SELECT count(*) FROM parts JOIN pg_proc ON oid = objid AND classid = 'pg_proc'::regclass WHERE proowner <> 10)
        + (SELECT count(*) FROM parts JOIN pg_operator ON oid = objid AND classid = 'pg_operator'::regclass WHERE oprowner <> 10)
        + (SELECT count(*) FROM parts JOIN pg_cast c ON c.oid = objid AND classid = 'pg_cast'::regclass JOIN pg_proc p ON p.oid = castfunc WHERE proowner <> 10)
      FROM parts $$;
-- What a call may leave behind: rows of catalogs, dangling ones, locks.
CREATE FUNCTION pg_temp.traces() RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' ', (SELECT count(*) FROM pg_type), (SELECT count(*) FROM pg_proc), (SELECT count(*) FROM pg_operator), (SELECT count(*) FROM pg_opclass),
        (SELECT count(*) FROM pg_opfamily), (SELECT count(*) FROM pg_amop), (SELECT count(*) FROM pg_amproc), (SELECT count(*) FROM pg_cast), (SELECT count(*) FROM pg_depend),
        (SELECT count(*) FROM pg_description), (SELECT count(*) FROM pg_shdepend), (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'object')) $$;
-- Settings, the user, and whether the user can be changed: not within what runs with another's rights.
CREATE FUNCTION pg_temp.whose() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text := concat_ws(' ', current_user, session_user, current_setting('search_path'), current_setting('standard_conforming_strings'),
        current_setting('client_min_messages'), current_setting('check_function_bodies'));
BEGIN
    PERFORM set_config('role', 'mid_user', true);
    PERFORM set_config('role', 'mid_owner', true);
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    RETURN result || ': ' || SQLERRM;
END $$;

\echo '-- ---------- canceled before each of its statements ----------'

CREATE SEQUENCE mid.statement;
CREATE FUNCTION mid.stop() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
    IF pg_catalog.nextval('mid.statement') = current_setting('mid.stop')::bigint THEN
        IF current_setting('mid.how') = 'cancel' THEN
            PERFORM pg_catalog.pg_cancel_backend(pg_catalog.pg_backend_pid());
            PERFORM pg_catalog.pg_sleep(10);
        ELSE
            RAISE EXCEPTION 'stopped by %', current_user;
        END IF;
    END IF;
END $$;
CREATE FUNCTION pg_temp.stopped(how text, call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    traces text;
    whose text;
    n integer := 0;
BEGIN
    PERFORM set_config('mid.how', how, true);
    traces := pg_temp.traces();
    PERFORM set_config('role', 'mid_owner', true);
    whose := pg_temp.whose();
    LOOP
        n := n + 1;
        BEGIN
            PERFORM set_config('mid.stop', n::text, true), setval('mid.statement', 1, false);
            EXECUTE call;
            EXIT;
        EXCEPTION
            WHEN query_canceled THEN IF how <> 'cancel' THEN RAISE; END IF;
            WHEN raise_exception THEN IF how <> 'error' OR SQLERRM NOT LIKE 'stopped by %' THEN RAISE; END IF;
        END;
        IF pg_temp.whose() <> whose THEN RETURN format('after %s: %s', n, pg_temp.whose()); END IF;
        IF pg_temp.traces() <> traces THEN RETURN format('after %s: %s for %s', n, pg_temp.traces(), traces); END IF;
    END LOOP;
    RETURN CASE WHEN pg_temp.whose() = whose THEN CASE WHEN n > 20 THEN 'more than 20 times' ELSE n - 1 || ' times' END ELSE pg_temp.whose() END;
END $$;
GRANT USAGE, UPDATE ON SEQUENCE mid.statement TO mid_owner;
SELECT pg_temp.parts('mid.whole_id') = pg_temp.parts('mid.lacks_id') AS equal, pg_temp.parts('mid.whole_id') ~ ' others'' 0$' AS none_of_others;
CREATE EVENT TRIGGER mid_start ON ddl_command_start EXECUTE FUNCTION mid.stop();
CREATE EVENT TRIGGER mid_drop ON sql_drop EXECUTE FUNCTION mid.stop();
CREATE EVENT TRIGGER mid_end ON ddl_command_end EXECUTE FUNCTION mid.stop();
SET mid.stop = 0;
SET mid.how = 'cancel';
-- What an upgrade has to make again.
SET ROLE mid_owner;
DROP FUNCTION mid.lacks_id_cmp, mid.lacks_id_lt CASCADE;
DROP FUNCTION mid.lacks_id_new(), mid.lacks_id_like CASCADE;
RESET ROLE;
SELECT how, call, pg_temp.stopped(how, call) FROM (VALUES
    ('cancel', 'SELECT typeid_create_type(''mid.new_id'', ''new'', ''base62id'', accept_uuid => true)'),
    ('error', 'SELECT typeid_create_type(''mid.number_id'', ''number'', ''uid11'')'),
    ('cancel', 'SELECT typeid_upgrade_type(''mid.lacks_id'')'),
    ('cancel', 'SELECT typeid_accept_uuid(''mid.new_id'', false)'),
    ('error', 'SELECT typeid_accept_uuid(''mid.new_id'', true)'),
    ('cancel', 'SELECT typeid_drop_type(''mid.number_id'')')) AS v(how, call);
RESET ROLE;
SET mid.stop = 0;
SELECT pg_temp.parts('mid.new_id') = pg_temp.parts('mid.whole_id') AS new_is_whole, pg_temp.parts('mid.lacks_id') = pg_temp.parts('mid.whole_id') AS lacks_nothing, to_regtype('mid.number_id');
DROP EVENT TRIGGER mid_start;
DROP EVENT TRIGGER mid_drop;
DROP EVENT TRIGGER mid_end;

\echo '-- ---------- rolled back in a subtransaction, then made ----------'

SET ROLE mid_owner;
BEGIN;
SAVEPOINT a;
SELECT typeid_create_type('mid.sub_id', 'sub');
CREATE TABLE mid.sub (id mid.sub_id PRIMARY KEY DEFAULT mid.sub_id_new());
INSERT INTO mid.sub DEFAULT VALUES;
ROLLBACK TO a;
SELECT to_regtype('mid.sub_id'), current_user, current_setting('search_path');
SELECT typeid_create_type('mid.sub_id', 'sub', 'ulid');
SAVEPOINT b;
SELECT typeid_drop_type('mid.sub_id');
ROLLBACK TO b;
CREATE TABLE mid.sub (id mid.sub_id PRIMARY KEY DEFAULT mid.sub_id_new());
INSERT INTO mid.sub DEFAULT VALUES;
SELECT count(*) FROM mid.sub WHERE id OPERATOR(mid.^@) 'sub_0';
COMMIT;
DROP TABLE mid.sub;
SELECT typeid_drop_type('mid.sub_id');
RESET ROLE;

\echo '-- ---------- where somebody else''s code runs, and under settings of his ----------'

-- What an owner wrote, and who calls it: the table's owner or a superuser, whose rights it must not get.
CREATE FUNCTION mid.act(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    IF current_setting('mid.call', true) <> '' THEN EXECUTE current_setting('mid.call'); END IF;
    RETURN $1;
END $$;
ALTER FUNCTION mid.act OWNER TO mid_owner;
CREATE FUNCTION mid.definer() RETURNS regtype LANGUAGE sql SECURITY DEFINER AS $$SELECT typeid_create_type('mid.x_id', 'x')$$;
ALTER FUNCTION mid.definer OWNER TO mid_owner;
CREATE FUNCTION mid.evil() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'ran as %', current_user; END $$;
ALTER FUNCTION mid.evil OWNER TO mid_owner;
SET ROLE mid_owner;
CREATE TABLE mid.t AS SELECT g FROM generate_series(1, 100) AS g;
CREATE INDEX t_act ON mid.t (mid.act(g));
CREATE MATERIALIZED VIEW mid.v AS SELECT mid.act(1);
RESET ROLE;
-- Only a superuser has event triggers: what these call without a schema would be the owner's function under the owner's path.
CREATE FUNCTION mid.calls_core() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM lower(tg_tag); END $$;
CREATE FUNCTION mid.leans_on_path() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM shout(tg_tag); END $$;
DO $$ BEGIN
    IF current_setting('server_version_num')::integer >= 160000 THEN EXECUTE 'GRANT mid_owner TO mid_setter WITH INHERIT FALSE, SET TRUE';
    ELSE GRANT mid_owner TO mid_setter; ALTER ROLE mid_setter NOINHERIT; END IF;
END $$;
SELECT typeid_create_type('mid.plain_id', 'plain');
SELECT CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN 'debug_parallel_query' ELSE 'force_parallel_mode' END AS parallel,
       'SELECT public.typeid_create_type(''mid.x_id'', ''x'')' AS make \gset
-- Each as a role, and undone.
CREATE FUNCTION pg_temp.attack(role text, before text, call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    outcome text;
    plain text := pg_temp.parts('mid.plain_id');
    whose text;
BEGIN
    EXECUTE before;
    PERFORM set_config('role', role, true), set_config('mid.call', 'SELECT public.typeid_create_type(''mid.x_id'', ''x'')', true);
    whose := concat_ws(' ', current_user, current_setting('search_path'), current_setting('client_min_messages'), current_setting('standard_conforming_strings'));
    outcome := pg_temp.error_of(call);
    IF whose <> concat_ws(' ', current_user, current_setting('search_path'), current_setting('client_min_messages'), current_setting('standard_conforming_strings')) THEN
        outcome := outcome || '; rights or settings kept';
    END IF;
    IF outcome = 'no error' THEN
        outcome := CASE WHEN to_regtype('mid.x_id') IS NULL THEN 'nothing made' WHEN pg_temp.parts('mid.x_id') = plain THEN 'made, nothing captured' ELSE pg_temp.parts('mid.x_id') || ' for ' || plain END;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'ZZ000', MESSAGE = outcome;
EXCEPTION WHEN SQLSTATE 'ZZ000' THEN
    RETURN replace(SQLERRM, 'owner is ' || pg_get_userbyid(10), 'owner is the bootstrap superuser');
END $$;
SELECT what, pg_temp.attack(role, before, call) AS outcome FROM (VALUES
    ('a superuser''s ANALYZE', 'none', 'SELECT', 'ANALYZE mid.t'),
    ('a superuser''s REINDEX', 'none', 'SELECT', 'REINDEX INDEX mid.t_act'),
    ('a superuser''s CREATE INDEX', 'none', 'SELECT', 'CREATE INDEX ON mid.t (g, mid.act(g))'),
    ('a superuser''s CLUSTER', 'none', 'SELECT', 'CLUSTER mid.t USING t_act'),
    ('a superuser''s REFRESH', 'none', 'SELECT', 'REFRESH MATERIALIZED VIEW mid.v'),
    ('a parallel worker', 'mid_owner', 'SET LOCAL parallel_setup_cost = 0; SET LOCAL min_parallel_table_scan_size = 0; SET LOCAL ' || :'parallel' || ' = on', 'SELECT count(mid.act(g)) FROM mid.t'),
    ('the owner''s function SECURITY DEFINER, called by who may not', 'mid_user', 'SELECT', 'SELECT mid.definer()'),
    ('a member of the owner only by SET', 'mid_setter', 'SELECT', :'make'),
    ('the temporary schema, first on the path', 'mid_owner', 'SET LOCAL search_path = pg_temp, public', 'SELECT typeid_create_type(''x_id'', ''x'')'),
    ('the temporary schema, by name', 'mid_owner', 'SELECT', 'SELECT typeid_create_type(''pg_temp.x_id'', ''x'')'),
    ('a shell in the place of the type', 'mid_owner', 'CREATE TYPE mid.x_id', :'make'),
    ('shells in the temporary schema', 'mid_owner', 'CREATE TYPE pg_temp.x_id; CREATE TYPE pg_temp.uuid; CREATE TYPE pg_temp.internal; SET LOCAL search_path = pg_temp, mid, public', :'make'),
    ('a function and an operator in the temporary schema', 'mid_owner', 'CREATE FUNCTION pg_temp.uuid_eq(uuid, uuid) RETURNS boolean LANGUAGE sql AS ''SELECT mid.evil() IS NULL'';
        CREATE OPERATOR pg_temp.= (FUNCTION = pg_temp.uuid_eq, LEFTARG = uuid, RIGHTARG = uuid); SET LOCAL search_path = pg_temp, mid, public', :'make'),
    ('overloads beside the extension''s functions', 'mid_owner', 'SET LOCAL ROLE mid_owner; CREATE FUNCTION public.typed_id_template(text DEFAULT NULL) RETURNS text LANGUAGE sql AS ''SELECT mid.evil()'';
        CREATE FUNCTION public.typed_id_to_text(anycompatible) RETURNS text LANGUAGE sql AS ''SELECT mid.evil()''; CREATE FUNCTION public.typed_id_in(text) RETURNS uuid LANGUAGE sql AS ''SELECT mid.evil()::uuid''', :'make'),
    ('an event trigger that calls core', 'mid_owner', 'CREATE FUNCTION mid.lower(text) RETURNS text LANGUAGE sql AS ''SELECT mid.evil()''; SET LOCAL search_path = mid, pg_catalog;
        CREATE EVENT TRIGGER mid_t ON ddl_command_end EXECUTE FUNCTION mid.calls_core()', :'make'),
    ('an event trigger that leans on the path', 'mid_owner', 'CREATE FUNCTION mid.shout(text) RETURNS text LANGUAGE sql AS ''SELECT mid.evil()''; SET LOCAL search_path = mid, pg_catalog;
        CREATE EVENT TRIGGER mid_t ON ddl_command_end EXECUTE FUNCTION mid.leans_on_path()', :'make'),
    ('settings of texts', 'mid_owner', 'DO $d$BEGIN SET LOCAL standard_conforming_strings = off; SET LOCAL escape_string_warning = on; EXCEPTION WHEN OTHERS THEN END$d$; SET LOCAL backslash_quote = off; SET LOCAL quote_all_identifiers = on;
        SET LOCAL transform_null_equals = on; SET LOCAL array_nulls = off; SET LOCAL bytea_output = escape; SET LOCAL DateStyle = German', :'make'),
    ('settings of storage', 'mid_owner', 'SET LOCAL default_tablespace = pg_global; SET LOCAL temp_tablespaces = pg_global; SET LOCAL default_table_access_method = heap; SET LOCAL row_security = off', :'make'),
    ('settings of plans', 'mid_owner', 'SET LOCAL enable_indexscan = off; SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL jit_above_cost = 0; SET LOCAL work_mem = 64', :'make'),
    ('settings of messages', 'mid_owner', 'SET LOCAL client_min_messages = error; SET LOCAL check_function_bodies = off; SET LOCAL log_min_error_statement = panic', :'make')) AS v(what, role, before, call);
\echo '-- By default only to read: core refuses as it refuses its own statements.'
SET ROLE mid_owner;
SET default_transaction_read_only = on;
SELECT typeid_create_type('mid.x_id', 'x');
RESET default_transaction_read_only;
RESET ROLE;
\echo '-- From 16 on it is said of each grant whether it is inherited, and never of being the owner of the database.'
ALTER ROLE mid_owner NOINHERIT;
SELECT pg_temp.attack('mid_owner', 'SELECT', :'make') ~ CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN '^made, nothing captured$' ELSE '^42501 ' END AS as_core_has_it;

DROP SCHEMA mid CASCADE;
ALTER DATABASE :"db" OWNER TO :"owner";
REVOKE mid_owner FROM mid_setter;
DROP ROLE mid_owner, mid_user, mid_setter;
