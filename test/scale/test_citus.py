"""Citus: all four nodes generate ids at once. Without their numbers and the cluster key they can
generate the same ids; with them never, not even while shards are split, moved and rebalanced. At
the end the extension itself is updated from the coordinator.

The tests of this file are steps: each one goes on with what the ones before have left.
"""

import os
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from citus import (
    CITUS,
    NODES,
    PORT,
    ROWS,
    WITH_CITUS,
    Cluster,
    address,
    configure,
    new_cluster,
    nothing_bad_in_logs,
)
from conftest import MAJOR, TOP, Database, ServerMaker, wait_until
from scale import has_error

pytestmark = WITH_CITUS
Record = Callable[[str, object], None]
NO_DUPLICATES = [["0", "0", "0", "0", "0"]]
VALUES = 1000  # rows of one INSERT … VALUES


@pytest.fixture(scope="module")
def cluster(new_server: ServerMaker, tmp_path_factory: pytest.TempPathFactory) -> Cluster:
    """Without numbers and a key; with a table of tenants, which others are co-located with."""
    made = new_cluster(new_server, tmp_path_factory.mktemp("extensions"))
    made.sql("CREATE TABLE tenants (tenant base62id NOT NULL)")
    made.distribute("tenants", "tenant")
    made.sql(f"INSERT INTO tenants SELECT gen_random_uuid() FROM generate_series(1, {ROWS})")
    return made


def create_table(cluster: Cluster, name: str, snowish: str) -> None:
    """A column for each generator. The distribution column is a tenant, so that nothing but the
    generators keeps ids apart.
    """
    cluster.sql(
        f"""
        CREATE TABLE {name} (
            tenant base62id NOT NULL,
            way text,
            x uid11 DEFAULT xid_new(),
            s uid11 DEFAULT {snowish},
            t typeid DEFAULT typeid_generate('row'),
            b baseuid DEFAULT baseuid_new(),
            u ulid DEFAULT ulid_generate()
        )
        """
    )
    cluster.distribute(name, "tenant", colocate_with="tenants")


def write_in_every_way(table: str) -> Callable[[Database], None]:
    """Citus evaluates a default on another node for each of the ways."""

    def write(node: Database) -> None:
        node.sql(f"INSERT INTO {table} (tenant, way) SELECT tenant, 'select' FROM tenants")
        tenants = node.sql("SELECT tenant FROM tenants")
        lines = "".join(f"{tenant}\tcopy\n" for [tenant] in tenants)
        node.sql(f"COPY {table} (tenant, way) FROM STDIN;\n{lines}\\.\n")
        rows = ", ".join(VALUES * ["(gen_random_uuid(), 'values')"])
        node.sql(f"INSERT INTO {table} (tenant, way) VALUES {rows}")

    return write


def duplicates(cluster: Cluster, table: str) -> list[list[str]]:
    """Of each generator."""
    return cluster.sql(
        f"""
        SELECT count(*) - count(DISTINCT x),
            count(*) - count(DISTINCT s),
            count(*) - count(DISTINCT t),
            count(*) - count(DISTINCT b),
            count(*) - count(DISTINCT u)
        FROM {table}
        """
    )


# Generators --------------------------------------------------------------------------------------


def test_the_coordinator_creates_the_extension_on_all_nodes(
    cluster: Cluster, record_property: Record
) -> None:
    record_property("Citus", cluster.value("SELECT citus_version()"))
    version = cluster.value("SELECT base62id_version()")
    assert cluster.on_each_node("SELECT base62id_version()") == NODES * [version]


def test_four_nodes_write_without_the_settings(cluster: Cluster, record_property: Record) -> None:
    """The page says that nodes can generate equal ids then. How many is chance, and recorded."""
    create_table(cluster, "before", "uid11_snowish_new(1)")
    cluster.on_all_at_once(write_in_every_way("before"))
    record_property("rows", cluster.value("SELECT count(*) FROM before"))
    record_property(
        "duplicates of xid, snowish, typeid, baseuid, ulid", duplicates(cluster, "before")
    )


def test_the_settings_are_in_force_everywhere(cluster: Cluster) -> None:
    configure(cluster)
    value_of = "SELECT value FROM base62id_settings() WHERE name = '{}'"
    assert sorted(cluster.on_each_node(value_of.format("machine"))) == ["100", "101", "102", "103"]
    [digest] = set(cluster.on_each_node(value_of.format("cluster_key")))
    assert re.fullmatch("[0-9a-f]{16}", digest)


