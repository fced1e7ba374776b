// Drizzle over columns of uuid: what stored.py asks, Drizzle's own traps, and what drizzle-kit writes.
// stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
// ("moved"), and over these without the option stored ("typed"). The answers to its operations must
// be the same; the operation "own" has checks of this framework alone.
// stored-use is a code block of docs/stored-ids.md.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

import { between, eq as same, gte, lt, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import pg from "pg";

import { base62id, defineIds } from "base62id";
import { eq, id as idColumn, inArray, startsWith, storedId } from "base62id/drizzle";

import * as schema from "./drizzle_stored_schema.ts";
import {
    assert,
    bareDatabase,
    check,
    endOfWord,
    listOf,
    program,
    psql,
    serve,
    times,
    uuidOf,
} from "./harness.ts";

const state = process.env["STATE"]!;
const { buyers, orders, typed, userId, users, watches } = schema;
type User = schema.User;
type Order = schema.Order;
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]! });
const db = drizzle(pool, { schema });
const ids = async (where: any) =>
    (await db.select({ id: users.id }).from(users).where(where).orderBy(users.id)).map(
        (one) => one.id,
    );
const raw = async (query: any) =>
    (await db.execute(query)).rows.map((row) => Object.values(row)[0]);

const timed = (name: string, id: any) =>
    pgTable(name, {
        id: id("id").primaryKey(),
        friend: id("friend").notNull(),
        name: text().notNull(),
    });
const table = { plain: timed("plain", uuid), stored: timed("stored", userId) };

