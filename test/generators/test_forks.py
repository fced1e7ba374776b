"""Two processes never share random octets: workers of a parallel query, and sessions that inherit
what the postmaster had drawn.
"""

import re

import pytest
from conftest import MAJOR, Server, ServerMaker
from generators import SHARING, Compiler, compiled, scratch, servers

__all__ = ["compiled", "scratch", "servers"]
IN_WORKERS = """
    SET parallel_setup_cost = 0;
    SET parallel_tuple_cost = 0;
    SET min_parallel_table_scan_size = 0;
    SET max_parallel_workers_per_gather = 3;
"""
ROWS = 200_000


@pytest.fixture(scope="module")
def server(servers: ServerMaker) -> Server:
    server = servers(**SHARING)
    server.sql(
        f"""
        CREATE UNLOGGED TABLE many AS SELECT generate_series(1, {ROWS}) AS n;
        ANALYZE many;
        """
    )
    return server


def test_a_query_that_makes_ids_has_workers(server: Server) -> None:
    plan = server.sql(
        f"""
        {IN_WORKERS}
        EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF)
        SELECT uid11_fullrand_new(), typeid_generate('u'), n FROM many
        """
    )
    assert re.search("Workers Launched: [1-9]", str(plan))


def test_no_two_rows_share_random_bits(server: Server) -> None:
    """Nor do they have one xid or ULID. 64 bits a row, made by several processes."""
    server.sql(
        f"""
        {IN_WORKERS}
        CREATE UNLOGGED TABLE drawn AS
        SELECT uid11_fullrand_new() AS fullrand, typeid_uuid_generate_v7() AS uuid,
               baseuid_new() AS baseuid, xid_new() AS xid, ulid_generate() AS ulid
        FROM many
        """
    )
    distinct = server.sql(
        """
        SELECT count(DISTINCT fullrand),
               count(DISTINCT substr(uuid::text, 20)),
               count(DISTINCT substr(baseuid_send(baseuid), 7)),
               count(DISTINCT xid),
               count(DISTINCT ulid)
        FROM drawn
        """
    )
    assert distinct == [[str(ROWS)] * 5]


def test_a_single_worker_for_the_whole_query_draws_its_own(server: Server) -> None:
    setting = "debug_parallel_query" if MAJOR >= 16 else "force_parallel_mode"
    made = server.sql(
        f"""
        SET {setting} = on;
        SELECT uid11_fullrand_new() FROM generate_series(1, 1000);
        SELECT uid11_fullrand_new() FROM generate_series(1, 1000);
        """
    )
    assert len({id for [id] in made}) == 2000


def test_short_connections_inherit_no_random_bits(servers: ServerMaker, compiled: Compiler) -> None:
    """The postmaster itself holds random octets: fork.c makes it draw some."""
    server = servers(shared_preload_libraries=f"base62id, {compiled('fork.c')}")
    [by_postmaster] = re.findall("drawn by the postmaster: (.*)", server.log.read_text())
    connection = """
        \\connect -
        SELECT uid11_fullrand_new()::numeric, typeid_uuid_generate_v7(), baseuid_new(), xid_new(),
               ulid_generate();
    """
    made = server.sql(connection * 200)
    random_bits = [by_postmaster]
    for fullrand, uuid, baseuid, xid, ulid in made:
        random_bits += [fullrand, uuid[19:], baseuid[8:], xid, ulid[10:]]
    drawn = 1 + 5 * 200
    assert len(random_bits) == drawn
    assert len(set(random_bits)) == drawn
