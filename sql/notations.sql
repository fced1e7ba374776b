-- Id types in every notation: a type prefix in front of what the notation's own functions write. Of
-- 16 octets first, then of numbers.
\i test/lib/helpers.sql

CREATE SCHEMA notations;
SET search_path = notations, public;
SET TimeZone = 'UTC';

SELECT typeid_create_type('plain_id', 'user');
SELECT typeid_create_type('product_id', 'prod', 'ulid');
SELECT typeid_create_type('customer_id', 'cus', notation => 'base62id');
SELECT typeid_create_type('link_id', 'li_nk', notation => 'base64uuid');
SELECT typeid_create_type('bare_id', '', notation => 'base62id');
SELECT typeid_create_type('either_id', 'e', notation => 'ulid', accept_uuid => true);
SELECT typeid_create_type('usr_id', 'usr', notation => 'uuid', accept_uuid => true);
SELECT typeid_create_type('s3_id', 'S3_b', notation => 'hex');
SELECT * FROM typeid_types()
    WHERE (SELECT typnamespace FROM pg_type WHERE oid = type) = 'notations'::regnamespace;
SELECT typname, obj_description(oid, 'pg_type') FROM pg_type
    WHERE typnamespace = 'notations'::regnamespace AND typelem = 0 AND typtype = 'b' ORDER BY oid;

\echo '-- One body says all of it; these never change (docs/formats.md).'
SELECT proname, prosrc, provolatile FROM pg_proc
    WHERE pronamespace = 'notations'::regnamespace AND proname ~ '_(out|send)$' ORDER BY oid;

\echo '-- What is refused.'
SELECT typeid_create_type('other_id', 'oth', 'base58');
SELECT typeid_create_type('other_id', 'oth', 'ULID');
SELECT typeid_create_type('other_id', '3s', 'ulid');
SELECT typeid_create_type('other_id', 'oth-er', 'base62id');
SELECT typeid_create_type('other_id', 'other_', 'uid11');
SELECT typeid_create_type('other_id', repeat('X', 64), 'hex');
SELECT typeid_create_type('other_id', 's3');
SELECT typeid_create_type('other_id', 'Oth');
SELECT typeid_create_type('other_id', '', 'uuid');
SELECT typeid_create_type('other_id', '', 'hex');
SELECT typeid_create_type('other_id', 'oth', mask_key => 1);
SELECT typeid_create_type('other_id', 'oth', mask_key => -1);
SELECT typeid_create_type('other_id', 'prod', 'ulid');
\echo '-- The same type prefix serves in another notation.'
SELECT typeid_create_type('twin_id', 'prod', 'base62id');

