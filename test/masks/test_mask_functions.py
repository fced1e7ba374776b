"""uuid_mask() and uuid_unmask(): vectors, what is refused, who may, and what a reload changes."""

import hashlib
import hmac
import os
import re
from pathlib import Path

import pytest
from conftest import Database, Server, Session
from masks import (
    HERE,
    IN_WORKERS,
    KEY_FILE,
    SETTINGS,
    TOP,
    V7,
    message,
    new_key,
    of_number,
    use_keys,
    values,
    vectors,
)

VECTORS = vectors("uuidv47")
VECTOR_KEYS = {number: vector["key"] for number, vector in enumerate(VECTORS, 1)}


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Server:
    shared_server.restart(**SETTINGS)
    return shared_server


@pytest.fixture
def with_vector_keys(server: Server) -> Server:
    use_keys(server, *of_number(VECTOR_KEYS))
    return server


# Values ----------------------------------------------------------------------------------------


def test_vectors_there_and_back(with_vector_keys: Server) -> None:
    rows = [(n, v["uuid_v7"], v["facade_v4"]) for n, v in enumerate(VECTORS, 1)]
    [result] = with_vector_keys.sql(
        f"""
        SELECT count(*),
            bool_and(uuid_mask(v7::uuid, n::integer) = v4::uuid),
            bool_and(uuid_unmask(v4::uuid, n::integer) = v7::uuid)
        FROM ({values(rows)}) AS vector (n, v7, v4);
        """
    )
    assert result == ["24", "t", "t"]


@pytest.mark.skipif(
    "BASE62ID_FACADES" not in os.environ, reason="BASE62ID_FACADES names no files of others"
)
def test_facades_that_other_implementations_made(server: Server) -> None:
    """Each file has lines of a key in 32 digits, a UUID and its façade."""
    for file in os.environ["BASE62ID_FACADES"].split():
        lines = [line.split() for line in Path(file).read_text().splitlines()]
        number_of = {key: n for n, key in enumerate(dict.fromkeys(line[0] for line in lines), 1)}
        use_keys(server, *[f"{number}:{key}" for key, number in number_of.items()])
        rows = "\n".join(f"{number_of[key]}\t{v7}\t{v4}" for key, v7, v4 in lines)
        [wrong] = server.sql(
            "CREATE TEMP TABLE peer (n integer, v7 uuid, v4 uuid);\n"
            f"COPY peer FROM STDIN;\n{rows}\n\\.\n"
            "SELECT count(*) FROM peer"
            " WHERE uuid_mask(v7, n) <> v4 OR uuid_unmask(v4, n) <> v7;"
        )
        assert (wrong, len(lines) > 0) == (["0"], True), file


def test_digests_in_the_settings_are_hmac_sha256(with_vector_keys: Server) -> None:
    """An administrator compares the keys of two servers by them."""
    for number in (1, 5):
        key = bytes.fromhex(VECTOR_KEYS[number])
        wanted = hmac.new(key, b"base62id mask key digest 1", hashlib.sha256).hexdigest()[:16]
        setting = f"SELECT value FROM base62id_settings() WHERE name = 'mask_key {number}'"
        assert with_vector_keys.value(setting) == wanted


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (
            "uuid_mask('2489e9ad-2ee2-4e00-8ec9-32d5f69181c0')",
            "22023: uuid cannot be masked / It must be of version 7, but it is of version 4.",
        ),
        (
            f"uuid_unmask('{V7}')",
            "22023: uuid cannot be unmasked / It must be of version 4, but it is of version 7.",
        ),
        (
            "uuid_mask('01890a5d-ac96-774b-3cce-b302099a8057')",
            "22023: uuid cannot be masked / It must be of version 7, but it has no version.",
        ),
        (
            f"uuid_mask('{V7}', 0)",
            "55000: there is no mask key 0"
            " / The file that base62id.mask_key_file names has no key of this number.",
        ),
        (
            f"uuid_mask('{V7}', -1)",
            "55000: there is no mask key -1"
            " / The file that base62id.mask_key_file names has no key of this number.",
        ),
    ],
)
def test_a_uuid_of_another_version_and_a_number_without_a_key_are_refused(
    with_vector_keys: Server, call: str, error: str
) -> None:
    assert message(with_vector_keys.error(f"SELECT {call}")) == error


def test_parallel_queries_mask_in_the_leader(with_vector_keys: Server) -> None:
    """In a worker's process the keys may be newer."""
    *lines, count = with_vector_keys.sql(
        f"""
        CREATE TABLE many AS
        SELECT typeid_uuid_generate_v7() AS u FROM generate_series(1, 50000);
        ANALYZE many;
        {IN_WORKERS}
        EXPLAIN (COSTS OFF) SELECT count(uuid_mask(u)) FROM many WHERE u IS NOT NULL;
        SELECT count(*) FROM many WHERE uuid_unmask(uuid_mask(u)) = u;
        DROP TABLE many;
        """
    )
    assert [line for [line] in lines] == [
        "Aggregate",
        "  ->  Gather",
        "        Workers Planned: 2",
        "        ->  Parallel Seq Scan on many",
        "              Filter: (u IS NOT NULL)",
    ]
    assert count == ["50000"]


def test_a_session_keeps_its_key_until_a_reload(server: Server) -> None:
    use_keys(server, f"1:{new_key()}")
    session = Session(Database(server, "postgres"))
    before = session.outcome(f"SELECT uuid_mask('{V7}')")
    server.secret(KEY_FILE, f"1:{new_key()}")
    assert session.outcome(f"SELECT uuid_mask('{V7}')") == before
    server.reload()
    after = session.outcome(f"SELECT uuid_mask('{V7}')")
    session.close()
    assert re.fullmatch("[0-9a-f-]{36}", after)
    assert after != before


