// TypeORM: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and without the
// word (typed).
import { ArrayContains, Between, DataSource, EntitySchema, In, MoreThan, Not } from "typeorm";

import { newId, toUuid } from "base62id";
import { like, startsWith, typeorm, withTypes } from "base62id/typeorm";

import { assert, check, psql } from "./small.ts";

const state = process.env["STATE"]!;
const word = state === "typed" ? {} : ({ stored: "uuid" } as const);
interface User { id: string; name: string; friends: string[]; facts?: unknown; orders?: Order[]; watched?: Order[] }
interface Order { id: string; buyer: string; parent?: string; note?: string; by?: User; watchers?: User[] }
const made = { default: "gen_random_uuid()" };
const user = { prefix: "user", ...word }, order = { prefix: "order", ...word };
const User = new EntitySchema<User>({
    name: "User", tableName: "users",
    columns: {
        id: { ...typeorm("user_id", { ...user, ...made }), primary: true },
        name: { type: "text" },
        friends: { ...typeorm("user_id", { ...user, array: true }), default: "{}" },
        facts: { type: "jsonb", nullable: true },
    },
    relations: {
        orders: { type: "one-to-many", target: "Order", inverseSide: "by" },
        watched: {
            type: "many-to-many", target: "Order", inverseSide: "watchers",
            joinTable: { name: "watches", joinColumn: { name: "user_id" }, inverseJoinColumn: { name: "order_id" } },
        },
    },
});
const Order = new EntitySchema<Order>({
    name: "Order", tableName: "orders",
    columns: {
        id: { ...typeorm("order_id", { ...order, ...made }), primary: true },
        buyer: { ...typeorm("user_id", user), name: "buyer_id" },
        parent: { ...typeorm("order_id", { ...order, nullable: true }), name: "parent_id" },
        note: { type: "text", nullable: true },
    },
    relations: {
        by: { type: "many-to-one", target: "User", joinColumn: { name: "buyer_id" }, inverseSide: "orders" },
        watchers: { type: "many-to-many", target: "User", inverseSide: "watched" },
    },
});
const source = withTypes(
    new DataSource({ type: "postgres", url: process.env["DATABASE_URL"]!, entities: [User, Order] }), ["user_id", "order_id"]);
await source.initialize();
const users = source.getRepository(User), orders = source.getRepository(Order);
const named = (title: string, test: () => Promise<void>) => check(`${state}: ${title}`, test);
const friend = newId("user"), mine = newId("user");
let server: User, first: Order;

