// TypeORM over node-postgres.
// typeorm-entities and typeorm-extension are code blocks of docs/frameworks/typeorm.md.
import { DataSource, EntitySchema, ILike, In, Like } from "typeorm";

import { type AnyKind, defineIds, ulid } from "base62id";
import { generate, hasPrefix, id as idColumn, like, startsWith, withTypes } from "base62id/typeorm";
import {
    assert,
    bareDatabase,
    cell,
    check,
    columnOf,
    defaults,
    fill,
    firstRow,
    malformed,
    newId,
    notations,
    prefixes,
    psql,
    sqlstate,
    trap,
    url,
    version,
} from "./harness.ts";
import { Invoice, open, Order, User } from "./typeorm-entities.ts";
import { Extension1700000000000 } from "./typeorm-extension.ts";

const ids = defineIds({ user: "user" });
const newUlid = (): string => ulid.generate();
version("typeorm", "pg");
const entities = { users: User, orders: Order, invoices: Invoice };
const source = await open(url);
const changes = async (on: DataSource) =>
    (await on.driver.createSchemaBuilder().log()).upQueries.map((q) => q.query);
const entity = (tableName: string, columns: object) =>
    new EntitySchema<any>({ name: tableName, tableName, columns: columns as never });
const connect = (of: EntitySchema<any>[], types: string[] = []) =>
    withTypes(new DataSource({ type: "postgres", url, entities: of }), types).initialize();
const number = { type: "int", primary: true };

