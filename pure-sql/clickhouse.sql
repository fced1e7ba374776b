-- Ids of base62id in ClickHouse (tested with 26.7): functions over its UUID.  Run the file once on
-- a server, statement by statement.
--
--   base62id_write(notation, prefix, uuid)   the id's text
--   base62id_read(notation, prefix, text)    its UUID; an error if the text is no id of this
--                                            notation and prefix
--
-- notation: 'typeid', 'ulid', 'base62id' or 'base64uuid', a literal.  prefix: that of an id type,
-- or '' for none.  ClickHouse sorts texts by their bytes, as PostgreSQL sorts ids, but a UUID by
-- its second half first.  Sort, compare and take ranges of texts, or of
-- UUIDStringToNum(toString(uuid)).  Names with two underscores are internal.

CREATE OR REPLACE FUNCTION base62id__alphabet AS (notation) -> multiIf(
    notation = 'typeid', '0123456789abcdefghjkmnpqrstvwxyz',
    notation = 'ulid', '0123456789ABCDEFGHJKMNPQRSTVWXYZ',
    notation = 'base62id', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    '$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');

CREATE OR REPLACE FUNCTION base62id__length AS (notation) ->
    if(notation IN ('typeid', 'ulid'), 26, 22);

-- What stands in front of the 128 bits: the bits 10 in base62id, 0100 in base64uuid.
CREATE OR REPLACE FUNCTION base62id__mark AS (notation) -> bitShiftLeft(
    toUInt256(multiIf(
        notation = 'base62id', 2,
        notation = 'base64uuid', 4,
        notation IN ('typeid', 'ulid'), 0,
        throwIf(1, 'unknown notation'))),
    128);

CREATE OR REPLACE FUNCTION base62id__front AS (prefix) -> multiIf(
    prefix = '', '',
    match(prefix, '^[a-z]([a-z_]{0,61}[a-z])?\\z'), concat(prefix, '_'),
    toString(throwIf(1, 'invalid type prefix')));

-- The symbols of a number: its digits in the base that the alphabet has symbols.
CREATE OR REPLACE FUNCTION base62id__text AS (a, size, number) -> arrayFold(
    (left, i) -> (
        intDiv(left.1, toUInt256(length(a))),
        concat(substring(a, toUInt8(left.1 % length(a)) + 1, 1), left.2)),
    range(size),
    (number, '')).2;

-- The number that symbols spell.
CREATE OR REPLACE FUNCTION base62id__number AS (a, t) -> arrayFold(
    (n, c) -> toUInt256(n * length(a) + position(a, c) - 1),
    ngrams(t, 1),
    toUInt256(0));

CREATE OR REPLACE FUNCTION base62id__uuid AS (number) -> toUUID(UUIDNumToString(
    CAST(reverse(reinterpretAsFixedString(toUInt128(number))) AS FixedString(16))));

CREATE OR REPLACE FUNCTION base62id_write AS (notation, prefix, uuid) -> concat(
    base62id__front(prefix),
    base62id__text(
        base62id__alphabet(notation),
        base62id__length(notation),
        base62id__mark(notation)
        + reinterpretAsUInt128(reverse(UUIDStringToNum(toString(uuid))))));

-- t: the symbols behind the prefix, of a ulid in upper case.
CREATE OR REPLACE FUNCTION base62id__read AS (notation, id, front, t) -> if(
    startsWith(id, front)
        AND length(t) = base62id__length(notation)
        AND arrayAll(c -> position(base62id__alphabet(notation), c) > 0, ngrams(t, 1))
        AND bitShiftRight(
            base62id__number(base62id__alphabet(notation), t) - base62id__mark(notation),
            128) = 0,
    base62id__uuid(base62id__number(base62id__alphabet(notation), t) - base62id__mark(notation)),
    toUUID(toString(throwIf(1, 'invalid id'))));
CREATE OR REPLACE FUNCTION base62id_read AS (notation, prefix, id) -> base62id__read(
    notation,
    id,
    base62id__front(prefix),
    if(notation = 'ulid',
        upper(substring(id, length(base62id__front(prefix)) + 1)),
        substring(id, length(base62id__front(prefix)) + 1)));
