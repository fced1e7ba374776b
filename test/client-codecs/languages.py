"""The languages of clients/, each with all that the tests know of it.

A new one is a class here, its program in programs/, and an item of the list at the end.
"""

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import TOP
from language import HERE, PROGRAMS, Build, Language, Package, Tool, Word


def output_of(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout


def lacks_psycopg() -> str:
    return "" if importlib.util.find_spec("psycopg") else "there is no psycopg"


class Python(Language):
    name = "Python"
    folder = "python"
    needs = "python3"
    environment = {"PYTHONDONTWRITEBYTECODE": "1"}
    tests = Tool(("pytest", "-q"))
    linters = [
        Tool(("black", "--quiet", "--check", "--diff", ".")),
        Tool(("isort", "--quiet", "--check-only", "--diff", ".")),
        Tool(("flake8", "--jobs", "1", "--config", TOP / ".flake8", ".")),
        Tool(
            (
                *("mypy", "--no-error-summary", "--cache-dir", "/dev/null"),
                *("-m", "base62id", "-m", "base62id.testing", "-m", "base62id.__main__"),
                *("-m", "base62id.psycopg", "-m", "base62id.asyncpg"),
            ),
            lacks_more=lacks_psycopg,
        ),
    ]

    def build(self, build: Build) -> list[Word]:
        sources = build.package.path / "src"
        return ["env", f"PYTHONPATH={sources}", "python3", PROGRAMS / "codec.py"]


class JavaScript(Language):
    """With what the package pins of npm: its TypeScript, which Debian does not have, and what its
    tests need."""

    name = "JavaScript"
    folder = "node"
    needs = "npm"
    compiles = True
    stops_the_clock = False  # an image of Node.js tells itself from another by the clock
    tests = Tool(("npm", "test"))

    def reason_to_skip(self) -> str:
        version = output_of("node", "--version") if shutil.which("node") else "v0"
        has_node_20 = int(version.strip().lstrip("v").split(".")[0]) >= 20
        return "" if shutil.which("npm") and has_node_20 else "there is no Node.js 20 with npm"

    def install(self, package: Package) -> None:
        done = package.run("bash", "-c", f". {TOP}/test/lib/npm.sh && npm_install .")
        if done.returncode == 77:
            pytest.skip("npm reaches no registry")
        if done.returncode != 0:
            pytest.fail(done.stdout)

    def build(self, build: Build) -> list[Word]:
        package = build.package.path
        compiler = package / "node_modules/.bin/tsc"
        build.compile(compiler, "-p", package, "--module", "commonjs", "--outDir", build.folder)
        shutil.copy(PROGRAMS / "codec.cjs", build.folder)
        return ["node", build.folder / "codec.cjs"]


class Ruby(Language):
    name = "Ruby"
    folder = "ruby"
    needs = "ruby"
    tests = Tool(("rake",))
    linters = [Tool(("rubocop",))]

    def build(self, build: Build) -> list[Word]:
        return ["ruby", "-I", build.package.path / "lib", PROGRAMS / "codec.rb"]


class PHP(Language):
    name = "PHP"
    folder = "php"
    needs = "php"
    tests = Tool(("phpunit",))
    linters = [Tool(("phpcs",))]

    def reason_not_to_fork(self) -> str:
        return "" if "pcntl" in output_of("php", "-m") else "PHP has no pcntl"

    def build(self, build: Build) -> list[Word]:
        return ["php", PROGRAMS / "codec.php", build.package.path]


class Go(Language):
    name = "Go"
    folder = "go"
    needs = "go"
    compiles = True
    environment = {
        "BASE62ID_CONFORMANCE": "1",
        "GOFLAGS": "-mod=mod",
        "GOPROXY": "off",
        "GOTOOLCHAIN": "local",
    }
    forks = False
    tests = Tool(("go", "test", "./..."), folder="base62id")
    linters = [
        Tool(("go", "vet", "./..."), folder="base62id"),
        Tool(("gofmt", "-l", "."), says_nothing=True),
    ]

    def build(self, build: Build) -> list[Word]:
        """As a module of its own, which replaces the client's by the copy."""
        client = "placeholder.invalid/base62id/clients/go/base62id"
        shutil.copy(PROGRAMS / "codec.go", build.folder / "main.go")
        (build.folder / "go.mod").write_text(
            "module codec\n\n"
            "go 1.21\n\n"
            f"require {client} v1.0.0\n\n"
            f"replace {client} => {build.package.path}/base62id\n"
        )
        build.compile("go", "build", "-o", "codec", ".")
        return [build.folder / "codec"]


def lacks_clippy_of_today() -> str:
    """An older one does not know what the newer one is told to leave alone."""
    version = re.search(r"1\.(\d+)", output_of("cargo", "--version"))
    if not version:
        return "cargo does not run"
    return "" if int(version[1]) >= 85 else f"cargo is {version[0]}, older than 1.85"


class Rust(Language):
    name = "Rust"
    folder = "rust"
    needs = "rustc"
    compiles = True
    environment = {
        "BASE62ID_CONFORMANCE": "../../conformance",
        # that of who runs this
        "RUSTUP_HOME": os.environ.get("RUSTUP_HOME", str(Path.home() / ".rustup")),
    }
    tests = Tool((HERE / "rust_package", "test"), needs="cargo")
    linters = [
        Tool(
            (HERE / "rust_package", "clippy", "--all-targets", "--", "-D", "warnings"),
            needs="cargo-clippy",
            lacks_more=lacks_clippy_of_today,
        ),
        Tool(("cargo", "fmt", "--check"), needs="rustfmt"),
    ]

    def build(self, build: Build) -> list[Word]:
        rustc = ("rustc", "--edition", "2021", "-A", "warnings", "-O")
        library = build.folder / "libbase62id.rlib"
        source = build.package.path / "src/lib.rs"
        build.compile(
            *rustc, "--crate-type", "rlib", "--crate-name", "base62id", "-o", library, source
        )
        program = build.folder / "codec"
        build.compile(
            *rustc, "--extern", f"base62id={library}", "-o", program, PROGRAMS / "codec.rs"
        )
        return [program]


class Java(Language):
    name = "Java"
    folder = "java"
    needs = "javac"
    compiles = True
    forks = False
    tests = Tool(("bash", "./build", "test"), needs="javac")

    def build(self, build: Build) -> list[Word]:
        """Without Maven, with the adapter for JDBC where its library is."""
        module = build.folder / "module"
        program = build.folder / "codec"
        build.compile(build.package.path / "build", environment={"TARGET": str(module)})
        build.compile(
            *("javac", "-Xlint:all", "-Werror", "-d", program),
            *("-cp", module / "classes", PROGRAMS / "Codec.java"),
        )
        return ["java", "-cp", f"{module}/classes:{program}", "Codec"]


class Elixir(Language):
    name = "Elixir"
    folder = "elixir"
    needs = "elixirc"
    compiles = True
    forks = False
    remarks = ".*taking more than 10s.*\n"
    tests = Tool(("mix", "test"))
    linters = [Tool(("mix", "format", "--check-formatted"))]

    def build(self, build: Build) -> list[Word]:
        library = build.package.path / "lib"
        build.compile("elixirc", "-o", build.folder, *sorted(library.rglob("*.ex")))
        return ["elixir", "-pa", build.folder, PROGRAMS / "codec.exs"]


LANGUAGES: list[Language] = [
    Python(),
    JavaScript(),
    Ruby(),
    PHP(),
    Go(),
    Rust(),
    Java(),
    Elixir(),
]


def chosen_languages() -> list[Language]:
    """Those that BASE62ID_LANGUAGES names, or all."""
    names = os.environ.get("BASE62ID_LANGUAGES", "").split()
    known = {language.name: language for language in LANGUAGES}
    return [known[name] for name in names] or LANGUAGES


CHOSEN = chosen_languages()
