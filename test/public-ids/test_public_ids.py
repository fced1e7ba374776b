"""examples/public-ids/public_id.py in a Django project with bigint keys: programs/project.py
without it and with it, over tables that do not differ."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import TOP, Database, Server

PYTHON = "/usr/bin/python3"  # Debian's, whose packages Django and its drivers are
KEY = "000102030405060708090a0b0c0d0e0f"
MODULES = ["clients/python/src", "examples/public-ids", "test/frameworks/python"]


class Outcome(NamedTuple):
    """What a project answered, and what it left in its database."""

    answers: dict[str, Any]
    schema: list[str]
    invoices: list[list[str]]


def has(*modules: str) -> bool:
    imports = "; ".join(f"import {module}" for module in modules)
    return subprocess.run([PYTHON, "-c", imports], stderr=subprocess.DEVNULL).returncode == 0


def schema_of(database: Database) -> list[str]:
    """pg_dump's statements without its comments, and without \\restrict, whose word is random."""
    lines = database.dump("--schema-only").splitlines()
    return [line for line in lines if line and not line.startswith(("--", "\\"))]


def run(project: str, server: Server, folder: Path) -> Outcome:
    """Runs a project in a database of its own, with a folder for its application."""
    database = server.new_database(folder.name)
    (folder / "shop").mkdir()
    (folder / "shop/__init__.py").touch()
    program = folder / "project.py"
    program.write_text(project)
    done = subprocess.run(
        [PYTHON, "-B", program],
        env=os.environ
        | {
            "BASE62ID_MASK_KEY": KEY,
            "PYTHONPATH": os.pathsep.join(str(TOP / module) for module in MODULES),
            "PGHOST": str(server.directory),
            "PGUSER": database.role,
            "PGDATABASE": database.name,
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    invoices = database.sql("SELECT * FROM shop_invoice ORDER BY id")
    return Outcome(json.loads(done.stdout), schema_of(database), invoices)


def with_public_ids(project: str) -> str:
    """It imports the example, makes a converter of paths, and has that in its paths."""
    last_import = "from django.urls import path, reverse  # noqa: E402\n"
    of_example = "from public_id import InvoiceId, public_ids\n\npublic_ids(InvoiceId)\n"
    assert project.count(last_import) == 1
    assert project.count("<int:pk>") == 2
    project = project.replace(last_import, last_import + of_example)
    return project.replace("<int:pk>", "<inv_id:pk>")


@pytest.fixture(scope="module")
def server(shared_server: Server) -> Server:
    key_file = shared_server.secret("mask.keys", f"1:{KEY}")
    shared_server.reload(**{"base62id.mask_key_file": key_file})
    return shared_server


@pytest.fixture(scope="module")
def outcomes(server: Server, tmp_path_factory: pytest.TempPathFactory) -> tuple[Outcome, Outcome]:
    """Without the example, and with it."""
    if not has("django", "psycopg2") and not has("django", "psycopg"):
        pytest.skip("no Django with a driver (python3-django, python3-psycopg2)")
    project = Path(__file__).with_name("programs") / "project.py"
    before = project.read_text()
    return (
        run(before, server, tmp_path_factory.mktemp("before", numbered=False)),
        run(with_public_ids(before), server, tmp_path_factory.mktemp("after", numbered=False)),
    )


def test_without_it_the_urls_have_numbers(outcomes: tuple[Outcome, Outcome]) -> None:
    answers = outcomes[0].answers
    statuses = answers["statuses"]
    assert answers["links"] == [f"/invoices/{n}/" for n in range(1, 6)]
    assert (answers["third invoice"], answers["its payment"]) == ("300", "paid 3")
    assert [name for name in statuses if statuses[name] == 200] == ["the number"]
    assert answers["admin"] == 200


def test_with_it_the_urls_have_what_the_server_masks(
    server: Server, outcomes: tuple[Outcome, Outcome]
) -> None:
    answers = outcomes[1].answers
    masked = server.sql("SELECT 'inv_' || uid11_mask(n, 'inv') FROM generate_series(1, 5) AS n")
    assert answers["links"] == [f"/invoices/{text}/" for [text] in masked]
    assert (answers["third invoice"], answers["its payment"]) == ("300", "paid 3")


def test_no_other_text_finds_an_invoice(outcomes: tuple[Outcome, Outcome]) -> None:
    statuses = outcomes[1].answers["statuses"]
    assert statuses == dict.fromkeys(statuses, 404)
    assert len(statuses) == 6


def test_the_admin_goes_on_with_numbers(outcomes: tuple[Outcome, Outcome]) -> None:
    assert outcomes[1].answers["admin"] == 200


def test_the_tables_and_their_rows_are_the_same(outcomes: tuple[Outcome, Outcome]) -> None:
    before, after = outcomes
    assert "CREATE TABLE public.shop_invoice (" in before.schema
    assert before.schema == after.schema
    assert before.invoices == [[str(n), str(100 * n)] for n in range(1, 6)]
    assert before.invoices == after.invoices
