-- Texts that are not ASCII in a LATIN1 database, where such a letter is one octet: lengths
-- and positions count octets.
SELECT current_database() AS regression_database \gset
SET client_min_messages = warning;
DROP DATABASE IF EXISTS regress_base62id_latin1;
CREATE DATABASE regress_base62id_latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0;
\c regress_base62id_latin1
\i test/lib/helpers.sql
\i test/lib/types.sql
CREATE EXTENSION base62id;
SHOW server_encoding;
SELECT octet_length('é') AS octets, ascii('é');
\echo '-- The same texts as in a UTF-8 database. The letter is the last symbol; the first; the last'
\echo '-- of an id one octet too short; and all of them.'
SELECT type, text, octet_length(text) AS octets,
    pg_temp.error_of(format('SELECT %L::%s', text, type))
  FROM pg_temp.value_of_types('SELECT %2$s FROM pg_temp.octets(2)') AS t(type, id)
  JOIN (SELECT n, type FROM id_types) AS x USING (type),
       LATERAL unnest(ARRAY[left(id, -1) || 'é', 'é' || right(id, -1),
           left(id, -2) || 'é', repeat('ÿ', length(id))])
           WITH ORDINALITY AS v(text, i)
 ORDER BY n, i;
SELECT pg_temp.error_of($$SELECT 'usér_01h455vb4pex5vsknk084sn02q'::typeid$$);
SELECT * FROM pg_temp.laws_of_types($$
    SELECT %1$s_decode(left(id, -1) || 'é') IS NULL AS decodes_to_null,
    NOT %1$s_is_valid(left(id, -1) || 'é') AS not_valid
      FROM (SELECT (%2$s)::%1$s::text AS id FROM pg_temp.octets(2)) AS v$$);
SELECT typeid_is_valid('usér_01h455vb4pex5vsknk084sn02q'),
    base62id_encode('123e4567-e89b-12d3-a456-42661417400é'), base62id_decode_bytea('8é'),
       uuid_from_base32hex('0000000000000000000000000é'), uid11_prefix_range('é');
SELECT pg_temp.error_of($$SELECT typeid_generate('usér')$$),
    typeid_check_text('user_01h455vb4pex5vsknk084sn02q', 'usér'),
       typeid 'user_01h455vb4pex5vsknk084sn02q' @> 'usér' AS contains,
       typeid 'user_01h455vb4pex5vsknk084sn02q' ^@ 'usé' AS starts;
\echo '-- patterns: a letter that is one octet is one character, and stands in no id'
SELECT t LIKE 'user%' AS starts, t LIKE 'usér%' AS other, t LIKE 'us_r_01h%' AS one,
    t ILIKE 'USÉR%' AS ignoring_case,
       t NOT ILIKE 'é%' AS not_starts, u ILIKE '01arz3ndektsv4rrffq69g5fa_' AS ulid,
       typeid_like_start('us\é%', true) AS start
  FROM (VALUES (typeid 'user_01h455vb4pex5vsknk084sn02q',
      ulid '01ARZ3NDEKTSV4RRFFQ69G5FAV')) AS v(t, u);
\echo '-- every octet from 128 on is no symbol of any system'
CREATE TEMP TABLE high AS SELECT convert_from(set_byte('\x00', 0, n), 'LATIN1') AS c
    FROM generate_series(128, 255) AS n;
SELECT * FROM pg_temp.laws_of_types($$
    SELECT count(*) = 128 * length(id) AND bool_and(octet_length(text) = length(id))
    AND NOT bool_or(%1$s_is_valid(text)) AS none_is_valid
      FROM (SELECT (%2$s)::%1$s::text AS id FROM pg_temp.octets(2)) AS v, high,
      generate_series(1, length(id)) AS p,
           LATERAL overlay(id PLACING c FROM p::integer) AS text GROUP BY id$$);
\echo '-- the valid ones are what they are elsewhere'
SELECT base62id_encode('123e4567-e89b-12d3-a456-426614174000'),
'user_01h455vb4pex5vsknk084sn02q'::typeid::uuid,
       uid11 'jpXCZedGfVQ'::numeric, typeid_generate('user') ^@ 'user_0' AS generated;
\c :regression_database
DROP DATABASE regress_base62id_latin1;
