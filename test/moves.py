"""Moves by base62id-migrate, and what they must not change."""

import os
import re
import subprocess
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import unified_diff
from itertools import groupby, islice
from pathlib import Path
from typing import NamedTuple

from conftest import TOP, Database

MIGRATE = TOP / "migrate/base62id-migrate"

# base62id-migrate ------------------------------------------------------------------------------


def environment_of(database: Database, **variables: str) -> dict[str, str]:
    """In which a program finds the database's server, and connects as its role."""
    of_server = {name: value for name, value in os.environ.items() if not name.startswith("PG")}
    return of_server | {
        "PATH": f"{database.server.bin}:{os.environ['PATH']}",
        "PGHOST": str(database.server.directory),
        "PGPORT": os.environ.get("PGPORT", "5432"),
        "PGUSER": database.role,
        "PYTHONDONTWRITEBYTECODE": "1",
        **variables,
    }


def run_migrate(
    database: Database, *arguments: str, **variables: str
) -> "subprocess.CompletedProcess[str]":
    """base62id-migrate, as the role that connects to the database, and what it prints."""
    return subprocess.run(
        ["python3", MIGRATE, *arguments],
        env=environment_of(database, **variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def start_migrate(
    database: Database, log: Path, *arguments: str, **variables: str
) -> "subprocess.Popen[bytes]":
    """The same in the background, in a session of its own, which gets no signals of ours."""
    with log.open("w") as output:
        return subprocess.Popen(
            ["python3", MIGRATE, *arguments],
            env=environment_of(database, **variables),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def migrate(*arguments: str, database: Database) -> str:
    """What base62id-migrate prints, which must succeed, as a superuser."""
    done = run_migrate(database.as_role("postgres"), *arguments)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


@dataclass(frozen=True)
class Move:
    """A plan that was carried out."""

    plan: Path  # one statement, FILE.sql, or a directory of steps
    remarks: list[str]  # lines that the planning has printed
    seconds_of_planning: float
    seconds_of_moving: float

    def lines(self) -> int:
        """The lines of its SQL."""
        files = [self.plan] if self.plan.is_file() else self.plan.rglob("*.sql")
        return sum(len(file.read_text().splitlines()) for file in files)


def move(database: Database, target: str, plan: Path, owner: str, options: Iterable[str]) -> Move:
    """Moves the ids of a database to the target. The plan acts for the owners of the objects."""
    began = time.monotonic()
    remarks = migrate(
        *("plan", database.name, "--to", target, "-o", str(plan)),
        *("--trust", owner, "--allow-unrestorable", *options),
        database=database,
    )
    planned = time.monotonic()
    migrate("run", database.name, str(plan), database=database)
    moved = time.monotonic()
    return Move(plan, remarks.splitlines(), planned - began, moved - planned)


# What there is before and after ----------------------------------------------------------------

TYPES_OF_COLUMNS = """
    SELECT c.oid::regclass, quote_ident(attname), format_type(atttypid, atttypmod)
    FROM pg_attribute
    JOIN pg_class AS c ON c.oid = attrelid
    WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped
    ORDER BY c.oid::regclass::text, attname
"""

# A partition's triggers depend on its table's where its key was taken over, as after a restore.
DEPENDENCES = """
    SELECT classid::regclass, refclassid::regclass, deptype, count(*)
    FROM pg_depend AS d
    WHERE objid >= 16384
        AND NOT (classid = 'pg_trigger'::regclass AND deptype IN ('P', 'S'))
        AND NOT EXISTS (
            SELECT
            FROM pg_depend AS e
            WHERE e.objid = d.objid AND e.classid = d.classid AND e.deptype = 'e'
        )
    GROUP BY 1, 2, 3
    ORDER BY 1, 2, 3
"""

NOTHING = re.compile(r"--|\\(un)?restrict|$")  # comments and empty lines of a dump
SETTING = re.compile(r"SET (?!default_)|SELECT pg_catalog\.set_config")
NAME_OF_NOT_NULL = re.compile(r" CONSTRAINT \S+_not_null NOT NULL")


class Column(NamedTuple):
    table: str
    name: str
    type: str


@dataclass(frozen=True)
class Picture:
    """A database at one time."""

    columns: list[Column]
    schema: list[str]
    dependences: list[str]  # how many objects of a kind depend on those of another kind
    rows: list[str]


def picture_of(database: Database, output: str) -> Picture:
    """Its rows have ids in the form of that base62id.output."""
    schema, rows = schema_and_rows(database, output)
    return Picture(
        columns=[Column(*row) for row in database.sql(TYPES_OF_COLUMNS)],
        schema=schema,
        dependences=lines_of(database, DEPENDENCES),
        rows=rows,
    )


def has_value(database: Database, column: Column) -> bool:
    """Whether a row has one there."""
    query = f"SELECT EXISTS (SELECT FROM {column.table} WHERE {column.name} IS NOT NULL)"
    return database.value(query) == "t"


def rows_of(
    database: Database, output: str, columns: list[Column], numbers: Iterable[Column] = ()
) -> list[str]:
    """The same rows by queries, in which ids of numbers are shown as these."""
    queries = [f"SET base62id.output = {output};"]
    for table, of_table in groupby(columns, key=lambda column: column.table):
        shown = ", ".join(f"{c.name}::bigint" if c in numbers else c.name for c in of_table)
        if not table.startswith(("pg_", "information_schema.")):
            queries.append(f"SELECT {shown} FROM {table};")
    return lines_of(database, "\n".join(queries))


def lines_of(database: Database, query: str) -> list[str]:
    return ["|".join(row) for row in database.sql(query)]


def schema_and_rows(database: Database, output: str) -> tuple[list[str], list[str]]:
    """A dump, in two parts."""
    connection = f"dbname={database.name} options=-cbase62id.output={output}"
    schema, rows, is_row = [], [], False
    for line in replace(database, name=connection).dump().splitlines():
        is_row = is_row or bool(re.fullmatch("COPY .* FROM stdin;", line))
        if is_row or line.startswith("SELECT pg_catalog.setval"):
            rows.append(line)
        elif not NOTHING.match(line) and not SETTING.match(line):
            schema.append(line)
        is_row = is_row and line != "\\."
    return schema, rows


def schema_of(database: Database) -> list[str]:
    """A dump without data."""
    return without_names_of_not_null(
        line for line in database.dump("--schema-only").splitlines() if not NOTHING.match(line)
    )


def without_names_of_not_null(schema: Iterable[str]) -> list[str]:
    """From PostgreSQL 18 on, ALTER COLUMN TYPE names a partition's NOT NULL after its parent's."""
    return [NAME_OF_NOT_NULL.sub(" NOT NULL", line) for line in schema]


def differences(before: list[str], after: list[str]) -> list[str]:
    """The first lines in which they differ."""
    return list(islice(unified_diff(before, after, "before", "after", lineterm="", n=0), 20))
