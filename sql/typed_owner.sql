-- Typed ids made, changed and dropped by who owns the database, and what he and others try with the rights that this borrows.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql

CREATE ROLE town_owner;
CREATE ROLE town_user;
CREATE ROLE town_member NOINHERIT IN ROLE town_owner;
SELECT current_database() AS db, current_user AS me, pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = current_database() \gset
ALTER DATABASE :"db" OWNER TO town_owner;
CREATE SCHEMA town AUTHORIZATION town_owner;
CREATE SCHEMA taken AUTHORIZATION town_user;
GRANT USAGE ON SCHEMA town TO town_user;
SET search_path = town, public;

\echo '-- ---------- what an owner does ----------'

SET ROLE town_owner;
SELECT typeid_create_type('plain_id', 'plain'), typeid_create_type('open_id', 'open', 'base62id', accept_uuid => true),
       typeid_create_type('number_id', 'number', 'uid11');
SELECT typeid_upgrade_type(type), typeid_accept_uuid(type, accept_uuid) FROM typeid_types() WHERE notation <> 'uid11';
CREATE TABLE t (id plain_id PRIMARY KEY DEFAULT plain_id_new(), n number_id);
INSERT INTO t (n) VALUES (42), (43);
SELECT count(*) FROM t WHERE id ^@ 'plain_' AND n = 'number_1111111111j';
SELECT pg_temp.error_of($$SELECT typeid_drop_type('plain_id')$$);
DROP TABLE t;
SELECT typeid_drop_type('number_id');
RESET ROLE;
\echo '-- All parts are the bootstrap superuser''s, with core''s privileges, and belong to no extension.'
SELECT DISTINCT o.kind, owner = 10 AS bootstrap, acl FROM (
    SELECT 'type' AS kind, typowner AS owner, typacl::text AS acl FROM pg_type WHERE typnamespace = 'town'::regnamespace
    UNION ALL SELECT 'function', proowner, proacl::text FROM pg_proc WHERE pronamespace = 'town'::regnamespace
    UNION ALL SELECT 'operator', oprowner, NULL FROM pg_operator WHERE oprnamespace = 'town'::regnamespace
    UNION ALL SELECT 'class', opcowner, NULL FROM pg_opclass WHERE opcnamespace = 'town'::regnamespace
    UNION ALL SELECT 'family', opfowner, NULL FROM pg_opfamily WHERE oid IN (SELECT opcfamily FROM pg_opclass WHERE opcnamespace = 'town'::regnamespace AND opcdefault)) AS o ORDER BY 1;
SELECT count(*) AS members FROM pg_depend WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass AND objid IN (SELECT oid FROM pg_type WHERE typnamespace = 'town'::regnamespace
    UNION ALL SELECT oid FROM pg_proc WHERE pronamespace = 'town'::regnamespace UNION ALL SELECT oid FROM pg_opfamily WHERE opfname ~ '^typed_id_(hash_|gist_|gin_)?ops$');

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
GRANT EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean), typeid_upgrade_type(regtype) TO town_user;
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
    ('town_owner', 'CREATE OR REPLACE FUNCTION town.plain_id_new() RETURNS town.plain_id LANGUAGE sql AS ''SELECT NULL::town.plain_id'''),
    ('town_owner', 'CREATE CAST (integer AS town.plain_id) WITH INOUT'),
    ('town_owner', 'CREATE FUNCTION town.code() RETURNS text LANGUAGE typed_id AS ''@type@'''),
    ('town_owner', 'DROP OPERATOR FAMILY public.typed_id_ops USING btree CASCADE'),
    ('town_owner', 'SELECT typeid_upgrade_type(''town.plain_id''), typeid_upgrade_type(''town.open_id'')'),
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

