"""masks.sql: the masks are the extension's, and nobody but who may unmasks or reads a key.

The server's key file has the keys of the vectors of uuidv47, numbered from 1 on, and so has the
table of keys, by masks.sql of this directory.
"""

import json
import re

import pytest
from conftest import FULL, Database, Server
from pure_sql import FUNCTIONS, MASKS, MOVE, V7, VECTORS, example, failed_checks, install

MANY = 20_000 if FULL else 500
VECTOR_KEYS = [v["key"] for v in json.loads((VECTORS / "uuidv47.json").read_text())["vectors"]]
KEY_FILE = [f"{number}:{key}" for number, key in enumerate(VECTOR_KEYS, 1)]


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Server:
    shared_server.reload(
        **{"base62id.mask_key_file": shared_server.secret("mask.keys", "\n".join(KEY_FILE))}
    )
    return shared_server


@pytest.fixture(scope="module")
def masks(server: Server) -> Database:
    """A database with the masks, whose default privileges give all to everybody."""
    database = server.new_database("masks")
    database.sql(
        """
        CREATE ROLE stranger LOGIN;
        CREATE ROLE "App 1" LOGIN;
        ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO stranger, PUBLIC;
        ALTER DEFAULT PRIVILEGES GRANT ALL ON FUNCTIONS TO stranger, "App 1";
        """
    )
    done = database.psql(f"SET client_min_messages = notice;\n\\i {MASKS}")
    assert (done.stdout, done.stderr) == ("", ""), "it installs in silence"
    return database


@pytest.fixture(scope="module")
def facade(masks: Database) -> str:
    """What the masks make of V7, under the first key of the vectors."""
    assert failed_checks(masks, "masks") == []
    masks.sql('GRANT EXECUTE ON FUNCTION uuid_unmask(uuid, integer) TO "App 1"')
    return masks.value(f"SELECT uuid_mask('{V7}')")


def test_masks_in_sql(facade: str) -> None:
    """The checks of masks.sql of this directory."""
    assert facade != V7


def test_masks_of_the_extension(server: Server) -> None:
    database = server.new_database("masks_of_extension")
    database.sql("CREATE EXTENSION base62id")
    assert failed_checks(database, "masks", where=", the extension") == []


def test_random_facades_are_the_extensions(server: Server) -> None:
    database = server.new_database("compared")
    keys = ", ".join(f"({n}, '\\x{key}')" for n, key in enumerate(VECTOR_KEYS, 1))
    database.sql("CREATE EXTENSION base62id; CREATE SCHEMA slow;")
    database.sql(f"SET search_path = slow;\n\\i {MASKS}")
    database.sql(f"INSERT INTO slow.base62id_mask_keys VALUES {keys}")
    [uuids] = database.sql(
        f"""
        SELECT count(*),
            bool_and(mask = public.uuid_mask(u, key)),
            bool_and(slow.uuid_unmask(mask, key) = u)
        FROM generate_series(1, {MANY}) AS i,
            typeid_uuid_generate_v7() AS u,
            LATERAL (SELECT 1 + i % 24 AS key) AS keys,
            slow.uuid_mask(u, key) AS mask;
        """
    )
    assert uuids == [str(MANY), "t", "t"]
    [numbers] = database.sql(
        """
        SELECT count(*),
            bool_and(mask = public.uid11_mask(number, prefix, key)::text),
            bool_and(slow.uid11_unmask(mask, prefix, key) = number),
            min(number) < 0
        FROM generate_series(1, 2000) AS i,
            LATERAL (
                SELECT ('x' || md5(i::text))::bit(64)::bigint >> i % 64 AS number,
                    (ARRAY['', 'inv', repeat('z', 63)])[1 + i % 3] AS prefix,
                    1 + i % 24 AS key
            ) AS of_i,
            slow.uid11_mask(number, prefix, key) AS mask;
        """
    )
    assert numbers == ["2000", "t", "t", "t"]


# Who may do what -------------------------------------------------------------------------------


