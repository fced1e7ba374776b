// What compiles, and the mistakes that do not: tsc fails where a @ts-expect-error is not needed.
import { pgTable, text } from "drizzle-orm/pg-core";
import { z } from "zod";

import { base62id, baseuid, defineIds, type Id, type IdOf, isId, ulid, xid } from "base62id";
import { eq, id, inArray, startsWith, storedId } from "base62id/drizzle";
import { numbers } from "base62id/numbers";
import type { Stored } from "base62id/pg";
import { storedIds } from "base62id/prisma";
import { defineIds as defineTypeids } from "base62id/typeid";
import { id as schema } from "base62id/zod";

const ids = defineIds({
    user: "user",
    order: { prefix: "order", notation: "ulid" },
    admin: "user_admin",
    member: { prefix: "member", masked: true },
    invoice: { prefix: "inv", notation: "uid11" },
    ticket: { prefix: "T1", notation: "uid11", masked: true },
    bucket: { prefix: "s3", notation: "uuid", acceptUuid: true },
});
const users = pgTable("users", { id: id(ids.user).primaryKey(), name: text() });
const orders = pgTable("orders", {
    id: id(ids.order, { type: "order_id" }).primaryKey(),
    buyer: id(ids.user, "buyer_id"),
});
const stored = pgTable("stored", {
    id: storedId(ids.order).primaryKey(),
    buyer: storedId(ids.user, "buyer_id"),
});
const user = ids.user.generate();
const key = new Uint8Array(16);

export function wanted(fromOutside: string): unknown[] {
    const template: `user_${string}` = user;
    const byId: Record<`user_${string}`, number> = {};
    byId[user] = 1;
    const row = {} as typeof users.$inferSelect;
    const ofColumn: Id<"user"> = row.id;
    const ofSchema: Id<"user"> = z.object({ id: schema(ids.user) }).parse({ id: user }).id;
    const any: Id = user;
    const ofSystem: Id = ulid.generate();
    const map = new Map<Id<"user">, number>([[user, 1]]);
    if (ids.user.is(fromOutside)) map.get(fromOutside);
    if (isId("user")(fromOutside)) map.get(fromOutside);
    const order: IdOf<typeof ids.order> = ids.order.parse(fromOutside);
    const sameColumns: typeof stored.$inferSelect = { id: order, buyer: user };
    const dynamic = defineIds({ dynamic: fromOutside }).dynamic.generate();
    const all: Stored = { "users.id": ids.user, "users.external": null };
    const masked = numbers(ids.ticket, key).encode(1);
    const alone: Id<"user", "typeid"> = defineTypeids({ user: "user" }).user.generate();
    const ofXid: Date = xid.timestamp(xid.parse(fromOutside));
    return [
        [
            template,
            ofColumn,
            ofSchema,
            any,
            ofSystem,
            sameColumns,
            dynamic,
            all,
            masked,
            ofXid,
            alone,
        ],
        [eq(orders.buyer, users.id), eq(orders.buyer, user), startsWith(stored.id, "order_01")],
        [inArray(users.id, [user]), storedIds({ User: { id: ids.user } })],
        [numbers(ids.invoice).decode(fromOutside), ids.bucket.toUuid(ids.bucket.generate())],
    ];
}

export function mistakes(fromOutside: string): void {
    // @ts-expect-error another notation where TypeIDs are alone
    defineTypeids({ bad: { prefix: "order", notation: "ulid" } });
    // @ts-expect-error a mask there
    defineTypeids({ bad: { prefix: "user", masked: true } });
    // @ts-expect-error upper case in a type prefix there
    defineTypeids({ bad: "User" });
    // @ts-expect-error a type argument beside another kind
    id<typeof ids.order>(ids.user);
    // @ts-expect-error the same over uuid
    storedId<"order", "ulid">(ids.user);
    // @ts-expect-error columns of two kinds
    eq(users.id, orders.id);
    // @ts-expect-error an id of another kind
    eq(users.id, ids.order.generate());
    // @ts-expect-error one among a list
    inArray(users.id, [ids.order.generate()]);
    // @ts-expect-error upper case in a type prefix of typeid
    defineIds({ bad: "User" });
    // @ts-expect-error a digit in one
    defineIds({ bad: "s3" });
    // @ts-expect-error a type prefix that ends with _
    defineIds({ bad: { prefix: "user_", notation: "ulid" } });
    // @ts-expect-error one that begins with a digit
    defineIds({ bad: { prefix: "3s", notation: "hex" } });
    // @ts-expect-error an empty one
    defineIds({ bad: "" });
    // @ts-expect-error a baseuid has no type prefix
    defineIds({ bad: { prefix: "user", notation: "baseuid" } });
    // @ts-expect-error nor a place for one
    baseuid.parse("x", "user");
    // @ts-expect-error the UUID of another kind's id
    ids.user.toUuid(ids.order.generate());
    // @ts-expect-error a column without ids
    startsWith(users.name, "user_");
    // @ts-expect-error masked ids over uuid
    storedId(ids.member);
    // @ts-expect-error numbers over uuid
    storedId(ids.invoice);
    // @ts-expect-error ids without a type prefix over uuid
    storedId(base62id);
    // @ts-expect-error an unchecked string
    const raw: IdOf<typeof ids.user> = "user_01h455vb4pex5vsknk084sn02q";
    // @ts-expect-error a longer type prefix with the same beginning
    const longer: Id<"user"> = ids.admin.generate();
    // @ts-expect-error the same type prefix in another notation
    const other: IdOf<typeof ids.order> = defineIds({ order: "order" }).order.generate();
    // @ts-expect-error masked ids are made by the server
    ids.member.generate();
    // @ts-expect-error numbers are, too
    ids.invoice.generate();
    // @ts-expect-error an option that is none
    defineIds({ bad: { prefix: "user", accept: true } });
    // @ts-expect-error acceptUuid of a masked kind
    defineIds({ bad: { prefix: "user", masked: true, acceptUuid: true } });
    // @ts-expect-error acceptUuid of numbers
    defineIds({ bad: { prefix: "user", notation: "uid11", acceptUuid: true } });
    // @ts-expect-error a ulid is no id of a kind
    ids.order.toUuid(ulid.generate());
    const insert: typeof orders.$inferInsert = {
        id: ids.order.generate(),
        // @ts-expect-error inserted into the wrong column
        buyer: ids.order.generate(),
    };
    // @ts-expect-error a masked kind needs its key
    numbers(ids.ticket);
    // @ts-expect-error a kind without a mask takes none
    numbers(ids.invoice, key);
    // @ts-expect-error numbers of UUIDs
    numbers(ids.user);
    // @ts-expect-error Prisma over masked ids
    storedIds({ User: { id: ids.member } });
    // @ts-expect-error no condition of a masked column
    const asked: Stored = { "users.id": ids.member };
    // @ts-expect-error what another kind's parse() gives
    const parsed: Id<"user"> = ids.order.parse(fromOutside);
    // @ts-expect-error what its schema of zod gives
    const ofSchema: Id<"user"> = schema(ids.order).parse(fromOutside);
    // @ts-expect-error the id of another kind's number
    const ofNumber: Id<"user"> = numbers(ids.invoice).encode(1);
    void [raw, longer, other, insert, asked, parsed, ofSchema, ofNumber];
}
