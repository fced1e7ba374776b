// postgres.js.
// postgres-use is a code block of docs/frameworks/node.md.
import {
    assert,
    cell,
    check,
    defaults,
    everyType,
    fill,
    malformed,
    prefixes,
    psql,
    sqlstate,
    tables,
    version,
    url,
} from "./harness.ts";
import { open, usersOf, usersOfArray } from "./postgres-use.ts";

version("postgres");
fill();
const sql = open(url);
await defaults(
    "as is",
    async (table, values) =>
        (await sql<{ id: string }[]>`INSERT INTO ${sql(table)} ${sql(values)} RETURNING id`)[0]!,
);
await check("lists of ids: IN, ANY", async () => {
    const some = (await sql`SELECT id FROM users LIMIT 3`).map((row) => row["id"]);
    assert.equal((await usersOf(sql, some)).length, 3);
    assert.equal((await usersOfArray(sql, some)).length, 3);
    for (const table of tables) {
        const list = (await sql`SELECT id FROM ${sql(table)} LIMIT 3`).map((row) => row["id"]);
        assert.equal((await sql`SELECT id FROM ${sql(table)} WHERE id = ANY (${list})`).length, 3);
    }
});
await cell("malformed", "`PostgresError`, code 22P02", async () => {
    await assert.rejects(sql`SELECT 1 FROM users WHERE id = ${malformed}`, sqlstate("22P02"));
});
await prefixes(
    "`id ^@ ${…}`",
    (table, text) => sql<{ id: string }[]>`SELECT id FROM ${sql(table)} WHERE id ^@ ${text}`,
);
await check("an id type", async () => {
    psql(
        "SELECT typeid_create_type('team_id', 'team'); CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text)",
    );
    const other = open(url);
    const [team] = await other`INSERT INTO teams ${other({ name: "t" })} RETURNING id`;
    assert.equal(
        (
            await other`SELECT id FROM teams WHERE id = ANY (${[team!["id"]]}) AND id = ${team!["id"]}`
        ).length,
        1,
    );
    await other.end();
});
await everyType(async (name, texts) => {
    const [row] =
        await sql`SELECT ${texts}::${sql.unsafe(name)}[] AS list, ${texts[0]!}::${sql.unsafe(name)} AS one`;
    return { list: [...row!["list"]], one: row!["one"] };
});
await sql.end();
