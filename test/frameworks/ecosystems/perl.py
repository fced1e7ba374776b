"""Perl's DBI."""

from dataclasses import dataclass

from framework import Framework, Scratch, need_success


@dataclass(frozen=True, kw_only=True)
class Perl(Framework):
    ecosystem = "perl"

    def set_up(self, scratch: Scratch) -> None:
        need_success("DBD::Pg with Perl 5.36", "perl", "-e", "use v5.36; use DBD::Pg")

    def command(self, state: str) -> list[str]:
        return ["perl", self.program]


FRAMEWORKS: list[Framework] = [
    Perl(name="dbi", title="DBI", program="dbi_test.pl", has_cells=True),
]
