# Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients.
import time
import uuid

import base62id

try:
    import hashids
    import shortuuid
except ImportError:
    hashids = shortuuid = None

value = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057")
text, id = str(value), base62id.from_uuid("typeid", value, "user")
ulid, b62 = base62id.from_uuid("ulid", value), base62id.from_uuid("base62id", value)
key = bytes(range(16))
masked = base62id.from_number(123456789, "inv", key)


def empty(name, text, prefix):
    pass


cells = {
    "an empty call": {"base62id": lambda: empty("typeid", id, "user")},
    "new TypeID": {"base62id": lambda: base62id.new_id("user"), "uuid": lambda: str(uuid.uuid4())},
    "new ULID": {"base62id": base62id.new_ulid, "uuid": lambda: str(uuid.uuid4())},
    "new UUID": {"base62id": base62id.new_uuid, "uuid": uuid.uuid4},
    "new base62id": {"base62id": lambda: base62id.new_id("", "base62id")},
    "read TypeID": {
        "base62id": lambda: base62id.parse("typeid", id, "user"),
        "uuid": lambda: uuid.UUID(text),
    },
    "read ULID": {
        "base62id": lambda: base62id.parse("ulid", ulid),
        "uuid": lambda: uuid.UUID(text),
    },
    "validate TypeID": {
        "base62id": lambda: base62id.is_valid("typeid", id, "user"),
        "uuid": lambda: uuid.UUID(text),
    },
    "TypeID to UUID": {"base62id": lambda: base62id.to_uuid("typeid", id)},
    "base62id to UUID": {"base62id": lambda: base62id.to_uuid("base62id", b62)},
    "TypeID from UUID": {"base62id": lambda: base62id.from_uuid("typeid", value, "user")},
    "base62id from UUID": {"base62id": lambda: base62id.from_uuid("base62id", value)},
    "mask a number": {"base62id": lambda: base62id.from_number(123456789, "inv", key)},
    "unmask a number": {"base62id": lambda: base62id.to_number(masked, "inv", key)},
}
for cell in ("TypeID to UUID", "base62id to UUID"):
    cells[cell]["uuid, its own text"] = lambda: uuid.UUID(text)
for cell in ("TypeID from UUID", "base62id from UUID"):
    cells[cell]["uuid, its own text"] = lambda: str(value)
if hashids:
    hashed, short = hashids.Hashids("salt", 11), shortuuid.encode(value)
    hidden = hashed.encode(123456789)
    cells["mask a number"]["hashids"] = lambda: hashed.encode(123456789)
    cells["unmask a number"]["hashids"] = lambda: hashed.decode(hidden)
    cells["new base62id"]["shortuuid"] = shortuuid.uuid
    cells["base62id to UUID"]["shortuuid"] = lambda: shortuuid.decode(short)
    cells["base62id from UUID"]["shortuuid"] = lambda: shortuuid.encode(value)


def seconds(call, calls):
    begun = time.process_time()
    for _ in range(calls):
        call()
    return (time.process_time() - begun) / calls


for cell, packages in cells.items():
    best = {name: min(seconds(call, 300) for _ in range(3)) for name, call in packages.items()}
    for _ in range(15):
        for name, call in packages.items():
            best[name] = min(best[name], seconds(call, int(0.01 / best[name]) + 1))
    for name in packages:
        print(cell, name, round(1 / best[name]), sep="\t")
