"""Masks of numbers: uid11_mask() and uid11_unmask(), id types over them, an example for Rails."""

import os
import re
import shutil
import subprocess

import pytest
from conftest import Database, Server, Session
from masks import (
    IN_WORKERS,
    KEY_FILE,
    SETTINGS,
    TOP,
    has_no_key,
    new_key,
    plan,
    use_keys,
    values,
    vectors,
)

# A vector has the key of the file, a prefix, a number, and the masked text with that prefix.
VECTORS = vectors("number-masks")
VECTOR_KEYS = ["000102030405060708090a0b0c0d0e0f", "efcdab89674523011032547698badcfe"]
VECTOR_ROWS = [
    (VECTOR_KEYS.index(v["file_key"]) + 1, v["prefix"], v["bigint"], v["text"]) for v in VECTORS
]
KEY = new_key()


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Server:
    shared_server.restart(**SETTINGS)
    return shared_server


@pytest.fixture
def vector_keys(server: Server) -> None:
    use_keys(server, *[f"{number}:{key}" for number, key in enumerate(VECTOR_KEYS, 1)])


# The functions ---------------------------------------------------------------------------------


def test_vectors_there_and_back(server: Server, vector_keys: None) -> None:
    [result] = server.sql(
        f"""
        SELECT count(*),
            bool_and(text = concat_ws('_', nullif(prefix, ''),
                uid11_mask(number::bigint, prefix, key::integer))),
            bool_and(number::bigint = uid11_unmask(right(text, 11)::uid11, prefix, key::integer))
        FROM ({values(VECTOR_ROWS)}) AS vector (key, prefix, number, text);
        """
    )
    assert result == ["72", "t", "t"]


def test_more_prefixes_than_ciphers_are_kept(server: Server) -> None:
    """In one statement, and again."""
    use_keys(server, f"1:{KEY}")
    [result] = server.sql(
        """
        CREATE TEMP TABLE masked AS
        SELECT prefix, uid11_mask(42, prefix) AS mask
        FROM generate_series(1, 3000) AS i,
            LATERAL (
                SELECT 'p' || translate(to_hex(i), '0123456789', 'ghijklmnop') AS prefix) AS p;
        SELECT count(DISTINCT mask),
            bool_and(uid11_unmask(mask, prefix) = 42),
            bool_and(mask = uid11_mask(42, prefix))
        FROM masked;
        """
    )
    assert result == ["3000", "t", "t"]


def test_parallel_plans_scan_in_workers_and_mask_in_the_leader(server: Server) -> None:
    use_keys(server, f"1:{KEY}")
    many = server.new_database("many_numbers")
    many.sql(
        """
        CREATE EXTENSION base62id;
        CREATE TABLE numbers AS SELECT n::bigint FROM generate_series(1, 50000) AS n;
        ANALYZE numbers;
        """
    )
    *lines, result = many.sql(
        f"""
        {IN_WORKERS}
        EXPLAIN (COSTS OFF) SELECT count(uid11_mask(n, 'inv')) FROM numbers WHERE n > 5;
        SELECT count(*), count(DISTINCT uid11_mask(n, 'inv'))
        FROM numbers
        WHERE uid11_unmask(uid11_mask(n, 'inv'), 'inv') = n;
        """
    )
    assert [line for [line] in lines] == [
        "Aggregate",
        "  ->  Gather",
        "        Workers Planned: 2",
        "        ->  Parallel Seq Scan on numbers",
        "              Filter: (n > 5)",
    ]
    assert result == ["50000", "50000"]


def test_a_session_keeps_its_key_until_a_reload(server: Server) -> None:
    """Also in what it has prepared; the ciphers of the old key are gone after it."""
    use_keys(server, f"1:{KEY}")
    session = Session(Database(server, "postgres"))
    session.outcome(
        "CREATE FUNCTION pg_temp.mask() RETURNS uid11 LANGUAGE plpgsql AS"
        " 'BEGIN RETURN uid11_mask(42, ''inv''); END'"
    )
    before = session.outcome("SELECT pg_temp.mask()")
    assert session.outcome(f"SELECT uid11_unmask('{before}', 'inv')") == "42"
    server.secret(KEY_FILE, f"1:{new_key()}")
    assert session.outcome("SELECT pg_temp.mask()") == before
    server.reload()
    after = session.outcome("SELECT pg_temp.mask()")
    assert session.outcome(f"SELECT uid11_unmask('{after}', 'inv')") == "42"
    assert session.outcome(f"SELECT uid11_unmask('{before}', 'inv')") != "42"
    session.close()
    assert after != before


