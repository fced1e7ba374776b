-- Texts that are not ASCII in a LATIN1 database, where such a letter is one octet: lengths and positions count octets.
\getenv srcdir PG_ABS_SRCDIR
SELECT current_database() AS regression_database \gset
SET client_min_messages = warning;
DROP DATABASE IF EXISTS regress_base62id_latin1;
CREATE DATABASE regress_base62id_latin1 ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0;
\c regress_base62id_latin1
\i :srcdir/sql/include/helpers.sql
CREATE EXTENSION base62id;
SHOW server_encoding;
SELECT octet_length('é') AS octets, ascii('é');
-- The same texts as in UTF-8: base62id, base64uuid, uid11, typeid, baseuid.
SELECT type, text, octet_length(text) AS octets, pg_temp.error_of(format('SELECT %L::%s', text, type))
  FROM (VALUES (1, 'base62id', 'Fa84QWiAxLXUJaHZmEVPEé'), (2, 'base62id', 'éa84QWiAxLXUJaHZmEVPEG'), (3, 'base62id', 'Fa84QWiAxLXUJaHZmEVPé'), (4, 'base64uuid', 'F$$$$$$$$$$$$$$$$$$$$é'), (5, 'uid11', '1111111111é'),
               (6, 'typeid', 'usér_01h455vb4pex5vsknk084sn02q'), (7, 'typeid', 'user_01h455vb4pex5vsknk084sn0é'), (8, 'typeid', 'user_01h455vb4pex5vsknk084sn02é'), (9, 'baseuid', 'ANjssJkyfa3H00J9ZPJé'), (10, 'baseuid', 'ÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿÿ')) AS v(n, type, text) ORDER BY n;
SELECT base62id_decode('Fa84QWiAxLXUJaHZmEVPEé'), base64uuid_is_valid('F$$$$$$$$$$$$$$$$$$$$é'), uid11_decode('1111111111é'), typeid_is_valid('usér_01h455vb4pex5vsknk084sn02q'), baseuid_decode('ANjssJkyfa3H00J9ZPJé'),
       base62id_encode('123e4567-e89b-12d3-a456-42661417400é'), base62id_decode_bytea('8é'), base32hex_decode('0000000000000000000000000é'), uid11_prefix_range('é');
SELECT pg_temp.error_of($$SELECT typeid_generate('usér')$$), typeid_check_text('user_01h455vb4pex5vsknk084sn02q', 'usér'), typeid 'user_01h455vb4pex5vsknk084sn02q' @> 'usér' AS contains, typeid 'user_01h455vb4pex5vsknk084sn02q' ^@ 'usé' AS starts;
-- every octet from 128 on is no symbol of any system
SELECT count(*) FILTER (WHERE base62id_is_valid(overlay('HWtZyqIhKGTvM24H00opdI' PLACING c FROM 12)) OR base64uuid_is_valid(overlay('G$$$$$$$$$$$$$$$$$$$$$' PLACING c FROM 12)) OR uid11_is_valid(overlay('11111111111' PLACING c FROM 6))
                         OR typeid_is_valid(overlay('user_01h455vb4pex5vsknk084sn02q' PLACING c FROM 2)) OR typeid_is_valid(overlay('user_01h455vb4pex5vsknk084sn02q' PLACING c FROM 12)) OR baseuid_is_valid(overlay('ANjssJkyfa3H00J9ZPJ0' PLACING c FROM 12))) AS valid, count(*) AS octets
  FROM (SELECT convert_from(set_byte('\x00', 0, n), 'LATIN1') AS c FROM generate_series(128, 255) AS n) AS v;
-- the valid ones are what they are elsewhere
SELECT base62id_encode('123e4567-e89b-12d3-a456-426614174000'), 'user_01h455vb4pex5vsknk084sn02q'::typeid::uuid, uid11 'jpXCZedGfVQ'::numeric, typeid_generate('user') ^@ 'user_0' AS generated;
\c :regression_database
DROP DATABASE regress_base62id_latin1;
