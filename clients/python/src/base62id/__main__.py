"""python -m base62id: the command of the npm package, with the same words.

    base62id new SYSTEM|PREFIX [-n COUNT] [--at TIME] [--notation NOTATION]
    base62id inspect [ID...]                    what each is, as JSON, a line each
    base62id convert [ID|UUID...] --to SYSTEM|PREFIX|uuid [--notation NOTATION]

inspect and convert read lines where no id is given. Exit status: 0; 1 where one is no id; 2 where
the command is none.
"""

from __future__ import annotations

import argparse
import datetime
import json
import sys
import types
import uuid
from typing import Any, Iterator, Optional, Sequence, Union

from . import codec
from .codec import NOTATIONS, InvalidId, Kind, is_version, quoted
from .ids import Base62Id, Base64Uuid, BaseUid, Id, TypeId, Ulid, Xid

_SYSTEMS: dict[str, type[Id]] = {"base62id": Base62Id, "base64uuid": Base64Uuid, "ulid": Ulid}
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)


class _UsageError(Exception):
    pass


def _kind(word: str, notation: str) -> type[Id]:
    """The class of a system, or of a type prefix."""
    if word in _SYSTEMS:
        return _SYSTEMS[word]
    if notation == "uid11":
        raise _UsageError("the server alone makes ids of numbers")
    try:
        codec.check_prefix(notation, word)
    except TypeError as error:
        raise _UsageError(str(error)) from error
    return types.new_class("Given", (Id,), {"prefix": word, "notation": notation})


def _time(text: str) -> datetime.datetime:
    try:
        at = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        raise _UsageError(f"{quoted(text)} is no time as 2026-01-01T00:00:00Z") from None
    return at if at.tzinfo else at.replace(tzinfo=datetime.timezone.utc)


def _given(ids: list[str]) -> Iterator[str]:
    if ids:
        yield from ids
        return
    for line in sys.stdin:
        if line.strip():
            yield line.strip()


class _Found:
    """An id of whatever system or notation, with its type prefix."""

    def __init__(self, system: str, prefix: str, number: int, is_uuid: bool) -> None:
        self.system = system
        self.prefix = prefix
        self.number = number
        self.is_uuid = is_uuid


def _find(text: str) -> Optional[_Found]:
    """The nearest reading: a UUID, a TypeID, a system, then the notations behind a type prefix."""
    uuids_own = Kind("uuid")
    if uuids_own.is_valid(text.lower()):
        return _Found("uuid", "", uuids_own.number(text), True)
    if TypeId.kind.is_valid(text) and "_" in text:
        return _Found("typeid", TypeId(text).type_prefix, TypeId.kind.number(text), True)
    for system, kind in (
        ("ulid", Ulid),
        ("typeid", TypeId),
        ("base62id", Base62Id),
        ("base64uuid", Base64Uuid),
        ("baseuid", BaseUid),
        ("xid", Xid),
    ):
        if _reads(kind.kind, text):
            return _Found(system, "", kind.kind.number(text), kind.kind.format.is_uuid)
    return _find_prefixed(text)


def _find_prefixed(text: str) -> Optional[_Found]:
    for notation in NOTATIONS:
        length = Kind(notation).format.length
        prefix, separator = text[: -length - 1], text[-length - 1 : -length]
        if separator != "_":
            continue
        try:
            codec.check_prefix(notation, prefix)
        except TypeError:
            continue
        reader = Kind(notation, prefix)
        if _reads(reader, text):
            return _Found(notation, prefix, reader.number(text), reader.format.is_uuid)
    return None


def _reads(kind: Kind, text: str) -> bool:
    try:
        kind.parse(text)
    except InvalidId:
        return False
    return True


def _told(text: str, found: Optional[_Found]) -> dict[str, Any]:
    if found is None:
        return {"id": text[:100], "error": "no id"}
    told: dict[str, Any] = {"id": text, "system": found.system}
    if found.prefix:
        told["prefix"] = found.prefix
    time: Optional[datetime.datetime] = None
    if found.is_uuid:
        told["uuid"] = str(uuid.UUID(int=found.number))
        if found.system == "ulid" and not found.prefix:
            time = Ulid.kind.time(found.number)
        elif is_version(found.number, 7):
            time = Base62Id.kind.time(found.number)
    elif not found.prefix:
        time = (Xid if found.system == "xid" else BaseUid).kind.time(found.number)
    if time is not None:
        told["time"] = _iso(time)
    return told


def _iso(time: datetime.datetime) -> str:
    """As JavaScript's toISOString()."""
    ms = (time - _EPOCH) // datetime.timedelta(milliseconds=1)
    whole = _EPOCH + datetime.timedelta(milliseconds=ms)
    return whole.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _new(options: argparse.Namespace) -> int:
    if options.count < 1:
        raise _UsageError("a count is 1 or more")
    at = None if options.at is None else _time(options.at)
    kind = _uuids if options.kind == "uuid" else _kind(options.kind, options.notation)
    try:
        for _ in range(options.count):
            made = kind.generate(at=at)
            print(made.uuid if options.kind == "uuid" else made)
    except ValueError as error:
        raise _UsageError(str(error)) from error
    return 0


_uuids: type[Id] = Base62Id
"""For what has a UUID and is asked for that alone."""


def _inspect(options: argparse.Namespace) -> int:
    status = 0
    for text in _given(options.ids):
        found = _find(text)
        if found is None:
            status = 1
        print(json.dumps(_told(text, found), ensure_ascii=False))
    return status


def _convert(options: argparse.Namespace) -> int:
    kind = None if options.to == "uuid" else _kind(options.to, options.notation)
    status = 0
    for text in _given(options.ids):
        found = _find(text)
        if found is None or not found.is_uuid:
            print(f"base62id: {quoted(text)} has no UUID", file=sys.stderr)
            status = 1
            continue
        value = uuid.UUID(int=found.number)
        converted: Union[uuid.UUID, Id] = value if kind is None else kind.from_uuid(value)
        print(converted)
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="base62id", description="Ids of the extension base62id.")
    commands = parser.add_subparsers(required=True, metavar="new|inspect|convert")

    new = commands.add_parser("new", help="new ids")
    new.add_argument("kind", metavar="SYSTEM|PREFIX")
    new.add_argument("-n", "--count", type=int, default=1)
    new.add_argument("--at", metavar="TIME", help="as 2026-01-01T00:00:00Z")
    new.set_defaults(run=_new)

    inspect = commands.add_parser("inspect", help="what ids are, as JSON")
    inspect.add_argument("ids", nargs="*", metavar="ID")
    inspect.set_defaults(run=_inspect)

    convert = commands.add_parser("convert", help="ids of the same UUIDs")
    convert.add_argument("ids", nargs="*", metavar="ID|UUID")
    convert.add_argument("--to", required=True, metavar="SYSTEM|PREFIX|uuid")
    convert.set_defaults(run=_convert)

    for command in (new, convert):
        command.add_argument("--notation", choices=NOTATIONS[:-1], default="typeid")
    return parser


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Runs the command; its exit status."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
    except _UsageError as error:
        print(f"base62id: {error}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
