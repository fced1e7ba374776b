"""Masked types over UUIDs: what goes in and out is the façade, what is compared the UUID inside."""

import re

import pytest
from conftest import Database, Server
from masks import KEY_FILE, SETTINGS, V7, has_no_key, message, new_key, plan, use_keys

KEY, OTHER_KEY = new_key(), new_key()
BOTH_KEYS = [f"1:{KEY}", f"2:{OTHER_KEY}"]
USERS = """
    CREATE EXTENSION base62id;
    SELECT typeid_create_type('user_id', 'user', mask_key => 1);
    SELECT typeid_create_type('doc_id', 'doc', 'base62id', 2, true);
    CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), n integer);
    INSERT INTO users (n) SELECT generate_series(1, 5000);
    ANALYZE users;
    CREATE TABLE docs AS SELECT id::uuid::doc_id AS id FROM users;
    CREATE INDEX ON docs (id);
    ANALYZE docs;
    CREATE TABLE received (id user_id PRIMARY KEY, n integer);
"""
SAME_ROWS = "SELECT md5(string_agg(id::uuid::text || id::text || n, ',' ORDER BY id)) FROM users"


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Server:
    shared_server.restart(**SETTINGS)
    return shared_server


@pytest.fixture(scope="module")
def made(server: Server) -> Database:
    """5000 users in the order of n, and documents with the same UUIDs under another key."""
    use_keys(server, *BOTH_KEYS)
    database = server.new_database("users")
    database.sql(USERS)
    return database


@pytest.fixture
def users(server: Server, made: Database) -> Database:
    use_keys(server, *BOTH_KEYS)
    return made


@pytest.fixture
def text_of_77(users: Database) -> str:
    return users.value("SELECT id FROM users WHERE n = 77")


# In and out ------------------------------------------------------------------------------------


def test_text_is_that_of_the_facade_and_is_read_back(users: Database) -> None:
    [result] = users.sql(
        """
        SELECT bool_and(id::text = typeid_encode('user', uuid_mask(id::uuid, 1))),
            bool_and(id::text::user_id = id),
            bool_and(id::typeid::user_id = id),
            bool_and(typeid_to_uuid(id::typeid) = uuid_mask(id::uuid))
        FROM users;
        """
    )
    assert result == ["t"] * 4


def test_text_in_json_arrays_and_records(users: Database) -> None:
    [result] = users.sql(
        """
        SELECT bool_and(to_json(id) #>> '{}' = id::text),
            bool_and(ARRAY[id]::text = '{' || id::text || '}'),
            bool_and(u::text = '(' || id::text || ',' || n || ')')
        FROM users AS u;
        """
    )
    assert result == ["t"] * 3


def test_another_notation_under_another_key_and_as_a_uuid(users: Database) -> None:
    [result] = users.sql(
        """
        SET base62id.output = 'uuid';
        SELECT bool_and(id::text = 'doc_' || base62id_encode(uuid_mask(id::uuid, 2))),
            bool_and(to_json(id) #>> '{}' = uuid_mask(id::uuid, 2)::text),
            bool_and(uuid_mask(id::uuid, 2)::text::doc_id = id)
        FROM docs;
        """
    )
    assert result == ["t"] * 3


def test_binary_output_is_the_facade_and_is_read_back(users: Database) -> None:
    file = users.server.directory / "users.bin"
    same, facades = users.sql(
        f"""
        COPY users TO '{file}' (FORMAT binary);
        COPY received FROM '{file}' (FORMAT binary);
        SELECT count(*) FROM received JOIN users USING (id, n);
        SELECT bool_and(user_id_send(id) = uuid_send(uuid_mask(id::uuid))) FROM users;
        """
    )
    assert (same, facades) == (["5000"], ["t"])


