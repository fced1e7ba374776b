"""META.json keeps the rules of the PGXN Meta Spec 1.0.0, and agrees with the other places that say
a version; a publisher fills in one file.
"""

import json
import re
from pathlib import Path

from conftest import TOP
from dist import copy, copy_of_sources, output_of
from meta import problems

__all__ = ["copy"]
ADDRESS = re.compile(r'"(?:homepage|web|mailto|url)": "(.*(?:://|@).*)"')
PLACEHOLDER = re.compile(r"placeholder\.invalid", re.IGNORECASE)
PUBLISHER = {
    "maintainer": "Ada Example <ada@example.org>",
    "reports of weaknesses, by mail": "weakness@example.org",
    "homepage": "https://www.example.org/ids",
    "issues": "https://bugs.example.org/ids",
    "repository": "https://git.example.org/ids.git",
    "Go's name of the repository": "go.example.org/ids",
}


def clones_from(tree: Path) -> str:
    """The address in the README's first command."""
    readme = (tree / "README.md").read_text()
    [address] = re.findall(r"^git clone (.*) && cd base62id$", readme, re.MULTILINE)
    return str(address)


def test_the_rules_are_kept() -> None:
    assert problems(TOP) == []


def test_a_broken_rule_is_found(copy: Path) -> None:
    file = copy / "META.json"
    text = file.read_text()
    try:
        wrong = text.replace('"license": "postgresql"', '"license": "mine"')
        file.write_text(wrong.replace('"version": "1', '"version": "01'))
        found = problems(copy)
    finally:
        file.write_text(text)
    assert "license has a value that the specification does not allow" in found
    assert "version has a value that the specification does not allow" in found


def test_all_addresses_of_the_publisher_are_filled_in_or_none() -> None:
    """Until a release, all five are placeholders. The sixth is the PGXN specification's."""
    addresses = ADDRESS.findall((TOP / "META.json").read_text())
    assert len(addresses) == 6
    placeholders = [address for address in addresses if PLACEHOLDER.search(address)]
    assert len(placeholders) in (0, 5)


def test_the_readme_clones_from_the_repository() -> None:
    meta = json.loads((TOP / "META.json").read_text())
    assert clones_from(TOP) == meta["resources"]["repository"]["url"]


def test_the_tree_has_the_publisher_of_its_file(copy: Path) -> None:
    said = output_of("scripts/release/publisher", folder=copy)
    assert said == "the files have these values already\n"


def test_another_publisher_is_written_to_all_files(tmp_path: Path) -> None:
    tree = copy_of_sources(tmp_path / "published")
    program = tree / "scripts/release/publisher"
    text = program.read_text()
    for key, value in PUBLISHER.items():
        text, times = re.subn(rf'("{re.escape(key)}": )".*"', rf'\1"{value}"', text)
        assert times == 1
    program.write_text(text)

    written = output_of(program, folder=tree).splitlines()
    assert "META.json" in written
    left = [
        str(file.relative_to(tree))
        for file in tree.rglob("*")
        if file.is_file() and PLACEHOLDER.search(file.read_text(errors="replace"))
    ]
    assert left == []
    assert problems(tree) == []
    assert clones_from(tree) == PUBLISHER["repository"]
    control = (tree / "debian/control").read_text()
    assert f"Maintainer: {PUBLISHER['maintainer']}\n" in control
    assert f"Vcs-Git: {PUBLISHER['repository']}\n" in control
