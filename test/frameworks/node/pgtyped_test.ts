// PgTyped's command, which asks the server for the types of queries.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { assert, check, program, psql } from "./small.ts";

psql("CREATE TABLE users (id typeid PRIMARY KEY DEFAULT typeid_generate('user'), name text NOT NULL)");
mkdirSync("queries");
writeFileSync(
    "queries/users.sql",
    `/* @name usersOf */
SELECT id, name FROM users WHERE id = ANY (:ids!);

/* @name startingWith */
SELECT id FROM users WHERE id ^@ :text!;
`,
);
process.env["PGPASSWORD"] = "none"; // it asks for one
await check("an id is a string, and a list of ids a list of strings", () => {
    program("node_modules/.bin/pgtyped", "-c", "pgtyped.json");
    const made = readFileSync("queries/users.queries.ts", "utf8");
    assert.match(made, /stringArray = \(string\)\[\]/, made);
    assert.match(made, /interface IUsersOfParams \{\s*ids: stringArray;/, made);
    assert.match(made, /interface IUsersOfResult \{\s*id: string;/, made);
    assert.match(made, /interface IStartingWithParams \{\s*text: string;/, made);
});
await check("without the line an id is `unknown`, or the command fails", () => {
    const plain = JSON.parse(readFileSync("pgtyped.json", "utf8"));
    delete plain.typesOverrides;
    writeFileSync("plain.json", JSON.stringify({ ...plain, failOnError: false }));
    program("node_modules/.bin/pgtyped", "-c", "plain.json");
    assert.doesNotMatch(readFileSync("queries/users.queries.ts", "utf8"), /interface IUsersOfResult \{\s*id: string;/);
});
