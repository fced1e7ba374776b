"""The settings of a cluster come from the configuration alone, so that no session makes ids with
another server's number; and no id comes twice when they change while ids are made.
"""

import os
import random
import re
import threading
from pathlib import Path

import pytest
from cluster import key_file, numbered
from conftest import MAJOR, Database, Server, ServerMaker, wait_for, wait_until, write_secret
from generators import (
    ON_ONE_SERVER,
    SHARING,
    Client,
    at_once,
    in_force,
    servers,
    wait_until_in_force,
)
from test_sessions import IDS_A_SESSION

__all__ = ["key_file", "servers"]
pytestmark = ON_ONE_SERVER
SEED = os.environ.get("BASE62ID_SEED", str(random.randrange(2**15)))
OF_CONFIGURATION = ("5", "cluster")


@pytest.fixture(scope="module")
def server(servers: ServerMaker, key_file: Path) -> Server:
    return servers(**SHARING, **numbered(5, key_file), client_min_messages="warning")


# Where they cannot be set: a reload of the configuration is the one way -------------------------


def asked(server: Server, before: str = "", database: str = "postgres") -> tuple[str, str, str]:
    """What is in force for a new session, after a statement, and what that session was told."""
    done = Database(server, database).psql(
        f"""
        {before};
        SELECT max(value) FILTER (WHERE name = 'machine'),
               max(value) FILTER (WHERE name = 'scope')
        FROM base62id_settings();
        """
    )
    machine, scope = done.stdout.strip().split(",")
    return machine, scope, done.stderr


def processes_that_stay(server: Server) -> list[str]:
    """The commands of background workers of ours."""
    postmaster = (server.data / "postmaster.pid").read_text().splitlines()[0]
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            command = (process / "cmdline").read_text()
        except OSError:
            continue  # it has ended
        if parent == postmaster and "base62id:" in command:
            commands.append(command)
    return commands


def wait_until_no_worker_stays(server: Server) -> None:
    wait_for("no worker to stay", lambda: not processes_that_stay(server))


@pytest.fixture(scope="module")
def other(server: Server) -> Database:
    """A database that has a number of its own, if it may."""
    other = server.new_database("other")
    other.sql("CREATE EXTENSION base62id")
    done = Database(server, "postgres").psql(
        """
        ALTER DATABASE other SET base62id.machine = 9;
        \\echo :SQLSTATE
        """
    )
    # Refused, or of no effect where the library is not loaded.
    assert done.stdout.strip() == ("55P02" if MAJOR < 17 else "00000")
    return other


def test_a_database_has_the_number_of_the_configuration(server: Server, other: Database) -> None:
    *found, said = asked(server, database="other")
    assert tuple(found) == OF_CONFIGURATION
    if MAJOR >= 17:
        assert 'parameter "base62id.machine" cannot be changed now' in said


def test_no_background_worker_of_ours_stays(server: Server) -> None:
    wait_until_no_worker_stays(server)


