"""From the functions in SQL to the extension: move-to-extension.sql, domains-to-types.sql, and the
page's change of types. Rows stay, queries mean the same, and what stands in the way stops it all.
"""

import re

import pytest
from conftest import Database, Server
from pure_sql import (
    DOMAINS_TO_TYPES,
    FUNCTIONS,
    MOVE,
    PAGE,
    REMOVE,
    VERSION,
    copy_of,
    example,
    files_of,
    install,
    stable_dump,
)

FUNCTIONS_IN_SQL = """
    SELECT count(*)
    FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
    WHERE pronamespace IN (SELECT oid FROM pg_namespace WHERE nspname IN ('public', 'shop'))
        AND lanname IN ('sql', 'plpgsql')
"""


def locked_exclusively(database: Database, script: str) -> list[str]:
    """The tables that a script with one COMMIT locks, as its transaction sees it at its end."""
    look = """
        SELECT DISTINCT 'locked ' || relname
        FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE pid = pg_backend_pid()
            AND mode = 'AccessExclusiveLock'
            AND relname IN ('users', 'orders', 'files', 'documents')
        ORDER BY 1;
        COMMIT;
    """
    script, commits = re.subn("^COMMIT;$", lambda _: look, script, flags=re.M)
    assert commits == 1
    rows = [row[0] for row in database.sql(script)]
    return [text.removeprefix("locked ") for text in rows if text.startswith("locked ")]


# Columns of text and uuid ----------------------------------------------------------------------

TEXTS = """
    CREATE DOMAIN user_id AS text DEFAULT typeid_generate('user')
        CONSTRAINT is_user CHECK (typeid_check_text(VALUE, 'user'));
    CREATE TABLE users (
        id text COLLATE "C" PRIMARY KEY DEFAULT typeid_generate('user')
            CONSTRAINT users_id_check CHECK (typeid_check(id, 'user')),
        name text
    );
    CREATE TABLE orders (
        id text COLLATE "C" PRIMARY KEY DEFAULT xid_new(),
        buyer text REFERENCES users
    );
    CREATE TABLE files (id text COLLATE "C" DEFAULT baseuid_new(), owner user_id);
    CREATE TABLE documents (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
    INSERT INTO users SELECT FROM generate_series(1, 1000);
    INSERT INTO orders (buyer) SELECT id FROM users;
    INSERT INTO files DEFAULT VALUES;
    INSERT INTO documents SELECT FROM generate_series(1, 1000);
"""
TABLES = ("users", "orders", "files", "documents")

# Queries of an application, which must mean the same before, between and after.
APPLICATION = """
    SELECT count(*), md5(string_agg(u.id::text || '/' || o.id::text, ','
        ORDER BY o.id::text COLLATE "C"))
    FROM users AS u JOIN orders AS o ON o.buyer = u.id;
    SELECT count(*)
    FROM users
    WHERE typeid_check(id, 'user')
        AND typeid_has_prefix(id, 'user')
        AND typeid_timestamp(id) > now() - interval '1 h';
    SELECT count(*)
    FROM orders
    WHERE id BETWEEN xid_min(now() - interval '1 h') AND xid_max(now())
        AND xid_timestamp(id) < now();
    SELECT count(*) FROM files WHERE baseuid_is_valid(id::text) AND baseuid_timestamp(id) <= now();
    SELECT count(*) FROM documents WHERE base62id_decode(base62id_encode(id)) = id;
    SELECT id::text
    FROM users
    WHERE id = (SELECT buyer FROM orders ORDER BY id::text COLLATE "C" LIMIT 1);
"""


@pytest.fixture(scope="module")
def texts(shared_server: Server) -> Database:
    database = shared_server.new_database("texts")
    install(database, FUNCTIONS)
    database.sql(TEXTS)
    return database


@pytest.fixture(scope="module")
def answers(texts: Database) -> list[list[str]]:
    """What the application's queries answer before the move: rows of all tables."""
    answers = texts.sql(APPLICATION)
    assert [row[0] for row in answers[:5]] == ["1000", "1000", "1000", "1", "1000"]
    return answers


