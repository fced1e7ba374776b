"""Prints what test/frameworks/run reads; each test is a function that gets what the one before it left."""

import datetime
import functools
import inspect
import json
import os
import pathlib
import subprocess
import sys
import traceback
import uuid

import base62id

MALFORMED = "user_01h455vb4pex5vsknk084sn02u"  # u is not in the alphabet
OTHER_PREFIX = "order_01h455vb4pex5vsknk084sn02q"
VECTORS = pathlib.Path(os.environ["VECTORS"])


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


def check(title, test, *arguments):
    try:
        test(*arguments)
        say("ok", title)
    except Exception:
        say("fail", title, traceback.format_exc())


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


def vectors():
    """(type, text, octets) of valid ids, and (type, text) of others."""
    valid, invalid = [], []

    def load(name):
        path = VECTORS / f"{name}.json"
        return json.loads(path.read_text()) if path.exists() else {}

    def octets(uuid):
        return bytes.fromhex(uuid.replace("-", ""))

    for name in ("base62id", "base64uuid", "ulid"):
        file = load(name)
        valid += [(name, v["text"], octets(v["uuid"])) for v in file.get("uuid", file.get("ulid", []))]
        invalid += [(name, v["text"]) for v in file.get("invalid_uuid_text", file.get("invalid_text", []))]
    file = load("baseuid")
    valid += [("baseuid", v["text"], bytes.fromhex(v["hex"])) for v in file["baseuid"]]
    invalid += [("baseuid", v["text"]) for v in file["invalid_text"]]
    file = load("uid11")
    valid += [("uid11", v["text"], int(v["payload"]).to_bytes(8, "big")) for v in file["payload"]]
    invalid += [("uid11", v["text"]) for v in file["invalid_text"]]
    file = load("typeid")
    valid += [("typeid", v["text"], v["prefix"].encode() + octets(v["uuid"])) for v in file["typeid"]]
    invalid += [("typeid", v["text"]) for v in file["invalid_text"]]
    valid += [
        ("typeid", v["typeid"], v["prefix"].encode() + octets(v["uuid"]))
        for v in load("typeid-official-valid")
    ]
    invalid += [("typeid", v["typeid"]) for v in load("typeid-official-invalid")]
    assert len(valid) > 300 and len(invalid) > 60
    return valid, invalid


def check_vectors():
    """The codecs of base62id, and the same ids through the server."""

    def codecs():
        valid, invalid = vectors()
        for name, text, octets in valid:
            assert base62id.decode(name, text) == octets, (name, text)
            assert base62id.decode(name, f'"{text}"') == octets, (name, text)
            if name == "ulid":
                assert base62id.decode(name, text.lower()) == octets, (name, text)
            assert base62id.encode(name, octets) == text, (name, text)
        for name, text in invalid:
            refuses(ValueError, base62id.decode, name, text)

    check("base62id passes the vectors", codecs)

    def uuids():
        value, id = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057"), "user_01h455vb4pex5vsknk084sn02q"
        assert base62id.to_uuid("typeid", id) == value and base62id.from_uuid("typeid", value, "user") == id
        assert base62id.parse("typeid", value, "user") == id
        for name in ("base62id", "base64uuid", "ulid"):
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
        made = base62id.new_id("user")
        assert (base62id.type_prefix(made), base62id.suffix(made)) == ("user", made[5:])

    def judged():
        lines = pathlib.Path(os.environ["JUDGED"]).read_bytes().decode().splitlines()
        assert len(lines) == 10000
        for line in lines:
            name, text, valid, id = line.split("\t")
            try:
                parsed = base62id.parse(name, text)
            except base62id.InvalidId:
                parsed = ""
            assert (base62id.is_valid(name, text), parsed) == (valid == "t", id), line

    def judged_typed():
        lines = pathlib.Path(os.environ["JUDGED_TYPED"]).read_bytes().decode().splitlines()
        assert len(lines) == 4000
        for line in lines:
            notation, prefix, text, id = line.split("\t")
            try:
                parsed = base62id.parse(notation, text, prefix)
            except base62id.InvalidId:
                parsed = ""
            assert (parsed, base62id.is_valid(notation, text, prefix)) == (id, id != ""), line
            if id:
                assert base62id.type_prefix(id, notation) == prefix, line
        for notation in ("typeid", "ulid", "base62id", "base64uuid"):
            made = [base62id.new_id("us_er", notation) for _ in range(1000)]
            assert made == sorted(set(made)) and all(base62id.parse(notation, id, "us_er") == id for id in made)
        refuses(TypeError, base62id.from_uuid, "uid11", uuid.uuid4(), "user")
        refuses(ValueError, base62id.parse, "uid11", "user_11111111111", "user")

    check("the server judges 10,000 texts as base62id does", judged)
    check("the server judges 4,000 typed ids in each notation as base62id does", judged_typed)
    check("UUIDs both ways, and nonsense is none", uuids)
    check("messages name what was found", messages)
    check("new ids ascend, and have their time", generators)