\echo '-- One UUID in all of them.'
\set u '''018fd4a3-7c2e-7d01-9e4b-5a6f70819203''::uuid'
SELECT :u::plain_id, :u::product_id, :u::customer_id, :u::link_id, :u::bare_id, :u::either_id;
SELECT :u::usr_id, :u::s3_id;
SELECT 'usr_018FD4A3-7c2e-7D01-9e4b-5A6F70819203'::usr_id::uuid = :u AS uuid,
    '018FD4A3-7c2e-7D01-9e4b-5A6F70819203'::usr_id::uuid = :u AS accepted,
    '"S3_b_018FD4A37c2e7D019e4b5A6F70819203"'::s3_id::uuid = :u AS hex;
SELECT 'prod_01HZAA6Z1EFM0SWJTTDXR834G3'::product_id::uuid = :u AS upper,
    'prod_01hzaa6z1efm0swjttdxr834g3'::product_id::uuid = :u AS lower,
       '"prod_01HZAA6z1EFM0SWJTTDXR834G3"'::product_id::uuid = :u AS quoted;

\echo '-- Texts that are no ids, and why.'
SELECT text, pg_temp.error_of(format('SELECT %L::%s', text, type)) AS error
FROM (VALUES ('product_id', 'prod_01HZAA6Z1EFM0SWJTTDXR834G'),
    ('product_id', 'prod_01HZAA6Z1EFM0SWJTTDXR834GU'),
('product_id', 'prod_81HZAA6Z1EFM0SWJTTDXR834G3'),
    ('product_id', 'Prod_01HZAA6Z1EFM0SWJTTDXR834G3'), ('product_id', '01HZAA6Z1EFM0SWJTTDXR834G3'),
    ('product_id', '"prod_01HZAA6Z1EFM0SWJTTDXR834G3'),
    ('product_id', 'user_01hzaa6z1efm0swjttdxr834g3'),
    ('product_id', '018fd4a3-7c2e-7d01-9e4b-5a6f70819203'), ('product_id', ''),
    ('customer_id', 'cus_zzzzzzzzzzzzzzzzzzzzzz'), ('customer_id', 'cus_0000000000000000000000'),
    ('customer_id', 'cus_Fa84QWiAxLXUJaHZmEVPE_'),
    ('link_id', 'li_nk_zzzzzzzzzzzzzzzzzzzzzz'), ('bare_id', '_Fa84QWiAxLXUJaHZmEVPEG'),
    ('usr_id', 'usr_018fd4a37c2e7d019e4b5a6f70819203'),
    ('usr_id', 'usr_018fd4a3-7c2e-7d01-9e4b-5a6f7081920'),
    ('usr_id', 'usr_018fd4a3-7c2e-7d01-9e4b_5a6f70819203'),
    ('usr_id', 'USR_018fd4a3-7c2e-7d01-9e4b-5a6f70819203'),
    ('usr_id', 'usr-018fd4a3-7c2e-7d01-9e4b-5a6f70819203'),
    ('s3_id', 'S3_b_018fd4a3-7c2e-7d01-9e4b-5a6f70819203'),
    ('s3_id', 'S3_b_018fd4a37c2e7d019e4b5a6f7081920g'),
    ('s3_id', 's3_b_018fd4a37c2e7d019e4b5a6f70819203'),
    ('s3_id', '018fd4a37c2e7d019e4b5a6f70819203'),
    ('plain_id', 'prod_01HZAA6Z1EFM0SWJTTDXR834G3')) v(type, text);

\echo '-- 2000 random UUIDs against the functions of the systems: text, reading, order, casts,'
\echo '-- searches against text. So many questions of each kind, and no fault.'
CREATE TABLE u AS SELECT md5(i || 'notations')::uuid AS u FROM generate_series(1, 2000) i;
INSERT INTO u VALUES ('00000000-0000-0000-0000-000000000000'),
    ('ffffffff-ffff-ffff-ffff-ffffffffffff');
CREATE FUNCTION pg_temp.suffix(u uuid) RETURNS text LANGUAGE sql AS 'SELECT typeid_encode('''', u)';
CREATE FUNCTION pg_temp.digits(u uuid) RETURNS text LANGUAGE sql AS 'SELECT u::text';
CREATE FUNCTION pg_temp.bare_digits(u uuid) RETURNS text LANGUAGE sql
    AS $$ SELECT replace(u::text, '-', '') $$;
CREATE FUNCTION pg_temp.laws(type regtype, prefix text, encode text)
    RETURNS TABLE (type_name regtype, law text, faults bigint) LANGUAGE plpgsql AS $$
DECLARE
    lead text := CASE prefix WHEN '' THEN '' ELSE prefix || '_' END;
    n int;
    start text;
    pattern text;
