"""pg_dump's archive."""
from __future__ import annotations

import io
import os
import re
import sys
import tarfile
from collections.abc import Iterable
from typing import IO, Callable, Optional, TypeVar

from .errors import Stop
from .sql import Texts

# The formats of pg_dump, as an archive's head has them.
CUSTOM, TAR, DIRECTORY = 1, 3, 5
# pg_dump's entries that say something about another one.
REMARKS = ("ACL", "COMMENT", "SECURITY LABEL")
# What the lock of a table does not hold.
RENAMED = ("VIEW", "MATERIALIZED VIEW", "FUNCTION", "PROCEDURE", "AGGREGATE", "INDEX", "STATISTICS")
Node = TypeVar("Node")


class Entry:
    """An entry of the archive's table of contents."""

    def __init__(
        self, number: int, catalog: int, oid: int, texts: list[str], owner: str, needs: list[int]
    ) -> None:
        self.number, self.catalog, self.oid, self.owner = number, catalog, oid, owner
        (self.name, self.kind, make, drop, _, self.schema, self.tablespace, self.method) = texts
        self.make, self.drop, self.needs = make.strip(), drop.strip(), needs
        self.place = 0
        self.also: list[int] = []
        self.key = (
            self.kind,
            self.schema,
            self.name,
            drop if self.kind.startswith("OPERATOR") else "",
        )

    def __str__(self) -> str:
        return f'{self.kind.lower()} {self.schema + "." if self.schema else ""}{self.name}'

    def on(self) -> str:
        """What GRANT takes."""
        what = re.sub(r"^DROP ", "", self.drop.rstrip(";"))
        what = re.sub(r"^(MATERIALIZED )?VIEW ", "TABLE ", what)
        return re.sub(r"^AGGREGATE ", "FUNCTION ", what)


