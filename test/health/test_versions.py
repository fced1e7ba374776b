"""base62id_health() says when the SQL objects are not of the library's version: a warning if they
are later, since they may need what the library lacks, and a note if they are earlier.
"""

import re

import pytest
from conftest import TOP, Database, unhealthy
from health import database

__all__ = ["database"]
CONTROL = (TOP / "base62id.control").read_text()
FIRST, SECOND = map(int, re.findall(r"^default_version = '(\d+)\.(\d+)'$", CONTROL, re.M)[0])


def test_the_library_is_of_the_version_of_the_control_file(database: Database) -> None:
    """The test of the test: the versions below are counted from there."""
    assert database.value("SELECT base62id_version()").startswith(f"{FIRST}.{SECOND}.")


@pytest.mark.parametrize(
    ("version", "state"),
    [
        # 1.10 is not 1.1, and later than 1.9.
        pytest.param(f"{FIRST}.{10 * max(SECOND, 1)}", "warning", id="later, by two digits"),
        pytest.param(f"{FIRST + 1}.0", "warning", id="later, by the first number"),
        pytest.param("0.9", "note", id="earlier"),
        pytest.param("0.10", "note", id="earlier, by two digits"),
        pytest.param("next", "note", id="no number"),
    ],
)
def test_an_extension_of_a_later_version_is_a_warning_and_any_other_a_note(
    database: Database, version: str, state: str
) -> None:
    write = "UPDATE pg_extension SET extversion = '{}' WHERE extname = 'base62id'"
    database.sql(write.format(version))
    assert unhealthy(database) == {"version": state}
    database.sql(write.format(f"{FIRST}.{SECOND}"))
    assert unhealthy(database) == {}
