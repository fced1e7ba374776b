"""Elixir: a project of mix.exs with its lib/, built with the sources of Ecto."""

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from framework import HERE, Framework, Scratch, Stored, need_program, need_variable

# What each library needs of the others.
LIBRARIES: dict[str, list[str]] = {
    "decimal": [],
    "db_connection": ["telemetry"],
    "postgrex": ["decimal", "db_connection"],
    "ecto": ["telemetry", "decimal"],
    "ecto_sql": ["telemetry", "db_connection", "ecto", "postgrex"],
}


@dataclass(frozen=True, kw_only=True)
class Elixir(Framework):
    ecosystem = "elixir"

    compiles_again: bool = False

    def set_up(self, scratch: Scratch) -> None:
        need_program("mix")
        sources = need_variable(
            "BASE62ID_ELIXIR_DEPS",
            "a directory with the sources of ecto, ecto_sql, postgrex, db_connection, decimal"
            " and telemetry",
        )
        project = scratch.directory
        shutil.copy(HERE / "elixir/mix.exs", project)  # in the place of the package's own
        (project / "harness.ex").rename(project / "lib/harness.ex")
        libraries = project / "libraries"
        shutil.copytree(sources, libraries)
        for name, needed in LIBRARIES.items():
            depend_on_directories(libraries / name / "mix.exs", needed)
        scratch.environment |= {
            "BASE62ID_ELIXIR_DEPS": str(libraries),
            "MIX_ENV": "prod",
            "MIX_OS_DEPS_COMPILE_PARTITION_COUNT": "2",
        }
        scratch.prepare("mix", "compile", "--warnings-as-errors")

    def command(self, state: str) -> list[str]:
        options = ["--no-start"] if self.compiles_again else ["--no-start", "--no-compile"]
        return ["mix", "run", *options, self.program]


def depend_on_directories(project: Path, names: list[str]) -> None:
    """Its requirements are packages; here they are directories beside it."""
    needed = ", ".join(f'{{:{name}, path: "../{name}"}}' for name in names)
    text = project.read_text()
    project.write_text(re.sub(r"deps: deps\(\),", f"deps: [{needed}],", text))


FRAMEWORKS: list[Framework] = [
    Elixir(
        name="ecto-compositions",
        title="Ecto, compositions of conditions",
        program="compositions_test.exs",
    ),
    Elixir(
        name="ecto-stored",
        title="Ecto over plain uuid columns",
        program="stored_test.exs",
        stored=Stored(),
    ),
    Elixir(
        name="ecto",
        title="Ecto",
        program="ecto_test.exs",
        compiles_again=True,
        has_cells=True,
        has_traps=True,
        dumped="",
    ),
    Elixir(
        name="ecto-uuids",
        title="Ecto, UUIDs",
        program="uuids_test.exs",
        compiles_again=True,
        knows_uuids="Ecto",
    ),
]
