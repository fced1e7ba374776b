"""The clients answer as the server does: a program reads an id as SQL does.

They are asked for texts, good and bad, of every notation, starts of ids, numbers, UUIDs and times.
What the server does not know, such as a client's messages, has its answer here. lines.py says what
each question means, and when a program answers "true".

BASE62ID_FULL=1: fifty times as many.
"""

import pytest
from building import Program, program
from conftest import Server
from lines import SYSTEM, Case
from server_answers import ID, SEED, SYSTEMS_OVER_UUID, UUID, ServerAnswers

__all__ = ["program"]

MASK_KEY = "000102030405060708090a0b0c0d0e0f"


@pytest.fixture(autouse=True)
def say_the_seed() -> None:
    """With each test that fails."""
    print(f"BASE62ID_SEED={SEED}")


@pytest.fixture(scope="module")
def server(shared_server: Server) -> ServerAnswers:
    key_file = shared_server.secret("mask.keys", f"1:{MASK_KEY}")
    shared_server.reload(**{"base62id.mask_key_file": key_file})
    database = shared_server.new_database("answers")
    database.sql("CREATE EXTENSION base62id")
    return ServerAnswers(database)


# What the server is asked -----------------------------------------------------------------------


def are_many_and_mixed(answers: list[str]) -> bool:
    """Neither good nor bad ones are less than a tenth."""
    good = [answer for answer in answers if answer != ""]
    return len(answers) > 700 and 0.1 < len(good) / len(answers) < 0.9


def test_there_are_texts_good_and_bad(server: ServerAnswers) -> None:
    cases = server.texts_of_kinds + server.texts_of_numbers + server.texts_of_systems
    assert are_many_and_mixed([case.first for case in cases])


def test_there_are_ranges_and_texts_without_one(server: ServerAnswers) -> None:
    assert are_many_and_mixed([case.second for case in server.ranges])


def test_there_are_columns_and_texts_for_none(server: ServerAnswers) -> None:
    cases = server.columns_of_kinds + server.columns_of_systems
    assert are_many_and_mixed([case.second for case in cases])


def test_there_are_numbers_and_texts_without_one(server: ServerAnswers) -> None:
    cases = server.numbers + server.numbers_of_the_vectors
    assert are_many_and_mixed([case.second for case in cases])


# What the programs answer -----------------------------------------------------------------------


def test_texts_of_kinds_are_read_as_by_the_server(program: Program, server: ServerAnswers) -> None:
    assert program.complaints(server.texts_of_kinds) == []


def test_texts_of_numbers_are_read_as_by_the_server(
    program: Program, server: ServerAnswers
) -> None:
    assert program.complaints(server.texts_of_numbers) == []


def test_texts_of_systems_are_read_as_by_the_server(
    program: Program, server: ServerAnswers
) -> None:
    assert program.complaints(server.texts_of_systems) == []


def test_starts_of_ids_have_the_ranges_of_the_server(
    program: Program, server: ServerAnswers
) -> None:
    assert program.complaints(server.ranges) == []


def test_columns_of_uuid_are_written_and_read_as_by_the_server(
    program: Program, server: ServerAnswers
) -> None:
    assert program.complaints(server.columns_of_kinds + server.columns_of_systems) == []


def test_numbers_are_masked_and_read_as_by_the_server(
    program: Program, server: ServerAnswers
) -> None:
    assert program.complaints(server.numbers + server.numbers_of_the_vectors) == []


def test_uuids_become_the_ids_of_the_server(program: Program, server: ServerAnswers) -> None:
    assert program.complaints(server.uuids) == []


def test_ids_have_the_times_of_the_server(program: Program, server: ServerAnswers) -> None:
    assert program.complaints(server.times) == []


def test_new_ids_increase_and_are_read(program: Program) -> None:
    of_kinds = [(name, "us_er") for name in ["typeid", "uuid", "hex", *SYSTEMS_OVER_UUID]]
    of_systems = [(name, SYSTEM) for name in SYSTEMS_OVER_UUID]
    cases = [Case(("made", name, prefix, "-"), "true") for name, prefix in of_kinds + of_systems]
    assert program.complaints(cases) == []


SUFFIX = ID.removeprefix("user_")
MESSAGES = [  # notation, type prefix, text, and words of the message
    ("typeid", "user", f"order_{SUFFIX}", '"order", not "user"'),
    ("typeid", "user", f"{ID[:-1]}u", '"u" at position 31'),
    ("typeid", "user", "user_1", "not 26"),
    ("typeid", "user", f"User_{SUFFIX}", '"User"'),
    ("uuid", "user", "user_1", "not 36"),
    ("hex", "user", "user_1", "not 32"),
    ("uuid", "user", "user_" + UUID.replace("-", "_", 1), '"_" at position 14'),
    ("hex", "S3", "s3_" + UUID.replace("-", ""), '"s3", not "S3"'),
]


def test_messages_say_what_is_wrong(program: Program) -> None:
    cases = [Case(("message", *words), "true") for words in MESSAGES]
    assert program.complaints(cases) == []


def test_a_key_is_not_to_be_seen_anywhere(program: Program) -> None:
    """Neither in an error nor in what prints a kind: both end in logs."""
    case = Case(("keys", "uid11", "inv", "secretsecretsecr"), "true")
    assert program.complaints([case]) == []


SYSTEMS_ASKED = ["base62id", "base64uuid", "ulid", "baseuid", "xid"]
KINDS_ASKED = ["ulid", "typeid", "base62id", "uuid", "hex", "uid11"]


@pytest.mark.parametrize("character", ["0", "_", "é", '"', "1_"])
def test_long_texts_are_refused_in_few_words(program: Program, character: str) -> None:
    """And in little time, since anybody can send a request with a long text."""
    of_systems = [("long", name, SYSTEM, character) for name in SYSTEMS_ASKED]
    of_kinds = [("long", name, "user", character) for name in KINDS_ASKED]
    cases = [Case(words, "true") for words in of_systems + of_kinds]
    assert program.complaints(cases) == []
