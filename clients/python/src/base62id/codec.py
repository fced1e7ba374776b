"""Texts of ids and the numbers in them: what a kind reads, and what it writes.

Nothing here knows of clocks, drivers or classes of ids. `Kind` is what a class of ids asks
(`base62id.Id`), with its notation, type prefix and options; a `Format` is a notation alone.
"""

from __future__ import annotations

import binascii
import datetime
import functools
import json
import re
import struct
from typing import Literal, Optional
from uuid import UUID, SafeUUID

Notation = Literal["typeid", "ulid", "base62id", "base64uuid", "uuid", "hex", "uid11"]
System = Literal["typeid", "ulid", "base62id", "base64uuid", "uid11", "baseuid"]


class InvalidId(ValueError):
    """A value that is no id of a kind: what is wrong with it, and where.

    >>> from base62id import Id, InvalidId
    >>> class UserId(Id, prefix="user"):
    ...     pass
    >>> try:
    ...     UserId("order_01h455vb4pex5vsknk084sn02q")
    ... except InvalidId as error:
    ...     print(error.code, error)
    22P02 invalid typeid "order_01h455vb4pex5vsknk084sn02q": the type prefix is "order", not "user"
    """

    code = "22P02"
    """The SQLSTATE that the server raises for such a text."""
    sqlstate = code
    """The same, by the name that psycopg and asyncpg give it."""


# Formats ----------------------------------------------------------------------------------------


class Format:
    """Numbers of so many bits as texts of a fixed length, which compare as the numbers do."""

    name: str
    alphabet: str
    bits: int
    first: str
    """The text of 0."""
    last: str
    """The text of the largest number."""
    readable: str
    """A regular expression of what is read; some of what matches may lie behind `last`."""
    any_case = False
    """Whether letters are read in either case and written in one."""
    is_ordered = False
    """Whether some of what is readable lies behind `last` or before `first`."""

    def __init__(
        self, name: str, alphabet: str, bits: int, first: str, last: str, readable: str
    ) -> None:
        self.name = name
        self.alphabet = alphabet
        self.bits = bits
        self.first = first
        self.last = last
        self.readable = readable

    @property
    def length(self) -> int:
        return len(self.first)

    @property
    def written(self) -> str:
        """A regular expression of what is written: what is readable, in its one case."""
        return self.readable

    @property
    def is_uuid(self) -> bool:
        return self.bits == 128

    def number(self, suffix: str) -> int:
        """The number of a suffix; -1 of a text that is none."""
        raise NotImplementedError

    def text(self, number: int) -> str:
        """The canonical suffix of a number."""
        raise NotImplementedError

    def canonical(self, suffix: str) -> str:
        """The canonical form of a suffix that is readable."""
        return suffix

    def in_order(self, suffix: str) -> bool:
        """Whether a suffix that is readable has a number."""
        return True

    def filled(self, beginning: str) -> Optional[tuple[str, str]]:
        """The lowest and the highest text that begin so, numbers or not."""
        if len(beginning) > self.length or not set(beginning) <= set(self.alphabet):
            return None
        low = beginning.ljust(self.length, self.alphabet[0])
        high = beginning.ljust(self.length, self.alphabet[-1])
        return low, high


_unpack_eleven_pairs = struct.Struct(">11H").unpack


