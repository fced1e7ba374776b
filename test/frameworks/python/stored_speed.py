"""Times of reading and writing 10,000 rows over uuid columns: stored="uuid" beside the ORM's own field of UUIDs, in one process, in turn.

    PGDATABASE=… PYTHONPATH=clients/python python3 test/frameworks/python/stored_speed.py
"""

import gc
import os
import statistics
import time
import uuid

import django
import sqlalchemy
from django.conf import settings
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

import base62id
from base62id.sqlalchemy import typed_id

ROWS, ROUNDS = 10_000, 7
settings.configure(
    DATABASES={"default": {"ENGINE": "django.db.backends.postgresql", "HOST": os.environ.get("PGHOST", ""), "USER": os.environ.get("PGUSER", ""), "NAME": os.environ["PGDATABASE"]}}
)
django.setup()

from django.db import connection, models  # noqa: E402

from base62id.django import TypedIDField  # noqa: E402


def django_model(name, **fields):
    meta = type("Meta", (), {"app_label": "speed"})
    return type(name, (models.Model,), {**fields, "Meta": meta, "__module__": __name__})


user = {"type_name": "user_id", "prefix": "user", "stored": "uuid"}
django_models = {
    "uuid": django_model("Plain", id=models.UUIDField(primary_key=True), friend=models.UUIDField()),
    "stored": django_model("Stored", id=TypedIDField(primary_key=True, **user), friend=TypedIDField(**user)),
}


class Base(DeclarativeBase):
    pass


class Plain(Base):
    __tablename__ = "sa_plain"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    friend: Mapped[uuid.UUID]


class Stored(Base):
    __tablename__ = "sa_stored"
    id: Mapped[str] = mapped_column(typed_id("user_id", "user", stored="uuid"), primary_key=True)
    friend: Mapped[str] = mapped_column(typed_id("user_id", "user", stored="uuid"))


engine = sqlalchemy.create_engine(sqlalchemy.URL.create("postgresql+psycopg", os.environ.get("PGUSER"), host=os.environ.get("PGHOST"), database=os.environ["PGDATABASE"]))
made = [uuid.uuid4() for _ in range(ROWS)]
given = {"uuid": made, "stored": [base62id.from_uuid("typeid", value, "user") for value in made]}


def django_write(kind):
    model, ids = django_models[kind], given[kind]
    model.objects.all().delete()
    yield
    model.objects.bulk_create([model(id=id, friend=id) for id in ids])
    yield


def django_read(kind):
    yield
    assert len(list(django_models[kind].objects.all())) == ROWS
    yield


def alchemy_write(kind):
    model, ids = {"uuid": Plain, "stored": Stored}[kind], given[kind]
    with Session(engine) as session:
        session.execute(sqlalchemy.delete(model))
        session.commit()
        yield
        session.add_all([model(id=id, friend=id) for id in ids])
        session.commit()
        yield


def alchemy_read(kind):
    with Session(engine) as session:
        yield
        assert len(session.scalars(sqlalchemy.select({"uuid": Plain, "stored": Stored}[kind])).all()) == ROWS
        yield


with connection.schema_editor() as editor:
    for model in django_models.values():
        editor.create_model(model)
Base.metadata.drop_all(engine)
Base.metadata.create_all(engine)
for work in (django_write, django_read, alchemy_write, alchemy_read):
    times = {"uuid": [], "stored": []}
    for _ in range(ROUNDS):
        for kind, all_times in times.items():
            steps = work(kind)
            next(steps)
            gc.collect()
            begin = time.process_time(), time.perf_counter()
            next(steps)
            all_times.append((time.process_time() - begin[0], time.perf_counter() - begin[1]))
            steps.close()
    for i, name in enumerate(("processor", "clock")):
        plain, stored = ([one[i] for one in times[kind]] for kind in ("uuid", "stored"))
        ratio = statistics.median(stored) / statistics.median(plain)
        print(f"{work.__name__}, {name}: uuid {statistics.median(plain) * 1000:.0f} ms, stored {statistics.median(stored) * 1000:.0f} ms, "
              f"ratio {ratio:.2f}, slowest to fastest {max(stored) / min(stored):.2f}")
