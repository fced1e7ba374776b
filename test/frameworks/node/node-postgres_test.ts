// All types through node-postgres, which leaves the type of a parameter to the server.
import pg from "pg";

import { assert, check, url } from "./harness.ts";

const client = new pg.Client(url);
await client.connect();
const one = async (text: string, ...values: any[]) =>
    (await client.query({ text, values, rowMode: "array" })).rows[0]?.[0];
let statements = 0; // node-postgres prepares what has a name
async function prepared(
    text: string,
    condition: string,
    parameter: any,
    planned: string,
): Promise<any[]> {
    const { rows } = await client.query({ name: `s${++statements}`, text, values: [parameter] });
    assert(
        await one("SELECT uses_index($1, $2, $3)", text, planned, condition),
        await one("SELECT plan_of_prepared($1, $2)", text, planned),
    );
    return rows;
}
for (const t of (await one("SELECT array_agg(type) FROM kinds")) as string[]) {
    const sought = async () => {
        const own = await one("SELECT new_id($1)", t);
        await client.query(`INSERT INTO by_${t} (id, note) VALUES ($1, $2)`, [own, "sought"]);
        return own;
    };
    await check(`the server's default, ${t}`, async () => {
        const made = await one(`INSERT INTO by_${t} (note) VALUES ($1) RETURNING id`, "default");
        assert.equal(await one(`SELECT note FROM by_${t} WHERE id::text = $1`, made), "default");
    });
    await check(`the client's id, read back, ${t}`, async () => {
        const own = await sought();
        assert.equal(await one(`SELECT id FROM by_${t} WHERE id::text = $1`, own), own);
    });
    await check(`prepared \`id = $1\`, ${t}`, async () => {
        const own = await sought();
        assert.deepEqual(await prepared(`SELECT note FROM by_${t} WHERE id = $1`, "= ", own, own), [
            { note: "sought" },
        ]);
    });
    await check(`prepared \`id = ANY ($1)\`, ${t}`, async () => {
        const owns = [await sought(), await sought()];
        assert.equal(
            (
                await prepared(
                    `SELECT note FROM by_${t} WHERE id = ANY ($1)`,
                    "= ANY",
                    owns,
                    `{${owns}}`,
                )
            ).length,
            2,
        );
    });
    await check(`an array is its text without \`::text[]\`, ${t}`, async () => {
        const owns = [await sought(), await sought()].sort();
        const query = (cast: string) =>
            one(`SELECT array_agg(id)${cast} FROM by_${t} WHERE id::text = ANY ($1)`, owns);
        assert.deepEqual((await query("::text[]")).sort(), owns);
        assert.deepEqual((await query("")).slice(1, -1).split(",").sort(), owns);
    });
}
await client.end();
