-- Masks on a server that has keys; the last of the tests, because a server of 17 or later remembers
-- that it had some. The files of keys, reloads and what a key must never do are in test/masks.
\i test/lib/helpers.sql
COPY (VALUES ('1:000102030405060708090a0b0c0d0e0f'), ('2:efcdab89674523011032547698badcfe')) TO
    PROGRAM 'umask 077; cat >base62id_regress.keys';
SELECT count(*) > 0 AS library_is_loaded FROM base62id_health();
ALTER SYSTEM SET base62id.mask_key_file = 'base62id_regress.keys';
\i test/lib/reload.sql
CREATE SCHEMA mask_keys;
SET search_path = mask_keys, public;

\echo '-- A published vector of UUIDv47 for each key, and what the key of the other makes of it.'
SELECT key, uuid_mask(id, key) = facade AS masks, uuid_unmask(facade, key) = id AS unmasks,
    uuid_mask(id, 3 - key) = facade AS other_masks,
    uuid_unmask(facade, 3 - key) = id AS other_unmasks
  FROM (VALUES (1, 'a11ca46a-9030-72a9-9e0e-fce1a76df7e6'::uuid,
      '2981954f-cd52-42a9-9e0e-fce1a76df7e6'::uuid),
               (2, '00000000-0000-7000-8000-000000000000',
                   '22d97126-9609-4000-8000-000000000000')) AS vector (key, id, facade);
SELECT uuid_mask('a11ca46a-9030-72a9-9e0e-fce1a76df7e6') AS by_default_key_1;

\echo '-- Vectors of numbers. One place of a query sees prefixes that begin alike and two keys, in'
\echo '-- turn: it keeps the last mask.'
SELECT number, prefix, key, uid11_mask(number, prefix, key),
    uid11_unmask(uid11_mask(number, prefix, key), prefix, key) = number AS back
  FROM unnest(ARRAY[42, 42, 42, 42, 42, 42, 42, -1, 0, 9223372036854775807],
      ARRAY['inv', 'inv', 'inv', 'in', '', 'inv', 'ord', 'inv', 'ord', 'ord'],
              ARRAY[1, 2, 1, 1, 1, 2, 1, 1, 1, 1]) WITH ORDINALITY AS u (number, prefix, key, n)
                  ORDER BY n;
SELECT uid11_mask(42, 'inv') AS by_default_key_1, uid11_mask(43, 'inv', 1) AS its_neighbour;

\echo '-- Id types: the text is the facade, the uuid and the number inside are not.'
SELECT typeid_create_type('user_id', 'user', mask_key => 1),
    typeid_create_type('shop_id', 'shop', mask_key => 2);
SELECT typeid_create_type('inv_id', 'inv', mask_key => 1, notation => 'uid11');
\echo '-- The same again, and with another key.'
SELECT typeid_create_type('user_id', 'user', mask_key => 1, if_not_exists => true);
SELECT pg_temp.error_of(
    $$SELECT typeid_create_type('user_id', 'user', mask_key => 2, if_not_exists => true)$$);
SELECT id, id::text::user_id = id AS back, id::uuid,
    uuid_to_typeid('user', uuid_mask(id::uuid))::text = id::text AS is_facade
    FROM (SELECT 'a11ca46a-9030-72a9-9e0e-fce1a76df7e6'::uuid::user_id AS id) AS t;
SELECT id, id::text::shop_id = id AS back,
    uuid_to_typeid('shop', uuid_mask(id::uuid, 2))::text = id::text AS is_facade
    FROM (SELECT '00000000-0000-7000-8000-000000000000'::uuid::shop_id AS id) AS t;
SELECT id, id::bigint, id::text::inv_id = id AS back
    FROM (SELECT unnest(ARRAY[42, -1, 0])::bigint::inv_id AS id) AS t;
\echo '-- A uuid that is not of version 7 has no facade, so it is no id.'
SELECT pg_temp.error_of(
    $$SELECT 'a11ca46a-9030-42a9-9e0e-fce1a76df7e6'::uuid::mask_keys.user_id$$);
