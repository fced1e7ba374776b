// Systems: kinds without a type prefix.

import type { Definition } from "./definitions.js";
import { leading48 } from "./generator.js";
import type { TimedKind, UuidKind } from "./types.js";
import { readerOf, uuidKindOf } from "./kinds.js";
import {
    base62idShape,
    base64uuidShape,
    baseuidShape,
    type Shape,
    type System,
    uid11Shape,
    ulidShape,
    type UuidNotation,
} from "./notations.js";
import { partsOf } from "./parts.js";

const definitionOf = (notation: System): Definition => ({
    prefix: "",
    notation,
    masked: false,
    acceptUuid: false,
});
function uuidSystemOf<N extends System & UuidNotation>(
    notation: N,
    shape: Shape,
    isUlid = false,
): UuidKind<"", N> {
    const parts = partsOf(notation, shape, false);
    return uuidKindOf(definitionOf(notation), shape, parts, isUlid) as unknown as UuidKind<"", N>;
}
function timedSystemOf<N extends System>(
    notation: N,
    shape: Shape,
    msOf: (leading: number) => number,
): TimedKind<N> {
    const parts = partsOf(notation, shape, false);
    const { kind, octetsOf } = readerOf(definitionOf(notation), shape, parts);
    const timestamp = (id: unknown) => new Date(msOf(leading48(octetsOf(id))));
    return Object.freeze({ ...kind, timestamp }) as unknown as TimedKind<N>;
}

export const base62id = /* @__PURE__ */ uuidSystemOf("base62id", base62idShape);
export const base64uuid = /* @__PURE__ */ uuidSystemOf("base64uuid", base64uuidShape);
/** A ulid without a type prefix follows its own specification, with a UUID of any version. */
export const ulid = /* @__PURE__ */ uuidSystemOf("ulid", ulidShape, true);

/** Units of 2^15 ns, of which 15625 are 512 ms. */
function msOfBaseuid(units: number): number {
    const rest = Math.floor(((units % 15625) * 512) / 15625);
    return Math.floor(units / 15625) * 512 + rest;
}
export const baseuid = /* @__PURE__ */ timedSystemOf("baseuid", baseuidShape, msOfBaseuid);
/** 42 bits of milliseconds since 2011-11-11 11:11:11.111; a Date has no fractions. */
const msOfXid = (leading: number): number => Math.floor(leading / 64) + 1321009871111;
/** A uid11 that is read as an xid. */
export const xid = /* @__PURE__ */ timedSystemOf("xid", uid11Shape, msOfXid);
