// node-postgres, all that is built on it, and Prisma.
//
//   new pg.Pool({ onConnect: (client) => registerPg(client) })      arrays of ids are arrays of strings
//   new PrismaPg({ connectionString }, { userDefinedTypeParser: prismaArrays() })
//   readIds(pool, { "users.id": ids.user, "users.external": null }) ids over columns of uuid

import { mapped, storable } from "./columns.js";
import type { AnyUuidKind, UuidKind } from "./ids.js";

// Arrays of ids ---------------------------------------------------------------------------------

interface PgTypes {
    setTypeParser(oid: number, parser: (text: string) => unknown): void;
}
interface PgClient extends PgTypes {
    query(text: string, values: unknown[]): Promise<{ rows: any[] }>;
}

// The arrays of ids that a database has: those whose send function is the extension's, or in its
// language, as id types' and domains' is; and arrays of domains over uuid.
const arrayOids = `SELECT t.typarray FROM pg_catalog.pg_type t
    WHERE t.typarray <> 0 AND (t.typtype = 'd' AND t.typbasetype = 2950 OR t.typsend IN (
        SELECT s.oid FROM pg_catalog.pg_proc s
        JOIN pg_catalog.pg_depend d ON d.deptype = 'e'
         AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
         AND (d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = s.oid
           OR d.classid = 'pg_catalog.pg_language'::pg_catalog.regclass AND d.objid = s.prolang)
        JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND e.extname = 'base62id'))`;

/** What PostgreSQL writes of an array of ids, none of which is ever in quotes. */
export const parseArray = (text: string): (string | null)[] =>
    JSON.parse(
        text
            .slice(text.indexOf("{")) // after the bounds, where they do not begin with 1
            .replace(/[^{},]+/g, (id) => (id === "NULL" ? "null" : `"${id}"`))
            .replace(/{/g, "[")
            .replace(/}/g, "]"),
    );

/**
 * node-postgres and all that is built on it: arrays of ids are arrays of strings. Again after a type
 * was dropped and made. For this client alone, because in another database the same OIDs may be other
 * types; Drizzle asks only pg.types, which a program with one database gives as the second argument.
 */
export async function registerPg(client: PgClient, types: PgTypes = client): Promise<void> {
    const { rows } = await client.query(arrayOids, []);
    for (const { typarray } of rows) types.setTypeParser(typarray, parseArray);
}

interface PrismaAdapter {
    queryRaw(query: {
        sql: string;
        args: never[];
        argTypes: never[];
    }): Promise<{ rows: unknown[][] }>;
}

