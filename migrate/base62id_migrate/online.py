"""What is made before the move, and what is left for afterwards.

ALTER TYPE keeps an index if its operator classes stay the same (CheckIndexCompatible).
So an index over the column as it is, with the class of the new type, outlives the move: it is made
CONCURRENTLY, and the move gives it the name or the constraint of the old one.
"""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Optional

from .database import Database
from .queries import query
from .sql import Row, identifier

# Above this an index is not built under the lock without being told to.
LARGE = 16 << 20


@dataclasses.dataclass(eq=False)
class Index:
    """An index over a column that moves."""

    table_schema: str
    table_name: str
    table: str
    schema: str
    name: str
    owner: str
    unique: bool
    contype: str
    constraint: str
    full: str
    leaf: bool
    stored: bool
    same: bool
    ready: bool
    identity: bool
    tail: str
    own_tail: str
    accepts: list[str]
    partitioned: bool
    parent: Optional[list[str]]
    size: int = 0
    afterwards: bool = False

    @property
    def made(self) -> str:
        """The name of its successor, the same in every plan."""
        return self.named(self.tail)

    @property
    def key(self) -> tuple[str, str]:
        return self.schema, self.name

    @property
    def own(self) -> str:
        """Of one in a second class: the name of its own successor, made after the move."""
        return self.named(self.own_tail)

    def named(self, tail: str) -> str:
        text = f"{self.schema}.{self.name} {tail}".encode("utf-8", "surrogateescape")
        return "base62id_" + hashlib.sha256(text).hexdigest()[:12]

    @property
    def made_full(self) -> str:
        return f"{identifier(self.schema)}.{self.made}"

    @property
    def of_constraint(self) -> bool:
        return self.contype is not None

    @property
    def later(self) -> bool:
        """Whether it is made CONCURRENTLY, after the move."""
        if self.ready or self.size <= LARGE:
            return False
        if not (self.unique or self.of_constraint):
            return True
        return self.afterwards and self.may_wait

    @property
    def may_wait(self) -> bool:
        """Whether --afterwards can make it so, where it is unique."""
        return self.contype != "x" and not self.leaf

    def drop(self) -> str:
        if self.of_constraint:
            return f"ALTER TABLE {self.table} DROP CONSTRAINT IF EXISTS {self.constraint} CASCADE"
        return f"DROP INDEX IF EXISTS {self.full} CASCADE"


class Indexes:
    """Those of a move: ready, later, or built under the lock."""

    def __init__(self, live: Database, afterwards: bool = False) -> None:
        self.afterwards = afterwards
        self.sizes: dict[tuple[str, str], Row] = {
            (r["schema"], r["name"]): r for r in live.rows(query("sizes"))
        }
        self.all: list[Index] = []
        self.partitioned: dict[tuple[str, str], Index] = {}

    def find(self, copy: Database, moving: str, home: str) -> None:
        """In the copy, which has the new types."""
        for row in copy.rows(query("indexes", moving=moving, home=home)):
            index = Index(**row, afterwards=self.afterwards)
            index.size = self.size(index.schema, index.name)
            if index.partitioned:
                self.partitioned[index.key] = index
            else:
                self.all.append(index)

    def settle(self, rewritten: set[str]) -> None:
        """What a rewritten table has is not kept; a partitioned table's index is in a second class
        with all of its parts, or none."""
        for index in self.all:
            index.ready = index.ready and index.table not in rewritten
        parts = [i for i in self.all if i.stored and i.parent]
        wanting = {i.key for i in self.partitioned.values() if not i.ready}
        cut = {a.key for i in parts for a in self.above(i) if not i.ready or a.key in wanting}
        for index in parts:
            index.ready = index.ready and not any(a.key in cut for a in self.above(index))

    def above(self, index: Index) -> list[Index]:
        """The partitioned indexes that it is of, the nearest one first."""
        found: list[Index] = []
        while index.parent is not None:
            index = self.partitioned[index.parent[0], index.parent[1]]
            found.append(index)
        return found

    def in_second_class(self) -> dict[tuple[str, str], Index]:
        """The partitioned indexes whose parts are."""
        parts = [i for i in self.ready if i.stored]
        return {a.key: a for i in parts for a in self.above(i)}

    def size(self, schema: str, name: str) -> int:
        return int(self.sizes.get((schema, name), {"size": 0})["size"])

    def rows(self, schema: str, name: str) -> int:
        return int(self.sizes.get((schema, name), {"rows": 0})["rows"])

    @property
    def ready(self) -> list[Index]:
        return [i for i in self.all if i.ready]

    @property
    def later(self) -> list[Index]:
        return [i for i in self.all if i.later]

    @property
    def under_lock(self) -> list[Index]:
        return [i for i in self.all if not i.ready and not i.later]

    def accepting(self, stored: bool) -> list[str]:
        """Types to which the cast is implicit for the time in which successors need it."""
        return sorted({t for i in self.ready if i.stored == stored for t in i.accepts})

    def drops(self) -> list[str]:
        return [i.drop() + ";" for i in self.all if i.ready or i.later]
