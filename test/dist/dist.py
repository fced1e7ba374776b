"""What the tests of a release share: copies of the sources, and commands in them."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import TOP

LEFT_BY_BUILDS = shutil.ignore_patterns(".git", "node_modules", "*.o", "*.so")


def copy_of_sources(to: Path) -> Path:
    """Without what git or a build has left."""

    def left(folder: str, names: list[str]) -> set[str]:
        of_top = {"build"} if Path(folder) == TOP else set()
        return LEFT_BY_BUILDS(folder, names) | of_top

    shutil.copytree(TOP, to, ignore=left, symlinks=True)
    return to


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    yield copy_of_sources(tmp_path_factory.mktemp("dist") / "copy")


def output_of(*command: str | Path, folder: Path) -> str:
    """What the command prints; the test fails if the command does."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout
