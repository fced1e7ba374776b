"""Shared memory that another version of the library made, with a layout that this one does not
know: no counted id, all else goes on, and base62id_health() says what to do. layout.c stands in for
that version.
"""

import pytest
from conftest import MAJOR, Server, ServerMaker
from generators import ON_ONE_SERVER, Compiler, compiled, scratch, servers, states

__all__ = ["compiled", "scratch", "servers"]
pytestmark = ON_ONE_SERVER
MASK_KEY = "1:000102030405060708090a0b0c0d0e0f"
V7 = "01890a5d-ac96-774b-bcce-b302099a8057"
COUNTED = ["xid_new()", "uid11_snowish_new(5)", "uid11_ts_seq_rand_new()"]


@pytest.fixture(scope="module")
def server(servers: ServerMaker, compiled: Compiler) -> Server:
    """Where layout.c has taken the shared memory of base62id first."""
    layout = str(compiled("layout.c"))
    server = servers(shared_preload_libraries="")
    server.restart(
        **{
            "shared_preload_libraries": f"{layout}, base62id" if MAJOR < 17 else "",
            "base62id.mask_key_file": server.secret("masks", MASK_KEY),
        }
    )
    server.sql(
        f"""
        CREATE FUNCTION take_layout() RETURNS void LANGUAGE c AS '{layout}';
        SELECT take_layout();
        """
    )
    return server


def test_ids_that_share_counters_are_errors(server: Server) -> None:
    assert states(server, *COUNTED) == ["55000"] * 3


def test_the_error_says_what_to_do(server: Server) -> None:
    error = str(server.error("SELECT xid_new()"))
    assert "ERROR:  55000: shared memory of this server is another base62id version's\n" in error
    assert "HINT:  Restart the server.\n" in error


def test_all_else_goes_on_and_masks_too(server: Server) -> None:
    made = server.sql(
        f"""
        SELECT typeid_generate('u') IS NOT NULL,
               ulid_generate() IS NOT NULL,
               baseuid_new() IS NOT NULL,
               uid11_fullrand_new() IS NOT NULL,
               uuid_unmask(uuid_mask('{V7}'))
        """
    )
    assert made == [["t", "t", "t", "t", V7]]


def test_health_says_so(server: Server) -> None:
    [[state, detail]] = server.sql(
        "SELECT state, detail FROM base62id_health() WHERE what = 'memory'"
    )
    assert state == "broken"
    assert "restart the server" in detail


@pytest.fixture(scope="module")
def restarted(server: Server) -> Server:
    server.restart(shared_preload_libraries="base62id" if MAJOR < 17 else "")
    return server


def test_the_remedy_works(restarted: Server) -> None:
    assert restarted.value("SELECT xid_new() IS NOT NULL") == "t"
    assert restarted.value("SELECT state FROM base62id_health() WHERE what = 'memory'") == "ok"


def test_shared_memory_has_the_names_and_sizes_that_it_keeps_for_good(restarted: Server) -> None:
    """From 17 on it is no memory that the server has at its start."""
    memory = restarted.sql(
        """
        SELECT name, size
        FROM pg_shmem_allocations
        WHERE name LIKE 'base62id%'
        ORDER BY name
        """
    )
    of_start = [["base62id counters", "2048"], ["base62id mask keys", "40960"]]
    assert memory == (of_start if MAJOR < 17 else [])
