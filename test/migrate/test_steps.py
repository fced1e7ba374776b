"""A plan in three files holds its locks for a short time: the first file builds indexes beforehand,
the second moves the columns under the locks, and the third does what is left.
"""

import re

import pytest
from conftest import MAJOR, wait_until
from migrating import (
    Migration,
    MigrationMaker,
    held,
    in_the_long_form,
    make_migration,
    migration,
    server,
    start_psql,
    stepwise,
    there_and_back,
)
from moves import differences

__all__ = ["make_migration", "migration", "server", "stepwise"]
in_the_long_form()


# There and back --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "files", [["indexes.sql"], ["objects.sql", "rows.sql"], ["partitions.sql"]]
)
def test_there_and_back_in_steps(stepwise: Migration, files: list[str]) -> None:
    for file in files:
        stepwise.load(file)
    there_and_back(stepwise, "--to", "base62id")


# Under the locks -------------------------------------------------------------------------------


def test_under_the_locks_only_what_is_not_kept_is_built(stepwise: Migration) -> None:
    """Nothing is read or validated: new rows are held to keys that are validated afterwards."""
    stepwise.load("indexes.sql")
    stepwise.plan("--to", "base62id")
    stepwise.execute("1-prepare.sql")
    assert stepwise.work_of("2-move.sql") == [
        'building index "at_once"',
        'building index "events_1_user_id_idx1"',
        'building index "events_2_rest_user_id_idx1"',
        'building index "orders_expression"',
        'building index "orders_one_open"',
        'building index "orders_open"',
    ]
    not_valid = """
        SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND NOT convalidated
    """
    assert int(stepwise.value(not_valid)) > 5

    stepwise.execute("3-finish.sql", "3-finish.sql")
    still_not_valid = """
        SELECT conname
        FROM pg_constraint
        WHERE NOT convalidated AND conparentid = 0
        ORDER BY conname
    """
    assert stepwise.sql(still_not_valid) == [["early"], ["notes_user"]], "as before"
    assert stepwise.refusal_of("2-move.sql").count("has changed since") == 1, "it is over"


def test_a_plan_of_another_definition_asks_for_another_plan(stepwise: Migration) -> None:
    """And not to be run again, which could not help."""
    stepwise.sql("CREATE TABLE users (id uuid PRIMARY KEY)")
    stepwise.plan("--to", "typed")
    stepwise.sql("ALTER TABLE users ADD name text")
    refused = stepwise.try_to_run()
    assert refused.status == 1
    assert refused.has("HINT: .*base62id-migrate plan")
    assert refused.has("Nothing has moved. --undo takes away what an earlier run has made")
    assert not refused.has("Run it again")


def test_keys_from_and_to_partitioned_tables_are_valid_in_the_end(stepwise: Migration) -> None:
    """Of keys to them PostgreSQL keeps a row for each partition, which before 18 VALIDATE
    CONSTRAINT leaves as it was made: to validate that row would look for all references in one
    partition. The key holds and is dumped as a valid one.
    """
    stepwise.sql(
        """
        CREATE TABLE users (id uuid PRIMARY KEY);
        CREATE TABLE events (n int, id uuid, user_id uuid REFERENCES users, PRIMARY KEY (n, id))
            PARTITION BY LIST (n);
        CREATE TABLE events_1 PARTITION OF events FOR VALUES IN (1);
        CREATE TABLE events_2 PARTITION OF events FOR VALUES IN (2);
        CREATE TABLE seen (n int, id uuid, FOREIGN KEY (n, id) REFERENCES events);
        INSERT INTO users SELECT gen_random_uuid() FROM generate_series(1, 9);
        INSERT INTO events SELECT n, gen_random_uuid(), id FROM users, generate_series(1, 2) AS n;
        INSERT INTO seen SELECT n, id FROM events;
        """
    )
    stepwise.plan("--to", "base62id")
    stepwise.run()

    from_partitions = """
        SELECT conrelid::regclass, convalidated
        FROM pg_constraint
        WHERE confrelid = 'users'::regclass
        ORDER BY conrelid::regclass::text
    """
    assert stepwise.sql(from_partitions) == [["events", "t"], ["events_1", "t"], ["events_2", "t"]]
    to_partitions = """
        SELECT confrelid::regclass, convalidated
        FROM pg_constraint
        WHERE conrelid = 'seen'::regclass
        ORDER BY confrelid::regclass::text
    """
    of_each = "t" if MAJOR >= 18 else "f"
    assert stepwise.sql(to_partitions) == [
        ["events", "t"],
        ["events_1", of_each],
        ["events_2", of_each],
    ]
    assert "NOT VALID" not in stepwise.database.dump("--schema-only")


def test_what_is_published_takes_updates_at_each_point_of_the_way_back(stepwise: Migration) -> None:
    """By its key, or by another index."""
    stepwise.sql(
        """
        CREATE TABLE keyed (id uuid PRIMARY KEY, n int);
        CREATE TABLE indexed (id uuid NOT NULL, n int);
        CREATE UNIQUE INDEX its_id ON indexed (id);
        ALTER TABLE indexed REPLICA IDENTITY USING INDEX its_id;
        INSERT INTO keyed SELECT gen_random_uuid() FROM generate_series(1, 9);
        INSERT INTO indexed TABLE keyed;
        CREATE PUBLICATION p FOR TABLE keyed, indexed;
        """
    )
    before = stepwise.picture().schema
    stepwise.plan("--to", "typed", "--type", "indexed.id=row_id,row")
    there = stepwise.keep_plan()
    stepwise.run()

    stepwise.plan("--to", "back", "--was", str(there))
    assert stepwise.review_lines(r"^\| public\.its_id .* made beforehand \|")
    stepwise.execute("1-prepare.sql", "2-move.sql")
    stepwise.sql("UPDATE keyed SET n = 2; UPDATE indexed SET n = 2")
    stepwise.execute("3-finish.sql")
    stepwise.sql("UPDATE keyed SET n = 3; UPDATE indexed SET n = 3")
    assert differences(before, stepwise.picture().schema) == []


