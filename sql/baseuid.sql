-- BaseUid: the text form, the type's input and output, and the functions. What every type's text
-- obeys: text.sql; generator: generators.sql.
\i test/lib/helpers.sql

\echo '-- ---------- vectors ----------'

\set content `cat test/vectors/baseuid.json`
CREATE TEMP TABLE vectors AS SELECT :'content'::jsonb AS j;
CREATE TEMP TABLE ids AS
    SELECT v.text, v.uuid, decode(v.hex, 'hex') AS data, v.time48, v.unix_ns_floor AS ns
      FROM vectors,
      jsonb_to_recordset(j -> 'baseuid') AS v(text text, uuid uuid, hex text, time48 bigint,
          unix_ns_floor numeric);
SELECT count(*) >= 25 AS many FROM ids;
\echo '-- No row: all of this holds of each.'
SELECT *
FROM ids
WHERE (
    baseuid_encode(data) = text
    AND baseuid_send(baseuid_decode(text)) = data
    AND baseuid_is_valid(text)
    AND baseuid_is_valid('"' || text || '"')
    AND text::baseuid::text = text
    AND format('%s', text::baseuid) = text
    AND ('"' || text || '"')::baseuid = text::baseuid
    AND baseuid_decode('"' || text || '"') = baseuid_decode(text)
    AND baseuid_to_uuid(text) = uuid
    AND text::baseuid::uuid = uuid
    AND baseuid_from_uuid(uuid)::text = text
    AND uuid::baseuid::text = text
    AND pg_column_size(text::baseuid) = 15
    AND extract(epoch FROM baseuid_timestamp(text)) = trunc(ns / 1000) / 1000000
) IS NOT TRUE;
\echo '-- times and the eight symbols that they give'
SELECT to_timestamp(v.unix_s) AS time, v.prefix, baseuid_min(to_timestamp(v.unix_s)),
    baseuid_min(to_timestamp(v.unix_s)) ^@ v.prefix AS starts_so,
       baseuid_timestamp(baseuid_min(to_timestamp(v.unix_s))) = to_timestamp(v.unix_s) AS same_time
  FROM vectors, jsonb_to_recordset(j -> 'time_prefix') AS v(unix_s bigint, prefix text) ORDER BY 1;
SELECT v.why, v.text, baseuid_decode(v.text) IS NULL AS null, baseuid_is_valid(v.text),
       pg_temp.error_of(format('SELECT %L::baseuid', v.text))
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_text') AS (text text, why text))
  WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;

\echo '-- ---------- input and output ----------'

SELECT baseuid '--------------------' AS first, '"zzzzzzzzzzzzzzzzzzzz"'::baseuid AS last,
    '{ANjssJkyfa3H00J9ZPJ0,NULL}'::baseuid[];
SELECT string_agg(chr(c), ''
    ORDER BY baseuid_decode(overlay('--------------------' PLACING chr(c) FROM 12))) AS alphabet
  FROM generate_series(1, 127) AS c
  WHERE baseuid_is_valid(overlay('--------------------' PLACING chr(c) FROM 12));

\echo '-- ---------- octets: 15, or NULL ----------'

SELECT n, baseuid_encode(decode(repeat('a7', n), 'hex'))
    FROM unnest('{0,14,15,16,65536}'::int[]) AS n;

\echo '-- ---------- UUID version 8 ----------'

\echo '-- version, variant or the last two bits differ: no BaseUid'
SELECT u, baseuid_from_uuid(u), pg_temp.error_of(format('SELECT %L::uuid::baseuid', u)) AS cast
FROM unnest('{
    2d8bf8e1-4c3e-8a55-ac7e-d608f11422c4,
    2d8bf8e1-4c3e-7a55-ac7e-d608f11422c4,
    2d8bf8e1-4c3e-8a55-6c7e-d608f11422c4,
    2d8bf8e1-4c3e-8a55-ec7e-d608f11422c4,
    2d8bf8e1-4c3e-8a55-ac7e-d608f11422c5,
    2d8bf8e1-4c3e-8a55-ac7e-d608f11422c6,
    00000000-0000-8000-8000-000000000000,
    ffffffff-ffff-8fff-bfff-fffffffffffc,
    ffffffff-ffff-ffff-ffff-ffffffffffff
}'::uuid[]) AS u;
SELECT count(*), bool_and(baseuid_from_uuid(baseuid_to_uuid(b)) = b) AS round_trip,
    count(DISTINCT baseuid_to_uuid(b)) AS uuids,
       bool_and(baseuid_encode(baseuid_send(b))::baseuid = b) AS text,
       bool_and(substr(baseuid_to_uuid(b)::text, 15, 1) = '8'
           AND substr(baseuid_to_uuid(b)::text, 20, 1) IN ('8', '9', 'a', 'b')) AS version_8
  FROM (SELECT baseuid_encode(substring(decode(md5(n::text), 'hex') FROM 1 FOR 15))::baseuid AS b
      FROM generate_series(1, 10000) AS n) AS v;
\echo '-- the order is kept'
SELECT bool_and((a < b) = (baseuid_to_uuid(a) < baseuid_to_uuid(b))) AS same_order
FROM (
    SELECT b AS a, lead(b) OVER (ORDER BY n) AS b
    FROM generate_series(1, 9000) AS n,
        -- three neighbors that differ in their last octets alone
        LATERAL (
            SELECT substring(decode(md5((n / 3)::text), 'hex') FROM 1 FOR 15 - n % 3)
                || decode(left('0199', 2 * (n % 3)), 'hex')
        ) AS o(octets),
        LATERAL (SELECT baseuid_encode(octets)::baseuid) AS i(b)
) AS w;

\echo '-- ---------- times ----------'

\echo '-- A unit of the time field has 32.768 microseconds. Where one begins within a microsecond,'
\echo '-- the greatest id of that is of the new unit.'
SELECT count(*) FILTER (WHERE baseuid_timestamp(baseuid_max(t)) = t) AS begins_within,
    bool_and(baseuid_max(t) >= baseuid_min(t + interval '1 us')) AS no_gap
  FROM (SELECT timestamptz '2026-01-01 00:00:00+00' + i * interval '1 us'
      FROM generate_series(0, 999) AS i) AS s (t);
SELECT t, baseuid_min(t), baseuid_max(t), baseuid_timestamp(baseuid_max(t))
  FROM
  unnest('{1970-01-01,2022-01-01,2022-01-01 00:00:00.000033,2262-04-11 23:47:16.854775}'::timestamptz[])
  AS t;
SELECT call, pg_temp.error_of('SELECT ' || call)
  FROM unnest(ARRAY['baseuid_min(''1969-12-31 23:59:59.999999'')', 'baseuid_max(''2262-04-12'')',
      'baseuid_new(''infinity'')',
                    'baseuid_new(''-infinity'')']) AS call;
SELECT baseuid_encode(NULL), baseuid_timestamp(NULL), baseuid_to_uuid(NULL),
    baseuid_from_uuid(NULL),
       baseuid_new(NULL), baseuid_min(NULL), baseuid_max(NULL);
