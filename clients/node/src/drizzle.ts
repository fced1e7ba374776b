// Drizzle: columns of ids, with drizzle-kit in mind. A column's data is the kind's id.
//
//   id: id(ids.user).primaryKey().default(generate(ids.user))
//   buyer: id(ids.user, "buyer_id")                       its name in the database
//   id: id(ids.order, { type: "order_id" })               of an id type
//   id: storedId(ids.user).primaryKey()                   over a column of uuid
//   where(startsWith(users.id, "user_01h4"))              id ^@ 'user_01h4', an index scan

import {
    type AnyColumn,
    eq as drizzleEq,
    inArray as drizzleInArray,
    is,
    Param,
    Placeholder,
    type SQL,
    sql,
} from "drizzle-orm";
import { customType } from "drizzle-orm/pg-core";

import { defaultOf, rangeOf, sqlTypeOf, storable, typeName } from "./columns.js";
import type { AnyKind, AnyUuidKind, Id, IdOf, UuidKind, UuidNotation } from "./ids.js";

/** The column's type, where it is an id type; drizzle-kit writes it into migrations. */
export interface ColumnOptions {
    readonly type?: string | undefined;
}

/** Inferred from the kind alone, so that no type argument can say another. */
const columnOf = <K extends AnyKind>(
    _: K,
    dataType: () => string,
    toDriver: (id: string) => string,
    fromDriver: (text: string) => string,
) =>
    customType<{ data: IdOf<K>; driverData: string }>({
        dataType,
        toDriver,
        fromDriver: fromDriver as (text: string) => IdOf<K>,
    });
export type IdColumn<K extends AnyKind> = ReturnType<ReturnType<typeof columnOf<K>>>;

const nameAndOptions = (
    name: string | ColumnOptions | undefined,
    options: ColumnOptions | undefined,
): [name: string, options: ColumnOptions] =>
    typeof name === "object" ? ["", name] : [name ?? "", options ?? {}];

/**
 * A column of a type of the extension: of typeid, or of the id type that is named.
 *
 * @example
 * pgTable("users", { id: id(ids.user).primaryKey(), team: id(ids.team, "team_id", { type: "team_id" }) });
 */
export function id<K extends AnyKind>(kind: K, options?: ColumnOptions): IdColumn<K>;
export function id<K extends AnyKind>(kind: K, name?: string, options?: ColumnOptions): IdColumn<K>;
export function id<K extends AnyKind>(
    kind: K,
    given?: string | ColumnOptions,
    more?: ColumnOptions,
): IdColumn<K> {
    const [name, { type }] = nameAndOptions(given, more);
    const sqlType = sqlTypeOf(kind, type);
    // Each column has a function of its own, by which its kind is known.
    const toDriver = (text: string): string => kind.parse(text);
    kinds.set(toDriver, { kind, isStored: false });
    return columnOf(
        kind,
        () => sqlType,
        toDriver,
        (text) => text,
    )(name as "");
}

/** The kinds of columns, by what writes their values. */
const kinds = new WeakMap<object, { kind: AnyKind; isStored: boolean }>();
const ofColumn = (column: AnyColumn) => kinds.get((column as unknown as { mapTo: object }).mapTo);

/** The kind of a column of ids. */
export const kindOfColumn = (column: AnyColumn): AnyKind | undefined => ofColumn(column)?.kind;

/** drizzle-kit knows the column's type from here alone, and would make uuid again of one that has moved. */
function uuidUnlessPushed(): string {
    const { argv } = (globalThis as { process?: { argv?: string[] } }).process ?? {};
    if (argv?.includes("push") && argv.some((word) => /drizzle-kit/.test(word))) {
        throw new Error(
            "drizzle-kit push with storedId() would move columns back: write migrations",
        );
    }
    return "uuid";
}

type Prefixed<Prefix extends string> = Prefix extends "" ? never : Prefix;

/**
 * A column of uuid, or of an id type by now: the server is sent UUIDs, the program sees ids.
 *
 * @example
 * pgTable("users", { id: storedId(ids.user).primaryKey(), friend: storedId(ids.user, "friend_id") });
 */
export function storedId<Prefix extends string, N extends UuidNotation>(
    kind: UuidKind<Prefixed<Prefix>, N> & UuidKind<Prefix, N>,
    name = "",
): IdColumn<UuidKind<Prefix, N>> {
    const { toColumn, fromColumn } = storable(kind, name || "storedId()");
    // A text without a type, which both kinds of columns take.
    const toDriver = (id: string) => toColumn(id);
    kinds.set(toDriver, { kind, isStored: true });
    return columnOf(
        kind as UuidKind<Prefix, N>,
        uuidUnlessPushed,
        toDriver,
        fromColumn,
    )(name as "");
}

// Conditions ------------------------------------------------------------------------------------

type DataOf<C extends AnyColumn> = C["_"]["data"];
type ColumnLike<C extends AnyColumn> = AnyColumn & { _: { data: DataOf<C> } };
type ColumnOfIds = AnyColumn & { _: { data: Id } };

/** A placeholder is written as its column writes a value, which Drizzle's own leave out. */
const encoded = (column: AnyColumn, value: unknown) =>
    is(value, Placeholder) ? new Param(value, column) : value;

/**
 * Drizzle's own takes any column on the right; this one takes what the column on the left holds, so
 * that eq(users.id, orders.id) does not compile.
 */
export const eq = <C extends AnyColumn>(
    left: C,
    right: DataOf<C> | ColumnLike<C> | SQL | Placeholder,
): SQL => drizzleEq(left, encoded(left, right) as never);

export function inArray<C extends AnyColumn>(left: C, right: DataOf<C>[] | Placeholder): SQL {
    if (!is(right, Placeholder)) return drizzleInArray(left, right);
    const mapToDriverValue = (all: unknown) =>
        (all as unknown[]).map((one) => left.mapToDriverValue(one));
    return sql`${left} = ANY (${new Param(right, { mapToDriverValue })})`;
}

/** The ids that begin with a text; over a column of uuid, a range. */
export function startsWith(column: ColumnOfIds, text: string): SQL {
    const known = ofColumn(column);
    if (!known?.isStored) return sql`${column} ^@ ${text}`;
    const { first, last } = rangeOf(known.kind as AnyUuidKind, text);
    return sql`${column} BETWEEN ${first} AND ${last}`;
}

/** The typeids of a type prefix. */
export const hasPrefix = (column: ColumnOfIds, prefix: string): SQL => sql`${column} @> ${prefix}`;

/** The default as PostgreSQL stores it, so that drizzle-kit sees no difference. */
export const generate = (kind: AnyKind, { type }: ColumnOptions = {}): SQL =>
    sql.raw(defaultOf(kind, type && typeName(type)));
