"""pure-sql/ as a trusted language extension, from installation to update to removal, by a role that
is no superuser.

    BASE62ID_PG_TLE=DIRECTORY test/pure-sql/run pg_tle

DIRECTORY is what "make install DESTDIR=DIRECTORY" of pg_tle's sources left.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import conftest
import pytest
from conftest import Database, Server, pg_config
from pure_sql import MASKS, TOP, VERSION, failed_checks, install
from test_tutorial import states_over_functions

pytestmark = pytest.mark.skipif(
    "BASE62ID_PG_TLE" not in os.environ, reason="BASE62ID_PG_TLE does not say where it is"
)

SHOP = """
    SELECT typeid_create_type('user_id', 'user');
    SELECT typeid_create_type('order_id', 'order');
    CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), name text);
    CREATE TABLE orders (
        id order_id PRIMARY KEY DEFAULT order_id_new(),
        buyer user_id NOT NULL REFERENCES users
    );
    CREATE TABLE links (id text COLLATE "C" PRIMARY KEY DEFAULT xid_new());
    INSERT INTO users (name) SELECT n::text FROM generate_series(1, 100) AS n;
    INSERT INTO orders (buyer) SELECT id FROM users;
    INSERT INTO links SELECT FROM generate_series(1, 100);
"""
ROWS = """
    SELECT count(*), md5(string_agg(o.id::text || u.id::text, '' ORDER BY o.id::text COLLATE "C"))
    FROM orders AS o JOIN users AS u ON u.id = o.buyer;
"""
VERSIONS = """
    SELECT extversion, ids.base62id_version(), to_regproc('ids.ulid_max')
    FROM pg_extension
    WHERE extname = 'base62id';
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A copy of the server's files, because pg_tle looks for its control file beside them."""
    copy = tmp_path_factory.mktemp("server")
    for place in ("bindir", "libdir", "pkglibdir", "sharedir"):
        directory = Path(pg_config(place))
        of_system = directory == Path("/usr/lib") or directory.match("/usr/lib/*-linux-*")
        to = copy / directory.relative_to("/")
        if not of_system and not to.exists():
            shutil.copytree(directory, to, symlinks=False)
    shutil.copytree(os.environ["BASE62ID_PG_TLE"], copy, dirs_exist_ok=True)
    extensions = copy / Path(pg_config("sharedir")).relative_to("/") / "extension"
    for file in extensions.glob("base62id*"):
        file.unlink()
    program = copy / Path(pg_config("bindir")).relative_to("/") / "pg_config"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(conftest, "PG_CONFIG", str(program))
        patch.delenv("TEMP_CONFIG", raising=False)
        server = Server(tmp_path_factory.mktemp("data"), {"shared_preload_libraries": "pg_tle"})
        server.make()
        server.start()
        yield server
        server.stop()


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What scripts/package makes for pg_tle, with an update from an older version."""
    directory = tmp_path_factory.mktemp("package")
    program = str(TOP / "scripts/package")
    subprocess.run([program, "--tle", "--from=0.9.0", str(directory / "tle")], check=True)
    return directory / "tle"


def older(script: str) -> str:
    """A version that lacks a function, and has another body for one."""
    script = script.replace(f"'base62id', '{VERSION}'", "'base62id', '0.9.0'")
    script = script.replace(
        f"SELECT '{VERSION}'::pg_catalog.text", "SELECT '0.9.0'::pg_catalog.text"
    )
    of_ulid_max = (
        r"^CREATE OR REPLACE FUNCTION @schema@.ulid_max\("
        r".*?^COMMENT ON FUNCTION @schema@.ulid_max.*?$"
    )
    without, removed = re.subn(of_ulid_max, "", script, flags=re.M | re.S)
    assert removed == 1
    return without


@pytest.fixture(scope="module")
def app(server: Server, package: Path) -> Database:
    """The owner of a database, no superuser, who installs the older version and makes a shop."""
    server.sql("CREATE ROLE app LOGIN")
    server.sql("CREATE DATABASE tle OWNER app")
    Database(server, "tle").sql("CREATE EXTENSION pg_tle; GRANT pgtle_admin TO app;")
    app = Database(server, "tle", "app")
    app.sql(older((package / "install.sql").read_text()))
    app.sql(
        """
        CREATE SCHEMA ids;
        CREATE EXTENSION base62id SCHEMA ids;
        ALTER DATABASE tle SET search_path = public, ids;
        GRANT USAGE ON SCHEMA ids TO PUBLIC;
        """
    )
    app.sql(SHOP)
    return app


def test_the_role_is_no_superuser(app: Database) -> None:
    assert app.value("SELECT usesuper FROM pg_user WHERE usename = current_user") == "f"


def test_an_update_brings_new_functions_and_keeps_the_rows(app: Database, package: Path) -> None:
    before = app.sql(ROWS)
    assert app.sql(VERSIONS) == [["0.9.0", "0.9.0", ""]]
    install(app, package / "update-0.9.0.sql")
    app.sql("ALTER EXTENSION base62id UPDATE")
    assert app.sql(VERSIONS) == [[VERSION, VERSION, "ulid_max"]]
    assert app.sql(ROWS) == before
    new = "INSERT INTO users (name) VALUES ('new') RETURNING id::text ^@ 'user_'"
    assert app.value(new) == "t"


def test_every_function_belongs_to_the_extension(app: Database) -> None:
    strangers = """
        SELECT oid::regprocedure
        FROM pg_proc
        WHERE pronamespace = 'ids'::regnamespace
            AND oid NOT IN (
                SELECT objid FROM pg_depend WHERE classid = 'pg_proc'::regclass AND deptype = 'e')
    """
    assert app.sql(strangers) == []


@pytest.mark.parametrize("script", ["contract", "id_types"])
def test_the_functions(app: Database, script: str) -> None:
    assert failed_checks(app, script, schema="ids") == []


@pytest.fixture(scope="module")
def masked(app: Database) -> Database:
    install(app, MASKS)
    app.sql("INSERT INTO base62id_mask_keys (number) VALUES (1)")
    return app


def test_masks_by_the_same_role(masked: Database) -> None:
    there_and_back = """
        SELECT bool_and(uuid_unmask(uuid_mask(u)) = u AND uuid_mask(u) <> u)
        FROM users, typeid_to_uuid(id) AS u
    """
    assert masked.value(there_and_back) == "t"


def test_it_is_not_dropped_while_defaults_use_it(masked: Database) -> None:
    assert masked.error("DROP EXTENSION base62id").state == "2BP01"


def test_its_removal_takes_its_functions_along_but_no_key(masked: Database) -> None:
    masked.sql(
        """
        DROP TABLE orders, users, links;
        DROP DOMAIN user_id, order_id CASCADE;
        DROP EXTENSION base62id;
        """
    )
    functions = "SELECT count(*) FROM pg_proc WHERE pronamespace = 'ids'::regnamespace"
    assert masked.value(functions) == "0"
    assert masked.value("SELECT count(*) FROM base62id_mask_keys") == "1"


def test_it_is_uninstalled_and_installed_again(masked: Database, package: Path) -> None:
    masked.sql("SELECT pgtle.uninstall_extension('base62id')")
    assert masked.value("SELECT count(*) FROM pgtle.available_extensions()") == "0"
    install(masked, package / "install.sql")
    masked.sql("CREATE EXTENSION base62id SCHEMA ids")
    assert masked.value("SELECT ids.base62id_version()") == VERSION
    states_over_functions(masked)


def test_the_server_wrote_nothing_bad_to_its_log(server: Server) -> None:
    assert server.trouble() == []
