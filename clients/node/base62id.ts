// The ids of the PostgreSQL extension base62id, without a dependency: text to octets and back, new ids, and what
// node-postgres needs for arrays.
//
//   newId("user")                                         user_01h455vb4pex5vsknk084sn02q, an Id<"user">
//   parse("typeid", text, "user")                         the canonical text, or an InvalidIdError
//   parse("ulid", text, "prod")                           the same of a typed id in another notation
//   decode("base62id", text), encode("base62id", octets)  the octets that PostgreSQL sends and receives
//   kind("typeid", "user")                                a Standard Schema, a JSON Schema: the border of a service
//   pool.on("connect", (client) => registerPg(client))    arrays of ids are arrays of strings
//
// The package base62id is made of this file and the adapters beside it. Each can also be copied: it compiles for
// ES2018 without the DOM's or Node's types, and node strips its types and runs it as it is.

/** The text of a typeid of one type prefix. `Id<"user">` and `Id<"order">` are both strings, and do not mix. */
export type Id<Prefix extends string = string> = string & { readonly "~typePrefix": Prefix };

const isInvalidId = Symbol.for("base62id.InvalidIdError");

/** A text that is no id, and what is wrong with it. The package's two forms, ES modules and CommonJS, know each other's. */
export class InvalidIdError extends Error {
    static override [Symbol.hasInstance](value: unknown): boolean {
        return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[isInvalidId] === true;
    }
    readonly [isInvalidId] = true;
    /** The SQLSTATE that the server raises for such a text. */
    readonly code: string = "22P02";
    override readonly name: string = "InvalidIdError";
}

interface Format {
    alphabet: string;
    length: number;
    size: number;
    /** The octet before the id's own: the specification's prefix bits. */
    mark: number;
    pattern: string;
}

const digits = "0123456789";
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const lower = "abcdefghijklmnopqrstuvwxyz";
const format = (alphabet: string, length: number, size: number, mark: number, pattern: string): Format => ({ alphabet, length, size, mark, pattern });
const suffixFormat = format("0123456789abcdefghjkmnpqrstvwxyz", 26, 16, 0, "[0-7][0-9a-hjkmnp-tv-z]{25}");
const uid11 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const formats = {
    base62id: format(digits + upper + lower, 22, 16, 2, "[F-N][0-9A-Za-z]{21}"),
    base64uuid: format("$" + digits + upper + "_" + lower, 22, 16, 4, "[F-I][$0-9A-Z_a-z]{21}"),
    uid11: format(uid11, 11, 8, 0, "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}"),
    baseuid: format("-" + digits + upper + "_" + lower, 20, 15, 0, "[-0-9A-Z_a-z]{20}"),
    ulid: format("0123456789ABCDEFGHJKMNPQRSTVWXYZ", 26, 16, 0, "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}"),
};

export type Name = keyof typeof formats | "typeid";
/** The systems whose ids are UUIDs. */
export type UuidName = "typeid" | "base62id" | "base64uuid" | "ulid";
/** The notations of typed ids. */
export type Notation = UuidName | "uid11";
export const names: Name[] = ["typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"];

const typePrefixPattern = /^(?:[a-z](?:[a-z_]{0,61}[a-z])?)?$/;
const uuidPattern = /^[0-9a-f]{8}(-?)(?:[0-9a-f]{4}\1){3}[0-9a-f]{12}$/i;
const uuidsOwnText = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function invalid(name: string, given: unknown, reason: string): InvalidIdError {
    const text = typeof given === "string" ? ` ${JSON.stringify(given.slice(0, 100))}` : "";
    return new InvalidIdError(`invalid ${name}${text}: ${reason}`);
}

function prefixProblem(prefix: string): string | undefined {
    if (typePrefixPattern.test(prefix)) return undefined;
    const found = JSON.stringify(prefix.slice(0, 100));
    return `a type prefix has at most 63 symbols of a to z, and _ inside, not ${found}`;
}

