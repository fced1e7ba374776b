-- Base64UUID: the text form, the type's input and output, the functions, and base32hex for
-- dictation. What every type's text obeys: text.sql.
\i test/lib/helpers.sql

\echo '-- ---------- vectors ----------'

\set content `cat test/vectors/base64uuid.json`
CREATE TEMP TABLE vectors AS SELECT :'content'::jsonb AS j;
CREATE TEMP TABLE uuids AS
    SELECT v.uuid, v.text FROM vectors, jsonb_to_recordset(j -> 'uuid') AS v(uuid uuid, text text);
SELECT count(*) FROM uuids;
\echo '-- of which none is written or read in another way: no row'
SELECT * FROM uuids
 WHERE (base64uuid_encode(uuid) = text AND base64uuid_decode(text) = uuid
        AND base64uuid_encode(uuid::text) = text AND base64uuid_encode(upper(uuid::text)) = text
        AND base64uuid_decode('"' || text || '"') = uuid AND base64uuid_is_valid(text)
        AND base64uuid_is_valid('"' || text || '"')
        AND text::base64uuid::uuid = uuid AND ('"' || text || '"')::base64uuid::uuid = uuid
        AND uuid::base64uuid::text = text AND format('%s', uuid::base64uuid) = text
        AND encode(base64uuid_send(uuid), 'hex') = replace(uuid::text, '-', '')) IS NOT TRUE;
\echo '-- invalid texts'
SELECT v.why, v.text, base64uuid_decode(v.text) IS NULL AS null, base64uuid_is_valid(v.text),
       pg_temp.error_of(format('SELECT %L::base64uuid', v.text))
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_text') AS (text text, why text))
  WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;

\echo '-- ---------- input and output ----------'

SELECT base64uuid 'F$$$$$$$$$$$$$$$$$$$$$' AS nil, '"Izzzzzzzzzzzzzzzzzzzzz"'::base64uuid AS max,
       base64uuid '"F0_IMOEUStyvGayd0zcMyT"' AS v7;
SELECT '{F$$$$$$$$$$$$$$$$$$$$$,"F0_IMOEUStyvGayd0zcMyT",NULL}'::base64uuid[];
\echo '-- the symbols sort in this order'
SELECT string_agg(chr(c), ''
    ORDER BY base64uuid_decode(overlay('G$$$$$$$$$$$$$$$$$$$$$' PLACING chr(c)
    FROM 12))) AS alphabet
  FROM generate_series(1, 127) AS c
  WHERE base64uuid_is_valid(overlay('G$$$$$$$$$$$$$$$$$$$$$' PLACING chr(c) FROM 12));
SELECT base64uuid_encode(NULL::uuid), base64uuid_encode(NULL::text), uuid_to_base32hex(NULL),
    uuid_from_base32hex(NULL);

\echo '-- ---------- base32hex ----------'

\echo '-- RFC 4648, section 7: 128 bits and two zero bits as 26 groups of five'
SELECT uuid_to_base32hex('00000000-0000-0000-0000-000000000000') AS nil,
    uuid_to_base32hex('ffffffff-ffff-ffff-ffff-ffffffffffff') AS max,
       uuid_to_base32hex('019535d9-3df7-79fb-b466-fa907fa17f9e');
\echo '-- against a conversion by bits'
SELECT count(*), count(*) FILTER (WHERE uuid_to_base32hex(u) = bits) AS encode,
       count(*) FILTER (WHERE uuid_from_base32hex(bits) = u) AS upper,
       count(*) FILTER (WHERE uuid_from_base32hex(lower(bits)) = u) AS lower,
       count(*) FILTER (WHERE uuid_from_base32hex('"' || bits || '"') = u) AS quoted
  FROM (SELECT u, (SELECT string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUV',
                              substring((('x' || replace(u::text, '-', ''))::bit(128) || B'00')
                                  FROM 5 * i + 1 FOR 5)::bit(5)::int + 1, 1),
                              '' ORDER BY i)
                     FROM generate_series(0, 25) AS i) AS bits
          FROM (SELECT md5(n::text)::uuid AS u FROM generate_series(1, 1000) AS n) AS v) AS w;
\echo '-- the first, the last, lower case; and what is none: NULL'
SELECT text, uuid_from_base32hex(text)
  FROM unnest(ARRAY['00000000000000000000000000', 'VVVVVVVVVVVVVVVVVVVVVVVVVS',
      'vvVVVVVVVVVVVVVVVVVVVVVVVs',
                    'VVVVVVVVVVVVVVVVVVVVVVVVVT', '0000000000000000000000000W',
                    '0000000000000000000000000',
                    '000000000000000000000000000', '00000000000000000000000000======',
                    '"00000000000000000000000000', '']) AS text;
SELECT string_agg(chr(c), '' ORDER BY c) AS alphabet FROM generate_series(1, 127) AS c
 WHERE uuid_from_base32hex(overlay('00000000000000000000000000' PLACING chr(c) FROM 12))
 IS NOT NULL;

SELECT uuid_from_base32hex(repeat('x', 1048576)) AS megabyte, count(*),
    count(*) FILTER (WHERE uuid_from_base32hex(uuid_to_base32hex(u)) = u) AS round_trip
  FROM (SELECT md5(n::text)::uuid AS u FROM generate_series(1, 10000) AS n) AS v;
