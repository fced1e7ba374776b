"""Files and settings that are missing, damaged or another server's: what is in force before a
reload, after it, in new sessions and after a restart, and that base62id_health() says it.

The table is in docs/cluster.md. Of its rows, a reserved time up to 10 seconds ahead is tested in
test_copies.py and in test/server_state/test_restarts.py, and the line in the log about one that is
further ahead in test_cluster_reserved.py. Copies of servers are in test_copies.py, a standby in
test_cluster_standby.py.
"""

import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import Database, Server, ServerMaker, Session, wait_until
from generators import (
    RIGHT,
    SHARING,
    Client,
    Clock,
    ClockMaker,
    compiled,
    health,
    in_force,
    new_clock,
    reserved_file,
    scratch,
    servers,
    state,
    states,
)

__all__ = ["compiled", "new_clock", "scratch", "servers"]
OWN = "a key of this server, as long as it must be"
OTHERS = "a key of another server, as long as it is"
OWN_MASK = "1:000102030405060708090a0b0c0d0e0f"
OTHERS_MASK = "1:0f0e0d0c0b0a09080706050403020100"
V7 = "01890a5d-ac96-774b-bcce-b302099a8057"
# Where copies of the server have their keys: a copy has these files, too.
IN_ITS_DATA = {
    "base62id.cluster_key_file": "own.cluster",
    "base62id.mask_key_file": "own.masks",
}
HEALTHY = {"ok", "note"}
# Rows of base62id_health(), of which there is always one each.
THINGS = 16


@pytest.fixture(scope="module")
def clock(new_clock: ClockMaker) -> Clock:
    return new_clock()


@pytest.fixture(scope="module")
def server(servers: ServerMaker, clock: Clock) -> Server:
    server = servers(environment=clock.environment, shared_preload_libraries="")
    use_keys(server, OWN, OWN_MASK)
    server.restart(
        **SHARING,
        **{
            "base62id.machine": "3",
            "base62id.cluster_key_file": str(server.directory / "cluster"),
            "base62id.mask_key_file": str(server.directory / "masks"),
        },
    )
    return server


def use_keys(server: Server, key: str, mask: str) -> None:
    for file in key_files(server):
        if file.is_dir():
            file.rmdir()
    server.secret("cluster", key)
    server.secret("masks", mask)


def key_files(server: Server) -> list[Path]:
    return [server.directory / "cluster", server.directory / "masks"]


class Keys(NamedTuple):
    """What a session has: the keys' fingerprints, and the SQLSTATEs of what needs these keys."""

    cluster: str
    mask: str
    making_an_id: str
    masking: str


NO_KEYS = Keys(cluster="", mask="", making_an_id="55000", masking="55000")


def keys(server: Server) -> Keys:
    """Those of a new session."""
    [[cluster, mask]] = server.sql(
        """
        SELECT max(value) FILTER (WHERE name = 'cluster_key'),
               max(value) FILTER (WHERE name = 'mask_key 1')
        FROM base62id_settings()
        """
    )
    return Keys(cluster, mask, *states(server, "xid_new()", f"uuid_mask('{V7}')"))


def health_of_keys(server: Server) -> list[str]:
    return [health(server, "cluster key"), health(server, "mask keys")]


def has_all_rows_of_health(server: Server) -> bool:
    """Whatever the state is, it raises no error."""
    rows = server.sql("SELECT what, state, detail FROM base62id_health()")
    seen = {state for _, state, _ in rows}
    return (
        len(rows) == len({what for what, _, _ in rows}) == THINGS
        and seen <= {"ok", "note", "warning", "broken"}
        and all(detail for _, _, detail in rows)
    )


@pytest.fixture(scope="module")
def own(server: Server) -> Keys:
    """The keys of the server's own files."""
    own = keys(server)
    assert own.cluster and own.mask
    assert (own.making_an_id, own.masking) == ("00000", "00000")
    return own


