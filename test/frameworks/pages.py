"""The pages of docs/frameworks/ and docs/stored-ids: their files, their tables and their traps."""

import re
from dataclasses import dataclass
from pathlib import Path

from conftest import TOP

PAGES = [
    *sorted((TOP / "docs/frameworks").glob("*.md")),
    *sorted((TOP / "docs").glob("stored-ids*.md")),
]
# A block of code, behind the comment that names its file, or says why nothing runs it.
BLOCK = re.compile(
    r"^(?:<!-- (?P<word>file|not run): (?P<said>.*?) -->\n+)?"
    r"^```(?P<language>\w*)\n(?P<code>.*?)^```$",
    re.M | re.S,
)
# SQL and its results are run by test/docs, and a command line shows how to run a program.
NO_FILES = ("sql", "output", "sh")

# Capabilities by the words of the pages' tables. A row may have several of them.
CAPABILITIES = {
    "the server's default": "default",
    "the client's own id": "own",
    "a list of ids: `IN`, `ANY`": "in",
    "a malformed id": "malformed",
    "search by prefix": "prefix",
    "introspection": "introspect",
    "migration": "migrate",
    "a second migration is empty": "again",
    "test database": "testdb",
    "an id type": "typed",
}

Cells = list[tuple[str, str]]


@dataclass(frozen=True)
class Block:
    page: Path
    line: int
    language: str
    code: str
    file: str  # the name that the page gives it, or nothing
    reason: str  # why it is not run, or nothing

    def place(self) -> str:
        return f"{self.page.relative_to(TOP)}:{self.line}"


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text()
    found = []
    for match in BLOCK.finditer(text):
        word, said = match["word"], match["said"] or ""
        block = Block(
            page=page,
            line=text.count("\n", 0, match.start("language")) + 1,
            language=match["language"],
            code=match["code"],
            file=said if word == "file" else "",
            reason=said if word == "not run" else "",
        )
        found.append(block)
    return found


BLOCKS = [block for page in PAGES for block in blocks_of(page)]


def write_files(ecosystem: str, to: Path) -> None:
    """The pages' files of an ecosystem."""
    for block in BLOCKS:
        name = Path(block.file)
        if name.parts[:1] == (ecosystem,):
            file = to / name.relative_to(ecosystem)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block.code)


def cells_of(title: str) -> Cells:
    """The column of a framework: capabilities, and how it has them. "As is" is not written."""
    found = []
    for page in PAGES:
        column = None
        for line in page.read_text().splitlines():
            row = cells_of_row(line)
            if not row:
                column = None
            elif row[0] == "":
                column = row.index(title) if title in row else None
            elif column and row[column]:
                found += [(word, row[column]) for word in capabilities_of(row[0])]
    return sorted(found)


def cells_of_row(line: str) -> list[str]:
    if not line.startswith("|"):
        return []
    return [cell.strip() for cell in line.strip()[1:-1].split("|")]


def capabilities_of(words: str) -> list[str]:
    return [name for word, name in CAPABILITIES.items() if f", {word}, " in f", {words}, "]


def has_trap(title: str) -> bool:
    return any(f"- {title}" in page.read_text().splitlines() for page in PAGES)


def traps_of(ecosystem: str) -> list[str]:
    """What its pages say that goes wrong without their lines."""
    pages = {block.page for block in BLOCKS if block.file.startswith(f"{ecosystem}/")}
    found = []
    for page in sorted(pages):
        for section in re.findall(
            r"^Without these lines:$(.*?)(?=^#|\Z)", page.read_text(), re.M | re.S
        ):
            found += re.findall(r"^- (.*)$", section, re.M)
    return found
