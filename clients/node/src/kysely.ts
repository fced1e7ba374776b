// Kysely: the extension's types in the schema builder, its operators, and ids over columns of uuid.
//
//   schema.createTable("users").addColumn("id", dataType(ids.user), (c) => c.primaryKey().defaultTo(generate(ids.user)))
//   selectFrom("users").where(startsWith("users.id", "user_01h4"))     id ^@ 'user_01h4', an index scan
//
//   const stored = { "users.id": ids.user, "orders.buyer_id": ids.user };
//   const written = writeIds(stored);
//   new Kysely({
//       dialect: new PostgresDialect({ pool: readIds(pool, stored) }),
//       plugins: [new CamelCasePlugin(), written],
//   });
//   selectFrom("users").where(written.startsWith("users.id", "user_01h4"))         a range

import {
    type Expression,
    type KyselyPlugin,
    type OperationNode,
    type RawBuilder,
    type RootOperationNode,
    sql,
} from "kysely";

import { defaultOf, mapped, rangeOf, sqlTypeOf } from "./columns.js";
import type { AnyKind, AnyUuidKind } from "./ids.js";
import { type Stored, storedKeys } from "./pg.js";

// Columns of the extension's types ------------------------------------------------------------------

export interface ColumnOptions {
    /** The column's type, where it is an id type. */
    readonly type?: string | undefined;
}

export const dataType = (kind: AnyKind, { type }: ColumnOptions = {}): RawBuilder<unknown> =>
    sql`${sql.ref(sqlTypeOf(kind, type))}`;

/** The default as PostgreSQL stores it. */
export const generate = (kind: AnyKind, { type }: ColumnOptions = {}): RawBuilder<string> =>
    sql.raw(defaultOf(kind, type));

const operand = (column: string | Expression<unknown>) =>
    typeof column === "string" ? sql.ref(column) : column;

/** The ids that begin with a text. */
export const startsWith = (
    column: string | Expression<unknown>,
    text: string,
): RawBuilder<boolean> => sql<boolean>`${operand(column)} ^@ ${text}`;

/** The typeids of a type prefix. */
export const hasPrefix = (
    column: string | Expression<unknown>,
    prefix: string,
): RawBuilder<boolean> => sql<boolean>`${operand(column)} @> ${prefix}`;

// Columns of uuid -------------------------------------------------------------------------------

export interface WriteIds extends KyselyPlugin {
    /**
     * The ids of "table.column" that begin with a text, as a range. The third argument is the
     * reference, where the table or the column has another name in the query.
     */
    startsWith(column: string, text: string, reference?: string): RawBuilder<boolean>;
    /**
     * JSON as the server wrote it, of jsonArrayFrom() and others, with ids in place of a table's UUIDs.
     */
    json<T>(table: string, value: T): T;
}

type Node = OperationNode & Record<string, any>;
/** The kinds of a table's columns, by their names. */
type Columns = Map<string, AnyUuidKind>;
/** The tables of a query, by their names there. */
type Tables = Map<string, Columns>;

/** Between a column and a value. */
const comparisons = new Set([
    ...["=", "==", "!=", "<>", "<", "<=", ">", ">=", "in", "not in", "between", "is", "is not"],
    ...["is distinct from", "is not distinct from", "@>", "<@", "&&"],
]);

/**
 * Values that stand beside a column, in VALUES or in SET are written as the UUIDs of their ids. The last
 * plugin: its names are the database's. A value that it does not see beside its column, as in raw SQL,
 * goes out as it is, and a column of uuid refuses an id (22P02). Results are read by readIds().
 *
 * @example
 * new Kysely({ dialect, plugins: [new CamelCasePlugin(), writeIds({ "users.id": ids.user })] });
 */
export function writeIds(given: Stored): WriteIds {
    const stored: Tables = new Map();
    for (const { table, column, kind } of storedKeys(given)) {
        if (kind === null) continue;
        if (!stored.has(table)) stored.set(table, new Map());
        stored.get(table)!.set(column, kind);
    }
    const scopes = scopesOf(stored);
    const transform = transformerOf(stored, scopes);
    return {
        transformQuery: ({ node }) => transform(node as Node, []) as unknown as RootOperationNode,
        transformResult: async ({ result }) => result,
        startsWith(name, text, reference = name) {
            const kind = given[name];
            if (!kind) throw new TypeError(`${JSON.stringify(name)} is not among the stored ids`);
            const { first, last } = rangeOf(kind, text);
            return sql<boolean>`${sql.ref(reference)} between ${first} and ${last}`;
        },
        json<T>(table: string, value: T): T {
            if (Array.isArray(value)) return value.map((one) => this.json(table, one)) as T;
            if (typeof value !== "object" || value === null) return value;
            const columns = stored.get(table);
            const read = (name: string, one: unknown) => {
                const kind = columns?.get(name);
                return kind ? mapped(one, kind.fromColumn) : one;
            };
            const members = Object.entries(value).map(([name, one]) => [name, read(name, one)]);
            return Object.fromEntries(members) as T;
        },
    };
}

