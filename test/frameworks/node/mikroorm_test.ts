// MikroORM with its migrations.
// mikroorm-entities and the migration are code blocks of docs/frameworks/node.md.
import { Migrator } from "@mikro-orm/migrations";
import { MikroORM } from "@mikro-orm/postgresql";

import { User, usersThatStartWith } from "./mikroorm-entities.ts";
import {
    assert,
    check,
    bareDatabase,
    life,
    malformed,
    newId,
    psql,
    sqlstate,
    teams,
    version,
} from "./harness.ts";

version("@mikro-orm/postgresql", "@mikro-orm/migrations", "pg");
const { name, url } = bareDatabase("empty");
const orm = await MikroORM.init({
    clientUrl: url,
    entities: [User],
    extensions: [Migrator],
    migrations: { path: "migrations", pathTs: "migrations", snapshot: false },
    preferTs: true,
});
let id = "";
await life("first", async () => {
    assert.deepEqual(
        (await orm.migrator.up()).map((migration) => migration.name),
        ["Migration1_extension"],
    );
    const { diff } = await orm.migrator.createMigration();
    assert.match(
        diff.up.join(""),
        /create table "users" \("id" typeid not null default typeid_generate\('user'::text\)/,
    );
    assert.equal((await orm.migrator.up()).length, 1);
    const em = orm.em.fork();
    const user = em.create(User, { name: "Ada" });
    await em.persistAndFlush(user);
    id = user.id;
    assert.match(id, /^user_/);
});
await life("again", async () => {
    assert.deepEqual((await orm.migrator.createMigration()).diff.up, []);
    assert.deepEqual(await orm.migrator.up(), []);
});
await check("find, in, the first characters", async () => {
    assert.equal((await orm.em.fork().findOneOrFail(User, id)).name, "Ada");
    assert.equal((await orm.em.fork().find(User, { id: [id] })).length, 1);
    assert.equal((await usersThatStartWith(orm.em.fork(), id.slice(0, -4)))[0]!.id, id);
    assert.equal((await usersThatStartWith(orm.em.fork(), "order_")).length, 0);
});
await check("an array of ids is a list", async () => {
    const friends = [id, newId("user")];
    const em = orm.em.fork();
    (await em.findOneOrFail(User, id)).friends = friends;
    await em.flush();
    assert.deepEqual((await orm.em.fork().findOneOrFail(User, id)).friends, friends);
    assert.equal(await orm.em.fork().count(User, { friends: { $contains: [id] } }), 1);
    // A row that was only read is not written again.
    const other = orm.em.fork();
    await other.findOneOrFail(User, id);
    other.getUnitOfWork().computeChangeSets();
    assert.deepEqual(other.getUnitOfWork().getChangeSets(), []);
});
await life("kind", async () => {
    const other = teams(name);
    assert.equal(await orm.em.fork().findOne(User, other), null);
    await assert.rejects(
        orm.em.getConnection().execute("INSERT INTO teams VALUES (?)", [other]),
        sqlstate("22P02"),
    );
});
await life("empty", async () => {
    for (const wrong of [malformed, ""])
        await assert.rejects(
            orm.em.fork().insert(User, { id: wrong, name: "x" }),
            sqlstate("22P02"),
        );
    await assert.rejects(orm.em.fork().findOne(User, malformed), sqlstate("22P02"));
    await orm.em.getConnection().execute("INSERT INTO teams (author) VALUES (?)", [null]);
});
await orm.close();
