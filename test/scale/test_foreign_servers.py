"""Tables of ids on two servers by postgres_fdw, as docs/scale.md says: conditions on ids are
shipped, and two fronts that write at once make no id twice.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from conftest import Database, ServerMaker
from scale import blocks_of, has_error, new_member, run, run_all

SECTION = "Foreign servers: postgres_fdw"
CUSTOMER = "user_01h455vb4pex5vsknk084sn02q"  # the page inserts a row of it
ROWS = 4000


@dataclass
class Shop:
    front: Database
    second_front: Database  # on a server that is a shard, too
    plans: list[tuple[list[str], list[str]]]


@pytest.fixture(scope="module")
def shop(new_server: ServerMaker) -> Shop:
    """The page has executed its SQL, and there is another front."""
    servers = [new_member(new_server, number) for number in range(3)]
    front, *shards = [server.new_database("shop") for server in servers]
    if not front.has_extension("postgres_fdw"):
        pytest.skip("there is no postgres_fdw (PostgreSQL's contrib)")
    blocks = blocks_of(SECTION)
    plans = run_all(blocks, front=front, shard_1=shards[0], shard_2=shards[1])
    second_front = servers[2].new_database("shop_front")
    [of_front] = [block for block in blocks if "CREATE USER MAPPING" in block.sql]
    run(of_front, second_front, {"shard_1": servers[1], "shard_2": servers[2]})
    return Shop(front, second_front, plans)


def test_plans_are_those_of_the_page(shop: Shop) -> None:
    assert len(shop.plans) == 3
    for wanted, got in shop.plans:
        assert got == wanted


def test_both_shards_hold_rows(shop: Shop) -> None:
    counts = shop.front.sql("SELECT count(*) FROM purchases GROUP BY tableoid")
    assert len(counts) == 2
    assert all(850 <= int(count) <= 1150 for [count] in counts)


def test_what_is_shipped_gives_what_a_search_at_the_front_gives(shop: Shop) -> None:
    [[shipped, at_front]] = shop.front.sql(
        """
        SELECT
            (SELECT count(*)
             FROM purchases
             WHERE xid_timestamp(id) > '2026-01-01' AND customer @> 'user'),
            (SELECT count(*)
             FROM (SELECT * FROM purchases OFFSET 0) AS p
             WHERE xid_timestamp(id) > '2026-01-01' AND customer @> 'user')
        """
    )
    assert shipped == at_front
    assert int(shipped) > 0


def test_a_row_is_found_and_updated_on_its_shard(shop: Shop) -> None:
    of_customer = f"FROM purchases WHERE customer = '{CUSTOMER}'"
    assert shop.front.value(f"SELECT amount {of_customer}") == "42"
    updated = shop.front.value(
        f"UPDATE purchases SET amount = 43 WHERE customer = '{CUSTOMER}' RETURNING amount"
    )
    assert updated == "43"


def test_a_shard_refuses_a_duplicate(shop: Shop) -> None:
    duplicate = "INSERT INTO purchases SELECT * FROM purchases LIMIT 1"
    has_error(shop.front, duplicate, "duplicate key value")


def test_two_fronts_that_write_at_once_make_no_id_twice(shop: Shop) -> None:
    before = int(shop.front.value("SELECT count(*) FROM purchases"))

    def write(front: Database, type_prefix: str) -> None:
        front.sql(
            f"""
            INSERT INTO purchases (customer, amount)
            SELECT typeid_generate('{type_prefix}'), n FROM generate_series(1, {ROWS}) AS n
            """
        )

    with ThreadPoolExecutor() as sessions:
        writers = [
            sessions.submit(write, front, type_prefix)
            for front, type_prefix in 2 * [(shop.front, "front"), (shop.second_front, "front_two")]
        ]
    for writer in writers:
        writer.result()

    counts = shop.front.sql(
        """
        SELECT count(*) FILTER (WHERE customer @> 'front'),
            count(*) FILTER (WHERE customer @> 'front_two'),
            count(*),
            count(DISTINCT id)
        FROM purchases
        """
    )
    every = str(before + 4 * ROWS)
    assert counts == [[str(2 * ROWS), str(2 * ROWS), every, every]]


def test_without_the_option_the_front_compares(shop: Shop) -> None:
    """The test of the test: else a plan that ships would be no news."""
    lines = shop.front.sql(
        """
        BEGIN;
        ALTER SERVER shard_1 OPTIONS (DROP extensions);
        EXPLAIN (VERBOSE, COSTS OFF) SELECT id FROM purchases_1 WHERE id ^@ '5c';
        ROLLBACK;
        """
    )
    assert any(line.strip().startswith("Filter: ") for [line] in lines), lines


def test_no_server_wrote_anything_bad_to_its_log(shop: Shop) -> None:
    assert shop.front.server.trouble() == []
    assert shop.second_front.server.trouble() == []
