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
        const error = value as InvalidIdError | undefined;
        return error?.name === "InvalidIdError" && error.code === "22P02";
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
export const names = /* @__PURE__ */ Object.keys(shapes) as Name[];

/** A uid11 and a baseuid are shorter. */
const isUuid = (name: Name) => shapes[name][0] > 20;

/** What is before the symbols; of a prefix that is too long no more than shows that it is. */
const lead = (prefix: string | undefined) => (prefix ? prefix.slice(0, 64) + "_" : "");
const leadPattern = /^(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?$/;
const anyLead = () => leadPattern.source.slice(1, -1);

/** Without its quotes, and nothing of a text that is longer than 63 symbols of a type prefix, an underscore, 26 of a typeid and two quotes. */
const bare = (given: unknown) => (typeof given !== "string" || given.length > 92 ? "" : given[0] === '"' ? given.replace(/^"(.*)"$/s, "$1") : given);

const startOf = (name: Name, prefix: string | undefined) => (name === "typeid" && prefix === undefined ? anyLead() : lead(prefix));

/** Of each system, and of the last type prefixes. */
const matchers: Record<string, Map<string | undefined, RegExp>> = {};
function matcherOf(name: Name, prefix: string | undefined): RegExp {
    const known = (matchers[name] ??= new Map());
    let matcher = known.get(prefix);
    if (matcher === undefined) {
        const [length, symbols, first] = shapes[name];
        if (prefix !== undefined && !(first && leadPattern.test(lead(prefix)))) return /(?!)/;
        if (known.size > 63) known.clear();
        // Written out, [0-9] 25 times is twice as fast as [0-9]{25}.
        matcher = RegExp(`^${startOf(name, prefix)}[${first ?? symbols}]${`[${symbols}]`.repeat(length - 1)}$`);
        known.set(prefix, matcher);
    }
    return matcher;
}

/** Whether the bare text is an id of the system, with this type prefix; of a typeid with any, where none is asked for. */
function isId(name: Name, text: string, prefix: string | undefined, matcher = matcherOf(name, prefix)): boolean {
    const [length, , , lowest, highest] = shapes[name];
    return matcher.test(text) && (lowest === undefined || (text.slice(-length) >= lowest && text.slice(-length) <= highest!));
}

/** What typeid_create_type(name, prefix, notation, mask_key, accept_uuid) was given beside the notation and the prefix. */
export interface Made {
    /** A UUID that is not of version 4 is refused: no masked id has one. */
    masked?: boolean | undefined;
    /** A UUID's own text is read, too. */
    acceptUuid?: boolean | undefined;
}

/** Whether a UUID's own text is read in place of an id. */
const takesUuid = (name: Name, prefix: string | undefined, made?: Made) =>
    isUuid(name) && (prefix === undefined ? name !== "typeid" : made?.acceptUuid);

const isOfVersion = (version: number, octets: number[]) => octets[6]! >> 4 === version && octets[8]! >> 6 === 2;
/** A masked id outside of the server is a UUID of version 4. */
const isMask = (name: Name, octets: number[]) => !isUuid(name) || isOfVersion(4, octets);

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
    if (!own || made?.masked) {
        const octets = octetsOf(name, given, prefix, takesUuid(name, prefix, made));
        if (made?.masked && !isMask(name, octets)) throw invalid(name, given, "its UUID is not of version 4, as that of every masked id is");
        if (!own) return lead(prefix) + symbolsFor(formatOf(name), octets);
    }
    return name === "ulid" ? text.slice(0, -26) + text.slice(-26).toUpperCase() : text;
}

/** Whether this is the text of an id, as …_is_valid says on the server; kind() knows masked ids, and UUIDs' own texts. */
export function isValid<Prefix extends string>(name: Notation, text: string, prefix: Prefix): text is Id<Prefix>;
export function isValid(name: Name, text: string, prefix?: string): boolean;
export function isValid(name: Name, given: string, prefix?: string): boolean {
    return isId(name, bare(given), prefix);
}

const notTypePrefix = (text: string) => `a type prefix has at most 63 symbols of a to z, and _ inside, not ${quoted(text)}`;

