// The ids of the PostgreSQL extension base62id, without a dependency: text to octets and back, and new ids.
//
//   newId("user")                                         user_01h455vb4pex5vsknk084sn02q, an Id<"user">
//   parse("typeid", text, "user")                         the canonical text, or an InvalidIdError
//   parse("ulid", text, "prod")                           the same of a typed id in another notation
//   decode("base62id", text), encode("base62id", octets)  the octets that PostgreSQL sends and receives
//   kind("typeid", "user")                                a Standard Schema, a JSON Schema: the border of a service
//
// The package base62id is made of this file, base62id-numbers.ts and the adapters beside them. Each can also be copied: it compiles for
// ES2018 without the DOM's or Node's types, and node strips its types and runs it as it is.

/** The text of a typeid of one type prefix. `Id<"user">` and `Id<"order">` are both strings, and do not mix. */
export type Id<Prefix extends string = string> = string & { readonly "~typePrefix": Prefix };

/** A text that is no id, and what is wrong with it. The package's two forms, ES modules and CommonJS, know each other's. */
export class InvalidIdError extends Error {
    static override [Symbol.hasInstance](value: unknown): boolean {
        const { name, code } = (value ?? {}) as InvalidIdError;
        return name === "InvalidIdError" && code === "22P02";
    }
    /** The SQLSTATE that the server raises for such a text. */
    readonly code: string;

    constructor(message: string) {
        super(message);
        this.name = "InvalidIdError";
        this.code = "22P02";
    }
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 100));

function invalid(name: string, given: unknown, reason: string): InvalidIdError {
    return new InvalidIdError(`invalid ${name}${typeof given === "string" ? " " + quoted(given) : ""}: ${reason}`);
}

// Reading is matching: how many symbols an id has, which, and which of them may be the first. Where a number may be too large, the
// first and the last id follow: every alphabet ascends, so that texts compare as their numbers do.
export type Name = "typeid" | "base62id" | "base64uuid" | "uid11" | "baseuid" | "ulid";
const shapes: Record<Name, [length: number, symbols: string, first?: string, lowest?: string, highest?: string]> = {
    typeid: [26, "0-9a-hjkmnp-tv-z", "0-7"],
    base62id: [22, "0-9A-Za-z", "F-N", "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN"],
    base64uuid: [22, "$0-9A-Z_a-z", "F-I"],
    uid11: [11, "1-9A-HJ-NP-Za-km-z", "1-9A-HJ-NP-Za-j", "1", "jpXCZedGfVQ"],
    baseuid: [20, "-0-9A-Z_a-z"],
    ulid: [26, "0-9A-HJKMNP-TV-Za-hjkmnp-tv-z", "0-7"],
};
/** The systems whose ids are UUIDs. */
export type UuidName = "typeid" | "base62id" | "base64uuid" | "ulid";
/** The notations of typed ids. */
export type Notation = UuidName | "uid11";
export const names: Name[] = ["typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"];

/** A uid11 and a baseuid are shorter. */
const isUuid = (name: Name) => shapes[name][0] > 20;

const lead = (prefix: string | undefined) => (prefix ? prefix + "_" : "");
const leadPattern = /^(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?$/;
const anyLead = () => leadPattern.source.slice(1, -1);
const isTypePrefix = (prefix: string) => leadPattern.test(lead(prefix));

/** Without its quotes, and nothing of a text that is longer than 63 symbols of a type prefix, an underscore, 26 of a typeid and two quotes. */
const bare = (given: unknown) => (typeof given !== "string" || given.length > 92 ? "" : given[0] === '"' ? given.replace(/^"(.*)"$/s, "$1") : given);

const matchers: Record<string, RegExp> = {};
function matcherOf(name: Name): RegExp {
    const [length, symbols, first = symbols] = shapes[name];
    // Written out, [0-9] 25 times is twice as fast as [0-9]{25}.
    return (matchers[name] ??= RegExp(`^${anyLead()}[${first}]${`[${symbols}]`.repeat(length - 1)}$`));
}

/** Below, equal to or above 0 as the text is, from there on, beside the other; mostly the first symbols say it. */
function order(text: string, at: number, other: string): number {
    for (let i = 0; i < other.length; ++i) {
        const difference = text.charCodeAt(at + i) - other.charCodeAt(i);
        if (difference) return difference;
    }
    return 0;
}

/** Whether the bare text is an id of the system, with this type prefix; of a typeid with any, where none is asked for. */
function isId(name: Name, text: string, prefix: string | undefined, shape = shapes[name], matcher = matchers[name] ?? matcherOf(name)): boolean {
    if (!matcher.test(text)) return false;
    const at = text.length - shape[0];
    if (prefix === undefined ? at > 0 && name !== "typeid" : !shape[2] || at !== (prefix ? prefix.length + 1 : 0) || order(text, 0, prefix)) return false;
    return !shape[3] || (order(text, at, shape[3]) >= 0 && order(text, at, shape[4]!) <= 0);
}

const outside = (name: Name) => `[^${shapes[name][1]}]`;
const alphabets: Record<string, string> = {};
/** Of ASCII, what is in its shape. */
function alphabetOf(name: Name): string {
    if (name === "ulid") return alphabetOf("typeid").toUpperCase();
    return (alphabets[name] ??= String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code)).replace(RegExp(outside(name), "g"), ""));
}

