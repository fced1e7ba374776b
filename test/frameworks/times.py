"""What stored="uuid" costs: how long programs take to write and read 10,000 rows of two ids.

test/frameworks/run times runs it. A program of stored.py's answers "write TABLE" and "read TABLE":
the table "plain" with its framework's own field of UUIDs, "stored" with ids over columns of uuid,
and others that its entry names. They take turns in one process. ROWS names a file of lines
UUID TAB ID, of which each row has one twice.

Printed are ratios of "stored" to the others: of wall time, the least of 15; of all CPU time, the
server's too, which is the wall time of a machine without other work; and of the program's own CPU
time. Then, how much longer the program takes for an id.
"""

import time
import uuid
from dataclasses import dataclass
from pathlib import Path

import pytest
import typeids
from choice import CHOSEN
from conftest import Server
from framework import HERE, Framework, NotInstalled, Scratch
from running import Runner
from stored import Program

pytest_plugins = ["framework_server"]

ROWS = 10_000
ROUNDS = 15
TIMED = [one for one in CHOSEN if one.stored or one.has_times]


@dataclass(frozen=True)
class Clock:
    """Seconds: the time, and the CPU time of the program and of the server's processes."""

    wall: float
    program: float
    server: float

    def since(self, earlier: "Clock") -> "Clock":
        return Clock(
            self.wall - earlier.wall,
            self.program - earlier.program,
            self.server - earlier.server,
        )


def now(program: int, server: int) -> Clock:
    program_used = server_used = 0.0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            # Behind the name of the command: its state, its parent, its group, its session.
            fields = (process / "stat").read_text(errors="replace").rpartition(")")[2].split()
            if int(fields[3]) == program:
                program_used += cpu_time(process)
            if int(fields[1]) == server:
                server_used += cpu_time(process)
        except OSError:
            continue  # it has ended
    return Clock(time.perf_counter(), program_used, server_used)


def cpu_time(process: Path) -> float:
    """Of its threads. It is more exact than the ticks of stat."""
    schedules = process.glob("task/*/schedstat")
    return sum(int(schedule.read_text().split()[0]) for schedule in schedules) / 1e9


class Race:
    """A program writes and reads its tables by turns."""

    def __init__(self, framework: Framework, scratch: Scratch, server: Server) -> None:
        self.scratch = scratch
        self.server = int((server.data / "postmaster.pid").read_text().split()[0])
        others = framework.stored.tables_of_times if framework.stored else ()
        self.tables = ["plain", *others, "stored"]
        self.taken: dict[tuple[str, str], list[Clock]] = {}
        self.make_tables()
        self.write_rows()
        self.program = Program(framework, scratch, "uuid")

    def make_tables(self) -> None:
        self.scratch.database.sql(
            f"""
            DROP EXTENSION base62id CASCADE;
            \\i {HERE / 'stored.sql'}
            CREATE TABLE plain (id uuid PRIMARY KEY, friend uuid NOT NULL, name text NOT NULL);
            """
        )
        for table in self.tables[1:]:
            self.scratch.database.sql(f"CREATE TABLE {table} (LIKE plain INCLUDING ALL)")

    def write_rows(self) -> None:
        uuids = [uuid.uuid4() for _ in range(ROWS)]
        file = self.scratch.directory / "rows"
        file.write_text("".join(f"{one}\t{typeids.of('user', one)}\n" for one in uuids))
        self.scratch.environment["ROWS"] = str(file)

    def run(self) -> None:
        try:
            for turn in range(ROUNDS + 1):
                for table in self.tables if turn % 2 == 0 else reversed(self.tables):
                    self.scratch.database.sql(f"TRUNCATE {table}")
                    for operation in ("write", "read"):
                        taken = self.taken.setdefault((operation, table), [])
                        taken.append(self.time(operation, table))
            assert self.program.end() == 0
        finally:
            self.program.kill()

    def time(self, operation: str, table: str) -> Clock:
        before = now(self.program.id, self.server)
        kind, *fields = self.program.ask(operation, table)
        taken = now(self.program.id, self.server).since(before)
        assert kind == "=", fields
        if operation == "read":
            rows, id = fields
            assert rows == str(ROWS)
            assert id.startswith("user_") == (table == "stored")
        return taken

    def results(self) -> list[str]:
        """A line for each operation and each table beside that of ids."""
        found = []
        for beside in self.tables[:-1]:
            for operation in ("write", "read"):
                title = f"{operation} beside {beside}"
                found.append(f"{title}: {self.compared(operation, beside)}")
        return found

    def compared(self, operation: str, beside: str) -> str:
        # The first turn warms up.
        stored = self.taken[operation, "stored"][1:]
        other = self.taken[operation, beside][1:]
        wall = min(clock.wall for clock in stored) / min(clock.wall for clock in other)
        both = all_cpu_time(stored) / all_cpu_time(other)
        alone = sum(clock.program for clock in stored)
        alone_beside = sum(clock.program for clock in other)
        an_id = (alone - alone_beside) / ROUNDS / ROWS / 2 * 1e9
        program = alone / alone_beside
        return f"{wall:.2f}, CPU {both:.2f}, program {program:.2f}, {an_id:+.0f} ns an id"


def all_cpu_time(clocks: list[Clock]) -> float:
    return sum(clock.program + clock.server for clock in clocks)


@pytest.mark.parametrize("framework", [pytest.param(one, id=one.name) for one in TIMED])
def test_times(framework: Framework, runner: Runner, capsys: pytest.CaptureFixture[str]) -> None:
    runner.server.sql("ALTER ROLE app SET auto_explain.log_min_duration = -1")
    scratch = runner.scratch_of(framework)
    scratch.measures_time = True
    try:
        framework.set_up(scratch)
        race = Race(framework, scratch, runner.server)
        race.run()
    except NotInstalled as missing:
        pytest.skip(str(missing))
    with capsys.disabled():
        for line in race.results():
            print(f"{framework.name}: {line}")
