// Kysely: the extension's types in the schema builder, and its operators. Goes with base62id.ts.
//
//   schema.createTable("users").addColumn("id", dataType("typeid"), (c) => c.primaryKey().defaultTo(generate("user")))
//   selectFrom("users").where(startsWith("users.id", "user_01h4"))     id ^@ 'user_01h4', an index scan

import { type Expression, type RawBuilder, sql } from "kysely";

import { type Name, newId, parse, typePrefix } from "./base62id.js";

export const dataType = (name: Name | (string & {})): RawBuilder<unknown> => sql`${sql.ref(name)}`;

/** The default as PostgreSQL stores it; newId() raises where this is no type prefix. */
export const generate = (prefix: string): RawBuilder<string> => sql.raw(`typeid_generate('${typePrefix(newId(prefix))}'::text)`);

/** An id that comes from outside: its canonical text, or an Error before there is a query. */
export const id = parse;

const operand = (column: string | Expression<unknown>) =>
    typeof column === "string" ? sql.ref(column) : column;

export const startsWith = (column: string | Expression<unknown>, text: string): RawBuilder<boolean> =>
    sql<boolean>`${operand(column)} ^@ ${text}`;
export const hasPrefix = (column: string | Expression<unknown>, prefix: string): RawBuilder<boolean> =>
    sql<boolean>`${operand(column)} @> ${prefix}`;
