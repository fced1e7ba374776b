// An application that knows UUIDs, in the words of each driver, which is the first argument: what its operations give,
// printed for the table.
import "reflect-metadata";
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";

import pg from "pg";

import { prismaArrays, registerPg } from "base62id/pg";

import { closeEngines, pull } from "./prisma_engine.ts";

const told = process.env["FORM"] === "told";
const url = process.env["DATABASE_URL"]!;
const ada = "01890a5d-ac96-774b-bcce-b302099a8057";
const grace = "11111111-2222-4333-8444-555555555555";
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const anyOf = "SELECT count(*)::int AS n FROM authors WHERE id = ANY ($1)";
const aggregate = "SELECT array_agg(id) AS ids FROM authors WHERE name = 'Ada'";

/** Not what an application of UUIDs expects; its text is the table's cell. */
class Wrong extends Error {}

/** Both are the same UUIDs, in lists where they should be. */
function same(got: unknown, wanted: string | string[]): void {
    const one = Array.isArray(got) ? got[0] : got;
    if (Array.isArray(got) !== Array.isArray(wanted) || !uuid.test(one)) throw new Wrong(`\`${typeof got}\``);
    assert.deepEqual(got, wanted);
}

type Operation = () => Promise<string | void>;
type Operations = Partial<Record<"send" | "read" | "any" | "arrays" | "copy" | "binary" | "reflection", Operation>>;
interface App {
    operations: Operations;
    close: () => Promise<unknown>;
}

const newPool = (types?: typeof pg.types) =>
    new pg.Pool({ connectionString: url, max: 1, ...(told ? { onConnect: (client) => registerPg(client, types) } : {}) });

async function nodePostgres(): Promise<App> {
    const { from } = await import("pg-copy-streams");
    const pool = newPool();
    const value = async (text: string, ...values: unknown[]) => Object.values((await pool.query(text, values)).rows[0])[0];
    const operations: Operations = {
        async send() {
            const author = randomUUID();
            await pool.query("INSERT INTO authors VALUES ($1, 'sent')", [author]);
            assert.equal(await value("SELECT name FROM authors WHERE id = $1", author), "sent");
        },
        async read() {
            same(await value("SELECT id FROM authors WHERE name = 'Ada'"), ada);
        },
        async any() {
            assert.equal(await value(anyOf, [ada, grace]), 2);
        },
        async arrays() {
            await pool.query("INSERT INTO lists (books) VALUES ($1)", [[grace]]);
            assert.equal(await value("SELECT count(*)::int FROM lists WHERE $1 = ANY (books)", grace), 2);
            same(await value("SELECT books FROM lists WHERE id = 1"), [ada, grace]);
            same(await value(aggregate), [ada]);
        },
        async copy() {
            const author = randomUUID();
            const client = await pool.connect();
            const stream = client.query(from("COPY authors FROM STDIN"));
            stream.end(`${author}\tcopied\n`);
            await once(stream, "finish");
            client.release();
            same(await value("SELECT id FROM authors WHERE name = 'copied'"), author);
        },
        async reflection() {
            const { fields } = await pool.query("SELECT id FROM authors");
            const known = Object.entries(pg.types.builtins).find(([, oid]) => oid === fields[0]!.dataTypeID);
            return known ? `\`${known[0]}\`` : "no name";
        },
    };
    return { operations, close: () => pool.end() };
}

