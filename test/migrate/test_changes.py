"""No change of others is lost by a move: after a plan was written, and while it is written, a
change makes it stop; while it is executed, a change waits.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from attacks import CHANGED, STRANGER, with_application
from conftest import MAJOR, Database, wait_until
from migrating import (
    LONG,
    Migration,
    MigrationMaker,
    make_migration,
    on_one_server,
    server,
    start_psql,
)
from moves import environment_of

__all__ = ["make_migration", "server"]
on_one_server()
TRUST_ALICE = ("--trust", "alice")
MORE_OBJECTS = """
    ALTER TABLE app.a
        ADD CONSTRAINT ex EXCLUDE (id WITH =),
        ALTER b SET DEFAULT gen_random_uuid();
    CREATE MATERIALIZED VIEW app.m AS SELECT id FROM app.a;
    CREATE STATISTICS app.s ON id, b FROM app.a;
    CREATE INDEX other ON app.a (b) WHERE id IS NOT NULL;
    CREATE OPERATOR app.=== (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = uuid_eq);
    CREATE POLICY p ON app.a USING (id OPERATOR(app.===) b);
    CREATE TABLE app.above ();
    CREATE PUBLICATION p;
    CREATE AGGREGATE app.sum(int) (sfunc = int4pl, stype = int, initcond = '0');
    CREATE VIEW app.sums AS SELECT app.sum(1) AS n FROM app.a GROUP BY id;
    CREATE FUNCTION app."of("(u uuid) RETURNS bigint
        LANGUAGE sql
        BEGIN ATOMIC
            SELECT count(*) FROM app.a WHERE id = u;
        END;
    ALTER FUNCTION app."of("(uuid) OWNER TO alice;
    ALTER FUNCTION app.of(uuid) OWNER TO alice;
    ALTER TABLE app.m OWNER TO alice;
    ALTER STATISTICS app.s OWNER TO alice;
