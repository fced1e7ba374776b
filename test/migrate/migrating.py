"""What the tests of base62id-migrate share: a server, databases with the extension in it, and a
program that plans and runs, stops and is refused.
"""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from conftest import FULL, Database, Server, Session, pg_config, wait_until
from moves import Picture, differences, environment_of, picture_of, run_migrate, start_migrate

HERE = Path(__file__).parent
# Parts of the long form; test/migrate/run runs those that are named in any form.
IN_LONG_FORM = FULL or "BASE62ID_PARTS" in os.environ
LONG = pytest.mark.skipif(not IN_LONG_FORM, reason="it is part of the long form")


def on_one_server() -> None:
    """Skips a file where another server of this run is tested with it: what depends on the major
    is in every kind of object, which each server is asked for.
    """
    if os.environ.get("BASE62ID_SECOND"):
        pytest.skip("tested on the other server of this run", allow_module_level=True)


def in_the_long_form() -> None:
    """Skips a file that is not part of the short form."""
    on_one_server()
    if not IN_LONG_FORM:
        pytest.skip("it is part of the long form", allow_module_level=True)


# The server ------------------------------------------------------------------------------------

MASK_KEY = f"1:{0:032}"
TABLES_AND_VIEWS = """
    CREATE TABLE a (id uuid PRIMARY KEY);
    CREATE TABLE b (id uuid PRIMARY KEY, a uuid REFERENCES a);
    CREATE MATERIALIZED VIEW one AS SELECT 1 AS n;
    CREATE MATERIALIZED VIEW m AS SELECT id, n FROM a, one;
    INSERT INTO a SELECT gen_random_uuid() FROM generate_series(1, 1000);
"""
SETTINGS = {
    "wal_level": "logical",
    "max_wal_size": "4GB",
    "max_connections": "40",
    "max_locks_per_transaction": "256",
    "log_line_prefix": "%m [%p] %e ",
}
# Who owns something in a database of these tests, and is trusted; the others are not.
OWNERS = ("migrate_owner", "migrate_other", "migrate_reader")
MAKE_ROLES_AND_SPACE = """
    CREATE ROLE migrate_owner LOGIN;
    CREATE ROLE migrate_reader;
    CREATE ROLE migrate_other;
    CREATE ROLE mallory LOGIN;
    CREATE ROLE alice LOGIN;
    SET allow_in_place_tablespaces = on;
    CREATE TABLESPACE migrate_space LOCATION '';
    GRANT CREATE ON TABLESPACE migrate_space TO PUBLIC;
"""
TEMPLATE = "with_base62id"
SCRATCH_DATABASES = (
    "SELECT datname FROM pg_database WHERE datname ~ '^base62id_migrate_[0-9a-f]{8}$'"
)


def compile_labels(directory: Path) -> Path:
    """A library that takes security labels, of which PostgreSQL brings none."""
    library = directory / "labels.so"
    include = pg_config("includedir-server")
    options = ["-O1", "-fPIC", "-shared", "-Wall", f"-I{include}", "-o", str(library)]
    subprocess.run(["cc", *options, str(HERE / "labels.c")], check=True)
    return library


def set_up(server: Server) -> None:
    server.restart(
        **SETTINGS,
        **{
            "base62id.mask_key_file": server.secret("mask.keys", MASK_KEY),
            "session_preload_libraries": str(compile_labels(server.directory)),
        },
    )
    server.sql(MAKE_ROLES_AND_SPACE)
    server.new_database(TEMPLATE).sql("CREATE EXTENSION base62id")


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Iterator[Server]:
    """The server of all files, in which the first one makes roles and a template."""
    if "session_preload_libraries" not in shared_server.settings:
        set_up(shared_server)
    yield shared_server
    assert shared_server.sql(SCRATCH_DATABASES) == [], "no scratch database stays"


# Plans and runs --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Outcome:
    """What the program has printed, and its exit status."""

    status: int
    remarks: str  # what it prints
    said: str  # how far it is, and why it stops

    @property
    def text(self) -> str:
        return self.remarks + self.said

    @property
    def words(self) -> str:
        """Without how far it is."""
        lines = self.text.splitlines()
        return "\n".join(line for line in lines if not line.startswith("base62id-migrate: "))

    def has(self, pattern: str) -> bool:
        """Whether a line of its words has this."""
        return bool(re.search(pattern, self.words, re.MULTILINE))

    def lines(self, pattern: str) -> list[str]:
        """Those of all that it printed that have this."""
        return [line for line in self.text.splitlines() if re.search(pattern, line)]


