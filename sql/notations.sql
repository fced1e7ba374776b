-- Typed ids in every notation: a type prefix and a codec of 16 octets.
\getenv srcdir PG_ABS_SRCDIR
\i :srcdir/test/lib/helpers.sql
CREATE SCHEMA notations;
SET search_path = notations, public;
SET TimeZone = 'UTC';

SELECT typeid_create_type('plain_id', 'user');
SELECT typeid_create_type('product_id', 'prod', 'ulid');
SELECT typeid_create_type('customer_id', 'cus', notation => 'base62id');
SELECT typeid_create_type('link_id', 'li_nk', notation => 'base64uuid');
SELECT typeid_create_type('bare_id', '', notation => 'base62id');
SELECT typeid_create_type('either_id', 'e', notation => 'ulid', accept_uuid => true);
SELECT * FROM typeid_types() WHERE (SELECT typnamespace FROM pg_type WHERE oid = type) = 'notations'::regnamespace;
SELECT typname, obj_description(oid, 'pg_type') FROM pg_type WHERE typnamespace = 'notations'::regnamespace AND typelem = 0 AND typtype = 'b' ORDER BY oid;

\echo '-- One body says all of it; these never change (docs/formats.md).'
SELECT proname, prosrc, provolatile FROM pg_proc WHERE pronamespace = 'notations'::regnamespace AND proname ~ '_(out|send)$' ORDER BY oid;

\echo '-- What is refused.'
SELECT typeid_create_type('other_id', 'oth', 'base58');
SELECT typeid_create_type('other_id', 'oth', 'ULID');
SELECT typeid_create_type('other_id', 'Oth', 'ulid');
SELECT typeid_create_type('other_id', 'oth', mask_key => 1);
SELECT typeid_create_type('other_id', 'oth', mask_key => -1);
SELECT typeid_create_type('other_id', 'prod', 'ulid');
SELECT typeid_create_type('twin_id', 'prod', 'base62id');

