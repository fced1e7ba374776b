"""psycopg2: arrays of ids are lists, and ids of the classes that are told."""

from __future__ import annotations

import importlib
from typing import Any, Callable, Optional

from . import _catalog
from ._catalog import ServerType
from .ids import Id

__all__ = ["register"]


def register(connection: Any, *kinds: type[Id], as_uuid: bool = False) -> None:
    """Tells a connection the types of its database, as `base62id.psycopg.register` does.

    connection = psycopg2.connect(url)
    register(connection, UserId, OrderId)
    """
    # By name, so that a type checker needs no stubs of it.
    extensions: Any = importlib.import_module("psycopg2.extensions")
    extras: Any = importlib.import_module("psycopg2.extras")
    is_idle = connection.get_transaction_status() == extensions.TRANSACTION_STATUS_IDLE

    def query(text: str) -> Any:
        with connection.cursor(cursor_factory=extensions.cursor) as cursor:
            cursor.execute(text)
            return list(cursor.fetchall())

    for type in _catalog.types(query, kinds):
        scalar = extensions.new_type((type.oid,), type.name, _caster(type, as_uuid))
        array = extensions.new_array_type((type.array_oid,), type.name + "[]", scalar)
        extensions.register_type(scalar, connection)
        extensions.register_type(array, connection)
    if as_uuid:
        extras.register_uuid(conn_or_curs=connection)
    if is_idle and not connection.autocommit:
        connection.rollback()


def _caster(type: ServerType, as_uuid: bool) -> Callable[[Optional[str], Any], Any]:
    def cast(text: Optional[str], _: Any) -> Any:
        if text is None or type.kind is None:
            return text
        return type.uuid(text) if as_uuid and type.as_uuid else type.read(text)

    return cast
