"""Ory Keto, by its migrations, and those of the networks that Ory's applications share."""

from schemas import Schema, migrations_of_popx


class Keto(Schema):
    sources = ["keto"]

    def make(self) -> None:
        networks = self.files("keto/oryx/networkx/migrations/sql/*.up.sql")
        own = self.files("keto/internal/persistence/sql/migrations/sql/*.up.sql")
        self.execute_files(migrations_of_popx([*networks, *own]))