class PositionalFormat(Format):
    """Base 62 and 58: digits of a base that is no power of two, read and written by pairs.

    An octet that stands before the number (its version) is part of it, as `offset`.
    """

    is_ordered = True

    def __init__(
        self,
        name: str,
        alphabet: str,
        bits: int,
        first: str,
        last: str,
        readable: str,
        octet: int = 0,
    ) -> None:
        super().__init__(name, alphabet, bits, first, last, readable)
        self.offset = octet << bits
        self.of_two = len(alphabet) ** 2
        self.of_four = len(alphabet) ** 4
        self.of_ten = len(alphabet) ** 10

    @functools.cached_property
    def pairs(self) -> list[str]:
        return [high + low for high in self.alphabet for low in self.alphabet]

    @functools.cached_property
    def values(self) -> list[int]:
        """The values of pairs, by their two octets.

        What is no pair has a value so low that no sum with it is a number.
        """
        values = [-(1 << 200)] * 0x8000
        for value, pair in enumerate(self.pairs):
            values[int.from_bytes(pair.encode(), "big")] = value
        return values

    def number(self, suffix: str) -> int:
        if len(suffix) != self.length or not suffix.isascii():
            return -1
        value = self.values
        two = self.of_two
        four = self.of_four
        # Eleven pairs, written out: a loop takes twice as long.
        a, b, c, d, e, f, g, h, i, j, k = _unpack_eleven_pairs(
            suffix.rjust(22, self.alphabet[0]).encode()
        )
        high = (value[a] * two + value[b]) * four + (value[c] * two + value[d])
        high = high * four + (value[e] * two + value[f])
        low = (value[g] * two + value[h]) * four + (value[i] * two + value[j])
        low = low * two + value[k]
        number: int = high * self.of_ten + low - self.offset
        return -1 if number >> self.bits else number

    def text(self, number: int) -> str:
        pair = self.pairs
        two = self.of_two
        four = self.of_four
        rest, e = divmod(number + self.offset, four)
        rest, d = divmod(rest, four)
        if self.length == 11:
            return (
                f"{self.alphabet[rest // two]}{pair[rest % two]}"
                f"{pair[d // two]}{pair[d % two]}{pair[e // two]}{pair[e % two]}"
            )
        rest, c = divmod(rest, four)
        rest, b = divmod(rest, four)
        rest, a = divmod(rest, four)
        return (
            f"{pair[rest]}{pair[a // two]}{pair[a % two]}{pair[b // two]}{pair[b % two]}"
            f"{pair[c // two]}{pair[c % two]}{pair[d // two]}{pair[d % two]}"
            f"{pair[e // two]}{pair[e % two]}"
        )

    def in_order(self, suffix: str) -> bool:
        return self.first <= suffix <= self.last


class Base32Format(Format):
    """Crockford's alphabet: 26 characters of 5 bits, the first of 3. Read by int(), base 32."""

    @functools.cached_property
    def pairs(self) -> list[str]:
        return [high + low for high in self.alphabet for low in self.alphabet]

    @functools.cached_property
    def digits(self) -> bytes:
        """For bytes.translate(): the digits that int() reads, and "!" for what is no character."""
        of_int = b"0123456789abcdefghijklmnopqrstuv"
        table = bytearray(b"!" * 256)
        for character, digit in zip(self.alphabet, of_int):
            table[ord(character)] = digit
            if self.any_case:
                table[ord(character.lower())] = digit
        return bytes(table)

    def number(self, suffix: str) -> int:
        if len(suffix) != 26:
            return -1
        try:
            number = int(suffix.encode().translate(self.digits), 32)
        except ValueError:
            return -1
        return -1 if number >> 128 else number

    def text(self, number: int) -> str:
        pair = self.pairs
        a = number >> 90 & 0x3FFFFFFF
        b = number >> 60 & 0x3FFFFFFF
        c = number >> 30 & 0x3FFFFFFF
        d = number & 0x3FFFFFFF
        return (
            f"{pair[number >> 120]}{pair[a >> 20]}{pair[a >> 10 & 1023]}{pair[a & 1023]}"
            f"{pair[b >> 20]}{pair[b >> 10 & 1023]}{pair[b & 1023]}"
            f"{pair[c >> 20]}{pair[c >> 10 & 1023]}{pair[c & 1023]}"
            f"{pair[d >> 20]}{pair[d >> 10 & 1023]}{pair[d & 1023]}"
        )


class UlidFormat(Base32Format):
    """Crockford's alphabet in upper case, read in either."""

    any_case = True

    @property
    def written(self) -> str:
        return "[0-7][0-9A-HJKMNP-TV-Z]{25}"

    def canonical(self, suffix: str) -> str:
        return suffix.upper()

    def filled(self, beginning: str) -> Optional[tuple[str, str]]:
        if len(beginning) > self.length or not beginning.isascii():
            return None
        return super().filled(beginning.upper())


