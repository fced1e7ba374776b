"""Nobody who may call our functions crashes a session, fills its memory, or gets an internal error:
calls.sql calls every function with random arguments, in one backend.

A call gives a result, or an error of a state that the documentation has; calls.sql warns of others.
"""

import re
from subprocess import CompletedProcess

import pytest
from conftest import FULL, Database, Server
from hostile import SEED, prepared, runs_elsewhere

pytestmark = runs_elsewhere
FIFTH_OF_CALLS = (1_000_000 if FULL else 40_000) // 5
MEMORY = "SELECT sum(total_bytes) FROM pg_backend_memory_contexts"
MOST_BYTES = 64 * 1024  # that caches may still take after a fifth of the calls


@pytest.fixture(scope="module")
def called(shared_server: Server) -> Database:
    shared_server.restart(**{"base62id.machine": "5"})
    database = prepared(shared_server, "called")
    database.sql("\\i test/hostile/calls.sql")
    return database


@pytest.fixture(scope="module")
def session(called: Database) -> "CompletedProcess[str]":
    """The session of all calls. It prints its memory after a fifth of them, and after all."""
    return called.psql(
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


def test_every_error_is_documented(session: "CompletedProcess[str]") -> None:
    """An error that ends a CALL is one, too: call_all() catches those of what it calls."""
    unexpected = re.findall("^.*(?:unexpected|ERROR).*$", session.stderr, re.M)
    assert unexpected == [], f"seed {SEED}"


def test_no_session_crashed(called: Database, session: "CompletedProcess[str]") -> None:
    assert session.returncode == 0, f"seed {SEED}: {session.stderr}"
    made = int(called.value("SELECT sum(calls) FROM met"))
    assert made == 5 * FIFTH_OF_CALLS, f"seed {SEED}"
    assert called.server.trouble() == []


def test_memory_does_not_grow(session: "CompletedProcess[str]") -> None:
    after_first_fifth, after_all = (int(memory) for memory in session.stdout.split())
    assert after_all - after_first_fifth <= MOST_BYTES


def test_every_function_gave_a_result(called: Database, session: "CompletedProcess[str]") -> None:
    """But for masks, whose key and prefix or version are seldom right at once."""
    never = """
        SELECT signature
        FROM target
        WHERE signature !~ '^(uuid|uid11)_(un)?mask'
            AND signature NOT IN (SELECT signature FROM met WHERE state = '00000')
    """
    assert called.sql(never) == []
    functions = int(called.value("SELECT count(*) FROM target"))
    assert functions > 300, "the extension has more"
