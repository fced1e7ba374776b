-- base62id_execute_as(): with the rights of a role, and nothing of its code stays.
\i test/lib/helpers.sql
SET client_min_messages = notice;
CREATE ROLE regress_acting NOLOGIN; CREATE ROLE regress_acted_for NOLOGIN; CREATE ROLE regress_stranger NOLOGIN;
GRANT regress_acted_for TO regress_acting; CREATE SCHEMA acted AUTHORIZATION regress_acted_for; CREATE SCHEMA stranger AUTHORIZATION regress_stranger;

\echo '-- the first call of a session, within one that began before'
CREATE FUNCTION acted.definer(text) RETURNS text SECURITY DEFINER LANGUAGE sql AS 'SELECT public.base62id_execute_as(current_user, $1)';
SELECT acted.definer('SELECT 1');

SELECT base62id_execute_as('regress_acted_for', 'CREATE TABLE acted.t (id int); INSERT INTO acted.t VALUES (7); SELECT current_user, id FROM acted.t');
SELECT base62id_execute_as('regress_acted_for', 'SELECT id FROM acted.t') AS value, base62id_execute_as('regress_acted_for', 'SELECT id FROM acted.t WHERE false') IS NULL AS no_row,
    base62id_execute_as('regress_acted_for', 'SELECT NULL::text') IS NULL AS null_value, base62id_execute_as('regress_acted_for', '') IS NULL AS nothing;
SELECT relowner::regrole FROM pg_class WHERE oid = 'acted.t'::regclass;

\echo '-- who may: as SET ROLE, whose message is another from PostgreSQL 16 on'
\set VERBOSITY sqlstate
SET ROLE regress_acting;
SELECT base62id_execute_as('regress_acted_for', 'SELECT current_user');
SELECT base62id_execute_as('regress_stranger', 'SELECT current_user'); RESET ROLE;
SELECT base62id_execute_as('regress_nobody', 'SELECT current_user');
\echo '-- nor does the role come to more by it'
SELECT base62id_execute_as('regress_acted_for', 'SELECT base62id_execute_as(''regress_acting'', $$SELECT current_user$$)');

\set VERBOSITY default
\echo '-- another role'
SELECT base62id_execute_as('regress_acted_for', 'RESET ROLE');
SELECT base62id_execute_as('regress_acted_for', 'RESET SESSION AUTHORIZATION');
SELECT base62id_execute_as('regress_acted_for', $$SELECT set_config('role', session_user, false)$$);
\echo '-- settings, also after an error that is caught'
SET base62id.output = 'uuid'; SELECT base62id_execute_as('regress_acted_for', $$SET base62id.output = 'id'; SET LOCAL work_mem = '1MB'; SELECT set_config('search_path', 'acted', false)$$);
DO $$BEGIN PERFORM base62id_execute_as('regress_acted_for', 'SET search_path = acted; SELECT 1 / 0');
EXCEPTION WHEN division_by_zero THEN RAISE NOTICE 'as %, search_path %', current_user = session_user, current_setting('search_path'); END$$;
SELECT current_setting('base62id.output'), current_setting('work_mem'), current_setting('search_path');
RESET base62id.output;
\echo '-- cursors, prepared statements, deferred triggers, temporary relations; the end of the transaction'
SELECT base62id_execute_as('regress_acted_for', 'DECLARE c CURSOR WITH HOLD FOR SELECT 1');
SELECT base62id_execute_as('regress_acted_for', 'PREPARE p AS SELECT 1');
SELECT base62id_execute_as('regress_acted_for', $$CREATE FUNCTION acted.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER later AFTER INSERT ON acted.t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION acted.f();
    INSERT INTO acted.t VALUES (8)$$);
SELECT base62id_execute_as('regress_acted_for', 'CREATE TEMPORARY TABLE t (id int)');
SELECT base62id_execute_as('regress_acted_for', 'COMMIT');
SELECT base62id_execute_as('regress_acted_for', 'COPY acted.t TO STDOUT');
SELECT current_user = session_user AS as_before, NOT EXISTS (SELECT FROM pg_cursors WHERE is_holdable) AS none_held;

\set VERBOSITY terse
\echo '-- a superuser''s statements: a function of another role runs with that role''s rights, whatever calls it'
SET ROLE regress_stranger; CREATE FUNCTION stranger.who() RETURNS text LANGUAGE sql STABLE AS 'SELECT current_user::text';
CREATE FUNCTION stranger.seen(int) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RAISE NOTICE '% sees %', current_user, $1; RETURN true; END$$;
CREATE FUNCTION stranger.sets() RETURNS text LANGUAGE plpgsql STABLE AS $$BEGIN PERFORM set_config('max_parallel_workers_per_gather', '4', false);
    PERFORM set_config('role', 'none', false); RETURN current_user; EXCEPTION WHEN insufficient_privilege THEN RETURN current_user || ' may not'; END$$;
