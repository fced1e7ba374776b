"""The answers in conformance/ are the server's, so that a client that is written by these files
agrees with the extension.

What only clients have is not here: generated.json, clock.json and command.json.
"""

import re

import pytest
from conftest import Server
from kinds import HERE, KEYS, Json, Kind, Kinds, cases_of

INVALID_TEXT = "22P02"
INVALID_PARAMETER = "22023"
NOT_IN_THE_ENCODING = "22021"  # what every server says of a text with a zero octet


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


def for_each(groups: list[Json]) -> pytest.MarkDecorator:
    """A test for each group of cases."""
    return pytest.mark.parametrize("group", groups, ids=name_of)


def vectors_with(member: str) -> list[Json]:
    """The groups of vectors.json, with those cases alone that have the member."""
    groups = []
    for group in cases_of("vectors"):
        cases = [case for case in group["cases"] if member in case]
        if cases:
            groups.append(group | {"cases": cases})
    return groups


def test_a_kind_is_created_or_refused_as_the_file_says(kinds: Kinds) -> None:
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


@for_each(cases_of("vectors"))
def test_vectors_are_ids(kinds: Kinds, group: Json) -> None:
    ids = [case["id"] for case in group["cases"]]
    assert kinds.of(group).ids_in(ids) == ids


@for_each(vectors_with("uuid"))
def test_vectors_have_their_uuid(kinds: Kinds, group: Json) -> None:
    kind = kinds.of(group)
    ids = [case["id"] for case in group["cases"]]
    uuids = [case["uuid"] for case in group["cases"]]
    assert kind.each_id(ids, "{id}::uuid") == uuids
    assert kind.each(uuids, f"convert_from(octets, 'UTF8')::uuid::{kind.type}") == ids


@for_each(vectors_with("timestamp"))
def test_vectors_have_their_time(kinds: Kinds, group: Json) -> None:
    kind = kinds.of(group)
    ids = [case["id"] for case in group["cases"]]
    milliseconds = f"floor(extract(epoch FROM {time_function(kind)}) * 1000)::bigint"
    wanted = [as_printed(case["timestamp"]) for case in group["cases"]]
    assert kind.each_id(ids, milliseconds) == wanted


def time_function(kind: Kind) -> str:
    if kind.type in ("base62id", "base64uuid"):
        return "uuid_v7_timestamp({id}::uuid)"
    if kind.type == "uid11":
        return "xid_timestamp({id})"
    return f"{kind.type}_timestamp({{id}})"


def as_printed(value: str | int | None) -> str:
    """As psql prints it."""
    return "" if value is None else str(value)


@for_each(cases_of("verdicts"))
def test_a_text_is_read_or_refused_as_the_file_says(kinds: Kinds, group: Json) -> None:
    texts = [case["text"] for case in group["cases"]]
    wanted = [case["id"] or error_of(case["text"]) for case in group["cases"]]
    assert kinds.of(group).ids_in(texts) == wanted


def error_of(text: str) -> str:
    return NOT_IN_THE_ENCODING if "\0" in text else INVALID_TEXT


@for_each(cases_of("ranges"))
def test_the_start_of_an_id_has_the_range_of_the_file(kinds: Kinds, group: Json) -> None:
    texts = [case["text"] for case in group["cases"]]
    wanted = [[as_printed(case["first"]), as_printed(case["last"])] for case in group["cases"]]
    assert kinds.of(group).bounds_of(texts) == wanted


@for_each(cases_of("numbers"))
def test_a_number_has_the_id_of_the_file_and_back(kinds: Kinds, group: Json) -> None:
    kind = kinds.of(group)
    ids = [case["id"] for case in group["cases"]]
    numbers = [case["number"] for case in group["cases"]]
    assert kind.each_id(ids, "{id}::bigint") == numbers
    assert kind.each(numbers, f"convert_from(octets, 'UTF8')::bigint::{kind.type}") == ids


@for_each(cases_of("patterns"))
def test_the_pattern_of_a_kind_matches_its_ids(kinds: Kinds, group: Json) -> None:
    """The ids of the other files are as the server writes them."""
    others = cases_of("vectors") + cases_of("verdicts")
    cases = [case for other in others if other["kind"] == group["kind"] for case in other["cases"]]
    ids = [case["id"] for case in cases if case["id"] is not None]
    assert ids != []
    assert kinds.of(group).ids_in(ids) == ids
    assert [id for id in ids if not re.search(group["pattern"], id)] == []