await serve({
    ...times(
        (name, rows) => db.insert(table[name]).values(rows),
        (name) => db.select().from(table[name]),
    ),
    add_user: async (id, name, friends, fact) =>
        (
            await db
                .insert(users)
                .values({
                    ...(id && { id: id as User }),
                    name: name!,
                    friends: listOf(friends) as User[],
                    facts: fact ? { id: fact } : null,
                })
                .returning()
        )[0]!.id,
    user: async (id) =>
        (
            await db
                .select()
                .from(users)
                .where(eq(users.id, id as User))
        ).flatMap((one) => [one.id, one.name, one.friends, one.facts?.id]),
    add_order: async (id, buyer, parent, note) =>
        (
            await db
                .insert(orders)
                .values({
                    ...(id && { id: id as Order }),
                    buyer: buyer as User,
                    parent: (parent || null) as Order | null,
                    note,
                })
                .returning()
        )[0]!.id,
    watch: async (user, order) =>
        void (await db.insert(watches).values({ user: user as User, order: order as Order })),
    orders: async (user) => {
        const [found] = await db.query.users.findMany({
            where: (t) => eq(t.id, user as User),
            with: { orders: { with: { by: true } } },
        });
        const joined = await db
            .select()
            .from(orders)
            .innerJoin(users, same(users.id, orders.buyer))
            .where(eq(users.id, user as User));
        return [
            ...found!.orders.map((one) => ["query", one.id, one.by.id, one.parent]),
            ...joined.map((one) => ["join", one.orders.id, one.users.id, one.orders.parent]),
        ];
    },
    watched: async (user) =>
        (
            await db.query.watches.findMany({
                where: (t) => eq(t.user, user as User),
                with: { order: true, user: true },
            })
        ).map((one) => one.order.id),
    in: (all) => ids(inArray(users.id, listOf(all) as User[])),
    between: (low, high) => ids(between(users.id, low as User, high as User)),
    below: (high) => ids(lt(users.id, high as User)),
    prefix: (begin) => ids(startsWith(users.id, begin!)),
    friend: (id) => ids(sql`${sql.param(id, users.id)} = ANY (${users.friends})`),
    upsert: async (id, name) =>
        (
            await db
                .insert(users)
                .values({ id: id as User, name: name! })
                .onConflictDoUpdate({ target: users.id, set: { name: name! } })
                .returning()
        )[0]!.id,
    give: async (id, buyer) =>
        (
            await db
                .update(orders)
                .set({ buyer: buyer as User })
                .where(eq(orders.id, id as Order))
                .returning()
        ).flatMap((one) => [one.id, one.buyer]),
    remove: async (id) => (await db.delete(users).where(eq(users.id, id as User))).rowCount,
    buyer: async (id) =>
        (
            await db
                .select()
                .from(buyers)
                .where(eq(buyers.id, id as User))
        ).flatMap((one) => [one.id, one.orders]),
    policy: (customer) =>
        db.transaction(async (tx) => {
            await tx.execute(
                sql`SELECT set_config('shop.customer', ${customer}, true), set_config('role', 'customer', true)`,
            );
            return (await tx.select().from(orders)).map((one) => one.id);
        }),
    call: (uuid) => raw(sql`SELECT orders_of(${uuid})`),
    parents: () => raw(sql`SELECT id FROM parents()`),
    tree: (id) =>
        raw(sql`WITH RECURSIVE up AS (SELECT id, parent_id FROM orders WHERE ${eq(orders.id, id as Order)} UNION ALL
        SELECT o.id, o.parent_id FROM orders o JOIN up ON o.id = up.parent_id) SELECT id FROM up`),
    own: async (mine, server, first) => {
        await check(`${state}: placeholders take ids of the kind, and lists of them`, async () => {
            const one = db
                .select()
                .from(users)
                .where(eq(users.id, sql.placeholder("id")))
                .prepare(`one_${state}`);
            assert.equal((await one.execute({ id: mine }))[0]!.id, mine);
            await assert.rejects(one.execute({ id: first }), /not "user"/);
            const some = db
                .select()
                .from(users)
                .where(inArray(users.id, sql.placeholder("ids")))
                .prepare(`some_${state}`);
            assert.equal((await some.execute({ ids: [mine, server] })).length, 2);
            assert.deepEqual(
                await ids(sql`${users.id} = ANY (${sql.param([mine], users.friends)})`),
                [mine],
            );
        });
        await check(`${state}: the program of the page`, async () => {
            const page = await import("./stored-use.ts");
            const theirs = page.open(process.env["DATABASE_URL"]!);
            const added = await page.addUser(theirs, "of the page");
            assert.match(added.id, /^user_[0-9a-z]{26}$/);
            assert.equal((await page.findUser(theirs, added.id))!.name, "of the page");
            await assert.rejects(page.findUser(theirs, page.ids.order.generate()), {
                name: "InvalidId",
            });
            await theirs.delete(users).where(eq(users.id, added.id));
            await theirs.$client.end();
        });
        await check(`${state}: a time range, as the page finds it`, async () => {
            const page = await import("./stored-times.ts");
            const kinds = await import("./stored-use.ts");
            const [from, to] = [new Date("2001-01-01"), new Date("2002-01-01")];
            assert.equal(
                kinds.ids.user.toUuid(page.firstUser(from)),
                "00e3c7a7-3400-7000-8000-000000000000",
            );
            const made = [-1, 0, 1].flatMap((ms) =>
                [from, to].map((at) => kinds.ids.user.generate({ at: at.getTime() + ms })),
            );
            await db
                .insert(users)
                .values(made.map((id) => ({ id: id as User, name: "of a time" })));
            const found = await ids(
                sql`${gte(users.id, page.firstUser(from) as User)} AND ${lt(users.id, page.firstUser(to) as User)}`,
            );
            const [, beforeTo, atFrom, , afterFrom] = made;
            assert.deepEqual(found, [atFrom, afterFrom, beforeTo]);
            await db.delete(users).where(same(users.name, "of a time"));
        });
        await check(`${state}: a UUID's text, and kinds that are none`, async () => {
            const uuid = uuidOf(mine!);
            assert.throws(
                () =>
                    db
                        .select()
                        .from(users)
                        .where(eq(users.id, uuid as User))
                        .toSQL(),
                { name: "InvalidId" },
            );
            const accepts = defineIds({ user: { prefix: "user", acceptUuid: true } }).user;
            const taking = pgTable("users", {
                id: typed ? idColumn(accepts, { type: "user_id" }) : storedId(accepts),
            });
            assert.equal(
                (
                    await db
                        .select()
                        .from(taking)
                        .where(eq(taking.id, uuid as User))
                ).length,
                1,
            );
            const { number, masked } = defineIds({
                number: { prefix: "user", notation: "uid11" },
                masked: { prefix: "user", masked: true },
            });
            // Masked ids, numbers and ids without a type prefix are in no column of uuid.
            for (const wrong of [number, masked, base62id, undefined])
                assert.throws(() => storedId(wrong as never), TypeError);
        });
        await check(`${state}: drizzle-kit push is an error where a column is stored`, () => {
            const { argv } = process,
                made = () => pgTable("users", { id: userId() }).id.getSQLType();
            process.argv = ["node", "node_modules/.bin/drizzle-kit", "push"];
            try {
                if (state === "typed") assert.equal(made(), "user_id");
                else assert.throws(made, /drizzle-kit push/);
            } finally {
                process.argv = argv;
            }
        });
        await check(
            `${state}: a second migration is empty; the one without stored moves what has not moved, and locks nothing else`,
            async () => {
                const files = () => readdirSync("stored").filter((name) => name.endsWith(".sql"));
                const generate = () =>
                    program(
                        "node_modules/.bin/drizzle-kit",
                        "generate",
                        "--dialect=postgresql",
                        "--schema=./drizzle_stored_schema.ts",
                        "--out=./stored",
                    );
                if (state === "moved") assert.match(generate(), /No schema changes/);
                else assert.doesNotMatch(generate(), /No schema changes/);
                assert.match(generate(), /No schema changes/);
                if (state !== "typed") return assert.equal(files().length, 1);
                const [, last] = files(),
                    { types, move } = endOfWord();
                // As drizzle-kit writes it, it fails.
                assert.match(
                    readFileSync(`stored/${last}`, "utf8"),
                    /ALTER COLUMN "id" SET DATA TYPE "undefined"."user_id"/,
                );
                writeFileSync(`stored/${last}`, `${types}\n--> statement-breakpoint\n${move}`);
                const fresh = bareDatabase("fresh"),
                    other = new pg.Pool({ connectionString: fresh.url });
                await migrate(drizzle(other), { migrationsFolder: "./stored" });
                await other.end();
                const columns = `SELECT string_agg(concat_ws(' ', attrelid::regclass, attname, atttypid::regtype), ', ' ORDER BY attrelid::regclass::text, attname)
                FROM pg_attribute WHERE attrelid IN ('users'::regclass, 'orders'::regclass, 'watches'::regclass) AND attnum > 0`;
                assert.equal(psql(columns, fresh.name), psql(columns));
                const objects =
                    "SELECT string_agg(oid || ' ' || coalesce(conindid, 0), ',' ORDER BY oid) FROM pg_constraint";
                const before = psql(objects);
                assert.equal(
                    psql(
                        `BEGIN; ${move} SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND relation IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace); COMMIT`,
                    ),
                    "0",
                );
                assert.equal(psql(objects), before);
            },
        );
    },
});
await pool.end();
