"""The steps of docs/rolling-out.md: two releases of a small application write and read while the
tables are converted, and back, and no request fails. programs/app.* says what they do.
"""

import itertools
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import FULL, Database, Server
from rolling_out import (
    CONVERTED,
    KEY_CONVERTED,
    LONG,
    PAGE,
    PLAIN,
    PROGRAMS,
    PYTHON,
    Shop,
    app_of_go,
    app_of_node,
    environment_of,
    has_module,
    scratch,
    server,
)

__all__ = ["scratch", "server"]
STILL_UUID = [["orders", "user_id"]]
MANY_ROWS = """
    INSERT INTO users SELECT md5(i::text)::uuid, i FROM generate_series(1, 300000) AS i;
    INSERT INTO orders (user_id) SELECT id FROM users;
    VACUUM ANALYZE;
"""


def app_of_python() -> list[str]:
    if not has_module("psycopg"):
        pytest.skip("there is no psycopg 3 (Debian: python3-psycopg)")
    return [PYTHON, str(PROGRAMS / "app.py")]


@pytest.fixture(
    params=[
        "psycopg",
        pytest.param("pgx", marks=LONG),
        pytest.param("node-postgres", marks=LONG),
    ]
)
def command(request: pytest.FixtureRequest, scratch: Path) -> list[str]:
    """The application with this driver."""
    if request.param == "pgx":
        return app_of_go(scratch)
    if request.param == "node-postgres":
        return app_of_node(scratch)
    return app_of_python()


@pytest.fixture
def shop(server: Server, tmp_path: Path) -> Iterator[Shop]:
    """The tables of the page, whose types are not there yet."""
    database = server.new_database("shop")
    database.sql(PAGE.create_tables)
    if FULL:
        database.sql(MANY_ROWS)
    yield Shop(database, tmp_path)
    server.sql("DROP DATABASE shop")


class Release:
    """The application under load, with a client for each of the connections. One that is called
    "word" has the option stored="uuid": it sends and reads UUIDs, and shows ids. One that is called
    "plain" has not: it sends and gets ids.
    """

    def __init__(self, command: list[str], shop: Shop, name: str, *connections: str) -> None:
        self._connections = len(connections)
        self._errors = shop.directory / f"{name}.log"
        self._process = subprocess.Popen(
            [*command, *connections],
            env=environment_of(shop.database),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=self._errors.open("w"),
            text=True,
        )
        assert self._process.stdout
        ready = self._process.stdout.readline()
        assert re.fullmatch(r"ready \d+\n", ready), ready + self._errors.read_text()
        self._requests_before = int(ready.split()[1])

    def ends_without_a_failure(self, moves: int) -> None:
        """After a move a connection fails once, at the first statement that it had prepared before:
        it has tried again at most once for each move, and for nothing else.
        """
        self._process.terminate()
        output, _ = self._process.communicate()
        # The last line of programs/app.*.
        *counts, first_failures = output.split(maxsplit=5)
        requests, failed, again, again_for_others, longest_ms = map(int, counts)
        print(f"{requests} requests, {again} tried again, the longest {longest_ms} ms")
        assert self._errors.read_text() == ""
        assert (failed, first_failures.strip()) == (0, "[]")
        assert again_for_others == 0
        assert again <= self._connections * moves
        assert requests - self._requests_before > 10 * self._connections

    def stop(self) -> None:
        """Whatever it does."""
        self._process.kill()
        self._process.wait()


@pytest.fixture
def deploy(command: list[str], shop: Shop) -> Iterator[Callable[..., Release]]:
    """Starts releases, each with a name and its connections."""
    started: list[Release] = []

    def start(name: str, *connections: str) -> Release:
        started.append(Release(command, shop, name, *connections))
        return started[-1]

    yield start
    for release in started:
        release.stop()


def let_requests_run(seconds: float) -> None:
    """The longer, the more of them meet what was done; nothing waits for that."""
    time.sleep(seconds)


def convert_key(shop: Shop, by_file: bool) -> None:
    if by_file:
        for line in PAGE.migrate.splitlines():
            shop.migrate(line)
    else:
        shop.run(PAGE.convert_key)


def convert_there_and_back(shop: Shop, rounds: int) -> None:
    """And there at last. Every other time the key moves by base62id-migrate."""
    for done in range(rounds):
        convert_key(shop, by_file=done % 2 == 1)
        assert shop.types() == KEY_CONVERTED
        assert shop.run(PAGE.still_uuid) == STILL_UUID
        let_requests_run(0.3)
        shop.run(PAGE.convert_references)
        assert shop.types() == CONVERTED
        assert shop.run(PAGE.still_uuid) == []
        if done < rounds - 1:
            shop.run(PAGE.convert_back)
            assert shop.types() == PLAIN


def test_no_request_fails(
    command: list[str], deploy: Callable[..., Release], shop: Shop, server: Server
) -> None:
    rounds_of_full = 10 if command[0] == PYTHON else 2
    rounds = rounds_of_full if FULL else 1
    log_before = server.log.stat().st_size

    first = deploy("first", "word", "word", "word")
    shop.run(PAGE.create_types)
    convert_there_and_back(shop, rounds)
    second = deploy("second", "plain", "plain")
    let_requests_run(0.5)
    # A round moves the key, then the references, and but for the last round both back at once.
    first.ends_without_a_failure(moves=3 * rounds - 1)

    shop.run(PAGE.refuse_uuids)
    let_requests_run(0.5)
    accept = shop.database.sql("SELECT accept_uuid FROM typeid_types()")
    assert accept == [["f"], ["f"]]
    by_uuid = "SELECT FROM users WHERE id = gen_random_uuid()"
    assert shop.database.error(by_uuid).state == "42883"
    second.ends_without_a_failure(moves=0)

    # Back, beside the first release's program.
    shop.run(PAGE.accept_uuids)
    third = deploy("third", "word", "word")
    shop.run(PAGE.convert_back)
    let_requests_run(0.5)
    third.ends_without_a_failure(moves=1)
    assert shop.types() == PLAIN

    assert "deadlock detected" not in server.log.read_text()[log_before:]


# What is done under the locks ------------------------------------------------------------------

WORK = re.compile(
    "building index|rewriting table|verifying table|validating foreign key|LOCKED|COMMITTED"
)


def work_of(block: str, database: Database) -> list[str]:
    """What is built and checked, as debug messages say: before the locks, under them and after
    COMMIT. Neighbors that are equal count once.
    """
    marked = re.sub("^LOCK TABLE .*;$", "\\g<0>\n\\\\warn LOCKED", block, flags=re.MULTILINE)
    marked = re.sub("^COMMIT;$", "\\g<0>\n\\\\warn COMMITTED", marked, flags=re.MULTILINE)
    done = database.psql(f"SET client_min_messages = debug1;\n{marked}")
    return [work for work, _ in itertools.groupby(WORK.findall(done.stderr))]


def test_under_the_locks_no_index_is_built_and_no_key_is_checked(shop: Shop) -> None:
    """The index is built before, and the key is checked afterwards."""
    shop.database.sql(
        """
        INSERT INTO users (name) VALUES ('Ada');
        INSERT INTO orders (user_id, total) SELECT id, 1 FROM users;
        """
    )
    shop.run(PAGE.create_types)
    expected = ["building index", "LOCKED", "COMMITTED", "validating foreign key"]
    assert work_of(PAGE.convert_key, shop.database) == expected
    assert shop.types() == KEY_CONVERTED
    assert work_of(PAGE.convert_references, shop.database) == expected
    assert shop.types() == CONVERTED
