"""What the tests of the generators share: how many ids they make, programs in C, servers whose
clock is set, and who finds ids that were made twice.
"""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from conftest import (
    FULL,
    MAJOR,
    Database,
    Server,
    ServerMaker,
    Session,
    pg_config,
    replace_file,
    wait_for,
    wait_until,
)

HERE = Path(__file__).parent
TOP = HERE.parent.parent

# How many ids are made before and after an event that must bring none again (a restart, a clock set
# back, a promotion, a copy of the directory), together.
IDS_AN_EVENT = int(os.environ.get("BASE62ID_IDS", 10_000_000 if FULL else 200_000))
# How many ids statistics are over.
IDS_COUNTED = 1 << (24 if FULL else 19)

# Sessions of a server share their counters. Before 17 that needs preloading.
SHARING = {"shared_preload_libraries": "base62id" if MAJOR < 17 else ""}

# Parts of the long form; test/generators/run runs those that are named in any form.
LONG = pytest.mark.skipif(
    not (FULL or "BASE62ID_PARTS" in os.environ), reason="only with BASE62ID_FULL=1"
)
# What does not need another server beside the one that is tested: memory is shared, and settings
# are read, by other code in each major; clocks and copies of servers are not.
ON_ONE_SERVER = pytest.mark.skipif(
    bool(os.environ.get("BASE62ID_SECOND")), reason="tested on the other server of this run"
)

# What a server writes to its log when a test has killed one of its processes.
OF_CRASH = "terminated by signal 9|exited with exit code 2"


# Servers ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def servers(new_server: ServerMaker) -> Iterator[ServerMaker]:
    """Makes servers, which must have written nothing bad to their logs when the file has ended."""
    made: list[Server] = []

    def make(**options: Any) -> Server:
        server = new_server(**options)
        made.append(server)
        return server

    yield make
    for server in made:
        bad = [
            line for line in server.trouble() if not (server.crashed and re.search(OF_CRASH, line))
        ]
        assert bad == [], server.log


def in_force(server: Server) -> tuple[str, str]:
    """The number that the server uses, and the scope of its ids."""
    [row] = server.sql(
        """
        SELECT max(value) FILTER (WHERE name = 'machine'),
               max(value) FILTER (WHERE name = 'scope')
        FROM base62id_settings()
        """
    )
    return row[0], row[1]


def wait_until_in_force(server: Server, machine: str, scope: str) -> None:
    wanted = (machine, scope)
    wait_for(f"machine and scope {wanted}", lambda: in_force(server) == wanted)


def wait_until_in_file(file: Path, text: str) -> None:
    wait_for(f"{text!r} in {file}", lambda: file.exists() and text in file.read_text())


def state(server: Server, expression: str) -> str:
    """The SQLSTATE of its error, or 00000."""
    return states(server, expression)[0]


def states(server: Server, *expressions: str) -> list[str]:
    """Of each expression the SQLSTATE of its error, or 00000."""
    queries = "".join(f"SELECT {expression};\n\\echo :SQLSTATE\n" for expression in expressions)
    done = Database(server, "postgres").psql(f"\\o /dev/null\n{queries}")
    return done.stdout.split()


def health(server: Server, what: str) -> str:
    return server.value(f"SELECT state FROM base62id_health() WHERE what = '{what}'")


# Many sessions ---------------------------------------------------------------------------------


