"""SQLAlchemy 2 with Alembic, over psycopg 3 or asyncpg: python3 sqlalchemy_test.py DRIVER.

models, env.py and extension.py are code blocks of docs/frameworks/sqlalchemy.md, and ids is one of
docs/frameworks/python.md.
"""

import asyncio
import os
import pathlib
import shutil
import subprocess
import sys
import uuid

import alembic
import alembic.command
import alembic.config
import sqlalchemy
import sqlalchemy.dialects.postgresql
from harness import (
    MALFORMED,
    OTHER_PREFIX,
    SYSTEMS,
    cell,
    check,
    column_of,
    fill,
    kind_of,
    notated,
    psql,
    refuses,
    say,
    texts_of,
    wrong_ids,
)
from ids import UserId
from models import Base, Invoice, Order, User, user_of, users_that_start_with
from sqlalchemy import select
from sqlalchemy.orm import Session

from base62id import Base62Id, Xid
from base62id.sqlalchemy import IdType, ServerType, register

driver = sys.argv[1]
url = os.environ["DATABASE_URL"].replace("postgresql:", f"postgresql+{driver}:")
here = pathlib.Path(__file__).parent
module = __import__(driver)
say(
    "version",
    f"SQLAlchemy {sqlalchemy.__version__}, Alembic {alembic.__version__}, "
    f"{driver} {module.__version__}, "
    f"PostgreSQL {psql('-c', 'SHOW server_version').split()[0]}",
)


# Alembic: a project as `alembic init` makes it, with the page's env.py.
def project(name, env="env.py", models="models.py"):
    root = here / name
    (root / "migrations" / "versions").mkdir(parents=True)
    template = pathlib.Path(alembic.__file__).parent / "templates" / "generic" / "script.py.mako"
    shutil.copy(template, root / "migrations" / "script.py.mako")
    shutil.copy(here / env, root / "migrations" / "env.py")
    shutil.copy(here / models, root / "models.py")
    shutil.copy(here / "ids.py", root / "ids.py")
    (root / "alembic.ini").write_text(
        "[alembic]\nscript_location = migrations\nprepend_sys_path = .\n"
    )
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
    assert "import base62id.sqlalchemy" in source and "ServerType('typeid')" in source, source
    status, output = alembic_run(root, "upgrade", "head")
    assert status == 0, output
    assert column_of("users", "id") == "typeid typeid_generate('user'::text)"


@cell("again", "adapter: `generated`")
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
    assert psql(
        "-c", "INSERT INTO users (name) VALUES ('x') RETURNING id", database=database
    ).startswith("user_")


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
    notes = sqlalchemy.Table(
        "notes", sqlalchemy.MetaData(), sqlalchemy.Column("author", IdType(UserId))
    )
    notes.create(session.connection())
    session.execute(notes.insert().values(author=None))
    assert session.execute(select(notes)).one() == (None,)
    session.rollback()


def endless():
    """The default as a user writes it first: Alembic sees a difference for ever."""
    root = project("endless")
    models = root / "models.py"
    text = models.read_text().replace("generated(UserId)", "text(\"typeid_generate('user')\")")
    assert text != models.read_text()
    models.write_text(text)
    shutil.copytree(
        here / "project" / "migrations" / "versions",
        root / "migrations" / "versions",
        dirs_exist_ok=True,
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
        "With `server_default=text(\"typeid_generate('user')\")` and `compare_server_default`, "
        "Alembic changes the default in every revision. "
        "With the form that PostgreSQL stores, it does not.",
    )


@cell("introspect", "adapter")
def introspect(engine):
    metadata = sqlalchemy.MetaData()
    in_session(
        engine,
        lambda session: metadata.reflect(
            session.connection(), only=["users", "orders", "invoices"]
        ),
    )
    users, orders, invoices = (metadata.tables[n] for n in ("users", "orders", "invoices"))
    found = [table.c.id.type for table in (users, orders, invoices)]
    assert all(isinstance(kind, ServerType) for kind in found), found
    assert [kind.name for kind in found] == ["typeid", "uid11", "base62id"], found
    assert str(users.c.id.server_default.arg) == "typeid_generate('user'::text)"


# The queries, written once for a synchronous session; over asyncpg they run in
# AsyncSession.run_sync, which is the same code over the other driver.
def default(session):
    user, invoice = User(name="Ada"), Invoice(note="i")
    session.add_all([user, invoice])
    session.flush()
    assert type(user.id) is UserId and type(invoice.id) is Base62Id
    assert user_of(session, str(user.id)) is user
    session.add_all([Order(buyer=user, note="1"), Order(buyer=user, note="2")])
    session.commit()
    assert all(type(order.id) is Xid and type(order.buyer_id) is UserId for order in user.orders)


def malformed(session):
    for wrong in (MALFORMED, OTHER_PREFIX, "", 17):
        refuses(
            sqlalchemy.exc.StatementError, session.scalars, select(User).where(User.id == wrong)
        )
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
    some = session.scalars(select(User).limit(1)).one()
    assert users_that_start_with(session, some.id[:-1]) == [some]


