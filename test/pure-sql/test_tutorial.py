"""docs/tutorial.md where the types are domains.

tutorial.tsv has each statement of that page, what is written instead over the functions in SQL
(empty: the same), and the SQLSTATE of it over the extension and over the functions.
"""

import csv
import re
from dataclasses import dataclass

from conftest import Database, Server
from pure_sql import FUNCTIONS, HERE, PAGE, TOP, install


@dataclass
class Step:
    statement: str
    instead: str
    state_of_extension: str
    state_of_functions: str
    meaning: str


def steps() -> list[Step]:
    lines = (HERE / "tutorial.tsv").read_text().splitlines()
    rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [Step(*row) for row in rows if not row[0].startswith("#")]


def statements_of_the_page() -> list[str]:
    """Each in one line, without those of the extension itself."""
    page = (TOP / "docs/tutorial.md").read_text()
    code = "\n".join(re.findall(r"^```sql\n(.*?)^```$", page, re.M | re.S))
    statements = re.findall(r".+?;$", code, re.M | re.S)
    in_one_line = [re.sub(r"\(\s+", "(", re.sub(r"\s*\n\s*", " ", s.strip())) for s in statements]
    not_here = re.compile(r" EXTENSION (IF NOT EXISTS )?base62id;$")
    return [s for s in in_one_line if not not_here.search(s)]


def states(database: Database, statements: list[str]) -> list[str]:
    """The SQLSTATE of each statement; errors do not stop them."""
    script = "".join(f"{statement}\n\\echo STATE :SQLSTATE\n" for statement in statements)
    return re.findall("^STATE (.*)$", database.psql(script).stdout, re.M)


def states_over_functions(database: Database) -> None:
    wanted = [step.state_of_functions for step in steps()]
    assert states(database, [step.instead or step.statement for step in steps()]) == wanted


def test_the_file_has_the_pages_statements() -> None:
    assert [step.statement for step in steps()] == statements_of_the_page()


def test_the_table_of_the_page_has_what_differs() -> None:
    table = ["| the tutorial | here |", "|---|---|"]
    for step in steps():
        if step.instead:
            here = code(step.instead)
        elif step.state_of_extension == step.state_of_functions:
            continue
        elif step.state_of_functions == "00000":
            here = f"no error: {step.meaning}"
        else:
            here = f"SQLSTATE {step.state_of_functions}: {step.meaning}".removesuffix(": ")
        table.append(f"| {code(step.statement)} | {here} |")
    marked = PAGE.split("<!-- tutorial -->\n")[1].split("<!-- end of tutorial -->")[0]
    assert marked.splitlines() == table


def code(statement: str) -> str:
    escaped = statement.removesuffix(";").replace("|", "\\|")
    return f"`{escaped}`"


def test_its_statements_over_the_functions_in_sql(shared_server: Server) -> None:
    database = shared_server.new_database("tutorial")
    install(database, FUNCTIONS)
    states_over_functions(database)


def test_its_statements_over_the_extension(shared_server: Server) -> None:
    database = shared_server.new_database("tutorial_of_extension")
    database.sql("CREATE EXTENSION base62id")
    wanted = [step.state_of_extension for step in steps()]
    assert states(database, [step.statement for step in steps()]) == wanted
