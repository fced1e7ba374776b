"""While a session holds a lock that base62id-migrate needs, the program names that session, and
asks for no lock behind which the application would wait.
"""

import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import MAJOR, wait_for, wait_until
from migrating import Migration, held, in_the_long_form, migration, server, start, stepwise

__all__ = ["migration", "server", "stepwise"]
in_the_long_form()
TWO_TABLES = """
    CREATE TABLE a (id uuid PRIMARY KEY);
    CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a);
"""
HOLDER = r"pid [0-9]+ [(]holder, postgres[)] for [0-9]+ s: SELECT pg_sleep"


@contextmanager
def used_for_a_second(migration: Migration, table: str) -> Iterator[None]:
    """From then on, who uses a table is named."""
    with held(migration.database, f"SELECT count(*) FROM {table}"):
        wait_until(
            migration.database,
            """
            SELECT now() - xact_start > '1 s'
            FROM pg_stat_activity
            WHERE application_name = 'holder'
            """,
        )
        yield


def test_run_says_for_whom_an_index_waits_and_what_stays_when_it_is_ended(
    stepwise: Migration, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    waits = re.compile(
        rf"base62id-migrate: public[.]base62id_[0-9a-f]{{12}}: waiting for .*; waits for {HOLDER}"
    )
    stepwise.sql(TWO_TABLES)
    stepwise.plan("--to", "base62id")
    with used_for_a_second(stepwise, "b"):
        process = start(stepwise, log, "run", stepwise.database.name, str(stepwise.plan_path))
        wait_for("the run to say so", lambda: bool(waits.search(log.read_text())))
        process.send_signal(signal.SIGTERM)
        assert process.wait() == 1
    said = "\nstop: SIGTERM: nothing has moved; what is made stays"
    assert said in f"\n{log.read_text()}"


def test_no_lock_is_asked_for_while_somebody_is_in_the_way(stepwise: Migration) -> None:
    stepwise.sql(TWO_TABLES)
    stepwise.plan("--to", "base62id")
    stepwise.execute("1-prepare.sql")
    with used_for_a_second(stepwise, "b"):
        run = stepwise.try_to_run("--attempts", "2")
    assert run.status == 3
    assert len(run.lines(f"attempt [12]: not tried, public.b is used by {HOLDER}")) == 2
    stepwise.run()


# Afterwards ------------------------------------------------------------------------------------


def is_refused_afterwards(stepwise: Migration, table: str) -> None:
    """No lock is waited for longer than it may be; who is in the way then is named, and no lock is
    asked for again.
    """
    run = stepwise.try_to_run("--attempts", "2", "--lock-timeout", "300ms")
    assert run.status == 4
    assert len(run.lines("^base62id-migrate: attempt 1: ERROR:  55P03: ")) == 1
    assert len(run.lines(f"attempt 2: not tried, {table} is used by {HOLDER}")) == 1


def test_the_locks_under_which_keys_are_swapped_are_asked_for_alike(stepwise: Migration) -> None:
    stepwise.sql(TWO_TABLES)
    stepwise.plan("--to", "typed")
    there = stepwise.keep_plan()
    stepwise.run()
    stepwise.plan("--to", "back", "--was", str(there))
    stepwise.execute("1-prepare.sql", "2-move.sql")
    # all that would wait for the report below, while nobody waits behind it
    until_the_swap, *rest = stepwise.file("3-finish.sql").split("\nDO $locks$")
    assert rest
    stepwise.sql(until_the_swap)

    with used_for_a_second(stepwise, "b"):
        is_refused_afterwards(stepwise, "public.b")
    said = "3-finish.sql: keys and names are taken; the locks were held for [0-9]* ms"
    assert len(stepwise.run().lines(said)) == 1


@pytest.mark.skipif(MAJOR >= 18, reason="PostgreSQL 18 makes such a key NOT VALID")
def test_the_locks_under_which_a_partitioned_key_is_made_are_asked_for_alike(
    stepwise: Migration,
) -> None:
    stepwise.sql(
        f"""
        {TWO_TABLES}
        CREATE TABLE parted (n int, a uuid CONSTRAINT of_a REFERENCES a) PARTITION BY LIST (n);
        CREATE TABLE part PARTITION OF parted DEFAULT;
        """
    )
    stepwise.plan("--to", "base62id")
    stepwise.execute("1-prepare.sql", "2-move.sql")
    with used_for_a_second(stepwise, "a"):
        is_refused_afterwards(stepwise, "public.a")

    stepwise.run()
    keys = """
        SELECT conrelid::regclass, convalidated
        FROM pg_constraint
        WHERE conname = 'of_a' AND conparentid = 0
    """
    assert stepwise.sql(keys) == [["parted", "t"]]
