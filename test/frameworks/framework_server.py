"""A plugin of pytest: the server that the files of this suite share."""

from collections.abc import Iterator

import pytest
from conftest import make_servers, port_for_programs
from running import SETTINGS, Runner


@pytest.fixture(scope="session")
def runner() -> Iterator[Runner]:
    with port_for_programs() as port:
        for make in make_servers():
            yield Runner(make(port=port, **SETTINGS), port)
