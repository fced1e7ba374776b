"""Citus: id types that belong to an extension of one's own (examples/id-types), of 16 bytes, and
numbers of 8 bytes, one of them masked. They have the same hash values everywhere, two kinds do not
mix, and shards move while somebody reads.

The tests of this file are steps: each one goes on with what the ones before have left.
"""

import threading
from collections import Counter

import pytest
from citus import (
    MASK_KEYS,
    NODES,
    ROWS,
    WITH_CITUS,
    Cluster,
    cluster,
    create_number_ids,
    create_shop_ids,
    create_tables_of,
    nothing_bad_in_logs,
)
from conftest import Database
from scale import has_error

__all__ = ["cluster"]
pytestmark = WITH_CITUS
UUID = "01890a5d-ac96-774b-bcce-b302099a8057"
OTHER_MASK_KEYS = "1:ffeeddccbbaa99887766554433221100"
ALL_ROWS = (str(ROWS), str(ROWS), str(ROWS * (ROWS + 1) // 2))


def hash_values(cluster: Cluster, *types: str) -> set[str]:
    """Of one UUID as each of the types, and as uuid, on all nodes."""
    hashes = " UNION ".join(
        f"SELECT worker_hash('{UUID}'::uuid::{name}) AS h" for name in ["uuid", *types]
    )
    query = f"SELECT string_agg(h::text, ' ') FROM ({hashes}) AS all_hashes"
    return set(cluster.on_each_node(query))


def read_until(stop: threading.Event, node: Database, table: str, answers: Counter[str]) -> None:
    while not stop.is_set():
        done = node.psql(f"SELECT count(*), count(DISTINCT id::text), sum(n) FROM {table}")
        answers[done.stdout + done.stderr] += 1


def move_a_shard_beside_a_reader(cluster: Cluster, table: str) -> None:
    """Who sees all rows each time."""
    first = f"""
        SELECT shardid, nodename
        FROM citus_shards
        WHERE table_name = '{table}'::regclass
        ORDER BY shardid
        LIMIT 1
        """
    [[shard, source]] = cluster.sql(first)
    stop = threading.Event()
    answers: Counter[str] = Counter()
    reader = threading.Thread(target=read_until, args=(stop, cluster.coordinator, table, answers))
    reader.start()
    try:
        target = cluster.move_shard(shard, source)
    finally:
        stop.set()
        reader.join()
    assert cluster.sql(first) == [[shard, target]]
    assert list(answers) == [",".join(ALL_ROWS) + "\n"]


# Of 16 bytes -------------------------------------------------------------------------------------


def test_types_are_created_on_all_nodes_with_the_same_hash_values(cluster: Cluster) -> None:
    create_shop_ids(cluster, "1.0")
    here = cluster.value(f"SELECT worker_hash('{UUID}'::uuid)")
    assert hash_values(cluster, "customer_id", "order_id") == {here}
    for name in ["customer_id", "order_id"]:
        create_tables_of(cluster, name, f"{name}_new()")


def test_a_foreign_key(cluster: Cluster) -> None:
    cluster.sql("CREATE TABLE baskets (customer customer_id, n integer, PRIMARY KEY (customer, n))")
    cluster.distribute("baskets", "customer", colocate_with="of_customer_id")
    cluster.sql(
        """
        INSERT INTO baskets SELECT id, 1 FROM of_customer_id WHERE n % 2 = 0;
        ALTER TABLE baskets ADD FOREIGN KEY (customer) REFERENCES of_customer_id;
        """
    )
    joined = "FROM baskets JOIN of_customer_id ON customer = id"
    assert cluster.value(f"SELECT count(*) {joined}") == str(ROWS // 2)
    one = cluster.value("SELECT min(customer) FROM baskets")
    assert "Task Count: 1\n" in cluster.plan(f"SELECT {joined} WHERE id = '{one}'")
    has_error(
        cluster.coordinator,
        "INSERT INTO baskets VALUES (customer_id_new(), 1)",
        "violates foreign key constraint",
    )


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        pytest.param(
            "SELECT FROM of_customer_id AS c JOIN of_order_id AS o ON c.id = o.id",
            "operator does not exist: customer_id = order_id",
            id="a join",
        ),
        pytest.param(
            "INSERT INTO of_customer_id (id) SELECT id FROM of_order_id",
            "is of type customer_id but expression is of type order_id",
            id="an insertion",
        ),
        pytest.param(
            "SELECT FROM of_customer_id WHERE id = 'ord_01h455vb4pex5vsknk084sn02q'",
            'invalid input syntax for type customer_id: "ord_',
            id="a text",
        ),
    ],
)
def test_two_kinds_do_not_mix(cluster: Cluster, statement: str, message: str) -> None:
    has_error(cluster.coordinator, statement, message)


def test_a_typeid_takes_all_kinds(cluster: Cluster) -> None:
    cluster.sql("CREATE TABLE seen (id typeid, text text)")
    cluster.distribute("seen", "id")
    cluster.sql(
        """
        INSERT INTO seen SELECT id, id FROM of_customer_id;
        INSERT INTO seen SELECT id, id FROM (SELECT id FROM of_order_id ORDER BY id LIMIT 100) AS o;
        """
    )
    kinds = cluster.sql(
        """
        SELECT typeid_prefix(id), count(*), bool_and(id::text = text)
        FROM seen
        GROUP BY 1
        ORDER BY 1
        """
    )
    assert kinds == [["cus", str(ROWS), "t"], ["ord", "100", "t"]]


def test_tables_of_two_kinds_are_not_colocated(cluster: Cluster) -> None:
    cluster.sql("CREATE TABLE mixed (id order_id)")
    has_error(
        cluster.coordinator,
        "SELECT create_distributed_table('mixed', 'id', colocate_with => 'of_customer_id')",
        "cannot colocate tables of_customer_id and mixed",
    )


def test_an_update_of_the_extension_brings_a_type_to_every_node(cluster: Cluster) -> None:
    cluster.sql("ALTER EXTENSION shop_ids UPDATE")
    here = cluster.value(f"SELECT worker_hash('{UUID}'::uuid)")
    assert hash_values(cluster, "customer_id", "order_id", "invoice_id") == {here}


def test_a_shard_moves_beside_a_reader(cluster: Cluster) -> None:
    create_tables_of(cluster, "invoice_id", "invoice_id_new()")
    move_a_shard_beside_a_reader(cluster, "of_invoice_id")


# Numbers -----------------------------------------------------------------------------------------


def test_numbers_have_hash_values_and_masked_texts_as_here(cluster: Cluster) -> None:
    create_number_ids(cluster)
    everywhere = cluster.on_each_node(
        "SELECT concat_ws(' ', worker_hash(42::seat_id), worker_hash(42::bill_id), 42::bill_id)"
    )
    number_hash = cluster.value("SELECT worker_hash(42::bigint::uid11)")
    masked = cluster.value("SELECT uid11_mask(42, 'bill')")
    assert everywhere == NODES * [f"{number_hash} {number_hash} bill_{masked}"]


@pytest.fixture(scope="module")
def bill(cluster: Cluster) -> str:
    """The text of number 42 of the table bills, whose even numbers have a row of items each."""
    cluster.sql(
        """
        CREATE TABLE bills (id bill_id PRIMARY KEY, n integer);
        CREATE TABLE items (bill bill_id, n integer, PRIMARY KEY (bill, n));
        """
    )
    cluster.distribute("bills", "id")
    cluster.distribute("items", "bill", colocate_with="bills")
    cluster.sql(
        f"""
        INSERT INTO bills SELECT n, n FROM generate_series(1, {ROWS}) AS n;
        INSERT INTO items SELECT id, n % 2 FROM bills WHERE n % 2 = 0;
        ALTER TABLE items ADD FOREIGN KEY (bill) REFERENCES bills;
        """
    )
    return cluster.value("SELECT 42::bill_id")


def test_a_foreign_key_of_masked_numbers(cluster: Cluster, bill: str) -> None:
    joined = "FROM items AS i JOIN bills AS b ON i.bill = b.id"
    sums = cluster.sql(f"SELECT count(*), sum(b.n) = sum(b.id::bigint) {joined}")
    assert sums == [[str(ROWS // 2), "t"]]
    assert "Task Count: 1\n" in cluster.plan(f"SELECT {joined} WHERE b.id = '{bill}'")
    for statement in [
        "INSERT INTO items VALUES (1000000::bill_id, 1)",
        f"DELETE FROM bills WHERE id = '{bill}'",
    ]:
        has_error(cluster.coordinator, statement, "violates foreign key constraint")


def test_the_number_and_its_masked_text_find_the_same_row(cluster: Cluster, bill: str) -> None:
    assert cluster.value("SELECT n FROM bills WHERE id = 42::bill_id") == "42"
    by_text = f"SELECT n FROM bills WHERE id = '{bill}'"
    assert cluster.value(by_text) == "42"
    assert set(cluster.on_each_worker(by_text)) == {"42"}


@pytest.mark.parametrize("form", ["text", "binary"])
def test_masked_numbers_arrive_by_copy(cluster: Cluster, bill: str, form: str) -> None:
    """By a file, which Citus sends to the shards row by row."""
    cluster.sql("CREATE TABLE again (id bill_id PRIMARY KEY, n integer)")
    cluster.distribute("again", "id", colocate_with="bills")
    file = cluster.coordinator.server.directory / f"bills.{form}"
    cluster.sql(f"COPY (SELECT id, n FROM bills) TO '{file}' (FORMAT {form})")
    cluster.sql(f"COPY again FROM '{file}' (FORMAT {form})")
    same = cluster.sql(
        """
        SELECT count(*), bool_and(a.n = b.n AND a.id::bigint = a.n)
        FROM again AS a
        JOIN bills AS b USING (id)
        """
    )
    cluster.sql("DROP TABLE again")
    assert same == [[str(ROWS), "t"]]


def test_tables_of_two_kinds_of_numbers_are_not_colocated(cluster: Cluster, bill: str) -> None:
    cluster.sql("CREATE TABLE other (id seat_id)")
    has_error(
        cluster.coordinator,
        "SELECT create_distributed_table('other', 'id', colocate_with => 'bills')",
        "cannot colocate tables bills and other",
    )


def test_a_shard_of_masked_numbers_moves_beside_a_reader(cluster: Cluster, bill: str) -> None:
    move_a_shard_beside_a_reader(cluster, "bills")


def test_a_node_with_another_mask_key_raises_an_error(cluster: Cluster, bill: str) -> None:
    """It never shows the id of another row; and joins, which need no texts, go on."""
    server = cluster.workers[1].server
    texts = "SELECT count(DISTINCT id::text) FROM bills"
    other = server.secret("other.masks", OTHER_MASK_KEYS)
    server.reload(**{"base62id.mask_key_file": other})
    has_error(cluster.coordinator, texts, "mask key for type bill_id is not available")
    joined = cluster.value("SELECT count(*) FROM items JOIN bills ON bill = id")
    assert joined == str(ROWS // 2)
    own = server.secret("mask.keys", MASK_KEYS)
    server.reload(**{"base62id.mask_key_file": own})
    assert cluster.value(texts) == str(ROWS)


def test_no_node_wrote_anything_bad_to_its_log(cluster: Cluster) -> None:
    nothing_bad_in_logs(cluster)
