// What may stand in the definition of a kind.

import { type Notation, quoted, type Shape, type System, typeidPrefix } from "./notations.js";

/** What a kind is, checked by definitionOf(), or a system. */
export interface Definition {
    readonly prefix: string;
    readonly notation: Notation | System;
    readonly masked: boolean;
    readonly acceptUuid: boolean;
}

/** What is checked when a kind is made, of one of these notations; a TypeError says what is wrong. */
export function definitionOf(
    name: string,
    given: unknown,
    shapes: Partial<Record<Notation, Shape>>,
): Definition {
    const options = typeof given === "string" ? { prefix: given } : Object(given);
    const { prefix, notation = "typeid", masked = false, acceptUuid = false, ...others } = options;
    const check = (isRight: boolean, option: string, rule: string) => {
        if (!isRight) throw new TypeError(`${quoted(name)}: ${option} is ${rule}`);
    };
    for (const other in others) check(false, quoted(other), "no option");
    const notations = Object.keys(shapes);
    check(notations.includes(notation), "notation", `one of ${notations}`);
    const prefixes = notation === "typeid" ? typeidPrefix : /^[A-Za-z](?:\w{0,61}[A-Za-z0-9])?$/;
    check(typeof prefix === "string" && prefixes.test(prefix), "prefix", prefixes.source);
    check(typeof masked === "boolean", "masked", "true or false");
    const isAccepted = acceptUuid === true && !masked && notation !== "uid11";
    check(isAccepted || acceptUuid === false, "acceptUuid", "for unmasked UUIDs, true or false");
    return { prefix, notation, masked, acceptUuid };
}
