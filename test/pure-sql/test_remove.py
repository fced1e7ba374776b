"""remove.sql: what it drops, what it leaves alone, and what makes PostgreSQL refuse.

The page says how columns of domains become uuid and text before.
"""

import re

import pytest
from conftest import Database, Server
from pure_sql import FUNCTIONS, MASKS, REMOVE, copy_of, example, files_of, install, stable_dump

SHOP = f"""
    {example("domain")}
    {example("typed")}
    SELECT typeid_create_uuid_domain('"Or""der"', 'order', 'ulid');
    CREATE TABLE pets (id "Or""der" PRIMARY KEY, owner person_id REFERENCES people);
    INSERT INTO people (name) SELECT 'n' FROM generate_series(1, 100);
    INSERT INTO pets SELECT gen_random_uuid(), id FROM people;
    INSERT INTO users (name) SELECT 'n' FROM generate_series(1, 100);
    INSERT INTO orders (buyer) SELECT id FROM users;
"""
ROWS = """
    SELECT count(*), md5(string_agg(pets::text || people::text, ',' ORDER BY pets::text))
    FROM pets JOIN people ON pets.owner = people.id;
    SELECT count(*), md5(string_agg(o::text || u::text, ',' ORDER BY o::text COLLATE "C"))
    FROM orders AS o JOIN users AS u ON u.id = o.buyer;
"""
WHAT_IS_THERE = """
    SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    UNION ALL
    SELECT typname FROM pg_type WHERE typtype = 'd' AND typnamespace = 'public'::regnamespace
    UNION ALL
    SELECT castfunc::text FROM pg_cast WHERE oid >= 16384
"""

DOMAINS = "SELECT typname FROM pg_type WHERE typtype = 'd' AND oid >= 16384 ORDER BY 1"


@pytest.fixture(scope="module")
def functions(shared_server: Server) -> Database:
    database = shared_server.new_database("with_functions")
    install(database, FUNCTIONS)
    return database


@pytest.fixture
def database(functions: Database) -> Database:
    """A copy for one test."""
    return copy_of(functions, "remove")


def refused(database: Database) -> str:
    """What PostgreSQL says when it refuses, after which everything is as it was."""
    before = stable_dump(database)
    error = database.error(f"\\i {REMOVE}")
    assert error.state == "2BP01", error
    assert stable_dump(database) == before
    return str(error)


# What it drops ---------------------------------------------------------------------------------


def test_unused_functions_and_domains_are_dropped(database: Database) -> None:
    database.sql(
        """
        SELECT typeid_create_uuid_domain('person_id', 'person');
        SELECT typeid_create_type('user_id', 'user');
        CREATE SCHEMA shop;
        SELECT typeid_create_uuid_domain('shop.person_id', 'person', 'hex');
        SELECT typeid_create_type('shop."User"', 'user');
        """
    )
    install(database, MASKS, REMOVE)
    assert database.sql(WHAT_IS_THERE) == []
    # Without CASCADE: nothing is in the schema. The keys of masks are there.
    database.sql("DROP SCHEMA shop; DROP TABLE base62id_mask_keys")


def test_it_is_silent(database: Database) -> None:
    done = database.psql(f"\\i {REMOVE}")
    assert (done.stdout, done.stderr) == ("", "")


def test_objects_of_the_user_stay(database: Database) -> None:
    database.sql(
        """
        CREATE DOMAIN my_id AS uuid;
        CREATE DOMAIN my_text AS text CONSTRAINT base62id_kind CHECK (VALUE <> '');
        CREATE FUNCTION my_id__to_text(my_id) RETURNS text LANGUAGE sql AS 'SELECT $1::text';
        CREATE FUNCTION my_text_new() RETURNS my_text LANGUAGE sql AS $$ SELECT 'x' $$;
        """
    )
    install(database, REMOVE)
    names = sorted(name for [name] in database.sql(WHAT_IS_THERE))
    assert names == ["my_id", "my_id__to_text", "my_text", "my_text_new"]


def test_domains_of_functions_in_another_schema_stay(database: Database) -> None:
    database.sql(
        f"""
        SELECT typeid_create_uuid_domain('public.person_id', 'person');
        CREATE SCHEMA ids;
        SET search_path = ids;
        \\i {FUNCTIONS}
        SELECT typeid_create_uuid_domain('public.pet_id', 'pet');
        SELECT typeid_create_type('public.user_id', 'user');
        \\i {REMOVE}
        """
    )
    assert database.sql(DOMAINS) == [["pet_id"], ["user_id"]]
    assert re.match("user_", database.value("SELECT user_id_new()"))
    of_ids = REMOVE.read_text().replace("search_path = public;", "search_path = ids;")
    database.sql(of_ids)
    assert database.sql(WHAT_IS_THERE) == []
    database.sql("DROP SCHEMA ids")


def test_a_schema_without_the_functions_is_an_error(database: Database) -> None:
    database.sql("CREATE SCHEMA ids")
    for schema in ("ids", "nowhere"):
        script = REMOVE.read_text().replace("search_path = public;", f"search_path = {schema};")
        assert "has no functions of base62id.sql" in str(database.error(script))


