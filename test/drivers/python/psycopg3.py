import uuid

import psycopg

from app import ADA, GRACE, TOLD, URL, base62id, run, same

connection = psycopg.connect(URL, autocommit=True)
if TOLD:
    base62id.register_psycopg(connection, as_uuid=True)


def value(text, *arguments, binary=False):
    return connection.cursor(binary=binary).execute(text, arguments).fetchone()[0]


def send():
    author = uuid.uuid4()
    connection.execute("INSERT INTO authors VALUES (%s, 'sent')", [author])
    assert value("SELECT name FROM authors WHERE id = %s", author) == "sent"


def read():
    same(value("SELECT id FROM authors WHERE name = 'Ada'"), ADA)


def any_of():
    assert value("SELECT count(*) FROM authors WHERE id = ANY (%s)", [ADA, GRACE]) == 2


def arrays():
    connection.execute("INSERT INTO lists (books) VALUES (%s)", [[GRACE]])
    assert value("SELECT count(*) FROM lists WHERE %s = ANY (books)", GRACE) == 2
    same(value("SELECT books FROM lists WHERE id = 1"), [ADA, GRACE])
    same(value("SELECT array_agg(id) FROM authors WHERE name = 'Ada'"), [ADA])


def copy():
    author = uuid.uuid4()
    with connection.cursor().copy("COPY authors FROM STDIN (FORMAT binary)") as copy:
        copy.set_types(["uuid", "text"])
        copy.write_row([author, "copied"])
    assert value("SELECT count(*) FROM authors WHERE id = %s", author) == 1


def binary():
    same(value("SELECT id FROM authors WHERE id = %b", ADA, binary=True), ADA)
    same(value("SELECT books FROM lists WHERE id = 1", binary=True), [ADA, GRACE])


def reflection():
    oid = connection.execute("SELECT id FROM authors").description[0].type_code
    info = connection.adapters.types.get(oid)
    return f"`{info.name}`" if info else "no name"


run({"send": send, "read": read, "any": any_of, "arrays": arrays, "copy": copy, "binary": binary, "reflection": reflection})
