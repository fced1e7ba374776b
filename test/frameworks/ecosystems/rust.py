"""Rust, with Debian's crates; nothing is fetched."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from framework import (
    CLIENTS,
    Framework,
    NotInstalled,
    Scratch,
    Stored,
    copy_files,
    link,
    need_program,
)

REGISTRY = Path("/usr/share/cargo/registry")
OLDEST = 85
MANIFEST = """
[package]
name = "{crate}-test"
version = "0.0.0"
edition = "2024"

[features]
told = []

[dependencies]
tokio = {{ version = "1", features = ["macros", "rt"] }}
"""
DEPENDENCIES = {
    "sqlx": """
base62id = {{ path = "{client}", features = ["sqlx"] }}

[dependencies.sqlx]
version = "0"
default-features = false
features = ["postgres", "runtime-tokio", "derive", "uuid"]
""",
    "tokio-postgres": """
base62id = {{ path = "{client}", features = ["postgres"] }}
tokio-postgres = {{ version = "0.7", features = ["with-uuid-1"] }}
uuid = "1"
""",
}
CONFIGURATION = """
[source.crates-io]
replace-with = "debian"

[source.debian]
directory = "{registry}"
"""


@dataclass(frozen=True, kw_only=True)
class Rust(Framework):
    """The program is the file with main."""

    ecosystem = "rust"

    crate: str

    def set_up(self, scratch: Scratch) -> None:
        need_cargo()
        scratch.environment["CRATE_VERSION"] = version_of(self.crate)
        self.build(scratch)

    def build(self, scratch: Scratch, *features: str) -> None:
        """The program "test"."""
        package = scratch.directory / "program"
        self.write_package(package, scratch.directory)
        variables = {
            "CARGO_HOME": str(package / ".cargo"),
            "CARGO_TARGET_DIR": str(scratch.kept / "target"),
        }
        if scratch.measures_time:
            variables["CARGO_PROFILE_DEV_OPT_LEVEL"] = "3"
        options = ["--offline", "--jobs", "2", "--features", ",".join(features)]
        scratch.prepare("cargo", "build", *options, cwd=package, **variables)
        link(scratch.directory / "test", scratch.kept / f"target/debug/{self.crate}-test")

    def write_package(self, package: Path, sources: Path) -> None:
        copy_files(sources.glob("*.rs"), package / "src")
        shutil.copy(sources / self.program, package / "src/main.rs")
        manifest = MANIFEST + DEPENDENCIES[self.crate]
        (package / "Cargo.toml").write_text(
            manifest.format(crate=self.crate, client=CLIENTS / "rust")
        )
        (package / ".cargo").mkdir(exist_ok=True)
        (package / ".cargo/config.toml").write_text(CONFIGURATION.format(registry=REGISTRY))

    def build_with_line(self, scratch: Scratch) -> None:
        self.build(scratch, "told")

    def command(self, state: str) -> list[str]:
        return ["./test"]


@dataclass(frozen=True, kw_only=True)
class StoredSqlx(Rust):
    """Without the word its parameters are of the id type, which makes another program."""

    def build(self, scratch: Scratch, *features: str) -> None:
        directory = scratch.directory
        super().build(scratch)
        shutil.copy(directory / "test", directory / "test-uuid")
        link(directory / "test-moved", "test-uuid")
        super().build(scratch, "told")
        shutil.copy(directory / "test", directory / "test-typed")

    def command(self, state: str) -> list[str]:
        return [f"./test-{state}"]


def need_cargo() -> None:
    need_program("cargo")
    said = subprocess.run(["cargo", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"1\.(\d+)", said)
    if not version or int(version[1]) < OLDEST:
        raise NotInstalled(f"cargo 1.{OLDEST}")


def version_of(crate: str) -> str:
    found = sorted(path.name for path in REGISTRY.glob(f"{crate}-[0-9]*"))
    if not found:
        raise NotInstalled(crate)
    return found[-1].removeprefix(f"{crate}-")


DRIVERS = "tokio-postgres, sqlx"

FRAMEWORKS: list[Framework] = [
    StoredSqlx(
        name="sqlx-stored",
        title="sqlx over plain uuid columns",
        crate="sqlx",
        program="stored_sqlx.rs",
        stored=Stored(),
    ),
    Rust(
        name="sqlx",
        title="sqlx",
        crate="sqlx",
        program="sqlx_main.rs",
        has_cells=True,
        has_traps=True,
    ),
    Rust(
        name="sqlx-uuids",
        title="sqlx, UUIDs",
        crate="sqlx",
        program="uuids_sqlx.rs",
        knows_uuids=DRIVERS,
    ),
    Rust(
        name="tokio-postgres",
        title="tokio-postgres",
        crate="tokio-postgres",
        program="tokio_main.rs",
        has_cells=True,
        has_traps=True,
    ),
    Rust(
        name="tokio-uuids",
        title="tokio-postgres, UUIDs",
        crate="tokio-postgres",
        program="uuids_tokio.rs",
        knows_uuids=DRIVERS,
    ),
    Rust(
        name="tokio-stored",
        title="tokio-postgres over plain uuid columns",
        crate="tokio-postgres",
        program="stored_tokio.rs",
        stored=Stored(),
    ),
]
