// In a project that has installed the package: ids, and both forms of it.
import assert from "node:assert/strict";
import { createRequire } from "node:module";

import { defineIds, InvalidId } from "base62id";
import { numbers } from "base62id/numbers";
import { defineIds as defineTypeids } from "base62id/typeid";

const ids = defineIds({ user: "user", invoice: { prefix: "inv", notation: "uid11" } });
const id = ids.user.generate();
assert.equal(defineTypeids({ user: "user" }).user.parse(id), id);
assert.equal(numbers(ids.invoice).encode(42), "inv_1111111111j");
assert.throws(() => ids.user.parse("order_1"), InvalidId);
assert.ok(
    createRequire(import.meta.url)("base62id")
        .defineIds({ user: "user" })
        .user.is(id),
);
