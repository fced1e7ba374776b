// A service of Hono over Drizzle's tables, which the commands of the page make.
// hono-service and drizzle-extension.sql are code blocks of docs/frameworks/drizzle.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, readdirSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

import { assert, check, malformed, newId, program, psql } from "./harness.ts";
import { serviceOf } from "./hono-service.ts";

const kit = (...words: string[]) => program("node_modules/.bin/drizzle-kit", ...words);
kit("generate", "--custom", "--name", "extension");
const [extension] = readdirSync("drizzle").filter((name) => name.endsWith("_extension.sql"));
copyFileSync("drizzle-extension.sql", `drizzle/${extension}`);
kit("generate");
kit("migrate");

const service = serviceOf(process.env["DATABASE_URL"]!);
const post = (path: string, body: object) =>
    service.request(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
    });
const made = await post("/users", { name: "Ada" });
const ada = (await made.json()) as { id: string; name: string };

await check("a user is made, and found by the id", async () => {
    assert.equal(made.status, 201);
    assert.match(ada.id, /^user_/);
    const found = await service.request(`/users/${ada.id}`);
    assert.deepEqual(await found.json(), ada);
});
await check("what is no id of a user is a 404 in a path, as an unknown id is", async () => {
    for (const none of [newId("user"), newId("order"), malformed, "5"])
        assert.equal((await service.request(`/users/${none}`)).status, 404, none);
});
await check("a body with no user's id is a 400, and nothing is stored", async () => {
    const order = await post("/orders", { buyerId: ada.id, note: "first" });
    assert.equal(order.status, 201);
    assert.equal(((await order.json()) as { buyerId: string }).buyerId, ada.id);
    for (const buyerId of [newId("user"), newId("order"), malformed, 5, null, undefined])
        assert.equal((await post("/orders", { buyerId, note: "x" })).status, 400, String(buyerId));
    assert.equal(psql("SELECT count(*) FROM orders"), "1");
});
await check("a body that is no JSON, or of another shape, is a 400", async () => {
    for (const path of ["/users", "/orders"]) {
        for (const body of ["{", "null", "{}", "[]", '""']) {
            const headers = { "content-type": "application/json" };
            const answer = await service.request(path, { method: "POST", headers, body });
            assert.equal(answer.status, 400, `${path} ${body}`);
        }
    }
});
await check("server.ts serves it", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as AddressInfo;
    free.close();
    const env = { ...process.env, PORT: String(port) };
    const server = spawn("node_modules/.bin/tsx", ["server.ts"], { env, stdio: "ignore" });
    try {
        const ask = () => fetch(`http://127.0.0.1:${port}/users/${ada.id}`).catch(() => undefined);
        let answer = await ask();
        for (let i = 0; i < 600 && answer === undefined; ++i) {
            await new Promise((resolve) => setTimeout(resolve, 100));
            answer = await ask();
        }
        assert.deepEqual(await answer!.json(), ada);
    } finally {
        server.kill();
    }
});
process.exit();