@pytest.mark.skipif(MAJOR >= 17, reason="the library is not loaded when a session begins")
def test_the_options_of_a_connection_are_refused(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGOPTIONS", "-c base62id.machine=9")
    assert "cannot be changed now" in Database(server, "postgres").psql("SELECT 1").stderr


@pytest.mark.skipif(MAJOR < 17, reason="the library is loaded when a session begins")
@pytest.mark.parametrize(
    ("options", "before"),
    [
        ("-c base62id.machine=9", ""),
        ("", "SET base62id.machine = 9"),
        ("", "SET base62id.cluster_key_file = 'mine'"),
    ],
)
def test_a_session_that_sets_them_before_it_loads_the_library_has_those_of_the_configuration(
    server: Server, monkeypatch: pytest.MonkeyPatch, options: str, before: str
) -> None:
    monkeypatch.setenv("PGOPTIONS", options)
    assert asked(server, before)[:2] == OF_CONFIGURATION


@pytest.mark.skipif(MAJOR < 17, reason="the library is loaded when a session begins")
def test_a_session_that_does_not_know_the_configuration_learns_it_from_the_postmaster(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own options hide it. It is the first session, so no other one has told it either."""
    server.restart()
    monkeypatch.setenv("PGOPTIONS", "-c base62id.machine=-1")
    assert asked(server)[:2] == OF_CONFIGURATION
    monkeypatch.delenv("PGOPTIONS")
    assert asked(server)[:2] == OF_CONFIGURATION  # and so does the next session
    wait_until_no_worker_stays(server)


def test_alter_system_and_a_reload_change_the_number(server: Server) -> None:
    server.sql(
        """
        LOAD 'base62id';
        ALTER SYSTEM SET base62id.machine = 7;
        SELECT pg_reload_conf();
        """
    )
    wait_until_in_force(server, "7", "cluster")
    server.sql(
        """
        LOAD 'base62id';
        ALTER SYSTEM RESET base62id.machine;
        SELECT pg_reload_conf();
        """
    )
    wait_until_in_force(server, "5", "cluster")


# Changes while ids are made --------------------------------------------------------------------


class Changes(threading.Thread):
    """Changes the settings at random until it is told to end."""

    def __init__(self, server: Server, keys: list[Path]) -> None:
        super().__init__()
        self._server, self._keys = server, keys
        self._random = random.Random(SEED)
        self._ends = threading.Event()
        self.count = 0

    def run(self) -> None:
        while not self._ends.is_set():
            self._server.reload(**self._some_settings())
            self.count += 1

    def _some_settings(self) -> dict[str, str]:
        some = self._random.choice(["a machine", "no machine", "a key", "no key"])
        if some.endswith("machine"):
            machine = self._random.randrange(1024) if some == "a machine" else -1
            return {"base62id.machine": str(machine)}
        key = str(self._random.choice(self._keys)) if some == "a key" else ""
        return {"base62id.cluster_key_file": key}

    def end(self) -> None:
        self._ends.set()
        self.join()


def test_no_xid_comes_twice_while_the_settings_change(server: Server, key_file: Path) -> None:
    """Again, where the sessions were done before the settings had changed a few times."""
    print(f"BASE62ID_SEED={SEED}")
    keys = [key_file.with_name(f"key{n}") for n in range(3)]
    for n, key in enumerate(keys):
        write_secret(key, f"key {n} of thirty-two characters or more")
    server.sql("CREATE UNLOGGED TABLE changed (xid uid11 UNIQUE, snowish uid11)")
    inserts = """
        INSERT INTO changed
        SELECT xid_new(), uid11_snowish_new(1) FROM generate_series(1, 500);
    """ * (
        IDS_A_SESSION // 500
    )
    changes = Changes(server, keys)
    changes.start()
    rounds = 0
    while changes.count <= 5 and rounds < 50:
        at_once(server, [inserts] * 6)
        rounds += 1
    changes.end()
    assert changes.count > 5
    assert server.value("SELECT count(*) FROM changed") == str(rounds * 6 * IDS_A_SESSION)
    server.reload(**numbered(5, key_file))
    wait_until_in_force(server, "5", "cluster")


def test_a_statement_that_is_under_way_takes_a_new_number_over(server: Server) -> None:
    """As soon as somebody knows it, and once."""
    machine = "(uid11_snowish_parse(uid11_snowish_new())).machine"
    statement = Client(
        Database(server, "postgres"),
        f"""
        WITH RECURSIVE long (n, machine) AS (
            SELECT 1, {machine}
            UNION ALL
            SELECT n + 1, {machine}
            FROM long
            WHERE n < 600 AND machine <> 8 AND pg_sleep(0.1) IS NOT NULL
        )
        SELECT machine FROM long
        """,
    )
    wait_until(
        server,
        """
        SELECT count(*) = 1
        FROM pg_stat_activity
        WHERE query LIKE '%WITH RECURSIVE long%' AND wait_event = 'PgSleep'
        """,
    )
    server.reload(**{"base62id.machine": "8"})
    wait_until_in_force(server, "8", "cluster")  # for a new session
    machines = statement.end().split()
    assert machines == ["5"] * (len(machines) - 1) + ["8"]
    server.reload(**{"base62id.machine": "5"})
    wait_until_in_force(server, "5", "cluster")


def test_workers_of_a_parallel_query_share_the_servers_settings(server: Server) -> None:
    """They are processes that know the settings of their leader and the time of the postmaster."""
    plan = server.sql(
        """
        CREATE UNLOGGED TABLE many AS SELECT generate_series(1, 200000) AS n;
        ANALYZE many;
        SET parallel_setup_cost = 0;
        SET parallel_tuple_cost = 0;
        SET min_parallel_table_scan_size = 0;
        SET max_parallel_workers_per_gather = 3;
        EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)
            CREATE UNLOGGED TABLE ids AS
            SELECT xid_new() AS xid, uid11_snowish_new() AS snowish FROM many;
        """
    )
    assert re.search("Workers Launched: [1-9]", str(plan))
    made = server.sql(
        """
        SELECT count(DISTINCT xid), count(DISTINCT snowish),
               min((uid11_snowish_parse(snowish)).machine),
               max((uid11_snowish_parse(snowish)).machine)
        FROM ids
        """
    )
    assert made == [["200000", "200000", "5", "5"]]


# Without a guarantee for the server there is none for the cluster ------------------------------


@pytest.mark.skipif(MAJOR >= 17, reason="a library that is not preloaded shares memory, too")
def test_a_library_that_is_not_preloaded_guarantees_ids_for_the_session_alone(
    servers: ServerMaker, key_file: Path
) -> None:
    """The scope is the session, and the number is used."""
    server = servers(shared_preload_libraries="", **numbered(5, key_file))
    assert in_force(server) == ("5", "session")
    made = server.sql(
        "SELECT (uid11_snowish_parse(uid11_snowish_new())).machine, xid_new() IS NOT NULL"
    )
    assert made == [["5", "t"]]
    line = "base62id.cluster_key_file has no effect: base62id is not preloaded"
    assert line in server.log.read_text()
