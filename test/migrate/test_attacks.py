"""Whatever somebody else has planted, owned or named, who plans and runs a move does not execute it
with their own rights.

Each attack is made before the plan, which stops, and between plan and run, which refuses. Nothing
happens, and nothing that mallory wrote is executed.
"""

import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from attacks import CODE_OF_MALLORY, TYPE_OF_ID, mallorys_traces, with_application
from conftest import MAJOR, Database, Server
from migrating import (
    IN_LONG_FORM,
    Migration,
    MigrationMaker,
    Outcome,
    make_migration,
    on_one_server,
    server,
)

__all__ = ["make_migration", "server"]
on_one_server()
READS = "reads the definitions"
TRUST_ALICE = ("--to", "base62id", "--trust", "alice")
OVERLOAD_OF_A_BUILT_IN = f"""
    {CODE_OF_MALLORY}
    GRANT CREATE ON SCHEMA public TO mallory;
    SET ROLE mallory;
    CREATE FUNCTION public.num_nonnulls(base62id, base62id) RETURNS int
        LANGUAGE sql IMMUTABLE
        AS 'SELECT evil.rise()::int';
"""


@dataclass(frozen=True)
class Attack:
    """Who the stop has to name, and what makes it possible."""

    title: str
    stranger: str
    statements: str


