"""Columns that could move, and what --type says."""
from __future__ import annotations

import dataclasses
import re
from typing import NamedTuple, Optional

from .errors import Usage
from .sql import outside

FAMILY = ("base62id", "base64uuid", "ulid")
NUMBERS = ("bigint", "integer", "smallint")
TEXTS = ("text", "character varying", "character")


@dataclasses.dataclass(eq=False)
class Column:
    """A column at the top of its inheritance tree."""

    r: int
    n: int
    table: str
    attname: str
    relname: str
    schema: str
    column: str
    type: str
    base: str
    is_array: bool
    collation: str
    identity: str
    owner: str
    key: bool
    tree: list[tuple[int, int]]
    why: Optional[str]
    gives: Optional[str]
    new: str = ""
    was_identity: str = ""

    def __post_init__(self) -> None:
        self.storage: list[str] = []
        self.tree = [(r, n) for r, n in self.tree]

    def __str__(self) -> str:
        return f"{self.table}.{self.column}"

    def names(self) -> set[str]:
        """How an option may name it, or its table."""
        return {
            str(self),
            f"{self.schema}.{self.relname}.{self.attname}",
            f"{self.relname}.{self.attname}",
            f"{self.relname}.{self.column}",
        }

    def tables(self) -> set[str]:
        return {self.table, f"{self.schema}.{self.relname}", self.relname}

    def using(self) -> str:
        """How ALTER TYPE converts, where an assignment would not."""
        dims = "[]" if self.is_array else ""
        new = outside(r"\[\]| COLLATE .*", "", self.new)
        if new in ("smallint", "integer") and self.base not in NUMBERS:
            return f" USING {self.column}::bigint{dims}::{new}{dims}"
        if self.base in TEXTS or new.split("(")[0] in TEXTS:
            return f" USING {self.column}::pg_catalog.text{dims}::{new}{dims}"
        return ""


class Made(NamedTuple):
    """A type to be made."""

    name: str
    prefix: str
    notation: str
    key: int
    accept_uuid: bool


class Kind:
    """What --type says: table=name,prefix[,notation[,key]]."""

    def __init__(self, text: str) -> None:
        m = re.fullmatch(r"([^=]+)=([^,]+)(?:,([^,]*))?(?:,([^,]*))?(?:,([0-9]*))?", text)
        if not m:
            raise Usage(
                f"--type {text}: write TABLE=NAME,PREFIX[,NOTATION[,KEY]], where KEY is "
                "the number of a mask key"
            )
        self.where, self.name, self.prefix, self.notation, key = m.groups("")
        self.key, self.used = int(key or 0), False
