"""Answers test/client-codecs: lines.py there says which lines it reads."""

import datetime
import functools
import os
import re
import sys
import threading
import time
import traceback
import types
import uuid

import base62id
from base62id import BaseUid, Id, InvalidId, Ulid, Xid

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
SYSTEMS = {
    "base62id": base62id.Base62Id,
    "base64uuid": base62id.Base64Uuid,
    "ulid": Ulid,
    "baseuid": BaseUid,
    "xid": Xid,
}


@functools.lru_cache(maxsize=None)
def kind_of(notation, prefix, masked=False, accept_uuid=False):
    """The class of a system, where the prefix is "-", or of a definition."""
    if prefix == "-":
        return SYSTEMS[notation]
    options = {"notation": notation, "masked": masked, "accept_uuid": accept_uuid}
    return types.new_class("Given", (Id,), {"prefix": prefix, **options})


def read(function, *arguments):
    try:
        return function(*arguments)
    except InvalidId:
        return None


def parse(kind, text):
    id = read(kind.parse, text)
    assert id is None or type(id) is kind
    # Every id matches the pattern; and nothing else where as many characters have as many values.
    is_loose = kind.masked or kind.notation in ("base62id", "uid11") or '"' in text
    assert bool(re.search(kind.pattern, id or text)) == bool(id) or not id and is_loose, text
    return id, int(kind.is_valid(text))


def column(kind, text):
    value = read(kind.to_column, text)
    if value is None:
        return None, None
    id = kind.from_column(value)
    assert id == kind.from_column(str(value)) == kind.from_column(id), text
    assert kind.to_column(id) == id.uuid == value, text
    return value, id


def of_uuid(kind, text):
    """Of a UUID's text the id, and its UUID again."""
    try:
        id = kind.from_uuid(uuid.UUID(text))
    except ValueError:
        return None, None
    return id, id.uuid


def time_of(kind, text):
    made = kind(text).timestamp
    return made and (made - EPOCH) // datetime.timedelta(milliseconds=1)


def number(kind, text, key, of):
    numbers = base62id.numbers(kind, key)
    return numbers.encode(of), read(numbers.decode, text)


def made_of(kind):
    """Whether new ids ascend, are of this minute, and are read."""
    made = [kind.generate() for _ in range(1000)]
    age = time.time() - made[0].timestamp.timestamp()
    is_right = made == sorted(set(made)) and all(kind.is_valid(id) for id in made)
    return "true" if is_right and abs(age) < 60 else "false"


def message(kind, text, words):
    try:
        return kind.parse(text)
    except InvalidId as error:
        return "true" if words in str(error) else error


def keys(prefix, text):
    """200 keys, more than are kept; and nothing that is raised, traced or printed has one."""
    kind = kind_of("uid11", prefix, True)
    all_numbers = [base62id.numbers(kind, text[:15].encode() + bytes([n])) for n in range(200)]
    made = [numbers.encode(42) for numbers in all_numbers]
    again = [numbers.encode(numbers.decode(id)) for id, numbers in zip(made, all_numbers)]
    key = text.encode()
    shown = said(
        lambda: base62id.numbers(kind, key[1:]),
        lambda: base62id.numbers(kind, key * 2),
        lambda: base62id.numbers(kind, text),
        lambda: base62id.numbers(kind, bytearray(key)),
        lambda: base62id.numbers(kind_of("uid11", prefix), key),
        lambda: base62id.numbers(kind, key).encode(1 << 64),
        lambda: base62id.numbers(kind, key).decode(""),
        lambda: base62id.numbers(kind, key),
    )
    is_right = again == made and len(set(made)) == 200 and "secret" not in str(shown)
    return "true" if is_right else f"false {shown}"


def said(*calls):
    ours = os.path.dirname(base62id.__file__)
    texts = []
    for call in calls:
        try:
            texts.append(repr(call()))
        except Exception as error:
            # The variables of our frames, as a report of errors has them.
            told = traceback.TracebackException.from_exception(error, capture_locals=True)
            frames = [frame.locals for frame in told.stack if frame.filename.startswith(ours)]
            texts.append(f"{error} {frames}")
    return texts


def calls_of(kind, text):
    define = functools.partial(types.new_class, "Given", (Id,))
    names = ("parse", "is_valid", "from_uuid", "to_column", "from_column", "prefix_range")
    octets = text.encode()
    return [
        *(functools.partial(getattr(kind, name), text) for name in names if hasattr(kind, name)),
        functools.partial(define, {"prefix": text}),
        functools.partial(define, {"prefix": text, "notation": "ulid"}),
        functools.partial(define, {"prefix": "user", "notation": text}),
        lambda: base62id.numbers(kind_of("uid11", "inv", True), octets),
        lambda: base62id.numbers(kind_of("uid11", "inv")).decode(text),
    ]


def long(kind, character):
    told = set()
    for call in calls_of(kind, character * 1_000_000):
        try:
            message = str(call())
        except Exception as error:
            message = str(error)
        if len(message) >= 400:
            told.add(message[:50])
    return f"{told}" if told else "true"


def answer(operation, notation, prefix, text, *rest):
    if operation == "parse":
        return parse(kind_of(notation, prefix, rest[0] == "t", rest[1] == "t"), text)
    if operation == "column":
        return column(kind_of(notation, prefix, False, rest[0] == "t" and prefix != "-"), text)
    if operation == "number":
        key = bytes.fromhex(rest[0]) or None
        return number(kind_of(notation, prefix, key is not None), text, key, int(rest[1]))
    kind = kind_of(notation, prefix)
    if operation == "range":
        return kind.prefix_range(text) or (None, None)
    if operation == "uuid":
        return of_uuid(kind, text)
    one = {"time": time_of, "message": message, "long": long}.get(operation)
    if one is not None:
        return (one(kind, text, *rest),)
    return (made_of(kind) if operation == "made" else keys(prefix, text),)


def make(count, to):
    user = kind_of("typeid", "user")
    for _ in range(count):
        to.extend(kind.generate() for kind in (user, base62id.Base62Id, Ulid))


def answer_lines():
    for line in open(0, encoding="utf8", newline="\n"):
        found = answer(*line.rstrip("\n").split("\t"))
        print(*("" if one is None else one for one in found), sep="\t")


def in_threads():
    made = []
    threads = [threading.Thread(target=make, args=(12_500, made)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(*made, sep="\n")


def in_processes():
    make(1, [])  # so that there is something to share
    for _ in range(2):
        if os.fork() == 0:
            made = []
            make(50_000, made)
            os.write(1, "".join(f"{id}\n" for id in made).encode())  # at once
            os._exit(0)
    os.wait()
    os.wait()


{"lines": answer_lines, "workers": in_threads, "forks": in_processes}[sys.argv[1]]()
