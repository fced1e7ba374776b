"""What the tests of masks share: files of keys, vectors, and a server that reads a file."""

import json
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from conftest import Database, Server, SqlError

HERE = Path(__file__).parent
TOP = HERE.parent.parent
V7 = "01890a5d-ac96-774b-bcce-b302099a8057"  # a UUID of version 7
KEY_FILE = "mask.keys"

# What a server needs to read the file that use_keys() writes beside its data. Keys are read by each
# session for itself: test_events.py has those of a preloaded library, too.
SETTINGS = {
    "shared_preload_libraries": "",
    "base62id.mask_key_file": f"../{KEY_FILE}",
    "log_statement": "all",
}

# Rows come from workers, whatever they cost.
IN_WORKERS = """
    SET parallel_setup_cost = 0;
    SET parallel_tuple_cost = 0;
    SET min_parallel_table_scan_size = 0;
"""


def new_key() -> str:
    return secrets.token_hex(16)


def use_keys(server: Server, *lines: str) -> None:
    """Writes the file, and returns when new sessions see it."""
    server.secret(KEY_FILE, "\n".join(lines))
    server.reload()


def vectors(name: str) -> list[dict[str, Any]]:
    file = TOP / f"test/vectors/{name}.json"
    found: list[dict[str, Any]] = json.loads(file.read_text())["vectors"]
    return found


def of_number(keys: dict[int, str]) -> list[str]:
    """Lines of a file."""
    return [f"{number}:{key}" for number, key in keys.items()]


def values(rows: Sequence[tuple[str | int, ...]]) -> str:
    """Rows as a VALUES list of SQL."""
    lines = [", ".join(f"'{value}'" for value in row) for row in rows]
    return "VALUES " + ", ".join(f"({line})" for line in lines)


def message(error: SqlError) -> str:
    """SQLSTATE, message and DETAIL of an error."""
    text = str(error)
    primary = re.search("ERROR:  (.*)", text)
    detail = re.search("DETAIL:  (.*)", text)
    assert primary
    return primary[1] + (f" / {detail[1]}" if detail else "")


def has_no_key(database: Database, statements: str, type_name: str) -> None:
    error = database.error(statements)
    assert message(error).startswith(f"55000: mask key for type {type_name} is not available")


def plan(database: Database, query: str) -> str:
    return "\n".join(line for [line] in database.sql(f"EXPLAIN (COSTS OFF) {query}"))
