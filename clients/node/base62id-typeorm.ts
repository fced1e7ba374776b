// TypeORM: the extension's types in entities. Goes with base62id.ts.
//
//   @PrimaryColumn(typeorm("typeid", { prefix: "user", default: "typeid_generate('user'::text)" })) id!: string
//   withTypes(new DataSource({ … })).initialize()
//   where: { id: startsWith("user_01h4") }                id ^@ 'user_01h4', an index scan
//   where: { id: like("user\\_01h4%") }                   id LIKE 'user\_01h4%', too

import { type ColumnOptions, type DataSource, type EntityManager, EntitySchema, type FindOperator, Raw, type ValueTransformer } from "typeorm";

import { InvalidIdError, type Made, type Name, names, type Notation, parse, prefixRange, toColumn, type UuidName } from "./base62id.js";
import { idOf, parseArray } from "./base62id-pg.js";

/**
 * Teaches a DataSource the types' names, and those of typed ids. Before initialize(). Its managers and repositories give an
 * object that they store the id that its row has: save() of a ULID in lower case would insert its row again, preload() find none.
 */
export function withTypes<T extends DataSource>(source: T, typed: string[] = []): T {
    source.driver.supportedDataTypes.push(
        ...([...names, ...typed] as typeof source.driver.supportedDataTypes),
    );
    const create = source.createEntityManager.bind(source);
    source.createEntityManager = (...given) => asRead(create(...given));
    asRead(source.manager);
    // The columns that TypeORM makes of relations, and the tables of many to many, have ids as those that they refer to.
    const builder = source as unknown as { buildMetadatas: () => Promise<void> };
    const build = builder.buildMetadatas.bind(source);
    builder.buildMetadatas = async () => {
        await build();
        for (const column of source.entityMetadatas.flatMap((metadata) => metadata.columns)) {
            const { referencedColumn } = column;
            if (!column.transformer && knownOf(referencedColumn?.transformer)) column.transformer = referencedColumn!.transformer!;
        }
    };
    // What RETURNING gives goes into `identifiers` as it stands.
    const { driver } = source, map = driver.createGeneratedMap.bind(driver);
    driver.createGeneratedMap = (metadata, row, ...more) => {
        const read = (name: string, value: unknown) => {
            const { transformer } = metadata.findColumnWithDatabaseName(name) ?? {};
            return knownOf(transformer) ? (transformer as ValueTransformer).from(value) : value;
        };
        return map(metadata, row && Object.fromEntries(Object.entries(row).map(([name, value]) => [name, read(name, value)])), ...more);
    };
    // TypeORM drops a column and adds it where its type is another one: never one with ids. Nor is one that has moved a difference.
    const changed = driver.findChangedColumns.bind(driver);
    driver.findChangedColumns = (columns, metadatas) => {
        for (const { databaseName, default: written, transformer, type, isArray, isGenerated, entityMetadata } of metadatas) {
            const one = knownOf(transformer), column = columns.find(({ name }) => name === databaseName);
            if (!one || !column) continue;
            const same = (name: string) => column.isArray === isArray && column.type.replace(/^.*\./, "") === name.replace(/^.*\./, "");
            if (one.range && same(one.name)) column.type = String(type);
            // It reads uuid's gen_random_uuid() and uuid_generate_v4() as a column that it generates itself, by which of them it forgets.
            const made = written instanceof Function ? /^(gen_random_uuid|uuid_generate_v\d)\(\)$/.exec(written())?.[0] : undefined;
            if (column.generationStrategy === "uuid" && !isGenerated) Object.assign(column, { isGenerated: false, default: made ?? "gen_random_uuid()" });
            if (!same(String(type)))
                throw new Error(`${entityMetadata.tablePath}.${databaseName} is of ${column.type}${column.isArray ? "[]" : ""}, not ${type}${isArray ? "[]" : ""}: write a migration`);
        }
        return changed(columns, metadatas);
    };
    return source;
}

type Metadata = ReturnType<DataSource["getMetadata"]>;
interface Known {
    name: string;
    /** Of a column of uuid. */
    range: ((text: string) => { first: string; last: string } | undefined) | undefined;
    asRead: (value: unknown) => unknown;
}
const known = new WeakMap<object, Known>();
const knownOf = (transformer: unknown) => (typeof transformer === "object" && transformer ? known.get(transformer) : undefined);

