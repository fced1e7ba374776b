"""Prints what test/frameworks/run reads; each test is a function that gets what the one before it left."""

import functools
import inspect
import json
import os
import pathlib
import subprocess
import sys
import traceback

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


def new_id(prefix="user"):
    """An id of the client's own, as good as the server's: a UUID of version 7."""
    import time
    import uuid

    number = int(time.time() * 1000) << 80 | int.from_bytes(os.urandom(10), "big")
    value = uuid.UUID(int=number & ~(0xF << 76 | 3 << 62) | 7 << 76 | 2 << 62)
    return base62id.from_uuid("typeid", value, prefix)


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
    """The codecs of base62id.py, and the same ids through the server."""

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

    check("base62id.py passes the vectors", codecs)
