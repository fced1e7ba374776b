"""A signal ends base62id-migrate while its statement waits or works: the statement ends on the
server, too, and the program says truly whether the columns have moved.
"""

import signal
from pathlib import Path

import pytest
from migrating import (
    Migration,
    MigrationMaker,
    end_while_it_waits,
    held,
    in_the_long_form,
    make_migration,
    server,
    start,
)

__all__ = ["make_migration", "server"]
in_the_long_form()
SIGNALS = [signal.SIGTERM, signal.SIGHUP, signal.SIGINT]
WORKS = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'base62id-migrate'"
TYPE_OF_ID = """
    SELECT atttypid::regtype
    FROM pg_attribute
    WHERE attrelid = 'a'::regclass AND attname = 'id'
"""


@pytest.fixture(scope="module")
def prepared(make_migration: MigrationMaker) -> Migration:
    """Its indexes are made: to make one waits for such a session, too."""
    migration = make_migration("interrupted", in_steps=True)
    migration.sql(
        """
        CREATE TABLE a (id uuid PRIMARY KEY);
        CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a);
        """
    )
    migration.plan("--to", "base62id")
    migration.execute("1-prepare.sql")
    return migration


@pytest.mark.parametrize("number", SIGNALS, ids=[number.name for number in SIGNALS])
def test_a_signal_before_the_move_leaves_everything_as_it_was(
    prepared: Migration, tmp_path: Path, number: signal.Signals
) -> None:
    log = tmp_path / "log"
    where = ("run", prepared.database.name, str(prepared.plan_path))
    with held(prepared.database, "LOCK TABLE a IN ROW EXCLUSIVE MODE"):
        process = start(prepared, log, *where, "--lock-timeout", "50s")
        status = end_while_it_waits(prepared, process, number)
        assert status == 1
        assert f"\nstop: {number.name}: nothing has happened" in f"\n{log.read_text()}"
        assert prepared.value(WORKS) == "0"
    assert prepared.value(TYPE_OF_ID) == "uuid"


def test_a_signal_after_the_move_has_another_status_and_the_next_run_goes_on(
    prepared: Migration, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    prepared.execute("2-move.sql")
    with held(prepared.database, "LOCK TABLE a IN SHARE UPDATE EXCLUSIVE MODE"):
        process = start(prepared, log, "run", prepared.database.name, str(prepared.plan_path))
        status = end_while_it_waits(prepared, process, signal.SIGTERM)
        assert status == 4
        said = "\nstop: SIGTERM: the columns have moved; 3-finish.sql is left"
        assert said in f"\n{log.read_text()}"

        undo = prepared.try_to_run("--undo")
        assert undo.status == 1
        assert undo.has(
            "the columns have moved: run it to the end,"
            " then base62id-migrate plan --to back --was"
        )

    assert len(prepared.run().lines("goes on with what is left")) == 1
    assert prepared.value("SELECT count(*) FROM pg_constraint WHERE NOT convalidated") == "0"
