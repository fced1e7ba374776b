-- Base62id: the text form, the type's input and output, and the functions. What every
-- type's text obeys: text.sql.
\i test/lib/helpers.sql

\echo '-- ---------- vectors ----------'

\set content `cat test/vectors/base62id.json`
CREATE TEMP TABLE vectors AS SELECT :'content'::jsonb AS j;
CREATE TEMP TABLE uuids AS
    SELECT v.uuid, v.text FROM vectors, jsonb_to_recordset(j -> 'uuid') AS v(uuid uuid, text text);
SELECT count(*) FROM uuids;
\echo '-- of which none is written or read in another way: no row'
SELECT * FROM uuids
 WHERE (base62id_encode(uuid) = text AND base62id_decode(text) = uuid
        AND base62id_encode(uuid::text) = text AND base62id_encode(upper(uuid::text)) = text
        AND base62id_decode('"' || text || '"') = uuid AND base62id_is_valid(text)
        AND base62id_is_valid('"' || text || '"')
        AND text::base62id::uuid = uuid AND ('"' || text || '"')::base62id::uuid = uuid
        AND uuid::base62id::text = text AND format('%s', uuid::base62id) = text
        AND encode(base62id_send(uuid), 'hex') = replace(uuid::text, '-', '')
        AND base62id_encode(uuid_send(uuid)) = text
        AND base62id_decode_bytea(text) = uuid_send(uuid)) IS NOT TRUE;
\echo '-- octets of any length'
CREATE TEMP TABLE octets AS
    SELECT decode(v.hex, 'hex') AS data, v.text
    FROM vectors, jsonb_to_recordset(j -> 'bytea') AS v(hex text, text text);
SELECT count(*), min(length(data)), max(length(data)) FROM octets;
SELECT * FROM octets
 WHERE (base62id_encode(data) = text AND base62id_decode_bytea(text) = data
        AND base62id_decode_bytea('"' || text || '"') = data) IS NOT TRUE;
\echo '-- invalid texts'
SELECT v.why, v.text, base62id_decode(v.text) IS NULL AS null, base62id_is_valid(v.text),
       pg_temp.error_of(format('SELECT %L::base62id', v.text))
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_uuid_text') AS (text text, why text))
  WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;
SELECT v.why, v.text, base62id_decode_bytea(v.text) IS NULL AS null
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_bytea_text') AS (text text, why text))
  WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;

\echo '-- ---------- input and output ----------'

SELECT base62id 'Fa84QWiAxLXUJaHZmEVPEG' AS nil, '"NNC6dn4GR1JETNQMfLl6qN"'::base62id AS max;
SELECT '{Fa84QWiAxLXUJaHZmEVPEG,NNC6dn4GR1JETNQMfLl6qN,NULL}'::base62id[];
\echo '-- In an array literal the quotes of the element are the array''s; a quoted id inside keeps'
\echo '-- its own.'
SELECT E'{"Fa84QWiAxLXUJaHZmEVPEG","\\"NNC6dn4GR1JETNQMfLl6qN\\""}'::base62id[];
\echo '-- the first and the last value, and their neighbours outside: prefix bits 01 and 11'
SELECT text, base62id_decode(text)
  FROM
  unnest('{Fa84QWiAxLXUJaHZmEVPEF,Fa84QWiAxLXUJaHZmEVPEG,NNC6dn4GR1JETNQMfLl6qN,NNC6dn4GR1JETNQMfLl6qO}'::text[])
  AS text;
\echo '-- ---------- octets ----------'

SELECT base62id_encode(''::bytea) AS empty, base62id_encode('\x00'::bytea) AS zero,
    base62id_encode('\xff'::bytea) AS ff;
\echo '-- every length up to 300 octets, three contents'
SELECT count(*),
    count(*) FILTER (WHERE base62id_decode_bytea(base62id_encode(data)) = data) AS round_trip
  FROM generate_series(0, 300) AS n,
       LATERAL (VALUES (decode(repeat('00', n), 'hex')), (decode(repeat('ff', n), 'hex')),
                       (decode(left(repeat(md5(n::text), 20), 2 * n), 'hex'))) AS v(data);
\echo '-- among octets of one length the order is kept'
SELECT bool_and((a < b) = (base62id_encode(a) COLLATE "C" < base62id_encode(b))) AS same_order
  FROM (SELECT decode(md5(n::text), 'hex') AS a, decode(md5((n + 1)::text), 'hex') AS b
      FROM generate_series(1, 1000) AS n) AS pairs;
\echo '-- 64 KiB and one more'
SELECT base62id_decode_bytea(base62id_encode(data)) = data AS round_trip,
    length(base62id_encode(data))
  FROM (SELECT decode(repeat('a7', 65536), 'hex') AS data) AS v;
SELECT pg_temp.error_of($$SELECT base62id_encode(decode(repeat('a7', 65537), 'hex'))$$);
\echo '-- a text of one symbol more than 64 KiB can have, a megabyte'
SELECT base62id_decode_bytea(repeat('G', 88058)) IS NULL AS null,
    base62id_decode_bytea(repeat('x', 1048576)) IS NULL AS megabyte;
\echo '-- NULL in, NULL out'
SELECT base62id_encode(NULL::uuid), base62id_encode(NULL::text), base62id_encode(NULL::bytea),
    base62id_decode_bytea(NULL);
\echo '-- statement_timeout ends the longest loop'
SET statement_timeout = '100ms';
\set VERBOSITY terse
SELECT count(base62id_encode(decode(repeat(md5(n::text), 4096), 'hex')))
    FROM generate_series(1, 100000) AS n;
SELECT count(base62id_decode_bytea(repeat('G', 88054 - n % 2)))
    FROM generate_series(1, 100000) AS n;
RESET statement_timeout;
\set VERBOSITY default
