"""SQLAlchemy 2 with Alembic, over psycopg 3 or asyncpg: python3 sqlalchemy_test.py DRIVER."""

import asyncio
import os
import pathlib
import shutil
import subprocess
import sys

import alembic
import alembic.command
import alembic.config
import sqlalchemy
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload, selectinload

import base62id
import base62id.sqlalchemy as base62id_sqlalchemy
from harness import (
    MALFORMED,
    OTHER_PREFIX,
    cell,
    check,
    fill,
    have_typed,
    new_id,
    psql,
    refuses,
    say,
)

driver = sys.argv[1]
url = os.environ["DATABASE_URL"].replace("postgresql:", f"postgresql+{driver}:")
here = pathlib.Path(__file__).parent
versions = {"psycopg": "psycopg", "asyncpg": "asyncpg"}
module = __import__(driver)
say(
    "version",
    f"SQLAlchemy {sqlalchemy.__version__}, Alembic {alembic.__version__}, {driver} {module.__version__}, "
    f"PostgreSQL {psql('-c', 'SHOW server_version').split()[0]}",
)

from models import Base, Invoice, Order, User  # noqa: E402
from sqlalchemy_values import every_notation, every_type, made_again, patterns, uuids  # noqa: E402


# Alembic: a project as `alembic init` makes it, with the page's env.py.
def project(name, env="env.py", models="models.py"):
    root = here / name
    (root / "migrations" / "versions").mkdir(parents=True)
    template = pathlib.Path(alembic.__file__).parent / "templates" / "generic" / "script.py.mako"
    shutil.copy(template, root / "migrations" / "script.py.mako")
    shutil.copy(here / env, root / "migrations" / "env.py")
    shutil.copy(here / models, root / "models.py")
    shutil.copytree(here / "base62id", root / "base62id")
    (root / "alembic.ini").write_text("[alembic]\nscript_location = migrations\nprepend_sys_path = .\n")
    return root


