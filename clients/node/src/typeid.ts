// TypeIDs alone, for a program that has no other ids and counts its bytes: kinds as those of the
// main entry, without the other notations and masks.
//
//   import { defineIds } from "base62id/typeid";
//   export const ids = defineIds({ user: "user", team: { prefix: "team", acceptUuid: true } });

import { ofBits } from "./codec.js";
import { uuidKindOf } from "./kinds.js";
import { quoted, typeidPrefix, typeidShape } from "./notations.js";
import type { Checked, KindOf } from "./types.js";

export { InvalidId } from "./invalid-id.js";
export type { Id, IdOf, UuidKind } from "./types.js";

/** A string is a type prefix. */
export type TypeidDefinition =
    | string
    | { readonly prefix: string; readonly notation?: "typeid"; readonly acceptUuid?: boolean };

/** A mask is of the main entry. */
type CheckedAlone<D> = D extends { readonly masked: unknown } ? never : Checked<D>;

/**
 * The kinds of an application. A TypeError says which definition is wrong.
 *
 * @example
 * export const ids = defineIds({ user: "user", team: { prefix: "team", acceptUuid: true } });
 * export type UserId = IdOf<typeof ids.user>;
 */
export function defineIds<const D extends Readonly<Record<string, TypeidDefinition>>>(
    definitions: D & { readonly [Name in keyof D]: CheckedAlone<D[Name]> },
): { readonly [Name in keyof D]: KindOf<D[Name]> } {
    const kinds = Object.entries(definitions).map(([name, given]) => [name, kindOf(name, given)]);
    return Object.freeze(Object.fromEntries(kinds));
}

function kindOf(name: string, given: unknown) {
    const options = typeof given === "string" ? { prefix: given } : Object(given);
    const { prefix, notation = "typeid", acceptUuid = false, ...others } = options;
    const isKnown = notation === "typeid" && Object.keys(others).length === 0;
    const isRight = typeof prefix === "string" && typeof acceptUuid === "boolean";
    if (!isKnown || !isRight || !typeidPrefix.test(prefix)) {
        throw new TypeError(`${quoted(name)} has a prefix ${typeidPrefix.source}`);
    }
    const definition = { prefix, notation, masked: false, acceptUuid };
    return uuidKindOf(definition, typeidShape, { codec: ofBits(typeidShape) });
}
