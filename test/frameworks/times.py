#!/usr/bin/env python3
"""How long a program of stored.py's takes to write and read 10,000 rows of two ids and a text over columns of uuid, beside the same with its
framework's own field of UUIDs, and beside the tables of ALSO, by turns in one process: ratios of wall time, each the least of 15, of all CPU time with the server's, which is
the wall time of a machine without other work, and of the program's alone; and what an id costs the program.

The program, PROGRAM..., answers "write TABLE" and "read TABLE" for the tables plain, those of ALSO, and stored, by the lines UUID TAB ID of ROWS.
"""
import os
import pathlib
import subprocess
import sys
import time
import uuid

import typeids

ROWS, ROUNDS = 10_000, 15


def psql(*arguments):
    subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1", *arguments], check=True, stdout=sys.stderr)


def now():
    """The time, the CPU time, without the ticks of stat, of the program's session, and that of the server's processes."""
    program_used = server_used = 0.0
    for name in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            field = (name / "stat").read_text(encoding="utf8", errors="replace").rpartition(")")[2].split()
            if int(field[3]) == program.pid or field[1] == os.environ["SERVER_PID"]:
                used = sum(int(one.read_text().split()[0]) for one in name.glob("task/*/schedstat")) / 1e9
                program_used += used if int(field[3]) == program.pid else 0
                server_used += used if field[1] == os.environ["SERVER_PID"] else 0
        except OSError:
            continue
    return time.perf_counter(), program_used, server_used


def ask(operation, table):
    before = now()
    print(operation, table, sep="\t", file=program.stdin, flush=True)
    answer = program.stdout.readline().rstrip("\n").split("\t")
    if answer[0] != "=" or operation == "read" and (answer[1] != str(ROWS) or answer[2].startswith("user_") != (table == "stored")):
        sys.exit(program.wait() if program.poll() == 77 else f"{operation} {table}: {answer}")
    return [after - one for after, one in zip(now(), before)]


with open("rows", "w", encoding="utf8") as file:
    file.writelines(f"{one}\t{typeids.of('user', one)}\n" for one in (uuid.uuid4() for _ in range(ROWS)))
psql("-c", "DROP EXTENSION base62id CASCADE", "-f", os.environ["STORED"])
psql("-c", "CREATE TABLE plain (id uuid PRIMARY KEY, friend uuid NOT NULL, name text NOT NULL)")
also = os.environ.get("ALSO", "").split()
for table in (*also, "stored"):
    psql("-c", f"CREATE TABLE {table} (LIKE plain INCLUDING ALL)")
os.environ.update(STATE="uuid", ROWS=os.path.abspath("rows"))
taken = {}
with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, pass_fds=[3], start_new_session=True) as program:
    for turn in range(ROUNDS + 1):
        for table in ("plain", *also, "stored")[:: 1 - 2 * (turn % 2)]:
            psql("-c", f"TRUNCATE {table}")
            for operation in ("write", "read"):
                taken.setdefault((operation, table), []).append(ask(operation, table))
    program.stdin.close()
told = []  # of all turns but the first, which warms up
for beside, operation in ((beside, operation) for beside in ("plain", *also) for operation in ("write", "read")):
    all_of = [list(zip(*taken[operation, table][1:])) for table in ("stored", beside)]
    wall, both, alone = ([least(one) for one in all_of] for least in (lambda one: min(one[0]), lambda one: sum(one[1] + one[2]), lambda one: sum(one[1])))
    ratios = f"{operation}{f' beside {beside}' if also else ''} {wall[0] / wall[1]:.2f}, CPU {both[0] / both[1]:.2f}, program {alone[0] / alone[1]:.2f}"
    told.append(f"{ratios}, {(alone[0] - alone[1]) / ROUNDS / ROWS / 2 * 1e9:+.0f} ns an id")
print("time", f"{os.environ['PGDATABASE']}: {'; '.join(told)}", sep="\t")
