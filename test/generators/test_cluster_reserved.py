"""A server of a cluster makes no id of before again, whatever happened to its clock or its file of
reserved times: the file is damaged, missing or far ahead; the clock is behind at the next start.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from cluster import key_file, numbered
from conftest import Database, Server, ServerMaker
from generators import (
    HOUR_BEHIND,
    IDS_AN_EVENT,
    ON_ONE_SERVER,
    RIGHT,
    SHARING,
    Client,
    Clock,
    ClockMaker,
    compiled,
    copy_ids,
    made_twice,
    new_clock,
    reserved_file,
    scratch,
    servers,
    state,
    still,
)

__all__ = ["compiled", "key_file", "new_clock", "scratch", "servers"]
pytestmark = ON_ONE_SERVER
LAST_MS = (1 << 42) - 1  # that an xid can hold


@pytest.fixture(scope="module")
def clock(new_clock: ClockMaker) -> Clock:
    return new_clock()


@pytest.fixture(scope="module")
def server(servers: ServerMaker, clock: Clock, key_file: Path) -> Server:
    return servers(environment=clock.environment, **SHARING, **numbered(5, key_file))


@pytest.fixture
def stopped(server: Server, clock: Clock) -> Iterator[Server]:
    """It is as new afterwards."""
    server.stop("fast")
    yield server
    if (server.data / "postmaster.pid").exists():
        server.stop()
    reserved_file(server).unlink(missing_ok=True)
    clock.set(RIGHT)
    server.start()


def test_a_time_is_reserved_in_the_data_directory(server: Server) -> None:
    assert server.value("SELECT xid_new() IS NOT NULL") == "t"
    # Behind the time the file has the timeline and the number of the server.
    assert reserved_file(server).read_text().endswith(" 1 5\n")


def test_a_damaged_file_is_an_error_and_no_id_is_given_away(stopped: Server) -> None:
    server = stopped
    reserved_file(server).write_text("nonsense\n")
    server.start()
    assert state(server, "xid_new()") == "XX001"
    reserved_file(server).unlink()
    assert state(server, "xid_new()") == "00000"


def test_where_no_time_can_be_reserved_no_id_is_given_away(stopped: Server) -> None:
    server = stopped
    reserved_file(server).unlink(missing_ok=True)
    in_the_way = reserved_file(server).with_name("base62id.reserved.tmp")
    in_the_way.mkdir()
    server.start()
    assert "could not create file" in str(server.error("SELECT xid_new()"))
    assert state(server, "xid_new()") == "58030"  # in another session
    in_the_way.rmdir()
    assert state(server, "xid_new()") == "00000"


def test_a_clock_that_was_far_ahead_once_sticks(stopped: Server) -> None:
    """The log says so, and how to heal it."""
    server = stopped
    in_2075 = 2_000_000_000_000  # milliseconds after the smallest xid, which is of 2011
    reserved_file(server).write_text(f"{in_2075} 1 5\n")
    log_before = server.log_size()
    server.start()
    year = "SELECT extract(year FROM xid_timestamp(xid_new()))"
    assert server.value(year) == "2075"
    _, begins, said = server.log_since(log_before).partition("ids begin at 2075")
    assert begins
    assert "ahead of the clock\n" in said
    _, _, hint = said.partition("HINT:  ")
    assert 'remove the file "pg_stat/base62id.reserved"' in hint


def test_past_the_end_of_time_there_are_no_ids(stopped: Server) -> None:
    """The error says how to heal it."""
    server = stopped
    reserved_file(server).write_text(f"{LAST_MS} 1 5\n")
    server.start()
    error = server.error("SELECT xid_new()")
    assert error.state == "22008"
    _, _, hint = str(error).partition("HINT:  ")
    assert "remove the file" in hint
    server.stop()
    reserved_file(server).unlink()
    server.start()
    off = "SELECT extract(epoch FROM xid_timestamp(xid_new()) - clock_timestamp())"
    assert abs(float(server.value(off))) < 5


# Clocks ----------------------------------------------------------------------------------------


def make_ids(server: Server) -> None:
    """Into a table where none stands twice."""
    server.sql(
        f"""
        INSERT INTO made
        SELECT xid_new(), uid11_snowish_new() FROM generate_series(1, {IDS_AN_EVENT // 4})
        """
    )


@pytest.fixture(scope="module")
def made(server: Server) -> Server:
    server.sql("CREATE TABLE made (xid uid11 UNIQUE, snowish uid11 UNIQUE)")
    make_ids(server)
    return server


TWO_HOURS_BEHIND = "-7200"


@pytest.mark.parametrize(
    ("way", "behind"), [("fast", HOUR_BEHIND), ("immediate", TWO_HOURS_BEHIND)]
)
def test_ids_go_on_above_all_earlier_ones_by_a_clock_that_is_behind(
    made: Server, clock: Clock, way: str, behind: str
) -> None:
    made.stop(way)
    clock.set(behind)
    made.start()
    [goes_on] = made.sql(
        """
        WITH last AS MATERIALIZED (
            SELECT max(xid) AS xid, max(snowish) AS snowish FROM made
        )
        SELECT
            xid_new() > xid,
            xid_timestamp(xid_new()) > xid_timestamp(xid),
            uid11_snowish_new() > snowish
        FROM last
        """
    )
    assert goes_on == ["t", "t", "t"]
    make_ids(made)


def test_a_millisecond_has_4096_xids_of_a_server_of_a_cluster(server: Server, clock: Clock) -> None:
    clock.set(still("2031-01-01"))
    made = server.sql(
        """
        SELECT xid_timestamp(id), count(*), count(DISTINCT id)
        FROM (SELECT xid_new() AS id FROM generate_series(1, 10000) OFFSET 0) AS made
        GROUP BY 1
        ORDER BY 1
        """
    )
    assert made == [
        ["2031-01-01 00:00:00+00", "4096", "4096"],
        ["2031-01-01 00:00:00.001+00", "4096", "4096"],
        ["2031-01-01 00:00:00.002+00", "1808", "1808"],
    ]


def test_equal_numbers_and_equal_clocks_make_the_same_ids(
    server: Server, clock: Clock, scratch: Path
) -> None:
    """Where an older reservation is put back, settings cannot help: the test of the tests."""
    clock.set(still("2031-01-01"))
    database = Database(server, "postgres")
    before = scratch / "reserved.before"
    a_millisecond_of_ids = copy_ids(4096, "xid_new()::text")
    Client(database, a_millisecond_of_ids, before).end()

    # The server begins where it began before.
    server.stop("fast")
    _, timeline, machine = reserved_file(server).read_text().split()
    reserved_file(server).write_text(f"0 {timeline} {machine}\n")
    server.start()

    after = scratch / "reserved.after"
    three_milliseconds_of_ids = copy_ids(12288, "xid_new()::text")
    Client(database, three_milliseconds_of_ids, after).end()
    assert made_twice(before, after) > 0
