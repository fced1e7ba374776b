"""The first line of a file: data, of which nothing is executed."""

from __future__ import annotations

import hashlib
import json
import os

from .errors import Stop
from .sql import Row

PREPARE, MOVE, FINISH = "1-prepare.sql", "2-move.sql", "3-finish.sql"
START = "-- base62id-migrate "
# The HINT of a file that no longer fits the database.
PLAN_AGAIN = "Write it again, in this database: base62id-migrate plan"


def moving_file(path: str) -> str:
    """The file that moves: of a plan in three files, the second."""
    return os.path.join(path, MOVE) if os.path.isdir(path) else path


def header(path: str) -> Row:
    try:
        with open(moving_file(path), encoding="utf-8", errors="surrogateescape") as file:
            first = file.readline()
        if not first.startswith(START):
            raise ValueError("its first line is another")
        return dict(json.loads(first[len(START) :]))
    except (ValueError, TypeError) as e:
        raise Stop(f"{path} is no file of base62id-migrate: {e}")


def digest_of(statement: str) -> str:
    return hashlib.sha256(statement.encode("utf-8", "surrogateescape")).hexdigest()


def read(path: str) -> str:
    """The text of a file that moves, which is the one that was written."""
    with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
        text = file.read()
    about = header(path)
    statement = text[text.index("\nDO ") + 1 :] if "\nDO " in text else ""
    if about.get("sha256") != digest_of(statement):
        raise Stop(
            f"{path} is not as it was written: its statement has another sha256 than its first "
            "line says. Where you have changed it on purpose, execute it by psql"
        )
    return text