// Octets are bytes of a number in base 256, most significant first; the one in front takes the mark.
function toOctets(name: string, format: Format, given: string, whole: string): Uint8Array {
    // The ASCII letters alone: toUpperCase() of the whole would make letters of other ones (ı).
    const text = name === "ulid" ? given.replace(/[a-z]/g, (symbol) => symbol.toUpperCase()) : given;
    if (text.length !== format.length) {
        throw invalid(name, whole, `${text.length} symbols, not ${format.length}`);
    }
    const octets = new Uint8Array(format.size + 1);
    for (let i = 0; i < text.length; ++i) {
        let carry = format.alphabet.indexOf(text.charAt(i));
        if (carry < 0) {
            const at = i + 1 + whole.lastIndexOf(given);
            throw invalid(name, whole, `${JSON.stringify(given.charAt(i))} at position ${at} is not in its alphabet`);
        }
        for (let o = format.size; o >= 0; --o) {
            carry += octets[o]! * format.alphabet.length;
            octets[o] = carry & 255;
            carry >>= 8;
        }
    }
    if (octets[0] !== format.mark) throw invalid(name, whole, "its number is none of a " + name);
    return octets.subarray(1);
}

function toText(name: string, format: Format, octets: Uint8Array): string {
    if (octets.length !== format.size) {
        throw new InvalidIdError(`invalid ${name}: ${octets.length} octets, not ${format.size}`);
    }
    const number = [format.mark, ...Array.from(octets)];
    let text = "";
    for (let i = 0; i < format.length; ++i) {
        let rest = 0;
        for (let o = 0; o < number.length; ++o) {
            rest = (rest << 8) | number[o]!;
            number[o] = Math.floor(rest / format.alphabet.length);
            rest %= format.alphabet.length;
        }
        text = format.alphabet.charAt(rest) + text;
    }
    return text;
}

function formatOf(name: string): Format {
    const format = Object.prototype.hasOwnProperty.call(formats, name) ? formats[name as keyof typeof formats] : undefined;
    if (format === undefined) throw new TypeError(`no id is of the name ${JSON.stringify(name)}, but: ${names.join(", ")}`);
    return format;
}

const ascii = (text: string) => Array.from(text, (symbol) => symbol.charCodeAt(0));

function unquoted(name: string, given: string): string {
    if (typeof given !== "string") throw invalid(name, given, `a ${given === null ? "null" : typeof given}, not a string`);
    return given.length > 1 && given.startsWith('"') && given.endsWith('"') ? given.slice(1, -1) : given;
}

const lead = (prefix: string) => prefix + (prefix && "_");

/** The octets of a typed id in the notation of that name, which is none of the system typeid. */
function behindPrefix(name: Notation, given: string, prefix: string): Uint8Array {
    const text = unquoted(name, given);
    const problem = prefixProblem(prefix);
    if (problem !== undefined) throw invalid(name, given, problem);
    if (!text.startsWith(lead(prefix))) {
        throw invalid(name, given, `the type prefix is ${JSON.stringify(typePrefix(text, name))}, not ${JSON.stringify(prefix)}`);
    }
    return toOctets(name, formatOf(name), text.slice(lead(prefix).length), given);
}
const isNotation = (name: Name): name is Notation => name === "uid11" || (name !== "typeid" && formatOf(name).size === 16);

/** The octets of an id's own text, bare or in one pair of double quotes. */
export function decode(name: Name, given: string): Uint8Array {
    const text = unquoted(name, given);
    if (name !== "typeid") return toOctets(name, formatOf(name), text, given);
    const separator = text.lastIndexOf("_");
    const prefix = text.slice(0, Math.max(separator, 0));
    const problem = separator === 0 ? "a separator without a type prefix" : prefixProblem(prefix);
    if (problem !== undefined) throw invalid(name, given, problem);
    return Uint8Array.from([...ascii(prefix), ...toOctets(name, suffixFormat, text.slice(separator + 1), given)]);
}

/** The text of an id's octets. */
export function encode(name: Name, octets: Uint8Array): string {
    if (name !== "typeid") return toText(name, formatOf(name), octets);
    if (octets.length < 16) throw new InvalidIdError(`invalid typeid: ${octets.length} octets, not 16 or more`);
    const prefix = String.fromCharCode(...Array.from(octets.subarray(0, -16)));
    const problem = prefixProblem(prefix);
    if (problem !== undefined) throw new InvalidIdError(`invalid typeid: ${problem}`);
    return prefix + (prefix && "_") + toText(name, suffixFormat, octets.subarray(-16));
}

/** What typeid_create_type(name, prefix, notation, mask_key, accept_uuid) was given beside the notation and the prefix. */
export interface Made {
    /** A UUID that is not of version 4 is refused: no masked id has one. */
    masked?: boolean | undefined;
    /** A UUID's own text is read, too. */
    acceptUuid?: boolean | undefined;
}

