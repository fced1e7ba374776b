// Kysely over node-postgres.
import { Migrator, sql } from "kysely";
import pg from "pg";
import { jsonArrayFrom } from "kysely/helpers/postgres";

import { parse } from "base62id";
import { hasPrefix, id, startsWith } from "base62id/kysely";
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
    psql,
    sqlstate,
    tables,
    textsOf,
    there,
    trap,
    url,
    urlOf,
    version,
} from "./harness.ts";
import { open, up } from "./kysely-use.ts";

version("kysely", "pg");
const db = open(url);
const migrator = (on: typeof db) =>
    new Migrator({ db: on, provider: { getMigrations: async () => ({ first: { up } }) } });

await cell("migrate", "adapter: `dataType`", async () => {
    const { error } = await migrator(db).migrateToLatest();
    assert.equal(error, undefined);
    assert.equal(
        psql(
            "SELECT column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'id'",
        ),
        "typeid_generate('user'::text)",
    );
});
await cell("again", "as is", async () => {
    const { results } = await migrator(db).migrateToLatest();
    assert.deepEqual(results, []);
});
await cell("first", "`CREATE EXTENSION` in the first migration", async () => {
    const name = bareDatabase();
    const bare = open(urlOf(name));
    assert.equal((await migrator(bare).migrateToLatest()).error, undefined);
    assert.deepEqual((await migrator(bare).migrateToLatest()).results, []);
    await bare.destroy();
    firstRow(name);
});
await cell("kind", "adapter: an `Error` of `id(…, \"user\")`", async () => {
    assert.throws(() => id("typeid", newId("order"), "user"), /is "order", not "user"/);
    assert.deepEqual(await db.selectFrom("users").select("id").where("id", "=", newId("order")).execute(), []);
});
await cell("empty", "`DatabaseError`, code 22P02: give `null`", async () => {
    await assert.rejects(db.insertInto("users").values({ id: "", name: "x" }).execute(), sqlstate("22P02"));
    psql("CREATE TABLE notes (author typeid)");
    await (db as any).insertInto("notes").values({ author: null }).execute();
    assert.equal(psql("SELECT count(*) FROM notes WHERE author IS NULL"), "1");
});
fill();
let mine = newId();
await cell("default", "as is", async () => {
    const user = await db
        .insertInto("users")
        .values({ name: "Ada" })
        .returning("id")
        .executeTakeFirstOrThrow();
    assert.match(user.id, /^user_/);
    const order = await db
        .insertInto("orders")
        .values({ buyer_id: user.id, note: "1" })
        .returningAll()
        .executeTakeFirstOrThrow();
    assert.equal(order.id.length, 11);
});
await cell("own", "as is", async () => {
    await db.insertInto("users").values({ id: mine, name: "mine" }).execute();
});
await cell("find", "as is", async () => {
    for (const table of tables) {
        const some = await db.selectFrom(table).select("id").executeTakeFirstOrThrow();
        const found = await db.selectFrom(table).select("id").where("id", "=", some.id).execute();
        assert.deepEqual(found, [some]);
    }
});
await cell("in", "as is", async () => {
    for (const table of tables) {
        const some = (await db.selectFrom(table).select("id").limit(3).execute()).map((row) => row.id);
        assert.equal((await db.selectFrom(table).select("id").where("id", "in", some).execute()).length, 3);
        const any = await db
            .selectFrom(table)
            .select("id")
            .where("id", "=", sql<string>`ANY (${some})`)
            .execute();
        assert.equal(any.length, 3);
    }
});
await cell("eager", "`jsonArrayFrom`", async () => {
    const some = (await db.selectFrom("orders").select("buyer_id").distinct().limit(3).execute()).map(
        (r) => r.buyer_id,
    );
    const found = await db
        .selectFrom("users")
        .selectAll()
        .select((eb) =>
            jsonArrayFrom(
                eb.selectFrom("orders").selectAll().whereRef("orders.buyer_id", "=", "users.id"),
            ).as("orders"),
        )
        .where("id", "in", some)
        .execute();
    assert(
        found.length === 3 &&
            found.every((u) => u.orders.length && u.orders.every((o) => o.buyer_id === u.id)),
    );
});
await cell("pages", "as is", async () => {
    for (const table of tables) {
        const first = await db.selectFrom(table).select("id").orderBy("id").limit(5).execute();
        const next = await db
            .selectFrom(table)
            .select("id")
            .where("id", ">", first[4]!.id)
            .orderBy("id")
            .limit(5)
            .execute();
        assert(next.length === 5 && next[0]!.id > first[4]!.id);
    }
});
await cell("update", "as is", async () => {
    const { numUpdatedRows } = await db
        .updateTable("users")
        .set({ name: "ours" })
        .where("id", "=", mine)
        .executeTakeFirst();
    assert.equal(numUpdatedRows, 1n);
});
await cell("malformed", "`DatabaseError`, code 22P02; adapter: `id(…)` before the query", async () => {
    await assert.rejects(
        db.selectFrom("users").select("id").where("id", "=", malformed).execute(),
        sqlstate("22P02"),
    );
    assert.throws(() => id("typeid", malformed));
    assert.throws(() => id("typeid", newId("order"), "user"));
});
await cell("prefix", "adapter: `startsWith`", async () => {
    for (const table of tables) {
        const some = await db.selectFrom(table).select("id").executeTakeFirstOrThrow();
        const found = await db
            .selectFrom(table)
            .select("id")
            .where(startsWith("id", some.id.slice(0, -4)))
            .execute();
        assert(found.some((row) => row.id === some.id));
    }
    assert.deepEqual(await db.selectFrom("users").select("id").where(hasPrefix("id", "order")).execute(), []);
});
await cell("introspect", "as is: `getTables` names the types", async () => {
    const found = await db.introspection.getTables();
    const type = (table: string) =>
        found.find((t) => t.name === table)!.columns.find((c) => c.name === "id")!;
    assert.equal(type("users").dataType, "typeid");
    assert.equal(type("orders").dataType, "uid11");
    assert.equal(type("invoices").dataType, "base62id");
    assert(type("users").hasDefaultValue);
});
await cell("testdb", "as is", async () => {
    const name = emptyDatabase("test");
    const other = open(urlOf(name));
    assert.equal((await migrator(other).migrateToLatest()).error, undefined);
    await other.destroy();
    assert.match(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", name), /^user_/);
});
if (haveTyped()) {
    await cell("typed", "as is", async () => {
        makeTyped();
        const any = db as any;
        const team = await any
            .insertInto("teams")
            .values({ name: "t" })
            .returning("id")
            .executeTakeFirstOrThrow();
        assert.equal(parse("typeid", team.id, "team"), team.id);
        assert.equal(
            (await any.selectFrom("teams").select("id").where("id", "in", [team.id]).execute()).length,
            1,
        );
        assert.equal(
            (await any.selectFrom("teams").select("id").where("id", "=", team.id).execute()).length,
            1,
        );
        assert(
            (
                await any
                    .selectFrom("teams")
                    .select("id")
                    .where(startsWith("id", team.id.slice(0, 20)))
                    .execute()
            ).length,
        );
    });
}
await check("every type, scalars and arrays", async () => {
    for (const name of there()) {
        const texts = textsOf(name);
        const { rows } = await sql<{
            list: string[];
        }>`SELECT ${texts}::text[]::${sql.raw(name)}[] AS list`.execute(db);
        assert.deepEqual(rows[0]!.list, texts);
    }
});
await trap(
    "node-postgres, and what is built on it: an array of ids is the string `{…}` until `registerPg`.",
    async () => {
        // Types are the process's: those of an oid that is not registered show it.
        psql("CREATE DOMAIN plain AS typeid; CREATE TYPE other AS ENUM ('a')");
        const client = new pg.Client(url);
        await client.connect();
        const { rows } = await client.query("SELECT ARRAY['a'::other] AS list");
        assert.equal(rows[0].list, "{a}");
        await client.end();
    },
);
await db.destroy();
