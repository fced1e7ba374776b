"""Five hundred id types in one database, and a thousand partitions by each type, beside uuid: the
size of a dump, and the memory of a session.
"""

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from conftest import FULL, Database, Server, rows_of_types
from scale import explain

pytestmark = pytest.mark.skipif(not FULL, reason="it is part of the long form")

TYPES = 500
PARTITIONS = 1000
KIB_64 = 64 * 1024  # a block more of an allocator, whatever the types are
Record = Callable[[str, object], None]


def create_tables(database: Database, kind: str, first: int, last: int) -> None:
    """kind_1, kind_2, …: their keys are uuids, or each of a type of its own."""
    type_name = "uuid" if kind == "uuid" else "many_%1$s"
    database.sql(
        f"""
        SELECT format('CREATE TABLE {kind}_%1$s (id {type_name} PRIMARY KEY)', n)
        FROM generate_series({first}, {last}) AS n \\gexec
        """
    )


def create_types(database: Database, first: int, last: int) -> None:
    database.sql(
        f"""
        SELECT count(typeid_create_type('many_' || n,
                                        'm' || translate(n::text, '0123456789', 'abcdefghij')))
        FROM generate_series({first}, {last}) AS n
        """
    )


def dump_size(database: Database) -> int:
    return len(database.dump().encode())


def memory_of_session(database: Database, *statements: str) -> int:
    """Bytes of a session that has executed them; without the parser's and the query's own."""
    script = "".join(f"{statement};\n" for statement in statements)
    used = "SELECT sum(used_bytes) FROM pg_backend_memory_contexts;\n"
    return int(database.sql(f"\\o /dev/null\n{script}\\o\n{used}")[0][0])


@dataclass
class Sizes:
    table_of_uuid: int  # of a dump, in bytes
    type: int
    session_with_one_type: int
    session_with_all_types: int


@pytest.fixture(scope="module")
def many(shared_server: Server) -> Database:
    database = shared_server.new_database("many")
    database.sql("CREATE EXTENSION base62id")
    return database