CREATE DOMAIN stranger.odd AS int CHECK (stranger.seen(VALUE)); CREATE DOMAIN stranger.wild AS int CHECK (lo_create(VALUE::oid) > 0);
CREATE FUNCTION stranger.difference(int, int) RETURNS float8 LANGUAGE plpgsql IMMUTABLE AS $$BEGIN RAISE NOTICE '% subtracts', current_user; RETURN $1 - $2; END$$; CREATE TYPE stranger.span AS RANGE (subtype = int, subtype_diff = stranger.difference);
CREATE FUNCTION stranger.any_command() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN RAISE NOTICE '% hears of %', current_user, tg_tag; END$$;
RESET ROLE; CREATE TABLE acted.numbers AS SELECT 1 AS n;
SELECT base62id_execute_as(current_user, 'SELECT stranger.who()') AS inlined, stranger.who() = current_user AS elsewhere;
SELECT base62id_execute_as(current_user, 'ALTER TABLE acted.numbers ADD CHECK (stranger.seen(n)); CREATE INDEX ON acted.numbers (n) WHERE stranger.seen(7)');
SELECT base62id_execute_as(current_user, $$SELECT '{3}'::stranger.odd[]$$);
SELECT base62id_execute_as(current_user, $$SELECT concat_ws(', ', stranger.sets(), current_setting('max_parallel_workers_per_gather'), current_setting('max_parallel_workers'))$$);
\echo '-- in another role''s statement with the rights of that role, which it may use anyway'
GRANT USAGE ON SCHEMA stranger TO regress_acted_for; SELECT base62id_execute_as('regress_acted_for', 'SELECT stranger.who()');
\echo '-- also within a superuser''s function that has settings, or rights, of its own'
CREATE FUNCTION acted.asks() RETURNS text LANGUAGE sql STABLE SET work_mem = '1MB' AS 'SELECT stranger.who()'; CREATE FUNCTION acted.defines() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER AS 'SELECT stranger.who()';
SELECT base62id_execute_as(current_user, $$SELECT acted.asks() || ', ' || acted.defines()$$);
\echo '-- also where it was looked up before, in a statement of somebody else''s'
SELECT base62id_execute_as('regress_stranger', $$SELECT range_merge('[1,2)'::stranger.span, '[3,4)')$$);
CREATE TABLE acted.spans AS SELECT '[1,2)'::stranger.span AS s FROM generate_series(1, 2); SELECT base62id_execute_as(current_user, 'ANALYZE acted.spans');
\echo '-- and where PostgreSQL itself acts for the owner of a referenced table'
CREATE TABLE acted.keys (id int, n int) PARTITION BY LIST (id); CREATE TABLE acted.key PARTITION OF acted.keys DEFAULT;
INSERT INTO acted.keys VALUES (7, 8); ALTER TABLE acted.keys ADD PRIMARY KEY (id); GRANT REFERENCES ON acted.keys TO regress_acted_for;
SELECT base62id_execute_as(current_user, 'CREATE INDEX ON acted.key (n) WHERE stranger.seen(8)');
SELECT base62id_execute_as('regress_acted_for', 'ALTER TABLE acted.t ADD FOREIGN KEY (id) REFERENCES acted.keys');
\echo '-- and no volatile function, but for what only gives a value'
SELECT base62id_execute_as(current_user, 'SELECT lo_create(7)');
SELECT base62id_execute_as(current_user, $$SELECT '{3}'::stranger.wild[]$$);
SELECT base62id_execute_as(current_user, $$SELECT table_to_xml('pg_authid', true, true, '') IS NULL$$);
CREATE EXTENSION tablefunc; SELECT base62id_execute_as(current_user, $$SELECT c FROM crosstab('SELECT 1, 2, rolpassword FROM pg_authid') AS c(i int, r text)$$); DROP EXTENSION tablefunc;
SELECT base62id_execute_as(current_user, 'SELECT random() < 1 AND gen_random_uuid() IS NOT NULL AND clock_timestamp() > now()');
SELECT base62id_execute_as('regress_stranger', 'SELECT lo_unlink(lo_create(7))') AS others;
DO $$BEGIN PERFORM base62id_execute_as(current_user, 'SELECT lo_create(7)');
EXCEPTION WHEN insufficient_privilege THEN RAISE NOTICE 'afterwards: %', lo_unlink(lo_create(7)); END$$;
\echo '-- nor does the planner, which would try operators, or their negators, on what statistics of columns, of expressions, or of several columns hold'
SET ROLE regress_stranger; CREATE OPERATOR stranger.@@ (LEFTARG = int, RIGHTARG = int, FUNCTION = pg_try_advisory_lock, RESTRICT = eqsel);
CREATE OPERATOR stranger.@> (LEFTARG = int, RIGHTARG = int, FUNCTION = pg_try_advisory_lock, NEGATOR = OPERATOR(stranger.@<));
CREATE OPERATOR stranger.@< (LEFTARG = int, RIGHTARG = int, FUNCTION = int4lt, NEGATOR = OPERATOR(stranger.@>), RESTRICT = neqsel);
CREATE TABLE stranger.estimated AS SELECT id, 7 AS n, 8 AS x FROM generate_series(1, 1000) AS id; CREATE INDEX ON stranger.estimated (id) WHERE x IS NOT NULL OR n OPERATOR(stranger.@<) 1; CREATE INDEX ON stranger.estimated ((n + x));
CREATE INDEX ON stranger.estimated USING brin (x, (x + 1)); CREATE STATISTICS stranger.several (mcv) ON n, x FROM stranger.estimated; ANALYZE stranger.estimated; RESET ROLE;
SELECT base62id_execute_as(current_user, 'SELECT FROM stranger.estimated WHERE id < 9 AND x = 8 AND x + 1 = 9') IS NULL AS predicate;
SELECT base62id_execute_as(current_user, 'SELECT FROM stranger.estimated WHERE n + x OPERATOR(stranger.@@) 2');
SELECT base62id_execute_as(current_user, 'SELECT FROM stranger.estimated WHERE n OPERATOR(stranger.@@) 3 AND x OPERATOR(stranger.@@) 3');
SELECT objid, pg_advisory_unlock(classid::int, objid::int) FROM pg_locks WHERE locktype = 'advisory';
SET base62id.guard = on; EXPLAIN (COSTS off) SELECT FROM stranger.estimated WHERE n OPERATOR(stranger.@@) 4; RESET base62id.guard;
SELECT objid, pg_advisory_unlock(classid::int, objid::int) FROM pg_locks WHERE locktype = 'advisory';
\echo '-- ... as elsewhere'
EXPLAIN (COSTS off) SELECT FROM stranger.estimated WHERE n OPERATOR(stranger.@@) 5; SELECT objid, pg_advisory_unlock(classid::int, objid::int) FROM pg_locks WHERE locktype = 'advisory';
\echo '-- and no foreign table of others: they say as whom to connect'
CREATE EXTENSION postgres_fdw; GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO regress_stranger;
CREATE SERVER regress_near FOREIGN DATA WRAPPER postgres_fdw; GRANT USAGE ON FOREIGN SERVER regress_near TO regress_stranger;
SET ROLE regress_stranger; CREATE SERVER regress_far FOREIGN DATA WRAPPER postgres_fdw; CREATE USER MAPPING FOR PUBLIC SERVER regress_far;
CREATE FOREIGN TABLE stranger.near (n int) SERVER regress_near; CREATE FOREIGN TABLE stranger.far (n int) SERVER regress_far; CREATE VIEW stranger.sees AS SELECT n FROM stranger.far;
RESET ROLE; CREATE USER MAPPING FOR PUBLIC SERVER regress_near; CREATE TABLE acted.parts (n int) PARTITION BY LIST (n);
CREATE FOREIGN TABLE acted.far PARTITION OF acted.parts DEFAULT SERVER regress_far; CREATE FOREIGN TABLE acted.near (n int) SERVER regress_near;
SELECT base62id_execute_as(current_user, 'EXPLAIN (COSTS off) SELECT FROM stranger.near');
SELECT base62id_execute_as(current_user, 'EXPLAIN (COSTS off) SELECT FROM acted.parts');
SET base62id.guard = on; EXPLAIN (COSTS off) SELECT FROM stranger.far; RESET base62id.guard;
SELECT base62id_execute_as(current_user, 'EXPLAIN (COSTS off) SELECT FROM acted.near') AS ours,
    base62id_execute_as(current_user, 'EXPLAIN (COSTS off) SELECT FROM stranger.sees') AS as_its_owner,
    base62id_execute_as('regress_stranger', 'EXPLAIN (COSTS off) SELECT FROM stranger.far') AS theirs;
