"""asyncpg: ids in binary, in COPY and in arrays too, and of the classes that are told."""

from __future__ import annotations

import uuid
from typing import Any, Callable

from . import _catalog
from .ids import Id

__all__ = ["register"]


async def register(connection: Any, *kinds: type[Id], as_uuid: bool = False) -> None:
    """Tells a connection the types of its database.

        pool = await asyncpg.create_pool(url, init=lambda c: register(c, UserId, OrderId))

    An id of a class that is told comes as one; of another type as a str. After a type was dropped
    and made again, it is to be told anew.
    as_uuid: what base62id.output = uuid writes as UUIDs comes as uuid.UUID, whatever that setting.
    """
    for type in await _catalog.types_async(connection.fetch, kinds):
        if type.kind is None or type.is_domain:  # which asyncpg reads as its type
            continue
        decoder: Callable[[bytes], Any] = type.of_octets
        if as_uuid and type.as_uuid:
            decoder = _uuid
        await connection.set_type_codec(
            type.name,
            schema=type.schema,
            encoder=type.octets,
            decoder=decoder,
            format="binary",
        )


def _uuid(octets: bytes) -> uuid.UUID:
    return uuid.UUID(bytes=bytes(octets))
