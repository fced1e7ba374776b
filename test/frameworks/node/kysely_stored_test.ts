// Kysely over columns of uuid: what stored.py asks, and where a query tree has a column of ids.
// stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
// ("moved"), and over these without the option stored ("typed"). The answers to its operations must
// be the same; the operation "own" has checks of this framework alone.
import { type Generated, Kysely, PostgresDialect, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import pg from "pg";

import { defineIds } from "base62id";
import { startsWith, writeIds } from "base62id/kysely";
import { readIds, registerPg } from "base62id/pg";

import { assert, check, listOf, serve, times, uuidOf } from "./harness.ts";

const state = process.env["STATE"]!;
interface Database {
    users: {
        id: Generated<string>;
        name: string;
        friends: Generated<string[]>;
        facts: { id: string } | string | null;
    };
    orders: {
        id: Generated<string>;
        buyer_id: string;
        parent_id: string | null;
        note: string | null;
    };
    watches: { user_id: string; order_id: string };
    buyers: { id: string; orders: string };
    plain: { id: string; friend: string; name: string };
    stored: { id: string; friend: string; name: string };
}
const { user, order, masked } = defineIds({
    user: "user",
    order: "order",
    masked: { prefix: "user", masked: true },
});
const stored = {
    "users.id": user,
    "users.friends": user,
    "orders.id": order,
    "orders.buyer_id": user,
    "orders.parent_id": order,
    "watches.user_id": user,
    "watches.order_id": order,
    "buyers.id": user,
    "stored.id": user,
    "stored.friend": user,
};
const ids = writeIds(stored);
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]! });
if (state !== "uuid") pool.on("connect", (client) => void registerPg(client as never));
const reading = state === "typed" ? pool : readIds(pool, stored);
const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: reading }),
    plugins: state === "typed" ? [] : [ids],
});
const begins = (text: string) =>
    state === "typed" ? startsWith("users.id", text) : ids.startsWith("users.id", text);
const users = db.selectFrom("users").select("id").orderBy("id");
const found = async (query: typeof users) => (await query.execute()).map((one) => one.id);
const raw = async (query: any) =>
    (await query.execute(db)).rows.map((row: object) => Object.values(row)[0]);
const given = <T extends object>(id: string | undefined, values: T) => ({
    ...values,
    ...(id && { id }),
});

const of = { plain: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), stored: db };

