// TypeORM over node-postgres.
import {
    DataSource,
    Entity,
    ILike,
    In,
    Like,
    MoreThan,
    PrimaryColumn,
    Column,
    EntityTarget,
    ObjectLiteral,
} from "typeorm";

import { isValid } from "base62id";
import { hasPrefix, like, startsWith, typeorm, withTypes } from "base62id/typeorm";
import {
    assert,
    bareDatabase,
    cell,
    check,
    emptyDatabase,
    fill,
    firstRow,
    haveTyped,
    makeTyped,
    malformed,
    newId,
    newIdIn,
    notated,
    psql,
    sqlstate,
    textsOf,
    there,
    trap,
    url,
    urlOf,
    version,
    wrongIds,
} from "./harness.ts";
import { Invoice, open, Order, User } from "./typeorm-entities.ts";
import { Extension1700000000000 } from "./typeorm-extension.ts";

version("typeorm", "pg");
const entities = [User, Order, Invoice] as EntityTarget<any>[];
const source = await open(url);

await cell("migrate", "adapter: `withTypes`", async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    assert(
        upQueries.some((q) => q.query.includes(`"id" typeid NOT NULL DEFAULT typeid_generate('user')`)),
        JSON.stringify(upQueries),
    );
    await source.synchronize();
    assert.equal(
        psql(
            "SELECT column_default FROM information_schema.columns WHERE table_name = 'users' AND column_name = 'id'",
        ),
        "typeid_generate('user'::text)",
    );
});
await cell("again", "adapter", async () => {
    assert.deepEqual(
        (await source.driver.createSchemaBuilder().log()).upQueries.map((q) => q.query),
        [],
    );
});
await cell("first", "`runner.query` in the first migration", async () => {
    const name = bareDatabase();
    const bare = await open(urlOf(name), { migrations: [Extension1700000000000] });
    assert.equal((await bare.runMigrations()).length, 1);
    await bare.undoLastMigration();
    assert.equal((await bare.runMigrations()).length, 1);
    await bare.synchronize();
    assert.deepEqual(await bare.runMigrations(), []);
    assert.deepEqual((await bare.driver.createSchemaBuilder().log()).upQueries.map((q) => q.query), []);
    await bare.destroy();
    firstRow(name);
});
await cell("kind", "adapter: an `Error` before the query", async () => {
    await assert.rejects(source.manager.findOneBy(User, { id: newId("order") }), /is "order", not "user"/);
    await assert.rejects(source.manager.insert(User, { id: newId("order"), name: "x" }), /is "order", not "user"/);
});
await cell("empty", "adapter: an `Error` before the query: give `null`", async () => {
    await assert.rejects(source.manager.insert(User, { id: "", name: "x" }), /0 symbols/);
    @Entity("empties")
    class Empty {
        @PrimaryColumn({ type: "int" })
        n!: number;
        @Column(typeorm("typeid", { prefix: "user", nullable: true }))
        author!: string | null;
    }
    const other = await withTypes(new DataSource({ type: "postgres", url, entities: [Empty] })).initialize();
    psql("CREATE TABLE empties (n int PRIMARY KEY, author typeid)");
    await other.manager.insert(Empty, { n: 1, author: null });
    assert.equal((await other.manager.findOneByOrFail(Empty, { n: 1 })).author, null);
    await other.destroy();
    psql("DROP TABLE empties");
});
fill();
let mine = newId();
const users = source.getRepository(User);
await cell("default", "as is", async () => {
    const user = await users.save(users.create({ name: "Ada" }));
    assert.match(user.id, /^user_/);
    const order = await source.manager.save(source.manager.create(Order, { buyer_id: user.id, note: "1" }));
    assert.equal(order.id.length, 11);
});
await cell("own", "as is", async () => {
    await users.insert({ id: mine, name: "mine" });
});
await cell("find", "as is", async () => {
    assert.equal((await users.findOneBy({ id: mine }))?.name, "mine");
    for (const entity of entities) {
        const [some] = await source.manager.find(entity, { take: 1 });
        assert.equal((await source.manager.findOneByOrFail(entity, { id: some.id })).id, some.id);
    }
});
await cell("in", "as is", async () => {
    for (const entity of entities) {
        const some = (await source.manager.find(entity, { take: 3 })).map((row) => row.id);
        assert.equal((await source.manager.findBy(entity, { id: In(some) })).length, 3);
        const any = source.manager.createQueryBuilder(entity, "e").where("e.id = ANY (:some)", { some });
        assert.equal((await any.getMany()).length, 3);
    }
});
await cell("eager", "as is", async () => {
    const some = (await source.manager.find(Order, { take: 2 })).map((row) => row.buyer_id);
    for (const relationLoadStrategy of ["join", "query"] as const) {
        const found = await users.find({
            where: { id: In(some) },
            relations: { orders: true },
            relationLoadStrategy,
        });
        assert(
            found.length && found.every((u) => u.orders.length && u.orders.every((o) => o.buyer_id === u.id)),
        );
    }
});
await cell("pages", "as is", async () => {
    for (const entity of entities) {
        const first = await source.manager.find(entity, { order: { id: "ASC" }, take: 5 });
        const next = await source.manager.find(entity, {
            where: { id: MoreThan(first[4].id) },
            order: { id: "ASC" },
            take: 5,
        });
        assert(next.length === 5 && next[0].id > first[4].id);
    }
});
await cell("update", "as is", async () => {
    assert.equal((await users.update({ id: mine }, { name: "ours" })).affected, 1);
});
await cell("malformed", "adapter: an `Error`; `QueryFailedError` from the server", async () => {
    for (const wrong of [malformed, newId("order"), ""])
        await assert.rejects(users.insert({ id: wrong, name: "x" }));
    await assert.rejects(
        source.query("SELECT 1 FROM users WHERE id = $1", [malformed]),
        (error: Error) => error.name === "QueryFailedError" && sqlstate("22P02")(error),
    );
});
await cell("prefix", "adapter: `startsWith`", async () => {
    for (const entity of entities) {
        const [some] = await source.manager.find(entity, { take: 1 });
        const found = await source.manager.findBy(entity, { id: startsWith(some.id.slice(0, -4)) });
        assert(found.some((row) => row.id === some.id));
    }
    assert.deepEqual(await users.findBy({ id: hasPrefix("order") }), []);
});
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
    ]) {
        assert((await users.findBy({ id: operator })).some((user) => user.id === some!.id));
    }
    assert.deepEqual(await users.findBy({ id: Like("order\\_%") }), []);
});
await cell("introspect", "as is: a table's columns have the types' names", async () => {
    const runner = source.createQueryRunner();
    const table = await runner.getTable("users");
    assert.equal(table!.findColumnByName("id")!.type, "typeid");
    await runner.release();
});
await cell("testdb", "as is", async () => {
    const name = emptyDatabase("test");
    const other = await open(urlOf(name), { synchronize: true });
    await other.destroy();
    assert.match(psql("INSERT INTO users (name) VALUES ('x') RETURNING id", name), /^user_/);
});
await trap(
    'TypeORM: an entity that says `type: "text"` over a typeid column, with `synchronize`: the column is dropped with its data.',
    async () => {
        @Entity("users")
        class Text {
            @PrimaryColumn({ type: "text" })
            id!: string;
            @Column({ type: "text" })
            name!: string;
        }
        const name = emptyDatabase("drop");
        psql(
            "CREATE TABLE users (id typeid PRIMARY KEY DEFAULT typeid_generate('user'), name text NOT NULL, old typeid DEFAULT typeid_generate('user'))",
            name,
        );
        const wrong = await new DataSource({
            type: "postgres",
            url: urlOf(name),
            entities: [Text],
        }).initialize();
        const { upQueries } = await wrong.driver.createSchemaBuilder().log();
        assert(
            upQueries.some((q) => /DROP COLUMN "id"/.test(q.query)),
            JSON.stringify(upQueries),
        );
        await wrong.synchronize(); // of an empty table; with rows its NOT NULL would fail after the drop
        assert.equal(
            psql(
                "SELECT format_type(atttypid, -1) FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'id'",
                name,
            ),
            "text",
        );
        await wrong.destroy();
        // A column that may be NULL loses its data without an error.
        @Entity("notes")
        class Note {
            @PrimaryColumn({ type: "int" })
            n!: number;
            @Column({ type: "text", nullable: true })
            author!: string;
        }
        psql(
            "CREATE TABLE notes (n int PRIMARY KEY, author typeid); INSERT INTO notes VALUES (1, typeid_generate('user'))",
            name,
        );
        const notes = await new DataSource({
            type: "postgres",
            url: urlOf(name),
            entities: [Note],
            synchronize: true,
        }).initialize();
        assert.equal(psql("SELECT count(author) FROM notes", name), "0");
        await notes.destroy();
    },
);
await trap('TypeORM: `type: "typeid"` without `withTypes` is `DataTypeNotSupportedError`.', async () => {
    const plain = new DataSource({ type: "postgres", url, entities: [User, Order, Invoice] });
    await assert.rejects(plain.initialize(), { name: "DataTypeNotSupportedError" });
});
await trap(
    "TypeORM: `default: () => \"typeid_generate('user'::text)\"` is a difference every time; the adapter takes the cast out.",
    async () => {
        @Entity("users")
        class Other {
            @PrimaryColumn({ ...typeorm("typeid"), default: () => "typeid_generate('user'::text)" })
            id!: string;
            @Column({ type: "text" })
            name!: string;
        }
        const other = await withTypes(
            new DataSource({ type: "postgres", url, entities: [Other] }),
        ).initialize();
        for (let i = 0; i < 2; ++i) {
            const { upQueries } = await other.driver.createSchemaBuilder().log();
            assert(
                upQueries.some((q) => /SET DEFAULT typeid_generate\('user'::text\)/.test(q.query)),
                JSON.stringify(upQueries),
            );
            for (const q of upQueries) await other.query(q.query);
        }
        await other.destroy();
    },
);
if (haveTyped()) {
    await cell("typed", "adapter", async () => {
        makeTyped();
        @Entity("teams")
        class Team {
            @PrimaryColumn(typeorm("team_id", { prefix: "team", default: "team_id_new()" }))
            id!: string;
            @Column({ type: "text" })
            name!: string;
        }
        const other = await withTypes(new DataSource({ type: "postgres", url, entities: [Team] }), [
            "team_id",
        ]).initialize();
        assert.deepEqual(
            (await other.driver.createSchemaBuilder().log()).upQueries.map((q) => q.query),
            [],
        );
        const teams = other.getRepository(Team);
        const team = await teams.save(teams.create({ name: "t" }));
        assert.match(team.id, /^team_/);
        assert.equal((await teams.findBy({ id: In([team.id]) })).length, 1);
        assert.equal((await teams.findBy({ id: team.id })).length, 1);
        assert((await teams.findBy({ id: startsWith(team.id.slice(0, 20)) })).length);
        await assert.rejects(teams.insert({ id: newId("user"), name: "x" }));
        await other.destroy();
    });
}
await check("typed ids in every notation", async () => {
    for (const { type, table, prefix, notation } of notated()) {
        @Entity(table)
        class Part {
            @PrimaryColumn(typeorm(type, { prefix, notation, default: `${type}_new()` }))
            id!: string;
            @Column({ type: "text", nullable: true })
            name!: string;
        }
        const other = await withTypes(new DataSource({ type: "postgres", url, entities: [Part] }), [type]).initialize();
        const parts = other.getRepository(Part);
        const made = await parts.save(parts.create({ name: "by the server" }));
        assert(isValid(notation, made.id, prefix), made.id);
        const mine = newIdIn(prefix, notation);
        await parts.insert({ id: mine, name: "by the client" });
        assert.equal((await parts.findBy({ id: In([mine, made.id]) })).length, 2);
        assert.deepEqual(
            (await parts.findBy({ id: startsWith(mine.slice(0, -4)) })).map((part) => part.id),
            [mine],
        );
        for (const wrong of wrongIds(mine, notation)) await assert.rejects(parts.insert({ id: wrong, name: "x" }), wrong);
        await other.destroy();
    }
});
await check("an array of ids is a list", async () => {
    @Entity("lists")
    class List {
        @PrimaryColumn({ type: "int" })
        n!: number;
        @Column(typeorm("typeid", { prefix: "user", array: true, nullable: true }))
        users!: (string | null)[] | null;
    }
    const other = await withTypes(new DataSource({ type: "postgres", url, entities: [List] })).initialize();
    psql("CREATE TABLE lists (n int PRIMARY KEY, users typeid[])");
    assert.deepEqual((await other.driver.createSchemaBuilder().log()).upQueries.map((q) => q.query), []);
    const lists = other.getRepository(List);
    const values = [[newId(), newId()], [], [newId(), null], null];
    await lists.insert(values.map((users, n) => ({ n, users })));
    assert.deepEqual((await lists.find({ order: { n: "ASC" } })).map((row) => row.users), values);
    const list = await lists.findOneByOrFail({ n: 0 });
    list.users!.push(newId());
    assert.deepEqual((await lists.save(list)).users, (await lists.findOneByOrFail({ n: 0 })).users);
    await assert.rejects(lists.insert({ n: 9, users: [newId("order")] }), /is "order", not "user"/);
    await other.destroy();
    psql("DROP TABLE lists");
});
await check("every type", async () => {
    for (const name of there()) {
        const texts = textsOf(name);
        const rows: { id: string }[] = await source.query(
            `SELECT t::${name} AS id FROM unnest($1::text[]) t`,
            [texts],
        );
        assert.deepEqual(
            rows.map((row) => row.id),
            texts,
        );
    }
});
await source.destroy();
