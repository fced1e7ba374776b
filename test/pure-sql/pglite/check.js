// pure-sql/base62id.sql in PGlite, PostgreSQL as WebAssembly: node check.js TOP.  Runs the scripts
// that psql runs over a server, without psql's own commands.
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { PGlite } from "@electric-sql/pglite";

const top = process.argv[2];
const file = (name) => readFileSync(`${top}/${name}`, "utf8");
const variables = { schema: "public", where: ", PGlite", path: "", n: "2000", dir: "" };

// PGlite sees no files: the vectors are rows.
function statements(name) {
    return file(name)
        .replace(/^\\ir (.*)$/gm, (_, path) => file(posix.join(posix.dirname(name), path)))
        .replace(/^SELECT EXISTS[^\n]*\\gset\n[^]*?^\\endif\n/m, "") // collations of ICU
        .replace(/^\\.*$/gm, "")
        .replaceAll("\\g /dev/null", ";")
        .replaceAll(
            "pg_read_file(current_setting('test.dir') || '/' || name || '.json')",
            "(SELECT json FROM files WHERE file = name)",
        )
        .replace(
            /pg_read_file\(:'dir' \|\| '\/([a-z-]+)\.json'\)/g,
            "(SELECT json FROM files WHERE file = '$1')",
        )
        .replace(/(?<!:):'(\w+)'/g, (_, variable) => `'${variables[variable]}'`)
        .replace(/(?<!:):"(\w+)"/g, (_, variable) => `"${variables[variable]}"`)
        .replace(/(?<![:\w]):(n)\b/g, (_, variable) => variables[variable]);
}

async function open(...scripts) {
    const db = await PGlite.create();
    for (const script of scripts) await db.exec(script);
    return db;
}

let failed = 0;
const { rows } = await (await open()).query("SELECT current_setting('server_version') AS version");
console.log(
    `# PGlite ${JSON.parse(readFileSync("node_modules/@electric-sql/pglite/package.json")).version}, PostgreSQL ${rows[0].version}`,
);
const pureSql = file("pure-sql/base62id.sql");
for (const script of [
    "vectors",
    "contract",
    ...(process.env.BASE62ID_FULL ? ["random"] : []),
    "id_types",
    "domain",
    "masks",
]) {
    const db = await open(
        script === "masks" ? file("pure-sql/masks.sql") : pureSql,
        "CREATE TABLE public.files (file text, json text)",
    );
    for (const name of readdirSync(`${top}/test/vectors`)) {
        if (!name.endsWith(".json")) continue;
        await db.query("INSERT INTO files VALUES ($1, $2)", [
            name.slice(0, -5),
            file(`test/vectors/${name}`),
        ]);
    }
    try {
        const results = await db.exec(
            statements("test/pure-sql/checks.sql") + statements(`test/pure-sql/${script}.sql`),
            { rowMode: "array" },
        );
        const lines = results.flatMap((result) => result.rows.map((row) => String(row[0])));
        for (const line of lines.filter((text) => /^(not )?ok - /.test(text))) console.log(line);
    } catch (error) {
        ++failed;
        console.log(
            `not ok - ${script}.sql ends early, PGlite\n#   ${error.message} ${error.query ?? ""}`.slice(
                0,
                2000,
            ),
        );
    }
    await db.close();
}

// docs/tutorial.md, as test/pure-sql/test_tutorial.py does it over a server.
{
    const db = await open(pureSql);
    const wrong = [];
    const rows = file("test/pure-sql/tutorial.tsv")
        .trimEnd()
        .split("\n")
        .filter((row) => !row.startsWith("#"));
    for (const row of rows) {
        const [statement, instead, , wanted] = row.split("\t");
        const state = await db.exec(instead || statement).then(
            () => "00000",
            (error) => error.code,
        );
        if (state !== wanted) wrong.push(`${state}, not ${wanted}: ${instead || statement}`);
    }
    console.log(
        `${wrong.length || rows.length < 15 ? "not ok" : "ok"} - the tutorial's statements end as tutorial.tsv says, PGlite`,
    );
    if (wrong.length) console.log(`#   ${wrong.join("\n#   ")}`);
    await db.close();
}

// The page's example.
try {
    const example = /<!-- test: pglite -->\n```js\n([^]*?)```/.exec(file("pure-sql/README.md"))[1];
    const run = new Function(
        "PGlite",
        "readFileSync",
        "assert",
        `return (async () => {${example.replace(/^import .*$/gm, "")}})()`,
    );
    const assert = (await import("node:assert/strict")).default;
    await run(PGlite, () => pureSql, assert);
    console.log("ok - the page's test against PGlite");
} catch (error) {
    console.log(`not ok - the page's test against PGlite\n#   ${error.stack}`);
}
process.exit(failed ? 1 : 0);
