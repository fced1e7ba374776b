"""What is said."""
from __future__ import annotations

import os
import re
import sys


def printable(text: str) -> str:
    """Without what a name could tell a terminal."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]+", " ", text)


def without_password(connection: str) -> str:
    return re.sub(
        r"(?i)(://[^/@]*?:)[^/]*(?=@)|(password *= *)('(?:[^'\\]|\\.)*'|[^\s&]+)",
        lambda m: (m[1] or m[2]) + "…",
        connection,
    )


def progress(text: str) -> None:
    text = printable(text).replace("\n", " ")
    print(f"base62id-migrate: {text}", file=sys.stderr, flush=True)


def check_writable(path: str) -> None:
    """Now, and not at the end of a long plan; but what is no file, as a pipe, has one open."""
    if not path.endswith(".sql") and not os.path.exists(path):  # a directory, to be made
        if not os.access(os.path.dirname(os.path.abspath(path)), os.W_OK):
            raise OSError(13, "Cannot make a directory", path)
        return
    if os.path.isdir(path) and not path.endswith(".sql"):
        if not os.access(path, os.W_OK):
            raise OSError(13, "Cannot write into it", path)
        return
    there = os.path.exists(path)
    if not there or os.path.isfile(path) or os.path.isdir(path):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o666))
    if not there:
        os.unlink(os.path.realpath(path))
