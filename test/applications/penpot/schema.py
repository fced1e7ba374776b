"""Penpot, by its migrations, in the order of their list."""

import re

from schemas import Schema

RESOURCE = re.compile(r'\(mg/resource "(app/migrations/sql/[^"]*)"\)')


class Penpot(Schema):
    sources = ["penpot"]

    def make(self) -> None:
        sources = self.top / "penpot/backend/src"
        names = RESOURCE.findall((sources / "app/migrations.clj").read_text())
        assert names, "there are no migrations in their list"
        self.execute_files(sources / name for name in names)
