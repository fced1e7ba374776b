#!/usr/bin/env node
// The command base62id.

import { createInterface } from "node:readline";
import { parseArgs } from "node:util";

import {
    type AnyKind,
    type AnyUuidKind,
    base62id,
    base64uuid,
    baseuid,
    defineIds,
    InvalidId,
    type Notation,
    ulid,
    xid,
} from "./ids.js";
import { numbers } from "./numbers.js";

const usage = `usage: base62id new SYSTEM|PREFIX [--notation NOTATION] [--count COUNT] [--at TIME]
       base62id inspect [ID...]
       base62id convert [ID|UUID...] --to SYSTEM|PREFIX|uuid [--notation NOTATION]

SYSTEM is base62id, base64uuid, ulid or uuid; any other word is a type prefix. NOTATION is typeid
unless you say ulid, base62id, base64uuid, uuid or hex. TIME has a zone: 2026-01-01T00:00:00Z.
Without operands, inspect and convert read standard input, a line for each. inspect prints a JSON
object a line, convert an id. The status is 0; 1 if something is not an id; 2 for a wrong usage.`;

/** A wrong use of the command. */
class UsageError extends Error {}

const systems: Readonly<Record<string, AnyKind>> = { base62id, base64uuid, ulid, baseuid, xid };
const notations = ["typeid", "ulid", "base62id", "base64uuid", "uuid", "hex", "uid11"] as const;

function kindOf(prefix: string, notation: Notation): AnyKind {
    const kinds = defineIds({ [prefix]: { prefix, notation: notation as "typeid" } });
    return kinds[prefix]!;
}

/** Of a word of the command line: undefined is a UUID. */
function targetOf(word: string, notation: string | undefined): AnyUuidKind | undefined {
    if (word === "uuid" && notation === undefined) return undefined;
    const isSystem = notation === undefined && Object.hasOwn(systems, word);
    let kind: AnyKind;
    try {
        kind = isSystem ? systems[word]! : kindOf(word, (notation ?? "typeid") as Notation);
    } catch (error) {
        throw new UsageError((error as Error).message);
    }
    if ("generate" in kind) return kind as AnyUuidKind;
    throw new UsageError(`ids of ${word} are no UUIDs`);
}

// What a text is --------------------------------------------------------------------------------

interface Reading {
    readonly id: string;
    readonly notation: string;
    readonly prefix?: string;
    readonly uuid?: string;
    readonly number?: string;
    readonly timestamp?: string;
}

/** What may be the type prefix of a text in a notation, whose suffix has its length. */
function prefixIn(text: string, notation: Notation): string {
    const lengths = {
        typeid: 26,
        ulid: 26,
        base62id: 22,
        base64uuid: 22,
        uuid: 36,
        hex: 32,
        uid11: 11,
    };
    const end = text.length - lengths[notation] - 1;
    return end > 0 && text[end] === "_" ? text.slice(0, end) : "";
}

function readingOf(kind: AnyKind, text: string): Reading {
    const id = kind.parse(text);
    const { notation, prefix } = kind;
    const named = prefix === "" ? { id, notation } : { id, notation, prefix };
    if (notation === "uid11")
        return { ...named, number: String(numbers(kind as never).decode(id)) };
    const { toUuid, timestamp } = kind as AnyUuidKind;
    const time = timestamp(id)?.toISOString();
    return {
        ...named,
        ...(toUuid && { uuid: toUuid(id) }),
        ...(time !== undefined && { timestamp: time }),
    };
}

/** All that a text can be: what it is as it stands, or else what can be read in it. */
function readingsOf(text: string): Reading[] {
    const kinds: AnyKind[] = [];
    for (const notation of notations) {
        const bare = text.replace(/^"(.*)"$/, "$1");
        try {
            kinds.push(kindOf(prefixIn(bare, notation), notation));
        } catch (error) {
            if (!(error instanceof TypeError)) throw error; // no type prefix
        }
    }
    kinds.push(...Object.values(systems));
    const exact = kinds.filter((kind) => kind.is(text));
    const isUuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text);
    if (exact.length === 0 && isUuid) return [uuidReading(text)];
    const all = exact.length > 0 ? exact : kinds.filter((kind) => isRead(kind, text));
    return all.map((kind) => readingOf(kind, text));
}

