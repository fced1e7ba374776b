"""GoAlert, by its migrations, and the queries that it asks."""

from schemas import up_of_sql_migrate
from sqlc import SchemaWithQueries

# A trigger's function passes ids to one that takes uuids. The remark on it asks for a cast.
CASTS = r"""
    DO $$
    DECLARE
        definition text = pg_get_functiondef('fn_track_rotation_updates'::regproc);
        call text = 'fn_job_rotation \(((NEW|OLD)\.\w+)\)';
    BEGIN
        EXECUTE regexp_replace(definition, call, 'fn_job_rotation(\1::uuid)', 'g');
    END $$;
"""
# Triggers fire, and nothing stays of it, not even of the sequence that numbers jobs.
CHANGE_ROWS = """
    BEGIN;
    TRUNCATE river_job RESTART IDENTITY;
    UPDATE rotations SET name = name;
    UPDATE rotation_participants SET position = position;
    DELETE FROM rotation_participants;
    ROLLBACK;
"""


class GoAlert(SchemaWithQueries):
    sources = ["goalert"]
    queries = ["goalert/*/queries.sql", "goalert/*/*/queries.sql"]

    def make(self) -> None:
        for file in self.files("goalert/migrate/migrations/*.sql"):
            self.execute(up_of_sql_migrate(file))

    def mend(self, target: str) -> None:
        super().mend(target)
        self.database.sql(CASTS)

    def refused(self, target: str) -> list[str] | None:
        return self.errors_of(CHANGE_ROWS) or super().refused(target)
