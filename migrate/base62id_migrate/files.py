"""The files of a plan."""

from __future__ import annotations

import os
from pathlib import Path

from .header import FINISH, MOVE, PREPARE
from .online import Index
from .steps import StepWriter


def write_file(path: str, text: str) -> None:
    Path(path).write_text(text, "utf-8", "surrogateescape")


def write_plan(directory: str, writer: StepWriter, digest: str, move: str, finish: str) -> None:
    os.makedirs(directory, exist_ok=True)
    for name, text in (
        (PREPARE, writer.prepare(digest)),
        (MOVE, move),
        (FINISH, finish),
        ("README.md", readme(writer)),
    ):
        write_file(os.path.join(directory, name), text)


def megabytes(size: int) -> str:
    return f"{size / (1 << 20):.1f}"


def what_happens(index: Index) -> str:
    if index.ready:
        return "made beforehand"
    if index.later:
        return "made afterwards"
    return "built under the lock"


def readme(writer: StepWriter) -> str:
    """For who reviews the plan."""
    indexes = writer.indexes
    lines = [
        "# A move of ids",
        "",
        f"`{PREPARE}` makes successors of indexes, while all go on. `{MOVE}` is one statement: it",
        "changes the types, under locks. Afterwards keys hold for new rows only, until",
        f"`{FINISH}` has read the others, while all go on: it is part of the move.",
        "",
        "`base62id-migrate run DATABASE DIRECTORY` executes them in order, and goes on where it",
        "was stopped. psql executes each as well. To give up before the move: `run --undo`.",
        "",
        "| table | rows | MB | columns |",
        "|---|---|---|---|",
    ]
    tables: dict[str, list[str]] = {}
    for c in writer.choice.moves:
        tables.setdefault(c.table, []).append(f"{c.column} {c.type} → {c.new}")
    for table, columns in sorted(tables.items()):
        about = writer.now[table]
        schema, name = str(about["nspname"]), str(about["relname"])
        lines.append(
            f"| {table} | {indexes.rows(schema, name)} "
            f"| {megabytes(indexes.size(schema, name))} | {', '.join(columns)} |"
        )
    lines += ["", "| index | of | MB | how |", "|---|---|---|---|"]
    for i in indexes.all:
        lines.append(f"| {i.full} | {i.table} | {megabytes(i.size)} | {what_happens(i)} |")
    if writer.validated:
        lines += ["", f"Keys that `{FINISH}` validates:", ""]
        lines += [f"- {later.why}" for later in writer.validated]
    return "\n".join(lines) + "\n"
