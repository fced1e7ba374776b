"""Databases, by the client programs of PostgreSQL."""
from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from typing import Any, Optional
from urllib.parse import quote, urlsplit, urlunsplit

from .archive import Archive
from .errors import Stop
from .sql import Row, identifier

# What the session, the database or the role may have set, and a text must not depend on.
PINS = """search_path = pg_catalog, pg_temp | standard_conforming_strings = on
    | quote_all_identifiers = off | check_function_bodies = off
    | bytea_output = 'hex' | extra_float_digits = 1 | DateStyle = 'ISO' | row_security = off
    | IntervalStyle = 'postgres' | array_nulls = on | xmloption = 'content'
    | default_tablespace = '' | default_table_access_method = 'heap'
    | backslash_quote = 'safe_encoding' | constraint_exclusion = off | jit = off
    | client_min_messages = 'warning'""".replace(
    "\n    ", " "
).split(
    " | "
)
# How long a statement may take, a session wait while another one works, and either for a lock.
PATIENCE = ("statement_timeout = 0", "idle_session_timeout = 0", "lock_timeout = '1min'")
# Seconds after which a program of PostgreSQL has hung.
LIMITS = {"psql": 600, "pg_dump": 1800, "pg_restore": 1800, "dropdb": 20}
ANSWER = 3600  # and after which a psql that has got a text
LOCK_WAIT = 60_000  # milliseconds, for pg_dump, which sets lock_timeout itself
CONNECT = "30"
GROWING = ", ".join(
    f"pg_catalog.{t}"
    for t in (
        "pg_depend",
        "pg_amop",
        "pg_amproc",
        "pg_class",
        "pg_proc",
        "pg_type",
        "pg_operator",
        "pg_opclass",
        "pg_opfamily",
        "pg_constraint",
        "pg_attribute",
        "pg_description",
    )
)


# What PINS cannot have, as older versions do not know it.
BEGINNING = """SET default_transaction_isolation = 'read committed';
SELECT pg_catalog.set_config(name, '0', false) FROM pg_catalog.pg_settings
WHERE name OPERATOR(pg_catalog.=) 'transaction_timeout'::pg_catalog.text
\\g /dev/null
"""


class Database:
    """What psql -d takes."""

    def __init__(self, connection: str, scratch: bool = False) -> None:
        self.connection, self.scratch = connection, scratch
        self.session: Optional[Session] = None
        self.known_superuser: Optional[bool] = None

    def superuser(self) -> bool:
        if self.known_superuser is None:
            self.known_superuser = bool(
                self.one("SELECT rolsuper FROM pg_roles WHERE rolname = session_user")
            )
        return self.known_superuser

    def child(
        self, command: Sequence[str], keep: Sequence[int] = (), of_rows: bool = False
    ) -> None:
        """Runs a program of PostgreSQL on this server, as the role of our sessions.

        How long one with the rows of all tables takes, nobody knows: it has no limit.
        """
        limit = None if of_rows else LIMITS[command[0]]
        try:
            done = subprocess.run(
                command,
                env=environment(),
                stdin=subprocess.DEVNULL,
                pass_fds=keep,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=limit,
            )
        except subprocess.TimeoutExpired:
            raise Failed(command[0], f"it has not ended within {limit} s", "")
        if done.returncode:
            raise Failed(command[0], done.stderr.decode("utf-8", "replace"), "")

    def beside(self, name: str) -> Database:
        """A scratch database of the same server."""
        c, other = self.connection, Database("", True)
        other.known_superuser = self.superuser()
        if re.match(r"postgres(ql)?://", c):
            url = urlsplit(c)
            query = "&".join(p for p in url.query.split("&") if not p.startswith("dbname="))
            other.connection = urlunsplit((url.scheme, url.netloc, "/" + quote(name), query, ""))
        else:
            other.connection = f"{c} dbname='{name}'" if "=" in c else name
        return other

    def psql(self, text: str) -> str:
        """Executes a text; its output."""
        if not self.session:
            self.session = Session(self.connection)
        try:
            return self.session.execute(text)
        except Failed:
            self.session = None
            raise

    def close(self) -> None:
        if self.session:
            self.session.process.communicate()
            self.session = None

    def rows(self, query: str, role: str = "") -> list[Row]:
        """The rows of a query, which reads only; with the rights of a role."""
        acting = f"SET LOCAL ROLE {identifier(role)}; " if role else ""
        out = self.psql(
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; "
            + acting
            + "SELECT coalesce(json_agg(to_json(_row)), '[]') FROM (\n"
            + query
            + "\n) AS _row; COMMIT;"
        )
        return list(json.loads(out))

    def one(self, query: str, role: str = "") -> Any:
        return next(iter(self.rows(query, role)[0].values()))

    def dump(self, work: str) -> Archive:
        path = os.path.join(work, secrets.token_hex(4))
        # autovacuum comes too late for a scratch database: of a hundred id types without
        # statistics pg_dump asks each operator class for seconds
        if self.scratch:
            self.psql(f"ANALYZE {GROWING};")
        try:
            self.child(
                [
                    "pg_dump",
                    "-Fc",
                    "-s",
                    "-Z0",
                    "-E",
                    "UTF8",
                    "--no-subscriptions",
                    f"--lock-wait-timeout={LOCK_WAIT}",
                    "-f",
                    path,
                    "-d",
                    self.connection,
                ]
            )
        except Failed as e:
            raise Stop(f"{e}{self.advice(e.error)}")
        return Archive(path)

    @staticmethod
    def advice(error: str) -> str:
        """Where pg_dump has failed."""
        if "permission denied" in error:
            return (
                "\nPlan as a role that may read every table: GRANT pg_read_all_data (from "
                "16 on WITH INHERIT TRUE)"
            )
        if "due to statement timeout" in error or "due to lock timeout" in error:
            return (
                "\nSomebody else has locked it: SELECT pid, query FROM pg_stat_activity WHERE pid "
                "IN (SELECT pid FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND granted)"
            )
        return ""


