"""Python: the system's, whose modules are Debian's packages, or the one that is given."""

import functools
import glob
import os
import subprocess
from dataclasses import dataclass

from framework import CLIENTS, Framework, NotInstalled, Scratch, Stored
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYTHON = os.environ.get("BASE62ID_PYTHON", "/usr/bin/python3")
ALL_VERSIONS = """
import importlib.metadata
for found in importlib.metadata.distributions():
    print(found.metadata["Name"], found.version)
"""


@dataclass(frozen=True, kw_only=True)
class Python(Framework):
    ecosystem = "python"

    modules: tuple[str, ...]
    arguments: tuple[str, ...] = ()
    warnings: str = "default"

    def set_up(self, scratch: Scratch) -> None:
        missing = [module for module in self.modules if not is_installed(Requirement(module))]
        if missing:
            raise NotInstalled(", ".join(missing))
        scratch.environment["PYTHONPATH"] = f"{CLIENTS}/python/src"

    def command(self, state: str) -> list[str]:
        return [PYTHON, "-B", "-W", self.warnings, self.program, *self.arguments]


@dataclass(frozen=True, kw_only=True)
class Odbc(Python):
    """With PostgreSQL's driver for ODBC."""

    def set_up(self, scratch: Scratch) -> None:
        if not glob.glob("/usr/lib/*/odbc/psqlodbcw.so"):
            raise NotInstalled("psqlodbc")
        super().set_up(scratch)


def is_installed(requirement: Requirement) -> bool:
    version = versions().get(canonicalize_name(requirement.name))
    return version is not None and requirement.specifier.contains(version, prereleases=True)


@functools.cache
def versions() -> dict[str, str]:
    """Of all modules."""
    done = subprocess.run([PYTHON, "-c", ALL_VERSIONS], capture_output=True, text=True, check=True)
    words = [line.split() for line in done.stdout.splitlines()]
    return {canonicalize_name(name): version for name, version in words}


ASYNCPG = "asyncpg>=0.29"
DJANGO = "Django>=5"
PSYCOPG = "psycopg>=3.2"
PYDANTIC = "pydantic>=2"
SQLALCHEMY = "SQLAlchemy>=2"

