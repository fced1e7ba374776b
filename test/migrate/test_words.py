"""Where base62id-migrate cannot plan a move, or cannot know what is meant, it says so, and doing
what it says helps.
"""

import re
from pathlib import Path

import pytest
from conftest import MAJOR, Database, Server
from migrating import Migration, in_the_long_form, migration, server

__all__ = ["migration", "server"]
in_the_long_form()
SHOP = """
    CREATE TABLE users (id uuid PRIMARY KEY);
    CREATE TABLE orders (
        id uuid PRIMARY KEY,
        user_id uuid REFERENCES users,
        owner_id uuid,
        user_ids uuid[],
        line_id uuid
    );
    CREATE TABLE order_lines (id uuid PRIMARY KEY);
    CREATE FUNCTION string() RETURNS uuid LANGUAGE sql AS 'SELECT id FROM users LIMIT 1';
    CREATE FUNCTION label(o orders) RETURNS text LANGUAGE sql AS 'SELECT o.id::text';
    CREATE FUNCTION taken(uuid) RETURNS uuid LANGUAGE sql AS 'SELECT $1';
"""
PLAIN = "CREATE DOMAIN plain AS uuid, and say id::plain::uuid there"


@pytest.fixture
def shop(migration: Migration) -> Migration:
    migration.sql(SHOP)
    return migration


# Definitions that cannot come back -------------------------------------------------------------


def test_a_view_that_pg_dump_could_not_restore(shop: Migration) -> None:
    """NULLIF finds no operator by an explicit name of its schema. Nor is it restored as it is."""
    shop.sql("CREATE VIEW nulls AS SELECT NULLIF(id, user_id) AS id FROM orders")
    only = ("--only", "orders", "--only", "users")
    stop = shop.stops("NULLIF", "--to", "typed", *only)
    assert PLAIN in stop.words
    shop.stops("public.nulls.id would be uuid", "--to", "base62id", *only)


def test_who_accepts_such_a_view_has_to_change_it_before_the_way_back(shop: Migration) -> None:
    """And what reads it."""
    shop.sql(
        """
        CREATE VIEW one AS
            SELECT NULLIF(id, '00000000-0000-4000-8000-000000000000') AS id
            FROM users;
        CREATE VIEW two AS
            SELECT id
            FROM one
            WHERE id IN (
                '00000000-0000-4000-8000-000000000000',
                '10000000-0000-4000-8000-000000000000'
            );
        """
    )
    shop.plan("--to", "typed", "--allow-unrestorable")
    there = str(shop.keep_plan())
    shop.run()
    shop.stops("as in NULLIF, say id::uuid", "--to", "back", "--was", there)

    shop.sql(
        """
        DROP VIEW two, one;
        CREATE VIEW one AS
            SELECT NULLIF(id::uuid, '00000000-0000-4000-8000-000000000000') AS id
            FROM users;
        """
    )
    shop.plan("--to", "back", "--was", there)
    shop.run()
    assert re.search(
        r"NULLIF.(users[.])?id, ", shop.value("SELECT pg_get_viewdef('one'::regclass)")
    )
    assert shop.value("SELECT count(*) FROM typeid_types()") == "0"


def test_two_kinds_of_ids_in_one_union_are_a_stop(shop: Migration) -> None:
    """The stop names all that the next plan would stop at."""
    shop.sql(
        """
        CREATE VIEW v AS SELECT id FROM users UNION SELECT id FROM orders;
        CREATE VIEW above AS SELECT id FROM v;
        CREATE VIEW w AS TABLE v UNION SELECT user_id FROM orders;
        CREATE VIEW x AS SELECT coalesce(id, user_id) AS id FROM orders;
        """
    )
    stop = shop.stops("UNION.*", "--to", "typed")
    assert stop.has("^Nor can view public.x$")


def test_a_range_of_ids_is_a_stop(shop: Migration) -> None:
    shop.sql(
        """
        CREATE TYPE ids AS RANGE (subtype = uuid);
        CREATE VIEW v AS SELECT ids(id, NULL) @> id FROM users;
        """
    )
    shop.stops("function public.ids.* does not exist", "--to", "typed")


