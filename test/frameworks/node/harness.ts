// Prints what test/frameworks/run reads.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { decode, encode, fromUuid, isValid, type Name, names } from "./base62id.ts";

export { assert };
export const malformed = "user_01h455vb4pex5vsknk084sn02u"; // u is not in the alphabet
export const url = process.env["DATABASE_URL"]!;
export const tables = ["users", "orders", "invoices"] as const;

const say = (...fields: string[]) =>
    console.log(fields.map((f) => f.replaceAll("\t", " ").replaceAll("\n", "\\n")).join("\t"));
const failed = (what: string, error: unknown) => say("fail", what, (error as Error)?.stack ?? String(error));

export async function cell(capability: string, how: string, test: () => Promise<void> | void): Promise<void> {
    try {
        await test();
        say("cell", capability, how);
    } catch (error) {
        failed(capability, error);
    }
}
export async function check(title: string, test: () => Promise<void> | void): Promise<void> {
    try {
        await test();
        say("ok", title);
    } catch (error) {
        failed(title, error);
    }
}
/** What goes wrong without the lines; the test shows that it does. */
export async function trap(title: string, test: () => Promise<void> | void): Promise<void> {
    try {
        await test();
        say("trap", title);
    } catch (error) {
        failed(title, error);
    }
}

export function psql(query: string, database = process.env["PGDATABASE"]!): string {
    const done = spawnSync("psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-d", database, "-c", query], {
        encoding: "utf8",
    });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout.trim();
}
export function psqlFile(file: string): void {
    execFileSync("psql", ["-XAtq", "-v", "ON_ERROR_STOP=1", "-f", process.env[file]!], {
        stdio: ["ignore", "ignore", "inherit"],
    });
}
export const fill = () => psqlFile("FILL");
export const schema = () => psqlFile("SCHEMA");

export function version(...packages: string[]): void {
    const require = createRequire(import.meta.url);
    const found = packages.map((p) => {
        let directory = require.resolve.paths(p)!.find((d) => existsSync(`${d}/${p}/package.json`));
        return `${p} ${JSON.parse(readFileSync(`${directory}/${p}/package.json`, "utf8")).version}`;
    });
    say("version", [...found, `PostgreSQL ${psql("SHOW server_version").split(" ")[0]}`].join(", "));
}

export function run(command: string, ...words: string[]): { status: number | null; output: string } {
    const done = spawnSync(`node_modules/.bin/${command}`, words, { encoding: "utf8", input: "" });
    return { status: done.status, output: done.stdout + done.stderr };
}

/** An id of the client's own. */
export function newId(prefix = "user"): string {
    const octets = randomBytes(16);
    octets.writeUIntBE(Date.now(), 0, 6);
    octets[6] = 0x70 | (octets[6]! & 15);
    octets[8] = 0x80 | (octets[8]! & 63);
    return fromUuid("typeid", octets.toString("hex"), prefix);
}

export const haveTyped = () =>
    psql("SELECT count(*) FROM pg_proc WHERE proname = 'typeid_create_type'") === "1";
export const haveLike = () =>
    psql("SELECT count(*) FROM pg_operator WHERE oprname = '~~' AND oprleft = 'typeid'::regtype") !== "0";
export function makeTyped(): void {
    psql("SELECT typeid_create_type('team_id', 'team')");
    psql("CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text NOT NULL)");
    psql("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n");
    psql("ANALYZE teams");
}

interface Vector {
    name: Name;
    text: string;
    hex: string;
}
export function vectors(): { valid: Vector[]; invalid: { name: Name; text: string }[] } {
    const valid: Vector[] = [];
    const invalid: { name: Name; text: string }[] = [];
    const load = (file: string) => JSON.parse(readFileSync(`${process.env["VECTORS"]}/${file}.json`, "utf8"));
    const ascii = (prefix: string) => Buffer.from(prefix).toString("hex");
    const bare = (uuid: string) => uuid.replaceAll("-", "");
    for (const name of names) {
        const file = load(name);
        const list = file.uuid ?? file.ulid ?? file.baseuid ?? file.payload ?? file.typeid;
        for (const v of list) {
            let hex = name === "baseuid" ? v.hex : ascii(v.prefix ?? "") + bare(v.uuid ?? "");
            if (name === "uid11") hex = BigInt(v.payload).toString(16).padStart(16, "0");
            valid.push({ name, text: v.text, hex });
        }
        for (const v of file.invalid_uuid_text ?? file.invalid_text) invalid.push({ name, text: v.text });
    }
    for (const v of load("typeid-official-valid")) {
        valid.push({ name: "typeid", text: v.typeid, hex: ascii(v.prefix) + bare(v.uuid) });
    }
    for (const v of load("typeid-official-invalid")) invalid.push({ name: "typeid", text: v.typeid });
    assert(valid.length > 400 && invalid.length > 90);
    return { valid, invalid };
}

export async function checkVectors(): Promise<void> {
    await check("base62id.ts passes the vectors", () => {
        const { valid, invalid } = vectors();
        for (const { name, text, hex } of valid) {
            assert.equal(Buffer.from(decode(name, text)).toString("hex"), hex, text);
            assert.equal(Buffer.from(decode(name, `"${text}"`)).toString("hex"), hex, text);
            assert.equal(encode(name, Buffer.from(hex, "hex")), text);
            if (name === "ulid")
                assert.equal(Buffer.from(decode(name, text.toLowerCase())).toString("hex"), hex);
        }
        for (const { name, text } of invalid) assert(!isValid(name, text), `${name} ${text}`);
    });
}
/** The types that the database has. */
export const there = () => names.filter((name) => psql(`SELECT to_regtype('${name}')`) !== "");
/** A database of its own, empty but for the extension. */
export function emptyDatabase(suffix: string): string {
    const name = `${process.env["PGDATABASE"]}_${suffix}`;
    psql(`CREATE DATABASE "${name}"`);
    psql("CREATE EXTENSION base62id", name);
    return name;
}
export const urlOf = (database: string) => url.replace(/[^/]*$/, database);
export const sqlstate = (code: string) => (error: unknown) => {
    for (let e = error as any; e; e = e.cause ?? e.parent ?? e.driverError) if (e.code === code) return true;
    return false;
};
