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

import binascii
import datetime
import functools
import hmac
import importlib
import json
import os
import re
import struct
import threading
import time
import uuid
from typing import Any, Awaitable, Callable, Dict, Generator, List, NamedTuple, Optional, Sequence, Tuple, Union, cast

__version__ = "1.0.0"
__all__ = [
    "NAMES", "InvalidId", "Kind", "binary", "decode", "encode", "from_column", "from_number", "from_uuid",
    "is_valid", "new_id", "new_ulid", "new_uuid", "parse", "prefix_range", "register_asyncpg",
    "register_psycopg", "register_psycopg2", "register_psycopg_async", "suffix", "timestamp", "to_column",
    "to_number", "to_uuid", "type_prefix",
]


class InvalidId(ValueError):
    """A text that is no id, and what is wrong with it."""

    sqlstate = "22P02"


def _quoted(text: str) -> str:
    return json.dumps(text[:100], ensure_ascii=False)


def _invalid(name: str, given: object, reason: str) -> InvalidId:
    return InvalidId(f"invalid {name}{' ' + _quoted(given) if isinstance(given, str) else ''}: {reason}")


class _Format:
    """A number of `bits` bits, with the octet `mark` in front, as symbols of an alphabet that ascends, so that texts compare as numbers do."""

    def __init__(self, alphabet: str, first: str, last: str, bits: int, pattern: str, mark: int = 0) -> None:
        self.alphabet, self.first, self.last, self.bits, self.pattern = alphabet, first, last, bits, pattern
        self.length, self.offset = len(first), mark << bits
        self.square, self.fourth, self.tenth = (len(alphabet) ** n for n in (2, 4, 10))

    @functools.cached_property
    def pairs(self) -> List[str]:
        return [high + low for high in self.alphabet for low in self.alphabet]

    @functools.cached_property
    def values(self) -> List[int]:
        """Of pairs, by their octets; of what is none, so little that no sum with it is a number."""
        values = [-(1 << 200)] * 0x8000
        for value, pair in enumerate(self.pairs):
            values[int.from_bytes(pair.encode(), "big")] = value
        return values

    # Base 62 and 58, by pairs: eleven, written out.

    def number(self, symbols: str) -> int:
        """Of symbols; -1 of what is none of the format."""
        if len(symbols) != self.length or not symbols.isascii():
            return -1
        v, s, four = self.values, self.square, self.fourth
        a, b, c, d, e, f, g, h, i, j, k = _ELEVEN(symbols.rjust(22, self.alphabet[0]).encode())
        high: int = ((v[a] * s + v[b]) * four + (v[c] * s + v[d])) * four + (v[e] * s + v[f])
        low: int = ((v[g] * s + v[h]) * four + (v[i] * s + v[j])) * s + v[k]
        number: int = high * self.tenth + low - self.offset
        return -1 if number >> self.bits else number

    def text(self, number: int) -> str:
        two, s, four = self.pairs, self.square, self.fourth
        n = number + self.offset
        e, n = n % four, n // four
        d, n = n % four, n // four
        if self.length == 11:
            return f"{self.alphabet[n // s]}{two[n % s]}{two[d // s]}{two[d % s]}{two[e // s]}{two[e % s]}"
        c, n = n % four, n // four
        b, n = n % four, n // four
        a, n = n % four, n // four
        return (
            f"{two[n]}{two[a // s]}{two[a % s]}{two[b // s]}{two[b % s]}{two[c // s]}{two[c % s]}"
            f"{two[d // s]}{two[d % s]}{two[e // s]}{two[e % s]}"
        )[-self.length :]


_ELEVEN = struct.Struct(">11H").unpack


_INT = b"0123456789abcdefghijklmnopqrstuv"


