"""What every test that pytest runs may use: servers of its own, and SQL in them.

PG_CONFIG names the PostgreSQL to use, and TEMP_CONFIG a file of settings by which a server finds
the extension; without it the extension is where PostgreSQL looks by itself. SERVER_ENVIRONMENT has
words like LD_PRELOAD=… for the servers alone.
"""

import atexit
import csv
import functools
import io
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

PG_CONFIG = os.environ.get("PG_CONFIG", "pg_config")
FULL = bool(os.environ.get("BASE62ID_FULL"))  # the long form of tests is asked for
TOP = Path(__file__).parent.parent
# What npm says where it reaches no registry, as lib/npm.sh has it.
NPM_UNREACHED = re.compile(
    "ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|SELF_SIGNED|E40[13]"
)
SERVER_TROUBLE = TOP / "test/lib/server_trouble"
SERVER_ENVIRONMENT = dict(
    word.split("=", 1) for word in os.environ.get("SERVER_ENVIRONMENT", "").split()
)
COMMON_SETTINGS = """
listen_addresses = ''
fsync = off
autovacuum = off
timezone = 'UTC'
log_timezone = 'UTC'
client_min_messages = error
"""


def rows_of_types() -> list[dict[str, str]]:
    """test/lib/types.tsv, which says what the columns are."""
    lines = (TOP / "test/lib/types.tsv").read_text().splitlines()
    table = [line for line in lines if not line.startswith("#")]
    return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def pg_config(what: str) -> str:
    return subprocess.run(
        [PG_CONFIG, f"--{what}"], check=True, capture_output=True, text=True
    ).stdout.strip()


MAJOR = int(re.findall(r"\d+", pg_config("version"))[0])


@functools.cache
def data_template() -> Path:
    """A data directory as initdb leaves it, of which each server gets a copy."""
    directory = Path(tempfile.mkdtemp(prefix="b62."))
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    done = subprocess.run(
        [
            *(Path(pg_config("bindir")) / "initdb", "-D", directory / "data"),
            *("-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"),
        ],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return directory / "data"


def replace_file(path: Path, content: str) -> None:
    """Who reads it meanwhile has the old content or the new one."""
    new = path.with_name(f"{path.name}.new")
    new.touch(0o600)
    new.write_text(content)
    new.rename(path)


def write_secret(path: Path, content: str) -> None:
    """A file that nobody else may read."""
    replace_file(path, f"{content}\n")


def wait_for(what: str, condition: Callable[[], bool]) -> None:
    """For two minutes, or the test fails."""
    end = time.monotonic() + 120
    while not condition():
        if time.monotonic() > end:
            pytest.fail(f"waited in vain for {what}")
        time.sleep(0.02)


class SqlError(Exception):
    """What psql says of a statement that failed, and its SQLSTATE."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.state = message.split("ERROR:  ", 1)[-1][:5]


class Server:
    """A server in a directory of its own. Files that are settings' lie beside its data."""

    def __init__(
        self,
        directory: Path,
        settings: dict[str, str],
        environment: dict[str, str] | None = None,
    ) -> None:
        self.directory = directory
        self.environment = SERVER_ENVIRONMENT | (environment or {})
        self.data = directory / "data"
        self.log = directory / "server.log"
        self.bin = Path(pg_config("bindir"))
        self.settings = {"shared_preload_libraries": "base62id"} | settings
        self.crashed = False

    def make(self) -> None:
        shutil.copytree(data_template(), self.data)
        self._default = (self.data / "postgresql.conf").read_text()
        if "TEMP_CONFIG" in os.environ:
            self._default += Path(os.environ["TEMP_CONFIG"]).read_text()

    def make_copy(self, original: "Server", *options: str) -> None:
        """With its settings, too, unless this server has others."""
        where = ["-h", str(original.directory), "-U", "postgres"]
        self._run("pg_basebackup", *where, *options, "-X", "stream", "-c", "fast")
        self._default = (self.data / "postgresql.conf").read_text()

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.bin / program, "-D", self.data, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=(self.directory / f"{program}.log").open("a"),
            stderr=subprocess.STDOUT,
            env=os.environ | (self.environment if arguments[-1] == "start" else {}),
        )
        if done.returncode != 0:
            logs = [self.directory / f"{program}.log", self.log]
            pytest.fail("".join(log.read_text() for log in logs if log.exists()))

    def _write_settings(self) -> None:
        lines = [f"{name} = '{value}'\n" for name, value in self.settings.items()]
        replace_file(
            self.data / "postgresql.conf",
            f"{self._default}{COMMON_SETTINGS}unix_socket_directories = '{self.directory}'\n"
            + "".join(lines),
        )

    def start(self, **settings: str) -> None:
        self.settings |= settings
        self._write_settings()
        self._run("pg_ctl", "-l", str(self.log), "-w", "-t", "120", "start")

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def restart(self, **settings: str) -> None:
        self.stop()
        self.start(**settings)

    def crash(self, backend: int) -> None:
        """Kills a process, whereupon the server ends all of them and starts again."""
        self.crashed = True
        kills = self._kills()
        os.kill(backend, signal.SIGKILL)
        wait_for(
            "the server to come back after a crash",
            lambda: self._kills() > kills and self._answers(),
        )

    def _kills(self) -> int:
        return self.log.read_text().count("was terminated by signal 9")

    def _answers(self) -> bool:
        try:
            self.sql("SELECT")
        except SqlError:
            return False
        return True

    def promote(self) -> None:
        self._run("pg_ctl", "-w", "promote")

    def reload(self, **settings: str) -> None:
        self.settings |= settings
        self._write_settings()
        loaded = "SELECT pg_conf_load_time()"
        before = self.value(loaded)
        self.sql("SELECT pg_reload_conf()")
        wait_for("the settings to be read", lambda: self.value(loaded) != before)

    def secret(self, name: str, content: str) -> str:
        """A file that nobody else may read; its path."""
        path = self.directory / name
        write_secret(path, content)
        return str(path)

    def sql(self, statements: str, **variables: str | int) -> list[list[str]]:
        """The rows that the statements return in the database "postgres"."""
        return Database(self, "postgres").sql(statements, **variables)

    def value(self, query: str) -> str:
        """The one value that the query returns."""
        return Database(self, "postgres").value(query)

    def error(self, statements: str) -> SqlError:
        """The error that ends the statements."""
        return Database(self, "postgres").error(statements)

    def new_database(self, name: str, options: str = "") -> "Database":
        """An empty database."""
        self.sql(f"CREATE DATABASE {name} TEMPLATE template0 {options}")
        return Database(self, name)

    def log_size(self) -> int:
        """In bytes."""
        return self.log.stat().st_size

    def log_since(self, size: int) -> str:
        """What the server has logged since the log had that size."""
        return self.log.read_bytes()[size:].decode()

    def trouble(self) -> list[str]:
        """Lines that no server may ever write to its log, whatever its client saw."""
        pattern = re.compile(SERVER_TROUBLE.read_text().strip())
        return [line for line in self.log.read_text().splitlines() if pattern.search(line)]


