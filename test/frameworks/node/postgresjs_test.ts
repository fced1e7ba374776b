// postgres.js.
import {
    assert,
    cell,
    check,
    fill,
    haveTyped,
    makeTyped,
    malformed,
    newId,
    schema,
    sqlstate,
    tables,
    textsOf,
    there,
    url,
    version,
} from "./harness.ts";
import { open, usersOf, usersOfArray } from "./postgres-use.ts";

version("postgres");
schema();
fill();
const sql = open(url);
let mine = newId();
await cell("default", "as is", async () => {
    const [user] = await sql`INSERT INTO users ${sql({ name: "Ada" })} RETURNING id`;
    assert.match(user!["id"], /^user_/);
    const [order] = await sql`INSERT INTO orders ${sql({ buyer_id: user!["id"], note: "1" })} RETURNING id`;
    assert.equal(order!["id"].length, 11);
});
await cell("own", "as is", async () => {
    await sql`INSERT INTO users ${sql({ id: mine, name: "mine" })}`;
});
await cell("find", "as is", async () => {
    for (const table of tables) {
        const [some] = await sql`SELECT id FROM ${sql(table)} LIMIT 1`;
        const found = await sql`SELECT id FROM ${sql(table)} WHERE id = ${some!["id"]}`;
        assert.equal(found[0]!["id"], some!["id"]);
    }
});
await cell("in", "as is", async () => {
    const some = (await sql`SELECT id FROM users LIMIT 3`).map((row) => row["id"]);
    assert.equal((await usersOf(sql, some)).length, 3);
    assert.equal((await usersOfArray(sql, some)).length, 3);
    for (const table of tables) {
        const list = (await sql`SELECT id FROM ${sql(table)} LIMIT 3`).map((row) => row["id"]);
        assert.equal((await sql`SELECT id FROM ${sql(table)} WHERE id = ANY (${list})`).length, 3);
    }
});
await cell("pages", "as is", async () => {
    for (const table of tables) {
        const first = await sql`SELECT id FROM ${sql(table)} ORDER BY id LIMIT 5`;
        const next =
            await sql`SELECT id FROM ${sql(table)} WHERE id > ${first[4]!["id"]} ORDER BY id LIMIT 5`;
        assert.equal(next.length, 5);
    }
});
await cell("update", "as is", async () => {
    assert.equal((await sql`UPDATE users SET ${sql({ name: "ours" })} WHERE id = ${mine}`).count, 1);
});
await cell("malformed", "`PostgresError`, code 22P02", async () => {
    await assert.rejects(sql`SELECT 1 FROM users WHERE id = ${malformed}`, sqlstate("22P02"));
});
await cell("prefix", "`id ^@ ${…}`", async () => {
    for (const table of tables) {
        const [some] = await sql`SELECT id FROM ${sql(table)} LIMIT 1`;
        const found = await sql`SELECT id FROM ${sql(table)} WHERE id ^@ ${some!["id"].slice(0, -4)}`;
        assert(found.some((row) => row["id"] === some!["id"]));
    }
});
if (haveTyped()) {
    await cell("typed", "as is", async () => {
        makeTyped();
        const other = open(url);
        const [team] = await other`INSERT INTO teams ${sql({ name: "t" })} RETURNING id`;
        assert.equal((await other`SELECT id FROM teams WHERE id = ${team!["id"]}`).length, 1);
        assert.equal((await other`SELECT id FROM teams WHERE id = ANY (${[team!["id"]]})`).length, 1);
        assert((await other`SELECT id FROM teams WHERE id ^@ ${team!["id"].slice(0, 20)}`).length);
        await other.end();
    });
}
await check("every type, scalars and arrays", async () => {
    for (const name of there()) {
        const texts = textsOf(name);
        const [row] =
            await sql`SELECT ${texts}::${sql.unsafe(name)}[] AS list, ${texts[0]!}::${sql.unsafe(name)} AS one`;
        assert.deepEqual([...row!["list"]], texts);
        assert.equal(row!["one"], texts[0]);
    }
});
await sql.end();
