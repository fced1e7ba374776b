// Ids made by the client: each text is a number written with an alphabet.  The file FORMATS, which ../run makes, has a line
// for each type.
'use strict';
const crypto = require('crypto');
const { readFileSync } = require('fs');

const newId = {}; // of each type
const defaults = {}; // in SQL; a domain has none of its own
for (const line of readFileSync(process.env.FORMATS, 'utf8').trimEnd().split('\n')) {
  const [type, , alphabet, symbols, lead, bits, fresh, prefix] = line.split('\t');
  newId[type] = () => {
    let number = BigInt(`0x0${Number(lead).toString(16)}${crypto.randomBytes(bits / 8).toString('hex')}`);
    let text = '';
    for (; text.length < symbols; number /= BigInt(alphabet.length)) {
      text = alphabet[Number(number % BigInt(alphabet.length))] + text;
    }
    return (prefix && `${prefix}_`) + text;
  };
  defaults[type] = fresh === '-' ? undefined : fresh;
}

module.exports = { types: Object.keys(newId), newId, defaults };
