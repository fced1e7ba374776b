// TypeORM: the extension's types in entities. Goes with base62id.ts.
//
//   @PrimaryColumn(typeorm("typeid", { prefix: "user", default: "typeid_generate('user'::text)" })) id!: string
//   withTypes(new DataSource({ … })).initialize()
//   where: { id: startsWith("user_01h4") }                id ^@ 'user_01h4', an index scan
//   where: { id: like("user\\_01h4%") }                   id LIKE 'user\_01h4%', too

import { type ColumnOptions, type DataSource, type EntityManager, EntitySchema, type FindOperator, Raw } from "typeorm";

import { InvalidIdError, type Made, type Name, names, type Notation, parse, parseArray } from "./base62id.js";

/**
 * Teaches a DataSource the types' names, and those of typed ids. Before initialize(). Its managers and repositories give an
 * object that they store the id that its row has: save() of a ULID in lower case would insert its row again.
 */
export function withTypes<T extends DataSource>(source: T, typed: string[] = []): T {
    source.driver.supportedDataTypes.push(
        ...([...names, ...typed] as typeof source.driver.supportedDataTypes),
    );
    const create = source.createEntityManager.bind(source);
    source.createEntityManager = (...given) => asRead(create(...given));
    asRead(source.manager);
    return source;
}

type Metadata = ReturnType<DataSource["getMetadata"]>;
const readers = new WeakMap<object, (value: unknown) => unknown>();

function asRead(manager: EntityManager): EntityManager {
    const { connection } = manager;
    const visit = (given: unknown, metadata: Metadata | undefined, seen: Set<unknown>): void => {
        if (Array.isArray(given)) {
            for (const one of given) visit(one, metadata, seen);
        } else if (typeof given === "object" && given !== null && !seen.has(given)) {
            seen.add(given);
            metadata ??= connection.hasMetadata(given.constructor) ? connection.getMetadata(given.constructor) : undefined;
            for (const column of metadata?.ownColumns ?? []) {
                const read = readers.get(column.transformer as object), value = read && column.getEntityValue(given);
                if (value !== undefined && value !== null) column.setEntityValue(given, read!(value));
            }
            for (const { isLazy, propertyName, inverseEntityMetadata } of metadata?.relations ?? []) {
                if (!isLazy) visit((given as Record<string, unknown>)[propertyName], inverseEntityMetadata, seen);
            }
        }
    };
    for (const name of ["save", "insert", "upsert", "remove", "softRemove", "recover"] as const) {
        const own = manager[name] as (...given: unknown[]) => unknown;
        (manager as unknown as Record<string, unknown>)[name] = (...given: unknown[]) => {
            const [target, value] = given;
            const named = typeof target === "function" || typeof target === "string" || target instanceof EntitySchema;
            if (named) visit(value, connection.hasMetadata(target as never) ? connection.getMetadata(target as never) : undefined, new Set());
            else visit(target, undefined, new Set());
            return own.apply(manager, given);
        };
    }
    return manager;
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
    const transformer = {
        from: (value: unknown) => (array && typeof value === "string" ? parseArray(value) : value),
        to: (value: unknown) => (Array.isArray(value) ? value.map(check) : check(value)),
    };
    readers.set(transformer, (value) => {
        try {
            return transformer.to(value);
        } catch (error) {
            if (error instanceof InvalidIdError) return value; // which is told where it is stored
            throw error;
        }
    });
    return {
        type: name as NonNullable<ColumnOptions["type"]>,
        // TypeORM takes the casts out of the default that it reads, not out of the one that it is given.
        ...(stored === undefined ? {} : { default: () => stored.replace(/::\w+/g, "") }),
        ...(nullable === undefined ? {} : { nullable }),
        ...(array ? { array } : {}),
        transformer,
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
