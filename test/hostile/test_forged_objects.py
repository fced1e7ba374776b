"""Objects that others made around our functions, as operators over support functions, cause no
crash and no internal error: catalog.sql, whose procedure try() notes for each attempt what was
misused, how, and the SQLSTATE and message that it gave.
"""

import pytest
from conftest import Database, Server
from hostile import prepared, runs_elsewhere

pytestmark = runs_elsewhere


@pytest.fixture(scope="module")
def forged(shared_server: Server) -> Database:
    database = prepared(shared_server, "forged")
    database.sql("\\i test/hostile/catalog.sql")  # a crash or an error would end it
    return database


def test_every_planner_function_was_tried(forged: Database) -> None:
    not_tried = """
        SELECT f
        FROM forged.member($$
            oidvectortypes(proargtypes) ~ 'internal'
            AND prorettype IN ('internal'::regtype, 'boolean'::regtype, 'float8'::regtype)
            AND proname !~ 'brin|_gist_|_gin_'
            $$) AS f
        WHERE f::text NOT IN (SELECT target FROM forged.attempt)
    """
    assert forged.sql(not_tried) == []


def test_no_attempt_ends_in_an_internal_error(forged: Database) -> None:
    """But for what core itself says of statistics that were forged to have no values."""
    internal = """
        SELECT DISTINCT target, use, message
        FROM forged.attempt
        WHERE state IN ('XX000', 'XX002')
            AND message !~ '^(stavalues is null|unexpected null value in cached tuple for catalog'
                ' pg_statistic)'
    """
    assert forged.sql(internal) == []


def test_octets_that_are_no_typeid_are_data_corruption_and_never_a_value(
    forged: Database,
) -> None:
    states = """
        SELECT DISTINCT state
        FROM forged.attempt
        WHERE use = 'octets that are none' AND state NOT IN ('00000', '42P01', '25P02', '0A000')
    """
    assert forged.sql(states) == [["XX001"]]


def test_an_ordinary_user_can_attach_nothing(forged: Database) -> None:
    of_ordinary_user = "FROM forged.attempt WHERE use = 'by an ordinary user'"
    assert int(forged.value(f"SELECT count(*) {of_ordinary_user}")) > 10
    assert forged.sql(f"SELECT message {of_ordinary_user} AND state = '00000'") == []


def test_no_session_crashed(forged: Database) -> None:
    assert forged.server.trouble() == []
