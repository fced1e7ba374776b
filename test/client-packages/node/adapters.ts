// The adapters' types, beside the frameworks' own.
import { type Id } from "base62id";
import { generate, startsWith, typeid } from "base62id/drizzle";
import { dataType, id } from "base62id/kysely";
import { sequelizeId } from "base62id/sequelize";
import { like, typeorm } from "base62id/typeorm";
import { id as schema } from "base62id/zod";
import { pgTable, text } from "drizzle-orm/pg-core";
import { PrimaryColumn } from "typeorm";

export const users = pgTable("users", {
    id: typeid<Id<"user">>("user")("id").primaryKey().default(generate("user")),
    name: text("name").notNull(),
});
type User = typeof users.$inferSelect;
export const kind: (user: User) => Id<"user"> = (user) => user.id;
export const parts = [startsWith(users.id, "user_0"), dataType("typeid"), id("ulid", "01ARZ3NDEKTSV4RRFFQ69G5FAV"), like("user%"), PrimaryColumn(typeorm("typeid", { prefix: "user" })), typeorm("typeid", { nullable: true }), sequelizeId("typeid", { prefix: "user" })];
export const parsed: Id<"user"> = schema("typeid", "user").parse("user_01h455vb4pex5vsknk084sn02q");