\echo '-- Types unmask for everybody, so who makes one must be allowed to.'
CREATE ROLE mask_keys_maker;
GRANT CREATE, USAGE ON SCHEMA mask_keys TO mask_keys_maker;
GRANT EXECUTE ON FUNCTION typeid_create_type(text, text, text, integer, boolean, boolean)
    TO mask_keys_maker;
SET ROLE mask_keys_maker;
SELECT pg_temp.error_of($$SELECT typeid_create_type('his_id', 'his', mask_key => 1)$$) AS of_uuids,
    pg_temp.error_of($$SELECT typeid_create_type('his_id', 'his', 'uid11', 1)$$) AS of_numbers;
RESET ROLE;
DROP OWNED BY mask_keys_maker;
DROP ROLE mask_keys_maker;
CREATE TABLE t AS SELECT n::bigint::inv_id AS id FROM generate_series(-3, 3) AS n;
SELECT count(*) FROM t JOIN (SELECT id::text FROM t) AS texts (id) ON t.id = texts.id::inv_id;
\echo '-- A masked one that accepts uuids reads their text alone, which is the facade.'
SELECT typeid_accept_uuid('user_id', true);
SELECT '2981954f-cd52-42a9-9e0e-fce1a76df7e6'::user_id =
    'a11ca46a-9030-72a9-9e0e-fce1a76df7e6'::uuid::user_id AS reads,
    pg_temp.sqlstate_of($$SELECT NULL::mask_keys.user_id = NULL::uuid$$) AS compares;
SELECT typeid_accept_uuid('user_id', false);
SELECT pg_temp.sqlstate_of($$SELECT
    '2981954f-cd52-42a9-9e0e-fce1a76df7e6'::mask_keys.user_id$$) AS reads;

\echo '-- How many rows a search is estimated to find: of a whole id as many as of `=`, of a'
\echo '-- beginning its share of all ids, and never fewer than one value has. 60 keys with 500 rows'
\echo '-- each; 10 of them are most common values, the others in the histogram.'
SET max_parallel_workers_per_gather = 0;
SELECT typeid_create_type('doc_id', 'doc', mask_key => 2, notation => 'base62id');
CREATE FUNCTION pg_temp.v7(n integer) RETURNS uuid LANGUAGE sql AS $$
    SELECT overlay(overlay(md5(n::text) PLACING '7' FROM 13) PLACING 'a' FROM 17)::uuid
$$;
CREATE FUNCTION pg_temp.number(n integer) RETURNS bigint LANGUAGE sql AS $$
    SELECT ('x' || left(md5(n::text), 16))::bit(64)::bigint
$$;
CREATE TABLE refs AS
SELECT n, pg_temp.v7(n % 60)::user_id AS user_id, pg_temp.v7(n % 60)::doc_id AS doc_id,
    pg_temp.number(n % 60)::inv_id AS inv_id
  FROM generate_series(1, 30000) AS n;
ALTER TABLE refs ALTER user_id SET STATISTICS 10, ALTER doc_id SET STATISTICS 10,
    ALTER inv_id SET STATISTICS 10;
CREATE TABLE keys AS
SELECT DISTINCT type, key
  FROM refs, LATERAL (VALUES ('user_id', user_id::text), ('doc_id', doc_id::text),
                             ('inv_id', inv_id::text)) AS k (type, key);
-- The least and the greatest estimate over all keys of a type.
CREATE FUNCTION pg_temp.estimates(type text, condition text) RETURNS text LANGUAGE sql AS $$
    SELECT concat_ws(' to ', min(rows), nullif(max(rows), min(rows)))
      FROM mask_keys.keys AS k,
           pg_temp.estimate_of(format('SELECT FROM mask_keys.refs WHERE %I ', k.type) ||
               format(condition, k.key, replace(k.key, '_', '\_'), left(k.key, -2))) AS rows
     WHERE k.type = $1
$$;
CREATE VIEW estimates AS
SELECT type, pg_temp.estimates(type, $$= '%1$s'$$) AS equal,
       pg_temp.estimates(type, $$^@ '%1$s'$$) AS start,
       pg_temp.estimates(type, $$LIKE '%2$s%%'$$) AS "like",
       pg_temp.estimates(type, $$LIKE '%2$s_'$$) AS never,
       pg_temp.estimates(type, $$^@ '%3$s'$$) AS cut
  FROM unnest(ARRAY['user_id', 'doc_id', 'inv_id']) AS type;