/** What typeid_create_type(name, prefix, notation, mask_key, accept_uuid) was given beside the notation and the prefix. */
export interface Made {
    /** A UUID that is not of version 4 is refused: no masked id has one. */
    masked?: boolean | undefined;
    /** A UUID's own text is read, too. */
    acceptUuid?: boolean | undefined;
}

const uuidsOwnText = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a UUID's own text is given, where one is read in place of an id. */
const isUuidText = (name: Name, text: string, prefix: string | undefined, accepts: boolean | undefined) =>
    (prefix === undefined ? name !== "typeid" : accepts) && isUuid(name) && uuidsOwnText.test(text);

declare function BigInt(number: number): bigint;

/** Whether the UUID of an id, or of its own text, is of version 4, as those of masks are; other systems have none. */
function isMask(name: Name, text: string): boolean {
    if (!isUuid(name)) return true;
    let hex = text.replace(/-/g, "");
    if (hex === text) {
        if (name === "base64uuid") return /[048CGKOSW_dhlptx][$0-9A-E].[7-9AN-Qc-fs-v].{10}$/.test(text);
        if (name !== "base62id") return /[89]..[89abrstv].{12}$/i.test(text);
        const number = [...text.slice(-22)].reduce((sum, symbol) => sum * BigInt(62) + BigInt(parseInt(symbol, 36) + (symbol > "Z" ? 26 : 0)), BigInt(0));
        hex = (number as { toString(radix: number): string }).toString(16);
    }
    return /4...[89ab].{15}$/i.test(hex);
}

/**
 * What the type's input makes of a text: the canonical id, or an InvalidIdError. A base62id, base64uuid or ulid may
 * also come as a UUID's own text. With a prefix, a typeid must have that type prefix; base62id, base64uuid, ulid and
 * uid11 are then the notation of a typed id, as typeid_create_type(name, prefix, notation) makes its type.
 */
export function parse<Prefix extends string>(name: Notation, text: string, prefix: Prefix, made?: Made): Id<Prefix>;
export function parse(name: Name, text: string, prefix?: string, made?: Made): string;
export function parse(name: Name, given: string, prefix?: string, made?: Made): string {
    const text = bare(given);
    const own = isId(name, text, prefix);
    if (!own && !isUuidText(name, text, prefix, made?.acceptUuid)) throw refusal(name, given, prefix);
    if (made?.masked && !isMask(name, text)) throw invalid(name, given, "its UUID is not of version 4, as that of every masked id is");
    if (!own) return fromUuid(name as UuidName, text, prefix);
    return name === "ulid" ? text.slice(0, -26) + text.slice(-26).toUpperCase() : text;
}

/** Whether this is the text of an id, as …_is_valid says on the server; kind() knows masked ids, and UUIDs' own texts. */
export function isValid<Prefix extends string>(name: Notation, text: string, prefix: Prefix): text is Id<Prefix>;
export function isValid(name: Name, text: string, prefix?: string): boolean;
export function isValid(name: Name, given: string, prefix?: string): boolean {
    return isId(name, bare(given), prefix);
}

const notTypePrefix = (text: string) => `a type prefix has at most 63 symbols of a to z, and _ inside, not ${quoted(text)}`;

function checkedLead(name: string, prefix: string): string {
    if (!isTypePrefix(prefix)) throw invalid(name, undefined, notTypePrefix(prefix));
    return lead(prefix);
}

