// All types through Drizzle: a custom type each, whose values are strings.  The connection is libpq's
// environment's, as in client.js.
'use strict';
const { Pool } = require('pg');
const { drizzle } = require('drizzle-orm/node-postgres');
const { customType, pgTable, text } = require('drizzle-orm/pg-core');
const { eq, inArray, sql } = require('drizzle-orm');
const { types, newId, defaults } = require('./ids');
const { expect, usesIndex, run } = require('./operations');

const tables = {};
for (const type of types) {
  const column = customType({ dataType: () => type });
  tables[type] = pgTable(`by_${type}`, {
    id: defaults[type] ? column('id').primaryKey().default(sql.raw(defaults[type])) : column('id').primaryKey(),
    note: text('note'),
  });
}

const pool = new Pool({ max: 1 });
const db = drizzle(pool);

async function sought(t) {
  const id = newId[t]();
  await db.insert(tables[t]).values({ id, note: 'sought' });
  return id;
}

async function explain(query) {
  const { sql: statement, params } = query.toSQL();
  const { rows } = await pool.query(`EXPLAIN (COSTS OFF) ${statement}`, params);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const operations = {
  "`insert`, the server's default": async (t) => {
    const [{ id }] = await db.insert(tables[t]).values({ note: 'default' }).returning({ id: tables[t].id });
    const [row] = await db.select().from(tables[t]).where(sql`id::text = ${id}`);
    expect(row && row.note === 'default', id);
    return 'as is';
  },

  "`insert`, the client's id": async (t) => {
    const own = await sought(t);
    const [row] = await db.select().from(tables[t]).where(sql`id::text = ${own}`);
    expect(row && row.note === 'sought' && row.id === own, own);
    return 'as is';
  },

  'prepared `where(eq(table.id, …))`': async (t) => {
    const own = await sought(t);
    const query = db.select().from(tables[t]).where(eq(tables[t].id, sql.placeholder('id'))).prepare('by_id_' + t);
    const rows = await query.execute({ id: own });
    expect(rows.length === 1 && rows[0].id === own, own);
    const words = `select "id", "note" from "by_${t}"`;
    const { rows: plan } = await pool.query('SELECT plan_of_prepared($1, $2) AS plan', [words, own]);
    usesIndex(plan[0].plan, '= ');
    return 'as is';
  },

  '`where(inArray(table.id, …))`': async (t) => {
    const owns = [await sought(t), await sought(t)];
    const query = db.select().from(tables[t]).where(inArray(tables[t].id, owns));
    expect((await query).length === 2, owns);
    usesIndex(await explain(query), '= ANY');
    return 'as is';
  },
};

(async () => {
  await run(operations);
  await pool.end();
})();
