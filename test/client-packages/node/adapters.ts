// The adapters' types, beside the frameworks' own.
import { defineIds, type Id } from "base62id";
import { generate, id, startsWith, storedId } from "base62id/drizzle";
import { dataType, writeIds } from "base62id/kysely";
import { type Stored } from "base62id/pg";
import { storedIds } from "base62id/prisma";
import { id as sequelizeId } from "base62id/sequelize";
import { id as typeormId, like, storedId as typeormStoredId } from "base62id/typeorm";
import { id as schema } from "base62id/zod";
import { pgTable, text } from "drizzle-orm/pg-core";
import { PrimaryColumn } from "typeorm";

const ids = defineIds({ user: "user", order: { prefix: "order", notation: "ulid" } });
export const users = pgTable("users", {
    id: id(ids.user).primaryKey().default(generate(ids.user)),
    friend: storedId(ids.user, "friend_id"),
    order: id(ids.order, { type: "order_id" }),
    name: text("name").notNull(),
});
type User = typeof users.$inferSelect;
export const kind: (user: User) => Id<"user"> = (user) => user.id;
const stored: Stored = { "users.id": ids.user, "users.external": null };
export const parts = [
    startsWith(users.id, "user_0"),
    dataType(ids.user),
    writeIds(stored),
    storedIds({ User: { id: ids.user } }),
    like("user%"),
    PrimaryColumn(typeormId(ids.user)),
    typeormId(ids.user, { nullable: true }),
    PrimaryColumn(typeormStoredId(ids.user)),
    sequelizeId(ids.user),
];
export const parsed: Id<"user"> = schema(ids.user).parse("user_01h455vb4pex5vsknk084sn02q");

// The compiler has found the types of each adapter. What Sequelize's function returns is any.
export function notAny(): void {
    // @ts-expect-error
    const ofDrizzle: boolean = startsWith(users.id, "user_0");
    // @ts-expect-error
    const ofKysely: boolean = writeIds(stored);
    // @ts-expect-error
    const ofPrisma: boolean = storedIds({ User: { id: ids.user } });
    // @ts-expect-error
    const ofSequelize: boolean = sequelizeId;
    // @ts-expect-error
    const ofTypeorm: boolean = typeormId(ids.user);
    // @ts-expect-error
    const ofZod: boolean = schema(ids.user).parse("");
    console.log(ofDrizzle, ofKysely, ofPrisma, ofSequelize, ofTypeorm, ofZod);
}