@pytest.fixture(scope="module")
def owned(server: Server) -> Database:
    use_keys(server, f"1:{KEY}")
    server.sql("CREATE ROLE numbers_owner LOGIN; CREATE ROLE numbers_app LOGIN;")
    return server.new_database("owned_numbers", "OWNER numbers_owner")


def test_they_are_the_owners_of_the_database_who_grants_them(owned: Database) -> None:
    """Whoever may call one of them can undo masks with it."""
    owner, app = owned.as_role("numbers_owner"), owned.as_role("numbers_app")
    owner.sql("CREATE EXTENSION base62id")
    assert owner.value("SELECT uid11_unmask(uid11_mask(42, 'inv'), 'inv')") == "42"
    for call in ("uid11_mask(42, 'inv')", "uid11_unmask('11111111111', 'inv')"):
        assert app.error(f"SELECT {call}").state == "42501"
    owner.sql("GRANT EXECUTE ON FUNCTION uid11_unmask(uid11, text, integer) TO numbers_app")
    assert app.value("SELECT uid11_unmask('11111111111', 'inv') IS NOT NULL") == "t"
    assert re.findall("^(?:GRANT|REVOKE).*mask.*$", owned.dump(), re.M) == [
        "GRANT ALL ON FUNCTION"
        " public.uid11_unmask(public.uid11, prefix text, key integer) TO numbers_app;"
    ]


# Id types of notation uid11 --------------------------------------------------------------------


def test_a_types_texts_and_octets_are_the_vectors(server: Server, vector_keys: None) -> None:
    database = server.new_database("vector_types")
    database.sql("CREATE EXTENSION base62id")
    types = {(key, prefix) for key, prefix, _, _ in VECTOR_ROWS}
    for key, prefix in types:
        database.sql(f"SELECT typeid_create_type('t{key}_{prefix}_id', '{prefix}', 'uid11', {key})")
    for key, prefix, number, text in VECTOR_ROWS:
        name = f"t{key}_{prefix}_id"
        [row] = database.sql(
            f"""
            SELECT '{number}'::bigint::{name}::text,
                '{text}'::{name}::bigint,
                {name}_send('{number}'::bigint::{name}) = uid11_send(right('{text}', 11)::uid11)
            """
        )
        assert row == [text, str(number), "t"]
    assert (len(types), len(VECTOR_ROWS)) == (6, 72)


INVOICES = """
    CREATE EXTENSION base62id;
    SELECT typeid_create_type('inv_id', 'inv', 'uid11', 1);
    CREATE SEQUENCE inv_numbers;
    CREATE TABLE invoices (
        id inv_id PRIMARY KEY DEFAULT nextval('inv_numbers'),
        n bigint,
        parent inv_id REFERENCES invoices
    );
    INSERT INTO invoices (n) SELECT generate_series(1, 5000);
    UPDATE invoices SET parent = (n / 2)::inv_id WHERE n > 1;
    INSERT INTO invoices VALUES (-1::bigint, -1);
    CREATE INDEX ON invoices (parent);
    ANALYZE invoices;
"""
SAME_ROWS = """
    SELECT count(*), md5(string_agg(id::bigint || id::text || n, ',' ORDER BY id)) FROM invoices
"""


@pytest.fixture(scope="module")
def made(server: Server) -> Database:
    """Invoices 1 to 5000 and -1, where n is the number; a parent has half of it."""
    use_keys(server, f"1:{KEY}")
    database = server.new_database("invoices")
    database.sql(INVOICES)
    return database


@pytest.fixture
def invoices(server: Server, made: Database) -> Database:
    use_keys(server, f"1:{KEY}")
    return made


@pytest.fixture
def text_of_77(invoices: Database) -> str:
    return invoices.value("SELECT id FROM invoices WHERE n = 77")


def test_text_is_that_of_uid11_mask_and_is_read_back(invoices: Database) -> None:
    [result] = invoices.sql(
        """
        SELECT bool_and(id::text = 'inv_' || uid11_mask(n, 'inv')),
            bool_and(id::text::inv_id = id),
            bool_and(('"' || id || '"')::inv_id = id),
            bool_and(id::bigint = n),
            bool_and(id::uid11::inv_id = id),
            bool_and(n::inv_id::bigint = n)
        FROM invoices;
        """
    )
    assert result == ["t"] * 6


def test_text_in_json_arrays_and_records(invoices: Database) -> None:
    [result] = invoices.sql(
        """
        SELECT bool_and(to_json(id) #>> '{}' = id::text),
            bool_and(ARRAY[id]::text = '{' || id::text || '}'),
            bool_and(i::text = format('(%s,%s,%s)', id, n, parent))
        FROM invoices AS i;
        """
    )
    assert result == ["t"] * 3


