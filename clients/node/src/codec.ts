// Texts of ids to octets and back, and new ids, without a dependency. What a program uses is in ids.ts.
//
// Octets are a number in base 256, most significant first, and the characters of an id the same in
// their base. Every alphabet ascends in ASCII, so that texts of a kind compare as their numbers do.

/** The notations whose ids are UUIDs. */
export type UuidNotation = "typeid" | "ulid" | "base62id" | "base64uuid" | "uuid" | "hex";
/** The notations of kinds: what typeid_create_type() calls so. */
export type Notation = UuidNotation | "uid11";
/** Kinds without a type prefix. */
export type System = "base62id" | "base64uuid" | "ulid" | "baseuid" | "xid";

/** What a kind is: checked by definitionOf(), or one of the systems. */
export interface Definition {
    readonly prefix: string;
    readonly notation: Notation | System;
    readonly masked: boolean;
    readonly acceptUuid: boolean;
}

/**
 * A text that is no id, and what is wrong with it. The two forms of the package, ES modules and
 * CommonJS, know each other's.
 */
export class InvalidId extends Error {
    static override [Symbol.hasInstance](value: unknown): boolean {
        if (this !== InvalidId) return Function.prototype[Symbol.hasInstance].call(this, value);
        const error = value as InvalidId | null | undefined;
        return error?.name === "InvalidId" && error.code === "22P02";
    }
    /** The SQLSTATE that the server raises for such a text. */
    readonly code: string;

    constructor(message: string) {
        super(message);
        this.name = "InvalidId";
        this.code = "22P02";
    }
}

export const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

// Shapes ----------------------------------------------------------------------------------------

/** How a suffix is written. */
interface Shape {
    readonly length: number;
    /** The characters, as in a regular expression's brackets. */
    readonly characters: string;
    /** Those of them that may be the first. */
    readonly first?: string;
    /** Where a number may be too large or too small: the first and the last suffix. */
    readonly lowest?: string;
    readonly highest?: string;
}

const base32: Shape = { length: 26, characters: "0-9a-hjkmnp-tv-z", first: "0-7" };
const base58: Shape = {
    length: 11,
    characters: "1-9A-HJ-NP-Za-km-z",
    first: "1-9A-HJ-NP-Za-j",
    lowest: "1",
    highest: "jpXCZedGfVQ",
};
const shapes: Record<Notation | System, Shape> = {
    typeid: base32,
    ulid: { length: 26, characters: "0-9A-HJKMNP-TV-Z", first: "0-7" },
    base62id: {
        length: 22,
        characters: "0-9A-Za-z",
        first: "F-N",
        lowest: "Fa84QWiAxLXUJaHZmEVPEG",
        highest: "NNC6dn4GR1JETNQMfLl6qN",
    },
    base64uuid: { length: 22, characters: "$0-9A-Z_a-z", first: "F-I" },
    uuid: { length: 36, characters: "0-9a-f" },
    hex: { length: 32, characters: "0-9a-f" },
    uid11: base58,
    xid: base58,
    baseuid: { length: 20, characters: "-0-9A-Z_a-z" },
};

/** A UUID has four hyphens, each behind as many digits. */
const uuidPattern = (digits: string): string => `${digits}{8}-(?:${digits}{4}-){3}${digits}{12}`;
const anyUuid = uuidPattern("[0-9a-fA-F]");

const isUuidNotation = (notation: Notation | System): boolean => shapes[notation].length > 20;

/** The notations that are read in either case, and how they are written. */
const folded: Partial<Record<Notation | System, "toUpperCase" | "toLowerCase">> = {
    ulid: "toUpperCase",
    uuid: "toLowerCase",
    hex: "toLowerCase",
};

export const leadOf = (prefix: string): string => (prefix ? `${prefix}_` : "");

/** A regular expression's text for a suffix: written out, [0-9] 25 times is twice as fast as [0-9]{25}. */
function suffixPattern(notation: Notation | System): string {
    const { length, characters, first } = shapes[notation];
    if (notation === "uuid") return uuidPattern(`[${characters}]`);
    return `[${first ?? characters}]${`[${characters}]`.repeat(length - 1)}`;
}

// A kind's definition ----------------------------------------------------------------------------

