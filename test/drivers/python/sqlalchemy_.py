"""SQLAlchemy 1.4 and 2, whose models say UUID: the driver is the first argument."""

import asyncio
import sys
import uuid

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import ARRAY, UUID
from sqlalchemy.orm import Session, declarative_base, relationship, selectinload

from app import ADA, FORM, GRACE, TOLD, URL, cell, run, same

driver = sys.argv[1]
url = URL.replace("postgresql:", f"postgresql+{driver}:")
if driver == "asyncpg":
    from sqlalchemy.ext.asyncio import create_async_engine

    engine = create_async_engine(url)
else:
    engine = sa.create_engine(url)
if TOLD:
    import base62id.sqlalchemy

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


def operations(connection):
    def send():
        with Session(connection) as session:
            author = Author(name="sent", books=[Book(title="b")])
            session.add(author)
            session.flush()
            sent = author.id
            session.expire_all()
            assert session.get(Author, sent).name == "sent"

    def read():
        with Session(connection) as session:
            same(session.execute(sa.select(Author.id).where(Author.name == "Ada")).scalar_one(), ADA)
            session.add(Book(author_id=ADA, title="read"))
            session.flush()
            session.expire_all()
            author = session.execute(sa.select(Author).where(Author.name == "Ada").options(selectinload(Author.books)))
            author = author.scalar_one()
            assert author.books and all(book.author_id == author.id == ADA for book in author.books)

    def any_of():
        query = sa.select(sa.func.count()).select_from(Author)
        assert connection.execute(query.where(Author.id == sa.any_(sa.literal([ADA, GRACE], ARRAY(UUID(as_uuid=True)))))).scalar() == 2
        assert connection.execute(query.where(Author.id.in_([ADA, GRACE]))).scalar() == 2

    def arrays():
        with Session(connection) as session:
            same(session.get(List, 1).books, [ADA, GRACE])
            session.add(List(books=[GRACE]))
            session.flush()
            same(session.execute(sa.select(sa.func.array_agg(Author.id)).where(Author.name == "Ada")).scalar(), [ADA])

    def reflection():
        (column,) = [c for c in sa.inspect(connection).get_columns("authors") if c["name"] == "id"]
        return f"`{type(column['type']).__name__}`"

    # A failed one leaves the others a transaction.
    def apart(operation):
        def wrapped():
            nested = connection.begin_nested()
            try:
                result = operation()
                nested.commit() if nested.is_active else None
                return result
            except BaseException:
                nested.rollback() if nested.is_active else None
                raise

        return wrapped

    run({"send": apart(send), "read": apart(read), "any": apart(any_of), "arrays": apart(arrays), "reflection": apart(reflection)})


if driver == "asyncpg":

    async def main():
        async with engine.begin() as connection:
            await connection.run_sync(operations)
        await engine.dispose()

    asyncio.run(main())
else:
    with engine.begin() as connection:
        operations(connection)
