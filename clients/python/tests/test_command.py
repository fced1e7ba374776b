"""python -m base62id: its words, what it prints and its exit status."""

import contextlib
import io
import json
import pathlib
import re
import subprocess
import sys
from unittest import mock

import pytest
from kinds import OF_UUIDS

from base62id.__main__ import main

SRC = pathlib.Path(__file__).parent.parent / "src"
CASES = pathlib.Path(__file__).parents[3] / "conformance/command.json"
ID = "user_01h455vb4pex5vsknk084sn02q"


def run(*arguments, given=""):
    """The exit status, and what is printed."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        with mock.patch("sys.stdin", io.StringIO(given)):
            try:
                status = main(arguments)
            except SystemExit as end:
                status = end.code
    return status, out.getvalue(), err.getvalue()


def test_python_m_runs_it_and_ends_with_1_for_a_text_that_is_no_id():
    command = [sys.executable, "-m", "base62id", "inspect"]
    done = subprocess.run(command, input=f"{ID}\nx\n", capture_output=True, text=True, cwd=SRC)
    assert done.returncode == 1 and len(done.stdout.splitlines()) == 2 and not done.stderr


@pytest.mark.skipif(not CASES.exists(), reason="the kit is in the repository alone")
def test_the_cases_that_the_npm_package_is_tested_by():
    for case in json.loads(CASES.read_text(encoding="utf8")):
        status, out, err = run(*case["arguments"], given=case.get("input", ""))
        lines = out.splitlines()
        assert status == case.get("status", 0), (case, out, err)
        if "pattern" in case:
            assert len(lines) == case["lines"], (case, out)
            assert all(re.search(case["pattern"], line) for line in lines), (case, out)
        else:
            assert lines == case["output"], case
        assert bool(err) == (status == 2 or case["arguments"][0] == "convert" and status == 1), case
        assert status != 2 or re.match("base62id: .*\nusage: ", err), (case, err)


def test_new_ids_increase():
    ids = run("new", "user", "-n", "3")[1].split()
    assert len(set(ids)) == 3 and ids == sorted(ids)


def test_each_kind_is_inspected():
    for kind in OF_UUIDS:
        id = kind.generate()
        status, out, _ = run("inspect", id)
        # 22 characters can be a base62id and a base64uuid.
        found = {reading["notation"]: reading for reading in map(json.loads, out.splitlines())}
        reading = found[kind.notation]
        assert status == 0 and reading["uuid"] == str(id.uuid), (id, reading)
        assert reading.get("prefix", "") == kind.prefix


def test_a_long_text_is_cut():
    status, out, _ = run("inspect", "x" * 1000)
    assert status == 1 and json.loads(out) == {"text": "x" * 100, "error": "no id"}
    _, _, err = run("convert", "x" * 1000, "--to", "uuid")
    assert err == f'base62id: "{"x" * 100}" is no id with a UUID\n'


def test_help():
    status, out, err = run("--help")
    assert status == 0 and out.startswith("usage: base62id new ") and not err
