"""Columns, whatever their definitions do with id types and whatever generates their ids, move there
and back.
"""

import pytest
from migrating import Migration, in_the_long_form, migration, server, there_and_back

__all__ = ["migration", "server"]
in_the_long_form()


def test_tables_of_typed_sql_move_there_and_back(migration: Migration) -> None:
    migration.load("typed.sql")
    there_and_back(migration, "--to", "typed")


TOKENS = """
    CREATE TABLE tokens (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
    CREATE TABLE keys (id uuid PRIMARY KEY);
    CREATE TABLE refer (
        id uuid REFERENCES keys,
        low boolean
            GENERATED ALWAYS AS (id < '80000000-0000-0000-0000-000000000000'::uuid) STORED
    );
"""


def test_a_constant_in_a_generated_column_moves_there_and_back(migration: Migration) -> None:
    migration.sql(TOKENS)
    there_and_back(migration, "--to", "typed")


@pytest.mark.parametrize("target", ["ulid", "typed"])
def test_defaults_of_uuid_ossp_move_there_and_back(migration: Migration, target: str) -> None:
    migration.sql(
        """
        CREATE EXTENSION "uuid-ossp";
        CREATE TABLE t (
            id uuid PRIMARY KEY DEFAULT uuid_generate_v4(),
            up uuid DEFAULT gen_random_uuid()
        );
        """
    )
    there_and_back(migration, "--to", target)


def test_a_default_that_a_mask_refuses_is_said_with_its_remedy(migration: Migration) -> None:
    """It masks UUIDs of version 7, so the plan says what makes these."""
    migration.sql(TOKENS)
    masked = ("--type", "tokens=token_id,token,typeid,1")
    remarks = there_and_back(migration, "--to", "typed", "--only", "tokens", *masked)
    remedy = "Before: ALTER TABLE public.tokens ALTER id SET DEFAULT public.uuid_v7_new()"
    assert remedy in remarks
