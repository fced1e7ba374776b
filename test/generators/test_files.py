"""Files and settings that are missing, damaged or another server's: what is in force before a
reload, after it, in new sessions and after a restart, and that base62id_health() says it. The
table is in docs/cluster.md; copies of servers are in test_copies.py, a standby in
test_cluster_standby.py.
"""

import os
import re
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

import pytest
from conftest import MAJOR, Database, Server, ServerMaker, wait_until
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
    still,
)

__all__ = ["compiled", "new_clock", "scratch", "servers"]
OWN = "a key of this server, as long as it must be"
OTHERS = "a key of another server, as long as it is"
OWN_MASK = "1:000102030405060708090a0b0c0d0e0f"
OTHERS_MASK = "1:0f0e0d0c0b0a09080706050403020100"
V7 = "01890a5d-ac96-774b-bcce-b302099a8057"
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
    server.secret("cluster", key)
    server.secret("masks", mask)


def key_files(server: Server) -> list[Path]:
    return [server.directory / "cluster", server.directory / "masks"]


Keys = list[str]
NO_KEYS = ["", "", "55000", "55000"]


def keys(server: Server) -> Keys:
    """What a new session has: digest and fingerprint, and whether ids and façades are made."""
    [in_force] = server.sql(
        """
        SELECT max(value) FILTER (WHERE name = 'cluster_key'),
               max(value) FILTER (WHERE name = 'mask_key 1')
        FROM base62id_settings()
        """
    )
    return in_force + states(server, "xid_new()", f"uuid_mask('{V7}')")


def health_of_keys(server: Server) -> list[str]:
    return [health(server, "cluster key"), health(server, "mask keys")]


def has_all_rows_of_health(server: Server) -> bool:
    """Whatever the state is, it raises no error."""
    rows = server.sql("SELECT what, state, detail FROM base62id_health()")
    states = {state for _, state, _ in rows}
    return (
        len(rows) == len({what for what, _, _ in rows}) == THINGS
        and states <= {"ok", "note", "warning", "broken"}
        and all(detail for _, _, detail in rows)
    )


@pytest.fixture(scope="module")
def own(server: Server) -> Keys:
    """The keys of the server's own files."""
    own = keys(server)
    assert own[2:] == ["00000", "00000"]
    return own


@pytest.fixture(scope="module")
def others(server: Server, own: Keys) -> Keys:
    """Those of another server's files."""
    use_keys(server, OTHERS, OTHERS_MASK)
    server.reload()
    others = keys(server)
    use_keys(server, OWN, OWN_MASK)
    server.reload()
    assert others[0] != own[0]
    assert others[1] != own[1]
    return others


def test_all_is_well(server: Server) -> None:
    assert has_all_rows_of_health(server)
    states = server.sql("SELECT state FROM base62id_health()")
    assert {state for [state] in states} <= HEALTHY


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


@pytest.fixture(
    params=[missing, half_written, empty, readable_by_others, directory, of_another_user]
)
def spoil(request: pytest.FixtureRequest, server: Server) -> Callable[[Path], None]:
    for file in key_files(server):
        if file.is_dir():
            file.rmdir()
    use_keys(server, OWN, OWN_MASK)
    server.reload()
    spoil: Callable[[Path], None] = request.param
    return spoil


def test_a_file_that_goes_bad_leaves_its_key_in_force_until_a_restart(
    server: Server, own: Keys, spoil: Callable[[Path], None]
) -> None:
    assert keys(server) == own
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


@pytest.fixture
def well(server: Server, own: Keys) -> Server:
    """With its own keys in force."""
    for file in key_files(server):
        if file.is_dir():
            file.rmdir()
    use_keys(server, OWN, OWN_MASK)
    server.reload()
    assert keys(server) == own
    return server


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


def test_a_statement_has_one_key_though_the_file_is_replaced_while_it_runs(well: Server) -> None:
    server = well
    server.sql(
        """
        CREATE TABLE many AS
        SELECT typeid_uuid_generate_v7() AS uuid FROM generate_series(1, 20000);
        ANALYZE many;
        """
    )
    statement = Client(
        Database(server, "postgres"),
        """
        CREATE TABLE facades AS
        SELECT uuid, uuid_mask(uuid) AS facade,
               CASE WHEN row_number() OVER () % 1000 = 0 THEN pg_sleep(0.05)::text END
        FROM many
        """,
    )
    wait_until(server, "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'PgSleep'")
    server.secret("masks", OTHERS_MASK)
    statement.end()
    same_key = "SELECT count(*) FROM facades WHERE uuid_unmask(facade) = uuid"
    assert server.value(same_key) == "20000"


