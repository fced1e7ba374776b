"""pure-sql/ behind PostgREST, and in engines of the npm registry: PGlite, DuckDB, ClickHouse.

Each has a program check.js in a directory of its own, which prints "ok" or "not ok" for a check.
They need Node.js 20 with npm, and are skipped where no registry is reached.
"""

import functools
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import FULL, NPM_UNREACHED, Server
from pure_sql import FUNCTIONS, HERE, TOP, install

NPM_INSTALL = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"]
NPM_PATIENCE = ["--fetch-retries=1", "--fetch-timeout=30000"]

in_the_long_form = pytest.mark.skipif(not FULL, reason="downloads 600 MB: in the long form only")
Program = Callable[..., list[str]]


@pytest.fixture(scope="module")
def failed_in_node(tmp_path_factory: pytest.TempPathFactory) -> Program:
    """Installs what an engine's directory asks for, and returns what fails of its checks."""

    @functools.cache
    def installed(engine: str) -> Path:
        needs_node_20()
        directory = tmp_path_factory.mktemp(engine)
        shutil.copytree(HERE / engine, directory, dirs_exist_ok=True)
        npm_install(engine, directory)
        return directory

    def run(engine: str, *arguments: str) -> list[str]:
        done = subprocess.run(
            ["node", "check.js", str(TOP), *arguments],
            cwd=installed(engine),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        lines = done.stdout.splitlines()
        failed = [line for line in lines if line.startswith("not ok")]
        assert any(line.startswith("ok - ") for line in lines), done.stdout + done.stderr
        assert failed or done.returncode == 0, done.stdout + done.stderr
        return failed

    return run


def needs_node_20() -> None:
    if not shutil.which("npm"):
        pytest.skip("there is no npm")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
    if int(version.lstrip("v").split(".")[0]) < 20:
        pytest.skip("Node.js is older than 20")


def npm_install(engine: str, directory: Path) -> None:
    done = subprocess.run(
        NPM_INSTALL + NPM_PATIENCE,
        cwd=directory,
        env=os.environ | {"HOME": str(directory)},
        capture_output=True,
        text=True,
    )
    if "EBADPLATFORM" in done.stderr:
        pytest.skip(f"npm has no {engine} for this platform")
    if done.returncode != 0 and NPM_UNREACHED.search(done.stderr):
        pytest.skip("npm reaches no registry")
    assert done.returncode == 0, done.stderr


# PostgREST -------------------------------------------------------------------------------------

BY_DOMAINS = """
    SELECT typeid_create_uuid_domain('shop.user_id', 'user');
    SELECT typeid_create_uuid_domain('shop.order_id', 'order');
"""
BY_TYPES = """
    SELECT typeid_create_type('shop.user_id', 'user', accept_uuid => true);
    SELECT typeid_create_type('shop.order_id', 'order', accept_uuid => true);
"""


@pytest.fixture(scope="module")
def api_roles(shared_server: Server) -> None:
    shared_server.sql(
        """
        CREATE ROLE shop_authenticator LOGIN NOINHERIT;
        CREATE ROLE shop_clerk;
        CREATE ROLE shop_customer;
        CREATE ROLE shop_stranger;
        GRANT shop_clerk, shop_customer, shop_stranger TO shop_authenticator;
        """
    )


def address(server: Server, database: str) -> str:
    return f"postgresql://shop_authenticator@/{database}?host={server.directory}"


def shop_over_domains(server: Server, name: str) -> None:
    """A shop whose ids are domains; not everybody may call what writes them as JSON."""
    database = server.new_database(name)
    install(database, FUNCTIONS)
    database.sql(f"CREATE SCHEMA shop; {BY_DOMAINS}")
    database.sql(
        f"\\i {HERE}/postgrest/schema.sql",
        read="shop.user_id__from_text",
        by_text="SELECT * FROM shop.users WHERE id = shop.user_id__from_text(who)",
    )
    database.sql("REVOKE EXECUTE ON FUNCTION shop.user_id__to_json FROM PUBLIC")


def test_postgrest_over_domains(
    shared_server: Server, api_roles: None, failed_in_node: Program
) -> None:
    shop_over_domains(shared_server, "rest_domain")
    shared_server.sql(
        """
        \\c rest_domain
        GRANT EXECUTE ON FUNCTION shop.user_id__to_json
            TO shop_authenticator, shop_clerk, shop_customer;
        """
    )
    kind = f"domain={address(shared_server, 'rest_domain')}"
    assert failed_in_node("postgrest", kind) == []


def test_postgrest_that_cannot_call_the_domains_functions(
    shared_server: Server, api_roles: None, failed_in_node: Program
) -> None:
    """It answers 200, with UUIDs in the place of ids."""
    shop_over_domains(shared_server, "rest_unable")
    kind = f"unable={address(shared_server, 'rest_unable')}"
    assert failed_in_node("postgrest", kind) == []


def test_postgrest_over_types_of_the_extension(
    shared_server: Server, api_roles: None, failed_in_node: Program
) -> None:
    database = shared_server.new_database("rest_type")
    database.sql(f"CREATE EXTENSION base62id; CREATE SCHEMA shop; {BY_TYPES}")
    by_text = "SELECT * FROM shop.users WHERE id = who"
    database.sql(f"\\i {HERE}/postgrest/schema.sql", read="", by_text=by_text)
    kind = f"type={address(shared_server, 'rest_type')}"
    assert failed_in_node("postgrest", kind) == []


# Other engines ---------------------------------------------------------------------------------


@in_the_long_form
def test_pglite(failed_in_node: Program) -> None:
    assert failed_in_node("pglite") == []


@in_the_long_form
def test_duckdb_and_clickhouse(failed_in_node: Program) -> None:
    assert failed_in_node("warehouses") == []