def test_binary_output_is_the_facade_and_is_read_back(invoices: Database) -> None:
    file = invoices.server.directory / "invoices.bin"
    [result] = invoices.sql(
        f"""
        COPY invoices (id, n) TO '{file}' (FORMAT binary);
        CREATE TABLE received (id inv_id PRIMARY KEY, n bigint);
        COPY received FROM '{file}' (FORMAT binary);
        SELECT count(*),
            bool_and(id::bigint = n),
            bool_and(inv_id_send(id) = uid11_send(uid11_mask(n, 'inv')))
        FROM received;
        """
    )
    assert result == ["5001", "t", "t"]


def test_order_is_the_numbers_and_what_is_negative_is_last(invoices: Database) -> None:
    ascending = """
        SELECT bool_and(ascends)
        FROM (SELECT n >= lag(n, 1, 0) OVER (ORDER BY id) AS ascends FROM invoices WHERE n > 0) AS x
    """
    assert invoices.value(ascending) == "t"
    assert invoices.value("SELECT n FROM invoices ORDER BY id DESC LIMIT 1") == "-1"
    smallest_and_largest = "SELECT min(id)::bigint, max(id)::bigint FROM invoices"
    assert invoices.sql(smallest_and_largest) == [["1", "-1"]]
    ten = "SELECT count(*) FROM invoices WHERE id BETWEEN 10::inv_id AND 19::inv_id"
    assert invoices.value(ten) == "10"


def test_look_ups_and_joins(invoices: Database, text_of_77: str) -> None:
    by_id = f"SELECT FROM invoices WHERE id = '{text_of_77}'"
    assert re.search(r"Index.*Cond: \(id = ", plan(invoices, by_id), re.S)
    assert invoices.value(f"SELECT n FROM invoices WHERE id = '{text_of_77}'::text") == "77"
    [by_parameter] = invoices.sql(
        f"""
        PREPARE look_up (text) AS SELECT n FROM invoices WHERE id = $1;
        EXECUTE look_up('{text_of_77}');
        """
    )
    assert by_parameter == ["77"]
    joined = "SELECT count(*) FROM invoices AS a JOIN invoices AS b ON b.id = a.parent"
    assert invoices.value(joined) == "4999"


def test_the_start_of_a_text_is_no_index_condition_and_finds_what_it_says(
    invoices: Database, text_of_77: str
) -> None:
    start, end = text_of_77[:7], text_of_77[-3:]
    assert "Filter" in plan(invoices, f"SELECT FROM invoices WHERE id ^@ '{start}'")
    by_id, by_text = invoices.sql(
        f"""
        SET enable_seqscan = off;
        SELECT string_agg(n::text, ',' ORDER BY n) FROM invoices WHERE id ^@ '{start}';
        SELECT string_agg(n::text, ',' ORDER BY n) FROM invoices WHERE id::text ^@ '{start}';
        """
    )
    assert by_id == by_text
    assert "77" in by_text[0].split(",")
    assert invoices.value("SELECT count(*) FROM invoices WHERE id ^@ 'inv_'") == "5001"
    like = f"SELECT count(*) FROM invoices WHERE id LIKE 'inv\\_%{end}'"
    ending = f"SELECT count(*) FROM invoices WHERE right(id::text, 3) = '{end}'"
    assert invoices.value(like) == invoices.value(ending)


def test_a_made_up_text_is_a_number_and_no_row(invoices: Database) -> None:
    assert invoices.value("SELECT 'inv_11111111111'::inv_id::bigint IS NOT NULL") == "t"
    assert invoices.value("SELECT count(*) FROM invoices WHERE id = 'inv_11111111111'") == "0"


def test_a_masked_type_is_no_authorization(invoices: Database, text_of_77: str) -> None:
    """Whoever has SQL has both ways, and revoking USAGE changes nothing."""
    masked = invoices.value("SELECT 42::inv_id::text")
    [ways] = invoices.sql(
        f"""
        REVOKE USAGE ON TYPE inv_id FROM PUBLIC;
        SET ROLE numbers_app;
        SELECT 42::inv_id::text, '{text_of_77}'::inv_id::bigint;
        """
    )
    assert ways == [masked, "77"]


def test_texts_are_made_by_the_leader_of_rows_from_workers(invoices: Database) -> None:
    lines = invoices.sql(
        f"""
        {IN_WORKERS}
        EXPLAIN (COSTS OFF) SELECT max(id::text) FROM invoices WHERE n > 5;
        """
    )
    nodes = [line.strip(" ->") for [line] in lines]
    assert [node for node in nodes if re.match("Aggregate|Gather|Parallel|Partial", node)] == [
        "Aggregate",
        "Gather",
        "Parallel Seq Scan on invoices",
    ]


