"""Marquez, by its migrations of Flyway. What it writes to a view, a trigger writes to the table."""

from schemas import Schema, by_version

DIRECTORY = "marquez/api/src/main/resources/marquez/db/migration"

# Of the migrations in Java this alone makes something; the others change rows.
VIEWS_IN_JAVA = """
    CREATE VIEW run_facets_view AS TABLE run_facets;
    CREATE VIEW job_facets_view AS TABLE job_facets;
    CREATE VIEW dataset_facets_view AS TABLE dataset_facets;
"""
FILE_BEFORE_THEM = "V57.1__add_migration_lock.sql"

# A job, one below it, and one that is another name of the first.
JOBS = """
    BEGIN;
    INSERT INTO jobs_view (uuid, created_at, updated_at, namespace_uuid, namespace_name, type, name)
    SELECT gen_random_uuid(), now(), now(), uuid, name, 'BATCH', 'upper' FROM namespaces;
    INSERT INTO jobs_view
        (uuid, created_at, updated_at, namespace_uuid, namespace_name, type, name, parent_job_uuid)
    SELECT gen_random_uuid(), now(), now(), namespace_uuid, namespace_name, type, 'lower', uuid
    FROM jobs_view
    WHERE name = 'upper';
    INSERT INTO jobs_view
        (uuid, created_at, updated_at, namespace_uuid, namespace_name, type, name,
        symlink_target_uuid)
    SELECT gen_random_uuid(), now(), now(), namespace_uuid, namespace_name, type, 'other', uuid
    FROM jobs_view
    WHERE name = 'upper';
    DO $$
    BEGIN
        ASSERT EXISTS (SELECT FROM jobs_view WHERE parent_job_name = 'upper'), 'no job below it';
        ASSERT EXISTS (SELECT FROM jobs_view WHERE 'other' = ANY (aliases)), 'no other name';
    END $$;
    ROLLBACK;
"""


class Marquez(Schema):
    sources = ["marquez"]

    def make(self) -> None:
        for file in sorted(self.files(f"{DIRECTORY}/V*.sql"), key=by_version):
            self.execute_file(file)
            if file.name == FILE_BEFORE_THEM:
                self.execute(VIEWS_IN_JAVA)
        self.execute_files(self.files(f"{DIRECTORY}/R*.sql"))

    def refused(self, target: str) -> list[str] | None:
        return self.errors_of(JOBS)