# What is prepared ------------------------------------------------------------------------------

TWO_TABLES = """
    CREATE TABLE a (id uuid PRIMARY KEY);
    CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a);
    INSERT INTO a SELECT gen_random_uuid() FROM generate_series(1, 1000);
"""
PREPARED = """
    SELECT indexrelid::regclass, indisvalid, indisunique
    FROM pg_index
    WHERE indexrelid::regclass::text ~ '^base62id_'
    ORDER BY 1
"""
FILES_OF_PREPARED = """
    SELECT relname, oid, relfilenode
    FROM pg_class
    WHERE relname ~ '^base62id_'
    ORDER BY relname
"""


@pytest.fixture(scope="module")
def to_be_prepared(make_migration: MigrationMaker) -> Migration:
    """The tests below are the steps with it, in this order."""
    migration = make_migration("prepared", in_steps=True)
    migration.sql(TWO_TABLES)
    migration.plan("--to", "typed")
    return migration


def test_without_what_is_prepared_the_other_files_refuse(to_be_prepared: Migration) -> None:
    said = to_be_prepared.refusal_of("2-move.sql")
    assert re.search("(type|not there).*does not exist|not there, or not as prepared", said)
    assert to_be_prepared.refusal_of("3-finish.sql").count("not moved yet: ") == 1


def test_an_interruption_leaves_an_index_that_is_not_valid(to_be_prepared: Migration) -> None:
    database = to_be_prepared.database
    with held(database, "LOCK TABLE a IN ROW EXCLUSIVE MODE"):
        psql = start_psql(to_be_prepared, to_be_prepared.plan_path / "1-prepare.sql")
        wait_until(database, "SELECT count(*) > 0 FROM pg_stat_progress_create_index")
        to_be_prepared.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_progress_create_index")
        psql.communicate()
    assert [valid for _, valid, _ in to_be_prepared.sql(PREPARED)] == ["f"]


def test_a_second_run_beside_another_one_is_refused(to_be_prepared: Migration) -> None:
    another = "SELECT pg_advisory_lock(hashtextextended('base62id-migrate', 0))"
    with held(to_be_prepared.database, another):
        refused = to_be_prepared.try_to_run()
    assert refused.status == 1
    assert len(refused.lines("another base62id-migrate works in this database")) == 1


def test_an_index_that_is_not_valid_is_made_again_and_a_valid_one_is_not(
    to_be_prepared: Migration,
) -> None:
    to_be_prepared.execute("1-prepare.sql")
    assert [valid for _, valid, _ in to_be_prepared.sql(PREPARED)] == ["t", "t"]

    files = to_be_prepared.sql(FILES_OF_PREPARED)
    to_be_prepared.execute("1-prepare.sql")
    assert to_be_prepared.sql(FILES_OF_PREPARED) == files


def test_another_index_of_its_name_is_no_successor_and_is_made_again(
    to_be_prepared: Migration,
) -> None:
    one = to_be_prepared.sql(FILES_OF_PREPARED)[0][0]
    to_be_prepared.sql(f"DROP INDEX {one}; CREATE INDEX {one} ON b (a)")
    files = to_be_prepared.sql(FILES_OF_PREPARED)
    refused = f'not there, or not as prepared: "public".{one}'
    assert refused in to_be_prepared.refusal_of("2-move.sql").replace(f'"{one}"', one)

    to_be_prepared.execute("1-prepare.sql")
    assert [unique for _, _, unique in to_be_prepared.sql(PREPARED)] == ["t", "t"]
    others = [file for file in to_be_prepared.sql(FILES_OF_PREPARED) if file in files]
    assert len(others) == 1


def test_a_plan_says_what_another_one_has_prepared(to_be_prepared: Migration) -> None:
    """But not that no column has the types, since it uses them."""
    said = to_be_prepared.plan("--to", "typed").said
    assert re.search(
        r"an earlier plan has prepared (public[.]base62id_[0-9a-f]{12}(, )?){2};", said
    )
    assert "no column has" not in said


def test_a_plan_names_types_of_one_that_was_given_up(to_be_prepared: Migration) -> None:
    said = to_be_prepared.plan("--to", "base62id").said
    assert re.search(
        "no column has the id types public.a_id, public.b_id: .* run --undo of that plan drops",
        said,
    )


def test_undo_takes_away_what_was_prepared(to_be_prepared: Migration) -> None:
    """But no type that it found."""
    to_be_prepared.plan("--to", "typed")
    to_be_prepared.run("--undo")
    assert to_be_prepared.sql(FILES_OF_PREPARED) == []
    assert to_be_prepared.value("SELECT count(*) FROM typeid_types()") == "2"


def test_a_file_that_is_not_as_it_was_written_is_refused(stepwise: Migration) -> None:
    stepwise.sql(TWO_TABLES)
    stepwise.plan("--to", "typed")
    file = stepwise.plan_path / "2-move.sql"
    file.write_text(re.sub('"sha256": "(.)', r'"sha256": "\g<1>0', file.read_text()))

    refused = stepwise.try_to_run()
    assert refused.status == 1
    assert len(refused.lines("another sha256")) == 1
