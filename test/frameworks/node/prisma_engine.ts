// Prisma Migrate's engine is a binary from elsewhere; its build as WebAssembly, of the same commit, comes from npm, and is
// asked directly.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as glue from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const require = createRequire(import.meta.url);
const directory = dirname(require.resolve("@prisma/schema-engine-wasm"));
const wasm = await WebAssembly.instantiate(readFileSync(`${directory}/schema_engine_bg.wasm`), {
    "./schema_engine_bg.js": glue as any,
});
(glue as any).__wbg_set_wasm(wasm.instance.exports);
(globalThis as any).PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message: string) => console.error(message),
};
(wasm.instance.exports as any).__wbindgen_start();

// The adapter does not know the catalog's type "char", which the engine reads: its columns are noted and named.
const chars = new Set<string>();
const pools: pg.Pool[] = [];
function poolOf(connectionString: string): pg.Pool {
    // An engine's session keeps the advisory lock of its migration, for which the next engine waits ten seconds.
    const pool = new pg.Pool({ connectionString, max: 2, idleTimeoutMillis: 1000 });
    const query = pool.query.bind(pool) as (...words: unknown[]) => Promise<pg.QueryResult>;
    pool.query = (async (...words: unknown[]) => {
        const result = await query(...words);
        for (const field of result.fields ?? []) {
            if (field.dataTypeID !== 18) continue;
            field.dataTypeID = 1042;
            chars.add(field.name);
        }
        return result;
    }) as typeof pool.query;
    pools.push(pool);
    return pool;
}
/** The engine of a schema, for a database. */
export const engineOf = (text: string, url: string) => {
    const prismaPg = new PrismaPg(poolOf(url));
    const connect = prismaPg.connect.bind(prismaPg);
    prismaPg.connect = async () => {
        const adapter = await connect();
        const queryRaw = adapter.queryRaw.bind(adapter);
        adapter.queryRaw = async (query) => {
            const result = await queryRaw(query);
            result.columnNames.forEach(
                (name, i) => chars.has(name) && (result.columnTypes[i] = ColumnTypeEnum.Character),
            );
            return result;
        };
        return adapter;
    };
    const factory = bindMigrationAwareSqlAdapterFactory(prismaPg);
    return (glue as any).SchemaEngine.new(
        { datamodels: [["prisma/schema.prisma", text]] },
        () => {},
        factory,
    );
};
export const closeEngines = () => Promise.all(pools.map((pool) => pool.end()));

/** What `db pull` makes of a database, given the blocks of generator and datasource. */
export async function pull(content: string, url: string): Promise<string> {
    const engine = await engineOf(content, url);
    const found = await engine.introspect({
        schema: { files: [{ path: "schema.prisma", content }] },
        baseDirectoryPath: ".",
        force: true,
        compositeTypeDepth: 0,
        namespaces: null,
        filters: { externalTables: [], externalEnums: [] },
    });
    return found.schema.files[0].content;
}
