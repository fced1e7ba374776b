"""asyncpg alone; its parameters and results are binary with the adapter's codecs."""

import asyncio
import os

import asyncpg

import asyncpg_use
import base62id
from harness import MALFORMED, cell, fill, new_id, notated, psql, say, texts_of, tried, wrong_ids

say("version", f"asyncpg {asyncpg.__version__}, PostgreSQL {psql('-c', 'SHOW server_version').split()[0]}")
fill()
TABLES = ("users", "orders", "invoices")


async def ids(pool, table, limit):
    return [r["id"] for r in await pool.fetch(f"SELECT id FROM {table} LIMIT {limit}")]


async def raises(kind, coroutine):
    try:
        await coroutine
    except kind as error:
        return error
    raise AssertionError("no error")


@cell("default", "as is")
async def default(pool):
    user = await pool.fetchval("INSERT INTO users (name) VALUES ('Ada') RETURNING id")
    assert user.startswith("user_")
    assert (len(await pool.fetchval("INSERT INTO orders (buyer_id, note) VALUES ($1, 'n') RETURNING id", user)) == 11)


@cell("own", "as is; adapter for `copy_records_to_table`")
async def own(pool):
    mine, copied = new_id(), new_id()
    await pool.execute("INSERT INTO users VALUES ($1, 'mine')", mine)
    await asyncpg_use.copy_users(pool, [(copied, "copied")])
    assert {r["name"] for r in await asyncpg_use.users_of(pool, [mine, copied])} == {"mine", "copied"}


@cell("in", "as is")
async def within(pool):
    for table in TABLES:
        some = await ids(pool, table, 3)
        assert await pool.fetchval(f"SELECT count(*) FROM {table} WHERE id = ANY ($1)", some) == 3
        assert await pool.fetchval(f"SELECT count(*) FROM {table} WHERE id IN ($1, $2, $3)", *some) == 3
        assert set(await pool.fetchval(f"SELECT array_agg(id) FROM {table} WHERE id = ANY ($1)", some)) == set(some)


@cell("malformed", "`DataError`; without the adapter `InvalidTextRepresentationError`")
async def malformed(pool):
    await raises(asyncpg.DataError, pool.fetch("SELECT 1 FROM users WHERE id = $1", MALFORMED))
    plain = await asyncpg.connect(os.environ["DATABASE_URL"])
    await raises(asyncpg.InvalidTextRepresentationError, plain.fetch("SELECT 1 FROM users WHERE id = $1", MALFORMED))
    await plain.close()


@cell("prefix", "`id ^@ $1`")
async def prefix(pool):
    for table in TABLES:
        (some,) = await ids(pool, table, 1)
        assert some in [r["id"] for r in await pool.fetch(f"SELECT id FROM {table} WHERE id ^@ $1", some[:-4])]


@cell("typed", "as is; adapter for `copy_records_to_table`")
async def typed(pool):
    await pool.execute("SELECT typeid_create_type('team_id', 'team')")
    await pool.execute("CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text)")
    await pool.execute("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n")
    await pool.execute("ANALYZE teams")
    for adapter in (False, True):
        connection = await asyncpg.connect(os.environ["DATABASE_URL"])
        if adapter:
            await base62id.register_asyncpg(connection)
        some = await connection.fetchval("SELECT id FROM teams LIMIT 1")
        assert some.startswith("team_")
        assert await connection.fetchval("SELECT id FROM teams WHERE id = $1", some) == some
        assert await connection.fetchval("SELECT id FROM teams WHERE id = ANY ($1)", [some]) == some
        if adapter:
            await connection.copy_records_to_table("teams", records=[(new_id("team"), "c")], columns=["id", "name"])
        await connection.close()


async def every_type(pool):
    for name in base62id.NAMES:
        texts = texts_of(name)
        for text in texts[:30]:
            assert await pool.fetchval(f"SELECT $1::{name}", text) == text
        assert await pool.fetchval(f"SELECT $1::{name}[]", texts) == texts
        assert await pool.fetchval(f"SELECT $1::text[]::{name}[]", texts) == texts


async def every_notation():
    kinds = notated()
    connection = await asyncpg.connect(os.environ["DATABASE_URL"])
    await base62id.register_asyncpg(connection)
    for _, table, prefix, notation in kinds:
        mine = new_id(prefix, notation)
        await connection.copy_records_to_table(table, records=[(mine,)], columns=["id"])
        made = await connection.fetchval(f"INSERT INTO {table} DEFAULT VALUES RETURNING id")
        assert base62id.is_valid(notation, made, prefix), made
        found = await connection.fetchval(f"SELECT array_agg(id) FROM {table} WHERE id = ANY ($1)", [mine, made])
        assert sorted(found) == sorted([mine, made]), found
        for wrong in wrong_ids(mine, notation):
            await raises(asyncpg.DataError, connection.fetchval(f"SELECT id FROM {table} WHERE id = $1", wrong))
    await connection.close()


async def copy_without():
    """COPY is binary: without a codec asyncpg cannot write these types."""
    plain = await asyncpg.connect(os.environ["DATABASE_URL"])
    error = await raises(asyncpg.InternalClientError,
        plain.copy_records_to_table("users", records=[(new_id(), "c")], columns=["id", "name"]))
    assert "no binary format encoder for type typeid" in str(error), error
    await plain.close()
    say("trap", "asyncpg: `copy_records_to_table` is binary, and without a codec refuses the column.")


async def main():
    pool = await asyncpg_use.connect(os.environ["DATABASE_URL"])
    for test in (default, own, within, malformed, prefix, typed):
        await test(pool)
    for title, run in (("every type, scalars and arrays, in binary", lambda: every_type(pool)),
            ("typed ids in every notation, scalars, arrays and COPY, in binary", every_notation),
            ("COPY without a codec", copy_without)):
        with tried("ok", title):
            await run()
    await pool.close()


asyncio.run(main())
