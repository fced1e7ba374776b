// TypeORM: the extension's types in entities. Goes with base62id.ts.
//
//   @PrimaryColumn(typeorm("typeid", { prefix: "user", default: "typeid_generate('user'::text)" })) id!: string
//   withTypes(new DataSource({ … })).initialize()
//   where: { id: startsWith("user_01h4") }                id ^@ 'user_01h4', an index scan
//   where: { id: like("user\\_01h4%") }                   id LIKE 'user\_01h4%', too

import { type ColumnOptions, type DataSource, type FindOperator, Raw } from "typeorm";

import { type Made, type Name, names, type Notation, parse, parseArray } from "./base62id.js";

/** Teaches a DataSource the types' names, and those of typed ids. Before initialize(). */
export function withTypes<T extends DataSource>(source: T, typed: string[] = []): T {
    source.driver.supportedDataTypes.push(
        ...([...names, ...typed] as typeof source.driver.supportedDataTypes),
    );
    return source;
}

interface Options extends Made {
    /** Only ids of this type prefix are accepted. */
    prefix?: string | undefined;
    /** Of a typed id, where it is none of TypeID's: with it the prefix is needed. */
    notation?: Notation | undefined;
    /** The default as PostgreSQL stores it: typeid_generate('user'::text). */
    default?: string | undefined;
    nullable?: boolean | undefined;
    /** A column of an array of ids, which is one of strings; without a default. */
    array?: boolean | undefined;
}

/** The options of a column. The name is that of a type, or of a typed id with its prefix. */
export function typeorm(
    name: Name | (string & {}),
    { prefix, notation = "typeid", default: stored, nullable, array, ...made }: Options = {},
): ColumnOptions {
    const type = (names as string[]).includes(name) ? (name as Name) : notation;
    // TypeORM sends the pattern of Like() and ILike() through here as well, and does not say so. A pattern has a
    // symbol that no id has; where it is meant as an id, the server refuses it.
    const check = (value: unknown) =>
        typeof value === "string" && !/[%\\]/.test(value) ? parse(type, value, prefix, made) : value;
    return {
        type: name as NonNullable<ColumnOptions["type"]>,
        // TypeORM takes the casts out of the default that it reads, not out of the one that it is given.
        ...(stored === undefined ? {} : { default: () => stored.replace(/::\w+/g, "") }),
        ...(nullable === undefined ? {} : { nullable }),
        ...(array ? { array } : {}),
        transformer: {
            from: (value: unknown) => (array && typeof value === "string" ? parseArray(value) : value),
            to: (value: unknown) => (Array.isArray(value) ? value.map(check) : check(value)),
        },
    };
}

// Parameters are the whole query's: each needs a name of its own.
let made = 0;
function compare(operator: string, text: string): FindOperator<any> {
    const name = `base62id_${++made}`;
    return Raw((id) => `${id} ${operator} :${name}`, { [name]: text });
}

export const startsWith = (text: string): FindOperator<any> => compare("^@", text);
export const hasPrefix = (prefix: string): FindOperator<any> => compare("@>", prefix);
/** As Like() and ILike(), also for a pattern whose only wildcard is `_`. */
export const like = (pattern: string): FindOperator<any> => compare("LIKE", pattern);
export const ilike = (pattern: string): FindOperator<any> => compare("ILIKE", pattern);
