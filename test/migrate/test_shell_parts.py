"""Parts that are still in shell, each of which writes TAP."""

import os
import subprocess
from pathlib import Path

import pytest
from conftest import FULL

RUN = Path(__file__).parent / "run"
SHORT = ["package", "review", "objects", "guide"]
LONG = [
    *("package", "review", "objects", "kinds", "defaults", "texts", "numbers", "settings", "guide"),
    *("words", "locks", "running"),
]


def parts() -> list[str]:
    if os.environ.get("BASE62ID_SECOND"):
        return ["objects"]
    return LONG if FULL else SHORT


def output_of(*arguments: str) -> str:
    done = subprocess.run(
        [RUN, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("part", parts())
def test_part(part: str) -> None:
    output = output_of(part)
    assert "\nnot ok" not in f"\n{output}", output


@pytest.mark.skipif(
    not (FULL or "BASE62ID_SCHEMAS" in os.environ), reason="it is part of the long form"
)
def test_random_schemas() -> None:
    first = int(os.environ.get("BASE62ID_SEED", "1"))
    count = int(os.environ.get("BASE62ID_SCHEMAS", "200"))
    output = output_of(*map(str, range(first, first + count)))
    assert "\nnot ok" not in f"\n{output}", output
