// Compiled, not run.
import { eq as drizzleEq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { pgTable, text } from "drizzle-orm/pg-core";

import { type Id, newId } from "base62id";
import { eq, inArray, typedId, typeid } from "base62id/drizzle";

const users = pgTable("users", { id: typeid<Id<"user">>("user")().primaryKey(), name: text() });
const orders = pgTable("orders", { id: typedId<Id<"order">>("order_id", "order")().primaryKey(), buyer: typeid<Id<"user">>("user")() });
const db = drizzle("");
const order = newId("order");

export const right = [
    eq(users.id, orders.buyer),
    eq(users.id, newId("user")),
    inArray(users.id, [newId("user")]),
    db.select().from(users).innerJoin(orders, eq(users.id, orders.buyer)).leftJoin(users, eq(orders.buyer, users.id)),
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
