// Kinds of ids: what an id is, said once, checked at once.
//
//   export const ids = defineIds({ user: "user", order: { prefix: "order", notation: "ulid" } });
//   ids.user.generate()                   user_01h455vb4pex5vsknk084sn02q, an Id<"user", "typeid">
//   ids.user.parse(request.params.id)     an Id<"user", "typeid">, or an InvalidId
//   ids.user.toUuid(id)                   an id of another kind does not compile
//   ulid.generate(), base62id.parse(text) a system is a kind without a type prefix

import { type Definition, definitionOf } from "./definitions.js";
import { readerOf, uuidKindOf } from "./kinds.js";
import {
    base62idShape,
    base64uuidShape,
    hexShape,
    isWithin,
    matcherOf,
    type Notation,
    type Shape,
    typeidShape,
    uid11Shape,
    ulidShape,
    uuidShape,
} from "./notations.js";
import { partsOf } from "./parts.js";
import type { AnyKind, Checked, IdOf, KindDefinition, KindOf } from "./types.js";

export type { GenerateOptions } from "./generator.js";
export { InvalidId } from "./invalid-id.js";
export type { Notation, System, UuidNotation } from "./notations.js";
export { base62id, base64uuid, baseuid, ulid, xid } from "./systems.js";
export type {
    AnyKind,
    AnyUuidKind,
    Id,
    IdOf,
    JsonSchema,
    Kind,
    KindDefinition,
    KindOf,
    MaskedKind,
    NumberKind,
    TimedKind,
    UuidKind,
} from "./types.js";

const shapes: Readonly<Record<Notation, Shape>> = {
    typeid: typeidShape,
    ulid: ulidShape,
    base62id: base62idShape,
    base64uuid: base64uuidShape,
    uuid: uuidShape,
    hex: hexShape,
    uid11: uid11Shape,
};

function kindOf(definition: Definition): AnyKind {
    const { notation, masked } = definition;
    const shape = shapes[notation as Notation];
    const parts = partsOf(notation, shape, masked);
    const isNumber = notation === "uid11";
    if (!masked && !isNumber) return uuidKindOf(definition, shape, parts);
    return Object.freeze(readerOf(definition, shape, parts).kind) as unknown as AnyKind;
}

/**
 * The kinds of an application. A TypeError says what is wrong in a definition.
 *
 * @example
 * export const ids = defineIds({
 *     user: "user",
 *     order: { prefix: "order", notation: "ulid", acceptUuid: true },
 *     invoice: { prefix: "inv", notation: "uid11", masked: true },
 * });
 * export type UserId = IdOf<typeof ids.user>;
 */
export function defineIds<const D extends Readonly<Record<string, KindDefinition>>>(
    definitions: D & { readonly [Name in keyof D]: Checked<D[Name]> },
): { readonly [Name in keyof D]: KindOf<D[Name]> } {
    const kinds = Object.entries(definitions).map(([name, given]) => {
        return [name, kindOf(definitionOf(name, given, shapes))];
    });
    return Object.freeze(Object.fromEntries(kinds));
}

/** A kind that does not mask. */
type CheckedAlone<D> = D extends { readonly masked: true } ? never : Checked<D>;

/**
 * One check alone, of a kind that does not mask, for a program that wants nothing else and counts its bytes.
 *
 * @example
 * const isUserId = isId("user");
 * if (isUserId(text)) text; // an Id<"user", "typeid">
 */
export function isId<const D extends KindDefinition>(
    definition: D & CheckedAlone<D>,
): (text: unknown) => text is IdOf<KindOf<D>> {
    const { prefix, notation, masked } = definitionOf("isId", definition, shapes);
    if (masked) throw new TypeError("isId: a masked kind is checked by defineIds()");
    const shape = shapes[notation as Notation];
    const matches = matcherOf(prefix, shape);
    return (text: unknown): text is never => matches(text) && isWithin(text as string, shape);
}
