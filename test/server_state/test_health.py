"""What base62id_health() and the settings say of a server that is not as it should be."""

import pytest
from conftest import Server, ServerMaker, SqlError


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Server:
    return new_server()


def health(server: Server, what: str) -> list[str]:
    [row] = server.sql(f"SELECT state, detail FROM base62id_health() WHERE what = '{what}'")
    return row


def test_no_time_is_reserved_before_the_first_id(server: Server) -> None:
    (server.data / "pg_stat/base62id.reserved").unlink(missing_ok=True)
    server.restart()
    assert health(server, "reserved times") == [
        "ok",
        "none (docs/monitor.md#health-reserved-times)",
    ]


def test_an_index_that_is_not_valid(server: Server) -> None:
    assert health(server, "indexes")[0] == "ok"
    server.sql(
        "CREATE TABLE twice AS SELECT gen_random_uuid()::base62id AS id FROM generate_series(1, 1)"
    )
    server.sql("INSERT INTO twice TABLE twice")
    with pytest.raises(SqlError) as error:
        server.sql("CREATE UNIQUE INDEX CONCURRENTLY twice_id ON twice (id)")
    assert error.value.state == "23505"
    state, detail = health(server, "indexes")
    assert state == "warning"
    assert "REINDEX INDEX or drop: twice_id" in detail


def test_a_path_that_is_too_long(server: Server) -> None:
    with pytest.raises(SqlError) as error:
        server.sql(f"ALTER SYSTEM SET base62id.reserved_file = '/{'d' * 1100}'")
    assert error.value.state == "22023"
    assert "The path has more than" in str(error.value)


def test_a_machine_number_that_is_none(server: Server) -> None:
    """A library that is not preloaded meets the value when a session loads it."""
    server.restart(**{"shared_preload_libraries": "", "base62id.machine": "none"})
    state, detail = health(server, "machine")
    assert state == "broken"
    assert 'The configuration says "none"' in detail
