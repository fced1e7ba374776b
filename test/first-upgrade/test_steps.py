"""A database goes to the next version step by step: the new library over the old SQL, ALTER
EXTENSION UPDATE and typeid_upgrade_type by the owner; then it has what a fresh installation has.
And back: the old library over the new SQL. At each step health says what is to be done.

The tests are the steps, in this order.
"""

import re
import shutil
from collections.abc import Iterator

import pytest
from conftest import Database, ServerMaker, health_detail, pg_config, rows_of_types, unhealthy
from first_upgrade import (
    MASK_KEY,
    TYPES,
    UPGRADE_TYPES,
    Host,
    Versions,
    everything,
    new_owned_database,
    versions,
    versions_in_use,
)

__all__ = ["versions"]
TABLES = """
    CREATE TABLE orders (
        id order_id PRIMARY KEY DEFAULT order_id_new(),
        inv inv_id UNIQUE,
        m m_id UNIQUE DEFAULT m_id_new(),
        mn mn_id,
        u u_id DEFAULT u_id_new(),
        b b_id DEFAULT b_id_new(),
        x uid11 DEFAULT xid_new(),
        k ulid DEFAULT ulid_generate(),
        EXCLUDE USING gist (m WITH =)
    );
    CREATE INDEX ON orders USING brin (u);
    CREATE INDEX ON orders USING hash (mn);
    CREATE VIEW order_ids AS SELECT id FROM orders WHERE id ^@ 'order_';
    CREATE SEQUENCE added START 1001;
    INSERT INTO orders (inv, mn) SELECT i::bigint, -i::bigint FROM generate_series(1, 1000) AS i;
"""
DROP_TABLES = "DROP VIEW order_ids; DROP TABLE orders; DROP SEQUENCE added"
FIRST_ROWS = """
    SELECT md5(string_agg(o::text, ',' ORDER BY inv))
    FROM orders AS o
    WHERE inv <= 1000::bigint::inv_id
"""
FIRST_AND_LAST = """
    SET enable_seqscan = off;
    SELECT count(*)
    FROM orders
    WHERE id = (SELECT min(id) FROM orders) OR m = (SELECT max(m) FROM orders)
"""
ADD_ROWS = """
    INSERT INTO orders (inv, mn)
    SELECT nextval('added'), 1::bigint FROM generate_series(1, 10)
"""
USE_A_NEW_TYPE = """
    SELECT typeid_create_type('new_id', 'new');
    CREATE TABLE made (id new_id PRIMARY KEY DEFAULT new_id_new());
    INSERT INTO made DEFAULT VALUES;
    SELECT count(*) FROM made WHERE id ^@ 'new_';
    DROP TABLE made;
    SELECT typeid_drop_type('new_id');
"""


@pytest.fixture(scope="module")
def host(versions: Versions, new_server: ServerMaker) -> Iterator[Host]:
    """A server of this version, with a role who owns databases."""
    host = Host(new_server, versions.old_files)
    server = host.server
    server.sql("CREATE ROLE owner LOGIN")
    server.restart(**{"base62id.mask_key_file": server.secret("mask.keys", MASK_KEY)})
    yield host
    assert server.trouble() == []
    host.remove()


@pytest.fixture(scope="module")
def shop(host: Host) -> Database:
    """What is taken through all steps."""
    database = new_owned_database(host.server, "shop")
    database.sql(TABLES)
    return database


@pytest.fixture(scope="module")
def first_rows(shop: Database) -> str:
    return shop.value(FIRST_ROWS)


@pytest.fixture(scope="module")
def late(host: Host) -> Database:
    """It stays behind."""
    return new_owned_database(host.server, "late")


@pytest.fixture(scope="module")
def fresh(host: Host) -> Database:
    """An installation of the next version."""
    return new_owned_database(host.server, "fresh")


def library_has_functions(database: Database, but: str = "") -> None:
    """The validator of functions in C looks each of them up in the library."""
    looked_up = database.as_role("postgres").value(
        f"""
        SELECT count(*)
        FROM pg_proc, LATERAL fmgr_c_validator(oid)
        WHERE probin ~ 'base62id' AND proname <> ALL ('{{{but}}}')
        """
    )
    assert int(looked_up) > 100


def goes_on(database: Database, first_rows: str) -> None:
    """All functions are there, types can be made, and rows are read and written."""
    library_has_functions(database)
    assert ["1"] in database.sql(USE_A_NEW_TYPE)
    before = int(database.value("SELECT count(*) FROM orders"))
    database.sql(ADD_ROWS)
    assert int(database.value("SELECT count(*) FROM orders")) == before + 10
    assert database.value(FIRST_ROWS) == first_rows
    assert database.value(FIRST_AND_LAST) == "2"


# There -----------------------------------------------------------------------------------------


def test_this_version(shop: Database, late: Database, first_rows: str, versions: Versions) -> None:
    """The test of the test: each step must do what is done here."""
    assert versions_in_use(shop) == (versions.this, f"{versions.this}.0")
    assert unhealthy(shop) == unhealthy(late) == {}
    goes_on(shop, first_rows)


def test_the_new_library_over_the_old_sql(
    host: Host, shop: Database, first_rows: str, versions: Versions
) -> None:
    host.restart_with(versions.new_files)
    assert versions_in_use(shop) == (versions.this, f"{versions.next}.0")
    assert unhealthy(shop) == {"version": "note"}
    assert health_detail(shop, "version") == (
        f"library {versions.next}.0, extension {versions.this}:"
        " run ALTER EXTENSION base62id UPDATE as the extension's owner"
    )
    goes_on(shop, first_rows)


