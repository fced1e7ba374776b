"""AppFlowy Cloud, by its migrations."""

from pathlib import Path

from schemas import Schema

# The schema and the table of GoTrue, which it refers to.
GOTRUE = """
    CREATE SCHEMA auth;
    CREATE TABLE auth.users (id uuid PRIMARY KEY, email text, deleted_at timestamptz);
"""

# These want pgvector's type, or tables and types of those that do.
OF_PGVECTOR = [
    "20241126175909_af_collab_stored_procedures",
    "20241218090459_collab_embedding_add_metadata",
    "20241230064618_collab_embedding_add_fragment_index",
    "20250318120849_departition_af_collab",
    "20250405092732_af_collab_embeddings_upsert",
]


class AppFlowy(Schema):
    sources = ["appflowy"]

    def make(self) -> None:
        self.execute(GOTRUE)
        for file in self.files("appflowy/migrations/*.sql"):
            self.migrate(file)

    def migrate(self, file: Path) -> None:
        """Without pgvector some statements of a file fail, and the others are executed.

        One of these migrations replaces a table that has nothing to do with vectors.
        """
        errors_before = list(self.errors)
        self.execute_file(file)
        if file.stem in OF_PGVECTOR and not self.database.has_extension("vector"):
            self.errors = errors_before