class _Base32(_Format):
    @functools.cached_property
    def digits(self) -> bytes:
        """Those of int(), of a ULID's small letters, too, and of what is no symbol none."""
        both = self.alphabet + (self.alphabet.lower() if self.alphabet[10] == "A" else "")
        return bytes(_INT[both.index(chr(c)) % 32] if chr(c) in both else 33 for c in range(256))

    def number(self, symbols: str) -> int:
        try:
            number = int(symbols.encode().translate(self.digits), 32) if len(symbols) == 26 else -1
        except ValueError:
            return -1
        return -1 if number >> 128 else number

    def text(self, number: int) -> str:
        two = self.pairs
        a, b, c, d = number >> 90 & 0x3FFFFFFF, number >> 60 & 0x3FFFFFFF, number >> 30 & 0x3FFFFFFF, number & 0x3FFFFFFF
        return (
            f"{two[number >> 120]}{two[a >> 20]}{two[a >> 10 & 1023]}{two[a & 1023]}{two[b >> 20]}{two[b >> 10 & 1023]}{two[b & 1023]}"
            f"{two[c >> 20]}{two[c >> 10 & 1023]}{two[c & 1023]}{two[d >> 20]}{two[d >> 10 & 1023]}{two[d & 1023]}"
        )


class _Base64(_Format):
    @functools.cached_property
    def matches(self) -> Callable[[str], Any]:
        return re.compile(self.pattern).fullmatch

    @functools.cached_property
    def digits(self) -> Tuple[bytes, bytes]:
        standard = (_UPPER + _LOWER + _DIGITS + "+/").encode()
        return bytes.maketrans(self.alphabet.encode(), standard), bytes.maketrans(standard, self.alphabet.encode())

    def number(self, symbols: str) -> int:
        if not self.matches(symbols):
            return -1
        octets = binascii.a2b_base64(b"A" * (-self.length % 4) + symbols.encode().translate(self.digits[0]))
        return int.from_bytes(octets, "big") - self.offset

    def text(self, number: int) -> str:
        octets = (number + self.offset).to_bytes((self.length + 3) // 4 * 3, "big")
        return binascii.b2a_base64(octets, newline=False)[-self.length :].translate(self.digits[1]).decode()


_DIGITS, _UPPER, _LOWER = "0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"
_UID11 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_FORMATS: Dict[str, _Format] = {
    "typeid": _Base32("0123456789abcdefghjkmnpqrstvwxyz", "0" * 26, "7" + "z" * 25, 128, "[0-7][0-9a-hjkmnp-tv-z]{25}"),
    "base62id": _Format(_DIGITS + _UPPER + _LOWER, "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN", 128, "[F-N][0-9A-Za-z]{21}", 2),
    "base64uuid": _Base64("$" + _DIGITS + _UPPER + "_" + _LOWER, "F" + "$" * 21, "I" + "z" * 21, 128, "[F-I][$0-9A-Z_a-z]{21}", 4),
    "uid11": _Format(_UID11, "1" * 11, "jpXCZedGfVQ", 64, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"),
    "baseuid": _Base64("-" + _DIGITS + _UPPER + "_" + _LOWER, "-" * 20, "z" * 20, 120, "[-0-9A-Z_a-z]{20}"),
    "ulid": _Base32("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "0" * 26, "7" + "Z" * 25, 128, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}"),
}
NAMES: Tuple[str, ...] = tuple(_FORMATS)
_UUIDS = frozenset(name for name in NAMES if _FORMATS[name].bits == 128)
_ANY_TYPE_PREFIX = "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?"
_TYPE_PREFIX = re.compile(r"(?:[a-z](?:[a-z_]{0,61}[a-z])?)?")
_UUIDS_OWN_TEXT = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
# 63 symbols of a type prefix, an underscore, 26 of a typeid and two quotes: in a longer text nobody looks for an id.
_LONGEST = 92

# What parse() takes: an id's text, or a UUID.
Given = Union[str, uuid.UUID]


def _format(name: str) -> _Format:
    if name not in _FORMATS:
        raise LookupError(f"no id is of the name {_quoted(str(name))}, but: {', '.join(NAMES)}")
    return _FORMATS[name]


def _uuid_format(name: str) -> _Format:
    format = _format(name)
    if format.bits != 128:
        raise TypeError(f"a {name} is no UUID")
    return format


def _is_uuid(name: str) -> bool:
    return _format(name).bits == 128


def _lead(prefix: str) -> str:
    return prefix + "_" if prefix else ""


def _not_a_prefix(prefix: str) -> str:
    return f"a type prefix has at most 63 symbols of a to z, and _ inside, not {_quoted(prefix)}"


@functools.lru_cache(maxsize=256)
def _checked_lead(prefix: str, name: str = "typeid") -> str:
    if not _TYPE_PREFIX.fullmatch(prefix):
        raise _invalid(name, None, _not_a_prefix(prefix))
    return _lead(prefix)


def _pattern(name: str, prefix: Optional[str], accept_uuid: bool = False) -> str:
    own = _format(name).pattern
    own = (_ANY_TYPE_PREFIX if name == "typeid" and prefix is None else _checked_lead(prefix or "", name)) + own
    return f"(?:{own}|{_UUIDS_OWN_TEXT.pattern})" if accept_uuid else own


@functools.lru_cache(maxsize=256)
def _is_lead(text: str) -> bool:
    return re.fullmatch(_ANY_TYPE_PREFIX, text) is not None


@functools.lru_cache(maxsize=256)
def _matcher(name: str, prefix: Optional[str]) -> Callable[[str], Any]:
    pattern = _pattern(name, prefix)
    return re.compile("(?!)" if name == "baseuid" and prefix is not None else pattern).fullmatch


@functools.lru_cache(maxsize=256)
def _reader(name: str, prefix: Optional[str]) -> Callable[[str], int]:
    """The number in an id's text, as it stands, in few steps: an ORM asks it of each value. -1 of any other text."""
    format, own = _format(name), _checked_lead(prefix or "", name)
    read, at, anyone = format.number, -format.length, name == "typeid" and prefix is None
    if name == "baseuid" and prefix is not None:
        return lambda text: -1  # no notation of typed ids

    def number(text: str) -> int:
        if len(text) > _LONGEST or text[:at] != own and not (anyone and _is_lead(text[:at])):
            return -1
        return read(text[at:])

    def number_in_base_32(text: str) -> int:  # the same, without a call of read()
        if not 26 <= len(text) <= _LONGEST or text[:-26] != own and not (anyone and _is_lead(text[:-26])):
            return -1
        try:
            number = int(text[-26:].encode().translate(digits), 32)
        except ValueError:
            return -1
        return -1 if number >> 128 else number

    if not isinstance(format, _Base32):
        return number
    digits = format.digits
    return number_in_base_32


def _bare(given: object) -> str:
    """A text without its pair of double quotes; nothing of one that is too long for an id."""
    if not isinstance(given, str) or len(given) > _LONGEST:
        return ""
    return given[1:-1] if len(given) >= 2 and given[0] == given[-1] == '"' else given


def _read(name: str, given: object, prefix: Optional[str]) -> Optional[str]:
    """The canonical text of an id; None: there is none."""
    matches = _matcher(name, prefix)
    if isinstance(given, str) and len(given) <= _LONGEST and matches(given):
        id = given
    else:
        id = _bare(given)
        if not matches(id):
            return None
    if name == "ulid":
        return id[:-26] + id[-26:].upper()
    if name == "base62id" or name == "uid11":
        format = _FORMATS[name]
        if not format.first <= id[-format.length :] <= format.last:
            return None
    return id


def _refusal(name: str, given: object, prefix: Optional[str]) -> InvalidId:
    """Why _read() has found none."""
    if not isinstance(given, str):
        return _invalid(name, given, f"{type(given).__name__}, not str")
    if len(given) > _LONGEST:
        return _invalid(name, given, f"{len(given)} symbols, more than any id has")
    format, bare = _format(name), _bare(given)
    found = type_prefix(bare, name)
    other = _invalid(name, given, f"the type prefix is {'none' if name == 'baseuid' else _quoted(found)}, not {_quoted(prefix or '')}")
    if name == "typeid":  # is read whole, another notation behind its type prefix
        _, separator, symbols = bare.rpartition("_")
        if separator and not found:
            return _invalid(name, given, "a separator without a type prefix")
        if not _TYPE_PREFIX.fullmatch(found):
            return _invalid(name, given, _not_a_prefix(found))
    elif name == "baseuid":
        symbols = bare
    elif bare.startswith(_lead(prefix or "")):
        symbols = bare[len(_lead(prefix or "")) :]
    else:
        return other
    if len(symbols) != format.length:
        return _invalid(name, given, f"{len(symbols)} symbols, not {format.length}")
    for position, symbol in enumerate(symbols):
        if (symbol.upper() if name == "ulid" and symbol.isascii() else symbol) not in format.alphabet:
            at = 1 + position + given.rindex(symbols)
            return _invalid(name, given, f"{_quoted(symbol)} at position {at} is not in its alphabet")
    if prefix is not None and _read(name, given, None):
        return other
    return _invalid(name, given, f"its number is none of a {name}")


def _number(name: str, given: object, prefix: Optional[str]) -> int:
    number = _reader(name, prefix)(given) if isinstance(given, str) else -1
    if number < 0:
        number = _reader(name, prefix)(_bare(given))
    if number < 0:
        raise _refusal(name, given, prefix)
    return number


def decode(name: str, text: str) -> bytes:
    """The octets of an id's own text, bare or in one pair of double quotes."""
    octets = _number(name, text, None).to_bytes(_FORMATS[name].bits // 8, "big")
    return type_prefix(text).encode() + octets if name == "typeid" else octets


def encode(name: str, octets: bytes) -> str:
    """The text of an id's octets."""
    format, octets = _format(name), bytes(octets)
    if name == "typeid" and len(octets) > 16:
        lead, octets = _checked_lead(octets[:-16][:100].decode("latin-1")), octets[-16:]
    else:
        lead = ""
    if len(octets) != format.bits // 8:
        raise InvalidId(f"invalid {name}: {len(octets)} octets, not {format.bits // 8}{' or more' if name == 'typeid' else ''}")
    return lead + format.text(int.from_bytes(octets, "big"))


def _uuid_in(name: str, given: object, prefix: Optional[str], accept_uuid: bool) -> Optional[uuid.UUID]:
    """The UUID that is given in place of an id, as an object or, where that is read, as its own text."""
    if isinstance(given, uuid.UUID):
        return given if _is_uuid(name) and (name != "typeid" or prefix is not None) else None
    if (accept_uuid if prefix is not None else name != "typeid") and _is_uuid(name) and _UUIDS_OWN_TEXT.fullmatch(_bare(given)):
        return uuid.UUID(_bare(given))
    return None


def _is_version_4(number: int) -> bool:
    return number >> 76 & 15 == 4 and number >> 62 & 3 == 2


def parse(
    name: str, given: Given, prefix: Optional[str] = None, masked: bool = False, accept_uuid: bool = False
) -> str:
    """What the type's input makes of a text: the canonical id, or InvalidId, which is a ValueError.

    A base62id, base64uuid or ulid may also come as a UUID or as a UUID's own text. With a prefix a typeid must
    have that type prefix; a UUID then becomes one. With a prefix, base62id, base64uuid, ulid and uid11 are the notation of
    a typed id, as typeid_create_type(name, prefix, notation, mask_key, accept_uuid) makes its type. masked: a UUID that is
    not of version 4 is refused, as no façade is one.
    """
    id = _read(name, given, prefix)
    if id is not None and not masked:
        return id
    format = _FORMATS[name]
    if id is None:
        value = _uuid_in(name, given, prefix, accept_uuid)
        if value is None:
            raise _refusal(name, given, prefix)
        number = value.int
    elif format.bits == 128:
        number = format.number(id[-format.length :])
    else:
        return id
    if masked and not _is_version_4(number):
        raise _invalid(name, str(given), "its UUID is not of version 4, as that of every masked id is")
    return id or _lead(prefix or "") + format.text(number)


def is_valid(
    name: str, text: str, prefix: Optional[str] = None, masked: bool = False, accept_uuid: bool = False
) -> bool:
    """Whether this is the text of an id, as …_is_valid says on the server; a UUID's own text is one with accept_uuid."""
    try:
        id = _read(name, text, prefix)
    except InvalidId:  # the prefix is none
        return False
    if id is None:
        value = _uuid_in(name, text, prefix, True) if accept_uuid and isinstance(text, str) else None
        return value is not None and (not masked or _is_version_4(value.int))
    format = _FORMATS[name]
    return not masked or format.bits != 128 or _is_version_4(format.number(id[-format.length :]))


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
        takes_uuid = self.notation != "typeid" and _is_uuid(self.notation) if self.prefix is None else self.accept_uuid
        return f"^{_pattern(*self[:2], takes_uuid)}$"

    @property
    def format(self) -> _Format:
        return _format(self.notation)

    def octets(self, given: Given) -> bytes:
        id = self.parse(given)
        if self.prefix is None:
            return decode(self.notation, id)
        return self.format.number(id[-self.format.length :]).to_bytes(self.format.bits // 8, "big")

    def text(self, octets: bytes) -> str:
        if self.prefix is None:
            return encode(self.notation, octets)
        if len(octets) != self.format.bits // 8:
            raise InvalidId(f"invalid {self.notation}: {len(octets)} octets, not {self.format.bits // 8}")
        return _lead(self.prefix) + self.format.text(int.from_bytes(octets, "big"))

    def column_text(self, given: Given) -> str:
        """The text of the UUID that a uuid column takes, as to_column() gives it."""
        plain = _column_text(self.notation, self.prefix)
        return (plain(given) if isinstance(given, str) else "") or plain(self.parse(given))

    def _of_column(self) -> Tuple[str, str]:
        if self.masked:
            raise TypeError("a masked id is not the UUID that is stored")
        if self.notation == "typeid" and self.prefix is None:
            raise TypeError("a uuid column has ids of one type prefix")
        return self.notation, self.prefix or ""

    def prefix_range(self, text: str) -> Optional[Tuple[uuid.UUID, uuid.UUID]]:
        notation, prefix = self._of_column()
        return prefix_range(notation, text, prefix)

    def to_column(self, given: Given) -> uuid.UUID:
        notation, prefix = self._of_column()
        return to_column(notation, given, prefix, self.accept_uuid)

    def from_column(self, value: Given) -> str:
        notation, prefix = self._of_column()
        return from_column(notation, value, prefix)

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
    if not isinstance(id, str) or len(id) > _LONGEST:
        raise _refusal(notation, id, None)
    bare = _bare(id)
    return bare.rpartition("_")[0] if notation == "typeid" else bare[: -_format(notation).length - 1]


def suffix(id: str) -> str:
    """The 26 symbols of a typeid behind its type prefix."""
    return parse("typeid", id)[-26:]


_UUID, _new, _unknown = uuid.UUID, object.__new__, uuid.SafeUUID.unknown
_set_int, _set_is_safe = (vars(_UUID)[name].__set__ for name in ("int", "is_safe"))


def _uuid(number: int) -> uuid.UUID:
    """As UUID's own unpickling makes one: without a look at the arguments of which its constructor wants one."""
    made = _new(_UUID)
    _set_int(made, number)
    _set_is_safe(made, _unknown)
    return made


def to_uuid(name: str, text: Given, prefix: Optional[str] = None, accept_uuid: bool = False) -> uuid.UUID:
    """The UUID in a base62id, base64uuid, ulid or typeid, or in a typed id of which that is the notation."""
    number = _reader(name, prefix)(text) if isinstance(text, str) else -1
    if number >= 0 and name in _UUIDS:
        made = _new(_UUID)  # _uuid(), without a call
        _set_int(made, number)
        _set_is_safe(made, _unknown)
        return made
    _uuid_format(name)
    value = _uuid_in(name, text, prefix, accept_uuid)
    return _uuid(_number(name, text, prefix)) if value is None else value


@functools.lru_cache(maxsize=256)
def _column_id(name: str, prefix: str) -> Callable[[uuid.UUID], str]:
    """The id of a UUID, in few steps."""
    text_of, lead = _uuid_format(name).text, _checked_lead(prefix)
    return lambda value: lead + text_of(value.int)


def from_uuid(name: str, value: uuid.UUID, prefix: str = "") -> str:
    if not isinstance(value, uuid.UUID):
        raise TypeError(f"{type(value).__name__}, not uuid.UUID")
    return _column_id(name, prefix)(value)


# A plain uuid column, in a database with or without the extension --------------------------------


def prefix_range(name: str, text: str, prefix: str = "") -> Optional[Tuple[uuid.UUID, uuid.UUID]]:
    """The UUIDs of the first and of the last id that begins with the text, both inclusive, as ^@ finds them; None: none does."""
    format, lead = _uuid_format(name), _checked_lead(prefix)
    symbols = text[len(lead) :]
    if not (text.startswith(lead) or lead.startswith(text)) or len(symbols) > format.length:
        return None
    if name == "ulid" and symbols.isascii():
        symbols = symbols.upper()
    if not set(symbols) <= set(format.alphabet):
        return None
    low = max(symbols.ljust(format.length, format.alphabet[0]), format.first)
    high = min(symbols.ljust(format.length, format.alphabet[-1]), format.last)
    if low > high:
        return None
    return _uuid(format.number(low)), _uuid(format.number(high))


@functools.lru_cache(maxsize=256)
def _column_text(name: str, prefix: Optional[str]) -> Callable[[str], str]:
    """The text of the UUID of an id's own text; "" for any other text."""
    _uuid_format(name)
    number_of = _reader(name, prefix)

    def column_text(id: str) -> str:
        try:
            digits = number_of(id).to_bytes(16, "big").hex()
        except OverflowError:  # of -1
            return ""
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"

    return column_text


def to_column(name: str, given: Given, prefix: str = "", accept_uuid: bool = False) -> uuid.UUID:
    """What a uuid column takes of an id of this kind, or of a UUID: its UUID; of a UUID's text with accept_uuid."""
    return to_uuid(name, given, prefix, accept_uuid)


def from_column(name: str, value: Given, prefix: str = "") -> str:
    """The id in what a column gives: a UUID, its text, or, where the column is of a type of the extension by now, an id."""
    return from_uuid(name, value, prefix) if isinstance(value, uuid.UUID) else parse(name, value, prefix, accept_uuid=True)


_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def timestamp(name: str, text: Given) -> Optional[datetime.datetime]:
    """When an id was made: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7; None for other UUIDs.

    A ulid has times until the year 10889, a datetime until 9999: None behind it.
    """
    format = _format(name)
    number = to_uuid(name, text).int if format.bits == 128 else _number(name, text, None)
    if name == "uid11":
        microseconds = ((number >> 22) + 1321009871111) * 1000
    elif name == "baseuid":
        microseconds = (number >> 72 << 15) // 1000
    elif name != "ulid" and (number >> 76 & 15 != 7 or number >> 62 & 3 != 2):
        return None
    else:
        microseconds = (number >> 80) * 1000
    try:
        return _EPOCH + datetime.timedelta(microseconds=microseconds)
    except OverflowError:
        return None


# Numbers: typed ids of the notation uid11 ---------------------------------------------------------


class _Mask:
    """Speck64/128 with the schedule of a mask key and a type prefix, of which nothing is shown."""

    __slots__ = ("_rounds",)

    def __init__(self, key: bytes, prefix: str) -> None:
        if len(key) != 16:
            raise ValueError(f"a mask key has 16 octets, not {len(key)}")
        message = b"base62id number mask\0" + prefix.encode()
        y, *rest = struct.unpack("<4I", hmac.digest(key, message, "sha256")[:16])
        rounds = []
        for i in range(27):
            rounds.append(y)
            x, y = self._round(rest.pop(0), y, i)
            rest.append(x)
        self._rounds = tuple(rounds)

    # Twice in a row, by a product, a word is rotated by one shift.
    @staticmethod
    def _round(x: int, y: int, key: int) -> Tuple[int, int]:
        x = (x * 0x100000001 >> 8) + y & 0xFFFFFFFF ^ key
        return x, y * 0x100000001 >> 29 & 0xFFFFFFFF ^ x

    def on(self, number: int) -> int:
        x, y = number >> 32, number & 0xFFFFFFFF
        for key in self._rounds:  # _round(), without a call
            x = (x * 0x100000001 >> 8) + y & 0xFFFFFFFF ^ key
            y = y * 0x100000001 >> 29 & 0xFFFFFFFF ^ x
        return x << 32 | y

    def off(self, number: int) -> int:
        x, y = number >> 32, number & 0xFFFFFFFF
        for key in reversed(self._rounds):
            y = (y ^ x) * 0x100000001 >> 3 & 0xFFFFFFFF
            x = ((x ^ key) - y & 0xFFFFFFFF) * 0x100000001 >> 24 & 0xFFFFFFFF
        return x << 32 | y


_mask = functools.lru_cache(maxsize=64)(_Mask)


def _lead_and_mask(prefix: str, key: Optional[bytes]) -> Union[Tuple[str, Optional[_Mask]], Exception]:
    """Or what was raised: by the caller, once no frame of ours has the key, because a traceback may show variables."""
    try:
        return _checked_lead(prefix), None if key is None else _mask(key, prefix)
    except Exception as error:
        return error.with_traceback(None)


def from_number(number: int, prefix: str = "", key: Optional[bytes] = None) -> str:
    """The typed id of a bigint; with the 16 octets of a mask key, as a type that masks by that key shows it."""
    found, key = _lead_and_mask(prefix, key), None
    if isinstance(found, Exception):
        raise found
    lead, mask = found
    if not -0x8000000000000000 <= number <= 0x7FFFFFFFFFFFFFFF:
        raise OverflowError("a number of more than 64 bits is no bigint")
    number &= 0xFFFFFFFFFFFFFFFF
    return lead + _FORMATS["uid11"].text(mask.on(number) if mask else number)


def to_number(text: str, prefix: str = "", key: Optional[bytes] = None) -> int:
    """The bigint of a typed id. Of a masked type every text has one: nothing shows another key."""
    found, key = _lead_and_mask(prefix, key), None
    if isinstance(found, Exception):
        raise found
    number = _number("uid11", text, prefix)
    if found[1]:
        number = found[1].off(number)
    return number - (number >> 63 << 64)


# New ids ----------------------------------------------------------------------------------------


class _Ascending:
    """What comes after the last id: a millisecond, and a number of `bits` bits that ascends within it."""

    def __init__(self, bits: int, random_step: bool) -> None:
        self.bits, self.random_step, self.ms, self.rest = bits, random_step, -1, 0

    def next(self) -> Tuple[int, int]:
        with _generator.lock:
            now = time.time_ns() // 1_000_000
            if now <= self.ms:  # the clock stands still or has stepped back
                self.rest += 1 + _generator.random(now) if self.random_step else 1
                if not self.rest >> self.bits:
                    return self.ms, self.rest
            self.ms = max(now, self.ms + 1)
            three = _generator.random(now) << 64 | _generator.random(now) << 32 | _generator.random(now)
            self.rest = three >> 96 - self.bits
            return self.ms, self.rest


class _Generator:
    """The state of a process. A child that it forks begins anew."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.uuids = _Ascending(74, True)  # of UUID version 7; a random step keeps the next id from being guessed
        self.ulids = _Ascending(80, False)  # as the ULID specification counts on
        self.pool: List[int] = []
        self.filled = 0

    def random(self, now: int) -> int:
        """32 bits, each in one id alone. None is older than a second: a copied machine draws its own."""
        if not self.pool or abs(now - self.filled) > 1000:
            self.pool, self.filled = list(struct.unpack("256I", os.urandom(1024))), now
        return self.pool.pop()


_generator = _Generator()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_generator.__init__)  # type: ignore[misc]


def _new_uuid() -> int:
    ms, rest = _generator.uuids.next()
    return ms << 80 | 7 << 76 | rest >> 62 << 64 | 2 << 62 | rest & (1 << 62) - 1


def new_uuid() -> uuid.UUID:
    """A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of new_id()."""
    return _uuid(_new_uuid())


def new_id(prefix: str = "", notation: str = "typeid") -> str:
    """A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly."""
    return _checked_lead(prefix) + _uuid_format(notation).text(_new_uuid())


def new_ulid() -> str:
    """A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond."""
    ms, rest = _generator.ulids.next()
    return _FORMATS["ulid"].text(ms << 80 | rest)


# Drivers ----------------------------------------------------------------------------------------
#
# The database says which types it has: by OID, so that their schema need not be in the search_path. What is told to a
# connection holds until a type is dropped and made again, which has another OID: tell it again then.


class _Type(NamedTuple):
    oid: int
    array_oid: int
    name: str
    schema: str
    kind: Optional[Kind]  # None: of a domain over uuid
    as_uuid: bool  # base62id.output = uuid holds for it
    is_domain: bool = False


_NAMED = """SELECT t.oid, t.typarray, t.typname::text, n.nspname::text, pg_catalog.quote_ident(n.nspname),
        pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    FROM pg_catalog.pg_extension e
    JOIN pg_catalog.pg_depend d ON d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass AND d.refobjid = e.oid
        AND d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.deptype = 'e'
    JOIN pg_catalog.pg_type t ON t.oid = d.objid
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    WHERE e.extname = 'base62id'"""
_TYPED = """SELECT t.oid, t.typarray, t.typname::text, n.nspname::text, k.prefix, k.notation, k.mask_key IS DISTINCT FROM 0, k.accept_uuid
    FROM {}.typeid_types() k
    JOIN pg_catalog.pg_type t ON t.oid = k.type
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace"""
# A column of a domain comes as one of its type, an array of a domain does not.
_DOMAINS = """SELECT t.oid, t.typarray, t.typname::text, n.nspname::text, t.typbasetype
    FROM pg_catalog.pg_type t
    JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
    WHERE t.typtype = 'd' AND t.typbasetype IN ({})"""


def _describe() -> Generator[str, Sequence[Sequence[Any]], List[_Type]]:
    """Yields queries, is sent their rows, and returns the types of the database."""
    rows = [row for row in (yield _NAMED) if row[2] in NAMES]
    types = [_Type(r[0], r[1], r[2], r[3], Kind(r[2]), r[2] != "typeid" and _is_uuid(r[2])) for r in rows]
    if rows and rows[0][5]:
        for oid, array_oid, name, schema, prefix, notation, masked, as_uuid in (yield _TYPED.format(rows[0][4])):
            if notation in NAMES:
                types.append(_Type(oid, array_oid, name, schema, Kind(notation, prefix, masked, as_uuid), as_uuid))
    bases = {type.oid: type for type in types}
    bases[2950] = _Type(2950, 2951, "uuid", "pg_catalog", None, False)
    for oid, array_oid, name, schema, base in (yield _DOMAINS.format(", ".join(map(str, bases)))):
        types.append(bases[base]._replace(oid=oid, array_oid=array_oid, name=name, schema=schema, is_domain=True))
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
        if type.kind is None or type.is_domain:  # which asyncpg reads as its type
            continue
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
    from psycopg.types.uuid import UUIDBinaryLoader, UUIDLoader

    for type in types:
        TypeInfo(type.name, type.oid, type.array_oid).register(connection)  # arrays are lists
        kind: Any = type.kind
        if kind is None:
            for own in (UUIDLoader, UUIDBinaryLoader):
                connection.adapters.register_loader(type.oid, own)
            continue

        class TextLoader(Loader):
            def load(self, data: Any, uuid_of: Callable[[str], uuid.UUID] = kind.uuid) -> uuid.UUID:
                return uuid_of(bytes(data).decode())

        class BinaryLoader(Loader):
            format = Format.BINARY

            def load(self, data: Any, kind: Kind = kind, type: _Type = type) -> Any:
                octets = bytes(data)
                return uuid.UUID(bytes=octets) if as_uuid and type.as_uuid else kind.text(octets)

        class BinaryDumper(Dumper):
            format = Format.BINARY

            def dump(self, value: Any, to_octets: Callable[[Given], bytes] = kind.octets) -> bytes:
                return to_octets(value)

        BinaryDumper.oid = type.oid
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

        def cast_text(text: Optional[str], _: Any, kind: Optional[Kind] = type.kind if type.as_uuid else None) -> Any:
            return kind.uuid(text) if as_uuid and kind and text is not None else text

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
