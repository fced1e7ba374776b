// Prisma 7 with its adapter for node-postgres. The query compiler is part of the packages.
// prisma.config, prisma-use, the schema and the migration are code blocks of docs/frameworks/prisma.md.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

import { PrismaPg } from "@prisma/adapter-pg";

import { base62id } from "base62id";
import {
    assert,
    bareDatabase,
    cell,
    check,
    defaults,
    fill,
    firstRow,
    malformed,
    newId,
    prefixes,
    program,
    psql,
    run,
    trap,
    url,
    version,
} from "./harness.ts";
import config from "./prisma.config.ts";
import { closeEngines, engineOf, pull } from "./prisma_engine.ts";

version("prisma", "@prisma/adapter-pg", "pg");
fill();
// Nothing that is tested here calls the binary; the CLI would fetch it.
process.env["PRISMA_SCHEMA_ENGINE_BINARY"] = "/bin/true";
const generate = (...words: string[]) => run("node_modules/.bin/prisma", "generate", ...words);
assert.equal(generate().status, 0);

const content = readFileSync("prisma/schema.prisma", "utf8");
const schemaOf = (text: string) => ({ files: [{ path: "prisma/schema.prisma", content: text }] });
const diff = async (text: string, externalTables: string[], on = url) => {
    const found = await (await engineOf(text, on)).diff({
        from: { tag: "schemaDatasource", ...schemaOf(text), configDir: "." },
        to: { tag: "schemaDatamodel", ...schemaOf(text) },
        script: true,
        shadowDatabaseUrl: null,
        exitCode: null,
        filters: { externalTables, externalEnums: [] },
    });
    return found.stdout as string;
};
const external = config.tables!.external!;

await cell("migrate", "by SQL, `tables.external`", async () => {
    assert.doesNotMatch(await diff(content, external), /TABLE/);
});
await cell("again", "`tables.external`", async () => {
    assert.match(await diff(content, external), /This is an empty migration/);
});
// What `migrate deploy` asks of the engine.
const migration = "prisma/migrations/1_ids/migration.sql";
const deploy = async (on: string): Promise<string[]> => {
    const file = {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(migration, "utf8") },
    };
    const { appliedMigrationNames } = await (await engineOf(content, on)).applyMigrations({
        migrationsList: {
            baseDir: "prisma/migrations",
            lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"' },
            shadowDbInitScript: "",
            migrationDirectories: [{ path: "1_ids", migrationFile: file }],
        },
        filters: { externalTables: external, externalEnums: [] },
    });
    return appliedMigrationNames;
};
await cell("first", "SQL in the first migration", async () => {
    const { name, url } = bareDatabase();
    assert.deepEqual(await deploy(url), ["1_ids"]);
    assert.deepEqual(await deploy(url), []);
    assert.match(await diff(content, external, url), /This is an empty migration/);
    firstRow(name);
});
await trap(
    "If a table is not in `tables.external`, and its model says `id String` over a `typeid` column, Prisma Migrate writes a migration that turns the column into TEXT.",
    async () => {
        const script = await diff(content, []);
        assert.match(script, /ALTER COLUMN "id" SET DATA TYPE TEXT|DROP COLUMN "id"/, script);
    },
);
await trap(
    'If a model says `id Unsupported("typeid") @id`, you get no client with that model.',
    async () => {
        mkdirSync("unsupported");
        writeFileSync(
            "unsupported/schema.prisma",
            content
                .replace("../prisma-client", "./client")
                .replaceAll(/id( +)String/g, 'id$1Unsupported("typeid")')
                .replace("buyer_id String", 'buyer_id Unsupported("typeid")'),
        );
        const wrong = generate("--schema", "unsupported/schema.prisma");
        if (wrong.status === 0)
            assert.doesNotMatch(
                readFileSync("unsupported/client/client.ts", "utf8"),
                /export type User =/,
            );
        else assert.match(wrong.output, /error/i);
    },
);
await cell("introspect", '`db pull` writes `Unsupported("typeid")`: put `String`', async () => {
    const pulled = await pull(content.slice(0, content.indexOf("model User")), url);
    assert.match(
        pulled,
        /id +Unsupported\("typeid"\) +@id @default\(dbgenerated\("typeid_generate\('user'::text\)"\)\)/,
        pulled,
    );
    const applied = pulled
        .replace(/Unsupported\("(typeid|uid11|base62id)"\)/g, "String")
        .replace('"../prisma-client"', '"./client"');
    mkdirSync("pulled", { recursive: true });
    writeFileSync("pulled/schema.prisma", applied);
    const made = generate("--schema", "pulled/schema.prisma");
    assert.equal(made.status, 0, made.output);
    const { PrismaClient } = await import(`${process.cwd()}/pulled/client/client.ts`);
    const { adapterOf } = await import("./prisma-use.ts");
    const client = new PrismaClient({ adapter: adapterOf(url) });
    const user = await client.users.create({
        data: { name: "pulled", orders: { create: { note: "pulled" } } },
        include: { orders: true },
    });
    assert.match(user.id, /^user_/);
    assert.deepEqual(
        await client.orders.findMany({ where: { users: { id: user.id } } }),
        user.orders,
    );
    assert(base62id.is((await client.invoices.create({ data: { note: "pulled" } })).id));
    await client.orders.deleteMany({ where: { buyer_id: user.id } });
    await client.users.delete({ where: { id: user.id } });
    await client.invoices.deleteMany({ where: { note: "pulled" } });
    await client.$disconnect();
});

