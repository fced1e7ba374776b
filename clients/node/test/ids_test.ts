// What kinds do when they run, beside the conformance kit.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { inspect } from "node:util";

import {
    type AnyKind,
    type AnyUuidKind,
    base62id,
    base64uuid,
    baseuid,
    defineIds,
    InvalidId,
    isId,
    ulid,
    xid,
} from "base62id";
import { numbers } from "base62id/numbers";
import { seeded, useSource } from "base62id/testing";
import { defineIds as defineTypeids } from "base62id/typeid";

const ids = defineIds({
    user: "user",
    order: { prefix: "order", notation: "ulid" },
    bucket: { prefix: "s3", notation: "uuid" },
    key: { prefix: "Key", notation: "hex" },
    member: { prefix: "member", masked: true },
    invoice: { prefix: "inv", notation: "uid11" },
    ticket: { prefix: "tic", notation: "uid11", masked: true },
    team: { prefix: "team", acceptUuid: true },
});
const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
const id = ids.user.fromUuid(uuid);
const makers = [ids.user, ids.order, ids.bucket, ids.key, ids.team, base62id, base64uuid, ulid];

test("a kind has what its definition says, is frozen, and lacks what its ids do not have", () => {
    const { prefix, notation, masked, acceptUuid } = ids.team;
    assert.deepEqual([prefix, notation, masked, acceptUuid], ["team", "typeid", false, true]);
    assert.ok(Object.isFrozen(ids) && Object.isFrozen(ids.user));
    assert.equal(ulid.prefix, "");
    for (const kind of [ids.member, ids.invoice, baseuid, xid] as object[]) {
        for (const name of ["generate", "toUuid", "fromUuid", "prefixRange", "toColumn"]) {
            assert.equal(name in kind, false);
            assert.equal(name in ids.user, true);
        }
    }
    assert.ok("timestamp" in xid && !("timestamp" in ids.invoice));
});

test("a wrong definition is a TypeError that says what is wrong", () => {
    const told = (definition: unknown, words: RegExp) =>
        assert.throws(() => defineIds({ user: definition as string }), {
            name: "TypeError",
            message: words,
        });
    told(undefined, /^"user": prefix is \^\[a-z\]/);
    told(5, /prefix is/);
    told({ prefix: "User" }, /prefix is \^\[a-z\]/);
    told({ prefix: "3", notation: "hex" }, /prefix is \^\[A-Za-z\]/);
    told({ prefix: "user", notation: "TypeID" }, /notation is one of typeid,ulid/);
    told({ prefix: "user", mask: true }, /"mask" is no option/);
    told({ prefix: "user", masked: 1 }, /masked is true or false/);
    told({ prefix: "user", masked: true, acceptUuid: true }, /acceptUuid is for unmasked UUIDs/);
    told({ prefix: "inv", notation: "uid11", acceptUuid: true }, /acceptUuid is/);
    assert.throws(() => isId("User" as never), /^TypeError: "isId": prefix is/);
    assert.throws(
        () => isId({ prefix: "user", masked: true } as never),
        /^TypeError: isId: a masked kind is checked by defineIds\(\)/,
    );
});

test("TypeIDs alone are as those of the main entry, and no other kinds", () => {
    const alone = defineTypeids({ user: "user", team: { prefix: "team", acceptUuid: true } });
    assert.ok(Object.isFrozen(alone) && Object.isFrozen(alone.user));
    for (const [one, other] of [
        [alone.user, ids.user],
        [alone.team, ids.team],
    ] as unknown as [AnyUuidKind, AnyUuidKind][]) {
        const made = other.generate();
        assert.equal(one.parse(`"${made}"`), made);
        assert.equal(one.fromUuid(uuid), other.fromUuid(uuid));
        assert.equal(one.toUuid(made), other.toUuid(made));
        assert.deepEqual(one.openApi, other.openApi);
        assert.deepEqual(
            [one.prefix, one.notation, one.masked, one.acceptUuid],
            [other.prefix, other.notation, other.masked, other.acceptUuid],
        );
        const turns = Array.from({ length: 100 }, (_, i) => (i % 2 ? one : other).generate());
        assert.deepEqual(turns, [...turns].sort(), "both have one state");
    }
    assert.equal(alone.team.parse(uuid), ids.team.fromUuid(uuid));
    assert.throws(() => alone.user.parse(uuid), InvalidId);
    for (const wrong of [
        "User",
        undefined,
        { prefix: "user", notation: "ulid" },
        { prefix: "user", masked: true },
        { prefix: "user", acceptUuid: 1 },
    ]) {
        assert.throws(() => defineTypeids({ user: wrong as never }), {
            name: "TypeError",
            message: /^"user" has a prefix \^\[a-z\]/,
        });
    }
});