def ordered(starts: Iterable[Node], needs: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """In their order, but each behind what it needs; a circle is cut somewhere."""
    order: dict[Node, None] = {}
    seen: set[Node] = set()
    for start in starts:
        stack = [(start, iter(needs(start)))]
        while stack:
            node, rest = stack[-1]
            seen.add(node)
            following = next((n for n in rest if n not in seen), None)
            if following is None:
                order.setdefault(stack.pop()[0])
            else:
                stack.append((following, iter(needs(following))))
    return list(order)


class Contents:
    """The table of contents of an archive that pg_dump has written, in its order."""

    def __init__(self, path: str) -> None:
        self.path = path
        with self.open() as self.file:
            if self.file.read(5) != b"PGDMP":
                raise Stop(f"{path} is not an archive of pg_dump")
            version = tuple(self.file.read(3))
            if version[:2] > (1, 16):
                raise Stop(f"{path} is an archive of an unknown version, {version}")
            self.integer_size, self.offset_size, self.format = self.file.read(3)
            self.file.seek(12 if version >= (1, 15, 0) else 11 + 1 + self.integer_size)
            self.shared: dict[bytes, int] = {}
            for _ in range(7):
                self.integer()
            for _ in range(3):
                self.string()
            self.entries = [self.entry(version) for _ in range(self.integer())]
        self.shared = {}

    def grants_on_members(self) -> list[Entry]:
        """On what belongs to extensions, which no entry makes. What a grant is on is what it needs;
        by its name it is not found, as that of a function has the names of arguments here only.
        """
        made = {n for e in self.entries for n in (e.number, *e.also)}
        return [
            e
            for e in self.entries
            if e.kind == "ACL"
            and e.name.partition(" ")[0] in ("FUNCTION", "PROCEDURE", "TYPE")
            and made.isdisjoint(e.needs)
        ]

    def open(self) -> IO[bytes]:
        """The file that holds it, or begins with it."""
        if os.path.isdir(self.path):
            return open(os.path.join(self.path, "toc.dat"), "rb")
        if tarfile.is_tarfile(self.path):
            with tarfile.open(self.path) as tar:
                member = tar.extractfile("toc.dat")
                if member is None:
                    raise Stop(f"{self.path} is not an archive of pg_dump")
                return io.BytesIO(member.read())
        return open(self.path, "rb")

    def integer(self) -> int:
        sign, *octets = self.file.read(1 + self.integer_size)
        return int.from_bytes(octets, "little") * (-1 if sign else 1)

    def string(self) -> Optional[str]:
        length = self.integer()
        if length < 0:
            return None
        return sys.intern(self.file.read(length).decode("utf-8", "surrogateescape"))

    def strings(self, count: int) -> list[str]:
        return [self.string() or "" for _ in range(count)]

    def entry(self, version: tuple[int, ...]) -> Entry:
        number, _ = self.integer(), self.integer()
        catalog, oid = (int(s or 0) for s in self.strings(2))
        texts = self.strings(2)
        self.integer()
        texts += self.strings(6)
        if version >= (1, 16, 0):
            self.integer()
        owner, _ = self.strings(2)
        found, end = b"", b"\1\1" + b"\0" * (self.integer_size - 1)  # a string that is none
        while end not in found:
            more = self.file.read(max(4096, len(found)))
            if not more:
                raise Stop(f"{self.path} is an archive of another kind than is known here")
            found += more
        listed, _, rest = found.partition(end)
        self.file.seek(-len(rest), os.SEEK_CUR)
        self.skip_place_of_data()
        needs = (
            []
            if texts[1] == "OPERATOR CLASS"
            else [  # all members of its family, in each
                self.shared.setdefault(n, int(n))
                for n in dict.fromkeys(re.findall(rb"[0-9]+", listed))
            ]
        )
        return Entry(number, catalog, oid, texts, owner, needs)

    def skip_place_of_data(self) -> None:
        """Where an entry's rows are: an offset, or the name of a file."""
        if self.format == CUSTOM:
            self.file.seek(1 + self.offset_size, os.SEEK_CUR)
        else:
            self.string()


class Archive(Contents):
    """The definitions of a database, each behind what it needs."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        # what a scratch database has, too
        self.entries = [
            e
            for e in self.entries
            if e.kind
            not in (
                "DATABASE",
                "DATABASE PROPERTIES",
                "ENCODING",
                "STDSTRINGS",
                "SEARCHPATH",
                "SUBSCRIPTION",
            )
            and not (e.kind == "ACL" and e.name.startswith("DATABASE "))
        ]
        self.merge_views()
        by_number = {n: e for e in self.entries for n in (e.number, *e.also)}
        self.entries = ordered(
            self.entries, lambda e: [by_number[n] for n in e.needs if n in by_number]
        )
        for place, entry in enumerate(self.entries):
            entry.place = place

    def merge_views(self) -> None:
        """A view that waits for a primary key stands there twice: empty, and as a rule."""
        views = {(e.schema, e.name): e for e in self.entries if e.kind == "VIEW"}
        self.numbers = [e.number for e in self.entries]
        for rule in [e for e in self.entries if e.kind == "RULE" and e.name.endswith(" _RETURN")]:
            view = views.get((rule.schema, rule.name[: -len(" _RETURN")]))
            if view and rule.drop.startswith("CREATE OR REPLACE VIEW"):
                view.make = rule.make
                view.needs += [n for n in rule.needs if n != view.number]
                view.also = [rule.number]
                self.entries.remove(rule)

    def by_key(self) -> dict[tuple[str, ...], Entry]:
        return {e.key: e for e in self.entries}

    def texts(self) -> Texts:
        # pg_dump asks for an operator class's members in no order
        return {
            e.key: "\n".join(
                [
                    f"-- {e} of {e.owner}",
                    *(
                        sorted(line.rstrip(" ,;") for line in e.make.split("\n"))
                        if e.kind.startswith("OPERATOR")
                        else [e.make]
                    ),
                ]
            )
            for e in self.entries
            if e.make
        }