# Values of statements.
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
            assert not session.scalars(
                select(model.id).where(condition, model.id <= some)
            ).all(), str(condition)
    # With an escape the other wildcards are alive.
    some = session.scalars(select(User.id).limit(1)).one()
    assert (
        some
        in session.scalars(
            select(User.id).where(User.id.startswith("u%/_0", escape="/"), User.id == some)
        ).all()
    )


def uuids(session):
    """A UUID is taken where the kind reads one."""
    value = uuid.uuid4()
    session.add(Invoice(id=value, note="uuid"))
    session.commit()
    for given in (value, str(value)):
        query = select(Invoice.note).where(Invoice.id == given)
        assert session.scalars(query).one() == "uuid"
    for column in (User.id, Order.id):
        for given in (value, str(value)):
            query = select(column).where(column == given)
            refuses(sqlalchemy.exc.StatementError, session.scalars, query)
            session.rollback()


def every_notation(session):
    for name, table, prefix, notation in notated():
        kind = kind_of(prefix, notation)
        new = sqlalchemy.text(f"{name}_new()")
        model = sqlalchemy.Table(
            table,
            sqlalchemy.MetaData(),
            sqlalchemy.Column("id", IdType(kind, name), primary_key=True, server_default=new),
            sqlalchemy.Column("name", sqlalchemy.Text),
        )
        reflected = sqlalchemy.MetaData()
        reflected.reflect(session.connection(), only=[table])
        id = reflected.tables[table].c.id
        assert isinstance(id.type, ServerType) and id.type.name == name, id.type
        assert str(id.server_default.arg) == f"{name}_new()", id
        mine = kind.generate()
        session.execute(model.insert().values(id=mine))
        insert = model.insert().values(name="by the server").returning(model.c.id)
        made = session.scalar(insert)
        assert type(made) is kind, made
        both = select(model.c.id).where(model.c.id.in_([mine, made]))
        assert set(session.scalars(both)) == {mine, made}
        start = select(model.c.id).where(model.c.id.startswith(mine[:-4]))
        assert session.scalars(start).all() == [mine]
        for wrong in wrong_ids(mine, notation):
            query = select(model.c.id).where(model.c.id == wrong)
            refuses(sqlalchemy.exc.StatementError, session.scalars, query)
    session.rollback()


def made_again(engine):
    """Arrays of an id type are lists, also where it was dropped and made again."""
    crew = kind_of("crew")
    array = sqlalchemy.dialects.postgresql.ARRAY(IdType(crew, "crew_id"))
    given = [crew.generate(), crew.generate()]

    def read(session):
        query = select(sqlalchemy.cast(sqlalchemy.literal(given, array), array))
        assert session.scalar(query) == given

    psql("-c", "SELECT typeid_create_type('crew_id', 'crew')")
    in_session(engine, read)
    psql(
        "-c",
        "SELECT typeid_drop_type('crew_id')",
        "-c",
        "SELECT typeid_create_type('crew_id', 'crew')",
    )
    register(engine)
    in_session(engine, read)


def every_type(session):
    """Each type, scalar and array, comes back as it went."""
    for name, system in SYSTEMS.items():
        kind = IdType(system)
        array = sqlalchemy.dialects.postgresql.ARRAY(kind)
        texts = texts_of(name)
        for text in texts[:30]:
            got = session.scalar(select(sqlalchemy.cast(sqlalchemy.literal(text, kind), kind)))
            assert got == text and type(got) is system
        got = session.scalar(select(sqlalchemy.cast(sqlalchemy.literal(texts, array), array)))
        assert got == texts and {type(id) for id in got} == {system}, (name, got[:3])


def pickled():
    """A pickle of the models' tables, which some tools keep."""
    import pickle

    again = pickle.loads(pickle.dumps(Base.metadata))
    for name, table in Base.metadata.tables.items():
        for column in table.columns:
            kind, found = column.type, again.tables[name].c[column.name].type
            assert type(found) is type(kind), (name, column.name)
            assert getattr(found, "kind", None) is getattr(kind, "kind", None)


def make_engine(target):
    if driver == "asyncpg":
        from sqlalchemy.ext.asyncio import create_async_engine

        return create_async_engine(target, poolclass=sqlalchemy.pool.NullPool)
    return sqlalchemy.create_engine(target, poolclass=sqlalchemy.pool.NullPool)


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
    ("malformed", "adapter: `StatementError`", malformed),
    ("prefix", "adapter: `startswith`", prefix),
    ("kind", "adapter: `StatementError` before the query", kind),
    ("empty", "adapter: `StatementError` before the query: give `None`", empty),
    ("typed", "adapter: `IdType` with its name", every_notation),
):
    cell(capability, how)(lambda: in_session(engine, function))()
introspect(engine)
check("patterns with and without an escape", in_session, engine, patterns)
check("a UUID is taken where the kind accepts UUIDs, and else refused", in_session, engine, uuids)
check("every type, scalars and arrays", in_session, engine, every_type)
check("tables are pickled", pickled)
if (
    driver == "psycopg"
):  # asyncpg knows arrays by itself, and keeps no connection from one loop to the next
    pooled = sqlalchemy.create_engine(url, pool_size=1, max_overflow=0)
    check("arrays of an id type that was made again", made_again, pooled)
    check("Alembic's endless difference", endless)
