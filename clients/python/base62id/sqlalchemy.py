"""The types of the PostgreSQL extension base62id for SQLAlchemy 2, and what Alembic needs to know about them.

    id: Mapped[str] = mapped_column(TypeID("user"), primary_key=True, server_default=TypeID.default("user"))
    select(User).where(User.id.startswith("user_01h4"))        -- id ^@ 'user_01h4', an index scan

    register(engine, as_uuid=True)                             -- a program that knows uuid.UUID reads them on

Importing it teaches reflection, and so alembic revision --autogenerate, the types, and tells each new connection that
arrays of ids are lists.
In env.py of Alembic: context.configure(..., render_item=base62id.sqlalchemy.render_item)
"""

import uuid
from typing import Any, Callable, Optional, Tuple, Type

from sqlalchemy import ARRAY, Boolean, Text, event, false, func, literal, text
from sqlalchemy.dialects.postgresql import UUID
from sqlalchemy.dialects.postgresql import dialect as postgresql
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.engine import Engine
from sqlalchemy.exc import CompileError
from sqlalchemy.orm import Mapper
from sqlalchemy.sql import operators
from sqlalchemy.types import UserDefinedType, to_instance
from sqlalchemy.util import await_only

import base62id

__all__ = [
    "Base62ID", "Base64UUID", "BaseUID", "TypeID", "ULID", "UID11", "move", "register", "render_item", "typed_id",
]


_postgresql: Any = postgresql
_quote: Callable[[str], str] = _postgresql().identifier_preparer.quote


class IdType(UserDefinedType):  # type: ignore[type-arg]
    """A str in Python, with as_uuid a uuid.UUID; both are taken. A malformed id is refused before it reaches the server."""

    name: str = ""
    prefix: Optional[str] = None
    as_uuid: bool = False

    def __init__(self, as_uuid: bool = False) -> None:
        self.as_uuid = as_uuid

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        cls.cache_ok = True  # SQLAlchemy asks each class itself, not its base

    @property
    def python_type(self) -> Any:
        return uuid.UUID if self.as_uuid else str

    def get_col_spec(self, **_: Any) -> str:
        if not self.name:  # sqlacodegen tries the bases of a type
            raise CompileError("not a type of the server")
        if '"' in self.name:  # written as SQL has it
            return self.name
        return ".".join(map(_quote, self.name.split(".")))

    def parse(self, value: Any) -> str:
        return base62id.parse(self.name, value)

    def as_read(self, value: Any) -> Any:
        """What a row gives back of this value; a value that is none, for the error when it is stored, and an expression."""
        if self.as_uuid and isinstance(value, uuid.UUID) or not isinstance(value, (str, uuid.UUID)):
            return value
        try:
            return self.to_uuid(self.parse(value)) if self.as_uuid else self.parse(value)
        except ValueError:
            return value

    def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
        return lambda value: None if value is None else self.parse(value)

    def to_uuid(self, value: Any) -> uuid.UUID:
        # The session says whether a UUID's own text comes, and register() whether a UUID does.
        return value if isinstance(value, uuid.UUID) else base62id.to_uuid(self.name, value)

    def result_processor(self, dialect: Any, coltype: Any) -> Optional[Callable[[Any], Any]]:
        return (lambda value: None if value is None else self.to_uuid(value)) if self.as_uuid else None

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        return lambda value: f"'{self.parse(value)}'"  # an id has no quote

    class Comparator(UserDefinedType.Comparator):  # type: ignore[type-arg]
        """The right sides of those with names are text, not ids. autoescape has become an escape when they are called."""

        def operate(self, op: Any, *other: Any, **named: Any) -> Any:
            # A session also compares in Python, to find its objects that an UPDATE or a DELETE meets.
            if op in _comparisons:
                other = tuple(map(_members(self.type.as_read), other))  # type: ignore[attr-defined]
            return super().operate(op, *other, **named)

        def startswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            """The id's text starts with this; without an escape its symbols stand for themselves."""
            if escape is None:
                return self._text("^@", other)
            plain = _unescaped(other, escape)
            return self._text("^@", plain) if plain is not None else self._like("LIKE", other, escape, "", "%")

        def endswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            return self._like("LIKE", other, escape, "%", "")

        def contains(self, other: Any, escape: Optional[str] = None, autoescape: bool = False, **_: Any) -> Any:
            return self._like("LIKE", other, escape, "%", "%")

        def istartswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            return self._like("ILIKE", other, escape, "", "%")

        def iendswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            return self._like("ILIKE", other, escape, "%", "")

        def icontains(self, other: Any, escape: Optional[str] = None, autoescape: bool = False, **_: Any) -> Any:
            return self._like("ILIKE", other, escape, "%", "%")

        def like(self, other: Any, escape: Optional[str] = None) -> Any:
            return self._like("LIKE", other, escape)

        def ilike(self, other: Any, escape: Optional[str] = None) -> Any:
            return self._like("ILIKE", other, escape)

        def not_like(self, other: Any, escape: Optional[str] = None) -> Any:
            return self._like("NOT LIKE", other, escape)

        def not_ilike(self, other: Any, escape: Optional[str] = None) -> Any:
            return self._like("NOT ILIKE", other, escape)

        notlike, notilike = not_like, not_ilike

        def has_prefix(self, other: Any) -> Any:
            """The type prefix of a typeid is exactly this."""
            return self._text("@>", other)

        def _like(
            self, operator: str, other: Any, escape: Optional[str], before: str = "", after: str = ""
        ) -> Any:
            if isinstance(other, str):
                pattern: Any = before + other + after
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
            return self.expr.operate(compare, literal(other, Text()) if isinstance(other, str) else other)

    comparator_factory = Comparator


