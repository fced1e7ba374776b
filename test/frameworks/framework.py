"""What a framework of the tests is, where its program runs, and what that may say.

A program runs in a scratch copy of the directory of its ecosystem, with the pages' files of that
ecosystem and the client's package beside it. It prints lines of fields with tabs between:

    version VERSION
    ok TITLE
    fail TITLE DIAGNOSIS
    cell CAPABILITY HOW     the framework has the capability so, as its column of the page says
    life CAPABILITY         the framework, which has no column on its page, has the capability
    trap TITLE              what goes wrong without the lines of the page did go wrong
    time TEXT               what times.py measured

Its last line says what is not installed if it ends with status 77.
"""

import os
import re
import shutil
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from conftest import TOP, Database

HERE = Path(__file__).parent
CLIENTS = TOP / "clients"
NOT_INSTALLED = 77


class NotInstalled(Exception):
    """What a framework needs is not here."""


class StepFailed(Exception):
    """A command that prepares a program failed; with its output."""


@dataclass
class Outcome:
    """What a program has said."""

    versions: list[str] = field(default_factory=list)
    times: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    cells: list[tuple[str, str]] = field(default_factory=list)
    lives: list[str] = field(default_factory=list)
    traps: list[str] = field(default_factory=list)

    def assertions(self) -> int:
        """How many there are that hold."""
        return len(self.passed) + len(self.cells) + len(self.lives) + len(self.traps)

    def read(self, line: str) -> None:
        kind, what, how = [*line.rstrip("\n").split("\t", 2), "", ""][:3]
        match kind:
            case "version":
                self.versions.append(what)
            case "time":
                self.times.append(what)
            case "ok":
                self.passed.append(what)
            case "fail":
                self.fail(what, how.replace("\\n", "\n"))
            case "cell":
                self.cells.append((what, how))
            case "life":
                self.lives.append(what)
            case "trap":
                self.traps.append(what)

    def fail(self, title: str, diagnosis: str) -> None:
        self.failed.append(f"{title}\n{diagnosis}".rstrip())

    def judge(self, title: str, got: object, wanted: object) -> None:
        if got == wanted:
            self.passed.append(title)
        else:
            self.fail(title, f"got {got}, not {wanted}")


@dataclass
class Scratch:
    """A directory, and a database whose owner is no superuser, in which a program runs."""

    directory: Path
    kept: Path  # what takes long to make, for all programs of the ecosystem
    database: Database
    environment: dict[str, str]
    outcome: Outcome = field(default_factory=Outcome)
    measures_time: bool = False

    @property
    def errors(self) -> Path:
        """What programs write to their standard error."""
        return self.directory / "errors.log"

    def run(
        self,
        *command: str | Path,
        cwd: Path | None = None,
        variables: Mapping[str, str] = MappingProxyType({}),
    ) -> "subprocess.CompletedProcess[str]":
        with self.errors.open("a") as errors:
            return subprocess.run(
                command,
                cwd=cwd or self.directory,
                env=self.environment | dict(variables),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )

    def prepare(self, *command: str | Path, cwd: Path | None = None, **variables: str) -> str:
        """What a command writes that must succeed."""
        done = self.run(*command, cwd=cwd, variables=variables)
        if done.returncode != 0:
            words = " ".join(map(str, command))
            raise StepFailed(f"{words} ends with status {done.returncode}\n{self.tail(done)}")
        return done.stdout

    def tail(self, done: "subprocess.CompletedProcess[str]") -> str:
        """The last lines of what was written."""
        errors = self.errors.read_text(errors="replace")
        return "\n".join((done.stdout + errors).splitlines()[-30:])

    def listen(self, *command: str) -> None:
        """The lines of a program are its outcome."""
        done = self.run(*command)
        if done.returncode == NOT_INSTALLED:
            raise NotInstalled(done.stdout.splitlines()[-1])
        for line in done.stdout.splitlines():
            self.outcome.read(line)
        if done.returncode != 0:
            self.outcome.fail(f"it ends with status {done.returncode}", self.tail(done))


@dataclass(frozen=True)
class Stored:
    """How stored.py asks a program over columns of uuid."""

    states: tuple[str, ...] = ("domain", "uuid", "keys", "moved", "typed")
    lacks: tuple[str, ...] = ()  # operations, or STATE:OPERATION, that the ORM does not have
    tables_of_times: tuple[str, ...] = ()  # with which times.py compares, too


@dataclass(frozen=True, kw_only=True)
class Framework(ABC):
    """One that is tested. An ecosystem is a class of these, which knows its tools."""

    ecosystem: ClassVar[str]

    name: str
    title: str  # that of its column on a page, if it has one
    program: str = ""

    # What its program has to say, beside "ok".
    has_cells: bool = False  # and they are those of its column
    has_traps: bool = False  # each of which is on a page
    dumped: str | None = None  # how the name of a database ends that is dumped and loaded

    # What its program works on.
    has_table_of_each_type: bool = False  # by_type.sql
    stored: Stored | None = None  # over columns of uuid: stored.py asks it
    knows_uuids: str = ""  # over columns of base62id: the row of docs/drivers.md

    # Whether times.py may ask it, beside those that stored.py asks.
    has_times: bool = False

    @abstractmethod
    def set_up(self, scratch: Scratch) -> None:
        """Raises NotInstalled where something that it needs is not here."""

    @abstractmethod
    def command(self, state: str) -> list[str]:
        """Runs the program; the state is one of stored.py."""

    def build_with_line(self, scratch: Scratch) -> None:
        """For one that knows UUIDs and is compiled with the line of docs/drivers.md, or without."""

    def run(self, scratch: Scratch) -> None:
        """What it says is the outcome."""
        scratch.listen(*self.command(""))


# What there is ---------------------------------------------------------------------------------


def need_program(name: str) -> None:
    if not shutil.which(name):
        raise NotInstalled(name)


def need_file(path: Path | str) -> None:
    if not Path(path).exists():
        raise NotInstalled(str(path))


def need_success(what: str, *command: str) -> None:
    """The command must succeed, which it does where that is installed."""
    need_program(command[0])
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        raise NotInstalled(what)


def need_variable(name: str, meaning: str) -> str:
    value = os.environ.get(name)
    if not value:
        raise NotInstalled(f"{name}: {meaning}")
    return value


def debian_version(package: str) -> str:
    """The upstream version of a Debian package, or nothing."""
    query = ["dpkg-query", "-W", "-f", "${Version}", package]
    version = subprocess.run(query, capture_output=True, text=True).stdout
    return re.sub(r"^\d+:|[-+].*", "", version)


def copy_files(files: Iterable[Path], to: Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    for file in files:
        shutil.copy(file, to)


def link(path: Path, to: Path | str) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(to)
