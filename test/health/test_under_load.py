"""base62id_health() raises no false alarm on a server in use: clients generate ids of all kinds,
while an administrator reloads the settings, dumps the database and creates and drops types.

BASE62ID_MINUTES says for how long; without it the test asks a few times.

The search has a literal of type text: for one of no type PostgreSQL looks through the operators of
all types, and fails with XX000 if one of these is dropped in that moment, as docs/id-types.md says.
"""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import FULL, Database, Server, ServerMaker, unhealthy, unhealthy_when_caught_up
from health import restart, write_keys

MINUTES = int(os.environ.get("BASE62ID_MINUTES", 1 if FULL else 0))
QUESTIONS = 10  # at least so many times
CLIENTS = 4
TRANSACTIONS_A_SECOND = 200

TABLES = """
CREATE SEQUENCE numbers;
CREATE TABLE events (
    id plain_id PRIMARY KEY DEFAULT plain_id_new(),
    masked m_id NOT NULL DEFAULT m_id_new(),
    public n_id NOT NULL DEFAULT nextval('numbers'),
    x uid11 NOT NULL DEFAULT public.xid_new(),
    s uid11 NOT NULL DEFAULT public.uid11_snowish_new(3),
    t uid11 NOT NULL DEFAULT public.uid11_ts_seq_rand_new(),
    u ulid NOT NULL DEFAULT public.ulid_generate(),
    b baseuid NOT NULL DEFAULT public.baseuid_new()
);
CREATE UNIQUE INDEX ON events (x);
CREATE UNIQUE INDEX ON events (masked);
"""
TRANSACTION = r"""
\set rows random(1, 10)
BEGIN;
INSERT INTO events SELECT FROM generate_series(1, :rows);
SELECT count(*) FROM events WHERE id ^@ text 'plain_7';
SELECT id FROM events ORDER BY x DESC LIMIT 10;
END;
DELETE FROM events WHERE id IN (
    SELECT id FROM events ORDER BY id LIMIT :rows FOR UPDATE SKIP LOCKED
);
"""


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Iterator[Server]:
    """Number 3 of a cluster, whose ids are unique in the cluster, as an operator sets it up."""
    server = new_server(**{"base62id.machine": "3"})
    restart(server, autovacuum="on", **write_keys(server))
    server.sql(
        """
        SELECT typeid_create_type('plain_id', 'plain');
        SELECT typeid_create_type('m_id', 'm', mask_key => 1);
        SELECT typeid_create_type('n_id', 'n', 'uid11', 1);
        """
        + TABLES
    )
    yield server
    assert server.trouble() == []


def start_clients(server: Server, script: Path, seconds: int) -> "subprocess.Popen[str]":
    script.write_text(TRANSACTION)
    return subprocess.Popen(
        [
            *(server.bin / "pgbench", "--no-vacuum", "-h", server.directory, "-U", "postgres"),
            *("-c", str(CLIENTS), "-T", str(seconds), "-R", str(TRANSACTIONS_A_SECOND)),
            *("-f", script, "postgres"),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def administer(server: Server, turn: int) -> None:
    """What goes on beside the clients, one thing a turn."""
    database = Database(server, "postgres")
    match turn % 4:
        case 0:
            server.reload()
        case 1:
            database.dump()
        case 2:
            database.sql(
                """
                SELECT typeid_create_type('passing_id', 'passing');
                CREATE TABLE passing (id passing_id DEFAULT passing_id_new());
                DROP TABLE passing;
                SELECT typeid_drop_type('passing_id');
                """
            )
        case 3:
            database.sql("ANALYZE; CHECKPOINT")


def test_a_server_in_use_is_healthy(server: Server, tmp_path: Path) -> None:
    assert unhealthy_when_caught_up(server) == {}
    clients = start_clients(server, tmp_path / "script.sql", seconds=60 * MINUTES + 10)
    end = time.monotonic() + 60 * MINUTES
    alarms: list[tuple[float, dict[str, str]]] = []
    turn = 0
    while turn < QUESTIONS or time.monotonic() < end:
        administer(server, turn)
        if rows := unhealthy(server):
            alarms.append((round(end - time.monotonic()), rows))
        turn += 1
        time.sleep(0.2)
    assert alarms == []
    output, _ = clients.communicate()
    assert clients.returncode == 0, output
    assert "failed transactions: 0 (" in output
    print(f"asked {turn} times in {MINUTES} minutes;", output)
