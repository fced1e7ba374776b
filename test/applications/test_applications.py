"""Applications that are installed and run: base62id-migrate moves their ids, and they work on.

A client uses an application before its ids move and afterwards: with ids that look as they did, by
base62id.output = uuid or because id types print the texts that they replace, and with ids that look
new. The table at the end says how much worked each time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from applications import Application, Outcome
from conftest import Database, Server, ServerMaker, free_port
from directories import (
    HERE,
    asked_for,
    class_of,
    lack_of_npm,
    lack_of_sources,
    parameter,
    reason_for_none,
)
from moves import Move, differences, move, schema_of
from plans import Plan, changed_plans, commonest_statements, generic_plans, is_error
from tables import Table, printed_at_the_end


def parameters() -> list[Any]:
    """The applications, each with its class."""
    found = []
    for name in asked_for("application.py"):
        kind = class_of(name, "application.py", Application)
        found.append(parameter(name, skipped=lack_of_npm() or lack_of_sources(kind.sources)))
    return found or [parameter("none", skipped=reason_for_none())]


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Iterator[Server]:
    """Some applications want TCP; PGPORT is for PostgreSQL's own programs."""
    port = free_port()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PGPORT", port)
        yield new_server(
            listen_addresses="127.0.0.1",
            port=port,
            max_locks_per_transaction="512",  # id types of a large schema are many
            shared_preload_libraries="base62id, pg_stat_statements",
            **{"pg_stat_statements.track": "top"},
        )


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Table:
    columns = [
        *("application", "tables", "columns", "refused", "operations before"),
        *("after, output = uuid", "after, output = id", "plans changed"),
    ]
    return printed_at_the_end(request, Table("applications", *columns))


# Before ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=parameters())
def application(request: pytest.FixtureRequest, server: Server) -> Application:
    """It is installed, and has made its schema."""
    [name] = request.param
    server.sql(f"CREATE ROLE {name} LOGIN")
    database = server.new_database(name, f"OWNER {name}")
    database.sql("CREATE EXTENSION pg_stat_statements")
    kind = class_of(name, "application.py", Application)
    application = kind(HERE / name, database.as_role(name))
    application.install()
    application.make_schema()
    return application


@pytest.fixture(scope="module")
def superuser(application: Application) -> Database:
    """Its database, as a superuser sees it."""
    return application.database.as_role("postgres")


def test_it_makes_tables(application: Application) -> None:
    tables = """
        SELECT count(*)
        FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
    """
    assert int(application.database.value(tables)) > 0


@pytest.fixture(scope="module")
def before(application: Application, table: Table) -> Outcome:
    return operate(application, "before", table)


def operate(application: Application, stage: str, table: Table) -> Outcome:
    outcome = application.operate(stage)
    for operation in outcome.failed:
        table.note(f"{application.name}, {stage}: {operation}")
    return outcome


def test_it_can_do_everything(before: Outcome) -> None:
    assert before.failed == []
    assert before.done != [], "nothing was tried"


@pytest.fixture(scope="module")
def statements(application: Application, before: Outcome) -> list[str]:
    """Its commonest ones, after it was filled with so many rows that plans use indexes."""
    application.fill()
    return commonest_statements(application.database)


@dataclass
class Columns:
    columns: int
    tables: int


def columns_of(database: Database, types: str) -> Columns:
    """How many columns are of these types, and how many tables they belong to."""
    [[columns, tables]] = database.sql(
        f"""
        SELECT count(*), count(DISTINCT c.oid)
        FROM pg_attribute AS a
        JOIN pg_class AS c ON c.oid = a.attrelid
        WHERE a.atttypid IN ({types})
            AND NOT a.attisdropped
            AND c.relkind IN ('r', 'p')
            AND c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
        """
    )
    return Columns(int(columns), int(tables))


@dataclass
class State:
    """What can be compared with what a move makes of it."""

    schema: list[str]
    plans: list[Plan]
    uuids: Columns


@pytest.fixture(scope="module")
def state(superuser: Database, application: Application, statements: list[str]) -> State:
    superuser.sql(f"REINDEX DATABASE {application.name}")
    superuser.sql("ANALYZE")
    return State(
        schema=schema_of(superuser),
        plans=generic_plans(application.database, statements),
        uuids=columns_of(superuser, "'uuid'::regtype"),
    )


def test_there_are_ten_commonest_statements_with_plans(state: State) -> None:
    assert len(state.plans) == 10
    assert not any(map(is_error, state.plans))


