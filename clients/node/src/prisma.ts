// Prisma: ids over plain uuid columns.
//
//   const adapter = new PrismaPg(
//       { connectionString, options: "-c base62id.output=uuid" },
//       { userDefinedTypeParser: prismaArrays() },
//   );
//   const prisma = new PrismaClient({ adapter }).$extends(
//       storedIds({ User: { id: ids.user }, Order: { id: ids.order, buyerId: ids.user } }),
//   );
//   prisma.user.findMany({ where: { id: { startsWith: "user_01h4" } } });       a range
//
// The columns are String @db.Uuid, or of id types by now; the program sees ids. By the fields of the
// models: JSON, texts and raw SQL are left alone.

import { mapped, rangeOf, storable } from "./columns.js";
import type { AnyUuidKind, UuidKind } from "./ids.js";

type Given = Record<string, unknown>;
type Kinds = Record<string, Record<string, AnyUuidKind>>;
interface Field {
    readonly name: string;
    readonly kind: string;
    readonly type: string;
}
interface Models {
    [model: string]: { readonly fields: readonly Field[] };
}
interface Operation {
    model: string;
    args: Given;
    query: (args: Given) => Promise<unknown>;
    __internalParams?: { dataPath?: string[] };
}

/** Neither a Date nor another class's object. */
const isObject = (value: unknown): value is Given =>
    typeof value === "object" &&
    value !== null &&
    [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Objects as one says, in lists, too; what is no object is left as it is. */
const objects = (value: unknown, one: (value: Given) => unknown): unknown => {
    if (Array.isArray(value)) return value.map((each) => objects(each, one));
    return isObject(value) ? one(value) : value;
};

const eachMember = (given: Given, one: (name: string, value: unknown) => unknown): Given =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, one(name, value)]));

/** Filters of a list of related rows, and of one of them. */
const quantifiers = ["some", "every", "none", "is", "isNot"];
/** What a text has and an id over uuid has not. */
const textFilters = ["contains", "endsWith", "mode", "search"];

/**
 * An extension of a client: of each model the fields that have ids.
 *
 * @example
 * new PrismaClient({ adapter }).$extends(storedIds({ User: { id: ids.user } }));
 */
export function storedIds(
    kinds: Readonly<Record<string, Readonly<Record<string, UuidKind<any, any>>>>>,
): <Client>(client: Client) => Client {
    for (const [model, fields] of Object.entries(kinds)) {
        for (const [name, kind] of Object.entries(fields)) storable(kind, `${model}.${name}`);
    }
    return (client) => {
        const { models } = (client as { _runtimeDataModel: { models: Models } })._runtimeDataModel;
        for (const [model, fields] of Object.entries(kinds)) {
            for (const name of Object.keys(fields)) {
                if (!models[model]?.fields.some((field) => field.name === name)) {
                    throw new TypeError(`there is no field ${model}.${name}`);
                }
            }
        }
        const write = writerOf(kinds, models);
        const read = readerOf(kinds, models);
        const $allOperations = async ({ model, args, query, __internalParams }: Operation) => {
            // prisma.user.findUnique(…).orders() is a query of User whose result is of Order.
            const path = __internalParams?.dataPath ?? [];
            const of = path.reduce((at, name) => relationOf(models, at, name) ?? at, model);
            return read(of, await query(write(model, args ?? {})));
        };
        const extension = { name: "base62id", query: { $allModels: { $allOperations } } };
        return (client as { $extends: (extension: unknown) => typeof client }).$extends(extension);
    };
}

const fieldOf = (models: Models, model: string, name: string): Field | undefined =>
    models[model]?.fields.find((field) => field.name === name);

/** The model that a field relates to. */
function relationOf(models: Models, model: string, name: string): string | undefined {
    const field = fieldOf(models, model, name);
    return field?.kind === "object" ? field.type : undefined;
}

