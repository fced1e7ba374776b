"""Hook0, by its migrations, in the one session for which the first of them sets search_path.

A table has a child there that inherits from it, and a trigger makes rows in another schema.
"""

from schemas import Schema

# PostgreSQL 18 has this function, which is a default.
UUIDV7 = """
    SELECT to_regproc('uuidv7') IS NULL AS lacks \\gset
    \\if :lacks
        CREATE FUNCTION public.uuidv7() RETURNS uuid LANGUAGE sql AS 'SELECT gen_random_uuid()';
    \\endif
"""

# As a superuser's, one of them makes a collation in pg_catalog, of which pg_dump says nothing.
COLLATION = "ALTER COLLATION pg_catalog.case_insensitive SET SCHEMA public;"

# Those that need more than values of their types.
ROWS = """
    INSERT INTO iam."user" (email, password, first_name, last_name)
    VALUES ('her@example.com', 'none', 'Her', 'Name');
    INSERT INTO iam.organization (name) VALUES ('A company');
    INSERT INTO iam.user__organization (user__id, organization__id, role)
    SELECT user__id, organization__id, 'editor' FROM iam."user", iam.organization;
    INSERT INTO iam.token (type, revocation_id, organization__id, name, biscuit)
    SELECT 'service_access', '\\x00', organization__id, name, 'none' FROM iam.organization;
    INSERT INTO event.application (organization__id, name)
    SELECT organization__id, 'A shop' FROM iam.organization;
    INSERT INTO event.service (application__id, service__name)
    SELECT application__id, 'shop' FROM event.application;
    INSERT INTO event.resource_type (application__id, service__name, resource_type__name)
    SELECT application__id, 'shop', 'order' FROM event.application;
    INSERT INTO event.verb (application__id, verb__name)
    SELECT application__id, 'paid' FROM event.application;
    INSERT INTO event.event_type (application__id, service__name, resource_type__name, verb__name)
    SELECT application__id, 'shop', 'order', 'paid' FROM event.application;
    INSERT INTO webhook.subscription (application__id, target__id, labels)
    SELECT application__id, gen_random_uuid(), '{"all": "true"}' FROM event.application;
    INSERT INTO webhook.target_http (target__id, method, url)
    SELECT target__id, 'POST', 'https://example.com' FROM webhook.subscription;
    INSERT INTO webhook.subscription__event_type
        (application__id, subscription__id, event_type__name)
    SELECT application__id, subscription__id, event_type__name
    FROM webhook.subscription
    JOIN event.event_type USING (application__id);
"""
EVENT = """
    INSERT INTO event.event
        (application__id, event_type__name, payload_content_type, ip, occurred_at, labels)
    SELECT application__id, event_type__name, 'text/plain', '10.0.0.1', now(), '{"all": "true"}'
    FROM webhook.subscription__event_type;
"""
ANOTHER_EVENT = f"""
    BEGIN;
    DELETE FROM webhook.request_attempt;
    {EVENT}
    DO $$
    BEGIN
        ASSERT EXISTS (SELECT FROM webhook.request_attempt), 'nothing is sent';
    END $$;
    ROLLBACK;
"""

# A remark asks for the schemas where types are made.
SEARCH_PATH = """
    ALTER DATABASE hook0
    SET search_path = public, event, iam, infrastructure, pricing, webhook, ids;
"""


class Hook0(Schema):
    sources = ["hook0"]

    def make(self) -> None:
        self.execute(UUIDV7)
        files = self.files("hook0/api/migrations/*.up.sql")
        self.execute("\n".join(file.read_text() for file in files))
        self.execute(COLLATION)
        self.execute(ROWS + EVENT)

    def mend(self, target: str) -> None:
        self.database.sql(SEARCH_PATH)

    def refused(self, target: str) -> list[str] | None:
        return self.errors_of(ANOTHER_EVENT)
