"""Packages and programs of the languages, as fixtures: each is installed and built once."""

import atexit
import functools
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest
from language import Build, Language, Package
from languages import CHOSEN
from lines import Case, complaints

# With what a test ends that needs what could not be made.
ENDS_OF_TESTS = (pytest.skip.Exception, pytest.fail.Exception)


class Program:
    """The program of a language, one of programs/."""

    def __init__(self, package: Package) -> None:
        self.language = package.language
        build = Build(package)
        self._command = self.language.build(build)
        self._environment = package.environment
        self.compilers_output = build.output
        # Not where a library of the name base62id was built.
        self._folder = build.folder

    def _call(
        self, word: str, given: str = "", environment: dict[str, str] | None = None
    ) -> list[str]:
        """The lines that it prints. It prints to a file: that is whole after two processes."""
        output = self._folder / "output"
        with output.open("wb") as to:
            done = subprocess.run(
                [*self._command, word],
                cwd=self._folder,
                env=self._environment | (environment or {}),
                input=given.encode(),
                stdout=to,
                stderr=subprocess.PIPE,
            )
        assert done.returncode == 0, done.stderr.decode(errors="replace")[-4000:]
        return output.read_text().removesuffix("\n").split("\n")

    def complaints(self, cases: list[Case]) -> list[str]:
        """Its first wrong answers."""
        lines = "".join(f"{case.line}\n" for case in cases)
        return complaints(cases, self._call("lines", lines))

    def ids_of_threads(self) -> list[str]:
        return self._call("workers")

    def ids_of_forks(self, environment: dict[str, str]) -> list[str]:
        return self._call("forks", environment=environment)


@functools.cache
def make_package(language: Language) -> Package | BaseException:
    try:
        if reason := language.reason_to_skip():
            pytest.skip(reason)
        work = Path(tempfile.mkdtemp(prefix="b62."))
        atexit.register(shutil.rmtree, work, ignore_errors=True)
        package = Package(language, work)
        language.install(package)
        return package
    except ENDS_OF_TESTS as trouble:
        return trouble


@functools.cache
def make_program(language: Language) -> Program | BaseException:
    try:
        return Program(whole(make_package(language)))
    except ENDS_OF_TESTS as trouble:
        return trouble


def whole(made: Package | BaseException) -> Package:
    if isinstance(made, Package):
        return made
    raise made


@pytest.fixture(params=CHOSEN, ids=str)
def package(request: pytest.FixtureRequest) -> Package:
    """The package of each language."""
    return whole(make_package(request.param))


@pytest.fixture(params=CHOSEN, ids=str)
def program(request: pytest.FixtureRequest) -> Program:
    """The program of each language."""
    made = make_program(request.param)
    if isinstance(made, Program):
        return made
    raise made