class Client:
    """psql over a script, which does not wait for its end."""

    def __init__(self, database: Database, script: str, output: Path | None = None) -> None:
        server = database.server
        script_file = tempfile.TemporaryFile("w+")
        script_file.write(script)
        script_file.seek(0)
        self._psql = subprocess.Popen(
            [
                *(server.bin / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"),
                *("-h", server.directory, "-U", database.role, "-d", database.name),
                *("-f", "-"),
            ],
            stdin=script_file,
            stdout=output.open("w") if output else subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def end(self) -> str:
        """What it wrote; it must have succeeded."""
        output, errors = self._psql.communicate()
        assert self._psql.returncode == 0, errors
        return output

    def wait(self) -> None:
        """Whether it succeeded or not."""
        self._psql.communicate()


def at_once(server: Server, scripts: list[str]) -> None:
    """Sessions that begin at once: they wait for a lock until all of them are there."""
    database = Database(server, "postgres")
    gate = Session(database)
    gate.outcome("SELECT pg_advisory_lock(1)")
    clients = [
        Client(database, f"SELECT pg_advisory_lock_shared(1); {script}") for script in scripts
    ]
    wait_until(
        server,
        f"""
        SELECT count(*) = {len(scripts)}
        FROM pg_locks
        WHERE locktype = 'advisory' AND NOT granted
        """,
    )
    gate.close()
    for client in clients:
        client.end()


# Ids in files ----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def scratch() -> Iterator[Path]:
    """A directory for large files."""
    with tempfile.TemporaryDirectory(prefix="b62.") as directory:
        yield Path(directory)


# Ids of the kinds that share counters. Of ts_seq_rand it is the part that counts, without the
# random bits.
XID = "'xid ' || xid_new()::text"
SNOWISH = "'snowish ' || uid11_snowish_new()::text"
SNOWISH_OF_5 = "'snowish ' || uid11_snowish_new(5)::text"
TS_SEQ_RAND = "'ts_seq_rand ' || (uid11_ts_seq_rand_new()::bigint >> 10)"


def copy_ids(number: int, *kinds: str) -> str:
    """A statement that writes so many ids of each kind, each a line that names its kind."""
    return f"""
        COPY (
            SELECT unnest(ARRAY[{", ".join(kinds)}])
            FROM generate_series(1, {number})
        ) TO STDOUT
    """


def made_twice(*files: Path, in_order: bool = False) -> int:
    """How many lines stand in the files more than once; of files in order it is faster."""
    order = ["--merge"] if in_order else ["--buffer-size=1G"]
    environment = os.environ | {"LC_ALL": "C"}
    sort = subprocess.Popen(["sort", *order, *files], stdout=subprocess.PIPE, env=environment)
    repeated = subprocess.run(
        "uniq --repeated | wc --lines",
        shell=True,
        stdin=sort.stdout,
        capture_output=True,
        text=True,
    )
    assert sort.wait() == 0
    return int(repeated.stdout)


def number_of_lines(*files: Path) -> int:
    return sum(file.read_bytes().count(b"\n") for file in files)


# Programs in C and C++ -------------------------------------------------------------------------

Compiler = Callable[[str], Path]


@pytest.fixture(scope="session")
def compiled(scratch: Path) -> Compiler:
    """Compiles a file of this directory: NAME.c to a library, NAME.cpp to a program."""

    def compile_file(name: str) -> Path:
        result = scratch / Path(name).with_suffix(".so" if name.endswith(".c") else "")
        if name.endswith(".c"):
            include = f"-I{pg_config('includedir-server')}"
            command = ["cc", "-O1", "-fPIC", "-shared", "-Wall", include]
        else:
            command = ["c++", "-O2", "-std=c++20", f"-I{TOP / 'src'}"]
        if not result.exists():
            subprocess.run([*command, "-o", result, HERE / name, "-ldl"], check=True)
        return result

    return compile_file


# Statistics ------------------------------------------------------------------------------------


def psql_for_ids(server: Server, generator: str) -> list[str]:
    """The command that writes ids, in the order in which one session makes them."""
    query = f"COPY (SELECT {generator} FROM generate_series(1, {IDS_COUNTED}))"
    return [
        *(str(server.bin / "psql"), "-X", "-h", str(server.directory), "-U", "postgres"),
        *("-d", "postgres", "-c", f"{query} TO STDOUT (FORMAT BINARY)"),
    ]


def judge_statistics(compiled: Compiler, kind: str, command: list[str]) -> None:
    """Over what the command writes, a COPY in binary of ids of that kind."""
    ids = subprocess.Popen(command, stdout=subprocess.PIPE)
    done = subprocess.run(
        [compiled("statistics.cpp"), kind], stdin=ids.stdout, capture_output=True, text=True
    )
    print(done.stdout, done.stderr)
    assert ids.wait() == 0
    assert done.returncode == 0
    results = [line for line in done.stdout.splitlines() if not line.startswith("#")]
    assert results
    assert all(line.startswith("ok - ") for line in results)


# Clocks ----------------------------------------------------------------------------------------


def still(time_of_day: str) -> str:
    """A clock that stands still."""
    return f"={seconds(time_of_day)}"


def running_from(time_of_day: str) -> str:
    """A clock that runs from then on."""
    return f"{seconds(time_of_day) - int(time.time()):+}"


def seconds(time_of_day: str) -> int:
    return int(datetime.fromisoformat(time_of_day).replace(tzinfo=timezone.utc).timestamp())


def slow(rate: float) -> str:
    """A clock that runs at that rate from now on."""
    return f"*{rate} {int(time.time())}"


RIGHT = "+0"
HOUR_BEHIND = "-3600"
HOUR_AHEAD = "+3600"


class Clock:
    """The clock of the servers that have its environment; steps.c says what it may be set to."""

    def __init__(self, file: Path, steps: Path) -> None:
        self._file = file
        self.environment = {"LD_PRELOAD": str(steps), "CLOCK": str(file)}
        self.set(RIGHT)

    def set(self, to: str) -> None:
        replace_file(self._file, f"{to}\n")


ClockMaker = Callable[[], Clock]


@pytest.fixture(scope="session")
def new_clock(scratch: Path, compiled: Compiler) -> ClockMaker:
    """Makes clocks, which are right at first."""
    made: list[Clock] = []

    def make() -> Clock:
        made.append(Clock(scratch / f"clock{len(made)}", compiled("steps.c")))
        return made[-1]

    return make


# The file of reserved times --------------------------------------------------------------------


def reserved_file(server: Server) -> Path:
    return server.data / "pg_stat/base62id.reserved"
