-- Base64UUID: the text form, the type's input and output, the functions, and base32hex for dictation.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/sql/include/helpers.sql

-- ---------- vectors ----------

\set content `cat "$PG_ABS_SRCDIR/test/vectors/base64uuid.json"`
CREATE TEMP TABLE vectors AS SELECT :'content'::jsonb AS j;
CREATE TEMP TABLE uuids AS
    SELECT v.uuid, v.text FROM vectors, jsonb_to_recordset(j -> 'uuid') AS v(uuid uuid, text text);
SELECT count(*) >= 90 AS many FROM uuids;
SELECT * FROM uuids
 WHERE (base64uuid_encode(uuid) = text AND base64uuid_decode(text) = uuid
        AND base64uuid_encode(uuid::text) = text AND base64uuid_encode(upper(uuid::text)) = text
        AND base64uuid_decode('"' || text || '"') = uuid AND base64uuid_is_valid(text) AND base64uuid_is_valid('"' || text || '"')
        AND text::base64uuid::uuid = uuid AND ('"' || text || '"')::base64uuid::uuid = uuid
        AND uuid::base64uuid::text = text AND format('%s', uuid::base64uuid) = text
        AND encode(base64uuid_send(uuid), 'hex') = replace(uuid::text, '-', '')) IS NOT TRUE;
-- invalid texts
SELECT v.why, v.text, base64uuid_decode(v.text) IS NULL AS null, base64uuid_is_valid(v.text),
       pg_temp.error_of(format('SELECT %L::base64uuid', v.text))
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_text') AS (text text, why text)) WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;

-- ---------- input and output ----------

SELECT base64uuid 'F$$$$$$$$$$$$$$$$$$$$$' AS nil, '"Izzzzzzzzzzzzzzzzzzzzz"'::base64uuid AS max,
       base64uuid '"F0_IMOEUStyvGayd0zcMyT"' AS v7;
SELECT '{F$$$$$$$$$$$$$$$$$$$$$,"F0_IMOEUStyvGayd0zcMyT",NULL}'::base64uuid[];
-- exactly the 64 symbols are in the alphabet, and they sort in this order; four of them can stand first
SELECT string_agg(chr(c), '' ORDER BY base64uuid_decode(overlay('G$$$$$$$$$$$$$$$$$$$$$' PLACING chr(c) FROM 12))) AS alphabet,
       string_agg(chr(c), '' ORDER BY c) FILTER (WHERE base64uuid_is_valid(overlay('G$$$$$$$$$$$$$$$$$$$$$' PLACING chr(c) FROM 1))) AS first
  FROM generate_series(1, 127) AS c
 WHERE base64uuid_is_valid(overlay('G$$$$$$$$$$$$$$$$$$$$$' PLACING chr(c) FROM 12));
-- at every position the error tells the right one
SELECT string_agg(substring(pg_temp.error_of(format('SELECT %L::base64uuid',
           overlay('GWtZyqIhKGTvM24H00opdI' PLACING '-' FROM p))) FROM 'position (\d+) is not'), ' ' ORDER BY p) AS bare,
       string_agg(substring(pg_temp.error_of(format('SELECT %L::base64uuid',
           '"' || overlay('GWtZyqIhKGTvM24H00opdI' PLACING '-' FROM p) || '"')) FROM 'position (\d+) is not'), ' ' ORDER BY p) AS quoted
  FROM generate_series(1, 22) AS p;
-- only 22 symbols are an id
SELECT array_agg(n) FROM generate_series(0, 300) AS n WHERE base64uuid_is_valid(repeat('G', n));
SELECT DISTINCT pg_temp.sqlstate_of(format('SELECT %L::base64uuid', repeat('G', n))) FROM generate_series(0, 300) AS n WHERE n <> 22;
SELECT text, base64uuid_is_valid(text)
  FROM unnest(ARRAY[' F$$$$$$$$$$$$$$$$$$$$$', 'F$$$$$$$$$$$$$$$$$$$$$ ', E'F$$$$$$$$$$$$$$$$$$$$$\n', '''F$$$$$$$$$$$$$$$$$$$$$''',
                    '"F$$$$$$$$$$$$$$$$$$$$$', 'F$$$$$$$$$$$$$$$$$$$$$"', '"', '""', '"""', '""""']) AS text;
