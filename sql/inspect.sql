-- What is this id? base62id_inspect, base62id_find and the functions that normalize read what
-- people have before them, whole or damaged; and the bounds in time of UUIDs of version 7.
\i test/lib/helpers.sql
\i test/lib/types.sql

\echo '-- Every system knows its own 500 ids, bare and in quotes, as the octets and the time that'
\echo '-- its functions say. A random uuid has none, but three of these are of version 7 by chance.'
CREATE FUNCTION pg_temp.known(type text, value text, made text)
    RETURNS TABLE (named bigint, quoted bigint, uuids bigint,
                                                                               times bigint)
                                                                                   LANGUAGE plpgsql
                                                                               AS $$
BEGIN
    RETURN QUERY EXECUTE format($q$
        SELECT count(*) FILTER (WHERE i.system IS NOT NULL), count(*)
        FILTER (WHERE to_jsonb(i) = to_jsonb(q)),
               count(*) FILTER (WHERE i.uuid IS NOT DISTINCT FROM %s), count(*)
               FILTER (WHERE i.made = %s)
          FROM (SELECT %s AS v FROM generate_series(1, 500) AS nr, pg_temp.octets(nr)) AS ids
          LEFT JOIN LATERAL (SELECT * FROM base62id_inspect(v::text) WHERE system = %L) AS i ON true
          LEFT
          JOIN LATERAL (SELECT * FROM base62id_inspect('"' || v::text || '"')
              WHERE system = %L) AS q ON true$q$,
        CASE WHEN EXISTS (SELECT FROM pg_cast
            WHERE castsource = type::regtype AND casttarget = 'uuid'::regtype) THEN 'v::uuid'
            ELSE 'NULL' END,
        coalesce(made, 'NULL'), value, type, type);
END $$;
SELECT type, known.* FROM id_types, pg_temp.known(type, value, time) ORDER BY n;

\echo '-- One text can be the id of several systems: a row for each.'
CREATE TEMP TABLE examples (n serial, example text);
INSERT INTO examples (example) VALUES
    ('Fd9w4CutiyWHZha547fAai'), ('F$$$$$$$$$$$$$$$$$$$$$'), ('user_01h455vb4pex5vsknk084sn02q'),
    ('01h455vb4pex5vsknk084sn02q'),
    ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('ANjssJkydKgUhN7wGFXl'), ('"user_01h455vb4pex5vsknk084sn02q"'),
    ('017F22E2-79B0-7CC3-98C4-DC0C0C07398F'), ('{1ec9414c-232a-6b00-b3c8-9f6bdeced846}'),
    ('"c232ab00-9414-11ec-b3c8-9f6bdeced846"'),
    ('c232ab00941411ecb3c89f6bdeced846'), ('919108f7-52d1-4320-9bac-f847db4148a8'),
    ('00000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff');
SELECT example, i.* FROM examples, base62id_inspect(example) WITH ORDINALITY AS i
    ORDER BY n, ordinality;
\echo '-- The profiles of uid11 that a payload can be of; times in fields are UTC in any session.'
SET TimeZone = 'Asia/Tokyo';
SELECT example, made, jsonb_pretty(fields)
    FROM unnest(ARRAY['5cnUKyF6Af5', 'jpXCZedGfVQ']) AS example, base62id_inspect(example)
 ORDER BY example COLLATE "C";
\echo '-- They are what the profiles'' functions say.'
SELECT i.made = xid_timestamp(v) AS made,
    (fields -> 'xid' ->> 'made')::timestamptz = xid_timestamp(v) AS xid,
       (fields ->> 'number')::numeric = v::numeric AS number,
       (fields -> 'xid' ->> 'random')::integer = xid_random(v) AS random,
       (fields -> 'snowish' ->> 'made')::timestamptz = s.ts
       AND (fields -> 'snowish' ->> 'machine')::integer = machine
       AND (fields -> 'snowish' ->> 'sequence')::integer = s.sequence AS snowish,
       (fields -> 'ts_seq_rand' ->> 'made')::timestamptz = t.ts
       AND (fields -> 'ts_seq_rand' ->> 'sequence')::integer = t.sequence
       AND (fields -> 'ts_seq_rand' ->> 'random')::integer = t.random AS ts_seq_rand
  FROM (SELECT '5cnUKyF6Af5'::uid11 AS v) AS id, base62id_inspect(v::text) AS i,
  uid11_snowish_parse(v) AS s, uid11_ts_seq_rand_parse(v) AS t;