/**
 * What the type's input makes of a text: the canonical id, or an InvalidIdError. A base62id, base64uuid or ulid may
 * also come as a UUID's own text. With a prefix, a typeid must have that type prefix; base62id, base64uuid, ulid and
 * uid11 are then the notation of a typed id, as typeid_create_type(name, prefix, notation) makes its type.
 */
export function parse<Prefix extends string>(name: Notation, text: string, prefix: Prefix, made?: Made): Id<Prefix>;
export function parse(name: Name, text: string, prefix?: string, made?: Made): string;
export function parse(name: Name, given: string, prefix?: string, made: Made = {}): string {
    const text = unquoted(name, given);
    const isUuid = name === "typeid" || formatOf(name).size === 16;
    let octets: Uint8Array;
    let id: string;
    if (isUuid && uuidsOwnText.test(text) && (prefix === undefined ? name !== "typeid" : made.acceptUuid)) {
        id = fromUuid(name as UuidName, text, prefix);
        octets = uuidOctets(text);
    } else if (prefix !== undefined && isNotation(name)) {
        octets = behindPrefix(name, given, prefix);
        id = lead(prefix) + encode(name, octets);
    } else {
        octets = decode(name, given);
        id = encode(name, octets);
        if (prefix !== undefined && (name !== "typeid" || typePrefix(id) !== prefix)) {
            const found = name === "typeid" ? JSON.stringify(typePrefix(id)) : "none";
            throw invalid(name, given, `the type prefix is ${found}, not ${JSON.stringify(prefix)}`);
        }
    }
    octets = octets.subarray(-16);
    if (made.masked && isUuid && (octets[6]! >> 4 !== 4 || octets[8]! >> 6 !== 2)) {
        throw invalid(name, given, "its UUID is not of version 4, as that of every masked id is");
    }
    return id;
}

/** Whether this is the text of an id, as …_is_valid says on the server; a UUID's own text is one with acceptUuid. */
export function isValid<Prefix extends string>(name: Notation, text: string, prefix: Prefix, made?: Made): text is Id<Prefix>;
export function isValid(name: Name, text: string, prefix?: string, made?: Made): boolean;
export function isValid(name: Name, text: string, prefix?: string, made: Made = {}): boolean {
    try {
        if (!made.acceptUuid && uuidsOwnText.test(unquoted(name, text))) return false;
        return parse(name, text, prefix, made) !== "";
    } catch (error) {
        if (error instanceof InvalidIdError) return false;
        throw error;
    }
}

/** One kind of ids, for the border of a service: a Standard Schema, a JSON Schema, and what zod's refine() takes. */
export interface Kind<Text extends string = string> {
    parse(text: string): Text;
    is(text: unknown): text is Text;
    /** Of JSON Schema and OpenAPI. Every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse() refuses. */
    readonly jsonSchema: { readonly type: "string"; readonly pattern: string };
    readonly "~standard": {
        readonly version: 1;
        readonly vendor: "base62id";
        readonly validate: (value: unknown) => { readonly value: Text } | { readonly issues: readonly { readonly message: string }[] };
        readonly types?: { readonly input: string; readonly output: Text } | undefined;
    };
}

/** kind("typeid", "user"), kind("ulid", "prod", { masked: true }), kind("base62id") */
export function kind<Prefix extends string>(name: Notation, prefix: Prefix, made?: Made): Kind<Id<Prefix>>;
export function kind(name: Name, prefix?: string, made?: Made): Kind;
export function kind(name: Name, prefix?: string, made: Made = {}): Kind {
    const uuid = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
    const anyPrefix = name === "typeid" && prefix === undefined ? "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?" : lead(prefix ?? "");
    let text = anyPrefix + (name === "typeid" ? suffixFormat : formatOf(name)).pattern;
    const takesUuid = prefix === undefined ? name !== "typeid" && formatOf(name).size === 16 : made.acceptUuid;
    if (takesUuid) text = `(?:${text}|${uuid})`;
    const read = (given: string) => parse(name, given, prefix, made);
    return {
        parse: read,
        is: (given): given is string => typeof given === "string" && isValid(name, given, prefix, { ...made, acceptUuid: takesUuid }),
        jsonSchema: { type: "string", pattern: `^${text}$` },
        "~standard": {
            version: 1,
            vendor: "base62id",
            validate: (given) => {
                try {
                    return { value: read(given as string) };
                } catch (error) {
                    if (error instanceof InvalidIdError) return { issues: [{ message: error.message }] };
                    throw error;
                }
            },
        },
    };
}

