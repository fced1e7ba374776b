"""Go, with Debian's libraries, which are a GOPATH; nothing is fetched."""

import http.client
import json
import re
import shutil
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from conftest import free_port
from framework import (
    CLIENTS,
    Framework,
    Scratch,
    Stored,
    copy_files,
    debian_version,
    link,
    need_file,
    need_program,
)

GOPATH = Path("/usr/share/gocode")
GORM = "gorm.io/driver/postgres"
PGX = "github.com/jackc/pgx/v5"


@dataclass(frozen=True, kw_only=True)
class Go(Framework):
    """The program is the file with main; files are others of its package."""

    ecosystem = "go"

    words: ClassVar[tuple[str, ...]] = ("go", "build")

    library: str
    files: tuple[str, ...] = ()

    def set_up(self, scratch: Scratch) -> None:
        need_program("go")
        need_file(GOPATH / "src" / self.library)
        scratch.environment |= {
            "PGX_VERSION": debian_version("golang-github-jackc-pgx-v5-dev"),
            "GORM_VERSION": debian_version("golang-gorm-gorm-dev"),
        }
        self.build(scratch)

    def build(self, scratch: Scratch) -> None:
        """The program "test"."""
        directory = scratch.directory
        client = directory / "src/placeholder.invalid/base62id/clients/go"
        client.parent.mkdir(parents=True, exist_ok=True)
        link(client, CLIENTS / "go")
        package = directory / "program"
        shutil.rmtree(package, ignore_errors=True)
        copy_files((directory / name for name in ("harness.go", *self.files)), package)
        shutil.copy(directory / self.program, package / "main.go")
        scratch.prepare(
            *(*self.words, "-o", "test", "./program"),
            GO111MODULE="off",
            GOPATH=f"{directory}:{GOPATH}",
            GOCACHE=str(scratch.kept / "cache"),
            GOFLAGS="-p=2",
            GOTOOLCHAIN="local",
        )

    def command(self, state: str) -> list[str]:
        return ["./test"]


@dataclass(frozen=True, kw_only=True)
class StoredGorm(Go):
    """Without the word its models have ids of the id type, which makes another program."""

    def build(self, scratch: Scratch) -> None:
        super().build(scratch)
        directory = scratch.directory
        (directory / "test").rename(directory / "test-uuid")
        link(directory / "test-moved", "test-uuid")
        for name in (self.program, "stored.go"):
            file = directory / name
            file.write_text(file.read_text().replace("base62id.StoredID", "base62id.ID"))
        super().build(scratch)
        (directory / "test").rename(directory / "test-typed")

    def command(self, state: str) -> list[str]:
        return [f"./test-{state}"]


@dataclass(frozen=True, kw_only=True)
class GoService(Go):
    """The page's service, as it is started and asked there."""

    def run(self, scratch: Scratch) -> None:
        address = free_address()
        with scratch.errors.open("a") as errors:
            service = subprocess.Popen(
                ["./test", address],
                cwd=scratch.directory,
                env=scratch.environment,
                stdin=subprocess.DEVNULL,
                stdout=errors,
                stderr=errors,
            )
        try:
            wait_for_listener(address, service)
            self.ask(scratch, address)
        finally:
            service.kill()
            service.wait()

    def ask(self, scratch: Scratch, address: str) -> None:
        outcome = scratch.outcome
        _, made = request(address, "POST", "/users", json.dumps({"Name": "Ada"}))
        user = json.loads(made)
        outcome.judge("the new user has an id of a user", user["ID"][:5], "user_")
        _, found = request(address, "GET", f"/users/{user['ID']}")
        outcome.judge("a user is made, and found by the id", found, made)
        status, _ = request(address, "GET", "/users/order_01h455vb4pex5vsknk084sn02q")
        outcome.judge("an id of another kind is a 404", status, http.HTTPStatus.NOT_FOUND)
        quoted, _ = request(address, "GET", f"/users/%22{user['ID']}%22")
        outcome.judge("an id in quotes is found", quoted, http.HTTPStatus.OK)
        for method, path in (("DELETE", f"/users/{user['ID']}"), ("GET", "/users")):
            status, _ = request(address, method, path)
            title = f"{method} {path[:6]} is a 405"
            outcome.judge(title, status, http.HTTPStatus.METHOD_NOT_ALLOWED)
        scratch.database.sql("DROP TABLE users")
        status, _ = request(address, "GET", f"/users/{user['ID']}")
        outcome.judge("a broken server is a 500", status, http.HTTPStatus.INTERNAL_SERVER_ERROR)
        logged = 'relation "users" does not exist' in scratch.errors.read_text()
        outcome.judge("its error is in the log", logged, True)


