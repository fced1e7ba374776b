"""Pocket ID, by its migrations."""

from schemas import Schema


class PocketId(Schema):
    sources = ["pocket-id"]

    def make(self) -> None:
        self.execute_files(self.files("pocket-id/backend/resources/migrations/postgres/*.up.sql"))
