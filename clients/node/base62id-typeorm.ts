// TypeORM: the extension's types in entities. Goes with base62id.ts.
//
//   @PrimaryColumn(typeorm("typeid", { prefix: "user", default: "typeid_generate('user'::text)" })) id!: string
//   withTypes(new DataSource({ … })).initialize()
//   where: { id: startsWith("user_01h4") }                id ^@ 'user_01h4', an index scan

import { type ColumnOptions, type DataSource, Raw } from "typeorm";

import { type Name, names, parse } from "./base62id.ts";

/** Teaches a DataSource the types' names, and those of typed ids. Before initialize(). */
export function withTypes<T extends DataSource>(source: T, typed: string[] = []): T {
    source.driver.supportedDataTypes.push(
        ...([...names, ...typed] as typeof source.driver.supportedDataTypes),
    );
    return source;
}

interface Options {
    /** Only ids of this type prefix are accepted. */
    prefix?: string;
    /** The default as PostgreSQL stores it: typeid_generate('user'::text). */
    default?: string;
    nullable?: boolean;
}

/** The options of a column. The name is that of a type, or of a typed id with its prefix. */
export function typeorm(
    name: Name | (string & {}),
    { prefix, default: stored, nullable }: Options = {},
): ColumnOptions {
    const type = (names as string[]).includes(name) ? (name as Name) : "typeid";
    const check = (value: unknown) => (typeof value === "string" ? parse(type, value, prefix) : value);
    return {
        type: name as ColumnOptions["type"],
        // TypeORM takes the casts out of the default that it reads, not out of the one that it is given.
        ...(stored === undefined ? {} : { default: () => stored.replace(/::\w+/g, "") }),
        ...(nullable === undefined ? {} : { nullable }),
        transformer: { from: (value: unknown) => value, to: check },
    };
}

export const startsWith = (text: string) => Raw((id) => `${id} ^@ :text`, { text });
export const hasPrefix = (prefix: string) => Raw((id) => `${id} @> :prefix`, { prefix });
