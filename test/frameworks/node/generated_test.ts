// What makes types of a database: PgTyped's command, which asks the server for those of queries, and Zapatos, with its queries.
// pgtyped-use, queries/, pgtyped.json, zapatos-use and zapatos-custom/ are code blocks of docs/frameworks/node.md.
import { cpSync, readFileSync, writeFileSync } from "node:fs";

import pg from "pg";

import { assert, check, malformed, newId, program, psql, sqlstate } from "./harness.ts";

psql(
    "CREATE TABLE users (id typeid PRIMARY KEY DEFAULT typeid_generate('user'), name text NOT NULL)",
);
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]! });
process.env["PGPASSWORD"] = "none"; // it asks for one
await check("PgTyped: an id is a string, and a list of ids a list of strings", () => {
    program("node_modules/.bin/pgtyped", "-c", "pgtyped.json");
    const made = readFileSync("queries/users.queries.ts", "utf8");
    assert.match(made, /stringArray = \(string\)\[\]/, made);
    assert.match(made, /interface IUsersOfParams \{\s*ids: stringArray;/, made);
    assert.match(made, /interface IUsersOfResult \{\s*id: string;/, made);
    assert.match(made, /interface IUsersThatStartWithParams \{\s*text: string;/, made);
});
await check("PgTyped: the page's program", async () => {
    const { add, find, search } = await import("./pgtyped-use.ts");
    const [{ id }] = (await add(pool, "Ada")) as [{ id: string }];
    assert.match(id, /^user_/);
    assert.deepEqual(await find(pool, [`"${id}"`, newId("user")]), [{ id, name: "Ada" }]);
    assert.deepEqual(await search(pool, id.slice(0, -4)), [{ id }]);
    await assert.rejects(async () => find(pool, [newId("order")]), { name: "InvalidId" });
});
await check("PgTyped: without the line an id is `unknown`, or the command fails", () => {
    const plain = JSON.parse(readFileSync("pgtyped.json", "utf8"));
    delete plain.typesOverrides;
    writeFileSync("plain.json", JSON.stringify({ ...plain, failOnError: false }));
    program("node_modules/.bin/pgtyped", "-c", "plain.json");
    assert.doesNotMatch(
        readFileSync("queries/users.queries.ts", "utf8"),
        /interface IUsersOfResult \{\s*id: string;/,
    );
});
writeFileSync(
    "zapatosconfig.json",
    JSON.stringify({ db: { connectionString: process.env["DATABASE_URL"] }, outDir: "." }),
);
await check("Zapatos: its types are the page's line", () => {
    program("node_modules/.bin/zapatos");
    assert.match(readFileSync("zapatos/custom/PgTypeid.d.ts", "utf8"), /type PgTypeid = any/);
    cpSync("zapatos-custom/PgTypeid.d.ts", "zapatos/custom/PgTypeid.d.ts");
    program("node_modules/.bin/zapatos");
    assert.match(readFileSync("zapatos/custom/PgTypeid.d.ts", "utf8"), /type PgTypeid = string/);
    const use = (id: string) =>
        `import type * as s from "zapatos/schema";\nexport const user: s.users.Insertable = { id: ${id}, name: "Ada" };\n`;
    const compile = [
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "zapatos/schema.d.ts",
        "zapatos/custom/PgTypeid.d.ts",
    ];
    const asTheyAre = ["--allowImportingTsExtensions", "--moduleResolution", "nodenext"];
    writeFileSync("zapatos-good.ts", use('"user_01h455vb4pex5vsknk084sn02q"'));
    program("node_modules/.bin/tsc", ...compile, "zapatos-good.ts");
    program("node_modules/.bin/tsc", ...compile, ...asTheyAre, "zapatos-use.ts");
    writeFileSync("zapatos-bad.ts", use("17"));
    assert.throws(
        () => program("node_modules/.bin/tsc", ...compile, "zapatos-bad.ts"),
        /zapatos-bad.ts\(2/,
    );
});
const db = await import("zapatos/db");
await check("Zapatos: the page's program, and the same with its types", async () => {
    const { addUser, userOf, usersThatStartWith } = await import("./zapatos-use.ts");
    const { id } = (await addUser(pool, "Ada")) as { id: string };
    assert.match(id, /^user_/);
    assert.equal((await userOf(pool, `"${id}"`))?.name, "Ada");
    assert.equal((await usersThatStartWith(pool, id.slice(0, -4))).length, 1);
    await assert.rejects(async () => userOf(pool, newId("order")), { name: "InvalidId" });
    const find = (where: unknown) =>
        db.select("users" as never, where as never).run(pool) as Promise<any[]>;
    assert.equal((await find({ id: db.conditions.isIn([id]) })).length, 1);
    await assert.rejects(find({ id: malformed }), sqlstate("22P02"));
});
await pool.end();
