"""The pages' code: each block is a file that a test runs, and functions that they name exist."""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

import pages
import pytest
from conftest import TOP
from framework import CLIENTS, HERE
from pages import BLOCKS, NO_FILES, PAGES


def test_every_block_is_a_file() -> None:
    missing = [
        block.place()
        for block in BLOCKS
        if not block.file and not block.reason and block.language not in NO_FILES
    ]
    assert missing == []


def test_every_comment_stands_before_its_block() -> None:
    """One that did not would name no file."""
    comments = sum(
        len(re.findall("^<!-- (?:file|not run): ", page.read_text(), re.M)) for page in PAGES
    )
    assert comments == len([block for block in BLOCKS if block.file or block.reason])


@pytest.mark.parametrize(
    "block", [pytest.param(block, id=block.page.stem) for block in BLOCKS if block.reason]
)
def test_a_block_that_nothing_runs(block: pages.Block) -> None:
    pytest.skip(f"not run: {block.reason}")


# Functions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Function:
    """One that the table of docs/frameworks/index.md names for a language."""

    language: str
    file: Path  # under clients/, or another one beside it
    name: str

    @property
    def ecosystem(self) -> str:
        return self.file.parts[0]

    @property
    def suffix(self) -> str:
        """Of the package's sources."""
        return ".go" if self.ecosystem == "go" else self.file.suffix

    def is_defined_in(self, text: str) -> bool:
        """Behind the language's words for one, or as a method, at the beginning of a line."""
        visible = "(?:export |pub |const |final |public static |public )*"
        func = r"func(?: \([^)]*\))?"  # with the receiver of a method
        kind = rf"(?:function|const|class|def|{func}|fn|[A-Z][A-Za-z0-9<>]*|boolean|byte..) "
        name = re.escape(self.name)
        return bool(re.search(rf"^ *(?:{visible}{kind}|   ){name}(?:[\[ ,(<:]|$)", text, re.M))

    def is_called_in(self, text: str) -> bool:
        """In a line that is more than one of an import."""
        lines = [line for line in text.splitlines() if not re.fullmatch(" *[A-Za-z]+,", line)]
        call = re.compile(rf"[\].:\[(& !>]{re.escape(self.name)}[\]\[,( )]")
        return any(map(call.search, lines))


def functions_of_page() -> list[Function]:
    page = (TOP / "docs/frameworks/index.md").read_text()
    rows = re.findall(r"^\| \[(\w+)\]\(\.\./\.\./clients/(\S+)\) \|(.*)\|$", page, re.M)
    return [
        Function(language, Path(file), name)
        for language, file, cells in rows
        for name in re.findall("`([^`]+)`", cells)
    ]


FUNCTIONS = functions_of_page()


def each_function() -> pytest.MarkDecorator:
    parameters = [pytest.param(one, id=f"{one.language}-{one.name}") for one in FUNCTIONS]
    return pytest.mark.parametrize("function", parameters)


@functools.cache
def sources_of(directory: Path, pattern: str) -> str:
    return "\n".join(file.read_text() for file in sorted(directory.glob(pattern)))


@functools.cache
def programs_that_test(ecosystem: str, suffix: str) -> str:
    """Of the frameworks, the codec, and the package itself."""
    files = [
        *(HERE / ecosystem).glob("*"),
        *(TOP / "test/client-codecs/programs").glob(f"[cC]odec{suffix.replace('.ts', '.cjs')}"),
        *(file for file in (CLIENTS / ecosystem).rglob("*") if is_a_test(file)),
    ]
    return "\n".join(file.read_text() for file in files if file.is_file())


def is_a_test(file: Path) -> bool:
    path = str(file.relative_to(CLIENTS))
    return "test" in path and "node_modules" not in path and "__pycache__" not in path


def test_the_page_names_functions_of_each_language() -> None:
    assert len({function.language for function in FUNCTIONS}) == 8


@each_function()
def test_a_function_is_defined(function: Function) -> None:
    """In its file or one beside it; a README stands beside the package's folders."""
    directory = CLIENTS / function.file.parent
    pattern = f"*{function.suffix}"
    if function.file.name == "README.md":
        pattern = f"*/{pattern}"
    assert function.is_defined_in(sources_of(directory, pattern))


@each_function()
def test_a_function_is_called_by_a_test(function: Function) -> None:
    assert function.is_called_in(programs_that_test(function.ecosystem, function.suffix))
