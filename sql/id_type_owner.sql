-- Id types made, changed and dropped by who owns the database, and what he and others try
-- with the rights that this borrows.
\i test/lib/helpers.sql

CREATE ROLE town_owner;
CREATE ROLE town_user;
CREATE ROLE town_member NOINHERIT IN ROLE town_owner;
SELECT current_database() AS db, current_user AS me, pg_get_userbyid(datdba) AS owner
    FROM pg_database WHERE datname = current_database() \gset
ALTER DATABASE :"db" OWNER TO town_owner;
CREATE SCHEMA town AUTHORIZATION town_owner;
CREATE SCHEMA taken AUTHORIZATION town_user;
GRANT USAGE ON SCHEMA town TO town_user;
SET search_path = town, public;

\echo '-- ---------- what an owner does ----------'

SET ROLE town_owner;
SELECT typeid_create_type('plain_id', 'plain'),
    typeid_create_type('open_id', 'open', 'base62id', accept_uuid => true),
       typeid_create_type('number_id', 'number', 'uid11');
SELECT typeid_upgrade_type(type), typeid_accept_uuid(type, accept_uuid) FROM typeid_types()
    WHERE notation <> 'uid11';
CREATE TABLE t (id plain_id PRIMARY KEY DEFAULT plain_id_new(), n number_id);
INSERT INTO t (n) VALUES (42), (43);
SELECT count(*) FROM t WHERE id ^@ 'plain_' AND n = 'number_1111111111j';
SELECT pg_temp.error_of($$SELECT typeid_drop_type('plain_id')$$),
    pg_temp.error_of($$SELECT typeid_accept_uuid('number_id', true)$$);
DROP TABLE t;
SELECT typeid_drop_type('number_id');
RESET ROLE;
\echo '-- All parts are the bootstrap superuser''s, with core''s privileges, and belong to no'
\echo '-- extension.'
SELECT DISTINCT o.kind, owner = 10 AS bootstrap, acl FROM (
    SELECT 'type' AS kind, typowner AS owner, typacl::text AS acl FROM pg_type
    WHERE typnamespace = 'town'::regnamespace
    UNION ALL SELECT 'function', proowner, proacl::text FROM pg_proc
    WHERE pronamespace = 'town'::regnamespace
    UNION ALL SELECT 'operator', oprowner, NULL FROM pg_operator
    WHERE oprnamespace = 'town'::regnamespace
    UNION ALL SELECT 'class', opcowner, NULL FROM pg_opclass
    WHERE opcnamespace = 'town'::regnamespace
    UNION ALL SELECT 'family', opfowner, NULL FROM pg_opfamily
    WHERE oid IN (SELECT opcfamily FROM pg_opclass
        WHERE opcnamespace = 'town'::regnamespace AND opcdefault)) AS o ORDER BY 1;
SELECT count(*) AS members FROM pg_depend
    WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
    AND objid IN (SELECT oid FROM pg_type WHERE typnamespace = 'town'::regnamespace
    UNION ALL SELECT oid FROM pg_proc WHERE pronamespace = 'town'::regnamespace UNION ALL SELECT oid
    FROM pg_opfamily WHERE opfname ~ '^id_type_(hash_|gist_|gin_)?ops$');

\echo '-- ---------- who may ----------'

CREATE FUNCTION pg_temp.as_role(role text, query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text;
BEGIN
    PERFORM set_config('role', role, true);
    result := pg_temp.error_of(query);
    PERFORM set_config('role', 'none', true);
    RETURN result;
END $$;
GRANT EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean, boolean),
    typeid_upgrade_type(regtype) TO town_user;