@dataclass(frozen=True)
class Migration:
    """A database, and the directory for a plan of it: one statement, or three files."""

    database: Database
    directory: Path
    in_steps: bool = False

    @property
    def plan_path(self) -> Path:
        return self.directory / ("move" if self.in_steps else "move.sql")

    def file(self, name: str) -> str:
        """One of the three."""
        return (self.plan_path / name).read_text()

    def as_role(self, role: str) -> "Migration":
        return replace(self, database=self.database.as_role(role))

    def sql(self, statements: str) -> list[list[str]]:
        return self.database.sql(statements)

    def value(self, query: str) -> str:
        return self.database.value(query)

    # The program

    def command(self, *arguments: str, **environment: str) -> Outcome:
        done = run_migrate(self.database, *arguments, **environment)
        return Outcome(done.returncode, done.stdout, done.stderr)

    def try_to_plan(self, *options: str, **environment: str) -> Outcome:
        """The owners of these databases are trusted."""
        shutil.rmtree(self.plan_path, ignore_errors=True)
        if self.plan_path.exists():
            self.plan_path.unlink()
        trust = [word for owner in OWNERS for word in ("--trust", owner)]
        where = ["plan", self.database.name, "-o", str(self.plan_path)]
        return self.command(*where, *trust, *options, **environment)

    def plan(self, *options: str, **environment: str) -> Outcome:
        outcome = self.try_to_plan(*options, **environment)
        assert outcome.status == 0, outcome.text
        return outcome

    def stops(self, pattern: str, *options: str, **environment: str) -> Outcome:
        """The plan stops with these words, and there is no file."""
        outcome = self.try_to_plan(*options, **environment)
        assert outcome.status == 1, outcome.text
        assert outcome.has(pattern), outcome.text
        assert not self.plan_path.exists()
        return outcome

    def try_to_run(self, *options: str, plan: Path | None = None) -> Outcome:
        """Between two attempts to get locks it pauses less than it does by itself."""
        path = str(plan or self.plan_path)
        return self.command("run", self.database.name, path, "--pause", "0.1", *options)

    def run(self, *options: str, plan: Path | None = None) -> Outcome:
        outcome = self.try_to_run(*options, plan=plan)
        assert outcome.status == 0, outcome.text
        return outcome

    def keep_plan(self, name: str = "there") -> Path:
        """A copy, which the way back asks for."""
        kept = self.directory / f"{name}{self.plan_path.suffix}"
        if self.in_steps:
            shutil.rmtree(kept, ignore_errors=True)
            shutil.copytree(self.plan_path, kept)
        else:
            shutil.copy(self.plan_path, kept)
        return kept

    # What psql does with its files

    def psql(self, script: str, *options: str) -> str:
        """What psql prints over a script of which it executes all."""
        done = self.database.psql(script, *options)
        return done.stdout + done.stderr

    def execute(self, *names: str) -> str:
        """Executes files of the three by psql."""
        files = "\n".join(f"\\i {self.plan_path / name}" for name in names)
        done = self.database.psql(files, "--set=ON_ERROR_STOP=1")
        assert done.returncode == 0, done.stderr
        return done.stdout

    def work_of(self, name: str) -> list[str]:
        """What the server logs that it builds, reads and validates while a file is executed."""
        server = self.database.server
        size = server.log_size()
        self.database.sql(f"SET log_min_messages = debug1; \\i {self.plan_path / name}\n")
        work = (
            'building index "[^"]*"|verifying table .*|validating foreign key .*|rewriting table .*'
        )
        return sorted(set(re.findall(work, server.log_since(size))))

    def refusal_of(self, name: str) -> str:
        """What a file of the three says, which refuses by itself."""
        done = self.database.psql(f"\\i {self.plan_path / name}", "--set=ON_ERROR_STOP=1")
        assert done.returncode != 0, "it has not refused"
        return done.stderr

    # What there is

    def review_lines(self, pattern: str) -> list[str]:
        """Lines of the plan's README.md that have this."""
        lines = self.file("README.md").splitlines()
        return [line for line in lines if re.search(pattern, line)]

    def made_beforehand(self) -> int:
        """How many indexes have a successor before the move."""
        return len(self.review_lines(r"\| made beforehand \|"))

    def load(self, name: str) -> None:
        """Executes a file of this directory."""
        self.sql(f"\\i {HERE / name}")

    def picture(self) -> Picture:
        return picture_of(self.database, output="uuid")


def database_name(title: str) -> str:
    """One that SQL needs not quote."""
    return re.sub(r"\W+", "_", title)[:60].strip("_").lower()


