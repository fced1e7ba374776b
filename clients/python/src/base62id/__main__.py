"""python -m base62id: the command of the npm package, with the same words.

What it prints is in conformance/command.json, by which both are tested.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
import sys
import types
from typing import Iterator, NoReturn, Optional, Sequence

from . import codec
from .codec import NOTATIONS, InvalidId, Notation
from .ids import Base62Id, Base64Uuid, BaseUid, Id, Ulid, Xid
from .numbers import numbers

USAGE = """\
usage: base62id new SYSTEM|PREFIX [--notation NOTATION] [--count COUNT] [--at TIME]
       base62id inspect [ID...]
       base62id convert [ID|UUID...] --to SYSTEM|PREFIX|uuid [--notation NOTATION]

SYSTEM is base62id, base64uuid, ulid or uuid; any other word is a type prefix. NOTATION is typeid
unless you say ulid, base62id, base64uuid, uuid or hex. TIME has a zone: 2026-01-01T00:00:00Z.
Without operands, inspect and convert read standard input, a line for each. inspect prints a JSON
object a line, convert an id. The status is 0; 1 if something is not an id; 2 for a wrong usage."""

_SYSTEMS: dict[str, type[Id]] = {
    "base62id": Base62Id,
    "base64uuid": Base64Uuid,
    "ulid": Ulid,
    "baseuid": BaseUid,
    "xid": Xid,
}
_OF_UUIDS = ("base62id", "base64uuid", "ulid")
_LENGTHS = {notation: codec.Kind(notation).format.length for notation in NOTATIONS}
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
_UUID = re.compile("[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)


class _UsageError(Exception):
    """A wrong use of the command."""


def _kind(prefix: str, notation: Notation) -> type[Id]:
    return types.new_class("Given", (Id,), {"prefix": prefix, "notation": notation})


def _target(word: str, notation: Optional[Notation]) -> Optional[type[Id]]:
    """Of a word of the command line: None is a UUID."""
    if word == "uuid" and notation is None:
        return None
    is_system = notation is None and word in _SYSTEMS
    if is_system and word not in _OF_UUIDS or notation == "uid11":
        raise _UsageError(f"ids of {word} are no UUIDs")
    if is_system:
        return _SYSTEMS[word]
    try:
        return _kind(word, notation or "typeid")
    except TypeError as error:
        raise _UsageError(str(error)) from error


# What a text is ---------------------------------------------------------------------------------


def _prefix_in(text: str, notation: Notation) -> str:
    """What may be the type prefix of a text in a notation, whose suffix has its length."""
    end = len(text) - _LENGTHS[notation] - 1
    return text[:end] if end > 0 and text[end] == "_" else ""


def _reading(kind: type[Id], text: str) -> dict[str, str]:
    id = kind.parse(text)
    system = next((name for name in _SYSTEMS if _SYSTEMS[name] is kind), None)
    reading = {"id": str(id), "notation": system or kind.notation}
    if kind.prefix:
        reading["prefix"] = kind.prefix
    if kind.notation == "uid11" and system is None:
        reading["number"] = str(numbers(kind).decode(id))
        return reading
    if system is None or system in _OF_UUIDS:
        reading["uuid"] = str(id.uuid)
    return _with_time(reading, id.timestamp)


def _uuid_reading(text: str) -> dict[str, str]:
    id = Base62Id.parse(text)
    return _with_time({"id": str(id.uuid), "notation": "uuid", "uuid": str(id.uuid)}, id.timestamp)


def _with_time(reading: dict[str, str], timestamp: Optional[datetime.datetime]) -> dict[str, str]:
    if timestamp is None:
        return reading
    ms = (timestamp - _EPOCH) // datetime.timedelta(milliseconds=1)
    whole = _EPOCH + datetime.timedelta(milliseconds=ms)
    iso = whole.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {**reading, "timestamp": iso}


def _is_read(kind: type[Id], text: str) -> bool:
    try:
        kind.parse(text)
    except InvalidId:
        return False
    return True


def _readings(text: str) -> list[dict[str, str]]:
    """All that a text can be: what it is as it stands, or else what can be read in it."""
    bare = re.sub('^"(.*)"$', r"\1", text)
    kinds: list[type[Id]] = []
    for notation in NOTATIONS:
        try:
            kinds.append(_kind(_prefix_in(bare, notation), notation))
        except TypeError:  # no type prefix
            continue
    kinds.extend(_SYSTEMS.values())
    exact = [kind for kind in kinds if kind.is_valid(text)]
    if not exact and _UUID.fullmatch(text):
        return [_uuid_reading(text)]
    return [_reading(kind, text) for kind in exact or kinds if _is_read(kind, text)]


# Commands ---------------------------------------------------------------------------------------


def _given(operands: list[str]) -> Iterator[str]:
    if operands:
        yield from operands
        return
    for line in sys.stdin:
        text = line.rstrip("\r\n")
        if text:
            yield text


def _count(text: str) -> int:
    if not re.fullmatch("[0-9]+", text):
        raise _UsageError("--count is a whole number")
    return int(text)


def _time(text: str) -> datetime.datetime:
    try:
        at = datetime.datetime.fromisoformat(re.sub("Z$", "+00:00", text))
    except ValueError:
        raise _UsageError("--at: not a time as 2026-01-01T00:00:00Z") from None
    if at.tzinfo is None:
        raise _UsageError("--at: a time without a zone")
    return at


def _new(options: argparse.Namespace) -> int:
    if len(options.operands) != 1:
        raise _UsageError("new takes one word")
    count = _count(options.count)
    at = None if options.at is None else _time(options.at)
    kind = _target(options.operands[0], options.notation)
    try:
        for _ in range(count):
            print(Base62Id.generate(at=at).uuid if kind is None else kind.generate(at=at))
    except ValueError as error:
        raise _UsageError(f"--at: {error}") from error
    return 0


def _inspect(options: argparse.Namespace) -> int:
    status = 0
    for text in _given(options.operands):
        readings: list[dict[str, str]] = _readings(text)
        if not readings:
            readings = [{"text": text[:100], "error": "no id"}]
            status = 1
        for reading in readings:
            print(json.dumps(reading, ensure_ascii=False, separators=(",", ":")))
    return status


def _convert(options: argparse.Namespace) -> int:
    if options.to is None:
        raise _UsageError("convert wants --to")
    kind = _target(options.to, options.notation)
    status = 0
    for text in _given(options.operands):
        uuid = next((found["uuid"] for found in _readings(text) if "uuid" in found), None)
        if uuid is None:
            print(f"base62id: {codec.quoted(text)} is no id with a UUID", file=sys.stderr)
            status = 1
        else:
            print(uuid if kind is None else kind.from_column(uuid))
    return status


_COMMANDS = {"new": _new, "inspect": _inspect, "convert": _convert}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _UsageError(message)


def _parser() -> _Parser:
    parser = _Parser(add_help=False, allow_abbrev=False)
    parser.add_argument("command", nargs="?")
    parser.add_argument("operands", nargs="*")
    parser.add_argument("--at")
    parser.add_argument("-n", "--count", default="1")
    parser.add_argument("-h", "--help", action="store_true")
    parser.add_argument("--notation", choices=NOTATIONS)
    parser.add_argument("--to")
    return parser


def _run(arguments: Optional[Sequence[str]]) -> int:
    options = _parser().parse_intermixed_args(arguments)
    if options.help:
        print(USAGE)
        return 0
    if options.command is None:
        raise _UsageError("a command is wanted")
    if options.command not in _COMMANDS:
        raise _UsageError(f"no command {options.command}")
    return _COMMANDS[options.command](options)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command; its exit status."""
    try:
        return _run(arguments)
    except _UsageError as error:
        print(f"base62id: {error}\n{USAGE}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
