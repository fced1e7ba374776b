"""What is judged, and the table of it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from schemata import Fault, read

SOURCE = Path(os.environ.get("BASE62ID_SRC", Path(__file__).parents[2]))
FAULTS = read(Path(__file__).with_name("mutations.txt"))

# Where each is judged: in one library that has all of these, by the library's symbols, or by the
# suite of its package.
SLEEPING = [fault for fault in FAULTS if fault.sleeps]
OF_SYMBOLS = [fault for fault in FAULTS if fault.tests == ["symbols/library"]]
IN_PACKAGES = [fault for fault in FAULTS if fault.file.startswith("clients/")]


def names(faults: list[Fault]) -> list[str]:
    """How a fault is chosen by -k: its file, and its line in mutations.txt."""
    return [f"{fault.file}:{fault.line}" for fault in faults]


class Table:
    """Of each file its faults, and the tests that saw them."""

    def __init__(self) -> None:
        self.judged: dict[str, list[str]] = {}

    def add(self, fault: Fault, seen_by: str) -> None:
        self.judged.setdefault(fault.file, []).append(seen_by)

    def __str__(self) -> str:
        lines = ["| file | faults | seen by | alive |", "|---|--:|---|--:|"]
        for file, seen in self.judged.items():
            tests = ", ".join(sorted(set(seen) - {""}))
            lines.append(f"| {file} | {len(seen)} | {tests} | {seen.count('')} |")
        return "\n".join(lines)


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    table = Table()
    yield table
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print(f"\n\n{table}")
