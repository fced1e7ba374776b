-- Random round trips, order, generators.  Runs over the functions in SQL and over the extension.
--   n      how many values
SELECT setseed(0.62) \g /dev/null

-- Uniform ones, and ones whose leading bits are equal, zero or one, so that carries and borders are
-- met.
CREATE TEMP TABLE r AS
    SELECT hex::uuid AS u, ('x' || left(hex, 16))::bit(64)::bigint AS int8
    FROM generate_series(1, :n) AS i,
        LATERAL (
            SELECT
                md5(random()::text || i) AS random_hex,
                (ARRAY['0', 'f', '8', '7'])[1 + i % 4] AS digit,
                (i % 37) % 33 * (i % 2) AS length
        ) AS x,
        LATERAL (SELECT overlay(random_hex placing repeat(digit, length) from 1) AS hex) AS y;
CREATE TEMP TABLE t AS
    SELECT
        u,
        b,
        b15,
        n,
        base62id_encode(u) COLLATE "C" AS t62,
        base64uuid_encode(u) COLLATE "C" AS t64,
        uuid_to_base32hex(u) COLLATE "C" AS t32,
        ulid_encode(u) COLLATE "C" AS tulid,
        typeid_encode('user', u) COLLATE "C" AS tid,
        baseuid_encode(b15) COLLATE "C" AS uid,
        uid11_encode(n) COLLATE "C" AS t11
    FROM r,
        LATERAL (
            SELECT
                uuid_send(u) AS b,
                substr(uuid_send(u), 1, 15) AS b15,
                int8::numeric + CASE WHEN int8 < 0 THEN 18446744073709551616 ELSE 0 END AS n
        ) AS x;
SELECT pg_temp.ok(
    count(*) = :n AND every(
        base62id_decode(t62) = u
        AND base62id_encode(b) = t62
        AND base62id_decode_bytea(t62) = b
        AND base64uuid_decode(t64) = u
        AND uuid_from_base32hex(t32) = u
        AND ulid_decode(tulid) = u
        AND ulid_decode(lower(tulid)) = u
        AND typeid_to_uuid(typeid_decode(tid)) = u
        AND uid11_to_numeric(uid11_decode(t11)) = n
        AND baseuid_is_valid(uid)
        AND baseuid_from_uuid(baseuid_to_uuid(baseuid_decode(uid))) = baseuid_decode(uid)),
    count(*) || ' random values of each system there and back')
FROM t;

CREATE FUNCTION pg_temp.random_octets(n integer) RETURNS bytea LANGUAGE sql AS $$
    SELECT decode(left(string_agg(md5(random()::text), ''), 2 * n), 'hex')
    FROM generate_series(0, n / 16)
$$;
SELECT pg_temp.ok(
    count(*) = 300 AND every(base62id_decode_bytea(base62id_encode(b)) = b),
    '300 random octet strings of 0 to 299 octets')
FROM (SELECT pg_temp.random_octets(n) AS b FROM generate_series(0, 299) AS n) AS x;
SELECT pg_temp.ok(
    every(base62id_decode_bytea(base62id_encode(b)) = b),
    'octet strings about the limb borders: ' || string_agg(length(b)::text, ' '))
FROM (
    SELECT pg_temp.random_octets(n) AS b
    FROM unnest(ARRAY[4094, 4095, 4096, 8190, 8191, 20000]) AS n
) AS x;

-- Against arithmetic that shares nothing with the functions.
CREATE FUNCTION pg_temp.digits(v numeric, alphabet text, width integer) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
    base CONSTANT numeric := length(alphabet);
    rest numeric := v;
    result text := '';
BEGIN
    WHILE rest > 0 OR length(result) < width LOOP
        result := substr(alphabet, (rest % base)::integer + 1, 1) || result;
        rest := div(rest, base);
    END LOOP;
    RETURN result;
