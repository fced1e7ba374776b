// For what needs one line and no adapter: prints what test/frameworks/run reads. Each begins in an empty database.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

export { assert };
export const malformed = "user_01h455vb4pex5vsknk084sn02u"; // u is not in the alphabet

async function tried(what: string, outcome: string, test: () => Promise<void> | void): Promise<void> {
    try {
        await test();
        console.log(outcome);
    } catch (error) {
        console.log(`fail\t${what}\t${String((error as Error)?.stack ?? error).replaceAll("\t", " ").replaceAll("\n", "\\n")}`);
    }
}
export const check = (title: string, test: () => Promise<void> | void) => tried(title, `ok\t${title}`, test);
export const life = (capability: string, how: string, test: () => Promise<void> | void) =>
    tried(capability, `life\t${capability}\t${how}`, test);
export function version(...packages: string[]): void {
    const require = createRequire(import.meta.url);
    const found = packages.map((p) => {
        const directory = require.resolve.paths(p)!.find((d) => existsSync(`${d}/${p}/package.json`));
        return `${p} ${JSON.parse(readFileSync(`${directory}/${p}/package.json`, "utf8")).version}`;
    });
    console.log(`version\t${found.join(", ")}, PostgreSQL ${psql("SHOW server_version").split(" ")[0]}`);
}
export function program(command: string, ...words: string[]): string {
    const done = spawnSync(command, words, { encoding: "utf8", input: "" });
    assert.equal(done.status, 0, done.stdout + done.stderr);
    return (done.stdout + done.stderr).trim();
}
export const psql = (query: string, database = process.env["PGDATABASE"]!) =>
    program("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", query);

/** The URL of an empty database, without the extension. */
export function emptyDatabase(suffix: string): { name: string; url: string } {
    const name = `${process.env["PGDATABASE"]}_${suffix}`;
    psql(`CREATE DATABASE "${name}"`);
    return { name, url: process.env["DATABASE_URL"]!.replace(/[^/]*$/, name) };
}
/** A table with a typed id, and an id of another kind. */
export function teams(database: string): string {
    psql("CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new())", database);
    psql("INSERT INTO teams DEFAULT VALUES", database);
    return psql("SELECT typeid_generate('order')", database);
}
/** What pg_dump writes of it makes the same database again, with its rows. */
export function dumpAndLoad(database: string): void {
    psql(`CREATE DATABASE "${database}_loaded"`);
    program("sh", "-c", `pg_dump -d '${database}' | psql -U postgres -XAtq -v ON_ERROR_STOP=1 -d '${database}_loaded'`);
    const rows = "SELECT count(*), min(id) FROM users";
    assert.equal(psql(rows, `${database}_loaded`), psql(rows, database));
    assert.match(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", `${database}_loaded`), /^user_/);
}
export const refused = (code: string) => (error: any) => {
    for (let e = error; e; e = e.cause ?? e.nativeError ?? e.previous) if (e.code === code) return true;
    return false;
};

/** Answers stored.py: each line is an operation and its arguments, the answer its fields, of which a list is one. */
export async function serve(operations: Record<string, ((...given: string[]) => unknown) | undefined>): Promise<void> {
    for await (const line of createInterface({ input: process.stdin })) {
        const [operation, ...given] = line.split("\t") as [string, ...string[]];
        try {
            const made = operations[operation] ? await operations[operation](...given) : "?";
            const fields = made === undefined || made === null ? [] : Array.isArray(made) ? made : [made];
            console.log(made === "?" ? "?" : ["=", ...fields.map((field) => (Array.isArray(field) ? field.map((one) => one ?? "-").join(" ") : (field ?? "")))].join("\t"));
        } catch (error) {
            let code = /Code: `([0-9A-Z]{5})`/.exec(String(error))?.[1] ?? ""; // as Prisma says it
            for (let e = error as any; e && !code; e = e.cause ?? e.parent ?? e.driverError) code = /^[0-9A-Z]{5}$/.test(e.code ?? "") ? e.code : "";
            console.log(["!", code, String(error).replace(/\s+/g, " ")].join("\t"));
        }
    }
}
export const listOf = (text: string | undefined) => (text ? text.split(" ") : []);
