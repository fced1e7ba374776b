-- A property: a search of ids finds the rows that the same search of their texts finds.  This file
-- makes the tables and pg_temp.differences(), which returns a row for each search that finds other
-- rows.  test/search/run seeds random(), calls it with patterns, and wants no row.  Variables: only
-- (a regular expression of types), seed (of the ids).
\i test/lib/helpers.sql
\i test/lib/types.sql
\set ECHO none
SET max_parallel_workers_per_gather = 0;
SET jit = off;

-- Masks are of UUIDs of version 7.
CREATE FUNCTION pg_temp.of_version_7(u uuid) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT overlay(overlay(u::text PLACING '7' FROM 15) PLACING '8' FROM 20)::uuid
$$;

-- Every system, and id types of every notation, with and without a type prefix and a mask.
ALTER TABLE id_types ADD beginning integer NOT NULL DEFAULT 0;
DO $$
DECLARE
    notation text;
    prefix text;
    mask integer;
    name text;
BEGIN
    FOREACH notation IN ARRAY ARRAY[
        'typeid', 'ulid', 'base62id', 'base64uuid', 'uuid', 'hex', 'uid11'
    ] LOOP
        FOR prefix, mask IN VALUES ('', 0), ('cus', 0), ('a_b', 0), ('cus', 1), ('S3_o', 0) LOOP
            CONTINUE WHEN notation = 'typeid' AND prefix ~ '[A-Z0-9]'
                OR notation IN ('uuid', 'hex') AND prefix = '';
            name := concat_ws('_',
                'of',
                notation,
                nullif(lower(prefix), ''),
                CASE mask WHEN 1 THEN 'masked' END);
            PERFORM typeid_create_type(name, prefix, notation, mask);
            INSERT INTO id_types (n, type, value, folds, beginning)
            SELECT
                max(n) + 1,
                name,
                CASE
                    WHEN notation = 'uid11' THEN 'n::uid11::' || name
                    WHEN mask = 1 THEN 'pg_temp.of_version_7(u)::' || name
                    ELSE 'u::' || name
                END,
                notation IN ('ulid', 'uuid', 'hex'),
                length(prefix) + (prefix <> '')::integer -- with its underscore
            FROM id_types;
        END LOOP;
    END LOOP;
END $$;

DELETE FROM id_types WHERE type !~ :'only';

-- Ids that share beginnings, in different degrees, and their texts.  A table for each way to look
-- for them.
CREATE TABLE octets AS
    SELECT
        n,
        decode(
            left(md5((:seed + n / 40)::text), common) || left(md5((:seed - n)::text), 32 - common),
            'hex') AS o
    FROM generate_series(1, 300) AS n,
        LATERAL (SELECT 2 * (n % 3)::integer AS common) AS x;
CALL pg_temp.for_types($$
    CREATE TABLE %1$s_btree AS
        SELECT r.n, v.id, v.id::text COLLATE "C" AS s
        FROM octets AS r,
            LATERAL (SELECT (%2$s)::%1$s AS id FROM pg_temp.octets(r.n, r.o)) AS v;
    INSERT INTO %1$s_btree (n) VALUES (0);
    CREATE TABLE %1$s_brin WITH (fillfactor = 10) AS TABLE %1$s_btree ORDER BY id;
    CREATE TABLE %1$s_multi WITH (fillfactor = 10) AS TABLE %1$s_btree ORDER BY id;
    CREATE TABLE %1$s_gist AS TABLE %1$s_btree;
    CREATE INDEX ON %1$s_btree (id);
    CREATE INDEX ON %1$s_brin USING brin (id) WITH (pages_per_range = 1);
    -- Id types of 16 bytes have no such class: uuid's own serves them, over an expression.
    DO $do$
    BEGIN
        IF EXISTS (SELECT FROM pg_opclass WHERE opcname = '%1$s_minmax_multi_ops') THEN
            CREATE INDEX ON %1$s_multi USING brin (id %1$s_minmax_multi_ops)
                WITH (pages_per_range = 1);
        ELSE
            CREATE INDEX ON %1$s_multi USING brin ((id::uuid) uuid_minmax_multi_ops)
                WITH (pages_per_range = 1);
        END IF;
    END $do$;
    CREATE INDEX ON %1$s_gist USING gist (id);
    CREATE TABLE %1$s_parts (n integer, id %1$s, s text COLLATE "C") PARTITION BY RANGE (id);
    CREATE TABLE %1$s_parts_0 PARTITION OF %1$s_parts DEFAULT
$$);
CALL pg_temp.for_types($$
    DO $do$
    DECLARE
        bounds text[] := ARRAY(
            SELECT min(id)::text
            FROM (
                SELECT id, ntile(5) OVER (ORDER BY id) AS part
                FROM %1$s_btree
                WHERE id IS NOT NULL
            ) AS p
            GROUP BY part
            ORDER BY part
        );
    BEGIN
        FOR i IN 1..3 LOOP
            EXECUTE format(
                'CREATE TABLE %1$s_parts_%%s PARTITION OF %1$s_parts '
                'FOR VALUES FROM (%%L) TO (%%L)',
                i, bounds[i + 1], bounds[i + 2]);
        END LOOP;
    END $do$;
    INSERT INTO %1$s_parts TABLE %1$s_btree;
    CREATE INDEX ON %1$s_parts (id);
    ANALYZE %1$s_btree, %1$s_brin, %1$s_multi, %1$s_gist, %1$s_parts
$$);

