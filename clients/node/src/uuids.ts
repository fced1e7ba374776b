// UUIDs.

import { ofBits } from "./codec.js";
import { patternOf, uuidWriting, writtenOut } from "./notations.js";

export const anyUuid = /* @__PURE__ */ patternOf(uuidWriting, "A-F");
const uuidText = /* @__PURE__ */ writtenOut(`(?:${anyUuid}|[0-9a-fA-F]{32})`);

/** Its text in lower case. */
const uuids = /* @__PURE__ */ ofBits(uuidWriting);
export const uuidOf = (octets: ArrayLike<number>): string => uuids.charactersOf(octets);

/** The value of the hexadecimal digit at a place. */
function digitAt(text: string, at: number): number {
    const code = text.charCodeAt(at);
    return (code & 15) + (code >> 6) * 9;
}

/** The octets of a UUID: of its text with its hyphens or with none, or as they are. Undefined: there is none. */
export function octetsOfUuid(given: unknown): ArrayLike<number> | undefined {
    if (given instanceof Uint8Array && given.length === 16) return given;
    if (typeof given !== "string" || given.length > 36 || !uuidText.test(given)) return undefined;
    const octets: number[] = [];
    for (let at = 0; at < given.length; at += 2) {
        if (given[at] === "-") ++at;
        octets.push((digitAt(given, at) << 4) | digitAt(given, at + 1));
    }
    return octets;
}

export const isOfVersion = (version: number, octets: ArrayLike<number>): boolean =>
    octets[6]! >> 4 === version && octets[8]! >> 6 === 2;
