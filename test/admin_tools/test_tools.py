"""Tools of database administrators work over id types as docs/tools.md says, and no better: each
test fails where a tool does otherwise than its row or paragraph there. A tool that is not installed
is skipped.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import Database, Server, ServerMaker, SqlError
from servers import (
    CONTENT,
    ID,
    USER,
    Restored,
    environment,
    has_library,
    needs,
    needs_library,
    new_shop,
    path_of,
    repack,
    run,
)

PLUGINS = "wal2json", "decoderbufs"
DECODING = ", ".join(["pgoutput", "pg_squeeze", *PLUGINS])
OTHER = "user_" + "0" * 26


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Server:
    """With what is here of the extensions that must be preloaded, beside ours."""
    preloaded = [
        name for name in ("pgaudit", "pg_stat_statements", "auto_explain") if has_library(name)
    ]
    server = new_server(wal_level="logical", track_commit_timestamp="on")
    server.sql("DROP EXTENSION base62id")
    server.restart(shared_preload_libraries=", ".join(["base62id", *preloaded]))
    return server


@pytest.fixture
def shop(server: Server) -> Iterator[Database]:
    server.sql("DROP DATABASE IF EXISTS shop WITH (FORCE)")
    yield new_shop(server)


def asks_who_decodes(shop: Database) -> bool:
    """Minor releases of 2026 have a list of the libraries that may."""
    return shop.sql("SELECT name FROM pg_settings WHERE name = 'output_plugin_libraries'") != []


def allow_decoding(shop: Database) -> None:
    if asks_who_decodes(shop):
        shop.server.reload(output_plugin_libraries=DECODING)


@pytest.fixture
def directory() -> Iterator[Path]:
    """A short one: it holds a socket."""
    path = Path(tempfile.mkdtemp(prefix="b62."))
    yield path
    shutil.rmtree(path)


# --- what rewrites tables ---


def test_pg_repack_works_while_rows_change_if_the_id_type_is_in_public(shop: Database) -> None:
    needs("pg_repack")
    shop.sql("CREATE EXTENSION pg_repack")
    status, said = repack(
        shop,
        "public.users",
        lambda: shop.sql(
            f"INSERT INTO users VALUES ('{ID}', 'new'), ('{OTHER}', 'new');"
            f"UPDATE users SET name = 'changed' WHERE id = '{ID}';"
            f"DELETE FROM users WHERE id = '{OTHER}'"
        ),
    )
    assert status == 0, said
    named = f"SELECT name FROM users WHERE id IN ('{ID}', '{OTHER}')"
    assert shop.sql(named) == [["changed"]]
    assert shop.value("SELECT count(*) FROM users") == "2001"


def test_pg_repack_fails_and_changes_nothing_if_the_id_type_is_elsewhere(shop: Database) -> None:
    """It sets search_path to public, and so finds no = of the type to apply a changed row."""
    needs("pg_repack")
    shop.sql("CREATE EXTENSION pg_repack")
    change = "UPDATE orders SET bill = NULL WHERE id = (SELECT min(id) FROM orders)"
    status, said = repack(shop, "public.orders", lambda: shop.sql(change))
    assert status != 0
    assert "operator does not exist: ids.order_id = ids.order_id" in said
    assert shop.value("SELECT count(*) FROM orders WHERE bill IS NULL") == "1"
    assert shop.value("SELECT count(*) FROM pg_trigger WHERE tgname ~ 'repack'") == "0"


def test_pg_repack_builds_indexes_over_ids_anew(shop: Database) -> None:
    needs("pg_repack")
    shop.sql("CREATE EXTENSION pg_repack")
    file = "SELECT pg_relation_filenode('orders_pkey')"
    file_before = shop.value(file)
    run(shop.server, "pg_repack", "-d", "shop", "-t", "orders", "--only-indexes")
    assert shop.value(file) != file_before, "the index was not built"
    assert shop.value("SELECT count(*) FROM pg_index WHERE NOT indisvalid") == "0"


def test_pg_squeeze_rewrites_a_table_and_keeps_its_rows(shop: Database) -> None:
    needs_library("pg_squeeze")
    allow_decoding(shop)
    libraries = shop.server.settings["shared_preload_libraries"]
    shop.server.restart(shared_preload_libraries=f"{libraries}, pg_squeeze")
    shop.sql("CREATE EXTENSION pg_squeeze")
    file = "SELECT pg_relation_filenode('orders')"
    file_before, before = shop.value(file), shop.sql(CONTENT)
    shop.sql("SELECT squeeze.squeeze_table('public', 'orders')")
    assert shop.value(file) != file_before, "the table was not squeezed"
    assert shop.sql(CONTENT) == before


# --- what looks at queries ---


@pytest.mark.parametrize(
    ("condition", "by_index"),
    [
        (f"buyer = '{ID}'", f"Index Cond: (buyer = '{ID}'::user_id)"),
        (f"buyer ^@ '{ID[:15]}'", "Index Cond: ((buyer >= 'user_01h455vb4p"),
    ],
)
def test_hypopg_shows_that_an_index_over_ids_would_be_used(
    shop: Database, condition: str, by_index: str
) -> None:
    needs_library("hypopg")
    plan = shop.sql(
        "CREATE EXTENSION hypopg;"
        "SELECT hypopg_create_index('CREATE INDEX ON orders (buyer)');"
        "SET enable_seqscan = off;"
        f"EXPLAIN (COSTS OFF) SELECT bill FROM orders WHERE {condition}"
    )
    assert any(by_index in line for [line] in plan)


def test_pg_stat_statements_has_parameters_for_ids(shop: Database) -> None:
    needs_library("pg_stat_statements")
    shop.sql("CREATE EXTENSION pg_stat_statements")
    for id in ID, ID.replace("2q", "2r"):
        shop.sql(f"SELECT FROM users WHERE id = '{id}'; SELECT FROM users WHERE id ^@ '{id[:9]}'")
    seen = shop.sql(
        "SELECT query, calls FROM pg_stat_statements WHERE query ~ '^SELECT FROM users' ORDER BY 1"
    )
    assert seen == [
        ["SELECT FROM users WHERE id = $1", "2"],
        ["SELECT FROM users WHERE id ^@ $1", "2"],
    ]


def test_pg_stat_statements_has_one_statement_for_a_call_that_makes_a_type(shop: Database) -> None:
    """A call that creates or drops a type is one statement, whatever it executes."""
    needs_library("pg_stat_statements")
    shop.sql("CREATE EXTENSION pg_stat_statements; SELECT pg_stat_statements_reset()")
    shop.sql(
        "SET pg_stat_statements.track = 'all';"
        "SELECT typeid_create_type('seen_id', 'seen'); SELECT typeid_upgrade_type('seen_id');"
        "SELECT typeid_drop_type('seen_id')"
    )
    seen = shop.sql(
        "SELECT query FROM pg_stat_statements WHERE query ~ '^SELECT typeid_' ORDER BY 1"
    )
    assert seen == [
        ["SELECT typeid_create_type($1, $2)"],
        ["SELECT typeid_drop_type($1)"],
        ["SELECT typeid_upgrade_type($1)"],
    ]
    parts = "CREATE (FUNCTION|TYPE|OPERATOR|CAST|AGGREGATE)"
    assert not shop.sql(f"SELECT query FROM pg_stat_statements WHERE query ~ '{parts}'")


def test_auto_explain_shows_the_id_of_an_index_condition(shop: Database) -> None:
    needs_library("auto_explain")
    shop.sql(f"SET auto_explain.log_min_duration = 0; SELECT FROM users WHERE id = '{ID}'")
    assert f"Index Cond: (id = '{ID}'::user_id)" in shop.server.log.read_text()


def audited(shop: Database, classes: str, statements: str) -> list[str]:
    """What pgAudit writes of statements: of each line the class, the command and the object."""
    log_before = shop.server.log_size()
    shop.sql(f"SET pgaudit.log = '{classes}'; SET pgaudit.log_parameter = on; {statements}")
    log = shop.server.log_since(log_before)
    return [line.split("AUDIT: ")[1] for line in log.splitlines() if "AUDIT: " in line]


def test_pgaudit_has_a_line_for_each_call_that_makes_or_changes_a_type(shop: Database) -> None:
    """One of the class ddl, unless it drops a type, and one of the class function."""
    needs_library("pgaudit")
    shop.sql("CREATE EXTENSION pgaudit")
    create = "SELECT typeid_create_type('audited_id', 'audited');"
    change = (
        "SELECT typeid_upgrade_type('audited_id');" "SELECT typeid_accept_uuid('audited_id', true);"
    )
    drop = "SELECT typeid_drop_type('audited_id');"

    [created] = audited(shop, "ddl", create)
    assert ",DDL,CREATE TYPE,TYPE,public.audited_id," in created
    changed = audited(shop, "ddl", change)
    assert len(changed) == 2
    assert all(",DDL,ALTER TYPE,TYPE,public.audited_id," in line for line in changed)
    assert not audited(shop, "ddl", drop)

    called = audited(shop, "function", create + change + drop)
    names = ["create_type", "upgrade_type", "accept_uuid", "drop_type"]
    assert len(called) == len(names)
    for line, name in zip(called, names):
        assert f",FUNCTION,EXECUTE,FUNCTION,ids.typeid_{name}," in line

    audited(shop, "none", create)
    read = audited(shop, "read, ddl", drop)
    assert sum(",READ,SELECT,,," in line for line in read) == 1
    assert sum(",READ,SELECT,FUNCTION,public.audited_id_in(" in line for line in read) == 1

    audited(shop, "none", create)
    dropped = audited(shop, "ddl", "DROP TYPE audited_id CASCADE")
    assert sum(",DDL,DROP TYPE,FUNCTION,public.audited_id_in(" in line for line in dropped) == 1


def test_pgaudit_shows_parameters(shop: Database) -> None:
    needs_library("pgaudit")
    shop.sql("CREATE EXTENSION pgaudit")
    lines = audited(
        shop,
        "read",
        "PREPARE one (user_id) AS SELECT name FROM users WHERE id = $1;" f"EXECUTE one('{ID}')",
    )
    read = [line for line in lines if ",READ,SELECT,,," in line]
    assert len(read) == 1
    # Before 18 the text of the prepared statement ends with its semicolon.
    assert re.search(rf"WHERE id = \$1;?,{ID}$", read[0]), read


# --- what reads changes ---


@pytest.mark.parametrize("plugin", PLUGINS)
def test_a_plugin_decodes_ids_as_texts_of_their_type(shop: Database, plugin: str) -> None:
    needs_library(plugin)
    allow_decoding(shop)
    shop.sql(f"SELECT pg_create_logical_replication_slot('{plugin}', '{plugin}')")
    shop.sql(
        f"INSERT INTO users VALUES ('{ID}'); UPDATE users SET id = '{OTHER}' WHERE id = '{ID}';"
        f"DELETE FROM users WHERE id = '{OTHER}'"
    )
    changes = shop.value(
        "SELECT string_agg(encode(data, 'escape'), ' ')"
        f"FROM pg_logical_slot_get_binary_changes('{plugin}', NULL, NULL)"
    )
    shop.sql(f"SELECT pg_drop_replication_slot('{plugin}')")
    # ID is inserted and the old key of the update; OTHER is its new key, and deleted.
    assert (changes.count(ID), changes.count(OTHER)) == (2, 2)
    assert "user_id" in changes


def test_a_plugin_that_the_server_does_not_name_may_not_decode(shop: Database) -> None:
    needs_library("wal2json")
    if not asks_who_decodes(shop):
        pytest.skip("every library may decode on this server")
    shop.server.reload(output_plugin_libraries="pgoutput")
    with pytest.raises(SqlError, match='library "wal2json" may not be used as an output plugin'):
        shop.sql("SELECT pg_create_logical_replication_slot('wal2json', 'wal2json')")


# --- what copies ---


def test_pgcopydb_copies_a_database(shop: Database) -> None:
    needs("pgcopydb")
    shop.server.sql("DROP DATABASE IF EXISTS copied; CREATE DATABASE copied")
    shop.server.sql("ALTER DATABASE copied SET search_path = public, ids")
    address = f"host={shop.server.directory} user=postgres dbname="
    work = shop.server.directory / "pgcopydb"
    command = ["pgcopydb", "clone", "--source", f"{address}shop", "--target", f"{address}copied"]
    run(shop.server, *command, "--dir", work, "--split-tables-larger-than", "100kB")
    copied = shop.server.sql(f"\\c copied\n{CONTENT}")
    assert copied == shop.sql(CONTENT)
    bad = "SELECT what, detail FROM base62id_health() WHERE state IN ('warning', 'broken')"
    assert shop.server.sql(f"\\c copied\n{bad}") == shop.sql(bad)


def check_copy(shop: Database, copy: Restored, last: str) -> None:
    """It has the rows, and generates no id that the first one may have generated."""
    copy.start()
    try:
        assert copy.sql(f"\\c shop\n{CONTENT}") == shop.sql(CONTENT)
        assert copy.sql(f"\\c shop\nSELECT xid_new() > '{last}'") == [["t"]]
        reserved = "SELECT state FROM base62id_health() WHERE what = 'reserved times'"
        assert copy.sql(f"\\c shop\n{reserved}") == [["ok"]]
    finally:
        copy.stop()


def test_a_copy_by_pg_basebackup_with_a_tablespace_repeats_no_id(
    shop: Database, directory: Path
) -> None:
    near, far = directory / "near", directory / "far"
    near.mkdir()
    shop.server.sql(f"CREATE TABLESPACE near LOCATION '{near}'")
    shop.sql("ALTER TABLE orders SET TABLESPACE near; ALTER INDEX orders_pkey SET TABLESPACE near")
    last = shop.value("SELECT xid_new()")
    data = directory / "data"
    run(shop.server, "pg_basebackup", "-D", data, "-T", f"{near}={far}", "-c", "fast")
    check_copy(shop, Restored(directory), last)
    shop.server.sql("DROP DATABASE shop WITH (FORCE); DROP TABLESPACE near")
    new_shop(shop.server)


def test_a_backup_by_pgbackrest_repeats_no_id(shop: Database, directory: Path) -> None:
    needs("pgbackrest")
    settings = directory / "pgbackrest.conf"
    settings.write_text(
        f"""
