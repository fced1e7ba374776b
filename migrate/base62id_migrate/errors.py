"""Why the program ends, and its exit status."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

DONE = 0
NOTHING = 1  # a stop, a refusal or an error: nothing has moved
USAGE = 2
NO_LOCK = 3
UNFINISHED = 4  # the columns have moved, and the last file is left to do
UNKNOWN = 5  # no connection any more


class Stop(Exception):
    """Why nothing is written, or done."""

    status = NOTHING
    alone = False  # whether nothing else can be said then


class Stops:
    """All that stands in the way, which is said at once."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def __bool__(self) -> bool:
        return bool(self.texts)

    def note(self, texts: Iterable[str]) -> None:
        self.texts += texts

    @contextlib.contextmanager
    def noted(self) -> Iterator[None]:
        """A stop in here is one of several."""
        try:
            yield
        except Stop as e:
            if e.alone:
                raise
            self.texts.append(str(e))

    def end(self) -> None:
        if self.texts:
            raise Stop("\n\n".join(dict.fromkeys(self.texts)))


class Unfinished(Stop):
    """The columns have moved."""

    status = UNFINISHED


class Unknown(Stop):
    """Nobody knows whether they have."""

    status = UNKNOWN


class Usage(Exception):
    """Exit status 2."""


PROGRAMS = ("psql", "pg_dump", "pg_restore", "dropdb")


def what_it_was(error: Exception) -> str:
    """An error that is no Stop, in a line."""
    if not isinstance(error, OSError):
        return f"an error of this program, {type(error).__name__}: {error}"
    missing = error.filename in PROGRAMS
    what = f"{error.filename}: {error.strerror}" if error.filename else f"{error}"
    return what + (": install the client programs of PostgreSQL" if missing else "")
