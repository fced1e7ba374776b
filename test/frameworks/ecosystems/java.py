"""Java, with Debian's driver; the jars of Hibernate are given."""

from dataclasses import dataclass
from pathlib import Path

from framework import Framework, Scratch, Stored, link, need_file, need_program, need_variable

JARS = Path("/usr/share/java")
DRIVER = f"{JARS}/postgresql.jar"
SCRAM = f"{JARS}/scram-client.jar"


@dataclass(frozen=True, kw_only=True)
class Java(Framework):
    """The program is a class."""

    ecosystem = "java"

    def set_up(self, scratch: Scratch) -> None:
        need_program("javac")
        need_file(DRIVER)
        sources = client_sources(scratch.directory, "", "jdbc")
        scratch.prepare("javac", "-d", ".", "-cp", f".:{DRIVER}", *sources, f"{self.program}.java")
        scratch.environment["JDBC_URL"] = jdbc_url(scratch)

    def command(self, state: str) -> list[str]:
        run = f'exec java -cp ".:{DRIVER}:{SCRAM}" {self.program} "$JDBC_URL"'
        return ["sh", "-c", run]


@dataclass(frozen=True, kw_only=True)
class Hibernate(Framework):
    """The classes are the same in each state, from a directory of its name."""

    ecosystem = "java"

    def set_up(self, scratch: Scratch) -> None:
        need_program("javac")
        hibernate = need_variable(
            "BASE62ID_HIBERNATE", "a directory with the jars of hibernate-core 7 and what it needs"
        )
        directory = scratch.directory
        jars = f"{DRIVER}:{SCRAM}:{hibernate}/*"
        scratch.environment |= {"JARS": jars, "JDBC_URL": jdbc_url(scratch)}
        sources = client_sources(directory, "", "jdbc", "hibernate")
        own = ("User.java", f"{self.program}.java")
        scratch.prepare("javac", "-nowarn", "-d", "uuid", "-cp", jars, *sources, *own)
        link(directory / "moved", "uuid")
        link(directory / "typed", "uuid")

    def command(self, state: str) -> list[str]:
        return ["sh", "-c", f'exec java -ea -cp "$JARS:{state}" {self.program}']


def client_sources(directory: Path, *packages: str) -> list[Path]:
    """The classes of the client, without what describes a module or a package."""
    root = directory / "src/main/java/io/base62id"
    return sorted(file for package in packages for file in (root / package).glob("[A-Z]*.java"))


def jdbc_url(scratch: Scratch) -> str:
    port = scratch.environment["PGPORT"]
    database = scratch.database
    return f"jdbc:postgresql://127.0.0.1:{port}/{database.name}?user={database.role}"


FRAMEWORKS: list[Framework] = [
    Hibernate(
        name="hibernate-stored",
        title="Hibernate over plain uuid columns",
        program="HibernateTest",
        stored=Stored(states=("domain", "uuid", "keys", "moved", "typed", "unmoved")),
    ),
    Java(
        name="jdbc",
        title="JDBC (pgjdbc)",
        program="JdbcTest",
        has_table_of_each_type=True,
        has_times=True,
    ),
    Java(name="jdbc-uuids", title="JDBC, UUIDs", program="Uuids", knows_uuids="pgjdbc"),
]
