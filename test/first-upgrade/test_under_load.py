"""docs/upgrade.md with a primary and a standby while a client writes: each point of the page, a
crash there, and the way back. The tests are the points, in this order.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from conftest import Database, ServerMaker, Session, SqlError, unhealthy_when_caught_up, wait_for
from first_upgrade import UPGRADE_TYPES, Host, Versions, versions, versions_in_use

__all__ = ["versions"]
TABLE = """
    SELECT typeid_create_type('user_id', 'user');
    CREATE TABLE users (
        id user_id PRIMARY KEY DEFAULT user_id_new(),
        x uid11 DEFAULT xid_new() UNIQUE
    );
"""


class Load:
    """Writes, and notes what the server has acknowledged, whatever happens to the server."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.acknowledged: list[str] = []
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._write)
        self._thread.start()

    def _write(self) -> None:
        while not self._ends.is_set():
            try:
                id_of_row = self._database.value("INSERT INTO users DEFAULT VALUES RETURNING id")
                self.acknowledged.append(id_of_row)
            except SqlError:
                self._ends.wait(0.2)

    def end(self) -> None:
        self._ends.set()
        self._thread.join()


@dataclass
class Pair:
    """Two hosts, and the client of the first."""

    primary: Host
    standby: Host
    load: Load
    by_index: bool = True

    def goes_on(self) -> None:
        """The load gets further, and the standby has what was written."""
        before = len(self.load.acknowledged)
        wait_for("the load to go on", lambda: len(self.load.acknowledged) > before)
        self.standby_follows()

    def standby_follows(self) -> None:
        last = self.load.acknowledged[-1]
        wait_for("the standby to follow", lambda: self._standby_has(last))

    def _standby_has(self, id_of_row: str) -> bool:
        query = f"SELECT count(*) FROM users WHERE id = '{id_of_row}'"
        if self.by_index:
            query = f"SET enable_seqscan = off; {query}"
        return self.standby.server.value(query) == "1"

    def versions_of_primary(self) -> tuple[str, str]:
        return versions_in_use(Database(self.primary.server, "postgres"))


@pytest.fixture(scope="module")
def pair(versions: Versions, new_server: ServerMaker) -> Iterator[Pair]:
    primary = Host(new_server, versions.old_files)
    primary.server.sql(TABLE)
    standby = Host(
        new_server,
        versions.old_files,
        standby_of=primary.server,
        wal_retrieve_retry_interval="200ms",
    )
    load = Load(Database(primary.server, "postgres"))
    yield Pair(primary, standby, load)
    load.end()
    assert primary.server.trouble() == []
    assert standby.server.trouble() == []
    primary.remove()
    standby.remove()


# There -----------------------------------------------------------------------------------------


def test_both_are_old(pair: Pair) -> None:
    pair.goes_on()


def test_the_standby_is_new_and_old_again_and_new(pair: Pair, versions: Versions) -> None:
    for files in (versions.new_files, versions.old_files, versions.new_files):
        pair.standby.restart_with(files)
        pair.goes_on()


def test_the_primary_is_new_and_old_again_by_crashes_and_new(
    pair: Pair, versions: Versions
) -> None:
    pair.primary.crash_to(versions.new_files)
    pair.goes_on()
    assert pair.versions_of_primary() == (versions.this, f"{versions.next}.0")

    pair.primary.crash_to(versions.old_files)
    pair.goes_on()
    assert pair.versions_of_primary() == (versions.this, f"{versions.this}.0")

    pair.primary.restart_with(versions.new_files)
    pair.goes_on()


def test_a_crash_before_the_update_is_committed_leaves_the_old_sql(
    pair: Pair, versions: Versions
) -> None:
    session = Session(Database(pair.primary.server, "postgres"))
    session.send(
        """
        BEGIN;
        ALTER EXTENSION base62id UPDATE;
        SELECT count(typeid_upgrade_type(type)::text) FROM typeid_types()
        """
    )
    assert session.answer() == "1"
    pair.primary.crash_to(versions.new_files)
    session.close()
    pair.goes_on()
    assert pair.versions_of_primary() == (versions.this, f"{versions.next}.0")


def test_the_update(pair: Pair, versions: Versions) -> None:
    """The SQL objects of the standby are those of the primary."""
    pair.primary.server.sql("ALTER EXTENSION base62id UPDATE")
    pair.primary.server.sql(UPGRADE_TYPES)
    pair.goes_on()
    assert unhealthy_when_caught_up(pair.primary.server) == {}
    on_standby = Database(pair.standby.server, "postgres")
    assert versions_in_use(on_standby) == (versions.next, f"{versions.next}.0")


# Back ------------------------------------------------------------------------------------------


def test_the_way_back_with_the_new_sql(pair: Pair, versions: Versions) -> None:
    """What needs no new function goes on. Classes of indexes have one."""
    pair.primary.server.sql(
        "ALTER TABLE users DROP CONSTRAINT users_pkey, DROP CONSTRAINT users_x_key"
    )
    pair.by_index = False
    pair.standby.restart_with(versions.old_files)
    pair.goes_on()

    pair.primary.crash_to(versions.old_files)
    pair.goes_on()
    assert pair.versions_of_primary() == (versions.next, f"{versions.this}.0")


def test_what_was_acknowledged_is_on_the_promoted_standby(pair: Pair) -> None:
    """Each row once; and with the old library it generates ids that are new."""
    pair.load.end()
    pair.standby_follows()
    pair.primary.server.stop("immediate")
    promoted = pair.standby.server
    promoted.promote()
    promoted.sql("INSERT INTO users SELECT FROM generate_series(1, 100)")

    ids = [id_of_row for [id_of_row] in promoted.sql("SELECT id FROM users")]
    assert len(ids) == len(set(ids))
    acknowledged = pair.load.acknowledged
    assert len(acknowledged) == len(set(acknowledged)) > 20
    assert set(acknowledged) <= set(ids)
    assert promoted.value("SELECT count(*) - count(DISTINCT x) FROM users") == "0"


def test_forward_again(pair: Pair, versions: Versions) -> None:
    pair.standby.restart_with(versions.new_files)
    pair.standby.server.sql("ALTER TABLE users ADD PRIMARY KEY (id)")
    assert unhealthy_when_caught_up(pair.standby.server) == {}
