"""For tests of an application: new ids by a clock and by randomness of the test's own.

Fake timers (freezegun, time-machine) need nothing of this: ids follow `time.time_ns()`.
"""

from __future__ import annotations

import contextlib
import datetime
from typing import Callable, Iterator, Optional, Union

from . import _generator
from ._generator import Random

__all__ = ["seeded", "source"]

Now = Union[datetime.datetime, Callable[[], datetime.datetime]]


@contextlib.contextmanager
def source(*, now: Optional[Now] = None, random: Optional[Random] = None) -> Iterator[None]:
    """All new ids of this process, until the block ends. What is not given is the system's.

    now: a time that stands still, or what gives one.
    random: gives as many octets as it is asked for; `seeded(n)` the same ones each time.
    What was made before does not matter to the ids of the block, nor they to those behind it.

    >>> import datetime
    >>> from base62id import Id
    >>> from base62id.testing import seeded, source
    >>> class UserId(Id, prefix="user"):
    ...     pass
    >>> new_year = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
    >>> with source(now=new_year, random=seeded(1)):
    ...     first, second = UserId.generate(), UserId.generate()
    >>> first.timestamp == second.timestamp == new_year and first < second
    True
    """
    if isinstance(now, datetime.datetime):
        ms = _generator.milliseconds(now)

        def clock() -> int:
            return ms

    elif now is not None:
        given = now

        def clock() -> int:
            return _generator.milliseconds(given())

    before = _generator.current
    _generator.current = _generator.Generator(None if now is None else clock, random)
    try:
        yield
    finally:
        _generator.current = before


def seeded(seed: int) -> Random:
    """The same octets for the same seed, in every language of base62id: for tests alone.

    It is xorshift of 32 bits, as conformance/README.md has it.

    >>> from base62id.testing import seeded
    >>> seeded(42)(10).hex()
    '2e74c1544435f690c524'
    """
    state = (seed ^ 0x9E3779B9) & 0xFFFFFFFF or 1

    def octet() -> int:
        nonlocal state
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
        return state >> 24

    def octets(count: int) -> bytes:
        return bytes(octet() for _ in range(count))

    octets(16)  # of which those of small seeds are alike
    return octets
