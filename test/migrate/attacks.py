"""What the tests of attacks share. A superuser plans and runs. alice, whom he trusts, has an
application. mallory has a schema, and whatever an attack gives her.
"""

import re

from conftest import Server
from migrating import Migration

APPLICATION_OF_ALICE = """
    CREATE SCHEMA app AUTHORIZATION alice;
    SET ROLE alice;
    CREATE TABLE app.a (
        id uuid PRIMARY KEY,
        b uuid,
        n int GENERATED ALWAYS AS (num_nonnulls(id, b)) STORED,
        CONSTRAINT two CHECK (num_nonnulls(id, b) > 0)
    );
    INSERT INTO app.a VALUES (gen_random_uuid());
    CREATE VIEW app.v AS
        SELECT id, num_nulls(id, b) AS n
        FROM app.a
        WHERE id <> b OR b IS NULL;
    CREATE FUNCTION app.known(uuid) RETURNS boolean
        LANGUAGE sql IMMUTABLE
        AS 'SELECT true';
    CREATE INDEX known ON app.a (n) WHERE app.known(id);
    CREATE FUNCTION app.of(u uuid) RETURNS bigint
        LANGUAGE sql
        BEGIN ATOMIC
            SELECT count(*) FROM app.a WHERE id = u;
        END;
"""

# What mallory needs for each attack by code. It leaves a line in the server's log, which a rollback
# keeps and a READ ONLY transaction allows.
CODE_OF_MALLORY = """
    CREATE SCHEMA evil AUTHORIZATION mallory;
    GRANT USAGE ON SCHEMA evil TO PUBLIC;
    SET ROLE mallory;
    CREATE FUNCTION evil.rise() RETURNS boolean
        LANGUAGE plpgsql
        AS 'BEGIN
            RAISE LOG ''mallory ran as %'', current_user;
            RETURN true;
        END';
    CREATE FUNCTION evil.become(anyelement) RETURNS boolean
        LANGUAGE plpgsql IMMUTABLE
        AS 'BEGIN
            RETURN evil.rise();
        END';
    RESET ROLE;
"""
TYPE_OF_ID = """
    SELECT atttypid::regtype
    FROM pg_attribute
    WHERE attrelid = 'app.a'::regclass AND attname = 'id'
"""
CHANGED = "what this moves has changed since the file was written"
STRANGER = "code of others could run with your rights: "


def mallorys_traces(server: Server, size: int) -> set[str]:
    """What her code has written to the log since it had that size."""
    return set(re.findall(r" LOG:  (mallory ran as \w+)", server.log_since(size)))


def with_application(migration: Migration) -> Migration:
    migration.sql(APPLICATION_OF_ALICE)
    return migration
