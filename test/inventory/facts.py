"""What base62id-inventory.sql says of a server, and what a table of a page says."""

from pathlib import Path

from conftest import Server

TOP = Path(__file__).resolve().parents[2]
INVENTORY = TOP / "src/sql/base62id-inventory.sql"
PAGE = TOP / "docs/on-your-server.md"

Table = list[list[str]]


def inventory(server: Server, database: str = "postgres") -> Table:
    """Rows of part, what and detail."""
    return server.sql(f"\\c {database}\n\\i {INVENTORY}")


def of_part(rows: Table, part: str) -> Table:
    """Rows of what and detail."""
    return [row[1:] for row in rows if row[0] == part]


def marker(name: str) -> str:
    return f"<!-- test/inventory makes this table: {name} -->"


def table_of_page(name: str) -> Table:
    """The rows, the heading first."""
    below = PAGE.read_text().split(marker(name) + "\n", 1)[1]
    lines = below.split("\n\n", 1)[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [rows[0], *rows[2:]]


def write_table(name: str, rows: Table) -> None:
    """Puts a table into the page, in the place of the one that is there."""
    text = PAGE.read_text()
    begins = text.index(marker(name)) + len(marker(name)) + 1
    ends = text.index("\n\n", begins) if not text[begins:].startswith("\n") else begins
    numbers = [
        all(row[i].replace(",", "").isdigit() for row in rows[1:]) for i in range(len(rows[0]))
    ]
    rule = ["--:" if number else "---" for number in numbers]
    lines = ["| " + " | ".join(row) + " |" for row in [rows[0], rule, *rows[1:]]]
    PAGE.write_text(text[:begins] + "\n".join(lines) + text[ends:])
