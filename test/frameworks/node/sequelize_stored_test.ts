// Sequelize: the same program over columns of uuid without the extension (STATE=uuid), after they have moved (moved), and without the
// word (typed).
import { DataTypes, Model, Op, Sequelize } from "sequelize";

import { newId, toUuid } from "base62id";
import { sequelizeId, startsWith, withIds } from "base62id/sequelize";

import { assert, check, psql } from "./small.ts";

const state = process.env["STATE"]!;
const word = state === "typed" ? {} : ({ stored: "uuid" } as const);
const sequelize = withIds(new Sequelize(process.env["DATABASE_URL"]!, { logging: false }));
const options = { sequelize, timestamps: false };
const userId = sequelizeId("user_id", { prefix: "user", ...word }), orderId = sequelizeId("order_id", { prefix: "order", ...word });
const made = { primaryKey: true, defaultValue: Sequelize.literal("gen_random_uuid()") };
class User extends Model { declare id: string; declare name: string; declare friends: string[]; declare facts: unknown; declare orders: Order[]; declare watched: Order[] }
class Order extends Model { declare id: string; declare buyer: string; declare parent: string | null; declare note: string | null; declare by: User }
class Buyer extends Model { declare id: string }
User.init({
    id: { type: userId, ...made },
    name: DataTypes.TEXT,
    friends: { type: sequelizeId("user_id", { prefix: "user", array: true, ...word }), defaultValue: [] },
    facts: DataTypes.JSONB,
}, { ...options, tableName: "users" });
Order.init({ id: { type: orderId, ...made }, buyer: { type: userId, field: "buyer_id" }, parent: { type: orderId, field: "parent_id" }, note: DataTypes.TEXT }, { ...options, tableName: "orders" });
Buyer.init({ id: { type: userId, primaryKey: true }, name: DataTypes.TEXT }, { ...options, tableName: "buyers" });
const Watch = sequelize.define("watch", {}, { tableName: "watches", timestamps: false });
User.hasMany(Order, { as: "orders", foreignKey: "buyer" });
Order.belongsTo(User, { as: "by", foreignKey: "buyer" });
User.belongsToMany(Order, { through: Watch, as: "watched", foreignKey: "user_id", otherKey: "order_id" });
const named = (title: string, test: () => Promise<void>) => check(`${state}: ${title}`, test);
const friend = newId("user"), mine = newId("user");
const invalid = (error: any) => error.original.code === "22P02";
let server: User, first: Order;