/** The last type prefix that was one. */
let checked = "";
function checkedLead(name: string, prefix = ""): string {
    if (prefix !== checked && !leadPattern.test(lead(prefix))) throw invalid(name, undefined, notTypePrefix(prefix));
    return lead((checked = prefix));
}

/** Why there is no such id in the text. */
function refusal(name: Name, given: string, prefix: string | undefined): InvalidIdError {
    const of = (reason: string) => invalid(name, given, reason);
    if (typeof given !== "string") return of("not a string");
    if (given.length > 92) return of(`${given.length} symbols, more than any id has`);
    const begin = checkedLead(name, prefix);
    const [length, alphabet, first] = shapes[name];
    if (prefix && !first) return of(`a ${name} has no type prefix`);
    const text = bare(given);
    const found = typePrefix(text, name as Notation);
    const other = () => of(`the type prefix is ${quoted(found)}, not ${quoted(prefix ?? "")}`);
    // A typeid is read whole, another notation behind its type prefix.
    const isTypeId = name === "typeid";
    const at = isTypeId ? text.lastIndexOf("_") + 1 : begin.length;
    if (isTypeId && !leadPattern.test(text.slice(0, at))) return of(notTypePrefix(found));
    if (!isTypeId && !text.startsWith(begin)) return other();
    const symbols = text.slice(at);
    if (symbols.length !== length) return of(`${symbols.length} symbols, not ${length}`);
    const bad = symbols.search(RegExp(`[^${alphabet}]`));
    if (bad < 0) return isId(name, symbols, undefined) ? other() : of("its number is none of a " + name);
    return of(`${quoted(symbols.charAt(bad))} at position ${at + 1 + bad + Number(text !== given)} is not in its alphabet`);
}

// Octets are a number in base 256, most significant first, and symbols the same in their base. Of 16, 32 and 64 symbols each is
// a whole number of bits; of 58 and 62, four symbols go at a time into limbs of 24 bits: none of their products has 2^53.

interface Format {
    readonly radix: number;
    /** Of a symbol; 0: of none a whole number. */
    readonly bits: number;
    readonly size: number;
    /** What is before the octets, the specification's prefix bits, and how many bits the symbols have for it. */
    readonly mark: number;
    readonly spare: number;
    /** The value of each symbol's code, the code of each value, and the codes of a text, in which the symbols are written. */
    readonly values: number[];
    readonly codes: number[];
    readonly text: number[];
}
const formats: Record<string, Format> = /* @__PURE__ */ Object.create(null);
const codesOf = (text: string) => Array.from(text, (symbol) => symbol.charCodeAt(0));

function formatOf(name: Name | "uuid"): Format {
    const known = formats[name];
    if (known !== undefined) return known;
    // A ulid is written as a typeid in upper case.
    const [length, symbols] = name === "uuid" ? [32, "0-9a-f"] : shapes[name === "ulid" ? "typeid" : name];
    const ascii = String.fromCharCode(...Array(128).keys());
    const alphabet = ascii.replace(RegExp(`[^${symbols}]`, "g"), "");
    const radix = alphabet.length;
    const bits = { 16: 4, 32: 5, 64: 6 }[radix] ?? 0;
    const size = ({ uid11: 8, baseuid: 15 } as Record<string, number>)[name] ?? 16;
    const codes = codesOf(name === "ulid" ? alphabet.toUpperCase() : alphabet);
    const values: number[] = [];
    // A ulid and a UUID are read in either case; a typeid in lower case alone comes here.
    codes.forEach((code, value) => (values[code] = values[radix > 32 || code < 64 ? code : code ^ 32] = value));
    return (formats[name] = {
        radix,
        bits,
        size,
        mark: ({ base62id: 2, base64uuid: 4 } as Record<string, number>)[name] ?? 0,
        spare: bits * length - 8 * size,
        values,
        codes,
        text: codesOf(name === "uuid" ? "00000000-0000-0000-0000-000000000000" : "0".repeat(length)),
    });
}
function uuidFormatOf(name: UuidName): Format {
    if (!isUuid(name)) throw new TypeError(`a ${name} is no UUID`);
    return formatOf(name);
}

