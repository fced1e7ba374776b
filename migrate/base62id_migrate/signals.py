"""Signals that end the program: what it has begun on the server ends first."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Optional

ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(BaseException):
    """One of them has come."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)


def _interrupt(number: int, frame: Optional[FrameType]) -> None:
    for other in ENDS:  # one is enough
        signal.signal(other, signal.SIG_IGN)
    raise Interrupted(number)


def handle() -> None:
    for number in ENDS:
        if signal.getsignal(number) != signal.SIG_IGN:  # as nohup does
            signal.signal(number, _interrupt)
