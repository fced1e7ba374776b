// The ids of the PostgreSQL extension base62id: text to octets and back, and what node-postgres needs for arrays.
//
//   parse("typeid", "user_01h455vb4pex5vsknk084sn02q")    the canonical text, or an Error
//   decode("base62id", text), encode("base62id", octets)  the octets that PostgreSQL sends and receives
//   await registerPg(client, pg.types)                    arrays of ids are arrays of strings
//
// One file without dependencies. Its types can be stripped: node 22.18 and later run it as it is.

interface Format {
    alphabet: string;
    length: number;
    bits: number;
    offset?: bigint;
    upper?: boolean;
}

const digits = "0123456789";
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const lower = "abcdefghijklmnopqrstuvwxyz";
const suffix: Format = { alphabet: "0123456789abcdefghjkmnpqrstvwxyz", length: 26, bits: 128 };

// A number of so many bits, plus the offset, as symbols of the alphabet.
const formats = {
    base62id: { alphabet: digits + upper + lower, length: 22, bits: 128, offset: 2n << 128n },
    base64uuid: { alphabet: "$" + digits + upper + "_" + lower, length: 22, bits: 128, offset: 4n << 128n },
    uid11: { alphabet: "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", length: 11, bits: 64 },
    baseuid: { alphabet: "-" + digits + upper + "_" + lower, length: 20, bits: 120 },
    ulid: { alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ", length: 26, bits: 128, upper: true },
} satisfies Record<string, Format>;

export type Name = keyof typeof formats | "typeid";
export const names: Name[] = ["typeid", ...(Object.keys(formats) as Name[])];
const typePrefix = /^(?:[a-z](?:[a-z_]{0,61}[a-z])?)?$/;

function toOctets(name: string, format: Format, given: string): Uint8Array {
    const text = format.upper ? given.replace(/[a-z]/g, (symbol) => symbol.toUpperCase()) : given;
    if (text.length !== format.length)
        throw new Error(`${name} has ${format.length} symbols, not ${text.length}`);
    let number = 0n;
    for (let i = 0; i < text.length; ++i) {
        const value = format.alphabet.indexOf(text[i]!);
        if (value < 0) throw new Error(`the symbol at position ${i + 1} is not in the alphabet of ${name}`);
        number = number * BigInt(format.alphabet.length) + BigInt(value);
    }
    number -= format.offset ?? 0n;
    if (number < 0n || number >> BigInt(format.bits) !== 0n)
        throw new Error(`the value is not one of ${name}`);
    const octets = new Uint8Array(format.bits / 8);
    for (let i = octets.length - 1; i >= 0; --i, number >>= 8n) octets[i] = Number(number & 255n);
    return octets;
}

function toText(name: string, format: Format, octets: Uint8Array): string {
    if (octets.length !== format.bits / 8) {
        throw new Error(`${name} has ${format.bits / 8} octets, not ${octets.length}`);
    }
    let number = 0n;
    for (const octet of octets) number = (number << 8n) | BigInt(octet);
    number += format.offset ?? 0n;
    const base = BigInt(format.alphabet.length);
    let text = "";
    for (let i = 0; i < format.length; ++i, number /= base)
        text = format.alphabet[Number(number % base)] + text;
    return text;
}

/** The octets of an id. Like the type's input it takes one pair of double quotes, too. */
export function decode(name: Name, given: string): Uint8Array {
    if (typeof given !== "string") throw new Error(`${name} is made of a string, not of ${typeof given}`);
    const text = /^"[^]*"$/.test(given) ? given.slice(1, -1) : given;
    if (name !== "typeid") return toOctets(name, formats[name], text);
    const separator = text.lastIndexOf("_");
    const prefix = text.slice(0, Math.max(separator, 0));
    if (!typePrefix.test(prefix) || separator === 0) {
        throw new Error("the type prefix has 1 to 63 symbols of a to z, and _ inside");
    }
    const octets = toOctets(name, suffix, text.slice(separator + 1));
    return Uint8Array.from([...new TextEncoder().encode(prefix), ...octets]);
}

/** The text of an id's octets. */
export function encode(name: Name, octets: Uint8Array): string {
    if (name !== "typeid") return toText(name, formats[name], octets);
    if (octets.length < 16) throw new Error(`typeid has 16 octets or more, not ${octets.length}`);
    const prefix = String.fromCharCode(...octets.subarray(0, -16));
    if (!typePrefix.test(prefix))
        throw new Error("the type prefix has 1 to 63 symbols of a to z, and _ inside");
    return prefix + (prefix && "_") + toText(name, suffix, octets.subarray(-16));
}

/** The canonical text of an id, or an Error. With a prefix, a typeid must have that type prefix. */
export function parse(name: Name, text: string, prefix?: string): string {
    const id = encode(name, decode(name, text));
    if (prefix !== undefined && id.slice(0, -27) !== prefix)
        throw new Error(`the type prefix is not ${prefix}`);
    return id;
}

export function isValid(name: Name, text: string, prefix?: string): boolean {
    try {
        return parse(name, text, prefix) !== "";
    } catch {
        return false;
    }
}

/** An id of a UUID's text, for ids that the client makes: fromUuid("typeid", uuidv7(), "user"). */
export function fromUuid(name: Name, uuid: string, prefix = ""): string {
    const octets = uuid
        .replaceAll("-", "")
        .match(/../g)!
        .map((octet) => parseInt(octet, 16));
    return encode(name, Uint8Array.from([...new TextEncoder().encode(prefix), ...octets]));
}

interface Queryable {
    query(text: string, values: unknown[]): Promise<{ rows: { typarray: number }[] }>;
}
interface Types {
    setTypeParser(oid: number, parser: (text: string) => unknown): void;
    getTypeParser(oid: number): (text: string) => unknown;
}

/** node-postgres and all that is built on it: arrays of ids, and of typed ids that are named, as arrays of strings. */
export async function registerPg(client: Queryable, types: Types, typed: string[] = []): Promise<void> {
    const { rows } = await client.query(
        "SELECT t.typarray FROM pg_catalog.unnest($1::text[]) AS wanted" +
            " JOIN pg_catalog.pg_type t ON t.oid = pg_catalog.to_regtype(wanted)",
        [[...names, ...typed]],
    );
    const array = types.getTypeParser(1009); // that of text[]
    for (const { typarray } of rows) types.setTypeParser(typarray, array);
}
