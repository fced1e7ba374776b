"""Two builds of the library in one server, as after an upgrade of the package without a restart,
generate no id twice: one whose counters have one field more works beside the old one, and one whose
shared memory has another layout refuses until the restart.

Not preloaded, each session has the library that was there when it began; preloaded, the server's
own.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import PG_CONFIG, Database, Server, ServerMaker, Session, pg_config
from generators import IDS_AN_EVENT, LONG, ON_ONE_SERVER, TOP, scratch, servers

__all__ = ["scratch", "servers"]
SOURCE = Path(os.environ.get("BASE62ID_SRC", TOP))
DESTDIR = os.environ.get("BASE62ID_DESTDIR", "")
pytestmark = [
    LONG,
    ON_ONE_SERVER,
    pytest.mark.skipif(not DESTDIR, reason="this server finds an extension in its own place only"),
]
MASK_KEY = "1:000102030405060708090a0b0c0d0e0f"
OTHER_MASK_KEY = "1:0f0e0d0c0b0a09080706050403020100"
V7 = "01890a5d-ac96-774b-bcce-b302099a8057"
# Xids and snowish ids, by each of two builds.
MANY = IDS_AN_EVENT // 4
INSERT = f"""
    INSERT INTO made SELECT xid_new(), uid11_snowish_new(5) FROM generate_series(1, {MANY})
