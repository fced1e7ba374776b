-- Texts, good and bad, and what the server makes of them as ids of id types: NOTATION, TYPE PREFIX,
-- TEXT, the canonical id that the type's input reads, and whether the type masks and whether it
-- accepts UUIDs. psql variables: seed, texts.
\i test/client-codecs/spoiled.sql
\i test/client-codecs/read_as.sql
\i test/client-codecs/suffix_of.sql
SELECT setseed(:seed) \g /dev/null
-- A schema has a type prefix once, so each notation has one of its own.
SELECT format('CREATE SCHEMA in_%s', notation)
FROM unnest('{typeid,ulid,base62id,base64uuid,uuid,hex}'::text[]) AS notation \gexec
-- The type prefixes of the notation typeid are narrower than those of the others.
CREATE TEMP TABLE kinds AS
    SELECT
        row_number() OVER () - 1 AS k,
        (count(*) OVER ())::integer AS kinds,
        notation,
        prefix,
        masked,
        accepts,
        typeid_create_type(
            format('in_%s.kind_%s', notation, md5(prefix)),
            prefix,
            notation,
            masked::integer,
            accepts) AS type
    FROM unnest('{typeid,ulid,base62id,base64uuid,uuid,hex}'::text[]) AS notation,
        (VALUES
            ('us', true, false),
            ('us_er', false, false),
            (repeat('p', 63), false, true),
            ('S3', false, true),
            ('T_org_9_w', true, false)) AS made (prefix, masked, accepts)
    WHERE notation <> 'typeid' OR prefix = lower(prefix);
CREATE TEMP TABLE good AS
    SELECT
        n,
        n / kinds AS turn,
        notation,
        prefix,
        type,
        masked,
        accepts,
        u,
        prefix || '_' || pg_temp.suffix_of(notation, u) AS t
    FROM generate_series(1, :texts) AS n
    JOIN kinds ON k = n % kinds,
        LATERAL (
            SELECT CASE
                WHEN masked AND random() < 0.8 THEN gen_random_uuid()
                ELSE md5(random()::text || n)::uuid
            END
        ) AS made (u);
CREATE TEMP TABLE judged AS
    SELECT n, notation, prefix, type, masked, accepts, CASE turn % 14
        WHEN 9 THEN pg_temp.turned(turn / 14,
            u::text, substr(t, length(prefix) + 2), t || '_', '_' || t, t || ' ', '')
        WHEN 10 THEN pg_temp.turned(turn / 14,
            'us', 'us_er', repeat('p', 63), 'us_', 'u', 'Us', 'order', '', 'S3', 's3', 'T_org_9_w')
            || substr(t, length(prefix) + 1)
        WHEN 11 THEN prefix || upper(substr(t, length(prefix) + 1))
        WHEN 12 THEN prefix || lower(substr(t, length(prefix) + 1))
        -- UUIDs with and without hyphens, or with one of them elsewhere.
        WHEN 13 THEN prefix || '_' || pg_temp.turned(turn / 14,
            u::text,
            replace(u::text, '-', ''),
            overlay(u::text placing '' from 9 for 1),
            overlay(overlay(u::text placing '' from 9 for 1) placing '-' from 10 for 0),
            replace(u::text, '-', '_'))
        ELSE pg_temp.spoiled(t, turn % 14, turn / 14)
    END AS t
    FROM good;
SELECT notation, prefix, t, pg_temp.read_as(type::text, t), masked, accepts
FROM judged
ORDER BY n;
