// Kysely: the extension's types in the schema builder, and its operators. Goes with base62id.ts.
//
//   schema.createTable("users").addColumn("id", dataType("typeid"), (c) => c.primaryKey().defaultTo(generate("user")))
//   selectFrom("users").where(startsWith("users.id", "user_01h4"))     id ^@ 'user_01h4', an index scan
//   new Kysely({ plugins: [storedIds({ "users.id": { prefix: "user" } })] })    over a column of uuid

import { type Expression, type KyselyPlugin, type OperationNode, type QueryId, type RawBuilder, type RootOperationNode, sql } from "kysely";

import { type Name, newId, parse, prefixRange, toColumn, typePrefix, type UuidName } from "./base62id.js";
import { idOf, parseArray } from "./base62id-pg.js";

export const dataType = (name: Name | (string & {})): RawBuilder<unknown> => sql`${sql.ref(name)}`;

/** The default as PostgreSQL stores it; newId() raises where this is no type prefix. */
export const generate = (prefix: string): RawBuilder<string> => sql.raw(`typeid_generate('${typePrefix(newId(prefix))}'::text)`);

/** An id that comes from outside: its canonical text, or an Error before there is a query. */
export const id = parse;

const operand = (column: string | Expression<unknown>) => (typeof column === "string" ? sql.ref(column) : column);

export const startsWith = (column: string | Expression<unknown>, text: string): RawBuilder<boolean> =>
    sql<boolean>`${operand(column)} ^@ ${text}`;
export const hasPrefix = (column: string | Expression<unknown>, prefix: string): RawBuilder<boolean> =>
    sql<boolean>`${operand(column)} @> ${prefix}`;

// Columns of core's uuid, or of the type by now, of which the program sees ids -----------------------------------

export interface StoredKind {
    prefix: string;
    notation?: UuidName | undefined;
    /** Whether a UUID's own text is taken. */
    acceptUuid?: boolean | undefined;
}
type Columns = Map<string, StoredKind>;
type Tables = Map<string, Columns>;
type Node = OperationNode & Record<string, any>;

export interface StoredIds extends KyselyPlugin {
    /** The ids of a table's columns in what JSON has of its rows: jsonArrayFrom() and others give what the server wrote. */
    json<T>(table: string, value: T): T;
    /** The ids of "table.column" that begin with a text are a range; the third argument is the reference, where a table has another name. */
    startsWith(column: string, text: string, reference?: string): RawBuilder<boolean>;
}

const comparisons = new Set(["=", "==", "!=", "<>", "<", "<=", ">", ">=", "in", "not in", "between", "is", "is not", "is distinct from", "is not distinct from", "@>", "<@", "&&"]);

/**
 * By the columns that a query names, and not by what a text looks like: storedIds({ "users.id": { prefix: "user" },
 * "orders.buyer_id": { prefix: "user" } }). Values beside a column, in VALUES and SET are written as the UUIDs of their ids, and
 * the columns of the result read as ids. Raw SQL and JSON are left alone.
 */
