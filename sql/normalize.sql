-- Ids as people type them, and bounds in time for UUIDs of version 7.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
\i :srcdir/test/lib/types.sql

\echo '-- Whatever is done to an id that is dictated, read from paper or broken into groups, its text comes back.'
SELECT bool_and(ulid_normalize(u) = u) AS same, bool_and(ulid_normalize(lower(u)) = u) AS lower, bool_and(ulid_normalize(translate(u, '10', 'IO')) = u) AS io,
       bool_and(ulid_normalize(translate(u, '10', 'lo')) = u) AS lo, bool_and(ulid_normalize(translate(u, '10', 'LO')) = u) AS "LO",
       bool_and(ulid_normalize(translate(u, '10', 'io')) = u) AS "io_", bool_and(ulid_normalize('"' || u || '"') = u) AS quoted,
       bool_and(ulid_normalize(' ' || regexp_replace(u, '(....)', '\1 - ', 'g') || ' --') = u) AS groups
  FROM (SELECT x.u::ulid::text AS u FROM generate_series(1, 2000) AS g, pg_temp.octets(g) AS x) AS ids;
SELECT bool_and(typeid_normalize(t) = t) AS same, bool_and(typeid_normalize(upper(t)) = t) AS upper,
       bool_and(typeid_normalize(left(t, -26) || translate(right(t, 26), '10', 'IO')) = t) AS io,
       bool_and(typeid_normalize(upper(left(t, -26)) || translate(right(t, 26), '10', 'lo')) = t) AS lo, bool_and(typeid_normalize('"' || t || '"') = t) AS quoted,
       bool_and(typeid_normalize(' ' || left(t, -26) || ' ' || regexp_replace(right(t, 26), '(....)', '\1-', 'g') || ' ') = t) AS groups
  FROM (SELECT uuid_to_typeid((ARRAY['', 'a', 'oil', 'a_loll'])[1 + g % 4], x.u)::text AS t FROM generate_series(1, 2000) AS g, pg_temp.octets(g) AS x) AS ids;
\echo '-- What is no id even so: NULL, never an error.'
SELECT example, ulid_normalize(example), typeid_normalize(example)
  FROM unnest(ARRAY['', '-', '"', 'U1ARZ3NDEKTSV4RRFFQ69G5FAV', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ', '01ARZ3NDEKTSV4RRFFQ69G5FA', '01ARZ3NDEKTSV4RRFFQ69G5FAVV',
                    '_01ARZ3NDEKTSV4RRFFQ69G5FAV', '1_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'us3r_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'user__01ARZ3NDEKTSV4RRFFQ69G5FAV',
                    'user01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAV' || chr(10), '01ARZ3NDEKTSV4RRFFQ69G5F' || chr(228) || 'V',
                    '""01ARZ3NDEKTSV4RRFFQ69G5FAV""', '""user_01ARZ3NDEKTSV4RRFFQ69G5FAV""']) AS example;
SELECT ulid_normalize(repeat('- ', 40000) || '01arz3ndektsv4rrffq69g5fav') AS ulid, ulid_normalize(repeat('0', 100000)) AS long,
       typeid_normalize(repeat('a', 64) || '_01arz3ndektsv4rrffq69g5fav') AS prefix, ulid_normalize(NULL) AS nothing;
SELECT length(typeid_normalize(repeat('A', 63) || '_01arz3ndektsv4rrffq69g5fav'));

\echo '-- base62id_inspect reads so only where nothing is read as it is, and says so.'
SELECT example, i.* FROM unnest(ARRAY['OIARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3-NDEKTSV4R-RFFQ69G5FAV', 'USER_01H455VB4PEX5VSKNKO84SNO2Q', 'user_01h455vb4pex5vsknk084sn02q',
                                      '01ARZ3NDEKTSV4RRFFQ69G5FAV', 'user_01h455vb4pex5vsknk084sn0uq']) WITH ORDINALITY AS e(example, n),
    base62id_inspect(example) WITH ORDINALITY AS i ORDER BY n, ordinality;

\echo '-- Every UUID of version 7 of a millisecond lies between its bounds, and none of another.'
SELECT bool_and(id BETWEEN uuid_v7_min(t) AND uuid_v7_max(t)) AS within,
       bool_and(id > uuid_v7_max(t - interval '1 ms') AND id < uuid_v7_min(t + interval '1 ms')) AS apart
  FROM (SELECT t, typeid_generate('', t)::uuid AS id FROM (SELECT '2024-02-29 12:00'::timestamptz + g * interval '1.000999 s' AS t FROM generate_series(1, 1000) AS g) AS times) AS ids;
SELECT bool_and(new > last) AS ascending, bool_and(uuid_v7_timestamp(new) BETWEEN now() - interval '1 s' AND clock_timestamp()) AS now
  FROM (SELECT new, lag(new, 1, uuid_v7_min('1970-01-01')) OVER (ORDER BY i) AS last FROM (SELECT i, uuid_v7_new() AS new FROM generate_series(1, 1000) AS i OFFSET 0) AS made) AS pairs;
SELECT uuid_v7_timestamp(uuid_v7_new('2024-02-29 12:34:56.7899Z')), count(DISTINCT uuid_v7_new('2024-02-29')) AS new FROM generate_series(1, 1000);
SELECT u, uuid_v7_timestamp(u) FROM unnest(ARRAY['018df4dc-5495-7fff-bfff-ffffffffffff', '018df4dc-5495-4fff-bfff-ffffffffffff', '018df4dc-5495-7fff-ffff-ffffffffffff',
       'ffffffff-ffff-7fff-bfff-ffffffffffff']::uuid[]) AS u;
SELECT pg_temp.error_of(format('SELECT %s(%L)', f, t)) FROM unnest(ARRAY['uuid_v7_new', 'uuid_v7_min', 'uuid_v7_max']) AS f, unnest(ARRAY['1969-12-31 23:59:59.999Z', 'infinity']) AS t;
SELECT uuid_v7_min('1970-01-01'), uuid_v7_max('2024-02-29 12:34:56.789Z'), uuid_v7_min('2024-02-29 12:34:56.7891Z') = uuid_v7_min('2024-02-29 12:34:56.7899Z') AS same_ms;
SELECT pg_temp.sqlstate_of($$SELECT uuid_v7_min('1969-12-31 23:59:59.999Z')$$) AS before, pg_temp.sqlstate_of($$SELECT uuid_v7_max('infinity')$$) AS infinite;
\echo '-- They search all three kinds of columns by index.'
CREATE TABLE moments (u uuid, b base62id, c base64uuid);
INSERT INTO moments SELECT u, u, u FROM (SELECT typeid_generate('', '2024-01-01'::timestamptz + g * interval '1 hour')::uuid AS u FROM generate_series(0, 999) AS g) AS x;
CREATE INDEX ON moments (u);
CREATE INDEX ON moments (b);
CREATE INDEX ON moments (c);
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT col, pg_temp.value_of(format($$SELECT count(*) FROM moments WHERE %1$s >= uuid_v7_min('2024-01-02') AND %1$s < uuid_v7_min('2024-01-03')$$, col)) AS count,
       (SELECT string_agg(trim(line), ' ') FROM pg_temp.plan_of(format($$SELECT FROM moments WHERE %1$s >= uuid_v7_min('2024-01-02') AND %1$s < uuid_v7_min('2024-01-03')$$, col)) AS line WHERE line ~ 'Scan') AS scan
  FROM unnest('{u,b,c}'::text[]) AS col;
DROP TABLE moments;
