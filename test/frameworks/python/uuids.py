"""Applications that know UUIDs, a driver's, Django's or SQLAlchemy's.

ARGUMENT is psycopg, psycopg2, asyncpg, django or sqlalchemy+DRIVER.
"""

import asyncio
import functools
import importlib
import io
import os
import pathlib
import sys
import traceback
import types
import uuid

TOLD = "TOLD" in os.environ
URL = os.environ["DATABASE_URL"]
ADA, GRACE = uuid.UUID("01890a5d-ac96-774b-bcce-b302099a8057"), uuid.UUID(
    "11111111-2222-4333-8444-555555555555"
)


def same(got, wanted):
    """Both are the same UUIDs, and what the database gave are objects, in lists where it should."""
    for value in got if isinstance(got, list) else [got]:
        if not isinstance(value, uuid.UUID):
            raise TypeError("str" if isinstance(value, str) else type(value).__name__)
    assert got == wanted, got


async def run(operations):
    """Prints of each function its name and, where it fails, the type that came or the error."""
    for operation in operations:
        name, how = operation.__name__, "ok"
        try:
            result = operation()
            if asyncio.iscoroutine(result):
                await result
        except Exception as error:
            how = (
                str(error)
                if str(error) in ("str", "bytes") or type(error) is AssertionError
                else type(error).__name__
            )
            if TOLD:
                traceback.print_exception(type(error), error, error.__traceback__)
        print(name, how, sep="\t", flush=True)


async def with_driver(execute, value, write, *own):
    """Of a driver: what runs a statement, what its first value is, and what writes a row by COPY.

    OWN is what it alone has.
    """

    async def send():
        author = uuid.uuid4()
        await execute("INSERT INTO authors VALUES ($1, 'sent')", author)
        assert await value("SELECT name FROM authors WHERE id = $1", author) == "sent"

    async def read():
        same(await value("SELECT id FROM authors WHERE name = 'Ada'"), ADA)

    async def any_of():
        assert await value("SELECT count(*) FROM authors WHERE id = ANY ($1)", [ADA, GRACE]) == 2

    async def arrays():
        same(await value("SELECT books FROM lists WHERE id = 1"), [ADA, GRACE])
        same(await value("SELECT array_agg(id) FROM authors WHERE name = 'Ada'"), [ADA])
        await execute("INSERT INTO lists (books) VALUES ($1)", [GRACE])
        assert await value("SELECT count(*) FROM lists WHERE $1 = ANY (books)", GRACE) == 2

    async def copy():
        author = uuid.uuid4()
        await write(author)
        assert await value("SELECT count(*) FROM authors WHERE id = $1", author) == 1

    await run([send, read, any_of, arrays, copy, *own])


async def with_psycopg(module):
    two = module == "psycopg2"
    psycopg = importlib.import_module(module)
    connection = psycopg.connect(URL)
    connection.autocommit = True
    if two:
        importlib.import_module("psycopg2.extras").register_uuid()
    if TOLD:
        importlib.import_module(f"base62id.{module}").register(connection, as_uuid=True)

    async def execute(text, *arguments, **named):
        cursor = connection.cursor(**named)
        cursor.execute(text.replace("$1", "%s"), arguments)
        return cursor

    async def value(text, *arguments, **named):
        return (await execute(text, *arguments, **named)).fetchone()[0]

    async def write(author):
        if two:
            connection.cursor().copy_from(io.StringIO(f"{author}\tcopied\n"), "authors")
        else:
            with connection.cursor().copy("COPY authors FROM STDIN (FORMAT binary)") as copy:
                copy.set_types(["uuid", "text"])
                copy.write_row([author, "copied"])

    async def binary():
        same(await value("SELECT id FROM authors WHERE id = %b", ADA, binary=True), ADA)
        same(await value("SELECT books FROM lists WHERE id = 1", binary=True), [ADA, GRACE])

    await with_driver(execute, value, write, *([] if two else [binary]))


async def with_asyncpg():
    import asyncpg

    told = (
        {
            "init": functools.partial(
                importlib.import_module("base62id.asyncpg").register, as_uuid=True
            )
        }
        if TOLD
        else {}
    )
    pool = await asyncpg.create_pool(URL, min_size=1, max_size=1, **told)
    await with_driver(
        pool.execute,
        pool.fetchval,
        lambda author: pool.copy_records_to_table("authors", records=[(author, "copied")]),
    )


