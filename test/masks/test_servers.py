"""Masks and other servers: a standby, subscribers, and where the key is found in the end: nowhere
but in its file.
"""

import re
from pathlib import Path

import pytest
from conftest import Database, Server, ServerMaker, wait_for, wait_until
from masks import KEY_FILE, SETTINGS, has_no_key, new_key, use_keys

KEY, OTHER_KEY = new_key(), new_key()
BOTH_KEYS = [f"1:{KEY}", f"2:{OTHER_KEY}"]
TABLES = """
    SELECT typeid_create_type('user_id', 'user', mask_key => 1);
    CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), n integer);
    INSERT INTO users (n) SELECT generate_series(1, 5000);
    CREATE SEQUENCE inv_numbers;
    SELECT typeid_create_type('inv_id', 'inv', 'uid11', 1);
    CREATE TABLE invoices (id inv_id PRIMARY KEY DEFAULT nextval('inv_numbers'), n bigint);
    INSERT INTO invoices (n) SELECT generate_series(1, 5000);
"""
USERS_INSIDE = "SELECT md5(string_agg(id::uuid::text || n, ',' ORDER BY id)) FROM users"
DIGESTS = "SELECT name, value FROM base62id_settings() WHERE name LIKE 'mask_key %' ORDER BY 1"


@pytest.fixture(scope="module")
def primary(new_server: ServerMaker) -> Server:
    server = new_server(**SETTINGS, wal_level="logical")
    use_keys(server, *BOTH_KEYS)
    server.sql(TABLES)
    server.sql("CREATE PUBLICATION numbers FOR TABLE invoices")
    return server


@pytest.fixture(scope="module")
def standby(primary: Server, new_server: ServerMaker) -> Server:
    """Without the file."""
    server = new_server(standby_of=primary, **SETTINGS)
    wait_until(server, "SELECT count(*) = 5000 FROM invoices")
    return server


@pytest.fixture(scope="module")
def subscriber(new_server: ServerMaker) -> Server:
    server = new_server(**SETTINGS, wal_retrieve_retry_interval="500ms")
    use_keys(server, *BOTH_KEYS)
    return server


# A standby -------------------------------------------------------------------------------------


def test_a_standby_without_the_file_shows_no_id_and_reads_all_else(standby: Server) -> None:
    database = Database(standby, "postgres")
    has_no_key(database, "SELECT id FROM users", "user_id")
    assert database.value("SELECT count(*) FROM users") == "5000"
    has_no_key(database, "SELECT id FROM invoices", "inv_id")
    assert database.value("SELECT max(id::bigint) FROM invoices") == "5000"


def test_a_standby_with_the_file_has_the_same_texts(primary: Server, standby: Server) -> None:
    use_keys(standby, *BOTH_KEYS)
    for table in ("users", "invoices"):
        text = f"SELECT id FROM {table} WHERE n = 77"
        assert standby.value(text) == primary.value(text)


def test_digests_show_that_two_servers_have_the_same_keys(primary: Server, standby: Server) -> None:
    assert standby.sql(DIGESTS) == primary.sql(DIGESTS)
    assert len(primary.sql(DIGESTS)) == 2


# Logical replication ---------------------------------------------------------------------------

BINARY = pytest.mark.parametrize("binary", ["false", "true"])


def subscribe(copy: Database, primary: Server, publication: str, binary: str) -> None:
    where = f"host={primary.directory} user=postgres dbname=postgres"
    copy.sql(
        f"CREATE SUBSCRIPTION {copy.name}_{publication} CONNECTION '{where}'"
        f" PUBLICATION {publication} WITH (binary = {binary})"
    )


def unsubscribe(copy: Database, publication: str) -> None:
    copy.sql(f"DROP SUBSCRIPTION IF EXISTS {copy.name}_{publication}")


@BINARY
def test_a_subscriber_has_the_same_ids_inside(
    primary: Server, subscriber: Server, binary: str
) -> None:
    name = f"users_{binary}"
    copy = subscriber.new_database(name)
    copy.sql(
        """
        CREATE EXTENSION base62id;
        SELECT typeid_create_type('user_id', 'user', mask_key => 1);
        CREATE TABLE users (id user_id PRIMARY KEY, n integer);
        """
    )
    primary.sql(f"CREATE PUBLICATION {name} FOR TABLE users")
    subscribe(copy, primary, name, binary)
    primary.sql(
        """
        INSERT INTO users (n) VALUES (6000);
        UPDATE users SET n = 6001 WHERE n = 6000;
        """
    )
    wait_until(copy, "SELECT count(*) = 5001 FROM users WHERE n <> 6000")
    assert copy.value(USERS_INSIDE) == primary.value(USERS_INSIDE)
    unsubscribe(copy, name)
    primary.sql(f"DELETE FROM users WHERE n = 6001; DROP PUBLICATION {name};")


