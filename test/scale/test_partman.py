"""pg_partman keeps tables of ids by their time, as docs/scale.md says: with a column of the time
beside the id, and with ids as text and uuid.
"""

import pytest
from conftest import Database, Server
from scale import Block, blocks_of, run_all

# What the page has no example for.
MORE_TABLES = """
    CREATE TABLE pages (
        id text COLLATE "C" PRIMARY KEY DEFAULT baseuid_new()::text,
        page text
    ) PARTITION BY RANGE (id);
    SELECT partman.create_parent('public.pages', 'id', '1 day',
        p_time_encoder := 'public.baseuid_min', p_time_decoder := 'public.baseuid_timestamp');
    CREATE TABLE posts (
        id text COLLATE "C" PRIMARY KEY DEFAULT ulid_generate()::text,
        page text
    ) PARTITION BY RANGE (id);
    SELECT partman.create_parent('public.posts', 'id', '1 day',
        p_time_encoder := 'public.ulid_min', p_time_decoder := 'public.ulid_timestamp');
"""


def is_for(version: tuple[int, ...], block: Block) -> bool:
    """Whether the line above says so, or says nothing of a version."""
    if "With pg_partman 4" in block.note:
        return version < (5,)
    if "With pg_partman 5.2" in block.note:
        return version >= (5, 2)
    return "With pg_partman 5" not in block.note or version >= (5,)


@pytest.fixture(scope="module")
def version(shared_server: Server) -> tuple[int, ...]:
    query = "SELECT default_version FROM pg_available_extensions WHERE name = 'pg_partman'"
    found = shared_server.sql(query)
    if not found:
        pytest.skip("there is no pg_partman (Debian: postgresql-MAJOR-partman)")
    return tuple(int(part) for part in found[0][0].split("."))


@pytest.fixture(scope="module")
def database(shared_server: Server, version: tuple[int, ...]) -> Database:
    """The page has executed its SQL."""
    database = shared_server.new_database("partman")
    run_all([block for block in blocks_of("pg_partman") if is_for(version, block)], main=database)
    return database


@pytest.fixture(scope="module")
def with_encoders(version: tuple[int, ...], database: Database) -> Database:
    if version < (5, 2):
        pytest.skip("this pg_partman has no time_encoder (5.2 has)")
    database.sql(MORE_TABLES)
    return database


# A column of the time beside the id --------------------------------------------------------------


def test_there_are_partitions_and_a_row_is_in_that_of_today(database: Database) -> None:
    [[row, many]] = database.sql(
        """
        SELECT count(*),
            (SELECT count(*) > 4 FROM pg_inherits WHERE inhparent = 'visits'::regclass)
        FROM visits
        WHERE tableoid <> (
            SELECT coalesce(max(inhrelid), 0)
            FROM pg_inherits
            WHERE inhrelid::regclass::text = 'visits_default')
        """
    )
    assert (row, many) == ("1", "t")


def test_an_id_prunes_by_its_own_time_and_finds_its_row(database: Database) -> None:
    [prepare] = [block.sql for block in blocks_of("pg_partman") if "PREPARE" in block.sql]
    prepare = prepare[prepare.index("PREPARE") :]
    an_id = database.value("SELECT id FROM visits")
    lines = database.sql(
        f"""
        SET plan_cache_mode = force_generic_plan;
        {prepare}
        EXPLAIN (COSTS OFF) EXECUTE visit('{an_id}');
        EXECUTE visit('{an_id}');
        """
    )
    assert any("Subplans Removed" in line for [line] in lines), lines
    assert lines[-1] == ["/"]


# Ids as text and uuid ----------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["clicks", "pages", "posts", "sales", "hits"])
def test_ids_as_text_or_uuid_are_kept_by_their_time(with_encoders: Database, table: str) -> None:
    """hits has uuids, the others texts."""
    database = with_encoders
    database.sql(f"INSERT INTO {table} (page) VALUES ('/')")
    an_id, in_today = database.sql(
        f"""
        SELECT id, tableoid::regclass::text = '{table}_p' || to_char(now(), 'YYYYMMDD')
        FROM {table}
        """
    )[0]
    assert in_today == "t", "a new id goes to today's partition"

    type_name = "uuid" if table == "hits" else "text"
    encoder = database.value(
        f"SELECT time_encoder FROM partman.part_config WHERE parent_table = 'public.{table}'"
    )
    [[in_place, rows]] = database.sql(
        f"""
        INSERT INTO {table} (id, page)
            SELECT {encoder}(now() - n * interval '1 day')::text::{type_name}, n
            FROM generate_series(1, 3) AS n;
        SELECT bool_and(tableoid::regclass::text = '{table}_p' ||
                        to_char(now() - page::integer * interval '1 day', 'YYYYMMDD')),
            count(*)
        FROM {table}
        WHERE page <> '/';
        """
    )
    assert (in_place, rows) == ("t", "3"), "ids of the days before go to theirs"

    [[too_old, newest]] = database.sql(
        f"""
        UPDATE partman.part_config
            SET retention = '2 days', retention_keep_table = false, premake = 6
            WHERE parent_table = 'public.{table}';
        SELECT partman.run_maintenance('public.{table}') \\g /dev/null
        SELECT count(*) FILTER (WHERE partition < '{table}_p' ||
                                to_char(now() - interval '2 days', 'YYYYMMDD')),
            max(partition) = '{table}_p' || to_char(now() + interval '6 days', 'YYYYMMDD')
        FROM (
            SELECT inhrelid::regclass::text AS partition
            FROM pg_inherits
            WHERE inhparent = '{table}'::regclass) AS partitions
        WHERE partition !~ 'default';
        """
    )
    assert too_old == "0", "maintenance drops what is too old"
    assert newest == "t", "and makes the days ahead"

    plan = database.sql(f"EXPLAIN (COSTS OFF) SELECT * FROM {table} WHERE id = '{an_id}'")
    scans = [line for [line] in plan if "Scan" in line and " on " in line]
    assert len(scans) == 1, "an id is looked for in one partition"
