"""SQLAlchemy: of one row there is one object in a session, however its id was given.

What goes into DDL is quoted.
"""

import os
import uuid

import sqlalchemy
from harness import check, kind_of, new_id, psql, refuses
from sqlalchemy import ARRAY, ForeignKey, create_engine, delete, insert, select, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.mutable import MutableList
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship
from sqlalchemy.sql import operators

from base62id import Base62Id, Id, Ulid
from base62id.sqlalchemy import IdType, generated, register


class PersonId(Id, prefix="person", accept_uuid=True):
    """Of a type that takes UUIDs."""


class SaleId(Id, prefix="sale"):
    """Of the type typeid."""


PERSON = IdType(PersonId, "person_id")
engine = create_engine(os.environ["DATABASE_URL"].replace("postgresql:", "postgresql+psycopg:"))


class Base(DeclarativeBase):
    pass


class Person(Base):
    __tablename__ = "persons"
    id: Mapped[PersonId] = mapped_column(PERSON, primary_key=True, default=uuid.uuid4)
    friends: Mapped[list[PersonId]] = mapped_column(
        MutableList.as_mutable(ARRAY(PERSON)), default=list
    )
    place: Mapped[Ulid | None] = mapped_column(IdType(Ulid))
    token: Mapped[Base62Id | None] = mapped_column(IdType(Base62Id))
    orders: Mapped[list["Order"]] = relationship(back_populates="buyer")


class Order(Base):
    __tablename__ = "sales"
    id: Mapped[SaleId] = mapped_column(
        IdType(SaleId), primary_key=True, server_default=generated(SaleId)
    )
    buyer_id: Mapped[PersonId] = mapped_column(ForeignKey("persons.id"))
    buyer: Mapped[Person] = relationship(back_populates="orders")


class Special(Person):  # its key refers to the key of persons
    __tablename__ = "specials"
    id: Mapped[PersonId] = mapped_column(ForeignKey("persons.id"), primary_key=True)


def types_later():
    """A connection that was opened before the types were made reads arrays once it was told."""
    with engine.connect() as connection:
        connection.execute(sqlalchemy.text("SELECT 1"))
    psql("-c", "SELECT typeid_create_type('person_id', 'person', accept_uuid => true)")
    register(engine)
    Base.metadata.create_all(engine)
    with engine.connect() as connection:
        given = [new_id("person")]
        array = sqlalchemy.literal(given, ARRAY(PERSON)).cast(ARRAY(PERSON))
        assert connection.scalar(select(array)) == given


def one_row_is_one_object():
    value, friend, place = uuid.uuid4(), uuid.uuid4(), str(Ulid.generate())
    id = PersonId.from_uuid(value)
    with Session(engine) as session:
        person = Person(id=value, friends=[friend], place=place.lower(), token=str(value))
        assert (person.id, person.place) == (id, place)
        assert person.token == Base62Id.from_uuid(value) and type(person.token) is Base62Id
        assert person.friends == [PersonId.from_uuid(friend)]
        by_default, by_number = Person(), Special(id=uuid.uuid4())
        session.add_all([person, by_default, by_number])
        session.flush()
        assert by_default.id.startswith("person_")
        for one in (person, by_default, by_number):
            kind, value_of = type(one), one.id.uuid
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
    """What a statement sets, and which objects of the session it finds.

    By each text of an id, and by a UUID.
    """
    a, b, c = (PersonId.generate() for _ in range(3))
    value = a.uuid

    def new_place():
        return str(Ulid.generate())

    with Session(engine) as session:
        one = Person(id=a)
        session.add_all([one, Person(id=b), Person(id=c)])
        session.commit()

        for how in ("evaluate", "fetch", "auto"):
            for condition in (
                Person.id == value,
                Person.id.in_([value]),
                Person.id.between(value, value),
            ):
                if how == "evaluate" and condition.operator is operators.between_op:
                    continue  # which it refuses
                place, token, friend = new_place(), uuid.uuid4(), uuid.uuid4()
                new = (place, Base62Id.from_uuid(token), [PersonId.from_uuid(friend)])
                session.refresh(one)  # only what is loaded has to be brought up to date
                assert (one.place, one.token, one.friends) != new
                values = {
                    "place": place.lower(),
                    "token": Base62Id.from_uuid(token),
                    "friends": [friend],
                }
                session.execute(
                    update(Person).where(condition).values(values),
                    execution_options={"synchronize_session": how},
                )
                found = (one.place, one.token, one.friends)
                assert found == new, (how, condition, found)
        # By lists of primary keys.
        place = new_place()
        session.execute(update(Person), [{"id": value, "place": place.lower()}])
        assert one.place == place
        place = new_place()
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
        place = new_place()
        given = [{"id": id, "place": place.lower()} for id in made]
        rows = session.scalars(insert(Person).returning(Person), given).all()
        assert {(row.id, row.place) for row in rows} == {
            (PersonId.from_uuid(id), place) for id in made
        }
        row = session.scalar(insert(Person).values(id=(new := uuid.uuid4())).returning(Person))
        assert session.get(Person, new) is row and row.id == PersonId.from_uuid(new)
        place = new_place()
        upsert = postgresql.insert(Person).values(id=value, place=place.lower())
        upsert = upsert.on_conflict_do_update(
            index_elements=["id"], set_={"place": place.lower()}
        ).returning(Person)
        # An object that is in the session keeps what it has loaded, without this option.
        row = session.scalar(upsert, execution_options={"populate_existing": True})
        assert row is one and one.place == place

        session.execute(delete(Order))
        session.execute(delete(Person).where(Person.id.in_([a.uuid, b.uuid])))
        assert one not in session and session.get(Person, b) is None
        assert session.get(Person, c) is not None
        session.rollback()


def ddl():
    psql(
        "-c",
        "SELECT typeid_create_type('\"Odd id\"', 'odd')",
        "-c",
        "SELECT typeid_create_type('\"order\"', 'word')",
    )
    for number, (name, prefix) in enumerate(
        [("Odd id", "odd"), ("order", "word"), ("public.order", "word"), ('"Odd id"', "odd")]
    ):
        kind = IdType(kind_of(prefix), name)
        table = sqlalchemy.Table(
            f"names_{number}",
            sqlalchemy.MetaData(),
            sqlalchemy.Column("id", kind, primary_key=True),
        )
        with engine.begin() as connection:
            table.create(connection)
            connection.execute(table.insert().values(id=new_id(prefix)))
        assert generated(kind_of(prefix), name).text.endswith(("_new()", '_new"()'))
    assert str(generated(kind_of("odd"), '"Odd id"')) == '"Odd id_new"()'
    assert str(generated(kind_of("word"), "public.order")) == "public.order_new()"


check("arrays over a connection that is older than their type", types_later)
check(
    "one row is one object in a session: keys, foreign keys, arrays, defaults",
    one_row_is_one_object,
)
check("statements: what they set, and which objects they find", statements)
check("names of types and type prefixes in DDL", ddl)
