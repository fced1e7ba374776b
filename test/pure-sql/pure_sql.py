"""What the tests of pure-sql share: its files, the SQL of its page, and scripts of checks."""

import json
import re
from pathlib import Path

from conftest import Database

HERE = Path(__file__).parent
TOP = HERE.parent.parent
FUNCTIONS = TOP / "pure-sql/base62id.sql"
MASKS = TOP / "pure-sql/masks.sql"
MOVE = TOP / "pure-sql/move-to-extension.sql"
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


def failed_checks(database: Database, script: str, **variables: str | int) -> list[str]:
    """What fails of the checks of a script. Each of its rows begins with "ok" or "not ok"."""
    defaults: dict[str, str | int] = {"f": "public", "dir": str(VECTORS), "where": "", "n": 2000}
    rows = database.sql(f"\\i {HERE}/checks.sql\n\\i {HERE}/{script}.sql", **(defaults | variables))
    assert rows, "a script without checks"
    return [title for [title] in rows if not title.startswith("ok - ")]
