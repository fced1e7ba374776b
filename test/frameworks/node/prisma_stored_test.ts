// Prisma: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and without the
// client's extension and @db.Uuid (typed).
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

import { PrismaPg } from "@prisma/adapter-pg";

import { newId, toUuid } from "base62id";
import { prismaArrays } from "base62id/pg";
import { storedIds } from "base62id/prisma";

import { closeEngines, engineOf } from "./prisma_engine.ts";
import { assert, check, psql } from "./small.ts";

const state = process.env["STATE"]!;
const id = state === "typed" ? "" : "@db.Uuid";
mkdirSync(`stored_${state}`, { recursive: true });
const content = `
generator client {
  provider = "prisma-client"
  output   = "./client"
}

datasource db {
  provider = "postgresql"
}

model User {
  id      String   @id @default(dbgenerated("gen_random_uuid()")) ${id}
  name    String
  friends String[] ${id}
  facts   Json?
  orders  Order[]
  watches Watch[]

  @@map("users")
}

model Order {
  id        String  @id @default(dbgenerated("gen_random_uuid()")) ${id}
  buyer_id  String  ${id}
  parent_id String? ${id}
  note      String?
  buyer     User    @relation(fields: [buyer_id], references: [id])
  parent    Order?  @relation("parents", fields: [parent_id], references: [id])
  children  Order[] @relation("parents")
  watches   Watch[]

  @@map("orders")
}

model Watch {
  user_id  String ${id}
  order_id String ${id}
  user     User   @relation(fields: [user_id], references: [id])
  order    Order  @relation(fields: [order_id], references: [id])

  @@id([user_id, order_id])
  @@map("watches")
}
`;
writeFileSync(`stored_${state}/schema.prisma`, content);
process.env["PRISMA_SCHEMA_ENGINE_BINARY"] = "/bin/true"; // nothing here calls it
const made = spawnSync("node_modules/.bin/prisma", ["generate", "--schema", `stored_${state}/schema.prisma`], { encoding: "utf8" });
assert.equal(made.status, 0, made.stderr);
const { PrismaClient } = (await import(`${process.cwd()}/stored_${state}/client/client.ts`)) as any;
const user = { prefix: "user" }, order = { prefix: "order" };
const kinds = { User: { id: user, friends: user }, Order: { id: order, buyer_id: user, parent_id: order }, Watch: { user_id: user, order_id: order } };
const adapter = new PrismaPg({ connectionString: process.env["DATABASE_URL"]! }, state === "uuid" ? {} : { userDefinedTypeParser: prismaArrays() });
const client = new PrismaClient({ adapter });
const prisma = state === "typed" ? client : client.$extends(storedIds(kinds));
const named = (title: string, test: () => Promise<void>) => check(`${state}: ${title}`, test);
const friend = newId("user"), mine = newId("user");
let server: string, first: string;

