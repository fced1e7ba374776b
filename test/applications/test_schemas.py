"""Schemas of applications that are not run: base62id-migrate moves each to each target and back,
and no object, row or dependence is another one then.

A schema has a few rows (rows.sql). The table at the end says how long a move takes.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from conftest import Server, ServerMaker
from directories import (
    HERE,
    SOURCES,
    asked_for,
    class_of,
    lack_of_sources,
    parameter,
    reason_for_none,
)
from moves import (
    Column,
    Move,
    Picture,
    differences,
    has_value,
    move,
    picture_of,
    rows_of,
    without_names_of_not_null,
)
from schemas import Schema
from tables import Table, printed_at_the_end

IN_STEPS = ("base64uuid", "typed")  # the others move by one statement
NAMES = asked_for("schema.py")


def class_named(name: str) -> type[Schema]:
    return class_of(name, "schema.py", Schema)


def schemas() -> list[Any]:
    found = [parameter(n, skipped=lack_of_sources(class_named(n).sources)) for n in NAMES]
    return found or [parameter("none", skipped=reason_for_none())]


def schemas_and_targets() -> list[Any]:
    found = []
    for name in NAMES:
        kind = class_named(name)
        lack = lack_of_sources(kind.sources)
        for target in ["all targets"] if lack else kind.targets:
            found.append(parameter(name, target, skipped=lack))
    return found or [parameter("none", skipped=reason_for_none())]


Maker = Callable[[str], Schema]


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Table:
    columns = ["schema", "target", "columns", "lines", "remarks"]
    seconds = "seconds: planning, there, back"
    return printed_at_the_end(request, Table("schemas", *columns, seconds))


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Server:
    """Id types of a large schema are made, and moved to, under many locks."""
    return new_server(max_locks_per_transaction="512")


@pytest.fixture(scope="module")
def filled(server: Server) -> Maker:
    """Makes a schema with a few rows, which stays for all of its targets."""

    @functools.cache
    def make(name: str) -> Schema:
        database = server.new_database(name)
        database.sql(
            f"""
            CREATE SCHEMA ids;
            CREATE EXTENSION base62id SCHEMA ids;
            ALTER DATABASE {name} SET search_path = public, ids;
            """
        )
        schema = class_named(name)(SOURCES, database)
        schema.make()
        database.sql(f"\\i {HERE / 'rows.sql'}")
        return schema

    return make


# The schema ------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=schemas())
def schema(request: pytest.FixtureRequest, filled: Maker) -> Schema:
    [name] = request.param
    return filled(name)


def test_it_is_made_without_errors(schema: Schema) -> None:
    assert schema.errors == []


def test_tables_have_rows(schema: Schema, table: Table) -> None:
    [[filled, all_tables]] = schema.database.sql(
        """
        SELECT count(*) FILTER (WHERE reltuples > 0), count(*)
        FROM pg_class
        WHERE relkind IN ('r', 'p')
            AND NOT relispartition
            AND relnamespace::regnamespace::text !~ '^(pg_|information_schema|ids)'
        """
    )
    table.note(f"{schema.database.name}: {filled} of {all_tables} tables have rows")
    assert int(filled) > 0


# There and back --------------------------------------------------------------------------------


@dataclass
class Journey:
    """A schema's way to a target and back."""

    before: Picture
    there: Picture
    back: Picture
    moved: list[Column]  # those that have another type there
    values_move: bool  # whether a row has a value in one of them
    rows: tuple[list[str], list[str]]  # before and there; ids of numbers are shown as these
    refused: list[str] | None  # of what the application asks


@pytest.fixture(scope="module", params=schemas_and_targets())
def journey(request: pytest.FixtureRequest, filled: Maker, server: Server, table: Table) -> Journey:
    name, target = request.param
    schema = filled(name)
    database = schema.database
    output = "id" if schema.ids_are_texts else "uuid"
    ending = "" if target in IN_STEPS else ".sql"
    plan = server.directory / f"{name}-{target}"

    schema.mend(target)
    before = picture_of(database, output)
    rows_before = rows_of(database, output, before.columns)
    there = move(database, target, plan.with_suffix(ending), name, schema.options())
    picture_there = picture_of(database, output)
    moved = sorted(set(picture_there.columns) - set(before.columns))
    numbers = numbers_of(moved, before.columns)
    rows = (before.rows, picture_there.rows)
    if numbers:
        rows = (rows_before, rows_of(database, output, picture_there.columns, numbers))
    values_move = any(has_value(database, column) for column in moved)
    refused = schema.refused(target)
    was = ["--was", str(there.plan)]
    back = move(database, "back", plan.with_name(f"{plan.name}-back{ending}"), name, was)
    picture_back = picture_of(database, output)
    for picture in (before, picture_there, picture_back):
        assert picture.columns and picture.schema and picture.dependences and picture.rows

    add_row(table, name, target, len(moved), there, back)
    for note in schema.notes:
        table.note(note)
    schema.notes.clear()
    return Journey(before, picture_there, picture_back, moved, values_move, rows, refused)


def numbers_of(moved: list[Column], before: list[Column]) -> list[Column]:
    """Those of the moved columns that were numbers before."""
    were = {(c.table, c.name) for c in before if c.type in ("smallint", "integer", "bigint")}
    return [c for c in moved if (c.table, c.name) in were]


def add_row(table: Table, name: str, target: str, columns: int, there: Move, back: Move) -> None:
    form = "one statement" if there.plan.is_file() else "in steps"
    seconds = (there.seconds_of_planning, there.seconds_of_moving, back.seconds_of_moving)
    table.add(
        name,
        f"{target}, {form}",
        columns,
        there.lines(),
        len(there.remarks),
        ", ".join(f"{each:.1f}" for each in seconds),
    )


def test_columns_move(journey: Journey) -> None:
    assert journey.moved


def test_values_move(journey: Journey) -> None:
    """Else it is no news that the rows are the same."""
    assert journey.values_move


def test_rows_are_the_same_there(journey: Journey) -> None:
    assert differences(*journey.rows) == []


def test_what_it_asks_is_not_refused(journey: Journey) -> None:
    if journey.refused is None:
        pytest.skip("nothing is known of it but its schema")
    assert journey.refused == []


def test_schema_is_the_same_after_the_way_back(journey: Journey) -> None:
    before = without_names_of_not_null(journey.before.schema)
    back = without_names_of_not_null(journey.back.schema)
    assert differences(before, back) == []


def test_dependences_are_the_same_after_the_way_back(journey: Journey) -> None:
    assert differences(journey.before.dependences, journey.back.dependences) == []


def test_rows_are_the_same_after_the_way_back(journey: Journey) -> None:
    assert differences(journey.before.rows, journey.back.rows) == []
