"""python -m base62id: its words, what it writes and its exit status."""

import contextlib
import io
import json
import pathlib
import subprocess
import sys
from unittest import mock

from kinds import OF_UUIDS

from base62id.__main__ import main

SRC = pathlib.Path(__file__).parent.parent / "src"
ID = "user_01h455vb4pex5vsknk084sn02q"
UUID = "01890a5d-ac96-774b-bcce-b302099a8057"


def run(*arguments, given=""):
    """The exit status, and what is written."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        with mock.patch("sys.stdin", io.StringIO(given)):
            try:
                status = main(arguments)
            except SystemExit as end:
                status = end.code
    return status, out.getvalue(), err.getvalue()


def test_as_a_command():
    command = [sys.executable, "-m", "base62id", "inspect"]
    done = subprocess.run(command, input=f"{ID}\nx\n", capture_output=True, text=True, cwd=SRC)
    assert done.returncode == 1 and len(done.stdout.splitlines()) == 2 and not done.stderr


def test_new():
    status, out, _ = run("new", "user", "-n", "3")
    ids = out.split()
    assert status == 0 and len(ids) == 3 and ids == sorted(ids)
    assert all(id.startswith("user_") for id in ids)
    for words, start in [
        (["ulid"], "01"),
        (["base62id"], "F"),
        (["uuid"], "01"),
        (["s3", "--notation", "hex"], "s3_01"),
        (["USR", "--notation", "ulid"], "USR_01"),
        (["user", "--at", "2020-02-02T00:00:00Z"], "user_01e01k"),
    ]:
        status, out, err = run("new", *words)
        assert status == 0 and out.startswith(start) and len(out.split()) == 1, (words, out, err)


def test_inspect():
    status, out, _ = run("inspect", ID, "01H455VB4PEX5VSKNK084SN02Q", UUID)
    typeid, ulid, plain = map(json.loads, out.splitlines())
    assert status == 0
    assert typeid == {
        "id": ID,
        "system": "typeid",
        "prefix": "user",
        "uuid": UUID,
        "time": "2023-06-30T03:34:18.518Z",
    }
    assert (ulid["system"], ulid["uuid"]) == ("ulid", UUID)
    assert (plain["system"], plain["uuid"]) == ("uuid", UUID)
    for kind in OF_UUIDS:
        id = kind.generate()
        status, out, _ = run("inspect", id)
        found = json.loads(out)
        assert status == 0 and found["uuid"] == str(id.uuid), (id, found)
        assert found["system"] == kind.notation and found.get("prefix", "") == kind.prefix


def test_inspect_of_what_is_no_id():
    status, out, _ = run("inspect", ID, "nonsense", "x" * 1000)
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 1 and len(lines) == 3
    assert lines[1] == {"id": "nonsense", "error": "no id"} and len(lines[2]["id"]) == 100


def test_convert():
    assert run("convert", ID, "--to", "uuid")[:2] == (0, UUID + "\n")
    assert run("convert", UUID, "--to", "user")[:2] == (0, ID + "\n")
    ulid = "order_01H455VB4PEX5VSKNK084SN02Q\n"
    assert run("convert", ID, "--to", "order", "--notation", "ulid")[:2] == (0, ulid)
    status, out, err = run("convert", "nonsense", "--to", "uuid")
    assert (status, out) == (1, "") and "nonsense" in err


def test_lines_of_a_pipe():
    assert run("convert", "--to", "uuid", given=f"{ID}\n\n{ID}\n")[:2] == (0, f"{UUID}\n" * 2)
    status, out, _ = run("inspect", given=f"{ID}\r\nnonsense\n")
    assert status == 1 and [line.get("uuid") for line in map(json.loads, out.splitlines())] == [
        UUID,
        None,
    ]


def test_usage():
    for words in (
        [],
        ["make"],
        ["new"],
        ["new", "No Prefix"],
        ["new", "User"],
        ["new", "user", "--notation", "nope"],
        ["new", "user", "-n", "0"],
        ["new", "user", "--at", "yesterday"],
        ["new", "user", "--at", "1969-01-01T00:00:00Z"],
        ["convert", ID],
        ["convert", ID, "--to", "_"],
    ):
        status, out, err = run(*words)
        assert (status, out) == (2, "") and err, words
