-- The types of test/lib/types.tsv, to be read after helpers.sql:
--
--   \i test/lib/types.sql
--
-- A command for each type is a template: %1$s is the type's name, %2$s an expression of a value of
-- it, which reads the columns of a row of pg_temp.octets(), and %3$s one of a fresh id.
\set types `cat test/lib/types.tsv`

CREATE TEMP TABLE id_types AS
    SELECT
        n::integer - 1 AS n,
        c[1] AS type,
        nullif(c[2], '-') AS family,
        c[3] AS text,
        c[4] AS value,
        c[5] AS fresh,
        nullif(c[6], '-') AS time,
        c[7]::boolean AS ascending,
        c[8]::boolean AS folds,
        c[9] AS alphabet,
        c[10]::integer AS symbols,
        c[11]::numeric AS lead,
        c[12]::integer AS bits
    FROM (
        SELECT c, row_number() OVER (ORDER BY n) AS n
        FROM string_to_table(:'types', E'\n') WITH ORDINALITY AS l(line, n),
            string_to_array(line, E'\t') AS c
        WHERE line !~ '^#'
    ) AS rows
    WHERE n > 1;

-- What a value is made of: the octets o, of which the first ones count, in the forms that
-- constructors take.
CREATE FUNCTION pg_temp.octets(nr bigint, octets bytea)
RETURNS TABLE (i bigint, o bytea, u uuid, n numeric) LANGUAGE sql IMMUTABLE AS $$
    SELECT
        nr,
        octets,
        encode(octets, 'hex')::uuid,
        ('x' || encode(octets, 'hex'))::bit(64)::bigint
            + CASE WHEN get_byte(octets, 0) < 128 THEN 0 ELSE 18446744073709551616 END
$$;
-- The same for a row of a repeatable random table.
CREATE FUNCTION pg_temp.octets(nr bigint)
RETURNS TABLE (i bigint, o bytea, u uuid, n numeric) LANGUAGE sql IMMUTABLE AS $$
    SELECT * FROM pg_temp.octets(nr, decode(md5(nr::text), 'hex'))
$$;

-- Makes an id type, item_id, one of the types that the others go through.
CREATE PROCEDURE pg_temp.add_id_type() LANGUAGE plpgsql AS $$
BEGIN
    PERFORM typeid_create_type('item_id', 'item');
    INSERT INTO id_types (n, type, family, text, value, fresh, time, ascending)
    SELECT
        max(n) + 1,
        'item_id',
        NULL,
        'item_.*',
        'u::item_id',
        'item_id_new()',
        'item_id_timestamp(v)',
        true
    FROM id_types;
END $$;

-- Makes id types in every notation but with a mask, and adds them: one in_NOTATION each.
CREATE PROCEDURE pg_temp.add_notated() LANGUAGE plpgsql AS $$
BEGIN
    PERFORM typeid_create_type('in_typeid', 'it');
    PERFORM typeid_create_type('in_ulid', 'i_u', 'ulid');
    PERFORM typeid_create_type('in_base62id', 'ib', 'base62id');
    PERFORM typeid_create_type('in_base64uuid', '', 'base64uuid');
    PERFORM typeid_create_type('in_uuid', 'USR', 'uuid');
    PERFORM typeid_create_type('in_hex', 's3', 'hex');
    PERFORM typeid_create_type('in_uid11', 'in', 'uid11');
    -- Those over uuid have generators and times; a uid11 is of a number.
    INSERT INTO id_types (n, type, text, value, fresh, time, ascending, folds)
    SELECT
        100 + row_number() OVER (),
        'in_' || name,
        form,
        format('u::in_%s', name),
        format('in_%s_new()', name),
        format('in_%s_timestamp(v)', name),
        true,
        name IN ('ulid', 'uuid', 'hex')
    FROM (VALUES
        ('typeid', 'it_[0-7][0-9a-hjkmnp-tv-z]{25}'),
        ('ulid', 'i_u_[0-7][0-9A-HJKMNP-TV-Z]{25}'),
        ('base62id', 'ib_[F-N][0-9A-Za-z]{21}'),
        ('base64uuid', '[F-I][$0-9A-Z_a-z]{21}'),
        ('uuid', 'USR_[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}'),
        ('hex', 's3_[0-9a-f]{32}')) AS v (name, form);
    INSERT INTO id_types (n, type, text, value, fresh, time, ascending, folds)
    VALUES (
        107,
        'in_uid11',
        'in_[1-9A-HJ-NP-Za-km-z]{11}',
        'n::uid11::in_uid11',
        'xid_new()::uid11::in_uid11',
        NULL,
        false,
        false
    );