def test_a_view_that_uses_a_function_stops_the_move(
    texts: Database, answers: list[list[str]]
) -> None:
    count = "SELECT count(*) FROM pg_proc WHERE pronamespace = 'public'::regnamespace"
    functions = texts.value(count)
    texts.sql("CREATE VIEW in_the_way AS SELECT xid_timestamp(id) FROM orders")
    error = texts.error(f"\\i {MOVE}")
    assert "view public.in_the_way depends on function public.xid_timestamp" in str(error)
    assert texts.sql(APPLICATION) == answers
    assert texts.value(count) == functions
    texts.sql("DROP VIEW in_the_way")


@pytest.fixture(scope="module")
def moved(texts: Database, answers: list[list[str]]) -> Database:
    before = files_of(texts, *TABLES)
    locked = locked_exclusively(texts, MOVE.read_text())
    assert locked == ["files", "orders", "users"], "those whose defaults and constraints change"
    assert files_of(texts, *TABLES) == before, "no table is rewritten"
    return texts


def test_the_extension_is_there_and_no_function_in_sql_is_left(moved: Database) -> None:
    version = "SELECT extversion FROM pg_extension WHERE extname = 'base62id'"
    assert moved.value(version) == "1.0"
    assert moved.value(FUNCTIONS_IN_SQL) == "0"


def test_the_queries_answer_the_same(moved: Database, answers: list[list[str]]) -> None:
    assert moved.sql(APPLICATION) == answers


def test_old_constraints_can_be_validated(moved: Database) -> None:
    moved.sql(
        """
        ALTER TABLE users VALIDATE CONSTRAINT users_id_check;
        ALTER DOMAIN user_id VALIDATE CONSTRAINT is_user;
        """
    )


def test_defaults_work_on(moved: Database) -> None:
    new = moved.sql(
        """
        INSERT INTO users (name) VALUES ('new') RETURNING typeid_check(id, 'user');
        INSERT INTO orders (buyer) SELECT id FROM users WHERE name = 'new'
            RETURNING uid11_is_valid(id::text);
        INSERT INTO files DEFAULT VALUES
            RETURNING baseuid_is_valid(id::text) AND typeid_check_text(owner::text, 'user');
        """
    )
    assert new == [["t"], ["t"], ["t"]]


@pytest.mark.parametrize(
    ("constraint", "table", "column"),
    [("users_id_check", "users", "id"), ("is_user", "files", "owner")],
)
def test_checks_hold(moved: Database, constraint: str, table: str, column: str) -> None:
    wrong = f"INSERT INTO {table} ({column}) VALUES ('order_00000000000000000000000000')"
    assert constraint in str(moved.error(wrong))


def test_the_functions_do_not_overwrite_the_extension(moved: Database) -> None:
    assert "is in the way" in str(moved.error(f"\\i {FUNCTIONS}"))


@pytest.fixture(scope="module")
def changed(moved: Database) -> Database:
    """The columns have the extension's types, by the page's block."""
    before = moved.sql(APPLICATION)
    assert locked_exclusively(moved, example("types")) == ["orders", "users"]
    types = moved.sql(
        """
        SELECT attrelid::regclass, attname, atttypid::regtype
        FROM pg_attribute
        WHERE attrelid IN ('users'::regclass, 'orders'::regclass) AND attname IN ('id', 'buyer')
        ORDER BY 1, 2;
        """
    )
    assert sorted(types) == [
        ["orders", "buyer", "typeid"],
        ["orders", "id", "uid11"],
        ["users", "id", "typeid"],
    ]
    assert moved.sql(APPLICATION) == before
    return moved


def test_defaults_work_over_the_types(changed: Database) -> None:
    new = changed.sql(
        """
        INSERT INTO users (name) VALUES ('newer') RETURNING typeid_check(id, 'user');
        INSERT INTO orders (buyer) SELECT id FROM users WHERE name = 'newer'
            RETURNING xid_timestamp(id) > now() - interval '1 h';
        """
    )
    assert new == [["t"], ["t"]]