-- Each is tried by the owner of the schema, with a type made, upgraded or dropped afterwards; then the rights and settings are the caller's again.
CREATE FUNCTION pg_temp.attack(what text, before text, call text DEFAULT 'SELECT public.typeid_create_type(''town.new_id'', ''new'')') RETURNS text LANGUAGE plpgsql AS $$
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
            outcome := coalesce((SELECT string_agg(DISTINCT format('%s of %s', c.what, pg_get_userbyid(c.owner)), ', ')
              FROM (SELECT 'function ' || proname AS what, proowner AS owner FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid
                     WHERE d.refclassid = 'pg_type'::regclass AND d.refobjid = to_regtype('town.new_id') AND proowner <> 10
                    UNION ALL SELECT 'operator ' || oprname, oprowner FROM pg_operator WHERE oprleft = to_regtype('town.new_id') AND oprowner <> 10
                    UNION ALL SELECT 'class ' || opcname, opcowner FROM pg_opclass WHERE opcintype = to_regtype('town.new_id') AND opcowner <> 10) AS c), 'made, nothing captured');
        END IF;
        outcome := outcome || CASE WHEN current_user = 'town_owner' AND current_setting('search_path') = path THEN '' ELSE '; RIGHTS OR SETTINGS KEPT' END;
        RAISE EXCEPTION USING ERRCODE = 'ZZ000', MESSAGE = outcome;
    EXCEPTION WHEN SQLSTATE 'ZZ000' THEN
        RETURN SQLERRM;
    END;
END $$;
CREATE FUNCTION town.evil() RETURNS text LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'ran as %', current_user; END $$;
ALTER FUNCTION town.evil() OWNER TO town_owner;
CREATE TEMP TABLE attacks (n serial, what text, before text, call text);
INSERT INTO attacks (what, before) VALUES
    ('a function in the place of a part', 'CREATE FUNCTION town.new_id_new() RETURNS text LANGUAGE sql AS ''SELECT town.evil()'''),
    ('a procedure in the place of a part', 'CREATE PROCEDURE town.new_id_from_text(text) LANGUAGE sql AS ''SELECT town.evil()'''),
    ('an aggregate in the place of a part', 'CREATE AGGREGATE town.new_id_decode(text) (SFUNC = textcat, STYPE = text)'),
    ('a table with the name of the type', 'CREATE TABLE town.new_id ()'),
    ('a domain with the name of the type', 'CREATE DOMAIN town.new_id AS text'),
    ('names of core in the schema', 'CREATE DOMAIN town.uuid AS text; CREATE DOMAIN town.text AS integer; CREATE FUNCTION town.uuid_cmp(pg_catalog.uuid, pg_catalog.uuid) RETURNS integer LANGUAGE sql AS ''SELECT 1'''),
    ('names of core in pg_temp', 'CREATE DOMAIN pg_temp.uuid AS text; CREATE DOMAIN pg_temp.cstring AS text; SET LOCAL search_path = pg_temp, town, public, pg_catalog'),
    ('names of the extension in the schema', 'CREATE FUNCTION town.typed_id_to_text(anyelement) RETURNS pg_catalog.text LANGUAGE sql AS ''SELECT town.evil()''; CREATE DOMAIN town.typeid AS pg_catalog.text; SET LOCAL search_path = town, public'),
    ('operators of core in the schema', 'CREATE FUNCTION town.no(uuid, uuid) RETURNS boolean LANGUAGE sql AS ''SELECT false''; CREATE OPERATOR town.< (FUNCTION = town.no, LEFTARG = uuid, RIGHTARG = uuid); SET LOCAL search_path = town, pg_catalog, public'),
    ('settings: strings', 'DO $d$BEGIN SET LOCAL standard_conforming_strings = off; EXCEPTION WHEN OTHERS THEN END$d$'),
    ('settings: messages', 'SET LOCAL client_min_messages = debug1; SET LOCAL client_min_messages = error'),
    ('settings: path', 'SET LOCAL search_path = ''"$user"'''),
    ('settings: quotes', 'SET LOCAL quote_all_identifiers = on'),
    ('settings: bodies', 'SET LOCAL check_function_bodies = off'),
    ('default privileges', 'ALTER DEFAULT PRIVILEGES FOR ROLE town_owner REVOKE ALL ON FUNCTIONS FROM PUBLIC');