def test_a_dump_has_facades_and_restores_the_same_numbers(
    invoices: Database, server: Server
) -> None:
    dump = invoices.dump("--exclude-table=received")
    facades = re.findall("^inv_[1-9A-HJ-NP-Za-km-z]{11}\t", dump, re.M)
    assert len(facades) == 5001
    restored = server.new_database("restored_invoices")
    restored.sql(dump)
    assert restored.sql(SAME_ROWS) == invoices.sql(SAME_ROWS)


def test_without_its_key_no_id_goes_in_or_out(
    invoices: Database, server: Server, text_of_77: str
) -> None:
    use_keys(server, f"2:{new_key()}")
    file = server.directory / "invoices.bin"
    for statement in (
        "SELECT id FROM invoices",
        f"SELECT '{text_of_77}'::inv_id",
        "SELECT inv_id_send(id) FROM invoices",
        f"COPY received FROM '{file}' (FORMAT binary)",
    ):
        has_no_key(invoices, statement, "inv_id")


def test_without_its_key_new_rows_numbers_joins_and_counts_go_on(
    invoices: Database, server: Server
) -> None:
    use_keys(server, f"2:{new_key()}")
    inside, joined = invoices.sql(
        """
        BEGIN;
        INSERT INTO invoices (n) VALUES (5001);
        SELECT count(*), max(n), count(*) FILTER (WHERE id::bigint = n) FROM invoices;
        SELECT count(*) FROM invoices AS a JOIN invoices AS b ON b.id = a.parent;
        ROLLBACK;
        """
    )
    assert (inside, joined) == (["5002", "5001", "5002"], ["4999"])


def test_a_new_key_is_a_new_type_without_a_rewrite(
    invoices: Database, server: Server, text_of_77: str
) -> None:
    """The same numbers have other texts; the old type still reads the old ones."""
    use_keys(server, f"1:{KEY}", f"2:{new_key()}")
    before, after, rows, found = invoices.sql(
        f"""
        \\o /dev/null
        SELECT typeid_create_type('inv2_id', 'inv', 'uid11', 2);
        \\o
        CREATE TABLE rotated AS SELECT id, n FROM invoices;
        SELECT pg_relation_filenode('rotated');
        ALTER TABLE rotated ALTER id TYPE bigint;
        ALTER TABLE rotated ALTER id TYPE inv2_id;
        SELECT pg_relation_filenode('rotated');
        SELECT count(*),
            count(*) FILTER (WHERE id::bigint = n),
            count(*) FILTER (WHERE id::text = n::inv_id::text)
        FROM rotated;
        SELECT n FROM rotated WHERE id = '{text_of_77}'::inv_id::bigint::inv2_id;
        """
    )
    assert before == after
    assert rows == ["5001", "5001", "0"]
    assert found == ["77"]


# The example for Rails, over a table of bigint --------------------------------------------------

BILLS = """
    CREATE EXTENSION base62id;
    CREATE TABLE bills (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, amount integer);
    INSERT INTO bills (amount) SELECT 10 * n FROM generate_series(1, 50) AS n;
"""
RAILS = """
    ActiveRecord::Base.establish_connection(
      adapter: "postgresql", host: ARGV[0], username: "postgres", database: "bills"
    )
    class Bill < ActiveRecord::Base
      extend PublicId
      has_public_id "bill"
    end
    shown = Bill.find_by!(amount: 70).to_param
    texts = [shown, "bill_11111111111", "bill_7", "7"]
    puts [shown, *texts.map { |text| Bill.find_by_public_id(text)&.amount.inspect }].join(" ")
"""


def ruby(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["ruby", *arguments],
        env=os.environ | {"BASE62ID_MASK_KEY": KEY},
        capture_output=True,
        text=True,
    )


def test_the_example_for_rails(server: Server) -> None:
    if not shutil.which("ruby") or ruby("-r", "active_record", "-r", "pg", "-e", "").returncode:
        pytest.skip("no ActiveRecord with its PostgreSQL driver (ruby-activerecord, ruby-pg)")
    use_keys(server, f"1:{KEY}")
    bills = server.new_database("bills")
    bills.sql(BILLS)
    of_7 = bills.value("SELECT 'bill_' || uid11_mask(7, 'bill')")
    libraries = ["-I", f"{TOP}/clients/ruby/lib", "-r", "active_record", "-r", "base62id"]
    example = ["-r", f"{TOP}/examples/public-ids/public_id.rb"]
    done = ruby(*libraries, *example, "-e", RAILS, str(server.directory))
    assert done.stdout.split("\n")[-2:] == [f"{of_7} 70 nil nil nil", ""], done.stderr


def test_the_server_wrote_nothing_bad_to_its_log(server: Server) -> None:
    assert server.trouble() == []
