"""The types of the PostgreSQL extension base62id for SQLAlchemy 2, and what Alembic needs to know about them.

    id: Mapped[str] = mapped_column(TypeID("user"), primary_key=True, server_default=TypeID.default("user"))
    select(User).where(User.id.startswith("user_01h4"))        -- id ^@ 'user_01h4', an index scan

    register(engine)                                           -- columns of arrays of ids, over psycopg 3

Importing it teaches reflection, and so alembic revision --autogenerate, the types.
In env.py of Alembic: context.configure(..., render_item=base62id.sqlalchemy.render_item)
"""

from typing import Any, Callable, Optional, Type

from sqlalchemy import Boolean, Text, event, func, literal, text
from sqlalchemy.dialects.postgresql.base import ischema_names
from sqlalchemy.sql import operators
from sqlalchemy.types import UserDefinedType

import base62id

__all__ = [
    "Base62ID",
    "Base64UUID",
    "BaseUID",
    "TypeID",
    "ULID",
    "UID11",
    "register",
    "render_item",
    "typed_id",
]


class IdType(UserDefinedType):  # type: ignore[type-arg]
    """A str in Python; a UUID is taken, too. A malformed id is refused before it reaches the server."""

    name: str = ""
    prefix: Optional[str] = None

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        cls.cache_ok = True  # SQLAlchemy asks each class itself, not its base

    @property
    def python_type(self) -> Any:
        return str

    def get_col_spec(self, **_: Any) -> str:
        return self.name

    def parse(self, value: Any) -> str:
        return base62id.parse(self.name, value)

    def bind_processor(self, dialect: Any) -> Callable[[Any], Any]:
        return lambda value: None if value is None else self.parse(value)

    def literal_processor(self, dialect: Any) -> Callable[[Any], str]:
        return lambda value: f"'{self.parse(value)}'"  # an id has no quote

    class Comparator(UserDefinedType.Comparator):  # type: ignore[type-arg]
        """The right sides of these are text, not ids. autoescape has become an escape when they are called."""

        def startswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            """The id's text starts with this; without an escape its symbols stand for themselves."""
            if escape is None:
                return self._text("^@", other)
            plain = _unescaped(other, escape)
            return self._text("^@", plain) if plain is not None else self._like("LIKE", other, escape, "", "%")

        def endswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            return self._like("LIKE", other, escape, "%", "")

        def contains(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            return self._like("LIKE", other, escape, "%", "%")

        def istartswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            return self._like("ILIKE", other, escape, "", "%")

        def iendswith(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
            return self._like("ILIKE", other, escape, "%", "")

        def icontains(self, other: Any, escape: Optional[str] = None, autoescape: bool = False) -> Any:
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
        self.prefix = prefix

    def parse(self, value: Any) -> str:
        return base62id.parse("typeid", value, self.prefix)

    @staticmethod
    def default(prefix: str) -> Any:
        """The server's default, written as PostgreSQL stores it."""
        return text(f"typeid_generate('{prefix}'::text)")


def typed_id(name: str, prefix: str, notation: str = "typeid") -> Type[TypeID]:
    """The class for a type that typeid_create_type(name, prefix, notation) made."""
    arguments = [name, prefix] if notation == "typeid" else [name, prefix, notation]

    class Typed(TypeID):
        rendered = f"base62id.sqlalchemy.typed_id({', '.join(map(repr, arguments))})()"

        def __init__(self) -> None:
            super().__init__(prefix)

        def parse(self, value: Any) -> str:
            return base62id.parse(notation, value, prefix)

    Typed.__name__ = Typed.__qualname__ = "".join(part.title() for part in name.split("_"))
    Typed.name = name
    ischema_names[name] = Typed
    return Typed


for _type in (Base62ID, Base64UUID, UID11, BaseUID, ULID, TypeID):
    ischema_names[_type.name] = _type


def register(engine: Any, typed: Optional[base62id.Typed] = None) -> None:
    """Makes arrays of ids lists in psycopg 3; asyncpg does so by itself. typed: as base62id.register_psycopg has it."""
    if engine.dialect.driver != "psycopg":
        return

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        autocommit, connection.autocommit = connection.autocommit, True
        base62id.register_psycopg(connection, typed)
        connection.autocommit = autocommit


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