test("values of any type are no ids, and raise nothing else", () => {
    const values = [
        undefined,
        null,
        5,
        5n,
        Symbol("x"),
        new String(id),
        Buffer.from(id),
        [id],
        { toString: () => id },
        () => id,
        new Date(),
        `user_\ud800${id.slice(6)}`,
        `${id}\0`,
        "a".repeat(1 << 22),
        "__proto__",
        id.replace("0", "０"),
        `${id.slice(0, -1)}\u212a`,
        `${id.slice(0, -1)}ſ`,
        NaN,
        true,
    ];
    for (const kind of [...makers, ids.member, ids.invoice, baseuid, xid] as AnyKind[]) {
        for (const value of values) {
            const shown = `${kind.prefix} ${inspect(value).slice(0, 50)}`;
            assert.equal(kind.is(value), false, shown);
            assert.throws(() => kind.parse(value), InvalidId, shown);
            const result = kind["~standard"].validate(value);
            assert.ok("issues" in result && result.issues[0]!.message.length < 300, shown);
            if (!("toUuid" in kind)) continue;
            const { toUuid, fromUuid, toColumn, fromColumn, timestamp, prefixRange } =
                kind as AnyUuidKind;
            for (const read of [toUuid, fromUuid, toColumn, fromColumn, timestamp]) {
                assert.throws(() => read(value as never), InvalidId, shown);
            }
            const range = prefixRange(value as never);
            if (typeof value !== "string") assert.equal(range, undefined, shown);
        }
    }
});

test("only ids of the kind have a UUID, a time and a number", () => {
    for (const other of [ids.order.generate(), `"${id}"`, uuid, id.toUpperCase()]) {
        assert.throws(() => ids.user.toUuid(other as never), InvalidId);
        assert.throws(() => ids.user.timestamp(other as never), InvalidId);
    }
    assert.throws(() => ids.user.toUuid(`"${id}"` as never), /parse\(\) makes an id of it/);
    assert.throws(() => numbers(ids.invoice).decode(id), InvalidId);
});

test("an InvalidId says what is wrong, and where", () => {
    const told = (kind: AnyKind, text: unknown, words: RegExp) =>
        assert.throws(() => kind.parse(text), { name: "InvalidId", code: "22P02", message: words });
    told(
        ids.user,
        `order_${id.slice(5)}`,
        /^invalid typeid "order_01h.*": the type prefix is "order", not "user"$/,
    );
    told(ids.user, `${id.slice(0, -1)}u`, /"u" at position 31 is not in its alphabet/);
    told(ids.user, `"${id.slice(0, -1)}u"`, /"u" at position 32/);
    told(ids.user, "user_1", /1 characters, not 26/);
    told(ids.user, 5, /^invalid typeid: not a string$/);
    told(ids.user, "x".repeat(103), /the type prefix is "", not "user"$/);
    told(
        ids.bucket,
        `s3_${uuid.replaceAll("-", "_")}`,
        /"_" at position 12 is not in its alphabet/,
    );
    told(ids.key, `key_${"0".repeat(32)}`, /"key", not "Key"/);
    told(ids.member, ids.user.generate().replace("user", "member"), /not of version 4/);
    told(base62id, "F".padEnd(22, "0"), /its number is none of a base62id/);
    told(ids.invoice, "inv_jpXCZedGfVR", /its number is none of a uid11/);
});

test("InvalidId is known by instanceof, and its heirs by themselves", () => {
    class Own extends InvalidId {}
    const error = new InvalidId("x");
    assert.ok(error instanceof Error && error instanceof InvalidId && !(error instanceof Own));
    assert.ok(new Own("x") instanceof InvalidId && new Own("x") instanceof Own);
    assert.ok(!(new TypeError() instanceof InvalidId) && !((null as unknown) instanceof InvalidId));
});

test("members of a kind work without it", () => {
    const { parse, is, generate, toUuid } = ids.user;
    assert.ok([generate()].every(is));
    assert.equal(toUuid(parse(id)), uuid);
    assert.ok(isId("user")(id) && !isId({ prefix: "user", notation: "ulid" })(id));
});

