// TypeORM over columns of uuid: what stored.py asks, and what its schema builder does.
// stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
// ("moved"), and over these without the option stored ("typed"). The answers to its operations must
// be the same; the operation "own" has checks of this framework alone.
import { Between, DataSource, EntitySchema, In, LessThan } from "typeorm";

import { base62id, defineIds } from "base62id";
import { id as idColumn, like, startsWith, storedId, withTypes } from "base62id/typeorm";

import {
    assert,
    bareDatabase,
    check,
    endOfWord,
    listOf,
    psql,
    serve,
    times,
    uuidOf,
} from "./harness.ts";

const state = process.env["STATE"]!;
const kinds = defineIds({ user: "user", order: "order" });
type Word = "typed" | "stored";
const word: Word = state === "typed" ? "typed" : "stored";
interface User {
    id: string;
    name: string;
    friends: string[];
    facts?: { id: string } | null;
    orders?: Order[];
    watched?: Order[];
}
interface Order {
    id: string;
    buyer: string;
    parent?: string | null;
    note?: string;
    by?: User;
    watchers?: User[];
}
const model = (word: Word, made = "gen_random_uuid()") => {
    const column = (name: "user" | "order", options: object = {}) =>
        word === "typed"
            ? idColumn(kinds[name], { type: `${name}_id`, ...options })
            : storedId(kinds[name], options);
    const User = new EntitySchema<User>({
        name: "User",
        tableName: "users",
        columns: {
            id: { ...column("user", { default: made }), primary: true },
            name: { type: "text" },
            friends: { ...column("user", { array: true }), default: "{}" },
            facts: { type: "jsonb", nullable: true },
        },
        relations: {
            orders: { type: "one-to-many", target: "Order", inverseSide: "by" },
            watched: {
                type: "many-to-many",
                target: "Order",
                inverseSide: "watchers",
                joinTable: {
                    name: "watches",
                    joinColumn: { name: "user_id" },
                    inverseJoinColumn: { name: "order_id" },
                },
            },
        },
    });
    const Order = new EntitySchema<Order>({
        name: "Order",
        tableName: "orders",
        columns: {
            id: { ...column("order", { default: made }), primary: true },
            buyer: { ...column("user"), name: "buyer_id" },
            parent: { ...column("order", { nullable: true }), name: "parent_id" },
            note: { type: "text", nullable: true },
        },
        relations: {
            by: {
                type: "many-to-one",
                target: "User",
                joinColumn: { name: "buyer_id" },
                inverseSide: "orders",
            },
            watchers: { type: "many-to-many", target: "User", inverseSide: "watched" },
        },
    });
    const Buyer = new EntitySchema<{ id: string; orders: string }>({
        name: "Buyer",
        tableName: "buyers",
        type: "view",
        synchronize: false,
        columns: { id: { ...column("user"), primary: true }, orders: { type: "bigint" } },
    });
    return { User, Order, Buyer };
};
const connect = (entities: object, more = {}) =>
    withTypes(
        new DataSource({
            type: "postgres",
            url: process.env["DATABASE_URL"]!,
            entities: Object.values(entities),
            ...more,
        }),
        ["user_id", "order_id"],
    );
const { User, Order, Buyer } = model(word);
const source = connect({ User, Order, Buyer });
await source.initialize();
const users = source.getRepository(User),
    orders = source.getRepository(Order);
const ids = async (id: object) =>
    (await users.find({ where: { id } as any, order: { id: "ASC" } })).map((one) => one.id);
const raw = async (query: string, ...given: any[]) =>
    (await source.query(query, given)).map((row: object) => Object.values(row)[0]);

const timed = Object.entries({
    plain: { type: "uuid" } as const,
    stored: storedId(kinds.user),
}).map(
    ([name, id]) =>
        new EntitySchema<{ id: string; friend: string; name: string }>({
            name,
            tableName: name,
            columns: { id: { ...id, primary: true }, friend: id, name: { type: "text" } },
        }),
);
const other = await connect(timed).initialize();

