-- Base62id: the text form, the type's input and output, and the functions.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql

-- ---------- vectors ----------

\set content `cat "$PG_ABS_SRCDIR/test/vectors/base62id.json"`
CREATE TEMP TABLE vectors AS SELECT :'content'::jsonb AS j;
CREATE TEMP TABLE uuids AS
    SELECT v.uuid, v.text FROM vectors, jsonb_to_recordset(j -> 'uuid') AS v(uuid uuid, text text);
SELECT count(*) >= 90 AS many FROM uuids;
SELECT * FROM uuids
 WHERE (base62id_encode(uuid) = text AND base62id_decode(text) = uuid
        AND base62id_encode(uuid::text) = text AND base62id_encode(upper(uuid::text)) = text
        AND base62id_decode('"' || text || '"') = uuid AND base62id_is_valid(text) AND base62id_is_valid('"' || text || '"')
        AND text::base62id::uuid = uuid AND ('"' || text || '"')::base62id::uuid = uuid
        AND uuid::base62id::text = text AND format('%s', uuid::base62id) = text
        AND encode(base62id_send(uuid), 'hex') = replace(uuid::text, '-', '')
        AND base62id_encode(uuid_send(uuid)) = text AND base62id_decode_bytea(text) = uuid_send(uuid)) IS NOT TRUE;
-- octets of any length
CREATE TEMP TABLE octets AS
    SELECT decode(v.hex, 'hex') AS data, v.text FROM vectors, jsonb_to_recordset(j -> 'bytea') AS v(hex text, text text);
SELECT count(*) >= 20 AS many, min(length(data)), max(length(data)) > 500 AS long FROM octets;
SELECT * FROM octets
 WHERE (base62id_encode(data) = text AND base62id_decode_bytea(text) = data
        AND base62id_decode_bytea('"' || text || '"') = data) IS NOT TRUE;
-- invalid texts
SELECT v.why, v.text, base62id_decode(v.text) IS NULL AS null, base62id_is_valid(v.text),
       pg_temp.error_of(format('SELECT %L::base62id', v.text))
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_uuid_text') AS (text text, why text)) WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;
SELECT v.why, v.text, base62id_decode_bytea(v.text) IS NULL AS null
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_bytea_text') AS (text text, why text)) WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;

-- ---------- input and output ----------

SELECT base62id 'Fa84QWiAxLXUJaHZmEVPEG' AS nil, '"NNC6dn4GR1JETNQMfLl6qN"'::base62id AS max;
SELECT '{Fa84QWiAxLXUJaHZmEVPEG,NNC6dn4GR1JETNQMfLl6qN,NULL}'::base62id[];
-- In an array literal the quotes of the element are the array's; a quoted id inside keeps its own.
SELECT E'{"Fa84QWiAxLXUJaHZmEVPEG","\\"NNC6dn4GR1JETNQMfLl6qN\\""}'::base62id[];
-- the first and the last value, and their neighbours outside: prefix bits 01 and 11
SELECT text, base62id_decode(text)
  FROM unnest('{Fa84QWiAxLXUJaHZmEVPEF,Fa84QWiAxLXUJaHZmEVPEG,NNC6dn4GR1JETNQMfLl6qN,NNC6dn4GR1JETNQMfLl6qO}'::text[]) AS text;
-- exactly the 62 symbols are in the alphabet, at every position the error tells the right one
SELECT string_agg(chr(c), '' ORDER BY c) AS alphabet
  FROM generate_series(1, 127) AS c
 WHERE base62id_is_valid(overlay('HWtZyqIhKGTvM24H00opdI' PLACING chr(c) FROM 12));
SELECT string_agg(substring(pg_temp.error_of(format('SELECT %L::base62id',
           overlay('HWtZyqIhKGTvM24H00opdI' PLACING '-' FROM p))) FROM 'position (\d+) is not'), ' ' ORDER BY p) AS bare,
       string_agg(substring(pg_temp.error_of(format('SELECT %L::base62id',
           '"' || overlay('HWtZyqIhKGTvM24H00opdI' PLACING '-' FROM p) || '"')) FROM 'position (\d+) is not'), ' ' ORDER BY p) AS quoted
  FROM generate_series(1, 22) AS p;
