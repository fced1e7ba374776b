"""MusicBrainz, as its InitDb.pl makes it."""

from itertools import product

from schemas import Schema

SCHEMAS = [
    "musicbrainz",
    "cover_art_archive",
    "event_art_archive",
    "statistics",
    "documentation",
    "report",
    "wikidocs",
    "sitemaps",
    "json_dump",
    "dbmirror2",
]

# Directories of admin/sql, and the files that each of them may have.
PARTS = [
    ".",
    "caa",
    "eaa",
    "documentation",
    "statistics",
    "wikidocs",
    "report",
    "sitemaps",
    "json_dump",
    "dbmirror2",
]
FILES = [
    "Extensions",
    "CreateCollations",
    "CreateSearchConfiguration",
    "CreateTypes",
    "CreateTables",
    "ReplicationSetup",
    "CreatePrimaryKeys",
    "CreateFunctions",
    "CreateIndexes",
    "CreateFKConstraints",
    "CreateConstraints",
    "CreateViews",
    "CreateTriggers",
]
OF_REPLICAS = "./ReplicationSetup"


class MusicBrainz(Schema):
    sources = ["musicbrainz-server"]

    def make(self) -> None:
        for name in SCHEMAS:
            self.execute(f"CREATE SCHEMA {name};")
        directory = self.top / "musicbrainz-server/admin/sql"
        for part, name in product(PARTS, FILES):
            file = directory / part / f"{name}.sql"
            if file.exists() and f"{part}/{name}" != OF_REPLICAS:
                self.execute_file(file, before="SET search_path = musicbrainz, public;")