\echo '-- One UUID in all of them.'
\set u '''018fd4a3-7c2e-7d01-9e4b-5a6f70819203''::uuid'
SELECT :u::plain_id, :u::product_id, :u::customer_id, :u::link_id, :u::bare_id, :u::either_id;
SELECT 'prod_01HZAA6Z1EFM0SWJTTDXR834G3'::product_id::uuid = :u AS upper, 'prod_01hzaa6z1efm0swjttdxr834g3'::product_id::uuid = :u AS lower,
       '"prod_01HZAA6z1EFM0SWJTTDXR834G3"'::product_id::uuid = :u AS quoted;

\echo '-- Texts that are no ids, and why.'
SELECT text, pg_temp.error_of(format('SELECT %L::%s', text, type)) AS error
FROM (VALUES ('product_id', 'prod_01HZAA6Z1EFM0SWJTTDXR834G'), ('product_id', 'prod_01HZAA6Z1EFM0SWJTTDXR834GU'), ('product_id', 'prod_81HZAA6Z1EFM0SWJTTDXR834G3'),
    ('product_id', 'Prod_01HZAA6Z1EFM0SWJTTDXR834G3'), ('product_id', '01HZAA6Z1EFM0SWJTTDXR834G3'), ('product_id', '"prod_01HZAA6Z1EFM0SWJTTDXR834G3'),
    ('product_id', 'user_01hzaa6z1efm0swjttdxr834g3'), ('product_id', '018fd4a3-7c2e-7d01-9e4b-5a6f70819203'), ('product_id', ''),
    ('customer_id', 'cus_zzzzzzzzzzzzzzzzzzzzzz'), ('customer_id', 'cus_0000000000000000000000'), ('customer_id', 'cus_Fa84QWiAxLXUJaHZmEVPE_'),
    ('link_id', 'li_nk_zzzzzzzzzzzzzzzzzzzzzz'), ('bare_id', '_Fa84QWiAxLXUJaHZmEVPEG'), ('plain_id', 'prod_01HZAA6Z1EFM0SWJTTDXR834G3')) v(type, text);

\echo '-- 2000 random UUIDs against the functions of the systems: text, reading, order, casts, searches against text.'
CREATE TABLE u AS SELECT md5(i || 'notations')::uuid AS u FROM generate_series(1, 2000) i;
INSERT INTO u VALUES ('00000000-0000-0000-0000-000000000000'), ('ffffffff-ffff-ffff-ffff-ffffffffffff');
CREATE FUNCTION pg_temp.suffix(u uuid) RETURNS text LANGUAGE sql AS 'SELECT typeid_encode('''', u)';
CREATE FUNCTION pg_temp.laws(type regtype, prefix text, encode text) RETURNS TABLE (type_name regtype, law text, faults bigint) LANGUAGE plpgsql AS $$
DECLARE lead text := CASE prefix WHEN '' THEN '' ELSE prefix || '_' END; n int; start text; pattern text;
BEGIN
    EXECUTE format('CREATE TEMP TABLE t AS SELECT u, u::%1$s AS id, %2$L || %3$s(u)::text AS text FROM u', type, lead, encode);
    CREATE INDEX ON t (id);
    ANALYZE t;
    RETURN QUERY SELECT type, 'text', count(*) FROM t WHERE id::text IS DISTINCT FROM t.text OR id::varchar IS DISTINCT FROM t.text;
    RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''reading'', count(*) FROM t WHERE t.text::%1$s <> id OR (''"'' || t.text || ''"'')::%1$s <> id OR t.text::varchar::%1$s <> id', type);
    RETURN QUERY SELECT type, 'order', count(*) FROM (SELECT row_number() OVER (ORDER BY id) a, row_number() OVER (ORDER BY t.text COLLATE "C") b FROM t) s WHERE a <> b;
    RETURN QUERY SELECT type, 'uuid', count(*) FROM t WHERE id::uuid <> u;
    RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''typeid'', count(*) FROM t WHERE id::typeid <> uuid_to_typeid(%2$L, u) OR id::typeid::%1$s <> id', type, prefix);
    FOR n IN 0 .. length(lead) + 4 LOOP
        SELECT left(t.text, n) INTO start FROM t ORDER BY u OFFSET 17 * n LIMIT 1;
        pattern := replace(replace(start, '\', '\\'), '_', '\_') || '%';
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''search'', count(*) FROM (SELECT u FROM t WHERE id ^@ %2$L EXCEPT ALL SELECT u FROM t WHERE starts_with(text, %2$L)) s', type, start);
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''search'', count(*) FROM (SELECT u FROM t WHERE starts_with(text, %2$L) EXCEPT ALL SELECT u FROM t WHERE id ^@ %2$L) s', type, start);
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''LIKE'', abs((SELECT count(*) FROM t WHERE id LIKE %2$L) - (SELECT count(*) FROM t WHERE text LIKE %2$L))', type, pattern);
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''ILIKE'', abs((SELECT count(*) FROM t WHERE id ILIKE %2$L) - (SELECT count(*) FROM t WHERE text ILIKE %2$L))', type, upper(pattern));
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''LIKE'', abs((SELECT count(*) FROM t WHERE id LIKE %2$L) - (SELECT count(*) FROM t WHERE text LIKE %2$L))', type, start || '%');
    END LOOP;
    DROP TABLE t;
END $$;
SELECT l.type_name, string_agg(law || ' ' || checks, ', ' ORDER BY law), sum(faults) AS faults
FROM (SELECT l.type_name, law, count(*) AS checks, sum(faults) AS faults
FROM (VALUES ('plain_id'::regtype, 'user', 'uuid_suffix'), ('product_id', 'prod', 'ulid_encode'), ('customer_id', 'cus', 'base62id_encode'), ('link_id', 'li_nk', 'base64uuid_encode'),
             ('bare_id', '', 'base62id_encode')) v(type, prefix, encode),
     pg_temp.laws(type, prefix, CASE encode WHEN 'uuid_suffix' THEN 'pg_temp.suffix' ELSE encode END) l
GROUP BY 1, 2) l GROUP BY 1 ORDER BY 1;

\echo '-- By index, under each plan; the ULID''s separator is known to LIKE as TypeID''s is.'
CREATE TABLE p (id product_id PRIMARY KEY);
INSERT INTO p SELECT u::product_id FROM u;
ANALYZE p;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT FROM p WHERE id ^@ 'prod_01H';
EXPLAIN (COSTS OFF) SELECT FROM p WHERE id ^@ 'prod_01h';
EXPLAIN (COSTS OFF) SELECT FROM p WHERE id LIKE 'prod_0%';
EXPLAIN (COSTS OFF) SELECT FROM p WHERE id = 'prod_01HZAA6Z1EFM0SWJTTDXR834G3';
SELECT count(*) FROM p WHERE id ^@ 'prod_3Z' OR id ^@ 'prod_3z';
PREPARE dynamic(text) AS SELECT count(*) = (SELECT count(*) FROM p WHERE id::text LIKE $1) AS equal FROM p WHERE id LIKE $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE dynamic('prod_1%');
EXECUTE dynamic('prod\_1%');
EXECUTE dynamic('prod%');
RESET plan_cache_mode;
RESET enable_seqscan;
RESET enable_bitmapscan;

\echo '-- What a type has besides.'
SELECT pg_typeof(product_id_new()), product_id_new() < product_id_new() AS increasing, product_id_min('2026-01-01') AS first, product_id_max('2026-01-01') AS last,
       product_id_timestamp('prod_01HZAA6Z1EFM0SWJTTDXR834G3');
SELECT min(id), max(id) FROM p;
CREATE TABLE texts (id text PRIMARY KEY, note text);
INSERT INTO texts SELECT 'cus_' || base62id_encode(u) FROM u;
ALTER TABLE texts ALTER id TYPE customer_id USING id::customer_id;
SELECT count(*), count(*) FILTER (WHERE id = ('cus_' || base62id_encode(id::uuid))::customer_id) FROM texts;

\echo '-- A uuid''s text, for a type that takes it.'
SELECT '018fd4a3-7c2e-7d01-9e4b-5a6f70819203'::either_id, '"018FD4A3-7C2E-7D01-9E4B-5A6F70819203"'::text::either_id;
SELECT '018fd4a37c2e7d019e4b5a6f70819203'::either_id;
SET base62id.output = 'uuid';
SELECT :u::either_id, :u::either_id::text, :u::either_id::varchar, :u::either_id::bpchar, :u::either_id::name, to_json(:u::either_id), :u::product_id;
RESET base62id.output;

\echo '-- What is this id?'
SELECT text, i.system, i.type_prefix, i.uuid FROM (SELECT unnest(ARRAY[:u::plain_id::text, :u::product_id::text, :u::customer_id::text, :u::link_id::text, 'p_01hzaa6z1efm0swjttdxr834g3'])) t(text), base62id_inspect(text) i;

\echo '-- Complete: nothing to add.'
SELECT typeid_upgrade_type(type) FROM typeid_types() WHERE type = ANY ('{product_id,customer_id,link_id,bare_id,either_id}'::regtype[]);
SELECT (SELECT count(*) FROM pg_proc WHERE pronamespace = 'notations'::regnamespace AND proname ~ ('^' || type)) AS functions, type
FROM unnest(ARRAY['plain', 'product', 'customer', 'either']) type;

-- They go as others do.
SET client_min_messages = warning;
DROP SCHEMA notations CASCADE;
