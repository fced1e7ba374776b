// What drizzle-kit and drizzle_stored_test.ts read, in the state that the environment says.
import { relations, sql } from "drizzle-orm";
import { integer, jsonb, pgTable, pgView, primaryKey, text } from "drizzle-orm/pg-core";

import { defineIds, type IdOf } from "base62id";
import { id, storedId } from "base62id/drizzle";

export const ids = defineIds({ user: "user", order: "order" });
export type User = IdOf<typeof ids.user>;
export type Order = IdOf<typeof ids.order>;
export const typed = process.env["STATE"] === "typed";
export const userId = (name?: string) =>
    typed ? id(ids.user, name, { type: "user_id" }) : storedId(ids.user, name);
const orderId = (name?: string) =>
    typed ? id(ids.order, name, { type: "order_id" }) : storedId(ids.order, name);
export const users = pgTable("users", {
    id: userId().primaryKey().default(sql`gen_random_uuid()`),
    name: text().notNull(),
    friends: userId().array().notNull().default([]),
    facts: jsonb().$type<{ id: string }>(),
});
export const orders = pgTable("orders", {
    id: orderId().primaryKey().default(sql`gen_random_uuid()`),
    buyer: userId("buyer_id")
        .notNull()
        .references(() => users.id),
    parent: orderId("parent_id"),
    note: text(),
});
export const watches = pgTable(
    "watches",
    { user: userId("user_id").notNull(), order: orderId("order_id").notNull() },
    (t) => [primaryKey({ columns: [t.user, t.order] })],
);
export const buyers = pgView("buyers", { id: userId(), orders: integer() }).existing();
export const usersRelations = relations(users, ({ many }) => ({
    orders: many(orders),
    watches: many(watches),
}));
export const ordersRelations = relations(orders, ({ one }) => ({
    by: one(users, { fields: [orders.buyer], references: [users.id] }),
}));
export const watchesRelations = relations(watches, ({ one }) => ({
    order: one(orders, { fields: [watches.order], references: [orders.id] }),
    user: one(users, { fields: [watches.user], references: [users.id] }),
}));
