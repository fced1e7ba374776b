// What an application does with the package; compiled and run in each of the projects.
import { base62id, defineIds, type Id, type IdOf, InvalidId, isId, ulid } from "base62id";
import { numbers } from "base62id/numbers";
import { parseArray } from "base62id/pg";
import { seeded, useSource } from "base62id/testing";

const ids = defineIds({
    user: "user",
    order: { prefix: "order", notation: "ulid" },
    bucket: { prefix: "s3", notation: "uuid", acceptUuid: true },
    invoice: { prefix: "inv", notation: "uid11", masked: true },
});
type UserId = IdOf<typeof ids.user>;

const id: UserId = ids.user.generate();
const text: string = id;
const template: `user_${string}` = id;
const parsed: Id<"user"> = ids.user.parse(text);
function find(user: UserId): string {
    return user;
}
if (ids.user.is(text)) find(text);
if (isId("user")(text)) find(text);
const made: Date | undefined = ids.user.timestamp(id);
const range: { first: string; last: string } | undefined = ids.user.prefixRange(id);
const uuid: string = ids.user.toUuid(id);
if (ids.user.fromColumn(ids.user.toColumn(id)) !== id) throw new Error(id);
if (range?.first !== uuid || range.last !== uuid) throw new Error(id);
const key = new Uint8Array(16);
const invoice: Id<"inv"> = numbers(ids.invoice, key).encode(42);
if (Number(numbers(ids.invoice, key).decode(invoice)) !== 42) throw new Error(invoice);
if (parseArray(`{${id},NULL}`)[0] !== id) throw new Error(id);
const undo = useSource({ now: () => 0, random: seeded(1) });
const past: Date | undefined = ulid.timestamp(ulid.generate());
undo();
const all = [
    template,
    parsed,
    base62id.fromUuid(uuid),
    ids.bucket.parse(uuid),
    ids.order.generate(),
];
export function mixed(): void {
    // @ts-expect-error
    const order: IdOf<typeof ids.order> = ids.user.generate();
    // @ts-expect-error
    const plain: UserId = "user_01h455vb4pex5vsknk084sn02q";
    // @ts-expect-error
    const same: boolean = ids.user.generate() === ids.order.generate();
    // @ts-expect-error
    const other: Id<"order"> = ids.user.parse("");
    console.log(order, plain, same, other);
}
let message = "";
try {
    ids.user.parse("order_01h455vb4pex5vsknk084sn02q");
} catch (error) {
    if (error instanceof InvalidId) message = `${error.code} ${error.message}`;
}
if (all.length !== 5 || made === undefined || past?.getTime() !== 0) throw new Error();
if (!/^22P02 .*not "user"$/.test(message)) throw new Error(message);
console.log("it runs");
