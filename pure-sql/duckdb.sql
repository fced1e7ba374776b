-- Ids of base62id in DuckDB (tested with 1.5): macros over its UUID.  Run the file once in a
-- database.
--
--   base62id_write(notation, prefix, uuid)   the id's text
--   base62id_read(notation, prefix, text)    its UUID; an error if the text is no id of this
--                                            notation and prefix
--
-- notation: 'typeid', 'ulid', 'base62id' or 'base64uuid'.  prefix: that of an id type, or '' for
-- none.  NULL gives NULL.  DuckDB sorts UUIDs as PostgreSQL does, and texts by their bytes, so ids
-- sort alike in all forms.  Names with two underscores are internal.

CREATE OR REPLACE MACRO base62id__alphabet(notation) AS CASE notation
    WHEN 'typeid' THEN '0123456789abcdefghjkmnpqrstvwxyz'
    WHEN 'ulid' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
    WHEN 'base62id' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    WHEN 'base64uuid' THEN '$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
    ELSE error('unknown notation: ' || notation)
END;

CREATE OR REPLACE MACRO base62id__front(prefix) AS CASE
    WHEN prefix = '' THEN ''
    WHEN regexp_full_match(prefix, '[a-z]([a-z_]{0,61}[a-z])?') THEN prefix || '_'
    ELSE error('invalid type prefix: ' || prefix[:70])
END;

