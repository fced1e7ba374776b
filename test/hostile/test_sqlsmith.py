"""Random queries of a plain user, by sqlsmith, neither crash a session nor raise an internal error
of ours.
"""

import re
import shutil
import subprocess

import pytest
from conftest import FULL, Database, Server
from hostile import SEED, TYPES, prepared, runs_elsewhere

pytestmark = [
    runs_elsewhere,
    pytest.mark.skipif(not shutil.which("sqlsmith"), reason="no sqlsmith (Debian: sqlsmith)"),
]
SECONDS = 600 if FULL else 8
TRANSACTIONS = "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'smithy'"
# Core's own, of statements that may name our types; the last one is of amvalidate(0).
ERRORS_OF_CORE = (
    "failed to find conversion function from unknown to"
    "|invalid INTERVAL typmod"
    "|cache lookup failed for operator class"
)
TABLES = """
    CREATE ROLE smith LOGIN;
    ALTER ROLE smith SET statement_timeout = '500ms';
    CREATE SCHEMA smithy AUTHORIZATION smith;
    CREATE TABLE smithy.ids AS SELECT * FROM ids;
    CREATE TABLE smithy.texts AS SELECT * FROM sample LIMIT 100;
    CREATE TABLE smithy.parts (t typeid, x uid11) PARTITION BY HASH (t);
    CREATE TABLE smithy.part0 PARTITION OF smithy.parts
        FOR VALUES WITH (MODULUS 2, REMAINDER 0);
    CREATE TABLE smithy.part1 PARTITION OF smithy.parts
        FOR VALUES WITH (MODULUS 2, REMAINDER 1);
    INSERT INTO smithy.parts
    SELECT typeid_generate(left('abcdef', n % 6)), xid_new() FROM generate_series(1, 500) AS n;
    CREATE INDEX ON smithy.ids (typeid);
    CREATE INDEX ON smithy.texts USING brin (typeid);
    CREATE INDEX ON smithy.texts USING hash (baseuid);
    GRANT ALL ON ALL TABLES IN SCHEMA smithy TO smith;
    ANALYZE;
"""


@pytest.fixture(scope="module")
def database(shared_server: Server) -> Database:
    database = prepared(shared_server, "smithy")
    database.sql(TABLES)
    return database


@pytest.fixture(scope="module")
def output(database: Database) -> str:
    """Again, where it has read the catalogs and no more: on a busy machine that takes seconds."""
    target = f"--target=host={database.server.directory} dbname=smithy user=smith"
    command = ["sqlsmith", target, "--exclude-catalog", "--verbose", f"--seed={SEED}"]
    before = int(database.value(TRANSACTIONS))
    output = ""
    for _ in range(8):
        done = subprocess.run(
            ["timeout", "-s", "INT", str(SECONDS), *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        output += done.stdout
        tried = int(database.value(TRANSACTIONS)) - before
        if tried > SECONDS * 5:
            return output
    pytest.fail(f"sqlsmith tried {tried} transactions only: {output[-2000:]}")


def test_it_never_loses_its_connection(output: str) -> None:
    lost = re.findall(r".*(?:connection.*(?:lost|refused)|server closed).*", output, re.I)
    assert lost == [], f"seed {SEED}"


def test_no_internal_error_of_ours(database: Database, output: str) -> None:
    log = database.server.log.read_text()
    errors = re.findall(r"^.* XX000 ERROR: .*\n(?:.*\n){0,3}", log, re.M)
    of_ours = re.compile("|".join(TYPES))
    internal = [e for e in errors if not re.search(ERRORS_OF_CORE, e) and of_ours.search(e)]
    assert internal == [], f"seed {SEED}"


def test_no_session_crashed(database: Database, output: str) -> None:
    assert database.server.trouble() == []
