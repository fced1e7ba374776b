"""Asks the program of a framework the same over columns of UUIDs, as they are and as they move.

The columns are those of stored.sql. The states, one after the other:

    domain    of domains of pure-sql over uuid
    uuid      of uuid, in a database without the extension
    keys      a key alone has moved to an id type with accept_uuid
    moved     base62id-migrate has moved them all
    typed     the same, and the program without the word of docs/stored-ids.md
    unmoved   without the word over what has not moved, for a tool that changes schemas by itself

What a program answers must be the same in all of them, but for the lines of the table in
docs/compatibility.md, and no plan may read a table.

A program gets STATE (uuid, moved or typed) and reads lines OPERATION TAB ARGUMENT... It answers
"= TAB FIELD...", or "! TAB SQLSTATE TAB MESSAGE", or "?" where its ORM has no such thing. Of
other lines it prints its own checks, at the operation "own".
"""

import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field

import logs
import typeids
from conftest import TOP
from framework import CLIENTS, HERE, NOT_INSTALLED, Framework, NotInstalled, Scratch, Stored

# What the program is told of the states that it does not tell apart.
STATE_OF_PROGRAM = {"domain": "uuid", "keys": "uuid", "unmoved": "typed", "bare": "typed"}
MIGRATE = TOP / "migrate/base62id-migrate"
MIGRATE_TABLES = ["--only", "users", "--only", "orders", "--only", "watches"]

Accepts = Callable[[str, list[str]], bool]


@dataclass
class Ids:
    """Those that the program is asked for; some are made by the server, or by the program."""

    mine: str = field(default_factory=lambda: typeids.new("user"))
    other: str = field(default_factory=lambda: typeids.new("user"))
    friend: str = field(default_factory=lambda: typeids.new("user"))
    second: str = field(default_factory=lambda: typeids.new("order"))
    third: str = field(default_factory=lambda: typeids.new("order"))
    server: str = ""
    first: str = ""

    def named(self, text: str) -> str:
        """The text with their names in their place, which are the same in each run."""
        for name, id in vars(self).items():
            if id:
                text = text.replace(id, name).replace(uuid_of(id), f"{name}'s UUID")
        return re.sub("_0[0-9a-z]{12,}", "_…", text)


def uuid_of(id: str) -> str:
    return str(typeids.to_uuid(id))