@dataclass(frozen=True)
class Database:
    """A database of a server, to which a role connects."""

    server: Server
    name: str
    role: str = "postgres"

    def as_role(self, role: str) -> "Database":
        return replace(self, role=role)

    def psql(self, script: str, *options: str) -> "subprocess.CompletedProcess[str]":
        """psql over a script, in the directory of the sources, with its output and status."""
        return subprocess.run(
            [
                self.server.bin / "psql",
                *("-X", "-q", "--csv", "-t", "-h", self.server.directory),
                *("-U", self.role, "-d", self.name, *options, "-f", "-"),
            ],
            input=script,
            cwd=TOP,
            capture_output=True,
            text=True,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )

    def sql(self, statements: str, **variables: str | int) -> list[list[str]]:
        """The rows that the statements return. The first error ends them."""
        settings = {"ON_ERROR_STOP": 1, "VERBOSITY": "verbose"} | variables
        options = [f"--set={name}={value}" for name, value in settings.items()]
        done = self.psql(statements, *options)
        if done.returncode != 0:
            raise SqlError(done.stderr)
        rows = csv.reader(io.StringIO(done.stdout, newline=""))
        return [row or [""] for row in rows]  # a single empty value is an empty line

    def value(self, query: str) -> str:
        """The one value that the query returns."""
        [[value]] = self.sql(query)
        return value

    def error(self, statements: str) -> SqlError:
        """The error that ends the statements."""
        with pytest.raises(SqlError) as error:
            self.sql(statements)
        return error.value

    def run(self, program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """One of PostgreSQL's programs for clients."""
        where = ["-h", str(self.server.directory), "-U", self.role, "-d", self.name]
        return subprocess.run(
            [str(self.server.bin / program), *where, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    def has_extension(self, name: str) -> bool:
        """Whether it could be created here."""
        found = self.value(f"SELECT count(*) FROM pg_available_extensions WHERE name = '{name}'")
        return found == "1"

    def dump(self, *options: str) -> str:
        """What pg_dump writes of it."""
        done = self.run("pg_dump", *options)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def restore(self, archive: Path) -> None:
        done = self.run("pg_restore", str(archive))
        assert done.returncode == 0, done.stderr


class Session:
    """A session that stays, for one statement after the other."""

    def __init__(self, database: Database) -> None:
        server = database.server
        self._psql = subprocess.Popen(
            [
                *("stdbuf", "-oL", server.bin / "psql", "-X", "-q", "-A", "-t"),
                *("-v", "VERBOSITY=verbose", "-h", server.directory),
                *("-U", database.role, "-d", database.name, "-f", "-"),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def send(self, query: str) -> None:
        """Does not wait until it is done; answer() does."""
        assert self._psql.stdin
        self._psql.stdin.write(f"{query};\n\\echo end of the answer\n")
        self._psql.stdin.flush()

    def answer(self) -> str:
        """What psql has written over the query that was sent last."""
        assert self._psql.stdout
        lines: list[str] = []
        while (line := self._psql.stdout.readline()) != "end of the answer\n":
            if line == "":
                pytest.fail("psql has ended: " + "".join(lines))
            lines.append(line)
        return "".join(lines).strip()

    def outcome(self, query: str) -> str:
        """The value that the query returns, or the SQLSTATE of its error."""
        self.send(query)
        answer = self.answer()
        error = re.search(r"(?:ERROR|FATAL):  (\w{5}):", answer)
        return error[1] if error else answer

    def close(self) -> None:
        self._psql.kill()
        self._psql.communicate()


def wait_until(database: Server | Database, condition: str) -> None:
    """Until the query returns true."""
    wait_for(condition, lambda: database.value(condition) == "t")


def unhealthy(place: Server | Database) -> dict[str, str]:
    """The rows of base62id_health() that are not ok, with their states."""
    rows = place.sql("SELECT what, state FROM base62id_health() WHERE state <> 'ok'")
    return {what: state for what, state in rows}


def unhealthy_when_caught_up(place: Server | Database) -> dict[str, str]:
    """Ids begin after those that were reserved before a start or for another key, which can be
    seconds ahead of the clock; until the clock has caught up, health notes that.
    """
    counters = "SELECT state FROM base62id_health() WHERE what = 'counters'"
    wait_for("the clock to catch up with ids", lambda: place.value(counters) == "ok")
    return unhealthy(place)


def health_detail(place: Server | Database, what: str) -> str:
    """Of a row of base62id_health(), without the section of the page, which must be its own."""
    text = place.value(f"SELECT detail FROM base62id_health() WHERE what = '{what}'")
    kind = "id type" if what.startswith("id type ") else what
    section = f" (docs/monitor.md#health-{kind.replace('.', '').replace(' ', '-')})"
    assert text.endswith(section)
    return text.removesuffix(section)


ServerMaker = Callable[..., Server]


def free_port() -> str:
    """One on which nobody listens, for what needs TCP."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return str(listener.getsockname()[1])


@contextmanager
def port_for_programs() -> Iterator[str]:
    """A free port, which PGPORT tells PostgreSQL's own programs, too."""
    with pytest.MonkeyPatch.context() as environment:
        port = free_port()
        environment.setenv("PGPORT", port)
        yield port


def make_servers() -> Iterator[ServerMaker]:
    made: list[Server] = []

    def make(
        standby_of: Server | None = None,
        copy_of: Server | None = None,
        environment: dict[str, str] | None = None,
        starts: bool = True,
        **settings: str,
    ) -> Server:
        directory = Path(tempfile.mkdtemp(prefix="b62."))
        server = Server(directory, settings, environment)
        made.append(server)
        if standby_of:
            server.make_copy(standby_of, "-R")
        elif copy_of:
            server.make_copy(copy_of)
        else:
            server.make()
        if starts:
            server.start()
        if not standby_of and not copy_of:
            server.sql("CREATE EXTENSION base62id")
        return server

    yield make
    for server in made:
        if (server.data / "postmaster.pid").exists():
            server.stop()
        if "KEEP_WORK" not in os.environ:
            shutil.rmtree(server.directory)


@pytest.fixture(scope="module")
def new_server() -> Iterator[ServerMaker]:
    """Makes servers, which have the extension; they end with the tests of the file."""
    yield from make_servers()


@pytest.fixture(scope="session")
def shared_server() -> Iterator[Server]:
    """A server for all files of a suite: each makes databases of its own in it."""
    for make in make_servers():
        yield make()
