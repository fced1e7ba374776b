-- typeid_create_type() with if_not_exists, what it executes, typeid_accept_bigint(), and
-- T_stored_ops: the operator class whose index a column of T keeps when it becomes uuid.
\i test/lib/helpers.sql
CREATE SCHEMA creating;
SET search_path = creating, public;

\echo '-- ---------- IF NOT EXISTS ----------'

SET client_min_messages = notice;
SELECT typeid_create_type('c_id', 'c', if_not_exists => true);
\echo '-- The same definition is skipped. Another one, or what is no id type, is refused.'
SELECT typeid_create_type('c_id', 'c', if_not_exists => true) = 'c_id'::regtype AS the_same;
SELECT typeid_create_type('c_id', 'd', if_not_exists => true);
SELECT typeid_create_type('c_id', 'c', 'ulid', if_not_exists => true);
SELECT typeid_create_type('c_id', 'c', accept_uuid => true, if_not_exists => true);
CREATE TYPE other AS (x integer);
CREATE DOMAIN of_it AS c_id;
SELECT typeid_create_type('other', 'o', if_not_exists => true);
SELECT typeid_create_type('of_it', 'c', if_not_exists => true);
\echo '-- One that lacks parts.'
DROP FUNCTION c_id_decode(text);
SELECT typeid_create_type('c_id', 'c', if_not_exists => true);
SELECT typeid_upgrade_type('c_id');
RESET client_min_messages;
\echo '-- Members go with the class of the type, and are dumped with it: other types share the'
\echo '-- family.'
SELECT DISTINCT member, refclassid::regclass AS goes_with, deptype
FROM (SELECT 'operator' AS member, 'pg_amop'::regclass AS catalog, oid
        FROM pg_amop WHERE 'c_id'::regtype IN (amoplefttype, amoprighttype)
    UNION ALL SELECT 'function', 'pg_amproc'::regclass, oid
        FROM pg_amproc WHERE 'c_id'::regtype IN (amproclefttype, amprocrighttype)) AS members
    JOIN pg_depend ON classid = catalog AND objid = members.oid
WHERE refclassid IN ('pg_opclass'::regclass, 'pg_opfamily'::regclass)
ORDER BY 1, 2;
\echo '-- NULL, and a key that is not there.'
SELECT pg_temp.error_of($$SELECT typeid_create_type('c_id', 'c', if_not_exists => NULL)$$),
    pg_temp.error_of($$SELECT typeid_create_type('c_id', 'c', mask_key => 7,
                                                 if_not_exists => true)$$);

\echo '-- ---------- what it executes ----------'

-- The text of each layout, of every major: without what 18 adds, a function and its place in
-- operator families.
CREATE FUNCTION pg_temp.statements(text) RETURNS text LANGUAGE sql AS $$
    SELECT regexp_replace(
        regexp_replace($1, 'CREATE FUNCTION [^;]*_skipsupport"?\(internal\) [^;]*;\n', '', 'g'),
        'ALTER OPERATOR FAMILY [^;]*\n    FUNCTION (6|12) [^;]*;\n', '', 'g') $$;
\pset format unaligned
SELECT pg_temp.statements(typeid_create_type_sql('user_id', 'user'));
CREATE SCHEMA app;
SELECT pg_temp.statements(typeid_create_type_sql('app."Bill Id"', 'bill', 'uid11'));
\echo '-- What others have beside: notation, accept_uuid.'
SELECT line FROM regexp_split_to_table(typeid_create_type_sql('user_id', 'user', 'ulid',
    accept_uuid => true), '\n') AS line
EXCEPT SELECT line
    FROM regexp_split_to_table(typeid_create_type_sql('user_id', 'user'), '\n') AS line
ORDER BY 1;
\echo '-- No rights are looked up, and nothing is made.'
CREATE ROLE creating_nobody;
SET ROLE creating_nobody;
SELECT md5(typeid_create_type_sql('creating.x_id', 'x')) <> '' AS text;
RESET ROLE;
SELECT to_regtype('creating.x_id');
DROP ROLE creating_nobody;
\echo '-- How many statements.'
SELECT count(*) AS statements
FROM regexp_matches(pg_temp.statements(typeid_create_type_sql('x_id', 'x')), ';\n', 'g');
\echo '-- refused'
SELECT call, pg_temp.error_of('SELECT ' || call) FROM (VALUES
    ($$typeid_create_type_sql('x_id', 'No!')$$),
    ($$typeid_create_type_sql('x_id', 'x', 'none')$$),
    ($$typeid_create_type_sql('x_id', 'x', 'uid11', 0, true)$$),
    ($$typeid_create_type_sql('x_id', 'x', 'typeid', 7)$$),
    ($$typeid_create_type_sql('no_such_schema.x_id', 'x')$$)) AS v(call);
