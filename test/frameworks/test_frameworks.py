"""Frameworks, with the pages' own code: what their programs say, and that the pages say the same.

choice.py says which frameworks run. One that is not installed is skipped. The table at the end has
a line for each, with the number of its assertions.
"""

from collections.abc import Iterable

import logs
import pages
import pytest
from choice import ASKED, CHOSEN, ECOSYSTEMS, FRAMEWORKS, NOT_CHOSEN
from conftest import Database
from framework import Framework, NotInstalled, Outcome
from running import Runner
from tables import Table, printed_at_the_end

pytest_plugins = ["framework_server"]

NONE_CHOSEN = "none of the chosen frameworks has this"


def each(frameworks: Iterable[Framework]) -> pytest.MarkDecorator:
    parameters = [pytest.param(framework, id=framework.name) for framework in frameworks]
    none = pytest.param(None, id="none", marks=pytest.mark.skip(reason=NONE_CHOSEN))
    return pytest.mark.parametrize("framework", parameters or [none])


@pytest.fixture
def outcome(framework: Framework, runner: Runner) -> Outcome:
    return outcome_of(framework, runner)


def outcome_of(framework: Framework, runner: Runner) -> Outcome:
    """A framework runs for the first test that asks for this."""
    found = runner.outcome_of(framework)
    if isinstance(found, NotInstalled):
        pytest.skip(f"not installed: {found}")
    return found


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Table:
    columns = ["framework", "versions", "assertions", "failed"]
    return printed_at_the_end(request, Table("frameworks", *columns))


def test_there_are_vectors(runner: Runner) -> None:
    """Texts that are ids, and others: the last field is the id."""
    ids = [line.split("\t")[3] for line in runner.vectors.read_text().splitlines()]
    assert len([id for id in ids if id]) > 600
    assert len([id for id in ids if not id]) > 90


# What its program says -------------------------------------------------------------------------


@each(CHOSEN)
def test_what_is_asserted_holds(framework: Framework, outcome: Outcome, table: Table) -> None:
    versions = "; ".join(outcome.versions)
    table.add(framework.name, versions, outcome.assertions(), len(outcome.failed))
    if outcome.failed:
        pytest.fail("\n\n".join(outcome.failed), pytrace=False)
    assert outcome.assertions() > 0


@each(CHOSEN)
def test_it_says_what_its_entry_promises(framework: Framework, outcome: Outcome) -> None:
    makes_a_database = "first" in [*dict(outcome.cells), *outcome.lives]
    assert bool(outcome.cells) == framework.has_cells
    assert bool(outcome.traps) == framework.has_traps
    assert makes_a_database == (framework.dumped is not None)


# What the pages say of it ----------------------------------------------------------------------


@each(one for one in CHOSEN if one.has_cells)
def test_its_cells_are_those_of_the_page(framework: Framework, outcome: Outcome) -> None:
    """Capabilities that have no row on a page, and cells that say no more than "as is", aside."""
    names = pages.CAPABILITIES.values()
    cells = [(name, how) for name, how in outcome.cells if name in names and how != "as is"]
    assert sorted(cells) == pages.cells_of(framework.title)


@each(one for one in CHOSEN if one.has_traps)
def test_its_traps_are_on_a_page(framework: Framework, outcome: Outcome) -> None:
    assert [title for title in outcome.traps if not pages.has_trap(title)] == []


@pytest.mark.parametrize("ecosystem", ECOSYSTEMS)
def test_the_pages_have_no_other_trap(ecosystem: str, runner: Runner) -> None:
    frameworks = [one for one in FRAMEWORKS if one.ecosystem == ecosystem]
    if not {ecosystem, "all"} & set(ASKED):
        pytest.skip(NOT_CHOSEN)
    said = [title for one in frameworks for title in outcome_of(one, runner).traps]
    assert sorted(set(said)) == sorted(pages.traps_of(ecosystem))


# What it leaves in its database ----------------------------------------------------------------


@each(one for one in CHOSEN if one.has_cells)
def test_no_lookup_lacks_an_index(framework: Framework, outcome: Outcome, runner: Runner) -> None:
    entries = logs.entries(runner.server.log, framework.name)
    assert logs.scans_for_ids(entries) == []
    assert len(logs.look_ups(entries)) > 4


@each(one for one in CHOSEN if one.dumped is not None)
def test_its_database_is_dumped_and_loaded(
    framework: Framework, outcome: Outcome, runner: Runner
) -> None:
    """With its rows and its defaults."""
    original = Database(runner.server, f"{framework.name}{framework.dumped}")
    runner.server.sql(f'CREATE DATABASE "{original.name}-loaded"')
    loaded = Database(runner.server, f"{original.name}-loaded")
    loaded.sql(original.dump())
    rows = "SELECT count(*), min(id), max(id) FROM users"
    assert loaded.sql(rows) == original.sql(rows)
    new = loaded.value("INSERT INTO users (name) VALUES ('x') RETURNING id")
    assert new.startswith("user_")


def test_the_server_is_well(runner: Runner) -> None:
    for framework in CHOSEN:
        runner.outcome_of(framework)
    assert runner.server.trouble() == []
