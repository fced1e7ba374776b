"""README.md of a plan, for who reviews it."""

from __future__ import annotations

import dataclasses
import re

from .header import FINISH, MOVE, PREPARE
from .online import Index
from .steps import StepWriter
from .writer import named_in_foreign_key

README = "README.md"
# Bytes a second in which PostgreSQL builds an index or rewrites a table, by estimate: on two cores,
# with a disk that is no bottleneck.
SPEED = 30 << 20
LISTED = 30  # of what is made beforehand, and of keys; the rest is counted
ABOUT = f"""# A move of ids

1. `{PREPARE}` makes successors of indexes, while all go on.
2. `{MOVE}` is one statement. It changes the types under ACCESS EXCLUSIVE locks: all of it
   happens, or nothing. What it changes stands at its beginning; the rest is the same in all.
3. `{FINISH}` is part of the move, while all go on: until it has ended, foreign keys hold for
   new rows only.

`base62id-migrate run DATABASE DIRECTORY` executes them in order and goes on where it was stopped.
psql executes each as well; the short locks of the third file are waited for 800 ms, or what
`-v lock_timeout=2s` says. To give up before the second file: `run --undo`. After it, let `run`
end the third file first, then `plan --to back --was DIRECTORY`."""
UNDER_LOCK, AFTERWARDS, BEFOREHAND = "built under the lock", "made afterwards", "made beforehand"
HOW = (UNDER_LOCK, AFTERWARDS, BEFOREHAND)


def megabytes(size: int) -> str:
    return f"{size / (1 << 20):.1f}"


def seconds(size: int) -> str:
    return "< 0.1" if size < SPEED / 10 else f"{size / SPEED:.1f}"


def how(index: Index) -> str:
    if index.ready:
        return BEFOREHAND
    return AFTERWARDS if index.later else UNDER_LOCK


def in_rows(head: str, rows: list[list[str]]) -> list[str]:
    """A table, with numbers on the right."""
    names = head.split(" | ")
    lines = "|".join("--:" if n in ("rows", "MB", "seconds") else "---" for n in names)
    return ["", f"| {head} |", f"|{lines}|", *("| " + " | ".join(r) + " |" for r in rows)]


@dataclasses.dataclass
class Table:
    """A table that moves, with its partitions and children."""

    name: str
    members: set[str]
    columns: list[str] = dataclasses.field(default_factory=list)
    rows: int = 0
    size: int = 0
    rewritten: int = 0
    indexes: list[Index] = dataclasses.field(default_factory=list)
    keys: list[str] = dataclasses.field(default_factory=list)

    @property
    def under_lock(self) -> int:
        """Bytes that are written while nobody else uses the table."""
        if self.rewritten:
            return self.rewritten + sum(i.size for i in self.indexes)
        return sum(i.size for i in self.indexes if how(i) == UNDER_LOCK)

    def in_words(self) -> list[str]:
        parts = len(self.members) - 1
        counted = [(sum(1 for i in self.indexes if how(i) == h), h) for h in HOW]
        return [
            self.name + (f" and {parts} partitions or children" if parts else ""),
            str(self.rows),
            megabytes(self.size),
            "; ".join(self.columns),
            ", ".join(f"{n} {h}" for n, h in counted if n) or "none",
            str(len(self.keys)) if self.keys else "none",
            ("rewritten, " if self.rewritten else "") + seconds(self.under_lock),
        ]


