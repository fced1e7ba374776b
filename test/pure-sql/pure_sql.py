"""What the tests of pure-sql share: its files, the SQL of its page, and scripts of checks."""

import json
import re
from dataclasses import replace
from pathlib import Path

from conftest import Database

HERE = Path(__file__).parent
TOP = HERE.parent.parent
FUNCTIONS = TOP / "pure-sql/base62id.sql"
MASKS = TOP / "pure-sql/masks.sql"
MOVE = TOP / "pure-sql/move-to-extension.sql"
DOMAINS_TO_TYPES = TOP / "pure-sql/domains-to-types.sql"
REMOVE = TOP / "pure-sql/remove.sql"
PAGE = (TOP / "pure-sql/README.md").read_text()
VECTORS = TOP / "test/vectors"
VERSION = json.loads((TOP / "META.json").read_text())["version"]

V7 = "01890a5d-ac96-774b-bcce-b302099a8057"  # a UUID of version 7


def example(name: str) -> str:
    """The SQL block of the page that follows the mark of this name."""
    found = re.search(rf"<!-- test: {name} -->\n+```sql\n(.*?)^```$", PAGE, re.M | re.S)
    assert found, f"{name} is not in the page"
    return found[1]


def install(database: Database, *files: Path) -> None:
    for file in files:
        database.sql(f"\\i {file}")


def copy_of(database: Database, name: str) -> Database:
    """A copy of a database, to which nothing is connected, instead of an older one of the name."""
    database.server.sql(
        f"""
        DROP DATABASE IF EXISTS {name};
        CREATE DATABASE {name} TEMPLATE {database.name};
        """
    )
    return replace(database, name=name)


def files_of(database: Database, *relations: str) -> list[list[str]]:
    """The files of tables and indexes: others after a rewrite."""
    names = ", ".join(f"'{relation}'::regclass" for relation in relations)
    return database.sql(f"SELECT pg_relation_filenode(t) FROM unnest(ARRAY[{names}]) AS t")


def stable_dump(database: Database) -> str:
    """What pg_dump writes, without its lines that are random."""
    return re.sub(r"^\\(un)?restrict .*$", "", database.dump(), flags=re.M)


def failed_checks(database: Database, script: str, **variables: str | int) -> list[str]:
    """What fails of the checks of a script. Each of its rows begins with "ok" or "not ok"."""
    defaults: dict[str, str | int] = {
        "schema": "public",
        "dir": str(VECTORS),
        "where": "",
        "n": 2000,
    }
    rows = database.sql(f"\\i {HERE}/checks.sql\n\\i {HERE}/{script}.sql", **(defaults | variables))
    assert rows, "a script without checks"
    return [title for [title] in rows if not title.startswith("ok - ")]
