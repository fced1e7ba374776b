"""Two servers write to the same tables and receive from each other by logical replication, as
docs/scale.md says: every row arrives, and no id meets another.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from conftest import Database, ServerMaker, pg_config, wait_until
from scale import Block, blocks_of, new_member, run_all

ROWS = 20_000
MEMOS = 5000
# No origin = none before: a third server receives from both.
BOTH_WAYS = int(re.findall(r"\d+", pg_config("version"))[0]) >= 16

COLLECTOR = """
    CREATE EXTENSION base62id;
    CREATE TABLE readings (id uid11 PRIMARY KEY, value integer);
    CREATE TABLE alarms (id uid11 PRIMARY KEY, value integer);
    CREATE TABLE memos (id typeid PRIMARY KEY, body text);
"""


@dataclass
class Site:
    writers: dict[str, Database]
    receivers: dict[str, Database]


def subscribes(block: Block) -> bool:
    return "CREATE SUBSCRIPTION" in block.sql


@pytest.fixture(scope="module")
def site(new_server: ServerMaker) -> Site:
    """Two sessions on each of the writers have written at once."""
    writers = {
        "east": new_member(new_server, 1).new_database("site"),
        "west": new_member(new_server, 2).new_database("site"),
    }
    blocks = blocks_of("Two writers: logical replication")
    if BOTH_WAYS:
        run_all(blocks, **writers)
        receivers = writers
    else:
        run_all([block for block in blocks if not subscribes(block)], **writers)
        receivers = {"collector": new_member(new_server, 0).new_database("site")}
        collect(receivers["collector"], writers)
    with ThreadPoolExecutor() as sessions:
        written = [
            sessions.submit(write, writers[name], name) for name in ["east", "east", "west", "west"]
        ]
    for session in written:
        session.result()
    return Site(writers, receivers)


def collect(collector: Database, writers: dict[str, Database]) -> None:
    collector.sql(COLLECTOR)
    for name, writer in writers.items():
        collector.sql(
            f"""
            CREATE SUBSCRIPTION from_{name}
                CONNECTION 'host={writer.server.directory} dbname=site user=postgres'
                PUBLICATION ours
                WITH (copy_data = false, binary = true)
            """
        )


def write(writer: Database, name: str) -> None:
    writer.sql(
        f"""
        INSERT INTO readings (value) SELECT n FROM generate_series(1, {ROWS}) AS n;
        INSERT INTO alarms (value) SELECT n FROM generate_series(1, {ROWS}) AS n;
        INSERT INTO memos (body) SELECT '{name} ' || n FROM generate_series(1, {MEMOS}) AS n;
        """
    )


def test_everything_arrives(site: Site) -> None:
    for receiver in site.receivers.values():
        wait_until(
            receiver,
            f"""
            SELECT (SELECT count(*) FROM readings) = {4 * ROWS}
                AND (SELECT count(*) FROM alarms) = {4 * ROWS}
                AND (SELECT count(*) FROM memos) = {4 * MEMOS}
            """,
        )
        of_machines = receiver.sql(
            "SELECT machine, count(*) FROM alarms, uid11_snowish_parse(id) GROUP BY 1 ORDER BY 1"
        )
        assert of_machines == [["1", str(2 * ROWS)], ["2", str(2 * ROWS)]]


def test_the_same_rows_are_on_both(site: Site) -> None:
    if not BOTH_WAYS:
        pytest.skip("there is no origin = none before PostgreSQL 16")
    contents = """
        SELECT count(*), md5(string_agg(id || value::text, ',' ORDER BY id)) FROM readings;
        SELECT count(*), md5(string_agg(id || value::text, ',' ORDER BY id)) FROM alarms;
        SELECT count(*), md5(string_agg(id || body, ',' ORDER BY id)) FROM memos;
    """
    assert site.writers["east"].sql(contents) == site.writers["west"].sql(contents)


def test_no_id_met_another(site: Site) -> None:
    """An id that is there already would stop the subscription with an error."""
    for place in [*site.writers.values(), *site.receivers.values()]:
        log = place.server.log.read_text()
        assert re.findall(r"ERROR: .*duplicate key.*(?:readings|alarms|memos).*", log) == []
        assert place.server.trouble() == []
