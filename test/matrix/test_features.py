"""Whatever a key can do as a uuid it can do as an id, but for what docs/compatibility.md says: a
test fails where an answer differs that is not in its table, or a row of it is not true any more.

features.sql and plain.sql try each feature with uuid and with each of our types, and keep what it
gave in the table "answers".
"""

import re
from dataclasses import dataclass

import pytest
from conftest import TOP, Database, Server


@dataclass(frozen=True)
class Row:
    """A row of the table "Where an id is not a uuid"."""

    feature: str  # how titles of features begin
    types: list[str]

    def says(self, title: str, type_name: str) -> bool:
        return title.startswith(self.feature) and (self.types == ["all"] or type_name in self.types)


def rows_of_the_page() -> list[Row]:
    page = (TOP / "docs/compatibility.md").read_text()
    section = page.split("\n## Where an id is not a uuid\n")[1].split("\n## ")[0]
    table = re.findall(r"^\| (.*?) \| (.*?) \|", section, re.M)
    rows = [Row(feature.strip("`"), types.split(", ")) for feature, types in table]
    assert rows[0].feature == "feature"
    return rows[1:]


@pytest.fixture(scope="module")
def database(shared_server: Server) -> Database:
    there = "SELECT count(*) FROM pg_available_extensions WHERE name = 'btree_gist'"
    if shared_server.value(there) == "0":
        pytest.skip("no btree_gist, which uuid needs")
    database = shared_server.new_database("features")
    database.sql("CREATE EXTENSION base62id;\n\\i test/matrix/features.sql")
    return database


@pytest.fixture(scope="module")
def differences(database: Database) -> list[tuple[str, str]]:
    """Features and types that answer otherwise than uuid does.

    An index on (id::uuid) is searched by a condition that is derived from the one on id, which
    stays as a filter: that is no difference.
    """
    rows = database.sql(
        """
        SELECT title, ours.type
        FROM answers AS ours JOIN answers AS uuids USING (n, title)
        WHERE uuids.type = 'uuid'
            AND ours.answer <> uuids.answer
            AND NOT (
                ours.type = 'item_id'
                AND title ~ '^brin (minmax_multi|bloom):'
                AND ours.answer = uuids.answer || ' Filter')
        ORDER BY n, ours.k;
        """
    )
    return [(title, type_name) for title, type_name in rows]


def test_several_hundred_features_are_tried_and_uuid_has_most(database: Database) -> None:
    [[tried, refused]] = database.sql(
        """
        SELECT count(*), count(*) FILTER (WHERE answer ~ '^[0-9A-Z]{5}$')
        FROM answers
        WHERE type = 'uuid';
        """
    )
    assert int(tried) > 300
    assert int(refused) < int(tried) / 4


def test_nothing_differs_but_what_the_page_says(differences: list[tuple[str, str]]) -> None:
    said = rows_of_the_page()
    unsaid = [found for found in differences if not any(row.says(*found) for row in said)]
    assert unsaid == []


def test_all_that_the_page_says_differs(
    database: Database, differences: list[tuple[str, str]]
) -> None:
    """But for what a later major is the first to have: it is in no answer of this one."""
    tried = [
        title for [title] in database.sql("SELECT DISTINCT title FROM answers WHERE type = 'uuid'")
    ]
    stale = [
        row.feature
        for row in rows_of_the_page()
        if any(title.startswith(row.feature) for title in tried)
        and not any(title.startswith(row.feature) for title, _ in differences)
    ]
    assert stale == []


def test_the_server_wrote_nothing_bad_to_its_log(database: Database) -> None:
    assert database.server.trouble() == []
