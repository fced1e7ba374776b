"""The archive of "make dist" builds and installs, with the options of a packager in each source;
and "make compile_flags.txt" has what a source compiles with.
"""

import json
import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import FULL, PG_CONFIG, TOP
from dist import copy, output_of

__all__ = ["copy"]
HARDENING = TOP / "test/dist/hardening"
META = json.loads((TOP / "META.json").read_text())


def make(*arguments: str, folder: Path) -> str:
    return output_of("make", f"PG_CONFIG={PG_CONFIG}", *arguments, folder=folder)


@dataclass(frozen=True)
class Archive:
    """Unpacked and built."""

    tree: Path
    options: list[str]  # the packager's

    def judge(self) -> "subprocess.CompletedProcess[str]":
        """How the options have reached the library."""
        sources = len(list(self.tree.glob("src/pg/**/*.cpp")))
        return subprocess.run(
            [HARDENING, str(sources), self.tree / "base62id.so", "--", *self.options],
            capture_output=True,
            text=True,
        )


@pytest.fixture(scope="module")
def unpacked(copy: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not shutil.which("git"):
        pytest.skip("there is no git")
    committer = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
    output_of("git", "init", "--quiet", folder=copy)
    output_of("git", "add", ".", folder=copy)
    output_of("git", *committer, "commit", "--quiet", "--message", "a release", folder=copy)
    make("dist", folder=copy)
    folder = tmp_path_factory.mktemp("archive")
    with zipfile.ZipFile(copy / f"base62id-{META['version']}.zip") as archive:
        archive.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def archive(copy: Path, unpacked: Path) -> Archive:
    """Built with a packager's options, where there are some."""
    options = ["-O0"]
    if shutil.which("dpkg-buildflags"):
        options = output_of("make", "-s", "-f", "debian/rules", "print-copt", folder=copy).split()
    tree = unpacked / f"base62id-{META['version']}"
    make(f"COPT={' '.join(options)}", "-j2", folder=tree)
    return Archive(tree, options)


def test_the_archive_has_one_directory(unpacked: Path) -> None:
    assert [path.name for path in unpacked.iterdir()] == [f"base62id-{META['version']}"]


def test_library_control_file_scripts_and_program_are_installed(
    archive: Archive, tmp_path: Path
) -> None:
    make(
        "install",
        f"COPT={' '.join(archive.options)}",
        f"DESTDIR={tmp_path}",
        folder=archive.tree,
    )
    installed = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    sql_version = META["version"].rpartition(".")[0]
    assert {name for name in installed if not name.endswith(".bc")} == {
        f"base62id--{sql_version}.sql",
        "base62id-inventory.sql",
        "base62id-migrate",
        "base62id-skip-support.sql",
        "base62id.control",
        "base62id.so",
    }


needs_packagers_options = pytest.mark.skipif(
    not shutil.which("dpkg-buildflags"), reason="there is no dpkg-buildflags"
)


@needs_packagers_options
def test_the_options_are_in_the_library(archive: Archive) -> None:
    done = archive.judge()
    assert done.returncode == 0, done.stdout


@needs_packagers_options
def test_one_source_without_the_options_is_found(archive: Archive) -> None:
    (archive.tree / "src/pg/systems/ulid.o").unlink()
    (archive.tree / "base62id.so").unlink()
    make(folder=archive.tree)
    assert "not ok - -fstack-clash-protection in each" in archive.judge().stdout


def test_sources_compile_with_the_flags_for_editors(copy: Path) -> None:
    """What clangd and clang-tidy read has an option a line. The long form compiles each source, the
    short one the first of each directory.
    """
    make("compile_flags.txt", folder=copy)
    flags = (copy / "compile_flags.txt").read_text().splitlines()
    for folder in [copy / "src/pg", *sorted(copy.glob("src/pg/*/"))]:
        sources = sorted(folder.glob("*.cpp"))
        assert sources
        for source in sources if FULL else sources[:1]:
            output_of("g++", *flags, "-fsyntax-only", source, folder=copy)
