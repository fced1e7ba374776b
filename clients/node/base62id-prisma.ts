// Prisma: ids over plain uuid columns. Goes with base62id.ts.
//
//   const adapter = new PrismaPg({ connectionString, options: "-c base62id.output=uuid" }, { userDefinedTypeParser: prismaArrays() })
//   const prisma = new PrismaClient({ adapter }).$extends(storedIds({ User: { id: { prefix: "user" } }, Order: { … } }))
//   prisma.user.findMany({ where: { id: { startsWith: "user_01h4" } } })        a range
//
// The columns are String @db.Uuid, or of typed ids by now; the program sees ids. By the fields of the models: JSON, texts and raw
// SQL are left alone.

import { prefixRange, toColumn, type UuidName } from "./base62id.js";
import { idOf } from "./base62id-pg.js";

export interface StoredKind {
    prefix: string;
    notation?: UuidName | undefined;
    /** Whether a UUID's own text is taken. */
    acceptUuid?: boolean | undefined;
}
type Given = Record<string, unknown>;
interface Models {
    [model: string]: { fields: readonly { name: string; kind: string; type: string }[] };
}

const isObject = (value: unknown): value is Given =>
    typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));
const mapped = (value: unknown, one: (value: Given) => unknown): unknown =>
    Array.isArray(value) ? value.map((each) => mapped(each, one)) : isObject(value) ? one(value) : value;