const identifierOf = (table: Node): string => table.table.identifier.name;
const columnNameOf = ({ column }: Node): string =>
    column.kind === "ColumnNode" ? column.column.name : column.name;

interface Scopes {
    /** The tables that a query names; outer ones are those of WITH. */
    tablesOf(query: Node, outer: Tables): Tables;
    /** The kind of a column, or of the one column of a query, in scopes of which the last is the innermost. */
    kindOf(node: Node | undefined, scopes: Tables[]): AnyUuidKind | undefined;
}

function scopesOf(stored: Tables): Scopes {
    /** The columns of a table of the database, which may be named with its schema. */
    const storedOf = (table: Node): Columns | undefined => {
        const name = identifierOf(table);
        const schema = table.table.schema?.name;
        return (schema && stored.get(`${schema}.${name}`)) ?? stored.get(name);
    };
    const tablesOf = (query: Node, outer: Tables): Tables => {
        const tables: Tables = new Map();
        const ctes: Tables = new Map(outer);
        for (const { name, expression } of query.with?.expressions ?? []) {
            ctes.set(identifierOf(name.table), renamed(name.columns, expression, ctes));
        }
        const add = (item: Node | undefined, alias?: string): void => {
            switch (item?.kind) {
                case undefined:
                    return;
                case "AliasNode":
                    add(item.node, item.alias.name);
                    return;
                case "ListNode":
                    for (const one of item.items) add(one);
                    return;
                case "TableNode": {
                    const name = identifierOf(item);
                    const columns = ctes.get(name) ?? storedOf(item) ?? new Map();
                    tables.set(alias ?? name, columns);
                    return;
                }
                default:
                    if (alias !== undefined) tables.set(alias, outputOf(item!, ctes));
            }
        };
        add(query.into);
        add(query.table);
        for (const item of query.from?.froms ?? []) add(item);
        for (const item of query.using?.tables ?? []) add(item);
        for (const join of query.joins ?? []) add(join.table);
        if (query.kind === "InsertQueryNode") {
            tables.set("excluded", tables.get(identifierOf(query.into))!);
        }
        return tables;
    };

    /** What a query of WITH gives, whose columns may be named anew: then by their places. */
    const renamed = (names: Node[] | undefined, query: Node, outer: Tables): Columns => {
        const output = outputOf(query, outer);
        if (names === undefined) return output;
        const selections = selectionsOf(query);
        const columns: Columns = new Map();
        if (selections.some(isAll)) return columns;
        names.forEach((name, i) => {
            const kind = selections[i] && output.get(nameOf(selections[i]!) ?? "");
            if (kind) columns.set(name.column.name, kind);
        });
        return columns;
    };

    const selectionsOf = (query: Node): Node[] =>
        (query.returning?.selections ?? query.selections ?? []).map(
            ({ selection }: { selection: Node }) => selection,
        );
    const isAll = (selection: Node) =>
        selection.kind === "SelectAllNode" || selection.column?.kind === "SelectAllNode";
    const nameOf = (selection: Node): string | undefined =>
        selection.kind === "AliasNode"
            ? selection.alias.name
            : selection.column && columnNameOf(selection);

    /** The columns of a query's rows that have ids. */
    const outputOf = (query: Node, outer: Tables): Columns => {
        const found: Columns = new Map();
        const tables = tablesOf(query, outer);
        const addAll = (columns: Columns | undefined) => {
            for (const [name, kind] of columns ?? []) found.set(name, kind);
        };
        for (const selection of selectionsOf(query)) {
            if (selection.kind === "SelectAllNode") {
                for (const [name, columns] of tables) if (name !== "excluded") addAll(columns);
            } else if (isAll(selection)) {
                addAll(tables.get(identifierOf(selection.table)));
            } else {
                const of = selection.kind === "AliasNode" ? selection.node : selection;
                const name = nameOf(selection);
                const kind = kindOf(of, [outer, tables]);
                if (name === undefined) continue;
                if (kind) found.set(name, kind);
                else found.delete(name);
            }
        }
        return found;
    };

    const kindOf = (node: Node | undefined, scopes: Tables[]): AnyUuidKind | undefined => {
        switch (node?.kind) {
            case "ParensNode":
                return kindOf(node.node, scopes);
            case "SelectQueryNode":
                return [...outputOf(node, scopes[scopes.length - 1]!).values()][0];
            case "ReferenceNode":
            case "ColumnNode":
                break;
            default:
                return undefined;
        }
        if (node.column.kind === "SelectAllNode") return undefined;
        const column = columnNameOf(node);
        if (node.table) {
            const table = identifierOf(node.table);
            const scope = [...scopes].reverse().find((tables) => tables.has(table));
            return scope?.get(table)?.get(column);
        }
        // Without a table, of the innermost query: another column there may hide an outer one's.
        const innermost = scopes[scopes.length - 1]?.values() ?? [];
        return [...innermost].find((columns) => columns.has(column))?.get(column);
    };
    return { tablesOf, kindOf };
}