class Program:
    """The program of a framework in one state."""

    def __init__(self, framework: Framework, scratch: Scratch, state: str) -> None:
        self.scratch = scratch
        told = STATE_OF_PROGRAM.get(state, state)
        with scratch.errors.open("a") as errors:
            self._process = subprocess.Popen(
                framework.command(told),
                cwd=scratch.directory,
                env=scratch.environment | {"STATE": told},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )

    @property
    def id(self) -> int:
        return self._process.pid

    def ask(self, operation: str, *arguments: str) -> list[str]:
        """The fields of its answer, of which the first is its kind."""
        assert self._process.stdin and self._process.stdout
        last = ""
        try:
            print(operation, *arguments, sep="\t", file=self._process.stdin, flush=True)
            for line in self._process.stdout:
                if line.startswith(("=", "!", "?")):
                    return line.rstrip("\n").split("\t")
                self.scratch.outcome.read(line)
                last = line
        except BrokenPipeError:
            pass
        if self._process.wait() == NOT_INSTALLED:
            raise NotInstalled(last.rstrip("\n"))
        errors = "\n".join(self.scratch.errors.read_text().splitlines()[-30:])
        raise RuntimeError(f"the program ended at {operation}\n{errors}")

    def end(self) -> int:
        """Its status; it ends when there is nothing more to be read."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        for line in self._process.stdout:
            self.scratch.outcome.read(line)
        return self._process.wait()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


def move(scratch: Scratch, *options: str) -> None:
    """The tables of stored.sql move, by the program, as their owner."""
    name = scratch.database.name
    scratch.database.sql("CREATE EXTENSION IF NOT EXISTS base62id")
    types = ["--to", "typed", "--type", "users=user_id,user", "--type", "orders=order_id,order"]
    scratch.prepare(MIGRATE, "plan", name, *types, *options, "-o", "move.sql")
    scratch.prepare(MIGRATE, "run", name, "move.sql")


def move_all(scratch: Scratch) -> None:
    move(scratch, "--ref", "users.friends=users", *MIGRATE_TABLES)


class Interview:
    """All that the program of a framework is asked."""

    def __init__(self, framework: Framework, scratch: Scratch) -> None:
        assert framework.stored
        self.framework = framework
        self.stored: Stored = framework.stored
        self.scratch = scratch
        self.database = scratch.database
        self.log = scratch.database.server.log
        self.judge = scratch.outcome.judge
        self.ids = Ids()
        self.state = ""

    def hold(self) -> None:
        for state in self.stored.states:
            match state:
                case "domain":
                    self.make_tables(of_domains=True)
                    self.run(state, self.ask_in_state)
                case "uuid":
                    self.make_tables(of_domains=False)
                    self.run(state, self.ask_in_state)
                    self.ask_over_domains("uuid", "uuid")
                case "keys":
                    move(self.scratch, "--only", "users")
                    self.run(state, self.ask_in_state)
                case "moved":
                    move_all(self.scratch)
                    self.run(state, self.ask_in_state)
                    self.ask_over_domains("user_id", "order_id")
                case "typed":
                    self.run(state, self.ask_in_state)
                    self.ask_over_domains("user_id", "order_id")
                case "unmoved":
                    self.ask_for_migrations()

    def run(self, state: str, questions: Callable[[], None]) -> None:
        self.state = state
        self.program = Program(self.framework, self.scratch, state)
        try:
            questions()
            self.judge(f"{state}: the program ends", self.program.end(), 0)
        finally:
            self.program.kill()

    # Tables ------------------------------------------------------------------------------------

    def make_tables(self, of_domains: bool) -> None:
        """Those of stored.sql in an empty schema, without the extension."""
        self.database.sql(
            """
            DROP EXTENSION IF EXISTS base62id CASCADE;
            DROP SCHEMA public CASCADE;
            CREATE SCHEMA public;
            GRANT USAGE ON SCHEMA public TO PUBLIC;
            """
        )
        tables = (HERE / "stored.sql").read_text()
        if of_domains:
            self.database.sql(
                f"""
                \\i {CLIENTS.parent}/pure-sql/base62id.sql
                SELECT typeid_create_uuid_domain('user_id', 'user');
                SELECT typeid_create_uuid_domain('order_id', 'order');
                """
            )
            tables = over_domains_of_pure_sql(tables)
        self.database.sql(tables)

    def change_types(self, user: str, order: str) -> None:
        """Of the columns that refer to others, and of the array."""
        self.database.sql(
            f"""
            ALTER TABLE users ALTER friends DROP DEFAULT;
            ALTER TABLE users ALTER friends TYPE {user}[];
            ALTER TABLE users ALTER friends SET DEFAULT '{{}}';
            ALTER TABLE orders ALTER parent_id TYPE {order};
            ALTER TABLE watches ALTER user_id TYPE {user}, ALTER order_id TYPE {order};
            """
        )

    # Questions ---------------------------------------------------------------------------------

    def lacks(self, operation: str) -> bool:
        lacks = self.stored.lacks
        return operation in lacks or f"{self.state}:{operation}" in lacks

    def title(self, operation: str, arguments: tuple[str, ...]) -> str:
        return self.ids.named(f"{self.state}: {operation} {' '.join(arguments)}")

    def ask(
        self,
        operation: str,
        *arguments: str,
        wanted: list[str] | Accepts,
        by_index: bool = False,
    ) -> list[str]:
        """The answer, which must be what is wanted, or be accepted by it."""
        if self.lacks(operation):
            answer = self.program.ask(operation, *arguments)
            self.judge(f"{self.state}: the ORM has no {operation}", answer, ["?"])
            return []
        position = self.log.stat().st_size
        kind, *got = self.program.ask(operation, *arguments)
        title = self.title(operation, arguments)
        if callable(wanted):
            self.judge(title, [True, got], [wanted(kind, got), got])
        else:
            self.judge(title, [kind, *got], ["=", *wanted])
        if by_index:
            entries = logs.entries(self.log, self.database.name, position)
            found = (logs.scans_for_ids(entries), bool(logs.look_ups(entries)))
            self.judge(f"{title}: by an index", found, ([], True))
        return got

    def ask_for_refusal(self, operation: str, *arguments: str) -> None:
        """What is of another kind never reaches the server; a look-up may find nothing.

        Without the word the type refuses it.
        """
        if self.lacks(operation):
            self.ask(operation, *arguments, wanted=[])
            return
        position = self.log.stat().st_size
        kind, *got = self.program.ask(operation, *arguments)
        finds_nothing = operation in ("user", "in") and kind == "=" and got == []
        errors = []
        if not self.state.startswith("typed"):
            errors = logs.errors(logs.entries(self.log, self.database.name, position))
        title = self.title(operation, arguments)
        self.judge(title, (finds_nothing or kind == "!", errors), (True, []))

    def ask_in_state(self) -> None:
        if self.state in ("keys", "moved", "typed"):
            self.ask_for_rows_of_before()
        self.ask_for_users()
        self.ask_for_orders()
        self.ask_for_searches()
        self.ask_for_changes()
        self.ask_in_sql()
        self.ask_with_other_kinds()
        if self.state not in ("domain", "keys"):
            ids = self.ids
            self.program.ask("own", ids.mine, ids.server, ids.first)

    def ask_for_rows_of_before(self) -> None:
        ids = self.ids
        friends = f"{ids.friend} {ids.server}"
        self.ask("user", ids.mine, wanted=[ids.mine, ids.mine, friends, ids.friend])
        self.database.sql(
            """
            TRUNCATE watches;
            DELETE FROM orders WHERE note IS NOT NULL;
            DELETE FROM users WHERE name !~ '^[0-9]+$';
            """
        )

    def ask_for_users(self) -> None:
        ids = self.ids
        ids.server = self.ask("add_user", "", "server", "", "", wanted=begins("user_"))[0]
        # The name and the JSON of facts look like ids, and are left alone.
        friends = f"{ids.friend} {ids.server}"
        self.ask("add_user", ids.mine, ids.mine, friends, ids.friend, wanted=[ids.mine])
        self.ask("add_user", ids.other, "other", "", "", wanted=[ids.other])
        row = [ids.mine, ids.mine, friends, ids.friend]
        self.ask("user", ids.mine, wanted=row, by_index=True)
        self.ask("user", ids.friend, wanted=[], by_index=True)
        self.judge(f"{self.state}: the column", self.column(), self.wanted_column())

    def column(self) -> list[str]:
        """The type of users.id, how long it is, and the type of the array."""
        [row] = self.database.sql(
            f"""
            SELECT pg_typeof(id)::oid, pg_typeof(id), pg_column_size(id), pg_typeof(friends)
            FROM users
            WHERE id = '{uuid_of(self.ids.mine)}'
            """
        )
        return row if self.state == "uuid" else row[1:]  # the number of uuid alone is known

    def wanted_column(self) -> list[str]:
        match self.state:
            case "uuid":
                return ["2950", "uuid", "16", "uuid[]"]
            case "domain" | "keys":
                return ["user_id", "16", "uuid[]"]
            case _:
                return ["user_id", "16", "user_id[]"]

    def ask_for_orders(self) -> None:
        ids = self.ids
        ids.first = self.ask("add_order", "", ids.mine, "", "1", wanted=begins("order_"))[0]
        self.ask("add_order", ids.second, ids.mine, ids.first, "2", wanted=[ids.second])
        self.ask("watch", ids.server, ids.first, wanted=[])
        both = orders(f"{ids.first} {ids.mine} -", f"{ids.second} {ids.mine} {ids.first}")
        self.ask("orders", ids.mine, wanted=both, by_index=True)
        self.ask("watched", ids.server, wanted=[ids.first], by_index=True)

    def ask_for_searches(self) -> None:
        ids = self.ids
        mine_and_other = [ids.mine, ids.other]
        self.ask("in", f"{ids.other} {ids.mine}", wanted=mine_and_other, by_index=True)
        self.ask("between", ids.mine, ids.other, wanted=mine_and_other, by_index=True)
        self.ask("below", ids.other, wanted=self.is_below_other, by_index=True)
        self.ask("prefix", ids.mine, wanted=[ids.mine], by_index=True)
        for text in (ids.mine[:20], "user_0"):
            self.ask("prefix", text, wanted=all_begin(text, ids.mine))
        for text in ("order_", "user_u", "user_8"):
            self.ask("prefix", text, wanted=[])
        self.ask("friend", ids.friend, wanted=[ids.mine])

    def is_below_other(self, kind: str, got: list[str]) -> bool:
        ids = self.ids
        return ids.mine in got and ids.other not in got and got == sorted(got)

    def ask_for_changes(self) -> None:
        ids = self.ids
        for name in ("a", "b"):
            self.ask("upsert", ids.friend, name, wanted=[ids.friend])
        self.ask("user", ids.friend, wanted=[ids.friend, "b", "", ""])
        self.ask("add_order", ids.third, ids.mine, "", "3", wanted=[ids.third])
        self.ask("give", ids.third, ids.friend, wanted=[ids.third, ids.friend], by_index=True)
        self.database.sql(f"DELETE FROM orders WHERE buyer_id = '{uuid_of(ids.friend)}'")
        self.ask("remove", ids.friend, wanted=["1"], by_index=True)
        self.ask("buyer", ids.mine, wanted=[ids.mine, "2"], by_index=True)

    def ask_in_sql(self) -> None:
        """Raw SQL, and the lines of the page's table.

        They are a function with an empty search_path, and one with RETURN QUERY.
        """
        ids = self.ids
        mine = uuid_of(ids.mine)
        self.ask("policy", mine, wanted=in_any_order(ids.first, ids.second), by_index=True)
        moved = self.state in ("moved", "typed")
        self.ask("call", mine, wanted=refused_with("42883") if moved else ["2"])
        if self.state in ("uuid", "keys"):
            parents = either([uuid_of(ids.first)], [ids.first])
        else:
            parents = refused_with("42804")
        self.ask("parents", wanted=parents)
        may_be_uuids = self.state != "typed"
        tree = same_set({ids.first, ids.second}, or_uuids=may_be_uuids)
        self.ask("tree", ids.second, wanted=tree)

    def ask_with_other_kinds(self) -> None:
        wrong = [typeids.new("order"), "user_1"]
        if self.state != "typed":
            wrong.append(uuid_of(self.ids.mine))
        for id in wrong:
            self.ask_for_refusal("user", id)
            self.ask_for_refusal("add_user", id, "x", "", "")
            self.ask_for_refusal("add_order", "", id, "", "x")
            self.ask_for_refusal("in", id)

    def ask_over_domains(self, user: str, order: str) -> None:
        """Columns of domains over the ids' types, and an array of one."""
        self.database.sql(
            f"""
            DELETE FROM users WHERE id = '{uuid_of(self.ids.other)}';
            CREATE DOMAIN member AS {user};
            CREATE DOMAIN parent AS {order};
            """
        )
        self.change_types("member", "parent")
        self.run(self.state, self.ask_about_domains)
        self.change_types(user, order)
        self.database.sql("DROP DOMAIN member, parent")

    def ask_about_domains(self) -> None:
        """They are read, written and compared as they were."""
        ids = self.ids
        state = self.state
        self.state = f"{state}, domains"
        friends = f"{ids.mine} {ids.friend}"
        self.ask("add_user", ids.other, "other", friends, "", wanted=[ids.other])
        self.ask("user", ids.other, wanted=[ids.other, "other", friends, ""])
        self.ask("friend", ids.friend, wanted=self.is_friend_of_both)
        self.ask("add_order", ids.third, ids.other, ids.second, "4", wanted=[ids.third])
        self.ask("orders", ids.other, wanted=orders(f"{ids.third} {ids.other} {ids.second}"))
        self.ask("watch", ids.other, ids.third, wanted=[])
        self.ask("watched", ids.other, wanted=[ids.third])
        self.ask_for_refusal("add_user", "", "x", typeids.new("order"), "")
        self.state = state

    def is_friend_of_both(self, kind: str, got: list[str]) -> bool:
        """PostgreSQL has no operator for an array of a domain and one of its type.

        Some write that.
        """
        return got[:1] == ["42883"] or sorted(got) == sorted([self.ids.mine, self.ids.other])

    def ask_for_migrations(self) -> None:
        """A tool that changes schemas by itself, without the word over columns of uuid."""
        self.make_tables(of_domains=False)
        self.run("bare", self.ask_to_migrate)  # and without the extension
        self.database.sql(
            """
            CREATE EXTENSION base62id;
            SELECT typeid_create_type('user_id', 'user', accept_uuid => true);
            SELECT typeid_create_type('order_id', 'order', accept_uuid => true);
            """
        )
        self.run("unmoved", self.ask_to_migrate)

    def ask_to_migrate(self) -> None:
        before = self.rows()
        self.program.ask("migrate")  # an error is an answer
        types = self.types_of_ids() - {"uuid", "user_id", "order_id"}
        self.judge(f"{self.state}: rows and types", (self.rows(), types), (before, set()))

    def rows(self) -> list[list[str]]:
        return self.database.sql(
            """
            SELECT md5(string_agg(id::uuid::text, ',' ORDER BY name)) FROM users;
            SELECT md5(string_agg(id::uuid::text || buyer_id::uuid, ',' ORDER BY id)) FROM orders;
            """
        )

    def types_of_ids(self) -> set[str]:
        rows = self.database.sql(
            """
            SELECT DISTINCT atttypid::regtype
            FROM pg_attribute
            WHERE attrelid IN ('users'::regclass, 'orders'::regclass, 'watches'::regclass)
                AND attname IN ('id', 'buyer_id', 'parent_id', 'user_id', 'order_id')
            """
        )
        return {type for [type] in rows}