BEGIN
    EXECUTE format('CREATE TEMP TABLE t AS SELECT u, u::%1$s AS id, %2$L || %3$s(u)::text AS text
                      FROM u',
                   type, lead, encode);
    CREATE INDEX ON t (id);
    ANALYZE t;
    RETURN QUERY SELECT type, 'text', count(*) FROM t
    WHERE id::text IS DISTINCT FROM t.text OR id::varchar IS DISTINCT FROM t.text;
    RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''reading'', count(*)
                                   FROM t
                                   WHERE t.text::%1$s <> id
                                     OR (''"'' || t.text || ''"'')::%1$s <> id
                                     OR t.text::varchar::%1$s <> id',
                                type);
    RETURN QUERY SELECT type, 'order', count(*)
    FROM (SELECT row_number() OVER (ORDER BY id) a,
        row_number() OVER (ORDER BY t.text COLLATE "C") b FROM t) s WHERE a <> b;
    RETURN QUERY SELECT type, 'uuid', count(*) FROM t WHERE id::uuid <> u;
    IF prefix ~ '^[a-z_]*$' THEN
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''typeid'', count(*)
                                       FROM t
                                       WHERE id::typeid <> uuid_to_typeid(%2$L, u)
                                         OR id::typeid::%1$s <> id',
                                    type, prefix);
    END IF;
    FOR n IN 0 .. length(lead) + 4 LOOP
        SELECT left(t.text, n) INTO start FROM t ORDER BY u OFFSET 17 * n LIMIT 1;
        pattern := replace(replace(start, '\', '\\'), '_', '\_') || '%';
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''search'', count(*)
                                       FROM (SELECT u FROM t WHERE id ^@ %2$L
                                             EXCEPT ALL
                                             SELECT u FROM t WHERE starts_with(text, %2$L)) s',
                                    type, start);
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''search'', count(*)
                                       FROM (SELECT u FROM t WHERE starts_with(text, %2$L)
                                             EXCEPT ALL
                                             SELECT u FROM t WHERE id ^@ %2$L) s',
                                    type, start);
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''LIKE'',
                                            abs((SELECT count(*) FROM t WHERE id LIKE %2$L)
                                                - (SELECT count(*) FROM t WHERE text LIKE %2$L))',
                                    type, pattern);
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''ILIKE'',
                                            abs((SELECT count(*) FROM t WHERE id ILIKE %2$L)
                                                - (SELECT count(*) FROM t WHERE text ILIKE %2$L))',
                                    type, upper(pattern));
        RETURN QUERY EXECUTE format('SELECT %1$L::regtype, ''LIKE'',
                                            abs((SELECT count(*) FROM t WHERE id LIKE %2$L)
                                                - (SELECT count(*) FROM t WHERE text LIKE %2$L))',
                                    type, start || '%');
    END LOOP;
    DROP TABLE t;
