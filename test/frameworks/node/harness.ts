// Prints what test/frameworks/framework.py reads.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

import { type AnyUuidKind, defineIds, type UuidNotation } from "base62id";

export { assert };
export const kindOf = (prefix: string, notation: UuidNotation = "typeid"): AnyUuidKind =>
    defineIds({ kind: { prefix, notation } }).kind;
/** An id of the client's own. */
export const newId = (prefix = "user"): string => kindOf(prefix).generate();
/** The UUID of a TypeID, whose type prefix is its own. */
export const uuidOf = (id: string): string => kindOf(id.slice(0, -27)).toUuid(id as never);
export const malformed = "user_01h455vb4pex5vsknk084sn02u"; // u is not in the alphabet
export const url = process.env["DATABASE_URL"]!;
export const tables = ["users", "orders", "invoices"] as const;
export type Table = (typeof tables)[number];

// What is said --------------------------------------------------------------------------------------------------

type Test = () => Promise<void> | void;
/** A line of fields. */
const say = (...fields: string[]) =>
    console.log(fields.map((f) => f.replaceAll("\t", " ").replaceAll("\n", "\\n")).join("\t"));
/** Says an outcome, or that its test has failed, and with which error. */
async function tried(outcome: string[], test: Test): Promise<void> {
    try {
        await test();
        say(...outcome);
    } catch (error) {
        say("fail", outcome[1]!, (error as Error)?.stack ?? String(error));
    }
}
/** What a capability needs: a cell of a table of the page. */
export const cell = (capability: string, how: string, test: Test) =>
    tried(["cell", capability, how], test);
/** A capability of a framework that has no column on its page. */
export const life = (capability: string, test: Test) => tried(["life", capability], test);
/** A result that is no cell. */
export const check = (title: string, test: Test) => tried(["ok", title], test);
/** What goes wrong without the lines; the test shows that it does. */
export const trap = (title: string, test: Test) => tried(["trap", title], test);

// Programs and databases ----------------------------------------------------------------------------------------

/** How a program ends, and what it prints. */
export function run(
    command: string,
    ...words: string[]
): { status: number | null; output: string } {
    const done = spawnSync(command, words, { encoding: "utf8", input: "" });
    return { status: done.status, output: (done.stdout + done.stderr).trim() };
}
/** What a program prints that must succeed. */
export function program(command: string, ...words: string[]): string {
    const { status, output } = run(command, ...words);
    assert.equal(status, 0, output);
    return output;
}
function sql(...words: string[]): string {
    const { status, stdout, stderr } = spawnSync(
        "psql",
        ["-XAtq", "-v", "ON_ERROR_STOP=1", ...words],
        { encoding: "utf8", input: "" },
    );
    assert.equal(status, 0, stderr);
    return stdout.trim();
}
/** What a query gives: rows are lines, and columns stand between "|". */
export const psql = (query: string, database = process.env["PGDATABASE"]!) =>
    sql("-d", database, "-c", query);
/** Fills the three tables. */
export const fill = () => sql("-f", process.env["FILL"]!);

/** Says the versions of packages and of the server. */
export function version(...packages: string[]): void {
    const require = createRequire(import.meta.url);
    const found = packages.map((p) => {
        const directory = require.resolve
            .paths(p)!
            .find((d) => existsSync(`${d}/${p}/package.json`));
        return `${p} ${JSON.parse(readFileSync(`${directory}/${p}/package.json`, "utf8")).version}`;
    });
    say(
        "version",
        [...found, `PostgreSQL ${psql("SHOW server_version").split(" ")[0]}`].join(", "),
    );
}