END $$;
CREATE FUNCTION pg_temp.value(b bytea) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE
    result numeric := 0;
BEGIN
    FOR i IN 0 .. length(b) - 1 LOOP
        result := result * 256 + get_byte(b, i);
    END LOOP;
    RETURN result;
END $$;
SELECT pg_temp.ok(
    count(*) = 2000 AND every(
        t62 = pg_temp.digits(
            2 * 2::numeric ^ 128 + v,
            '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
            22)
        AND t64 = pg_temp.digits(
            4 * 2::numeric ^ 128 + v,
            '$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
            22)
        AND tid = 'user_' || pg_temp.digits(v, '0123456789abcdefghjkmnpqrstvwxyz', 26)
        AND tulid = pg_temp.digits(v, '0123456789ABCDEFGHJKMNPQRSTVWXYZ', 26)
        AND t32 = pg_temp.digits(4 * v, '0123456789ABCDEFGHIJKLMNOPQRSTUV', 26)
        AND uid = pg_temp.digits(
            div(v, 256),
            '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
            20)
        AND t11 = pg_temp.digits(
            n,
            '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
            11)),
    '2000 of them equal what long division gives')
FROM (SELECT *, pg_temp.value(b) AS v FROM t LIMIT 2000) AS t;
SELECT pg_temp.ok(
    every((u, u, u, u, u) = (t62, t64, t32, tid, tulid)) AND every(n = t11) AND every(b15 = uid),
    'texts under COLLATE "C" sort as the values do')
FROM (
    SELECT
        dense_rank() OVER (ORDER BY u) AS u,
        dense_rank() OVER (ORDER BY t62) AS t62,
        dense_rank() OVER (ORDER BY t64) AS t64,
        dense_rank() OVER (ORDER BY t32) AS t32,
        dense_rank() OVER (ORDER BY tid) AS tid,
        dense_rank() OVER (ORDER BY tulid) AS tulid,
        dense_rank() OVER (ORDER BY n) AS n,
        dense_rank() OVER (ORDER BY t11) AS t11,
        dense_rank() OVER (ORDER BY b15) AS b15,
        dense_rank() OVER (ORDER BY uid) AS uid
    FROM t
) AS ranks;

-- Generators.
CREATE TEMP TABLE g AS
    SELECT
        i,
        clock_timestamp() AS before,
        xid_new()::text COLLATE "C" AS xid,
        typeid_generate('user')::text COLLATE "C" AS tid,
        baseuid_new()::text COLLATE "C" AS uid,
        typeid_generate_text('') COLLATE "C" AS bare,
        uid11_ts_seq_rand_new()::text AS tsr,
        uid11_snowish_new(717)::text COLLATE "C" AS snow,
        uid11_fullrand_new()::text AS rand,
        typeid_uuid_generate_v7() AS v7,
        typeid_generate_nil()::text AS nil,
        ulid_generate()::text COLLATE "C" AS ulid
    FROM generate_series(1, :n) AS i;
SELECT pg_temp.ok(
    count(DISTINCT xid) = :n
    AND count(DISTINCT tid) = :n
    AND count(DISTINCT uid) = :n
    AND count(DISTINCT tsr) = :n
    AND count(DISTINCT snow) = :n
    AND count(DISTINCT rand) = :n
    AND count(DISTINCT v7) = :n
    AND count(DISTINCT ulid) = :n,
    'no generator of a session repeats itself in ' || :n || ' ids')
FROM g;
SELECT pg_temp.ok(
    count(DISTINCT x::text) = :n,
    :n || ' ids of xid_new() alone, all different')
FROM (SELECT xid_new() AS x FROM generate_series(1, :n)) AS x;
SELECT pg_temp.ok(
    bool_and(
        tid > last_tid
        AND uid > last_uid
        AND bare > last_bare
        AND snow > last_snow
        AND v7 > last_v7
        AND ulid > last_ulid),
    'typeid, baseuid, snowish, uuid v7 and ulid strictly ascend in the session')
