"""The queries of an application that sqlc makes Go of: which of them a database can prepare."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from schemas import Schema

PREPARED = "SELECT name FROM pg_prepared_statements ORDER BY name;"

Change = tuple[str, str]  # a regular expression, and what replaces it


class SchemaWithQueries(Schema):
    """Its queries are not executed. A query that cannot be prepared would fail, too."""

    queries: list[str] = []  # patterns of its files
    changes: list[Change] = []  # what an application has to change in them for the new types
    prepared_before: list[str] = []

    def mend(self, target: str) -> None:
        self.prepared_before = self.prepared(changes=[])

    def refused(self, target: str) -> list[str] | None:
        """Those that could be prepared before."""
        prepared = self.prepared(self.changes)
        self.notes.append(
            f"{self.database.name}, {target}: {len(prepared)} of "
            f"{len(self.statements(self.changes))} queries are prepared, "
            f"{len(self.prepared_before)} were before"
        )
        return sorted(set(self.prepared_before) - set(prepared))

    def statements(self, changes: list[Change]) -> list[str]:
        """What it asks, as PREPARE statements."""
        files = [file for pattern in self.queries for file in self.files(pattern)]
        return list(prepare_statements(files, changes))

    def prepared(self, changes: list[Change]) -> list[str]:
        """The names of those that the database can prepare."""
        script = "\n".join([*self.statements(changes), PREPARED])
        return self.database.psql(script).stdout.splitlines()


# Queries, as sqlc makes Go of them -------------------------------------------------------------

NAME_AND_RESULT = re.compile(r"\s*(\w+)\s*:\w+[^\n]*\n")
COMMENT = re.compile(r"--[^\n]*")
EMBEDDED_ROW = re.compile(r"sqlc\.embed\(\s*(\w+)\s*\)")
NAMED_PARAMETERS = [
    re.compile(r"sqlc\.n?arg\(\s*'?(\w+)'?\s*\)"),
    re.compile(r"(?<![\w@<])@(\w+)"),
]


def prepare_statements(files: list[Path], changes: list[Change]) -> Iterator[str]:
    """Its queries as statements of SQL, where parameters have numbers."""
    number = 0
    for file in files:
        for query in re.split(r"^--\s*name:", file.read_text(), flags=re.MULTILINE):
            head = NAME_AND_RESULT.match(query)
            if head:
                number += 1
                statement = with_numbers(changed(query[head.end() :], changes))
                yield f'PREPARE "q{number} {head[1]}" AS {statement};'


def changed(query: str, changes: list[Change]) -> str:
    for regex, replacement in changes:
        query = re.sub(regex, replacement, query)
    return query


def with_numbers(query: str) -> str:
    number_of = numbering()
    query = COMMENT.sub("", query)
    query = EMBEDDED_ROW.sub(r"\1.*", query)
    for parameter in NAMED_PARAMETERS:
        query = parameter.sub(lambda found: f"${number_of(found[1])}", query)
    return query.rstrip().removesuffix(";")


def numbering() -> Callable[[str], int]:
    """Gives each name the next number when it comes first."""
    numbers: dict[str, int] = {}
    return lambda name: numbers.setdefault(name, len(numbers) + 1)