FRAMEWORKS: list[Framework] = [
    Python(
        name="asyncpg",
        title="asyncpg",
        modules=(ASYNCPG,),
        program="asyncpg_test.py",
        has_cells=True,
        has_traps=True,
    ),
    Odbc(
        name="dataframes",
        title="pandas and ODBC",
        modules=("pandas", "pyodbc", SQLALCHEMY, "psycopg"),
        program="dataframes_test.py",
        warnings="ignore",
    ),
    Python(
        name="django-compositions",
        title="Django, compositions of conditions",
        modules=(DJANGO, "psycopg"),
        program="django_compositions_test.py",
    ),
    Python(
        name="drivers-compositions",
        title="psycopg 3 and asyncpg, compositions of conditions",
        modules=(PSYCOPG, ASYNCPG),
        program="drivers_compositions_test.py",
    ),
    Python(
        name="sqlalchemy-compositions",
        title="SQLAlchemy, compositions of conditions",
        modules=(SQLALCHEMY, "psycopg", "asyncpg", "greenlet"),
        program="sqlalchemy_compositions_test.py",
    ),
    Python(
        name="django-objects",
        title="Django, objects and their rows",
        modules=(DJANGO, "psycopg", "djangorestframework"),
        program="django_objects_test.py",
    ),
    Python(
        name="django-stored-use",
        title="Django over plain uuid columns, the program of the page",
        modules=(DJANGO, "psycopg"),
        program="stored_use_test.py",
        arguments=("django",),
    ),
    Python(
        name="django-stored",
        title="Django over plain uuid columns",
        modules=(DJANGO, "psycopg", "djangorestframework"),
        program="django_stored_test.py",
        stored=Stored(),
    ),
    Python(
        name="django",
        title="Django",
        modules=(DJANGO, "psycopg"),
        program="django_test.py",
        has_cells=True,
        has_traps=True,
        dumped="",
    ),
    Python(
        name="fastapi-sqlalchemy",
        title="FastAPI, SQLAlchemy",
        modules=("fastapi", "httpx", SQLALCHEMY, "psycopg", PYDANTIC),
        program="fastapi_sqlalchemy_test.py",
    ),
    Python(
        name="fastapi",
        title="FastAPI",
        modules=("fastapi", "httpx", "psycopg", PYDANTIC),
        program="fastapi_test.py",
    ),
    Python(
        name="tests-use",
        title="Tests of an application",
        modules=("freezegun",),
        program="tests_use_test.py",
    ),
    Python(
        name="peewee",
        title="peewee",
        modules=("peewee", "psycopg2"),
        program="peewee_test.py",
        dumped="_empty",
    ),
    Python(
        name="psycopg",
        title="psycopg 3",
        modules=(PSYCOPG,),
        program="psycopg_test.py",
        has_cells=True,
    ),
    Python(
        name="sqlalchemy-asyncpg",
        title="SQLAlchemy, asyncpg",
        modules=(SQLALCHEMY, "alembic", "asyncpg", "greenlet"),
        program="sqlalchemy_test.py",
        arguments=("asyncpg",),
        has_cells=True,
        dumped="",
    ),
    Python(
        name="sqlalchemy-objects",
        title="SQLAlchemy, objects and their rows",
        modules=(SQLALCHEMY, "psycopg"),
        program="sqlalchemy_objects_test.py",
    ),
    Python(
        name="sqlalchemy-psycopg",
        title="SQLAlchemy, psycopg 3",
        modules=(SQLALCHEMY, "alembic", "psycopg"),
        program="sqlalchemy_test.py",
        arguments=("psycopg",),
        has_cells=True,
        has_traps=True,
        dumped="",
    ),
    Python(
        name="sqlalchemy-stored-use",
        title="SQLAlchemy over plain uuid columns, the program of the page",
        modules=(SQLALCHEMY, "psycopg"),
        program="stored_use_test.py",
        arguments=("sqlalchemy",),
    ),
    Python(
        name="sqlalchemy-stored",
        title="SQLAlchemy over plain uuid columns",
        modules=(SQLALCHEMY, "alembic", "psycopg", "asyncpg"),
        program="sqlalchemy_stored_test.py",
        stored=Stored(),
    ),
    Python(
        name="asyncpg-uuids",
        title="asyncpg, UUIDs",
        modules=("asyncpg",),
        program="uuids.py",
        arguments=("asyncpg",),
        knows_uuids="asyncpg",
    ),
    Python(
        name="django-uuids",
        title="Django, UUIDs",
        modules=("Django",),
        program="uuids.py",
        arguments=("django",),
        knows_uuids="Django",
    ),
    Python(
        name="psycopg-uuids",
        title="psycopg 3, UUIDs",
        modules=("psycopg",),
        program="uuids.py",
        arguments=("psycopg",),
        knows_uuids="psycopg 3",
    ),
    Python(
        name="psycopg2-uuids",
        title="psycopg2, UUIDs",
        modules=("psycopg2",),
        program="uuids.py",
        arguments=("psycopg2",),
        knows_uuids="psycopg2",
    ),
    Python(
        name="sqlalchemy-uuids",
        title="SQLAlchemy, UUIDs",
        modules=(SQLALCHEMY, "psycopg2"),
        program="uuids.py",
        arguments=("sqlalchemy+psycopg2",),
        knows_uuids="SQLAlchemy",
    ),
    Python(
        name="sqlalchemy2-uuids",
        title="SQLAlchemy 2, UUIDs",
        modules=(SQLALCHEMY, "psycopg"),
        program="uuids.py",
        arguments=("sqlalchemy+psycopg",),
        knows_uuids="SQLAlchemy",
    ),
    Python(
        name="sqlalchemy-asyncpg-uuids",
        title="SQLAlchemy, asyncpg, UUIDs",
        modules=(SQLALCHEMY, "asyncpg", "greenlet"),
        program="uuids.py",
        arguments=("sqlalchemy+asyncpg",),
        knows_uuids="SQLAlchemy",
    ),
]
