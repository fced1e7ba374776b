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

const quoted = (text: string) => JSON.stringify(text.slice(0, 100));

function invalid(name: string, given: unknown, reason: string): InvalidIdError {
    return new InvalidIdError(`invalid ${name}${typeof given === "string" ? " " + quoted(given) : ""}: ${reason}`);
}

interface Format {
    /** Ascending, so that texts compare as their numbers do. */
    readonly alphabet: string;
    /** The lowest and the highest id. */
    readonly first: string;
    readonly last: string;
    readonly size: number;
    /** What is before the octets: the specification's prefix bits. */
    readonly mark: number;
    /** The value of each symbol's code, and the two symbols of each number: made when they are needed first. */
    values?: number[];
    pairs?: string[];
}

const format = (alphabet: string, first: string, last: string, size: number, mark: number): Format => ({ alphabet, first, last, size, mark });
const formats = {
    typeid: /* @__PURE__ */ format("0123456789abcdefghjkmnpqrstvwxyz", "00000000000000000000000000", "7zzzzzzzzzzzzzzzzzzzzzzzzz", 16, 0),
    base62id: /* @__PURE__ */ format("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN", 16, 2),
    base64uuid: /* @__PURE__ */ format("$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", "F$$$$$$$$$$$$$$$$$$$$$", "Izzzzzzzzzzzzzzzzzzzzz", 16, 4),
    uid11: /* @__PURE__ */ format("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", "11111111111", "jpXCZedGfVQ", 8, 0),
    baseuid: /* @__PURE__ */ format("-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz", "--------------------", "zzzzzzzzzzzzzzzzzzzz", 15, 0),
    ulid: /* @__PURE__ */ format("0123456789ABCDEFGHJKMNPQRSTVWXYZ", "00000000000000000000000000", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", 16, 0),
};

export type Name = keyof typeof formats;
/** The systems whose ids are UUIDs. */
export type UuidName = "typeid" | "base62id" | "base64uuid" | "ulid";
/** The notations of typed ids. */
export type Notation = UuidName | "uid11";
export const names: Name[] = ["typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"];

function formatOf(name: string): Format {
    const format = (formats as Record<string, Format | undefined>)[name];
    if (typeof format?.size === "number") return format; // no other member of an object
    throw new TypeError(`no id is of the name ${quoted(String(name))}, but: ${names.join(", ")}`);
}

function uuidFormatOf(name: string): Format {
    const format = formatOf(name);
    if (format.size !== 16) throw new TypeError(`a ${name} is no UUID`);
    return format;
}

const typePrefixPattern = /^(?:[a-z](?:[a-z_]{0,61}[a-z])?)?$/;
let lastTypePrefix = "";
const isTypePrefix = (text: string) => text === lastTypePrefix || (typePrefixPattern.test(text) && ((lastTypePrefix = text), true));

function checkTypePrefix(name: string, prefix: string): void {
    if (!isTypePrefix(prefix)) throw invalid(name, undefined, notTypePrefix(prefix));
}
const notTypePrefix = (text: string) => `a type prefix has at most 63 symbols of a to z, and _ inside, not ${quoted(text)}`;

const lead = (prefix: string) => prefix && prefix + "_";

/** 63 symbols of a type prefix, an underscore, 26 of a typeid and two quotes: in a longer text nobody looks for an id. */
const longest = 92;
const unquoted = (text: string) => (text.charCodeAt(0) === 34 && text.length > 1 && text.endsWith('"') ? text.slice(1, -1) : text);
const bare = (given: unknown) => (typeof given === "string" && given.length <= longest ? unquoted(given) : "");

function valuesOf(name: Name, format: Format): number[] {
    return (format.values ??= Array.from({ length: 128 }, (_, code) => {
        const symbol = String.fromCharCode(code);
        return format.alphabet.indexOf(name === "ulid" ? symbol.toUpperCase() : symbol);
    }));
}

/** Where in the bare text the symbols of an id begin, behind its type prefix, which is any one of a typeid where none is asked for; -1: it is no such id. */
function symbolsAt(name: Name, text: string, prefix: string | undefined): number {
    const format = formatOf(name);
    const { first, last } = format;
    const at = text.length - first.length;
    if (at < 0 || (at > 0 && text.charCodeAt(at - 1) !== 95)) return -1;
    if (prefix !== undefined) {
        if (at !== lead(prefix).length || !isTypePrefix(prefix) || name === "baseuid") return -1;
        for (let i = 0; i < prefix.length; ++i) if (text.charCodeAt(i) !== prefix.charCodeAt(i)) return -1;
    } else if (at > 0 && (name !== "typeid" || at === 1 || !isTypePrefix(text.slice(0, at - 1)))) {
        return -1;
    }
    const top = text.charCodeAt(at);
    if (top < first.charCodeAt(0) || top > last.charCodeAt(0)) return -1;
    const values = format.values ?? valuesOf(name, format);
    for (let i = at; i < text.length; ++i) if (!(values[text.charCodeAt(i)]! >= 0)) return -1;
    if (name !== "base62id" && name !== "uid11") return at; // the top symbol says it all
    const symbols = text.slice(at);
    return symbols < first || symbols > last ? -1 : at;
}

/** Why there is no such id in the text. */
function refusal(name: Name, given: string, prefix: string | undefined): InvalidIdError {
    if (typeof given !== "string") return invalid(name, given, `a ${given === null ? "null" : typeof given}, not a string`);
    if (given.length > longest) return invalid(name, given, `${given.length} symbols, more than any id has`);
    if (prefix !== undefined && !isTypePrefix(prefix)) return invalid(name, given, notTypePrefix(prefix));
    const format = formatOf(name);
    const { length } = format.first;
    const text = unquoted(given);
    const separator = name === "typeid" ? text.lastIndexOf("_") : lead(prefix ?? "").length - 1;
    const found = typePrefix(text, name === "baseuid" ? "typeid" : name);
    if (name === "typeid" && separator === 0) return invalid(name, given, "a separator without a type prefix");
    if (name === "typeid" && !isTypePrefix(found)) return invalid(name, given, notTypePrefix(found));
    if (prefix !== undefined && (name === "baseuid" || (name === "typeid" ? found !== prefix : !text.startsWith(lead(prefix))))) {
        return invalid(name, given, `the type prefix is ${name === "baseuid" ? "none" : quoted(found)}, not ${quoted(prefix)}`);
    }
    const symbols = text.slice(separator + 1);
    if (symbols.length !== length) return invalid(name, given, `${symbols.length} symbols, not ${length}`);
    for (let i = 0; i < length; ++i) {
        if (valuesOf(name, format)[symbols.charCodeAt(i)]! >= 0) continue;
        const at = separator + 2 + i + Number(text !== given);
        return invalid(name, given, `${quoted(symbols.charAt(i))} at position ${at} is not in its alphabet`);
    }
    return invalid(name, given, "its number is none of a " + name);
}

/** What typeid_create_type(name, prefix, notation, mask_key, accept_uuid) was given beside the notation and the prefix. */
export interface Made {
    /** A UUID that is not of version 4 is refused: no masked id has one. */
    masked?: boolean | undefined;
    /** A UUID's own text is read, too. */
    acceptUuid?: boolean | undefined;
}
const noneMade: Made = {};

const uuidPattern = /^[0-9a-f]{8}(-?)(?:[0-9a-f]{4}\1){3}[0-9a-f]{12}$/i;
const uuidsOwnText = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const version4 = /^.{14}4.{4}[89ab]/i;

/** Whether a UUID's own text is given, where one is read in place of an id. */
const isUuid = (name: Name, text: string, prefix: string | undefined, made: Made) =>
    text.length === 36 && formatOf(name).size === 16 && (prefix === undefined ? name !== "typeid" : made.acceptUuid === true) && uuidsOwnText.test(text);

/** Whether its UUID may be one that masks. */
function isMask(name: Name, text: string, at: number): boolean {
    if (formatOf(name).size !== 16) return true;
    const octets = numberOf(name, text, at);
    return octets[6]! >> 4 === 4 && octets[8]! >> 6 === 2;
}

/**
 * What the type's input makes of a text: the canonical id, or an InvalidIdError. A base62id, base64uuid or ulid may
 * also come as a UUID's own text. With a prefix, a typeid must have that type prefix; base62id, base64uuid, ulid and
 * uid11 are then the notation of a typed id, as typeid_create_type(name, prefix, notation) makes its type.
 */
export function parse<Prefix extends string>(name: Notation, text: string, prefix: Prefix, made?: Made): Id<Prefix>;
export function parse(name: Name, text: string, prefix?: string, made?: Made): string;
export function parse(name: Name, given: string, prefix?: string, made: Made = noneMade): string {
    const text = bare(given);
    const at = symbolsAt(name, text, prefix);
    const uuid = at < 0 && isUuid(name, text, prefix, made);
    if (at < 0 && !uuid) throw refusal(name, given, prefix);
    if (made.masked && !(uuid ? version4.test(text) : isMask(name, text, at))) {
        throw invalid(name, given, "its UUID is not of version 4, as that of every masked id is");
    }
    if (uuid) return fromUuid(name as UuidName, text, prefix);
    return name === "ulid" ? text.slice(0, at) + text.slice(at).toUpperCase() : text;
}

/** Whether this is the text of an id, as …_is_valid says on the server; a UUID's own text is one with acceptUuid. */
export function isValid<Prefix extends string>(name: Notation, text: string, prefix: Prefix, made?: Made): text is Id<Prefix>;
export function isValid(name: Name, text: string, prefix?: string, made?: Made): boolean;
export function isValid(name: Name, given: string, prefix?: string, made: Made = noneMade): boolean {
    const text = bare(given);
    const at = symbolsAt(name, text, prefix);
    if (at >= 0) return !made.masked || isMask(name, text, at);
    return made.acceptUuid === true && isUuid(name, text, prefix, made) && (!made.masked || version4.test(text));
}

// Octets are a number in base 256, most significant first, and symbols the same in their base. Of 32 and 64 symbols each has
// a whole number of bits; of 58 and 62, four symbols go at a time into limbs of 24 bits: none of their products has 2^53.

const isShifted = (radix: number) => radix === 32 || radix === 64;

/** The octets of the symbols that symbolsAt() has found. */
function numberOf(name: Name, text: string, at: number): number[] {
    const format = formatOf(name);
    const { size } = format;
    const radix = format.alphabet.length;
    const values = valuesOf(name, format);
    const octets: number[] = [];
    if (isShifted(radix)) {
        const bits = radix === 32 ? 5 : 6;
        let have = 8 * size - bits * (text.length - at);
        let value = 0;
        for (let i = at; i < text.length; ++i) {
            value = (value << bits) | values[text.charCodeAt(i)]!;
            have += bits;
            if (have < 8) continue;
            have -= 8;
            octets.push((value >> have) & 255);
            value &= (1 << have) - 1;
        }
        return octets;
    }
    const limbs: number[] = size === 16 ? [0, 0, 0, 0, 0, 0] : [0, 0, 0];
    const fourth = radix * radix * radix * radix;
    let carry = 0;
    for (let i = at; i < text.length; ) {
        carry = carry * radix + values[text.charCodeAt(i)]!;
        if ((text.length - ++i) % 4 !== 0) continue;
        for (let limb = limbs.length - 1; limb >= 0; --limb) {
            const sum = limbs[limb]! * fourth + carry;
            carry = Math.floor(sum / 0x1000000);
            limbs[limb] = sum - carry * 0x1000000;
        }
        carry = 0;
    }
    for (const limb of limbs) octets.push(limb >> 16, (limb >> 8) & 255, limb & 255);
    return octets.slice(-size);
}

/** The symbols of octets. */
function written(name: Name, octets: ArrayLike<number>): string {
    const format = formatOf(name);
    const { alphabet, size, mark, first } = format;
    if (octets.length !== size) throw invalid(name, undefined, `${octets.length} octets, not ${size}`);
    const radix = alphabet.length;
    const square = radix * radix;
    const pairs = (format.pairs ??= Array.from({ length: square }, (_, i) => alphabet.charAt(i / radix) + alphabet.charAt(i % radix)));
    let text = "";
    let value = mark;
    if (isShifted(radix)) {
        const bits = radix === 32 ? 10 : 12;
        let have = (first.length * bits) / 2 - 8 * size;
        for (let i = 0; i < size; ++i) {
            value = (value << 8) | octets[i]!;
            have += 8;
            if (have < bits) continue;
            have -= bits;
            text += pairs[value >> have]!;
            value &= (1 << have) - 1;
        }
        return text;
    }
    const limbs: number[] = [];
    for (let i = 0; i < size; ++i) {
        value = (value << 8) | octets[i]!;
        if ((size - i) % 3 !== 1) continue;
        limbs.push(value);
        value = 0;
    }
    const fourth = square * square;
    for (let symbols = 0, top = 0; symbols < first.length; symbols += 4) {
        let rest = 0;
        for (let limb = top; limb < limbs.length; ++limb) {
            const sum = rest * 0x1000000 + limbs[limb]!;
            limbs[limb] = (sum / fourth) | 0;
            rest = sum - limbs[limb]! * fourth;
        }
        if (limbs[top] === 0) ++top;
        text = pairs[(rest / square) | 0]! + pairs[rest % square]! + text;
    }
    return text.slice(-first.length);
}

const ascii = (text: string) => Array.from(text, (symbol) => symbol.charCodeAt(0));

function octetsOf(name: Name, given: string, prefix?: string): number[] {
    const text = bare(given);
    const at = symbolsAt(name, text, prefix);
    if (at < 0) throw refusal(name, given, prefix);
    return numberOf(name, text, at);
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
export function encode(name: Name, octets: Uint8Array): string {
    if (name !== "typeid" || octets.length === 16) return written(name, octets);
    if (octets.length < 16) throw invalid(name, undefined, `${octets.length} octets, not 16 or more`);
    const prefix = String.fromCharCode(...Array.from(octets.subarray(0, -16).subarray(0, 100)));
    checkTypePrefix(name, prefix);
    return lead(prefix) + written(name, octets.subarray(-16));
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

const patterns: Record<Name, string> = {
    typeid: "[0-7][0-9a-hjkmnp-tv-z]{25}",
    base62id: "[F-N][0-9A-Za-z]{21}",
    base64uuid: "[F-I][$0-9A-Z_a-z]{21}",
    uid11: "[1-9A-HJ-NP-Za-j][1-9A-HJ-NP-Za-km-z]{10}",
    baseuid: "[-0-9A-Z_a-z]{20}",
    ulid: "[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}",
};

/** kind("typeid", "user"), kind("ulid", "prod", { masked: true }), kind("base62id") */
export function kind<Prefix extends string>(name: Notation, prefix: Prefix, made?: Made): Kind<Id<Prefix>>;
export function kind(name: Name, prefix?: string, made?: Made): Kind;
export function kind(name: Name, prefix?: string, made: Made = {}): Kind {
    const { size, alphabet } = formatOf(name);
    const uuid = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
    const anyPrefix = name === "typeid" && prefix === undefined ? "(?:[a-z](?:[a-z_]{0,61}[a-z])?_)?" : lead(prefix ?? "");
    let text = anyPrefix + patterns[name];
    const takesUuid = prefix === undefined ? name !== "typeid" && size === 16 : made.acceptUuid;
    if (takesUuid) text = `(?:${text}|${uuid})`;
    const read = (given: string) => parse(name, given, prefix, made);
    const pattern = new RegExp(`^${text}$`);
    const says = isShifted(alphabet.length) && !made.masked && (prefix === undefined || (isTypePrefix(prefix) && name !== "baseuid"));
    const taken = { ...made, acceptUuid: takesUuid };
    return {
        parse: read,
        is: (given): given is string => typeof given === "string" && ((says && pattern.test(given)) || isValid(name, given, prefix, taken)),
        jsonSchema: { type: "string", pattern: pattern.source },
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
    const text = unquoted(id);
    const behind = notation === "typeid" ? text.length - text.lastIndexOf("_") : formatOf(notation).first.length + 1;
    return text.slice(0, Math.max(text.length - behind, 0));
}

/** The 26 symbols of a typeid behind its type prefix. */
export function suffix(id: string): string {
    return parse("typeid", id).slice(-26);
}

// UUIDs -------------------------------------------------------------------------------------------

let hexPairs: string[] | undefined;

function uuidText(o: ArrayLike<number>): string {
    const hex = (hexPairs ??= Array.from({ length: 256 }, (_, octet) => (octet + 256).toString(16).slice(1)));
    return (
        hex[o[0]!]! + hex[o[1]!]! + hex[o[2]!]! + hex[o[3]!]! + "-" + hex[o[4]!]! + hex[o[5]!]! + "-" + hex[o[6]!]! + hex[o[7]!]! + "-" +
        hex[o[8]!]! + hex[o[9]!]! + "-" + hex[o[10]!]! + hex[o[11]!]! + hex[o[12]!]! + hex[o[13]!]! + hex[o[14]!]! + hex[o[15]!]!
    );
}

/** Of a text that is a UUID's. */
function uuidOctets(text: string): number[] {
    const octets: number[] = [];
    for (let i = 0; i < text.length; i += 2) {
        if (text.charCodeAt(i) === 45) ++i;
        const high = text.charCodeAt(i);
        const low = text.charCodeAt(i + 1);
        octets.push((((high & 15) + 9 * (high >> 6)) << 4) | ((low & 15) + 9 * (low >> 6)));
    }
    return octets;
}

/** The UUID of an id, in its own text; with a prefix, of a typed id, which has that type prefix. */
export function toUuid(name: UuidName, given: string, prefix?: string): string {
    return toColumn(name, given, prefix);
}

/** The id of a UUID: its text, with or without hyphens, or its 16 octets. */
export function fromUuid<Prefix extends string>(name: UuidName, uuid: string | Uint8Array, prefix: Prefix): Id<Prefix>;
export function fromUuid(name: UuidName, uuid: string | Uint8Array, prefix?: string): string;
export function fromUuid(name: UuidName, uuid: string | Uint8Array, prefix = ""): string {
    uuidFormatOf(name);
    if (typeof uuid === "string" ? uuid.length > 36 || !uuidPattern.test(uuid) : !(uuid instanceof Uint8Array) || uuid.length !== 16) {
        throw invalid("uuid", uuid, "not 32 hexadecimal digits, in groups of 8-4-4-4-12 or in one");
    }
    checkTypePrefix(name, prefix);
    return lead(prefix) + written(name, typeof uuid === "string" ? uuidOctets(uuid) : uuid);
}

// A plain uuid column -----------------------------------------------------------------------------

/** The UUIDs of the first and of the last id that begins with the text, both inclusive, as `^@` finds them; undefined: none does. */
export function prefixRange(name: UuidName, text: string, prefix = ""): { first: string; last: string } | undefined {
    const { alphabet, first, last } = uuidFormatOf(name);
    checkTypePrefix(name, prefix);
    const begin = lead(prefix);
    if (text.length > begin.length + first.length || !(text.startsWith(begin) || begin.startsWith(text))) return undefined;
    let symbols = text.slice(begin.length);
    if (name === "ulid") symbols = symbols.replace(/[a-z]/g, (symbol) => symbol.toUpperCase());
    if (![...symbols].every((symbol) => alphabet.includes(symbol))) return undefined;
    const low = symbols.padEnd(first.length, alphabet.charAt(0));
    const high = symbols.padEnd(first.length, alphabet.slice(-1));
    if (low > last || high < first) return undefined;
    return { first: uuidText(numberOf(name, low < first ? first : low, 0)), last: uuidText(numberOf(name, high > last ? last : high, 0)) };
}

/** What a uuid column takes of an id: its UUID. A UUID's text is taken with acceptUuid, and where no prefix is asked for. */
export function toColumn(name: UuidName, given: string, prefix?: string, made: Made = noneMade): string {
    uuidFormatOf(name);
    if (made.masked) throw new TypeError("a masked id is not the UUID that is stored");
    const text = bare(given);
    return isUuid(name, text, prefix, made) ? text.toLowerCase() : uuidText(octetsOf(name, given, prefix));
}

/** The id in what a column gives: in a UUID's text, or, where the column is of a type of the extension by now, in an id. */
export function fromColumn<Prefix extends string>(name: UuidName, value: string, prefix: Prefix): Id<Prefix>;
export function fromColumn(name: UuidName, value: string, prefix?: string): string;
export function fromColumn(name: UuidName, value: string, prefix?: string): string {
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
    const octets = isUuid(name, bare(text), undefined, noneMade) ? uuidOctets(bare(text)) : octetsOf(name, text);
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

// Numbers: typed ids of the notation uid11 --------------------------------------------------------

interface BigIntView {
    setBigInt64(at: number, value: bigint): void;
    getBigInt64(at: number): bigint;
}

const wordsOf = (octets: ArrayLike<number>) => {
    const words: number[] = [];
    for (let i = 0; i < octets.length; i += 4) words.push((octets[i]! << 24) | (octets[i + 1]! << 16) | (octets[i + 2]! << 8) | octets[i + 3]!);
    return words;
};
const ofWords = (words: number[]) => {
    const octets: number[] = [];
    for (const word of words) octets.push(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);
    return octets;
};
const rotated = (word: number, left: number) => (word << left) | (word >>> (32 - left));

// SHA-256's constants: the first 32 bits behind the point of square and cube roots of primes.
const hashed = "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19";
const roots =
    "428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe9bdc06a7c19bf174" +
    "e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7c6e00bf3d5a7914706ca635114292967" +
    "27b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664bc24b8b70c76c51a3d192e819d6990624f40e3585106aa070" +
    "19a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2";

function sha256(message: number[]): number[] {
    const zeros = Array<number>((119 - (message.length % 64)) % 64).fill(0);
    const padded = wordsOf([...message, 128, ...zeros, ...ofWords([0, message.length * 8])]);
    const constants = wordsOf(uuidOctets(roots));
    let state = wordsOf(uuidOctets(hashed));
    for (let at = 0; at < padded.length; at += 16) {
        const w = padded.slice(at, at + 16);
        let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
        for (let i = 0; i < 64; ++i) {
            if (i >= 16) {
                const early = w[i - 15]!;
                const late = w[i - 2]!;
                const s0 = rotated(early, 25) ^ rotated(early, 14) ^ (early >>> 3);
                const s1 = rotated(late, 15) ^ rotated(late, 13) ^ (late >>> 10);
                w.push((w[i - 16]! + s0 + w[i - 7]! + s1) | 0);
            }
            const sum1 = rotated(e, 26) ^ rotated(e, 21) ^ rotated(e, 7);
            const t1 = (h + sum1 + ((e & f) ^ (~e & g)) + constants[i]! + w[i]!) | 0;
            const sum0 = rotated(a, 30) ^ rotated(a, 19) ^ rotated(a, 10);
            const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
            [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
        }
        state = [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]!) | 0);
    }
    return ofWords(state);
}

// Speck64/128. The schedules of the last keys and type prefixes are kept, the latest first.
interface Schedule {
    key: number[];
    prefix: string;
    rounds: number[];
}
const schedules: Schedule[] = [];

function roundsOf(key: Uint8Array, prefix: string): number[] {
    if (!(key instanceof Uint8Array) || key.length !== 16) throw new TypeError(`a mask key has 16 octets${key instanceof Uint8Array ? `, not ${key.length}` : " in a Uint8Array"}`);
    for (let at = 0; at < schedules.length; ++at) {
        const kept = schedules[at]!;
        if (kept.prefix !== prefix || !sameOctets(kept.key, key)) continue;
        if (at > 0) schedules.unshift(...schedules.splice(at, 1));
        return kept.rounds;
    }
    const pad = (octet: number) => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ octet);
    const mac = sha256([...pad(0x5c), ...sha256([...pad(0x36), ...ascii("base62id number mask\0" + prefix)])]);
    const word = wordsOf(mac.slice(0, 16).reverse()).reverse();
    const rounds = Array.from({ length: 27 }, (_, i) => {
        const now = word[0]!;
        const sum = (rotated(word[1 + (i % 3)]!, 24) + now) ^ i;
        word[1 + (i % 3)] = sum;
        word[0] = rotated(now, 3) ^ sum;
        return now;
    });
    schedules.unshift({ key: Array.from(key), prefix, rounds });
    schedules.splice(64);
    return rounds;
}
function sameOctets(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
    for (let i = 0; i < 16; ++i) if (one[i] !== other[i]) return false;
    return true;
}

/**
 * The typed id of a bigint, in the notation uid11; with the 16 octets of a mask key, as a type that masks by that key
 * shows it. Numbers beyond 2^53 come as BigInt.
 */
export function fromNumber<Prefix extends string>(given: bigint | number, prefix: Prefix, key?: Uint8Array): Id<Prefix>;
export function fromNumber(given: bigint | number, prefix?: string, key?: Uint8Array): string;
export function fromNumber(given: bigint | number, prefix = "", key?: Uint8Array): string {
    checkTypePrefix("uid11", prefix);
    let x: number;
    let y: number;
    if (typeof given === "number") {
        if (!Number.isSafeInteger(given)) throw new RangeError(`${given} is no integer below 2^53`);
        x = Math.floor(given / 0x100000000) | 0;
        y = given | 0;
    } else {
        const view = new DataView(new ArrayBuffer(8));
        const bigints = view as unknown as BigIntView;
        bigints.setBigInt64(0, given);
        if (bigints.getBigInt64(0) !== given) throw new RangeError("a number of more than 64 bits is no bigint");
        x = view.getInt32(0);
        y = view.getInt32(4);
    }
    if (key !== undefined) {
        for (const round of roundsOf(key, prefix)) {
            x = (rotated(x, 24) + y) ^ round;
            y = rotated(y, 3) ^ x;
        }
    }
    return lead(prefix) + written("uid11", ofWords([x, y]));
}

/** The bigint of a typed id. Of a masked type every text has one: nothing shows another key. */
export function toNumber(text: string, prefix = "", key?: Uint8Array): bigint {
    let [x, y] = wordsOf(octetsOf("uid11", text, prefix)) as [number, number];
    if (key !== undefined) {
        const rounds = roundsOf(key, prefix);
        for (let i = 26; i >= 0; --i) {
            y = rotated(y ^ x, 29);
            x = rotated((x ^ rounds[i]!) - y, 8);
        }
    }
    const view = new DataView(new ArrayBuffer(8));
    view.setInt32(0, x);
    view.setInt32(4, y);
    return (view as unknown as BigIntView).getBigInt64(0);
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
    uuidFormatOf(notation);
    checkTypePrefix(notation, prefix);
    return (lead(prefix) + written(notation, newUuidOctets())) as Id<Prefix>;
}

/** A new ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond. */
export function newUlid(): string {
    return written("ulid", next("ulids", 255, false));
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
