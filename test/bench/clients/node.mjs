// Prints CELL, PACKAGE and calls per second of CPU time, for scripts/bench-clients.
import Hashids from "hashids";
import * as shortUuid from "short-uuid";
import Sqids from "sqids";
import * as typeidJs from "typeid-js";
import * as ulid from "ulid";
import * as ulidx from "ulidx";
import * as uuid from "uuid";
import { uuidv7 } from "uuidv7";

import { base62id, defineIds, ulid as ownUlid } from "./ids.js";
import { numbers } from "./numbers.js";

const uuidText = "01890a5d-ac96-774b-bcce-b302099a8057";
const ids = defineIds({
    user: "user",
    bucket: { prefix: "s3", notation: "uuid" },
    invoice: { prefix: "inv", notation: "uid11", masked: true },
});
const id = ids.user.fromUuid(uuidText);
const badId = `${id.slice(0, -1)}u`;
const ulidText = ownUlid.fromUuid(uuidText);
const base62idText = base62id.fromUuid(uuidText);
const bucket = ids.bucket.fromUuid(uuidText);
/** Whether a call is refused. */
const refused = (call) => {
    try {
        call();
        return false;
    } catch {
        return true;
    }
};
const monotonic = ulid.monotonicFactory();
const monotonicX = ulidx.monotonicFactory();
const short = (shortUuid.default.createTranslator ?? shortUuid.createTranslator)();
const shortText = short.fromUUID(uuidText);
const key = Uint8Array.from({ length: 16 }, (_, i) => i);
const invoices = numbers(ids.invoice, key);
const masked = invoices.encode(123456789);
const hashids = new Hashids("salt", 11);
const hashed = hashids.encode(123456789);
const sqids = new Sqids({ minLength: 11 });
const squids = sqids.encode([123456789]);

const cells = {
    "new TypeID": {
        base62id: () => ids.user.generate(),
        "typeid-js": () => typeidJs.typeidUnboxed("user"),
    },
    "new ULID": {
        base62id: () => ownUlid.generate(),
        ulid: () => monotonic(),
        ulidx: () => monotonicX(),
    },
    "new prefixed UUID": {
        base62id: () => ids.bucket.generate(),
        uuid: () => `s3_${uuid.v7()}`,
        uuidv7: () => `s3_${uuidv7()}`,
    },
    "new base62id": {
        base62id: () => base62id.generate(),
        "short-uuid": () => short.generate(),
    },
    "read TypeID": {
        base62id: () => ids.user.parse(id),
        "typeid-js": () => typeidJs.TypeID.fromString(id, "user"),
    },
    "read ULID": {
        base62id: () => ownUlid.timestamp(ulidText),
        ulid: () => ulid.decodeTime(ulidText),
        ulidx: () => ulidx.decodeTime(ulidText),
    },
    "TypeID to UUID": {
        base62id: () => ids.user.toUuid(id),
        "typeid-js": () => typeidJs.toUUID(id),
    },
    "ULID to UUID": {
        base62id: () => ownUlid.toUuid(ulidText),
        ulid: () => ulid.ulidToUUID(ulidText),
        ulidx: () => ulidx.ulidToUUID(ulidText),
    },
    "base62id to UUID": {
        base62id: () => base62id.toUuid(base62idText),
        "short-uuid": () => short.toUUID(shortText),
    },
    "TypeID from UUID": {
        base62id: () => ids.user.fromUuid(uuidText),
        "typeid-js": () => typeidJs.fromUUID(uuidText, "user"),
    },
    "ULID from UUID": {
        base62id: () => ownUlid.fromUuid(uuidText),
        ulid: () => ulid.uuidToULID(uuidText),
        ulidx: () => ulidx.uuidToULID(uuidText),
    },
    "base62id from UUID": {
        base62id: () => base62id.fromUuid(uuidText),
        "short-uuid": () => short.fromUUID(uuidText),
    },
    "refuse a TypeID": {
        base62id: () => refused(() => ids.user.parse(badId)),
        "typeid-js": () => refused(() => typeidJs.TypeID.fromString(badId, "user")),
    },
    "validate a prefixed UUID": {
        base62id: () => ids.bucket.is(bucket),
        uuid: () => bucket.startsWith("s3_") && uuid.validate(bucket.slice(3)),
    },
    "validate TypeID": {
        base62id: () => ids.user.is(id),
        uuid: () => uuid.validate(uuidText),
    },
    "validate ULID": {
        base62id: () => ownUlid.is(ulidText),
        ulid: () => ulid.isValid(ulidText),
        ulidx: () => ulidx.isValid(ulidText),
        uuid: () => uuid.validate(uuidText),
    },
    "validate base62id": {
        base62id: () => base62id.is(base62idText),
        "short-uuid": () => short.validate(shortText),
    },
    "mask a number": {
        base62id: () => invoices.encode(123456789),
        hashids: () => hashids.encode(123456789),
        sqids: () => sqids.encode([123456789]),
    },
    "unmask a number": {
        base62id: () => invoices.decode(masked),
        hashids: () => hashids.decode(hashed),
        sqids: () => sqids.decode(squids),
    },
};

cells["an empty call"] = { base62id: () => empty(id) };
function empty(text) {
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
