-- Numbers and texts, good and bad, and what the server makes of them: KEY, TYPE PREFIX, NUMBER,
-- TEXT, the number that the type reads in the text, and the text of the number. psql variables:
-- seed, texts.
\i test/client-codecs/spoiled.sql
\i test/client-codecs/read_as.sql
SELECT setseed(:seed) \g /dev/null
CREATE SCHEMA masked;
CREATE SCHEMA plain;
CREATE TEMP TABLE kinds AS
    SELECT
        row_number() OVER () - 1 AS k,
        prefix,
        key,
        typeid_create_type(
            format('%s.n%s', schema, md5(prefix)),
            prefix,
            'uid11',
            (schema = 'masked')::integer) AS type
    FROM unnest(ARRAY['inv', 'us_er', repeat('p', 63), 'S3']) AS prefix,
        (VALUES
            ('masked', '000102030405060708090a0b0c0d0e0f'),
            ('plain', '')) AS s (schema, key);
CREATE TEMP TABLE good AS
    SELECT
        n,
        n / 8 AS turn,
        key,
        prefix,
        type,
        number,
        pg_temp.read_as('bigint', number::text, type::text) AS t
    FROM generate_series(1, :texts) AS n
    JOIN kinds ON k = n % 8,
        LATERAL (SELECT left(md5(random()::text || n), 16) AS digits) AS drawn,
        LATERAL (SELECT ('x' || digits)::bit(64)::bigint >> pg_temp.below(64) AS number) AS made;
CREATE TEMP TABLE spoiled AS
    SELECT n, key, prefix, type, number, t, CASE turn % 14
        WHEN 10 THEN overlay(
            t placing 'jpXCZedGfV' || pg_temp.turned(turn / 14, 'P', 'Q', 'R', 'S')
            from length(t) - 10)
        WHEN 11 THEN pg_temp.turned(turn / 14, 'inv', 'us_er', 'us_', 'x', '', 's3')
            || substr(t, length(prefix) + 1)
        WHEN 12 THEN pg_temp.turned(turn / 14,
            prefix, '', number::text, t || '_', '_' || t, t || ' ', prefix || '_zzzzzzzzzzz')
        ELSE pg_temp.spoiled(t, turn % 14, turn / 14)
    END AS spoiled
    FROM good;
SELECT key, prefix, number, spoiled, pg_temp.read_as(type::text, spoiled, 'bigint'), t
FROM spoiled
ORDER BY n;
