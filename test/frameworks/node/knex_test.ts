// Knex, and Objection over it.
import knex from "knex";

import { newId } from "base62id";
import { open, up, User, usersThatStartWith } from "./knex-use.ts";
import { assert, check, bareDatabase, life, malformed, psql, sqlstate, teams, version } from "./harness.ts";

version("knex", "objection", "pg");
const { name, url } = bareDatabase("empty");
let db = open(url);
const source = {
    getMigrations: async () => ["first"],
    getMigrationName: (migration: string) => migration,
    getMigration: async () => ({ up, down: async () => {} }),
};
let id = "";
await life("first", "`db.raw` in the first migration", async () => {
    assert.deepEqual((await db.migrate.latest({ migrationSource: source }))[1], ["first"]);
    await db.destroy();
    db = open(url); // whose connections know the types
    User.knex(db);
    id = (await User.query().insert({ name: "Ada" })).id;
    assert.match(id, /^user_/);
    assert.match((await db("users").insert({ name: "Bob" }).returning("id"))[0].id, /^user_/);
});
await life("again", "as is", async () => {
    assert.deepEqual((await db.migrate.latest({ migrationSource: source }))[1], []);
});
await check("find, in, the first symbols", async () => {
    assert.equal((await User.query().findById(id))!.name, "Ada");
    assert.equal((await User.query().whereIn("id", [id])).length, 1);
    assert.equal((await db("users").where({ id }).first()).name, "Ada");
    assert((await usersThatStartWith(id.slice(0, -4))).some((user) => user.id === id));
    assert.equal((await usersThatStartWith("order_")).length, 0);
});
await check("arrays", async () => {
    const friends = [id, newId("user")];
    assert.deepEqual((await User.query().findById(id).patch({ friends }).returning("friends")).friends, friends);
    assert.deepEqual((await db("users").where({ id }).first()).friends, friends);
    assert.deepEqual((await db("users").select(db.raw("array_agg(id) AS all")).where({ id }).first()).all, [id]);
    const plain = knex.knex({ client: "pg", connection: url }); // what it is without the line
    assert.equal((await plain("users").where({ id }).first()).friends, `{${friends}}`);
    await plain.destroy();
});
await life("kind", "no row; in a typed id `DatabaseError`, code 22P02", async () => {
    const other = teams(name);
    assert.equal(await User.query().findById(other), undefined);
    await assert.rejects(async () => await db("teams").insert({ id: other }), sqlstate("22P02"));
});
await life("empty", "`DatabaseError`, code 22P02: give `null`", async () => {
    for (const wrong of [malformed, ""]) {
        await assert.rejects(async () => await User.query().findById(wrong), sqlstate("22P02"));
        await assert.rejects(async () => await db("users").insert({ id: wrong, name: "x" }), sqlstate("22P02"));
    }
    await db("teams").insert({ author: null });
});
await db.destroy();
