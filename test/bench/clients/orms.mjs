// Prints, for scripts/bench-clients, rows per second of CPU time that ORMs write and read over columns of uuid: with ids, and with the ORM's own
// type of UUIDs, by turns, the median of 9. A row has two ids and a text; tables "plain" and "stored" in the database of DATABASE_URL.
import { randomUUID } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { DataTypes, Sequelize } from "sequelize";
import { DataSource, EntitySchema } from "typeorm";

import { fromColumn, fromUuid, toColumn } from "base62id";
import { typedId } from "base62id/drizzle";
import { storedIds } from "base62id/kysely";
import { sequelizeId, withIds } from "base62id/sequelize";
import { typeorm } from "base62id/typeorm";

const rows = 10000;
const part = 1000;
const tables = ["plain", "stored"];
const both = (make) => Object.fromEntries(tables.map((table) => [table, make(table)]));
const url = process.env.DATABASE_URL;
const pool = new pg.Pool({ connectionString: url, max: 1 });
for (const table of tables) await pool.query(`DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (id uuid PRIMARY KEY, friend uuid NOT NULL, name text NOT NULL)`);
const uuids = Array.from({ length: rows }, () => randomUUID());
const given = both((table) => uuids.map((one) => (table === "plain" ? one : fromUuid("typeid", one, "user"))).map((id) => ({ id, friend: id, name: "a name" })));
const user = { prefix: "user", stored: "uuid" };

// The program itself calls toColumn() and fromColumn().
const to = { plain: (id) => id, stored: (id) => toColumn("typeid", id, "user") };
const from = { plain: (id) => id, stored: (id) => fromColumn("typeid", id, "user") };
const drizzled = drizzle(pool);
const column = { plain: uuid, stored: typedId("user_id", "user", "typeid", { stored: "uuid" }) };
const drizzleTable = both((table) => pgTable(table, { id: column[table]("id").primaryKey(), friend: column[table]("friend").notNull(), name: text("name").notNull() }));
const plugins = { plain: [], stored: [storedIds({ "stored.id": { prefix: "user" }, "stored.friend": { prefix: "user" } })] };
const kysely = both((table) => new Kysely({ dialect: new PostgresDialect({ pool }), plugins: plugins[table] }));
const options = { plain: { type: "uuid" }, stored: typeorm("user_id", user) };
const entities = tables.map((name) => new EntitySchema({ name, tableName: name, columns: { id: { ...options[name], primary: true }, friend: options[name], name: { type: "text" } } }));
const source = await new DataSource({ type: "postgres", url, entities }).initialize();
const sequelize = withIds(new Sequelize(url, { logging: false }));
const type = { plain: DataTypes.UUID, stored: sequelizeId("user_id", user) };
const model = both((table) => sequelize.define(table, { id: { type: type[table], primaryKey: true }, friend: type[table], name: DataTypes.TEXT }, { tableName: table, timestamps: false }));
const orms = {
    "node-postgres": [
        (table, some) => pool.query(`INSERT INTO ${table} SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[])`, [some.map((row) => to[table](row.id)), some.map((row) => to[table](row.friend)), some.map((row) => row.name)]),
        async (table) => (await pool.query(`SELECT * FROM ${table}`)).rows.map((row) => ({ ...row, id: from[table](row.id), friend: from[table](row.friend) })),
    ],
    Drizzle: [(table, some) => drizzled.insert(drizzleTable[table]).values(some), (table) => drizzled.select().from(drizzleTable[table])],
    Kysely: [(table, some) => kysely[table].insertInto(table).values(some).execute(), (table) => kysely[table].selectFrom(table).selectAll().execute()],
    TypeORM: [(table, some) => source.getRepository(table).insert(some.map((row) => ({ ...row }))), (table) => source.getRepository(table).find()],
    Sequelize: [(table, some) => model[table].bulkCreate(some), (table) => model[table].findAll()],
};
for (const [orm, [write, read]] of Object.entries(orms)) {
    const work = {
        write: async (table) => {
            for (let i = 0; i < rows; i += part) await write(table, given[table].slice(i, i + part));
        },
        read: async (table) => {
            const { length, 0: first } = await read(table);
            if (length !== rows || first.friend.startsWith("user_") !== (table === "stored")) throw new Error(orm);
        },
    };
    const used = {};
    for (let round = 0; round < 10; ++round) {
        for (const table of tables) {
            await pool.query(`TRUNCATE ${table}`);
            for (const what in work) {
                globalThis.gc();
                const before = process.cpuUsage();
                await work[what](table);
                const { user, system } = process.cpuUsage(before);
                if (round > 0) (used[`${what}\t${table}`] ??= []).push(user + system);
            }
        }
    }
    for (const what in work) {
        for (const [table, name] of [["stored", "base62id"], ["plain", "its UUIDs"]]) {
            const median = used[`${what}\t${table}`].sort((a, b) => a - b)[4];
            console.log(`${orm}, ${what}\t${name}\t${Math.round((rows * 1e6) / median)}`);
        }
    }
}
process.exit();
