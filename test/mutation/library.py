"""A library that has all faults, which sleep, and a server on which regression tests see them."""

import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest
from conftest import Server, SqlError
from judging import SOURCE
from schemata import Fault, changed, put_to_sleep

PATIENCE_S = 300  # for one test: one that a fault makes wait for ever has seen it

# Where the regression tests run, and what it is made from.
DATABASE = "faults"
WHOLE = "whole"
# What a test that a fault has stopped midway leaves for the next one.
CLEAN_UP = f"""
ALTER SYSTEM RESET ALL;
SELECT pg_reload_conf();
SELECT format('DROP DATABASE %I WITH (FORCE)', datname)
FROM pg_database
WHERE datname NOT IN ('postgres', 'template0', 'template1', '{WHOLE}') \\gexec
SELECT format('DROP OWNED BY %I; DROP ROLE %1$I', rolname)
FROM pg_roles
WHERE rolname <> 'postgres' AND NOT starts_with(rolname, 'pg_') \\gexec
CREATE DATABASE {DATABASE} TEMPLATE {WHOLE};
"""
# As pg_regress has them.
PSQL = "-X -a -q -U postgres -v HIDE_TABLEAM=on -v HIDE_TOAST_COMPRESSION=on".split()
ENVIRONMENT = {
    "PGTZ": "PST8PDT",
    "PGDATESTYLE": "Postgres, MDY",
    "PGOPTIONS": "-c intervalstyle=postgres_verbose",
}


class Library:
    def __init__(self, directory: Path, faults: list[Fault]) -> None:
        self.sources = directory / "src"
        self._root = directory / "root"
        self._chosen = directory / "chosen"
        self._log = directory / "log"
        self.choose(0)
        ignored = shutil.ignore_patterns(".git", "*.o", "*.d", "*.so", "node_modules")
        shutil.copytree(SOURCE, self.sources, ignore=ignored)
        put_to_sleep(faults, self.sources)
        (self.sources / "results").mkdir(exist_ok=True)  # where regression tests write
        settings = directory / "server.conf"
        settings.write_text(self._settings())
        os.environ |= {"TEMP_CONFIG": str(settings), "BASE62ID_FAULT": str(self._chosen)}
        self._make()
        self._make("install", f"DESTDIR={self._root}")

    def _make(self, *arguments: str) -> None:
        # What a fault leaves unused is a warning, and a warning is not a test that saw it.  The
        # other options make the library need what src/pg/server/assertions.cpp has.
        options = f"-O0 -g0 -w -D_GLIBCXX_ASSERTIONS -include {self.sources}/src/fault.hpp"
        done = subprocess.run(
            ["test/lib/make_rooms", ".", "-s", "-j2", f"COPT={options}", *arguments],
            cwd=self.sources,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            pytest.fail(done.stdout + done.stderr)

    def _settings(self) -> str:
        """By which a server finds the library; a server that cannot be told is skipped."""
        script = ". test/lib/stage.sh; finds_staged && server_options"
        done = subprocess.run(
            ["bash", "-c", f"root={self._root} pg_config=$PG_CONFIG; {script}"],
            cwd=self.sources,
            stdout=subprocess.PIPE,
            text=True,
        )
        if done.returncode != 0:
            pytest.skip("this server finds an extension in its own directories only")
        return done.stdout

    def choose(self, number: int) -> None:
        """Which fault the processes have that load the library from now on; 0: none."""
        self._chosen.write_text(f"{number}\n")

    def use(self, server: Server) -> None:
        self.server = server
        server.sql("DROP EXTENSION base62id")
        server.new_database(WHOLE).sql("CREATE EXTENSION base62id")

    def _clean_up(self) -> None:
        """A server that a fault has ended comes back by itself."""
        for _ in range(60):
            try:
                self.server.sql(CLEAN_UP)
                return
            except SqlError as error:
                last = error
                time.sleep(1)
        raise last

    def _regression_passes(self, name: str) -> bool:
        """As pg_regress runs a test, but the first line that differs ends it."""
        expected = [
            path.read_bytes().splitlines(keepends=True)
            for path in self.sources.glob(f"expected/{name}*.out")
            if path.stem == name or path.stem[len(name) :] in ("_1", "_2", "_3")
        ]
        process = subprocess.Popen(
            [self.server.bin / "psql", *PSQL, "-h", self.server.directory, "-d", DATABASE],
            cwd=self.sources,
            env=os.environ | ENVIRONMENT | {"PG_ABS_BUILDDIR": str(self.sources)},
            stdin=(self.sources / f"sql/{name}.sql").open(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        patience = threading.Timer(PATIENCE_S, process.kill)
        patience.start()
        assert process.stdout is not None
        count = 0
        for line in process.stdout:
            expected = [lines for lines in expected if lines[count : count + 1] == [line]]
            count += 1
            if not expected:
                process.kill()
                break
        patience.cancel()
        return process.wait() == 0 and any(len(lines) == count for lines in expected)

    def _suite_passes(self, name: str, part: str) -> bool:
        with self._log.open("a") as log:
            process = subprocess.Popen(
                [f"test/{name}/run", *part.split()],
                cwd=self.sources,
                env=os.environ | {"PYTEST_ADDOPTS": "-x"},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
            try:
                return process.wait(PATIENCE_S) == 0
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return False

    def passes(self, test: str, fault: int) -> bool:
        """A regression test, or SUITE/PART, with a fault."""
        suite, slash, part = test.partition("/")
        if not slash:
            self._clean_up()
        self.choose(fault)
        passed = self._suite_passes(suite, part) if slash else self._regression_passes(test)
        self.choose(0)
        return passed

    def is_whole(self) -> bool:
        """Whether it needs nothing that a server does not have."""
        self._make()
        symbols = ["test/symbols/library", "base62id.so"]
        return subprocess.run(symbols, cwd=self.sources, capture_output=True).returncode == 0

    def is_whole_with(self, fault: Fault) -> bool:
        file = self.sources / fault.file
        before = file.read_text()
        file.write_text(changed(fault, before))
        try:
            return self.is_whole()
        finally:
            file.write_text(before)
