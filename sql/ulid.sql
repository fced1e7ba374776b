-- ULID: the text form, the type's input and output, search in either case, times, the generator.
-- What every type's text obeys: text.sql.
\i test/lib/helpers.sql

\echo '-- ---------- vectors ----------'

\set content `cat test/vectors/ulid.json`
CREATE TEMP TABLE vectors AS SELECT :'content'::jsonb AS j;
CREATE TEMP TABLE ids AS
    SELECT v.* FROM vectors,
    jsonb_to_recordset((j -> 'ulid') || (j -> 'published')) AS v(uuid uuid, text text,
        unix_ms bigint);
SELECT count(*) FROM ids;
\echo '-- of which none is written or read in another way: no row'
SELECT * FROM ids
 WHERE (ulid_encode(uuid) = text AND ulid_decode(text) = uuid AND ulid_decode(lower(text)) = uuid
        AND ulid_encode(uuid::text) = text AND ulid_encode(upper(uuid::text)) = text
        AND ulid_decode('"' || text || '"') = uuid AND ulid_is_valid(text)
        AND ulid_is_valid('"' || lower(text) || '"')
        AND text::ulid::uuid = uuid AND ('"' || text || '"')::ulid::uuid = uuid
        AND lower(text)::ulid::text = text
        AND uuid::ulid::text = text AND format('%s', uuid::ulid) = text
        AND encode(ulid_send(uuid), 'hex') = replace(uuid::text, '-', '')
        AND extract(epoch FROM ulid_timestamp(text::ulid)) * 1000 = unix_ms
        AND pg_column_size(text::ulid) = 16) IS NOT TRUE;
\echo '-- what the specification prints'
SELECT v.text, v.text::ulid::uuid, ulid_timestamp(v.text::ulid), v.source
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'published') AS (text text, source text))
  WITH ORDINALITY AS v(text, source, n)
 ORDER BY n;
SELECT v.text, v.text::ulid AS written, v.text::ulid::uuid = v.uuid AS same
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'either_case') AS (text text, uuid uuid))
  WITH ORDINALITY AS v(text, uuid, n)
 ORDER BY n;
SELECT v.unix_ms, v.prefix, ulid_min(t), ulid_max(t), ulid_min(t) ^@ v.prefix
    AND ulid_max(t) ^@ lower(v.prefix) AS start_so,
       ulid_timestamp(ulid_max(t)) = t AS same_time
  FROM vectors, jsonb_to_recordset(j -> 'time_prefix') AS v(unix_ms bigint, prefix text),
  -- as one interval it would be rounded
       LATERAL (SELECT '1970-01-01'::timestamptz + unix_ms / 86400000 * interval '1 day' + unix_ms %
           86400000 * interval '1 ms' AS t) AS times
 ORDER BY 1;
\echo '-- invalid texts; that of a UUID is read by the type, not by its functions'
SELECT v.why, v.text, ulid_decode(v.text) IS NULL AS null, ulid_is_valid(v.text),
    pg_temp.error_of(format('SELECT %L::ulid', v.text))
  FROM vectors, ROWS FROM (jsonb_to_recordset(j -> 'invalid_text') AS (text text, why text))
  WITH ORDINALITY AS v(text, why, n)
 ORDER BY n;

\echo '-- ---------- input and output ----------'

SELECT ulid '00000000000000000000000000' AS nil, '"7zzzzzzzzzzzzzzzzzzzzzzzzz"'::ulid AS max,
    '{01arz3ndektsv4rrffq69g5fav,NULL}'::ulid[];
\echo '-- either case of a symbol is the same, and they sort in this order'
SELECT string_agg(chr(c), ''
    ORDER BY ulid_decode(overlay('00000000000000000000000000' PLACING chr(c) FROM 12)),
    c) AS alphabet
  FROM generate_series(1, 127) AS c
 WHERE ulid_is_valid(overlay('00000000000000000000000000' PLACING chr(c) FROM 12));
SELECT ulid_encode(NULL::uuid), ulid_encode(NULL::text), ulid_timestamp(NULL), ulid_min(NULL),
    ulid_max(NULL),
       ulid_generate(NULL);
SELECT count(*),
    count(*) FILTER (WHERE lower(ulid_encode(u)) = typeid_encode('', u)) AS typeid_suffix
  FROM (SELECT md5(n::text)::uuid AS u FROM generate_series(1, 10000) AS n) AS v;

\echo '-- ---------- search by the start of the text, in either case ----------'

