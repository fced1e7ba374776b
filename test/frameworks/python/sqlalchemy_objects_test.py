"""SQLAlchemy: of one row there is one object in a session, however its id was given; what goes into DDL is quoted."""

import os
import uuid

import sqlalchemy
from sqlalchemy import ARRAY, ForeignKey, create_engine, delete, insert, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.mutable import MutableList
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship
from sqlalchemy.sql import operators

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


def statements():
    """What a statement sets, and which objects of the session it finds, by each text of an id and by a UUID."""
    a, b, c = (base62id.new_id("person") for _ in range(3))
    place, friend = new_id("", "ulid"), uuid.uuid4()
    friends = [base62id.from_uuid("typeid", friend, "person")]
    value = base62id.to_uuid("typeid", a)
    with Session(engine) as session:
        one = Person(id=a)
        session.add_all([one, Person(id=b), Person(id=c)])
        session.commit()

        for how in ("evaluate", "fetch", "auto"):
            one.place = None
            session.flush()
            for condition in (Person.id == value, Person.id.in_([value]), Person.id.between(value, value)):
                place, token = new_id("", "ulid"), uuid.uuid4()
                values = {"place": place.lower(), "token": base62id.from_uuid("base62id", token), "friends": [friend]}
                if how == "evaluate" and condition.operator is operators.between_op:
                    continue  # which it refuses
                assert one.id == a and one.friends is not None and (one.place, one.token) is not None  # is loaded
                session.execute(update(Person).where(condition).values(values), execution_options={"synchronize_session": how})
                assert (one.place, one.token, one.friends) == (place, token, friends), (how, condition, one.place, one.token)
        # By lists of primary keys.
        place = new_id("", "ulid")
        session.execute(update(Person), [{"id": value, "place": place.lower()}])
        assert one.place == place
        session.bulk_update_mappings(Person, [{"id": value, "place": place.lower()}])
        session.expire(one)
        assert one.place == place and session.get(Person, value) is one

        session.execute(update(Order).values(buyer_id=value))
        order = Order(buyer_id=b)
        session.add(order)
        session.flush()
        session.execute(update(Order).where(Order.id == order.id).values(buyer_id=value))
        assert order.buyer_id == a and order.buyer is one

        made = uuid.uuid4(), uuid.uuid4()
        given = [{"id": id, "place": place.lower()} for id in made]
        rows = session.scalars(insert(Person).returning(Person), given).all()
        assert {(row.id, row.place) for row in rows} == {(base62id.from_uuid("typeid", id, "person"), place) for id in made}
        row = session.scalar(insert(Person).values(id=(new := uuid.uuid4())).returning(Person))
        assert session.get(Person, new) is row and row.id == base62id.from_uuid("typeid", new, "person")
        upsert = postgresql.insert(Person).values(id=value, place=place.lower())
        row = session.scalar(upsert.on_conflict_do_update(index_elements=["id"], set_={"place": place.lower()}).returning(Person))
        assert row is one and one.place == place

        session.execute(delete(Order))
        session.execute(delete(Person).where(Person.id.in_((uuid.UUID(bytes=value.bytes), base62id.to_uuid("typeid", b)))))
        assert one not in session and session.get(Person, c) is not None
        session.rollback()


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
check("statements: what they set, and which objects they find", statements)
check("names of types and type prefixes in DDL", ddl)
