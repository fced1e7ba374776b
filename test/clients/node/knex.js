// All types through Knex.  The connection is libpq's environment's, as in client.js.
'use strict';
const knex = require('knex')({ client: 'pg', connection: {}, pool: { min: 1, max: 1 } });
const { newId } = require('./ids');
const { expect, firstThatWorks, usesIndex, run } = require('./operations');

async function sought(t) {
  const id = newId[t]();
  await knex(`by_${t}`).insert({ id, note: 'sought' });
  return id;
}

// The plan of the query that Knex built, with the parameters that it sends.
async function explain(query) {
  const { sql, bindings } = query.toSQL().toNative();
  const { rows } = await knex.raw(`EXPLAIN (COSTS OFF) ${sql.replace(/\$\d+/g, '?')}`, bindings);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

const operations = {
  "`insert`, the server's default": async (t) => {
    const [{ id }] = await knex(`by_${t}`).insert({ note: 'default' }).returning('id');
    const row = await knex(`by_${t}`).whereRaw('id::text = ?', [id]).first();
    expect(row && row.note === 'default', id);
    return 'as is';
  },

  "`insert`, the client's id": async (t) => {
    const own = await sought(t);
    const row = await knex(`by_${t}`).whereRaw('id::text = ?', [own]).first();
    expect(row && row.note === 'sought' && row.id === own, own);
    return 'as is';
  },

  '`where({ id })`': async (t) => {
    const own = await sought(t);
    const query = knex(`by_${t}`).where({ id: own });
    const rows = await query;
    expect(rows.length === 1 && rows[0].id === own, own);
    usesIndex(await explain(query), '= ');
    return 'as is';
  },

  '`whereIn(id, …)`': async (t) => {
    const owns = [await sought(t), await sought(t)];
    const query = knex(`by_${t}`).whereIn('id', owns);
    expect((await query).length === 2, owns);
    usesIndex(await explain(query), '= ANY');
    return 'as is';
  },

  "`whereRaw('id ^@ ?')`, an id's first symbols": async (t) => {
    const own = await sought(t);
    const select = async (value) => {
      const query = knex(`by_${t}`).whereRaw(`id ^@ ${value}`, [own.slice(0, -1)]);
      expect((await query).some((row) => row.id === own), own);
      usesIndex(await explain(query), '>= ');
    };
    return firstThatWorks([['as is', () => select('?')], ['`?::text`', () => select('?::text')]]);
  },
};

(async () => {
  await run(operations);
  await knex.destroy();
})();
