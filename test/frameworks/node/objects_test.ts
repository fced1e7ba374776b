// An entity of TypeORM has the id that its row has once it was stored; what Drizzle and Kysely write into DDL is checked.
import { DataSource, EntitySchema } from "typeorm";

import { newId, newUlid } from "base62id";
import { generate as drizzleGenerate, typedId } from "base62id/drizzle";
import { generate as kyselyGenerate } from "base62id/kysely";
import { typeorm, withTypes } from "base62id/typeorm";
import { pgTable } from "drizzle-orm/pg-core";

import { assert, check, psql } from "./small.ts";

interface Person { id: string; name: string; orders?: Order[]; friends?: string[] }
interface Order { id: string; buyer: string; by?: Person }
const Person = new EntitySchema<Person>({
    name: "Person", tableName: "persons",
    columns: {
        id: { ...typeorm("person_id", { prefix: "person", notation: "ulid" }), primary: true },
        name: { type: "text" },
        friends: typeorm("ulid", { array: true, nullable: true }),
    },
    relations: { orders: { type: "one-to-many", target: "Order", inverseSide: "by", cascade: true } },
});
const Order = new EntitySchema<Order>({
    name: "Order", tableName: "sales",
    columns: { id: { ...typeorm("ulid"), primary: true }, buyer: typeorm("person_id", { prefix: "person", notation: "ulid" }) },
    relations: { by: { type: "many-to-one", target: "Person", joinColumn: { name: "buyer" }, inverseSide: "orders" } },
});

psql("SELECT typeid_create_type('person_id', 'person', 'ulid', accept_uuid => true)");
const options = { type: "postgres", url: process.env["DATABASE_URL"]!, entities: [Person, Order] } as const;
const source = withTypes(new DataSource(options), ["person_id"]);
await source.initialize();
await source.synchronize();
const persons = source.getRepository(Person), orders = source.getRepository(Order);

await check("an entity has the id of its row, in lower case as well, and is not inserted again", async () => {
    const id = newId("person", "ulid"), sale = newUlid(), friend = newUlid();
    const person = await persons.save({ id: id.slice(0, 7) + id.slice(7).toLowerCase(), name: "Ada", friends: [friend.toLowerCase()] });
    assert.deepEqual([person.id, person.friends], [id, [friend]]);
    await persons.save({ id: id.slice(0, 7) + id.slice(7).toLowerCase(), name: "Grace" });
    assert.equal((await persons.findOneByOrFail({ id })).name, "Grace");
    await source.transaction(async (manager) => {
        const order = await manager.save(Order, { id: sale.toLowerCase(), by: { ...person, id: person.id.replace(/[A-Z]/g, (s) => s.toLowerCase()) } });
        assert.deepEqual([order.id, order.by?.id], [sale, id]);
    });
    const more = newUlid();
    const saved = await persons.save({ ...person, orders: [{ id: more.toLowerCase() } as Order] });
    assert.equal(saved.orders![0]!.id, more);
    const given = { id: newUlid().toLowerCase(), buyer: id };
    await orders.insert(given);
    assert.deepEqual((await orders.findOneByOrFail({ id: given.id })).id, given.id);
    await orders.remove({ ...given, id: given.id.toLowerCase() });
    assert.equal(await orders.countBy({ id: given.id }), 0);
    await assert.rejects(persons.save({ id: "nope", name: "x" }), { name: "InvalidIdError" });
});
await check("a type prefix in a default and a type's name in DDL are checked", () => {
    for (const generate of [drizzleGenerate, kyselyGenerate])
        for (const wrong of ["us'er", "User", "a".repeat(64), "_"]) assert.throws(() => generate(wrong), { name: "InvalidIdError" });
    for (const wrong of ["user_id; DROP TABLE x", "Odd id", 'a"b', "a.b.c"])
        assert.throws(() => pgTable("t", { id: typedId(wrong, "user")() }).id.getSQLType(), TypeError);
    assert.equal(pgTable("t", { id: typedId("app.user_id", "user")() }).id.getSQLType(), "app.user_id");
});
await source.destroy();
