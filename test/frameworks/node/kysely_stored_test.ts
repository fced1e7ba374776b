// Kysely: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and without the
// plugin (typed).
import { type Generated, Kysely, PostgresDialect, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import pg from "pg";

import { newId, toUuid } from "base62id";
import { registerPg } from "base62id/pg";
import { startsWith, storedIds } from "base62id/kysely";

import { assert, check, psql } from "./small.ts";

const state = process.env["STATE"]!;
interface Database {
    users: { id: Generated<string>; name: string; friends: Generated<string[]>; facts: unknown | null };
    orders: { id: Generated<string>; buyer_id: string; parent_id: string | null; note: string | null };
    watches: { user_id: string; order_id: string };
}
const user = { prefix: "user" }, order = { prefix: "order" };
const ids = storedIds({
    "users.id": user, "users.friends": user, "orders.id": order, "orders.buyer_id": user, "orders.parent_id": order,
    "watches.user_id": user, "watches.order_id": order,
});
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]!, max: 1 });
const client = await pool.connect();
if (state !== "uuid") await registerPg(client);
client.release();
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins: state === "typed" ? [] : [ids] });
const begins = (text: string) => (state === "typed" ? startsWith("users.id", text) : ids.startsWith("users.id", text));
const named = (title: string, test: () => Promise<void>) => check(`${state}: ${title}`, test);
const friend = newId("user"), mine = newId("user");
let server: string, first: string;

