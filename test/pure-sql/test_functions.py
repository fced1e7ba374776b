"""base62id.sql: how it installs, and what its functions do.

The scripts of checks (contract.sql, vectors.sql, …) also run over the extension, by which both are
known to mean the same.
"""

import re

import pytest
from conftest import FULL, MAJOR, Database, Server, SqlError, pg_config
from pure_sql import FUNCTIONS, VERSION, example, failed_checks, install

MANY = 100_000 if FULL else 2_000
FUNCTIONS_OF_PUBLIC = """
    SELECT count(*), count(DISTINCT oid) FILTER (
        WHERE obj_description(oid, 'pg_proc') LIKE '%(base62id in SQL)')
    FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace;
"""


@pytest.fixture(scope="module")
def functions(shared_server: Server) -> Database:
    """A database with the functions, in the schema public."""
    database = shared_server.new_database("functions")
    install(database, FUNCTIONS)
    shared_server.sql("CREATE ROLE plain LOGIN")
    return database


@pytest.fixture(scope="module")
def extension(shared_server: Server) -> Database:
    """A database with the extension instead."""
    database = shared_server.new_database("extension")
    database.sql("CREATE EXTENSION base62id")
    return database


# How it installs -------------------------------------------------------------------------------


def test_it_installs_in_silence(shared_server: Server) -> None:
    database = shared_server.new_database("silence")
    done = database.psql(f"SET client_min_messages = notice;\n\\i {FUNCTIONS}")
    assert (done.stdout, done.stderr) == ("", "")


def test_a_second_run_changes_nothing(functions: Database) -> None:
    before = functions.sql(FUNCTIONS_OF_PUBLIC)
    *after, search_path = functions.sql(
        f"\\i {FUNCTIONS}\n{FUNCTIONS_OF_PUBLIC}\nSHOW search_path;"
    )
    assert after == before
    assert search_path == ['"$user", public']


def test_functions_have_a_comment_unless_they_are_internal(functions: Database) -> None:
    wrong = """
        SELECT oid::regprocedure
        FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
            AND (obj_description(oid, 'pg_proc') IS NULL) <> (proname LIKE '%\\_\\_%')
    """
    assert functions.sql(wrong) == []


def test_the_version_is_the_extensions(functions: Database) -> None:
    assert functions.value("SELECT base62id_version()") == VERSION


def test_no_body_looks_anything_up_by_name(functions: Database) -> None:
    """Operators, functions and types of bodies name their schema, whatever the caller's path is."""
    bodies = functions.sql(
        """
        SELECT oid::regprocedure, line
        FROM pg_proc, regexp_split_to_table(prosrc, E'\\n') AS line
        WHERE pronamespace = 'public'::regnamespace;
        """
    )
    unqualified = re.compile(
        r" ([-+*/%&|<>=~!]+|IN|LIKE|BETWEEN|DISTINCT) "
        r"|(^|[^._a-z\"])"
        r"(encode|decode|substr|get_byte|convert_to|format|length|octet_length)\("
        r"|::(text|uuid|bytea|int8|name)\b"
    )
    no_code = re.compile(r"'[^']*'|--.*|FOR i IN|SLICE 1 IN")
    assert len(bodies) > 500
    assert [body for body in bodies if unqualified.search(no_code.sub("''", body[1]))] == []


def test_it_refuses_a_session_without_a_schema(functions: Database) -> None:
    error = functions.error(f"SET search_path = '';\n\\i {FUNCTIONS}")
    assert "no schema has been selected" in str(error)


def test_it_refuses_a_schema_with_a_dollar_sign(functions: Database) -> None:
    functions.sql('CREATE SCHEMA "a$f$"')
    error = functions.error(f'SET search_path = "a$f$";\n\\i {FUNCTIONS}')
    assert "cannot be used here" in str(error)


def test_it_does_not_replace_another_roles_function(functions: Database) -> None:
    functions.sql(
        """
        CREATE ROLE mallory;
        CREATE SCHEMA trap;
        GRANT CREATE, USAGE ON SCHEMA trap TO mallory;
        SET ROLE mallory;
        CREATE FUNCTION trap.typeid_print(typeid text) RETURNS text
            LANGUAGE sql AS 'SELECT 1::text';
        """
    )
    error = functions.error(f"SET search_path = trap;\n\\i {FUNCTIONS}")
    assert re.search(r"function trap.typeid_print\(text\) is in the way.*mallory", str(error), re.S)