def test_the_foreign_key_holds_over_the_types(changed: Database) -> None:
    error = changed.error("INSERT INTO orders (buyer) VALUES (typeid_generate('user'))")
    assert "orders_buyer_fkey" in str(error)


# Domains over uuid -----------------------------------------------------------------------------

DOMAINS = f"""
    {example("domain")}
    CREATE SCHEMA auth;
    CREATE TABLE auth.users (id uuid PRIMARY KEY);
    INSERT INTO auth.users SELECT md5(i::text)::uuid FROM generate_series(1, 9) AS i;
    SELECT typeid_create_uuid_domain('public."Or""der"', 'order', 'ulid');
    ALTER TABLE people ADD login person_id REFERENCES auth.users;
    INSERT INTO people SELECT id, 'n', id FROM auth.users;
    CREATE TABLE orders (
        id "Or""der" PRIMARY KEY,
        buyer person_id REFERENCES people ON DELETE CASCADE,
        payer uuid REFERENCES people,
        others person_id[] DEFAULT '{{}}'
    );
    INSERT INTO orders SELECT id, id, id, ARRAY[id] FROM people;
    {example("beside")}
"""


@pytest.fixture(scope="module")
def domains(shared_server: Server) -> Database:
    """People whose ids are domains, who refer to a table of plain uuid."""
    database = shared_server.new_database("domains")
    install(database, FUNCTIONS)
    database.sql(DOMAINS)
    return database


def test_a_view_stops_the_domains_move(domains: Database) -> None:
    domains.sql("CREATE VIEW in_the_way AS SELECT id FROM people")
    assert "used by a view" in str(domains.error(f"\\i {DOMAINS_TO_TYPES}"))
    domains.sql("DROP VIEW in_the_way")


@pytest.fixture(scope="module")
def moved_domains(domains: Database) -> Database:
    before = files_of(domains, "people")
    install(domains, DOMAINS_TO_TYPES)
    assert files_of(domains, "people") == before, "it is not rewritten"
    return domains


def test_domains_are_types_in_the_same_columns(moved_domains: Database) -> None:
    columns = moved_domains.sql(
        """
        SELECT attname, atttypid::regtype, typtype, pg_get_expr(adbin, adrelid)
        FROM pg_attribute
            JOIN pg_type ON pg_type.oid = atttypid
            LEFT JOIN pg_attrdef ON (adrelid, adnum) = (attrelid, attnum)
        WHERE attrelid IN ('people'::regclass, 'orders'::regclass) AND attnum > 0
        ORDER BY attrelid::regclass::text, attnum;
        """
    )
    assert columns == [
        ["id", '"Or""der"', "b", ""],
        ["buyer", "person_id", "b", ""],
        ["payer", "uuid", "b", ""],
        ["others", "person_id[]", "b", "'{}'::person_id[]"],
        ["id", "person_id", "b", "gen_random_uuid()"],
        ["name", "text", "b", ""],
        ["login", "uuid", "b", ""],
    ]


def test_domains_rows_are_the_same_and_read_as_ids(moved_domains: Database) -> None:
    same = """
        SELECT count(*)
        FROM people JOIN orders ON buyer = people.id AND payer = people.id
        WHERE orders.id::uuid = login
            AND others = ARRAY[people.id]
            AND to_json(people) ->> 'id' ~ '^person_'
            AND orders.id::text ~ '^order_'
    """
    assert moved_domains.value(same) == "9"


def test_a_row_comes_from_json_after_the_domains_move(moved_domains: Database) -> None:
    id_of_row = "person_01h455vb4pex5vsknk084sn02q"
    read = f"""
        SELECT to_json(row) ->> 'id'
        FROM json_to_recordset('[{{"id": "{id_of_row}", "name": "Ada"}}]')
            AS row (id person_id, name text)
        WHERE id = '{id_of_row}'
    """
    assert moved_domains.value(read) == id_of_row


