// The command: words, pipes, JSON, statuses.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";

import { defineIds } from "base62id";

const uuid = "01890a5d-ac96-774b-bcce-b302099a8057";
const id = "user_01h455vb4pex5vsknk084sn02q";

function run(
    words: string[],
    input = "",
): { lines: string[]; status: number | null; told: string } {
    const command = ["--import", "tsx", "src/cli.ts", ...words];
    const cwd = `${import.meta.dirname}/..`;
    const { stdout, status, stderr } = spawnSync(process.execPath, command, {
        cwd,
        input,
        encoding: "utf8",
    });
    return { lines: stdout.split("\n").filter(Boolean), status, told: stderr };
}

test("new", () => {
    const { lines, status } = run(["new", "user", "-n", "3"]);
    assert.equal(status, 0);
    assert.equal(lines.length, 3);
    assert.ok(lines.every(defineIds({ user: "user" }).user.is));
    assert.deepEqual(lines, [...lines].sort());
    assert.match(run(["new", "ulid", "--at", "2020-02-02T00:00:00Z"]).lines[0]!, /^01E01K4T00/);
    assert.match(run(["new", "S3", "--notation", "hex"]).lines[0]!, /^S3_[0-9a-f]{32}$/);
    assert.match(run(["new", "uuid"]).lines[0]!, /^[0-9a-f-]{36}$/);
});

test("inspect", () => {
    const { lines, status } = run(["inspect"], `${id}\ninv_1111111111j\n\n11DTZdKGtoB\n`);
    assert.equal(status, 0);
    assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        [
            { id, notation: "typeid", prefix: "user", uuid, timestamp: "2023-06-30T03:34:18.518Z" },
            { id: "inv_1111111111j", notation: "uid11", prefix: "inv", number: "42" },
            { id: "11DTZdKGtoB", notation: "xid", timestamp: "2011-11-15T20:50:45.686Z" },
        ],
    );
    const mixed = run(["inspect", "nope", `"${id}"`]);
    assert.equal(mixed.status, 1);
    assert.deepEqual(JSON.parse(mixed.lines[0]!), { text: "nope", error: "no id" });
    assert.equal(JSON.parse(mixed.lines[1]!).id, id);
});

test("convert", () => {
    const words = ["convert", "--to", "order", "--notation", "ulid"];
    const { lines, status } = run(words, `${id}\n${uuid}\n`);
    assert.deepEqual([lines, status], [Array(2).fill("order_01H455VB4PEX5VSKNK084SN02Q"), 0]);
    const mixed = run(["convert", "nope", id, "--to", "uuid"]);
    assert.deepEqual([mixed.lines, mixed.status], [[uuid], 1]);
    assert.match(mixed.told, /"nope" is no id/);
});

test("a wrong use is told, with status 2", () => {
    const wrong = [
        [],
        ["make"],
        ["new"],
        ["new", "User"],
        ["new", "user", "--at", "never"],
        ["new", "user", "-n", "x"],
        ["new", "baseuid"],
        ["convert", id],
        ["convert", id, "--to", "_"],
        ["inspect", "--no-such-option"],
        ["new", "user", "--notation", "nope"],
    ];
    for (const words of wrong) {
        const { status, told, lines } = run(words);
        assert.deepEqual([status, lines], [2, []], words.join(" "));
        assert.match(told, /^base62id: .*\nusage: /);
    }
    assert.deepEqual(run(["--help"]).status, 0);
});