def test_with_a_cast_to_a_domain_all_of_these_are_planned(shop: Migration) -> None:
    shop.sql(
        """
        CREATE TYPE ids AS RANGE (subtype = uuid);
        CREATE DOMAIN plain AS uuid;
        CREATE VIEW v AS
            SELECT id::plain::uuid FROM users
            UNION
            SELECT id::plain::uuid FROM orders;
        CREATE VIEW nulls AS
            SELECT NULLIF(id::plain::uuid, user_id::plain::uuid) AS id
            FROM orders;
        CREATE VIEW ranges AS
            SELECT ids(id::plain::uuid, NULL) @> id::plain::uuid
            FROM users;
        """
    )
    shop.plan("--to", "typed")


def test_a_comparison_with_numbers_is_a_stop(migration: Migration) -> None:
    migration.sql("CREATE TABLE t1 (n int PRIMARY KEY, CONSTRAINT low CHECK (n < 1000))")
    stop = migration.stops(
        "low CHECK .*n < 1000", "--to", "typed", "--type", "t1=t1_id,tone,uid11", "--only", "t1"
    )
    assert stop.has(": --ref$"), "what else may help"


def test_a_constant_that_is_no_id_beside_uuids(shop: Migration) -> None:
    shop.sql("CREATE TABLE t2 (id text PRIMARY KEY, CHECK (id <> 'none'))")
    only = ("--only", "t2", "--only", "orders")
    stop = shop.stops("invalid input syntax", "--to", "typed", "--type", "t2=t2_id,ttwo", *only)
    remedy = (
        "CREATE DOMAIN plain AS uuid, or text where the id is one, and say id::plain::uuid there"
    )
    assert remedy in stop.words


def test_definitions_that_read_texts_of_ids_are_told(migration: Migration) -> None:
    """And what the remark asks for keeps these texts."""
    migration.sql(
        """
        CREATE TABLE notes (
            id uuid PRIMARY KEY,
            CONSTRAINT long CHECK (length(id::text) = 36)
        );
        CREATE INDEX texts ON notes ((id::text));
        CREATE VIEW shown AS SELECT id, id::char(36) AS text FROM notes;
        CREATE POLICY theirs ON notes USING (id::varchar = current_user);
        CREATE TABLE silent (id uuid PRIMARY KEY, CHECK (id IS NOT NULL));
        CREATE VIEW quiet AS SELECT id FROM silent;
        INSERT INTO notes VALUES ('10000000-0000-4000-8000-000000000000');
        """
    )
    planned = migration.plan("--to", "typed")
    [told] = planned.lines("^these read texts of ids, which are others then: ")
    assert re.findall(r"(\w+ \w+ on|index|view) public\.(\w+)", told) == [
        ("index", "texts"),
        ("policy theirs on", "notes"),
        ("constraint long on", "notes"),
        ("view", "shown"),
    ]
    assert "A CHECK among them" in told

    migration.sql(
        """
        DROP VIEW shown;
        DROP INDEX texts;
        CREATE DOMAIN plain AS uuid;
        ALTER POLICY theirs ON notes USING (id::plain::uuid::varchar = current_user);
        ALTER TABLE notes DROP CONSTRAINT long,
            ADD CONSTRAINT long CHECK (length(id::plain::uuid::text) = 36);
        CREATE VIEW shown AS SELECT id, id::plain::uuid::char(36) AS text FROM notes;
        """
    )
    planned = migration.plan("--to", "typed")
    assert not planned.has("^these read texts of ids")
    migration.run()
    assert migration.value("SELECT text FROM shown") == "10000000-0000-4000-8000-000000000000"


def test_operator_classes_that_id_types_have_not_are_told_all_at_once(migration: Migration) -> None:
    migration.sql(
        """
        CREATE TABLE brins (id uuid PRIMARY KEY);
        CREATE INDEX few ON brins USING brin (id uuid_bloom_ops);
        CREATE INDEX many ON brins USING brin (id uuid_minmax_multi_ops);
        """
    )
    stop = migration.stops(
        "public.few: uuid_bloom_ops, which public.brin_id has not", "--to", "typed"
    )
    assert stop.has("^  public.many: ")


