// The border of a service: Standard Schema, JSON Schema, zod, valibot, drizzle-zod.
import assert from "node:assert/strict";
import { test } from "node:test";

import { pgTable, text } from "drizzle-orm/pg-core";
import { createInsertSchema, createSelectSchema } from "drizzle-zod";
import * as v from "valibot";
import { z } from "zod";

import { base62id, defineIds, type Id, type IdOf } from "base62id";
import { id, storedId } from "base62id/drizzle";
import { idSchemas } from "base62id/drizzle-zod";
import { id as schema } from "base62id/zod";

const ids = defineIds({
    user: "user",
    order: { prefix: "order", notation: "ulid" },
    team: { prefix: "team", acceptUuid: true },
});
const user = ids.user.generate();

test("a kind is a Standard Schema and a Standard JSON Schema", () => {
    const { version, vendor, validate, jsonSchema } = ids.user["~standard"];
    assert.deepEqual([version, vendor], [1, "base62id"]);
    assert.deepEqual(validate(`"${user}"`), { value: user });
    assert.deepEqual(Object.keys(validate("user_1")), ["issues"]);
    const wanted = { type: "string", pattern: "^user_[0-7][0-9a-hjkmnp-tv-z]{25}$" };
    assert.deepEqual(jsonSchema.input({ target: "draft-2020-12" }), wanted);
    assert.deepEqual(ids.user.openApi, {
        ...wanted,
        format: "typeid",
        "x-typeid": { prefix: "user", notation: "typeid" },
    });
    assert.equal(ids.order.openApi.format, undefined);
    assert.deepEqual(ids.order.openApi["x-typeid"], { prefix: "order", notation: "ulid" });
    assert.deepEqual(base62id.openApi, base62id.jsonSchema, "a system has no prefix");
});

test("zod 4", () => {
    const body = z.object({ by: schema(ids.user), team: schema(ids.team).optional() });
    const found: Id<"user"> = body.parse({ by: `"${user}"` }).by;
    assert.equal(found, user);
    const { error } = body.safeParse({ by: ids.order.generate() });
    assert.deepEqual(error?.issues[0]?.path, ["by"]);
    assert.match(error?.issues[0]?.message ?? "", /the type prefix is "order", not "user"/);
    const { properties } = z.toJSONSchema(body) as unknown as {
        properties: Record<string, Record<string, unknown>>;
    };
    assert.equal(properties.by?.pattern, ids.user.jsonSchema.pattern);
    assert.deepEqual(properties.by?.["x-typeid"], { prefix: "user", notation: "typeid" });
    assert.equal(body.safeParse({ by: 5 }).success, false);
});

test("valibot", () => {
    const body = v.object({ by: v.custom<IdOf<typeof ids.user>>(ids.user.is) });
    const found: Id<"user"> = v.parse(body, { by: user }).by;
    assert.equal(found, user);
    assert.equal(v.safeParse(body, { by: "user_1" }).success, false);
});

test("drizzle-zod", () => {
    const users = pgTable("users", {
        id: id(ids.user).primaryKey(),
        boss: storedId(ids.user),
        name: text().notNull(),
    });
    const selected = createSelectSchema(users, idSchemas(users));
    const inserted = createInsertSchema(users, idSchemas(users));
    const row = selected.parse({ id: user, boss: null, name: "x" });
    const found: Id<"user"> = row.id;
    const boss: Id<"user"> | null = row.boss;
    assert.deepEqual([found, boss], [user, null]);
    // @ts-expect-error not any
    const wrong: Id<"order"> = row.id;
    void wrong;
    assert.equal(inserted.safeParse({ id: "user_1", name: "x" }).success, false);
    assert.equal(
        inserted.safeParse({ id: user, boss: ids.order.generate(), name: "x" }).success,
        false,
    );
    assert.equal(inserted.safeParse({ id: user, name: "x" }).success, true);
});