END $$;
SELECT l.type_name, string_agg(law || ' ' || checks, ', ' ORDER BY law), sum(faults) AS faults
FROM (SELECT l.type_name, law, count(*) AS checks, sum(faults) AS faults
FROM (VALUES ('plain_id'::regtype, 'user', 'uuid_suffix'), ('product_id', 'prod', 'ulid_encode'),
    ('customer_id', 'cus', 'base62id_encode'), ('link_id', 'li_nk', 'base64uuid_encode'),
             ('bare_id', '', 'base62id_encode'), ('usr_id', 'usr', 'pg_temp.digits'),
             ('s3_id', 'S3_b', 'pg_temp.bare_digits')) v(type, prefix, encode),
     pg_temp.laws(type, prefix, CASE encode WHEN 'uuid_suffix' THEN 'pg_temp.suffix' ELSE encode
         END) l
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
SELECT count(*), (SELECT count(*) FROM p WHERE id::text ^@ 'prod_3Z') AS by_text
    FROM p WHERE id ^@ 'prod_3Z' OR id ^@ 'prod_3z';
PREPARE dynamic(text) AS SELECT count(*) = (SELECT count(*) FROM p WHERE id::text LIKE $1) AS equal
FROM p WHERE id LIKE $1;
SET plan_cache_mode = force_generic_plan;
EXECUTE dynamic('prod_1%');
EXECUTE dynamic('prod\_1%');
EXECUTE dynamic('prod%');
RESET plan_cache_mode;
RESET enable_seqscan;
RESET enable_bitmapscan;

\echo '-- A hyphen is a character of its place: no id goes on without it.'
CREATE TABLE h (id usr_id PRIMARY KEY);
INSERT INTO h SELECT u::usr_id FROM u;
ANALYZE h;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT FROM h WHERE id ^@ 'usr_018FD4A3-7c';
EXPLAIN (COSTS OFF) SELECT FROM h WHERE id LIKE 'usr_018fd4a3-%';
EXPLAIN (COSTS OFF) SELECT FROM h WHERE id ILIKE 'USR_018FD4A3-7C2E%';
EXPLAIN (COSTS OFF) SELECT FROM h WHERE id ^@ 'usr_018fd4a37c';
RESET enable_seqscan;
RESET enable_bitmapscan;
CREATE FUNCTION pg_temp.estimated(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
    EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
    RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
SELECT search, abs(pg_temp.estimated('SELECT FROM h WHERE ' || search) - found) <= 0.15 * found
    AS near
    FROM (VALUES ('id ^@ ''usr_7'''), ('id LIKE ''usr\_a%'''), ('id ^@ ''usr_A'''),
        ('id < ''usr_80000000-0000-0000-0000-000000000000''')) AS s(search),
    LATERAL (SELECT pg_temp.value_of('SELECT count(*) FROM h WHERE ' || search)::integer)
        AS v(found);

\echo '-- What a typeid cannot have in front has no casts from and to typeid.'
SELECT castsource::regtype, casttarget::regtype FROM pg_cast
    WHERE 's3_id'::regtype IN (castsource, casttarget) ORDER BY castsource::regtype::text,
    casttarget::regtype::text;
SELECT id_type_to_typeid(:u::usr_id);
SELECT :u::s3_id::typeid;
SELECT typeid 'user_01h455vb4pex5vsknk084sn02q'::s3_id;
SELECT id_type_to_typeid(:u::s3_id);

\echo '-- What a type has besides.'
SELECT pg_typeof(product_id_new()), product_id_new() < product_id_new() AS increasing,
product_id_min('2026-01-01') AS first, product_id_max('2026-01-01') AS last,
       product_id_timestamp('prod_01HZAA6Z1EFM0SWJTTDXR834G3');
SELECT min(id), max(id) FROM p;
CREATE TABLE texts (id text PRIMARY KEY, note text);
INSERT INTO texts SELECT 'cus_' || base62id_encode(u) FROM u;
ALTER TABLE texts ALTER id TYPE customer_id USING id::customer_id;
SELECT count(*), count(*) FILTER (WHERE id = ('cus_' || base62id_encode(id::uuid))::customer_id)
FROM texts;

\echo '-- A uuid''s text, for a type that takes it.'
SELECT '018fd4a3-7c2e-7d01-9e4b-5a6f70819203'::either_id,
'"018FD4A3-7C2E-7D01-9E4B-5A6F70819203"'::text::either_id;
SELECT '018fd4a37c2e7d019e4b5a6f70819203'::either_id;
SET base62id.output = 'uuid';
SELECT :u::either_id, :u::either_id::text, :u::either_id::varchar, :u::either_id::bpchar,
:u::either_id::name, to_json(:u::either_id), :u::product_id;
RESET base62id.output;

\echo '-- What is this id?'
SELECT text, i.system, i.type_prefix, i.uuid
FROM (SELECT unnest(ARRAY[:u::plain_id::text, :u::product_id::text, :u::customer_id::text,
    :u::link_id::text, 'p_01hzaa6z1efm0swjttdxr834g3', :u::usr_id::text,
    :u::s3_id::text])) t(text), base62id_inspect(text) i;

\echo '-- Complete: nothing to add.'
SELECT typeid_upgrade_type(type) FROM typeid_types()
WHERE type = ANY ('{product_id,customer_id,link_id,bare_id,either_id,usr_id,s3_id}'::regtype[]);
\echo '-- One more where uuids are accepted, one less without typeid''s.'
SELECT (SELECT count(*) FROM pg_proc WHERE pronamespace = 'notations'::regnamespace
    AND proname ~ ('^' || type)) AS functions, type
FROM unnest(ARRAY['plain', 'product', 'customer', 'either', 'usr', 's3']) type;

-- They go as others do.
SET client_min_messages = warning;
DROP SCHEMA notations CASCADE;

\echo '-- ========== Numbers of 8 bytes, by value: notation uid11 =========='
SET max_parallel_workers_per_gather = 0;
SET jit = off;

SELECT typeid_create_type('inv_id', 'inv', 'uid11'), typeid_create_type('bare_id', '', 'uid11'),
typeid_create_type('user_id', 'user');
SELECT * FROM typeid_types() ORDER BY prefix;
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory, obj_description(oid, 'pg_type')
FROM pg_type
 WHERE oid IN ('inv_id'::regtype, 'bare_id'::regtype) ORDER BY typname;
\echo '-- The same functions, operators, classes and aggregates as other id types have, but for'
\echo '-- those of UUIDs and their time; and the skip support of PostgreSQL 18, where that of'
\echo '-- UUIDs is core''s.'
CREATE FUNCTION pg_temp.has(t regtype) RETURNS TABLE (what text) LANGUAGE sql AS $$
    SELECT regexp_replace(replace(pg_describe_object(classid, objid, 0), t::text, 'T'), '^cast .*',
        'casts') FROM pg_depend
     WHERE classid NOT IN ('pg_amop'::regclass, 'pg_amproc'::regclass, 'pg_opfamily'::regclass)
     AND refclassid = 'pg_type'::regclass AND refobjid = t AND classid <> 'pg_type'::regclass
       AND NOT pg_describe_object(classid, objid, 0) LIKE 'function %_skipsupport(internal)'
$$;
(SELECT 'number' AS only, what FROM pg_temp.has('inv_id') EXCEPT SELECT 'number', what
    FROM pg_temp.has('user_id'))
UNION ALL (SELECT 'uuid', what FROM pg_temp.has('user_id') EXCEPT SELECT 'uuid', what
    FROM pg_temp.has('inv_id')) ORDER BY 1, 2;
SELECT p.oid::regprocedure, lanname, prosrc FROM pg_proc p JOIN pg_language l ON l.oid = prolang
 WHERE proname LIKE 'inv_id%' AND 'inv_id'::regtype = ANY (prorettype || proargtypes::oid[])
 AND lanname <> 'c' ORDER BY p.oid::regprocedure::text COLLATE "C";
\echo '-- None lacks a comment, or has other attributes than those of the language: no row.'
SELECT p.oid::regprocedure FROM pg_proc p
 WHERE 'inv_id'::regtype = ANY (prorettype || proargtypes::oid[]) AND prokind = 'f'
   AND (obj_description(oid, 'pg_proc') IS NULL AND proname ~ '_decode$' OR NOT proisstrict
        OR proparallel <> 's'
       OR provolatile <> 'i' OR procost <> 1);
SELECT opcname, opcdefault, pg_temp.is_valid_class(oid) FROM pg_opclass
WHERE opcintype = 'inv_id'::regtype ORDER BY opcname;

\echo '-- Nothing of a type stays behind DROP TYPE CASCADE, of one that was restored neither,'
\echo '-- once it has been upgraded: a dump has no such tie. No row without one.'
DELETE FROM pg_depend WHERE classid = 'pg_proc'::regclass
AND objid = to_regprocedure('inv_id_skipsupport(internal)') AND refobjid = 'inv_id'::regtype;
SELECT typeid_upgrade_type('inv_id');
SELECT oid::regprocedure FROM pg_proc WHERE proname LIKE 'inv@_id@_%' ESCAPE '@'
   AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid
       AND refobjid = 'inv_id'::regtype);

\echo '-- ---------- text ----------'

SELECT inv_id 'inv_5cnUbceUUfj', '"inv_11111111112"'::text::inv_id, 'jpXCZedGfVQ'::varchar::bare_id,
(inv_id 'inv_11111111112')::text || '!' AS text,
       to_json(inv_id 'inv_11111111112');
SELECT type, text, pg_temp.error_of(format('SELECT %L::%s', text, type)) FROM (VALUES
    ('inv_id', 'inv_1111111111'), ('inv_id', 'inv_111111111111'), ('inv_id', 'inv_1111O111111'),
    ('inv_id', 'inv_jpXCZedGfVR'), ('inv_id', '11111111112'),
    ('inv_id', 'order_11111111112'), ('inv_id', 'INV_11111111112'), ('inv_id', '"inv_11111111112'),
    ('inv_id', '42'), ('bare_id', 'inv_11111111112'),
    ('bare_id', '_11111111112'), ('inv_id', '')) AS v(type, text);
\echo '-- The text of uid11 behind the prefix, for any number.'
SELECT count(*),
bool_and(n::inv_id::text = 'inv_' || n::inv_id::uid11::text AND n::inv_id::text::inv_id::bigint = n
    AND n::bare_id::text = n::bare_id::uid11::text
                          AND n::inv_id::uid11::bare_id::bigint = n
                          AND uid11_send(n::inv_id::uid11) = inv_id_send(n::inv_id)) AS all
  FROM (SELECT ('x' || md5(i::text))::bit(64)::bigint AS n FROM generate_series(1, 5000) AS i) AS s;

\echo '-- Searches against the text: 2000 random numbers, starts of every length and patterns'
\echo '-- made of them, by sequence and by index.'
CREATE TABLE searched AS SELECT n::inv_id AS id, n::inv_id::text AS text
  FROM (SELECT ('x' || md5(i || 'searched'))::bit(64)::bigint >> (i % 64) AS n
      FROM generate_series(1, 2000) AS i) AS s;
CREATE INDEX ON searched (id);
ANALYZE searched;
CREATE FUNCTION pg_temp.found(start text) RETURNS TABLE (law text, same boolean)
LANGUAGE plpgsql AS $$
DECLARE
    pattern text;
BEGIN
    RETURN QUERY EXECUTE format('SELECT ''^@'', count(*) FILTER (WHERE id ^@ %1$L) = count(*)
        FILTER (WHERE text ^@ %1$L)
        AND count(*) FILTER (WHERE id ^@ %1$L AND text ^@ %1$L) = count(*)
        FILTER (WHERE text ^@ %1$L) FROM searched', start);

RETURN QUERY EXECUTE format('SELECT ''^@ by index'', (SELECT count(*)
                                                        FROM searched
                                                        WHERE id ^@ %1$L) = (SELECT count(*)
                                                        FROM searched
                                                        WHERE text ^@ %1$L)',
    start);

FOREACH pattern IN ARRAY ARRAY[start, start || '%', replace(start, '_', '\_') || '%',
    overlay(start || '%' PLACING '_' FROM 1 + length(start) / 2 FOR 1)] LOOP
        RETURN QUERY EXECUTE format('SELECT ''LIKE'', (SELECT count(*)
                                                         FROM searched
                                                         WHERE id LIKE %1$L) = (SELECT count(*)
                                                         FROM searched
                                                         WHERE text LIKE %1$L)',
            pattern);

