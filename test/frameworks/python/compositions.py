"""Random compositions of conditions, and what they find: by the same query over texts.

The tables are of id types in the schema typed, of uuid in the schema stored; in both a view has the
rows by other names. The schema texts has each id as a text in C collation, without the extension:
what an adapter finds must be what the same condition finds there.
"""

import dataclasses
import os
import random

from harness import psql

from base62id import Id

COUNT = 1000 if os.environ.get("BASE62ID_FULL") else 100
SEED = int(os.environ.get("BASE62ID_SEED") or random.SystemRandom().randrange(10**6))
SCHEMAS = ("typed", "stored")


class UserId(Id, prefix="user"):
    """Of people."""


class ItemId(Id, prefix="item", notation="ulid"):
    """Of things."""


@dataclasses.dataclass(frozen=True)
class Leaf:
    """A condition on a column: id, owner, parent, or the boss of the owner."""

    column: str
    operator: str
    values: tuple = ()


@dataclasses.dataclass(frozen=True)
class Node:
    """Of conditions: and, or, not."""

    operator: str
    of: tuple


def make_tables():
    """200 things of ten people; a third of the things has no parent, half of the people no boss."""
    chance = random.Random(1)
    people = [str(UserId.generate(random=chance.randbytes)) for _ in range(10)]
    things = [str(ItemId.generate(random=chance.randbytes)) for _ in range(200)]
    rows_of_people = [(id, people[n // 2] if n % 2 else None) for n, id in enumerate(people)]
    rows_of_things = [
        (id, people[n % 10], things[n - n % 3] if n % 3 else None) for n, id in enumerate(things)
    ]
    psql("-c", "SELECT typeid_create_type('user_id', 'user', accept_uuid => true)")
    psql("-c", "SELECT typeid_create_type('item_id', 'item', 'ulid', accept_uuid => true)")
    for schema, user, item in (
        ("texts", 'text COLLATE "C"', 'text COLLATE "C"'),
        ("typed", "user_id", "item_id"),
        ("stored", "uuid", "uuid"),
    ):
        literal = _uuid_literal if schema == "stored" else _text_literal
        psql(
            "-c",
            f"""
            CREATE SCHEMA {schema};
            CREATE TABLE {schema}.people (pk {user} PRIMARY KEY, boss {user});
            CREATE TABLE {schema}.things (
                "theId" {item} PRIMARY KEY,
                owner {user} NOT NULL REFERENCES {schema}.people,
                parent {item},
                note text
            );
            CREATE VIEW {schema}.shown AS
                SELECT "theId" AS "Key", owner AS "heldBy", parent AS above FROM {schema}.things;
            INSERT INTO {schema}.people VALUES {_rows(rows_of_people, literal)};
            INSERT INTO {schema}.things ("theId", owner, parent)
                VALUES {_rows(rows_of_things, literal)};
            """,
        )
    return people, things


def _text_literal(id):
    return "NULL" if id is None else f"'{id}'"


def _uuid_literal(id):
    if id is None:
        return "NULL"
    return f"'{(UserId if id.startswith('user') else ItemId)(id).uuid}'"


def _rows(rows, literal):
    return ", ".join(f"({', '.join(literal(one) for one in row)})" for row in rows)


class Maker:
    """Makes conditions: two to four of them, under AND, OR and NOT."""

    def __init__(self, people, things, operators):
        self.random = random.Random(SEED)
        self.values = {"id": things, "parent": things, "owner": people, "boss": people}
        self.operators = operators

    def leaf(self):
        column = self.random.choice(list(self.values))
        operator = self.random.choice(self.operators)
        values = self.values[column]
        if operator == "null":
            return Leaf(column, operator)
        if operator == "in":
            count = self.random.randrange(5)
            return Leaf(column, operator, tuple(self.random.choices(values, k=count)))
        if operator == "between":
            low, high = sorted(self.random.choices(values, k=2))
            return Leaf(column, operator, (low, high))
        if operator == "begins":
            return Leaf(column, operator, (self.beginning(self.random.choice(values)),))
        return Leaf(column, operator, (self.random.choice(values),))

    def beginning(self, id):
        """Of an id, mostly; of one of another kind, what none begins with, and all ids' one."""
        kind = self.random.randrange(10)
        if kind == 0:
            return self.random.choice(["", "other_0", "it", "user", "user_u", "item_8", "_", "%"])
        if kind == 1:
            return id[:-1] + self.random.choice("0123456789")
        return id[: self.random.randrange(len(id) + 1)]

    def tree(self, leaves=None):
        leaves = leaves or self.random.randrange(2, 5)
        if leaves == 1:
            made = self.leaf()
        else:
            first = self.random.randrange(1, leaves)
            of = (self.tree(first), self.tree(leaves - first))
            made = Node(self.random.choice(["and", "or"]), of)
        return Node("not", (made,)) if self.random.random() < 0.3 else made


COLUMNS = {
    "id": 't."theId"',
    "owner": "t.owner",
    "parent": "t.parent",
    "boss": "(SELECT p.boss FROM texts.people AS p WHERE p.pk = t.owner)",
}


def sql(tree, two_valued=False):
    """Over texts. two_valued: what is not true is false, as Django has it."""
    if isinstance(tree, Leaf):
        text = _leaf_sql(tree)
        return f"(({text}) IS TRUE)" if two_valued else f"({text})"
    parts = [sql(one, two_valued) for one in tree.of]
    if tree.operator == "not":
        return f"(NOT {parts[0]})"
    return f"({f' {tree.operator.upper()} '.join(parts)})"


def _leaf_sql(leaf):
    column = COLUMNS[leaf.column]
    values = [f"'{value}'" for value in leaf.values]
    if leaf.operator == "null":
        return f"{column} IS NULL"
    if leaf.operator == "in":
        return f"{column} IN ({', '.join(values)})" if values else "false"
    if leaf.operator == "between":
        return f"{column} BETWEEN {values[0]} AND {values[1]}"
    if leaf.operator == "begins":
        return f"starts_with({column}, {values[0]})"
    return f"{column} {leaf.operator} {values[0]}"


def asked(maker, count=COUNT, two_valued=False):
    """So many trees, each with the ids that it finds: all by one run of psql, a line for each."""
    trees = [maker.tree() for _ in range(count)]
    with open("wanted.sql", "w", encoding="utf8") as file:
        for tree in trees:
            file.write(
                """SELECT string_agg(t."theId", ' ' ORDER BY t."theId")\n"""
                f"  FROM texts.things AS t\n WHERE {sql(tree, two_valued)};\n"
            )
    lines = psql("-f", "wanted.sql", strip=False).split("\n")[:count]
    found = [line.split() for line in lines]
    some = sum(0 < len(ids) < 200 for ids in found)
    assert len(found) == count and some > count / 3, f"{some} of {count} find some of the rows"
    return zip(trees, found)


def judge(tree, found, right):
    """Whether a tree has given the ids that are wanted, of their class."""
    assert all(type(id) is ItemId for id in found), (SEED, tree, found[:3])
    assert sorted(found) == right, (SEED, tree, len(found), len(right), sql(tree))


def run(maker, find, two_valued=False):
    for tree, right in asked(maker, two_valued=two_valued):
        judge(tree, find(tree), right)
