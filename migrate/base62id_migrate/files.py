"""The files of a plan."""

from __future__ import annotations

import os
from pathlib import Path

from .header import FINISH, MOVE, PREPARE
from .steps import StepWriter


def write_file(path: str, text: str) -> None:
    Path(path).write_text(text, "utf-8", "surrogateescape")


def write_plan(directory: str, writer: StepWriter, digest: str, move: str, finish: str) -> None:
    os.makedirs(directory, exist_ok=True)
    for name, text in (
        (PREPARE, writer.prepare(digest)),
        (MOVE, move),
        (FINISH, finish),
    ):
        write_file(os.path.join(directory, name), text)
