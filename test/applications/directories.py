"""The directories beside this file: which of them are asked for, and what they say."""

import importlib.util
import os
import shutil
from pathlib import Path
from typing import Any, TypeVar

import pytest

HERE = Path(__file__).parent
ASKED = os.environ.get("BASE62ID_APPLICATIONS")
SOURCES = Path(os.environ.get("BASE62ID_SOURCES") or "/nowhere").resolve()
NOT_ASKED = "they are installed from the npm registry: scripts/test --applications"

Kind = TypeVar("Kind")


def asked_for(file: str) -> list[str]:
    """The names of the directories that have such a file, of those that are asked for."""
    if ASKED is None:
        return []
    there = sorted(path.name for path in HERE.iterdir() if has_program(path))
    names = ASKED.replace(",", " ").split() or there
    for name in names:
        if name not in there:
            raise pytest.UsageError(f'there is no application "{name}", but: {" ".join(there)}')
    return [name for name in names if (HERE / name / file).exists()]


def has_program(directory: Path) -> bool:
    return (directory / "application.py").exists() or (directory / "schema.py").exists()


def class_of(name: str, file: str, base: type[Kind]) -> type[Kind]:
    """The class that a file of a directory defines."""
    module_name = f"{name}.{Path(file).stem}"
    spec = importlib.util.spec_from_file_location(module_name, HERE / name / file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    [found] = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and value.__module__ == module_name and issubclass(value, base)
    ]
    return found


def parameter(*values: object, skipped: str | None = None) -> Any:
    """A parameter of a fixture, which a test has in its name. It may have a reason to skip."""
    marks = [pytest.mark.skip(reason=skipped)] if skipped else []
    return pytest.param(values, marks=marks, id="-".join(map(str, values)))


def reason_for_none() -> str:
    return NOT_ASKED if ASKED is None else "none of these is asked for"


def lack_of_sources(names: list[str]) -> str | None:
    missing = [name for name in names if not (SOURCES / name).is_dir()]
    return f"BASE62ID_SOURCES does not have {', '.join(missing)}" if missing else None


def lack_of_npm() -> str | None:
    return None if shutil.which("npm") else "there is no npm"