class Session:
    """A psql that executes one text after the other, until one fails."""

    def __init__(self, connection: str) -> None:
        # without names, so that a kill leaves none
        self.script, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            [*PSQL, "-d", connection, "-f", "-"],
            env=environment(False),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            pass_fds=(self.script.fileno(),),
        )

    def execute(self, text: str) -> str:
        # each time: a connection's options are stronger than PGOPTIONS
        text = "".join(f"SET {p};" for p in (*PINS, *PATIENCE)) + BEGINNING + text
        self.script.seek(0)
        self.script.truncate()
        self.script.write(text.encode("utf-8", "surrogateescape"))
        self.script.flush()
        end = secrets.token_hex(16)
        out: list[str] = []
        assert self.process.stdin and self.process.stdout
        try:
            self.process.stdin.write(f"\\i /dev/fd/{self.script.fileno()}\n\\echo {end}\n".encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        watch = threading.Timer(ANSWER, self.process.kill)
        watch.daemon = True
        watch.start()
        try:
            for line in self.process.stdout:
                if line.decode("utf-8", "replace").rstrip() == end:
                    return "".join(out)
                out.append(line.decode("utf-8", "surrogateescape"))
            self.process.wait()
        finally:
            watch.cancel()
        self.errors.seek(0)
        raise Failed("psql", self.errors.read().decode("utf-8", "replace"), "".join(out))


PSQL = ("psql", "-XAtq", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=verbose")


def environment(pinned: bool = True) -> dict[str, str]:
    options = "".join(" -c " + re.sub(r"[' ]", "", p) for p in [*PINS, *PATIENCE] if pinned)
    options += " -c default_transaction_read_only=off"  # dropdb, too
    # A role that the database has set is not who plans; one of PGOPTIONS comes later, and is.
    options = "-c role=none " + os.environ.get("PGOPTIONS", "") + options
    return dict(
        os.environ,
        PGCLIENTENCODING="UTF8",
        LC_MESSAGES="C",
        PGAPPNAME="base62id-migrate",
        PGCONNECT_TIMEOUT=os.environ.get("PGCONNECT_TIMEOUT", CONNECT),
        PGOPTIONS=options,
    )


class Failed(Stop):
    """A program has failed."""

    def __init__(self, program: str, error: str, output: str) -> None:
        error = re.sub(r"^psql:.*?:\d+: |^LOCATION: .*\n?", "", error, flags=re.M)
        # It would lose columns with their data.
        error = re.sub(r"^HINT:  Use DROP \.\.\. CASCADE .*\n?", "", error, flags=re.M)
        if "max_locks_per_transaction" in error:  # nobody who expects a failure means this one
            raise TooFewLocks
        super().__init__(
            f"{program}: {error.strip()[:2000]}"
            + (
                "\nA definition is no UTF-8, as SQL_ASCII allows: say it again in UTF-8"
                if "invalid byte sequence" in error
                else ""
            )
        )
        self.error, self.output = error, output
        state = re.search(r"^ERROR:  ([0-9A-Z]{5}): ", error, re.M)
        self.state = state[1] if state else ""

    def message(self) -> str:
        """The error in a line, without what was said before it."""
        first = re.search(r"^ERROR: .*", self.error, re.M)
        return first[0] if first else self.error.split("\n")[0]


class TooFewLocks(Stop):
    """The server's table of locks is full: raise max_locks_per_transaction there."""

    alone = True


def said_by(command: list[str]) -> str:
    """What pg_restore writes of an archive, without a server."""
    try:
        done = subprocess.run(
            command,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=LIMITS["pg_restore"],
        )
    except subprocess.TimeoutExpired as e:
        raise Failed("pg_restore", f"it has not ended within {e.timeout:.0f} s", "")
    if done.returncode:
        raise Failed("pg_restore", done.stderr.decode("utf-8", "replace"), "")
    return done.stdout.decode("utf-8", "surrogateescape")


def script_of(archive: str, listed: str, *options: str) -> str:
    """What pg_restore executes for the entries that a file lists."""
    text = said_by(["pg_restore", "-f", "-", "-L", listed, *options, archive])
    # psql would go on in a mode that takes no command of ours
    return re.sub(r"^\\(un)?restrict .*\n", "", text, flags=re.M)


def as_session(text: str) -> str:
    """The script, by the session's own role: nobody can become pg_database_owner, as whom pg_dump
    writes what the owner of the database has granted on members of extensions.
    """
    return re.sub(r"^(RE)?SET SESSION AUTHORIZATION .*\n", "", text, flags=re.M)


def locks_wanted(database: Database, locks: int) -> str:
    """What to set for so many locks at once; nothing if they have room."""
    have, wanted = database.one(
        f"""SELECT json_build_array(max(setting::int) FILTER (WHERE
        name ~ 'lock'), ceil({locks}::float8 / sum(setting::int) FILTER (WHERE name !~ 'lock')))
        FROM pg_settings WHERE name IN ('max_locks_per_transaction', 'max_connections',
            'max_prepared_transactions')"""
    )
    return (
        ""
        if have >= wanted
        else (
            f"the move takes {locks} locks: set max_locks_per_transaction to {wanted} (now {have}) "
            "there, which takes a restart, or move some tables at a time, with --only"
        )
    )
