"""Node.js, with the packages of a package.json, each of one version."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from conftest import TOP
from framework import (
    CLIENTS,
    HERE,
    NOT_INSTALLED,
    Framework,
    NotInstalled,
    Scratch,
    StepFailed,
    Stored,
    copy_files,
    link,
    need_program,
)

OLDEST = 20
_with_client: set[Path] = set()  # directories of packages that have got today's client


@dataclass(frozen=True, kw_only=True)
class Node(Framework):
    ecosystem = "node"

    # The directory of another package.json: of what wants other versions of the same packages.
    packages: str = ""

    def set_up(self, scratch: Scratch) -> None:
        need_node()
        kept = scratch.kept / (self.packages or "main")
        if not (kept / "node_modules").is_dir():
            install_packages(scratch, HERE / "node" / self.packages / "package.json", kept)
        if kept not in _with_client:
            install_client(scratch, kept)
            _with_client.add(kept)
        link(scratch.directory / "node_modules", kept / "node_modules")

    def command(self, state: str) -> list[str]:
        return ["node_modules/.bin/tsx", self.program]


def need_node() -> None:
    need_program("node")
    need_program("npm")
    version = subprocess.run(["node", "--version"], capture_output=True, text=True).stdout
    if int(version.lstrip("v").split(".")[0]) < OLDEST:
        raise NotInstalled(f"Node.js {OLDEST}")


def install_packages(scratch: Scratch, manifest: Path, kept: Path) -> None:
    copy_files([manifest], kept)
    done = scratch.run("bash", "-c", f". {TOP}/test/lib/npm.sh && npm_install .", cwd=kept)
    if done.returncode == 0:
        return
    output = scratch.tail(done)
    shutil.rmtree(kept)
    if done.returncode == NOT_INSTALLED:
        raise NotInstalled("way to a registry of npm")
    raise StepFailed(output)


def install_client(scratch: Scratch, kept: Path) -> None:
    """Built, with its adapters, or its codec alone where what these adapt is not there."""
    modules = kept / "node_modules"
    if (modules / "typeorm").is_dir():
        package = kept / "base62id"
        shutil.rmtree(package, ignore_errors=True)
        shutil.copytree(CLIENTS / "node", package, ignore=shutil.ignore_patterns("node_modules"))
        path = f"{modules}/.bin:{scratch.environment['PATH']}"
        scratch.prepare(package / "build", PATH=path)
        link(modules / "base62id", "../base62id")
    else:
        package = modules / "base62id"
        shutil.rmtree(package, ignore_errors=True)
        copy_files((CLIENTS / "node/src").glob("*.ts"), package)
        exports = {".": "./ids.ts", "./drizzle": "./drizzle.ts", "./pg": "./pg.ts"}
        manifest = {"type": "module", "exports": exports}
        (package / "package.json").write_text(json.dumps(manifest))


FRAMEWORKS: list[Framework] = [
    Node(
        name="auth",
        title="Better Auth, Auth.js",
        packages="auth",
        program="auth_test.ts",
    ),
    Node(
        name="compositions",
        title="Compositions of conditions, Node.js",
        program="compositions_test.ts",
    ),
    Node(
        name="drizzle-stored",
        title="Drizzle over plain uuid columns",
        program="drizzle_stored_test.ts",
        stored=Stored(),
    ),
    Node(
        name="drizzle",
        title="Drizzle",
        program="drizzle_test.ts",
        has_cells=True,
        has_traps=True,
        dumped="",
    ),
    Node(name="express", title="Express, zod", program="express_test.ts"),
    Node(
        name="generated",
        title="PgTyped, Zapatos",
        packages="more",
        program="generated_test.ts",
    ),
    Node(name="hono", title="Hono, Drizzle", program="hono_test.ts"),
    Node(
        name="knex",
        title="Knex and Objection",
        packages="more",
        program="knex_test.ts",
        dumped="_empty",
    ),
    Node(
        name="kysely-stored",
        title="Kysely over plain uuid columns",
        program="kysely_stored_test.ts",
        stored=Stored(),
    ),
    Node(
        name="kysely",
        title="Kysely",
        program="kysely_test.ts",
        has_cells=True,
        dumped="",
    ),
    Node(
        name="mikroorm",
        title="MikroORM",
        packages="more",
        program="mikroorm_test.ts",
        dumped="_empty",
    ),
    Node(
        name="node-postgres",
        title="node-postgres",
        program="node-postgres_test.ts",
        has_table_of_each_type=True,
    ),
    Node(
        name="parquet",
        title="polars, and DuckDB over Parquet",
        packages="more",
        program="parquet_test.ts",
    ),
    Node(
        name="postgraphile",
        title="PostGraphile",
        packages="more",
        program="postgraphile_test.ts",
    ),
    Node(
        name="postgresjs",
        title="postgres.js",
        program="postgresjs_test.ts",
        has_cells=True,
    ),
    Node(
        name="prisma-stored",
        title="Prisma over plain uuid columns",
        program="prisma_stored_test.ts",
        stored=Stored(lacks=("typed:prefix",), tables_of_times=("extended",)),
    ),
    Node(
        name="prisma",
        title="Prisma",
        program="prisma_test.ts",
        has_cells=True,
        has_traps=True,
        dumped="",
    ),
    Node(
        name="sequelize-stored",
        title="Sequelize over plain uuid columns",
        program="sequelize_stored_test.ts",
        stored=Stored(),
    ),
    Node(
        name="sequelize",
        title="Sequelize",
        program="sequelize_test.ts",
        has_cells=True,
        dumped="",
    ),
    Node(
        name="typeorm-stored",
        title="TypeORM over plain uuid columns",
        program="typeorm_stored_test.ts",
        stored=Stored(),
    ),
    Node(
        name="typeorm",
        title="TypeORM",
        program="typeorm_test.ts",
        has_cells=True,
        has_traps=True,
        dumped="",
    ),
]
