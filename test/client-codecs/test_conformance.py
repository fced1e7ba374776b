"""The answers in conformance/ are the server's.

What only clients have is not here: generated.json, clock.json and command.json.
"""

import itertools
import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import TOP, Database, Server

HERE = TOP / "test/client-codecs"
INVALID_TEXT = "22P02"
INVALID_PARAMETER = "22023"
NOT_IN_THE_ENCODING = "22021"  # what every server says of a text with a zero octet

Json = dict[str, Any]


def cases_of(name: str) -> list[Json]:
    cases: list[Json] = json.loads((TOP / f"conformance/{name}.json").read_text())
    return cases


KEYS = sorted({group["key"] for group in cases_of("numbers") if "key" in group})


def octets(text: str) -> str:
    """A literal."""
    return f"'\\x{text.encode().hex()}'::bytea"


@dataclass
class Kind:
    """A kind of the files, and the server's type for it."""

    database: Database
    notation: str
    lead: str  # of its ids: the type prefix with its "_"
    type: str

    @property
    def schema(self) -> str:
        """In which its operators are."""
        return self.type.split(".")[0] if "." in self.type else "public"

    def each(self, texts: list[str], expression: str) -> list[str]:
        """The value of an expression over octets, for each text."""
        rows = ", ".join(f"({n}, {octets(text)})" for n, text in enumerate(texts))
        query = f"SELECT {expression} FROM (VALUES {rows}) AS asked (n, octets) ORDER BY n"
        return [value for [value] in self.database.sql(query)]

    def ids_in(self, texts: list[str]) -> list[str]:
        """The canonical ids, or SQLSTATEs."""
        return self.each(texts, f"id_in('{self.type}', octets)")

    def each_id(self, texts: list[str], expression: str) -> list[str]:
        """The value of an expression over the id, for each text."""
        id = f"convert_from(octets, 'UTF8')::{self.type}"
        return self.each(texts, expression.format(id=id))

    def bounds_of(self, texts: list[str]) -> list[list[str]]:
        """The first and the last UUID of the ids that begin with a text, "" where there is none."""
        rows = ", ".join(f"({n}, {octets(text)})" for n, text in enumerate(texts))
        return self.database.sql(
            f"""
            \\i {HERE}/bounds.sql
            SET search_path = {self.schema}, public;
            SELECT first, last
            FROM (VALUES {rows}) AS asked (n, octets),
                pg_temp.bounds(
                    '{self.notation}', '{self.lead}', '{self.type}', convert_from(octets, 'UTF8'))
            ORDER BY n;
            """
        )


