"""Kinds of ids as classes, `class UserId(Id, prefix="user")`, and the systems without a prefix."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Callable, ClassVar, NoReturn, Optional, TypeVar
from uuid import UUID

from . import _generator, codec
from ._generator import Random
from .codec import Kind, Notation

if TYPE_CHECKING:
    from typing_extensions import TypeGuard

__all__ = ["Base62Id", "Base64Uuid", "BaseUid", "Id", "TypeId", "Ulid", "Xid"]

IdT = TypeVar("IdT", bound="Id")


class _NoSuchMember:
    """In place of a member that a kind does not have: the reason instead of a wrong answer."""

    def __init__(self, reason: str) -> None:
        self.reason = reason

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: object, owner: type) -> NoReturn:
        raise AttributeError(f"{owner.__name__} has no {self.name}: {self.reason}")


class _NoKindError(TypeError, AttributeError):
    """A mistake in a call, and to hasattr() and inspect an attribute that is not there."""


class _NoKind:
    """The kind of Id itself, which is none."""

    def __get__(self, instance: object, owner: type) -> NoReturn:
        raise _NoKindError("Id is no kind: class UserId(Id, prefix=…) is one")


_OF_UUIDS = (
    "generate",
    "uuid",
    "from_uuid",
    "timestamp",
    "prefix_range",
    "to_column",
    "from_column",
)


class Id(str):
    """An id of one kind: a str, so that JSON, drivers and templates take it as it is.

    A kind is a subclass, made once; what is wrong in its definition is a TypeError.

    prefix: its type prefix.
    notation: how its 16 octets are written: "typeid", "ulid", "base62id", "base64uuid", "uuid" or
        "hex"; "uid11" writes a bigint.
    masked: its ids are masked by the server, which alone makes and reads what is behind them.
    accept_uuid: it reads a UUID's text, too.

    >>> from base62id import Id
    >>> class UserId(Id, prefix="user"):
    ...     pass
    >>> class OrderId(Id, prefix="order", notation="ulid"):
    ...     pass
    >>> UserId("user_01h455vb4pex5vsknk084sn02q")
    UserId('user_01h455vb4pex5vsknk084sn02q')
    >>> OrderId("order_01h455vb4pex5vsknk084sn02q")
    OrderId('order_01H455VB4PEX5VSKNK084SN02Q')
    """

    __slots__ = ()

    kind: ClassVar[Kind]
    """What reads and writes: for adapters."""
    prefix: ClassVar[str]
    """The type prefix; "" of a system."""
    notation: ClassVar[str]
    masked: ClassVar[bool]
    accept_uuid: ClassVar[bool]
    pattern: ClassVar[str]
    """A regular expression for JSON Schema, which every id matches."""

    def __init_subclass__(
        cls,
        *,
        prefix: str,
        notation: Notation = "typeid",
        masked: bool = False,
        accept_uuid: bool = False,
    ) -> None:
        super().__init_subclass__()
        try:
            _check_options(notation, masked, accept_uuid)
            codec.check_prefix(notation, prefix)
        except TypeError as error:
            raise TypeError(f"{cls.__name__}: {error}") from None
        for base in cls.__mro__[1:]:
            if isinstance(vars(base).get("kind"), Kind):
                raise TypeError(
                    f"{cls.__name__}: a kind is no subclass of another, {base.__name__}"
                )
        _define(cls, Kind(notation, prefix, masked, accept_uuid))
        if notation == "uid11":
            _take_away(cls, _OF_UUIDS, "its ids are numbers: base62id.numbers()")
        elif masked:
            _take_away(cls, _OF_UUIDS, "the server alone makes and reads masked ids")

    def __new__(cls: type[IdT], text: str) -> IdT:
        """The canonical id, or InvalidId, which is a ValueError."""
        return str.__new__(cls, cls.kind.parse(text))

    @classmethod
    def _made(cls: type[IdT], text: str) -> IdT:
        """Of a text that is known to be canonical."""
        return str.__new__(cls, text)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __str__(self) -> str:
        return str.__str__(self)

    @classmethod
    def parse(cls: type[IdT], text: object) -> IdT:
        """The same as `UserId(text)`, for what may be of any type.

        It takes what the input of the type on the server takes: quotes around an id, a ULID in
        lower case, and a UUID's text where the kind accepts UUIDs. Anything else is InvalidId.

        >>> from base62id import Id
        >>> class UserId(Id, prefix="user"):
        ...     pass
        >>> UserId.parse('"user_01h455vb4pex5vsknk084sn02q"')
        UserId('user_01h455vb4pex5vsknk084sn02q')
        >>> UserId.parse(None)
        Traceback (most recent call last):
          ...
        base62id.codec.InvalidId: invalid typeid: NoneType, not str
        """
        if type(text) is cls:
            return text
        return str.__new__(cls, cls.kind.parse(text))

    @classmethod
    def is_valid(cls, text: object) -> TypeGuard[str]:
        """Whether this is the canonical text of an id, which parse() would give back unchanged.

        >>> from base62id import Id
        >>> class OrderId(Id, prefix="order", notation="ulid"):
        ...     pass
        >>> OrderId.is_valid("order_01H455VB4PEX5VSKNK084SN02Q")
        True
        >>> OrderId.is_valid("order_01h455vb4pex5vsknk084sn02q"), OrderId.is_valid(5)
        (False, False)
        """
        return cls.kind.is_valid(text)

    @classmethod
    def generate(
        cls: type[IdT],
        *,
        at: Optional[datetime.datetime] = None,
        random: Optional[Random] = None,
    ) -> IdT:
        """A new id. Those of a process ascend, as long as its clock goes back 10 seconds at most.

        at: its time, with a zone. random: gives as many random octets as it is asked for. With one
        of them the id is unique by chance, and nothing changes for the next.

        >>> import datetime
        >>> from base62id import Id
        >>> class UserId(Id, prefix="user"):
        ...     pass
        >>> UserId.generate() < UserId.generate()
        True
        >>> at = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
        >>> UserId.generate(at=at, random=bytes)
        UserId('user_01kdvdna00e008000000000000')
        """
        kind = cls.kind
        if at is not None or random is not None:
            number = _generator.number_of(kind.is_ulid, at, random)
        elif kind.is_ulid:
            number = _generator.current.next_ulid()
        else:
            number = _generator.current.next_uuid()
        return str.__new__(cls, kind.lead + kind.format.text(number))

    @property
    def uuid(self) -> UUID:
        """The UUID of the id.

        >>> from base62id import Id
        >>> class UserId(Id, prefix="user"):
        ...     pass
        >>> UserId("user_01h455vb4pex5vsknk084sn02q").uuid
        UUID('01890a5d-ac96-774b-bcce-b302099a8057')
        """
        return codec.uuid_of(self._number())

    def _number(self) -> int:
        format = self.kind.format
        return format.number(str(self[-format.length :]))

    @classmethod
    def from_uuid(cls: type[IdT], uuid: UUID) -> IdT:
        """The id of a UUID.

        >>> import uuid
        >>> from base62id import Id
        >>> class UserId(Id, prefix="user"):
        ...     pass
        >>> UserId.from_uuid(uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057"))
        UserId('user_01h455vb4pex5vsknk084sn02q')
        """
        return str.__new__(cls, cls.kind.of_uuid(uuid))

    @property
    def timestamp(self) -> Optional[datetime.datetime]:
        """When the id was made; None where its UUID is not of version 7.

        >>> from base62id import Id
        >>> class UserId(Id, prefix="user"):
        ...     pass
        >>> UserId("user_01h455vb4pex5vsknk084sn02q").timestamp.isoformat()
        '2023-06-30T03:34:18.518000+00:00'
        """
        return self.kind.time(self._number())

    @classmethod
    def prefix_range(cls, text: str) -> Optional[tuple[UUID, UUID]]:
        """The UUIDs of the first and of the last id that begins with a text; None where none does.

        >>> from base62id import Id
        >>> class UserId(Id, prefix="user"):
        ...     pass
        >>> [str(uuid) for uuid in UserId.prefix_range("user_01h4")]
        ['01890000-0000-0000-0000-000000000000', '01893fff-ffff-ffff-ffff-ffffffffffff']
        >>> UserId.prefix_range("order_") is None
        True
        """
        return cls.kind.prefix_range(text)

    @classmethod
    def to_column(cls, text: str) -> UUID:
        """What a uuid column takes for an id of this kind.

        >>> from base62id import Id
        >>> class UserId(Id, prefix="user"):
        ...     pass
        >>> UserId.to_column("user_01h455vb4pex5vsknk084sn02q")
        UUID('01890a5d-ac96-774b-bcce-b302099a8057')
        """
        return cls.kind.to_column(text)

    @classmethod
    def from_column(cls: type[IdT], value: object) -> IdT:
        """The id of what a column gives: a UUID, its text, or an id where the column has moved.

        >>> from base62id import Id
        >>> class UserId(Id, prefix="user"):
        ...     pass
        >>> UserId.from_column("01890a5d-ac96-774b-bcce-b302099a8057")
        UserId('user_01h455vb4pex5vsknk084sn02q')
        """
        return str.__new__(cls, cls.kind.from_column(value))

    # pydantic 2 and OpenAPI: base62id.pydantic.

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        from .pydantic import core_schema

        return core_schema(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> Any:
        from .pydantic import json_schema

        return json_schema(cls)

    @classmethod
    def __get_validators__(cls) -> Callable[..., Any]:
        raise TypeError(f"{cls.__name__}: pydantic 1 does not check these ids, pydantic 2 does")


setattr(Id, "kind", _NoKind())  # which a type checker need not know


def _check_options(notation: object, masked: object, accept_uuid: object) -> None:
    if notation not in codec.NOTATIONS:
        names = ", ".join(codec.NOTATIONS)
        raise TypeError(f"its notation is one of {names}, not {codec.shown(notation)}")
    for name, option in (("masked", masked), ("accept_uuid", accept_uuid)):
        if not isinstance(option, bool):
            raise TypeError(f"{name} is True or False, not {codec.shown(option)}")
    if accept_uuid and (masked or notation == "uid11"):
        raise TypeError("accept_uuid is of kinds of UUIDs that are not masked")


def _define(cls: type[Id], kind: Kind) -> None:
    cls.kind = kind
    cls.prefix = kind.prefix or ""
    cls.notation = kind.notation
    cls.masked = kind.masked
    cls.accept_uuid = kind.accept_uuid
    cls.pattern = kind.pattern


def _take_away(cls: type[Id], names: tuple[str, ...], reason: str) -> None:
    for name in names:
        member = _NoSuchMember(reason)
        member.name = name
        setattr(cls, name, member)


class _System(Id, prefix="system"):
    """Of the systems, whose definitions are here, and which no other can be."""

    __slots__ = ()

    def __init_subclass__(cls, *, kind: Kind) -> None:
        _define(cls, kind)


class Base62Id(_System, kind=Kind("base62id", accept_uuid=True)):
    """A base62id, the type base62id of the server.

    >>> from base62id import Base62Id
    >>> Base62Id("01890a5d-ac96-774b-bcce-b302099a8057")
    Base62Id('Fd1grph2uh4xkiIkpsM2dD')
    """

    __slots__ = ()


class Base64Uuid(_System, kind=Kind("base64uuid", accept_uuid=True)):
    """A base64uuid, the type base64uuid of the server.

    >>> from base62id import Base64Uuid
    >>> Base64Uuid("01890a5d-ac96-774b-bcce-b302099a8057")
    Base64Uuid('F0XFdSf8OrHvnDgk78ac0M')
    """

    __slots__ = ()


class Ulid(_System, kind=Kind("ulid", accept_uuid=True)):
    """A ULID, the type ulid of the server.

    >>> from base62id import Ulid
    >>> Ulid("01h455vb4pex5vsknk084sn02q")
    Ulid('01H455VB4PEX5VSKNK084SN02Q')
    """

    __slots__ = ()


class TypeId(_System, kind=Kind("typeid", None)):
    """A TypeID of whatever type prefix, as a column of the type typeid may have it.

    It is read, and not made: what is made has a prefix, and so a class of its own.

    >>> from base62id import TypeId
    >>> TypeId("user_01h455vb4pex5vsknk084sn02q").type_prefix
    'user'
    """

    __slots__ = ()

    @property
    def type_prefix(self) -> str:
        """What stands before the separator; "" where there is none.

        >>> from base62id import TypeId
        >>> TypeId("01h455vb4pex5vsknk084sn02q").type_prefix
        ''
        """
        return str(self[:-27])


class BaseUid(_System, kind=Kind("baseuid")):
    """A BaseUid, the type baseuid of the server, which makes them.

    >>> from base62id import BaseUid
    >>> BaseUid.is_valid("--------------------")
    True
    """

    __slots__ = ()


class Xid(_System, kind=Kind("uid11")):
    """A uid11 that xid_new() of the server has made.

    >>> from base62id import Xid
    >>> Xid("11111111111").timestamp.isoformat()
    '2011-11-11T11:11:11.111000+00:00'
    """

    __slots__ = ()


_BY_THE_SERVER = ("generate", "uuid", "from_uuid", "prefix_range", "to_column", "from_column")
_take_away(BaseUid, _BY_THE_SERVER, "the server alone makes them, and they are no UUIDs")
_take_away(Xid, _BY_THE_SERVER, "the server alone makes them, and they are no UUIDs")
_WITHOUT_PREFIX = ("generate", "from_uuid", "prefix_range", "to_column", "from_column")
_take_away(TypeId, _WITHOUT_PREFIX, "it has no type prefix of its own")
