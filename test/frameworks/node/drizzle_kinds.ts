// Compiled, not run.
import { eq as drizzleEq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, text } from "drizzle-orm/pg-core";

import { defineIds } from "base62id";
import { eq, id, inArray } from "base62id/drizzle";

const ids = defineIds({ user: "user", order: "order" });
const users = pgTable("users", { id: id(ids.user).primaryKey(), name: text() });
const orders = pgTable("orders", {
    id: id(ids.order, { type: "order_id" }).primaryKey(),
    buyer: id(ids.user),
});
const db = drizzle("");
const order = ids.order.generate();

export const right = [
    eq(users.id, orders.buyer),
    eq(users.id, ids.user.generate()),
    inArray(users.id, [ids.user.generate()]),
    db
        .select()
        .from(users)
        .innerJoin(orders, eq(users.id, orders.buyer))
        .leftJoin(users, eq(orders.buyer, users.id)),
    drizzleEq(users.id, orders.id), // Drizzle's own takes any column
];
export const wrong = [
    // @ts-expect-error
    eq(users.id, orders.id),
    // @ts-expect-error
    eq(orders.id, users.id),
    // @ts-expect-error
    db.select().from(users).innerJoin(orders, eq(users.id, orders.id)),
    // @ts-expect-error
    eq(users.id, order),
    // @ts-expect-error
    eq(users.id, "user_01h455vb4pex5vsknk084sn02q"),
    // @ts-expect-error
    inArray(users.id, [order]),
    // @ts-expect-error
    drizzleEq(users.id, order),
    // @ts-expect-error
    db.insert(users).values({ id: order }),
];
