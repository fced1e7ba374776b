"""pg_upgrade to newer majors over a database of each version: the owner then completes what was
left to do, and nothing is missing. scripts/test --matrix=upgrade has newer majors.
"""

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import MAJOR, PG_CONFIG, TOP, Database, Server, ServerMaker, pg_config, unhealthy
from first_upgrade import (
    MASK_KEY,
    TYPES,
    UPGRADE_TYPES,
    Host,
    Versions,
    everything,
    new_owned_database,
    settings_in,
    versions,
)

__all__ = ["versions"]
ALL_MAJORS = Path("/usr/lib/postgresql")
CREATE_ROWS = """
    SELECT format('CREATE TABLE rows (n integer, %s)',
        string_agg(format('%I %s', prefix, type), ', ' ORDER BY prefix))
    FROM typeid_types() \\gexec
    SELECT format('INSERT INTO rows SELECT g, %s FROM generate_series(1, 100) AS g',
        string_agg(
            CASE notation
                WHEN 'uid11' THEN format('g::bigint::%s', type)
                ELSE format('%s_new()', type)
            END,
            ', ' ORDER BY prefix))
    FROM typeid_types() \\gexec
    SELECT format('CREATE INDEX ON rows USING %s (%I)', method, prefix)
    FROM typeid_types(), unnest(ARRAY['btree', 'brin', 'hash']) AS method \\gexec
"""
ROWS = "SELECT count(*), md5(string_agg(r::text, ',' ORDER BY n)) FROM rows AS r"
FIND_LAST = """
    SELECT format('SELECT count(*) FROM rows WHERE %1$I = (SELECT max(%1$I) FROM rows)', prefix)
    FROM typeid_types() \\gexec
"""


def newer_majors() -> list[int]:
    """The last two to which pg_upgrade can lead from here."""
    majors = [
        int(directory.name)
        for directory in ALL_MAJORS.glob("*")
        if (directory / "bin/pg_upgrade").exists() and (directory / "lib/pgxs").exists()
    ]
    return sorted(major for major in majors if major > MAJOR)[-2:]


NEWER_MAJORS = newer_majors()
pytestmark = pytest.mark.skipif(
    not NEWER_MAJORS, reason="no newer major is here; scripts/test --matrix=upgrade has them"
)


