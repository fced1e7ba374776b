"""Functions whose caller has a schema in front of pg_catalog that redefines what they use.

hostile.sql makes the schema "evil": operators, functions and types, each of which raises an error.
Statements between "SET search_path = evil" and RESET name the schema of whatever they use.
"""

import pytest
from conftest import Database, Server
from pure_sql import FUNCTIONS, HERE, MASKS, V7, failed_checks, install

EVIL = "SET search_path = evil, pg_catalog;"


@pytest.fixture(scope="module")
def attacked(shared_server: Server) -> Database:
    database = shared_server.new_database("attacked")
    install(database, FUNCTIONS, MASKS, HERE / "hostile.sql")
    return database


def test_hostile_objects_do_harm(attacked: Database) -> None:
    """Else no test here would say anything."""
    error = attacked.error(f"{EVIL} SELECT 1::bigint + 1::bigint")
    assert "hostile operator" in str(error)
    for call in (
        "get_byte('x'::pg_catalog.bytea, 0)",
        "array_length('{1}'::pg_catalog.numeric[], 1)",
        "array_append('{1}'::pg_catalog.numeric[], 2::pg_catalog.numeric)",
        "to_json('x'::pg_catalog.text)",
        "json_build_array('1'::pg_catalog.json)",
        "format('%s', 'x'::pg_catalog.text)",
    ):
        assert "hostile function" in str(attacked.error(f"{EVIL} SELECT {call}")), call


def test_vectors(attacked: Database) -> None:
    assert failed_checks(attacked, "vectors", path="evil, pg_catalog") == []


def test_generators(attacked: Database) -> None:
    [valid] = attacked.sql(
        f"""
        {EVIL}
        CREATE TABLE public.made AS SELECT
            public.xid_new() AS xid,
            public.xid_new(pg_catalog.now()) AS xid_at,
            public.typeid_generate('user') AS typeid,
            public.typeid_generate('user', pg_catalog.now()) AS typeid_at,
            public.typeid_generate_batch('user', 3) AS typeids,
            public.typeid_uuid_generate_v7() AS uuid,
            public.typeid_timestamp(public.typeid_generate_nil()) AS of_nil,
            public.baseuid_new() AS baseuid,
            public.baseuid_new(pg_catalog.now()) AS baseuid_at,
            public.uid11_fullrand_new() AS fullrand,
            public.uid11_snowish_new(1) AS snowish,
            (public.uid11_snowish_parse('5Gg7xyZ9abc')).machine AS snowish_machine,
            public.uid11_ts_seq_rand_new() AS ts_seq_rand,
            (public.uid11_ts_seq_rand_parse('5Gg7xyZ9abc')).random AS ts_seq_rand_random,
            public.ulid_generate() AS ulid,
            public.ulid_generate(pg_catalog.now()) AS ulid_at,
            public.ulid_timestamp(public.ulid_min(pg_catalog.now())) AS ulid_time,
            public.xid_generator_scope() AS scope;
        RESET search_path;
        SELECT uid11_is_valid(xid), uid11_is_valid(xid_at),
            typeid_check_text(typeid, 'user'), typeid_check_text(typeid_at, 'user'),
            cardinality(typeids) = 3,
            baseuid_is_valid(baseuid), baseuid_is_valid(baseuid_at),
            uid11_is_valid(fullrand), uid11_is_valid(snowish), uid11_is_valid(ts_seq_rand),
            ulid_is_valid(ulid), ulid_is_valid(ulid_at),
            scope = 'session'
        FROM made;
        """
    )
    assert valid == ["t"] * 13


def test_masks(attacked: Database) -> None:
    [row] = attacked.sql(
        f"""
        INSERT INTO base62id_mask_keys (number) VALUES (1);
        {EVIL}
        CREATE TABLE public.masked AS SELECT
            public.uuid_mask('{V7}') AS mask,
            public.uuid_unmask(public.uuid_mask('{V7}')) AS unmasked,
            public.uid11_mask(42, 'inv') AS number_mask;
        RESET search_path;
        SELECT mask = uuid_mask('{V7}'), unmasked, uid11_unmask(number_mask, 'inv') FROM masked;
        """
    )
    assert row == ["t", V7, "42"]


def test_long_values(attacked: Database) -> None:
    """Only for several thousand octets do the functions compute with an array of numbers."""
    octets = "pg_catalog.decode(pg_catalog.repeat('a5', 10000), 'hex')"
    decoded = f"public.base62id_decode_bytea(public.base62id_encode({octets}))"
    assert attacked.value(f"{EVIL} SELECT {decoded} OPERATOR(pg_catalog.=) {octets}") == "t"


def test_casts_of_a_domain(attacked: Database) -> None:
    attacked.sql(f"{EVIL} SELECT public.typeid_create_uuid_domain('public.event_id', 'event')")
    written = f"public.event_id__to_json('{V7}')"
    assert attacked.value(f"{EVIL} SELECT {written}") == '"event_01h455vb4pex5vsknk084sn02q"'
    assert attacked.value(f"{EVIL} SELECT public.event_id__from_json({written})") == V7


@pytest.mark.parametrize(
    ("call", "state"),
    [
        ("typeid_prefix('x')", "22P02"),
        (f"typeid_prefix('user_{'u' * 26}')", "22P02"),
        ("ulid_timestamp('x')", "22P02"),
        (f"ulid_timestamp('{'U' * 26}')", "22P02"),
        (f"ulid_timestamp('{'8' * 26}')", "22P02"),
        (f"xid_timestamp('{'z' * 11}')", "22P02"),
        ("typeid_generate('User')", "22023"),
        ("typeid_generate('a1')", "22023"),
        ("typeid_generate('a_')", "22023"),
        (f"typeid_generate('{'p' * 64}')", "22023"),
        ("xid_min('1970-01-01')", "22008"),
        ("uid11_snowish_new(1024)", "22003"),
        ("typeid_create_uuid_domain('d', 'd', 'none')", "22023"),
    ],
)
def test_errors_keep_their_sqlstate(attacked: Database, call: str, state: str) -> None:
    assert attacked.error(f"{EVIL} SELECT public.{call}").state == state


def test_it_installs_there(attacked: Database) -> None:
    attacked.sql(f"CREATE SCHEMA calm;\nSET search_path = calm, evil, pg_catalog;\n\\i {FUNCTIONS}")
    zero = "'00000000-0000-0000-0000-000000000000'"
    assert attacked.value(f"SELECT calm.base62id_encode({zero}::uuid)") == "Fa84QWiAxLXUJaHZmEVPEG"
    assert failed_checks(attacked, "vectors", path="", schema="calm") == []
