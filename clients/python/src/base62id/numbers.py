"""Numbers: the bigints behind ids of the notation uid11, masked or not."""

from __future__ import annotations

import functools
import hmac
import struct
from typing import Generic, Optional, TypeVar, Union

from .ids import Id

__all__ = ["Numbers", "numbers"]

IdT = TypeVar("IdT", bound=Id)

_WORD = 0xFFFFFFFF
_LOWEST = -0x8000000000000000
_HIGHEST = 0x7FFFFFFFFFFFFFFF


class _Mask:
    """Speck64/128 with the schedule of a mask key and a type prefix, of which nothing is shown."""

    __slots__ = ("_rounds",)

    def __init__(self, key: bytes, prefix: str) -> None:
        message = b"base62id number mask\0" + prefix.encode()
        y, *rest = struct.unpack("<4I", hmac.digest(key, message, "sha256")[:16])
        rounds = []
        for i in range(27):
            rounds.append(y)
            x = _rotated_right_8(rest.pop(0)) + y & _WORD ^ i
            y = _rotated_left_3(y) ^ x
            rest.append(x)
        self._rounds = tuple(rounds)

    # A word twice in a row, by a product, is rotated by one shift: the two helpers, written out.

    def on(self, number: int) -> int:
        x, y = number >> 32, number & _WORD
        for key in self._rounds:
            x = (x * 0x100000001 >> 8) + y & _WORD ^ key
            y = y * 0x100000001 >> 29 & _WORD ^ x
        return x << 32 | y

    def off(self, number: int) -> int:
        x, y = number >> 32, number & _WORD
        for key in reversed(self._rounds):
            y = (y ^ x) * 0x100000001 >> 3 & _WORD
            x = ((x ^ key) - y & _WORD) * 0x100000001 >> 24 & _WORD
        return x << 32 | y


def _rotated_right_8(word: int) -> int:
    return (word >> 8 | word << 24) & _WORD


def _rotated_left_3(word: int) -> int:
    return (word << 3 | word >> 29) & _WORD


_mask = functools.lru_cache(maxsize=64)(_Mask)


def _mask_of(kind: type[Id], key: object) -> Union[_Mask, None, Exception]:
    """Or what is wrong, for the caller to raise once no frame has the key: reports show frames."""
    if not (isinstance(kind, type) and issubclass(kind, Id) and kind.notation == "uid11"):
        return TypeError("numbers are of kinds of the notation uid11")
    if not kind.masked:
        return None if key is None else TypeError(f"{kind.__name__} is not masked: no mask key")
    if not isinstance(key, bytes):
        given = "none" if key is None else type(key).__name__
        return TypeError(f"{kind.__name__} is masked: its mask key is 16 bytes, not {given}")
    if len(key) != 16:
        return ValueError(f"a mask key has 16 octets, not {len(key)}")
    return _mask(key, kind.prefix)


class Numbers(Generic[IdT]):
    """Numbers and ids of one kind, with the mask key of its type where it is masked: `numbers()`.

    >>> from base62id import Id, numbers
    >>> class InvoiceId(Id, prefix="inv", notation="uid11"):
    ...     pass
    >>> invoices = numbers(InvoiceId)
    >>> invoices.encode(42)
    InvoiceId('inv_1111111111j')
    >>> invoices.decode(InvoiceId("inv_1111111111j"))
    42
    """

    __slots__ = ("kind", "_mask")

    def __init__(self, kind: type[IdT], mask: Optional[_Mask]) -> None:
        self.kind = kind
        self._mask = mask

    def __repr__(self) -> str:
        return f"numbers({self.kind.__name__})"

    def encode(self, number: int) -> IdT:
        """The id of a bigint, as the type shows it.

        >>> from base62id import Id, numbers
        >>> class InvoiceId(Id, prefix="inv", notation="uid11", masked=True):
        ...     pass
        >>> numbers(InvoiceId, key=bytes(range(16))).encode(2)
        InvoiceId('inv_7NhJVj3A6wb')
        """
        if not isinstance(number, int) or isinstance(number, bool):
            raise TypeError(f"a bigint is an int, not {type(number).__name__}")
        if not _LOWEST <= number <= _HIGHEST:
            raise OverflowError("a number of more than 64 bits is no bigint")
        number &= 0xFFFFFFFFFFFFFFFF
        if self._mask:
            number = self._mask.on(number)
        return self.kind._made(self.kind.kind.text(number))

    def decode(self, id: IdT) -> int:
        """The bigint of an id. Of a masked kind every id has one: nothing shows another key.

        >>> from base62id import Id, numbers
        >>> class InvoiceId(Id, prefix="inv", notation="uid11"):
        ...     pass
        >>> numbers(InvoiceId).decode(InvoiceId("inv_jpXCZedGfVQ"))
        -1
        """
        number = self.kind.kind.number(id)
        if self._mask:
            number = self._mask.off(number)
        return number - (number >> 63 << 64)


def numbers(kind: type[IdT], key: Optional[bytes] = None) -> Numbers[IdT]:
    """Numbers of a kind of the notation uid11. key: of a masked kind, as the server's key file.

    >>> from base62id import Id, numbers
    >>> class InvoiceId(Id, prefix="inv", notation="uid11"):
    ...     pass
    >>> numbers(InvoiceId).encode(-1)
    InvoiceId('inv_jpXCZedGfVQ')
    """
    found, key = _mask_of(kind, key), None
    if isinstance(found, Exception):
        raise found
    return Numbers(kind, found)
