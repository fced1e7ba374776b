-- Tables of ids in five shapes, each as uuid, as base62id and as its text; and how far the
-- planner's estimates are from what is found.  Read by EstimateSuites.pm.

CREATE SCHEMA estimates;

-- A UUID of version 7 of so many milliseconds after a moment in 2025.
CREATE FUNCTION estimates.v7(ms float8) RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT overlay(overlay(lpad(to_hex(1760000000000 + ms::bigint), 12, '0') || substr(m, 1, 20)
                           PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid
      FROM (SELECT md5(random()::text) AS m) AS r
$$;

CREATE TABLE estimates.keys AS
    SELECT n, estimates.v7(n * 50000.0) AS id FROM generate_series(1, 3000) AS n;

-- Pareto's and the exponential distribution.
CREATE FUNCTION estimates.pareto(a float8) RETURNS float8 LANGUAGE sql VOLATILE AS $$
    SELECT power(1 - random(), -1 / a)
$$;
CREATE FUNCTION estimates.waiting(mean float8) RETURNS float8 LANGUAGE sql VOLATILE AS $$
    SELECT -mean * ln(1 - random())
$$;

-- The n-th id of a shape:
--   bursts       of moments at which many were made at once
--   steady       of one moment each
--   uniform      random
--   hot          nine of ten begin alike
--   references   of 3,000 keys, some of which are in many rows
CREATE FUNCTION estimates.id_of(shape text, n integer) RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    -- Drawn here, because a condition is evaluated for each row.
    key integer := least(estimates.pareto(0.5), 3000)::integer;
BEGIN
    RETURN CASE shape
        WHEN 'bursts' THEN
            estimates.v7(mod(least(estimates.pareto(0.6), 1e9)::integer, 2000) * 600000.0 +
                         estimates.waiting(3000))
        WHEN 'steady' THEN estimates.v7(n * 2000 + random() * 2000)
        WHEN 'uniform' THEN md5(random()::text)::uuid
        WHEN 'hot' THEN
            (
                left(CASE WHEN random() < 0.9 THEN md5('hot') ELSE md5(random()::text) END, 15)
                || left(md5(random()::text), 17)
            )::uuid
        WHEN 'references' THEN
            (SELECT k.id FROM estimates.keys AS k WHERE k.n = key)
    END;
END $$;

-- What each search of a sample is estimated to find, and how far that is from the truth.
CREATE TABLE estimates.factors (shape text, search text, contender text, factor float8);

CREATE FUNCTION estimates.plan_rows(condition text) RETURNS float8 LANGUAGE plpgsql AS $$
DECLARE
    plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT JSON) SELECT FROM estimates.ids WHERE ' || condition INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;

-- Each condition is a template: %1$I is the column.
CREATE FUNCTION estimates.note(shape text, search text, truth text, conditions text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    found float8;
    contender text;
BEGIN
    EXECUTE 'SELECT count(*) FROM estimates.ids WHERE ' || truth INTO found;
    FOREACH contender IN ARRAY conditions LOOP
        INSERT INTO estimates.factors
            SELECT shape, search, split_part(contender, ' ', 1), greatest(e / a, a / e)
            FROM (
                SELECT greatest(estimates.plan_rows(contender), 1), greatest(found, 1)
            ) AS v(e, a);
    END LOOP;
END $$;

CREATE FUNCTION estimates.measure(shape text, rows integer, sample integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    s record;
    last record;
    start text;
    truth text;
BEGIN
    DROP TABLE IF EXISTS estimates.ids;
    CREATE TABLE estimates.ids (uuid uuid, base62id base62id, text text COLLATE "C")
        WITH (autovacuum_enabled = off);
    INSERT INTO estimates.ids
        SELECT u, u, u::base62id::text
        FROM (
            SELECT estimates.id_of(shape, n) AS u FROM generate_series(1, rows) AS n OFFSET 0
        ) AS made;
    CREATE INDEX ON estimates.ids (uuid);
    CREATE INDEX ON estimates.ids (base62id);
    CREATE INDEX ON estimates.ids (text);
    ANALYZE estimates.ids;
    FOR s IN SELECT * FROM estimates.ids ORDER BY md5(text), text LIMIT sample LOOP
        start := left(s.text, 4 + floor(random() * 19)::integer);
        PERFORM estimates.note(shape, '^@', format('text ^@ %L', start), ARRAY[
            format('base62id ^@ %L', start),
            format('text ^@ %L', start)]);
        PERFORM estimates.note(shape, 'whole', format('text = %L', s.text), ARRAY[
            format('base62id ^@ %L', s.text),
            format('text ^@ %L', s.text)]);
        PERFORM estimates.note(shape, '>=', format('text >= %L', s.text), ARRAY[
            format('base62id >= %L', s.base62id),
            format('uuid >= %L', s.uuid),
            format('text >= %L', s.text)]);
        -- A range in one bucket of the histogram, or over a few.
        SELECT * INTO last
        FROM (
            SELECT DISTINCT ON (i.text) i.*
            FROM estimates.ids AS i
            WHERE i.text >= s.text
            ORDER BY i.text
            LIMIT (ARRAY[20, 200, 2000])[1 + floor(random() * 3)::integer]
        ) AS next
        ORDER BY next.text DESC
        LIMIT 1;
        truth := format('text BETWEEN %L AND %L', s.text, last.text);
        PERFORM estimates.note(shape, 'between', truth, ARRAY[
            format('base62id BETWEEN %L AND %L', s.base62id, last.base62id),
            format('uuid BETWEEN %L AND %L', s.uuid, last.uuid),
            truth]);
    END LOOP;
END $$;