async function postgresJs(): Promise<App> {
    const { default: postgres } = await import("postgres");
    const sql = postgres(url);
    const operations: Operations = {
        async send() {
            const author = randomUUID();
            await sql`INSERT INTO authors ${sql({ id: author, name: "sent" })}`;
            assert.equal((await sql`SELECT name FROM authors WHERE id = ${author}`)[0]!["name"], "sent");
        },
        async read() {
            same((await sql`SELECT id FROM authors WHERE name = 'Ada'`)[0]!["id"], ada);
        },
        async any() {
            assert.equal((await sql.unsafe(anyOf, [[ada, grace]]))[0]!["n"], 2);
            assert.equal((await sql`SELECT id FROM authors WHERE id IN ${sql([ada, grace])}`).length, 2);
        },
        async arrays() {
            await sql`INSERT INTO lists (books) VALUES (${[grace]})`;
            same((await sql`SELECT books FROM lists WHERE id = 1`)[0]!["books"], [ada, grace]);
            same((await sql.unsafe(aggregate))[0]!["ids"], [ada]);
        },
        async copy() {
            const author = randomUUID();
            const stream = await sql`COPY authors FROM STDIN`.writable();
            stream.end(`${author}\tcopied\n`);
            await once(stream, "finish");
            same((await sql`SELECT id FROM authors WHERE name = 'copied'`)[0]!["id"], author);
        },
    };
    return { operations, close: () => sql.end() };
}

async function kysely(): Promise<App> {
    const { Kysely, PostgresDialect, sql } = await import("kysely");
    const db = new Kysely<any>({ dialect: new PostgresDialect({ pool: newPool() }) });
    const operations: Operations = {
        async send() {
            const author = randomUUID();
            await db.insertInto("authors").values({ id: author, name: "sent" }).execute();
            const found = await db.selectFrom("authors").selectAll().where("id", "=", author).executeTakeFirstOrThrow();
            assert.equal(found["name"], "sent");
        },
        async read() {
            const { id } = await db.insertInto("authors").values({ name: "read" }).returning("id").executeTakeFirstOrThrow();
            const found = await db.selectFrom("authors").select("id").where("name", "=", "read").executeTakeFirstOrThrow();
            same(found["id"], id);
        },
        async any() {
            const authors = db.selectFrom("authors").select("id");
            assert.equal((await authors.where("id", "in", [ada, grace]).execute()).length, 2);
            assert.equal((await authors.where(sql<boolean>`id = ANY (${[ada, grace]})`).execute()).length, 2);
        },
        async arrays() {
            await db.insertInto("lists").values({ books: [grace] }).execute();
            same((await db.selectFrom("lists").select("books").where("id", "=", 1).executeTakeFirstOrThrow())["books"], [ada, grace]);
            same((await sql.raw<any>(aggregate).execute(db)).rows[0].ids, [ada]);
        },
        async reflection() {
            const authors = (await db.introspection.getTables()).find((table) => table.name === "authors")!;
            return `\`${authors.columns.find((column) => column.name === "id")!.dataType}\``;
        },
    };
    return { operations, close: () => db.destroy() };
}

async function drizzle(): Promise<App> {
    const { drizzle } = await import("drizzle-orm/node-postgres");
    const { eq, inArray, relations, sql } = await import("drizzle-orm");
    const { pgTable, serial, text, uuid } = await import("drizzle-orm/pg-core");
    const authors = pgTable("authors", { id: uuid("id").primaryKey().defaultRandom(), name: text("name").notNull() });
    const books = pgTable("books", { id: uuid("id").primaryKey().defaultRandom(), authorId: uuid("author_id").notNull(), title: text("title").notNull() });
    const lists = pgTable("lists", { id: serial("id").primaryKey(), books: uuid("books").array().notNull() });
    const ofAuthors = relations(authors, ({ many }) => ({ books: many(books) }));
    const ofBooks = relations(books, ({ one }) => ({ author: one(authors, { fields: [books.authorId], references: [authors.id] }) }));
    // Drizzle asks the registry of all clients, not the client.
    const pool = newPool(pg.types);
    const db = drizzle(pool, { schema: { authors, books, lists, ofAuthors, ofBooks } });
    const operations: Operations = {
        async send() {
            const author = randomUUID();
            await db.insert(authors).values({ id: author, name: "sent" });
            assert.equal((await db.select().from(authors).where(eq(authors.id, author)))[0]!.name, "sent");
        },
        async read() {
            await db.insert(books).values({ authorId: ada, title: "read" });
            const found = await db.query.authors.findFirst({ where: eq(authors.id, ada), with: { books: true } });
            same(found!.id, ada);
            same(found!.books[0]!.authorId, ada);
        },
        async any() {
            assert.equal((await db.select().from(authors).where(inArray(authors.id, [ada, grace]))).length, 2);
            assert.equal((await db.select().from(authors).where(sql`${authors.id} = ANY (${sql.param([ada, grace])})`)).length, 2);
        },
        async arrays() {
            await db.insert(lists).values({ books: [grace] });
            same((await db.select().from(lists).where(eq(lists.id, 1)))[0]!.books, [ada, grace]);
            same((await db.execute<any>(sql.raw(aggregate))).rows[0].ids, [ada]);
        },
        async reflection() {
            const to = `./pulled-${process.env["FORM"]}`;
            const config = { dialect: "postgresql", out: to, dbCredentials: { url } };
            writeFileSync(`${to}.config.ts`, `export default ${JSON.stringify(config)};`);
            const { stdout, stderr, status } = spawnSync("node_modules/.bin/drizzle-kit", ["pull", "--config", `${to}.config.ts`], { encoding: "utf8" });
            assert.equal(status, 0, stdout + stderr);
            return `\`${/pgTable\("authors", {[^}]*?\bid: (\w+)/.exec(readFileSync(`${to}/schema.ts`, "utf8"))![1]}\``;
        },
    };
    return { operations, close: () => pool.end() };
}