/** A database of its own, without the extension. */
export function bareDatabase(suffix = "bare"): { name: string; url: string } {
    const name = `${process.env["PGDATABASE"]}_${suffix}`;
    psql(`CREATE DATABASE "${name}"`);
    return { name, url: url.replace(/[^/]*$/, name) };
}
/** What the first migrations must leave behind: the extension, the type of an id type, and a table. */
export function firstRow(name: string): void {
    assert.equal(psql("SELECT team_id_new() ^@ 'team_'", name), "t");
    assert.match(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", name), /^user_/);
}
/** A table with an id type, and an id of another kind. */
export function teams(database?: string): string {
    psql(
        "CREATE TABLE teams (id team_id PRIMARY KEY DEFAULT team_id_new(), author typeid)",
        database,
    );
    psql("INSERT INTO teams DEFAULT VALUES", database);
    return newId("order");
}
/** The type and the default of a column, as the server has them. */
export const columnOf = (table: string, column: string) =>
    psql(
        `SELECT concat_ws(' ', udt_name, column_default) FROM information_schema.columns WHERE table_name = '${table}' AND column_name = '${column}'`,
    );
/** For assert.rejects: whether an error, or one that it wraps as its library does, has this SQLSTATE. */
export const sqlstate = (code: string) => (error: unknown) => {
    for (
        let e = error as any;
        e;
        e = e.cause ?? e.parent ?? e.driverError ?? e.nativeError ?? e.previous
    )
        if (e.code === code) return true;
    return false;
};

// What is asked of each -------------------------------------------------------------------------------------------

type Rows = Promise<{ id: string }[]>;
/** The server's default, by the way in which it makes a row. */
export const defaults = (
    how: string,
    add: (table: Table, values: Record<string, string>) => Promise<{ id: string }>,
) =>
    cell("default", how, async () => {
        const user = await add("users", { name: "Ada" });
        assert.match(user.id, /^user_/);
        assert.equal((await add("orders", { buyer_id: user.id, note: "1" })).id.length, 11);
        assert.equal((await add("invoices", { note: "i" })).id.length, 22);
    });
/** The rows whose ids begin with a text. */
export const prefixes = (
    how: string,
    begin: (table: Table, text: string) => Rows,
    of: readonly Table[] = tables,
) =>
    cell("prefix", how, async () => {
        for (const table of of) {
            const id = psql(`SELECT id FROM ${table} LIMIT 1`);
            assert(
                (await begin(table, id.slice(0, -4))).some((row) => row.id === id),
                table,
            );
        }
        assert.equal((await begin("users", "order_")).length, 0);
    });
export interface Notated {
    type: string;
    table: string;
    prefix: string;
    notation: UuidNotation;
    kind: AnyUuidKind;
}
interface Model {
    add(id?: string): Promise<{ id: string }>;
    in(ids: string[]): Rows;
    begin(text: string): Rows;
    close?(): Promise<void>;
}
/** An id type in each notation but TypeID's: the client's and the server's ids, and texts that are none of its type. */
export const notations = (how: string, model: (of: Notated) => Promise<Model> | Model) =>
    cell("typed", how, async () => {
        sql("-f", process.env["NOTATED"]!);
        const made = psql(
            "SELECT type, prefix, notation FROM typeid_types() WHERE type::text ^@ 'in_'",
        ).split("\n");
        assert.equal(made.length, process.env["UUID_TYPES"]!.split(" ").length);
        for (const line of made) {
            const [type, prefix, notation] = line.split("|") as [string, string, UuidNotation];
            const kind = kindOf(prefix, notation);
            const {
                add,
                in: found,
                begin,
                close,
            } = await model({ type, table: type.replace(/_id$/, ""), prefix, notation, kind });
            const mine: string = kind.generate(),
                given =
                    notation === "ulid" ? prefix + mine.slice(prefix.length).toLowerCase() : mine;
            const { id } = await add();
            assert(kind.is(id), id);
            assert.equal((await add(given)).id, mine);
            assert.deepEqual(
                (await found([given, id])).map((row) => row.id).sort(),
                [mine, id].sort(),
            );
            assert.deepEqual(
                (await begin(mine.slice(0, -4))).map((row) => row.id),
                [mine],
            );
            for (const wrong of [
                kindOf("user", notation).generate() as string,
                mine.slice(1),
                `${mine}0`,
            ])
                await assert.rejects(async () => add(wrong), wrong);
            await close?.();
        }
    });

/** What the migration of the word's end has: the types, and the page's statement, for each column of stored.sql.
 * moved.sql is a code block of docs/stored-ids.md. */
export const endOfWord = () => {
    const others =
        "('users', 'friends', 'user_id[]'), ('orders', 'id', 'order_id'), ('orders', 'parent_id', 'order_id'), ('watches', 'user_id', 'user_id'), ('watches', 'order_id', 'order_id')";
    return {
        types: "CREATE EXTENSION base62id; SELECT typeid_create_type('user_id', 'user', accept_uuid => true), typeid_create_type('order_id', 'order', accept_uuid => true);",
        move: readFileSync("moved.sql", "utf8").replace(/ LOOP\n/, `, ${others}$&`),
    };
};

const lines = (variable: string) =>
    readFileSync(process.env[variable]!, "utf8").replace(/\n$/, "").split("\n");
const names = ["typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"] as const;
type Name = (typeof names)[number];
type Vector = [name: Name, text: string, octets: string, id: string];
/** The texts of a system's vectors, as they are written. */
const textsOf = (name: Name) =>
    lines("VECTORS")
        .map((line) => line.split("\t") as Vector)
        .flatMap(([n, text, , id]) => (n === name && text && text === id ? [id] : []));
/** Each type: a list of its ids, and one of them, come back as they went. */
export const everyType = (
    read: (type: Name, texts: string[]) => Promise<{ list: unknown; one: unknown }>,
) =>
    check("every type, scalars and arrays", async () => {
        for (const name of names) {
            const texts = textsOf(name);
            assert.deepEqual(await read(name, texts), { list: texts, one: texts[0] });
        }
    });

/** Answers stored.py: each line is an operation and its arguments, the answer its fields, of which a list is one. */
export async function serve(
    operations: Record<string, ((...given: string[]) => unknown) | undefined>,
): Promise<void> {
    for await (const line of createInterface({ input: process.stdin })) {
        const [operation, ...given] = line.split("\t") as [string, ...string[]];
        try {
            const made = operations[operation] ? await operations[operation](...given) : "?";
            const fields =
                made === undefined || made === null ? [] : Array.isArray(made) ? made : [made];
            console.log(
                made === "?"
                    ? "?"
                    : [
                          "=",
                          ...fields.map((field) =>
                              Array.isArray(field)
                                  ? field.map((one) => one ?? "-").join(" ")
                                  : (field ?? ""),
                          ),
                      ].join("\t"),
            );
        } catch (error) {
            let code = /Code: `([0-9A-Z]{5})`/.exec(String(error))?.[1] ?? ""; // as Prisma says it
            for (let e = error as any; e && !code; e = e.cause ?? e.parent ?? e.driverError)
                code = /^[0-9A-Z]{5}$/.test(e.code ?? "") ? e.code : "";
            console.log(["!", code, String(error).replace(/\s+/g, " ")].join("\t"));
        }
    }
}
/** What times.py asks: plain of UUIDs and stored of ids, 1,000 rows at a time. */
export function times(
    write: (
        table: "plain" | "stored",
        rows: { id: any; friend: any; name: string }[],
    ) => Promise<unknown>,
    read: (table: "plain" | "stored") => Promise<any[]>,
) {
    const given = (process.env["ROWS"] ? lines("ROWS") : []).map((line) => line.split("\t"));
    const [plain, stored] = [0, 1].map((column) =>
        given.map((row) => ({ id: row[column], friend: row[column], name: "a name" })),
    );
    return {
        write: async (table: any) => {
            for (let i = 0; i < given.length; i += 1000)
                await write(table, (table === "stored" ? stored : plain)!.slice(i, i + 1000));
        },
        read: async (table: any) => read(table).then((found) => [found.length, found[0].friend]),
    };
}
/** The ids of a field, which stand between blanks. */
export const listOf = (text: string | undefined) => (text ? text.split(" ") : []);
