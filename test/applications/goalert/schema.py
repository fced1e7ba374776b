"""GoAlert, by its migrations, and the queries that it asks."""

from schemas import up_of_sql_migrate
from sqlc import SchemaWithQueries


class GoAlert(SchemaWithQueries):
    sources = ["goalert"]
    queries = ["goalert/*/queries.sql", "goalert/*/*/queries.sql"]

    def make(self) -> None:
        for file in self.files("goalert/migrate/migrations/*.sql"):
            self.execute(up_of_sql_migrate(file))