class Base64Format(Format):
    """Base 64 by another alphabet, with an octet before the number so that texts begin alike."""

    def __init__(
        self,
        name: str,
        alphabet: str,
        bits: int,
        first: str,
        last: str,
        readable: str,
        octet: int = 0,
    ) -> None:
        super().__init__(name, alphabet, bits, first, last, readable)
        self.offset = octet << bits
        self.matches = re.compile(readable).fullmatch
        standard = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        self.to_standard = bytes.maketrans(alphabet.encode(), standard)
        self.from_standard = bytes.maketrans(standard, alphabet.encode())

    def number(self, suffix: str) -> int:
        if not self.matches(suffix):
            return -1
        # "A" is 0: in front, it fills the groups of four that binascii wants.
        padding = b"A" * (-self.length % 4)
        octets = binascii.a2b_base64(padding + suffix.encode().translate(self.to_standard))
        return int.from_bytes(octets, "big") - self.offset

    def text(self, number: int) -> str:
        octets = (number + self.offset).to_bytes((self.length + 3) // 4 * 3, "big")
        text = binascii.b2a_base64(octets, newline=False)[-self.length :]
        return text.translate(self.from_standard).decode()


class HexadecimalFormat(Format):
    """32 digits in lower case, read in either, with or without the hyphens of a UUID."""

    any_case = True

    def __init__(self, name: str, first: str, last: str, readable: str) -> None:
        super().__init__(name, "0123456789abcdef", 128, first, last, readable)
        self.matches = re.compile(readable).fullmatch
        self.has_hyphens = "-" in first

    def number(self, suffix: str) -> int:
        if not self.matches(suffix):
            return -1
        return int(suffix.replace("-", ""), 16)

    def text(self, number: int) -> str:
        digits = f"{number:032x}"
        if self.has_hyphens:
            return _with_hyphens(digits)
        return digits

    @property
    def written(self) -> str:
        return self.readable.replace("A-F", "")

    def canonical(self, suffix: str) -> str:
        return suffix.lower()

    def filled(self, beginning: str) -> Optional[tuple[str, str]]:
        if len(beginning) > self.length:
            return None
        beginning = beginning.lower()
        for character, place in zip(beginning, self.first):
            if character not in ("-" if place == "-" else self.alphabet):
                return None
        return beginning + self.first[len(beginning) :], beginning + self.last[len(beginning) :]


def _with_hyphens(digits: str) -> str:
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"


_DIGITS = "0123456789"
_UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LOWER = "abcdefghijklmnopqrstuvwxyz"
_UUID_PATTERN = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"

FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        Base32Format(
            "typeid",
            "0123456789abcdefghjkmnpqrstvwxyz",
            128,
            "0" * 26,
            "7" + "z" * 25,
            "[0-7][0-9a-hjkmnp-tv-z]{25}",
        ),
        PositionalFormat(
            "base62id",
            _DIGITS + _UPPER + _LOWER,
            128,
            "Fa84QWiAxLXUJaHZmEVPEG",
            "NNC6dn4GR1JETNQMfLl6qN",
            "[F-N][0-9A-Za-z]{21}",
            octet=2,
        ),
        Base64Format(
            "base64uuid",
            "$" + _DIGITS + _UPPER + "_" + _LOWER,
            128,
            "F" + "$" * 21,
            "I" + "z" * 21,
            "[F-I][$0-9A-Z_a-z]{21}",
            octet=4,
        ),
        PositionalFormat(
            "uid11",
            "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
            64,
            "1" * 11,
            "jpXCZedGfVQ",
            "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}",
        ),
        Base64Format(
            "baseuid",
            "-" + _DIGITS + _UPPER + "_" + _LOWER,
            120,
            "-" * 20,
            "z" * 20,
            "[-0-9A-Z_a-z]{20}",
        ),
        UlidFormat(
            "ulid",
            "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
            128,
            "0" * 26,
            "7" + "Z" * 25,
            "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}",
        ),
        HexadecimalFormat(
            "uuid",
            "00000000-0000-0000-0000-000000000000",
            "ffffffff-ffff-ffff-ffff-ffffffffffff",
            _UUID_PATTERN,
        ),
        HexadecimalFormat("hex", "0" * 32, "f" * 32, "[0-9a-fA-F]{32}"),
    )
}
NOTATIONS: tuple[Notation, ...] = (
    "typeid",
    "ulid",
    "base62id",
    "base64uuid",
    "uuid",
    "hex",
    "uid11",
)