def test_what_is_not_of_version_4_is_refused(users: Database) -> None:
    file = users.server.directory / "v7.bin"
    binary = users.error(
        f"""
        COPY (SELECT typeid_uuid_generate_v7(), 1) TO '{file}' (FORMAT binary);
        COPY received FROM '{file}' (FORMAT binary);
        """
    )
    assert message(binary) == (
        "22P03: incorrect binary data format for type user_id"
        " / They are no UUID of version 4, as all masked ids are outside of the server."
    )
    text = users.error(f"SELECT typeid_encode('user', '{V7}')::user_id")
    assert message(text) == (
        '22P02: invalid input syntax for type user_id: "user_01h455vb4pex5vsknk084sn02q"'
        " / The text stands for a UUID that is not of version 4, as all masked ids do."
    )


def test_a_uuid_of_another_version_is_no_id_inside(users: Database) -> None:
    of_version_4 = "2489e9ad-2ee2-4e00-8ec9-32d5f69181c0"
    error = users.error(f"SELECT '{of_version_4}'::uuid::user_id")
    assert error.state == "22023"


# Order and search: the UUID's inside ------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        (
            """SELECT bool_and(ascends) FROM (
            SELECT n >= lag(n, 1, 0) OVER (ORDER BY id) AS ascends FROM users) AS x""",
            "t",
        ),
        ("SELECT n FROM users ORDER BY id LIMIT 1", "1"),
        ("SELECT n FROM users WHERE id = (SELECT max(id) FROM users)", "5000"),
        (
            """SELECT count(*) FROM users
            WHERE id BETWEEN user_id_min(now() - interval '1 hour') AND user_id_max(now())""",
            "5000",
        ),
        (
            """SELECT n FROM users
            WHERE id > (SELECT id FROM users WHERE n = 99) ORDER BY id LIMIT 1""",
            "100",
        ),
    ],
)
def test_order_bounds_and_pages_are_those_of_the_time_inside(
    users: Database, query: str, wanted: str
) -> None:
    assert users.value(query) == wanted


def test_an_id_is_found_by_index_as_text_and_as_a_parameter(
    users: Database, text_of_77: str
) -> None:
    for constant in (f"'{text_of_77}'", f"'{text_of_77}'::text"):
        by_id = plan(users, f"SELECT FROM users WHERE id = {constant}")
        assert re.search(r"Index.*Cond: \(id = ", by_id, re.S)
    [by_parameter] = users.sql(
        f"""
        PREPARE look_up (text) AS SELECT n FROM users WHERE id = $1;
        EXECUTE look_up('{text_of_77}');
        """
    )
    assert by_parameter == ["77"]


def test_the_start_of_a_text_is_no_index_condition_and_finds_what_it_says(
    users: Database, text_of_77: str
) -> None:
    by_start = plan(users, f"SELECT FROM users WHERE id ^@ '{text_of_77[:9]}'")
    assert re.search("Seq Scan.*Filter", by_start, re.S)
    found = users.sql(
        f"SET enable_seqscan = off; SELECT n FROM users WHERE id ^@ '{text_of_77[:20]}';"
    )
    assert found == [["77"]]
    assert users.value("SELECT count(*) FROM users WHERE id ^@ 'user_'") == "5000"
    by_id = users.value("SELECT count(*) FROM users WHERE id LIKE '%a_'")
    by_text = users.value("SELECT count(*) FROM users WHERE id::text LIKE '%a_'")
    assert by_id == by_text


def test_uuid_unmask_finds_the_id_of_a_facade(users: Database, text_of_77: str) -> None:
    facade = f"typeid_to_uuid('{text_of_77}'::typeid)"
    assert users.value(f"SELECT n FROM users WHERE id::uuid = uuid_unmask({facade})") == "77"


