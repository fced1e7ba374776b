"""Columns of integer and bigint become id types with the same numbers inside, and come back."""

import re
from dataclasses import replace

import pytest
from migrating import (
    Migration,
    MigrationMaker,
    in_the_long_form,
    make_migration,
    server,
    there_and_back,
)

__all__ = ["make_migration", "server"]
in_the_long_form()
TO_ID_TYPES = (
    *("--to", "typed"),
    *("--type", "customers=customer_id,cus,uid11"),
    *("--type", "books.invoices=invoice_id,inv,uid11"),
    *("--type", "lines=line_id,line,uid11"),
    *("--type", "kinds=kind_id,kind,uid11"),
)


@pytest.fixture(scope="module")
def numbers(make_migration: MigrationMaker) -> Migration:
    migration = make_migration("numbers")
    migration.load("numbers.sql")
    return migration


def test_nothing_but_numbers_moves_by_the_words_that_a_stop_gives(numbers: Migration) -> None:
    stop = numbers.stops("and of numbers NAME,PREFIX,uid11$", "--to", "typed")
    types = " ".join(stop.lines("^--type"))
    numbers.plan("--to", "typed", *types.split())


def test_references_to_several_tables_are_told_and_how_to_compare_them(numbers: Migration) -> None:
    planned = numbers.plan(*TO_ID_TYPES)
    told = planned.lines(
        r'notes.("subjectId" stays integer|other_id stays bigint):'
        " beside (subjectType|other_type) .*Compare it with id::bigint$"
    )
    assert len(told) == 2

    compared = numbers.database.psql(
        f"""
        BEGIN;
        \\i {numbers.plan_path}
        SELECT count(*) FROM books.notes JOIN books.invoices ON "subjectId" = id::bigint;
        """
    )
    assert compared.stdout.splitlines()[-1] == "1"


def test_a_sequence_that_changes_between_plan_and_run_is_seen_and_then_locked(
    numbers: Migration,
) -> None:
    numbers.plan(*TO_ID_TYPES)
    change = "ALTER SEQUENCE books.customers_id_seq INCREMENT 7"
    assert "has changed since" in numbers.psql(f"BEGIN; {change}; \\i {numbers.plan_path}\n")

    looking = """
        RAISE INFO 'locked: %', (
            SELECT mode
            FROM pg_locks
            WHERE relation = 'books.customers_id_seq'::regclass AND mode ~ '^Access'
        );
    """
    statement = numbers.plan_path.read_text()
    [_] = re.findall("^-- The locks are there.*", statement, re.MULTILINE)
    looking_statement = re.sub(
        "^-- The locks are there.*", lambda _: looking, statement, flags=re.MULTILINE
    )
    assert "locked: AccessExclusiveLock" in numbers.psql(f"BEGIN;\n{looking_statement}")


def test_numbers_there_and_back(numbers: Migration) -> None:
    there_and_back(numbers, *TO_ID_TYPES, texts_change=True)


def test_numbers_there_and_back_in_steps(numbers: Migration) -> None:
    """On the way back, the key of an identity of bigint is made beforehand."""
    stepwise = replace(numbers, in_steps=True)
    there_and_back(stepwise, *TO_ID_TYPES, texts_change=True)
    assert stepwise.review_lines(r"^\| books\.customers_pkey .* made beforehand \|")
