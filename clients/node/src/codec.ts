// Octets to characters and back.
//
// Octets are a number in base 256, most significant first, and the characters of an id the same in
// their base. Every alphabet ascends in ASCII, so that texts of a kind compare as their numbers do.

/** What a text is written with. */
export interface Writing {
    readonly length: number;
    /** The characters, as in a regular expression's brackets. */
    readonly characters: string;
    /** What is before the octets. */
    readonly mark?: number;
    /** Places of hyphens. */
    readonly hyphens?: readonly number[];
}
export interface Codec {
    /** The octets of the characters that end an id, which is one. */
    octetsIn(id: string): number[];
    charactersOf(octets: ArrayLike<number>): string;
    /** The codes of the alphabet. */
    readonly codes: readonly number[];
}

/** The code of each value, and the value of each code. */
function codesOf(characters: string): [codes: number[], values: number[]] {
    const codes: number[] = [];
    const values: number[] = [];
    const alphabet = RegExp(`[${characters}]`);
    for (let code = 0; code < 128; ++code) {
        if (!alphabet.test(String.fromCharCode(code))) continue;
        values[code] = codes.length;
        codes.push(code);
    }
    return [codes, values];
}

/** Of 16, 32 and 64 characters, each of which is a whole number of bits. */
export function ofBits({ length, characters, mark = 0, hyphens = [] }: Writing): Codec {
    const [codes, values] = codesOf(characters);
    const bits = Math.log2(codes.length);
    const spare = (length * bits) % 8;
    const text = Array.from({ length }, () => 0);
    const hyphen = 45;
    for (const place of hyphens) text[place] = hyphen;
    return {
        codes,
        octetsIn(id) {
            const octets: number[] = [];
            for (let at = id.length - length, value = 0, have = -spare; at < id.length; ++at) {
                const digit = values[id.charCodeAt(at)];
                if (digit === undefined) continue; // a hyphen
                value = (value << bits) | digit;
                have += bits;
                if (have >= 8) {
                    have -= 8;
                    octets.push((value >> have) & 255);
                }
            }
            return octets;
        },
        charactersOf(octets) {
            for (let i = 0, at = 0, value = mark, have = spare; i < octets.length; ++i) {
                value = (value << 8) | octets[i]!;
                for (have += 8; have >= bits; have -= bits) {
                    if (text[at] === hyphen) ++at;
                    text[at++] = codes[(value >> (have - bits)) & (codes.length - 1)]!;
                }
            }
            return String.fromCharCode.apply(null, text);
        },
    };
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

/**
 * Of 58 and 62 characters: four of them are a limb, as three octets are. No product of two limbs has
 * 2^53.
 */
export function ofLimbs({ length, characters, mark = 0 }: Writing): Codec {
    const [codes, values] = codesOf(characters);
    const radix = codes.length;
    const size = length === 11 ? 8 : 16;
    const text = Array.from({ length }, () => 0);
    return {
        codes,
        octetsIn(id) {
            const limbs: number[] = [];
            for (let left = length, value = 0; left > 0; --left) {
                value = value * radix + values[id.charCodeAt(id.length - left)]!;
                if (left % 4 === 1) {
                    limbs.push(value);
                    value = 0;
                }
            }
            const octets: number[] = [];
            for (const limb of converted(limbs, radix ** 4, 0x1000000)) {
                octets.push(limb >> 16, (limb >> 8) & 255, limb & 255);
            }
            return octets.slice(-size);
        },
        charactersOf(octets) {
            const limbs: number[] = [];
            for (let i = 0, value = mark; i < size; ++i) {
                value = (value << 8) | octets[i]!;
                if ((size - i) % 3 === 1) {
                    limbs.push(value);
                    value = 0;
                }
            }
            const fours = converted(limbs, 0x1000000, radix ** 4);
            for (let at = length, left = 0; at > 0; left = (left / radix) | 0) {
                if ((length - at) % 4 === 0) left = fours.pop()! | 0;
                text[--at] = codes[left % radix]!;
            }
            return String.fromCharCode.apply(null, text);
        },
    };
}