function transformerOf(stored: Tables, { tablesOf, kindOf }: Scopes) {
    // Kysely gives a part of a query, of UNION or WITH, to its plugins by itself, and once more in the whole.
    const done = new WeakSet<object>();
    const written = <T extends Node>(node: T): T => {
        done.add(node);
        return node;
    };

    /** What stands beside a column of a kind. */
    const besideColumn = (node: Node, kind: AnyUuidKind | undefined, scopes: Tables[]): Node => {
        if (kind === undefined) return transform(node, scopes);
        if (done.has(node)) return node;
        const beside = (one: Node) => besideColumn(one, kind, scopes);
        switch (node.kind) {
            case "ValueNode":
                return written({ ...node, value: mapped(node.value, kind.toColumn) });
            case "PrimitiveValueListNode":
                return written({ ...node, values: mapped(node.values, kind.toColumn) });
            case "ValueListNode":
                return { ...node, values: node.values.map(beside) };
            case "AndNode": // of BETWEEN
                return { ...node, left: beside(node.left), right: beside(node.right) };
            case "ParensNode":
                return { ...node, node: beside(node.node) };
            default:
                return transform(node, scopes);
        }
    };

    /** A row of VALUES. */
    const row = (node: Node, kinds: (AnyUuidKind | undefined)[], scopes: Tables[]): Node => {
        const isPrimitive = node.kind === "PrimitiveValueListNode";
        const values = node.values.map((one: any, i: number) => {
            const kind = kinds[i];
            if (!isPrimitive) return besideColumn(one, kind, scopes);
            return kind ? mapped(one, kind.toColumn) : one;
        });
        return { ...node, values };
    };
    const rowsOf = (insert: Node, scopes: Tables[]): Node => {
        const table = insert.into;
        const schema = table.table.schema?.name;
        const name = identifierOf(table);
        const columns = (schema && stored.get(`${schema}.${name}`)) ?? stored.get(name);
        const kinds = (insert.columns ?? []).map((one: Node) => columns?.get(columnNameOf(one)));
        const rows = insert.values as Node;
        const values = rows.values.map((one: Node) => row(one, kinds, scopes));
        return written({ ...rows, values });
    };

    const transform = (node: Node, outer: Tables[]): Node => {
        const isQuery = /^(Select|Insert|Update|Delete)QueryNode$/.test(node.kind);
        const around = outer[outer.length - 1] ?? new Map();
        const scopes = isQuery ? [...outer, tablesOf(node, around)] : outer;
        if (node.kind === "BinaryOperationNode" && comparisons.has(node.operator.operator)) {
            const { leftOperand: left, rightOperand: right } = node;
            return {
                ...node,
                leftOperand: besideColumn(left, kindOf(right, scopes), scopes),
                rightOperand: besideColumn(right, kindOf(left, scopes), scopes),
            } as Node;
        }
        if (node.kind === "ColumnUpdateNode") {
            const value = besideColumn(node.value, kindOf(node.column, scopes), scopes);
            return { ...node, value } as Node;
        }
        const hasRows = node.kind === "InsertQueryNode" && node.values?.kind === "ValuesNode";
        const out: Node = { ...node };
        for (const [key, value] of Object.entries(node)) {
            if (hasRows && key === "values") {
                if (!done.has(value)) out[key] = rowsOf(node, scopes);
            } else if (Array.isArray(value)) {
                out[key] = value.map((one) => (one?.kind ? transform(one, scopes) : one));
            } else if (value?.kind && key !== "into") {
                out[key] = transform(value, scopes);
            }
        }
        return out;
    };
    return transform;
}
