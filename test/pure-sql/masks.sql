-- Masks of UUIDs and numbers: vectors, round trips, errors, who may.  Runs over the functions in
-- SQL and over the extension, whose key file has the vectors' keys, numbered from 1 on.
CREATE FUNCTION pg_temp.message(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    m text;
    d text;
    result text;
BEGIN
    EXECUTE query INTO result;
    RETURN coalesce(result, 'NULL');
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS m = MESSAGE_TEXT, d = PG_EXCEPTION_DETAIL;
    RETURN sqlstate || ': ' || m || ' / ' || d;
END $$;

CREATE TEMP TABLE vector AS
    SELECT n::integer,
        decode(v ->> 'key', 'hex') AS key,
        (v ->> 'uuid_v7')::uuid AS v7,
        (v ->> 'facade_v4')::uuid AS v4
    FROM pg_temp.vectors('uuidv47', 'vectors') WITH ORDINALITY AS x (v, n);
DO $$ BEGIN
    IF to_regclass('base62id_mask_keys') IS NOT NULL THEN
        TRUNCATE base62id_mask_keys;
        INSERT INTO base62id_mask_keys SELECT n, key FROM pg_temp.vector;
    END IF;
END $$;
SELECT pg_temp.ok(
    count(*) = 24 AND every((uuid_mask(v7, n), uuid_unmask(v4, n)) = (v4, v7)),
    'the vectors, there and back')
FROM vector;

-- Of numbers; both of their file keys are among the keys of the first vectors.
CREATE TEMP TABLE number_vector AS
    SELECT v.n,
        (x ->> 'bigint')::bigint AS number,
        x ->> 'prefix' AS prefix,
        right(x ->> 'text', 11) AS text
    FROM pg_temp.vectors('number-masks', 'vectors') AS x
        JOIN pg_temp.vector AS v ON v.key = decode(x ->> 'file_key', 'hex');
SELECT pg_temp.ok(
    count(*) = 72
        AND every(uid11_mask(number, prefix, n)::text = text)
        AND every(uid11_unmask(text, prefix, n) = number)
        AND every(uid11_unmask('"' || text || '"', prefix, n) = number),
    'the vectors of numbers, there and back')
FROM pg_temp.number_vector;

-- Version 7 UUIDs of random octets.
CREATE TEMP TABLE inside AS
    SELECT (overlay(
            overlay(m PLACING '7' FROM 13 FOR 1)
            PLACING substr('89ab', 1 + i % 4, 1) FROM 17 FOR 1))::uuid AS u,
        1 + i % 24 AS n
    FROM generate_series(1, 5000) AS i, md5(i || 'masks') AS m;
SELECT pg_temp.ok(
    count(*) = 5000
        AND every(uuid_unmask(uuid_mask(u, n), n) = u)
        AND every(substr(uuid_mask(u, n)::text, 15, 1) = '4')
        AND every(substr(uuid_mask(u, n)::text, 16) = substr(u::text, 16)),
    'random ones there and back: version 4, and the 74 random bits stay')
FROM inside;
SELECT pg_temp.ok(
    every(uuid_mask(u) = uuid_mask(u, 1)) AND every(uuid_mask(u, 1) <> uuid_mask(u, 2)),
    'key 1 by default; another key, another facade')
FROM inside;

SELECT pg_temp.ok(pg_temp.message(query) LIKE wanted, query)
FROM (VALUES
    ($$SELECT uuid_mask('2489e9ad-2ee2-4e00-8ec9-32d5f69181c0')$$,
     '22023: uuid cannot be masked / It must be of version 7, but it is of version 4.'),
    ($$SELECT uuid_mask('01890a5d-ac96-774b-3cce-b302099a8057', 99)$$,
     '22023: uuid cannot be masked / It must be of version 7, but it has no version.'),
    ($$SELECT uuid_mask('00000000-0000-0000-0000-000000000000')$$,
     '22023: uuid cannot be masked / It must be of version 7, but it has no version.'),
    ($$SELECT uuid_unmask('01890a5d-ac96-774b-bcce-b302099a8057')$$,
     '22023: uuid cannot be unmasked / It must be of version 4, but it is of version 7.'),
    ($$SELECT uuid_mask('01890a5d-ac96-774b-bcce-b302099a8057', 99)$$,
     '55000: there is no mask key 99 / %'),
    ($$SELECT uuid_mask('01890a5d-ac96-774b-bcce-b302099a8057', 0)$$,
     '55000: there is no mask key 0 / %'),
    ($$SELECT uuid_unmask('2489e9ad-2ee2-4e00-8ec9-32d5f69181c0', -1)$$,
     '55000: there is no mask key -1 / %'),
    ($$SELECT uuid_mask(NULL)$$, 'NULL'),
    ($$SELECT uuid_mask('00000000-0000-0000-0000-000000000000', NULL)$$, 'NULL'),
    ($$SELECT uuid_unmask(NULL, 1)$$, 'NULL'),
    ($$SELECT uid11_mask(1, 'inv', 99)$$, '55000: there is no mask key 99 / %'),
    ($$SELECT uid11_unmask('11111111111', '', -1)$$, '55000: there is no mask key -1 / %'),
    ($$SELECT uid11_mask(1, '1nv', 99)$$, '22023: invalid type prefix: "1nv" / %'),
    ($$SELECT uid11_unmask('11111111111', 'a_')$$, '22023: invalid type prefix: "a_" / %'),
    ($$SELECT uid11_mask(1, repeat('a', 64))$$, '22023: invalid type prefix: "aaa%" / %'),
    ($$SELECT length(uid11_mask(1, repeat('a', 63))::text)$$, '11'),
    ($$SELECT uid11_unmask('1111111111', 'inv')$$,
     '22P02: invalid input syntax for type uid11: "1111111111" / %'),
    ($$SELECT uid11_unmask('jpXCZedGfVR', 'inv')$$,
     '22P02: invalid input syntax for type uid11: "jpXCZedGfVR" / %'),
    ($$SELECT uid11_unmask('111111l1111', 'inv')$$,
     '22P02: invalid input syntax for type uid11: "111111l1111" / %'),
    ($$SELECT uid11_mask(uid11_unmask('jpXCZedGfVQ', 'inv'), 'inv')$$, 'jpXCZedGfVQ'),
    ($$SELECT uid11_mask(NULL, 'inv')$$, 'NULL'),
    ($$SELECT uid11_mask(1, NULL)$$, 'NULL'),
    ($$SELECT uid11_unmask('11111111111', 'inv', NULL)$$, 'NULL')) AS v (query, wanted);

-- Parallel workers read a table as their leader does, and a file of keys by themselves: so here
-- they may be safe.
SELECT pg_temp.ok(
    array_agg(concat_ws(' ', proname, provolatile, proisstrict, pronargdefaults, proargnames[2:])
        ORDER BY proname)
        = ARRAY[
            'uid11_mask s t 1 {prefix,key}',
            'uid11_unmask s t 1 {prefix,key}',
            'uuid_mask s t 1 {key}',
            'uuid_unmask s t 1 {key}'],
    'flags and arguments')
FROM pg_proc
WHERE pronamespace = :'schema'::regnamespace AND proname ~ '^(uuid|uid11)_(un)?mask$';
SELECT pg_temp.ok(
    count(*) = 0,
    'who may mask and unmask, and read keys, is nobody but an owner until somebody says so')
FROM (
    SELECT a.grantee
    FROM pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) AS a
    WHERE pronamespace = :'schema'::regnamespace
        AND proname ~ '^(uuid|uid11)_(un)?mask$|^base62id__(mask_key|other_side|speck)$'
        AND a.grantee NOT IN (proowner, 'pg_database_owner'::regrole)
    UNION ALL
    SELECT a.grantee
    FROM pg_class, aclexplode(relacl) AS a
    WHERE relname = 'base62id_mask_keys' AND a.grantee <> relowner) AS g;
