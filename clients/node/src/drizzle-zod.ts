// drizzle-zod: schemas of the columns of ids, which it would take for any value.
//
//   createSelectSchema(users, idSchemas(users))

import { type AnyColumn, getTableColumns, type Table } from "drizzle-orm";
import type { ZodType } from "zod";

import { kindOfColumn } from "./drizzle.js";
import type { Id } from "./ids.js";
import { id } from "./zod.js";

type Columns<T extends Table> = T["_"]["columns"];
/** Of each column of ids, what drizzle-zod makes of its schema, null and undefined aside. */
export type IdSchemas<T extends Table> = {
    [Name in keyof Columns<T> as Columns<T>[Name]["_"]["data"] extends Id ? Name : never]: (
        schema: any,
    ) => ZodType<Columns<T>[Name]["_"]["data"], string>;
};

/**
 * The second argument of createSelectSchema(), createInsertSchema() and createUpdateSchema().
 *
 * @example
 * createInsertSchema(users, idSchemas(users)).parse(body);
 */
export function idSchemas<T extends Table>(table: T): IdSchemas<T> {
    const schemas: Record<string, () => unknown> = {};
    for (const [name, column] of Object.entries<AnyColumn>(getTableColumns(table))) {
        const kind = kindOfColumn(column);
        if (kind) schemas[name] = () => id(kind);
    }
    return schemas as IdSchemas<T>;
}
