// Numbers: kinds of the notation uid11, plain and masked.
//
//   numbers(ids.invoice).encode(42)       inv_1111111111j
//   numbers(ids.ticket, key).decode(id)   42n, as a type that masks by these 16 octets shows it

import { ofLimbs } from "./codec.js";
import type { AnyKind, Id, NumberKind } from "./ids.js";
import { uid11Shape } from "./notations.js";

/** The numbers of a kind. */
export interface Numbers<Prefix extends string> {
    /**
     * The id of a bigint of 64 bits. A number must be whole and below 2^53.
     *
     * @example
     * numbers(ids.invoice).encode(42); // inv_1111111111j
     */
    encode(number: bigint | number): Id<Prefix, "uid11">;
    /**
     * The number of an id; else an InvalidId. Of a masked kind every id has one: nothing shows another key.
     *
     * @example
     * numbers(ids.invoice).decode(ids.invoice.parse("inv_1111111111j")); // 42n
     */
    decode(id: string): bigint;
}

/** A masked kind needs the 16 octets of its key, one that is not masked takes none: a TypeError. */
export function numbers<Prefix extends string>(
    kind: NumberKind<Prefix, true>,
    key: Uint8Array,
): Numbers<Prefix>;
export function numbers<Prefix extends string>(kind: NumberKind<Prefix, false>): Numbers<Prefix>;
export function numbers(kind: AnyKind, key?: Uint8Array): Numbers<string> {
    if (kind?.notation !== "uid11")
        throw new TypeError("numbers() takes a kind of the notation uid11");
    const { prefix, masked, parse } = kind;
    if (masked !== (key !== undefined)) {
        throw new TypeError(
            masked ? "a masked kind needs its key" : "a kind without a mask takes no key",
        );
    }
    const { octetsIn, charactersOf } = ofLimbs(uid11Shape);
    // The key is kept in no object that could be printed: a mistake in it is told at once.
    const rounds = key === undefined ? undefined : roundsOf(key, prefix);
    return Object.freeze({
        encode: (number: bigint | number) => {
            const words = wordsOfNumber(number);
            const shown = rounds === undefined ? words : maskedWords(words, rounds);
            return `${prefix}_${charactersOf(octetsOfWords(shown))}` as Id<string, "uid11">;
        },
        decode: (id: string) => {
            const words = wordsOf(octetsIn(parse(id))) as Words;
            return numberOfWords(rounds === undefined ? words : unmaskedWords(words, rounds));
        },
    });
}

type Words = [high: number, low: number];

/** The target's library has no bigints in views. */
interface BigIntView {
    setBigInt64(at: number, value: bigint): void;
    getBigInt64(at: number): bigint;
}

function wordsOfNumber(number: bigint | number): Words {
    if (typeof number === "number") {
        if (!Number.isSafeInteger(number))
            throw new RangeError(`${number} is no integer below 2^53`);
        return [Math.floor(number / 0x100000000) | 0, number | 0];
    }
    if (typeof number !== "bigint")
        throw new TypeError(`a bigint is wanted, not a ${typeof number}`);
    const view = new DataView(new ArrayBuffer(8));
    const bigints = view as unknown as BigIntView;
    bigints.setBigInt64(0, number);
    if (bigints.getBigInt64(0) !== number) {
        throw new RangeError("a number of more than 64 bits is no bigint");
    }
    return [view.getInt32(0), view.getInt32(4)];
}

function numberOfWords([high, low]: Words): bigint {
    const view = new DataView(new ArrayBuffer(8));
    view.setInt32(0, high);
    view.setInt32(4, low);
    return (view as unknown as BigIntView).getBigInt64(0);
}

const wordsOf = (octets: ArrayLike<number>): number[] => {
    const words: number[] = [];
    for (let i = 0; i < octets.length; i += 4) {
        const [a, b, c, d] = [octets[i]!, octets[i + 1]!, octets[i + 2]!, octets[i + 3]!];
        words.push((a << 24) | (b << 16) | (c << 8) | d);
    }
    return words;
};
const octetsOfWords = (words: readonly number[]): number[] => {
    const octets: number[] = [];
    for (const word of words) {
        octets.push(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);
    }
    return octets;
};
const rotated = (word: number, left: number) => (word << left) | (word >>> (32 - left));

// Speck64/128, 27 rounds.

function maskedWords([x, y]: Words, rounds: readonly number[]): Words {
    for (const round of rounds) {
        x = (rotated(x, 24) + y) ^ round;
        y = rotated(y, 3) ^ x;
    }
    return [x, y];
}

function unmaskedWords([x, y]: Words, rounds: readonly number[]): Words {
    for (let i = rounds.length - 1; i >= 0; --i) {
        y = rotated(y ^ x, 29);
        x = rotated((x ^ rounds[i]!) - y, 8);
    }
    return [x, y];
}

/** The schedule of a type prefix's key: the first 16 octets of an HMAC-SHA256, four little-endian words. */
function roundsOf(key: Uint8Array, prefix: string): number[] {
    if (!(key instanceof Uint8Array) || key.length !== 16) {
        const found = key instanceof Uint8Array ? `, not ${key.length}` : " in a Uint8Array";
        throw new TypeError(`a mask key has 16 octets${found}`);
    }
    const pad = (octet: number) => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ octet);
    const label = Array.from(`base62id number mask\0${prefix}`, (character) =>
        character.charCodeAt(0),
    );
    const mac = sha256([...pad(0x5c), ...sha256([...pad(0x36), ...label])]);
    const word = wordsOf(mac.slice(0, 16).reverse()).reverse();
    return Array.from({ length: 27 }, (_, i) => {
        const now = word[0]!;
        const sum = (rotated(word[1 + (i % 3)]!, 24) + now) ^ i;
        word[1 + (i % 3)] = sum;
        word[0] = rotated(now, 3) ^ sum;
        return now;
    });
}

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
    const padded = wordsOf([...message, 128, ...zeros, ...octetsOfWords([0, message.length * 8])]);
    const constants = wordsOfHex(roots);
    let state = wordsOfHex(hashed);
    for (let at = 0; at < padded.length; at += 16) {
        const w = padded.slice(at, at + 16);
        let [a, b, c, d, e, f, g, h] = state as [
            number,
            number,
            number,
            number,
            number,
            number,
            number,
            number,
        ];
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
    return octetsOfWords(state);
}
