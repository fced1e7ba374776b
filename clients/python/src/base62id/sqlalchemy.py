"""SQLAlchemy 2: columns whose values are ids of a class, and what Alembic needs to know of them.

    class User(Base):
        id: Mapped[UserId] = mapped_column(IdType(UserId, "user_id"), primary_key=True)

    select(User).where(User.id.startswith("user_01h4"))        -- id ^@ 'user_01h4', an index scan

Importing it teaches reflection, and so `alembic revision --autogenerate`, the types, and tells each
new connection that arrays of ids are lists.
In Alembic's env.py: context.configure(..., render_item=base62id.sqlalchemy.render_item)
"""

from __future__ import annotations

import functools
import uuid
from typing import Any, Callable, Optional, TypeVar

import sqlalchemy
from sqlalchemy import ARRAY, Boolean, Text, event, func, literal, text
from sqlalchemy.dialects.postgresql import UUID
from sqlalchemy.dialects.postgresql import dialect as postgresql
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.engine import Engine
from sqlalchemy.exc import CompileError
from sqlalchemy.orm import Mapper
from sqlalchemy.sql import functions, operators
from sqlalchemy.types import UserDefinedType, to_instance
from sqlalchemy.util import await_only

from .codec import FORMATS, InvalidId
from .ids import Id

if int(sqlalchemy.__version__.partition(".")[0]) < 2:
    raise ImportError(f"base62id.sqlalchemy is for SQLAlchemy 2, not {sqlalchemy.__version__}")

__all__ = ["IdType", "ServerType", "generated", "move", "register", "render_item"]

IdT = TypeVar("IdT", bound=Id)
StrT = TypeVar("StrT", bound=str)

_postgresql: Any = postgresql
_quote: Callable[[str], str] = _postgresql().identifier_preparer.quote


def _quoted(name: str) -> str:
    """The name of a type or function; one with quotes stands as SQL has it."""
    if '"' in name:
        return name
    return ".".join(map(_quote, name.split(".")))


class _Comparator(UserDefinedType.Comparator[StrT]):
    """What stands on the right of the operators with names is text, and no id.

    autoescape=True has become an escape when they are called.
    """

    def operate(self, op: Any, *other: Any, **named: Any) -> Any:
        # A session compares in Python, too: to find its objects that an UPDATE or a DELETE meets.
        as_read = getattr(self.type, "as_read", None)
        if op in _COMPARISONS and as_read is not None:
            other = tuple(_members(as_read, one) for one in other)
        return super().operate(op, *other, **named)

    def startswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
        """The id's text starts so; without an escape the text's characters stand for themselves."""
        if escape is None:
            return self._text("^@", other)
        plain = _unescaped(other, escape)
        if plain is not None:
            return self._text("^@", plain)
        return self._like("LIKE", other, escape, "", "%")

    def endswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
        return self._like("LIKE", other, escape, "%", "")

    def contains(
        self, other: Any, escape: Optional[str] = None, autoescape: bool = False, **_: Any
    ) -> Any:
        return self._like("LIKE", other, escape, "%", "%")

    def istartswith(
        self, other: Any, escape: Optional[str] = None, autoescape: bool = False
    ) -> Any:
        return self._like("ILIKE", other, escape, "", "%")

    def iendswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
        return self._like("ILIKE", other, escape, "%", "")

    def icontains(
        self, other: Any, escape: Optional[str] = None, autoescape: bool = False, **_: Any
    ) -> Any:
        return self._like("ILIKE", other, escape, "%", "%")

    def like(self, other: Any, escape: Optional[str] = None) -> Any:
        return self._like("LIKE", other, escape)

    def ilike(self, other: Any, escape: Optional[str] = None) -> Any:
        return self._like("ILIKE", other, escape)

    def not_like(self, other: Any, escape: Optional[str] = None) -> Any:
        return self._like("NOT LIKE", other, escape)

    def not_ilike(self, other: Any, escape: Optional[str] = None) -> Any:
        return self._like("NOT ILIKE", other, escape)

    notlike = not_like
    notilike = not_ilike

    def has_prefix(self, other: Any) -> Any:
        """The type prefix of a typeid is exactly this."""
        return self._text("@>", other)

    def _like(
        self, operator: str, other: Any, escape: Optional[str], before: str = "", after: str = ""
    ) -> Any:
        pattern: Any
        if isinstance(other, str):
            pattern = before + other + after
        else:
            pattern = literal(before, Text()).concat(other).concat(literal(after, Text()))
        if escape is not None:
            # What PostgreSQL makes of LIKE … ESCAPE.
            pattern = func.pg_catalog.like_escape(
                literal(pattern, Text()) if isinstance(pattern, str) else pattern,
                literal(escape, Text()),
                type_=Text(),
            )
        return self._text(operator, pattern)

    def _text(self, operator: str, other: Any) -> Any:
        compare = operators.custom_op(operator, is_comparison=True, return_type=Boolean())
        right = literal(str(other), Text()) if isinstance(other, str) else other
        return self.expr.operate(compare, right)


