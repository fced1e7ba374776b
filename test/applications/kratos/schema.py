"""Ory Kratos, by its migrations."""

from schemas import Schema, migrations_of_popx


class Kratos(Schema):
    sources = ["kratos"]

    def make(self) -> None:
        files = self.files("kratos/persistence/sql/migrations/sql/*.up.sql")
        self.execute_files(migrations_of_popx(files))
