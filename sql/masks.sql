-- Masks on a server that has no keys: what is an error, and what is not. test/masks has
-- servers with keys.
\i test/lib/helpers.sql
CREATE SCHEMA masks;
SET search_path = masks, public;
SET TimeZone = 'UTC';

\echo '-- of UUIDs: there is no key; what is not of version 7 is told before that; NULL is NULL'
SELECT left(query, 60) AS query, pg_temp.error_of(query) FROM unnest(ARRAY[
    'SELECT uuid_mask(''018fd4a3-7c2e-7d01-9e4b-5a6f70819203'')',
    'SELECT uuid_unmask(''60c0b7ee-1ef0-4d01-9e4b-5a6f70819203'', 2)',
    'SELECT uuid_mask(''60c0b7ee-1ef0-4d01-9e4b-5a6f70819203'')', 'SELECT uuid_unmask(NULL)',
    'SELECT uuid_mask(NULL, 1)',
    'SELECT typeid_create_type(''user_id'', ''user'', mask_key => 1)']) query;

\echo '-- of numbers: a bad prefix is told before the key is looked for'
SELECT left(query, 60) AS query, pg_temp.error_of(query) FROM unnest(ARRAY[
    'SELECT uid11_mask(42, ''inv'')', 'SELECT uid11_unmask(''akhr4rUHKHK'', '''', 2)',
    'SELECT uid11_mask(42, ''1nv'')', 'SELECT uid11_unmask(''akhr4rUHKHK'', ''inv_'')',
    format('SELECT uid11_mask(42, %L)', repeat('a', 64)),
    format('SELECT uid11_mask(42, %L)', repeat('a', 63)),
    'SELECT uid11_mask(NULL, ''inv'')', 'SELECT uid11_mask(42, NULL)',
    'SELECT uid11_unmask(''akhr4rUHKHK'', ''inv'', NULL)']) AS query;

\echo '-- Who may call them: the owner of the database and whom that role chooses.'
SELECT p.oid::regprocedure, provolatile AS volatile, proparallel AS parallel, proisstrict AS strict,
    has_function_privilege('public', p.oid, 'EXECUTE') AS public,
       has_function_privilege('pg_database_owner', p.oid, 'EXECUTE WITH GRANT OPTION') AS owner
  FROM pg_proc AS p WHERE proname ~ '^uid11_(un)?mask$' ORDER BY proname;

\echo '-- A masked type as a dump makes it, whose key this server has not got.'
CREATE TYPE user_id;
CREATE FUNCTION user_id_in(cstring) RETURNS user_id LANGUAGE c
    STABLE STRICT AS '$libdir/base62id', 'id_type_in';
CREATE FUNCTION user_id_out(user_id) RETURNS cstring LANGUAGE c
    STABLE STRICT AS '$libdir/base62id', 'id_type_out';
CREATE FUNCTION user_id_recv(internal) RETURNS user_id LANGUAGE id_type
    STABLE STRICT AS 'recv user mask=add6c0ba81cce8a1';
CREATE FUNCTION user_id_send(user_id) RETURNS bytea LANGUAGE id_type
    STABLE STRICT AS 'send user mask=add6c0ba81cce8a1';
CREATE TYPE user_id (INPUT = user_id_in, OUTPUT = user_id_out, RECEIVE = user_id_recv,
    SEND = user_id_send, LIKE = uuid);
SELECT typeid_upgrade_type('user_id');
SELECT * FROM typeid_types() WHERE type = 'user_id'::regtype;
\echo '-- A search is an error where it meets an id, and not before.'
CREATE TABLE users (id user_id);
SELECT pg_temp.error_of(format('SELECT FROM masks.users WHERE id ^@ %L',
    typeid_encode('user', '60c0b7ee-1ef0-4d01-9e4b-5a6f70819203'::uuid)));
INSERT INTO users VALUES ('018fd4a3-7c2e-7d01-9e4b-5a6f70819203'::uuid::user_id);
SELECT pg_temp.sqlstate_of($$SELECT FROM masks.users WHERE id ^@ 'user_3'$$);
DROP TABLE users;
\echo '-- What asks for the key is stable, and stays with the leader: a parallel worker may have'
\echo '-- newer keys.'
SELECT provolatile, proparallel, string_agg(replace(proname, 'user_id_', ''), ' '
    ORDER BY proname COLLATE "C") FROM pg_proc
 WHERE 'user_id'::regtype = ANY (prorettype || proargtypes::oid[]) AND prokind = 'f'
 AND proname !~ '_(in|out|recv|send)$' GROUP BY 1, 2 ORDER BY 1, 2;

\echo '-- Bodies that say it in any other way than the first, or something else, are none (42P13).'
SELECT count(*), string_agg(concat(body, ': ', state), E'\n')
    FILTER (WHERE state IS DISTINCT FROM '42P13') AS others FROM (
SELECT
body,
pg_temp.sqlstate_of(format('CREATE OR REPLACE FUNCTION pg_temp.f(masks.user_id) RETURNS text
                              LANGUAGE id_type STRICT AS %L',
    'to_text' || body)) AS state
FROM unnest(ARRAY[' user mask=add6c0ba81cce8a1', ' user', ' user mask=add6c0ba81cce8a2',
    ' user  mask=add6c0ba81cce8a1', ' user mask=ADD6C0BA81CCE8A1', ' user mask=add6c0ba81cce8a1 ',
    ' mask=add6c0ba81cce8a1 user', ' user notation=typeid mask=add6c0ba81cce8a1',
    ' user mask=add6c0ba81cce8a1 accept=id', ' user mask=add6c0ba81cce8a1 accept=uuid',
    ' user mask=',
    ' user mask=add6c0ba81cce8a', ' user mask=add6c0ba81cce8a11',
    ' user mask=add6c0ba81cce8a1 mask=add6c0ba81cce8a1', ' user mask=add6c0ba81cce8a1 more',
    ' user notation=base58', ' user key=1']) body) AS answers;

CREATE TABLE t (id user_id PRIMARY KEY DEFAULT user_id_new(), n int CHECK (n > 0));
CREATE TABLE u AS SELECT typeid_uuid_generate_v7() u FROM generate_series(1, 5);
\echo '-- What goes on: rows in and out without their text.'
INSERT INTO t SELECT u::user_id, 1 FROM u;
INSERT INTO t (n) VALUES (2), (3) ON CONFLICT DO NOTHING;
SELECT count(*), count(DISTINCT id), bool_and(id = id::uuid::user_id), count(*)
    FILTER (WHERE user_id_timestamp(id) > '2026-01-01') AS times FROM t;
SELECT count(*) FROM t JOIN u ON t.id::uuid = u.u;
SELECT min(id)::uuid = (array_agg(id::uuid ORDER BY id::uuid))[1] AS min,
    max(id)::uuid = (array_agg(id::uuid ORDER BY id::uuid DESC))[1] AS max FROM t;
INSERT INTO t SELECT id, 9 FROM t ON CONFLICT (id) DO UPDATE SET n = 9;
UPDATE t SET n = 4 WHERE id::uuid = (SELECT u FROM u ORDER BY u LIMIT 1);
ANALYZE t;
\echo '-- What does not (55000): whatever reads or writes a text or sends one, and nothing is'
\echo '-- changed.'
\echo '-- Two ask for no key: all ids begin with "user_", and nonsense is an id of none.'
SELECT pg_temp.error_of('SELECT id::text FROM masks.t');
SELECT count(*), string_agg(concat(query, ': ', state), E'\n')
    FILTER (WHERE state IS DISTINCT FROM '55000') AS others FROM (
SELECT query, pg_temp.sqlstate_of(query) AS state FROM unnest(ARRAY[
    'SELECT id::text FROM masks.t', 'SELECT id::typeid FROM masks.t',
    'SELECT to_json(t) FROM masks.t', 'SELECT masks.user_id_send(id) FROM masks.t',
    'SELECT t::text FROM masks.t',
    'SELECT ''user_30r2vyw7qg9m0swjttdxr834g3''::masks.user_id',
    'SELECT ''user_30r2vyw7qg9m0swjttdxr834g3''::typeid::masks.user_id',
    'SELECT ''user_30r2vyw7qg9m0swjttdxr834g3''::text::masks.user_id',
    'SELECT FROM masks.t WHERE id ^@ ''user_3''', 'SELECT FROM masks.t WHERE id LIKE ''user_3%''',
    'SELECT most_common_vals, histogram_bounds::text
       FROM pg_stats
       WHERE tablename = ''t'' AND schemaname = ''masks'' AND attname = ''id''',
    'INSERT INTO masks.t SELECT id FROM masks.t',
    'INSERT INTO masks.t VALUES (masks.user_id_new(), -1)',
    'EXPLAIN SELECT FROM masks.t WHERE id > masks.user_id_min(''2026-01-01'')',
    'SELECT count(*) FROM masks.t WHERE id ^@ ''user_''', 'SELECT ''nonsense''::masks.user_id'])
        query) AS answers;
