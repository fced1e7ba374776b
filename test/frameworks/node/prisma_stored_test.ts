// Prisma over columns of uuid: what stored.py asks, and what db push does.
// stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
// ("moved"), and over these without the option stored ("typed"). The answers to its operations must
// be the same; the operation "own" has checks of this framework alone.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

import { PrismaPg } from "@prisma/adapter-pg";

import { base62id, defineIds } from "base62id";
import { prismaArrays } from "base62id/pg";
import { storedIds } from "base62id/prisma";

import { closeEngines, engineOf } from "./prisma_engine.ts";
import { assert, check, listOf, psql, serve, times, uuidOf } from "./harness.ts";

const state = process.env["STATE"]!;
const id = state === "typed" ? "" : "@db.Uuid";
mkdirSync(`stored_${state}`, { recursive: true });
const content = `
generator client {
  provider        = "prisma-client"
  previewFeatures = ["views"]
  output          = "./client"
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

view Buyer {
  id     String ${id}
  orders BigInt

  @@map("buyers")
}
${(process.env["ROWS"] ? ["plain", "extended", "stored"] : [])
    .map(
        (name) => `model ${name} {
  id     String @id @db.Uuid
  friend String @db.Uuid
  name   String
}
`,
    )
    .join("")}`;
writeFileSync(`stored_${state}/schema.prisma`, content);
process.env["PRISMA_SCHEMA_ENGINE_BINARY"] = "/bin/true"; // nothing here calls it
const made = spawnSync(
    "node_modules/.bin/prisma",
    ["generate", "--schema", `stored_${state}/schema.prisma`],
    { encoding: "utf8" },
);
assert.equal(made.status, 0, made.stderr);
const { PrismaClient } = (await import(`${process.cwd()}/stored_${state}/client/client.ts`)) as any;
const { user, order, masked } = defineIds({
    user: "user",
    order: "order",
    masked: { prefix: "user", masked: true },
});
const kinds = {
    User: { id: user, friends: user },
    Order: { id: order, buyer_id: user, parent_id: order },
    Watch: { user_id: user, order_id: order },
    Buyer: { id: user },
    ...(process.env["ROWS"] && { stored: { id: user, friend: user } }),
};
const open = (options?: string) =>
    new PrismaClient({
        adapter: new PrismaPg(
            { connectionString: process.env["DATABASE_URL"]!, options },
            { userDefinedTypeParser: prismaArrays() },
        ),
    });
const client = open(state === "typed" ? undefined : "-c base62id.output=uuid");
const prisma = state === "typed" ? client : client.$extends(storedIds(kinds));
const ids = async (id: object) =>
    (await prisma.user.findMany({ where: { id }, orderBy: { id: "asc" } })).map(
        (one: any) => one.id,
    );
const raw = async (query: Promise<object[]>) => (await query).map((row) => Object.values(row)[0]);
const nothing = { query: { $allOperations: ({ args, query }: any) => query(args) } };
const of: any = { plain: client, extended: client.$extends(nothing), stored: prisma };

