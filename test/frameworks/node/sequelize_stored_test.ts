// Sequelize over columns of uuid: what stored.py asks, and what sync does.
// stored.py runs it over columns of uuid (STATE is "uuid"), over the same columns of id types
// ("moved"), and over these without the option stored ("typed"). The answers to its operations must
// be the same; the operation "own" has checks of this framework alone.
import { DataTypes, Model, Op, QueryTypes, Sequelize } from "sequelize";

import { base62id, defineIds } from "base62id";
import { id as idType, startsWith, storedId, withIds } from "base62id/sequelize";

import { assert, check, listOf, psql, serve, times, uuidOf } from "./harness.ts";

const state = process.env["STATE"]!;
const kinds = defineIds({
    user: "user",
    order: "order",
    product: { prefix: "prod", notation: "ulid" },
});
const typeOf = (name: "user" | "order", options = {}) =>
    state === "typed"
        ? idType(kinds[name], { type: `${name}_id`, ...options })
        : storedId(kinds[name], options);
const sequelize = withIds(new Sequelize(process.env["DATABASE_URL"]!, { logging: false }));
const options = { sequelize, timestamps: false };
const userId = typeOf("user"),
    orderId = typeOf("order");
const made = { primaryKey: true, defaultValue: Sequelize.literal("gen_random_uuid()") };
class User extends Model {
    declare id: string;
    declare name: string;
    declare friends: string[];
    declare facts: { id: string } | null;
    declare orders: Order[];
    declare watched: Order[];
}
class Order extends Model {
    declare id: string;
    declare buyer: string;
    declare parent: string | null;
    declare note: string | null;
    declare by: User;
}
class Buyer extends Model {
    declare id: string;
    declare orders: string;
}
User.init(
    {
        id: { type: userId, ...made },
        name: DataTypes.TEXT,
        friends: { type: typeOf("user", { array: true }), defaultValue: [] },
        facts: DataTypes.JSONB,
    },
    { ...options, tableName: "users" },
);
Order.init(
    {
        id: { type: orderId, ...made },
        buyer: { type: userId, field: "buyer_id" },
        parent: { type: orderId, field: "parent_id" },
        note: DataTypes.TEXT,
    },
    { ...options, tableName: "orders" },
);
Buyer.init(
    { id: { type: userId, primaryKey: true }, orders: DataTypes.BIGINT },
    { ...options, tableName: "buyers" },
);
const Watch = sequelize.define("watch", {}, { tableName: "watches", timestamps: false });
User.hasMany(Order, { as: "orders", foreignKey: "buyer" });
Order.belongsTo(User, { as: "by", foreignKey: "buyer" });
User.belongsToMany(Order, {
    through: Watch,
    as: "watched",
    foreignKey: "user_id",
    otherKey: "order_id",
});
const invalid = (error: any) => error.original.code === "22P02";
const ids = async (id: any) =>
    (await User.findAll({ where: { id }, order: ["id"] })).map((one) => one.id);
const raw = async (query: string, ...bind: any[]) =>
    (await sequelize.query<object>(query, { type: QueryTypes.SELECT, bind })).map(
        (row) => Object.values(row)[0],
    );

const timed = (of: Sequelize, name: string, type: any) =>
    of.define(
        name,
        { id: { type, primaryKey: true }, friend: type, name: DataTypes.TEXT },
        { tableName: name, timestamps: false },
    );
const table = {
    plain: timed(
        new Sequelize(process.env["DATABASE_URL"]!, { logging: false }),
        "plain",
        DataTypes.UUID,
    ),
    stored: timed(sequelize, "stored", userId),
};

