"""The queries, which are files: psql executes them as well, with -v for what they ask for."""
from __future__ import annotations

import functools
import pkgutil
import re


@functools.lru_cache(maxsize=None)
def _file(name: str) -> str:
    data = pkgutil.get_data(__package__, f"queries/{name}.sql")
    assert data is not None
    lines = data.decode("utf-8").split("\n")
    return "\n".join(line for line in lines if not line.startswith("--")).strip()


def query(name: str, **values: str) -> str:
    """The text of queries/NAME.sql with these values, SQL text, where it says :value."""
    return re.sub(r"(?<!:):([a-z_]+)\b", lambda m: values[m[1]], _file(name))
