// Knex, and Objection over it.
import knex from "knex";

import { up, User, usersThatStartWith } from "./knex-use.ts";
import { assert, check, dumpAndLoad, emptyDatabase, malformed, refused } from "./small.ts";

const { name, url } = emptyDatabase("empty");
const db = knex.knex({ client: "pg", connection: url });
User.knex(db);
const source = {
    getMigrations: async () => ["first"],
    getMigrationName: (migration: string) => migration,
    getMigration: async () => ({ up, down: async () => {} }),
};
let id = "";
await check("its migration makes an empty database, and the second one is empty", async () => {
    assert.deepEqual((await db.migrate.latest({ migrationSource: source }))[1], ["first"]);
    assert.deepEqual((await db.migrate.latest({ migrationSource: source }))[1], []);
});
await check("the server's default is read back", async () => {
    id = (await User.query().insert({ name: "Ada" })).id;
    assert.match(id, /^user_/);
    assert.match((await db("users").insert({ name: "Bob" }).returning("id"))[0].id, /^user_/);
});
await check("find, in, the first symbols", async () => {
    assert.equal((await User.query().findById(id))!.name, "Ada");
    assert.equal((await User.query().whereIn("id", [id])).length, 1);
    assert.equal((await db("users").where({ id }).first()).name, "Ada");
    assert((await usersThatStartWith(id.slice(0, -4))).some((user) => user.id === id));
    assert.equal((await usersThatStartWith("order_")).length, 0);
});
await check("a malformed id, and an empty text, are 22P02", async () => {
    for (const wrong of [malformed, ""]) {
        await assert.rejects(User.query().findById(wrong), refused("22P02"));
        await assert.rejects(db("users").insert({ id: wrong, name: "x" }), refused("22P02"));
    }
});
await check("dump and load", () => dumpAndLoad(name));
await db.destroy();
