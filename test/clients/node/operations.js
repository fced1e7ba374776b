// Runs operations for each type and prints a line for each: cell, fail or skip, operation, type, how it
// was written or why not.
'use strict';
const { types } = require('./ids');

function expect(condition, what) {
  if (!condition) throw new Error(what);
}

async function firstThatWorks(variants) {
  let last;
  for (const [how, operation] of variants) {
    try {
      await operation();
      return how;
    } catch (error) {
      last = error;
      if (!error.code && !(error.cause && error.cause.code)) break; // not an error of the server
    }
  }
  throw last;
}

function usesIndex(plan, condition) {
  plan = plan.replaceAll('(id)::typeid', 'id'); // a column of the domain
  expect(/Index Cond: \(+id /.test(plan) && plan.includes(`(id ${condition}`) && !plan.includes('Filter'), plan);
}

class Skip extends Error {}

function skipped(reason) {
  throw new Skip(reason);
}

async function run(operations) {
  for (const [name, operation] of Object.entries(operations)) {
    for (const type of types) {
      try {
        console.log(['cell', name, type, await operation(type)].join('\t'));
      } catch (error) {
        if (error instanceof Skip) {
          console.log(['skip', name, type, error.message].join('\t'));
          continue;
        }
        console.log(['fail', name, type, String(error.message).replace(/\n/g, ' | ')].join('\t'));
        process.exitCode = 1;
      }
    }
  }
}

module.exports = { expect, firstThatWorks, usesIndex, skipped, run };