/** The type prefix of a typeid, or of a typed id in another notation, which may have an underscore behind it. */
export function typePrefix<Prefix extends string>(id: Id<Prefix>, notation?: Notation): Prefix;
export function typePrefix(id: string, notation?: Notation): string;
export function typePrefix(id: string, notation: Notation = "typeid"): string {
    const text = unquoted(notation, id);
    if (notation !== "typeid") return text.slice(0, Math.max(text.length - formatOf(notation).length - 1, 0));
    return text.slice(0, Math.max(text.lastIndexOf("_"), 0));
}

/** The 26 symbols of a typeid behind its type prefix. */
export function suffix(id: string): string {
    return parse("typeid", id).slice(-26);
}

/** The UUID of an id, in its own text. */
export function toUuid(name: UuidName, text: string): string {
    if (name !== "typeid" && formatOf(name).size !== 16) throw new TypeError(`a ${name} is no UUID`);
    const octets = decode(name, parse(name, text)).subarray(-16);
    const hex = Array.from(octets, (octet) => (octet + 256).toString(16).slice(1)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const uuidOctets = (text: string) =>
    Uint8Array.from(text.replace(/-/g, "").match(/../g)!, (octet) => parseInt(octet, 16));

/** The id of a UUID: its text, with or without hyphens, or its 16 octets. */
export function fromUuid<Prefix extends string>(name: UuidName, uuid: string | Uint8Array, prefix: Prefix): Id<Prefix>;
export function fromUuid(name: UuidName, uuid: string | Uint8Array, prefix?: string): string;
export function fromUuid(name: UuidName, uuid: string | Uint8Array, prefix = ""): string {
    if (name !== "typeid" && formatOf(name).size !== 16) throw new TypeError(`a ${name} is no UUID`);
    if (typeof uuid === "string" ? !uuidPattern.test(uuid) : !(uuid instanceof Uint8Array) || uuid.length !== 16) {
        throw invalid("uuid", uuid, "not 32 hexadecimal digits, in groups of 8-4-4-4-12 or in one");
    }
    const octets = typeof uuid === "string" ? uuidOctets(uuid) : Uint8Array.from(uuid);
    const problem = prefixProblem(prefix);
    if (problem !== undefined) throw new InvalidIdError(`invalid ${name}: ${problem}`);
    if (name !== "typeid") return lead(prefix) + encode(name, octets);
    return encode(name, Uint8Array.from([...ascii(prefix), ...Array.from(octets)]));
}

const number = (octets: Uint8Array) => octets.reduce((sum, octet) => sum * 256 + octet, 0);

/**
 * When an id was made, to the millisecond: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7;
 * undefined for other UUIDs.
 */
export function timestamp(name: Name, text: string): Date | undefined {
    const octets = decode(name, parse(name, text)).subarray(name === "typeid" ? -16 : 0);
    if (name === "uid11") {
        // 42 bits of milliseconds since 2011-11-11 11:11:11.111
        return new Date(number(octets.subarray(0, 4)) * 1024 + (number(octets.subarray(4, 6)) >> 6) + 1321009871111);
    }
    const time = number(octets.subarray(0, 6));
    // Units of 2^15 ns, of which 15625 are 512 ms.
    if (name === "baseuid") return new Date(Math.floor(time / 15625) * 512 + Math.floor(((time % 15625) * 512) / 15625));
    if (name !== "ulid" && (octets[6]! >> 4 !== 7 || octets[8]! >> 6 !== 2)) return undefined;
    return new Date(time);
}

// Numbers: typed ids of the notation uid11 --------------------------------------------------------

interface BigInts {
    (value: number | string | bigint): bigint;
    asIntN(bits: number, value: bigint): bigint;
}
const { BigInt } = globalThis as unknown as { BigInt: BigInts };

const wordsOf = (octets: ArrayLike<number>) =>
    Array.from({ length: octets.length / 4 }, (_, i) => {
        const at = 4 * i;
        return ((octets[at]! << 24) | (octets[at + 1]! << 16) | (octets[at + 2]! << 8) | octets[at + 3]!) >>> 0;
    });
const octetsOf = (words: number[]) =>
    ([] as number[]).concat(...words.map((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]));
const rotated = (word: number, left: number) => ((word << left) | (word >>> (32 - left))) >>> 0;

// SHA-256's constants: the first 32 bits behind the point of roots of primes.
const upTo = (n: number) => Array.from({ length: n - 2 }, (_, i) => i + 2);
const primes = upTo(312).filter((n) => upTo(n).every((d) => n % d !== 0));
const behindPoint = (root: number) => Math.floor((root - Math.floor(root)) * 0x100000000);

function sha256(message: number[]): number[] {
    const zeros = Array<number>((119 - (message.length % 64)) % 64).fill(0);
    const padded = [...message, 128, ...zeros, ...octetsOf([0, message.length * 8])];
    let state = primes.slice(0, 8).map((p) => behindPoint(Math.sqrt(p)));
    for (let at = 0; at < padded.length; at += 64) {
        const w = wordsOf(padded.slice(at, at + 64));
        let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
        for (let i = 0; i < 64; ++i) {
            if (i >= 16) {
                const early = w[i - 15]!;
                const late = w[i - 2]!;
                const s0 = rotated(early, 25) ^ rotated(early, 14) ^ (early >>> 3);
                const s1 = rotated(late, 15) ^ rotated(late, 13) ^ (late >>> 10);
                w.push((w[i - 16]! + s0 + w[i - 7]! + s1) >>> 0);
            }
            const sum1 = rotated(e, 26) ^ rotated(e, 21) ^ rotated(e, 7);
            const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + behindPoint(Math.cbrt(primes[i]!)) + w[i]!) >>> 0;
            const sum0 = rotated(a, 30) ^ rotated(a, 19) ^ rotated(a, 10);
            const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
            [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) >>> 0, c, b, a, (t1 + t2) >>> 0];
        }
        state = [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]!) >>> 0);
    }
    return octetsOf(state);
}