function isRead(kind: AnyKind, text: string): boolean {
    return "value" in kind["~standard"].validate(text);
}

function uuidReading(text: string): Reading {
    const id = base62id.fromUuid(text);
    const time = base62id.timestamp(id)?.toISOString();
    const uuid = base62id.toUuid(id);
    return { id: uuid, notation: "uuid", uuid, ...(time !== undefined && { timestamp: time }) };
}

function convert(text: string, to: AnyUuidKind | undefined): string {
    const found = readingsOf(text).find(({ uuid }) => uuid !== undefined);
    if (found === undefined) {
        throw new InvalidId(`${JSON.stringify(text.slice(0, 100))} is no id with a UUID`);
    }
    return to === undefined ? found.uuid! : to.fromUuid(found.uuid!);
}

// Commands --------------------------------------------------------------------------------------

const write = (line: string) => void process.stdout.write(`${line}\n`);

async function* given(operands: string[]): AsyncIterable<string> {
    if (operands.length > 0) yield* operands;
    else {
        for await (const line of createInterface({ input: process.stdin })) {
            if (line !== "") yield line;
        }
    }
}

function timeOf(text: string): Date {
    const at = new Date(text);
    if (Number.isNaN(at.getTime())) {
        throw new UsageError("--at: not a time as 2026-01-01T00:00:00Z");
    }
    if (!/(?:Z|[+-]\d\d:\d\d)$/.test(text)) throw new UsageError("--at: a time without a zone");
    return at;
}

function runNew(operands: string[], options: Options): void {
    const [word, ...more] = operands;
    if (word === undefined || more.length > 0) throw new UsageError("new takes one word");
    const { count = "1", at: time } = options;
    if (!/^[0-9]+$/.test(count)) throw new UsageError("--count is a whole number");
    const at = time === undefined ? undefined : timeOf(time);
    const to = targetOf(word, options.notation);
    try {
        for (let i = 0; i < Number(count); ++i) {
            const id = (to ?? base62id).generate({ at });
            write(to === undefined ? base62id.toUuid(id as never) : id);
        }
    } catch (error) {
        if (error instanceof RangeError) throw new UsageError(`--at: ${error.message}`);
        throw error;
    }
}

async function runInspect(operands: string[]): Promise<void> {
    for await (const text of given(operands)) {
        const readings = readingsOf(text);
        for (const reading of readings) write(JSON.stringify(reading));
        if (readings.length > 0) continue;
        write(JSON.stringify({ text: text.slice(0, 100), error: "no id" }));
        process.exitCode = 1;
    }
}

async function runConvert(operands: string[], options: Options): Promise<void> {
    if (options.to === undefined) throw new UsageError("convert wants --to");
    const to = targetOf(options.to, options.notation);
    for await (const text of given(operands)) {
        try {
            write(convert(text, to));
        } catch (error) {
            if (!(error instanceof InvalidId)) throw error;
            console.error(`base62id: ${error.message}`);
            process.exitCode = 1;
        }
    }
}

type Options = ReturnType<typeof parsed>["values"];
function parsed() {
    try {
        return parseArgs({
            allowPositionals: true,
            options: {
                at: { type: "string" },
                count: { type: "string", short: "n" },
                help: { type: "boolean", short: "h" },
                notation: { type: "string" },
                to: { type: "string" },
            },
        });
    } catch (error) {
        throw new UsageError((error as Error).message);
    }
}

async function main(): Promise<void> {
    const { positionals, values } = parsed();
    const [command, ...operands] = positionals;
    if (values.help) return write(usage);
    switch (command) {
        case "new":
            return runNew(operands, values);
        case "inspect":
            return runInspect(operands);
        case "convert":
            return runConvert(operands, values);
        default:
            throw new UsageError(
                command === undefined ? "a command is wanted" : `no command ${command}`,
            );
    }
}

// A reader that has enough, such as head, closes the pipe.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? 0 : 1);
});
main().catch((error: unknown) => {
    if (!(error instanceof UsageError)) throw error;
    console.error(`base62id: ${error.message}\n${usage}`);
    process.exitCode = 2;
});