INSERT INTO attacks (what, before, call) VALUES
    ('a name as code', 'SELECT', $$SELECT typeid_create_type('town."x''); DROP SCHEMA town CASCADE; --"', 'x')$$),
    ('a name as a word of the template', 'SELECT', $$SELECT typeid_create_type('town."@schema@@type@"', 'x')$$),
    ('a name with a backslash', 'DO $d$BEGIN SET LOCAL standard_conforming_strings = off; SET LOCAL escape_string_warning = off; EXCEPTION WHEN OTHERS THEN END$d$; SET LOCAL backslash_quote = on', 'SELECT typeid_create_type($q$town."\''; DROP SCHEMA town CASCADE; --"$q$, $q$x$q$)'),
    ('a long name', 'SELECT', $$SELECT typeid_create_type('town.' || repeat('n', 47), 'x')$$),
    ('a function SECURITY DEFINER of somebody who may not', 'SELECT', $$SELECT town.definer()$$),
    ('an index expression', 'CREATE TABLE town.i (a) AS SELECT 1', $$CREATE INDEX ON town.i (town.make(a))$$),
    ('a materialized view', 'SELECT', $$CREATE MATERIALIZED VIEW town.v AS SELECT town.make(1)$$),
    ('a transaction that only reads', 'SELECT', $$SELECT set_config('transaction_read_only', 'on', true), typeid_create_type('town.new_id', 'new')$$),
    ('the same type prefix', 'SELECT', $$SELECT typeid_create_type('town.second_id', 'plain')$$),
    ('upgrade: an operator where one was dropped', 'SELECT', $$SELECT town.replace_operator(), typeid_upgrade_type('town.plain_id')$$),
    ('upgrade: a function where one was dropped', 'SELECT', $$SELECT town.replace_function(), typeid_upgrade_type('town.plain_id')$$),
    ('upgrade: a cast where one was dropped', 'SELECT', $$SELECT town.replace_cast(), typeid_upgrade_type('town.plain_id')$$),
    ('upgrade: a shell in the place of an operator', 'SELECT', $$SELECT town.replace_shell(), typeid_upgrade_type('town.plain_id')$$),
    ('upgrade: of a type that is none', 'SELECT', $$SELECT typeid_upgrade_type('uuid')$$),
    ('drop: a function on the type', 'CREATE FUNCTION town.f(town.plain_id) RETURNS integer LANGUAGE sql AS ''SELECT 1''', $$SELECT typeid_drop_type('town.plain_id')$$);
-- What only a superuser can have prepared.
CREATE FUNCTION town.definer() RETURNS regtype LANGUAGE sql SECURITY DEFINER AS $$SELECT typeid_create_type('town.new_id', 'new')$$;
ALTER FUNCTION town.definer() OWNER TO town_user;
CREATE FUNCTION town.make(integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM public.typeid_create_type('town.new_id', 'new'); RETURN 1; END $$;
ALTER FUNCTION town.make(integer) OWNER TO town_owner;
CREATE FUNCTION town.as_superuser(VARIADIC statements text[]) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE s text; BEGIN FOREACH s IN ARRAY statements LOOP EXECUTE s; END LOOP; END $$;
CREATE FUNCTION town.replace_operator() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM town.as_superuser('DROP OPERATOR town.^@ (town.plain_id, text)');
    CREATE FUNCTION town.never(town.plain_id, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
    CREATE OPERATOR town.^@ (FUNCTION = town.never, LEFTARG = town.plain_id, RIGHTARG = text);
END $$;
CREATE FUNCTION town.replace_function() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM town.as_superuser('DROP FUNCTION town.plain_id_min(timestamptz)');
    CREATE FUNCTION town.plain_id_min(timestamptz) RETURNS town.plain_id LANGUAGE sql AS 'SELECT town.evil()::town.plain_id';
END $$;
CREATE FUNCTION town.replace_cast() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    CREATE FUNCTION town.shown(town.plain_id) RETURNS text LANGUAGE sql AS 'SELECT town.evil()';
    PERFORM town.as_superuser('DROP CAST (town.plain_id AS text)', 'CREATE CAST (town.plain_id AS text) WITH FUNCTION town.shown(town.plain_id) AS ASSIGNMENT');
END $$;
CREATE FUNCTION town.replace_shell() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM town.as_superuser('DROP OPERATOR town.!~~ (town.plain_id, text)');
    CREATE FUNCTION town.never(town.plain_id, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
    CREATE OPERATOR town.@@@ (FUNCTION = town.never, LEFTARG = town.plain_id, RIGHTARG = text, NEGATOR = OPERATOR(town.!~~));
END $$;
SELECT what, CASE WHEN call IS NULL THEN pg_temp.attack(what, before) ELSE pg_temp.attack(what, before, call) END AS outcome FROM attacks ORDER BY n;
\echo '-- What the superuser''s own default privileges say does not count either.'
ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES GRANT ALL ON TYPES TO town_user;
SELECT typeid_create_type('town.default_id', 'default');
SELECT count(*) AS functions, count(proacl) AS privileges FROM pg_proc WHERE pronamespace = 'town'::regnamespace AND proname ~ '^default_id_';
SELECT typacl FROM pg_type WHERE oid = 'town.default_id'::regtype;
ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE ALL ON TYPES FROM town_user;

\echo '-- ---------- accept_uuid ----------'

SET ROLE town_owner;
CREATE TABLE users (id open_id PRIMARY KEY);
CREATE TABLE orders (u uuid REFERENCES users ON DELETE CASCADE, number integer);
INSERT INTO users SELECT md5(i::text)::uuid FROM generate_series(1, 9) AS i;
INSERT INTO orders SELECT id, 1 FROM users;
SELECT count(*) FROM users JOIN orders ON u = id WHERE id = ANY (ARRAY[md5('1')::uuid, md5('2')::uuid]);
SELECT pg_temp.error_of('INSERT INTO orders VALUES (gen_random_uuid())') ~ '^23503' AS checked;
DELETE FROM users WHERE id = md5('1')::uuid;
SELECT count(*) FROM orders;
SELECT typeid_accept_uuid('open_id', false);
ALTER TABLE orders DROP CONSTRAINT orders_u_fkey;
SELECT typeid_accept_uuid('open_id', false);
SELECT pg_temp.error_of('SELECT count(*) FROM users JOIN orders ON u = id'), open_id_decode('00000000-0000-0000-0000-000000000000') IS NULL AS no_uuid;
SELECT * FROM typeid_types() WHERE type = 'open_id'::regtype;
SELECT count(*) AS of_uuids FROM pg_cast WHERE castsource = 'open_id'::regtype AND casttarget IN ('varchar'::regtype, 'bpchar'::regtype, 'name'::regtype);
SELECT typeid_accept_uuid('open_id', true), typeid_accept_uuid('plain_id', false);
SELECT open_id_decode('00000000-0000-0000-0000-000000000000'), count(*) FROM users JOIN orders ON u = id;
SELECT castcontext FROM pg_cast WHERE castsource = 'uuid'::regtype AND casttarget = 'open_id'::regtype;
RESET ROLE;
SELECT what, state, detail FROM base62id_health() WHERE what ~ '^typed id ';

DROP SCHEMA town, taken CASCADE;
REVOKE EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean), typeid_upgrade_type(regtype) FROM town_user;
ALTER DATABASE :"db" OWNER TO :"owner";
DROP ROLE town_member, town_owner, town_user;