// Speck64/128.
function round(x: number, y: number, key: number): [number, number] {
    const sum = (((rotated(x, 24) + y) >>> 0) ^ key) >>> 0;
    return [sum, (rotated(y, 3) ^ sum) >>> 0];
}
function roundKeys(key: Uint8Array, prefix: string): number[] {
    if (key.length !== 16) throw new TypeError(`a mask key has 16 octets, not ${key.length}`);
    const pad = (octet: number) => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ octet);
    const mac = sha256([...pad(0x5c), ...sha256([...pad(0x36), ...ascii("base62id number mask\0" + prefix)])]);
    const word = wordsOf(mac.slice(0, 16).reverse()).reverse();
    return Array.from({ length: 27 }, (_, i) => {
        const now = word[0]!;
        [word[1 + (i % 3)], word[0]] = round(word[1 + (i % 3)]!, now, i);
        return now;
    });
}

/**
 * The typed id of a bigint, in the notation uid11; with the 16 octets of a mask key, as a type that masks by that key
 * shows it. Numbers beyond 2^53 come as BigInt.
 */
export function fromNumber<Prefix extends string>(given: bigint | number, prefix: Prefix, key?: Uint8Array): Id<Prefix>;
export function fromNumber(given: bigint | number, prefix?: string, key?: Uint8Array): string;
export function fromNumber(given: bigint | number, prefix = "", key?: Uint8Array): string {
    if (typeof given === "number" && !Number.isSafeInteger(given)) throw new RangeError(`${given} is no integer below 2^53`);
    const number = BigInt(given);
    if (BigInt.asIntN(64, number) !== number) throw new RangeError(`${number} is no bigint`);
    const problem = prefixProblem(prefix);
    if (problem !== undefined) throw new InvalidIdError(`invalid uid11: ${problem}`);
    let x = Number(BigInt.asIntN(32, number >> BigInt(32))) >>> 0;
    let y = Number(BigInt.asIntN(32, number)) >>> 0;
    for (const k of key ? roundKeys(key, prefix) : []) [x, y] = round(x, y, k);
    return lead(prefix) + encode("uid11", Uint8Array.from(octetsOf([x, y])));
}

