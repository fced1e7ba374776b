"""Scratch databases."""
from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import time
from typing import NoReturn

from .database import LIMITS, PSQL, Database, Failed, environment
from .errors import Stop
from .sql import identifier
from .terminal import progress

SCRATCH = "base62id_migrate_"
CLEARING = 60  # seconds for all that is to go


class Server:
    """Makes scratch databases.  They and our files go with this program, however it ends: a
    child waits for the end of a pipe, which comes when this process is killed, too."""

    def __init__(self, database: Database, work: str) -> None:
        self.maintenance, self.work = database, work
        self.owner = ""
        self.made: list[str] = []
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
        end = time.monotonic() + CLEARING
        while time.monotonic() < end:
            # a pg_dump that goes on may have made a file meanwhile
            shutil.rmtree(self.work, ignore_errors=True)
            for n in list(names):
                names[n] -= self.is_dropped(n)
            names = {n: rounds for n, rounds in names.items() if rounds > 0}
            if not names and not os.path.exists(self.work):
                os._exit(0)
            time.sleep(1)
        os._exit(1)

    def is_dropped(self, name: str) -> bool:
        command = ["dropdb", "--if-exists", "--force", "--maintenance-db"]
        try:
            done = subprocess.run(
                [*command, self.maintenance.connection, name],
                env=environment(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=LIMITS["dropdb"],
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0

    def close(self) -> None:
        os.close(self.pipe)
        _, status = os.waitpid(self.watcher, 0)
        if status != 0:
            left = " ".join(self.made)
            progress(f"these scratch databases may be left: {left}. Where they are: dropdb --force")

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
        self.made.append(name)
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
                "not create a database, let a superuser run ALTER ROLE ... CREATEDB while you "
                "plan, or give the connection of a role that may, on a server of the same "
                "major version with the same extensions: --scratch CONNECTION"
            )
        os.write(self.pipe, announced)
        return self.maintenance.beside(name)

    def copy(self, of: Database) -> Database:
        name = of.one("SELECT current_database()")
        of.close()
        return self.create(f"TEMPLATE {identifier(name)}")
