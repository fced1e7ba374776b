"""SQLAlchemy: compositions of conditions over id types and over uuid, beside SQL over texts."""

import asyncio
import operator
import os

import compositions
import sqlalchemy
from compositions import COUNT, SCHEMAS, SEED, ItemId, Leaf, Maker, UserId
from harness import check, say
from sqlalchemy import ForeignKey, and_, create_engine, not_, or_, select
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Session,
    aliased,
    joinedload,
    mapped_column,
    relationship,
)

from base62id.sqlalchemy import IdType

say("version", f"SQLAlchemy {sqlalchemy.__version__}, BASE62ID_SEED={SEED}")
PEOPLE, THINGS = compositions.make_tables()
OPERATORS = ["=", "<>", "<", "<=", ">", ">=", "in", "null", "between", "begins", "begins"]
COMPARISONS = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
url = os.environ["DATABASE_URL"]
engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


def models(schema):
    """Attributes have other names than columns, and the tables are in schemas."""
    word = {"stored": "uuid"} if schema == "stored" else {}
    user, item = IdType(UserId, "user_id", **word), IdType(ItemId, "item_id", **word)

    class Base(DeclarativeBase):
        type_annotation_map = {UserId: user, ItemId: item}

    class Person(Base):
        __tablename__ = "people"
        __table_args__ = {"schema": schema}
        key: Mapped[UserId] = mapped_column("pk", primary_key=True)
        chief: Mapped[UserId | None] = mapped_column("boss")

    class Thing(Base):
        __tablename__ = "things"
        __table_args__ = {"schema": schema}
        id: Mapped[ItemId] = mapped_column("theId", primary_key=True)
        holder: Mapped[UserId] = mapped_column("owner", ForeignKey(Person.key))
        above: Mapped[ItemId | None] = mapped_column("parent")
        keeper: Mapped[Person] = relationship()

    class Shown(Base):
        __tablename__ = "shown"
        __table_args__ = {"schema": schema}
        id: Mapped[ItemId] = mapped_column("Key", primary_key=True)
        holder: Mapped[UserId] = mapped_column("heldBy", ForeignKey(Person.key))
        above: Mapped[ItemId | None] = mapped_column("above")
        keeper: Mapped[Person] = relationship()

    return Person, Thing, Shown


def condition(tree, columns):
    if isinstance(tree, Leaf):
        return of_leaf(tree, columns[tree.column])
    parts = [condition(one, columns) for one in tree.of]
    return {"and": and_, "or": or_, "not": not_}[tree.operator](*parts)


def of_leaf(leaf, column):
    if leaf.operator == "null":
        return column.is_(None)
    if leaf.operator == "in":
        return column.in_(leaf.values)
    if leaf.operator == "between":
        return column.between(*leaf.values)
    if leaf.operator == "begins":
        # with autoescape and without it the text stands for itself
        return column.startswith(leaf.values[0], autoescape=len(leaf.values[0]) % 2 == 0)
    return COMPARISONS[leaf.operator](column, leaf.values[0])


def query(tree, person, thing):
    """By aliases of both tables."""
    of, by = aliased(thing), aliased(person)
    columns = {"id": of.id, "owner": of.holder, "parent": of.above, "boss": by.chief}
    return select(of).join(by, of.keeper).where(condition(tree, columns)), of


def over(schema, view):
    person, thing, shown = models(schema)
    with Session(engine) as session:

        def find(tree):
            statement, of = query(tree, person, shown if view else thing)
            rows = session.scalars(statement.options(joinedload(of.keeper))).all()
            assert all({type(row.keeper.key), type(row.holder)} == {UserId} for row in rows)
            assert all(row.above is None or type(row.above) is ItemId for row in rows)
            session.expunge_all()
            return [row.id for row in rows]

        compositions.run(Maker(PEOPLE, THINGS, OPERATORS), find)


def over_asyncpg(schema):
    async def all_of():
        person, thing, _ = models(schema)
        other = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
        maker = Maker(PEOPLE, THINGS, OPERATORS)
        async with other.connect() as connection:
            for tree, right in compositions.asked(maker, max(COUNT // 5, 20)):
                statement, of = query(tree, person, thing)
                rows = await connection.execute(statement.with_only_columns(of.id))
                compositions.judge(tree, [id for (id,) in rows], right)
        await other.dispose()

    asyncio.run(all_of())


def expressions():
    """What is no column of a table: ids all the same, in each way to write it."""
    for schema in SCHEMAS:
        person, thing, shown = models(schema)
        id = thing.id
        func = sqlalchemy.func
        below = select(id).where(id < THINGS[100]).cte("renamed")
        up = select(id.label("x"), thing.above.label("y")).where(id == THINGS[1])
        up = up.cte("up", recursive=True)
        up = up.union_all(select(id, thing.above).join(up, up.c.y == id))
        expressions = [
            select(func.coalesce(thing.above, id)),
            select(sqlalchemy.case((thing.above.is_(None), id), else_=thing.above)),
            select(below.c[0]),
            select(up.c.x),
            select(id).union(select(shown.id)),
            select(select(id).limit(1).scalar_subquery()),
            select(sqlalchemy.type_coerce(func.coalesce(id), id.type)),
            select(func.nullif(id, thing.above)),
            select(func.greatest(id, thing.above)),
            select(func.first_value(id).over(order_by=id)),
            select(func.max(func.coalesce(id))) if schema == "typed" else select(id),
        ]
        with Session(engine) as session:
            for one in expressions:
                found = session.scalars(one).all()
                assert found and all(type(id) is ItemId for id in found), (schema, str(one))
            found = session.execute(select(thing.holder, func.count()).group_by(thing.holder))
            assert {type(row[0]) for row in found} == {UserId}
            again = session.get(thing, THINGS[0])
            assert session.scalars(select(thing).where(thing.keeper == again.keeper)).all()


for name in SCHEMAS:
    check(f"{COUNT} compositions over {name} columns", over, name, False)
    check(f"{COUNT} compositions over a view of {name} columns", over, name, True)
    check(f"compositions over {name} columns by asyncpg", over_asyncpg, name)
check("expressions, recursive queries, unions: ids, and never UUIDs", expressions)
