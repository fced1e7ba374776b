"""Servers that are copies of others, with clocks that go back, make no id again: rewound, cloned,
restored to a point in time, moved, put back in place. docs/cluster.md promises that in a table; a
promoted standby is in test_cluster_standby.py.

A clock that stands still in 2031 is the worst case: ids that are made when it shows this again
would be the same.
"""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import FULL, Database, Server, ServerMaker, wait_until, write_secret
from generators import (
    HOUR_AHEAD,
    HOUR_BEHIND,
    IDS_AN_EVENT,
    LONG,
    ON_ONE_SERVER,
    RIGHT,
    SNOWISH,
    SNOWISH_OF_5,
    XID,
    Client,
    Clock,
    ClockMaker,
    compiled,
    copy_ids,
    made_twice,
    new_clock,
    number_of_lines,
    reserved_file,
    scratch,
    servers,
    slow,
    still,
)

__all__ = ["compiled", "new_clock", "scratch", "servers"]
pytestmark = ON_ONE_SERVER
THEN = still("2031-01-01")
# Of each kind, so that a time before an event and one after it make up that number.
IDS_A_TIME = IDS_AN_EVENT // 4


class Family:
    """A server, and copies of it, each with a clock of its own; and the ids that they make."""

    def __init__(self, new_server: ServerMaker, new_clock: ClockMaker, scratch: Path) -> None:
        self._new_server, self._new_clock, self._scratch = new_server, new_clock, scratch
        self._clocks: dict[Server, Clock] = {}
        self._files: list[Path] = []
        self.archive = scratch / "archive"
        shutil.rmtree(self.archive, ignore_errors=True)
        self.archive.mkdir()
        write_secret(scratch / "copies.key", "one key for all servers of the cluster")

    def original(self, machine: int) -> Server:
        server = self._add(
            machine,
            shared_preload_libraries="base62id",
            shared_buffers="16MB",
            wal_log_hints="on",
            wal_keep_size="1GB",
            archive_mode="on",
            archive_command=f"cp %p {self.archive}/%f",
            **{"base62id.cluster_key_file": str(self._scratch / "copies.key")},
        )
        server.sql(
            """
            CREATE TABLE of_original ();
            CHECKPOINT;
            """
        )
        return server

    def copy(self, original: Server, machine: int, starts: bool = True) -> Server:
        return self._add(machine, copy_of=original, starts=starts)

    def standby(self, primary: Server, machine: int) -> Server:
        return self._add(machine, standby_of=primary)

    def _add(self, machine: int, **options: object) -> Server:
        clock = self._new_clock()
        server = self._new_server(
            environment=clock.environment, **options, **{"base62id.machine": str(machine)}
        )
        self._clocks[server] = clock
        return server

    def set_clock(self, server: Server, to: str) -> None:
        self._clocks[server].set(to)

    def make_ids(self, server: Server, snowish: str = SNOWISH) -> Path:
        """Of both kinds that a number makes, and none in a transaction that writes."""
        file = self._scratch / f"ids{len(self._files)}"
        script = copy_ids(IDS_A_TIME, XID, snowish)
        Client(Database(server, "postgres"), script, file).end()
        assert number_of_lines(file) == 2 * IDS_A_TIME
        self._files.append(file)
        return file

    def none_came_twice(self) -> bool:
        return made_twice(*self._files) == 0

    def forget_ids(self) -> None:
        for file in self._files:
            file.unlink(missing_ok=True)
        self._files.clear()

    def end(self) -> None:
        for server in self._clocks:
            if (server.data / "postmaster.pid").exists():
                server.stop()
        self.forget_ids()


@pytest.fixture
def family(servers: ServerMaker, new_clock: ClockMaker, scratch: Path) -> Iterator[Family]:
    family = Family(servers, new_clock, scratch)
    yield family
    family.end()


def is_primary(server: Server) -> None:
    wait_until(server, "SELECT NOT pg_is_in_recovery()")


def has_table(server: Server, table: str) -> None:
    wait_until(server, f"SELECT to_regclass('{table}') IS NOT NULL")


def follow(server: Server, primary: Server) -> None:
    """As a standby, when it starts."""
    (server.data / "postgresql.auto.conf").write_text("")
    (server.data / "standby.signal").touch()
    server.settings["primary_conninfo"] = f"host={primary.directory} user=postgres"


# A makes ids that no commit carries; B is promoted, A is rewound to follow it, and promoted in its
# turn.


