"""What the tests of docs/rolling-out.md share: the SQL of the page, a database in which it is
executed, and programs in several languages.
"""

import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import FULL, NPM_UNREACHED, TOP, Database, Server, make_servers, port_for_programs

PROGRAMS = Path(__file__).parent / "programs"
PYTHON = "/usr/bin/python3"  # with Debian's drivers
LONG = pytest.mark.skipif(not FULL, reason="it is part of the long form")


# Pages -----------------------------------------------------------------------------------------


def blocks_of(page: str) -> list[str]:
    text = (TOP / "docs" / page).read_text()
    return re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


class Blocks(NamedTuple):
    """The blocks of the page, in its order."""

    create_tables: str
    create_types: str
    convert_key: str
    migrate: str  # the same by base62id-migrate, of shell
    convert_references: str
    still_uuid: str
    refuse_uuids: str
    accept_uuids: str
    convert_back: str
    publish: str
    subscribe: str


PAGE_TEXT = (TOP / "docs/rolling-out.md").read_text()
PAGE = Blocks(*blocks_of("rolling-out.md"))


# The server ------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """It listens to TCP, which JDBC needs. Clients find it by libpq's variables."""
    with port_for_programs() as port:
        for make in make_servers():
            server: Server = make(
                listen_addresses="127.0.0.1",
                port=port,
                log_min_error_statement="panic",
                log_lock_waits="on",
            )
            yield server
            assert server.trouble() == []


def environment_of(database: Database) -> dict[str, str]:
    """In which a program connects to it, and finds the clients' packages."""
    return os.environ | {
        "PGHOST": "127.0.0.1",
        "PGUSER": "postgres",
        "PGDATABASE": database.name,
        "PATH": f"{TOP / 'migrate'}:{database.server.bin}:{os.environ['PATH']}",
        "PYTHONPATH": str(TOP / "clients/python/src"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


@dataclass
class Shop:
    """The database of the page, and a directory for the files of base62id-migrate."""

    database: Database
    directory: Path

    def run(self, block: str) -> list[list[str]]:
        """Again while it gets no lock, as the page says."""
        for _ in range(50):
            done = self.database.psql(block, "--set=ON_ERROR_STOP=1", "--set=VERBOSITY=verbose")
            if done.returncode == 0:
                return [line.split(",") for line in done.stdout.splitlines()]
            assert "ERROR:  55P03:" in done.stderr, done.stderr
            time.sleep(0.2)
        pytest.fail(f"no lock within fifty attempts: {block}")

    def shell(self, command: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["bash", "-e", "-c", command],
            cwd=self.directory,
            env=environment_of(self.database),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def migrate(self, command: str) -> None:
        done = self.shell(command)
        assert done.returncode == 0, done.stdout

    def types(self) -> list[str]:
        """Of users.id, orders.id and orders.user_id."""
        rows = self.database.sql(
            """
            SELECT atttypid::regtype
            FROM pg_attribute
            WHERE (attrelid, attname) IN (
                ('users'::regclass, 'id'),
                ('orders'::regclass, 'id'),
                ('orders'::regclass, 'user_id')
            )
            ORDER BY attrelid::regclass::text DESC, attnum
            """
        )
        return [name for [name] in rows]


PLAIN = ["uuid", "uuid", "uuid"]
KEY_CONVERTED = ["user_id", "uuid", "uuid"]
CONVERTED = ["user_id", "order_id", "user_id"]


# Programs --------------------------------------------------------------------------------------


def has_module(name: str) -> bool:
    return subprocess.run([PYTHON, "-c", f"import {name}"], capture_output=True).returncode == 0


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="b62.") as directory:
        yield Path(directory)


def app_of_go(scratch: Path) -> list[str]:
    """With Debian's libraries."""
    app = scratch / "app"
    if not app.exists():
        if not shutil.which("go"):
            pytest.skip("there is no go")
        clients = scratch / "go/src/placeholder.invalid/base62id/clients"
        clients.mkdir(parents=True, exist_ok=True)
        if not (clients / "go").exists():
            (clients / "go").symlink_to(TOP / "clients/go")
        done = subprocess.run(
            ["go", "build", "-o", app, PROGRAMS / "app.go"],
            env=os.environ
            | {
                "HOME": str(scratch),
                "GO111MODULE": "off",
                "GOPATH": f"{scratch / 'go'}:/usr/share/gocode",
                "GOCACHE": str(scratch / "go-cache"),
                "GOFLAGS": "-p=2",
                "GOTOOLCHAIN": "local",
            },
            capture_output=True,
            text=True,
        )
        if 'cannot find package "github.com/jackc/pgx/v5' in done.stderr:
            pytest.skip("there is no pgx 5")
        assert done.returncode == 0, done.stderr
    return [str(app)]


def app_of_node(scratch: Path) -> list[str]:
    """With node-postgres and a loader of TypeScript from npm."""
    directory = scratch / "node"
    if not directory.exists():
        if not shutil.which("npm"):
            pytest.skip("there is no npm")
        directory.mkdir()
        for source in [PROGRAMS / "app.mts", *(TOP / "clients/node/src").glob("*.ts")]:
            shutil.copy(source, directory)
    loader = directory / "node_modules/tsx/dist/loader.mjs"
    if not loader.exists():
        quiet = ["--no-fund", "--no-audit", "--ignore-scripts", "--fetch-retries=1"]
        done = subprocess.run(
            ["npm", "install", *quiet, "pg", "tsx"],
            cwd=directory,
            env=os.environ | {"HOME": str(scratch)},
            capture_output=True,
            text=True,
        )
        if done.returncode != 0 and NPM_UNREACHED.search(done.stderr):
            pytest.skip("npm reaches no registry")
        assert done.returncode == 0, done.stderr
    return ["node", "--import", str(loader), str(directory / "app.mts")]
