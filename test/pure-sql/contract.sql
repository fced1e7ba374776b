-- Bad input, NULLs, limits, SQLSTATEs, flags.  Runs over the functions in SQL and over the
-- extension.
\ir ../lib/outcome_of.sql

-- The message that a query raises, and its DETAIL.
CREATE FUNCTION pg_temp.message(query text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    m text;
    d text;
BEGIN
    EXECUTE query;
    RETURN 'no error';
EXCEPTION WHEN OTHERS THEN
    GET STACKED DIAGNOSTICS m = MESSAGE_TEXT, d = PG_EXCEPTION_DETAIL;
    RETURN m || ' / ' || d;
END $$;

-- A good text of each system, and what is made of it: each wrong symbol at each place, each cut,
-- each repeat, and texts like no id at all.
CREATE TEMP TABLE good (kind, t) AS VALUES
    ('base62id', base62id_encode('123e4567-e89b-12d3-a456-426614174000'::uuid)),
    ('base64uuid', base64uuid_encode('123e4567-e89b-12d3-a456-426614174000'::uuid)),
    ('base32hex', uuid_to_base32hex('123e4567-e89b-12d3-a456-426614174000'::uuid)),
    ('uid11', '5Gg7xyZ9abc'),
    ('typeid', 'user_2x4y6z8a0b1c2d3e4f5g6h7j8k'),
    ('baseuid', 'ANjssJkyfa3H00J9ZPJG'),
    ('ulid', '0J7S2PFT4V2B9T8NJ2CRA1EG00');
CREATE TEMP TABLE bad_symbol (c) AS VALUES
    (' '), ('+'), ('/'), ('='), ('!'), ('"'), (E'\\'), ('@'), ('['), ('{'), ('`'), ('~'),
    (chr(127)), (chr(1)), (E'\n'), (chr(233));
CREATE TEMP TABLE junk (t) AS VALUES
    (''), ('"'), ('""'), ('"""'),
    (repeat('A', 1000000)), (repeat('"', 1000000)), (repeat(chr(233), 1000000)),
    (repeat('_', 90)), (repeat('0', 22)), (repeat('z', 22)), (repeat('z', 11)), (repeat('z', 26));
CREATE TEMP TABLE spoiled AS
    SELECT kind, overlay(t placing c from p for 1) AS t
    FROM good, generate_series(1, length(t)) AS p, bad_symbol
    UNION ALL
    SELECT kind, left(t, p) FROM good, generate_series(0, length(t) - 1) AS p
    UNION ALL
    SELECT kind, right(t, p)
    FROM good, generate_series(0, length(t) - 1) AS p
    WHERE NOT (kind = 'typeid' AND p IN (26, 28, 29, 30))  -- these are TypeIDs
    UNION ALL
    SELECT kind, again
    FROM good,
        LATERAL (VALUES
            (t || t), ('"' || t), (t || '"'), ('""' || t || '""'), ('" ' || t || '"'),
            ('''' || t || '''')) AS v (again)
    UNION ALL
    SELECT kind, junk.t FROM good, junk;
DELETE FROM spoiled
WHERE kind IN ('base32hex', 'ulid') AND t = repeat('0', 26);  -- these are ids

SELECT pg_temp.ok(
    count(*) > 2400 AND every(
        CASE kind
            WHEN 'base62id' THEN base62id_decode(t) IS NULL AND NOT base62id_is_valid(t)
            WHEN 'base64uuid' THEN base64uuid_decode(t) IS NULL AND NOT base64uuid_is_valid(t)
            WHEN 'base32hex' THEN uuid_from_base32hex(t) IS NULL
            WHEN 'uid11' THEN uid11_decode(t) IS NULL AND NOT uid11_is_valid(t)
            WHEN 'typeid' THEN typeid_decode(t) IS NULL
                AND NOT typeid_is_valid(t)
                AND NOT typeid_check_text(t, 'user')
            WHEN 'baseuid' THEN baseuid_decode(t) IS NULL AND NOT baseuid_is_valid(t)
            WHEN 'ulid' THEN ulid_decode(t) IS NULL AND NOT ulid_is_valid(t)
        END),
    format('%s spoiled texts are none', count(*)))
FROM spoiled;
SELECT pg_temp.ok(
    every(CASE kind
        WHEN 'base62id' THEN base62id_is_valid(t) AND base62id_is_valid(quoted)
        WHEN 'base64uuid' THEN base64uuid_is_valid(t) AND base64uuid_is_valid(quoted)
        WHEN 'base32hex' THEN uuid_from_base32hex(t) = uuid_from_base32hex(quoted)
        WHEN 'uid11' THEN uid11_is_valid(t) AND uid11_is_valid(quoted)
        WHEN 'typeid' THEN typeid_is_valid(t) AND typeid_is_valid(quoted)
        WHEN 'baseuid' THEN baseuid_is_valid(t) AND baseuid_is_valid(quoted)
        WHEN 'ulid' THEN ulid_is_valid(lower(t)) AND ulid_is_valid(quoted)
    END),
    'the texts before they were spoiled are ids, bare and in quotes')
FROM good, LATERAL (SELECT '"' || t || '"' AS quoted) AS q;

-- Whatever is done to an id that is dictated, read from paper or broken into groups, its text comes
-- back.
SELECT pg_temp.ok(
    count(*) = 6000 AND every(ulid_normalize(typed) = ulid),
    '1000 ulids as people type them')
FROM generate_series(1, 1000) AS i,
    ulid_encode(md5(i::text)::uuid) AS ulid,
    LATERAL (VALUES
        (ulid),
        (lower(ulid)),
        (translate(ulid, '10', 'IO')),
        (translate(ulid, '10', 'lo')),
        ('"' || ulid || '"'),
        (' ' || regexp_replace(ulid, '(....)', '\1 - ', 'g') || ' --')) AS v (typed);
SELECT pg_temp.ok(
    count(*) = 6000 AND every(typeid_normalize(typed) = typeid),
    '1000 typeids as people type them')
FROM generate_series(1, 1000) AS i,
    LATERAL (
        SELECT typeid_encode((ARRAY['', 'a', 'oil', 'a_loll'])[1 + i % 4], md5(i::text)::uuid)
            AS typeid) AS t,
    LATERAL (SELECT left(typeid, -26) AS prefix, right(typeid, 26) AS suffix) AS parts,
    LATERAL (VALUES
        (typeid),
        (upper(typeid)),
        (prefix || translate(suffix, '10', 'IO')),
        (upper(prefix) || translate(suffix, '10', 'lo')),
        ('"' || typeid || '"'),
        (prefix || ' ' || regexp_replace(suffix, '(....)', '\1-', 'g') || ' ')) AS v (typed);
SELECT pg_temp.ok(
    every(CASE kind
        WHEN 'ulid' THEN coalesce(ulid_is_valid(ulid_normalize(t)), true)
        WHEN 'typeid' THEN coalesce(typeid_is_valid(typeid_normalize(t)), true)
    END),
    'spoiled texts become ids or none')
FROM spoiled
WHERE kind IN ('typeid', 'ulid');

-- The text that fails raises where a type is asked for, and says the same in both.
SELECT pg_temp.ok(
    count(*) > 1000 AND every(pg_temp.outcome_of(format(query, t)) = '22P02'),
    format('%s spoiled texts raise 22P02 where they must be ids', count(*)))
FROM spoiled
    JOIN (VALUES
        ('uid11', 'SELECT xid_timestamp(%L)'),
        ('typeid', 'SELECT typeid_prefix(%L)'),
        ('baseuid', 'SELECT baseuid_to_uuid(%L)'),
        ('ulid', 'SELECT ulid_timestamp(%L)')) AS v (kind, query) USING (kind)
WHERE length(t) < 1000;
SELECT pg_temp.ok(pg_temp.message(query) = message || ' / ' || detail, query)
FROM (VALUES
    (
        $$SELECT xid_random('111')$$,
        'invalid input syntax for type uid11: "111"',
        'A uid11 has 11 characters, but this text has 3.'
    ),
    (
        $$SELECT xid_random('"1111111111O"')$$,
        'invalid input syntax for type uid11: ""1111111111O""',
        'Character 12, "O", does not occur in uid11s.'
    ),
    (
        $$SELECT xid_random('jpXCZedGfVR')$$,
        'invalid input syntax for type uid11: "jpXCZedGfVR"',
        'The text stands for a number that no uid11 has.'
    ),
    (
        $$SELECT baseuid_to_uuid('"ANjss')$$,
        'invalid input syntax for type baseuid: ""ANjss"',
        'There is a double quote at one end only.'
    ),
    (
        $$SELECT ulid_timestamp('"01arz3ndektsv4rrffq69g5fal"')$$,
        'invalid input syntax for type ulid: ""01arz3ndektsv4rrffq69g5fal""',
        'Character 27, "l", does not occur in ULIDs.'
    ),
    (
        $$SELECT ulid_timestamp('80000000000000000000000000')$$,
        'invalid input syntax for type ulid: "80000000000000000000000000"',
        'Character 1 must be 0 to 7, because an id has 128 bits.'
    ),
    (
        $$SELECT uuid_v7_min(timestamptz '1969-12-31 23:59:59+00')$$,
        'timestamp out of range for a UUID of version 7',
        'It can hold times from 1970-01-01 00:00:00+00 to before 10889-08-02 05:31:50.656+00.'
    ),
    (
        $$SELECT ulid_min(timestamptz '1969-12-31 23:59:59+00')$$,
        'timestamp out of range for a ulid',
        'It can hold times from 1970-01-01 00:00:00+00 to before 10889-08-02 05:31:50.656+00.'
    ),
    (
        $$SELECT typeid_prefix('user_8zzzzzzzzzzzzzzzzzzzzzzzzz')$$,
        'invalid input syntax for type typeid: "user_8zzzzzzzzzzzzzzzzzzzzzzzzz"',
        'Character 6 must be 0 to 7, because an id has 128 bits.'
    ),
    (
        $$SELECT typeid_prefix('_00000000000000000000000000')$$,
        'invalid input syntax for type typeid: "_00000000000000000000000000"',
        'There is no type prefix before the underscore.'
    ),
    (
        $$SELECT typeid_prefix('us3r_00000000000000000000000000')$$,
        'invalid input syntax for type typeid: "us3r_00000000000000000000000000"',
        'Character 3, "3", is not a letter or an underscore.'
    ),
    (
        $$SELECT typeid_prefix('user__00000000000000000000000000')$$,
        'invalid input syntax for type typeid: "user__00000000000000000000000000"',
        'Character 5 is an underscore at an end of the type prefix.'
    ),
    (
        $$SELECT typeid_prefix('user_0000')$$,
        'invalid input syntax for type typeid: "user_0000"',
        'A TypeID with the type prefix "user" has 31 characters, but this text has 9.'
    ),
    (
        $$SELECT typeid_prefix('"user_0000000000000000000000000u"')$$,
        'invalid input syntax for type typeid: ""user_0000000000000000000000000u""',
        'Character 32, "u", does not occur in TypeIDs.'
    ),
    (
        $$SELECT typeid_generate_text('User')$$,
        'invalid type prefix: "User"',
        'Character 1, "U", is upper case.'
    ),
    (
        $$SELECT base62id_encode(decode(repeat('00', 65537), 'hex'))$$,
        'bytea value is too long for base62id',
        'At most 65536 bytes can be encoded, but the value has 65537.'
    ),
    (
        $$SELECT xid_new(timestamptz '2011-11-11 11:11:11.110+00')$$,
        'timestamp out of range for an xid',
        'It can hold times from 2011-11-11 11:11:11.111+00 to before 2151-03-25 18:46:22.215+00.'
    ),
    (
        $$SELECT xid_pack(now(), 4194304)$$,
        'random field of an xid is out of range',
        'It has 22 bits: 0 to 4194303.'
    ),
    (
        $$SELECT uid11_snowish_new(1024)$$,
        'machine number 1024 is out of range',
        'It has 10 bits: 0 to 1023.'
    ),
    (
        $$SELECT uid11_from_bigint(-1)$$,
        'value out of range for type uid11',
        ''
    )
) AS v (query, message, detail);

-- Numbers and octets.
SELECT pg_temp.ok(pg_temp.outcome_of(query) = wanted, query || ' is ' || wanted)
FROM (VALUES
    ($$SELECT uid11_encode(0)$$, '11111111111'),
    ($$SELECT uid11_encode(-1)$$, 'NULL'),
    ($$SELECT uid11_encode(18446744073709551615)$$, 'jpXCZedGfVQ'),
    ($$SELECT uid11_encode(18446744073709551616)$$, 'NULL'),
    ($$SELECT uid11_encode(9223372036854775807)$$, 'NQm6nKp8qFC'),
    ($$SELECT uid11_encode(9223372036854775808)$$, 'NQm6nKp8qFD'),
    ($$SELECT uid11_encode(0.5)$$, 'NULL'),
    ($$SELECT uid11_encode(18446744073709551614.5)$$, 'NULL'),
    ($$SELECT uid11_encode(9223372036854775807.5)$$, 'NULL'),
    ($$SELECT uid11_encode(57.000)$$, '1111111111z'),
    ($$SELECT uid11_encode('NaN')$$, 'NULL'),
    ($$SELECT uid11_encode(1::smallint)$$, '11111111112'),
    ($$SELECT uid11_encode(1e30)$$, 'NULL'),
    ($$SELECT uid11_encode(58::bigint)$$, '11111111121'),
    ($$SELECT uid11_to_bigint('NQm6nKp8qFC')$$, '9223372036854775807'),
    ($$SELECT uid11_to_bigint('NQm6nKp8qFD')$$, '22003'),
    ($$SELECT uid11_to_integer(uid11_decode(uid11_encode(2147483647)))$$, '2147483647'),
    ($$SELECT uid11_to_integer(uid11_decode(uid11_encode(2147483648)))$$, '22003'),
    ($$SELECT uid11_to_integer('jpXCZedGfVQ')$$, '22003'),
    ($$SELECT uid11_to_smallint('jpXCZedGfVQ')$$, '22003'),
    ($$SELECT uid11_to_smallint(uid11_decode(uid11_encode(32767)))$$, '32767'),
    ($$SELECT uid11_to_smallint(uid11_decode(uid11_encode(32768)))$$, '22003'),
    ($$SELECT uuid_v7_timestamp('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')$$,
     '2022-02-22 19:22:22+00'),
    ($$SELECT uuid_v7_timestamp(uuid_v7_new('2025-01-01 00:00:00.123456+00'))$$,
     '2025-01-01 00:00:00.123+00'),
    ($$SELECT uuid_v7_timestamp('017f22e2-79b0-4cc3-98c4-dc0c0c07398f')$$, 'NULL'),
    ($$SELECT uuid_v7_new('1969-12-31 23:59:59+00')$$, '22008'),
    ($$SELECT uid11_from_numeric(0.5)$$, '22003'),
    ($$SELECT uid11_fullrand_parse('jpXCZedGfVQ')$$, '18446744073709551615'),
    ($$SELECT uid11_snowish_parse('NQm6nKp8qFC')$$, '("2081-07-18 02:58:46.662+00",1023,4095)'),
    ($$SELECT uid11_snowish_parse('jpXCZedGfVQ')$$, '22023'),
    ($$SELECT uid11_ts_seq_rand_parse('jpXCZedGfVQ')$$, '("2151-03-25 18:46:22.214+00",4095,1023)'),
    ($$SELECT uid11_prefix_range('')$$, '(11111111111,jpXCZedGfVQ)'),
    ($$SELECT uid11_prefix_range('0')$$, '(,)'),
    ($$SELECT uid11_prefix_range('"1"')$$, '(,)'),
    ($$SELECT uid11_prefix_range('111111111111')$$, '(,)'),
    ($$SELECT xid_parse_prefix('z')$$, '(,,,)'),
    ($$SELECT xid_parse_prefix('')$$,
     '("2011-11-11 11:11:11.111+00","2151-03-25 18:46:22.214+00",0,4194303)'),
    ($$SELECT xid_parse('z')$$, '22P02'),
    ($$SELECT base62id_encode('\x'::bytea)$$, '2'),
    ($$SELECT base62id_decode_bytea('"2"')$$, '\x'),
    ($$SELECT base62id_decode_bytea('""')$$, 'NULL'),
    ($$SELECT base62id_decode_bytea(repeat('z', 100000))$$, 'NULL'),
    ($$SELECT baseuid_encode('\x00')$$, 'NULL'),
    ($$SELECT baseuid_encode(uuid_send(gen_random_uuid()))$$, 'NULL'),
    ($$SELECT baseuid_from_uuid('00000000-0000-8000-8000-000000000000')$$, '--------------------'),
    ($$SELECT baseuid_from_uuid('00000000-0000-7000-8000-000000000000')$$, 'NULL'),
    ($$SELECT baseuid_from_uuid('00000000-0000-8000-4000-000000000000')$$, 'NULL'),
    ($$SELECT baseuid_from_uuid('00000000-0000-8000-8000-000000000001')$$, 'NULL'),
    ($$SELECT base62id_encode('00000000-0000-0000-0000-00000000000')$$, 'NULL'),
    ($$SELECT base62id_encode('00000000-0000-0000-0000-00000000000g')$$, 'NULL'),
    ($$SELECT base62id_encode('00000000-0000-0000-0000-00000000-000')$$, 'NULL'),
    ($$SELECT base62id_encode('{0000000-0000-0000-0000-00000000000}')$$, 'NULL'),
    ($$SELECT base64uuid_encode('00000000000000000000000000000000')$$, 'NULL'),
    ($$SELECT uuid_from_base32hex('00000000000000000000000001')$$, 'NULL'),
    ($$SELECT uuid_from_base32hex('0000000000000000000000000w')$$, 'NULL'),
    ($$SELECT typeid_encode('User', gen_random_uuid())$$, 'NULL'),
    ($$SELECT uuid_to_typeid('User', gen_random_uuid())$$, '22023'),
    ($$SELECT typeid_encode('', '00000000-0000-0000-0000-000000000000')$$,
     '00000000000000000000000000'),
    ($$SELECT typeid_encode(repeat('a', 64), gen_random_uuid())$$, 'NULL'),
    ($$SELECT length(typeid_encode(repeat('a', 63), gen_random_uuid()))$$, '90'),
    ($$SELECT typeid_check_text('user_8zzzzzzzzzzzzzzzzzzzzzzzzz', 'user')$$, 'false'),
    ($$SELECT typeid_check('user_7zzzzzzzzzzzzzzzzzzzzzzzzz', 'User!')$$, 'false'),
    ($$SELECT typeid_timestamp('user_7zzzzzzzzzzzzzzzzzzzzzzzzz')$$, 'NULL'),
    ($$SELECT typeid_is_nil_prefix('user_7zzzzzzzzzzzzzzzzzzzzzzzzz')$$, 'false'),
    ($$SELECT typeid_is_nil_prefix('00000000000000000000000000')$$, 'true'),
    ($$SELECT typeid_generate_batch('user', -1)$$, '22023'),
    ($$SELECT typeid_generate_batch('user', 0)$$, '{}'),
    ($$SELECT typeid_generate_batch('User', 1)$$, '22023'),
    ($$SELECT typeid_generate('_')$$, '22023'),
    ($$SELECT typeid_generate('x', 'infinity')$$, '22008'),
    ($$SELECT typeid_min('x', '1969-12-31 23:59:59.999999+00')$$, '22008'),
    ($$SELECT typeid_max('x', '10889-08-02 05:31:50.656+00')$$, '22008'),
    ($$SELECT typeid_timestamp(typeid_max('x', '10889-08-02 05:31:50.655999+00'))$$,
     '10889-08-02 05:31:50.655+00'),
    ($$SELECT typeid_min('x', '2024-01-01 00:00:00.123456+00')$$, 'x_01hk153x3ve008000000000000'),
    ($$SELECT xid_new('-infinity')$$, '22008'),
    ($$SELECT xid_min('2151-03-25 18:46:22.215+00')$$, '22008'),
    ($$SELECT xid_max('2151-03-25 18:46:22.214999+00')$$, 'jpXCZedGfVQ'),
    ($$SELECT xid_min('2011-11-11 11:11:11.111+00')$$, '11111111111'),
    ($$SELECT baseuid_min('1969-12-31 23:59:59.999999+00')$$, '22008'),
    ($$SELECT baseuid_new('2262-04-11 23:47:16.854776+00')$$, '22008'),
    ($$SELECT baseuid_max('2262-04-11 23:47:16.854775+00')$$, 'zzzzzzzzzzzzzzzzzzzz'),
    ($$SELECT baseuid_new('infinity')$$, '22008'),
    ($$SELECT baseuid_timestamp('zzzzzzzzzzzzzzzzzzzz')$$, '2262-04-11 23:47:16.854743+00'),
    ($$SELECT ulid_generate('infinity')$$, '22008'),
    ($$SELECT ulid_min('1969-12-31 23:59:59.999999+00')$$, '22008'),
    ($$SELECT ulid_max('10889-08-02 05:31:50.656+00')$$, '22008'),
    ($$SELECT ulid_max('10889-08-02 05:31:50.655999+00')$$, '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'),
    ($$SELECT ulid_timestamp('7zzzzzzzzzzzzzzzzzzzzzzzzz')$$, '10889-08-02 05:31:50.655+00'),
    ($$SELECT ulid_min('1970-01-01+00')$$, '00000000000000000000000000'),
    ($$SELECT ulid_min('2024-01-01 00:00:00.123456+00')$$, '01HK153X3V0000000000000000'),
    ($$SELECT ulid_encode('00000000-0000-0000-0000-00000000000')$$, 'NULL'),
    ($$SELECT ulid_encode('7zzzzzzzzzzzzzzzzzzzzzzzzz')$$, 'NULL'),
    ($$SELECT ulid_decode('0000000000000000000000000u')$$, 'NULL'),
    ($$SELECT ulid_decode('0000000000000000000000000Z')$$, '00000000-0000-0000-0000-00000000001f'),
    ($$SELECT ulid_normalize('oIarz3-ndektsv 4rrffq-69g5fav')$$, '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    ($$SELECT ulid_normalize('U1ARZ3NDEKTSV4RRFFQ69G5FAV')$$, 'NULL'),
    ($$SELECT ulid_normalize('8ZZZZZZZZZZZZZZZZZZZZZZZZZ')$$, 'NULL'),
    ($$SELECT ulid_normalize(repeat('- ', 40000) || '01arz3ndektsv4rrffq69g5fav')$$,
     '01ARZ3NDEKTSV4RRFFQ69G5FAV'),
    ($$SELECT ulid_normalize(repeat('0', 100000))$$, 'NULL'),
    ($$SELECT ulid_normalize('01ARZ3NDEKTSV4RRFFQ69G5F' || chr(228) || 'V')$$, 'NULL'),
    ($$SELECT typeid_normalize('USER_o1H4-55VB-4PEX-5VSK-NK08-4SN0-2Q')$$,
     'user_01h455vb4pex5vsknk084sn02q'),
    ($$SELECT typeid_normalize('"Oil_IIh455vb4pex5vsknko84sno2q"')$$,
     'oil_11h455vb4pex5vsknk084sn02q'),
    ($$SELECT typeid_normalize('us3r_01ARZ3NDEKTSV4RRFFQ69G5FAV')$$, 'NULL'),
    ($$SELECT typeid_normalize('user01ARZ3NDEKTSV4RRFFQ69G5FAV')$$, 'NULL'),
    ($$SELECT typeid_normalize(repeat('a', 64) || '_01arz3ndektsv4rrffq69g5fav')$$, 'NULL'),
    ($$SELECT length(typeid_normalize(repeat('A', 63) || '_01arz3ndektsv4rrffq69g5fav'))$$, '90'),
    ($$SELECT uuid_v7_min('1970-01-01+00')$$, '00000000-0000-7000-8000-000000000000'),
    ($$SELECT uuid_v7_max('infinity')$$, '22008'),
    ($$SELECT uuid_v7_max('2024-02-29 12:34:56.7899+00')$$, '018df4dc-5495-7fff-bfff-ffffffffffff'),
    ($$SELECT uuid_v7_min('1969-12-31 23:59:59.999999+00')$$, '22008'),
    ($$SELECT uuid_v7_max('10889-08-02 05:31:50.656+00')$$, '22008'),
    ($$SELECT uuid_v7_max('10889-08-02 05:31:50.655999+00')$$,
     'ffffffff-ffff-7fff-bfff-ffffffffffff'),
    ($$SELECT xid_pack(now(), -1)$$, '22003'),
    ($$SELECT uid11_snowish_new(-1)$$, '22003'),
    ($$SELECT xid_pack('epoch', 1)$$, '22008')) AS v (query, wanted);

-- Over the extension this says nothing: its functions have no such description.
SELECT pg_temp.ok(
    count(*) > 60
        AND every(proisstrict)
        AND every(proparallel = 's' OR proname IN (
            'typeid_create_type', 'typeid_create_uuid_domain'))
        AND every((provolatile = 'v') = (proname ~ '_(new|generate|generate_text|generate_nil'
            '|generate_batch|generate_v7|create_type|create_uuid_domain)$')),
    'all ' || count(*) || ' functions are strict, parallel safe, and volatile where they must be'
        || coalesce(string_agg(' ' || oid::regprocedure, ',') FILTER (WHERE NOT proisstrict), ''))
FROM pg_proc
WHERE pronamespace = :'schema'::regnamespace
    AND proname ~ '^(base62id|base64uuid|uid11|xid|typeid|uuid_(to|from)|uuid_v7|baseuid|ulid)'
    AND proname !~ '__'
    AND obj_description(oid, 'pg_proc') LIKE '%(base62id in SQL)'
HAVING count(*) > 0 OR :'where' !~ 'extension';

-- Collations: the functions look at octets, whatever the caller's collation says.
CREATE TEMP TABLE collated AS
    SELECT 'user_00000000000000000000000000' COLLATE "C" AS a, 'user' COLLATE "POSIX" AS b;
SELECT pg_temp.ok(
    typeid_check_text(a, b)
        AND typeid_check(a || '', b)
        AND typeid_is_valid(a || left(b, 0))
        AND base62id_encode(a || b) IS NULL
        AND NOT base62id_is_valid(a || b)
        AND base62id_decode_bytea(a || b) IS NULL,
    'collations that conflict')
FROM collated;
SELECT EXISTS (SELECT FROM pg_collation WHERE collname = 'und-x-icu') AS icu \gset
\if :icu
CREATE COLLATION pg_temp.blind (
    provider = icu, locale = 'und-u-ks-level2', deterministic = false);
SELECT pg_temp.ok(
    typeid_is_valid(t)
        AND typeid_check_text(t, 'user' COLLATE pg_temp.blind)
        AND NOT typeid_check_text(t, 'USER' COLLATE pg_temp.blind)
        AND typeid_check(t, 'user' COLLATE pg_temp.blind)
        AND NOT typeid_check(t, 'USER' COLLATE pg_temp.blind)
        AND typeid_prefix(t) = 'user'
        AND typeid_to_uuid(t) IS NOT NULL
        AND NOT base62id_is_valid(t)
        AND base62id_encode(t) IS NULL
        AND base62id_decode_bytea(t) IS NULL
        AND NOT base64uuid_is_valid(t)
        AND NOT uid11_is_valid(t)
        AND NOT baseuid_is_valid(t)
        AND NOT ulid_is_valid(t)
        AND ulid_is_valid(right(t, 26)),
    'a nondeterministic collation')
FROM (VALUES ('user_00000000000000000000000000' COLLATE pg_temp.blind)) AS v (t);
\endif
