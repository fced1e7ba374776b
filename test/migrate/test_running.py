"""base62id-migrate run: it waits for locks no longer than it may, refuses what has changed, and
leaves the session of who executes its file as it was.
"""

import pytest
from conftest import Database, Server
from migrating import (
    TABLES_AND_VIEWS,
    Migration,
    MigrationMaker,
    held,
    in_the_long_form,
    make_migration,
    server,
)

__all__ = ["make_migration", "server"]
in_the_long_form()
CHANGED = "has changed since the file was written"
VALID = "SELECT convalidated FROM pg_constraint WHERE contype = 'f'"


@pytest.fixture(scope="module")
def tables(make_migration: MigrationMaker) -> Migration:
    """The tests of this file are the steps with it, in this order."""
    migration = make_migration("running")
    migration.sql(TABLES_AND_VIEWS)
    return migration


def test_a_password_is_not_said(tables: Migration) -> None:
    named = "dbname=running password='s3 cret'"
    connected = Migration(Database(tables.database.server, named), tables.directory)
    planned = connected.plan("--to", "base62id")
    assert f"run dbname=running password=… {tables.plan_path}" in planned.said
    assert "s3 cret" not in planned.text


def test_no_lock_in_all_attempts_is_a_status_of_its_own(tables: Migration) -> None:
    with held(tables.database, "LOCK TABLE b IN ROW EXCLUSIVE MODE"):
        run = tables.try_to_run("--lock-timeout", "100ms", "--attempts", "2")
    assert run.status == 3


def test_a_run_is_refused_after_a_change(tables: Migration) -> None:
    """With a SQLSTATE of its own."""
    tables.sql("COMMENT ON COLUMN a.id IS 'changed'")
    run = tables.try_to_run()
    assert run.status == 1
    assert len(run.lines(CHANGED)) == 1
    assert tables.database.error(f"\\i {tables.plan_path}").state == "55000"


def test_what_maintenance_changes_is_no_change(tables: Migration) -> None:
    """Run says how long it has held locks, and analyzes all that moved."""
    tables.plan("--to", "base62id")
    tables.sql(
        """
        VACUUM FULL a;
        REFRESH MATERIALIZED VIEW m;
        ANALYZE;
        REINDEX TABLE a;
        """
    )
    run = tables.run()
    assert run.lines("held for .* ms")
    analyzed = "SELECT count(*) FROM pg_stats WHERE schemaname = 'public' AND attname = 'id'"
    assert tables.value(analyzed) == "2"


def test_keys_come_back_not_valid_and_a_second_file_validates_them(tables: Migration) -> None:
    there = str(tables.keep_plan())
    validate = tables.directory / "validate.sql"
    tables.plan("--to", "back", "--was", there, "--validate", str(validate))
    tables.run()
    assert tables.sql(VALID) == [["f"]]

    tables.run(plan=validate)
    assert tables.sql(VALID) == [["t"]]


def test_in_a_transaction_of_somebody_else_the_settings_stay(tables: Migration) -> None:
    tables.plan("--to", "base62id")
    done = tables.database.psql(
        f"""
        SET search_path = somewhere;
        SET lock_timeout = '7s';
        BEGIN;
        \\i {tables.plan_path}
        SHOW search_path;
        SHOW lock_timeout;
        SHOW row_security;
        ROLLBACK;
        """
    )
    assert done.stdout.split() == ["somewhere", "7s", "on"]


def test_a_scratch_database_that_stayed_is_named(tables: Migration, server: Server) -> None:
    server.sql("CREATE DATABASE base62id_migrate_01234567")
    try:
        said = tables.plan("--to", "base62id").said
    finally:
        server.sql("DROP DATABASE base62id_migrate_01234567")
    assert "an earlier run has left base62id_migrate_01234567: dropdb" in said
