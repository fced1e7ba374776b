"""Sums up what the suites of one run have left.

Prints a line for each suite, what was skipped and why, and last of all "N passed, N failed, N
skipped".

    summary.py LOGS SUITE...

LOGS holds JUnit's XML: suites.xml, by ctest, of the suites; results/SUITE.xml of the tests of each;
a directory results/SUITE of a run in a chroot, which is a run of suites itself. A suite that ends
badly has failed, whatever its tests say, and so has one that tells of no test.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path
from xml.etree import ElementTree

SKIPPED_AS_A_WHOLE = re.compile(r"^1\.\.0 # SKIP *(.*)", re.MULTILINE)


class Sum:
    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0
        self.skipped: defaultdict[str, list[str]] = defaultdict(list)

    def add(self, other: "Sum", suite: str) -> None:
        self.passed += other.passed
        self.failed += other.failed
        for reason, tests in other.skipped.items():
            self.skipped[reason] += [f"{suite}: {test}" for test in tests]

    def __str__(self) -> str:
        line = f"{self.passed} passed, {self.failed} failed"
        skips = sum(len(tests) for tests in self.skipped.values())
        return f"{line}, {skips} skipped" if skips else line


def reason_of(case: ElementTree.Element, skipped: ElementTree.Element) -> str:
    """TAP: what follows the word SKIP; googletest: the next line; pytest: the message."""
    message = skipped.get("message") or ""
    tap = re.match(r"(?:not )?ok\b.*?# *(?:SKIP|TODO)\S* *(.*)", message, re.IGNORECASE)
    googletest = re.search(
        r"^\S+:\d+: Skipped\n(.*)", case.findtext("system-out") or "", re.MULTILINE
    )
    if tap:
        return tap[1]
    return googletest[1] if googletest else message


def sum_of_file(path: Path) -> Sum:
    result = Sum()
    for suite in ElementTree.parse(path).iter("testsuite"):
        cases = suite.findall("testcase")
        whole = SKIPPED_AS_A_WHOLE.search(suite.findtext("system-out") or "")
        if not cases and whole:
            result.skipped[whole[1]].append("all of it")
        for case in cases:
            skipped = case.find("skipped")
            if skipped is not None:
                result.skipped[reason_of(case, skipped)].append(case.get("name") or "test")
            elif case.find("failure") is not None or case.find("error") is not None:
                result.failed += 1
            else:
                result.passed += 1
    return result


def sum_of(results: Path, suite: str, ended_well: bool) -> Sum:
    result = Sum()
    if (results / suite).is_dir():
        for path in sorted((results / suite).rglob("*.xml")):
            result.add(sum_of_file(path), path.stem)
    elif (results / f"{suite}.xml").exists():
        result = sum_of_file(results / f"{suite}.xml")
    silent = not (result.passed or result.failed or result.skipped)
    if silent or (not ended_well and result.failed == 0):
        result.failed = 1
    return result


def main(logs: Path, suites: list[str]) -> int:
    ended_well = {
        case.get("name")
        for case in ElementTree.parse(logs / "suites.xml").iter("testcase")
        if case.get("status") == "run"
    }
    total = Sum()
    for suite in suites:
        one = sum_of(logs / "results", suite, suite in ended_well)
        print(f"{suite:<24}{one}")
        total.add(one, suite)
    for reason, tests in sorted(total.skipped.items()):
        print(f"skipped: {reason} ({', '.join(tests)})")
    print(total)
    return 1 if total.failed or not (total.passed or total.skipped) else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
