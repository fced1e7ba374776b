// Numbers: typed ids of the notation uid11, plain and masked. Goes with base62id.ts.
//
//   fromNumber(42, "inv")                                 inv_1111111111j
//   fromNumber(42n, "inv", key)                           as a type that masks by these 16 octets shows it
//   toNumber(text, "inv", key)                            42n

import { decode, encode, type Id, parse } from "./base62id.js";

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

const wordsOfHex = (hex: string) => hex.match(/.{8}/g)!.map((word) => parseInt(word, 16) | 0);

function sha256(message: number[]): number[] {
    const zeros = Array<number>((119 - (message.length % 64)) % 64).fill(0);
    const padded = wordsOf([...message, 128, ...zeros, ...ofWords([0, message.length * 8])]);
    const constants = wordsOfHex(roots);
    let state = wordsOfHex(hashed);
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
    const mac = sha256([...pad(0x5c), ...sha256([...pad(0x36), ...Array.from("base62id number mask\0" + prefix, (symbol) => symbol.charCodeAt(0))])]);
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
    let x: number;
    let y: number;
    if (typeof given === "number") {
        if (!Number.isSafeInteger(given)) throw new RangeError(`${given} is no integer below 2^53`);
        x = Math.floor(given / 0x100000000) | 0;
        y = given | 0;
    } else {
        if (typeof given !== "bigint") throw new TypeError(`a bigint is wanted, not a ${typeof given}`);
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
    if (!/^([a-z](|[a-z_]{0,61}[a-z]))?$/.test(prefix)) parse("uid11", "", prefix); // which raises
    return (prefix && prefix + "_") + encode("uid11", ofWords([x, y]));
}

/** The bigint of a typed id. Of a masked type every text has one: nothing shows another key. */
export function toNumber(text: string, prefix = "", key?: Uint8Array): bigint {
    let [x, y] = wordsOf(decode("uid11", parse("uid11", text, prefix).slice(-11))) as [number, number];
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
