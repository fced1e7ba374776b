"""The file of the cluster key: a bad one leaves the old key in force and is a line in the log, a
new one counts from the reload on, and a server that starts without the key makes no xids. The key
stands nowhere else.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from cluster import DIGEST, KEY, digest_in_force, key_file, numbered
from conftest import Server, ServerMaker, write_secret
from generators import ON_ONE_SERVER, SHARING, in_force, servers, wait_until_in_force

__all__ = ["key_file", "servers"]
pytestmark = ON_ONE_SERVER
NAMED = "The file that base62id.cluster_key_file names"


@pytest.fixture(scope="module")
def server(servers: ServerMaker, key_file: Path) -> Server:
    server = servers(**SHARING, **numbered(5, key_file))
    assert digest_in_force(server) == DIGEST
    return server


def readable_by_the_group(file: Path) -> None:
    file.chmod(0o640)


def short(file: Path) -> None:
    write_secret(file, "x")


def of_two_lines(file: Path) -> None:
    write_secret(file, f"{KEY}\n{KEY}")


def fifo(file: Path) -> None:
    """It is not waited for."""
    file.unlink()
    os.mkfifo(file, 0o600)


def missing(file: Path) -> None:
    file.unlink()


def directory(file: Path) -> None:
    file.unlink()
    file.mkdir()


IRREGULAR = f"{NAMED} is refused. It is not a regular file."
REFUSED = [
    (
        readable_by_the_group,
        f"{NAMED} is refused. Group or others have access to it."
        " Its mode must be 0600 or less, or 0640 or less where it belongs to root.",
    ),
    (
        short,
        "The line of the file that base62id.cluster_key_file names has 1 characters;"
        " at least 32 are needed.",
    ),
    (of_two_lines, f"{NAMED} has more than one line."),
    (fifo, IRREGULAR),
    (missing, f"{NAMED} could not be opened: No such file or directory."),
]


@pytest.mark.parametrize(("spoil", "reason"), REFUSED)
def test_a_file_that_is_refused_leaves_the_key_in_force(
    server: Server, key_file: Path, spoil: Callable[[Path], None], reason: str
) -> None:
    write_secret(key_file, KEY)
    spoil(key_file)
    log_before = server.log_size()
    server.reload()
    assert server.value("SELECT xid_new() IS NOT NULL") == "t"
    assert digest_in_force(server) == DIGEST
    assert in_force(server) == ("5", "cluster")
    assert server.value("SELECT xid_new() IS NOT NULL") == "t"
    log = server.log_since(log_before)
    assert log.count("WARNING:  base62id.cluster_key_file was not read") == 1
    assert log.count(f"DETAIL:  {reason}\n") == 1


def test_a_server_that_starts_without_the_key_makes_no_xids(server: Server, key_file: Path) -> None:
    """It says why. What needs no key goes on."""
    write_secret(key_file, KEY)
    directory(key_file)
    server.stop("fast")
    server.start()
    error = str(server.error("SELECT xid_new()"))
    assert "ERROR:  55000: cluster key cannot be read\n" in error
    assert f"DETAIL:  {IRREGULAR}\n" in error
    assert "HINT:  Put back the key file that the other servers of the cluster have" in error
    assert in_force(server) == ("5", "server")
    assert digest_in_force(server) == ""
    assert server.value("SELECT xid_generator_scope()") == "server"
    others = "SELECT uid11_snowish_new() IS NOT NULL, typeid_generate() IS NOT NULL"
    assert server.sql(others) == [["t", "t"]]


def test_the_key_counts_as_soon_as_it_is_there(server: Server, key_file: Path) -> None:
    key_file.rmdir()
    write_secret(key_file, KEY)
    assert server.value("SELECT xid_new() IS NOT NULL") == "t"
    assert in_force(server) == ("5", "cluster")


def test_a_new_key_in_the_same_file_counts_after_a_reload_only(
    server: Server, key_file: Path
) -> None:
    write_secret(key_file, "another key in the same file, since a moment ago")
    assert digest_in_force(server) == DIGEST
    server.reload()
    assert digest_in_force(server) not in ("", DIGEST)
    write_secret(key_file, KEY)
    server.reload()
    assert digest_in_force(server) == DIGEST
    wait_until_in_force(server, "5", "cluster")


def test_the_key_stands_in_no_file_of_the_server_and_not_in_its_log(server: Server) -> None:
    files = [file for file in server.directory.rglob("*") if file.is_file()]
    assert server.log in files
    assert len(files) > 900, "a data directory has as many"
    assert [file for file in files if KEY.encode() in file.read_bytes()] == []
