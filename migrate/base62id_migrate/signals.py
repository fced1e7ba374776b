"""Signals that end the program: what it has begun on the server ends first."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Optional

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """One of them has come."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)


class _Waiting:
    """Whether signals wait, and which one has come meanwhile."""

    on = False
    number: Optional[int] = None


def _interrupt(number: int, frame: Optional[FrameType]) -> None:
    for other in ENDS:  # one is enough
        signal.signal(other, signal.SIG_IGN)
    if _Waiting.on:
        _Waiting.number = number
        return
    raise Interrupted(number)


@contextlib.contextmanager
def held_back() -> Iterator[None]:
    """A signal waits until what begins meanwhile can be told to end.

    Not by a mask, which a child inherits: it would be deaf to what cancels it.
    """
    _Waiting.on = True
    try:
        yield
    finally:
        _Waiting.on = False
    if _Waiting.number is not None:
        raise Interrupted(_Waiting.number)


def handle() -> None:
    for number in ENDS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup does
            signal.signal(number, _interrupt)
