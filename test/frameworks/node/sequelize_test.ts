// Sequelize 6 over node-postgres.
// sequelize-migration and sequelize-models are code blocks of docs/frameworks/sequelize.md.
import { col, Op, Sequelize, where } from "sequelize";
import { SequelizeStorage, Umzug } from "umzug";

import {
    assert,
    bareDatabase,
    cell,
    columnOf,
    defaults,
    fill,
    firstRow,
    malformed,
    newId,
    prefixes,
    psql,
    sqlstate,
    url,
    version,
} from "./harness.ts";
import { up } from "./sequelize-migration.ts";
import { define, Invoice, Order, User } from "./sequelize-models.ts";

version("sequelize", "umzug", "pg");
const models = { users: User, orders: Order, invoices: Invoice } as unknown as Record<
    string,
    { create(values: object): Promise<any>; findAll(options: object): Promise<any[]> }
>;
const statements: string[] = [];
const sequelize = new Sequelize(url, { logging: (text) => statements.push(text) });
define(sequelize);

await cell("migrate", '`sync`; a migration writes `type: "typeid"`', async () => {
    await sequelize.sync();
    assert.equal(columnOf("users", "id"), "typeid typeid_generate('user'::text)");
    assert.equal(columnOf("orders", "buyer_id"), "typeid");
    await sequelize.getQueryInterface().addColumn("invoices", "seller_id", { type: "typeid" });
    await sequelize.getQueryInterface().removeColumn("invoices", "seller_id");
});
await cell("first", "Umzug: `sequelize.query` in the first migration", async () => {
    const { name, url } = bareDatabase();
    const bare = new Sequelize(url, { logging: false });
    const umzug = new Umzug({
        migrations: [{ name: "first", up }],
        context: bare.getQueryInterface(),
        storage: new SequelizeStorage({ sequelize: bare }),
        logger: undefined,
    });
    assert.deepEqual(
        (await umzug.up()).map((migration) => migration.name),
        ["first"],
    );
    assert.deepEqual(await umzug.up(), []);
    define(bare);
    assert.match((await User.create({ name: "x" })).id, /^user_/);
    await bare.close();
    define(sequelize);
    firstRow(name);
});
await cell("kind", "`ValidationError` by `validate`", async () => {
    await assert.rejects(User.create({ id: newId("order"), name: "x" }), {
        name: "SequelizeValidationError",
    });
    await assert.rejects(User.findByPk(newId("order")), { name: "InvalidId" });
});
await cell("empty", "`ValidationError` by `validate`; else 22P02: give `null`", async () => {
    await assert.rejects(User.create({ id: "", name: "x" }), { name: "SequelizeValidationError" });
    await assert.rejects(Order.create({ buyer_id: "", note: "x" }), sqlstate("22P02"));
});
fill();
await cell(
    "again",
    "as is; `sync({ alter: true })` sends ALTER each time, whatever the types",
    async () => {
        statements.length = 0;
        await sequelize.sync();
        assert(!statements.some((s) => /ALTER|DROP/.test(s)), statements.join("\n"));
        const before = psql("SELECT count(*), min(id) FROM users");
        await sequelize.sync({ alter: true });
        assert(
            statements.some((s) => /ALTER TABLE/.test(s)),
            statements.join("\n"),
        );
        assert.equal(psql("SELECT count(*), min(id) FROM users"), before);
    },
);
await defaults("as is", async (table, values) => models[table]!.create(values));
await cell(
    "malformed",
    "adapter: an `Error`; `ValidationError` by `validate`; `DatabaseError` from the server",
    async () => {
        for (const wrong of [malformed, newId("order"), ""]) {
            await assert.rejects(User.create({ id: wrong, name: "x" }), {
                name: "SequelizeValidationError",
            });
        }
        await assert.rejects(User.findByPk(malformed), { name: "InvalidId" });
        await assert.rejects(
            sequelize.query("SELECT 1 FROM users WHERE id = $1", { bind: [malformed] }),
            (error: Error) => error.name === "SequelizeDatabaseError" && sqlstate("22P02")(error),
        );
    },
);
await prefixes('`where(col("id"), "^@", …)`', async (table, text) => {
    const like = await models[table]!.findAll({ where: { id: { [Op.startsWith]: text } } });
    const found = await models[table]!.findAll({
        where: where(col("id"), "^@" as any, text as any),
    });
    assert.equal(like.length, found.length);
    return found;
});
await cell("introspect", "`describeTable` says `USER-DEFINED`", async () => {
    const found = await sequelize.getQueryInterface().describeTable("users");
    assert.equal(found["id"]!.type, "USER-DEFINED");
    assert.equal(found["id"]!.primaryKey, true);
});
await sequelize.close();