await serve({
    ...times(
        (table, rows) => of[table].insertInto(table).values(rows).execute(),
        (table) => of[table].selectFrom(table).selectAll().execute(),
    ),
    add_user: async (id, name, friends, fact) =>
        (
            await db
                .insertInto("users")
                .values(
                    given(id, {
                        name: name!,
                        friends: listOf(friends),
                        facts: fact ? JSON.stringify({ id: fact }) : null,
                    }),
                )
                .returningAll()
                .executeTakeFirstOrThrow()
        ).id,
    user: async (id) =>
        (await db.selectFrom("users").selectAll().where("id", "=", id!).execute()).flatMap(
            (one) => [one.id, one.name, one.friends, (one.facts as any)?.id],
        ),
    add_order: async (id, buyer_id, parent, note) =>
        (
            await db
                .insertInto("orders")
                .values(given(id, { buyer_id: buyer_id!, parent_id: parent || null, note: note! }))
                .returning("id as made")
                .executeTakeFirstOrThrow()
        ).made,
    watch: async (user_id, order_id) =>
        void (await db
            .insertInto("watches")
            .values({ user_id: user_id!, order_id: order_id! })
            .execute()),
    orders: async (id) => {
        const joined = await db
            .selectFrom("orders as o")
            .innerJoin("users as u", "u.id", "o.buyer_id")
            .where("u.id", "=", id!)
            .select(["o.id as order", "u.id as user", "o.parent_id"])
            .execute();
        const [nested] = await db
            .selectFrom("users")
            .where("id", "=", id!)
            .select((eb) =>
                jsonArrayFrom(
                    eb
                        .selectFrom("orders")
                        .select(["orders.id", "buyer_id", "parent_id"])
                        .whereRef("buyer_id", "=", "users.id"),
                ).as("orders"),
            )
            .execute();
        const read = state === "typed" ? nested!.orders : ids.json("orders", nested!.orders);
        return [
            ...joined.map((one) => ["join", one.order, one.user, one.parent_id]),
            ...read.map((one) => ["json", one.id, one.buyer_id, one.parent_id]),
        ];
    },
    watched: async (id) =>
        (
            await db
                .selectFrom("orders")
                .select("id")
                .where("id", "in", (eb) =>
                    eb.selectFrom("watches").select("order_id").where("user_id", "=", id!),
                )
                .execute()
        ).map((one) => one.id),
    in: (all) => found(users.where("id", "in", listOf(all))),
    between: (low, high) => found(users.where((eb) => eb.between("id", low!, high!))),
    below: (high) => found(users.where("id", "<", high!)),
    prefix: (text) => found(users.where(begins(text!))),
    friend: (id) =>
        found(
            users.where("friends", "@>", sql<string[]>`${[state === "typed" ? id : uuidOf(id!)]}`),
        ),
    upsert: async (id, name) =>
        (
            await db
                .insertInto("users")
                .values({ id: id!, name: name!, facts: null })
                .onConflict((c) =>
                    c.column("id").doUpdateSet((eb) => ({ name: eb.ref("excluded.name") })),
                )
                .returning("id")
                .executeTakeFirstOrThrow()
        ).id,
    give: async (id, buyer_id) =>
        Object.values(
            await db
                .updateTable("orders")
                .set({ buyer_id: buyer_id! })
                .where("id", "=", id!)
                .returning(["id", "buyer_id"])
                .executeTakeFirstOrThrow(),
        ),
    remove: async (id) =>
        (await db.deleteFrom("users").where("id", "=", id!).executeTakeFirst()).numDeletedRows,
    buyer: async (id) =>
        (
            await db.selectFrom("buyers").select(["id", "orders"]).where("id", "=", id!).execute()
        ).flatMap((one) => [one.id, one.orders]),
    policy: (customer) =>
        db.transaction().execute(async (tx) => {
            await sql`SELECT set_config('shop.customer', ${customer}, true), set_config('role', 'customer', true)`.execute(
                tx,
            );
            return (await tx.selectFrom("orders").select("id").execute()).map((one) => one.id);
        }),
    call: (uuid) => raw(sql`SELECT orders_of(${uuid})`),
    // PostgreSQL tells no column of a function, a recursive query, UNION or an expression: as text, it is read by hand.
    parents: () => raw(sql`SELECT id::text FROM parents()`),
    tree: async (id) =>
        (
            await db
                .withRecursive("up", (q) =>
                    q
                        .selectFrom("orders")
                        .select(["id", "parent_id"])
                        .where("id", "=", id!)
                        .unionAll(
                            q
                                .selectFrom("orders as o")
                                .innerJoin("up", "up.parent_id", "o.id")
                                .select(["o.id", "o.parent_id"]) as any,
                        ),
                )
                .selectFrom("up")
                .select(sql<string>`id::text`.as("id"))
                .execute()
        ).map((one) => order.fromColumn(one.id)),
    own: async (mine, server, first) => {
        await check(`${state}: aliases, subqueries, CTEs, unions, updates`, async () => {
            const joined = db
                .selectFrom("orders as o")
                .innerJoin("users as u", "u.id", "o.buyer_id")
                .where("o.id", "=", first!);
            assert.deepEqual(
                (await joined.selectAll("u").execute()).map((one) => one.id),
                [mine],
            );
            const ofUser = (one: any) =>
                db
                    .selectFrom("users")
                    .select((eb) => [
                        "users.id",
                        eb
                            .selectFrom("orders")
                            .select(one)
                            .whereRef("buyer_id", "=", "users.id")
                            .where("note", "=", "1")
                            .as("first"),
                    ])
                    .where("users.id", "=", mine!);
            const [correlated] = await ofUser(sql<string>`orders.id::text`.as("first")).execute();
            assert.deepEqual(
                [correlated!.id, order.fromColumn(correlated!.first as string)],
                [mine, first],
            );
            const cte = db
                .with("mine", (q) =>
                    q
                        .selectFrom("orders")
                        .select(["id", "buyer_id as who"])
                        .where("buyer_id", "=", mine!),
                )
                .selectFrom("mine")
                .selectAll()
                .where("who", "=", mine!);
            assert.deepEqual(
                (await cte.execute()).map((one) => one.who),
                [mine, mine],
            );
            const derived = db
                .selectFrom((eb) => eb.selectFrom("users").select("id as key").as("t"))
                .select("t.key")
                .where("t.key", "=", mine!);
            assert.deepEqual(await derived.execute(), [{ key: mine }]);
            const both = db
                .selectFrom("users")
                .select("id")
                .where("id", "=", mine!)
                .union(db.selectFrom("users").select("id").where("id", "=", server!))
                .orderBy("id");
            if (state === "uuid")
                for (const query of [both, ofUser("orders.id")])
                    await assert.rejects(query.execute(), {
                        name: "TypeError",
                        message: /UUID of an expression/,
                    });
            else
                assert.deepEqual(
                    (await both.execute()).map((one) => one.id),
                    [mine, server].sort(),
                );
            assert.deepEqual(
                await found(
                    users.where((eb) =>
                        eb.or([eb("id", "=", mine!), eb("users.id", "=", server!)]),
                    ),
                ),
                [mine, server].sort(),
            );
            await db
                .updateTable("orders")
                .set({ parent_id: null })
                .where("id", "=", first!)
                .execute();
        });
        await check(`${state}: a UUID's text, and kinds that are none`, async () => {
            if (state !== "typed")
                await assert.rejects(
                    db
                        .updateTable("orders")
                        .set({ buyer_id: uuidOf(mine!) })
                        .execute(),
                    { name: "InvalidId" },
                );
            for (const of of [writeIds, (given: never) => readIds(pool, given)]) {
                for (const wrong of [
                    { "users.id": masked }, // a masked id is in no column of uuid
                    { id: user },
                    { "a.b.c.d": user },
                    { "users.": user },
                    { "users.id": undefined },
                ])
                    assert.throws(() => of(wrong as never), TypeError);
            }
        });
    },
});
await db.destroy();