SELECT role, query, pg_temp.as_role(role, query) FROM (VALUES
    ('town_member', 'SELECT typeid_create_type(''town.x_id'', ''x'')'),
    ('town_user', 'SELECT typeid_create_type(''town.x_id'', ''x'')'),
    ('town_user', 'SELECT typeid_upgrade_type(''town.plain_id'')'),
    ('town_user', 'SELECT typeid_accept_uuid(''town.plain_id'', true)'),
    ('town_user', 'SELECT typeid_drop_type(''town.plain_id'')'),
    ('town_owner', 'SELECT typeid_create_type(''taken.x_id'', ''x'')'),
    ('town_owner', 'SELECT typeid_create_type(''pg_catalog.x_id'', ''x'')'),
    ('town_owner', 'ALTER TYPE town.plain_id RENAME TO other_id'),
    ('town_owner', 'ALTER FUNCTION town.plain_id_new() RENAME TO other'),
    ('town_owner',
        'CREATE OR REPLACE FUNCTION town.plain_id_new() RETURNS town.plain_id '
        'LANGUAGE sql AS ''SELECT NULL::town.plain_id'''),
    ('town_owner', 'CREATE CAST (integer AS town.plain_id) WITH INOUT'),
    ('town_owner', 'CREATE FUNCTION town.code() RETURNS text LANGUAGE id_type AS ''@type@'''),
    ('town_owner', 'DROP OPERATOR FAMILY public.id_type_ops USING btree CASCADE'),
    ('town_owner',
        'SELECT typeid_upgrade_type(''town.plain_id''), typeid_upgrade_type(''town.open_id'')'),
    ('town_owner', 'SELECT typeid_accept_uuid(NULL, true)'),
    ('town_owner', 'SELECT typeid_upgrade_type(NULL)')) AS v(role, query);
\echo '-- Core lets the owner of a schema drop what others have there; upgrading has made it again.'
SELECT count(*) FROM pg_opclass WHERE opcnamespace = 'town'::regnamespace;
\echo '-- The HINT names who can grant it.'
\set VERBOSITY default
SET ROLE town_user;
SELECT typeid_create_type('town.x_id', 'x');
RESET ROLE;

\echo '-- ---------- attacks ----------'

-- The operators, classes and functions of a type that are another's than the bootstrap superuser's.
CREATE FUNCTION pg_temp.of_others(type regtype) RETURNS text LANGUAGE sql AS $$
    WITH called(oid) AS (
        SELECT objid FROM pg_depend
        WHERE classid = 'pg_proc'::regclass AND refclassid = 'pg_type'::regclass AND refobjid = type
        UNION SELECT oprcode FROM pg_operator WHERE type IN (oprleft, oprright)
        UNION SELECT castfunc FROM pg_cast WHERE type IN (castsource, casttarget)
        UNION SELECT amproc FROM pg_amproc WHERE type IN (amproclefttype, amprocrighttype)
    ), parts(what, owner) AS (
        SELECT 'function ' || proname, proowner FROM pg_proc JOIN called USING (oid)
        UNION SELECT 'operator ' || oprname, oprowner FROM pg_operator
        WHERE type IN (oprleft, oprright)
        UNION SELECT 'class ' || opcname, opcowner FROM pg_opclass WHERE opcintype = type
    )
    SELECT string_agg(format('%s of %s', what, pg_get_userbyid(owner)), ', ' ORDER BY what)
    FROM parts WHERE owner <> 10
$$;
-- Each is tried by the owner of the schema, with a type made, upgraded or dropped
-- afterwards; then the rights and settings are the caller's again.
-- Good outcomes are an error, before anything is made, and "made, nothing captured". Bad ones:
-- an operator, a class or a function of the type is another's than the bootstrap superuser's
-- ("function new_id_new of town_owner"); town.evil() ran, and not as town_owner, who may run his
-- own function; rights or settings are kept.
CREATE FUNCTION pg_temp.attack(what text, before text,
    call text DEFAULT 'SELECT public.typeid_create_type(''town.new_id'', ''new'')') RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    outcome text;
    path text := current_setting('search_path');
BEGIN
    BEGIN
        PERFORM set_config('role', 'town_owner', true);
        EXECUTE before;
        path := current_setting('search_path');
        outcome := pg_temp.error_of(call);
        IF outcome = 'no error' THEN
            outcome := coalesce(pg_temp.of_others(to_regtype('town.new_id')),
                'made, nothing captured');
        END IF;
        outcome := outcome || CASE WHEN current_user = 'town_owner'
        AND current_setting('search_path') = path THEN '' ELSE '; RIGHTS OR SETTINGS KEPT' END;
        RAISE EXCEPTION USING ERRCODE = 'ZZ000', MESSAGE = outcome;
    EXCEPTION WHEN SQLSTATE 'ZZ000' THEN
        RETURN SQLERRM;
    END;