RESET TimeZone;
SET TimeZone = 'UTC';

\echo '-- Nonsense is no id.'
SELECT count(*)
    FROM unnest(ARRAY['', '"', '""', '{}', 'nonsense', 'Fd9w4CutiyWHZha547fAa',
    'Fd9w4CutiyWHZha547fAai0',
                                  'user_',
                                  '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
                                  '019b1515-3df8-7032-bfc6-06b5e46ff8f',
    '019b15153df8-7032-bfc6-06b5e46ff8f4', '019b1515-3df8-7032-bfc6-06b5e46ff8fg',
    'ü',
    'ümlaut_01h455vb4pex5vsknk084sn02q', repeat('a', 100000), repeat('-', 36),
    repeat('-', 32)]) AS example, base62id_inspect(example) AS i;
SELECT count(*) FROM base62id_inspect(NULL);
\echo '-- in a select list, for rows of a table, and where no set is asked for'
SELECT (base62id_inspect(example)).system FROM examples WHERE n = 4;
SELECT pg_temp.sqlstate_of($$SELECT CASE WHEN true THEN base62id_inspect('5cnUKyF6Af5') END$$);
\echo '-- A declaration of somebody''s own is checked, not trusted.'
DO $$
DECLARE
    library text := (SELECT probin FROM pg_proc WHERE proname = 'base62id_inspect');
    result text;
BEGIN
    FOREACH result IN ARRAY ARRAY['SETOF text', 'text', 'TABLE (system text, type_prefix text)',
                                  'TABLE (system text, type_prefix text, uuid text, '
                                  'uuid_version integer, made timestamptz, fields jsonb)',
                                  'SETOF record'] LOOP
        EXECUTE format('CREATE FUNCTION another_inspect(text) RETURNS %s AS %L, ''base62id_inspect''
                          LANGUAGE c STRICT',
            result, library);
        RAISE WARNING '%: %', result,
        pg_temp.error_of('SELECT * FROM another_inspect(''5cnUKyF6Af5'')' || CASE result
                                                       WHEN 'SETOF record' THEN
                                                       ' AS t (a integer, b text)' ELSE '' END);
        DROP FUNCTION another_inspect;
    END LOOP;
END $$;

\echo '-- A list of texts, for which the page "What is this id?" must say the same (test/site):'
\echo '-- none differs.'
CREATE TEMP TABLE inspected (example text, expected text);
\set rows `sed /^#/d test/lib/inspected.tsv`
INSERT INTO inspected SELECT split_part(line, E'\t', 1), split_part(line, E'\t', 2)
FROM regexp_split_to_table(:'rows', E'\n') AS line;
WITH got AS (
    SELECT example, expected,
    coalesce(string_agg(concat_ws('|', system, coalesce(type_prefix, ''), coalesce(uuid::text, ''),
               coalesce(uuid_version::text, ''),
               coalesce((extract(epoch FROM made) * 1000000)::bigint::text, ''),
               coalesce(fields ->> 'number', ''), coalesce(fields ->> 'read_as', '')), ';'
                   ORDER BY ordinality) FILTER (WHERE system <> ''), '') AS rows
      FROM inspected LEFT JOIN LATERAL base62id_inspect(example) WITH ORDINALITY ON true
      GROUP BY example, expected)
SELECT count(*), count(*) FILTER (WHERE rows <> '') AS ids, string_agg(example, ' ')
FILTER (WHERE rows <> expected) AS differ FROM got;

