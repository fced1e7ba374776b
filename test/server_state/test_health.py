"""base62id_health() and the settings say what is wrong with a server, its tables and its id types:
the short form of test/health.
"""

from collections.abc import Iterator

import pytest
from conftest import MAJOR, Server, ServerMaker, SqlError


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
    assert "REINDEX INDEX or drop: public.twice_id" in detail


def test_a_default_whose_ids_do_not_say_when_they_were_made(server: Server) -> None:
    server.sql(
        """
        CREATE TABLE dated (
            id ulid DEFAULT gen_random_uuid(),
            parent ulid DEFAULT ulid_generate(),
            undated base62id DEFAULT gen_random_uuid()
        )
        """
    )
    state, detail = health(server, "defaults")
    assert state == "note"
    assert "ALTER TABLE public.dated ALTER id SET DEFAULT ulid_generate()" in detail
    assert detail.count("ALTER TABLE") == 1
    server.sql("DROP TABLE dated")


def test_a_path_that_is_too_long(server: Server) -> None:
    with pytest.raises(SqlError) as error:
        server.sql(f"ALTER SYSTEM SET base62id.reserved_file = '/{'d' * 1100}'")
    assert error.value.state == "22023"
    assert "The path has more than" in str(error.value)


@pytest.fixture
def part_id(server: Server) -> Iterator[str]:
    """A type, and somebody who may make things beside it."""
    server.sql("CREATE ROLE mallory; GRANT CREATE ON SCHEMA public TO mallory")
    server.sql("SELECT typeid_create_type('part_id', 'part')")
    yield "part_id"
    server.sql("DROP TYPE part_id CASCADE; DROP OWNED BY mallory; DROP ROLE mallory")


def parts(server: Server, id_type: str) -> list[list[str]]:
    return server.sql(
        f"SELECT state, detail FROM base62id_health() WHERE what = 'id type {id_type}'"
    )


def test_a_type_that_lacks_a_member_of_a_class(server: Server, part_id: str) -> None:
    """As one does that an older version made: the functions of number 2 are gone from all its
    classes, as that for sorting from the btree class.
    """
    assert parts(server, part_id) == []
    server.sql(
        f"""
        CREATE TEMP TABLE member AS
        SELECT oid FROM pg_amproc WHERE amproclefttype = '{part_id}'::regtype AND amprocnum = 2;
        DELETE FROM pg_amproc WHERE oid IN (TABLE member);
        DELETE FROM pg_depend WHERE classid = 'pg_amproc'::regclass AND objid IN (TABLE member);
        """
    )
    [[state, detail]] = parts(server, part_id)
    assert state == "warning"
    assert detail.startswith("lacks members of operator class")
    server.sql(f"SELECT typeid_upgrade_type('{part_id}')")
    assert parts(server, part_id) == []


@pytest.mark.parametrize(
    ("part", "statements"),
    [
        (
            "function part_id_new",
            "ALTER FUNCTION part_id_new() OWNER TO mallory",
        ),
        (
            "operator ^@",
            """
            DROP OPERATOR ^@ (part_id, text);
            SET ROLE mallory;
            CREATE FUNCTION never(part_id, text) RETURNS boolean LANGUAGE sql AS 'SELECT false';
            CREATE OPERATOR ^@ (FUNCTION = never, LEFTARG = part_id, RIGHTARG = text);
            """,
        ),
    ],
    ids=["function", "operator"],
)
def test_what_stands_in_the_place_of_a_part(
    server: Server, part_id: str, part: str, statements: str
) -> None:
    """As many things as the type must have are there, and one of them is somebody else's."""
    server.sql(statements)
    [[state, detail]] = parts(server, part_id)
    assert state == "warning"
    assert f"in the place of parts stand: {part}" in detail
    assert "of mallory" in detail


def test_without_preloading_each_session_counts_for_itself(server: Server) -> None:
    """From PostgreSQL 17 on a library gets shared memory when it needs some."""
    server.restart(**{"shared_preload_libraries": ""})
    scope = "server" if MAJOR >= 17 else "session"
    assert server.value("SELECT xid_generator_scope()") == scope


def test_a_machine_number_that_is_none(server: Server) -> None:
    """A library that is not preloaded meets the value when a session loads it."""
    server.restart(**{"shared_preload_libraries": "", "base62id.machine": "none"})
    state, detail = health(server, "machine")
    assert state == "broken"
    assert 'The configuration says "none"' in detail
