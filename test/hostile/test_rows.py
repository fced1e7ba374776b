"""A statement over many rows needs no more memory than one over few: no function leaves anything
behind for each row.
"""

import pytest
from conftest import FULL, Database, Server, rows_of_types
from hostile import TYPES, prepared, runs_elsewhere

pytestmark = runs_elsewhere
ROWS = 10_000_000 if FULL else 200_000
# An allocator takes a mebibyte at once, that of AddressSanitizer too; the smallest thing that is
# left behind for each row is more than two.
MOST_KIB = 2048
PEAK_KIB = "SELECT substring(pg_read_file('/proc/self/status') FROM 'VmHWM:\\s*(\\d+)')"

ENCODE = [
    *(f"{name}::text" for name in TYPES),
    *(f"{row['type']}_encode(u)" for row in rows_of_types() if row["family"] == "uuid"),
    "uuid_to_base32hex(u)",
    "uid11::numeric",
    "typeid_encode('user', u)",
    "base62id_encode(o)",
    "base62id_encode(u::text)",
]
DECODE = [
    *(f"{name}_decode({name}_text)" for name in TYPES),
    *(f"{name}_text::{name}" for name in TYPES),
    "uuid_from_base32hex(t32)",
    "typeid_prefix(typeid_text::typeid)",
    "base62id_decode_bytea(base62id_text)",
    "xid_parse(uid11_text)",
    "base62id_decode(typeid_text)",
    "typeid_decode(base62id_text)",
    "typeid ^@ base62id_text",
    "uid11_prefix_range(base62id_text)",
]
GENERATE = sorted({row["fresh"] for row in rows_of_types()})


@pytest.fixture(scope="module")
def database(shared_server: Server) -> Database:
    """sample has 1000 rows."""
    return prepared(shared_server, "many_rows")


@pytest.mark.parametrize("expression", ENCODE + DECODE + GENERATE)
def test_memory_stays_flat(database: Database, expression: str) -> None:
    before, after = database.sql(
        f"""
        SET max_parallel_workers_per_gather = 0;
        SET work_mem = '256kB';
        SELECT count({expression}) FROM sample \\g /dev/null
        {PEAK_KIB};
        SELECT count({expression})
        FROM (SELECT generate_series(1, {ROWS // 1000})) AS g, sample \\g /dev/null
        {PEAK_KIB};
        """
    )
    assert int(after[0]) - int(before[0]) <= MOST_KIB
    assert database.server.trouble() == []
