"""Every function with random arguments, in one backend: calls.sql.

A call gives a result, or an error of a state that the documentation has; calls.sql warns of others.
"""

import re

import pytest
from conftest import FULL, Database, Server
from hostile import SEED, prepared, runs_elsewhere

pytestmark = runs_elsewhere
FIFTH_OF_CALLS = (1_000_000 if FULL else 40_000) // 5
MEMORY = "SELECT sum(total_bytes) FROM pg_backend_memory_contexts"
KIB_64 = 65_536


@pytest.fixture(scope="module")
def called(shared_server: Server) -> Database:
    shared_server.restart(**{"base62id.machine": "5"})
    database = prepared(shared_server, "called")
    database.sql("\\i test/hostile/calls.sql")
    return database


@pytest.fixture(scope="module")
def growth(called: Database) -> int:
    """By how much the backend's memory grows after the first fifth, if it lives to the end."""
    done = called.psql(
        f"""
        SET client_min_messages = warning;
        SELECT setseed(({SEED} % 1000000) / 1000000.0) \\g /dev/null
        CALL call_all({FIFTH_OF_CALLS});
        {MEMORY};
        CALL call_all({FIFTH_OF_CALLS});
        CALL call_all({FIFTH_OF_CALLS});
        CALL call_all({FIFTH_OF_CALLS});
        CALL call_all({FIFTH_OF_CALLS});
        {MEMORY};
        """,
        "--set=ON_ERROR_STOP=1",
    )
    unexpected = re.findall("^.*(?:unexpected|ERROR).*$", done.stderr, re.M)
    assert unexpected == [], f"seed {SEED}"
    before, after = done.stdout.split()
    return int(after) - int(before)


def test_memory_does_not_grow(growth: int) -> None:
    assert growth <= KIB_64


def test_every_function_gave_a_result(called: Database, growth: int) -> None:
    """But for masks, whose key and prefix or version are seldom right at once."""
    never = """
        SELECT signature
        FROM target
        WHERE signature !~ '^(uuid|uid11)_(un)?mask'
            AND signature NOT IN (SELECT signature FROM met WHERE state = '00000')
    """
    assert called.sql(never) == []
    assert int(called.value("SELECT count(*) FROM target")) > 300


def test_no_session_crashed(called: Database) -> None:
    assert called.server.trouble() == []
