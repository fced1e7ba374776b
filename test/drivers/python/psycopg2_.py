import io
import uuid

import psycopg2
import psycopg2.extras

from app import ADA, GRACE, TOLD, URL, base62id, run, same

psycopg2.extras.register_uuid()
connection = psycopg2.connect(URL)
connection.autocommit = True
if TOLD:
    base62id.register_psycopg2(connection, as_uuid=True)
cursor = connection.cursor()


def value(text, *arguments):
    cursor.execute(text, arguments)
    return cursor.fetchone()[0]


def send():
    author = uuid.uuid4()
    cursor.execute("INSERT INTO authors VALUES (%s, 'sent')", [author])
    assert value("SELECT name FROM authors WHERE id = %s", author) == "sent"


def read():
    same(value("SELECT id FROM authors WHERE name = 'Ada'"), ADA)


def any_of():
    assert value("SELECT count(*) FROM authors WHERE id = ANY (%s)", [ADA, GRACE]) == 2


def arrays():
    cursor.execute("INSERT INTO lists (books) VALUES (%s)", [[GRACE]])
    assert value("SELECT count(*) FROM lists WHERE %s = ANY (books)", GRACE) == 2
    same(value("SELECT books FROM lists WHERE id = 1"), [ADA, GRACE])
    same(value("SELECT array_agg(id) FROM authors WHERE name = 'Ada'"), [ADA])


def copy():
    author = uuid.uuid4()
    cursor.copy_from(io.StringIO(f"{author}\tcopied\n"), "authors")
    assert value("SELECT count(*) FROM authors WHERE id = %s", author) == 1


def reflection():
    cursor.execute("SELECT id FROM authors")
    known = {**psycopg2.extensions.string_types, **connection.string_types}
    found = known.get(cursor.description[0].type_code)
    return f"`{found.name}`" if found else "no name"


run({"send": send, "read": read, "any": any_of, "arrays": arrays, "copy": copy, "reflection": reflection})
