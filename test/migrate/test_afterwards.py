"""A large unique index with a predicate has to be built anew by a move, which would hold the lock
for long. So the plan stops, until an option says to build it under the lock or afterwards.

The tests are the steps with one database, in this order.
"""

from dataclasses import dataclass

import pytest
from migrating import Migration, MigrationMaker, in_the_long_form, make_migration, server
from moves import Picture, differences

__all__ = ["make_migration", "server"]
in_the_long_form()
TO_NUMBERS = ("--to", "typed", "--type", "a=a_id,aa,uid11")


@dataclass
class Large:
    migration: Migration
    before: Picture


@pytest.fixture(scope="module")
def large(make_migration: MigrationMaker) -> Large:
    migration = make_migration("afterwards", in_steps=True)
    migration.sql(
        """
        CREATE TABLE a (id bigint PRIMARY KEY, n text CONSTRAINT a_n UNIQUE);
        COMMENT ON CONSTRAINT a_pkey ON a IS 'its key';
        -- Each index has more than 16 MB: online.py calls that large.
        INSERT INTO a SELECT n, n FROM generate_series(1, 800000) AS n;
        CREATE TABLE b (a bigint CONSTRAINT of_a REFERENCES a);
        INSERT INTO b SELECT id FROM a LIMIT 9;
        COMMENT ON CONSTRAINT of_a ON b IS 'its a';
        CREATE UNIQUE INDEX low ON a (id) WHERE n <> '7';
        CREATE INDEX often ON a (id) WHERE n <> '8';
        ANALYZE;
        """
    )
    return Large(migration, migration.picture())


def test_a_large_unique_index_with_a_predicate_is_a_stop_that_says_what_to_do(large: Large) -> None:
    """But not one that is not unique."""
    stop = large.migration.stops("public.low of public.a, [0-9]* MB", *TO_NUMBERS)
    assert "public.often" not in stop.words
    assert stop.has("Accept that: --under-lock; or --afterwards")


def test_with_afterwards_both_are_made_while_all_go_on(large: Large) -> None:
    planned = large.migration.plan(*TO_NUMBERS, "--afterwards")
    assert planned.has(
        "^--afterwards: from the move until 3-finish.sql has ended,"
        " nothing keeps rows unique where public.low did"
    )
    finish = large.migration.file("3-finish.sql").splitlines()
    made = [line for line in finish if "INDEX CONCURRENTLY IF NOT EXISTS " in line]
    starts = [line.split(" IF NOT EXISTS ")[1].split()[0] for line in made]
    assert sorted(name for name in starts if name in ("low", "often")) == ["low", "often"]
    reviewed = large.migration.review_lines(r"^\| public\.(low|often) .* \| made afterwards \|")
    assert len(reviewed) == 2


def test_on_the_way_back_nothing_is_built_under_the_lock(large: Large) -> None:
    """Not the key of numbers either. What is left can be done twice."""
    migration = large.migration
    there = migration.keep_plan()
    migration.run()

    migration.plan("--to", "back", "--was", str(there), "--afterwards")
    migration.execute("1-prepare.sql")
    assert migration.work_of("2-move.sql") == []
    migration.execute("3-finish.sql", "3-finish.sql")

    back = migration.picture()
    assert differences(large.before.schema, back.schema) == []
    assert differences(large.before.rows, back.rows) == []
