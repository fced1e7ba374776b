"""Every case of the conformance kit, which all languages answer alike.

A test has the name of its file. conformance/README.md, of the repository, says what cases have.
"""

import datetime
import functools
import json
import pathlib
import re
import types
import uuid

import pytest

from base62id import Base62Id, Base64Uuid, BaseUid, Id, InvalidId, Ulid, Xid, numbers
from base62id.testing import seeded, source

KIT = pathlib.Path(__file__).parents[3] / "conformance"
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
SYSTEMS = {
    "base62id": Base62Id,
    "base64uuid": Base64Uuid,
    "ulid": Ulid,
    "baseuid": BaseUid,
    "xid": Xid,
}
pytestmark = pytest.mark.skipif(not KIT.is_dir(), reason="the kit is in the repository alone")


def load(name):
    return json.loads((KIT / f"{name}.json").read_text(encoding="utf8"))


def define(of):
    options = {"accept_uuid" if name == "acceptUuid" else name: of[name] for name in of}
    return types.new_class("Given", (Id,), options)


def cases(name):
    """Each case of a file, with the class of its group."""
    for group in load(name):
        of = group["kind"]
        kind = SYSTEMS[of["system"]] if "system" in of else define(of)
        for case in group["cases"]:
            yield kind, {**group, **case}


def moment(ms):
    return EPOCH + datetime.timedelta(milliseconds=ms)


def parsed(kind, text):
    try:
        return kind.parse(text)
    except InvalidId:
        return None


def test_definitions():
    for case in load("definitions"):
        if case["valid"]:
            assert define(case["kind"]).kind
        else:
            with pytest.raises(TypeError):
                define(case["kind"])


def test_vectors():
    for kind, case in cases("vectors"):
        id = kind.parse(case["id"])
        assert id == case["id"] and kind.is_valid(case["id"])
        if "uuid" in case:
            assert str(id.uuid) == case["uuid"] and kind.from_uuid(uuid.UUID(case["uuid"])) == id
        if "timestamp" in case:
            made = id.timestamp
            millisecond = datetime.timedelta(milliseconds=1)
            found = None if made is None else (made - EPOCH) // millisecond
            # A datetime ends with the year 9999.
            is_beyond = case["timestamp"] is not None and case["timestamp"] >= 253402300800000
            assert found == (None if is_beyond else case["timestamp"]), case


def test_verdicts():
    for kind, case in cases("verdicts"):
        assert parsed(kind, case["text"]) == case["id"], case
        assert kind.is_valid(case["text"]) == (case["id"] == case["text"]), case


def test_ranges():
    for kind, case in cases("ranges"):
        found = kind.prefix_range(case["text"]) or (None, None)
        wanted = [case["first"], case["last"]]
        assert [one and str(one) for one in found] == wanted, case


def test_numbers():
    for kind, case in cases("numbers"):
        key = bytes.fromhex(case["key"]) if "key" in case else None
        of = numbers(kind, key)
        assert of.encode(int(case["number"])) == case["id"]
        assert of.decode(case["id"]) == int(case["number"])


def test_generated():
    for kind, case in cases("generated"):
        if "seed" in case:
            octets = seeded(case["seed"])
            if "random" in case:
                assert seeded(case["seed"])(10).hex() == case["random"]
        else:
            octets = functools.partial(lambda random, n: random, bytes.fromhex(case["random"]))
        try:
            at = moment(case["at"])
        except OverflowError:  # a datetime ends with the year 9999
            continue
        assert kind.generate(at=at, random=octets) == case["id"], case


@pytest.mark.parametrize("kind", [define({"prefix": "user"}), Ulid])
def test_clock(kind):
    for case in load("clock"):
        reading = 0

        def now():
            return moment(reading)

        with source(now=now):
            last = ""
            for step in case["steps"]:
                reading = step["now"]
                id = kind.generate()
                assert id.timestamp == moment(step["timestamp"]), case["name"]
                assert (id > last) == step["ascends"], case["name"]
                last = id


def test_patterns():
    for case in load("patterns"):
        of = case["kind"]
        kind = SYSTEMS[of["system"]] if "system" in of else define(of)
        assert kind.pattern == case["pattern"]
        assert re.compile(kind.pattern)
