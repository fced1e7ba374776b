// The octets of new ids: where their time and randomness come from, and that they ascend.

import { quoted } from "./notations.js";

/** Where time (milliseconds since 1970) and random octets come from; what is not given is the platform's. */
export interface Source {
    readonly now?: (() => number) | undefined;
    readonly random?: ((octets: Uint8Array) => void) | undefined;
}

/** What makes an id other than the clock and the system's randomness: it is unique by chance, and changes nothing for the next. */
export interface GenerateOptions {
    /** A Date, or milliseconds since 1970. */
    readonly at?: Date | number | undefined;
    /** Fills the octets that it is given, ten of them. */
    readonly random?: ((octets: Uint8Array) => void) | undefined;
}

interface Platform {
    crypto?: { getRandomValues(octets: Uint8Array): Uint8Array };
}

interface Generator {
    readonly now: () => number;
    readonly random: (octets: Uint8Array) => void;
    /** The clock at the last id. */
    clock: number;
    /** Random octets that were drawn since, each for one id, and how many of them are left. */
    readonly pool: Uint8Array;
    left: number;
    /** The octets of the last UUID and of the last ULID. */
    uuid?: number[];
    ulid?: number[];
}

const systemRandom = (octets: Uint8Array): void =>
    void (globalThis as Platform).crypto!.getRandomValues(octets);
const key = /* @__PURE__ */ Symbol.for("base62id.generator");
const shared = globalThis as { [key]?: Generator };

/** One for the process, where a program and its libraries load the ES modules and CommonJS. A worker has its own. */
const generator = (): Generator => shared[key] ?? renewed({});

/** With nothing of what was made before. */
function renewed({ now, random }: Source) {
    const value: Generator = {
        now: now ?? (() => Date.now()),
        random: random ?? systemRandom,
        clock: 0,
        pool: new Uint8Array(1024),
        left: 0,
    };
    Object.defineProperty(shared, key, { value, configurable: true }); // nothing that is printed with the others
    return value;
}

/** For tests: the source of all new ids of this process; what was made before does not matter to them. */
export function changeSource(source: Source): Source {
    const before = generator();
    renewed(source);
    return before;
}

function randomOctet(from: Generator): number {
    const { pool } = from;
    if (from.left === 0) {
        from.random(pool);
        from.left = pool.length;
    }
    const octet = pool[--from.left]!;
    pool[from.left] = 0;
    return octet;
}

/** The number of the first 48 bits: of a UUID of version 7 and of a ULID, milliseconds since 1970. */
export function leading48(octets: ArrayLike<number>): number {
    let number = 0;
    for (let i = 0; i < 6; ++i) number = number * 256 + octets[i]!;
    return number;
}

/** With version 7 and its variant: 74 bits are left beside the time. */
function asUuid(octets: number[]): number[] {
    octets[6] = (octets[6]! & 15) | 0x70;
    octets[8] = (octets[8]! & 63) | 0x80;
    return octets;
}

/** The octets of a time, which are six, and ten others. */
function octetsOf(isUuid: boolean, ms: number, fill: (octets: Uint8Array) => void): number[] {
    const others = new Uint8Array(10);
    fill(others);
    const time = [5, 4, 3, 2, 1, 0].map((place) => (ms / 256 ** place) & 255);
    const octets = [...time, ...others];
    return isUuid ? asUuid(octets) : octets;
}

/** How far back a clock is that is not believed. */
const stepBackMs = 10_000;

/** The next id of this process: a UUID of version 7, or a ULID by the monotonic rule of its specification. */
function nextOctets(isUuid: boolean): number[] {
    const from = generator();
    const now = Math.floor(from.now());
    if (now !== from.clock) from.left = 0;
    from.clock = now;
    const name = isUuid ? "uuid" : "ulid";
    const last = from[name];
    const ahead = last ? leading48(last) - now : -1;
    // Ahead of a clock that stands still or has stepped back a little. Further back it was wrong
    // before, or is a test's: ids follow it, and stay unique by their random bits.
    if (last && ahead >= 0 && ahead <= stepBackMs) {
        // Ones for version and variant let a carry through, to the time at last.
        if (isUuid) {
            last[6]! |= 0xf0;
            last[8]! |= 0xc0;
        }
        for (let i = 15, carry = 1; carry > 0 || i > 11; --i) {
            // A random step keeps the next UUID from being guessed.
            carry += last[i]! + (isUuid && i > 11 ? randomOctet(from) : 0);
            last[i] = carry & 255;
            carry >>= 8;
        }
        return isUuid ? asUuid(last) : last;
    }
    from[name] = octetsOf(isUuid, now, (others) => {
        for (let i = 0; i < others.length; ++i) others[i] = randomOctet(from);
    });
    return from[name]!;
}

/** The octets of a new id. With a time or randomness of its own it changes no state, and is unique by chance. */
export function newOctets(isUuid: boolean, { at, random }: GenerateOptions): number[] {
    if (at === undefined && random === undefined) return nextOctets(isUuid);
    const from = generator();
    const given = at === undefined ? from.now() : at;
    const ms = given instanceof Date ? given.getTime() : given;
    if (!(Number.isInteger(ms) && ms >= 0 && ms < 2 ** 48)) {
        throw new RangeError(
            `the time of an id is from 1970 to 10889, in whole milliseconds, not ${quoted(String(ms))}`,
        );
    }
    return octetsOf(isUuid, ms, random ?? from.random);
}