def test_statistics_of_somebody_else_are_a_stop(migration: Migration) -> None:
    migration.sql(
        """
        CREATE SCHEMA theirs;
        GRANT USAGE, CREATE ON SCHEMA theirs TO migrate_owner;
        CREATE TABLE theirs.t3 (id uuid PRIMARY KEY, n int, more uuid);
        CREATE STATISTICS theirs.s3 ON id, n FROM theirs.t3;
        ALTER STATISTICS theirs.s3 OWNER TO migrate_owner;
        """
    )
    migration.stops(
        "Before: ALTER statistics theirs.s3 OWNER TO the owner of its table",
        *("--to", "base62id", "--only", "theirs"),
    )


def test_a_function_that_is_read_where_its_query_is_planned(migration: Migration) -> None:
    """From PostgreSQL 17 on, a view is filled with a search_path of its own."""
    migration.sql(
        r"""
        CREATE SCHEMA far;
        CREATE TABLE far.t9 (id uuid PRIMARY KEY);
        CREATE FUNCTION same(anyelement, anyelement) RETURNS boolean
            LANGUAGE sql IMMUTABLE
            AS 'SELECT $1 = $2';
        CREATE MATERIALIZED VIEW m9 AS SELECT same(id, id) FROM far.t9;
        """
    )
    far = ("--to", "typed", "--only", "far")
    if MAJOR >= 17:
        migration.stops('Or ALTER FUNCTION "same" .* SET search_path', *far)
    migration.sql("ALTER FUNCTION same SET search_path = far, public")
    planned = migration.plan(*far)
    assert planned.has("^types are in far, which"), "who needs a path, too"


def test_what_a_backup_could_not_restore_either(migration: Migration) -> None:
    migration.sql(
        """
        CREATE FUNCTION g4() RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true';
        CREATE FUNCTION f4() RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT g4()';
        CREATE TABLE t4 (id uuid, g boolean GENERATED ALWAYS AS (f4()) STORED);
        """
    )
    migration.stops(
        "Name the schema in that definition, .*ALTER FUNCTION", "--to", "base62id", "--only", "t4"
    )
    migration.sql("ALTER FUNCTION f4() SET search_path = public")
    migration.plan("--to", "base62id", "--only", "t4")


# Which columns move, and how types are named ---------------------------------------------------


def test_columns_that_may_refer_are_named(shop: Migration) -> None:
    """And --ref and --stay say that they do, or that they stay."""
    shop.sql(
        """
        CREATE FUNCTION fired() RETURNS trigger
            LANGUAGE plpgsql
            AS 'BEGIN
                PERFORM taken(NEW.id);
                RETURN NEW;
            END';
        CREATE TRIGGER t BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION fired();
        CREATE FUNCTION quiet() RETURNS trigger
            LANGUAGE plpgsql
            AS 'BEGIN
                RETURN NEW;
            END';
        CREATE TRIGGER q BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION quiet();
        """
    )
    planned = shop.plan("--to", "typed")
    told = r"--ref public.orders.*|^public.orders.owner_id stays:.*"
    assert re.findall(told, planned.words, re.MULTILINE) == [
        "--ref public.orders.user_ids=public.users",
        "--ref public.orders.line_id=public.order_lines",
        "public.orders.owner_id stays: named as an id, but it is not clear of which table."
        " If it refers to one that moves: --ref COLUMN=TABLE",
    ]

    refs = ("--ref", "public.orders.user_ids=public.users", "--ref", "orders.owner_id=users")
    shop.plan("--to", "typed", *refs, "--stay", "orders.id")
    shop.run()
    types = """
        SELECT atttypid::regtype
        FROM pg_attribute
        WHERE attrelid = 'orders'::regclass AND attnum > 0
        ORDER BY attnum
    """
    assert [name for [name] in shop.sql(types)] == [
        *("uuid", "user_id", "user_id", "user_id[]", "uuid")
    ]
    assert shop.database.error("SELECT taken(id) FROM users").state == "42883"
    assert shop.sql("SELECT taken(id::uuid) FROM users") == []


