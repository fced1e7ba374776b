"""A project that uses the package, for mypy --strict too."""

import datetime
import sys
import uuid
from typing import Optional

from base62id import Id, InvalidId, Ulid, numbers


class UserId(Id, prefix="user"):
    """user_01h455vb4pex5vsknk084sn02q"""


class InvoiceId(Id, prefix="inv", notation="uid11"):
    """inv_1111111111j"""


id: UserId = UserId.generate()
made: Optional[datetime.datetime] = id.timestamp
value: uuid.UUID = id.uuid
text: str = id
assert UserId(text) == id and UserId.from_uuid(value) == id and Ulid.is_valid(Ulid.generate())
assert made is not None and UserId.from_column(UserId.to_column(id)) == id
assert UserId.prefix_range(id) == (value, value)
assert numbers(InvoiceId).decode(numbers(InvoiceId).encode(42)) == 42
try:
    UserId("order_01h455vb4pex5vsknk084sn02q")
except InvalidId as error:
    assert error.code == "22P02" and str(error).endswith('not "user"')
adapters = {"sqlalchemy", "django", "psycopg", "psycopg2", "asyncpg", "pydantic", "pydantic_core"}
assert not adapters & set(sys.modules), "the package by itself loads no adapter"
print("it runs")
