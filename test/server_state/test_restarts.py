"""Times that were used up before a restart are not used again after it.

A server writes to a file until when its ids may be ("reserved times"), and begins after that when
it starts: docs/cluster.md.

The tests are steps: each goes on with the server that the ones before have left.
"""

import time
from pathlib import Path

import pytest
from conftest import Server, ServerMaker, SqlError

NOW_MS = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
XID_MS = "(extract(epoch FROM xid_timestamp(xid_new())) * 1000)::bigint"
MINUTES_10 = 600_000


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Server:
    return new_server()


@pytest.fixture(scope="module")
def epoch_ms(server: Server) -> int:
    """The file counts milliseconds from here on: the time of the smallest xid."""
    return int(
        server.value("SELECT (extract(epoch FROM xid_timestamp(0::bigint::uid11)) * 1000)::bigint")
    )


def now_ms() -> int:
    return int(time.time() * 1000)


def reserved_file(server: Server) -> Path:
    return server.data / "pg_stat/base62id.reserved"


def test_an_id_is_of_a_time_that_is_reserved(server: Server, epoch_ms: int) -> None:
    made = int(server.value(f"SELECT {XID_MS}"))
    until, timeline, machine = reserved_file(server).read_text().split()
    assert made <= epoch_ms + int(until)
    assert (timeline, machine) == ("1", "-1")


def test_ids_begin_after_what_was_reserved(server: Server, epoch_ms: int) -> None:
    server.stop()
    until = now_ms() + MINUTES_10
    reserved_file(server).write_text(f"{until - epoch_ms} 1 -1\n")
    server.start()
    assert int(server.value(f"SELECT {XID_MS}")) > until


def test_ids_wait_for_a_clock_that_is_a_little_behind(server: Server, epoch_ms: int) -> None:
    server.stop()
    until = now_ms() + 5_000
    reserved_file(server).write_text(f"{until - epoch_ms} 1 -1\n")
    server.start()
    if now_ms() > until - 1_000:
        pytest.skip("the start took so long that the clock is hardly behind")
    made, now = server.sql(f"SELECT made, {NOW_MS} FROM (SELECT {XID_MS} AS made OFFSET 0) AS x")[0]
    assert until < int(made) <= int(now)


def test_a_file_of_another_timeline_is_not_believed(server: Server, epoch_ms: int) -> None:
    server.stop()
    reserved_file(server).write_text(f"{now_ms() - epoch_ms} 7 5\n")
    log_before = server.log_size()
    server.start(**{"base62id.machine": "5"})
    assert (
        server.value(
            "SELECT machine FROM (SELECT uid11_snowish_new() AS id) AS s,"
            " uid11_snowish_parse(id)"
        )
        == "5"
    )
    unknown = "it is not known which ids were generated with base62id.machine = 5"
    assert unknown in server.log_since(log_before)


def test_a_file_beyond_the_last_id_is_no_file(server: Server) -> None:
    server.stop()
    reserved_file(server).write_text(f"{2**60} 1 5\n")
    server.start()
    with pytest.raises(SqlError) as error:
        server.sql("SELECT xid_new()")
    assert error.value.state == "XX001"
    assert "invalid data in file" in str(error.value)


def test_sessions_share_their_counters(server: Server) -> None:
    """The id that was refused before is counted for all sessions."""
    failed = "SELECT value::integer FROM base62id_health() WHERE what = 'failed ids'"
    assert int(server.value(failed)) >= 1
    reserved_file(server).unlink()
    assert server.value("SELECT xid_new() IS NOT NULL") == "t"
    assert int(server.value(failed)) >= 1
