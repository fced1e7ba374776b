"""The command run: executes a plan, and goes on with one that was interrupted."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import time
from typing import Optional

from .child import Child, held, told
from .database import GROWING, Database, Failed, TooFewLocks, locks_wanted
from .errors import DONE, NO_LOCK, NOTHING, Stop, Unfinished, Unknown, Usage, what_it_was
from .header import FINISH, PLAN_AGAIN, PREPARE, header, moving_file, read
from .queries import query
from .signals import Interrupted, held_back
from .sql import Row, array, identifier, literal
from .terminal import printable, progress
from .writer import LOCK_TIMEOUT

NO_LOCK_IN_TIME = "55P03"
RETRY = (NO_LOCK_IN_TIME, "40P01", "40001")
SUCCESSOR = re.compile(r"base62id_[0-9a-f]{12}")


def run(options: argparse.Namespace) -> int:
    if not re.fullmatch(r"[0-9]+ ?(ms|s|min)?", options.lock_timeout):
        raise Usage(f"--lock-timeout {options.lock_timeout}: write as 800ms, 2s")
    if options.undo and not os.path.isdir(options.file):
        raise Usage("--undo takes away what a plan in three files has prepared: name its directory")
    runner = Runner(options)
    return runner.undo() if options.undo else runner.run()


def names(pairs: list[list[str]]) -> list[str]:
    return [f"{identifier(schema)}.{identifier(name)}" for schema, name in pairs]


class Runner:
    """One plan in one database."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.database = Database(options.database)
        self.about = header(options.file)
        self.steps = os.path.isdir(options.file)
        self.last = ""
        self.moving: Optional[Child] = None  # which moves the columns, and has not answered
        self.moved = False

    # Where it is

    def state(self) -> str:
        """before, moved, or other."""
        columns = ", ".join(
            "("
            + ", ".join(literal(c[k]) for k in ("schema", "table", "column", "new", "type"))
            + ")"
            for c in self.about["columns"].values()
        )
        row = self.database.rows(query("moved", columns=columns))[0]
        if row["moved"] == row["columns"]:
            return "moved"
        return "before" if row["not_moved"] == row["columns"] else "other"

    def outcome(self, child: Child, why: str) -> None:
        """After an interruption: raises with what has happened."""
        if not child.has_ended():
            raise Unknown(self.unknown(why))
        for _ in range(30):
            try:
                state = self.state()
            except Failed:  # the server starts again
                time.sleep(1)
                continue
            if state == "moved":
                raise Unfinished(f"{why}: all of it has happened; {self.left()}")
            raise Stop(f"{why}: nothing has happened; run it again")
        raise Unknown(self.unknown(why))

    def begin(self, text: str) -> Child:
        with held_back():
            child = Child(self.database, text)
        return child

    def unknown(self, why: str) -> str:
        column = next(iter(self.about["columns"].values()))
        return (
            f"{why}: it is not known whether all of it has happened, or nothing. See: \\d "
            f"{identifier(column['schema'])}.{identifier(column['table'])} shows {column['new']} "
            "afterwards. Run it again: it goes on where it is"
        )

    def left(self) -> str:
        if self.steps:
            return f"{FINISH} is left to do: run it again"
        return "ANALYZE is left to do"

    # Steps

    def run(self) -> int:
        """Whatever ends it says whether the columns have moved."""
        try:
            return self.all_steps()
        except Interrupted as e:
            if self.moving is not None:
                self.moving.cancel()
                self.outcome(self.moving, str(e))
            raise self.ended(f"{e}" if self.moved else f"{e}: nothing has moved")
        except Usage:
            raise
        except Stop as e:
            raise e if e.status != NOTHING else self.ended(str(e))
        except Exception as e:
            if self.moving is not None:
                self.moving.cancel()
                self.outcome(self.moving, what_it_was(e))
            raise self.ended(what_it_was(e))

    def ended(self, why: str) -> Stop:
        if self.moved:
            return Unfinished(f"{why}\nThe columns have moved; {self.left()}")
        return Stop(why)

    def all_steps(self) -> int:
        text = read(moving_file(self.options.file))
        text = text.replace(
            LOCK_TIMEOUT, f"SET LOCAL lock_timeout = '{self.options.lock_timeout}';", 1
        )
        if self.about.get("validates"):
            return self.move(text) or self.analyze()
        state = self.state()
        if state == "other":
            raise Stop(
                "the columns are neither of the types that they had when this was planned, nor of "
                "those that they get: plan again"
            )
        self.moved = state == "moved"
        if self.moved:
            progress("the columns have moved: goes on with what is left")
        else:
            if self.steps:
                self.prepare()
            status = self.move(text)
            if status != DONE:
                return status
        return self.finish() if self.steps else self.analyze()

    def file(self, name: str) -> str:
        path = os.path.join(self.options.file, name)
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            return file.read()

    def prepare(self) -> None:
        progress(f"{PREPARE}: makes successors of indexes, while all go on")
        child = self.begin(self.file(PREPARE))
        began = time.monotonic()
        try:
            child.wait(2, lambda: self.look(child))
            progress(f"prepared within {time.monotonic() - began:.1f} s")
        except Interrupted as e:
            child.cancel()
            raise Stop(f"{e}: nothing has moved; what is made stays. Run it again, or --undo")
        except Failed as e:
            if PLAN_AGAIN in str(e):
                raise Stop(
                    f"{e}\nNothing has moved. --undo takes away what an earlier run has made"
                )
            raise Stop(f"{e}\nNothing has moved; what is made stays. Run it again, or --undo")

    def finish(self) -> int:
        text = f"\\set lock_timeout '{self.options.lock_timeout}'\n" + self.file(FINISH)
        blocked = False
        for attempt in range(1, self.options.attempts + 1):
            if attempt > 1:
                time.sleep(self.options.pause)
            if blocked and self.somebody_is_in_the_way(attempt):
                continue
            failed = self.finishing(text)
            if failed is None:
                self.analyze_catalogs()
                return DONE
            progress(f"attempt {attempt}: {failed.message()}")
            blocked = failed.state == NO_LOCK_IN_TIME
        raise Unfinished(
            f"no lock in {self.options.attempts} attempts\nThe columns have moved; {self.left()}"
        )

    def finishing(self, text: str) -> Optional[Failed]:
        """One attempt: an error after which the next one may succeed."""
        progress(f"{FINISH}: what is left, while all go on")
        child = self.begin(text)
        try:
            self.tell(child.wait(2, lambda: self.look(child)))
        except Interrupted as e:
            child.cancel()
            raise Unfinished(f"{e}: the columns have moved; {self.left()}")
        except Failed as e:
            if e.state not in RETRY:
                raise Unfinished(f"{e}\nThe columns have moved; {self.left()}")
            self.tell(e.error)
            return e
        return None

    @staticmethod
    def tell(text: str) -> None:
        for line in told(text):
            progress(f"{FINISH}: {line}")

    def analyze_catalogs(self) -> None:
        """Which grow with types; all has happened whatever becomes of that."""
        if self.about["made"]:
            with contextlib.suppress(Failed):
                self.database.psql(f"ANALYZE {GROWING};")

    def look(self, child: Child) -> None:
        """What an index waits for, or how far it is."""
        if child.pid is None:
            return
        with contextlib.suppress(Failed):
            for row in self.database.rows(query("progress", pid=str(child.pid))):
                text = "{name}: {phase}".format(**row)
                if row["percent"] is not None:
                    text += f", {row['percent']} %"
                if row["waits_for"]:
                    text += f"; waits for {self.who(row)}"
                if text != self.last:
                    progress(text)
                self.last = text

    # The move

    def move(self, text: str) -> int:
        for attempt in range(1, self.options.attempts + 1):
            if attempt > 1:
                time.sleep(self.options.pause)
            if self.somebody_is_in_the_way(attempt):
                continue
            if self.attempt(text, attempt):
                return DONE
        progress(
            f"no lock in {self.options.attempts} attempts: nothing has happened. Try at a quieter "
            "hour, or --lock-timeout (below deadlock_timeout) and --attempts"
        )
        return NO_LOCK

    def somebody_is_in_the_way(self, attempt: int) -> bool:
        relations = array(names(self.about["locked"]))
        found = self.database.rows(
            query("blockers", relations=relations, patience=literal(self.options.lock_timeout))
        )
        for row in found:
            progress(f"attempt {attempt}: not tried, {row['table']} is used by {self.who(row)}")
        return bool(found)

    @staticmethod
    def who(row: Row) -> str:
        if row.get("gid"):
            return f"the prepared transaction {row['gid']}, for {row['seconds']} s"
        name = row["application"] or row["kind"]
        return f"pid {row['pid']} ({name}, {row['role']}) for {row['seconds']} s: {row['query']}"

    def attempt(self, text: str, attempt: int) -> bool:
        began = time.monotonic()
        with held_back():
            child = self.moving = Child(self.database, text)
        try:
            said = child.wait(2, lambda: None)
        except TooFewLocks:
            raise Stop(locks_wanted(self.database, self.about["locks"]) or TooFewLocks.__doc__)
        except Failed as e:
            if e.state in RETRY or e.state == "XX000" and "concurrently" in e.error:
                self.moving = None
                progress(f"attempt {attempt}: {e.message()}")
                return False
            if not e.state or e.state.startswith("57P"):
                self.outcome(child, f"{e}\nThe connection was lost")
            raise Stop(f"{e}\nNothing has happened")
        self.moved, self.moving = not self.about.get("validates"), None
        seconds = time.monotonic() - began
        progress(f"attempt {attempt}: committed after {seconds:.2f} s; {held(said)}")
        return True

    def analyze(self) -> int:
        for table in names(self.about["analyze"]):
            progress(f"ANALYZE {table}")
            try:
                self.database.psql(f"ANALYZE {table};")
            except Failed as e:
                progress(f"all has moved, but {table} has no new statistics: {e}")
        self.analyze_catalogs()
        return DONE

    # Away with it

    def undo(self) -> int:
        """Takes away what was prepared for a move that did not come."""
        if self.state() != "before":
            raise Stop(
                "the columns have moved: run it to the end, then base62id-migrate plan --to back "
                "--was DIRECTORY"
            )
        for schema, name in self.about["prepared"]:
            if SUCCESSOR.fullmatch(name):
                progress(f"drops {schema}.{name}")
                self.database.psql(
                    "SET lock_timeout = 0; DROP INDEX CONCURRENTLY IF EXISTS "
                    f"{identifier(schema)}.{identifier(name)};"
                )
        for name, stored in self.about.get("switched", []):
            self.make_strict(str(name), "bigint" if stored == "bigint" else "uuid")
        for name in self.about["made"]:
            self.drop_type(str(name))
        return DONE

    def is_id_type(self, name: str) -> bool:
        home = self.home()
        return home is not None and bool(
            self.database.one(
                f"SELECT EXISTS (SELECT FROM {home}.typeid_types() AS t "
                f"WHERE t.type = to_regtype({literal(name)}))"
            )
        )

    def make_strict(self, name: str, stored: str) -> None:
        """A type that takes what it stores for the time of a move."""
        if self.is_id_type(name):
            call = f"typeid_accept_{stored}(to_regtype({literal(name)}), false)"
            progress(f"type {name} takes no {stored} any more")
            self.database.psql(f"SELECT {self.home()}.{call};")

    def drop_type(self, name: str) -> None:
        home = self.home()
        if not self.is_id_type(name):
            return
        try:
            self.database.psql(f"SELECT {home}.typeid_drop_type(to_regtype({literal(name)}));")
            progress(f"dropped type {name}")
        except Failed as e:
            progress(printable(f"type {name} stays: {e}"))

    def home(self) -> Optional[str]:
        rows = self.database.rows(
            "SELECT quote_ident(n.nspname) AS schema FROM pg_extension AS e JOIN pg_namespace "
            "AS n ON n.oid = e.extnamespace WHERE e.extname = 'base62id'"
        )
        return str(rows[0]["schema"]) if rows else None