CREATE TEMP TABLE found (n integer, id ulid);
INSERT INTO found SELECT n, md5(n::text)::uuid FROM generate_series(1, 5000) AS n;
INSERT INTO found SELECT n, '01ARZ3NDEKTSV4RRFFQ69G5FAV' FROM generate_series(5001, 5010) AS n;
CREATE INDEX found_id ON found (id);
ANALYZE found;
\echo '-- as many rows by the index, by the function on each row, and by the text'
SET enable_seqscan = off;
SELECT bool_and(by_function = by_text) AS by_function, bool_and(by_index = by_text) AS by_index,
    sum(by_text) > 5000 AS several, count(*)
  FROM (SELECT DISTINCT left(id::text, length) AS start FROM found, generate_series(0, 27) AS length
      WHERE n % 700 = 1) AS s,
       unnest(ARRAY[start, lower(start), lower(left(start, 2)) || substr(start, 3), start || 'u',
           start || 'Z']) AS search,
       LATERAL (SELECT count(*) AS by_text FROM found
           WHERE starts_with(id::text, upper(search))) AS t,
       LATERAL (SELECT count(*) AS by_function FROM found
           WHERE ulid_starts_with(id, (SELECT search OFFSET 0))) AS f,
       LATERAL (SELECT count(*) AS by_index FROM found WHERE id ^@ search) AS i;
SELECT ltrim(plan) AS plan
    FROM pg_temp.plan_of($$SELECT id FROM found WHERE id ^@ '01arz3'$$) AS plan
    WHERE plan ~ 'Index Cond';
SELECT DISTINCT id FROM found WHERE id ^@ '01arz3';
SELECT DISTINCT id FROM found WHERE id ^@ '01aRZ3';
PREPARE search(text) AS SELECT count(*) FROM found WHERE id ^@ $1;
SET plan_cache_mode = force_generic_plan;
SELECT ltrim(plan) AS plan FROM pg_temp.plan_of($$EXECUTE search('01arz3')$$) AS plan
    WHERE plan ~ 'Index Cond';
EXECUTE search('01arz3');
EXECUTE search('01ARZ3');
EXECUTE search('oi');
RESET plan_cache_mode;
RESET enable_seqscan;
\echo '-- what no ulid begins with: no row, no bound, the least estimate'
SELECT start, (SELECT count(*) FROM found WHERE id ^@ start), ulid_prefix_lower(start),
       pg_temp.estimate_of(format('SELECT * FROM found WHERE id ^@ %L', start))
  FROM unnest('{8,z,01ARZ3I,01arz3u,é,"\"01ARZ3",01ARZ3NDEKTSV4RRFFQ69G5FAV0}'::text[]) AS start;
\echo '-- LIKE is matched against the text as it is written, ILIKE against either case'
SELECT pattern, (SELECT count(*) FROM found WHERE id LIKE pattern) AS like,
    (SELECT count(*) FROM found WHERE id ILIKE pattern) AS ilike
  FROM unnest('{01ARZ3%,01arz3%,%69G5FAV,%69g5fav,01arz3ndektsv4rrffq69g5fa_,01ARZ3I%}'::text[]) AS
  pattern;
SET enable_seqscan = off;
SELECT pattern, ltrim(plan) AS plan
  FROM unnest('{LIKE ''01ARZ3%'',ILIKE ''01arz3%''}'::text[]) AS pattern,
  pg_temp.plan_of('SELECT id FROM found WHERE id ' || pattern) AS plan
 WHERE plan ~ 'Index Cond';
RESET enable_seqscan;
\echo '-- the estimates of both cases are the same, and near what is found'
SELECT start,
    abs(ln(greatest(pg_temp.estimate_of(format('SELECT * FROM found WHERE id ^@ %L', start)), 1) /
                     greatest((SELECT count(*) FROM found WHERE id ^@ start), 1))) < ln(2) AS near,
       pg_temp.estimate_of(format('SELECT * FROM found WHERE id ^@ %L', start)) =
       pg_temp.estimate_of(format('SELECT * FROM found WHERE id ^@ %L', lower(start))) AS same
  FROM unnest('{0,1,2,7,1A,01ARZ3}'::text[]) AS start;

\echo '-- ---------- one family with uuid ----------'

SELECT u = u::ulid::uuid AS uuid, u::base62id::ulid::uuid = u AS base62id,
    u::base64uuid::ulid::uuid = u AS base64uuid,
       u::ulid::base62id::text = base62id_encode(u) AS to_base62id,
       u::ulid::base64uuid::text = base64uuid_encode(u) AS to_base64uuid
  FROM (VALUES ('019535d9-3df7-79fb-b466-fa907fa17f9e'::uuid)) AS v(u);
\echo '-- a column of uuid becomes one of ulid, and back, without a new heap; its index is kept'
CREATE TEMP TABLE converted (id uuid PRIMARY KEY);
INSERT INTO converted SELECT id FROM found WHERE n <= 100;
SELECT pg_relation_filenode('converted') AS heap \gset
ALTER TABLE converted ALTER id TYPE ulid;
SELECT pg_relation_filenode('converted') = :heap AS same_heap, count(*),
    min(id)::text = ulid_encode(min(id::uuid::text)) AS min FROM converted;
ALTER TABLE converted ALTER id TYPE uuid;
SELECT pg_relation_filenode('converted') = :heap AS same_heap FROM converted LIMIT 1;

\echo '-- ---------- times ----------'

SELECT t, ulid_min(t), ulid_max(t), ulid_timestamp(ulid_max(t))
  FROM
  unnest('{1970-01-01,2016-07-30 23:54:10.259,2016-07-30 23:54:10.259999,10889-08-02 05:31:50.655999}'::timestamptz[])
  AS t;
