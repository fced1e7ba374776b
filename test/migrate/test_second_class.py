"""From an id type back to uuid, keys and indexes are built before the move, too. They are in the
second operator class of the type, which has the order of what is stored, and so fit uuid
afterwards.
"""

import pytest
from conftest import MAJOR
from migrating import Migration, migration, on_one_server, server, stepwise, there_and_back

__all__ = ["migration", "server", "stepwise"]
on_one_server()
TO_ID_TYPES = ("--to", "typed", "--type", "events.id=event_id,event")
ALL_USERS = """
    SELECT
        count(*),
        md5(string_agg(id::uuid::text || coalesce(manager::uuid::text, ''), ',' ORDER BY id::uuid))
    FROM users
"""


@pytest.fixture
def indexed(stepwise: Migration) -> Migration:
    """Every kind of index, but for those that compare ids of two types."""
    stepwise.load("indexes.sql")
    stepwise.sql("ALTER TABLE orders DROP CONSTRAINT early; DROP INDEX orders_expression")
    return stepwise


def test_the_way_back_has_keys_and_indexes_beforehand(indexed: Migration) -> None:
    """Of partitions, too. Nothing of them is left."""
    there_and_back(indexed, *TO_ID_TYPES)
    keys_and_indexes = r"users_pkey|events_1_pkey|events_2_rest_pkey|events_1_user_id_idx"
    made = indexed.review_lines(rf"^\| public\.({keys_and_indexes}) .*\| made beforehand \|")
    assert len(made) == 4
    left = "SELECT relname FROM pg_class WHERE relname ~ '^base62id_[0-9a-f]{12}'"
    assert indexed.sql(left) == []
    assert indexed.sql("SELECT type FROM typeid_types()") == []


def test_ids_become_uuids_without_the_plan_that_made_them_ids(indexed: Migration) -> None:
    before = indexed.sql(ALL_USERS)
    indexed.plan(*TO_ID_TYPES)
    indexed.run()

    indexed.plan("--to", "uuid")
    indexed.run()
    assert indexed.sql(ALL_USERS) == before
    assert int(indexed.value("SELECT count(typeid_drop_type(type)) FROM typeid_types()")) > 0


@pytest.mark.skipif(MAJOR < 18, reason="NOT NULL has names from PostgreSQL 18 on")
def test_a_not_null_of_a_child_with_another_name_is_a_stop_that_says_what_to_do(
    stepwise: Migration,
) -> None:
    stepwise.sql(
        """
        CREATE TABLE over (id uuid NOT NULL);
        CREATE TABLE under (PRIMARY KEY (id)) INHERITS (over);
        """
    )
    only = ("--only", "over", "--only", "under")
    stepwise.stops("^Before: give it its parent's name", "--to", "base62id", *only)