/** The bigint of a typed id. Of a masked type every text has one: nothing shows another key. */
export function toNumber(text: string, prefix = "", key?: Uint8Array): bigint {
    let [x, y] = wordsOf(behindPrefix("uid11", text, prefix)) as [number, number];
    for (const k of key ? roundKeys(key, prefix).reverse() : []) {
        y = rotated((y ^ x) >>> 0, 29);
        x = rotated((((x ^ k) >>> 0) - y) >>> 0, 8);
    }
    return BigInt.asIntN(64, (BigInt(x) << BigInt(32)) | BigInt(y));
}

// New ids ---------------------------------------------------------------------------------------

interface Crypto {
    getRandomValues(octets: Uint8Array): Uint8Array;
}

function random(size: number): Uint8Array {
    const { crypto } = globalThis as unknown as { crypto?: Crypto };
    if (crypto === undefined) throw new Error("there is no globalThis.crypto: Node.js 20, or a browser, has it");
    return crypto.getRandomValues(new Uint8Array(size));
}

/** What comes after the last id: a millisecond, and a number of so many bits that ascends within it. */
class Ascending {
    private readonly top: number;
    private readonly step: () => number;
    private ms = -1;
    private rest: Uint8Array = new Uint8Array(10);

    constructor(top: number, step: () => number) {
        this.top = top;
        this.step = step;
    }

    next(): { ms: number; rest: Uint8Array } {
        const now = Date.now();
        if (now > this.ms) {
            this.renew(now);
        } else {
            // The clock stands still or has stepped back.
            let carry = this.step();
            for (let i = 9; i >= 0; --i, carry = Math.floor(carry / 256)) {
                carry += this.rest[i]!;
                this.rest[i] = carry % 256;
            }
            if (carry > 0 || this.rest[0]! > this.top) this.renew(this.ms + 1);
        }
        return { ms: this.ms, rest: this.rest };
    }

    private renew(ms: number): void {
        this.ms = ms;
        this.rest = random(10);
        this.rest[0] = this.rest[0]! & this.top;
    }
}

// One state for the process, where a program and its libraries load the ES modules and CommonJS.
const shared = globalThis as unknown as Record<symbol, { uuids: Ascending; ulids: Ascending } | undefined>;
const { uuids, ulids } = (shared[Symbol.for("base62id.ascending.1")] ??= {
    // UUID version 7 has 74 bits beside the time. A random step keeps the next id from being guessed.
    uuids: new Ascending(3, () => 1 + number(random(4))),
    // The ULID specification counts on by one.
    ulids: new Ascending(255, () => 1),
});

const timeOctets = (ms: number) => [40, 32, 24, 16, 8, 0].map((bits) => Math.floor(ms / 2 ** bits) % 256);

function newUuidOctets(): Uint8Array {
    const { ms, rest } = uuids.next();
    const [a, b, c] = [rest[0]!, rest[1]!, rest[2]!];
    const head = [0x70 | (a << 2) | (b >> 6), ((b & 63) << 2) | (c >> 6), 0x80 | (c & 63)];
    return Uint8Array.from([...timeOctets(ms), ...head, ...Array.from(rest.subarray(3))]);
}

/** A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of newId(). */
export const newUuid = (): string => toUuid("base62id", encode("base62id", newUuidOctets()));

/** A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly. */
export const newId = <Prefix extends string>(prefix: Prefix, notation: UuidName = "typeid"): Id<Prefix> =>
    fromUuid(notation, newUuidOctets(), prefix);

/** A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond. */
export function newUlid(): string {
    const { ms, rest } = ulids.next();
    return encode("ulid", Uint8Array.from([...timeOctets(ms), ...Array.from(rest)]));
}

// Drivers ---------------------------------------------------------------------------------------

interface PgTypes {
    setTypeParser(oid: number, parser: (text: string) => unknown): void;
}
interface PgClient extends PgTypes {
    query(text: string, values: unknown[]): Promise<{ rows: any[] }>;
}

// The arrays of ids that a database has: those whose send function is the extension's, or in its language, as typed ids'
// and domains' is.
const arrayOids = `SELECT t.typarray FROM pg_catalog.pg_type t JOIN pg_catalog.pg_proc s ON s.oid = t.typsend
   JOIN pg_catalog.pg_depend d ON d.deptype = 'e' AND d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass
    AND (d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = s.oid
      OR d.classid = 'pg_catalog.pg_language'::pg_catalog.regclass AND d.objid = s.prolang)
   JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid AND e.extname = 'base62id' WHERE t.typarray <> 0`;

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
