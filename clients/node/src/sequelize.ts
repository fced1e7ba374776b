// Sequelize: columns of ids in models.
//
//   User.init({ id: { type: id(ids.user), primaryKey: true } }, { sequelize })           of typeid
//   const userId = storedId(ids.user)                                                    over a column of uuid
//   User.init({ id: { type: userId, primaryKey: true }, friends: { type: storedId(ids.user, { array: true }) } }, { sequelize })
//   withIds(new Sequelize(url))                                                          before the first query
//   where: { id: startsWith(userId, "user_01h4") }                                       a range

import { Op, type Sequelize } from "sequelize";

import { mapped, rangeOf, sqlTypeOf, storable } from "./columns.js";
import { type AnyKind, type AnyUuidKind, InvalidId } from "./ids.js";
import { parseArray } from "./pg.js";

export interface ColumnOptions {
    /** The column's type, where it is an id type. */
    readonly type?: string | undefined;
    /** A column of an array of ids. */
    readonly array?: boolean | undefined;
}

/** No DataTypes.ABSTRACT: that is a proxy, whose heirs lose their methods. */
class IdType {
    readonly key: string = "BASE62ID";
    /** What an attribute is given is what its row has. A text that is no id is told where it is sent. */
    readonly _sanitize = (
        value: unknown,
        from?: { raw?: boolean; isNewRecord?: boolean },
    ): unknown => {
        if (from?.raw && from.isNewRecord === false) return value; // of a row that was read
        try {
            return mapped(value, this.kind.parse);
        } catch (error) {
            if (error instanceof InvalidId) return value;
            throw error;
        }
    };
    readonly kind: AnyKind;
    readonly stored: boolean;
    private readonly array: boolean;
    private readonly sql: string;

    constructor(kind: AnyKind, sqlType: string, array: boolean, stored: boolean) {
        this.kind = kind;
        this.stored = stored;
        this.array = array;
        this.sql = sqlType + (array ? "[]" : "");
    }
    toSql(): string {
        return this.sql;
    }
    toString(): string {
        return this.sql;
    }
    read(value: unknown): unknown {
        const members = this.array && typeof value === "string" ? parseArray(value) : value;
        return this.stored ? mapped(members, (this.kind as AnyUuidKind).fromColumn) : members;
    }
    stringify(value: unknown): unknown {
        // Over uuid the server is sent a UUID's text without a type, which the moved column takes, too.
        const { kind } = this;
        const written = mapped(value, this.stored ? (kind as AnyUuidKind).toColumn : kind.parse);
        if (!Array.isArray(written)) return written;
        return `{${written.map((one) => (one === null ? "NULL" : `"${one}"`)).join()}}`;
    }
    bindParam(value: unknown, { bindParam }: { bindParam: (value: unknown) => string }): string {
        return bindParam(this.stringify(value));
    }
}

/**
 * The type of an attribute over a column of the extension's types: of typeid, or of the id type that is named.
 *
 * @example
 * User.init({ id: { type: id(ids.user), primaryKey: true } }, { sequelize });
 */
export const id = (kind: AnyKind, { type, array = false }: ColumnOptions = {}): any =>
    new IdType(kind, sqlTypeOf(kind, type), array, false);

/**
 * The type of an attribute over a column of uuid, or of an id type by now.
 *
 * @example
 * User.init({ id: { type: storedId(ids.user), primaryKey: true } }, { sequelize });
 */
export const storedId = (
    kind: AnyUuidKind,
    { array = false }: Pick<ColumnOptions, "array"> = {},
): any => new IdType(storable(kind, "storedId()"), "uuid", array, true);

/** The ids that begin with a text, as a condition of an attribute of UUIDs. */
export const startsWith = (type: any, text: string): object => {
    const { kind } = type as IdType;
    const own = storable(kind, "startsWith()");
    const { first, last } = rangeOf(own, text);
    return { [Op.between]: [own.fromUuid(first), own.fromUuid(last)] };
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
            for (const { field, type } of Object.values(model.getAttributes()) as unknown as {
                field: string;
                type: unknown;
            }[])
                if (field === column && type instanceof IdType) return type;
        }
        return undefined;
    };
    // By the OIDs of tables, each with the numbers of its columns: those made anew have others.
    const known = new Map<number, Map<number, IdType | undefined>>();
    const convert = async (result: Result, query: Query): Promise<void> => {
        const of = ({ tableID, columnID }: Result["fields"][0]) =>
            known.get(tableID)?.get(columnID);
        const origins = (result.fields ?? []).filter(
            ({ tableID, columnID }) => tableID >= 16384 && columnID > 0,
        );
        const unknown = origins
            .filter(({ tableID, columnID }) => !known.get(tableID)?.has(columnID))
            .map(({ tableID }) => tableID);
        if (unknown.length > 0) {
            const asked =
                "SELECT attrelid, attnum, nspname, relname, attname FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class c ON c.oid = attrelid" +
                " JOIN pg_catalog.pg_namespace n ON n.oid = relnamespace WHERE attrelid = ANY ($1::oid[])";
            const { rows } = (await query(asked, [`{${unknown.join()}}`])) as Result;
            for (const { attrelid, attnum, nspname, relname, attname } of rows as Record<
                string,
                any
            >[]) {
                if (!known.has(attrelid)) known.set(attrelid, new Map());
                known.get(attrelid)!.set(attnum, typeOf(nspname, relname, attname));
            }
        }
        for (const field of origins) {
            const type = of(field),
                { name } = field;
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
                Promise.all([result].flat().map((one) => convert(one, query))).then(
                    () => done(null, result),
                    done,
                );
            });
        };
    });
    // save() tells its UPDATE's condition no model, so that it would send the id as it stands.
    const queries = sequelize.getQueryInterface() as any,
        update = queries.update.bind(queries);
    queries.update = (
        instance: object,
        table: unknown,
        values: unknown,
        where: unknown,
        options: object,
    ) => update(instance, table, values, where, { model: instance.constructor, ...options });
    sequelize.addHook("beforeSync", async function (
        this: unknown,
        options: { alter?: unknown } | undefined,
    ) {
        if (!options?.alter) return;
        const model = this as Sequelize["models"][string];
        for (const { field, type } of Object.values(model.getAttributes())) {
            if (!((type as unknown) instanceof IdType)) continue;
            const [rows] = await sequelize.query(
                "SELECT atttypid::pg_catalog.regtype::text AS type FROM pg_catalog.pg_attribute WHERE attrelid = pg_catalog.to_regclass($1) AND attname = $2",
                {
                    bind: [queries.queryGenerator.quoteTable(model.getTableName()), field],
                },
            );
            const found = (rows[0] as { type: string } | undefined)?.type,
                wanted = String(type);
            if (found && found.replace(/^.*\./, "") !== wanted.replace(/^.*\./, ""))
                throw new Error(
                    `${model.tableName}.${field} is of ${found}, not ${wanted}: write a migration`,
                );
        }
    } as never);
    return sequelize;
}