await named("rows, keys, arrays, JSON", async () => {
    await source.query("TRUNCATE watches, orders, users");
    server = await users.save({ name: "server" } as User);
    assert(server.id.startsWith("user_"), server.id);
    await users.save({ id: mine, name: mine, friends: [friend, server.id], facts: { id: friend } });
    const found = await users.findOneByOrFail({ id: mine });
    assert.deepEqual(found, { id: mine, name: mine, friends: [friend, server.id], facts: { id: friend } });
    first = await orders.save({ buyer: mine, note: "1" } as Order);
    await orders.save({ id: newId("order"), by: { id: mine } as User, parent: first.id, note: "2" } as Order);
    await source.createQueryBuilder().relation(User, "watched").of(server.id).add(first.id);
    await users.save({ id: mine, watched: [{ id: first.id } as Order] } as User);
    assert.equal((await orders.save({ ...(await orders.findOneByOrFail({ id: first.id })), note: "1" })).id, first.id);
    const stored = psql(`SELECT pg_typeof(id)::text || ' ' || pg_column_size(id) FROM users WHERE name = '${mine}'`);
    assert.equal(stored, state === "uuid" ? "uuid 16" : "user_id 16");
});
await named("relations loaded in every way", async () => {
    for (const relationLoadStrategy of ["join", "query"] as const) {
        const asked = users.find({ where: { id: mine }, relations: { orders: { by: true } }, relationLoadStrategy });
        if (state === "uuid" && relationLoadStrategy === "query") {
            await assert.rejects(asked, { code: "22P02" }); // it sends what the entity has
            continue;
        }
        const [found] = await asked;
        assert.deepEqual(found!.orders!.map((one) => [one.buyer, one.by!.id]), [[mine, mine], [mine, mine]], relationLoadStrategy);
    }
    const [watcher] = await users.find({ where: { id: server.id }, relations: { watched: true } });
    assert.deepEqual(watcher!.watched!.map((one) => one.id), [first.id]);
    assert.deepEqual((await orders.find({ where: { by: { id: mine } }, relations: { by: true }, take: 1, order: { id: "ASC" } }))[0]!.by!.friends, [friend, server.id]);
    const built = users.createQueryBuilder("u").leftJoinAndSelect("u.orders", "o").orderBy("u.id").take(1);
    assert.equal((await built.getMany()).length, 1);
    assert.equal((await users.createQueryBuilder("u").whereInIds([mine]).getMany()).length, 1);
});
await named("lists, ranges, prefixes, upserts", async () => {
    const [low, high] = [mine, server.id].sort() as [string, string];
    const ids = async (id: object) => (await users.find({ where: { id }, order: { id: "ASC" } })).map((one) => one.id);
    assert.deepEqual(await ids(In([low, high])), [low, high]);
    assert.deepEqual(await ids(MoreThan(low)), [high]);
    assert.deepEqual(await ids(Not(low)), [high]);
    assert.deepEqual(await ids(Between(low, high)), [low, high]);
    for (const [given, found] of [["user_", 2], ["us", 2], [mine, 1], [mine.slice(0, 20), 1], ["order_", 0], ["user_u", 0], ["user_8", 0]] as const)
        assert.equal((await users.findBy({ id: startsWith(given) })).length, found, given);
    if (state !== "uuid") assert.deepEqual(await ids(like(`${mine}%`)), [mine]);
    else await assert.rejects(users.findBy({ id: like(`${mine}%`) }));
    const id = newId("user");
    for (const name of ["a", "b"]) await users.upsert({ id, name, friends: [low] }, ["id"]);
    assert.deepEqual(await users.findOneByOrFail({ id }), { id, name: "b", friends: [low], facts: null });
    await users.update({ id }, { friends: [high] });
    assert.deepEqual((await users.findOneByOrFail({ id })).friends, [high]);
    assert.equal((await users.delete({ id })).affected, 1);
    assert.deepEqual((await users.findBy({ friends: ArrayContains([friend]) })).map((one) => one.id), [mine]);
});
await named("another kind, a malformed id and a UUID's text never reach the server", async () => {
    for (const given of [newId("order"), "user_1", toUuid("typeid", mine), ""]) {
        await assert.rejects(users.findOneBy({ id: given }), { name: "InvalidIdError" }, given);
        await assert.rejects(users.insert({ id: given, name: "x" }), { name: "InvalidIdError" }, given);
    }
    for (const wrong of [{ notation: "uid11" }, { masked: true }, { prefix: "" }] as const)
        assert.throws(() => typeorm("x", { prefix: "user", stored: "uuid", ...wrong }), TypeError);
});
await named("synchronize drops no column with ids: it is an error where a type is another one", async () => {
    // What has moved and is not yet told, and what is told and has not moved.
    if (state === "moved") await assert.rejects(source.synchronize(), /write a migration/);
    psql('CREATE SCHEMA IF NOT EXISTS fresh; DROP TABLE IF EXISTS fresh.t; CREATE TABLE fresh.t (id uuid PRIMARY KEY)');
    const Told = new EntitySchema<{ id: string }>({ name: "T", tableName: "t", schema: "fresh", columns: { id: { ...typeorm("user_id", { prefix: "user" }), primary: true } } });
    const Plain = new EntitySchema<{ id: string }>({ name: "T", tableName: "t", schema: "fresh", columns: { id: { ...typeorm("user_id", { prefix: "user", stored: "uuid" }), primary: true } } });
    for (const [entity, fails] of [[Told, true], [Plain, false]] as const) {
        const other = withTypes(new DataSource({ type: "postgres", url: process.env["DATABASE_URL"]!, entities: [entity], synchronize: true }), ["user_id"]);
        if (fails) await assert.rejects(other.initialize(), /is of uuid, not user_id/);
        else await other.initialize();
        if (other.isInitialized) await other.destroy();
        assert.equal(psql("SELECT atttypid::regtype FROM pg_attribute WHERE attrelid = 'fresh.t'::regclass AND attname = 'id'"), "uuid");
    }
});
await source.destroy();
