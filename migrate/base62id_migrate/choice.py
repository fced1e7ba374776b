"""Which columns move to which types."""
from __future__ import annotations

import argparse
import contextlib
import re
import shlex
from collections.abc import Iterable
from typing import Callable, Optional

from .columns import FAMILY, NUMBERS, TEXTS, Column, Kind, Made
from .database import Database, Failed
from .errors import Stop, Usage
from .header import header
from .queries import query
from .sql import Row, element, literal, singular

SAMPLE = 100_000
UUID_TEXTS = "where texts hold UUIDs, ALTER TABLE … ALTER … TYPE uuid before"
# Type prefixes of the notation typeid, and of the others (src/codec/type_prefix.hpp).
TYPEID_PREFIX = "[a-z](?:[a-z_]{0,61}[a-z])?_"
PREFIX = "[A-Za-z](?:[A-Za-z0-9_]{0,61}[A-Za-z0-9])?_"
# How many characters stand behind the type prefix, and which, as the type writes them; the prefix.
NOTATIONS = {
    "typeid": (26, "[0-7][0-9a-hjkmnp-tv-z]{25}", TYPEID_PREFIX),
    "ulid": (26, "[0-7][0-9A-HJKMNP-TV-Z]{25}", PREFIX),
    "base62id": (22, "[0-9A-Za-z]{22}", PREFIX),
    "base64uuid": (22, "[$0-9A-Z_a-z]{22}", PREFIX),
    "uuid": (36, "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", PREFIX),
    "hex": (32, "[0-9a-f]{32}", PREFIX),
}


def together(reasons: Iterable[tuple[str, str]]) -> list[str]:
    """Columns that stay for the same reason are one remark."""
    columns: dict[str, list[str]] = {}
    for column, reason in reasons:
        columns.setdefault(reason, []).append(column)
    return [f"{', '.join(c)} {'stay' if c[1:] else 'stays'} {why}" for why, c in columns.items()]


