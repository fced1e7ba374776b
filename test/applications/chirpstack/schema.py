"""ChirpStack, by its migrations."""

from schemas import Schema

EXPECTED = "CREATE EXTENSION pg_trgm;"


class ChirpStack(Schema):
    sources = ["chirpstack"]

    def make(self) -> None:
        self.execute(EXPECTED)
        self.execute_files(self.files("chirpstack/chirpstack/migrations_postgres/*/up.sql"))
