"""A move is the same whatever settings the role has that plans or runs it: each of these would
change a definition, or the digest of definitions.
"""

import pytest
from conftest import Server
from migrating import (
    Migration,
    MigrationMaker,
    in_the_long_form,
    make_migration,
    server,
    there_and_back,
)

__all__ = ["make_migration", "server"]
in_the_long_form()


@pytest.fixture(scope="module")
def odd_role(server: Server) -> str:
    server.sql(
        """
        CREATE ROLE odd SUPERUSER LOGIN;
        ALTER ROLE odd SET transform_null_equals = on;
        ALTER ROLE odd SET bytea_output = escape;
        ALTER ROLE odd SET extra_float_digits = -3;
        ALTER ROLE odd SET DateStyle = 'SQL, DMY';
        ALTER ROLE odd SET array_nulls = off;
        ALTER ROLE odd SET default_tablespace = migrate_space;
        """
    )
    return "odd"


@pytest.fixture(scope="module")
def defined(make_migration: MigrationMaker, odd_role: str) -> Migration:
    """What such settings would change."""
    migration = make_migration("settings")
    migration.sql(
        """
        CREATE FUNCTION given(anyelement, date, float8, text[]) RETURNS int
            LANGUAGE sql IMMUTABLE
            AS 'SELECT 1';
        CREATE TABLE t (
            id uuid PRIMARY KEY,
            n int
                GENERATED ALWAYS AS (
                    given(id, '2020-02-13', '0.1234567890123456', '{NULL,a}')
                ) STORED
        );
        CREATE VIEW v AS SELECT id, id = NULL AS never FROM t;
        CREATE TRIGGER g BEFORE UPDATE OF id ON t
            FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger('a');
        SET check_function_bodies = off;
        CREATE FUNCTION early(v) RETURNS int LANGUAGE sql AS 'SELECT n FROM not_yet';
        CREATE ACCESS METHOD other TYPE TABLE HANDLER heap_tableam_handler;
        ALTER ROLE odd SET default_table_access_method = other;
        CREATE MATERIALIZED VIEW m AS SELECT id FROM t;
        CREATE INDEX ON m (id);
        """
    )
    return migration


def test_settings_of_who_plans_change_nothing(defined: Migration, odd_role: str) -> None:
    there_and_back(defined.as_role(odd_role), "--to", "base62id", runner=defined)


def test_settings_of_who_runs_change_nothing(defined: Migration, odd_role: str) -> None:
    there_and_back(defined, "--to", "base62id", runner=defined.as_role(odd_role))
