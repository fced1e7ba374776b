// Drizzle with drizzle-kit, over node-postgres.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { pgTable, text } from "drizzle-orm/pg-core";
import pg from "pg";

import { isValid } from "base62id";
import { registerPg } from "base62id/pg";
import { hasPrefix, startsWith, typedId, typeid } from "base62id/drizzle";
import * as schema from "./drizzle-schema.ts";
import {
    assert,
    bareDatabase,
    cell,
    check,
    emptyDatabase,
    fill,
    firstRow,
    haveTyped,
    makeTyped,
    malformed,
    newId,
    newIdIn,
    notated,
    psql,
    run,
    sqlstate,
    textsOf,
    there,
    trap,
    url,
    urlOf,
    version,
    wrongIds,
} from "./harness.ts";

version("drizzle-orm", "drizzle-kit", "pg");
const { users, orders, invoices } = schema;
const models = [users, orders, invoices] as const;
const pool = new pg.Pool({ connectionString: url });
const db = drizzle(pool, { schema });

await cell("migrate", "as is", async () => {
    const { status, output } = run("drizzle-kit", "generate", "--name", "first");
    assert.equal(status, 0, output);
    await migrate(db, { migrationsFolder: "./drizzle" });
    assert.equal(
        psql(
            "SELECT format_type(atttypid, -1) FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'id'",
        ),
        "typeid",
    );
    assert.equal(
        psql(
            "SELECT column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'id'",
        ),
        "typeid_generate('user'::text)",
    );
});
await cell("again", "the stored form of the default", () => {
    const again = run("drizzle-kit", "generate", "--name", "second");
    assert.match(again.output, /No schema changes/);
    // push compares with the database itself.
    const push = run("drizzle-kit", "push", "--force", "--verbose");
    assert.match(push.output, /No changes detected/, push.output);
});
await cell("first", "`drizzle-kit generate --custom`", async () => {
    const config = readFileSync("drizzle.config.ts", "utf8");
    writeFileSync("first.config.ts", config.replace("./drizzle\"", "./drizzle-first\""));
    const kit = (...words: string[]) => {
        const { status, output } = run("drizzle-kit", "generate", "--config", "first.config.ts", ...words);
        assert.equal(status, 0, output);
        return output;
    };
    kit("--custom", "--name", "extension");
    writeFileSync("drizzle-first/0000_extension.sql", readFileSync("drizzle-extension.sql"));
    kit("--name", "tables");
    assert.match(kit("--name", "again"), /No schema changes/);
    const name = bareDatabase();
    const bare = new pg.Pool({ connectionString: urlOf(name) });
    for (let i = 0; i < 2; ++i) await migrate(drizzle(bare), { migrationsFolder: "./drizzle-first" });
    await bare.end();
    firstRow(name);
});
await cell("kind", "adapter: an `Error` before the query", async () => {
    assert.throws(() => db.select().from(users).where(eq(users.id, newId("order"))).toSQL(), /is "order", not "user"/);
});
await cell("empty", "adapter: an `Error` before the query: give `null`", async () => {
    assert.throws(() => db.insert(users).values({ id: "", name: "x" }).toSQL(), /0 symbols/);
    psql("CREATE TABLE notes (author typeid)");
    await db.insert(pgTable("notes", { author: typeid("user")("author") })).values({ author: null });
    assert.equal(psql("SELECT count(*) FROM notes WHERE author IS NULL"), "1");
    psql("DROP TABLE notes");
});
await trap(
    "drizzle-kit push: `.default(sql\\`typeid_generate('user')\\`)` is a difference every time; `generate(\"user\")` is none.",
    () => {
        const first = readFileSync("drizzle-schema.ts", "utf8");
        const wrong = first.replace('generate("user")', "sql`typeid_generate('user')`");
        assert.notEqual(first, wrong);
        writeFileSync("drizzle-endless.ts", wrong);
        const config = readFileSync("drizzle.config.ts", "utf8");
        writeFileSync("endless.config.ts", config.replace("drizzle-schema", "drizzle-endless"));
        for (let i = 0; i < 2; ++i) {
            const push = run("drizzle-kit", "push", "--force", "--verbose", "--config", "endless.config.ts");
            assert.match(push.output, /ALTER TABLE "users" ALTER COLUMN "id" SET DEFAULT/, push.output);
        }
    },
);
fill();

