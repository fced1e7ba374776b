// Adapters over columns of uuid change no meaning: compositions of conditions, compared with the same in SQL. BASE62ID_SEED repeats a run.
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";

import { PrismaPg } from "@prisma/adapter-pg";
import {
    and,
    between,
    exists,
    gt,
    gte,
    isNotNull,
    isNull,
    lt,
    lte,
    ne,
    not,
    notInArray,
    or,
    type SQL,
    sql,
} from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { alias, pgTable, text } from "drizzle-orm/pg-core";
import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import Cursor from "pg-cursor";
import { DataTypes, Op, Sequelize } from "sequelize";
import {
    And,
    Between,
    DataSource,
    EntitySchema,
    In,
    IsNull,
    LessThan,
    LessThanOrEqual,
    MoreThan,
    MoreThanOrEqual,
    Not,
} from "typeorm";

import { eq, inArray, startsWith, storedId } from "base62id/drizzle";
import { writeIds } from "base62id/kysely";
import { prismaArrays, readIds } from "base62id/pg";
import { storedIds } from "base62id/prisma";
import * as forSequelize from "base62id/sequelize";
import * as forTypeorm from "base62id/typeorm";

import {
    type Ask,
    chooser,
    type Condition,
    conditionOf,
    type Field,
    ids,
    rowsOf,
    sqlOf,
    tables,
} from "./compositions.ts";
import { assert, check, psql, url, version } from "./harness.ts";

const seed = Number(process.env["BASE62ID_SEED"] || Date.now() % 2 ** 31);
const count = process.env["BASE62ID_FULL"] ? 1000 : 150;
version("drizzle-orm", "kysely", "@prisma/client", "sequelize", "typeorm");

const rows = rowsOf(chooser(seed));
psql(tables);
for (const { id, boss } of rows.users)
    psql(`INSERT INTO comp_users VALUES ('${id}', ${boss === null ? "NULL" : `'${boss}'`}, 'x')`);
psql(
    `INSERT INTO comp_orders VALUES ${rows.orders.map(({ id, buyer }) => `('${id}', '${buyer}')`).join()}`,
);
const pool = new pg.Pool({ connectionString: url });

/** Only conditions of which the adapter has relations, or all. */
async function compare(
    name: string,
    find: (condition: Condition) => Promise<string[]>,
    has: (condition: Condition) => boolean = () => true,
) {
    await check(`${name}: ${count} compositions, as in SQL (BASE62ID_SEED=${seed})`, async () => {
        const choose = chooser(seed + name.length);
        let found = 0;
        for (let asked = 0; asked < count; ) {
            const condition = conditionOf(choose, rows);
            if (!has(condition)) continue;
            ++asked;
            const wanted = await pool.query(
                `SELECT id FROM comp_users t WHERE ${sqlOf(condition)}`,
            );
            const all = wanted.rows.map(({ id }) => ids.user.fromUuid(id) as string).sort();
            const shown = JSON.stringify(condition);
            const got = await find(condition).catch((error) => assert.fail(`${shown}: ${error}`));
            assert.deepEqual(got.sort(), all, shown);
            if (all.length > 0 && all.length < rows.users.length) ++found;
        }
        assert(found > count / 4, `${found} of them divide the rows`);
    });
}
const isRelation = ({ kind }: Condition) => kind === "boss" || kind === "orders";
const asksForNull = (condition: Condition) =>
    condition.kind === "field" && condition.asks.some(({ op }) => op === "isNull");
const any = (condition: Condition, is: (one: Condition) => boolean): boolean =>
    is(condition) || ("of" in condition && [condition.of].flat().some((one) => any(one, is)));

// Prisma ------------------------------------------------------------------------------------------