def test_foreign_keys_hold_and_functions_are_gone_after_the_domains_move(
    moved_domains: Database,
) -> None:
    wrong = "INSERT INTO orders (id, payer) VALUES (gen_random_uuid(), gen_random_uuid())"
    assert "orders_payer_fkey" in str(moved_domains.error(wrong))
    keys = "SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated"
    assert moved_domains.value(keys) == "3"
    functions = "SELECT count(*) FROM pg_proc WHERE proname ~ '__(to|from)_(text|json)$'"
    assert moved_domains.value(functions) == "0"


def test_the_functions_are_removed_after_the_domains_move(moved_domains: Database) -> None:
    """They are in another schema than the extension, which stays."""
    rows = "SELECT count(*), md5(string_agg(people::text, ',' ORDER BY id)) FROM people"
    before = moved_domains.sql(rows)
    install(moved_domains, REMOVE)
    assert moved_domains.value(FUNCTIONS_IN_SQL) == "0"
    assert moved_domains.sql(rows) == before
    assert moved_domains.value("SELECT ids.base62id_version()") == VERSION
    find = "SELECT count(*) FROM people WHERE id = (SELECT id::text FROM people LIMIT 1)::person_id"
    assert moved_domains.value(find) == "1"


def test_a_second_run_of_the_domains_move_changes_nothing(moved_domains: Database) -> None:
    before = stable_dump(moved_domains)
    install(moved_domains, DOMAINS_TO_TYPES)
    assert stable_dump(moved_domains) == before


# Text, id types and domains over uuid in one database --------------------------------------------

MIXED = f"""
    {example("stored")}
    {example("domain")}
    {example("typed")}
    INSERT INTO clients VALUES ('01890a5d-ac96-774b-bcce-b302099a8057', 'Ada');
    INSERT INTO people (name) VALUES ('Ada');
    INSERT INTO users (name) VALUES ('Ada');
    CREATE TABLE links (id text COLLATE "C" PRIMARY KEY DEFAULT xid_new());
"""


@pytest.fixture(scope="module")
def restored(shared_server: Server) -> Database:
    """As a dump restores it, before the extension is created."""
    dumped = shared_server.new_database("dumped")
    install(dumped, FUNCTIONS)
    dumped.sql(MIXED)
    restored = shared_server.new_database("restored_before_the_move")
    restored.sql(dumped.dump())
    return restored


@pytest.fixture
def mixed(restored: Database) -> Database:
    """A copy for one test."""
    return copy_of(restored, "mixed")


def test_the_page_finds_domains_over_uuid(mixed: Database) -> None:
    assert sorted(mixed.sql(example("find-domains"))) == [["client_id"], ["person_id"]]


def test_the_move_warns_of_domains_over_uuid(mixed: Database) -> None:
    done = mixed.psql(f"\\set VERBOSITY verbose\n\\i {MOVE}", "--set=ON_ERROR_STOP=1")
    assert done.returncode == 0, done.stderr
    [warning] = re.findall("WARNING: .*\nHINT: .*", done.stderr)
    assert "42883: the functions of domains over uuid do not work now" in warning
    assert "public.client_id, public.person_id\n" in warning
    assert "Run domains-to-types.sql next" in warning
    assert mixed.error("SELECT person_id__to_text(id) FROM people").state == "42883"