# A right alone, and code that is there to be executed: these are tried in the short form, too.
FIRST_ATTACKS = [
    Attack(
        "the right of everybody",
        "PUBLIC",
        """
        CREATE SCHEMA tools;
        GRANT CREATE ON SCHEMA tools TO PUBLIC;
        """,
    ),
    Attack(
        "an overload of a built-in function",
        "mallory",
        OVERLOAD_OF_A_BUILT_IN,
    ),
    Attack(
        "an overload that stays when the right goes",
        "mallory",
        f"""
        {OVERLOAD_OF_A_BUILT_IN}
        RESET ROLE;
        REVOKE CREATE ON SCHEMA public FROM mallory;
        ALTER SCHEMA evil OWNER TO postgres;
        """,
    ),
    Attack(
        "code in a CHECK",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        SET ROLE mallory;
        CREATE TABLE evil.t (
            id uuid PRIMARY KEY,
            CHECK (id IS NULL OR evil.become(id))
        );
        INSERT INTO evil.t VALUES (gen_random_uuid());
        """,
    ),
    Attack(
        "a constant of an array of a domain",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        SET ROLE mallory;
        CREATE DOMAIN evil.d AS int CHECK (evil.rise());
        CREATE VIEW evil.v AS SELECT '{{1}}'::evil.d[] AS d;
        """,
    ),
    Attack(
        "an event trigger's function",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        CREATE FUNCTION evil.e() RETURNS event_trigger
            LANGUAGE plpgsql
            AS 'BEGIN
                PERFORM evil.rise();
            END';
        ALTER FUNCTION evil.e OWNER TO mallory;
        ALTER SCHEMA evil OWNER TO postgres;
        CREATE EVENT TRIGGER attacked ON ddl_command_end EXECUTE FUNCTION evil.e();
        """,
    ),
]
MORE_ATTACKS = [
    Attack(
        "the right to create where all is looked up",
        "mallory",
        "GRANT CREATE ON SCHEMA public TO mallory",
    ),
    Attack(
        "the right in pg_catalog",
        "mallory",
        "GRANT CREATE ON SCHEMA pg_catalog TO mallory",
    ),
    Attack(
        "an empty schema",
        "mallory",
        "CREATE SCHEMA hers AUTHORIZATION mallory",
    ),
    Attack(
        "the database",
        "mallory",
        "ALTER DATABASE attacked OWNER TO mallory",
    ),
    Attack(
        "the database, by which public is hers",
        "mallory",
        """
        ALTER DATABASE attacked OWNER TO mallory;
        ALTER SCHEMA public OWNER TO pg_database_owner;
        """,
    ),
    Attack(
        "a member of the owner",
        "mallory can become alice",
        "GRANT alice TO mallory",
    ),
    Attack(
        "an overload of the application's function",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        GRANT CREATE ON SCHEMA app TO mallory;
        SET ROLE mallory;
        CREATE FUNCTION app.known(base62id) RETURNS boolean
            LANGUAGE sql IMMUTABLE
            AS 'SELECT evil.rise()';
        """,
    ),
    Attack(
        "an operator beside that of a view",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        SET ROLE mallory;
        CREATE FUNCTION evil.f(base62id, uuid[]) RETURNS boolean
            LANGUAGE sql
            AS 'SELECT evil.rise()';
        CREATE OPERATOR evil.<> (LEFTARG = base62id, RIGHTARG = uuid[], FUNCTION = evil.f);
        """,
    ),
    Attack(
        "a cast to a type of hers",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        SET ROLE mallory;
        CREATE TYPE evil.t AS (x boolean);
        CREATE FUNCTION evil.c(base62id) RETURNS evil.t
            LANGUAGE sql IMMUTABLE
            AS 'SELECT ROW(evil.rise())::evil.t';
        CREATE CAST (base62id AS evil.t) WITH FUNCTION evil.c(base62id) AS IMPLICIT;
        """,
    ),
    Attack(
        "a partition of hers",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        CREATE TABLE app.p (id uuid, n int) PARTITION BY LIST (n);
        CREATE TABLE evil.p PARTITION OF app.p FOR VALUES IN (1);
        ALTER TABLE evil.p OWNER TO mallory;
        SET ROLE mallory;
        CREATE INDEX ON evil.p (n) WHERE evil.become(7);
        """,
    ),
    Attack(
        "what an owner's materialized view reads",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        SET ROLE mallory;
        CREATE VIEW evil.v AS SELECT evil.rise() AS b;
        GRANT SELECT ON evil.v TO alice;
        SET ROLE alice;
        CREATE MATERIALIZED VIEW app.m AS
            SELECT a.id, v.b
            FROM app.a AS a, evil.v AS v
            WITH NO DATA;
        """,
    ),
    Attack(
        "an operator class by her function",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        CREATE FUNCTION evil.cmp(int, int) RETURNS int
            LANGUAGE plpgsql IMMUTABLE
            AS 'BEGIN
                PERFORM evil.rise();
                RETURN $1 - $2;
            END';
        ALTER FUNCTION evil.cmp OWNER TO mallory;
        CREATE OPERATOR CLASS evil.ops FOR TYPE int USING btree AS
            OPERATOR 1 <,
            OPERATOR 2 <=,
            OPERATOR 3 =,
            OPERATOR 4 >=,
            OPERATOR 5 >,
            FUNCTION 1 evil.cmp(int, int);
        CREATE INDEX ON app.a (n evil.ops);
        ALTER SCHEMA evil OWNER TO postgres;
        """,
    ),
    Attack(
        "a trigger's function",
        "mallory",
        f"""
        {CODE_OF_MALLORY}
        CREATE FUNCTION evil.t() RETURNS trigger
            LANGUAGE plpgsql
            AS 'BEGIN
                PERFORM evil.rise();
                RETURN NEW;
            END';
        CREATE TRIGGER t AFTER UPDATE OF id ON app.a FOR EACH ROW EXECUTE FUNCTION evil.t();
        ALTER FUNCTION evil.t OWNER TO mallory;
        ALTER SCHEMA evil OWNER TO postgres;
        """,
    ),
    Attack(
        "a collation, and a text search configuration",
        "mallory",
        """
        CREATE COLLATION app.c FROM "C";
        ALTER COLLATION app.c OWNER TO mallory;
        CREATE TEXT SEARCH CONFIGURATION app.f (copy = pg_catalog.simple);
        ALTER TEXT SEARCH CONFIGURATION app.f OWNER TO mallory;
        """,
    ),
    Attack(
        "a server that connects here",
        "mallory",
        """
        CREATE EXTENSION postgres_fdw;
        GRANT USAGE ON FOREIGN DATA WRAPPER postgres_fdw TO mallory;
        SET ROLE mallory;
        CREATE SERVER back FOREIGN DATA WRAPPER postgres_fdw;
        """,
    ),
    Attack(
        "an extension of hers",
        "mallory",
        """
        GRANT CREATE ON DATABASE attacked TO mallory;
        SET ROLE mallory;
        CREATE EXTENSION hstore SCHEMA app;
        """,
    ),
    Attack(
        "a publication of hers",
        "mallory",
        """
        CREATE PUBLICATION p;
        GRANT CREATE ON DATABASE attacked TO mallory;
        ALTER PUBLICATION p OWNER TO mallory;
        """,
    ),
]
# From PostgreSQL 16 on, it takes ADMIN OPTION to grant a role.
ATTACKS_BEFORE_16 = [
    Attack(
        "who may make roles, and so can become any",
        "mallory can become alice",
        "ALTER ROLE mallory CREATEROLE",
    ),
    Attack(
        "a member of who may make roles",
        "mallory can become alice",
        "CREATE ROLE maker CREATEROLE ROLE mallory",
    ),
]


def parameters() -> list[Any]:
    more = MORE_ATTACKS + (ATTACKS_BEFORE_16 if MAJOR < 16 else [])
    tried = FIRST_ATTACKS + (more if IN_LONG_FORM else [])
    return [pytest.param(attack, id=attack.title) for attack in tried]


# What was planned before the attack --------------------------------------------------------------


@pytest.fixture(scope="module")
def planned(make_migration: MigrationMaker) -> Migration:
    """The application of alice, and a plan of it. Each attack gets a copy of the database."""
    migration = with_application(make_migration("planned"))
    planning = migration.plan(*TRUST_ALICE)
    assert READS in planning.said, "so that a plan that has read nothing can be told"
    return migration


def copy_of(planned: Migration, name: str) -> Migration:
    """A copy has the OIDs of what it is a copy of, so that the plan finds there what it was written
    for, and is refused for nothing but the attack.
    """
    server = planned.database.server
    server.sql(f"CREATE DATABASE {name} TEMPLATE planned")
    directory = planned.directory / name
    directory.mkdir(exist_ok=True)
    return Migration(Database(server, name), directory)


# Attacks ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attacked:
    """What came of an attack."""

    stranger: str
    plan: Outcome
    planned_anything: bool
    run: Outcome  # of what was planned before
    type_of_id: str
    traces: set[str]


@pytest.fixture(scope="module", params=parameters())
def attacked(request: pytest.FixtureRequest, planned: Migration) -> Iterator[Attacked]:
    attack: Attack = request.param
    server = planned.database.server
    migration = copy_of(planned, "attacked")
    migration.sql(attack.statements)
    size = server.log_size()
    plan = migration.try_to_plan(*TRUST_ALICE)
    planned_anything = migration.plan_path.exists()
    run = migration.try_to_run(plan=planned.plan_path)
    yield Attacked(
        attack.stranger,
        plan,
        planned_anything,
        run,
        migration.value(TYPE_OF_ID),
        mallorys_traces(server, size),
    )
    shutil.rmtree(migration.directory)
    server.sql(
        """
        DROP DATABASE attacked;
        REVOKE alice FROM mallory;
        ALTER ROLE mallory NOCREATEROLE;
        DROP ROLE IF EXISTS maker;
        """
    )


def test_the_plan_stops_and_names_the_stranger(attacked: Attacked) -> None:
    assert attacked.plan.status == 1
    assert attacked.plan.has(f"^  {attacked.stranger}( |$)"), attacked.plan.text
    assert not attacked.planned_anything


def test_the_plan_has_read_nothing_before(attacked: Attacked) -> None:
    assert READS not in attacked.plan.said


def test_the_run_of_an_earlier_plan_is_refused(attacked: Attacked) -> None:
    refusal = "42501: code of others could run with your rights: "
    assert attacked.run.status == 1
    [line] = attacked.run.lines(refusal)
    assert re.search(f"{refusal}.*{attacked.stranger}( |;|$)", line)


def test_nothing_has_moved(attacked: Attacked) -> None:
    assert attacked.type_of_id == "uuid"


def test_none_of_her_code_has_run(attacked: Attacked) -> None:
    assert attacked.traces == set()


# The same code where it does run -----------------------------------------------------------------


@pytest.fixture(scope="module")
def traced(planned: Migration) -> Migration:
    """The plan restores a view, of which a domain checks a constant; the move asks a CHECK of each
    row, as the owner.
    """
    migration = copy_of(planned, "traced")
    migration.sql(
        f"""
        {CODE_OF_MALLORY}
        SET ROLE mallory;
        CREATE DOMAIN evil.d AS int CHECK (evil.rise());
        CREATE VIEW evil.v AS SELECT '{{1}}'::evil.d[] AS d;
        CREATE TABLE evil.t (
            id uuid PRIMARY KEY,
            CHECK (id IS NULL OR evil.become(id))
        );
        INSERT INTO evil.t VALUES (gen_random_uuid());
        """
    )
    return migration


def test_code_leaves_a_trace_in_a_transaction_that_reads_only_and_is_rolled_back(
    traced: Migration, server: Server
) -> None:
    size = server.log_size()
    traced.sql("BEGIN READ ONLY; SELECT evil.rise(); ROLLBACK")
    assert mallorys_traces(server, size) == {"mallory ran as postgres"}


def test_code_of_who_is_trusted_runs_in_the_plan_and_in_the_move(
    traced: Migration, server: Server
) -> None:
    size = server.log_size()
    traced.plan(*TRUST_ALICE, "--trust", "mallory")
    assert mallorys_traces(server, size) == {"mallory ran as postgres"}

    size = server.log_size()
    traced.run()
    assert mallorys_traces(server, size) == {"mallory ran as mallory"}
