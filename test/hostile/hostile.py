"""What the tests of hostile input share: how much of it, the seed, and tables of all types."""

import os
from datetime import date

import pytest
from conftest import FULL, SERVER_ENVIRONMENT, Database, Server, rows_of_types

SEED = int(os.environ.get("BASE62ID_SEED") or date.today().strftime("%Y%m%d"))
MASK_KEY = "1:000102030405060708090a0b0c0d0e0f"

# test/sanitize runs the same on the newer server of two.
runs_elsewhere = pytest.mark.skipif(
    not FULL
    and not SERVER_ENVIRONMENT
    and any(os.environ.get(name) for name in ("BASE62ID_BESIDE", "BASE62ID_SECOND")),
    reason="test/sanitize runs it, on the newer server of two",
)


TYPES = [row["type"] for row in rows_of_types()]


def prepared(server: Server, name: str) -> Database:
    """A database with the tables of tables.sql."""
    server.reload(
        **{
            "jit": "off",
            "base62id.mask_key_file": server.secret("mask.keys", MASK_KEY),
            "log_line_prefix": "%m [%p] %e ",
        }
    )
    database = server.new_database(name)
    database.sql("CREATE EXTENSION base62id; CREATE EXTENSION amcheck;")
    database.sql("\\i test/hostile/tables.sql")
    print(f"seed {SEED}")
    return database
