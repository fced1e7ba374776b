// Sequelize: the extension's types, and ids over columns of uuid, in models. Goes with base62id.ts.
//
//   const userId = sequelizeId("user_id", { prefix: "user", stored: "uuid" })
//   User.init({ id: { type: userId, primaryKey: true }, friends: { type: sequelizeId("user_id", { …, array: true }) } }, { sequelize })
//   withIds(new Sequelize(url))                           before the first query
//   where: { id: startsWith(userId, "user_01h4") }        a range

import { Op, type Sequelize } from "sequelize";

import { fromUuid, InvalidIdError, type Made, type Name, names, type Notation, parse, prefixRange, toColumn, type UuidName } from "./base62id.js";
import { idOf, parseArray } from "./base62id-pg.js";

interface Options extends Made {
    /** Only ids of this type prefix are accepted. */
    prefix?: string | undefined;
    /** Of a typed id, where it is none of TypeID's: with it the prefix is needed. */
    notation?: Notation | undefined;
    array?: boolean | undefined;
    /** The column is one of core's uuid, or of the type by now; the program sees ids. */
    stored?: "uuid" | undefined;
}

const mapped = (value: unknown, one: (text: string) => string): unknown =>
    Array.isArray(value) ? value.map((member) => mapped(member, one)) : typeof value === "string" ? one(value) : value;

/** No DataTypes.ABSTRACT: that is a proxy, whose heirs lose their methods. */
class IdType {
    readonly key: string = "BASE62ID";
    /** What an attribute is given is what its row has. A text that is no id is told where it is sent. */
    readonly _sanitize = (value: unknown, from?: { raw?: boolean; isNewRecord?: boolean }): unknown => {
        if (from?.raw && from.isNewRecord === false) return value; // of a row that was read
        try {
            return mapped(value, this.parse);
        } catch (error) {
            if (error instanceof InvalidIdError) return value;
            throw error;
        }
    };
    readonly parse: (text: string) => string;
    readonly read: (value: unknown) => unknown;
    readonly range: (text: string) => readonly [string, string] | undefined;
    private readonly write: (text: string) => string;
    private readonly sql: string;

