// node-postgres, all that is built on it, and Prisma: arrays of ids are arrays of strings. Goes with base62id.ts.
//
//   new pg.Pool({ onConnect: (client) => registerPg(client) })
//   new PrismaPg({ connectionString }, { userDefinedTypeParser: prismaArrays() })

import { fromColumn, type UuidName } from "./base62id.js";

interface PgTypes {
    setTypeParser(oid: number, parser: (text: string) => unknown): void;
}
interface PgClient extends PgTypes {
    query(text: string, values: unknown[]): Promise<{ rows: any[] }>;
}

// The arrays of ids that a database has: those whose send function is the extension's, or in its language, as typed ids'
// and domains' is; and arrays of domains over uuid.
const arrayOids = `SELECT t.typarray FROM pg_catalog.pg_type t WHERE t.typarray <> 0 AND (t.typtype = 'd' AND t.typbasetype = 2950 OR t.typsend IN (
   SELECT s.oid FROM pg_catalog.pg_proc s
   JOIN pg_catalog.pg_depend d ON d.deptype = 'e' AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
    AND (d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = s.oid
      OR d.classid = 'pg_catalog.pg_language'::pg_catalog.regclass AND d.objid = s.prolang)
   JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND e.extname = 'base62id'))`;

let digits: Int8Array | undefined, symbols: Uint8Array | undefined;
const codes: number[] = [];
const places = [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35];
/** The value of a UUID's digit; negative: it is none. */
function digitOf(text: string, i: number): number {
    const code = text.charCodeAt(places[i]!);
    return digits![code & 127]! | ((127 - code) >> 31);
}
/** fromColumn(), in half of its time for a UUID's text as PostgreSQL writes it: without octets, five digits are four symbols. */
export function idOf(notation: UuidName, text: string, prefix?: string): string {
    if (text.length !== 36 || !prefix || (notation !== "typeid" && notation !== "ulid")) return fromColumn(notation, text, prefix);
    digits ??= Int8Array.from({ length: 128 }, (_, code) => "0123456789abcdef".indexOf(String.fromCharCode(code)));
    symbols ??= Uint8Array.from("0123456789abcdefghjkmnpqrstvwxyz", (symbol) => symbol.charCodeAt(0));
    let value = (digitOf(text, 0) << 4) | digitOf(text, 1), at = 2;
    let all = value | -((text.charCodeAt(8) ^ 45) | (text.charCodeAt(13) ^ 45) | (text.charCodeAt(18) ^ 45) | (text.charCodeAt(23) ^ 45));
    codes[0] = symbols[(value >> 5) & 31]!;
    codes[1] = symbols[value & 31]!;
    for (let i = 2; i < 32; i += 5) {
        value = (digitOf(text, i) << 16) | (digitOf(text, i + 1) << 12) | (digitOf(text, i + 2) << 8) | (digitOf(text, i + 3) << 4) | digitOf(text, i + 4);
        all |= value;
        for (let bits = 15; bits >= 0; bits -= 5) codes[at++] = symbols[(value >> bits) & 31]!;
    }
    const made = String.fromCharCode.apply(null, codes);
    return all < 0 ? fromColumn(notation, text, prefix) : `${prefix}_${notation === "ulid" ? made.toUpperCase() : made}`;
}

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
 * node-postgres and all that is built on it: arrays of ids, and of typed ids, are arrays of strings. Again after a type
 * was dropped and made. For this client alone, because in another database the same OIDs may be other types; Drizzle
 * asks only pg.types, which a program with one database gives as the second argument.
 */
export async function registerPg(client: PgClient, types: PgTypes = client): Promise<void> {
    const { rows } = await client.query(arrayOids, []);
    for (const { typarray } of rows) types.setTypeParser(typarray, parseArray);
}

interface PrismaAdapter {
    queryRaw(query: { sql: string; args: never[]; argTypes: never[] }): Promise<{ rows: unknown[][] }>;
}

/** Prisma: new PrismaPg({ connectionString }, { userDefinedTypeParser: prismaArrays() }). Arrays of ids are lists. */
export function prismaArrays(): (oid: number, value: unknown, adapter: PrismaAdapter) => Promise<unknown> {
    const known = new Map<number, boolean>(); // an OID that is not there is a type made since
    return async (oid, value, adapter) => {
        if (typeof value !== "string" || !/^[{[]/.test(value)) return value; // no id begins so
        if (!known.has(oid)) {
            const { rows } = await adapter.queryRaw({ sql: arrayOids, args: [], argTypes: [] });
            known.set(oid, rows.some(([found]) => Number(found) === oid));
        }
        return known.get(oid) ? parseArray(value) : value;
    };
}
