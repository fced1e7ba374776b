"""lago, as db/structure.sql of getlago/lago-api has it."""

from schemas import Schema

# A CASE of this view shows ids of four tables: base62id-migrate asks for a cast to one type.
CASTS = r"""
    CREATE DOMAIN plain AS uuid;
    DO $$
    DECLARE
        query text = pg_get_viewdef('exports_fees'::regclass);
        ids text = '(THEN|ELSE) ((bm|ao)\.id|f\.(invoiceable|subscription)_id)\y';
    BEGIN
        EXECUTE 'CREATE OR REPLACE VIEW exports_fees AS '
            || regexp_replace(query, ids, '\1 \2::plain::uuid', 'g');
    END $$;
"""


class Lago(Schema):
    sources = ["lago"]

    def make(self) -> None:
        self.execute_file(self.top / "lago/db/structure.sql")

    def mend(self, target: str) -> None:
        if target == "typed":
            self.database.sql(CASTS)
