"""What the program does without a server: files, signals, output, exits."""

import argparse
import dataclasses
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, Optional

import pytest
from base62id_migrate import (
    choice,
    database,
    header,
    main,
    mover,
    online,
    plan,
    review,
    run,
    signals,
    terminal,
)
from base62id_migrate.errors import NOTHING, UNFINISHED, Stop, Stops, Unfinished

PROGRAM = Path(__file__).resolve().parents[3] / "migrate" / "base62id-migrate"


def program(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(PROGRAM), *words],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=60,
    )


def a_plan(path: Path, statement: str, sha256: str) -> Path:
    about = {"sha256": sha256, "columns": {}, "made": []}
    path.write_text(f"-- base62id-migrate {json.dumps(about)}\n-- why\n{statement}")
    return path


def test_a_file_is_the_one_that_was_written(tmp_path: Path) -> None:
    statement = "DO $move$BEGIN END $move$;\n"
    good = a_plan(tmp_path / "good.sql", statement, header.digest_of(statement))
    assert header.read(str(good)).endswith(statement)
    bad = a_plan(tmp_path / "bad.sql", statement + "DROP TABLE x;\n", header.digest_of(statement))
    with pytest.raises(Stop, match="another sha256"):
        header.read(str(bad))


def test_a_file_of_somebody_else(tmp_path: Path) -> None:
    path = tmp_path / "other.sql"
    path.write_text("SELECT 1;\n")
    with pytest.raises(Stop, match="no file of base62id-migrate"):
        header.header(str(path))


def test_a_signal_waits_while_it_is_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    # Both stay set after a signal, as the program ends then.
    monkeypatch.setattr(signals._Waiting, "number", None)
    handlers = {number: signal.getsignal(number) for number in signals.ENDS}
    done = []
    try:
        signals.handle()
        with pytest.raises(signals.Interrupted, match="SIGTERM"):
            with signals.held_back():
                os.kill(os.getpid(), signal.SIGTERM)
                done.append("what can be cancelled has begun")
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert done


def test_who_does_not_listen_ends_nothing() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as stream:
        terminal.write_line("lost", stream)
        terminal.write_line("lost, too", stream)


@pytest.mark.parametrize(
    ("moved", "status", "said"), [(False, NOTHING, "why"), (True, UNFINISHED, "have moved")]
)
def test_what_ends_run_says_whether_the_columns_have_moved(
    moved: bool, status: int, said: str
) -> None:
    runner = run.Runner.__new__(run.Runner)
    runner.moved, runner.steps = moved, True
    end = runner.ended("why")
    assert (end.status, isinstance(end, Unfinished)) == (status, moved)
    assert said in str(end)


@pytest.mark.parametrize(
    ("notation", "text"),
    [
        ("typeid", "user_01h455vb4pex5vsknk084sn02q"),
        ("ulid", "PCL2_01H455VB4PEX5VSKNK084SN02Q"),
        ("uuid", "usr_01890a5d-ac96-774b-bcce-b302099a8057"),
        ("hex", "usr_01890a5dac96774bbcceb302099a8057"),
        ("base62id", "key_03DvGDkWnUqCkWLLfBYd6X"),
    ],
)
def test_the_notation_of_a_text(notation: str, text: str) -> None:
    found = [
        name
        for name, (_, tail, prefix) in choice.NOTATIONS.items()
        if re.fullmatch(prefix + tail, text)
    ]
    assert found[0] == notation


def test_passwords_are_not_said() -> None:
    said = terminal.without_password("postgresql://u:secret@h/d host=x password='s3 cret'")
    assert said == "postgresql://u:…@h/d host=x password=…"


def test_every_program_of_postgresql_has_a_limit() -> None:
    assert set(database.LIMITS) == {"psql", "pg_dump", "pg_restore", "dropdb"}
    assert {"statement_timeout = 0", "lock_timeout = '1min'"} <= set(database.PATIENCE)