# What a masked type has otherwise than one of sql/surface.sql, which lists those ----------------

TYPES = [
    ("a_typeid", "kind", "typeid", "false"),
    ("an_accepting", "accepting", "typeid", "true"),
    ("a_ulid", "kind", "ulid", "false"),
    ("a_number", "kind", "uid11", "false"),
]


def test_a_masked_type_differs_from_a_plain_one_as_surface_txt_says(
    with_vector_keys: Server,
) -> None:
    lists_objects = (TOP / "sql/surface.sql").read_text().split("\\echo")[0]
    made_by = {"plain": "", "masked": ", mask_key => 1"}
    script = [
        lists_objects,
        "CREATE TEMP TABLE before AS SELECT classid, made FROM objects WHERE made >= 16384;",
    ]
    for schema, mask in made_by.items():
        script.append(
            f"CREATE SCHEMA {schema};\nSET search_path = public, {schema};\n\\o /dev/null"
        )
        for name, prefix, notation, accepts in TYPES:
            script.append(
                f"SELECT typeid_create_type('{schema}.{name}', '{prefix}', '{notation}',"
                f" accept_uuid => {accepts}{mask});"
            )
        script.append(
            f"""\\o
            CREATE TEMP TABLE of_{schema} AS
            SELECT regexp_replace(
                regexp_replace(line, ' mask=\\w+', ''), '\\maccepting\\M', 'kind') AS line
            FROM objects
            WHERE made >= 16384
                AND line !~ 'skipsupport|plain\\.'
                AND (classid, made) NOT IN (SELECT classid, made FROM before);
            """
        )
    script.append(
        """
        SELECT count(*) > 250 FROM of_masked;
        SELECT pg_temp.promises(
            '{a_typeid,an_accepting,a_ulid,a_number}',
            ARRAY(SELECT line FROM of_masked EXCEPT SELECT line FROM of_plain));
        """
    )
    database = with_vector_keys.new_database("surface")
    done = database.psql("CREATE EXTENSION base62id;\n" + "\n".join(script))
    assert done.stderr == ""
    assert done.stdout == (HERE / "surface.txt").read_text()


# Who may ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def owned(server: Server) -> Database:
    """A database of a role that is no superuser, where PUBLIC may make types."""
    use_keys(server, *of_number(VECTOR_KEYS))
    server.sql("CREATE ROLE plain LOGIN; CREATE ROLE owner LOGIN;")
    database = server.new_database("owned", "OWNER owner")
    database.as_role("owner").sql(
        """
        CREATE EXTENSION base62id;
        CREATE SCHEMA app;
        GRANT ALL ON SCHEMA app TO plain;
        GRANT EXECUTE ON FUNCTION typeid_create_type TO plain;
        """
    )
    return database


@pytest.mark.parametrize("function", ["uuid_mask", "uuid_unmask"])
def test_neither_is_everybodys_because_one_undoes_the_other(owned: Database, function: str) -> None:
    assert owned.as_role("plain").error(f"SELECT {function}('{V7}')").state == "42501"


def test_the_owner_of_the_database_has_both_and_grants_them(owned: Database) -> None:
    """Who may only mask finds the time: by the mask of a façade, called version 7."""
    owner, plain = owned.as_role("owner"), owned.as_role("plain")
    facade = owner.value(f"SELECT uuid_mask('{V7}')")
    owner.sql("GRANT EXECUTE ON FUNCTION uuid_mask(uuid, integer) TO plain")
    found = plain.value(f"SELECT uuid_mask(overlay('{facade}' PLACING '7' FROM 15)::uuid)")
    assert found == V7[:14] + "4" + V7[15:]


@pytest.mark.parametrize(
    ("function", "arguments", "notation", "value", "call"),
    [
        ("uuid_unmask", "pg_catalog.uuid,integer", "typeid", f"'{V7}'::uuid", f"'{V7}'"),
        (
            "uid11_unmask",
            "public.uid11,pg_catalog.text,integer",
            "uid11",
            "42::bigint",
            "'11111111111', ''",
        ),
    ],
)
def test_a_masked_type_is_made_by_who_may_unmask(
    owned: Database, function: str, arguments: str, notation: str, value: str, call: str
) -> None:
    """It unmasks for its readers. What he made goes on when he may no longer."""
    owner, plain = owned.as_role("owner"), owned.as_role("plain")
    type_name = f"app.{notation}_id"
    make = f"SELECT typeid_create_type('{type_name}', 'p{notation[0]}', '{notation}', 1)"
    error = plain.error(make)
    assert message(error) == (
        f"42501: permission denied for function {function}"
        " / A type with a mask key unmasks its ids for everybody who may read them."
    )
    assert (
        f"HINT:  Role owner can grant it: GRANT EXECUTE ON FUNCTION public.{function}({arguments})"
        " TO plain;"
    ) in str(error)

    owner.sql(f"GRANT EXECUTE ON FUNCTION {function}({arguments}) TO plain")
    plain.sql(f"{make}; CREATE TABLE app.of_{notation} AS SELECT {value}::{type_name} AS id;")

    owner.sql(f"REVOKE EXECUTE ON FUNCTION {function}({arguments}) FROM plain")
    assert plain.error(f"SELECT {function}({call})").state == "42501"
    [row] = plain.sql(
        f"""
        SET search_path = app, public;
        SELECT id::text::{type_name} = id, id::text <> ({value})::text FROM of_{notation};
        """
    )
    assert row == ["t", "t"]


def test_the_server_wrote_nothing_bad_to_its_log(server: Server) -> None:
    assert server.trouble() == []
