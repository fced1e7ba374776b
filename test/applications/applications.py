"""An application that is installed and runs: what the class in its application.py says of it."""

import json
import os
import shutil
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from conftest import Database, wait_for


@dataclass
class Outcome:
    """Operations that a client has tried."""

    done: list[str] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)  # with the reasons, after a tab

    def names_of_failed(self) -> set[str]:
        return {operation.partition("\t")[0] for operation in self.failed}

    def __str__(self) -> str:
        return f"{len(self.done)} of {self.tried()}"

    def tried(self) -> int:
        return len(self.done) + len(self.failed)


class Application:
    """One of them, in a database of its own.

    Beside its application.py a directory has operations.mjs, the client: client.mjs says how it is
    called and what it prints. Where there is a fill.sql, that adds so many rows after the first
    operations that the planner prefers indexes.
    """

    sources: list[str] = []  # directories of BASE62ID_SOURCES
    packages: list[str] = []  # of the npm registry, beginning with the application's own
    target = "base62id"  # what its ids move to; "typed" for texts with a prefix
    options: list[str] = []  # of base62id-migrate
    address = ""  # where it answers
    answers_at = ""  # a path under that address
    # Operations that fail where ids look new, since they check for UUIDs; None: not known.
    refuses_new_ids: set[str] | None = set()

    def __init__(self, directory: Path, database: Database) -> None:
        self.directory = directory
        self.database = database
        self.name = directory.name
        self.work = database.server.directory / "work"
        self.work.mkdir(exist_ok=True)
        kept = os.environ.get("BASE62ID_APPLICATIONS_DIR") or self.work / "applications"
        self.installation = Path(kept).resolve() / self.name
        self.state = self.work / f"{self.name}.state"  # what its client remembers

    def environment(self) -> dict[str, str]:
        """Says where its database is, among other things."""
        raise NotImplementedError

    def make_schema(self) -> None:
        """Makes the tables, as its manual says."""
        raise NotImplementedError

    def update(self, stage: str) -> None:
        """A new release before a stage. It may change the schema."""

    def command(self) -> list[str]:
        """Starts it; it stays in the foreground."""
        raise NotImplementedError

    # Where its database is

    def socket_directory(self) -> str:
        return str(self.database.server.directory)

    def port(self) -> str:
        return self.database.server.settings["port"]

    def database_url(self) -> str:
        return f"postgres://{self.name}:none@127.0.0.1:{self.port()}/{self.name}"

    # Programs of it

    def program(self, name: str) -> str:
        """A program of an installed package."""
        return str(self.installation / "node_modules/.bin" / name)

    def run(self, *command: str, **environment: str) -> str:
        """What a command of the application prints; it must succeed."""
        done = self.attempt(*command, **environment)
        assert done.returncode == 0, done.stdout[-4000:]
        return done.stdout

    def attempt(self, *command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """A command in the directory of the installation, which may fail."""
        return subprocess.run(
            command,
            cwd=self.installation,
            env=self._whole_environment() | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def _whole_environment(self) -> dict[str, str]:
        return os.environ | {"HOME": str(self.work)} | node_headers() | self.environment()

    # Installation

    def install(self) -> None:
        """Its packages, unless an earlier run has installed them."""
        self.installation.mkdir(parents=True, exist_ok=True)
        package_file = self.installation / "package.json"
        if not package_file.exists():
            package_file.write_text('{"private": true}\n')
        name, _, wanted = self.packages[0].rpartition("@")
        if self._installed_version(name) != wanted:
            self.run("npm", "install", "--no-audit", "--no-fund", *self.packages)
        assert self._installed_version(name) == wanted

    def _installed_version(self, package: str) -> str | None:
        file = self.installation / "node_modules" / package / "package.json"
        return str(json.loads(file.read_text())["version"]) if file.exists() else None

    def copy(self, *files: str) -> None:
        """Files of this directory, for its programs, to where they find the packages."""
        for file in files:
            shutil.copy(self.directory / file, self.installation)

    # Use

    def fill(self) -> None:
        script = self.directory / "fill.sql"
        if script.exists():
            self.database.sql(f"\\i {script}")

    def operate(self, stage: str) -> Outcome:
        """What a client can do with it."""
        client = self.directory / "operations.mjs"
        with self._running(stage):
            printed = subprocess.run(
                ["node", client, self.address, stage, self.state],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            ).stdout
        outcome = outcome_of(printed)
        assert outcome.tried() > 0, printed
        return outcome

    @contextmanager
    def _running(self, stage: str) -> Iterator[None]:
        self.update(stage)
        url = self.address + self.answers_at
        assert not answers(url), f"another program answers at {url}"
        log = self.work / f"{self.name}.{stage}.log"
        process = subprocess.Popen(
            self.command(),
            cwd=self.installation,
            env=self._whole_environment(),
            stdin=subprocess.DEVNULL,
            stdout=log.open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,  # with a process group of its own
        )
        try:
            wait_for(url, lambda: process.poll() is not None or answers(url))
            assert process.poll() is None, f"it ended with {process.poll()}"
            yield
        finally:
            end(process)
            print(log.read_text()[-4000:])  # which pytest shows with a failure


def outcome_of(printed: str) -> Outcome:
    """Lines "ok" or "not ok", the name of an operation and perhaps a reason, with tabs between."""
    outcome = Outcome()
    for line in printed.splitlines():
        result, _, operation = line.partition("\t")
        if result == "ok":
            outcome.done.append(operation)
        elif result == "not ok":
            outcome.failed.append(operation)
    return outcome


def node_headers() -> dict[str, str]:
    """Headers for what is compiled, where they came with node; node-gyp would download them."""
    node = shutil.which("node")
    prefix = Path(node).resolve().parent.parent if node else Path("/nowhere")
    has_headers = (prefix / "include/node/node.h").exists()
    return {"npm_config_nodedir": str(prefix)} if has_headers else {}


# Processes -------------------------------------------------------------------------------------


def answers(url: str) -> bool:
    """Whatever the answer is."""
    try:
        urllib.request.urlopen(url).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def end(process: "subprocess.Popen[bytes]") -> None:
    """It and its children; it may end before one that still answers."""
    if not is_gone(process.pid):
        os.killpg(process.pid, signal.SIGTERM)
    process.wait(timeout=60)
    wait_for("the end of an application", lambda: is_gone(process.pid))


def is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False