SELECT typeid_create_type_sql(NULL, 'x') IS NULL AS strict;

\echo '-- ---------- bigints ----------'

SELECT typeid_create_type('n_id', 'n', 'uid11');
CREATE TABLE numbers (n bigint PRIMARY KEY);
INSERT INTO numbers SELECT generate_series(1, 100);
SELECT pg_temp.error_of('CREATE INDEX numbers_n ON numbers (n n_id_ops)') AS strict;
SELECT typeid_accept_bigint('n_id', true);
SELECT accept_bigint FROM typeid_types() WHERE prefix = 'n';
CREATE INDEX numbers_n ON numbers (n n_id_ops);
SELECT what, state, detail FROM base62id_health() WHERE what ~ '^id type ';
SELECT typeid_upgrade_type('n_id');
SELECT accept_bigint AS kept FROM typeid_types() WHERE prefix = 'n';
\echo '-- The prepared index needs the cast, and the moved one does not.'
SELECT pg_temp.error_of($$SELECT typeid_accept_bigint('n_id', false)$$);
ALTER TABLE numbers ALTER n TYPE n_id;
SELECT typeid_accept_bigint('n_id', false);
SELECT castcontext
  FROM pg_cast
  WHERE castsource = 'bigint'::regtype AND casttarget = 'n_id'::regtype;
\echo '-- Back, an index with the class of bigint is prepared, and kept.'
SELECT typeid_accept_bigint('n_id', true);
CREATE UNIQUE INDEX numbers_back ON numbers (n int8_ops);
SELECT pg_temp.error_of($$SELECT typeid_accept_bigint('n_id', false)$$);
SELECT relfilenode AS prepared FROM pg_class WHERE relname = 'numbers_back' \gset
ALTER TABLE numbers DROP CONSTRAINT numbers_pkey;
DROP INDEX numbers_n;
ALTER TABLE numbers ALTER n TYPE bigint;
SELECT relfilenode = :prepared AS kept FROM pg_class WHERE relname = 'numbers_back';
SELECT typeid_accept_bigint('n_id', false);
SELECT castcontext FROM pg_cast WHERE 'n_id'::regtype IN (castsource, casttarget)
    AND 'bigint'::regtype IN (castsource, casttarget);
INSERT INTO numbers VALUES (-1);
SELECT pg_temp.error_of('INSERT INTO numbers VALUES (7)');
SET enable_seqscan = off;
SELECT min(n), max(n) FROM numbers WHERE n < 4 OR n = 99;
EXPLAIN (COSTS off) SELECT n FROM numbers WHERE n = 7;
RESET enable_seqscan;
DROP INDEX numbers_back;
DELETE FROM numbers WHERE n < 0;
ALTER TABLE numbers ALTER n TYPE n_id;
ALTER TABLE numbers ADD PRIMARY KEY (n);
CREATE INDEX numbers_n ON numbers (n);
SELECT pg_get_indexdef('numbers_n'::regclass);
SELECT pg_temp.error_of($$SELECT typeid_accept_bigint('c_id', true)$$),
    pg_temp.error_of($$SELECT typeid_accept_bigint('n_id', NULL)$$),
    pg_temp.error_of($$SELECT typeid_accept_bigint('bigint', true)$$);

\echo '-- ---------- the way back by T_stored_ops ----------'

CREATE TABLE back (id c_id PRIMARY KEY, parent c_id REFERENCES back);
INSERT INTO back SELECT c_id_new() FROM generate_series(1, 1000);
UPDATE back SET parent = id;
CREATE UNIQUE INDEX back_stored ON back (id c_id_stored_ops);
SELECT typeid_accept_uuid('c_id', true);
SELECT relfilenode AS file FROM pg_class WHERE relname = 'back_stored' \gset
ALTER TABLE back DROP CONSTRAINT back_parent_fkey, DROP CONSTRAINT back_pkey,
    ALTER id TYPE uuid, ALTER parent TYPE uuid;
SELECT relfilenode = :file AS kept, pg_get_indexdef(oid)
  FROM pg_class
  WHERE relname = 'back_stored';
ALTER TABLE back ADD FOREIGN KEY (parent) REFERENCES back (id);
SELECT convalidated FROM pg_constraint WHERE conrelid = 'back'::regclass AND contype = 'f';
SET enable_seqscan = off;
SELECT pg_temp.plan_of($$SELECT FROM back WHERE id = '01890a5d-ac96-774b-bcce-b302099a8057'$$);
RESET enable_seqscan;
SELECT opcname, opcdefault, pg_temp.is_valid_class(oid) FROM pg_opclass
WHERE opcname IN ('c_id_stored_ops', 'n_id_stored_ops', 'ulid_stored_ops') ORDER BY opcname;

SET client_min_messages = warning;
DROP SCHEMA creating, app CASCADE;
