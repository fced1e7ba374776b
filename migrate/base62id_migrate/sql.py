"""Text of SQL."""
from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Callable, Match, Union

Row = dict[str, Any]
Texts = dict[tuple[str, ...], str]

# What is not to be looked into: constants, names in quotes, comments.
QUOTED = r"""\b[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*""" + (
    r"|(?<![\w$\x80-\uffff])\$(?P<tag>(?:[A-Za-z_\x80-\uffff][\w\x80-\uffff]*)?)\$.*?\$(?P=tag)\$"
)


def outside(pattern: str, new: Union[str, Callable[[Match[str]], str]], text: str) -> str:
    """Replaces what PostgreSQL has written, but not in constants, names in quotes and comments."""
    return re.sub(
        f"(?s:(?P<found>{pattern})|{QUOTED})",
        lambda m: m[0] if m["found"] is None else m.expand(new) if isinstance(new, str) else new(m),
        text,
    )


def literal(text: str) -> str:
    """A string constant that means the same under every standard_conforming_strings."""
    body = text.replace("'", "''")
    return "E'" + body.replace("\\", "\\\\") + "'" if "\\" in body else "'" + body + "'"


def array(texts: Iterable[str]) -> str:
    return "ARRAY[" + ", ".join(literal(t) for t in texts) + "]::text[]"


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def unquoted(name: str) -> str:
    return name[1:-1].replace('""', '"') if name.startswith('"') else name


def qualified(name: str) -> tuple[str, str]:
    """(schema, name), quoted as they are."""
    m = re.match(r'((?:"(?:[^"]|"")*"|[^".\s])+)\.(.*)', name, re.S)
    return (m[1], m[2]) if m else ("", name)


def element(column_type: str) -> str:
    """The name of a type, of uuid[] or varchar(9) COLLATE x."""
    return outside(r"\[\].*|\(.*| COLLATE .*", "", column_type)


def dollar_quoted(text: str, tag: str) -> str:
    while f"${tag}$" in text or text.endswith(f"${tag}"):
        tag += "x"
    return f"${tag}${text}${tag}$"


def statements(text: str) -> list[str]:
    """The statements of a text, one by one."""
    return [s.strip() for s in outside(";", "\0", text).split("\0") if s.strip()]


def routine(signature: str) -> str:
    """s.f of s.f(uuid)."""
    return outside(r"\(.*", "", signature)


def singular(name: str) -> str:
    word = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()
    word = re.sub(r"_+", "_", re.sub(r"[^a-z_]", "", word)).strip("_")
    for end, instead in (
        (r"people$", "person"),
        (r"([^aeiou])ies$", r"\1y"),
        (r"(ss|x|ch|sh|tus|rus|(?:^|_|omni|sylla)bus)es$", r"\1"),
        (r"([^siu])s$", r"\1"),
    ):
        if re.search(end, word):
            return re.sub(end, instead, word)
    return word