test("new ids of all kinds of a process ascend, and have the time", () => {
    for (const { generate, timestamp, parse } of makers as AnyUuidKind[]) {
        let last = "";
        for (let i = 0; i < 2000; ++i) {
            const made = generate();
            assert.ok(made > last && parse(made) === made);
            last = made;
        }
        assert.ok(Math.abs(timestamp(last as never)!.getTime() - Date.now()) < 60_000);
    }
});

test("one wrong reading of the clock does not last, and fake timers need nothing", () => {
    const year = () => ids.user.timestamp(ids.user.generate())!.getUTCFullYear();
    const now = new Date().getUTCFullYear();
    for (const wrong of [2100, 2020, 1980]) {
        mock.timers.enable({ apis: ["Date"], now: Date.UTC(wrong, 5, 1) });
        assert.equal(year(), wrong);
        mock.timers.reset();
        assert.equal(year(), now);
    }
});

test("a time or randomness of one's own changes nothing for the next", () => {
    const at = new Date("2120-02-02T00:00:00.123Z");
    for (const kind of makers as AnyUuidKind[]) {
        assert.deepEqual(kind.timestamp(kind.generate({ at })), at);
        assert.notEqual(kind.generate({ at }), kind.generate({ at }));
        assert.equal(
            kind.generate({ at: 0, random: () => {} }),
            kind.generate({ at: 0, random: () => {} }),
        );
    }
    // Five seconds: what is more than ten ahead of the clock would not be believed anyway.
    const undo = useSource({ now: () => 1000 });
    const before = ids.user.generate();
    ids.user.generate({ at: 6000 });
    ids.user.generate({ random: (octets) => octets.fill(255) });
    const next = ids.user.generate();
    undo();
    assert.ok(next > before);
    assert.equal(ids.user.timestamp(next)?.getTime(), 1000);
    let asked = 0;
    ids.user.generate({
        random: (octets) => {
            asked += octets.length;
        },
    });
    assert.equal(asked, 10);
    for (const wrong of [-1, 2 ** 48, 1.5, NaN, Infinity, new Date(NaN), "2020-01-01", null]) {
        assert.throws(() => ids.user.generate({ at: wrong as never }), RangeError);
    }
});

test("a source makes a process repeat itself, until it is undone", () => {
    const some = () => {
        const undo = useSource({ now: () => Date.UTC(2026, 0, 1), random: seeded(7) });
        const made = [ids.user, ids.user, ulid, base62id].map(
            ({ generate }) => generate() as string,
        );
        made.push(ids.user.generate({ at: 0 }));
        undo();
        return made;
    };
    assert.deepEqual(some(), some());
    assert.equal(new Set(some()).size, 5);
    const outer = useSource({ now: () => 1000 });
    const inner = useSource({ now: () => 2000 });
    assert.equal(ids.user.timestamp(ids.user.generate())?.getTime(), 2000);
    inner();
    assert.equal(ids.user.timestamp(ids.user.generate())?.getTime(), 1000);
    outer();
    assert.ok(Math.abs(ids.user.timestamp(ids.user.generate())!.getTime() - Date.now()) < 60_000);
    assert.throws(() => seeded(0.5), RangeError);
});

test("numbers take their key, and tell nothing of it", () => {
    const key = Buffer.from("secretsecretsecr");
    const shows = /secret|115, 101|73 65 63/; // as a text, octets or a Buffer
    assert.equal(numbers(ids.invoice).encode(42), "inv_1111111111j");
    assert.equal(numbers(ids.ticket, key).decode(numbers(ids.ticket, key).encode(-1n)), -1n);
    const any = numbers as (...given: unknown[]) => { encode(n: unknown): string };
    for (const wrong of [[ids.ticket], [ids.invoice, key], [ids.user], [xid], [undefined]]) {
        assert.throws(() => any(...wrong), TypeError);
    }
    for (const wrong of [
        key.subarray(1),
        Buffer.concat([key, key]),
        "secretsecretsecr",
        [...key],
    ]) {
        assert.throws(
            () => any(ids.ticket, wrong),
            (error: Error) => {
                return (
                    error instanceof TypeError && !shows.test(inspect(error, { showHidden: true }))
                );
            },
        );
    }
    for (const wrong of [1.5, NaN, 2 ** 53, 1n << 63n, -(1n << 63n) - 1n]) {
        assert.throws(() => any(ids.invoice).encode(wrong), RangeError);
    }
    for (const wrong of ["42", null, undefined]) {
        assert.throws(() => any(ids.invoice).encode(wrong), TypeError);
    }
    const shown = inspect(numbers(ids.ticket, key), { showHidden: true, depth: 9 });
    assert.doesNotMatch(shown, shows);
});