def test_both_scripts_in_one_command(mixed: Database) -> None:
    [command] = re.findall("`psql (-v ON_ERROR_STOP=1 -f move.*?)`", PAGE)
    files = [str(MOVE.parent / word) if word.endswith(".sql") else word for word in command.split()]
    done = mixed.run("psql", "-X", *files)
    assert done.returncode == 0, done.stderr
    types = """
        SELECT attrelid::regclass, atttypid::regtype, typtype
        FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
        WHERE attname = 'id' AND attrelid IN ('clients'::regclass, 'people'::regclass,
            'users'::regclass, 'links'::regclass)
        ORDER BY attrelid::regclass::text
    """
    assert mixed.sql(types) == [
        ["clients", "uuid", "b"],
        ["links", "text", "b"],
        ["people", "person_id", "b"],
        ["users", "user_id", "b"],
    ]
    assert mixed.value(FUNCTIONS_IN_SQL) == "0"

    # What the page writes instead of the domains' functions.
    find = example("stored-moved")
    client = "client_01h455vb4pex5vsknk084sn02q"
    assert mixed.sql(find) == [[client, "Ada"]]
    plan = mixed.sql(f"SET enable_seqscan = off; EXPLAIN (COSTS OFF) {find}")
    assert "Index Cond: (id = '01890a5d-ac96-774b-bcce-b302099a8057'::uuid)" in str(plan)
    assert mixed.error(find.replace("'client_", "'order_")).state == "22P02"
    of_any_text = find.replace(f"'{client}'", "$1")
    assert of_any_text != find
    by_parameter = f"PREPARE find (text) AS {of_any_text}"
    assert mixed.sql(f"{by_parameter} EXECUTE find ('{client}')") == [[client, "Ada"]]
    error = mixed.error(f"{by_parameter} EXECUTE find ('order_01h455vb4pex5vsknk084sn02q')")
    assert error.state == "22P02"
    plan = mixed.sql(
        f"""
        SET enable_seqscan = off;
        SET plan_cache_mode = force_generic_plan;
        {by_parameter}
        EXPLAIN (COSTS OFF) EXECUTE find ('{client}');
        """
    )
    assert "Index Cond: (id = (($1)::client_id)::uuid)" in str(plan)


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE VIEW v AS SELECT id FROM people", "rule _RETURN on view public.v"),
        (
            "CREATE VIEW v AS SELECT client_id__to_text(id) FROM clients",
            "rule _RETURN on view public.v",
        ),
        (
            "CREATE POLICY mine ON people USING (id IS NOT NULL)",
            "policy mine on table public.people",
        ),
        (
            "CREATE TRIGGER t BEFORE UPDATE OF id ON people FOR EACH ROW"
            " EXECUTE FUNCTION suppress_redundant_updates_trigger()",
            "trigger t on table public.people",
        ),
        (
            "ALTER TABLE people ADD other uuid GENERATED ALWAYS AS (id::uuid) STORED",
            "column other of table public.people",
        ),
        (
            "ALTER TABLE clients ALTER id"
            " SET DEFAULT client_id__from_text('client_01h455vb4pex5vsknk084sn02q')",
            "default value for column id of table public.clients",
        ),
    ],
)
def test_the_move_stops_where_the_domains_move_would(
    mixed: Database, statement: str, named: str
) -> None:
    mixed.sql(statement)
    before = stable_dump(mixed)
    error = mixed.error(f"\\i {MOVE}")
    assert error.state == "2BP01"
    assert re.search(f"domains over uuid cannot be converted .*{named}", str(error), re.S)
    assert stable_dump(mixed) == before


def test_every_function_is_called_in_the_same_way_after_the_move(mixed: Database) -> None:
    calls = mixed.sql(
        """
        SELECT format('%I(%s)', proname, string_agg('NULL::' || t::regtype, ', ' ORDER BY n))
        FROM pg_proc LEFT JOIN unnest(proargtypes) WITH ORDINALITY AS a (t, n) ON true
        WHERE pronamespace = 'public'::regnamespace
            AND obj_description(oid, 'pg_proc') LIKE '%(base62id in SQL)'
        GROUP BY pg_proc.oid, proname
        """
    )
    assert len(calls) > 80
    install(mixed, MOVE, DOMAINS_TO_TYPES)
    parsed = [f"PREPARE q{n} AS SELECT {call};" for n, [call] in enumerate(calls)]
    errors = re.findall("ERROR: .*", mixed.psql("\n".join(parsed)).stderr)
    gone = "function typeid_create_uuid_domain(text, text, text) does not exist"
    assert errors == [f"ERROR:  {gone}"]


# Id types: domains over text -------------------------------------------------------------------

