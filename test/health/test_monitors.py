"""The checks of examples/monitor page somebody when a server is broken, warn by day of what can
wait, and are silent while all is well.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from conftest import TOP, Server, free_port, unhealthy_when_caught_up, wait_for
from health import MAKE_XID, restart, server, write_keys

__all__ = ["server"]
EXAMPLES = TOP / "examples/monitor"


# page.sh and by-day.sh -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where check_postgres is found: here it only says what it was asked for."""
    directory = tmp_path_factory.mktemp("programs")
    stand_in = directory / "check_postgres"
    stand_in.write_text("#!/bin/sh\nprintf '%s\\0' \"$@\"\n")
    stand_in.chmod(0o755)
    return directory


def counted(server: Server, programs: Path, script: str) -> tuple[str, str]:
    """The threshold that the script gives check_postgres, and what its query counts."""
    done = subprocess.run(
        [EXAMPLES / script],
        env=os.environ | {"PATH": f"{programs}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=True,
    )
    options = dict(word.split("=", 1) for word in done.stdout.rstrip("\0").split("\0"))
    [[count, _]] = server.sql(options["--query"])
    [threshold] = [
        f"{name}={options[name]}" for name in ("--critical", "--warning") if name in options
    ]
    return threshold, count


def alerts(server: Server, programs: Path) -> list[tuple[str, str]]:
    return [counted(server, programs, script) for script in ("page.sh", "by-day.sh")]


def test_a_monitor_is_silent_while_all_is_well(server: Server, programs: Path) -> None:
    assert alerts(server, programs) == [("--critical=1", "0"), ("--warning=1", "0")]


def test_a_monitor_warns_by_day_and_pages_somebody_when_it_is_broken(
    server: Server, programs: Path
) -> None:
    """The key's file has vanished, and at the next start the key is not there."""
    (server.directory / "cluster.key").unlink()
    assert unhealthy_when_caught_up(server) == {"cluster key": "warning"}
    assert alerts(server, programs) == [("--critical=1", "0"), ("--warning=1", "1")]

    restart(server)
    assert unhealthy_when_caught_up(server) == {"cluster key": "broken", "scope": "warning"}
    assert alerts(server, programs) == [("--critical=1", "1"), ("--warning=1", "1")]

    restart(server, **write_keys(server))
    assert alerts(server, programs) == [("--critical=1", "0"), ("--warning=1", "0")]


# Prometheus ------------------------------------------------------------------------------------


class Exporter:
    """prometheus-sql-exporter with the example's queries, each second."""

    def __init__(self, server: Server, directory: Path) -> None:
        self._address = f"127.0.0.1:{free_port()}"
        where = f"host={server.directory}&user=postgres&sslmode=disable"
        example = (EXAMPLES / "prometheus-sql-exporter.yml").read_text()
        config = directory / "exporter.yml"
        text, urls = re.subn(r"'postgres://.*'", f"'postgres:///postgres?{where}'", example)
        text, intervals = re.subn(r"interval: .*", "interval: 1s", text)
        assert (urls, intervals) == (1, 1)
        config.write_text(text)
        self._process = subprocess.Popen(
            [
                *("prometheus-sql-exporter", "-config.file", config),
                *("-web.listen-address", self._address),
            ],
            stdin=subprocess.DEVNULL,
            stdout=(directory / "exporter.log").open("w"),
            stderr=subprocess.STDOUT,
        )

    def series(self) -> dict[str, float]:
        """By their names and labels; none while it has not read anything."""
        try:
            with urlopen(f"http://{self._address}/metrics") as answer:
                lines = answer.read().decode().splitlines()
        except URLError:
            return {}
        pairs = [line.rsplit(" ", 1) for line in lines if line.startswith("sql_base62id")]
        return {labels: float(value) for labels, value in pairs}

    def stop(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def exporter(server: Server, tmp_path: Path) -> Iterator[Exporter]:
    if not shutil.which("prometheus-sql-exporter"):
        pytest.skip("prometheus-sql-exporter is not installed")
    exporter = Exporter(server, tmp_path)
    yield exporter
    exporter.stop()


def test_the_exporter_has_a_series_for_each_row_and_each_number(
    server: Server, exporter: Exporter
) -> None:
    """No label changes from one reading to the next, only numbers do."""
    server.sql(MAKE_XID)
    wanted = int(server.value("SELECT count(*) + count(value) FROM base62id_health()"))
    wait_for(f"{wanted} series", lambda: len(exporter.series()) == wanted)
    before = exporter.series()
    [of_id_types] = [
        value
        for labels, value in before.items()
        if labels.startswith("sql_base62id_value") and 'what="id types"' in labels
    ]
    assert of_id_types == 3, "those of the fixture server"

    server.sql(MAKE_XID)
    wait_for("another reading", lambda: exporter.series() != before)
    assert exporter.series().keys() == before.keys()


def test_one_alert_pages_and_one_is_for_the_day() -> None:
    """alerts_test.yml has what Prometheus reads, and the alerts that it must then raise."""
    if not shutil.which("promtool"):
        pytest.skip("there is no promtool (Debian: prometheus)")
    done = subprocess.run(
        ["promtool", "test", "rules", Path(__file__).with_name("alerts_test.yml")],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