export function storedIds(kinds: Record<string, StoredKind>): StoredIds {
    const stored: Tables = new Map();
    for (const [name, kind] of Object.entries(kinds)) {
        const dot = name.lastIndexOf("."), table = name.slice(0, dot);
        if (dot < 1 || !kind.prefix) throw new TypeError(`${name}: "table.column", with a type prefix`);
        prefixRange(kind.notation ?? "typeid", "", kind.prefix);
        if (!stored.has(table)) stored.set(table, new Map());
        stored.get(table)!.set(name.slice(dot + 1), kind);
    }
    const write = (value: unknown, kind: StoredKind): unknown => {
        if (Array.isArray(value)) return value.map((one) => write(one, kind));
        const notation = kind.notation ?? "typeid";
        return typeof value === "string" ? toColumn(notation, value, kind.prefix, kind) : value;
    };
    const read = (value: unknown, kind: StoredKind): unknown => {
        if (typeof value !== "string") return Array.isArray(value) ? value.map((one) => read(one, kind)) : value;
        return value[0] === "{" ? read(parseArray(value), kind) : idOf(kind.notation ?? "typeid", value, kind.prefix);
    };

    const nameOf = (table: Node): string => table["table"].identifier.name;
    const columnOf = ({ column }: Node): string => (column.kind === "ColumnNode" ? column.column.name : column.name);
    /** The tables that a query names, each by its name there. */
    const tablesOf = (node: Node, outer: Tables): Tables => {
        const tables: Tables = new Map();
        const ctes: Tables = new Map(outer);
        for (const one of node["with"]?.expressions ?? []) ctes.set(nameOf(one.name.table), outputOf(one.expression, ctes));
        const add = (item: Node | undefined, alias?: string): void => {
            if (item?.kind === "AliasNode") add(item["node"], item["alias"].name);
            else if (item?.kind === "TableNode") tables.set(alias ?? nameOf(item), ctes.get(nameOf(item)) ?? stored.get(nameOf(item)) ?? new Map());
            else if (item?.kind === "ListNode") for (const one of item["items"]) add(one);
            else if (item && alias !== undefined) tables.set(alias, outputOf(item, ctes));
        };
        for (const item of [node["into"], node["table"], ...(node["from"]?.froms ?? []), ...(node["using"]?.tables ?? [])]) add(item);
        for (const join of node["joins"] ?? []) add(join.table);
        if (node.kind === "InsertQueryNode") tables.set("excluded", tables.get(nameOf(node["into"]))!);
        return tables;
    };
    const kindOf = (node: Node | undefined, scopes: Tables[]): StoredKind | undefined => {
        if (node?.kind === "ParensNode") return kindOf(node["node"], scopes);
        if (node?.kind === "SelectQueryNode") return [...outputOf(node, scopes[scopes.length - 1]!).values()][0];
        if (node?.kind !== "ReferenceNode" && node?.kind !== "ColumnNode") return undefined;
        if ((node["column"] as Node).kind === "SelectAllNode") return undefined;
        const column = columnOf(node);
        for (const scope of [...scopes].reverse()) {
            if (node["table"]) {
                const found = scope.get(nameOf(node["table"]));
                if (found) return found.get(column);
                continue;
            }
            for (const columns of scope.values()) if (columns.has(column)) return columns.get(column);
        }
        return undefined;
    };
    /** The columns of a query's rows that have ids. */
    const outputOf = (node: Node, outer: Tables): Columns => {
        const found: Columns = new Map();
        const tables = tablesOf(node, outer);
        const all = (columns: Columns | undefined) => columns?.forEach((kind, name) => found.set(name, kind));
        for (const { selection } of (node["returning"]?.selections ?? node["selections"] ?? []) as { selection: Node }[]) {
            if (selection.kind === "SelectAllNode") tables.forEach((columns, name) => name !== "excluded" && all(columns));
            else if (selection["column"]?.kind === "SelectAllNode") all(tables.get(nameOf(selection["table"])));
            else {
                const aliased = selection.kind === "AliasNode";
                const kind = kindOf(aliased ? selection["node"] : selection, [outer, tables]);
                const name = aliased ? selection["alias"].name : columnOf(selection);
                if (kind && name) found.set(name, kind);
                else found.delete(name);
            }
        }
        return found;
    };
    // Kysely gives a part of a query, of UNION or WITH, to its plugins by itself, and once more in the whole.
    const done = new WeakSet<object>();
    const written = <T extends Node>(node: T): T => {
        done.add(node);
        return node;
    };
    const converted = (node: Node, kind: StoredKind | undefined, scopes: Tables[]): Node => {
        if (kind === undefined) return walk(node, scopes);
        if (done.has(node)) return node;
        switch (node.kind) {
            case "ValueNode":
                return written({ ...node, value: write(node["value"], kind) });
            case "PrimitiveValueListNode":
                return written({ ...node, values: write(node["values"], kind) });
            case "ValueListNode":
                return { ...node, values: node["values"].map((one: Node) => converted(one, kind, scopes)) };
            case "AndNode": // of BETWEEN
                return { ...node, left: converted(node["left"], kind, scopes), right: converted(node["right"], kind, scopes) };
            case "ParensNode":
                return { ...node, node: converted(node["node"], kind, scopes) };
            default:
                return walk(node, scopes);
        }
    };
    const row = (node: Node, columns: (StoredKind | undefined)[], scopes: Tables[]): Node => {
        const primitive = node.kind === "PrimitiveValueListNode";
        const values = node["values"].map((one: any, i: number) =>
            primitive ? (columns[i] ? write(one, columns[i]!) : one) : converted(one, columns[i], scopes));
        return { ...node, values };
    };
    const walk = (node: Node, outer: Tables[]): Node => {
        const isQuery = /^(Select|Insert|Update|Delete)QueryNode$/.test(node.kind);
        const scopes = isQuery ? [...outer, tablesOf(node, outer[outer.length - 1] ?? new Map())] : outer;
        if (node.kind === "BinaryOperationNode" && comparisons.has(node["operator"].operator)) {
            const { leftOperand: left, rightOperand: right } = node;
            return { ...node, leftOperand: converted(left, kindOf(right, scopes), scopes), rightOperand: converted(right, kindOf(left, scopes), scopes) } as Node;
        }
        if (node.kind === "ColumnUpdateNode")
            return { ...node, value: converted(node["value"], kindOf(node["column"], scopes), scopes) } as Node;
        const out: Node = { ...node };
        const rows = node.kind === "InsertQueryNode" && node["values"]?.kind === "ValuesNode" ? (node["values"] as Node) : undefined;
        for (const [key, value] of Object.entries(node)) {
            if (value === rows) continue;
            if (Array.isArray(value)) out[key] = value.map((one) => (one?.kind ? walk(one, scopes) : one));
            else if (value?.kind && value !== node["into"]) out[key] = walk(value, scopes);
        }
        if (rows && !done.has(rows)) {
            const columns = (node["columns"] ?? []).map((one: Node) => stored.get(nameOf(node["into"]))?.get(columnOf(one)));
            out["values"] = written({ ...rows, values: rows["values"].map((one: Node) => row(one, columns, scopes)) });
        }
        return out;
    };
    const outputs = new WeakMap<QueryId, Columns>();
    return {
        transformQuery: ({ node, queryId }) => {
            outputs.set(queryId, outputOf(node as Node, new Map()));
            return walk(node as Node, []) as unknown as RootOperationNode;
        },
        transformResult: async ({ queryId, result }) => {
            for (const [name, kind] of outputs.get(queryId) ?? [])
                for (const one of result.rows) if (one[name] !== undefined) one[name] = read(one[name], kind);
            return result;
        },
        json<T>(table: string, value: T): T {
            if (Array.isArray(value)) return value.map((one) => this.json(table, one)) as T;
            if (typeof value !== "object" || value === null) return value;
            return Object.fromEntries(Object.entries(value).map(([name, one]) => {
                const kind = stored.get(table)?.get(name);
                return [name, kind ? read(one, kind) : one];
            })) as T;
        },
        startsWith(column, text, reference = column) {
            const kind = kinds[column];
            if (kind === undefined) throw new TypeError(`${column} is not among the stored ids`);
            const found = prefixRange(kind.notation ?? "typeid", text, kind.prefix);
            return found ? sql<boolean>`${sql.ref(reference)} between ${found.first} and ${found.last}` : sql<boolean>`false`;
        },
    };
}
