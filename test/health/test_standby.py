"""base62id_health() on a hot standby of a server with a number: a note before it is promoted, and
nothing afterwards.
"""

from collections.abc import Iterator

import pytest
from conftest import Server, ServerMaker, unhealthy
from health import MAKE_XID, server, sqlstate

__all__ = ["server"]


@pytest.fixture
def standby(server: Server, new_server: ServerMaker) -> Iterator[Server]:
    """Of a server that has used its number."""
    server.sql(MAKE_XID)
    standby = new_server(standby_of=server)
    yield standby
    assert standby.trouble() == []


def test_a_standby_that_has_the_number_of_its_primary_is_a_note_until_promotion(
    standby: Server,
) -> None:
    """It should get one of its own before it writes, and is well as soon as it writes alone."""
    assert standby.value("SELECT pg_is_in_recovery()") == "t"
    assert unhealthy(standby) == {"machine": "note"}

    standby.promote()
    assert standby.value("SELECT pg_is_in_recovery()") == "f"
    assert sqlstate(standby, MAKE_XID) == "00000"
    assert unhealthy(standby) == {}
