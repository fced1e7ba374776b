"""A plan says at once all that stands in its way, and its README.md tells a reviewer what the move
does to each table, index and function.

The tests are the steps with one database, in this order.
"""

import re
from pathlib import Path

import pytest
from migrating import Migration, MigrationMaker, make_migration, on_one_server, server

__all__ = ["make_migration", "server"]
on_one_server()
TYPES = ("--type", "orders.id=order_id,order", "--type", "notes.user_key=key_id,usr")
OPTIONS = ("--to", "typed", "--under-lock", *TYPES)


@pytest.fixture(scope="module")
def in_the_way(make_migration: MigrationMaker) -> Migration:
    migration = make_migration("review", in_steps=True)
    migration.load("review.sql")
    return migration


def test_all_that_cannot_be_planned_is_said_at_once(in_the_way: Migration) -> None:
    stop = in_the_way.stops("^stop: these indexes have operator classes", "--to", "typed", *TYPES)
    for word in (
        "public.few: uuid_bloom_ops",
        "view public.both_kinds cannot be put back",
        "because of view public.nulls",
    ):
        assert stop.text.count(word) == 1


@pytest.fixture(scope="module")
def planned(in_the_way: Migration) -> Migration:
    in_the_way.sql("DROP INDEX few; DROP VIEW both_kinds, nulls")
    in_the_way.plan(*OPTIONS)
    return in_the_way


# README.md -------------------------------------------------------------------------------------


def test_a_line_for_each_table(planned: Migration) -> None:
    assert planned.review_lines(
        r"^\| public\.orders and 2 partitions or children \| 60000 \| [0-9.]*"
        r" \| id uuid → public\.order_id; user_id uuid → public\.user_id"
        r" \| 2 built under the lock, 6 made beforehand \| 1 \| < 0\.1 \|$"
    )


def test_a_line_for_a_table_that_is_rewritten(planned: Migration) -> None:
    assert planned.review_lines(
        r"^\| public\.notes \| 9 \| 0\.0 \| user_key text → public\.key_id \| .*"
        r" \| rewritten, < 0\.1 \|$"
    )


def test_a_line_for_each_index(planned: Migration) -> None:
    assert planned.review_lines(
        r"^\| public\.orders_1_user_id_idx1 \| public\.orders_1 \| [0-9.]*"
        r" \| built under the lock \| < 0\.1 \|$"
    )


def test_a_function_in_sql_that_breaks_with_the_error(planned: Migration) -> None:
    """But none that goes on, or was broken before."""
    assert planned.review_lines(r"public\.breaks\(\): function taken\(user_id\) does not exist$")
    assert planned.review_lines("goes_on|was_broken") == []


def test_a_function_in_plpgsql_that_breaks_or_is_named_only(planned: Migration) -> None:
    """Where plpgsql_check can be created, it finds the error."""
    breaks = r"public\.fired\(\): line 1: function taken\(user_id\) does not exist$"
    named = (
        r"^- functions that name a table .*: "
        r"public\.fired\(\), public\.fired_by_both\(\)[.] .* plpgsql_check"
    )
    checked = planned.database.has_extension("plpgsql_check")
    assert planned.review_lines(breaks if checked else named)


def test_a_function_that_breaks_for_one_of_its_tables(planned: Migration) -> None:
    """For the other one it has had an error before, too."""
    if not planned.database.has_extension("plpgsql_check"):
        pytest.skip("there is no plpgsql_check")
    assert planned.review_lines(
        r"public\.fired_by_both\(\): line 6: function taken\(user_id\) does not exist$"
    )


def test_how_to_give_up_before_the_move_and_after_it(planned: Migration) -> None:
    text = " ".join(planned.file("README.md").split())
    assert (
        "give up before the second file: `run --undo`. After it, let `run` end the third file"
        " first, then `plan --to back --was" in text
    )


# The files -------------------------------------------------------------------------------------


def test_the_first_two_files_compare_the_digest_that_the_header_has(planned: Migration) -> None:
    digest = re.findall(r'"digest": "([0-9a-f]{64})"', planned.file("2-move.sql"))[0]
    compares = f"\nIF now IS DISTINCT FROM '{digest}' THEN\n"
    for name in ("1-prepare.sql", "2-move.sql"):
        assert planned.file(name).count(compares) == 1


def test_the_move_begins_with_what_it_does_and_says_why_for_each_group(
    planned: Migration,
) -> None:
    move = planned.file("2-move.sql")
    assert any(line.startswith("-- Locks: ") for line in move.splitlines()[:10])
    groups = "Locks:|A name and back|What ALTER TYPE|The columns change|What went|Foreign keys"
    assert re.findall(f"^-- ({groups})", move, re.MULTILINE) == groups.split("|")


def test_options_in_a_file(planned: Migration, tmp_path: Path) -> None:
    """One a line: @FILE stands for all of them, without which the plan would stop."""
    options = tmp_path / "options"
    options.write_text("\n".join(OPTIONS) + "\n")
    planned.plan(f"@{options}")
    planned.run()
