// zod 4: a kind of ids in a schema.
//
//   z.object({ id: id(ids.user) })    its output is an Id<"user", "typeid">; z.toJSONSchema() has the pattern
//
// A kind is a Standard Schema by itself: valibot, ArkType, tRPC, Hono and others take it as it is.

import { string, type ZodType } from "zod";

import type { AnyKind, IdOf } from "./ids.js";

/**
 * @example
 * z.object({ id: id(ids.user) }).parse({ id: "user_01h455vb4pex5vsknk084sn02q" }).id;
 */
export function id<K extends AnyKind>(kind: K): ZodType<IdOf<K>, string> {
    const { openApi, "~standard": standard } = kind;
    const schema = string().check((found) => {
        const result = standard.validate(found.value);
        if ("value" in result) found.value = result.value;
        else {
            const [{ message }] = result.issues as readonly [{ readonly message: string }];
            found.issues.push({ code: "custom", message, input: found.value });
        }
    });
    const { type: _, ...meta } = openApi;
    return schema.meta(meta) as unknown as ZodType<IdOf<K>, string>;
}