def test_a_second_run_changes_neither_keys_nor_privileges(masks: Database, facade: str) -> None:
    state = """
        SELECT count(*), md5(string_agg(number || key::text, ',' ORDER BY number))
        FROM base62id_mask_keys;
        SELECT proname, proacl FROM pg_proc WHERE proname ~ '_(un)?mask$|^base62id__' ORDER BY 1;
    """
    before = masks.sql(state)
    install(masks, MASKS)
    assert masks.sql(state) == before


@pytest.mark.parametrize("path", ["public", "''"])
def test_who_may_unmask_does_under_any_path(masks: Database, facade: str, path: str) -> None:
    app = masks.as_role("App 1")
    [[unmasked]] = app.sql(f"SET search_path = {path}; SELECT public.uuid_unmask('{facade}');")
    assert unmasked == V7


@pytest.mark.parametrize(
    "call",
    [f"uuid_mask('{V7}')", "uid11_mask(42, 'inv')", "uid11_unmask('11111111111', 'inv')"],
)
def test_who_may_unmask_may_do_nothing_else(masks: Database, facade: str, call: str) -> None:
    error = masks.as_role("App 1").error(f"SELECT {call}")
    assert f"permission denied for function {call.split('(')[0]}" in str(error)


@pytest.mark.parametrize(
    "call",
    [
        f"uuid_unmask('{V7}')",
        f"base62id__other_side('{V7}', 1, 7, 'masked')",
        "base62id__speck(42, 'inv', 1, false)",
        "base62id__mask_key(1)",
    ],
)
def test_others_do_not_unmask_by_inner_functions_either(
    masks: Database, facade: str, call: str
) -> None:
    error = masks.as_role("stranger").error(f"SELECT {call}")
    assert f"permission denied for function {call.split('(')[0]}" in str(error)


def test_nobody_reads_the_keys(masks: Database, facade: str) -> None:
    error = masks.as_role("App 1").error("SELECT * FROM base62id_mask_keys")
    assert "permission denied for table base62id_mask_keys" in str(error)


@pytest.mark.parametrize(
    ("what", "statement"),
    [
        (
            "relation trap_1.base62id_mask_keys",
            "CREATE TABLE trap_1.base62id_mask_keys (number integer, key bytea)",
        ),
        (
            "function trap_2.uuid_mask(uuid,integer)",
            "CREATE FUNCTION trap_2.uuid_mask(uuid, integer) RETURNS uuid"
            " LANGUAGE sql AS 'SELECT $1'",
        ),
    ],
)
def test_what_another_role_has_put_there_is_not_used(
    masks: Database, what: str, statement: str
) -> None:
    schema = what.split()[1].split(".")[0]
    masks.sql(
        f"""
        CREATE SCHEMA {schema} AUTHORIZATION stranger;
        SET ROLE stranger;
        {statement};
        """
    )
    error = masks.error(f"SET search_path = {schema};\n\\i {MASKS}")
    assert re.search(f"{re.escape(what)} is in the way.*stranger", str(error), re.S)


# The page's example, in a schema with an odd name ----------------------------------------------

ODD = 'SET search_path = "Ids ""masks"" +", public;'


@pytest.fixture(scope="module")
def example_of_page(masks: Database, facade: str) -> Database:
    masks.sql('CREATE SCHEMA "Ids ""masks"" +"')
    masks.sql(f"{ODD}\n\\i {MASKS}")
    masks.sql(f"SET log_statement = 'all';\n{ODD}\n{example('masks')}")
    masks.sql(
        f"""
        INSERT INTO "Ids ""masks"" +".members (id, name) VALUES ('{V7}', 'Ada');
        GRANT USAGE ON SCHEMA "Ids ""masks"" +" TO stranger;
        """
    )
    return masks


def test_its_function_shows_facades_only(example_of_page: Database) -> None:
    of_owner, of_stranger = example_of_page.sql(
        f"""
        {ODD}
        SELECT shown.id = uuid_mask(members.id), shown.id <> members.id
        FROM members, members_public() AS shown;
        SET ROLE stranger;
        SELECT id = '{V7}' FROM members_public();
        """
    )
    assert (of_owner, of_stranger) == (["t", "t"], ["f"])


