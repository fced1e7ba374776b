-- What is this id?
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
\i :srcdir/test/lib/types.sql

\echo '-- Every system knows its own ids, bare and in quotes, as the octets and the time that its functions say.'
CREATE FUNCTION pg_temp.known(type text, value text, made text) RETURNS TABLE (named bigint, quoted bigint, uuids bigint,
                                                                               times bigint) LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY EXECUTE format($q$
        SELECT count(*) FILTER (WHERE i.system IS NOT NULL), count(*) FILTER (WHERE to_jsonb(i) = to_jsonb(q)),
               count(*) FILTER (WHERE i.uuid IS NOT DISTINCT FROM %s), count(*) FILTER (WHERE i.made = %s)
          FROM (SELECT %s AS v FROM generate_series(1, 500) AS nr, pg_temp.octets(nr)) AS ids
          LEFT JOIN LATERAL (SELECT * FROM base62id_inspect(v::text) WHERE system = %L) AS i ON true LEFT
          JOIN LATERAL (SELECT * FROM base62id_inspect('"' || v::text || '"') WHERE system = %L) AS q ON true$q$,
        CASE WHEN EXISTS (SELECT FROM pg_cast WHERE castsource = type::regtype AND casttarget = 'uuid'::regtype) THEN 'v::uuid' ELSE 'NULL' END,
        coalesce(made, 'NULL'), value, type, type);
END $$;
SELECT type, known.* FROM id_types, pg_temp.known(type, value, time) ORDER BY n;

\echo '-- One text can be the id of several systems: a row for each.'
CREATE TEMP TABLE examples (n serial, example text);
INSERT INTO examples (example) VALUES
    ('Fd9w4CutiyWHZha547fAai'), ('F$$$$$$$$$$$$$$$$$$$$$'), ('user_01h455vb4pex5vsknk084sn02q'), ('01h455vb4pex5vsknk084sn02q'),
    ('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ('ANjssJkydKgUhN7wGFXl'), ('"user_01h455vb4pex5vsknk084sn02q"'),
    ('017F22E2-79B0-7CC3-98C4-DC0C0C07398F'), ('{1ec9414c-232a-6b00-b3c8-9f6bdeced846}'), ('"c232ab00-9414-11ec-b3c8-9f6bdeced846"'),
    ('c232ab00941411ecb3c89f6bdeced846'), ('919108f7-52d1-4320-9bac-f847db4148a8'),
    ('00000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff');
SELECT example, i.* FROM examples, base62id_inspect(example) WITH ORDINALITY AS i ORDER BY n, ordinality;
\echo '-- The profiles of uid11 that a payload can be of; times in fields are UTC in any session.'
SET TimeZone = 'Asia/Tokyo';
SELECT example, made, jsonb_pretty(fields) FROM unnest(ARRAY['5cnUKyF6Af5', 'jpXCZedGfVQ']) AS example, base62id_inspect(example)
 ORDER BY example COLLATE "C";
SELECT i.made = xid_timestamp(v) AS made, (fields -> 'xid' ->> 'made')::timestamptz = xid_timestamp(v) AS xid,
       (fields ->> 'number')::numeric = v::numeric AS number, (fields -> 'xid' ->> 'random')::integer = xid_random(v) AS random,
       (fields -> 'snowish' ->> 'made')::timestamptz = s.ts AND (fields -> 'snowish' ->> 'machine')::integer = machine
       AND (fields -> 'snowish' ->> 'sequence')::integer = s.sequence AS snowish,
       (fields -> 'ts_seq_rand' ->> 'made')::timestamptz = t.ts AND (fields -> 'ts_seq_rand' ->> 'sequence')::integer = t.sequence
       AND (fields -> 'ts_seq_rand' ->> 'random')::integer = t.random AS ts_seq_rand
  FROM (SELECT '5cnUKyF6Af5'::uid11 AS v) AS id, base62id_inspect(v::text) AS i, uid11_snowish_parse(v) AS s, uid11_ts_seq_rand_parse(v) AS t;
RESET TimeZone;
SET TimeZone = 'UTC';

\echo '-- Nonsense is no id.'
SELECT count(*) FROM unnest(ARRAY['', '"', '""', '{}', 'nonsense', ' 5cnUKyF6Af5', 'Fd9w4CutiyWHZha547fAa', 'Fd9w4CutiyWHZha547fAai0',
                                  '"5cnUKyF6Af5', 'user_', '_01h455vb4pex5vsknk084sn02q', '8ZZZZZZZZZZZZZZZZZZZZZZZZZ',
                                  '019b1515-3df8-7032-bfc6-06b5e46ff8f',
    '019b15153df8-7032-bfc6-06b5e46ff8f4', '019b1515-3df8-7032-bfc6-06b5e46ff8fg', '{019b1515-3df8-7032-bfc6-06b5e46ff8f4', 'ü',
    'ümlaut_01h455vb4pex5vsknk084sn02q', repeat('a', 100000), repeat('-', 36), repeat('-', 32)]) AS example, base62id_inspect(example) AS i;
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
                                  'TABLE (system text, type_prefix text, uuid text, uuid_version integer, made timestamptz, fields jsonb)',
                                  'SETOF record'] LOOP
        EXECUTE format('CREATE FUNCTION another_inspect(text) RETURNS %s AS %L, ''base62id_inspect'' LANGUAGE c STRICT', result, library);
        RAISE WARNING '%: %', result, pg_temp.error_of('SELECT * FROM another_inspect(''5cnUKyF6Af5'')' || CASE result
                                                       WHEN 'SETOF record' THEN ' AS t (a integer, b text)' ELSE '' END);
        DROP FUNCTION another_inspect;
    END LOOP;
END $$;

\echo '-- A list of texts, for which the page "What is this id?" must say the same (test/site): none differs.'
CREATE TEMP TABLE inspected (example text, expected text);
\set rows `sed /^#/d "$PG_ABS_SRCDIR/test/lib/inspected.tsv"`
INSERT INTO inspected SELECT split_part(line, E'\t', 1), split_part(line, E'\t', 2) FROM regexp_split_to_table(:'rows', E'\n') AS line;
WITH got AS (
    SELECT example, expected, coalesce(string_agg(concat_ws('|', system, coalesce(type_prefix, ''), coalesce(uuid::text, ''),
               coalesce(uuid_version::text, ''), coalesce((extract(epoch FROM made) * 1000000)::bigint::text, ''),
               coalesce(fields ->> 'number', ''), coalesce(fields ->> 'read_as', '')), ';' ORDER BY ordinality) FILTER (WHERE system <> ''), '') AS rows
      FROM inspected LEFT JOIN LATERAL base62id_inspect(example) WITH ORDINALITY ON true GROUP BY example, expected)
SELECT count(*), count(*) FILTER (WHERE rows <> '') AS ids, string_agg(example, ' ') FILTER (WHERE rows <> expected) AS differ FROM got;