# UUIDs of version 7: at random, that differ in one digit, and of long runs of the same one.
LAW = """
    CREATE TABLE law AS
    SELECT u, u::user_id AS v
    FROM generate_series(1, 400) AS n,
        LATERAL (
            SELECT CASE n % 3
                WHEN 0 THEN md5(n::text)
                WHEN 1 THEN overlay(md5((n / 2)::text)
                    PLACING to_hex(n % 16) FROM 1 + n % 32 FOR 1)
                WHEN 2 THEN rpad(repeat(to_hex(n % 16), n % 32), 32,
                    CASE n % 2 WHEN 0 THEN '0' ELSE 'f' END)
            END AS digits) AS d,
        LATERAL (
            SELECT (substr(digits, 1, 12) || '7' || substr(digits, 14, 3)
                || substr('89ab', 1 + n % 4, 1) || substr(digits, 18))::uuid AS u) AS uuids
    GROUP BY u;
    CREATE INDEX law_btree ON law (v);
    CREATE INDEX law_hash ON law USING hash (v);
    CREATE INDEX law_gist ON law USING gist (v);
    CREATE INDEX law_brin ON law
        USING brin ((v::uuid) uuid_minmax_multi_ops) WITH (pages_per_range = 1);
    ANALYZE law;
"""
INDEXES = ["btree", "hash", "gist", "brin"]


@pytest.fixture(scope="module")
def law(server: Server, made: Database) -> Database:
    use_keys(server, *BOTH_KEYS)
    made.sql(LAW)
    return made


def test_every_pair_has_the_order_equality_and_hash_of_its_uuids(law: Database) -> None:
    [laws] = law.sql(
        """
        SELECT bool_and((a.v < b.v) = (a.u < b.u)),
            bool_and((a.v <= b.v) = (a.u <= b.u)),
            bool_and((a.v = b.v) = (a.u = b.u)),
            bool_and((a.v <> b.v) = (a.u <> b.u)),
            bool_and((a.v >= b.v) = (a.u >= b.u)),
            bool_and((a.v > b.v) = (a.u > b.u)),
            bool_and(sign(btrecordcmp(ROW(a.v), ROW(b.v))) = sign(uuid_cmp(a.u, b.u))),
            bool_and(hash_record(ROW(a.v)) = uuid_hash(a.u)),
            bool_and(hash_record_extended(ROW(a.v), 42) = uuid_hash_extended(a.u, 42)),
            bool_and(user_id_smaller(a.v, b.v)::uuid = least(a.u, b.u)),
            bool_and(user_id_larger(a.v, b.v)::uuid = greatest(a.u, b.u)),
            count(*) > 80000
        FROM law AS a, law AS b;
        """
    )
    assert laws == ["t"] * 12


@pytest.mark.parametrize("index", INDEXES)
def test_each_id_is_found_by_its_text_through_each_index(law: Database, index: str) -> None:
    others = "".join(f"DROP INDEX law_{other};" for other in INDEXES if other != index)
    [found] = law.sql(
        f"""
        BEGIN;
        {others}
        SET LOCAL enable_seqscan = off;
        CREATE FUNCTION pg_temp.rows_of(id text) RETURNS bigint LANGUAGE plpgsql AS $$
        DECLARE
            rows bigint;
        BEGIN
            EXECUTE format('SELECT count(*) FROM law WHERE v = %L', id) INTO rows;
            RETURN rows;
        END $$;
        SELECT bool_and(pg_temp.rows_of(v::text) = 1) FROM law;
        ROLLBACK;
        """
    )
    assert found == ["t"]


def test_sorts_joins_and_sets(law: Database) -> None:
    assert law.value("SELECT array_agg(u ORDER BY v) = array_agg(u ORDER BY u) FROM law") == "t"
    down = "SELECT array_agg(u ORDER BY v DESC) = array_agg(u ORDER BY u DESC) FROM law"
    assert law.value(down) == "t"
    all_ids = law.value("SELECT count(*) FROM law")
    assert law.value("SELECT count(*) FROM law AS a JOIN law AS b USING (v)") == all_ids
    assert law.value("SELECT count(DISTINCT v) FROM law") == all_ids
    assert law.value("SELECT bool_and(v = ANY (ARRAY(SELECT v FROM law))) FROM law") == "t"


@pytest.mark.parametrize("function", ["id_type_to_text", "id_type_to_typeid"])
def test_immutable_functions_of_all_types_refuse_a_masked_one(
    users: Database, function: str
) -> None:
    error = users.error(f"SELECT {function}(id) FROM users LIMIT 1")
    assert message(error).startswith("42809: type user_id is masked")