class Review:
    """What a plan does, by table."""

    def __init__(self, writer: StepWriter) -> None:
        self.writer, self.indexes = writer, writer.indexes
        names = {int(r["oid"]): name for name, r in writer.mover.owners.items()}
        self.tables: dict[str, Table] = {}
        self.of_member: dict[str, Table] = {}
        for c in writer.choice.moves:
            members = {names[r] for r, _ in c.tree if r in names}
            table = self.tables.setdefault(c.table, Table(c.table, members))
            table.columns.append(f"{c.column} {c.type} → {c.new}")
            table.members |= members
            self.of_member.update(dict.fromkeys(members, table))
        rewritten = {name for name, _ in writer.rewritten}
        for name, table in self.of_member.items():
            about = writer.now[name]
            schema, bare = str(about["nspname"]), str(about["relname"])
            size = self.indexes.size(schema, bare)
            table.size += size
            table.rows += self.indexes.rows(schema, bare) if about["kind"] == "r" else 0
            table.rewritten += max(size, 1) if name in rewritten else 0
        for i in self.indexes.all:
            if i.table in self.of_member:
                self.of_member[i.table].indexes.append(i)
        self.find_keys()

    def find_keys(self) -> None:
        for e in self.writer.entries:
            found = named_in_foreign_key(e.make) if e.kind == "FK CONSTRAINT" else None
            if found and found[0] in self.of_member:
                self.of_member[found[0]].keys.append(found[1])

    def text(self) -> str:
        tables = sorted(self.tables.values(), key=lambda t: t.name)
        longest = seconds(sum(t.under_lock for t in tables)).replace("<", "less than")
        others = [t for t in self.writer.locked if t not in self.of_member]
        lines = [
            ABOUT,
            "",
            f"{len(self.writer.choice.moves)} columns of {len(tables)} tables move. Under the "
            f"locks PostgreSQL builds and rewrites for {longest} s by estimate, a second for "
            f"{SPEED >> 20} MB; a copy of your data says it better."
            + f" Locked as well: {', '.join(others)}." * bool(others),
            *in_rows(
                "table | rows | MB | columns | indexes | foreign keys | seconds under the lock",
                [t.in_words() for t in tables],
            ),
            *self.of_indexes(),
            *self.of_keys(),
            *self.of_remarks(),
        ]
        return "\n".join(lines) + "\n"

    def of_indexes(self) -> list[str]:
        rows: list[list[str]] = []
        for kind in HOW:
            mine = [i for i in self.indexes.all if how(i) == kind]
            mine.sort(key=lambda i: -i.size)
            listed = LISTED if kind == BEFOREHAND else len(mine)
            rows += [self.of_index(i) for i in mine[:listed]]
            rest = mine[listed:]
            if rest:
                size = sum(i.size for i in rest)
                rows.append([f"and {len(rest)} more", "", megabytes(size), kind, seconds(size)])
        if not rows:
            return []
        return [
            "",
            "## Indexes",
            "",
            f"What is {UNDER_LOCK} has a predicate, an expression or an exclusion constraint, or",
            "its table is rewritten: PostgreSQL keeps none of these.",
            *in_rows("index | of | MB | how | seconds", rows),
        ]

    def of_index(self, index: Index) -> list[str]:
        rewritten = any(name == index.table for name, _ in self.writer.rewritten)
        kind = how(index) + (", with its table" if rewritten else "")
        return [index.full, index.table, megabytes(index.size), kind, seconds(index.size)]

    def of_keys(self) -> list[str]:
        why = list(dict.fromkeys(later.why for later in self.writer.validated))
        if not why:
            return []
        more = [f"- and {len(why) - LISTED} more"] if why[LISTED:] else []
        title = f"## Foreign keys that `{FINISH}` checks"
        return ["", title, "", *(f"- {w}" for w in why[:LISTED]), *more]

    def of_remarks(self) -> list[str]:
        remarks = list(dict.fromkeys(self.writer.choice.remarks))
        trusted = self.writer.options.trust
        if trusted:
            remarks.append(f"code of these roles may run with your rights: {', '.join(trusted)}")
        if not remarks:
            return []
        text = [re.sub(r"\n *", "\n  - ", r) for r in remarks]
        return ["", "## What to know", "", *(f"- {t}" for t in text)]


def readme(writer: StepWriter) -> str:
    return Review(writer).text()