# There -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def there(superuser: Database, application: Application, state: State) -> Move:
    """The move of its ids. The extension is its owner's."""
    application.database.sql("CREATE EXTENSION base62id")
    plan = application.work / f"{application.name}.sql"
    return move(superuser, application.target, plan, application.name, application.options)


@pytest.fixture(scope="module")
def columns(superuser: Database, application: Application, there: Move) -> Columns:
    """Those that have moved."""
    types = "'base62id'::regtype"
    if application.target == "typed":
        types = "SELECT type FROM typeid_types()"
    return columns_of(superuser, types)


@pytest.fixture(scope="module")
def refused(application: Application, there: Move, table: Table) -> list[str]:
    """What the remarks say of columns that stay, unless an option asks for that."""
    remarks = [line for line in there.remarks if " stay " in line or " stays " in line]
    remarks = [line for line in remarks if "--stay says so" not in line]
    for line in remarks:
        table.note(f"{application.name}: {line}")
    return remarks


def test_nothing_is_refused(application: Application, refused: list[str]) -> None:
    if application.target == "typed":
        pytest.skip("texts that may be no ids stay texts")
    assert refused == []


def test_all_columns_move(application: Application, state: State, columns: Columns) -> None:
    assert columns.columns > 0
    if application.target != "typed":
        assert columns == state.uuids


@pytest.fixture(scope="module")
def changed(
    application: Application, statements: list[str], state: State, there: Move
) -> list[str]:
    """The plans of its commonest statements that are others now."""
    return changed_plans(state.plans, generic_plans(application.database, statements))


def test_plans_of_its_commonest_statements_are_the_same(changed: list[str]) -> None:
    assert changed == []


def test_other_plans_would_be_seen(
    application: Application, statements: list[str], state: State, there: Move
) -> None:
    """The test of the test above."""
    others = []
    for settings in ("SET enable_indexscan = off;", "SET enable_seqscan = off;"):
        plans = generic_plans(application.database, statements, settings)
        others += changed_plans(state.plans, plans)
    assert others != []


# Back, in a copy -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def schema_afterwards(application: Application, there: Move, changed: list[str]) -> list[str]:
    """That of a copy that has moved back. Its OIDs are others; the way back is planned anew."""
    server = application.database.server
    name = application.name
    copy = Database(server, f"{name}_copy")
    server.sql(f"CREATE DATABASE {copy.name} TEMPLATE {name} OWNER {name}")
    plan = application.work / f"{copy.name}.sql"
    move(copy, "back", plan, name, ["--was", str(there.plan)])
    copy.sql("DROP EXTENSION base62id")
    schema = schema_of(copy)
    server.sql(f"DROP DATABASE {copy.name}")
    return schema


def test_there_and_back_is_the_same_schema(state: State, schema_afterwards: list[str]) -> None:
    assert differences(state.schema, schema_afterwards) == []


# What it can do afterwards ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_known_ids(
    application: Application, superuser: Database, schema_afterwards: list[str], table: Table
) -> Outcome:
    """What works where ids look as they did before."""
    if application.target == "typed":
        return operate(application, "typed", table)
    superuser.sql(f"ALTER ROLE {application.name} SET base62id.output = uuid")
    outcome = operate(application, "uuid", table)
    superuser.sql(f"ALTER ROLE {application.name} RESET base62id.output")
    return outcome


def test_it_can_do_what_it_could_before(before: Outcome, with_known_ids: Outcome) -> None:
    assert set(before.done) - set(with_known_ids.done) == set()


@pytest.fixture(scope="module")
def with_new_ids(application: Application, with_known_ids: Outcome, table: Table) -> Outcome:
    """What works where ids look otherwise. There is nothing else to be tried with id types."""
    if application.target == "typed":
        return with_known_ids
    return operate(application, "id", table)


@pytest.fixture(scope="module")
def row(
    application: Application,
    columns: Columns,
    refused: list[str],
    changed: list[str],
    before: Outcome,
    with_known_ids: Outcome,
    with_new_ids: Outcome,
    table: Table,
) -> None:
    typed = application.target == "typed"
    table.add(
        application.name,
        columns.tables,
        columns.columns,
        f"{len(refused)} columns" if refused else "none",
        before,
        "" if typed else with_known_ids,
        with_new_ids,
        f"{len(changed)} of 10",
    )


@pytest.mark.usefixtures("row")
def test_it_refuses_new_ids_where_that_is_known(
    application: Application, before: Outcome, with_new_ids: Outcome
) -> None:
    assert with_new_ids.tried() == before.tried()
    if application.refuses_new_ids is None:
        pytest.skip("it is not known what it refuses")
    assert with_new_ids.names_of_failed() == application.refuses_new_ids