def test_its_key_is_another_than_that_of_another_schema(
    example_of_page: Database, facade: str
) -> None:
    [[same]] = example_of_page.sql(f"{ODD} SELECT id = '{facade}' FROM members_public();")
    assert same == "f"


def test_a_row_is_found_by_its_facade_through_the_index(
    example_of_page: Database, facade: str
) -> None:
    [name], *plan = example_of_page.sql(
        f"""
        {ODD}
        SELECT name FROM members WHERE id = uuid_unmask((SELECT id FROM members_public()));
        SET enable_seqscan = off;
        EXPLAIN (COSTS OFF) SELECT name FROM members WHERE id = uuid_unmask('{facade}');
        """
    )
    assert name == "Ada"
    assert [f"  Index Cond: (id = uuid_unmask('{facade}'::uuid, 1))"] in plan


def test_each_key_is_another_of_16_octets(example_of_page: Database) -> None:
    [keys] = example_of_page.sql(
        f"""
        {ODD}
        INSERT INTO base62id_mask_keys (number) SELECT generate_series(2, 100);
        SELECT count(DISTINCT key), min(octet_length(key)), max(octet_length(key))
        FROM base62id_mask_keys;
        """
    )
    assert keys == ["100", "16", "16"]


def test_a_key_needs_a_number_of_its_own(example_of_page: Database) -> None:
    taken = "INSERT INTO base62id_mask_keys SELECT 1, key FROM base62id_mask_keys"
    assert "duplicate key" in str(example_of_page.error(f"{ODD} {taken}"))
    without = "INSERT INTO base62id_mask_keys (number) VALUES (NULL)"
    assert "null value" in str(example_of_page.error(f"{ODD} {without}"))


@pytest.fixture(scope="module")
def key(example_of_page: Database) -> str:
    query = "SELECT encode(key, 'hex') FROM base62id_mask_keys WHERE number = 1"
    [[key]] = example_of_page.sql(f"{ODD} {query}")
    return key


def test_the_key_is_in_no_log_though_its_insert_is(server: Server, key: str) -> None:
    log = server.log.read_text()
    assert log.count("statement: INSERT INTO base62id_mask_keys (number) VALUES (1);") == 1
    assert key not in log.lower()


def test_the_key_is_in_a_dump_unless_it_is_left_out(example_of_page: Database, key: str) -> None:
    assert key in example_of_page.dump()
    assert key not in example_of_page.dump("--exclude-table-data=*.base62id_mask_keys")


# The move to the extension ---------------------------------------------------------------------


def test_facades_stay_when_the_keys_go_to_the_file(server: Server) -> None:
    database = server.new_database("unmasked")
    install(database, MASKS, FUNCTIONS)
    database.sql(
        """
        INSERT INTO base62id_mask_keys (number) VALUES (77);
        CREATE TABLE documents AS
        SELECT id, uuid_mask(id, 77) AS facade
        FROM (
            SELECT ('01890a5d-ac96-774b-bcce-' || lpad(i::text, 12, '0'))::uuid AS id
            FROM generate_series(1, 1000) AS i
        ) AS ids;
        """
    )
    keys = [line for [line] in database.sql(example("keys"))]
    server.secret("mask.keys", "\n".join(KEY_FILE + keys))
    server.reload()
    install(database, MOVE)
    [after] = database.sql(
        """
        SELECT count(*),
            bool_and(uuid_mask(id, 77) = facade AND uuid_unmask(facade, 77) = id)
        FROM documents;
        """
    )
    assert after == ["1000", "t"]
    language = """
        SELECT lanname
        FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
        WHERE proname = 'uuid_mask'
    """
    assert database.value(language) == "c"


def test_the_server_wrote_nothing_bad_to_its_log(server: Server) -> None:
    assert server.trouble() == []
