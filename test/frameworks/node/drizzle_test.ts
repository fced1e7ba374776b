// Drizzle with drizzle-kit, over node-postgres.
// drizzle-schema and drizzle.config are code blocks of docs/frameworks/drizzle.md.
import { readFileSync, writeFileSync } from "node:fs";

import { eq, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";

import { registerPg } from "base62id/pg";
import { defineIds } from "base62id";
import { generate, hasPrefix, id as idColumn, startsWith } from "base62id/drizzle";
import * as schema from "./drizzle-schema.ts";
import {
    assert,
    bareDatabase,
    cell,
    check,
    columnOf,
    defaults,
    everyType,
    fill,
    firstRow,
    malformed,
    newId,
    notations,
    prefixes,
    program,
    psql,
    run,
    sqlstate,
    trap,
    url,
    version,
} from "./harness.ts";

const kit = (...words: string[]) => program("node_modules/.bin/drizzle-kit", ...words);
const ids = defineIds({ user: "user", order: "order" });
version("drizzle-orm", "drizzle-kit", "pg");
const { users } = schema;
const pool = new pg.Pool({ connectionString: url });
const db = drizzle(pool, { schema });

await cell("migrate", "as is", async () => {
    kit("generate", "--name", "first");
    await migrate(db, { migrationsFolder: "./drizzle" });
    assert.equal(columnOf("users", "id"), "typeid typeid_generate('user'::text)");
});
await cell("again", "the stored form of the default", () => {
    assert.match(kit("generate", "--name", "second"), /No schema changes/);
    // push compares with the database itself.
    assert.match(kit("push", "--force", "--verbose"), /No changes detected/);
});
await cell("first", "`drizzle-kit generate --custom`", async () => {
    const config = readFileSync("drizzle.config.ts", "utf8");
    writeFileSync("first.config.ts", config.replace('./drizzle"', './drizzle-first"'));
    const make = (...words: string[]) => kit("generate", "--config", "first.config.ts", ...words);
    make("--custom", "--name", "extension");
    writeFileSync("drizzle-first/0000_extension.sql", readFileSync("drizzle-extension.sql"));
    make("--name", "tables");
    assert.match(make("--name", "again"), /No schema changes/);
    const { name, url } = bareDatabase();
    const bare = new pg.Pool({ connectionString: url });
    for (let i = 0; i < 2; ++i)
        await migrate(drizzle(bare), { migrationsFolder: "./drizzle-first" });
    await bare.end();
    firstRow(name);
});
await cell("empty", "adapter: an `Error` before the query: give `null`", async () => {
    assert.throws(
        () =>
            db
                .insert(users)
                .values({ id: "" as never, name: "x" })
                .toSQL(),
        /not "user"/,
    );
    psql("CREATE TABLE notes (author typeid)");
    await db
        .insert(pgTable("notes", { author: idColumn(ids.user, "author") }))
        .values({ author: null });
    assert.equal(psql("SELECT count(*) FROM notes WHERE author IS NULL"), "1");
    psql("DROP TABLE notes");
});
await trap(
    "With ``.default(sql`typeid_generate('user')`)``, `drizzle-kit push` finds a difference every time. With `generate(ids.user)`, it does not.",
    () => {
        const first = readFileSync("drizzle-schema.ts", "utf8");
        const wrong = first
            .replace("generate(ids.user)", "sql`typeid_generate('user')`")
            .replace("import { relations }", "import { relations, sql }");
        assert.notEqual(first, wrong);
        writeFileSync("drizzle-endless.ts", wrong);
        const config = readFileSync("drizzle.config.ts", "utf8");
        writeFileSync("endless.config.ts", config.replace("drizzle-schema", "drizzle-endless"));
        for (let i = 0; i < 2; ++i) {
            assert.match(
                kit("push", "--force", "--verbose", "--config", "endless.config.ts"),
                /ALTER TABLE "users" ALTER COLUMN "id" SET DEFAULT/,
            );
        }
    },
);
fill();

await defaults(
    "as is",
    async (table, { buyer_id, ...values }) =>
        (
            await db
                .insert(schema[table])
                .values({ ...values, ...(buyer_id && { buyerId: buyer_id }) } as never)
                .returning()
        )[0]!,
);
await cell("malformed", "adapter: an `Error`; `DrizzleQueryError` from the server", async () => {
    for (const wrong of [malformed, newId("order"), ""]) {
        assert.throws(
            () =>
                db
                    .select()
                    .from(users)
                    .where(eq(users.id, wrong as never))
                    .toSQL(),
            { name: "InvalidId" },
        );
    }
    await assert.rejects(db.execute(sql`SELECT ${malformed}::typeid`), sqlstate("22P02"));
});
await prefixes("adapter: `startsWith`", (table, text) =>
    db
        .select()
        .from(schema[table])
        .where(startsWith(schema[table].id as never, text)),
);
await check("hasPrefix finds ids of the type prefix, and no others", async () => {
    assert.equal((await db.select().from(users).where(hasPrefix(users.id, "order"))).length, 0);
    const [{ id }] = (await db.insert(users).values({ name: "x" }).returning()) as [
        { id: ReturnType<typeof ids.user.generate> },
    ];
    assert.equal(
        (
            await db
                .select()
                .from(users)
                .where(sql`${eq(users.id, id)} AND ${hasPrefix(users.id, "user")}`)
        ).length,
        1,
    );
});
await cell(
    "introspect",
    '`drizzle-kit pull` writes `unknown("id")` without the default: put the adapter\'s column',
    async () => {
        writeFileSync(
            "pull.config.ts",
            readFileSync("drizzle.config.ts", "utf8").replace('"./drizzle"', '"./pulled"'),
        );
        kit("pull", "--config", "pull.config.ts");
        const pulled = readFileSync("pulled/schema.ts", "utf8");
        assert.match(pulled, /TODO: failed to parse database type 'typeid'/);
        assert.match(pulled, /id: unknown\("id"\)\.primaryKey\(\)\.notNull\(\),/, pulled);
        const columns = {
            users: 'id(ids.user, "id").default(generate(ids.user))',
            orders: 'id(xid, "id").default(generate(xid))',
            invoices: 'id(base62id, "id").default(generate(base62id))',
        };
        let mended = pulled.replaceAll('unknown("buyer_id")', 'id(ids.user, "buyer_id")');
        for (const [table, column] of Object.entries(columns))
            mended = mended.replace(
                new RegExp(`("${table}", \\{[^]*?)unknown\\("id"\\)`),
                (_, head) => head + column,
            );
        assert.doesNotMatch(mended, /unknown\(/);
        writeFileSync(
            "pulled/schema.ts",
            'import { base62id, defineIds, xid } from "base62id"\nimport { generate, id } from "base62id/drizzle"\nconst ids = defineIds({ user: "user" })\n' +
                mended,
        );
        const from = await import(`${process.cwd()}/pulled/schema.ts`);
        const [user] = await db.insert(from.users).values({ name: "pulled" }).returning();
        assert.match(user.id, /^user_/);
        const [order] = await db
            .insert(from.orders)
            .values({ buyerId: user.id, note: "pulled" })
            .returning();
        const [found] = await db
            .select()
            .from(from.orders)
            .where(startsWith(from.orders.buyerId, user.id.slice(0, -2)));
        assert.deepEqual(found, order);
        await assert.rejects(
            async () => db.insert(from.users).values({ id: newId("order"), name: "wrong" }),
            /order/,
        );
        await db.delete(from.orders).where(eq(from.orders.id, order.id));
        await db.delete(from.users).where(eq(from.users.id, user.id));
    },
);
await notations('adapter: `id(ids.team, { type: "team_id" })`', ({ type, table, kind }) => {
    const id = idColumn(kind, { type }).primaryKey().default(generate(kind, { type }));
    const model = pgTable(table, { id, name: text() });
    return {
        add: async (id) =>
            (
                await db
                    .insert(model)
                    .values({ id, name: "x" } as never)
                    .returning()
            )[0]! as { id: string },
        in: (ids) =>
            db
                .select()
                .from(model)
                .where(inArray(model.id, ids as never[])),
        begin: (text) => db.select().from(model).where(startsWith(model.id, text)),
    };
});
await check("the compiler refuses to mix kinds", () => {
    // Without @ts-expect-error each of these lines is an error, and with it a line that compiles is one.
    const { status, output } = run(
        "node_modules/.bin/tsc",
        "--ignoreConfig",
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--target",
        "es2022",
        "--module",
        "nodenext",
        "drizzle_kinds.ts",
    );
    assert.equal(status, 0, output);
});
await check("an array of ids is a list", async () => {
    const lists = pgTable("lists", { users: idColumn(ids.user, "users").array() });
    psql("CREATE TABLE lists (users typeid[])");
    const users = [ids.user.generate(), ids.user.generate()];
    await db.insert(lists).values([{ users }, { users: [] }]);
    assert.deepEqual(await db.select().from(lists), [{ users }, { users: [] }]);
    psql("DROP TABLE lists");
});
const client = await pool.connect();
await registerPg(client);
await everyType(
    async (name, texts) =>
        (await client.query(`SELECT $1::${name}[] AS list, ($1::${name}[])[1] AS one`, [texts]))
            .rows[0],
);
client.release();
await check("a type's name in DDL is checked, and wanted where there is none", () => {
    for (const wrong of ['"x"', "user_id; DROP TABLE x"])
        assert.throws(() => generate(ids.user, { type: wrong }), TypeError);
    assert.throws(
        () => idColumn(defineIds({ order: { prefix: "order", notation: "ulid" } }).order),
        /name it, \{ type: "order_id" \}/,
    );
    for (const wrong of ["user_id; DROP TABLE x", "Odd id", 'a"b', "a.b.c"])
        assert.throws(
            () => pgTable("t", { id: idColumn(ids.user, { type: wrong }) }).id.getSQLType(),
            TypeError,
        );
    assert.equal(
        pgTable("t", { id: idColumn(ids.user, { type: "app.user_id" }) }).id.getSQLType(),
        "app.user_id",
    );
});
await trap(
    "node-postgres, and libraries that use it, return an array of ids as the string `{…}` until you call `registerPg`.",
    async () => {
        const client = await pool.connect();
        await registerPg(client);
        const oid = Number(psql("SELECT typarray FROM pg_type WHERE oid = 'typeid'::regtype"));
        assert.deepEqual(client.getTypeParser(oid, "text")("{a,b}"), ["a", "b"]);
        assert.equal(pg.types.getTypeParser(oid, "text")("{a,b}"), "{a,b}");
        const other = new pg.Client(url);
        await other.connect();
        const { rows } = await other.query("SELECT ARRAY[typeid_generate('a')] AS list");
        assert.equal(typeof rows[0].list, "string");
        await other.end();
        client.release(true);
    },
);
await check("registerPg with pg.types is what db.execute reads arrays by", async () => {
    const arrays = () =>
        db.execute<{ list: unknown }>(sql`SELECT ARRAY[typeid_generate('a')] AS list`);
    assert.equal(typeof (await arrays()).rows[0]!.list, "string");
    const client = await pool.connect();
    await registerPg(client, pg.types);
    client.release();
    assert(Array.isArray((await arrays()).rows[0]!.list));
});
await pool.end();
