"""A cluster of 1024 machines, which is more than a test can start, makes no id twice, and its ids
show no pattern: it is simulated by the code that the servers run.
"""

import os
import random
import re
import subprocess
from pathlib import Path

import pytest
from conftest import FULL
from generators import (
    IDS_COUNTED,
    LONG,
    ON_ONE_SERVER,
    Compiler,
    compiled,
    judge_statistics,
    scratch,
)

__all__ = ["compiled", "scratch"]
pytestmark = [LONG, ON_ONE_SERVER]
MILLISECONDS = 500 if FULL else 8
PASSES = 8 if FULL else 4
SEED = os.environ.get("BASE62ID_SEED", str(random.randrange(2**15)))


@pytest.fixture(scope="module")
def simulation(compiled: Compiler) -> Path:
    print(f"BASE62ID_SEED={SEED}")
    return compiled("simulation.cpp")


def repeats(
    simulation: Path, machines: int, milliseconds: int, clocks_off_ms: int, passes: int
) -> int:
    """How many ids come twice of those that the machines make."""
    numbers = [machines, milliseconds, clocks_off_ms, passes, SEED]
    done = subprocess.run(
        [simulation, "repeats", *map(str, numbers)], check=True, capture_output=True, text=True
    )
    print(done.stdout)
    found = re.search(r"(\d+) ids, (\d+) twice", done.stdout)
    assert found and int(found[1]) > 0
    return int(found[2])


def test_no_id_comes_twice_by_clocks_that_are_off_by_up_to_a_second_and_step(
    simulation: Path,
) -> None:
    ids_again = repeats(
        simulation, machines=1024, milliseconds=MILLISECONDS, clocks_off_ms=1000, passes=PASSES
    )
    assert ids_again == 0


def test_no_id_comes_twice_by_one_clock(simulation: Path) -> None:
    assert repeats(simulation, machines=1024, milliseconds=8, clocks_off_ms=0, passes=1) == 0


def test_machines_that_share_numbers_repeat_ids(simulation: Path) -> None:
    """The test of the test.

    Two machines of one number meet where their clocks are within its milliseconds: of 1024 pairs,
    off by up to a second, in one run of five none would; off by up to 20 ms, some 75.
    """
    assert repeats(simulation, machines=2048, milliseconds=2, clocks_off_ms=20, passes=2) > 0


@pytest.mark.parametrize(("machines", "ids_a_millisecond"), [(1, 4096), (16, 4608)])
def test_random_bits_of_a_cluster_are_random(
    simulation: Path, compiled: Compiler, machines: int, ids_a_millisecond: int
) -> None:
    """Of one machine, and of 16 that take turns."""
    numbers = [machines, IDS_COUNTED, ids_a_millisecond, SEED]
    judge_statistics(compiled, "xid", [str(simulation), "ids", *map(str, numbers)])
