"""The command restore: restores an archive of pg_dump that has id types.

The parts of an id type belong to the initial superuser, and some of its casts are needed before
pg_dump's order has them.  So schemas, extensions and id types are made first, in one transaction,
and pg_restore does the rest without them.
"""

from __future__ import annotations

import argparse
import os
import re
import tempfile

from .archive import Contents, Entry
from .database import Database, Failed, as_session, said_by, script_of
from .errors import DONE, Stop
from .id_types import IdType, id_types, parts
from .queries import query
from .sql import Row, array, dollar_quoted, identifier, literal
from .terminal import progress

# What pg_restore leaves to a superuser, whoever owns the database.
OF_A_SUPERUSER = (
    "ACCESS METHOD",
    "EVENT TRIGGER",
    "FOREIGN DATA WRAPPER",
    "OPERATOR CLASS",
    "OPERATOR FAMILY",
    "PROCEDURAL LANGUAGE",
    "SUBSCRIPTION",
    "TEXT SEARCH PARSER",
    "TEXT SEARCH TEMPLATE",
)
# Each id type that is made takes about 70 locks: so many fit into a server's default table.
TYPES_AT_ONCE = 50


def restore(options: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="base62id-restore.") as work:
        Restorer(options, work).run()
    return DONE


class Restorer:
    """One archive into one database."""

    def __init__(self, options: argparse.Namespace, work: str) -> None:
        self.options, self.work = options, work
        self.database = Database(options.database)
        self.check_is_archive()
        self.contents = Contents(options.archive)
        self.superuser = self.database.superuser()
        self.here = self.database.rows(query("restore_target"))[0]
        self.there = self.types_there()
        self.types = id_types(self.contents)
        self.chosen = self.chosen_entries()
        self.wanted = self.wanted_types()

    def check_is_archive(self) -> None:
        path = self.options.archive
        if not os.path.exists(path):
            raise Stop(f"there is no file {path}")
        if os.path.isdir(path):
            return
        with open(path, "rb") as file:
            start = file.read(262)
        if not (start.startswith(b"PGDMP") or start.endswith(b"ustar") or b"toc.dat" in start):
            raise Stop(
                f"{path} is not an archive of pg_dump: write one with pg_dump -Fc. A script of "
                "pg_dump or pg_dumpall is for psql, as a superuser"
            )

    def types_there(self) -> dict[str, Row]:
        home = self.here["extensions"].get("base62id")
        if not home:
            return {}
        rows = self.database.rows(query("restore_types", home=identifier(home)))
        return {row["name"]: row for row in rows}

    # What is chosen

    def pg_restore(self, *more: str) -> list[str]:
        return ["pg_restore", *more, *self.choice(), self.options.archive]

    def choice(self) -> list[str]:
        """The options that choose entries, as pg_restore has them."""
        words: list[str] = []
        for name in self.options.schema:
            words += ["-n", name]
        for name in self.options.table:
            words += ["-t", name]
        for name in self.options.section:
            words += [f"--section={name}"]
        if self.options.no_privileges:
            words += ["-x"]
        return words

    def chosen_entries(self) -> list[Entry]:
        """What pg_restore itself would restore, with the same options."""
        text = said_by(self.pg_restore("-l"))
        numbers = {int(n) for n in re.findall(r"^([0-9]+); ", text, re.M)}
        chosen = [e for e in self.contents.entries if e.number in numbers]
        if self.some_only():
            # pg_restore would add tables to publications that it leaves out.
            chosen = [e for e in chosen if not e.kind.startswith("PUBLICATION ")]
            # pg_restore would restore nothing, and say nothing. A section may well be empty.
            if not chosen and not self.options.section:
                raise Stop(
                    "the archive has no schema or table of that name; a table of a schema is "
                    "-n SCHEMA -t TABLE"
                )
        return chosen

    def some_only(self) -> bool:
        return bool(self.options.schema or self.options.table)

    def definitions_come(self) -> bool:
        return not self.options.section or "pre-data" in self.options.section

    def wanted_types(self) -> list[IdType]:
        """All types, or those that what is chosen needs."""
        if not self.definitions_come():
            return []
        if not self.some_only():
            return self.types
        needed = self.needed()
        return [t for t in self.types if t.entry.number in needed]

    def needed(self) -> set[int]:
        by_number = {e.number: e for e in self.contents.entries}
        found: set[int] = set()
        waiting = [e.number for e in self.chosen]
        while waiting:
            number = waiting.pop()
            if number not in found and number in by_number:
                found.add(number)
                waiting += by_number[number].needs
        return found

    # What is restored by whom

    def made_here(self) -> list[IdType]:
        """What typeid_create_type makes; the others pg_restore, as they stand."""
        return [t for t in self.wanted if not t.changed]

    def left_out(self) -> set[int]:
        """The entries that pg_restore is not to restore."""
        out = parts(self.contents, [t for t in self.types if not t.changed])
        # Comments of a type are its superuser's, and so are grants on its parts.
        if self.superuser:
            out -= {
                e.number
                for e in self.contents.entries
                if e.kind == "ACL" or (e.kind == "COMMENT" and e.name.startswith("TYPE "))
            }
        else:
            # CREATE EXTENSION has said it, and only the owner of an extension can change it.
            out |= {e.number for e in self.contents.entries if self.is_comment_of_extension(e)}
        # Schemas that are there already stay, so --clean drops none.
        out |= {e.number for e in self.contents.entries if e.kind in ("SCHEMA", "EXTENSION")}
        return out | {e.number for e in self.grants()}

    def is_comment_of_extension(self, e: Entry) -> bool:
        kind, _, name = e.name.partition(" ")
        return (
            e.kind == "COMMENT"
            and kind == "EXTENSION"
            and name.strip('"') in self.here["extensions"]
        )

    def first(self) -> list[Entry]:
        """Schemas and extensions.  With a choice of pg_restore's only what types need."""
        if not self.definitions_come():
            return []
        entries = [e for e in self.contents.entries if e.kind in ("SCHEMA", "EXTENSION")]
        entries = [e for e in entries if not (e.kind == "SCHEMA" and e.name in self.schemas())]
        if not self.some_only():
            return entries
        schemas = {t.entry.schema for t in self.wanted}
        chosen = {e.number for e in self.chosen}
        ours = next((e for e in entries if e.kind == "EXTENSION" and e.name == "base62id"), None)
        home = self.extension_schema() if ours else ""
        return [
            e
            for e in entries
            if e is ours or e.number in chosen or e.kind == "SCHEMA" and e.name in {*schemas, home}
        ]

    def schemas(self) -> list[str]:
        return list(self.here["schemas"])

    def extension_schema(self) -> str:
        """Where the archive has the extension; nothing if it has none."""
        for e in self.contents.entries:
            if e.kind == "EXTENSION" and e.name == "base62id":
                found = re.search(r'WITH SCHEMA ("(?:[^"]|"")*"|\S+?);', e.make)
                if found:
                    return re.sub(r'^"|"$', "", found[1]).replace('""', '"')
        return ""

    def grants(self) -> list[Entry]:
        """On schemas, and on what belongs to extensions, which no entry makes."""
        if not self.definitions_come() or self.options.no_privileges:
            return []
        chosen = {e.number for e in self.chosen}
        schemas = [e for e in self.chosen if e.kind == "ACL" and e.name.startswith("SCHEMA ")]
        members = [e for e in self.contents.grants_on_members() if e.number in chosen]
        return [*schemas, *members]

    # Before it begins

    def check(self) -> None:
        if self.definitions_come():
            self.check_schema()
        self.check_rights()
        self.check_declarations()
        if not self.superuser:
            self.check_changed()
            self.check_superusers_entries()
        if self.definitions_come() and not self.options.clean:
            self.check_empty()

    def check_schema(self) -> None:
        home = self.extension_schema()
        there = self.here["extensions"].get("base62id")
        if home and there and there != home:
            raise Stop(
                f"base62id is in schema {there} of the database, and in schema {home} of the "
                "archive: ALTER EXTENSION base62id SET SCHEMA, as a superuser"
            )

    def check_rights(self) -> None:
        if self.superuser:
            return
        missing = [t for t in self.made_here() if t.name not in self.there]
        if missing and not self.here["creates_types"]:
            raise Stop(
                f"role {self.here['role']} may not create the id types {listed(missing)}: "
                "restore as the owner of the database, or let the owner grant EXECUTE on "
                "typeid_create_type"
            )
        if self.first() and not self.here["creates"]:
            needed = ", ".join(f"{e.kind.lower()} {e.name}" for e in self.first())
            raise Stop(
                f"role {self.here['role']} may not create {needed}: restore as the owner of the "
                "database, or let the owner grant CREATE on the database"
            )

    def check_declarations(self) -> None:
        """Another key under the same number would store other values, without an error."""
        for t in self.types:
            row = self.there.get(t.name)
            if row is None or t.changed:
                continue
            for what in ("prefix", "notation", "mask"):
                if (row[what] or "") != getattr(t, what):
                    raise Stop(
                        f"type {t.name} of the database has the {what} {row[what] or 'none'}, that "
                        f"of the archive {getattr(t, what) or 'none'}"
                    )

    def check_changed(self) -> None:
        changed = [t for t in self.wanted if t.changed]
        if changed:
            raise Stop(
                f"only a superuser can restore types that were renamed or moved: {listed(changed)}"
            )

    def check_superusers_entries(self) -> None:
        left_out = self.left_out()
        if not self.options.no_privileges:
            made = parts(self.contents, self.types)
            acls = [e for e in self.chosen if e.kind == "ACL" and e.number in made]
            if acls:
                raise Stop(
                    f"only a superuser can restore the privileges of {acls[0].name.lower()}: "
                    "restore as one, or leave all privileges out with --no-privileges"
                )
        for e in self.chosen:
            if e.number not in left_out and of_a_superuser(e):
                raise Stop(f"only a superuser can restore {e}")

    def check_empty(self) -> None:
        wanted = [
            f"{identifier(e.schema)}.{identifier(e.name)}"
            for e in self.chosen
            if e.kind in ("TABLE", "VIEW", "MATERIALIZED VIEW", "SEQUENCE", "FOREIGN TABLE")
        ]
        found = self.database.one(query("restore_there", names=array(wanted)))
        if found:
            raise Stop(
                f"the database has {found} already: restore into an empty one, or with --clean, "
                "which drops what the archive has"
            )

    # Steps

    def run(self) -> None:
        self.check()
        if self.definitions_come():
            self.make_types()
        if self.options.check:
            progress("nothing stands in the way; nothing is restored")
            return
        self.restore_rest()
        if self.superuser and self.definitions_come():
            for t in self.wanted:
                if t.changed:
                    self.database.psql(
                        f"SELECT {self.home()}.typeid_upgrade_type({literal(t.name)});"
                    )
        self.accept_numbers()

    def home(self) -> str:
        return identifier(self.extension_schema() or self.here["extensions"]["base62id"])

    def make_types(self) -> None:
        """In one transaction, so that nothing is left where something is missing: also the key of
        a masked type, which is why these come first."""
        types = sorted(self.made_here(), key=lambda t: not t.mask)
        calls = [self.call(t) for t in types]
        schemas = [e for e in self.grants() if e.name.startswith("SCHEMA ")]
        others = [e for e in self.grants() if not e.name.startswith("SCHEMA ")]
        text = [
            "BEGIN;",
            self.script(self.first()),
            self.script(schemas),
            *calls[:TYPES_AT_ONCE],
            self.script(others),
            "ROLLBACK;" if self.options.check else "COMMIT;",
        ]
        if types:
            progress(f"creates {len(types)} id types")
        try:
            self.database.psql("\n".join(text))
        except Failed as e:
            raise Stop(f"{e}\nNothing is restored")
        if not self.options.check:
            for call in calls[TYPES_AT_ONCE:]:
                self.database.psql(call)
        self.database.close()

    def script(self, entries: list[Entry]) -> str:
        """What pg_restore executes for these."""
        if not entries:
            return ""
        no_owner = ["--no-owner"] if self.options.no_owner or not self.superuser else []
        text = script_of(self.options.archive, self.list_of(entries, "first"), *no_owner)
        if self.superuser:
            # Who grants as the database's owner is recorded as pg_database_owner, who himself may
            # not look into the extension's schema.
            owner = identifier(self.here["owner"])
            return text.replace(
                "SET SESSION AUTHORIZATION pg_database_owner;",
                f"SET SESSION AUTHORIZATION {owner};",
            )
        return as_session(text)

    def list_of(self, entries: list[Entry], name: str) -> str:
        path = os.path.join(self.work, name)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(f"{e.number};\n" for e in entries)
        return path

    def call(self, t: IdType) -> str:
        body = query(
            "restore_type",
            home=self.home(),
            type_name=literal(t.name),
            prefix=literal(t.prefix),
            notation=literal(t.notation),
            mask=literal(t.mask),
            accept=str(t.accepts_uuid).lower(),
        )
        return f"DO {dollar_quoted(body, 'restore')};"

    def restore_rest(self) -> None:
        left_out = self.left_out()
        rest = [e for e in self.chosen if e.number not in left_out]
        if not rest:
            return
        progress(f"pg_restore restores {len(rest)} entries")
        command = self.pg_restore("--exit-on-error", "-L", self.list_of(rest, "rest"))
        command[1:1] = ["-d", self.options.database]
        if self.options.no_owner or not self.superuser:
            command[1:1] = ["--no-owner"]
        if self.options.clean:
            command[1:1] = ["--clean", "--if-exists"]
        if self.options.jobs > 1:
            command[1:1] = ["-j", str(self.options.jobs)]
        else:
            command[1:1] = ["--single-transaction"]
        try:
            self.database.child(command, of_rows=True)
        except Failed as e:
            some = self.options.jobs > 1
            what = "Some of the rest may be restored" if some else "None of the rest was restored"
            again = " with --clean" if some and self.definitions_come() else ""
            raise Stop(
                f"{e}\n{what}. The schemas, extensions and id types are there. Correct the reason "
                f"and run it again{again}."
            )

    def accept_numbers(self) -> None:
        """A state for the time of a move, in which the dump was taken."""
        for t in self.made_here():
            if t.accepts_bigint:
                self.database.psql(
                    f"SELECT {self.home()}.typeid_accept_bigint({literal(t.name)}, true);"
                )
        self.database.close()


def listed(types: list[IdType]) -> str:
    return ", ".join(t.name for t in types)


def of_a_superuser(e: Entry) -> bool:
    if e.kind in OF_A_SUPERUSER:
        return True
    if e.kind == "FUNCTION":
        return re.search(r"^    LANGUAGE (c|internal)\b", e.make, re.M) is not None
    if e.kind == "TYPE":
        return re.search(r"^    INPUT = ", e.make, re.M) is not None
    if e.kind == "PUBLICATION":
        return " FOR ALL TABLES" in e.make
    return False