def test_it_can_be_the_script_of_an_extension(shared_server: Server) -> None:
    """That is what pg_tle makes of it."""
    share = pg_config("sharedir")
    root = shared_server.directory / "packed"
    directory = root / share[1:] / "extension"
    directory.mkdir(parents=True)
    (directory / "base62id.control").write_text("default_version = '1.0.0'\nrelocatable = false\n")
    (directory / "base62id--1.0.0.sql").write_text(FUNCTIONS.read_text())
    finds_it = {
        "extension_destdir": str(root),  # Debian's servers
        "extension_control_path": f"{root}{share}",  # from 18 on
    }
    database = shared_server.new_database("packed")
    settings = [name for [name] in database.sql("SELECT name FROM pg_settings")]
    setting = next((name for name in finds_it if name in settings), None)
    if not setting:
        pytest.skip("this server finds extensions in its own directory only")
    of_public = "SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
    install(database, FUNCTIONS)
    all_functions = database.value(of_public)
    members, works, left = database.sql(
        f"""
        SET {setting} = '{finds_it[setting]}';
        CREATE SCHEMA ids;
        CREATE EXTENSION base62id SCHEMA ids;
        SELECT count(*)
        FROM pg_depend
        WHERE deptype = 'e'
            AND classid = 'pg_proc'::regclass
            AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'base62id');
        SELECT ids.base62id_is_valid(ids.base62id_encode(gen_random_uuid()));
        DROP EXTENSION base62id;
        SELECT count(*) FROM pg_proc WHERE pronamespace = 'ids'::regnamespace;
        """
    )
    assert (members, works, left) == ([all_functions], ["t"], ["0"])


# What the functions do -------------------------------------------------------------------------


@pytest.mark.parametrize("script", ["vectors", "contract", "random", "id_types", "domain"])
def test_functions_in_sql_pass_all_checks(functions: Database, script: str) -> None:
    assert failed_checks(functions, script, path="public", n=MANY) == []


@pytest.mark.parametrize("script", ["vectors", "contract", "random", "id_types"])
def test_the_extension_passes_the_same_checks(extension: Database, script: str) -> None:
    where = ", the extension"
    assert failed_checks(extension, script, path="public", n=MANY, where=where) == []


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_checks_pass_in_another_encoding(shared_server: Server, encoding: str) -> None:
    database = shared_server.new_database(encoding.lower(), f"ENCODING {encoding} LOCALE 'C'")
    install(database, FUNCTIONS)
    assert failed_checks(database, "vectors", path="") == []
    if encoding == "LATIN1":
        assert failed_checks(database, "contract") == []


def test_checks_pass_under_an_empty_search_path(functions: Database) -> None:
    assert failed_checks(functions, "vectors", path="") == []


def test_checks_pass_in_a_schema_with_an_odd_name(functions: Database) -> None:
    functions.sql(
        f'CREATE SCHEMA "Ids + ""more""";\nSET search_path = "Ids + ""more""";\n\\i {FUNCTIONS}'
    )
    assert failed_checks(functions, "vectors", path="", schema='Ids + "more"') == []


def test_checks_pass_for_a_role_without_privileges(functions: Database) -> None:
    assert failed_checks(functions.as_role("plain"), "contract") == []


@pytest.mark.skipif(not FULL, reason="in the long form only")
def test_64_kib_there_and_back(functions: Database) -> None:
    [row] = functions.sql(
        """
        SELECT length(t), base62id_decode_bytea(t) = b
        FROM (SELECT decode(repeat('fe01', 32768), 'hex') AS b) AS b, base62id_encode(b) AS t;
        """
    )
    assert row == ["88054", "t"]


def test_the_pages_domain(functions: Database) -> None:
    domain, id_of_a_row = functions.sql(
        f"""
        {example("domain")}
        INSERT INTO people (name) VALUES ('Ada');
        SELECT person_id__to_text(id) FROM people;
        DROP TABLE people;
        DROP DOMAIN person_id CASCADE;
        """
    )
    assert domain == ["person_id"]
    assert re.match("person_[0-7]", id_of_a_row[0])


def test_the_pages_uuid_columns(functions: Database) -> None:
    """They are found by an index, and not by an id of another kind, which typeid_to_uuid reads."""
    functions.sql(example("stored"))
    [[client]] = functions.sql(
        """
        INSERT INTO clients (name) VALUES ('Ada') RETURNING typeid_encode('client', id);
        """
    )
    other = client.replace("client_", "order_")
    find = "SELECT name FROM clients WHERE id ="
    assert functions.value(f"{find} client_id__from_text('{client}')") == "Ada"
    assert functions.value(f"{find} typeid_to_uuid('{other}')") == "Ada"
    with pytest.raises(SqlError) as error:
        functions.sql(f"{find} client_id__from_text('{other}')")
    assert error.value.state == "22P02"

    plan = functions.sql(
        f"""
        SET enable_seqscan = off;
        EXPLAIN (COSTS OFF) {find} client_id__from_text('{client}');
        """
    )
    assert "Index Cond" in str(plan)
    functions.sql("DROP TABLE clients; DROP DOMAIN client_id CASCADE")


