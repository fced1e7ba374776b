// What kinds can do.

import type { Codec } from "./codec.js";
import type { Definition } from "./definitions.js";
import { type GenerateOptions, leading48, newOctets } from "./generator.js";
import type { AnyKind } from "./types.js";
import { InvalidId } from "./invalid-id.js";
import { leadOf, matcherOf, patternOf, quoted, type Shape } from "./notations.js";
import { anyUuid, isOfVersion, octetsOfUuid, uuidOf } from "./uuids.js";

/** No id is longer: 63 characters of a type prefix, an underscore, 36 of a UUID and two quotes. */
const longest = 102;

/** Without a regular expression, which would read all of a long text. */
const withoutQuotes = (given: string): string =>
    given.length > 1 && given[0] === '"' && given.endsWith('"') ? given.slice(1, -1) : given;

/** The message of an InvalidId. */
function messageOf(notation: string, given: unknown, reason: string): string {
    const shown = typeof given === "string" ? ` ${quoted(given)}` : "";
    return `invalid ${notation}${shown}: ${reason}`;
}

/** What a kind has beside its shape. It stands apart, so that a bundle has what its kinds need. */
export interface Parts {
    readonly codec: Codec;
    /** What is wrong in a text that has the form of an id: a reason, or "". */
    readonly fault?: ((text: string) => string) | undefined;
    /** A text in the case of ids, behind its type prefix. */
    readonly fold?: ((text: string, lead: number) => string) | undefined;
}

/** The members of every kind, and what the others are made of. */
export function readerOf(definition: Definition, shape: Shape, { codec, fault, fold }: Parts) {
    const { prefix, notation, acceptUuid } = definition;
    const { length, characters, hyphens, folded = "" } = shape;
    const lead = leadOf(prefix);
    const readsUuids = acceptUuid || (prefix === "" && length > 20);
    const idOf = (octets: ArrayLike<number>) => lead + codec.charactersOf(octets);
    const canonical = (text: string) => (fold ? fold(text, lead.length) : text);

    const matches = matcherOf(prefix, shape);
    const is = fault ? (text: unknown) => matches(text) && !fault(text as string) : matches;

    /** The id that is read in what was given; undefined: none is. */
    const read = (given: unknown) => {
        if (is(given)) return given as string;
        if (typeof given !== "string" || given.length > longest) return undefined;
        const text = withoutQuotes(given);
        const id = canonical(text);
        if (is(id)) return id;
        const octets = readsUuids && text.length === 36 && octetsOfUuid(text);
        return octets ? idOf(octets) : undefined;
    };

    const reasonOf = (given: unknown) => {
        if (typeof given !== "string") return "not a string";
        if (read(given)) return "parse() makes an id of it";
        const text = withoutQuotes(given);
        const suffix = text.slice(lead.length);
        if (!text.startsWith(lead)) {
            const end = text.length - length - 1;
            const found = text[end] === "_" ? text.slice(0, end) : "";
            return `the type prefix is ${quoted(found)}, not ${quoted(prefix)}`;
        }
        if (suffix.length !== length) return `${suffix.length} characters, not ${length}`;
        const alphabet = RegExp(`[${characters}${folded}]`);
        for (let at = 0; at < length; ++at) {
            const character = suffix[at]!;
            if (hyphens?.includes(at) ? character === "-" : alphabet.test(character)) continue;
            const position = lead.length + at + 1 + Number(text !== given);
            return `${quoted(character)} at position ${position} is not in its alphabet`;
        }
        const id = canonical(text);
        return (matches(id) && fault?.(id)) || `its number is none of a ${notation}`;
    };
    const refusalOf = (given: unknown) => messageOf(notation, given, reasonOf(given));

    const octetsOf = (id: unknown) => {
        if (is(id)) return codec.octetsIn(id as string);
        throw new InvalidId(refusalOf(id));
    };

    const own = lead + patternOf(shape, folded);
    const pattern = readsUuids ? `^(?:${own}|${anyUuid})$` : `^${own}$`;
    const jsonSchema = { type: "string", pattern };
    const copied = () => ({ ...jsonSchema });
    const kind = {
        ...definition,
        is,
        parse: (text: unknown) => {
            const id = read(text);
            if (id === undefined) throw new InvalidId(refusalOf(text));
            return id;
        },
        jsonSchema,
        openApi: {
            ...jsonSchema,
            ...(notation === "typeid" && { format: notation }),
            ...(prefix && { "x-typeid": { prefix, notation } }),
        },
        "~standard": {
            version: 1,
            vendor: "base62id",
            // Without an Error, of whose time the stack takes most.
            validate: (given: unknown) => {
                const value = read(given);
                return value === undefined
                    ? { issues: [{ message: refusalOf(given) }] }
                    : { value };
            },
            jsonSchema: { input: copied, output: copied },
        },
    };
    return { kind, lead, idOf, octetsOf, canonical };
}

/** A kind whose ids are UUIDs, and not masked. */
export function uuidKindOf(
    definition: Definition,
    shape: Shape,
    parts: Parts,
    isUlid = false,
): AnyKind {
    const { kind, lead, idOf, octetsOf, canonical } = readerOf(definition, shape, parts);
    const { codes } = parts.codec;
    const { is, parse } = kind;
    const toUuid = (id: unknown) => uuidOf(octetsOf(id));

    const prefixRange = (text: unknown) => {
        if (typeof text !== "string") return undefined;
        if (!text.startsWith(lead) && !lead.startsWith(text)) return undefined;
        const start = text.length < lead.length ? lead : canonical(text);
        // The bounds of all ids, or those of the text where they lie between these.
        const least = idOf(Array(16).fill(0));
        const greatest = idOf(Array(16).fill(255));
        const filled = (code: number) =>
            start + least.slice(start.length).replace(/[^-]/g, String.fromCharCode(code));
        const lowest = filled(codes[0]!);
        const highest = filled(codes[codes.length - 1]!);
        const first = lowest > least ? lowest : least;
        const last = highest < greatest ? highest : greatest;
        // None, too, where the text has a character that no id has there.
        if (first > last || !is(first) || !is(last)) return undefined;
        return { first: toUuid(first), last: toUuid(last) };
    };

    return Object.freeze({
        ...kind,
        generate: (options: GenerateOptions = {}) => idOf(newOctets(!isUlid, options)),
        toUuid,
        fromUuid: (uuid: unknown) => {
            const octets = octetsOfUuid(uuid);
            if (octets) return idOf(octets);
            throw new InvalidId(messageOf("uuid", uuid, "not a UUID"));
        },
        timestamp: (id: unknown) => {
            const octets = octetsOf(id);
            return isUlid || isOfVersion(7, octets) ? new Date(leading48(octets)) : undefined;
        },
        prefixRange,
        toColumn: (text: unknown) => toUuid(parse(text)),
        // No id is also a UUID: a type prefix stands before it.
        fromColumn: (value: unknown) => {
            const octets = octetsOfUuid(value);
            return octets ? idOf(octets) : parse(value);
        },
    }) as unknown as AnyKind;
}
