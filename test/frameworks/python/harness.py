"""Prints what test/frameworks/framework.py reads.

Each test is a function that gets what the one before it left.
"""

import contextlib
import functools
import inspect
import os
import pathlib
import subprocess
import sys
import traceback
import types
import uuid

from base62id import Base62Id, Base64Uuid, BaseUid, Id, TypeId, Ulid, Xid

MALFORMED = "user_01h455vb4pex5vsknk084sn02u"  # u is not in the alphabet
OTHER_PREFIX = "order_01h455vb4pex5vsknk084sn02q"
UUID_TYPES = os.environ["UUID_TYPES"].split()
SYSTEMS = {
    "typeid": TypeId,
    "base62id": Base62Id,
    "base64uuid": Base64Uuid,
    "uid11": Xid,
    "baseuid": BaseUid,
    "ulid": Ulid,
}


def say(*fields):
    print(
        *(str(field).replace("\t", " ").replace("\n", "\\n") for field in fields),
        sep="\t",
        flush=True,
    )


@contextlib.contextmanager
def tried(*outcome):
    try:
        yield
        say(*outcome)
    except Exception:
        say("fail", outcome[1], traceback.format_exc())


def cell(capability, how):
    """Decorates the test of a capability."""

    def decorate(test):
        @functools.wraps(test)
        def run(*arguments):
            with tried("cell", capability, how):
                test(*arguments)

        @functools.wraps(test)
        async def run_async(*arguments):
            with tried("cell", capability, how):
                await test(*arguments)

        return run_async if inspect.iscoroutinefunction(test) else run

    return decorate


def check(title, test, *arguments):
    with tried("ok", title):
        test(*arguments)


def life(capability, test):
    """A capability of a framework that has no column on its page."""
    with tried("life", capability):
        test()


def refuses(kinds, function, *arguments, **named):
    """The exception, which must be one of kinds."""
    try:
        function(*arguments, **named)
    except kinds as error:
        return error
    raise AssertionError(f"{function} took {arguments}")


def psql(*arguments, database=None, strip=True):
    command = [
        "psql",
        "-XAtq",
        "-v",
        "ON_ERROR_STOP=1",
        *(["-d", database] if database else []),
        *arguments,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip() if strip else done.stdout


def fill():
    psql("-f", os.environ["FILL"])


@functools.lru_cache(maxsize=None)
def kind_of(prefix, notation="typeid"):
    return types.new_class("Kind", (Id,), {"prefix": prefix, "notation": notation})


def new_id(prefix="user", notation="typeid"):
    """The text of an id of the client's own, as good as the server's: a UUID of version 7."""
    return str(kind_of(prefix, notation).generate())


def column_of(table, column):
    """Its type and its default, as the server has them."""
    query = (
        "SELECT concat_ws(' ', udt_name, column_default) FROM information_schema.columns "
        "WHERE table_name = '{}' AND column_name = '{}'"
    )
    return psql("-c", query.format(table, column))


def notated():
    """Makes an id type in each notation but TypeID's, with a table.

    Returns their types, tables, type prefixes and notations.
    """
    psql("-f", os.environ["NOTATED"])
    made = psql(
        "-c", "SELECT type, prefix, notation FROM typeid_types() WHERE type::text ^@ 'in_'"
    ).splitlines()
    assert len(made) == len(UUID_TYPES), made
    return [
        (name, name[:-3], prefix, notation)
        for name, prefix, notation in (line.split("|") for line in made)
    ]


def wrong_ids(id, notation):
    """Texts that are no id of the type that this one is of."""
    return [new_id("user", notation), id[1:], id + "0"]


def serve(operations):
    """Answers stored.py: each line is an operation and its arguments.

    The answer has its fields, of which a list is one.
    """
    for line in sys.stdin:
        name, *given = line.rstrip("\n").split("\t")
        try:
            made = operations[name](*given) if name in operations else "?"
            fields = [] if made is None else made if isinstance(made, list) else [made]
            texts = [
                " ".join(one or "-" for one in field)
                if isinstance(field, (list, tuple))
                else str(field or "")
                for field in fields
            ]
            print("?" if made == "?" else "\t".join(["=", *texts]), flush=True)
        except Exception as error:
            chain = [error, getattr(error, "orig", None), error.__cause__]
            print(
                "!",
                next((one.sqlstate for one in chain if hasattr(one, "sqlstate")), ""),
                repr(error).replace("\t", " "),
                sep="\t",
                flush=True,
            )


def times(write, read):
    """What times.py asks: plain of UUIDs and stored of ids, 1,000 rows at a time."""
    rows = list(zip(*lines_of("ROWS"))) if "ROWS" in os.environ else []
    given = {"plain": [uuid.UUID(one) for one in rows[0]], "stored": rows[1]} if rows else {}

    def all_of(table):
        for i in range(0, len(given[table]), 1000):
            write(
                table,
                [
                    {"id": one, "friend": one, "name": "a name"}
                    for one in given[table][i : i + 1000]
                ],
            )

    def found(table):
        rows = read(table)
        return [len(rows), rows[0].friend]

    return {"write": all_of, "read": found}


def lines_of(variable):
    return [
        line.split("\t")
        for line in pathlib.Path(os.environ[variable])
        .read_bytes()
        .decode()
        .rstrip("\n")
        .split("\n")
    ]


def texts_of(name):
    """The texts of a system's vectors, as they are written."""
    return [text for n, text, _, id in lines_of("VECTORS") if n == name and text == id != ""]
