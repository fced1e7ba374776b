"""psycopg2 and psycopg 3: the module is the first argument."""

import importlib
import io
import sys
import uuid

from app import ADA, GRACE, TOLD, URL, base62id, run, same

two = sys.argv[1] == "psycopg2"
psycopg = importlib.import_module(sys.argv[1])
connection = psycopg.connect(URL)
connection.autocommit = True
if two:
    importlib.import_module("psycopg2.extras").register_uuid()
if TOLD:
    (base62id.register_psycopg2 if two else base62id.register_psycopg)(connection, as_uuid=True)


def execute(text, *arguments, **named):
    cursor = connection.cursor(**named)
    cursor.execute(text, arguments)
    return cursor


def value(text, *arguments, **named):
    return execute(text, *arguments, **named).fetchone()[0]


def send():
    author = uuid.uuid4()
    execute("INSERT INTO authors VALUES (%s, 'sent')", author)
    assert value("SELECT name FROM authors WHERE id = %s", author) == "sent"


def read():
    same(value("SELECT id FROM authors WHERE name = 'Ada'"), ADA)


def any_of():
    assert value("SELECT count(*) FROM authors WHERE id = ANY (%s)", [ADA, GRACE]) == 2


def arrays():
    execute("INSERT INTO lists (books) VALUES (%s)", [GRACE])
    assert value("SELECT count(*) FROM lists WHERE %s = ANY (books)", GRACE) == 2
    same(value("SELECT books FROM lists WHERE id = 1"), [ADA, GRACE])
    same(value("SELECT array_agg(id) FROM authors WHERE name = 'Ada'"), [ADA])


def copy():
    author = uuid.uuid4()
    if two:
        connection.cursor().copy_from(io.StringIO(f"{author}\tcopied\n"), "authors")
    else:
        with connection.cursor().copy("COPY authors FROM STDIN (FORMAT binary)") as copy:
            copy.set_types(["uuid", "text"])
            copy.write_row([author, "copied"])
    assert value("SELECT count(*) FROM authors WHERE id = %s", author) == 1


def binary():
    same(value("SELECT id FROM authors WHERE id = %b", ADA, binary=True), ADA)
    same(value("SELECT books FROM lists WHERE id = 1", binary=True), [ADA, GRACE])


def reflection():
    oid = execute("SELECT id FROM authors").description[0].type_code
    if two:
        known = {**psycopg.extensions.string_types, **connection.string_types}.get(oid)
    else:
        known = connection.adapters.types.get(oid)
    return f"`{known.name}`" if known else "no name"


operations = {"send": send, "read": read, "any": any_of, "arrays": arrays, "copy": copy, "reflection": reflection}
run(operations if two else {**operations, "binary": binary})