@pytest.fixture(scope="module")
def sizes(many: Database) -> Sizes:
    """Of the database while it grows from nothing to all types, with a table of the first one."""
    nothing = dump_size(many)
    create_tables(many, "uuid", 1, 1)
    table_of_uuid = dump_size(many) - nothing
    create_types(many, 1, 1)
    create_tables(many, "of", 1, 1)
    use_one = "SELECT FROM of_1 WHERE id = (SELECT min(id) FROM of_1)"
    with_one_type = memory_of_session(many, use_one)
    create_types(many, 2, TYPES)
    with_all_types = memory_of_session(many, use_one)
    of_types = dump_size(many) - nothing - 2 * table_of_uuid
    return Sizes(table_of_uuid, of_types // TYPES, with_one_type, with_all_types)


@pytest.fixture(scope="module")
def tables(many: Database, sizes: Sizes) -> None:
    """A table of each type, and as many of uuid."""
    create_tables(many, "uuid", 2, TYPES)
    create_tables(many, "of", 2, TYPES)


def test_there_are_five_hundred_types(many: Database, sizes: Sizes) -> None:
    assert many.value("SELECT count(*) FROM typeid_types()") == str(TYPES)


def test_a_session_pays_little_for_types_that_it_does_not_use(
    sizes: Sizes, record_property: Record
) -> None:
    """Names that all types share, as = and min, are looked up with all their candidates."""
    record_property("bytes of a session with one type", sizes.session_with_one_type)
    record_property("bytes of a session with all types", sizes.session_with_all_types)
    more = sizes.session_with_all_types - sizes.session_with_one_type
    assert more // (TYPES - 1) <= 1500


def test_a_dump_has_a_few_pages_of_each_type(
    many: Database, sizes: Sizes, record_property: Record
) -> None:
    record_property("bytes of a type in a dump", sizes.type)
    record_property("bytes of a table with a key of uuid in a dump", sizes.table_of_uuid)
    dependences = "SELECT count(*) FROM pg_depend WHERE deptype <> 'e' AND objid >= 16384"
    record_property("rows of pg_depend", many.value(dependences))
    assert 1000 < sizes.type <= 45_000


def test_a_session_that_uses_all_types_pays_for_each(
    many: Database, tables: None, record_property: Record
) -> None:
    """It grows with the number of types, since PostgreSQL looks through the default operator
    classes for each: 19,457 bytes a type with a hundred.
    """

    def memory(kind: str) -> int:
        return memory_of_session(
            many,
            *(
                f"SELECT FROM {kind}_{n} AS a JOIN {kind}_{n} AS b USING (id)"
                " WHERE b.id IS NOT NULL ORDER BY id"
                for n in range(1, TYPES + 1)
            ),
        )

    of_uuid, of_types = memory("uuid"), memory("of")
    record_property("bytes of a session that uses all tables of uuid", of_uuid)
    record_property("bytes of a session that uses all tables of types", of_types)
    assert of_types > of_uuid
    assert (of_types - of_uuid) // TYPES <= 60_000


# Partitions, whose bounds are values in order ----------------------------------------------------


def partition(database: Database, type_name: str, value: str) -> None:
    """part_TYPE has a partition, with one row, for each row of values_TYPE but the last."""
    database.sql(
        f"""
        CREATE TABLE values_{type_name} AS
            SELECT row_number() OVER (ORDER BY id) AS n, id
            FROM (
                SELECT {value} AS id
                FROM (
                    SELECT i, decode(md5(i::text), 'hex') AS o, md5(i::text)::uuid AS u,
                        i * 1000003::numeric AS n
                    FROM generate_series(1, {PARTITIONS} + 1) AS i) AS s) AS v;
        CREATE TABLE part_{type_name} (id {type_name}) PARTITION BY RANGE (id);
        SELECT format('CREATE TABLE part_{type_name}_%s PARTITION OF part_{type_name}'
                      ' FOR VALUES FROM (%L) TO (%L)', a.n, a.id, b.id)
        FROM values_{type_name} AS a JOIN values_{type_name} AS b ON b.n = a.n + 1 \\gexec
        INSERT INTO part_{type_name} SELECT id FROM values_{type_name} WHERE n <= {PARTITIONS};
        """
    )


def memory_of_lookups(database: Database, type_name: str) -> int:
    ids = database.sql(f"SELECT id FROM values_{type_name} WHERE n <= 20")
    lookups = [f"SELECT FROM part_{type_name} WHERE id = '{an_id}'" for [an_id] in ids]
    return memory_of_session(database, *lookups)


def memory_of_all(database: Database, type_name: str) -> int:
    return memory_of_session(database, f"SELECT count(*) FROM part_{type_name}")


@dataclass
class Memory:
    lookups: int
    all_partitions: int


@pytest.fixture(scope="module")
def memory_of_uuid(many: Database, tables: None) -> Memory:
    partition(many, "uuid", "u")
    return Memory(memory_of_lookups(many, "uuid"), memory_of_all(many, "uuid"))


@pytest.mark.parametrize(
    "type_name, value",
    [*((row["type"], row["value"]) for row in rows_of_types()), ("many_1", "u::many_1")],
)
def test_a_thousand_partitions_cost_about_what_those_of_uuid_do(
    many: Database,
    memory_of_uuid: Memory,
    type_name: str,
    value: str,
    record_property: Record,
) -> None:
    partition(many, type_name, value)
    counts = many.sql(f"SELECT count(*), count(DISTINCT tableoid) FROM part_{type_name}")
    assert counts == [[str(PARTITIONS), str(PARTITIONS)]], "each has its row"
    an_id = many.value(f"SELECT id FROM values_{type_name} WHERE n = 500")
    plan = explain(many, f"SELECT FROM part_{type_name} WHERE id = '{an_id}'")
    assert plan.count("Scan on part_") == 1, "an id is looked for in one"

    lookups, all_partitions = memory_of_lookups(many, type_name), memory_of_all(many, type_name)
    record_property("bytes after 20 look-ups", lookups)
    record_property("bytes after a look at all partitions", all_partitions)
    assert lookups <= 1.15 * memory_of_uuid.lookups + KIB_64
    assert all_partitions <= 1.15 * memory_of_uuid.all_partitions + KIB_64
