"""A façade, the text that a masked id shows, says nothing of the time that is inside. Only ids that
are generated at once show their order within their millisecond.

Ids and key are the same in each run, so most of this cannot fail by chance. Under a new key each of
the 50 statements would, 6 times in 10^7.
"""

import pytest
from conftest import Database, Server
from masks import SETTINGS, use_keys

KEY = "000102030405060708090a0b0c0d0e0f"
# The 12 bits of a façade after its version, where the id inside has its order in the millisecond.
FRACTION = "get_byte(fixed_id_send(id), 6) % 16 * 256 + get_byte(fixed_id_send(id), 7)"
FIXED = """
    CREATE EXTENSION base62id;
    SELECT typeid_create_type('fixed_id', 'f', mask_key => 3);
    CREATE TABLE fixed AS
    SELECT (lpad(to_hex(1767225600000 + i), 12, '0')
        || '7' || substr(m, 1, 3)
        || to_hex(8 + ('x' || substr(m, 4, 1))::bit(4)::integer / 4) || substr(m, 5, 15)
        )::uuid::fixed_id AS id
    FROM generate_series(1, 100000) AS i, md5(i::text) AS m;
"""


@pytest.fixture(scope="module")
def fixed(shared_server: Server) -> Database:
    """100000 ids of as many milliseconds, one after the other."""
    shared_server.restart(**SETTINGS)
    use_keys(shared_server, f"3:{KEY}")
    database = shared_server.new_database("facades")
    database.sql(FIXED)
    return database


def test_ids_made_at_once_show_their_order_within_a_millisecond(fixed: Database) -> None:
    [result] = fixed.sql(
        f"""
        CREATE TEMP TABLE burst AS SELECT n, fixed_id_new() AS id FROM generate_series(1, 100) AS n;
        WITH ranked AS (
            SELECT ms, rank() OVER (PARTITION BY ms ORDER BY n) AS made,
                rank() OVER (PARTITION BY ms ORDER BY {FRACTION}) AS shown
            FROM burst, left(id::uuid::text, 13) AS ms)
        SELECT max(ids) > 1, round(min(correlation)::numeric, 3)
        FROM (
            SELECT count(*) AS ids, corr(made, shown) AS correlation
            FROM ranked
            GROUP BY ms) AS g;
        """
    )
    assert result == ["t", "1.000"]


def test_ids_of_a_given_time_show_none(fixed: Database) -> None:
    """Within 5 standard deviations."""
    correlation = fixed.value(
        f"""
        SELECT corr(n, {FRACTION})
        FROM (SELECT n, fixed_id_new('2026-01-01') AS id FROM generate_series(1, 10000) AS n) AS ids
        """
    )
    assert abs(float(correlation)) < 5 / 10_000**0.5


def test_the_order_of_facades_has_nothing_to_do_with_time(fixed: Database) -> None:
    """Rank against time, and against its neighbour's, within 5 standard deviations of none."""
    [[with_time, with_neighbour]] = fixed.sql(
        """
        WITH ranked AS (
            SELECT rank() OVER (ORDER BY id) AS of_time,
                rank() OVER (ORDER BY id::text COLLATE "C") AS of_facade
            FROM fixed)
        SELECT corr(of_time, of_facade), corr(of_facade, of_neighbour)
        FROM (SELECT *, lag(of_facade) OVER (ORDER BY of_time) AS of_neighbour FROM ranked) AS x;
        """
    )
    assert abs(float(with_time)) < 5 / 100_000**0.5
    assert abs(float(with_neighbour)) < 5 / 100_000**0.5


def test_each_bit_that_holds_the_time_is_set_in_half_of_them(fixed: Database) -> None:
    """Within 5 standard deviations."""
    ones = fixed.sql(
        """
        SELECT bit, sum(get_bit(fixed_id_send(id), bit))
        FROM fixed, generate_series(0, 47) AS bit
        GROUP BY bit;
        """
    )
    assert len(ones) == 48
    far = [row for row in ones if abs(int(row[1]) - 50_000) >= 5 * 100_000**0.5 / 2]
    assert far == []


def test_all_are_of_version_4_and_none_comes_twice(fixed: Database) -> None:
    [result] = fixed.sql(
        """
        SELECT count(DISTINCT id::text),
            bool_and(substr(uuid_mask(id::uuid, 3)::text, 15, 1) = '4')
        FROM fixed;
        """
    )
    assert result == ["100000", "t"]
