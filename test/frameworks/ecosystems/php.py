"""PHP, with Debian's libraries."""

from dataclasses import dataclass

from framework import Framework, Scratch, Stored, debian_version, need_success

HAS_DOCTRINE = """
require "Doctrine/ORM/autoload.php";
$setup = "Doctrine\\ORM\\ORMSetup";
$is_new = PHP_VERSION_ID >= 80400 && method_exists($setup, "createAttributeMetadataConfig");
exit($is_new && extension_loaded("pdo_pgsql") ? 0 : 1);
"""
HAS_LARAVEL = """
$is_there = @include("Illuminate/Database/autoload.php");
exit($is_there && extension_loaded("pdo_pgsql") ? 0 : 1);
"""


@dataclass(frozen=True, kw_only=True)
class Php(Framework):
    ecosystem = "php"

    def command(self, state: str) -> list[str]:
        return ["php", "-d", "display_errors=stderr", self.program]


@dataclass(frozen=True, kw_only=True)
class Doctrine(Php):
    def set_up(self, scratch: Scratch) -> None:
        need_success("Doctrine ORM 3 with PHP 8.4 and pdo_pgsql", "php", "-r", HAS_DOCTRINE)
        scratch.environment |= {
            "ORM_VERSION": debian_version("php-doctrine-orm"),
            "DBAL_VERSION": debian_version("php-doctrine-dbal"),
        }


@dataclass(frozen=True, kw_only=True)
class Laravel(Php):
    def set_up(self, scratch: Scratch) -> None:
        need_success("Illuminate's database with pdo_pgsql", "php", "-r", HAS_LARAVEL)
        scratch.environment["ILLUMINATE_VERSION"] = debian_version("php-illuminate-database")


FRAMEWORKS: list[Framework] = [
    Doctrine(
        name="doctrine-compositions",
        title="Doctrine, compositions of conditions",
        program="compositions_test.php",
    ),
    Laravel(
        name="laravel",
        title="Laravel",
        program="laravel_test.php",
        has_traps=True,
    ),
    Doctrine(
        name="doctrine-stored",
        title="Doctrine over plain uuid columns",
        program="stored_test.php",
        stored=Stored(states=("domain", "uuid", "keys", "moved", "typed", "unmoved")),
    ),
    Doctrine(
        name="doctrine",
        title="Doctrine",
        program="doctrine_test.php",
        has_cells=True,
        has_traps=True,
        dumped="",
    ),
]
