"""The ids of the PostgreSQL extension base62id: read, made and checked without the server.

    class UserId(Id, prefix="user"): ...

    UserId.generate()          user_01h455vb4pex5vsknk084sn02q
    UserId(text)               the canonical id, or InvalidId, which is a ValueError
    id.uuid, id.timestamp      its UUID, and when it was made
    Ulid.generate()            a system is a kind without a type prefix

Nothing but the standard library. The adapters are modules of their own: `base62id.sqlalchemy`,
`base62id.django`, `base62id.rest_framework`, `base62id.psycopg`, `base62id.asyncpg`; pydantic 2
asks a class of ids itself. For tests: `base62id.testing`.
"""

from .codec import InvalidId
from .ids import Base62Id, Base64Uuid, BaseUid, Id, TypeId, Ulid, Xid
from .numbers import Numbers, numbers

__version__ = "1.0.0"
__all__ = [
    "Base62Id",
    "Base64Uuid",
    "BaseUid",
    "Id",
    "InvalidId",
    "Numbers",
    "TypeId",
    "Ulid",
    "Xid",
    "numbers",
]
