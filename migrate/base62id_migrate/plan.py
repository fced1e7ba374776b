"""The command plan."""
from __future__ import annotations

import argparse
import difflib
import itertools
import os
import re
import secrets
import shlex
import shutil
import tempfile

from . import functions
from .archive import REMARKS, Archive, Entry
from .choice import UUID_TEXTS, Choice
from .columns import FAMILY, TEXTS, Made
from .database import Database, Failed, TooFewLocks, as_session, locks_wanted, script_of
from .errors import Stop, Stops
from .files import write_file, write_plan
from .header import header
from .mover import Mover, creation, execute, parts, refresh
from .online import LARGE, Indexes
from .queries import query
from .remarks import Remarks
from .review import README, readme, seconds
from .scratch import SCRATCH, Server
from .sql import Texts, array, element, literal, qualified, unquoted
from .steps import StepWriter
from .terminal import progress
from .terminal import remark as say
from .writer import TRUST, Writer, removal


class Plan:
    """The command plan."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.live = Database(options.database)
        self.work = os.path.join(tempfile.gettempdir(), "base62id-migrate." + secrets.token_hex(8))
        # first of all, so that nothing is made that nobody watches
        self.server = Server(Database(options.scratch) if options.scratch else self.live, self.work)

    def run(self) -> None:
        try:
            self.write()
        except TooFewLocks:
            raise Stop(locks_wanted(self.server.maintenance, self.locks()) or TooFewLocks.__doc__)
        finally:
            self.server.close()
            self.server.maintenance.close()
            self.live.close()
            shutil.rmtree(self.work, ignore_errors=True)

    def locks(self) -> int:
        """How many the move may take, where no rehearsal has counted them: the extension 700, a
        relation 5, and a type that is made 40, that is dropped 130."""
        o = self.options
        made = header(o.was)["made"] if o.was else []
        return (
            700
            + 130 * len(made)
            + int(
                self.live.one(
                    "SELECT sum(5 + CASE WHEN relkind IN ('r', 'p') "
                    f"THEN {40 * (o.to == 'typed')} ELSE 0 "
                    "END) FROM pg_class WHERE oid >= 16384"
                )
            )
        )

    def write(self) -> None:
        o = self.options
        self.trust()
        self.version = int(self.live.one("SELECT current_setting('server_version_num')"))
        self.acts = "'SET'" if self.version >= 160000 else "'MEMBER'"
        self.home = self.find_home()
        self.note_leftovers()
        self.inherits()
        progress("reads the definitions")
        archive = self.live.dump(self.work)
        archive_texts = archive.texts()
        copy = self.first_copy(archive)
        left = self.forget_leftovers(copy)
        choice = Choice(self.live, copy, self.home, o)
        choice.decide()
        self.say_leftovers(left, choice)
        if not choice.moves:
            raise Stop("\n".join(["nothing moves" + self.why_nothing(choice), *choice.remarks]))
        second = self.server.copy(copy)
        if choice.make:
            progress(
                "makes "
                + ", ".join(f"{m.name} ({m.prefix}_…)" for m in choice.make)
                + "; --type TABLE=NAME,PREFIX says otherwise"
            )
        progress(f"moves {len(choice.moves)} columns of the copy")
        self.in_steps = not o.output.endswith(".sql")
        indexes = Indexes(self.live, o.afterwards) if self.in_steps else None
        mover = Mover(copy, archive, choice, self.version, self.work, indexes, o.keep_defaults)
        self.move_copy(mover)
        writer = (StepWriter if self.in_steps else Writer)(mover, self.live, o)
        if writer.dropped:
            mover.after = copy.dump(self.work)
        digest = str(self.live.one(writer.digest))
        path = self.search_path()
        before = functions.read(second, path)
        self.rehearse(writer, mover, second)
        third = self.restorable(mover, choice)
        self.compare(mover.after.texts(), second.dump(self.work).texts(), third)
        after = functions.read(second, path)
        choice.remarks += Remarks(self.live, choice, mover, path).all(before, after)
        text = writer.text(digest)
        choice.remarks += filter(None, [locks_wanted(self.live, writer.locks)])
        # what changed before the digest, which run compares, would be undone
        changed = archive_texts.items() ^ self.live.dump(self.work).texts().items()
        for key, _ in sorted(changed):
            raise Stop(
                "the database has changed while this was written, as the "
                f"{key[0].lower()} {key[1]}.{key[2]}: try again"
            )
        self.hand_over(writer, mover, text, digest)

    def move_copy(self, mover: Mover) -> None:
        """Moves the copy; whatever would stop this, or the next plan, is one stop."""
        copy, choice = mover.copy, mover.choice
        stops = Stops()
        with stops.noted():
            self.members(choice)
        mover.take_down()
        stops.note(mover.stops)
        with stops.noted():
            self.may_act(mover)
        with stops.noted():
            self.built_under_lock(mover)
        accepting = [m.name for m in choice.make if m.accept_uuid]
        other = self.server.copy(copy) if accepting else copy
        with stops.noted():
            mover.put_back()
        removed = self.options.to == "leave" and not stops
        if removed:
            with stops.noted():
                self.remove(mover)
        if self.options.to == "leave":
            with stops.noted():
                self.may_remove()
        if accepting:
            with stops.noted():
                self.probe(other, mover, accepting)
        if stops and not removed:
            with stops.noted():  # of what could be put back
                mover.after = copy.dump(self.work)
                self.restorable(mover, choice)
        stops.end()

    def search_path(self) -> str:
        """Of who connects to the database as this role."""
        return str(
            self.live.one(
                "SELECT replace(reset_val, '\"$user\"', quote_ident(current_user)) "
                "FROM pg_settings WHERE name = 'search_path'"
            )
        )

    def why_nothing(self, choice: Choice) -> str:
        if self.options.to in FAMILY:
            return f": no column is a uuid; {UUID_TEXTS}"
        if self.options.to != "typed" or self.options.type:
            return ""
        typed = sum(c.base in choice.types for c in choice.columns)
        return (
            (f": {typed} columns have an id type already" if typed else "")
            + ": no key of one column is a uuid, and no text an id of one prefix. "
            "Say what is an id: --type TABLE.COLUMN=NAME,PREFIX, and of numbers NAME,PREFIX,uid11"
            + choice.of_numbers()
        )

    def built_under_lock(self, mover: Mover) -> None:
        """A large index that can only be built under the lock is a stop, unless one says so."""
        if mover.indexes is None:
            return
        large = [i for i in mover.indexes.under_lock if i.size > LARGE]
        without = [i.full for i in mover.indexes.later if i.unique]
        if without:
            mover.choice.remarks.append(
                "--afterwards: from the move until 3-finish.sql has ended, nothing keeps rows "
                f"unique where {', '.join(without)} did, no foreign key refers to them, ON "
                "CONFLICT finds none there, and a table that is published by its key takes no "
                "UPDATE. Duplicates or lost references of that time end 3-finish.sql"
            )
        if large and not self.options.under_lock:
            raise Stop(
                "these would be built while nobody reads or writes their tables:\n  "
                + "\n  ".join(
                    f"{i.full} of {i.table}, {i.size >> 20} MB, {seconds(i.size)} s" for i in large
                )
                + "\nAccept that: --under-lock; "
                + "or --afterwards, which leaves the tables without unique ones for a while; "
                * any(i.may_wait for i in large)
                + "or drop them before, and make them again later"
            )

    def hand_over(self, writer: Writer, mover: Mover, text: str, digest: str) -> None:
        o = self.options
        if isinstance(writer, StepWriter):
            finish = writer.finish()  # of what text() has left
            write_plan(o.output, writer, digest, text, finish)
            write_file(os.path.join(o.output, README), readme(writer))
        else:
            write_file(o.output, text)
        if o.validate:
            write_file(o.validate, writer.second())
        for remark in dict.fromkeys(mover.choice.remarks):
            say(remark)
        progress(
            f"{o.output}: {len(mover.choice.moves)} columns move, {len(mover.gone)} objects "
            "are made again"
        )

    def trust(self) -> None:
        """Before anything is read: who else has code here that could run with our rights?"""
        o = self.options
        if o.was:
            o.trust += [t for t in header(o.was).get("trust", []) if t not in o.trust]
        for name in o.trust:
            if name.lower() == "public":
                raise Stop("PUBLIC cannot be trusted: REVOKE CREATE ON SCHEMA … FROM PUBLIC")
        found = self.live.rows(query("strangers", trusted=array(o.trust)))
        if found:
            raise Stop(
                "\n  ".join(
                    [
                        "code of others could run with your rights (42501):",
                        *("{role} {what}".format(**r) for r in found),
                    ]
                )
                + "\n"
                + TRUST
                + "".join(
                    f'\n--trust {shlex.quote(unquoted(r["role"]))}'
                    for r in found
                    if r["role"] != "PUBLIC"
                )
            )

    def find_home(self) -> str:
        """The schema of the extension."""
        for r in self.live.rows(
            "SELECT quote_ident(n.nspname) AS schema FROM pg_extension AS e "
            "JOIN pg_namespace AS n ON n.oid = e.extnamespace "
            "WHERE e.extname = 'base62id'"
        ):
            return str(r["schema"])
        raise Stop("the extension base62id is not in this database: CREATE EXTENSION base62id")

    def note_leftovers(self) -> None:
        rows = self.server.maintenance.rows(
            f"SELECT datname FROM pg_database WHERE datname ~ '^{SCRATCH}[0-9a-f]{{8}}$' AND NOT "
            "EXISTS (SELECT FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
            "AND application_name = 'base62id-migrate')"
        )
        for r in rows:
            progress(f"an earlier run has left {r['datname']}: dropdb {r['datname']}")

    def forget_leftovers(self, copy: Database) -> dict[str, list[str]]:
        """What an earlier plan has prepared is used again, or is to be undone; not moved."""
        left: dict[str, list[str]] = {"index": [], "type": [], "takes bigint": []}
        for row in copy.rows(query("leftovers", home=self.home)):
            left[row["kind"]].append(str(row["name"]))
        copy.psql("".join(f"DROP INDEX {name};" for name in left["index"]))
        try:
            self.accept_bigint(copy, copy, False)
        except Failed as refused:
            if refused.state != "2BP01":  # a definition needs the cast
                raise
        return left

    def say_leftovers(self, left: dict[str, list[str]], choice: Choice) -> None:
        """What was left by a plan that was given up, or is under way."""
        if left["index"]:
            progress(
                f"an earlier plan has prepared {', '.join(left['index'])}; what this one does not "
                "use, run --undo of that plan takes away"
            )
        becomes = {element(c.new) for c in choice.moves}
        unused = [name for name in left["type"] if name not in becomes]
        if unused and self.options.to != "leave":
            progress(
                f"no column has the id types {', '.join(unused)}: what an earlier plan has made, "
                f"run --undo of that plan drops, or SELECT {self.home}.typeid_drop_type(…)"
            )
        for name in left["takes bigint"]:
            progress(
                f"{name} takes bigint without a cast, for a move: if that does not come, SELECT "
                f"{self.home}.typeid_accept_bigint({literal(name)}, false)"
            )

    def accept_bigint(self, of: Database, there: Database, accept: bool) -> None:
        """Types of numbers that take bigint in one database do, or do not any more, in another."""
        names = of.rows(
            f"SELECT t.type::text AS name FROM {self.home}.typeid_types() AS t WHERE accept_bigint"
        )
        call = f"SELECT {self.home}.typeid_accept_bigint({{}}::regtype, {str(accept).lower()});"
        if names:
            there.psql("\n".join(call.format(literal(r["name"])) for r in names))

    def inherits(self) -> None:
        """A scratch database is filled with the owners' rights, without SET ROLE."""
        owner = self.live.one(
            "SELECT pg_get_userbyid(datdba) FROM pg_database " "WHERE datname = current_database()"
        )
        owners = {
            owner,
            *(r["owner"] for r in self.live.rows(query("owners")) if r["kind"] in "rp"),
        }
        for r in self.server.maintenance.rows(
            f"""SELECT quote_ident(rolname) AS owner,
                quote_ident(current_user) AS me FROM pg_roles WHERE rolname = ANY (
                {array(sorted(owners))}) AND pg_has_role(oid, {self.acts})
                AND NOT pg_has_role(oid, 'USAGE')"""
        ):
            grant = (
                "ALTER ROLE {me} INHERIT"
                if self.version < 160000
                else ("GRANT {owner} TO {me} WITH INHERIT TRUE")
            )
            raise Stop(
                (
                    "{me} may SET ROLE to {owner}, but does not inherit the rights that fill a "
                    f"scratch database: {grant}, or --scratch CONNECTION"
                ).format(**r)
            )

    def first_copy(self, archive: Archive) -> Database:
        progress("makes a copy")
        about = self.live.rows(
            "SELECT pg_encoding_to_char(encoding) AS e, datcollate AS c, "
            "datctype AS t, pg_get_userbyid(datdba) AS owner "
            "FROM pg_database WHERE datname = current_database()"
        )[0]
        # who owns the database may have rights by that, as in public
        if self.server.maintenance.rows(
            "SELECT FROM pg_roles AS o, pg_roles AS r WHERE o.rolname = "
            f"{literal(about['owner'])} AND pg_has_role(o.oid, {self.acts}) "
            "AND r.rolname = current_user AND NOT r.rolsuper"
        ):
            self.server.owner = about["owner"]
        self.options_of_copy = (
            f"TEMPLATE template0 ENCODING {literal(about['e'])} LC_COLLATE "
            f"{literal(about['c'])} LC_CTYPE {literal(about['t'])}"
        )
        copy = self.server.create(self.options_of_copy)
        self.database_owner = literal(about["owner"])
        try:
            self.restore(archive, copy, self.live)
        except Failed as e:
            cure = (
                "Where this role lacks the right, --scratch CONNECTION names another one, on a "
                "server of the same major version with the same extensions"
            )
            if "does not exist" in e.error:
                cure = (
                    "Nor could a backup: pg_restore has no search_path, pg_dump no members of "
                    "extensions. Name the schema in that definition, or, as in NULLIF, say "
                    "id::uuid; ALTER FUNCTION … SET search_path; or ALTER EXTENSION … DROP it "
                    "before"
                )
            raise Stop(f"the definitions cannot be restored into a scratch database: {e}\n{cure}")
        return copy

    def creations(self, of: Database) -> list[str]:
        """The calls that make a database's id types."""
        if not of.one("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'base62id')"):
            return []
        rows = of.rows(
            "SELECT t.type::text AS name, t.prefix, t.notation, t.mask_key AS key, "
            f"t.accept_uuid FROM {self.home}.typeid_types() AS t"
        )
        for r in rows:
            if r["key"] is None:
                raise Stop(f"the mask key of {r['name']} is not on this server")
        return [creation(self.home, Made(**r)) for r in rows]

    def restore(self, archive: Archive, into: Database, of: Database, go_on: bool = False) -> None:
        """Restores definitions: id types by the calls that make them, then all the rest."""
        how = [] if go_on else ["--exit-on-error"]

        def list_of(entries: list[Entry]) -> str:
            listed = os.path.join(self.work, "list")
            chosen = {n for e in entries for n in (e.number, *e.also)}
            with open(listed, "w") as file:
                file.writelines(f"{n}; 0 0 X\n" for n in archive.numbers if n in chosen)
            return listed

        def some(entries: list[Entry]) -> None:
            into.child(
                [
                    "pg_restore",
                    *how,
                    "--no-tablespaces",
                    "-L",
                    list_of(entries),
                    "-d",
                    into.connection,
                    archive.path,
                ]
            )

        wanted = [e for e in archive.entries if e.kind != "EVENT TRIGGER"]
        # an owner may need what is granted to him to make an index
        first = [
            e
            for e in wanted
            if e.kind in ("SCHEMA", "EXTENSION") or e.kind == "ACL" and e.name.startswith("SCHEMA ")
        ]
        some(first)
        # who owns the database owns nothing of a copy that is a superuser's
        if not self.server.owner:
            into.psql(
                "".join(
                    f"GRANT ALL ON SCHEMA {r['n']} TO {r['o']};\n"
                    for r in into.rows(
                        f"""SELECT quote_ident(n.nspname) AS n, quote_ident(r.rolname) AS o
                FROM pg_namespace AS n, pg_roles AS r WHERE r.rolname = {self.database_owner}
                AND n.nspowner = 'pg_database_owner'::regrole"""
                    )
                )
            )
        there: set[int] = set()
        calls = self.creations(of)
        if calls:
            names = {(r["catalog"], r["oid"]): r["name"] for r in of.rows(query("identities"))}
            into.psql("".join(f"SELECT {c};\n" for c in calls))
            self.accept_bigint(of, into, True)
            made = {r["name"] for r in into.rows(query("identities"))}
            there = {e.number for e in wanted if names.get((e.catalog, e.oid)) in made}
            types = {(e.schema, e.name) for e in wanted if e.number in there and e.kind == "TYPE"}
            there |= {
                e.number
                for e in wanted
                if e.kind.startswith(REMARKS)
                and there & {*e.needs}
                or e.kind == "SHELL TYPE"
                and (e.schema, e.name) in types
            }
        members = [e for e in archive.grants_on_members() if e.number not in there]
        if members:
            into.psql(as_session(script_of(archive.path, list_of(members))))
        into.close()
        done = {*first, *members}
        some([e for e in wanted if e not in done and e.number not in there])

    def members(self, choice: Choice) -> None:
        """What pg_dump leaves to an extension's script reads a column that moves."""
        listed = ", ".join(f"({literal(c.table)}, {literal(c.attname)})" for c in choice.moves)
        rows = self.live.rows(
            f"""SELECT DISTINCT x.extname AS extension,
                pg_describe_object(e.classid, e.objid, 0) AS what FROM (VALUES {listed}) AS v(t, c)
            JOIN pg_attribute AS a ON a.attrelid = to_regclass(v.t) AND a.attname = v.c
            JOIN pg_depend AS d ON d.refclassid = 'pg_class'::regclass
                AND d.refobjid = a.attrelid AND d.refobjsubid = a.attnum
            LEFT JOIN pg_rewrite AS w ON d.classid = 'pg_rewrite'::regclass AND w.oid = d.objid
            JOIN pg_depend AS e ON e.deptype = 'e' AND e.objid = coalesce(w.ev_class, d.objid)
                AND e.classid = CASE WHEN w.oid IS NULL THEN d.classid
                    ELSE 'pg_class'::regclass END JOIN pg_extension AS x ON x.oid = e.refobjid"""
        )
        for r in rows:
            raise Stop(
                "{what} is of the extension {extension}, and pg_dump leaves it out: ALTER "
                "EXTENSION {extension} DROP it before, and ADD it after".format(**r)
            )

    def may_act(self, mover: Mover) -> None:
        """The file acts for each owner, and who has granted: this role must be allowed to."""
        owners = {role for e in mover.gone for role, _ in [(e.owner, ""), *parts(e)] if role}
        owners |= {str(mover.owners[t]["owner"]) for t in mover.tables}
        for r in self.live.rows(
            "SELECT quote_ident(rolname) AS owner, quote_ident(current_user) "
            f"AS me FROM pg_roles WHERE rolname = ANY ({array(sorted(owners))})"
            f" AND NOT pg_has_role(oid, {self.acts})"
        ):
            raise Stop(
                "{owner} owns or grants some of it, and {me} cannot SET ROLE to it: GRANT "
                "{owner} TO {me}, or plan and run as a role that can".format(**r)
            )

    def may_remove(self) -> None:
        """The last file drops types and extension as who runs it, after the columns have moved."""
        types = f"SELECT type FROM {self.home}.typeid_types()"
        rows = self.live.rows(query("not_removable", types=types))
        if rows:
            raise Stop("\n".join("{what}: run leave as that role".format(**r) for r in rows))

    def remove(self, mover: Mover) -> None:
        """From the copy, all that is not columns: types, and the extension."""
        found = []
        for statement in removal(self.home, mover.copy):
            try:
                mover.copy.psql(statement)
            except Failed as e:
                found.append(re.sub(r"^psql: ERROR:  [0-9A-Z]{5}: ", "", str(e)))
        if found:
            raise Stop(
                "what uses the types or functions of the extension is not only columns:\n"
                + "\n".join(found)
                + "\nBefore: change or drop these"
            )
        mover.after = mover.copy.dump(self.work)
        for row in self.live.rows(query("bodies")):
            mover.choice.remarks.append(
                "function {f} names what goes: {names}. PostgreSQL reads its text when it "
                "runs".format(**row)
            )

    def probe(self, other: Database, mover: Mover, types: list[str]) -> None:
        """Where a moved column meets another uuid, the result would be shown as the wrong kind:
        in a copy without the implicit cast, but with operators, PostgreSQL refuses just these."""
        text = ""
        for name in types:
            schema = qualified(name)[0]
            text += f"SELECT {self.home}.typeid_accept_uuid({literal(name)}::regtype, false);\n"
            for a, b in ((name, "uuid"), ("uuid", name)):
                text += (
                    f"CREATE FUNCTION {schema}.base62id_migrate({a}, {b}) RETURNS boolean "
                    "LANGUAGE sql IMMUTABLE AS 'SELECT true';\n"
                )
                for symbol in ("=", "<>", "<", "<=", ">", ">="):
                    text += (
                        f"CREATE OPERATOR {schema}.{symbol} (LEFTARG = {a}, RIGHTARG = {b}, "
                        f"FUNCTION = {schema}.base62id_migrate);\n"
                    )
        other.psql(text)
        bad = []
        for what, texts in mover.script(plain=True):
            failed = (
                None
                if what.startswith("fk constraint")
                else execute(other, [(what, texts)], mover.path)
            )
            if failed and failed[1].state in ("42804", "42P18", "42846"):
                bad.append(f"{what}: " + str(failed[1]).split("\n")[0])
        was = {r["n"]: r["t"] for r in other.rows(query("view_columns"))}
        bad += [
            f"column {r['n']}"
            for r in mover.copy.rows(query("view_columns"))
            if was.get(r["n"], r["t"]) != r["t"]
        ]
        if bad:
            raise Stop(
                "these would show a uuid of another kind as an id of this one:\n  "
                + "\n  ".join(bad)
                + f"\nBefore: {mover.choice.cast()}"
            )

    def try_constants(self, writer: Writer, mover: Mover, copy: Database) -> None:
        """A text constant beside an id is read when a query is planned: plan each once."""
        if not any(c.base in TEXTS for c in mover.choice.moves):
            return
        steps = []
        for n in sorted({*mover.tables, *(str(v["name"]) for v in writer.views)}):
            if mover.owners[n]["kind"] in "rpv":
                where = "" if mover.owners[n]["kind"] == "v" else " WHERE t.ctid IS NOT NULL"
                steps.append(
                    (
                        n,
                        [
                            (
                                str(mover.owners[n]["owner"]),
                                "SET LOCAL row_security = on; "
                                "SET LOCAL constraint_exclusion = on; EXPLAIN SELECT * FROM "
                                f"{n} AS t{where};",
                            )
                        ],
                    )
                )
        failed = execute(copy, steps, mover.path)
        if failed:
            raise Stop(mover.explain(*failed))

    def rehearse(self, writer: Writer, mover: Mover, second: Database) -> None:
        progress("rehearses the file on a second copy")
        text = writer.text(None)
        for view in writer.staying if writer.filled else ():  # which those that move may read
            execute(second, [(view["name"], [(view["owner"], refresh(view["name"]))])], mover.path)
        try:
            if isinstance(writer, StepWriter):
                second.psql(writer.prepare(None))
                writer.definitions = self.successors(second, writer)
                text = writer.text(None)
            files = self.files_of_tables(second, writer)
            writer.locks = int(
                second.psql(
                    f"BEGIN;\n{text}SELECT count(*) FROM pg_locks "
                    "WHERE pid = pg_backend_pid(); COMMIT;"
                )
            )
            writer.rewritten = files - self.files_of_tables(second, writer)
            if isinstance(writer, StepWriter):
                second.psql(writer.finish())
            elif self.options.validate:
                second.psql(writer.second())
        except Failed as e:
            raise Stop(f"the rehearsal failed: {mover.explain(failing(e), e)}")
        self.try_constants(writer, mover, second)

    @staticmethod
    def files_of_tables(second: Database, writer: Writer) -> set[tuple[str, int]]:
        """A table that the move rewrites has another file afterwards, however empty it is."""
        rows = second.rows(
            "SELECT n AS name, pg_relation_filenode(to_regclass(n))::int8 AS file "
            f"FROM unnest({array(writer.locked)}) AS n"
        )
        return {(str(r["name"]), int(r["file"])) for r in rows if r["file"] is not None}

    @staticmethod
    def successors(second: Database, writer: StepWriter) -> dict[str, str]:
        """Their definitions, which the move compares."""
        names = array(i.made_full for i in writer.indexes.ready)
        rows = second.rows(
            f"SELECT n AS name, pg_get_indexdef(to_regclass(n)) AS text FROM unnest({names}) AS n"
        )
        return {str(r["name"]): str(r["text"]) for r in rows}

    def compare(self, wanted: Texts, got: Texts, third: Database) -> None:
        """What was rehearsed is as planned, or what PostgreSQL makes of that text: of
        (ARRAY[x])::t[] it makes ARRAY[(x)::t]."""
        if wanted == got:
            return
        read = third.dump(self.work).texts()
        differ: list[str] = []
        for key in wanted.keys() | got.keys():
            a, b, c = (texts.get(key, "").split("\n") for texts in (wanted, got, read))
            if c == [""] and key[0].endswith("VIEW") and a[0] == b[0]:
                continue  # one that no dump restores, as --allow-unrestorable allows
            if any(y not in (x, z) for x, y, z in itertools.zip_longest(a, b, c)):
                differ += difflib.unified_diff(a, b, "planned", "rehearsed", lineterm="", n=0)
        if differ:
            raise Stop(
                "the rehearsal ended otherwise than it was planned:\n" + "\n".join(differ[:40])
            )

    def restorable(self, mover: Mover, choice: Choice) -> Database:
        """A dump of the result must be one that can be restored: into a third copy."""
        progress("restores what pg_dump writes of the result")
        third = self.server.create(self.options_of_copy)
        error = ""
        try:
            self.restore(mover.after, third, mover.copy, True)
        except Failed as e:
            entry = re.search(r"Command was: CREATE (.*?)(?: AS|\()?$", e.error, re.M)
            first = str(e).split("\npg_restore: from TOC entry ")
            error = f'because of {entry[1].lower() if entry else "this"}: {first[:2][-1]}\n'
        # a uuid where an id was: = of uuids was found, by the cast
        was = {r["n"]: r["t"] for r in mover.copy.rows(query("view_columns"))}
        wrong = [
            f"{r['n']} would be {r['t']}"
            for r in third.rows(query("view_columns"))
            if was.get(r["n"], r["t"]) != r["t"]
        ]
        if wrong:
            error = (error or "as it is, because of this:\n") + ", ".join(wrong) + "\n"
        if error:
            text = (
                f"after the move a backup could not be restored {error}"
                "pg_dump has no place for the schema of an operator in NULLIF, USING, "
                "NATURAL JOIN, IS DISTINCT FROM, IN and CASE … WHEN. Before: " + choice.cast()
            )
            if not self.options.allow_unrestorable:
                raise Stop(text + ", or accept it: --allow-unrestorable")
            choice.remarks.append(text)
        return third


def failing(error: Failed) -> str:
    """Which of the file's statements it was, from the context of the error."""
    m = re.search(r'(?:SQL statement "|QUERY:  )([^\n]*(?:\n(?!SQL )[^\n]*)?)', error.error)
    return re.sub('"$', "", m[1].strip()) if m else "a statement of the file"