const { open, usersThatStartWith } = await import("./prisma-use.ts");
const prisma = open(url);
const models = { users: prisma.user, orders: prisma.order, invoices: prisma.invoice } as Record<
    string,
    any
>;
await cell("kind", "an `Error` by `$extends`; else no row", async () => {
    await assert.rejects(
        prisma.user.findUnique({ where: { id: newId("order") } }),
        /is "order", not "user"/,
    );
    assert.deepEqual(await prisma.user.findMany({ where: { id: newId("order") } }), []);
});
await cell("empty", "an `Error` by `$extends`; else 22P02: give `undefined`", async () => {
    await assert.rejects(prisma.user.findUnique({ where: { id: "" } }), /invalid typeid ""/);
    await assert.rejects(prisma.user.create({ data: { id: "", name: "x" } }), (error: Error) => {
        assert.match(
            JSON.stringify(error) + error.message,
            /22P02|invalid input syntax for type typeid/,
        );
        return true;
    });
    assert.match((await prisma.user.create({ data: { id: undefined, name: "x" } })).id, /^user_/);
});
await defaults("as is", (table, data) => models[table].create({ data }));
await check("ids of rows that are made with others", async () => {
    const user = await prisma.user.create({
        data: { name: "Ada", orders: { create: [{ note: "1" }] } },
        include: { orders: true },
    });
    assert.equal(user.orders[0]!.buyer_id, user.id);
    const many = await prisma.user.createManyAndReturn({ data: [{ name: "b1" }, { name: "b2" }] });
    assert(many.every((u) => /^user_/.test(u.id)));
});
await cell(
    "malformed",
    "an `Error` by `$extends`; from the server `PrismaClientKnownRequestError`",
    async () => {
        await assert.rejects(
            prisma.user.findUnique({ where: { id: malformed } }),
            /not in its alphabet/,
        );
        await assert.rejects(prisma.user.findMany({ where: { id: malformed } }), (error: Error) => {
            assert.match(
                error.name,
                /^PrismaClient(Known|Unknown)RequestError$|^DriverAdapterError$/,
                error.name,
            );
            assert.match(
                JSON.stringify(error) + error.message,
                /22P02|invalid input syntax for type typeid/,
            );
            return true;
        });
    },
);
await prefixes(
    "`$queryRaw` with `^@`; `startsWith` finds the right rows, but reads the whole table",
    (_, text) => prisma.$queryRaw<{ id: string }[]>(usersThatStartWith(text)),
    ["users"],
);
const mine = (await prisma.user.create({ data: { id: newId(), name: "mine" } })).id;
await trap(
    "Prisma joins the `findUnique` calls of one tick into one query. A call with another text of an id then returns `null`: pass `ids.user.parse(…)`.",
    async () => {
        const made = await prisma.invoice.create({ data: { note: "by another text" } });
        const find = (id: string) => prisma.invoice.findUnique({ where: { id } });
        assert.deepEqual(await Promise.all([find(made.id), find(base62id.toUuid(made.id))]), [
            made,
            null,
        ]);
        const user = await prisma.user.create({ data: { name: "by $extends" } }),
            texts = [user.id, `"${user.id}"`];
        assert.deepEqual(
            await Promise.all(texts.map((id) => prisma.user.findUnique({ where: { id } }))),
            [user, user],
        );
    },
);
await check("an array of ids is a list, in a row and after an update", async () => {
    psql("CREATE TABLE lists (id int PRIMARY KEY, users typeid[])"); // NULL, as not on the page
    psql(
        "INSERT INTO lists SELECT 1, array_agg(id) FROM (SELECT id FROM users ORDER BY id LIMIT 2) u; INSERT INTO lists VALUES (2, '{}'), (3, NULL)",
    );
    const { users } = (await prisma.list.findUnique({ where: { id: 1 } }))!;
    assert.deepEqual(users, psql("SELECT unnest(users) FROM lists WHERE id = 1").split("\n"));
    assert.deepEqual(
        (await prisma.list.update({ where: { id: 1 }, data: { users: { push: mine } } })).users,
        [...users, mine],
    );
    assert.deepEqual(
        (
            await prisma.$transaction((tx) => tx.list.findMany({ orderBy: { id: "asc" }, skip: 1 }))
        ).map((row) => row.users),
        [[], []],
    );
    assert.equal((await prisma.list.findMany({ where: { users: { has: mine } } })).length, 1);
    psql("CREATE TYPE brace AS ENUM ('{a}')"); // of no extension, and not known at the first array
    const [row] = await prisma.$queryRaw<{ none: null[]; ids: string[]; brace: string }[]>`
        SELECT ARRAY[NULL::typeid] AS none, array_agg(id) AS ids, '{a}'::brace AS brace FROM users WHERE id = ${users[0]}`;
    assert.deepEqual(row, { none: [null], ids: users.slice(0, 1), brace: "{a}" });
});
await trap(
    "Without `prismaArrays()`, Prisma updates a row that has an array of ids, and raises a `TypeError` afterwards.",
    async () => {
        const { PrismaClient } = await import("./prisma-client/client.ts");
        const plain = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) });
        await assert.rejects(
            plain.list.update({ where: { id: 2 }, data: { users: [mine] } }),
            TypeError,
        );
        await plain.$disconnect();
        assert.equal(psql("SELECT users FROM lists WHERE id = 2"), `{${mine}}`);
    },
);
await prisma.$disconnect();
await closeEngines();
