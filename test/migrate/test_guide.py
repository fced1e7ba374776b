"""Who types what docs/migrate.md and docs/migrate-by-hand.md say, in their order, moves a database
there and back, leaves, and moves by hand what the program leaves.
"""

import re
import subprocess
from dataclasses import dataclass

import pytest
from conftest import MAJOR, TOP, Database, Server
from migrating import Migration, on_one_server, server
from moves import differences, environment_of, schema_and_rows

__all__ = ["server"]
on_one_server()


def blocks_of(page: str, heading: str, language: str) -> list[str]:
    """Code of a language in a section of a page."""
    text = (TOP / "docs" / page).read_text()
    [section] = re.findall(
        rf"^## {re.escape(heading)}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL
    )
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Shop:
    """The database of the guide, and the directory in which its commands are typed."""

    migration: Migration

    @property
    def database(self) -> Database:
        return self.migration.database

    def type_in(self, commands: str) -> None:
        """Each has to succeed."""
        path = f"{TOP / 'migrate'}:{environment_of(self.database)['PATH']}"
        for command in commands.splitlines():
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=self.migration.directory,
                env=environment_of(self.database, PATH=path),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def schema(self) -> list[str]:
        schema, _ = schema_and_rows(self.database, "id")
        return schema


@pytest.fixture(scope="module")
def shop(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """The tests of this file are what the guide does with it, in this order."""
    server.sql("CREATE ROLE app LOGIN")
    database = server.new_database("shop")
    [definitions, *_] = blocks_of("migrate.md", "Four commands", "sql")
    database.sql(definitions)
    database.sql(
        """
        INSERT INTO customers VALUES (md5('c')::uuid, 'c');
        INSERT INTO orders VALUES (md5('o')::uuid, md5('c')::uuid);
        """
    )
    return Shop(Migration(database, tmp_path_factory.mktemp("guide")))


FOUR_COMMANDS, IN_ONE_FILE, *_ = blocks_of("migrate.md", "Four commands", "sh")


def test_it_has_four_commands() -> None:
    assert len(FOUR_COMMANDS.splitlines()) == 4


@pytest.mark.parametrize("commands", [FOUR_COMMANDS, IN_ONE_FILE], ids=["steps", "one file"])
def test_the_guides_commands_lead_there_and_back(shop: Shop, commands: str) -> None:
    before = shop.schema()
    shop.type_in(commands)
    assert differences(before, shop.schema()) == []


def test_the_guides_command_to_leave_removes_the_extension(shop: Shop) -> None:
    """Nothing knows the extension any more."""
    shop.migration.plan("--to", "typed")
    shop.migration.run()
    [command, *_] = blocks_of("migrate.md", "Leave", "sh")
    shop.type_in(command)
    assert "base62id" not in shop.database.dump()
    for table in ("customers", "orders"):
        assert shop.database.value(f"SELECT count(*) FROM {table}") == "1"


# By hand ---------------------------------------------------------------------------------------

# Each case is what there is, in one block, and what one does, in the next.
BY_HAND = blocks_of("migrate-by-hand.md", "What the program leaves", "sql")
CASES = list(zip(BY_HAND[0::2], BY_HAND[1::2], strict=True))
# A row in what the case of this number makes, whose id must be the same afterwards.
ROWS = {
    0: "INSERT INTO notes VALUES (md5('n')::uuid)",
    1: "INSERT INTO items VALUES (ROW(md5('i')::uuid, 2))",
    2: "INSERT INTO events VALUES (md5('e')::uuid, 'e')",
    3: "INSERT INTO people VALUES (md5('p')::uuid, 'p')",
    5: "INSERT INTO shops VALUES (md5('s')::uuid)",
}
FROM_18_ON = 6


@pytest.fixture(scope="module")
def going_on(shop: Shop) -> Database:
    """With what lets the application go on."""
    shop.database.sql("CREATE EXTENSION base62id")
    [letting, *_] = blocks_of("migrate.md", "Let the application go on", "sql")
    shop.database.sql(letting)
    return shop.database


@pytest.mark.parametrize("number", range(len(CASES)))
def test_what_the_guide_does_by_hand_works(going_on: Database, number: int) -> None:
    if number == FROM_18_ON and MAJOR < 18:
        pytest.skip("it is of PostgreSQL 18")
    there_is, one_does = CASES[number]
    going_on.sql(there_is)
    going_on.sql(ROWS.get(number, "SELECT"))
    going_on.sql(f"BEGIN; {one_does} COMMIT")


def test_after_that_the_rows_are_there(going_on: Database) -> None:
    found = going_on.sql(
        """
        SELECT
            (SELECT customer::base62id::uuid FROM notes),
            (SELECT (at).shop::uuid FROM items),
            (SELECT id::uuid FROM events),
            (SELECT id::uuid FROM people),
            (SELECT label(s) FROM shops AS s)
        """
    )
    wanted = going_on.sql(
        """
        SELECT
            md5('n')::uuid,
            md5('i')::uuid,
            md5('e')::uuid,
            md5('p')::uuid,
            md5('s')::uuid
        """
    )
    assert found == wanted


def test_after_that_no_id_stays_a_uuid(going_on: Database) -> None:
    """But those of the shop itself, and a name that is none."""
    uuids = """
        SELECT attrelid::regclass, attname
        FROM pg_attribute
        JOIN pg_class AS c ON c.oid = attrelid
        WHERE atttypid = 'uuid'::regtype
            AND relkind IN ('r', 'p', 'c')
            AND c.oid >= 16384
            AND relnamespace = 'public'::regnamespace
            AND relname NOT IN ('customers', 'orders')
            AND attname NOT IN ('shop')
    """
    assert going_on.sql(uuids) == []