END $$;
CREATE FUNCTION town.evil() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'ran as %', current_user;
END $$;
ALTER FUNCTION town.evil() OWNER TO town_owner;
CREATE TEMP TABLE attacks (n serial, what text, before text, call text);
INSERT INTO attacks (what, before) VALUES
    ('a function in the place of a part',
        'CREATE FUNCTION town.new_id_new() RETURNS text LANGUAGE sql AS ''SELECT town.evil()'''),
    ('a procedure in the place of a part',
        'CREATE PROCEDURE town.new_id_from_text(text) LANGUAGE sql AS ''SELECT town.evil()'''),
    ('an aggregate in the place of a part',
        'CREATE AGGREGATE town.new_id_decode(text) (SFUNC = textcat, STYPE = text)'),
    ('a table with the name of the type', 'CREATE TABLE town.new_id ()'),
    ('a domain with the name of the type', 'CREATE DOMAIN town.new_id AS text'),
    ('names of core in the schema',
        'CREATE DOMAIN town.uuid AS text;
         CREATE DOMAIN town.text AS integer;
         CREATE FUNCTION town.uuid_cmp(pg_catalog.uuid, pg_catalog.uuid) RETURNS integer
             LANGUAGE sql AS ''SELECT 1'';
         CREATE DOMAIN town.bytea AS integer;
         CREATE DOMAIN town.internal AS integer;
         CREATE DOMAIN town.cstring AS integer;
         CREATE DOMAIN town.oid AS integer;
         SET LOCAL search_path = town, public, pg_catalog'),
    ('names of core in pg_temp',
        'CREATE DOMAIN pg_temp.uuid AS text;
         CREATE DOMAIN pg_temp.cstring AS text;
         SET LOCAL search_path = pg_temp, town, public, pg_catalog'),
    ('names of the extension in the schema',
        'CREATE FUNCTION town.id_type_to_text(anyelement) RETURNS pg_catalog.text
           LANGUAGE sql AS ''SELECT town.evil()'';
         CREATE DOMAIN town.typeid AS pg_catalog.text;
         SET LOCAL search_path = town, public'),
    ('operators of core in the schema',
        'CREATE FUNCTION town.no(uuid, uuid) RETURNS boolean LANGUAGE sql AS ''SELECT false'';
         CREATE OPERATOR town.< (FUNCTION = town.no, LEFTARG = uuid, RIGHTARG = uuid);
         SET LOCAL search_path = town, pg_catalog, public'),
    ('settings: strings',
        'DO $d$BEGIN
             SET LOCAL standard_conforming_strings = off;
         EXCEPTION WHEN OTHERS THEN
         END$d$'),
    ('settings: messages',
        'SET LOCAL client_min_messages = debug1; SET LOCAL client_min_messages = error'),
    ('settings: path', 'SET LOCAL search_path = ''"$user"'''),
    ('settings: quotes', 'SET LOCAL quote_all_identifiers = on'),
    ('settings: bodies', 'SET LOCAL check_function_bodies = off'),
    ('default privileges',
        'ALTER DEFAULT PRIVILEGES FOR ROLE town_owner REVOKE ALL ON FUNCTIONS FROM PUBLIC');
INSERT INTO attacks (what, before, call) VALUES
    ('a name as code', 'SELECT', $$SELECT
        typeid_create_type('town."x''); DROP SCHEMA town CASCADE; --"', 'x')$$),
    ('a name as a word of the template', 'SELECT',
        $$SELECT typeid_create_type('town."@schema@@type@"', 'x')$$),
    ('a name with a backslash',
        'DO $d$BEGIN
             SET LOCAL standard_conforming_strings = off;
             SET LOCAL escape_string_warning = off;
         EXCEPTION WHEN OTHERS THEN
         END$d$;
         SET LOCAL backslash_quote = on',
        'SELECT typeid_create_type($q$town."\''; DROP SCHEMA town CASCADE; --"$q$, $q$x$q$)'),
    ('a long name', 'SELECT', $$SELECT typeid_create_type('town.' || repeat('n', 47), 'x')$$),
    ('a function SECURITY DEFINER of somebody who may not', 'SELECT', $$SELECT town.definer()$$),
    ('an index expression', 'CREATE TABLE town.i (a) AS SELECT 1',
     $$CREATE INDEX ON town.i (town.make(a))$$),
    ('a materialized view', 'SELECT', $$CREATE MATERIALIZED VIEW town.v AS SELECT town.make(1)$$),
    ('a transaction that only reads', 'SELECT',
     $$SELECT set_config('transaction_read_only', 'on', true),
              typeid_create_type('town.new_id', 'new')$$),
    ('the same type prefix', 'SELECT', $$SELECT typeid_create_type('town.second_id', 'plain')$$),
    ('the same type prefix, of a type that accepts UUIDs', 'SELECT',
     $$SELECT typeid_create_type('town.second_id', 'plain', accept_uuid => true)$$),
    ('upgrade: an operator where one was dropped', 'SELECT',
     $$SELECT town.replace_operator(), typeid_upgrade_type('town.plain_id')$$),
    ('upgrade: a function where one was dropped', 'SELECT',
     $$SELECT town.replace_function(), typeid_upgrade_type('town.plain_id')$$),
    ('upgrade: a cast where one was dropped', 'SELECT',
     $$SELECT town.replace_cast(), typeid_upgrade_type('town.plain_id')$$),
    ('upgrade: a shell in the place of an operator', 'SELECT',
     $$SELECT town.replace_shell(), typeid_upgrade_type('town.plain_id')$$),
    ('upgrade: of a type that is none', 'SELECT', $$SELECT typeid_upgrade_type('uuid')$$),
    ('drop: a function on the type',
     'CREATE FUNCTION town.f(town.plain_id) RETURNS integer LANGUAGE sql AS ''SELECT 1''',
     $$SELECT typeid_drop_type('town.plain_id')$$);
-- What only a superuser can have prepared.
CREATE FUNCTION town.definer() RETURNS regtype
    LANGUAGE sql SECURITY DEFINER AS $$SELECT typeid_create_type('town.new_id', 'new')$$;
ALTER FUNCTION town.definer() OWNER TO town_user;
CREATE FUNCTION town.make(integer) RETURNS integer
    LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    PERFORM public.typeid_create_type('town.new_id', 'new');
    RETURN 1;
END $$;
ALTER FUNCTION town.make(integer) OWNER TO town_owner;
CREATE FUNCTION town.as_superuser(VARIADIC statements text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    s text;
BEGIN
    FOREACH s IN ARRAY statements LOOP
        EXECUTE s;
    END LOOP;
END $$;
CREATE FUNCTION town.replace_operator() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM town.as_superuser('DROP OPERATOR town.^@ (town.plain_id, text)');
    CREATE FUNCTION town.never(town.plain_id, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
    CREATE OPERATOR town.^@ (FUNCTION = town.never, LEFTARG = town.plain_id, RIGHTARG = text);
END $$;
CREATE FUNCTION town.replace_function() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM town.as_superuser('DROP FUNCTION town.plain_id_min(timestamptz)');
    CREATE FUNCTION town.plain_id_min(timestamptz) RETURNS town.plain_id
        LANGUAGE sql AS 'SELECT town.evil()::town.plain_id';
END $$;
CREATE FUNCTION town.replace_cast() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    CREATE FUNCTION town.shown(town.plain_id) RETURNS text LANGUAGE sql AS 'SELECT town.evil()';
    PERFORM town.as_superuser('DROP CAST (town.plain_id AS text)',
                              'CREATE CAST (town.plain_id AS text)
                                 WITH FUNCTION town.shown(town.plain_id) AS ASSIGNMENT');
END $$;
CREATE FUNCTION town.replace_shell() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM town.as_superuser('DROP OPERATOR town.!~~ (town.plain_id, text)');
    CREATE FUNCTION town.never(town.plain_id, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
    CREATE OPERATOR town.@@@ (FUNCTION = town.never, LEFTARG = town.plain_id, RIGHTARG = text,
                              NEGATOR = OPERATOR(town.!~~));
END $$;
SELECT what,
       CASE WHEN call IS NULL THEN pg_temp.attack(what, before)
            ELSE pg_temp.attack(what, before, call) END AS outcome
  FROM attacks
  ORDER BY n;
\echo '-- What the superuser''s own default privileges say does not count either.'
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES GRANT ALL ON TYPES TO town_user;
SELECT typeid_create_type('town.default_id', 'default');
SELECT count(*) AS functions, count(proacl) AS privileges
  FROM pg_proc
  WHERE pronamespace = 'town'::regnamespace AND proname ~ '^default_id_';
SELECT typacl FROM pg_type WHERE oid = 'town.default_id'::regtype;
ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE ALL ON TYPES FROM town_user;

\echo '-- ---------- accept_uuid ----------'

SET ROLE town_owner;
CREATE TABLE users (id open_id PRIMARY KEY);
CREATE TABLE orders (u uuid REFERENCES users ON DELETE CASCADE, number integer);
INSERT INTO users SELECT md5(i::text)::uuid FROM generate_series(1, 9) AS i;
INSERT INTO orders SELECT id, 1 FROM users;
SELECT count(*)
  FROM users
  JOIN orders ON u = id
  WHERE id = ANY (ARRAY[md5('1')::uuid, md5('2')::uuid]);
SELECT pg_temp.error_of('INSERT INTO orders VALUES (gen_random_uuid())') ~ '^23503' AS checked;
DELETE FROM users WHERE id = md5('1')::uuid;
SELECT count(*) FROM orders;
SELECT typeid_accept_uuid('open_id', false);
ALTER TABLE orders DROP CONSTRAINT orders_u_fkey;
SELECT typeid_accept_uuid('open_id', false);
SELECT pg_temp.error_of('SELECT count(*) FROM users JOIN orders ON u = id'),
       open_id_decode('00000000-0000-0000-0000-000000000000') IS NULL AS no_uuid;
SELECT * FROM typeid_types() WHERE type = 'open_id'::regtype;
SELECT count(*) AS of_uuids
  FROM pg_cast
  WHERE castsource = 'open_id'::regtype
    AND casttarget IN ('varchar'::regtype, 'bpchar'::regtype, 'name'::regtype);
SELECT typeid_accept_uuid('open_id', true), typeid_accept_uuid('plain_id', false);
SELECT open_id_decode('00000000-0000-0000-0000-000000000000'), count(*)
  FROM users
  JOIN orders ON u = id;
SELECT castcontext
  FROM pg_cast
  WHERE castsource = 'uuid'::regtype AND casttarget = 'open_id'::regtype;
RESET ROLE;
SELECT what, state, detail FROM base62id_health() WHERE what ~ '^id type ';

DROP SCHEMA town, taken CASCADE;
REVOKE EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean, boolean),
    typeid_upgrade_type(regtype) FROM town_user;
ALTER DATABASE :"db" OWNER TO :"owner";
DROP ROLE town_member, town_owner, town_user;

\echo '-- ===== What stops in the middle, or begins where somebody else''s code runs ====='
\echo '-- All is the caller''s again, nothing is left or captured.'
RESET search_path;
\echo '-- A worker that builds an index would refuse it as a parallel worker.'
SET max_parallel_maintenance_workers = 0;
CREATE ROLE mid_owner;
CREATE ROLE mid_user;
CREATE ROLE mid_setter;
SELECT current_database() AS db, pg_get_userbyid(datdba) AS owner
  FROM pg_database
  WHERE datname = current_database() \gset
ALTER DATABASE :"db" OWNER TO mid_owner;
CREATE SCHEMA mid AUTHORIZATION mid_owner;
GRANT USAGE ON SCHEMA mid TO mid_user;
SELECT typeid_create_type('mid.whole_id', 'whole', 'base62id', accept_uuid => true),
    typeid_create_type('mid.lacks_id', 'lacks', 'base62id', accept_uuid => true);

-- How many parts a type has, and how many of them are another's than the bootstrap superuser's.
CREATE FUNCTION pg_temp.parts(type regtype, OUT parts bigint, OUT of_others bigint)
    LANGUAGE sql AS $$
    WITH RECURSIVE parts(classid, objid) AS (
        SELECT 'pg_type'::regclass::oid, type::oid
        UNION SELECT d.classid, d.objid FROM parts p JOIN pg_depend d
        ON d.refclassid = p.classid AND d.refobjid = p.objid AND d.deptype IN ('a', 'i', 'n')
        AND d.classid <> 'pg_class'::regclass)
    SELECT count(*), (SELECT count(*) FROM parts JOIN pg_proc
        ON oid = objid AND classid = 'pg_proc'::regclass WHERE proowner <> 10)
        + (SELECT count(*) FROM parts JOIN pg_operator
            ON oid = objid AND classid = 'pg_operator'::regclass WHERE oprowner <> 10)
        + (SELECT count(*) FROM parts JOIN pg_cast c
            ON c.oid = objid AND classid = 'pg_cast'::regclass JOIN pg_proc p ON p.oid = castfunc
        WHERE proowner <> 10)
      FROM parts $$;
-- What a call may leave behind: rows of catalogs, dangling ones, locks.
CREATE FUNCTION pg_temp.traces() RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' ', (SELECT count(*) FROM pg_type), (SELECT count(*) FROM pg_proc),
        (SELECT count(*) FROM pg_operator), (SELECT count(*) FROM pg_opclass),
        (SELECT count(*) FROM pg_opfamily), (SELECT count(*) FROM pg_amop),
        (SELECT count(*) FROM pg_amproc), (SELECT count(*) FROM pg_cast),
        (SELECT count(*) FROM pg_depend),
        (SELECT count(*) FROM pg_description), (SELECT count(*) FROM pg_shdepend),
        (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'object')) $$;
-- Settings, the user, and whether the user can be changed: not within what runs with
-- another's rights.
CREATE FUNCTION pg_temp.whose() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    result text := concat_ws(' ', current_user, session_user, current_setting('search_path'),
        current_setting('standard_conforming_strings'),
        current_setting('client_min_messages'), current_setting('check_function_bodies'));
BEGIN
    PERFORM set_config('role', 'mid_user', true);
    PERFORM set_config('role', 'mid_owner', true);
    RETURN result;
EXCEPTION WHEN OTHERS THEN
    RETURN result || ': ' || SQLERRM;
END $$;

\echo '-- ---------- canceled or stopped by each event trigger that a call fires ----------'

CREATE SEQUENCE mid.statement;
-- SECURITY DEFINER: who calls may not cancel a superuser's session.
CREATE FUNCTION mid.stop() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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
            WHEN raise_exception THEN IF how <> 'error' OR SQLERRM NOT LIKE 'stopped by %' THEN
            RAISE; END IF;
        END;
        IF pg_temp.whose() <> whose THEN RETURN format('after %s: %s', n, pg_temp.whose()); END IF;
        IF pg_temp.traces() <> traces THEN
        RETURN format('after %s: %s for %s', n, pg_temp.traces(), traces); END IF;
    END LOOP;
    RETURN CASE WHEN pg_temp.whose() = whose THEN n - 1 || ' times' ELSE pg_temp.whose() END;
END $$;
GRANT USAGE, UPDATE ON SEQUENCE mid.statement TO mid_owner;
SELECT pg_temp.parts('mid.whole_id') = pg_temp.parts('mid.lacks_id') AS equal,
    (pg_temp.parts('mid.whole_id')).of_others = 0 AS none_of_others;
CREATE EVENT TRIGGER mid_start ON ddl_command_start EXECUTE FUNCTION mid.stop();
CREATE EVENT TRIGGER mid_drop ON sql_drop EXECUTE FUNCTION mid.stop();
CREATE EVENT TRIGGER mid_end ON ddl_command_end EXECUTE FUNCTION mid.stop();
SET mid.stop = 0;
SET mid.how = 'cancel';
-- What an upgrade has to make again.
SET ROLE mid_owner;
DROP FUNCTION mid.lacks_id_lt CASCADE;
DROP FUNCTION mid.lacks_id_new(), mid.lacks_id_like CASCADE;
RESET ROLE;
SELECT how, call, pg_temp.stopped(how, call) FROM (VALUES
    ('cancel',
        'SELECT typeid_create_type(''mid.new_id'', ''new'', ''base62id'', accept_uuid => true)'),
    ('error', 'SELECT typeid_create_type(''mid.number_id'', ''number'', ''uid11'')'),
    ('cancel', 'SELECT typeid_upgrade_type(''mid.lacks_id'')'),
    ('cancel', 'SELECT typeid_accept_uuid(''mid.new_id'', false)'),
    ('error', 'SELECT typeid_accept_uuid(''mid.new_id'', true)'),
    ('cancel', 'SELECT typeid_drop_type(''mid.number_id'')')) AS v(how, call);
RESET ROLE;
SET mid.stop = 0;
SELECT pg_temp.parts('mid.new_id') = pg_temp.parts('mid.whole_id') AS new_is_whole,
    pg_temp.parts('mid.lacks_id') = pg_temp.parts('mid.whole_id') AS lacks_nothing,
    to_regtype('mid.number_id');
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

-- What an owner wrote, and who calls it: the table's owner or a superuser, whose rights it
-- must not get.
CREATE FUNCTION mid.act(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
    IF current_setting('mid.call', true) <> '' THEN EXECUTE current_setting('mid.call'); END IF;
    RETURN $1;
END $$;
ALTER FUNCTION mid.act OWNER TO mid_owner;
CREATE FUNCTION mid.definer() RETURNS regtype
    LANGUAGE sql SECURITY DEFINER AS $$SELECT typeid_create_type('mid.x_id', 'x')$$;
ALTER FUNCTION mid.definer OWNER TO mid_owner;
CREATE FUNCTION mid.evil() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'ran as %', current_user;
END $$;
ALTER FUNCTION mid.evil OWNER TO mid_owner;
SET ROLE mid_owner;
CREATE TABLE mid.t AS SELECT g FROM generate_series(1, 100) AS g;
CREATE INDEX t_act ON mid.t (mid.act(g));
CREATE MATERIALIZED VIEW mid.v AS SELECT mid.act(1);
RESET ROLE;
-- Only a superuser has event triggers: what these call without a schema is the owner's
-- function under the owner's path, with the owner's rights.
CREATE FUNCTION mid.calls_core() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM lower(tg_tag); END $$;
CREATE FUNCTION mid.leans_on_path() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM shout(tg_tag); END $$;
DO $$ BEGIN
    IF current_setting('server_version_num')::integer >= 160000 THEN
        EXECUTE 'GRANT mid_owner TO mid_setter WITH INHERIT FALSE, SET TRUE';
    ELSE
        GRANT mid_owner TO mid_setter;
        ALTER ROLE mid_setter NOINHERIT;
    END IF;
END $$;
SELECT typeid_create_type('mid.plain_id', 'plain');
SELECT CASE WHEN current_setting('server_version_num')::integer >= 160000 THEN
    'debug_parallel_query' ELSE 'force_parallel_mode' END AS parallel,
       'SELECT public.typeid_create_type(''mid.x_id'', ''x'')' AS make \gset
-- Each as a role, and undone. Good outcomes are an error before anything is made, "made, nothing
-- captured", and "ran as mid_owner": the owner's own function, with the owner's rights. Bad ones:
-- mid.evil() runs as another, rights or settings are kept, or the type has other parts than
-- mid.plain_id.
CREATE FUNCTION pg_temp.midway(role text, before text, call text) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    outcome text;
    plain record := pg_temp.parts('mid.plain_id');
    whose text;
BEGIN
    EXECUTE before;
    PERFORM set_config('role', role, true),
    set_config('mid.call', 'SELECT public.typeid_create_type(''mid.x_id'', ''x'')', true);
    whose := concat_ws(' ', current_user, current_setting('search_path'),
        current_setting('client_min_messages'), current_setting('standard_conforming_strings'));
    outcome := pg_temp.error_of(call);
    IF whose <> concat_ws(' ', current_user, current_setting('search_path'),
        current_setting('client_min_messages'), current_setting('standard_conforming_strings')) THEN
        outcome := outcome || '; rights or settings kept';
    END IF;
    IF outcome = 'no error' THEN
        outcome := CASE WHEN to_regtype('mid.x_id') IS NULL THEN 'nothing made'
        WHEN pg_temp.parts('mid.x_id') = plain THEN 'made, nothing captured'
        ELSE format('parts and those of others: %s for %s', pg_temp.parts('mid.x_id'), plain) END;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'ZZ000', MESSAGE = outcome;
EXCEPTION WHEN SQLSTATE 'ZZ000' THEN
    RETURN replace(SQLERRM, 'owner is ' || pg_get_userbyid(10), 'owner is the bootstrap superuser');
END $$;
SELECT what, pg_temp.midway(role, before, call) AS outcome FROM (VALUES
    ('a superuser''s ANALYZE', 'none', 'SELECT', 'ANALYZE mid.t'),
    ('a superuser''s REINDEX', 'none', 'SELECT', 'REINDEX INDEX mid.t_act'),
    ('a superuser''s CREATE INDEX', 'none', 'SELECT', 'CREATE INDEX ON mid.t (g, mid.act(g))'),
    ('a superuser''s CLUSTER', 'none', 'SELECT', 'CLUSTER mid.t USING t_act'),
    ('a superuser''s REFRESH', 'none', 'SELECT', 'REFRESH MATERIALIZED VIEW mid.v'),
    ('a parallel worker', 'mid_owner',
        'SET LOCAL parallel_setup_cost = 0; SET LOCAL min_parallel_table_scan_size = 0; SET LOCAL '
    || :'parallel' || ' = on', 'SELECT count(mid.act(g)) FROM mid.t'),
    ('the owner''s function SECURITY DEFINER, called by who may not: the owner may, so it is made',
        'mid_user', 'SELECT',
        'SELECT mid.definer()'),
    ('a member of the owner only by SET', 'mid_setter', 'SELECT', :'make'),
    ('the temporary schema, first on the path', 'mid_owner',
        'SET LOCAL search_path = pg_temp, public', 'SELECT typeid_create_type(''x_id'', ''x'')'),
    ('the temporary schema, by name', 'mid_owner', 'SELECT',
        'SELECT typeid_create_type(''pg_temp.x_id'', ''x'')'),
    ('a shell in the place of the type', 'mid_owner', 'CREATE TYPE mid.x_id', :'make'),
    ('shells in the temporary schema', 'mid_owner',
        'CREATE TYPE pg_temp.x_id;
         CREATE TYPE pg_temp.uuid;
         CREATE TYPE pg_temp.internal;
         SET LOCAL search_path = pg_temp, mid, public',
    :'make'),
    ('a function and an operator in the temporary schema', 'mid_owner',
        'CREATE FUNCTION pg_temp.uuid_eq(uuid, uuid) RETURNS boolean
             LANGUAGE sql AS ''SELECT mid.evil() IS NULL'';
         CREATE OPERATOR pg_temp.= (FUNCTION = pg_temp.uuid_eq, LEFTARG = uuid, RIGHTARG = uuid);
         SET LOCAL search_path = pg_temp, mid, public',
        :'make'),
    ('overloads beside the extension''s functions', 'mid_owner',
        'SET LOCAL ROLE mid_owner;
         CREATE FUNCTION public.id_type_template(text DEFAULT NULL) RETURNS text
             LANGUAGE sql AS ''SELECT mid.evil()'';
         CREATE FUNCTION public.id_type_to_text(anycompatible) RETURNS text
             LANGUAGE sql AS ''SELECT mid.evil()'';
         CREATE FUNCTION public.id_type_in(text) RETURNS uuid
             LANGUAGE sql AS ''SELECT mid.evil()::uuid''',
        :'make'),
    ('an event trigger that calls core', 'mid_owner',
        'CREATE FUNCTION mid.lower(text) RETURNS text LANGUAGE sql AS ''SELECT mid.evil()'';
         SET LOCAL search_path = mid, pg_catalog;
         CREATE EVENT TRIGGER mid_t ON ddl_command_end EXECUTE FUNCTION mid.calls_core()',
        :'make'),
    ('an event trigger that leans on the path', 'mid_owner',
        'CREATE FUNCTION mid.shout(text) RETURNS text LANGUAGE sql AS ''SELECT mid.evil()'';
         SET LOCAL search_path = mid, pg_catalog;
         CREATE EVENT TRIGGER mid_t ON ddl_command_end EXECUTE FUNCTION mid.leans_on_path()',
        :'make'),
    ('settings of texts', 'mid_owner',
        'DO $d$BEGIN
             SET LOCAL standard_conforming_strings = off;
             SET LOCAL escape_string_warning = on;
         EXCEPTION WHEN OTHERS THEN
         END$d$;
         SET LOCAL backslash_quote = off;
         SET LOCAL quote_all_identifiers = on;
         SET LOCAL transform_null_equals = on;
         SET LOCAL array_nulls = off;
         SET LOCAL bytea_output = escape;
         SET LOCAL DateStyle = German',
        :'make'),
    ('settings of storage', 'mid_owner',
        'SET LOCAL default_tablespace = pg_global;
         SET LOCAL temp_tablespaces = pg_global;
         SET LOCAL default_table_access_method = heap;
         SET LOCAL row_security = off',
    :'make'),
    ('settings of plans', 'mid_owner',
        'SET LOCAL enable_indexscan = off;
         SET LOCAL enable_seqscan = off;
         SET LOCAL plan_cache_mode = force_generic_plan;
         SET LOCAL jit_above_cost = 0;
         SET LOCAL work_mem = 64',
    :'make'),
    ('settings of messages', 'mid_owner',
        'SET LOCAL client_min_messages = error;
         SET LOCAL check_function_bodies = off;
         SET LOCAL log_min_error_statement = panic',
    :'make')) AS v(what, role, before, call);
\echo '-- By default only to read: core refuses as it refuses its own statements.'
SET ROLE mid_owner;
SET default_transaction_read_only = on;
SELECT typeid_create_type('mid.x_id', 'x');
RESET default_transaction_read_only;
RESET ROLE;
\echo '-- From 16 on it is said of each grant whether it is inherited, and never of being the owner'
\echo '-- of the database.'
ALTER ROLE mid_owner NOINHERIT;
SELECT pg_temp.midway('mid_owner', 'SELECT', :'make') ~ CASE
    WHEN current_setting('server_version_num')::integer >= 160000 THEN '^made, nothing captured$'
    ELSE '^42501 ' END AS as_core_has_it;

DROP SCHEMA mid CASCADE;
ALTER DATABASE :"db" OWNER TO :"owner";
REVOKE mid_owner FROM mid_setter;
DROP ROLE mid_owner, mid_user, mid_setter;
