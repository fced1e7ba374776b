// What the clients of applications share: one line for each operation, "ok" or "not ok", a tab, and
// its name.
//
//   APPLICATION/operations.mjs URL STAGE STATE-FILE
//
// The state file keeps the ids that the first stage has seen: an application's clients remember
// them too.
import { readFileSync, writeFileSync, existsSync } from "node:fs";

export const [url, stage, stateFile] = process.argv.slice(2);
export const state = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, "utf8")) : {};
export const remember = (made) =>
    existsSync(stateFile) || writeFileSync(stateFile, JSON.stringify(made));

export function must(condition, what) {
    if (!condition) throw new Error(what);
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const base62id = /^[F-N][0-9A-Za-z]{21}$/;
// Where ids look new, an application still shows UUIDs that it has generated itself.
const forms = stage === "id" ? [base62id, uuid] : [uuid];
export const isId = (id) =>
    must(
        forms.some((form) => form.test(id)),
        `${id} is no id`,
    );

// Sent with every request.
export const headers = {};
export async function request(method, path, body) {
    const form = body instanceof FormData;
    const response = await fetch(url + path, {
        method,
        headers: { ...headers, ...(body && !form && { "Content-Type": "application/json" }) },
        body: form ? body : body && JSON.stringify(body),
    });
    const text = await response.text();
    must(response.ok, `${response.status} ${text.slice(0, 300)}`);
    return text ? JSON.parse(text) : null;
}

export async function operation(name, run) {
    try {
        await run();
        console.log(`ok\t${name}`);
    } catch (error) {
        console.log(`not ok\t${name}\t${String(error.message).replace(/\s+/g, " ")}`);
    }
}