-- only 22 symbols are an id
SELECT array_agg(n) FROM generate_series(0, 300) AS n WHERE base62id_is_valid(repeat('G', n));
SELECT DISTINCT pg_temp.sqlstate_of(format('SELECT %L::base62id', repeat('G', n))) FROM generate_series(0, 300) AS n WHERE n <> 22;
-- spaces are not ignored; neither are other quotes
SELECT text, base62id_is_valid(text)
  FROM unnest(ARRAY[' Fa84QWiAxLXUJaHZmEVPEG', 'Fa84QWiAxLXUJaHZmEVPEG ', E'Fa84QWiAxLXUJaHZmEVPEG\n', '''Fa84QWiAxLXUJaHZmEVPEG''',
                    '" Fa84QWiAxLXUJaHZmEVPEG"', '"Fa84QWiAxLXUJaHZmEVPEG', 'Fa84QWiAxLXUJaHZmEVPEG"', '"', '""', '"""', '""""']) AS text;
-- not ASCII: the position counts octets
SELECT pg_temp.error_of(format('SELECT %L::base62id', text)), base62id_decode(text)
  FROM unnest(ARRAY['Fa84QWiAxLXUJaHZmEVPé', 'éa84QWiAxLXUJaHZmEVPE', 'ｆａ84QWiAxLXUJaHZ']) AS text;
-- a megabyte
SELECT length(junk), base62id_decode(junk), base62id_is_valid(junk), base62id_decode_bytea(junk) IS NULL AS null,
       pg_temp.sqlstate_of(format('SELECT %L::base62id', junk))
  FROM (VALUES (repeat('x', 1048576)), (repeat('"', 1048576)), ('"' || repeat('Fa84QWiAxL', 104857) || '"'),
               (repeat('é', 524288))) AS v(junk);

-- ---------- 36-character text ----------

SELECT input, base62id_encode(input)
  FROM unnest(ARRAY['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000',
                    '123e4567e89b12d3a456426614174000', '{123e4567-e89b-12d3-a456-426614174000}',
                    '123e4567-e89b-12d3-a456-42661417400', '123e4567-e89b-12d3-a456-4266141740000',
                    '123e4567-e89b-12d3-a456-42661417400g', '123e4567-e89b-12d3-a456+426614174000',
                    ' 123e4567-e89b-12d3-a456-42661417400', '123e4567-e89b-12d3-a456-4266141740é', '']) AS input;

-- ---------- octets ----------

SELECT base62id_encode(''::bytea) AS empty, base62id_encode('\x00'::bytea) AS zero, base62id_encode('\xff'::bytea) AS ff;
-- every length up to 300 octets, three contents
SELECT count(*), bool_and(base62id_decode_bytea(base62id_encode(data)) = data) AS round_trip
  FROM generate_series(0, 300) AS n,
       LATERAL (VALUES (decode(repeat('00', n), 'hex')), (decode(repeat('ff', n), 'hex')),
                       (decode(left(repeat(md5(n::text), 20), 2 * n), 'hex'))) AS v(data);
-- among octets of one length the order is kept
SELECT bool_and((a < b) = (base62id_encode(a) COLLATE "C" < base62id_encode(b))) AS same_order
  FROM (SELECT decode(md5(n::text), 'hex') AS a, decode(md5((n + 1)::text), 'hex') AS b FROM generate_series(1, 1000) AS n) AS pairs;
-- 64 KiB and one more
SELECT base62id_decode_bytea(base62id_encode(data)) = data AS round_trip, length(base62id_encode(data))
  FROM (SELECT decode(repeat('a7', 65536), 'hex') AS data) AS v;
SELECT pg_temp.error_of($$SELECT base62id_encode(decode(repeat('a7', 65537), 'hex'))$$);
-- a text of one symbol more than 64 KiB can have
SELECT base62id_decode_bytea(repeat('G', 88058)) IS NULL AS null;
-- NULL in, NULL out
SELECT base62id_encode(NULL::uuid), base62id_encode(NULL::text), base62id_encode(NULL::bytea), base62id_decode(NULL),
       base62id_decode_bytea(NULL), base62id_is_valid(NULL);
-- statement_timeout ends the longest loop
SET statement_timeout = '100ms';
\set VERBOSITY terse
SELECT count(base62id_encode(decode(repeat(md5(n::text), 4096), 'hex'))) FROM generate_series(1, 100000) AS n;
SELECT count(base62id_decode_bytea(repeat('G', 88054 - n % 2))) FROM generate_series(1, 100000) AS n;
RESET statement_timeout;
\set VERBOSITY default

-- ---------- round trips ----------

SELECT count(*), bool_and(base62id_decode(base62id_encode(u)) = u) AS functions,
       bool_and(u::base62id::text::base62id = u) AS type, count(DISTINCT base62id_encode(u)) AS texts,
       bool_and(base62id_encode(u) ~ '^[F-N][0-9A-Za-z]{21}$') AS first_letter
  FROM (SELECT md5(n::text)::uuid AS u FROM generate_series(1, 10000) AS n) AS v;
