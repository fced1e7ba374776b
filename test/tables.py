"""Tables that pytest prints at the end of its run."""

from collections.abc import Iterable
from typing import Any

import pytest


class Table:
    """A table with notes below it. It is a plugin of pytest, which calls it at the end."""

    def __init__(self, title: str, *columns: str) -> None:
        self.title = title
        self.lines = [as_line(columns), "|" + "---|" * len(columns)]
        self.notes: list[str] = []

    def add(self, *cells: object) -> None:
        self.lines.append(as_line(cells))

    def note(self, text: str) -> None:
        self.notes.append(text)

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        terminalreporter.section(self.title)
        for line in self.lines + self.notes:
            terminalreporter.write_line(line)


def as_line(cells: Iterable[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def printed_at_the_end(request: pytest.FixtureRequest, table: Table) -> Table:
    request.config.pluginmanager.register(table)
    return table
