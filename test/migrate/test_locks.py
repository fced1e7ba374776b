"""base62id-migrate says how many locks a move of many tables takes before the server runs out of
them, and keeps no more of pg_dump's archive in memory than it needs.
"""

import re
import tracemalloc
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from string import ascii_lowercase

import pytest
from base62id_migrate.archive import Archive
from conftest import Server
from migrating import Migration, MigrationMaker, in_the_long_form, make_migration, server

__all__ = ["make_migration", "server"]
in_the_long_form()
TOO_FEW = r"the move takes ([0-9]+) locks: set max_locks_per_transaction to "


@pytest.fixture(scope="module")
def many_tables(make_migration: MigrationMaker) -> Migration:
    migration = make_migration("locks")
    names = ["".join(letters) for letters in product(ascii_lowercase, "abcd")]
    migration.sql("\n".join(f"CREATE TABLE word_{name} (id uuid PRIMARY KEY);" for name in names))
    migration.plan("--to", "typed")
    return migration


def restart(server: Server, **settings: str) -> None:
    server.stop("fast")
    server.start(**settings)


@pytest.fixture
def narrow(many_tables: Migration, server: Server) -> Iterator[Server]:
    """The server with too little room."""
    roomy = dict(server.settings)
    restart(server, max_locks_per_transaction="10", max_connections="10")
    yield server
    server.settings = roomy
    restart(server)


def test_too_few_locks_are_said_before_anything_happens(
    many_tables: Migration, narrow: Server
) -> None:
    """At run, before anything happens, and at plan. What it counts is more than what a move takes
    in the end, but not twice as many. A remark says where there may be too few: others than
    sessions have room, too, so it may be enough.
    """
    run = many_tables.try_to_run()
    assert run.status == 1
    assert len(run.lines(TOO_FEW)) == 1
    assert many_tables.value("SELECT count(*) FROM typeid_types()") == "0"

    stop = many_tables.stops(f"^stop: {TOO_FEW}", "--to", "typed")
    named = int(re.findall("takes ([0-9]+)", stop.words)[0])

    # Room for 60 % of these: ten sessions share it.
    restart(narrow, max_locks_per_transaction=str(named * 6 // 100))
    planned = many_tables.plan("--to", "typed")
    counted = int(re.findall('"locks": ([0-9]+)', many_tables.plan_path.read_text())[0])
    assert counted < named < 2 * counted
    wanted = (counted + 9) // 10  # for each of ten sessions, rounded up
    remark = f"takes {counted} locks: set max_locks_per_transaction to {wanted} "
    assert len(planned.lines(remark)) == 1


def test_what_is_kept_of_id_types_does_not_grow_with_their_square(
    many_tables: Migration, tmp_path: Path
) -> None:
    """pg_dump names each member of a family in each of its classes. Nor is more of the file in
    memory at once than it has.
    """
    many_tables.sql(
        """
        SELECT count(typeid_create_type('kept_' || chr(96 + n), 'kept_' || chr(96 + n)))
        FROM generate_series(1, 12) AS n
        """
    )
    file = tmp_path / "kept.dump"
    many_tables.database.dump("-Fc", "-s", "-f", str(file))

    tracemalloc.start()
    entries = Archive(str(file)).entries
    kept, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(entries) > 500
    assert sum(len(entry.needs) for entry in entries) < 3 * len(entries)
    assert most - kept < file.stat().st_size
