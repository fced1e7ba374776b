"""psycopg 3 alone, in text and in binary.

ids and psycopg_use are code blocks of docs/frameworks/python.md.
"""

import os

import psycopg
import psycopg_use
from harness import (
    MALFORMED,
    SYSTEMS,
    cell,
    check,
    fill,
    kind_of,
    new_id,
    notated,
    psql,
    refuses,
    say,
    texts_of,
    wrong_ids,
)
from ids import TeamId, UserId
from psycopg import sql

from base62id import Id, InvalidId, Xid
from base62id.psycopg import register

server = psql("-c", "SHOW server_version").split()[0]
say("version", f"psycopg {psycopg.__version__}, PostgreSQL {server}")
fill()
connection = psycopg_use.connect(os.environ["DATABASE_URL"])
connection.prepare_threshold = 0  # all statements are prepared: the plans are those of parameters
TABLES = ("users", "orders", "invoices")


def ids(table, limit, binary=False):
    rows = connection.cursor(binary=binary).execute(f"SELECT id FROM {table} LIMIT {limit}")
    return [id for (id,) in rows]


@cell("default", "as is")
def default():
    for binary in (False, True):
        cursor = connection.cursor(binary=binary)
        insert = "INSERT INTO users (name) VALUES ('Ada') RETURNING id"
        (user,) = cursor.execute(insert).fetchone()
        assert user.startswith("user_") and type(user) is UserId
        insert = "INSERT INTO orders (buyer_id, note) VALUES (%s, 'n') RETURNING id, buyer_id"
        order, buyer = cursor.execute(insert, [user]).fetchone()
        assert type(order) is Xid and type(buyer) is UserId and buyer == user


@cell("own", "as is")
def own():
    for form in ("%s", "%t", "%b"):
        mine = UserId.generate()
        connection.execute(f"INSERT INTO users VALUES ({form}, 'mine')", [mine])
        assert psycopg_use.users_of(connection, [mine]) == [(mine, "mine")]
    for mine in (UserId.generate(), new_id()):
        psycopg_use.copy_users(connection, [(mine, "copied")])
        assert psycopg_use.users_of(connection, [mine]) == [(mine, "copied")]


@cell("in", "as is")
def within():
    for table in TABLES:
        some = ids(table, 3)
        count = f"SELECT count(*) FROM {table} WHERE id = ANY (%s)"
        assert connection.execute(count, [some]).fetchone() == (3,)
        marks = sql.SQL(", ").join([sql.Placeholder()] * 3)
        query = sql.SQL("SELECT count(*) FROM {} WHERE id IN ({})")
        query = query.format(sql.Identifier(table), marks)
        assert connection.execute(query, some).fetchone() == (3,)


@cell("malformed", "`InvalidTextRepresentation`")
def malformed():
    query = "SELECT 1 FROM users WHERE id = %s"
    with connection.transaction(force_rollback=True):
        refuses(psycopg.errors.InvalidTextRepresentation, connection.execute, query, [MALFORMED])


@cell("prefix", "`id ^@ %s`")
def prefix():
    for table in TABLES:
        (some,) = ids(table, 1)
        query = f"SELECT id FROM {table} WHERE id ^@ %s"
        assert (some,) in connection.execute(query, [some[:-4]]).fetchall()
    some = ids("users", 1)[0]
    assert (some,) in [row[:1] for row in psycopg_use.users_that_start_with(connection, some[:-4])]


@cell("typed", "as is; adapter for binary")
def typed():
    connection.execute("SELECT typeid_create_type('team_id', 'team')")
    connection.execute(
        "CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text)"
    )
    connection.execute("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n")
    connection.execute("ANALYZE teams")
    register(connection, UserId, TeamId)
    (some,) = ids("teams", 1)
    assert type(some) is TeamId
    one = "SELECT id FROM teams WHERE id = %s"
    assert connection.execute(one, [some]).fetchall() == [(some,)]
    any_of = "SELECT id FROM teams WHERE id = ANY (%s)"
    assert connection.execute(any_of, [[some]]).fetchall() == [(some,)]
    assert ids("teams", 1, True) == [some] and type(ids("teams", 1, True)[0]) is TeamId


def kinds_that_are_not_told():
    """Their ids are texts; a TypeID of a type prefix that is not registered is a TypeId."""
    connection.execute("SELECT typeid_create_type('part_id', 'part', 'base62id')")
    connection.execute("CREATE TABLE parts (id part_id PRIMARY KEY, all_of part_id[])")
    register(connection, UserId)
    mine = new_id("part", "base62id")
    connection.execute("INSERT INTO parts VALUES (%s, %s)", [mine, [mine]])
    for binary in (False, True):
        query = "SELECT id, all_of, typeid_generate('x') FROM parts"
        id, all_of, other = connection.execute(query, binary=binary).fetchone()
        assert (id, all_of, type(id)) == (mine, [mine], str) and type(other).__name__ == "TypeId"
    connection.rollback()


def every_type():
    for name, system in SYSTEMS.items():
        texts = texts_of(name)
        for binary in (False, True):
            query = f"SELECT %s::text[]::{name}[]"
            (got,) = connection.execute(query, [texts], binary=binary).fetchone()
            assert got == texts, (name, binary, got[:2])
            assert all(isinstance(id, Id) for id in got), name
            assert name == "typeid" or {type(id) for id in got} == {system}, name


def every_notation():
    made = notated()
    kinds = [kind_of(prefix, notation) for _, _, prefix, notation in made]
    register(connection, *kinds)
    for (name, table, prefix, notation), kind in zip(made, kinds):
        mine = kind.generate()
        with connection.cursor().copy(f"COPY {table} (id) FROM STDIN (FORMAT binary)") as copy:
            copy.set_types([name])
            copy.write_row([mine])
        insert = f"INSERT INTO {table} DEFAULT VALUES RETURNING id"
        ((made_there,),) = connection.execute(insert).fetchall()
        assert type(made_there) is kind, made_there
        for binary in (False, True):
            query = f"SELECT array_agg(id) FROM {table} WHERE id = ANY (%s)"
            ((found,),) = connection.execute(query, [[mine, made_there]], binary=binary).fetchall()
            assert sorted(found) == sorted([mine, made_there]), found
            assert {type(id) for id in found} == {kind}
        for wrong in wrong_ids(mine, notation):
            with connection.cursor().copy(f"COPY {table} (id) FROM STDIN (FORMAT binary)") as copy:
                copy.set_types([name])
                refuses(InvalidId, copy.write_row, [wrong])
    connection.rollback()


for test in (default, own, within, malformed, prefix, typed):
    test()
connection.commit()
check("ids of kinds that are not registered come as texts", kinds_that_are_not_told)
check("every type, scalars and arrays, text and binary", every_type)
check("id types in every notation, scalars, arrays and COPY, text and binary", every_notation)
