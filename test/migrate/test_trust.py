"""A plan stops at strangers, whose code could run with the rights of who plans: these tests say who
is none, and what a name after --trust means.
"""

import pytest
from attacks import CHANGED, STRANGER, with_application
from migrating import (
    Migration,
    MigrationMaker,
    make_migration,
    migration,
    on_one_server,
    server,
    stepwise,
)

__all__ = ["make_migration", "migration", "server", "stepwise"]
on_one_server()
TRUST_ALICE = ("--to", "base62id", "--trust", "alice")
TRUST_BOTH = (*TRUST_ALICE, "--trust", "mallory")
SCHEMA_OF_MALLORY = "CREATE SCHEMA hers AUTHORIZATION mallory"
HER_CODE = f"{STRANGER}mallory owns "


# Names -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_her_schema(make_migration: MigrationMaker) -> Migration:
    migration = with_application(make_migration("with_her_schema"))
    migration.sql(SCHEMA_OF_MALLORY)
    return migration


def test_public_cannot_be_trusted(with_her_schema: Migration) -> None:
    with_her_schema.stops(
        "REVOKE CREATE ON SCHEMA . FROM PUBLIC", "--to", "base62id", "--trust", "PUBLIC"
    )


def test_a_name_is_no_pattern_and_what_to_paste_is_said(with_her_schema: Migration) -> None:
    stop = with_her_schema.stops("^  mallory ", *TRUST_ALICE, "--trust", "m%")
    assert stop.has("^--trust mallory$")


def test_all_that_are_named_are_trusted_at_run_too_and_on_the_way_back(
    with_her_schema: Migration,
) -> None:
    with_her_schema.plan(*TRUST_BOTH)
    there = with_her_schema.keep_plan()
    with_her_schema.run()

    with_her_schema.plan("--to", "back", "--was", str(there))
    with_her_schema.run()


# Who needs not be named ------------------------------------------------------------------------


def test_superusers_large_objects_and_default_privileges_are_no_strangers(
    migration: Migration,
) -> None:
    with_application(migration).sql(
        """
        CREATE ROLE other_dba SUPERUSER;
        CREATE SCHEMA his AUTHORIZATION other_dba;
        ALTER DEFAULT PRIVILEGES FOR ROLE mallory GRANT SELECT ON TABLES TO PUBLIC;
        SELECT lo_create(1);
        ALTER LARGE OBJECT 1 OWNER TO mallory;
        """
    )
    try:
        migration.plan(*TRUST_ALICE)
    finally:
        migration.sql(
            """
            ALTER DEFAULT PRIVILEGES FOR ROLE mallory REVOKE SELECT ON TABLES FROM PUBLIC;
            DROP SCHEMA his;
            DROP ROLE other_dba;
            """
        )


def test_who_plans_and_runs_is_no_stranger(migration: Migration) -> None:
    with_application(migration).sql(
        f"""
        ALTER DATABASE {migration.database.name} OWNER TO alice;
        ALTER ROLE alice CREATEDB;
        """
    )
    try:
        of_alice = migration.as_role("alice")
        of_alice.plan("--to", "base62id")
        of_alice.run()
    finally:
        migration.sql("ALTER ROLE alice NOCREATEDB")


# Three files -----------------------------------------------------------------------------------


def test_each_of_three_files_refuses_by_itself(stepwise: Migration) -> None:
    """For who executes them by psql. A refusal does nothing, so that the file goes on later."""
    with_application(stepwise)
    stepwise.plan(*TRUST_ALICE)
    for name in ("1-prepare.sql", "2-move.sql", "3-finish.sql"):
        stepwise.sql(SCHEMA_OF_MALLORY)
        assert HER_CODE in stepwise.refusal_of(name)
        made = "SELECT count(*) FROM pg_class WHERE relname ~ '^base62id_[0-9a-f]{12}$'"
        if name == "1-prepare.sql":
            assert stepwise.value(made) == "0"

        stepwise.sql("DROP SCHEMA hers")
        stepwise.execute(name)


def test_the_first_file_refuses_after_a_change(stepwise: Migration) -> None:
    with_application(stepwise)
    stepwise.plan(*TRUST_ALICE)
    stepwise.sql("COMMENT ON COLUMN app.a.id IS 'changed'")
    assert CHANGED in stepwise.refusal_of("1-prepare.sql")