SELECT string_agg(f, ' ' ORDER BY i), times, error FROM (
SELECT i, f, string_agg(t::text, ', ' ORDER BY j) AS times, error
  FROM unnest('{ulid_generate,ulid_min,ulid_max}'::text[]) WITH ORDINALITY AS x(f, i),
       unnest('{-infinity,4714-11-24 BC,1969-12-31 23:59:59.999999,1970-01-01,10889-08-02
           05:31:50.655999,10889-08-02 05:31:50.656,
                294276-12-31,infinity}'::timestamptz[]) WITH ORDINALITY AS y(t, j),
       pg_temp.error_of(format('SELECT %s(%L)', f, t)) AS error
 GROUP BY i, f, error) AS v GROUP BY times, error ORDER BY error;
\echo '-- for random times each id lies between the bounds of its time and bears it; neighbouring'
\echo '-- milliseconds do not overlap'
SELECT setseed(0.26);
SELECT count(*), bool_and(x BETWEEN ulid_min(t) AND ulid_max(t)) AS between_bounds,
       bool_and(ulid_timestamp(x) = date_trunc('milliseconds', t)) AS time,
       bool_and(ulid_max(t) < ulid_min(t + interval '1 ms')) AS disjoint,
       bool_and(x <> ulid_generate(t)) AS fresh,
       bool_and(ulid_send(ulid_min(t)) =
           substring(int8send((extract(epoch FROM t) * 1000 - 0.5)::bigint) FROM 3) ||
       decode(repeat('00', 10), 'hex')
                OR extract(microseconds FROM t)::bigint % 1000 = 0) AS arithmetic
  FROM (SELECT t, ulid_generate(t) AS x
          FROM (SELECT '1970-01-01'::timestamptz + random() * interval '8900 years' AS t
              FROM generate_series(1, 5000)) AS times OFFSET 0) AS v;

\echo '-- ---------- generator ----------'

SELECT clock_timestamp() AS began \gset
CREATE TEMP TABLE made AS SELECT n, ulid_generate() AS id FROM generate_series(1, 100000) AS n;
\echo '-- increasing; within a millisecond by exactly one'
SELECT count(DISTINCT id) = 100000 AS distinct, bool_and(id > before) AS increasing,
       bool_and(low = (low_before + 1) % 281474976710656)
       FILTER (WHERE ulid_timestamp(id) = ulid_timestamp(before)) AS by_one,
       count(*) FILTER (WHERE ulid_timestamp(id) <> ulid_timestamp(before)) > 10 AS milliseconds,
       max(ulid_timestamp(id)) <= clock_timestamp()
       AND min(ulid_timestamp(id)) >= date_trunc('milliseconds', :'began'::timestamptz) AS of_now
  FROM (SELECT id, lag(id, 1, '00000000000000000000000000') OVER (ORDER BY n) AS before
      FROM made) AS v, -- and their last 48 bits
       LATERAL (SELECT ('x' || right(encode(ulid_send(id), 'hex'), 12))::bit(48)::bigint AS low,
                       ('x' || right(encode(ulid_send(before), 'hex'),
                           12))::bit(48)::bigint AS low_before) AS bits;
\echo '-- a time of the user leaves the clock''s ids alone'
SELECT a < b AND b < c AS goes_on, ulid_timestamp(b) < now() + interval '1 hour' AS now
  FROM (SELECT ulid_generate() AS a, ulid_generate('2200-01-01') AS future,
      ulid_generate('1980-01-01') AS past,
               ulid_generate() AS b, ulid_generate() AS c OFFSET 0) AS v;
\echo '-- 80 random bits of ids for a time: each is set about as often as not (8 standard'
\echo '-- deviations of 10,000 draws are 400)'
SELECT max(abs(ones - 5000)) < 400 AS even, count(*) AS bits
  FROM (SELECT b, sum(get_bit(ulid_send(id), b)) AS ones
          FROM (SELECT ulid_generate('2024-01-01') AS id FROM generate_series(1, 10000)) AS drawn,
          generate_series(48, 127) AS b GROUP BY b) AS v;
\echo '-- as the default of a column, also of one of uuid'
CREATE TEMP TABLE defaults (id ulid DEFAULT ulid_generate() PRIMARY KEY,
    u uuid DEFAULT ulid_generate());
INSERT INTO defaults SELECT FROM generate_series(1, 100);
SELECT count(*), bool_and(id < u::ulid) AS in_order,
    bool_and(ulid_timestamp(u) > now() - interval '1 hour') AS of_now FROM defaults;

\echo '-- An index of uuid''s own class serves a search by core''s operators.'
CREATE TABLE by_uuid AS SELECT ulid_generate() AS id FROM generate_series(1, 100);
CREATE INDEX ON by_uuid (id uuid_ops);
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT pg_temp.plan_of('SELECT FROM by_uuid WHERE id ^@ ''01''') AS plan;
DROP TABLE by_uuid;
