#!/usr/bin/env python3
"""Makes the version after the present one, as scripts/release/README.md says: with a new function,
a new member in a class of each type, and another attribute of a comparison.

    test/lib/next_version.py DIRECTORY

DIRECTORY/old gets this version, which has been built and installed into BASE62ID_DESTDIR, and
DIRECTORY/new the next one; DIRECTORY/src has the sources of that. Prints the versions of both, as
they stand in control files.
"""

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent.parent
PG_CONFIG = os.environ.get("PG_CONFIG", "pg_config")

ADDED_SQL = """\
CREATE FUNCTION base62id_one() RETURNS integer
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_one() IS 'one';
CREATE FUNCTION base62id_class_options(internal) RETURNS void
AS 'MODULE_PATHNAME' LANGUAGE c IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION base62id_class_options(internal) IS 'btree support: no options';
"""
ADDED_CPP = """\
B62_FN(base62id_one) { PG_RETURN_INT32(1); }
extern "C" {
#include "access/reloptions.h"
}
B62_FN(base62id_class_options) {
    init_local_reloptions(reinterpret_cast<local_relopts *>(PG_GETARG_POINTER(0)), sizeof(int32));
    PG_RETURN_VOID();
}
"""
LAST_MEMBER = "FUNCTION 4 pg_catalog.btequalimage(oid)"
NEW_MEMBER = "FUNCTION 5 base62id_class_options(internal)"
SMALLER = re.compile(r"^(CREATE FUNCTION [a-z0-9@]*_smaller\(.*\n.*);$", re.MULTILINE)
TEMPLATE = re.compile(
    r"^CREATE FUNCTION (?:numeric_)?id_type_template\(\)$.*?^\$template\$;$",
    re.MULTILINE | re.DOTALL,
)

# What has the version of a release, beside the files that scripts/release/versioned-files lists.
STAMPED = ["META.json", "CHANGELOG.md", "debian/changelog"]


def run(command: list[str | Path], sources: Path, **variables: str) -> None:
    """What it writes is shown when it fails."""
    done = subprocess.run(
        command,
        cwd=sources,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode != 0:
        sys.exit(f"{command[0]} failed:\n{done.stdout}")


def make(sources: Path, *arguments: str) -> None:
    run(["make", "-s", f"PG_CONFIG={PG_CONFIG}", *arguments], sources)


def version_of(sources: Path) -> str:
    control = (sources / "base62id.control").read_text()
    [version] = re.findall(r"^default_version = '(.*)'$", control, re.MULTILINE)
    return str(version)


def after(version: str) -> str:
    first, second = version.split(".")
    return f"{first}.{int(second) + 1}"


def begin(sources: Path, version: str) -> None:
    """By the release's own script, which must write the version wherever it stands."""
    run([sources / "scripts/release/next", version], sources, BASE62ID_UNFINISHED="1")
    listed = (sources / "scripts/release/versioned-files").read_text().split()
    for name in STAMPED + listed:
        if f"{version}.0" not in (sources / name).read_text():
            sys.exit(f"scripts/release/next has not written {version}.0 to {name}")


def add_to_sql(script: Path) -> None:
    first_line, rest = script.read_text().split("\n", 1)
    rest = rest.replace(f"{LAST_MEMBER};", f"{LAST_MEMBER},\n    {NEW_MEMBER};")
    rest = SMALLER.sub(r"\1 COST 2;", rest)
    # The template writes into schemas where nothing of the extension's is found by its bare name.
    rest = TEMPLATE.sub(lambda found: found[0].replace(NEW_MEMBER, qualified(NEW_MEMBER)), rest)
    script.write_text(f"{first_line}\n{ADDED_SQL}{rest}")


def qualified(member: str) -> str:
    return member.replace("base62id_", "@base62id@.base62id_")


def names_of_types() -> list[str]:
    lines = (TOP / "test/lib/types.tsv").read_text().splitlines()
    table = [line for line in lines if not line.startswith("#")]
    rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
    return [row["type"] for row in rows]


def write_update(update: Path, install_script: str) -> None:
    with update.open("a") as script:
        script.write(ADDED_SQL)
        for name in names_of_types():
            script.write(
                f"ALTER OPERATOR FAMILY {name}_ops USING btree"
                f" ADD FUNCTION 5 ({name}, {name}) base62id_class_options(internal);\n"
                f"ALTER FUNCTION {name}_smaller({name}, {name}) COST 2;\n"
            )
        for template in TEMPLATE.findall(install_script):
            script.write(template.replace("CREATE", "CREATE OR REPLACE", 1) + "\n")


def main(directory: Path) -> None:
    sources = directory / "src"
    shutil.copytree(os.environ["BASE62ID_DESTDIR"], directory / "old", symlinks=True)
    shutil.copytree(TOP, sources, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    this = version_of(sources)
    next_one = after(this)
    begin(sources, next_one)
    add_to_sql(sources / "src/sql/base62id.sql")
    with (sources / "src/pg/module.cpp").open("a") as module:
        module.write(ADDED_CPP)
    make(sources)
    write_update(
        sources / f"src/sql/updates/base62id--{this}--{next_one}.sql",
        (sources / f"base62id--{next_one}.sql").read_text(),
    )
    make(sources, "install", f"DESTDIR={directory / 'new'}")
    print(this, next_one)


main(Path(sys.argv[1]).resolve())