"""
CHANGES = [
    "GRANT SELECT (id) ON app.v TO mallory",
    "GRANT SELECT ON app.v TO mallory",
    "GRANT SELECT (id) ON app.m TO mallory",
    "GRANT EXECUTE ON FUNCTION app.of(uuid) TO mallory",
    "COMMENT ON VIEW app.v IS 'x'",
    "COMMENT ON COLUMN app.v.id IS 'x'",
    "COMMENT ON FUNCTION app.of(uuid) IS 'x'",
    "COMMENT ON INDEX app.known IS 'x'",
    "COMMENT ON INDEX app.ex IS 'x'",
    "COMMENT ON CONSTRAINT ex ON app.a IS 'x'",
    "SECURITY LABEL FOR migrate_test ON VIEW app.v IS 'x'",
    "ALTER INDEX app.ex SET (fillfactor = 50)",
    "COMMENT ON STATISTICS app.s IS 'x'",
    "COMMENT ON POLICY p ON app.a IS 'x'",
    "ALTER TABLE app.a OWNER TO mallory",
    "ALTER VIEW app.v OWNER TO mallory",
    "ALTER TABLE app.a OWNER TO postgres",
    "ALTER VIEW app.v OWNER TO postgres",
    "ALTER VIEW app.v SET (security_barrier)",
    "ALTER MATERIALIZED VIEW app.m SET (fillfactor = 50)",
    "ALTER INDEX app.known SET (fillfactor = 50)",
    "ALTER STATISTICS app.s SET STATISTICS 7",
    "ALTER FUNCTION app.of(uuid) COST 7",
    "ALTER FUNCTION app.of(uuid) SECURITY DEFINER",
    """
    CREATE OR REPLACE FUNCTION app.of(u uuid) RETURNS bigint
        LANGUAGE sql
        BEGIN ATOMIC
            SELECT count(*) + 1 FROM app.a WHERE id = u;
        END
    """,
    "ALTER POLICY p ON app.a USING (false)",
    "CREATE POLICY q ON app.a",
    "CREATE OR REPLACE VIEW app.v AS SELECT NULL::uuid AS id, 7 AS n",
    "CREATE RULE r AS ON DELETE TO app.a DO INSTEAD NOTHING",
    """
    CREATE TRIGGER t BEFORE UPDATE ON app.a
        FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()
    """,
    "CREATE TABLE app.below () INHERITS (app.a)",
    "ALTER TABLE app.a INHERIT app.above",
    "ALTER TABLE app.a ALTER b SET DEFAULT md5('x')::uuid",
    "ALTER TABLE app.a RENAME CONSTRAINT two TO three",
    "ALTER TABLE app.a CLUSTER ON a_pkey",
    "ALTER PUBLICATION p ADD TABLE app.a",
    'ALTER FUNCTION app."of("(uuid) COST 7',
]
if MAJOR >= 18:
    CHANGES.append("CREATE TABLE app.refers (id uuid REFERENCES app.a NOT ENFORCED)")
# What is not dropped, so nobody waits for it: an operator and an aggregate that definitions call,
# which the move does not lock, and default privileges, for which there is no lock. The latter are
# looked up again after the locks.
CHANGES_FOR_WHICH_NOBODY_WAITS = [
    "ALTER OPERATOR app.=== (uuid, uuid) SET (RESTRICT = eqsel)",
    """
    CREATE OR REPLACE AGGREGATE app.sum(int) (sfunc = int4pl, stype = int, initcond = '1')
    """,
    "ALTER DEFAULT PRIVILEGES FOR ROLE alice GRANT ALL ON TABLES TO mallory",
]


def title(statement: str) -> str:
    return " ".join(statement.split())


# Between plan and run --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def planned(make_migration: MigrationMaker) -> Migration:
    migration = with_application(make_migration("between"))
    migration.sql(MORE_OBJECTS)
    migration.plan("--to", "base62id", *TRUST_ALICE)
    return migration


@pytest.mark.parametrize("change", CHANGES + CHANGES_FOR_WHICH_NOBODY_WAITS, ids=title)
def test_the_move_is_refused_after_a_change(planned: Migration, change: str) -> None:
    """Who owns something is looked up first."""
    refused = f"{STRANGER}mallory owns " if "OWNER TO mallory" in change else CHANGED
    said = planned.psql(f"BEGIN; {change}; \\i {planned.plan_path}\n")
    assert said.count(refused) == 1, said


def test_the_move_is_refused_after_a_change_while_it_waited_for_locks(planned: Migration) -> None:
    statement = planned.plan_path.read_text()
    before, after = statement.split("\n-- Waits for", 1)
    changing = f"{before}\nCOMMENT ON VIEW app.v IS 'x';\n-- Waits for{after}"
    assert planned.psql(f"BEGIN;\n{changing}").count("has changed since the file") == 1


# Between comparison and DROP -------------------------------------------------------------------


@pytest.fixture(scope="module")
def halted(planned: Migration) -> Iterator["subprocess.Popen[str]"]:
    """A move that has all locks and has compared, and waits before the first DROP until there are
    default privileges.
    """
    there = "-- The locks are there.\n"
    before, after = planned.plan_path.read_text().split(there, 1)
    wait = """
        WHILE NOT EXISTS (SELECT FROM pg_default_acl) LOOP
            PERFORM pg_catalog.pg_sleep(0.1);
        END LOOP;
    """
    halting = planned.directory / "halting.sql"
    halting.write_text(f"{before}{there}{wait}{after}")
    database = planned.database
    psql = start_psql(planned, halting)
    wait_until(
        database,
        f"""
        SELECT count(*) = 1
        FROM pg_stat_activity
        WHERE datname = '{database.name}' AND wait_event = 'PgSleep'
        """,
    )
    yield psql
    psql.kill()
    psql.communicate()


@pytest.mark.parametrize("change", CHANGES, ids=title)
def test_a_change_waits_from_the_comparison_on(
    planned: Migration, halted: "subprocess.Popen[str]", change: str
) -> None:
    said = planned.psql(f"SET lock_timeout = '50ms'; {change}")
    assert said.count("due to lock timeout") == 1, said


def test_default_privileges_are_looked_up_again_before_the_drop(
    planned: Migration, halted: "subprocess.Popen[str]"
) -> None:
    planned.sql("ALTER DEFAULT PRIVILEGES FOR ROLE alice GRANT SELECT ON TABLES TO mallory")
    said, _ = halted.communicate(timeout=120)
    line = next(line for line in said.splitlines() if "default privileges would use GRANT" in line)
    assert "mallory=r/alice" in line


# While a plan is written -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def planned_meanwhile(make_migration: MigrationMaker) -> Migration:
    return with_application(make_migration("meanwhile"))


def path_that_revokes(database: Database, directory: Path) -> str:
    """A PATH on which pg_restore, with which a plan makes its copies, first revokes a grant."""
    programs = directory / "programs"
    programs.mkdir()
    program = programs / "pg_restore"
    program.write_text(
        "#!/bin/bash\n"
        "PGOPTIONS= psql -XAtq"
        f" -d {database.name} -c 'REVOKE ALL ON app.v FROM mallory'\n"
        f'exec {database.server.bin}/pg_restore "$@"\n'
    )
    program.chmod(0o755)
    return f"{programs}:{environment_of(database)['PATH']}"


@LONG
@pytest.mark.parametrize("back", [False, True], ids=["there", "back"])
def test_a_grant_that_is_revoked_while_a_plan_is_written_is_not_granted_again(
    planned_meanwhile: Migration, tmp_path: Path, back: bool
) -> None:
    migration = planned_meanwhile
    options = ["--to", "base62id"]
    if back:
        migration.plan(*options, *TRUST_ALICE)
        options = ["--to", "back", "--was", str(migration.keep_plan())]
        migration.run()

    migration.sql("GRANT SELECT ON app.v TO mallory")
    migration.stops(
        "has changed while this was written, as the acl app.TABLE v",
        *(*options, *TRUST_ALICE),
        PATH=path_that_revokes(migration.database, tmp_path),
    )
    migration.plan(*options, *TRUST_ALICE)
