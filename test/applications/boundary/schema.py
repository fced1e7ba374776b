"""Boundary, by its migrations, in the order of their editions' numbers."""

import re

from schemas import Schema, by_version

# Its program makes this table.
LOG = """
    CREATE TABLE log_migration (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        entry text NOT NULL,
        edition text
    );
"""
TRANSACTION = re.compile("^ *(begin|commit);.*\n?", re.MULTILINE)


class Boundary(Schema):
    sources = ["boundary"]
    targets = ["base62id", "base64uuid", "ulid"]  # id types want a foreign key

    def make(self) -> None:
        self.execute(LOG)
        files = self.files("boundary/internal/db/schema/migrations/oss/postgres/*/*.up.sql")
        for file in sorted(files, key=by_version):
            self.execute(TRANSACTION.sub("", file.read_text()))
