// The border of a service: a masked kind in Express, in zod, and as a Standard Schema. express-use,
// ids and ids_in_tests are code blocks of docs/frameworks/node.md.
import { type AddressInfo } from "node:net";

import pg from "pg";
import { z } from "zod";
import { z as z3 } from "zod3";

import { defineIds, type Id } from "base62id";
import { id } from "base62id/zod";
import { ids, serviceOf } from "./express-use.ts";
import * as page from "./ids.ts";
import { assert, check, kindOf, newId, psql, url } from "./harness.ts";

const Member = ids.member;
const { part: Part } = defineIds({ part: { prefix: "part", notation: "ulid", acceptUuid: true } });

psql("SELECT typeid_create_type('member_id', 'member', mask_key => 1)");
psql("CREATE TABLE members (id member_id PRIMARY KEY DEFAULT member_id_new(), name text NOT NULL)");
const pool = new pg.Pool({ connectionString: url });
const server = serviceOf(pool).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const ask = async (path: string, body?: unknown) => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(
        base + path,
        body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) },
    );
    const isJson = response.headers.get("content-type")?.includes("json");
    return { status: response.status, json: isJson ? await response.json() : undefined };
};
const mine = psql("INSERT INTO members (name) VALUES ('Ada') RETURNING id");
const unmasked = newId("member"); // its UUID is of version 7

await check("a masked kind is found, and what cannot be one is 404, not 500", async () => {
    assert.deepEqual(await ask(`/members/${mine}`), {
        status: 200,
        json: { id: mine, name: "Ada" },
    });
    const other = kindOf("member").fromUuid(crypto.randomUUID());
    for (const none of [
        other,
        unmasked,
        "member_01h455vb4pex5vsknk084sn02q",
        newId("user"),
        "nope",
        `${mine}0`,
    ])
        assert.equal((await ask(`/members/${none}`)).status, 404, none);
    await assert.rejects(pool.query("SELECT FROM members WHERE id = $1", [unmasked]), {
        code: "22P02",
    }); // what it is without the kind
});
await check("a body with another kind is 400, and names the field", async () => {
    assert.deepEqual((await ask("/invitations", { by: mine, note: "x" })).json, { by: mine });
    for (const by of [unmasked, newId("user"), "", 5, null, undefined]) {
        const { status, json } = await ask("/invitations", { by });
        assert.equal(status, 400, String(by));
        assert.deepEqual(
            json.map((issue: { path: string[] }) => issue.path),
            [["by"]],
        );
    }
});
await check("zod's schema is typed, canonical, and has the pattern", () => {
    const schema = z.object({ by: id(Member), part: id(Part).optional() });
    const uuid = "11111111-2222-4333-8444-555555555555";
    const { by, part }: { by: Id<"member">; part?: Id<"part"> | undefined } = schema.parse({
        by: `"${mine}"`,
        part: uuid,
    });
    assert.deepEqual([by, part], [mine, Part.fromUuid(uuid)]);
    assert.equal(schema.parse({ by, part: part!.toLowerCase() }).part, part);
    const { error } = schema.safeParse({ by: unmasked, part: 1 });
    assert.deepEqual(
        error!.issues.map(({ path, code }) => [path, code]),
        [
            [["by"], "custom"],
            [["part"], "invalid_type"],
        ],
    );
    assert.match(error!.issues[0]!.message, /not of version 4/);
    const json = z.toJSONSchema(schema) as any;
    assert.deepEqual(json.properties.by, Member.openApi);
    assert.equal(json.properties.part.pattern, Part.jsonSchema.pattern);
});
await check("zod 3 takes a kind", () => {
    const schema = z3.object({ by: z3.string().refine(Member.is) });
    const { by }: { by: Id<"member"> } = schema.parse({ by: mine });
    assert.equal(by, mine);
    for (const wrong of [unmasked, newId("user"), "", 5, null])
        assert.deepEqual(schema.safeParse({ by: wrong }).error!.issues[0]!.path, ["by"]);
});
await check("a kind is a Standard Schema", async () => {
    const { version, vendor, validate } = Member["~standard"];
    assert.deepEqual([version, vendor, validate(mine)], [1, "base62id", { value: mine }]);
    for (const wrong of [unmasked, newId("user"), "", 5, null, undefined, {}])
        assert.match(
            (validate(wrong) as { issues: { message: string }[] }).issues[0]!.message,
            /^invalid typeid/,
        );
});
await check("the kinds of docs/frameworks/node.md, and what it says of tests", async () => {
    assert(page.ids.user.is(page.newUser()));
    const mine = newId("user");
    assert.deepEqual(["", "user_1", 5, `"${mine}"`].map(page.userIdOf), [
        undefined,
        undefined,
        undefined,
        mine,
    ]);
    assert.equal(
        page.ids.order.parse("01890a5d-ac96-774b-bcce-b302099a8057"),
        "order_01H455VB4PEX5VSKNK084SN02Q",
    );
    const { backfilled, sameInEachRun } = await import("./ids_in_tests.ts");
    assert.equal(sameInEachRun(), sameInEachRun());
    assert.equal(page.ids.user.timestamp(backfilled(new Date(0)))?.getTime(), 0);
});
server.close();
await pool.end();