let mine = newId();
await cell("default", "as is", async () => {
    const [user] = await db.insert(users).values({ name: "Ada" }).returning();
    assert.match(user!.id, /^user_/);
    const [order] = await db.insert(orders).values({ buyerId: user!.id, note: "1" }).returning();
    assert.equal(order!.id.length, 11);
    const [invoice] = await db.insert(invoices).values({ note: "i" }).returning();
    assert.equal(invoice!.id.length, 22);
});
await cell("own", "as is", async () => {
    await db.insert(users).values({ id: mine, name: "mine" });
});
await cell("find", "as is", async () => {
    assert.equal((await db.query.users.findFirst({ where: eq(users.id, mine) }))?.name, "mine");
    for (const model of models) {
        const [some] = await db.select().from(model).limit(1);
        const prepared = db
            .select()
            .from(model)
            .where(eq(model.id, sql.placeholder("id")))
            .prepare(`by_id_of_${some!.id}`);
        assert.equal((await prepared.execute({ id: some!.id }))[0]!.id, some!.id);
    }
});
await cell("in", "as is", async () => {
    for (const model of models) {
        const some = (await db.select({ id: model.id }).from(model).limit(3)).map((row) => row.id);
        assert.equal((await db.select().from(model).where(inArray(model.id, some))).length, 3);
        assert.equal(
            (
                await db
                    .select()
                    .from(model)
                    .where(sql`${model.id} = ANY (${sql.param(some)})`)
            ).length,
            3,
        );
    }
});
await cell("eager", "as is", async () => {
    const some = (await db.selectDistinct({ id: orders.buyerId }).from(orders).limit(3)).map((row) => row.id);
    const found = await db.query.users.findMany({ where: inArray(users.id, some), with: { orders: true } });
    assert(
        found.length === 3 &&
            found.every((u) => u.orders.length > 0 && u.orders.every((o) => o.buyerId === u.id)),
    );
});
await cell("pages", "as is", async () => {
    for (const model of models) {
        const first = await db.select().from(model).orderBy(asc(model.id)).limit(5);
        const second = await db
            .select()
            .from(model)
            .where(gt(model.id, first[4]!.id))
            .orderBy(asc(model.id))
            .limit(5);
        assert(second.length === 5 && second[0]!.id > first[4]!.id);
    }
});
await cell("update", "as is", async () => {
    assert.equal((await db.update(users).set({ name: "ours" }).where(eq(users.id, mine))).rowCount, 1);
});
await cell("malformed", "adapter: an `Error`; `DrizzleQueryError` from the server", async () => {
    for (const wrong of [malformed, newId("order"), ""]) {
        assert.throws(() => db.select().from(users).where(eq(users.id, wrong)).toSQL());
    }
    await assert.rejects(db.execute(sql`SELECT ${malformed}::typeid`), sqlstate("22P02"));
});
await cell("prefix", "adapter: `startsWith`", async () => {
    for (const model of models) {
        const [some] = await db.select().from(model).limit(1);
        const found = await db
            .select()
            .from(model)
            .where(startsWith(model.id, some!.id.slice(0, -4)));
        assert(found.some((row) => row.id === some!.id));
    }
    assert.equal((await db.select().from(users).where(hasPrefix(users.id, "order"))).length, 0);
});
await cell(
    "introspect",
    '`drizzle-kit pull` writes `unknown("id")` without the default: put the adapter\'s column',
    async () => {
        writeFileSync(
            "pull.config.ts",
            readFileSync("drizzle.config.ts", "utf8").replace('"./drizzle"', '"./pulled"'),
        );
        const { status, output } = run("drizzle-kit", "pull", "--config", "pull.config.ts");
        assert.equal(status, 0, output);
        const pulled = readFileSync("pulled/schema.ts", "utf8");
        assert.match(pulled, /TODO: failed to parse database type 'typeid'/);
        assert.match(pulled, /id: unknown\("id"\)\.primaryKey\(\)\.notNull\(\),/, pulled);
        const columns = {
            users: 'typeid("user")("id").default(generate("user"))',
            orders: 'uid11("id").default(sql`xid_new()`)',
            invoices: 'base62id("id").default(sql`gen_random_uuid()`)',
        };
        let mended = pulled.replaceAll('unknown("buyer_id")', 'typeid("user")("buyer_id")');
        for (const [table, column] of Object.entries(columns))
            mended = mended.replace(new RegExp(`("${table}", \\{[^]*?)unknown\\("id"\\)`), (_, head) => head + column);
        assert.doesNotMatch(mended, /unknown\(/);
        writeFileSync(
            "pulled/schema.ts",
            'import { base62id, generate, typeid, uid11 } from "base62id/drizzle"\n' + mended,
        );
        const from = await import(`${process.cwd()}/pulled/schema.ts`);
        const [user] = await db.insert(from.users).values({ name: "pulled" }).returning();
        assert.match(user.id, /^user_/);
        const [order] = await db.insert(from.orders).values({ buyerId: user.id, note: "pulled" }).returning();
        const [found] = await db.select().from(from.orders).where(startsWith(from.orders.buyerId, user.id.slice(0, -2)));
        assert.deepEqual(found, order);
        await assert.rejects(async () => db.insert(from.users).values({ id: newId("order"), name: "wrong" }), /order/);
        await db.delete(from.orders).where(eq(from.orders.id, order.id));
        await db.delete(from.users).where(eq(from.users.id, user.id));
    },
);
await cell("testdb", "as is", async () => {
    const name = emptyDatabase("test");
    const other = new pg.Pool({ connectionString: urlOf(name) });
    await migrate(drizzle(other), { migrationsFolder: "./drizzle" });
    await other.end();
    assert.match(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", name), /^user_/);
});
if (haveTyped()) {
    await cell("typed", "adapter: `typedId`", async () => {
        makeTyped();
        const teams = pgTable("teams", {
            id: typedId("team_id", "team")()
                .primaryKey()
                .default(sql`team_id_new()`),
            name: text(),
        });
        const [team] = await db.insert(teams).values({ name: "t" }).returning();
        assert.match(team!.id, /^team_/);
        assert.equal(
            (
                await db
                    .select()
                    .from(teams)
                    .where(inArray(teams.id, [team!.id]))
            ).length,
            1,
        );
        assert.equal(
            (
                await db
                    .select()
                    .from(teams)
                    .where(and(eq(teams.id, team!.id), startsWith(teams.id, team!.id.slice(0, 20))))
            ).length,
            1,
        );
        assert.throws(() =>
            db
                .select()
                .from(teams)
                .where(eq(teams.id, newId("user")))
                .toSQL(),
        );
    });
}
await check("the compiler refuses to mix kinds", () => {
    // Without @ts-expect-error each of these lines is an error, and with it a line that compiles is one.
    const { status, output } = run("tsc", "--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "nodenext", "drizzle_kinds.ts");
    assert.equal(status, 0, output);
});
await check("an array of ids is a list", async () => {
    const lists = pgTable("lists", { users: typeid("user")("users").array() });
    psql("CREATE TABLE lists (users typeid[])");
    const users = [newId(), newId()];
    await db.insert(lists).values([{ users }, { users: [] }]);
    assert.deepEqual(await db.select().from(lists), [{ users }, { users: [] }]);
    psql("DROP TABLE lists");
});
await check("typed ids in every notation", async () => {
    for (const { type, table, prefix, notation } of notated()) {
        const model = pgTable(table, {
            id: typedId(type, prefix, notation)()
                .primaryKey()
                .default(sql.raw(`${type}_new()`)),
            name: text(),
        });
        const mine = newIdIn(prefix, notation);
        await db.insert(model).values({ id: mine, name: "by the client" });
        const [made] = await db.insert(model).values({ name: "by the server" }).returning();
        assert(isValid(notation, made!.id, prefix), made!.id);
        const both = await db
            .select()
            .from(model)
            .where(inArray(model.id, [mine, made!.id]));
        assert.equal(both.length, 2);
        const found = await db
            .select()
            .from(model)
            .where(startsWith(model.id, mine.slice(0, -4)));
        assert.deepEqual(
            found.map((row) => row.id),
            [mine],
        );
        for (const wrong of wrongIds(mine, notation))
            assert.throws(() => db.select().from(model).where(eq(model.id, wrong)).toSQL(), wrong);
    }
});
await check("every type, scalars and arrays, over node-postgres", async () => {
    const client = await pool.connect();
    await registerPg(client);
    for (const name of there()) {
        const texts = textsOf(name);
        const { rows } = await client.query(`SELECT $1::${name}[] AS list, ($1::${name}[])[1] AS one`, [
            texts,
        ]);
        assert.deepEqual(rows[0].list, texts);
        assert.equal(rows[0].one, texts[0]);
    }
    client.release();
});
await check("registerPg changes nothing for other clients", async () => {
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
});
await check("registerPg with pg.types is what db.execute reads arrays by", async () => {
    const arrays = () => db.execute<{ list: unknown }>(sql`SELECT ARRAY[typeid_generate('a')] AS list`);
    assert.equal(typeof (await arrays()).rows[0]!.list, "string");
    const client = await pool.connect();
    await registerPg(client, pg.types);
    client.release();
    assert(Array.isArray((await arrays()).rows[0]!.list));
});
assert(existsSync("drizzle") && readdirSync("drizzle").length > 0);
await pool.end();
