"""The file."""
from __future__ import annotations

import argparse
import itertools
import json
import re
import secrets
from collections.abc import Iterable
from typing import Optional

from .archive import REMARKS, RENAMED, Entry, ordered
from .columns import NUMBERS, TEXTS
from .database import PINS, Database, Failed
from .header import PLAN_AGAIN, digest_of
from .mover import Mover, parts, refresh
from .queries import query
from .scratch import SCRATCH
from .sql import (
    Row,
    array,
    dollar_quoted,
    element,
    identifier,
    literal,
    outside,
    qualified,
    routine,
)

LOCK_TIMEOUT = "SET LOCAL lock_timeout = '800ms';"
TRUST = (
    "Plan and run as the role that owns them, or trust: --trust ROLE. From PUBLIC revoke: "
    "REVOKE CREATE ON SCHEMA … FROM PUBLIC"
)
# What was committed while the statement waited for locks has to be seen.
ISOLATION = """IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'what others commit is not seen in a transaction that is %',
        current_setting('transaction_isolation') USING ERRCODE = 'active_sql_transaction',
        HINT = 'BEGIN ISOLATION LEVEL READ COMMITTED';
END IF;"""
# What each file has that moves, behind what is of this plan.
SAME_IN_EACH = """
    -- All that this move changes stands above: as which role, and what. The rest is the same in
    -- each plan, but for names and checksums: settings, checks before and after the locks, and the
    -- execution of what stands above."""
# One bound for the whole wait: others wait behind us no longer than that.
LOCKING = """FOREACH act SLICE 1 IN ARRAY {acts} LOOP
    PERFORM pg_catalog.set_config('lock_timeout', greatest(1, ceil(extract(epoch FROM
        began + patience - pg_catalog.clock_timestamp()) * 1000))::pg_catalog.text, true);
    PERFORM pg_catalog.set_config('role', act[1], true);
    EXECUTE act[2];
END LOOP;
PERFORM pg_catalog.set_config('role', runner, true);"""
LOOP = """FOREACH act SLICE 1 IN ARRAY {acts} LOOP
    PERFORM pg_catalog.set_config('role', act[1], true);
    EXECUTE act[2];
END LOOP;
PERFORM pg_catalog.set_config('role', runner, true);"""


def removal(home: str, database: Database) -> list[str]:
    """Drops all types that the extension has made, and it: without CASCADE."""
    types = database.rows(f"SELECT type::text AS name FROM {home}.typeid_types() ORDER BY 1")
    return [
        *(f"SELECT {home}.typeid_drop_type({literal(t['name'])}::regtype);" for t in types),
        "DROP EXTENSION base62id;",
    ]


def parse_foreign_key(text: str) -> Optional[tuple[str, str]]:
    """Table and name of a foreign key, as pg_dump makes it; None of one that is NOT VALID."""
    return None if "NOT VALID" in text else named_in_foreign_key(text)


def named_in_foreign_key(text: str) -> Optional[tuple[str, str]]:
    pattern = r"ALTER TABLE (?:ONLY )?(.*)\n\s*ADD CONSTRAINT (.*?) FOREIGN KEY "
    m = re.match(pattern, text, re.S)
    return (m[1], m[2]) if m else None


def is_named(name: str, text: str) -> bool:
    """Whether a text has a name as a whole: public.a, of which public.ab is none."""
    return re.search(r'(?<![\w$"])' + re.escape(name) + r'(?![\w$"])', text) is not None


def not_valid(text: str) -> str:
    return re.sub(r";$", " NOT VALID;", text)


class Act(str):
    """A role, and the statement that it executes."""


class Lock(Act):
    """One that waits for a lock."""


