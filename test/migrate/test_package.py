"""The Python package of base62id-migrate has the form of its linters and is typed, and the one file
that is built of it is the same each time.

What needs no server is in unit/.
"""

import shutil
import subprocess
import time
from pathlib import Path

import pytest
from conftest import TOP
from migrating import on_one_server

on_one_server()


@pytest.mark.parametrize(
    "command",
    [
        "black --quiet --check",
        "isort --check-only",
        "flake8",
        "mypy --strict --no-incremental --cache-dir=/dev/null",
    ],
)
def test_it_is_in_form(command: str) -> None:
    program, *options = command.split()
    assert shutil.which(program), f"{program} is not installed"
    done = subprocess.run(
        [program, *options, "migrate/base62id_migrate", "test/migrate/unit"],
        cwd=TOP,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_one_file_of_it_is_the_same_each_time_and_runs(tmp_path: Path) -> None:
    build = TOP / "migrate/build"
    one, another = tmp_path / "one", tmp_path / "another"
    subprocess.run([build, one], check=True)
    time.sleep(1)  # which a time of day in it would show
    subprocess.run([build, another], check=True)
    assert one.read_bytes() == another.read_bytes()
    subprocess.run([one, "plan", "--help"], check=True, stdout=subprocess.DEVNULL)
