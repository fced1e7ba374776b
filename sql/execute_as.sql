-- base62id_execute_as(): with the rights of a role, and nothing of its code stays.
CREATE ROLE regress_acting NOLOGIN;
CREATE ROLE regress_acted_for NOLOGIN;
CREATE ROLE regress_stranger NOLOGIN;
GRANT regress_acted_for TO regress_acting;
CREATE SCHEMA acted AUTHORIZATION regress_acted_for;

SELECT base62id_execute_as('regress_acted_for', 'CREATE TABLE acted.t (id int); INSERT INTO acted.t VALUES (7); SELECT current_user, id FROM acted.t');
SELECT base62id_execute_as('regress_acted_for', 'SELECT id FROM acted.t') AS value,
    base62id_execute_as('regress_acted_for', 'SELECT id FROM acted.t WHERE false') IS NULL AS no_row,
    base62id_execute_as('regress_acted_for', 'SELECT NULL::text') IS NULL AS null_value,
    base62id_execute_as('regress_acted_for', '') IS NULL AS nothing;
SELECT relowner::regrole FROM pg_class WHERE oid = 'acted.t'::regclass;

-- who may: as SET ROLE, whose message is another from PostgreSQL 16 on
\set VERBOSITY sqlstate
SET ROLE regress_acting;
SELECT base62id_execute_as('regress_acted_for', 'SELECT current_user');
SELECT base62id_execute_as('regress_stranger', 'SELECT current_user');
RESET ROLE;
SELECT base62id_execute_as('regress_nobody', 'SELECT current_user');
-- nor does the role come to more by it
SELECT base62id_execute_as('regress_acted_for', 'SELECT base62id_execute_as(''regress_acting'', $$SELECT current_user$$)');

\set VERBOSITY default
-- another role
SELECT base62id_execute_as('regress_acted_for', 'RESET ROLE');
SELECT base62id_execute_as('regress_acted_for', 'RESET SESSION AUTHORIZATION');
SELECT base62id_execute_as('regress_acted_for', $$SELECT set_config('role', session_user, false)$$);
-- settings, also after an error that is caught
SET base62id.output = 'uuid';
SELECT base62id_execute_as('regress_acted_for', $$SET base62id.output = 'id'; SET LOCAL work_mem = '1MB'; SELECT set_config('search_path', 'acted', false)$$);
DO $$BEGIN
    PERFORM base62id_execute_as('regress_acted_for', 'SET search_path = acted; SELECT 1 / 0');
EXCEPTION WHEN division_by_zero THEN
    RAISE NOTICE 'as %, search_path %', current_user = session_user, current_setting('search_path');
END$$;
SHOW base62id.output;
SHOW work_mem;
SHOW search_path;
RESET base62id.output;
-- cursors, prepared statements, deferred triggers, temporary relations; the end of the transaction
SELECT base62id_execute_as('regress_acted_for', 'DECLARE c CURSOR WITH HOLD FOR SELECT 1');
SELECT base62id_execute_as('regress_acted_for', 'PREPARE p AS SELECT 1');
SELECT base62id_execute_as('regress_acted_for', $$CREATE FUNCTION acted.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE CONSTRAINT TRIGGER later AFTER INSERT ON acted.t DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION acted.f();
    INSERT INTO acted.t VALUES (8)$$);
SELECT base62id_execute_as('regress_acted_for', 'CREATE TEMPORARY TABLE t (id int)');
SELECT base62id_execute_as('regress_acted_for', 'COMMIT');
SELECT base62id_execute_as('regress_acted_for', 'COPY acted.t TO STDOUT');
SELECT name FROM pg_cursors WHERE is_holdable;
SELECT current_user = session_user AS as_before;

DROP SCHEMA acted CASCADE;
DROP ROLE regress_acting, regress_acted_for, regress_stranger;