@pytest.mark.parametrize(
    ("machines", "last_table", "later"),
    [
        # Its clock then shows the same time again, of which there is no commit.
        pytest.param((11, 12), "", THEN, id="no commit", marks=LONG),
        # Its ids were years ahead of what its clock shows then, and so was a commit.
        pytest.param((11, 12), "carried", RIGHT, id="a commit"),
        pytest.param((-1, -1), "carried", RIGHT, id="a commit, without a number", marks=LONG),
    ],
)
def test_a_server_that_is_rewound_makes_no_id_twice(
    family: Family, machines: tuple[int, int], last_table: str, later: str
) -> None:
    a = family.original(machines[0])
    b = family.standby(a, machines[1])
    family.set_clock(a, THEN)
    if last_table:
        a.sql(f"CREATE TABLE {last_table} ()")
    a.sql("SELECT pg_switch_wal()")
    has_table(b, last_table or "of_original")
    snowish = SNOWISH if machines[0] >= 0 else SNOWISH_OF_5
    family.make_ids(a, snowish)
    a.stop()

    b.promote()
    is_primary(b)
    family.make_ids(b, snowish)
    b.sql(
        """
        CREATE TABLE of_b ();
        CHECKPOINT;
        """
    )

    rewind(a, b)
    follow(a, b)
    family.set_clock(a, later)
    a.start()
    has_table(a, "of_b")
    b.stop("fast")
    a.promote()
    is_primary(a)
    family.make_ids(a, snowish)
    assert family.none_came_twice()