mkdirSync("compositions", { recursive: true });
writeFileSync(
    "compositions/schema.prisma",
    `generator client {
  provider = "prisma-client"
  output   = "./client"
}
datasource db {
  provider = "postgresql"
}
model User {
  id     String  @id @db.Uuid
  bossId String? @map("boss_id") @db.Uuid
  name   String
  boss   User?   @relation("boss", fields: [bossId], references: [id])
  staff  User[]  @relation("boss")
  orders Order[]

  @@map("comp_users")
}
model Order {
  id      String @id @db.Uuid
  buyerId String @map("buyer_id") @db.Uuid
  buyer   User   @relation(fields: [buyerId], references: [id])

  @@map("comp_orders")
}
`,
);
process.env["PRISMA_SCHEMA_ENGINE_BINARY"] = "/bin/true"; // nothing here calls it
const made = spawnSync(
    "node_modules/.bin/prisma",
    ["generate", "--schema", "compositions/schema.prisma"],
    { encoding: "utf8" },
);
assert.equal(made.status, 0, made.stderr);
const { PrismaClient } = (await import(`${process.cwd()}/compositions/client/client.ts`)) as any;
const client = new PrismaClient({
    adapter: new PrismaPg({ connectionString: url }, { userDefinedTypeParser: prismaArrays() }),
    errorFormat: "minimal",
});
const prisma = client.$extends(
    storedIds({
        User: { id: ids.user, bossId: ids.user },
        Order: { id: ids.order, buyerId: ids.user },
    }),
);

const prismaAsk = (ask: Ask): object => {
    switch (ask.op) {
        case "eq":
            return { equals: ask.id };
        case "ne":
            return { not: ask.id };
        case "in":
        case "notIn":
            return { [ask.op]: ask.ids };
        case "between":
            return { gte: ask.low, lte: ask.high };
        case "startsWith":
            return { startsWith: ask.text };
        case "notStartsWith":
            return { not: { startsWith: ask.text } };
        case "isNull":
            return { equals: null };
        case "notNull":
            return { not: null };
        default:
            return { [ask.op]: ask.id };
    }
};
/** In one filter what has different names there, as people write it; the rest beside it. */
const prismaField = (field: Field, asks: Ask[]): object => {
    const filters: Record<string, unknown>[] = [];
    for (const one of asks.map(prismaAsk)) {
        const free = filters.find((filter) => Object.keys(one).every((name) => !(name in filter)));
        if (free) Object.assign(free, one);
        else filters.push({ ...one });
    }
    return filters.length === 1
        ? { [field]: filters[0] }
        : { AND: filters.map((filter) => ({ [field]: filter })) };
};
const prismaWhere = (condition: Condition): object => {
    switch (condition.kind) {
        case "and":
            return { AND: condition.of.map(prismaWhere) };
        case "or":
            return { OR: condition.of.map(prismaWhere) };
        case "not":
            return { NOT: prismaWhere(condition.of) };
        case "boss":
            return { boss: { is: prismaWhere(condition.of) } };
        case "orders":
            return { orders: { [condition.quantifier]: prismaWhere(condition.of) } };
        case "field":
            return prismaField(condition.field, condition.asks);
    }
};
// Where there is no boss, Prisma says null of a condition of the boss, and NOT EXISTS true.
await compare(
    "Prisma",
    async (condition) =>
        (await prisma.user.findMany({ where: prismaWhere(condition) })).map((one: any) => one.id),
    (condition) =>
        !any(condition, (one) => one.kind === "not" && any(one, ({ kind }) => kind === "boss")),
);
await check("Prisma: all conditions of one filter hold, startsWith among them", async () => {
    const [first, second, ...others] = rows.users
        .map(({ id }) => ids.user.fromUuid(id) as string)
        .sort() as [string, string, ...string[]];
    const last = others[others.length - 1]!;
    const all = [first, second, ...others];
    const find = async (id: object) =>
        (await prisma.user.findMany({ where: { id }, orderBy: { id: "asc" } })).map(
            (one: any) => one.id,
        );
    for (const [id, wanted] of [
        [{ startsWith: second, gte: first }, [second]],
        [{ startsWith: second, lte: last }, [second]],
        [{ gte: last, startsWith: second }, []],
        [{ gt: second, startsWith: second }, []],
        [{ startsWith: "order_", in: [first, second] }, []],
        [{ in: [first, second], startsWith: "order_" }, []],
        [{ not: { startsWith: second } }, all.filter((one) => one !== second)],
        [{ not: { startsWith: "order_" } }, all],
        [{ not: { in: [first, second] } }, others],
        [{ startsWith: "" }, all],
    ] as const) {
        assert.deepEqual(await find(id), wanted, JSON.stringify(id));
    }
});
await client.$disconnect();

// Kysely, with a plugin that renames ----------------------------------------------------------------