def alembic_run(root, *arguments, database=None):
    environment = dict(
        os.environ, DATABASE_URL=url if database is None else url.rsplit("/", 1)[0] + "/" + database
    )
    done = subprocess.run(
        [sys.executable, "-B", "-m", "alembic", *arguments],
        cwd=root,
        env=environment,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout + done.stderr


@cell("migrate", "adapter: `render_item`")
def migrate(root):
    status, output = alembic_run(root, "revision", "--autogenerate", "-m", "first")
    assert status == 0, output
    (made,) = (root / "migrations" / "versions").glob("*.py")
    source = made.read_text()
    assert "import base62id.sqlalchemy" in source and "TypeID('user')" in source, source
    status, output = alembic_run(root, "upgrade", "head")
    assert status == 0, output
    assert (
        psql(
            "-c",
            r"SELECT format_type(atttypid, atttypmod) FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'id'",
        )
        == "typeid"
    )


@cell("again", "the stored form of the default")
def again(root):
    status, output = alembic_run(root, "check")
    assert status == 0 and "No new upgrade operations detected" in output, output


@cell("first", "`op.execute` in the first revision")
def first():
    database = os.environ["PGDATABASE"] + "_bare"
    psql("-c", f'CREATE DATABASE "{database}"')
    root = project("bare")
    shutil.copy(here / "extension.py", root / "migrations" / "versions" / "extension.py")
    there, tables = ("upgrade", "head"), ("revision", "--autogenerate", "-m", "tables")
    for arguments in (there, ("downgrade", "base"), there, tables, there, there):
        status, output = alembic_run(root, *arguments, database=database)
        assert status == 0, output
    status, output = alembic_run(root, "check", database=database)
    assert status == 0 and "No new upgrade operations detected" in output, output
    assert psql("-c", "SELECT team_id_new() ^@ 'team_'", database=database) == "t"
    assert psql("-c", "INSERT INTO users (name) VALUES ('x') RETURNING id", database=database).startswith("user_")


def kind(session):
    refuses(sqlalchemy.exc.StatementError, session.get, User, OTHER_PREFIX)
    session.rollback()
    session.add(User(id=OTHER_PREFIX, name="x"))
    refuses(sqlalchemy.exc.StatementError, session.commit)
    session.rollback()


def empty(session):
    session.add(User(id="", name="x"))
    refuses(sqlalchemy.exc.StatementError, session.commit)
    session.rollback()
    notes = sqlalchemy.Table("notes", sqlalchemy.MetaData(), sqlalchemy.Column("author", base62id_sqlalchemy.TypeID("user")))
    notes.create(session.connection())
    session.execute(notes.insert().values(author=None))
    assert session.execute(select(notes)).one() == (None,)
    session.rollback()


def endless():
    """The default as a user writes it first: Alembic sees a difference for ever."""
    root = project("endless")
    models = root / "models.py"
    text = models.read_text().replace('TypeID.default("user")', "text(\"typeid_generate('user')\")")
    assert text != models.read_text()
    models.write_text(text)
    shutil.copytree(
        here / "project" / "migrations" / "versions", root / "migrations" / "versions", dirs_exist_ok=True
    )
    for _ in range(2):
        before = set(root.glob("migrations/versions/*.py"))
        status, output = alembic_run(root, "revision", "--autogenerate", "-m", "again")
        assert status == 0, output
        (made,) = set(root.glob("migrations/versions/*.py")) - before
        assert "op.alter_column('users', 'id'" in made.read_text(), made.read_text()
        status, output = alembic_run(root, "upgrade", "head")
        assert status == 0, output
    say(
        "trap",
        "Alembic: `server_default=text(\"typeid_generate('user')\")` with `compare_server_default` is a difference in every "
        "revision; the stored form is none.",
    )


@cell("introspect", "adapter")
def introspect(engine):
    def read(connection):
        metadata = sqlalchemy.MetaData()
        metadata.reflect(connection, only=["users", "orders", "invoices"])
        users, orders, invoices = (metadata.tables[n] for n in ("users", "orders", "invoices"))
        assert isinstance(users.c.id.type, base62id_sqlalchemy.TypeID), users.c.id.type
        assert isinstance(orders.c.id.type, base62id_sqlalchemy.UID11)
        assert isinstance(invoices.c.id.type, base62id_sqlalchemy.Base62ID)
        assert str(users.c.id.server_default.arg) == "typeid_generate('user'::text)"

    run(engine, read)


@cell("testdb", "as is")
def testdb(root):
    database = os.environ["PGDATABASE"] + "_test"
    psql("-c", f'CREATE DATABASE "{database}"')
    psql("-c", "CREATE EXTENSION base62id", database=database)
    status, output = alembic_run(root, "upgrade", "head", database=database)
    assert status == 0, output
    assert psql("-c", "INSERT INTO users (name) VALUES ('x') RETURNING id", database=database).startswith(
        "user_"
    )
    # And from the metadata alone, which is what most test suites do.
    other = database + "2"
    psql("-c", f'CREATE DATABASE "{other}"')
    psql("-c", "CREATE EXTENSION base62id", database=other)
    made = make_engine(url.rsplit("/", 1)[0] + "/" + other)
    run(made, Base.metadata.create_all)
    assert psql("-c", "INSERT INTO users (name) VALUES ('x') RETURNING id", database=other).startswith(
        "user_"
    )


# The queries, written once for a synchronous session; over asyncpg they run in AsyncSession.run_sync, which is
# the same code over the other driver.
def default(session):
    user, invoice = User(name="Ada"), Invoice(note="i")
    session.add_all([user, invoice])
    session.flush()
    assert user.id.startswith("user_") and len(invoice.id) == 22
    session.add_all([Order(buyer=user, note="1"), Order(buyer=user, note="2")])
    session.commit()
    assert all(len(order.id) == 11 for order in user.orders)


def own(session):
    mine = new_id()
    session.add(User(id=mine, name="mine"))
    session.commit()
    assert session.scalars(select(User).where(User.id == mine)).one().name == "mine"


def find(session):
    session.expunge_all()
    for model in (User, Order, Invoice):
        some = session.scalars(select(model).limit(1)).one().id
        session.expunge_all()
        assert session.get(model, some).id == some
        assert session.scalars(select(model.id).where(model.id == some)).all() == [some]


def within(session):
    for model in (User, Order, Invoice):
        some = session.scalars(select(model.id).limit(3)).all()
        assert set(session.scalars(select(model.id).where(model.id.in_(some)))) == set(some)
        array = sqlalchemy.dialects.postgresql.ARRAY(model.__table__.c.id.type)
        found = session.scalars(
            select(model.id).where(model.id == sqlalchemy.any_(sqlalchemy.literal(some, array)))
        )
        assert set(found) == set(some)


def eager(session):
    some = session.scalars(select(User.id).join(Order).distinct().limit(3)).all()
    for load in (selectinload, joinedload):
        session.expunge_all()
        users = (
            session.scalars(select(User).where(User.id.in_(some)).options(load(User.orders))).unique().all()
        )
        assert (
            len(users) == 3 and all(o.buyer_id == u.id for u in users for o in u.orders) and users[0].orders
        )


def pages(session):
    for model in (User, Order, Invoice):
        first = session.scalars(select(model.id).order_by(model.id).limit(5)).all()
        second = session.scalars(
            select(model.id).where(model.id > first[-1]).order_by(model.id).limit(5)
        ).all()
        assert len(second) == 5 and first[-1] not in second


def update(session):
    mine = session.scalars(select(User).where(User.name == "mine")).one()
    mine.name = "yours"
    session.commit()
    result = session.execute(sqlalchemy.update(User).where(User.id == mine.id).values(name="ours"))
    session.commit()
    assert result.rowcount == 1


def malformed(session):
    for wrong in (MALFORMED, OTHER_PREFIX, "", 17):
        refuses(sqlalchemy.exc.StatementError, session.scalars, select(User).where(User.id == wrong))
        session.rollback()
    error = refuses(
        sqlalchemy.exc.DBAPIError,
        session.execute,
        sqlalchemy.text("SELECT CAST(:id AS typeid)"),
        {"id": MALFORMED},
    )
    assert getattr(error.orig, "sqlstate", None) == "22P02", error
    session.rollback()


def prefix(session):
    for model in (User, Order, Invoice):
        some = session.scalars(select(model.id).order_by(model.id).limit(1)).one()
        found = session.scalars(select(model.id).where(model.id.startswith(some[:-4]))).all()
        assert some in found
    assert not session.scalars(select(User.id).where(User.id.has_prefix("order")).limit(1)).all()
    assert not session.scalars(select(User.id).where(User.id.startswith("order_0"))).all()
    if (
        psql("-c", "SELECT count(*) FROM pg_operator WHERE oprname = '~~' AND oprleft = 'typeid'::regtype")
        != "0"
    ):
        some = session.scalars(select(User.id).limit(1)).one()
        assert some in session.scalars(select(User.id).where(User.id.like(some[:28] + "%"))).all()


def typed(session):
    if not have_typed():
        return
    session.execute(sqlalchemy.text("SELECT typeid_create_type('team_id', 'team')"))
    session.commit()
    team_id = base62id_sqlalchemy.typed_id("team_id", "team")

    class Team(Base):
        __tablename__ = "teams"
        id = sqlalchemy.Column(team_id(), primary_key=True, server_default=sqlalchemy.text("team_id_new()"))
        name = sqlalchemy.Column(sqlalchemy.Text)

    Base.metadata.create_all(session.connection(), tables=[Team.__table__])
    session.execute(
        sqlalchemy.text("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n")
    )
    session.commit()
    session.execute(sqlalchemy.text("ANALYZE teams"))
    session.add(team := Team(name="t"))
    session.commit()
    assert team.id.startswith("team_")
    assert session.scalars(select(Team).where(Team.id == team.id)).one() is team
    assert session.scalars(select(Team).where(Team.id.in_([team.id]))).one() is team
    assert team in session.scalars(select(Team).where(Team.id.startswith(team.id[:20]))).all()
    refuses(sqlalchemy.exc.StatementError, session.scalars, select(Team).where(Team.id == new_id("user")))
    session.rollback()
    metadata = sqlalchemy.MetaData()
    metadata.reflect(session.connection(), only=["teams"])
    assert isinstance(metadata.tables["teams"].c.id.type, team_id)
    assert str(metadata.tables["teams"].c.id.server_default.arg) == "team_id_new()"
    # Another notation.
    session.execute(sqlalchemy.text("SELECT typeid_create_type('part_id', 'part', 'base64uuid')"))
    part_id = base62id_sqlalchemy.typed_id("part_id", "part", "base64uuid")
    assert part_id.rendered == "base62id.sqlalchemy.typed_id('part_id', 'part', 'base64uuid')()"

    class Part(Base):
        __tablename__ = "parts"
        id = sqlalchemy.Column(part_id(), primary_key=True, server_default=sqlalchemy.text("part_id_new()"))

    Base.metadata.create_all(session.connection(), tables=[Part.__table__])
    session.add(part := Part())
    session.add(own := Part(id=new_id("part", "base64uuid")))
    session.flush()
    assert base62id.is_valid("base64uuid", part.id, "part") and base62id.is_valid("base64uuid", own.id, "part")
    assert set(session.scalars(select(Part).where(Part.id.in_([part.id, own.id])))) == {part, own}
    assert session.scalars(select(Part).where(Part.id.startswith(own.id[:20]))).one() is own
    for wrong in (new_id("part"), new_id("team", "base64uuid"), own.id[:-1]):
        refuses(sqlalchemy.exc.StatementError, session.scalars, select(Part).where(Part.id == wrong))
    session.rollback()


def make_engine(target):
    if driver == "asyncpg":
        from sqlalchemy.ext.asyncio import create_async_engine

        return create_async_engine(target, poolclass=sqlalchemy.pool.NullPool)
    return sqlalchemy.create_engine(target, poolclass=sqlalchemy.pool.NullPool)


def run(engine, function):
    if driver != "asyncpg":
        with engine.begin() as connection:
            return function(connection)

    async def go():
        async with engine.begin() as connection:
            return await connection.run_sync(function)

    return asyncio.run(go())


def in_session(engine, function):
    if driver != "asyncpg":
        with Session(engine, expire_on_commit=False) as session:
            return function(session)
    from sqlalchemy.ext.asyncio import AsyncSession

    async def go():
        async with AsyncSession(engine, expire_on_commit=False) as session:
            return await session.run_sync(function)

    return asyncio.run(go())


engine = make_engine(url)
root = project("project")
migrate(root)
again(root)
first()
fill()
for capability, how, function in (
    ("default", "as is", default),
    ("own", "as is", own),
    ("find", "as is", find),
    ("in", "as is", within),
    ("eager", "as is", eager),
    ("pages", "as is", pages),
    ("update", "as is", update),
    ("malformed", "adapter: `StatementError`", malformed),
    ("prefix", "adapter: `startswith`", prefix),
    ("kind", "adapter: `StatementError` before the query", kind),
    ("empty", "adapter: `StatementError` before the query: give `None`", empty),
):
    cell(capability, how)(lambda: in_session(engine, function))()
introspect(engine)
testdb(root)
if have_typed():
    cell("typed", "adapter: `typed_id`")(lambda: in_session(engine, typed))()
check("patterns with and without an escape", in_session, engine, patterns)
check("UUID objects", in_session, engine, uuids)
check("every type, scalars and arrays", in_session, engine, every_type)
check("typed ids in every notation", in_session, engine, every_notation)
if driver == "psycopg":  # asyncpg knows arrays by itself, and keeps no connection from one loop to the next
    pooled = sqlalchemy.create_engine(url, pool_size=1, max_overflow=0)
    check("arrays of a typed id that was made again", made_again, pooled, in_session, psql)
if driver == "psycopg":
    check("Alembic's endless difference", endless)
