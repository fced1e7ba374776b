"""A clock that steps at each single reading: every generator keeps what it promises of order and
uniqueness. steps.sql has the steps.
"""

import pytest
from conftest import Server, ServerMaker
from generators import HERE, ON_ONE_SERVER, SHARING, Compiler, compiled, scratch, servers

__all__ = ["compiled", "scratch", "servers"]
pytestmark = ON_ONE_SERVER
UUID_OF_ID = "encode(uuid_send(id::uuid), 'hex')"
BITS_OF_ID = "lpad(to_hex((id::uid11)::bigint), 16, '0')"
MILLISECOND_OF_ID = "to_char(xid_timestamp(id), 'YYYYMMDDHH24MISS.MS')"
ASCENDING = [
    ("typeid_to_uuid(typeid_generate('u'))", UUID_OF_ID, ">"),
    ("typeid_to_uuid(typeid_generate_text('u')::typeid)", UUID_OF_ID, ">"),
    ("typeid_uuid_generate_v7()", UUID_OF_ID, ">"),
    ("typeid_to_uuid((typeid_generate_batch('u', 2))[2])", UUID_OF_ID, ">"),
    ("step_id_new()", UUID_OF_ID, ">"),
    ("ulid_generate()", UUID_OF_ID, ">"),
    ("baseuid_to_uuid(baseuid_new())", UUID_OF_ID, ">"),
    ("uid11_snowish_new()", BITS_OF_ID, ">"),
    ("uid11_snowish_new(5)", BITS_OF_ID, ">"),
    ("uid11_ts_seq_rand_new()", BITS_OF_ID, ">"),
    ("xid_new()", MILLISECOND_OF_ID, ">="),
    ("uid11_fullrand_new()", "''", ">="),  # unique, but in no order
]
WITH_A_TIME = [
    "typeid_generate('u')",
    "typeid_generate_text('u')",
    "typeid_uuid_generate_v7()",
    "step_id_new()",
    "ulid_generate()",
    "baseuid_new()",
    "uid11_snowish_new()",
    "uid11_snowish_new(5)",
    "uid11_ts_seq_rand_new()",
    "xid_new()",
]


@pytest.fixture(scope="module")
def server(servers: ServerMaker, compiled: Compiler) -> Server:
    """Whose clock steps when clock_steps() says so, in the session that calls it."""
    steps = str(compiled("steps.c"))
    server = servers(environment={"LD_PRELOAD": steps}, **SHARING | {"base62id.machine": "1"})
    server.sql((HERE / "steps.sql").read_text(), steps=steps)
    server.sql("SELECT typeid_create_type('step_id', 'step')")
    return server


@pytest.mark.parametrize(("generator", "sort_key", "comparison"), ASCENDING)
def test_ids_are_unique_and_ascend(
    server: Server, generator: str, sort_key: str, comparison: str
) -> None:
    wrong = f"SELECT wrong_ids($${generator}$$, $${sort_key}$$, '{comparison}')"
    assert server.value(wrong) == "0"


@pytest.mark.parametrize("generator", WITH_A_TIME)
def test_the_clock_is_read_once_for_each_id(server: Server, generator: str) -> None:
    readings = server.sql(
        f"""
        SELECT {generator} IS NOT NULL;
        SELECT clock_steps(0, 0) IS NOT NULL;
        SELECT count({generator}) FROM generate_series(1, 1000);
        SELECT clock_steps(0, 0);
        """
    )
    assert readings == [["t"], ["t"], ["1000"], ["1000"]]
