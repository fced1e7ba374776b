// Sequelize 6 over node-postgres.
import { col, Model, Op, QueryTypes, Sequelize, where } from "sequelize";
import { SequelizeStorage, Umzug } from "umzug";

import {
    assert,
    bareDatabase,
    cell,
    check,
    emptyDatabase,
    fill,
    firstRow,
    haveLike,
    haveTyped,
    makeTyped,
    malformed,
    newId,
    psql,
    sqlstate,
    textsOf,
    there,
    url,
    urlOf,
    version,
} from "./harness.ts";
import { up } from "./sequelize-migration.ts";
import { define, Invoice, Order, User } from "./sequelize-models.ts";

version("sequelize", "umzug", "pg");
const models: (typeof Model & (new () => any))[] = [User, Order, Invoice] as any;
const statements: string[] = [];
const sequelize = new Sequelize(url, { logging: (text) => statements.push(text) });
define(sequelize);

await cell("migrate", '`sync`; a migration writes `type: "typeid"`', async () => {
    await sequelize.sync();
    assert.equal(
        psql(
            "SELECT column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'id'",
        ),
        "typeid_generate('user'::text)",
    );
    assert.equal(
        psql(
            "SELECT format_type(atttypid, -1) FROM pg_attribute WHERE attrelid = 'orders'::regclass AND attname = 'buyer_id'",
        ),
        "typeid",
    );
    await sequelize.getQueryInterface().addColumn("invoices", "seller_id", { type: "typeid" });
    await sequelize.getQueryInterface().removeColumn("invoices", "seller_id");
});
await cell("first", "Umzug: `sequelize.query` in the first migration", async () => {
    const name = bareDatabase();
    const bare = new Sequelize(urlOf(name), { logging: false });
    const umzug = new Umzug({
        migrations: [{ name: "first", up }],
        context: bare.getQueryInterface(),
        storage: new SequelizeStorage({ sequelize: bare }),
        logger: undefined,
    });
    assert.deepEqual((await umzug.up()).map((migration) => migration.name), ["first"]);
    assert.deepEqual(await umzug.up(), []);
    define(bare);
    assert.match((await User.create({ name: "x" })).id, /^user_/);
    await bare.close();
    define(sequelize);
    firstRow(name);
});
await cell("kind", "`ValidationError` by `validate`", async () => {
    await assert.rejects(User.create({ id: newId("order"), name: "x" }), { name: "SequelizeValidationError" });
    assert.equal(await User.findByPk(newId("order")), null);
});
await cell("empty", "`ValidationError` by `validate`; else 22P02: give `null`", async () => {
    await assert.rejects(User.create({ id: "", name: "x" }), { name: "SequelizeValidationError" });
    await assert.rejects(Order.create({ buyer_id: "", note: "x" }), sqlstate("22P02"));
    psql("CREATE TABLE notes (author typeid)");
    await sequelize.getQueryInterface().bulkInsert("notes", [{ author: null }]);
    assert.equal(psql("SELECT count(*) FROM notes WHERE author IS NULL"), "1");
});
fill();
await cell("again", "as is; `sync({ alter: true })` sends ALTER each time, whatever the types", async () => {
    statements.length = 0;
    await sequelize.sync();
    assert(!statements.some((s) => /ALTER|DROP/.test(s)), statements.join("\n"));
    const before = psql("SELECT count(*), min(id) FROM users");
    await sequelize.sync({ alter: true });
    assert.equal(psql("SELECT count(*), min(id) FROM users"), before);
});
let mine = newId();
await cell("default", "as is", async () => {
    const user = await User.create({ name: "Ada" });
    assert.match(user.id, /^user_/);
    const order = await Order.create({ buyer_id: user.id, note: "1" });
    assert.equal(order.id.length, 11);
    const bulk = await User.bulkCreate([{ name: "b1" }, { name: "b2" }], { returning: true });
    assert(bulk.every((u) => /^user_/.test(u.id)));
});
await cell("own", "as is", async () => {
    await User.create({ id: mine, name: "mine" });
});
await cell("find", "as is", async () => {
    assert.equal((await User.findByPk(mine))?.name, "mine");
    for (const model of models) {
        const some = (await (model as any).findOne()).id;
        assert.equal((await (model as any).findByPk(some)).id, some);
    }
});
await cell("in", "as is", async () => {
    for (const model of models as any[]) {
        const some = (await model.findAll({ limit: 3 })).map((row: any) => row.id);
        assert.equal((await model.findAll({ where: { id: some } })).length, 3);
    }
});
await cell("eager", "as is", async () => {
    const some = (await Order.findAll({ limit: 2 })).map((row) => row.buyer_id);
    for (const separate of [true, false]) {
        const found = await User.findAll({
            where: { id: some },
            include: [{ association: "orders", separate }],
        });
        assert(
            found.length > 0 &&
                found.every((u) => u.orders.length && u.orders.every((o) => o.buyer_id === u.id)),
        );
    }
});
await cell("pages", "as is", async () => {
    for (const model of models as any[]) {
        const first = await model.findAll({ order: ["id"], limit: 5 });
        const next = await model.findAll({
            where: { id: { [Op.gt]: first[4].id } },
            order: ["id"],
            limit: 5,
        });
        assert(next.length === 5 && next[0].id > first[4].id);
    }
});
await cell("update", "as is", async () => {
    assert.deepEqual(await User.update({ name: "ours" }, { where: { id: mine } }), [1]);
});
await cell("malformed", "`ValidationError` by `validate`; `DatabaseError` from the server", async () => {
    for (const wrong of [malformed, newId("order"), ""]) {
        await assert.rejects(User.create({ id: wrong, name: "x" }), { name: "SequelizeValidationError" });
    }
    await assert.rejects(
        User.findByPk(malformed),
        (error: Error) => error.name === "SequelizeDatabaseError" && sqlstate("22P02")(error),
    );
});
await cell("prefix", '`where(col("id"), "^@", …)`', async () => {
    for (const model of models as any[]) {
        const some = (await model.findOne()).id;
        const found = await model.findAll({ where: where(col("id"), "^@" as any, some.slice(0, -4) as any) });
        assert(found.some((row: any) => row.id === some));
        if (haveLike()) {
            const like = await model.findAll({ where: { id: { [Op.startsWith]: some.slice(0, -4) } } });
            assert(like.some((row: any) => row.id === some));
        }
    }
});
await cell("introspect", "`describeTable` says `USER-DEFINED`", async () => {
    const found = await sequelize.getQueryInterface().describeTable("users");
    assert.equal(found["id"]!.type, "USER-DEFINED");
    assert.equal(found["id"]!.primaryKey, true);
});
await cell("testdb", "as is", async () => {
    const name = emptyDatabase("test");
    const other = new Sequelize(urlOf(name), { logging: false });
    define(other);
    await other.sync();
    await other.close();
    define(sequelize);
    assert.match(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", name), /^user_/);
});
if (haveTyped()) {
    await cell("typed", "as is", async () => {
        makeTyped();
        class Team extends Model {
            declare id: string;
        }
        Team.init(
            {
                id: { type: "team_id", primaryKey: true, defaultValue: Sequelize.literal("team_id_new()") },
                name: { type: "text" },
            },
            { sequelize, tableName: "teams", timestamps: false },
        );
        const team = await Team.create({ name: "t" });
        assert.match(team.id, /^team_/);
        assert.equal((await Team.findByPk(team.id))!.id, team.id);
        assert.equal((await Team.findAll({ where: { id: [team.id] } })).length, 1);
    });
}
await check("every type", async () => {
    for (const name of there()) {
        const texts = textsOf(name);
        const rows: any[] = await sequelize.query(
            `SELECT t::${name} AS id FROM unnest(ARRAY[$1]) t`.replace("ARRAY[$1]", "$1::text[]"),
            {
                bind: [texts],
                type: QueryTypes.SELECT,
            },
        );
        assert.deepEqual(
            rows.map((row) => row.id),
            texts,
        );
    }
});
await sequelize.close();
