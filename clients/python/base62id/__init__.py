"""The ids of the PostgreSQL extension base62id: text to octets and back, new ids, and codecs for asyncpg and psycopg 3.

    new_id("user")                                        user_01h455vb4pex5vsknk084sn02q
    parse("typeid", text, prefix="user")                  the canonical text, or ValueError
    parse("ulid", text, prefix="prod")                    the same of a typed id in another notation
    decode("base62id", text), encode("base62id", octets)  the octets that PostgreSQL sends and receives
    await register_asyncpg(connection)                    ids are str in binary, arrays too
    register_psycopg(connection)                          the same, and ids may be written to a binary COPY
    register_psycopg2(connection, as_uuid=True)           base62id, base64uuid and ulid come as uuid.UUID

Nothing but the standard library. Install the package, or copy this directory. base62id.django and base62id.sqlalchemy
are the adapters.
"""

import datetime
import functools
import hmac
import importlib
import json
import re
import secrets
import struct
import threading
import time
import uuid
from typing import Any, Awaitable, Callable, Dict, Generator, List, NamedTuple, Optional, Sequence, Tuple, Union, cast

__version__ = "1.0.0"
__all__ = [
    "NAMES",
    "InvalidId",
    "Kind",
    "binary",
    "decode",
    "encode",
    "from_number",
    "from_uuid",
    "is_valid",
    "new_id",
    "new_ulid",
    "new_uuid",
    "parse",
    "register_asyncpg",
    "register_psycopg",
    "register_psycopg2",
    "register_psycopg_async",
    "suffix",
    "timestamp",
    "to_number",
    "to_uuid",
    "type_prefix",
]


class InvalidId(ValueError):
    """A text that is no id, and what is wrong with it."""

    sqlstate = "22P02"


def _invalid(name: str, given: object, reason: str) -> InvalidId:
    text = f" {json.dumps(given[:100], ensure_ascii=False)}" if isinstance(given, str) else ""
    return InvalidId(f"invalid {name}{text}: {reason}")