class Kinds:
    """Types for the kinds of the files, in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._numbers = itertools.count()

    def create(self, kinds: list[Json], key: str = KEYS[0]) -> list[str]:
        """The names of the new types, or SQLSTATEs."""
        calls = ", ".join(f"({self._call(kind, key)})" for kind in kinds)
        return [name for [name] in self.database.sql(f"VALUES {calls}")]

    def _call(self, kind: Json, key: str) -> str:
        number = next(self._numbers)
        notation = kind.get("notation", "typeid")
        mask_key = KEYS.index(key) + 1 if kind.get("masked") else 0
        accepts = kind.get("acceptUuid", False)
        return f"new_type({number}, {octets(kind['prefix'])}, '{notation}', {mask_key}, {accepts})"

    def of(self, group: Json) -> Kind:
        """The kind of a group of cases."""
        kind = group["kind"]
        if "system" in kind:
            name = kind["system"].replace("xid", "uid11")
            return Kind(self.database, name, "", name)
        [type] = self.create([kind], group.get("key", KEYS[0]))
        return Kind(self.database, kind.get("notation", "typeid"), f"{kind['prefix']}_", type)


@pytest.fixture(scope="module")
def kinds(shared_server: Server) -> Kinds:
    lines = [f"{number}:{key}" for number, key in enumerate(KEYS, 1)]
    key_file = shared_server.secret("conformance.keys", "\n".join(lines))
    shared_server.reload(**{"base62id.mask_key_file": key_file})
    database = shared_server.new_database("conformance")
    database.sql(f"CREATE EXTENSION base62id;\n\\i {HERE}/conformance.sql")
    return Kinds(database)


def name_of(group: Json) -> str:
    """For people, who read the names of tests."""
    kind = group["kind"]
    words = [kind.get("system") or f"{kind.get('prefix', '')[:8]}_{kind.get('notation', 'typeid')}"]
    words += [word for word in ("masked", "acceptUuid") if kind.get(word)]
    return "-".join(words)


def of_file(name: str) -> pytest.MarkDecorator:
    """A test for each group of a file."""
    return pytest.mark.parametrize("group", cases_of(name), ids=name_of)


def test_definitions(kinds: Kinds) -> None:
    cases = cases_of("definitions")
    outcomes = kinds.create([case["kind"] for case in cases])
    wrong = []
    for case, outcome in zip(cases, outcomes, strict=True):
        kind = case["kind"]
        wanted = "created" if case["valid"] or is_of_the_server_alone(kind) else refusal_of(kind)
        got = "created" if outcome.startswith("kind_") else outcome
        if got != wanted:
            wrong.append(f"{kind}: {got}, not {wanted}")
    assert wrong == []


def is_of_the_server_alone(kind: Json) -> bool:
    """The server has id types that no client has a kind for: types without a type prefix, in whose
    place clients have systems, and masked types that accept UUIDs, as for a change of the key."""
    notation = kind.get("notation", "typeid")
    if kind["prefix"] == "":
        return notation not in ("uuid", "hex")  # that is PostgreSQL's own uuid
    return kind.get("masked", False) and kind.get("acceptUuid", False) and notation != "uid11"


def refusal_of(kind: Json) -> str:
    return NOT_IN_THE_ENCODING if "\0" in kind["prefix"] else INVALID_PARAMETER


@of_file("vectors")
def test_vectors_are_ids(kinds: Kinds, group: Json) -> None:
    ids = [case["id"] for case in group["cases"]]
    assert kinds.of(group).ids_in(ids) == ids


@of_file("vectors")
def test_vectors_have_their_uuid(kinds: Kinds, group: Json) -> None:
    cases = [case for case in group["cases"] if "uuid" in case]
    if not cases:
        return
    kind = kinds.of(group)
    ids = [case["id"] for case in cases]
    uuids = [case["uuid"] for case in cases]
    assert kind.each_id(ids, "{id}::uuid") == uuids
    assert kind.each(uuids, f"convert_from(octets, 'UTF8')::uuid::{kind.type}") == ids


@of_file("vectors")
def test_vectors_have_their_time(kinds: Kinds, group: Json) -> None:
    cases = [case for case in group["cases"] if "timestamp" in case]
    if not cases:
        return
    kind = kinds.of(group)
    ids = [case["id"] for case in cases]
    times = kind.each_id(ids, f"floor(extract(epoch FROM {time_function(kind)}) * 1000)::bigint")
    assert times == [said(case["timestamp"]) for case in cases]


def time_function(kind: Kind) -> str:
    if kind.type in ("base62id", "base64uuid"):
        return "uuid_v7_timestamp({id}::uuid)"
    if kind.type == "uid11":
        return "xid_timestamp({id})"
    return f"{kind.type}_timestamp({{id}})"


def said(value: Any) -> str:
    """As psql prints what the files have."""
    return "" if value is None else str(value)


@of_file("verdicts")
def test_verdicts(kinds: Kinds, group: Json) -> None:
    texts = [case["text"] for case in group["cases"]]
    wanted = [case["id"] or error_of(case["text"]) for case in group["cases"]]
    assert kinds.of(group).ids_in(texts) == wanted


def error_of(text: str) -> str:
    return NOT_IN_THE_ENCODING if "\0" in text else INVALID_TEXT


@of_file("ranges")
def test_ranges(kinds: Kinds, group: Json) -> None:
    texts = [case["text"] for case in group["cases"]]
    wanted = [[said(case["first"]), said(case["last"])] for case in group["cases"]]
    assert kinds.of(group).bounds_of(texts) == wanted


@of_file("numbers")
def test_numbers(kinds: Kinds, group: Json) -> None:
    kind = kinds.of(group)
    ids = [case["id"] for case in group["cases"]]
    numbers = [case["number"] for case in group["cases"]]
    assert kind.each_id(ids, "{id}::bigint") == numbers
    assert kind.each(numbers, f"convert_from(octets, 'UTF8')::bigint::{kind.type}") == ids


@of_file("patterns")
def test_patterns(kinds: Kinds, group: Json) -> None:
    """The ids of the other files are as the server writes them."""
    others = cases_of("vectors") + cases_of("verdicts")
    cases = [case for other in others if other["kind"] == group["kind"] for case in other["cases"]]
    ids = [case["id"] for case in cases if case["id"] is not None]
    assert ids != []
    assert kinds.of(group).ids_in(ids) == ids
    assert [id for id in ids if not re.search(group["pattern"], id)] == []
