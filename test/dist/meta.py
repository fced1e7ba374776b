"""What the PGXN Meta Spec 1.0.0 asks of META.json, as far as a machine can check it, and the other
places that say a version.

https://pgxn.org/spec/
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VERSION = re.compile(
    r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?"
)
TERM = re.compile(r"[^/\\\s\x00-\x1f]{2,}")
TAG = re.compile(r"[^/\\\x00-\x1f]{2,255}")
MANDATORY = {"name", "version", "abstract", "maintainer", "license", "provides", "meta-spec"}
OPTIONAL = {
    "description",
    "generated_by",
    "no_index",
    "prereqs",
    "release_status",
    "resources",
    "tags",
}
LICENSES = set(
    """
    agpl_3 apache_1_1 apache_2_0 artistic_1 artistic_2 bsd freebsd gfdl_1_2 gfdl_1_3 gpl_1 gpl_2
    gpl_3 lgpl_2_1 lgpl_3_0 mit mozilla_1_0 mozilla_1_1 openssl perl_5 postgresql qpl_1_0 ssleay sun
    zlib open_source restricted unrestricted unknown
    """.split()
)
PHASES = {"configure", "build", "test", "runtime", "develop"}
RELATIONSHIPS = {"requires", "recommends", "suggests", "conflicts"}


def problems(tree: Path) -> list[str]:
    """Of the sources in this directory, a sentence each."""
    meta = json.loads((tree / "META.json").read_text())
    return [
        *of_keys(meta),
        *of_values(meta),
        *of_provided_extensions(meta, tree),
        *of_prerequisites(meta),
        *of_other_versions(meta, tree),
    ]


def of_keys(meta: dict[str, Any]) -> Iterator[str]:
    for key in sorted(MANDATORY - meta.keys()):
        yield f"missing: {key}"
    for key in sorted(meta.keys() - MANDATORY - OPTIONAL):
        if not key.lower().startswith("x_"):
            yield f"unknown: {key}"


def of_values(meta: dict[str, Any]) -> Iterator[str]:
    maintainers = meta["maintainer"]
    if isinstance(maintainers, str):
        maintainers = [maintainers]
    tags = meta.get("tags", [])
    rules = {
        "name": TERM.fullmatch(meta["name"]),
        "version": VERSION.fullmatch(meta["version"]),
        "abstract": meta["abstract"].strip(),
        "maintainer": maintainers and all(one.strip() for one in maintainers),
        "license": meta["license"] in LICENSES,
        "release_status": meta.get("release_status", "stable") in ("stable", "testing", "unstable"),
        "meta-spec": re.fullmatch(r"1\.0\.[0-9]+", meta["meta-spec"]["version"]),
        "tags": len(set(tags)) == len(tags) and all(TAG.fullmatch(tag) for tag in tags),
    }
    for key, holds in rules.items():
        if not holds:
            yield f"{key} has a value that the specification does not allow"


def of_provided_extensions(meta: dict[str, Any], tree: Path) -> Iterator[str]:
    for name, extension in meta["provides"].items():
        if not TERM.fullmatch(name):
            yield f"{name} is no name of an extension"
        if not VERSION.fullmatch(extension["version"]):
            yield f"{name} has no semantic version"
        if extension["version"] != meta["version"]:
            yield f"{name} is provided in another version"
        if not (tree / extension["file"]).is_file():
            yield f"file: {extension['file']}"
        if "docfile" in extension and not (tree / extension["docfile"]).is_file():
            yield f"docfile: {extension['docfile']}"


def of_prerequisites(meta: dict[str, Any]) -> Iterator[str]:
    for phase, relationships in meta.get("prereqs", {}).items():
        if phase not in PHASES:
            yield f"phase {phase}"
        for relationship, packages in relationships.items():
            if relationship not in RELATIONSHIPS:
                yield f"relationship {relationship}"
            for package, version in packages.items():
                if version != 0 and not VERSION.fullmatch(str(version)):
                    yield f"prerequisite {package} {version}"


def of_other_versions(meta: dict[str, Any], tree: Path) -> Iterator[str]:
    version = meta["version"]
    control = (tree / "base62id.control").read_text()
    [sql_version] = re.findall(r"^default_version = '(.*)'$", control, re.MULTILINE)
    if sql_version != version.rpartition(".")[0]:
        yield f"base62id.control is of {sql_version}"
    with (tree / "debian/changelog").open() as changelog:
        newest = changelog.readline()
    if f"({version}-" not in newest:
        yield f"debian/changelog begins with {newest.strip()}"
    sections = re.findall(r"^## (\S+)", (tree / "CHANGELOG.md").read_text(), re.MULTILINE)
    if sections[:1] != [version]:
        yield f"CHANGELOG.md does not begin with {version}"
    for name in (tree / "scripts/release/versioned-files").read_text().split():
        if not re.search(rf"(?<![0-9.]){re.escape(version)}\b", (tree / name).read_text()):
            yield f"{name} does not say {version}"