function asRead(manager: EntityManager): EntityManager {
    const { connection } = manager;
    const visit = (given: unknown, metadata: Metadata | undefined, seen: Set<unknown>): void => {
        if (Array.isArray(given)) {
            for (const one of given) visit(one, metadata, seen);
        } else if (typeof given === "object" && given !== null && !seen.has(given)) {
            seen.add(given);
            metadata ??= connection.hasMetadata(given.constructor) ? connection.getMetadata(given.constructor) : undefined;
            for (const column of metadata?.ownColumns ?? []) {
                const one = knownOf(column.transformer), value = one && column.getEntityValue(given);
                if (value !== undefined && value !== null) column.setEntityValue(given, one!.asRead(value));
            }
            for (const { isLazy, propertyName, inverseEntityMetadata } of metadata?.relations ?? []) {
                if (!isLazy) visit((given as Record<string, unknown>)[propertyName], inverseEntityMetadata, seen);
            }
        }
    };
    for (const name of ["save", "insert", "upsert", "preload", "remove", "softRemove", "recover"] as const) {
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
    /** The column is one of core's uuid, or of the type by now; the program sees ids. */
    stored?: "uuid" | undefined;
}

/** The options of a column. The name is that of a type, or of a typed id with its prefix. PrimaryColumn() takes none that may be nullable. */
export function typeorm(name: Name | (string & {}), options?: Options & { nullable?: false | undefined }): ColumnOptions & { nullable?: false };
export function typeorm(name: Name | (string & {}), options: Options): ColumnOptions;
export function typeorm(
    name: Name | (string & {}),
    { prefix, notation = "typeid", default: written, nullable, array, stored, ...made }: Options = {},
): ColumnOptions {
    const type = (names as string[]).includes(name) ? (name as Name) : notation;
    // TypeORM sends the pattern of Like() and ILike() through here as well, and does not say so. A pattern has a
    // symbol that no id has; where it is meant as an id, the server refuses it.
    const check = (value: unknown) =>
        typeof value === "string" && !/[%\\]/.test(value) ? parse(type, value, prefix, made) : value;
    const canonical = (value: unknown): unknown => (Array.isArray(value) ? value.map(canonical) : check(value));
    const uuids = notation as UuidName;
    if (stored) {
        prefixRange(uuids, "", prefix ?? ""); // raises of what is no plain uuid
        if (made.masked || !prefix) throw new TypeError("a plain uuid column has ids with a type prefix, and no mask");
    }
    // The server is sent a UUID's text without a type, which both kinds of columns take.
    const write = (value: unknown): unknown =>
        Array.isArray(value) ? value.map(write) : typeof value === "string" ? toColumn(uuids, value, prefix, made) : value;
    const read = (value: unknown): unknown =>
        Array.isArray(value) ? value.map(read) : typeof value === "string" ? idOf(uuids, value, prefix) : value;
    const transformer = {
        from: (value: unknown) => {
            const members = array && typeof value === "string" ? parseArray(value) : value;
            return stored ? read(members) : members;
        },
        to: stored ? write : canonical,
    };
    known.set(transformer, {
        name,
        range: stored && ((text) => prefixRange(uuids, text, prefix!)),
        asRead: (value) => {
            try {
                return canonical(value);
            } catch (error) {
                if (error instanceof InvalidIdError) return value; // which is told where it is stored
                throw error;
            }
        },
    });
    return {
        type: (stored ?? name) as NonNullable<ColumnOptions["type"]>,
        // TypeORM takes the casts out of the default that it reads, not out of the one that it is given.
        ...(written === undefined ? {} : { default: () => written.replace(/::\w+/g, "") }),
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

/** Over a column of uuid, a range. */
export function startsWith(text: string): FindOperator<any> {
    const parameters: Record<string, string> = {}, name = `base62id_${++made}`;
    let sql = (id: string) => `${id} ^@ :${name}`;
    parameters[name] = text;
    const operator = Raw((id) => sql(id), parameters);
    operator.transformValue = (transformer) => {
        const range = knownOf(transformer)?.range;
        if (range === undefined) return;
        delete parameters[name];
        const found = range(text);
        if (found) Object.assign(parameters, { [`${name}f`]: found.first, [`${name}l`]: found.last });
        sql = (id) => (found ? `${id} BETWEEN :${name}f AND :${name}l` : "false");
    };
    return operator;
}
export const hasPrefix = (prefix: string): FindOperator<any> => compare("@>", prefix);
/** As Like() and ILike(), also for a pattern whose only wildcard is `_`. */
export const like = (pattern: string): FindOperator<any> => compare("LIKE", pattern);
export const ilike = (pattern: string): FindOperator<any> => compare("ILIKE", pattern);
