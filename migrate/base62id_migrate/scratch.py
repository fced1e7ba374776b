"""Scratch databases."""
from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import time
from typing import NoReturn

from .database import PSQL, Database, Failed, environment
from .errors import Stop
from .sql import identifier

SCRATCH = "base62id_migrate_"


class Server:
    """Makes scratch databases.  They and our files go with this program, however it ends: a
    child waits for the end of a pipe, which comes when this process is killed, too."""

    def __init__(self, database: Database, work: str) -> None:
        self.maintenance, self.work = database, work
        self.owner = ""
        reading, self.pipe = os.pipe()
        self.watcher = os.fork()
        if self.watcher == 0:
            os.close(self.pipe)
            self.watch(reading)
        os.close(reading)
        os.mkdir(work, 0o700)

    def watch(self, reading: int) -> NoReturn:
        os.setsid()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        with os.fdopen(reading) as pipe:
            made = pipe.read().split()
        # one of which we do not know that it is there may still come
        names = {n: 1 if made.count(n) > 1 else 10 for n in made}
        for _ in range(60):
            # a pg_dump that goes on may have made a file meanwhile
            shutil.rmtree(self.work, ignore_errors=True)
            for n in list(names):
                names[n] -= (
                    subprocess.run(
                        [
                            "dropdb",
                            "--if-exists",
                            "--force",
                            "--maintenance-db",
                            self.maintenance.connection,
                            n,
                        ],
                        env=environment(),
                        stdout=subprocess.DEVNULL,
                        stderr=subprocess.DEVNULL,
                    ).returncode
                    == 0
                )
            names = {n: rounds for n, rounds in names.items() if rounds > 0}
            if not names and not os.path.exists(self.work):
                break
            time.sleep(1)
        os._exit(0)

    def close(self) -> None:
        os.close(self.pipe)
        os.waitpid(self.watcher, 0)

    def create(self, options: str) -> Database:
        """Nobody else connects to it, and but a superuser nobody to a superuser's."""
        name = SCRATCH + secrets.token_hex(4)
        limit, then = "CONNECTION LIMIT 0", ""
        if not self.maintenance.superuser():
            owner = identifier(self.owner)
            limit = f"OWNER {owner} " * bool(self.owner) + "ALLOW_CONNECTIONS false"
            then = f"SET ROLE {owner}; " * bool(self.owner) + (
                f"REVOKE CONNECT ON DATABASE {name} FROM PUBLIC; GRANT CONNECT ON DATABASE "
                f"{name} TO SESSION_USER; ALTER DATABASE {name} ALLOW_CONNECTIONS true"
            )
        announced = (name + "\n").encode()
        os.write(self.pipe, announced)
        try:  # psql keeps the pipe open: it may end after us
            self.maintenance.child(
                [
                    *PSQL,
                    "-d",
                    self.maintenance.connection,
                    "-c",
                    f"CREATE DATABASE {name} {limit} {options}",
                    "-c",
                    then,
                ],
                (self.pipe,),
            )
        except Failed as e:
            os.write(self.pipe, announced)
            raise Stop(
                f"{e}\nThe plan is tried on a copy of the definitions. Where this role may "
                "not create a database, give the connection of one that may, on a server "
                "of the same major version with the same extensions: --scratch CONNECTION"
            )
        os.write(self.pipe, announced)
        return self.maintenance.beside(name)

    def copy(self, of: Database) -> Database:
        name = of.one("SELECT current_database()")
        of.close()
        return self.create(f"TEMPLATE {identifier(name)}")
