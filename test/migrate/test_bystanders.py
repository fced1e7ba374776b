"""Nobody who uses the database while it moves in three steps, of which the second changes the types
of columns in place under a short lock, gets an error or loses a row: an application with prepared
statements, one behind PgBouncer, a query on a standby, a subscriber that keeps uuid columns.
"""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from applying import Application
from conftest import Database, ServerMaker, wait_for
from migrating import HERE, Migration, MigrationMaker, in_the_long_form, make_migration, server
from moves import environment_of
from tables import Table, printed_at_the_end

__all__ = ["make_migration", "server"]
in_the_long_form()
DATABASE = "bystanders"
USERS = 20000
# No parameter and no result of them is an id: statements with one fail until the pool connects
# again, as docs/migrate.md says.
REQUESTS = f"""
\\set n random(1, {USERS})
SELECT count(*) FROM orders AS o JOIN users AS u ON u.id = o.user_id WHERE u.n = :n;
UPDATE users SET name = 'm' WHERE n = :n;
INSERT INTO orders (user_id, total) SELECT id, 1 FROM users WHERE n = :n;
"""
# Shorter than max_standby_streaming_delay (30 s), after which PostgreSQL would cancel it.
SLOW_QUERY = "SELECT (SELECT count(*) FROM users), pg_sleep(10)"


@pytest.fixture(scope="module")
def used(make_migration: MigrationMaker) -> Migration:
    migration = make_migration(DATABASE, in_steps=True)
    migration.load("bystanders.sql")
    return migration


@pytest.fixture(scope="module")
def standby(used: Migration, new_server: ServerMaker) -> Database:
    standby = new_server(standby_of=used.database.server, allow_in_place_tablespaces="on")
    return Database(standby, DATABASE)


@pytest.fixture(scope="module")
def subscriber(used: Migration, new_server: ServerMaker) -> Iterator[Database]:
    """Its columns are uuids, which the publisher writes for the role of the subscription."""
    used.sql(
        """
        CREATE ROLE replicator LOGIN REPLICATION;
        ALTER ROLE replicator SET base62id.output = uuid;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO replicator;
        CREATE PUBLICATION bystanders FOR TABLE users, orders;
        """
    )
    database: Database = new_server().new_database(DATABASE)
    lines = (HERE / "bystanders.sql").read_text().splitlines()
    left_out = ("INSERT", "CREATE INDEX", "ANALYZE")
    database.sql("\n".join(line for line in lines if not line.startswith(left_out)))
    publisher = used.database.server.directory
    database.sql(
        f"""
        CREATE SUBSCRIPTION bystanders
            CONNECTION 'host={publisher} user=replicator dbname={DATABASE}'
            PUBLICATION bystanders
        """
    )
    yield database
    database.sql("DROP SUBSCRIPTION bystanders")


@pytest.fixture(scope="module")
def pool(used: Migration, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """PgBouncer before the database: the variables by which a client finds it, none without it."""
    if not shutil.which("pgbouncer"):
        yield {}
        return
    directory = Path(tmp_path_factory.mktemp("p", numbered=False))
    (directory / "users").write_text('"postgres" ""\n')
    (directory / "ini").write_text(
        f"""
[databases]
{DATABASE} = host={used.database.server.directory} port=5432
[pgbouncer]
listen_port = 6432
unix_socket_dir = {directory}
auth_type = trust
auth_file = {directory / "users"}
pool_mode = transaction
default_pool_size = 5
"""
    )
    with (directory / "log").open("w") as log:
        bouncer = subprocess.Popen(
            ["pgbouncer", "-q", directory / "ini"], stdout=log, stderr=subprocess.STDOUT
        )
    wait_for("PgBouncer", (directory / ".s.PGSQL.6432").exists)
    yield {"PGHOST": str(directory), "PGPORT": "6432"}
    bouncer.terminate()
    bouncer.wait()


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Table:
    columns = ["direction", "application", "transactions", "slowest, ms"]
    return printed_at_the_end(request, Table("bystanders", *columns))


# The move --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moved:
    """What bystanders have seen of a move."""

    answer_on_standby: str
    failures: dict[str, list[str]]  # of each application


DIRECTIONS = ["to id types", "and back"]


@pytest.fixture(scope="module", params=DIRECTIONS)
def moved(
    request: pytest.FixtureRequest,
    used: Migration,
    standby: Database,
    subscriber: Database,
    pool: dict[str, str],
    table: Table,
    tmp_path_factory: pytest.TempPathFactory,
) -> Moved:
    there = used.directory / "there"
    if request.param == DIRECTIONS[0]:
        used.plan("--to", "typed")
        used.keep_plan(there.name)
    else:
        used.plan("--to", "back", "--was", str(there))

    logs = tmp_path_factory.mktemp("applications")
    prepared = ("-c", "20", "-R", "100", "-M", "prepared")
    applications = {
        "direct": Application(used.database, REQUESTS, logs / "direct", *prepared),
    }
    if pool:
        few = ("-c", "10", "-R", "50")
        applications["pooled"] = Application(used.database, REQUESTS, logs / "pooled", *few, **pool)
    query = subprocess.Popen(
        [standby.server.bin / "psql", "-XAtq", "-d", standby.name, "-c", SLOW_QUERY],
        env=environment_of(standby),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    used.run()
    answer, _ = query.communicate()
    for name, application in applications.items():
        application.end()
        latencies = application.latencies()
        assert latencies.transactions > 0, f"the application asked nothing: {name}"
        table.add(request.param, name, latencies.transactions, latencies.slowest)
    failures = {name: application.failures() for name, application in applications.items()}
    return Moved(answer, failures)


def test_a_query_on_a_standby_has_its_answer(moved: Moved) -> None:
    assert moved.answer_on_standby == f"{USERS}|\n"


def test_no_request_of_the_application_failed(moved: Moved) -> None:
    assert moved.failures["direct"] == []


def test_no_request_of_the_application_behind_pgbouncer_failed(moved: Moved) -> None:
    if "pooled" not in moved.failures:
        pytest.skip("there is no pgbouncer")
    assert moved.failures["pooled"] == []


def all_ids(database: Database, table: str) -> list[list[str]]:
    return database.sql(
        f"SELECT count(*), md5(string_agg(id::uuid::text, ',' ORDER BY id)) FROM {table}"
    )


@pytest.mark.parametrize("name", ["users", "orders"])
def test_the_subscriber_has_all_rows(
    moved: Moved, used: Migration, subscriber: Database, name: str
) -> None:
    wait_for(
        f"all {name} on the subscriber",
        lambda: all_ids(used.database, name) == all_ids(subscriber, name),
    )


def test_the_standby_has_all_rows(moved: Moved, used: Migration, standby: Database) -> None:
    wait_for(
        "all orders on the standby",
        lambda: all_ids(used.database, "orders") == all_ids(standby, "orders"),
    )
