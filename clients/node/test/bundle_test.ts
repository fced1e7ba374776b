// What a bundle has of the package: the bounds of clients/node/README.md, in bytes after minification.
import assert from "node:assert/strict";
import { test } from "node:test";

import { build } from "esbuild";

async function bytesOf(contents: string): Promise<number> {
    const { outputFiles } = await build({
        // As JavaScript: of TypeScript esbuild leaves out the imports that nothing uses, whatever
        // the package does to be left out.
        stdin: { contents, resolveDir: `${import.meta.dirname}/..`, loader: "js" },
        absWorkingDir: `${import.meta.dirname}/..`,
        alias: {
            base62id: "./src/ids.ts",
            "base62id/numbers": "./src/numbers.ts",
            "base62id/pg": "./src/pg.ts",
            "base62id/typeid": "./src/typeid.ts",
        },
        bundle: true,
        minify: true,
        format: "esm",
        platform: "neutral",
        write: false,
    });
    return outputFiles[0]!.contents.length;
}

const bounds = [
    [
        "nothing that is used",
        0,
        'import { defineIds, isId, ulid } from "base62id"; import { numbers } from "base62id/numbers"; import { readIds } from "base62id/pg";',
    ],
    [
        "a check of one kind",
        2000,
        'import { isId } from "base62id"; export const isUserId = isId("user");',
    ],
    [
        "one kind with everything",
        6000,
        'import { defineIds } from "base62id/typeid"; export const ids = defineIds({ user: "user" });',
    ],
    ["one system with everything", 7000, 'export { ulid } from "base62id";'],
    [
        "kinds of all notations",
        8100,
        'import { defineIds } from "base62id"; export const ids = defineIds({ user: "user" });',
    ],
    ["the whole entry", 12000, 'export * from "base62id";'],
] as const;
for (const [what, most, text] of bounds) {
    test(`${what}: at most ${most} bytes`, async (context) => {
        const bytes = await bytesOf(text);
        context.diagnostic(`${bytes} bytes`);
        assert.ok(bytes <= most, `${bytes} bytes`);
        // A bundle that has lost what it is to have would be small enough.
        assert.ok(bytes >= most / 2, `${bytes} bytes, not half of the bound`);
    });
}
