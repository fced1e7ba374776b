"""psycopg 3 and asyncpg: compositions of conditions as parameters of SQL, beside SQL over texts."""

import asyncio
import os

import asyncpg
import compositions
import psycopg
from compositions import COUNT, SCHEMAS, SEED, ItemId, Leaf, Maker, UserId
from harness import check, say

import base62id.asyncpg
import base62id.psycopg

say("version", f"psycopg {psycopg.__version__}, asyncpg {asyncpg.__version__}, SEED={SEED}")
PEOPLE, THINGS = compositions.make_tables()
OPERATORS = ["=", "<>", "<", "<=", ">", ">=", "in", "null", "between", "begins", "begins"]
URL = os.environ["DATABASE_URL"]


class Statement:
    """A condition with parameters; place: how a driver has the n-th of them."""

    def __init__(self, schema, place):
        self.is_stored = schema == "stored"
        self.place = place
        self.parameters = []
        self.columns = {
            "id": (ItemId, 't."theId"'),
            "owner": (UserId, "t.owner"),
            "parent": (ItemId, "t.parent"),
            "boss": (UserId, f"(SELECT p.boss FROM {schema}.people AS p WHERE p.pk = t.owner)"),
        }

    def parameter(self, value):
        self.parameters.append(value)
        return self.place(len(self.parameters))

    def condition(self, tree):
        if isinstance(tree, Leaf):
            return self.of_leaf(tree)
        parts = [self.condition(one) for one in tree.of]
        if tree.operator == "not":
            return f"(NOT {parts[0]})"
        return f"({f' {tree.operator.upper()} '.join(parts)})"

    def of_leaf(self, leaf):
        kind, column = self.columns[leaf.column]
        if leaf.operator == "null":
            return f"({column} IS NULL)"
        if leaf.operator == "begins":
            return self.of_beginning(kind, column, leaf.values[0])
        values = [kind.to_column(one) if self.is_stored else kind(one) for one in leaf.values]
        if leaf.operator == "in":
            return f"({column} = ANY ({self.parameter(values)}))"
        if leaf.operator == "between":
            low, high = map(self.parameter, values)
            return f"({column} BETWEEN {low} AND {high})"
        return f"({column} {leaf.operator} {self.parameter(values[0])})"

    def of_beginning(self, kind, column, text):
        if not self.is_stored:
            return f"({column} ^@ {self.parameter(text)})"
        found = kind.prefix_range(text)
        if found is None:
            return f"({column} <> {column})"
        low, high = map(self.parameter, found)
        return f"({column} BETWEEN {low} AND {high})"


def query(schema, tree, place):
    statement = Statement(schema, place)
    condition = statement.condition(tree)
    text = f'SELECT t."theId" FROM {schema}.things AS t WHERE {condition}'
    return text, statement.parameters


def ids_of(schema, values):
    return [ItemId.from_column(one) for one in values] if schema == "stored" else list(values)


def by_psycopg(schema, binary):
    with psycopg.connect(URL) as connection:
        base62id.psycopg.register(connection, UserId, ItemId)

        def find(tree):
            text, parameters = query(schema, tree, lambda n: "%s")
            rows = connection.execute(text, parameters, binary=binary).fetchall()
            return ids_of(schema, (row[0] for row in rows))

        compositions.run(Maker(PEOPLE, THINGS, OPERATORS), find)


def by_asyncpg(schema):
    async def all_of():
        connection = await asyncpg.connect(URL)
        await base62id.asyncpg.register(connection, UserId, ItemId)
        maker = Maker(PEOPLE, THINGS, OPERATORS)
        for tree, right in compositions.asked(maker):
            text, parameters = query(schema, tree, "${}".format)
            found = ids_of(schema, (row[0] for row in await connection.fetch(text, *parameters)))
            compositions.judge(tree, found, right)
        await connection.close()

    asyncio.run(all_of())


for name in SCHEMAS:
    check(f"psycopg: {COUNT} compositions over {name} columns", by_psycopg, name, False)
    check(f"psycopg, binary: {COUNT} compositions over {name} columns", by_psycopg, name, True)
    check(f"asyncpg: {COUNT} compositions over {name} columns", by_asyncpg, name)
