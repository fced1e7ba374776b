-- typeid_accept_uuid(T, false) names what needs the implicit cast from uuid, which PostgreSQL
-- does not record; what its dump writes out is no reason.
\i test/lib/helpers.sql
CREATE SCHEMA dependents;
SET search_path = dependents, public;
SELECT typeid_create_type('t_id', 't', accept_uuid => true);
CREATE TABLE a (id t_id PRIMARY KEY, n integer, id2 t_id);
CREATE TABLE b (u uuid, id uuid);
CREATE TABLE c (x integer);

-- Each statement alone: what it says is needed, or nothing.
CREATE FUNCTION pg_temp.needs(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    answer text;
BEGIN
    EXECUTE statement;
    BEGIN
        PERFORM typeid_accept_uuid('t_id', false);
        answer := 'nothing';
    EXCEPTION WHEN dependent_objects_still_exist THEN
        GET STACKED DIAGNOSTICS answer = PG_EXCEPTION_DETAIL;
    END;
    RAISE EXCEPTION USING ERRCODE = 'ZZ000', MESSAGE = answer;
EXCEPTION WHEN SQLSTATE 'ZZ000' THEN
    RETURN SQLERRM;
END $$;
\echo '-- Needed: a dump leaves the cast out (of set operations, VALUES, JOIN USING, IN, CASE x'
\echo '-- WHEN; of all that names OLD or NEW), a key or an index has a column of uuid, or nobody'
\echo '-- knows.'
SELECT statement, pg_temp.needs(statement)
FROM (VALUES
    ('CREATE VIEW v AS SELECT u AS id FROM b UNION SELECT id FROM a'),
    ('CREATE MATERIALIZED VIEW v AS SELECT u AS id FROM b UNION ALL SELECT id FROM a'),
    ('CREATE VIEW v AS SELECT id FROM a EXCEPT SELECT u FROM b'),
    ('CREATE VIEW v AS SELECT n FROM a JOIN b USING (id)'),
    ('CREATE VIEW v AS SELECT n FROM a WHERE id IN (SELECT u FROM b)'),
    ('CREATE VIEW v AS SELECT CASE a.id WHEN b.u THEN 1 END FROM a, b'),
    ('CREATE VIEW v AS VALUES ((SELECT id FROM a LIMIT 1)), ((SELECT u FROM b LIMIT 1))'),
    ('CREATE VIEW v AS SELECT u AS id FROM b UNION SELECT id FROM a; '
     'CREATE VIEW w AS SELECT * FROM v'),
    ('CREATE VIEW v AS SELECT n FROM a NATURAL JOIN (SELECT id FROM b) AS b'),
    ('CREATE VIEW v AS SELECT a.id FROM a JOIN a AS x USING (id) UNION SELECT u FROM b'),
    ('CREATE TABLE k (u uuid REFERENCES a)'),
    ('CREATE TABLE k (u uuid REFERENCES a) PARTITION BY HASH (u); '
     'CREATE TABLE k0 PARTITION OF k FOR VALUES WITH (MODULUS 1, REMAINDER 0)'),
    ('CREATE DOMAIN d AS uuid; CREATE TABLE k (u d REFERENCES a)'),
    ('CREATE DOMAIN d AS uuid; CREATE DOMAIN e AS d; CREATE TABLE k (u e REFERENCES a)'),
    ('CREATE DOMAIN d AS uuid; CREATE DOMAIN e AS d; CREATE TABLE k (u e); '
     'CREATE INDEX k_prepared ON k (u t_id_ops)'),
    -- What its owner may not look up cannot be decided.
    ('CREATE VIEW v AS SELECT id FROM a; ALTER VIEW v OWNER TO pg_monitor'),
    ('CREATE INDEX b_prepared ON b (u t_id_ops)'),
    ('CREATE INDEX b_prepared ON b USING hash (u t_id_hash_ops)'),
    ('CREATE POLICY p ON c USING (EXISTS (SELECT id FROM a UNION SELECT u FROM b))'),
    ('CREATE RULE r AS ON INSERT TO c DO ALSO DELETE FROM a WHERE id IN (SELECT u FROM b)'),
    ('ALTER TABLE a ADD CHECK (CASE id WHEN id2::uuid THEN false ELSE true END)'),
    ('CREATE FUNCTION f() RETURNS SETOF t_id LANGUAGE sql '
     'BEGIN ATOMIC SELECT id FROM a UNION SELECT u FROM b; END'),
    ('CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS ''BEGIN RETURN new; END''; '
     'CREATE TRIGGER t BEFORE UPDATE ON a FOR EACH ROW '
     'WHEN (coalesce(old.id, new.id2::uuid) = new.id) EXECUTE FUNCTION f()')
) AS v(statement);
\echo '-- Not needed: a dump writes the cast out, or there is an operator over both types.'
SELECT statement, pg_temp.needs(statement)
FROM (VALUES
    ('CREATE VIEW v AS SELECT a.n FROM a JOIN b ON a.id = b.u'),
    ('CREATE VIEW v AS SELECT coalesce(a.id, b.u) FROM a, b'),
    ('CREATE VIEW v AS SELECT nullif(a.id, b.u) FROM a, b'),
    ('CREATE VIEW v AS SELECT ARRAY[a.id, b.u] FROM a, b'),
    ('CREATE VIEW v AS SELECT (a.id, 1) = (b.u, 1) FROM a, b'),
    ('CREATE VIEW v AS SELECT greatest(a.id, b.u) FROM a, b'),
    ('CREATE VIEW v AS SELECT a.id IS DISTINCT FROM b.u FROM a, b'),
    ('CREATE VIEW v AS SELECT t_id_timestamp(u) FROM b'),
    ('CREATE VIEW v AS SELECT u::t_id FROM b'),
    ('CREATE VIEW v AS SELECT id FROM a WHERE id = (SELECT u FROM b) FOR UPDATE'),
    ('CREATE VIEW v AS SELECT a.n FROM a JOIN a AS x USING (id)'),
    ('CREATE VIEW v AS SELECT CASE a.id WHEN b.u::t_id THEN 1 END FROM a, b'),
    ('CREATE INDEX a_expression ON a ((coalesce(id, id2::uuid)))'),
    ('CREATE INDEX a_partial ON a (n) WHERE id = id2::uuid'),
    ('CREATE POLICY p ON c USING (x IN (SELECT n FROM a JOIN b ON a.id = b.u))'),
    ('CREATE RULE r AS ON INSERT TO c DO ALSO DELETE FROM a WHERE n = new.x'),
    ('ALTER TABLE a ADD CHECK (id <> id2::uuid)'),
    ('CREATE DOMAIN d AS uuid CHECK (value <> ''t_00000000000000000000000000''::t_id)'),
    ('CREATE FUNCTION f(z uuid) RETURNS bigint LANGUAGE sql '
     'BEGIN ATOMIC SELECT count(*) FROM a WHERE id = z; END'),
    ('CREATE STATISTICS s ON (coalesce(id, id2::uuid)), n FROM a'),
    ('CREATE TABLE k (id t_id, u uuid, n integer) PARTITION BY LIST ((coalesce(id, u)))'),
    ('CREATE TABLE k (id t_id DEFAULT gen_random_uuid())'),
    ('CREATE TABLE k (u uuid, '
     'g boolean GENERATED ALWAYS AS (u = ''t_00000000000000000000000000''::t_id) STORED)')
) AS v(statement);
\echo '-- The call that is refused has changed nothing.'
BEGIN;
CREATE VIEW v AS SELECT u AS id FROM b UNION SELECT id FROM a;
SAVEPOINT s;
SELECT typeid_accept_uuid('t_id', false);
ROLLBACK TO s;
SELECT accept_uuid FROM typeid_types() WHERE prefix = 't';
ROLLBACK;
\echo '-- A call that is allowed analyzes the view, and executes nothing: it locks nothing beyond'
\echo '-- reading but tables that keys can reference.'
CREATE VIEW v AS SELECT id FROM a WHERE id = (SELECT u FROM b) FOR UPDATE;
BEGIN;
SELECT typeid_accept_uuid('t_id', false);
-- Reading the text of v locks it up to some major.
SELECT relation::regclass, mode
FROM pg_locks
WHERE pid = pg_backend_pid()
    AND locktype = 'relation'
    AND relation >= 16384
    AND relation <> 'v'::regclass
ORDER BY 1, 2;
ROLLBACK;
SET client_min_messages = warning;
DROP SCHEMA dependents CASCADE;
