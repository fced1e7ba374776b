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

let digits: Int8Array | undefined;
const codes: number[] = [];
/** fromColumn(), in two thirds of its time for a UUID's text as PostgreSQL writes it: without octets, digits to symbols. */
export function idOf(notation: UuidName, text: string, prefix?: string): string {
    if (text.length !== 36 || !prefix || (notation !== "typeid" && notation !== "ulid")) return fromColumn(notation, text, prefix);
    const symbols = notation === "ulid" ? "0123456789ABCDEFGHJKMNPQRSTVWXYZ" : "0123456789abcdefghjkmnpqrstvwxyz";
    digits ??= Int8Array.from({ length: 128 }, (_, code) => "0123456789abcdef".indexOf(String.fromCharCode(code)));
    let all = 0;
    for (let i = 0, value = 0, have = 2, at = 0; i < 36; ++i) {
        if (i === 8 || i === 13 || i === 18 || i === 23) {
            all |= text.charCodeAt(i) === 45 ? 0 : -1;
            continue;
        }
        const digit = digits[text.charCodeAt(i)] ?? -1;
        all |= digit;
        value = (value << 4) | digit;
        if ((have += 4) >= 5) codes[at++] = symbols.charCodeAt((value >> (have -= 5)) & 31);
    }
    return all >= 0 ? `${prefix}_${String.fromCharCode(...codes)}` : fromColumn(notation, text, prefix);
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