class _Format:
    """A number of `bits` bits, with the octet `mark` in front, as `length` symbols of an alphabet, and their pattern."""

    def __init__(self, alphabet: str, length: int, bits: int, pattern: str, mark: int = 0, fold: bool = False) -> None:
        self.alphabet, self.length, self.bits, self.pattern, self.fold = alphabet, length, bits, pattern, fold
        self.offset = mark << bits
        self.value = {symbol: value for value, symbol in enumerate(alphabet)}

    def decode(self, name: str, text: str, whole: str) -> bytes:
        if len(text) != self.length:
            raise _invalid(name, whole, f"{len(text)} symbols, not {self.length}")
        number = 0
        # Of other letters upper() makes ASCII ones: ſ is an S.
        for position, symbol in enumerate(text.upper() if self.fold and text.isascii() else text):
            if symbol not in self.value:
                at = 1 + position + whole.rindex(text)
                found = json.dumps(text[position], ensure_ascii=False)
                raise _invalid(name, whole, f"{found} at position {at} is not in its alphabet")
            number = number * len(self.alphabet) + self.value[symbol]
        number -= self.offset
        if not 0 <= number < 1 << self.bits:
            raise _invalid(name, whole, f"its number is none of a {name}")
        return number.to_bytes(self.bits // 8, "big")

    def encode(self, name: str, octets: bytes) -> str:
        if len(octets) != self.bits // 8:
            raise InvalidId(f"invalid {name}: {len(octets)} octets, not {self.bits // 8}")
        number = self.offset + int.from_bytes(octets, "big")
        symbols = []
        for _ in range(self.length):
            number, value = divmod(number, len(self.alphabet))
            symbols.append(self.alphabet[value])
        return "".join(reversed(symbols))


_DIGITS, _UPPER, _LOWER = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
_UID11 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_SUFFIX = _Format("0123456789abcdefghjkmnpqrstvwxyz", 26, 128, "[0-7][0-9a-hjkmnp-tv-z]{25}")
_FORMATS = {
    "base62id": _Format(_DIGITS + _UPPER + _LOWER, 22, 128, "[F-N][0-9A-Za-z]{21}", 2),
    "base64uuid": _Format("$" + _DIGITS + _UPPER + "_" + _LOWER, 22, 128, "[F-I][$0-9A-Z_a-z]{21}", 4),
    "uid11": _Format(_UID11, 11, 64, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"),
    "baseuid": _Format("-" + _DIGITS + _UPPER + "_" + _LOWER, 20, 120, "[-0-9A-Z_a-z]{20}"),
    "ulid": _Format("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 128, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}", fold=True),
}
NAMES: Tuple[str, ...] = ("typeid", *_FORMATS)
_TYPE_PREFIX = re.compile(r"([a-z]([a-z_]{0,61}[a-z])?)?\Z")
_UUIDS_OWN_TEXT = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\Z")

# What parse() takes: an id's text, or a UUID.
Given = Union[str, uuid.UUID]


def _format(name: str) -> _Format:
    if name not in _FORMATS:
        raise LookupError(f"no id is of the name {name!r}, but: {', '.join(NAMES)}")
    return _FORMATS[name]


def _is_uuid(name: str) -> bool:
    return name == "typeid" or _format(name).bits == 128


def _is_notation(name: str) -> bool:
    """Of typed ids, beside typeid."""
    return name == "uid11" or (name != "typeid" and _is_uuid(name))


def _lead(prefix: str) -> str:
    return prefix + "_" if prefix else ""


def _check_prefix(prefix: str, name: str = "typeid", given: object = None) -> None:
    if not _TYPE_PREFIX.match(prefix):
        found = json.dumps(prefix[:100], ensure_ascii=False)
        raise _invalid(
            name, given, f"a type prefix has at most 63 symbols of a to z, and _ inside, not {found}"
        )


def _unquoted(name: str, given: object) -> str:
    if not isinstance(given, str):
        raise _invalid(name, given, f"{type(given).__name__}, not str")
    return given[1:-1] if len(given) >= 2 and given[0] == given[-1] == '"' else given


def _behind_prefix(name: str, text: str, prefix: str) -> bytes:
    """The octets of a typed id in the notation of that name, which is none of the system typeid."""
    bare, lead = _unquoted(name, text), _lead(prefix)
    if not bare.startswith(lead):
        found = json.dumps(type_prefix(text, name), ensure_ascii=False)
        raise _invalid(name, text, f"the type prefix is {found}, not {json.dumps(prefix)}")
    return _format(name).decode(name, bare[len(lead) :], text)


def decode(name: str, text: str) -> bytes:
    """The octets of an id's own text, bare or in one pair of double quotes."""
    bare = _unquoted(name, text)
    if name != "typeid":
        return _format(name).decode(name, bare, text)
    prefix, separator, symbols = bare.rpartition("_")
    if separator and not prefix:
        raise _invalid(name, text, "a separator without a type prefix")
    _check_prefix(prefix, name, text)
    return prefix.encode() + _SUFFIX.decode(name, symbols, text)


def encode(name: str, octets: bytes) -> str:
    """The text of an id's octets."""
    octets = bytes(octets)
    if name != "typeid":
        return _format(name).encode(name, octets)
    if len(octets) < 16:
        raise InvalidId(f"invalid typeid: {len(octets)} octets, not 16 or more")
    prefix = octets[:-16].decode("latin-1")
    _check_prefix(prefix)
    return prefix + ("_" if prefix else "") + _SUFFIX.encode("typeid", octets[-16:])


def parse(
    name: str, given: Given, prefix: Optional[str] = None, masked: bool = False, accept_uuid: bool = False
) -> str:
    """What the type's input makes of a text: the canonical id, or InvalidId, which is a ValueError.

    A base62id, base64uuid or ulid may also come as a UUID or as a UUID's own text. With a prefix a typeid must
    have that type prefix; a UUID then becomes one. With a prefix, base62id, base64uuid, ulid and uid11 are the notation of
    a typed id, as typeid_create_type(name, prefix, notation, mask_key, accept_uuid) makes its type. masked: a UUID that is
    not of version 4 is refused, as no façade is one.
    """
    if isinstance(given, uuid.UUID) and _is_uuid(name) and (name != "typeid" or prefix is not None):
        return _facade(name, from_uuid(name, given, prefix or ""), given, masked)
    if (prefix is None and name != "typeid" or accept_uuid and prefix is not None) and _is_uuid(name):
        if _UUIDS_OWN_TEXT.match(_unquoted(name, given)):
            return parse(name, uuid.UUID(_unquoted(name, given)), prefix, masked)
    if prefix is not None and _is_notation(name):
        _check_prefix(prefix)
        octets = _behind_prefix(name, given, prefix)  # type: ignore[arg-type]
        return _facade(name, _lead(prefix) + encode(name, octets), given, masked, octets)
    octets = decode(name, given)  # type: ignore[arg-type]  # decode() says what it is
    id = encode(name, octets)
    if prefix is not None and (name != "typeid" or type_prefix(id) != prefix):
        found = json.dumps(type_prefix(id)) if name == "typeid" else "none"
        raise _invalid(name, given, f"the type prefix is {found}, not {json.dumps(prefix)}")
    return _facade(name, id, given, masked, octets)


def _facade(name: str, id: str, given: Given, masked: bool, octets: bytes = b"") -> str:
    """The id, of which a masked type wants UUID version 4."""
    octets = (given.bytes if isinstance(given, uuid.UUID) else octets)[-16:]
    if masked and _is_uuid(name) and (octets[6] >> 4 != 4 or octets[8] >> 6 != 2):
        raise _invalid(name, str(given), "its UUID is not of version 4, as that of every masked id is")
    return id


def is_valid(
    name: str, text: str, prefix: Optional[str] = None, masked: bool = False, accept_uuid: bool = False
) -> bool:
    """Whether this is the text of an id, as …_is_valid says on the server; a UUID's own text is one with accept_uuid."""
    try:
        if not accept_uuid and _UUIDS_OWN_TEXT.match(_unquoted(name, text)):
            return False
        parse(name, text, prefix, masked, accept_uuid)
    except InvalidId:
        return False
    return True


class Kind(NamedTuple):
    """One kind of ids, as typeid_create_type(name, prefix, notation, mask_key, accept_uuid) makes its type, for the border of a service.

    UserId = Annotated[str, Kind("typeid", "user")]  -- pydantic and FastAPI check it, and their schemas have its pattern
    """

    notation: str
    prefix: Optional[str] = None
    masked: bool = False
    accept_uuid: bool = False

    def parse(self, given: Given) -> str:
        return parse(self.notation, given, self.prefix, self.masked, self.accept_uuid)

    @property
    def pattern(self) -> str:
        """For JSON Schema: every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse() refuses."""
        lead = _lead(self.prefix or "")
        if self.notation == "typeid" and self.prefix is None:
            lead = "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?"
        text = lead + self.format.pattern
        if self.accept_uuid if self.prefix is not None else self.notation != "typeid" and _is_uuid(self.notation):
            text = f"(?:{text}|{_UUIDS_OWN_TEXT.pattern[:-2]})"
        return f"^{text}$"

    @property
    def format(self) -> _Format:
        return _SUFFIX if self.notation == "typeid" else _format(self.notation)

    def octets(self, given: Given) -> bytes:
        id = self.parse(given)
        if self.prefix is None:
            return decode(self.notation, id)
        return self.format.decode(self.notation, id[-self.format.length :], id)

    def text(self, octets: bytes) -> str:
        if self.prefix is None:
            return encode(self.notation, octets)
        return _lead(self.prefix) + self.format.encode(self.notation, bytes(octets))

    def uuid(self, text: str) -> uuid.UUID:
        """The UUID of an id's text, or of its own, as base62id.output = uuid writes it."""
        return uuid.UUID(bytes=self.octets(text))

    def __get_pydantic_core_schema__(self, source: Any, handler: Callable[[Any], Any]) -> Any:
        core_schema: Any = importlib.import_module("pydantic_core.core_schema")
        return core_schema.no_info_after_validator_function(self.parse, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Callable[[Any], Any]) -> Any:
        return {**handler(schema), "pattern": self.pattern}


def type_prefix(id: str, notation: str = "typeid") -> str:
    """The type prefix of a typeid, or of a typed id in another notation, which may have an underscore behind it."""
    bare = _unquoted(notation, id)
    return bare.rpartition("_")[0] if notation == "typeid" else bare[: -_format(notation).length - 1]


def suffix(id: str) -> str:
    """The 26 symbols of a typeid behind its type prefix."""
    return parse("typeid", id)[-26:]


def to_uuid(name: str, text: str, prefix: Optional[str] = None) -> uuid.UUID:
    """The UUID in a base62id, base64uuid, ulid or typeid, or in a typed id of which that is the notation."""
    if not _is_uuid(name):
        raise TypeError(f"a {name} is no UUID")
    id = parse(name, text, prefix)
    if name != "typeid" and prefix:
        id = id[len(prefix) + 1 :]
    return uuid.UUID(bytes=decode(name, id)[-16:])


def from_uuid(name: str, value: uuid.UUID, prefix: str = "") -> str:
    if not _is_uuid(name):
        raise TypeError(f"a {name} is no UUID")
    if not isinstance(value, uuid.UUID):
        raise TypeError(f"{type(value).__name__}, not uuid.UUID")
    _check_prefix(prefix)
    return encode(name, prefix.encode() + value.bytes) if name == "typeid" else _lead(prefix) + encode(name, value.bytes)


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def timestamp(name: str, text: str) -> Optional[datetime.datetime]:
    """When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; None for other UUIDs.

    A ulid has times until the year 10889, a datetime until 9999: None behind it.
    """
    octets = decode(name, parse(name, text))
    if name == "uid11":
        microseconds = ((int.from_bytes(octets, "big") >> 22) + 1321009871111) * 1000
    elif name == "baseuid":
        microseconds = (int.from_bytes(octets[:6], "big") << 15) // 1000
    else:
        octets = octets[-16:]
        if name != "ulid" and (octets[6] >> 4 != 7 or octets[8] >> 6 != 2):
            return None
        microseconds = int.from_bytes(octets[:6], "big") * 1000
    try:
        return _EPOCH + datetime.timedelta(microseconds=microseconds)
    except OverflowError:
        return None


# Numbers: typed ids of the notation uid11 ---------------------------------------------------------


@functools.lru_cache(maxsize=64)
def _round_keys(key: bytes, prefix: str) -> Tuple[int, ...]:
    """Of Speck64/128, for a mask key and a type prefix."""
    if len(key) != 16:
        raise ValueError(f"a mask key has 16 octets, not {len(key)}")
    message = b"base62id number mask\0" + prefix.encode()
    k, *rest = struct.unpack("<4I", hmac.digest(key, message, "sha256")[:16])
    keys = []
    for i in range(27):
        keys.append(k)
        x, k = _round(rest.pop(0), k, i)
        rest.append(x)
    return tuple(keys)


def _rotated(word: int, left: int) -> int:
    return (word << left | word >> 32 - left) & 0xFFFFFFFF


def _round(x: int, y: int, key: int) -> Tuple[int, int]:
    x = (_rotated(x, 24) + y & 0xFFFFFFFF) ^ key
    return x, _rotated(y, 3) ^ x


def from_number(number: int, prefix: str = "", key: Optional[bytes] = None) -> str:
    """The typed id of a bigint; with the 16 octets of a mask key, as a type that masks by that key shows it."""
    _check_prefix(prefix)
    octets = number.to_bytes(8, "big", signed=True)
    if key is not None:
        x, y = struct.unpack(">2I", octets)
        for round_key in _round_keys(key, prefix):
            x, y = _round(x, y, round_key)
        octets = struct.pack(">2I", x, y)
    return _lead(prefix) + encode("uid11", octets)


def to_number(text: str, prefix: str = "", key: Optional[bytes] = None) -> int:
    """The bigint of a typed id. Of a masked type every text has one: nothing shows another key."""
    _check_prefix(prefix)
    octets = _behind_prefix("uid11", text, prefix)
    if key is not None:
        x, y = struct.unpack(">2I", octets)
        for round_key in reversed(_round_keys(key, prefix)):
            y = _rotated(y ^ x, 29)
            x = _rotated((x ^ round_key) - y & 0xFFFFFFFF, 8)
        octets = struct.pack(">2I", x, y)
    return int.from_bytes(octets, "big", signed=True)


# New ids ----------------------------------------------------------------------------------------


class _Ascending:
    """What comes after the last id: a millisecond, and a number of `bits` bits that ascends within it."""

    def __init__(self, bits: int, step: Callable[[], int]) -> None:
        self.bits, self.step, self.ms, self.rest = bits, step, -1, 0
        self.lock = threading.Lock()

    def next(self) -> Tuple[int, int]:
        with self.lock:
            now = time.time_ns() // 1_000_000
            if now > self.ms:
                self.ms, self.rest = now, secrets.randbits(self.bits)
            else:  # the clock stands still or has stepped back
                self.rest += self.step()
                if self.rest >> self.bits:
                    self.ms, self.rest = self.ms + 1, secrets.randbits(self.bits)
            return self.ms, self.rest


# UUID version 7 has 74 bits beside the time. A random step keeps the next id from being guessed.
_uuids = _Ascending(74, lambda: 1 + secrets.randbits(32))
_ulids = _Ascending(80, lambda: 1)  # as the ULID specification counts on


def new_uuid() -> uuid.UUID:
    """A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of new_id()."""
    ms, rest = _uuids.next()
    low = rest & (1 << 62) - 1
    return uuid.UUID(int=ms << 80 | 7 << 76 | rest >> 62 << 64 | 2 << 62 | low)


def new_id(prefix: str = "", notation: str = "typeid") -> str:
    """A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly."""
    return from_uuid(notation, new_uuid(), prefix)


def new_ulid() -> str:
    """A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond."""
    ms, rest = _ulids.next()
    return encode("ulid", (ms << 80 | rest).to_bytes(16, "big"))


# Drivers ----------------------------------------------------------------------------------------
#
# The database says which types it has: by OID, so that their schema need not be in the search_path. What is told to a
# connection holds until a type is dropped and made again, which has another OID: tell it again then.


class _Type(NamedTuple):
    oid: int
    array_oid: int
    name: str
    schema: str
    kind: Kind
    as_uuid: bool  # base62id.output = uuid holds for it


_NAMED = """SELECT t.oid, t.typarray, t.typname::text, n.nspname::text, pg_catalog.quote_ident(n.nspname),
        pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    FROM pg_catalog.pg_extension e
    JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.refobjid = e.oid
        AND d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.deptype = 'e'
    JOIN pg_catalog.pg_type t ON t.oid = d.objid
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    WHERE e.extname = 'base62id'"""
_TYPED = """SELECT t.oid, t.typarray, t.typname::text, n.nspname::text, k.prefix, k.notation, k.mask_key <> 0, k.accept_uuid
    FROM {}.typeid_types() k
    JOIN pg_catalog.pg_type t ON t.oid = k.type
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace"""


def _describe() -> Generator[str, Sequence[Sequence[Any]], List[_Type]]:
    """Yields queries, is sent their rows, and returns the types of the database."""
    rows = [row for row in (yield _NAMED) if row[2] in NAMES]
    types = [_Type(r[0], r[1], r[2], r[3], Kind(r[2]), r[2] != "typeid" and _is_uuid(r[2])) for r in rows]
    if rows and rows[0][5]:
        for oid, array_oid, name, schema, prefix, notation, masked, as_uuid in (yield _TYPED.format(rows[0][4])):
            if notation in NAMES:
                types.append(_Type(oid, array_oid, name, schema, Kind(notation, prefix, masked, as_uuid), as_uuid))
    return types


def _types(query: Callable[[str], Sequence[Sequence[Any]]]) -> List[_Type]:
    steps = _describe()
    text = next(steps)
    try:
        while True:
            text = steps.send(query(text))
    except StopIteration as end:
        return cast(List[_Type], end.value)


async def _types_async(query: Callable[[str], Awaitable[Sequence[Sequence[Any]]]]) -> List[_Type]:
    steps = _describe()
    text = next(steps)
    try:
        while True:
            text = steps.send(await query(text))
    except StopIteration as end:
        return cast(List[_Type], end.value)


async def register_asyncpg(connection: Any, as_uuid: bool = False) -> None:
    """Binary codecs for all types of the database, also in COPY and in arrays. create_pool(init=register_asyncpg)

    as_uuid: what base62id.output = uuid writes as UUIDs comes as uuid.UUID, in either state of that setting.
    """
    for type in await _types_async(connection.fetch):
        decoder: Callable[[bytes], Any] = type.kind.text
        if as_uuid and type.as_uuid:
            decoder = lambda octets: uuid.UUID(bytes=bytes(octets))  # noqa: E731
        await connection.set_type_codec(
            type.name, schema=type.schema, encoder=type.kind.octets, decoder=decoder, format="binary"
        )


def register_psycopg(connection: Any, as_uuid: bool = False) -> None:
    """psycopg 3: arrays are lists, ids are str in binary too; binary(name, text) is sent in binary. as_uuid: as above."""
    idle = connection.info.transaction_status == 0
    _adapt_psycopg(connection, _types(lambda text: list(connection.execute(text).fetchall())), as_uuid)
    if idle and not connection.autocommit:
        connection.rollback()  # a pool wants it as it was


async def register_psycopg_async(connection: Any, as_uuid: bool = False) -> None:
    """The same for an AsyncConnection."""
    idle = connection.info.transaction_status == 0

    async def query(text: str) -> Any:
        return await (await connection.execute(text)).fetchall()

    _adapt_psycopg(connection, await _types_async(query), as_uuid)
    if idle and not connection.autocommit:
        await connection.rollback()


def _adapt_psycopg(connection: Any, types: List[_Type], as_uuid: bool) -> None:
    from psycopg.adapt import Dumper, Loader
    from psycopg.pq import Format
    from psycopg.types import TypeInfo

    for type in types:

        class TextLoader(Loader):
            def load(self, data: Any, uuid_of: Callable[[str], uuid.UUID] = type.kind.uuid) -> uuid.UUID:
                return uuid_of(bytes(data).decode())

        class BinaryLoader(Loader):
            format = Format.BINARY

            def load(self, data: Any, type: _Type = type) -> Any:
                octets = bytes(data)
                return uuid.UUID(bytes=octets) if as_uuid and type.as_uuid else type.kind.text(octets)

        class BinaryDumper(Dumper):
            format = Format.BINARY

            def dump(self, value: Any, to_octets: Callable[[Given], bytes] = type.kind.octets) -> bytes:
                return to_octets(value)

        BinaryDumper.oid = type.oid
        TypeInfo(type.name, type.oid, type.array_oid).register(connection)  # arrays are lists
        if as_uuid and type.as_uuid:
            connection.adapters.register_loader(type.oid, TextLoader)
        connection.adapters.register_loader(type.oid, BinaryLoader)
        connection.adapters.register_dumper(_class_of(type.name), BinaryDumper)


def register_psycopg2(connection: Any, as_uuid: bool = False) -> None:
    """psycopg2: arrays are lists. as_uuid: as above."""
    # By name, so that a type checker needs no stubs of it.
    extensions: Any = importlib.import_module("psycopg2.extensions")
    extras: Any = importlib.import_module("psycopg2.extras")

    idle = connection.get_transaction_status() == 0

    def query(text: str) -> Any:
        with connection.cursor() as cursor:
            cursor.execute(text)
            return list(cursor.fetchall())

    for type in _types(query):

        def cast_text(text: Optional[str], _: Any, type: _Type = type) -> Any:
            return text if text is None or not (as_uuid and type.as_uuid) else type.kind.uuid(text)

        scalar = extensions.new_type((type.oid,), type.name, cast_text)
        extensions.register_type(scalar, connection)
        extensions.register_type(extensions.new_array_type((type.array_oid,), type.name + "[]", scalar), connection)
    if as_uuid:
        extras.register_uuid(conn_or_curs=connection)
    if idle and not connection.autocommit:
        connection.rollback()


_classes: Dict[str, type] = {}


def _class_of(name: str) -> type:
    if name not in _classes:
        _classes[name] = type(name, (str,), {"__doc__": f"A {name} that psycopg sends in binary."})
    return _classes[name]


def binary(name: str, text: str) -> Any:
    """A str that a psycopg connection with register_psycopg dumps in binary as that type."""
    return _class_of(name)(text)