RETURN QUERY EXECUTE format('SELECT ''ILIKE'', (SELECT count(*)
                                                  FROM searched
                                                  WHERE id ILIKE %1$L) = (SELECT count(*)
                                                  FROM searched
                                                  WHERE text ILIKE %1$L)',
                                    upper(pattern));

END LOOP;
END $$;
SET enable_seqscan = off;
SELECT law, count(*), bool_and(same) AS all
  FROM (SELECT left(text, n) AS start
      FROM (SELECT text FROM searched ORDER BY md5(text) LIMIT 5) AS few,
  generate_series(0, 15) AS n
        UNION SELECT unnest('{x,inv_z,inv_jpX,inv_jpXCZedGfVR,"inv_1111111111111"}'::text[])) AS
            starts, pg_temp.found(start) GROUP BY 1 ORDER BY 1;
RESET enable_seqscan;
DROP TABLE searched;

\echo '-- ---------- casts ----------'

SELECT 42::inv_id::bigint AS int4, 42::smallint::inv_id::integer AS int2,
(-1)::bigint::inv_id AS last, (-1)::bigint::inv_id::bigint AS back,
       (1::bigint << 62)::inv_id::uid11::inv_id::bigint AS int8;
SELECT query, pg_temp.error_of('SELECT ' || query) FROM unnest(ARRAY[
    '(-1)::inv_id', '(-1)::smallint::inv_id', '(1::bigint << 31)::inv_id::integer',
    '(-1)::bigint::inv_id::integer', '2147483647::inv_id::integer',
    '42::inv_id = 42', '42::inv_id = 42::bigint', '42 = 42::inv_id', '42::inv_id < 43',
    '42::inv_id IN (42)', '42::inv_id = xid_new()', 'sum(42::inv_id)',
    'avg(42::inv_id)', '42::inv_id + 1', '-(42::inv_id)', '42::inv_id::uuid', '42::inv_id::numeric',
    '42::numeric::inv_id', '42::inv_id::typeid',
    '42::inv_id::bare_id', '42::inv_id::bigint::bare_id', '42::inv_id::uid11::bare_id',
    '42::inv_id = 42::bare_id', 'coalesce(42::inv_id, 42)',
    '42::inv_id::smallint', '42::inv_id::user_id', 'typeid_generate(''inv'')::inv_id',
    'inv_id_new()',
    'typeid_create_type(''a_id'', ''a'', ''uid11'', 0, true)',
    'typeid_create_type(''a_id'', ''a'', ''uid12'')']) AS query;

