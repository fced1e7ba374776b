"""What the tests of base62id_health() share: a server of a cluster that masks ids, and a database
with an id type.
"""

from collections.abc import Iterator

import pytest
from conftest import Database, Server, ServerMaker, SqlError

KEY = "a key of this server, as long as it must be"
MASK = "000102030405060708090a0b0c0d0e0f"
MAKE_XID = "SELECT xid_new()"

Place = Server | Database


def number(place: Place, what: str) -> int:
    """What a monitor plots of one row."""
    return int(place.value(f"SELECT value FROM base62id_health() WHERE what = '{what}'"))


def sqlstate(place: Place, statements: str) -> str:
    """Of their error, or 00000."""
    try:
        place.sql(statements)
    except SqlError as error:
        return error.state
    return "00000"


def restart(server: Server, **settings: str) -> None:
    """As an administrator does, not by a crash."""
    server.stop("fast")
    server.start(**settings)


def write_keys(server: Server) -> dict[str, str]:
    """The two files of keys, as they have to be, and the settings that name them."""
    return {
        "base62id.cluster_key_file": server.secret("cluster.key", KEY),
        "base62id.mask_key_file": server.secret("mask.keys", f"1:{MASK}"),
    }


@pytest.fixture(scope="module")
def server(new_server: ServerMaker) -> Iterator[Server]:
    """Number 3 of a cluster, with an id type and with two that are masked."""
    server = new_server(**{"base62id.machine": "3"})
    restart(server, **write_keys(server))
    server.sql(
        """
        SELECT typeid_create_type('plain_id', 'plain');
        SELECT typeid_create_type('m_id', 'm', mask_key => 1);
        SELECT typeid_create_type('n_id', 'n', 'uid11', 1);
        """
    )
    yield server
    assert server.trouble() == []


@pytest.fixture(scope="module")
def database(request: pytest.FixtureRequest, shared_server: Server) -> Iterator[Database]:
    """A database for the file, with an id type."""
    database = shared_server.new_database(request.module.__name__)
    database.sql(
        """
        CREATE EXTENSION base62id;
        SELECT typeid_create_type('plain_id', 'plain');
        """
    )
    yield database
    assert shared_server.trouble() == []
