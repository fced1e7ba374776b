"""Text of SQL that the program reads and writes."""

import pytest
from base62id_migrate import sql, writer


@pytest.mark.parametrize(
    ("table", "word"),
    [
        ("users", "user"),
        ("order_lines", "order_line"),
        ("OrderLines", "order_line"),
        ("categories", "category"),
        ("addresses", "address"),
        ("boxes", "box"),
        ("statuses", "status"),
        ("status", "status"),
        ("people", "person"),
        ("abuses", "abuse"),
        ("t1", "t"),
        ("55", ""),
    ],
)
def test_singular(table: str, word: str) -> None:
    assert sql.singular(table) == word


def test_outside_leaves_what_is_quoted() -> None:
    text = "x, 'x', \"x\", $a$x$a$, e'\\'x', -- x\nx"
    assert sql.outside(r"\bx\b", "y", text) == "y, 'x', \"x\", $a$x$a$, e'\\'x', -- x\ny"


def test_statements_are_not_cut_in_constants() -> None:
    assert sql.statements("SELECT ';'; COMMENT ON x IS $$;$$;") == [
        "SELECT ';'",
        "COMMENT ON x IS $$;$$",
    ]


@pytest.mark.parametrize("text", ["plain", "quote'", "back\\slash", "both'\\"])
def test_a_literal_means_the_same_under_any_setting(text: str) -> None:
    constant = sql.literal(text)
    assert constant.startswith("E'") == ("\\" in text)
    inside = constant[2:-1] if constant.startswith("E") else constant[1:-1]
    assert inside.replace("''", "'").replace("\\\\", "\\") == text


@pytest.mark.parametrize("text", ["$move$", "x$move", "$$", "$movex$ $move$"])
def test_dollar_quotes_end_where_they_should(text: str) -> None:
    quoted = sql.dollar_quoted(text, "move")
    tag = quoted[: quoted.index("$", 1) + 1]
    assert quoted.endswith(tag)
    assert quoted.index(tag, len(tag)) == len(quoted) - len(tag)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("a.b", ("a", "b")),
        ('"a.b"."c d"', ('"a.b"', '"c d"')),
        ('"a""b".c', ('"a""b"', "c")),
        ("c", ("", "c")),
    ],
)
def test_qualified(name: str, parts: tuple[str, str]) -> None:
    assert sql.qualified(name) == parts


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("public.account", True),
        ("public.accounts", False),
        ("public.acc", False),
        ("blic.account", False),
        ('odd."x y"', True),
        ("odd.x", False),
        ("public.a$1", False),
    ],
)
def test_a_name_is_found_as_a_whole(name: str, found: bool) -> None:
    text = (
        "ALTER TABLE ONLY public.a$1_lines\n    ADD CONSTRAINT k FOREIGN KEY (a, b) "
        'REFERENCES public.account(id), REFERENCES odd."x y"(id);'
    )
    assert writer.is_named(name, text) == found
