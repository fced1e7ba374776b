"""An id is its text: whatever is asked of a column of ids has the answer that its texts give.

The ids have random indexes, partitions and plans, and the texts have none of them, so what an
operator class, a support function or the planner does wrong makes the answers differ. Queries come
from queries.py. They are compared in the server.
"""

import csv
import os
import random
from pathlib import Path

import pytest
from conftest import FULL, Server, ServerMaker
from queries import Kind, Pair, Queries

QUICK = bool(os.environ.get("BASE62ID_QUICK"))
SEED = int(os.environ.get("BASE62ID_SEED", random.SystemRandom().randrange(10**6)))
METHODS = ["btree", "gist", "gin", "brin", "hash", ""]  # of a shape's indexes; "" is any
QUERIES = 15 if QUICK else 40  # of each shape
SHAPES = 200 if FULL else len(METHODS)  # of tables and indexes, for each type
STATEMENTS = int(os.environ.get("BASE62ID_STATEMENTS", SHAPES * QUERIES))  # of each type
ROWS = 300  # more than a page of an index has


def kinds_of_systems() -> list[Kind]:
    """The rows of types.tsv, which says what the columns are."""
    lines = Path(__file__).parents[1].joinpath("lib/types.tsv").read_text().splitlines()
    rows = csv.DictReader((line for line in lines if line[:1] != "#"), delimiter="\t")
    return [
        Kind(row["type"], row["value"], "u" if row["family"] == "uuid" else "", brin=True)
        for row in rows
    ]


KINDS = [
    *kinds_of_systems(),
    Kind("order_id", "u::order_id", "u"),
    Kind("cus_id", "u::cus_id", "u"),
    Kind("usr_id", "u::usr_id", "u"),
    Kind("key_id", "u::key_id", "u"),
    Kind("num_id", "b::num_id", "b", brin=True),
    Kind("masked_id", "u7::masked_id", "u7", masked=True),
    Kind("masked_num_id", "b::masked_num_id", "b", masked=True, brin=True),
]
TYPES = """
SELECT typeid_create_type('order_id', 'order');
SELECT typeid_create_type('cus_id', 'cus', 'base62id');
SELECT typeid_create_type('usr_id', 'usr', 'uuid');
SELECT typeid_create_type('key_id', 'Key2', 'hex');
SELECT typeid_create_type('num_id', 'num', 'uid11');
SELECT typeid_create_type('masked_id', 'm', mask_key => 1);
SELECT typeid_create_type('masked_num_id', 'mn', 'uid11', 1);
"""
# Few octets differ, so that ids begin alike, and there are few ids, so that they come again.
BITS = """
CREATE TABLE bits AS
SELECT
    i,
    o,
    encode(o, 'hex')::uuid AS u,
    ('x0' || substr(encode(o, 'hex'), 2, 15))::bit(64)::bigint AS b,
    ('x0' || substr(encode(o, 'hex'), 2, 15))::bit(64)::bigint::numeric AS n,
    encode(set_byte(set_byte(o, 6, get_byte(o, 6) & 15 | 112), 8, get_byte(o, 8) & 63 | 128), 'hex')
        ::uuid AS u7
FROM (
    SELECT i, overlay(substr(sha256(('{seed} ' || i % 140)::bytea), 1, 16)
        PLACING substr('\\x018f0c3a72b4d5e6'::bytea, 1, i % 140 % 8) FROM 1) AS o
    FROM generate_series(1, {rows}) AS i
) AS octets;
"""


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, new_server: ServerMaker) -> Server:
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"BASE62ID_SEED={SEED}")
    # What a setting forbids is priced so high that each plan would be compiled, for half a second.
    server = new_server(jit="off")
    key = "1:000102030405060708090a0b0c0d0e0f"
    server.reload(**{"base62id.mask_key_file": server.secret("mask.keys", key)})
    server.sql(TYPES)
    return server


