"""base62id_health() says when the file of reserved times is damaged, another number's or cannot be
written, and how far the counters, which begin after its time, are ahead of the clock:
docs/cluster.md, "Restarts".
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import Server, health_detail, unhealthy, wait_for
from health import MAKE_XID, number, restart, server, sqlstate

__all__ = ["server"]
XID_EPOCH_MS = 1_321_009_871_111  # the time of the smallest xid, since 1970
HOUR_MS = 3_600_000
RESERVED = "pg_stat/base62id.reserved"
# What a server writes before it renames it to that.
WRITTEN = "pg_stat/base62id.reserved.tmp"


@pytest.fixture
def well(server: Server) -> Iterator[Server]:
    """The server, which has forgotten after the test what was reserved."""
    yield server
    server.stop("fast")
    (server.data / RESERVED).unlink(missing_ok=True)
    server.start()
    assert unhealthy(server) == {}


def start_with_file(server: Server, content: str) -> None:
    server.stop("fast")
    (server.data / RESERVED).write_text(f"{content}\n")
    server.start()


def ms_from_now(ms: int) -> int:
    """As the file counts."""
    return int(time.time() * 1000) - XID_EPOCH_MS + ms


# At a start ------------------------------------------------------------------------------------


def test_counters_that_are_an_hour_ahead_of_the_clock_are_a_warning(well: Server) -> None:
    start_with_file(well, f"{ms_from_now(HOUR_MS)} 1 3")
    assert unhealthy(well) == {"counters": "warning"}
    assert number(well, "counters") == pytest.approx(HOUR_MS, abs=100_000)


def test_times_that_another_number_reserved_are_a_note_until_the_first_id(well: Server) -> None:
    start_with_file(well, f"{ms_from_now(-HOUR_MS)} 1 4")
    assert unhealthy(well) == {"reserved times": "note"}
    assert sqlstate(well, MAKE_XID) == "00000"
    assert unhealthy(well) == {}


def test_a_damaged_file_is_broken_until_it_is_removed(well: Server) -> None:
    start_with_file(well, "half")
    assert unhealthy(well) == {"reserved times": "broken"}
    assert sqlstate(well, MAKE_XID) == "XX001"
    assert health_detail(well, "reserved times") == f'invalid data in file "{RESERVED}"'

    # The remedy works, without a restart.
    (well.data / RESERVED).unlink()
    assert unhealthy(well) == {"failed ids": "note"}
    assert sqlstate(well, MAKE_XID) == "00000"


def test_counters_are_never_behind_the_clock(well: Server) -> None:
    """The row says how far they are ahead: 0 when the clock has gone on since the last id."""
    restart(well)
    assert sqlstate(well, MAKE_XID) == "00000"
    assert number(well, "counters") >= 0


# A file that cannot be written -----------------------------------------------------------------


@pytest.fixture
def written(well: Server) -> Iterator[Path]:
    """The file that the server writes anew; the test may leave it in any state."""
    path = well.data / WRITTEN
    yield path
    path.parent.chmod(0o700)
    if path.is_dir():
        path.rmdir()
    path.unlink(missing_ok=True)


def put_directory_there(written: Path) -> None:
    written.mkdir()


def take_directory_away(written: Path) -> None:
    written.rmdir()


def take_rights_away(written: Path) -> None:
    written.parent.chmod(0o555)


def give_rights_back(written: Path) -> None:
    written.parent.chmod(0o700)


def fill_disk(written: Path) -> None:
    written.symlink_to("/dev/full")


def free_disk(written: Path) -> None:
    written.unlink()


@pytest.mark.parametrize(
    ("break_it", "repair", "state", "fault"),
    [
        pytest.param(
            *(put_directory_there, take_directory_away, "58030"),
            f'could not create file "{WRITTEN}": Is a directory',
            id="a directory in the way",
        ),
        pytest.param(
            *(take_rights_away, give_rights_back, "42501"),
            f'could not create file "{WRITTEN}": Permission denied',
            id="a directory without rights",
        ),
        pytest.param(
            *(fill_disk, free_disk, "53100"),
            f'could not write file "{WRITTEN}": No space left on device',
            id="a full disk",
        ),
    ],
)
def test_a_file_that_cannot_be_written_is_broken_until_it_can(
    well: Server,
    written: Path,
    break_it: Callable[[Path], None],
    repair: Callable[[Path], None],
    state: str,
    fault: str,
) -> None:
    """Health says so before anybody asks for an id. Ids go on until what was reserved before is
    used up.
    """
    assert sqlstate(well, MAKE_XID) == "00000"
    break_it(written)
    wait_for("health to see that", lambda: "reserved times" in unhealthy(well))
    assert unhealthy(well) == {"reserved times": "broken"}

    wait_for(f"ids to raise {state}", lambda: sqlstate(well, MAKE_XID) == state)
    assert unhealthy(well) == {"failed ids": "note", "reserved times": "broken"}
    assert health_detail(well, "reserved times") == (
        f"no ids are generated when the reserved times are used up: {fault}"
    )

    repair(written)
    assert unhealthy(well) == {"failed ids": "note"}
    assert health_detail(well, "failed ids") == (
        "calls without an id since the server started, because reserved times or the cluster key"
        f" were missing; last failure of the file: {fault}"
    )
    assert sqlstate(well, MAKE_XID) == "00000"
