// Ids made by the client: each text is a number written with an alphabet.
'use strict';
const crypto = require('crypto');

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE64UUID = '$0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const BASEUID = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const types = ['typeid', 'user_id', 'uid11', 'baseuid', 'base62id', 'base64uuid', 'ulid'];

function digits(number, alphabet, length) {
  let text = '';
  for (let i = 0; i < length; ++i) {
    text = alphabet[Number(number % BigInt(alphabet.length))] + text;
    number /= BigInt(alphabet.length);
  }
  return text;
}

function randomBits(n) {
  return BigInt('0x' + crypto.randomBytes(16).toString('hex')) >> BigInt(128 - n);
}

function uuidv7() {
  return (BigInt(Date.now()) << 80n) | (7n << 76n) | (randomBits(12) << 64n) | (2n << 62n) | randomBits(62);
}

const newId = {
  typeid: () => 'user_' + digits(uuidv7(), BASE32, 26),
  user_id: () => newId.typeid(), // a domain over typeid
  // profile xid: milliseconds since its epoch, and 22 random bits
  uid11: () => digits((BigInt(Date.now() - 1321009871111) << 22n) | randomBits(22), BASE58, 11),
  baseuid: () => digits(((BigInt(Date.now()) * 1000000n >> 15n) << 72n) | randomBits(72), BASEUID, 20),
  base62id: () => digits((2n << 128n) | uuidv7(), BASE62, 22),
  ulid: () => digits((BigInt(Date.now()) << 80n) | randomBits(80), BASE32, 26).toUpperCase(),
  base64uuid: () => digits((4n << 128n) | uuidv7(), BASE64UUID, 22),
};

module.exports = { types, newId };
