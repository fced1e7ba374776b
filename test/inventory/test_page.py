"""The tables of docs/on-your-server.md, by which an administrator judges the extension, are what a
server says of itself.

The library is preloaded, has generated an id and has two id types. test/inventory/run --write puts
what is seen here into the page.
"""

import os
import subprocess
from pathlib import Path

import pytest
from conftest import MAJOR, Server, ServerMaker, pg_config
from facts import PAGE, Table, inventory, of_part, table_of_page, write_table
from library import functions_that_reach, has_names, imported

OBJECTS = "objects of the extension"
PARTS = "objects of id types"


def check(name: str, rows: Table) -> None:
    """Compares a table with the one on the page, or writes it there."""
    if "BASE62ID_WRITE_PAGE" in os.environ:
        write_table(name, rows)
    assert table_of_page(name) == rows


def check_column(name: str, heading: str, values: dict[str, str]) -> None:
    """As check, for the one column that has the numbers of this major."""
    rows = table_of_page(name)
    if heading not in rows[0]:
        pytest.skip(f"the page has no column {heading}")
    column = rows[0].index(heading)
    if "BASE62ID_WRITE_PAGE" in os.environ:
        said = {row[0]: row for row in rows[1:]}
        empty = [""] * len(rows[0])
        kinds = sorted(values, key=lambda kind: (-int(values[kind]), kind))
        rows[1:] = [[kind, *said.get(kind, empty)[1:]] for kind in kinds]
        for row in rows[1:]:
            row[column] = values[row[0]]
        write_table(name, rows)
    assert {row[0]: row[column] for row in rows[1:]} == values


def code(text: str) -> str:
    return f"`{text}`"


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Server:
    server = new_server()
    server.sql("SELECT xid_new(); SELECT typeid_create_type('user_id', 'user');")
    return server


@pytest.fixture(scope="module")
def one_type(server: Server) -> Table:
    return inventory(server)


@pytest.fixture(scope="module")
def two_types(server: Server, one_type: Table) -> Table:
    server.sql("SELECT typeid_create_type('order_id', 'order')")
    return inventory(server)


@pytest.fixture(scope="module")
def library(one_type: Table) -> Path:
    [path] = [Path(path) for path, _ in of_part(one_type, "file") if path.endswith("/base62id.so")]
    return path


def test_files(server: Server, one_type: Table) -> None:
    [[knows_programs]] = server.sql("SELECT current_setting('extension_destdir', true) IS NOT NULL")
    if "BASE62ID_DESTDIR" in os.environ and knows_programs == "f":
        pytest.skip("the server does not know where programs were staged")
    places = {
        pg_config("bindir"): "`pg_config --bindir`",
        pg_config("pkglibdir"): "`pg_config --pkglibdir`",
        pg_config("sharedir") + "/extension": "`pg_config --sharedir`, `extension`",
        str(server.data / "pg_stat"): "data directory, `pg_stat`",
    }
    rows = [
        [name, code(path.name)]
        for path in [Path(path) for path, _ in of_part(one_type, "file")]
        for directory, name in places.items()
        if str(path.parent).endswith(directory)
    ]
    check("files", [["directory", "file"], *sorted(rows)])


def test_hooks_that_the_library_uses(library: Path) -> None:
    hooks = sorted(name for name in imported(library) if name.endswith("_hook"))
    check("hooks", [["hook of the server"], *([code(hook)] for hook in hooks)])


def test_settings(server: Server, one_type: Table) -> None:
    who = {
        "postmaster": "the configuration, at the start",
        "sighup": "the configuration",
        "user": "everybody",
    }
    rows = []
    for name, _ in of_part(one_type, "setting"):
        if name.startswith("base62id."):
            query = f"SELECT boot_val, context FROM pg_settings WHERE name = '{name}'"
            [[default, context]] = server.sql(query)
            rows.append([code(name), code(default) if default else "none", who[context]])
    check("settings", [["setting", "default", "who can set it"], *rows])


def test_shared_memory(one_type: Table) -> None:
    rows = [
        [code(name), f"{int(detail.split()[0]):,}"]
        for name, detail in of_part(one_type, "shared memory")
    ]
    if not rows and MAJOR >= 17:
        pytest.skip("the views of this major do not show it")
    check("shared memory", [["segment", "bytes"], *rows])


def test_no_process_stays(one_type: Table) -> None:
    assert of_part(one_type, "process") == []


def test_objects_of_the_extension(one_type: Table) -> None:
    check_column(OBJECTS, f"PostgreSQL {MAJOR}", dict(of_part(one_type, OBJECTS)))


def test_objects_of_another_id_type(one_type: Table, two_types: Table) -> None:
    before = dict(of_part(one_type, PARTS))
    added = {
        kind: str(int(number) - int(before.get(kind, 0)))
        for kind, number in of_part(two_types, PARTS)
    }
    check_column(
        PARTS,
        f"PostgreSQL {MAJOR}",
        {kind: number for kind, number in added.items() if number != "0"},
    )


def test_who_may_call_what_and_as_whom(one_type: Table, library: Path) -> None:
    """A function that becomes another user calls SetUserIdAndSecContext of the server."""
    if not has_names(library):
        pytest.skip("the library has been stripped")
    restricted = {
        what.removeprefix("public.").split("(")[0]
        for what, _ in of_part(one_type, "function of the extension that is not for PUBLIC")
    }
    rising = functions_that_reach(library, "SetUserIdAndSecContext")
    rows = [
        [
            code(name),
            "the database owner, and roles with EXECUTE" if name in restricted else "everybody",
            "yes" if name in rising else "no",
        ]
        for name in sorted(restricted | rising)
    ]
    check("rights", [["function", "who may call it", "acts as the initial superuser"], *rows])


def test_an_id_type_adds_as_much_to_a_dump_as_the_page_says(
    server: Server, two_types: Table
) -> None:
    """The page says how many bytes an id type adds to a dump without rows: here, twenty more."""

    def size(option: str) -> int:
        dump = ["pg_dump", "--schema-only", option, "-U", "postgres", "-h", str(server.directory)]
        done = subprocess.run(
            [Path(pg_config("bindir")) / dump[0], *dump[1:], "postgres"],
            check=True,
            capture_output=True,
        )
        return len(done.stdout)

    before = {option: size(option) for option in ("-Fc", "-Fp")}
    server.sql(
        """
        SELECT typeid_create_type(letter || '_id', letter)
          FROM string_to_table('a b c d e f g h i j k l m n o p q r s t', ' ') AS letter
        """
    )
    for option in before:
        bytes_of_one = (size(option) - before[option]) / 20
        assert bytes_of_one > 15_000, "the types are not in the dump"
        assert bytes_of_one < 28_000
    assert "an id type needs less than 28 kB, with `pg_dump -Fc` and as text" in PAGE.read_text()
