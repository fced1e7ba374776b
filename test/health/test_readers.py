"""base62id_health() gives every role the same rows, of which a monitor can keep a history: a text
changes with its state alone. Each row names its section of docs/monitor.md.
"""

import re

import pytest
from conftest import TOP, Database, Server, unhealthy, wait_for
from health import MAKE_XID, number, server

__all__ = ["server"]
TEXTS = "SELECT what, state, detail FROM base62id_health()"


def test_nothing_is_said_of_a_server_that_is_well(server: Server) -> None:
    assert unhealthy(server) == {}


def test_each_row_is_there_once_and_has_a_detail(server: Server) -> None:
    counts = """
        SELECT count(*), count(DISTINCT what), count(detail)
        FROM base62id_health()
    """
    [[rows, names, details]] = server.sql(counts)
    assert rows == names == details
    assert int(rows) > 0


def test_the_rows_that_a_monitor_plots_have_a_number(server: Server) -> None:
    server.sql(MAKE_XID)
    query = """
        SELECT what
        FROM base62id_health()
        WHERE value IS NOT NULL
        ORDER BY what COLLATE "C"
    """
    assert [what for [what] in server.sql(query)] == [
        "base62id.output",
        "cluster key",
        "counters",
        "defaults",
        "failed ids",
        "foreign keys",
        "id types",
        "indexes",
        "machine",
        "mask keys",
        "memory",
        "reserved times",
        "server",
    ]


def test_no_text_changes_from_one_reading_to_the_next_while_ids_are_made(server: Server) -> None:
    """What changes is a number: the reserved times move on."""
    file = server.data / "pg_stat/base62id.reserved"

    def more_is_reserved_than(before: str) -> bool:
        server.sql(MAKE_XID)
        return file.read_text() != before

    server.sql(MAKE_XID)
    texts = server.sql(TEXTS)
    for _ in range(3):
        reserved = file.read_text()
        wait_for("more times to be reserved", lambda: more_is_reserved_than(reserved))
        assert server.sql(TEXTS) == texts
    # The file has a time that is 2 seconds ahead, written once a second.
    assert -2100 <= number(server, "reserved times") <= 2100


@pytest.mark.parametrize(
    ("role", "options"), [("somebody", ""), ("watching", "IN ROLE pg_monitor")]
)
def test_every_role_reads_the_same(server: Server, role: str, options: str) -> None:
    server.sql(f"CREATE ROLE {role} LOGIN {options}")
    as_role = Database(server, "postgres").as_role(role)
    assert as_role.sql(TEXTS) == server.sql(TEXTS)


# The page --------------------------------------------------------------------------------------

PAGE = (TOP / "docs/monitor.md").read_text()


def sections() -> dict[str, str]:
    """By the name that a link to them has."""
    found = re.findall(r"^### ([^\n]*)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL)
    return {re.sub("[:.]", "", title.lower()).replace(" ", "-"): text for title, text in found}


def test_each_row_names_its_section_and_no_section_is_left_over(server: Server) -> None:
    """A type has a row of its own only where something is wrong with it."""
    server.sql("DROP OPERATOR ^@ (plain_id, text)")
    rows = server.sql("SELECT detail FROM base62id_health()")
    links = [re.search(r" \(docs/monitor\.md#([^)]*)\)$", text) for [text] in rows]
    assert {link[1] if link else "none" for link in links} == set(sections())
    server.sql("SELECT typeid_upgrade_type('plain_id')")


@pytest.mark.parametrize("section", sections())
def test_a_section_says_what_a_reader_asks(section: str) -> None:
    """What it means, how urgent it is, what to do, and when it is gone."""
    answers = re.findall(r"^- \*\*(.*?)\*\*", sections()[section], re.MULTILINE)
    assert answers == ["What it means.", "How urgent.", "Remedy.", "Gone when"]
