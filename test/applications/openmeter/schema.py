"""OpenMeter, by its migrations. Its columns of 26 characters are ULIDs, and most of them empty."""

from schemas import Schema

OPTIONS = """
    SELECT format('--type=%s.%s=ulid', attrelid::regclass, attname)
    FROM pg_attribute AS a
    JOIN pg_class AS c ON c.oid = attrelid
    WHERE relkind = 'r'
        AND relnamespace = 'public'::regnamespace
        AND format_type(atttypid, atttypmod) = 'character(26)'
"""

# PostgreSQL has written a NULL of its UNION as NULL::character(26).
VIEW = "DROP VIEW charges_search_v1s;"

# CHECKs that compare a char(26) with a text say so.
CHECKS = r"""
    DO $$
    DECLARE
        c record;
        compared text = '(\w+) <> ''''::bpchar';
    BEGIN
        FOR c IN
            SELECT conrelid::regclass AS t, conname, pg_get_constraintdef(oid) AS def
            FROM pg_constraint
            WHERE contype = 'c' AND pg_get_constraintdef(oid) ~ 'bpchar'
        LOOP
            EXECUTE format(
                'ALTER TABLE %s DROP CONSTRAINT %I, ADD CONSTRAINT %2$I %s',
                c.t, c.conname, regexp_replace(c.def, compared, '\1::text <> ''''', 'g'));
        END LOOP;
    END $$;
"""


class OpenMeter(Schema):
    sources = ["openmeter"]
    targets = ["ulid"]
    ids_are_texts = True

    def make(self) -> None:
        files = self.files("openmeter/tools/migrate/migrations/*.up.sql")
        self.execute("\n".join(file.read_text() for file in files))

    def mend(self, target: str) -> None:
        self.database.sql(VIEW)
        self.database.sql(CHECKS)

    def options(self) -> list[str]:
        return [option for [option] in self.database.sql(OPTIONS)]