await named("rows, keys, arrays; texts and JSON that look like ids are left alone", async () => {
    for (const model of ["watch", "order", "user"]) await prisma[model].deleteMany();
    server = (await prisma.user.create({ data: { name: "server" } })).id;
    assert(server.startsWith("user_"), server);
    const given = { id: mine, name: mine, friends: [friend, server], facts: { id: friend } };
    assert.deepEqual(await prisma.user.create({ data: given }), given);
    assert.deepEqual(await prisma.user.findUnique({ where: { id: mine } }), given);
    assert.deepEqual(await prisma.user.findFirst({ where: { name: mine } }), given);
    const one = await prisma.order.create({ data: { note: "1", buyer: { connect: { id: mine } }, watches: { create: { user_id: server } } }, include: { watches: true } });
    first = one.id;
    assert.deepEqual([one.buyer_id, one.watches[0].user_id, one.watches[0].order_id], [mine, server, first]);
    await prisma.order.createMany({ data: [{ id: newId("order"), buyer_id: mine, parent_id: first, note: "2" }] });
    const stored = psql(`SELECT pg_typeof(id)::text || ' ' || pg_column_size(id) FROM users WHERE name = '${mine}'`);
    assert.equal(stored, state === "uuid" ? "uuid 16" : "user_id 16");
});
await named("relations loaded in every way", async () => {
    const found = await prisma.user.findUnique({ where: { id: mine }, include: { orders: { include: { buyer: true, parent: true }, orderBy: { note: "asc" } } } });
    assert.deepEqual(found.orders.map((one: any) => [one.buyer_id, one.buyer.id, one.parent?.id]), [[mine, mine, undefined], [mine, mine, first]]);
    const fluent = await prisma.user.findUnique({ where: { id: mine } }).orders({ where: { parent_id: first } });
    assert.deepEqual(fluent.map((one: any) => [one.buyer_id, one.parent_id]), [[mine, first]]);
    assert.equal((await prisma.watch.findUnique({ where: { user_id_order_id: { user_id: server, order_id: first } }, include: { user: true } })).user.id, server);
    assert.equal(await prisma.order.count({ where: { buyer: { is: { id: mine } } } }), 2);
    assert.equal(await prisma.user.count({ where: { orders: { some: { OR: [{ id: first }, { parent_id: first }] } } } }), 1);
    assert.equal((await prisma.user.findMany({ where: { watches: { some: { order_id: first } } }, select: { id: true } }))[0].id, server);
});
await named("lists, ranges, prefixes, upserts, groups", async () => {
    const [low, high] = [mine, server].sort() as [string, string];
    const ids = async (where: object) => (await prisma.user.findMany({ where, orderBy: { id: "asc" } })).map((one: any) => one.id);
    assert.deepEqual(await ids({ id: { in: [low, high] } }), [low, high]);
    assert.deepEqual(await ids({ id: { notIn: [low] } }), [high]);
    assert.deepEqual(await ids({ id: { gt: low } }), [high]);
    assert.deepEqual(await ids({ NOT: { id: { equals: low } } }), [high]);
    assert.deepEqual((await prisma.user.findMany({ cursor: { id: low }, skip: 1, orderBy: { id: "asc" } })).map((one: any) => one.id), [high]);
    if (state !== "typed") { // a prefix is ^@ in SQL then, as the page says
        for (const [given, count] of [["user_", 2], ["us", 2], [mine, 1], [mine.slice(0, 20), 1], ["order_", 0], ["user_u", 0], ["user_8", 0]] as const)
            assert.equal((await ids({ id: { startsWith: given } })).length, count, given);
        await assert.rejects(prisma.user.findMany({ where: { id: { contains: "x" } } }), TypeError);
    }
    for (const name of ["a", "b"]) {
        const one = await prisma.user.upsert({ where: { id: friend }, create: { id: friend, name }, update: { name, friends: { push: low } } });
        assert.equal(one.id, friend);
    }
    assert.deepEqual((await prisma.user.update({ where: { id: friend }, data: { friends: { set: [low, high] } } })).friends, [low, high]);
    assert.deepEqual((await prisma.user.delete({ where: { id: friend } })).friends, [low, high]);
    assert.deepEqual(await prisma.order.groupBy({ by: ["buyer_id"], _count: true }), [{ buyer_id: mine, _count: 2 }]);
});
await named("another kind, a malformed id and a UUID's text never reach the server", async () => {
    for (const given of [newId("order"), "user_1", toUuid("typeid", mine), ""]) {
        if (state === "typed" && given === toUuid("typeid", mine)) continue; // which the type takes
        await assert.rejects(prisma.user.findUnique({ where: { id: given } }), undefined, given);
        await assert.rejects(prisma.user.create({ data: { id: given, name: "x" } }));
        await assert.rejects(prisma.order.create({ data: { buyer: { connect: { id: given } } } }));
    }
    assert.throws(() => storedIds({ User: { id: { prefix: "" } } }), TypeError);
    assert.throws(() => client.$extends(storedIds({ User: { ids: user } })), TypeError);
});
await named("db push with tables.external touches no column; without it asks before it would", async () => {
    const columns = () => psql("SELECT string_agg(attname || atttypid::regtype, ' ' ORDER BY attrelid, attnum) FROM pg_attribute WHERE attrelid IN ('users'::regclass, 'orders'::regclass, 'watches'::regclass) AND attnum > 0");
    const before = columns();
    for (const externalTables of [["public.users", "public.orders", "public.watches"], []]) {
        const engine = await engineOf(content, process.env["DATABASE_URL"]!);
        const schema = { files: [{ path: "schema.prisma", content }] };
        const outcome = await engine.schemaPush({ schema, force: false, filters: { externalTables, externalEnums: [] } });
        if (externalTables.length > 0) assert.equal(outcome.executedSteps, 0, JSON.stringify(outcome));
        else if (state !== "uuid") assert(outcome.executedSteps === 0 && outcome.warnings.length > 0, JSON.stringify(outcome));
        assert.equal(columns(), before);
    }
});
await closeEngines();
await client.$disconnect();