def tables(kind: Kind, chance: random.Random) -> str:
    """The tables of ids and of texts; `ids` in random partitions or none, with half of the rows."""
    stored = kind.stored or "NULL::integer"
    stored_text = f"stored::{kind.name}::text" if kind.stored else "NULL::text"
    columns = f"""SELECT {kind.value} AS id, lead({kind.value}, i % 7) OVER (ORDER BY i) AS other,
        {stored} AS stored, i AS n FROM bits"""
    partitions = chance.choice(["", "", "hash", "range"] if not kind.masked else ["", "", "hash"])
    create = [
        "DROP TABLE IF EXISTS bits, made, texts, ids CASCADE;",
        BITS.format(rows=ROWS, seed=chance.randrange(10**6)),
        f"CREATE TABLE made AS {columns};",
        "UPDATE made SET id = NULL WHERE n % 41 = 0;",
        f"""CREATE TABLE texts AS
            SELECT id::text COLLATE "C" AS id, other::text COLLATE "C" AS other,
                {stored_text} COLLATE "C" AS stored, n
            FROM made;""",
    ]
    partitioned = f" PARTITION BY {partitions} (id)" if partitions else ""
    create.append(f"CREATE TABLE ids (LIKE made){partitioned};")
    if partitions == "hash":
        create += [
            f"CREATE TABLE ids_{i} PARTITION OF ids FOR VALUES WITH (modulus 3, remainder {i});"
            for i in range(3)
        ]
    elif partitions == "range":
        create.append(
            """DO $$ DECLARE bound text; before text := 'MINVALUE'; BEGIN
                FOR bound IN
                    SELECT quote_literal(id) FROM texts WHERE n IN (7, 18, 52) ORDER BY id
                LOOP
                    EXECUTE format('CREATE TABLE %I PARTITION OF ids FOR VALUES FROM (%s) TO (%s)',
                        'ids_' || md5(bound), before, bound);
                    before := bound;
                END LOOP;
            END $$;
            CREATE TABLE ids_rest PARTITION OF ids DEFAULT;"""
        )
    create.append("INSERT INTO ids SELECT * FROM made WHERE n % 2 = 0;")
    return "\n".join(create)


# The other half meets the indexes.
OTHER_ROWS = "INSERT INTO ids SELECT * FROM made WHERE n % 2 = 1;"


def same(number: int, query: Pair) -> str:
    """A row (NUMBER, whether the answers are the same)."""
    answer = 'SELECT array_agg(r ORDER BY r COLLATE "C") FROM'
    return (
        f"SELECT {number}, ({answer} ({query.ids}) AS a) IS NOT DISTINCT FROM"
        f" ({answer} ({query.texts}) AS b);"
    )


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_ids_answer_as_their_texts(server: Server, kind: Kind) -> None:
    chance = random.Random(f"{SEED} {kind.name}")
    shapes = -(-STATEMENTS // QUERIES)
    for shape in range(shapes):
        server.sql(tables(kind, chance))
        texts = [
            row[0] for row in server.sql("SELECT DISTINCT other FROM texts WHERE other IS NOT NULL")
        ]
        texts.sort()
        queries = Queries(chance, kind, texts)
        method = METHODS[shape % len(METHODS)]
        indexes = [queries.index(i, kind.name, method) for i in range(chance.randrange(2, 6))]
        analyze = "ANALYZE ids, texts;" if chance.randrange(2) else ""
        server.sql("\n".join([*indexes, OTHER_ROWS, analyze]))
        asked: list[tuple[str, Pair]] = []
        script = []
        for number in range(QUERIES):
            if number % 5 == 0:
                settings = queries.settings()
                script.append(settings)
            asked.append((settings, queries.query()))
            script.append(same(number, asked[-1][1]))
        answers = server.sql("\n".join(script))
        assert len(answers) == QUERIES
        for number_text, answer in answers:
            if answer == "t":
                continue
            settings, query = asked[int(number_text)]
            plan = server.sql(f"{settings}\nEXPLAIN (COSTS OFF) {query.ids}")
            pytest.fail(
                f"BASE62ID_SEED={SEED}, {kind.name}, tables {shape}, query {number_text}:\n"
                + "\n".join([*indexes, settings, query.ids, "is not", query.texts])
                + "".join(f"\n    {line[0]}" for line in plan),
                pytrace=False,
            )
    print(f"{shapes * QUERIES} statements over {kind.name}")
