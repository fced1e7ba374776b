"""What mypy says of code that uses the package."""

import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).parent


def test_mypy_finds_each_mistake():
    """Lines of mistakes.py have "type: ignore": with --strict, one without a mistake fails."""
    pytest.importorskip("mypy")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir=/dev/null"]
    command += ["--follow-imports=silent", "--ignore-missing-imports"]
    done = subprocess.run(
        [*command, str(HERE / "mistakes.py")],
        env={"MYPYPATH": str(HERE.parent / "src"), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (HERE / "mistakes.py").read_text().count("# type: ignore[") >= 20
