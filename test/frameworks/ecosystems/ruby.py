"""Ruby, with Debian's gems."""

from dataclasses import dataclass

from framework import Framework, Scratch, Stored, need_success


@dataclass(frozen=True, kw_only=True)
class Ruby(Framework):
    ecosystem = "ruby"

    gem: str
    oldest: str = "0"

    def set_up(self, scratch: Scratch) -> None:
        test = 'gem ARGV[0], ">= #{ARGV[1]}"; require "pg"'
        need_success(f"{self.gem} {self.oldest}", "ruby", "-e", test, self.gem, self.oldest)

    def command(self, state: str) -> list[str]:
        return ["ruby", "-I", "lib", self.program]


@dataclass(frozen=True, kw_only=True)
class Rails(Ruby):
    gem: str = "activerecord"
    oldest: str = "7.2"


FRAMEWORKS: list[Framework] = [
    Rails(
        name="activerecord",
        title="ActiveRecord",
        program="activerecord_test.rb",
        has_cells=True,
        has_traps=True,
        dumped="",
    ),
    Rails(
        name="rails-compositions",
        title="ActiveRecord, compositions of conditions",
        program="compositions_test.rb",
    ),
    Rails(
        name="rails-stored-use",
        title="Rails over plain uuid columns, the program of the page",
        program="stored_use_test.rb",
    ),
    Rails(
        name="rails-stored",
        title="ActiveRecord over plain uuid columns",
        program="stored_test.rb",
        stored=Stored(),
    ),
    Ruby(
        name="sequel",
        title="Sequel",
        gem="sequel",
        program="sequel_test.rb",
        dumped="_empty",
    ),
]