const stored = {
    "comp_users.id": ids.user,
    "comp_users.boss_id": ids.user,
    "comp_orders.id": ids.order,
    "comp_orders.buyer_id": ids.user,
};
const written = writeIds(stored);
const kysely = new Kysely<any>({
    dialect: new PostgresDialect({ pool: readIds(pool, stored) as never, cursor: Cursor as never }),
    plugins: [new CamelCasePlugin(), written],
});
const kyselyWhere = (
    eb: any,
    condition: Condition,
    table: "compUsers" | "compOrders",
    name: string,
): any => {
    switch (condition.kind) {
        case "and":
        case "or":
            return eb[condition.kind](condition.of.map((one) => kyselyWhere(eb, one, table, name)));
        case "not":
            return eb.not(kyselyWhere(eb, condition.of, table, name));
        case "boss":
            return eb.exists(
                eb
                    .selectFrom(`compUsers as ${name}x`)
                    .select(`${name}x.id`)
                    .whereRef(`${name}x.id`, "=", `${name}.bossId`)
                    .where((inner: any) =>
                        kyselyWhere(inner, condition.of, "compUsers", `${name}x`),
                    ),
            );
        case "orders": {
            const where = (inner: any) => {
                const own = kyselyWhere(inner, condition.of, "compOrders", `${name}x`);
                return condition.quantifier === "every" ? inner.not(own) : own;
            };
            const some = eb.exists(
                eb
                    .selectFrom(`compOrders as ${name}x`)
                    .select(`${name}x.id`)
                    .whereRef(`${name}x.buyerId`, "=", `${name}.id`)
                    .where(where),
            );
            return condition.quantifier === "some" ? some : eb.not(some);
        }
        case "field": {
            const column = `${name}.${condition.field}`;
            const inDatabase = `${table === "compUsers" ? "comp_users" : "comp_orders"}.${condition.field === "id" ? "id" : condition.field === "bossId" ? "boss_id" : "buyer_id"}`;
            const begins = (text: string) => written.startsWith(inDatabase, text, column);
            return eb.and(
                condition.asks.map((ask) => {
                    switch (ask.op) {
                        case "in":
                            return ask.ids.length === 0 ? eb.lit(false) : eb(column, "in", ask.ids);
                        case "notIn":
                            return eb(column, "not in", ask.ids);
                        case "between":
                            return eb.between(column, ask.low, ask.high);
                        case "startsWith":
                            return begins(ask.text);
                        case "notStartsWith":
                            return eb.not(begins(ask.text));
                        case "isNull":
                            return eb(column, "is", null);
                        case "notNull":
                            return eb(column, "is not", null);
                        default:
                            return eb(
                                column,
                                { eq: "=", ne: "<>", lt: "<", lte: "<=", gt: ">", gte: ">=" }[
                                    ask.op
                                ],
                                ask.id,
                            );
                    }
                }),
            );
        }
    }
};
await compare("Kysely with CamelCasePlugin", async (condition) => {
    const query = kysely
        .selectFrom("compUsers as t")
        .select(["t.id as key", "t.bossId"])
        .where((eb: any) => kyselyWhere(eb, condition, "compUsers", "t"));
    const found = await query.execute();
    for (const { bossId } of found) assert(bossId === null || ids.user.is(bossId), bossId);
    return found.map(({ key }: any) => key);
});
await check(
    "Kysely: names of results do not matter; a UUID of unknown origin is a TypeError, never a UUID",
    async () => {
        const { users, orders } = rows;
        const boss = users.find(({ boss }) => boss !== null)!;
        const mine = ids.user.fromUuid(boss.id);
        const from = (select: any) =>
            kysely
                .selectFrom("compUsers")
                .select(select)
                .where("compUsers.id", "=", mine)
                .execute() as Promise<any[]>;
        assert.deepEqual(await from(["id as bossId", "bossId as id"]), [
            { bossId: mine, id: ids.user.fromUuid(boss.boss!) },
        ]);
        assert.deepEqual(await from(["name as id"]), [{ id: "x" }]);
        for (const unknown of [
            (eb: any) => eb.fn.coalesce("bossId", "id").as("id"),
            (eb: any) =>
                eb
                    .case()
                    .when("id", "=", mine)
                    .then(eb.ref("id"))
                    .else(eb.ref("bossId"))
                    .end()
                    .as("id"),
            (eb: any) => eb.fn.agg("array_agg", ["id"]).as("id"),
        ]) {
            await assert.rejects(from(unknown), {
                name: "TypeError",
                message: /UUID of an expression/,
            });
        }
        const renamed = kysely
            .with("t(bossId)", (q: any) => q.selectFrom("compUsers").select("id"))
            .selectFrom("t")
            .selectAll()
            .where("t.bossId", "=", mine);
        assert.deepEqual(await renamed.execute(), [{ bossId: mine }]);
        const hidden = kysely
            .with("compUsers", (q: any) => q.selectFrom("compOrders").select("id"))
            .selectFrom("compUsers")
            .selectAll()
            .where("id", "=", ids.order.fromUuid(orders[0]!.id));
        assert.deepEqual(await hidden.execute(), [{ id: ids.order.fromUuid(orders[0]!.id) }]);
        // What the plugin does not see beside its column goes out as it is.
        const unseen = kysely
            .selectFrom("compUsers")
            .select("id")
            .where((eb: any) => eb("id", "=", eb.fn.any(eb.val([mine]))));
        await assert.rejects(unseen.execute(), { code: "22P02" });
        await assert.rejects(
            kysely
                .selectFrom("compUsers")
                .select("id")
                .where("id", "=", ids.order.generate())
                .execute(),
            { name: "InvalidId" },
        );
        const streamed: string[] = [];
        for await (const { id } of (kysely.selectFrom("compUsers").select("id") as any).stream(10))
            streamed.push(id);
        assert.deepEqual(streamed.sort(), users.map(({ id }) => ids.user.fromUuid(id)).sort());
    },
);