\echo '-- ---------- what id types share, with values of the other size ----------'

SELECT query, pg_temp.error_of('SELECT ' || query) FROM unnest(ARRAY[
    'id_type_to_text(42::inv_id)', 'id_type_to_typeid(42::inv_id)',
    'numeric_id_type_to_text(user_id_new())', 'numeric_id_type_to_integer(user_id_new())',
    'numeric_id_type_to_text(42::bigint)', 'numeric_id_type_to_integer(''x''::text)',
    'numeric_id_type_to_text(NULL::user_id)', 'numeric_id_type_to_text(42::inv_id)']) AS query;
\echo '-- NULL of a type of the other size; bounds; NULL where no id begins so, and of what is no'
\echo '-- declaration.'
SELECT id_type_prefix_lower('inv_', 'inv notation=uid11') AS uuid,
numeric_id_type_prefix_lower('user_', 'user') AS number,
       numeric_id_type_prefix_lower('inv_2', 'inv notation=uid11') AS lower,
       numeric_id_type_prefix_upper('inv_2', 'inv notation=uid11') AS upper,
       numeric_id_type_prefix_upper('', 'inv notation=uid11') AS all,
       numeric_id_type_prefix_upper('x', 'inv notation=uid11') AS none,
       numeric_id_type_prefix_upper('', 'inv notation=uid11 accept=uuid') AS nonsense;
