"""What new rows get: ids of the new type, and afterwards what they got before."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

from .choice import Choice
from .columns import FAMILY
from .database import Database
from .queries import query
from .sql import Row, identifier, literal, qualified, unquoted

# Functions without arguments that make a uuid: of PostgreSQL, of uuid-ossp, and of this extension.
GENERATORS = re.compile(
    r"(?:(?:\w+|\"(?:[^\"]|\"\")+\")\.)?"
    r"(?:gen_random_uuid|uuidv[47]|uuid_generate_v\d\w*|uuid_v7_new)\(\)"
)
# Any function without arguments.
CALL = re.compile(r"[^()]+\(\)")


class Change(NamedTuple):
    """A default that is set."""

    row: Row
    gives: str

    def statement(self) -> str:
        column = "ALTER TABLE ONLY {table} ALTER {column}".format(**self.row)
        return f"{column} SET DEFAULT {self.gives};" if self.gives else f"{column} DROP DEFAULT;"


class Defaults:
    """Of the columns that move."""

    def __init__(self, choice: Choice, copy: Database, moving: str, keep: bool) -> None:
        self.choice, self.copy = choice, copy
        self.then: dict[tuple[str, ...], list[str]] = {
            tuple(d[:3]): d[3:] for d in choice.was.get("defaults", [])
        }
        rows = [] if keep else copy.rows(query("defaults", moving=moving))
        rows += self.of_columns_that_stay()
        found = ((r, self.new_default(r)) for r in rows)
        self.changes = [Change(r, gives) for r, gives in found if gives is not None]

    def of_columns_that_stay(self) -> list[Row]:
        """To leave, columns of uuid need other defaults than functions of the extension, too."""
        staying = ", ".join(
            f"({r}::oid, {n}::int2, 'uuid')"
            for c in self.choice.columns
            if self.choice.options.to == "leave" and c.type == "uuid"
            for r, n in c.tree
        )
        rows = self.copy.rows(query("defaults", moving=staying)) if staying else []
        return [r for r in rows if r["ours"]]

    def tables(self) -> set[str]:
        return {str(change.row["table"]) for change in self.changes}

    def remarks(self) -> list[str]:
        return [
            "{table}.{column}: new rows have no id by default any more, as no function without the "
            "extension makes such ones; now it is {gives}".format(**change.row)
            for change in self.changes
            if not change.gives
        ]

    def functions(self) -> list[str]:
        """Those that are called alone, and without arguments."""
        return sorted({c.gives for c in self.changes if CALL.fullmatch(c.gives)})

    def new_default(self, row: Row) -> Optional[str]:
        """None: it stays; empty: there is none any more."""
        to = self.choice.options.to
        leaves = to == "leave"
        if GENERATORS.fullmatch(row["gives"]) and not row["ours"]:
            if leaves and row["new"] == "text":
                return f"({row['gives']})::text"
            if to == "back":  # what the way there left alone stays
                return self.before(row)
            return self.generator(row["new"])
        if row["gives"] == self.own_generator(row["type"]):
            gives = self.before(row) or self.generator(row["new"])
            return "" if leaves and gives is None else gives
        if to in ("leave", "uuid") and row["ours"]:
            return "gen_random_uuid()" if row["new"] == "uuid" else ""
        return None

    def generator(self, new: str) -> Optional[str]:
        """Of a type whose ids have a time; base62id, base64uuid and masked types take any uuid."""
        if new == "uuid":
            return "gen_random_uuid()"
        _, key = self.declared(new)
        return None if key != 0 else self.own_generator(new)

    def own_generator(self, name: str) -> Optional[str]:
        """Of ulid, or an id type of uuids."""
        if name == f"{self.choice.home}.ulid":
            return f"{self.choice.home}.ulid_generate()"
        notation, _ = self.declared(name)
        if notation == "uid11":
            return None
        schema, bare = qualified(name)
        return f"{schema}.{identifier_if_needed(unquoted(bare) + '_new')}()"

    def declared(self, name: str) -> tuple[str, Optional[int]]:
        """Notation and mask key; what is no id type has no generator either, as numbers."""
        made = {m.name: (m.notation, m.key) for m in self.choice.make}
        known = {t: (d["notation"], d["mask_key"]) for t, d in self.choice.types.items()}
        return {**known, **made}.get(name, ("uid11", 0))

    def before(self, row: Row) -> Optional[str]:
        """As the plan says that moved it, if that is a generator and still there."""
        then = self.then.get((row["schema"], row["relname"], row["attname"]))
        own = self.own_generator(row["new"])
        if then is None:
            return None
        if own is not None and then == called(own):
            return own
        if not self.is_of_uuids(row["new"]) or not GENERATORS.fullmatch(f"{then[1]}()"):
            return None
        function = f"{identifier(then[0])}.{identifier(then[1])}()" if then[0] else f"{then[1]}()"
        there = self.copy.one(f"SELECT to_regprocedure({literal(function)}) IS NOT NULL")
        return function if there else None

    def is_of_uuids(self, name: str) -> bool:
        home = self.choice.home
        return name in ["uuid", *(f"{home}.{f}" for f in FAMILY)] or (
            self.declared(name)[0] != "uid11"
        )

    def saved(self) -> list[list[str]]:
        """For the way back: (schema, table, column, schema and name of a function)."""
        return [
            [*(change.row[k] for k in ("schema", "relname", "attname")), *called(gives)]
            for change in self.changes
            if CALL.fullmatch(gives := change.row["gives"])
        ]


def called(function: str) -> list[str]:
    """Schema and name of s.f()."""
    return [unquoted(name) for name in qualified(function[: -len("()")])]


def identifier_if_needed(name: str) -> str:
    """As PostgreSQL writes it, but for words of its own, of which none ends so."""
    return name if re.fullmatch(r"[a-z_][a-z0-9_$]*", name) else identifier(name)
