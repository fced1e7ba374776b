"""Ory Hydra, by its migrations."""

from schemas import Schema, migrations_of_popx


class Hydra(Schema):
    sources = ["hydra"]

    def make(self) -> None:
        files = self.files("hydra/persistence/sql/migrations/*.up.sql")
        self.execute_files(migrations_of_popx(files))