_COMPARISONS = {
    operators.eq,
    operators.ne,
    operators.lt,
    operators.le,
    operators.gt,
    operators.ge,
    operators.in_op,
    operators.not_in_op,
    operators.between_op,
    operators.not_between_op,
    operators.is_distinct_from,
    operators.is_not_distinct_from,
}


def _members(as_read: Callable[[Any], Any], value: Any) -> Any:
    """Of a value, or of each one in a list, however deep."""
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(_members(as_read, one) for one in value)
    if isinstance(value, list):  # one that follows its changes, of which this is none
        list.__setitem__(value, slice(None), [_members(as_read, one) for one in value])
        return value
    return as_read(value)


def _unescaped(pattern: Any, escape: str) -> Optional[str]:
    """The text that a pattern without wildcards stands for, or None."""
    if not isinstance(pattern, str):
        return None
    plain = []
    characters = iter(pattern)
    for character in characters:
        if character == escape:
            plain.append(next(characters, ""))
        elif character in "%_":
            return None
        else:
            plain.append(character)
    return "".join(plain)


class _TypeOfIds(UserDefinedType[StrT]):
    """A type of the server, by its name."""

    name: str
    comparator_factory = _Comparator

    def get_col_spec(self, **_: Any) -> str:
        if not getattr(self, "name", ""):  # sqlacodegen tries the bases of a type
            raise CompileError("not a type of the server")
        return _quoted(self.name)


class ServerType(_TypeOfIds[str]):
    """A type of ids by its name alone: what reflection and migrations have. Its values are texts.

    >>> from base62id.sqlalchemy import ServerType
    >>> str(ServerType("user_id").compile())
    'user_id'
    """

    cache_ok = True

    def __init__(self, name: str) -> None:
        self.name = name

    @property
    def python_type(self) -> type[str]:
        return str


