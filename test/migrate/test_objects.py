"""Every kind of object that stands in the way of ALTER TYPE, there and back."""

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
def test_every_kind_of_object(migration: Migration, target: str) -> None:
    """But composite types, of which a remark tells."""
    migration.load("objects.sql")
    migration.load("rows.sql")
    remarks = there_and_back(migration, "--to", target)
    assert re.search(r"^app.pair.a stays uuid: .*\(by hand", remarks, re.MULTILINE)