-- 2, 4 and 8 symbols of a number; DuckDB computes an expression that stands in several places once.
CREATE OR REPLACE MACRO base62id__2(a, base, n) AS
    a[n // base % base + 1] || a[n % base + 1];
CREATE OR REPLACE MACRO base62id__4(a, base, n) AS
    base62id__2(a, base, n // (base * base))
    || base62id__2(a, base, n % (base * base));
CREATE OR REPLACE MACRO base62id__8(a, base, n) AS
    base62id__4(a, base, n // (base * base * base * base))
    || base62id__4(a, base, n % (base * base * base * base));

-- The number that 2, 4 and 8 symbols of a text spell, from symbol i on.
CREATE OR REPLACE MACRO base62id__of2(a, base, t, i) AS
    (strpos(a, t[i]) - 1) * base + strpos(a, t[i + 1]) - 1;
CREATE OR REPLACE MACRO base62id__of4(a, base, t, i) AS
    base62id__of2(a, base, t, i) * base * base
    + base62id__of2(a, base, t, i + 2);
CREATE OR REPLACE MACRO base62id__of8(a, base, t, i) AS
    base62id__of4(a, base, t, i) * base * base * base * base
    + base62id__of4(a, base, t, i + 4);

-- A UUID is 32 hexadecimal digits.  Ten digits are 8 symbols of base 32, fifteen are 10 symbols of
-- base 64.
CREATE OR REPLACE MACRO base62id__digits(hex, i, j) AS ('0x' || hex[i:j])::BIGINT;
CREATE OR REPLACE MACRO base62id__32(a, hex) AS
    base62id__2(a, 32, base62id__digits(hex, 1, 2))
    || base62id__8(a, 32, base62id__digits(hex, 3, 12))
    || base62id__8(a, 32, base62id__digits(hex, 13, 22))
    || base62id__8(a, 32, base62id__digits(hex, 23, 32));
CREATE OR REPLACE MACRO base62id__of32(a, t) AS printf(
    '%02x%010x%010x%010x',
    base62id__of2(a, 32, t, 1),
    base62id__of8(a, 32, t, 3),
    base62id__of8(a, 32, t, 11),
    base62id__of8(a, 32, t, 19));

-- base64uuid has the bits 0100 in front of the UUID's: 1024 = 4 * 256.
CREATE OR REPLACE MACRO base62id__10(a, n) AS
    base62id__2(a, 64, n >> 48)
    || base62id__8(a, 64, n & 281474976710655);
CREATE OR REPLACE MACRO base62id__of10(a, t, i) AS
    base62id__of2(a, 64, t, i) << 48
    | base62id__of8(a, 64, t, i + 2);
CREATE OR REPLACE MACRO base62id__64(a, hex) AS
    base62id__2(a, 64, base62id__digits(hex, 1, 2) + 1024)
    || base62id__10(a, base62id__digits(hex, 3, 17))
    || base62id__10(a, base62id__digits(hex, 18, 32));
CREATE OR REPLACE MACRO base62id__of64(a, t) AS printf(
    '%02x%015x%015x',
    base62id__of2(a, 64, t, 1) - 1024,
    base62id__of10(a, t, 3),
    base62id__of10(a, t, 13));

-- base62id has the bits 10 in front: with p = 62^8 = 218340105584896,
--   2 * 2^128 = (14275864220 * p + 155573415150494) * p + 61899645280768.
-- So the number is the UUID's limbs and these, with carries; and back, with borrows.
CREATE OR REPLACE MACRO base62id__62c(a, n2, n1, n0) AS
    base62id__2(a, 62, (n2 + n1 // 218340105584896) // 14776336)
    || base62id__4(a, 62, (n2 + n1 // 218340105584896) % 14776336)
    || base62id__8(a, 62, n1 % 218340105584896)
    || base62id__8(a, 62, n0 % 218340105584896);
CREATE OR REPLACE MACRO base62id__62b(a, n2, n1, n0) AS base62id__62c(
    a,
    n2 + 14275864220,
    n1 + 155573415150494 + n0 // 218340105584896,
    n0);
CREATE OR REPLACE MACRO base62id__62(a, n) AS base62id__62b(
    a,
    (n // 218340105584896 // 218340105584896)::BIGINT,
    (n // 218340105584896 % 218340105584896)::BIGINT,
    (n % 218340105584896)::BIGINT + 61899645280768);
CREATE OR REPLACE MACRO base62id__of62c(n2, n1, n0) AS lpad(
    hex((
        (n2 + n1 // 218340105584896 - 1)::UHUGEINT * 218340105584896
        + (n1 % 218340105584896)::UHUGEINT
    ) * 218340105584896 + (n0 % 218340105584896)::UHUGEINT),
    32,
    '0');
CREATE OR REPLACE MACRO base62id__of62b(n2, n1, n0) AS base62id__of62c(
    n2 - 14275864220,
    n1 - 155573415150494 + 218340105584896 + n0 // 218340105584896 - 1,
    n0);
CREATE OR REPLACE MACRO base62id__of62(a, t) AS base62id__of62b(
    base62id__of2(a, 62, t, 1) * 14776336 + base62id__of4(a, 62, t, 3),
    base62id__of8(a, 62, t, 7),
    base62id__of8(a, 62, t, 15) - 61899645280768 + 218340105584896);

CREATE OR REPLACE MACRO base62id__text(notation, a, hex) AS CASE notation
    WHEN 'base62id' THEN base62id__62(
        a,
        ('0x' || hex[1:16])::UBIGINT::UHUGEINT * 18446744073709551616
        + ('0x' || hex[17:32])::UBIGINT::UHUGEINT)
    WHEN 'base64uuid' THEN base62id__64(a, hex)
    ELSE base62id__32(a, hex)
END;
CREATE OR REPLACE MACRO base62id__hex(notation, a, t) AS CASE notation
    WHEN 'base62id' THEN base62id__of62(a, t)
    WHEN 'base64uuid' THEN base62id__of64(a, t)
    ELSE base62id__of32(a, t)
END;

-- Texts sort as their numbers, so the first and the last id bound them.
CREATE OR REPLACE MACRO base62id__is_id(notation, id) AS CASE notation
    WHEN 'typeid' THEN regexp_full_match(id, '[0-7][0-9a-hjkmnp-tv-z]{25}')
    WHEN 'ulid' THEN regexp_full_match(id, '[0-7][0-9A-HJKMNP-TV-Z]{25}')
    WHEN 'base62id' THEN regexp_full_match(id, '[0-9A-Za-z]{22}')
        AND id BETWEEN 'Fa84QWiAxLXUJaHZmEVPEG' AND 'NNC6dn4GR1JETNQMfLl6qN'
    WHEN 'base64uuid' THEN regexp_full_match(id, '[F-I][$0-9A-Z_a-z]{21}')
END;

CREATE OR REPLACE MACRO base62id__folded(notation, id) AS
    CASE notation WHEN 'ulid' THEN upper(id) ELSE id END;

CREATE OR REPLACE MACRO base62id_write(notation, prefix, uuid) AS
    base62id__front(prefix) || base62id__text(
        notation,
        base62id__alphabet(notation),
        replace(uuid::UUID::VARCHAR, '-', ''));

CREATE OR REPLACE MACRO base62id__read(notation, prefix, id, t) AS CASE
    WHEN starts_with(id, base62id__front(prefix)) AND base62id__is_id(notation, t)
    THEN base62id__hex(notation, base62id__alphabet(notation), t)::UUID
    WHEN id IS NULL OR prefix IS NULL OR notation IS NULL THEN NULL
    ELSE error('invalid ' || notation || ' id: ' || id[:70])
END;
CREATE OR REPLACE MACRO base62id_read(notation, prefix, id) AS base62id__read(
    notation,
    prefix,
    id,
    base62id__folded(notation, id[length(base62id__front(prefix)) + 1:]));