class IdType(_TypeOfIds[IdT]):
    """Values are ids of a class. What is no id of it is an error before it reaches the server.

    kind: the class.
    name: the type that typeid_create_type() was given; it may be left out for the type typeid, and
        for a system.
    stored: "uuid" where the column is one of core's uuid, or of the type by now. The program sees
        ids all the same.

    >>> from base62id import Id
    >>> from base62id.sqlalchemy import IdType
    >>> class UserId(Id, prefix="user"):
    ...     pass
    >>> str(IdType(UserId).compile()), str(IdType(UserId, "user_id").compile())
    ('typeid', 'user_id')
    """

    cache_ok = True

    def __init__(
        self, kind: type[IdT], name: Optional[str] = None, stored: Optional[str] = None
    ) -> None:
        # Not by keyword alone: SQLAlchemy's key of a cached statement leaves out what is.
        self.kind = kind
        self.name = _type_name(kind, name)
        self.stored = stored
        if stored is not None:
            _check_stored(kind, stored)
        _reflect(self.name, self if stored else None)

    def get_col_spec(self, **named: Any) -> str:
        return "UUID" if self.stored else super().get_col_spec(**named)

    @property
    def python_type(self) -> type[IdT]:
        return self.kind

    def as_read(self, value: Any) -> Any:
        """What a row gives back of a value; a value that is none, for the error when it is stored,
        and an expression."""
        if not isinstance(value, (str, uuid.UUID)):
            return value
        try:
            return self.kind.parse(value)
        except InvalidId:
            return value

    def _sent(self, value: Any) -> str:
        """The text that the server is sent. A UUID's goes without a type, so that a column of uuid
        takes it, and one that has become a type which accepts UUIDs."""
        if self.stored:
            return str(self.kind.to_column(value))
        return str(self.kind.parse(value))

    def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
        sent = self._sent
        return lambda value: None if value is None else sent(value)

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        sent = self._sent
        return lambda value: f"'{sent(value)}'"  # no id has a quote

    def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any]:
        class_ = self.kind
        kind = class_.kind
        read = class_.parse if kind.masked or not kind.format.is_uuid else _reader(class_)

        def id(value: Any) -> Any:
            if value is None or type(value) is class_:
                return value
            return read(value)

        return id

    def compare_against_backend(self, dialect: Any, conn_type: Any) -> Optional[bool]:
        """Alembic: a column of uuid that has moved is no difference."""
        if not self.stored:
            return None
        has_moved = getattr(conn_type, "name", None) == self.name
        return False if isinstance(conn_type, UUID) or has_moved else None

    class Comparator(_Comparator[StrT]):
        """Over core's uuid the server has no text of an id: those that begin so are a range."""

        def startswith(
            self, other: Any, escape: Optional[str] = None, autoescape: bool = False
        ) -> Any:
            """The id's text starts so."""
            kind: Any = self.type
            if not kind.stored:
                return super().startswith(other, escape, autoescape)
            plain = other if escape is None else _unescaped(other, escape)
            if not isinstance(plain, str):
                raise TypeError('stored="uuid": startswith() takes a text')
            found = kind.kind.prefix_range(plain)
            if found is None:
                # Of no value true, and of NULL NULL, so that NOT means the same.
                return self.expr.op("<>", is_comparison=True, return_type=Boolean())(self.expr)
            low, high = map(kind.kind.from_uuid, found)
            return self.expr.between(low, high)

        def _text(self, operator: str, other: Any) -> Any:
            kind: Any = self.type
            if kind.stored:
                message = f'stored="uuid": the server has no text of an id for {operator}'
                raise TypeError(message)
            return super()._text(operator, other)

    comparator_factory = Comparator


def _reader(class_: type[IdT]) -> Callable[[Any], IdT]:
    """What a driver gives: text, a UUID of core's or of asyncpg's own class."""
    if class_.prefix == "" and class_.notation == "typeid":
        return class_.parse
    from_column = class_.from_column

    def read(value: Any) -> IdT:
        if isinstance(value, uuid.UUID) and type(value) is not uuid.UUID:
            value = uuid.UUID(int=value.int)
        return from_column(value)

    return read


def _type_name(kind: type[Id], name: Optional[str]) -> str:
    if not (isinstance(kind, type) and issubclass(kind, Id) and hasattr(kind, "kind")):
        raise TypeError(f"IdType takes a class of ids, not {kind!r}")
    if name:
        return name
    if not kind.prefix:
        return kind.notation
    if kind.notation == "typeid" and not kind.masked:
        return "typeid"
    raise TypeError(
        f"the ids of {kind.__name__} are of a type of their own, as "
        f'IdType({kind.__name__}, "{kind.prefix.lower()}_id")'
    )


def _check_stored(kind: type[Id], stored: str) -> None:
    if stored != "uuid":
        raise TypeError(f'stored is "uuid", not {stored!r}')
    if not hasattr(kind, "to_column"):
        raise TypeError('stored="uuid" is for ids of UUIDs that are not masked')


