"""What every test that pytest runs may use: servers of its own, and SQL in them.

PG_CONFIG names the PostgreSQL to use, and TEMP_CONFIG a file of settings by which a server finds
the extension; without it the extension is where PostgreSQL looks by itself.
"""

import csv
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from _pytest.terminal import TerminalReporter

PG_CONFIG = os.environ.get("PG_CONFIG", "pg_config")
COMMON_SETTINGS = """
listen_addresses = ''
fsync = off
autovacuum = off
timezone = 'UTC'
log_timezone = 'UTC'
client_min_messages = error
"""


def pg_config(what: str) -> str:
    return subprocess.run(
        [PG_CONFIG, f"--{what}"], check=True, capture_output=True, text=True
    ).stdout.strip()


class SqlError(Exception):
    """What psql says of a statement that failed, and its SQLSTATE."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.state = message.split("ERROR:  ", 1)[-1][:5]


class Server:
    """A server in a directory of its own. Files that are settings' lie beside its data."""

    def __init__(self, directory: Path, settings: dict[str, str]) -> None:
        self.directory = directory
        self.data = directory / "data"
        self.log = directory / "server.log"
        self.bin = Path(pg_config("bindir"))
        self.settings = {"shared_preload_libraries": "base62id"} | settings
        self._run("initdb", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync")
        self._default = (self.data / "postgresql.conf").read_text()
        if "TEMP_CONFIG" in os.environ:
            self._default += Path(os.environ["TEMP_CONFIG"]).read_text()

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.bin / program, "-D", self.data, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=(self.directory / f"{program}.log").open("a"),
            stderr=subprocess.STDOUT,
        )
        if done.returncode != 0:
            logs = [self.directory / f"{program}.log", self.log]
            pytest.fail("".join(log.read_text() for log in logs if log.exists()))

    def _write_settings(self) -> None:
        lines = [f"{name} = '{value}'\n" for name, value in self.settings.items()]
        (self.data / "postgresql.conf").write_text(
            f"{self._default}{COMMON_SETTINGS}unix_socket_directories = '{self.directory}'\n"
            + "".join(lines)
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

    def reload(self, **settings: str) -> None:
        self.settings |= settings
        self._write_settings()
        before = self.value("SELECT pg_conf_load_time()")
        self.sql("SELECT pg_reload_conf()")
        while self.value("SELECT pg_conf_load_time()") == before:
            pass

    def secret(self, name: str, content: str) -> str:
        """A file that nobody else may read; its path."""
        path = self.directory / name
        path.write_text(content + "\n")
        path.chmod(0o600)
        return str(path)

    def sql(self, statements: str) -> list[list[str]]:
        """The rows that the statements return."""
        done = subprocess.run(
            [
                self.bin / "psql",
                *("-X", "-q", "--csv", "-t", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=verbose"),
                *("-h", self.directory, "-U", "postgres", "-d", "postgres", "-f", "-"),
            ],
            input=statements,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise SqlError(done.stderr)
        return list(csv.reader(done.stdout.splitlines()))

    def value(self, query: str) -> str:
        """The one value that the query returns."""
        [[value]] = self.sql(query)
        return value


ServerMaker = Callable[..., Server]


@pytest.fixture(scope="module")
def new_server() -> Iterator[ServerMaker]:
    """Makes servers, which have the extension; they end with the tests of the file."""
    made: list[Server] = []

    def make(**settings: str) -> Server:
        directory = Path(tempfile.mkdtemp(prefix="b62."))
        server = Server(directory, settings)
        made.append(server)
        server.start()
        server.sql("CREATE EXTENSION base62id")
        return server

    yield make
    for server in made:
        if (server.data / "postmaster.pid").exists():
            server.stop()
        if "KEEP_WORK" not in os.environ:
            shutil.rmtree(server.directory)


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """The closing line that all our suites have."""
    count = {
        name: len(terminalreporter.stats.get(name, []))
        for name in ("passed", "failed", "error", "skipped")
    }
    line = f"{count['passed']} passed, {count['failed'] + count['error']} failed"
    if count["skipped"]:
        line += f", {count['skipped']} skipped"
    terminalreporter.write_line(line)
