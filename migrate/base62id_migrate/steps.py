"""The three files of a move: what goes before it, the move itself, what is left afterwards."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable
from typing import NamedTuple, Optional

from .archive import REMARKS, Entry
from .database import PATIENCE, PINS, Database
from .header import FINISH, MOVE, PLAN_AGAIN, PREPARE
from .mover import Mover, parts
from .online import Index
from .queries import query
from .sql import dollar_quoted, identifier, literal, outside, qualified, statements, unquoted
from .writer import (
    LOCKING,
    LOOP,
    TRUST,
    Writer,
    is_named,
    named_in_foreign_key,
    not_valid,
    parse_foreign_key,
    removal,
)

# psql's: a file stops at its first error.  One at a time in a database: what another one builds is
# not valid yet, and would be dropped.  How long what stops others waits for its locks is a variable
# of psql, as run and -v lock_timeout=2s set it.
BEGINS = """\\set ON_ERROR_STOP 1
\\set QUIET 1
\\if :{{?lock_timeout}}
\\else
\\set lock_timeout 800ms
\\endif
{settings}
SELECT current_user AS runner \\gset
DO $do$BEGIN
IF NOT pg_try_advisory_lock(hashtextextended('base62id-migrate', 0)) THEN
    RAISE EXCEPTION 'another base62id-migrate works in this database'
        USING ERRCODE = 'object_in_use';
END IF;
END$do$;
"""
# All locks are taken within one bound, or the block does nothing: others wait no longer behind it.
AT_ONCE = """DECLARE
    act text[];
    began CONSTANT timestamptz := clock_timestamp();
    patience CONSTANT interval := current_setting('lock_timeout')::interval;
    locked timestamptz;
    runner CONSTANT text := current_user;
BEGIN
IF {over} THEN
    RETURN;
END IF;
SET LOCAL search_path = {path};
{locking}
locked := pg_catalog.clock_timestamp();
{acting}
SET LOCAL {pinned};
RAISE INFO 'base62id-migrate: %; the locks were held for % ms', {done},
    round(extract(epoch FROM clock_timestamp() - locked) * 1000);