await cell("migrate", "adapter: `withTypes`", async () => {
    const made = await changes(source);
    assert(
        made.some((q) => q.includes(`"id" typeid NOT NULL DEFAULT typeid_generate('user')`)),
        JSON.stringify(made),
    );
    await source.synchronize();
    assert.equal(columnOf("users", "id"), "typeid typeid_generate('user'::text)");
});
await cell("again", "adapter", async () => assert.deepEqual(await changes(source), []));
await cell("first", "`runner.query` in the first migration", async () => {
    const { name, url } = bareDatabase();
    const bare = await open(url, { migrations: [Extension1700000000000] });
    assert.equal((await bare.runMigrations()).length, 1);
    await bare.undoLastMigration();
    assert.equal((await bare.runMigrations()).length, 1);
    await bare.synchronize();
    assert.deepEqual(await bare.runMigrations(), []);
    assert.deepEqual(await changes(bare), []);
    await bare.destroy();
    firstRow(name);
});
await cell("empty", "adapter: an `Error` before the query: give `null`", async () => {
    await assert.rejects(source.manager.insert(User, { id: "", name: "x" }), /not "user"/);
    const Empty = entity("empties", { n: number, author: idColumn(ids.user, { nullable: true }) });
    const other = await connect([Empty]);
    psql("CREATE TABLE empties (n int PRIMARY KEY, author typeid)");
    await other.manager.insert(Empty, { n: 1, author: null });
    assert.equal((await other.manager.findOneByOrFail(Empty, { n: 1 })).author, null);
    await other.destroy();
    psql("DROP TABLE empties");
});
fill();
const users = source.getRepository(User);
await defaults("as is", (table, values) =>
    source.manager.save(source.manager.create(entities[table] as typeof User, values)),
);
await cell("malformed", "adapter: an `Error`; `QueryFailedError` from the server", async () => {
    for (const wrong of [malformed, newId("order"), ""])
        await assert.rejects(users.insert({ id: wrong, name: "x" }), { name: "InvalidId" });
    await assert.rejects(users.findOneBy({ id: newId("order") }), /is "order", not "user"/);
    await assert.rejects(
        source.query("SELECT 1 FROM users WHERE id = $1", [malformed]),
        (error: Error) => error.name === "QueryFailedError" && sqlstate("22P02")(error),
    );
});
await prefixes("adapter: `startsWith`", (table, text) =>
    source.manager.findBy(entities[table] as typeof User, { id: startsWith(text) }),
);
await check("two searches in one query keep their own texts", async () => {
    const [a, b] = await source.manager.find(Order, { order: { id: "ASC" }, take: 2 });
    const found = await source.manager.findBy(Order, [
        { id: startsWith(a!.id), buyer_id: startsWith(a!.buyer_id) },
        { id: startsWith(b!.id), buyer_id: hasPrefix("user") },
    ]);
    assert.deepEqual(found.map((order) => order.id).sort(), [a!.id, b!.id]);
});
await check("Like, ILike and like take patterns", async () => {
    const [some] = await users.find({ take: 1 });
    const start = some!.id.slice(0, -4).replace("_", "\\_");
    for (const operator of [
        Like(`${start}%`),
        ILike(`${start.toUpperCase()}%`),
        like(`${start}____`),
    ])
        assert((await users.findBy({ id: operator })).some((user) => user.id === some!.id));
    assert.deepEqual(await users.findBy({ id: Like("order\\_%") }), []);
});
await cell("introspect", "as is: a table's columns have the types' names", async () => {
    const runner = source.createQueryRunner();
    const table = await runner.getTable("users");
    assert.equal(table!.findColumnByName("id")!.type, "typeid");
    await runner.release();
});
await trap(
    'If an entity says `type: "text"` over a `typeid` column, `synchronize` drops the column with its data.',
    async () => {
        const name = { type: "text" };
        const User = entity("users", { id: { type: "text", primary: true }, name });
        const drop = bareDatabase("drop");
        psql(
            "CREATE EXTENSION base62id; CREATE TABLE users (id typeid PRIMARY KEY DEFAULT typeid_generate('user'), name text NOT NULL)",
            drop.name,
        );
        psql(
            "CREATE TABLE notes (n int PRIMARY KEY, author typeid); INSERT INTO notes VALUES (1, typeid_generate('user'))",
            drop.name,
        );
        const wrong = await new DataSource({
            type: "postgres",
            url: drop.url,
            entities: [User],
        }).initialize();
        assert((await changes(wrong)).some((query) => /DROP COLUMN "id"/.test(query)));
        await wrong.synchronize(); // of an empty table; with rows its NOT NULL would fail after the drop
        assert.equal(
            psql("SELECT pg_typeof(id) FROM users RIGHT JOIN (SELECT) one ON true", drop.name),
            "text",
        );
        await wrong.destroy();
        // A column that may be NULL loses its data without an error.
        const Note = entity("notes", { n: number, author: { type: "text", nullable: true } });
        const notes = await new DataSource({
            type: "postgres",
            url: drop.url,
            entities: [Note],
            synchronize: true,
        }).initialize();
        assert.equal(psql("SELECT count(author) FROM notes", drop.name), "0");
        await notes.destroy();
    },
);
await trap(
    'TypeORM: `type: "typeid"` without `withTypes` is `DataTypeNotSupportedError`.',
    async () => {
        const plain = new DataSource({ type: "postgres", url, entities: [User, Order, Invoice] });
        await assert.rejects(plain.initialize(), { name: "DataTypeNotSupportedError" });
    },
);
await trap(
    "With `default: () => \"typeid_generate('user'::text)\"`, TypeORM finds a difference every time. The adapter writes the default without the cast.",
    async () => {
        const id = {
            ...idColumn(ids.user),
            primary: true,
            default: () => "typeid_generate('user'::text)",
        };
        const other = await connect([entity("users", { id, name: { type: "text" } })]);
        for (let i = 0; i < 2; ++i) {
            const found = await changes(other);
            assert(
                found.some((query) => /SET DEFAULT typeid_generate\('user'::text\)/.test(query)),
                JSON.stringify(found),
            );
            for (const query of found) await other.query(query);
        }
        await other.destroy();
    },
);
await notations("adapter", async ({ type, table, kind }) => {
    const id = { ...idColumn(kind, { type, default: generate(kind, { type }) }), primary: true };
    const Part = entity(table, { id, name: { type: "text", nullable: true } });
    const other = await connect([Part], [type]);
    assert.deepEqual(await changes(other), []);
    const parts = other.getRepository(Part);
    return {
        add: (id) => parts.save(parts.create({ id, name: "x" })),
        in: (ids) => parts.findBy({ id: In(ids) }),
        begin: (text) => parts.findBy({ id: startsWith(text) }),
        close: () => other.destroy(),
    };
});
await check("an array of ids is a list", async () => {
    const List = entity("lists", {
        n: number,
        users: idColumn(ids.user, { array: true, nullable: true }),
    });
    const other = await connect([List]);
    psql("CREATE TABLE lists (n int PRIMARY KEY, users typeid[])");
    assert.deepEqual(await changes(other), []);
    const lists = other.getRepository(List);
    const values = [[newId(), newId()], [], [newId(), null], null];
    await lists.insert(values.map((users, n) => ({ n, users })));
    assert.deepEqual(
        (await lists.find({ order: { n: "ASC" } })).map((row) => row.users),
        values,
    );
    const list = await lists.findOneByOrFail({ n: 0 });
    list.users!.push(newId());
    assert.deepEqual((await lists.save(list)).users, (await lists.findOneByOrFail({ n: 0 })).users);
    await assert.rejects(lists.insert({ n: 9, users: [newId("order")] }), /is "order", not "user"/);
    await other.destroy();
});
await check(
    "an entity has the id of its row, whatever text of it was given, and is not inserted again",
    async () => {
        interface Person {
            id: string;
            name?: string;
            sales?: Sale[];
            friends?: string[];
        }
        interface Sale {
            id: string;
            buyer: string;
            by?: Person;
        }
        const { person } = defineIds({
            person: { prefix: "person", notation: "ulid", acceptUuid: true },
        });
        const ofPerson = () => idColumn(person, { type: "person_id" });
        const ofUlid = (options = {}) => idColumn(ulid as AnyKind, options);
        const Person = new EntitySchema<Person>({
            name: "Person",
            tableName: "persons",
            columns: {
                id: { ...ofPerson(), primary: true },
                name: { type: "text" },
                friends: ofUlid({ array: true, nullable: true }),
            },
            relations: {
                sales: { type: "one-to-many", target: "Sale", inverseSide: "by", cascade: true },
            },
        });
        const Sale = new EntitySchema<Sale>({
            name: "Sale",
            tableName: "sales",
            columns: { id: { ...ofUlid(), primary: true }, buyer: ofPerson() },
            relations: {
                by: {
                    type: "many-to-one",
                    target: "Person",
                    joinColumn: { name: "buyer" },
                    inverseSide: "sales",
                },
            },
        });
        psql("SELECT typeid_create_type('person_id', 'person', 'ulid', accept_uuid => true)");
        const other = await connect([Person, Sale], ["person_id"]);
        await other.synchronize();
        const persons = other.getRepository(Person),
            sales = other.getRepository(Sale);
        const lower = (id: string) => id.replace(/[A-Z]/g, (s) => s.toLowerCase());
        for (const spelling of [lower, (id: string) => ulid.toUuid(id.slice(-26) as never)]) {
            const id = `person_${newUlid()}`,
                sale = newUlid(),
                friend = newUlid(),
                more = newUlid();
            const ada = await persons.save({
                id: spelling(id),
                name: "Ada",
                friends: [spelling(friend)],
            });
            assert.deepEqual([ada.id, ada.friends], [id, [friend]]);
            await persons.save({ id: spelling(id), name: "Grace" });
            assert.equal((await persons.findOneByOrFail({ id: spelling(id) })).name, "Grace");
            assert.equal((await persons.preload({ id: spelling(id), name: "x" }))!.id, id);
            await other.transaction(async (manager) => {
                const made = await manager.save(Sale, {
                    id: spelling(sale),
                    by: { ...ada, id: spelling(id) },
                });
                assert.deepEqual([made.id, made.by?.id], [sale, id]);
            });
            const saved = await persons.save({ ...ada, sales: [{ id: spelling(more) } as Sale] });
            assert.equal(saved.sales![0]!.id, more);
            assert.deepEqual(
                (
                    await persons.findOneOrFail({ where: { id }, relations: { sales: true } })
                ).sales!.map((one) => one.id),
                [more],
            );
            const given = { id: spelling(newUlid()), buyer: spelling(id) };
            await sales.insert(given);
            assert.deepEqual(await sales.findOneBy({ id: given.id }), { id: given.id, buyer: id });
            await sales.remove({ ...given, id: spelling(given.id) });
            assert.equal(await sales.countBy({ id: given.id }), 0);
        }
        await assert.rejects(persons.save({ id: "nope", name: "x" }), { name: "InvalidId" });
        await other.destroy();
    },
);
await source.destroy();
