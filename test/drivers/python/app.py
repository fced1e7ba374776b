"""An application that knows UUIDs, in the words of each driver: what its operations give, printed for the table."""

import os
import sys
import uuid

import base62id  # noqa: F401  # the told forms

FORM = os.environ["FORM"]  # uuid, id or told
TOLD = FORM == "told"
URL = "postgresql://{PGUSER}@{PGHOST}:{PGPORT}/{PGDATABASE}".format(**os.environ)


def cell(operation, how):
    print("cell", operation, how, sep="\t", flush=True)


class Wrong(Exception):
    """Not what an application of UUIDs expects; its text is the table's cell."""


def uuids(*values):
    """Each must be a UUID object."""
    for value in values:
        if not isinstance(value, uuid.UUID):
            raise Wrong(f"`{type(value).__name__}`")


def same(got, wanted):
    """Both are the same UUIDs, of which those from the database are objects, in lists where they should be."""
    uuids(*(got if isinstance(wanted, list) and isinstance(got, list) else [got]))
    if got != wanted:
        raise Wrong("another value")


def outcome(error):
    if isinstance(error, Wrong):
        return str(error)
    if FORM != "id" or "-v" in sys.argv:
        import traceback

        traceback.print_exception(type(error), error, error.__traceback__)
    return f"`{type(error).__name__}`"


def run(operations):
    """Functions named for the operations; what one raises is its cell."""
    for name, operation in operations.items():
        try:
            cell(name, operation() or "✓")
        except Exception as error:
            cell(name, outcome(error))


async def run_async(operations):
    for name, operation in operations.items():
        try:
            cell(name, await operation() or "✓")
        except Exception as error:
            cell(name, outcome(error))


ADA, GRACE = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057"), uuid.UUID("11111111-2222-4333-8444-555555555555")
