// For tests of an application: base62id/testing.
//
//   const undo = useSource({ now: () => Date.UTC(2026, 0, 1), random: seeded(1) });  …  undo();
//
// Fake timers (vitest, jest, sinon) need nothing of it: ids follow Date.now().

import { changeSource, type Source } from "./generator.js";

export type { Source } from "./generator.js";

/**
 * Time and randomness of all new ids of this process, until what it returns is called.
 *
 * @example
 * const undo = useSource({ now: () => 0, random: seeded(7) });
 * ids.user.generate(); // the same in every run
 * undo();
 */
export function useSource(source: Source): () => void {
    const before = changeSource({ now: source.now, random: source.random });
    return () => void changeSource(before);
}

/**
 * The same octets for the same seed, in every client of base62id; no source of secrets.
 *
 * @example
 * ids.user.generate({ at: 0, random: seeded(7) }); // the same in every language
 */
export function seeded(seed: number): (octets: Uint8Array) => void {
    if (!Number.isSafeInteger(seed)) throw new RangeError("a seed is a whole number");
    // Xorshift of 32 bits, as conformance/README.md has it.
    let state = (seed ^ 0x9e3779b9) >>> 0 || 1;
    const octet = () => {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        return state >>> 24;
    };
    for (let i = 0; i < 16; ++i) octet();
    return (octets) => {
        for (let i = 0; i < octets.length; ++i) octets[i] = octet();
    };
}
