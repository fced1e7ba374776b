"""The id types of an archive of pg_dump, and their parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Optional

from .archive import REMARKS, Contents, Entry
from .sql import unquoted

NAME = r'(?:"(?:[^"]|"")*"|[\w$]+)'
QUALIFIED = rf"{NAME}\.{NAME}"


@dataclass
class IdType:
    """What the archive says of one."""

    entry: Entry
    name: str  # as SQL has it, with its schema
    prefix: str
    notation: str
    mask: str  # the fingerprint of its key, or nothing
    accepts_uuid: bool
    accepts_bigint: bool
    changed: bool  # its name or schema is not that of its parts any more


def id_types(contents: Contents) -> list[IdType]:
    """In the archive's order.  Members of another extension have no entries."""
    functions = {routine_of(e): e for e in contents.entries if e.kind == "FUNCTION"}
    found = []
    for e in contents.entries:
        made = re.match(rf"CREATE TYPE ({QUALIFIED}) \(", e.make) if e.kind == "TYPE" else None
        sends = re.search(rf"^    SEND = ({QUALIFIED})", e.make, re.M)
        if made and sends:
            declaration = declared(functions.get(f"{sends[1]}({made[1]})"))
            if declaration is not None:
                found.append(described(contents, e, made[1], declaration))
    return found


def routine_of(e: Entry) -> str:
    """s.f(s.t) of a function."""
    made = re.match(rf"CREATE FUNCTION ({QUALIFIED}\([^)]*\))", e.make)
    return made[1] if made else ""


def declared(sending: Optional[Entry]) -> Optional[list[str]]:
    """The words behind `send` in the body of a type's send function (docs/formats.md)."""
    if sending is None or "\n    LANGUAGE id_type" not in sending.make:
        return None
    body = re.search(r"AS (\$\w*\$|')send ?(.*?)(\$\w*\$|');", sending.make)
    return body[2].split() if body else None


def described(contents: Contents, e: Entry, name: str, words: list[str]) -> IdType:
    options = dict(w.split("=", 1) for w in words if "=" in w)
    prefix = next((w for w in words if "=" not in w), "")
    reads = re.search(rf"^    INPUT = ({NAME})\.({NAME})", e.make, re.M)
    assert reads
    schema, routine = unquoted(reads[1]), unquoted(reads[2])
    return IdType(
        entry=e,
        name=name,
        prefix=prefix,
        notation=options.get("notation", "typeid"),
        mask=options.get("mask", ""),
        accepts_uuid=options.get("accept") == "uuid",
        accepts_bigint=any(
            c.kind == "CAST"
            and c.make.startswith(f"CREATE CAST (bigint AS {name}) ")
            and "AS IMPLICIT" in c.make
            for c in contents.entries
        ),
        changed=(schema, routine) != (e.schema, f"{e.name}_in"),
    )


def parts(contents: Contents, types: list[IdType]) -> set[int]:
    """The numbers of the entries that typeid_create_type makes for these types, and of the remarks
    on them.

    Such functions are of our library or language, and have a type of these among their arguments
    or results, or support its operator family: the skip support of numbers, from PostgreSQL 18
    on, is `inv_id_skipsupport(internal)`. What else is a part, only a superuser can make: operators
    and aggregates of these functions, classes of the types, casts by a part or without a function.
    """
    names = {t.name for t in types}
    supporting = functions_of_families(contents, names)
    routines: set[str] = set()
    found: list[Entry] = []
    families: set[str] = set()
    for e in contents.entries:
        if is_type(e, types) or is_ours(e) and is_part_function(e, names, supporting):
            found.append(e)
            routines.add(routine_of(e).partition("(")[0])
    routines.discard("")
    for e in contents.entries:
        if is_part(e, names, routines):
            found.append(e)
            families |= set(re.findall(rf"FAMILY ({QUALIFIED})", e.make))
    for e in contents.entries:
        made = re.match(rf"CREATE OPERATOR FAMILY ({QUALIFIED})", e.make)
        if e.kind == "OPERATOR FAMILY" and made and made[1] in families:
            found.append(e)
    numbers = {e.number for e in found}
    # A remark needs what it is about, and nothing else.
    remarks = {e.number for e in contents.entries if e.kind in REMARKS and numbers & {*e.needs}}
    return numbers | remarks


def is_type(e: Entry, types: list[IdType]) -> bool:
    return e.kind in ("TYPE", "SHELL TYPE") and any(
        (e.schema, e.name) == (t.entry.schema, t.entry.name) for t in types
    )


def functions_of_families(contents: Contents, types: set[str]) -> set[str]:
    """s.f(internal) of each function that the operator families and classes of the types call."""
    found: set[str] = set()
    for e in contents.entries:
        if e.kind in ("OPERATOR CLASS", "OPERATOR FAMILY") and mentions(e.make, types):
            found |= set(re.findall(rf" ({QUALIFIED}\(internal\))", e.make))
    return found


def is_ours(e: Entry) -> bool:
    """Whether it is a function of our library or language."""
    if e.kind != "FUNCTION":
        return False
    if re.search(r"^    LANGUAGE id_type\b", e.make, re.M):
        return True
    in_c = re.search(r"^    LANGUAGE c\b", e.make, re.M)
    of_library = re.search(r"^    AS '[^']*base62id', '", e.make, re.M)
    return bool(in_c and of_library)


def is_part_function(e: Entry, types: set[str], supporting: set[str]) -> bool:
    return mentions(e.make, types) or routine_of(e) in supporting


def is_part(e: Entry, types: set[str], routines: set[str]) -> bool:
    if e.kind == "OPERATOR":
        called = re.search(rf"^    FUNCTION = ({QUALIFIED})", e.make, re.M)
        return called is not None and called[1] in routines
    if e.kind == "AGGREGATE":
        called = re.search(rf"^    SFUNC = ({QUALIFIED})", e.make, re.M)
        return called is not None and called[1] in routines
    if e.kind == "OPERATOR CLASS":
        made = re.search(r"FOR TYPE (.*?) USING ", e.make)
        return made is not None and made[1] in types
    if e.kind == "CAST":
        return "WITH INOUT" not in e.make and mentions(e.make, types)
    return False


def mentions(text: str, types: set[str]) -> bool:
    """A cast's or a part's types stand between parentheses, commas and words."""
    return any(
        re.search(rf'(?<![\w".]){re.escape(name)}(?![\w".])', text)
        for name in types
        if name in text
    )