\echo '-- ========== Ids as people type them, and bounds in time for UUIDs of version 7 =========='
\echo '-- Whatever is done to an id that is dictated, read from paper or broken into groups, its'
\echo '-- text comes back.'
SELECT count(*),
       count(*) FILTER (WHERE ulid_normalize(u) = u) AS same,
       count(*) FILTER (WHERE ulid_normalize(lower(u)) = u) AS lower,
       count(*) FILTER (WHERE ulid_normalize(translate(u, '10', 'IO')) = u) AS io,
       count(*) FILTER (WHERE ulid_normalize(translate(u, '10', 'lo')) = u) AS lo,
       count(*) FILTER (WHERE ulid_normalize(translate(u, '10', 'LO')) = u) AS "LO",
       count(*) FILTER (WHERE ulid_normalize(translate(u, '10', 'io')) = u) AS "io_",
       count(*) FILTER (WHERE ulid_normalize('"' || u || '"') = u) AS quoted,
       count(*) FILTER (WHERE ulid_normalize(
           ' ' || regexp_replace(u, '(....)', '\1 - ', 'g') || ' --') = u) AS groups
  FROM (SELECT x.u::ulid::text AS u FROM generate_series(1, 2000) AS g,
      pg_temp.octets(g) AS x) AS ids;
SELECT count(*),
       count(*) FILTER (WHERE typeid_normalize(t) = t) AS same,
       count(*) FILTER (WHERE typeid_normalize(upper(t)) = t) AS upper,
       count(*) FILTER (WHERE typeid_normalize(
           left(t, -26) || translate(right(t, 26), '10', 'IO')) = t) AS io,
       count(*) FILTER (WHERE typeid_normalize(
           upper(left(t, -26)) || translate(right(t, 26), '10', 'lo')) = t) AS lo,
       count(*) FILTER (WHERE typeid_normalize('"' || t || '"') = t) AS quoted,
       count(*) FILTER (WHERE typeid_normalize(' ' || left(t, -26) || ' '
           || regexp_replace(right(t, 26), '(....)', '\1-', 'g') || ' ') = t) AS groups
  FROM (SELECT uuid_to_typeid((ARRAY['', 'a', 'oil', 'a_loll'])[1 + g % 4], x.u)::text AS t
      FROM generate_series(1, 2000) AS g, pg_temp.octets(g) AS x) AS ids;
\echo '-- What people paste, and what is read of it: by the normalizing function, and by'
\echo '-- base62id_find. The page "What is this id?" and the HINTs ask the same reader. None is'
\echo '-- read in another way than test/lib/pasted.tsv says, and none has another fault: no row.'
CREATE TEMP TABLE pasted (paste text, id text, systems text, fault text);
\set rows `sed '/^#/d' test/lib/pasted.tsv`
CREATE FUNCTION pg_temp.spelled(line text) RETURNS text LANGUAGE sql AS $$
    SELECT replace(replace(replace(replace(replace(replace(replace(line, '<LF>', E'\n'), '<CR>',
                                                           E'\r'),
        '<TAB>', E'\t'), '<NBSP>', chr(160)), '<ZWSP>', chr(8203)), '<SHY>', chr(173)),
        '<BOM>', chr(65279))
$$;
INSERT INTO pasted SELECT pg_temp.spelled(split_part(line, E'\t', 1)),
    nullif(split_part(line, E'\t', 2), ''), split_part(line, E'\t', 3), split_part(line, E'\t', 4)
    FROM regexp_split_to_table(:'rows', E'\n') AS line;
SELECT count(*) FROM pasted;
SELECT paste, id, normalized, systems, in_it
    FROM (SELECT *, coalesce(typeid_normalize(paste), ulid_normalize(paste)) AS normalized,
        (SELECT coalesce(string_agg(system || coalesce(' ' || reading, ' ?'), ', ' ORDER BY n), '')
           FROM base62id_find(paste) WITH ORDINALITY AS f (found, system, reading, made, note, n))
        AS in_it FROM pasted) AS p
    WHERE in_it <> systems OR normalized IS DISTINCT FROM id;
SELECT paste, fault, notes
  FROM (SELECT paste, fault, (
          SELECT coalesce(string_agg(note, ', '), '')
            FROM base62id_find(paste)
           WHERE reading IS NULL AND note NOT LIKE 'another system''s id: %') AS notes
          FROM pasted) AS p
 WHERE notes NOT LIKE '%' || fault || '%' OR (fault = '') <> (notes = '');
