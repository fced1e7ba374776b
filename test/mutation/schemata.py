"""Faults of mutations.txt, and how they come into the sources.

A block of mutations.txt is a file and its faults:

    src/codec/octets.hpp
    @ laws sorting
    - return (a > b) - (a < b);
    + return (a < b) - (a > b);

The tests after "@" are those of which one must fail; "17+" behind them: from that PostgreSQL on.
What stands behind "-" must occur once in the file, white space apart; it is an expression, or, if
it ends in ";" or "}", statements. Behind "+" is what takes its place; statements may have none.
Both may have several lines, and a fault may have several places.

The library gets all its faults at once, each behind its number. What is compiled then behaves as
before, unless the file that the environment variable BASE62ID_FAULT names holds a fault's number
when a process loads the library: that process has the fault. So one build, and one server, serve
for all. Expressions must be of one type for that, and no place may begin inside of another one and
end outside of it.

Some faults cannot sleep that way: declarations, what the compiler computes, other languages.  They
have "=" in place of "@", and are made one at a time, in a copy of the file.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

SWITCH = """// Which fault of test/mutation this process has: see schemata.py there.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <type_traits>
namespace base62id_fault {
inline const int chosen = [] {
    int number = 0;
    const char *path = std::getenv("BASE62ID_FAULT");
    std::FILE *file = path == nullptr ? nullptr : std::fopen(path, "r");
    if (file == nullptr)
        return number;
    if (std::fscanf(file, "%d", &number) != 1)
        number = 0;
    std::fclose(file);
    return number;
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
    tests: list[str]
    since: int  # this major of PostgreSQL; 0: in all
    file: str
    sleeps: bool  # until it is chosen
    line: int  # of mutations.txt
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
        if mark in "@=":
            *tests, last = rest.split()
            since = int(last[:-1]) if last.endswith("+") else 0
            tests += [] if since else [last]
            faults.append(Fault(len(faults) + 1, tests, since, file, mark == "@", number))
        elif mark == "-":
            places = faults[-1].places
            if not places or places[-1].after is not None:
                places.append(Place(faults[-1].number))
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
        place.inner = []
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


def put_to_sleep(faults: Iterable[Fault], sources: Path) -> None:
    """Puts the faults into the sources, and makes the header that each source is to include."""
    by_file: dict[str, list[Place]] = {}
    for fault in faults:
        by_file.setdefault(fault.file, []).extend(fault.places)
    for file, places in by_file.items():
        path = sources / file
        text = path.read_text()
        for place in places:
            find(place, text)
        path.write_text(render(text, 0, len(text), nest(places)))
    (sources / "src/fault.hpp").write_text(SWITCH)


def changed(fault: Fault, text: str) -> str:
    """The text of the fault's file with the fault."""
    for place in fault.places:
        find(place, text)
        text = f"{text[: place.begin]}{place.after}{text[place.end :]}"
    return text