def test_functions_for_bounds_find_nothing_but_would_without_the_mask(users: Database) -> None:
    [result] = users.sql(
        """
        SELECT id_type_prefix_lower('user_', declaration) IS NULL,
            id_type_prefix_lower('user_', regexp_replace(declaration, ' mask=.*', '')) IS NOT NULL
        FROM pg_proc, LATERAL (SELECT substr(prosrc, 6) AS declaration) AS d
        WHERE proname = 'user_id_send';
        """
    )
    assert result == ["t", "t"]


# Dumps -----------------------------------------------------------------------------------------


def test_a_dump_has_facades_and_none_of_the_ids_inside(users: Database) -> None:
    dump = users.dump("--table=users")
    assert len(re.findall("^user_[0-9a-z]{26}\t", dump, re.M)) == 5000
    inside = users.sql("SELECT typeid_encode('user', id::uuid) FROM users")
    assert [text for [text] in inside if text in dump] == []


@pytest.mark.parametrize("way", ["--format=plain", "--rows-per-insert=1000"])
def test_a_restored_dump_has_the_same_ids_inside(users: Database, server: Server, way: str) -> None:
    name = way.strip("-").replace("=", "_").replace("-", "_")
    restored = server.new_database(f"restored_{name}")
    restored.sql(users.dump(way))
    assert restored.sql(SAME_ROWS) == users.sql(SAME_ROWS)


def test_an_archive_restores_the_same_ids_inside(users: Database, server: Server) -> None:
    archive = server.directory / "users.archive"
    restored = server.new_database("restored_archive")
    users.dump("--format=custom", f"--file={archive}")
    restored.restore(archive)
    assert restored.sql(SAME_ROWS) == users.sql(SAME_ROWS)


def test_without_the_key_a_dump_fails_and_has_no_id(users: Database, server: Server) -> None:
    use_keys(server, f"2:{OTHER_KEY}")
    done = users.run("pg_dump", "--table=users")
    assert done.returncode != 0
    assert "mask key for type public.user_id is not available" in done.stderr
    assert re.search(
        "Its fingerprint is [0-9a-f]{16}."
        " The keys that are there have the fingerprints 2: [0-9a-f]{16}.",
        done.stderr,
    )
    assert not re.search("^user_", done.stdout, re.M)


# A key that is not there, the wrong one, a new one, two at once ---------------------------------


def test_the_key_that_is_missing_is_named_by_its_fingerprint(
    users: Database, server: Server, text_of_77: str
) -> None:
    use_keys(server, f"2:{OTHER_KEY}")
    fingerprint = users.value(
        "SELECT substring(prosrc FROM 'mask=(.*)') FROM pg_proc WHERE proname = 'user_id_send'"
    )
    there = users.value("SELECT value FROM base62id_settings() WHERE name = 'mask_key 2'")
    assert message(users.error("SELECT id FROM users")) == (
        "55000: mask key for type user_id is not available"
        f" / Its fingerprint is {fingerprint.split('=')[-1]}."
        f" The keys that are there have the fingerprints 2: {there}."
    )
    has_no_key(users, f"INSERT INTO users (id) VALUES ('{text_of_77}')", "user_id")


def test_without_the_key_new_rows_counts_and_other_types_go_on(
    users: Database, server: Server
) -> None:
    use_keys(server, f"2:{OTHER_KEY}")
    users.sql("INSERT INTO users (n) VALUES (-1); DELETE FROM users WHERE n = -1;")
    assert users.value("SELECT count(*) FROM users") == "5000"
    assert users.value("SELECT count(id::text) FROM docs") == "5000"
    listed = "SELECT type, mask_key FROM typeid_types() WHERE prefix IN ('user', 'doc') ORDER BY 1"
    assert users.sql(listed) == [["user_id", ""], ["doc_id", "2"]]