const notations = ["typeid", "ulid", "base62id", "base64uuid", "uuid", "hex", "uid11"];
const typeidPrefix = /^[a-z](?:[a-z_]{0,61}[a-z])?$/;
const widePrefix = /^[A-Za-z](?:\w{0,61}[A-Za-z0-9])?$/;
const isBoolean = (value: unknown): boolean => typeof value === "boolean";

/** What is checked when a kind is made; a TypeError says what is wrong. */
export function definitionOf(name: string, given: unknown): Definition {
    const options = typeof given === "string" ? { prefix: given } : Object(given);
    const { prefix, notation = "typeid", masked = false, acceptUuid = false, ...others } = options;
    const prefixes = notation === "typeid" ? typeidPrefix : widePrefix;
    const isUuid = notation !== "uid11";
    const [other] = Object.keys(others);
    const wrong = other
        ? `no option ${quoted(other)}`
        : !notations.includes(notation)
          ? `a notation is one of ${notations.join(", ")}`
          : typeof prefix !== "string" || !prefixes.test(prefix)
            ? `the type prefix of a ${notation} is ${prefixes.source}`
            : !isBoolean(masked) || !isBoolean(acceptUuid) || (acceptUuid && (masked || !isUuid))
              ? "masked or acceptUuid is true, and acceptUuid for unmasked UUIDs alone"
              : undefined;
    if (wrong !== undefined) throw new TypeError(`${quoted(name)}: ${wrong}`);
    return { prefix, notation, masked, acceptUuid };
}

// Reading ---------------------------------------------------------------------------------------

/** No id is longer: 63 characters of a type prefix, an underscore, 36 of a UUID and two quotes. */
const longest = 102;

const isOfVersion = (version: number, octets: ArrayLike<number>): boolean =>
    octets[6]! >> 4 === version && octets[8]! >> 6 === 2;

/** Whether a text is the canonical text of an id, if its kind does not mask. */
export function shapeMatcherOf({ prefix, notation }: Definition): (text: unknown) => boolean {
    const { length, lowest, highest } = shapes[notation];
    const lead = leadOf(prefix);
    const matcher = RegExp(`^${lead}${suffixPattern(notation)}$`);
    const whole = lead.length + length;
    return (text) => {
        if (typeof text !== "string" || text.length !== whole || !matcher.test(text)) return false;
        if (lowest === undefined) return true;
        const suffix = text.slice(lead.length);
        return suffix >= lowest && suffix <= highest!;
    };
}

/** Whether a text is the canonical text of an id: what `is` of a kind says. */
export function matcherOf(definition: Definition): (text: unknown) => boolean {
    const { notation, masked } = definition;
    const matches = shapeMatcherOf(definition);
    if (!masked || !isUuidNotation(notation)) return matches;
    // A masked id outside of the server is a UUID of version 4.
    const format = formatOf(notation);
    return (text) => matches(text) && isOfVersion(4, octetsIn(format, text as string));
}

/** Without the one pair of double quotes that it may have; of what is no text or too long, nothing. */
const bare = (given: unknown): string =>
    typeof given !== "string" || given.length > longest
        ? ""
        : given.length > 1 && given[0] === '"' && given.endsWith('"')
          ? given.slice(1, -1)
          : given;

/** Whether a UUID's own text is read in place of an id. */
export const readsUuids = ({ prefix, notation, acceptUuid }: Definition): boolean =>
    acceptUuid || (prefix === "" && isUuidNotation(notation));

/** What `parse` of a kind reads: the canonical text of an id, or undefined. */
export function readerOf(
    definition: Definition,
    is: (text: unknown) => boolean,
): (given: unknown) => string | undefined {
    const { prefix, notation } = definition;
    const lead = leadOf(prefix);
    const fold = folded[notation];
    const uuids = readsUuids(definition);
    return (given) => {
        if (is(given)) return given as string;
        const text = bare(given);
        if (is(text)) return text;
        if (fold !== undefined && /^[ -~]+$/.test(text)) {
            const other = text.slice(0, lead.length) + text.slice(lead.length)[fold]();
            if (is(other)) return other;
        }
        const octets = uuids ? octetsOfUuid(text) : [];
        return octets.length > 0 ? lead + charactersOf(formatOf(notation), octets) : undefined;
    };
}

