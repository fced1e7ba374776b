"""A server, in which each framework has a database of its own, and runs once."""

import os
import shutil
import traceback
from pathlib import Path

import drivers
import pages
from conftest import TOP, Database, Server, rows_of_types
from framework import CLIENTS, HERE, Framework, NotInstalled, Outcome, Scratch, StepFailed
from stored import Interview

MASK_KEYS = "1:000102030405060708090a0b0c0d0e0f"
SETTINGS = {
    "client_min_messages": "notice",
    "jit": "off",
    "listen_addresses": "127.0.0.1",  # most programs want TCP
    "log_line_prefix": "[%d] ",
    "max_connections": "100",
    "session_preload_libraries": "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_timing": "off",
    "wal_level": "logical",
}


class Runner:
    def __init__(self, server: Server, port: str) -> None:
        self.server = server
        self.port = port
        self.work = server.directory / "work"
        self.work.mkdir()
        self.kept = Path(os.environ.get("BASE62ID_FRAMEWORKS_DIR") or self.work / "kept").resolve()
        server.sql("CREATE ROLE app LOGIN CREATEDB; CREATE ROLE customer; GRANT customer TO app")
        server.reload(**{"base62id.mask_key_file": server.secret("mask.keys", MASK_KEYS)})
        self.vectors = self.write_vectors()
        self._outcomes: dict[str, Outcome | NotInstalled] = {}

    def write_vectors(self) -> Path:
        """Those of test/vectors as lines, of whose texts each type's arrays are made."""
        file = self.work / "vectors"
        done = Database(self.server, "postgres").psql(
            f"\\i {HERE / 'vectors.sql'}",
            *("--no-align", "--field-separator=\t", "--set=ON_ERROR_STOP=1"),
            *(f"--set=dir={TOP / 'test/vectors'}", f"--set=to={file}"),
        )
        assert done.returncode == 0, done.stderr
        return file

    def new_database(self, name: str) -> Database:
        """With the extension, of an owner who is no superuser."""
        self.server.new_database(f'"{name}"', "OWNER app")
        database = Database(self.server, name, "app")
        database.sql("CREATE EXTENSION base62id")
        return database

    def scratch_of(self, framework: Framework) -> Scratch:
        """With a database that has the extension."""
        directory = self.work / framework.name
        fill_directory(directory, framework.ecosystem)
        database = self.new_database(framework.name)
        return self.scratch_in(framework.ecosystem, database)

    def scratch_in(self, ecosystem: str, database: Database) -> Scratch:
        """A directory of the database's name."""
        directory = self.work / database.name
        kept = self.kept / ecosystem
        for path in (directory, kept):
            path.mkdir(parents=True, exist_ok=True)
        return Scratch(directory, kept, database, self.environment(directory, database))

    def environment(self, directory: Path, database: Database) -> dict[str, str]:
        """What programs may know of where they run."""
        of_ours = {
            k: v for k, v in os.environ.items() if not k.startswith("PG") or k == "PG_CONFIG"
        }
        types = [row["type"] for row in rows_of_types() if row["family"] == "uuid"]
        return of_ours | {
            "CLIENTS": str(CLIENTS),
            "DATABASE_URL": f"postgresql://app@127.0.0.1:{self.port}/{database.name}",
            "FILL": str(HERE / "fill.sql"),
            "HOME": str(directory),
            "LC_ALL": "C.UTF-8",
            "NOTATED": str(HERE / "notated.sql"),
            "PATH": f"{self.server.bin}:{os.environ['PATH']}",
            "PGDATABASE": database.name,
            "PGHOST": "127.0.0.1",
            "PGPORT": self.port,
            "PGUSER": "app",
            "STORED": str(HERE / "stored.sql"),
            "UUID_TYPES": " ".join(types),
            "VECTORS": str(self.vectors),
        }

    def outcome_of(self, framework: Framework) -> Outcome | NotInstalled:
        if framework.name not in self._outcomes:
            self._outcomes[framework.name] = self.first_outcome_of(framework)
        return self._outcomes[framework.name]

    def first_outcome_of(self, framework: Framework) -> Outcome | NotInstalled:
        scratch = self.scratch_of(framework)
        try:
            self.run(framework, scratch)
        except NotInstalled as missing:
            return missing
        except StepFailed as failed:
            scratch.outcome.fail("it is built", str(failed))
        except Exception:
            scratch.outcome.fail("it runs to its end", traceback.format_exc())
        return scratch.outcome

    def run(self, framework: Framework, scratch: Scratch) -> None:
        if framework.has_table_of_each_type:
            scratch.database.sql(f"\\i {HERE / 'by_type.sql'}")
        framework.set_up(scratch)
        if framework.stored:
            Interview(framework, scratch).hold()
        elif framework.knows_uuids:
            drivers.ask_with_and_without_line(framework, scratch)
        else:
            framework.run(scratch)


def fill_directory(directory: Path, ecosystem: str) -> None:
    """With the ecosystem's programs, the pages' files, and the sources of the client.

    A client of Node.js is built and installed as a package.
    """
    shutil.copytree(HERE / ecosystem, directory)
    pages.write_files(ecosystem, directory)
    client = CLIENTS / ecosystem
    if client.is_dir() and not (client / "package.json").exists():
        shutil.copytree(client, directory, dirs_exist_ok=True)
