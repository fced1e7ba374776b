// Zapatos: the types that it writes of a database, and its queries.
import { cpSync, readFileSync, writeFileSync } from "node:fs";

import pg from "pg";

import { assert, check, malformed, program, psql, refused } from "./small.ts";

psql("CREATE TABLE users (id typeid PRIMARY KEY DEFAULT typeid_generate('user'), name text NOT NULL)");
writeFileSync("zapatosconfig.json", JSON.stringify({ db: { connectionString: process.env["DATABASE_URL"] }, outDir: "." }));
await check("its types are the page's line", () => {
    program("node_modules/.bin/zapatos");
    assert.match(readFileSync("zapatos/custom/PgTypeid.d.ts", "utf8"), /type PgTypeid = any/);
    cpSync("zapatos-custom/PgTypeid.d.ts", "zapatos/custom/PgTypeid.d.ts");
    program("node_modules/.bin/zapatos");
    assert.match(readFileSync("zapatos/custom/PgTypeid.d.ts", "utf8"), /type PgTypeid = string/);
    const use = (id: string) => `import type * as s from "zapatos/schema";\nexport const user: s.users.Insertable = { id: ${id}, name: "Ada" };\n`;
    const compile = ["--noEmit", "--strict", "--skipLibCheck", "--module", "nodenext", "--target", "es2022", "zapatos/schema.d.ts", "zapatos/custom/PgTypeid.d.ts"];
    writeFileSync("zapatos-good.ts", use('"user_01h455vb4pex5vsknk084sn02q"'));
    program("node_modules/.bin/tsc", ...compile, "zapatos-good.ts");
    writeFileSync("zapatos-bad.ts", use("17"));
    assert.throws(() => program("node_modules/.bin/tsc", ...compile, "zapatos-bad.ts"), /zapatos-bad.ts\(2/);
});
const db = await import("zapatos/db");
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"]! });
await check("the server's default is read back; find, in, the first symbols", async () => {
    const user: any = await db.insert("users" as never, { name: "Ada" } as never).run(pool);
    assert.match(user.id, /^user_/);
    const find = (where: unknown) => db.select("users" as never, where as never).run(pool) as Promise<any[]>;
    assert.equal((await find({ id: user.id }))[0].name, "Ada");
    assert.equal((await find({ id: db.conditions.isIn([user.id]) })).length, 1);
    assert.equal((await find({ id: db.sql`${db.self} ^@ ${db.param(user.id.slice(0, -4))}` })).length, 1);
    await assert.rejects(find({ id: malformed }), refused("22P02"));
});
await pool.end();
