"""listmonk, as its schema.sql has it. Keys are numbers, and five tables have a UUID beside it."""

from schemas import Schema

# In a materialized view, numbers of lists stand beside a 0, which is of none.
CASTS = r"""
    DO $$
    DECLARE
        query text = pg_get_viewdef('mat_list_subscriber_stats'::regclass);
        index text = pg_get_indexdef('mat_list_subscriber_stats_idx'::regclass);
    BEGIN
        DROP MATERIALIZED VIEW mat_list_subscriber_stats;
        EXECUTE 'CREATE MATERIALIZED VIEW mat_list_subscriber_stats AS '
            || regexp_replace(query, 'lists\.id AS', 'lists.id::bigint::integer AS');
        EXECUTE index;
    END $$;
"""
TYPES_OF_UUIDS = [
    "--type=subscribers.uuid=subscriber_uuid,s",
    "--type=lists.uuid=list_uuid,l",
    "--type=campaigns.uuid=campaign_uuid,c",
    "--type=media.uuid=media_uuid,m",
    "--type=links.uuid=link_uuid,k",
]


class Listmonk(Schema):
    sources = ["listmonk"]
    types: list[str] = []

    def make(self) -> None:
        self.execute_file(self.top / "listmonk/schema.sql")

    def mend(self, target: str) -> None:
        self.types = []
        if target == "typed":
            self.database.sql(CASTS)
            self.types = self.words_for() + TYPES_OF_UUIDS

    def options(self) -> list[str]:
        return self.types