    constructor(name: string, { prefix, notation = "typeid", array, stored, ...made }: Options) {
        const type = (names as string[]).includes(name) ? (name as Name) : notation, uuids = type as UuidName;
        if (!/^(?:[a-z_][a-z0-9_]*\.)?[a-z_][a-z0-9_]*$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of a type that needs no quotes`);
        if (stored && (made.masked || !prefix)) throw new TypeError("a plain uuid column has ids with a type prefix, and no mask");
        if (stored) prefixRange(uuids, "", prefix); // raises of what is no plain uuid
        this.sql = (stored ?? name) + (array ? "[]" : "");
        this.parse = (text) => parse(type, text, prefix, made);
        // The server is sent a UUID's text without a type, which both kinds of columns take.
        this.write = stored ? (text) => toColumn(uuids, text, prefix, made) : this.parse;
        const own = stored ? (text: string) => idOf(uuids, text, prefix) : (text: string) => text;
        this.read = (value) => mapped(array && typeof value === "string" ? parseArray(value) : value, own);
        this.range = (text) => {
            const found = prefixRange(uuids, text, prefix);
            return found && [fromUuid(uuids, found.first, prefix), fromUuid(uuids, found.last, prefix)];
        };
    }
    toSql(): string {
        return this.sql;
    }
    toString(): string {
        return this.sql;
    }
    stringify(value: unknown): unknown {
        const written = mapped(value, this.write);
        return Array.isArray(written) ? `{${written.map((one) => (one === null ? "NULL" : `"${one}"`)).join()}}` : written;
    }
    bindParam(value: unknown, { bindParam }: { bindParam: (value: unknown) => string }): string {
        return bindParam(this.stringify(value));
    }
}

/** The type of an attribute: a type's name, or that of a typed id with its prefix. */
export const sequelizeId = (name: Name | (string & {}), options: Options = {}): any => new IdType(name, options);

/** The ids that begin with a text, as a condition of an attribute. */
export const startsWith = (type: any, text: string): object => {
    const range = (type as IdType).range(text);
    return range ? { [Op.between]: range } : { [Op.in]: [] };
};

interface Result {
    fields: { name: string; tableID: number; columnID: number }[];
    rows: Record<string, unknown>[];
}
type Done = (error: unknown, result?: Result | Result[]) => void;
type Query = (...given: unknown[]) => unknown;

/**
 * Ids are read by the columns that results come from, in finders, RETURNING and raw SQL alike; JSON is as the server wrote it.
 * sync({ alter: true }) is an error where a column with ids is of another type than its model says: it would be moved back.
 */
export function withIds<T extends Sequelize>(sequelize: T): T {
    const typeOf = (schema: string, table: string, column: string): IdType | undefined => {
        for (const model of Object.values(sequelize.models)) {
            const named = model.getTableName() as string | { tableName: string; schema: string };
            const own = typeof named === "string" ? { tableName: named, schema: "" } : named;
            if (own.tableName !== table || (own.schema && own.schema !== schema)) continue;
            for (const { field, type } of Object.values(model.getAttributes()) as unknown as { field: string; type: unknown }[])
                if (field === column && type instanceof IdType) return type;
        }
        return undefined;
    };
    // By the OIDs of tables, each with the numbers of its columns: those made anew have others.
    const known = new Map<number, Map<number, IdType | undefined>>();
    const convert = async (result: Result, query: Query): Promise<void> => {
        const of = ({ tableID, columnID }: Result["fields"][0]) => known.get(tableID)?.get(columnID);
        const origins = (result.fields ?? []).filter(({ tableID, columnID }) => tableID >= 16384 && columnID > 0);
        const unknown = origins.filter(({ tableID, columnID }) => !known.get(tableID)?.has(columnID)).map(({ tableID }) => tableID);
        if (unknown.length > 0) {
            const asked = "SELECT attrelid, attnum, nspname, relname, attname FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class c ON c.oid = attrelid"
                + " JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace WHERE attrelid = ANY ($1::oid[])";
            const { rows } = (await query(asked, [`{${unknown.join()}}`])) as Result;
            for (const { attrelid, attnum, nspname, relname, attname } of rows as Record<string, any>[]) {
                if (!known.has(attrelid)) known.set(attrelid, new Map());
                known.get(attrelid)!.set(attnum, typeOf(nspname, relname, attname));
            }
        }
        for (const field of origins) {
            const type = of(field), { name } = field;
            if (type) for (const row of result.rows) row[name] = type.read(row[name]);
        }
    };
    sequelize.addHook("afterConnect", (given: unknown) => {
        const connection = given as { query: Query };
        const query = connection.query.bind(connection);
        connection.query = (...words) => {
            const done = words.pop() as Done;
            if (typeof done !== "function") return query(...words, done);
            return query(...words, (error: unknown, result: Result | Result[]) => {
                if (error) return done(error, result);
                Promise.all([result].flat().map((one) => convert(one, query))).then(() => done(null, result), done);
            });
        };
    });
    // save() tells its UPDATE's condition no model, so that it would send the id as it stands.
    const queries = sequelize.getQueryInterface() as any, update = queries.update.bind(queries);
    queries.update = (instance: object, table: unknown, values: unknown, where: unknown, options: object) =>
        update(instance, table, values, where, { model: instance.constructor, ...options });
    sequelize.addHook("beforeSync", async function (this: unknown, options: { alter?: unknown } | undefined) {
        if (!options?.alter) return;
        const model = this as Sequelize["models"][string];
        for (const { field, type } of Object.values(model.getAttributes())) {
            if (!((type as unknown) instanceof IdType)) continue;
            const [rows] = await sequelize.query("SELECT atttypid::pg_catalog.regtype::text AS type FROM pg_catalog.pg_attribute WHERE attrelid = pg_catalog.to_regclass($1) AND attname = $2", {
                bind: [queries.queryGenerator.quoteTable(model.getTableName()), field],
            });
            const found = (rows[0] as { type: string } | undefined)?.type, wanted = String(type);
            if (found && found.replace(/^.*\./, "") !== wanted.replace(/^.*\./, ""))
                throw new Error(`${model.tableName}.${field} is of ${found}, not ${wanted}: write a migration`);
        }
    } as never);
    return sequelize;
}
