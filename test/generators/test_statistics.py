"""The random bits of ids that one session makes in a row cannot be told from random ones:
statistics.cpp says which tests they pass, and how seldom they fail by chance.
"""

import pytest
from conftest import Server, ServerMaker
from generators import (
    ON_ONE_SERVER,
    SHARING,
    Compiler,
    compiled,
    judge_statistics,
    psql_for_ids,
    scratch,
    servers,
)

__all__ = ["compiled", "scratch", "servers"]
pytestmark = ON_ONE_SERVER


@pytest.fixture(scope="module")
def server(servers: ServerMaker) -> Server:
    return servers(**SHARING)


@pytest.mark.parametrize(
    ("kind", "generator"),
    [
        ("xid", "xid_new()"),
        ("uuidv7", "typeid_uuid_generate_v7()"),
        ("baseuid", "baseuid_new()"),
    ],
)
def test_random_bits_are_random(
    server: Server, compiled: Compiler, kind: str, generator: str
) -> None:
    judge_statistics(compiled, kind, psql_for_ids(server, generator))