await serve({
    ...times(
        (table, rows) => other.getRepository(table).insert(rows.map((row) => ({ ...row }))),
        (table) => other.getRepository(table).find(),
    ),
    add_user: async (id, name, friends, fact) =>
        (
            await users.save({
                ...(id && { id }),
                name: name!,
                friends: listOf(friends),
                facts: fact ? { id: fact } : null,
            })
        ).id,
    user: async (id) =>
        (await users.findBy({ id: id! })).flatMap((one) => [
            one.id,
            one.name,
            one.friends,
            one.facts?.id,
        ]),
    add_order: async (id, buyer, parent, note) =>
        (
            await orders.save({
                ...(id && { id }),
                buyer: buyer!,
                parent: parent || null,
                note: note!,
            })
        ).id,
    watch: (user, order) =>
        source.createQueryBuilder().relation(User, "watched").of(user!).add(order!),
    orders: async (id) => {
        // By the strategy "query" it sends what the entity has.
        const query = users.find({
            where: { id: id! },
            relations: { orders: { by: true } },
            relationLoadStrategy: "query",
        });
        const [queried] =
            state === "uuid" ? (await assert.rejects(query, { code: "22P02" }), []) : await query;
        const [joined] = await users.find({
            where: { id: id! },
            relations: { orders: { by: true } },
        });
        const built = await users
            .createQueryBuilder("u")
            .leftJoinAndSelect("u.orders", "o")
            .whereInIds([id])
            .orderBy("u.id")
            .take(1)
            .getMany();
        const from = await orders.find({
            where: { by: { id: id! } },
            relations: { by: true },
            order: { id: "ASC" },
        });
        return [
            ["join", joined!.orders!],
            ["query", queried?.orders ?? []],
            ["builder", built[0]!.orders!],
            ["from", from],
        ].flatMap(([way, all]) =>
            (all as Order[]).map((one) => [
                way,
                one.id,
                way === "builder" ? one.buyer : one.by!.id,
                one.parent,
            ]),
        );
    },
    watched: async (id) =>
        (await users.find({ where: { id: id! }, relations: { watched: true } })).flatMap((one) =>
            one.watched!.map((order) => order.id),
        ),
    in: (all) => ids(In(listOf(all))),
    between: (low, high) => ids(Between(low, high)),
    below: (high) => ids(LessThan(high)),
    prefix: (text) => ids(startsWith(text!)),
    friend: async (id) =>
        (
            await users
                .createQueryBuilder("u")
                .where("u.friends @> :ids", { ids: [state === "typed" ? id : uuidOf(id!)] })
                .getMany()
        ).map((one) => one.id),
    upsert: async (id, name) =>
        (await users.upsert({ id: id!, name: name! }, ["id"])).identifiers[0]!["id"],
    give: async (id, buyer) => {
        await orders.update({ id: id! }, { buyer: buyer! });
        const one = await orders.findOneByOrFail({ id: id! });
        return [one.id, one.buyer];
    },
    remove: async (id) => (await users.delete({ id: id! })).affected,
    buyer: async (id) =>
        (await source.getRepository(Buyer).findBy({ id: id! })).flatMap((one) => [
            one.id,
            one.orders,
        ]),
    policy: (customer) =>
        source.transaction(async (tx) => {
            await tx.query(
                "SELECT set_config('shop.customer', $1, true), set_config('role', 'customer', true)",
                [customer],
            );
            return (await tx.find(Order)).map((one) => one.id);
        }),
    call: (uuid) => raw("SELECT orders_of($1)", uuid),
    parents: () => raw("SELECT id FROM parents()"),
    tree: (id) =>
        raw(
            "WITH RECURSIVE up AS (SELECT id, parent_id FROM orders WHERE id = $1 UNION ALL SELECT o.id, o.parent_id FROM orders o JOIN up ON o.id = up.parent_id) SELECT id FROM up",
            state === "typed" ? id : uuidOf(id!),
        ),
    own: async (mine) => {
        await check(`${state}: like, a UUID's text, and kinds that are none`, async () => {
            if (state !== "uuid") assert.deepEqual(await ids(like(`${mine}%`)), [mine]);
            else await assert.rejects(users.findBy({ id: like(`${mine}%`) }), { code: "42883" });
            await assert.rejects(users.findOneBy({ id: uuidOf(mine!) }), { name: "InvalidId" });
            const { number, masked } = defineIds({
                number: { prefix: "user", notation: "uid11" },
                masked: { prefix: "user", masked: true },
            });
            // Masked ids, numbers and ids without a type prefix are in no column of uuid.
            for (const wrong of [number, masked, base62id])
                assert.throws(() => storedId(wrong as never), TypeError);
        });
        if (state !== "typed") return;
        await check(
            "a second migration is empty in each state, and what would drop a column with ids is an error",
            async () => {
                const { name, url } = bareDatabase("fresh");
                const second = async (word: Word, synchronize = true, made?: string) => {
                    const other = await connect(model(word, made), {
                        url,
                        synchronize,
                    }).initialize();
                    const { upQueries } = await other.driver
                        .createSchemaBuilder()
                        .log()
                        .finally(() => other.destroy());
                    return upQueries.map(({ query }) => query);
                };
                assert.deepEqual(await second("stored"), []);
                assert.deepEqual(
                    (await second("stored", false, "new()")).filter((query) =>
                        /DEFAULT/.test(query),
                    ),
                    ["users", "orders"].map(
                        (table) => `ALTER TABLE "${table}" ALTER COLUMN "id" SET DEFAULT new()`,
                    ),
                );
                const { types, move } = endOfWord();
                psql(types, name);
                for (const synchronize of [true, false])
                    await assert.rejects(
                        second("typed", synchronize),
                        /is of uuid, not (user|order)_id: write a migration/,
                    );
                psql(move, name);
                for (const word of ["stored", "typed"] as const)
                    assert.deepEqual(await second(word), []);
                psql("ALTER TABLE orders ALTER parent_id SET NOT NULL", name);
                for (const word of ["stored", "typed"] as const)
                    assert.deepEqual(await second(word, false), [
                        'ALTER TABLE "orders" ALTER COLUMN "parent_id" DROP NOT NULL',
                    ]);
            },
        );
    },
});
await source.destroy();
await other.destroy();