def test_keys_of_two_columns_move_where_type_says_so(migration: Migration) -> None:
    """The plan names what it makes."""
    migration.sql("CREATE TABLE pairs (a uuid, b int, PRIMARY KEY (a, b))")
    pairs = ("--to", "typed", "--only", "pairs")
    migration.stops(
        "nothing moves: no key of one column is .*: --type TABLE.COLUMN=NAME,PREFIX", *pairs
    )
    planned = migration.plan(*pairs, "--type", "pairs.a=pair_id,pair")
    assert "makes public.pair_id (pair_" in planned.said


def test_a_key_of_two_columns_is_named_where_others_move(migration: Migration) -> None:
    """As of a partitioned table, whose primary key has the time. Its table alone does not say
    which of the columns is the id.
    """
    migration.sql(
        """
        CREATE TABLE users (id uuid PRIMARY KEY);
        CREATE TABLE events (id uuid, at timestamptz, PRIMARY KEY (id, at)) PARTITION BY RANGE (at);
        """
    )
    planned = migration.plan("--to", "typed")
    assert planned.has("public.events.id stays uuid: no primary key of one column")
    [option] = planned.lines("--type public.events")
    migration.stops(
        "--type events: no key .* --type TABLE.COLUMN=NAME,PREFIX",
        *("--to", "typed", "--type", "events=event_id,event"),
    )
    migration.plan("--to", "typed", *option.split())
    migration.run()
    type_of_id = """
        SELECT atttypid::regtype
        FROM pg_attribute
        WHERE attrelid = 'events'::regclass AND attname = 'id'
    """
    assert migration.database.value(type_of_id) == "event_id"


def test_names_of_which_no_types_come_are_told_all_at_once(migration: Migration) -> None:
    tables = ["t5", "55", "t6", "t7"]
    for table in tables:
        migration.sql(f'CREATE TABLE "{table}" (id uuid PRIMARY KEY)')
    only = [word for table in tables for word in ("--only", table)]
    stop = migration.stops('55".*no type prefix', "--to", "typed", *only)
    assert len(stop.lines("both have the type public.t_id")) == 2
    assert len(stop.lines("Say for each --type")) == 1


def test_casts_that_are_lost_are_told(migration: Migration) -> None:
    """But not those of a view without one."""
    migration.sql(
        """
        SELECT typeid_create_type('bill_id', 'bill', accept_uuid => true);
        CREATE TABLE bills (id uuid PRIMARY KEY);
        CREATE VIEW shown AS SELECT id::bill_id FROM bills;
        CREATE INDEX cast_of ON bills ((id::bill_id));
        CREATE VIEW bare AS SELECT id FROM bills;
        """
    )
    planned = migration.plan("--to", "typed", "--only", "bills")
    assert planned.has(
        "^public.cast_of, public.shown: a cast to the type that the column takes is lost"
    )


def test_a_key_goes_back_after_what_refers_to_it(migration: Migration) -> None:
    """Nor does what refers to it go back while the key's type takes no uuid."""
    migration.sql(
        """
        SELECT typeid_create_type('bill_id', 'bill', accept_uuid => true);
        CREATE TABLE bills (id uuid PRIMARY KEY);
        """
    )
    migration.plan("--to", "typed", "--only", "bills")
    plan_of_bills = str(migration.keep_plan("bills"))
    migration.sql(
        """
        ALTER TABLE bills ALTER id TYPE bill_id;
        CREATE TABLE lines (bill uuid REFERENCES bills);
        """
    )
    migration.plan("--to", "typed", "--only", "lines")
    plan_of_lines = str(migration.keep_plan("lines"))
    migration.run()
    migration.stops("Before: move what refers to it$", "--to", "back", "--was", plan_of_bills)

    migration.sql("SELECT typeid_accept_uuid('bill_id', false)")
    migration.stops("typeid_accept_uuid", "--to", "back", "--was", plan_of_lines)


# Files, usage, databases -----------------------------------------------------------------------


def test_a_file_that_cannot_be_written_is_told_at_the_start(
    migration: Migration, tmp_path: Path
) -> None:
    """Before anybody looks for the database."""
    directory = tmp_path / "dir.sql"
    directory.mkdir()
    nowhere = ("plan", "nowhere", "--to", "typed", "-o")
    said = migration.command(*nowhere, str(directory)).said
    assert f"{directory}: Is a directory" in said

    lacking = tmp_path / "none/it.sql"
    said = migration.command(*nowhere, str(tmp_path / "none.sql"), "--validate", str(lacking)).said
    assert f"{lacking}: No such file or directory" in said


