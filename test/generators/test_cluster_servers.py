"""Servers of one cluster make ids at once, none of them twice; and docs/cluster.md has a query that
finds servers whose settings do not fit.
"""

import re
from pathlib import Path

import pytest
from cluster import DIGEST, digest_in_force, key_file, numbered
from conftest import FULL, Database, Server, ServerMaker, write_secret
from generators import (
    HOUR_BEHIND,
    ON_ONE_SERVER,
    SHARING,
    TOP,
    Client,
    ClockMaker,
    Compiler,
    compiled,
    copy_ids,
    in_force,
    judge_statistics,
    made_twice,
    new_clock,
    number_of_lines,
    psql_for_ids,
    scratch,
    servers,
    wait_until_in_force,
)
from test_sessions import IDS_A_SESSION

__all__ = ["compiled", "key_file", "new_clock", "scratch", "servers"]
pytestmark = ON_ONE_SERVER
XID_ALONE = "xid_new()::text"


@pytest.fixture(scope="module")
def five(servers: ServerMaker, key_file: Path) -> Server:
    return servers(**SHARING, **numbered(5, key_file))


@pytest.fixture(scope="module")
def six(servers: ServerMaker, key_file: Path) -> Server:
    return servers(**SHARING, **numbered(6, key_file))


def test_with_both_settings_the_scope_is_the_cluster(five: Server) -> None:
    assert in_force(five) == ("5", "cluster")
    assert five.value("SELECT xid_generator_scope()") == "cluster"
    assert digest_in_force(five) == DIGEST


def test_snowish_ids_have_the_number(five: Server) -> None:
    machines = five.sql(
        """
        SELECT DISTINCT (uid11_snowish_parse(uid11_snowish_new())).machine
        FROM generate_series(1, 100)
        """
    )
    assert machines == [["5"]]


def test_xids_are_of_now(five: Server) -> None:
    """A server without reserved times begins 2 seconds after its clock: docs/cluster.md."""
    ahead = "SELECT extract(epoch FROM xid_timestamp(xid_new()) - clock_timestamp())"
    assert -1 <= float(five.value(ahead)) <= 2.1


def test_two_servers_at_once_make_no_xid_twice(five: Server, six: Server, scratch: Path) -> None:
    """In rounds, until there are ids of both from the same 2.7 milliseconds."""
    ids_a_round = 4 * IDS_A_SESSION
    files: list[Path] = []
    met = False
    while not met and len(files) < 2 * 50:
        made = make_at_once([five, six], ids_a_round, scratch, f"round{len(files)}")
        files += made
        met = bool(times(made[0]) & times(made[1]))
    assert met
    assert number_of_lines(*files) == len(files) * ids_a_round
    assert made_twice(*files) == 0


def make_at_once(servers: list[Server], number: int, scratch: Path, name: str) -> list[Path]:
    """The files of xids that each of them has made."""
    files = [scratch / f"{name}.{i}" for i in range(len(servers))]
    clients = [
        Client(Database(server, "postgres"), copy_ids(number, XID_ALONE), file)
        for server, file in zip(servers, files)
    ]
    for client in clients:
        client.end()
    return files


def times(file: Path) -> set[str]:
    """Seven characters of an xid say in which 2.7 milliseconds it was made."""
    with file.open() as ids:
        return {id[:7] for id in ids}


def test_random_bits_of_a_server_of_a_cluster_are_random(five: Server, compiled: Compiler) -> None:
    judge_statistics(compiled, "xid", psql_for_ids(five, "xid_new()"))


# The query of docs/cluster.md ------------------------------------------------------------------


def faults(servers: dict[str, Server], scratch: Path) -> list[list[str]]:
    """What the query finds, and with which servers."""
    page = (TOP / "docs/cluster.md").read_text()
    query = re.search("^SELECT .* AS fault.*?^ORDER BY.*?$", page, re.M | re.S)
    assert query
    answers = scratch / "answers"
    answers.write_text("")
    for name, server in servers.items():
        copy = f"COPY (SELECT '{name}', * FROM base62id_settings()) TO STDOUT;"
        answer = Client(Database(server, "postgres"), copy).end()
        answers.write_text(answers.read_text() + answer)
    return servers["five"].sql(
        f"""
        CREATE TEMP TABLE servers (host text, name text, value text, detail text);
        \\copy servers from '{answers}'
        {query[0]}
        """
    )


def test_the_query_finds_nothing_wrong_with_a_cluster(
    five: Server, six: Server, scratch: Path
) -> None:
    assert faults({"five": five, "six": six}, scratch) == []


def test_the_query_finds_a_number_of_two_servers_and_another_key(
    five: Server, six: Server, key_file: Path, scratch: Path
) -> None:
    other = key_file.with_name("other.key")
    write_secret(other, "key 1 of thirty-two characters or more")
    six.reload(**numbered(5, other))
    wait_until_in_force(six, "5", "cluster")
    found = [fault.split(":")[0] for fault, _ in faults({"five": five, "six": six}, scratch)]
    assert found == ["cluster_key", "cluster_key", "number of several servers"]


def test_the_query_finds_a_server_without_a_number(
    five: Server, six: Server, scratch: Path
) -> None:
    six.reload(**{"base62id.machine": "-1"})
    wait_until_in_force(six, "", "server")
    assert ["scope: server", "six"] in faults({"five": five, "six": six}, scratch)


def test_a_key_without_a_number_is_a_line_in_the_log(six: Server) -> None:
    line = "base62id.cluster_key_file has no effect without base62id.machine"
    assert line in six.log.read_text()


# Many servers, of which one restarts with its clock behind, and one after a crash ---------------

MANY = 8 if FULL else 3
IDS_A_SERVER = 1_250_000 if FULL else 40_000


def test_many_servers_at_once_make_no_xid_twice(
    servers: ServerMaker, new_clock: ClockMaker, key_file: Path, scratch: Path
) -> None:
    clocks = [new_clock() for _ in range(MANY)]
    many = [
        servers(
            environment=clock.environment,
            shared_preload_libraries="base62id",
            shared_buffers="16MB",
            **numbered(100 + number, key_file),
        )
        for number, clock in enumerate(clocks)
    ]
    files = make_at_once(many, IDS_A_SERVER // 2, scratch, "many.before")

    clocks[1].set(HOUR_BEHIND)
    many[1].stop("fast")
    many[1].start()
    many[2].restart()
    files += make_at_once(many, IDS_A_SERVER // 2, scratch, "many.after")

    assert number_of_lines(*files) == MANY * IDS_A_SERVER
    assert made_twice(*files) == 0
