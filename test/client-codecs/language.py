"""What the tests know of a language: how its package is installed, its program built, and which
tools its package has. The languages themselves are in languages.py."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from conftest import TOP

HERE = TOP / "test/client-codecs"
PROGRAMS = HERE / "programs"

Word = str | Path


@dataclass
class Package:
    """A copy of a language's package, with the conformance kit where the package expects it."""

    language: "Language"
    work: Path
    path: Path = field(init=False)

    def __post_init__(self) -> None:
        self.path = self.work / "clients" / self.language.folder
        shutil.copytree(TOP / "clients" / self.language.folder, self.path)
        shutil.copytree(TOP / "conformance", self.work / "conformance")

    def run(
        self,
        *command: Word,
        folder: Path | None = None,
        environment: dict[str, str] | None = None,
    ) -> "subprocess.CompletedProcess[str]":
        """A command in the package, or in another folder. Its errors are in its output."""
        return subprocess.run(
            command,
            cwd=folder or self.path,
            env=self.environment | (environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {"HOME": str(self.work)} | self.language.environment


class Build:
    """The program of a language, in a folder of its own. What compilers say is kept."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.folder = package.work / "program"
        self.folder.mkdir()
        self.output = ""

    def compile(
        self, *command: Word, folder: Path | None = None, environment: dict[str, str] | None = None
    ) -> None:
        done = self.package.run(*command, folder=folder or self.folder, environment=environment)
        self.output += done.stdout
        if done.returncode != 0:
            pytest.fail(f"{self.package.language} does not compile:\n{self.output[-4000:]}")


def lacks(program: str) -> str:
    """A reason to skip a test, or nothing."""
    return "" if shutil.which(program) else f"there is no {program}"


def lacks_nothing() -> str:
    return ""


@dataclass
class Tool:
    """A program that judges a package: by its status, and some by saying nothing."""

    command: tuple[Word, ...]
    needs: str = ""  # a program, by default that of the command
    folder: str = "."  # of the package
    says_nothing: bool = False
    lacks_more: Callable[[], str] = lacks_nothing  # another reason to skip it

    @property
    def name(self) -> str:
        return self.needs or Path(self.command[0]).name

    def reason_to_skip(self) -> str:
        return lacks(self.name) or self.lacks_more()


class Language:
    """A language and its package. What it lacks here is a reason to skip its tests."""

    name: str
    folder: str  # of clients/
    needs: str  # a program without which nothing of the language can be run
    environment: dict[str, str] = {}

    compiles = False  # before its program is called
    forks = True  # whether its programs can
    stops_the_clock = True  # for two forked processes, by libfaketime
    remarks = ""  # what a compiler may say, a regular expression

    tests: Tool
    linters: list[Tool] = []

    def __str__(self) -> str:
        return self.name

    def reason_to_skip(self) -> str:
        return lacks(self.needs)

    def reason_not_to_fork(self) -> str:
        return ""

    def install(self, package: Package) -> None:
        """What the package needs from elsewhere."""

    def build(self, build: Build) -> list[Word]:
        """Builds the program. Returns the command to call it by."""
        raise NotImplementedError
