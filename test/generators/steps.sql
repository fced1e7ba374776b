-- For test_steps.py, which sets :steps, the library of steps.c.
CREATE FUNCTION clock_steps(at bigint, ns bigint) RETURNS bigint
LANGUAGE c VOLATILE STRICT
AS :'steps';

-- Makes ids while the clock steps at each of its first seven readings, and counts those that are
-- wrong: one that comes twice, one that is missing, and one whose key does not compare with the key
-- of the id before it.
CREATE FUNCTION wrong_ids(generator text, sort_key text, comparison text) RETURNS bigint
LANGUAGE plpgsql
AS $$
DECLARE
    -- An hour, a second, a millisecond, a tick of a version 7 UUID and a nanosecond back, and a
    -- little ahead.
    steps bigint[] = '{-3600000000000, -1000000000, -1000000, -245, -1, 3000000}';
    step bigint;
    out_of_order bigint;
BEGIN
    CREATE TEMP TABLE made (n serial, id text, key text) ON COMMIT DROP;
    FOR reading IN 1 .. 7 LOOP
        FOREACH step IN ARRAY steps LOOP
            PERFORM clock_steps(reading, step);
            EXECUTE format(
                'INSERT INTO made (id, key)
                 SELECT id, %s FROM (SELECT %s AS id FROM generate_series(1, 6) OFFSET 0) AS new',
                sort_key, generator);
        END LOOP;
    END LOOP;
    PERFORM clock_steps(0, 0);
    EXECUTE format(
        'SELECT count(*)
         FROM (SELECT key, lag(key) OVER (ORDER BY n) AS last FROM made) AS pairs
         WHERE NOT key %s last COLLATE "C"',
        comparison) INTO out_of_order;
    RETURN out_of_order
        + (SELECT count(*) - count(DISTINCT id) FROM made)
        + (SELECT abs(7 * 6 * 6 - count(*)) FROM made);
END
$$;
