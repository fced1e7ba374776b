"""Every kind of object that keeps PostgreSQL from changing a column's type is the same after
base62id-migrate has moved the column there and back.
"""

import re

import pytest
from migrating import LONG, Migration, migration, server, there_and_back

__all__ = ["migration", "server"]


@pytest.mark.parametrize(
    "target",
    [
        "base62id",
        pytest.param("base64uuid", marks=LONG),
        pytest.param("ulid", marks=LONG),
    ],
)
def test_every_kind_of_object_is_the_same_there_and_back(migration: Migration, target: str) -> None:
    """Except composite types, of which a remark says that they stay."""
    migration.load("objects.sql")
    migration.load("rows.sql")
    remarks = there_and_back(migration, "--to", target)
    assert re.search(r"^app.pair.a stays uuid: .*\(by hand", remarks, re.MULTILINE)