def rewind(server: Server, source: Server) -> None:
    done = subprocess.run(
        [
            *(server.bin / "pg_rewind", "-D", server.data),
            f"--source-server=host={source.directory} user=postgres dbname=postgres",
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


# A copy of a running server --------------------------------------------------------------------


def test_a_clone_with_a_number_of_its_own_makes_no_id_of_its_original(family: Family) -> None:
    """Beside its original, and when it takes the number of its original, which has stopped, and its
    clock shows the same time again.
    """
    a = family.original(11)
    family.make_ids(a)
    c = family.copy(a, 13)
    family.make_ids(a)
    family.make_ids(c)
    assert family.none_came_twice()
    # The original began 2 seconds ahead of its clock, and its file has 2 more reserved.
    ahead = "SELECT extract(epoch FROM xid_timestamp(xid_new()) - clock_timestamp())"
    assert -1 <= float(c.value(ahead)) <= 4.5
    c.stop("fast")
    family.set_clock(a, THEN)
    family.make_ids(a)
    a.stop("fast")

    family.set_clock(c, THEN)
    c.start(**{"base62id.machine": "11"})
    family.make_ids(c)
    assert family.none_came_twice()


def test_a_server_that_is_restored_to_a_point_in_time_before_the_last_ids(family: Family) -> None:
    """Ids that were made later are not made again by a clock that shows the same time again."""
    a = family.original(11)
    b = family.copy(a, 11, starts=False)
    a.sql("CREATE TABLE until_here ()")
    target = a.value("SELECT clock_timestamp()")
    a.sql(
        """
        SELECT pg_sleep(0.1);
        CREATE TABLE too_late ();
        SELECT pg_switch_wal();
        """
    )
    family.set_clock(a, THEN)
    family.make_ids(a)
    a.stop("fast")

    (b.data / "recovery.signal").touch()
    family.set_clock(b, THEN)
    b.start(
        restore_command=f"cp {family.archive}/%f %p",
        recovery_target_time=target,
        recovery_target_action="promote",
        archive_mode="off",
    )
    is_primary(b)
    there = b.sql("SELECT to_regclass('until_here'), to_regclass('too_late')")
    assert there == [["until_here", ""]]
    family.make_ids(b)
    assert family.none_came_twice()


# Without a number: no server knows of the other's ids but by the file and by commits that it has
# replayed, and each goes on after these. Beside each other they repeat by chance; snowish ids of
# one machine, which no secret permutes, are asked for to see it.


def test_a_standby_without_a_number_that_is_promoted_makes_no_id_twice(family: Family) -> None:
    a = family.original(-1)
    b = family.standby(a, -1)
    family.make_ids(b, SNOWISH_OF_5)
    family.make_ids(b, SNOWISH_OF_5)
    assert family.none_came_twice()

    family.set_clock(a, THEN)
    a.sql("CREATE TABLE carried ()")
    a.sql("SELECT pg_switch_wal()")
    has_table(b, "carried")
    family.make_ids(a, SNOWISH_OF_5)
    a.stop()
    b.promote()
    is_primary(b)
    family.make_ids(b, SNOWISH_OF_5)
    assert family.none_came_twice()

    b.restart()
    family.make_ids(b, SNOWISH_OF_5)
    assert family.none_came_twice()


def test_a_clone_without_a_number_goes_on_after_the_file_of_its_original(family: Family) -> None:
    a = family.original(-1)
    family.set_clock(a, THEN)
    family.make_ids(a, SNOWISH_OF_5)
    last = a.value("SELECT uid11_snowish_new(5)")
    c = family.copy(a, -1)
    assert c.value(f"SELECT uid11_snowish_new(5) > '{last}'") == "t"
    family.make_ids(c, SNOWISH_OF_5)
    c.restart()
    family.make_ids(c, SNOWISH_OF_5)
    assert family.none_came_twice()


# A data directory that is put back in place, as it was before: where the server had stopped, and
# where it ran.


@pytest.fixture(scope="module")
def put_back_family(servers: ServerMaker, new_clock: ClockMaker, scratch: Path) -> Iterator[Family]:
    family = Family(servers, new_clock, scratch)
    yield family
    family.end()


@pytest.fixture(scope="module")
def with_number(put_back_family: Family) -> Server:
    server = put_back_family.original(11)
    server.stop("fast")
    return server


@pytest.fixture(scope="module")
def without_number(put_back_family: Family) -> Server:
    server = put_back_family.original(-1)
    server.stop("fast")
    return server


def put_back(family: Family, server: Server, state: str, clock: str, later: str) -> None:
    """Makes ids, puts the directory back, and makes none of them again."""
    family.forget_ids()
    snowish = SNOWISH if server.settings["base62id.machine"] != "-1" else SNOWISH_OF_5
    family.set_clock(server, clock)
    server.start()
    server.sql("SELECT xid_new()")
    if state == "stopped":
        server.stop("fast")
    saved = server.directory / "saved"
    subprocess.run(["cp", "-a", server.data, saved], check=True)
    (saved / "postmaster.pid").unlink(missing_ok=True)
    if state == "stopped":
        server.start()
    family.make_ids(server, snowish)
    server.stop()

    shutil.rmtree(server.data)
    saved.rename(server.data)
    family.set_clock(server, later)
    server.start()
    family.make_ids(server, snowish)
    assert family.none_came_twice()
    server.stop()


STATES = pytest.mark.parametrize("state", ["stopped", "running"])
SLOWEST = 0.5  # the clock that is waited for longest


@STATES
@pytest.mark.parametrize("rate", [SLOWEST, 1, 2] if FULL else [SLOWEST])
def test_a_directory_that_is_put_back_makes_no_id_again(
    put_back_family: Family, with_number: Server, state: str, rate: float
) -> None:
    put_back(put_back_family, with_number, state, slow(rate), slow(rate))


@STATES
def test_a_directory_that_is_put_back_without_a_number_makes_no_id_again(
    put_back_family: Family, without_number: Server, state: str
) -> None:
    put_back(put_back_family, without_number, state, slow(SLOWEST), slow(SLOWEST))


def test_ids_wait_for_the_clock_and_are_not_ahead_of_it(with_number: Server) -> None:
    with_number.start()
    with_number.sql("SELECT xid_new()")
    assert with_number.value("SELECT xid_timestamp(xid_new()) <= clock_timestamp()") == "t"
    with_number.stop("fast")


# A directory that moves to another place, as to another host or container, has its file -----------


def move(family: Family, server: Server, snowish: str, before: str) -> None:
    """It goes on by a clock that is an hour behind."""
    family.forget_ids()
    family.set_clock(server, before)
    server.start()
    family.make_ids(server, snowish)
    server.stop("fast")
    server.data = server.data.rename(server.directory / "moved")
    family.set_clock(server, HOUR_BEHIND)
    server.start()
    family.make_ids(server, snowish)
    assert family.none_came_twice()
    server.stop("fast")


def test_a_directory_that_moves_makes_no_id_again(
    put_back_family: Family, with_number: Server
) -> None:
    move(put_back_family, with_number, SNOWISH, THEN)


def test_a_directory_that_moves_without_a_number_makes_no_id_again(
    put_back_family: Family, without_number: Server
) -> None:
    move(put_back_family, without_number, SNOWISH_OF_5, RIGHT)


# The file of reserved times is not put back if it is somewhere else; then any clock will do.


@pytest.mark.parametrize(
    ("state", "clock", "later"),
    [
        ("running", RIGHT, HOUR_BEHIND),
        pytest.param("stopped", THEN, THEN, marks=LONG),
        pytest.param("stopped", HOUR_AHEAD, HOUR_BEHIND, marks=LONG),
    ],
)
def test_a_directory_that_is_put_back_without_its_file_makes_no_id_again(
    put_back_family: Family, with_number: Server, state: str, clock: str, later: str
) -> None:
    server = with_number
    elsewhere = server.directory / "reserved"
    server.settings["base62id.reserved_file"] = str(elsewhere)
    put_back(put_back_family, server, state, clock, later)
    assert elsewhere.read_text().endswith(" 1 11\n")
    assert not reserved_file(server).with_name("base62id.reserved.tmp").exists()
