"""The schema of an application that is not run: what the class in its schema.py says of it."""

import re
from collections.abc import Iterable
from pathlib import Path

from conftest import Database, SqlError
from moves import run_migrate

PROPOSED = re.compile(r"^(--type|--ref) (\S+)$", re.MULTILINE)


class Schema:
    """One of them, in a database of its own."""

    sources: list[str] = []  # directories of BASE62ID_SOURCES
    targets = ["base62id", "base64uuid", "ulid", "typed"]  # what its ids move to
    ids_are_texts = False  # in the form of the target; ids of others are of type uuid

    def __init__(self, top: Path, database: Database) -> None:
        self.top = top  # BASE62ID_SOURCES
        self.database = database
        self.errors: list[str] = []  # of making it
        self.notes: list[str] = []  # for who reads the results

    def make(self) -> None:
        """Makes the tables, as the application does."""
        raise NotImplementedError

    def mend(self, target: str) -> None:
        """Changes what the remarks of base62id-migrate ask to be changed before a move."""

    def options(self) -> list[str]:
        """What base62id-migrate is told besides the target."""
        return []

    def refused(self, target: str) -> list[str] | None:
        """What it asks of its database and cannot ask after a move, if that is known."""
        return None

    # What it is asked, and asks

    def errors_of(self, script: str) -> list[str]:
        """The error that ends a script, if there is one."""
        try:
            self.database.sql(script)
        except SqlError as error:
            return [str(error)]
        return []

    def words_for(self, *options: str) -> list[str]:
        """The options that base62id-migrate proposes in its stop, or its remarks, on a plan."""
        plan = self.database.server.directory / f"{self.database.name}-words"
        target = ("--to", "typed", "-o", f"{plan}.sql", "--allow-unrestorable")
        done = run_migrate(self.database, "plan", self.database.name, *target, *options)
        proposed = PROPOSED.findall(done.stdout + done.stderr)
        return [f"{option}={words}" for option, words in proposed]

    # How a schema is made

    def files(self, pattern: str) -> list[Path]:
        """Files of the sources in the order of their names. There must be some."""
        found = sorted(self.top.glob(pattern))
        assert found, f"the sources have no {pattern}"
        return found

    def execute(self, script: str) -> None:
        """A script in a session of its own. An error ends a statement, not the script."""
        done = self.database.psql(script)
        assert done.returncode == 0, done.stderr[-4000:]
        self.errors += [line for line in done.stderr.splitlines() if "ERROR:" in line]

    def execute_file(self, file: Path, before: str = "") -> None:
        """A file as it is, after other statements of its session."""
        assert file.exists(), f"there is no {file}"
        self.execute(f"{before}\n\\i '{file}'")

    def execute_files(self, files: Iterable[Path]) -> None:
        for file in files:
            self.execute_file(file)


def by_version(path: Path) -> list[tuple[int, str]]:
    """A key that sorts numbers within a path by their value: 9 stands before 10."""
    words = re.findall(r"\d+|\D+", str(path))
    return [(int(word), "") if word.isdigit() else (-1, word) for word in words]


# Migrations of popx, as the applications of Ory have them --------------------------------------

FOR_POSTGRESQL = re.compile(r"[^.]+\.postgres\.(autocommit\.)?up\.sql")
FOR_ALL = re.compile(r"[^.]+\.(autocommit\.)?up\.sql")


def migrations_of_popx(files: Iterable[Path]) -> list[Path]:
    """Of each version what is for PostgreSQL, or else for all."""
    of_version: dict[str, Path] = {}
    for wanted in (FOR_ALL, FOR_POSTGRESQL):
        chosen: dict[str, Path] = {}
        for file in files:
            version, _, _ = file.name.partition("_")
            if wanted.fullmatch(file.name):
                chosen.setdefault(version, file)
        of_version |= chosen
    return [file for _, file in sorted(of_version.items())]


# Migrations of sql-migrate, there and back in one file -----------------------------------------

PART_OF_SQL_MIGRATE = re.compile(r"^-- *\+migrate +(Up|Down)\b(.*)$", re.MULTILINE)


def up_of_sql_migrate(file: Path) -> str:
    """What leads there, in a transaction unless the file asks for none.

    A file may have several parts for each way.
    """
    _head, *words = PART_OF_SQL_MIGRATE.split(file.read_text())
    parts = list(zip(words[0::3], words[1::3], words[2::3]))
    statements = "\n".join(part for way, _options, part in parts if way == "Up")
    if any("notransaction" in options for way, options, _part in parts if way == "Up"):
        return statements
    return f"BEGIN;\n{statements}\nCOMMIT;"
