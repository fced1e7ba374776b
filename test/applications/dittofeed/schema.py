"""Dittofeed, by its migrations of Drizzle, whose indexes name the operator classes of uuid."""

from schemas import Schema


class Dittofeed(Schema):
    sources = ["dittofeed"]

    def make(self) -> None:
        self.execute_files(self.files("dittofeed/packages/backend-lib/drizzle/*.sql"))
