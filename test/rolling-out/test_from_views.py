"""From the views of docs/stay.md to id types, and back to the views; and back from the extension.

The tests are the steps, in this order. PAGE is docs/rolling-out.md.
"""

import re
from collections.abc import Iterator

import pytest
from conftest import TOP, Server
from rolling_out import CONVERTED, PAGE, PAGE_TEXT, PLAIN, Shop, blocks_of, server

__all__ = ["server"]
CREATE_TABLES, CREATE_VIEWS, READ, *REST = blocks_of("stay.md")
[INDEX_ON_CAST] = [block for block in REST if re.search("^CREATE UNIQUE INDEX", block, re.M)]
[PLAN, RUN] = PAGE.migrate.splitlines()


def dump(shop: Shop) -> list[str]:
    """Without the key that each dump has of its own."""
    return [line for line in shop.database.dump().splitlines() if "restrict" not in line]


@pytest.fixture(scope="module")
def shop(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """Tables of uuids, with views over them and an index on a cast."""
    database = server.new_database("shop")
    database.sql("CREATE EXTENSION base62id")
    for block in (CREATE_TABLES, CREATE_VIEWS, READ, INDEX_ON_CAST):
        database.sql(block)
    yield Shop(database, tmp_path_factory.mktemp("plans"))
    server.sql("DROP DATABASE shop")


@pytest.fixture(scope="module")
def with_views(shop: Shop) -> list[str]:
    """The dump of what everything must lead back to."""
    lines = dump(shop)
    assert any(re.search("INDEX users_id_idx .*user_id", line) for line in lines)
    return lines


def test_a_type_that_is_there_is_named_and_what_makes_it_take_uuids(
    shop: Shop, with_views: list[str]
) -> None:
    said = shop.database.psql(PAGE.create_types).stderr
    assert 'type "user_id" already exists' in said
    [hint] = re.findall(r"^HINT:  Run (SELECT typeid_accept_uuid.*;)$", said, re.MULTILINE)
    accepts = "SELECT accept_uuid FROM typeid_types() WHERE type = 'user_id'::regtype"
    assert shop.database.sql(f"BEGIN; {hint} {accepts}; ROLLBACK")[-1] == ["t"]


def test_types_take_uuids_after_what_the_stop_and_the_page_say(shop: Shop) -> None:
    """One type by the statement of base62id-migrate, the other one by that of the page."""
    stopped = shop.shell(PLAN)
    assert stopped.returncode != 0
    [remedy] = re.findall(r"^stop: .*, or: (.*)$", stopped.stdout, re.MULTILINE)
    [of_page] = re.findall(
        r"^If you have created the types [^`]*`([^`]*)`", PAGE_TEXT, re.MULTILINE
    )
    shop.database.sql(f"{remedy}; {of_page.replace('user', 'order')}")
    accept = shop.database.sql("SELECT accept_uuid FROM typeid_types()")
    assert accept == [["t"], ["t"]]


def test_tables_with_views_move(shop: Shop) -> None:
    for table in ("users", "orders"):
        shop.migrate(PLAN.replace("users", table))
        shop.migrate(RUN.replace("users", table))
    assert shop.types() == CONVERTED
    shop.run(PAGE.refuse_uuids)
    shop.run(PAGE.accept_uuids)


def test_tables_move_back_and_views_show_uuids_then(shop: Shop) -> None:
    [options] = re.findall(r"`(--to back --was users-plan)`", PAGE_TEXT)
    for table in ("orders", "users"):
        shop.migrate(f"base62id-migrate plan shop {options.replace('users', table)} -o back.sql")
        shop.migrate("base62id-migrate run shop back.sql")
    assert shop.types() == PLAIN
    assert shop.database.value("SELECT pg_typeof(id) FROM api.users") == "uuid"


def test_with_the_views_made_again_all_is_as_it_was(shop: Shop, with_views: list[str]) -> None:
    shop.database.sql(
        """
        DROP VIEW api.users, api.orders;
        DROP INDEX users_id_idx;
        SELECT typeid_accept_uuid(type, false) FROM typeid_types();
        """
    )
    views = re.findall(r"^CREATE VIEW.*?;$", CREATE_VIEWS, re.MULTILINE | re.DOTALL)
    assert len(views) == 2
    for statement in (*views, INDEX_ON_CAST):
        shop.database.sql(statement)
    assert dump(shop) == with_views


def test_the_way_back_from_the_extension(shop: Shop) -> None:
    """As docs/clouds.md has it."""
    clouds = (TOP / "docs/clouds.md").read_text()
    [said] = re.findall(r"^\| 2\. .*\| drop views and indexes, (.*)$", clouds, re.MULTILINE)
    statements = re.findall("`([^`]*)`", said)
    assert statements
    shop.database.sql("DROP SCHEMA api CASCADE; DROP INDEX users_id_idx")
    for statement in statements:
        shop.database.sql(statement)
    assert shop.types() == PLAIN
    of_extension = "SELECT count(*) FROM pg_extension WHERE extname = 'base62id'"
    assert shop.database.value(of_extension) == "0"