FROM (
    SELECT
        tid,
        lag(tid) OVER w AS last_tid,
        uid,
        lag(uid) OVER w AS last_uid,
        bare,
        lag(bare) OVER w AS last_bare,
        snow,
        lag(snow) OVER w AS last_snow,
        v7,
        lag(v7) OVER w AS last_v7,
        ulid,
        lag(ulid) OVER w AS last_ulid
    FROM g
    WINDOW w AS (ORDER BY i)
) AS g;
SELECT pg_temp.ok(bool_and(x > p), 'and so do ' || count(*) || ' of typeid_generate_batch')
FROM (
    SELECT x::text COLLATE "C" AS x, lag(x::text COLLATE "C") OVER (ORDER BY o) AS p
    FROM unnest(typeid_generate_batch('user', 1000)) WITH ORDINALITY AS b (x, o)
) AS b;

CREATE FUNCTION pg_temp.is_about(ts timestamptz, now timestamptz) RETURNS boolean LANGUAGE sql AS
$$ SELECT abs(extract(epoch FROM ts - now)) < 60 $$;
SELECT pg_temp.ok(
    every(
        pg_temp.is_about(xid_timestamp(xid), before)
        AND pg_temp.is_about(typeid_timestamp(tid), before)
        AND pg_temp.is_about(baseuid_timestamp(uid), before)
        AND pg_temp.is_about((uid11_snowish_parse(snow)).ts, before)
        AND pg_temp.is_about((uid11_ts_seq_rand_parse(tsr)).ts, before)
        AND pg_temp.is_about(ulid_timestamp(ulid), before)
        AND pg_temp.is_about(typeid_timestamp(uuid_to_typeid('', v7)), before)
        AND xid_timestamp(xid) >= before - interval '1 ms'
        AND (uid11_snowish_parse(snow)).machine = 717
        AND ulid ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'
        AND nil ~ '^0[0-9a-z]{25}$'
        AND typeid_check(tid, 'user')
        AND typeid_to_uuid(bare)::text ~ '^.{14}7.{4}[89ab]'),
    'they hold the time of now, version 7 and variant 10')
FROM (SELECT * FROM g LIMIT 5000) AS g;

-- Backfilling, and the bounds of a time.
CREATE TEMP TABLE times AS
    SELECT timestamptz '2011-11-11 11:11:11.111+00'
        + i * interval '403 h'
        + random() * interval '1 h' AS ts
    FROM generate_series(0, 2999) AS i;
SELECT pg_temp.ok(
    count(*) = 3000 AND every(
        xid_new(ts)::text COLLATE "C" BETWEEN xid_min(ts)::text AND xid_max(ts)::text
        AND xid_timestamp(xid_new(ts)) = ms
        AND xid_max(ts)::text COLLATE "C" < xid_min(next)::text
        AND uid11_to_numeric(xid_max(ts)) + 1 = uid11_to_numeric(xid_min(next))),
    '3000 xids of other times lie within that time''s bounds')
FROM times,
    LATERAL (SELECT date_trunc('milliseconds', ts) AS ms, ts + interval '1 ms' AS next) AS x;
SELECT pg_temp.ok(
    count(*) = 3000 AND every(
        typeid_generate('user', ts)::text COLLATE "C"
            BETWEEN typeid_min('user', ts)::text AND typeid_max('user', ts)::text
        AND typeid_timestamp(typeid_generate('user', ts)) = ms
        AND typeid_max('user', ts)::text COLLATE "C" < typeid_min('user', next)::text),
    'and so do 3000 typeids')
FROM times,
    LATERAL (SELECT date_trunc('milliseconds', ts) AS ms, ts + interval '1 ms' AS next) AS x;
