"""The copy moves."""
from __future__ import annotations

import re
from typing import Match, Optional

from .archive import REMARKS, Archive, Entry
from .choice import Choice
from .columns import TEXTS, Made
from .database import Database, Failed
from .defaults import Defaults
from .errors import Stop
from .online import Indexes
from .queries import query
from .sql import (
    Row,
    dollar_quoted,
    element,
    identifier,
    literal,
    outside,
    qualified,
    statements,
    unquoted,
)


def parts(entry: Entry) -> list[tuple[str, str]]:
    """The statements of an entry, with the role that executes each."""
    if not entry.kind.startswith("ACL"):
        return [(entry.owner, entry.make)] if entry.make else []
    found, role = [], entry.owner
    for s in statements(entry.make):
        m = re.match(r"(?:RE)?SET SESSION AUTHORIZATION ?(.*)$", s, re.S)
        if m:
            role = unquoted(m[1].strip()) or entry.owner
        else:
            found.append((role, s + ";"))
    return found


Step = tuple[str, list[tuple[str, str]]]
# The errors of a definition that has no meaning over the new types.
MEANINGLESS = ("42883", "42804", "42725", "42846", "42P18", "22P02")


class Mover:
    """Moves a copy, and keeps what the file has to say."""

    def __init__(
        self,
        copy: Database,
        live: Archive,
        choice: Choice,
        version: int,
        work: str,
        indexes: Optional[Indexes] = None,
        keep_defaults: bool = False,
    ) -> None:
        self.keep_defaults = keep_defaults
        self.indexes = indexes
        self.copy, self.live, self.choice, self.version = copy, live, choice, version
        self.work, self.home = work, choice.home
        self.schemas = {qualified(t)[0] for c in choice.moves for t in (c.new, c.base)}
        self.schemas = (self.schemas | {self.home}) - {"", "pg_catalog"}
        self.path = ", ".join(["pg_catalog", *sorted(self.schemas), "pg_temp"])
        self.texts = live.by_key()
        gone = [
            (c.base, "text" if element(c.new) in TEXTS else element(c.new))
            for c in choice.moves
            if c.base != element(c.new)
            and qualified(c.base)[0]
            and not qualified(element(c.new))[0]
        ]
        # one type may have come of two: columns of uuid, and texts
        self.constants = [dict(gone)]
        if dict(gone) != dict(gone[::-1]):
            self.constants.append(dict(gone[::-1]))
        self.to_make = [creation(self.home, m) for m in choice.make]
        self.stops: list[str] = []
        self.classless: set[tuple[str, str]] = set()
        self.gone: list[Entry] = []
        self.saved: dict[tuple[str, str], Row] = {}
        self.names: dict[tuple[str, str], dict[str, str]] = {}
        self.in_place = version >= 170000
        self.default_rights = copy.rows(
            """SELECT pg_get_userbyid(d.defaclrole) AS owner,
            d.defaclobjtype AS kind, coalesce(n.nspname, '') AS schema,
            (SELECT json_agg(DISTINCT CASE a.grantee WHEN 0 THEN '' ELSE
                pg_get_userbyid(a.grantee) END) FROM aclexplode(d.defaclacl) AS a) AS grantees
            FROM pg_default_acl AS d LEFT JOIN pg_namespace AS n ON n.oid = d.defaclnamespace"""
        )

    def reset_rights(self, e: Entry) -> list[tuple[str, str]]:
        """An object gets what its owner's default privileges say now: not what it had."""
        kinds = {
            "VIEW": "r",
            "MATERIALIZED VIEW": "r",
            "SEQUENCE": "S",
            "FUNCTION": "f",
            "PROCEDURE": "f",
            "AGGREGATE": "f",
        }
        grantees = sorted(
            {
                g
                for d in self.default_rights
                if d["owner"] == e.owner
                and d["kind"] == kinds.get(e.kind)
                and d["schema"] in ("", e.schema)
                for g in d["grantees"] or [""]
            }
        )
        if not grantees or "ADD GENERATED" in e.make:
            return []
        names = ", ".join(identifier(g) if g else "PUBLIC" for g in grantees)
        text = (
            f"REVOKE ALL ON {e.on()} FROM {names}; GRANT ALL ON {e.on()} TO "
            f"{identifier(e.owner)};"
        )
        if kinds[e.kind] == "f":
            text += f" GRANT EXECUTE ON {e.on()} TO PUBLIC;"
        return [(e.owner, text)]

    def moving(self, kinds: bool = False) -> str:
        return ", ".join(
            f"({r}::oid, {n}::int2"
            + (f', {literal(outside(" COLLATE .*", "", c.new))})' if kinds else ")")
            for c in self.choice.moves
            for r, n in c.tree
        )

    def take_down(self) -> None:
        """Everything that ALTER TYPE would refuse or lose goes."""
        copy = self.copy
        if self.to_make:
            copy.psql("".join(f"SELECT {c};\n" for c in self.to_make))
        self.before = copy.dump(self.work)
        self.defaults = Defaults(self.choice, copy, self.moving(True), self.keep_defaults)
        # of the database: in a restored copy a child has its parent's compression
        self.altered = [
            s + ";"
            for e in self.live.entries
            if e.kind == "TABLE"
            for s in statements(e.make)
            if s.startswith("ALTER TABLE ")
        ]
        self.owners = {str(r["name"]): r for r in copy.rows(query("owners"))}
        found = copy.rows(query("obstacles", moving=self.moving()))
        obstacles = [o for o in found if o["statement"]]
        by_oid = {int(r["oid"]): n for n, r in self.owners.items()}
        tables = {by_oid[r] for c in self.choice.moves for r, _ in c.tree}
        for c in self.choice.moves:
            c.storage = c.storage or [
                s
                for r, _ in c.tree
                for s in self.settings(by_oid[r], c.column)
                if " SET STORAGE " in s or " SET COMPRESSION " in s
            ]
        tables = tables.union(*(o["tables"].split("\n") for o in obstacles))
        tables |= self.defaults.tables()
        self.tables = tables & set(self.owners)
        # pg_dump has no statement that takes a table out of a publication
        self.withdraw = {
            int(o["oid"]): str(o["statement"])
            for o in obstacles
            if o["class"] == "pg_publication_rel"
        }
        self.choose_classes()
        self.choose_generated({(str(o["class"]), int(o["oid"])) for o in found})
        beforehand = self.find_indexes()
        drops = [o for o in obstacles if o["class"] != "pg_attrdef" or not self.in_place]
        drops.sort(key=lambda o: (o["class"] == "pg_attrdef", o["class"], o["oid"]))
        listed = ", ".join(
            f'({literal(o["class"])}, {o["oid"]}::oid, {literal(o["statement"])})' for o in drops
        )
        script = "BEGIN; SET LOCAL client_min_messages = error;\n"
        if drops:
            script += f"""DO $do$DECLARE o record; BEGIN
                FOR o IN SELECT * FROM (VALUES {listed}) AS v(c, o, s) LOOP
                IF (pg_identify_object(o.c::regclass, o.o, 0)).identity IS NOT NULL
                    THEN EXECUTE o.s; END IF; END LOOP; END$do$;\n"""
        # a DROP COLUMN reads a partition key
        copy.psql(script + beforehand + self.identities() + "COMMIT;")
        copy.close()
        self.find_gone()

    def find_indexes(self) -> str:
        """Those that have a successor, or wait until after the move, go from the copy, too."""
        if self.indexes is None:
            return ""
        self.indexes.find(self.copy, self.moving(True), self.home)
        self.indexes.settle({str(row["table"]) for row in self.lifted})
        return "".join(f"{d}\n" for d in self.indexes.drops())

    def settings(self, table: str, column: str) -> list[str]:
        """Statistics, storage and options of a column, as pg_dump has them behind its table."""
        start = f"ALTER TABLE ONLY {table} ALTER COLUMN {column} SET "
        return [s for s in self.altered if s.startswith(start)]

    def find_gone(self) -> None:
        """pg_dump's entries of what is not there any more."""
        listed = ", ".join(
            f"({e.number}, {e.catalog}::oid, {e.oid}::oid)"
            for e in self.before.entries
            if e.catalog
        )
        gone = {
            int(r["number"])
            for r in self.copy.rows(
                f"SELECT v.number FROM (VALUES {listed}) AS v(number, c, o) WHERE "
                "(pg_identify_object(v.c, v.o, 0)).identity IS NULL"
            )
        }
        names = set()
        for row in [] if self.in_place else self.lifted:
            names.add(("COLUMN {relname}.{column}".format(**row), row["nspname"]))
            names |= {
                (f"CONSTRAINT {c['name']} ON {c['relname']}", row["nspname"]) for c in self.checks
            }
        self.gone = [
            e
            for e in self.before.entries
            if e.number in gone
            or not e.catalog
            and (
                e.kind.startswith((*REMARKS, "INDEX ATTACH", "SEQUENCE OWNED BY"))
                and gone & set(e.needs)
                or (e.name, e.schema) in names
            )
        ]

    def choose_classes(self) -> None:
        """Operator classes that an index names."""
        without = []
        for r in self.copy.rows(query("classes", moving=self.moving(True))):
            if r["new"] is None:
                without.append("{full}: {old}, which {becomes} has not".format(**r))
                self.classless.add((r["nspname"], r["relname"]))
            else:
                self.names.setdefault((r["nspname"], r["relname"]), {})[r["old"]] = r["new"]
        if without:
            self.stops.append(
                "these indexes have operator classes that the new types have not:\n  "
                + "\n  ".join(sorted(set(without)))
                + "\nBefore: drop them. Afterwards make others, as over (id::uuid)"
            )

    def choose_generated(self, reading: set[tuple[str, int]]) -> None:
        """Generated columns that move or read what moves, and CHECKs that go with them, or name
        a type that goes."""
        new = {t: c.new for c in self.choice.moves for t in c.tree}
        named = (
            "NULL"
            if self.version < 180000
            else """(SELECT quote_ident(k.conname)
            FROM pg_constraint AS k WHERE k.conrelid = f.adrelid AND k.contype = 'n'
            AND k.conkey[1] = f.adnum)"""
        )
        self.generated = query("generated", named=named)
        self.lifted = [
            r
            for r in self.copy.rows(self.generated)
            if ("pg_attrdef", r["oid"]) in reading or (r["r"], r["n"]) in new
        ]
        listed = {e.oid for e in self.before.entries if e.kind == "CHECK CONSTRAINT"}
        lifted = {o for r in self.lifted for o in r["checks"] or [] if not self.in_place}
        self.checks = [
            c
            for c in self.copy.rows(query("checks"))
            if c["oid"] in lifted - listed
            or c["oid"] not in lifted
            and ("pg_constraint", c["oid"]) in reading
            and self.checked_again(c)
        ]
        for row in self.lifted:
            row["type"] = new.get((row["r"], row["n"]), row["type"])
            if not self.in_place:
                self.choice.remarks.append(
                    "{table}.{column} is a generated column: it becomes "
                    "the last one of its table (in place from "
                    "PostgreSQL 17 on)".format(**row)
                )

    def checked_again(self, check: Row) -> bool:
        """ALTER TYPE reads all rows for a CHECK, and keeps one as it is: not where it names a type
        that goes, nor where rows are read afterwards."""
        definition = check["definition"]
        return self.indexes is not None or (
            self.respelled(definition, check["owner"]) != self.unqualified(definition)
        )

    def identities(self) -> str:
        """An identity becomes a sequence of its name, and on the way back the reverse."""
        text = ""
        self.afterwards: list[tuple[str, str]] = []
        for c in self.choice.moves:
            sequence = query("sequence", table=literal(c.table), column=literal(c.attname))
            for s in self.copy.rows(sequence) if c.identity or c.was_identity else []:
                self.saved[s["nspname"], s["relname"]] = s
                name, column = s["name"], f"ALTER TABLE {c.table} ALTER {c.column}"
                s["drop"] = f"{column} DROP IDENTITY;" if c.identity else f"DROP SEQUENCE {name};"
                if c.identity:
                    text += (
                        f"{s['drop']}\nCREATE SEQUENCE {name} AS {s['type']} "
                        f"{s['options']};\nALTER SEQUENCE {name} OWNER TO "
                        f"{identifier(s['owner'])};\n"
                    )
                    later = [
                        f"ALTER SEQUENCE {name} OWNED BY {c.table}.{c.column}",
                        f"{column} SET DEFAULT nextval({literal(name)}::regclass)",
                    ]
                else:
                    text += f"{column} DROP DEFAULT;\n{s['drop']}\n"
                    kind = "ALWAYS" if c.was_identity == "a" else "BY DEFAULT"
                    later = [
                        f"{column} ADD GENERATED {kind} AS IDENTITY "
                        f"(SEQUENCE NAME {name} {s['options']})"
                    ]
                self.afterwards += [(s["owner"], text) for text in later]
        return text

    def changes(self, final: bool) -> list[Step]:
        """What happens to columns: in the copy, or in the file, with what the copy says then."""
        generated: dict[tuple[str, str], str] = {}
        checks: dict[tuple[str, str], str] = {}
        if final:
            generated = {
                (r["table"], r["column"]): r["expression"] for r in self.copy.rows(self.generated)
            }
            checks = {
                (r["table"], r["name"]): r["definition"] for r in self.copy.rows(query("checks"))
            }
        steps: list[Step] = []
        later: list[Step] = []
        lifted = set()
        for r in self.checks:
            text = f"ALTER TABLE {r['table']} DROP CONSTRAINT IF EXISTS {r['name']};"
            steps.append((r["what"], [(r["owner"], text)]))
        for row in self.lifted:
            expression = generated.get((row["table"], row["column"]), row["expression"])
            if self.in_place:
                takes, gives = self.generated_in_place(row, expression)
            else:
                lifted.add((row["r"], row["n"]))
                takes, gives = self.generated_anew(row, expression)
                if not final:  # it is gone
                    takes = ""
            what, owner = f"generated column {row['table']}.{row['column']}", row["owner"]
            if takes:
                steps.append((what, [(owner, takes)]))
            later.append((what, [(owner, gives if final else self.respelled(gives, owner))]))
        steps += self.alter_types(lifted)
        for change in self.defaults.changes:
            what = "default of {table}.{column}".format(**change.row)
            steps.append((what, [(change.row["owner"], change.statement())]))
        self.unvalidated: list[tuple[str, str]] = []
        for r in reversed(self.checks):  # a parent's can join its child's, and not the reverse
            definition = checks.get((r["table"], r["name"]), r["definition"])
            if final and self.indexes is not None and self.validated_later(definition):
                self.unvalidated.append(
                    (r["owner"], f"ALTER TABLE {r['table']} VALIDATE CONSTRAINT {r['name']};")
                )
                definition += " NOT VALID"
            text = f"ALTER TABLE {r['table']} ADD CONSTRAINT {r['name']} {definition};"
            text = text if final else self.respelled(text, r["owner"])
            later.append((r["what"], [(r["owner"], text)]))
        return steps + later

    @staticmethod
    def validated_later(definition: str) -> bool:
        return not re.search(r" NOT (VALID|ENFORCED)$", definition)

    def generated_in_place(self, row: Row, expression: str) -> tuple[str, str]:
        """From 17 on: what takes a stored generated column its expression, and gives it one."""
        column = f"ALTER TABLE {row['table']} ALTER {row['column']}"
        takes = f"{column} SET EXPRESSION AS (NULL);"
        gives = f"{column} SET EXPRESSION AS ({expression});"
        if row["notnull"]:
            takes = f"{column} DROP NOT NULL;\n{takes}"
        if row["constraint"]:
            gives += "\nALTER TABLE {table} ADD CONSTRAINT {constraint} NOT NULL {column};".format(
                **row
            )
        elif row["notnull"]:
            gives += f"\n{column} SET NOT NULL;"
        return takes, gives

    def generated_anew(self, row: Row, expression: str) -> tuple[str, str]:
        """Before 17 such a column can only be dropped, and made again."""
        added = "{column} {type}{collation}".format(**row)
        gives = [
            f"ALTER TABLE {row['table']} ADD {added} GENERATED ALWAYS AS "
            f"({expression}) STORED{row['notnull']};",
            *self.settings(row["table"], row["column"]),
        ]
        return f"ALTER TABLE {row['table']} DROP COLUMN {row['column']};", "\n".join(gives)

    def alter_types(self, lifted: set[tuple[int, int]]) -> list[Step]:
        tables: dict[str, list[str]] = {}
        for c in self.choice.moves:
            if (c.r, c.n) not in lifted:
                tables.setdefault(c.table, []).append(f"ALTER {c.column} TYPE {c.new}{c.using()}")
        texts = [(t, f"ALTER TABLE {t}\n    " + ",\n    ".join(a) + ";") for t, a in tables.items()]
        for c in self.choice.moves:
            if c.is_array or element(c.new) in TEXTS:
                texts += [(c.table, s) for s in c.storage]
        return [(f"ALTER TABLE {t}", [(str(self.owners[t]["owner"]), text)]) for t, text in texts]

    def unqualified(self, text: str) -> str:
        """OPERATOR(ids.=) as =, ids.max(x) as max(x): of another type they can be meant."""
        schemas = "|".join(re.escape(s) for s in self.schemas)
        text = outside(rf'(?<![\w.$"])(?:{schemas})\.(?P<f>max|min)(?=\()', r"\g<f>", text)
        return outside(rf"\bOPERATOR\((?:{schemas})\.(?P<op>[^()]+)\)", r"\g<op>", text)

    def again(self, entry: Entry, plain: bool = False) -> list[tuple[str, str]]:
        """How the copy makes an entry again, before pg_dump has written it anew."""
        if (
            entry.kind == "SEQUENCE"
            and (entry.schema, entry.name) in self.saved
            or entry.kind in ("SEQUENCE OWNED BY", "DEFAULT")
            and not entry.catalog
            or self.is_classless(entry)
        ):
            return []
        entry = self.texts.get(entry.key, entry)
        if entry.kind == "DEFAULT" and any(
            "'{}'".format(s["name"].replace("'", "''")) in entry.make for s in self.saved.values()
        ):
            return []
        out = []
        for role, text in parts(entry):
            if not entry.kind.startswith(REMARKS):
                text = self.respelled(text, role)
            if entry.kind == "INDEX":
                for old, new in self.names.get((entry.schema, entry.name), {}).items():
                    text = outside(rf'(?<![.\w"]){re.escape(old)}(?![\w"])', new, text)
            if plain:  # 'a0ee...' for 'a0ee...'::uuid
                text = outside(r"(?P<c>'(?:[^']|'')*')::uuid(?![\w\[])", r"\g<c>", text)
            out.append((role, text))
        return out + self.reset_rights(entry)

    def respelled(self, text: str, role: str) -> str:
        """A definition for the types that come."""
        text = self.unqualified(text)
        text, *other = dict.fromkeys(self.retyped(text, c, role) for c in self.constants)
        if other:
            text = "DO " + dollar_quoted(
                f"BEGIN\n{text}\nEXCEPTION WHEN OTHERS THEN\n" f"{other[0]}\nEND", "either"
            )
        return text

    def retyped(self, text: str, constants: dict[str, str], role: str) -> str:
        """Constants of a type that goes, on the way back: 'user_01h...'::user_id."""
        for old, new in constants.items():

            def other(m: Match[str]) -> str:
                constant = m["constant"] or ""
                if constant:
                    constant = literal(
                        str(self.copy.one(f"SELECT {constant}::{old}::{new}::text", role))
                    )
                return f"{constant}::{new}"

            if f"::{old}" in text:
                text = outside(
                    rf"(?P<constant>'(?:[^']|'')*')?::{re.escape(old)}(?![\w$\"])", other, text
                )
        return text

    def is_classless(self, entry: Entry) -> bool:
        """Of which there is a stop already."""
        return entry.kind == "INDEX" and (entry.schema, entry.name) in self.classless

    def script(self, plain: bool = False) -> list[Step]:
        """What happens after everything is down: (object, its statements with their roles)."""
        return (
            self.forcing("NO FORCE")
            + self.changes(False)
            + [(s, [(role, s)]) for role, s in self.afterwards]
            + [(str(e), self.again(e, plain)) for e in self.gone]
            + self.forcing("FORCE")
        )

    def forcing(self, how: str) -> list[Step]:
        """Foreign keys are checked by a query with the rights of the tables' owner."""
        return [
            (
                f"ALTER TABLE {t}",
                [(str(self.owners[t]["owner"]), f"ALTER TABLE {t} {how} ROW LEVEL SECURITY;")],
            )
            for t in sorted(self.tables)
            if self.owners[t]["forced"]
        ]

    def put_back(self) -> None:
        """The copy is moved: what pg_dump writes of it is what the file will say."""
        self.execute(self.script())
        self.after = self.copy.dump(self.work)
        on_purpose = {"SEQUENCE OWNED BY", "DEFAULT"} if self.saved else set()
        now = self.after.by_key()
        missing = [e for e in self.before.entries if e.key not in now and e.kind not in on_purpose]
        missing = [e for e in missing if not self.is_classless(e)]
        lost = [e for e in missing if not e.kind.startswith(REMARKS)]
        if lost:
            raise Stop("the move would lose " + ", ".join(str(e) for e in lost[:10]))
        if missing:
            self.execute([(str(e), self.again(e)) for e in missing])
            self.gone += missing
            self.after = self.copy.dump(self.work)

    def execute(self, steps: list[Step]) -> None:
        failed = execute(self.copy, steps, self.path)
        if failed:
            raise Stop(self.explain(*failed) + self.others(steps, failed[0]))

    def others(self, steps: list[Step], first: str) -> str:
        """What would stop the next plan: each step by itself, without what has failed."""
        found = [first]
        for step in steps:
            failed = execute(self.copy, [step], self.path)
            if (
                failed
                and failed[1].state in MEANINGLESS
                and step[0] not in found
                and (step[0].startswith("ALTER TABLE ") or not first.startswith("ALTER TABLE "))
            ):
                found.append(step[0])
        return "\nNor can " + ", ".join(found[1:]) if found[1:] else ""

    def explain(self, what: str, error: Failed) -> str:
        """What stands in the way, and what helps."""
        text = re.sub(
            r"^psql: |^ERROR:  [0-9A-Z]{5}: |^(QUERY|CONTEXT):  .*(?s:.*)",
            "",
            str(error),
            flags=re.M,
        ).strip()
        checks = "; ".join(
            f"{c['name']} {c['definition']}"
            for c in self.copy.rows(query("checks"))
            if what == f"ALTER TABLE {c['table']}"
        )
        advice = ""
        if what.startswith("fk constraint ") and error.state == "42804":
            advice = "\nBefore: move " + (
                "what refers to it"
                if text.endswith(" and uuid.")
                else ("both, or SELECT typeid_accept_uuid(…, true) where one stays uuid")
            )
        elif error.state in MEANINGLESS:
            advice = (
                f"\nBefore: {self.choice.cast()}. For a column that stays, and holds the "
                "same ids: --ref"
            )
            # inlined into a query that has no other search_path than the file
            body = re.search(r'SQL function (".*") during', str(error))
            if body:
                advice += (
                    f". Or ALTER FUNCTION {body[1]} … SET search_path: its text is read "
                    "when it runs"
                )
        elif "cannot create not-null constraint" in text:
            # From PostgreSQL 18 on, of a child by INHERITS: its NOT NULL has a name of its own.
            advice = (
                "\nBefore: give it its parent's name. ALTER TABLE … NO INHERIT …, RENAME "
                "CONSTRAINT … TO …, and INHERIT … again, in one transaction"
            )
        elif error.state == "42501" and what.startswith("statistics "):
            advice = f"\nBefore: ALTER {what} OWNER TO the owner of its table, and back afterwards"
        elif error.state == "42501" and "HINT: " not in text:
            advice = (
                "\nBefore: give its owner that right until it has moved; the file acts with "
                "owners' rights"
            )
        return (
            f"{what} cannot be put back over the new types: {text}"
            + (f"\nIts CHECK constraints: {checks}" if checks else "")
            + advice
        )