/** Why there is no id of a kind in what was given. */
export function refusalOf({ prefix, notation, masked }: Definition, given: unknown): string {
    const of = (reason: string) => {
        const shown = typeof given === "string" ? ` ${quoted(given)}` : "";
        return `invalid ${notation}${shown}: ${reason}`;
    };
    if (typeof given !== "string") return of("not a string");
    if (given.length > longest) return of(`${given.length} characters, more than any id has`);
    const text = bare(given);
    const { length, characters } = shapes[notation];
    const lead = leadOf(prefix);
    if (!text.startsWith(lead)) {
        // A TypeID's suffix has no underscore; another notation's may have, and has its length.
        const end = notation === "typeid" ? text.lastIndexOf("_") : text.length - length - 1;
        const found = end > 0 && text[end] === "_" ? text.slice(0, end) : "";
        return of(`the type prefix is ${quoted(found)}, not ${quoted(prefix)}`);
    }
    const suffix = text.slice(lead.length);
    if (suffix.length !== length) return of(`${suffix.length} characters, not ${length}`);
    const allowed = RegExp(`[${characters}]`, folded[notation] ? "i" : "");
    for (let at = 0; at < length; ++at) {
        const character = suffix[at]!;
        const isHyphen = notation === "uuid" && [8, 13, 18, 23].includes(at);
        if (isHyphen ? character === "-" : allowed.test(character)) continue;
        const position = lead.length + at + 1 + Number(text !== given);
        return of(`${quoted(character)} at position ${position} is not in its alphabet`);
    }
    const fold = folded[notation];
    const matches = shapeMatcherOf({ prefix: "", notation, masked, acceptUuid: false });
    const isPlain = matches(fold === undefined ? suffix : suffix[fold]());
    return of(
        masked && isPlain
            ? "its UUID is not of version 4, as that of every masked id is"
            : `its number is none of a ${notation}`,
    );
}

export const patternOf = (definition: Definition): string => {
    const { prefix, notation } = definition;
    const { length, characters, first } = shapes[notation];
    // Read in either case, where a notation is.
    const all = { ulid: `${characters}a-hjkmnp-tv-z`, hex: "0-9a-fA-F" }[notation as string];
    const suffix =
        notation === "uuid"
            ? anyUuid
            : first === undefined
              ? `[${all ?? characters}]{${length}}`
              : `[${first}][${all ?? characters}]{${length - 1}}`;
    const own = leadOf(prefix) + suffix;
    return readsUuids(definition) ? `^(?:${own}|${anyUuid})$` : `^${own}$`;
};

// Formats: of 16, 32 and 64 characters each is a whole number of bits; of 58 and 62, four characters
// go at a time into limbs of 24 bits: none of their products has 2^53.

export interface Format {
    readonly radix: number;
    /** Of a character; 0: of none a whole number. */
    readonly bits: number;
    /** Octets. */
    readonly size: number;
    /** What is before the octets, the specification's prefix bits, and how many bits there are for it. */
    readonly mark: number;
    readonly spare: number;
    /** The value of each character's code, and the code of each value. */
    readonly values: number[];
    readonly codes: number[];
    /** The codes of a text, in which the characters are written. */
    readonly text: number[];
}
const formats: Record<string, Format> = /* @__PURE__ */ Object.create(null);
const codesOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0));

