// Beside base62id.js and base62id-numbers.js, which tsc has made.
const { spawnSync } = require("node:child_process");
const { readFileSync, writeFileSync } = require("node:fs");
const { inspect } = require("node:util");
const { Worker, isMainThread, parentPort } = require("node:worker_threads");
const b = require("./base62id.js");
const { fromNumber, toNumber } = require("./base62id-numbers.js");

function read(call) {
    try {
        return call();
    } catch (error) {
        if (error instanceof b.InvalidIdError) return undefined;
        throw error;
    }
}

/** What each call gives, or says. */
const said = (how, calls) =>
    calls.map(([call, ...given]) => {
        try {
            return how(call(...given));
        } catch (error) {
            return how(error);
        }
    });
const none_ = (prefix) => (prefix === "-" ? undefined : prefix);

function answer(operation, name, prefix, text, ...f) {
    const none = none_(prefix);
    switch (operation) {
        case "decode": {
            const octets = read(() => b.decode(name, text));
            return octets ? [Buffer.from(octets).toString("hex"), b.encode(name, octets)] : [];
        }
        case "parse": {
            const made = { masked: f[0] === "t", acceptUuid: f[1] === "t" };
            const plain = b.isValid(name, text, none);
            const is = b.kind(name, none, made).is(text);
            if (is !== plain && none !== undefined && !made.masked && !made.acceptUuid) throw new Error(`${name} ${prefix} ${text}: ${is}`);
            const valid = none === undefined ? plain : is;
            return [read(() => b.parse(name, text, none, made)), Number(valid)];
        }
        case "pattern":
            return [b.kind(name, none, { acceptUuid: text === "t" }).jsonSchema.pattern];
        case "range": {
            const range = b.prefixRange(name, text, prefix);
            return [range?.first, range?.last];
        }
        case "column": {
            const uuid = read(() => b.toColumn(name, text, prefix, { acceptUuid: f[0] === "t" }));
            if (uuid === undefined) return [];
            const id = b.fromColumn(name, uuid, prefix);
            if (b.fromColumn(name, id, prefix) !== id || b.toColumn(name, id, prefix) !== uuid) throw new Error(text);
            return [uuid, id];
        }
        case "number": {
            const key = f[0] === "" ? undefined : Uint8Array.from(Buffer.from(f[0], "hex"));
            const shown = fromNumber(BigInt(f[1]), prefix, key);
            if (Number.isSafeInteger(Number(f[1])) && fromNumber(Number(f[1]), prefix, key) !== shown) throw new Error(f[1]);
            return [shown, read(() => toNumber(text, prefix, key))];
        }
        case "uuid":
            try {
                const id = b.fromUuid(name, text, prefix);
                return [id, b.toUuid(name, id, prefix)];
            } catch (error) {
                if (error instanceof b.InvalidIdError || error instanceof TypeError) return [];
                throw error;
            }
        case "time":
            return [b.timestamp(name, text)?.getTime()];
        case "parts":
            return [b.typePrefix(text), b.suffix(text)];
        case "made": {
            const made = Array.from({ length: 1000 }, () => b.newId(prefix, name));
            const age = Date.now() - b.timestamp(name, name === "typeid" ? made[0] : made[0].slice(prefix.length + 1)).getTime();
            return [made.every((id, i) => (i === 0 || made[i - 1] < id) && b.parse(name, id, prefix) === id) && Math.abs(age) < 60000];
        }
        case "message":
            try {
                return [b.parse(name, text, prefix)];
            } catch (error) {
                return [error.message.includes(f[0]) || error.message];
            }
        case "keys": {
            const keys = Array.from({ length: 200 }, (_, i) => Uint8Array.from([...Buffer.from(text.slice(0, 15)), i]));
            const texts = keys.map((key) => fromNumber(42, prefix, key));
            const again = texts.every((id, i) => toNumber(id, prefix, keys[i]) === 42n && fromNumber(42, prefix, keys[i]) === id);
            const key = Buffer.from(text);
            const shown = said((message) => inspect(message, { showHidden: true, depth: null }), [
                ...[key.subarray(1), Buffer.concat([key, key]), text, [...text], { text }].map((given) => [fromNumber, 42, prefix, given]),
                ...[key.subarray(1), key, text].map((given) => [toNumber, "", prefix, given]),
                ...[[42, "No"], [42, "\ud800"], [1n << 64n, prefix], [0.5, prefix], ["x", prefix]].map((given) => [fromNumber, ...given, key]),
                [() => [b, require("./base62id-numbers.js")]],
            ]);
            return [again && new Set(texts).size === 200 && !/secret|115, 101, 99/.test(shown)];
        }
        case "long": {
            const calls = [1000, 1000000].map((n) => {
                const octets = Buffer.from(text.repeat(n));
                const long = octets.toString();
                return [
                    ...[b.parse, b.isValid, b.toUuid, b.toColumn, b.fromColumn].flatMap((of) => [[of, name, long, none], [of, name, "", long], [of, long, "", none]]),
                    ...[b.decode, b.encode, b.timestamp, b.fromUuid].flatMap((of) => [[of, name, long], [of, long, ""]]),
                    ...[[name, long, none ?? ""], [name, "", long], [long, "", ""]].map((given) => [b.prefixRange, ...given]),
                    [b.encode, name, octets], [b.fromUuid, name, "0".repeat(32), long], [b.fromUuid, name, octets],
                    ...[b.typePrefix, b.suffix, b.newId, toNumber, fromNumber].map((of) => [of, long]), [b.typePrefix, long, name], [b.newId, "", long],
                    [fromNumber, 42, long], [fromNumber, 42, none, octets], [toNumber, "", none, octets], [toNumber, "", long],
                    ...["parse", "is"].map((how) => [() => b.kind(name, none)[how](long)]), [() => b.kind(name, long).parse("")],
                    [() => b.kind(name, none)["~standard"].validate(long).issues[0].message],
                ];
            });
            const least = [Infinity, Infinity];
            const told = new Set();
            for (let turn = 0; turn < 10; ++turn) {
                const begun = process.cpuUsage();
                const messages = said(String, calls[turn % 2]);
                const { user, system } = process.cpuUsage(begun);
                least[turn % 2] = Math.min(least[turn % 2], user + system);
                messages.filter((message) => message.length > 750).forEach((message) => told.add(message.slice(0, 50)));
            }
            return [told.size === 0 && least[1] < 10 * least[0] ? true : [...told, ...least].join()];
        }
    }
}

