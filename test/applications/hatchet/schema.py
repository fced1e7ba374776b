"""Hatchet, as its sql/schema has it, and the queries that it asks."""

from sqlc import SchemaWithQueries

FILES = [
    "sql/schema/v0.sql",
    "sql/schema/v1-core.sql",
    "sql/schema/v1-olap.sql",
    "pkg/repository/sqlcv1/concurrency-additional-tables.sql",
]

# By its own functions, those of one day.
PARTITIONS = """
    SELECT
        CASE partstrat
            WHEN 'h' THEN create_v1_hash_partitions(relname, 4)
            ELSE create_v1_range_partition(relname, '2025-01-01')
        END
    FROM pg_partitioned_table
    JOIN pg_class AS c ON c.oid = partrelid
    WHERE NOT EXISTS (SELECT FROM pg_inherits WHERE inhparent = c.oid);
"""

# For functions that return uuid and execute a text, as the remark on functions asks.
CASTS = r"""
    DO $$
    DECLARE
        f regprocedure;
        wanted text = 'SELECT tenant_id,( id, inserted_at,)? external_id,';
        casts text = 'SELECT tenant_id::uuid,\1 external_id::uuid,';
    BEGIN
        FOR f IN
            SELECT oid
            FROM pg_proc
            WHERE prosrc ~ wanted
                AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql')
        LOOP
            EXECUTE regexp_replace(pg_get_functiondef(f), wanted, casts, 'g');
        END LOOP;
    END $$;
"""
CALLS = """
    SELECT FROM list_paginated_payloads_for_offload(
        '2025-01-01',
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        10);
    SELECT FROM list_paginated_olap_payloads_for_offload(
        '2025-01-01',
        '00000000-0000-0000-0000-000000000000',
        'ffffffff-ffff-ffff-ffff-ffffffffffff',
        10);
"""


class Hatchet(SchemaWithQueries):
    sources = ["hatchet"]
    queries = ["hatchet/pkg/repository/sqlcv1/*.sql"]

    def make(self) -> None:
        self.execute_files(self.top / "hatchet" / file for file in FILES)
        self.execute(PARTITIONS)

    def mend(self, target: str) -> None:
        super().mend(target)
        self.database.sql(CASTS)

    def refused(self, target: str) -> list[str] | None:
        errors = self.errors_of(CALLS)
        if errors:
            return errors
        refused = super().refused(target)
        if target == "typed":
            return []  # id types do not compare with what a query casts to uuid
        return refused
