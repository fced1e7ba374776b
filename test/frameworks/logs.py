"""What a server has logged: its plans are auto_explain's, and its prefix is the database."""

import re
from pathlib import Path

SCANS_A_TABLE = re.compile(r"Seq Scan on (public\.)?(users|orders|invoices|teams)\b")
FILTERS_IDS = re.compile(r"Filter: .*[(.](id|buyer_id)[) ]")
# ADD FOREIGN KEY reads both tables, which PostgreSQL 15 logs.
CHECKS_A_FOREIGN_KEY = " fk LEFT OUTER JOIN ONLY "


def entries(log: Path, database: str, since: int = 0) -> list[str]:
    """Those of a database, from a position in the file on."""
    with log.open("rb") as file:
        file.seek(since)
        text = file.read().decode(errors="replace")
    found = re.split(r"^(?=\[[^]\n]*\] )", text, flags=re.M)
    return [entry for entry in found if entry.startswith(f"[{database}] ")]


def plans(found: list[str]) -> list[str]:
    return [entry for entry in found if re.match(r".* plan:\n", entry)]


def scans_for_ids(found: list[str]) -> list[str]:
    """The plans that read a table for ids, where an index has them."""
    return [
        plan
        for plan in plans(found)
        if SCANS_A_TABLE.search(plan)
        and FILTERS_IDS.search(plan)
        and CHECKS_A_FOREIGN_KEY not in plan
    ]


def look_ups(found: list[str]) -> list[str]:
    """The plans that have a condition on an index."""
    return [plan for plan in plans(found) if "Index Cond:" in plan]


def errors(found: list[str]) -> list[str]:
    return [entry for entry in found if "] ERROR:" in entry]
