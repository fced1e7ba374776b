"""Names that would end a constant, a line, a dollar quote or a command of psql, were one not
quoted.
"""

from pathlib import Path

import pytest
from conftest import MAJOR
from migrating import (
    Migration,
    MigrationMaker,
    in_the_long_form,
    make_migration,
    server,
    there_and_back,
)
from moves import differences

__all__ = ["make_migration", "server"]
in_the_long_form()
# psql's shell knows where to leave a file.
COMMAND_OF_PSQL = "line\n\\! touch $EXECUTED\n-- more"
NAMES = [
    COMMAND_OF_PSQL,
    "quote ' double \" both",
    "dollar $b$);ALTER ROLE mallory SUPERUSER;$b$",
    "$move$;ALTER ROLE mallory SUPERUSER;DO $move$",
    "back\\slash :n :'n' %s %I {0} \\",
    "dot.ted; -- comment /* open",
    "carriage\\rreturn",
    "carriage\rreturn",
    "sixty three bytes of a name that is as long as one can be 123456",
    "$$ SET SESSION AUTHORIZATION x;\nALTER",
]
OBJECTS_OF_ONE_NAME = """
    CREATE SCHEMA :"n";
    SET search_path = :"n", public;
    CREATE TABLE :"n" (
        :"n" uuid PRIMARY KEY,
        CONSTRAINT :"n" CHECK (:"n" <> other),
        other uuid REFERENCES :"n",
        g uuid GENERATED ALWAYS AS (:"n") STORED
    );
    CREATE VIEW "view" AS SELECT :"n" FROM :"n";
    CREATE FUNCTION :"n"(:"n" uuid) RETURNS bigint
        LANGUAGE sql
        BEGIN ATOMIC
            SELECT count(*) FROM "view";
        END;
    CREATE POLICY :"n" ON :"n" USING (:"n" IS NOT NULL);
    COMMENT ON POLICY :"n" ON :"n" IS :'n';
    COMMENT ON VIEW "view" IS :'n';
    CREATE INDEX "index" ON :"n" (other) WHERE :"n" IS NOT NULL;
"""


@pytest.fixture
def executed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that the command of psql makes."""
    file = tmp_path / "executed"
    monkeypatch.setenv("EXECUTED", str(file))
    return file


@pytest.fixture(scope="module")
def named(make_migration: MigrationMaker) -> Migration:
    migration = make_migration("names")
    migration.sql(
        """
        CREATE ROLE "ro""l'e";
        ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO "ro""l'e";
        """
    )
    for name in NAMES:
        migration.database.sql(OBJECTS_OF_ONE_NAME, n=name)
    return migration


def test_a_command_of_psql_that_is_not_quoted_leaves_a_file(
    named: Migration, executed: Path
) -> None:
    named.psql(COMMAND_OF_PSQL)
    assert executed.exists()


def test_names_move_there_and_back_as_names(named: Migration, executed: Path) -> None:
    there_and_back(named, "--to", "base62id")
    assert not executed.exists()
    assert named.value("SELECT rolsuper FROM pg_roles WHERE rolname = 'mallory'") == "f"


def test_the_file_means_the_same_to_any_client(named: Migration, executed: Path) -> None:
    """Whatever its session says of backslashes, where PostgreSQL still lets it choose."""
    named.plan("--to", "base62id")
    conforming = "off" if MAJOR < 19 else "on"
    named.psql(f"SET standard_conforming_strings = {conforming}; \\i {named.plan_path}\n")
    in_session_of_psql = named.picture().schema

    named.plan("--to", "back", "--was", str(named.keep_plan()))
    named.run()
    named.plan("--to", "base62id")
    named.run()
    assert differences(named.picture().schema, in_session_of_psql) == []
    assert not executed.exists()
