"""Many sessions at once make no id twice: with the counters of the server and, where there is no
shared memory for them, with counters of their own.
"""

import pytest
from conftest import FULL, MAJOR, Database, Server, ServerMaker, Session
from generators import SHARING, Compiler, at_once, compiled, scratch, servers

__all__ = ["compiled", "scratch", "servers"]
IDS_A_SESSION = 1_000_000 if FULL else 50_000
IDS_AN_INSERT = 1_000_000 if FULL else 20_000
SCOPE = "SELECT xid_generator_scope()"


@pytest.fixture(scope="module")
def server(servers: ServerMaker) -> Server:
    return servers(**SHARING)


def test_xids_are_guaranteed_for_the_server(server: Server) -> None:
    assert server.value(SCOPE) == "server"


def test_no_xid_comes_twice(server: Server) -> None:
    server.sql("CREATE UNLOGGED TABLE xids (id uid11 UNIQUE)")
    insert = f"INSERT INTO xids SELECT xid_new() FROM generate_series(1, {IDS_A_SESSION})"
    at_once(server, [insert] * 8)
    assert server.value("SELECT count(*) FROM xids") == str(8 * IDS_A_SESSION)
    assert server.value("SELECT xid_timestamp(max(id)) <= clock_timestamp() FROM xids") == "t"


# The profiles with a sequence count 4096 ids a millisecond, here for one machine number in all
# sessions.


def test_no_snowish_id_comes_twice(server: Server) -> None:
    server.sql("CREATE UNLOGGED TABLE snowish (id uid11 UNIQUE)")
    insert = "INSERT INTO snowish SELECT uid11_snowish_new(7) FROM generate_series(1, 20000)"
    at_once(server, [insert] * 8)
    made = server.sql(
        """
        SELECT count(*),
               min((uid11_snowish_parse(id)).machine),
               max((uid11_snowish_parse(id)).machine)
        FROM snowish
        """
    )
    assert made == [["160000", "7", "7"]]


def test_no_two_ts_seq_rand_ids_have_the_same_time_and_sequence(server: Server) -> None:
    server.sql("CREATE UNLOGGED TABLE ts_seq_rand (id uid11 UNIQUE)")
    insert = "INSERT INTO ts_seq_rand SELECT uid11_ts_seq_rand_new() FROM generate_series(1, 20000)"
    at_once(server, [insert] * 8)
    distinct = """
        SELECT count(DISTINCT (parsed.ts, parsed.sequence))
        FROM ts_seq_rand, uid11_ts_seq_rand_parse(id) AS parsed
    """
    assert server.value(distinct) == "160000"


def test_ids_go_on_after_a_crash(server: Server) -> None:
    server.sql("CREATE TABLE before AS SELECT xid_new() AS xid, uid11_snowish_new(7) AS snowish")
    session = Session(Database(server, "postgres"))
    server.crash(int(session.outcome("SELECT pg_backend_pid()")))
    session.close()
    later = "SELECT xid_new() > xid, uid11_snowish_new(7) > snowish FROM before"
    assert server.sql(later) == [["t", "t"]]
    assert server.value(SCOPE) == "server"


# Without shared memory, before 17 ---------------------------------------------------------------


@pytest.fixture(scope="module")
def alone(server: Server, servers: ServerMaker) -> Server:
    """A server that preloads nothing."""
    if MAJOR >= 17:
        pytest.skip("from 17 on a library gets shared memory when it needs some")
    return servers(shared_preload_libraries="")


def make_bulk_inserts(server: Server) -> None:
    """Four sessions at once make five of them each; no session makes an xid twice."""
    server.sql(
        """
        DROP TABLE IF EXISTS xids;
        CREATE UNLOGGED TABLE xids (session integer, id uid11, UNIQUE (session, id));
        """
    )
    scripts = []
    for session in range(4):
        insert = (
            f"INSERT INTO xids SELECT {session}, xid_new()"
            f" FROM generate_series(1, {IDS_AN_INSERT});"
        )
        scripts.append(insert * 5)
    at_once(server, scripts)
    assert server.value("SELECT count(*) FROM xids") == str(4 * 5 * IDS_AN_INSERT)


def test_without_preloading_xids_are_guaranteed_for_the_session(alone: Server) -> None:
    assert alone.value(SCOPE) == "session"
    make_bulk_inserts(alone)


def test_without_any_shared_memory_each_session_counts_alone(
    alone: Server, compiled: Compiler
) -> None:
    alone.sql(
        f"""
        CREATE FUNCTION fill_shared_memory() RETURNS bigint
            LANGUAGE C AS '{compiled("fork.c")}'
        """
    )
    alone.restart()
    assert alone.value("SELECT fill_shared_memory() > 0") == "t"
    assert alone.value(SCOPE) == "session"
    make_bulk_inserts(alone)


def test_a_session_that_counts_alone_can_be_cancelled(alone: Server) -> None:
    """It takes no lock over its counters: one that it kept would hold off every cancel."""
    session = Session(Database(alone, "postgres"))
    assert session.outcome("SELECT xid_new() IS NOT NULL") == "t"
    session.outcome("SET statement_timeout = 100")
    assert session.outcome("SELECT pg_sleep(5)") == "57014"
    session.close()
