// What the compiler knows of ids and kinds.

import type { GenerateOptions } from "./generator.js";
import type { Notation, System, UuidNotation } from "./notations.js";

/**
 * A checked id. `Id<"user">` is a `user_${string}`; neither an id of another kind nor an unchecked
 * string is one: `user_${string}` alone would take the ids of the type prefix user_admin.
 */
export type Id<
    Prefix extends string = string,
    N extends Notation | System = Notation | System,
> = (Prefix extends "" ? string : string extends Prefix ? string : `${Prefix}_${string}`) & {
    readonly "~id": readonly [Prefix, N];
};

/** The ids of a kind: `type UserId = IdOf<typeof ids.user>`. */
export type IdOf<K extends AnyKind> = K extends Kind<infer Prefix, infer N> ? Id<Prefix, N> : never;

/** For JSON Schema and OpenAPI: every id matches, and of base62id, uid11 and masked kinds a few other texts, which parse() refuses. */
export interface JsonSchema {
    readonly type: "string";
    readonly pattern: string;
}

/** What every kind has. */
export interface Kind<Prefix extends string, N extends Notation | System> {
    /** The type prefix; of a system, "". */
    readonly prefix: Prefix;
    /** Of a system, its name. */
    readonly notation: N;
    readonly masked: boolean;
    readonly acceptUuid: boolean;
    /**
     * The canonical text of an id, or an InvalidId: it takes what the type on the server takes.
     *
     * @example
     * ids.user.parse('"user_01h455vb4pex5vsknk084sn02q"'); // user_01h455vb4pex5vsknk084sn02q
     */
    parse(text: unknown): Id<Prefix, N>;
    /**
     * Whether this is the canonical text of an id, which parse() gives back unchanged.
     *
     * @example
     * if (ids.user.is(text)) ids.user.toUuid(text);
     */
    is(text: unknown): text is Id<Prefix, N>;
    readonly jsonSchema: JsonSchema;
    /** The same with the type prefix as data, under the name that TypeID's tools look for. */
    readonly openApi: JsonSchema & {
        /** Of the notation typeid alone. */
        readonly format?: "typeid";
        readonly "x-typeid"?: { readonly prefix: Prefix; readonly notation: N };
    };
    /** https://standardschema.dev: a Standard Schema, and a Standard JSON Schema. */
    readonly "~standard": {
        readonly version: 1;
        readonly vendor: "base62id";
        readonly validate: (
            value: unknown,
        ) =>
            | { readonly value: Id<Prefix, N> }
            | { readonly issues: readonly { readonly message: string }[] };
        readonly types?: { readonly input: string; readonly output: Id<Prefix, N> } | undefined;
        readonly jsonSchema: {
            readonly input: (options?: object) => Record<string, unknown>;
            readonly output: (options?: object) => Record<string, unknown>;
        };
    };
}

/** Ids that are UUIDs. */
export interface UuidKind<Prefix extends string, N extends UuidNotation> extends Kind<Prefix, N> {
    readonly masked: false;
    /**
     * A new id. Those of a process ascend; with a time or randomness of the caller's an id is unique by chance.
     *
     * @example
     * ids.user.generate(); // user_01h455vb4pex5vsknk084sn02q
     * ids.user.generate({ at: new Date("2020-02-02") }); // for rows of former times
     */
    generate(options?: GenerateOptions): Id<Prefix, N>;
    /**
     * The UUID of an id.
     *
     * @example
     * ids.user.toUuid(ids.user.parse("user_01h455vb4pex5vsknk084sn02q")); // 01890a5d-ac96-774b-bcce-b302099a8057
     */
    toUuid(id: Id<Prefix, N>): string;
    /**
     * The id of a UUID's text, with or without hyphens, or of its 16 octets.
     *
     * @example
     * ids.user.fromUuid("01890a5d-ac96-774b-bcce-b302099a8057"); // user_01h455vb4pex5vsknk084sn02q
     */
    fromUuid(uuid: string | Uint8Array): Id<Prefix, N>;
    /**
     * When an id was made; undefined where its UUID is not of version 7.
     *
     * @example
     * ids.user.timestamp(ids.user.generate()); // a Date
     */
    timestamp(id: Id<Prefix, N>): Date | undefined;
    /**
     * The UUIDs of the first and of the last id that begins with the text, both inclusive; undefined: none does.
     *
     * @example
     * ids.user.prefixRange("user_01h4"); // { first: "01890000-…", last: "0189ffff-…" }
     */
    prefixRange(text: string): { readonly first: string; readonly last: string } | undefined;
    /** For adapters over a column of uuid, or of the type by now: what it is sent. */
    toColumn(text: string): string;
    /** For adapters: the id of what such a column gives. */
    fromColumn(value: string): Id<Prefix, N>;
}

