"""A type that does not accept UUIDs, or bigint, accepts them from the first file to the second,
and on the way back from the second to the third, because the indexes that are prepared need the
cast. In the end it is as strict as before.
"""

import pytest
from conftest import Database
from migrating import (
    Migration,
    MigrationMaker,
    in_the_long_form,
    make_migration,
    migration,
    server,
    stepwise,
    there_and_back,
)

__all__ = ["make_migration", "migration", "server", "stepwise"]
in_the_long_form()
ACCEPTING = "SELECT accept_uuid, accept_bigint FROM typeid_types() ORDER BY type::text"
STRICT = [["f", "f"]]
TAKES_UUID = [["t", "f"]]
TAKES_BIGINT = [["f", "t"]]


# UUIDs -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def strict(make_migration: MigrationMaker) -> Migration:
    migration = make_migration("strict", in_steps=True)
    migration.sql(
        """
        CREATE TABLE users (id uuid PRIMARY KEY, boss uuid REFERENCES users);
        INSERT INTO users SELECT gen_random_uuid() FROM generate_series(1, 3000);
        SELECT typeid_create_type('user_id', 'user');
        """
    )
    return migration


def test_a_strict_type_takes_uuids_while_indexes_are_prepared(strict: Migration) -> None:
    strict.plan("--to", "typed")
    assert strict.made_beforehand() == 1
    strict.execute("1-prepare.sql")
    assert strict.sql(ACCEPTING) == TAKES_UUID

    strict.run("--undo")
    assert strict.sql(ACCEPTING) == STRICT


def test_a_strict_type_there_and_back_is_strict_in_the_end(strict: Migration) -> None:
    there_and_back(strict, "--to", "typed", texts_change=True)
    assert strict.sql(ACCEPTING) == STRICT


def test_a_type_that_the_plan_makes_strict(stepwise: Migration) -> None:
    stepwise.sql("CREATE TABLE users (id uuid PRIMARY KEY)")
    stepwise.plan("--to", "typed", "--no-accept-uuid")
    assert stepwise.made_beforehand() == 1
    stepwise.run()
    assert stepwise.sql(ACCEPTING) == STRICT


# Numbers ---------------------------------------------------------------------------------------

TO_NUMBERS = ("--to", "typed", "--type", "a=a_id,aa,uid11")
INDEXES = 4
TAKES_BIGINT_NO_MORE = "SELECT public.typeid_accept_bigint('public.a_id'::regtype, false)"


@pytest.fixture(scope="module")
def numbers(make_migration: MigrationMaker) -> Migration:
    """The tests below are the steps with it, in this order."""
    migration = make_migration("numbers_in_steps", in_steps=True)
    migration.sql(
        """
        CREATE TABLE a (id bigint PRIMARY KEY, of bigint REFERENCES a, n int);
        INSERT INTO a SELECT n, n FROM generate_series(-9, 3000) AS n;
        CREATE INDEX a_of ON a (of);
        CREATE UNIQUE INDEX a_both ON a USING btree (id DESC, n) INCLUDE (of);
        CREATE INDEX a_hash ON a USING hash (of);
        """
    )
    return migration


def rows(database: Database, id_of_row: str, of: str) -> list[str]:
    """How many, the lowest and the highest. A number that is read as unsigned would be high."""
    [row] = database.sql(
        f"SELECT count(*), min({id_of_row}), max({of}) FROM a WHERE {id_of_row} < 5000"
    )
    return row


ALL_ROWS = ["3010", "-9", "3000"]


def test_bigint_becomes_an_id_type_whose_indexes_were_made_beforehand(numbers: Migration) -> None:
    numbers.plan(*TO_NUMBERS)
    assert numbers.made_beforehand() == INDEXES
    numbers.execute("1-prepare.sql")
    assert numbers.sql(ACCEPTING) == TAKES_BIGINT


def test_a_plan_beside_one_that_was_prepared_says_what_takes_bigint(numbers: Migration) -> None:
    [line] = numbers.plan(*TO_NUMBERS).lines("takes bigint without a cast")
    assert "public.a_id takes bigint without a cast, " in line
    assert " SELECT public.typeid_accept_bigint('public.a_id', false)" in line


def test_nothing_is_built_under_the_lock_and_the_type_is_strict_afterwards(
    numbers: Migration,
) -> None:
    assert numbers.work_of("2-move.sql") == []
    assert rows(numbers.database, "id::bigint", "of::bigint") == ALL_ROWS
    numbers.execute("3-finish.sql")
    assert numbers.sql(ACCEPTING) == STRICT


def test_the_way_back_builds_nothing_under_the_lock_either(numbers: Migration) -> None:
    numbers.plan("--to", "back", "--was", str(numbers.keep_plan()))
    assert numbers.made_beforehand() == INDEXES
    numbers.execute("1-prepare.sql")
    assert numbers.work_of("2-move.sql") == []
    numbers.execute("3-finish.sql")
    assert numbers.sql(ACCEPTING) == STRICT
    assert rows(numbers.database, "id", "of") == ALL_ROWS


def test_a_type_that_took_bigint_without_an_index_does_not_in_the_end(numbers: Migration) -> None:
    numbers.sql("SELECT typeid_accept_bigint('a_id', true)")
    numbers.plan(*TO_NUMBERS)
    assert TAKES_BIGINT_NO_MORE in numbers.file("3-finish.sql")
    numbers.sql("SELECT typeid_accept_bigint('a_id', false)")


def test_numbers_in_steps_there_and_back(numbers: Migration) -> None:
    there_and_back(numbers, *TO_NUMBERS, texts_change=True)


def test_numbers_become_bigint_without_the_plan_that_moved_them(numbers: Migration) -> None:
    numbers.plan(*TO_NUMBERS)
    numbers.run()

    numbers.plan("--to", "bigint")
    assert numbers.made_beforehand() == INDEXES
    numbers.run()
    types = "SELECT DISTINCT pg_typeof(id), pg_typeof(of) FROM a"
    assert numbers.sql(types) == [["bigint", "bigint"]]
    assert rows(numbers.database, "id", "of") == ALL_ROWS
    assert numbers.sql(ACCEPTING) == STRICT


def test_a_type_of_another_extension_is_its_scripts_to_change(migration: Migration) -> None:
    migration.sql(
        """
        SELECT typeid_create_type('theirs_id', 'theirs', 'uid11');
        ALTER EXTENSION plpgsql ADD TYPE theirs_id;
        """
    )
    error = migration.database.error("SELECT typeid_accept_bigint('theirs_id', true)")
    assert error.state == "55000"