def call_stage(directory: Path, function: str, *arguments: str | Path) -> None:
    """A function of test/lib/stage.sh."""
    done = subprocess.run(
        ["bash", "-c", '. "$0" && "$@"', TOP / "test/lib/stage.sh", function, *arguments],
        cwd=directory,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def copy_by_bare_name(files: Path, copy: Path) -> Path:
    """What pg_upgrade would not find under $libdir, it finds without that."""
    shutil.copytree(files, copy, symlinks=True)
    call_stage(copy, "by_bare_name", copy / pg_config("sharedir").lstrip("/"))
    return copy


@dataclass
class Former:
    """The server from which pg_upgrade leads, stopped: "shop" has been updated, "kept" has not."""

    server: Server
    rows: dict[str, list[list[str]]]
    directory: Path


@pytest.fixture(scope="module")
def former(versions: Versions, new_server: ServerMaker) -> Iterator[Former]:
    with tempfile.TemporaryDirectory(prefix="b62.") as name:
        directory = Path(name)
        old_files = copy_by_bare_name(versions.old_files, directory / "old")
        new_files = copy_by_bare_name(versions.new_files, directory / "new")
        host = Host(new_server, old_files)
        server = host.server
        server.sql("DROP EXTENSION base62id; CREATE ROLE owner LOGIN")
        server.restart(**{"base62id.mask_key_file": server.secret("mask.keys", MASK_KEY)})
        shop = new_owned_database(server, "shop")
        host.restart_with(new_files)
        shop.sql("ALTER EXTENSION base62id UPDATE")
        shop.sql(UPGRADE_TYPES)
        kept = new_owned_database(server, "kept", versions.this)
        rows = {}
        for database in (shop, kept):
            database.sql(CREATE_ROWS)
            rows[database.name] = database.sql(ROWS)
        assert server.trouble() == []
        server.stop("fast")
        yield Former(server, rows, directory)
        host.remove()


class NewerServer(Server):
    """Of another major than the one that is tested."""

    def __init__(self, directory: Path, major: int, settings: dict[str, str]) -> None:
        super().__init__(directory, settings)
        self.major = major
        self.bin = ALL_MAJORS / str(major) / "bin"

    def make(self) -> None:
        checksums = ["--no-data-checksums"] if self.major >= 18 else []
        self._run(
            *("initdb", "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"),
            *checksums,
        )
        self._default = (self.data / "postgresql.conf").read_text()
        self._write_settings()

    def take_over(self, former: Server) -> None:
        """By pg_upgrade, which starts both servers in turns."""
        done = subprocess.run(
            [
                *(self.bin / "pg_upgrade", "-U", "postgres", "-s", self.directory),
                *("-b", former.bin, "-d", former.data, "-B", self.bin, "-D", self.data),
                *("-p", "5432", "-P", "5433"),
            ],
            cwd=self.directory,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def build_for(major: int, versions: Versions, directory: Path) -> None:
    """Installs the next version into rootMAJOR; rootMAJOR.conf has the settings that name it."""
    sources = shutil.copytree(versions.new_sources, directory / f"src{major}", symlinks=True)
    subprocess.run(["make", "-s", "-C", sources, "clean", f"PG_CONFIG={PG_CONFIG}"], check=True)
    call_stage(directory, "stage_major", str(major), sources, directory / f"root{major}")


@pytest.fixture(scope="module", params=NEWER_MAJORS)
def server(
    request: pytest.FixtureRequest, versions: Versions, former: Former
) -> Iterator[NewerServer]:
    """After pg_upgrade, with the next version of the extension."""
    major: int = request.param
    build_for(major, versions, former.directory)
    finds = settings_in((former.directory / f"root{major}.conf").read_text())
    with tempfile.TemporaryDirectory(prefix="b62.") as directory:
        server = NewerServer(Path(directory), major, finds)
        server.settings["base62id.mask_key_file"] = server.secret("mask.keys", MASK_KEY)
        server.make()
        server.take_over(former.server)
        server.start()
        yield server
        assert server.trouble() == []
        server.stop()


DATABASES = pytest.mark.parametrize("name", ["kept", "shop"])


def has_its_rows(database: Database, former: Former) -> None:
    """All of them, and the last one of each type by an index."""
    assert database.sql(ROWS) == former.rows[database.name]
    assert database.sql(f"SET enable_seqscan = off; {FIND_LAST}") == [["1"]] * TYPES


@DATABASES
def test_a_database_goes_on_after_pg_upgrade(
    server: NewerServer, former: Former, name: str
) -> None:
    database = Database(server, name, "owner")
    has_its_rows(database, former)
    database.sql(
        """
        SELECT typeid_create_type('new_id', 'new');
        SELECT typeid_drop_type('new_id');
        BEGIN;
        INSERT INTO rows TABLE rows;
        ROLLBACK;
        """
    )


@DATABASES
def test_the_owner_completes_the_types_after_the_superuser_the_extension(
    server: NewerServer, former: Former, name: str
) -> None:
    """pg_upgrade makes the extension the superuser's, so a superuser updates it."""
    database = Database(server, name, "owner")
    as_superuser = database.as_role("postgres")
    owner = "SELECT extowner::regrole FROM pg_extension WHERE extname = 'base62id'"
    assert database.value(owner) == "postgres"
    if name == "kept":
        as_superuser.sql("ALTER EXTENSION base62id UPDATE")
    [script] = former.directory.glob(f"root{server.major}/**/base62id-skip-support.sql")
    as_superuser.sql(f"\\i {script}")
    upgraded = "SELECT count(typeid_upgrade_type(type)::text) FROM typeid_types()"
    assert database.value(upgraded) == str(TYPES)
    assert unhealthy(database) == {}
    has_its_rows(database, former)


@pytest.fixture(scope="module")
def of_fresh(server: NewerServer) -> list[str]:
    """What an installation of the next version has."""
    return everything(new_owned_database(server, f"fresh{server.major}"))


@DATABASES
def test_the_database_has_what_a_fresh_one_has(
    server: NewerServer, of_fresh: list[str], name: str
) -> None:
    database = Database(server, name, "owner")
    database.sql("DROP TABLE rows")
    assert everything(database) == of_fresh
