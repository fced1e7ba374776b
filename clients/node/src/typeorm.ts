// TypeORM: columns of ids in entities.
//
//   @PrimaryColumn(id(ids.user, { default: generate(ids.user) })) id!: IdOf<typeof ids.user>
//   @PrimaryColumn(storedId(ids.user)) id!: IdOf<typeof ids.user>      over a column of uuid
//   withTypes(new DataSource({ … })).initialize()
//   where: { id: startsWith("user_01h4") }                id ^@ 'user_01h4', an index scan
//   where: { id: like("user\\_01h4%") }                   id LIKE 'user\_01h4%', too

import {
    type ColumnOptions,
    type DataSource,
    type EntityManager,
    EntitySchema,
    type FindOperator,
    Raw,
    type ValueTransformer,
} from "typeorm";

import { defaultOf, mapped, rangeOf, sqlTypeOf, storable } from "./columns.js";
import { type AnyKind, type AnyUuidKind, InvalidId } from "./ids.js";
import { parseArray } from "./pg.js";

/** The types of the extension. */
const names = ["typeid", "base62id", "base64uuid", "uid11", "baseuid", "ulid"];

/**
 * Teaches a DataSource the types' names, and those of id types. Before initialize(). Its managers and repositories give an
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
            if (!column.transformer && knownOf(referencedColumn?.transformer))
                column.transformer = referencedColumn!.transformer!;
        }
    };
    // What RETURNING gives goes into `identifiers` as it stands.
    const { driver } = source,
        map = driver.createGeneratedMap.bind(driver);
    driver.createGeneratedMap = (metadata, row, ...more) => {
        const read = (name: string, value: unknown) => {
            const { transformer } = metadata.findColumnWithDatabaseName(name) ?? {};
            return knownOf(transformer) ? (transformer as ValueTransformer).from(value) : value;
        };
        return map(
            metadata,
            row &&
                Object.fromEntries(
                    Object.entries(row).map(([name, value]) => [name, read(name, value)]),
                ),
            ...more,
        );
    };
    // TypeORM drops a column and adds it where its type is another one: never one with ids. Nor is one that has moved a difference.
    const changed = driver.findChangedColumns.bind(driver);
    driver.findChangedColumns = (columns, metadatas) => {
        for (const {
            databaseName,
            default: written,
            transformer,
            type,
            isArray,
            isGenerated,
            entityMetadata,
        } of metadatas) {
            const one = knownOf(transformer),
                column = columns.find(({ name }) => name === databaseName);
            if (!one || !column) continue;
            const same = (name: string) =>
                column.isArray === isArray &&
                column.type.replace(/^.*\./, "") === name.replace(/^.*\./, "");
            if (one.range && same(one.name)) column.type = String(type);
            // It reads uuid's gen_random_uuid() and uuid_generate_v4() as a column that it generates itself, by which of them it forgets.
            const made =
                written instanceof Function
                    ? /^(gen_random_uuid|uuid_generate_v\d)\(\)$/.exec(written())?.[0]
                    : undefined;
            if (column.generationStrategy === "uuid" && !isGenerated)
                Object.assign(column, { isGenerated: false, default: made ?? "gen_random_uuid()" });
            if (!same(String(type)))
                throw new Error(
                    `${entityMetadata.tablePath}.${databaseName} is of ${column.type}${column.isArray ? "[]" : ""}, not ${type}${isArray ? "[]" : ""}: write a migration`,
                );
        }
        return changed(columns, metadatas);
    };
    return source;
}

type Metadata = ReturnType<DataSource["getMetadata"]>;
interface Known {
    name: string;
    /** Of a column of uuid. */
    range: ((text: string) => { first: string; last: string }) | undefined;
    asRead: (value: unknown) => unknown;
}
const known = new WeakMap<object, Known>();
const knownOf = (transformer: unknown) =>
    typeof transformer === "object" && transformer ? known.get(transformer) : undefined;

function asRead(manager: EntityManager): EntityManager {
    const { connection } = manager;
    const visit = (given: unknown, metadata: Metadata | undefined, seen: Set<unknown>): void => {
        if (Array.isArray(given)) {
            for (const one of given) visit(one, metadata, seen);
        } else if (typeof given === "object" && given !== null && !seen.has(given)) {
            seen.add(given);
            metadata ??= connection.hasMetadata(given.constructor)
                ? connection.getMetadata(given.constructor)
                : undefined;
            for (const column of metadata?.ownColumns ?? []) {
                const one = knownOf(column.transformer),
                    value = one && column.getEntityValue(given);
                if (value !== undefined && value !== null)
                    column.setEntityValue(given, one!.asRead(value));
            }
            for (const { isLazy, propertyName, inverseEntityMetadata } of metadata?.relations ??
                []) {
                if (!isLazy)
                    visit(
                        (given as Record<string, unknown>)[propertyName],
                        inverseEntityMetadata,
                        seen,
                    );
            }
        }
    };
    for (const name of [
        "save",
        "insert",
        "upsert",
        "preload",
        "remove",
        "softRemove",
        "recover",
    ] as const) {
        const own = manager[name] as (...given: unknown[]) => unknown;
        (manager as unknown as Record<string, unknown>)[name] = (...given: unknown[]) => {
            const [target, value] = given;
            const named =
                typeof target === "function" ||
                typeof target === "string" ||
                target instanceof EntitySchema;
            if (named)
                visit(
                    value,
                    connection.hasMetadata(target as never)
                        ? connection.getMetadata(target as never)
                        : undefined,
                    new Set(),
                );
            else visit(target, undefined, new Set());
            return own.apply(manager, given);
        };
    }
    return manager;
}