// Drizzle -----------------------------------------------------------------------------------------

const users = pgTable("comp_users", {
    id: storedId(ids.user).primaryKey(),
    bossId: storedId(ids.user, "boss_id"),
    name: text(),
});
const orders = pgTable("comp_orders", {
    id: storedId(ids.order).primaryKey(),
    buyerId: storedId(ids.user, "buyer_id"),
});
const db = drizzle(pool);
const drizzleWhere = (condition: Condition, table: any, depth = 0): SQL => {
    switch (condition.kind) {
        case "and":
            return and(...condition.of.map((one) => drizzleWhere(one, table, depth)))!;
        case "or":
            return or(...condition.of.map((one) => drizzleWhere(one, table, depth)))!;
        case "not":
            return not(drizzleWhere(condition.of, table, depth));
        case "boss": {
            const inner = alias(users, `b${depth}`);
            return exists(
                db
                    .select()
                    .from(inner)
                    .where(
                        and(
                            eq(inner.id, table.bossId),
                            drizzleWhere(condition.of, inner, depth + 1),
                        ),
                    ),
            );
        }
        case "orders": {
            const inner = alias(orders, `o${depth}`);
            const own = drizzleWhere(condition.of, inner, depth + 1);
            const some = exists(
                db
                    .select()
                    .from(inner)
                    .where(
                        and(
                            eq(inner.buyerId, table.id),
                            condition.quantifier === "every" ? not(own) : own,
                        ),
                    ),
            );
            return condition.quantifier === "some" ? some : not(some);
        }
        case "field": {
            const column = table[condition.field];
            const asked = condition.asks.map((ask): SQL => {
                switch (ask.op) {
                    case "in":
                        return ask.ids.length === 0
                            ? sql`false`
                            : inArray(column, ask.ids as never[]);
                    case "notIn":
                        return notInArray(column, ask.ids);
                    case "between":
                        return between(column, ask.low, ask.high);
                    case "startsWith":
                        return startsWith(column, ask.text);
                    case "notStartsWith":
                        return not(startsWith(column, ask.text));
                    case "isNull":
                        return isNull(column);
                    case "notNull":
                        return isNotNull(column);
                    case "eq":
                        return eq(column, ask.id as never);
                    default:
                        return { ne, lt, lte, gt, gte }[ask.op](column, ask.id);
                }
            });
            return and(...asked)!;
        }
    }
};
await compare("Drizzle", async (condition) =>
    (await db.select().from(users).where(drizzleWhere(condition, users))).map(({ id }) => id),
);

// TypeORM, whose fields are named unlike their columns ------------------------------------------------

const User = new EntitySchema<any>({
    name: "User",
    tableName: "comp_users",
    columns: {
        id: { ...forTypeorm.storedId(ids.user), primary: true },
        bossId: { ...forTypeorm.storedId(ids.user, { nullable: true }), name: "boss_id" },
        name: { type: "text" },
    },
    relations: { boss: { type: "many-to-one", target: "User", joinColumn: { name: "boss_id" } } },
});
const source = await forTypeorm
    .withTypes(new DataSource({ type: "postgres", url, entities: [User] }))
    .initialize();