await serve({
    ...times(
        (name, rows) => table[name].bulkCreate(rows),
        (name) => table[name].findAll(),
    ),
    add_user: async (id, name, friends, fact) =>
        (
            await User.create({
                ...(id && { id }),
                name,
                friends: listOf(friends),
                facts: fact ? { id: fact } : null,
            })
        ).id,
    user: async (id) => {
        const one = await User.findByPk(id);
        const [row] = await User.findAll({ raw: true, where: { id: id! } });
        assert.deepEqual(row ?? null, one?.toJSON() ?? null);
        return one && [one.id, one.name, one.friends, one.facts?.id];
    },
    add_order: async (id, buyer, parent, note) =>
        (
            await Order.bulkCreate([{ ...(id && { id }), buyer, parent: parent || null, note }], {
                returning: true,
            })
        )[0]!.id,
    watch: async (user, order) =>
        void (await ((await User.findByPk(user)) as any).addWatched(order)),
    orders: async (id) => {
        const rows: unknown[] = [];
        for (const separate of [true, false]) {
            const [found] = await User.findAll({
                where: { id },
                include: [{ association: "orders", separate, include: ["by"] }],
            });
            rows.push(
                ...found!.orders.map((one) => [
                    `separate-${separate}`,
                    one.id,
                    one.by.id,
                    one.parent,
                ]),
            );
        }
        const joined = await Order.findAll({
            raw: true,
            include: [{ association: "by", where: { id } }],
        });
        return [...rows, ...joined.map((row: any) => ["raw", row.id, row["by.id"], row.parent])];
    },
    watched: async (id) => {
        const [found] = await User.findAll({
            where: { id },
            include: ["watched"],
            limit: 1,
            order: ["id"],
        });
        assert.equal(
            ((await (found as any).getWatched()) as Order[])[0]!.id,
            found!.watched[0]!.id,
        );
        return found!.watched.map((one) => one.id);
    },
    in: (all) => ids(listOf(all)),
    between: (low, high) => ids({ [Op.between]: [low, high] }),
    below: (high) => ids({ [Op.lt]: high }),
    prefix: (text) => ids(startsWith(userId, text!)),
    friend: async (id) =>
        (await User.findAll({ where: { friends: { [Op.contains]: [id!] } } })).map((one) => one.id),
    upsert: async (id, name) => (await User.upsert({ id, name }))[0].id,
    give: async (id, buyer) => {
        const [, [changed]] = await Order.update({ buyer }, { where: { id }, returning: true });
        return [changed!.id, (await changed!.reload()).buyer];
    },
    remove: (id) => User.destroy({ where: { id } }),
    buyer: async (id) =>
        (await Buyer.findAll({ where: { id } })).flatMap((one) => [one.id, one.orders]),
    policy: (customer) =>
        sequelize.transaction(async (transaction) => {
            await sequelize.query(
                "SELECT set_config('shop.customer', $1, true), set_config('role', 'customer', true)",
                { bind: [customer], transaction },
            );
            return (await Order.findAll({ transaction })).map((one) => one.id);
        }),
    call: (uuid) => raw("SELECT orders_of($1)", uuid),
    parents: () => raw("SELECT id FROM parents()"),
    tree: (id) =>
        raw(
            "WITH RECURSIVE up AS (SELECT id, parent_id FROM orders WHERE id = $1 UNION ALL SELECT o.id, o.parent_id FROM orders o JOIN up ON o.id = up.parent_id) SELECT id FROM up",
            state === "typed" ? id : uuidOf(id!),
        ),
    own: async (mine) => {
        await check(
            `${state}: a column of another table in where, a UUID's text, and kinds that are none`,
            async () => {
                const asked = Order.findAll({ where: { "$by.id$": mine }, include: ["by"] }); // sent as it stands
                if (state === "uuid") await assert.rejects(asked, invalid);
                else assert.equal((await asked).length, 2);
                assert.deepEqual(await ids({ [Op.and]: [{ [Op.ne]: null }, mine] }), [mine]);
                for (const given of [
                    uuidOf(mine!),
                    "",
                    mine!.toUpperCase().replace("USER", "user"),
                ])
                    await assert.rejects(User.findByPk(given), { name: "InvalidId" });
                await assert.rejects(
                    User.findAll({ where: { friends: { [Op.contains]: ["user_1"] } } }),
                    { name: "InvalidId" },
                );
                const { number, masked } = defineIds({
                    number: { prefix: "user", notation: "uid11" },
                    masked: { prefix: "user", masked: true },
                });
                // Masked ids, numbers and ids without a type prefix are in no column of uuid.
                for (const wrong of [number, masked, base62id])
                    assert.throws(() => storedId(wrong as never), TypeError);
                await assert.rejects(
                    sequelize.query("SELECT 1 FROM users WHERE id = $1::uuid", { bind: [mine] }),
                    invalid,
                );
            },
        );
        await check(
            `${state}: an attribute has the id of its row, whatever text of it is set`,
            () => {
                class Product extends Model {}
                Product.init(
                    {
                        id: {
                            type: idType(kinds.product, { type: "product_id" }),
                            primaryKey: true,
                        },
                    },
                    { sequelize: new Sequelize("postgres://none", { logging: false }) },
                );
                assert.equal(
                    Product.build({ id: "prod_01arz3ndektsv4rrffq69g5fav" }).get("id"),
                    "prod_01ARZ3NDEKTSV4RRFFQ69G5FAV",
                );
            },
        );
        await check(
            `${state}: sync moves no column: with alter it is an error where a type is another one`,
            async () => {
                if (state === "moved")
                    await assert.rejects(sequelize.sync({ alter: true }), /write a migration/);
                await sequelize.sync();
                // No view reads this one, so that PostgreSQL itself would let the type be changed.
                const uuid = uuidOf(mine!);
                for (const type of state === "uuid" ? ["uuid"] : ["uuid", "user_id"]) {
                    psql(
                        `DROP TABLE IF EXISTS alone; CREATE TABLE alone (id ${type} PRIMARY KEY, friends ${type}[]); INSERT INTO alone VALUES ('${uuid}', '{${uuid}}')`,
                    );
                    class Alone extends Model {}
                    const friends = { type: typeOf("user", { array: true }) };
                    Alone.init(
                        { id: { type: userId, primaryKey: true }, friends },
                        { ...options, tableName: "alone" },
                    );
                    if (type === (state === "typed" ? "user_id" : "uuid"))
                        await Alone.sync({ alter: true });
                    else
                        await assert.rejects(
                            Alone.sync({ alter: true }),
                            new RegExp(`alone.id is of ${type}, not`),
                        );
                    assert.equal(
                        psql(
                            "SELECT concat_ws(' ', pg_typeof(id), pg_typeof(friends), id::uuid) FROM alone",
                        ),
                        `${type} ${type}[] ${uuid}`,
                    );
                }
            },
        );
        await check(`${state}: a table that is made anew is read, too`, async () => {
            const { friends } = (await User.findByPk(mine))!;
            psql(
                `ALTER TABLE users DROP COLUMN friends; ALTER TABLE users ADD COLUMN friends ${state === "uuid" ? "uuid" : "user_id"}[] NOT NULL DEFAULT '{}'`,
            );
            await User.update({ friends }, { where: { id: mine } });
            assert.deepEqual((await User.findByPk(mine))!.friends, friends);
        });
    },
});
await sequelize.close();