\echo '-- A type''s functions may not be declared with the other layout; the third is of its own.'
SELECT query, pg_temp.sqlstate_of(query) FROM unnest(ARRAY[
    $$CREATE FUNCTION pg_temp.f(user_id) RETURNS bytea
    LANGUAGE id_type STRICT AS 'send inv notation=uid11'$$,
    $$CREATE FUNCTION pg_temp.f(inv_id) RETURNS bytea LANGUAGE id_type STRICT AS 'send inv'$$,
    $$CREATE FUNCTION pg_temp.f(inv_id) RETURNS text
    LANGUAGE id_type STRICT AS 'to_text inv notation=uid11'$$,
    $$CREATE FUNCTION pg_temp.f(uuid) RETURNS inv_id
    LANGUAGE id_type STRICT AS 'from_uuid inv notation=uid11'$$]) AS query;
CREATE FUNCTION pg_temp.out(inv_id) RETURNS cstring
LANGUAGE c STRICT AS '$libdir/base62id', 'id_type_out';
CREATE FUNCTION pg_temp.out(user_id) RETURNS cstring
LANGUAGE c STRICT AS '$libdir/base62id', 'numeric_id_type_out';
SELECT pg_temp.error_of('SELECT pg_temp.out(42::inv_id)') AS id,
pg_temp.error_of('SELECT pg_temp.out(user_id_new())') AS number;

\echo '-- ---------- tables ----------'