# 63 characters of a type prefix, "_", 36 of a UUID and a pair of quotes: no id is longer.
LONGEST = 102


# UUIDs ------------------------------------------------------------------------------------------

_new = object.__new__
_unknown = SafeUUID.unknown
_set_int = vars(UUID)["int"].__set__
_set_is_safe = vars(UUID)["is_safe"].__set__


def uuid_of(number: int) -> UUID:
    """The UUID of a number that is one, as unpickling makes it: its constructor takes 1.3 µs."""
    made = _new(UUID)
    _set_int(made, number)
    _set_is_safe(made, _unknown)
    return made


def uuid_text(number: int) -> str:
    return _with_hyphens(f"{number:032x}")


def is_version(number: int, version: int) -> bool:
    """Whether the UUID of a number is of a version, and of RFC 9562's variant."""
    return number >> 76 & 15 == version and number >> 62 & 3 == 2


# Kinds ------------------------------------------------------------------------------------------

_TYPEID_PREFIX = "[a-z](?:[a-z_]{0,61}[a-z])?"
_WIDE_PREFIX = "[A-Za-z](?:[A-Za-z0-9_]{0,61}[A-Za-z0-9])?"
_is_typeid_prefix = re.compile(_TYPEID_PREFIX).fullmatch
_is_wide_prefix = re.compile(_WIDE_PREFIX).fullmatch
_is_uuid_text = re.compile(_UUID_PATTERN).fullmatch
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


def quoted(text: str) -> str:
    """At most 100 characters of a text, for a message."""
    return json.dumps(text[:100], ensure_ascii=False)


def shown(value: object) -> str:
    """A value that is none of those that are asked for, for a message."""
    return quoted(value) if isinstance(value, str) else type(value).__name__


def check_prefix(notation: str, prefix: object) -> None:
    """Raises TypeError for what is no type prefix of the notation."""
    if notation == "typeid":
        is_prefix, rule = _is_typeid_prefix, "1 to 63 characters of a to z, and _ inside"
    else:
        is_prefix, rule = _is_wide_prefix, (
            "1 to 63 characters of A to Z, a to z, 0 to 9, and _ inside, the first a letter"
        )
    if not isinstance(prefix, str) or not is_prefix(prefix):
        raise TypeError(f"a type prefix of the notation {notation} has {rule}, not {shown(prefix)}")


