// How ids are written. Each notation stands alone, so that a bundle has those that it names.

import type { Writing } from "./codec.js";

/** The notations whose ids are UUIDs. */
export type UuidNotation = "typeid" | "ulid" | "base62id" | "base64uuid" | "uuid" | "hex";
/** The notations of kinds: what typeid_create_type() calls so. */
export type Notation = UuidNotation | "uid11";
/** Kinds without a type prefix. */
export type System = "base62id" | "base64uuid" | "ulid" | "baseuid" | "xid";

/** How the suffixes of ids are written. */
export interface Shape extends Writing {
    /** The characters that may be the first. */
    readonly first?: string;
    /** Where the first does not bound the number: the first and the last suffix. */
    readonly bounds?: readonly [lowest: string, highest: string];
    /** The letters that are read beside the characters, each as it is in the other case. */
    readonly folded?: string;
}

export const typeidPrefix = /^[a-z](?:[a-z_]{0,61}[a-z])?$/;

export const typeidShape: Shape = {
    length: 26,
    characters: "0-9a-hjkmnp-tv-z",
    first: "0-7",
};
export const ulidShape: Shape = {
    length: 26,
    characters: "0-9A-HJKMNP-TV-Z",
    first: "0-7",
    folded: "a-hjkmnp-tv-z",
};
export const base62idShape: Shape = {
    length: 22,
    characters: "0-9A-Za-z",
    first: "F-N",
    bounds: ["Fa84QWiAxLXUJaHZmEVPEG", "NNC6dn4GR1JETNQMfLl6qN"],
    mark: 2,
};
export const base64uuidShape: Shape = {
    length: 22,
    characters: "$0-9A-Z_a-z",
    first: "F-I",
    mark: 4,
};
export const uuidWriting: Writing = {
    length: 36,
    characters: "0-9a-f",
    hyphens: [8, 13, 18, 23],
};
export const uuidShape: Shape = {
    ...uuidWriting,
    folded: "A-F",
};
export const hexShape: Shape = {
    length: 32,
    characters: "0-9a-f",
    folded: "A-F",
};
export const uid11Shape: Shape = {
    length: 11,
    characters: "1-9A-HJ-NP-Za-km-z",
    first: "1-9A-HJ-NP-Za-j",
    bounds: ["1", "jpXCZedGfVQ"],
};
export const baseuidShape: Shape = { length: 20, characters: "-0-9A-Z_a-z" };

// Matching --------------------------------------------------------------------------------------

export const quoted = (text: string): string => JSON.stringify(text.slice(0, 100));

export const leadOf = (prefix: string): string => (prefix ? `${prefix}_` : "");

/** A regular expression's text for suffixes, of other characters, too. */
export function patternOf(
    { length, characters, first, hyphens }: Writing & { first?: string },
    others = "",
): string {
    const one = `[${characters}${others}]`;
    if (hyphens) return `${one}{8}-(?:${one}{4}-){3}${one}{12}`;
    return first ? `[${first}]${one}{${length - 1}}` : `${one}{${length}}`;
}

/** [0-9] that is written 25 times is matched twice as fast as [0-9]{25}. */
export const writtenOut = (pattern: string): RegExp =>
    RegExp(`^${pattern.replace(/(\[[^\]]+\])\{(\d+)\}/g, (_, one, times) => one.repeat(times))}$`);

/** Whether a text has the form of an id. */
export function matcherOf(prefix: string, shape: Shape): (text: unknown) => boolean {
    const lead = leadOf(prefix);
    const length = lead.length + shape.length;
    const matcher = writtenOut(lead + patternOf(shape));
    return (text) => typeof text === "string" && text.length === length && matcher.test(text);
}

/** Whether a text that has the form of an id is within the bounds of its shape. */
export function isWithin(text: string, { length, bounds }: Shape): boolean {
    if (bounds === undefined) return true;
    const suffix = text.slice(-length);
    return suffix >= bounds[0] && suffix <= bounds[1];
}
