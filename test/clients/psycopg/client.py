"""All types through psycopg 3, in text and in binary.

Connects as libpq's environment says (PGHOST, PGPORT, PGUSER, PGDATABASE) to a database made by ../schema.sql;
the file FORMATS, which ../run makes, says how ids are written.  Prints a line for each operation and type: cell or fail, operation, type, how it was written.
"""

import os
import pathlib
import sys
import uuid
from typing import NamedTuple

import psycopg
from psycopg.adapt import Loader
from psycopg.pq import Format
from psycopg.types import TypeInfo


class IdFormat(NamedTuple):
    """How the ids of a type are written: a row of FORMATS."""

    family: str
    alphabet: str
    symbols: int
    lead: int
    bits: int
    prefix: str

    def text(self, octets):
        size = self.bits // 8
        number, text = self.lead << self.bits | int.from_bytes(octets[-size:], "big"), ""
        for _ in range(self.symbols):
            number, digit = divmod(number, len(self.alphabet))
            text = self.alphabet[digit] + text
        return (octets[:-size].decode() + "_" if self.prefix else "") + text

    def octets(self, text):
        number = 0
        for symbol in text[-self.symbols :]:
            number = number * len(self.alphabet) + self.alphabet.index(symbol)
        return text[: -self.symbols - 1].encode() + (number % 2**self.bits).to_bytes(self.bits // 8, "big")


def read_format(line):
    name, family, alphabet, symbols, lead, bits, _, prefix = line.split("\t")
    return name, IdFormat(family, alphabet, int(symbols), int(lead), int(bits), prefix)


FORMATS = dict(map(read_format, pathlib.Path(os.environ["FORMATS"]).read_text().splitlines()))


def new(type_name):
    """An id made by the client."""
    of = FORMATS[type_name]
    return of.text(of.prefix.encode() + os.urandom(of.bits // 8))


# What psycopg does not know comes back as str in text and as bytes in binary.  A loader makes an object of
# the binary form: 16 octets are a UUID, uid11 is a number, and a typeid is its prefix and 16 octets.


class UuidLoader(Loader):
    format = Format.BINARY

    def load(self, data):
        return uuid.UUID(bytes=bytes(data))


class NumberLoader(Loader):
    format = Format.BINARY

    def load(self, data):
        return int.from_bytes(data, "big")


class TypeidLoader(Loader):
    format = Format.BINARY

    def load(self, data):
        data = bytes(data)
        return data[:-16].decode(), uuid.UUID(bytes=data[-16:])


LOADERS = {"typeid": TypeidLoader, "uid11": NumberLoader}
LOADERS |= {name: UuidLoader for name, of in FORMATS.items() if of.family == "uuid"}
# The server calls a result of a domain by the domain's base type.
BASE_TYPE = {"user_id": "typeid"}


def register(connection):
    for name, loader in LOADERS.items():
        connection.adapters.register_loader(TypeInfo.fetch(connection, name).oid, loader)


def text_of(type_name, value):
    """The text of what a binary loader gave."""
    if isinstance(value, int):
        value = value.to_bytes(8, "big")
    elif isinstance(value, uuid.UUID):
        value = value.bytes
    elif isinstance(value, tuple):
        value = value[0].encode() + value[1].bytes
    return FORMATS[type_name].text(value)


# Operations.  Each says how it had to be written: "as is" where nothing was needed.


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def first_that_works(*variants):
    for how, operation in variants:
        try:
            operation()
            return how
        except psycopg.errors.Error as error:
            last = error
    raise last


def insert_default(connection, t):
    (made,) = connection.execute(f"INSERT INTO by_{t} (note) VALUES (%s) RETURNING id", ["default"]).fetchone()
    (count,) = connection.execute(f"SELECT count(*) FROM by_{t} WHERE id::text = %s", [made]).fetchone()
    expect(count == 1, f"{count} rows for {made}")
    return "as is"


def insert_own(connection, t, placeholder):
    def insert(value):
        own = new(t)
        connection.execute(f"INSERT INTO by_{t} (id, note) VALUES ({value}, 'own')", [own])
        row = connection.execute(f"SELECT note FROM by_{t} WHERE id::text = %s", [own]).fetchone()
        expect(row == ("own",), f"{row} for {own}")

    return first_that_works(
        ("as is", lambda: insert(placeholder)), (f"`{placeholder}::{t}`", lambda: insert(f"{placeholder}::{t}"))
    )


def look_up(connection, t, placeholder):
    own = new(t)
    connection.execute(f"INSERT INTO by_{t} (id, note) VALUES (%s, 'sought')", [own])

    def select(value):
        statement = f"SELECT note FROM by_{t} WHERE id = {value}"
        row = connection.execute(statement, [own], prepare=True).fetchone()
        expect(row == ("sought",), f"{row} for {own}")
        words = f"SELECT note FROM by_{t} WHERE id = $1"
        (plan,) = connection.execute("SELECT plan_of_prepared(%s, %s)", [words, own]).fetchone()
        expect("Index Cond: (id = " in plan and "Filter" not in plan, plan)

    return first_that_works(
        ("as is", lambda: select(placeholder)), (f"`{placeholder}::{t}`", lambda: select(f"{placeholder}::{t}"))
    )


def look_up_many(connection, t):
    owns = [new(t), new(t)]
    for own in owns:
        connection.execute(f"INSERT INTO by_{t} (id, note) VALUES (%s, 'one of two')", [own])

    def select(value):
        statement = f"SELECT count(*) FROM by_{t} WHERE id = ANY ({value})"
        (count,) = connection.execute(statement, [owns], prepare=True).fetchone()
        expect(count == 2, f"{count} rows for {owns}")
        array = "{" + ",".join(owns) + "}"
        words = f"SELECT count(*) FROM by_{t} WHERE id = ANY"
        (plan,) = connection.execute("SELECT plan_of_prepared(%s, %s)", [words, array]).fetchone()
        expect("Index Cond: (id = ANY" in plan and "Filter" not in plan, plan)

    return first_that_works(("as is", lambda: select("%s")), (f"`%s::{t}[]`", lambda: select(f"%s::{t}[]")))


def read_text(connection, t):
    own = new(t)
    connection.execute(f"INSERT INTO by_{t} (id, note) VALUES (%s, 'read')", [own])
    (value,) = connection.execute(f"SELECT id FROM by_{t} WHERE id::text = %s", [own]).fetchone()
    expect(value == own, f"{value!r} for {own}")
    return "`str`"


def read_binary(connection, t):
    own = new(t)
    connection.execute(f"INSERT INTO by_{t} (id, note) VALUES (%s, 'read')", [own])
    statement = f"SELECT id FROM by_{t} WHERE id::text = %s"
    (value,) = connection.execute(statement, [own], binary=True).fetchone()
    expect(text_of(t, value) == own, f"{value!r} for {own}")
    return "`bytes`" if isinstance(value, bytes) else "a loader"


def copy_rows(connection, t, options, to_row, from_row):
    owns = [new(t) for _ in range(100)]
    with connection.cursor() as cursor:
        with cursor.copy(f"COPY by_{t} (id, note) FROM STDIN {options}") as copy:
            for own in owns:
                copy.write_row((to_row(own), f"copied {options}"))
        query = f"SELECT id FROM by_{t} WHERE note = 'copied {options}'"
        with cursor.copy(f"COPY ({query}) TO STDOUT {options}") as copy:
            out = [from_row(row[0]) for row in copy.rows()]
    expect(sorted(out) == sorted(owns), f"{len(out)} rows, {out[:1]}, {owns[:1]}")


def copy_text(connection, t):
    copy_rows(connection, t, "", lambda text: text, lambda text: text)
    return "as is"


def copy_binary(connection, t):
    base = BASE_TYPE.get(t, t)
    copy_rows(
        connection,
        t,
        "WITH (FORMAT BINARY)",
        lambda text: FORMATS[t].octets(text),
        lambda data: text_of(t, LOADERS[base](0).load(data) if base in LOADERS else data),
    )
    return "`bytes`"


OPERATIONS = {
    "INSERT, the server's default": insert_default,
    "INSERT, the client's id, `%s`": lambda c, t: insert_own(c, t, "%s"),
    "INSERT, the client's id, `%b`": lambda c, t: insert_own(c, t, "%b"),
    "prepared `WHERE id = %s`": lambda c, t: look_up(c, t, "%s"),
    "prepared `WHERE id = %b`": lambda c, t: look_up(c, t, "%b"),
    "prepared `WHERE id = ANY (%s)`": look_up_many,
    "read back, text": read_text,
    "read back, binary": read_binary,
    "COPY in and out, text": copy_text,
    "COPY in and out, binary": copy_binary,
}


def main():
    failed = False
    with psycopg.connect(autocommit=True) as connection:
        register(connection)
        for name, operation in OPERATIONS.items():
            for t in FORMATS:
                try:
                    print("cell", name, t, operation(connection, t), sep="\t")
                except (psycopg.Error, AssertionError) as error:
                    failed = True
                    print("fail", name, t, str(error).replace("\n", " | "), sep="\t")
    return failed


if __name__ == "__main__":
    sys.exit(main())
