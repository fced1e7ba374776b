// Prints what parts of the package cost in a bundle, in bytes after minification, by esbuild and by rollup with terser.
import resolve from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import { build } from "esbuild";
import { writeFileSync } from "node:fs";
import { rollup } from "rollup";

const parts = {
    nothing: 'import { isValid, kind, newId } from "base62id"; import { toNumber } from "base62id/numbers"; import { registerPg } from "base62id/pg";',
    isValid: 'import { isValid } from "base62id"; export const isUlid = (text) => isValid("ulid", text);',
    newId: 'import { newId } from "base62id"; export const newUser = () => newId("user");',
    everything: 'export * from "base62id";',
    numbers: 'export * from "base62id/numbers";',
};
for (const [part, text] of Object.entries(parts)) {
    writeFileSync("part.mjs", text);
    const built = await build({ entryPoints: ["part.mjs"], bundle: true, minify: true, format: "esm", platform: "neutral", mainFields: ["module", "main"], write: false, logLevel: "error" });
    const rolled = await (await rollup({ input: "part.mjs", plugins: [resolve(), terser()], onwarn() {} })).generate({ format: "es" });
    console.log(part, built.outputFiles[0].contents.length, Buffer.byteLength(rolled.output[0].code.trim()));
}