export interface IdColumnOptions {
    /** The column's type, where it is an id type: give its name to withTypes(), too. */
    readonly type?: string | undefined;
    /** The default as PostgreSQL stores it: generate(ids.user). */
    readonly default?: string | undefined;
    readonly nullable?: boolean | undefined;
    /** A column of an array of ids, which is one of strings; without a default. */
    readonly array?: boolean | undefined;
}
type NotNull = IdColumnOptions & { readonly nullable?: false | undefined };
type NotNullColumn = ColumnOptions & { nullable?: false };

/**
 * The options of a column of the extension's types: of typeid, or of the id type that is named. PrimaryColumn() takes none that may be nullable.
 *
 * @example
 * class User { @PrimaryColumn(id(ids.user, { default: generate(ids.user) })) id!: IdOf<typeof ids.user> }
 */
export function id(kind: AnyKind, options?: NotNull): NotNullColumn;
export function id(kind: AnyKind, options: IdColumnOptions): ColumnOptions;
export function id(kind: AnyKind, options: IdColumnOptions = {}): ColumnOptions {
    const name = sqlTypeOf(kind, options.type);
    // TypeORM sends the pattern of Like() and ILike() through here as well, and does not say so. A
    // pattern has a character that no id has; where it is meant as an id, the server refuses it.
    const check = (text: string) => (/[%\\]/.test(text) ? text : kind.parse(text));
    const canonical = (value: unknown): unknown => mapped(value, check);
    const from = (value: unknown) => membersOf(value, options);
    return columnOf({ name, kind, range: undefined }, name, { from, to: canonical }, options);
}

/**
 * The options of a column of uuid, or of an id type by now: then { type } is that type's name.
 *
 * @example
 * class User { @PrimaryColumn(storedId(ids.user)) id!: IdOf<typeof ids.user> }
 */
export function storedId(kind: AnyUuidKind, options?: NotNull): NotNullColumn;
export function storedId(kind: AnyUuidKind, options: IdColumnOptions): ColumnOptions;
export function storedId(kind: AnyUuidKind, options: IdColumnOptions = {}): ColumnOptions {
    const { prefix, toColumn, fromColumn } = storable(kind, "storedId()");
    const name = options.type ?? `${prefix.toLowerCase()}_id`;
    const transformer = {
        from: (value: unknown) => mapped(membersOf(value, options), fromColumn),
        // The server is sent a UUID's text without a type, which both kinds of columns take.
        to: (value: unknown) => mapped(value, toColumn),
    };
    return columnOf(
        { name, kind, range: (text: string) => rangeOf(kind, text) },
        "uuid",
        transformer,
        options,
    );
}

/** The default that makes a kind's ids on the server. */
export const generate = (kind: AnyKind, { type }: Pick<IdColumnOptions, "type"> = {}): string =>
    defaultOf(kind, type);

const membersOf = (value: unknown, { array }: IdColumnOptions): unknown =>
    array && typeof value === "string" ? parseArray(value) : value;

function columnOf(
    { name, kind, range }: Pick<Known, "name" | "range"> & { kind: AnyKind },
    sqlType: string,
    transformer: ValueTransformer,
    { default: written, nullable, array }: IdColumnOptions,
): ColumnOptions {
    const asRead = (value: unknown) => {
        try {
            return mapped(value, kind.parse);
        } catch (error) {
            if (error instanceof InvalidId) return value; // which is told where it is stored
            throw error;
        }
    };
    known.set(transformer, { name, range, asRead });
    return {
        type: sqlType as NonNullable<ColumnOptions["type"]>,
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

/** The ids that begin with a text; over a column of uuid, a range. */
export function startsWith(text: string): FindOperator<any> {
    const name = `base62id_${++made}`;
    const parameters: Record<string, string> = { [name]: text };
    let condition = (column: string) => `${column} ^@ :${name}`;
    const operator = Raw((column) => condition(column), parameters);
    // By now the column is known.
    operator.transformValue = (transformer) => {
        const range = knownOf(transformer)?.range;
        if (range === undefined) return;
        const { first, last } = range(text);
        delete parameters[name];
        Object.assign(parameters, { [`${name}f`]: first, [`${name}l`]: last });
        condition = (column) => `${column} BETWEEN :${name}f AND :${name}l`;
    };
    return operator;
}
export const hasPrefix = (prefix: string): FindOperator<any> => compare("@>", prefix);
/** As Like() and ILike(), also for a pattern whose only wildcard is `_`. */
export const like = (pattern: string): FindOperator<any> => compare("LIKE", pattern);
export const ilike = (pattern: string): FindOperator<any> => compare("ILIKE", pattern);
