// pure-sql/duckdb.sql and clickhouse.sql over the vectors of all notations: node check.js TOP.
// Prints TAP.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { DuckDBInstance } from "@duckdb/node-api";

const top = process.argv[2];
const file = (name) => readFileSync(`${top}/${name}`, "utf8");
const vectors = (name) => JSON.parse(file(`test/vectors/${name}.json`));
const literal = (text) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
let failed = 0;
function result(title, wrong) {
    if (wrong.length) ++failed;
    console.log(
        `${wrong.length ? "not " : ""}ok - ${title}${wrong.length ? `: ${wrong.length}, ${wrong.slice(0, 3).join("; ")}` : ""}`,
    );
}

// [notation, prefix, uuid, text], and [notation, text] of what is no id.
const ids = [
    ...vectors("typeid").typeid.map((v) => ["typeid", v.prefix, v.uuid, v.text]),
    ...vectors("typeid-official-valid").map((v) => ["typeid", v.prefix, v.uuid, v.typeid]),
    ...["ulid", "published", "either_case"]
        .flatMap((key) => vectors("ulid")[key])
        .map((v) => ["ulid", "", v.uuid, v.text]),
    ...vectors("base62id").uuid.map((v) => ["base62id", "", v.uuid, v.text]),
    ...vectors("base64uuid").uuid.map((v) => ["base64uuid", "", v.uuid, v.text]),
];
for (const [notation, , uuid, text] of [...ids])
    if (notation !== "typeid") ids.push([notation, "cus", uuid, `cus_${text}`]);
const invalid = [
    ...vectors("typeid").invalid_text.map((v) => ["typeid", v.text]),
    ...vectors("typeid-official-invalid").map((v) => ["typeid", v.typeid]),
    ...vectors("ulid").invalid_text.map((v) => ["ulid", v.text]),
    ...vectors("base62id").invalid_uuid_text.map((v) => ["base62id", v.text]),
    ...vectors("base64uuid").invalid_text.map((v) => ["base64uuid", v.text]),
    ...["ulid", "base62id", "base64uuid"].map((notation) => [
        notation,
        `order_${ids.find((v) => v[0] === notation)[3]}`,
    ]),
].filter(([, text]) => !text.includes("\0"));

// One statement for each notation reads and writes all ids; what is no id must raise, so each is
// asked for alone.
async function check(name, rows, uuid, table) {
    for (const notation of ["typeid", "ulid", "base62id", "base64uuid"]) {
        const of = ids.filter((v) => v[0] === notation);
        const values = table(
            of.map(([, prefix, id, text]) => `(${literal(prefix)}, ${uuid(id)}, ${literal(text)})`),
        );
        const found = await rows(
            `SELECT base62id_write('${notation}', p, u), CAST(base62id_read('${notation}', p, t) AS VARCHAR), t FROM ${values}`,
        );
        const wrong = found.filter(
            ([written, read, text]) =>
                !of.some((v) => v[3] === text && v[2] === read && written === canonical(v)),
        );
        result(
            `${name}: ${found.length} ids of ${notation}`,
            found.length === of.length ? wrong.map(String) : ["rows are missing"],
        );
    }
    const taken = [];
    for (const [notation, text] of invalid) {
        const cut = text.lastIndexOf("_"),
            prefix = notation === "typeid" && cut >= 0 ? text.slice(0, cut) : "";
        const error = await rows(
            `SELECT base62id_read('${notation}', ${literal(prefix)}, ${literal(text)})`,
        ).then(String, (e) => e);
        if (typeof error === "string" || !/invalid/.test(error.message))
            taken.push(`${notation} ${text}: ${error}`);
    }
    result(`${name}: ${invalid.length} texts are errors`, taken);
}
const canonical = ([notation, prefix, , text]) =>
    notation === "ulid" ? prefix + text.slice(prefix.length).toUpperCase() : text;

const duckdb = await (await DuckDBInstance.create(":memory:")).connect();
await duckdb.run(file("pure-sql/duckdb.sql"));
await check(
    "DuckDB",
    async (sql) => (await duckdb.runAndReadAll(sql)).getRowsJS(),
    (id) => `'${id}'::UUID`,
    (list) => `(VALUES ${list.join()}) AS v (p, u, t)`,
);
const null_row = (
    await duckdb.runAndReadAll(
        "SELECT base62id_write('ulid', '', NULL), base62id_read('ulid', '', NULL)",
    )
).getRowsJS()[0];
result(
    "DuckDB: NULL gives NULL",
    null_row.filter((v) => v !== null),
);
const order = `SELECT count(*) FROM (SELECT row_number() OVER (ORDER BY u) = row_number() OVER (ORDER BY base62id_write('typeid', 'user', u)) AS same
                                       FROM (SELECT uuid() AS u FROM range(1000))) WHERE NOT same`;
result(
    "DuckDB: a UUID sorts as its id",
    [Number((await duckdb.runAndReadAll(order)).getRowsJS()[0][0])].filter((n) => n !== 0),
);

const { Session } = createRequire(import.meta.url)("chdb");
const clickhouse = new Session();
const rows = async (sql) => clickhouse.query(sql, "TSV").replace(/\n$/, "");
for (const statement of file("pure-sql/clickhouse.sql")
    .replace(/^--.*\n/gm, "")
    .split(/;\n/))
    if (statement.trim()) await rows(statement);
await check(
    "ClickHouse",
    async (sql) =>
        (await rows(sql))
            .split("\n")
            .map((line) => line.split("\t").map((text) => text.replaceAll("\\\\", "\\"))),
    (id) => `toUUID('${id}')`,
    (list) => `VALUES('p String, u UUID, t String', ${list.join()})`,
);
const nullable = await rows(
    "SELECT if(u IS NULL, NULL, base62id_write('typeid', 'user', assumeNotNull(u))) FROM (SELECT CAST(NULL AS Nullable(UUID)) AS u)",
);
result("ClickHouse: a Nullable column behind its test", nullable === "\\N" ? [] : [nullable]);
// Rows whose place by the UUID is not that by the second half and then the first one; by the
// octets, not that of the id; by the UUID, that of the id.
const places = [
    "u",
    "(substring(o, 9), substring(o, 1, 8))",
    "o",
    "base62id_write('typeid', 'user', u)",
].map((by, i) => `row_number() OVER (ORDER BY ${by}) AS r${i}`);
const ordered = await rows(`SELECT countIf(r0 <> r1), countIf(r2 <> r3), countIf(r0 <> r3) > 900
                               FROM (SELECT u, UUIDStringToNum(toString(u)) AS o, ${places} FROM (SELECT generateUUIDv4(number) AS u FROM numbers(1000)))`);
result(
    "ClickHouse: a UUID sorts by its second half, UUIDStringToNum(toString()) of it as the id",
    ordered === "0\t0\t1" ? [] : [ordered],
);
clickhouse.cleanup?.();
process.exit(failed ? 1 : 0);
