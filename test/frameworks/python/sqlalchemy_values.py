"""Values of SQLAlchemy's statements: patterns, with and without an escape, UUIDs, ids of each type and notation."""

import uuid

import sqlalchemy
import sqlalchemy.dialects.postgresql
from sqlalchemy import select

import base62id
import base62id.sqlalchemy as base62id_sqlalchemy
from harness import new_id, notated, refuses, texts_of, wrong_ids, wrong_texts_of
from models import Invoice, Order, User


def patterns(session):
    """What SQLAlchemy does for text, with and without an escape."""
    for model in (User, Order, Invoice):
        some = session.scalars(select(model.id).order_by(model.id).limit(1)).one()
        head, tail = some[:-2], some[2:]
        whole = some.replace("_", "/_")
        for condition in (
            model.id.startswith(head, autoescape=True),
            model.id.startswith(head.replace("_", "#_"), escape="#"),
            model.id.istartswith(head.upper(), autoescape=True),
            model.id.like(head.replace("_", "/_") + "%", escape="/"),
            model.id.like(whole, escape="/"),
            model.id.ilike(whole.upper(), escape="/"),
            model.id.like(head + "__"),
            model.id.contains(some[1:-1]),
            model.id.contains(some[1:-1], autoescape=True),
            model.id.icontains(some[1:-1].upper()),
            model.id.endswith(tail),
            model.id.endswith(tail, autoescape=True),
            model.id.iendswith(tail.upper()),
            model.id.not_like("%" + "!" * 3 + "%"),
            model.id.not_ilike("!%"),
            ~model.id.like("!%"),
            model.id.startswith(sqlalchemy.literal(head, sqlalchemy.Text())),
            model.id.like(sqlalchemy.literal(head, sqlalchemy.Text()).concat("%")),
            model.id.contains(sqlalchemy.literal(some[1:-1], sqlalchemy.Text()), autoescape=False),
        ):
            found = session.scalars(select(model.id).where(condition, model.id <= some)).all()
            assert some in found, (str(condition), found)
        for condition in (
            model.id.startswith(head + "%", autoescape=True),
            model.id.contains("%", autoescape=True),
            model.id.endswith("_" * 30, autoescape=True),
            model.id.like("/" + head + "/%", escape="/"),
            model.id.not_like("%"),
            model.id.not_like(some[:3] + "%", escape="/"),
        ):
            assert not session.scalars(select(model.id).where(condition, model.id <= some)).all(), str(condition)
    # With an escape the other wildcards are alive.
    some = session.scalars(select(User.id).limit(1)).one()
    assert some in session.scalars(
        select(User.id).where(User.id.startswith("u%/_0", escape="/"), User.id == some)
    ).all()


def uuids(session):
    """A UUID is taken where the type says what becomes of it."""
    value = uuid.uuid4()
    session.add(Invoice(id=value, note="uuid"))
    session.commit()
    assert session.scalars(select(Invoice.note).where(Invoice.id == value)).one() == "uuid"
    assert session.scalars(select(Invoice.note).where(Invoice.id == str(value))).one() == "uuid"
    session.add(User(id=value, name="uuid"))
    session.commit()
    assert session.scalars(select(User.id).where(User.id == value)).one().startswith("user_")
    refuses(sqlalchemy.exc.StatementError, session.scalars, select(Order).where(Order.id == value))
    session.rollback()


def every_notation(session):
    for name, table, prefix, notation in notated():
        kind = base62id_sqlalchemy.typed_id(name, prefix, notation)
        model = sqlalchemy.Table(
            table,
            sqlalchemy.MetaData(),
            sqlalchemy.Column("id", kind(), primary_key=True, server_default=sqlalchemy.text(f"{name}_new()")),
            sqlalchemy.Column("name", sqlalchemy.Text),
        )
        mine = new_id(prefix, notation)
        session.execute(model.insert().values(id=mine))
        made = session.scalar(model.insert().values(name="by the server").returning(model.c.id))
        assert base62id.is_valid(notation, made, prefix), made
        assert set(session.scalars(select(model.c.id).where(model.c.id.in_([mine, made])))) == {mine, made}
        assert session.scalars(select(model.c.id).where(model.c.id.startswith(mine[:-4]))).all() == [mine]
        for wrong in wrong_ids(mine, notation):
            refuses(sqlalchemy.exc.StatementError, session.scalars, select(model.c.id).where(model.c.id == wrong))
    session.rollback()


def made_again(engine, in_session, psql):
    """Arrays of a typed id are lists, also where the type was dropped and made again: it has another OID then."""
    crew_id = base62id_sqlalchemy.typed_id("crew_id", "crew")
    array, given = sqlalchemy.dialects.postgresql.ARRAY(crew_id()), [base62id.new_id("crew"), base62id.new_id("crew")]

    def read(session):
        assert session.scalar(select(sqlalchemy.cast(sqlalchemy.literal(given, array), array))) == given

    psql("-c", "SELECT typeid_create_type('crew_id', 'crew')")
    in_session(engine, read)
    psql("-c", "SELECT typeid_drop_type('crew_id')", "-c", "SELECT typeid_create_type('crew_id', 'crew')")
    base62id_sqlalchemy.register(engine)
    in_session(engine, read)


def every_type(session):
    """Each type, scalar and array, comes back as it went."""
    classes = {t.name: t for t in base62id_sqlalchemy.IdType.__subclasses__()}
    there = set(session.scalars(sqlalchemy.text("SELECT typname::text FROM pg_type")))
    for name in set(classes) & there:
        kind = classes[name]()
        texts = texts_of(name)
        assert texts or name == "ulid"
        array = sqlalchemy.dialects.postgresql.ARRAY(classes[name])
        for text in texts[:30]:
            assert session.scalar(select(sqlalchemy.cast(sqlalchemy.literal(text, kind), kind))) == text
        got = session.scalar(select(sqlalchemy.cast(sqlalchemy.literal(texts, array), array)))
        assert got == texts, (name, got[:3])
        for text in wrong_texts_of(name):
            if len(text) != 36:  # a UUID's text is input
                refuses(ValueError, kind.bind_processor(None), text)