def test_a_program_that_hangs_is_a_stop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hanging = tmp_path / "dropdb"
    hanging.write_text("#!/bin/sh\nexec sleep 60\n")
    hanging.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setitem(database.LIMITS, "dropdb", 1)
    with pytest.raises(Stop, match="it has not ended within 1 s"):
        database.Database("nowhere").child(["dropdb", "nothing"])


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["--help"], 0, ""),
        (["plan", "--help"], 0, ""),
        ([], 2, "arguments are required"),
        (["plan", "x", "--to", "nothing", "-o", "y"], 2, "invalid choice: 'nothing'"),
        (["plan", "x", "--to", "back", "-o", "y"], 2, "--to back needs --was"),
        (["run", "x", "/nowhere"], 1, "stop: .*/nowhere"),
        (
            ["plan", "host=/nowhere dbname=x", "--to", "typed", "-o", "/tmp/never"],
            1,
            "stop: psql: .*connection to server",
        ),
        (["run", "x", "y", "--lock-timeout", "soon"], 2, "--lock-timeout soon"),
    ],
)
def test_exit_statuses(words: list[str], status: int, said: str) -> None:
    done = program(*words)
    assert done.returncode == status, done.stderr
    assert re.search(said, done.stderr)
    # An error of the program itself, which would have one of these statuses, too.
    assert "Traceback" not in done.stderr and "an error of this program" not in done.stderr


def test_without_the_client_programs(tmp_path: Path) -> None:
    done = program("plan", "x", "--to", "typed", "-o", str(tmp_path / "p"), PATH=str(tmp_path))
    assert done.returncode == 1
    assert "install the client programs of PostgreSQL" in done.stderr


def test_an_error_of_the_program_itself_is_a_stop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(options: argparse.Namespace) -> int:
        raise KeyError("nothing of that name")

    monkeypatch.setitem(main.COMMANDS, "plan", fails)
    monkeypatch.setattr(sys, "argv", ["base62id-migrate", "plan", "x", "--to", "typed", "-o", "y"])
    assert main.main() == NOTHING
    assert "stop: an error of this program, KeyError" in capsys.readouterr().err


@pytest.mark.parametrize("of_rows, limit", [(False, database.LIMITS["pg_restore"]), (True, None)])
def test_only_what_restores_rows_has_no_limit(
    monkeypatch: pytest.MonkeyPatch, of_rows: bool, limit: Optional[int]
) -> None:
    asked: list[Optional[int]] = []

    def run(command: list[str], **options: Any) -> subprocess.CompletedProcess[bytes]:
        asked.append(options["timeout"])
        return subprocess.CompletedProcess(command, 0, b"", b"")

    monkeypatch.setattr(subprocess, "run", run)
    database.Database("", True).child(["pg_restore"], of_rows=of_rows)
    assert asked == [limit]


def test_what_stands_in_the_way_is_said_at_once() -> None:
    stops = Stops()
    with stops.noted():
        raise Stop("an index")
    stops.note(["a view", "an index"])
    with pytest.raises(Stop, match="^an index\n\na view$"):
        stops.end()


def test_nothing_in_the_way_is_no_stop() -> None:
    stops = Stops()
    with stops.noted():
        pass
    stops.end()
    assert not stops


def test_too_few_locks_are_said_alone() -> None:
    with pytest.raises(database.TooFewLocks):
        with Stops().noted():
            raise database.TooFewLocks("too few")


def test_columns_that_stay_for_one_reason_are_one_remark() -> None:
    reasons = [("a.x", "uuid: it is a key"), ("b", "text: none"), ("a.y", "uuid: it is a key")]
    assert choice.together(reasons) == ["a.x, a.y stay uuid: it is a key", "b stays text: none"]


@pytest.mark.parametrize(
    "size, shown", [(0, "< 0.1"), (review.SPEED, "1.0"), (90 * review.SPEED, "90.0")]
)
def test_seconds_by_estimate(size: int, shown: str) -> None:
    assert review.seconds(size) == shown


def an_index(**about: Any) -> online.Index:
    fields: dict[str, Any] = dict.fromkeys(f.name for f in dataclasses.fields(online.Index))
    fields |= {"unique": True, "size": 2 * online.LARGE} | about
    return online.Index(**fields)


