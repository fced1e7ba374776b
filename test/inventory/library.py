"""What the compiled library asks of PostgreSQL, read from its machine code."""

import re
import subprocess
from pathlib import Path


def output_of(*command: str | Path) -> list[str]:
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return done.stdout.splitlines()


def imported(library: Path) -> set[str]:
    """Functions and variables of the server that the library uses."""
    return {line.split()[-1] for line in output_of("nm", "-D", "--undefined-only", library)}


def exported(library: Path) -> set[str]:
    """Functions that the server can call; those of SQL have the names that they have there."""
    return {line.split()[-1] for line in output_of("nm", "-D", "--defined-only", library)}


def has_names(library: Path) -> bool:
    """Whether the names of its own functions have not been stripped."""
    return any(re.search(r" [Tt] ", line) for line in output_of("nm", library))


def functions_that_reach(library: Path, target: str) -> set[str]:
    """Exported functions that call `target`, directly or through others.

    An address that is only taken counts as a call.
    """
    callers: dict[str, set[str]] = {}
    caller = ""
    for line in output_of("objdump", "-dw", "--no-show-raw-insn", library):
        if begins := re.fullmatch(r"[0-9a-f]+ <(.+)>:", line):
            caller = begins[1]
        for called in re.findall(r"<([^>+]+)", line):
            callers.setdefault(called, set()).add(caller)
    reached: set[str] = set()
    new = {name for name in callers if name.split("@")[0] == target}
    while new:
        reached |= new
        new = set().union(*(callers.get(name, set()) for name in new)) - reached
    return reached & exported(library)