[global]
repo1-path={directory}/repository
repo1-retention-full=1
lock-path={directory}/lock
log-path={directory}
spool-path={directory}/spool
start-fast=y
[main]
pg1-path={shop.server.data}
pg1-socket-path={shop.server.directory}
pg1-user=postgres
"""
    )
    program = [path_of("pgbackrest") or "", f"--config={settings}", "--stanza=main"]
    archive = " ".join([*program, "archive-push", "%p"])
    shop.server.restart(archive_mode="on", archive_command=archive)
    run(shop.server, *program, "stanza-create")
    run(shop.server, *program, "--type=full", "backup")
    shop.sql("INSERT INTO orders (buyer) SELECT id FROM users LIMIT 10")
    last = shop.value("SELECT xid_new()")
    run(shop.server, *program, "--type=incr", "backup")
    data = directory / "data"
    run(shop.server, *program, f"--pg1-path={data}", "restore")
    check_copy(shop, Restored(directory), last)
    shop.server.restart(archive_mode="off", archive_command="")


def test_a_backup_by_barman_repeats_no_id(shop: Database, directory: Path) -> None:
    needs("barman")
    settings = directory / "barman.conf"
    connection = f"host={shop.server.directory} user=postgres"
    settings.write_text(
        f"""
[barman]
barman_user = {USER}
barman_home = {directory}/barman
log_file = {directory}/barman.log
[main]
description = main
conninfo = {connection} dbname=postgres
streaming_conninfo = {connection}
backup_method = postgres
streaming_archiver = on
slot_name = barman
path_prefix = {Path(path_of("pg_basebackup") or "").parent}
"""
    )
    (directory / "barman").mkdir()
    barman = ["barman", "-c", str(settings)]
    run(shop.server, *barman, "receive-wal", "--create-slot", "main")
    receiving = subprocess.Popen(
        [*barman, "receive-wal", "main"], env=environment(shop.server), start_new_session=True
    )
    try:
        while shop.value("SELECT active FROM pg_replication_slots") == "f":
            pass
        last = shop.value("SELECT xid_new()")
        run(shop.server, *barman, "switch-wal", "--force", "--archive", "main")
        run(shop.server, *barman, "backup", "--wait", "main")
        data = directory / "data"
        run(shop.server, *barman, "recover", "main", "latest", data)
    finally:
        os.killpg(receiving.pid, signal.SIGINT)
        receiving.wait()
        shop.server.sql("SELECT pg_drop_replication_slot('barman')")
    check_copy(shop, Restored(directory), last)


# --- statements that programs with windows send ---


def test_pgadmin_edits_rows(shop: Database) -> None:
    """Values are parameters with a cast to the type's name, keys are constants."""
    shop.sql(
        "PREPARE added AS INSERT INTO public.users (id, name) VALUES ($1::user_id, $2::text);"
        f"EXECUTE added('{ID}', 'Ada');"
        "PREPARE changed AS UPDATE public.users SET id = $1::user_id WHERE id = "
        f"'{ID}'; EXECUTE changed('{OTHER}')"
    )
    assert shop.value(f"SELECT name FROM public.users WHERE id = '{OTHER}'") == "Ada"
    shop.sql(f"DELETE FROM public.users WHERE id IN ('{OTHER}')")
    assert shop.value("SELECT count(*) FROM users") == "2000"