# Reserved times --------------------------------------------------------------------------------

XID_EPOCH_MS = 1_321_009_871_111  # the time of the smallest xid, since 1970
HOUR_MS = 3_600_000


def ms_from_now(ms: int) -> int:
    return int(time.time() * 1000) - XID_EPOCH_MS + ms


def time_of_ids(server: Server) -> str:
    """The SQLSTATE of the error, or how far ahead of the clock they are."""
    refused = state(server, "xid_new()")
    if refused != "00000":
        return refused
    ahead = "SELECT extract(epoch FROM xid_timestamp(xid_new()) - clock_timestamp())"
    seconds = float(server.value(ahead))
    if seconds > 60:
        return "later"
    return "ahead" if seconds > 1 else "now"


@pytest.mark.parametrize(
    ("ms", "rest", "of_health", "of_ids"),
    [
        pytest.param(-HOUR_MS, "1 3", "ok", "now", id="its own, of the past"),
        pytest.param(None, "", "ok", "ahead", id="none"),
        pytest.param(-HOUR_MS, "1 4", "ok", "ahead", id="another number's"),
        pytest.param(-HOUR_MS, "7 3", "ok", "ahead", id="another timeline's"),
        pytest.param(HOUR_MS, "1 3", "ok", "later", id="its own, an hour ahead"),
        pytest.param(HOUR_MS, "1 4", "ok", "later", id="another number's, an hour ahead"),
        pytest.param(-HOUR_MS, "1", "broken", "XX001", id="half written"),
        pytest.param(None, "empty", "broken", "XX001", id="empty"),
        pytest.param(None, "unreadable", "broken", "42501", id="as of another owner"),
    ],
)
def test_reserved_times_at_a_start(
    well: Server, clock: Clock, ms: int | None, rest: str, of_health: str, of_ids: str
) -> None:
    """The clock stands still, so that ids of seconds ahead are seen however slow the server is."""
    server = well
    server.stop()
    clock.set(still(datetime.now(timezone.utc).isoformat()))
    file = reserved_file(server)
    file.unlink(missing_ok=True)
    if ms is not None:
        file.write_text(f"{ms_from_now(ms)} {rest}\n")
    elif rest:
        file.touch(0o600 if rest == "empty" else 0)
    server.start()
    assert time_of_ids(server) == of_ids
    assert has_all_rows_of_health(server)
    machine, scope = in_force(server)
    assert machine == "3"
    assert scope == server.value("SELECT xid_generator_scope()")
    assert health(server, "reserved times") == of_health
    file.unlink()
    # Repaired without a restart.
    assert state(server, "xid_new()") == "00000"
    clock.set(RIGHT)


# The number ------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["5000", "x"])
def test_a_number_that_is_none_at_a_start(well: Server, bad: str) -> None:
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
    """Where the library is preloaded, PostgreSQL refuses the value. Else each session that starts
    meets it.
    """
    server = well
    server.reload(**{"base62id.machine": "5000"})
    assert in_force(server) == ("3", "cluster")
    assert health(server, "machine") == ("ok" if MAJOR < 17 else "broken")
    server.reload(**{"base62id.machine": "3"})


# Copies ----------------------------------------------------------------------------------------


IN_ITS_DATA = {
    "base62id.cluster_key_file": "own.cluster",
    "base62id.mask_key_file": "own.masks",
}


def put_keys_into_data(server: Server, key: str, mask: str) -> list[Path]:
    return [
        Path(server.secret("data/own.cluster", key)),
        Path(server.secret("data/own.masks", mask)),
    ]


def test_a_clone_has_the_key_files_of_its_data_directory_and_its_own_number(
    well: Server, servers: ServerMaker, own: Keys, others: Keys
) -> None:
    """Another key there does not concern its original."""
    copied = put_keys_into_data(well, OWN, OWN_MASK)
    clone = servers(copy_of=well, **SHARING, **IN_ITS_DATA, **{"base62id.machine": "4"})
    assert keys(clone) == own
    assert in_force(clone) == ("4", "cluster")
    put_keys_into_data(clone, OTHERS, OTHERS_MASK)
    clone.reload()
    assert keys(clone) == others
    assert keys(well) == own
    clone.stop()
    for file in copied:
        file.unlink()


def test_a_standby_without_key_files_is_promoted(
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
