-- base62id 1.0.0 in SQL and PL/pgSQL, for databases where no binary can be installed.
--
-- Six id systems as functions: Base62id, Base64UUID, uid11 with xid, TypeID, BaseUid and ULID.
-- Names, results and NULLs are those of the extension base62id; where the extension has a type of
-- its own (uid11, typeid, baseuid, ulid), these functions take and return its canonical text.
-- README.md beside this file has the table, the few differences and the way to the extension.
--
-- Install: paste or run the whole file; it is one statement.  The functions go to the current
-- schema, the first of search_path, as CREATE EXTENSION would put them.  Run it again to replace
-- them.  PostgreSQL 13 and later; nothing else is needed.
--
-- How it reads: the statement below creates the functions after it has changed their bodies, the
-- text between $f$ and $f$:
--   * every operator that stands between two blanks becomes OPERATOR(pg_catalog.…), so the
--     functions mean the same under an empty or a hostile search_path, without a SET clause, which
--     would cost more than the work itself.  All operators bind equally then: the bodies say with
--     parentheses what belongs together.  An operator begins a line or stands inside of one, and
--     never ends one: there it would keep its bare name;
--   * @schema@ becomes the schema, @to62@ the alphabet as an array (value to ASCII code) and
--     @from62@ its inverse (ASCII code to value, negative or NULL where the code is not in the
--     alphabet).
-- Functions whose names hold two underscores are internal.  Those in LANGUAGE sql are written to
-- be inlined: each parameter that is used more than once is given variables only.
--
-- Generators hold no state.  None returns within the microsecond in which it read the clock, so no
-- two calls of a session read the same one: that makes their ids differ and ascend as long as the
-- clock goes on.  (The loop that waits ends when the clock stands still, too.)  Each is an SQL
-- function, to be inlined, that hands the clock and a random UUID to a STABLE function in PL/pgSQL:
-- a VOLATILE one would count commands, which no parallel query allows, and take a snapshot for each
-- expression.  What is left after inlining is volatile still, through its arguments.

