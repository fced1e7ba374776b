// All types through node-postgres.  It connects as libpq's environment says (PGHOST, PGPORT, PGUSER,
// PGDATABASE) to a database made by ../schema.sql.
'use strict';
const { Readable } = require('stream');
const { pipeline } = require('stream/promises');
const { Client } = require('pg');
const { newId } = require('./ids');
const { expect, firstThatWorks, usesIndex, skipped, run } = require('./operations');

let copy; // not among Debian's packages
try {
  copy = require('pg-copy-streams');
} catch (error) {
  if (error.code !== 'MODULE_NOT_FOUND') throw error;
}

const client = new Client();

async function one(text, values) {
  const { rows } = await client.query({ text, values, rowMode: 'array' });
  return rows.length ? rows[0][0] : undefined;
}

async function sought(t) {
  const own = newId[t]();
  await client.query(`INSERT INTO by_${t} (id, note) VALUES ($1, $2)`, [own, 'sought']);
  return own;
}

let statements = 0; // node-postgres prepares what has a name

const operations = {
  "INSERT, the server's default": async (t) => {
    const made = await one(`INSERT INTO by_${t} (note) VALUES ($1) RETURNING id`, ['default']);
    expect((await one(`SELECT note FROM by_${t} WHERE id::text = $1`, [made])) === 'default', made);
    return 'as is';
  },

  "INSERT, the client's id": async (t) => {
    const own = await sought(t);
    expect((await one(`SELECT note FROM by_${t} WHERE id::text = $1`, [own])) === 'sought', own);
    return 'as is';
  },

  'prepared `WHERE id = $1`': async (t) => {
    const own = await sought(t);
    const select = async (value) => {
      const text = `SELECT note FROM by_${t} WHERE id = ${value}`;
      const { rows } = await client.query({ name: `s${++statements}`, text, values: [own] });
      expect(rows.length === 1 && rows[0].note === 'sought', own);
      usesIndex(await one('SELECT plan_of_prepared($1, $2)', [text, own]), '= ');
    };
    return firstThatWorks([['as is', () => select('$1')], [`\`$1::${t}\``, () => select(`$1::${t}`)]]);
  },

  'prepared `WHERE id = ANY ($1)`': async (t) => {
    const owns = [await sought(t), await sought(t)];
    const select = async (value) => {
      const text = `SELECT note FROM by_${t} WHERE id = ANY (${value})`;
      const { rows } = await client.query({ name: `s${++statements}`, text, values: [owns] });
      expect(rows.length === 2, owns);
      usesIndex(await one('SELECT plan_of_prepared($1, $2)', [text, `{${owns}}`]), '= ANY');
    };
    return firstThatWorks([['as is', () => select('$1')], [`\`$1::${t}[]\``, () => select(`$1::${t}[]`)]]);
  },

  'read back': async (t) => {
    const own = await sought(t);
    const read = await one(`SELECT id FROM by_${t} WHERE id::text = $1`, [own]);
    expect(read === own, `${read} for ${own}`);
    return '`string`';
  },

  'read back an array': async (t) => {
    const owns = [await sought(t), await sought(t)];
    const read = async (value) => {
      const array = await one(`SELECT ${value} FROM by_${t} WHERE id::text = ANY ($1)`, [owns]);
      if (!Array.isArray(array)) throw Object.assign(new Error(array), { code: 'no array' });
      expect(array.sort().join() === owns.sort().join(), array);
    };
    return firstThatWorks([
      ['as is', () => read('array_agg(id)')],
      ['`::text[]`', () => read('array_agg(id)::text[]')],
    ]);
  },

  'COPY in and out, pg-copy-streams': async (t) => {
    if (!copy) return skipped('no pg-copy-streams');
    const owns = Array.from({ length: 100 }, () => newId[t]());
    const rows = owns.map((own) => `${own}\tcopied\n`);
    await pipeline(Readable.from(rows), client.query(copy.from(`COPY by_${t} (id, note) FROM STDIN`)));
    let out = '';
    const query = `COPY (SELECT id FROM by_${t} WHERE note = 'copied') TO STDOUT`;
    for await (const chunk of client.query(copy.to(query))) out += chunk;
    expect(out.trim().split('\n').sort().join() === owns.sort().join(), out.slice(0, 100));
    return 'as is';
  },
};

(async () => {
  await client.connect();
  await run(operations);
  await client.end();
})();
