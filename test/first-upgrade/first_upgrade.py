"""What the tests of the first upgrade share: two versions, a server that finds one or the other,
and all that a database has of the extension.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import TOP, Database, Server, ServerMaker

MASK_KEY = "1:000102030405060708090a0b0c0d0e0f"

# An id type of each layout: 16 bytes in each notation, with a mask and without, accepting uuids or
# not; 8 bytes, with a mask and without.
CREATE_TYPES = """
    SELECT typeid_create_type('order_id', 'order');
    SELECT typeid_create_type('inv_id', 'inv', 'uid11');
    SELECT typeid_create_type('m_id', 'm', mask_key => 1);
    SELECT typeid_create_type('mn_id', 'mn', 'uid11', 1);
    SELECT typeid_create_type('u_id', 'u', accept_uuid => true);
    SELECT typeid_create_type('b_id', 'b', 'base62id');
    SELECT typeid_create_type(prefix || '_id', prefix, notation, key, accept)
    FROM (VALUES ('typeid', 't'), ('ulid', 'l'), ('base62id', 's'), ('base64uuid', 'f'))
            AS of_notation (notation, first),
        (VALUES (0, 'n'), (1, 'm')) AS of_key (key, second),
        (VALUES (false, 'n'), (true, 'y')) AS of_uuids (accept, third),
        concat(first, second, third) AS prefix;
"""
TYPES = 22  # that CREATE_TYPES makes
UPGRADE_TYPES = "SELECT format('SELECT typeid_upgrade_type(%L)', type) FROM typeid_types() \\gexec"


@dataclass(frozen=True)
class Versions:
    """This version and the next one: of the SQL objects, and the files that are installed."""

    this: str
    next: str
    old_files: Path
    new_files: Path
    new_sources: Path


@pytest.fixture(scope="session")
def versions() -> Iterator[Versions]:
    if "BASE62ID_DESTDIR" not in os.environ:
        pytest.skip("this server finds an extension in its own directories only")
    with tempfile.TemporaryDirectory(prefix="b62.") as name:
        directory = Path(name)
        done = subprocess.run(
            [TOP / "test/lib/next_version.py", directory], capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        this, next_one = done.stdout.split()
        yield Versions(this, next_one, directory / "old", directory / "new", directory / "src")


def settings_in(text: str) -> dict[str, str]:
    """Those by which a server finds the extension."""
    return dict(re.findall(r"^(\w+) = '(.*)'$", text, re.MULTILINE))


class Host:
    """A server, and where it finds the files of one version or of the other."""

    def __init__(
        self,
        new_server: ServerMaker,
        files: Path,
        standby_of: Server | None = None,
        **settings: str,
    ) -> None:
        self._directory = tempfile.TemporaryDirectory(prefix="b62.")
        self.root = Path(self._directory.name) / "installed"
        self.install(files)
        self.server: Server = new_server(standby_of=standby_of, **self._settings(), **settings)

    def _settings(self) -> dict[str, str]:
        """By which the server finds the extension: as of this run, with another directory."""
        of_run = Path(os.environ["TEMP_CONFIG"]).read_text()
        here = of_run.replace(os.environ["BASE62ID_DESTDIR"], str(self.root))
        return settings_in(here)

    def install(self, files: Path) -> None:
        """As a package does while the server runs; what is loaded already stays."""
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.copytree(files, self.root, symlinks=True)

    def restart_with(self, files: Path, mode: str = "fast") -> None:
        self.server.stop(mode)
        self.install(files)
        self.server.start()

    def crash_to(self, files: Path) -> None:
        self.restart_with(files, "immediate")

    def remove(self) -> None:
        self._directory.cleanup()


def new_owned_database(server: Server, name: str, version: str = "") -> Database:
    """Of an ordinary role, who has made the extension and a type of each layout."""
    server.sql(f"CREATE DATABASE {name} OWNER owner")
    database = Database(server, name, "owner")
    database.sql(
        f"""
        CREATE EXTENSION base62id {f"VERSION '{version}'" if version else ""};
        {CREATE_TYPES}
        """
    )
    return database


def everything(database: Database) -> list[str]:
    """All that the extension and its types have made, a line each: sql/surface.sql has the view."""
    surface = (TOP / "sql/surface.sql").read_text()
    view, rest = surface.split("CREATE TEMP TABLE before")
    assert rest
    view = re.sub(r"^\\pset .*\n", "", view, flags=re.MULTILINE)
    select = 'SELECT line FROM objects WHERE made >= 16384 ORDER BY line COLLATE "C"'
    lines = [line for [line] in database.as_role("postgres").sql(f"{view}{select};")]
    assert len(lines) > 1000, "a comparison of less would be no news"
    return lines


def versions_in_use(database: Database) -> tuple[str, str]:
    """Of the SQL objects and of the library."""
    [[sql, library]] = database.sql(
        "SELECT extversion, base62id_version() FROM pg_extension WHERE extname = 'base62id'"
    )
    return sql, library
