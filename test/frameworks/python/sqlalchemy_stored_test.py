"""SQLAlchemy: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and
without the word (typed); over psycopg 3 and asyncpg."""

import asyncio
import os
import uuid

import sqlalchemy
from alembic.autogenerate import compare_metadata, produce_migrations
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import ForeignKey, bindparam, create_engine, func, insert, literal, select, text, update
from sqlalchemy.dialects.postgresql import ARRAY, insert as upsert
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, aliased, joinedload, mapped_column, relationship, selectinload, subqueryload

import base62id
from base62id.sqlalchemy import move, typed_id
from harness import check, new_id, psql, refuses

STATE = os.environ["STATE"]
word = {} if STATE == "typed" else {"stored": "uuid"}
UserId, OrderId = typed_id("user_id", "user", **word), typed_id("order_id", "order", **word)
# The word says nothing of what a UUID's text is; in the third state the type takes it, and the program still does not.
url = os.environ["DATABASE_URL"]
engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[str] = mapped_column(UserId, primary_key=True, server_default=text("gen_random_uuid()"))
    name: Mapped[str] = mapped_column(sqlalchemy.Text)
    friends: Mapped[list[str]] = mapped_column(ARRAY(UserId), server_default=text("'{}'"))
    facts: Mapped[dict | None] = mapped_column(sqlalchemy.dialects.postgresql.JSONB)
    orders: Mapped[list["Order"]] = relationship(back_populates="buyer", foreign_keys="Order.buyer_id", cascade="all")
    watched: Mapped[list["Order"]] = relationship(secondary="watches", back_populates="watchers")


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[str] = mapped_column(OrderId, primary_key=True, server_default=text("gen_random_uuid()"))
    buyer_id: Mapped[str] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    parent_id: Mapped[str | None] = mapped_column(ForeignKey("orders.id"))
    note: Mapped[str | None] = mapped_column(sqlalchemy.Text)
    buyer: Mapped[User] = relationship(back_populates="orders", foreign_keys=buyer_id)
    parent: Mapped["Order | None"] = relationship(remote_side=id)
    watchers: Mapped[list[User]] = relationship(secondary="watches", back_populates="watched")


class Watch(Base):
    __tablename__ = "watches"
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"), primary_key=True)
    order_id: Mapped[str] = mapped_column(ForeignKey("orders.id"), primary_key=True)


def uuid_of(id):
    return base62id.to_uuid("typeid", id)


def is_implicit():
    return psql("-c", "SELECT castcontext FROM pg_cast WHERE casttarget = to_regtype('user_id') AND castsource = 'uuid'::regtype") == "i"


def tables():
    if STATE == "uuid":
        psql("-c", "DROP EXTENSION base62id", "-f", os.environ["STORED"])
    elif STATE == "moved":
        psql("-f", os.environ["STORED_MOVE"])
    kind = psql("-c", "SELECT atttypid::regtype || ' ' || attlen FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'id'")
    assert kind == ("uuid 16" if STATE == "uuid" else "user_id 16"), kind