"""


# Builds ----------------------------------------------------------------------------------------

ONE_FIELD_MORE = [
    (
        "src/pg/generate/counters.hpp",
        r"^( *)server_settings settings;.*",
        r"\g<0>\n\1pg_atomic_uint64 one_more;",
    ),
    (
        "src/pg/generate/counters.cpp",
        r"^( *)attached = \{MyProcPid, c\};",
        r"\1pg_atomic_fetch_add_u64(&c->one_more, 1);\n\g<0>",
    ),
]
ANOTHER_LAYOUT = [
    ("src/pg/generate/counters.cpp", "(counters_layout = )1", r"\g<1>2"),
    ("src/pg/keys/mask_keys.cpp", "(mask_keys_layout = )1", r"\g<1>2"),
]


class Package:
    """A copy of what is installed, whose library is another one from time to time."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        live = directory / "live"
        shutil.copytree(DESTDIR, live, symlinks=True)
        self._library = live / f"{pg_config('pkglibdir')}/base62id.so".lstrip("/")
        shutil.copy(self._library, directory / "old.so")
        self.settings = directory / "live.conf"
        settings = Path(os.environ["TEMP_CONFIG"]).read_text()
        self.settings.write_text(settings.replace(DESTDIR, str(live)))
        # With the objects that are there; edits add up.
        self._sources = directory / "build"
        ignored = shutil.ignore_patterns(".git", "build", "tmp_check")
        shutil.copytree(SOURCE, self._sources, symlinks=True, ignore=ignored)

    def build(self, name: str, edits: list[tuple[str, str, str]]) -> None:
        """Each edit changes its file. The library then says that this is its version."""
        version = (
            "src/pg/module.cpp",
            r"^(B62_FN\(base62id_version\).*cstring_to_text\()[^)]*",
            rf'\1"{name}"',
        )
        for file, pattern, replacement in [version, *edits]:
            path = self._sources / file
            text, changes = re.subn(pattern, replacement, path.read_text(), flags=re.M)
            assert changes == 1, f"{file} has no {pattern}"
            path.write_text(text)
        done = subprocess.run(
            ["make", "-s", "-j2", "with_llvm=no", f"PG_CONFIG={PG_CONFIG}"],
            cwd=self._sources,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        shutil.copy(self._sources / "base62id.so", self._directory / f"{name}.so")

    def install(self, name: str) -> None:
        """As a package does it, by a new file of the name."""
        new = self._library.with_name("base62id.so.new")
        shutil.copy(self._directory / f"{name}.so", new)
        new.rename(self._library)


@pytest.fixture(scope="module")
def package(scratch: Path) -> Package:
    directory = scratch / "builds"
    directory.mkdir()
    package = Package(directory)
    package.build("field", ONE_FIELD_MORE)
    package.build("layout", ANOTHER_LAYOUT)
    return package


# What a session has ----------------------------------------------------------------------------

WORKS = ["t", "t", "t", V7, "ok"]
REFUSES = ["55000", "55000", "55000", V7, "broken"]


def found(session: Session) -> list[str]:
    """Its library, and what that does: counted ids, masks, and what it says of shared memory."""
    queries = [
        "SELECT base62id_version()",
        "SELECT xid_new() IS NOT NULL",
        "SELECT uid11_snowish_new(5) IS NOT NULL",
        "SELECT uid11_ts_seq_rand_new() IS NOT NULL",
        f"SELECT uuid_unmask(uuid_mask('{V7}'))",
        "SELECT state FROM base62id_health() WHERE what = 'memory'",
    ]
    return [session.outcome(query) for query in queries]


def found_by_new_session(server: Server) -> list[str]:
    session = Session(Database(server, "postgres"))
    found_now = found(session)
    session.close()
    return found_now


def mask(session: Session) -> str:
    return session.outcome(f"SELECT uuid_mask('{V7}')")


def insert_at_once(server: Server, *sessions: Session) -> int:
    """How many ids the table has then, where none is twice."""
    for session in sessions:
        session.send(INSERT)
    assert [session.answer() for session in sessions] == [""] * len(sessions)
    return int(server.value("SELECT count(*) FROM made"))


def new_server_of(package: Package, servers: ServerMaker, preloads: str) -> Server:
    """With the old library, which is installed now."""
    package.install("old")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TEMP_CONFIG", str(package.settings))
        server = servers(shared_preload_libraries=preloads)
    server.secret("masks", MASK_KEY)
    server.reload(**{"base62id.mask_key_file": str(server.directory / "masks")})
    server.sql("CREATE TABLE made (xid uid11 UNIQUE, snowish uid11 UNIQUE)")
    return server


# Not preloaded ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(package: Package, servers: ServerMaker) -> Server:
    return new_server_of(package, servers, preloads="")


@pytest.fixture(scope="module")
def old_version(server: Server) -> str:
    return server.value("SELECT base62id_version()")


@pytest.fixture(scope="module")
def old(server: Server) -> Iterator[Session]:
    """A session from before the upgrade."""
    session = Session(Database(server, "postgres"))
    found(session)
    yield session
    session.close()


@pytest.fixture(scope="module")
def field(package: Package, server: Server, old: Session) -> Iterator[Session]:
    """A session of the build with one field more."""
    package.install("field")
    session = Session(Database(server, "postgres"))
    found(session)
    yield session
    session.close()


@pytest.fixture(scope="module")
def layout(package: Package, server: Server, field: Session) -> Iterator[Session]:
    """A session of the build with another layout."""
    package.install("layout")
    session = Session(Database(server, "postgres"))
    found(session)
    yield session
    session.close()


def test_builds_whose_memory_begins_alike_work_side_by_side(
    server: Server, old_version: str, old: Session, field: Session
) -> None:
    assert found(old) == [old_version, *WORKS]
    assert found(field) == ["field", *WORKS]
    assert insert_at_once(server, old, field) == 2 * MANY


def test_both_have_the_mask_key_of_after_a_reload(
    server: Server, old: Session, field: Session
) -> None:
    before = mask(old)
    server.secret("masks", OTHER_MASK_KEY)
    server.reload()
    assert mask(field) == mask(old) != before


def test_a_build_with_another_layout_makes_no_counted_ids_and_does_all_else(
    server: Server, old_version: str, old: Session, field: Session, layout: Session
) -> None:
    """It says what to do. The others go on."""
    assert found(layout) == ["layout", *REFUSES]
    assert mask(layout) == mask(old)
    layout.send("SELECT xid_new()")
    error = layout.answer()
    assert "shared memory of this server is another base62id version's\n" in error
    assert "HINT:  Restart the server.\n" in error

    assert insert_at_once(server, old, field) == 4 * MANY
    assert found(old) == [old_version, *WORKS]
    assert found(field) == ["field", *WORKS]


def test_a_restart_lets_the_new_build_work_and_so_it_does_for_the_old_one(
    package: Package, server: Server, old_version: str, layout: Session
) -> None:
    """No id of before comes again."""
    server.stop("fast")
    server.start()
    assert found_by_new_session(server) == ["layout", *WORKS]
    server.sql(INSERT)

    package.install("old")
    assert found_by_new_session(server) == [old_version, *REFUSES]
    server.stop("fast")
    server.start()
    assert found_by_new_session(server) == [old_version, *WORKS]
    server.sql(INSERT)


# Preloaded: the server's own library, until it starts again -------------------------------------


def test_a_preloaded_library_stays_until_a_restart(
    package: Package, servers: ServerMaker, old_version: str
) -> None:
    """Through a new package, and through a crash."""
    server = new_server_of(package, servers, preloads="base62id")
    assert found_by_new_session(server) == [old_version, *WORKS]
    package.install("layout")
    assert found_by_new_session(server) == [old_version, *WORKS]
    server.sql(INSERT)

    session = Session(Database(server, "postgres"))
    server.crash(int(session.outcome("SELECT pg_backend_pid()")))
    session.close()
    assert found_by_new_session(server) == [old_version, *WORKS]
    server.sql(INSERT)

    server.stop("fast")
    server.start()
    assert found_by_new_session(server) == ["layout", *WORKS]
    server.sql(INSERT)
