// Every case of the conformance kit, which all languages answer alike. A test has the name of its
// file; conformance/README.md says what its cases have.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
    type AnyKind,
    type AnyUuidKind,
    base62id,
    base64uuid,
    baseuid,
    defineIds,
    InvalidId,
    type KindDefinition,
    ulid,
    xid,
} from "base62id";
import { numbers } from "base62id/numbers";
import { seeded, useSource } from "base62id/testing";

const systems: Record<string, AnyKind> = { base62id, base64uuid, ulid, baseuid, xid };

interface Group {
    kind: { system?: string };
    key?: string;
    cases: any[];
}

/** A file of the kit, which lies beside clients/ in the repository. */
function read<T>(name: string): T {
    return JSON.parse(
        readFileSync(`${import.meta.dirname}/../../../conformance/${name}.json`, "utf8"),
    );
}

function kindOf(given: { system?: string }): AnyKind {
    if (given.system !== undefined) return systems[given.system]!;
    const { kind } = defineIds({ kind: given as KindDefinition as { prefix: string } });
    return kind;
}

function eachCase(name: string, check: (kind: AnyKind, one: any, group: Group) => void): void {
    test(name, () => {
        const groups = read<Group[]>(name);
        assert.ok(groups.length > 0);
        for (const group of groups) {
            const kind = kindOf(group.kind);
            assert.ok(group.cases.length > 0);
            for (const one of group.cases) check(kind, one, group);
        }
    });
}

test("definitions", () => {
    for (const { kind, valid } of read<{ kind: object; valid: boolean }[]>("definitions")) {
        if (valid) kindOf(kind);
        else assert.throws(() => kindOf(kind), TypeError, JSON.stringify(kind));
    }
});

eachCase("vectors", (kind, { id, uuid, timestamp }) => {
    assert.equal(kind.parse(id), id);
    assert.equal(kind.is(id), true);
    const { toUuid, fromUuid, timestamp: timeOf } = kind as AnyUuidKind;
    if (uuid !== undefined) {
        assert.equal(toUuid(id), uuid);
        assert.equal(fromUuid(uuid), id);
        assert.equal(fromUuid(uuid.toUpperCase()), id);
        assert.equal(fromUuid(Buffer.from(uuid.replaceAll("-", ""), "hex")), id);
    }
    if (timestamp !== undefined) assert.equal(timeOf(id)?.getTime() ?? null, timestamp, id);
});

eachCase("verdicts", (kind, { text, id }) => {
    const validated = kind["~standard"].validate(text);
    assert.equal(kind.is(text), text === id, text);
    if (id === null) {
        assert.throws(() => kind.parse(text), InvalidId, text);
        assert.ok("issues" in validated && validated.issues[0]!.message.length < 300, text);
    } else {
        assert.equal(kind.parse(text), id);
        assert.deepEqual(validated, { value: id });
        if ("toColumn" in kind) {
            const { toColumn, fromColumn, toUuid } = kind as AnyUuidKind;
            assert.equal(toColumn(text), toUuid(id));
            assert.equal(fromColumn(toColumn(text)), id);
        }
    }
});

eachCase("ranges", (kind, { text, first, last }) => {
    const range = (kind as AnyUuidKind).prefixRange(text);
    assert.deepEqual(range ?? { first: null, last: null }, { first, last }, text);
});

eachCase("numbers", (kind, { number, id }, { key }) => {
    const own = numbers(kind as never, (key && Buffer.from(key, "hex")) as never);
    assert.equal(own.encode(BigInt(number)), id);
    if (Number.isSafeInteger(Number(number))) assert.equal(own.encode(Number(number)), id);
    assert.equal(own.decode(id), BigInt(number));
});

eachCase("generated", (kind, { at, seed, random, id }) => {
    const { generate } = kind as AnyUuidKind;
    assert.equal(generate({ at, random: seeded(seed) }), id);
    assert.equal(
        generate({ at: new Date(at), random: (octets) => octets.set(Buffer.from(random, "hex")) }),
        id,
    );
});

test("clock", () => {
    const ids = defineIds({ user: "user" });
    interface Sequence {
        name: string;
        steps: { now: number; timestamp: number; ascends: boolean }[];
    }
    for (const { name, steps } of read<Sequence[]>("clock")) {
        for (const kind of [ids.user, ulid] as AnyUuidKind[]) {
            let now = 0;
            const undo = useSource({ now: () => now });
            let last = "";
            steps.forEach((step, i) => {
                now = step.now;
                const id = kind.generate();
                assert.equal(kind.timestamp(id)?.getTime(), step.timestamp, `${name}, ${i}`);
                assert.equal(id > last, step.ascends, `${name}, ${i}`);
                last = id;
            });
            undo();
        }
    }
});

test("patterns", () => {
    for (const { kind, pattern } of read<{ kind: object; pattern: string }[]>("patterns")) {
        assert.equal(kindOf(kind).jsonSchema.pattern, pattern);
    }
    for (const { kind, cases } of read<Group[]>("verdicts")) {
        const pattern = RegExp(kindOf(kind).jsonSchema.pattern);
        for (const { id } of cases) if (id !== null) assert.match(id, pattern);
    }
});
