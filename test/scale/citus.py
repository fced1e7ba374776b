"""What the tests of Citus share: a coordinator and three workers, all of which hold shards and take
statements, as the section "Citus" of docs/scale.md sets them up.

BASE62ID_CITUS says where Citus is: a directory that it was installed into by DESTDIR, or
"installed". From PostgreSQL 18 on a server finds it, and the extensions of a test, by
extension_control_path.
"""

import os
import re
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import FULL, MAJOR, TOP, Database, ServerMaker, pg_config, wait_until
from scale import CLUSTER_KEY

CITUS = os.environ.get("BASE62ID_CITUS", "")
WITH_CITUS = pytest.mark.skipif(not CITUS, reason="BASE62ID_CITUS does not say where Citus is")
NODES = 4
SHARDS = 8
ROWS = 50_000 if FULL else 5_000
MASK_KEYS = "1:000102030405060708090a0b0c0d0e0f"
PORT = 5432
SETTINGS = {
    "shared_preload_libraries": "citus, base62id",
    "wal_level": "logical",
    "max_connections": "100",
    "max_worker_processes": "30",
    "max_wal_senders": "20",
    "max_replication_slots": "20",
    "citus.node_conninfo": "sslmode=prefer",
    "citus.shard_count": str(SHARDS),
}


@dataclass
class Cluster:
    """A database of Citus."""

    nodes: list[Database]  # the first one is the coordinator
    extensions: Path | None  # where files of more extensions go; None if there is no such place

    @property
    def coordinator(self) -> Database:
        return self.nodes[0]

    @property
    def workers(self) -> list[Database]:
        return self.nodes[1:]

    def sql(self, statements: str) -> list[list[str]]:
        return self.coordinator.sql(statements)

    def value(self, query: str) -> str:
        return self.coordinator.value(query)

    def on_each_node(self, query: str) -> list[str]:
        """The value that the query has there, or its error."""
        rows = self.sql(f"SELECT result FROM run_command_on_all_nodes($query${query}$query$)")
        assert len(rows) == NODES
        return [value for [value] in rows]

    def on_each_worker(self, query: str) -> list[str]:
        rows = self.sql(f"SELECT result FROM run_command_on_workers($query${query}$query$)")
        assert len(rows) == NODES - 1
        return [value for [value] in rows]

    def on_all_at_once(self, write: Callable[[Database], None]) -> None:
        with ThreadPoolExecutor() as sessions:
            for session in [sessions.submit(write, node) for node in self.nodes]:
                session.result()

    def distribute(self, table: str, column: str, colocate_with: str = "none") -> None:
        self.sql(
            f"""
            SELECT create_distributed_table(
                '{table}', '{column}', colocate_with => '{colocate_with}')
            """
        )

    def plan(self, query: str) -> str:
        return "\n".join(line for [line] in self.sql(f"EXPLAIN (COSTS OFF) {query}"))

    def add_extension(self, *files: Path) -> None:
        """Puts its files where all nodes find them."""
        if self.extensions is None:
            pytest.skip("no staged installation that another extension could be copied to")
        for file in files:
            shutil.copy(file, self.extensions)

    def move_shard(self, shard: str, source: str) -> str:
        """A shard goes from one worker's address to that of another one, which is returned."""
        target = next(address(node) for node in self.workers if address(node) != source)
        self.sql(
            f"""
            SELECT citus_move_shard_placement(
                {shard}, '{source}', {PORT}, '{target}', {PORT}, 'force_logical')
            """
        )
        return target


def address(node: Database) -> str:
    return node.server.settings["listen_addresses"]


def search_path(setting: str, *directories: str) -> dict[str, str]:
    """A setting of the installation's, with directories before its own."""
    installation = Path(os.environ["TEMP_CONFIG"]).read_text()
    [own] = re.findall(rf"^{setting} = '(.*)'$", installation, re.MULTILINE)
    return {setting: ":".join([*directories, own])}


def paths(extensions: Path) -> dict[str, str]:
    """Where a server finds Citus, and in a directory "extension" other extensions."""
    found: dict[str, str] = {}
    of_citus = [] if CITUS == "installed" else [CITUS + pg_config("sharedir")]
    if MAJOR >= 18:
        found |= search_path("extension_control_path", str(extensions.parent), *of_citus)
    if of_citus:
        found |= search_path("dynamic_library_path", CITUS + pg_config("pkglibdir"))
    # Minor releases of 2026 ask which libraries may decode.
    sample = Path(pg_config("sharedir")) / "postgresql.conf.sample"
    if "output_plugin_libraries" in sample.read_text():
        found["output_plugin_libraries"] = "citus, pgoutput"
    return found