const make = (count) => Array.from({ length: count }, () => `${b.newId("user")}\n${b.newUuid()}\n${b.newUlid()}\n`).join("");

if (!isMainThread) {
    parentPort.postMessage(make(12500));
} else if (process.argv[2] === "lines") {
    const lines = readFileSync(0, "utf8").replace(/\n$/, "").split("\n");
    writeFileSync(1, lines.map((line) => answer(...line.split("\t")).join("\t") + "\n").join(""));
} else if (process.argv[2] === "workers") {
    for (let i = 0; i < 8; ++i) new Worker(__filename).on("message", (made) => process.stdout.write(made));
} else {
    // Node.js does not fork; what two processes can share is the start-up snapshot of one that has made ids.
    writeFileSync(
        "snapshot.cjs",
        `const b = {}; (function (exports) { ${readFileSync(`${__dirname}/base62id.js`)} })(b); const make = ${make}; make(1);
        require("v8").startupSnapshot.setDeserializeMainFunction(() => require("fs").writeFileSync(1, make(50000)));`,
    );
    const run = (...words) => spawnSync(process.execPath, ["--snapshot-blob", "snapshot", ...words], { maxBuffer: 1e8, stdio: ["ignore", "pipe", "inherit"] }).stdout;
    run("--build-snapshot", "snapshot.cjs");
    for (let i = 0; i < 2; ++i) writeFileSync(1, run());
}
