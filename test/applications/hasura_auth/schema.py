"""Nhost's hasura-auth, by its migrations."""

from schemas import Schema

# What they expect: their schema, the table of golang-migrate and two extensions.
EXPECTED = """
    CREATE SCHEMA auth;
    CREATE TABLE auth.schema_migrations (version bigint PRIMARY KEY, dirty boolean);
    CREATE EXTENSION citext;
    CREATE EXTENSION pgcrypto;
"""


class HasuraAuth(Schema):
    sources = ["hasura-auth"]

    def make(self) -> None:
        self.execute(EXPECTED)
        self.execute_files(self.files("hasura-auth/go/migrations/postgres/*.up.sql"))
