"""Right sides of SQLAlchemy's comparisons that are no ids: patterns, with and without an escape, and UUIDs."""

import uuid

import sqlalchemy
from sqlalchemy import select

from harness import refuses
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