def new_migration(server: Server, directory: Path, title: str, in_steps: bool = False) -> Migration:
    """With a database of its own, which has the extension."""
    name = database_name(title)
    server.sql(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
    return Migration(Database(server, name), directory, in_steps)


MigrationMaker = Callable[..., Migration]


@pytest.fixture(scope="module")
def make_migration(server: Server, tmp_path_factory: pytest.TempPathFactory) -> MigrationMaker:
    """Makes databases that several tests of a file share."""

    def make(title: str, in_steps: bool = False) -> Migration:
        return new_migration(server, tmp_path_factory.mktemp("plans"), title, in_steps)

    return make


@pytest.fixture
def migration(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Migration:
    """A database of the test, whose plans are one statement."""
    return new_migration(server, tmp_path, request.node.name.removeprefix("test_"))


@pytest.fixture
def stepwise(migration: Migration) -> Migration:
    """A database of the test, whose plans are three files."""
    return replace(migration, in_steps=True)


WAITS_FOR_A_LOCK = """
    SELECT count(*) = 1
    FROM pg_stat_activity
    WHERE application_name = 'base62id-migrate' AND wait_event_type = 'Lock'
"""


HOLDERS = "SELECT count(*) > 0 FROM pg_stat_activity WHERE application_name = 'holder'"


@contextmanager
def held(database: Database, statement: str) -> Iterator[None]:
    """While another session, "holder", has executed the statement, and its transaction goes on."""
    session = Session(database)
    session.send(f"SET application_name = 'holder'; BEGIN; {statement}")
    session.answer()
    session.send("SELECT pg_sleep(120)")
    wait_until(database, f"{HOLDERS} AND wait_event = 'PgSleep'")
    try:
        yield
    finally:
        database.sql(
            """
            SELECT pg_terminate_backend(pid)
            FROM pg_stat_activity
            WHERE application_name = 'holder'
            """
        )
        wait_until(database, f"SELECT NOT ({HOLDERS})")
        session.close()


def start(migration: Migration, log: Path, *arguments: str) -> "subprocess.Popen[bytes]":
    """The program in the background."""
    return start_migrate(migration.database, log, *arguments)


def start_psql(migration: Migration, file: Path) -> "subprocess.Popen[str]":
    """psql over a file in the background."""
    database = migration.database
    return subprocess.Popen(
        [database.server.bin / "psql", "-X", "-q", "-d", database.name, "-f", file],
        env=environment_of(database),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def end_while_it_waits(
    migration: Migration, process: "subprocess.Popen[bytes]", number: signal.Signals
) -> int:
    """Sends the signal while it waits for a lock. Its exit status."""
    wait_until(migration.database, WAITS_FOR_A_LOCK)
    process.send_signal(number)
    return process.wait()


# There and back --------------------------------------------------------------------------------


def without_headers(rows: list[str]) -> list[str]:
    """Without the lines that say which columns follow."""
    return [line for line in rows if not line.startswith("COPY ")]


def in_any_order(schema: list[str]) -> list[str]:
    return sorted(line.removesuffix(",") for line in schema)


def there_and_back(
    migration: Migration,
    *options: str,
    back_options: tuple[str, ...] = (),
    runner: Migration | None = None,
    texts_change: bool = False,
) -> str:
    """Plans, moves and moves back; pg_dump has to see no difference. The remarks of the plan."""
    before = migration.picture()
    planned = migration.plan(*options)
    assert differences(before.schema, migration.picture().schema) == [], "a plan changes nothing"
    move_and_back(
        *(migration, before, planned),
        back_options=back_options,
        runner=runner,
        texts_change=texts_change,
    )
    return planned.remarks


def move_and_back(
    migration: Migration,
    before: Picture,
    planned: Outcome,
    back_options: tuple[str, ...] = (),
    runner: Migration | None = None,
    texts_change: bool = False,
) -> None:
    """What was planned. Where ids do not look as what they were even with base62id.output = uuid,
    as those of numbers and strict types, texts_change says so.
    """
    runner = runner or migration
    there_plan = migration.keep_plan()
    runner.run()
    there = migration.picture()
    assert there.schema != before.schema
    if not texts_change:
        assert differences(without_headers(before.rows), without_headers(there.rows)) == []
    if "a backup could not be restored because of" in planned.remarks:
        return  # the way back begins with such a restore

    migration.plan("--to", "back", "--was", str(there_plan), *back_options)
    runner.run()
    back = migration.picture()
    assert differences(before.dependences, back.dependences) == []
    if "becomes the last one" in planned.remarks:  # its columns have another order
        assert differences(in_any_order(before.schema), in_any_order(back.schema)) == []
    else:
        assert differences(before.schema, back.schema) == []
        assert differences(before.rows, back.rows) == []
