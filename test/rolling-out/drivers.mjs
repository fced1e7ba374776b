// As drivers.py, for node-postgres: plain queries, and with the argument "named" a named one.
import { createInterface } from "node:readline";
import pg from "pg";
const client = new pg.Client();
await client.connect();
const query = { text: "SELECT id FROM users WHERE name = $1", values: ["Ada"], ...(process.argv[2] === "named" && { name: "ada" }) };
for await (const line of createInterface({ input: process.stdin })) {
    const outcomes = [];
    const block = line === "transactions";
    for (let i = 0; i < 5; ++i) {
        try {
            if (block) await client.query("BEGIN");
            await client.query(query);
            if (block) await client.query("COMMIT");
            outcomes.push("ok");
        } catch (e) {
            outcomes.push(e.code);
            if (block) await client.query("ROLLBACK");
        }
    }
    console.log(outcomes.join(" "));
}
await client.end();
