"""The ids of the PostgreSQL extension base62id: text to octets and back, and codecs for asyncpg and psycopg 3.

    decode("typeid", "user_01h455vb4pex5vsknk084sn02q")   the octets that PostgreSQL sends and receives
    encode("typeid", octets)                              the text
    parse("base62id", text)                               the canonical text, or ValueError
    await register_asyncpg(connection)                    ids are str in binary, arrays too
    register_psycopg(connection)                          the same, and ids may be written to a binary COPY

One file, nothing but the standard library. Copy it, or package it.
"""

import re
import uuid

__all__ = [
    "NAMES",
    "binary",
    "decode",
    "encode",
    "from_uuid",
    "parse",
    "register_asyncpg",
    "register_psycopg",
    "to_uuid",
]


class _Format:
    """A number of `bits` bits, plus `offset`, as `length` symbols of an alphabet."""

    def __init__(self, alphabet, length, bits, offset=0, fold=None):
        self.alphabet, self.length, self.bits, self.offset, self.fold = alphabet, length, bits, offset, fold
        self.value = {symbol: value for value, symbol in enumerate(alphabet)}

    def decode(self, name, text):
        if len(text) != self.length:
            raise ValueError(f"{name} has {self.length} symbols, not {len(text)}")
        number = 0
        for position, symbol in enumerate(self.fold(text) if self.fold and text.isascii() else text, 1):
            if symbol not in self.value:
                raise ValueError(f"the symbol at position {position} is not in the alphabet of {name}")
            number = number * len(self.alphabet) + self.value[symbol]
        number -= self.offset
        if not 0 <= number < 1 << self.bits:
            raise ValueError(f"the value is not one of {name}")
        return number.to_bytes(self.bits // 8, "big")

    def encode(self, name, octets):
        if len(octets) != self.bits // 8:
            raise ValueError(f"{name} has {self.bits // 8} octets, not {len(octets)}")
        number = self.offset + int.from_bytes(octets, "big")
        symbols = []
        for _ in range(self.length):
            number, value = divmod(number, len(self.alphabet))
            symbols.append(self.alphabet[value])
        return "".join(reversed(symbols))


_DIGITS, _UPPER, _LOWER = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
_SUFFIX = _Format("0123456789abcdefghjkmnpqrstvwxyz", 26, 128)
_FORMATS = {
    "base62id": _Format(_DIGITS + _UPPER + _LOWER, 22, 128, 2 << 128),
    "base64uuid": _Format("$" + _DIGITS + _UPPER + "_" + _LOWER, 22, 128, 4 << 128),
    "uid11": _Format("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 64),
    "baseuid": _Format("-" + _DIGITS + _UPPER + "_" + _LOWER, 20, 120),
    "ulid": _Format("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 128, fold=str.upper),
}
NAMES = ("typeid", *_FORMATS)
_TYPE_PREFIX = re.compile(r"([a-z]([a-z_]{0,61}[a-z])?)?\Z")


def decode(name, text):
    """The octets of an id. Like the type's input it takes one pair of double quotes, too."""
    if not isinstance(text, str):
        raise ValueError(f"{name} is made of str, not of {type(text).__name__}")
    if len(text) >= 2 and text[0] == text[-1] == '"':
        text = text[1:-1]
    if name != "typeid":
        return _FORMATS[name].decode(name, text)
    prefix, separator, suffix = text.rpartition("_")
    if not _TYPE_PREFIX.match(prefix) or bool(separator) != bool(prefix):
        raise ValueError("the type prefix has 1 to 63 symbols of a to z, and _ inside")
    return prefix.encode() + _SUFFIX.decode("typeid", suffix)


def encode(name, octets):
    """The text of an id's octets."""
    octets = bytes(octets)
    if name != "typeid":
        return _FORMATS[name].encode(name, octets)
    if len(octets) < 16:
        raise ValueError(f"typeid has 16 octets or more, not {len(octets)}")
    prefix = octets[:-16].decode("latin-1")
    if not _TYPE_PREFIX.match(prefix):
        raise ValueError("the type prefix has 1 to 63 symbols of a to z, and _ inside")
    return prefix + ("_" if prefix else "") + _SUFFIX.encode("typeid", octets[-16:])


def parse(name, text):
    """The id's canonical text, or ValueError."""
    return encode(name, decode(name, text))


def to_uuid(name, text):
    """The UUID in a base62id, base64uuid, ulid or typeid."""
    if name in ("uid11", "baseuid"):
        raise ValueError(f"{name} holds no UUID")
    return uuid.UUID(bytes=decode(name, text)[-16:])


def from_uuid(name, value, prefix=""):
    return encode(name, prefix.encode() + value.bytes)


# Drivers ----------------------------------------------------------------------------------------
#
# A name may also be that of a typed id (typeid_create_type): {"user_id": "user"} says its type prefix.


def _codec(name, typed):
    """The functions between text and octets for a type of the database."""
    if name not in typed:
        return (lambda text: decode(name, text)), (lambda octets: encode(name, octets))
    prefix = typed[name]

    def decode_typed(text):
        octets = decode("typeid", text)
        if octets[:-16] != prefix.encode():
            raise ValueError(f"{name} has the type prefix {prefix}")
        return octets[-16:]

    return decode_typed, lambda octets: encode("typeid", prefix.encode() + bytes(octets))


# By name and not by a list of oids: what of the types there is depends on the extension's version.
_TYPES = """
    SELECT t.typname::text AS name, n.nspname::text AS schema, t.oid, t.typarray
    FROM pg_catalog.unnest({}::text[]) AS wanted
    JOIN pg_catalog.pg_type t ON t.oid = pg_catalog.to_regtype(wanted)
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace"""


async def register_asyncpg(connection, typed=None):
    """Binary codecs on this connection for the types that its database has; those of arrays follow."""
    typed = typed or {}
    for row in await connection.fetch(_TYPES.format("$1"), [*NAMES, *typed]):
        encoder, decoder = _codec(row["name"], typed)
        await connection.set_type_codec(
            row["name"], schema=row["schema"], encoder=encoder, decoder=decoder, format="binary"
        )


def register_psycopg(connection, typed=None):
    """Binary loaders, and array types, for psycopg 3. Ids are str; binary(name, text) is dumped in binary."""
    from psycopg.adapt import Dumper, Loader
    from psycopg.pq import Format
    from psycopg.types import TypeInfo

    typed = typed or {}
    for name, _, oid, array_oid in connection.execute(_TYPES.format("%s"), [[*NAMES, *typed]]).fetchall():
        to_octets, to_text = _codec(name, typed)

        class BinaryLoader(Loader):
            format = Format.BINARY

            def load(self, data, to_text=to_text):
                return to_text(bytes(data))

        class BinaryDumper(Dumper):
            format = Format.BINARY

            def dump(self, value, to_octets=to_octets):
                return to_octets(value)

        BinaryDumper.oid = oid
        TypeInfo(name, oid, array_oid).register(connection)  # arrays are lists
        connection.adapters.register_loader(oid, BinaryLoader)
        connection.adapters.register_dumper(_class_of(name), BinaryDumper)


_classes = {}


def _class_of(name):
    if name not in _classes:
        _classes[name] = type(name, (str,), {"__doc__": f"A {name} that psycopg sends in binary."})
    return _classes[name]


def binary(name, text):
    """A str that a psycopg connection with register_psycopg dumps in binary as that type."""
    return _class_of(name)(text)
