"""psycopg 3: arrays of ids are lists, ids are text in binary too, and of the classes that are told.

Ids are sent without a type, as every str, so that they go into a column of their type, of uuid
(as `UserId.to_column(id)`) and of text alike. Into a binary COPY they go after `set_types()`.
"""

from __future__ import annotations

import uuid
from typing import Any, Sequence

from . import _catalog
from ._catalog import ServerType
from .ids import Id

__all__ = ["register", "register_async"]


def register(connection: Any, *kinds: type[Id], as_uuid: bool = False) -> None:
    """Tells a connection the types of its database.

        with psycopg.connect(url) as connection:
            register(connection, UserId, OrderId)

    An id of a class that is told comes as one; of another type as a str. After a type was dropped
    and made again, it is to be told anew.
    as_uuid: what base62id.output = uuid writes as UUIDs comes as uuid.UUID, whatever that setting.
    """
    is_idle = _is_idle(connection)

    def query(text: str) -> Any:
        return list(connection.cursor(row_factory=_as_tuples).execute(text).fetchall())

    _adapt(connection, _catalog.types(query, kinds), as_uuid)
    if is_idle and not connection.autocommit:
        connection.rollback()  # a pool wants it as it was


async def register_async(connection: Any, *kinds: type[Id], as_uuid: bool = False) -> None:
    """The same for an AsyncConnection.

    async with await psycopg.AsyncConnection.connect(url) as connection:
        await register_async(connection, UserId, OrderId)
    """
    is_idle = _is_idle(connection)

    async def query(text: str) -> Any:
        cursor = await connection.cursor(row_factory=_as_tuples).execute(text)
        return await cursor.fetchall()

    _adapt(connection, await _catalog.types_async(query, kinds), as_uuid)
    if is_idle and not connection.autocommit:
        await connection.rollback()


def _is_idle(connection: Any) -> bool:
    from psycopg.pq import TransactionStatus

    return bool(connection.info.transaction_status == TransactionStatus.IDLE)


def _as_tuples(cursor: Any) -> Any:
    """psycopg's tuple_row, which its own connection may have replaced."""
    return tuple


def _adapt(connection: Any, types: Sequence[ServerType], as_uuid: bool) -> None:
    from psycopg.types import TypeInfo
    from psycopg.types.uuid import UUIDBinaryLoader, UUIDLoader

    adapters = connection.adapters
    for type in types:
        TypeInfo(type.name, type.oid, type.array_oid).register(connection)  # arrays are lists
        if type.kind is None:
            adapters.register_loader(type.oid, UUIDLoader)
            adapters.register_loader(type.oid, UUIDBinaryLoader)
            continue
        for loader in _loaders(type, as_uuid and type.as_uuid):
            adapters.register_loader(type.oid, loader)
        adapters.register_dumper(None, _binary_dumper(type))


def _loaders(type: ServerType, as_uuid: bool) -> tuple[Any, Any]:
    from psycopg.adapt import Loader
    from psycopg.pq import Format

    class TextLoader(Loader):
        def load(self, data: Any) -> Any:
            text = bytes(data).decode()
            return type.uuid(text) if as_uuid else type.read(text)

    class BinaryLoader(Loader):
        format = Format.BINARY

        def load(self, data: Any) -> Any:
            octets = bytes(data)
            return uuid.UUID(bytes=octets) if as_uuid else type.of_octets(octets)

    return TextLoader, BinaryLoader


def _binary_dumper(type: ServerType) -> Any:
    """By the type's OID alone: COPY asks for it after set_types()."""
    from psycopg.adapt import Dumper
    from psycopg.pq import Format

    class BinaryDumper(Dumper):
        format = Format.BINARY
        oid = type.oid

        def dump(self, obj: Any) -> bytes:
            return type.octets(obj)

    return BinaryDumper
