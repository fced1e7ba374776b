// What the adapters of ORMs have in common.

import type { AnyKind, AnyUuidKind } from "./ids.js";

/** The name of a type, which stands in statements as it is. */
export function typeName(name: string): string {
    if (/^(?:[a-z_][a-z0-9_]*\.)?[a-z_][a-z0-9_]*$/.test(name)) return name;
    throw new TypeError(`${JSON.stringify(name)} is not the name of a type that needs no quotes`);
}

/** The type of a column of a kind: that of a TypeID is typeid where no id type is named. */
export function sqlTypeOf({ prefix, notation, masked }: AnyKind, type?: string): string {
    if (type !== undefined) return typeName(type);
    if (prefix !== "" && (notation !== "typeid" || masked)) {
        throw new TypeError(
            `ids of ${JSON.stringify(prefix)} are of an id type: name it, { type: "${prefix.toLowerCase()}_id" }`,
        );
    }
    return notation === "xid" ? "uid11" : notation;
}

const defaults: Record<string, string> = {
    ulid: "ulid_generate()",
    baseuid: "baseuid_new()",
    xid: "xid_new()",
    base62id: "gen_random_uuid()",
    base64uuid: "gen_random_uuid()",
};

/** The default that makes a kind's ids on the server, as PostgreSQL stores it. */
export function defaultOf(kind: AnyKind, type?: string): string {
    if (type !== undefined) return `${typeName(type)}_new()`;
    const { prefix, notation } = kind;
    return sqlTypeOf(kind) === "typeid"
        ? `typeid_generate('${prefix}'::text)`
        : defaults[notation as string]!;
}

/** Of a kind that may stand over a column of uuid; else a TypeError. */
export function storable(kind: AnyKind | undefined, where: string): AnyUuidKind {
    if (kind?.prefix && "toColumn" in kind) return kind as AnyUuidKind;
    throw new TypeError(
        `${where}: a column of uuid has ids with a type prefix that are UUIDs and not masked`,
    );
}

/**
 * The UUIDs of the ids that begin with a text, both inclusive: where none does, a range without any, for
 * which a condition is false, and null of a null, as for every other text.
 */
export function rangeOf(kind: AnyUuidKind, text: string): { first: string; last: string } {
    const none = {
        first: "ffffffff-ffff-ffff-ffff-ffffffffffff",
        last: "00000000-0000-0000-0000-000000000000",
    };
    return kind.prefixRange(text) ?? none;
}

/** Texts as one says, in arrays, too; what is no text is left as it is. */
export function mapped(value: unknown, one: (text: string) => unknown): unknown {
    if (Array.isArray(value)) return value.map((member) => mapped(member, one));
    return typeof value === "string" ? one(value) : value;
}
