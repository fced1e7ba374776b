"""A default that generates ids generates those of the column's new type after a move, unless
--keep-defaults says otherwise, and is the old one after the way back.
"""

from migrating import Migration, in_the_long_form, migration, server
from moves import differences

__all__ = ["migration", "server"]
in_the_long_form()
DEFAULTS = """
    SELECT pg_get_expr(adbin, adrelid)
    FROM pg_attrdef
    ORDER BY adrelid, adnum
"""


def defaults(migration: Migration) -> list[str]:
    return [default for [default] in migration.sql(DEFAULTS)]


def test_a_default_moves_there_and_back(migration: Migration) -> None:
    migration.sql("CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid())")
    migration.plan("--to", "typed")
    there = str(migration.keep_plan())
    migration.run()
    assert defaults(migration) == ["user_id_new()"]

    migration.plan("--to", "back", "--was", there)
    migration.run()
    assert defaults(migration) == ["gen_random_uuid()"]


def test_a_default_that_is_kept_makes_what_it_made_which_are_ids_now(migration: Migration) -> None:
    migration.sql("CREATE TABLE users (id uuid PRIMARY KEY DEFAULT gen_random_uuid())")
    migration.plan("--to", "typed", "--keep-defaults")
    migration.run()
    assert defaults(migration) == ["gen_random_uuid()"]
    made = migration.value("INSERT INTO users DEFAULT VALUES RETURNING id::text")
    assert made.startswith("user_")


def test_defaults_of_the_extension_become_postgresqls_and_come_back(migration: Migration) -> None:
    """Of a masked type, of another one, and of columns of uuid, which stay until one leaves."""
    migration.sql(
        """
        SELECT
            typeid_create_type('token_id', 'token', mask_key => 1),
            typeid_create_type('user_id', 'user');
        CREATE TABLE tokens (
            id token_id PRIMARY KEY DEFAULT token_id_new(),
            copied token_id DEFAULT uuid_v7_new()
        );
        CREATE TABLE users (
            id user_id PRIMARY KEY DEFAULT user_id_new(),
            plain uuid DEFAULT uuid_v7_new()
        );
        CREATE TABLE others (id uuid DEFAULT uuid_v7_new());
        """
    )
    before = migration.picture().schema
    migration.plan("--to", "uuid")
    there = str(migration.keep_plan())
    migration.run()
    assert defaults(migration) == ["gen_random_uuid()"] * 3 + ["uuid_v7_new()"] * 2
    dropped = migration.sql(
        "BEGIN; SELECT count(typeid_drop_type(type)) FROM typeid_types(); ROLLBACK"
    )
    assert dropped == [["2"]]

    migration.plan("--to", "back", "--was", there)
    migration.run()
    assert differences(before, migration.picture().schema) == []

    leave = migration.command("leave", migration.database.name)
    assert leave.status == 0, leave.text
    assert defaults(migration) == ["gen_random_uuid()"] * 5
    extensions = "SELECT count(*) FROM pg_extension WHERE extname = 'base62id'"
    assert migration.value(extensions) == "0"


def test_a_default_that_calls_a_function_of_ours_stays(migration: Migration) -> None:
    """Beside one that the move gives, whose function is not there before it."""
    migration.sql(
        """
        CREATE FUNCTION is_missing(anyelement) RETURNS boolean
            LANGUAGE sql IMMUTABLE
            AS 'SELECT $1 IS NULL';
        CREATE TABLE events (
            id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
            owner uuid,
            is_free boolean GENERATED ALWAYS AS (is_missing(owner)) STORED
        );
        """
    )
    migration.plan("--to", "typed")
    migration.run()
    assert defaults(migration) == ["event_id_new()", "is_missing(owner)"]
