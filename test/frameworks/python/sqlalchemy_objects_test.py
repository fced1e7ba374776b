"""SQLAlchemy: of one row there is one object in a session, however its id was given; what goes into DDL is quoted."""

import os
import uuid

import sqlalchemy
from sqlalchemy import ARRAY, ForeignKey, create_engine, select
from sqlalchemy.ext.mutable import MutableList
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship

import base62id
from base62id.sqlalchemy import Base62ID, TypeID, ULID, register, typed_id
from harness import check, new_id, psql, refuses

PersonId = typed_id("person_id", "person")
engine = create_engine(os.environ["DATABASE_URL"].replace("postgresql:", "postgresql+psycopg:"))


class Base(DeclarativeBase):
    pass


class Person(Base):
    __tablename__ = "persons"
    id: Mapped[str] = mapped_column(PersonId, primary_key=True, default=uuid.uuid4)
    friends: Mapped[list[str]] = mapped_column(MutableList.as_mutable(ARRAY(PersonId)), default=list)
    place: Mapped[str | None] = mapped_column(ULID)
    token: Mapped[uuid.UUID | None] = mapped_column(Base62ID(as_uuid=True))
    orders: Mapped[list["Order"]] = relationship(back_populates="buyer")


class Order(Base):
    __tablename__ = "sales"
    id: Mapped[str] = mapped_column(TypeID("sale"), primary_key=True, server_default=TypeID.default("sale"))
    buyer_id: Mapped[str] = mapped_column(ForeignKey("persons.id"))
    buyer: Mapped[Person] = relationship(back_populates="orders")


class Special(Person):  # a key of its own that follows
    __tablename__ = "specials"
    id: Mapped[str] = mapped_column(ForeignKey("persons.id"), primary_key=True)


def types_later():
    """A connection that was opened before the types were made reads arrays once it was told."""
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text("SELECT 1"))
    psql("-c", "SELECT typeid_create_type('person_id', 'person')")
    register(engine)
    Base.metadata.create_all(engine)
    with engine.connect() as connection:
        given = [new_id("person")]
        assert connection.scalar(select(sqlalchemy.literal(given, ARRAY(PersonId)).cast(ARRAY(PersonId)))) == given


def one_row_is_one_object():
    value, friend, place = uuid.uuid4(), uuid.uuid4(), new_id("", "ulid")
    id = base62id.from_uuid("typeid", value, "person")
    with Session(engine) as session:
        person = Person(id=value, friends=[friend], place=place.lower(), token=str(value))
        assert (person.id, person.place, person.token) == (id, place, value)
        assert person.friends == [base62id.from_uuid("typeid", friend, "person")]
        by_default, by_number = Person(), Special(id=uuid.uuid4())
        session.add_all([person, by_default, by_number])
        session.flush()
        assert by_default.id.startswith("person_")
        for one in (person, by_default, by_number):
            kind, value_of = type(one), base62id.to_uuid("typeid", one.id)
            assert session.get(kind, one.id) is one and session.get(kind, value_of) is one
            assert session.scalars(select(kind).where(kind.id == one.id)).one() is one
            assert session.scalars(select(kind).where(kind.id == value_of)).one() is one
        assert session.merge(Person(id=value)) is person
        order = Order(buyer_id=value)
        session.add(order)
        session.flush()
        assert order.buyer is person and order.buyer_id == id and order.id.startswith("sale_")
        person.friends.append(new_id("person"))  # the list is still followed
        session.commit()
        assert len(person.friends) == 2
        assert session.scalar(sqlalchemy.func.count(Person.id)) == 3
        session.add(Person(id=new_id("user")))  # is an error where it is stored
        refuses(sqlalchemy.exc.StatementError, session.flush)


def ddl():
    psql("-c", "SELECT typeid_create_type('\"Odd id\"', 'odd')", "-c", "SELECT typeid_create_type('\"order\"', 'word')")
    for number, (name, prefix) in enumerate([("Odd id", "odd"), ("order", "word"), ("public.order", "word"), ('"Odd id"', "odd")]):
        kind = typed_id(name, prefix)()
        table = sqlalchemy.Table(f"names_{number}", sqlalchemy.MetaData(), sqlalchemy.Column("id", kind, primary_key=True))
        with engine.begin() as connection:
            table.create(connection)
            connection.execute(table.insert().values(id=new_id(prefix)))
    for prefix in ("us'er", "User", "a:b", "x" * 64):
        refuses(ValueError, TypeID.default, prefix)


check("arrays over a connection that is older than their type", types_later)
check("one row is one object in a session: keys, foreign keys, arrays, defaults", one_row_is_one_object)
check("names of types and type prefixes in DDL", ddl)