/** Why there is no such id in the text. */
function refusal(name: Name, given: string, prefix: string | undefined): InvalidIdError {
    const of = (reason: string) => invalid(name, given, reason);
    if (typeof given !== "string") return of(`a ${given === null ? "null" : typeof given}, not a string`);
    if (given.length > 92) return of(`${given.length} symbols, more than any id has`);
    if (prefix !== undefined && !isTypePrefix(prefix)) return of(notTypePrefix(prefix));
    const text = bare(given);
    const isTypeId = name === "typeid";
    const separator = isTypeId ? text.lastIndexOf("_") : name === "baseuid" ? -1 : lead(prefix).length - 1;
    const found = typePrefix(text, name === "baseuid" ? "typeid" : name);
    if (isTypeId && separator === 0) return of("a separator without a type prefix");
    if (isTypeId && !isTypePrefix(found)) return of(notTypePrefix(found));
    // A typeid is read whole, another notation behind its type prefix.
    const other = () => of(`the type prefix is ${name === "baseuid" ? "none" : quoted(found)}, not ${quoted(prefix ?? "")}`);
    if (!isTypeId && name !== "baseuid" && !text.startsWith(lead(prefix))) return other();
    const symbols = text.slice(separator + 1);
    const { length } = formatOf(name);
    if (symbols.length !== length) return of(`${symbols.length} symbols, not ${length}`);
    const bad = symbols.search(outside(name));
    if (bad < 0) return isId(name, symbols, undefined) ? other() : of("its number is none of a " + name);
    return of(`${quoted(symbols.charAt(bad))} at position ${separator + 2 + bad + Number(text !== given)} is not in its alphabet`);
}

// Octets are a number in base 256, most significant first, and symbols the same in their base. Of 16, 32 and 64 symbols each is
// a whole number of bits; of 58 and 62, four symbols go at a time into limbs of 24 bits: none of their products has 2^53.

interface Format {
    readonly name: string;
    readonly radix: number;
    /** Of a symbol; 0: of none a whole number. */
    readonly bits: number;
    readonly length: number;
    readonly size: number;
    /** What is before the octets: the specification's prefix bits. */
    readonly mark: number;
    /** The value of each symbol's code, and the two symbols of each number. */
    readonly values: number[];
    readonly pairs: string[];
}
const formats: Record<string, Format> = /* @__PURE__ */ Object.create(null);

function formatOf(name: Name | "uuid"): Format {
    const known = formats[name];
    if (known !== undefined) return known;
    const alphabet = name === "uuid" ? "0123456789abcdef" : alphabetOf(name);
    const radix = alphabet.length;
    const mark = name === "base62id" ? 2 : name === "base64uuid" ? 4 : 0;
    const size = name === "uid11" ? 8 : name === "baseuid" ? 15 : 16;
    return (formats[name] = {
        name,
        radix,
        bits: radix === 58 || radix === 62 ? 0 : Math.log2(radix),
        length: name === "uuid" ? 32 : shapes[name][0],
        size,
        mark,
        values: Array.from({ length: 128 }, (_, code) => {
            const symbol = String.fromCharCode(code);
            return alphabet.indexOf(name === "ulid" ? symbol.toUpperCase() : symbol);
        }),
        pairs: Array.from({ length: radix * radix }, (_, i) => alphabet.charAt(i / radix) + alphabet.charAt(i % radix)),
    });
}
function uuidFormatOf(name: UuidName): Format {
    if (!isUuid(name)) throw new TypeError(`a ${name} is no UUID`);
    return formatOf(name);
}

/** The octets of symbols that are an id's, and of hexadecimal digits, as many as there are. */
function octetsIn({ radix, bits, size, values }: Format, symbols: string): number[] {
    const octets: number[] = [];
    let value = 0;
    if (bits > 0) {
        let have = -((bits * symbols.length) % 8);
        for (let i = 0; i < symbols.length; ++i) {
            value = (value << bits) | values[symbols.charCodeAt(i)]!;
            have += bits;
            if (have < 8) continue;
            have -= 8;
            octets.push((value >> have) & 255);
            value &= (1 << have) - 1;
        }
        return octets;
    }
    const limbs: number[] = size === 16 ? [0, 0, 0, 0, 0, 0] : [0, 0, 0];
    for (let i = 0; i < symbols.length; ) {
        value = value * radix + values[symbols.charCodeAt(i)]!;
        if ((symbols.length - ++i) % 4 !== 0) continue;
        for (let at = limbs.length - 1; at >= 0; --at) {
            value += limbs[at]! * (radix * radix * radix * radix);
            limbs[at] = value % 0x1000000;
            value = Math.floor(value / 0x1000000);
        }
        value = 0;
    }
    for (const limb of limbs) octets.push(limb >> 16, (limb >> 8) & 255, limb & 255);
    return octets.slice(-size);
}

