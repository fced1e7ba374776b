"""Tools that read ids: the table of docs/frameworks/tools.md, as far as the tools are installed."""

import json
import re
import shutil
from pathlib import Path

import pytest
from choice import unless_chosen
from conftest import Database, SqlError, pg_config
from ecosystems.python import PYTHON
from framework import CLIENTS, HERE, Scratch
from running import Runner

pytest_plugins = ["framework_server"]
pytestmark = unless_chosen("tools")

ADA = "user_01h455vb4pex5vsknk084sn02q"
BOB = "user_01h455vb4pex5vsknk084sn02r"


@pytest.fixture(scope="module")
def database(runner: Runner) -> Database:
    """A superuser's: who makes slots, and loads dumps that make types, is one."""
    database = runner.new_database("tools")
    database.sql(f"\\i {HERE / 'fill.sql'}")
    return database.as_role("postgres")


@pytest.fixture(scope="module")
def scratch(runner: Runner, database: Database) -> Scratch:
    scratch = runner.scratch_in("sql", database)
    url = scratch.environment["DATABASE_URL"]
    scratch.environment |= {"PGUSER": "postgres", "DATABASE_URL": url.replace("app@", "postgres@")}
    return scratch


# pg_dump ---------------------------------------------------------------------------------------


def structure_of(database: Database) -> str:
    """A dump has a random word since PostgreSQL 17.6."""
    dump = database.dump("--schema-only", "--no-owner")
    return re.sub(r"^\\(un)?restrict.*\n", "", dump, flags=re.M)


def test_a_structure_file_makes_the_test_database(database: Database) -> None:
    """That dumps as the first one did."""
    structure = structure_of(database)
    tests = database.server.new_database("tools_test")
    tests.sql(structure)
    assert structure_of(tests) == structure
    assert tests.value("INSERT INTO users (name) VALUES ('x') RETURNING id").startswith("user_")


# What shows ids --------------------------------------------------------------------------------


def test_pgcli_shows_ids(scratch: Scratch) -> None:
    if not shutil.which("pgcli") or "--command" not in scratch.prepare("pgcli", "--help"):
        pytest.skip("there is no pgcli with --command")
    url = scratch.environment["DATABASE_URL"]
    assert "user_0" in scratch.prepare("pgcli", "-c", "SELECT id FROM users LIMIT 1", url)


def test_sqlacodegen_writes_the_classes_of_types(scratch: Scratch) -> None:
    if scratch.run(PYTHON, "-c", "import psycopg, sqlacodegen").returncode != 0:
        pytest.skip("there is no sqlacodegen with psycopg")
    url = scratch.environment["DATABASE_URL"].replace("postgresql:", "postgresql+psycopg:")
    program = "import base62id.sqlalchemy; from sqlacodegen.cli import main; main()"
    models = scratch.prepare(PYTHON, "-c", program, url, PYTHONPATH=f"{CLIENTS}/python/src")
    column = r"id: Mapped\[str\] = mapped_column\(ServerType\(.typeid.\), primary_key=True"
    assert re.search(column, models), models


# What reads changes ----------------------------------------------------------------------------


def allow_decoding(database: Database) -> None:
    """Later minor versions want to be told which libraries may."""
    setting = "SELECT count(*) FROM pg_settings WHERE name = 'output_plugin_libraries'"
    if database.value(setting) == "1":
        database.server.reload(output_plugin_libraries="pgoutput, wal2json")


def test_wal2json_has_an_id_as_a_string_and_its_type(database: Database) -> None:
    if not (Path(pg_config("pkglibdir")) / "wal2json.so").exists():
        pytest.skip("wal2json is not installed for this server")
    allow_decoding(database)
    database.sql("SELECT pg_create_logical_replication_slot('ids', 'wal2json')")
    database.sql(f"INSERT INTO users VALUES ('{ADA}', 'Ada')")
    found = database.sql("SELECT data FROM pg_logical_slot_get_changes('ids', NULL, NULL)")
    database.sql("SELECT pg_drop_replication_slot('ids')")
    changes = [change for [data] in found for change in json.loads(data)["change"]]
    [change] = [change for change in changes if change.get("table") == "users"]
    assert change["columntypes"] == ["typeid", "text"]
    assert change["columnvalues"] == [ADA, "Ada"]


def test_pgoutput_has_the_text_of_an_id(database: Database) -> None:
    """Debezium reads it."""
    allow_decoding(database)
    database.sql("SELECT pg_create_logical_replication_slot('out', 'pgoutput')")
    database.sql("CREATE PUBLICATION all_tables FOR ALL TABLES")
    database.sql(f"INSERT INTO users VALUES ('{BOB}', 'Bob')")
    changes = database.sql(
        """
        SELECT encode(data, 'escape')
        FROM pg_logical_slot_get_binary_changes(
            'out', NULL, NULL, 'proto_version', '1', 'publication_names', 'all_tables')
        """
    )
    database.sql("SELECT pg_drop_replication_slot('out')")
    assert any(BOB in data for [data] in changes)


# What makes tables -----------------------------------------------------------------------------


def test_pg_partman_refuses_a_control_column_of_ids(database: Database) -> None:
    if not database.has_extension("pg_partman"):
        pytest.skip("pg_partman is not installed for this server")
    database.sql(
        """
        CREATE SCHEMA partman;
        CREATE EXTENSION pg_partman SCHEMA partman;
        CREATE TABLE parts (id uid11 DEFAULT xid_new() PRIMARY KEY) PARTITION BY RANGE (id);
        """
    )
    with pytest.raises(SqlError, match="ERROR"):
        database.sql("SELECT partman.create_parent('public.parts', 'id', '1 day')")


def test_create_table_as_keeps_the_type(database: Database) -> None:
    """So dbt's models have it."""
    database.sql("CREATE TABLE model AS SELECT id, name FROM users")
    query = """
        SELECT atttypid::regtype
        FROM pg_attribute
        WHERE attrelid = 'model'::regclass AND attname = 'id'
    """
    assert database.value(query) == "typeid"


def test_a_parameter_has_the_type(database: Database) -> None:
    """So sqlc's queries have it."""
    types = database.value(
        """
        PREPARE q AS SELECT id, name FROM users WHERE id = $1;
        SELECT parameter_types FROM pg_prepared_statements;
        """
    )
    assert types == "{typeid}"
