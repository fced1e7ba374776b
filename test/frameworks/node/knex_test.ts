// Knex, and Objection, which is built on Knex.
// knex-use is a code block of docs/frameworks/node.md.
import knex from "knex";

import { defineIds } from "base62id";
import { readClientIds } from "base62id/pg";
import { open, up, User, usersThatStartWith } from "./knex-use.ts";
import {
    assert,
    check,
    bareDatabase,
    life,
    malformed,
    newId,
    sqlstate,
    teams,
    version,
} from "./harness.ts";

version("knex", "objection", "pg");
const { name, url } = bareDatabase("empty");
let db = open(url);
// The list of migrations: one, the page's, which installs the extension.
const source = {
    getMigrations: async () => ["first"],
    getMigrationName: (migration: string) => migration,
    getMigration: async () => ({ up, down: async () => {} }),
};
let id = "";
await life("first", async () => {
    const [, done] = await db.migrate.latest({ migrationSource: source });
    assert.deepEqual(done, ["first"]);
    // Connections learn the types when they open, and these are older than the extension.
    await db.destroy();
    db = open(url);
    User.knex(db);
    id = (await User.query().insert({ name: "Ada" })).id;
    assert.match(id, /^user_/);
    assert.match((await db("users").insert({ name: "Bob" }).returning("id"))[0].id, /^user_/);
});
await life("again", async () => {
    const [, done] = await db.migrate.latest({ migrationSource: source });
    assert.deepEqual(done, []);
});
await check("find, in, the first characters", async () => {
    assert.equal((await User.query().findById(id))!.name, "Ada");
    assert.equal((await User.query().whereIn("id", [id])).length, 1);
    assert.equal((await db("users").where({ id }).first()).name, "Ada");
    assert((await usersThatStartWith(id.slice(0, -4))).some((user) => user.id === id));
    assert.equal((await usersThatStartWith("order_")).length, 0);
});
await check("an array of ids is a list", async () => {
    const friends = [id, newId("user")];
    assert.deepEqual(
        (await User.query().findById(id).patch({ friends }).returning("friends")).friends,
        friends,
    );
    assert.deepEqual((await db("users").where({ id }).first()).friends, friends);
    assert.deepEqual(
        (await db("users").select(db.raw("array_agg(id) AS all")).where({ id }).first()).all,
        [id],
    );
    // Without the line of the page an array of ids is a string.
    const plain = knex.knex({ client: "pg", connection: url });
    assert.equal((await plain("users").where({ id }).first()).friends, `{${friends}}`);
    await plain.destroy();
});
await life("kind", async () => {
    const other = teams(name);
    assert.equal(await User.query().findById(other), undefined);
    await db("users").insert({ id: other, name: "of another kind" });
    assert.equal(await db("users").where({ id: other }).delete(), 1);
    await assert.rejects(async () => await db("teams").insert({ id: other }), sqlstate("22P02"));
});
await life("empty", async () => {
    for (const wrong of [malformed, ""]) {
        await assert.rejects(async () => await User.query().findById(wrong), sqlstate("22P02"));
        await assert.rejects(
            async () => await db("users").insert({ id: wrong, name: "x" }),
            sqlstate("22P02"),
        );
    }
    await db("teams").insert({ author: null });
});
await check(
    "over columns of uuid, readClientIds() reads by the columns that results come from",
    async () => {
        const ids = defineIds({ doc: "doc" });
        const stored = { "docs.id": ids.doc, "docs.external": null };
        const afterCreate = (client: any, done: any) => done(null, readClientIds(client, stored));
        const reading = knex.knex({ client: "pg", connection: url, pool: { afterCreate } });
        await reading.raw(
            "CREATE TABLE docs (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), external uuid, other uuid)",
        );
        const [{ id }] = await reading("docs")
            .insert({ external: "01890a5d-ac96-774b-bcce-b302099a8057" })
            .returning("id");
        assert(ids.doc.is(id));
        const find = () => reading("docs").where({ id: ids.doc.toUuid(id) });
        assert.deepEqual(await find().select("id as key", "external"), [
            { key: id, external: "01890a5d-ac96-774b-bcce-b302099a8057" },
        ]);
        // A column that the list does not name, and what is no column.
        await assert.rejects(async () => await find().select("other"), {
            name: "TypeError",
            message: /docs\.other: name its kind, or null/,
        });
        await assert.rejects(
            async () => await find().select(reading.raw("coalesce(other, id) AS x")),
            { name: "TypeError", message: /"x" is a UUID of an expression/ },
        );
        await reading.destroy();
    },
);
await db.destroy();
