"""What the tests of docs/scale.md share: the SQL of the page, and the plans that it shows."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from conftest import TOP, Database, Server, ServerMaker

# Numbers of servers and their common key, as docs/cluster.md asks of servers that write.
CLUSTER_KEY = "one key for all servers of the page"

TOKEN = re.compile(
    r"^## (?P<title>[^\n]+)$" r"|^```(?P<language>\w*)\n(?P<code>.*?)^```$" r"|^(?P<line>[^\n]+)$",
    re.MULTILINE | re.DOTALL,
)


@dataclass
class Block:
    """SQL of the page."""

    sql: str
    places: list[str]  # the servers that "On `…`:" above it names
    note: str  # the line above it, "" if a block of SQL is there
    plan: list[str] = field(default_factory=list)  # what the page says that it prints


def blocks_of(section: str) -> list[Block]:
    found: list[Block] = []
    here, places, note = False, ["main"], ""
    for token in TOKEN.finditer((TOP / "docs/scale.md").read_text()):
        if token["title"]:
            here, places = token["title"] == section, ["main"]
        elif token["line"]:
            note = token["line"]
            if note.startswith("On `"):
                places = re.findall(r"`(\w+)`", note)
        elif here and token["language"] == "sql":
            found.append(Block(token["code"], places, note))
            note = ""
        elif here and token["language"] == "output":
            found[-1].plan = token["code"].splitlines()
    assert found, section
    return found


def run(block: Block, place: Database, hosts: Mapping[str, Server]) -> list[str]:
    """The lines that it prints. A host that the page names is a server's directory here."""
    sql = block.sql
    for name, server in hosts.items():
        sql = sql.replace(f"host '{name}'", f"host '{server.directory}'")
        sql = sql.replace(f"host={name} ", f"host={server.directory} ")
    return ["|".join(row) for row in place.sql(sql)]


def run_all(blocks: list[Block], **places: Database) -> list[tuple[list[str], list[str]]]:
    """What the page says that its blocks print, and what they print."""
    hosts = {name: place.server for name, place in places.items()}
    plans = []
    for block in blocks:
        for name in block.places:
            printed = run(block, places[name], hosts)
            if block.plan:
                plans.append((block.plan, printed))
    return plans


def new_member(new_server: ServerMaker, number: int) -> Server:
    """A server that writes beside others."""
    server = new_server(wal_level="logical", max_prepared_transactions="20")
    key_file = server.secret("cluster.key", CLUSTER_KEY)
    server.reload(**{"base62id.machine": str(number), "base62id.cluster_key_file": key_file})
    return server


def explain(database: Database, query: str) -> str:
    return "\n".join(line for [line] in database.sql(f"EXPLAIN (COSTS OFF) {query}"))


def has_error(database: Database, statements: str, pattern: str) -> None:
    """They end with an error like that."""
    message = str(database.error(statements))
    assert re.search(pattern, message), message