SHOP = "SET search_path = shop, public;"  # the operators of an id type are in its schema
ID_TYPES = f"""
    CREATE SCHEMA shop;
    {SHOP}
    {example("typed")}
    ALTER TABLE orders
        ADD others user_id[] DEFAULT '{{}}',
        ADD CONSTRAINT is_user CHECK (typeid_check(buyer, 'user'));
    CREATE INDEX ON orders (buyer);
    INSERT INTO users (name) SELECT 'n' || n FROM generate_series(1, 1000) AS n;
    INSERT INTO orders (buyer, others) SELECT id, ARRAY[id] FROM users;
"""
ROWS_OF_SHOP = f"""
    {SHOP}
    SELECT count(*), md5(string_agg(u.id::text || o.id::text || o.others::text, ','
        ORDER BY o.id::text COLLATE "C"))
    FROM users AS u JOIN orders AS o ON o.buyer = u.id;
"""


@pytest.fixture(scope="module")
def id_types(shared_server: Server) -> Database:
    database = shared_server.new_database("id_types")
    install(database, FUNCTIONS)
    database.sql(ID_TYPES)
    return database


def test_a_view_stops_the_move_of_id_types(id_types: Database) -> None:
    before = id_types.sql(ROWS_OF_SHOP)
    id_types.sql("CREATE VIEW shop.in_the_way AS SELECT id FROM shop.users")
    assert "used by a view" in str(id_types.error(f"\\i {MOVE}"))
    assert id_types.sql(ROWS_OF_SHOP) == before
    id_types.sql("DROP VIEW shop.in_the_way")


@pytest.fixture(scope="module")
def moved_id_types(id_types: Database) -> Database:
    before = id_types.sql(ROWS_OF_SHOP)
    assert before[0][0] == "1000"
    install(id_types, MOVE)
    assert id_types.sql(ROWS_OF_SHOP) == before
    return id_types


def test_columns_of_id_types_have_the_extensions_types(moved_id_types: Database) -> None:
    columns = moved_id_types.sql(
        """
        SELECT attrelid::regclass, attname, atttypid::regtype, typtype
        FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
        WHERE attrelid IN ('shop.users'::regclass, 'shop.orders'::regclass) AND attnum > 0
        ORDER BY attrelid::regclass::text, attname;
        """
    )
    assert columns == [
        ["shop.orders", "buyer", "shop.user_id", "b"],
        ["shop.orders", "id", "shop.order_id", "b"],
        ["shop.orders", "others", "shop.user_id[]", "b"],
        ["shop.users", "id", "shop.user_id", "b"],
        ["shop.users", "name", "text", "b"],
    ]


def test_defaults_and_indexes_of_id_types_are_back(moved_id_types: Database) -> None:
    new = moved_id_types.sql(
        """
        INSERT INTO shop.users (name) VALUES ('new') RETURNING id::text LIKE 'user\\_%';
        INSERT INTO shop.orders (buyer) SELECT id FROM shop.users WHERE name = 'new'
            RETURNING others;
        SELECT count(*)
        FROM pg_index
        WHERE indrelid IN ('shop.users'::regclass, 'shop.orders'::regclass);
        """
    )
    assert new == [["t"], ["{}"], ["3"]]


def test_the_foreign_key_of_id_types_holds(moved_id_types: Database) -> None:
    error = moved_id_types.error("INSERT INTO shop.orders (buyer) VALUES (shop.user_id_new())")
    assert "orders_buyer_fkey" in str(error)


def test_kinds_of_id_types_no_longer_mix(moved_id_types: Database) -> None:
    error = moved_id_types.error(f"{SHOP} SELECT FROM users JOIN orders ON orders.id = users.id")
    assert "operator does not exist: order_id = user_id" in str(error)


def test_no_function_in_sql_is_left_of_id_types(moved_id_types: Database) -> None:
    assert moved_id_types.value(FUNCTIONS_IN_SQL) == "0"


def test_the_server_wrote_nothing_bad_to_its_log(shared_server: Server) -> None:
    assert shared_server.trouble() == []
