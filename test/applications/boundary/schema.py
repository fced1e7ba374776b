"""Boundary, by its migrations, in the order of their editions' numbers."""

import re

from schemas import Schema, by_version

# Boundary's own program makes this table, before it executes the first migration.
LOG = """
    CREATE TABLE log_migration (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        entry text NOT NULL,
        edition text
    );
"""
# Boundary's program takes these statements out of each file, too, since it begins and commits the
# transaction itself. Some files lack their COMMIT, and would change nothing here.
TRANSACTION = re.compile(r"^ *(begin|commit); *$", re.MULTILINE | re.IGNORECASE)


class Boundary(Schema):
    sources = ["boundary"]
    # Not "typed": id types are for keys and what refers to them. The only column of type uuid, the
    # correlation_id of session, is neither.
    targets = ["base62id", "base64uuid", "ulid"]

    def make(self) -> None:
        self.execute(LOG)
        # A directory for each edition of the schema, such as 0 and 53.
        files = self.files("boundary/internal/db/schema/migrations/oss/postgres/*/*.up.sql")
        for file in sorted(files, key=by_version):
            self.execute(TRANSACTION.sub("", file.read_text()))