@dataclass(frozen=True, kw_only=True)
class GoTests(Go):
    """What go test runs on the page."""

    words: ClassVar[tuple[str, ...]] = ("go", "test", "-c")

    def run(self, scratch: Scratch) -> None:
        output = scratch.prepare("./test", "-test.v")
        for title in re.findall(r"^--- PASS: (\w+)", output, re.M):
            scratch.outcome.passed.append(title)
        scratch.outcome.judge("all tests pass", output.splitlines()[-1], "PASS")


@dataclass(frozen=True, kw_only=True)
class StoredGoService(GoService):
    """The page's service over uuid columns: its line with the type of the id, and other tables."""

    def build(self, scratch: Scratch) -> None:
        change(scratch.directory / "pgx.go", r"= base62id\.ID\[user\]", "= base62id.StoredID[user]")
        tables = "const tables = `CREATE TABLE users (id uuid PRIMARY KEY, name text NOT NULL)`"
        change(scratch.directory / "service.go", r"const tables = `[^`]*`", tables)
        super().build(scratch)


def change(file: Path, pattern: str, by: str) -> None:
    text, times = re.subn(pattern, by, file.read_text())
    assert times == 1
    file.write_text(text)


def free_address() -> str:
    return f"127.0.0.1:{free_port()}"


def wait_for_listener(address: str, service: "subprocess.Popen[Any]") -> None:
    host, port = address.split(":")
    while service.poll() is None:
        try:
            socket.create_connection((host, int(port))).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.1)
    raise RuntimeError(f"the service ended with status {service.returncode}")


def request(address: str, method: str, path: str, body: str | None = None) -> tuple[int, str]:
    connection = http.client.HTTPConnection(address, timeout=60)
    connection.request(method, path, body)
    response = connection.getresponse()
    return response.status, response.read().decode()


FRAMEWORKS: list[Framework] = [
    StoredGorm(
        name="gorm-stored",
        title="GORM over plain uuid columns",
        library=GORM,
        program="gorm_stored_main.go.in",
        files=("codec.go", "stored.go"),
        stored=Stored(),
    ),
    Go(
        name="gorm-compositions",
        title="GORM, compositions of conditions",
        library=GORM,
        program="gorm_compositions_main.go.in",
    ),
    Go(
        name="gorm",
        title="GORM",
        library=GORM,
        program="gorm_main.go.in",
        files=("codec.go", "gorm.go"),
        has_cells=True,
        dumped="",
    ),
    Go(
        name="lib-pq",
        title="Go, database/sql with lib/pq",
        library="github.com/lib/pq",
        program="lib-pq_main.go.in",
        has_table_of_each_type=True,
    ),
    Go(
        name="pgx-stored",
        title="pgx 5 over plain uuid columns",
        library=PGX,
        program="stored_main.go.in",
        files=("codec.go", "kinds.go", "stored.go", "stored_times.go"),
        stored=Stored(),
    ),
    Go(
        name="pgx",
        title="pgx 5",
        library=PGX,
        program="pgx_main.go.in",
        files=("codec.go", "inspect.go", "kinds.go", "pgx.go", "service.go"),
        has_cells=True,
        has_traps=True,
    ),
    GoService(
        name="pgx-service",
        title="pgx 5, the service of the page",
        library=PGX,
        program="main.go",
        files=("pgx.go", "service.go"),
    ),
    StoredGoService(
        name="pgx-service-stored",
        title="pgx 5, the service of the page over plain uuid columns",
        library=PGX,
        program="main.go",
        files=("pgx.go", "service.go"),
    ),
    GoTests(
        name="pgx-tests",
        title="Go, the tests of the page",
        library=PGX,
        program="main.go",
        files=("ids_test.go", "pgx.go", "service.go"),
    ),
    Go(
        name="pgx-uuids",
        title="pgx 5, UUIDs",
        library=PGX,
        program="uuids.go.in",
        knows_uuids="pgx 5",
    ),
]