@pytest.fixture(scope="module")
def others(server: Server, own: Keys) -> Keys:
    """Those of another server's files."""
    use_keys(server, OTHERS, OTHERS_MASK)
    server.reload()
    others = keys(server)
    use_keys(server, OWN, OWN_MASK)
    server.reload()
    assert others.cluster != own.cluster
    assert others.mask != own.mask
    return others


def is_running(server: Server) -> bool:
    return (server.data / "postmaster.pid").exists()


@pytest.fixture
def well(server: Server, own: Keys) -> Iterator[Server]:
    """With its own keys and number, which it has again after the test."""
    assert keys(server) == own
    yield server
    if not is_running(server):
        server.start()
    for name in IN_ITS_DATA.values():
        (server.data / name).unlink(missing_ok=True)
    use_keys(server, OWN, OWN_MASK)
    server.reload(**{"base62id.machine": "3"})


def test_all_is_well(well: Server) -> None:
    assert has_all_rows_of_health(well)
    rows = well.sql("SELECT state FROM base62id_health()")
    assert {state for [state] in rows} <= HEALTHY


# Files that cannot be used ---------------------------------------------------------------------


def missing(file: Path) -> None:
    file.unlink()


def half_written(file: Path) -> None:
    os.truncate(file, 20)


def empty(file: Path) -> None:
    os.truncate(file, 0)


def readable_by_others(file: Path) -> None:
    file.chmod(0o644)


def directory(file: Path) -> None:
    file.unlink()
    file.mkdir()


def of_another_user(file: Path) -> None:
    """The server is nobody's but ours, so it is a file that is there already."""
    for top in ("/etc", "/var/lib", "/var/cache", "/home"):
        for found in Path(top).rglob("*"):
            if is_file_of_a_third_user(found):
                file.unlink()
                file.symlink_to(found)
                return
    pytest.skip("no file here belongs to a third user and can be read")


def is_file_of_a_third_user(file: Path) -> bool:
    try:
        is_file = file.is_file() and not file.is_symlink()
        return is_file and file.stat().st_uid not in (0, os.getuid()) and os.access(file, os.R_OK)
    except OSError:
        return False


@pytest.mark.parametrize(
    "spoil", [missing, half_written, empty, readable_by_others, directory, of_another_user]
)
def test_a_file_that_goes_bad_leaves_its_key_in_force_until_a_restart(
    well: Server, own: Keys, spoil: Callable[[Path], None]
) -> None:
    server = well
    log_before = server.log_size()
    for file in key_files(server):
        spoil(file)

    # before a reload
    assert keys(server) == own
    assert health_of_keys(server) == ["warning", "warning"]

    server.reload()
    assert [keys(server) for _ in range(3)] == [own] * 3
    log = server.log_since(log_before)
    for setting in ("base62id.cluster_key_file", "base62id.mask_key_file"):
        assert log.count(f"WARNING:  {setting} was not read") == 1
    assert has_all_rows_of_health(server)

    server.restart()
    assert keys(server) == NO_KEYS
    # What needs none goes on.
    assert server.value("SELECT xid_generator_scope()") == "server"
    assert states(server, "uid11_snowish_new()", "typeid_generate()") == ["00000", "00000"]
    assert health_of_keys(server) == ["broken", "broken"]
    assert has_all_rows_of_health(server)
    if spoil is of_another_user:
        reason = "It must belong to the user that the server runs as, or to root."
        details = server.sql("SELECT detail FROM base62id_health()")
        assert [reason in detail for [detail] in details].count(True) == 2


# Files of another server: good ones, so they count from the reload on ---------------------------


def test_files_of_another_server_count_from_the_reload_on(
    well: Server, own: Keys, others: Keys
) -> None:
    server = well
    use_keys(server, OTHERS, OTHERS_MASK)
    assert keys(server) == own
    assert health_of_keys(server) == ["warning", "warning"]
    server.reload()
    assert keys(server) == others
    assert health_of_keys(server) == ["ok", "ok"]
    use_keys(server, OWN, OWN_MASK)
    server.reload()
    assert keys(server) == own


