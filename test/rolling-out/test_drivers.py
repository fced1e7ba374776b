"""The table of drivers in docs/rolling-out.md: how often a request fails on a connection whose
statements were prepared before a column was converted.
"""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Database, Server
from rolling_out import (
    LONG,
    PAGE_TEXT,
    PROGRAMS,
    PYTHON,
    app_of_go,
    app_of_node,
    environment_of,
    has_module,
    scratch,
    server,
)

__all__ = ["scratch", "server"]
JDBC = Path("/usr/share/java/postgresql.jar")
[SECTION] = re.findall(r"^## What a request sees$(.*?)^## ", PAGE_TEXT, re.MULTILINE | re.DOTALL)
HEADER, *TABLE = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", SECTION, re.MULTILINE)

# What five requests see after the move, in the words of the page.
WORDS = {
    "ok ok ok ok ok": "never",
    "0A000 ok ok ok ok": "once",
    "0A000 0A000 0A000 0A000 0A000": "until it reconnects",
}

Command = list[str]


def python_of(module: str) -> Callable[[Path], Command]:
    def command(_: Path) -> Command:
        if not has_module(module):
            pytest.skip(f"there is no {module}")
        return [PYTHON, str(PROGRAMS / "drivers.py"), module]

    return command


def jdbc_of(autosave: str) -> Callable[[Path], Command]:
    def command(_: Path) -> Command:
        if not shutil.which("java") or not JDBC.exists():
            pytest.skip(f"there is no java, or no {JDBC}")
        return ["java", "-cp", str(JDBC), str(PROGRAMS / "Drivers.java"), autosave]

    return command


def pgx(scratch: Path) -> Command:
    return [*app_of_go(scratch), "drivers"]


def node_postgres(scratch: Path) -> Command:
    return [*app_of_node(scratch), "drivers"]


def node_postgres_named(scratch: Path) -> Command:
    return [*node_postgres(scratch), "named"]


COMMANDS: dict[str, Callable[[Path], Command]] = {
    "psycopg2": python_of("psycopg2"),
    "psycopg": python_of("psycopg"),
    "asyncpg": python_of("asyncpg"),
    "pgx": pgx,
    "JDBC, `autosave=never`": jdbc_of("never"),
    "JDBC, `autosave=conservative`": jdbc_of("conservative"),
    "node-postgres": node_postgres,
    "node-postgres, named queries": node_postgres_named,
}
QUICK = ["psycopg2", "psycopg", "asyncpg"]


@pytest.fixture(scope="module")
def users(server: Server) -> Database:
    database = server.new_database("drivers")
    database.sql(
        """
        CREATE EXTENSION base62id;
        SELECT typeid_create_type('user_id', 'user', accept_uuid => true);
        CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text);
        INSERT INTO users (name) VALUES ('Ada');
        """
    )
    return database


class Driver:
    """A program that keeps a connection, and asks five times for each line that it reads."""

    def __init__(self, command: Command, database: Database) -> None:
        self._process = subprocess.Popen(
            command,
            env=environment_of(database),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, how: str) -> str:
        """The SQLSTATEs, or "ok"."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(f"{how}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


def seen(command: Command, database: Database, how: str) -> str:
    """After the move, each request by itself ("single") or in a transaction."""
    database.sql("ALTER TABLE users ALTER id TYPE uuid")
    driver = Driver(command, database)
    assert driver.ask(how) == "ok ok ok ok ok"
    database.sql("ALTER TABLE users ALTER id TYPE user_id")
    outcomes = driver.ask(how)
    driver.end()
    return WORDS.get(outcomes, outcomes)


def test_each_row_of_the_table_is_tested() -> None:
    assert HEADER == (
        "driver",
        "how often it fails outside of a transaction",
        "how often it fails in a transaction",
    )
    assert {driver for driver, _, _ in TABLE} == COMMANDS.keys()


@pytest.mark.parametrize(
    "driver",
    [pytest.param(name, marks=() if name in QUICK else LONG) for name in COMMANDS],
)
def test_a_driver_sees_what_its_row_says(driver: str, users: Database, scratch: Path) -> None:
    command = COMMANDS[driver](scratch)
    by_itself = seen(command, users, "single")
    within = seen(command, users, "transactions")
    assert (driver, by_itself, within) in TABLE
