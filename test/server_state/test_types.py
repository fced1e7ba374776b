"""Faults that once lived where no test saw them: each test says what would go wrong."""

import pytest
from conftest import Server, ServerMaker, SqlError


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Server:
    server = new_server()
    key = "1:000102030405060708090a0b0c0d0e0f"
    server.reload(**{"base62id.mask_key_file": server.secret("mask.keys", key)})
    return server


def estimated_rows(server: Server, condition: str) -> int:
    [[line]] = server.sql(f"EXPLAIN SELECT FROM many WHERE {condition}")[:1]
    return int(line.split("rows=")[1].split()[0])


def test_no_index_finds_the_start_of_a_masked_id(server: Server) -> None:
    """Masked ids do not sort as their texts: a range of the index would leave rows out."""
    server.sql(
        """
        SELECT typeid_create_type('masked_id', 'm', mask_key => 1);
        CREATE TABLE masked AS SELECT masked_id_new() AS id FROM generate_series(1, 300);
        CREATE INDEX ON masked (id);
        ANALYZE masked;
        """
    )
    missing = """
        SET enable_seqscan = off;
        SELECT count(*)
        FROM (SELECT DISTINCT left(id::text, 4) || '%' AS start FROM masked) AS starts
        WHERE (SELECT count(*) FROM masked WHERE id LIKE start)
            <> (SELECT count(*) FROM masked WHERE id::text LIKE start);
    """
    assert server.value(missing) == "0"
    for [text] in server.sql("SELECT id::text FROM masked LIMIT 20"):
        found = server.value(
            f"SET enable_seqscan = off; SELECT count(*) FROM masked WHERE id LIKE '{text[:6]}%'"
        )
        assert int(found) >= 1


def test_an_operator_over_somebody_elses_function_is_no_part(server: Server) -> None:
    """It would be taken for the type's own, and its function may be replaced by its owner."""
    server.sql(
        """
        SELECT typeid_create_type('order_id', 'order');
        CREATE ROLE mallory;
        CREATE SCHEMA of_mallory AUTHORIZATION mallory;
        CREATE FUNCTION of_mallory.starts_with(order_id, text) RETURNS boolean
            LANGUAGE id_type IMMUTABLE STRICT AS 'starts_with order';
        ALTER FUNCTION of_mallory.starts_with OWNER TO mallory;
        DROP OPERATOR ^@ (order_id, text);
        CREATE OPERATOR ^@ (FUNCTION = of_mallory.starts_with, LEFTARG = order_id, RIGHTARG = text);
        """
    )
    with pytest.raises(SqlError) as error:
        server.sql("SELECT typeid_upgrade_type('order_id')")
    assert error.value.state == "42710"
    assert "It stands in the place of a part of an id type." in str(error.value)


def test_a_wildcard_weighs_as_in_core(server: Server) -> None:
    """% is 5 in what is left of a pattern, a character .2: %a%b finds five times what %ab does."""
    server.sql(
        """
        CREATE TABLE many AS
        SELECT CASE WHEN i % 4 <> 0 THEN gen_random_uuid()::base62id END AS id
        FROM generate_series(1, 100000) AS i;
        ANALYZE many;
        """
    )
    apart = estimated_rows(server, "id LIKE 'Ga%a%b'")
    together = estimated_rows(server, "id LIKE 'Ga%ab'")
    assert 3.5 < apart / together < 6.5


def test_nulls_are_not_unlike_a_pattern(server: Server) -> None:
    """A quarter of the rows are NULL: they are found neither by LIKE nor by NOT LIKE."""
    assert 74_000 < estimated_rows(server, "id NOT LIKE 'Ga%'") < 76_000