async function prisma(): Promise<App> {
    const { PrismaPg } = await import("@prisma/adapter-pg");
    const made = spawnSync("node_modules/.bin/prisma", ["generate", "--schema", "app.prisma"], {
        encoding: "utf8",
        env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true" }, // nothing here calls it
    });
    assert.equal(made.status, 0, made.stderr);
    const { PrismaClient } = (await import(`${process.cwd()}/prisma-client/client.ts`)) as any;
    const adapter = new PrismaPg({ connectionString: url }, told ? { userDefinedTypeParser: prismaArrays() } : {});
    const db = new PrismaClient({ adapter });
    const operations: Operations = {
        async send() {
            const author = randomUUID();
            await db.author.create({ data: { id: author, name: "sent" } });
            assert.equal((await db.author.findUnique({ where: { id: author } })).name, "sent");
        },
        async read() {
            await db.book.create({ data: { author_id: ada, title: "read" } });
            const found = await db.author.findFirst({ where: { name: "Ada" }, include: { books: true } });
            same(found.id, ada);
            same(found.books[0].author_id, ada);
        },
        async any() {
            assert.equal((await db.author.findMany({ where: { id: { in: [ada, grace] } } })).length, 2);
            assert.equal((await db.$queryRawUnsafe(anyOf, [ada, grace]))[0].n, 2);
        },
        async arrays() {
            const made = await db.list.create({ data: { books: [ada] } });
            same((await db.list.update({ where: { id: made.id }, data: { books: { push: grace } } })).books, [ada, grace]);
            same((await db.list.findFirst({ where: { books: { has: grace } } })).books, [ada, grace]);
            same((await db.$queryRawUnsafe(aggregate))[0].ids, [ada]);
        },
        async reflection() {
            const schema = readFileSync("app.prisma", "utf8");
            const pulled = await pull(schema.slice(0, schema.indexOf("model ")), url);
            return `\`${/ id +(\S+)[^\n]*?(@db\S+)?\n/.exec(pulled)!.slice(1).filter(Boolean).join(" ")}\``;
        },
    };
    return { operations, close: () => Promise.all([db.$disconnect(), closeEngines()]) };
}