class Choice:
    """Which columns move to which types, and which types have to be made."""

    def __init__(
        self, live: Database, copy: Database, home: str, options: argparse.Namespace
    ) -> None:
        self.live, self.copy, self.home, self.options = live, copy, home, options
        self.columns = [Column(**r) for r in copy.rows(query("columns"))]
        self.keys = copy.rows(query("keys"))
        self.types = {
            t["type"]: t
            for t in copy.rows(
                "SELECT type::text, prefix, notation, mask_key, accept_uuid "
                f"FROM {home}.typeid_types"
                "()"
            )
        }
        self.remarks: list[str] = []
        self.make: list[Made] = []
        self.unnamed: list[str] = []
        self.moves: list[Column] = []
        self.said_ids: set[Column] = set()
        self.was: Row = {}
        top = {t: c for c in self.columns for t in c.tree}
        self.edges = [
            (top[e["r"], e["n"]], top[e["fr"], e["fn"]], str(e["name"]))
            for e in self.keys
            if (e["r"], e["n"]) in top and (e["fr"], e["fn"]) in top
        ]
        self.kinds = [Kind(t) for t in options.type]
        for name in options.only:
            if not copy.one(
                f"""SELECT EXISTS (SELECT FROM pg_class AS c, pg_namespace AS n
                    WHERE n.oid = relnamespace AND {literal(name)} IN (nspname, relname,
                    c.oid::regclass::text, nspname || '.' || relname))"""
            ):
                raise Stop(f"--only {name}: there is no such schema or table")
        for ref in options.ref:
            self.add_reference(ref)
        for name in options.stay:
            for c in self.named(name, "--stay"):
                c.why = c.why or "--stay says so"

    def named(self, name: str, option: str) -> list[Column]:
        found = [c for c in self.columns if name in c.names()]
        if not found:
            raise Stop(f"{option} {name}: there is no such column")
        return found

    def add_reference(self, text: str) -> None:
        left, _, right = text.partition("=")
        if not right:
            raise Usage(f"--ref {text}: write TABLE.COLUMN=TABLE")
        to = [c for c in self.columns if right in c.tables() and c.key or right in c.names()]
        if len(to) != 1:
            raise Stop(f"--ref {text}: {right} is no table with a key of one column")
        for c in self.named(left, "--ref"):
            self.edges.append((c, to[0], f"--ref {text}"))

    def within(self, c: Column) -> bool:
        only = self.options.only
        return not only or bool((c.tables() | {c.schema}) & set(only))

    def groups(self) -> list[list[Column]]:
        """Columns that references connect."""
        group = {c: [c] for c in self.columns}
        for a, b, _ in self.edges:
            if group[a] is not group[b]:
                joined = group[a] + group[b]
                group.update((c, joined) for c in joined)
        return list({id(g): g for g in group.values()}.values())

    def move(self, c: Column, name: str) -> None:
        c.new = name + ("[]" if c.is_array else "")
        self.moves.append(c)

    def decide(self) -> None:
        to = self.options.to
        decisions = {"back": self.back, "typed": self.typed, "leave": self.leave}
        decisions.get(to, self.plain)()
        for kind in self.kinds:
            if not kind.used:
                raise Stop(
                    f"--type {kind.where}: no key or column of that name can move there. A table "
                    "stands for its key if that is one column; name any other column: "
                    "--type TABLE.COLUMN=NAME,PREFIX"
                )
        if self.unnamed:
            raise Stop("\n".join(self.unnamed) + "\nSay for each --type TABLE=NAME,PREFIX")
        # only now, that it is known what could move
        stay = [c for c in self.moves if c.why]
        if stay and to == "leave":
            raise Stop(
                "these stay, so that the extension cannot go:\n  "
                + "\n  ".join(f"{c} {c.type}: {c.why}" for c in stay)
            )
        self.remarks += together((str(c), f"{c.type}: {c.why}") for c in stay)
        self.moves = [c for c in self.moves if not c.why]
        arrays = [str(c) for c in self.moves if c.is_array and c.base == "uuid" and to != "back"]
        if arrays:
            self.remarks.append(
                f"{', '.join(arrays)} uuid[] {'move' if arrays[1:] else 'moves'}: no @>, <@, && or "
                "= takes it with uuid[] then, and a driver may read a string. To keep it: --stay"
            )
        for c in self.moves if to == "text" else ():
            dims = "[]" if c.is_array else ""
            # what ALTER TYPE takes a cast away from
            if not c.gives or f"::{element(c.type)})::text" in c.gives:
                continue
            gives = self.type_of(c.gives, c.owner)
            if gives != c.type:
                self.remarks.append(
                    f"{c}: new rows would have the text of {c.gives}, which "
                    + ("is" if gives else f"{c.owner} cannot parse, and which may be")
                    + f" no {c.type}. Before: ALTER TABLE {c.table} ALTER {c.column} SET "
                    f"DEFAULT ({c.gives})::{c.type}::text{dims}"
                )
        self.remark_on_masks()
        self.doubt()
        self.references_without_keys()
        made_for = {element(c.new) for c in self.moves}
        self.make = [m for m in self.make if m.name in made_for]

    def remark_on_masks(self) -> None:
        masked = {m.name for m in self.make if m.key} | {
            t for t, declared in self.types.items() if declared["mask_key"] != 0
        }
        self.remarks += [
            f"{c}: new rows would be refused, as a mask takes version 7 only. Before: "
            f"ALTER TABLE {c.table} ALTER {c.column} SET DEFAULT "
            f"{self.home}.uuid_v7_new()"
            for c in self.moves
            if c.new in masked
            and re.search(r"gen_random_uuid\(|uuid_generate_v[1-5]", c.gives or "")
        ]

    def type_of(self, expression: str, owner: str) -> str:
        """As it is parsed, which executes a domain's CHECK for a constant of an array of it."""
        text = f"SELECT pg_typeof(CASE WHEN false THEN {expression} END)::text"
        with contextlib.suppress(Failed):  # its owner may not use a schema any more
            return str(self.copy.one(text, owner))
        return ""

    def back(self) -> None:
        self.was = header(self.options.was)
        columns = self.was["columns"]
        for c in self.columns:
            then = columns.get(str(c))
            if not then or not self.within(c):
                continue
            if then["new"] != c.type:
                self.remarks.append(
                    f"{c} stays: it is {c.type}, and {self.options.was} made it " + then["new"]
                )
                continue
            if not self.copy.one(f"SELECT to_regtype({literal(then['type'])}) IS NOT NULL"):
                raise Stop(f"{c} was {then['type']}, which is no type any more")
            c.new = then["type"] + then["collation"]
            c.was_identity, c.storage = then["identity"], then["storage"]
            self.moves.append(c)

    def plain(self) -> None:
        """Ids to what they are of, or uuids, and ULIDs as texts, to one type."""
        to = self.options.to
        ids, family = to in ("uuid", "text", "bigint"), {f"{self.home}.{t}" for t in FAMILY}
        texts = {
            c
            for group in self.groups()
            if to == "ulid"
            and any(c.base in TEXTS for c in group)
            and (self.said(group) or self.are_ids(group, "ulid"))
            for c in group
        }
        for c in self.columns:
            typed = self.types.get(c.base)
            number = bool(typed and typed["notation"] == "uid11")
            moves = c.base == "uuid" or c in texts
            if ids:
                moves = (c.base in family or bool(typed)) and (
                    to == "text" or number == (to == "bigint")
                )
            if moves and self.within(c):
                self.move(c, to if ids else f"{self.home}.{to}")
        if to != "text":
            self.spread(lambda a, b: ids or a.base not in TEXTS)

    def leave(self) -> None:
        """All of ours: numbers to bigint, texts that have a prefix each to text."""
        for c in self.columns:
            new = self.after_leaving(c.base)
            if new:
                self.move(c, new)
                if c.base == f"{self.home}.typeid" and self.options.leave_to != "text":
                    self.remarks.append(f"{c} becomes text: each value has a prefix of its own")

    def after_leaving(self, base: str) -> str:
        known = self.types.get(base)
        if base == f"{self.home}.uid11" or known and known["notation"] == "uid11":
            return "bigint"
        if base == f"{self.home}.typeid":
            return "text"
        if known or base in [f"{self.home}.{t}" for t in (*FAMILY, "baseuid")]:
            return str(self.options.leave_to)
        return ""

    def said(self, group: list[Column]) -> Optional[Kind]:
        found = [
            k
            for k in self.kinds
            if any(k.where in c.names() or c.key and k.where in c.tables() for c in group)
        ]
        for kind in found:
            kind.used = True
            self.said_ids.update(group)
        return found[0] if found else None

    def typed(self) -> None:
        """A type for each key, and for what refers to it."""
        self.by_prefix: dict[tuple[str, str], str] = {}
        self.loose: list[tuple[list[Column], tuple[str, str]]] = []
        self.referring = {a for a, b, _ in self.edges if a is not b}
        for group in sorted(self.groups(), key=lambda g: str(g[0])):
            self.type_of_group(group)
        for group, read in self.loose:
            self.type_of_loose(group, read)
        self.spread(self.crosses)

    def type_of_group(self, group: list[Column]) -> None:
        """A key and what refers to it; texts by what they hold, numbers where --type says so."""
        keys = [c for c in group if c.key]
        leaders = [c for c in keys if c not in self.referring] or keys
        said = self.said(group)
        read = None if said else self.are_ids(group, None)
        sources = TEXTS if read else ("uuid", *NUMBERS, *TEXTS) if said else ("uuid",)
        moving = [c for c in group if c.base in sources and self.within(c)]
        if not moving or not (leaders or said or read):
            return
        if read and not leaders:
            self.loose.append((group, read))
            return
        lead = next((c for c in leaders if not c.is_array), moving[0])
        name = self.name_of_group(group, lead, said, read)
        if name is None:
            why = f"it refers to {lead}, which --only leaves out"
            self.remarks += together((str(c), f"{c.type}: {why}") for c in moving)
            return
        if read:
            self.by_prefix[read] = name
        for c in moving:
            self.move(c, name)

    def name_of_group(
        self,
        group: list[Column],
        lead: Column,
        said: Optional[Kind],
        read: Optional[tuple[str, str]],
    ) -> Optional[str]:
        known = next((c.base for c in group if c.base in self.types), None)
        if known and not said:
            return known
        if read and read in self.by_prefix:
            name = self.by_prefix[read]
            self.remarks.append(f"{lead} becomes {name}: its ids have the same type prefix")
            return name
        if not self.within(lead) and not said:
            return None
        return self.make_type(lead, said, read)

    def type_of_loose(self, group: list[Column], read: tuple[str, str]) -> None:
        """Texts that are ids, and that no key refers to."""
        named = [c for c in group if re.search(r"([_ ]|^)ids?$|[a-z]Ids?$", c.attname)]
        if not named:
            why = "it holds ids, but is not named as an id and has no foreign key"
            self.remarks += together((str(c), f"{c.type}: {why}") for c in group)
            return
        if read not in self.by_prefix:
            self.by_prefix[read] = self.make_type(named[0], None, read, read[0])
        for c in named:
            self.move(c, self.by_prefix[read])

    def of_numbers(self) -> str:
        """The words that move all keys that are numbers, to be pasted."""
        referring = {a for a, b, _ in self.edges if a is not b}
        return "".join(
            f"\n--type {shlex.quote(f'{c.table}={s}_id,{s},uid11')}"
            for c, s in (
                (c, singular(c.relname))
                for c in self.columns
                if c.key
                and c.base in NUMBERS
                and self.within(c)
                and not c.why
                and c not in referring
            )
            if s
        )

    def make_type(
        self, lead: Column, said: Optional[Kind], read: Optional[tuple[str, str]], stem: str = ""
    ) -> str:
        """The qualified name of a type for a key and what refers to it."""
        stem = stem or singular(lead.relname)
        prefix, notation = read or (stem, "uid11" if lead.base in NUMBERS else "typeid")
        name, key = stem[:43] + "_id", 0
        if said:
            name, key = said.name, said.key
            prefix, notation = said.prefix or prefix, said.notation or notation
        schema, _, rest = name.rpartition(".")
        full = str(
            self.copy.one(
                f"SELECT format('%I.%I', {literal(schema or lead.schema)}, " f"{literal(rest)})"
            )
        )
        if not prefix:
            self.unnamed.append(f"{lead.table}: no type prefix comes from this name")
        elif any(m.name == full for m in self.make):
            self.unnamed.append(f"{lead.table} and another table would both have the type {full}")
        if full not in self.types:
            self.make.append(
                Made(
                    full,
                    prefix,
                    notation,
                    key,
                    lead.base == "uuid"
                    and not key
                    and notation != "uid11"
                    and not self.options.no_accept_uuid,
                )
            )
        return full

    def cast(self) -> str:
        """What means the same before and after, and what PostgreSQL keeps in a definition."""
        bases = [
            t
            for t in ("uuid", "text", "bigint")
            if any(
                c.base == t or c.base in dict(text=TEXTS, bigint=NUMBERS).get(t, ())
                for c in self.moves
            )
        ]
        if not bases:
            return "cast the id there, id::uuid (numbers: id::bigint; texts: id::text)"
        base = bases[0]
        others = "".join(f", or {b} where the id is one" for b in bases[1:])
        return (
            f"CREATE DOMAIN plain AS {base}{others}, and say id::plain::{base} there: it means "
            f"the same before and after (of id::{base} nothing stays where id is {base})"
        )

    def crosses(self, a: Column, b: Column) -> bool:
        """Whether a, which stays uuid, may refer to b, which moves."""
        known = self.types.get(b.new)
        return a.base == "uuid" and (
            bool(known["accept_uuid"])
            if known
            else any(m.name == b.new and m.accept_uuid for m in self.make)
        )

    def spread(self, crosses: Callable[[Column, Column], bool] = lambda a, b: True) -> None:
        """A foreign key connects two columns of one type, or one of uuid with its type."""
        going = {c for c in self.moves if not c.why}
        kin = {"uuid"} | {f"{self.home}.{t}" for t in FAMILY}
        before = None
        while before != len(going):
            before = len(going)
            for a, b, key in self.edges:
                if (a in going) == (b in going) or a in going and element(a.new) == b.base:
                    continue
                if a in going and not {a.new, b.base} <= kin:
                    a.why = f"it refers to {b}, which " + (
                        "stays" if self.within(b) else "--only leaves out"
                    )
                    going.discard(a)
                elif (
                    b in going
                    and not {b.new, a.base} <= kin
                    and a.base != b.new
                    and not crosses(a, b)
                ):
                    if not self.within(a):
                        cure = (
                            a.base == "uuid"
                            and b.new in self.types
                            and (
                                f", or: SELECT {self.home}.typeid_accept_uuid("
                                f"{literal(b.new)}, true)"
                            )
                        )
                        raise Stop(
                            f"--only cuts through {key}: {a} would stay {a.type}, and has "
                            f'no cast to {b.new}. Move both{cure or ""}'
                        )
                    b.why = f"{a} refers to it, and stays"
                    going.discard(b)

    def are_ids(self, group: list[Column], want: Optional[str]) -> Optional[tuple[str, str]]:
        """Reads texts: (type prefix, notation) where all values of all columns have these."""
        found: Optional[list[tuple[str, str]]] = None
        for c in group:
            if c.base not in TEXTS or c.is_array or c.why or not self.within(c):
                return None
            try:  # to plan a query executes what is constant in predicates of indexes
                row = self.read(c, want)
            except Failed as e:
                self.remarks.append(
                    f"{c} stays {c.type}: {c.owner} cannot read its values, as "
                    f"under FORCE ROW LEVEL SECURITY. Where they are ids, say "
                    f"so: --type {c}=NAME,PREFIX. {e}"
                )
                return None
            if row["n"] == 0:
                continue
            # in the order of NOTATIONS: the characters of base62id are base64uuid's, too
            ids = {k["name"]: k for k in row["ids"] or []}
            mine = [
                (k["least"], k["name"])
                for k in (ids[name] for name in NOTATIONS if name in ids)
                if k["n"] == row["n"] and k["least"] == k["most"]
            ]
            if not mine:
                if max([0, *(k["n"] for k in row["ids"] or [])]) > row["n"] / 2:
                    self.remarks.append(
                        f"{c} stays {c.type}: "
                        + (
                            f'{row["bad"]} of its values are no ids, as {literal(row["example"])}'
                            if row["bad"]
                            else "it holds ids of several prefixes or notations, or in small "
                            "letters, which would come back as capitals, or the reverse"
                        )
                    )
                return None
            found = mine if found is None else [m for m in found if m in mine]
        return found[0] if found else None

    def doubt(self) -> None:
        """Names values that would end the run, of texts that are ids because --type says so."""
        told = {m.name for m in self.make if m.notation == "uid11"}
        for c in self.moves:
            if c in self.said_ids and c.base in TEXTS and not c.is_array and c.new not in told:
                with contextlib.suppress(Failed):  # its owner cannot read them
                    row = self.read(c, "ulid" if self.options.to == "ulid" else None)
                    if row["bad"]:
                        told.add(c.new)
                        self.remarks.append(
                            f'{c}: {row["bad"]} of its values look like no ids, '
                            f'as {literal(row["example"])}: run would end there; ' + UUID_TEXTS
                        )

    def read(self, c: Column, want: Optional[str]) -> Row:
        """How many of the values are ids of which notation, and their type prefixes."""
        notations = {k: (size, prefix + tail) for k, (size, tail, prefix) in NOTATIONS.items()}
        notations["capitals"] = (36, PREFIX + NOTATIONS["uuid"][1].replace("a-f", "A-F"))
        if want:  # small letters would come back as capitals
            small = NOTATIONS["typeid"][:2]
            notations = {want: NOTATIONS[want][:2], "small": small}
        kinds = ", ".join(f"('{k}', {size}, '^{regex}$')" for k, (size, regex) in notations.items())
        text = f"""WITH v AS (SELECT {c.column}::text COLLATE "C" AS v FROM {c.table}
                WHERE {c.column} IS NOT NULL LIMIT {SAMPLE}),
            k(name, size, regex) AS (VALUES {kinds}),
            ids AS (SELECT name, count(*) AS n, min(p) AS least, max(p) AS most FROM v JOIN k
                ON v ~ regex, left(v, greatest(length(v) - size - 1, 0)) AS p GROUP BY name, size),
            bad AS (SELECT v FROM v WHERE NOT EXISTS (SELECT FROM k WHERE v ~ regex))
            SELECT json_build_object('n', (SELECT count(*) FROM v), 'ids',
                (SELECT json_agg(ids) FROM ids), 'bad', count(*), 'example', min(v)) FROM bad"""
        return dict(self.live.one(text, c.owner))

    def references_without_keys(self) -> None:
        """Columns that look like references of what moves, and have no foreign key."""
        if self.options.to not in ("typed", "ulid"):
            return
        moving = set(self.moves) | {a for a, _, _ in self.edges}
        bases = {c.base for c in self.moves}
        keys = {singular(c.relname): c for c in self.moves if c.key}
        stems = sorted(keys, key=len, reverse=True)
        told = {c for r in self.remarks for c in re.split(" stays? ", r)[0].split(", ")}
        attributes = {(c.r, c.attname) for c in self.columns}
        rest: list[str] = []
        own: list[tuple[Column, str]] = []
        polymorphic: list[tuple[str, str]] = []
        likely: dict[str, list[str]] = {}
        for c in self.columns:
            name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", c.attname).lower()
            m = re.fullmatch(r"(.*?)_?ids?", name)
            if c in moving or not m or c.base not in bases or c.why or str(c) in told:
                continue
            kind = re.sub("_ids?$", "_type", re.sub("(?<=[a-z])Ids?$", "Type", c.attname))
            if kind != c.attname and (c.r, kind) in attributes:
                base = "bigint" if c.base in NUMBERS else c.base
                why = f"beside {kind} it may hold ids of several tables. Compare it with id::{base}"
                polymorphic.append((str(c), f"{c.type}: {why}"))
                continue
            found = [k for k in stems if m[1] == k or m[1].endswith("_" + k)][:1] or [
                k for k in stems if k.endswith("_" + m[1])
            ]
            stem = singular(c.relname)
            if len(found) == 1:
                likely.setdefault(keys[found[0]].table, []).append(str(c))
            elif not self.within(c):
                continue
            elif c.base == "uuid" and not c.is_array and stem and m[1] in ("", stem):
                own.append((c, stem))
            elif m[1] and "_id" in name[-4:]:
                rest.append(str(c))
        self.remarks += together(polymorphic)
        self.remarks += [
            f"without a foreign key these may hold ids of {to}:"
            + "".join(f"\n--ref {c}={to}" for c in columns)
            for to, columns in likely.items()
        ]
        if own:
            self.remarks.append(
                f"{', '.join(str(c) for c, _ in own)} {'stay' if own[1:] else 'stays'} uuid: no "
                "primary key of one column. If it identifies the rows of its table:"
                + "".join(f"\n--type {shlex.quote(f'{c}={s}_id,{s}')}" for c, s in own)
            )
        if rest:
            self.remarks.append(
                f"{', '.join(rest)} {'stay' if rest[1:] else 'stays'}: named as an id, but it is "
                "not clear of which table. If it refers to one that moves: --ref COLUMN=TABLE"
            )
