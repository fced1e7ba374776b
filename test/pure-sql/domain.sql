-- Domains over uuid, which PostgREST reads and writes as ids: what it asks of the catalog and of
-- the casts' functions, by a role that owns nothing but the domain's schema.
SET client_min_messages = warning;
CREATE ROLE domain_owner;
CREATE SCHEMA "Shop 2" AUTHORIZATION domain_owner;
SET ROLE domain_owner;
SET search_path = "Shop 2", :"schema";
CREATE FUNCTION pg_temp.raised(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    detail text;
BEGIN
    EXECUTE query;
    RETURN 'nothing';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS detail = PG_EXCEPTION_DETAIL;
    RETURN sqlstate || ' ' || sqlerrm || ' ' || detail;
END $$;
CREATE FUNCTION pg_temp.plan(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    line text;
    plan text := '';
BEGIN
    FOR line IN EXECUTE 'EXPLAIN (COSTS OFF) ' || query LOOP
        plan := plan || line;
    END LOOP;
    RETURN plan;
END $$;

SELECT typeid_create_uuid_domain('user_id', 'user') \g /dev/null
SELECT typeid_create_uuid_domain('"Shop 2"."Order"', 'order', 'ulid') \g /dev/null
SELECT typeid_create_uuid_domain('item_id', 'item', 'base62id') \g /dev/null
SELECT typeid_create_uuid_domain('b64_id', '', 'base64uuid') \g /dev/null
SELECT typeid_create_uuid_domain('usr_id', 'usr', 'uuid') \g /dev/null
SELECT typeid_create_uuid_domain('s3_id', 'S3_b', 'hex') \g /dev/null
CREATE TABLE users (id user_id PRIMARY KEY DEFAULT gen_random_uuid(), name text);
CREATE TABLE orders (id "Order" PRIMARY KEY, buyer user_id NOT NULL REFERENCES users);

-- The casts of a domain, as PostgREST's schema cache looks for them: functions, and IMPLICIT.
SELECT pg_temp.ok(
    array_agg(format('%s %s', castsource::regtype, casttarget::regtype)
        ORDER BY castfunc::regproc::text)
        = ARRAY['json user_id', 'text user_id', 'user_id json', 'user_id text'],
    'the casts of a domain')
FROM pg_cast
WHERE 'user_id'::regtype IN (castsource, casttarget) AND castcontext = 'i' AND castmethod = 'f';

-- One UUID in each notation: as it is written, what is read as it, and as JSON.
CREATE FUNCTION pg_temp.there_and_back(type text, written text, typed text) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    id uuid := '01890a5d-ac96-774b-bcce-b302099a8057';
    good boolean;
BEGIN
    EXECUTE format('SELECT %1$I($1) = $2 AND %2$I($3)::uuid = $1 AND %3$I($1)::text = $4',
        type || '__to_text', type || '__from_text', type || '__to_json')
    INTO good USING id, written, typed, to_json(written)::text;
    RETURN good;
END $$;
SELECT pg_temp.ok(pg_temp.there_and_back(type, written, typed), type || ' is ' || written)
FROM (VALUES
    ('user_id', 'user_01h455vb4pex5vsknk084sn02q', 'user_01h455vb4pex5vsknk084sn02q'),
    ('Order', 'order_01H455VB4PEX5VSKNK084SN02Q', 'order_01h455vb4pex5vsknk084sn02q'),
    ('item_id', 'item_Fd1grph2uh4xkiIkpsM2dD', '"item_Fd1grph2uh4xkiIkpsM2dD"'),
    ('b64_id', 'F0XFdSf8OrHvnDgk78ac0M', 'F0XFdSf8OrHvnDgk78ac0M'),
    ('usr_id', 'usr_01890a5d-ac96-774b-bcce-b302099a8057',
        'usr_01890A5D-ac96-774b-bcce-b302099a8057'),
    ('s3_id', 'S3_b_01890a5dac96774bbcceb302099a8057',
        '"S3_b_01890A5Dac96774bbcceb302099a8057"')) AS v (type, written, typed);
SELECT pg_temp.ok(
    user_id__from_text('01890A5D-AC96-774B-BCCE-B302099A8057')::uuid = id
        AND user_id__from_json('"01890a5d-ac96-774b-bcce-b302099a8057"')::uuid = id
        AND user_id__from_json('null') IS NULL,
    'a uuid''s text, as a default comes through JSON, and null')
FROM (VALUES ('01890a5d-ac96-774b-bcce-b302099a8057'::uuid)) AS v (id);

-- A row by POST, as PostgREST inserts it, and read again.
WITH body AS (
        SELECT '[{"id": "user_01h455vb4pex5vsknk084sn02q", "name": "Ada"}]'::json AS json),
    made AS (
        INSERT INTO users (id, name)
        SELECT user_id__from_json(b.id), b.name
        FROM body, json_to_recordset(json) AS b (id json, name text)
        ON CONFLICT (id) DO UPDATE SET name = excluded.name
        RETURNING *)
SELECT pg_temp.ok(
    json_agg(json_build_object('id', user_id__to_json(id), 'name', name))::text
        = '[{"id" : "user_01h455vb4pex5vsknk084sn02q", "name" : "Ada"}]',
    'a row from JSON and back')
FROM made;
INSERT INTO users SELECT gen_random_uuid(), n::text FROM generate_series(1, 2000) AS n;
INSERT INTO orders SELECT gen_random_uuid(), id FROM users;
ANALYZE users;
SELECT pg_temp.ok(
    plan LIKE '%Index Cond: ((id)::uuid = ''01890a5d-ac96-774b-bcce-b302099a8057''::uuid)%'
        AND plan NOT LIKE '%Seq Scan%',
    'a filter is an index scan: ' || plan)
FROM pg_temp.plan($$
    SELECT * FROM users WHERE id = user_id__from_text('user_01h455vb4pex5vsknk084sn02q')
    $$) AS plan;
SELECT pg_temp.ok(
    (typbasetype, typoutput) = ('uuid'::regtype, 'uuid_out'::regproc),
    'drivers and streams of changes have uuids')
FROM pg_type
WHERE oid = 'user_id'::regtype;
SELECT pg_temp.ok(count(*) = 1, 'an embedded row')
FROM users AS u,
    LATERAL (
        SELECT json_agg("Order__to_json"(o.id)) FROM orders AS o WHERE o.buyer = u.id) AS o (ids)
WHERE u.id = user_id__from_text('user_01h455vb4pex5vsknk084sn02q')
    AND json_array_length(o.ids) = 1;

-- Texts that are no ids of a domain.
SELECT pg_temp.ok(pg_temp.raised(query) LIKE wanted, query || ': ' || pg_temp.raised(query))
FROM (VALUES
    ($$SELECT user_id__from_text('order_01h455vb4pex5vsknk084sn02q')$$,
     '22P02 invalid input syntax for type user_id: %An id of this type begins with "user_".'),
    ($$SELECT user_id__from_text('user_81h455vb4pex5vsknk084sn02q')$$,
     '22P02 % no typeid of a UUID.'),
    ($$SELECT "Order__from_text"('order_81H455VB4PEX5VSKNK084SN02Q')$$,
     '22P02 invalid input syntax for type Order: %'),
    ($$SELECT item_id__from_text('item_"Fd1grph2uh4xkiIkpsM2dD"')$$, '22P02 %'),
    ($$SELECT b64_id__from_text('')$$, '22P02 %'),
    ($$SELECT user_id__from_json('7')$$, '22P02 %'),
    ($$SELECT usr_id__from_text('usr_01890a5dac96774bbcceb302099a8057')$$,
     '22P02 % no uuid of a UUID.'),
    ($$SELECT usr_id__from_text('usr_01890a5d_ac96_774b_bcce_b302099a8057')$$, '22P02 %'),
    ($$SELECT s3_id__from_text('s3_b_01890a5dac96774bbcceb302099a8057')$$,
     '22P02 %begins with "S3_b_".'),
    ($$SELECT s3_id__from_text('S3_b_01890a5dac96774bbcceb302099a805g')$$,
     '22P02 %')) AS v (query, wanted);
-- Domains that cannot be made.
SELECT pg_temp.ok(pg_temp.raised(query) LIKE wanted, query || ': ' || pg_temp.raised(query))
FROM (VALUES
    ($$SELECT typeid_create_uuid_domain('number_id', 'number', 'uid11')$$,
     '22023 unrecognized notation: "uid11"%'),
    ($$SELECT typeid_create_uuid_domain('bad_id', 'Bad')$$,
     '22023 invalid type prefix: "Bad" Character 1, "B", is upper case.'),
    ($$SELECT typeid_create_uuid_domain('bad_id', 's3')$$,
     '22023 invalid type prefix: "s3" Character 2, "3", is not a letter or an underscore.'),
    ($$SELECT typeid_create_uuid_domain('bad_id', '3s', 'ulid')$$,
     '22023 invalid type prefix: "3s" Character 1, "3", is a digit.'),
    ($$SELECT typeid_create_uuid_domain('bad_id', 'a-b', 'hex')$$,
     '22023 invalid type prefix: "a-b" '
     'Character 2, "-", is not a letter, a digit or an underscore.'),
    ($$SELECT typeid_create_uuid_domain('bad_id', '', 'uuid')$$, '22023 invalid type prefix: "" %'),
    ($$SELECT typeid_create_uuid_domain('user_id', 'other')$$, '42710 %'),
    ($$SELECT typeid_create_uuid_domain('pg_catalog.other_id', 'other')$$,
     '42501 %')) AS v (query, wanted);
SELECT pg_temp.ok(
    current_setting('client_min_messages') = 'warning',
    'the caller''s settings are as they were');

DROP TABLE orders, users;
DROP DOMAIN user_id, "Order", item_id, b64_id, usr_id, s3_id CASCADE;
SELECT pg_temp.ok(count(*) = 0, 'dropping a domain takes its functions along')
FROM pg_proc
WHERE pronamespace = '"Shop 2"'::regnamespace;
DROP FUNCTION pg_temp.raised, pg_temp.plan, pg_temp.there_and_back;
RESET ROLE;
RESET search_path;
DROP SCHEMA "Shop 2";
DROP ROLE domain_owner;
