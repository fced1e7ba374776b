"""Each fault of a client package is seen by the package's own suite, run by its language's tool."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import FULL
from judging import IN_PACKAGES, SOURCE, Table, names, table
from schemata import Fault, changed

__all__ = ["table"]  # a fixture


@dataclass
class Suite:
    """How the tests of a package are run, by a program that may not be there."""

    program: str
    command: str
    install: str = ""


SUITES = {
    "cargo": Suite("cargo", f"{SOURCE}/test/client-codecs/rust_package test"),
    "go": Suite("go", "cd base62id && go test -failfast ./..."),
    "junit": Suite("javac", "./build test"),
    "mix": Suite("mix", "mix test --max-failures 1"),
    "npm": Suite("npm", "npm test", f". {SOURCE}/test/lib/npm.sh && npm_install ."),
    "phpunit": Suite("phpunit", "phpunit --stop-on-failure"),
    "pytest": Suite("pytest", "pytest -q -x"),
    "rake": Suite("rake", "rake"),
}
NO_REGISTRY = 77


def environment(home: Path) -> dict[str, str]:
    """Without a network, and with the Rust of who runs this."""
    rust = os.environ.get("RUSTUP_HOME", f"{os.environ['HOME']}/.rustup")
    go = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    return os.environ | go | {"HOME": str(home), "RUSTUP_HOME": rust}


class Package:
    """A copy of a package beside what its suite reads."""

    def __init__(self, directory: Path, fault: Fault) -> None:
        self.suite = SUITES[fault.tests[0]]
        if shutil.which(self.suite.program) is None:
            pytest.skip(f"there is no {self.suite.program}")
        self.top = directory
        self.home = directory / Path(*Path(fault.file).parts[:2])
        shutil.copytree(SOURCE / self.home.relative_to(directory), self.home)
        shutil.copytree(SOURCE / "conformance", directory / "conformance")
        if self.suite.install and self._run(self.suite.install) == NO_REGISTRY:
            pytest.skip("no registry is reached")
        if self._run(self.suite.command) != 0:
            pytest.fail(f"without a fault it fails:\n{self.log.read_text()[-2000:]}")

    @property
    def log(self) -> Path:
        return self.top / "log"

    def _run(self, command: str) -> int:
        with self.log.open("w") as log:
            return subprocess.run(
                ["bash", "-c", command],
                cwd=self.home,
                env=environment(self.top),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            ).returncode

    def sees(self, fault: Fault) -> bool:
        file = self.top / fault.file
        before = file.read_text()
        file.write_text(changed(fault, before))
        status = self._run(self.suite.command)
        file.write_text(before)
        return status != 0


@pytest.fixture(scope="module")
def packages() -> dict[str, Package]:
    return {}


@pytest.mark.parametrize("fault", IN_PACKAGES, ids=names(IN_PACKAGES))
def test_a_fault_of_a_package_has_a_suite(fault: Fault) -> None:
    [suite] = fault.tests
    assert suite in SUITES


@pytest.mark.skipif(not FULL, reason="the long form has it: it needs each language's tools")
@pytest.mark.parametrize("fault", IN_PACKAGES, ids=names(IN_PACKAGES))
def test_a_fault_of_a_package_is_seen(
    tmp_path_factory: pytest.TempPathFactory,
    packages: dict[str, Package],
    table: Table,
    fault: Fault,
) -> None:
    [suite] = fault.tests
    if suite not in packages:
        packages[suite] = Package(tmp_path_factory.mktemp(suite), fault)
    sees = packages[suite].sees(fault)
    table.add(fault, suite if sees else "")
    assert sees, f"{suite} does not see it: {fault.places[0].before}"