class Writer:
    """Writes the statement."""

    kind: type[Act] = Act
    done = "moved"
    reason = ""
    of_what_comes_back = "What went comes back, as pg_dump writes it over the new types."
    of_keys = "Foreign keys come back."

    def __init__(self, mover: Mover, live: Database, options: argparse.Namespace) -> None:
        self.mover, self.live, self.options = mover, live, options
        self.choice, self.copy = mover.choice, mover.copy
        self.strangers = query("strangers", trusted=array(options.trust))
        self.lines: list[str] = []
        self.path = PINS[0]
        self.later: list[tuple[str, str]] = []
        self.filled: list[str] = []
        self.rewritten: set[tuple[str, int]] = set()
        self.secret, self.locks = SCRATCH + secrets.token_hex(4), 0
        self.compared: Optional[str] = None  # the digest of definitions that the file compares
        gone, known = {e.key for e in mover.gone}, {e.key for e in mover.before.entries}
        # pg_dump's entries of the moved copy that the file executes, in their order
        self.entries = [e for e in mover.after.entries if e.key in gone or e.key not in known]
        self.now = {str(r["name"]): r for r in live.rows(query("owners"))}
        by_name = {(str(r["nspname"]), str(r["relname"])): r for r in self.now.values()}
        self.views = [
            by_name[e.schema, e.name]
            for e in mover.live.entries
            if e.key in gone and e.kind in ("VIEW", "MATERIALIZED VIEW")
        ]
        self.staying = [
            r
            for r in (
                by_name[e.schema, e.name]
                for e in mover.live.entries
                if e.kind == "MATERIALIZED VIEW" and e.key not in gone
            )
            if r["filled"]
        ]
        self.oids = {e.key: e.oid for e in mover.live.entries}
        self.routines = [e for e in mover.gone if e.kind in ("FUNCTION", "PROCEDURE", "AGGREGATE")]
        self.locked = self.lock_order()
        self.relations = (
            self.locked
            + [str(v["name"]) for v in self.views]
            + [str(s["name"]) for s in mover.saved.values()]
        )
        self.find_calls()
        self.dropped = self.types_to_drop()

    def lock_order(self) -> list[str]:
        """Tables that refer before those that are referred to, as an INSERT locks them."""
        by_oid = {r["oid"]: n for n, r in self.mover.owners.items()}
        refers: dict[str, set[str]] = {t: set() for t in self.mover.tables}
        for k in self.choice.keys:
            a, b = by_oid.get(k["r"], ""), by_oid.get(k["fr"], "")
            if a in refers and b in refers:
                refers[b].add(a)
        return ordered(sorted(refers), lambda t: sorted(refers[t]))

    def find_calls(self) -> None:
        """Names that the definitions call, and the schemas in which they are looked up."""
        listed = ", ".join(str(self.oids[e.key]) for e in self.routines)
        routines = array(
            str(r["f"])
            for r in self.live.rows(
                f"SELECT oid::regprocedure::text AS f FROM pg_proc WHERE oid IN ({listed or 0})"
            )
        )
        named = query("named", relations=array(self.relations), routines=routines)
        types = {element(t) for c in self.choice.moves for t in (c.new, c.base)}
        self.calls = query(
            "calls",
            named=named,
            types=array(sorted(types - {"uuid", *NUMBERS, *TEXTS})),
            given=array(self.mover.defaults.functions()),
        )
        listed = ", ".join(
            [
                listed or "0",
                *(c["calls"] for c in self.live.one(self.calls) if c["calls"].isdigit()),
            ]
        )
        rows = self.live.rows(
            f"""SELECT n.nspname, p.proname AS name, 'f' AS kind
                FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
                WHERE p.oid IN ({listed})
            UNION SELECT n.nspname, q.oprname, 'o' FROM pg_operator AS q
                JOIN pg_namespace AS n ON n.oid = q.oprnamespace WHERE q.oid IN ({listed})"""
        )
        names = {
            kind: array(sorted({f"{r['nspname']}.{r['name']}" for r in rows if r["kind"] == kind}))
            for kind in "fo"
        }
        attributes = self.live.one(
            """SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum)
            FROM pg_attribute WHERE attrelid = 'pg_attribute'::regclass AND attnum > 0
            AND attname NOT IN ('attmissingval', 'atthasmissing', 'attcacheoff')"""
        )
        self.digest = query(
            "digest",
            named=named,
            attributes=attributes,
            called=names["f"],
            operators=names["o"],
        )

    def types_to_drop(self) -> list[str]:
        """On the way back: types that the first file made, and nothing else uses."""
        dropped = []
        for name in self.choice.was.get("made", []):
            try:
                if name in self.choice.types:
                    self.copy.psql(f"SELECT {self.drop_of(name)};")
                    dropped.append(str(name))
            except Failed as e:
                self.choice.remarks.append(f"the type {name} stays: {e}")
        return dropped

    def drop_of(self, name: str) -> str:
        return f"{self.choice.home}.typeid_drop_type(to_regtype({literal(name)}))"

    # Lines

    def why(self, reason: str) -> None:
        """A line above the next statements."""
        self.reason = f"\n-- {reason}\n"

    def act(self, role: str, text: str, title: str = "") -> None:
        """A statement with its owner's rights."""
        self.look_up_in(f"search_path = {self.mover.path}")
        note = "-- " + re.sub(r"[\x00-\x1f]+", " ", f"{title} ({role})") + "\n" if title else ""
        act = f"{self.reason}{note}[{literal(role)}, {dollar_quoted(text, 'b')}]"
        self.lines.append(self.kind(act))
        self.reason = ""

    def together(self) -> tuple[list[str], list[str]]:
        """Arrays of what is executed, and the body that executes them.

        Acts in a row are one loop: PL/pgSQL keeps a plan of each statement, and each change of
        the catalogs looks through all that are kept.  Over an array, of which no cursor tells.
        """
        arrays: list[str] = []
        body: list[str] = []
        for kind, lines in itertools.groupby(self.lines, type):
            if kind is str:
                body += lines
                continue
            name, acts = f"acts_{len(arrays) + 1}", ",\n".join(lines)
            arrays.append(
                f"    {name} CONSTANT pg_catalog.text[] := ARRAY[\n{acts}\n]::pg_catalog.text[];"
            )
            body.append((LOCKING if kind is Lock else LOOP).format(acts=name))
        return arrays, body

    def say(self, *lines: str) -> None:
        self.look_up_in(PINS[0])
        self.lines += lines

    def look_up_in(self, path: str) -> None:
        if path != self.path:
            self.lines.append(f"SET LOCAL {path};")
            self.path = path

    def lock(self) -> None:
        self.say("-- Waits for the locks, within one bound for them all.")
        self.why("Locks: tables that refer come before those that they refer to.")
        self.kind = Lock
        for name in self.locked:
            self.act(str(self.now[name]["owner"]), f"LOCK TABLE {name} IN ACCESS EXCLUSIVE MODE")
        self.why("A name and back: nobody else changes these rows of the catalogs meanwhile.")
        columns = {
            r["r"]: r["names"]
            for r in self.live.rows(
                "SELECT attrelid::regclass::text AS r, json_agg(quote_ident(attname)) AS names "
                "FROM pg_attribute WHERE attrelid IN (SELECT to_regclass(n)::oid FROM unnest("
                f"{array(str(v['name']) for v in self.views)}) AS n) AND attnum > 0 GROUP BY 1"
            )
        }
        for e in self.mover.gone:
            entry = self.mover.texts.get(e.key, e)
            if e.kind in RENAMED and entry.drop:
                what = entry.drop.rstrip(";")[len(f"DROP {e.kind} ") :]
                self.rename(entry.owner, e.kind, what, columns.get(what, ()))
        listed = ", ".join(str(self.oids[e.key]) for e in self.mover.gone if e.kind == "CONSTRAINT")
        for r in self.live.rows(
            "SELECT c.oid::regclass::text AS name, "
            "pg_get_userbyid(c.relowner) AS owner FROM pg_constraint AS k "
            f"JOIN pg_class AS c ON c.oid = k.conindid "
            f"WHERE k.oid IN ({listed or 0})"
        ):
            self.rename(r["owner"], "INDEX", r["name"])
        for s in self.mover.saved.values():
            self.rename(s["owner"], "SEQUENCE", s["name"])
        self.kind = Act
        self.say("locked := clock_timestamp();")

    def rename(self, owner: str, kind: str, what: str, columns: Iterable[str] = ()) -> None:
        full = routine(what)
        schema, bare = qualified(full)
        text = (
            f"ALTER {kind} {what} RENAME TO {self.secret}; ALTER {kind} {schema}.{self.secret}"
            f"{what[len(full):]} RENAME TO {bare}"
        )
        for column in columns:
            text += (
                f"; ALTER {kind} {what} RENAME {column} TO {self.secret}; "
                f"ALTER {kind} {what} RENAME {self.secret} TO {column}"
            )
        self.act(owner, text)

    def drop(self) -> None:
        self.why("What ALTER TYPE refuses to keep, or would build or check again, goes.")
        for e in sorted(self.mover.gone, key=lambda e: -e.place):
            entry = self.mover.texts.get(e.key, e)
            saved = self.mover.saved.get((e.schema, e.name)) if e.kind == "SEQUENCE" else None
            if e.kind == "PUBLICATION TABLE":
                self.act(entry.owner, self.mover.withdraw[e.oid] + ";", f"drop {e}")
                continue
            if (
                e.kind.startswith((*REMARKS, "INDEX ATTACH"))
                or entry.drop.startswith("CREATE ")
                or not entry.drop
                and not saved
                or self.is_attached(e)
            ):
                continue
            text = entry.drop
            if saved:
                self.say(
                    f"PERFORM set_config('role', {literal(entry.owner)}, true);",
                    f"sequences[{self.number(saved)}] := (SELECT format("
                    f"'%s %s', s.last_value, s.is_called) FROM {saved['name']} AS s);",
                    "PERFORM set_config('role', runner, true);",
                )
                text = saved["drop"]
            self.act(entry.owner, text, f"drop {e}")

    def is_attached(self, e: Entry) -> bool:
        """Whether an index or a key goes with that of its table's parent."""
        return e.kind in ("INDEX", "CONSTRAINT") and any(
            a.kind == "INDEX ATTACH"
            and e.number in (a.needs)
            and f" {e.name}".endswith(" " + a.name)
            for a in self.mover.gone
        )

    def number(self, saved: Row) -> int:
        return list(self.mover.saved.values()).index(saved) + 1

    def make(self) -> None:
        self.why("The columns change: types, defaults, and what reads them in their own tables.")
        for title, texts in self.mover.forcing("NO FORCE") + self.mover.changes(True):
            for number, (role, text) in enumerate(texts):
                self.act(role, text, "" if number or title.startswith("ALTER") else title)
        self.why(self.of_what_comes_back)
        keys = False
        for e in self.entries:
            if e.kind == "FK CONSTRAINT" and not keys:
                self.why(self.of_keys)
                keys = True
            self.entry(e)
        for _, ((role, text),) in self.mover.forcing("FORCE"):
            self.act(role, text)
        self.compare()
        again = {(e.schema, e.name) for e in self.entries}
        self.filled = [
            str(v["name"])
            for v in self.views
            if v["kind"] == "m" and v["filled"] and (v["nspname"], v["relname"]) in again
        ]
        for name in self.filled:
            self.choice.remarks.append(f"{name} is filled again, with what its query finds then")
            self.act(str(self.now[name]["owner"]), refresh(name))
        if self.filled:
            self.compare()

    def entry(self, e: Entry) -> None:
        before = self.mover.texts.get(e.key, e)
        for number, (role, text) in enumerate(parts(e)):
            if before.tablespace and not e.kind.startswith(("ACL", "COMMENT")):
                text = (
                    f"SET LOCAL default_tablespace = {literal(before.tablespace)};\n{text}\n"
                    "SET LOCAL default_tablespace = '';"
                )
            if e.method and e.kind == "MATERIALIZED VIEW" and e.method != "heap":
                text = f"SET LOCAL default_table_access_method = {identifier(e.method)};\n{text}"
            if e.kind == "FK CONSTRAINT":
                text = self.foreign_key(role, text)
            if text:
                self.act(role, text, str(e) if not number else "")
        saved = self.mover.saved.get((e.schema, e.name)) if e.kind == "SEQUENCE" else None
        if saved:
            value = f"sequences[{self.number(saved)}]"
            text = (
                f"pg_catalog.format('SELECT pg_catalog.setval(%L, %L, %L)', "
                f"{literal(saved['name'])}, pg_catalog.split_part({value}, ' ', 1), "
                f"pg_catalog.split_part({value}, ' ', 2))"
            )
            self.say(
                f"PERFORM set_config('role', {literal(e.owner)}, true);",
                f"EXECUTE {text};",
                "PERFORM set_config('role', runner, true);",
            )
        for role, text in self.mover.reset_rights(e):
            self.act(role, text, f"as without default privileges: {e}")

    def foreign_key(self, role: str, text: str) -> str:
        """With --validate it comes back NOT VALID, and is validated by the second file."""
        found = parse_foreign_key(text)
        if not self.options.validate or found is None:
            return text
        if self.stays_whole(text):
            self.remark_on_check(text)
            return text
        if self.now[found[0]]["kind"] != "r":
            return text
        self.later.append((role, "ALTER TABLE {} VALIDATE CONSTRAINT {}".format(*found)))
        return not_valid(text)

    def stays_whole(self, text: str) -> bool:
        """Whether a key cannot come back NOT VALID: it is not enforced, or its owner would check it
        afterwards, and does not see the rows."""
        return "NOT ENFORCED" in text or bool(self.tables_with_hidden_rows(text))

    def tables_with_hidden_rows(self, text: str) -> list[str]:
        """Those of a foreign key."""
        return [n for n, table in self.now.items() if table["forced"] and is_named(n, text)]

    def remark_on_check(self, text: str) -> None:
        named, forced = named_in_foreign_key(text), self.tables_with_hidden_rows(text)
        if named is not None and forced:
            self.choice.remarks.append(
                f"foreign key {named[1]} of {named[0]} is checked under the lock: afterwards its "
                f"owner does not see the rows of {', '.join(forced)}, which has FORCE ROW LEVEL "
                "SECURITY"
            )

    def compare(self) -> None:
        self.say(
            "EXECUTE calls INTO after;",
            "now := (SELECT string_agg((x.x ->> 'by') || "
            "' would use ' || (x.x ->> 'what'), '; ') FROM (SELECT jsonb_array_elements("
            "after) EXCEPT SELECT jsonb_array_elements(before)) AS x(x));",
            "IF now IS NOT NULL THEN",
            "    RAISE EXCEPTION 'a definition would use something else: %', now",
            "        USING ERRCODE = 'object_not_in_prerequisite_state';",
            "END IF;",
        )

    def refuse(self, digest: str) -> None:
        self.refuse_strangers()
        self.say(
            f"now := ({self.digest});",
            f"IF now IS DISTINCT FROM {literal(digest)} THEN",
            "    RAISE EXCEPTION 'what this moves has changed since the file was written'",
            "        USING ERRCODE = 'object_not_in_prerequisite_state',",
            f"        HINT = '{PLAN_AGAIN}';",
            "END IF;",
        )

    def refuse_strangers(self) -> None:
        self.say(
            "now := (SELECT string_agg(x.role || ' ' || x.what, '; ') FROM "
            f"({self.strangers}) AS x);",
            "IF now IS NOT NULL THEN",
            "    RAISE EXCEPTION 'code of others could run with your rights: %', now",
            "        USING ERRCODE = 'insufficient_privilege',",
            f"        HINT = {literal(TRUST)};",
            "END IF;",
        )

    def text(self, digest: Optional[str]) -> str:
        """The file; without a digest, for the rehearsal."""
        self.lines, self.later, self.path, self.done = [], [], PINS[0], "moved"
        self.compared = digest
        self.say("EXECUTE calls INTO before;", "FOR pass IN 1..2 LOOP")
        if digest:
            self.say("-- Before the locks, and with them: then nothing can change any more.")
            self.refuse(digest)
        self.say("EXIT WHEN pass = 2;")
        self.lock()
        self.say("END LOOP;", "-- The locks are there.")
        self.make_types()
        self.drop()
        self.make()
        self.drop_types()
        return self.around()

    def drop_types(self) -> None:
        for name in self.dropped:
            self.say(f"PERFORM {self.drop_of(name)};")

    def make_types(self) -> None:
        for m in self.mover.to_make:
            self.say(f"PERFORM {m};")

    def around(self) -> str:
        self.look_up_in(PINS[0])
        arrays, executed = self.together()
        settings = literal("{" + ", ".join(p.split(" = ")[0] for p in PINS) + ", lock_timeout}")
        body = "\n".join(
            [
                "",
                "DECLARE",
                *arrays,
                SAME_IN_EACH,
                "    -- Types and defaults are looked up before search_path is set.",
                "    began CONSTANT pg_catalog.timestamptz := pg_catalog.clock_timestamp();",
                "    settings CONSTANT pg_catalog.jsonb := ("
                "SELECT pg_catalog.jsonb_object_agg(s.name,"
                " pg_catalog.current_setting(s.name))",
                f"        FROM pg_catalog.unnest({settings}::pg_catalog.text[]) AS s(name));",
                "    runner CONSTANT pg_catalog.text := current_user;",
                "    role_before CONSTANT pg_catalog.text := pg_catalog.current_setting('role');",
                f"    calls CONSTANT pg_catalog.text := {dollar_quoted(self.calls, 'q')};",
                "    locked pg_catalog.timestamptz := began; patience pg_catalog.interval;",
                "    before pg_catalog.jsonb; after pg_catalog.jsonb; now pg_catalog.text;",
                "    sequences pg_catalog.text[]; act pg_catalog.text[];",
                "BEGIN",
                LOCK_TIMEOUT,
                *[f"SET LOCAL {p};" for p in PINS],
                "patience := current_setting('lock_timeout')::interval;",
                ISOLATION,
                "-- Each object's statements run as its owner.",
                *executed,
                f"RAISE INFO 'base62id-migrate: {self.done}; the locks were waited for % ms, and '",
                "    'held for % ms', round(extract(epoch FROM locked - began) * 1000),",
                "    round(extract(epoch FROM clock_timestamp() - locked) * 1000);",
                "-- for what follows in the transaction",
                "PERFORM set_config('role', role_before, true);",
                "PERFORM set_config(s.key, s.value, true) FROM jsonb_each_text(settings) AS s;",
                "END ",
            ]
        )
        statement = f"DO {dollar_quoted(body, 'move')};\n"
        return (
            f"-- base62id-migrate {json.dumps(self.header(statement))}\n"
            "-- One statement: it happens as a whole or not at all, in any client.  It drops "
            "what ALTER TYPE\n-- refuses to keep, and makes it again as pg_dump writes it.\n"
            + statement
        )

    def header(self, statement: str) -> Row:
        """Data: nothing out of it is executed."""
        moved = {c.table for c in self.choice.moves} | {*self.filled}
        columns = {
            str(c): dict(
                schema=c.schema,
                table=c.relname,
                column=c.attname,
                type=c.type,
                collation=c.collation,
                identity=c.identity,
                storage=c.storage,
                new=outside(" COLLATE .*", "", c.new),
            )
            for c in self.choice.moves
        }
        return dict(
            to=self.options.to,
            columns=columns,
            locks=self.locks,
            made=[m.name for m in self.choice.make],
            trust=self.options.trust,
            analyze=[
                [self.now[t]["nspname"], self.now[t]["relname"]]
                for t in [*self.locked, *self.filled]
                if t in moved
            ],
            locked=[[self.now[t]["nspname"], self.now[t]["relname"]] for t in self.locked],
            prepared=self.prepared(),
            switched=self.switched(),
            defaults=self.mover.defaults.saved(),
            validates=self.done == "validated",
            digest=self.compared,
            sha256=digest_of(statement),
        )

    def prepared(self) -> list[list[str]]:
        return []

    def switched(self) -> list[list[str]]:
        return []

    def second(self) -> str:
        """The file that validates."""
        self.lines, self.path, self.done = [], PINS[0], "validated"
        self.compared = None
        self.refuse_strangers()
        for role, text in self.later:
            self.act(role, text)
        return self.around()