\echo '-- What is no id of any of our systems is refused with what is wrong with it.'
SELECT typeid_create_type('pasted_id', 'user');
CREATE FUNCTION pg_temp.refusal(paste text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
    hint text;
BEGIN
    PERFORM paste::pasted_id;
    RETURN NULL;
EXCEPTION WHEN invalid_text_representation THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
    RETURN concat_ws(' ', detail, nullif(hint, ''));
END $$;
SELECT paste, pg_temp.refusal(paste) AS refusal
  FROM pasted
 WHERE id IS NULL AND systems !~ ' [^ ?]+(,|$)';
\echo '-- None is refused without a reason.'
SELECT count(*) AS "refused without a reason" FROM pasted WHERE pg_temp.refusal(paste) = '';
DROP FUNCTION pg_temp.refusal(text);
SELECT typeid_drop_type('pasted_id');
\echo '-- Notes: in UTC, whatever the session''s settings.'
SET TimeZone = 'Asia/Tokyo';
SELECT found, system, reading, note FROM unnest(ARRAY['user_01h455vb4pex5vsknk084sn02',
    'user_01h455vb4pex5vsknk084sn02qq', 'user_01h4', '01h455vb4p', '01890a5d-ac96-774b',
    '01890a5d', 'User_01h455vb4pex5vsknk084sn02q', '507f1f77bcf86cd799439011',
    '1541815603606036480']) AS paste, base62id_find(paste);
SET TimeZone = 'UTC';
\echo '-- It is immutable, safe in parallel and strict. Of NULL it finds nothing, of 10,000 ids in'
\echo '-- one text each, and of a megabyte without an id nothing.'
SELECT provolatile, proparallel, proisstrict FROM pg_proc WHERE proname = 'base62id_find';
SELECT count(*) FROM base62id_find(NULL);
SELECT count(*) FROM base62id_find(repeat('user_01h455vb4pex5vsknk084sn02q ', 10000));
SELECT count(*) FROM base62id_find(repeat('x', 1000000));

\echo '-- What is no id even so: NULL, never an error.'
SELECT example, ulid_normalize(example), typeid_normalize(example)
  FROM unnest(ARRAY['', '-', '"', 'U1ARZ3NDEKTSV4RRFFQ69G5FAV', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
      '01ARZ3NDEKTSV4RRFFQ69G5FA', '01ARZ3NDEKTSV4RRFFQ69G5FAVV',
                    '_01ARZ3NDEKTSV4RRFFQ69G5FAV', '1_01ARZ3NDEKTSV4RRFFQ69G5FAV',
                    'us3r_01ARZ3NDEKTSV4RRFFQ69G5FAV', 'user__01ARZ3NDEKTSV4RRFFQ69G5FAV',
                    'user01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAV' || chr(10),
                    '01ARZ3NDEKTSV4RRFFQ69G5F' || chr(228) || 'V',
                    '""01ARZ3NDEKTSV4RRFFQ69G5FAV""',
                    '""user_01ARZ3NDEKTSV4RRFFQ69G5FAV""']) AS example;
SELECT ulid_normalize(repeat('- ', 40000) || '01arz3ndektsv4rrffq69g5fav') AS ulid,
ulid_normalize(repeat('0', 100000)) AS long,
       typeid_normalize(repeat('a', 64) || '_01arz3ndektsv4rrffq69g5fav') AS prefix,
       ulid_normalize(NULL) AS nothing;
SELECT length(typeid_normalize(repeat('A', 63) || '_01arz3ndektsv4rrffq69g5fav'));

\echo '-- base62id_inspect reads so only where nothing is read as it is, and says so.'
SELECT example, i.*
FROM unnest(ARRAY['OIARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3-NDEKTSV4R-RFFQ69G5FAV',
    'USER_01H455VB4PEX5VSKNKO84SNO2Q', 'user_01h455vb4pex5vsknk084sn02q',
                                      '01ARZ3NDEKTSV4RRFFQ69G5FAV',
                                      'user_01h455vb4pex5vsknk084sn0uq'])
                                          WITH ORDINALITY AS e(example, n),
    base62id_inspect(example) WITH ORDINALITY AS i ORDER BY n, ordinality;

\echo '-- Every UUID of version 7 of a millisecond lies between its bounds, and none of another.'
SELECT bool_and(id BETWEEN uuid_v7_min(t) AND uuid_v7_max(t)) AS within,
       bool_and(id > uuid_v7_max(t - interval '1 ms')
           AND id < uuid_v7_min(t + interval '1 ms')) AS apart
  FROM (SELECT t, typeid_generate('', t)::uuid AS id
      FROM (SELECT '2024-02-29 12:00'::timestamptz + g * interval '1.000999 s' AS t
      FROM generate_series(1, 1000) AS g) AS times) AS ids;
\echo '-- uuid_v7_new() increases, of now or of a time that is given.'
SELECT bool_and(new > last) AS ascending,
bool_and(uuid_v7_timestamp(new) BETWEEN now() - interval '1 s' AND clock_timestamp()) AS now
  FROM (SELECT new, lag(new, 1, uuid_v7_min('1970-01-01')) OVER (ORDER BY i) AS last
      FROM (SELECT i, uuid_v7_new() AS new
      FROM generate_series(1, 1000) AS i OFFSET 0) AS made) AS pairs;
SELECT uuid_v7_timestamp(uuid_v7_new('2024-02-29 12:34:56.7899Z')),
count(DISTINCT uuid_v7_new('2024-02-29')) AS new FROM generate_series(1, 1000);
\echo '-- Another version or variant has no time.'
SELECT u, uuid_v7_timestamp(u)
FROM unnest(ARRAY['018df4dc-5495-7fff-bfff-ffffffffffff', '018df4dc-5495-4fff-bfff-ffffffffffff',
    '018df4dc-5495-7fff-ffff-ffffffffffff',
       'ffffffff-ffff-7fff-bfff-ffffffffffff']::uuid[]) AS u;
\echo '-- Times before 1970 and infinity are errors; within a millisecond the bounds are the same.'
SELECT pg_temp.error_of(format('SELECT %s(%L)', f, t))
FROM unnest(ARRAY['uuid_v7_new', 'uuid_v7_min', 'uuid_v7_max']) AS f,
unnest(ARRAY['1969-12-31 23:59:59.999Z', 'infinity']) AS t;
SELECT uuid_v7_min('1970-01-01'), uuid_v7_max('2024-02-29 12:34:56.789Z'),
uuid_v7_min('2024-02-29 12:34:56.7891Z') = uuid_v7_min('2024-02-29 12:34:56.7899Z') AS same_ms;
SELECT pg_temp.sqlstate_of($$SELECT uuid_v7_min('1969-12-31 23:59:59.999Z')$$) AS before,
pg_temp.sqlstate_of($$SELECT uuid_v7_max('infinity')$$) AS infinite;
\echo '-- They search all three kinds of columns by index: the 24 ids of a day, one an hour.'
CREATE TABLE moments (u uuid, b base62id, c base64uuid);
INSERT INTO moments SELECT u, u, u
FROM (SELECT typeid_generate('', '2024-01-01'::timestamptz + g * interval '1 hour')::uuid AS u
    FROM generate_series(0, 999) AS g) AS x;
CREATE INDEX ON moments (u);
CREATE INDEX ON moments (b);
CREATE INDEX ON moments (c);
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT col, pg_temp.value_of(format($$SELECT count(*) FROM moments
    WHERE %1$s >= uuid_v7_min('2024-01-02') AND %1$s < uuid_v7_min('2024-01-03')$$, col)) AS count,
       (SELECT string_agg(trim(line), ' ')
           FROM pg_temp.plan_of(format($$SELECT FROM moments
           WHERE %1$s >= uuid_v7_min('2024-01-02') AND %1$s < uuid_v7_min('2024-01-03')$$,
       col)) AS line WHERE line ~ 'Scan') AS scan
  FROM unnest('{u,b,c}'::text[]) AS col;
DROP TABLE moments;
