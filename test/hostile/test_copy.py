"""Who sends values in binary, as COPY does, cannot store an invalid id or crash a session: each of
many mutated files is taken, or refused with a state that is documented.
"""

import random
import re
import struct

import pytest
from conftest import FULL, Database, Server
from hostile import SEED, TYPES, prepared, runs_elsewhere

pytestmark = runs_elsewhere
FILES = 20_000 if FULL else 500
HEADER = 19
LENGTHS = [0, 7, 9, 14, 16, 17, 80, 2**31, 2**32 - 2]
DOCUMENTED = "22P03 22P04 22021 08P01 22P02 2202E 42804 54000 22003 22000".split()


def mutated(good: bytes, chance: random.Random) -> bytes:
    data = bytearray(good)
    for _ in range(chance.randint(1, 3)):
        # Mostly behind the header.
        at = chance.randrange(HEADER if chance.random() < 0.05 else len(data))
        change = chance.choice([set_octet, flip_bit, cut, drop, insert, repeat, set_length])
        change(data, at, chance)
        if len(data) < 40:
            break
    return bytes(data)


def set_octet(data: bytearray, at: int, chance: random.Random) -> None:
    data[at] = chance.randrange(256)


def flip_bit(data: bytearray, at: int, chance: random.Random) -> None:
    data[at] ^= 1 << chance.randrange(8)


def cut(data: bytearray, at: int, chance: random.Random) -> None:
    del data[at:]


def drop(data: bytearray, at: int, chance: random.Random) -> None:
    del data[at : at + chance.randint(1, 20)]


def insert(data: bytearray, at: int, chance: random.Random) -> None:
    data[at:at] = chance.randbytes(chance.randint(1, 21))


def repeat(data: bytearray, at: int, chance: random.Random) -> None:
    begin = chance.randrange(len(data))
    data[at:at] = data[begin : begin + chance.randrange(60)]


def set_length(data: bytearray, at: int, chance: random.Random) -> None:
    """The four octets 0 0 0 n in front of a value."""
    fields = [found.start() for found in re.finditer(rb"\0\0\0[\x08-\x60]", data)]
    if fields:
        field = chance.choice(fields)
        data[field : field + 4] = struct.pack("!I", chance.choice(LENGTHS))


@pytest.fixture(scope="module")
def database(shared_server: Server) -> Database:
    database = prepared(shared_server, "copied")
    indexes = "".join(f"CREATE INDEX ON taken ({name});" for name in TYPES)
    database.sql(f"CREATE TABLE taken (LIKE ids); {indexes}")
    return database


@pytest.fixture(scope="module")
def messages(database: Database) -> str:
    """What psql wrote of the files, after all were tried."""
    directory = database.server.directory / "files"
    directory.mkdir()
    good = directory / "good"
    database.sql(f"\\copy ids to '{good}' (format binary)")
    chance = random.Random(SEED)
    script = []
    for n in range(FILES):
        file = directory / str(n)
        file.write_bytes(mutated(good.read_bytes(), chance))
        script.append(f"\\copy taken from '{file}' (format binary)")
    return database.psql("\n".join(script), "--set=VERBOSITY=sqlstate").stderr


@pytest.fixture(scope="module")
def states(messages: str) -> list[str]:
    """The errors of the files."""
    return re.findall("ERROR:  (.*)", messages)


def test_refused_with_a_documented_state(states: list[str]) -> None:
    assert sorted(set(states) - set(DOCUMENTED)) == [], f"seed {SEED}"
    assert "22P03" in states, "some were refused for what is in a field"


def test_what_was_taken_is_valid(database: Database, states: list[str]) -> None:
    assert int(database.value("SELECT count(*) FROM taken")) > 100
    for name in TYPES:
        invalid = f"SELECT {name} FROM taken WHERE NOT {name}_is_valid({name}::text)"
        assert database.sql(invalid) == []


def test_indexes_over_what_was_taken_are_right(database: Database, states: list[str]) -> None:
    database.sql(
        """
        SELECT bt_index_check(indexrelid, true)
        FROM pg_index
        WHERE indrelid = 'taken'::regclass;
        """
    )


def test_no_session_crashed(database: Database, messages: str) -> None:
    assert "connection" not in messages, f"seed {SEED}"
    assert database.server.trouble() == []
