"""What changes when a uuid column becomes an id type: the tables of docs/compatibility.md.

Each statement of the first table is executed over columns of uuid, and again after they have moved.
"""

import re
from dataclasses import dataclass

import pytest
from choice import unless_chosen
from conftest import TOP, Database, SqlError
from framework import HERE
from running import Runner
from stored import move_all

pytest_plugins = ["framework_server"]
pytestmark = unless_chosen("moved")

PAGE = (TOP / "docs/compatibility.md").read_text()


def section(begin: str, end: str) -> str:
    """The page from one comment to another."""
    [found] = re.findall(rf"^<!-- {begin}.*?(?=^<!-- {end})", PAGE, re.M | re.S)
    return str(found)


TABLE = section("moved:", "end of the table")
PLANS = section("plans:", "end of the plans")
VIEWS = section("moved:", "plans:")


@dataclass(frozen=True)
class Statement:
    """A row of the first table: what the statement returns, or the SQLSTATE of its error."""

    text: str
    before: str
    after: str
    instead: str  # a statement that returns afterwards what this one did before


@dataclass(frozen=True)
class Plan:
    """A row of the second table."""

    statement: str
    node: str
    cure: str  # an index, or another statement, with which the plan does not have the node


STATEMENTS = [
    Statement(*cells)
    for cells in re.findall(
        r"^\| `([^`]*)` \| `([^`]*)` \| `([^`]*)` \| (?:`([^`]*)` )?\|$", TABLE, re.M
    )
]
CHANGED_PLANS = [
    Plan(*cells)
    for cells in re.findall(r"^\| `([^`]*)` \| `([^`]*)` \| `([^`]*)` \|$", PLANS, re.M)
]


def rows(table: str) -> int:
    return len(re.findall(r"^\| `", table, re.M))


def test_each_row_is_read() -> None:
    assert len(STATEMENTS) == rows(TABLE) > 10
    assert len(CHANGED_PLANS) == rows(PLANS) > 1


def result_of(database: Database, statement: str) -> str:
    """The first row, or the SQLSTATE of the error."""
    try:
        return "|".join(database.sql(statement)[0])
    except SqlError as error:
        return error.state


# Before and after ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def database(runner: Runner) -> Database:
    database = runner.new_database("moved")
    database.sql("DROP EXTENSION base62id")
    database.sql(f"\\i {HERE / 'stored.sql'}")
    database.sql(f"\\i {HERE / 'sql/notes.sql'}")
    return database


@pytest.fixture(scope="module")
def results(database: Database) -> dict[str, str]:
    """Of each statement, before the columns move."""
    return {statement.text: result_of(database, statement.text) for statement in STATEMENTS}


@pytest.fixture(scope="module")
def moved(runner: Runner, database: Database, results: dict[str, str]) -> Database:
    move_all(runner.scratch_in("sql", database))
    return database


def each_statement() -> pytest.MarkDecorator:
    parameters = [pytest.param(one, id=one.text) for one in STATEMENTS]
    return pytest.mark.parametrize("statement", parameters)


@each_statement()
def test_before(statement: Statement, results: dict[str, str]) -> None:
    assert results[statement.text] == statement.before


@each_statement()
def test_after(statement: Statement, moved: Database) -> None:
    assert result_of(moved, statement.text) == statement.after


@pytest.mark.parametrize(
    "statement",
    [pytest.param(one, id=one.instead) for one in STATEMENTS if one.instead],
)
def test_instead(statement: Statement, moved: Database) -> None:
    assert result_of(moved, statement.instead) == statement.before


# Afterwards ------------------------------------------------------------------------------------


def test_the_view_that_merges_kinds_is_found(moved: Database) -> None:
    """The page's query finds it, and no other one."""
    moved.sql(f"\\i {HERE / 'sql/views.sql'}")
    [query] = re.findall(r"^```sql\n(.*?)^```$", VIEWS, re.M | re.S)
    assert moved.sql(query) == [["merging"]]


@pytest.fixture(scope="module")
def filled(moved: Database) -> Database:
    moved.sql(f"\\i {HERE / 'sql/rows.sql'}")
    return moved


def plan_has(database: Database, statement: str, node: str) -> bool:
    plan = database.sql(f"EXPLAIN (COSTS OFF) {statement}")
    return any(re.search(rf"(^|-> +){node}( |$)", line) for [line] in plan)


@pytest.mark.parametrize("plan", [pytest.param(one, id=one.statement) for one in CHANGED_PLANS])
def test_a_plan_and_its_cure(plan: Plan, filled: Database) -> None:
    assert plan_has(filled, plan.statement, plan.node)
    if plan.cure.startswith("CREATE"):
        filled.sql(plan.cure.replace("INDEX ON", "INDEX cure ON"))
        has_node = plan_has(filled, plan.statement, plan.node)
        filled.sql("DROP INDEX cure")
    else:
        has_node = plan_has(filled, plan.cure, plan.node)
    assert not has_node


def test_a_domain_over_uuid_that_casts_is_not_restored(runner: Runner, moved: Database) -> None:
    """A dump has it before the cast that its CHECK needs: docs/restore.md."""
    moved.sql("CREATE DOMAIN account AS uuid CHECK (VALUE::user_id IS NOT NULL)")
    restored = runner.server.new_database("moved_restored")
    error = restored.error(moved.dump("--schema-only"))
    assert error.state == "42846"
    assert "cannot cast type uuid" in str(error)