def alembic():
    """A second revision is empty in each state."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = [one for one in compare_metadata(context, Base.metadata) if one[0] != "remove_index"]  # of which the models are silent
        assert found == [], found


def rows(session):
    for one in session.scalars(select(User)):
        session.delete(one)
    session.execute(text("TRUNCATE watches, orders, users"))
    session.expunge_all()
    value, friend = uuid.uuid4(), new_id()
    server, mine = User(name="server"), User(id=value, name="mine", friends=[friend], facts={"id": friend})
    session.add_all([server, mine])
    session.flush()
    assert server.id.startswith("user_") and mine.id == base62id.from_uuid("typeid", value, "user")
    order = Order(buyer=mine, note="1", watchers=[server, mine])
    child = Order(buyer_id=mine.id, parent=order, id=new_id("order"), note="2")
    session.add_all([order, child])
    session.commit()
    for one, kind in ((server, User), (mine, User), (order, Order)):
        assert session.get(kind, one.id) is one and session.scalars(select(kind).where(kind.id == one.id)).one() is one
        assert session.get(kind, uuid_of(one.id)) is one
    assert mine.friends == [friend] and mine.facts == {"id": friend} and child.buyer is mine and child.parent is order
    session.expunge_all()
    for load in (joinedload, selectinload, subqueryload):
        found = session.scalars(select(User).options(load(User.orders), load(User.watched)).where(User.name == "mine")).unique().one()
        assert {one.id for one in found.orders} == {order.id, child.id} and [one.id for one in found.watched] == [order.id]
        child = session.scalars(select(Order).options(load(Order.buyer), load(Order.parent)).where(Order.note == "2")).unique().one()
        assert child.buyer is found and child.parent.id == child.parent_id == order.id
        session.expunge_all()
    if STATE == "uuid":
        assert psql("-c", f"SELECT pg_typeof(id)::oid || ' ' || pg_column_size(id) FROM users WHERE id = '{value}'") == "2950 16"


def queries(session):
    mine, server = (session.scalars(select(User).where(User.name == name)).one() for name in ("mine", "server"))
    low, high = sorted([mine.id, server.id])
    assert session.scalars(select(User.id).where(User.id.in_([low, high])).order_by(User.id)).all() == [low, high]
    assert session.scalars(select(User.id).where(User.id.not_in([low]))).all() == [high]
    assert session.scalars(select(User.id).where(User.id > low)).all() == [high] == session.scalars(select(User.id).where(User.id != low)).all()
    assert len(session.scalars(select(User.id).where(User.id.between(low, high))).all()) == 2
    given = bindparam("id", type_=User.__table__.c.id.type)
    assert session.scalar(select(User.name).where(User.id == given), {"id": mine.id}) == "mine"
    assert session.execute(select(Order.buyer_id, func.count()).group_by(Order.buyer_id)).all() == [(mine.id, 2)]
    assert session.scalar(select(func.array_agg(User.id, type_=ARRAY(UserId))).where(User.id == low)) == [low]
    assert session.scalars(select(User.id).where(User.id.in_(select(Order.buyer_id)))).all() == [mine.id]
    other = aliased(User)
    assert session.execute(select(User.id, other.id).join(other, other.id == User.id).order_by(User.id)).all() == [(low, low), (high, high)]
    assert session.scalar(select(sqlalchemy.case((User.name == "mine", User.id))).where(User.id == mine.id)) == mine.id
    assert session.scalar(select(func.coalesce(Order.parent_id, Order.id)).where(Order.note == "1")).startswith("order_")
    assert session.scalar(insert(User).values(name="returning").returning(User.id)).startswith("user_")
    id = new_id()
    for name in ("a", "b"):
        made = upsert(User).values(id=id, name=name)
        assert session.scalar(made.on_conflict_do_update(index_elements=[User.id], set_={"name": made.excluded.name}).returning(User.id)) == id
    session.execute(update(User).where(User.id == id).values(friends=[low, high]))
    assert session.execute(select(User.name, User.friends).where(User.id == id)).one() == ("b", [low, high])
    session.execute(insert(User), [{"id": new_id(), "name": "many"} for _ in range(10)])
    assert session.scalar(select(func.count()).where(User.name == "many")) == 10
    literals = str(select(User).where(User.id == mine.id).compile(engine, compile_kwargs={"literal_binds": True}))
    assert len(session.execute(text(literals)).all()) == 1
    session.rollback()


def arrays(session):
    mine = session.scalars(select(User).where(User.name == "mine")).one()
    if STATE != "moved":  # T[] and uuid[] have no operator in common: the word has to go
        assert session.scalars(select(User.id).where(User.friends.contains(mine.friends))).all() == [mine.id]
        assert session.scalars(select(User.id).where(User.friends.overlap([new_id()]))).all() == []
    else:
        refuses(sqlalchemy.exc.ProgrammingError, session.scalars, select(User.id).where(User.friends.contains(mine.friends)))
        session.rollback()
    if STATE != "moved" or is_implicit():
        assert session.scalars(select(User.id).where(User.id == sqlalchemy.any_(literal([mine.id], ARRAY(UserId))))).all() == [mine.id]
    assert session.scalars(select(User.id).where(literal(mine.friends[0], UserId) == sqlalchemy.any_(User.friends))).all() == [mine.id]


def prefixes(session):
    mine = session.scalars(select(User).where(User.name == "mine")).one()
    count = lambda condition: session.scalar(select(func.count()).select_from(User).where(condition))  # noqa: E731
    for given, found in (("user_", 2), ("us", 2), (mine.id, 1), (mine.id[:20], 1), ("order_", 0), ("user_u", 0), ("user_8", 0), ("user%", 0)):
        assert count(User.id.startswith(given)) == count(User.id.startswith(given, autoescape=True)) == found, given
    for condition in (lambda: User.id.contains("x"), lambda: User.id.endswith("x"), lambda: User.id.ilike("user%"), lambda: User.id.like("user%")):
        if STATE == "typed":
            condition()
        else:
            refuses(TypeError, condition)


def wrong(session):
    mine = session.scalars(select(User).where(User.name == "mine")).one()
    for given in (new_id("order"), "user_1", str(uuid_of(mine.id)), ""):
        refuses(sqlalchemy.exc.StatementError, session.scalars, select(User).where(User.id == given))
        session.rollback()
        session.add(User(id=given, name="x"))
        refuses(sqlalchemy.exc.StatementError, session.flush)
        session.rollback()
    taking = typed_id("user_id", "user", accept_uuid=True, **word)
    users = sqlalchemy.table("users", sqlalchemy.column("id", taking()), sqlalchemy.column("name"))
    assert session.scalar(select(users.c.name).where(users.c.id == str(uuid_of(mine.id)))) == "mine"
    typed_id("user_id", "user", **word)
    for named in ({"masked": True}, {"notation": "uid11"}, {"prefix": ""}, {"stored": "bytea"}):
        refuses(TypeError, typed_id, **{"name": "x", "prefix": "user", "stored": "uuid", **named})


def over_asyncpg():
    async def run():
        other = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
        async with other.begin() as connection:
            id = new_id()
            await connection.execute(insert(User).values(id=id, name="asyncpg", friends=[id]))
            found = (await connection.execute(select(User.id, User.friends).where(User.id.in_([id])))).one()
            assert found == (id, [id]), found
            assert (await connection.execute(select(User.id).where(User.id.startswith(id)))).scalar_one() == id
            await connection.execute(sqlalchemy.delete(User).where(User.id == id))
        await other.dispose()

    asyncio.run(run())


def moves():
    """What Alembic writes of the word's end moves the columns; move() leaves alone those that have moved."""
    fresh = os.environ["PGDATABASE"] + "_fresh"
    psql("-c", f'DROP DATABASE IF EXISTS "{fresh}"', "-c", f'CREATE DATABASE "{fresh}"')
    psql("-f", os.environ["STORED"], "-c", "INSERT INTO users (name) VALUES ('a')", "-c", "INSERT INTO orders (buyer_id) SELECT id FROM users",
         "-c", "DROP VIEW buyers", "-c", "CREATE EXTENSION base62id",
         "-c", "SELECT typeid_create_type('user_id', 'user', accept_uuid => true), typeid_create_type('order_id', 'order', accept_uuid => true)", database=fresh)
    columns = [("users", "id", UserId()), ("users", "friends", ARRAY(UserId)), ("orders", "id", OrderId()), ("orders", "buyer_id", UserId()),
               ("orders", "parent_id", OrderId()), ("watches", "user_id", UserId()), ("watches", "order_id", OrderId())]
    there = create_engine(engine.url.set(database=fresh))
    with there.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = produce_migrations(context, Base.metadata).upgrade_ops
        assert sum(op.__class__.__name__ == "AlterColumnOp" for table in found.ops for op in table.ops) == len(columns)
        if not is_implicit():
            connection.execute(text("ALTER TABLE watches DROP CONSTRAINT watches_user_id_fkey, DROP CONSTRAINT watches_order_id_fkey"))
            connection.execute(text("ALTER TABLE orders DROP CONSTRAINT orders_buyer_id_fkey, DROP CONSTRAINT orders_parent_id_fkey"))
        for table, column, kind in columns:
            move(Operations(context), table, column, kind)
    with there.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        difference = [one for one in compare_metadata(context, Base.metadata) if one[0] not in ("add_fk", "remove_index")]
        assert difference == [], difference
        for table, column, kind in columns:
            move(Operations(context), table, column, kind)
        assert connection.scalar(text("SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND mode ~ 'Exclusive' AND relation IS NOT NULL")) == 0
        assert connection.execute(select(Order.buyer_id)).scalar_one().startswith("user_")
    there.dispose()


def in_session(test):
    def run():
        with Session(engine) as session:
            test(session)

    return run


check(f"{STATE}: the columns are what they should be", tables)
check(f"{STATE}: a second revision is empty", alembic)
for title, test in (
    ("rows, keys, arrays, JSON, and relations loaded in every way", in_session(rows)),
    ("lists, ranges, subqueries, aggregates, upserts", in_session(queries)),
    ("arrays", in_session(arrays)),
    ("the start of an id", in_session(prefixes)),
    ("another kind, a malformed id and a UUID's text", in_session(wrong)),
    ("asyncpg", over_asyncpg),
):
    check(f"{STATE}: {title}", test)
if STATE == "typed":
    check("move() moves what has not moved, and touches nothing else", moves)
