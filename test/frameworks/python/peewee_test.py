"""peewee over psycopg2, from an empty database."""

import os
import subprocess

import peewee

from harness import MALFORMED, check, new_id, psql, refuses
from peewee_use import User, create_user, database, users_that_start_with

name = os.environ["PGDATABASE"] + "_empty"
psql("-c", f'CREATE DATABASE "{name}"')
database.init(name, host=os.environ["PGHOST"], port=os.environ["PGPORT"], user=os.environ["PGUSER"])


def migrate():
    for _ in range(2):
        database.execute_sql("CREATE EXTENSION IF NOT EXISTS base62id")
        database.create_tables([User])
    made = psql(
        "-c",
        "SELECT data_type, udt_name, column_default FROM information_schema.columns"
        " WHERE table_name = 'users' AND column_name = 'id'",
        database=name,
    )
    assert made == "USER-DEFINED|typeid|typeid_generate('user'::text)", made


def rows():
    id = create_user("Ada")
    assert id.startswith("user_") and User.get_by_id(id).name == "Ada"
    assert User.create(id=new_id(), name="mine", force_insert=True).id.startswith("user_")
    assert User.select().where(User.id.in_([id])).count() == 1
    assert [user.id for user in users_that_start_with(id[:-4])] == [id] and not users_that_start_with("order_")


def wrong():
    for given in (MALFORMED, ""):
        refuses(ValueError, User.get_by_id, given)
    with database.atomic() as transaction:
        error = refuses(peewee.DataError, database.execute_sql, "SELECT %s::typeid", (MALFORMED,))
        assert f'invalid input syntax for type typeid: "{MALFORMED}"' in str(error), error
        transaction.rollback()


def dump_and_load():
    psql("-c", f'CREATE DATABASE "{name}_loaded"')
    dump = subprocess.run(["pg_dump", name], capture_output=True, text=True, check=True).stdout
    subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", f"{name}_loaded"], input=dump, capture_output=True, text=True, check=True)
    count = "SELECT count(*), min(id) FROM users"
    assert psql("-c", count, database=f"{name}_loaded") == psql("-c", count, database=name)


check("create_tables makes an empty database, and does nothing the second time", migrate)
check("the server's default is read back; an id of the client's own, find, in, the first symbols", rows)
check("a malformed id and an empty text are refused", wrong)
check("dump and load", dump_and_load)