def test_after_the_update_all_types_have_the_parts_of_the_version_before(
    shop: Database, first_rows: str, versions: Versions
) -> None:
    """Ten of them have a row each."""
    shop.sql("ALTER EXTENSION base62id UPDATE")
    assert versions_in_use(shop) == (versions.next, f"{versions.next}.0")
    with_row = shop.sql("SELECT 'id type ' || type FROM typeid_types() ORDER BY type::oid LIMIT 10")
    assert len(with_row) == 10
    of_types = {what: "warning" for [what] in with_row}
    assert unhealthy(shop) == {"id types": "warning"} | of_types
    assert health_detail(shop, "id type order_id") == (
        "has the parts of another version; run SELECT typeid_upgrade_type('order_id')"
    )
    goes_on(shop, first_rows)


def test_after_the_upgrade_of_the_types_all_is_well(shop: Database, first_rows: str) -> None:
    shop.sql(UPGRADE_TYPES)
    assert unhealthy(shop) == {}
    # A function that next_version.py adds.
    assert shop.value("SELECT base62id_one()") == "1"
    goes_on(shop, first_rows)


def test_the_database_has_what_a_fresh_one_has(shop: Database, fresh: Database) -> None:
    shop.sql(DROP_TABLES)
    objects = everything(fresh)
    assert everything(shop) == objects
    # What the next version has that this one has not, in each type.
    types = len(rows_of_types()) + TYPES
    members = [line for line in objects if re.search("function 5 .*base62id_class_options", line)]
    assert len(members) == types
    costs = [line for line in objects if re.search(r"function [a-z0-9_]*_smaller\(.*COST 2", line)]
    assert len(costs) == types


def schema_of(database: Database) -> str:
    """Its dump. pg_dump orders the members of a family by their numbers only."""
    dump = database.as_role("postgres").dump("--schema-only")
    dump = re.sub(r"^\\(un)?restrict .*\n", "", dump, flags=re.MULTILINE)
    return re.sub(
        r"^(ALTER OPERATOR FAMILY .* ADD\n)((?:.*,\n)*.*);$",
        lambda found: found[1] + "\n".join(sorted(re.split(r" ?,\n", found[2]))),
        dump,
        flags=re.MULTILINE,
    )


def test_dumps_of_both_are_equal(shop: Database, fresh: Database) -> None:
    schema = schema_of(fresh)
    assert "CREATE TYPE public.order_id" in schema
    assert schema_of(shop) == schema


# Back ------------------------------------------------------------------------------------------


def test_the_old_library_over_the_new_sql(host: Host, fresh: Database, versions: Versions) -> None:
    host.restart_with(versions.old_files)
    assert versions_in_use(fresh) == (versions.next, f"{versions.this}.0")
    assert unhealthy(fresh) == {"version": "warning"}
    assert health_detail(fresh, "version") == (
        f"library {versions.this}.0, extension {versions.next}: install the library of the"
        " extension's version or a later one, and restart the server"
    )
    library_has_functions(fresh, but="base62id_one,base62id_class_options")
    found = fresh.sql(
        """
        CREATE TABLE t (id order_id DEFAULT order_id_new(), m m_id DEFAULT m_id_new());
        INSERT INTO t DEFAULT VALUES;
        SELECT count(*) FROM t WHERE id ^@ 'order_';
        DROP TABLE t;
        """
    )
    assert found == [["1"]]


@pytest.mark.parametrize(
    ("statement", "function"),
    [
        pytest.param("SELECT base62id_one()", "base62id_one", id="called"),
        pytest.param(
            "CREATE TABLE t (id order_id PRIMARY KEY)", "base62id_class_options", id="in a class"
        ),
    ],
)
def test_the_old_library_has_no_new_function(
    fresh: Database, statement: str, function: str
) -> None:
    """The error names it."""
    error = fresh.error(statement)
    assert error.state == "42883"
    assert f'could not find function "{function}" in file' in str(error)


def test_an_update_while_the_old_library_runs_changes_nothing(
    host: Host, late: Database, versions: Versions
) -> None:
    """Another package has come, and nobody has restarted the server."""
    scripts = f"{pg_config('sharedir').lstrip('/')}/extension"
    shutil.copytree(versions.new_files / scripts, host.root / scripts, dirs_exist_ok=True)
    error = str(late.error("ALTER EXTENSION base62id UPDATE"))
    assert (
        f"the library of base62id is {versions.this}.0,"
        f" version {versions.next} of the extension needs its own\n"
        f"HINT:  Install the package of {versions.next} and restart the server;"
        " a session without preloading must connect again.\n"
    ) in error
    assert versions_in_use(late) == (versions.this, f"{versions.this}.0")
    assert unhealthy(late) == {}


# There, later ----------------------------------------------------------------------------------


def test_after_a_restart_the_update_works(
    host: Host, late: Database, fresh: Database, versions: Versions
) -> None:
    host.restart_with(versions.new_files)
    late.sql("ALTER EXTENSION base62id UPDATE")
    late.sql(UPGRADE_TYPES)
    assert unhealthy(late) == {}
    assert everything(late) == everything(fresh)


@pytest.mark.parametrize("digit", ["0", "1"])
def test_a_version_with_one_digit_more_is_later(
    late: Database, versions: Versions, digit: str
) -> None:
    """1.10 is later than 1.9, and is not 1.1."""
    write = "UPDATE pg_extension SET extversion = '{}' WHERE extname = 'base62id'"
    as_superuser = late.as_role("postgres")
    as_superuser.sql(write.format(f"{versions.next}{digit}"))
    assert unhealthy(late) == {"version": "warning"}
    as_superuser.sql(write.format(versions.next))
    assert unhealthy(late) == {}