const typeormAsk = (ask: Ask): any => {
    switch (ask.op) {
        case "eq":
            return ask.id;
        case "ne":
            return Not(ask.id);
        case "lt":
            return LessThan(ask.id);
        case "lte":
            return LessThanOrEqual(ask.id);
        case "gt":
            return MoreThan(ask.id);
        case "gte":
            return MoreThanOrEqual(ask.id);
        case "in":
            return In(ask.ids);
        case "notIn":
            return Not(In(ask.ids));
        case "between":
            return Between(ask.low, ask.high);
        case "startsWith":
            return forTypeorm.startsWith(ask.text);
        case "notStartsWith":
            return Not(forTypeorm.startsWith(ask.text));
        case "isNull":
            return IsNull();
        case "notNull":
            return Not(IsNull());
    }
};
/** TypeORM has OR between objects, AND between fields, and no other: what is written so. */
const typeormWhere = (condition: Condition): any[] => {
    switch (condition.kind) {
        case "or":
            return condition.of.flatMap(typeormWhere);
        case "boss":
            return typeormWhere(condition.of).map((boss) => ({ boss }));
        case "field": {
            const asks = condition.asks.map((ask) =>
                ask.op === "eq" ? In([ask.id]) : typeormAsk(ask),
            );
            return [
                {
                    [condition.field]:
                        asks.length === 1 ? typeormAsk(condition.asks[0]!) : And(...asks),
                },
            ];
        }
        default:
            throw new Error(condition.kind);
    }
};
await compare(
    "TypeORM",
    async (condition) =>
        (await source.manager.find(User, { where: typeormWhere(condition) })).map(
            ({ id }: any) => id,
        ),
    // It joins a boss from the left: where there is none, all of his columns are null.
    (condition) =>
        !any(condition, ({ kind }) => kind === "and" || kind === "not" || kind === "orders") &&
        !any(condition, (one) => one.kind === "boss" && any(one.of, asksForNull)),
);
await source.destroy();

// Sequelize ---------------------------------------------------------------------------------------

const sequelize = forSequelize.withIds(new Sequelize(url, { logging: false }));
const userId = forSequelize.storedId(ids.user);
const Model = sequelize.define(
    "user",
    {
        id: { type: userId, primaryKey: true },
        bossId: { type: userId, field: "boss_id" },
        name: DataTypes.TEXT,
    },
    { tableName: "comp_users", timestamps: false },
);
const sequelizeAsk = (ask: Ask): object => {
    switch (ask.op) {
        case "in":
        case "notIn":
            return { [Op[ask.op]]: ask.ids };
        case "between":
            return { [Op.between]: [ask.low, ask.high] };
        case "startsWith":
            return forSequelize.startsWith(userId, ask.text);
        case "notStartsWith":
            throw new Error(ask.op); // a condition of the field is negated as a whole
        case "isNull":
            return { [Op.is]: null };
        case "notNull":
            return { [Op.not]: null };
        default:
            return { [Op[ask.op]]: ask.id };
    }
};
const sequelizeWhere = (condition: Condition): any => {
    switch (condition.kind) {
        case "and":
            return { [Op.and]: condition.of.map(sequelizeWhere) };
        case "or":
            return { [Op.or]: condition.of.map(sequelizeWhere) };
        case "not":
            return { [Op.not]: sequelizeWhere(condition.of) };
        case "field":
            return {
                [Op.and]: condition.asks.map((ask) => {
                    if (ask.op !== "notStartsWith") return { [condition.field]: sequelizeAsk(ask) };
                    return {
                        [Op.not]: { [condition.field]: forSequelize.startsWith(userId, ask.text) },
                    };
                }),
            };
        default:
            throw new Error(condition.kind);
    }
};
await compare(
    "Sequelize",
    async (condition) =>
        (await Model.findAll({ where: sequelizeWhere(condition) })).map(
            (one) => one.get("id") as string,
        ),
    // Its IN of nothing is null.
    (condition) =>
        !any(
            condition,
            (one) =>
                isRelation(one) ||
                (one.kind === "field" &&
                    one.asks.some((ask) => ask.op === "in" && ask.ids.length === 0)),
        ),
);
await sequelize.close();
await kysely.destroy();
