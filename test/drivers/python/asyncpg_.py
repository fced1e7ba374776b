import asyncio
import functools
import uuid

import asyncpg

from app import ADA, GRACE, TOLD, URL, base62id, run_async, same


async def main():
    told = {"init": functools.partial(base62id.register_asyncpg, as_uuid=True)} if TOLD else {}
    pool = await asyncpg.create_pool(URL, min_size=1, max_size=1, **told)

    async def send():
        author = uuid.uuid4()
        await pool.execute("INSERT INTO authors VALUES ($1, 'sent')", author)
        assert await pool.fetchval("SELECT name FROM authors WHERE id = $1", author) == "sent"

    async def read():  # in binary, if the driver knows the type
        same(await pool.fetchval("SELECT id FROM authors WHERE name = 'Ada'"), ADA)

    async def any_of():
        assert await pool.fetchval("SELECT count(*) FROM authors WHERE id = ANY ($1)", [ADA, GRACE]) == 2

    async def arrays():
        same(await pool.fetchval("SELECT books FROM lists WHERE id = 1"), [ADA, GRACE])
        same(await pool.fetchval("SELECT array_agg(id) FROM authors WHERE name = 'Ada'"), [ADA])
        await pool.execute("INSERT INTO lists (books) VALUES ($1)", [GRACE])
        assert await pool.fetchval("SELECT count(*) FROM lists WHERE $1 = ANY (books)", GRACE) == 2

    async def copy():
        author = uuid.uuid4()
        await pool.copy_records_to_table("authors", records=[(author, "copied")])
        assert await pool.fetchval("SELECT count(*) FROM authors WHERE id = $1", author) == 1

    async def reflection():
        async with pool.acquire() as connection:
            statement = await connection.prepare("SELECT id FROM authors")
            return f"`{statement.get_attributes()[0].type.name}`"

    await run_async(
        {"send": send, "read": read, "any": any_of, "arrays": arrays, "copy": copy, "binary": read, "reflection": reflection}
    )


asyncio.run(main())