class Kind:
    """What one kind of ids reads and writes. Made by `base62id.Id`, which checks the definition.

    prefix: "" of a system, which has none; None where every TypeID is read, whatever its prefix.
    """

    __slots__ = (
        "notation",
        "prefix",
        "masked",
        "accept_uuid",
        "format",
        "lead",
        "length",
        "is_ulid",
        "pattern",
        "_is_readable",
        "_is_canonical",
        "_is_ordered",
    )

    def __init__(
        self,
        notation: str,
        prefix: Optional[str] = "",
        masked: bool = False,
        accept_uuid: bool = False,
    ) -> None:
        self.notation = notation
        self.prefix = prefix
        self.masked = masked
        self.accept_uuid = accept_uuid
        self.format = FORMATS[notation]
        self.lead = f"{prefix}_" if prefix else ""
        self.length = len(self.lead) + self.format.length
        self.is_ulid = notation == "ulid" and prefix == ""
        lead = f"(?:{_TYPEID_PREFIX}_)?" if prefix is None else self.lead
        readable = lead + self.format.readable
        self._is_readable = re.compile(readable).fullmatch
        # What matches is canonical as it stands, but for a number out of order.
        is_known = not (masked and self.format.is_uuid)
        self._is_canonical = re.compile(
            lead + self.format.written if is_known else "(?!)"
        ).fullmatch
        self._is_ordered = self.format.is_ordered
        self.pattern = f"^(?:{readable}|{_UUID_PATTERN})$" if accept_uuid else f"^{readable}$"

    def __repr__(self) -> str:
        return f"Kind({self.notation!r}, {self.prefix!r}, {self.masked!r}, {self.accept_uuid!r})"

    # Reading.

    def parse(self, given: object) -> str:
        """The canonical text, or InvalidId."""
        if isinstance(given, str) and self._is_canonical(given):
            if not self._is_ordered or self.format.in_order(given[-self.format.length :]):
                return given
        number, text = self._read(given)
        return text if text is not None else self.text(number)

    def number(self, given: object) -> int:
        """The number of an id, or InvalidId."""
        format = self.format
        if isinstance(given, str) and len(given) == self.length and given.startswith(self.lead):
            number = format.number(given[len(self.lead) :])
            if number >= 0 and not (self.masked and format.is_uuid):
                return number
        number, text = self._read(given)
        return number if text is None else format.number(text[-format.length :])

    def is_valid(self, given: object) -> bool:
        """Whether this is the canonical text of an id."""
        if not isinstance(given, str) or len(given) > LONGEST:
            return False
        if self._is_canonical(given) and not self._is_ordered:
            return True
        try:
            return self._of_text(given) == given
        except InvalidId:
            return False

    def _read(self, given: object) -> tuple[int, Optional[str]]:
        """The canonical text of an id, or the number of a UUID that is read in place of one."""
        bare = _bare(given)
        text = self._of_text(bare)
        if text is not None:
            return -1, text
        if self.accept_uuid and isinstance(given, UUID):
            return given.int, None
        if self.accept_uuid and _is_uuid_text(bare):
            return int(bare.replace("-", ""), 16), None
        raise self._refusal(given)

    def _of_text(self, bare: str) -> Optional[str]:
        if not self._is_readable(bare):
            return None
        format = self.format
        if format.any_case:
            at = len(self.lead)
            bare = self.lead + format.canonical(bare[at:])
        elif not format.in_order(bare[-format.length :]):
            return None
        if self.masked and format.is_uuid:
            number = format.number(bare[-format.length :])
            if not is_version(number, 4):
                raise _invalid(
                    self.notation,
                    bare,
                    "its UUID is not of version 4, as that of every masked id is",
                )
        return bare

    def _refusal(self, given: object) -> InvalidId:
        """Why _read() has found no id."""
        if not isinstance(given, str):
            return _invalid(self.notation, given, f"{type(given).__name__}, not str")
        if len(given) > LONGEST:
            reason = f"{len(given)} characters, more than any id has"
            return _invalid(self.notation, given, reason)
        bare = _bare(given)
        if self.notation == "typeid":
            return _invalid(self.notation, given, self._wrong_typeid(given, bare))
        if not bare.startswith(self.lead):
            found = bare[: -self.format.length - 1]
            return _invalid(self.notation, given, self._other_prefix(found))
        return _invalid(self.notation, given, self._wrong_suffix(given, bare[len(self.lead) :]))

    def _wrong_typeid(self, given: str, bare: str) -> str:
        """A TypeID has its separator before its suffix, so that its type prefix can be told."""
        found, separator, suffix = bare.rpartition("_")
        if separator and not found:
            return "a separator without a type prefix"
        if found and not _is_typeid_prefix(found):
            rule = "a type prefix has at most 63 characters of a to z, and _ inside"
            return f"{rule}, not {quoted(found)}"
        if self.format.number(suffix) >= 0:
            return self._other_prefix(found)
        return self._wrong_suffix(given, suffix)

    def _other_prefix(self, found: str) -> str:
        wanted = quoted(self.prefix) if self.prefix else "none"
        return f"the type prefix is {quoted(found) if found else 'none'}, not {wanted}"

    def _wrong_suffix(self, given: str, suffix: str) -> str:
        format = self.format
        if len(suffix) != format.length:
            return f"{len(suffix)} characters, not {format.length}"
        for position, character in enumerate(suffix):
            if not format.filled(suffix[: position + 1]):
                at = 1 + position + given.rindex(suffix)
                return f"{quoted(character)} at position {at} is not in its alphabet"
        return f"its number is none of a {self.notation}"

    # Writing.

    def text(self, number: int) -> str:
        return self.lead + self.format.text(number)

    def octets(self, given: object) -> bytes:
        """What PostgreSQL sends and receives of an id in binary."""
        octets = self.number(given).to_bytes(self.format.bits // 8, "big")
        if self.prefix is None:
            return self.parse(given)[:-27].encode() + octets
        return octets

    def of_octets(self, octets: bytes) -> str:
        """The id of what PostgreSQL sends in binary."""
        octets = bytes(octets)
        lead = ""
        if self.prefix is None and len(octets) > 16:
            lead = octets[:-16].decode("latin-1") + "_"
            octets = octets[-16:]
        if len(octets) != self.format.bits // 8:
            reason = f"{len(octets)} octets, not {self.format.bits // 8}"
            raise _invalid(self.notation, None, reason)
        return lead + self.text(int.from_bytes(octets, "big"))

    # UUIDs, times and beginnings.

    def uuid(self, given: object) -> UUID:
        return uuid_of(self.number(given))

    def of_uuid(self, value: UUID) -> str:
        if not isinstance(value, UUID):
            reason = f"{type(value).__name__}, not uuid.UUID"
            raise _invalid(self.notation, None, reason)
        return self.lead + self.format.text(value.int)

    def to_column(self, given: object) -> UUID:
        """The UUID that a uuid column takes for an id of this kind."""
        return self.uuid(given)

    def from_column(self, value: object) -> str:
        """The id of what a column gives: a UUID, a UUID's text, or an id of this kind.

        The last is what a column gives that has become one of the extension's types.
        """
        if isinstance(value, UUID):
            return self.lead + self.format.text(value.int)
        if isinstance(value, str) and _is_uuid_text(value):
            return self.text(int(value.replace("-", ""), 16))
        return self.parse(value)

    def time(self, number: int) -> Optional[datetime.datetime]:
        """When the id of a number was made; None where it does not say, or after the year 9999."""
        if self.notation == "uid11":
            # A xid: 42 bits of milliseconds since 2011-11-11 11:11:11.111.
            microseconds = ((number >> 22) + 1_321_009_871_111) * 1000
        elif self.notation == "baseuid":
            # 48 bits of units of 2^15 ns.
            microseconds = (number >> 72 << 15) // 1000
        elif self.is_ulid or is_version(number, 7):
            microseconds = (number >> 80) * 1000
        else:
            return None
        try:
            return _EPOCH + datetime.timedelta(microseconds=microseconds)
        except OverflowError:
            return None

    def prefix_range(self, text: str) -> Optional[tuple[UUID, UUID]]:
        """The UUIDs of the first and of the last id that begins so; None where none does."""
        if not (text.startswith(self.lead) or self.lead.startswith(text)):
            return None
        found = self.format.filled(text[len(self.lead) :])
        if found is None:
            return None
        low = max(found[0], self.format.first)
        high = min(found[1], self.format.last)
        if low > high:
            return None
        return uuid_of(self.format.number(low)), uuid_of(self.format.number(high))


def _bare(given: object) -> str:
    """A text without its pair of double quotes; nothing of what is none, or too long for an id."""
    if not isinstance(given, str) or len(given) > LONGEST:
        return ""
    if len(given) >= 2 and given[0] == '"' == given[-1]:
        return given[1:-1]
    return given


def _invalid(notation: str, given: object, reason: str) -> InvalidId:
    shown = f" {quoted(given)}" if isinstance(given, str) else ""
    return InvalidId(f"invalid {notation}{shown}: {reason}")