def test_domains_are_dropped_whose_functions_are_gone(database: Database) -> None:
    """Functions with bodies that are strings do not keep what they call."""
    database.sql(
        """
        SELECT typeid_create_uuid_domain('person_id', 'person');
        DROP FUNCTION typeid__read, typeid__written;
        """
    )
    install(database, REMOVE)
    assert database.sql(WHAT_IS_THERE) == []


def test_members_of_an_extension_stay(database: Database) -> None:
    """As pg_tle makes of the functions: DROP EXTENSION drops them."""
    members = """
        SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    """
    before = database.value(members)
    database.sql(
        """
        DO $$
        DECLARE
            f regprocedure;
        BEGIN
            FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace LOOP
                EXECUTE format('ALTER EXTENSION plpgsql ADD FUNCTION %s', f);
            END LOOP;
        END $$;
        SELECT typeid_create_uuid_domain('person_id', 'person');
        SELECT typeid_create_type('user_id', 'user');
        """
    )
    install(database, REMOVE)
    assert database.value(members) == before
    assert database.sql(DOMAINS) == []


# What makes PostgreSQL refuse -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE TABLE t (id text DEFAULT xid_new())", "default value for column id of table"),
        ("CREATE TABLE t (id text CHECK (ulid_is_valid(id)))", "constraint t_id_check on table"),
        ("CREATE VIEW v AS SELECT xid_new()", "view public.v depends on function public.xid_new()"),
        (
            "CREATE TABLE t (id text); CREATE INDEX i ON t (typeid_prefix(id))",
            "index public.i depends on",
        ),
        (
            "CREATE TABLE t (id uuid, s text GENERATED ALWAYS AS (base62id_encode(id)) STORED)",
            "column s of table public.t depends on",
        ),
        (
            "SELECT typeid_create_uuid_domain('a', 'a'); CREATE TABLE t (id a)",
            "column id of table public.t depends on type public.a",
        ),
        (
            "SELECT typeid_create_uuid_domain('a', 'a'); CREATE TABLE t (id a[])",
            "column id of table public.t depends on type public.a[]",
        ),
        (
            "SELECT typeid_create_uuid_domain('a', 'a');"
            "CREATE TABLE t (id uuid); CREATE VIEW v AS SELECT a__to_text(id) FROM t",
            "view public.v depends on function public.a__to_text(public.a)",
        ),
        (
            "SELECT typeid_create_type('a', 'a'); CREATE TABLE t (id a)",
            "column id of table public.t depends on type public.a",
        ),
        (
            "SELECT typeid_create_type('a', 'a'); CREATE TABLE t (id text DEFAULT a_new())",
            "default value for column id of table public.t depends on function public.a_new()",
        ),
        (
            "SELECT typeid_create_type('a', 'a'); CREATE TYPE c AS (id a)",
            "column id of composite type public.c depends on type public.a",
        ),
    ],
)
def test_what_is_in_use_stops_it(database: Database, statement: str, named: str) -> None:
    database.sql(statement)
    message = refused(database)
    assert named in message
    assert "CASCADE" not in message, "that would drop columns with their values"


# The page's way ---------------------------------------------------------------------------------


def test_the_pages_removal_and_its_way_back(database: Database) -> None:
    database.sql(SHOP)
    rows = database.sql(ROWS)
    assert [row[0] for row in rows] == ["100", "100"]
    assert "of table public.orders depends on" in refused(database)

    relations = ["people", "people_pkey", "pets", "users", "users_pkey", "orders", "orders_pkey"]
    files = files_of(database, *relations)
    database.sql(
        f"""
        {example("to-uuid")}
        ALTER TABLE pets ALTER id TYPE uuid, ALTER owner TYPE uuid;
        {example("to-text")}
        """
    )
    assert files_of(database, *relations) == files, "nothing is rewritten"
    install(database, REMOVE)
    assert database.sql(WHAT_IS_THERE) == []
    assert database.sql(ROWS) == rows
    database.sql(
        """
        INSERT INTO people (name) VALUES ('new');
        INSERT INTO users VALUES ('user_01h455vb4pex5vsknk084sn02q', 'new');
        """
    )
    keys = "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated"
    assert database.value(keys) == "2"

    install(database, FUNCTIONS)
    database.sql(
        """
        SELECT typeid_create_uuid_domain('person_id', 'person');
        SELECT typeid_create_type('user_id', 'user'), typeid_create_type('order_id', 'order');
        ALTER TABLE people ALTER id TYPE person_id;
        ALTER TABLE orders ALTER id TYPE order_id, ALTER buyer TYPE user_id;
        ALTER TABLE users ALTER id TYPE user_id, ALTER id SET DEFAULT user_id_new();
        """
    )
    assert database.sql(ROWS) == rows
    assert database.error("INSERT INTO users VALUES ('order_x')").state == "23514"


def test_the_server_wrote_nothing_bad_to_its_log(shared_server: Server) -> None:
    assert shared_server.trouble() == []