DO $base62id$
DECLARE
    schema_name CONSTANT pg_catalog.name := pg_catalog.current_schema();
    saved_path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
    -- name, symbols, mark of what is no symbol, other spelling; the mark keeps every sum or OR of
    -- values negative
    alphabets CONSTANT pg_catalog.text[] := ARRAY[
        ['62', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', '-1073741824', ''],
        ['58', '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', '-1073741824', ''],
        ['64uuid', '$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz', '-1', ''],
        ['64uid', '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz', '-1', ''],
        ['32', '0123456789abcdefghjkmnpqrstvwxyz', '-1', ''],
        ['32ulid', '0123456789ABCDEFGHJKMNPQRSTVWXYZ', '-1', '0123456789abcdefghjkmnpqrstvwxyz'],
        ['32hex', '0123456789ABCDEFGHIJKLMNOPQRSTUV', '-1', '0123456789abcdefghijklmnopqrstuv']];
    operators CONSTANT pg_catalog.text[] := ARRAY[
        '+', '-', '*', '/', '%', '&', '|', '<<', '>>', '||', '=', '<>', '<', '<=', '>', '>='];
    parts pg_catalog.text[];
    alphabet pg_catalog.text[];
    body pg_catalog.text;
    op pg_catalog.text;
    owner pg_catalog.text;
    source CONSTANT pg_catalog.text := $source$

-- ===== Shared =====

-- Eight symbols from their values.
CREATE OR REPLACE FUNCTION @schema@.base62id__symbols(
    alphabet bigint[],
    v0 bigint, v1 bigint, v2 bigint, v3 bigint, v4 bigint, v5 bigint, v6 bigint, v7 bigint
) RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT pg_catalog.int8send(
        (alphabet[v0] << 56) | (alphabet[v1] << 48) | (alphabet[v2] << 40) | (alphabet[v3] << 32)
        | (alphabet[v4] << 24) | (alphabet[v5] << 16) | (alphabet[v6] << 8) | alphabet[v7])
$f$;

-- The octets of a text of n symbols, bare or in one pair of double quotes; NULL for any other
-- length.  To SQL_ASCII no encoding is converted, so this cannot raise and any octet may come out.
CREATE OR REPLACE FUNCTION @schema@.base62id__bare(input text, n integer) RETURNS bytea
LANGUAGE sql STABLE PARALLEL SAFE AS $f$
    SELECT CASE
        WHEN pg_catalog.octet_length(input) = n
        THEN pg_catalog.convert_to(input, 'SQL_ASCII')
        WHEN pg_catalog.octet_length(input) = (n + 2)
        THEN CASE
            WHEN (pg_catalog.get_byte(pg_catalog.convert_to(input, 'SQL_ASCII'), 0) = 34)
                AND (pg_catalog.get_byte(pg_catalog.convert_to(input, 'SQL_ASCII'), n + 1) = 34)
            THEN pg_catalog.substr(pg_catalog.convert_to(input, 'SQL_ASCII'), 2, n)
        END
    END
$f$;

-- A text that is an id, without its quotes.
CREATE OR REPLACE FUNCTION @schema@.base62id__unquoted(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT CASE WHEN pg_catalog.ascii(input) = 34
                THEN pg_catalog.substr(input, 2, pg_catalog.octet_length(input) - 2) ELSE input END
$f$;

-- Eight octets from offset o as a big-endian number.
CREATE OR REPLACE FUNCTION @schema@.base62id__int64(b bytea, o integer) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT (pg_catalog.get_byte(b, o)::bigint << 56)
        | (pg_catalog.get_byte(b, o + 1)::bigint << 48)
        | (pg_catalog.get_byte(b, o + 2)::bigint << 40)
        | (pg_catalog.get_byte(b, o + 3)::bigint << 32)
        | (pg_catalog.get_byte(b, o + 4)::bigint << 24)
        | (
            (pg_catalog.get_byte(b, o + 5) << 16)
            | (pg_catalog.get_byte(b, o + 6) << 8)
            | pg_catalog.get_byte(b, o + 7)
        )::bigint
$f$;

CREATE OR REPLACE FUNCTION @schema@.base62id__uuid(high bigint, low bigint) RETURNS uuid
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT pg_catalog.encode(
        pg_catalog.int8send(high) || pg_catalog.int8send(low), 'hex')::pg_catalog.uuid
$f$;

-- Four symbols from offset o by Horner's rule; negative where one is wrong.
CREATE OR REPLACE FUNCTION @schema@.base62id__number4(
    values_of bigint[], base bigint, b bytea, o integer
) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT (((((values_of[pg_catalog.get_byte(b, o)] * base)
        + values_of[pg_catalog.get_byte(b, o + 1)]) * base)
        + values_of[pg_catalog.get_byte(b, o + 2)]) * base)
        + values_of[pg_catalog.get_byte(b, o + 3)]
$f$;

-- 60 bits from ten symbols of six, or twelve of five; negative where one is wrong.
CREATE OR REPLACE FUNCTION @schema@.base62id__bits10(
    values_of bigint[], b bytea, o integer
) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT (values_of[pg_catalog.get_byte(b, o)] << 54)
        | (values_of[pg_catalog.get_byte(b, o + 1)] << 48)
        | (values_of[pg_catalog.get_byte(b, o + 2)] << 42)
        | (values_of[pg_catalog.get_byte(b, o + 3)] << 36)
        | (values_of[pg_catalog.get_byte(b, o + 4)] << 30)
        | (values_of[pg_catalog.get_byte(b, o + 5)] << 24)
        | (values_of[pg_catalog.get_byte(b, o + 6)] << 18)
        | (values_of[pg_catalog.get_byte(b, o + 7)] << 12)
        | (values_of[pg_catalog.get_byte(b, o + 8)] << 6)
        | values_of[pg_catalog.get_byte(b, o + 9)]
$f$;
CREATE OR REPLACE FUNCTION @schema@.base62id__bits12(
    values_of bigint[], b bytea, o integer
) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT (values_of[pg_catalog.get_byte(b, o)] << 55)
        | (values_of[pg_catalog.get_byte(b, o + 1)] << 50)
        | (values_of[pg_catalog.get_byte(b, o + 2)] << 45)
        | (values_of[pg_catalog.get_byte(b, o + 3)] << 40)
        | (values_of[pg_catalog.get_byte(b, o + 4)] << 35)
        | (values_of[pg_catalog.get_byte(b, o + 5)] << 30)
        | (values_of[pg_catalog.get_byte(b, o + 6)] << 25)
        | (values_of[pg_catalog.get_byte(b, o + 7)] << 20)
        | (values_of[pg_catalog.get_byte(b, o + 8)] << 15)
        | (values_of[pg_catalog.get_byte(b, o + 9)] << 10)
        | (values_of[pg_catalog.get_byte(b, o + 10)] << 5)
        | values_of[pg_catalog.get_byte(b, o + 11)]
$f$;

-- 26 symbols of base 32: 00 and the bits of a UUID in groups of five, as TypeID and ULID have them.
CREATE OR REPLACE FUNCTION @schema@.base62id__base32(alphabet bigint[], h bigint, l bigint)
RETURNS bytea LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT pg_catalog.substr(
            @schema@.base62id__symbols(alphabet,
                0, 0, 0, 0, 0, 0, (h >> 61) & 7, (h >> 56) & 31),
            7)
        || @schema@.base62id__symbols(alphabet,
            (h >> 51) & 31, (h >> 46) & 31, (h >> 41) & 31, (h >> 36) & 31,
            (h >> 31) & 31, (h >> 26) & 31, (h >> 21) & 31, (h >> 16) & 31)
        || @schema@.base62id__symbols(alphabet,
            (h >> 11) & 31, (h >> 6) & 31, (h >> 1) & 31, ((h & 1) << 4) | ((l >> 60) & 15),
            (l >> 55) & 31, (l >> 50) & 31, (l >> 45) & 31, (l >> 40) & 31)
        || @schema@.base62id__symbols(alphabet,
            (l >> 35) & 31, (l >> 30) & 31, (l >> 25) & 31, (l >> 20) & 31,
            (l >> 15) & 31, (l >> 10) & 31, (l >> 5) & 31, l & 31)
$f$;

-- A 36-character UUID, or NULL: uuid's own input takes more forms.
CREATE OR REPLACE FUNCTION @schema@.base62id__uuid36(input text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    b pg_catalog.bytea;
BEGIN
    IF pg_catalog.octet_length(input) <> 36 THEN
        RETURN NULL;
    END IF;
    b := pg_catalog.convert_to(input, 'SQL_ASCII');
    IF (pg_catalog.get_byte(b, 8) <> 45)
        OR (pg_catalog.get_byte(b, 13) <> 45)
        OR (pg_catalog.get_byte(b, 18) <> 45)
        OR (pg_catalog.get_byte(b, 23) <> 45)
    THEN
        RETURN NULL;
    END IF;
    b := pg_catalog.substr(b, 1, 8)
        || pg_catalog.substr(b, 10, 4)
        || pg_catalog.substr(b, 15, 4)
        || pg_catalog.substr(b, 20, 4)
        || pg_catalog.substr(b, 25, 12);
    IF pg_catalog.octet_length(
        pg_catalog.btrim(b, '0123456789abcdefABCDEF'::pg_catalog.bytea)) > 0
    THEN
        RETURN NULL;
    END IF;
    RETURN pg_catalog.encode(b, 'escape')::pg_catalog.uuid;
END
$f$;

-- What is wrong with a text of n symbols, in the words of the extension; always raises 22P02.
CREATE OR REPLACE FUNCTION @schema@.base62id__invalid(
    type text, alphabet text, n integer, bits integer, input text
) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    b pg_catalog.bytea := pg_catalog.convert_to(input, 'SQL_ASCII');
    size integer := pg_catalog.octet_length(b);
    o integer := 0;
    symbols CONSTANT pg_catalog.bytea := pg_catalog.convert_to(alphabet, 'SQL_ASCII');
    first_quoted boolean := false;
    last_quoted boolean := false;
    problem pg_catalog.text;
    called CONSTANT pg_catalog.text := CASE WHEN type = 'ulid' THEN 'ULID' ELSE type END;
BEGIN
    IF size > 0 THEN
        first_quoted := pg_catalog.get_byte(b, 0) = 34;
        last_quoted := pg_catalog.get_byte(b, size - 1) = 34;
    END IF;
    IF first_quoted AND last_quoted AND (size > 1) THEN
        b := pg_catalog.substr(b, 2, size - 2);
        size := size - 2;
        o := 1;
    ELSIF first_quoted OR last_quoted THEN
        problem := 'There is a double quote at one end only.';
    END IF;
    IF (problem IS NULL) AND (size <> n) THEN
        problem := pg_catalog.format('A %s has %s characters, but this text has %s.',
            called, n, size);
    END IF;
    IF problem IS NULL THEN
        FOR i IN 1 .. n LOOP
            IF pg_catalog.position(symbols, pg_catalog.substr(b, i, 1)) = 0 THEN
                problem := pg_catalog.format('Character %s, "%s", does not occur in %ss.',
                    i + o, pg_catalog.substr(input, i + o, 1), called);
                EXIT;
            END IF;
        END LOOP;
    END IF;
    IF problem IS NULL THEN
        problem := CASE
            WHEN type = 'ulid'
            THEN pg_catalog.format('Character %s must be 0 to 7, because an id has %s bits.',
                o + 1, bits)
            ELSE pg_catalog.format('The text stands for a number that no %s has.', called)
        END;
    END IF;
    RAISE EXCEPTION USING
        ERRCODE := 'invalid_text_representation',
        MESSAGE := pg_catalog.format('invalid input syntax for type %s: "%s"', type, input),
        DETAIL := problem;
END
$f$;

-- Microseconds since 1970.  The binary form of a timestamptz is microseconds since 2000; a float
-- would be exact to the year 2242 only.
CREATE OR REPLACE FUNCTION @schema@.base62id__microseconds(
    ts timestamptz, lowest bigint, highest bigint, what text
) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.timestamptz_send(ts);
    us bigint;
BEGIN
    IF pg_catalog.isfinite(ts) THEN
        us := @schema@.base62id__int64(b, 0) + 946684800000000;
        IF (us >= lowest) AND (us <= highest) THEN
            RETURN us;
        END IF;
    END IF;
    RAISE EXCEPTION USING
        ERRCODE := 'datetime_field_overflow',
        MESSAGE := pg_catalog.format('timestamp out of range for %s', what),
        DETAIL := pg_catalog.format('It can hold times from %s to before %s.',
            @schema@.base62id__time(lowest), @schema@.base62id__time(highest + 1));
END
$f$;

-- The reverse.  Hours are exact and know no time zone, days would not.
CREATE OR REPLACE FUNCTION @schema@.base62id__time(us bigint) RETURNS timestamptz
LANGUAGE sql STABLE PARALLEL SAFE AS $f$
    SELECT timestamp with time zone '1970-01-01 00:00:00+00'
        + pg_catalog.make_interval(0, 0, 0, 0,
            (us / 3600000000)::integer, 0, (us % 3600000000)::double precision / 1000000)
$f$;

-- The same for the clock, quicker; exact to the year 2242.
CREATE OR REPLACE FUNCTION @schema@.base62id__clock(now timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $f$SELECT (pg_catalog.date_part('epoch', now) * 1000000)::bigint$f$;

CREATE OR REPLACE FUNCTION @schema@.base62id_version() RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $f$ SELECT '1.0.0'::pg_catalog.text $f$;
COMMENT ON FUNCTION @schema@.base62id_version() IS 'version of base62id';

-- ===== Base62id =====

-- N = 2 * 2^128 + UUID in three limbs of 62^8 (22 = 6 + 8 + 8 symbols): each octet times the limbs
-- of its place value, which stay below 2^63 when summed, and carries.
CREATE OR REPLACE FUNCTION @schema@.base62id_encode(input uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(input);
    l0 bigint;
    l1 bigint;
    l2 bigint;
BEGIN
    l0 := 61899645280768
        + (pg_catalog.get_byte(b, 0) * 176669342494976)
        + (pg_catalog.get_byte(b, 1) * 13483480180736)
        + (pg_catalog.get_byte(b, 2) * 20522054743040)
        + (pg_catalog.get_byte(b, 3) * 119484909518080)
        + (pg_catalog.get_byte(b, 4) * 112195463832576)
        + (pg_catalog.get_byte(b, 5) * 133489265371392)
        + (pg_catalog.get_byte(b, 6) * 129307989096448)
        + (pg_catalog.get_byte(b, 7) * 61913264028160)
        + (pg_catalog.get_byte(b, 8) * 5359194912256)
        + (pg_catalog.get_byte(b, 9) * 63134871125760)
        + (pg_catalog.get_byte(b, 10) * 1099511627776)
        + (pg_catalog.get_byte(b, 11) * 4294967296)
        + (pg_catalog.get_byte(b, 12) * 16777216::bigint)
        + (pg_catalog.get_byte(b, 13) * 65536)
        + (pg_catalog.get_byte(b, 14) * 256)
        + pg_catalog.get_byte(b, 15);
    l1 := 155573415150494
        + (pg_catalog.get_byte(b, 0) * 66829355246863)
        + (pg_catalog.get_byte(b, 1) * 43758495078424)
        + (pg_catalog.get_byte(b, 2) * 99106291964556)
        + (pg_catalog.get_byte(b, 3) * 144525719280515)
        + (pg_catalog.get_byte(b, 4) * 1417444628380)
        + (pg_catalog.get_byte(b, 5) * 5536893079)
        + (pg_catalog.get_byte(b, 6) * 21628488::bigint)
        + (pg_catalog.get_byte(b, 7) * 84486)
        + (pg_catalog.get_byte(b, 8) * 330)
        + pg_catalog.get_byte(b, 9)
        + (l0 / 218340105584896);
    l2 := 14275864220
        + (pg_catalog.get_byte(b, 0) * 27882547::bigint)
        + (pg_catalog.get_byte(b, 1) * 108916)
        + (pg_catalog.get_byte(b, 2) * 425)
        + pg_catalog.get_byte(b, 3)
        + (l1 / 218340105584896);
    RETURN pg_catalog.encode(
        pg_catalog.substr(
            @schema@.base62id__symbols('@to62@',
                0, 0, l2 / 916132832, (l2 / 14776336) % 62,
                (l2 / 238328) % 62, (l2 / 3844) % 62, (l2 / 62) % 62, l2 % 62),
            3)
        || @schema@.base62id__symbols('@to62@',
            (l1 / 3521614606208) % 62, (l1 / 56800235584) % 62,
            (l1 / 916132832) % 62, (l1 / 14776336) % 62,
            (l1 / 238328) % 62, (l1 / 3844) % 62, (l1 / 62) % 62, l1 % 62)
        || @schema@.base62id__symbols('@to62@',
            (l0 / 3521614606208) % 62, (l0 / 56800235584) % 62,
            (l0 / 916132832) % 62, (l0 / 14776336) % 62,
            (l0 / 238328) % 62, (l0 / 3844) % 62, (l0 / 62) % 62, l0 % 62),
        'escape');
END
$f$;
COMMENT ON FUNCTION @schema@.base62id_encode(uuid) IS 'UUID to Base62id, 22 characters';

-- Limbs of four symbols times the 32-bit words of their place values; what is left above bit 128
-- must be the prefix, 2, which is the overflow check as well.
CREATE OR REPLACE FUNCTION @schema@.base62id_decode(input text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.base62id__bare(input, 22);
    n0 bigint := ('@from62@'::bigint[])[pg_catalog.get_byte(b, 0)] * 62
               + ('@from62@'::bigint[])[pg_catalog.get_byte(b, 1)];
    n1 bigint := @schema@.base62id__number4('@from62@', 62, b, 2);
    n2 bigint := @schema@.base62id__number4('@from62@', 62, b, 6);
    n3 bigint := @schema@.base62id__number4('@from62@', 62, b, 10);
    n4 bigint := @schema@.base62id__number4('@from62@', 62, b, 14);
    n5 bigint := @schema@.base62id__number4('@from62@', 62, b, 18);
    w0 bigint;
    w1 bigint;
    w2 bigint;
    w3 bigint;
BEGIN
    IF (n0 | n1 | n2 | n3 | n4 | n5) >= 0 THEN
        w0 := (n0 * 1477443584)
            + (n1 * 3724607488)
            + (n2 * 812126208)
            + (n3 * 1148125440)
            + (n4 * 14776336)
            + n5;
        w1 := (n0 * 237029775)
            + (n1 * 3895480489)
            + (n2 * 3849457384)
            + (n3 * 50836)
            + (w0 >> 32);
        w2 := (n0 * 2655038204) + (n1 * 2584326074) + (n2 * 174) + (w1 >> 32);
        w3 := (n0 * 8891073) + (w2 >> 32);
        IF (w3 >> 32) = 2 THEN
            RETURN @schema@.base62id__uuid(
                (w3 << 32) | (w2 & 4294967295), (w1 << 32) | (w0 & 4294967295));
        END IF;
    END IF;
    RETURN NULL;
END
$f$;
COMMENT ON FUNCTION @schema@.base62id_decode(text) IS 'Base62id to UUID; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.base62id_is_valid(input text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.base62id_decode(input) IS NOT NULL; END$f$;
COMMENT ON FUNCTION @schema@.base62id_is_valid(text) IS 'whether this is the Base62id of a UUID';

CREATE OR REPLACE FUNCTION @schema@.base62id_encode(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.base62id_encode(@schema@.base62id__uuid36(input)); END$f$;
COMMENT ON FUNCTION @schema@.base62id_encode(text)
    IS '36-character UUID to Base62id; NULL when it is none';

-- Any length.  As octets the number is 0x02 and the data.  It is kept in limbs of 62^5510, more
-- than 4095 octets hold, because numeric ends before 64 KiB do; the odd octets come first.

-- number followed by the octets of b
CREATE OR REPLACE FUNCTION @schema@.base62id__append_octets(number numeric, b bytea) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    result numeric := number;
    n CONSTANT integer := pg_catalog.octet_length(b);
    odd CONSTANT integer := n % 7;
    word bigint := 0;
BEGIN
    FOR i IN 0 .. odd - 1 LOOP
        word := (word << 8) | pg_catalog.get_byte(b, i);
        result := result * 256;
    END LOOP;
    result := result + word;
    FOR i IN 0 .. ((n - odd) / 7) - 1 LOOP
        word := (pg_catalog.get_byte(b, odd + (i * 7))::bigint << 48)
              | (pg_catalog.get_byte(b, odd + ((i * 7) + 1))::bigint << 40)
              | (pg_catalog.get_byte(b, odd + ((i * 7) + 2))::bigint << 32)
              | (pg_catalog.get_byte(b, odd + ((i * 7) + 3))::bigint << 24)
              | (pg_catalog.get_byte(b, odd + ((i * 7) + 4)) << 16)
              | (pg_catalog.get_byte(b, odd + ((i * 7) + 5)) << 8)
              | pg_catalog.get_byte(b, odd + ((i * 7) + 6));
        result := (result * 72057594037927936) + word;
    END LOOP;
    RETURN result;
END
$f$;

-- number followed by Base62 symbols
CREATE OR REPLACE FUNCTION @schema@.base62id__append_symbols(number numeric, b bytea)
RETURNS numeric
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    result numeric := number;
    n CONSTANT integer := pg_catalog.octet_length(b);
    odd CONSTANT integer := n % 8;
BEGIN
    FOR i IN 0 .. odd - 1 LOOP
        result := (result * 62) + ('@from62@'::bigint[])[pg_catalog.get_byte(b, i)];
    END LOOP;
    FOR i IN 0 .. ((n - odd) / 8) - 1 LOOP
        result := (result * 218340105584896)
                + ((@schema@.base62id__number4('@from62@', 62, b, odd + (i * 8)) * 14776336)
                   + @schema@.base62id__number4('@from62@', 62, b, (odd + 4) + (i * 8)));
    END LOOP;
    RETURN result;
END
$f$;

-- a number as `groups` groups of ten symbols
CREATE OR REPLACE FUNCTION @schema@.base62id__symbols_of(number numeric, groups integer)
RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    rest numeric := number;
    quotient numeric;
    d bigint;
    result pg_catalog.bytea := '';
BEGIN
    FOR i IN 1 .. groups LOOP
        quotient := pg_catalog.div(rest, 839299365868340224);
        d := (rest - (quotient * 839299365868340224))::bigint;
        rest := quotient;
        result := pg_catalog.substr(
                @schema@.base62id__symbols('@to62@',
                    0, 0, 0, 0, 0, 0, d / 13537086546263552, (d / 218340105584896) % 62),
                7)
            || @schema@.base62id__symbols('@to62@',
                (d / 3521614606208) % 62, (d / 56800235584) % 62,
                (d / 916132832) % 62, (d / 14776336) % 62,
                (d / 238328) % 62, (d / 3844) % 62, (d / 62) % 62, d % 62)
            || result;
    END LOOP;
    RETURN result;
END
$f$;

-- a number as `groups` groups of seven octets
CREATE OR REPLACE FUNCTION @schema@.base62id__octets_of(number numeric, groups integer)
RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    rest numeric := number;
    quotient numeric;
    result pg_catalog.bytea := '';
BEGIN
    FOR i IN 1 .. groups LOOP
        quotient := pg_catalog.div(rest, 72057594037927936);
        result := pg_catalog.substr(
                pg_catalog.int8send((rest - (quotient * 72057594037927936))::bigint), 2)
            || result;
        rest := quotient;
    END LOOP;
    RETURN result;
END
$f$;

-- limbs * factor + number, in the same radix
CREATE OR REPLACE FUNCTION @schema@.base62id__multiply_add(
    limbs numeric[], radix numeric, factor numeric, number numeric
) RETURNS numeric[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    result numeric[] := limbs;
    carry numeric := number;
    product numeric;
BEGIN
    FOR i IN 1 .. pg_catalog.array_length(limbs, 1) LOOP
        product := (limbs[i] * factor) + carry;
        carry := pg_catalog.div(product, radix);
        result[i] := product - (carry * radix);
    END LOOP;
    IF carry > 0 THEN
        result := pg_catalog.array_append(result, carry);
    END IF;
    RETURN result;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.base62id_encode(input bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    n CONSTANT integer := pg_catalog.octet_length(input);
    odd CONSTANT integer := n % 4095;
    limbs numeric[];
    radix numeric;
    factor numeric;
    top integer := 1;
    result pg_catalog.bytea;
BEGIN
    IF n = 16 THEN
        RETURN @schema@.base62id_encode(pg_catalog.encode(input, 'hex')::pg_catalog.uuid);
    END IF;
    IF n > 65536 THEN
        RAISE EXCEPTION USING
            ERRCODE := 'program_limit_exceeded',
            MESSAGE := 'bytea value is too long for base62id',
            DETAIL := pg_catalog.format(
                'At most 65536 bytes can be encoded, but the value has %s.', n);
    END IF;
    limbs := ARRAY[@schema@.base62id__append_octets(2, pg_catalog.substr(input, 1, odd))];
    IF n > odd THEN
        radix := @schema@.base62id__append_symbols(
            1, pg_catalog.convert_to(pg_catalog.repeat('0', 5510), 'SQL_ASCII'));
        factor := @schema@.base62id__append_octets(
            1, pg_catalog.decode(pg_catalog.repeat('00', 4095), 'hex'));
        FOR i IN 0 .. (n / 4095) - 1 LOOP
            limbs := @schema@.base62id__multiply_add(limbs, radix, factor,
                @schema@.base62id__append_octets(
                    0, pg_catalog.substr(input, (odd + 1) + (i * 4095), 4095)));
        END LOOP;
        top := pg_catalog.array_length(limbs, 1);
    END IF;
    -- 7 octets and two bits are at most 9.75 symbols, so this holds every top limb
    result := @schema@.base62id__symbols_of(limbs[top],
                  CASE WHEN top > 1 THEN 551 ELSE (n / 7) + 1 END);
    FOR i IN 0 .. pg_catalog.octet_length(result) - 1 LOOP
        IF pg_catalog.get_byte(result, i) <> 48 THEN
            result := pg_catalog.substr(result, i + 1);
            EXIT;
        END IF;
    END LOOP;
    FOR i IN REVERSE top - 1 .. 1 LOOP
        result := result || @schema@.base62id__symbols_of(limbs[i], 551);
    END LOOP;
    RETURN pg_catalog.encode(result, 'escape');
END
$f$;
COMMENT ON FUNCTION @schema@.base62id_encode(bytea) IS 'up to 64 KiB of data to Base62id';

CREATE OR REPLACE FUNCTION @schema@.base62id_decode_bytea(input text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    n integer := pg_catalog.octet_length(input);
    b pg_catalog.bytea;
    odd integer;
    limbs numeric[];
    radix numeric;
    factor numeric;
    top integer := 1;
    result pg_catalog.bytea;
BEGIN
    -- 65536 octets are 88054 symbols
    IF (n = 0) OR (n > 88056) THEN
        RETURN NULL;
    END IF;
    b := pg_catalog.convert_to(input, 'SQL_ASCII');
    IF (n > 2) AND (pg_catalog.get_byte(b, 0) = 34) AND (pg_catalog.get_byte(b, n - 1) = 34) THEN
        b := pg_catalog.substr(b, 2, n - 2);
        n := n - 2;
    END IF;
    IF (n > 88054)
        OR (pg_catalog.get_byte(b, 0) = 48)
        OR (pg_catalog.octet_length(pg_catalog.btrim(
            b,
            '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'::pg_catalog.bytea
        )) > 0)
    THEN
        RETURN NULL;
    END IF;
    odd := n % 5500;
    limbs := ARRAY[@schema@.base62id__append_symbols(0, pg_catalog.substr(b, 1, odd))];
    IF n > odd THEN
        radix := @schema@.base62id__append_octets(
            1, pg_catalog.decode(pg_catalog.repeat('00', 4095), 'hex'));
        factor := @schema@.base62id__append_symbols(
            1, pg_catalog.convert_to(pg_catalog.repeat('0', 5500), 'SQL_ASCII'));
        FOR i IN 0 .. (n / 5500) - 1 LOOP
            limbs := @schema@.base62id__multiply_add(limbs, radix, factor,
                @schema@.base62id__append_symbols(
                    0, pg_catalog.substr(b, (odd + 1) + (i * 5500), 5500)));
        END LOOP;
        top := pg_catalog.array_length(limbs, 1);
    END IF;
    -- ten symbols are at most 8.5 octets
    result := @schema@.base62id__octets_of(
        limbs[top], CASE WHEN top > 1 THEN 585 ELSE (n / 9) + 1 END);
    FOR i IN 0 .. pg_catalog.octet_length(result) - 1 LOOP
        IF pg_catalog.get_byte(result, i) <> 0 THEN
            IF pg_catalog.get_byte(result, i) <> 2 THEN
                RETURN NULL;
            END IF;
            result := pg_catalog.substr(result, i + 2);
            EXIT;
        END IF;
    END LOOP;
    FOR i IN REVERSE top - 1 .. 1 LOOP
        result := result || @schema@.base62id__octets_of(limbs[i], 585);
    END LOOP;
    IF pg_catalog.octet_length(result) > 65536 THEN
        RETURN NULL;
    END IF;
    RETURN result;
END
$f$;
COMMENT ON FUNCTION @schema@.base62id_decode_bytea(text)
    IS 'Base62id of any length to data; NULL when it is none';

-- ===== Base64UUID, and base32hex for dictation =====

-- 0100 and the UUID in 22 groups of six bits.
CREATE OR REPLACE FUNCTION @schema@.base64uuid_encode(input uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(input);
    h CONSTANT bigint := @schema@.base62id__int64(b, 0);
    l CONSTANT bigint := @schema@.base62id__int64(b, 8);
BEGIN
    RETURN pg_catalog.encode(
        pg_catalog.substr(
            @schema@.base62id__symbols('@to64uuid@',
                0, 0, ((h >> 62) & 3) | 16, (h >> 56) & 63,
                (h >> 50) & 63, (h >> 44) & 63, (h >> 38) & 63, (h >> 32) & 63),
            3)
        || @schema@.base62id__symbols('@to64uuid@',
            (h >> 26) & 63, (h >> 20) & 63, (h >> 14) & 63, (h >> 8) & 63,
            (h >> 2) & 63, ((h & 3) << 4) | ((l >> 60) & 15), (l >> 54) & 63, (l >> 48) & 63)
        || @schema@.base62id__symbols('@to64uuid@',
            (l >> 42) & 63, (l >> 36) & 63, (l >> 30) & 63, (l >> 24) & 63,
            (l >> 18) & 63, (l >> 12) & 63, (l >> 6) & 63, l & 63),
        'escape');
END
$f$;
COMMENT ON FUNCTION @schema@.base64uuid_encode(uuid) IS 'UUID to Base64UUID, 22 characters';

CREATE OR REPLACE FUNCTION @schema@.base64uuid_encode(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.base64uuid_encode(@schema@.base62id__uuid36(input)); END$f$;
COMMENT ON FUNCTION @schema@.base64uuid_encode(text)
    IS '36-character UUID to Base64UUID; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.base64uuid_decode(input text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.base62id__bare(input, 22);
    n0 bigint := (('@from64uuid@'::bigint[])[pg_catalog.get_byte(b, 0)] << 6)
               | ('@from64uuid@'::bigint[])[pg_catalog.get_byte(b, 1)];
    n1 bigint := @schema@.base62id__bits10('@from64uuid@', b, 2);
    n2 bigint := @schema@.base62id__bits10('@from64uuid@', b, 12);
BEGIN
    IF ((n0 >> 8) = 4) AND ((n1 | n2) >= 0) THEN
        RETURN @schema@.base62id__uuid((n0 << 56) | (n1 >> 4), (n1 << 60) | n2);
    END IF;
    RETURN NULL;
END
$f$;
COMMENT ON FUNCTION @schema@.base64uuid_decode(text) IS 'Base64UUID to UUID; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.base64uuid_is_valid(input text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.base64uuid_decode(input) IS NOT NULL; END$f$;
COMMENT ON FUNCTION @schema@.base64uuid_is_valid(text)
    IS 'whether this is the Base64UUID of a UUID';

-- The UUID and 00 in 26 groups of five bits.
CREATE OR REPLACE FUNCTION @schema@.uuid_to_base32hex(input uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(input);
    h CONSTANT bigint := @schema@.base62id__int64(b, 0);
    l CONSTANT bigint := @schema@.base62id__int64(b, 8);
BEGIN
    RETURN pg_catalog.encode(
        @schema@.base62id__symbols('@to32hex@',
            (h >> 59) & 31, (h >> 54) & 31, (h >> 49) & 31, (h >> 44) & 31,
            (h >> 39) & 31, (h >> 34) & 31, (h >> 29) & 31, (h >> 24) & 31)
        || @schema@.base62id__symbols('@to32hex@',
            (h >> 19) & 31, (h >> 14) & 31, (h >> 9) & 31, (h >> 4) & 31,
            ((h & 15) << 1) | ((l >> 63) & 1), (l >> 58) & 31, (l >> 53) & 31, (l >> 48) & 31)
        || @schema@.base62id__symbols('@to32hex@',
            (l >> 43) & 31, (l >> 38) & 31, (l >> 33) & 31, (l >> 28) & 31,
            (l >> 23) & 31, (l >> 18) & 31, (l >> 13) & 31, (l >> 8) & 31)
        || pg_catalog.substr(
            @schema@.base62id__symbols('@to32hex@',
                0, 0, 0, 0, 0, 0, (l >> 3) & 31, (l & 7) << 2),
            7),
        'escape');
END
$f$;
COMMENT ON FUNCTION @schema@.uuid_to_base32hex(uuid)
    IS 'UUID to base32hex (RFC 4648) without padding, 26 characters';

CREATE OR REPLACE FUNCTION @schema@.uuid_from_base32hex(input text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.base62id__bare(input, 26);
    n0 bigint := @schema@.base62id__bits12('@from32hex@', b, 0);
    n1 bigint := @schema@.base62id__bits12('@from32hex@', b, 12);
    n2 bigint := (('@from32hex@'::bigint[])[pg_catalog.get_byte(b, 24)] << 5)
               | ('@from32hex@'::bigint[])[pg_catalog.get_byte(b, 25)];
BEGIN
    IF ((n0 | n1 | n2) >= 0) AND ((n2 & 3) = 0) THEN
        RETURN @schema@.base62id__uuid((n0 << 4) | (n1 >> 56), (n1 << 8) | (n2 >> 2));
    END IF;
    RETURN NULL;
END
$f$;
COMMENT ON FUNCTION @schema@.uuid_from_base32hex(text)
    IS 'base32hex to UUID, in either case; NULL when it is none';

-- ===== uid11 and its profiles =====
-- Inside, a payload is the bigint with the same 64 bits.  58^8 = 2^8 * 29^8 keeps the arithmetic
-- within 63.

CREATE OR REPLACE FUNCTION @schema@.uid11__symbols(a bigint, b bigint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT pg_catalog.encode(
        pg_catalog.substr(
            @schema@.base62id__symbols('@to58@',
                0, 0, 0, 0, 0, a / 3364, (a / 58) % 58, a % 58),
            6)
        || @schema@.base62id__symbols('@to58@',
            b / 2207984167552, (b / 38068692544) % 58, (b / 656356768) % 58,
            (b / 11316496) % 58, (b / 195112) % 58, (b / 3364) % 58, (b / 58) % 58, b % 58),
        'escape')
$f$;

CREATE OR REPLACE FUNCTION @schema@.uid11__text(payload bigint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT @schema@.uid11__symbols(((payload >> 8) & 72057594037927935) / 500246412961,
               ((((payload >> 8) & 72057594037927935) % 500246412961) << 8) | (payload & 255))
$f$;

-- NULL when it is none
CREATE OR REPLACE FUNCTION @schema@.uid11__payload(input text) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.base62id__bare(input, 11);
    n0 bigint := ((((('@from58@'::bigint[])[pg_catalog.get_byte(b, 0)] * 58)
                    + ('@from58@'::bigint[])[pg_catalog.get_byte(b, 1)]) * 58)
                  + ('@from58@'::bigint[])[pg_catalog.get_byte(b, 2)]);
    n1 bigint := @schema@.base62id__number4('@from58@', 58, b, 3);
    n2 bigint := @schema@.base62id__number4('@from58@', 58, b, 7);
BEGIN
    IF (n0 | n1 | n2) >= 0 THEN
        n1 := (n1 * 11316496) + n2;
        n2 := (n0 * 500246412961) + (n1 >> 8);
        IF n2 <= 72057594037927935 THEN
            RETURN (n2 << 8) | (n1 & 255);
        END IF;
    END IF;
    RETURN NULL;
END
$f$;

-- the same, raising 22P02
CREATE OR REPLACE FUNCTION @schema@.uid11__payload_of(input text) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__payload(input);
BEGIN
    IF payload IS NULL THEN
        PERFORM @schema@.base62id__invalid(
            'uid11',
            '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
            11,
            64,
            input);
    END IF;
    RETURN payload;
END
$f$;

-- milliseconds since the epoch of xid, or 22008
CREATE OR REPLACE FUNCTION @schema@.uid11__ms(ts timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
BEGIN
    RETURN (@schema@.base62id__microseconds(ts, 1321009871111000, 5719056382214999, 'an xid')
        / 1000) - 1321009871111;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.uid11_encode(payload numeric) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    bits bigint;
BEGIN
    IF (payload >= 0) AND (payload <= 9223372036854775807) THEN
        bits := payload::bigint;
        IF bits = payload THEN
            RETURN @schema@.uid11__text(bits);
        END IF;
    ELSIF (payload >= 0)
        AND (payload < 18446744073709551616)
        AND (pg_catalog.trunc(payload) = payload)
    THEN
        bits := (payload - 18446744073709551616)::bigint;
        RETURN @schema@.uid11__text(bits);
    END IF;
    RETURN NULL;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_encode(numeric)
    IS 'payload to uid11, 11 characters; NULL outside of 0 to 2^64-1';

CREATE OR REPLACE FUNCTION @schema@.uid11_decode(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    IF @schema@.uid11__payload(input) IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN @schema@.base62id__unquoted(input);
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_decode(text)
    IS 'uid11 in its canonical text; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.uid11_is_valid(input text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.uid11__payload(input) IS NOT NULL; END$f$;
COMMENT ON FUNCTION @schema@.uid11_is_valid(text) IS 'whether this is a uid11';

-- The extension's casts between uid11 and numbers, as functions.
CREATE OR REPLACE FUNCTION @schema@.uid11_to_numeric(uid11 text) RETURNS numeric
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__payload_of(uid11);
BEGIN
    IF payload < 0 THEN
        RETURN payload + 18446744073709551616;
    END IF;
    RETURN payload;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_to_numeric(text) IS 'payload of a uid11';

CREATE OR REPLACE FUNCTION @schema@.uid11_to_bigint(uid11 text) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__payload_of(uid11);
BEGIN
    IF payload < 0 THEN
        RAISE EXCEPTION USING
            ERRCODE := 'numeric_value_out_of_range',
            MESSAGE := 'value out of range for type bigint';
    END IF;
    RETURN payload;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_to_bigint(text) IS 'payload of a uid11; an error from 2^63 on';

CREATE OR REPLACE FUNCTION @schema@.uid11_to_integer(uid11 text) RETURNS integer
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__payload_of(uid11);
BEGIN
    IF (payload < 0) OR (payload > 2147483647) THEN
        RAISE EXCEPTION USING
            ERRCODE := 'numeric_value_out_of_range',
            MESSAGE := 'value out of range for type integer';
    END IF;
    RETURN payload;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_to_integer(text) IS 'payload of a uid11; an error from 2^31 on';

CREATE OR REPLACE FUNCTION @schema@.uid11_to_smallint(uid11 text) RETURNS smallint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__payload_of(uid11);
BEGIN
    IF (payload < 0) OR (payload > 32767) THEN
        RAISE EXCEPTION USING
            ERRCODE := 'numeric_value_out_of_range',
            MESSAGE := 'value out of range for type smallint';
    END IF;
    RETURN payload;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_to_smallint(text) IS 'payload of a uid11; an error from 2^15 on';

CREATE OR REPLACE FUNCTION @schema@.uid11_from_numeric(payload numeric) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    result CONSTANT pg_catalog.text := @schema@.uid11_encode(payload);
BEGIN
    IF result IS NULL THEN
        RAISE EXCEPTION USING
            ERRCODE := 'numeric_value_out_of_range',
            MESSAGE := 'value out of range for type uid11';
    END IF;
    RETURN result;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_from_numeric(numeric)
    IS 'payload to uid11; an error outside of 0 to 2^64-1';

CREATE OR REPLACE FUNCTION @schema@.uid11_from_bigint(payload bigint) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    IF payload < 0 THEN
        RAISE EXCEPTION USING
            ERRCODE := 'numeric_value_out_of_range',
            MESSAGE := 'value out of range for type uid11';
    END IF;
    RETURN @schema@.uid11__text(payload);
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_from_bigint(bigint) IS 'payload to uid11; an error below 0';

-- A prefix is padded to the lowest and to the highest id; ids end at 2^64-1.
CREATE OR REPLACE FUNCTION @schema@.uid11_prefix_range(prefix text, OUT lower text, OUT upper text)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    IF pg_catalog.octet_length(prefix) > 11 THEN
        RETURN;
    END IF;
    lower := pg_catalog.rpad(prefix, 11, '1');
    IF @schema@.uid11__payload(lower) IS NULL THEN
        lower := NULL;
        RETURN;
    END IF;
    upper := pg_catalog.rpad(prefix, 11, 'z');
    IF @schema@.uid11__payload(upper) IS NULL THEN
        upper := 'jpXCZedGfVQ';
    END IF;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_prefix_range(text)
    IS 'first and last uid11 that start with this; NULLs when none does';

-- The microsecond takes a 1000th of the 22 bits, and random bits fill that: the field is uniform,
-- and a session never draws a value twice in a millisecond.  An odd factor and an offset for the
-- millisecond spread the values, so that the id does not show the microsecond.
CREATE OR REPLACE FUNCTION @schema@.uid11__xid(now timestamptz, random_uuid uuid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    us CONSTANT bigint := @schema@.base62id__clock(now) - 1321009871111000;
    first CONSTANT bigint := ((us % 1000) * 4194304) / 1000;
    past CONSTANT bigint := (((us % 1000) + 1) * 4194304) / 1000;
    payload bigint;
BEGIN
    IF (us < 0) OR (us > 4398046511103999) THEN
        PERFORM @schema@.uid11__ms(now);
    END IF;
    payload := first + (((past - first) * (
        (pg_catalog.get_byte(b, 0) << 16)
        | (pg_catalog.get_byte(b, 1) << 8)
        | pg_catalog.get_byte(b, 2))) >> 24);
    payload := ((us / 1000) << 22) | (((payload * 2654435769) + ((us / 1000) * 40503)) & 4194303);
    FOR i IN 1 .. 10000 LOOP
        EXIT WHEN pg_catalog.clock_timestamp() > now;
    END LOOP;
    RETURN @schema@.uid11__text(payload);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.xid_new() RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.uid11__xid(pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.xid_new() IS 'new xid of now';

CREATE OR REPLACE FUNCTION @schema@.uid11__xid_at(ts timestamptz, random_uuid uuid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    payload CONSTANT bigint := (@schema@.uid11__ms(ts) << 22)
        | (
            ((pg_catalog.get_byte(b, 0) & 63) << 16)
            | (pg_catalog.get_byte(b, 1) << 8)
            | pg_catalog.get_byte(b, 2));
BEGIN
    RETURN @schema@.uid11__text(payload);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.xid_new(ts timestamptz) RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.uid11__xid_at(ts, pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.xid_new(timestamptz) IS 'new xid of a given time, for backfilling';

CREATE OR REPLACE FUNCTION @schema@.xid_pack(ts timestamptz, random integer) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload bigint;
BEGIN
    IF (random < 0) OR (random > 4194303) THEN
        RAISE EXCEPTION USING
            ERRCODE := 'numeric_value_out_of_range',
            MESSAGE := 'random field of an xid is out of range',
            DETAIL := 'It has 22 bits: 0 to 4194303.';
    END IF;
    payload := (@schema@.uid11__ms(ts) << 22) | random;
    RETURN @schema@.uid11__text(payload);
END
$f$;
COMMENT ON FUNCTION @schema@.xid_pack(timestamptz, integer) IS 'xid of a time and 22 random bits';

CREATE OR REPLACE FUNCTION @schema@.xid_min(ts timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__ms(ts) << 22;
BEGIN
    RETURN @schema@.uid11__text(payload);
END
$f$;
COMMENT ON FUNCTION @schema@.xid_min(timestamptz) IS 'first xid of that millisecond';

CREATE OR REPLACE FUNCTION @schema@.xid_max(ts timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := (@schema@.uid11__ms(ts) << 22) | 4194303;
BEGIN
    RETURN @schema@.uid11__text(payload);
END
$f$;
COMMENT ON FUNCTION @schema@.xid_max(timestamptz) IS 'last xid of that millisecond';

-- time of a payload with `bits` bits of milliseconds above `shift` others
CREATE OR REPLACE FUNCTION @schema@.uid11__time(payload bigint, shift integer, mask bigint)
RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    us CONSTANT bigint := (((payload >> shift) & mask) + 1321009871111) * 1000;
BEGIN
    RETURN @schema@.base62id__time(us);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.xid_timestamp(xid text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    RETURN @schema@.uid11__time(@schema@.uid11__payload_of(xid), 22, 4398046511103);
END
$f$;
COMMENT ON FUNCTION @schema@.xid_timestamp(text) IS 'time of an xid';

CREATE OR REPLACE FUNCTION @schema@.xid_random(xid text) RETURNS integer
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN (@schema@.uid11__payload_of(xid) & 4194303)::integer; END$f$;
COMMENT ON FUNCTION @schema@.xid_random(text) IS 'random bits of an xid';

CREATE OR REPLACE FUNCTION @schema@.xid_parse(xid text, OUT ts timestamptz, OUT random integer)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__payload_of(xid);
BEGIN
    ts := @schema@.uid11__time(payload, 22, 4398046511103);
    random := (payload & 4194303)::integer;
END
$f$;
COMMENT ON FUNCTION @schema@.xid_parse(text) IS 'time and random bits of an xid';

CREATE OR REPLACE FUNCTION @schema@.xid_parse_prefix(
    prefix text,
    OUT ts_lo timestamptz,
    OUT ts_hi timestamptz,
    OUT rand_lo integer,
    OUT rand_hi integer
)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    r record;
    payload bigint;
BEGIN
    r := @schema@.uid11_prefix_range(prefix);
    IF r.lower IS NULL THEN
        RETURN;
    END IF;
    payload := @schema@.uid11__payload(r.lower);
    ts_lo := @schema@.uid11__time(payload, 22, 4398046511103);
    rand_lo := (payload & 4194303)::integer;
    payload := @schema@.uid11__payload(r.upper);
    ts_hi := @schema@.uid11__time(payload, 22, 4398046511103);
    rand_hi := (payload & 4194303)::integer;
END
$f$;
COMMENT ON FUNCTION @schema@.xid_parse_prefix(text)
    IS 'times and random bits of the first and the last xid that start with this';

CREATE OR REPLACE FUNCTION @schema@.xid_generator_scope() RETURNS text
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $f$ SELECT 'session'::pg_catalog.text $f$;
COMMENT ON FUNCTION @schema@.xid_generator_scope() IS 'within what xid_new() never repeats an id';

CREATE OR REPLACE FUNCTION @schema@.uid11__fullrand(random_uuid uuid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    -- a version 4 UUID without the octets of its version and its variant
    b CONSTANT pg_catalog.bytea := pg_catalog.overlay(pg_catalog.uuid_send(random_uuid), '', 7, 3);
    payload CONSTANT bigint := @schema@.base62id__int64(b, 0);
BEGIN
    RETURN @schema@.uid11__text(payload);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.uid11_fullrand_new() RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.uid11__fullrand(pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.uid11_fullrand_new() IS 'new uid11 of 64 random bits';

-- The sequence is the microsecond as a 1000th of 12 bits, filled with random bits.
CREATE OR REPLACE FUNCTION @schema@.uid11__snowish(machine integer, now timestamptz) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    us CONSTANT bigint := @schema@.base62id__clock(now);
    ms CONSTANT bigint := (us / 1000) - 1321009871111;
    payload bigint;
BEGIN
    IF (machine < 0) OR (machine > 1023) THEN
        RAISE EXCEPTION USING
            ERRCODE := 'numeric_value_out_of_range',
            MESSAGE := pg_catalog.format('machine number %s is out of range', machine),
            DETAIL := 'It has 10 bits: 0 to 1023.';
    END IF;
    IF (ms < 0) OR (ms > 2199023255551) THEN
        PERFORM @schema@.base62id__microseconds(
            now, 1321009871111000, 3520033126662999, 'a snowish uid11');
    END IF;
    payload := (ms << 22) | (machine << 12) | (((us % 1000) * 4096) / 1000);
    FOR i IN 1 .. 10000 LOOP
        EXIT WHEN pg_catalog.clock_timestamp() > now;
    END LOOP;
    RETURN @schema@.uid11__text(payload);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.uid11_snowish_new(machine integer) RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.uid11__snowish(machine, pg_catalog.clock_timestamp())$f$;
COMMENT ON FUNCTION @schema@.uid11_snowish_new(integer)
    IS 'new uid11 of time, machine and sequence';

CREATE OR REPLACE FUNCTION @schema@.uid11__ts_seq_rand(now timestamptz, random_uuid uuid)
RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    us CONSTANT bigint := @schema@.base62id__clock(now);
    ms CONSTANT bigint := (us / 1000) - 1321009871111;
    payload bigint;
BEGIN
    IF (ms < 0) OR (ms > 4398046511103) THEN
        PERFORM @schema@.uid11__ms(now);
    END IF;
    payload := (ms << 22)
        | ((((us % 1000) * 4096) / 1000) << 10)
        | (((pg_catalog.get_byte(b, 0) & 3) << 8) | pg_catalog.get_byte(b, 1));
    FOR i IN 1 .. 10000 LOOP
        EXIT WHEN pg_catalog.clock_timestamp() > now;
    END LOOP;
    RETURN @schema@.uid11__text(payload);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.uid11_ts_seq_rand_new() RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS $f$
    SELECT @schema@.uid11__ts_seq_rand(
        pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())
$f$;
COMMENT ON FUNCTION @schema@.uid11_ts_seq_rand_new()
    IS 'new uid11 of time, sequence and random bits';

CREATE OR REPLACE FUNCTION @schema@.uid11_fullrand_parse(uid11 text, OUT random numeric)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    random := @schema@.uid11_to_numeric(uid11);
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_fullrand_parse(text) IS 'random bits of a fullrand uid11';

CREATE OR REPLACE FUNCTION @schema@.uid11_snowish_parse(
    uid11 text, OUT ts timestamptz, OUT machine integer, OUT sequence integer
)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__payload_of(uid11);
BEGIN
    IF payload < 0 THEN
        RAISE EXCEPTION USING
            ERRCODE := 'invalid_parameter_value',
            MESSAGE := 'uid11 is not a snowish uid11';
    END IF;
    ts := @schema@.uid11__time(payload, 22, 2199023255551);
    machine := ((payload >> 12) & 1023)::integer;
    sequence := (payload & 4095)::integer;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_snowish_parse(text)
    IS 'time, machine and sequence of a snowish uid11';

CREATE OR REPLACE FUNCTION @schema@.uid11_ts_seq_rand_parse(
    uid11 text, OUT ts timestamptz, OUT sequence integer, OUT random integer
)
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    payload CONSTANT bigint := @schema@.uid11__payload_of(uid11);
BEGIN
    ts := @schema@.uid11__time(payload, 22, 4398046511103);
    sequence := ((payload >> 10) & 4095)::integer;
    random := (payload & 1023)::integer;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_ts_seq_rand_parse(text)
    IS 'time, sequence and random bits of a ts_seq_rand uid11';

-- ===== TypeID =====

-- Whether these octets are a type prefix: at most 63 letters a-z and underscores, a letter first
-- and last.
CREATE OR REPLACE FUNCTION @schema@.typeid__prefix_is_valid(b bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT CASE
        WHEN pg_catalog.octet_length(b) = 0 THEN true
        WHEN pg_catalog.octet_length(b) > 63 THEN false
        ELSE (pg_catalog.get_byte(b, 0) <> 95)
            AND (pg_catalog.get_byte(b, pg_catalog.octet_length(b) - 1) <> 95)
            AND (pg_catalog.octet_length(
                pg_catalog.btrim(b, 'abcdefghijklmnopqrstuvwxyz_'::pg_catalog.bytea)) = 0)
    END
$f$;

-- The same for the other notations, as people's own prefixes are: also digits and capitals, a
-- letter first.
CREATE OR REPLACE FUNCTION @schema@.typeid__wide_prefix_is_valid(b bytea) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT CASE
        WHEN pg_catalog.octet_length(b) = 0 THEN true
        WHEN pg_catalog.octet_length(b) > 63 THEN false
        ELSE (pg_catalog.octet_length(pg_catalog.ltrim(
                pg_catalog.substr(b, 1, 1),
                'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'::pg_catalog.bytea)) = 0)
            AND (pg_catalog.get_byte(b, pg_catalog.octet_length(b) - 1) <> 95)
            AND (pg_catalog.octet_length(pg_catalog.btrim(
                b,
                'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'
                    ::pg_catalog.bytea)) = 0)
    END
$f$;

CREATE OR REPLACE FUNCTION @schema@.typeid__prefix_problem(prefix text, o integer) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    n CONSTANT integer := pg_catalog.length(prefix);
    c pg_catalog.text;
BEGIN
    IF n > 63 THEN
        RETURN pg_catalog.format(
            'A type prefix has at most 63 characters, but this one has %s.', n);
    END IF;
    FOR i IN 1 .. n LOOP
        c := pg_catalog.substr(prefix, i, 1) COLLATE pg_catalog."C";
        IF (c >= 'A') AND (c <= 'Z') THEN
            RETURN pg_catalog.format('Character %s, "%s", is upper case.', i + o, c);
        ELSIF pg_catalog.strpos('abcdefghijklmnopqrstuvwxyz_', c) = 0 THEN
            RETURN pg_catalog.format(
                'Character %s, "%s", is not a letter or an underscore.', i + o, c);
        END IF;
    END LOOP;
    RETURN pg_catalog.format('Character %s is an underscore at an end of the type prefix.',
        CASE WHEN pg_catalog.starts_with(prefix, '_') THEN 1 + o ELSE n + o END);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.typeid__wide_prefix_problem(prefix text) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    n CONSTANT integer := pg_catalog.length(prefix);
BEGIN
    IF n > 63 THEN
        RETURN pg_catalog.format(
            'A type prefix has at most 63 characters, but this one has %s.', n);
    END IF;
    FOR i IN 1 .. n LOOP
        IF pg_catalog.strpos(
            'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_',
            pg_catalog.substr(prefix, i, 1)) = 0
        THEN
            RETURN pg_catalog.format(
                'Character %s, "%s", is not a letter, a digit or an underscore.',
                i, pg_catalog.substr(prefix, i, 1));
        END IF;
    END LOOP;
    IF pg_catalog.strpos('0123456789', pg_catalog.substr(prefix, 1, 1)) > 0 THEN
        RETURN pg_catalog.format(
            'Character 1, "%s", is a digit.', pg_catalog.substr(prefix, 1, 1));
    END IF;
    RETURN pg_catalog.format('Character %s is an underscore at an end of the type prefix.',
        CASE WHEN pg_catalog.starts_with(prefix, '_') THEN 1 ELSE n END);
END
$f$;

-- always raises 22023
CREATE OR REPLACE FUNCTION @schema@.typeid__bad_prefix(prefix text, wide boolean DEFAULT false)
RETURNS void
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
BEGIN
    RAISE EXCEPTION USING
        ERRCODE := 'invalid_parameter_value',
        MESSAGE := pg_catalog.format('invalid type prefix: "%s"', prefix),
        DETAIL := CASE
            WHEN wide THEN @schema@.typeid__wide_prefix_problem(prefix)
            ELSE @schema@.typeid__prefix_problem(prefix, 0)
        END,
        HINT := CASE
            WHEN wide
            THEN 'In this notation, a type prefix has up to 63 characters A to Z, a to z, '
                '0 to 9 and _, with a letter at its start and no _ at its end.'
            ELSE 'A type prefix has up to 63 characters a to z and _, with a letter at each end.'
        END;
END
$f$;

-- The text of a type prefix and a UUID.
CREATE OR REPLACE FUNCTION @schema@.typeid__text(prefix bytea, h bigint, l bigint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT pg_catalog.encode(
        CASE
            WHEN pg_catalog.octet_length(prefix) = 0 THEN prefix
            ELSE prefix || '_'::pg_catalog.bytea
        END || @schema@.base62id__base32('@to32@', h, l),
        'escape')
$f$;

-- The 16 octets of the UUID of a TypeID; NULL when it is none.
CREATE OR REPLACE FUNCTION @schema@.typeid__uuid(input text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    n integer := pg_catalog.octet_length(input);
    b pg_catalog.bytea;
    prefix pg_catalog.bytea;
    n0 bigint;
    n1 bigint;
    n2 bigint;
BEGIN
    IF (n < 26) OR (n > 92) THEN
        RETURN NULL;
    END IF;
    b := pg_catalog.convert_to(input, 'SQL_ASCII');
    IF (pg_catalog.get_byte(b, 0) = 34) AND (pg_catalog.get_byte(b, n - 1) = 34) THEN
        n := n - 2;
        b := pg_catalog.substr(b, 2, n);
    END IF;
    IF n <> 26 THEN
        IF (n < 28) OR (n > 90) THEN
            RETURN NULL;
        END IF;
        prefix := pg_catalog.substr(b, 1, n - 27);
        IF (pg_catalog.get_byte(b, n - 27) <> 95)
            OR NOT @schema@.typeid__prefix_is_valid(prefix)
        THEN
            RETURN NULL;
        END IF;
        b := pg_catalog.substr(b, n - 25, 26);
    END IF;
    n0 := (('@from32@'::bigint[])[pg_catalog.get_byte(b, 0)] << 5)
        | ('@from32@'::bigint[])[pg_catalog.get_byte(b, 1)];
    n1 := @schema@.base62id__bits12('@from32@', b, 2);
    n2 := @schema@.base62id__bits12('@from32@', b, 14);
    IF ((n0 | n1 | n2) >= 0) AND (n0 < 256) THEN
        RETURN pg_catalog.int8send((n0 << 56) | (n1 >> 4)) || pg_catalog.int8send((n1 << 60) | n2);
    END IF;
    RETURN NULL;
END
$f$;

-- the same, raising 22P02
CREATE OR REPLACE FUNCTION @schema@.typeid__uuid_of(input text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    b pg_catalog.bytea := @schema@.typeid__uuid(input);
    n integer;
    o integer := 0;
    cut integer := 0;
    problem pg_catalog.text;
BEGIN
    IF b IS NOT NULL THEN
        RETURN b;
    END IF;
    b := pg_catalog.convert_to(input, 'SQL_ASCII');
    n := pg_catalog.octet_length(b);
    IF (n > 1)
        AND (pg_catalog.substr(b, 1, 1) = '"')
        AND (pg_catalog.substr(b, greatest(n, 1), 1) = '"')
    THEN
        b := pg_catalog.substr(b, 2, n - 2);
        n := n - 2;
        o := 1;
    ELSIF (pg_catalog.substr(b, 1, 1) = '"')
        OR (pg_catalog.substr(b, greatest(n, 1), 1) = '"')
    THEN
        problem := 'There is a double quote at one end only.';
    END IF;
    FOR i IN REVERSE n .. 1 LOOP
        IF pg_catalog.get_byte(b, i - 1) = 95 THEN
            cut := i;
            EXIT;
        END IF;
    END LOOP;
    IF problem IS NOT NULL THEN
        NULL;
    ELSIF cut = 1 THEN
        problem := 'There is no type prefix before the underscore.';
    ELSIF (cut > 1) AND NOT @schema@.typeid__prefix_is_valid(pg_catalog.substr(b, 1, cut - 1)) THEN
        problem := @schema@.typeid__prefix_problem(
            pg_catalog.convert_from(pg_catalog.substr(b, 1, cut - 1), 'SQL_ASCII'), o);
    ELSIF (n - cut) <> 26 THEN
        problem := CASE
            WHEN cut = 0 THEN 'A TypeID has a type prefix, _ and 26 characters.'
            ELSE pg_catalog.format(
                'A TypeID with the type prefix "%s" has %s characters, but this text has %s.',
                pg_catalog.substr(pg_catalog.convert_from(b, 'SQL_ASCII'), 1, cut - 1),
                cut + 26,
                n)
        END;
    ELSE
        FOR i IN cut + 1 .. n LOOP
            IF pg_catalog.position(
                '0123456789abcdefghjkmnpqrstvwxyz'::pg_catalog.bytea,
                pg_catalog.substr(b, i, 1)) = 0
            THEN
                problem := pg_catalog.format('Character %s, "%s", does not occur in TypeIDs.',
                    i + o, pg_catalog.substr(input, i + o, 1));
                EXIT;
            END IF;
        END LOOP;
        problem := coalesce(problem, pg_catalog.format(
            'Character %s must be 0 to 7, because an id has 128 bits.', (cut + 1) + o));
    END IF;
    RAISE EXCEPTION USING
        ERRCODE := 'invalid_text_representation',
        MESSAGE := pg_catalog.format('invalid input syntax for type typeid: "%s"', input),
        DETAIL := problem;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.uuid_to_typeid(prefix text, uuid uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    p CONSTANT pg_catalog.bytea := pg_catalog.convert_to(prefix, 'SQL_ASCII');
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(uuid);
    h CONSTANT bigint := @schema@.base62id__int64(b, 0);
    l CONSTANT bigint := @schema@.base62id__int64(b, 8);
BEGIN
    IF NOT @schema@.typeid__prefix_is_valid(p) THEN
        PERFORM @schema@.typeid__bad_prefix(prefix);
    END IF;
    RETURN @schema@.typeid__text(p, h, l);
END
$f$;
COMMENT ON FUNCTION @schema@.uuid_to_typeid(text, uuid) IS 'TypeID of a type prefix and a UUID';

CREATE OR REPLACE FUNCTION @schema@.typeid_encode(prefix text, uuid uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    p CONSTANT pg_catalog.bytea := pg_catalog.convert_to(prefix, 'SQL_ASCII');
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(uuid);
    h CONSTANT bigint := @schema@.base62id__int64(b, 0);
    l CONSTANT bigint := @schema@.base62id__int64(b, 8);
BEGIN
    IF NOT @schema@.typeid__prefix_is_valid(p) THEN
        RETURN NULL;
    END IF;
    RETURN @schema@.typeid__text(p, h, l);
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_encode(text, uuid)
    IS 'TypeID of a type prefix and a UUID; NULL when the prefix is none';

CREATE OR REPLACE FUNCTION @schema@.typeid_decode(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    IF @schema@.typeid__uuid(input) IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN @schema@.base62id__unquoted(input);
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_decode(text)
    IS 'TypeID in its canonical text; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.typeid_is_valid(input text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.typeid__uuid(input) IS NOT NULL; END$f$;
COMMENT ON FUNCTION @schema@.typeid_is_valid(text) IS 'whether this is a TypeID';

CREATE OR REPLACE FUNCTION @schema@.typeid_parse(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    IF @schema@.typeid__uuid_of(input) IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN @schema@.base62id__unquoted(input);
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_parse(text)
    IS 'TypeID in its canonical text; an error when it is none';

CREATE OR REPLACE FUNCTION @schema@.typeid_print(typeid text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    IF @schema@.typeid__uuid_of(typeid) IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN @schema@.base62id__unquoted(typeid);
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_print(text) IS 'text of a TypeID';

CREATE OR REPLACE FUNCTION @schema@.typeid_prefix(typeid text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    bare CONSTANT pg_catalog.text := @schema@.typeid_print(typeid);
BEGIN
    RETURN pg_catalog.substr(bare, 1, greatest(pg_catalog.octet_length(bare) - 27, 0));
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_prefix(text) IS 'type prefix of a TypeID';

CREATE OR REPLACE FUNCTION @schema@.typeid_to_uuid(typeid text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b pg_catalog.bytea := @schema@.typeid__uuid(typeid);
BEGIN
    IF b IS NULL THEN
        b := @schema@.typeid__uuid_of(typeid);
    END IF;
    RETURN pg_catalog.encode(b, 'hex')::pg_catalog.uuid;
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_to_uuid(text) IS 'UUID of a TypeID';

CREATE OR REPLACE FUNCTION @schema@.typeid_timestamp(typeid text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.uuid_v7_timestamp(@schema@.typeid_to_uuid(typeid)); END$f$;
COMMENT ON FUNCTION @schema@.typeid_timestamp(text)
    IS 'time of a TypeID; NULL unless its UUID has version 7';

CREATE OR REPLACE FUNCTION @schema@.typeid_check_text(input text, prefix text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    bare pg_catalog.text;
BEGIN
    IF @schema@.typeid__uuid(input) IS NULL THEN
        RETURN false;
    END IF;
    bare := @schema@.base62id__unquoted(input);
    RETURN (
        pg_catalog.substr(bare, 1, greatest(pg_catalog.octet_length(bare) - 27, 0))
            COLLATE pg_catalog."C"
    ) = prefix;
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_check_text(text, text)
    IS 'whether this is a TypeID with exactly this type prefix';

CREATE OR REPLACE FUNCTION @schema@.typeid_check(typeid text, prefix text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN (@schema@.typeid_prefix(typeid) COLLATE pg_catalog."C") = prefix; END$f$;
COMMENT ON FUNCTION @schema@.typeid_check(text, text)
    IS 'whether the type prefix of a TypeID is exactly this';

CREATE OR REPLACE FUNCTION @schema@.typeid_has_prefix(typeid text, prefix text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.typeid_check(typeid, prefix); END$f$;
COMMENT ON FUNCTION @schema@.typeid_has_prefix(text, text)
    IS 'whether the type prefix of a TypeID is exactly this';

-- UUID version 7: milliseconds, the microsecond as a 1000th of 12 bits, 62 random bits.  A version
-- 4 UUID has its variant and random bits where version 7 has them.
CREATE OR REPLACE FUNCTION @schema@.typeid__new(prefix text, now timestamptz, random_uuid uuid)
RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    p CONSTANT pg_catalog.bytea := pg_catalog.convert_to(prefix, 'SQL_ASCII');
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    us CONSTANT bigint := @schema@.base62id__clock(now);
    h CONSTANT bigint := ((us / 1000) << 16) | 28672 | (((us % 1000) * 4096) / 1000);
    l CONSTANT bigint := @schema@.base62id__int64(b, 8);
BEGIN
    IF NOT @schema@.typeid__prefix_is_valid(p) THEN
        PERFORM @schema@.typeid__bad_prefix(prefix);
    END IF;
    IF (us < 0) OR (us > 281474976710655999) THEN
        PERFORM @schema@.base62id__microseconds(now, 0, 281474976710655999, 'a UUID of version 7');
    END IF;
    FOR i IN 1 .. 10000 LOOP
        EXIT WHEN pg_catalog.clock_timestamp() > now;
    END LOOP;
    RETURN @schema@.typeid__text(p, h, l);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.typeid_generate_text(prefix text) RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS $f$
    SELECT @schema@.typeid__new(
        prefix, pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())
$f$;
COMMENT ON FUNCTION @schema@.typeid_generate_text(text)
    IS 'new TypeID of now with this type prefix';

CREATE OR REPLACE FUNCTION @schema@.typeid_generate(prefix text DEFAULT '') RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS $f$
    SELECT @schema@.typeid__new(
        prefix, pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())
$f$;
COMMENT ON FUNCTION @schema@.typeid_generate(text) IS 'new TypeID of now with this type prefix';

CREATE OR REPLACE FUNCTION @schema@.typeid__at(prefix text, ts timestamptz, random_uuid uuid)
RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    p CONSTANT pg_catalog.bytea := pg_catalog.convert_to(prefix, 'SQL_ASCII');
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    us CONSTANT bigint := @schema@.base62id__microseconds(
        ts, 0, 281474976710655999, 'a UUID of version 7');
    h CONSTANT bigint := ((us / 1000) << 16) | 28672 | (((us % 1000) * 4096) / 1000);
    l CONSTANT bigint := @schema@.base62id__int64(b, 8);
BEGIN
    IF NOT @schema@.typeid__prefix_is_valid(p) THEN
        PERFORM @schema@.typeid__bad_prefix(prefix);
    END IF;
    RETURN @schema@.typeid__text(p, h, l);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.typeid_generate(prefix text, ts timestamptz) RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.typeid__at(prefix, ts, pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.typeid_generate(text, timestamptz)
    IS 'new TypeID of a given time, for backfilling';

CREATE OR REPLACE FUNCTION @schema@.typeid_min(prefix text, ts timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    p CONSTANT pg_catalog.bytea := pg_catalog.convert_to(prefix, 'SQL_ASCII');
    us CONSTANT bigint := @schema@.base62id__microseconds(
        ts, 0, 281474976710655999, 'a UUID of version 7');
    h CONSTANT bigint := ((us / 1000) << 16) | 28672;
    l CONSTANT bigint := 2::bigint << 62;
BEGIN
    IF NOT @schema@.typeid__prefix_is_valid(p) THEN
        PERFORM @schema@.typeid__bad_prefix(prefix);
    END IF;
    RETURN @schema@.typeid__text(p, h, l);
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_min(text, timestamptz) IS 'first TypeID of that millisecond';

CREATE OR REPLACE FUNCTION @schema@.typeid_max(prefix text, ts timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    p CONSTANT pg_catalog.bytea := pg_catalog.convert_to(prefix, 'SQL_ASCII');
    us CONSTANT bigint := @schema@.base62id__microseconds(
        ts, 0, 281474976710655999, 'a UUID of version 7');
    h CONSTANT bigint := ((us / 1000) << 16) | 32767;
    l CONSTANT bigint := (2::bigint << 62) | 4611686018427387903;
BEGIN
    IF NOT @schema@.typeid__prefix_is_valid(p) THEN
        PERFORM @schema@.typeid__bad_prefix(prefix);
    END IF;
    RETURN @schema@.typeid__text(p, h, l);
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_max(text, timestamptz) IS 'last TypeID of that millisecond';

CREATE OR REPLACE FUNCTION @schema@.typeid_generate_nil() RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS $f$
    SELECT @schema@.typeid__new('', pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())
$f$;
COMMENT ON FUNCTION @schema@.typeid_generate_nil() IS 'new TypeID of now without a type prefix';

CREATE OR REPLACE FUNCTION @schema@.typeid_is_nil_prefix(typeid text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN pg_catalog.octet_length(@schema@.typeid_print(typeid)) = 26; END$f$;
COMMENT ON FUNCTION @schema@.typeid_is_nil_prefix(text) IS 'whether a TypeID has no type prefix';

CREATE OR REPLACE FUNCTION @schema@.typeid__batch(prefix text, count integer, now timestamptz)
RETURNS text[]
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    p CONSTANT pg_catalog.bytea := pg_catalog.convert_to(prefix, 'SQL_ASCII');
    result pg_catalog.text[] := '{}';
BEGIN
    IF (count < 0) OR (count > 8388607) THEN
        RAISE EXCEPTION USING
            ERRCODE := 'invalid_parameter_value',
            MESSAGE := pg_catalog.format('count %s is out of range', count),
            DETAIL := 'One call generates 0 to 8388607 ids.';
    END IF;
    IF NOT @schema@.typeid__prefix_is_valid(p) THEN
        PERFORM @schema@.typeid__bad_prefix(prefix);
    END IF;
    FOR i IN 1 .. count LOOP
        result := pg_catalog.array_append(result, @schema@.typeid_generate_text(prefix));
    END LOOP;
    RETURN result;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.typeid_generate_batch(prefix text, count integer) RETURNS text[]
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.typeid__batch(prefix, count, pg_catalog.clock_timestamp())$f$;
COMMENT ON FUNCTION @schema@.typeid_generate_batch(text, integer)
    IS 'that many new TypeIDs, ascending';

CREATE OR REPLACE FUNCTION @schema@.typeid__uuid7(now timestamptz, random_uuid uuid) RETURNS uuid
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    us CONSTANT bigint := @schema@.base62id__clock(now);
BEGIN
    IF (us < 0) OR (us > 281474976710655999) THEN
        PERFORM @schema@.base62id__microseconds(now, 0, 281474976710655999, 'a UUID of version 7');
    END IF;
    FOR i IN 1 .. 10000 LOOP
        EXIT WHEN pg_catalog.clock_timestamp() > now;
    END LOOP;
    RETURN pg_catalog.encode(
        pg_catalog.int8send(((us / 1000) << 16) | 28672 | (((us % 1000) * 4096) / 1000))
        || pg_catalog.substr(b, 9, 8),
        'hex')::pg_catalog.uuid;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.typeid_uuid_generate_v7() RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.typeid__uuid7(pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.typeid_uuid_generate_v7() IS 'new UUID of version 7';

-- ===== Id types =====
-- The extension makes a base type.  Here it is a domain over text, with functions of the same
-- names, so that one schema serves both.  The comment on the domain's constraint holds the type
-- prefix; dumps carry it.

CREATE OR REPLACE FUNCTION @schema@.typeid_types(
    OUT type regtype,
    OUT prefix text,
    OUT notation text,
    OUT mask_key integer,
    OUT accept_uuid boolean,
    OUT mask text,
    OUT accept_bigint boolean
) RETURNS SETOF record
LANGUAGE sql STABLE STRICT PARALLEL SAFE AS $f$
    SELECT
        t.oid::pg_catalog.regtype,
        pg_catalog.split_part(d.description, '"', 2),
        'typeid'::pg_catalog.text,
        0,
        false,
        NULL::pg_catalog.text,
        false
    FROM pg_catalog.pg_constraint AS c
    JOIN pg_catalog.pg_type AS t ON (t.oid = c.contypid)
    JOIN pg_catalog.pg_description AS d
        ON (d.objoid = c.oid) AND (d.classoid = c.tableoid) AND (d.objsubid = 0)
    WHERE (c.conname = 'base62id_kind')
        AND pg_catalog.starts_with(d.description, 'TypeIDs of the type prefix "')
$f$;
COMMENT ON FUNCTION @schema@.typeid_types()
    IS 'the types that typeid_create_type made, and their type prefixes';

-- The schema and the name of a type that is to be made for a type prefix.
CREATE OR REPLACE FUNCTION @schema@.typeid__place(
    name text, prefix text, notation text DEFAULT 'typeid'
) RETURNS text[]
LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE AS $f$
DECLARE
    p CONSTANT pg_catalog.bytea := pg_catalog.convert_to(prefix, 'SQL_ASCII');
    wide CONSTANT boolean := notation <> 'typeid';
    parts CONSTANT pg_catalog.text[] := pg_catalog.parse_ident(name);
    n CONSTANT integer := pg_catalog.array_length(parts, 1);
    home CONSTANT pg_catalog.text := CASE
        WHEN n = 1 THEN pg_catalog.current_schema()::pg_catalog.text
        ELSE parts[1]
    END;
BEGIN
    IF (prefix = '') AND (notation = ANY (ARRAY['uuid', 'hex'])) THEN
        RAISE EXCEPTION USING
            ERRCODE := 'invalid_parameter_value',
            MESSAGE := 'invalid type prefix: ""',
            DETAIL := 'Without a type prefix, the ids are plain UUIDs.',
            HINT := 'Use the type uuid, or choose a type prefix.';
    END IF;
    IF NOT (CASE
        WHEN wide THEN @schema@.typeid__wide_prefix_is_valid(p)
        ELSE @schema@.typeid__prefix_is_valid(p)
    END) THEN
        PERFORM @schema@.typeid__bad_prefix(prefix, wide);
    END IF;
    IF n > 2 THEN
        RAISE EXCEPTION USING
            ERRCODE := 'syntax_error',
            MESSAGE := pg_catalog.format(
                'improper qualified name (too many dotted names): %s', name);
    END IF;
    IF home IS NULL THEN
        RAISE EXCEPTION USING
            ERRCODE := 'invalid_schema_name',
            MESSAGE := 'no schema has been selected to create in';
    END IF;
    IF pg_catalog.octet_length(parts[n]) > 52 THEN
        RAISE EXCEPTION USING
            ERRCODE := 'name_too_long',
            MESSAGE := pg_catalog.format('type name "%s" is too long', parts[n]),
            DETAIL := 'The name of an id type has at most 52 bytes: '
                'its functions are named after it.';
    END IF;
    RETURN ARRAY[home, parts[n]];
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.typeid_create_type(
    name text,
    prefix text,
    notation text DEFAULT 'typeid',
    mask_key integer DEFAULT 0,
    accept_uuid boolean DEFAULT false,
    if_not_exists boolean DEFAULT false
) RETURNS regtype
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $f$
DECLARE
    place CONSTANT pg_catalog.text[] := @schema@.typeid__place(name, prefix);
    home CONSTANT pg_catalog.text := place[1];
    base CONSTANT pg_catalog.text := place[2];
    length_of_it CONSTANT integer := pg_catalog.octet_length(prefix)
        + (CASE WHEN prefix = '' THEN 26 ELSE 27 END);
    domain pg_catalog.text;
    taken pg_catalog.text;
    there CONSTANT pg_catalog.regtype := CASE
        WHEN if_not_exists THEN pg_catalog.to_regtype(pg_catalog.format('%I.%I', home, base))
    END;
    kind pg_catalog.text[];
BEGIN
    IF (notation <> 'typeid') OR (mask_key <> 0) OR accept_uuid THEN
        RAISE EXCEPTION USING
            ERRCODE := 'feature_not_supported',
            MESSAGE := 'id types in SQL are TypeIDs only',
            DETAIL := 'Notations, masks and uuid input need the extension.';
    END IF;
    IF there IS NOT NULL THEN
        SELECT t.prefix INTO taken FROM @schema@.typeid_types() AS t WHERE (t.type = there);
        IF (taken IS NULL) OR (taken <> prefix) THEN
            RAISE EXCEPTION USING
                ERRCODE := 'duplicate_object',
                MESSAGE := pg_catalog.format('type "%s" already exists', base),
                DETAIL := CASE
                    WHEN taken IS NULL THEN 'It is not an id type.'
                    ELSE pg_catalog.format(
                        'It has type prefix "%s". Asked for: type prefix "%s".', taken, prefix)
                END;
        END IF;
        RAISE NOTICE USING
            ERRCODE := 'duplicate_object',
            MESSAGE := pg_catalog.format('type "%s" already exists, skipping', base);
        RETURN there;
    END IF;
    SELECT t.type::pg_catalog.text INTO taken
    FROM @schema@.typeid_types() AS t
    JOIN pg_catalog.pg_type AS y ON (y.oid = t.type)
    WHERE (t.prefix = typeid_create_type.prefix)
        AND (y.typnamespace = pg_catalog.quote_ident(home)::pg_catalog.regnamespace);
    IF taken IS NOT NULL THEN
        RAISE EXCEPTION USING
            ERRCODE := 'duplicate_object',
            MESSAGE := pg_catalog.format('type prefix "%s" is already used', prefix),
            DETAIL := pg_catalog.format('Type %s has it.', taken),
            HINT := 'Use that type, or choose another prefix or schema.';
    END IF;

    -- No double quotes: the length keeps to the canonical text.
    domain := pg_catalog.format('%I.%I', home, base);
    EXECUTE pg_catalog.format(
        'CREATE DOMAIN %s AS pg_catalog.text COLLATE pg_catalog."C" '
        'CONSTRAINT base62id_kind CHECK ('
        '(pg_catalog.octet_length(VALUE) = %s) AND @schema@.typeid_check_text(VALUE, %L))',
        domain, length_of_it, prefix);
    EXECUTE pg_catalog.format(
        'COMMENT ON CONSTRAINT base62id_kind ON DOMAIN %s IS %L',
        domain,
        pg_catalog.format('TypeIDs of the type prefix "%s"', prefix));
    FOREACH kind SLICE 1 IN ARRAY ARRAY[
        [
            'new', '', 'VOLATILE',
            'typeid__new(%L, pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())',
            'new id of now'
        ],
        [
            'new', 'ts timestamptz', 'VOLATILE',
            'typeid__at(%L, ts, pg_catalog.gen_random_uuid())',
            'new id of a given time, for backfilling'
        ],
        [
            'min', 'ts timestamptz', 'IMMUTABLE',
            'typeid_min(%L, ts)',
            'first id of that millisecond'
        ],
        [
            'max', 'ts timestamptz', 'IMMUTABLE',
            'typeid_max(%L, ts)',
            'last id of that millisecond'
        ]
    ] LOOP
        EXECUTE pg_catalog.format(
            'CREATE FUNCTION %I.%I(%s) RETURNS %s LANGUAGE sql %s STRICT PARALLEL SAFE AS %L',
            home,
            base || ('_' || kind[1]),
            pg_catalog.replace(kind[2], 'timestamptz', 'pg_catalog.timestamptz'),
            domain,
            kind[3],
            'SELECT @schema@.' || (pg_catalog.format(kind[4], prefix) || ('::' || domain)));
        EXECUTE pg_catalog.format(
            'COMMENT ON FUNCTION %I.%I(%s) IS %L',
            home,
            base || ('_' || kind[1]),
            pg_catalog.replace(kind[2], 'ts timestamptz', 'pg_catalog.timestamptz'),
            kind[5]);
    END LOOP;
    EXECUTE pg_catalog.format(
        'CREATE FUNCTION %I.%I(id %s) RETURNS pg_catalog.timestamptz '
        'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS %L',
        home,
        base || '_timestamp',
        domain,
        'SELECT @schema@.typeid_timestamp(id)');
    EXECUTE pg_catalog.format(
        'COMMENT ON FUNCTION %I.%I(%s) IS %L',
        home,
        base || '_timestamp',
        domain,
        'time of an id; NULL unless its UUID has version 7');
    EXECUTE pg_catalog.format(
        'CREATE FUNCTION %I.%I(input pg_catalog.text) RETURNS %s '
        'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS %L',
        home,
        base || '_decode',
        domain,
        pg_catalog.format(
            'SELECT CASE WHEN @schema@.typeid_check_text(input, %L) '
            'THEN @schema@.base62id__unquoted(input)::%s END',
            prefix, domain));
    EXECUTE pg_catalog.format(
        'COMMENT ON FUNCTION %I.%I(pg_catalog.text) IS %L',
        home,
        base || '_decode',
        'id of its text; NULL when it is none of this type');
    RETURN domain::pg_catalog.regtype;
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_create_type(text, text, text, integer, boolean, boolean)
    IS 'makes a domain for the TypeIDs of one type prefix, with its functions';

-- ===== BaseUid =====
-- Inside, an id is two numbers of 60 bits, ten symbols each.

CREATE OR REPLACE FUNCTION @schema@.baseuid__text(h bigint, l bigint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$
    SELECT pg_catalog.encode(
        pg_catalog.substr(
            @schema@.base62id__symbols('@to64uid@',
                0, 0, 0, 0, h >> 54, (h >> 48) & 63, (h >> 42) & 63, (h >> 36) & 63),
            5)
        || @schema@.base62id__symbols('@to64uid@',
            (h >> 30) & 63, (h >> 24) & 63, (h >> 18) & 63, (h >> 12) & 63,
            (h >> 6) & 63, h & 63, l >> 54, (l >> 48) & 63)
        || @schema@.base62id__symbols('@to64uid@',
            (l >> 42) & 63, (l >> 36) & 63, (l >> 30) & 63, (l >> 24) & 63,
            (l >> 18) & 63, (l >> 12) & 63, (l >> 6) & 63, l & 63),
        'escape')
$f$;

-- the two numbers of a BaseUid as octets; NULL when it is none
CREATE OR REPLACE FUNCTION @schema@.baseuid__numbers(input text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.base62id__bare(input, 20);
    h CONSTANT bigint := @schema@.base62id__bits10('@from64uid@', b, 0);
    l CONSTANT bigint := @schema@.base62id__bits10('@from64uid@', b, 10);
BEGIN
    IF (h | l) >= 0 THEN
        RETURN pg_catalog.int8send(h) || pg_catalog.int8send(l);
    END IF;
    RETURN NULL;
END
$f$;

-- the same, raising 22P02
CREATE OR REPLACE FUNCTION @schema@.baseuid__numbers_of(input text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.baseuid__numbers(input);
BEGIN
    IF b IS NULL THEN
        PERFORM @schema@.base62id__invalid(
            'baseuid',
            '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz',
            20,
            120,
            input);
    END IF;
    RETURN b;
END
$f$;

-- units of 32.768 microseconds since 1970, or 22008
CREATE OR REPLACE FUNCTION @schema@.baseuid__units(ts timestamptz) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $f$
BEGIN
    RETURN (@schema@.base62id__microseconds(ts, 0, 9223372036854775, 'a baseuid') * 1000) >> 15;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.baseuid_encode(input bytea) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    h bigint;
    l bigint;
BEGIN
    IF pg_catalog.octet_length(input) <> 15 THEN
        RETURN NULL;
    END IF;
    h := (@schema@.base62id__int64(input, 0) >> 4) & 1152921504606846975;
    l := @schema@.base62id__int64(input, 7) & 1152921504606846975;
    RETURN @schema@.baseuid__text(h, l);
END
$f$;
COMMENT ON FUNCTION @schema@.baseuid_encode(bytea)
    IS '15 bytes to BaseUid, 20 characters; NULL for another length';

CREATE OR REPLACE FUNCTION @schema@.baseuid_decode(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
BEGIN
    IF @schema@.baseuid__numbers(input) IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN @schema@.base62id__unquoted(input);
END
$f$;
COMMENT ON FUNCTION @schema@.baseuid_decode(text)
    IS 'BaseUid in its canonical text; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.baseuid_is_valid(input text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.baseuid__numbers(input) IS NOT NULL; END$f$;
COMMENT ON FUNCTION @schema@.baseuid_is_valid(text) IS 'whether this is a BaseUid';

-- A unit lasts 33 microseconds: which of them it is takes six of the 72 random bits, so that the
-- ids of a session ascend.
CREATE OR REPLACE FUNCTION @schema@.baseuid__new(now timestamptz, random_uuid uuid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    us CONSTANT bigint := @schema@.base62id__clock(now);
    h bigint;
    l CONSTANT bigint := @schema@.base62id__int64(b, 8) & 1152921504606846975;
BEGIN
    IF (us < 0) OR (us > 9223372036854775) THEN
        PERFORM @schema@.baseuid__units(now);
    END IF;
    h := (((us * 1000) >> 9) << 6) | (pg_catalog.get_byte(b, 0) & 63);
    FOR i IN 1 .. 10000 LOOP
        EXIT WHEN pg_catalog.clock_timestamp() > now;
    END LOOP;
    RETURN @schema@.baseuid__text(h, l);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.baseuid_new() RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.baseuid__new(pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.baseuid_new() IS 'new BaseUid of now';

CREATE OR REPLACE FUNCTION @schema@.baseuid__at(ts timestamptz, random_uuid uuid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    h CONSTANT bigint := (@schema@.baseuid__units(ts) << 12)
                       | (((pg_catalog.get_byte(b, 0) & 15) << 8) | pg_catalog.get_byte(b, 1));
    l CONSTANT bigint := @schema@.base62id__int64(b, 8) & 1152921504606846975;
BEGIN
    RETURN @schema@.baseuid__text(h, l);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.baseuid_new(ts timestamptz) RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.baseuid__at(ts, pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.baseuid_new(timestamptz)
    IS 'new BaseUid of a given time, for backfilling';

CREATE OR REPLACE FUNCTION @schema@.baseuid_min(ts timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    h CONSTANT bigint := @schema@.baseuid__units(ts) << 12;
BEGIN
    RETURN @schema@.baseuid__text(h, 0);
END
$f$;
COMMENT ON FUNCTION @schema@.baseuid_min(timestamptz) IS 'first BaseUid of that microsecond';

CREATE OR REPLACE FUNCTION @schema@.baseuid_max(ts timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    us CONSTANT bigint := @schema@.base62id__microseconds(ts, 0, 9223372036854775, 'a baseuid');
    -- 32768 ns are 4096 eighths of a microsecond; the last unit that holds a part of this
    -- microsecond
    h CONSTANT bigint := (least(((us * 125) + 124) >> 12, 281474976710655) << 12) | 4095;
BEGIN
    RETURN @schema@.baseuid__text(h, 1152921504606846975);
END
$f$;
COMMENT ON FUNCTION @schema@.baseuid_max(timestamptz) IS 'last BaseUid of that microsecond';

CREATE OR REPLACE FUNCTION @schema@.baseuid_timestamp(baseuid text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.baseuid__numbers_of(baseuid);
    us CONSTANT bigint := ((@schema@.base62id__int64(b, 0) >> 12) << 15) / 1000;
BEGIN
    RETURN @schema@.base62id__time(us);
END
$f$;
COMMENT ON FUNCTION @schema@.baseuid_timestamp(text) IS 'time of a BaseUid';

-- time 48, 1000, random 12, 10, random 60, 00
CREATE OR REPLACE FUNCTION @schema@.baseuid_to_uuid(baseuid text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.baseuid__numbers_of(baseuid);
    h CONSTANT bigint := @schema@.base62id__int64(b, 0);
    l CONSTANT bigint := @schema@.base62id__int64(b, 8);
BEGIN
    RETURN @schema@.base62id__uuid(
        ((h >> 12) << 16) | 32768 | (h & 4095), (2::bigint << 62) | (l << 2));
END
$f$;
COMMENT ON FUNCTION @schema@.baseuid_to_uuid(text) IS 'BaseUid as a UUID of version 8';

CREATE OR REPLACE FUNCTION @schema@.baseuid_from_uuid(uuid uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(uuid);
    h bigint := @schema@.base62id__int64(b, 0);
    l bigint := @schema@.base62id__int64(b, 8);
BEGIN
    IF (((h >> 12) & 15) = 8) AND (((l >> 62) & 3) = 2) AND ((l & 3) = 0) THEN
        h := (((h >> 16) & 281474976710655) << 12) | (h & 4095);
        l := (l >> 2) & 1152921504606846975;
        RETURN @schema@.baseuid__text(h, l);
    END IF;
    RETURN NULL;
END
$f$;
COMMENT ON FUNCTION @schema@.baseuid_from_uuid(uuid)
    IS 'BaseUid that this UUID of version 8 stands for; NULL when it is none';

-- ===== ULID =====

CREATE OR REPLACE FUNCTION @schema@.ulid__text(h bigint, l bigint) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $f$SELECT pg_catalog.encode(@schema@.base62id__base32('@to32ulid@', h, l), 'escape')$f$;

CREATE OR REPLACE FUNCTION @schema@.ulid_encode(input uuid) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(input);
    h CONSTANT bigint := @schema@.base62id__int64(b, 0);
    l CONSTANT bigint := @schema@.base62id__int64(b, 8);
BEGIN
    RETURN @schema@.ulid__text(h, l);
END
$f$;
COMMENT ON FUNCTION @schema@.ulid_encode(uuid) IS 'UUID to ULID, 26 characters';

CREATE OR REPLACE FUNCTION @schema@.ulid_encode(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.ulid_encode(@schema@.base62id__uuid36(input)); END$f$;
COMMENT ON FUNCTION @schema@.ulid_encode(text) IS '36-character UUID to ULID; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.ulid_decode(input text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := @schema@.base62id__bare(input, 26);
    n0 bigint := (('@from32ulid@'::bigint[])[pg_catalog.get_byte(b, 0)] << 5)
               | ('@from32ulid@'::bigint[])[pg_catalog.get_byte(b, 1)];
    n1 bigint := @schema@.base62id__bits12('@from32ulid@', b, 2);
    n2 bigint := @schema@.base62id__bits12('@from32ulid@', b, 14);
BEGIN
    IF ((n0 | n1 | n2) >= 0) AND (n0 < 256) THEN
        RETURN @schema@.base62id__uuid((n0 << 56) | (n1 >> 4), (n1 << 60) | n2);
    END IF;
    RETURN NULL;
END
$f$;
COMMENT ON FUNCTION @schema@.ulid_decode(text)
    IS 'ULID to UUID, in either case; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.ulid_is_valid(input text) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS
    $f$BEGIN RETURN @schema@.ulid_decode(input) IS NOT NULL; END$f$;
COMMENT ON FUNCTION @schema@.ulid_is_valid(text) IS 'whether this is a ULID';

CREATE OR REPLACE FUNCTION @schema@.ulid_timestamp(ulid text) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(@schema@.ulid_decode(ulid));
    us bigint;
BEGIN
    IF b IS NULL THEN
        PERFORM @schema@.base62id__invalid(
            'ulid',
            '0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz',
            26,
            128,
            ulid);
    END IF;
    us := ((@schema@.base62id__int64(b, 0) >> 16) & 281474976710655) * 1000;
    RETURN @schema@.base62id__time(us);
END
$f$;
COMMENT ON FUNCTION @schema@.ulid_timestamp(text) IS 'time of a ULID';

-- Without state there is no counting on: the microsecond within the millisecond, as a 1000th of ten
-- bits, takes the upper ten of the 80 random bits, so that the ids of a session ascend.  A version
-- 4 UUID has random bits in its octets 0 to 5, 7 and 9 to 15, and in parts of the other two.
CREATE OR REPLACE FUNCTION @schema@.ulid__new(now timestamptz, random_uuid uuid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    us CONSTANT bigint := @schema@.base62id__clock(now);
    h CONSTANT bigint := ((us / 1000) << 16)
        | ((((us % 1000) * 1024) / 1000) << 6)
        | (pg_catalog.get_byte(b, 0) & 63);
    l CONSTANT bigint := (pg_catalog.get_byte(b, 7)::bigint << 56)
        | (@schema@.base62id__int64(b, 8) & 72057594037927935);
BEGIN
    IF (us < 0) OR (us > 281474976710655999) THEN
        PERFORM @schema@.base62id__microseconds(now, 0, 281474976710655999, 'a ulid');
    END IF;
    FOR i IN 1 .. 10000 LOOP
        EXIT WHEN pg_catalog.clock_timestamp() > now;
    END LOOP;
    RETURN @schema@.ulid__text(h, l);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.ulid_generate() RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.ulid__new(pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.ulid_generate() IS 'new ULID of now';

CREATE OR REPLACE FUNCTION @schema@.ulid__at(ts timestamptz, random_uuid uuid) RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(random_uuid);
    us CONSTANT bigint := @schema@.base62id__microseconds(ts, 0, 281474976710655999, 'a ulid');
    h CONSTANT bigint := ((us / 1000) << 16)
        | ((pg_catalog.get_byte(b, 0) << 8) | pg_catalog.get_byte(b, 1))::bigint;
    l CONSTANT bigint := (pg_catalog.get_byte(b, 7)::bigint << 56)
        | (@schema@.base62id__int64(b, 8) & 72057594037927935);
BEGIN
    RETURN @schema@.ulid__text(h, l);
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.ulid_generate(ts timestamptz) RETURNS text
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.ulid__at(ts, pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.ulid_generate(timestamptz)
    IS 'new ULID of a given time, for backfilling';

CREATE OR REPLACE FUNCTION @schema@.ulid_min(ts timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    us CONSTANT bigint := @schema@.base62id__microseconds(ts, 0, 281474976710655999, 'a ulid');
    h CONSTANT bigint := (us / 1000) << 16;
BEGIN
    RETURN @schema@.ulid__text(h, 0);
END
$f$;
COMMENT ON FUNCTION @schema@.ulid_min(timestamptz) IS 'first ULID of that millisecond';

CREATE OR REPLACE FUNCTION @schema@.ulid_max(ts timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    us CONSTANT bigint := @schema@.base62id__microseconds(ts, 0, 281474976710655999, 'a ulid');
    h CONSTANT bigint := ((us / 1000) << 16) | 65535;
BEGIN
    RETURN @schema@.ulid__text(h, -1);
END
$f$;
COMMENT ON FUNCTION @schema@.ulid_max(timestamptz) IS 'last ULID of that millisecond';

-- ===== UUIDs of version 7 =====

CREATE OR REPLACE FUNCTION @schema@.uuid_v7_new() RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.typeid__uuid7(pg_catalog.clock_timestamp(), pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.uuid_v7_new() IS 'new UUID of version 7';

CREATE OR REPLACE FUNCTION @schema@.typeid__uuid7_at(ts timestamptz, random_uuid uuid) RETURNS uuid
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    us CONSTANT bigint := @schema@.base62id__microseconds(
        ts, 0, 281474976710655999, 'a UUID of version 7');
BEGIN
    RETURN @schema@.base62id__uuid(((us / 1000) << 16) | 28672 | (((us % 1000) * 4096) / 1000),
                                   @schema@.base62id__int64(pg_catalog.uuid_send(random_uuid), 8));
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.uuid_v7_new(ts timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE STRICT PARALLEL SAFE AS
    $f$SELECT @schema@.typeid__uuid7_at(ts, pg_catalog.gen_random_uuid())$f$;
COMMENT ON FUNCTION @schema@.uuid_v7_new(timestamptz)
    IS 'new UUID of version 7 of a given time, for backfilling';

CREATE OR REPLACE FUNCTION @schema@.uuid_v7_timestamp(input uuid) RETURNS timestamptz
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    b CONSTANT pg_catalog.bytea := pg_catalog.uuid_send(input);
    us bigint;
BEGIN
    IF ((pg_catalog.get_byte(b, 6) >> 4) = 7) AND ((pg_catalog.get_byte(b, 8) >> 6) = 2) THEN
        us := ((@schema@.base62id__int64(b, 0) >> 16) & 281474976710655) * 1000;
        RETURN @schema@.base62id__time(us);
    END IF;
    RETURN NULL;
END
$f$;
COMMENT ON FUNCTION @schema@.uuid_v7_timestamp(uuid)
    IS 'time of a UUID of version 7; NULL of another version';

CREATE OR REPLACE FUNCTION @schema@.uuid_v7_min(ts timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    us CONSTANT bigint := @schema@.base62id__microseconds(
        ts, 0, 281474976710655999, 'a UUID of version 7');
BEGIN
    RETURN @schema@.base62id__uuid(((us / 1000) << 16) | 28672, 2::bigint << 62);
END
$f$;
COMMENT ON FUNCTION @schema@.uuid_v7_min(timestamptz)
    IS 'first UUID of version 7 of that millisecond';

CREATE OR REPLACE FUNCTION @schema@.uuid_v7_max(ts timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    us CONSTANT bigint := @schema@.base62id__microseconds(
        ts, 0, 281474976710655999, 'a UUID of version 7');
BEGIN
    RETURN @schema@.base62id__uuid(
        ((us / 1000) << 16) | 32767, (2::bigint << 62) | 4611686018427387903);
END
$f$;
COMMENT ON FUNCTION @schema@.uuid_v7_max(timestamptz)
    IS 'last UUID of version 7 of that millisecond';

-- ===== Domains over uuid =====
-- A domain over uuid that PostgREST reads and writes as ids: it looks for casts between a domain
-- and json or text ("domain representations"), which PostgreSQL itself never uses.  Names with two
-- underscores are free in the extension.

CREATE OR REPLACE FUNCTION @schema@.typeid__written(notation text, prefix text, id uuid)
RETURNS text
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $f$
    SELECT CASE
        WHEN notation = 'typeid' THEN @schema@.typeid_encode(prefix, id)
        ELSE (CASE WHEN prefix = '' THEN '' ELSE prefix || '_' END) || (CASE
            WHEN notation = 'ulid' THEN @schema@.ulid_encode(id)
            WHEN notation = 'base62id' THEN @schema@.base62id_encode(id)
            WHEN notation = 'uuid' THEN id::pg_catalog.text
            WHEN notation = 'hex' THEN pg_catalog.replace(id::pg_catalog.text, '-', '')
            ELSE @schema@.base64uuid_encode(id)
        END)
    END
$f$;

-- The UUID of an id, or of a uuid's own text, which a column's default is when PostgREST reads it
-- through JSON.
CREATE OR REPLACE FUNCTION @schema@.typeid__read(
    notation text, prefix text, type text, input text
) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    bare CONSTANT pg_catalog.text := @schema@.base62id__unquoted(input);
    front CONSTANT pg_catalog.text := CASE WHEN prefix = '' THEN '' ELSE prefix || '_' END;
    suffix CONSTANT pg_catalog.text := pg_catalog.substr(bare, pg_catalog.length(front) + 1);
    id pg_catalog.uuid := @schema@.base62id__uuid36(bare);
BEGIN
    IF id IS NOT NULL THEN
        RETURN id;
    END IF;
    IF (notation = 'typeid') AND @schema@.typeid_check_text(bare, prefix) THEN
        id := @schema@.typeid_to_uuid(bare);
    ELSIF pg_catalog.starts_with(bare, front)
        AND (pg_catalog.octet_length(suffix) = (CASE
            WHEN notation = 'ulid' THEN 26
            WHEN notation = 'uuid' THEN 36
            WHEN notation = 'hex' THEN 32
            ELSE 22
        END))
    THEN
        id := CASE
            WHEN notation = 'ulid' THEN @schema@.ulid_decode(suffix)
            WHEN notation = 'base62id' THEN @schema@.base62id_decode(suffix)
            WHEN notation = 'base64uuid' THEN @schema@.base64uuid_decode(suffix)
            WHEN notation = 'uuid' THEN @schema@.base62id__uuid36(suffix)
            WHEN (notation = 'hex') AND (suffix OPERATOR(pg_catalog.~) '^[0-9A-Fa-f]{32}$')
            THEN suffix::pg_catalog.uuid
        END;
    END IF;
    IF id IS NULL THEN
        RAISE EXCEPTION USING
            ERRCODE := 'invalid_text_representation',
            MESSAGE := pg_catalog.format('invalid input syntax for type %s: "%s"',
                type, pg_catalog.left(input, 100)),
            DETAIL := CASE
                WHEN pg_catalog.starts_with(bare, front)
                THEN pg_catalog.format('What follows "%s" is no %s of a UUID.', front, notation)
                ELSE pg_catalog.format('An id of this type begins with "%s".', front)
            END;
    END IF;
    RETURN id;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.typeid_create_uuid_domain(
    name text, prefix text, notation text DEFAULT 'typeid'
) RETURNS regtype
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE AS $f$
DECLARE
    place pg_catalog.text[];
    domain pg_catalog.text;
    messages CONSTANT pg_catalog.text := pg_catalog.current_setting('client_min_messages');
    part pg_catalog.text[];
BEGIN
    IF notation <> ALL (ARRAY['typeid', 'ulid', 'base62id', 'base64uuid', 'uuid', 'hex']) THEN
        RAISE EXCEPTION USING
            ERRCODE := 'invalid_parameter_value',
            MESSAGE := pg_catalog.format(
                'unrecognized notation: "%s"', pg_catalog.left(notation, 100)),
            HINT := 'Notations over uuid are typeid, ulid, base62id, base64uuid, uuid and hex.';
    END IF;
    place := @schema@.typeid__place(name, prefix, notation);
    domain := pg_catalog.format('%I.%I', place[1], place[2]);
    EXECUTE pg_catalog.format('CREATE DOMAIN %s AS pg_catalog.uuid', domain);
    EXECUTE pg_catalog.format(
        'COMMENT ON DOMAIN %s IS %L',
        domain,
        pg_catalog.format(
            'UUIDs that are read and written as ids of the type prefix "%s" in notation %s',
            prefix, notation));
    -- PostgreSQL warns that it does not use casts of a domain itself.
    PERFORM pg_catalog.set_config('client_min_messages', 'error', true);
    FOREACH part SLICE 1 IN ARRAY ARRAY[
        [
            'to_text', domain, 'pg_catalog.text',
            pg_catalog.format('@schema@.typeid__written(%L, %L, $1)', notation, prefix)
        ],
        [
            'to_json', domain, 'pg_catalog.json',
            pg_catalog.format(
                'pg_catalog.to_json(@schema@.typeid__written(%L, %L, $1))', notation, prefix)
        ],
        [
            'from_text', 'pg_catalog.text', domain,
            pg_catalog.format(
                '@schema@.typeid__read(%L, %L, %L, $1)::%s', notation, prefix, place[2], domain)
        ],
        [
            'from_json', 'pg_catalog.json', domain,
            pg_catalog.format(
                '@schema@.typeid__read(%L, %L, %L, '
                'pg_catalog.json_build_array($1) OPERATOR(pg_catalog.->>) 0)::%s',
                notation, prefix, place[2], domain)
        ]
    ] LOOP
        EXECUTE pg_catalog.format(
            'CREATE FUNCTION %I.%I(%s) RETURNS %s '
            'LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS %L',
            place[1],
            place[2] || ('__' || part[1]),
            part[2],
            part[3],
            'SELECT ' || part[4]);
        EXECUTE pg_catalog.format(
            'CREATE CAST (%s AS %s) WITH FUNCTION %I.%I(%s) AS IMPLICIT',
            part[2],
            part[3],
            place[1],
            place[2] || ('__' || part[1]),
            part[2]);
    END LOOP;
    PERFORM pg_catalog.set_config('client_min_messages', messages, true);
    RETURN domain::pg_catalog.regtype;
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_create_uuid_domain(text, text, text)
    IS 'makes a domain over uuid that PostgREST reads and writes as ids of one type prefix';

-- ===== Ids as people type them =====

-- Without a pair of quotes, hyphens and blanks, in ASCII: any other octet becomes a backslash and
-- digits, which are in no id.
CREATE OR REPLACE FUNCTION @schema@.base62id__typed_in(input text) RETURNS text
LANGUAGE plpgsql STABLE PARALLEL SAFE AS $f$
DECLARE
    b pg_catalog.bytea := pg_catalog.convert_to(input, 'SQL_ASCII');
    n CONSTANT integer := pg_catalog.octet_length(b);
BEGIN
    IF n >= 2 THEN
        IF (pg_catalog.get_byte(b, 0) = 34) AND (pg_catalog.get_byte(b, n - 1) = 34) THEN
            b := pg_catalog.substr(b, 2, n - 2);
        END IF;
    END IF;
    RETURN pg_catalog.translate(pg_catalog.encode(b, 'escape'), '- ', '');
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.ulid_normalize(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    id CONSTANT pg_catalog.text := pg_catalog.translate(@schema@.base62id__typed_in(input),
        'abcdefghijklmnopqrstuvwxyzILO', 'ABCDEFGH1JK1MN0PQRSTUVWXYZ110');
BEGIN
    IF (pg_catalog.octet_length(id) = 26) AND (@schema@.ulid_decode(id) IS NOT NULL) THEN
        RETURN id;
    END IF;
    RETURN NULL;
END
$f$;
COMMENT ON FUNCTION @schema@.ulid_normalize(text) IS
    'ULID that somebody typed, in its canonical text: I and L are 1, O is 0; NULL when it is none';

CREATE OR REPLACE FUNCTION @schema@.typeid_normalize(input text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $f$
DECLARE
    id pg_catalog.text := @schema@.base62id__typed_in(input);
    n CONSTANT integer := pg_catalog.octet_length(id);
BEGIN
    IF (n < 26) OR (n > 90) OR (pg_catalog.ascii(id) = 34) THEN
        RETURN NULL;
    END IF;
    id := pg_catalog.translate(
            pg_catalog.substr(id, 1, n - 26),
            'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
            'abcdefghijklmnopqrstuvwxyz')
        || pg_catalog.translate(
            pg_catalog.substr(id, n - 25),
            'ABCDEFGHIJKLMNOPQRSTUVWXYZilo',
            'abcdefgh1jk1mn0pqrstuvwxyz110');
    IF @schema@.typeid__uuid(id) IS NULL THEN
        RETURN NULL;
    END IF;
    RETURN id;
END
$f$;
COMMENT ON FUNCTION @schema@.typeid_normalize(text) IS
    'TypeID that somebody typed, in its canonical text: I and L are 1, O is 0; NULL when it is none';
$source$;
BEGIN
    -- For what follows, and for the types in the signatures.
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);

    IF schema_name IS NULL THEN
        RAISE EXCEPTION USING
            ERRCODE = 'invalid_schema_name',
            MESSAGE = 'no schema has been selected to create in',
            HINT = 'SET search_path to the schema that should hold the functions.';
    END IF;
    IF strpos(schema_name, '$') > 0 THEN
        RAISE EXCEPTION USING
            ERRCODE = 'invalid_schema_name',
            MESSAGE = format('a schema of the name %I cannot be used here', schema_name),
            DETAIL = 'Its name holds a dollar sign, '
                'which could end the quotes of the function bodies.';
    END IF;

    -- The extension's own functions must not be replaced; and a replaced function keeps its owner,
    -- who could change it behind the caller's back.
    FOR op, owner IN
        SELECT
            p.oid::regprocedure::text,
            CASE WHEN l.lanname = 'c' THEN NULL ELSE p.proowner::regrole::text END
        FROM pg_proc AS p
        JOIN pg_language AS l ON l.oid = p.prolang
        WHERE p.pronamespace = quote_ident(schema_name)::regnamespace
            AND strpos(source, '@schema@.' || p.proname || '(') > 0
            AND (l.lanname = 'c' OR p.proowner <> quote_ident(current_user)::regrole)
    LOOP
        RAISE EXCEPTION USING
            ERRCODE = 'duplicate_function',
            MESSAGE = format('function %s is in the way', op),
            DETAIL = coalesce('It belongs to ' || owner || ', who could change it.',
                              'The extension base62id seems to be installed in this schema.');
    END LOOP;

    -- An older shape of these, which CREATE OR REPLACE does not replace.
    FOR op IN
        SELECT format('DROP FUNCTION %s', p.oid::regprocedure)
        FROM pg_proc AS p
        WHERE p.pronamespace = quote_ident(schema_name)::regnamespace
            AND (
                (p.proname = 'typeid_create_type' AND p.pronargs = 5)
                OR (p.proname = 'typeid_types' AND NOT 'accept_bigint' = ANY (p.proargnames))
            )
    LOOP
        EXECUTE op;
    END LOOP;

    parts := string_to_array(source, '$f$');
    FOR i IN 2 .. array_length(parts, 1) BY 2 LOOP
        FOREACH op IN ARRAY operators LOOP
            parts[i] := replace(parts[i], ' ' || op || ' ', ' OPERATOR(pg_catalog.' || op || ') ');
        END LOOP;
    END LOOP;
    body := array_to_string(parts, '$f$');
    FOREACH alphabet SLICE 1 IN ARRAY alphabets LOOP
        SELECT format('[0:%s]={%s}', length(alphabet[2]) - 1,
            string_agg(ascii(substr(alphabet[2], i, 1))::text, ',' ORDER BY i))
        INTO op
        FROM generate_series(1, length(alphabet[2])) AS i;
        body := replace(body, '@to' || alphabet[1] || '@', op);
        SELECT format('[%s:%s]={%s}', min(code), max(code),
            string_agg(coalesce(value::text, alphabet[3]), ',' ORDER BY code))
        INTO op
        FROM (
            SELECT
                code,
                coalesce(
                    nullif(strpos(alphabet[2], chr(code)), 0),
                    nullif(strpos(alphabet[4], chr(code)), 0)) - 1 AS value
            FROM generate_series(
                ascii(alphabet[2]),
                greatest(ascii("right"(alphabet[2], 1)), ascii("right"(alphabet[4], 1)))) AS code
        ) AS values;
        body := replace(body, '@from' || alphabet[1] || '@', op);
    END LOOP;

    -- What remove.sql knows them by, beside the names with two underscores.
    body := regexp_replace(
        body,
        '(\nCOMMENT ON FUNCTION [^'']*''[^'']*)'';',
        '\1 (base62id in SQL)'';',
        'g');

    EXECUTE replace(body, '@schema@', quote_ident(schema_name));
    PERFORM pg_catalog.set_config('search_path', saved_path, true);
END
$base62id$;
