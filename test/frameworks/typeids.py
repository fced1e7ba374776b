"""TypeIDs, by themselves: stored.py and times.py ask every language's client, and trust none."""

import itertools
import secrets
import time
import uuid

CHARACTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def of(prefix: str, value: uuid.UUID) -> str:
    """The id of a UUID: its 128 bits, five to a character."""
    return f"{prefix}_" + "".join(
        CHARACTERS[value.int >> shift & 31] for shift in range(125, -1, -5)
    )


def to_uuid(id: str) -> uuid.UUID:
    number = 0
    for character in id.rpartition("_")[2]:
        number = number * 32 + CHARACTERS.index(character)
    return uuid.UUID(int=number)


# Of version 7, ascending.
_numbers = itertools.count(
    time.time_ns() // 1_000_000 << 80 | 7 << 76 | 2 << 62 | secrets.randbits(61), 1 << 20
)


def new(prefix: str) -> str:
    return of(prefix, uuid.UUID(int=next(_numbers)))
