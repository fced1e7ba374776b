// Drizzle: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and without the
// word (typed).
import { asc, between, count, gt, relations, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import pg from "pg";

import { type Id, newId, toUuid } from "base62id";
import { eq, inArray, startsWith, typedId } from "base62id/drizzle";

import { assert, check, psql } from "./small.ts";

const state = process.env["STATE"]!;
const word = state === "typed" ? {} : ({ stored: "uuid" } as const);
const userId = typedId<Id<"user">>("user_id", "user", "typeid", word);
const orderId = typedId<Id<"order">>("order_id", "order", "typeid", word);
const users = pgTable("users", {
    id: userId().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    friends: userId().array().notNull().default([]),
    facts: jsonb(),
});
const orders = pgTable("orders", {
    id: orderId().primaryKey().default(sql`gen_random_uuid()`),
    buyer: userId("buyer_id").notNull().references(() => users.id),
    parent: orderId("parent_id"),
    note: text(),
});
const watches = pgTable("watches", { user: userId("user_id").notNull(), order: orderId("order_id").notNull() }, (t) => [primaryKey({ columns: [t.user, t.order] })]);
const schema = {
    users, orders, watches,
    usersRelations: relations(users, ({ many }) => ({ orders: many(orders), watches: many(watches) })),
    ordersRelations: relations(orders, ({ one }) => ({ by: one(users, { fields: [orders.buyer], references: [users.id] }) })),
    watchesRelations: relations(watches, ({ one }) => ({ user: one(users, { fields: [watches.user], references: [users.id] }) })),
};
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]! });
const db = drizzle(pool, { schema });
const named = (title: string, test: () => Promise<void>) => check(`${state}: ${title}`, test);
const friend = newId("user"), mine = newId("user");
let server: Id<"user">, order: Id<"order">;

await named("rows, keys, arrays, JSON, RETURNING", async () => {
    for (const table of [watches, orders, users]) await db.delete(table);
    [{ id: server }] = (await db.insert(users).values({ name: "server" }).returning({ id: users.id })) as [{ id: Id<"user"> }];
    assert(server.startsWith("user_"), server);
    await db.insert(users).values({ id: mine, name: mine, friends: [friend, server], facts: { id: friend } });
    const [row] = await db.select().from(users).where(eq(users.id, mine));
    assert.deepEqual(row, { id: mine, name: mine, friends: [friend, server], facts: { id: friend } }); // text and JSON are left alone
    [{ id: order }] = (await db.insert(orders).values({ buyer: mine, note: "1" }).returning()) as [{ id: Id<"order"> }];
    await db.insert(orders).values({ id: newId("order"), buyer: mine, parent: order, note: "2" });
    await db.insert(watches).values({ user: server, order });
    const stored = psql(`SELECT pg_typeof(id)::text || ' ' || pg_column_size(id) FROM users WHERE name = '${mine}'`);
    assert.equal(stored, state === "uuid" ? "uuid 16" : "user_id 16");
});
await named("relations loaded in every way", async () => {
    const [found] = await db.query.users.findMany({ where: (t) => eq(t.id, mine), with: { orders: { with: { by: true } }, watches: true } });
    assert.deepEqual(found!.orders.map((one) => [one.buyer, one.by.id]), [[mine, mine], [mine, mine]]);
    assert(found!.orders.some((one) => one.id === order) && found!.orders.some((one) => one.parent === order));
    assert.deepEqual(found!.orders.map((one) => one.by.friends), [[friend, server], [friend, server]]);
    assert.deepEqual((await db.query.watches.findFirst({ with: { user: true } }))!.user.id, server);
    const joined = await db.select().from(orders).innerJoin(users, eq(users.id, orders.buyer)).where(eq(orders.note, "1"));
    assert.deepEqual(joined.map((one) => [one.users.id, one.orders.id]), [[mine, order]]);
});
await named("lists, ranges, prefixes, upserts, placeholders", async () => {
    const [low, high] = [mine, server].sort() as [Id<"user">, Id<"user">];
    const ids = (rows: { id: string }[]) => rows.map((one) => one.id);
    assert.deepEqual(ids(await db.select().from(users).where(inArray(users.id, [low, high])).orderBy(asc(users.id))), [low, high]);
    assert.deepEqual(ids(await db.select().from(users).where(gt(users.id, low))), [high]);
    assert.equal((await db.select().from(users).where(between(users.id, low, high))).length, 2);
    for (const [given, found] of [["user_", 2], ["us", 2], [mine, 1], [mine.slice(0, 20), 1], ["order_", 0], ["user_u", 0], ["user_8", 0]] as const)
        assert.equal((await db.select().from(users).where(startsWith(users.id, given))).length, found, given);
    for (const name of ["a", "b"])
        await db.insert(users).values({ id: friend, name }).onConflictDoUpdate({ target: users.id, set: { name, friends: [low] } });
    assert.deepEqual((await db.update(users).set({ name: "c" }).where(eq(users.id, friend)).returning())[0]!.friends, [low]);
    assert.deepEqual(await db.delete(users).where(eq(users.id, friend)).returning({ id: users.id }), [{ id: friend }]);
    const one = db.select().from(users).where(eq(users.id, sql.placeholder("id"))).prepare(`one_${state}`);
    assert.deepEqual(ids(await one.execute({ id: mine })), [mine]);
    await assert.rejects(one.execute({ id: order }), /not "user"/);
    const some = db.select().from(users).where(inArray(users.id, sql.placeholder("ids"))).prepare(`some_${state}`);
    assert.equal((await some.execute({ ids: [low, high] })).length, 2);
    assert.deepEqual(await db.select({ buyer: orders.buyer, n: count() }).from(orders).groupBy(orders.buyer), [{ buyer: mine, n: 2 }]);
    assert.deepEqual(ids(await db.select().from(users).where(sql`${users.id} = ANY (${sql.param([mine], users.friends)})`)), [mine]);
});
await named("another kind, a malformed id and a UUID's text never reach the server", async () => {
    for (const given of [newId("order"), "user_1", toUuid("typeid", mine), ""] as Id<"user">[]) {
        assert.throws(() => db.select().from(users).where(eq(users.id, given)).toSQL(), { name: "InvalidIdError" }, given);
        assert.throws(() => db.insert(users).values({ id: given, name: "x" }).toSQL(), { name: "InvalidIdError" });
    }
    const taking = pgTable("users", { id: typedId("user_id", "user", "typeid", { acceptUuid: true, ...word })() });
    assert.equal((await db.select().from(taking).where(eq(taking.id, toUuid("typeid", mine)))).length, 1);
    for (const [prefix, notation, made] of [["user", "uid11", {}], ["user", "typeid", { masked: true }], ["", "typeid", {}]] as const)
        assert.throws(() => typedId("x", prefix, notation, { ...made, stored: "uuid" }), TypeError);
});
await named("drizzle-kit push is an error while the word is there; generate is none", async () => {
    const { argv } = process, made = () => pgTable("users", { id: userId() }).id.getSQLType();
    try {
        process.argv = ["node", "node_modules/.bin/drizzle-kit", "push"];
        if (state === "typed") assert.equal(made(), "user_id");
        else assert.throws(made, /drizzle-kit push/);
        process.argv = ["node", "node_modules/.bin/drizzle-kit", "generate"];
        assert.equal(made(), state === "typed" ? "user_id" : "uuid");
    } finally {
        process.argv = argv;
    }
});
await pool.end();
