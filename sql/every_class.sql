-- Each operator class of ours, on each kind of column that it can be made on, serves each condition: the rows of a scan of the table, no error.
\set ECHO errors
\pset format unaligned
\pset tuples_only on
CREATE SCHEMA every_class;
SET search_path = every_class, public;
SET client_min_messages = warning;
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SELECT typeid_create_type('order_id', 'order'), typeid_create_type('short_id', 's', 'base62id'), typeid_create_type('bill_id', 'bill', 'uid11'), typeid_create_type('read_id', 'read', accept_uuid => true);

-- 1: the type, 2: the type of PostgreSQL that it can be read as, 3 and 4: values of that.
CREATE TEMP TABLE conditions (condition text);
INSERT INTO conditions VALUES ('x::%1$s = %3$s::%1$s'), ('x::%1$s <> %3$s::%1$s'), ('x::%1$s < %3$s::%1$s'), ('x::%1$s <= %3$s::%1$s'),
    ('x::%1$s > %3$s::%1$s'), ('x::%1$s >= %3$s::%1$s'), ('%3$s::%1$s >= x::%1$s'), ('x::%1$s IN (%3$s::%1$s, %4$s::%1$s)'),
    ('x::%1$s = ANY (ARRAY[%3$s::%1$s, NULL])'), ('x::%1$s <= ANY (ARRAY[%3$s::%1$s, %4$s::%1$s])'), ('x::%1$s BETWEEN %3$s::%1$s AND %4$s::%1$s'),
    ('x::%1$s ^@ left((%3$s::%1$s)::text, 8)'), ('x::%1$s LIKE left((%3$s::%1$s)::text, 9) || ''%%'''), ('x IS NULL'),
    ('x::%2$s = %3$s'), ('x::%2$s < %3$s'), ('x::%2$s >= %3$s'), ('x::%2$s IN (%3$s, %4$s)'), ('x::%2$s = (%3$s::%1$s)::%2$s'), ('(x::%1$s, 1) > (%3$s::%1$s, 0)'),
    ('x::%1$s = (SELECT %3$s::%1$s)'), ('x::%1$s >= (SELECT %3$s::%1$s)'), ('x::%2$s = (SELECT %3$s)'), ('x::%1$s = %3$s::%1$s AND x::%2$s = %3$s'),
    ('x::%1$s >= %3$s::%1$s AND x::%2$s <= %4$s');