SELECT pg_temp.ok(
    count(*) = 3000 AND every(
        typeid_to_uuid(typeid_generate('', ts)) BETWEEN uuid_v7_min(ts) AND uuid_v7_max(ts)
        AND uuid_v7_max(ts) < uuid_v7_min(ts + interval '1 ms')),
    'and so do their UUIDs')
FROM times;
SELECT pg_temp.ok(
    count(*) = 3000 AND every(
        baseuid_new(ts)::text COLLATE "C"
            BETWEEN baseuid_min(ts)::text AND baseuid_max(ts)::text
        AND baseuid_timestamp(baseuid_new(ts)) BETWEEN ts - interval '33 us' AND ts),
    'and so do 3000 baseuids')
FROM times;
SELECT pg_temp.ok(
    count(*) = 3000 AND every(
        ulid_generate(ts)::text COLLATE "C" BETWEEN ulid_min(ts)::text AND ulid_max(ts)::text
        AND ulid_timestamp(ulid_generate(ts)) = ms
        AND ulid_max(ts)::text COLLATE "C" < ulid_min(next)::text),
    'and so do 3000 ulids')
FROM times,
    LATERAL (SELECT date_trunc('milliseconds', ts) AS ms, ts + interval '1 ms' AS next) AS x;

-- Random bits: each is one in half of the ids, within seven standard deviations: 350 bits, and a
-- failure by chance in a thousand million runs.  Which bits of a kind are random:
CREATE TEMP TABLE random_bits AS
    SELECT kind, bit
    FROM (VALUES
        ('xid', 0, 23),
        ('typeid', 72, 127),
        ('v7', 72, 127),
        ('baseuid', 72, 119),
        ('ulid', 48, 127),
        ('fullrand', 0, 63),
        ('backfill', 0, 23)) AS v (kind, first, last),
        generate_series(first, last) AS bit
    WHERE NOT (kind IN ('xid', 'backfill') AND bit IN (6, 7));
CREATE TEMP TABLE octets AS
    SELECT
        'xid' AS kind,
        set_byte(
            decode(lpad(to_hex(xid_random(xid)), 6, '0'), 'hex'), 0, xid_random(xid) >> 16) AS b
    FROM g
    UNION ALL
    SELECT 'typeid', uuid_send(typeid_to_uuid(tid)) FROM g
    UNION ALL
    SELECT 'v7', uuid_send(v7) FROM g
    UNION ALL
    SELECT 'baseuid', uuid_send(baseuid_to_uuid(uid)) FROM g
    UNION ALL
    SELECT 'ulid', uuid_send(ulid_decode(ulid_generate(before)::text)) FROM g
    UNION ALL
    SELECT 'fullrand', int8send((uid11_fullrand_parse(rand) - 9223372036854775808)::bigint) FROM g
    UNION ALL
    SELECT 'backfill', decode(lpad(to_hex(xid_random(xid_new(before))), 6, '0'), 'hex') FROM g;
SELECT pg_temp.ok(
    max(abs(z)) < 7,
    format('%s random bits are even (largest deviation %s sigma)',
        count(*), round(max(abs(z))::numeric, 2)))
FROM (
    SELECT (sum(get_bit(b, bit)) - :n / 2.0) / sqrt(:n / 4.0) AS z
    FROM octets
    JOIN random_bits USING (kind)
    GROUP BY kind, bit
) AS deviations;
SELECT pg_temp.ok(
    abs(chi - 255) < 7 * sqrt(2 * 255),
    format('the upper 8 of the 22 bits of xid_new() are uniform (chi-square of 255: %s)',
        round(chi, 1)))
FROM (
    SELECT sum((c - :n / 256.0) ^ 2 / (:n / 256.0)) AS chi
    FROM (
        SELECT count(x.b) AS c
        FROM generate_series(0, 255) AS s
        LEFT JOIN (SELECT xid_random(xid) >> 14 AS b FROM g) AS x ON x.b = s
        GROUP BY s
    ) AS counted
) AS d;
