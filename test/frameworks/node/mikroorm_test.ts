// MikroORM with its schema generator.
import { MikroORM } from "@mikro-orm/postgresql";

import { User, usersThatStartWith } from "./mikroorm-entities.ts";
import { assert, check, dumpAndLoad, emptyDatabase, malformed, psql, refused } from "./small.ts";

const { name, url } = emptyDatabase("empty");
const orm = await MikroORM.init({ clientUrl: url, entities: [User] });
let id = "";
await check("the schema generator makes an empty database, and the second difference is empty", async () => {
    await orm.schema.execute("CREATE EXTENSION IF NOT EXISTS base62id");
    await orm.schema.updateSchema();
    assert.equal(psql("SELECT format_type(atttypid, -1) FROM pg_attribute WHERE attrelid = 'users'::regclass AND attname = 'id'", name), "typeid");
    assert.equal((await orm.schema.getUpdateSchemaSQL()).trim(), "");
});
await check("the server's default is read back", async () => {
    const em = orm.em.fork();
    const user = em.create(User, { name: "Ada" });
    await em.persistAndFlush(user);
    id = user.id;
    assert.match(id, /^user_/);
});
await check("find, in, the first symbols", async () => {
    assert.equal((await orm.em.fork().findOneOrFail(User, id)).name, "Ada");
    assert.equal((await orm.em.fork().find(User, { id: [id] })).length, 1);
    assert.equal((await usersThatStartWith(orm.em.fork(), id.slice(0, -4)))[0]!.id, id);
    assert.equal((await usersThatStartWith(orm.em.fork(), "order_")).length, 0);
});
await check("a malformed id, and an empty text, are 22P02", async () => {
    for (const wrong of [malformed, ""])
        await assert.rejects(orm.em.fork().insert(User, { id: wrong, name: "x" }), refused("22P02"));
    await assert.rejects(orm.em.fork().findOne(User, malformed), refused("22P02"));
});
await check("dump and load", () => dumpAndLoad(name));
await orm.close();
