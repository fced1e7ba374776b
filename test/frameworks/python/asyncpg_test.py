"""asyncpg alone; its parameters and results are binary with the adapter's codecs.

asyncpg_use and ids are code blocks of docs/frameworks/python.md. The page's table of drivers says
how asyncpg has each capability: @cell(capability, how) is the test of one, and says the same.
"""

import asyncio
import os

import asyncpg
import asyncpg_use
from harness import (
    MALFORMED,
    SYSTEMS,
    cell,
    fill,
    kind_of,
    new_id,
    notated,
    psql,
    say,
    texts_of,
    tried,
    wrong_ids,
)
from ids import TeamId, UserId

from base62id import Xid
from base62id.asyncpg import register

server = psql("-c", "SHOW server_version").split()[0]
say("version", f"asyncpg {asyncpg.__version__}, PostgreSQL {server}")
fill()
TABLES = ("users", "orders", "invoices")


async def ids(pool, table, limit):
    return [row["id"] for row in await pool.fetch(f"SELECT id FROM {table} LIMIT {limit}")]


async def raises(kind, coroutine):
    try:
        await coroutine
    except kind as error:
        return error
    raise AssertionError("no error")


async def plain_connection():
    return await asyncpg.connect(os.environ["DATABASE_URL"])


@cell("default", "as is")
async def default(pool):
    user = await pool.fetchval("INSERT INTO users (name) VALUES ('Ada') RETURNING id")
    assert user.startswith("user_") and type(user) is UserId
    insert = "INSERT INTO orders (buyer_id, note) VALUES ($1, 'n') RETURNING id"
    assert type(await pool.fetchval(insert, user)) is Xid


@cell("own", "as is; adapter for `copy_records_to_table`")
async def own(pool):
    mine, copied = UserId.generate(), new_id()
    await pool.execute("INSERT INTO users VALUES ($1, 'mine')", mine)
    await asyncpg_use.copy_users(pool, [(copied, "copied")])
    found = await asyncpg_use.users_of(pool, [mine, copied])
    assert {row["name"] for row in found} == {"mine", "copied"}


@cell("in", "as is")
async def within(pool):
    for table in TABLES:
        some = await ids(pool, table, 3)
        any_of = f"SELECT count(*) FROM {table} WHERE id = ANY ($1)"
        assert await pool.fetchval(any_of, some) == 3
        one_of = f"SELECT count(*) FROM {table} WHERE id IN ($1, $2, $3)"
        assert await pool.fetchval(one_of, *some) == 3
        all_of = f"SELECT array_agg(id) FROM {table} WHERE id = ANY ($1)"
        assert set(await pool.fetchval(all_of, some)) == set(some)


@cell("malformed", "adapter: `DataError`; without it `InvalidTextRepresentationError`")
async def malformed(pool):
    query = "SELECT 1 FROM users WHERE id = $1"
    await raises(asyncpg.DataError, pool.fetch(query, MALFORMED))
    plain = await plain_connection()
    await raises(asyncpg.InvalidTextRepresentationError, plain.fetch(query, MALFORMED))
    await plain.close()


@cell("prefix", "`id ^@ $1`")
async def prefix(pool):
    for table in TABLES:
        (some,) = await ids(pool, table, 1)
        found = await pool.fetch(f"SELECT id FROM {table} WHERE id ^@ $1", some[:-4])
        assert some in [row["id"] for row in found]
    (some,) = await ids(pool, "users", 1)
    assert some in [row["id"] for row in await asyncpg_use.users_that_start_with(pool, some[:-4])]


@cell("typed", "as is; adapter for `copy_records_to_table`")
async def typed(pool):
    await pool.execute("SELECT typeid_create_type('team_id', 'team')")
    await pool.execute(
        "CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text)"
    )
    # With so many rows, and statistics, the searches below use the index: test_frameworks.py reads
    # their plans in the server's log.
    await pool.execute("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n")
    await pool.execute("ANALYZE teams")
    for kinds in (None, [], [TeamId]):
        connection = await plain_connection()
        if kinds is not None:
            await register(connection, *kinds)
        some = await connection.fetchval("SELECT id FROM teams LIMIT 1")
        assert some.startswith("team_") and type(some) is (TeamId if kinds else str)
        one = "SELECT id FROM teams WHERE id = $1"
        assert await connection.fetchval(one, some) == some
        any_of = "SELECT id FROM teams WHERE id = ANY ($1)"
        assert await connection.fetchval(any_of, [some]) == some
        if kinds is not None:
            records = [(TeamId.generate(), "c")]
            await connection.copy_records_to_table("teams", records=records, columns=["id", "name"])
        await connection.close()


async def every_type(pool):
    for name, system in SYSTEMS.items():
        texts = texts_of(name)
        for text in texts[:30]:
            assert await pool.fetchval(f"SELECT $1::{name}", text) == text
        found = await pool.fetchval(f"SELECT $1::{name}[]", texts)
        assert found == texts and (name == "typeid" or {type(id) for id in found} == {system})
        assert await pool.fetchval(f"SELECT $1::text[]::{name}[]", texts) == texts


async def every_notation():
    made = notated()
    kinds = [kind_of(prefix, notation) for _, _, prefix, notation in made]
    connection = await plain_connection()
    await register(connection, *kinds)
    for (_, table, _, notation), kind in zip(made, kinds):
        mine = kind.generate()
        await connection.copy_records_to_table(table, records=[(mine,)], columns=["id"])
        there = await connection.fetchval(f"INSERT INTO {table} DEFAULT VALUES RETURNING id")
        assert type(there) is kind, there
        query = f"SELECT array_agg(id) FROM {table} WHERE id = ANY ($1)"
        found = await connection.fetchval(query, [mine, there])
        assert sorted(found) == sorted([mine, there]), found
        for wrong in wrong_ids(mine, notation):
            query = f"SELECT id FROM {table} WHERE id = $1"
            await raises(asyncpg.DataError, connection.fetchval(query, wrong))
    await connection.close()


async def copy_without():
    """COPY is binary: without a codec asyncpg cannot write these types."""
    plain = await plain_connection()
    copy = plain.copy_records_to_table("users", records=[(new_id(), "c")], columns=["id", "name"])
    error = await raises(asyncpg.InternalClientError, copy)
    assert "no binary format encoder for type typeid" in str(error), error
    await plain.close()
    say(
        "trap",
        "`copy_records_to_table` of asyncpg sends binary data. "
        "Without the adapter, asyncpg cannot write the column.",
    )


async def main():
    pool = await asyncpg_use.connect(os.environ["DATABASE_URL"])
    for test in (default, own, within, malformed, prefix, typed):
        await test(pool)
    for title, run in (
        ("every type, scalars and arrays, in binary", lambda: every_type(pool)),
        ("id types in every notation, scalars, arrays and COPY, in binary", every_notation),
        ("COPY without a codec", copy_without),
    ):
        with tried("ok", title):
            await run()
    await pool.close()


asyncio.run(main())
