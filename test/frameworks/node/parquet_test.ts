// What id types and masked numbers are to polars and, over its Parquet, to DuckDB, and whether they come back as they went.
import { DuckDBInstance } from "@duckdb/node-api";
import pl from "nodejs-polars";
import pg from "pg";

import { assert, check, psql, url, version } from "./harness.js";

version("nodejs-polars", "@duckdb/node-api");
psql(
    "SELECT typeid_create_type('user_id', 'user'), typeid_create_type('bill_no', 'bill', 'uid11', mask_key => 1)",
);
psql("CREATE TABLE users (id user_id PRIMARY KEY DEFAULT user_id_new(), bill bill_no NOT NULL)");
psql(
    "INSERT INTO users (bill) SELECT n::bigint::bill_no FROM generate_series(1, 100) n; CREATE TABLE copy (LIKE users)",
);

const client = new pg.Client({ connectionString: url });
await client.connect();
const { rows } = await client.query("SELECT id, bill FROM users ORDER BY id");
const written = async (records: unknown[]) => {
    await client.query("TRUNCATE copy");
    await client.query("INSERT INTO copy SELECT * FROM json_populate_recordset(NULL::copy, $1)", [
        JSON.stringify(records),
    ]);
    assert.equal(psql("SELECT count(*) FROM users JOIN copy USING (id, bill)"), "100");
};
await check(
    "polars: ids and masked numbers are strings, sorted as the server sorts ids, and go back",
    async () => {
        pl.DataFrame(rows.toReversed()).writeParquet("ids.parquet");
        const records = pl.readParquet("ids.parquet").sort("id").toRecords();
        assert.deepEqual(records, rows);
        await written(records);
    },
);
await check("DuckDB over Parquet: the same", async () => {
    const duckdb = await (await DuckDBInstance.create()).connect();
    const records = (
        await duckdb.runAndReadAll("SELECT * FROM 'ids.parquet' ORDER BY id")
    ).getRowObjectsJson();
    assert.deepEqual(records, rows);
    await written(records);
});
await client.end();
