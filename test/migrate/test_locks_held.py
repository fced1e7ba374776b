"""How long locks are held, and the slowest request of an application meanwhile, with one statement
and with three steps, there and back: a measurement, whose table is printed at the end.

BASE62ID_ROWS="100000 1000000" test/migrate/run locks_held
"""

import os
import re
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from applying import Application
from migrating import Migration, MigrationMaker, make_migration, server
from tables import Table, printed_at_the_end

__all__ = ["make_migration", "server"]
pytestmark = pytest.mark.skipif(
    "BASE62ID_ROWS" not in os.environ, reason="it measures: BASE62ID_ROWS says how many rows"
)
TABLES = """
    CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text);
    CREATE TABLE orders (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        user_id uuid NOT NULL REFERENCES users,
        total numeric
    );
    CREATE INDEX orders_user ON orders (user_id);
    CREATE TABLE customers (id bigint PRIMARY KEY, name text);
    CREATE TABLE invoices (
        id bigint PRIMARY KEY,
        customer_id bigint NOT NULL REFERENCES customers,
        total numeric
    );
    CREATE INDEX invoices_customer ON invoices (customer_id);
    INSERT INTO users (name) SELECT 'n' FROM generate_series(1, :rows);
    INSERT INTO orders (user_id, total) SELECT id, 1 FROM users;
    INSERT INTO customers SELECT n, 'n' FROM generate_series(1, :rows) AS n;
    INSERT INTO invoices SELECT n, n, 1 FROM generate_series(1, :rows) AS n;
    VACUUM ANALYZE;
"""
# What an application asks: a key, and what refers to it, of each kind.
REQUESTS = """
SELECT count(*) FROM orders WHERE user_id = (SELECT id FROM users LIMIT 1);
UPDATE users SET name = 'm' WHERE id = (SELECT id FROM users LIMIT 1);
SELECT count(*) FROM invoices WHERE customer_id = (SELECT id FROM customers LIMIT 1);
"""


@dataclass(frozen=True)
class Kind:
    """What moves to id types."""

    name: str
    options: tuple[str, ...]


KINDS = [
    Kind("uuid", ("--to", "typed", "--only", "users", "--only", "orders")),
    Kind(
        "bigint",
        (
            *("--to", "typed", "--only", "customers", "--only", "invoices"),
            *("--type", "customers=customer_id,cus,uid11"),
            *("--type", "invoices=invoice_id,inv,uid11"),
        ),
    ),
]


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Table:
    columns = ["rows", "direction", "how", "prepare, s", "locks held, ms"]
    columns += ["slowest request, ms", "run, s"]
    return printed_at_the_end(request, Table("locks held", *columns))


@pytest.fixture(scope="module", params=os.environ.get("BASE62ID_ROWS", "20000").split())
def filled(request: pytest.FixtureRequest, make_migration: MigrationMaker) -> Migration:
    migration = make_migration(f"locks_held_{request.param}")
    migration.database.sql(TABLES, rows=request.param)
    return migration


def measure(migration: Migration, table: Table, direction: str, logs: Path, *options: str) -> None:
    """Plans and runs while an application asks."""
    migration.plan(*options, "--under-lock")
    application = Application(migration.database, REQUESTS, logs, "-c", "2", "-R", "100")
    began = time.monotonic()
    run = migration.run()
    seconds = time.monotonic() - began
    application.end()

    prepared = re.findall("prepared within ([0-9.]+)", run.text)
    held = re.findall("held for ([0-9]+)", run.text)
    table.add(
        migration.database.name.removeprefix("locks_held_"),
        direction,
        "three steps" if migration.in_steps else "one statement",
        *(prepared or ["-"]),
        " ".join(held),
        application.latencies().slowest,
        f"{seconds:.1f}",
    )
    assert held, "run says how long it has held locks"


@pytest.mark.parametrize("in_steps", [False, True], ids=["one statement", "three steps"])
@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_there_and_back(
    filled: Migration, table: Table, tmp_path: Path, kind: Kind, in_steps: bool
) -> None:
    migration = replace(filled, in_steps=in_steps)
    measure(migration, table, f"{kind.name} to id types", tmp_path / "there", *kind.options)
    there = str(migration.keep_plan("was"))
    way_back = ("--to", "back", "--was", there)
    measure(migration, table, f"id types to {kind.name}", tmp_path / "back", *way_back)