/** The symbols of octets. */
function symbolsFor({ name, radix, bits, length, size, mark, pairs }: Format, octets: ArrayLike<number>): string {
    if (octets.length !== size) throw invalid(name, undefined, `${octets.length} octets, not ${size}`);
    const square = radix * radix;
    const limbs: number[] = [];
    let text = "";
    let value = mark;
    let have = bits * length - 8 * size;
    for (let i = 0; i < size; ++i) {
        value = (value << 8) | octets[i]!;
        have += 8;
        if (bits > 0 && have >= 2 * bits) {
            have -= 2 * bits;
            text += pairs[value >> have]!;
            value &= (1 << have) - 1;
        } else if (bits === 0 && (size - i) % 3 === 1) {
            limbs.push(value);
            value = 0;
        }
    }
    for (let top = 0; text.length < length; ) {
        let rest = 0;
        for (let at = top; at < limbs.length; ++at) {
            const sum = rest * 0x1000000 + limbs[at]!;
            limbs[at] = (sum / (square * square)) | 0;
            rest = sum - limbs[at]! * (square * square);
        }
        if (limbs[top] === 0) ++top;
        text = pairs[(rest / square) | 0]! + pairs[rest % square]! + text;
    }
    return text.length > length ? text.slice(-length) : text;
}

function octetsOf(name: Name, given: string, prefix?: string): number[] {
    const text = bare(given);
    if (!isId(name, text, prefix)) throw refusal(name, given, prefix);
    const format = formatOf(name);
    return octetsIn(format, text.slice(-format.length));
}

/** The octets of an id's own text, bare or in one pair of double quotes. */
export function decode(name: Name, given: string): Uint8Array {
    const octets = octetsOf(name, given);
    const prefix = name === "typeid" ? typePrefix(given) : "";
    const made = new Uint8Array(prefix.length + octets.length);
    for (let i = 0; i < prefix.length; ++i) made[i] = prefix.charCodeAt(i);
    for (let i = 0; i < octets.length; ++i) made[prefix.length + i] = octets[i]!;
    return made;
}