def generated(kind: type[Id], name: Optional[str] = None) -> Any:
    """The server's default for a column, as PostgreSQL stores it: Alembic finds no difference.

    >>> from base62id import Id
    >>> from base62id.sqlalchemy import generated
    >>> class UserId(Id, prefix="user"):
    ...     pass
    >>> str(generated(UserId)), str(generated(UserId, "user_id"))
    ("typeid_generate('user'::text)", 'user_id_new()')
    """
    type_name = _type_name(kind, name)
    if type_name == "typeid" and kind.prefix:
        return text(f"typeid_generate('{kind.prefix}'::text)")
    if type_name == "ulid" and not kind.prefix:
        return text("ulid_generate()")
    if type_name == "uid11" and not kind.prefix:
        return text("xid_new()")
    if not kind.prefix:
        raise TypeError(f"{kind.__name__}: say which function makes them, server_default=text(…)")
    schema, separator, last = type_name.rpartition(".")
    new = last[:-1] + '_new"' if last.endswith('"') else last + "_new"
    return text(f"{_quoted(schema) + separator if schema else ''}{_quoted(new)}()")


def move(op: Any, table: str, column: str, kind: Any) -> None:
    """In a migration of Alembic, when the word stored is gone: gives a column its type, unless it
    has moved.

        move(op, "users", "id", IdType(UserId, "user_id"))

    Before the columns that refer to it: a foreign key from uuid to a type that takes UUIDs stays as
    it is written.
    """
    name = to_instance(kind).compile(_postgresql())
    has_moved = op.get_bind().scalar(
        text(_HAS_MOVED), {"name": name, "table": table, "column": column}
    )
    if not has_moved:
        using = f"{_quote(column)}::{name}"
        op.alter_column(table, column, type_=_by_name(kind), postgresql_using=using)


_HAS_MOVED = """
SELECT a.atttypid = to_regtype(:name)
  FROM pg_catalog.pg_attribute AS a
 WHERE a.attrelid = to_regclass(:table) AND a.attname = :column
"""


# Functions that give what they are given, and of whose type SQLAlchemy says nothing: without it the
# driver's value would come, over a plain uuid column a UUID.
for _name in (
    "first_value",
    "greatest",
    "lag",
    "last_value",
    "lead",
    "least",
    "nth_value",
    "nullif",
):
    if _name not in functions._registry["_default"]:
        type(_name, (functions.ReturnTypeFromArgs,), {"inherit_cache": True, "name": _name})


def _reflect(name: str, stored: Optional[IdType[Any]] = None) -> None:
    """Teaches reflection a type of the server.

    stored: what a column has moved from, so that Alembic finds no difference in arrays either.
    """
    names: dict[str, Any] = ischema_names
    if stored is not None:
        names[name.lower()] = functools.partial(IdType, stored.kind, name, stored.stored)
    else:
        names.setdefault(name.lower(), functools.partial(ServerType, name))


for _name in FORMATS:
    if _name not in ("uuid", "hex"):
        _reflect(_name)


# An object has the id that its row has, from the moment when it is set or a default has made it: of
# one row there is one object in a session.


def _as_read(kind: Any) -> Optional[Callable[[Any], Any]]:
    if isinstance(kind, IdType):
        return kind.as_read
    if isinstance(kind, ARRAY) and isinstance(kind.item_type, IdType):
        return functools.partial(_members, kind.item_type.as_read)
    return None


class _Default:
    """A default that a program makes, as its row will have it."""

    def __init__(self, made: Callable[[Any], Any], as_read: Callable[[Any], Any]) -> None:
        self.made = made
        self.as_read = as_read

    def __call__(self, context: Any) -> Any:
        return self.as_read(self.made(context))


def _read_default(default: Any, as_read: Callable[[Any], Any]) -> None:
    if default is None:
        return
    if default.is_callable and not isinstance(default.arg, _Default):
        default.arg = _Default(default.arg, as_read)
    elif default.is_scalar:
        default.arg = as_read(default.arg)


@event.listens_for(Mapper, "mapper_configured")
def _configured(mapper: Any, class_: Any) -> None:
    readers = {}
    for attribute in mapper.column_attrs:
        column = attribute.columns[0]
        as_read = _as_read(column.type)
        if as_read is None:
            continue
        readers[attribute.key] = as_read
        _read_default(getattr(column, "default", None), as_read)
        _read_default(getattr(column, "onupdate", None), as_read)
        _listen_to_sets(attribute.class_attribute, as_read)
    if readers:
        _listen_to_refreshes(class_, readers)
        _identify_by_ids(mapper, readers)


