"""A server without a number makes no id of before a restart again: the times that it has used are
in its file of reserved times, so no clock makes it use them again.
"""

import os
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Database, Server, ServerMaker, wait_for
from generators import (
    IDS_AN_EVENT,
    LONG,
    ON_ONE_SERVER,
    RIGHT,
    SHARING,
    SNOWISH_OF_5,
    TS_SEQ_RAND,
    XID,
    Client,
    Clock,
    ClockMaker,
    compiled,
    copy_ids,
    in_force,
    made_twice,
    new_clock,
    reserved_file,
    scratch,
    servers,
    states,
    still,
)

__all__ = ["compiled", "new_clock", "scratch", "servers"]
pytestmark = [LONG, ON_ONE_SERVER]
KINDS = [XID, SNOWISH_OF_5, TS_SEQ_RAND]
COUNTED = ["xid_new()", "uid11_snowish_new(5)", "uid11_ts_seq_rand_new()"]
BEHIND = "-3660"  # 61 minutes
# Each start could use the same milliseconds.
STANDING = still("2031-01-01")


@pytest.fixture(scope="module")
def clock(new_clock: ClockMaker) -> Clock:
    return new_clock()


@pytest.fixture(scope="module")
def server(servers: ServerMaker, clock: Clock) -> Server:
    return servers(environment=clock.environment, **SHARING)


class AllMade:
    """All that was made stays in one file, in order."""

    def __init__(self, server: Server, directory: Path) -> None:
        self._server = server
        self._all = directory / "restarts.all"
        self._more = directory / "restarts.more"
        self._all.touch()

    def make(self) -> None:
        """Ids of all kinds, of which none was made before."""
        script = copy_ids(IDS_AN_EVENT // 2, *KINDS)
        Client(Database(self._server, "postgres"), script, self._more).end()
        self._add()

    def make_until_an_error(self) -> str:
        """The error. Of the ids of before none was made before them."""
        database = Database(self._server, "postgres")
        with self._more.open("w") as file:
            for _ in range(1000):
                done = database.psql(copy_ids(10000, *KINDS), "--set=ON_ERROR_STOP=1")
                file.write(done.stdout)
                if done.returncode != 0:
                    break
            else:
                pytest.fail("ids go on without times that are reserved")
        self._add()
        return done.stderr

    def _add(self) -> None:
        environment = os.environ | {"LC_ALL": "C"}
        sort = ["sort", "--buffer-size=1G", f"--output={self._more}", str(self._more)]
        subprocess.run(sort, check=True, env=environment)
        assert self._more.stat().st_size > 0
        assert made_twice(self._all, self._more, in_order=True) == 0
        merged = self._all.with_suffix(".new")
        merge = ["sort", "--merge", f"--output={merged}", str(self._all), str(self._more)]
        subprocess.run(merge, check=True, env=environment)
        merged.rename(self._all)


@pytest.fixture(scope="module")
def ids(server: Server, scratch: Path) -> AllMade:
    return AllMade(server, scratch)


def start_at(server: Server, clock: Clock, time_of_clock: str) -> None:
    clock.set(time_of_clock)
    server.start()


def test_times_are_reserved_without_a_number(server: Server, ids: AllMade) -> None:
    assert in_force(server) == ("", "server")
    ids.make()
    until, rest = reserved_file(server).read_text().split(" ", 1)
    assert until.isdigit()
    assert rest == "1 -1\n"  # the timeline, and no number


# A disk that is full, and a directory that cannot be written to: ids are made while the times last
# that are reserved, and none of them again after a restart.


def new_file(server: Server) -> Path:
    """Which is renamed when it is whole."""
    return reserved_file(server).with_name("base62id.reserved.tmp")


def fill_the_disk(server: Server) -> None:
    new_file(server).symlink_to("/dev/full")


def empty_the_disk(server: Server) -> None:
    new_file(server).unlink()


def take_the_rights(server: Server) -> None:
    new_file(server).parent.chmod(0o555)


def give_the_rights(server: Server) -> None:
    new_file(server).parent.chmod(0o700)


@pytest.mark.parametrize(
    ("break_it", "repair_it"),
    [(fill_the_disk, empty_the_disk), (take_the_rights, give_the_rights)],
)
def test_ids_end_with_the_times_that_are_reserved(
    server: Server,
    clock: Clock,
    ids: AllMade,
    break_it: Callable[[Server], None],
    repair_it: Callable[[Server], None],
) -> None:
    server.sql("SELECT xid_new() IS NULL")  # which reserves times
    break_it(server)
    error = ids.make_until_an_error()
    assert "ERROR:  could not " in error
    assert 'file "pg_stat/base62id.reserved.tmp"' in error
    server.stop()
    repair_it(server)
    start_at(server, clock, BEHIND)
    ids.make()
    server.stop("fast")
    start_at(server, clock, RIGHT)


# Ends, and clocks at the next start ------------------------------------------------------------


def fast(server: Server) -> None:
    server.stop("fast")


def immediate(server: Server) -> None:
    server.stop("immediate")


def killed(server: Server) -> None:
    """With all its processes, at once."""
    postmaster = int((server.data / "postmaster.pid").read_text().splitlines()[0])
    listed = subprocess.run(
        ["pgrep", "-P", str(postmaster)], check=True, capture_output=True, text=True
    )
    processes = [postmaster, *map(int, listed.stdout.split())]
    for process in processes:
        os.kill(process, signal.SIGKILL)
    # A process that has ended and was not waited for yet counts as another postmaster.
    wait_for(
        "the server to end",
        lambda: not any(Path(f"/proc/{process}").exists() for process in processes),
    )


@pytest.mark.parametrize("end", [fast, immediate, killed])
def test_a_clock_that_is_years_ahead_and_stands_still(
    server: Server, clock: Clock, ids: AllMade, end: Callable[[Server], None]
) -> None:
    """The same clock again after a restart, and one that is 61 minutes behind the real time."""
    clock.set(STANDING)
    ids.make()
    end(server)
    start_at(server, clock, STANDING)
    ids.make()
    end(server)
    start_at(server, clock, BEHIND)
    ids.make()


def test_a_clock_of_2070_that_comes_back(server: Server, clock: Clock, ids: AllMade) -> None:
    """Ids go on from there."""
    clock.set(still("2070-01-01"))
    ids.make()
    server.stop("fast")
    start_at(server, clock, RIGHT)
    ids.make()
    assert server.value("SELECT extract(year FROM xid_timestamp(xid_new()))") == "2070"


def test_where_no_time_can_be_reserved_there_are_no_ids_until_it_can(
    server: Server, clock: Clock
) -> None:
    """A file that cannot be written is an error when the times in it are used up, not before."""
    server.stop("fast")
    reserved_file(server).unlink()
    new_file(server).mkdir()
    start_at(server, clock, RIGHT)
    assert states(server, *COUNTED) == ["58030"] * 3
    new_file(server).rmdir()
    assert states(server, *COUNTED) == ["00000"] * 3
