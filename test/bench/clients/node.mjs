// Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients.
import Hashids from "hashids";
import * as shortUuid from "short-uuid";
import Sqids from "sqids";
import * as typeidJs from "typeid-js";
import * as ulid from "ulid";
import * as ulidx from "ulidx";
import * as uuid from "uuid";
import { uuidv7 } from "uuidv7";

import * as base62id from "./base62id.js";
import { fromNumber, toNumber } from "./base62id-numbers.js";

const uuidText = "01890a5d-ac96-774b-bcce-b302099a8057";
const id = base62id.fromUuid("typeid", uuidText, "user");
const ulidText = base62id.fromUuid("ulid", uuidText);
const base62idText = base62id.fromUuid("base62id", uuidText);
const user = base62id.kind("typeid", "user");
const octets = uuid.parse(uuidText);
const monotonic = ulid.monotonicFactory();
const monotonicX = ulidx.monotonicFactory();
const short = (shortUuid.default.createTranslator ?? shortUuid.createTranslator)();
const shortText = short.fromUUID(uuidText);
const key = Uint8Array.from({ length: 16 }, (_, i) => i);
const masked = fromNumber(123456789, "inv", key);
const hashids = new Hashids("salt", 11);
const hashed = hashids.encode(123456789);
const sqids = new Sqids({ minLength: 11 });
const squids = sqids.encode([123456789]);

const cells = {
    "new TypeID": {
        base62id: () => base62id.newId("user"),
        "typeid-js": () => typeidJs.typeidUnboxed("user"),
    },
    "new ULID": { base62id: base62id.newUlid, ulid: () => monotonic(), ulidx: () => monotonicX() },
    "new UUID version 7": { base62id: base62id.newUuid, uuid: () => uuid.v7(), uuidv7 },
    "new base62id": {
        base62id: () => base62id.newId("", "base62id"),
        "short-uuid": () => short.generate(),
    },
    "read TypeID": {
        base62id: () => base62id.parse("typeid", id, "user"),
        "typeid-js": () => typeidJs.TypeID.fromString(id, "user"),
    },
    "read ULID": {
        base62id: () => base62id.decode("ulid", ulidText),
        ulid: () => ulid.decodeTime(ulidText),
        ulidx: () => ulidx.decodeTime(ulidText),
    },
    "TypeID to UUID": {
        base62id: () => base62id.toUuid("typeid", id),
        "typeid-js": () => typeidJs.toUUID(id),
    },
    "ULID to UUID": {
        base62id: () => base62id.toUuid("ulid", ulidText),
        ulid: () => ulid.ulidToUUID(ulidText),
        ulidx: () => ulidx.ulidToUUID(ulidText),
    },
    "base62id to UUID": {
        base62id: () => base62id.toUuid("base62id", base62idText),
        "short-uuid": () => short.toUUID(shortText),
    },
    "TypeID from UUID": {
        base62id: () => base62id.fromUuid("typeid", uuidText, "user"),
        "typeid-js": () => typeidJs.fromUUID(uuidText, "user"),
    },
    "ULID from UUID": {
        base62id: () => base62id.fromUuid("ulid", uuidText),
        ulid: () => ulid.uuidToULID(uuidText),
        ulidx: () => ulidx.uuidToULID(uuidText),
    },
    "base62id from UUID": {
        base62id: () => base62id.fromUuid("base62id", uuidText),
        "short-uuid": () => short.fromUUID(uuidText),
    },
    "octets to text": {
        base62id: () => base62id.encode("typeid", octets),
        uuid: () => uuid.stringify(octets),
    },
    "text to octets": {
        base62id: () => base62id.decode("typeid", id),
        uuid: () => uuid.parse(uuidText),
    },
    "validate by a kind": { base62id: () => user.is(id), uuid: () => uuid.validate(uuidText) },
    "validate TypeID": {
        base62id: () => base62id.isValid("typeid", id, "user"),
        uuid: () => uuid.validate(uuidText),
    },
    "validate ULID": {
        base62id: () => base62id.isValid("ulid", ulidText),
        ulid: () => ulid.isValid(ulidText),
        ulidx: () => ulidx.isValid(ulidText),
        uuid: () => uuid.validate(uuidText),
    },
    "validate base62id": {
        base62id: () => base62id.isValid("base62id", base62idText),
        "short-uuid": () => short.validate(shortText),
    },
    "mask a number": {
        base62id: () => fromNumber(123456789, "inv", key),
        hashids: () => hashids.encode(123456789),
        sqids: () => sqids.encode([123456789]),
    },
    "unmask a number": {
        base62id: () => toNumber(masked, "inv", key),
        hashids: () => hashids.decode(hashed),
        sqids: () => sqids.decode(squids),
    },
};

cells["an empty call"] = { base62id: () => empty("typeid", id, "user") };
function empty(name, text) {
    return text;
}

let kept; // so that no call is for nothing
function measure(call, calls) {
    const { user, system } = process.cpuUsage();
    for (let i = 0; i < calls; ++i) kept = call();
    const used = process.cpuUsage({ user, system });
    return used.user + used.system;
}
for (const [cell, packages] of Object.entries(cells)) {
    const calls = {};
    const best = {};
    for (const [name, call] of Object.entries(packages)) {
        for (calls[name] = 100; measure(call, calls[name]) < 10000; calls[name] *= 2);
        best[name] = Infinity;
    }
    for (let round = 0; round < 15; ++round) {
        for (const [name, call] of Object.entries(packages))
            best[name] = Math.min(best[name], measure(call, calls[name]) / calls[name]);
    }
    for (const name in packages) console.log(`${cell}\t${name}\t${Math.round(1e6 / best[name])}`);
}
if (kept === undefined) throw new Error();
