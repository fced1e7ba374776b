"""SQLAlchemy over columns of uuid: what stored.py asks, what Alembic makes of it, and asyncpg.

stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
("moved"), and over these without the option stored ("typed"). The answers to its operations must be
the same; the operation "own" has checks of this framework alone.
"""

import asyncio
import os
import types

import sqlalchemy
from alembic.autogenerate import compare_metadata, produce_migrations
from alembic.migration import MigrationContext
from alembic.operations import Operations
from harness import check, new_id, psql, refuses, serve, times
from sqlalchemy import (
    ForeignKey,
    bindparam,
    create_engine,
    func,
    insert,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    Session,
    aliased,
    joinedload,
    mapped_column,
    relationship,
    selectinload,
    subqueryload,
)

from base62id import Id
from base62id.sqlalchemy import IdType, move

STATE = os.environ["STATE"]
word = {} if STATE == "typed" else {"stored": "uuid"}


class UserId(Id, prefix="user"):
    """In the third state its type takes a UUID's text, and the program still does not."""


class OrderId(Id, prefix="order"):
    """Likewise."""


USER, ORDER = IdType(UserId, "user_id", **word), IdType(OrderId, "order_id", **word)
url = os.environ["DATABASE_URL"]
engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))


class Base(DeclarativeBase):
    type_annotation_map = {UserId: USER, OrderId: ORDER}


class User(Base):
    __tablename__ = "users"
    id: Mapped[UserId] = mapped_column(primary_key=True, server_default=text("gen_random_uuid()"))
    name: Mapped[str] = mapped_column(sqlalchemy.Text)
    friends: Mapped[list[UserId]] = mapped_column(ARRAY(USER), server_default=text("'{}'"))
    facts: Mapped[dict | None] = mapped_column(sqlalchemy.dialects.postgresql.JSONB)
    orders: Mapped[list["Order"]] = relationship(
        back_populates="buyer", foreign_keys="Order.buyer_id", cascade="all"
    )
    watched: Mapped[list["Order"]] = relationship(secondary="watches", back_populates="watchers")


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[OrderId] = mapped_column(primary_key=True, server_default=text("gen_random_uuid()"))
    buyer_id: Mapped[UserId] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    parent_id: Mapped[OrderId | None] = mapped_column(ForeignKey("orders.id"))
    note: Mapped[str | None] = mapped_column(sqlalchemy.Text)
    buyer: Mapped[User] = relationship(back_populates="orders", foreign_keys=buyer_id)
    parent: Mapped["Order | None"] = relationship(remote_side=id)
    watchers: Mapped[list[User]] = relationship(secondary="watches", back_populates="watched")


class Buyer(Base):
    __tablename__ = "buyers"
    __table_args__ = {"info": {"view": True}}
    id: Mapped[UserId] = mapped_column(primary_key=True)
    orders: Mapped[int]


class Watch(Base):
    __tablename__ = "watches"
    user_id: Mapped[UserId] = mapped_column(ForeignKey("users.id"), primary_key=True)
    order_id: Mapped[OrderId] = mapped_column(ForeignKey("orders.id"), primary_key=True)


def timed(name, kind):
    columns = {
        "id": mapped_column(kind, primary_key=True),
        "friend": mapped_column(kind),
        "name": mapped_column(sqlalchemy.Text),
    }
    return type(name, (type("Times", (DeclarativeBase,), {}),), {"__tablename__": name, **columns})


TIMED = {"plain": timed("plain", sqlalchemy.Uuid), "stored": timed("stored", USER)}


def write(table, rows):
    with Session(engine) as session, session.begin():
        session.execute(insert(TIMED[table]), rows)


def read(table):
    with Session(engine) as session:
        return session.scalars(select(TIMED[table])).all()


def uuid_of(id):
    return (UserId if id.startswith("user") else OrderId)(id).uuid


