"""After docs/remove.md nothing is left: neither in a database nor on the server.

Both ways of the page: base62id-migrate leave, and by hand. The page's statements and commands are
executed as they stand there.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import PG_CONFIG, ServerMaker, pg_config
from facts import TOP, inventory

REMOVE = (TOP / "docs/remove.md").read_text()
ROADS = (TOP / "test/docs/roads.tsv").read_text()
KEY = "1:000102030405060708090a0b0c0d0e0f"

# What the server still has when the last database has left.
OF_THE_SERVER = {
    "file",
    "setting",
    "line of a configuration file",
    "setting of a role or database",
    "grant on a setting",
    "shared memory",
}
SETTINGS = """
    CREATE ROLE app;
    ALTER ROLE app SET base62id.output = 'uuid';
    ALTER DATABASE postgres SET base62id.output = 'uuid';
    GRANT SET ON PARAMETER base62id.output TO app;
"""
SETTINGS_TAKEN_AWAY = """
    ALTER ROLE app RESET base62id.output;
    ALTER DATABASE postgres RESET base62id.output;
    REVOKE ALL ON PARAMETER base62id.output FROM app;
"""
# Of each kind of column one that moves, and what hangs on it.
TABLES = """
    CREATE EXTENSION base62id;
    SELECT typeid_create_type('user_id', 'user'),
           typeid_create_type('order_id', 'order', 'uuid'),
           typeid_create_type('bill_id', 'bill', 'uid11'),
           typeid_create_type('m_id', 'm', mask_key => 1);
    CREATE TABLE users (
        id user_id PRIMARY KEY DEFAULT user_id_new(),
        masked m_id UNIQUE DEFAULT m_id_new(),
        subject typeid,
        short base62id DEFAULT gen_random_uuid(),
        made ulid DEFAULT ulid_generate());
    CREATE TABLE orders (
        id order_id PRIMARY KEY DEFAULT order_id_new(),
        buyer user_id NOT NULL REFERENCES users,
        bill bill_id UNIQUE);
    CREATE INDEX ON orders USING brin (buyer);
    CREATE VIEW buyers AS SELECT DISTINCT buyer FROM orders;
    INSERT INTO users (subject) SELECT user_id_new()::typeid FROM generate_series(1, 20);
    INSERT INTO orders (buyer, bill) SELECT id, row_number() OVER () FROM users;
"""


def shell(command: str, environment: dict[str, str], directory: Path) -> str:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=directory,
        env=environment,
        text=True,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


def command_of_page(words: str) -> str:
    """The one block of shell that has these words."""
    blocks = re.findall(r"^```sh\n(.*?)^```", REMOVE, re.M | re.S)
    [block] = [block for block in blocks if words in block]
    return str(block)


class Installation:
    """A copy of what was installed, and a server that finds the extension there."""

    def __init__(self, directory: Path, new_server: ServerMaker) -> None:
        staged = os.environ["BASE62ID_DESTDIR"]
        # tap:012 puts an example's extension there meanwhile.
        others = shutil.ignore_patterns("shop_ids*")
        self.root = Path(shutil.copytree(staged, directory / "installed", ignore=others))
        settings = directory / "settings"
        settings.write_text(
            Path(os.environ["TEMP_CONFIG"]).read_text().replace(staged, str(self.root))
        )
        with pytest.MonkeyPatch.context() as patched:
            patched.setenv("TEMP_CONFIG", str(settings))
            self.server = new_server()
        self.server.sql("DROP EXTENSION base62id")
        self._environment = self._make_environment(directory)

    def _make_environment(self, directory: Path) -> dict[str, str]:
        """The programs of the copy come first; pg_config says where the copy is."""
        programs = directory / "programs"
        programs.mkdir()
        real = shutil.which(PG_CONFIG)
        (programs / "pg_config").write_text(f'#!/bin/sh\necho "{self.root}$({real} "$@")"\n')
        (programs / "pg_config").chmod(0o755)
        bindir = pg_config("bindir")
        return os.environ | {
            "PATH": f"{programs}:{self.root}{bindir}:{bindir}:{os.environ['PATH']}",
            "PGHOST": str(self.server.directory),
            "PGUSER": "postgres",
            "TMPDIR": str(directory),
        }

    def shell(self, command: str, directory: Path = TOP) -> str:
        return shell(command, self._environment, directory)


def leave(of: Installation) -> None:
    of.server.sql("CREATE DATABASE shop")
    of.server.sql("\\c shop\n" + TABLES)
    of.shell("base62id-migrate leave shop 2>&1")
    kept = (
        "SELECT count(*), count(DISTINCT u.id) FROM users AS u JOIN orders AS o ON o.buyer = u.id"
    )
    assert of.server.sql(f"\\c shop\n{kept}") == [["20", "20"]]


def by_hand(of: Installation) -> None:
    """The road of pages that ends with that of the removal, in one database."""
    [road] = re.findall(r"^[^#].*\t(.* docs/remove\.md)$", ROADS, re.M)
    said = of.shell(f"perl test/docs/blocks.pl {road}")
    assert re.search("^ok ", said, re.M), said
    assert "not ok" not in said
    [[database]] = of.server.sql("SELECT datname FROM pg_database WHERE datname LIKE 'road%'")
    of.server.sql(f'ALTER DATABASE "{database}" RENAME TO shop')


@pytest.mark.skipif("BASE62ID_DESTDIR" not in os.environ, reason="no installation to be copied")
@pytest.mark.parametrize("way", [leave, by_hand])
def test_nothing_is_left(
    way: Callable[[Installation], None], new_server: ServerMaker, tmp_path: Path
) -> None:
    of = Installation(tmp_path, new_server)
    of.server.sql("CREATE EXTENSION base62id; SELECT xid_new(); DROP EXTENSION base62id")
    of.server.reload(**{"base62id.mask_key_file": of.server.secret("mask.keys", KEY)})
    of.server.sql(SETTINGS)

    way(of)
    assert {row[0] for row in inventory(of.server, "shop")} == OF_THE_SERVER
    count_in_dump = command_of_page("pg_dump").replace("grep", "grep -c").rstrip()
    assert of.shell(f"{count_in_dump} || true") == "0\n", "grep's status is 1 where it counts none"

    of.shell(command_of_page("cp "), tmp_path)
    of.server.sql(SETTINGS_TAKEN_AWAY)
    of.server.settings.pop("base62id.mask_key_file", None)
    of.server.restart(shared_preload_libraries="")
    assert {row[0] for row in inventory(of.server, "shop")} == {"file"}

    of.shell(command_of_page("rm -f"))
    of.shell(f"make -s uninstall DESTDIR={of.root} PG_CONFIG={PG_CONFIG}")
    found = of.shell(command_of_page(" -t -d shop -f"), tmp_path)
    assert found == "\n", "psql -t ends its answer of no rows with an empty line"
    assert [path for path in of.root.rglob("*") if path.is_file()] == []
