// What an application does with the package; compiled and run in each of the projects.
import { decode, fromColumn, fromUuid, type Id, InvalidIdError, isValid, newId, newUlid, newUuid, parse, prefixRange, suffix, timestamp, toColumn, toUuid, typePrefix } from "base62id";
import { fromNumber, toNumber } from "base62id/numbers";
import { parseArray } from "base62id/pg";

const id: Id<"user"> = newId("user");
const text: string = id;
const parsed: Id<"user"> = parse("typeid", text, "user");
function find(user: Id<"user">): string {
    return user;
}
const given: string = parsed;
if (isValid("typeid", given, "user")) find(given);
const made: Date | undefined = timestamp("typeid", id);
const prefix: "user" = typePrefix(id);
const all = [find(id), suffix(id), toUuid("typeid", id), newUlid(), fromUuid("base62id", newUuid()), prefix, decode("ulid", newUlid()).length];
const again: Id<"user"> = fromColumn("typeid", toColumn("typeid", id, "user"), "user");
const range: { first: string; last: string } | undefined = prefixRange("typeid", id, "user");
if (again !== id || range?.first !== toUuid("typeid", id) || range.last !== range.first) throw new Error(id);
const invoice: Id<"inv"> = fromNumber(42, "inv", new Uint8Array(16));
if (Number(toNumber(invoice, "inv", new Uint8Array(16))) !== 42 || parseArray(`{${id},NULL}`)[0] !== id) throw new Error(invoice);
export function mixed(): void {
    // @ts-expect-error
    const order: Id<"order"> = newId("user");
    // @ts-expect-error
    const plain: Id<"user"> = "user_01h455vb4pex5vsknk084sn02q";
    // @ts-expect-error
    const same: boolean = newId("user") === newId("order");
    // @ts-expect-error
    const other: Id<"order"> = parse("typeid", "", "user");
    console.log(order, plain, same, other);
}
let message = "";
try {
    parse("typeid", "order_01h455vb4pex5vsknk084sn02q", "user");
} catch (error) {
    if (error instanceof InvalidIdError) message = `${error.code} ${error.message}`;
}
if (all.length !== 7 || made === undefined || !/^22P02 .*not "user"$/.test(message)) throw new Error(message);
console.log("it runs");
