-- Every vector, both directions, and the invalid ones.  Runs over the functions in SQL and over the
-- extension: the casts to text mean nothing in the first case.
--   path  search_path while the functions run

-- What each file of vectors says: the tables i…

CREATE TEMP TABLE i62 AS
    SELECT
        v ->> 'text' AS t,
        (v ->> 'uuid')::uuid AS u,
        v ->> 'uuid' AS ut,
        upper(v ->> 'uuid') AS upper_ut,
        '"' || (v ->> 'text') || '"' AS quoted
    FROM pg_temp.vectors('base62id', 'uuid') AS v;
CREATE TEMP TABLE i62b AS
    SELECT
        v ->> 'text' AS t,
        decode(v ->> 'hex', 'hex') AS b,
        '"' || (v ->> 'text') || '"' AS quoted
    FROM pg_temp.vectors('base62id', 'bytea') AS v;
CREATE TEMP TABLE i64 AS
    SELECT
        v ->> 'text' AS t,
        (v ->> 'uuid')::uuid AS u,
        v ->> 'uuid' AS ut,
        '"' || (v ->> 'text') || '"' AS quoted
    FROM pg_temp.vectors('base64uuid', 'uuid') AS v;
CREATE TEMP TABLE i11 AS
    SELECT
        v ->> 'text' AS t,
        (v ->> 'payload')::numeric AS n,
        (v ->> 'xid_random')::integer AS random,
        timestamptz 'epoch' + (v ->> 'xid_unix_ms')::float8 * interval '1 ms' AS ts,
        '"' || (v ->> 'text') || '"' AS quoted
    FROM pg_temp.vectors('uid11', 'payload') AS v;
CREATE TEMP TABLE i11p AS
    SELECT
        v ->> 'prefix' AS prefix,
        (v -> 'range' ->> 0)::numeric AS lower,
        (v -> 'range' ->> 1)::numeric AS upper
    FROM pg_temp.vectors('uid11', 'prefix') AS v;
CREATE TEMP TABLE itid AS
    SELECT
        v ->> 'text' AS t,
        v ->> 'prefix' AS prefix,
        (v ->> 'uuid')::uuid AS u,
        '"' || (v ->> 'text') || '"' AS quoted
    FROM pg_temp.vectors('typeid', 'typeid') AS v
    UNION ALL
    SELECT v ->> 'typeid', v ->> 'prefix', (v ->> 'uuid')::uuid, '"' || (v ->> 'typeid') || '"'
    FROM jsonb_array_elements(
        pg_read_file(:'dir' || '/typeid-official-valid.json')::jsonb) AS v;
CREATE TEMP TABLE iuid AS
    SELECT
        v ->> 'text' AS t,
        decode(v ->> 'hex', 'hex') AS b,
        (v ->> 'uuid')::uuid AS u,
        timestamptz 'epoch'
            + floor(ns / 1000000000)::float8 * interval '1 s'
            + floor(ns % 1000000000 / 1000)::float8 * interval '1 us' AS ts,
        '"' || (v ->> 'text') || '"' AS quoted
    FROM pg_temp.vectors('baseuid', 'baseuid') AS v,
        LATERAL (SELECT (v ->> 'unix_ns_floor')::numeric AS ns) AS time;
CREATE TEMP TABLE iuidp AS
    SELECT
        v ->> 'prefix' AS prefix,
        timestamptz 'epoch' + (v ->> 'unix_s')::float8 * interval '1 s' AS ts
    FROM pg_temp.vectors('baseuid', 'time_prefix') AS v;
CREATE TEMP TABLE iulid AS
    SELECT
        v ->> 'text' AS t,
        lower(v ->> 'text') AS lt,
        (v ->> 'uuid')::uuid AS u,
        v ->> 'uuid' AS ut,
        '"' || (v ->> 'text') || '"' AS quoted,
        timestamptz 'epoch'
            + ms / 3600000 * interval '1 h'
            + ms % 3600000 * interval '1 ms' AS ts
    FROM unnest(ARRAY['ulid', 'published']) AS part,
        pg_temp.vectors('ulid', part) AS v,
        LATERAL (SELECT (v ->> 'unix_ms')::bigint AS ms) AS time;
CREATE TEMP TABLE bad AS
    SELECT kind, v ->> 'text' AS t
    FROM (VALUES
        ('base62id', 'base62id', 'invalid_uuid_text'),
        ('base62id_bytea', 'base62id', 'invalid_bytea_text'),
        ('base64uuid', 'base64uuid', 'invalid_text'),
        ('uid11', 'uid11', 'invalid_text'),
        ('typeid', 'typeid', 'invalid_text'),
        ('baseuid', 'baseuid', 'invalid_text'),
        ('ulid', 'ulid', 'invalid_text')) AS files (kind, file, part),
        pg_temp.vectors(file, part) AS v
    UNION ALL
    SELECT 'typeid', v ->> 'typeid'
    FROM jsonb_array_elements(
        pg_read_file(:'dir' || '/typeid-official-invalid.json')::jsonb) AS v;

