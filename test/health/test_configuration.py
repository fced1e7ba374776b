"""base62id_health() warns an administrator of key files, a machine number and an output of ids that
are not right: before a reload, after it and after a start, so that a restart brings no surprise.
"""

from collections.abc import Iterator

import pytest
from conftest import Server, health_detail, unhealthy_when_caught_up
from health import MAKE_XID, MASK, number, restart, server, sqlstate, write_keys

__all__ = ["server"]
OTHER_KEY = "a key of another server, as long as it is"
OTHER_MASK = "0f0e0d0c0b0a09080706050403020100"


@pytest.fixture
def well(server: Server) -> Iterator[Server]:
    """The server, which has its own files and settings again after the test."""
    settings = dict(server.settings)
    yield server
    write_keys(server)
    server.settings = settings
    restart(server)
    server.sql(MAKE_XID)  # until then times can be reserved for another number
    assert unhealthy_when_caught_up(server) == {}


# The cluster's key -----------------------------------------------------------------------------


def test_a_cluster_key_whose_file_vanished_is_lost_at_the_next_start(well: Server) -> None:
    (well.directory / "cluster.key").unlink()
    assert unhealthy_when_caught_up(well) == {"cluster key": "warning"}

    restart(well)
    assert unhealthy_when_caught_up(well) == {"cluster key": "broken", "scope": "warning"}
    assert sqlstate(well, MAKE_XID) == "55000"
    assert number(well, "failed ids") == 1

    write_keys(well)
    restart(well)
    assert unhealthy_when_caught_up(well) == {}


def test_a_cluster_key_of_another_server_counts_from_the_reload_on(well: Server) -> None:
    well.secret("cluster.key", OTHER_KEY)
    assert unhealthy_when_caught_up(well) == {"cluster key": "warning"}
    well.reload()
    assert unhealthy_when_caught_up(well) == {}


# Keys of masks ---------------------------------------------------------------------------------

LOST = {"id type m_id": "broken", "id type n_id": "broken"}
ADD_IT = "add it to the file that base62id.mask_key_file names, and reload"


def fingerprint(server: Server, key_number: int) -> str:
    """Of a key that is loaded."""
    return server.value(
        f"SELECT value FROM base62id_settings() WHERE name = 'mask_key {key_number}'"
    )


def test_a_bad_line_leaves_the_mask_keys_in_force(well: Server) -> None:
    well.secret("mask.keys", f"1:{MASK}\nno key")
    assert unhealthy_when_caught_up(well) == {"mask keys": "warning"}
    well.reload()
    assert unhealthy_when_caught_up(well) == {"mask keys": "warning"}


@pytest.mark.parametrize("key_number", [1, 2])
def test_masked_types_are_broken_while_their_key_is_not_loaded(
    well: Server, key_number: int
) -> None:
    own = fingerprint(well, 1)
    well.secret("mask.keys", f"{key_number}:{OTHER_MASK}")
    well.reload()
    assert unhealthy_when_caught_up(well) == LOST
    loaded = f"{key_number}: {fingerprint(well, key_number)}"
    assert (
        health_detail(well, "id type m_id")
        == f"mask key {own} is not loaded, but {loaded}; {ADD_IT}"
    )


def test_masked_types_are_broken_while_no_file_of_mask_keys_is_named(well: Server) -> None:
    own = fingerprint(well, 1)
    file = well.settings["base62id.mask_key_file"]
    well.reload(**{"base62id.mask_key_file": ""})
    assert unhealthy_when_caught_up(well) == LOST
    said = f"mask key {own} is not loaded, as no key is; {ADD_IT}"
    assert health_detail(well, "id type m_id") == said

    well.reload(**{"base62id.mask_key_file": file})
    assert unhealthy_when_caught_up(well) == {}


# The number ------------------------------------------------------------------------------------


def test_of_two_numbers_in_the_configuration_the_last_one_counts(well: Server) -> None:
    twice = well.directory / "twice.conf"
    twice.write_text("base62id.machine = 4\nbase62id.machine = 3\n")
    del well.settings["base62id.machine"]
    well.reload(include=str(twice))
    assert unhealthy_when_caught_up(well) == {}
    assert number(well, "machine") == 3


def test_a_cluster_key_without_a_number_is_a_warning(well: Server) -> None:
    well.reload(**{"base62id.machine": "-1"})
    assert unhealthy_when_caught_up(well) == {"machine": "warning"}


BAD = 'The configuration says "5000", which is not a number from -1 to 1023.'


def test_a_bad_number_is_seen_before_the_next_start(well: Server) -> None:
    """As the file of a key is: a reload leaves the old number, and a start leaves none."""
    well.reload(**{"base62id.machine": "5000"})
    assert unhealthy_when_caught_up(well) == {"machine": "warning"}
    assert health_detail(well, "machine") == f"A restart leaves the server without a number. {BAD}"
    assert number(well, "machine") == 3

    restart(well)
    assert unhealthy_when_caught_up(well) == {"machine": "broken"}
    assert health_detail(well, "machine") == BAD


def test_a_bad_number_is_gone_with_its_line(well: Server) -> None:
    """The server has no number, and its configuration says so."""
    restart(well, **{"base62id.machine": "5000"})
    del well.settings["base62id.machine"]
    well.reload()
    assert unhealthy_when_caught_up(well) == {"machine": "warning"}
    assert health_detail(well, "machine") == "none, so the cluster key has no effect"
    said = "SELECT detail IS NULL FROM base62id_settings() WHERE name = 'machine'"
    assert well.value(said) == "t"


def test_a_bad_number_where_there_was_none_is_broken_until_it_is_a_good_one(well: Server) -> None:
    del well.settings["base62id.machine"]
    well.reload()
    well.reload(**{"base62id.machine": "none"})
    assert unhealthy_when_caught_up(well) == {"machine": "broken"}
    well.reload(**{"base62id.machine": "3"})
    assert unhealthy_when_caught_up(well) == {}


# The output of ids -----------------------------------------------------------------------------


def test_a_role_with_another_output_is_a_note(server: Server) -> None:
    server.sql("CREATE ROLE legacy; ALTER ROLE legacy SET base62id.output = 'uuid'")
    assert unhealthy_when_caught_up(server) == {"base62id.output": "note"}
    assert health_detail(server, "base62id.output") == "role legacy: uuid"
    server.sql("ALTER ROLE legacy RESET base62id.output")
    assert unhealthy_when_caught_up(server) == {}
