"""C++: libpq with the codec headers."""

import os
from dataclasses import dataclass
from pathlib import Path

from conftest import TOP, pg_config
from framework import Framework, Scratch, need_file, need_program


@dataclass(frozen=True, kw_only=True)
class Cpp(Framework):
    ecosystem = "cpp"

    def set_up(self, scratch: Scratch) -> None:
        libpq = Path(pg_config("includedir"))
        need_program("g++")
        need_file(libpq / "libpq-fe.h")
        include = scratch.directory / "include"
        include.mkdir()
        os.symlink(TOP / "src/codec", include / "base62id")
        scratch.prepare(
            *("g++", "-std=c++20", "-O1", "-Wall", "-Wextra"),
            *("-I", include, "-I", libpq, "-I", TOP / "test/lib"),
            *("-o", "test", self.program, "-lpq"),
        )

    def command(self, state: str) -> list[str]:
        return ["./test"]


FRAMEWORKS: list[Framework] = [
    Cpp(
        name="libpq",
        title="libpq in C++ with the codec library",
        program="libpq_test.cpp",
        has_table_of_each_type=True,
    ),
]
