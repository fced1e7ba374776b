"""New ids: the clock, random octets and what ascends. One state for the process, in `current`.

A test replaces the state for a while: `base62id.testing.source`.
"""

from __future__ import annotations

import datetime
import os
import struct
import threading
import time
from typing import Callable, Optional

Random = Callable[[int], bytes]
"""Gives as many random octets as it is asked for."""

# The contract of all clients: so far a clock that has stepped back is taken for the same moment.
STEP_BACK_MS = 10_000

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_MILLISECOND = datetime.timedelta(milliseconds=1)
_TAIL_OCTETS = 10


def milliseconds(at: datetime.datetime) -> int:
    """Since 1970; ValueError for a time that no id has, or that is none without its zone."""
    if not isinstance(at, datetime.datetime):
        raise TypeError(f"at is a datetime, not {type(at).__name__}")
    if at.utcoffset() is None:
        raise ValueError("at has no zone, and so is no moment: datetime.now(timezone.utc) has one")
    ms = (at - _EPOCH) // _MILLISECOND
    if ms < 0:
        raise ValueError(f"at is {at.isoformat()}: ids have times from 1970 on")
    return ms


def octets_of(random: Random, count: int) -> int:
    """A number of so many octets of a source that is not ours."""
    octets = random(count)
    if not isinstance(octets, (bytes, bytearray)) or len(octets) != count:
        raise ValueError(f"random({count}) has to give {count} bytes")
    return int.from_bytes(octets, "big")


def _rest_of_uuid(tail: int) -> int:
    """The 74 bits of version 7 beside time, version and variant, as they stand in 80."""
    return (tail >> 64 & 0xFFF) << 62 | tail & (1 << 62) - 1


def _uuid(ms: int, rest: int) -> int:
    return ms << 80 | 7 << 76 | rest >> 62 << 64 | 2 << 62 | rest & (1 << 62) - 1


class _Pool:
    """Random octets of the system, each in one id alone, drawn 1,024 at a time."""

    def __init__(self) -> None:
        self.words: list[int] = []
        self.filled = 0

    def word(self, now: int) -> int:
        """32 bits. None is older than a second: a copied machine draws its own."""
        if not self.words or abs(now - self.filled) > 1000:
            self.words = list(struct.unpack("256I", os.urandom(1024)))
            self.filled = now
        return self.words.pop()

    def tail(self, now: int) -> int:
        return (self.word(now) << 64 | self.word(now) << 32 | self.word(now)) >> 16


class Generator:
    """What a process knows of its last ids: those of version 7, and the ulids, ascend apart.

    now: milliseconds since 1970; None: the system's clock, by time.time_ns(), which fakes replace.
    """

    def __init__(
        self, now: Optional[Callable[[], int]] = None, random: Optional[Random] = None
    ) -> None:
        self.now = now
        self.random = random
        self.lock = threading.Lock()
        self.pool = _Pool()
        self.uuid_ms = -1
        self.uuid_rest = 0
        self.ulid_ms = -1
        self.ulid_rest = 0

    def clock(self) -> int:
        now = self.now
        return time.time_ns() // 1_000_000 if now is None else now()

    def tail(self, now: int) -> int:
        if self.random is None:
            return self.pool.tail(now)
        return octets_of(self.random, _TAIL_OCTETS)

    def step(self, now: int) -> int:
        """A random step keeps the next id from being guessed."""
        if self.random is None:
            return 1 + self.pool.word(now)
        return 1 + octets_of(self.random, 4)

    def next_uuid(self) -> int:
        """A UUID of version 7, as a number."""
        with self.lock:
            now = self.clock()
            stands = 0 <= self.uuid_ms - now <= STEP_BACK_MS
            if stands:
                self.uuid_rest += self.step(now)
                if not self.uuid_rest >> 74:
                    return _uuid(self.uuid_ms, self.uuid_rest)
            self.uuid_ms = self.uuid_ms + 1 if stands else now
            self.uuid_rest = _rest_of_uuid(self.tail(now))
            return _uuid(self.uuid_ms, self.uuid_rest)

    def next_ulid(self) -> int:
        """By the monotonic rule of the ULID specification; what overflows takes a millisecond."""
        with self.lock:
            now = self.clock()
            stands = 0 <= self.ulid_ms - now <= STEP_BACK_MS
            if stands:
                self.ulid_rest += 1
                if not self.ulid_rest >> 80:
                    return self.ulid_ms << 80 | self.ulid_rest
            self.ulid_ms = self.ulid_ms + 1 if stands else now
            self.ulid_rest = self.tail(now)
            return self.ulid_ms << 80 | self.ulid_rest


current = Generator()


def _begin_anew() -> None:
    """In a child process, which would go on as its parent does; its lock may be held, too."""
    global current
    current = Generator(current.now, current.random)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)


def number_of(is_ulid: bool, at: Optional[datetime.datetime], random: Optional[Random]) -> int:
    """The number of a new id of a time, by randomness, or both. It changes no state."""
    generator = current
    ms = generator.clock() if at is None else milliseconds(at)
    random = random or generator.random or os.urandom
    tail = octets_of(random, _TAIL_OCTETS)
    return ms << 80 | tail if is_ulid else _uuid(ms, _rest_of_uuid(tail))
