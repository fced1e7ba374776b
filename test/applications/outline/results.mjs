// What Vitest says of each test, as the clients of the other applications say it of their
// operations.
//
//   results.mjs REPORT DIRECTORY
import { readFileSync } from "node:fs";

const [report, directory] = process.argv.slice(2);
const seen = new Map();
for (const file of JSON.parse(readFileSync(report, "utf8")).testResults) {
    const path = file.name.replace(directory, "");
    if (file.assertionResults.length === 0)
        console.log(`not ok\t${path}\t${String(file.message).replace(/\s+/g, " ")}`);
    for (const test of file.assertionResults) {
        if (test.status !== "passed" && test.status !== "failed") continue;
        // Some tests of a file have one name.
        const name = `${path}: ${test.fullName.replace(/\s+/g, " ")}`;
        const times = (seen.get(name) ?? 0) + 1;
        seen.set(name, times);
        const numbered = times > 1 ? `${name} (${times})` : name;
        const reason = test.failureMessages?.[0]?.replace(/\s+/g, " ").slice(0, 300);
        console.log(
            test.status === "passed" ? `ok\t${numbered}` : `not ok\t${numbered}\t${reason}`,
        );
    }
}
