"""Convoy, by its migrations, and the queries that it asks. Its ids are ULIDs in texts."""

from schemas import up_of_sql_migrate
from sqlc import SchemaWithQueries

# The ids of our rows are texts by chance; they become ULIDs, the same of the same. Convoy's other
# texts of such names are ids of others, and what masks a key.
ULIDS = """
    SET session_replication_role = replica; -- without triggers, which compare rows
    DO $$
    DECLARE
        c record;
    BEGIN
        FOR c IN
            SELECT attrelid::regclass AS t, attname
            FROM pg_attribute
            JOIN pg_class AS r ON r.oid = attrelid
            JOIN pg_type AS y ON y.oid = atttypid
            WHERE attnum > 0
                AND relkind IN ('r', 'p')
                AND NOT relispartition
                AND relnamespace = 'convoy'::regnamespace
                AND typcategory = 'S'
                AND attname ~ '^id$|_id$'
                AND attname !~ 'mask_id$'
        LOOP
            EXECUTE format('UPDATE %s SET %I = ids.ulid_encode(md5(%2$I)::uuid)', c.t, c.attname);
        END LOOP;
    END $$;
"""

# Where there is no id Convoy has '' in its queries, which is a text and no id. They have to be
# changed as docs/compatibility.md and docs/troubleshooting.md say.
CHANGES = [
    (r"COALESCE\(((?:\w+\.)?(?:id|\w+_id)), ''\)", r"COALESCE(\1::text, '')"),
    (r"@(\w+_id|cursor) = ''", r"@\1::ulid IS NULL"),
    (r"(\w+\.owner_id) != ''", r"\1 IS NOT NULL"),
    (r"LOWER\(id\)", "LOWER(id::text)"),
]


class Convoy(SchemaWithQueries):
    sources = ["convoy"]
    queries = ["convoy/internal/*/queries.sql", "convoy/internal/*/*/queries.sql"]
    changes = CHANGES
    targets = ["ulid"]
    ids_are_texts = True

    def make(self) -> None:
        for file in self.files("convoy/sql/*.sql"):
            self.execute(up_of_sql_migrate(file))

    def mend(self, target: str) -> None:
        self.database.sql(ULIDS)
        super().mend(target)
