// Prints what test/frameworks/run reads.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

import {
    decode,
    fromUuid,
    InvalidIdError,
    isValid,
    type Name,
    names,
    newId as makeId,
    newUlid,
    newUuid,
    parse,
    suffix,
    timestamp,
    toUuid,
    typePrefix,
    type UuidName,
} from "base62id";

export { assert };
/** An id of the client's own. */
export const newId = (prefix = "user"): string => makeId(prefix);
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

export const haveTyped = () =>
    psql("SELECT count(*) FROM pg_proc WHERE proname = 'typeid_create_type'") === "1";
export const haveLike = () =>
    psql("SELECT count(*) FROM pg_operator WHERE oprname = '~~' AND oprleft = 'typeid'::regtype") !== "0";
export function makeTyped(): void {
    psql("SELECT typeid_create_type('team_id', 'team') WHERE to_regtype('team_id') IS NULL");
    psql("CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), name text NOT NULL)");
    psql("INSERT INTO teams (name) SELECT n::text FROM generate_series(1, 3000) n");
    psql("ANALYZE teams");
}

/** Makes a typed id in each notation but TypeID's, with a table. */
export function notated(): { type: string; table: string; prefix: string; notation: UuidName }[] {
    psqlFile("NOTATED");
    const made = psql("SELECT type, prefix, notation FROM typeid_types() WHERE type::text ^@ 'in_'").split("\n");
    assert.equal(made.length, uuidTypes.length);
    return made.map((line) => {
        const [type, prefix, notation] = line.split("|") as [string, string, UuidName];
        return { type, table: type.replace(/_id$/, ""), prefix, notation };
    });
}
/** An id of the client's own in that notation, and texts that are no id of its type. */
export const newIdIn = (prefix: string, notation: UuidName): string => makeId(prefix, notation);
export const wrongIds = (id: string, notation: UuidName) => [makeId("user", notation), id.slice(1), `${id}0`];

const lines = (variable: string) => readFileSync(process.env[variable]!, "utf8").replace(/\n$/, "").split("\n");
const uuidTypes = process.env["UUID_TYPES"]!.split(" ") as UuidName[];
type Vector = [name: Name, text: string, octets: string, id: string];
const vectors = () => lines("VECTORS").map((line) => line.split("\t") as Vector);
/** The texts of a system's vectors, as they are written. */
export const textsOf = (name: Name) => vectors().flatMap(([n, text, , id]) => (n === name && text && text === id ? [id] : []));

/** What test/client-codecs does not ask of the codec. */
export async function checkFunctions(): Promise<void> {
    await check("UUIDs both ways, and nonsense is none", () => {
        const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
        const id = "user_01h455vb4pex5vsknk084sn02q";
        assert.equal(toUuid("typeid", id), uuid);
        for (const given of [uuid, uuid.toUpperCase(), uuid.replaceAll("-", ""), decode("typeid", id).subarray(-16)])
            assert.equal(fromUuid("typeid", given, "user"), id);
        for (const name of uuidTypes) {
            assert.equal(parse(name, uuid), fromUuid(name, uuid));
            assert.equal(toUuid(name, fromUuid(name, uuid)), uuid);
            assert(!isValid(name, uuid), "is_valid knows the system's own text only");
        }
        for (const wrong of [`${uuid}0`, `${uuid.replaceAll("-", "")}0`, uuid.replace("0", "z"), "", "zz", uuid.slice(1)])
            assert.throws(() => fromUuid("base62id", wrong), InvalidIdError, wrong);
        for (const wrong of [new Uint8Array(15), null, 5])
            assert.throws(() => fromUuid("base62id", wrong as any), InvalidIdError);
        assert.throws(() => fromUuid("uid11" as any, uuid), TypeError);
        assert.throws(() => parse("typeid", uuid), InvalidIdError);
        assert.throws(() => decode("nope" as any, ""), TypeError);
    });
    await check("messages name what was found", () => {
        const says = (text: string, words: RegExp) => assert.throws(() => parse("typeid", text, "user"), words);
        says("order_01h455vb4pex5vsknk084sn02q", /"order_01h.*is "order", not "user"/);
        says(malformed, /"u" at position 31/);
        says("user_1", /1 symbols, not 26/);
        says("", /0 symbols, not 26/);
        says("User_01h455vb4pex5vsknk084sn02q", /not "User"/);
    });
    await check("new ids ascend, and have their time", () => {
        for (const [make, name] of [
            [() => newId("user"), "typeid"],
            [newUlid, "ulid"],
            [() => fromUuid("base62id", newUuid()), "base62id"],
        ] as [() => string, Name][]) {
            const before = Date.now();
            const made = Array.from({ length: 20000 }, make);
            assert.equal(new Set(made).size, made.length);
            assert.deepEqual(made, made.slice().sort((a, b) => (a < b ? -1 : 1)));
            const time = timestamp(name, made[0]!)!.getTime();
            // What came before in this process may have gone ahead of the clock.
            assert(time >= before - 1 && time < before + 60000, `${time} ${before}`);
        }
        for (const notation of ["typeid", ...uuidTypes] as UuidName[]) {
            const made = Array.from({ length: 1000 }, () => makeId("us_er", notation));
            assert.deepEqual(made, [...new Set(made)].sort((a, b) => (a < b ? -1 : 1)));
            for (const id of made) assert.equal(parse(notation, id, "us_er"), id);
        }
        assert.throws(() => parse("baseuid", "user_11111111111", "user"), InvalidIdError);
        assert.equal(timestamp("uid11", psql("SELECT xid_new('2026-02-03 04:05:06.789+00')"))!.toISOString(), "2026-02-03T04:05:06.789Z");
        assert.equal(timestamp("baseuid", psql("SELECT baseuid_min('2026-02-03 04:05:06.789+00')"))!.getTime(), Number(psql("SELECT floor(extract(epoch FROM baseuid_timestamp(baseuid_min('2026-02-03 04:05:06.789+00'))) * 1000)")));
        assert.equal(timestamp("base62id", fromUuid("base62id", "01890a5d-ac96-474b-bcce-b302099a8057")), undefined);
        assert.equal(typePrefix(newId("user")) + suffix(malformed.replace(/u$/, "v")), "user01h455vb4pex5vsknk084sn02v");
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
/** A database without the extension. */
export function bareDatabase(): string {
    const name = `${process.env["PGDATABASE"]}_bare`;
    psql(`CREATE DATABASE "${name}"`);
    return name;
}
/** What the first migrations must leave behind: the extension, the type of a typed id, and a table. */
export function firstRow(name: string): void {
    assert.equal(psql("SELECT team_id_new() ^@ 'team_'", name), "t");
    assert.match(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", name), /^user_/);
}
export const urlOf = (database: string) => url.replace(/[^/]*$/, database);
export const sqlstate = (code: string) => (error: unknown) => {
    for (let e = error as any; e; e = e.cause ?? e.parent ?? e.driverError) if (e.code === code) return true;
    return false;
};