def is_view(difference):
    return getattr(difference[1], "name", "") == "buyers"


def alembic():
    """A second revision is empty in each state."""
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = [
            one
            for one in compare_metadata(context, Base.metadata)
            if one[0] != "remove_index" and not is_view(one)
        ]  # of which the models are silent
        assert found == [], found


def queries(mine, server, first):
    low, high = sorted([mine, server])
    with Session(engine) as session:
        assert session.scalars(
            select(User.id).where(User.id.in_([low, high]), User.id.not_in([low]))
        ).all() == [high]
        assert session.scalars(
            select(User.id).where(User.id.in_([low, high]), User.id != low)
        ).all() == [high]
        for id, kind in ((mine, User), (server, User), (first, Order)):
            one = session.get(kind, id)
            assert one.id == id and type(one.id) is (UserId if kind is User else OrderId)
            assert session.scalars(select(kind).where(kind.id == id)).one() is one
        given = bindparam("id", type_=USER)
        assert session.scalar(select(User.name).where(User.id == given), {"id": mine}) == mine
        assert session.execute(
            select(Order.buyer_id, func.count())
            .where(Order.buyer_id == mine)
            .group_by(Order.buyer_id)
        ).all() == [(mine, 2)]
        assert session.scalar(
            select(func.array_agg(User.id, type_=ARRAY(USER))).where(User.id == low)
        ) == [low]
        assert session.scalars(
            select(User.id).where(User.id.in_(select(Order.buyer_id)), User.id == mine)
        ).all() == [mine]
        other = aliased(User)
        assert session.execute(
            select(User.id, other.id).join(other, other.id == User.id).where(User.id == low)
        ).all() == [(low, low)]
        assert (
            session.scalar(
                select(sqlalchemy.case((User.name == mine, User.id))).where(User.id == mine)
            )
            == mine
        )
        assert (
            session.scalar(
                select(func.coalesce(Order.parent_id, Order.id)).where(Order.id == first)
            )
            == first
        )
        value = UserId.generate()
        session.add(made := User(id=str(value), name="returning"))
        session.flush()
        assert made.id == value and type(made.id) is UserId
        session.execute(insert(User), [{"id": new_id(), "name": "many"} for _ in range(10)])
        assert session.scalar(select(func.count()).where(User.name == "many")) == 10
        literals = str(
            select(User)
            .where(User.id == mine)
            .compile(engine, compile_kwargs={"literal_binds": True})
        )
        assert len(session.execute(text(literals)).all()) == 1


def arrays(mine):
    with Session(engine) as session:
        friends = session.get(User, mine).friends
        if STATE != "moved":  # T[] and uuid[] have no operator in common: stored= has to go
            assert session.scalars(select(User.id).where(User.friends.contains(friends))).all() == [
                mine
            ]
            assert (
                session.scalars(select(User.id).where(User.friends.overlap([new_id()]))).all() == []
            )
        else:
            refuses(
                sqlalchemy.exc.ProgrammingError,
                session.scalars,
                select(User.id).where(User.friends.contains(friends)),
            )
            session.rollback()
        assert session.scalars(
            select(User.id).where(User.id == sqlalchemy.any_(literal([mine], ARRAY(USER))))
        ).all() == [mine]