def test_a_stop_leaves_an_earlier_file_as_it_is_and_says_so(
    migration: Migration, tmp_path: Path
) -> None:
    old, none = tmp_path / "old.sql", tmp_path / "none.sql"
    old.write_text("old")
    nowhere = ("plan", "nowhere", "--to", "typed", "-o")
    as_before = "{} is left as it was before this plan"
    assert as_before.format("none.sql") not in migration.command(*nowhere, str(none)).text
    assert not none.exists()
    stop = migration.command(*nowhere, str(old))
    assert len(stop.lines(as_before.format("old.sql"))) == 1
    assert old.read_text() == "old"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param("nothing", "argument --to: invalid choice: 'nothing'", id="no target"),
        pytest.param("back", "--to back needs --was", id="the way back without --was"),
        pytest.param(
            "typed --ref orders.owner_id",
            "--ref orders.owner_id: write TABLE.COLUMN=TABLE",
            id="a reference to nothing",
        ),
    ],
)
def test_options_that_do_not_fit_have_a_status_of_their_own(
    shop: Migration, options: str, said: str
) -> None:
    planned = shop.try_to_plan("--to", *options.split())
    assert planned.status == 2
    assert said in planned.text


def test_a_table_that_is_not_there_is_a_stop(shop: Migration) -> None:
    """Neither to stay nor to move."""
    shop.stops("no such column", "--to", "typed", "--stay", "nowhere.id")
    shop.stops(
        "--only nowhere: there is no", "--to", "typed", "--only", "orders", "--only", "nowhere"
    )


def test_a_comment_that_is_no_utf8_is_a_stop(migration: Migration, server: Server) -> None:
    options = "ENCODING 'SQL_ASCII' LOCALE 'C'"
    bytes_of = Migration(server.new_database("bytes", options), migration.directory)
    bytes_of.sql(
        r"""
        CREATE EXTENSION base62id;
        CREATE TABLE t (id uuid PRIMARY KEY);
        COMMENT ON TABLE t IS E'\xe4';
        """
    )
    bytes_of.stops("A definition is no UTF-8, as SQL_ASCII allows", "--to", "base62id")


def test_without_the_extension_the_plan_says_how_to_create_it(
    migration: Migration, server: Server
) -> None:
    bare = Migration(server.new_database("bare"), migration.directory)
    bare.stops("CREATE EXTENSION base62id", "--to", "typed")


# Roles -----------------------------------------------------------------------------------------


def test_a_role_that_lacks_rights_is_told_one_after_the_other(
    migration: Migration, server: Server
) -> None:
    """It does as it says each time, and then it plans."""
    server.sql(
        """
        CREATE DATABASE heirs OWNER migrate_owner TEMPLATE template0;
        CREATE ROLE heir LOGIN CREATEDB NOINHERIT IN ROLE migrate_owner;
        """
    )
    database = Database(server, "heirs")
    database.as_role("migrate_owner").sql(
        "CREATE EXTENSION base62id; CREATE TABLE t (id uuid PRIMARY KEY)"
    )
    database.sql("CREATE TABLE hidden (n int)")
    heir = Migration(database.as_role("heir"), migration.directory)

    stop = heir.stops(
        "heir may SET ROLE to migrate_owner, but does not inherit", "--to", "base62id"
    )
    for remedy in re.findall(r"(?:ALTER ROLE|GRANT) .* (?:INHERIT|TRUE)", stop.words):
        database.sql(remedy)
    heir.stops("GRANT pg_read_all_data", "--to", "base62id")

    inheriting = " WITH INHERIT TRUE" if MAJOR >= 16 else ""
    database.sql(f"GRANT pg_read_all_data TO heir{inheriting}")
    heir.stops("lacks the right.*--scratch CONNECTION", "--to", "base62id")
    heir.plan("--to", "base62id", "--scratch", "dbname=postgres user=postgres")
    # a stranger in the databases of migrate_owner
    database.sql("DROP ROLE heir")