def test_the_first_need_of_a_key_after_a_reload_reads_its_file(
    well: Server, own: Keys, others: Keys
) -> None:
    """A reload itself reads nothing. What one process has read is read for all."""
    server = well
    server.reload()
    use_keys(server, OTHERS, OTHERS_MASK)
    assert keys(server) == others
    use_keys(server, OWN, OWN_MASK)
    assert [keys(server) for _ in range(2)] == [others] * 2
    server.reload()
    assert keys(server) == own


def test_a_statement_has_one_key_though_others_come_into_force_while_it_runs(
    well: Server, others: Keys
) -> None:
    """It stops halfway for a lock until another session uses the other keys."""
    server = well
    database = Database(server, "postgres")
    server.sql(
        """
        CREATE TABLE many AS
        SELECT n, typeid_uuid_generate_v7() AS uuid FROM generate_series(1, 2000) AS n
        """
    )
    gate = Session(database)
    gate.outcome("SELECT pg_advisory_lock(1)")
    statement = Client(
        database,
        """
        CREATE TABLE facades AS
        SELECT uuid, uuid_mask(uuid) AS facade,
               CASE WHEN n = 1000 THEN pg_advisory_lock(1)::text END
        FROM many
        """,
    )
    waits = "SELECT count(*) = 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
    wait_until(server, waits)
    use_keys(server, OTHERS, OTHERS_MASK)
    server.reload()
    assert keys(server) == others
    assert server.value(waits) == "t"
    gate.close()
    statement.end()

    use_keys(server, OWN, OWN_MASK)
    server.reload()
    with_own_key = "SELECT count(*) FROM facades WHERE uuid_unmask(facade) = uuid"
    assert server.value(with_own_key) == "2000"


# Reserved times --------------------------------------------------------------------------------

XID_EPOCH_MS = 1_321_009_871_111  # the time of the smallest xid, since 1970
HOUR_S = 3600
NOT_KNOWN_S = 2  # after its clock a server begins that does not know its reserved times


@pytest.fixture
def stopped(well: Server, clock: Clock) -> Iterator[Server]:
    """Without reserved times. It has the right time again after the test."""
    well.stop()
    reserved_file(well).unlink(missing_ok=True)
    yield well
    if is_running(well):
        well.stop()
    reserved_file(well).unlink(missing_ok=True)
    clock.set(RIGHT)
    well.start()


def ms_of_xid(unix_s: int) -> int:
    return unix_s * 1000 - XID_EPOCH_MS


def start_with_reserved_times(server: Server, clock: Clock, content: str | None) -> None:
    """{past} and {future} are times an hour ago and in an hour. None: without the file.

    From then on the clock stands still, so that it is known exactly how far ahead of it ids are.
    """
    now = int(time.time())
    clock.set(f"={now}")
    if content is not None:
        past, future = ms_of_xid(now - HOUR_S), ms_of_xid(now + HOUR_S)
        reserved_file(server).write_text(content.format(past=past, future=future))
    server.start()


@pytest.mark.parametrize(
    ("content", "seconds_ahead"),
    [
        pytest.param("{past} 1 3\n", 0, id="its own, of the past"),
        pytest.param(None, NOT_KNOWN_S, id="none"),
        pytest.param("{past} 1 4\n", NOT_KNOWN_S, id="another number's"),
        pytest.param("{past} 7 3\n", NOT_KNOWN_S, id="another timeline's"),
        pytest.param("{future} 1 3\n", HOUR_S, id="its own, an hour ahead"),
        pytest.param("{future} 1 4\n", HOUR_S, id="another number's, an hour ahead"),
    ],
)
def test_reserved_times_say_how_far_ahead_of_its_clock_a_server_begins(
    stopped: Server, clock: Clock, content: str | None, seconds_ahead: int
) -> None:
    server = stopped
    start_with_reserved_times(server, clock, content)
    ahead = "SELECT extract(epoch FROM xid_timestamp(xid_new()) - clock_timestamp())"
    # The clock has gone back by a part of a second, and the last commit before that counts, too.
    assert float(server.value(ahead)) == pytest.approx(seconds_ahead, abs=1)
    assert has_all_rows_of_health(server)
    assert in_force(server) == ("3", "cluster")
    assert health(server, "reserved times") == "ok"


