"""Threads of a client's program, and processes that it forked, generate no id twice: they neither
share the state of a generator without a lock, nor inherit random bits.
"""

import glob

import pytest
from building import Program, program
from languages import CHOSEN

__all__ = ["program"]

FAKETIME = "/usr/lib/*/faketime/libfaketime.so.1"
LENGTH_OF_ULID = 26
LENGTH_OF_TIME = 10


def test_threads_generate_no_id_twice(program: Program) -> None:
    differ(program.ids_of_threads())


@pytest.mark.parametrize("program", [one for one in CHOSEN if one.forks], ids=str, indirect=True)
def test_forked_processes_generate_no_id_twice(program: Program) -> None:
    if reason := program.language.reason_not_to_fork():
        pytest.skip(reason)
    clock = stopped_clock() if program.language.stops_the_clock else {}
    differ(program.ids_of_forks(clock))


def stopped_clock() -> dict[str, str]:
    """Two processes whose clock stands still show what one has of the other. Where there is no
    libfaketime, the clock goes on."""
    libraries = glob.glob(FAKETIME)
    return {"LD_PRELOAD": " ".join(libraries), "FAKETIME": "2030-01-01 00:00:00"}


def differ(ids: list[str]) -> None:
    """100,000 of each kind, in which no ULID has the random characters of another: in different
    milliseconds two could have these in common."""
    random_characters = [id[LENGTH_OF_TIME:] for id in ids if len(id) == LENGTH_OF_ULID]
    assert len(ids) == 300_000
    assert len(set(ids)) == 300_000
    assert len(random_characters) == 100_000
    assert len(set(random_characters)) == 100_000
