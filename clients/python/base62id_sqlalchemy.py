"""The types of the PostgreSQL extension base62id for SQLAlchemy 2, and what Alembic needs to know about them.

    id: Mapped[str] = mapped_column(TypeID("user"), primary_key=True, server_default=TypeID.default("user"))
    select(User).where(User.id.startswith("user_01h4"))        -- id ^@ 'user_01h4', an index scan

    register(engine)                                           -- columns of arrays of ids, over psycopg 3

Goes with base62id.py. Importing it teaches reflection, and so alembic revision --autogenerate, the types.
In env.py of Alembic: context.configure(..., render_item=base62id_sqlalchemy.render_item)
"""

from sqlalchemy import Boolean, Text, event, literal, text
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


class IdType(UserDefinedType):
    """A str in Python. A malformed one is refused before it reaches the server."""

    name = None

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)
        cls.cache_ok = True  # SQLAlchemy asks each class itself, not its base

    @property
    def python_type(self):
        return str

    def get_col_spec(self, **_):
        return self.name

    def parse(self, value):
        return base62id.parse(self.name, value)

    def bind_processor(self, dialect):
        return lambda value: None if value is None else self.parse(value)

    def literal_processor(self, dialect):
        return lambda value: f"'{self.parse(value)}'"  # an id has no quote

    class Comparator(UserDefinedType.Comparator):
        def startswith(self, other, **_):
            """The id's text starts with this."""
            return self._text("^@", other)

        def like(self, other, escape=None):
            return self._text("LIKE", other)

        def ilike(self, other, escape=None):
            return self._text("ILIKE", other)

        def has_prefix(self, other):
            """The type prefix of a typeid is exactly this."""
            return self._text("@>", other)

        def _text(self, operator, other):
            # The right side is text, not an id.
            compare = operators.custom_op(operator, is_comparison=True, return_type=Boolean())
            return self.expr.operate(compare, literal(other, Text()) if isinstance(other, str) else other)

    comparator_factory = Comparator


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

    def __init__(self, prefix=None):
        self.prefix = prefix

    def parse(self, value):
        value = super().parse(value)
        if self.prefix is not None and value.rpartition("_")[0] != self.prefix:
            raise ValueError(f"the type prefix is not {self.prefix}")
        return value

    @staticmethod
    def default(prefix):
        """The server's default, written as PostgreSQL stores it."""
        return text(f"typeid_generate('{prefix}'::text)")


def typed_id(name, prefix):
    """The class for a type that typeid_create_type(name, prefix) made."""

    class Typed(TypeID):
        def __init__(self):
            super().__init__(prefix)

        def parse(self, value):
            value = base62id.parse("typeid", value)
            if value.rpartition("_")[0] != prefix:
                raise ValueError(f"the type prefix is not {prefix}")
            return value

    Typed.__name__ = Typed.__qualname__ = "".join(part.title() for part in name.split("_"))
    Typed.name = name
    Typed.rendered = f"base62id_sqlalchemy.typed_id({name!r}, {prefix!r})()"
    ischema_names[name] = Typed
    return Typed


for _type in (Base62ID, Base64UUID, UID11, BaseUID, ULID, TypeID):
    ischema_names[_type.name] = _type


def register(engine, typed=None):
    """Makes arrays of ids lists in psycopg 3; asyncpg does so by itself. typed: {"user_id": "user"}."""
    if engine.dialect.driver != "psycopg":
        return

    @event.listens_for(engine, "connect")
    def connected(connection, _):
        autocommit, connection.autocommit = connection.autocommit, True
        base62id.register_psycopg(connection, typed)
        connection.autocommit = autocommit


def render_item(kind, item, autogen_context):
    """Alembic: writes a type of ours into a migration, with the import that it needs."""
    if kind != "type" or not isinstance(item, IdType):
        return False
    autogen_context.imports.add("import base62id_sqlalchemy")
    rendered = getattr(item, "rendered", None)
    if rendered:
        return rendered
    argument = repr(item.prefix) if getattr(item, "prefix", None) is not None else ""
    return f"base62id_sqlalchemy.{type(item).__name__}({argument})"
