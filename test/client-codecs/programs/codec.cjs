// Answers test/client-codecs; lines.py there says what. With the modules of the package beside it,
// which tsc has made.
const { spawnSync } = require("node:child_process");
const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { inspect } = require("node:util");
const { Worker, isMainThread, parentPort } = require("node:worker_threads");
const b = require("./ids.js");
const { numbers } = require("./numbers.js");

/** What a call gives; undefined where it says that something is no id. */
function read(call) {
    try {
        return call();
    } catch (error) {
        if (error instanceof b.InvalidId) return undefined;
        throw error;
    }
}

/** What each call gives, or says. */
const said = (how, calls) =>
    calls.map((call) => {
        try {
            return how(call());
        } catch (error) {
            return how(error);
        }
    });

const known = new Map();
function kindOf(notation, prefix, options = {}) {
    if (prefix === "-") return b[notation];
    const name = [notation, prefix, options.masked, options.acceptUuid].join();
    if (!known.has(name))
        known.set(name, b.defineIds({ kind: { prefix, notation, ...options } }).kind);
    return known.get(name);
}

const answers = {
    parse(notation, prefix, text, masked, accepts) {
        const kind = kindOf(notation, prefix, {
            masked: masked === "t",
            acceptUuid: accepts === "t",
        });
        const id = read(() => kind.parse(text));
        const validated = kind["~standard"].validate(text);
        if (validated.value !== id)
            throw new Error(`${notation} ${prefix} ${text}: ${inspect(validated)}`);
        return [id, Number(kind.is(text))];
    },
    range(notation, prefix, text) {
        const range = kindOf(notation, prefix).prefixRange(text);
        return [range?.first, range?.last];
    },
    column(notation, prefix, text, accepts) {
        const { toColumn, fromColumn } = kindOf(notation, prefix, { acceptUuid: accepts === "t" });
        const uuid = read(() => toColumn(text));
        if (uuid === undefined) return [];
        const id = fromColumn(uuid);
        if (fromColumn(id) !== id || toColumn(id) !== uuid) throw new Error(text);
        return [uuid, id];
    },
    number(_, prefix, text, hex, number) {
        const key = hex === "" ? undefined : Uint8Array.from(Buffer.from(hex, "hex"));
        const { encode, decode } = numbers(
            kindOf("uid11", prefix, { masked: key !== undefined }),
            key,
        );
        const id = encode(BigInt(number));
        if (Number.isSafeInteger(Number(number)) && encode(Number(number)) !== id)
            throw new Error(number);
        return [id, read(() => decode(text))];
    },
    uuid(notation, prefix, text) {
        const { fromUuid, toUuid } = kindOf(notation, prefix);
        const id = read(() => fromUuid(text));
        return id === undefined ? [] : [id, toUuid(id)];
    },
    time: (notation, prefix, text) => [kindOf(notation, prefix).timestamp(text)?.getTime()],
    made(notation, prefix) {
        const { generate, parse, timestamp } = kindOf(notation, prefix);
        const made = Array.from({ length: 1000 }, () => generate());
        const age = Date.now() - timestamp(made[0]).getTime();
        const ascend = made.every((id, i) => (i === 0 || made[i - 1] < id) && parse(id) === id);
        return [ascend && Math.abs(age) < 60000];
    },
    message(notation, prefix, text, words) {
        try {
            return [kindOf(notation, prefix).parse(text)];
        } catch (error) {
            return [error.message.includes(words) || error.message];
        }
    },
    keys(_, prefix, text) {
        const kind = kindOf("uid11", prefix, { masked: true });
        const keys = Array.from({ length: 200 }, (_, i) =>
            Uint8Array.from([...Buffer.from(text.slice(0, 15)), i]),
        );
        const ids = keys.map((key) => numbers(kind, key).encode(42));
        const again = ids.every((id, i) => numbers(kind, keys[i]).decode(id) === 42n);
        const key = Buffer.from(text);
        const shown = said(
            (message) => inspect(message, { showHidden: true, depth: null }),
            [
                ...[key.subarray(1), Buffer.concat([key, key]), text, [...text], { text }].map(
                    (wrong) => () => numbers(kind, wrong),
                ),
                ...[1n << 64n, 0.5, "x"].map((wrong) => () => numbers(kind, key).encode(wrong)),
                ...["", "\ud800", ids[0].slice(1)].map(
                    (wrong) => () => numbers(kind, key).decode(wrong),
                ),
                () => numbers(kindOf("uid11", prefix), key),
                () => [numbers(kind, key), b, require("./numbers.js"), globalThis],
            ],
        );
        return [again && new Set(ids).size === 200 && !/secret|115, 101, 99/.test(shown)];
    },
    long(notation, prefix, text) {
        const kind = kindOf(notation, prefix);
        const masked = b.defineIds({
            kind: { prefix: "user", notation: "uid11", masked: true },
        }).kind;
        const octets = Buffer.from(text.repeat(1000000));
        const long = octets.toString();
        const members = [
            "parse",
            "is",
            "toUuid",
            "fromUuid",
            "timestamp",
            "toColumn",
            "fromColumn",
            "prefixRange",
        ];
        const calls = [
            ...members.filter((name) => kind[name]).map((name) => () => kind[name](long)),
            () => kind["~standard"].validate(long).issues[0].message,
            () => kind.fromUuid(octets),
            () => b.defineIds({ kind: long }),
            () => b.defineIds({ [long]: "No" }),
            () => b.defineIds({ kind: { prefix: "a", notation: long } }),
            () => b.defineIds({ kind: { prefix: "a", [long]: 1 } }),
            () => b.isId(long),
            () => b.ulid.generate({ at: long }),
            () => numbers(masked, octets),
            () => numbers(masked, Buffer.alloc(16)).decode(long),
            () => numbers(masked, Buffer.alloc(16)).encode(long),
        ];
        const told = said(String, calls)
            .filter((message) => message.length > 750)
            .map((message) => message.slice(0, 50));
        return [told.length === 0 ? true : told.join()];
    },
};
const answer = (operation, ...words) => answers[operation](...words);