-- A text that is read in either case, behind its type prefix of so many characters.
CREATE FUNCTION pg_temp.folded(s text, beginning integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT left(s, beginning) || upper(substr(s, 1 + beginning) COLLATE "C")
$$;

-- Searches, and what they find by the text.  Texts that are read in either case are searched for in
-- either, but not patterns.
CREATE TABLE searches (operator text, search text, truth text, of_typeids boolean);
INSERT INTO searches VALUES
    (
        '^@',
        'id ^@ %1$s',
        'CASE
            WHEN %2$s THEN starts_with(pg_temp.folded(s, %3$s), pg_temp.folded(%1$s, %3$s))
            ELSE starts_with(s, %1$s)
        END',
        false
    ),
    (
        'NOT ^@',
        'NOT id ^@ %1$s',
        'CASE
            WHEN %2$s THEN NOT starts_with(pg_temp.folded(s, %3$s), pg_temp.folded(%1$s, %3$s))
            ELSE NOT starts_with(s, %1$s)
        END',
        false
    ),
    ('LIKE', 'id LIKE %1$s', 's LIKE %1$s', false),
    ('NOT LIKE', 'id NOT LIKE %1$s', 's NOT LIKE %1$s', false),
    ('ILIKE', 'id ILIKE %1$s', 's ILIKE %1$s', false),
    ('NOT ILIKE', 'id NOT ILIKE %1$s', 's NOT ILIKE %1$s', false),
    -- 27: "_" and the suffix
    ('@>', 'id @> %1$s', 'left(s, greatest(length(s) - 27, 0)) = %1$s', true),
    ('<@', '%1$s <@ id', 'left(s, greatest(length(s) - 27, 0)) = %1$s', true);

CREATE FUNCTION pg_temp.below(n integer) RETURNS integer LANGUAGE sql AS $$
    SELECT floor(random() * n)::integer
$$;
CREATE FUNCTION pg_temp.one_of(choices anyarray) RETURNS anyelement LANGUAGE sql AS $$
    SELECT choices[1 + floor(random() * cardinality(choices))::integer]
$$;

-- A pattern of pieces of a text, so that many match: whole, cut, with wildcards, escapes and
-- letters of the other case.
CREATE FUNCTION pg_temp.pattern_of(s text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    pattern text := '';
    c text;
    -- the end, or % there
    stop integer := CASE pg_temp.below(3) WHEN 0 THEN length(s) ELSE pg_temp.below(12) END;
    noise integer := pg_temp.one_of(ARRAY[6, 30, 1000, 1000]);
    i integer := 1;
BEGIN
    s := CASE pg_temp.below(3) WHEN 0 THEN upper(s) WHEN 1 THEN lower(s) ELSE s END;
    WHILE i <= stop LOOP
        c := substr(s, i, 1);
        CASE pg_temp.below(noise)
            WHEN 0 THEN c := '_';
            WHEN 1 THEN
                c := repeat('%', 1 + pg_temp.below(2));
                i := i + pg_temp.below(4);
            WHEN 2 THEN c := '\' || c;
            WHEN 3 THEN c := translate(c, upper(c) || lower(c), lower(c) || upper(c));
            WHEN 4 THEN c := pg_temp.one_of(
                ARRAY['', '0', '_', 'x', 'Z', '7', 'é', '"', '$', '-', '\_', '\%', '%_', '\']);
            ELSE
                IF c = '_' AND pg_temp.below(2) = 0 THEN
                    c := '\_';
                END IF;
        END CASE;
        pattern := pattern || c;
        i := i + 1;
    END LOOP;
    RETURN pattern || pg_temp.one_of(ARRAY['', '%', '%', '_%', '%' || right(s, 1)]);
END $$;

-- The text of some row; another one for each i, which the planner has no reason to keep.
CREATE FUNCTION pg_temp.any_text(type text, i integer) RETURNS text VOLATILE LANGUAGE plpgsql AS $$
DECLARE
    s text;
BEGIN
    EXECUTE format('SELECT s FROM %s_btree WHERE n = %s', type, 1 + pg_temp.below(300)) INTO s;
    RETURN s;
END $$;

-- What a query finds: the numbers of rows, or its SQLSTATE.
CREATE FUNCTION pg_temp.found(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    numbers text;
BEGIN
    EXECUTE query INTO numbers;
    RETURN numbers;
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;

-- A query for the numbers of the rows of a type's table for a way of access.
CREATE FUNCTION pg_temp.numbers_query(type text, access text, condition text) RETURNS text
LANGUAGE sql AS $$
    SELECT format(
        $q$SELECT string_agg(n::text, ',' ORDER BY n) FROM %s_%s WHERE %s$q$,
        type, replace(access, 'seq', 'btree'), condition)
$$;

-- Lets the planner look for rows in one way only.  Whether an index serves a search is asked in
-- sql/like.sql and sql/prefix_plans.sql.
CREATE FUNCTION pg_temp.allow(access text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('enable_seqscan', (access = 'seq')::text, false);
    PERFORM set_config('enable_indexscan', (access <> 'seq')::text, false);
    PERFORM set_config('enable_indexonlyscan', (access <> 'seq')::text, false);
    PERFORM set_config('enable_bitmapscan', (access IN ('brin', 'multi'))::text, false);
END $$;

-- Looks for one pattern in every way, and says where it finds other rows than the text does.  A
-- pattern that ends in a backslash is an error for who comes so far; an index may not.
CREATE FUNCTION pg_temp.differences(t record, pattern text) RETURNS TABLE (
    type text,
    operator text,
    way text,
    searched text,
    finds text,
    text_finds text
) LANGUAGE plpgsql AS $$
DECLARE
    s record;
    access text;
    literal text := quote_literal(pattern);
    truth text;
    prepared text;
    query text;
BEGIN
    PERFORM set_config('search.pattern', pattern, false);
    FOR s IN SELECT * FROM searches AS o WHERE NOT o.of_typeids OR t.type = 'typeid' LOOP
        query := pg_temp.numbers_query(
            t.type, 'btree', format(s.truth, literal || '::text', t.folds::text, t.beginning));
        EXECUTE format('SELECT pg_temp.found(%L)', query) INTO truth;
        FOREACH access IN ARRAY ARRAY['seq', 'btree', 'brin', 'multi', 'gist', 'parts'] LOOP
            PERFORM pg_temp.allow(access);
            prepared := format('EXECUTE %I(%L)',
                concat_ws(' ', t.type, access, s.operator), pattern);
            FOREACH way IN ARRAY ARRAY['constant', 'stable', 'custom', 'generic'] LOOP
                query := CASE way
                    WHEN 'constant' THEN pg_temp.numbers_query(
                        t.type, access, format(s.search, literal))
                    WHEN 'stable' THEN pg_temp.numbers_query(
                        t.type, access, format(s.search, $q$current_setting('search.pattern')$q$))
                    ELSE prepared
                END;
                PERFORM set_config(
                    'plan_cache_mode',
                    CASE way
                        WHEN 'generic' THEN 'force_generic_plan'
                        ELSE 'force_custom_plan'
                    END,
                    false);
                finds := pg_temp.found(query);
                IF finds IS DISTINCT FROM truth AND NOT (truth = '22025' AND pattern ~ '\\$') THEN
                    type := t.type;
                    operator := s.operator;
                    way := access || ' ' || way;
                    searched := pattern;
                    text_finds := truth;
                    RETURN NEXT;
                END IF;
            END LOOP;
        END LOOP;
    END LOOP;
END $$;

-- A prepared statement for each of those that have a parameter.
DO $$
DECLARE
    t record;
    s record;
    access text;
BEGIN
    FOR t IN SELECT * FROM id_types LOOP
        FOR s IN SELECT * FROM searches AS o WHERE NOT o.of_typeids OR t.type = 'typeid' LOOP
            FOREACH access IN ARRAY ARRAY['seq', 'btree', 'brin', 'multi', 'gist', 'parts'] LOOP
                EXECUTE format('PREPARE %I(text) AS %s',
                    concat_ws(' ', t.type, access, s.operator),
                    pg_temp.numbers_query(t.type, access, format(s.search, '$1')));
            END LOOP;
        END LOOP;
    END LOOP;
END $$;
