// The command base62id: what it prints of arguments or of lines of its input, and its exit status.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

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

interface Case {
    arguments: string[];
    input?: string;
    output?: string[];
    lines?: number;
    pattern?: string;
    status?: number;
}
// Python's package is tested by them, too.
const cases: Case[] = JSON.parse(
    readFileSync(`${import.meta.dirname}/../../../conformance/command.json`, "utf8"),
);

for (const { arguments: words, input, output, lines: count, pattern, status = 0 } of cases) {
    test(`base62id ${words.join(" ")}`, () => {
        const { lines, status: ended, told } = run(words, input);
        assert.equal(ended, status, told);
        if (pattern === undefined) assert.deepEqual(lines, output);
        else {
            assert.equal(lines.length, count);
            for (const line of lines) assert.match(line, RegExp(pattern));
        }
        if (status === 2) assert.match(told, /^base62id: .*\nusage: /);
        else assert.equal(told !== "", status === 1 && words[0] === "convert", told);
    });
}

test("new ids increase", () => {
    const { lines } = run(["new", "user", "-n", "3"]);
    assert.equal(new Set(lines).size, 3);
    assert.deepEqual(lines, [...lines].sort());
});

test("a long text is cut", () => {
    const { lines, status } = run(["inspect", "x".repeat(1000)]);
    assert.equal(status, 1);
    assert.deepEqual(JSON.parse(lines[0]!), { text: "x".repeat(100), error: "no id" });
});

test("--help prints the usage", () => {
    const { lines, status } = run(["--help"]);
    assert.equal(status, 0);
    assert.match(lines[0]!, /^usage: base62id new /);
});