def texts(mine):
    for condition in (
        lambda: User.id.contains("x"),
        lambda: User.id.endswith("x"),
        lambda: User.id.ilike("user%"),
        lambda: User.id.like("user%"),
    ):
        if STATE == "typed":
            condition()
        else:
            refuses(TypeError, condition)
    with Session(engine) as session:
        assert session.scalars(
            select(User.id).where(User.id.startswith(mine, autoescape=True))
        ).all() == [mine]
        assert session.scalars(select(User.id).where(User.id.startswith("user%"))).all() == []
        refuses(
            sqlalchemy.exc.StatementError,
            session.scalars,
            select(User).where(User.id == str(uuid_of(mine))),
        )

    class Taking(Id, prefix="user", accept_uuid=True):
        """As UserId, and takes UUIDs."""

    taking = IdType(Taking, "user_id", **word)
    users = sqlalchemy.table("users", sqlalchemy.column("id", taking), sqlalchemy.column("name"))
    with engine.connect() as connection:
        assert (
            connection.scalar(select(users.c.name).where(users.c.id == str(uuid_of(mine)))) == mine
        )
    for options, stored in (
        ({"masked": True}, "uuid"),
        ({"notation": "uid11"}, "uuid"),
        ({}, "bytea"),
    ):
        kind = types.new_class("Kind", (Id,), {"prefix": "user", **options})
        refuses(TypeError, IdType, kind, "x", stored=stored)


def over_asyncpg():
    async def run():
        other = create_async_engine(url.replace("postgresql:", "postgresql+asyncpg:"))
        async with other.begin() as connection:
            id = new_id()
            await connection.execute(insert(User).values(id=id, name="asyncpg", friends=[id]))
            found = (
                await connection.execute(select(User.id, User.friends).where(User.id.in_([id])))
            ).one()
            assert found == (id, [id]), found
            assert (
                await connection.execute(select(User.id).where(User.id.startswith(id)))
            ).scalar_one() == id
            await connection.execute(sqlalchemy.delete(User).where(User.id == id))
        await other.dispose()

    asyncio.run(run())


def moves():
    """What Alembic writes where stored= is taken away moves the columns.

    move() leaves alone those that have moved.
    """
    fresh = os.environ["PGDATABASE"] + "_fresh"
    psql("-c", f'DROP DATABASE IF EXISTS "{fresh}"', "-c", f'CREATE DATABASE "{fresh}"')
    psql(
        "-f",
        os.environ["STORED"],
        "-c",
        "DROP VIEW buyers",
        "-c",
        "DROP POLICY own ON orders",
        "-c",
        "CREATE EXTENSION base62id",
        "-c",
        "SELECT typeid_create_type('user_id', 'user', accept_uuid => true), "
        "typeid_create_type('order_id', 'order', accept_uuid => true)",
        database=fresh,
    )
    columns = [
        ("users", "id", USER),
        ("users", "friends", ARRAY(USER)),
        ("orders", "id", ORDER),
        ("orders", "buyer_id", USER),
        ("orders", "parent_id", ORDER),
        ("watches", "user_id", USER),
        ("watches", "order_id", ORDER),
    ]
    there = create_engine(engine.url.set(database=fresh))
    with there.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = produce_migrations(context, Base.metadata).upgrade_ops
        assert sum(
            op.__class__.__name__ == "AlterColumnOp"
            for table in found.ops
            for op in getattr(table, "ops", [])
        ) == len(columns)
        for table, column, kind in columns:
            move(Operations(context), table, column, kind)
    with there.begin() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        difference = [
            one
            for one in compare_metadata(context, Base.metadata)
            if one[0] not in ("add_fk", "remove_index") and not is_view(one)
        ]
        assert difference == [], difference
        for table, column, kind in columns:
            move(Operations(context), table, column, kind)
        assert (
            connection.scalar(
                text(
                    "SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() "
                    "AND mode ~ 'Exclusive' AND relation IS NOT NULL"
                )
            )
            == 0
        )
        assert connection.execute(select(Order.buyer_id).limit(1)).scalar_one().startswith("user_")
    there.dispose()


def in_session(work):
    def run(*given):
        with Session(engine) as session:
            made = work(session, *given)
            session.commit()
            return made

    return run


def ids(condition):
    return lambda session, *given: session.scalars(
        select(User.id).where(condition(*given)).order_by(User.id)
    ).all()


def add(session, one):
    session.add(one)
    session.flush()
    return one.id


def watch(session, user, order):
    watched = session.get(Order, order)
    watched.watchers.append(session.get(User, user))


