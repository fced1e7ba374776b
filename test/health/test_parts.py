"""base62id_health() names an id type of which a part is lacking, of another version or somebody
else's, and what its row tells an administrator to do helps.
"""

import pytest
from conftest import Database, health_detail, unhealthy
from health import database

__all__ = ["database"]
UPGRADE = "SELECT typeid_upgrade_type('plain_id')"
ROW = "id type plain_id"
OLD_MARK = "input of an id type, with the parts of base62id 0.9"

REMOVE_MEMBER_OF_GIST_CLASS = """
    CREATE TEMP TABLE member AS
    SELECT oid
    FROM pg_amproc
    WHERE amproclefttype = 'plain_id'::regtype AND amprocnum = 11 AND amproc::text ~ 'gist';
    DELETE FROM pg_amproc WHERE oid IN (TABLE member);
    DELETE FROM pg_depend WHERE classid = 'pg_amproc'::regclass AND objid IN (TABLE member);
"""


@pytest.mark.parametrize(
    ("statements", "said"),
    [
        (
            "DROP OPERATOR ^@ (plain_id, text)",
            "lacks operator ^@(public.plain_id,text)",
        ),
        (
            "DROP FUNCTION plain_id_max(timestamptz)",
            "lacks function plain_id_max(pg_catalog.timestamptz)",
        ),
        (
            REMOVE_MEMBER_OF_GIST_CLASS,
            "lacks members of operator class plain_id_gist_ops",
        ),
        (
            "DROP CAST (plain_id AS text)",
            "lacks cast from public.plain_id to text",
        ),
        (
            "DROP OPERATOR CLASS plain_id_stored_ops USING btree",
            "lacks operator class plain_id_stored_ops",
        ),
        (
            f"COMMENT ON FUNCTION plain_id_in(cstring) IS '{OLD_MARK}'",
            "has the parts of another version",
        ),
    ],
    ids=["operator", "function", "member", "cast", "class", "version"],
)
def test_a_type_that_lacks_a_part_is_a_warning_until_it_is_upgraded(
    database: Database, statements: str, said: str
) -> None:
    database.sql(statements)
    assert unhealthy(database) == {ROW: "warning"}
    assert health_detail(database, ROW) == f"{said}; run {UPGRADE}"
    database.sql(UPGRADE)
    assert unhealthy(database) == {}


LETTERS = "abcdefghijk"


def test_ten_types_that_need_something_have_rows_and_a_number_says_that_there_are_more(
    database: Database,
) -> None:
    """As after an update of the extension, when all types have the parts of another version."""
    database.sql(
        f"""
        SELECT typeid_create_type(letter || '_id', letter)
        FROM string_to_table('{LETTERS}', NULL) AS letter;
        UPDATE pg_description
        SET description = '{OLD_MARK}'
        WHERE classoid = 'pg_proc'::regclass
            AND objoid IN (SELECT typinput FROM pg_type WHERE typname ~ '^[a-k]_id$');
        """
    )
    of_types = {f"id type {letter}_id": "warning" for letter in LETTERS[:10]}
    assert unhealthy(database) == {"id types": "warning"} | of_types
    assert health_detail(database, "id types") == (
        "types of this database; 10 of the 11 that need something have rows:"
        " do for all of them what these say"
    )

    for_all = "SELECT format('SELECT typeid_upgrade_type(%L)', type) FROM typeid_types() \\gexec"
    database.sql(for_all)
    assert unhealthy(database) == {}
    database.sql(
        f"""
        SELECT typeid_drop_type(to_regtype(letter || '_id'))
        FROM string_to_table('{LETTERS}', NULL) AS letter
        """
    )


def test_what_others_add_is_no_fault(database: Database) -> None:
    database.sql(
        """
        CREATE TYPE mark AS ENUM ('a');
        CREATE FUNCTION mark_of(plain_id) RETURNS mark LANGUAGE sql AS 'SELECT ''a''::mark';
        CREATE CAST (plain_id AS mark) WITH FUNCTION mark_of;
        """
    )
    assert unhealthy(database) == {}
    database.sql("DROP TYPE mark CASCADE")


def test_a_function_in_the_place_of_a_part_is_named_with_its_owner(database: Database) -> None:
    """Whatever it does: its name and arguments are those of the part."""
    database.sql(
        """
        DROP FUNCTION plain_id_max(timestamptz);
        CREATE FUNCTION plain_id_max(timestamptz) RETURNS integer LANGUAGE sql AS 'SELECT 1';
        """
    )
    assert unhealthy(database) == {ROW: "warning"}
    assert health_detail(database, ROW) == (
        "in the place of parts stand: function plain_id_max(pg_catalog.timestamptz) of postgres;"
        f" rename these, then run {UPGRADE}"
    )

    database.sql(
        f"""
        ALTER FUNCTION plain_id_max(timestamptz) RENAME TO mine;
        {UPGRADE};
        DROP FUNCTION mine(timestamptz);
        """
    )
    assert unhealthy(database) == {}


def test_a_type_of_numbers_is_a_note_while_it_accepts_bigints(database: Database) -> None:
    database.sql(
        """
        SELECT typeid_create_type('bill_id', 'bill', 'uid11');
        SELECT typeid_accept_bigint('bill_id', true);
        """
    )
    assert unhealthy(database) == {"id type bill_id": "note"}
    database.sql("SELECT typeid_accept_bigint('bill_id', false)")
    assert unhealthy(database) == {}
    database.sql("SELECT typeid_drop_type('bill_id')")
