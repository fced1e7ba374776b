"""Prints what test/frameworks/run reads; each test is a function that gets what the one before it left."""

import datetime
import functools
import inspect
import os
import pathlib
import subprocess
import sys
import traceback
import uuid

import base62id

MALFORMED = "user_01h455vb4pex5vsknk084sn02u"  # u is not in the alphabet
OTHER_PREFIX = "order_01h455vb4pex5vsknk084sn02q"
UUID_TYPES = os.environ["UUID_TYPES"].split()


def say(*fields):
    print(*(str(field).replace("\t", " ").replace("\n", "\\n") for field in fields), sep="\t", flush=True)


def cell(capability, how):
    """Decorates the test of a capability."""

    def decorate(test):
        failed = False
        if inspect.iscoroutinefunction(test):

            @functools.wraps(test)
            async def wrapped(*arguments):
                try:
                    await test(*arguments)
                    say("cell", capability, how)
                except Exception:
                    say("fail", capability, traceback.format_exc())

            return wrapped

        @functools.wraps(test)
        def wrapped(*arguments):
            try:
                test(*arguments)
                say("cell", capability, how)
            except Exception:
                say("fail", capability, traceback.format_exc())

        return wrapped

    return decorate


def _tried(outcome, test, *arguments):
    try:
        test(*arguments)
        say(*outcome)
    except Exception:
        say("fail", outcome[1], traceback.format_exc())


def check(title, test, *arguments):
    _tried(("ok", title), test, *arguments)


def life(capability, how, test):
    """A cell of a framework that has a row in the table of lives alone."""
    _tried(("life", capability, how), test)


def refuses(kinds, function, *arguments, **named):
    """The exception, which must be one of kinds."""
    try:
        function(*arguments, **named)
    except kinds as error:
        return error
    raise AssertionError(f"{function} took {arguments}")


def psql(*arguments, database=None):
    done = subprocess.run(
        ["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", *(["-d", database] if database else []), *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def fill():
    psql("-f", os.environ["FILL"])


def new_id(prefix="user", notation="typeid"):
    """An id of the client's own, as good as the server's: a UUID of version 7."""
    return base62id.new_id(prefix, notation)


def have_typed():
    return psql("-c", "SELECT count(*) FROM pg_proc WHERE proname = 'typeid_create_type'") == "1"


def notated():
    """Makes a typed id in each notation but TypeID's, with a table: their types, tables, type prefixes and notations."""
    psql("-f", os.environ["NOTATED"])
    made = psql("-c", "SELECT type, prefix, notation FROM typeid_types() WHERE type::text ^@ 'in_'").splitlines()
    assert len(made) == len(UUID_TYPES), made
    return [(name, name[:-3], prefix, notation) for name, prefix, notation in (line.split("|") for line in made)]


def wrong_ids(id, notation):
    """Texts that are no id of the type that this one is of."""
    return [new_id("user", notation), id[1:], id + "0"]


def serve(operations):
    """Answers stored.py: each line is an operation and its arguments, the answer its fields, of which a list is one."""
    for line in sys.stdin:
        name, *given = line.rstrip("\n").split("\t")
        try:
            made = operations[name](*given) if name in operations else "?"
            fields = [] if made is None else made if isinstance(made, list) else [made]
            texts = [" ".join(one or "-" for one in field) if isinstance(field, (list, tuple)) else str(field or "") for field in fields]
            print("?" if made == "?" else "\t".join(["=", *texts]), flush=True)
        except Exception as error:
            chain = [error, getattr(error, "orig", None), error.__cause__]
            print("!", next((one.sqlstate for one in chain if hasattr(one, "sqlstate")), ""), repr(error).replace("\t", " "), sep="\t", flush=True)


def lines_of(variable):
    return [line.split("\t") for line in pathlib.Path(os.environ[variable]).read_bytes().decode().rstrip("\n").split("\n")]


def texts_of(name):
    """The texts of a system's vectors, as they are written."""
    return [text for n, text, _, id in lines_of("VECTORS") if n == name and text == id != ""]


def wrong_texts_of(name):
    return [text for n, text, _, id in lines_of("VECTORS") if n == name and not id]


def check_functions():
    """What test/client-codecs does not ask of the codec."""

    def uuids():
        value, id = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057"), "user_01h455vb4pex5vsknk084sn02q"
        assert base62id.to_uuid("typeid", id) == value and base62id.from_uuid("typeid", value, "user") == id
        assert base62id.parse("typeid", value, "user") == id
        for name in UUID_TYPES:
            text = base62id.from_uuid(name, value)
            assert base62id.to_uuid(name, text) == value
            for given in (value, str(value), str(value).upper(), f'"{value}"'):
                assert base62id.parse(name, given) == text
            assert not base62id.is_valid(name, str(value))
        for wrong in (str(value), value.bytes, None, 5):
            refuses(TypeError, base62id.from_uuid, "base62id", wrong)
        for name in ("uid11", "baseuid"):
            refuses(TypeError, base62id.from_uuid, name, value)
            refuses(ValueError, base62id.parse, name, value)
        refuses(ValueError, base62id.parse, "typeid", value)
        refuses(LookupError, base62id.decode, "nope", "")

    def messages():
        for text, words in (
            (OTHER_PREFIX, f'"{OTHER_PREFIX}": the type prefix is "order", not "user"'),
            (MALFORMED, '"u" at position 31'),
            ("user_1", "1 symbols, not 26"),
            ("", "0 symbols, not 26"),
            ("User_01h455vb4pex5vsknk084sn02q", 'not "User"'),
            (17, "int, not str"),
        ):
            error = refuses(ValueError, base62id.parse, "typeid", text, "user")
            assert words in str(error), error

    def generators():
        for name, make in (
            ("typeid", lambda: base62id.new_id("user")),
            ("ulid", base62id.new_ulid),
            ("base62id", lambda: base62id.from_uuid("base62id", base62id.new_uuid())),
        ):
            before = datetime.datetime.now(datetime.timezone.utc)
            made = [make() for _ in range(20000)]
            assert made == sorted(set(made))
            age = base62id.timestamp(name, made[0]) - before
            # What came before in this process may have gone ahead of the clock.
            assert datetime.timedelta(milliseconds=-1) <= age < datetime.timedelta(minutes=1), age
        for name in ("xid", "baseuid"):
            id, stamp = psql(
                "-c",
                f"SELECT id, extract(epoch FROM {name}_timestamp(id))::numeric FROM {name}_min('2026-02-03 04:05:06.789+00') AS id",
            ).split("|")
            made = base62id.timestamp("uid11" if name == "xid" else name, id)
            assert (made - base62id._EPOCH) / datetime.timedelta(microseconds=1) == float(stamp) * 1e6, (made, stamp)
        assert base62id.timestamp("base62id", base62id.from_uuid("base62id", uuid.uuid4())) is None
        # Of the year 10889, behind the last of a datetime.
        assert base62id.timestamp("ulid", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ") is None
        made = base62id.new_id("user")
        assert (base62id.type_prefix(made), base62id.suffix(made)) == ("user", made[5:])
        for notation in ("typeid", *UUID_TYPES):
            made = [base62id.new_id("us_er", notation) for _ in range(1000)]
            assert made == sorted(set(made)) and all(base62id.parse(notation, id, "us_er") == id for id in made)
        refuses(TypeError, base62id.from_uuid, "uid11", uuid.uuid4(), "user")
        refuses(ValueError, base62id.parse, "baseuid", "user_11111111111", "user")

    check("UUIDs both ways, and nonsense is none", uuids)
    check("messages name what was found", messages)
    check("new ids ascend, and have their time", generators)
