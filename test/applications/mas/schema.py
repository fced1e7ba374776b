"""Matrix Authentication Service, by its migrations."""

from schemas import Schema

# A migration corrects this table, which sqlx makes.
TABLE_OF_SQLX = "CREATE TABLE _sqlx_migrations (version bigint PRIMARY KEY, checksum bytea);"


class MatrixAuthenticationService(Schema):
    sources = ["matrix-authentication-service"]

    def make(self) -> None:
        self.execute(TABLE_OF_SQLX)
        files = "matrix-authentication-service/crates/storage-pg/migrations/*.sql"
        self.execute_files(self.files(files))
