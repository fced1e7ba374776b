"""Partitions of one server, as docs/scale.md makes them: by time, a year of days, by hash.

By time, its SQL makes events (xids) of January to March 2026, drops January and adds three months,
and makes orders (TypeIDs) of January and February; both have an id for each hour. By hash, it makes
accounts.
"""

import os
import re

import pytest
from conftest import FULL, Database, Server
from scale import blocks_of, explain, run_all

Plans = list[tuple[list[str], list[str]]]
YEAR_ROWS = 100_000_000 if FULL else 200_000

NOTES = """
    CREATE TABLE notes (id baseuid PRIMARY KEY) PARTITION BY RANGE (id);
    CREATE TABLE notes_2026_01 PARTITION OF notes
        FOR VALUES FROM (baseuid_min('2026-01-01 00:00+00'))
        TO (baseuid_min('2026-02-01 00:00+00'));
    CREATE TABLE notes_2026_02 PARTITION OF notes
        FOR VALUES FROM (baseuid_min('2026-02-01 00:00+00'))
        TO (baseuid_min('2026-03-01 00:00+00'));
    INSERT INTO notes
        SELECT baseuid_new(t)
        FROM generate_series('2026-01-01 00:00+00'::timestamptz, '2026-02-28 23:00+00',
                             '1 hour') AS t;
"""

YEAR = """
    CREATE EXTENSION base62id;
    CREATE TABLE by_xid (id uid11 PRIMARY KEY) PARTITION BY RANGE (id);
    DO $$
    DECLARE
        day timestamptz := '2026-01-01';
    BEGIN
        FOR i IN 1..365 LOOP
            EXECUTE format('CREATE TABLE xid_%s PARTITION OF by_xid FOR VALUES FROM (%L) TO (%L)',
                           i, xid_min(day), xid_min(day + interval '1 day'));
            day := day + interval '1 day';
        END LOOP;
    END $$;
    INSERT INTO by_xid
        SELECT xid_new('2026-01-01'::timestamptz + n * (interval '365 days' / :rows))
        FROM generate_series(0, :rows - 1) AS n;
    VACUUM ANALYZE by_xid;
"""


# By time ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ranges(shared_server: Server) -> Database:
    return shared_server.new_database("ranges")


@pytest.fixture(scope="module", autouse=True)
def plans_of_ranges(ranges: Database) -> Plans:
    """The page has executed its SQL, and there are BaseUids beside."""
    plans = run_all(blocks_of("Range partitions by time"), main=ranges)
    ranges.sql(NOTES)
    return plans


def test_plans_over_time_are_those_of_the_page(plans_of_ranges: Plans) -> None:
    assert len(plans_of_ranges) == 3
    for wanted, got in plans_of_ranges:
        assert got == wanted


@pytest.mark.parametrize(
    "query, partitions",
    [
        ("SELECT 1 FROM notes WHERE id > baseuid_max('2026-02-27 00:00+00')", {"notes_2026_02"}),
        (
            "SELECT 1 FROM orders WHERE id < typeid_min('order', '2026-01-02 00:00+00')",
            {"orders_2026_01"},
        ),
    ],
)
def test_a_bound_of_another_type_prunes(ranges: Database, query: str, partitions: set[str]) -> None:
    """Bounds of xids prune in the plans of the page."""
    assert set(re.findall(r"(?:notes|orders)_2026_0.", explain(ranges, query))) == partitions


def test_an_id_outside_every_partition_is_refused(ranges: Database) -> None:
    assert ranges.error("INSERT INTO events (id) VALUES (xid_new('2020-01-01'))").state == "23514"


def test_every_id_is_in_the_partition_of_its_time(ranges: Database) -> None:
    in_place = """
        SELECT bool_and(tableoid::regclass::text =
                        to_char({type}_timestamp(id) AT TIME ZONE 'UTC', '"{table}_"YYYY_MM')),
            count(*)
        FROM {table}
    """
    hours = str((28 + 31) * 24)
    assert ranges.sql(in_place.format(table="events", type="xid")) == [["t", hours]]
    hours = str((31 + 28) * 24)
    assert ranges.sql(in_place.format(table="orders", type="typeid")) == [["t", hours]]
    assert ranges.sql(in_place.format(table="notes", type="baseuid")) == [["t", hours]]


def test_the_months_ahead_are_there_and_the_first_one_is_gone(ranges: Database) -> None:
    partitions = ranges.sql(
        """
        SELECT inhrelid::regclass
        FROM pg_inherits
        WHERE inhparent = 'events'::regclass
        ORDER BY inhrelid::regclass::text
        """
    )
    assert partitions == [[f"events_2026_{month:02}"] for month in range(2, 7)]


# A year of days --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def year(shared_server: Server) -> Database:
    if os.environ.get("BASE62ID_SECOND"):
        pytest.skip("a run with several servers has this on its first one alone")
    database = shared_server.new_database("year")
    database.sql(YEAR, rows=YEAR_ROWS)
    return database


def test_each_day_of_a_year_has_ids(year: Database) -> None:
    counts = year.sql("SELECT count(*), count(DISTINCT tableoid) FROM by_xid")
    assert counts == [[str(YEAR_ROWS), "365"]]


@pytest.mark.parametrize(
    "condition",
    ["id = '{an_id}'", "id BETWEEN xid_min('2026-07-01') AND xid_max('2026-07-01 12:00')"],
)
def test_the_planner_leaves_one_day_of_the_year(year: Database, condition: str) -> None:
    an_id = year.value("SELECT id FROM xid_200 LIMIT 1")
    plan = explain(year, f"SELECT * FROM by_xid WHERE {condition.format(an_id=an_id)}")
    assert len(re.findall(r"Scan.* xid_", plan)) == 1, plan


# By hash ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hashes(shared_server: Server) -> Database:
    return shared_server.new_database("hashes")


@pytest.fixture(scope="module", autouse=True)
def plans_of_hashes(hashes: Database) -> Plans:
    return run_all(blocks_of("Hash partitions"), main=hashes)


def test_plans_over_hashes_are_those_of_the_page(plans_of_hashes: Plans) -> None:
    assert len(plans_of_hashes) == 1
    for wanted, got in plans_of_hashes:
        assert got == wanted


def test_ten_thousand_random_ids_spread_evenly_over_two_partitions(hashes: Database) -> None:
    counts = hashes.sql("SELECT count(*) FROM accounts GROUP BY tableoid")
    assert len(counts) == 2
    assert all(4750 <= int(count) <= 5250 for [count] in counts)
