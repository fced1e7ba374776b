"""The key of the cluster: which file is one, and what stays in force when it goes bad. And a number
that the options of a connection hide.

The first four tests are steps: each goes on with what the ones before have left.
"""

import pytest
from conftest import Server, ServerMaker, SqlError

KEY = "a key of this server, as long as it must be"


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Server:
    server = new_server(**{"base62id.machine": "3"})
    server.restart(**{"base62id.cluster_key_file": server.secret("cluster.key", KEY)})
    return server


def setting(server: Server, name: str) -> list[str]:
    """What is in force, and what is wrong with it."""
    [row] = server.sql(f"SELECT value, detail FROM base62id_settings() WHERE name = '{name}'")
    return row


def test_ids_are_the_clusters(server: Server) -> None:
    assert server.value("SELECT xid_generator_scope()") == "cluster"
    digest, fault = setting(server, "cluster_key")
    assert (len(digest), fault) == (16, "")


def test_a_file_that_goes_bad_leaves_the_key_in_force(server: Server) -> None:
    before, _ = setting(server, "cluster_key")
    server.secret("cluster.key", "too short")
    server.reload()
    after, fault = setting(server, "cluster_key")
    assert after == before
    assert "has 9 characters; at least 32 are needed" in fault
    assert server.value("SELECT xid_generator_scope()") == "cluster"


def test_a_short_key_is_no_key_after_a_restart(server: Server) -> None:
    server.restart()
    with pytest.raises(SqlError) as error:
        server.sql("SELECT xid_new()")
    assert error.value.state == "55000"
    assert "cluster key cannot be read" in str(error.value)


def test_a_file_that_others_may_read_is_refused(server: Server) -> None:
    server.secret("cluster.key", KEY)
    (server.directory / "cluster.key").chmod(0o644)
    with pytest.raises(SqlError) as error:
        server.sql("SELECT xid_new()")
    assert "Group or others have access to it." in str(error.value)


@pytest.fixture(scope="module")
def not_preloaded(new_server: ServerMaker) -> Server:
    return new_server(**{"shared_preload_libraries": "", "base62id.machine": "5"})


def test_a_session_whose_options_hide_the_configuration(
    not_preloaded: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library is not preloaded: until it is loaded, base62id.machine is a placeholder, which a
    connection may set. Loading drops the -1 of the option, and the 5 of postgresql.conf with it, so
    that the session must get the 5 from elsewhere. From PostgreSQL 17 on it asks the postmaster;
    before, each session reads the files for itself. It is the first session, so no other one has
    told it either.
    """
    server = not_preloaded
    server.restart()
    monkeypatch.setenv("PGOPTIONS", "-c base62id.machine=-1")
    value, _ = setting(server, "machine")
    assert value == "5"
    machine = "SELECT machine FROM uid11_snowish_parse(uid11_snowish_new())"
    assert server.value(machine) == "5"


def test_a_session_whose_options_hide_what_alter_system_has_set(
    not_preloaded: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The 7 counts more than the 5 of postgresql.conf."""
    server = not_preloaded
    server.sql("LOAD 'base62id'; ALTER SYSTEM SET base62id.machine = 7")
    server.restart()
    monkeypatch.setenv("PGOPTIONS", "-c base62id.machine=-1")
    assert setting(server, "machine")[0] == "7"