await named("rows, keys, arrays, RETURNING; texts and JSON that look like ids are left alone", async () => {
    await sql`TRUNCATE watches, orders, users`.execute(db);
    ({ id: server } = await db.insertInto("users").values({ name: "server", facts: null }).returning("id").executeTakeFirstOrThrow());
    assert(server.startsWith("user_"), server);
    const made = await db.insertInto("users").values([{ id: mine, name: mine, friends: [friend, server], facts: JSON.stringify({ id: friend }) }]).returningAll().execute();
    assert.deepEqual(made, [{ id: mine, name: mine, friends: [friend, server], facts: { id: friend } }]);
    assert.deepEqual(await db.selectFrom("users").selectAll().where("name", "=", mine).execute(), made);
    const [one] = await db.insertInto("orders").values({ buyer_id: mine, note: "1" }).returning(["id as order_id", "buyer_id"]).execute();
    first = one!.order_id;
    assert(first.startsWith("order_") && one!.buyer_id === mine);
    await db.insertInto("orders").values([{ id: newId("order"), buyer_id: mine, parent_id: first, note: "2" }, { buyer_id: server, note: null }]).execute();
    await db.insertInto("watches").values({ user_id: server, order_id: first }).execute();
    const stored = psql(`SELECT pg_typeof(id)::text || ' ' || pg_column_size(id) FROM users WHERE name = '${mine}'`);
    assert.equal(stored, state === "uuid" ? "uuid 16" : "user_id 16");
});
await named("joins, aliases, subqueries, CTEs, unions, JSON", async () => {
    const joined = db.selectFrom("orders as o").innerJoin("users as u", "u.id", "o.buyer_id").where("u.id", "=", mine).orderBy("o.note");
    assert.deepEqual(await joined.select(["u.id as user", "o.parent_id", "u.name"]).execute(), [{ user: mine, parent_id: null, name: mine }, { user: mine, parent_id: first, name: mine }]);
    assert.deepEqual((await joined.selectAll("u").execute()).map((one) => [one.id, one.friends]), [[mine, [friend, server]], [mine, [friend, server]]]);
    const within = db.selectFrom("users").select("id").where("id", "in", (eb) => eb.selectFrom("watches").select("user_id").where("order_id", "=", first));
    assert.deepEqual(await within.execute(), [{ id: server }]);
    const correlated = db.selectFrom("users").select((eb) => ["users.id", eb.selectFrom("orders").select("orders.id").whereRef("buyer_id", "=", "users.id").where("note", "=", "1").as("first")]).where("users.id", "=", mine);
    assert.deepEqual(await correlated.execute(), [{ id: mine, first }]);
    const cte = db.with("mine", (q) => q.selectFrom("orders").select(["id", "buyer_id as who"]).where("buyer_id", "=", mine)).selectFrom("mine").selectAll().where("who", "=", mine);
    assert.deepEqual((await cte.execute()).map((one) => one.who), [mine, mine]);
    const derived = db.selectFrom((eb) => eb.selectFrom("users").select("id as key").as("t")).select("t.key").where("t.key", "=", mine);
    assert.deepEqual(await derived.execute(), [{ key: mine }]);
    const both = db.selectFrom("users").select("id").where("id", "=", mine).union(db.selectFrom("users").select("id").where("id", "=", server)).orderBy("id");
    assert.deepEqual((await both.execute()).map((one) => one.id), [mine, server].sort());
    const nested = await db.selectFrom("users").select((eb) => ["id", jsonArrayFrom(eb.selectFrom("orders").select(["orders.id", "buyer_id"]).whereRef("buyer_id", "=", "users.id").where("orders.id", "=", first)).as("orders")]).where("id", "=", mine).executeTakeFirstOrThrow();
    assert.deepEqual(ids.json("orders", nested.orders), [{ id: first, buyer_id: mine }]);
    if (state === "uuid") assert.deepEqual(nested.orders, [{ id: toUuid("typeid", first), buyer_id: toUuid("typeid", mine) }]); // as the server wrote it
});
await named("lists, ranges, prefixes, upserts, updates, arrays", async () => {
    const [low, high] = [mine, server].sort() as [string, string];
    const some = db.selectFrom("users").select("id").orderBy("id");
    const found = async (query: typeof some) => (await query.execute()).map((one) => one.id);
    assert.deepEqual(await found(some.where("id", "in", [low, high])), [low, high]);
    assert.deepEqual(await found(some.where((eb) => eb.between("id", low, high))), [low, high]);
    assert.deepEqual(await found(some.where("id", ">", low)), [high]);
    assert.deepEqual(await found(some.where((eb) => eb.or([eb("id", "=", low), eb("users.id", "=", high)]))), [low, high]);
    assert.deepEqual(await found(some.where("id", "not in", [low])), [high]);
    for (const [given, count] of [["user_", 2], ["us", 2], [mine, 1], [mine.slice(0, 20), 1], ["order_", 0], ["user_u", 0], ["user_8", 0]] as const)
        assert.equal((await found(some.where(begins(given)))).length, count, given);
    for (const name of ["a", "b"])
        await db.insertInto("users").values({ id: friend, name, facts: null }).onConflict((c) => c.column("id").doUpdateSet((eb) => ({ name: eb.ref("excluded.name"), friends: [low] }))).execute();
    assert.deepEqual(await db.updateTable("users").set({ name: friend }).where("id", "=", friend).returningAll().execute(), [{ id: friend, name: friend, friends: [low], facts: null }]);
    await db.updateTable("orders").set({ buyer_id: friend, parent_id: null }).where("note", "is", null).execute();
    assert.deepEqual(await found(some.where("friends", "@>", sql<string[]>`${state === "typed" ? [friend] : [toUuid("typeid", friend)]}`)), [mine]);
    assert.deepEqual(await db.deleteFrom("orders").where("buyer_id", "=", friend).returning("parent_id").execute(), [{ parent_id: null }]);
    assert.deepEqual(await db.deleteFrom("users").where("id", "=", friend).returning("id").execute(), [{ id: friend }]);
});
await named("another kind, a malformed id and a UUID's text never reach the server", async () => {
    if (state !== "typed") {
        for (const given of [newId("order"), "user_1", toUuid("typeid", mine), ""]) {
            await assert.rejects(db.selectFrom("users").selectAll().where("id", "=", given).execute(), { name: "InvalidIdError" }, given);
            await assert.rejects(db.insertInto("users").values({ id: given, name: "x", facts: null }).execute(), { name: "InvalidIdError" });
            await assert.rejects(db.updateTable("orders").set({ buyer_id: given }).execute(), { name: "InvalidIdError" });
        }
        assert.throws(() => storedIds({ "users.id": { prefix: "user", notation: "uid11" as never } }), TypeError);
        assert.throws(() => storedIds({ id: user }), TypeError);
    } else {
        await assert.rejects(db.selectFrom("users").selectAll().where("id", "=", newId("order")).execute(), { code: "22P02" });
    }
});
await db.destroy();
