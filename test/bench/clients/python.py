# Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients.
import time
import uuid

from base62id import Base62Id, Id, Ulid, numbers

try:
    import hashids
    import shortuuid
except ImportError:
    hashids = shortuuid = None


class UserId(Id, prefix="user"):
    pass


class InvoiceId(Id, prefix="inv", notation="uid11", masked=True):
    pass


value = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057")
text = str(value)
id = UserId.from_uuid(value)
id_text = str(id)
ulid_text = str(Ulid.from_uuid(value))
b62 = Base62Id.from_uuid(value)
invoices = numbers(InvoiceId, bytes(range(16)))
masked = invoices.encode(123456789)


def empty(text):
    pass


cells = {
    "an empty call": {"base62id": lambda: empty(id_text)},
    "new TypeID": {"base62id": UserId.generate, "uuid": lambda: str(uuid.uuid4())},
    "new ULID": {"base62id": Ulid.generate, "uuid": lambda: str(uuid.uuid4())},
    "new base62id": {"base62id": Base62Id.generate},
    "read TypeID": {"base62id": lambda: UserId(id_text), "uuid": lambda: uuid.UUID(text)},
    "read ULID": {"base62id": lambda: Ulid(ulid_text), "uuid": lambda: uuid.UUID(text)},
    "validate TypeID": {
        "base62id": lambda: UserId.is_valid(id_text),
        "uuid": lambda: uuid.UUID(text),
    },
    "TypeID to UUID": {"base62id": lambda: id.uuid},
    "base62id to UUID": {"base62id": lambda: b62.uuid},
    "TypeID from UUID": {"base62id": lambda: UserId.from_uuid(value)},
    "base62id from UUID": {"base62id": lambda: Base62Id.from_uuid(value)},
    "mask a number": {"base62id": lambda: invoices.encode(123456789)},
    "unmask a number": {"base62id": lambda: invoices.decode(masked)},
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
