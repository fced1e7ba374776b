"""Hatchet, as its sql/schema has it, and the queries that it asks."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from conftest import SqlError
from schemas import Schema

FILES = [
    "sql/schema/v0.sql",
    "sql/schema/v1-core.sql",
    "sql/schema/v1-olap.sql",
    "pkg/repository/sqlcv1/concurrency-additional-tables.sql",
]

# By its own functions, those of one day.
PARTITIONS = """
    SELECT
        CASE partstrat
            WHEN 'h' THEN create_v1_hash_partitions(relname, 4)
            ELSE create_v1_range_partition(relname, '2025-01-01')
        END
    FROM pg_partitioned_table
    JOIN pg_class AS c ON c.oid = partrelid
    WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid);
"""

# For functions that return uuid and execute a text, as the remark on functions asks.
CASTS = r"""
    DO $$
    DECLARE
        f regprocedure;
        wanted text = 'SELECT tenant_id,( id, inserted_at,)? external_id,';
        casts text = 'SELECT tenant_id::uuid,\1 external_id::uuid,';
    BEGIN
        FOR f IN
            SELECT oid
            FROM pg_proc
            WHERE prosrc ~ wanted
                AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql')
        LOOP
            EXECUTE regexp_replace(pg_get_functiondef(f), wanted, casts, 'g');
        END LOOP;
    END $$;
"""
CALLS = """
    SELECT FROM list_paginated_payloads_for_offload(
        '2025-01-01',
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        10);
    SELECT FROM list_paginated_olap_payloads_for_offload(
        '2025-01-01',
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        10);
"""
PREPARED = "SELECT name FROM pg_prepared_statements ORDER BY name;"


class Hatchet(Schema):
    sources = ["hatchet"]
    prepared_before: list[str] = []

    def make(self) -> None:
        self.execute_files(self.top / "hatchet" / file for file in FILES)
        self.execute(PARTITIONS)

    def mend(self, target: str) -> None:
        self.prepared_before = self.prepared_queries()
        self.database.sql(CASTS)

    def refused(self, target: str) -> list[str] | None:
        try:
            self.database.sql(CALLS)
        except SqlError as error:
            return [str(error)]
        prepared = self.prepared_queries()
        self.notes.append(
            f"hatchet, {target}: {len(prepared)} of {len(self.queries())} queries are prepared, "
            f"{len(self.prepared_before)} were before"
        )
        if target == "typed":
            return []  # id types do not compare with what a query casts to uuid
        return sorted(set(self.prepared_before) - set(prepared))

    def queries(self) -> list[str]:
        """What it asks, as PREPARE statements."""
        return list(prepare_statements(self.files("hatchet/pkg/repository/sqlcv1/*.sql")))

    def prepared_queries(self) -> list[str]:
        """The names of those that the database can prepare."""
        script = "\n".join([*self.queries(), PREPARED])
        return self.database.psql(script).stdout.splitlines()


# Queries, as sqlc makes Go of them -------------------------------------------------------------

NAME_AND_RESULT = re.compile(r"\s*(\w+)\s*:\w+[^\n]*\n")
COMMENT = re.compile(r"--[^\n]*")
EMBEDDED_ROW = re.compile(r"sqlc\.embed\(\s*(\w+)\s*\)")
NAMED_PARAMETERS = [
    re.compile(r"sqlc\.n?arg\(\s*'?(\w+)'?\s*\)"),
    re.compile(r"(?<![\w@<])@(\w+)"),
]


def prepare_statements(files: list[Path]) -> Iterator[str]:
    """Its queries as statements of SQL, where parameters have numbers."""
    number = 0
    for file in files:
        for query in re.split(r"^--\s*name:", file.read_text(), flags=re.MULTILINE):
            head = NAME_AND_RESULT.match(query)
            if head:
                number += 1
                statement = with_numbers(query[head.end() :])
                yield f'PREPARE "q{number} {head[1]}" AS {statement};'


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
