// As app.py and drivers.py, for node-postgres with named queries; drivers [named]: with plain ones, too.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import pg from "pg";
import { defineIds } from "./ids.ts";

const ids = defineIds({ user: "user", order: "order" });

type Kind = "user" | "order";
const releases = {
    word: { put: (kind: Kind, id: string) => ids[kind].toColumn(id), get: (kind: Kind, value: string) => ids[kind].fromColumn(value) as string },
    plain: { put: (_: Kind, id: string) => id, get: (_: Kind, value: string) => value },
};
const any = <T>(some: T[]): T => some[Math.floor(Math.random() * some.length)]!;
let requests = 0, again = 0, others = 0, longest = 0, ended = false;
const failed: string[] = [];

async function client({ put, get }: (typeof releases)["word"], begun: () => void): Promise<void> {
    let connection: pg.Client | undefined;
    let known: [string, string][] = [];
    const rows = async (name: string, text: string, value: unknown) => (await connection!.query({ name, text, values: [value], rowMode: "array" })).rows as string[][];
    const works: (() => Promise<void>)[] = [
        async () => {
            await connection!.query("BEGIN");
            const user = get("user", (await rows("user", "INSERT INTO users (name) VALUES ($1) RETURNING id", "Ada"))[0]![0]!);
            const order = get("order", (await rows("order", "INSERT INTO orders (user_id, total) VALUES ($1, 1) RETURNING id", put("user", user)))[0]![0]!);
            await connection!.query("COMMIT");
            assert(user.startsWith("user_") && order.startsWith("order_"));
            known = [...known.slice(-50), [user, order]];
        },
        async () => {
            const [user, order] = any(known);
            const sql = "SELECT u.id, o.user_id, o.id FROM users AS u JOIN orders AS o ON o.user_id = u.id WHERE u.id = $1";
            const [found] = await rows("look", sql, put("user", user));
            assert.deepEqual([get("user", found![0]!), get("user", found![1]!), get("order", found![2]!)], [user, user, order]);
        },
        async () => {
            const ids = [...new Set([any(known)[0], any(known)[0]])].sort();
            const found = await rows("list", "SELECT id FROM users WHERE id = ANY ($1) ORDER BY id", ids.map((id) => put("user", id)));
            assert.deepEqual(found.map(([id]) => get("user", id!)), ids);
        },
        async () => {
            const order = any(known)[1];
            assert.equal(get("order", (await rows("pay", "UPDATE orders SET total = total + 1 WHERE id = $1 RETURNING id", put("order", order)))[0]![0]!), order);
        },
    ];
    // The pool: what fails for the connection's sake is tried again on a new one.
    async function request(work: () => Promise<void>): Promise<void> {
        const began = performance.now();
        for (let tried = 0; ; ++tried) {
            try {
                if (!connection) await (connection = new pg.Client()).connect();
                await work();
                break;
            } catch (error) {
                await connection!.end();
                connection = undefined;
                const { code } = error as { code?: string };
                if ((code !== "0A000" && code !== "40P01") || tried === 2) {
                    failed.push(`${code} ${error}`);
                    break;
                }
                code === "0A000" ? ++again : ++others;
            }
        }
        ++requests;
        longest = Math.max(longest, performance.now() - began);
    }
    await request(works[0]!);
    for (let i = 0; !ended; ++i) {
        if (i === 5) begun();
        await request(any([...works, works[1]!]));
    }
    await connection?.end();
}

async function drivers(named: boolean): Promise<void> {
    const client = new pg.Client();
    await client.connect();
    const query = { text: "SELECT id FROM users WHERE name = $1", values: ["Ada"], ...(named && { name: "ada" }) };
    for await (const line of createInterface({ input: process.stdin })) {
        const outcomes: string[] = [], block = line === "transactions";
        for (let i = 0; i < 5; ++i) {
            try {
                if (block) await client.query("BEGIN");
                await client.query(query);
                if (block) await client.query("COMMIT");
                outcomes.push("ok");
            } catch (error) {
                outcomes.push((error as { code: string }).code);
                if (block) await client.query("ROLLBACK");
            }
        }
        console.log(outcomes.join(" "));
    }
    process.exit();
}

if (process.argv[2] === "drivers") await drivers(process.argv[3] === "named");
const clients: Promise<void>[] = [];
await Promise.all(process.argv.slice(2).map((release) => new Promise<void>((begun) => clients.push(client(releases[release as "word"], begun)))));
process.once("SIGTERM", () => (ended = true));
console.log("ready", requests);
await Promise.all(clients);
console.log(requests, failed.length, again, others, Math.round(longest), failed.slice(0, 3));
