// Kysely over node-postgres.
// kysely-use is a code block of docs/frameworks/kysely.md.
import { Migrator } from "kysely";

import { defineIds } from "base62id";
import { dataType, generate, hasPrefix, startsWith } from "base62id/kysely";
import {
    assert,
    bareDatabase,
    cell,
    check,
    columnOf,
    defaults,
    fill,
    firstRow,
    malformed,
    newId,
    prefixes,
    sqlstate,
    url,
    version,
} from "./harness.ts";
import { open, up } from "./kysely-use.ts";

const ids = defineIds({ user: "user", order: { prefix: "order", notation: "ulid" } });
version("kysely", "pg");
const db = open(url);
const migrator = (on: typeof db) =>
    new Migrator({ db: on, provider: { getMigrations: async () => ({ first: { up } }) } });

await cell("migrate", "adapter: `dataType`", async () => {
    assert.equal((await migrator(db).migrateToLatest()).error, undefined);
    assert.equal(columnOf("users", "id"), "typeid typeid_generate('user'::text)");
});
await cell("again", "as is", async () => {
    const { results } = await migrator(db).migrateToLatest();
    assert.deepEqual(results, []);
});
await cell("first", "`CREATE EXTENSION` in the first migration", async () => {
    const { name, url } = bareDatabase();
    const bare = open(url);
    assert.equal((await migrator(bare).migrateToLatest()).error, undefined);
    assert.deepEqual((await migrator(bare).migrateToLatest()).results, []);
    await bare.destroy();
    firstRow(name);
});
await cell("empty", "`DatabaseError`, code 22P02: give `null`", async () => {
    await assert.rejects(
        db.insertInto("users").values({ id: "", name: "x" }).execute(),
        sqlstate("22P02"),
    );
});
fill();
await defaults("as is", (table, values) =>
    db
        .insertInto(table)
        .values(values as never)
        .returning("id")
        .executeTakeFirstOrThrow(),
);
await cell(
    "malformed",
    "`DatabaseError`, code 22P02; `ids.user.parse(…)` before the query",
    async () => {
        await assert.rejects(
            db.selectFrom("users").select("id").where("id", "=", malformed).execute(),
            sqlstate("22P02"),
        );
        for (const wrong of [malformed, newId("order")])
            assert.throws(() => ids.user.parse(wrong), { name: "InvalidId" });
    },
);
await prefixes("adapter: `startsWith`", (table, text) =>
    db.selectFrom(table).select("id").where(startsWith("id", text)).execute(),
);
await check("hasPrefix finds ids of the type prefix, and no others", async () => {
    assert.deepEqual(
        await db.selectFrom("users").select("id").where(hasPrefix("id", "order")).execute(),
        [],
    );
    const { id } = await db
        .insertInto("users")
        .values({ name: "x" })
        .returning("id")
        .executeTakeFirstOrThrow();
    assert.equal(
        (
            await db
                .selectFrom("users")
                .select("id")
                .where("id", "=", id)
                .where(hasPrefix("id", "user"))
                .execute()
        ).length,
        1,
    );
});
await check("a type's name is checked, and wanted where there is none", () => {
    for (const wrong of ["us'er", "User", "a; b"]) {
        assert.throws(() => generate(ids.user, { type: wrong }), TypeError);
        assert.throws(() => dataType(ids.user, { type: wrong }), TypeError);
    }
    assert.throws(() => dataType(ids.order), /name it/);
});
await cell("introspect", "as is: `getTables` names the types", async () => {
    const found = await db.introspection.getTables();
    const type = (table: string) =>
        found.find((t) => t.name === table)!.columns.find((c) => c.name === "id")!;
    assert.equal(type("users").dataType, "typeid");
    assert.equal(type("orders").dataType, "uid11");
    assert.equal(type("invoices").dataType, "base62id");
    assert(type("users").hasDefaultValue);
});
await db.destroy();