def creation(home: str, m: Made) -> str:
    return (
        f"{home}.typeid_create_type({literal(m.name)}::text, {literal(m.prefix)}::text, "
        f"{literal(m.notation)}::text, {m.key}, {str(m.accept_uuid).lower()})"
    )


def act(role: str, text: str) -> str:
    """Statements with the rights of a role, within a transaction of psql."""
    return (
        f"SET LOCAL ROLE {identifier(role)};\nDO "
        + dollar_quoted(f"BEGIN EXECUTE {dollar_quoted(text, 'b')}; END", "do")
        + ";\nRESET ROLE;"
    )


def refresh(view: str) -> str:
    return f"SET LOCAL row_security = on; REFRESH MATERIALIZED VIEW {view}"


def execute(copy: Database, steps: list[Step], path: str) -> Optional[tuple[str, Failed]]:
    """Executes steps in one transaction; the one that fails, with the error."""
    out = [
        f"BEGIN; SET LOCAL search_path = {path}; SET LOCAL client_min_messages = error;",
        "\\o /dev/null",
    ]
    for number, (_, texts) in enumerate(steps):
        out.append(f"\\echo {number}")
        out += [act(role, text) for role, text in texts]
    try:
        copy.psql("\n".join(out) + "\nCOMMIT;\n\\o")
    except Failed as e:
        reached = [int(line) for line in e.output.split("\n") if line.isdigit()]
        return (steps[reached[-1]][0] if reached else "the copy"), e
    return None