def test_four_nodes_write_with_the_settings(cluster: Cluster) -> None:
    create_table(cluster, "after", "uid11_snowish_new()")
    cluster.on_all_at_once(write_in_every_way("after"))
    assert duplicates(cluster, "after") == NO_DUPLICATES
    ways = cluster.sql("SELECT way, count(*) FROM after GROUP BY way ORDER BY way")
    assert ways == [
        ["copy", str(NODES * ROWS)],
        ["select", str(NODES * ROWS)],
        ["values", str(NODES * VALUES)],
    ]


def test_all_four_nodes_made_ids(cluster: Cluster) -> None:
    machines = cluster.sql("SELECT DISTINCT (uid11_snowish_parse(s)).machine FROM after ORDER BY 1")
    assert machines == [["100"], ["101"], ["102"], ["103"]]


def test_a_column_that_is_added_has_other_ids(cluster: Cluster) -> None:
    """All nodes evaluate the default of ADD COLUMN for their own rows."""
    cluster.sql("ALTER TABLE tenants ADD COLUMN added uid11 DEFAULT xid_new()")
    assert cluster.value("SELECT count(*) - count(DISTINCT added) FROM tenants") == "0"
    both = cluster.sql(
        """
        SET citus.enable_repartition_joins = on;
        SELECT count(*) FROM after JOIN tenants ON added = x
        """
    )
    assert both == [["0"]]


# Partitions --------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def log(cluster: Cluster) -> str:
    """A table with a partition for each of four days, with rows of yesterday and of today."""
    cluster.sql(
        """
        CREATE TABLE log (
            tenant base62id NOT NULL,
            id uid11 NOT NULL DEFAULT xid_new(),
            body text,
            PRIMARY KEY (tenant, id)
        ) PARTITION BY RANGE (id)
        """
    )
    cluster.distribute("log", "tenant", colocate_with="tenants")
    cluster.sql(
        """
        DO $$
        DECLARE
            day timestamptz := date_trunc('day', now(), 'UTC') - interval '1 day';
        BEGIN
            FOR i IN 0..3 LOOP
                EXECUTE format('CREATE TABLE %I PARTITION OF log FOR VALUES FROM (%L) TO (%L)',
                               to_char(day AT TIME ZONE 'UTC', '"log_"YYYY_MM_DD'),
                               xid_min(day), xid_min(day + interval '1 day'));
                day := day + interval '1 day';
            END LOOP;
        END $$;
        INSERT INTO log (tenant, body) SELECT tenant, 'now' FROM tenants;
        INSERT INTO log (tenant, id, body)
        SELECT tenant, xid_new(now() - interval '1 day'), 'yesterday' FROM tenants;
        """
    )
    return "log"


def test_rows_are_found_by_their_day(cluster: Cluster, log: str) -> None:
    assert cluster.value(f"SELECT count(*) FROM {log}") == str(2 * ROWS)
    today = "id >= xid_min(date_trunc('day', now(), 'UTC'))"
    assert cluster.value(f"SELECT count(*) FROM {log} WHERE {today}") == str(ROWS)
    plan = cluster.plan(f"SELECT FROM {log} WHERE {today} AND id < xid_min(now())")
    assert len(re.findall(r"Scan.* on log_", plan)) == 1, plan  # one partition of a shard


def test_create_time_partitions_refuses_the_type(cluster: Cluster, log: str) -> None:
    """So docs/scale.md has a loop instead."""
    has_error(
        cluster.coordinator,
        f"SELECT create_time_partitions('{log}', '1 day', now() + interval '3 days')",
        "must be date, timestamp or timestamptz",
    )


# Shards move while all nodes write ---------------------------------------------------------------

ROWS_AT_ONCE = 50


def shards_of_after(cluster: Cluster, node: Database) -> int:
    query = f"""
        SELECT count(*)
        FROM citus_shards
        WHERE nodename = '{address(node)}' AND table_name = 'after'::regclass
        """
    return int(cluster.value(query))


def split_first_shard(cluster: Cluster) -> None:
    [[shard, lowest, highest]] = cluster.sql(
        """
        SELECT shardid, shardminvalue, shardmaxvalue
        FROM pg_dist_shard
        WHERE logicalrelid = 'after'::regclass
        ORDER BY shardid
        LIMIT 1
        """
    )
    middle = (int(lowest) + int(highest)) // 2
    cluster.sql(
        f"""
        SELECT citus_split_shard_by_split_points(
            {shard},
            ARRAY['{middle}'],
            (SELECT array_agg(nodeid)
             FROM (SELECT nodeid FROM pg_dist_node ORDER BY nodeid LIMIT 2) AS two),
            'force_logical')
        """
    )


def move_last_shard(cluster: Cluster) -> None:
    [[shard, source]] = cluster.sql(
        """
        SELECT shardid, nodename
        FROM citus_shards
        WHERE table_name = 'after'::regclass
        ORDER BY shardid DESC
        LIMIT 1
        """
    )
    cluster.move_shard(shard, source)