def test_pgadmin_cannot_edit_ids_of_a_type_outside_of_the_path(shop: Database) -> None:
    """It writes the type's name without its schema."""
    with pytest.raises(SqlError) as error:
        shop.sql("SET search_path = public; PREPARE p AS UPDATE orders SET id = $1::order_id")
    assert error.value.state == "42704"


def test_parameters_without_a_type_are_read_as_ids(shop: Database) -> None:
    """So DBeaver sends values of types that it does not know."""
    shop.sql(
        "PREPARE changed AS UPDATE public.users SET name = $1 WHERE id = $2;"
        f"INSERT INTO users VALUES ('{ID}'); EXECUTE changed('Ada', '{ID}')"
    )
    assert shop.value(f"SELECT name FROM users WHERE id = '{ID}'") == "Ada"


@pytest.mark.parametrize(
    "condition", ["id = $1", "id IN ($1)", "id = ANY (ARRAY[$1])", "id ^@ $1", "id LIKE $1"]
)
def test_parameters_of_type_varchar_find_an_id_by_the_index(shop: Database, condition: str) -> None:
    """So Metabase, and every setString of JDBC, sends the text of a variable."""
    shop.sql(f"INSERT INTO users VALUES ('{ID}', 'Ada'); ANALYZE users")
    query = f"PREPARE p (varchar) AS SELECT name FROM users WHERE {condition};"
    assert shop.value(f"{query} EXECUTE p('{ID}')") == "Ada"
    plan = shop.sql(
        f"{query} SET plan_cache_mode = force_generic_plan;"
        f"SET enable_seqscan = off; EXPLAIN (COSTS OFF) EXECUTE p('{ID}')"
    )
    assert any("Index Cond" in line for [line] in plan)
