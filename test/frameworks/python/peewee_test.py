"""peewee over psycopg2, from an empty database.

ids and peewee_use are code blocks of docs/frameworks/python.md.
"""

import os

import peewee
from harness import MALFORMED, check, life, new_id, psql, refuses, say
from ids import UserId
from peewee_use import User, create_user, database, migrate, users_that_start_with

server = psql("-c", "SHOW server_version").split()[0]
say(
    "version",
    f"peewee {peewee.__version__}, psycopg2 {peewee.psycopg2.__version__.split()[0]}, "
    f"PostgreSQL {server}",
)
name = os.environ["PGDATABASE"] + "_empty"
psql("-c", f'CREATE DATABASE "{name}"')
database.init(name, host=os.environ["PGHOST"], port=os.environ["PGPORT"], user=os.environ["PGUSER"])


def column():
    return psql(
        "-c",
        "SELECT data_type, udt_name, column_default FROM information_schema.columns"
        " WHERE table_name = 'users' AND column_name = 'id'",
        database=name,
    )


def first():
    migrate()
    assert column() == "USER-DEFINED|typeid|typeid_generate('user'::text)", column()
    id = create_user("Ada")
    assert id.startswith("user_") and User.get_by_id(id).name == "Ada"


def again():
    migrate()
    assert column() == "USER-DEFINED|typeid|typeid_generate('user'::text)", column()
    assert User.select().count() == 1


def rows():
    id = create_user("Bob")
    mine = UserId.generate()
    User.create(id=mine, name="mine", force_insert=True)
    assert User.get_by_id(mine).id == mine and type(User.get_by_id(mine).id) is UserId
    assert User.select().where(User.id.in_([id])).count() == 1
    assert [user.id for user in users_that_start_with(id[:-4])] == [id]
    assert not users_that_start_with("order_")


def refused(query, *values):
    with database.atomic() as transaction:
        error = refuses(peewee.DataError, database.execute_sql, query, values)
        assert error.orig.pgcode == "22P02", error
        transaction.rollback()


def kind():
    other = new_id("order")
    refuses(ValueError, User.get_or_none, User.id == other)
    # The page's migrate() has made the type team_id.
    database.execute_sql(
        "CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), author typeid)"
    )
    refused("INSERT INTO teams (id) VALUES (%s)", other)


def empty():
    for given in (MALFORMED, ""):
        refuses(ValueError, User.get_by_id, given)
        refused("SELECT %s::typeid", given)
    database.execute_sql("INSERT INTO teams (author) VALUES (%s)", (User.id.db_value(None),))


life("first", first)
life("again", again)
check("an id of the client's own, find, in, the first symbols", rows)
life("kind", kind)
life("empty", empty)
