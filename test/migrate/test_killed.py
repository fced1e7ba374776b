"""kill -9 of the program, of its backend and of the whole server, at points of the time that it
takes: what it says is true, nothing stays, and the next run ends it.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from conftest import Database, Server, SqlError, wait_for
from migrating import (
    SCRATCH_DATABASES,
    TABLES_AND_VIEWS,
    Migration,
    MigrationMaker,
    in_the_long_form,
    make_migration,
    server,
)
from moves import differences, environment_of, start_migrate

__all__ = ["make_migration", "server"]
in_the_long_form()
SESSIONS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'base62id-migrate'"

# Kills -----------------------------------------------------------------------------------------


def kill(pid: int) -> None:
    """Unless it has ended."""
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def kill_program(process: "subprocess.Popen[bytes]", server: Server) -> None:
    process.kill()


def kill_backend(process: "subprocess.Popen[bytes]", server: Server) -> None:
    """Which takes the server through recovery."""
    for [pid] in server.sql(SESSIONS):
        kill(int(pid))


def kill_server(process: "subprocess.Popen[bytes]", server: Server) -> None:
    """All of its processes at once, as a loss of power does."""
    postmaster = int((server.data / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text().split()
    for pid in (postmaster, *map(int, children)):
        kill(pid)
    wait_for("the server to be gone", lambda: not Path(f"/proc/{postmaster}").exists())
    server.start()


Kill = Callable[["subprocess.Popen[bytes]", Server], None]
KILLS: dict[str, Kill] = {
    "program": kill_program,
    "backend": kill_backend,
    "server": kill_server,
}


def nothing_stays(server: Server, scratch: Path) -> bool:
    """No session, no scratch database and no file. False, too, while the server recovers."""
    try:
        sessions, databases = server.sql(SESSIONS), server.sql(SCRATCH_DATABASES)
    except SqlError:
        return False
    return sessions == [] and databases == [] and list(scratch.iterdir()) == []


def wait_until_nothing_stays(server: Server, scratch: Path) -> None:
    wait_for("all to go that the program has made", lambda: nothing_stays(server, scratch))


def copy_to_be_killed(original: Migration) -> Migration:
    """A copy of a database has the OIDs that one plan has seen."""
    server = original.database.server
    server.sql("DROP DATABASE IF EXISTS killed WITH (FORCE)")
    server.sql(f"CREATE DATABASE killed TEMPLATE {original.database.name}")
    return replace(original, database=Database(server, "killed"))


def scratch_directory(directory: Path) -> Path:
    scratch = directory / "scratch"
    scratch.mkdir(exist_ok=True)
    return scratch


# Three files -----------------------------------------------------------------------------------

POINTS_IN_STEPS = 7
# What run says by its status, and where it was: before the move, after it with keys that are not
# valid yet, and at the end. 5 means that it does not know.
TRUE_OF_PROGRAM = {(-9, "before"), (-9, "between"), (-9, "after"), (0, "after")}
TRUE_OF_OTHERS = {
    *((0, "after"), (1, "before"), (4, "between"), (4, "after")),
    *((5, "before"), (5, "between"), (5, "after")),
}
STATE = """
    SELECT
        CASE
            WHEN (
                SELECT atttypid
                FROM pg_attribute
                WHERE attrelid = 'a'::regclass AND attname = 'id'
            ) = 'uuid'::regtype THEN 'before'
            WHEN EXISTS (SELECT FROM pg_constraint WHERE NOT convalidated) THEN 'between'
            ELSE 'after'
        END