SELECT pg_temp.error_of(format('SELECT %L::base64uuid', text)), base64uuid_decode(text)
  FROM unnest(ARRAY['F$$$$$$$$$$$$$$$$$$$é', 'éa84QWiAxLXUJaHZmEVPE', 'ｆａ84QWiAxLXUJaHZ']) AS text;
-- a megabyte
SELECT length(junk), base64uuid_decode(junk), base64uuid_is_valid(junk), pg_temp.sqlstate_of(format('SELECT %L::base64uuid', junk)),
       base32hex_decode(junk)
  FROM (VALUES (repeat('x', 1048576)), (repeat('"', 1048576)), (repeat('é', 524288))) AS v(junk);
-- 36-character text
SELECT input, base64uuid_encode(input)
  FROM unnest(ARRAY['019535d9-3df7-79fb-b466-fa907fa17f9e', '019535D9-3DF7-79FB-B466-FA907FA17F9E',
                    '019535d93df779fbb466fa907fa17f9e', '019535d9-3df7-79fb-b466-fa907fa17f9', '']) AS input;
SELECT base64uuid_encode(NULL::uuid), base64uuid_encode(NULL::text), base64uuid_decode(NULL), base64uuid_is_valid(NULL);

-- ---------- base32hex ----------

-- RFC 4648, section 7: 128 bits and two zero bits as 26 groups of five
SELECT base32hex_encode('00000000-0000-0000-0000-000000000000') AS nil, base32hex_encode('ffffffff-ffff-ffff-ffff-ffffffffffff') AS max,
       base32hex_encode('019535d9-3df7-79fb-b466-fa907fa17f9e');
-- against a conversion by bits
SELECT count(*), bool_and(base32hex_encode(u) = bits) AS encode, bool_and(base32hex_decode(bits) = u) AS upper,
       bool_and(base32hex_decode(lower(bits)) = u) AS lower, bool_and(base32hex_decode('"' || bits || '"') = u) AS quoted
  FROM (SELECT u, (SELECT string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUV',
                              substring((('x' || replace(u::text, '-', ''))::bit(128) || B'00') FROM 5 * i + 1 FOR 5)::bit(5)::int + 1, 1),
                              '' ORDER BY i)
                     FROM generate_series(0, 25) AS i) AS bits
          FROM (SELECT md5(n::text)::uuid AS u FROM generate_series(1, 1000) AS n) AS v) AS w;
SELECT text, base32hex_decode(text)
  FROM unnest(ARRAY['00000000000000000000000000', 'VVVVVVVVVVVVVVVVVVVVVVVVVS', 'vvVVVVVVVVVVVVVVVVVVVVVVVs',
                    'VVVVVVVVVVVVVVVVVVVVVVVVVT', '0000000000000000000000000W', '0000000000000000000000000',
                    '000000000000000000000000000', '00000000000000000000000000======', '"00000000000000000000000000', '']) AS text;
SELECT string_agg(chr(c), '' ORDER BY c) AS alphabet FROM generate_series(1, 127) AS c
 WHERE base32hex_decode(overlay('00000000000000000000000000' PLACING chr(c) FROM 12)) IS NOT NULL;

-- ---------- round trips ----------

SELECT count(*), bool_and(base64uuid_decode(base64uuid_encode(u)) = u) AS functions,
       bool_and(u::base64uuid::text::base64uuid = u) AS type, count(DISTINCT base64uuid_encode(u)) AS texts,
       bool_and(base64uuid_encode(u) ~ '^[F-I][$0-9A-Z_a-z]{21}$') AS first_letter,
       bool_and(base32hex_decode(base32hex_encode(u)) = u) AS base32hex
  FROM (SELECT md5(n::text)::uuid AS u FROM generate_series(1, 10000) AS n) AS v;