SELECT count(*), sum(n) FROM t;
\echo '-- Only version 7 may be inside.'
SELECT pg_temp.error_of('SELECT gen_random_uuid()::masks.user_id'),
    pg_temp.error_of('SELECT ''00000000-0000-0000-0000-000000000000''::uuid::masks.user_id');
INSERT INTO u VALUES ('60c0b7ee-1ef0-4d01-9e4b-5a6f70819203');
\echo '-- So a column changes its type only without others.'
SELECT pg_temp.sqlstate_of('ALTER TABLE masks.u ALTER u TYPE masks.user_id USING u::masks.user_id')
    AS refuses;
DELETE FROM u WHERE u = '60c0b7ee-1ef0-4d01-9e4b-5a6f70819203';
SELECT pg_temp.sqlstate_of('ALTER TABLE masks.u ALTER u TYPE masks.user_id USING u::masks.user_id')
    AS rewrites;
SELECT castfunc::regproc, castmethod, castcontext FROM pg_cast
    WHERE castsource = 'uuid'::regtype AND casttarget = 'user_id'::regtype;
\echo '-- Its functions that ask for the key are STABLE, the others are what they are for any type.'
SELECT proname, provolatile, prosupport FROM pg_proc p JOIN pg_language l ON l.oid = prolang
    WHERE pronamespace = 'masks'::regnamespace
    AND (lanname = 'id_type' OR prosrc IN ('id_type_in', 'id_type_out')) ORDER BY proname;
\echo '-- Dropping the type asks for no key, and leaves no function (no row).'
DROP TABLE t, u;
DROP FUNCTION pg_temp.f(user_id);
SELECT typeid_drop_type('user_id');
SELECT p.oid::regprocedure FROM pg_proc AS p WHERE pronamespace = 'masks'::regnamespace;
DROP SCHEMA masks;
