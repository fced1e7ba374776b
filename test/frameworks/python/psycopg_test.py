"""psycopg 3 alone, in text and in binary."""

import os

import psycopg
from psycopg import sql

import base62id
import psycopg_use
from harness import MALFORMED, cell, check, fill, new_id, notated, psql, refuses, say, texts_of, wrong_ids

say("version", f"psycopg {psycopg.__version__}, PostgreSQL {psql('-c', 'SHOW server_version').split()[0]}")
fill()
connection = psycopg_use.connect(os.environ["DATABASE_URL"])
connection.prepare_threshold = 0  # every statement is prepared, so that the plans are those of parameters
TABLES = ("users", "orders", "invoices")


def ids(table, limit, binary=False):
    return [i for (i,) in connection.cursor(binary=binary).execute(f"SELECT id FROM {table} LIMIT {limit}")]


@cell("default", "as is")
def default():
    for binary in (False, True):
        cursor = connection.cursor(binary=binary)
        (user,) = cursor.execute("INSERT INTO users (name) VALUES ('Ada') RETURNING id").fetchone()
        assert user.startswith("user_")
        (order,) = cursor.execute("INSERT INTO orders (buyer_id, note) VALUES (%s, 'n') RETURNING id", [user]).fetchone()
        assert len(order) == 11


@cell("own", "as is")
def own():
    for form in ("%s", "%t", "%b"):
        mine = new_id()
        connection.execute(f"INSERT INTO users VALUES ({form}, 'mine')", [mine])
        assert psycopg_use.users_of(connection, [mine]) == [(mine, "mine")]
    mine = new_id()
    psycopg_use.copy_users(connection, [(mine, "copied")])
    assert psycopg_use.users_of(connection, [mine]) == [(mine, "copied")]


@cell("in", "as is")
def within():
    for table in TABLES:
        some = ids(table, 3)
        assert connection.execute(f"SELECT count(*) FROM {table} WHERE id = ANY (%s)", [some]).fetchone() == (3,)
        marks = sql.SQL(", ").join([sql.Placeholder()] * 3)
        query = sql.SQL("SELECT count(*) FROM {} WHERE id IN ({})").format(sql.Identifier(table), marks)
        assert connection.execute(query, some).fetchone() == (3,)


@cell("malformed", "`InvalidTextRepresentation`")
def malformed():
    with connection.transaction(force_rollback=True):
        refuses(psycopg.errors.InvalidTextRepresentation, connection.execute, "SELECT 1 FROM users WHERE id = %s", [MALFORMED])


@cell("prefix", "`id ^@ %s`")
def prefix():
    for table in TABLES:
        (some,) = ids(table, 1)
        assert (some,) in connection.execute(f"SELECT id FROM {table} WHERE id ^@ %s", [some[:-4]]).fetchall()


@cell("typed", "as is; adapter for binary")
def typed():
    connection.execute("SELECT typeid_create_type('team_id', 'team')")
    connection.execute("CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text)")
    connection.execute("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n")
    connection.execute("ANALYZE teams")
    (some,) = ids("teams", 1)
    assert connection.execute("SELECT id FROM teams WHERE id = %s", [some]).fetchall() == [(some,)]
    assert connection.execute("SELECT id FROM teams WHERE id = ANY (%s)", [[some]]).fetchall() == [(some,)]
    connection.execute("SELECT typeid_create_type('part_id', 'part', 'base62id')")
    connection.execute("CREATE TABLE parts (id part_id PRIMARY KEY DEFAULT part_id_new(), all_of part_id[])")
    base62id.register_psycopg(connection)
    assert ids("teams", 1, True) == [some]
    own = new_id("part", "base62id")
    connection.execute("INSERT INTO parts VALUES (%s, %s)", [base62id.binary("part_id", own), [own]])
    for binary in (False, True):
        assert connection.execute("SELECT id, all_of FROM parts", binary=binary).fetchall() == [(own, [own])]
    refuses(base62id.InvalidId, connection.execute, "SELECT %b", [base62id.binary("part_id", new_id("team", "base62id"))])
    connection.rollback()


def every_type():
    for name in base62id.NAMES:
        texts = texts_of(name)
        for binary in (False, True):
            got = connection.execute(f"SELECT %s::text[]::{name}[]", [texts], binary=binary).fetchone()[0]
            assert got == texts, (name, binary, got[:2])
            sent = [base62id.binary(name, t) for t in texts]
            got = connection.execute("SELECT %b", [sent], binary=binary).fetchone()[0]
            assert got == texts, (name, binary, got[:2])


def every_notation():
    kinds = notated()
    base62id.register_psycopg(connection)
    for name, table, prefix, notation in kinds:
        mine = new_id(prefix, notation)
        connection.execute(f"INSERT INTO {table} VALUES (%b)", [base62id.binary(name, mine)])
        ((made,),) = connection.execute(f"INSERT INTO {table} DEFAULT VALUES RETURNING id").fetchall()
        assert base62id.is_valid(notation, made, prefix), made
        for binary in (False, True):
            query = f"SELECT array_agg(id) FROM {table} WHERE id = ANY (%s)"
            ((found,),) = connection.execute(query, [[mine, made]], binary=binary).fetchall()
            assert sorted(found) == sorted([mine, made]), found
        for wrong in wrong_ids(mine, notation):
            refuses(base62id.InvalidId, connection.execute, "SELECT %b", [base62id.binary(name, wrong)])
    connection.rollback()


for test in (default, own, within, malformed, prefix, typed):
    test()
check("every type, scalars and arrays, text and binary", every_type)
check("typed ids in every notation, scalars and arrays, text and binary", every_notation)