\echo '-- event triggers: a superuser''s acts, but what it calls of others has their rights'
CREATE FUNCTION acted.any_command() RETURNS event_trigger LANGUAGE plpgsql AS $$BEGIN PERFORM lo_unlink(lo_create(7)); RAISE NOTICE 'heard of % with %', tg_tag, stranger.who(); END$$;
CREATE EVENT TRIGGER regress_ours ON ddl_command_start EXECUTE FUNCTION acted.any_command(); CREATE EVENT TRIGGER regress_theirs ON ddl_command_end EXECUTE FUNCTION stranger.any_command();
SELECT base62id_execute_as(current_user, 'COMMENT ON TABLE acted.numbers IS NULL; SELECT lo_create(7)');
DROP EVENT TRIGGER regress_ours; DROP EVENT TRIGGER regress_theirs;
\echo '-- nothing, by the own name, arms the session: who restores a definition executes what its owner wrote, before it is his'
CREATE VIEW acted.wild AS SELECT lo_unlink(d) FROM unnest('{3}'::stranger.wild[]) AS u(d);
SELECT base62id_execute_as(current_user, '') IS NULL;
CREATE VIEW acted.odd AS SELECT '{3}'::stranger.odd[] AS odd;
CREATE OR REPLACE VIEW acted.wild AS SELECT lo_unlink(d) FROM unnest('{4}'::stranger.wild[]) AS u(d);
CREATE MATERIALIZED VIEW acted.early AS SELECT '{7}'::stranger.odd[] AS odd WITH NO DATA;
\echo '-- ... and its code leaves nothing, nor reads for others'
SET ROLE regress_stranger; CREATE FUNCTION stranger.tries(statement text) RETURNS void LANGUAGE plpgsql AS $$BEGIN EXECUTE statement; EXCEPTION WHEN OTHERS THEN RAISE NOTICE '%: %', current_user, sqlerrm; END$$;
CREATE FUNCTION stranger.leaves(int) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER AS $$BEGIN PERFORM stranger.tries('SET work_mem = 77'); RETURN true; END$$;
CREATE DOMAIN stranger.leaving AS int CHECK (stranger.leaves(VALUE));
CREATE FUNCTION stranger.becomes(int) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'; CREATE DOMAIN stranger.becoming AS int CHECK (stranger.becomes(VALUE));
CREATE DOMAIN stranger.asking AS int CHECK (current_setting('work_mem') IS NULL);
RESET ROLE; CREATE VIEW acted.asking AS SELECT '{5}'::stranger.asking[] AS asking;
CREATE VIEW acted.leaving AS SELECT '{6}'::stranger.leaving[] AS leaving;
ALTER FUNCTION stranger.becomes SET role = regress_acted_for;
SELECT '{7}'::stranger.becoming[];
\echo '-- ... or by others, who execute or read what it says'
CREATE FUNCTION acted.runs(text) RETURNS boolean LANGUAGE plpgsql AS $$BEGIN EXECUTE $1; RETURN true; END$$; GRANT SELECT ON stranger.far TO regress_acted_for; SELECT acted.runs('SELECT 1');
ALTER FUNCTION acted.runs OWNER TO regress_acted_for; SELECT acted.runs('SELECT random()');
SELECT acted.runs('SELECT lo_create(0)');
SELECT acted.runs('SELECT FROM stranger.far');
SELECT acted.runs('GRANT regress_acted_for TO regress_stranger');
SELECT acted.runs('INSERT INTO acted.t VALUES (9)');
INSERT INTO acted.spans SELECT WHERE stranger.seen(9) RETURNING true;
CREATE PROCEDURE acted.commits() LANGUAGE plpgsql AS 'BEGIN ROLLBACK; END'; CALL acted.commits();
\echo '-- ... whoever it is that can take these roles'
\c
GRANT regress_stranger TO regress_acting; ALTER FUNCTION acted.definer(text) OWNER TO regress_acted_for;
CREATE FUNCTION acted.other(int) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT $1 > 0'; ALTER FUNCTION acted.other(int) OWNER TO pg_monitor;
SET SESSION AUTHORIZATION regress_acting;
SELECT acted.definer('');
SELECT base62id_execute_as(current_user, $$SELECT base62id_execute_as(current_user, '')$$);
SELECT base62id_execute_as(current_user, '') IS NULL;
\set VERBOSITY terse
SET client_min_messages = notice;
SELECT '{3}'::stranger.odd[];
SELECT '{3}'::stranger.wild[];
CREATE VIEW stranger.leaves AS SELECT '{6}'::stranger.leaving[] AS leaving;
SELECT stranger.who();
\set VERBOSITY sqlstate
SELECT acted.other(1);
\set VERBOSITY terse
\c
SELECT base62id_version() IS NULL \g /dev/null

\echo '-- base62id.guard: a superuser calls nobody else''s function, but in base62id_execute_as()'
SET ROLE regress_stranger; CREATE FUNCTION stranger.defines() RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT current_user::text';
SET base62id.guard = on;
RESET ROLE;
SET base62id.guard = on; SELECT stranger.who(); SELECT stranger.defines();
SELECT base62id_execute_as('regress_stranger', 'SELECT stranger.who()'), current_user = session_user AS ours;
RESET base62id.guard; SELECT stranger.defines();

SET client_min_messages = warning; DROP SCHEMA acted, stranger CASCADE;
DROP EXTENSION postgres_fdw CASCADE; DROP ROLE regress_acting, regress_acted_for, regress_stranger;
