"""Columns beside partition keys, there and back."""

import re

from conftest import MAJOR
from migrating import Migration, migration, server, there_and_back

__all__ = ["migration", "server"]


def test_beside_partition_keys(migration: Migration) -> None:
    """By few statements of PL/pgSQL, however many they execute: it keeps a plan of each, and every
    change of the catalogs looks through all plans.

    there_and_back() keeps the script of the way there as there.sql.
    """
    migration.load("partitions.sql")
    there_and_back(migration, "--to", "base62id")
    statement = (migration.directory / "there.sql").read_text()
    assert 0 < len(re.findall("^ *PERFORM", statement, re.MULTILINE)) < 20


def test_a_not_null_of_a_partition_takes_its_parents_name(migration: Migration) -> None:
    """From PostgreSQL 18 on, which has names of them."""
    migration.sql(
        """
        CREATE TABLE attached (id uuid NOT NULL, n int) PARTITION BY LIST (n);
        CREATE TABLE part (id uuid NOT NULL, n int);
        ALTER TABLE attached ATTACH PARTITION part FOR VALUES IN (1);
        """
    )
    planned = migration.plan("--to", "base62id", "--only", "attached", "--only", "part")
    told = planned.lines(
        "the constraint part_id_not_null of public.part"
        " takes its parent's name, attached_id_not_null"
    )
    assert len(told) == (1 if MAJOR >= 18 else 0)

    migration.run()
    names = migration.sql("SELECT conname FROM pg_constraint WHERE conrelid = 'part'::regclass")
    assert names == ([["attached_id_not_null"]] if MAJOR >= 18 else [])
