"""No id comes twice after a power loss: the server flushes a later time before it gives away an id
that needs it, and finds what it had flushed when it starts again.

disk.c keeps that beside the data directory. Each loss is a stop of all processes while ids are
made, after which the file of reserved times is the one of that disk.
"""

import random
import re
import shutil
import time
from pathlib import Path

import pytest
from conftest import FULL, Database, Server, ServerMaker, write_secret
from generators import (
    LONG,
    ON_ONE_SERVER,
    SHARING,
    SNOWISH,
    XID,
    Client,
    Clock,
    ClockMaker,
    Compiler,
    compiled,
    made_twice,
    new_clock,
    number_of_lines,
    reserved_file,
    scratch,
    servers,
    still,
)

__all__ = ["compiled", "new_clock", "scratch", "servers"]
pytestmark = [LONG, ON_ONE_SERVER]
SECONDS_UNTIL_A_LOSS = [8.1, 12.3, 0.4, 9.2] if FULL else [1.1, 2.3, 0.4, 3.2]
XID_EPOCH_MS = 1_321_009_871_111  # the time of the smallest xid, since 1970
# As fast as a busy server, or, in the long form, as fast as it can.
PAUSE = "" if FULL else "pg_sleep(0.01)"
# Ids that a client has seen.
WITHOUT_END = f"""
    COPY (
        SELECT {XID}, {SNOWISH}, CASE WHEN n % 500 = 0 THEN {PAUSE or "NULL"} END
        FROM (SELECT generate_series(1, 1000000000) AS n) AS without_end
    ) TO STDOUT
"""


class Disk:
    """What a power loss leaves of the file of reserved times."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.file = directory / "base62id.reserved"

    def restore(self, to: Path) -> None:
        to.unlink(missing_ok=True)
        to.with_name(f"{to.name}.tmp").unlink(missing_ok=True)
        for under_way in ("renamed", "content"):
            (self.directory / under_way).unlink(missing_ok=True)
        if self.file.exists():
            shutil.copyfile(self.file, to)

    def times(self) -> int:
        return int(self.file.read_text().split()[0])


@pytest.fixture(scope="module")
def disk(scratch: Path) -> Disk:
    directory = scratch / "disk"
    directory.mkdir()
    return Disk(directory)


@pytest.fixture(scope="module")
def clock(new_clock: ClockMaker) -> Clock:
    return new_clock()


@pytest.fixture(scope="module")
def server(
    servers: ServerMaker, compiled: Compiler, clock: Clock, disk: Disk, scratch: Path
) -> Server:
    """With a number, so that a time that comes twice gives the same ids."""
    key = scratch / "power.key"
    write_secret(key, "one key for all servers of the cluster")
    environment = clock.environment | {"DISK": str(disk.directory)}
    environment["LD_PRELOAD"] += f":{compiled('disk.c')}"
    return servers(
        environment=environment,
        **SHARING,
        **{"fsync": "on", "base62id.machine": "3", "base62id.cluster_key_file": str(key)},
    )


def make_ids_until_power_is_lost(server: Server, disk: Disk, seconds: float, to: Path) -> None:
    """Adds the ids that a client has seen to the file, a line each."""
    seen = to.with_name("power.seen")
    client = Client(Database(server, "postgres"), WITHOUT_END, seen)
    while seen.stat().st_size == 0:
        time.sleep(0.1)
    time.sleep(seconds)
    server.stop()
    client.wait()
    with seen.open() as rows, to.open("a") as ids:
        for row in rows:
            fields = row.split("\t")
            if len(fields) == 3:  # the last line may be half a line
                ids.write(f"{fields[0]}\n{fields[1]}\n")
    disk.restore(reserved_file(server))


def test_no_id_of_before_a_power_loss_comes_again(
    server: Server, clock: Clock, disk: Disk, scratch: Path
) -> None:
    """Each time with a clock that was set back by seconds."""
    ids = scratch / "power.ids"
    for seconds in SECONDS_UNTIL_A_LOSS:
        make_ids_until_power_is_lost(server, disk, seconds, ids)
        assert re.fullmatch(r"\d+ 1 3\n", disk.file.read_text())
        clock.set(f"-{random.randint(1, 4)}")
        server.start()
    assert number_of_lines(ids) > 20000
    assert made_twice(ids) == 0


def test_the_disk_has_later_times_before_the_ids_that_need_them(server: Server, disk: Disk) -> None:
    server.sql("SELECT xid_new()")
    before = disk.times()
    time.sleep(1.2)
    server.sql("SELECT xid_new()")
    assert disk.times() > before


def test_no_id_has_a_time_that_is_not_on_the_disk(server: Server, clock: Clock, disk: Disk) -> None:
    """However the clock steps from one id to the next."""
    for second in range(20, 30):
        clock.set(still(f"2030-01-01 00:00:{second}"))
        xid_ms = "SELECT floor(extract(epoch FROM xid_timestamp(xid_new())) * 1000)"
        assert int(server.value(xid_ms)) - XID_EPOCH_MS <= disk.times()


def test_where_the_last_times_are_not_on_the_disk_ids_come_again(
    server: Server, clock: Clock, disk: Disk, scratch: Path
) -> None:
    """The test of the test."""
    ids = scratch / "power.again"
    clock.set(still("2031-01-01"))
    lost = disk.file.read_text()
    make_ids_until_power_is_lost(server, disk, 1, ids)
    reserved_file(server).write_text(lost)
    server.start()
    make_ids_until_power_is_lost(server, disk, 1, ids)
    assert made_twice(ids) > 0
