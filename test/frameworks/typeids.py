"""TypeIDs, by themselves: stored.py and times.py ask every language's client, and go by none of them."""

import itertools
import secrets
import time
import uuid

CHARACTERS = "0123456789abcdefghjkmnpqrstvwxyz"


def of(prefix, value):
    """The id of a UUID: its 128 bits, five to a character."""
    return f"{prefix}_" + "".join(CHARACTERS[value.int >> shift & 31] for shift in range(125, -1, -5))


def to_uuid(id):
    number = 0
    for character in id.rpartition("_")[2]:
        number = number * 32 + CHARACTERS.index(character)
    return uuid.UUID(int=number)


# Of version 7, ascending.
_numbers = itertools.count(
    time.time_ns() // 1_000_000 << 80 | 7 << 76 | 2 << 62 | secrets.randbits(61), 1 << 20
)


def new(prefix):
    return of(prefix, uuid.UUID(int=next(_numbers)))
