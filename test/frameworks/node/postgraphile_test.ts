// PostGraphile 5: the page's configuration, and what there is without it.
// graphile.config and team.graphql are code blocks of docs/frameworks/node.md.
import { readFileSync } from "node:fs";

import { grafast } from "grafast";
import { printSchema } from "graphql";
import { makePgService } from "postgraphile/adaptors/pg";
import { makeSchema } from "postgraphile";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";

import preset, { Base62idPlugin } from "./graphile.config.ts";
import { assert, check, malformed, psql } from "./harness.ts";

// PostGraphile asks for Node 22; Node 20 lacks this alone of what is used here.
(Promise as any).withResolvers ??= () => {
    let made = {};
    const promise = new Promise((resolve, reject) => {
        made = { resolve, reject };
    });
    return { promise, ...made };
};
console.warn = () => {}; // of each type that it does not know
psql("SELECT typeid_create_type('team_id', 'team')");
psql("CREATE SCHEMA app");
psql(
    "CREATE TABLE app.users (id typeid PRIMARY KEY DEFAULT typeid_generate('user'), name text NOT NULL)",
);
psql(
    "CREATE TABLE app.teams (id team_id PRIMARY KEY DEFAULT team_id_new(), owner typeid NOT NULL REFERENCES app.users, members typeid[])",
);
psql("CREATE INDEX ON app.teams (owner)");

/** A configuration with other schemas and plugins. */
const withOthers = (
    schemas: string[],
    ...plugins: GraphileConfig.Plugin[]
): GraphileConfig.Preset => ({
    extends: [PostGraphileAmberPreset],
    plugins,
    pgServices: [makePgService({ connectionString: process.env["DATABASE_URL"]!, schemas })],
});

async function build(configuration: GraphileConfig.Preset) {
    const { schema, resolvedPreset } = await makeSchema(configuration);
    const answer = async (source: string, variableValues = {}): Promise<any> =>
        grafast({ schema, resolvedPreset, requestContext: {}, source, variableValues });
    const ask = async (source: string, variableValues = {}): Promise<any> => {
        const { data, errors } = await answer(source, variableValues);
        assert.equal(errors, undefined, JSON.stringify(errors));
        return JSON.parse(JSON.stringify(data));
    };
    return {
        text: printSchema(schema),
        fields: Object.keys(schema.getQueryType()!.getFields()),
        answer,
        ask,
        close: () => configuration.pgServices![0]!.release?.(),
    };
}

await check("the plugin's ids are strings, in rows, arguments, relations and arrays", async () => {
    const { fields, answer, ask, close } = await build(preset);
    const ofTypes = /[a-z](Eq|Decode|Timestamp)$|^(min|max)$/; // functions, which the last test shows
    assert.deepEqual(
        fields.filter((name) => ofTypes.test(name)),
        [],
    );
    const { createUser } = await ask(
        'mutation { createUser(input: { user: { name: "Ada" } }) { user { rowId } } }',
    );
    const user: string = createUser.user.rowId;
    assert.match(user, /^user_/);
    const team = { owner: user, members: [user] };
    const made = await ask(
        "mutation ($team: TeamInput!) { createTeam(input: { team: $team }) { team { rowId members userByOwner { rowId } } } }",
        { team },
    );
    const { rowId, members, userByOwner } = made.createTeam.team;
    assert.match(rowId, /^team_/);
    assert.deepEqual([members, userByOwner.rowId], [[user], user]);
    const query = readFileSync("team.graphql", "utf8");
    const found = await ask(query, { id: rowId, owner: user });
    assert.deepEqual(found, { teamByRowId: { owner: user }, allTeams: { nodes: [{ rowId }] } });
    const { errors } = await answer(query, { id: malformed, owner: user });
    assert.equal(errors[0].originalError.code, "22P02", JSON.stringify(errors));
    await close();
});
await check("without the plugin the columns are not there", async () => {
    const { text, fields, close } = await build(withOthers(["app"]));
    assert.match(/type User [^}]*}/.exec(text)![0], /name: String!/);
    assert.doesNotMatch(text, /rowId|owner/);
    assert(!fields.includes("userByRowId"));
    await close();
});
await check("an id type in a schema that is shown shows its functions", async () => {
    const { fields, close } = await build(withOthers(["public"], Base62idPlugin));
    assert(fields.includes("teamIdEq") && fields.includes("teamIdDecode"), fields.join(" "));
    await close();
});
