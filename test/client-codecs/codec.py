import datetime
import functools
import os
import re
import sys
import threading
import time
import traceback
import uuid

import base62id as b


def read(function, *arguments, **named):
    try:
        return function(*arguments, **named)
    except b.InvalidId:
        return None


def said(*calls):
    texts = []
    for call in calls:
        try:
            texts.append(repr(call()))
        except Exception as error:
            # The variables of our frames, as a report of errors has them.
            told = traceback.TracebackException.from_exception(error, capture_locals=True)
            texts.append(f"{error} {[frame.locals for frame in told.stack if frame.filename == b.__file__]}")
    return texts


def calls_of(name, text, prefix):
    none, octets, kind = prefix or "", text.encode(), b.Kind(name, prefix)
    return [
        *(functools.partial(of, name, text, prefix) for of in (b.parse, b.is_valid, b.to_uuid)),
        *(functools.partial(of, name, text) for of in (b.decode, b.timestamp, b.from_uuid)),
        *(functools.partial(of, name, text, none) for of in (b.prefix_range, b.to_column, b.from_column)),
        *(functools.partial(of, name, "", text) for of in (b.parse, b.is_valid, b.prefix_range, b.to_column, b.from_column, b.to_uuid)),
        *(functools.partial(of, text) for of in (b.suffix, b.to_number, b.from_number, b.new_id, kind.parse, kind.octets, kind.text)),
        *(functools.partial(of, text, "") for of in (b.parse, b.is_valid, b.decode, b.encode, b.to_uuid, b.timestamp, b.prefix_range)),
        *(functools.partial(of, "", text) for of in (b.new_id, b.type_prefix, b.to_number)),
        functools.partial(b.type_prefix, text, name),
        functools.partial(b.encode, name, octets),
        functools.partial(b.from_uuid, name, uuid.UUID(int=0), text),
        functools.partial(b.from_number, 42, text),
        functools.partial(b.from_number, 42, none, octets),
        functools.partial(b.to_number, "", none, octets),
    ]


def long(name, symbol, prefix):
    calls, least, told = [calls_of(name, symbol * n, prefix) for n in (1_000, 1_000_000)], [1.0, 1.0], set()
    for turn in range(10):
        begun = time.process_time()
        for call in calls[turn % 2]:
            try:
                message = str(call())
            except Exception as error:
                message = str(error)
            if len(message) >= 400:
                told.add(message[:50])
        least[turn % 2] = min(least[turn % 2], time.process_time() - begun)
    return "true" if not told and least[1] < 10 * least[0] else f"{told} {least}"


def keys(text, prefix):
    all_keys = [text[:15].encode() + bytes([i]) for i in range(200)]
    texts = [b.from_number(42, prefix, key) for key in all_keys]
    again = [b.from_number(b.to_number(id, prefix, key), prefix, key) for id, key in zip(texts, all_keys)]
    key = text.encode()
    shown = said(
        *(functools.partial(b.from_number, 42, prefix, given) for given in (key[1:], key * 2, text, bytearray(key), [key], {text: 1})),
        *(functools.partial(b.to_number, "", prefix, given) for given in (key[1:], key, text)),
        *(functools.partial(b.from_number, *given, key) for given in ((42, "No"), (42, "\ud800"), (42, None), (1 << 64, prefix))),
        lambda: (b, b._mask(key, prefix)),
    )
    return "true" if again == texts and len(set(texts)) == 200 and "secret" not in str(shown) else f"false {shown}"


def column(name, text, prefix, accept_uuid):
    value = read(b.to_column, name, text, prefix, accept_uuid)
    if value is None:
        return None, None
    id = b.from_column(name, value, prefix)
    assert id == b.from_column(name, str(value), prefix) == b.from_column(name, id, prefix), text
    assert value == b.Kind(name, prefix, accept_uuid=accept_uuid).to_column(text) == b.to_column(name, value, prefix)
    return value, id


def answer(operation, name, prefix, text, *f):
    expected = None if prefix == "-" else prefix
    if operation == "decode":
        octets = read(b.decode, name, text)
        return (None, None) if octets is None else (octets.hex(), b.encode(name, octets))
    if operation == "parse":
        made = {"masked": f[0] == "t", "accept_uuid": f[1] == "t"}
        id, kind = read(b.parse, name, text, expected, **made), b.Kind(name, expected, **made)
        # Every id matches the pattern; and nothing else where as many symbols have as many values, bare.
        assert bool(re.search(kind.pattern, id or text)) == bool(id) or not id and (kind.masked or name in ("base62id", "uid11") or '"' in text), text
        assert not id or expected is None or b.type_prefix(id, name) == prefix, id
        return id, int(b.is_valid(name, text, expected, **made))
    if operation == "pattern":
        return (b.Kind(name, expected, accept_uuid=text == "t").pattern,)
    if operation == "range":
        return b.prefix_range(name, text, prefix) or (None, None)
    if operation == "column":
        return column(name, text, prefix, f[0] == "t")
    if operation == "number":
        key = bytes.fromhex(f[0]) or None
        return b.from_number(int(f[1]), prefix, key), read(b.to_number, text, prefix, key)
    if operation == "uuid":
        try:
            id = b.from_uuid(name, uuid.UUID(text), prefix)
            return id, b.to_uuid(name, id, prefix)
        except (TypeError, ValueError, LookupError):
            return None, None
    if operation == "time":
        made = b.timestamp(name, text)
        return (made and (made - b._EPOCH) // datetime.timedelta(milliseconds=1),)
    if operation == "parts":
        return b.type_prefix(text), b.suffix(text)
    if operation == "made":
        made = [b.new_id(prefix, name) for _ in range(1000)]
        age = time.time() - b.timestamp(name, made[0][len(prefix) + 1 :] if name != "typeid" else made[0]).timestamp()
        return ("true" if made == sorted(set(made)) and all(b.parse(name, id, prefix) == id for id in made) and abs(age) < 60 else "false",)
    if operation == "message":
        try:
            return (b.parse(name, text, prefix),)
        except b.InvalidId as error:
            return ("true" if f[0] in str(error) else error,)
    if operation == "keys":
        return (keys(text, prefix),)
    return (long(name, text, expected),)


def make(count, to):
    to.extend(str(made()) for _ in range(count) for made in (lambda: b.new_id("user"), b.new_uuid, b.new_ulid))


if sys.argv[1] == "lines":
    for line in open(0, encoding="utf8", newline="\n"):
        print(*("" if part is None else part for part in answer(*line.rstrip("\n").split("\t"))), sep="\t")
elif sys.argv[1] == "workers":
    made = []
    threads = [threading.Thread(target=make, args=(12_500, made)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(*made, sep="\n")
else:
    make(1, [])  # so that there is something to share
    for _ in range(2):
        if os.fork() == 0:
            made = []
            make(50_000, made)
            os.write(1, "".join(f"{id}\n" for id in made).encode())  # at once
            os._exit(0)
    os.wait(), os.wait()
