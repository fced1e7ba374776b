"""The files of conformance/, and their kinds as types of the server."""

import itertools
import json
from dataclasses import dataclass
from typing import Any

from conftest import TOP, Database

HERE = TOP / "test/client-codecs"

Json = dict[str, Any]


def cases_of(name: str) -> list[Json]:
    cases: list[Json] = json.loads((TOP / f"conformance/{name}.json").read_text())
    return cases


# Of masked numbers. The n-th has the number n in the server's file; other ids have the first.
KEYS = sorted({group["key"] for group in cases_of("numbers") if "key" in group})


def octets(text: str) -> str:
    """A literal."""
    return f"'\\x{text.encode().hex()}'::bytea"


@dataclass
class Kind:
    """A kind of the files, and the server's type for it."""

    database: Database
    notation: str
    lead: str  # of its ids: the type prefix with its "_"
    type: str

    @property
    def schema(self) -> str:
        """In which its operators are."""
        return self.type.split(".")[0] if "." in self.type else "public"

    def each(self, texts: list[str], expression: str) -> list[str]:
        """The value of an expression over octets, for each text."""
        rows = ", ".join(f"({n}, {octets(text)})" for n, text in enumerate(texts))
        query = f"SELECT {expression} FROM (VALUES {rows}) AS asked (n, octets) ORDER BY n"
        return [value for [value] in self.database.sql(query)]

    def ids_in(self, texts: list[str]) -> list[str]:
        """The canonical ids, or SQLSTATEs."""
        return self.each(texts, f"id_in('{self.type}', octets)")

    def each_id(self, texts: list[str], expression: str) -> list[str]:
        """The value of an expression over the id, for each text."""
        id = f"convert_from(octets, 'UTF8')::{self.type}"
        return self.each(texts, expression.format(id=id))

    def bounds_of(self, texts: list[str]) -> list[list[str]]:
        """The first and the last UUID of the ids that begin with a text, "" where there is none."""
        rows = ", ".join(f"({n}, {octets(text)})" for n, text in enumerate(texts))
        return self.database.sql(
            f"""
            \\i {HERE}/bounds.sql
            SET search_path = {self.schema}, public;
            SELECT first, last
            FROM (VALUES {rows}) AS asked (n, octets),
                pg_temp.bounds(
                    '{self.notation}', '{self.lead}', '{self.type}', convert_from(octets, 'UTF8'))
            ORDER BY n;
            """
        )


class Kinds:
    """Types for the kinds of the files, in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._numbers = itertools.count()

    def create(self, kinds: list[Json], key: str = KEYS[0]) -> list[str]:
        """The names of the new types, or SQLSTATEs."""
        calls = ", ".join(f"({self._call(kind, key)})" for kind in kinds)
        return [name for [name] in self.database.sql(f"VALUES {calls}")]

    def _call(self, kind: Json, key: str) -> str:
        number = next(self._numbers)
        notation = kind.get("notation", "typeid")
        mask_key = KEYS.index(key) + 1 if kind.get("masked") else 0
        accepts = kind.get("acceptUuid", False)
        return f"new_type({number}, {octets(kind['prefix'])}, '{notation}', {mask_key}, {accepts})"

    def of(self, group: Json) -> Kind:
        """The kind of a group of cases."""
        kind = group["kind"]
        if "system" in kind:
            name = kind["system"].replace("xid", "uid11")
            return Kind(self.database, name, "", name)
        [type] = self.create([kind], group.get("key", KEYS[0]))
        return Kind(self.database, kind.get("notation", "typeid"), f"{kind['prefix']}_", type)
