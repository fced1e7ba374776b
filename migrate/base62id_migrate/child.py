"""psql executes a text; it can be cancelled, and what became of it be asked."""

from __future__ import annotations

import contextlib
import re
import signal
import subprocess
import tempfile
import threading
import time
from typing import Callable, Optional

from .database import BEGINNING, PINS, PSQL, Database, Failed, environment
from .sql import Row

PATIENCE = 60  # seconds for a backend to end that was told to


class Child:
    """A psql, in a session of its own: a terminal's Ctrl-C does not come to it."""

    def __init__(self, database: Database, text: str) -> None:
        self.database = database
        self.input, self.errors = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.input.write(
            (
                f"SET {PINS[0]};\nSET statement_timeout = 0;\n"
                "SET idle_in_transaction_session_timeout = 0;\n"
                f"{BEGINNING}SELECT pg_backend_pid();\n{text}"
            ).encode("utf-8", "surrogateescape")
        )
        self.input.seek(0)
        self.pid: Optional[int] = None
        self.process = subprocess.Popen(
            [*PSQL, "-d", database.connection, "-f", "-"],
            stdin=self.input,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=environment(False),
            start_new_session=True,
        )
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            if self.pid is None and line.strip().isdigit():
                self.pid = int(line)

    def wait(self, every: float, look: Callable[[], None]) -> str:
        """Until it has ended; what it has said."""
        while True:
            try:
                self.process.wait(every)
                break
            except subprocess.TimeoutExpired:
                look()
        return self.said()

    def said(self) -> str:
        self.errors.seek(0)
        text = self.errors.read().decode("utf-8", "replace")
        if self.process.returncode:
            raise Failed("psql", text, "")
        return text

    def cancel(self) -> bool:
        """Tells the server to stop, and waits; whether the backend is known to have ended."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5)
        ended = self.has_ended()
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        return ended

    def has_ended(self) -> bool:
        """Whether its backend has, which goes on while a connection is lost; told to, at last."""
        if self.process.poll() is not None and self.process.returncode in (0, 1, 3):
            return True  # psql has the server's word
        if self.pid is None:
            return False
        tell = "pg_cancel_backend"
        for attempt in range(PATIENCE):
            with contextlib.suppress(Failed):
                rows: list[Row] = self.database.rows(
                    f"SELECT {tell}(pid) AS told FROM pg_stat_activity WHERE pid = {self.pid} "
                    "AND application_name = 'base62id-migrate' AND pid <> pg_backend_pid()"
                )
                if not rows:
                    return True
            time.sleep(1)
            if attempt > PATIENCE / 2:
                tell = "pg_terminate_backend"
        return False


def told(text: str) -> list[str]:
    """What the statements of a file say of themselves."""
    return re.findall(r"base62id-migrate: (.*)", text)


def held(text: str) -> str:
    """How long the move has waited for locks, and held them."""
    return next((line.partition("; ")[2] for line in told(text)), "")
