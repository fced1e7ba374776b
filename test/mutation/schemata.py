"""Puts every fault of mutations.txt into the sources at once, each behind its number.

    python3 schemata.py MUTATIONS SOURCES [PATTERN]

What is compiled of SOURCES afterwards behaves as before, unless the environment variable
BASE62ID_FAULT holds a fault's number when the program starts: then it has that fault. So one build
serves for all of them. Prints a line a fault: its number, its tests, its file and the line there.

A block of mutations.txt is a file and its faults:

    src/codec/octets.hpp
    @ laws sorting
    - return (a > b) - (a < b);
    + return (a < b) - (a > b);

The tests after "@" are those of which one must fail. What stands behind "-" must occur once in the
file, white space apart; it is an expression, or, if it ends in ";" or "}", statements. Behind "+"
is what takes its place; statements may have none. Both may have several lines, and a fault may have
several places. Expressions must be of one type, and no place may begin inside of another one and
end outside of it.

Two things cannot have a fault this way: declarations, and what the compiler computes, such as the
values of tables and static_assert.
"""

import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

SWITCH = """// Which fault of test/mutation this program has: see schemata.py there.
#pragma once
#include <cstdlib>
#include <type_traits>
namespace base62id_fault {
inline const int chosen = [] {
    const char *number = std::getenv("BASE62ID_FAULT");
    return number == nullptr ? 0 : std::atoi(number);
}();
constexpr bool is(int number) noexcept {
    return !std::is_constant_evaluated() && chosen == number;
}
} // namespace base62id_fault
"""


@dataclass
class Place:
    """Where a fault changes its file."""

    number: int  # of the fault
    line: int  # of mutations.txt
    before: str = ""
    after: str | None = None
    begin: int = 0
    end: int = 0
    inner: list["Place"] = field(default_factory=list)

    @property
    def is_statement(self) -> bool:
        return self.before.endswith((";", "}"))


@dataclass
class Fault:
    number: int
    tests: str
    file: str
    places: list[Place] = field(default_factory=list)


class Wrong(Exception):
    pass


def read(path: Path) -> list[Fault]:
    faults: list[Fault] = []
    file = ""
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        mark, rest = line[:1], line[2:].strip()
        if not line or mark == "#":
            continue
        if mark == "@":
            faults.append(Fault(len(faults) + 1, rest.replace(" ", ","), file))
        elif mark == "-":
            places = faults[-1].places
            if not places or places[-1].after is not None:
                places.append(Place(faults[-1].number, number))
            places[-1].before = f"{places[-1].before} {rest}".strip()
        elif mark == "+":
            place = faults[-1].places[-1]
            place.after = f"{place.after or ''} {rest}".strip()
        else:
            file = line.strip()
    return faults


def find(place: Place, text: str) -> None:
    """Sets where the place is in the text of its file."""
    words = re.findall(r"\w+|[^\w\s]", place.before)
    pattern = r"\s*".join(re.escape(word) for word in words)
    pattern = r"(?<!\w)" * words[0][0].isalnum() + pattern + r"(?!\w)" * words[-1][-1].isalnum()
    found = list(re.finditer(pattern, text))
    if len(found) != 1:
        raise Wrong(f"stands {len(found)} times in its file: {place.before}")
    place.begin, place.end = found[0].span()
    if place.after is None or place.before == place.after:
        raise Wrong(f"changes nothing: {place.before}")


def nest(places: list[Place]) -> list[Place]:
    """Those that stand in no other; each has what stands in it."""
    outermost: list[Place] = []
    around: list[Place] = []
    for place in sorted(places, key=lambda p: (p.begin, -p.end)):
        while around and around[-1].end <= place.begin:
            around.pop()
        if not around:
            outermost.append(place)
        elif place.end > around[-1].end:
            raise Wrong(f"ends outside of the one that it begins in: {place.before}")
        else:
            around[-1].inner.append(place)
        around.append(place)
    return outermost


def render(text: str, begin: int, end: int, places: list[Place]) -> str:
    """This part of the text with its faults, all of which sleep but the chosen one."""
    parts: list[str] = []
    for place in places:
        parts.append(text[begin : place.begin])
        right = render(text, place.begin, place.end, place.inner)
        chosen = f"base62id_fault::is({place.number})"
        if place.is_statement:
            parts.append(f"if ({chosen}) {{ {place.after} }} else {{ {right} }}")
        else:
            parts.append(f"({chosen} ? ({place.after}) : ({right}))")
        begin = place.end
    return "".join(parts) + text[begin:end]


def main(mutations: str, sources: str, pattern: str = "") -> int:
    status = 0
    by_file: dict[str, list[Fault]] = {}
    for fault in read(Path(mutations)):
        by_file.setdefault(fault.file, []).append(fault)
    for file, faults in by_file.items():
        path = Path(sources, file)
        text = path.read_text()
        places = []
        for place in (place for fault in faults for place in fault.places):
            try:
                find(place, text)
                places.append(place)
            except Wrong as why:
                print(f"{mutations}:{place.line}: {why}", file=sys.stderr)
                status = 1
        path.write_text(render(text, 0, len(text), nest(places)))
        for fault in faults:
            first = fault.places[0]
            line = text.count("\n", 0, first.begin) + 1
            row = f"{fault.number} {fault.tests} {file}:{line} {first.before}"
            if re.search(pattern, row):
                print(row)
    Path(sources, "src/fault.hpp").write_text(SWITCH)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
