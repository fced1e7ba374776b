// The parts of a kind of any notation.

import { ofBits, ofLimbs } from "./codec.js";
import type { Parts } from "./kinds.js";
import { isWithin, type Shape } from "./notations.js";
import { isOfVersion } from "./uuids.js";

const inOtherCase = (letter: string): string => String.fromCharCode(letter.charCodeAt(0) ^ 32);

export function partsOf(notation: string, shape: Shape, masked: boolean): Parts {
    const codec = shape.bounds ? ofLimbs(shape) : ofBits(shape);
    const folded = RegExp(`[${shape.folded ?? ""}]`, "g");
    const fold = (text: string, lead: number) =>
        text.slice(0, lead) + text.slice(lead).replace(folded, inOtherCase);
    const masksUuids = masked && shape.length > 20;
    const fault = (text: string) => {
        if (!isWithin(text, shape)) return `its number is none of a ${notation}`;
        // A masked id outside of the server is a UUID of version 4.
        const isMask = !masksUuids || isOfVersion(4, codec.octetsIn(text));
        return isMask ? "" : "its UUID is not of version 4, as that of every masked id is";
    };
    return {
        codec,
        fault: shape.bounds || masksUuids ? fault : undefined,
        fold: shape.folded ? fold : undefined,
    };
}
