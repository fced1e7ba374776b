"""Schemas made by chance, of seeds: each moves to one of four targets and back, by one statement or
in steps. BASE62ID_SCHEMAS says how many, from BASE62ID_SEED on.
"""

import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import FULL, MAJOR, Server
from migrating import HERE, move_and_back, new_migration, server
from moves import differences
from tables import Table, printed_at_the_end

__all__ = ["server"]
TARGETS = ["base62id", "base64uuid", "ulid", "typed"]
FIRST = int(os.environ.get("BASE62ID_SEED", "1"))
MANY = "200" if FULL or "BASE62ID_PARTS" in os.environ else "0"
COUNT = int(os.environ.get("BASE62ID_SCHEMAS", MANY))
# A schema may be one that cannot move: then the plan has to say so, and why.
MAY_STOP = (
    "^stop: (?!the rehearsal failed).*("
    "cannot be put back over the new types|pg_dump leaves it out|does not exist"
    "|as an id of this one|would both have the type|operator classes that the new types have not"
    "|nothing moves)"
    "|Or ALTER FUNCTION .* SET search_path"
)


@pytest.fixture(scope="module")
def moved(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    """In how many schemas each kind of object has moved."""
    counter: Counter[str] = Counter()
    yield counter
    table = printed_at_the_end(request, Table("moved", "kind of object", "schemas"))
    for kind, count in sorted(counter.items()):
        table.add(kind, count)


def lines_that_say(what: str, schema: str) -> list[str]:
    """Of the comments of random.pl."""
    return re.findall(f"^-- {what}: (.*)$", schema, re.MULTILINE)


@pytest.mark.parametrize("seed", range(FIRST, FIRST + COUNT))
def test_a_random_schema_moves_there_and_back_or_is_a_stop_that_says_why(
    server: Server, tmp_path: Path, moved: Counter[str], seed: int
) -> None:
    target = TARGETS[seed % 4]
    migration = new_migration(server, tmp_path, f"random_{seed}", in_steps=seed // 4 % 2 == 1)
    schema = subprocess.run(
        ["perl", HERE / "random.pl", str(seed), target, str(MAJOR)],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    migration.sql(schema)
    options = [*lines_that_say("option", schema), "--to", target, "--allow-unrestorable"]

    before = migration.picture()
    planned = migration.try_to_plan(*options)
    if planned.status == 1 and planned.has("^stop: "):
        print(planned.words)
        assert planned.has(MAY_STOP), planned.text
        assert differences(before.schema, migration.picture().schema) == []
    else:
        assert planned.status == 0, planned.text
        texts_move = any(kind.startswith("texts") for kind in lines_that_say("kind", schema))
        numbers_move = any(option.endswith(",uid11") for option in options)
        move_and_back(migration, before, planned, texts_change=texts_move or numbers_move)
        moved.update(set(lines_that_say("kind", schema)))
    server.sql(f"DROP DATABASE {migration.database.name}")


@pytest.mark.skipif(COUNT < len(TARGETS), reason="so few schemas may all be stops")
def test_not_every_schema_was_a_stop(moved: Counter[str]) -> None:
    assert moved