@pytest.mark.parametrize(
    "about, helps",
    [({}, True), ({"leaf": True}, False), ({"unique": False, "contype": "x"}, False)],
)
def test_afterwards_is_named_where_it_helps(about: dict[str, Any], helps: bool) -> None:
    planned, moves = plan.Plan.__new__(plan.Plan), mover.Mover.__new__(mover.Mover)
    planned.options = argparse.Namespace(under_lock=False)
    moves.indexes = online.Indexes.__new__(online.Indexes)
    moves.indexes.all = [an_index(**about)]
    with pytest.raises(Stop, match="^these would be built") as stop:
        planned.built_under_lock(moves)
    assert ("--afterwards" in str(stop.value)) == helps


@pytest.mark.parametrize(
    "how, about, named",
    [
        (review.UNDER_LOCK, {"ready": False}, 40),
        (review.AFTERWARDS, {"ready": False, "unique": False}, 40),
        (review.BEFOREHAND, {"ready": True}, review.LISTED),
    ],
)
def test_each_index_that_waits_is_named(how: str, about: dict[str, Any], named: int) -> None:
    reviewed = review.Review.__new__(review.Review)
    reviewed.indexes = online.Indexes.__new__(online.Indexes)
    reviewed.indexes.all = [
        an_index(full=f"public.i{n}", table="public.t", **about) for n in range(40)
    ]
    reviewed.writer = argparse.Namespace(rewritten=set())  # type: ignore[assignment]
    lines = reviewed.of_indexes()
    size = review.megabytes(2 * online.LARGE)
    assert lines.count(f"| public.i39 | public.t | {size} | {how} | 1.1 |") == (named == 40)
    assert sum(line.startswith("| public.i") for line in lines) == named
    assert sum(f"and {40 - named} more" in line for line in lines) == (named < 40)


LATE = "ERROR:  55P03: canceling statement due to lock timeout"
BLOCKER: dict[str, Any] = {
    "table": "public.a",
    "pid": 7,
    "application": "report",
    "role": "reader",
    "kind": "client backend",
    "gid": None,
    "seconds": 9,
    "query": "SELECT 1",
}


class Server:
    """Answers with what the third file says, and with who is in the way, one after the other."""

    def __init__(self, errors: list[str], blockers: list[list[dict[str, Any]]]) -> None:
        self.errors, self.blockers, self.texts = errors, blockers, list[str]()

    def rows(self, query: str) -> list[dict[str, Any]]:
        return self.blockers.pop(0)

    def child(self, database: object, text: str) -> "Server":
        self.texts.append(text)
        return self

    def wait(self, every: float, look: object) -> str:
        error = self.errors.pop(0)
        if error:
            raise database.Failed("psql", error, "")
        return (
            "INFO:  00000: base62id-migrate: keys and names are taken; the locks were held for 3 ms"
        )


def finishing(
    monkeypatch: pytest.MonkeyPatch, directory: Path, server: Server, attempts: int
) -> run.Runner:
    (directory / header.FINISH).write_text("-- the third file\n")
    monkeypatch.setattr(run, "Child", server.child)
    runner = run.Runner.__new__(run.Runner)
    runner.options = argparse.Namespace(
        file=str(directory), lock_timeout="2s", attempts=attempts, pause=0
    )
    runner.database, runner.about = server, {"locked": [], "made": []}  # type: ignore[assignment]
    runner.steps, runner.moved = True, True
    return runner


def test_the_third_file_waits_no_longer_than_it_may(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server = Server([LATE, ""], [[BLOCKER], []])
    assert finishing(monkeypatch, tmp_path, server, 4).finish() == 0
    assert server.texts == ["\\set lock_timeout '2s'\n-- the third file\n"] * 2
    said = capsys.readouterr().err
    assert f"attempt 1: {LATE}\n" in said
    assert "attempt 2: not tried, public.a is used by pid 7 (report, reader) for 9 s" in said
    assert "3-finish.sql: keys and names are taken; the locks were held for 3 ms" in said


def test_the_third_file_without_a_lock_is_left(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    server = Server([LATE], [[BLOCKER]])
    with pytest.raises(Unfinished, match="no lock in 2 attempts\n.*3-finish.sql is left to do"):
        finishing(monkeypatch, tmp_path, server, 2).finish()


def test_an_error_is_said_without_what_was_said_before() -> None:
    failed = database.Failed("psql", f"INFO:  00000: keys are taken\n{LATE}\nCONTEXT:  it", "")
    assert failed.message() == LATE