END"""
ENDS = """SELECT pg_advisory_unlock(hashtextextended('base62id-migrate', 0)) \\g /dev/null
"""


class Script:
    """A file of psql: statements, each as a role."""

    def __init__(self, begins: str) -> None:
        self.lines = [begins.rstrip("\n")]
        self.role = ""

    def note(self, text: str) -> None:
        self.lines.append("-- " + in_a_line(text))

    def run(self, role: str, *texts: str) -> None:
        """As that role; empty is who executes the file."""
        if role != self.role:
            self.lines.append(f"SET ROLE {identifier(role)};" if role else 'SET ROLE :"runner";')
            self.role = role
        self.lines += texts

    def run_within_bound(self, role: str, *texts: str) -> None:
        """What stops others, also while it waits for its locks."""
        self.lines.append("SET lock_timeout = :'lock_timeout';")
        self.run(role, *texts)
        self.lines.append("SET lock_timeout = 0;")

    def text(self) -> str:
        self.run("", ENDS)
        return "\n".join(self.lines)


def in_a_line(text: str) -> str:
    return re.sub(r"[\x00-\x1f]+", " ", text)


def in_array(acts: list[tuple[str, str]]) -> str:
    listed = ",\n".join(f"[{literal(role)}, {dollar_quoted(text, 'b')}]" for role, text in acts)
    return f"ARRAY[\n{listed}\n]::pg_catalog.text[]"


def there(type_name: str) -> str:
    return f"(to_regtype({literal(type_name)}) IS NOT NULL)"


class Later(NamedTuple):
    """A statement for after the move."""

    role: str
    text: str
    why: str
    of: Optional[Index] = None
    constraint: bool = False
    mode: str = ""  # of the locks that it takes first, where others would wait behind it


def is_there(constraint: str, table: str) -> str:
    """The condition that a table has a constraint."""
    return (
        "EXISTS (SELECT FROM pg_constraint\n"
        f"    WHERE conrelid = to_regclass({literal(table)}) "
        f"AND quote_ident(conname) = {literal(constraint)})"
    )


class StepWriter(Writer):
    """Writes the three files."""

    of_what_comes_back = (
        "What went comes back over the new types; indexes made beforehand take the names and the "
        "constraints."
    )
    of_keys = f"Foreign keys hold for new rows from now on; {FINISH} reads those that were there."

    def __init__(self, mover: Mover, live: Database, options: argparse.Namespace) -> None:
        assert mover.indexes is not None
        self.indexes = mover.indexes
        self.successors = {(i.schema, i.name): i for i in self.indexes.ready}
        self.late = {(i.schema, i.name): i for i in self.indexes.later}
        self.definitions: dict[str, str] = {}
        self.built: list[Later] = []
        self.validated: list[Later] = []
        self.swaps: list[tuple[str, str]] = []
        self.swaps_first: list[tuple[str, str]] = []
        self.keys: list[tuple[str, str, str]] = []
        self.key_remarks: list[tuple[str, str]] = []
        super().__init__(mover, live, options)
        self.in_second = [i for i in self.indexes.ready if i.stored]
        # types that are strict before and afterwards
        self.accepting = self.indexes.accepting(stored=False)
        self.accepting_back = self.indexes.accepting(stored=True)
        self.second_numbers = {
            e.number for e in self.entries if (i := self.successor(e)) is not None and i.stored
        }
        self.second_parents = self.indexes.in_second_class()
        self.second_numbers |= {e.number for e in self.entries if self.second_parent(e) is not None}
        self.key_numbers = {e.number for e in self.entries if e.kind == "FK CONSTRAINT"}
        unique = [i for i in self.indexes.later if i.unique]
        self.not_unique = tuple(f" REFERENCES {i.table}(" for i in unique)
        self.late_numbers = {
            e.number
            for e in self.entries
            if e.kind == "INDEX"
            and (e.schema, e.name) in self.late
            or self.late_constraint(e) is not None
        }
        # keys that refer to what is not unique until then
        self.late_keys = {
            e.number
            for e in self.entries
            if e.kind == "FK CONSTRAINT" and any(r in e.make for r in self.not_unique)
        }

    # The move

    def text(self, digest: Optional[str]) -> str:
        self.built, self.validated, self.swaps, self.keys = [], [], [], []
        self.key_remarks, self.swaps_first = [], []
        return super().text(digest)

    def make_types(self) -> None:
        """They are there, from the file before, and so are the successors."""
        listed = ",\n    ".join(
            f"({literal(i.made_full)}, {literal(self.definitions.get(i.made_full, ''))})"
            for i in self.indexes.ready
        )
        if not listed or not self.definitions:
            return
        self.say(
            "now := (SELECT string_agg(v.name, ', ') FROM (VALUES",
            f"    {listed}) AS v(name, definition)",
            "    LEFT JOIN pg_index AS i ON i.indexrelid = to_regclass(v.name)",
            "    WHERE i.indisvalid IS NOT TRUE "
            "OR pg_get_indexdef(i.indexrelid) <> v.definition);",
            "IF now IS NOT NULL THEN",
            "    RAISE EXCEPTION 'not there, or not as prepared: %', now",
            "        USING ERRCODE = 'object_not_in_prerequisite_state',",
            f"        HINT = 'Execute {PREPARE} again.';",
            "END IF;",
        )

    def entry(self, e: Entry) -> None:
        index, parent = self.successor(e), self.second_parent(e)
        if parent is not None:
            self.stand_in(e, parent)
        elif e.kind == "INDEX ATTACH" and self.attach_second(e):
            self.swaps += parts(e)
        elif index is not None and index.stored:
            self.wait_for_own(e, index)
        elif index is not None:
            self.take(e, index)
        elif e.kind.startswith((*REMARKS, "INDEX ATTACH")) and self.second_numbers & {*e.needs}:
            self.swaps += parts(e)
        elif not self.comes_later(e):
            super().entry(e)
            if e.kind.startswith(REMARKS) and self.key_numbers & {*e.needs}:
                self.key_remarks += parts(e)

    def comes_later(self, e: Entry) -> bool:
        """Whether the last file makes it."""
        late = self.late_constraint(e)
        if late is not None:
            self.build_constraint(e, late)
        elif e.number in self.late_keys:
            for role, text in parts(e):
                self.key_afterwards(role, text)
        elif e.kind.startswith(REMARKS) and self.late_keys & {*e.needs}:
            self.validated += [Later(role, text, str(e)) for role, text in parts(e)]
        elif self.is_late(e):
            for role, text in parts(e):
                text = re.sub(r"^(CREATE (?:UNIQUE )?INDEX )", r"\1CONCURRENTLY ", text)
                self.built.append(Later(role, text, str(e), self.late.get((e.schema, e.name))))
        else:
            return False
        return True

    def successor(self, e: Entry) -> Optional[Index]:
        return self.among(self.indexes.ready, e)

    def late_constraint(self, e: Entry) -> Optional[Index]:
        return self.among(self.indexes.later, e) if e.kind == "CONSTRAINT" else None

    def second_parent(self, e: Entry) -> Optional[Index]:
        return self.among(self.second_parents.values(), e)

    @staticmethod
    def among(indexes: Iterable[Index], e: Entry) -> Optional[Index]:
        """The index of an entry, or of its constraint."""
        for i in indexes:
            name = f"{i.table_name} {i.name}" if i.of_constraint else i.name
            kind = "CONSTRAINT" if i.of_constraint else "INDEX"
            if (e.kind, e.schema, e.name) == (kind, i.schema, name):
                return i
        return None

    def stand_in(self, e: Entry, parent: Index) -> None:
        """A partitioned index over those in the second class, to which keys refer until their own
        are there: no rows are read for it."""
        unique = "UNIQUE " if parent.unique else ""
        tail = re.sub("^ON ", "ON ONLY ", parent.tail)
        self.act(parent.owner, f"CREATE {unique}INDEX {parent.made} {tail};", f"stands in for {e}")
        if parent.parent is None:
            self.swaps_first.append((parent.owner, f"DROP INDEX {parent.made_full};"))
        self.swaps += parts(e)

    def attach_second(self, e: Entry) -> bool:
        """Attaches the one in the second class to what stands in for its parent."""
        m = re.fullmatch(r"ALTER INDEX (.*) ATTACH PARTITION (.*);", e.make, re.S)
        assert m
        above, part = ((unquoted(a), unquoted(b)) for a, b in (qualified(m[1]), qualified(m[2])))
        parent = self.second_parents.get(above)
        if parent is None:
            return False
        made = self.second_parents.get(part) or next(i for i in self.in_second if i.key == part)
        text = f"ALTER INDEX {parent.made_full} ATTACH PARTITION {made.made_full};"
        self.act(parent.owner, text)
        return True

    def build_constraint(self, e: Entry, index: Index) -> None:
        """With --afterwards: its index is made, and becomes the constraint's."""
        for number, (role, text) in enumerate(parts(e)):
            first, *rest = statements(text)
            if number == 0:
                first = self.taken(first, index, index.own)
            text = ";\n".join([first, *rest]) + ";"
            self.built.append(Later(role, text, str(e), index, constraint=number == 0))

    def key_afterwards(self, role: str, text: str) -> None:
        """A key that refers to what is not unique before."""
        found = parse_foreign_key(text)
        named = found or named_in_foreign_key(text)
        assert named
        why = f"foreign key {named[1]} of {named[0]}: what it refers to is unique again"
        simple = found is not None and self.now[found[0]]["kind"] == "r"
        make = not_valid(text) if simple else text
        self.validated.append(Later(role, make, why, mode="SHARE ROW EXCLUSIVE"))
        if simple:
            validate = "ALTER TABLE {} VALIDATE CONSTRAINT {};".format(*named)
            self.validated.append(Later(role, validate, why))

    def is_late(self, e: Entry) -> bool:
        return e.number in self.late_numbers or (
            e.kind.startswith((*REMARKS, "INDEX ATTACH")) and bool(self.late_numbers & {*e.needs})
        )

    def take(self, e: Entry, index: Index) -> None:
        """The successor gets the name, or the constraint."""
        for number, (role, text) in enumerate(parts(e)):
            first, *rest = statements(text)
            if number == 0:
                first = self.taken(first, index, index.made)
            self.act(role, ";\n".join([first, *rest]) + ";", str(e))

    @staticmethod
    def taken(text: str, index: Index, made: str) -> str:
        if not index.of_constraint:
            full = f"{identifier(index.schema)}.{made}"
            return f"ALTER INDEX {full} RENAME TO {identifier(index.name)}"
        kind = "PRIMARY KEY" if index.contype == "p" else "UNIQUE"
        deferred = re.search(r"( DEFERRABLE)?( INITIALLY DEFERRED)?$", text)
        assert deferred
        return (
            f"ALTER TABLE {index.table} ADD CONSTRAINT {index.constraint} {kind} "
            f"USING INDEX {made}{deferred[0]}"
        )

    def wait_for_own(self, e: Entry, index: Index) -> None:
        """An index in a second class serves queries and references, but is no constraint's: its
        own is made after the move, and takes the name then."""
        for number, (role, text) in enumerate(parts(e)):
            first, *rest = statements(text)
            if number == 0:
                first = self.taken(first, index, index.own)
                if index.identity:  # what is replicated goes on
                    table = f"ALTER TABLE {index.table} REPLICA IDENTITY"
                    self.act(role, f"{table} USING INDEX {index.made};")
                    self.swaps.append((role, f"{table} DEFAULT;"))
                if index.parent is None:
                    self.swaps.append((role, f"DROP INDEX {index.made_full};"))
            self.swaps.append((role, ";\n".join([first, *rest]) + ";"))

    def drop(self) -> None:
        for name in self.accepting_back:
            self.say(f"PERFORM {self.accept(name, True)};")
        super().drop()

    def drop_types(self) -> None:
        """In the last file: it looks through all that depends on them, which would be locked."""

    def accept(self, name: str, on: bool) -> str:
        """The call by which the cast to a type is implicit, or in assignments only."""
        notation = {t: d["notation"] for t, d in self.choice.types.items()}
        notation.update({m.name: m.notation for m in self.choice.make})
        stored = "bigint" if notation[name] == "uid11" else "uuid"
        function = f"{self.choice.home}.typeid_accept_{stored}"
        return f"{function}({literal(name)}::regtype, {str(on).lower()})"

    def foreign_key(self, role: str, text: str) -> str:
        """It comes back NOT VALID, and is validated afterwards."""
        found = parse_foreign_key(text)
        if found is None or self.stays_whole(text):
            self.remark_on_check(text)
            named = named_in_foreign_key(text)
            if named is not None:
                drop = "ALTER TABLE {} DROP CONSTRAINT {};".format(*named)
                self.keys.append((role, drop, text))
            return text
        table, name = found
        why = f"foreign key {name} of {table}: checked for the rows of before"
        if self.now[table]["kind"] == "r" or self.mover.version >= 180000:
            validate = f"ALTER TABLE {table} VALIDATE CONSTRAINT {name};"
            self.validated.append(Later(role, validate, why))
            drop = f"ALTER TABLE {table} DROP CONSTRAINT {name};"
            self.keys.append((role, drop, not_valid(text)))
            return not_valid(text)
        # Before 18 such a key of a partitioned table is refused: each partition gets one, and the
        # parent takes them when they are valid.
        keys = []
        for leaf in self.live.rows(
            query("partition_keys", relation=literal(table), key=literal(name))
        ):
            key = re.sub(
                r"ALTER TABLE .*\n(\s*ADD CONSTRAINT ).*? (?=FOREIGN KEY )",
                lambda m: f"ALTER TABLE {leaf['table']}\n{m[1]}{leaf['name']} ",
                text,
                count=1,
            )
            keys.append(not_valid(key))
            drop = f"ALTER TABLE {leaf['table']} DROP CONSTRAINT {leaf['name']};"
            self.keys.append((leaf["owner"], drop, not_valid(key)))
            validate = f"ALTER TABLE {leaf['table']} VALIDATE CONSTRAINT {leaf['name']};"
            self.validated.append(Later(leaf["owner"], validate, why))
        # the triggers of these go, for which PostgreSQL locks what they refer to
        why = f"foreign key {name} of {table}: made of the keys of its partitions"
        self.validated.append(Later(role, text, why, mode="ACCESS EXCLUSIVE"))
        return "\n".join(keys)

    def prepared(self) -> list[list[str]]:
        return [[i.schema, i.made] for i in self.indexes.ready]

    def switched(self) -> list[list[str]]:
        """What gives up a move, after what is prepared is gone: type, and what it accepts."""
        kinds = {"typeid_accept_uuid": "uuid", "typeid_accept_bigint": "bigint"}
        return [
            [name, kind]
            for name in self.accepting
            for function, kind in kinds.items()
            if function in self.accept(name, False)
        ]

    # Before and afterwards

    def script(self, what: str) -> Script:
        settings = "\n".join(f"SET {p};" for p in (*PINS, *PATIENCE, "lock_timeout = 0"))
        return Script(f"-- base62id-migrate: {what}\n" + BEGINS.format(settings=settings))

    def checks(self, *more: str) -> str:
        """As the move has them, for who executes the file by psql."""
        checks = [
            "now := (SELECT string_agg(x.role || ' ' || x.what, '; ')",
            f"    FROM ({self.strangers}) AS x);",
            "IF now IS NOT NULL THEN",
            "    RAISE EXCEPTION 'code of others could run with your rights: %', now",
            f"        USING ERRCODE = 'insufficient_privilege', HINT = {literal(TRUST)};",
            "END IF;",
            *more,
        ]
        body = "\n".join(["DECLARE now text;", "BEGIN", *checks, "END"])
        return f"DO {dollar_quoted(body, 'checks')};"

    def unchanged(self, digest: str) -> list[str]:
        return [
            f"now := ({self.digest});",
            f"IF now IS DISTINCT FROM {literal(digest)} THEN",
            "    RAISE EXCEPTION 'what this moves has changed since the file was written'",
            "        USING ERRCODE = 'object_not_in_prerequisite_state',",
            f"        HINT = '{PLAN_AGAIN}';",
            "END IF;",
        ]

    def has_moved(self) -> list[str]:
        listed = ", ".join(
            f"({literal(c.table)}, {literal(c.attname)}, "
            f"{literal(outside(' COLLATE .*', '', c.new))})"
            for c in self.choice.moves
        )
        return [
            "now := (SELECT string_agg(v.t || '.' || v.c, ', ') FROM (VALUES",
            f"    {listed}) AS v(t, c, type)",
            "    LEFT JOIN pg_attribute AS a ON a.attrelid = to_regclass(v.t) AND a.attname = v.c",
            "    WHERE format_type(a.atttypid, a.atttypmod) IS DISTINCT FROM v.type);",
            "IF now IS NOT NULL THEN",
            "    RAISE EXCEPTION 'not moved yet: %', now",
            "        USING ERRCODE = 'object_not_in_prerequisite_state',",
            f"        HINT = 'Execute {MOVE} before.';",
            "END IF;",
        ]

    def concurrently(self, index: Index, name: str, statement: str) -> tuple[str, str]:
        """One that was left invalid by an interruption, or is another one, is made again."""
        full = literal(f"{identifier(index.schema)}.{identifier(name)}")
        definition = self.definitions.get(index.made_full) if name == index.made else None
        wrong = "NOT indisvalid"
        if definition is not None:
            wrong = f"({wrong} OR\n    pg_get_indexdef(indexrelid) <> {literal(definition)})"
        drop = (
            "SELECT 'DROP INDEX CONCURRENTLY ' || indexrelid::regclass FROM pg_index\n"
            f"WHERE indexrelid = to_regclass({full}) AND {wrong} \\gexec"
        )
        return drop, statement

    def prepare(self, digest: Optional[str]) -> str:
        out = self.script("what is made before the move, while all go on")
        out.run("", self.checks(*(self.unchanged(digest) if digest else [])))
        for made, call in zip(self.choice.make, self.mover.to_make):
            out.run("", f"SELECT {call} WHERE NOT {there(made.name)} \\g /dev/null")
        if self.accepting:
            out.note(f"until {FINISH}: an index can have the class of a type that is strict")
        for name in self.accepting:
            out.run("", f"SELECT {self.accept(name, True)} \\g /dev/null")
        for index in self.indexes.ready:
            unique = "UNIQUE " if index.unique else ""
            made_now = f"CREATE {unique}INDEX CONCURRENTLY IF NOT EXISTS {index.made} {index.tail};"
            out.note(f"successor of {index.full}, {index.size >> 20} MB")
            out.run(index.owner, *self.concurrently(index, index.made, made_now))
        return out.text()

    def finish(self) -> str:
        """After the move has been written, which says what is left."""
        out = self.script("what is left after the move, while all go on")
        out.run("", self.checks(*self.has_moved()))
        out.note("ALTER TYPE forgets the statistics")
        moved = {c.table for c in self.choice.moves} | {*self.filled}
        for table in [*self.locked, *self.filled]:
            if table in moved:
                out.run(str(self.now[table]["owner"]), f"ANALYZE {table};")
        for later in self.built:
            out.note(later.why)
            self.build(out, later)
        self.make_own(out)
        for name in self.dropped:
            out.run("", f"SELECT {self.drop_of(name)} WHERE {there(name)} \\g /dev/null")
        if self.strict_again():
            out.note("strict again: to look for what needs the cast takes too long under locks")
        for name in self.strict_again():
            out.run("", f"SELECT {self.accept(name, False)} \\g /dev/null")
        for role, text in self.mover.unvalidated:
            out.run(role, text)
        for later in self.validated:
            out.note(later.why)
            if later.mode:
                out.run_within_bound("", self.add_key(later))
            else:
                out.run(later.role, later.text)
        if self.options.to == "leave":
            out.note("nothing uses the extension any more")
            out.run("", self.removed())
        return out.text()

    def make_own(self, out: Script) -> None:
        """The indexes of the column's own class, for those in a second one."""
        for index in self.in_second:
            unique = "UNIQUE " if index.unique else ""
            own = f"CREATE {unique}INDEX CONCURRENTLY IF NOT EXISTS {index.own} {index.own_tail};"
            out.note(f"{index.full}, in the column's own class")
            out.run(
                index.owner,
                f"SELECT to_regclass({literal(index.made_full)}) IS NOT NULL AS waits \\gset",
            )
            out.run(
                index.owner, "\\if :waits", *self.concurrently(index, index.own, own), "\\endif"
            )
        if self.in_second:
            out.note("keys and names come to these, under locks of milliseconds")
            out.run_within_bound("", self.swap())

    def strict_again(self) -> list[str]:
        """Of those that stay."""
        return sorted({*self.accepting, *self.accepting_back} - {*self.dropped})

    def swap(self) -> str:
        """One statement, once: foreign keys need a unique index at all times."""
        acts = [(role, drop) for role, drop, _ in self.keys]
        acts += self.swaps_first + self.swaps
        acts += [(role, make) for role, _, make in self.keys]
        acts += self.key_remarks
        return self.at_once(
            "keys and names are taken",
            self.locks_of(self.locked, "ACCESS EXCLUSIVE"),
            acts,
            f"to_regclass({literal(self.in_second[0].made_full)}) IS NULL",
        )

    def add_key(self, later: Later) -> str:
        """A foreign key, which may be there when the file is executed again."""
        named = named_in_foreign_key(later.text)
        assert named
        tables = [t for t in self.locked if is_named(t, later.text)]
        locks = self.locks_of(tables, later.mode)
        return self.at_once(
            later.why, locks, [(later.role, later.text)], is_there(named[1], named[0])
        )

    def locks_of(self, tables: Iterable[str], mode: str) -> list[tuple[str, str]]:
        return [(str(self.now[t]["owner"]), f"LOCK TABLE {t} IN {mode} MODE") for t in tables]

    def at_once(
        self, done: str, locks: list[tuple[str, str]], acts: list[tuple[str, str]], over: str
    ) -> str:
        """Takes locks and acts; `over` is the condition that this has happened before."""
        body = AT_ONCE.format(
            over=over,
            path=self.mover.path,
            locking=LOCKING.format(acts=in_array(locks)),
            acting=LOOP.format(acts=in_array(acts)),
            pinned=PINS[0],
            done=literal(in_a_line(done)),
        )
        return f"DO {dollar_quoted(body, 'locks')};"

    def removed(self) -> str:
        """Once: the file may be executed again."""
        statements_ = "\n".join(
            f"EXECUTE {dollar_quoted(s.rstrip(';'), 'drop')};"
            for s in removal(self.choice.home, self.live)
        )
        return (
            "DO $do$BEGIN\nIF EXISTS (SELECT FROM pg_extension WHERE extname = 'base62id') THEN\n"
            f"{statements_}\nEND IF;\nEND$do$;"
        )

    def build(self, out: Script, later: Later) -> None:
        if later.of is not None and later.constraint:
            self.build_key(out, later, later.of)
        elif later.of is not None and later.text.startswith("CREATE "):
            first, *rest = statements(later.text)
            make = first.replace("CONCURRENTLY ", "CONCURRENTLY IF NOT EXISTS ", 1) + ";"
            out.run(later.role, *self.concurrently(later.of, later.of.name, make))
            if rest:
                out.run_within_bound(later.role, ";\n".join(rest) + ";")
        elif later.text.startswith("ALTER "):
            # A partitioned index takes that of a partition, which stops others.
            out.run_within_bound(later.role, later.text)
        else:
            out.run(later.role, later.text)

    def build_key(self, out: Script, later: Later, index: Index) -> None:
        own = f"CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS {index.own} {index.own_tail};"
        over = is_there(index.constraint, index.table)
        out.run(later.role, f"SELECT NOT {over} AS waits \\gset", "\\if :waits")
        out.run(later.role, *self.concurrently(index, index.own, own))
        locks = self.locks_of([index.table], "ACCESS EXCLUSIVE")
        done = f"constraint {index.constraint} of {index.table}"
        out.run_within_bound("", self.at_once(done, locks, [(later.role, later.text)], over))
        out.run(later.role, "\\endif")