def test_an_id_that_was_pasted_finds_its_row_of_a_uuid_column(functions: Database) -> None:
    search = example("stored-pasted")
    rows = functions.sql(
        f"""
        {example("stored")}
        INSERT INTO clients VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', 'Ada');
        {search}
        {search.replace("CLIENT_", "nonsense ")}
        DROP TABLE clients;
        DROP DOMAIN client_id CASCADE;
        """
    )
    assert rows == [["client_id"], ["Ada"]]
    other_kind = search.replace("CLIENT_", "ORDER_")
    assert functions.error(f"{example('stored')} {other_kind}").state == "22P02"
    functions.sql("DROP TABLE IF EXISTS clients; DROP DOMAIN IF EXISTS client_id CASCADE")


def test_the_pages_times_of_uuid_columns(functions: Database) -> None:
    """Random ids of before have no time, and some are in the range by chance."""
    by_chance = """
        overlay(uuid_v7_min(now() - interval '1 h')::text PLACING '4' FROM 15 FOR 1)
    """
    rows = functions.sql(
        f"""
        {example("stored")}
        INSERT INTO clients (name) VALUES ('no time');
        INSERT INTO clients SELECT ({by_chance})::uuid, 'by chance';
        {example("stored-times")}
        INSERT INTO clients (name) VALUES ('new');
        INSERT INTO clients SELECT uuid_v7_new(now() - interval '2 days'), 'old';
        {example("stored-times").split(";")[1]};
        """
    )
    in_order = rows[-2:]
    assert rows[:-2] == [["client_id"], [in_order[0][0], ""]]
    assert [bool(made) for id_of_row, made in in_order] == [False, True]
    assert all(id_of_row.startswith("client_") for id_of_row, made in in_order)
    plan = functions.sql(
        f"""
        SET enable_seqscan = off;
        EXPLAIN (COSTS OFF) {example("stored-times").split(";")[1]};
        DROP TABLE clients;
        DROP DOMAIN client_id CASCADE;
        """
    )
    assert "Index Cond: ((id >= uuid_v7_min" in str(plan)


@pytest.mark.parametrize(
    ("text", "systems"),
    [
        ("user_01h455vb4pex5vsknk084sn02q", ["typeid"]),
        ("01h455vb4pex5vsknk084sn02q", ["typeid", "ulid"]),
        ("01H455VB4PEX5VSKNK084SN02Q", ["ulid"]),
        ("ANjssJkyfa3H00J9ZPJG", ["baseuid"]),
        ("5Gg7xyZ9abc", ["uid11"]),
        ("Fd1grph2uh4xkiIkpsM2dD", ["base62id", "base64uuid"]),
        ("F0XFdSf8OrHvnDgk78ac0M", ["base64uuid"]),
        ("order_01H455VB4PEX5VSKNK084SN02Q", []),  # in another notation
        ("0ujtsYcgvSTl8PAuAdqWYSMnLOv", []),  # a KSUID
        ("see 5Gg7xyZ9abc", []),
    ],
)
def test_the_pages_question_what_an_id_is(
    functions: Database, text: str, systems: list[str]
) -> None:
    query = example("systems").replace("user_01h455vb4pex5vsknk084sn02q", text)
    names = re.findall(r"(\w+)_is_valid\(t\) AS \1", query)
    [answers] = functions.sql(query)
    assert len(names) == len(answers) == 6
    assert [name for name, answer in zip(names, answers) if answer == "t"] == systems


# Under workers and compiled expressions, as defaults, in dumps ----------------------------------