-- What the functions make of them: the tables o…  Nothing but calls and casts: under a hostile
-- search_path, the test's own operators would be hostile, too.
SELECT set_config('search_path', :'path', false) \g /dev/null

CREATE TABLE pg_temp.o62 AS
    SELECT
        i.*,
        :"schema".base62id_encode(u) AS enc,
        :"schema".base62id_encode(ut) AS enc_text,
        :"schema".base62id_encode(upper_ut) AS enc_upper,
        :"schema".base62id_encode(pg_catalog.uuid_send(u)) AS enc_bytea,
        :"schema".base62id_decode(t) AS dec,
        :"schema".base62id_decode(quoted) AS dec_quoted,
        :"schema".base62id_is_valid(t) AS valid,
        :"schema".base62id_decode_bytea(t) AS dec_bytea
    FROM pg_temp.i62 AS i;
CREATE TABLE pg_temp.o62b AS
    SELECT
        i.*,
        :"schema".base62id_encode(b) AS enc,
        :"schema".base62id_decode_bytea(t) AS dec,
        :"schema".base62id_decode_bytea(quoted) AS dec_quoted
    FROM pg_temp.i62b AS i;
CREATE TABLE pg_temp.o64 AS
    SELECT
        i.*,
        :"schema".base64uuid_encode(u) AS enc,
        :"schema".base64uuid_encode(ut) AS enc_text,
        :"schema".base64uuid_decode(t) AS dec,
        :"schema".base64uuid_decode(quoted) AS dec_quoted,
        :"schema".base64uuid_is_valid(t) AS valid,
        :"schema".uuid_to_base32hex(u) AS hex,
        :"schema".uuid_from_base32hex(:"schema".uuid_to_base32hex(u)) AS hex_dec,
        :"schema".uuid_from_base32hex(
            pg_catalog.lower(:"schema".uuid_to_base32hex(u))) AS hex_dec_lower
    FROM pg_temp.i64 AS i;
CREATE TABLE pg_temp.o11 AS
    SELECT
        i.*,
        :"schema".uid11_encode(n) AS enc,
        :"schema".uid11_decode(t)::pg_catalog.text AS dec,
        :"schema".uid11_decode(quoted)::pg_catalog.text AS dec_quoted,
        :"schema".uid11_is_valid(t) AS valid,
        :"schema".uid11_to_numeric(:"schema".uid11_decode(t)) AS back,
        :"schema".uid11_from_numeric(n)::pg_catalog.text AS from_n,
        :"schema".xid_timestamp(:"schema".uid11_decode(t)) AS x_ts,
        :"schema".xid_random(:"schema".uid11_decode(t)) AS x_random,
        (:"schema".xid_parse(quoted)).ts AS p_ts,
        (:"schema".xid_parse(t)).random AS p_random,
        :"schema".xid_pack(ts, random)::pg_catalog.text AS packed,
        :"schema".xid_min(ts)::pg_catalog.text AS min,
        :"schema".xid_max(ts)::pg_catalog.text AS max
    FROM pg_temp.i11 AS i;
CREATE TABLE pg_temp.o11p AS
    SELECT
        i.*,
        r.lower::pg_catalog.text AS r_lower,
        r.upper::pg_catalog.text AS r_upper,
        :"schema".uid11_encode(i.lower) AS want_lower,
        :"schema".uid11_encode(i.upper) AS want_upper,
        (:"schema".xid_parse(r.lower::pg_catalog.text)).ts AS lo_ts,
        (:"schema".xid_parse(r.lower::pg_catalog.text)).random AS lo_r,
        (:"schema".xid_parse(r.upper::pg_catalog.text)).ts AS hi_ts,
        (:"schema".xid_parse(r.upper::pg_catalog.text)).random AS hi_r,
        x.*
    FROM pg_temp.i11p AS i,
        LATERAL :"schema".uid11_prefix_range(prefix) AS r,
        LATERAL :"schema".xid_parse_prefix(prefix) AS x;