\echo '-- A table of bigint changes, and changes back, without a rewrite.'
CREATE TABLE invoices (id bigint PRIMARY KEY, parent bigint REFERENCES invoices, n integer);
INSERT INTO invoices SELECT i, nullif(i / 2, 0), i FROM generate_series(1, 3000) AS i;
CREATE SEQUENCE invoices_seq START 3001;
SELECT pg_relation_filenode('invoices') AS file \gset
ALTER TABLE invoices DROP CONSTRAINT invoices_parent_fkey, ALTER id TYPE inv_id,
ALTER parent TYPE inv_id, ADD FOREIGN KEY (parent) REFERENCES invoices;
ALTER TABLE invoices ALTER id SET DEFAULT nextval('invoices_seq');
SELECT pg_relation_filenode('invoices') = :file AS not_rewritten;
INSERT INTO invoices (n) VALUES (0) RETURNING id, id::bigint;
INSERT INTO invoices VALUES (4000, 'inv_11111111112', 0), (5000::smallint, 7, 0) RETURNING *;
SELECT pg_temp.sqlstate_of('INSERT INTO invoices VALUES (-1)') AS negative,
pg_temp.sqlstate_of('INSERT INTO invoices VALUES (6000, 7000)') AS no_such_parent;
ANALYZE invoices;
SELECT min(id), max(id), min(id)::bigint AS min_number, max(id)::bigint AS max_number,
count(DISTINCT id) FROM invoices;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT pg_temp.plan_of($$SELECT FROM invoices WHERE id = 'inv_1111111111j'$$);
SELECT pg_temp.plan_of($$SELECT FROM invoices WHERE id ^@ 'inv_1111111112'$$);
SELECT pg_temp.plan_of($$SELECT FROM invoices WHERE id LIKE 'inv\_1111111112%'$$);
PREPARE by_text(text) AS SELECT count(*) FROM invoices WHERE id ^@ $1;
PREPARE by_pattern(text) AS SELECT count(*) FROM invoices WHERE id LIKE $1;
PREPARE by_id(text) AS SELECT n FROM invoices WHERE id = $1;
SET plan_cache_mode = force_generic_plan;
SELECT pg_temp.plan_of($$EXECUTE by_text(NULL)$$);
SELECT pg_temp.plan_of($$EXECUTE by_pattern(NULL)$$);
SELECT pg_temp.plan_of($$EXECUTE by_id(NULL)$$);
EXECUTE by_text('inv_1111111112');
EXECUTE by_pattern('inv\_1111111112%');
EXECUTE by_text('order_');
EXECUTE by_id('inv_1111111111j');
RESET enable_seqscan;
RESET enable_bitmapscan;
RESET plan_cache_mode;
SELECT count(*) FILTER (WHERE id::text ^@ 'inv_1111111112') AS text, count(*)
FILTER (WHERE id::text ILIKE 'INV\_1111111112%') AS ilike,
       count(*) FILTER (WHERE id ILIKE 'INV\_1111111112%') AS id_ilike FROM invoices;
SELECT count(*) AS joined FROM invoices a JOIN invoices b ON b.id = a.parent;
\echo '-- beside a bigint: a view, an index on the expression, and the bigint''s own index'
CREATE TABLE numbers (id bigint PRIMARY KEY);
INSERT INTO numbers SELECT generate_series(1, 3000);
ANALYZE numbers;
SELECT pg_temp.plan_of($$SELECT FROM numbers WHERE id = 'inv_1111111111j'::inv_id::bigint$$);
SELECT count(*) FROM numbers n JOIN invoices i ON i.id::bigint = n.id;
\echo '-- partitions by range; hashes are those of uid11'
CREATE TABLE parts (id inv_id) PARTITION BY RANGE (id);
CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (MINVALUE) TO ('inv_11111111211');
CREATE TABLE parts_2 PARTITION OF parts FOR VALUES FROM ('inv_11111111211') TO (MAXVALUE);
INSERT INTO parts SELECT id FROM invoices;
SELECT tableoid::regclass, count(*) FROM parts GROUP BY 1 ORDER BY 1;
SELECT pg_temp.plan_of($$SELECT FROM parts WHERE id ^@ 'inv_11111111'$$);
SELECT bool_and(inv_id_hash(id) = uid11_hash(u)
    AND inv_id_hash_extended(id, 7) = uid11_hash_extended(u, 7)) AS hashes
  FROM (SELECT id, id::uid11 AS u FROM invoices) AS i;
ALTER TABLE invoices DROP CONSTRAINT invoices_parent_fkey, ALTER id DROP DEFAULT,
    ALTER id TYPE bigint, ALTER parent TYPE bigint;
SELECT pg_relation_filenode('invoices') = :file AS not_rewritten, count(*), sum(id) FROM invoices;
DROP TABLE invoices, numbers, parts;
DROP SEQUENCE invoices_seq;
SET client_min_messages = warning;
DROP TYPE inv_id, bare_id, user_id CASCADE;
