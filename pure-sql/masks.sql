-- base62id: masks of UUIDs and numbers in SQL and PL/pgSQL, for databases where no binary can be
-- installed.
--
-- uuid_mask and uuid_unmask as the extension base62id has them: UUIDv47
-- (github.com/stateless-me/uuidv47), the 48 bits of time of a version 7 UUID XORed with SipHash-2-4
-- of its 74 random bits.  uid11_mask and uid11_unmask: Speck64/128 of a bigint, under a key of its
-- own for each type prefix; here a uid11 is a text.  README.md beside this file says what is weaker
-- than in the extension: here the keys stand in a table.
--
-- Install: paste or run the whole file; it is one statement, and needs nothing of base62id.sql.
-- The table base62id_mask_keys and the functions go to the current schema.  Run it again to replace
-- the functions; the table and who may do what stay as they are.  PostgreSQL 13 and later.
--
-- The functions run as their owner, who alone can read the table (SECURITY DEFINER), under a
-- search_path of their own.  @schema@ in their bodies becomes the schema.

DO $base62id$
DECLARE
    schema_name CONSTANT pg_catalog.name := pg_catalog.current_schema();
    saved_path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
    home CONSTANT pg_catalog.text := pg_catalog.quote_ident(schema_name);
    names CONSTANT pg_catalog.text[] := ARRAY[
        'base62id__mask_key', 'base62id__other_side', 'base62id__speck',
        'uuid_mask', 'uuid_unmask', 'uid11_mask', 'uid11_unmask'];
    known pg_catalog.oid[];
    thing pg_catalog.text;
    owner pg_catalog.text;
    -- No constraint but the primary key: what a CHECK or NOT NULL refuses, its error shows.  The
    -- default is a key of 128 random bits: one that stood in no statement is in no log of
    -- statements.
    table_source CONSTANT pg_catalog.text := $source$
CREATE TABLE @schema@.base62id_mask_keys (
    number integer DEFAULT 1 PRIMARY KEY,
    key bytea DEFAULT substr(uuid_send(gen_random_uuid()), 1, 6)
        || substr(uuid_send(gen_random_uuid()), 10, 7)
        || substr(uuid_send(gen_random_uuid()), 1, 3)
);
COMMENT ON TABLE @schema@.base62id_mask_keys
    IS 'keys of uuid_mask, uid11_mask and their ways back, 16 bytes each';
$source$;
    source CONSTANT pg_catalog.text := $source$

CREATE OR REPLACE FUNCTION @schema@.base62id__mask_key(number integer) RETURNS bytea
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    k bytea;
BEGIN
    SELECT m.key INTO k FROM @schema@.base62id_mask_keys AS m
     WHERE m.number = base62id__mask_key.number AND m.number > 0 AND octet_length(m.key) = 16;
    IF k IS NULL THEN
        RAISE EXCEPTION USING
            ERRCODE = 'object_not_in_prerequisite_state',
            MESSAGE = format('there is no mask key %s', number),
            DETAIL = 'The table base62id_mask_keys has no key of 16 bytes of this number.',
            HINT = 'Its owner makes one: INSERT INTO base62id_mask_keys (number) VALUES (1).';
    END IF;
    RETURN k;
END
$f$;

-- SipHash-2-4 of ten octets is eight rounds: the first word goes in before round 1, the second
-- before round 3, and rounds 5 to 8 finish.  bigint's + raises an error on overflow.  It cannot
-- overflow where one summand has the upper bit set and the other has it cleared; XOR then puts that
-- bit right.
CREATE OR REPLACE FUNCTION @schema@.base62id__other_side(
    id uuid, number integer, version integer, what text
) RETURNS uuid
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    upper CONSTANT bigint := '-9223372036854775808';
    lower CONSTANT bigint := 9223372036854775807;
    b bytea := uuid_send(id);
    has CONSTANT integer := CASE
        WHEN get_byte(b, 8) >> 6 = 2 THEN get_byte(b, 6) >> 4
        ELSE 0
    END;
    k bytea;
    v0 bigint;
    v1 bigint;
    v2 bigint;
    v3 bigint;
    word bigint;
