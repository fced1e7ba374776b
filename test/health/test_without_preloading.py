"""base62id_health() asks for preloading where it is needed, and nowhere else: for generators of ids
that count, for a number and for mask keys, but not for id types alone. Without it, sessions load
the library when they begin, or by their first call of a function.
"""

from collections.abc import Iterator

import pytest
from conftest import MAJOR, Server, ServerMaker, health_detail, unhealthy
from health import MAKE_XID, MASK

# From 17 on sessions share memory anyway.
NOT_PRELOADED = {"library": "note"} if MAJOR >= 17 else {"library": "warning", "scope": "warning"}
NOT_LOOKED_AT = {"library": "note"} if MAJOR >= 17 else {"library": "note", "scope": "note"}


@pytest.fixture(
    scope="module",
    params=["", "base62id"],
    ids=["loaded by a call", "loaded by sessions"],
)
def server(request: pytest.FixtureRequest, new_server: ServerMaker) -> Iterator[Server]:
    """With tables of ids that do not count."""
    server = new_server(shared_preload_libraries="", session_preload_libraries=request.param)
    server.sql(
        """
        SELECT typeid_create_type('plain_id', 'plain');
        SELECT typeid_create_type('n_id', 'n', 'uid11');
        CREATE TABLE plain (
            id plain_id DEFAULT plain_id_new(),
            n n_id,
            u ulid DEFAULT ulid_generate(),
            b baseuid DEFAULT baseuid_new()
        );
        CREATE FUNCTION my_xid_new() RETURNS text LANGUAGE sql AS $$ SELECT 'xid_new2' $$;
        """
    )
    yield server
    assert server.trouble() == []


def forget_ids(server: Server) -> None:
    """From 17 on a server remembers, in memory and in its file, that ids were made."""
    server.stop("fast")
    (server.data / "pg_stat/base62id.reserved").unlink(missing_ok=True)
    server.start()


def test_ids_that_do_not_count_need_no_preloading(server: Server) -> None:
    assert unhealthy(server) == {}


@pytest.mark.parametrize(
    ("create", "drop"),
    [
        pytest.param(
            "CREATE TABLE used (id uid11 DEFAULT xid_new())",
            "DROP TABLE used",
            id="a default",
        ),
        pytest.param(
            "CREATE VIEW used AS SELECT uid11_snowish_new(5) AS id",
            "DROP VIEW used",
            id="a view",
        ),
        pytest.param(
            "CREATE FUNCTION used() RETURNS uid11 LANGUAGE sql AS 'SELECT Xid_New()'",
            "DROP FUNCTION used",
            id="a function of SQL",
        ),
        pytest.param(
            """
            CREATE FUNCTION used() RETURNS uid11
                LANGUAGE plpgsql AS 'BEGIN RETURN public.uid11_ts_seq_rand_new(); END'
            """,
            "DROP FUNCTION used",
            id="a function of PL/pgSQL",
        ),
        pytest.param(
            """
            CREATE FUNCTION used() RETURNS uid11
                BEGIN ATOMIC SELECT uid11_snowish_new(); END
            """,
            "DROP FUNCTION used",
            id="a body of standard SQL",
        ),
    ],
)
def test_whatever_makes_ids_that_count_needs_preloading(
    server: Server, create: str, drop: str
) -> None:
    server.sql(create)
    assert unhealthy(server) == NOT_PRELOADED
    server.sql(drop)
    assert unhealthy(server) == {}


def test_a_session_that_has_made_an_id_that_counts_needs_preloading(server: Server) -> None:
    query = "SELECT what, state FROM base62id_health() WHERE what IN ('library', 'scope')"
    made, *rows = server.sql(f"{MAKE_XID} IS NOT NULL; {query} AND state <> 'ok'")
    assert made == ["t"]
    assert {what: state for what, state in rows} == NOT_PRELOADED
    forget_ids(server)
    assert unhealthy(server) == {}


def test_a_server_with_a_number_needs_preloading(server: Server) -> None:
    server.reload(**{"base62id.machine": "3"})
    assert unhealthy(server) == NOT_PRELOADED
    server.reload(**{"base62id.machine": "-1"})
    forget_ids(server)
    assert unhealthy(server) == {}


def test_a_server_with_mask_keys_needs_preloading(server: Server) -> None:
    file = server.secret("mask.keys", f"1:{MASK}")
    server.reload(**{"base62id.mask_key_file": file})
    assert unhealthy(server) == NOT_PRELOADED
    server.reload(**{"base62id.mask_key_file": ""})
    assert unhealthy(server) == {}


def test_bodies_of_functions_are_not_read_where_there_are_too_many(server: Server) -> None:
    """What depends on a generator is seen all the same."""
    database = server.new_database("many")
    database.sql(
        """
        CREATE EXTENSION base62id;
        DO $$
        BEGIN
            FOR i IN 1..10000 LOOP
                EXECUTE format(
                    'CREATE FUNCTION many_%s() RETURNS integer LANGUAGE sql AS %L', i, 'SELECT 1'
                );
            END LOOP;
        END $$;
        """
    )
    assert unhealthy(database) == NOT_LOOKED_AT
    assert health_detail(database, "library") == (
        "not preloaded; not looked whether functions make xids, snowish or ts_seq_rand ids:"
        " there are more than 10000 functions"
    )

    database.sql("CREATE TABLE used (id uid11 DEFAULT xid_new())")
    assert unhealthy(database) == NOT_PRELOADED
