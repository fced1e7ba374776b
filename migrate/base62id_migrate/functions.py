"""Functions whose texts PostgreSQL reads when they run: which of them break over the new types."""

from __future__ import annotations

import contextlib
import json
from typing import NamedTuple

from .database import Database, Failed
from .queries import query
from .sql import literal

# As CREATE FUNCTION would read it with check_function_bodies.
READ = """CREATE FUNCTION pg_temp.read(f oid, owner name, path text) RETURNS text
LANGUAGE plpgsql AS $read$
DECLARE
    runner CONSTANT text := pg_catalog.current_setting('role');
BEGIN
    PERFORM pg_catalog.set_config('role', owner, true);
    PERFORM pg_catalog.set_config('search_path', path, true);
    PERFORM pg_catalog.set_config('check_function_bodies', 'on', true);
    PERFORM pg_catalog.fmgr_sql_validator(f);
    PERFORM pg_catalog.set_config('role', runner, true);
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    RETURN NULL;
EXCEPTION WHEN OTHERS THEN
    RETURN sqlerrm;
END
$read$;
"""
ADVICE = (
    ". Where the extension plpgsql_check is on this server, a superuser's plan says which of them "
    "in PL/pgSQL break"
)
SCHEMA = "base62id_migrate_check"
CHECK = f"CREATE SCHEMA {SCHEMA};\nCREATE EXTENSION plpgsql_check SCHEMA {SCHEMA};\n"
NAMES = """CREATE TEMPORARY TABLE base62id_migrate_names AS
    SELECT oid AS o, oid::regprocedure::text AS f FROM pg_proc WHERE oid >= 16384;
"""

Errors = dict[str, str]  # each by where it is


class Read(NamedTuple):
    """What is known of the functions of a database."""

    sql: dict[str, Errors]
    plpgsql: dict[str, Errors]

    def all(self) -> dict[str, Errors]:
        return {**self.sql, **self.plpgsql}


def rolled_back(database: Database, before: str, text: str) -> dict[str, Errors]:
    out = database.psql(
        f"BEGIN; SET LOCAL client_min_messages = error;\n{before}"
        "SELECT coalesce(json_object_agg(f, coalesce(errors, '{}')), '{}') "
        f"FROM (\n{text}\n) AS _row; ROLLBACK;"
    )
    return dict(json.loads(out))


def read(database: Database, path: str) -> Read:
    """Looks at all of a copy, which stays as it is.

    plpgsql_check may not be on this server, or not for this role.
    """
    database.close()  # a session keeps what it has compiled over types that are gone
    sql = rolled_back(database, READ, query("broken_sql", path=literal(path)))
    plpgsql: dict[str, Errors] = {}
    with contextlib.suppress(Failed):
        there = home_of_check(database)
        before = ("" if there else CHECK) + NAMES + f"SET LOCAL search_path = {path};\n"
        text = query("broken_plpgsql", check=there or SCHEMA)
        plpgsql = rolled_back(database, before, text)
    return Read(sql, plpgsql)


def home_of_check(database: Database) -> str:
    """The schema of plpgsql_check, where the database has it."""
    return str(
        database.one(
            "SELECT coalesce(max(quote_ident(n.nspname)), '') FROM pg_extension AS e "
            "JOIN pg_namespace AS n ON n.oid = e.extnamespace WHERE e.extname = 'plpgsql_check'"
        )
    )


def broken(before: Read, after: Read) -> list[str]:
    """What reads well before the move, and not after it.

    A function of triggers may have errors before: in what it does for another of its tables.
    """
    was = before.all()
    found = []
    for f, errors in sorted(after.all().items()):
        new = {error for where, error in errors.items() if where not in was.get(f, {})}
        if new:
            found.append(f"{f}: {'; '.join(sorted(new))}")
    return found


def unknown(named: list[str], after: Read) -> list[str]:
    """Of functions that name what moves: those of which nothing is proven."""
    return [f for f in named if f not in after.all()]