/** Prisma: new PrismaPg({ connectionString }, { userDefinedTypeParser: prismaArrays() }). Arrays of ids are lists. */
export function prismaArrays(): (
    oid: number,
    value: unknown,
    adapter: PrismaAdapter,
) => Promise<unknown> {
    const known = new Map<number, boolean>(); // an OID that is not there is a type made since
    return async (oid, value, adapter) => {
        if (typeof value !== "string" || !/^[{[]/.test(value)) return value; // no id begins so
        if (!known.has(oid)) {
            const { rows } = await adapter.queryRaw({ sql: arrayOids, args: [], argTypes: [] });
            known.set(
                oid,
                rows.some(([found]) => Number(found) === oid),
            );
        }
        return known.get(oid) ? parseArray(value) : value;
    };
}

// Columns of uuid -------------------------------------------------------------------------------

/** "[schema.]table.column", a view's too, of a kind; null: UUIDs that stay UUIDs. */
export type Stored = Readonly<Record<string, UuidKind<any, any> | null>>;

interface Field {
    name: string;
    tableID: number;
    columnID: number;
    dataTypeID: number;
}
interface Result {
    fields?: Field[];
    rows?: Record<string | number, unknown>[];
}
/** Asks the server for the names of columns. */
type Asks = (text: string, values: unknown[]) => Promise<Result>;
type Read = (result: Result, asks: Asks) => Promise<void>;

const uuidOids = [2950, 2951];
/** Below are the catalogs' tables. */
const firstOid = 16384;
const originsOf = `SELECT a.attrelid, a.attnum, n.nspname, c.relname, a.attname
    FROM pg_catalog.pg_attribute a
    JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
    JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
    WHERE a.attrelid = ANY ($1::pg_catalog.oid[]) AND a.attnum > 0`;

/** The names of a Stored's keys, each checked. */
export function storedKeys(
    stored: Stored,
): { table: string; column: string; kind: AnyUuidKind | null }[] {
    return Object.entries(stored).map(([key, kind]) => {
        const parts = key.split(".");
        if (parts.length < 2 || parts.length > 3 || parts.includes("")) {
            throw new TypeError(`${JSON.stringify(key)} is no "[schema.]table.column"`);
        }
        const column = parts.pop()!;
        return {
            table: parts.join("."),
            column,
            kind: kind === null ? null : storable(kind, key),
        };
    });
}

/** By the columns that results come from, which PostgreSQL tells with each field, and never by the names of results. */
function readerOf(stored: Stored): Read {
    storedKeys(stored);
    interface Origin {
        name: string;
        kind: AnyUuidKind | null | undefined;
    }
    // By the OIDs of tables, each with the numbers of its columns: those made anew have others.
    const known = new Map<number, Map<number, Origin>>();
    const originOf = ({ tableID, columnID }: Field) => known.get(tableID)?.get(columnID);
    const learn = async (fields: Field[], asks: Asks) => {
        const unknown = fields
            .filter((field) => field.tableID >= firstOid && originOf(field) === undefined)
            .map(({ tableID }) => tableID);
        if (unknown.length === 0) return;
        const { rows } = await asks(originsOf, [`{${[...new Set(unknown)].join()}}`]);
        for (const row of rows as Record<string, any>[]) {
            const { attrelid, attnum, nspname, relname, attname } = row;
            if (!known.has(attrelid)) known.set(attrelid, new Map());
            const name = `${relname}.${attname}`;
            const qualified = stored[`${nspname}.${name}`];
            const kind = qualified === undefined ? stored[name] : qualified;
            known.get(attrelid)!.set(attnum, { name, kind });
        }
    };
    return async ({ fields = [], rows = [] }, asks) => {
        const asked = fields.filter(
            ({ tableID, dataTypeID }) => tableID >= firstOid || uuidOids.includes(dataTypeID),
        );
        await learn(asked, asks);
        // A row that is an object has the last of several columns of one name.
        const places = new Map<string | number, Field>();
        fields.forEach(
            (field, i) => void places.set(Array.isArray(rows[0]) ? i : field.name, field),
        );
        for (const [place, field] of places) {
            const origin = originOf(field);
            if (origin?.kind) {
                const { fromColumn } = origin.kind;
                const one = (text: string) =>
                    text[0] === "{" ? mapped(parseArray(text), fromColumn) : fromColumn(text);
                for (const row of rows) row[place] = mapped(row[place], one);
            } else if (uuidOids.includes(field.dataTypeID) && origin?.kind !== null) {
                throw unknownUuid(field, origin?.name);
            }
        }
    };
}

function unknownUuid({ name, tableID }: Field, column: string | undefined): TypeError {
    const shown = JSON.stringify(name);
    if (column !== undefined) {
        return new TypeError(`${shown} is a UUID of ${column}: name its kind, or null`);
    }
    if (tableID > 0) return new TypeError(`${shown} is a UUID of a table of the catalogs`);
    return new TypeError(
        `${shown} is a UUID of an expression, of which PostgreSQL does not tell the column: ` +
            "select typeid_encode(…) for the id, or its ::text for the UUID",
    );
}

interface Client {
    query(...words: any[]): any;
    release?(error?: unknown): void;
}
interface Pool {
    connect(): Promise<Client>;
    query(...words: any[]): any;
}
interface Cursor {
    read(count: number, done?: (error: unknown, rows?: unknown, result?: unknown) => void): any;
    _result?: Result;
}

/** A client's query() that reads ids; another client answers while this one is busy with a cursor. */
function readingQuery(client: Client, read: Read, other: Asks) {
    const query = client.query.bind(client);
    const readAll = async (result: Result | Result[]) => {
        for (const one of [result].flat()) await read(one, query);
        return result;
    };
    return (...words: any[]): any => {
        const [given] = words;
        if (typeof given?.submit === "function") {
            const cursor: Cursor | undefined = given.cursor ?? given;
            if (typeof cursor?.read !== "function") {
                throw new TypeError("readIds() does not see the rows of a query object");
            }
            readPieces(cursor, read, other);
            return query(...words);
        }
        const done = words[words.length - 1];
        const answer = typeof done === "function" ? words.slice(0, -1) : words;
        const work = Promise.resolve(query(...answer)).then(readAll);
        if (answer === words) return work;
        work.then(
            (result) => done(null, result),
            (error) => done(error),
        );
        return undefined;
    };
}

/** A cursor (pg-cursor, pg-query-stream) reads pieces of a result. */
function readPieces(cursor: Cursor, read: Read, other: Asks): void {
    const piece = cursor.read.bind(cursor);
    cursor.read = (count, done) => {
        const work = (async () => {
            const rows = await piece(count);
            await read({ fields: cursor._result?.fields ?? [], rows }, other);
            return rows;
        })();
        if (done === undefined) return work;
        work.then(
            (rows) => done(null, rows, cursor._result),
            (error) => done(error),
        );
    };
}

/** Another object in front of the given one, with some of its members anew. */
function inFrontOf<T extends object>(target: T, anew: ReadonlyMap<PropertyKey, unknown>): T {
    return new Proxy(target, {
        get: (_, name) => {
            if (anew.has(name)) return anew.get(name);
            const value = Reflect.get(target, name, target);
            return typeof value === "function" ? value.bind(target) : value;
        },
    });
}

/**
 * A pool whose clients give ids where columns of uuid are said to have them. A UUID of a column that is
 * not named, or of an expression, is a TypeError. The pool that is given goes on as it was.
 *
 * @example
 * const pool = readIds(new pg.Pool({ connectionString }), { "users.id": ids.user, "users.external": null });
 */
export function readIds<T extends Pool>(pool: T, stored: Stored): T {
    const read = readerOf(stored);
    const other: Asks = (text, values) => pool.query(text, values);
    const reading = (client: Client) =>
        inFrontOf(client, new Map([["query", readingQuery(client, read, other)]]));
    const connect = (done?: (error: unknown, client?: Client, release?: unknown) => void) => {
        const work = pool.connect().then(reading);
        if (typeof done !== "function") return work;
        work.then(
            (client) => done(undefined, client, (error?: unknown) => client.release?.(error)),
            (error) => done(error, undefined, () => {}),
        );
        return undefined;
    };
    const query = (...words: any[]) => {
        const done = words[words.length - 1];
        if (typeof words[0]?.submit === "function") {
            throw new TypeError("a cursor wants a client: pool.connect()");
        }
        const work = pool.connect().then(async (client) => {
            const asked = typeof done === "function" ? words.slice(0, -1) : words;
            try {
                return await readingQuery(client, read, other)(...asked);
            } finally {
                client.release?.();
            }
        });
        if (typeof done !== "function") return work;
        work.then(
            (result) => done(undefined, result),
            (error) => done(error),
        );
        return undefined;
    };
    return inFrontOf(
        pool,
        new Map<string, unknown>([
            ["connect", connect],
            ["query", query],
        ]),
    );
}

/**
 * The same of one client, in place: for Knex, whose pool makes clients of its own.
 *
 * @example
 * knex({ client: "pg", pool: { afterCreate: (client, done) => done(null, readClientIds(client, stored)) } });
 */
export function readClientIds<T extends Client>(client: T, stored: Stored): T {
    const other: Asks = () => {
        throw new TypeError("the columns of a cursor are not known yet: query them once before");
    };
    client.query = readingQuery(client, readerOf(stored), other);
    return client;
}