def directory_of_extensions(top: Path) -> Path | None:
    if MAJOR >= 18:
        directory = top / "extension"
        directory.mkdir()
        return directory
    staged = Path(os.environ.get("BASE62ID_DESTDIR", "") + pg_config("sharedir")) / "extension"
    writable = "BASE62ID_DESTDIR" in os.environ and os.access(staged, os.W_OK)
    return staged if writable else None


def new_cluster(new_server: ServerMaker, top: Path) -> Cluster:
    """Without numbers and a cluster key: configure() writes them."""
    extensions = directory_of_extensions(top)
    settings = SETTINGS | paths(top / "extension")
    nodes = []
    for number in range(NODES):
        # The network of this host has addresses enough for tests that run at the same time.
        own = f"127.62.{os.getpid() % 256}.{number + 1}"
        server = new_server(**settings, listen_addresses=own, **{"citus.local_hostname": own})
        server.reload(**{"base62id.mask_key_file": server.secret("mask.keys", MASK_KEYS)})
        node = server.new_database("app")
        node.sql("CREATE EXTENSION citus")
        nodes.append(node)
    cluster = Cluster(nodes, extensions)
    coordinator = address(cluster.coordinator)
    cluster.sql(f"SELECT citus_set_coordinator_host('{coordinator}', {PORT})")
    for worker in cluster.workers:
        cluster.sql(f"SELECT citus_add_node('{address(worker)}', {PORT})")
    cluster.sql(
        f"SELECT citus_set_node_property('{coordinator}', {PORT}, 'shouldhaveshards', true)"
    )
    cluster.sql("CREATE EXTENSION base62id")
    return cluster


def configure(cluster: Cluster) -> None:
    """Gives each node its number, and all of them one key, as the page asks for."""
    for number, node in enumerate(cluster.nodes):
        key_file = node.server.secret("cluster.key", CLUSTER_KEY)
        node.server.reload(
            **{"base62id.machine": str(100 + number), "base62id.cluster_key_file": key_file}
        )
        wait_until(
            node,
            f"""
            SELECT string_agg(value, ' ' ORDER BY name) = '{100 + number} cluster'
            FROM base62id_settings()
            WHERE name IN ('machine', 'scope')
            """,
        )


@pytest.fixture(scope="module")
def cluster(new_server: ServerMaker, tmp_path_factory: pytest.TempPathFactory) -> Cluster:
    """One in which all nodes may generate ids."""
    made = new_cluster(new_server, tmp_path_factory.mktemp("extensions"))
    configure(made)
    return made


def nothing_bad_in_logs(cluster: Cluster) -> None:
    for node in cluster.nodes:
        assert node.server.trouble() == []


# Tables that are distributed by a type -----------------------------------------------------------

SHOP_IDS = TOP / "examples/id-types"


def create_shop_ids(cluster: Cluster, version: str) -> None:
    """The example of an extension to which id types belong, since Citus takes no others."""
    cluster.add_extension(*SHOP_IDS.glob("shop_ids*"))
    cluster.sql(f"CREATE EXTENSION shop_ids VERSION '{version}'")


def create_number_ids(cluster: Cluster) -> None:
    """Id types over bigint, of which bill_id is masked; they belong to an extension, too."""
    directory = cluster.coordinator.server.directory
    control = directory / "number_ids.control"
    control.write_text("default_version = '1'\nrequires = 'base62id'\nrelocatable = false\n")
    script = directory / "number_ids--1.sql"
    script.write_text(
        """
        SELECT typeid_create_type('@extschema@.seat_id', 'seat', 'uid11');
        SELECT typeid_create_type('@extschema@.bill_id', 'bill', 'uid11', 1);
        """
    )
    cluster.add_extension(control, script)
    cluster.sql("CREATE EXTENSION number_ids")


def create_tables_of(cluster: Cluster, type_name: str, default: str) -> None:
    """of_TYPE with ROWS rows, and parts_TYPE beside it: a row of it for each."""
    cluster.sql(
        f"""
        CREATE TABLE of_{type_name} (id {type_name} PRIMARY KEY DEFAULT {default}, n integer);
        CREATE TABLE parts_{type_name} (id {type_name}, n integer, PRIMARY KEY (id, n));
        """
    )
    cluster.distribute(f"of_{type_name}", "id")
    cluster.distribute(f"parts_{type_name}", "id", colocate_with=f"of_{type_name}")
    cluster.sql(
        f"""
        INSERT INTO of_{type_name} (n) SELECT n FROM generate_series(1, {ROWS}) AS n;
        INSERT INTO parts_{type_name} SELECT id, n % 3 FROM of_{type_name};
        ANALYZE of_{type_name};
        """
    )