def test_another_key_under_its_number_is_not_taken_for_it(users: Database, server: Server) -> None:
    use_keys(server, f"1:{OTHER_KEY}")
    has_no_key(users, "SELECT id FROM users", "user_id")


def test_its_key_under_another_number_is_taken(
    users: Database, server: Server, text_of_77: str
) -> None:
    """The number counts when the type is created, and never again."""
    use_keys(server, f"9:{KEY}", f"1:{OTHER_KEY}")
    assert users.value("SELECT id FROM users WHERE n = 77") == text_of_77
    number = "SELECT mask_key FROM typeid_types() WHERE type = 'user_id'::regtype"
    assert users.value(number) == "9"


@pytest.mark.parametrize(
    ("spoil", "detail"),
    [
        ("missing", "could not be opened"),
        ("readable", "Group or others have access to it"),
    ],
)
def test_no_way_in_or_out_without_the_file(
    users: Database, server: Server, text_of_77: str, spoil: str, detail: str
) -> None:
    server.stop("fast")
    file = server.directory / KEY_FILE
    if spoil == "missing":
        file.unlink()
    else:
        file.chmod(0o640)
    server.start()
    for statement in (
        "SELECT id::text FROM users",
        "SELECT to_json(u) FROM users AS u",
        f"COPY users TO '{server.directory}/no.bin' (FORMAT binary)",
        f"SELECT '{text_of_77}'::user_id",
        f"SELECT uuid_mask('{V7}')",
        f"SELECT uuid_unmask(typeid_to_uuid('{text_of_77}'::typeid))",
        f"INSERT INTO users (id) VALUES ('{text_of_77}')",
        f"COPY received FROM '{server.directory}/users.bin' (FORMAT binary)",
    ):
        error = users.error(statement)
        assert (error.state, detail in str(error)) == ("55000", True), statement
    assert users.sql("SELECT count(*), count(DISTINCT id) FROM users") == [["5000", "5000"]]


@pytest.fixture(scope="module")
def rotated(server: Server, made: Database) -> Database:
    """A new key: a new type, and one ALTER TABLE."""
    use_keys(server, *BOTH_KEYS)
    made.sql(
        """
        SELECT typeid_create_type('user2_id', 'user', mask_key => 2);
        CREATE TABLE rotated (LIKE users INCLUDING ALL);
        INSERT INTO rotated SELECT * FROM users;
        ALTER TABLE rotated
            ALTER id DROP DEFAULT,
            ALTER id TYPE user2_id USING id::uuid::user2_id,
            ALTER id SET DEFAULT user2_id_new();
        """
    )
    return made


def test_a_new_key_keeps_the_ids_inside_under_other_texts(rotated: Database) -> None:
    [result] = rotated.sql(
        """
        SELECT count(*) FILTER (WHERE r.id::uuid = u.id::uuid),
            count(*) FILTER (WHERE r.id::text <> u.id::text)
        FROM rotated AS r JOIN users AS u USING (n);
        """
    )
    assert result == ["5000", "5000"]


def test_a_text_of_the_old_type_is_read_as_another_id(rotated: Database, text_of_77: str) -> None:
    assert rotated.value(f"SELECT count(*) FROM rotated WHERE id = '{text_of_77}'") == "0"


def test_ids_under_two_keys_are_not_compared(rotated: Database) -> None:
    error = rotated.error("SELECT FROM users JOIN rotated ON users.id = rotated.id")
    assert error.state == "42883"


def test_two_databases_with_two_keys_at_once(users: Database, server: Server) -> None:
    two = server.new_database("two")
    two.sql(
        "CREATE EXTENSION base62id; SELECT typeid_create_type('user_id', 'user', mask_key => 2);"
    )
    typeid_of = "typeid_encode('user', uuid_mask('{}', {}))"
    for database, key in ((users, 1), (two, 2)):
        masked = typeid_of.format(V7, key)
        assert database.value(f"SELECT {masked} = '{V7}'::uuid::user_id::text") == "t"


def test_the_server_wrote_nothing_bad_to_its_log(server: Server) -> None:
    assert server.trouble() == []