export function formatOf(notation: Notation | System): Format {
    const known = formats[notation];
    if (known !== undefined) return known;
    const { length, characters } = shapes[notation];
    const ascii = String.fromCharCode(...Array(128).keys());
    const codes = codesOf(ascii.replace(RegExp(`[^${characters}]`, "g"), ""));
    const radix = codes.length;
    const bits = { 16: 4, 32: 5, 64: 6 }[radix] ?? 0;
    const size = length === 11 ? 8 : length === 20 ? 15 : 16;
    const values: number[] = [];
    codes.forEach((code, value) => {
        values[code] = value;
        // What is asked of UUIDs has been matched, or may be in either case.
        if (radix === 16) values[String.fromCharCode(code).toUpperCase().charCodeAt(0)] = value;
    });
    const digits = notation === "uuid" ? 32 : length;
    const format: Format = {
        radix,
        bits,
        size,
        mark: ({ base62id: 2, base64uuid: 4 } as Record<string, number>)[notation] ?? 0,
        spare: bits * digits - 8 * size,
        values,
        codes,
        text: codesOf(
            notation === "uuid" ? "00000000-0000-0000-0000-000000000000" : "0".repeat(length),
        ),
    };
    formats[notation] = format;
    return format;
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

/** The octets of the characters that end a text: an id, or a UUID's own text; none where it has none. */
export function octetsIn(
    { radix, bits, size, spare, values, text }: Format,
    given: string,
): number[] {
    const octets: number[] = [];
    const digits: number[] = [];
    const start = Math.max(given.length - text.length, 0);
    let have = -spare;
    for (let at = start, value = 0; at < given.length; ++at) {
        const code = given.charCodeAt(at);
        const digit = values[code]!;
        if (!(digit >= 0)) {
            if (code === 45 && text[at - start] === 45) continue; // a hyphen of a UUID
            return [];
        }
        value = bits > 0 ? (value << bits) | digit : value * radix + digit;
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
    for (const limb of converted(digits, radix ** 4, 0x1000000)) {
        octets.push(limb >> 16, (limb >> 8) & 255, limb & 255);
    }
    return octets.slice(-size);
}

/** The characters of octets. */
export function charactersOf(
    { radix, bits, size, mark, spare, codes, text }: Format,
    octets: ArrayLike<number>,
): string {
    const limbs: number[] = [];
    let at = 0;
    for (let i = 0, value = mark, have = spare; i < size; ++i) {
        value = (value << 8) | octets[i]!;
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

// UUIDs -----------------------------------------------------------------------------------------

/** The octets of a UUID's text with its hyphens; none where it is no such text. */
const octetsOfUuid = (text: string): number[] =>
    text.length === 36 ? octetsIn(formatOf("uuid"), text) : [];

export const uuidOf = (octets: ArrayLike<number>): string => charactersOf(formatOf("uuid"), octets);

/** The octets of a UUID's text, with or without hyphens, or of its 16 octets; else an InvalidId. */
export function uuidOctets(uuid: unknown): ArrayLike<number> {
    if (uuid instanceof Uint8Array && uuid.length === 16) return uuid;
    const text = typeof uuid === "string" ? uuid : "";
    const octets = text.length === 32 ? octetsIn(formatOf("hex"), text) : octetsOfUuid(text);
    if (octets.length > 0) return octets;
    const shown = typeof uuid === "string" ? ` ${quoted(uuid)}` : "";
    throw new InvalidId(`invalid uuid${shown}: neither a UUID's text nor its 16 octets`);
}

// A UUID's text as PostgreSQL writes it is read in half of the time without octets: its first two
// digits are two characters of base 32, and each five behind them are four.
const digitValues = /* @__PURE__ */ Int8Array.from({ length: 128 }, (_, code) =>
    "0123456789abcdef".indexOf(String.fromCharCode(code)),
);
const digitPlaces = [
    0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 21, 22, 24, 25, 26, 27, 28, 29,
    30, 31, 32, 33, 34, 35,
];
/** The value of a UUID's n-th digit; negative: it is none. */
function digitOf(text: string, n: number): number {
    const code = text.charCodeAt(digitPlaces[n]!);
    return digitValues[code & 127]! | ((127 - code) >> 31);
}
const base32Codes: number[] = [];

/** The characters of base 32 of a UUID's text in lower case; undefined where it is none. */
export function base32OfUuid(codes: number[], text: string): string | undefined {
    if (text.length !== 36) return undefined;
    let value = (digitOf(text, 0) << 4) | digitOf(text, 1);
    let all =
        value |
        -(
            (text.charCodeAt(8) ^ 45) |
            (text.charCodeAt(13) ^ 45) |
            (text.charCodeAt(18) ^ 45) |
            (text.charCodeAt(23) ^ 45)
        );
    base32Codes[0] = codes[(value >> 5) & 31]!;
    base32Codes[1] = codes[value & 31]!;
    for (let n = 2, at = 2; n < 32; n += 5) {
        value =
            (digitOf(text, n) << 16) |
            (digitOf(text, n + 1) << 12) |
            (digitOf(text, n + 2) << 8) |
            (digitOf(text, n + 3) << 4) |
            digitOf(text, n + 4);
        all |= value;
        for (let bits = 15; bits >= 0; bits -= 5) base32Codes[at++] = codes[(value >> bits) & 31]!;
    }
    return all < 0 ? undefined : String.fromCharCode.apply(null, base32Codes);
}

/** The UUIDs of the first and of the last id that begins with the text, both inclusive. */
export function rangeOf(
    { prefix, notation }: Definition,
    given: string,
): { first: string; last: string } | undefined {
    const lead = leadOf(prefix);
    if (typeof given !== "string" || given.length > longest) return undefined;
    if (!given.startsWith(lead) && !lead.startsWith(given)) return undefined;
    const format = formatOf(notation);
    const fold = folded[notation];
    const suffix = given.slice(lead.length);
    if (!/^[ -~]*$/.test(suffix)) return undefined;
    const start = fold === undefined ? suffix : suffix[fold]();
    // The bounds of all UUIDs, or those of the text where they lie between these.
    const least = charactersOf(format, Array(16).fill(0));
    const greatest = charactersOf(format, Array(16).fill(255));
    if (start.length > least.length) return undefined;
    // No alphabet of these notations has a hyphen: it stays in its place.
    const filled = (value: number) => {
        const character = String.fromCharCode(format.codes[value]!);
        return start + least.slice(start.length).replace(/[^-]/g, () => character);
    };
    const lowest = filled(0);
    const highest = filled(format.radix - 1);
    const first = octetsIn(format, lowest > least ? lowest : least);
    const last = octetsIn(format, highest < greatest ? highest : greatest);
    // Where the text has a character that no id has there, one of them has no octets.
    if (lowest > greatest || highest < least || !first.length || !last.length) return undefined;
    return { first: uuidOf(first), last: uuidOf(last) };
}

/** The number that an id's first 48 bits are. */
const leading48 = (octets: number[]): number =>
    octets.slice(0, 6).reduce((sum, octet) => sum * 256 + octet, 0);

/** When an id was made, to the millisecond, by the octets of its UUID; undefined: it is not of version 7. */
export const timeOfUuid = (octets: number[]): Date | undefined =>
    isOfVersion(7, octets) ? timeOfUlid(octets) : undefined;

/** A ulid without a type prefix follows its own specification, with a UUID of any version. */
export const timeOfUlid = (octets: number[]): Date => new Date(leading48(octets));

/** 42 bits of milliseconds since 2011-11-11 11:11:11.111; a Date has no fractions. */
export const timeOfXid = (octets: number[]): Date =>
    new Date(Math.floor(leading48(octets) / 64) + 1321009871111);

/** Units of 2^15 ns, of which 15625 are 512 ms. */
export function timeOfBaseuid(octets: number[]): Date {
    const units = leading48(octets);
    const rest = Math.floor(((units % 15625) * 512) / 15625);
    return new Date(Math.floor(units / 15625) * 512 + rest);
}

// New ids ---------------------------------------------------------------------------------------

/** Where time (milliseconds since 1970) and random octets come from; what is not given is the platform's. */
export interface Source {
    readonly now?: (() => number) | undefined;
    readonly random?: ((octets: Uint8Array) => void) | undefined;
}

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
    source: Source;
}
const none = (): Last => ({ ms: -1, octets: Array<number>(16).fill(0) });
const fresh = (source: Source) => ({
    uuids: none(),
    ulids: none(),
    pool: new Uint8Array(1024),
    left: 0,
    filled: 0,
    clock: 0,
    source,
});
let known: Generator | undefined;

/** One for the process, where a program and its libraries load the ES modules and CommonJS. A worker has its own. */
function generator(): Generator {
    if (known !== undefined) return known;
    const key = Symbol.for("base62id.generator");
    const value =
        (globalThis as unknown as Record<symbol, Generator | undefined>)[key] ?? fresh({});
    Object.defineProperty(globalThis, key, { value }); // nothing that is printed with the others
    known = value;
    return known;
}

/** For tests: the source of all new ids of this process; what was made before does not matter to them. */
export function changeSource(source: Source): Source {
    const from = generator();
    const before = from.source;
    Object.assign(from, fresh(source));
    return before;
}

/**
 * When the clock has moved: what another process has left in a start-up snapshot goes, and random
 * octets older than a second, as in a copied machine.
 */
function moved(from: Generator, now: number): void {
    const origin = platform.performance?.timeOrigin;
    if (origin !== from.origin) {
        from.origin = origin;
        from.uuids.ms = from.ulids.ms = from.filled = -1;
    }
    if (Math.abs(now - from.filled) > 1000) from.left = 0;
    from.clock = now;
}

const systemRandom = (octets: Uint8Array): void => void platform.crypto!.getRandomValues(octets);

function randomOctet(from: Generator): number {
    const { pool } = from;
    if (from.left === 0) {
        (from.source.random ?? systemRandom)(pool);
        from.left = pool.length;
        from.filled = from.clock;
    }
    const octet = pool[--from.left]!;
    pool[from.left] = 0;
    return octet;
}

/** How far back a clock is that is not believed. */
const stepBackMs = 10_000;

function putTime(octets: { [at: number]: number }, ms: number): void {
    for (let i = 0; i < 6; ++i) octets[i] = (ms / 256 ** (5 - i)) & 255;
}

function next(name: "uuids" | "ulids", top: number, stepOctets: number): number[] {
    const from = generator();
    const last = from[name];
    const now = from.source.now === undefined ? Date.now() : from.source.now();
    if (now !== from.clock) moved(from, now);
    const { octets } = last;
    // The clock stands still or has stepped back a little. Further back it was wrong before, or is a
    // test's: ids follow it, and stay unique by their random bits.
    const ascends = now <= last.ms && last.ms - now <= stepBackMs;
    if (ascends) {
        let carry = 1;
        for (let i = 0; i < stepOctets; ++i) carry += randomOctet(from) * 256 ** i;
        for (let i = 15; i >= 6 && carry > 0; --i) {
            carry += octets[i]!;
            octets[i] = carry & 255;
            carry = Math.floor(carry / 256);
        }
        if (carry === 0 && octets[6]! <= top) return octets;
    }
    last.ms = ascends ? last.ms + 1 : now;
    putTime(octets, last.ms);
    for (let i = 6; i < 16; ++i) octets[i] = randomOctet(from);
    octets[6]! &= top;
    return octets;
}

/** A ULID by the specification's monotonic rule; where that overflows, it goes on to the next millisecond. */
export const newUlidOctets = (): number[] => next("ulids", 255, 0);

/** A UUID of version 7 has 74 bits beside the time. A random step keeps the next id from being guessed. */
export function newUuidOctets(): number[] {
    const octets = next("uuids", 3, 4).slice();
    const [a, b, c] = octets.slice(6) as [number, number, number];
    octets[6] = 0x70 | (a << 2) | (b >> 6);
    octets[7] = ((b & 63) << 2) | (c >> 6);
    octets[8] = 0x80 | (c & 63);
    return octets;
}

/** The octets of a ULID of a given time or randomness: they change no state, and are unique by chance. */
export function octetsAt(at: Date | number | undefined, random: Source["random"]): number[] {
    const { source } = generator();
    const ms =
        at === undefined ? (source.now ?? Date.now)() : at instanceof Date ? at.getTime() : at;
    if (!(Number.isInteger(ms) && ms >= 0 && ms < 2 ** 48)) {
        throw new RangeError(
            `the time of an id is from 1970 to 10889, in whole milliseconds, not ${String(ms).slice(0, 100)}`,
        );
    }
    const behind = new Uint8Array(10);
    (random ?? source.random ?? systemRandom)(behind);
    const octets = [0, 0, 0, 0, 0, 0, ...behind];
    putTime(octets, ms);
    return octets;
}

/** Those of a UUID of version 7. */
export function uuidOctetsAt(at: Date | number | undefined, random: Source["random"]): number[] {
    const octets = octetsAt(at, random);
    octets[6] = 0x70 | (octets[6]! & 15);
    octets[8] = 0x80 | (octets[8]! & 63);
    return octets;
}
