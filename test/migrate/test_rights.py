"""A role plans and runs a move with the rights that it has: the owner and its members can, others
are refused before anything happens, and a stop says which right is missing.

alice owns the database and the tables, creator is her member and may make databases, mallory is
neither. The tests of one database are in the order of what they do to it.
"""

import pytest
from attacks import with_application
from conftest import Database, Server
from migrating import (
    Migration,
    MigrationMaker,
    in_the_long_form,
    make_migration,
    migration,
    server,
    stepwise,
)

__all__ = ["make_migration", "migration", "server", "stepwise"]
in_the_long_form()
TRUST_ALICE = ("--to", "base62id", "--trust", "alice")


def scratch_as_superuser(server: Server) -> tuple[str, str]:
    """Where scratch databases are made for who may make none."""
    return "--scratch", f"host={server.directory} user=postgres dbname=postgres"


@pytest.fixture(scope="module")
def of_alice(make_migration: MigrationMaker) -> Migration:
    migration = with_application(make_migration("rights"))
    migration.sql(
        """
        ALTER DATABASE rights OWNER TO alice;
        CREATE ROLE creator LOGIN CREATEDB IN ROLE alice;
        """
    )
    return migration


def test_who_may_create_by_owning_the_database_plans(migration: Migration) -> None:
    migration.sql(
        f"DROP EXTENSION base62id; ALTER DATABASE {migration.database.name} OWNER TO alice"
    )
    of_owner = migration.as_role("alice")
    of_owner.sql(
        """
        CREATE EXTENSION base62id;
        CREATE TABLE t (id uuid);
        CREATE INDEX ON t (id) WHERE id IS NOT NULL;
        """
    )
    migration.plan(*TRUST_ALICE)


@pytest.fixture(scope="module")
def keeper(server: Server) -> str:
    """Who owns databases, and may make others; accounting is a role that gets rights there."""
    server.sql(
        "CREATE ROLE keeper LOGIN CREATEDB; CREATE ROLE accounting; GRANT accounting TO keeper"
    )
    return "keeper"


@pytest.fixture
def with_grants(migration: Migration, keeper: str) -> Migration:
    """The owner has granted functions of the extension, as docs/numbers.md says. pg_dump writes
    such grants as pg_database_owner's, which nobody can become.
    """
    name = migration.database.name
    migration.sql(f"DROP EXTENSION base62id; ALTER DATABASE {name} OWNER TO {keeper}")
    migration.as_role(keeper).sql(
        """
        CREATE SCHEMA ids;
        CREATE EXTENSION base62id SCHEMA ids;
        GRANT USAGE ON SCHEMA ids TO accounting;
        GRANT EXECUTE ON FUNCTION ids.uid11_mask, ids.uid11_unmask TO accounting;
        CREATE TABLE t (id uuid PRIMARY KEY);
        INSERT INTO t VALUES (gen_random_uuid());
        """
    )
    return migration


GRANTED = """
    SELECT has_function_privilege(
        'accounting', 'ids.uid11_mask(bigint, text, integer)', 'EXECUTE')
"""


@pytest.mark.parametrize("role", ["keeper", "postgres"])
def test_grants_on_functions_of_the_extension(with_grants: Migration, role: str) -> None:
    of_role = with_grants.as_role(role)
    of_role.plan("--to", "base62id", "--trust", "keeper")
    of_role.run()
    assert with_grants.value("SELECT pg_typeof(id) FROM t") == "ids.base62id"
    assert with_grants.value(GRANTED) == "t"

    left = of_role.command("leave", with_grants.database.name, "--trust", "keeper")
    assert left.status == 0, left.text
    assert with_grants.value("SELECT pg_typeof(id) FROM t") == "uuid"


def test_what_a_grant_on_a_function_of_the_extension_makes_possible(
    with_grants: Migration,
) -> None:
    """A copy has the grants: a view that needs one is filled there, too."""
    with_grants.sql("GRANT CREATE ON SCHEMA public TO accounting")
    of_owner = with_grants.as_role("keeper")
    of_owner.sql(
        """
        GRANT SELECT ON t TO accounting;
        CREATE MATERIALIZED VIEW shown AS SELECT id, ids.uid11_mask(42, 'inv') AS number FROM t;
        ALTER MATERIALIZED VIEW shown OWNER TO accounting;
        """
    )
    of_owner.plan("--to", "base62id", "--trust", "accounting")
    of_owner.run()
    assert with_grants.value("SELECT count(number) FROM shown JOIN t USING (id)") == "1"


def test_an_owner_for_whom_this_role_cannot_act(of_alice: Migration, server: Server) -> None:
    of_alice.sql(
        """
        CREATE TABLE app.mallorys (id uuid);
        ALTER TABLE app.mallorys OWNER TO mallory;
        GRANT SELECT ON app.mallorys TO PUBLIC;
        """
    )
    of_alice.as_role("creator").stops(
        "GRANT mallory TO creator",
        *TRUST_ALICE,
        "--trust",
        "mallory",
        *scratch_as_superuser(server),
    )
    of_alice.sql("DROP TABLE app.mallorys")