async function typeorm(): Promise<App> {
    const { DataSource, EntitySchema, In } = await import("typeorm");
    const key = { type: "uuid", primary: true, generated: "uuid" } as const;
    const Author = new EntitySchema<any>({
        name: "authors",
        columns: { id: key, name: { type: "text" } },
        relations: { books: { type: "one-to-many", target: "books", inverseSide: "author" } },
    });
    const Book = new EntitySchema<any>({
        name: "books",
        columns: { id: key, author_id: { type: "uuid" }, title: { type: "text" } },
        relations: { author: { type: "many-to-one", target: "authors", joinColumn: { name: "author_id" } } },
    });
    const List = new EntitySchema<any>({
        name: "lists",
        columns: { id: { type: "int", primary: true, generated: true }, books: { type: "uuid", array: true } },
    });
    const extra = told ? { onConnect: registerPg } : {};
    const db = await new DataSource({ type: "postgres", url, entities: [Author, Book, List], extra }).initialize();
    const authors = db.getRepository(Author);
    const lists = db.getRepository(List);
    const operations: Operations = {
        async send() {
            const author = randomUUID();
            await authors.insert({ id: author, name: "sent" });
            assert.equal((await authors.findOneBy({ id: author })).name, "sent");
        },
        async read() {
            await db.getRepository(Book).insert({ author_id: ada, title: "read" });
            const found = await authors.findOne({ where: { id: ada }, relations: { books: true } });
            same(found.id, ada);
            same(found.books[0].author_id, ada);
        },
        async any() {
            assert.equal((await authors.findBy({ id: In([ada, grace]) })).length, 2);
            assert.equal((await db.query(anyOf, [[ada, grace]]))[0].n, 2);
        },
        async arrays() {
            await lists.insert({ books: [grace] });
            same((await lists.findOneBy({ id: 1 })).books, [ada, grace]);
            same((await db.query(aggregate))[0].ids, [ada]);
        },
        async reflection() {
            const runner = db.createQueryRunner();
            const { type } = (await runner.getTable("authors"))!.findColumnByName("id")!;
            await runner.release();
            return `\`${type}\``;
        },
    };
    return { operations, close: () => db.destroy() };
}

async function sequelize(): Promise<App> {
    const { DataTypes, QueryTypes, Sequelize } = (await import("sequelize")).default as any;
    const db = new Sequelize(url, { logging: false });
    if (told) db.addHook("afterConnect", (client: any) => registerPg(client));
    const options = { timestamps: false };
    const key = { type: DataTypes.UUID, primaryKey: true, defaultValue: DataTypes.UUIDV4 };
    const Author = db.define("authors", { id: key, name: DataTypes.TEXT }, options);
    const Book = db.define("books", { id: key, author_id: DataTypes.UUID, title: DataTypes.TEXT }, options);
    const List = db.define("lists", { id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true }, books: DataTypes.ARRAY(DataTypes.UUID) }, options);
    Author.hasMany(Book, { as: "books", foreignKey: "author_id" });
    const operations: Operations = {
        async send() {
            const { id } = await Author.create({ name: "sent" });
            assert.equal((await Author.findByPk(id)).name, "sent");
        },
        async read() {
            await Book.create({ author_id: ada, title: "read" });
            const found = await Author.findByPk(ada, { include: "books" });
            same(found.id, ada);
            same(found.books[0].author_id, ada);
        },
        async any() {
            assert.equal((await Author.findAll({ where: { id: [ada, grace] } })).length, 2);
            assert.equal((await db.query(anyOf, { bind: [[ada, grace]], type: QueryTypes.SELECT }))[0].n, 2);
        },
        async arrays() {
            await List.create({ books: [grace] });
            same((await List.findByPk(1)).books, [ada, grace]);
            same((await db.query(aggregate, { type: QueryTypes.SELECT }))[0].ids, [ada]);
        },
        async reflection() {
            return `\`${(await db.getQueryInterface().describeTable("authors")).id.type}\``;
        },
    };
    return { operations, close: () => db.close() };
}

const apps: Record<string, () => Promise<App>> = { nodePostgres, postgresJs, kysely, drizzle, prisma, typeorm, sequelize };
const { operations, close } = await apps[process.argv[2]!]!();
for (const [name, operation] of Object.entries(operations)) {
    let how: string;
    try {
        how = (await operation()) || "✓";
    } catch (error) {
        if (process.env["FORM"] !== "id") console.error(error);
        how = error instanceof Wrong ? error.message : `\`${(error as Error).name}\``;
    }
    console.log(["cell", name, how].join("\t"));
}
await close();