await serve({
    ...times(
        (table, data) => of[table][table].createMany({ data }),
        (table) => of[table][table].findMany(),
    ),
    add_user: async (id, name, friends, fact) =>
        (
            await prisma.user.create({
                data: {
                    ...(id && { id }),
                    name,
                    friends: listOf(friends),
                    ...(fact && { facts: { id: fact } }),
                },
            })
        ).id,
    user: async (id) => {
        const one = await prisma.user.findUnique({ where: { id } });
        return one && [one.id, one.name, one.friends, one.facts?.id];
    },
    add_order: async (id, buyer, parent_id, note) =>
        (
            await prisma.order.create({
                data: {
                    ...(id && { id }),
                    note,
                    buyer: { connect: { id: buyer } },
                    ...(parent_id && { parent: { connect: { id: parent_id } } }),
                },
            })
        ).id,
    watch: async (user_id, order_id) =>
        void (await prisma.order.update({
            where: { id: order_id },
            data: { watches: { create: { user_id } } },
        })),
    orders: async (id) => {
        const found = await prisma.user.findUnique({
            where: { id },
            include: { orders: { include: { buyer: true, parent: true } } },
        });
        const fluent = await prisma.user
            .findUnique({ where: { id } })
            .orders({ include: { buyer: true } });
        const from = await prisma.order.findMany({
            where: { buyer: { is: { id } } },
            select: { id: true, parent_id: true, buyer: { select: { id: true } } },
        });
        assert(found.orders.every((one: any) => (one.parent?.id ?? null) === one.parent_id));
        return [
            ["include", found.orders],
            ["fluent", fluent],
            ["from", from],
        ].flatMap(([way, all]) =>
            all.map((one: any) => [way, one.id, one.buyer.id, one.parent_id]),
        );
    },
    watched: async (user_id) =>
        (
            await prisma.watch.findMany({
                where: { user_id },
                include: { user: true, order: true },
            })
        ).map((one: any) => one.order.id),
    in: (all) => ids({ in: listOf(all) }),
    between: (low, high) => ids({ gte: low, lte: high }),
    below: (high) => ids({ lt: high }),
    // Without the word a prefix is ^@ in SQL, as the page says.
    prefix: state === "typed" ? undefined : (text) => ids({ startsWith: text }),
    friend: async (id) =>
        (await prisma.user.findMany({ where: { friends: { has: id } } })).map((one: any) => one.id),
    upsert: async (id, name) =>
        (await prisma.user.upsert({ where: { id }, create: { id, name }, update: { name } })).id,
    give: async (id, buyer_id) =>
        Object.values(
            await prisma.order.update({
                where: { id },
                data: { buyer_id },
                select: { id: true, buyer_id: true },
            }),
        ),
    remove: async (id) => (await prisma.user.deleteMany({ where: { id } })).count,
    buyer: async (id) =>
        (await prisma.buyer.findMany({ where: { id } })).flatMap((one: any) => [
            one.id,
            one.orders,
        ]),
    policy: (customer) =>
        prisma.$transaction(async (tx: any) => {
            await tx.$executeRaw`SELECT set_config('shop.customer', ${customer}, true), set_config('role', 'customer', true)`;
            return (await tx.order.findMany()).map((one: any) => one.id);
        }),
    call: (uuid) => raw(prisma.$queryRaw`SELECT orders_of(${uuid}::uuid)`),
    parents: () => raw(prisma.$queryRaw`SELECT id FROM parents()`),
    tree: (id) =>
        raw(prisma.$queryRaw`WITH RECURSIVE up AS (SELECT id, parent_id FROM orders WHERE id = ${uuidOf(id!)}::uuid
        UNION ALL SELECT o.id, o.parent_id FROM orders o JOIN up ON o.id = up.parent_id) SELECT id FROM up`),
    own: async (mine, server, first) => {
        await check(`${state}: filters of relations, cursors, groups, lists`, async () => {
            const [low, high] = [mine!, server!].sort() as [string, string];
            assert.deepEqual(
                (
                    await prisma.user.findMany({
                        where: { id: { in: [low, high] } },
                        cursor: { id: low },
                        skip: 1,
                        orderBy: { id: "asc" },
                    })
                ).map((one: any) => one.id),
                [high],
            );
            assert.deepEqual(
                (
                    await prisma.user.findMany({
                        where: {
                            AND: [{ id: { in: [low, high] } }, { NOT: { id: { equals: low } } }],
                        },
                    })
                ).length,
                1,
            );
            assert.equal(
                await prisma.user.count({
                    where: { orders: { some: { OR: [{ id: first }, { parent_id: first }] } } },
                }),
                1,
            );
            assert.deepEqual(
                await prisma.order.groupBy({
                    by: ["buyer_id"],
                    where: { buyer_id: mine },
                    _count: true,
                }),
                [{ buyer_id: mine, _count: 2 }],
            );
            const { friends } = await prisma.user.findUnique({ where: { id: mine } });
            assert.deepEqual(
                (
                    await prisma.user.update({
                        where: { id: mine },
                        data: { friends: { push: low } },
                    })
                ).friends,
                [...friends, low],
            );
            assert.deepEqual(
                (
                    await prisma.user.update({
                        where: { id: mine },
                        data: { friends: { set: friends } },
                    })
                ).friends,
                friends,
            );
            if (state !== "typed")
                await assert.rejects(
                    prisma.user.findMany({ where: { id: { contains: "x" } } }),
                    TypeError,
                );
        });
        await check(`${state}: a UUID's text, and kinds that are none`, async () => {
            if (state !== "typed")
                await assert.rejects(prisma.user.findUnique({ where: { id: uuidOf(mine!) } }), {
                    name: "InvalidId",
                });
            // Masked ids and ids without a type prefix are in no column of uuid.
            for (const wrong of [masked, base62id])
                assert.throws(() => storedIds({ User: { id: wrong as never } }), TypeError);
            assert.throws(() => client.$extends(storedIds({ User: { ids: user } })), TypeError);
            const bare = open(),
                found = bare.$extends(storedIds(kinds)).user.findUnique({ where: { id: mine } });
            await (state === "uuid" ? found : assert.rejects(found, /base62id.output=uuid/));
            await bare.$disconnect();
        });
        await check(
            `${state}: db push with tables.external touches no column; without it asks before it would`,
            async () => {
                const columns = () =>
                    psql(
                        "SELECT string_agg(attname || atttypid::regtype, ' ' ORDER BY attrelid, attnum) FROM pg_attribute WHERE attrelid IN ('users'::regclass, 'orders'::regclass, 'watches'::regclass) AND attnum > 0",
                    );
                const before = columns();
                for (const externalTables of [
                    ["public.users", "public.orders", "public.watches"],
                    ...(state === "uuid" ? [] : [[]]),
                ]) {
                    const engine = await engineOf(content, process.env["DATABASE_URL"]!);
                    const schema = { files: [{ path: "schema.prisma", content }] };
                    const outcome = await engine.schemaPush({
                        schema,
                        force: false,
                        filters: { externalTables, externalEnums: [] },
                    });
                    if (externalTables.length > 0)
                        assert.equal(outcome.executedSteps, 0, JSON.stringify(outcome));
                    else
                        assert(
                            outcome.executedSteps === 0 && outcome.warnings.length > 0,
                            JSON.stringify(outcome),
                        );
                    assert.equal(columns(), before);
                }
            },
        );
    },
});
await closeEngines();
await client.$disconnect();
