// Drizzle: columns of the extension's types, with drizzle-kit in mind. Goes with base62id.ts.
//
//   id: typeid("user")().primaryKey().default(generate("user"))
//   where(startsWith(users.id, "user_01h4"))              id ^@ 'user_01h4', an index scan

import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

import { type Name, parse } from "./base62id.ts";

const column = (name: Name) =>
    customType<{ data: string; driverData: string }>({
        dataType: () => name,
        toDriver: (value) => parse(name, value),
    });

export const base62id = column("base62id");
export const base64uuid = column("base64uuid");
export const uid11 = column("uid11");
export const baseuid = column("baseuid");
export const ulid = column("ulid");

/** A typeid; with a prefix, only ids of that type prefix are accepted. */
export const typeid = (prefix?: string) => typedId("typeid", prefix);

/** The column of a type that typeid_create_type(name, prefix) made. */
export const typedId = (name: string, prefix?: string) =>
    customType<{ data: string; driverData: string }>({
        dataType: () => name,
        toDriver: (value) => parse("typeid", value, prefix),
    });

/** The default as PostgreSQL stores it, so that drizzle-kit sees no difference. */
export const generate = (prefix: string): SQL => sql.raw(`typeid_generate('${prefix}'::text)`);

export const startsWith = (id: AnyColumn, text: string): SQL => sql`${id} ^@ ${text}`;
export const hasPrefix = (id: AnyColumn, prefix: string): SQL => sql`${id} @> ${prefix}`;