const make = (count) => {
    const { user } = b.defineIds({ user: "user" });
    const ids = Array.from(
        { length: count },
        () => `${user.generate()}\n${b.base62id.generate()}\n${b.ulid.generate()}\n`,
    );
    return ids.join("");
};

if (!isMainThread) {
    parentPort.postMessage(make(12500));
} else if (process.argv[2] === "lines") {
    const lines = readFileSync(0, "utf8").replace(/\n$/, "").split("\n");
    writeFileSync(1, lines.map((line) => answer(...line.split("\t")).join("\t") + "\n").join(""));
} else if (process.argv[2] === "workers") {
    for (let i = 0; i < 8; ++i)
        new Worker(__filename).on("message", (made) => process.stdout.write(made));
} else {
    // Node.js does not fork; what two processes can share is the start-up snapshot of one that has made ids.
    const modules = readdirSync(__dirname).filter((name) => name.endsWith(".js"));
    const functions = modules.map(
        (name) => `"./${name}": (exports, require) => { ${readFileSync(`${__dirname}/${name}`)} }`,
    );
    writeFileSync(
        "snapshot.cjs",
        `const functions = { ${functions} }, known = {};
        const load = (name) => {
            if (known[name] === undefined) functions[name]((known[name] = {}), load);
            return known[name];
        };
        const b = load("./ids.js"); const make = ${make}; make(1);
        require("v8").startupSnapshot.setDeserializeMainFunction(() => require("fs").writeFileSync(1, make(50000)));`,
    );
    const run = (...words) =>
        spawnSync(process.execPath, ["--snapshot-blob", "snapshot", ...words], {
            maxBuffer: 1e8,
            stdio: ["ignore", "pipe", "inherit"],
        }).stdout;
    run("--build-snapshot", "snapshot.cjs");
    for (let i = 0; i < 2; ++i) writeFileSync(1, run());
}
