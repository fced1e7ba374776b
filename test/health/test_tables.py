"""base62id_health() finds what is wrong with tables of ids, in indexes, foreign keys and defaults,
and each statement that it proposes helps.
"""

import pytest
from conftest import MAJOR, Server, health_detail, unhealthy
from health import number, server, sqlstate

__all__ = ["server"]


# Indexes ---------------------------------------------------------------------------------------


def test_an_index_over_ids_that_is_not_valid_is_a_warning(server: Server) -> None:
    server.sql(
        """
        CREATE TABLE twice (id plain_id);
        INSERT INTO twice SELECT id FROM plain_id_new() AS id, generate_series(1, 2);
        """
    )
    build = "CREATE UNIQUE INDEX CONCURRENTLY twice_id ON twice (id)"
    assert sqlstate(server, build) == "23505"
    assert unhealthy(server) == {"indexes": "warning"}
    assert health_detail(server, "indexes") == (
        "invalid indexes over ids; REINDEX INDEX or drop: public.twice_id"
    )
    server.sql("DROP INDEX twice_id")
    assert unhealthy(server) == {}
    server.sql("DROP TABLE twice")


def test_an_index_over_something_else_is_not_ours(server: Server) -> None:
    server.sql(
        """
        CREATE TABLE twice (id plain_id, number integer);
        INSERT INTO twice VALUES (plain_id_new(), 1), (plain_id_new(), 1);
        """
    )
    build = "CREATE UNIQUE INDEX CONCURRENTLY twice_number ON twice (number)"
    assert sqlstate(server, build) == "23505"
    assert unhealthy(server) == {}
    server.sql("DROP TABLE twice")


# Foreign keys ----------------------------------------------------------------------------------


@pytest.mark.skipif(MAJOR >= 18, reason="PostgreSQL 18 refuses such a foreign key")
def test_texts_that_reference_ids_stop_every_delete(server: Server) -> None:
    """PostgreSQL accepts them before 18, and cannot carry them out."""
    server.sql(
        """
        CREATE TABLE parents (id plain_id PRIMARY KEY, u ulid UNIQUE, n integer UNIQUE);
        CREATE TABLE children (
            id text REFERENCES parents,
            u varchar REFERENCES parents (u),
            n integer REFERENCES parents (n)
        );
        INSERT INTO parents SELECT plain_id_new(), ulid_generate(), 1;
        """
    )
    assert unhealthy(server) == {"foreign keys": "warning"}
    assert number(server, "foreign keys") == 2
    assert health_detail(server, "foreign keys") == (
        "foreign keys between texts and ids, which stop every DELETE of a referenced row: drop"
        " each, convert the text column to the type of the id, and add it again:"
        " children_id_fkey of public.children, children_u_fkey of public.children"
    )
    assert sqlstate(server, "DELETE FROM parents") == "XX000"

    server.sql(
        """
        ALTER TABLE children
            DROP CONSTRAINT children_id_fkey,
            DROP CONSTRAINT children_u_fkey,
            ALTER id TYPE plain_id USING id::plain_id,
            ALTER u TYPE ulid USING u::ulid,
            ADD FOREIGN KEY (id) REFERENCES parents,
            ADD FOREIGN KEY (u) REFERENCES parents (u);
        """
    )
    assert unhealthy(server) == {}
    assert sqlstate(server, "DELETE FROM parents") == "00000"
    server.sql("DROP TABLE children, parents")


# Defaults --------------------------------------------------------------------------------------


def test_defaults_that_generate_uuids_of_version_4_are_a_note(server: Server) -> None:
    """By core's function, and by one of an extension."""
    server.sql(
        """
        CREATE SCHEMA "Other";
        CREATE FUNCTION "Other".uuid_generate_v4() RETURNS uuid
            LANGUAGE sql AS 'SELECT gen_random_uuid()';
        CREATE DOMAIN dated AS ulid;
        CREATE TABLE defaults (
            a plain_id DEFAULT gen_random_uuid(),
            "B" m_id DEFAULT "Other".uuid_generate_v4(),
            c dated DEFAULT gen_random_uuid(),
            d base62id DEFAULT gen_random_uuid(),
            e plain_id DEFAULT plain_id_new(),
            f uuid DEFAULT gen_random_uuid(),
            g typeid DEFAULT uuid_to_typeid('g', gen_random_uuid()),
            h n_id DEFAULT xid_new()::uid11::n_id
        );
        """
    )
    assert unhealthy(server) == {"defaults": "note"}
    assert number(server, "defaults") == 4
    said, remedy = health_detail(server, "defaults").split(": ")
    assert said == "defaults generate UUIDs of version 4, which do not say when they were generated"
    assert remedy.split("; ") == [
        "ALTER TABLE public.defaults ALTER a SET DEFAULT public.plain_id_new()",
        'ALTER TABLE public.defaults ALTER "B" SET DEFAULT public.m_id_new()',
        "ALTER TABLE public.defaults ALTER c SET DEFAULT ulid_generate()",
        "ALTER TABLE public.defaults ALTER g SET DEFAULT typeid_generate('PREFIX')",
    ]

    server.sql(remedy.replace("PREFIX", "g"))
    assert unhealthy(server) == {}
    server.sql('DROP TABLE defaults; DROP DOMAIN dated; DROP SCHEMA "Other" CASCADE')
