// Drizzle over columns of uuid: what stored.py asks, and Drizzle's own traps.
import { between, eq as same, lt, relations, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { integer, jsonb, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";
import pg from "pg";

import { type Id, toUuid } from "base62id";
import { eq, inArray, startsWith, typedId } from "base62id/drizzle";

import { assert, check, listOf, serve } from "./harness.ts";

type User = Id<"user">;
type Order = Id<"order">;
const state = process.env["STATE"]!;
const word = state === "typed" ? {} : ({ stored: "uuid" } as const);
const userId = typedId<User>("user_id", "user", "typeid", word);
const orderId = typedId<Order>("order_id", "order", "typeid", word);
const users = pgTable("users", {
    id: userId().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    friends: userId().array().notNull().default([]),
    facts: jsonb().$type<{ id: string }>(),
});
const orders = pgTable("orders", {
    id: orderId().primaryKey().default(sql`gen_random_uuid()`),
    buyer: userId("buyer_id").notNull().references(() => users.id),
    parent: orderId("parent_id"),
    note: text(),
});
const watches = pgTable("watches", { user: userId("user_id").notNull(), order: orderId("order_id").notNull() }, (t) => [primaryKey({ columns: [t.user, t.order] })]);
const buyers = pgView("buyers", { id: userId(), orders: integer() }).existing();
const schema = {
    users, orders, watches,
    usersRelations: relations(users, ({ many }) => ({ orders: many(orders), watches: many(watches) })),
    ordersRelations: relations(orders, ({ one }) => ({ by: one(users, { fields: [orders.buyer], references: [users.id] }) })),
    watchesRelations: relations(watches, ({ one }) => ({ order: one(orders, { fields: [watches.order], references: [orders.id] }), user: one(users, { fields: [watches.user], references: [users.id] }) })),
};
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]! });
const db = drizzle(pool, { schema });
const ids = async (where: any) => (await db.select({ id: users.id }).from(users).where(where).orderBy(users.id)).map((one) => one.id);
const raw = async (query: any) => (await db.execute(query)).rows.map((row) => Object.values(row)[0]);

await serve({
    add_user: async (id, name, friends, fact) =>
        (await db.insert(users).values({ ...(id && { id: id as User }), name: name!, friends: listOf(friends) as User[], facts: fact ? { id: fact } : null }).returning())[0]!.id,
    user: async (id) => (await db.select().from(users).where(eq(users.id, id as User))).flatMap((one) => [one.id, one.name, one.friends, one.facts?.id]),
    add_order: async (id, buyer, parent, note) =>
        (await db.insert(orders).values({ ...(id && { id: id as Order }), buyer: buyer as User, parent: (parent || null) as Order | null, note }).returning())[0]!.id,
    watch: async (user, order) => void (await db.insert(watches).values({ user: user as User, order: order as Order })),
    orders: async (user) => {
        const [found] = await db.query.users.findMany({ where: (t) => eq(t.id, user as User), with: { orders: { with: { by: true } } } });
        const joined = await db.select().from(orders).innerJoin(users, same(users.id, orders.buyer)).where(eq(users.id, user as User));
        return [...found!.orders.map((one) => ["query", one.id, one.by.id, one.parent]), ...joined.map((one) => ["join", one.orders.id, one.users.id, one.orders.parent])];
    },
    watched: async (user) => (await db.query.watches.findMany({ where: (t) => eq(t.user, user as User), with: { order: true, user: true } })).map((one) => one.order.id),
    in: (all) => ids(inArray(users.id, listOf(all) as User[])),
    between: (low, high) => ids(between(users.id, low as User, high as User)),
    below: (high) => ids(lt(users.id, high as User)),
    prefix: (begin) => ids(startsWith(users.id, begin!)),
    friend: (id) => ids(sql`${sql.param(id, users.id)} = ANY (${users.friends})`),
    upsert: async (id, name) => (await db.insert(users).values({ id: id as User, name: name! }).onConflictDoUpdate({ target: users.id, set: { name: name! } }).returning())[0]!.id,
    give: async (id, buyer) => (await db.update(orders).set({ buyer: buyer as User }).where(eq(orders.id, id as Order)).returning()).flatMap((one) => [one.id, one.buyer]),
    remove: async (id) => (await db.delete(users).where(eq(users.id, id as User))).rowCount,
    buyer: async (id) => (await db.select().from(buyers).where(eq(buyers.id, id as User))).flatMap((one) => [one.id, one.orders]),
    policy: (customer) => db.transaction(async (tx) => {
        await tx.execute(sql`SELECT set_config('shop.customer', ${customer}, true), set_config('role', 'customer', true)`);
        return (await tx.select().from(orders)).map((one) => one.id);
    }),
    call: (uuid) => raw(sql`SELECT orders_of(${uuid})`),
    parents: () => raw(sql`SELECT id FROM parents()`),
    tree: (id) => raw(sql`WITH RECURSIVE up AS (SELECT id, parent_id FROM orders WHERE ${eq(orders.id, id as Order)} UNION ALL
        SELECT o.id, o.parent_id FROM orders o JOIN up ON o.id = up.parent_id) SELECT id FROM up`),
    own: async (mine, server, first) => {
        await check(`${state}: placeholders`, async () => {
            const one = db.select().from(users).where(eq(users.id, sql.placeholder("id"))).prepare(`one_${state}`);
            assert.equal((await one.execute({ id: mine }))[0]!.id, mine);
            await assert.rejects(one.execute({ id: first }), /not "user"/);
            const some = db.select().from(users).where(inArray(users.id, sql.placeholder("ids"))).prepare(`some_${state}`);
            assert.equal((await some.execute({ ids: [mine, server] })).length, 2);
            assert.deepEqual(await ids(sql`${users.id} = ANY (${sql.param([mine], users.friends)})`), [mine]);
        });
        await check(`${state}: a UUID's text, and kinds that are none`, async () => {
            const uuid = toUuid("typeid", mine!);
            assert.throws(() => db.select().from(users).where(eq(users.id, uuid as User)).toSQL(), { name: "InvalidIdError" });
            const taking = pgTable("users", { id: typedId("user_id", "user", "typeid", { acceptUuid: true, ...word })() });
            assert.equal((await db.select().from(taking).where(eq(taking.id, uuid))).length, 1);
            for (const [prefix, notation, made] of [["user", "uid11", {}], ["user", "typeid", { masked: true }], ["", "typeid", {}]] as const)
                assert.throws(() => typedId("x", prefix, notation, { ...made, stored: "uuid" }), TypeError);
        });
        await check(`${state}: drizzle-kit push is an error while the word is there; generate is none`, () => {
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
    },
});
await pool.end();
