"""The five types through psycopg 3, in text and in binary.

Connects as libpq's environment says (PGHOST, PGPORT, PGUSER, PGDATABASE) to a database made by ../schema.sql.
Prints a line for each operation and type: cell or fail, operation, type, how it was written.
"""

import os
import sys
import time
import uuid

import psycopg
from psycopg.adapt import Loader
from psycopg.pq import Format
from psycopg.types import TypeInfo

BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
BASE64UUID = "$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
BASEUID = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"
TYPES = ("typeid", "user_id", "uid11", "baseuid", "base62id", "base64uuid", "ulid")


# Ids made by the client: each text is a number written with an alphabet.


def digits(number, alphabet, length):
    text = ""
    for _ in range(length):
        number, digit = divmod(number, len(alphabet))
        text = alphabet[digit] + text
    return text


def random_bits(n):
    return int.from_bytes(os.urandom(16), "big") >> (128 - n)


def uuidv7():
    number = int(time.time() * 1000) << 80 | random_bits(80)
    return uuid.UUID(int=number & ~(0xF << 76 | 3 << 62) | 7 << 76 | 2 << 62)


def new_typeid():
    return "user_" + digits(uuidv7().int, BASE32, 26)


def new_user_id():  # a domain over typeid
    return new_typeid()


def new_uid11():  # profile xid: milliseconds since its epoch, and 22 random bits
    return digits((int(time.time() * 1000) - 1321009871111) << 22 | random_bits(22), BASE58, 11)


def new_baseuid():
    return digits(time.time_ns() >> 15 << 72 | random_bits(72), BASEUID, 20)


def new_base62id():
    return digits(2 << 128 | uuidv7().int, BASE62, 22)


def new_base64uuid():
    return digits(4 << 128 | uuidv7().int, BASE64UUID, 22)


def new_ulid():
    return digits(int(time.time() * 1000) << 80 | random_bits(80), BASE32, 26).upper()


def new(type_name):
    return globals()["new_" + type_name]()


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


LOADERS = {"typeid": TypeidLoader, "uid11": NumberLoader, "base62id": UuidLoader, "base64uuid": UuidLoader,
           "ulid": UuidLoader}
# The server calls a result of a domain by the domain's base type.
BASE_TYPE = {"user_id": "typeid"}


def register(connection):
    for name, loader in LOADERS.items():
        connection.adapters.register_loader(TypeInfo.fetch(connection, name).oid, loader)


def text_of(type_name, value):
    """The text of what a binary loader gave."""
    if type_name in ("typeid", "user_id"):
        return value[0] + "_" + digits(value[1].int, BASE32, 26)
    if type_name == "uid11":
        return digits(value, BASE58, 11)
    if type_name == "baseuid":
        return digits(int.from_bytes(value, "big"), BASEUID, 20)
    if type_name == "base62id":
        return digits(2 << 128 | value.int, BASE62, 22)
    if type_name == "ulid":
        return digits(value.int, BASE32, 26).upper()
    return digits(4 << 128 | value.int, BASE64UUID, 22)


def binary_of(type_name, text):
    """The binary form of a text, as binary COPY sends it."""
    if type_name in ("typeid", "user_id"):
        prefix, suffix = text.rsplit("_", 1)
        return prefix.encode() + number_of(suffix, BASE32).to_bytes(16, "big")
    if type_name == "uid11":
        return number_of(text, BASE58).to_bytes(8, "big")
    if type_name == "baseuid":
        return number_of(text, BASEUID).to_bytes(15, "big")
    if type_name == "ulid":
        return number_of(text.lower(), BASE32).to_bytes(16, "big")
    alphabet = BASE62 if type_name == "base62id" else BASE64UUID
    return (number_of(text, alphabet) % 2**128).to_bytes(16, "big")


def number_of(text, alphabet):
    number = 0
    for symbol in text:
        number = number * len(alphabet) + alphabet.index(symbol)
    return number


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
        lambda text: binary_of(t, text),
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
            for t in TYPES:
                try:
                    print("cell", name, t, operation(connection, t), sep="\t")
                except (psycopg.Error, AssertionError) as error:
                    failed = True
                    print("fail", name, t, str(error).replace("\n", " | "), sep="\t")
    return failed


if __name__ == "__main__":
    sys.exit(main())
