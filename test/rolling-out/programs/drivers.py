# What a connection of a driver sees whose statements were prepared before a column moved: its
# SQLSTATEs, by itself and in transactions. drivers.py psycopg|psycopg2|asyncpg; at each line of
# standard input it asks five times by itself, or "transactions" five times in a transaction.
import asyncio
import sys

query = "SELECT id FROM users WHERE name = 'Ada'"


def outcome(ask):
    try:
        ask()
        return "ok"
    except Exception as e:
        return getattr(e, "sqlstate", None) or getattr(e, "pgcode", None) or type(e).__name__


def libpq(module):
    connection = __import__(module).connect("")
    for line in sys.stdin:
        connection.autocommit = line.strip() != "transactions"

        def ask():
            try:
                # psycopg 3 prepares what it sees for the fifth time.
                for _ in range(10):
                    connection.cursor().execute(query)
                connection.commit()
            except Exception:
                connection.rollback()
                raise

        print(*(outcome(ask) for _ in range(5)), flush=True)


def asyncpg():
    import asyncpg

    loop = asyncio.new_event_loop()
    connection = loop.run_until_complete(asyncpg.connect())

    async def ask(block):
        if block:
            async with connection.transaction():
                await connection.fetch(query)
        else:
            await connection.fetch(query)

    for line in sys.stdin:
        print(
            *(
                outcome(lambda: loop.run_until_complete(ask(line.strip() == "transactions")))
                for _ in range(5)
            ),
            flush=True
        )


asyncpg() if sys.argv[1] == "asyncpg" else libpq(sys.argv[1])