def drain_and_fill(cluster: Cluster, node: Database) -> None:
    """All its shards go to other nodes, and some come back."""
    holds_shards = f"citus_set_node_property('{address(node)}', {PORT}, 'shouldhaveshards', %s)"
    rebalance = "SELECT rebalance_table_shards('after', %sshard_transfer_mode := 'force_logical')"
    cluster.sql(f"SELECT {holds_shards % 'false'}")
    cluster.sql(rebalance % "drain_only := true, ")
    assert shards_of_after(cluster, node) == 0
    cluster.sql(f"SELECT {holds_shards % 'true'}")
    cluster.sql(rebalance % "")
    assert shards_of_after(cluster, node) > 0


def write_until(stop: Event, node: Database) -> int:
    """Rows that were written. A statement can fail while its shard is handed over."""
    written = 0
    while not stop.is_set():
        done = node.psql(
            f"""
            INSERT INTO after (tenant, way)
            SELECT gen_random_uuid(), 'beside' FROM generate_series(1, {ROWS_AT_ONCE})
            """,
            "--set=ON_ERROR_STOP=1",
        )
        if done.returncode == 0:
            written += ROWS_AT_ONCE
    return written


def test_shards_move_while_all_nodes_write(cluster: Cluster) -> None:
    cluster.sql("ALTER TABLE after ADD PRIMARY KEY (tenant, x)")
    cluster.sql("ALTER TABLE tenants ADD PRIMARY KEY (tenant)")
    before = int(cluster.value("SELECT count(*) FROM after"))
    stop = Event()
    with ThreadPoolExecutor() as sessions:
        writers = [sessions.submit(write_until, stop, node) for node in cluster.nodes]
        try:
            split_first_shard(cluster)
            move_last_shard(cluster)
            drain_and_fill(cluster, cluster.workers[1])
        finally:
            stop.set()
    written = sum(writer.result() for writer in writers)
    assert written > NODES * ROWS_AT_ONCE
    assert int(cluster.value("SELECT count(*) FROM after")) == before + written
    assert duplicates(cluster, "after") == NO_DUPLICATES


def test_each_row_is_found_on_its_shard(cluster: Cluster) -> None:
    """A join of co-located shards finds no row that lies on another shard than its tenant."""
    join = "SELECT count(*) FROM after JOIN tenants USING (tenant)"
    plan = cluster.plan(join)
    assert "Task Count" in plan and "Distributed Subplan" not in plan, plan
    assert cluster.value(join) == str(2 * NODES * ROWS)  # by SELECT and by COPY


# An update of the extension ----------------------------------------------------------------------


@pytest.mark.skipif(
    MAJOR < 18 or CITUS == "installed", reason="servers must find a second version by a path"
)
def test_an_update_of_the_coordinator_updates_all_nodes(cluster: Cluster, tmp_path: Path) -> None:
    assert cluster.extensions
    [script] = find_script()
    control = tmp_path / "base62id.control"
    control.write_text(
        re.sub(
            "^default_version.*$",
            "default_version = '9.9'",
            (TOP / "base62id.control").read_text(),
            flags=re.MULTILINE,
        )
    )
    update = tmp_path / "base62id--1.0--9.9.sql"
    update.write_text(
        """
        CREATE FUNCTION only_in_9_9() RETURNS integer
            LANGUAGE internal IMMUTABLE AS 'pg_backend_pid';
        """
    )
    cluster.add_extension(script, control, update)
    for node in cluster.nodes:
        wait_until(
            node,
            """
            SELECT default_version = '9.9'
            FROM pg_available_extensions
            WHERE name = 'base62id'
            """,
        )
    cluster.sql("ALTER EXTENSION base62id UPDATE TO '9.9'")
    version = """
        SELECT extversion
        FROM pg_extension
        WHERE extname = 'base62id' AND to_regproc('only_in_9_9') IS NOT NULL
        """
    assert cluster.on_each_node(version) == NODES * ["9.9"]
    assert (
        cluster.value("SELECT count(*) > 0 FROM after WHERE x ^@ left(xid_new()::text, 2)") == "t"
    )


def find_script() -> list[Path]:
    """The script that creates the extension, where it was installed."""
    installation = Path(os.environ["TEMP_CONFIG"]).read_text()
    [first] = re.findall(r"^extension_control_path = '([^:']*)", installation, re.MULTILINE)
    return list(Path(first).rglob("base62id--1.0.sql"))


def test_no_node_wrote_anything_bad_to_its_log(cluster: Cluster) -> None:
    nothing_bad_in_logs(cluster)