BEGIN
    IF has <> version THEN
        RAISE EXCEPTION USING
            ERRCODE = 'invalid_parameter_value',
            MESSAGE = format('uuid cannot be %s', what),
            DETAIL = format('It must be of version %s, but it %s.',
                version,
                CASE has WHEN 0 THEN 'has no version' ELSE 'is of version ' || has END);
    END IF;
    k := @schema@.base62id__mask_key(number);
    FOR i IN REVERSE 7 .. 0 LOOP
        v0 := (coalesce(v0, 0) << 8) | get_byte(k, i);
        v1 := (coalesce(v1, 0) << 8) | get_byte(k, 8 + i);
    END LOOP;
    v2 := v0 # 7816392313619706465;
    v3 := v1 # 8387220255154660723;
    v0 := v0 # 8317987319222330741;
    v1 := v1 # 7237128888997146477;
    FOR round IN 1 .. 8 LOOP
        IF round = 1 THEN
            word := (get_byte(b, 6) & 15)
                | (get_byte(b, 7)::bigint << 8)
                | ((get_byte(b, 8) & 63)::bigint << 16)
                | (get_byte(b, 9)::bigint << 24)
                | (get_byte(b, 10)::bigint << 32)
                | (get_byte(b, 11)::bigint << 40)
                | (get_byte(b, 12)::bigint << 48)
                | (get_byte(b, 13)::bigint << 56);
            v3 := v3 # word;
        ELSIF round = 3 THEN
            v0 := v0 # word;
            word := (10::bigint << 56) | (get_byte(b, 15)::bigint << 8) | get_byte(b, 14);
            v3 := v3 # word;
        ELSIF round = 5 THEN
            v0 := v0 # word;
            v2 := v2 # 255;
        END IF;
        v0 := ((v0 | upper) + (v1 & lower)) # ((~ (v0 # v1)) & upper);
        v2 := ((v2 | upper) + (v3 & lower)) # ((~ (v2 # v3)) & upper);
        v1 := ((v1 << 13) | ((v1 >> 51) & 8191)) # v0;
        v3 := ((v3 << 16) | ((v3 >> 48) & 65535)) # v2;
        v0 := (v0 << 32) | ((v0 >> 32) & 4294967295);
        v2 := ((v2 | upper) + (v1 & lower)) # ((~ (v2 # v1)) & upper);
        v0 := ((v0 | upper) + (v3 & lower)) # ((~ (v0 # v3)) & upper);
        v1 := ((v1 << 17) | ((v1 >> 47) & 131071)) # v2;
        v3 := ((v3 << 21) | ((v3 >> 43) & 2097151)) # v0;
        v2 := (v2 << 32) | ((v2 >> 32) & 4294967295);
    END LOOP;
    word := ((v0 # v1 # v2 # v3) << 16) # 12288;  -- version 7 to 4, or back
    FOR i IN 0 .. 7 LOOP
        b := set_byte(b, i, get_byte(b, i) # ((word >> (56 - 8 * i)) & 255)::integer);
    END LOOP;
    RETURN encode(b, 'hex')::uuid;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.uuid_mask(uuid, key integer DEFAULT 1) RETURNS uuid
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
    $f$BEGIN RETURN @schema@.base62id__other_side($1, $2, 7, 'masked'); END$f$;
COMMENT ON FUNCTION @schema@.uuid_mask(uuid, integer) IS
    'UUIDv47: the version 4 facade of a version 7 UUID, by the mask key of that number '
    '(base62id in SQL)';

CREATE OR REPLACE FUNCTION @schema@.uuid_unmask(uuid, key integer DEFAULT 1) RETURNS uuid
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS
    $f$BEGIN RETURN @schema@.base62id__other_side($1, $2, 4, 'unmasked'); END$f$;
COMMENT ON FUNCTION @schema@.uuid_unmask(uuid, integer) IS
    'UUIDv47: the version 7 UUID of a facade (base62id in SQL)';

-- Speck64/128 of a block, or back, under the first 16 octets of HMAC-SHA256 by the mask key: four
-- little-endian words.  All words are below 2^32, so nothing overflows a bigint.
CREATE OR REPLACE FUNCTION @schema@.base62id__speck(
    block bigint, prefix text, number integer, back boolean
) RETURNS bigint
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    word CONSTANT bigint := 4294967295;
    mask_key bytea;
    half bigint[];
    b bytea;
    l bigint[];
    keys bigint[];
    k bigint;
    x bigint := (block >> 32) & word;
    y bigint := block & word;
BEGIN
    IF prefix !~ '^([A-Za-z]([A-Za-z0-9_]{0,61}[A-Za-z0-9])?)?$'
        OR octet_length(prefix) <> length(prefix)
    THEN
        RAISE EXCEPTION USING
            ERRCODE = 'invalid_parameter_value',
            MESSAGE = format('invalid type prefix: "%s"', prefix),
            HINT = 'In this notation, a type prefix has up to 63 characters A to Z, a to z, '
                '0 to 9 and _, with a letter at its start and no _ at its end.';
    END IF;
    mask_key := @schema@.base62id__mask_key(number);
    -- The key's two halves under HMAC's inner and outer pad.
    half := ARRAY[
        ('x' || encode(substr(mask_key, 1, 8), 'hex'))::bit(64)::bigint,
        ('x' || encode(substr(mask_key, 9), 'hex'))::bit(64)::bigint];
    b := sha256(
        int8send(half[1] # 3906369333256140342)
        || int8send(half[2] # 3906369333256140342)
        || decode(repeat('36', 48), 'hex')
        || convert_to('base62id number mask', 'UTF8')
        || '\x00'
        || convert_to(prefix, 'UTF8'));
    b := sha256(
        int8send(half[1] # 6655295901103053916)
        || int8send(half[2] # 6655295901103053916)
        || decode(repeat('5c', 48), 'hex')
        || b);
    FOR i IN 0 .. 3 LOOP
        l[i] := get_byte(b, 4 * i)
            | (get_byte(b, 4 * i + 1) << 8)
            | (get_byte(b, 4 * i + 2) << 16)
            | (get_byte(b, 4 * i + 3)::bigint << 24);
    END LOOP;
    k := l[0];
    FOR i IN 0 .. 26 LOOP
        keys[i] := k;
        l[1 + i % 3] := (((((l[1 + i % 3] >> 8) | (l[1 + i % 3] << 24)) & word) + k) & word) # i;
        k := (((k << 3) | (k >> 29)) & word) # l[1 + i % 3];
    END LOOP;
    FOR i IN 0 .. 26 LOOP
        IF back THEN
            y := y # x;
            y := ((y >> 3) | (y << 29)) & word;
            x := ((x # keys[26 - i]) - y) & word;
            x := ((x << 8) | (x >> 24)) & word;
        ELSE
            x := (((((x >> 8) | (x << 24)) & word) + y) & word) # keys[i];
            y := (((y << 3) | (y >> 29)) & word) # x;
        END IF;
    END LOOP;
    RETURN (x << 32) | y;
END
$f$;

CREATE OR REPLACE FUNCTION @schema@.uid11_mask(bigint, prefix text, key integer DEFAULT 1)
RETURNS text
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    facade CONSTANT bigint := @schema@.base62id__speck($1, $2, $3, false);
    x bigint := (facade >> 32) & 4294967295;
    y bigint := facade & 4294967295;
    result text := '';
BEGIN
    FOR i IN 1 .. 11 LOOP
        y := ((x % 58) << 32) | y;
        x := x / 58;
        result := substr(
                '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
                1 + (y % 58)::integer,
                1)
            || result;
        y := y / 58;
    END LOOP;
    RETURN result;
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_mask(bigint, text, integer) IS
    'the facade of a number, for a type prefix and by the mask key of that number '
    '(base62id in SQL)';

CREATE OR REPLACE FUNCTION @schema@.uid11_unmask(uid11 text, prefix text, key integer DEFAULT 1)
RETURNS bigint
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $f$
DECLARE
    symbols CONSTANT text := CASE
        WHEN uid11 ~ '^".*"$' THEN substr(uid11, 2, length(uid11) - 2)
        ELSE uid11
    END;
    x bigint := 0;
    y bigint := 0;
BEGIN
    IF symbols ~ '^[1-9A-HJ-NP-Za-km-z]{11}$' THEN
        FOR i IN 1 .. 11 LOOP
            y := (y * 58) + (strpos(
                '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
                substr(symbols, i, 1)) - 1);
            x := (x * 58) + (y >> 32);
            y := y & 4294967295;
        END LOOP;
    ELSE
        x := 4294967296;
    END IF;
    IF x > 4294967295 THEN
        RAISE EXCEPTION USING
            ERRCODE = 'invalid_text_representation',
            MESSAGE = format('invalid input syntax for type uid11: "%s"', uid11),
            DETAIL = 'A uid11 is 11 symbols of Base58 that spell at most 64 bits.';
    END IF;
    RETURN @schema@.base62id__speck((x << 32) | y, $2, $3, true);
END
$f$;
COMMENT ON FUNCTION @schema@.uid11_unmask(text, text, integer) IS
    'the number of a facade (base62id in SQL)';
$source$;
BEGIN
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

    -- A key in a table of another role would be that role's, and a replaced function keeps its
    -- owner.
    FOR thing, owner IN
        SELECT
            'function ' || p.oid::regprocedure,
            CASE WHEN l.lanname <> 'c' THEN p.proowner::regrole::text END
        FROM pg_proc AS p
        JOIN pg_language AS l ON l.oid = p.prolang
        WHERE p.pronamespace = home::regnamespace
            AND p.proname = ANY (names)
            AND (l.lanname = 'c' OR p.proowner <> quote_ident(current_user)::regrole)
        UNION ALL
        SELECT 'relation ' || c.oid::regclass, c.relowner::regrole::text
        FROM pg_class AS c
        WHERE c.relnamespace = home::regnamespace
            AND c.relname = 'base62id_mask_keys'
            AND (c.relkind <> 'r' OR c.relowner <> quote_ident(current_user)::regrole)
    LOOP
        RAISE EXCEPTION USING
            ERRCODE = 'duplicate_object',
            MESSAGE = format('%s is in the way', thing),
            DETAIL = coalesce('It belongs to ' || owner || '.',
                              'The extension base62id seems to be installed in this schema.');
    END LOOP;

    -- Default privileges may have given what is new to somebody: platforms that publish a schema by
    -- an API give all to everybody.
    SELECT array_agg(oid) INTO known
    FROM (SELECT oid FROM pg_proc UNION ALL SELECT oid FROM pg_class) AS x;
    IF to_regclass(home || '.base62id_mask_keys') IS NULL THEN
        EXECUTE replace(table_source, '@schema@', home);
    END IF;
    EXECUTE replace(source, '@schema@', home);
    FOR thing IN
        SELECT format('REVOKE ALL ON %s FROM %s',
            name,
            CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE a.grantee::regrole::text END)
        FROM (
            SELECT
                oid,
                'TABLE ' || oid::regclass,
                coalesce(relacl, acldefault('r', relowner)),
                relowner
            FROM pg_class
            WHERE oid = to_regclass(home || '.base62id_mask_keys')
            UNION ALL
            SELECT
                oid,
                'FUNCTION ' || oid::regprocedure,
                coalesce(proacl, acldefault('f', proowner)),
                proowner
            FROM pg_proc
            WHERE pronamespace = home::regnamespace AND proname = ANY (names)
        ) AS x (oid, name, acl, owner),
        aclexplode(acl) AS a
        WHERE a.grantee <> x.owner AND x.oid <> ALL (known)
    LOOP
        EXECUTE thing;
    END LOOP;
    PERFORM pg_catalog.set_config('search_path', saved_path, true);
END
$base62id$;
