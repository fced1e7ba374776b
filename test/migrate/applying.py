"""An application while a database moves: pgbench, which ends a client at its first error."""

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from conftest import Database, wait_for
from moves import environment_of


@dataclass(frozen=True)
class Latencies:
    """Of its transactions."""

    transactions: int
    slowest: int  # in milliseconds


class Application:
    """It asks the same again and again, until it is ended."""

    def __init__(
        self, database: Database, script: str, directory: Path, *options: str, **variables: str
    ) -> None:
        directory.mkdir()
        self._directory = directory
        self._output = directory / "output"
        queries = directory / "application.sql"
        queries.write_text(script)
        with self._output.open("w") as output:
            self._pgbench = subprocess.Popen(
                [
                    *(database.server.bin / "pgbench", "-n", "-T", "3600"),
                    *("-l", f"--log-prefix={directory / 'latency'}"),
                    *options,
                    *("-f", queries, database.name),
                ],
                env=environment_of(database, **variables),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        wait_for("the application to begin", lambda: bool(self._logs()))

    def _logs(self) -> list[Path]:
        return list(self._directory.glob("latency*"))

    def end(self) -> None:
        """After it has met what there is then, and has written lines of the time before: it writes
        about eighty at once.
        """
        time.sleep(2)
        self._pgbench.terminate()
        self._pgbench.wait()

    def failures(self) -> list[str]:
        lines = self._output.read_text().splitlines()
        return [line for line in lines if "aborted" in line or "ERROR" in line]

    def latencies(self) -> Latencies:
        """A line of the logs has the microseconds as its third number."""
        rows = [line.split() for log in self._logs() for line in log.read_text().splitlines()]
        times = [int(row[2]) for row in rows if len(row) > 2 and row[2].isdigit()]
        return Latencies(len(times), round(max(times, default=0) / 1000))
