"""ULID's monotonic rule holds in each session: an id is more than the last one, though clocks stand
still, step back or are far away, milliseconds are full, and sessions are forks.
"""

import re
from pathlib import Path

import pytest
from conftest import Database, Server, ServerMaker, Session, pg_config
from generators import (
    ON_ONE_SERVER,
    RIGHT,
    SHARING,
    Clock,
    ClockMaker,
    Compiler,
    at_once,
    compiled,
    new_clock,
    running_from,
    scratch,
    servers,
    state,
    still,
)
from test_clock import THROUGH
from test_sessions import IDS_A_SESSION

__all__ = ["compiled", "new_clock", "scratch", "servers"]
pytestmark = ON_ONE_SERVER
# The lower 48 of a ULID's 80 random bits.
LOW_BITS = "('x' || right(encode(ulid_send(id), 'hex'), 12))::bit(48)::bigint"


def test_no_ulid_comes_twice_though_sessions_do_not_know_of_each_other(
    servers: ServerMaker,
) -> None:
    """80 random bits keep them apart."""
    server = servers(**SHARING)
    server.sql("CREATE UNLOGGED TABLE ulids (id ulid UNIQUE)")
    insert = f"INSERT INTO ulids SELECT ulid_generate() FROM generate_series(1, {IDS_A_SESSION})"
    at_once(server, [insert] * 8)
    assert server.value("SELECT count(*) FROM ulids") == str(8 * IDS_A_SESSION)
    assert server.value("SELECT ulid_timestamp(max(id)) <= clock_timestamp() FROM ulids") == "t"
    server.stop()


@pytest.fixture(scope="module")
def clock(new_clock: ClockMaker) -> Clock:
    return new_clock()


@pytest.fixture(scope="module")
def ones(scratch: Path) -> Path:
    """While this file exists, random octets are all ones."""
    return scratch / "ones"


@pytest.fixture(scope="module")
def server(servers: ServerMaker, compiled: Compiler, clock: Clock, ones: Path) -> Server:
    """Whose clock and random octets we set.

    Its postmaster has made a ULID: each session inherits the state of the generator, and with a
    clock that stands still would go on from that id.
    """
    environment = clock.environment | {"ONES": str(ones)}
    environment["LD_PRELOAD"] += f":{compiled('ones.c')}"
    clock.set(still("2030-01-01"))
    return servers(
        environment=environment, shared_preload_libraries=f"base62id, {compiled('fork.c')}"
    )


def test_each_id_of_a_millisecond_is_one_more_than_the_last(server: Server) -> None:
    pairs = server.sql(
        f"""
        SELECT min(ulid_timestamp(id)), max(ulid_timestamp(id)),
               bool_and(low = (last_low + 1) % (1::bigint << 48)), count(*)
        FROM (
            SELECT id, {LOW_BITS} AS low, lag({LOW_BITS}) OVER (ORDER BY n) AS last_low
            FROM (
                SELECT n, ulid_generate() AS id FROM generate_series(0, 100000) AS n OFFSET 0
            ) AS made
        ) AS pairs
        WHERE last_low IS NOT NULL
        """
    )
    assert pairs == [["2030-01-01 00:00:00+00", "2030-01-01 00:00:00+00", "t", "100000"]]


def test_sessions_begin_with_random_bits_of_their_own(server: Server) -> None:
    """None with those behind the id of the postmaster."""
    [of_postmaster] = re.findall("ulid of the postmaster: (01.*)", server.log.read_text())
    made = server.sql("\\connect -\nSELECT ulid_generate();\n" * 20)
    ids = [of_postmaster] + [id for [id] in made]
    # Behind the ten characters of the time, and without two that count on from another id.
    assert len({id[10:24] for id in ids}) == 21


def test_ids_of_a_session_ascend_whatever_its_clock_says(server: Server, clock: Clock) -> None:
    """Back, still, ahead and back again. Their time is the latest that the clock has said."""
    server.sql("CREATE TABLE made (n serial, id ulid UNIQUE)")
    make_ids_by_all_clocks(server, clock)
    pairs = server.sql(
        """
        SELECT count(*), bool_and(id > last), bool_and(ulid_timestamp(id) >= ulid_timestamp(last)),
               max(ulid_timestamp(id)) > now() + interval '360 days'
        FROM (
            SELECT id, lag(id, 1, '00000000000000000000000000') OVER (ORDER BY n) AS last FROM made
        ) AS pairs
        """
    )
    assert pairs == [["35000", "t", "t", "t"]]
    make_ids_by_all_clocks(server, clock)  # by a session that begins with a clock of the past
    assert server.value("SELECT count(*) FROM made") == "70000"


def make_ids_by_all_clocks(server: Server, clock: Clock) -> None:
    session = Session(Database(server, "postgres"))
    for time in THROUGH:
        clock.set(time)
        insert = "INSERT INTO made (id) SELECT ulid_generate() FROM generate_series(1, 5000)"
        assert session.outcome(insert) == ""
    session.close()


# Random bits that are all ones: the millisecond is full with its first id ----------------------


@pytest.fixture
def full_milliseconds(server: Server, clock: Clock, ones: Path) -> Server:
    clock.set(still("2031-01-01"))
    ones.touch()
    all_ones = server.value("SELECT ulid_generate('2020-01-01')").endswith("Z" * 16)
    if not all_ones and "openssl" not in pg_config("configure"):
        pytest.skip("this server's random octets are not those of OpenSSL")
    assert all_ones, "ones.c has no effect"
    return server


def test_a_full_millisecond_goes_on_in_the_next(full_milliseconds: Server) -> None:
    made = full_milliseconds.sql(
        """
        SELECT to_char(ulid_timestamp(id), 'SS.MS'), right(id::text, 16)
        FROM (SELECT n, ulid_generate() AS id FROM generate_series(0, 4) AS n OFFSET 0) AS made
        ORDER BY n
        """
    )
    assert made == [[f"00.00{n}", "Z" * 16] for n in range(5)]


def test_full_milliseconds_run_ahead_of_the_clock(full_milliseconds: Server) -> None:
    ahead = full_milliseconds.sql(
        """
        SELECT bool_and(id > last), max(ulid_timestamp(id))
        FROM (
            SELECT id, lag(id) OVER (ORDER BY n) AS last
            FROM (
                SELECT n, ulid_generate() AS id FROM generate_series(0, 10000) AS n OFFSET 0
            ) AS made
        ) AS pairs
        WHERE last IS NOT NULL
        """
    )
    assert ahead == [["t", "2031-01-01 00:00:10+00"]]


# Far away --------------------------------------------------------------------------------------


@pytest.mark.parametrize("date", ["1971-01-01", "2553-01-01"])
def test_a_clock_within_bounds_is_the_time_of_an_id(
    server: Server, clock: Clock, ones: Path, date: str
) -> None:
    ones.unlink(missing_ok=True)
    clock.set(running_from(date))
    server.restart()
    off = server.value(
        "SELECT extract(epoch FROM ulid_timestamp(ulid_generate()) - clock_timestamp())"
    )
    assert abs(float(off)) < 1


@pytest.mark.parametrize("date", ["2600-01-01", "1965-01-01"])
def test_a_clock_out_of_bounds_is_refused(
    server: Server, clock: Clock, ones: Path, date: str
) -> None:
    """After 2554, the end of nanoseconds in 64 bits, and before 1970."""
    ones.unlink(missing_ok=True)
    clock.set(running_from(date))
    # The postmaster's own id would fail as well, so it makes none.
    server.restart(shared_preload_libraries="base62id")
    assert state(server, "ulid_generate()") == "22008"
    clock.set(RIGHT)