/** Masked UUIDs: only the server makes and reads them. */
export interface MaskedKind<Prefix extends string, N extends UuidNotation> extends Kind<Prefix, N> {
    readonly masked: true;
}

/** Numbers, which base62id/numbers encodes and decodes. */
export interface NumberKind<Prefix extends string, Masked extends boolean = boolean>
    extends Kind<Prefix, "uid11"> {
    readonly masked: Masked;
}

/** Ids with a time that are no UUIDs. */
export interface TimedKind<N extends System> extends Kind<"", N> {
    /** When an id was made, to the millisecond. */
    timestamp(id: Id<"", N>): Date;
}

export type AnyKind = Kind<any, any>;
export type AnyUuidKind = UuidKind<any, any>;

// Definitions -----------------------------------------------------------------------------------

/** What typeid_create_type(name, prefix, notation, mask_key, accept_uuid) was told; a string is a type prefix of the notation typeid. */
export type KindDefinition =
    | string
    | {
          readonly prefix: string;
          readonly notation?: UuidNotation;
          readonly masked?: false;
          readonly acceptUuid?: boolean;
      }
    | { readonly prefix: string; readonly notation?: UuidNotation; readonly masked: true }
    | { readonly prefix: string; readonly notation: "uid11"; readonly masked?: boolean };

type Lower =
    | "a"
    | "b"
    | "c"
    | "d"
    | "e"
    | "f"
    | "g"
    | "h"
    | "i"
    | "j"
    | "k"
    | "l"
    | "m"
    | "n"
    | "o"
    | "p"
    | "q"
    | "r"
    | "s"
    | "t"
    | "u"
    | "v"
    | "w"
    | "x"
    | "y"
    | "z";
type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type Letter = Lower | Uppercase<Lower>;

/** Whether a text has these characters alone, with _ inside. */
type HasOnly<Text extends string, Characters extends string> = Text extends Characters
    ? true
    : Text extends `${infer First}${infer Rest}`
      ? First extends Characters | "_"
          ? HasOnly<Rest, Characters>
          : false
      : false;
type IsPrefix<Text extends string, N> = Text extends `_${string}`
    ? false
    : N extends "typeid"
      ? HasOnly<Text, Lower>
      : Text extends `${infer First}${string}`
        ? First extends Letter
            ? HasOnly<Text, Letter | Digit>
            : false
        : false;
interface NoPrefix {
    readonly "~error": "a type prefix begins with a letter and has _ inside; that of typeid has a to z";
}
/** A literal that is no type prefix does not compile; any other string is checked when it runs, as is its length. */
type Prefixed<Text extends string, N> = string extends Text
    ? Text
    : IsPrefix<Text, N> extends true
      ? Text
      : NoPrefix;

type NotationOf<D> = D extends { readonly notation: infer N extends Notation } ? N : "typeid";
type Option<D, Name> = Name extends "prefix"
    ? D extends { readonly prefix: infer Prefix extends string }
        ? Prefixed<Prefix, NotationOf<D>>
        : never
    : Name extends "notation" | "masked"
      ? D[Name & keyof D]
      : Name extends "acceptUuid"
        ? D extends { readonly masked: true } | { readonly notation: "uid11" }
            ? never
            : D[Name & keyof D]
        : never;
export type Checked<D> = D extends string
    ? Prefixed<D, "typeid">
    : { readonly [Name in keyof D]: Option<D, Name> };

export type KindOf<D> = D extends string
    ? UuidKind<D, "typeid">
    : D extends { readonly prefix: infer Prefix extends string }
      ? NotationOf<D> extends infer N extends UuidNotation
          ? D extends { readonly masked: true }
              ? MaskedKind<Prefix, N>
              : UuidKind<Prefix, N>
          : NumberKind<Prefix, D extends { readonly masked: true } ? true : false>
      : never;