"""


@dataclass(frozen=True)
class Whole:
    """A run that nobody ended."""

    original: Migration
    seconds: float
    schema: list[str]
    rows: list[str]


@pytest.fixture(scope="module")
def whole(make_migration: MigrationMaker) -> Whole:
    original = make_migration("killing", in_steps=True)
    original.sql(
        """
        CREATE TABLE a (id uuid PRIMARY KEY, up uuid REFERENCES a);
        INSERT INTO a SELECT gen_random_uuid() FROM generate_series(1, 20000);
        UPDATE a SET up = id;
        CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a, n int) PARTITION BY HASH (id);
        CREATE TABLE b_0 PARTITION OF b FOR VALUES WITH (MODULUS 1, REMAINDER 0);
        CREATE INDEX ON b (a);
        CREATE INDEX ON b (n) WHERE a IS NOT NULL;
        INSERT INTO b SELECT gen_random_uuid(), id FROM a;
        ANALYZE;
        """
    )
    original.plan("--to", "typed")
    copy = copy_to_be_killed(original)
    began = time.monotonic()
    copy.run()
    seconds = time.monotonic() - began
    picture = copy.picture()
    return Whole(original, seconds, picture.schema, picture.rows)


@pytest.mark.parametrize("point", range(1, POINTS_IN_STEPS + 1))
@pytest.mark.parametrize("kind", KILLS)
def test_a_killed_run_says_what_is_true_and_the_next_one_ends_it(
    whole: Whole, tmp_path: Path, kind: str, point: int
) -> None:
    copy = copy_to_be_killed(whole.original)
    server = copy.database.server
    scratch = scratch_directory(tmp_path)
    log = tmp_path / "log"
    where = ("run", "killed", str(copy.plan_path), "--pause", "0.1")
    process = start_migrate(copy.database, log, *where, TMPDIR=str(scratch))
    time.sleep(whole.seconds * (point - 0.3) / POINTS_IN_STEPS)
    KILLS[kind](process, server)
    status = process.wait()
    wait_until_nothing_stays(server, scratch)
    state = copy.value(STATE)
    print(f"kill -9 of the {kind} at {point} of {POINTS_IN_STEPS}: {state}, run says {status}")
    true = TRUE_OF_PROGRAM if kind == "program" else TRUE_OF_OTHERS
    assert (status, state) in true, log.read_text()[-2000:]

    copy.run()
    picture = copy.picture()
    assert differences(whole.schema, picture.schema) == []
    assert differences(whole.rows, picture.rows) == []


# One statement ---------------------------------------------------------------------------------

POINTS = 20
COLUMNS_THAT_MOVE = 4
MOVED = """
    SELECT count(*)
    FROM pg_attribute AS a
    JOIN pg_class AS c ON c.oid = attrelid
    WHERE atttypid = 'base62id'::regtype AND relkind IN ('r', 'm') AND c.relnamespace >= 2200
"""


@pytest.fixture(scope="module")
def planned(make_migration: MigrationMaker) -> Migration:
    migration = make_migration("killing_one_statement")
    migration.sql(TABLES_AND_VIEWS)
    migration.plan("--to", "base62id")
    return migration


def command_of(what: str, planned: Migration, directory: Path) -> tuple[str, ...]:
    if what == "run":
        return ("run", "killed", str(planned.plan_path))
    return ("plan", "killed", "--to", "base62id", "-o", str(directory / "killed.sql"))


@pytest.fixture(scope="module")
def seconds_of(planned: Migration, tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """How long a run and a plan take that nobody ends."""
    directory = tmp_path_factory.mktemp("whole")
    found = {}
    for what in ("plan", "run"):
        copy = copy_to_be_killed(planned)
        began = time.monotonic()
        outcome = copy.command(*command_of(what, planned, directory))
        found[what] = time.monotonic() - began
        assert outcome.status == 0, outcome.text
    return found


@pytest.mark.parametrize("point", range(1, POINTS + 1))
@pytest.mark.parametrize("kind", KILLS)
@pytest.mark.parametrize("what", ["run", "plan"])
def test_all_or_nothing_moves_and_nothing_stays(
    planned: Migration,
    seconds_of: dict[str, float],
    tmp_path: Path,
    what: str,
    kind: str,
    point: int,
) -> None:
    copy = copy_to_be_killed(planned)
    server = copy.database.server
    scratch = scratch_directory(tmp_path)
    command = command_of(what, planned, tmp_path)
    process = start_migrate(copy.database, tmp_path / "log", *command, TMPDIR=str(scratch))
    time.sleep(seconds_of[what] * (point - 0.5) / POINTS)
    KILLS[kind](process, server)
    process.wait()
    wait_until_nothing_stays(server, scratch)
    moved = int(copy.value(MOVED))
    assert moved in ({0, COLUMNS_THAT_MOVE} if what == "run" else {0})


@pytest.mark.parametrize("child", ["psql", "pg_restore"])
def test_a_program_that_is_killed_over_its_first_child_leaves_nothing(
    planned: Migration, tmp_path: Path, child: str
) -> None:
    """A child that goes on after it, for two seconds."""
    database = planned.database
    scratch = scratch_directory(tmp_path)
    programs = tmp_path / "programs"
    programs.mkdir()
    began, ended = programs / "began", programs / "ended"
    slow = programs / child
    slow.write_text(
        "#!/bin/sh\n"
        f"touch {began}\n"
        "sleep 2\n"
        f'{database.server.bin / child} "$@"\n'
        f"touch {ended}\n"
    )
    slow.chmod(0o755)
    process = start_migrate(
        *(database, tmp_path / "log", "plan", database.name, "--to", "base62id"),
        *("-o", str(tmp_path / "killed.sql")),
        PATH=f"{programs}:{environment_of(database)['PATH']}",
        TMPDIR=str(scratch),
    )
    wait_for("the child to begin", began.exists)
    process.kill()
    process.wait()
    wait_for("the child to end", ended.exists)
    wait_until_nothing_stays(database.server, scratch)