await named("rows, keys, arrays, JSON, RETURNING, a view", async () => {
    await sequelize.query("TRUNCATE watches, orders, users");
    server = await User.create({ name: "server" });
    assert(server.id.startsWith("user_"), server.id);
    const given = await User.create({ id: mine, name: mine, friends: [friend, server.id], facts: { id: friend } });
    const found = await User.findByPk(mine, { rejectOnEmpty: true });
    for (const one of [given, found]) assert.deepEqual(one.toJSON(), { id: mine, name: mine, friends: [friend, server.id], facts: { id: friend } });
    assert.deepEqual(await User.findAll({ raw: true, where: { id: mine }, attributes: ["id", "friends"] }), [{ id: mine, friends: [friend, server.id] }]);
    first = await Order.create({ buyer: mine, note: "1" });
    const [second] = await Order.bulkCreate([{ id: newId("order"), buyer: mine, parent: first.id, note: "2" }], { returning: true });
    assert.equal(second!.parent, first.id);
    await (server as any).addWatched(first);
    first.note = "one";
    await first.save();
    assert.equal((await first.reload()).buyer, mine);
    assert.deepEqual((await Buyer.findAll({ where: { id: mine } })).map((one) => one.id), [mine]);
    const stored = psql(`SELECT pg_typeof(id)::text || ' ' || pg_column_size(id) FROM users WHERE name = '${mine}'`);
    assert.equal(stored, state === "uuid" ? "uuid 16" : "user_id 16");
});
await named("relations loaded in every way", async () => {
    for (const separate of [true, false]) {
        const [found] = await User.findAll({ where: { id: mine }, include: [{ association: "orders", separate, include: ["by"] }] });
        assert.deepEqual(found!.orders.map((one) => [one.buyer, one.by.id, one.by.friends.length]), [[mine, mine, 2], [mine, mine, 2]], String(separate));
    }
    const [found] = await User.findAll({ where: { id: server.id }, include: ["watched"], limit: 1, order: ["id"] });
    assert.deepEqual(found!.watched.map((one) => [one.id, one.buyer]), [[first.id, mine]]);
    assert.equal(((await (server as any).getWatched()) as Order[])[0]!.id, first.id);
    const rows = await Order.findAll({ raw: true, include: [{ association: "by", where: { id: mine } }], order: ["note"] });
    assert.deepEqual(rows.map((row: any) => [row.buyer, row["by.id"]]), [[mine, mine], [mine, mine]]);
    const asked = Order.findAll({ where: { "$by.id$": mine }, include: ["by"] }); // sent as it stands
    if (state === "uuid") await assert.rejects(asked, invalid);
    else assert.equal((await asked).length, 2);
});
await named("lists, ranges, prefixes, upserts, arrays", async () => {
    const [low, high] = [mine, server.id].sort() as [string, string];
    const ids = async (id: any) => (await User.findAll({ where: { id }, order: ["id"] })).map((one) => one.id);
    assert.deepEqual(await ids([low, high]), [low, high]);
    assert.deepEqual(await ids({ [Op.gt]: low }), [high]);
    assert.deepEqual(await ids({ [Op.ne]: low }), [high]);
    assert.deepEqual(await ids({ [Op.between]: [low, high] }), [low, high]);
    for (const [text, count] of [["user_", 2], ["us", 2], [mine, 1], [mine.slice(0, 20), 1], ["order_", 0], ["user_u", 0], ["user_8", 0]] as const)
        assert.equal((await ids(startsWith(userId, text))).length, count, text);
    for (const name of ["a", "b"]) {
        const [one] = await User.upsert({ id: friend, name, friends: [low] });
        assert.deepEqual([one.id, one.name, one.friends], [friend, name, [low]]);
    }
    const [, changed] = await User.update({ friends: [high] }, { where: { id: friend }, returning: true });
    assert.deepEqual(changed.map((one) => [one.id, one.friends]), [[friend, [high]]]);
    assert.equal(await User.destroy({ where: { id: friend } }), 1);
    assert.deepEqual((await User.findAll({ where: { friends: { [Op.contains]: [friend] } } })).map((one) => one.id), [mine]);
});
await named("another kind, a malformed id and a UUID's text never reach the server", async () => {
    for (const given of [newId("order"), "user_1", toUuid("typeid", mine), ""]) {
        await assert.rejects(User.findByPk(given), { name: "InvalidIdError" }, given);
        await assert.rejects(User.create({ id: given, name: "x" }), { name: "InvalidIdError" }, given);
        await assert.rejects(User.findAll({ where: { friends: { [Op.contains]: [given] } } }), { name: "InvalidIdError" }, given);
    }
    const upper = mine.toUpperCase().replace("USER", "user");
    await assert.rejects(User.findByPk(upper), { name: "InvalidIdError" });
    for (const wrong of [{ notation: "uid11" }, { masked: true }, { prefix: "" }] as const)
        assert.throws(() => sequelizeId("x", { prefix: "user", stored: "uuid", ...wrong }), TypeError);
    await assert.rejects(sequelize.query("SELECT 1 FROM users WHERE id = $1::uuid", { bind: [mine] }), invalid);
});
await named("sync moves no column: with alter it is an error where a type is another one", async () => {
    if (state === "moved") await assert.rejects(sequelize.sync({ alter: true }), /write a migration/);
    await sequelize.sync();
    // No view reads this one, so that PostgreSQL itself would let the type be changed.
    const uuid = toUuid("typeid", mine);
    for (const type of state === "uuid" ? ["uuid"] : ["uuid", "user_id"]) {
        psql(`DROP TABLE IF EXISTS alone; CREATE TABLE alone (id ${type} PRIMARY KEY, friends ${type}[]); INSERT INTO alone VALUES ('${uuid}', '{${uuid}}')`);
        class Alone extends Model {}
        const friends = { type: sequelizeId("user_id", { prefix: "user", array: true, ...word }) };
        Alone.init({ id: { type: userId, primaryKey: true }, friends }, { ...options, tableName: "alone" });
        if (type === (word as any).stored || (type === "user_id" && state === "typed")) await Alone.sync({ alter: true });
        else await assert.rejects(Alone.sync({ alter: true }), new RegExp(`alone.id is of ${type}, not`));
        assert.equal(psql("SELECT concat_ws(' ', pg_typeof(id), pg_typeof(friends), id::uuid) FROM alone"), `${type} ${type}[] ${uuid}`);
    }
});
await named("a table that is made anew is read, too", async () => {
    psql(`ALTER TABLE users DROP COLUMN friends; ALTER TABLE users ADD COLUMN friends ${state === "uuid" ? "uuid" : "user_id"}[] NOT NULL DEFAULT '{}'`);
    await User.update({ friends: [friend] }, { where: { id: mine } });
    assert.deepEqual((await User.findByPk(mine))!.friends, [friend]);
});
await sequelize.close();
