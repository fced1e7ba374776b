"""OpenFGA, by its migrations. Its ids are ULIDs in texts."""

import re

from schemas import Schema

BACK = re.compile(r"^.*\+goose Down", re.MULTILINE)

# The ids of our rows are texts by chance; they become ULIDs, the same of the same.
ULIDS = """
    DO $$
    DECLARE
        c record;
    BEGIN
        FOR c IN
            SELECT attrelid::regclass AS t, attname
            FROM pg_attribute
            JOIN pg_class AS r ON r.oid = attrelid
            WHERE attnum > 0
                AND relkind = 'r'
                AND relnamespace = 'public'::regnamespace
                AND attname IN ('id', 'ulid', 'store', 'authorization_model_id')
        LOOP
            EXECUTE format('UPDATE %s SET %I = ulid_encode(md5(%2$I)::uuid)', c.t, c.attname);
        END LOOP;
    END $$;
"""


class OpenFga(Schema):
    sources = ["openfga"]
    targets = ["ulid"]
    ids_are_texts = True

    def make(self) -> None:
        for file in self.files("openfga/assets/migrations/postgres/*.sql"):
            [there, *_back] = BACK.split(file.read_text())
            self.execute(there)

    def mend(self, target: str) -> None:
        self.database.sql(ULIDS)