CREATE FUNCTION pg_temp.found(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    n bigint;
BEGIN
    EXECUTE query INTO n;
    RETURN n;
EXCEPTION WHEN OTHERS THEN
    RETURN sqlstate;
END $$;

CREATE TEMP TABLE outcomes (class name, method name, kind text, condition text, by_table text, by_index text);
CREATE PROCEDURE pg_temp.try_class(class name, method name, type text, kind text, on_type text, core text, key text) LANGUAGE plpgsql AS $$
DECLARE
    made text := CASE core WHEN 'uuid' THEN 'md5((i % 300)::text)::uuid' ELSE '((i % 300) * 1234567 - 99999999)::bigint' END;
    k text := CASE core WHEN 'uuid' THEN '''8f14e45f-ceea-167a-5a36-dedd4bea2543''::uuid' ELSE '(-91358030)::bigint' END;
    l text := CASE core WHEN 'uuid' THEN '''c9f0f895-fb98-ab91-59f5-1fd0297e236d''::uuid' ELSE '8641968::bigint' END;
    condition text;
    by_table text[];
    i integer := 0;
BEGIN
    DROP TABLE IF EXISTS t;
    EXECUTE format('CREATE TEMP TABLE t (x %s)', on_type);
    EXECUTE format('INSERT INTO t SELECT %s::%s::%s FROM generate_series(1, 1000) AS i', made, type, on_type);
    INSERT INTO t VALUES (NULL);
    by_table := ARRAY(SELECT pg_temp.found('SELECT count(*) FROM t WHERE ' || format(c.condition, type, core, k, l)) FROM conditions AS c);
    BEGIN
        EXECUTE format('CREATE INDEX ON t USING %s (%s %s)%s', method, key, class, CASE method WHEN 'brin' THEN ' WITH (pages_per_range = 1)' ELSE '' END);
    EXCEPTION WHEN datatype_mismatch THEN
        RETURN;
    END;
    ANALYZE t;
    PERFORM set_config('enable_seqscan', 'off', true);
    FOR condition IN SELECT c.condition FROM conditions AS c LOOP
        i := i + 1;
        INSERT INTO outcomes VALUES (class, method, kind, condition, by_table[i], pg_temp.found('SELECT count(*) FROM t WHERE ' || format(condition, type, core, k, l)));
    END LOOP;
    PERFORM set_config('enable_seqscan', 'on', true);
END $$;

-- Columns of the type, of what it can be read as, of domains over both; and the cast as an expression.
DO $$
DECLARE
    c record;
    kind text;
    core text;
    on_type text;
BEGIN
    FOR c IN SELECT o.opcname AS class, a.amname AS method, t.typname AS type, t.typlen AS size
               FROM pg_opclass AS o JOIN pg_am AS a ON a.oid = o.opcmethod JOIN pg_type AS t ON t.oid = o.opcintype
              WHERE t.typname IN ('base62id', 'ulid', 'order_id', 'short_id', 'bill_id', 'read_id') AND t.typtype = 'b' LOOP
        core := CASE c.size WHEN 16 THEN 'uuid' ELSE 'bigint' END;
        EXECUTE format('CREATE DOMAIN over_type AS %s; CREATE DOMAIN over_core AS %s', c.type, core);
        FOREACH kind IN ARRAY ARRAY['type', 'core', 'domain over type', 'domain over core'] LOOP
            on_type := CASE kind WHEN 'type' THEN c.type WHEN 'core' THEN core WHEN 'domain over type' THEN 'over_type' ELSE 'over_core' END;
            CALL pg_temp.try_class(c.class, c.method, c.type, kind, on_type, core, 'x');
            CALL pg_temp.try_class(c.class, c.method, c.type, kind || ', cast', on_type, core, format('(x::%s)', c.type));
        END LOOP;
        DROP TABLE t;
        DROP DOMAIN over_type, over_core;
    END LOOP;
END $$;
\echo '-- Typed ids that do not accept uuids have no class for columns of what they can be read as.'
SELECT kind, count(*) >= 350 AS all_tried, count(*) FILTER (WHERE by_table <> by_index) AS other_rows,
       count(*) FILTER (WHERE length(by_table) = 5 OR length(by_index) = 5) AS errors FROM outcomes GROUP BY kind ORDER BY kind;
SELECT * FROM outcomes WHERE by_table <> by_index OR length(by_table) = 5 LIMIT 20;
DROP SCHEMA every_class CASCADE;

\echo '-- A superuser''s class over a type of another layout is refused, and ends no server.'
CREATE OPERATOR CLASS forged FOR TYPE integer USING gist AS OPERATOR 18 pg_catalog.= (integer, integer),
    FUNCTION 1 uuid_family_gist_consistent(internal, "any", smallint, oid, internal), FUNCTION 2 base62id_gist_union(internal, internal),
    FUNCTION 3 uuid_family_gist_compress(internal), FUNCTION 5 base62id_gist_penalty(internal, internal, internal),
    FUNCTION 6 base62id_gist_picksplit(internal, internal), FUNCTION 7 base62id_gist_same(bytea, bytea, internal), STORAGE bytea;
CREATE TEMP TABLE forgeries (i integer);
INSERT INTO forgeries VALUES (7);
CREATE INDEX ON forgeries USING gist (i forged);
DROP TABLE forgeries;
DROP OPERATOR FAMILY forged USING gist;
