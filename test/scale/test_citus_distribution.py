"""Citus: tables that are distributed by each type of the extension, by id types that belong to an
extension, and by masked ones.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from citus import (
    ROWS,
    SHARDS,
    WITH_CITUS,
    Cluster,
    cluster,
    create_number_ids,
    create_shop_ids,
    create_tables_of,
    nothing_bad_in_logs,
)
from conftest import rows_of_types
from scale import has_error

__all__ = ["cluster"]
pytestmark = WITH_CITUS
MASKED = "bill_id"
DEFAULTS = {row["type"]: row["fresh"] for row in rows_of_types()}
DEFAULTS |= {name: f"{name}_new()" for name in ["customer_id", "order_id", "invoice_id"]}
DEFAULTS |= {"seat_id": "xid_new()", MASKED: "xid_new()"}


@pytest.fixture(scope="module")
def types(cluster: Cluster) -> None:
    """Those that an extension brings."""
    create_shop_ids(cluster, "1.1")
    create_number_ids(cluster)


@dataclass
class Distributed:
    """of_TYPE, and one id of it."""

    cluster: Cluster
    type_name: str
    id: str

    @property
    def table(self) -> str:
        return f"of_{self.type_name}"


@pytest.fixture(scope="module", params=DEFAULTS)
def of(request: pytest.FixtureRequest, cluster: Cluster, types: None) -> Iterator[Distributed]:
    create_tables_of(cluster, request.param, DEFAULTS[request.param])
    yield Distributed(
        cluster,
        request.param,
        cluster.value(f"SELECT id FROM of_{request.param} WHERE n = 17"),
    )


def test_rows_are_on_every_shard(of: Distributed) -> None:
    counts = of.cluster.sql(
        f"SELECT result FROM run_command_on_shards('{of.table}', 'SELECT count(*) FROM %s')"
    )
    assert len(counts) == SHARDS
    assert all(int(count) > 0 for [count] in counts)
    assert sum(int(count) for [count] in counts) == ROWS


def test_an_id_finds_its_row_on_one_shard_by_its_index(of: Distributed) -> None:
    query = f"SELECT n FROM {of.table} WHERE id = '{of.id}'"
    assert of.cluster.value(query) == "17"
    plan = of.cluster.plan(query)
    assert "Task Count: 1\n" in plan
    assert re.search(rf"Index.* Scan using {of.table}", plan), plan


def test_a_parameter_finds_it(of: Distributed) -> None:
    found = of.cluster.sql(
        f"""
        PREPARE look({of.type_name}) AS SELECT n FROM {of.table} WHERE id = $1;
        EXECUTE look('{of.id}');
        """
    )
    assert found == [["17"]]


def test_workers_find_it(of: Distributed) -> None:
    query = f"SELECT n FROM {of.table} WHERE id = '{of.id}'"
    assert set(of.cluster.on_each_worker(query)) == {"17"}


def test_a_join_of_colocated_tables_finds_every_row(of: Distributed) -> None:
    joined = f"SELECT count(*) FROM {of.table} JOIN parts_{of.type_name} USING (id)"
    assert of.cluster.value(joined) == str(ROWS)


def test_the_first_characters_find_what_they_find_in_the_texts(of: Distributed) -> None:
    start = of.id[:8]
    by_operator = f"SELECT count(*) FROM {of.table} WHERE id ^@ '{start}'"
    by_text = f"SELECT count(*) FROM {of.table} WHERE left(id::text, 8) = '{start}'"
    assert of.cluster.value(by_operator) == of.cluster.value(by_text)


def test_the_first_characters_go_to_the_indexes_of_all_shards(of: Distributed) -> None:
    if of.type_name == MASKED:
        pytest.skip("masked texts do not sort as their ids do")
    plan = of.cluster.plan(f"SELECT n FROM {of.table} WHERE id ^@ '{of.id[:-2]}'")
    assert f"Task Count: {SHARDS}\n" in plan
    assert re.search(rf"Index.* Scan (using|on) {of.table}", plan), plan


def test_min_and_max_are_the_first_and_the_last_id(of: Distributed) -> None:
    for aggregate, order in [("min", "ASC"), ("max", "DESC")]:
        by_aggregate = of.cluster.value(f"SELECT {aggregate}(id) FROM {of.table}")
        by_order = of.cluster.value(f"SELECT id FROM {of.table} ORDER BY id {order} LIMIT 1")
        assert by_aggregate == by_order


# What the page says of min() and max() -----------------------------------------------------------


@pytest.fixture(scope="module")
def table_of_xids(cluster: Cluster) -> str:
    cluster.sql("CREATE TABLE xids (id uid11 PRIMARY KEY DEFAULT xid_new(), n integer)")
    cluster.distribute("xids", "id")
    cluster.sql(f"INSERT INTO xids (n) SELECT n FROM generate_series(1, {ROWS}) AS n; ANALYZE xids")
    return "xids"


def test_order_by_limit_1_reads_one_entry_of_each_shard(
    cluster: Cluster, table_of_xids: str
) -> None:
    plan = cluster.sql(
        f"""
        SET citus.explain_all_tasks = on;
        EXPLAIN (COSTS OFF) SELECT id FROM {table_of_xids} ORDER BY id LIMIT 1;
        """
    )
    text = "\n".join(line for [line] in plan)
    assert len(re.findall(r"Limit\n.*Index Only Scan", text)) == SHARDS, text


def test_min_reads_every_row(cluster: Cluster, table_of_xids: str) -> None:
    plan = cluster.plan(f"SELECT min(id) FROM {table_of_xids}")
    assert re.search(rf"Seq Scan on {table_of_xids}_", plan), plan


def test_an_aggregate_without_a_combine_function_uses_the_indexes(
    cluster: Cluster, table_of_xids: str
) -> None:
    cluster.sql("CREATE SCHEMA shards")
    cluster.sql(
        """
        CREATE AGGREGATE shards.min(uid11) (SFUNC = uid11_smaller, STYPE = uid11, SORTOP = <)
        """
    )
    assert "Index Only Scan" in cluster.plan(f"SELECT shards.min(id) FROM {table_of_xids}")
    first = cluster.value(f"SELECT id FROM {table_of_xids} ORDER BY id LIMIT 1")
    assert cluster.value(f"SELECT shards.min(id) FROM {table_of_xids}") == first


# What keeps type prefixes apart ------------------------------------------------------------------


def test_a_check_of_the_column_refuses_another_prefix(cluster: Cluster) -> None:
    cluster.sql(
        """
        CREATE TABLE checked (
            id typeid PRIMARY KEY DEFAULT typeid_generate('user')
                CHECK (typeid_check(id, 'user')),
            n integer
        )
        """
    )
    cluster.distribute("checked", "id")
    cluster.sql("INSERT INTO checked (n) SELECT n FROM generate_series(1, 100) AS n")
    assert cluster.value("SELECT count(*) FROM checked") == "100"
    has_error(
        cluster.coordinator,
        "INSERT INTO checked VALUES (typeid_generate('order'))",
        "violates check constraint",
    )


def test_a_table_distributed_by_a_domain_loses_rows(cluster: Cluster) -> None:
    """A fault of Citus, here with a domain over PostgreSQL's own uuid: the page warns of it. The
    test fails once Citus finds all rows, and the page may say something else then.
    """
    cluster.sql(
        """
        CREATE DOMAIN some_uuid AS uuid CHECK (value IS NOT NULL);
        CREATE TABLE by_domain (id some_uuid PRIMARY KEY, n integer);
        """
    )
    cluster.distribute("by_domain", "id")
    cluster.sql(
        "INSERT INTO by_domain SELECT gen_random_uuid(), n FROM generate_series(1, 100) AS n"
    )
    ids = cluster.sql("SELECT id FROM by_domain")
    assert len(ids) == 100
    searches = "".join(f"SELECT count(*) FROM by_domain WHERE id = '{id}';\n" for [id] in ids)
    found = sum(int(count) for [count] in cluster.sql(searches))
    assert found < 100


def test_an_id_type_of_no_extension_is_refused(cluster: Cluster) -> None:
    cluster.sql(
        "SELECT typeid_create_type('user_id', 'user'); CREATE TABLE typed (id user_id PRIMARY KEY)"
    )
    has_error(
        cluster.coordinator,
        "SELECT create_distributed_table('typed', 'id')",
        'unsupported object "type user_id"',
    )


def test_no_node_wrote_anything_bad_to_its_log(cluster: Cluster) -> None:
    nothing_bad_in_logs(cluster)