async def with_sqlalchemy(driver):
    import sqlalchemy as sa
    from sqlalchemy.dialects.postgresql import ARRAY, UUID
    from sqlalchemy.orm import Session, declarative_base, relationship, selectinload

    import base62id.sqlalchemy

    make = (
        sa.create_engine
        if driver != "asyncpg"
        else importlib.import_module("sqlalchemy.ext.asyncio").create_async_engine
    )
    engine = make(URL.replace("postgresql:", f"postgresql+{driver}:"))
    if TOLD:
        base62id.sqlalchemy.register(engine, as_uuid=True)
    Base = declarative_base()

    class Author(Base):
        __tablename__ = "authors"
        id = sa.Column(UUID(as_uuid=True), primary_key=True, default=uuid.uuid4)
        name = sa.Column(sa.Text)
        books = relationship("Book")

    class Book(Base):
        __tablename__ = "books"
        id = sa.Column(UUID(as_uuid=True), primary_key=True, default=uuid.uuid4)
        author_id = sa.Column(sa.ForeignKey("authors.id"))
        title = sa.Column(sa.Text)

    class List(Base):
        __tablename__ = "lists"
        id = sa.Column(sa.Integer, primary_key=True)
        books = sa.Column(ARRAY(UUID(as_uuid=True)))

    def send(session):
        author = Author(name="sent", books=[Book(title="b")])
        session.add(author)
        session.flush()
        sent = author.id
        session.expire_all()
        assert session.get(Author, sent).name == "sent"

    def read(session):
        same(session.execute(sa.select(Author.id).where(Author.name == "Ada")).scalar_one(), ADA)
        session.add(Book(author_id=ADA, title="read"))
        session.flush()
        session.expire_all()
        author = session.execute(
            sa.select(Author).where(Author.name == "Ada").options(selectinload(Author.books))
        ).scalar_one()
        assert author.books and all(book.author_id == author.id == ADA for book in author.books)

    def any_of(session):
        query = sa.select(sa.func.count()).select_from(Author)
        assert (
            session.execute(
                query.where(
                    Author.id == sa.any_(sa.literal([ADA, GRACE], ARRAY(UUID(as_uuid=True))))
                )
            ).scalar()
            == 2
        )
        assert session.execute(query.where(Author.id.in_([ADA, GRACE]))).scalar() == 2

    def arrays(session):
        same(session.get(List, 1).books, [ADA, GRACE])
        session.add(List(books=[GRACE]))
        session.flush()
        same(
            session.execute(
                sa.select(sa.func.array_agg(Author.id)).where(Author.name == "Ada")
            ).scalar(),
            [ADA],
        )

    def in_session(operation):
        @functools.wraps(operation)
        def wrapped():
            with Session(engine) as session, session.begin():
                operation(session)

        @functools.wraps(operation)
        async def wrapped_async():
            async with engine.begin() as connection:
                await connection.run_sync(lambda of: operation(Session(of)))

        return wrapped_async if driver == "asyncpg" else wrapped

    await run([in_session(operation) for operation in (send, read, any_of, arrays)])


LIBRARY = {
    "__init__.py": "",
    "models.py": """
import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models


class Author(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.TextField()

    class Meta:
        db_table, managed = "authors", False


class Book(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    author = models.ForeignKey(Author, models.CASCADE, related_name="books")
    title = models.TextField()

    class Meta:
        db_table, managed = "books", False


class List(models.Model):
    books = ArrayField(models.UUIDField())

    class Meta:
        db_table, managed = "lists", False
""",
    "admin.py": """
from django.contrib import admin

from library.models import Author, Book


class Books(admin.TabularInline):
    fields, model, extra = ["title"], Book, 0


@admin.register(Author)
class AuthorAdmin(admin.ModelAdmin):
    inlines = [Books]


admin.site.register(Book)
""",
}


def with_django():
    """A project of UUIDFields, with prefetch_related, in_bulk and the admin.

    Over psycopg 2 or 3, whichever is there.
    """
    from django_project import configure

    here = pathlib.Path(__file__).parent / "library"
    here.mkdir(exist_ok=True)
    for name, text in LIBRARY.items():
        (here / name).write_text(text)
    configure("library", *(["base62id.django.AsUUID"] if TOLD else []), ROOT_URLCONF="urls")
    from django.contrib import admin as admins
    from django.contrib.auth import get_user_model
    from django.core.management import call_command
    from django.test import Client
    from django.urls import path
    from library.models import Author, Book, List

    urls = types.ModuleType("urls")
    urls.urlpatterns = [path("admin/", admins.site.urls)]
    sys.modules["urls"] = urls
    call_command("migrate", verbosity=0)
    root = get_user_model().objects.get_or_create(
        username="root", is_staff=True, is_superuser=True
    )[0]

    def send():
        author = Author.objects.create(name="sent")
        Book.objects.create(author=author, title="b")
        assert Author.objects.get(pk=author.pk).name == "sent"

    def read():
        ada = Author.objects.get(name="Ada")
        same(ada.pk, ADA)
        book = Book.objects.create(author=ada, title="read")
        assert Book.objects.get(pk=book.pk).author_id == ada.pk
        (found,) = Author.objects.filter(name="Ada").prefetch_related("books")
        assert book in found.books.all()

    def any_of():
        assert Author.objects.filter(pk__in=[ADA, GRACE]).count() == 2
        same(sorted(Author.objects.in_bulk([ADA, GRACE])), [ADA, GRACE])

    def arrays():
        same(List.objects.get(pk=1).books, [ADA, GRACE])
        same(List.objects.get(pk=List.objects.create(books=[GRACE]).pk).books, [GRACE])

    def admin():
        client = Client()
        client.force_login(root)
        for page in ("book/", f"author/{ADA}/change/"):
            assert client.get(f"/admin/library/{page}").status_code == 200, page
        given = {
            "name": "Ada",
            "books-TOTAL_FORMS": 1,
            "books-INITIAL_FORMS": 1,
            "books-0-title": "changed",
        }
        book = Book.objects.create(author_id=ADA, title="one")
        Book.objects.filter(author_id=ADA).exclude(pk=book.pk).delete()
        given |= {"books-0-id": str(book.pk), "books-0-author": str(ADA)}
        assert client.post(f"/admin/library/author/{ADA}/change/", given).status_code == 302
        assert Book.objects.get(pk=book.pk).title == "changed", "the admin saves no inline"

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"  # the operations await nothing
    asyncio.run(run([send, read, any_of, arrays, admin]))


if __name__ == "__main__":
    module, _, of_sqlalchemy = sys.argv[1].partition("+")
    if of_sqlalchemy:
        asyncio.run(with_sqlalchemy(of_sqlalchemy))
    elif module == "django":
        with_django()
    elif module == "asyncpg":
        asyncio.run(with_asyncpg())
    else:
        asyncio.run(with_psycopg(module))