def user(session, id):
    found = session.scalars(select(User).where(User.id == id)).all()
    return [
        field
        for one in found
        for field in (one.id, one.name, one.friends, one.facts and one.facts["id"])
    ]


def orders(session, id):
    found = []
    for load in (joinedload, selectinload, subqueryload):
        one = (
            session.scalars(
                select(User)
                .options(load(User.orders).load_only(Order.id, Order.parent_id), load(User.watched))
                .where(User.id == id)
            )
            .unique()
            .one()
        )
        found += [
            (load.__name__, order.id, order.buyer.id, order.parent and order.parent.id)
            for order in one.orders
        ]
        session.expunge_all()
    return found


def policy(session, customer):
    session.execute(
        text(
            "SELECT set_config('shop.customer', :customer, true), "
            "set_config('role', 'customer', true)"
        ),
        {"customer": customer},
    )
    return session.scalars(select(Order.id)).all()


def tree(session, id):
    up = select(Order.id, Order.parent_id).where(Order.id == id).cte("up", recursive=True)
    up = up.union_all(select(Order.id, Order.parent_id).join(up, up.c.parent_id == Order.id))
    return session.scalars(select(up.c.id)).all()


def upsert_user(session, id, name):
    return session.scalar(
        upsert(User)
        .values(id=id, name=name)
        .on_conflict_do_update(index_elements=[User.id], set_={"name": name})
        .returning(User.id)
    )


def own(mine, server, first):
    for title, test, *given in (
        ("a second revision is empty", alembic),
        ("identity, lists, subqueries, aggregates, literals", queries, mine, server, first),
        ("arrays: contains, overlap, any", arrays, mine),
        ("texts, and kinds that no uuid column can have", texts, mine),
        ("asyncpg", over_asyncpg),
    ):
        check(f"{STATE}: {title}", test, *given)
    if STATE == "typed":
        check("move() moves what has not moved, and touches nothing else", moves)


serve(
    {
        name: in_session(work)
        for name, work in {
            "add_user": lambda session, id, name, friends, fact: add(
                session,
                User(
                    **({"id": id} if id else {}),
                    name=name,
                    friends=friends.split(),
                    facts={"id": fact} if fact else None,
                ),
            ),
            "user": user,
            "add_order": lambda session, id, buyer, parent, note: add(
                session,
                Order(
                    **({"id": id} if id else {}),
                    buyer_id=buyer,
                    parent_id=parent or None,
                    note=note,
                ),
            ),
            "watch": watch,
            "orders": orders,
            "watched": lambda session, id: [order.id for order in session.get(User, id).watched],
            "in": ids(lambda all: User.id.in_(all.split())),
            "between": ids(lambda low, high: User.id.between(low, high)),
            "below": ids(lambda high: User.id < high),
            "prefix": ids(lambda begin: User.id.startswith(begin)),
            "friend": ids(lambda id: literal(id, USER) == sqlalchemy.any_(User.friends)),
            "upsert": upsert_user,
            "give": lambda session, id, buyer: list(
                session.execute(
                    update(Order)
                    .where(Order.id == id)
                    .values(buyer_id=buyer)
                    .returning(Order.id, Order.buyer_id)
                ).one()
            ),
            "remove": lambda session, id: session.execute(
                sqlalchemy.delete(User).where(User.id == id)
            ).rowcount,
            "buyer": lambda session, id: [
                field
                for row in session.execute(select(Buyer.id, Buyer.orders).where(Buyer.id == id))
                for field in row
            ],
            "policy": policy,
            "call": lambda session, uuid: session.scalar(
                text("SELECT orders_of(CAST(:id AS uuid))"), {"id": uuid}
            ),
            "parents": lambda session: [
                str(id) for id in session.scalars(text("SELECT id FROM parents()"))
            ],
            "tree": tree,
        }.items()
    }
    | {"own": own}
    | times(write, read)
)