CREATE TABLE pg_temp.otid AS
    SELECT
        i.*,
        :"schema".typeid_encode(prefix, u) AS enc,
        :"schema".typeid_decode(t)::pg_catalog.text AS dec,
        :"schema".typeid_decode(quoted)::pg_catalog.text AS dec_quoted,
        :"schema".typeid_is_valid(t) AS valid,
        :"schema".typeid_to_uuid(:"schema".typeid_decode(quoted)) AS uuid,
        :"schema".typeid_prefix(:"schema".typeid_decode(quoted)) AS p,
        :"schema".uuid_to_typeid(prefix, u)::pg_catalog.text AS made,
        :"schema".typeid_parse(quoted)::pg_catalog.text AS parsed,
        :"schema".typeid_print(:"schema".typeid_decode(t)) AS printed,
        :"schema".typeid_check_text(quoted, prefix) AS checked_text,
        :"schema".typeid_check(:"schema".typeid_decode(t), prefix) AS checked,
        :"schema".typeid_has_prefix(:"schema".typeid_decode(t), 'zzz') AS wrong,
        :"schema".typeid_check_text(t, 'zzz') AS wrong_text
    FROM pg_temp.itid AS i;
CREATE TABLE pg_temp.ouid AS
    SELECT
        i.*,
        :"schema".baseuid_encode(b) AS enc,
        :"schema".baseuid_decode(t)::pg_catalog.text AS dec,
        :"schema".baseuid_decode(quoted)::pg_catalog.text AS dec_quoted,
        :"schema".baseuid_is_valid(t) AS valid,
        :"schema".baseuid_to_uuid(:"schema".baseuid_decode(t)) AS uuid,
        :"schema".baseuid_from_uuid(u)::pg_catalog.text AS from_uuid,
        :"schema".baseuid_timestamp(:"schema".baseuid_decode(t)) AS time
    FROM pg_temp.iuid AS i;
CREATE TABLE pg_temp.ouidp AS
    SELECT
        i.*,
        :"schema".baseuid_min(ts)::pg_catalog.text AS min,
        :"schema".baseuid_max(ts)::pg_catalog.text AS max
    FROM pg_temp.iuidp AS i;
CREATE TABLE pg_temp.oulid AS
    SELECT
        i.*,
        :"schema".ulid_encode(u) AS enc,
        :"schema".ulid_encode(ut) AS enc_text,
        :"schema".ulid_decode(t) AS dec,
        :"schema".ulid_decode(quoted) AS dec_quoted,
        :"schema".ulid_decode(lt) AS dec_lower,
        :"schema".ulid_is_valid(lt) AS valid,
        :"schema".ulid_timestamp(quoted) AS time,
        :"schema".ulid_min(ts)::pg_catalog.text AS min,
        :"schema".ulid_max(ts)::pg_catalog.text AS max
    FROM pg_temp.iulid AS i;
CREATE TABLE pg_temp.obad AS
    SELECT
        kind,
        t,
        :"schema".base62id_decode(t)::pg_catalog.text AS r62,
        :"schema".base62id_is_valid(t) AS v62,
        :"schema".base62id_decode_bytea(t)::pg_catalog.text AS r62b,
        :"schema".base64uuid_decode(t)::pg_catalog.text AS r64,
        :"schema".base64uuid_is_valid(t) AS v64,
        :"schema".uid11_decode(t)::pg_catalog.text AS r11,
        :"schema".uid11_is_valid(t) AS v11,
        :"schema".typeid_decode(t)::pg_catalog.text AS rtid,
        :"schema".typeid_is_valid(t) AS vtid,
        :"schema".typeid_check_text(t, 'user') AS checked,
        :"schema".baseuid_decode(t)::pg_catalog.text AS ruid,
        :"schema".baseuid_is_valid(t) AS vuid,
        :"schema".ulid_decode(t)::pg_catalog.text AS rulid,
        :"schema".ulid_is_valid(t) AS vulid,
        :"schema".uuid_from_base32hex(t)::pg_catalog.text AS r32,
        :"schema".base62id_encode(t) AS e62,
        :"schema".base64uuid_encode(t) AS e64
    FROM pg_temp.bad;

RESET search_path;