def test_a_role_that_may_make_no_database_is_told_of_scratch(of_alice: Migration) -> None:
    of_alice.as_role("alice").stops(
        "--scratch", "--to", "base62id", "--only", "app.a", "--trust", "creator"
    )


def test_who_has_granted_is_a_stranger_too(of_alice: Migration, server: Server) -> None:
    of_alice.sql(
        """
        SET ROLE alice;
        GRANT USAGE ON SCHEMA app TO mallory;
        GRANT SELECT ON app.v TO mallory WITH GRANT OPTION;
        SET ROLE mallory;
        GRANT SELECT ON app.v TO PUBLIC;
        """
    )
    of_alice.as_role("creator").stops(
        "mallory owns or grants", *TRUST_ALICE, *scratch_as_superuser(server)
    )
    of_alice.sql("SET ROLE alice; REVOKE ALL ON app.v FROM mallory CASCADE")


@pytest.fixture(scope="module")
def planned_by_creator(of_alice: Migration, server: Server) -> Migration:
    of_alice.as_role("creator").plan(
        *TRUST_ALICE, "--trust", "creator", *scratch_as_superuser(server)
    )
    return of_alice


def test_a_role_that_is_no_member_cannot_run_it(planned_by_creator: Migration) -> None:
    run = planned_by_creator.as_role("mallory").try_to_run()
    assert run.status == 1
    assert run.has('42501: permission denied (to set role "alice"|for schema app)$'), run.text


def test_a_transaction_that_does_not_see_what_others_commit_is_refused(
    planned_by_creator: Migration,
) -> None:
    said = planned_by_creator.psql(
        f"BEGIN ISOLATION LEVEL REPEATABLE READ; \\i {planned_by_creator.plan_path}\n"
    )
    assert said.count("what others commit is not seen") == 1


def test_a_role_that_was_set_stays_set(planned_by_creator: Migration) -> None:
    done = planned_by_creator.database.psql(
        f"""
        SET ROLE alice;
        BEGIN;
        \\i {planned_by_creator.plan_path}
        SELECT current_user;
        ROLLBACK;
        """
    )
    assert done.stdout.split() == ["alice"]


def test_a_member_runs_it_for_the_owner(planned_by_creator: Migration) -> None:
    planned_by_creator.as_role("creator").run()
    owners = """
        SELECT DISTINCT relowner::regrole
        FROM pg_class
        WHERE relnamespace = 'app'::regnamespace
    """
    assert planned_by_creator.sql(owners) == [["alice"]]


def test_a_role_that_the_database_sets_is_not_who_plans(planned_by_creator: Migration) -> None:
    planned_by_creator.sql("ALTER DATABASE rights SET role = mallory")
    planned_by_creator.plan("--to", "uuid", "--trust", "alice", "--trust", "creator", PGOPTIONS="")


def test_an_owners_name_that_has_words_of_sql(migration: Migration, server: Server) -> None:
    server.sql(
        """
        CREATE ROLE "the OWNER of" LOGIN CREATEDB;
        CREATE DATABASE odd_owner OWNER "the OWNER of" TEMPLATE template0;
        """
    )
    odd = Migration(Database(server, "odd_owner", "the OWNER of"), migration.directory)
    odd.sql("CREATE EXTENSION base62id; CREATE TABLE t (id uuid PRIMARY KEY)")
    odd.plan("--to", "base62id")


def test_who_may_drop_neither_the_extension_nor_a_type_does_not_begin_to_leave(
    stepwise: Migration, server: Server
) -> None:
    """The last file would fail after all have moved. The owner of a type's schema may drop it."""
    name = stepwise.database.name
    with_application(stepwise).sql(
        f"""
        ALTER DATABASE {name} OWNER TO alice;
        ALTER TABLE app.a ADD own base62id;
        CREATE SCHEMA ids;
        GRANT USAGE ON SCHEMA ids TO alice;
        SELECT typeid_create_type('ids.a_id', 'aa');
        """
    )
    where = ["leave", name, "-o", str(stepwise.plan_path), *scratch_as_superuser(server)]
    only_the_owner = (
        "^(stop: )?only the owner of the (extension base62id|type ids.a_id, or of its schema),"
        " or a superuser, can drop it: run leave as that role$"
    )
    leave = stepwise.as_role("alice").command(*where)
    assert (leave.status, len(leave.lines(only_the_owner))) == (1, 2), leave.text

    stepwise.sql("ALTER SCHEMA ids OWNER TO alice")
    leave = stepwise.as_role("alice").command(*where)
    assert (leave.status, len(leave.lines("only the owner of"))) == (1, 1), leave.text
