// Drizzle: columns of the extension's types, with drizzle-kit in mind. Goes with base62id.ts.
//
//   id: typeid("user")().primaryKey().default(generate("user"))
//   id: typeid<Id<"user">>("user")().primaryKey()         a branded string: ids of two kinds do not mix
//   where(startsWith(users.id, "user_01h4"))              id ^@ 'user_01h4', an index scan

import { type AnyColumn, eq as drizzleEq, inArray as drizzleInArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

import { type Made, type Name, newId, parse, type Notation, typePrefix } from "./base62id.js";

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
    made?: Made,
) => column<Data>(name, notation, prefix, made);

// Drizzle's own take any column on the right. These take what the column on the left holds, so that eq(users.id, orders.id)
// does not compile where the columns are of Id<"user"> and Id<"order">.
type DataOf<C extends AnyColumn> = C["_"]["data"];
type ColumnLike<C extends AnyColumn> = AnyColumn & { _: { data: DataOf<C> } };

export const eq = <C extends AnyColumn>(left: C, right: DataOf<C> | ColumnLike<C> | SQL | Placeholder): SQL =>
    drizzleEq(left, right as never);
export const inArray = <C extends AnyColumn>(left: C, right: DataOf<C>[] | Placeholder): SQL => drizzleInArray(left, right as never);

/** The default as PostgreSQL stores it, so that drizzle-kit sees no difference; newId() raises where this is no type prefix. */
export const generate = (prefix: string): SQL => sql.raw(`typeid_generate('${typePrefix(newId(prefix))}'::text)`);

export const startsWith = (id: AnyColumn, text: string): SQL => sql`${id} ^@ ${text}`;
export const hasPrefix = (id: AnyColumn, prefix: string): SQL => sql`${id} @> ${prefix}`;