# The publisher of masked numbers sends façades, and a subscriber reads them by its own type.
COPIES = {"same_key": ", 1", "other_key": ", 2", "no_mask": ""}


@pytest.fixture(scope="module")
def copies(subscriber: Server) -> dict[str, Database]:
    """Databases whose type has the same key, another one, and none."""
    found = {}
    for name, key in COPIES.items():
        found[name] = subscriber.new_database(name)
        found[name].sql(
            f"""
            CREATE EXTENSION base62id;
            SELECT typeid_create_type('inv_id', 'inv', 'uid11'{key});
            CREATE TABLE invoices (id inv_id PRIMARY KEY, n bigint);
            """
        )
    return found


@pytest.fixture(scope="module", params=["false", "true"])
def subscribed(
    request: pytest.FixtureRequest, primary: Server, copies: dict[str, Database]
) -> dict[str, Database]:
    """They get what the table has, and one more row; in text, and in binary."""
    for copy in copies.values():
        unsubscribe(copy, "numbers")
        copy.sql("TRUNCATE invoices")
        subscribe(copy, primary, "numbers", request.param)
        wait_for_all_rows(primary, copy)
    add_a_row(primary)
    for copy in copies.values():
        wait_for_all_rows(primary, copy)
    return copies


def add_a_row(primary: Server) -> None:
    primary.sql("INSERT INTO invoices (n) SELECT max(n) + 1 FROM invoices")


def wait_for_all_rows(primary: Server, copy: Database) -> None:
    rows = primary.value("SELECT count(*) FROM invoices")
    wait_until(copy, f"SELECT count(*) = {rows} FROM invoices")


def test_subscribers_have_the_same_texts_and_the_same_numbers_under_the_same_key(
    primary: Server, subscribed: dict[str, Database]
) -> None:
    """Other numbers under another key, or without a mask: without an error."""
    texts = "SELECT md5(string_agg(id::text, ',' ORDER BY n)) FROM invoices"
    of_primary = primary.value(texts)
    assert {name: copy.value(texts) for name, copy in subscribed.items()} == {
        "same_key": of_primary,
        "other_key": of_primary,
        "no_mask": of_primary,
    }
    rows = primary.value("SELECT count(*) FROM invoices")
    same_numbers = "SELECT count(*) FROM invoices WHERE id::bigint = n"
    assert {name: copy.value(same_numbers) for name, copy in subscribed.items()} == {
        "same_key": rows,
        "other_key": "0",
        "no_mask": "0",
    }


def test_a_change_waits_until_the_subscriber_has_the_key(
    primary: Server, subscriber: Server, subscribed: dict[str, Database]
) -> None:
    waiting = subscribed["same_key"]
    rows = waiting.value("SELECT count(*) FROM invoices")
    before = subscriber.log_size()
    use_keys(subscriber, f"2:{OTHER_KEY}")
    add_a_row(primary)
    for name in ("other_key", "no_mask"):
        wait_for_all_rows(primary, subscribed[name])
    wait_until_refused_twice(subscriber, before)
    assert waiting.value("SELECT count(*) FROM invoices") == rows, "nothing is stored"

    use_keys(subscriber, *BOTH_KEYS)
    wait_for_all_rows(primary, waiting)
    assert waiting.value("SELECT bool_and(id::bigint = n) FROM invoices") == "t"


def wait_until_refused_twice(subscriber: Server, before: int) -> None:
    refusal = "ERROR:  mask key for type public.inv_id is not available"
    wait_for(
        "the change to be refused again",
        lambda: subscriber.log_since(before).count(refusal) >= 2,
    )


# Where the key is ------------------------------------------------------------------------------


def test_the_key_stands_nowhere_but_in_its_file(
    primary: Server, standby: Server, subscriber: Server
) -> None:
    """Neither in digits nor in octets: in three data directories, logs, and a dump."""
    servers = [primary, standby, subscriber]
    (primary.directory / "dump.sql").write_text(Database(primary, "postgres").dump())
    primary.sql("CHECKPOINT")
    for server in servers:
        server.stop("fast")
    files = [file for server in servers for file in server.directory.rglob("*") if file.is_file()]
    keeps_key = [file for file in files if has_key(file)]
    assert len(files) > 3000
    assert sorted(keeps_key) == sorted(server.directory / KEY_FILE for server in servers)
    assert [server.trouble() for server in servers] == [[], [], []]


def has_key(file: Path) -> bool:
    content = file.read_bytes()
    return bytes.fromhex(KEY) in content or bool(re.search(KEY.encode(), content, re.I))
