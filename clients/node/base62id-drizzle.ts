// Drizzle: columns of the extension's types, with drizzle-kit in mind. Goes with base62id.ts.
//
//   id: typeid("user")().primaryKey().default(generate("user"))
//   id: typeid<Id<"user">>("user")().primaryKey()         a branded string: ids of two kinds do not mix
//   where(startsWith(users.id, "user_01h4"))              id ^@ 'user_01h4', an index scan
//   id: typedId("user_id", "user", "typeid", { stored: "uuid" })()      over a column of uuid

import { type AnyColumn, eq as drizzleEq, inArray as drizzleInArray, is, Param, Placeholder, type SQL, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

import { type Made, type Name, newId, parse, prefixRange, type Notation, toColumn, typePrefix, type UuidName } from "./base62id.js";
import { idOf } from "./base62id-pg.js";

// drizzle-kit writes it into DDL as it stands.
const checked = (name: string): string => {
    if (/^(?:[a-z_][a-z0-9_]*\.)?[a-z_][a-z0-9_]*$/.test(name)) return name;
    throw new TypeError(`${JSON.stringify(name)} is not the name of a type that needs no quotes`);
};

const column = <Data extends string>(name: string, type: Name, prefix?: string, made?: Made) =>
    customType<{ data: Data; driverData: string }>({
        dataType: () => checked(name),
        toDriver: (value) => parse(type, value, prefix, made),
        fromDriver: (value) => value as Data,
    });

interface Stored extends Made {
    /** The column is one of core's uuid, or of the type by now; the program sees ids. */
    stored?: "uuid" | undefined;
}
type Range = (text: string) => { first: string; last: string } | undefined;
const ranges = new WeakMap<object, Range>();

/** The server is sent a UUID's text without a type, which both kinds of columns take. */
const storedColumn = <Data extends string>(notation: Notation, prefix: string, made: Made) => {
    const name = notation as UuidName;
    prefixRange(name, "", prefix); // raises of what is no plain uuid
    if (made.masked || !prefix) throw new TypeError("a plain uuid column has ids with a type prefix, and no mask");
    const toDriver = (value: Data) => toColumn(name, value, prefix, made);
    ranges.set(toDriver, (text) => prefixRange(name, text, prefix));
    return customType<{ data: Data; driverData: string }>({
        dataType: () => {
            // It knows the column's type from here alone, and would make uuid again of one that has moved.
            const { argv } = (globalThis as { process?: { argv?: string[] } }).process ?? {};
            if (argv?.includes("push") && argv.some((word) => /drizzle-kit/.test(word)))
                throw new Error('drizzle-kit push with stored: "uuid" would move columns back: write migrations');
            return "uuid";
        },
        toDriver,
        fromDriver: (value) => idOf(name, value, prefix) as Data,
    });
};

export const base62id = column<string>("base62id", "base62id");
export const base64uuid = column<string>("base64uuid", "base64uuid");
export const uid11 = column<string>("uid11", "uid11");
export const baseuid = column<string>("baseuid", "baseuid");
export const ulid = column<string>("ulid", "ulid");

/** A typeid; with a prefix, only ids of that type prefix are accepted. */
export const typeid = <Data extends string = string>(prefix?: string) => column<Data>("typeid", "typeid", prefix);

/** The column of a type that typeid_create_type(name, prefix, notation, mask_key, accept_uuid) made. */
export const typedId = <Data extends string = string>(
    name: string,
    prefix?: string,
    notation: Notation = "typeid",
    { stored, ...made }: Stored = {},
) => (stored ? storedColumn<Data>(notation, prefix ?? "", made) : column<Data>(name, notation, prefix, made));

// Drizzle's own take any column on the right. These take what the column on the left holds, so that eq(users.id, orders.id)
// does not compile where the columns are of Id<"user"> and Id<"order">.
type DataOf<C extends AnyColumn> = C["_"]["data"];
type ColumnLike<C extends AnyColumn> = AnyColumn & { _: { data: DataOf<C> } };

// A placeholder is written as its column writes a value, which Drizzle's own leave out.
const encoded = (column: AnyColumn, value: unknown) => (is(value, Placeholder) ? new Param(value, column) : value);

export const eq = <C extends AnyColumn>(left: C, right: DataOf<C> | ColumnLike<C> | SQL | Placeholder): SQL =>
    drizzleEq(left, encoded(left, right) as never);
export const inArray = <C extends AnyColumn>(left: C, right: DataOf<C>[] | Placeholder): SQL =>
    is(right, Placeholder)
        ? sql`${left} = ANY (${new Param(right, { mapToDriverValue: (all: unknown) => (all as unknown[]).map((one) => left.mapToDriverValue(one)) })})`
        : drizzleInArray(left, right);

/** The default as PostgreSQL stores it, so that drizzle-kit sees no difference; newId() raises where this is no type prefix. */
export const generate = (prefix: string): SQL => sql.raw(`typeid_generate('${typePrefix(newId(prefix))}'::text)`);

/** Over a column of uuid, a range. */
export const startsWith = (id: AnyColumn, text: string): SQL => {
    const range = ranges.get((id as unknown as { mapTo: object }).mapTo);
    if (range === undefined) return sql`${id} ^@ ${text}`;
    const found = range(text);
    return found ? sql`${id} BETWEEN ${found.first} AND ${found.last}` : sql`false`;
};
export const hasPrefix = (id: AnyColumn, prefix: string): SQL => sql`${id} @> ${prefix}`;
