"""The packages of clients/ compile without a warning, pass their own tests, and have the form of
their language's formatters and linters."""

import re
from pathlib import Path

import pytest
from building import Program, make_package, package, program, whole
from language import HERE, Language, Package, Tool
from languages import CHOSEN

__all__ = ["package", "program"]

LINTERS = [(language, tool) for language in CHOSEN for tool in language.linters]


def judge(package: Package, tool: Tool) -> None:
    """Skips the test where the tool is not there."""
    if reason := tool.reason_to_skip():
        pytest.skip(reason)
    done = package.run(*tool.command, folder=package.path / tool.folder)
    assert done.returncode == 0, done.stdout
    if tool.says_nothing:
        assert done.stdout == ""


@pytest.mark.parametrize("program", [one for one in CHOSEN if one.compiles], ids=str, indirect=True)
def test_it_compiles_without_a_warning(program: Program) -> None:
    assert re.sub(program.language.remarks, "", program.compilers_output) == ""


def test_its_own_tests_pass(package: Package) -> None:
    judge(package, package.language.tests)


@pytest.mark.parametrize(
    "language, linter", LINTERS, ids=[f"{language}-{tool.name}" for language, tool in LINTERS]
)
def test_a_linter_finds_nothing_wrong(language: Language, linter: Tool) -> None:
    judge(whole(make_package(language)), linter)


# Of one language --------------------------------------------------------------------------------

of_java = [language for language in CHOSEN if language.name == "Java"]
of_ruby = [language for language in CHOSEN if language.name == "Ruby"]


@pytest.mark.parametrize("package", of_java, ids=str, indirect=True)
def test_the_type_for_hibernate_compiles_without_a_warning(
    package: Package, tmp_path: Path
) -> None:
    """With an interface as Hibernate 7 has it; test/frameworks runs Hibernate itself."""
    driver = Path("/usr/share/java/postgresql.jar")
    if not driver.exists():
        pytest.skip(f"there is no {driver}")
    sources = package.path / "src/main/java/io/base62id"
    files = [*(HERE / "hibernate").glob("*.java"), *sources.glob("[A-Z]*.java")]
    files += [*sources.glob("jdbc/[A-Z]*.java"), *sources.glob("hibernate/[A-Z]*.java")]
    done = package.run("javac", "-Xlint:all", "-Werror", "-cp", driver, "-d", tmp_path, *files)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("package", of_ruby, ids=str, indirect=True)
def test_the_example_of_public_ids_in_rails(package: Package) -> None:
    """invoices.rb prints the masked id of invoice 2, and finds the invoice by that text alone: not
    by another id, by its number, or by its id in quotes.
    """
    done = package.run(
        *("ruby", "-I", package.path / "lib", HERE / "invoices.rb"),
        environment={"BASE62ID_MASK_KEY": "000102030405060708090a0b0c0d0e0f"},
    )
    assert done.stdout.splitlines() == ['"inv_7NhJVj3A6wb"', "2", "nil", "nil", "nil"]
