"""A standby of a server of a cluster, which is promoted: it goes on with the number of its primary,
after the ids that it has received.
"""

from pathlib import Path

import pytest
from cluster import key_file, numbered
from conftest import Server, ServerMaker, wait_until
from generators import (
    ON_ONE_SERVER,
    SHARING,
    ClockMaker,
    compiled,
    in_force,
    new_clock,
    reserved_file,
    scratch,
    servers,
    state,
    wait_until_in_file,
)

__all__ = ["compiled", "key_file", "new_clock", "scratch", "servers"]
pytestmark = ON_ONE_SERVER


@pytest.fixture(scope="module")
def primary(servers: ServerMaker, key_file: Path) -> Server:
    server = servers(**SHARING, **numbered(5, key_file))
    server.sql("CREATE TABLE received (xid uid11 UNIQUE, snowish uid11 UNIQUE)")
    return server


@pytest.fixture(scope="module")
def standby(primary: Server, servers: ServerMaker, new_clock: ClockMaker) -> Server:
    """Its clock is behind, and it has the number of the primary: the worst case."""
    clock = new_clock()
    clock.set("-30")
    return servers(
        standby_of=primary, environment=clock.environment, shared_preload_libraries="base62id"
    )


def test_a_standby_leaves_the_number_to_its_primary(standby: Server) -> None:
    """It makes xids as a server of its own, and no snowish id."""
    assert in_force(standby) == ("5", "server")
    assert standby.value("SELECT xid_new() IS NOT NULL") == "t"
    assert state(standby, "uid11_snowish_new()") == "55000"


def test_a_standby_does_not_use_a_number_of_its_own_either(
    primary: Server, servers: ServerMaker, key_file: Path
) -> None:
    """It does not know which number its primary has, so the error does not say whose this is."""
    standby = servers(standby_of=primary, **SHARING, **numbered(8, key_file))
    assert in_force(standby) == ("8", "server")
    error = str(standby.error("SELECT uid11_snowish_new()"))
    assert "machine number is not in use while the server is in recovery\n" in error
    assert "DETAIL:  The primary may have number 8 too, so this server uses it only after" in error
    standby.stop()


@pytest.fixture(scope="module")
def promoted(primary: Server, standby: Server) -> Server:
    """Nobody asks for an id before it restarts: only the file has what it has received."""
    primary.sql(
        """
        INSERT INTO received
        SELECT xid_new(), uid11_snowish_new() FROM generate_series(1, 5000);
        SELECT pg_sleep(0.1);
        CREATE TABLE last_commit ();
        """
    )
    wait_until(standby, "SELECT to_regclass('last_commit') IS NOT NULL")
    primary.stop()
    standby.promote()
    wait_until_in_file(reserved_file(standby), " 2 5\n")  # the new timeline, and the number
    standby.restart()
    return standby


def test_a_promoted_server_uses_the_number(promoted: Server) -> None:
    assert in_force(promoted) == ("5", "cluster")


def test_its_ids_are_above_those_that_it_has_received_though_its_clock_is_behind(
    promoted: Server,
) -> None:
    above = promoted.sql(
        "SELECT xid_new() > max(xid), uid11_snowish_new() > max(snowish) FROM received"
    )
    assert above == [["t", "t"]]
    assert "ids of base62id.machine = 5 begin after" in promoted.log.read_text()


def test_a_promoted_server_that_does_not_know_any_more_says_so_without_being_asked(
    promoted: Server,
) -> None:
    promoted.stop("fast")
    reserved_file(promoted).unlink()
    promoted.environment = {}
    promoted.start()
    line = "it is not known which ids were generated with base62id.machine = 5"
    wait_until_in_file(promoted.log, line)
