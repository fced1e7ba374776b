"""The table of docs/masks.md, "Keys": a fault of the key file, and what then happens to the server.

A session looks for a façade by uuid_mask() and by a masked type, and finds
    own     the key as it was
    other   the key that has its number now; the type has none
    none    no key at all
"""

import re
import subprocess
from collections.abc import Callable

import pytest
from conftest import MAJOR, Database, Server, ServerMaker, Session
from masks import KEY_FILE, SETTINGS, V7, new_key

KEY = new_key()
FOUND = {
    ("own", "own"): "own",
    ("other", "55000"): "other",
    ("55000", "55000"): "none",
}


class Queries:
    """What a session asks, with the answers that the own key gives."""

    def __init__(self, server: Server) -> None:
        mask = server.value(f"SELECT uuid_mask('{V7}')")
        text = server.value("SELECT id FROM of_event")
        self.by_function = (
            f"SELECT CASE uuid_mask('{V7}')::text WHEN '{mask}' THEN 'own' ELSE 'other' END"
        )
        self.by_type = (
            f"SELECT CASE id::text WHEN '{text}' THEN 'own' ELSE 'wrong' END FROM of_event"
        )

    def in_session(self, session: Session) -> str:
        answers = (session.outcome(self.by_function), session.outcome(self.by_type))
        return FOUND.get(answers, str(answers))

    def in_new_session(self, server: Server) -> str:
        session = Session(Database(server, "postgres"))
        try:
            return self.in_session(session)
        finally:
            session.close()

    def in_single_user_mode(self, server: Server) -> str:
        done = subprocess.run(
            [server.bin / "postgres", "--single", "-D", server.data, "postgres"],
            input=f"{self.by_function};\n{self.by_type};\n",
            capture_output=True,
            text=True,
        )
        answers = re.findall(r'case = "(\w+)"|^(\d{5}) ERROR', done.stdout + done.stderr, re.M)
        by_function, by_type = [word or state for word, state in answers]
        return FOUND.get((by_function, by_type), str(answers))


def missing(server: Server) -> None:
    (server.directory / KEY_FILE).unlink()


def unreadable(server: Server) -> None:
    (server.directory / KEY_FILE).chmod(0o604)


def damaged(server: Server) -> None:
    server.secret(KEY_FILE, f"1:{KEY}\n2:")


def other(server: Server) -> None:
    server.secret(KEY_FILE, "1:00000000000000000000000000000002")


@pytest.fixture(scope="module", params=["preloaded", "not preloaded"])
def server(request: pytest.FixtureRequest, new_server: ServerMaker) -> Server:
    server = new_server(**SETTINGS, log_line_prefix="%e ")
    if request.param == "preloaded":
        server.restart(shared_preload_libraries="base62id")
    server.secret(KEY_FILE, f"1:{KEY}")
    server.reload()
    server.sql(
        f"""
        SELECT typeid_create_type('event_id', 'event', mask_key => 1);
        CREATE TABLE of_event AS SELECT '{V7}'::uuid::event_id AS id;
        """
    )
    return server


@pytest.fixture(scope="module")
def queries(server: Server) -> Queries:
    return Queries(server)


@pytest.fixture(scope="module")
def sessions_share_keys(server: Server) -> bool:
    """Otherwise, not preloaded before 17, a session reads the file when it needs a key."""
    return MAJOR >= 17 or server.settings["shared_preload_libraries"] != ""


class BothSessions:
    """A session from before the fault, and a new one each time."""

    def __init__(self, server: Server, queries: Queries) -> None:
        server.secret(KEY_FILE, f"1:{KEY}")
        server.reload()
        self.server, self.queries = server, queries
        self.old = Session(Database(server, "postgres"))
        self.backend = int(self.old.outcome("SELECT pg_backend_pid()"))
        assert self.find() == ["own", "own"]

    def find(self) -> list[str]:
        return [
            self.queries.in_session(self.old),
            self.queries.in_new_session(self.server),
        ]


@pytest.fixture
def sessions(server: Server, queries: Queries) -> BothSessions:
    return BothSessions(server, queries)


FAULTS = pytest.mark.parametrize("spoil", [missing, unreadable, damaged])
Fault = Callable[[Server], None]


# On a primary ----------------------------------------------------------------------------------


@FAULTS
def test_a_bad_file_changes_nothing_until_the_server_starts_again(
    server: Server, sessions: BothSessions, sessions_share_keys: bool, spoil: Fault
) -> None:
    new = "own" if sessions_share_keys else "none"
    spoil(server)
    assert sessions.find() == ["own", new]
    server.reload()
    assert sessions.find() == ["own", new]
    found = found_after_crash_and_restart(server, sessions)
    assert found == ["none", "none", "none", "own"]


def test_another_key_counts_from_the_reload_on(
    server: Server, sessions: BothSessions, sessions_share_keys: bool
) -> None:
    other(server)
    assert sessions.find() == ["own", "own" if sessions_share_keys else "other"]
    server.reload()
    assert sessions.find() == ["other", "other"]
    found = found_after_crash_and_restart(server, sessions)
    assert found[:3] == ["other", "other", "other"]
    # The file was put right, but no reload has said so.
    assert found[3] == ("other" if sessions_share_keys else "own")


def found_after_crash_and_restart(server: Server, sessions: BothSessions) -> list[str]:
    """After a crash, in single-user mode, after a restart, and with the file put right."""
    queries = sessions.queries
    server.crash(sessions.backend)
    found = [queries.in_new_session(server)]
    server.stop("fast")
    found.append(queries.in_single_user_mode(server))
    server.start()
    found.append(queries.in_new_session(server))
    server.secret(KEY_FILE, f"1:{KEY}")
    found.append(queries.in_new_session(server))
    return found


# On a standby ----------------------------------------------------------------------------------


@pytest.fixture
def standby(server: Server, queries: Queries) -> BothSessions:
    server.stop("fast")
    (server.data / "standby.signal").touch()
    server.start()
    return BothSessions(server, queries)


def found_by_reload_and_promotion(server: Server, sessions: BothSessions) -> list[list[str]]:
    found = [sessions.find()]
    server.reload()
    found.append(sessions.find())
    server.promote()
    found.append(sessions.find())
    return found


@FAULTS
def test_a_standby_keeps_its_keys_through_promotion(
    server: Server, standby: BothSessions, sessions_share_keys: bool, spoil: Fault
) -> None:
    spoil(server)
    new = "own" if sessions_share_keys else "none"
    assert found_by_reload_and_promotion(server, standby) == [["own", new]] * 3


def test_a_standby_takes_another_key_from_the_reload_on(
    server: Server, standby: BothSessions, sessions_share_keys: bool
) -> None:
    other(server)
    assert found_by_reload_and_promotion(server, standby) == [
        ["own", "own" if sessions_share_keys else "other"],
        ["other", "other"],
        ["other", "other"],
    ]


def test_the_server_wrote_nothing_bad_to_its_log(server: Server) -> None:
    """But for the crashes of this file."""
    assert [line for line in server.trouble() if "terminated by signal 9" not in line] == []