SELECT type, equal = start AS as_many, start <> '1' AS more_than_one FROM estimates;
ANALYZE refs;
TABLE estimates;

\echo '-- Beginnings of one and two characters over 30000 ids: the greatest factor by which an'
\echo '-- estimate is wrong.'
CREATE TABLE ids AS
SELECT pg_temp.v7(n)::user_id AS user_id, pg_temp.v7(n)::doc_id AS doc_id,
    pg_temp.number(n)::inv_id AS inv_id
  FROM generate_series(1, 30000) AS n;
ANALYZE ids;
SELECT type, characters, count(*) AS beginnings,
       max(greatest(estimate / found, found / estimate)) < 1.6 AS is_near
  FROM (SELECT type, characters, start, count(*) AS found
          FROM ids, LATERAL (VALUES ('user_id', user_id::text), ('doc_id', doc_id::text),
                                    ('inv_id', inv_id::text)) AS k (type, key),
               generate_series(1, 2) AS characters,
               left(key, length(type) - 2 + characters) AS start
         GROUP BY type, characters, start) AS starts,
       pg_temp.estimate_of(format('SELECT FROM ids WHERE %I ^@ %L', type, start)) AS estimate
 WHERE found > 100
 GROUP BY type, characters ORDER BY type, characters;
DROP VIEW estimates;
DROP TABLE refs, keys, ids;
SELECT typeid_drop_type('doc_id');

\echo '-- Rotated: by the same number another key, which the types of the old one do not take.'
COPY (VALUES ('1:733454c2c652e2fb82cce2ebff51d6ad'), ('2:efcdab89674523011032547698badcfe')) TO
    PROGRAM 'umask 077; cat >base62id_regress.keys';
\i test/lib/reload.sql
SELECT uuid_mask('ffffffff-ffff-7fff-bfff-ffffffffffff'),
    uid11_mask(42, 'inv') <> 'akhr4rUHKHK' AS other_number,
    '00000000-0000-7000-8000-000000000000'::uuid::shop_id AS same_key;
SELECT
    pg_temp.sqlstate_of('SELECT ''a11ca46a-9030-72a9-9e0e-fce1a76df7e6''::uuid
                                    ::mask_keys.user_id::text'),
    pg_temp.sqlstate_of('SELECT id::text FROM mask_keys.t');

\echo '-- No number stands for the old key.'
SELECT type, mask_key FROM typeid_types() WHERE prefix IN ('user', 'shop') ORDER BY type::text;

\echo '-- A number that does not fit is refused, as is any other line: the keys that are in force'
\echo '-- stay, with a warning.'
SET client_min_messages = error;
COPY (VALUES ('4294967297:000102030405060708090a0b0c0d0e0f')) TO PROGRAM
    'umask 077; cat >base62id_regress.keys';
\i test/lib/reload.sql
SELECT uuid_mask('ffffffff-ffff-7fff-bfff-ffffffffffff') AS as_before, state,
    substring(detail FROM 'Line 1.*') AS fault FROM base62id_health() WHERE what = 'mask keys';

DROP TABLE t;
SELECT typeid_drop_type('user_id'), typeid_drop_type('shop_id'), typeid_drop_type('inv_id');
DROP SCHEMA mask_keys;
COPY (SELECT) TO PROGRAM 'cat >/dev/null; rm base62id_regress.keys';
ALTER SYSTEM RESET base62id.mask_key_file;
\i test/lib/reload.sql

\echo '-- What a monitor reads of a server that is well; it may preload the library or not.'
SELECT what, state FROM base62id_health()
    WHERE what IN ('version', 'machine', 'cluster key', 'mask keys', 'counters', 'reserved times',
    'server', 'id types') AND random() >= 0; -- not by a parallel worker
SELECT count(*) - count(DISTINCT what) AS named_twice, bool_and(detail <> '') AS explained,
    string_agg(DISTINCT state, ' ') FILTER (WHERE state NOT IN ('ok', 'note', 'warning')) AS broken
    FROM base62id_health();
