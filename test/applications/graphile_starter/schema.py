"""Graphile's starter, by its migration: mostly functions, with a search_path of their own."""

from schemas import Schema

ROLES = """
    CREATE ROLE graphile_starter;
    CREATE ROLE starter_authenticator NOINHERIT;
    CREATE ROLE starter_visitor;
    GRANT starter_visitor TO starter_authenticator;
    GRANT USAGE ON SCHEMA ids TO PUBLIC;
"""
PLACEHOLDERS = r"""
    \set DATABASE_NAME graphile_starter
    \set DATABASE_OWNER graphile_starter
    \set DATABASE_AUTHENTICATOR starter_authenticator
    \set DATABASE_VISITOR starter_visitor
"""
AS_OWNER = """
    SET ROLE graphile_starter;
    SET search_path = app_public, app_private, app_hidden, public;
"""

# Of Graphile Worker, which brings its own tables.
WORKER = """
    CREATE SCHEMA graphile_worker AUTHORIZATION graphile_starter;
    CREATE FUNCTION graphile_worker.add_job(task text, payload json) RETURNS void
    LANGUAGE sql AS 'SELECT';
"""

# The schemas where types are made, for the database and for functions: remarks ask for them.
SEARCH_PATHS = """
    ALTER DATABASE graphile_starter SET search_path = app_public, app_private, public, ids;
    DO $$
    DECLARE
        f regprocedure;
    BEGIN
        FOR f IN
            SELECT oid
            FROM pg_proc
            WHERE proconfig = '{"search_path=pg_catalog, public, pg_temp"}'
        LOOP
            EXECUTE format(
                'ALTER FUNCTION %s '
                'SET search_path = pg_catalog, app_public, app_private, public, pg_temp',
                f);
        END LOOP;
    END $$;
"""

# Two people register, and the first invites the other. Functions take UUIDs, and a setting has one.
USE = """
    BEGIN;
    SELECT app_private.really_create_user(
        name::citext, name || '@example.com', true, name, NULL, 'none-of-it')
    FROM unnest(ARRAY[:'her', :'him']) AS name;
    SELECT app_private.link_or_register_user(
        NULL,
        'github',
        :'her',
        json_build_object('username', :'her', 'email', :'her' || '@example.net'),
        '{}');
    SELECT set_config('jwt.claims.session_id', uuid::uuid::text, true)
    FROM app_private.login(:'her', 'none-of-it');

    SET LOCAL ROLE starter_visitor;
    UPDATE app_public.users SET name = 'Her' WHERE id = app_public.current_user_id();
    INSERT INTO app_public.user_emails (email) VALUES (:'her' || '@example.org');
    SELECT app_public.create_organization(:'her', 'A company');
    SELECT app_public.invite_to_organization(id::uuid, :'him', NULL)
    FROM app_public.organizations;
    SELECT app_public.invite_to_organization(id::uuid, NULL, 'them@example.com')
    FROM app_public.organizations;
    SELECT app_public.change_password('none-of-it', 'all-of-it');
    DO $$
    BEGIN
        ASSERT (SELECT name FROM app_public.current_user()) = 'Her', 'she has no name';
        ASSERT (
            SELECT app_public.organizations_current_user_is_owner(o)
            FROM app_public.organizations AS o
        ), 'she owns nothing';
    END $$;
    RESET ROLE;
    SELECT set_config('jwt.claims.session_id', uuid::uuid::text, true)
    FROM app_private.login(:'him', 'none-of-it');
    SELECT set_config('starter.invitation', id::uuid::text, true)
    FROM app_public.organization_invitations
    WHERE user_id = app_public.current_user_id();

    SET LOCAL ROLE starter_visitor;
    SELECT app_public.accept_invitation_to_organization(
        current_setting('starter.invitation')::uuid);
    DO $$
    BEGIN
        ASSERT (SELECT count(*) FROM app_public.organization_memberships) = 2, 'he is no member';
    END $$;
"""
FIRST_USE = rf"""
    \set her ann
    \set him bob
    {USE}
    COMMIT;
"""
SECOND_USE = rf"""
    \set her eve
    \set him joe
    {USE}
    SELECT app_public.logout();
    ROLLBACK;
"""


class GraphileStarter(Schema):
    sources = ["graphile-starter"]

    def make(self) -> None:
        directory = self.top / "graphile-starter/@app/db/migrations"
        self.execute(ROLES)
        self.execute_file(directory / "afterReset.sql", before=PLACEHOLDERS)
        self.execute(WORKER)
        for file in self.files("graphile-starter/@app/db/migrations/committed/*.sql"):
            self.execute_file(file, before=PLACEHOLDERS + AS_OWNER)
        self.execute(FIRST_USE)

    def mend(self, target: str) -> None:
        if target == "typed":
            self.database.sql(SEARCH_PATHS)

    def refused(self, target: str) -> list[str] | None:
        return self.errors_of(SECOND_USE)
