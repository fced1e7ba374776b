import datetime
import uuid

import base62id

id: str = base62id.new_id("user")
made: "datetime.datetime | None" = base62id.timestamp("typeid", id)
value: uuid.UUID = base62id.to_uuid("typeid", id)
assert base62id.parse("typeid", value, "user") == id and base62id.is_valid("ulid", base62id.new_ulid())
assert made is not None and base62id.type_prefix(id) + "_" + base62id.suffix(id) == id
kind = base62id.Kind("typeid", "user")
assert kind.to_column(id) == value and kind.from_column(value) == id and kind.prefix_range(id) == (value, value)
try:
    base62id.parse("typeid", "order_01h455vb4pex5vsknk084sn02q", prefix="user")
except base62id.InvalidId as error:
    assert str(error).endswith('not "user"')
print("it runs")