END $$;

CREATE PROCEDURE pg_temp.drop_notated() LANGUAGE plpgsql SET client_min_messages = warning AS $$
BEGIN
    DROP TYPE in_typeid, in_ulid, in_base62id, in_base64uuid, in_uuid, in_hex, in_uid11 CASCADE;
END $$;

-- Runs a command for each type of the table `members` that a test makes: k, type.
CREATE PROCEDURE pg_temp.for_members(command text) LANGUAGE plpgsql AS $$
DECLARE
    m record;
BEGIN
    FOR m IN SELECT * FROM members ORDER BY k LOOP
        EXECUTE format(command, m.type);
    END LOOP;
END $$;

-- A list with an item for each type, to be put into a command.
CREATE FUNCTION pg_temp.list_of_types(item text, separator text DEFAULT ', ') RETURNS text
LANGUAGE sql AS $$
    SELECT string_agg(format(item, type, value, fresh), separator ORDER BY n) FROM id_types
$$;

-- A table with a column n and one of each type, which has its name, of a query of (n, 16 octets).
CREATE PROCEDURE pg_temp.create_rows(name text, source text) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE TABLE %I AS SELECT nr AS n, %s FROM (%s) AS s(nr, octets), %s',
        name,
        pg_temp.list_of_types('%1$s'),
        source,
        pg_temp.list_of_types(
            'LATERAL (SELECT (%2$s)::%1$s AS %1$s FROM pg_temp.octets(nr, octets)) AS v%1$s'));
END $$;

-- Runs a command for each type.
CREATE PROCEDURE pg_temp.for_types(command text) LANGUAGE plpgsql AS $$
DECLARE
    t record;
BEGIN
    FOR t IN SELECT * FROM id_types ORDER BY n LOOP
        EXECUTE format(command, t.type, t.value, t.fresh);
    END LOOP;
END $$;

-- Asks for each type what holds: the query gives one row of booleans, and each column is a law.  A
-- row for types that are alike.
CREATE FUNCTION pg_temp.laws_of_types(query text)
RETURNS TABLE (types text, hold text, broken text) LANGUAGE sql AS $$
    SELECT string_agg(t.type, ' ' ORDER BY n), l.hold, l.broken
    FROM id_types AS t,
        pg_temp.value_of(
            'SELECT row_to_json(q) FROM ('
            || format(query, t.type, t.value, t.fresh)
            || ') AS q') AS answer,
        LATERAL (
            SELECT
                string_agg(key, ', ' ORDER BY k) FILTER (
                    WHERE law.value = 'true') AS hold,
                string_agg(key, ', ' ORDER BY k) FILTER (
                    WHERE law.value IS DISTINCT FROM 'true') AS broken
            FROM json_each_text(answer::json) WITH ORDINALITY AS law(key, value, k)
        ) AS l
    GROUP BY l.hold, l.broken
    ORDER BY min(n)
$$;

-- Asks for each type for one value, as text.
CREATE FUNCTION pg_temp.value_of_types(query text) RETURNS TABLE (type text, value text)
LANGUAGE plpgsql AS $$
BEGIN
    RETURN QUERY
    SELECT t.type, pg_temp.value_of(format(query, t.type, t.value, t.fresh))
    FROM id_types AS t
    ORDER BY t.n;
END $$;