_comparisons = {
    operators.eq, operators.ne, operators.lt, operators.le, operators.gt, operators.ge, operators.in_op,
    operators.not_in_op, operators.between_op, operators.not_between_op, operators.is_distinct_from,
    operators.is_not_distinct_from,
}


def _members(as_read: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Of a value, or of each one in a list, however deep."""

    def members(value: Any) -> Any:
        if type(value) in (list, tuple, set, frozenset):
            return type(value)(map(members, value))
        if isinstance(value, list):  # one that follows its changes, of which this is none
            list.__setitem__(value, slice(None), map(members, value))
            return value
        return as_read(value)

    return members


def _unescaped(pattern: Any, escape: str) -> Optional[str]:
    """The text that a pattern without wildcards stands for, or None."""
    if not isinstance(pattern, str):
        return None
    plain, symbols = [], iter(pattern)
    for symbol in symbols:
        if symbol in "%_" and symbol != escape:
            return None
        plain.append(next(symbols, "") if symbol == escape else symbol)
    return "".join(plain)


class Base62ID(IdType):
    name = "base62id"


class Base64UUID(IdType):
    name = "base64uuid"


class UID11(IdType):
    name = "uid11"


class BaseUID(IdType):
    name = "baseuid"


class ULID(IdType):
    name = "ulid"


class TypeID(IdType):
    """A typeid; with a prefix, only ids of that type prefix are accepted."""

    name = "typeid"

    def __init__(self, prefix: Optional[str] = None) -> None:
        super().__init__()
        self.prefix = prefix

    def parse(self, value: Any) -> str:
        return base62id.parse("typeid", value, self.prefix)

    @staticmethod
    def default(prefix: str) -> Any:
        """The server's default, written as PostgreSQL stores it."""
        base62id.from_uuid("typeid", uuid.UUID(int=0), prefix)  # raises where this is no type prefix
        return text(f"typeid_generate('{prefix}'::text)")


def typed_id(
    name: str,
    prefix: str,
    notation: str = "typeid",
    masked: bool = False,
    accept_uuid: bool = False,
    stored: Optional[str] = None,
) -> Type[TypeID]:
    """The class for a type that typeid_create_type(name, prefix, notation, mask_key, accept_uuid) made.

    masked: an id that no masked one can be is refused. With accept_uuid it takes UUIDs' text, and as_uuid=True.
    stored="uuid": the column is one of core's uuid, or of the type by now; the program sees ids.
    """
    given = ", ".join(map(repr, [name, prefix] if notation == "typeid" else [name, prefix, notation]))
    given += ", masked=True" * masked + ", accept_uuid=True" * accept_uuid
    given += f", stored={stored!r}" if stored else ""

    kind = base62id.Kind(notation, prefix, masked, accept_uuid)

    class Typed(TypeID):
        rendered = f"base62id.sqlalchemy.typed_id({given})()"

        def __init__(self, as_uuid: bool = False) -> None:
            super().__init__(prefix)
            self.as_uuid = as_uuid

        def parse(self, value: Any) -> str:
            return kind.parse(value)

        def to_uuid(self, value: Any) -> uuid.UUID:
            return value if isinstance(value, uuid.UUID) else kind.uuid(value)

    made: Type[TypeID] = Typed
    if stored is not None:
        if stored != "uuid" or masked or notation == "uid11" or not prefix:
            raise TypeError('stored="uuid" is for ids with a type prefix that have no mask and are no numbers')
        made = _stored(Typed, kind)
    made.__name__ = made.__qualname__ = "".join(part.title() for part in name.split("_"))
    made.name = name
    ischema_names[name] = made
    return made


def _stored(typed: Type[TypeID], kind: base62id.Kind) -> Type[TypeID]:
    """Over core's uuid. The server is sent a UUID's text without a type, which both kinds of columns take."""
    notation, prefix = kind.notation, str(kind.prefix)
    column = kind.column_text

    class Stored(typed):  # type: ignore[valid-type,misc]
        def __init__(self) -> None:
            super().__init__()

        def get_col_spec(self, **_: Any) -> str:
            return "UUID"

        def compare_against_backend(self, dialect: Any, conn_type: Any) -> Optional[bool]:
            """Alembic: a column that has moved is no difference."""
            return False if isinstance(conn_type, UUID) or getattr(conn_type, "name", None) == self.name else None

        def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
            return lambda value: None if value is None else column(value)

        def result_processor(self, dialect: Any, coltype: Any) -> Callable[[Any], Any]:
            def id(value: Any) -> Any:
                if isinstance(value, uuid.UUID) and type(value) is not uuid.UUID:  # asyncpg's own
                    value = uuid.UUID(int=value.int)
                return None if value is None else base62id.from_column(notation, value, prefix)

            return id

        def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
            return lambda value: f"'{column(value)}'"

        class Comparator(IdType.Comparator):
            def startswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
                """The ids that begin with a text are a range."""
                plain = other if escape is None else _unescaped(other, escape)
                if not isinstance(plain, str):
                    raise TypeError('stored="uuid": startswith() takes a text')
                found = base62id.prefix_range(notation, plain, prefix)
                return false() if found is None else self.expr.between(*found)

            def _text(self, operator: str, other: Any) -> Any:
                raise TypeError(f'stored="uuid": the server has no text of an id for {operator}')

        comparator_factory = Comparator

    return Stored


def move(op: Any, table: str, column: str, kind: Any) -> None:
    """In a migration of Alembic, when the word stored is gone: gives a column its type, unless it has moved.

    Before the columns that refer to it: a foreign key from uuid to a type that takes UUIDs stays as it is written.
    """
    name = to_instance(kind).compile(_postgresql())
    found = op.get_bind().scalar(
        text("SELECT atttypid = to_regtype(:name) FROM pg_attribute WHERE attrelid = to_regclass(:table) AND attname = :column"),
        {"name": name, "table": table, "column": column},
    )
    if not found:
        op.alter_column(table, column, type_=kind, postgresql_using=f"{_quote(column)}::{name}")


_types: Tuple[Type[IdType], ...] = (Base62ID, Base64UUID, UID11, BaseUID, ULID, TypeID)
for _type in _types:
    ischema_names[_type.name] = _type


# An object has the id that its row has, from the moment when it is set or a default has made it: of one row there is one
# object in a session.


def _as_read(kind: Any) -> Optional[Callable[[Any], Any]]:
    if isinstance(kind, IdType):
        return kind.as_read
    if not isinstance(kind, ARRAY) or not isinstance(kind.item_type, IdType):
        return None
    return _members(kind.item_type.as_read)


def _default_as_read(default: Any, as_read: Callable[[Any], Any]) -> None:
    if default is not None and default.is_callable and not hasattr(default.arg, "as_read"):
        made = default.arg

        def arg(context: Any) -> Any:
            return as_read(made(context))

        arg.as_read = as_read  # type: ignore[attr-defined]
        default.arg = arg
    elif default is not None and default.is_scalar:
        default.arg = as_read(default.arg)


@event.listens_for(Mapper, "mapper_configured")
def _configured(mapper: Any, class_: Any) -> None:
    readers = {}
    for attribute in mapper.column_attrs:
        column = attribute.columns[0]
        as_read = _as_read(column.type)
        if as_read is not None:
            readers[attribute.key] = as_read
            for default in (getattr(column, "default", None), getattr(column, "onupdate", None)):
                _default_as_read(default, as_read)

            def set_as_read(_: Any, value: Any, *__: Any, as_read: Callable[[Any], Any] = as_read) -> Any:
                return as_read(value)

            event.listen(attribute.class_attribute, "set", set_as_read, retval=True)

    if not readers:
        return

    def refreshed(target: Any, context: Any, names: Any) -> None:
        # Without a query: a statement has given the session's objects its own values.
        if context is None and names:
            values = target.__dict__
            for name in readers.keys() & names & values.keys():
                values[name] = readers[name](values[name])

    event.listen(class_, "refresh", refreshed)
    keys = [readers.get(mapper.get_property_by_column(column).key) for column in mapper.primary_key]
    if any(keys):
        # Session.get() and UPDATE by lists look an object up by what they were given.
        of_row = mapper.identity_key_from_primary_key

        def identity_key_from_primary_key(primary_key: Any, identity_token: Any = None) -> Any:
            return of_row([key(value) if key else value for key, value in zip(keys, primary_key)], identity_token)

        mapper.identity_key_from_primary_key = identity_key_from_primary_key


def _tell(connection: Any, as_uuid: bool) -> None:
    """Tells a driver's connection the types of its database, so that arrays of ids are lists."""
    driver = getattr(connection, "driver_connection", connection)
    driver = getattr(driver, "_connection", driver)  # of SQLAlchemy's adapters for asyncio
    name = type(driver).__module__.partition(".")[0]
    if name == "psycopg2":
        base62id.register_psycopg2(driver, as_uuid)
    elif name == "psycopg" and driver is connection:
        base62id.register_psycopg(driver, as_uuid)
    elif name == "psycopg":
        await_only(base62id.register_psycopg_async(driver, as_uuid))
    elif name == "asyncpg" and as_uuid:  # it knows arrays by itself
        await_only(base62id.register_asyncpg(driver, as_uuid))


@event.listens_for(Engine, "connect")
def _connected(connection: Any, record: Any) -> None:
    _tell(connection, False)


def register(engine: Any, as_uuid: bool = False) -> None:
    """Tells each connection of an engine the types anew: after one was dropped and made again, or to read UUIDs.

    as_uuid: what base62id.output = uuid writes as UUIDs comes as uuid.UUID.
    """
    engine = getattr(engine, "sync_engine", engine)
    stamp = object()

    @event.listens_for(engine, "checkout")
    def checked_out(connection: Any, record: Any, _: Any) -> None:
        if record.info.get("base62id") is not stamp:
            _tell(connection, as_uuid)
            record.info["base62id"] = stamp


def render_item(kind: str, item: Any, autogen_context: Any) -> Any:
    """Alembic: writes a type of ours into a migration, with the import that it needs."""
    if kind != "type" or not isinstance(item, IdType):
        return False
    autogen_context.imports.add("import base62id.sqlalchemy")
    rendered = getattr(item, "rendered", None)
    if rendered:
        return rendered
    argument = "" if item.prefix is None else repr(item.prefix)
    return f"base62id.sqlalchemy.{type(item).__name__}({argument})"