-- A row a check: how many vectors there are, and how many of them are as they must be.
WITH checks (title, n, good) AS (
    SELECT
        'base62id, uuid',
        count(*),
        count(*) FILTER (WHERE
            (enc, enc_text, enc_upper, enc_bytea) = (t, t, t, t)
            AND (dec, dec_quoted) = (u, u)
            AND valid
            AND dec_bytea = uuid_send(u)
        )
    FROM o62
    UNION ALL
    SELECT
        'base62id, bytea',
        count(*),
        count(*) FILTER (WHERE
            enc = t
            AND dec = b
            AND dec_quoted = b
        )
    FROM o62b
    UNION ALL
    SELECT
        'base64uuid',
        count(*),
        count(*) FILTER (WHERE
            (enc, enc_text) = (t, t)
            AND (dec, dec_quoted) = (u, u)
            AND valid
        )
    FROM o64
    UNION ALL
    SELECT
        'base32hex, both cases',
        count(*),
        count(*) FILTER (WHERE
            (hex_dec, hex_dec_lower) = (u, u)
            AND hex ~ '^[0-9A-V]{26}$'
        )
    FROM o64
    UNION ALL
    SELECT
        'base32hex against arithmetic',
        count(*),
        count(*) FILTER (WHERE
            hex = (
                SELECT string_agg(
                    substr(
                        '0123456789ABCDEFGHIJKLMNOPQRSTUV',
                        substring(bits, 5 * g + 1, 5)::bit(5)::int + 1,
                        1),
                    '' ORDER BY g)
                FROM generate_series(0, 25) AS g,
                    (SELECT ('x' || replace(u::text, '-', ''))::bit(128) || B'00' AS bits) AS b
            )
        )
    FROM o64
    UNION ALL
    SELECT
        'uid11',
        count(*),
        count(*) FILTER (WHERE
            (enc, dec, dec_quoted, from_n) = (t, t, t, t)
            AND valid
            AND back = n
        )
    FROM o11
    UNION ALL
    SELECT
        'xid',
        count(*),
        count(*) FILTER (WHERE
            (x_ts, x_random, p_ts, p_random) = (ts, random, ts, random)
            AND packed = t
            AND (min COLLATE "C") <= t
            AND (max COLLATE "C") >= t
        )
    FROM o11
    UNION ALL
    SELECT
        'uid11, prefixes',
        count(*),
        count(*) FILTER (WHERE
            (r_lower, r_upper) IS NOT DISTINCT FROM (want_lower, want_upper)
        )
    FROM o11p
    UNION ALL
    SELECT
        'xid, prefixes',
        count(*),
        count(*) FILTER (WHERE
            (ts_lo, ts_hi, rand_lo, rand_hi) IS NOT DISTINCT FROM (lo_ts, hi_ts, lo_r, hi_r)
        )
    FROM o11p
    UNION ALL
    SELECT
        'typeid',
        count(*),
        count(*) FILTER (WHERE
            (enc, dec, dec_quoted, made, parsed, printed) = (t, t, t, t, t, t)
            AND (uuid, p) = (u, prefix)
            AND valid
            AND checked
            AND checked_text
            AND NOT wrong
            AND NOT wrong_text
        )
    FROM otid
    UNION ALL
    SELECT
        'baseuid',
        count(*),
        count(*) FILTER (WHERE
            (enc, dec, dec_quoted, from_uuid) = (t, t, t, t)
            AND valid
            AND uuid = u
            AND time = ts
        )
    FROM ouid
    UNION ALL
    SELECT
        'baseuid, times',
        count(*),
        count(*) FILTER (WHERE
            starts_with(min, prefix)
            AND starts_with(max, prefix)
        )
    FROM ouidp
    UNION ALL
    SELECT
        'ulid',
        count(*),
        count(*) FILTER (WHERE
            (enc, enc_text) = (t, t)
            AND (dec, dec_quoted, dec_lower) = (u, u, u)
            AND valid
            AND time = ts
            AND min = left(t, 10) || repeat('0', 16)
            AND max = left(t, 10) || repeat('Z', 16)
        )
    FROM oulid
    UNION ALL
    SELECT
        'invalid texts',
        count(*),
        count(*) FILTER (WHERE
            CASE kind
                WHEN 'base62id' THEN r62 IS NULL AND NOT v62
                WHEN 'base62id_bytea' THEN r62b IS NULL
                WHEN 'base64uuid' THEN r64 IS NULL AND NOT v64
                WHEN 'uid11' THEN r11 IS NULL AND NOT v11
                WHEN 'typeid' THEN rtid IS NULL AND NOT vtid AND NOT checked
                WHEN 'baseuid' THEN ruid IS NULL AND NOT vuid
                WHEN 'ulid' THEN rulid IS NULL AND NOT vulid
            END
        )
    FROM obad
    UNION ALL
    -- A text of one system is rarely one of another; what is written here is.  Of ULID's some are:
    -- base32hex has the letters that ULID lacks.
    SELECT
        'invalid texts, as all the others',
        count(*),
        count(*) FILTER (WHERE
            (kind = 'ulid' OR (e62, e64, r32) IS NULL)
            AND v62 = (r62 IS NOT NULL)
            AND v64 = (r64 IS NOT NULL)
            AND v11 = (r11 IS NOT NULL)
            AND vtid = (rtid IS NOT NULL)
            AND vuid = (ruid IS NOT NULL)
            AND vulid = (rulid IS NOT NULL)
        )
    FROM obad
)
SELECT format('%s - %s: %s of %s%s',
    CASE WHEN n > 0 AND good = n THEN 'ok' ELSE 'not ok' END, title, good, n, :'where')
FROM checks;