def _listen_to_sets(attribute: Any, as_read: Callable[[Any], Any]) -> None:
    def set_as_read(_: Any, value: Any, *__: Any) -> Any:
        return as_read(value)

    event.listen(attribute, "set", set_as_read, retval=True)


def _listen_to_refreshes(class_: Any, readers: dict[str, Callable[[Any], Any]]) -> None:
    def refreshed(target: Any, context: Any, names: Any) -> None:
        # Without a query: a statement has given the session's objects its own values.
        if context is None and names:
            values = target.__dict__
            for name in readers.keys() & names & values.keys():
                values[name] = readers[name](values[name])

    event.listen(class_, "refresh", refreshed)


def _identify_by_ids(mapper: Any, readers: dict[str, Callable[[Any], Any]]) -> None:
    """Session.get() and UPDATE by lists look an object up by what they were given."""
    keys = [readers.get(mapper.get_property_by_column(column).key) for column in mapper.primary_key]
    if not any(keys):
        return
    of_row = mapper.identity_key_from_primary_key

    def identity_key_from_primary_key(primary_key: Any, identity_token: Any = None) -> Any:
        read = [key(value) if key else value for key, value in zip(keys, primary_key)]
        return of_row(read, identity_token)

    mapper.identity_key_from_primary_key = identity_key_from_primary_key


# Connections ------------------------------------------------------------------------------------


def _tell(connection: Any, as_uuid: bool) -> None:
    """Tells a driver's connection the types of its database, so that arrays of ids are lists."""
    driver = getattr(connection, "driver_connection", connection)
    driver = getattr(driver, "_connection", driver)  # of SQLAlchemy's adapters for asyncio
    name = type(driver).__module__.partition(".")[0]
    if name == "psycopg2":
        from . import psycopg2

        psycopg2.register(driver, as_uuid=as_uuid)
    elif name == "psycopg" and driver is connection:
        from . import psycopg

        psycopg.register(driver, as_uuid=as_uuid)
    elif name == "psycopg":
        from . import psycopg

        await_only(psycopg.register_async(driver, as_uuid=as_uuid))
    elif name == "asyncpg" and as_uuid:  # it knows arrays by itself
        from . import asyncpg

        await_only(asyncpg.register(driver, as_uuid=as_uuid))


@event.listens_for(Engine, "connect")
def _connected(connection: Any, record: Any) -> None:
    _tell(connection, False)


def register(engine: Any, as_uuid: bool = False) -> None:
    """Tells each connection of an engine the types anew: after one was dropped and made again, or
    for a program that knows uuid.UUID.

        register(create_engine(url), as_uuid=True)

    as_uuid: what base62id.output = uuid writes as UUIDs comes as uuid.UUID.
    """
    engine = getattr(engine, "sync_engine", engine)
    stamp = object()

    @event.listens_for(engine, "checkout")
    def checked_out(connection: Any, record: Any, _: Any) -> None:
        if record.info.get("base62id") is not stamp:
            _tell(connection, as_uuid)
            record.info["base62id"] = stamp


def _by_name(kind: Any) -> Any:
    """What a migration has of a type: its name, and none of the program's classes."""
    if isinstance(kind, IdType):
        return UUID() if kind.stored else ServerType(kind.name)
    if isinstance(kind, ARRAY) and isinstance(kind.item_type, IdType):
        return ARRAY(_by_name(kind.item_type))
    return kind


def render_item(kind: str, item: Any, autogen_context: Any) -> Any:
    """Alembic: writes a type of ids into a migration by its name, with the import that it needs."""
    if kind != "type" or not isinstance(item, _TypeOfIds):
        return False
    if isinstance(item, IdType) and item.stored:
        return "sa.Uuid()"
    autogen_context.imports.add("import base62id.sqlalchemy")
    return f"base62id.sqlalchemy.ServerType({item.name!r})"
