"""ThingsBoard, by what its installer executes."""

from schemas import Schema

NAMES = [
    "entities",
    "entities-idx",
    "entities-idx-psql-addon",
    "views",
    "functions",
    "ts-psql",
    "ts-latest-psql",
]


class ThingsBoard(Schema):
    sources = ["thingsboard"]

    def make(self) -> None:
        directory = self.top / "thingsboard/dao/src/main/resources/sql"
        self.execute_files(directory / f"schema-{name}.sql" for name in NAMES)
