"""Nakama, by its migrations."""

from schemas import Schema, up_of_sql_migrate


class Nakama(Schema):
    sources = ["nakama"]

    def make(self) -> None:
        for file in self.files("nakama/migrate/sql/*.sql"):
            self.execute(up_of_sql_migrate(file))
