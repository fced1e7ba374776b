-- Starts of ids, good and bad, and the first and the last UUID whose id begins with them: NOTATION,
-- TYPE PREFIX, TEXT, FIRST, LAST, the last two empty where there is none. psql variables: seed,
-- texts.
\i test/client-codecs/spoiled.sql
\i test/client-codecs/bounds.sql
SELECT setseed(:seed) \g /dev/null
CREATE SCHEMA ranges;
SET search_path = ranges, public;
CREATE TEMP TABLE kinds AS
    SELECT
        row_number() OVER () - 1 AS k,
        (count(*) OVER ())::integer AS kinds,
        notation,
        prefix,
        CASE prefix WHEN '' THEN '' ELSE prefix || '_' END AS lead,
        typeid_create_type(notation || md5(prefix), prefix, notation) AS type
    FROM unnest('{typeid,ulid,base62id,base64uuid,uuid,hex}'::text[]) AS notation,
        unnest(ARRAY['us', 'us_er', repeat('p', 63), '', 'S3']) AS prefix
    WHERE NOT (notation = 'typeid' AND prefix = 'S3')
        AND NOT (notation IN ('uuid', 'hex') AND prefix = '');
-- A text, and a start of it.
CREATE TEMP TABLE good AS
    SELECT
        n,
        n / kinds AS turn,
        notation,
        prefix,
        lead,
        type,
        t,
        at,
        left(t, at) AS part,
        pg_temp.bad_character() AS bad
    FROM generate_series(1, :texts) AS n
    JOIN kinds ON k = n % kinds,
        LATERAL (SELECT pg_temp.id(notation, lead, md5(random()::text || n)::uuid) AS t) AS made,
        LATERAL (SELECT 1 + pg_temp.below(length(t)) AS at) AS chosen;
CREATE TEMP TABLE starts AS
    SELECT n, notation, lead, prefix, type, CASE turn % 9
        WHEN 0 THEN overlay(part placing bad from at for 1)
        WHEN 1 THEN overlay(part placing bad from length(prefix) + 2 for 1)
        WHEN 2 THEN part || bad
        WHEN 3 THEN prefix || lower(substr(part, length(prefix) + 1))
        WHEN 4 THEN prefix || upper(substr(part, length(prefix) + 1))
        WHEN 5 THEN left(t, turn / 9 % (length(prefix) + 3))
        WHEN 6 THEN pg_temp.turned(turn / 9,
            '', prefix, t, t || '0', '"' || t, upper(part), left('_', length(prefix)))
        WHEN 7 THEN lead || pg_temp.turned(pg_temp.below(18),
            '7', '8', '0', 'F', 'G', 'I', 'J', 'N', 'NN', 'NNC6dn4GR1JETNQMfLl6qO', 'O', 'Fa',
            'FZ', 'Fa84QWiAxLXUJaHZmEVPEF', '8000000-', '00000000-', '00000000-0', '-')
        ELSE part
    END AS t
    FROM good;
SELECT notation, prefix, t, first, last
FROM starts, pg_temp.bounds(notation, lead, type, t)
ORDER BY n;
