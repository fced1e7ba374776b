-- pg_temp.bounds(NOTATION, LEAD, TYPE, TEXT): the first and the last UUID whose id begins with the
-- text, found by bisection over the ids' texts and judged by ^@; NULL where there is none. LEAD is
-- the type prefix with its "_", or nothing.
\ir suffix_of.sql
CREATE FUNCTION pg_temp.id(notation text, lead text, u uuid) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
    RETURN lead || pg_temp.suffix_of(notation, u);
END $$;
-- The octets with a bit set to a value; bit 0 is the highest of the number that they are.
CREATE FUNCTION pg_temp.with_bit(octets bytea, n integer, value integer) RETURNS bytea
LANGUAGE sql AS $$
    SELECT set_bit(octets, n / 8 * 8 + 7 - n % 8, value)
$$;
CREATE FUNCTION pg_temp.bounds(
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
        first := encode(pg_temp.with_bit(low, bit, 0), 'hex');
        last := encode(pg_temp.with_bit(high, bit, 1), 'hex');
        IF pg_temp.id(notation, lead, first) >= written THEN
            low := pg_temp.with_bit(low, bit, 0);
        END IF;
        IF pg_temp.id(notation, lead, last) <= written || '~' THEN
            high := pg_temp.with_bit(high, bit, 1);
        END IF;
    END LOOP;
    first := encode(low, 'hex');
    last := encode(high, 'hex');
    EXECUTE format(
        'SELECT %L::%s ^@ $1 AND %L::%2$s ^@ $1',
        pg_temp.id(notation, lead, first), type, pg_temp.id(notation, lead, last))
    INTO found
    USING t;
    IF NOT found THEN
        first := NULL;
        last := NULL;
    END IF;
END $$;
