"""Why the program ends, and its exit status."""

DONE = 0
NOTHING = 1  # a stop, a refusal or an error: nothing has moved
USAGE = 2
NO_LOCK = 3
UNFINISHED = 4  # the columns have moved, and the last file is left to do
UNKNOWN = 5  # no connection any more


class Stop(Exception):
    """Why nothing is written, or done."""

    status = NOTHING


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
    return f"{error}" + (": install the client programs of PostgreSQL" if missing else "")
