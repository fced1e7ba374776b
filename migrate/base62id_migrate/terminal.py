"""What is said."""
from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from typing import TextIO


def printable(text: str) -> str:
    """Without what a name could tell a terminal."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]+", " ", text)


def without_password(connection: str) -> str:
    return re.sub(
        r"(?i)(://[^/@]*?:)[^/]*(?=@)|(password *= *)('(?:[^'\\]|\\.)*'|[^\s&]+)",
        lambda m: (m[1] or m[2]) + "…",
        connection,
    )


def write_line(text: str, stream: TextIO) -> None:
    """Whoever does not listen any more, as head or a terminal that was closed, ends nothing."""
    try:
        print(text, file=stream, flush=True)
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def remark(text: str) -> None:
    write_line(printable(text), sys.stdout)


def complain(text: str) -> None:
    write_line(printable(text), sys.stderr)


def progress(text: str) -> None:
    text = printable(text).replace("\n", " ")
    write_line(f"base62id-migrate: {text}", sys.stderr)


def any_encoding() -> None:
    """A name that the terminal's encoding has not is shown all the same."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


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
