"""A server with the extensions that are here, copies of it, and programs that work on them."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Database, Server, Session, pg_config

# The extension and order_id are in a schema of their own, because some tools look for types and
# operators in public alone.
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
    -- Rows without a value, which get the defaults: a new id each.
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
    [[orders, _, buyers]] = database.sql(CONTENT)
    assert (orders, buyers) == ("2000", "2000")
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
    path = path_of("pg_repack")
    assert path
    waiting = Session(database)
    assert waiting.outcome("BEGIN; SELECT 'open' FROM pg_class LIMIT 1") == "open"
    program = subprocess.Popen(
        [path, "-d", database.name, "-t", table],
        env=environment(database.server),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert program.stdout
    said = ""
    for line in program.stdout:
        said += line
        if "Waiting for" in line:
            break
    assert "Waiting for" in said, said
    meanwhile()
    waiting.close()
    said += program.stdout.read()
    return program.wait(), said


class Restored(Server):
    """A server over the data that a backup has left in a directory, with the settings there."""

    def __init__(self, directory: Path) -> None:
        super().__init__(directory, settings={})

    def start(self, **settings: str) -> None:
        given = {"unix_socket_directories": str(self.directory), "archive_mode": "off"} | settings
        options = " ".join(f"-c {name}={value}" for name, value in given.items())
        self._run("pg_ctl", "-l", str(self.log), "-w", "-t", "120", "-o", options, "start")