def over_domains_of_pure_sql(tables: str) -> str:
    """Domains over uuid in the place of uuid, but for the array."""
    keys = r"(CREATE TABLE (user|order)s \(\n    id) uuid"
    tables = re.sub(keys, r"\1 \2_id", tables)
    for column, kind in {
        "user_id": "user",
        "buyer_id": "user",
        "order_id": "order",
        "parent_id": "order",
    }.items():
        tables = re.sub(rf"^(    {column}) uuid", rf"\1 {kind}_id", tables, flags=re.M)
    return tables


# What answers may be ---------------------------------------------------------------------------


def begins(text: str) -> Accepts:
    """It is one id that begins so."""
    return lambda kind, got: got[0].startswith(text)


def all_begin(text: str, one: str) -> Accepts:
    """They begin so, and one of them is among them."""
    return lambda kind, got: one in got and all(id.startswith(text) for id in got)


def refused_with(state: str) -> Accepts:
    return lambda kind, got: got[0] == state


def either(*wanted: list[str]) -> Accepts:
    return lambda kind, got: got in wanted


def in_any_order(*wanted: str) -> Accepts:
    return lambda kind, got: sorted(got) == sorted(wanted)


def same_set(ids: set[str], or_uuids: bool) -> Accepts:
    """These ids, or their UUIDs, which raw SQL may return."""
    wanted = [ids, set(map(uuid_of, ids))] if or_uuids else [ids]
    return lambda kind, got: set(got) in wanted


def orders(*wanted: str) -> Accepts:
    """Each way to load a relation gives these orders: the id, the buyer's id, the parent's."""

    def accepts(kind: str, got: list[str]) -> bool:
        ways: dict[str, set[str]] = {}
        for line in got if kind == "=" else []:
            way, row = line.split(" ", 1)
            ways.setdefault(way, set()).add(row)
        return bool(ways) and all(rows == set(wanted) for rows in ways.values())

    return accepts
