"""A server with the extensions that are here, copies of it, and programs that work on them."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import SERVER_ENVIRONMENT, Database, Server, Session, pg_config

TABLES = """
    CREATE SCHEMA ids;
    CREATE EXTENSION base62id SCHEMA ids;
    SET search_path = public, ids;
    SELECT typeid_create_type('public.user_id', 'user'),
           typeid_create_type('ids.order_id', 'order'),
           typeid_create_type('public.bill_id', 'bill', 'uid11');
    CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), name text);
    CREATE TABLE orders (
        id order_id PRIMARY KEY DEFAULT order_id_new(),
        buyer user_id NOT NULL REFERENCES users,
        bill bill_id,
        short base62id DEFAULT gen_random_uuid());
    INSERT INTO users SELECT FROM generate_series(1, 2000);
    INSERT INTO orders (buyer, bill) SELECT id, row_number() OVER () FROM users;
"""
CONTENT = """
    SELECT count(*), md5(string_agg(o::text, ',' ORDER BY id)), count(DISTINCT buyer)
      FROM orders AS o
"""
ID = "user_01h455vb4pex5vsknk084sn02q"
USER = pwd.getpwuid(os.getuid()).pw_name


def needs(*programs: str) -> None:
    for program in programs:
        if not path_of(program):
            pytest.skip(f"{program} is not installed")


def needs_library(name: str) -> None:
    if not has_library(name):
        pytest.skip(f"{name} is not installed for this server")


def has_library(name: str) -> bool:
    return (Path(pg_config("pkglibdir")) / f"{name}.so").exists()


def path_of(program: str) -> str | None:
    return shutil.which(program, path=f"{pg_config('bindir')}:{os.environ['PATH']}")


def new_shop(server: Server) -> Database:
    """The database with the tables above."""
    database = server.new_database("shop")
    database.sql("ALTER DATABASE shop SET search_path = public, ids")
    database.sql(TABLES)
    return database


def environment(server: Server) -> dict[str, str]:
    return os.environ | {
        "HOME": str(server.directory),
        "PATH": f"{pg_config('bindir')}:{os.environ['PATH']}",
        "PGHOST": str(server.directory),
        "PGUSER": "postgres",
    }


def run(server: Server, *command: str | Path) -> str:
    """What a program writes; it must succeed."""
    done = subprocess.run(
        command,
        env=environment(server),
        cwd=server.directory,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def repack(database: Database, table: str, meanwhile: Callable[[], object]) -> tuple[int, str]:
    """The exit status of pg_repack, and what it says; rows change between its copy and its end.

    An open transaction keeps it from its end until then.
    """
    waiting = Session(database)
    waiting.outcome("BEGIN; SELECT count(*) FROM pg_class")
    program = subprocess.Popen(
        [path_of("pg_repack") or "", "-d", database.name, "-t", table],
        env=environment(database.server),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert program.stdout
    said = ""
    for line in program.stdout:
        said += line
        if "Waiting for" in line or "ERROR" in line:
            break
    meanwhile()
    waiting.close()
    said += program.stdout.read()
    return program.wait(), said


class Restored(Server):
    """A server over a directory of data that a backup has left."""

    def __init__(self, data: Path, directory: Path) -> None:
        self.data = data
        self.directory = directory
        self.log = directory / "server.log"
        self.bin = Path(pg_config("bindir"))
        self.environment = SERVER_ENVIRONMENT

    def start(self, **settings: str) -> None:
        given = {"unix_socket_directories": str(self.directory), "archive_mode": "off"} | settings
        options = " ".join(f"-c {name}={value}" for name, value in given.items())
        self._run("pg_ctl", "-l", str(self.log), "-w", "-t", "120", "-o", options, "start")
