"""A plugin of pytest: the server that the files of this suite share."""

import socket
from collections.abc import Iterator

import pytest
from conftest import make_servers
from running import SETTINGS, Runner


@pytest.fixture(scope="session")
def runner() -> Iterator[Runner]:
    """PGPORT is for PostgreSQL's own programs."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PGPORT", port)
        for make in make_servers():
            yield Runner(make(port=port, **SETTINGS), port)