def test_parallel_workers_and_compiled_expressions(functions: Database) -> None:
    rows = MANY // 5 + 100
    parallel = "debug_parallel_query" if MAJOR >= 16 else "force_parallel_mode"
    made = """
        SELECT u, typeid_generate('user') AS t, baseuid_new() AS b, xid_new() AS x,
            base62id_encode(u) AS in_base62, typeid_encode('user', u) AS as_typeid
        FROM many
    """
    results = functions.sql(
        f"""
        SET {parallel} = on;
        SET parallel_setup_cost = 0;
        SET parallel_tuple_cost = 0;
        SET min_parallel_table_scan_size = 0;
        SET jit = on;
        SET jit_above_cost = 0;
        CREATE TABLE many AS SELECT gen_random_uuid() AS u FROM generate_series(1, {rows});
        ANALYZE many;
        EXPLAIN (VERBOSE, COSTS OFF) {made};
        CREATE TABLE made_in_parallel AS {made};
        SELECT count(*), count(DISTINCT t), count(DISTINCT b), every(uid11_is_valid(x)),
            every(base62id_decode(in_base62) = u AND typeid_to_uuid(as_typeid) = u)
        FROM made_in_parallel;
        """
    )
    *plan, right = results
    text = "\n".join(line for [line] in plan)
    assert "Workers Planned" in text
    assert "Parallel Seq Scan" in text
    below_gather = text[text.index("Parallel Seq Scan") :]
    assert re.search("Output: .*typeid__new.*uid11__xid.*base62id_encode", below_gather)
    assert right == [str(rows), str(rows), str(rows), "t", "t"]


@pytest.mark.parametrize(
    "call",
    [
        "uid11__xid(AHEAD, gen_random_uuid())",
        "uid11__snowish(1, AHEAD)",
        "uid11__ts_seq_rand(AHEAD, gen_random_uuid())",
        "typeid__new('user', AHEAD, gen_random_uuid())",
        "typeid__uuid7(AHEAD, gen_random_uuid())",
        "baseuid__new(AHEAD, gen_random_uuid())",
        "ulid__new(AHEAD, gen_random_uuid())",
    ],
)
def test_a_generator_does_not_return_within_the_microsecond_of_its_clock(
    functions: Database, call: str
) -> None:
    """One call may take longer than that by itself. A clock that is ahead, and twenty calls, show
    that it waits."""
    waited = functions.value(
        f"""
        CREATE FUNCTION pg_temp.waits(call text) RETURNS boolean LANGUAGE plpgsql AS $$
        DECLARE
            ahead timestamptz;
            id text;
        BEGIN
            FOR i IN 1 .. 20 LOOP
                ahead := clock_timestamp() + interval '200 us';
                EXECUTE replace(call, 'AHEAD', quote_literal(ahead) || '::timestamptz') INTO id;
                IF clock_timestamp() <= ahead THEN
                    RETURN false;
                END IF;
            END LOOP;
            RETURN true;
        END $$;
        SELECT pg_temp.waits($call$ SELECT {call} $call$);
        """
    )
    assert waited == "t"


def test_a_column_that_is_added_with_a_default_has_an_id_for_each_row(functions: Database) -> None:
    [distinct] = functions.sql(
        """
        CREATE TABLE added AS SELECT FROM generate_series(1, 100);
        ALTER TABLE added
            ADD x text DEFAULT xid_new(),
            ADD t text DEFAULT typeid_generate('user'),
            ADD b text DEFAULT baseuid_new(),
            ADD l text DEFAULT ulid_generate();
        SELECT count(DISTINCT x), count(DISTINCT t), count(DISTINCT b), count(DISTINCT l)
        FROM added;
        """
    )
    assert distinct == ["100", "100", "100", "100"]


USERS = """
    CREATE TABLE users (
        id text COLLATE "C" PRIMARY KEY DEFAULT typeid_generate('user')
            CHECK (typeid_check(id, 'user')),
        u uuid DEFAULT typeid_uuid_generate_v7(),
        short text GENERATED ALWAYS AS (base62id_encode(typeid_to_uuid(id))) STORED
    );
    CREATE INDEX users_made ON users (typeid_timestamp(id));
    INSERT INTO users SELECT FROM generate_series(1, 1000);
"""


@pytest.fixture(scope="module")
def used(shared_server: Server) -> Database:
    """A table with functions in a default, a check, an index and a generated column."""
    database = shared_server.new_database("used")
    install(database, FUNCTIONS)
    database.sql(USERS)
    return database


def test_a_dump_is_restored_and_works(shared_server: Server, used: Database) -> None:
    restored = shared_server.new_database("restored")
    restored.sql(used.dump())
    rows = "SELECT count(*), md5(string_agg(id || u || short, ',' ORDER BY id)) FROM users"
    assert restored.sql(rows) == used.sql(rows)
    restored.sql("INSERT INTO users DEFAULT VALUES")
    assert restored.value("SELECT count(*) FROM users") == "1001"


def test_the_server_wrote_nothing_bad_to_its_log(shared_server: Server) -> None:
    assert shared_server.trouble() == []