/** The digits of a number in another base, as many as before. */
function converted(digits: number[], from: number, to: number): number[] {
    const all = digits.map(() => 0);
    for (let n = 0, last = digits.length - 1; n <= last; ++n) {
        let carry = digits[n]!;
        for (let i = last; i >= last - n; --i) {
            const sum = all[i]! * from + carry;
            carry = Math.floor(sum / to);
            all[i] = (sum - carry * to) | 0;
        }
    }
    return all;
}

/** The octets of the symbols that end a text: an id, or a UUID's own text, and none where it is no UUID. */
function octetsIn({ radix, bits, size, spare, values, text }: Format, given: string): number[] {
    const octets: number[] = [];
    const digits: number[] = [];
    let have = -spare;
    for (let at = Math.max(given.length - text.length, 0), value = 0; at < given.length; ++at) {
        const code = given.charCodeAt(at);
        const symbol = values[code]!;
        if (!(symbol >= 0)) {
            if (code === 45 && text[at] === 45) continue; // a hyphen of a UUID
            return [];
        }
        value = bits > 0 ? (value << bits) | symbol : value * radix + symbol;
        have += bits;
        if (bits > 0 && have >= 8) {
            have -= 8;
            octets.push((value >> have) & 255);
        } else if (bits === 0 && (given.length - at) % 4 === 1) {
            digits.push(value);
            value = 0;
        }
    }
    if (bits > 0) return have === 0 && octets.length === size ? octets : [];
    for (const limb of converted(digits, radix ** 4, 0x1000000)) octets.push(limb >> 16, (limb >> 8) & 255, limb & 255);
    return octets.slice(-size);
}

/** The symbols of octets. */
function symbolsFor({ radix, bits, size, mark, spare, codes, text }: Format, octets: ArrayLike<number>, from = 0): string {
    const limbs: number[] = [];
    let at = 0;
    for (let i = 0, value = mark, have = spare; i < size; ++i) {
        value = (value << 8) | octets[from + i]!;
        if (bits > 0) {
            for (have += 8; have >= bits; ) {
                have -= bits;
                if (bits === 4 && text[at] === 45) ++at; // a hyphen
                text[at++] = codes[(value >> have) & (radix - 1)]!;
            }
        } else if ((size - i) % 3 === 1) {
            limbs.push(value);
            value = 0;
        }
    }
    if (bits === 0) {
        const digits = converted(limbs, 0x1000000, radix ** 4);
        for (let i = text.length, left = 0; i > 0; left = (left / radix) | 0) {
            if ((text.length - i) % 4 === 0) left = digits.pop()! | 0;
            text[--i] = codes[left % radix]!;
        }
    }
    return String.fromCharCode(...text);
}

const octetsOfUuid = (text: string, length = 36) => (text.length === length ? octetsIn(formatOf("uuid"), text) : []);

/** The octets of an id, or of a UUID's own text where one is read; none where there is neither. */
const octetsIf = (name: Name, text: string, prefix: string | undefined, uuids: boolean | undefined) =>
    isId(name, text, prefix) ? octetsIn(formatOf(name), text) : uuids ? octetsOfUuid(text) : [];

function octetsOf(name: Name, given: string, prefix: string | undefined, uuids: boolean | undefined): number[] {
    const octets = octetsIf(name, bare(given), prefix, uuids);
    if (octets.length === 0) throw refusal(name, given, prefix);
    return octets;
}

/** The octets of an id's own text, bare or in one pair of double quotes. */
export function decode(name: Name, given: string): Uint8Array {
    const octets = octetsOf(name, given, undefined, false);
    const text = bare(given);
    const at = Math.max(text.length - shapes[name][0] - 1, 0);
    const made = new Uint8Array(at + octets.length);
    for (let i = 0; i < at; ++i) made[i] = text.charCodeAt(i);
    made.set(octets, at);
    return made;
}

