"""Umami, by its migrations of Prisma. It has no foreign keys, only names such as website_id."""

from schemas import Schema


class Umami(Schema):
    sources = ["umami"]

    def make(self) -> None:
        self.execute_files(self.files("umami/prisma/migrations/*/migration.sql"))