/** The text of an id's octets. */
export function encode(name: Name, octets: ArrayLike<number>): string {
    if (name !== "typeid" || octets.length <= 16) return symbolsFor(formatOf(name), octets);
    const all = Array.from(octets);
    const prefix = String.fromCharCode(...all.slice(0, -16).slice(0, 100));
    return checkedLead(name, prefix) + symbolsFor(formatOf(name), all.slice(-16));
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
    const shape = shapes[name];
    const [length, symbols, first] = shape;
    const matcher = matcherOf(name);
    const begin = (name === "typeid" && prefix === undefined ? anyLead() : lead(prefix)) + (first ? `[${first}]` : "");
    const text = `${begin}[${symbols}]{${first ? length - 1 : length}}`;
    const takesUuid = isUuid(name) && (prefix === undefined ? name !== "typeid" : made.acceptUuid);
    const read = (given: string) => parse(name, given, prefix, made);
    return {
        parse: read,
        is: (given): given is string => {
            const text = bare(given);
            if (isId(name, text, prefix, shape, matcher) || (takesUuid && uuidsOwnText.test(text))) return !made.masked || isMask(name, text);
            return false;
        },
        jsonSchema: { type: "string", pattern: takesUuid ? `^(?:${text}|${uuid})$` : `^${text}$` },
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
    const text = bare(id);
    const behind = notation === "typeid" ? text.length - text.lastIndexOf("_") : formatOf(notation).length + 1;
    return text.slice(0, Math.max(text.length - behind, 0));
}

/** The 26 symbols of a typeid behind its type prefix. */
export function suffix(id: string): string {
    return parse("typeid", id).slice(-26);
}

// UUIDs -------------------------------------------------------------------------------------------

function uuidText(octets: ArrayLike<number>): string {
    const hex = symbolsFor(formatOf("uuid"), octets);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
const octetsOfHex = (text: string) => octetsIn(formatOf("uuid"), text.replace(/-/g, "").toLowerCase());

function uuidOf(name: UuidName, given: string, prefix: string | undefined, accepts: boolean | undefined): string {
    uuidFormatOf(name);
    const text = bare(given);
    return isUuidText(name, text, prefix, accepts) ? text.toLowerCase() : uuidText(octetsOf(name, given, prefix));
}

/** The UUID of an id, in its own text; with a prefix, of a typed id, which has that type prefix. */
export const toUuid = (name: UuidName, text: string, prefix?: string): string => uuidOf(name, text, prefix, false);

/** The id of a UUID: its text, with or without hyphens, or its 16 octets. */
export function fromUuid<Prefix extends string>(name: UuidName, uuid: string | Uint8Array, prefix: Prefix): Id<Prefix>;
export function fromUuid(name: UuidName, uuid: string | Uint8Array, prefix?: string): string;
export function fromUuid(name: UuidName, uuid: string | Uint8Array, prefix = ""): string {
    const format = uuidFormatOf(name);
    if (typeof uuid === "string" ? uuid.length > 36 || !/^[0-9a-f]{8}(-?)(?:[0-9a-f]{4}\1){3}[0-9a-f]{12}$/i.test(uuid) : !(uuid instanceof Uint8Array) || uuid.length !== 16) {
        throw invalid("uuid", uuid, "not 32 hexadecimal digits, in groups of 8-4-4-4-12 or in one");
    }
    return checkedLead(name, prefix) + symbolsFor(format, typeof uuid === "string" ? octetsOfHex(uuid) : uuid);
}

// A plain uuid column -----------------------------------------------------------------------------

/** The UUIDs of the first and of the last id that begins with the text, both inclusive, as `^@` finds them; undefined: none does. */
export function prefixRange(name: UuidName, text: string, prefix = ""): { first: string; last: string } | undefined {
    const format = uuidFormatOf(name);
    const begin = checkedLead(name, prefix);
    let symbols = text.slice(begin.length);
    if (symbols.length > format.length || !(text.startsWith(begin) || begin.startsWith(text))) return undefined;
    if (name === "ulid") symbols = symbols.replace(/[a-z]/g, (symbol) => symbol.toUpperCase());
    if (![...symbols].every((symbol) => alphabetOf(name).includes(symbol))) return undefined;
    const bound = (octet: number, fill: string) => {
        const end = symbolsFor(format, Array(16).fill(octet));
        const own = symbols.padEnd(format.length, fill);
        return octet === 0 ? (own < end ? end : own) : own < end ? own : end;
    };
    const first = bound(0, alphabetOf(name).charAt(0));
    const last = bound(255, alphabetOf(name).slice(-1));
    return first > last ? undefined : { first: uuidText(octetsIn(format, first)), last: uuidText(octetsIn(format, last)) };
}

/** What a uuid column takes of an id of this kind: its UUID; a UUID's own text is taken with acceptUuid. */
export function toColumn(name: UuidName, given: string, prefix = "", made?: Made): string {
    if (made?.masked) throw new TypeError("a masked id is not the UUID that is stored");
    return uuidOf(name, given, prefix, made?.acceptUuid);
}

/** The id in what a column gives: in a UUID's text, or, where the column is of a type of the extension by now, in an id. */
export function fromColumn<Prefix extends string>(name: UuidName, value: string, prefix: Prefix): Id<Prefix>;
export function fromColumn(name: UuidName, value: string, prefix?: string): string;
export function fromColumn(name: UuidName, value: string, prefix = ""): string {
    return uuidsOwnText.test(value) ? fromUuid(name, value, prefix) : parse(name, value, prefix);
}

const number = (octets: ArrayLike<number>, from: number, to: number) => {
    let sum = 0;
    for (let i = from; i < to; ++i) sum = sum * 256 + octets[i]!;
    return sum;
};

/**
 * When an id was made, to the millisecond: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7;
 * undefined for other UUIDs.
 */
export function timestamp(name: Name, text: string): Date | undefined {
    const octets = isUuidText(name, bare(text), undefined, false) ? octetsOfHex(bare(text)) : octetsOf(name, text);
    if (name === "uid11") {
        // 42 bits of milliseconds since 2011-11-11 11:11:11.111
        return new Date(number(octets, 0, 4) * 1024 + (number(octets, 4, 6) >> 6) + 1321009871111);
    }
    const time = number(octets, 0, 6);
    // Units of 2^15 ns, of which 15625 are 512 ms.
    if (name === "baseuid") return new Date(Math.floor(time / 15625) * 512 + Math.floor(((time % 15625) * 512) / 15625));
    if (name !== "ulid" && (octets[6]! >> 4 !== 7 || octets[8]! >> 6 !== 2)) return undefined;
    return new Date(time);
}

// New ids ---------------------------------------------------------------------------------------

interface Platform {
    crypto?: { getRandomValues(octets: Uint8Array): Uint8Array };
    performance?: { timeOrigin: number };
}
const platform = globalThis as Platform;

/** The last id: a millisecond, and in 16 octets its time and a number that ascends within it. */
interface Last {
    ms: number;
    octets: number[];
}
interface Generator {
    uuids: Last;
    ulids: Last;
    /** Random octets, each for one id, and what is left of them. */
    pool: Uint8Array;
    left: number;
    filled: number;
    /** The clock at the last id, and when its process began. */
    clock: number;
    origin: number | undefined;
}
const none = (): Last => ({ ms: -1, octets: Array.from({ length: 16 }, () => 0) });
let known: Generator | undefined;

/** One for the process, where a program and its libraries load the ES modules and CommonJS. A worker has its own. */
function generator(): Generator {
    if (known !== undefined) return known;
    const key = Symbol.for("base62id.generator.1");
    if (!(key in globalThis)) {
        const value: Generator = { uuids: none(), ulids: none(), pool: new Uint8Array(1024), left: 0, filled: 0, clock: -1, origin: undefined };
        Object.defineProperty(globalThis, key, { value }); // nothing that is printed with the others
    }
    return (known = (globalThis as unknown as Record<symbol, Generator>)[key]!);
}

/** When the clock has moved: what another process has left in a start-up snapshot goes, and random octets older than a second, as in a copied machine. */
function moved(from: Generator, now: number): void {
    const origin = platform.performance?.timeOrigin;
    if (origin !== from.origin) from.uuids.ms = from.ulids.ms = -1;
    if (origin !== from.origin || Math.abs(now - from.filled) > 1000) from.left = 0;
    from.origin = origin;
    from.clock = now;
}

function randomOctet(from: Generator): number {
    const { pool } = from;
    if (from.left === 0) {
        if (platform.crypto === undefined) throw new Error("there is no globalThis.crypto: Node.js 20, or a browser, has it");
        platform.crypto.getRandomValues(pool);
        from.left = pool.length;
        from.filled = from.clock;
    }
    const octet = pool[--from.left]!;
    pool[from.left] = 0;
    return octet;
}

function next(name: "uuids" | "ulids", top: number, randomStep: boolean): number[] {
    const from = generator();
    const last = from[name];
    const now = Date.now();
    if (now !== from.clock) moved(from, now);
    const { octets } = last;
    if (now <= last.ms) {
        // The clock stands still or has stepped back.
        let carry = 1;
        if (randomStep) for (let i = 0; i < 4; ++i) carry += randomOctet(from) * 256 ** i;
        for (let i = 15; i >= 6 && carry > 0; --i) {
            carry += octets[i]!;
            octets[i] = carry & 255;
            carry = Math.floor(carry / 256);
        }
        if (carry === 0 && octets[6]! <= top) return octets;
    }
    last.ms = Math.max(now, last.ms + 1);
    for (let i = 5, ms = last.ms; i >= 0; --i, ms = Math.floor(ms / 256)) octets[i] = ms & 255;
    for (let i = 6; i < 16; ++i) octets[i] = randomOctet(from);
    octets[6]! &= top;
    return octets;
}

/** UUID version 7 has 74 bits beside the time. A random step keeps the next id from being guessed. */
function newUuidOctets(): number[] {
    const octets = next("uuids", 3, true).slice();
    const [a, b, c] = [octets[6]!, octets[7]!, octets[8]!];
    octets[6] = 0x70 | (a << 2) | (b >> 6);
    octets[7] = ((b & 63) << 2) | (c >> 6);
    octets[8] = 0x80 | (c & 63);
    return octets;
}

/** A new UUID of version 7. All that one process makes ascend strictly, with those in the ids of newId(). */
export const newUuid = (): string => uuidText(newUuidOctets());

/** A new typeid, or typed id in another notation. All that one process makes of a type prefix ascend strictly. */
export function newId<Prefix extends string>(prefix: Prefix, notation: UuidName = "typeid"): Id<Prefix> {
    return (checkedLead(notation, prefix) + symbolsFor(uuidFormatOf(notation), newUuidOctets())) as Id<Prefix>;
}

/** A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond. */
export function newUlid(): string {
    return symbolsFor(formatOf("ulid"), next("ulids", 255, false));
}