/** The text of an id's octets. */
export function encode(name: Name, octets: ArrayLike<number>): string {
    const format = formatOf(name);
    const from = name === "typeid" ? Math.max(octets.length - 16, 0) : 0;
    if (octets.length - from !== format.size) throw invalid(name, undefined, `${octets.length} octets, not ${format.size}`);
    let prefix = "";
    for (let i = 0; i < from && i < 100; ++i) prefix += String.fromCharCode(octets[i]!);
    return checkedLead(name, prefix) + symbolsFor(format, octets, from);
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
    const [length, symbols, first] = shapes[name];
    const matcher = matcherOf(name, prefix);
    const text = `${startOf(name, prefix)}${first ? `[${first}]` : ""}[${symbols}]{${first ? length - 1 : length}}`;
    const uuids = takesUuid(name, prefix, made);
    const read = (given: string) => parse(name, given, prefix, made);
    return {
        parse: read,
        is: (given): given is string => {
            const text = bare(given);
            if (!made.masked && isId(name, text, prefix, matcher)) return true;
            const octets = made.masked || uuids ? octetsIf(name, text, prefix, uuids) : [];
            return octets.length > 0 && (!made.masked || isMask(name, octets));
        },
        jsonSchema: { type: "string", pattern: uuids ? `^(?:${text}|[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12})$` : `^${text}$` },
        "~standard": {
            version: 1,
            vendor: "base62id",
            validate: (given) => {
                try {
                    return { value: read(given as string) };
                } catch (error) {
                    return { issues: [{ message: (error as InvalidIdError).message }] };
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
    const behind = notation === "typeid" ? text.length - text.lastIndexOf("_") : shapes[notation][0] + 1;
    return text.slice(0, -behind);
}

/** The 26 symbols of a typeid behind its type prefix. */
export function suffix(id: string): string {
    return parse("typeid", id).slice(-26);
}

// UUIDs -------------------------------------------------------------------------------------------

const uuidText = (octets: ArrayLike<number>) => symbolsFor(formatOf("uuid"), octets);

function uuidOf(name: UuidName, given: string, prefix?: string, made?: Made): string {
    uuidFormatOf(name);
    return uuidText(octetsOf(name, given, prefix, takesUuid(name, prefix, made)));
}

/** The UUID of an id, in its own text; with a prefix, of a typed id, which has that type prefix. */
export const toUuid: (name: UuidName, text: string, prefix?: string) => string = uuidOf;

/** The id of a UUID: its text, with or without hyphens, or its 16 octets. */
export function fromUuid<Prefix extends string>(name: UuidName, uuid: string | Uint8Array, prefix: Prefix): Id<Prefix>;
export function fromUuid(name: UuidName, uuid: string | Uint8Array, prefix?: string): string;
export function fromUuid(name: UuidName, uuid: string | Uint8Array, prefix = ""): string {
    const format = uuidFormatOf(name);
    const digits = typeof uuid === "string" ? octetsOfUuid(uuid, uuid.length === 32 ? 32 : 36) : [];
    const octets = uuid instanceof Uint8Array ? uuid : digits;
    if (octets.length !== 16) throw invalid("uuid", uuid, "neither a UUID's text nor its 16 octets");
    return checkedLead(name, prefix) + symbolsFor(format, octets);
}

// A plain uuid column -----------------------------------------------------------------------------

/** The UUIDs of the first and of the last id that begins with the text, both inclusive, as `^@` finds them; undefined: none does. */
export function prefixRange(name: UuidName, text: string, prefix = ""): { first: string; last: string } | undefined {
    const format = uuidFormatOf(name);
    const begin = checkedLead(name, prefix);
    let symbols = text.slice(begin.length);
    const [length, alphabet] = shapes[name];
    if (!(text.startsWith(begin) || begin.startsWith(text)) || !RegExp(`^[${alphabet}]{0,${length}}$`).test(symbols)) return undefined;
    if (name === "ulid") symbols = symbols.toUpperCase();
    // The UUIDs' own bounds, or those of the text where they lie between these.
    const bound = (octet: number) => {
        const end = symbolsFor(format, Array(16).fill(octet));
        const own = symbols.padEnd(end.length, String.fromCharCode(format.codes[octet && format.radix - 1]!));
        return own < end === octet > 0 ? own : end;
    };
    const first = bound(0);
    const last = bound(255);
    return first > last ? undefined : { first: uuidText(octetsIn(format, first)), last: uuidText(octetsIn(format, last)) };
}

/** What a uuid column takes of an id of this kind: its UUID; a UUID's own text is taken with acceptUuid. */
export function toColumn(name: UuidName, given: string, prefix = "", made?: Made): string {
    if (made?.masked) throw new TypeError("a masked id is not its UUID");
    return uuidOf(name, given, prefix, made);
}

/** The id in what a column gives: in a UUID's text, or, where the column is of a type of the extension by now, in an id. */
export function fromColumn<Prefix extends string>(name: UuidName, value: string, prefix: Prefix): Id<Prefix>;
export function fromColumn(name: UuidName, value: string, prefix?: string): string;
export function fromColumn(name: UuidName, value: string, prefix = ""): string {
    return value[8] === "-" ? fromUuid(name, value, prefix) : parse(name, value, prefix); // no id of a UUID has a hyphen
}

/**
 * When an id was made, to the millisecond: of a ulid, a baseuid, a uid11 (as an xid) and of UUIDs of version 7;
 * undefined for other UUIDs.
 */
export function timestamp(name: Name, text: string): Date | undefined {
    const octets = octetsOf(name, text, undefined, takesUuid(name, undefined));
    const time = octets.slice(0, 6).reduce((sum, octet) => sum * 256 + octet);
    // 42 bits of milliseconds since 2011-11-11 11:11:11.111; a Date has no fractions.
    if (name === "uid11") return new Date(time / 64 + 1321009871111);
    // Units of 2^15 ns, of which 15625 are 512 ms.
    if (name === "baseuid") return new Date(Math.floor(time / 15625) * 512 + Math.floor(((time % 15625) * 512) / 15625));
    return name === "ulid" || isOfVersion(7, octets) ? new Date(time) : undefined;
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
    origin?: number | undefined;
}
const none = (): Last => ({ ms: -1, octets: Array<number>(16).fill(0) });
let known: Generator | undefined;

/** One for the process, where a program and its libraries load the ES modules and CommonJS. A worker has its own. */
function generator(): Generator {
    if (known !== undefined) return known;
    const key = Symbol.for("base62id.new");
    const value = (globalThis as unknown as Record<symbol, Generator | undefined>)[key] ?? {
        uuids: none(),
        ulids: none(),
        pool: new Uint8Array(1024),
        left: 0,
        filled: 0,
        clock: 0,
    };
    Object.defineProperty(globalThis, key, { value }); // nothing that is printed with the others
    return (known = value);
}

/** When the clock has moved: what another process has left in a start-up snapshot goes, and random octets older than a second, as in a copied machine. */
function moved(from: Generator, now: number): void {
    const origin = platform.performance?.timeOrigin;
    if (origin !== from.origin) {
        from.origin = origin;
        from.uuids.ms = from.ulids.ms = from.filled = -1;
    }
    if (Math.abs(now - from.filled) > 1000) from.left = 0;
    from.clock = now;
}

function randomOctet(from: Generator): number {
    const { pool } = from;
    if (from.left === 0) {
        platform.crypto!.getRandomValues(pool);
        from.left = pool.length;
        from.filled = from.clock;
    }
    const octet = pool[--from.left]!;
    pool[from.left] = 0;
    return octet;
}

function next(name: "uuids" | "ulids", top: number, stepOctets: number): number[] {
    const from = generator();
    const last = from[name];
    const now = Date.now();
    if (now !== from.clock) moved(from, now);
    const { octets } = last;
    if (now <= last.ms) {
        // The clock stands still or has stepped back.
        let carry = 1;
        for (let i = 0; i < stepOctets; ++i) carry += randomOctet(from) * 256 ** i;
        for (let i = 15; i >= 6 && carry > 0; --i) {
            carry += octets[i]!;
            octets[i] = carry & 255;
            carry = Math.floor(carry / 256);
        }
        if (carry === 0 && octets[6]! <= top) return octets;
    }
    last.ms = Math.max(now, last.ms + 1);
    for (let i = 0; i < 6; ++i) octets[i] = (last.ms / 256 ** (5 - i)) & 255;
    for (let i = 6; i < 16; ++i) octets[i] = randomOctet(from);
    octets[6]! &= top;
    return octets;
}

/** UUID version 7 has 74 bits beside the time. A random step keeps the next id from being guessed. */
function newUuidOctets(): number[] {
    const octets = next("uuids", 3, 4).slice();
    const [a, b, c] = octets.slice(6) as [number, number, number];
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
    return symbolsFor(formatOf("ulid"), next("ulids", 255, 0));
}
