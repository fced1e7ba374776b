// zod 4: one kind of ids in a schema. Goes with base62id.ts.
//
//   z.object({ id: id("typeid", "user") })                its output is an Id<"user">; z.toJSONSchema() has the pattern
//   id("ulid", "member", { masked: true })                as kind()

import { string, type ZodType } from "zod";

import { type Id, kind, type Made, type Name, type Notation } from "./base62id.js";

export function id<Prefix extends string>(name: Notation, prefix: Prefix, made?: Made): ZodType<Id<Prefix>, string>;
export function id(name: Name, prefix?: string, made?: Made): ZodType<string, string>;
export function id(name: Name, prefix?: string, made?: Made): ZodType<string, string> {
    const { jsonSchema, "~standard": standard } = kind(name, prefix as string, made);
    return string()
        .check((found) => {
            const result = standard.validate(found.value);
            if ("value" in result) found.value = result.value;
            else found.issues.push({ code: "custom", message: result.issues[0]!.message, input: found.value });
        })
        .meta({ pattern: jsonSchema.pattern });
}