/** The arguments of an operation, with UUIDs in place of ids. */
function writerOf(kinds: Kinds, models: Models): (model: string, args: Given) => Given {
    const related = (model: string, name: string) => relationOf(models, model, name);

    /** A value of a field, what update says of it ({ set }, { push }), or what having says ({ _min }). */
    const written = (given: unknown, kind: AnyUuidKind): unknown =>
        isObject(given)
            ? eachMember(given, (_, value) => written(value, kind))
            : mapped(given, kind.toColumn);

    /**
     * What a field is asked, as conditions that all hold: each beginning and each negation of several
     * is a condition of its own, because a filter has one gte and one lte, which may be given, too.
     */
    const conditions = (field: string, given: unknown, kind: AnyUuidKind): Given[] => {
        if (!isObject(given)) return [{ [field]: written(given, kind) }];
        const others: Given = {};
        const own: Given[] = [];
        for (const [name, value] of Object.entries(given)) {
            if (textFilters.includes(name)) {
                throw new TypeError(`${name}: the server has no text of an id`);
            }
            if (name === "startsWith" && value !== undefined) {
                const { first, last } = rangeOf(kind, value as string);
                own.push({ [field]: { gte: first, lte: last } });
            } else if (name === "not" && isObject(value)) {
                own.push({ NOT: { AND: conditions(field, value, kind) } });
            } else {
                others[name] = written(value, kind);
            }
        }
        return Object.keys(others).length > 0 || own.length === 0
            ? [{ [field]: others }, ...own]
            : own;
    };

    const where = (model: string, given: unknown): unknown =>
        objects(given, (all) => {
            const out: Given = {};
            const and: Given[] = [];
            for (const [name, value] of Object.entries(all)) {
                const kind = kinds[model]?.[name];
                const other = related(model, name);
                if (kind) {
                    const found = conditions(name, value, kind);
                    if (found.length === 1 && name in found[0]!) out[name] = found[0]![name];
                    else and.push(...found);
                } else if (other) {
                    out[name] = relation(other, value);
                } else {
                    // AND, OR, NOT, and a key of several columns; no other scalar.
                    out[name] = fieldOf(models, model, name) ? value : where(model, value);
                }
            }
            if (and.length > 0) {
                const given = out.AND;
                out.AND = [...(given === undefined ? [] : [given].flat()), ...and];
            }
            return out;
        });
    const relation = (model: string, value: unknown): unknown => {
        const isQuantified =
            isObject(value) && Object.keys(value).every((key) => quantifiers.includes(key));
        return isQuantified
            ? eachMember(value, (_, one) => where(model, one))
            : where(model, value);
    };

    const data = (model: string, given: unknown): unknown =>
        objects(given, (all) =>
            eachMember(all, (name, value) => {
                const kind = kinds[model]?.[name];
                const other = related(model, name);
                if (kind) return written(value, kind);
                return other ? nested(other, value) : value;
            }),
        );
    /** What a relation of a row that is written is told. */
    const nested = (model: string, given: unknown): unknown =>
        objects(given, (all) =>
            eachMember(all, (name, value) => {
                switch (name) {
                    case "create":
                        return data(model, value);
                    case "connect":
                    case "disconnect":
                    case "set":
                    case "delete":
                    case "deleteMany":
                        return where(model, value);
                    case "update":
                    case "upsert":
                        return objects(value, (one) =>
                            "where" in one || "data" in one || "create" in one
                                ? args(model, one)
                                : data(model, one),
                        );
                    default: // connectOrCreate, createMany, updateMany
                        return objects(value, (one) => args(model, one));
                }
            }),
        );

    const selected = (model: string, given: unknown): unknown =>
        objects(given, (all) =>
            eachMember(all, (name, value) => {
                if (name === "_count") {
                    return objects(value, (count) => ({
                        ...count,
                        select: selected(model, count.select),
                    }));
                }
                const other = related(model, name);
                return other ? objects(value, (one) => args(other, one)) : value;
            }),
        );

    const args = (model: string, given: Given): Given =>
        eachMember(given, (name, value) => {
            switch (name) {
                case "cursor":
                case "where":
                case "having":
                    return where(model, value);
                case "data":
                case "create":
                case "update":
                    return data(model, value);
                case "select":
                case "include":
                    return selected(model, value);
                default:
                    return value;
            }
        });
    return args;
}

/** The rows of a result, with ids in place of UUIDs. */
function readerOf(kinds: Kinds, models: Models): (model: string, given: unknown) => unknown {
    // Prisma joins rows by the texts of their keys: where a key has moved and what refers to it has
    // not, a buyer would be null.
    const idOf = (kind: AnyUuidKind) => (text: string) => {
        if (text[8] === "-") return kind.fromColumn(text);
        throw new TypeError(
            'a column has moved: PrismaPg wants options: "-c base62id.output=uuid"',
        );
    };
    // Of each model what a row of it can have: a row may have a hundred fields of which one is an id.
    const parts = Object.fromEntries(
        Object.entries(models).map(([model, { fields }]) => {
            const own = Object.entries(kinds[model] ?? {});
            const ids = own.map(([name, kind]) => ({ name, one: idOf(kind) }));
            return [model, { ids, related: fields.filter(({ kind }) => kind === "object") }];
        }),
    );
    const read = (model: string, given: unknown): unknown => {
        if (Array.isArray(given)) for (const row of given) read(model, row);
        if (typeof given !== "object" || given === null || Array.isArray(given)) return given;
        const row = given as Given;
        const { ids, related } = parts[model]!;
        for (const { name, one } of ids) {
            const value = row[name];
            if (value) row[name] = mapped(value, one);
        }
        for (const { name, type } of related) if (row[name]) read(type, row[name]);
        for (const name of ["_min", "_max"]) if (row[name]) read(model, row[name]);
        return row;
    };
    return read;
}
