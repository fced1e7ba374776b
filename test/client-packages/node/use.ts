// What an application does with the package: scripts/release/client-packages compiles and runs it
// in each project of ../tsconfigs.json.
import { base62id, defineIds, type Id, type IdOf, InvalidId, isId, ulid } from "base62id";
import { numbers } from "base62id/numbers";
import { parseArray } from "base62id/pg";
import { seeded, useSource } from "base62id/testing";
import { defineIds as defineTypeids } from "base62id/typeid";

const ids = defineIds({
    user: "user",
    order: { prefix: "order", notation: "ulid" },
    bucket: { prefix: "s3", notation: "uuid", acceptUuid: true },
    invoice: { prefix: "inv", notation: "uid11", masked: true },
});
type UserId = IdOf<typeof ids.user>;

function check(what: string, found: unknown, wanted: unknown): void {
    if (found !== wanted) throw new Error(`${what}: ${String(found)}, not ${String(wanted)}`);
}

// Ids, and what they are to the compiler.
const id: UserId = ids.user.generate();
const text: string = id;
const template: `user_${string}` = id;
const parsed: Id<"user"> = ids.user.parse(text);
const alone: Id<"user", "typeid"> = defineTypeids({ user: "user" }).user.parse(text);
const find = (user: UserId): string => user;
const byKind = (found: string) => ids.user.is(found) && find(found);
const byPrefix = (found: string) => isId("user")(found) && find(found);
check("parse", parsed, id);
check("parse of base62id/typeid", alone, id);
check("is", byKind(template), id);
check("isId", byPrefix(template), id);

// UUIDs and times.
const uuid: string = ids.user.toUuid(id);
const range: { first: string; last: string } | undefined = ids.user.prefixRange(id);
const made: Date | undefined = ids.user.timestamp(id);
const orderId = ids.order.generate();
check("toColumn", ids.user.toColumn(id), uuid);
check("fromColumn", ids.user.fromColumn(uuid), id);
check("the first of prefixRange", range?.first, uuid);
check("the last of prefixRange", range?.last, uuid);
check("parse of a UUID", ids.bucket.parse(uuid), `s3_${uuid}`);
check("toUuid of base62id", base62id.toUuid(base62id.fromUuid(uuid)), uuid);
check("is, of a ULID", ids.order.is(orderId), true);
check("timestamp", made && Math.abs(made.getTime() - Date.now()) < 60_000, true);

// Numbers, as the server masks them with this key.
const key = Uint8Array.from({ length: 16 }, (_, i) => i);
const invoice: Id<"inv"> = numbers(ids.invoice, key).encode(2);
check("encode", invoice, "inv_7NhJVj3A6wb");
check("decode", Number(numbers(ids.invoice, key).decode(invoice)), 2);

const list: (string | null)[] = parseArray(`{${id},NULL}`);
check("parseArray", JSON.stringify(list), JSON.stringify([id, null]));

const undo = useSource({ now: () => 0, random: seeded(1) });
const past: Date | undefined = ulid.timestamp(ulid.generate());
undo();
const present: Date | undefined = ulid.timestamp(ulid.generate());
check("timestamp with a source", past?.getTime(), 0);
check("timestamp without it", present?.getTime() === 0, false);

let message = "";
try {
    ids.user.parse("order_01h455vb4pex5vsknk084sn02q");
} catch (error) {
    if (error instanceof InvalidId) message = `${error.code} ${error.message}`;
}
if (!/^22P02 .*not "user"$/.test(message)) throw new Error(`InvalidId: ${message}`);

// For the compiler alone.
export function mistakes(): void {
    // @ts-expect-error an id of another kind
    const order: IdOf<typeof ids.order> = ids.user.generate();
    // @ts-expect-error a text that was not parsed
    const plain: UserId = "user_01h455vb4pex5vsknk084sn02q";
    // @ts-expect-error ids of two kinds are never equal
    const same: boolean = ids.user.generate() === ids.order.generate();
    // @ts-expect-error parsed as another kind
    const other: Id<"order"> = ids.user.parse("");
    console.log(order, plain, same, other);
}

// For the compiler alone, too: it has found the types of each part of the package.
export function notAny(): void {
    // @ts-expect-error
    const ofNumbers: boolean = numbers(ids.invoice, key).encode(1);
    // @ts-expect-error
    const ofPg: boolean = parseArray("{}");
    // @ts-expect-error
    const ofTesting: boolean = seeded(1);
    // @ts-expect-error
    const ofTypeid: boolean = defineTypeids({ user: "user" }).user.parse("");
    console.log(ofNumbers, ofPg, ofTesting, ofTypeid);
}

console.log("it runs");