/** An extension of a client: the fields of its models that have ids. */
export function storedIds(kinds: Record<string, Record<string, StoredKind>>) {
    for (const { prefix, notation = "typeid" } of Object.values(kinds).flatMap((fields) => Object.values(fields))) {
        if (!prefix) throw new TypeError("a plain uuid column has ids with a type prefix");
        prefixRange(notation, "", prefix);
    }
    return <Client>(client: Client): Client => {
        const { models } = (client as { _runtimeDataModel: { models: Models } })._runtimeDataModel;
        for (const [model, fields] of Object.entries(kinds)) {
            for (const name of Object.keys(fields)) {
                if (!models[model]?.fields.some((field) => field.name === name)) throw new TypeError(`there is no field ${model}.${name}`);
            }
        }
        const fieldOf = (model: string, name: string) => models[model]!.fields.find((field) => field.name === name);
        const relationOf = (model: string, name: string) => models[model]!.fields.find((field) => field.name === name && field.kind === "object")?.type;
        const written = (value: unknown, kind: StoredKind): unknown => {
            if (Array.isArray(value)) return value.map((one) => written(one, kind));
            const { notation = "typeid", prefix, acceptUuid } = kind;
            return typeof value === "string" ? toColumn(notation, value, prefix, { acceptUuid }) : value;
        };
        const filter = (given: unknown, kind: StoredKind): unknown => {
            if (!isObject(given)) return written(given, kind);
            const out: Given = {};
            for (const [name, value] of Object.entries(given)) {
                if (["contains", "endsWith", "mode", "search"].includes(name)) throw new TypeError(`${name}: the server has no text of an id`);
                if (name === "startsWith") {
                    const range = prefixRange(kind.notation ?? "typeid", value as string, kind.prefix);
                    Object.assign(out, range ? { gte: range.first, lte: range.last } : { in: [] });
                } else out[name] = filter(value, kind);
            }
            return out;
        };
        const where = (model: string, given: unknown): unknown =>
            mapped(given, (all) =>
                Object.fromEntries(Object.entries(all).map(([name, value]) => {
                    const kind = kinds[model]?.[name], related = relationOf(model, name);
                    if (kind) return [name, filter(value, kind)];
                    if (related) {
                        const quantified = isObject(value) && Object.keys(value).every((key) => ["some", "every", "none", "is", "isNot"].includes(key));
                        return [name, quantified ? mapped(value, (some) => Object.fromEntries(Object.entries(some).map(([key, one]) => [key, where(related, one)]))) : where(related, value)];
                    }
                    // AND, OR, NOT, and a key of several columns; no other scalar.
                    return [name, fieldOf(model, name) ? value : where(model, value)];
                })));
        const nested = (model: string, given: unknown): unknown =>
            mapped(given, (all) =>
                Object.fromEntries(Object.entries(all).map(([name, value]) => {
                    switch (name) {
                        case "create":
                            return [name, data(model, value)];
                        case "connect":
                        case "disconnect":
                        case "set":
                        case "delete":
                        case "deleteMany":
                            return [name, where(model, value)];
                        case "update":
                        case "upsert":
                            return [name, mapped(value, (one) => (("where" in one || "data" in one || "create" in one) ? args(model, one) : data(model, one)))];
                        default: // connectOrCreate, createMany, updateMany
                            return [name, mapped(value, (one) => args(model, one))];
                    }
                })));
        const data = (model: string, given: unknown): unknown =>
            mapped(given, (all) =>
                Object.fromEntries(Object.entries(all).map(([name, value]) => {
                    const kind = kinds[model]?.[name], related = relationOf(model, name);
                    return [name, kind ? filter(value, kind) : related ? nested(related, value) : value];
                })));
        const selected = (model: string, given: unknown): unknown =>
            mapped(given, (all) =>
                Object.fromEntries(Object.entries(all).map(([name, value]) => {
                    const related = relationOf(model, name);
                    if (name === "_count") return [name, mapped(value, (count) => ({ ...count, select: selected(model, count["select"]) }))];
                    return [name, related ? mapped(value, (one) => args(related, one)) : value];
                })));
        const args = (model: string, given: Given): Given => {
            const out = { ...given };
            for (const name of ["where", "cursor", "having"]) if (name in out) out[name] = where(model, out[name]);
            for (const name of ["data", "create", "update"]) if (name in out) out[name] = data(model, out[name]);
            for (const name of ["select", "include"]) if (name in out) out[name] = selected(model, out[name]);
            return out;
        };
        // Prisma joins rows by the texts of their keys: where a key has moved and what refers to it has not, a buyer would be null.
        const moved = (): never => { throw new TypeError('a column has moved: PrismaPg wants options: "-c base62id.output=uuid"'); };
        // Of each model what a row of it can have of ids, and of rows: a row may have a hundred fields of which one is an id.
        const idsOf = (model: string) =>
            Object.entries(kinds[model] ?? {}).map(([name, { notation = "typeid", prefix }]) =>
                ({ name, one: (text: unknown) => (typeof text === "string" ? idOf(notation, text[8] === "-" ? text : moved(), prefix) : text) }));
        const parts = Object.fromEntries(Object.entries(models).map(([model, { fields }]) =>
            [model, { ids: idsOf(model), related: fields.filter(({ kind }) => kind === "object") }]));
        const read = (model: string, given: unknown): unknown => {
            if (Array.isArray(given)) for (const row of given) read(model, row);
            if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
            const row = given as Given, { ids, related } = parts[model]!;
            for (const { name, one } of ids) {
                const value = row[name];
                if (value) row[name] = Array.isArray(value) ? value.map(one) : one(value);
            }
            for (const { name, type } of related) if (row[name]) read(type, row[name]);
            if (row["_min"]) read(model, row["_min"]);
            if (row["_max"]) read(model, row["_max"]);
            return row;
        };
        interface Operation {
            model: string;
            args: Given;
            query: (args: Given) => Promise<unknown>;
            __internalParams?: { dataPath?: string[] };
        }
        const $allOperations = async ({ model, args: given, query, __internalParams }: Operation) => {
            // prisma.user.findUnique(…).orders() is a query of User whose result is of Order.
            const path = __internalParams?.dataPath ?? [];
            const of = path.reduce((at, name) => relationOf(at, name) ?? at, model);
            return read(of, await query(args(model, given ?? {})));
        };
        return (client as { $extends: (extension: unknown) => Client }).$extends({ name: "base62id", query: { $allModels: { $allOperations } } });
    };
}
