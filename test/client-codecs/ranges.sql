-- Starts of ids, good and bad, and the first and the last UUID whose id begins with them, found by
-- bisection over the ids' texts and judged by ^@: NOTATION, TYPE PREFIX, TEXT, FIRST, LAST, the
-- last two empty where there is none.  psql variables: seed, texts, the file to.
\i test/client-codecs/spoiled.sql
\i test/client-codecs/suffix_of.sql
SELECT setseed(:seed) \g /dev/null
CREATE SCHEMA ranges;
SET search_path = ranges, public;
CREATE FUNCTION id(notation text, lead text, u uuid) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN lead || pg_temp.suffix_of(notation, u);
END $$;
-- The octets with a bit set to a value; bit 0 is the highest of the number that they are.
CREATE FUNCTION with_bit(octets bytea, n integer, value integer) RETURNS bytea LANGUAGE sql AS $$
    SELECT set_bit(octets, n / 8 * 8 + 7 - n % 8, value)
$$;
CREATE FUNCTION bounds(
    notation text, lead text, type regtype, t text, OUT first uuid, OUT last uuid
) LANGUAGE plpgsql AS $$
DECLARE
    small text := 'abcdefghijklmnopqrstuvwxyz';
    suffix text := substr(t, length(lead) + 1);
    -- As the notation writes what it reads in either case.
    written text COLLATE "C" := CASE
        WHEN NOT starts_with(t, lead) THEN t
        WHEN notation = 'ulid' THEN lead || translate(suffix, small, upper(small))
        WHEN notation IN ('uuid', 'hex') THEN lead || translate(suffix, upper(small), small)
        ELSE t
    END;
    low bytea := decode(repeat('ff', 16), 'hex');
    high bytea := decode(repeat('00', 16), 'hex');
    found boolean;
BEGIN
    FOR bit IN 0..127 LOOP
        first := encode(with_bit(low, bit, 0), 'hex');
        last := encode(with_bit(high, bit, 1), 'hex');
        IF id(notation, lead, first) >= written THEN
            low := with_bit(low, bit, 0);
        END IF;
        IF id(notation, lead, last) <= written || '~' THEN
            high := with_bit(high, bit, 1);
        END IF;
    END LOOP;
    first := encode(low, 'hex');
    last := encode(high, 'hex');
    EXECUTE format(
        'SELECT %L::%s ^@ $1 AND %L::%2$s ^@ $1',
        id(notation, lead, first), type, id(notation, lead, last))
    INTO found
    USING t;
    IF NOT found THEN
        first := NULL;
        last := NULL;
    END IF;
END $$;
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
        LATERAL (SELECT id(notation, lead, md5(random()::text || n)::uuid) AS t) AS made,
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
FROM starts, bounds(notation, lead, type, t)
ORDER BY n \g :to