def check_that_no_ids_are_made(server: Server, sqlstate: str) -> None:
    """Until the file of reserved times is removed, without a restart."""
    assert state(server, "xid_new()") == sqlstate
    assert has_all_rows_of_health(server)
    assert in_force(server) == ("3", "cluster")
    assert health(server, "reserved times") == "broken"
    reserved_file(server).unlink()
    assert state(server, "xid_new()") == "00000"
    assert health(server, "reserved times") == "ok"


@pytest.mark.parametrize(
    "content", [pytest.param("{past} 1\n", id="half written"), pytest.param("", id="empty")]
)
def test_reserved_times_that_are_damaged_stop_ids_until_their_file_is_removed(
    stopped: Server, clock: Clock, content: str
) -> None:
    start_with_reserved_times(stopped, clock, content)
    check_that_no_ids_are_made(stopped, "XX001")


def test_reserved_times_that_are_not_readable_stop_ids_until_their_file_is_removed(
    stopped: Server,
) -> None:
    reserved_file(stopped).touch(0)
    stopped.start()
    check_that_no_ids_are_made(stopped, "42501")


# The number ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["5000", "x"])
def test_a_bad_number_at_a_start_is_none_and_health_says_so(well: Server, bad: str) -> None:
    server = well
    log_before = server.log_size()
    server.restart(**{"base62id.machine": bad})
    assert in_force(server) == ("", "server")
    assert health(server, "machine") == "broken"
    [[detail]] = server.sql("SELECT detail FROM base62id_settings() WHERE name = 'machine'")
    assert detail == f'The configuration says "{bad}", which is not a number from -1 to 1023.'
    assert re.search('WARNING: .*"base62id.machine"', server.log_since(log_before))
    assert has_all_rows_of_health(server)
    server.reload(**{"base62id.machine": "3"})
    assert in_force(server) == ("3", "cluster")
    assert health(server, "machine") == "ok"


def test_a_reload_with_a_bad_number_leaves_the_number_in_force(well: Server) -> None:
    """Until the next start, which health says."""
    server = well
    server.reload(**{"base62id.machine": "5000"})
    assert in_force(server) == ("3", "cluster")
    assert health(server, "machine") == "warning"


# Copies ----------------------------------------------------------------------------------------


def put_keys_into_data(server: Server, key: str, mask: str) -> None:
    server.secret("data/own.cluster", key)
    server.secret("data/own.masks", mask)


def test_a_clone_has_the_key_files_of_its_data_directory_and_its_own_number(
    well: Server, servers: ServerMaker, own: Keys, others: Keys
) -> None:
    """Another key there does not concern its original."""
    put_keys_into_data(well, OWN, OWN_MASK)
    clone = servers(copy_of=well, **SHARING, **IN_ITS_DATA, **{"base62id.machine": "4"})
    assert keys(clone) == own
    assert in_force(clone) == ("4", "cluster")
    put_keys_into_data(clone, OTHERS, OTHERS_MASK)
    clone.reload()
    assert keys(clone) == others
    assert keys(well) == own
    clone.stop()


def test_a_standby_without_key_files_has_no_keys_until_they_are_put_there(
    well: Server, servers: ServerMaker, own: Keys
) -> None:
    standby = servers(standby_of=well, **SHARING, **IN_ITS_DATA, **{"base62id.machine": "5"})
    assert standby.value("SELECT xid_generator_scope()") == "server"
    assert states(standby, "xid_new()", f"uuid_mask('{V7}')") == ["00000", "55000"]
    standby.promote()
    assert keys(standby) == NO_KEYS
    assert health_of_keys(standby) == ["broken", "broken"]
    put_keys_into_data(standby, OWN, OWN_MASK)
    standby.reload()
    assert keys(standby) == own
    assert in_force(standby) == ("5", "cluster")
