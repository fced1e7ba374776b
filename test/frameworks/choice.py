"""All frameworks, and those that are chosen.

BASE62ID_FRAMEWORKS has names of frameworks or of ecosystems, with commas or blanks between, or
"all". Without it those run whose driver sends and takes ids of every type.
"""

import os

import pytest
from ecosystems import cpp, elixir, go, java, node, perl, php, python, ruby, rust
from framework import Framework

FRAMEWORKS: list[Framework] = [
    *cpp.FRAMEWORKS,
    *elixir.FRAMEWORKS,
    *go.FRAMEWORKS,
    *java.FRAMEWORKS,
    *node.FRAMEWORKS,
    *perl.FRAMEWORKS,
    *php.FRAMEWORKS,
    *python.FRAMEWORKS,
    *ruby.FRAMEWORKS,
    *rust.FRAMEWORKS,
]
ECOSYSTEMS = sorted({framework.ecosystem for framework in FRAMEWORKS})
NOT_CHOSEN = "scripts/test --frameworks, or test/frameworks/run with its name, runs it"

# Tests of SQL alone, which are chosen as frameworks are: test_moved.py, test_tools.py.
OF_SQL = ["moved", "tools"]


def asked() -> list[str]:
    names = os.environ.get("BASE62ID_FRAMEWORKS", "").replace(",", " ").split()
    known = {framework.name for framework in FRAMEWORKS} | {*ECOSYSTEMS, *OF_SQL, "sql", "all"}
    for name in names:
        if name not in known:
            raise pytest.UsageError(f'there is no "{name}", but: {" ".join(sorted(known))}')
    return names


ASKED = asked()


def is_chosen(framework: Framework) -> bool:
    if not ASKED:
        return framework.has_table_of_each_type or framework.name in ("psycopg", "pgx")
    return bool({framework.name, framework.ecosystem, "all"} & set(ASKED))


CHOSEN = [framework for framework in FRAMEWORKS if is_chosen(framework)]


def unless_chosen(name: str) -> pytest.MarkDecorator:
    """Skips a test of SQL."""
    return pytest.mark.skipif(not {name, "sql", "all"} & set(ASKED), reason=NOT_CHOSEN)
